"""The table drawn for a terminal, from what a seat may see and from nothing else.

Above lies the game board: dice, market place, craft buildings, siesta track, roof tiles. Below it are the
others in short, then one's own farm with its cards on four sides, and the hand. Colour helps and is never
needed: players are numbers, and goods that have been delivered are in capitals. A `~` marks what is a
reconstruction.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rich.console import Group
from rich.constrain import Constrain
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from burgher.games.granja.components import (
    KINDS,
    MARKET,
    PHASES,
    RESOURCES,
    ROUNDS,
    STALL_NAMES,
    Building,
    Card,
    Components,
    Space,
)
from burgher.games.granja.naming import KIND_NAMES, PHASE_NAMES, gains, goods, lowered, several
from burgher.games.granja.wording.modules.registry import (
    donkey_label,
    holder_names,
    siesta_discs,
    wording_of_module,
)
from burgher.kernel.drawing import Drawing, View

if TYPE_CHECKING:
    from rich.console import RenderableType

    from burgher.games.granja.data import Module


LEAST_WIDTH = 100
"""A narrower terminal gets the market place above the craft buildings, and these in two columns."""
MOST_WIDTH = 120
LETTERS = 4
"""Where it is tight, the letters of a good in a row of a craft building: they tell it from all others."""

_SEATS = (
    "bold #ffffff on #1f5fa8",
    "bold #201800 on #f0c030",
    "bold #ffffff on #2c7a44",
    "bold #ffffff on #b03030",
)
_VALUES = {
    2: "#202020 on #f2efe6",
    3: "#202020 on #e6dcb8",
    4: "#202020 on #dcc48c",
    5: "#201000 on #d0a464",
    6: "#201000 on #c98d4e",
}
_BENEFITS = {"delivery": "delivery", "stall": "pig stall", "hand": "hand +1", "income": "income +1"}


def draw(
    view: View, seat: int | None, names: Sequence[str], components: Components, modules: Sequence[Module] = ()
) -> RenderableType:
    """The table as `seat` may see it; a spectator looks over the shoulder of whoever decides."""
    return _Drawing(view, view["seat"] if seat is None else seat, names, components, modules)


class _Drawing(Drawing):
    """The table, arranged for the terminal it is printed on."""

    def __init__(
        self, view: View, seat: int, names: Sequence[str], components: Components, modules: Sequence[Module]
    ) -> None:
        super().__init__(view, seat, names)
        self.components = components
        self.modules = modules

    def arranged(self, width: int) -> RenderableType:
        view, components, names = self.view, self.components, self.names
        others = [(self.seat + n) % len(names) for n in range(1, len(names))]
        drawing = Group(
            *_progress(view, names, self.modules),
            Text(),
            _board(view, components, min(width, MOST_WIDTH)),
            Text(),
            _siesta(view, components, self.modules),
            *_roofs_for_sale(view, components),
            *(_module(module, view, names, components) for module in self.modules),
            _anytime(components),
            Text("CAPITALS: delivered already   ~ reconstructed, ? reconstructed tells more", "dim"),
            *(line for seat in others for line in _other(view, seat, names, components, self.modules)),
            Text(),
            *_own(view, self.seat, names, components, self.modules),
        )
        return Constrain(drawing, MOST_WIDTH)

    def in_short(self, width: int) -> Iterator[RenderableType]:
        """Without what is printed on board and cards; then the others in two lines each; then tighter."""
        view, components, names = self.view, self.components, self.names
        others = [(self.seat + n) % len(names) for n in range(1, len(names))]
        mine = view["players"][self.seat]
        for lines in (None, 1):
            drawing = Group(
                *_progress(view, names, self.modules),
                _dice(view),
                Group(_market(view, components), _crafts_in_short(view, components)),
                _siesta(view, components, self.modules),
                _roof_names(view, components),
                *(_module(module, view, names, components) for module in self.modules),
                *(
                    line
                    for seat in others
                    for line in _other(view, seat, names, components, self.modules, lines)
                ),
                _title(view, self.seat, names),
                _indented([Text(line) for line in _in_short(mine, components, self.modules)], 4),
                *([] if mine["hand"] is None else [_hand_in_short(mine["hand"], components)]),
            )
            yield Constrain(drawing, MOST_WIDTH)
        for in_a_line in (False, True):
            yield Constrain(self._tight(others, in_a_line=in_a_line), MOST_WIDTH)

    def _tight(self, others: Sequence[int], *, in_a_line: bool) -> RenderableType:
        """Dice, siesta track and roof tiles beside the market, goods in a few letters, modules by name."""
        view, components, names = self.view, self.components, self.names
        mine = view["players"][self.seat]
        top = Table.grid(padding=(0, 2))
        top.add_column(no_wrap=True)
        top.add_column(ratio=1)
        beside = [_dice(view), _siesta(view, components, self.modules), _roof_names(view, components)]
        top.add_row(_market(view, components), Text("\n").join(beside))
        modules = ", ".join(module.title for module in self.modules)
        told = _other_in_a_line if in_a_line else _other_in_two_lines
        return Group(
            *_progress(view, names, self.modules),
            top,
            _crafts_in_short(view, components, tight=True),
            *([Text(f"Modules, which board draws: {modules}")] if modules else []),
            *(line for seat in others for line in told(view, seat, names, components, self.modules)),
            _title(view, self.seat, names),
            _indented([Text("   ".join(_in_short(mine, components, self.modules, tight=True)))], 4),
            *([] if mine["hand"] is None else [_hand_in_short(mine["hand"], components)]),
        )


def _mark(block: str, components: Components) -> str:
    """A mark for what is a reconstruction."""
    return "~" if components.confidence[block] == "reconstructed" else ""


def _module(module: Module, view: View, names: Sequence[str], components: Components) -> RenderableType:
    """What a module has on the table."""
    wording = wording_of_module(module)
    mark = "~" if wording.remark(components) else ""
    lines = [Text(line) for line in wording.draw(view, names, components)]
    return Group(Text(f"{module.title}{mark}", "bold"), _indented(lines))


def _player(seat: int) -> tuple[str, str]:
    """A player's number in their colour."""
    return f"{seat + 1}", _SEATS[seat]


