"""What the arbiter keeps of a game, and what follows from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from granja.arbiter.box import BETTER, BUY, CARDS, GOODS, HARVEST, HELPER, ROWS, SELL, STALLS, UPGRADE

T = TypeVar("T")
Asking = Generator[tuple[int, set[str]], str, T]
"""Something that stops to ask: it gives a seat and what that seat may do, and takes what it does."""


@dataclass
class Load:
    """A market barrow or a claimed row, with what it has and what it still wants."""

    name: int | str
    """The card of a barrow, the letter of a row."""
    wants: list[str]
    has: list[str] = field(default_factory=list)

    def put(self, kind: str) -> bool:
        """Add a good; return whether it was the last."""
        self.wants.remove(kind)
        self.has.append(kind)
        return not self.wants


@dataclass
class Farm:
    """A player's farm."""

    seat: int
    points: int
    silver: int
    goods: Counter[str]
    """In dens and stalls; trade commodities too."""
    ripe: Counter[str]
    """On fields."""
    hand: set[int]
    fields: set[int]
    extensions: set[int]
    barrows: list[Load | None]
    helpers: dict[int, bool]
    """Each helper, and whether it is exhausted."""
    roofs: list[tuple[str, bool]]
    """Each roof tile from the left, and whether it is face up."""
    crafts: set[int]
    ongoing: set[int]
    rows: dict[int, Load]
    donkeys: set[int]
    donkey: int | None
    siesta: int
    from_den: bool = False
    """Whether the next good is taken from its den, though one lies on a field."""

    @classmethod
    def read(cls, seat: int, player: Mapping[str, Any]) -> Farm:
        """A farm as a position has it."""
        farm = _plain_farm(player)
        return cls(
            seat,
            farm["points"],
            farm["silver"],
            Counter(farm["goods"]),
            Counter(farm["ripe"]),
            set(farm["hand"]),
            set(farm["fields"]),
            set(farm["extensions"]),
            [one and Load(one[0], one[1], _loaded(CARDS[one[0]].barrow, one[1])) for one in farm["barrows"]],
            farm["helpers"],
            farm["roofs"],
            set(farm["crafts"]),
            set(farm["ongoing"]),
            {int(building): Load(*row) for building, row in farm["rows"].items()},
            set(farm["donkeys"]),
            farm["donkey"],
            farm["siesta"],
        )

    def owns(self, kind: str) -> bool:
        """Whether there is one of a kind, in a den or stall or on a field."""
        return self.goods[kind] + self.ripe[kind] > 0

    def in_both(self, kinds: Iterable[str]) -> bool:
        """Whether there is one of some kinds both on a field and in its den."""
        return any(self.ripe[kind] and self.goods[kind] for kind in kinds)

    def take(self, kind: str) -> None:
        """Take one away, from a field or, as its player likes, from the den."""
        both = self.ripe[kind] > 0 and self.goods[kind] > 0
        field = self.ripe[kind] > 0 and not (both and self.from_den)
        (self.ripe if field else self.goods)[kind] -= 1
        self.from_den = self.from_den and not both

    def upgrade(self, kind: str) -> None:
        """A resource becomes the upgraded good."""
        self.take(kind)
        self.goods[BETTER[kind]] += 1

    def extended(self, what: str) -> int:
        """How often the extensions show something."""
        return sum(CARDS[card].extension.count(what) for card in self.extensions)

    @property
    def stalls(self) -> int:
        """Room for pigs: one stall on the farm, those of extensions, two with the Swineherd."""
        return 1 + self.extended("stall") + 2 * (HELPER["Swineherd"] in self.helpers)

    @property
    def has_stall(self) -> bool:
        """Whether a stall is free."""
        return self.goods["pig"] < self.stalls

    def gain(self, kind: str) -> None:
        """One more of a kind; a pig without a stall is sold at once."""
        if kind == "pig" and not self.has_stall:
            self.silver += SELL["pig"]
        else:
            self.goods[kind] += 1

    @property
    def barrow_limit(self) -> int:
        """Three barrows, four with the Cart Wright."""
        return 3 + (HELPER["Cart Wright"] in self.helpers)

    def barrow_count(self) -> int:
        """How many barrows there are."""
        return sum(barrow is not None for barrow in self.barrows)


