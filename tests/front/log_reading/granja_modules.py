"""Follows La Granja with its modules by its log: what they bring to the farms, and most of what is theirs."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import burgher
from burgher.games.granja.modules.hired_hands import spot_name
from burgher.games.granja.naming import roof_tiles
from burgher.games.granja.wording.modules.hired_hands import spot_title
from front.log_reading.base import Lines
from front.log_reading.granja import BOX, BUILDING_OF, FIELD, KIND_OF, ONE, WHO, GranjaReader, counted
from front.log_reading.granja import LINES as BASE

LINES = Lines()
COLCHONERA = BOX.modules.colchonera
SPOT_OF = {spot_title(spot, BOX): spot_name(spot) for spot in range(24 + 4 + 4 + 6)}
LADY_OF = {lady.name: n for n, lady in enumerate(BOX.modules.ladies.cards, start=1)}
SPOT = r"(?P<spot>stall \d-\d|barrow \d|the card in place \d betwixt|the [a-z ]+)"


class ModulesReader(GranjaReader):
    """A table with modules."""

    lines = LINES

    def __init__(self, names: tuple[str, ...], options: Mapping[str, Any]) -> None:
        super().__init__(names, options)
        self.modules: tuple[str, ...] = tuple(options["modules"])
        game: Any = burgher.load("granja", len(names), modules=self.modules)
        self.roof_of = {roof.name: roof for roof in roof_tiles(BOX, game.modules)}
        seats = range(len(names))
        self.gray = [0] * 6
        self.boards: list[set[int]] = [set() for _ in seats]
        self.mattresses = [[0 for _ in seats] for _ in COLCHONERA.rows]
        self.betwixt: dict[int, list[int]] = {}
        self.trade_boards = [0 for _ in seats]
        self.trade_markers: list[list[int]] = [[] for _ in seats]
        self.modifiers = [0 for _ in seats]
        self.journeys: dict[int, int] = {}
        self.home = [2 for _ in seats]
        self.out: list[set[str]] = [set() for _ in seats]
        self.lying: list[set[int]] = [set() for _ in seats]
        self.ladies: list[int | None] = [None for _ in seats]
        self.green: int | None = None
        self.grand = [1 for _ in seats]
        self.town: set[str] = set()
        self.built: set[str] = set()
        self.songs: set[int] = set()
        self.gone = Counter[str]()

    def take(self, who: str, name: str, field: str | None) -> None:
        kind = self.of(who).disguised or KIND_OF[name]
        if self.gone[kind]:  # it has left its field already
            self.gone[kind] -= 1
            self.of(who).disguised = None
        else:
            super().take(who, name, field)

    @LINES.read(rf"{WHO} takes {ONE} from a field\.")
    def take_from_field(self, who: str, one: str) -> None:
        self.of(who).ripe[KIND_OF[one]] -= 1
        self.gone[KIND_OF[one]] += 1

    # -- roof tiles -------------------------------------------------------------------------------

    @LINES.read(rf"{WHO} buys roof tile (?P<tile>\w+) for (?P<silver>\d+) silver: .+\.")
    def buy_any_roof(self, who: str, tile: str, silver: str) -> None:
        self.display.discard(tile)
        self.of(who).silver -= int(silver)
        self.of(who).roofs.append((tile, not self.roof_of[tile].effect.is_empty))

    def add_dice(self, shown: str) -> None:
        if not any(self.dice):
            self.gray = [0] * 6
        super().add_dice(shown)

    # -- gray dice --------------------------------------------------------------------------------

    @LINES.read(r"\w+ takes a gray (?P<number>\d)(?: and uses it as a \d)?\.")
    def take_gray(self, number: str) -> None:
        self.dice[int(number) - 1] -= 1
        self.gray[int(number) - 1] -= 1

    @LINES.read(r"(?:\w+ picks|It was) a gray (?P<number>\d)\.")
    def pick_gray(self, number: str) -> None:
        self.gray[int(number) - 1] -= 1

    @LINES.read(r"Gray among the dice: (?P<shown>.+)\.")
    def show_gray(self, shown: str) -> None:
        for number in shown.split(", "):
            self.gray[int(number) - 1] += 1

    @LINES.read(
        rf"{WHO} (?:asks the counsellor of|puts a marker on) (?P<number>\d)(?:: .+| of the outlaws' board)\."
    )
    def mark_board(self, who: str, number: str) -> None:
        self.boards[self.seat_of[who]].add(int(number))

    @LINES.read(rf"{WHO}'s markers leave the counsellors' board\.")
    def clear_board(self, who: str) -> None:
        self.boards[self.seat_of[who]] = set()

    @LINES.read(rf"{WHO} discards the markers on (?P<numbers>.+) of the outlaws' board\.")
    def ransom(self, who: str, numbers: str) -> None:
        self.boards[self.seat_of[who]] -= set(map(int, re.findall(r"\d", numbers)))

    @LINES.read(rf"{WHO} loses {ONE} (?:off barrow (?P<place>\d)|at the (?P<building>.+))\.")
    def lose_loaded(self, who: str, one: str, place: str | None, building: str | None) -> None:
        player = self.of(who)
        if place:
            barrow = player.barrows[int(place) - 1]
            assert barrow is not None
            barrow[1][KIND_OF[one]] -= 1
        else:
            number = BUILDING_OF[str(building)].number
            player.rows[number][1][KIND_OF[one]] -= 1
            if not +player.rows[number][1]:
                del player.rows[number]

    # -- deliveries to modules --------------------------------------------------------------------

    @LINES.read(r"Between (?P<who>\w+) and \w+ lies Betwixt card (?P<card>\d+)\.")
    def lay_betwixt(self, who: str, card: str) -> None:
        self.betwixt[self.seat_of[who]] = [int(card), 0]

    @LINES.read(rf"{WHO} delivers {ONE}{FIELD} to the card in place (?P<place>\d) betwixt\.")
    def deliver_betwixt(self, who: str, one: str, field: str | None, place: str) -> None:
        self.take(who, one, field)
        self.betwixt[int(place) - 1][1] += 1

    @LINES.read(r"\w+ takes the second reward of Betwixt card (?P<card>\d+): .+\.")
    def remove_betwixt(self, card: str) -> None:
        self.betwixt = {place: one for place, one in self.betwixt.items() if one[0] != int(card)}

    @LINES.read(rf"{WHO} delivers (?:(?P<silver>1 silver)|{ONE}) to the Colchonera board\.")
    def deliver_mattress(self, who: str, silver: str | None, one: str | None) -> None:
        kind = "silver" if silver else KIND_OF[str(one)]
        if one:
            self.take(who, one, None)
        row = next(n for n, row in enumerate(COLCHONERA.rows) if kind in row.deliver)
        self.mattresses[row][self.seat_of[who]] += 1

    @LINES.read(rf"{WHO} delivers {ONE} to (?P<owner>\w+)'s trade board\.")
    def deliver_trade(self, who: str, one: str, owner: str) -> None:
        self.take(who, one, None)
        self.trade_markers[self.seat_of[owner]].append(self.seat_of[who])

    @LINES.read(rf"{WHO} has trade board (?P<board>\d)\.")
    def get_trade_board(self, who: str, board: str) -> None:
        self.trade_boards[self.seat_of[who]] = int(board)

    @LINES.read(rf"{WHO} gains a modifier marker\.")
    def gain_modifier(self, who: str) -> None:
        self.modifiers[self.seat_of[who]] += 1

    @LINES.read(rf"{WHO} uses a modifier marker .+\.")
    def use_modifier(self, who: str) -> None:
        self.modifiers[self.seat_of[who]] -= 1

    @LINES.read(rf"{WHO} sends .+ on journey (?P<journey>\d+)\.")
    def travel(self, who: str, journey: str) -> None:
        self.journeys[int(journey)] = self.seat_of[who]

    # -- workers ----------------------------------------------------------------------------------

    @LINES.read(rf"{WHO} sends a worker to {SPOT}(?: for \d+ silver)?\.")
    def send_worker(self, who: str, spot: str) -> None:
        self.home[self.seat_of[who]] -= 1
        self.out[self.seat_of[who]].add(SPOT_OF[spot])

    @LINES.read(rf"{WHO}'s worker (?:comes home from|leaves) {SPOT}(?: instead of the marker)?\.")
    def bring_worker(self, who: str, spot: str) -> None:
        seat = self.seat_of[who]
        self.home[seat] += 1
        name = SPOT_OF[spot]
        if name in self.out[seat]:
            self.out[seat].remove(name)
        else:
            self.lying[seat].remove(int(name.removeprefix("building-")))

    @LINES.read(rf"{WHO} takes a worker home from {SPOT}, for a delivery\.")
    def use_worker(self, who: str, spot: str) -> None:
        self.bring_worker(who, spot)

    @LINES.read(rf"{WHO} lays a worker down beside {SPOT}\.")
    def lay_worker(self, who: str, spot: str) -> None:
        self.out[self.seat_of[who]].remove(SPOT_OF[spot])
        self.lying[self.seat_of[who]].add(int(SPOT_OF[spot].removeprefix("building-")))

    # -- ladies -----------------------------------------------------------------------------------

    @LINES.read(rf"{WHO} chooses (?P<lady>{'|'.join(LADY_OF)}): .+\.")
    def choose_lady(self, who: str, lady: str) -> None:
        self.ladies[self.seat_of[who]] = LADY_OF[lady]

    @LINES.read(r"\w+'s green die shows (?P<number>\d)\.")
    def show_green(self, number: str) -> None:
        self.green = int(number)

    @LINES.read(r"\w+ uses the green \d(?: as a \d)?\.")
    def use_green(self) -> None:
        self.green = None

    @LINES.read(r"The green die, which was not used, goes back onto Ana's card\.")
    def put_green_back(self) -> None:
        self.green = None

    @LINES.read(rf"{WHO}'s Nina sells (?P<what>.+)\.")
    def sell_at_last(self, who: str, what: str) -> None:
        self.of(who).goods -= counted(what)

    # -- grand markers ----------------------------------------------------------------------------

    @LINES.read(
        rf"{WHO} delivers {ONE} and (?P<other>[a-z ]+?) to (?:barrow (?P<place>\d)|row (?P<row>\w) of the"
        r" (?P<building>[a-z ]+)|the card in place (?P<card>\d) betwixt) under a grand marker\."
    )
    def cover(
        self,
        who: str,
        one: str,
        other: str,
        place: str | None,
        row: str | None,
        building: str | None,
        card: str | None,
    ) -> None:
        self.grand[self.seat_of[who]] -= 1
        for name in (one, other):
            self.take(who, name, None)
            if place:
                self.load(who, int(place) - 1, name)
            elif card:
                self.betwixt[int(card) - 1][1] += 1
            else:
                rows = self.of(who).rows
                _, met = rows.setdefault(BUILDING_OF[str(building)].number, (str(row), Counter[str]()))
                met[KIND_OF[name]] += 1

    @LINES.read(rf"A grand marker goes back to {WHO}\.")
    def return_grand(self, who: str) -> None:
        self.grand[self.seat_of[who]] += 1

    @LINES.read(
        rf"{WHO} uses the instant side of the .+ instead, and turns the marker of the (?P<building>.+)"
        r" to its ongoing side\."
    )
    def turn_at_once(self, who: str, building: str) -> None:
        self.of(who).ongoing.add(BUILDING_OF[building].number)

    # -- the town, and songs ----------------------------------------------------------------------

    @LINES.read(r"The (?P<name>[A-Z][\w ]+) can be built\.")
    def show_building(self, name: str) -> None:
        self.town.add(name)

    @LINES.read(r"The (?P<name>[A-Z][\w ]+) goes into the .+\.")
    def house(self, name: str) -> None:
        self.town.remove(name)
        self.built.add(name)

    @LINES.read(rf"{WHO} buys \w+ donkey tile (?P<tile>\d+) for (?P<silver>\d+) silver\.")
    def buy_song(self, who: str, tile: str, silver: str) -> None:
        self.of(who).silver -= int(silver)
        self.songs.add(int(tile))

    @LINES.read(rf"{WHO} pays (?P<silver>\d+) silver for more steps\.")
    def pay_for_steps(self, who: str, silver: str) -> None:
        self.of(who).silver -= int(silver)

    @LINES.read(rf"{WHO} has chosen \w+ donkey tile (?P<tile>\d+)\.")
    def choose_song(self, who: str, tile: str) -> None:
        self.songs.remove(int(tile))

    LINES.idle(r"\w+ (?:has chosen|takes back) the tile .+\.")  # which tile is which: not followed here

    LINES.idle(
        r"\w+ builds the .+ beside .+: .+\.",
        r"\w+ (?:contributed most to|keeps) Betwixt card \d+.*\.",
        r"\w+ gives .+ to the outlaw of \d\.",
        rf"(?:Ladies to choose from: .+|\w+'s (?:{'|'.join(LADY_OF)}) works|\w+ rewards \w+'s siesta)\.",
        r"\w+ (?:buys no other roof tile|sends the grand marker to the market)\.",
        r"\w+ (?:chooses|uses the [A-Z]).+\.",
        r"The [A-Z][\w ]+ works for \w+: .+\.",
        r"\w+ (?:is done|declines|can make nothing of it|does without)\.",
    )

    def table(self) -> dict[str, Any]:
        table = super().table()
        for player in table["players"]:
            del player["donkeys"]
        return {
            **table,
            "gray": self.gray,
            "boards": self.boards,
            "mattresses": self.mattresses,
            "betwixt": self.betwixt,
            "trade boards": [self.trade_boards, self.trade_markers, self.modifiers],
            "journeys": self.journeys,
            "workers": [self.home, self.out, self.lying],
            "ladies": self.ladies,
            "green": self.green,
            "grand": self.grand,
            "town": [self.town, self.built],
            "songs": self.songs,
        }

    def seen(self, view: Mapping[str, Any]) -> dict[str, Any]:
        seen = super().seen(view)
        for player in seen["players"]:
            del player["donkeys"]
        with_modules = {key: value for key, value in self.table().items() if key not in seen}
        seen |= with_modules  # as they are where a module is not in play
        for name, module in view["modules"].items():
            match name:
                case "counsellors" | "outlaws":
                    seen["gray"] = module["gray"]
                    seen["boards"] = [set(marked) for marked in module["marked"]]
                case "colchonera":
                    seen["mattresses"] = module["markers"]
                case "betwixt":
                    seen["betwixt"] = {
                        place: [card["card"], card["near"] + card["far"]]
                        for place, card in enumerate(module["cards"])
                        if card
                    }
                case "trade-boards":
                    boards = module["players"]
                    seen["trade boards"] = [
                        [board["board"] for board in boards],
                        [[trader for trader in board["traders"] if trader is not None] for board in boards],
                        [board["modifiers"] for board in boards],
                    ]
                case "long-distance-trade":
                    owned = ((one["number"], one["seat"]) for one in module["journeys"])
                    seen["journeys"] = {number: seat for number, seat in owned if seat is not None}
                case "hired-hands":
                    seen["workers"] = [
                        module["home"],
                        [set(out) for out in module["out"]],
                        [set(one) for one in module["lying"]],
                    ]
                case "ladies":
                    seen["ladies"] = module["ladies"]
                    seen["green"] = module["green"]
                case "grand-markers":
                    seen["grand"] = module["supply"]
                case "donkey-song":
                    seen["songs"] = {tile for owned in module["owned"] for tile in owned}
                case "bustling-town" | "bustling-town-b":
                    cards = BOX.modules.bustling_town.buildings
                    seen["town"] = [
                        {cards[n - 1].name for n in [*module["display"], module["building"]] if n},
                        {cards[one["building"] - 1].name for one in module["built"]},
                    ]
        return seen


LINES.kinds += BASE.kinds
