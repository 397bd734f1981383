"""Follows The Castles of Burgundy by its log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

from burgher.games.burgundy.components import COLOUR_NAMES, COLOURS, ESTATES, GOODS, TILES
from burgher.games.burgundy.naming import title_of
from front.log_reading.base import Lines, Reader

LINES = Lines()
TILE = {title_of(tile): tile.name for tile in TILES}
WHO = r"(?P<who>\w+)"
DIE = r"(?: with a (?P<die>\d)(?: and (?P<paid>\d+) workers?)?)?"
BOTH = r"(?:nothing|(?:(?P<silverlings>\d+) silverlings?)?(?: and )?(?:(?P<workers>\d+) workers?)?)"
GOOD = rf"(?P<count>\d+) (?P<good>{'|'.join(GOODS)}) goods?"


def number(text: str | None) -> int:
    """A number that may be missing."""
    return int(text or 0)


class Player:
    """What lies before a player."""

    def __init__(self) -> None:
        self.points = self.silverlings = self.workers = self.steps = 0
        self.goods = Counter[str]()
        self.sold = Counter[str]()
        self.storage = Counter[str]()
        self.tiles: dict[int, str] = {}
        self.estate: str | None = None
        self.dice: list[int] = []


class BurgundyReader(Reader):
    """A table that is kept by the log alone; known besides are the options and the rules of set-up."""

    lines = LINES

    def __init__(self, names: tuple[str, ...], options: Mapping[str, Any]) -> None:
        super().__init__(names, options)
        self.players = [Player() for _ in names]
        estates = options["estates"]
        if estates != "random":
            for seat, player in enumerate(self.players):
                player.estate = estates if isinstance(estates, str) else estates[seat]
        if options["castles"] == "centre":
            for player in self.players:
                (estate,) = (one for one in ESTATES if one.name == player.estate)
                if COLOURS.index(estate.colours[18]) == COLOUR_NAMES.index("castle"):
                    player.tiles[19] = "castle"
        self.track: list[int] = []
        self.order: list[int] = []
        self.depots = [Counter[str]() for _ in range(6)]
        self.black = Counter[str]()
        self.goods = [Counter[str]() for _ in range(6)]
        self.rounds: list[str] = []
        self.large = set(COLOUR_NAMES)
        self.small = set(COLOUR_NAMES)

    def of(self, who: str) -> Player:
        """A player by name."""
        return self.players[self.seat_of[who]]

    def use(self, who: str, die: str | None, paid: str | None) -> None:
        """A die is used and workers are paid."""
        player = self.of(who)
        player.workers -= number(paid)
        if die:
            player.dice.remove(int(die))

    # -- a round ----------------------------------------------------------------------------------

    @LINES.read(rf"{WHO} rolls a \d and is the start player\.")
    def starts(self, who: str) -> None:
        first = self.seat_of[who]
        self.track = [(first + place) % len(self.players) for place in range(len(self.players))]
        self.order = self.track[:]

    @LINES.read(rf"{WHO} has {BOTH}; goods: (?P<goods>[\w, ]+)\.")
    def has(self, who: str, silverlings: str | None, workers: str | None, goods: str) -> None:
        player = self.of(who)
        player.silverlings, player.workers = number(silverlings), number(workers)
        player.goods = Counter(goods.split(", "))

    @LINES.read(r"The depots are filled: (?P<depots>.+)\.")
    def fill_depots(self, depots: str) -> None:
        self.depots = [
            Counter(TILE[title] for title in held.split(", ")) for held in re.findall(r"\d \((.+?)\)", depots)
        ]

    @LINES.read(r"The black depot is filled: (?P<held>.+)\.")
    def fill_black_depot(self, held: str) -> None:
        self.black = Counter(TILE[title] for title in held.split(", "))

    @LINES.read(r"The goods of its rounds: (?P<goods>.+)\.")
    def lay_out_goods(self, goods: str) -> None:
        self.rounds = goods.split(", ")

    @LINES.read(rf"{WHO} rolls (?P<first>\d) and (?P<second>\d)\.")
    def roll(self, who: str, first: str, second: str) -> None:
        self.of(who).dice = [int(first), int(second)]

    @LINES.read(r"Round \d of phase \w: an? (?P<good>\w+) good goes to depot (?P<depot>\d)\.")
    def bring_good(self, good: str, depot: str) -> None:
        self.goods[int(depot) - 1][good] += 1
        self.order = self.track[:]

    # -- what players do --------------------------------------------------------------------------

    @LINES.read(rf"{WHO} takes {GOOD} from depot (?P<depot>\d)\.")
    def load(self, who: str, count: str, good: str, depot: str) -> None:
        self.goods[int(depot) - 1][good] -= int(count)
        self.of(who).goods[good] += int(count)

    @LINES.read(rf"{WHO} takes (?:the )?(?P<title>.+) from depot (?P<depot>\d){DIE}\.")
    def take(self, who: str, title: str, depot: str, die: str | None, paid: str | None) -> None:
        self.use(who, die, paid)
        self.depots[int(depot) - 1][TILE[title]] -= 1
        self.of(who).storage[TILE[title]] += 1

    @LINES.read(
        rf"{WHO} buys (?:the )?(?P<title>.+) from (?:the (?P<black>black) depot|depot (?P<depot>\d))"
        rf" for {BOTH}\."
    )
    def buy(
        self,
        who: str,
        title: str,
        black: str | None,
        depot: str | None,
        silverlings: str | None,
        workers: str | None,
    ) -> None:
        player, tile = self.of(who), TILE[title]
        (self.black if black else self.depots[number(depot) - 1])[tile] -= 1
        player.storage[tile] += 1
        player.silverlings -= number(silverlings)
        player.workers -= number(workers)

    @LINES.read(rf"{WHO} discards (?:the )?(?P<title>.+)\.")
    def discard(self, who: str, title: str) -> None:
        self.of(who).storage[TILE[title]] -= 1

    @LINES.read(rf"{WHO} places the starting castle on space (?P<space>\d+) of estate (?P<estate>[\w-]+)\.")
    def lay_castle(self, who: str, space: str, estate: str) -> None:
        self.of(who).estate = estate
        self.of(who).tiles[int(space)] = "castle"

    @LINES.read(rf"{WHO} plays estate (?P<estate>[\w-]+)\.")
    def choose_side(self, who: str, estate: str) -> None:
        self.of(who).estate = estate

    @LINES.read(rf"{WHO} places (?:the )?(?P<title>.+) on space (?P<space>\d+){DIE}\.")
    def place(self, who: str, title: str, space: str, die: str | None, paid: str | None) -> None:
        self.use(who, die, paid)
        self.of(who).storage[TILE[title]] -= 1
        self.of(who).tiles[int(space)] = TILE[title]

    @LINES.read(rf"{WHO} sells {GOOD}{DIE},? and gains {BOTH}\.")
    def sell(
        self,
        who: str,
        count: str,
        good: str,
        die: str | None,
        paid: str | None,
        silverlings: str | None,
        workers: str | None,
    ) -> None:
        self.use(who, die, paid)
        player = self.of(who)
        player.goods[good] -= int(count)
        player.sold[good] += int(count)
        player.silverlings += number(silverlings)
        player.workers += number(workers)

    @LINES.read(rf"{WHO} takes {BOTH}{DIE}\.")
    def hire(
        self, who: str, silverlings: str | None, workers: str | None, die: str | None, paid: str | None
    ) -> None:
        self.use(who, die, paid)
        self.of(who).silverlings += number(silverlings)
        self.of(who).workers += number(workers)

    @LINES.read(rf"{WHO} gains {BOTH} from .+\.")
    def gain(self, who: str, silverlings: str | None, workers: str | None) -> None:
        self.of(who).silverlings += number(silverlings)
        self.of(who).workers += number(workers)

    @LINES.read(rf"{WHO} moves to space (?P<space>\d) of the turn order track\.")
    def sail(self, who: str, space: str) -> None:
        seat = self.seat_of[who]
        self.players[seat].steps = int(space) - 1
        self.track.remove(seat)
        ahead = [one for one in self.track if self.players[one].steps > int(space) - 1]
        self.track.insert(len(ahead), seat)

    @LINES.read(rf"{WHO} scores (?P<points>\d+) points?: .+\.")
    def score(self, who: str, points: str) -> None:
        self.of(who).points += int(points)

    @LINES.read(r"\w+ covers all (?P<colour>[\w ]+) spaces and claims the (?P<size>large|small) bonus tile\.")
    def claim(self, colour: str, size: str) -> None:
        (self.large if size == "large" else self.small).remove(colour)

    LINES.idle(
        r"Phase \w begins\.",
        r"\w+ leaves \d+ \w+ goods? at depot \d\.",
        r"\w+ (?:sells|takes|places) (?:nothing|no goods) with the .+\.",
        r"\w+ takes no goods (?:with the ship|from a second depot)\.",
        r"The game is over: \w+ wins\.",
    )

    # -- the table --------------------------------------------------------------------------------

    def table(self) -> dict[str, Any]:
        return {
            "track": self.track,
            "order": self.order,
            "depots": [+depot for depot in self.depots],
            "black": +self.black,
            "goods": [+goods for goods in self.goods],
            "rounds": self.rounds,
            "large": self.large,
            "small": self.small,
            "players": [
                {
                    "points": player.points,
                    "silverlings": player.silverlings,
                    "workers": player.workers,
                    "steps": player.steps,
                    "goods": +player.goods,
                    "sold": +player.sold,
                    "storage": +player.storage,
                    "tiles": player.tiles,
                    "estate": player.estate,
                    "dice": sorted(player.dice),
                }
                for player in self.players
            ],
        }

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        mover = None if view["over"] else view["seat"]
        players = []
        done = view["order"][: view["turn"] - 1]
        for seat, player in enumerate(view["players"]):
            hand = [view["in hand"]] if seat == mover else []
            dice = view["dice"][seat]
            if seat == mover:
                dice = [dice[n - 1] for n in view["unused"]]
            elif view["over"] or seat in done:
                dice = []
            players.append(
                {
                    "points": player["points"],
                    "silverlings": player["silverlings"],
                    "workers": player["workers"],
                    "steps": player["steps"],
                    "goods": Counter(player["goods"]),
                    "sold": Counter(player["sold"]),
                    "storage": Counter(tile for tile in [*player["storage"], *hand] if tile),
                    "tiles": {int(space): tile for space, tile in player["tiles"].items()},
                    "estate": player["estate"],
                    "dice": sorted(die for die in dice if die),
                }
            )
        return {
            "track": view["track"],
            "order": view["order"],
            "depots": [Counter(tile for tile in depot if tile) for depot in view["depots"]],
            "black": Counter(tile for tile in view["black"] if tile),
            "goods": [Counter(goods) for goods in view["depot goods"]],
            "rounds": [good for good in view["round goods"] if good],
            "large": set(view["large bonuses"]),
            "small": set(view["small bonuses"]),
            "players": players,
        }