# -- the game board -------------------------------------------------------------------------------


def _progress(view: View, names: Sequence[str], modules: Sequence[Module]) -> Iterator[Text]:
    """Where in the game we are, and who comes after whom."""
    if view["over"]:
        yield Text("The game is over", "bold")
    else:
        phase = PHASE_NAMES[PHASES.index(view["phase"])]
        yield Text(f"Round {view['round']} of {ROUNDS}, {phase} phase: {view['step']}", "bold")
    order = Text("Turn order: ")
    everybody = [*names, *holder_names(modules)]
    for place, seat in enumerate(view["order"]):
        order.append(", " if place else "")
        order.append(f" {seat + 1} ", _SEATS[seat])
        order.append(f" {everybody[seat]}")
    order.append(f"   Deck {view['deck']}, discarded {len(view['discards'])}")
    yield order


def _board(view: View, components: Components, width: int) -> RenderableType:
    """Revenue spaces and the market beside each other, the craft buildings below."""
    columns = 3 if width >= LEAST_WIDTH else 2
    crafts = Table.grid(padding=(0, 2), expand=True)
    for _ in range(columns):
        crafts.add_column(ratio=1)
    drawn = [_building(view, building, components) for building in components.buildings]
    for start in range(0, len(drawn), columns):
        crafts.add_row(*drawn[start : start + columns])
    if width < LEAST_WIDTH:
        return Group(_spaces(view, components), _market(view, components), Text(), crafts)
    top = Table.grid(padding=(0, 3))
    top.add_row(_market(view, components), _spaces(view, components))
    return Group(top, Text(), crafts)


def _crafts_in_short(view: View, components: Components, *, tight: bool = False) -> RenderableType:
    """The rows of the craft buildings, three beside each other."""
    crafts = Table.grid(padding=(0, 2))
    drawn = [
        _building(view, building, components, in_short=True, tight=tight) for building in components.buildings
    ]
    for start in range(0, len(drawn), 3):
        crafts.add_row(*drawn[start : start + 3])
    return crafts