class Situation:
    """A game as it stands."""

    def __init__(self, players: int, position: Mapping[str, Any]) -> None:
        self.news = dict(position)
        """The game that is followed, where chance is looked up."""
        self.players = players
        self.farms = [Farm.read(seat, farm) for seat, farm in enumerate(position["players"])]
        self.round: int = position["round"]
        self.phase = "farm"
        self.order: list[int] = list(position["order"])
        self.track: list[int] = list(position["track"])
        self.dice: Counter[int] = Counter()
        self.shift = 0
        self.marked: tuple[int, int] | None = None
        """The revenue space that the Village Elder keeps, and whose he is."""
        self.market: dict[str, int] = dict(position["market"])
        self.blocked = [n for n in position["order markers"] if n in position["blocked"]]
        """From the lowest order marker on."""
        self.tokens = set(position["tokens"])
        self.display: list[str | None] = list(position["roofs"])
        self.deck = set(position["deck"])
        self.discards = set(position["discards"])
        self.sold: set[str] = set()
        """What has been sold, since anything else was done, for as much as it costs."""
        self.waits = ""
        """What is asked though it may be that nothing comes of it: a step, or a question."""
        self.open = 0
        """How many questions wait for an answer, or for the answer to another."""
        self.disguised: str | None = None
        """What is really delivered, with the Packer."""
        self.over = False

    def works(self, farm: Farm, helper: str) -> bool:
        """Whether a helper is there, not exhausted, and works in this phase."""
        card = HELPER[helper]
        return farm.helpers.get(card) is False and self.phase in CARDS[card].phases

    def exhaust(self, farm: Farm, helper: str) -> None:
        """A helper has worked, and does so once a round."""
        assert CARDS[HELPER[helper]].once
        farm.helpers[HELPER[helper]] = True

    # -- prices -----------------------------------------------------------------------------------

    def price(self, farm: Farm, kind: str) -> int:
        """What a resource costs."""
        return BUY[kind] - (kind in HARVEST and self.works(farm, "Seed Dealer"))

    def upgrade_price(self, farm: Farm, kind: str) -> int:
        """What an upgrade costs."""
        price = 1 if kind == "olive" and self.works(farm, "Oil Presser") else UPGRADE[kind]
        return price - self.works(farm, "Chef")

    def means(self, farm: Farm) -> int:
        """The silver there would be if everything were sold."""
        each = 5 if self.works(farm, "Trader") else 4
        return farm.silver + each * farm.goods["trade"] + sum(farm.goods[kind] * SELL[kind] for kind in SELL)

    def gain_trade(self, farm: Farm) -> None:
        """A trade commodity."""
        farm.goods["trade"] += 1

    # -- the board ----------------------------------------------------------------------------------

    def open_stalls(self) -> set[str]:
        """The stall places in use."""
        return {name for name, (_, least, _, _) in STALLS.items() if least <= self.players}

    def empty_stalls(self, *values: int) -> set[str]:
        """The empty ones of some values."""
        return {s for s in self.open_stalls() if s not in self.market and STALLS[s][0] in values}

    def asking(self, farm: Farm) -> dict[str, set[str]]:
        """Every barrow and row a farm could deliver to, with the kinds it wants."""
        found = {f"barrow-{n}": set(b.wants) for n, b in enumerate(farm.barrows, start=1) if b}
        for building, rows in ROWS.items():
            if building in farm.crafts:
                continue
            if building in self.blocked and not self.works(farm, "Apprentice"):
                continue
            if building in farm.rows:
                row = farm.rows[building]
                found[f"row-{building}{row.name}"] = set(row.wants)
                continue
            taken = {other.rows[building].name for other in self.farms if building in other.rows}
            for letter, row_goods in list(zip("abcd", rows, strict=True))[: 2 if self.players == 2 else 4]:
                if letter not in taken:
                    found[f"row-{building}{letter}"] = set(row_goods)
        return found

    def deliveries(self, farm: Farm) -> set[str]:
        """Everything that can be delivered somewhere."""
        return {
            f"deliver {kind} {where}"
            for where, kinds in self.asking(farm).items()
            for kind in kinds
            if farm.owns(kind)
        }

    def advance(self, farm: Farm, steps: int) -> None:
        """Up the siesta track, not beyond its top; a disc that comes goes on top of those already there."""
        space = min(farm.siesta + steps, 8)
        if space == farm.siesta:
            return
        farm.siesta = space
        self.track.remove(farm.seat)
        behind = (n for n, other in enumerate(self.track) if self.farms[other].siesta <= space)
        self.track.insert(next(behind, len(self.track)), farm.seat)

    # -- cards --------------------------------------------------------------------------------------

    def can_draw(self) -> bool:
        """Whether there is a card, in the deck or discarded."""
        return bool(self.deck or self.discards)

    def draw(self, farm: Farm, count: int) -> None:
        """Draw cards: which ones, the news tell; more may be drawn before the next decision."""
        count = min(count, len(self.deck) + len(self.discards))
        new = set(self.news["players"][farm.seat]["hand"]) - farm.hand
        drawn = set(sorted(new, key=lambda card: card not in self.deck)[:count])
        assert len(drawn) == count, "so many cards are drawn"
        if count > len(self.deck):
            assert self.deck <= drawn, "the deck is used up first"
            drawn_later = drawn - self.deck
            self.deck, self.discards = self.discards, set()
            assert drawn_later <= self.deck, "then the discarded cards are the deck"
            self.deck -= drawn_later
        else:
            assert drawn <= self.deck, "cards come from the deck"
            self.deck -= drawn
        farm.hand |= drawn

    def look(self) -> dict[str, Any]:
        """The situation in the form of `plain`."""
        rolled = self.phase == "revenue" and self.dice.total() > 0
        return {
            "round": self.round,
            "phase": self.phase,
            "order": self.order,
            "track": self.track,
            "over": self.over,
            "dice": [self.dice[n] for n in range(1, 7)] if rolled else None,
            "market": self.market,
            "blocked": sorted(self.blocked),
            "tokens": sorted(self.tokens),
            "roofs": self.display,
            "discards": sorted(self.discards),
            "deck": sorted(self.deck),
            "players": [
                {
                    "points": farm.points,
                    "silver": farm.silver,
                    "goods": {kind: farm.goods[kind] for kind in (*GOODS, "trade") if farm.goods[kind]},
                    "ripe": {kind: farm.ripe[kind] for kind in HARVEST if farm.ripe[kind]},
                    "hand": sorted(farm.hand),
                    "fields": sorted(farm.fields),
                    "extensions": sorted(farm.extensions),
                    "barrows": [one and (one.name, sorted(one.wants)) for one in farm.barrows],
                    "helpers": farm.helpers,
                    "roofs": farm.roofs,
                    "crafts": sorted(farm.crafts),
                    "ongoing": sorted(farm.ongoing),
                    "rows": {str(n): (row.name, sorted(row.wants)) for n, row in farm.rows.items()},
                    "donkeys": sorted(farm.donkeys),
                    "donkey": farm.donkey,
                    "siesta": farm.siesta,
                }
                for farm in self.farms
            ],
        }


