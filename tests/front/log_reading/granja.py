"""Follows La Granja by its log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from burgher.games.granja.components import KINDS, Building, standard_set
from burgher.games.granja.naming import KIND_NAMES, goods, one
from burgher.games.granja.wording.modules.registry import donkey_name
from burgher.games.granja.wording.registry import BASE
from burgher.games.granja.wording.steps import STEPS
from front.log_reading.base import Lines, Reader

LINES = Lines()
BOX = standard_set()
KIND_OF = {
    **{one(n): kind for n, kind in enumerate(KINDS)},
    **{goods(count, n).partition(" ")[2]: kind for n, kind in enumerate(KINDS) for count in (1, 2)},
}
"""Goods by what the log calls one of them, or several."""
TILE_OF = {donkey_name(tile, BOX): tile + 1 for tile in range(4)}
HELPER_OF = {card.helper.name: card for card in BOX.cards}
BUILDING_OF = {building.name: building for building in BOX.buildings}
ROOF_OF = {roof.name: roof for roof in BOX.roofs}

WHO = r"(?P<who>\w+)"
ONE = rf"(?P<one>{'|'.join(sorted(KIND_OF, key=len, reverse=True))})"
FIELD = r"(?P<field> from a field)?"
BUILDING = rf"(?P<building>{'|'.join(BUILDING_OF)})"
STALL = r"(?P<stall>\d-\d)"


def counted(text: str) -> Counter[str]:
    """Goods in a row: `1 olive and 2 grain`."""
    names = "|".join(sorted(KIND_OF, key=len, reverse=True))
    return Counter({KIND_OF[name]: int(count) for count, name in re.findall(rf"(\d+) ({names})\b", text)})


class Player:
    """A farm."""

    def __init__(self) -> None:
        self.points = self.silver = self.hand = self.steps = 0
        self.goods = Counter[str]()
        self.ripe = Counter[str]()
        self.fields: set[int] = set()
        self.extensions: set[int] = set()
        self.barrows: list[tuple[int, Counter[str]] | None] = [None] * 5
        self.helpers: dict[int, bool] = {}
        self.roofs: list[tuple[str, bool]] = []
        self.crafts: set[int] = set()
        self.ongoing: set[int] = set()
        self.rows: dict[int, tuple[str, Counter[str]]] = {}
        self.donkeys = {1, 2, 3, 4}
        self.disguised: str | None = None

    def lay_barrow(self, card: int) -> None:
        """A barrow goes to the first free place."""
        self.barrows[self.barrows.index(None)] = card, Counter[str]()

    def table(self) -> dict[str, Any]:
        """Everything that others see of it."""
        return {
            "points": self.points,
            "silver": self.silver,
            "hand": self.hand,
            "steps": self.steps,
            "goods": +self.goods,
            "ripe": +self.ripe,
            "fields": self.fields,
            "extensions": self.extensions,
            "barrows": {n: barrow for n, barrow in enumerate(self.barrows) if barrow},
            "helpers": self.helpers,
            "roofs": self.roofs,
            "crafts": self.crafts,
            "ongoing": self.ongoing,
            "rows": self.rows,
            "donkeys": self.donkeys,
        }


class GranjaReader(Reader):
    """A table that is kept by the log alone; known besides are the rules and the cards."""

    lines = LINES

    def __init__(self, names: tuple[str, ...], options: Mapping[str, Any]) -> None:
        super().__init__(names, options)
        self.players = [Player() for _ in names]
        self.order = [0] * len(names)
        self.track = [0] * len(names)
        self.deck = len(BOX.cards)
        self.discards: set[int] = set()
        self.dice: list[int] = [0] * 6
        self.marked: tuple[int, int] | None = None
        self.market: dict[str, int] = {}
        self.markers: list[int] = []
        self.blocked: set[int] = set()
        self.tokens = {building.number for building in BOX.buildings}
        self.display: set[str] = set()
        self.neutral = 0
        self.last_line = ""

    def read(self, line: str) -> None:
        super().read(line)
        self.last_line = line

    def of(self, who: str) -> Player:
        """A player by name."""
        return self.players[self.seat_of[who]]

    def take(self, who: str, name: str, field: str | None) -> None:
        """A good leaves the farm, perhaps one that passes for another."""
        player = self.of(who)
        kind = player.disguised or KIND_OF[name]
        player.disguised = None
        (player.ripe if field else player.goods)[kind] -= 1

    # -- set-up and rounds ------------------------------------------------------------------------

    @LINES.read(
        r"Everybody starts with (?P<silver>\d+) silver, (?P<points>\d+) points? and (?P<trade>\d+) .+\."
    )
    def start(self, silver: str, points: str, trade: str) -> None:
        for player in self.players:
            player.silver, player.points = int(silver), int(points)
            player.goods["trade"] = int(trade)

    @LINES.read(r"Order marker (?P<marker>\d) blocks the (?P<name>.+)\.")
    def block(self, marker: str, name: str) -> None:
        self.markers.append(BUILDING_OF[name].number)
        self.blocked.add(BUILDING_OF[name].number)

    @LINES.read(rf"{WHO} is number (?P<place>\d) in turn order\.")
    def put_in_order(self, who: str, place: str) -> None:
        self.order[int(place) - 1] = self.seat_of[who]
        if not self.display:  # still setting up
            self.track = self.order[:]

    @LINES.read(
        rf"{WHO} (?P<way>advances|falls back) (?P<steps>\d+) steps? on the siesta track, to space \d+\."
    )
    def rest(self, who: str, way: str, steps: str) -> None:
        seat = self.seat_of[who]
        self.players[seat].steps += int(steps) if way == "advances" else -int(steps)
        self.track.remove(seat)
        ahead = [other for other in self.track if self.players[other].steps > self.players[seat].steps]
        self.track.insert(len(ahead), seat)

    @LINES.read(r"The siesta discs go back to the start, in turn order\.")
    def put_discs_back(self) -> None:
        for player in self.players:
            player.steps = 0
        self.track = self.order[:]

    @LINES.read(rf"\d helpers? of {WHO} can work again\.")
    def refresh(self, who: str) -> None:
        helpers = self.of(who).helpers
        self.of(who).helpers = dict.fromkeys(helpers, False)

    # -- cards ------------------------------------------------------------------------------------

    @LINES.read(rf"{WHO} draws (?P<count>\d+) cards?\.")
    def draw(self, who: str, count: str) -> None:
        self.of(who).hand += int(count)
        self.deck -= int(count)

    @LINES.read(r"(?:The|\d+) discarded cards? becomes? the deck\.")
    def shuffle(self) -> None:
        self.deck += len(self.discards)
        self.discards = set()

    @LINES.read(rf"{WHO} discards card (?P<card>\d+), with .+\.")
    def discard(self, who: str, card: str) -> None:
        self.of(who).hand -= 1
        self.discards.add(int(card))

    @LINES.read(rf"{WHO} plays card (?P<card>\d+) as a field of \w+(?P<grown>, with .+ on it)?\.")
    def play_field(self, who: str, card: str, grown: str | None) -> None:
        player = self.of(who)
        player.hand -= 1
        player.fields.add(int(card))
        if grown:
            player.ripe[BOX.card(int(card)).field] += 1

    @LINES.read(rf"{WHO} plays card (?P<card>\d+) as a market barrow: .+\.")
    def play_barrow(self, who: str, card: str) -> None:
        self.of(who).hand -= 1
        self.of(who).lay_barrow(int(card))

    @LINES.read(rf"{WHO} plays card (?P<card>\d+) as a farm extension .+\.")
    def play_extension(self, who: str, card: str) -> None:
        self.of(who).hand -= 1
        self.of(who).extensions.add(int(card))

    @LINES.read(rf"{WHO} plays card (?P<card>\d+) as a helper, .+\.")
    def play_helper(self, who: str, card: str) -> None:
        self.of(who).hand -= 1
        self.of(who).helpers[int(card)] = False

    @LINES.read(rf"{WHO} discards the barrow of card (?P<card>\d+)(?:, losing \d+ goods?)?\.")
    def clear(self, who: str, card: str) -> None:
        player = self.of(who)
        slot = next(n for n, barrow in enumerate(player.barrows) if barrow and barrow[0] == int(card))
        player.barrows[slot] = None
        self.discards.add(int(card))
        if re.fullmatch(rf"{who} plays card \d+ as a market barrow: .+", self.last_line):
            played = next(n for n in reversed(range(5)) if player.barrows[n])
            player.barrows[slot], player.barrows[played] = player.barrows[played], None

    @LINES.read(rf"{WHO} discards the (?P<helper>.+)\.")
    def dismiss(self, who: str, helper: str) -> None:
        card = HELPER_OF[helper].number
        del self.of(who).helpers[card]
        self.discards.add(card)

    @LINES.read(rf"{WHO}'s (?P<helper>{'|'.join(HELPER_OF)}) works\.")
    def work(self, who: str, helper: str) -> None:
        if HELPER_OF[helper].helper.once:
            self.of(who).helpers[HELPER_OF[helper].number] = True

    # -- goods and silver -------------------------------------------------------------------------

    @LINES.read(rf"{WHO} (?P<way>gains|pays) (?P<silver>\d+) silver(?: for a delivery)?\.")
    def earn(self, who: str, way: str, silver: str) -> None:
        self.of(who).silver += int(silver) if way == "gains" else -int(silver)

    @LINES.read(rf"{WHO} pays (?P<points>\d+) points?\.")
    def pay_points(self, who: str, points: str) -> None:
        self.of(who).points -= int(points)

    @LINES.read(rf"{WHO}'s farm extensions bring (?P<silver>\d+) silver\.")
    def income(self, who: str, silver: str) -> None:
        self.of(who).silver += int(silver)

    @LINES.read(rf"{WHO} gains (?P<what>\d+ .+)\.")
    def gain(self, who: str, what: str) -> None:
        self.of(who).goods += counted(what)

    @LINES.read(rf"{WHO} gives up a trade commodity: .+\.")
    def trade(self, who: str) -> None:
        self.of(who).goods["trade"] -= 1

    @LINES.read(rf"{WHO} gives up {ONE}{FIELD}\.")
    def lose(self, who: str, one: str, field: str | None) -> None:
        self.take(who, one, field)

    @LINES.read(rf"{WHO} harvests (?P<what>.+)\.")
    def harvest(self, who: str, what: str) -> None:
        self.of(who).ripe += counted(what)

    @LINES.read(rf"{WHO}'s pigs have a young one\.")
    def breed(self, who: str) -> None:
        self.of(who).goods["pig"] += 1

    @LINES.read(
        rf"{WHO} (?:sells (?P<goods>\d.+?)(?: and )?)?(?:exchanges (?P<trade>\d+) trade commodit(?:y|ies))?"
        r", for (?P<silver>\d+) silver\."
    )
    def sell_out(self, who: str, goods: str | None, trade: str | None, silver: str) -> None:
        player = self.of(who)
        player.goods -= counted(goods or "")
        player.goods["trade"] -= int(trade or 0)
        player.silver += int(silver)

    @LINES.read(rf"{WHO} sells {ONE} for (?P<silver>\d+) silver\.")
    def sell(self, who: str, one: str, silver: str) -> None:
        self.take(who, one, None)
        self.of(who).silver += int(silver)

    @LINES.read(rf"{WHO} has no stall for a pig and sells it at once for (?P<silver>\d+) silver\.")
    def sell_at_once(self, who: str, silver: str) -> None:
        self.of(who).silver += int(silver)

    @LINES.read(rf"{WHO} buys {ONE} for (?P<silver>\d+) silver\.")
    def buy(self, who: str, one: str, silver: str) -> None:
        self.of(who).goods[KIND_OF[one]] += 1
        self.of(who).silver -= int(silver)

    @LINES.read(rf"{WHO} upgrades {ONE}{FIELD} to (?P<better>.+) for (?:(?P<silver>\d+) silver|nothing)\.")
    def upgrade(self, who: str, one: str, field: str | None, better: str, silver: str | None) -> None:
        self.take(who, one, field)
        self.of(who).goods[KINDS[KIND_NAMES.index(better)]] += 1
        self.of(who).silver -= int(silver or 0)

    @LINES.read(rf"{WHO} exchanges {ONE}{FIELD} for (?P<other>.+)\.")
    def exchange(self, who: str, one: str, field: str | None, other: str) -> None:
        self.take(who, one, field)
        self.of(who).goods[KIND_OF[other]] += 1

    # -- roof tiles -------------------------------------------------------------------------------

    @LINES.read(r"Roof tiles? (?P<tiles>.+) (?:is|are) laid out\.")
    def lay_out_roofs(self, tiles: str) -> None:
        self.display |= set(re.findall(r"\w\w", tiles.replace("and", "")))

    @LINES.read(r"Roof tiles? (?P<tiles>.+), which nobody bought, (?:is|are) discarded\.")
    def discard_roofs(self, tiles: str) -> None:
        self.display -= set(re.findall(r"\w\w", tiles.replace("and", "")))

    @LINES.read(rf"{WHO} buys roof tile (?P<tile>\w+) for (?P<silver>\d+) silver: .+\.")
    def buy_roof(self, who: str, tile: str, silver: str) -> None:
        self.display.discard(tile)
        self.of(who).silver -= int(silver)
        self.of(who).roofs.append((tile, not ROOF_OF[tile].effect.is_empty))

    @LINES.read(rf"{WHO} (?P<way>uses|turns) roof tile (?P<tile>\w+)(?:: .+| face up again)\.")
    def turn_roof(self, who: str, way: str, tile: str) -> None:
        roofs = self.of(who).roofs
        place = next(n for n, (name, _) in enumerate(roofs) if name == tile)
        roofs[place] = tile, way == "turns"

    # -- dice -------------------------------------------------------------------------------------

    def add_dice(self, shown: str) -> None:
        """Dice come into the pool."""
        for number in shown.split(", "):
            self.dice[int(number) - 1] += 1

    @LINES.read(r"\w+ rolls the dice: (?P<shown>.+)\.")
    def roll(self, shown: str) -> None:
        self.dice = [0] * 6
        self.add_dice(shown)

    @LINES.read(r"\w+ rolls \d+ (?:die|dice) again: (?P<shown>.+)\.")
    def roll_again(self, shown: str) -> None:
        self.add_dice(shown)

    @LINES.read(r"\w+ takes a (?P<number>\d) to roll it again\.")
    def put_aside(self, number: str) -> None:
        self.dice[int(number) - 1] -= 1

    @LINES.read(
        r"(?:\w+ takes|The neutral player discards) a (?P<number>\d)(?: and uses it as a \d)?(?:: .+)?\."
    )
    def take_die(self, number: str) -> None:
        self.dice[int(number) - 1] -= 1

    @LINES.read(rf"{WHO} marks revenue space (?P<space>\d): .+\.")
    def mark(self, who: str, space: str) -> None:
        self.marked = int(space), self.seat_of[who]

    @LINES.read(r"\w+ takes the marker on revenue space \d back\.")
    def unmark(self) -> None:
        self.marked = None

    # -- donkeys and deliveries -------------------------------------------------------------------

    @LINES.read(rf"{WHO} has chosen (?P<tile>.+)\.")
    def choose_donkey(self, who: str, tile: str) -> None:
        self.of(who).donkeys.remove(TILE_OF[tile])

    @LINES.read(rf"{WHO} takes back (?P<tile>.+)\.")
    def fetch_donkey(self, who: str, tile: str) -> None:
        self.of(who).donkeys.add(TILE_OF[tile])

    @LINES.read(r"All donkey tiles come back\.")
    def return_donkeys(self) -> None:
        for player in self.players:
            player.donkeys = {1, 2, 3, 4}

    @LINES.read(rf"{WHO} lets {ONE} pass for .+\.")
    def disguise(self, who: str, one: str) -> None:
        self.of(who).disguised = KIND_OF[one]

    @LINES.read(rf"{WHO} delivers {ONE}{FIELD} to barrow (?P<place>\d)\.")
    def deliver_to_barrow(self, who: str, one: str, field: str | None, place: str) -> None:
        self.take(who, one, field)
        self.load(who, int(place) - 1, one)

    def load(self, who: str, slot: int, name: str) -> None:
        """A good comes onto a barrow."""
        barrow = self.of(who).barrows[slot]
        assert barrow is not None
        barrow[1][KIND_OF[name]] += 1

    @LINES.read(rf"{WHO} delivers {ONE}{FIELD} to row (?P<row>\w) of the {BUILDING}\.")
    def deliver_to_row(self, who: str, one: str, field: str | None, row: str, building: str) -> None:
        self.take(who, one, field)
        _, met = self.of(who).rows.setdefault(BUILDING_OF[building].number, (row, Counter[str]()))
        met[KIND_OF[one]] += 1

    @LINES.read(rf"{WHO} moves {ONE} from barrow (?P<origin>\d) to barrow (?P<place>\d)\.")
    def move(self, who: str, one: str, origin: str, place: str) -> None:
        barrow = self.of(who).barrows[int(origin) - 1]
        assert barrow is not None
        barrow[1][KIND_OF[one]] -= 1
        self.load(who, int(place) - 1, one)

    @LINES.read(rf"{WHO} completes the barrow of card (?P<card>\d+)\.")
    def complete_barrow(self, who: str, card: str) -> None:
        barrows = self.of(who).barrows
        barrows[next(n for n, one in enumerate(barrows) if one and one[0] == int(card))] = None
        self.discards.add(int(card))

    @LINES.read(rf"{WHO} completes a row of the {BUILDING} and takes its craft marker\.")
    def complete_row(self, who: str, building: str) -> None:
        number = BUILDING_OF[building].number
        del self.of(who).rows[number]
        self.of(who).crafts.add(number)

    @LINES.read(rf"The {BUILDING} is open now\.")
    def unblock(self, building: str) -> None:
        self.blocked.remove(BUILDING_OF[building].number)

    @LINES.read(rf"{WHO}'s markers? of the (?P<names>.+) (?:is|are) turned to (?:its|their) ongoing sides?\.")
    def turn_crafts(self, who: str, names: str) -> None:
        self.of(who).ongoing |= {
            building.number for name, building in BUILDING_OF.items() if re.search(rf"\b{name}\b", names)
        }

    # -- the market -------------------------------------------------------------------------------

    @LINES.read(rf"{WHO} puts a marker on stall {STALL}, of value \d\.")
    def place_marker(self, who: str, stall: str) -> None:
        self.market[stall] = self.seat_of[who]

    @LINES.read(rf"{WHO}'s marker on stall {STALL} has to give way to .+\.")
    def remove_marker(self, who: str, stall: str) -> None:
        if self.market[stall] == self.seat_of[who]:
            del self.market[stall]

    # -- the neutral player -----------------------------------------------------------------------

    @LINES.read(rf"A neutral marker is on stall {STALL}\.")
    def start_neutral(self, stall: str) -> None:
        self.market[stall] = 1

    @LINES.read(rf"Card (?P<card>\d+) has a barrow of value \d: a neutral marker goes to stall {STALL}\.")
    def place_neutral(self, card: str, stall: str) -> None:
        self.turn_up(card)
        self.market[stall] = 1

    @LINES.read(r"Card (?P<card>\d+) is turned up, and no neutral marker is placed\.")
    def turn_up(self, card: str) -> None:
        self.deck -= 1
        self.discards.add(int(card))

    @LINES.read(rf"The neutral marker on stall {STALL} has to give way\.")
    def remove_neutral(self, stall: str) -> None:
        if self.market[stall] == 1:
            del self.market[stall]

    @LINES.read(r"The neutral player advances (?P<steps>\d+) steps? on the siesta track\.")
    def advance_neutral(self, steps: str) -> None:
        self.neutral += int(steps)

    @LINES.read(r"The neutral siesta disc goes back to the start\.")
    def put_neutral_disc_back(self) -> None:
        self.neutral = 0

    # -- points -----------------------------------------------------------------------------------

    @LINES.read(rf"{WHO} scores (?P<points>\d+) points?: (?P<why>.+)\.")
    def score(self, who: str, points: str, why: str) -> None:
        player = self.of(who)
        player.points += int(points)
        if found := re.fullmatch(r"the first at the (.+)", why):
            self.tokens.remove(BUILDING_OF[found[1]].number)
        elif re.fullmatch(r"\d+ silver left", why):
            player.silver -= int(points) * BOX.final_silver

    LINES.idle(
        r".+ is the start player\.",
        r"Round \d begins\.",
        *(rf"\w+ {re.escape(step.done)}\." for step in STEPS.values()),
        *(rf"\w+ {re.escape(wording.declined)}\." for wording in BASE.values()),
        *(rf"\w+ {re.escape(wording.lapsed(1))}\." for wording in BASE.values()),
        r"\w+ has nothing left to upgrade: \d+ upgrades lapse\.",
        r"\w+'s marker of the .+ works\.",
        r"\w+ uses the leftover \d(?: as a \d)?\.",
        r"\w+'s Market Guard keeps the marker on stall \d-\d\.",
        r"The neutral player plays the tile .+\.",
        r".+ is first in turn order\.",
        r"The game is over.*\.",
    )

    # -- the table --------------------------------------------------------------------------------

    def table(self) -> dict[str, Any]:
        return {
            "order": self.order,
            "track": self.track,
            "deck": self.deck,
            "discards": self.discards,
            "dice": self.dice,
            "marked": self.marked,
            "market": self.market,
            "markers": self.markers,
            "blocked": self.blocked,
            "tokens": self.tokens,
            "display": self.display,
            "neutral": self.neutral,
            "players": [player.table() for player in self.players],
        }

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        asked = view["questions"][-1][0] if view["questions"] else None
        players = []
        for seat, farm in enumerate(view["players"]):
            barrows = [barrow and (barrow["card"], barrow["met"]) for barrow in [*farm["barrows"], None]]
            helpers = {one["card"]: one["exhausted"] for one in farm["helpers"] if one}
            extensions = set(farm["extensions"])
            if seat == view["seat"] and view["playing"] and not view["over"]:
                match asked:  # a card on its way from the hand to the farm
                    case "barrow to clear":
                        barrows[barrows.index(None)] = view["playing"], []
                    case "helper to clear":
                        helpers[view["playing"]] = False
                    case _:
                        extensions.add(view["playing"])
            laid = {
                n: (one[0], Counter(BOX.card(one[0]).barrow[met - 1] for met in one[1]))
                for n, one in enumerate(barrows)
                if one
            }
            if seat == view["seat"] and asked == "loading":  # a good on its way from barrow to barrow
                what = view["questions"][-1][1]
                laid[what >> 3][1][KINDS[what & 7]] += 1
            players.append(
                {
                    "points": farm["points"],
                    "silver": farm["silver"],
                    "hand": farm["hand size"],
                    "steps": farm["siesta"],
                    "goods": Counter(farm["goods"]),
                    "ripe": Counter(farm["ripe"]),
                    "fields": set(farm["fields"]),
                    "extensions": extensions,
                    "barrows": laid,
                    "helpers": helpers,
                    "roofs": [(one["tile"], one["up"]) for one in farm["roofs"] if one],
                    "crafts": set(farm["crafts"]),
                    "ongoing": set(farm["ongoing"]),
                    "rows": {
                        int(number): (
                            row["row"],
                            met_in(BOX.buildings[int(number) - 1], row["row"], row["met"]),
                        )
                        for number, row in farm["rows"].items()
                    },
                    "donkeys": set(farm["donkeys"]),
                }
            )
        return {
            "order": [seat for seat in view["order"] if seat < len(players)],
            "track": view["track"],
            "deck": view["deck"],
            "discards": set(view["discards"]),
            "dice": view["dice"],
            "marked": None if view["marked"] is None else (view["marked"], view["marker"]),
            "market": view["market"],
            "markers": view["order markers"],
            "blocked": set(view["blocked"]),
            "tokens": set(view["tokens"]),
            "display": {tile for tile in view["roofs"] if tile},
            "neutral": view["modules"].get("solo", {"siesta": 0})["siesta"],
            "players": players,
        }


def met_in(building: Building, row: str, met: Iterable[int]) -> Counter[str]:
    """The goods that lie in a row of a craft building."""
    return Counter(building.rows["abcd".index(row)][n - 1] for n in met)