def _dice(view: View) -> Text:
    """The revenue dice that still lie there."""
    lying = [f"[{n}]" * dice for n, dice in enumerate(view["dice"], start=1) if dice]
    return Text(f"Revenue dice {' '.join(lying) if view['phase'] == 'revenue' and lying else '-'}")


def _roof_names(view: View, components: Components) -> Text:
    """The roof tiles that can still be bought, with their prices."""
    price = {roof.name: roof.cost for roof in components.roofs}
    tiles = [
        f"{place}: {name} for {price[name]}" for place, name in enumerate(view["roofs"], start=1) if name
    ]
    return Text(f"Roof tiles  {'  '.join(tiles) or '-'}")


def _hand_in_short(cards: Sequence[int], components: Components) -> Text:
    """The hand by numbers and helpers: `? 36` tells the rest of a card."""
    names = [f"{number} {components.card(number).helper.name}" for number in cards]
    return Text(f"Hand  {', '.join(names) or '-'}")


def _spaces(view: View, components: Components) -> RenderableType:
    """The revenue spaces with the dice that lie there."""
    grid = Table.grid(padding=(0, 1))
    grid.add_row("", Text(f"Revenue dice{_mark('revenue spaces', components)}", "bold"))
    for space in components.spaces:
        dice = view["dice"][space.number - 1] if view["phase"] == "revenue" else 0
        line = Text.assemble(_does(space, view), (f"  [{space.number}]" * dice, "bold"))
        if view["marked"] == space.number:
            line.append("  last die kept for ")
            line.append(*_player(view["marker"]))
        grid.add_row(Text(str(space.number), "bold"), line)
    return grid


def _does(space: Space, view: View) -> str:
    """What a revenue space does, as the board says or a module."""
    for module in view.get("modules", {}).values():
        if "spaces" in module:
            return lowered(module["spaces"][space.number - 1])
    return gains(space.effect)


def _market(view: View, components: Components) -> Text:
    """The stall places in their rows: place, value, and whose marker is there."""
    lines = [
        Text.assemble((f"Market place{_mark('market place', components)}", "bold"), "  place:value=player")
    ]
    space = 0
    widest = max(MARKET.widths)
    for width in MARKET.widths:
        line = Text(" " * 4 * (widest - width))
        for _ in range(width):
            line.append_text(_stall(view, space, components))
            space += 1
        line.rstrip()
        lines.append(line)
    return Text("\n").join(lines)


def _stall(view: View, space: int, components: Components) -> Text:
    name, value = STALL_NAMES[space], components.market_values[space]
    if components.market_players[space] > max(2, len(view["players"])):
        return Text("   .    ")
    owner = view["market"].get(name)
    cell = Text(f"{name}:")
    cell.append(f"{value}", _VALUES[value])
    if owner is None:
        return cell.append("   ")
    cell.append("=")
    return cell.append(*_player(owner)).append(" ")


def _building(
    view: View, building: Building, components: Components, *, in_short: bool = False, tight: bool = False
) -> Text:
    """A craft building: who has its marker, its rows, and how far players have come there."""
    number, seats = building.number, range(len(view["players"]))
    gap, by, first = (" ", "", "") if tight else ("  ", "by ", "first ")
    mark = "" if tight else _mark("rows of the craft buildings", components)
    title = Text(f"{number} {building.name}{mark}", "bold")
    if number in view["blocked"]:
        title.append(f"{gap}blocked {by}{view['order markers'].index(number) + 1}", "not bold italic")
    elif number in view["tokens"]:
        title.append(f"{gap}{first}+{components.token}", "not bold")
    done = [seat for seat in seats if number in view["players"][seat]["crafts"]]
    if done:
        title.append(f"{gap}done ", "not bold")
        title.append_text(Text(" ").join(Text(*_player(seat)) for seat in done))
    lines = [title] if in_short else [title, Text(lowered(building.text), "dim")]
    for n, row in enumerate(building.rows[: components.rows_used[len(seats) - 1]]):
        lines.append(_row(view, number, "abcd"[n], [good[:LETTERS] for good in row] if tight else row))
    return Text("\n").join(lines)


