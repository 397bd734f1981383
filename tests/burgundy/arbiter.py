"""A second opinion: what the rulebook allows and scores, worked out slowly and plainly from a view.

It shares nothing with the rules but the printed components, and it is as close to the rulebook's sentences
as Python can be. The properties hold the rules to it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from burgher.games.burgundy.components import (
    BUILDINGS,
    COLOUR_NAMES,
    ESTATE_NUMBER,
    ESTATES,
    GOODS,
    NUMBERS,
    SPACES,
    TILE_BY_NAME,
)

LETTERS = {"castle": "C", "mine": "M", "ship": "S", "animal": "A", "building": "B", "knowledge": "K"}
REGION_POINTS = [0, 1, 3, 6, 10, 15, 21, 28, 36]
PHASE_POINTS = {"A": 10, "B": 8, "C": 6, "D": 4, "E": 2}
BRINGS = {"carpenter": {"building"}, "church": {"mine", "knowledge", "castle"}, "market": {"ship", "animal"}}


def colour_of(tile: str) -> str:
    """The name of a tile's colour."""
    return COLOUR_NAMES[TILE_BY_NAME[tile].colour]


class Arbiter:
    """The rulebook at one moment of a game, for the player to move."""

    def __init__(self, view: dict[str, Any], options: dict[str, Any]) -> None:
        self.view = view
        self.edition = options["edition"]
        self.players = len(view["players"])
        self.me = view["players"][view["seat"]]
        estate = self.me["estate"]  # none before a side of the board is chosen
        self.estate = ESTATES[ESTATE_NUMBER[estate]] if estate is not None else ESTATES[0]
        self.tiles: dict[int, str] = {int(space): tile for space, tile in self.me["tiles"].items()}
        self.knows = {int(tile[10:]) for tile in self.tiles.values() if tile.startswith("knowledge-")}
        self.depots: dict[str, str] = {
            f"{depot}{place}": tile
            for depot, tiles in enumerate(view["depots"], start=1)
            for place, tile in zip("abcd", tiles, strict=True)
            if tile
        }
        self.black = {f"black-{spot}" for spot, tile in enumerate(view["black"], start=1) if tile}

    # -- what is allowed ---------------------------------------------------------------------------

    def allowed(self) -> set[str]:
        """Every action the rulebook allows now, in words."""
        if self.view["over"]:
            return set()
        match self.view["pending"][-1] if self.view["pending"] else None:
            case None:
                return set(self.turn())
            case "castle action":  # p. 6: an action of his choice, with any number
                return {*self.placements(), *self.takes(), *self.sales(), "workers", *self.bought_between()}
            case "warehouse":  # p. 7: he may sell one type of goods of his choice
                return {*self.sales(), "skip"}
            case "carpenter" | "church" | "market" as building:  # p. 7: he may take a tile
                return {*self.takes(BRINGS[building]), "skip"}
            case "city hall":  # p. 7: he may add a second tile
                return {*self.placements(), "skip", *self.bought_between()}
            case "ship":  # p. 5: the goods of any one depot
                empty = {"skip"} if len(self.with_goods()) < 6 else set()
                return {f"load {depot}" for depot in self.with_goods()} | empty
            case "ship, second depot":  # p. 10: of two neighbouring goods spaces
                (first,) = self.view["loading"]
                beside = {first % 6 + 1, (first - 2) % 6 + 1}
                return {f"load {depot}" for depot in beside & self.with_goods()} | {"skip"}
            case "goods to keep":  # p. 5: three types at most
                waiting = {
                    good for depot in self.view["loading"] for good in self.view["depot goods"][depot - 1]
                }
                return {f"keep {good}" for good in waiting - set(self.me["goods"])}
            case "storage to clear":  # p. 5: first choose a prior tile to discard
                return {"discard 1", "discard 2", "discard 3"}
            case "payment":
                workers, silverlings = self.me["workers"], self.me["silverlings"]
                return {f"pay {n}" for n in range(3) if n <= workers and 2 - n <= silverlings}
            case "side to choose":  # p. 12
                return {"side a", "side b"}
            case _:
                return {
                    f"castle {space + 1}" for space, colour in enumerate(self.estate.colours) if colour == "C"
                }

    def turn(self) -> Iterator[str]:
        """Two actions, one for each die (p. 4), and a purchase at any point (p. 9)."""
        for die in self.view["unused"]:
            shows = self.view["dice"][self.view["seat"]][die - 1]
            for slot, space in self.fitting():
                eased = self.eases_placing(self.me["storage"][slot - 1])
                if self.workers_for(shows, NUMBERS[space - 1], eased) <= self.me["workers"]:
                    yield f"{die} place {slot}-{space}"
            for spot in self.depots:
                if self.workers_for(shows, int(spot[0]), 12 in self.knows) <= self.me["workers"]:
                    yield f"{die} take {spot}"
            for good in self.me["goods"]:
                if self.workers_for(shows, GOODS.index(good) + 1, eased=False) <= self.me["workers"]:
                    yield f"{die} sell {good}"
            yield f"{die} workers"
        yield from self.purchases()
        if not self.view["unused"]:
            yield "end"

    def workers_for(self, die: int, number: int, eased: bool) -> int:
        """Up or down by 1 for each worker, also from 1 to 6 (p. 4); tiles 8 to 12 (p. 10)."""
        steps = min((die - number) % 6, (number - die) % 6)
        if eased and steps:
            steps -= 1
        return (steps + 1) // 2 if 8 in self.knows else steps

    def eases_placing(self, tile: str) -> bool:
        """Tiles 9 to 11 adjust dice that place their colours (p. 10)."""
        colours = {9: {"building"}, 10: {"ship", "animal"}, 11: {"castle", "mine", "knowledge"}}
        return any(number in self.knows and colour_of(tile) in colours[number] for number in colours)

    def fitting(self) -> Iterator[tuple[int, int]]:
        """Empty spaces of the tile's colour, beside a tile (p. 5); each building once in a city (p. 6)."""
        for slot, tile in enumerate(self.me["storage"], start=1):
            for space in range(1, 38) if tile else ():
                if (
                    space not in self.tiles
                    and self.estate.colours[space - 1] == LETTERS[colour_of(tile)]
                    and any(beside + 1 in self.tiles for beside in SPACES.neighbours[space - 1])
                    and not self.doubles(tile, space)
                ):
                    yield slot, space

    def doubles(self, tile: str, space: int) -> bool:
        """Whether a building is in the city already, which only tile 1 allows."""
        city = {self.tiles.get(other) for other in self.region(space)}
        return tile in BUILDINGS and 1 not in self.knows and tile in city

    def region(self, space: int) -> list[int]:
        """The region of a space."""
        return next([s + 1 for s in region] for region in self.estate.regions if space - 1 in region)

    def placements(self) -> Iterator[str]:
        """Placing whatever the number."""
        for slot, space in self.fitting():
            yield f"place {slot}-{space}"

    def takes(self, colours: set[str] | None = None) -> Iterator[str]:
        """Taking from any numbered depot."""
        for spot, tile in self.depots.items():
            if colours is None or colour_of(tile) in colours:
                yield f"take {spot}"

    def sales(self) -> Iterator[str]:
        """Selling any type of goods."""
        for good in self.me["goods"]:
            yield f"sell {good}"

    def purchases(self) -> set[str]:
        """Once a turn, for 2 silverlings, from the black depot (p. 9); with tile 6 from any (p. 10)."""
        money = self.me["silverlings"]
        if self.edition == "2019" and 6 in self.knows:
            money += self.me["workers"]
        if self.view["bought"] or money < 2:
            return set()
        return {f"buy {spot}" for spot in self.black | (set(self.depots) if 6 in self.knows else set())}

    def bought_between(self) -> set[str]:
        """In the edition of 2019, one may buy in the middle of an action, with castle and city hall."""
        return self.purchases() if self.edition == "2019" else set()

    def with_goods(self) -> set[int]:
        """The depots that have goods."""
        return {depot for depot, goods in enumerate(self.view["depot goods"], start=1) if goods}

    # -- what is scored ----------------------------------------------------------------------------

    def points_for(self, action: str) -> dict[str, int]:
        """What an action scores at once, by source."""
        words = action.split()
        points: Counter[str] = Counter()
        if "place" in words:
            slot, space = map(int, words[-1].split("-"))
            points = self.points_for_placing(self.me["storage"][slot - 1], space)
        elif "sell" in words:  # p. 9: 2, 3 or 4 points for each tile
            points["goods sold"] = self.me["goods"][words[-1]] * self.players
        return {source: count for source, count in points.items() if count}

    def points_for_placing(self, tile: str, space: int) -> Counter[str]:
        """Animals, watchtowers, regions and colours (p. 6-8)."""
        points: Counter[str] = Counter()
        covered = {*self.tiles, space}
        region = self.region(space)
        if covered.issuperset(region):
            points["regions"] = REGION_POINTS[len(region)]
            points["phase bonus"] = PHASE_POINTS[self.view["phase"]]
        colour = colour_of(tile)
        if covered.issuperset(s for s in range(1, 38) if self.estate.colours[s - 1] == LETTERS[colour]):
            if colour in self.view["large bonuses"]:
                points["large bonus tiles"] = self.players + 3
            elif colour in self.view["small bonuses"]:
                points["small bonus tiles"] = self.players
        if colour == "animal":
            animal = tile.split("-")[0]
            herd = [tile, *(self.tiles[s] for s in region if self.tiles.get(s, "").startswith(animal))]
            points["animals"] = sum(int(grazing[-1]) for grazing in herd)
            if 7 in self.knows:
                points[knowledge_source(7)] = len(herd)
        if tile == "watchtower":
            points["watchtowers"] = 4
        return points