def plain(position: Mapping[str, Any]) -> dict[str, Any]:
    """A position without what only the program knows, and without the order of what has none."""
    kept = ("round", "phase", "order", "track", "over", "market", "blocked", "tokens", "discards", "deck")
    rolled = position["phase"] == "revenue" and position["step"] != "before the roll"
    return {
        **{name: position[name] for name in kept},
        "dice": position["dice"] if rolled else None,
        "roofs": position["roofs"],
        "players": [_plain_farm(player) for player in position["players"]],
    }


def _plain_farm(player: Mapping[str, Any]) -> dict[str, Any]:
    told_otherwise = ("barrows", "helpers", "roofs", "rows", "hand size")
    return {
        **{name: value for name, value in player.items() if name not in told_otherwise},
        "barrows": [
            one and (one["card"], _wanted(CARDS[one["card"]].barrow, one["met"])) for one in player["barrows"]
        ],
        "helpers": {one["card"]: one["exhausted"] for one in player["helpers"] if one},
        "roofs": [(one["tile"], one["up"]) for one in player["roofs"] if one],
        "rows": {
            building: (row["row"], _wanted(ROWS[int(building)]["abcd".index(row["row"])], row["met"]))
            for building, row in player["rows"].items()
        },
    }


def _wanted(goods: list[str], met: list[int]) -> list[str]:
    return sorted(good for n, good in enumerate(goods, start=1) if n not in met)


def _loaded(goods: list[str], wanted: list[str]) -> list[str]:
    return list((Counter(goods) - Counter(wanted)).elements())