def _row(view: View, building: int, letter: str, row: Sequence[str]) -> Text:
    for seat, player in enumerate(view["players"]):
        begun = player["rows"].get(str(building))
        if begun and begun["row"] == letter:
            line = Text(f"{letter} ").append(*_player(seat))
            return line.append(f" {_demands(row, begun['met'])}")
    return Text(f"{letter}   {_demands(row, ())}")


def _demands(wanted: Sequence[str], met: Iterable[int]) -> str:
    """What is asked for; in capitals, what has been delivered."""
    return " ".join(good.upper() if n in met else good for n, good in enumerate(wanted, start=1))


def _siesta(view: View, components: Components, modules: Sequence[Module]) -> Text:
    """The siesta track with its points, on each space whoever is ahead first."""
    line = Text.assemble((f"Siesta track{_mark('siesta track', components)}", "bold"), "  space:points")
    discs = siesta_discs(view, modules)
    for space, points in enumerate(components.siesta):
        line.append(f"  {space}:{points}")
        here = [owner for owner, step in discs if step == space]
        for n, seat in enumerate(here):
            line.append("=" if n == 0 else " ")
            line.append(*_player(seat))
    return line


def _roofs_for_sale(view: View, components: Components) -> Iterator[Text]:
    """The roof tiles that can still be bought in this round."""
    tiles = {roof.name: roof for roof in components.roofs}
    title = f"Roof tiles{_mark('roof tiles', components)}"
    for place, name in enumerate(view["roofs"], start=1):
        if name is not None:
            roof = tiles[name]
            said = f"  tile {place}: {name} for {roof.cost} silver, {lowered(roof.text)}"
            yield Text.assemble((title, "bold"), said)
            title = " " * len(title)


def _anytime(components: Components) -> RenderableType:
    """What can be done beside every decision, with its prices."""

    def prices(numbers: Sequence[int]) -> str:
        return ", ".join(f"{kind} {numbers[n]}" for n, kind in enumerate(RESOURCES))

    mark = _mark("prices", components)
    trades = "; ".join(gains(effect) for effect in components.trades)
    lines = [
        Text(f"buy{mark} {prices(components.buy)}   sell{mark} {prices(components.sell)}"),
        Text(f"upgrade {prices(components.upgrade)}   trade commodity: {trades}"),
    ]
    return Group(Text("At any time", "bold"), _indented(lines))


# -- players --------------------------------------------------------------------------------------


def _title(view: View, seat: int, names: Sequence[str]) -> Text:
    player = view["players"][seat]
    decides = " (to decide)" if seat == view["seat"] and not view["over"] else ""
    points = "points hidden" if player["points"] is None else several(player["points"], "point")
    return Text.assemble(
        (f" {seat + 1} ", _SEATS[seat]),
        (f" {names[seat]}: {points}, {player['silver']} silver{decides}", "bold"),
    )


def _goods(player: View) -> str:
    """What is in dens and stalls, and what is on fields."""
    stored = [goods(player["goods"][kind], n) for n, kind in enumerate(KINDS) if kind in player["goods"]]
    ripe = [goods(player["ripe"][kind], n) for n, kind in enumerate(KINDS) if kind in player["ripe"]]
    said = ", ".join(stored) or "no goods"
    return f"{said}; on fields {', '.join(ripe)}" if ripe else said


def _abilities(player: View, *, tight: bool = False) -> str:
    """What a farm can do; where it is tight, only what it can."""
    said = [several(player["stalls"], "pig stall"), f"hand limit {player['hand limit']}"]
    if player["income"] or not tight:
        said.append(f"income {player['income']}")
    if player["deliveries"] or not tight:
        said.append(f"{several(player['deliveries'], 'delivery')} to buy")
    if player["more donkeys"] or player["hats"]:
        extra = [several(player["more donkeys"], "more donkey")] * (player["more donkeys"] > 0)
        said += [*extra, *[several(player["hats"], "more hat")] * (player["hats"] > 0)]
    return ", ".join(said)