COUNTED = {
    7: "animal tiles",
    15: "types of goods sold",
    16: "warehouses",
    17: "watchtowers",
    18: "carpenter's workshops",
    19: "churches",
    20: "markets",
    21: "boarding houses",
    22: "banks",
    23: "city halls",
    24: "types of animal",
    25: "goods tiles sold",
    26: "bonus tiles",
}
"""What the knowledge tiles that score count."""


def knowledge_source(number: int) -> str:
    """What the points of a knowledge tile are called."""
    return f"knowledge tile {number}, {COUNTED[number]}"


def final_points(player: dict[str, Any], edition: str) -> dict[str, int]:
    """The final scoring of a player, by source (p. 9, 11)."""
    tiles = list(player["tiles"].values())
    points: Counter[str] = Counter()
    points["goods left"] = sum(player["goods"].values())
    points["silverlings left"] = player["silverlings"]
    points["workers left"] = player["workers"] // 2
    counts = {number: tiles.count(building) * 4 for number, building in enumerate(BUILDINGS, start=16)}
    counts[15] = len(player["sold"]) * (3 if edition == "2011" else 2)
    counts[24] = len({tile[:-2] for tile in tiles if colour_of(tile) == "animal"}) * 4
    counts[25] = sum(player["sold"].values())
    counts[26] = player["bonuses"] * (2 if edition == "2011" else 3)
    for number, count in counts.items():
        if f"knowledge-{number}" in tiles:
            points[knowledge_source(number)] = count
    return {source: count for source, count in points.items() if count}