def _donkeys(player: View, modules: Sequence[Module]) -> str:
    left = " ".join(donkey_label(tile - 1, modules) for tile in player["donkeys"])
    chosen = player["donkey"]
    return f"Donkey tiles {left or '-'}" + (f", chosen {donkey_label(chosen - 1, modules)}" if chosen else "")


def _roof(player: View) -> str:
    """The roof of a farm: names of tiles, those used in brackets."""
    roofs = [roof for roof in player["roofs"] if roof]
    return "Roof " + (" ".join(map(_tile, roofs)) or "-")


def _other(
    view: View,
    seat: int,
    names: Sequence[str],
    components: Components,
    modules: Sequence[Module],
    lines: int | None = None,
) -> Iterator[RenderableType]:
    """Another player in a few lines, or in no more than so many below their name."""
    player = view["players"][seat]
    yield _title(view, seat, names)
    told = [Text(line) for line in _in_short(player, components, modules)]
    if lines is not None:
        for line in told:
            line.no_wrap, line.overflow = True, "ellipsis"
    yield _indented(told[:lines], 4)


def _other_in_two_lines(
    view: View, seat: int, names: Sequence[str], components: Components, modules: Sequence[Module]
) -> Iterator[RenderableType]:
    yield from _other(view, seat, names, components, modules, 1)


def _other_in_a_line(
    view: View, seat: int, names: Sequence[str], components: Components, modules: Sequence[Module]
) -> Iterator[RenderableType]:
    """Another player with as much of what they have as a line holds."""
    told = next(_in_short(view["players"][seat], components, modules))
    line = Text.assemble(_title(view, seat, names), f"   {told}")
    line.no_wrap, line.overflow = True, "ellipsis"
    yield line


def _indented(lines: Sequence[Text], by: int = 2) -> Padding:
    """Lines that stand below a title, where they are wrapped as well."""
    return Padding(Text("\n").join(lines or [Text("-")]), (0, 0, 0, by))


def _in_short(
    player: View, components: Components, modules: Sequence[Module], *, tight: bool = False
) -> Iterator[str]:
    hand = "" if tight and player["hand"] is not None else f"   {several(player['hand size'], 'hand card')}"
    yield f"{_goods(player)}{hand}   {_roof(player)}   {_donkeys(player, modules)}"
    lasting = [_abilities(player, tight=tight)]
    helpers = [
        components.card(helper["card"]).helper.name + (" (used)" if helper["exhausted"] else "")
        for helper in player["helpers"]
        if helper
    ]
    if helpers:
        lasting.append(f"Helpers: {', '.join(helpers)}")
    if fields := _fields(player["fields"], components):
        lasting.append(f"Fields: {fields}")
    yield "   ".join(lasting)
    barrows = [
        f"{_demands(components.card(b['card']).barrow, b['met'])} for {components.card(b['card']).points}"
        for b in player["barrows"]
        if b
    ]
    if barrows:
        yield f"Barrows: {' | '.join(barrows)}"


def _fields(cards: Sequence[int], components: Components) -> str:
    kinds = [components.card(card).field for card in cards]
    return ", ".join(f"{kinds.count(kind)} {KIND_NAMES[KINDS.index(kind)]}" for kind in dict.fromkeys(kinds))


# -- one's own farm -------------------------------------------------------------------------------


def _own(
    view: View, seat: int, names: Sequence[str], components: Components, modules: Sequence[Module]
) -> Iterator[RenderableType]:
    """The farm of whoever looks at it: barrows above, fields left, extensions right, helpers below."""
    player = view["players"][seat]
    yield _title(view, seat, names)
    yield _barrows(player, components)
    middle = Table.grid(padding=(0, 2), expand=True)
    for ratio in (4, 7, 5):
        middle.add_column(ratio=ratio)
    middle.add_row(
        _own_fields(player, components), _house(player, components, modules), _extensions(player, components)
    )
    yield middle
    yield _helpers(player, components)
    if player["hand"] is not None:
        yield _hand(player["hand"], components)
    else:
        yield Text(f"Hand  {several(player['hand size'], 'card')}")
    if view["playing"] is not None and seat == view["seat"]:
        yield Text(f"Being played: card {view['playing']}")


def _barrows(player: View, components: Components) -> RenderableType:
    lines = []
    for n, barrow in enumerate(player["barrows"], start=1):
        if barrow:
            card = components.card(barrow["card"])
            asks = _demands(card.barrow, barrow["met"])
            lines.append(Text(f"barrow {n}: {asks} for {several(card.points, 'point')} (card {card.number})"))
    return Group(Text(f"Barrows (room for {player['barrow limit']})", "bold"), _indented(lines))


def _own_fields(player: View, components: Components) -> RenderableType:
    lines = []
    kinds = [components.card(card).field for card in player["fields"]]
    for kind in dict.fromkeys(kinds):
        ripe = player["ripe"].get(kind, 0)
        cards = [str(card) for card in player["fields"] if components.card(card).field == kind]
        lines.append(Text(f"{kind}: {ripe} of {kinds.count(kind)} grown ({', '.join(cards)})"))
    return Group(Text("Fields", "bold"), _indented(lines))


def _house(player: View, components: Components, modules: Sequence[Module]) -> RenderableType:
    """Dens and stalls, and everything else that is on the farm itself."""
    held = [f"{kind} {player['goods'].get(kind, 0)}" for kind in KINDS]
    held[KINDS.index("pig")] += f" of {player['stalls']}"
    places = " ".join("-" if roof is None else _tile(roof) for roof in player["roofs"])
    worth = " ".join(
        map(str, (*components.roof_points, *[0] * (len(player["roofs"]) - len(components.roof_points))))
    )
    crafts = [
        f"{components.buildings[number - 1].name}{'' if number in player['ongoing'] else ' (later)'}"
        for number in player["crafts"]
    ]
    lines = [
        Text("  ".join(held[: len(RESOURCES)])),
        Text("  ".join(held[len(RESOURCES) :])),
        Text(_donkeys(player, modules)),
        Text(f"Roof{_mark('places for roof tiles', components)} {places}  worth {worth}"),
    ]
    if crafts:
        lines.append(Text(f"Craft markers: {', '.join(crafts)}"))
    return Group(Text("Farm", "bold"), _indented(lines))


def _tile(roof: View) -> str:
    """A roof tile by its name, in brackets when it has been used."""
    return str(roof["tile"]) if roof["up"] else f"({roof['tile']})"


def _extensions(player: View, components: Components) -> RenderableType:
    lines = [
        Text(f"{card}: {', '.join(_BENEFITS[benefit] for benefit in components.card(card).extension)}")
        for card in player["extensions"]
    ]
    return Group(Text("Extensions", "bold"), _indented([*lines, Text(f"in all: {_abilities(player)}")]))


def _helpers(player: View, components: Components) -> RenderableType:
    grid = Table.grid(padding=(0, 1))
    grid.add_row(Text("Helpers", "bold"), "")
    for helper in player["helpers"]:
        if helper:
            card = components.card(helper["card"])
            used = " (used)" if helper["exhausted"] else ""
            grid.add_row(f"  {card.number} {card.helper.name}{used}", Text(_helper(card)))
    if not any(player["helpers"]):
        grid.add_row("  -", "")
    return grid


def _helper(card: Card) -> str:
    guess = " ~" if "reconstructed" in card.helper.confidence else ""
    return f"{card.helper.text}{guess}"


def _hand(cards: Sequence[int], components: Components) -> RenderableType:
    """The hand: each card with its four sides."""
    grid = Table.grid(padding=(0, 2))
    for _ in range(4):
        grid.add_column(no_wrap=True)
    grid.add_column(ratio=1)
    mark = _mark("farm cards", components)
    head = (f"Hand{mark}", "field", "barrow", "extension", "helper")
    grid.add_row(*(Text(title, "bold") for title in head))
    for number in cards:
        card = components.card(number)
        brings = ", ".join(_BENEFITS[benefit] for benefit in card.extension)
        helper = Text.assemble((card.helper.name, "bold"), f": {_helper(card)}")
        asks = f"{' '.join(card.barrow)} = {card.points}"
        grid.add_row(f"  {number}", card.field, asks, brings, helper)
    return grid
