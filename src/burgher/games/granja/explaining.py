"""What a thing does, in our words: a term, a card, a helper, a building, or what lies on the table."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from burgher.games.granja.components import (
    CARDS,
    DONKEYS,
    GOODS,
    HARVEST,
    KINDS,
    RESOURCES,
    ROOF_PLACES,
    ROUNDS,
    STALL_NAMES,
    TRADES,
    VALUES,
    Building,
    Card,
    Components,
    Helper,
    Roof,
)
from burgher.games.granja.lookups import BETTER
from burgher.games.granja.naming import (
    BENEFITS,
    KIND_NAMES,
    barrow_text,
    demands,
    gains,
    goods,
    listed,
    lowered,
    one,
    phase_names,
    roof_tiles,
    several,
)
from burgher.games.granja.wording.modules.registry import donkey_name, space_text, wording_of_module

if TYPE_CHECKING:
    from burgher.games.granja.data import Module

View = Mapping[str, Any]

_TERMS: list[dict[str, Any]] = tomllib.loads((files(__package__) / "terms.toml").read_text(encoding="utf-8"))[
    "term"
]


def explain(
    topic: str, components: Components, view: View | None = None, modules: Sequence[Module] = ()
) -> str | None:
    """What a topic means here; None for an unknown one.

    It is named as people name it, or as a part is: `Porter`, `helper-3`, `deli`, `craft-3`, `row-3b`.
    With a view, what lies there is told too; players are named by number, as in drawings.
    """
    wanted = " ".join(re.sub(r"[-_.]", " ", topic.casefold()).split())
    if modules:  # they may have changed what the revenue spaces do, and added roof tiles
        spaces = (replace(s, text=space_text(s.number - 1, components, modules)) for s in components.spaces)
        components = replace(components, spaces=tuple(spaces), roofs=roof_tiles(components, modules))
    for find in (
        _term,
        _card,
        _helper,
        _space,
        _building,
        _row,
        _roof,
        _place,
        _stall,
        _good,
        _trade,
        _donkey,
    ):
        if (said := find(wanted, components, view)) is not None:
            return said
    for module in modules:
        if wanted in (module.name.replace("-", " "), module.title.casefold()):
            kind = ", a module" if module.parts else ""
            wording = wording_of_module(module)
            more = wording.summary(components)
            said = f"{module.title}{kind}: {module.meaning}"
            return f"{said}{' ' if more else ''}{more}{wording.remark(components)}"
        if (said := wording_of_module(module).explain(wanted, components, view)) is not None:
            return said
    return None


def _guess(block: str, components: Components) -> str:
    """Whether a block of the tables is a reconstruction, as a remark."""
    return _doubt(block, " (Reconstructed.)", components)


def _doubt(block: str, said: str, components: Components) -> str:
    """A remark if a block of the tables is a reconstruction."""
    return said if components.confidence[block] == "reconstructed" else ""


# -- terms ------------------------------------------------------------------------------------------


def _term(wanted: str, components: Components, view: View | None) -> str | None:
    names = (wanted, wanted.removesuffix("s"))
    for term in _TERMS:
        if any(name in names for name in term["names"]):
            said = str(term["says"]).format(**_facts(components, view))
            return said + (_guess(term["block"], components) if "block" in term else "")
    return None


def _facts(components: Components, view: View | None) -> dict[str, str]:
    """What depends on the components."""
    players = len(view["players"]) if view else None
    kinds = range(len(RESOURCES))

    def prices(numbers: tuple[int, ...]) -> str:
        return ", ".join(f"{KIND_NAMES[kind]} {numbers[kind]}" for kind in kinds) + " silver"

    return {
        "rounds": str(ROUNDS),
        "plays": str(components.plays[0]),
        "start_cards": str(components.start_cards),
        "start_silver": str(components.start_silver),
        "start_points": str(components.start_points),
        "start_trade": str(components.start_trade),
        "cards": str(CARDS),
        "barrows": str(components.barrows),
        "helpers": str(components.helpers),
        "hand": str(components.hand),
        "stalls": several(components.stalls, "stall"),
        "buy": prices(components.buy),
        "sell": prices(components.sell),
        "upgrades": prices(components.upgrade),
        "pig_upgrade": _doubt(
            "price of upgrading a pig", " The price for a pig is reconstructed.", components
        ),
        "prices": f"to buy {prices(components.buy)}; to sell {prices(components.sell)}",
        "final_silver": str(components.final_silver),
        "final_trade": str(components.final_trade),
        "trades": "; ".join(gains(effect) for effect in components.trades),
        "roof_places": str(ROOF_PLACES),
        "roof_points": listed(list(map(str, components.roof_points))),
        "dice": str(components.dice[players - 1]) if players else listed(list(map(str, components.dice[1:]))),
        "players": several(players, "player") if players else "2, 3 and 4 players",
        "donkeys": listed(
            [donkey_name(tile, components).removeprefix("the tile with ") for tile in range(4)], "or"
        ),
        "returned": str(components.donkeys_returned),
        "siesta": listed(list(map(str, components.siesta))),
        "delivery_price": str(components.delivery_price),
        "values": f"{VALUES[0]} to {VALUES[-1]}",
        "buildings": str(len(components.buildings)),
        "token": str(components.token),
        "blocked": str(components.blocked),
        "unblock": str(components.unblock),
        "reconstructed": ", ".join(components.reconstructed) or "nothing",
    }


# -- cards and helpers ------------------------------------------------------------------------------


def _card(wanted: str, components: Components, view: View | None) -> str | None:
    match = re.fullmatch(r"(?:card|field|extension) (\d{1,2})", wanted)
    if match is None or not 1 <= int(match[1]) <= len(components.cards):
        return None
    card = components.card(int(match[1]))
    return f"Card {card.number}: {card_text(card)}{_guess('farm cards', components)}"


def card_text(card: Card) -> str:
    """The four sides of a card."""
    brings = listed([BENEFITS[benefit] for benefit in card.extension])
    kind = KIND_NAMES[KINDS.index(card.field)]
    field = f"{'an' if kind[0] in 'aeiou' else 'a'} {kind} field"
    return (
        f"{field}; a market barrow that asks for {barrow_text(card)}; a farm extension with {brings}; "
        f"or a helper, the {card.helper.name}: {lowered(card.helper.text)}."
    )


def _helper(wanted: str, components: Components, view: View | None) -> str | None:
    match = re.fullmatch(r"helper (\d{1,2})", wanted)
    for card in components.cards:
        name = " ".join(card.helper.name.casefold().replace("-", " ").split())
        if wanted == name or (match and int(match[1]) == card.number):
            return f"{card.helper.name} (helper, card {card.number}): {helper_text(card.helper)}"
    return None


def helper_text(helper: Helper) -> str:
    """What a helper does, when, and whether its effect is known."""
    guess = " (Reconstructed.)" if "reconstructed" in helper.confidence else ""
    return f"{helper.text}{_when(helper.phases)}{guess}"


def _when(phases: Sequence[str]) -> str:
    """The phases in which something works, as a sentence that follows."""
    many = "phases" if len(phases) > 1 else "phase"
    return f" Works in the {phase_names(phases)} {many}." if phases else ""


# -- the board --------------------------------------------------------------------------------------


def _space(wanted: str, components: Components, view: View | None) -> str | None:
    match = re.fullmatch(r"(?:revenue )?(?:space|die) ([1-6])", wanted)
    if match is None:
        return None
    number = int(match[1])
    said = f"Revenue space {number}: {lowered(components.spaces[number - 1].text)}."
    if view is not None and view["phase"] == "revenue":
        said += f" {several(view['dice'][number - 1], 'die')} left here."
        if view["marked"] == number:
            said += f" Its last die is kept for player {view['marker'] + 1}."
    return said + _guess("revenue spaces", components)


def _building(wanted: str, components: Components, view: View | None) -> str | None:
    match = re.fullmatch(r"(?:craft(?: building)?|building) ([1-6])", wanted)
    for building in components.buildings:
        if wanted in (building.name, f"the {building.name}") or (match and int(match[1]) == building.number):
            said = _whole_building(building, components, view)
            return f"{said}{_guess('rows of the craft buildings', components)}"
    return None


def _whole_building(building: Building, components: Components, view: View | None) -> str:
    rows = building.rows
    if view is not None:
        rows = rows[: components.rows_used[len(view["players"]) - 1]]
    asked = "; ".join(f"{'abcd'[n]}: {demands(row)}" for n, row in enumerate(rows))
    said = f"{building.name.capitalize()} (craft building {building.number}): {building.text} Rows {asked}."
    if view is None:
        return said
    if building.number in view["blocked"]:
        said += f" Blocked, with order marker {view['order markers'].index(building.number) + 1}."
    if building.number in view["tokens"]:
        said += f" {several(components.token, 'point')} for the first to complete a row."
    for seat, player in enumerate(view["players"]):
        if building.number in player["crafts"]:
            said += f" Player {seat + 1} has its marker."
        elif str(building.number) in player["rows"]:
            said += f" Player {seat + 1} is at row {player['rows'][str(building.number)]['row']}."
    return said


def _row(wanted: str, components: Components, view: View | None) -> str | None:
    match = re.fullmatch(r"row ([1-6])([a-d])", wanted)
    if match is None:
        return None
    building = components.buildings[int(match[1]) - 1]
    row = building.rows["abcd".index(match[2])]
    said = f"Row {match[2]} of the {building.name}: {demands(row)}."
    for seat, player in enumerate(view["players"] if view else ()):
        begun = player["rows"].get(match[1])
        if begun and begun["row"] == match[2]:
            missing = [good for n, good in enumerate(row, start=1) if n not in begun["met"]]
            said += f" Player {seat + 1}'s; it lacks {demands(missing)}."
    return said + _guess("rows of the craft buildings", components)


def _stall(wanted: str, components: Components, view: View | None) -> str | None:
    match = re.fullmatch(r"stall (\d) (\d)", wanted)
    name = f"{match[1]}-{match[2]}" if match else ""
    if name not in STALL_NAMES:
        return None
    space = STALL_NAMES.index(name)
    said = f"Stall {name} of the market: value {components.market_values[space]}."
    if view is not None:
        if components.market_players[space] > max(2, len(view["players"])):
            said += f" Not used with {several(len(view['players']), 'player')}."
        else:
            owner = view["market"].get(name)
            said += " It is free." if owner is None else f" It is player {owner + 1}'s."
    return said + _guess("market place", components)


# -- roof tiles -------------------------------------------------------------------------------------


def _roof(wanted: str, components: Components, view: View | None) -> str | None:
    for roof in components.roofs:
        if wanted in (f"roof tile {roof.name}", f"tile {roof.name}", roof.name):
            return _whole_roof(roof, components)
    return None


def _whole_roof(roof: Roof, components: Components) -> str:
    said = f"Roof tile {roof.name}, for {roof.cost} silver: {lowered(roof.text)}.{_when(roof.phases)}"
    return f"{said}{_guess('roof tiles', components)}"


def _place(wanted: str, components: Components, view: View | None) -> str | None:
    """What lies somewhere: a roof tile for sale, or on the roof of whoever decides, or a barrow of theirs."""
    match = re.fullmatch(r"(tile|roof|barrow) (\d)", wanted)
    if match is None or view is None:
        return None
    place = int(match[2]) - 1
    player = view["players"][view["seat"]]
    if match[1] == "barrow":
        return _barrow(place, player["barrows"], components) if place < len(player["barrows"]) else None
    tiles = view["roofs"] if match[1] == "tile" else [roof and roof["tile"] for roof in player["roofs"]]
    if place >= len(tiles):
        return None
    if tiles[place] is None:
        where = "for sale" if match[1] == "tile" else f"on place {place + 1} of the roof"
        return f"No roof tile is {where}." if match[1] == "roof" else f"No roof tile {place + 1} is {where}."
    said = _whole_roof(next(roof for roof in components.roofs if roof.name == tiles[place]), components)
    if match[1] == "tile":
        return said
    up = player["roofs"][place]["up"]
    lies = "face up" if up else "face down, and works no more,"
    return f"{said} It lies {lies} on player {view['seat'] + 1}'s roof."


def _barrow(place: int, barrows: list[Any], components: Components) -> str:
    barrow = barrows[place]
    if barrow is None:
        return f"There is no barrow {place + 1}."
    card = components.card(barrow["card"])
    missing = [good for n, good in enumerate(card.barrow, start=1) if n not in barrow["met"]]
    lacks = f" It lacks {demands(missing)}." if barrow["met"] else ""
    said = f"Barrow {place + 1}, card {card.number}: {barrow_text(card)}.{lacks}"
    return f"{said}{_guess('farm cards', components)}"


# -- goods, trades, donkeys -------------------------------------------------------------------------


def _good(wanted: str, components: Components, view: View | None) -> str | None:
    wanted = wanted.removeprefix("good ")
    for kind, name in enumerate(GOODS):
        if wanted.removesuffix("s") in (name, KIND_NAMES[kind]):
            return _whole_good(kind, components) + _held(kind, view)
    return _term("trade commodity", components, view) if wanted == "trade" else None


def _whole_good(kind: int, components: Components) -> str:
    name = KIND_NAMES[kind].capitalize()
    if kind < len(RESOURCES):
        sort = "harvest good" if KINDS[kind] in HARVEST else "resource"
        better = KIND_NAMES[BETTER[kind]]
        prices = f"Bought for {components.buy[kind]}, sold for {components.sell[kind]} silver"
        upgrade = f"upgraded to {better} for {components.upgrade[kind]}"
        return f"{name}: a {sort}. {prices}, {upgrade}.{_guess('prices', components)}"
    sources = [one(low) for low in range(len(RESOURCES)) if BETTER[low] == kind]
    return f"{name}: an upgraded good, from {listed(sources, 'or')}. Neither bought nor sold."


def _held(kind: int, view: View | None) -> str:
    said = []
    for seat, player in enumerate(view["players"] if view else ()):
        stored, ripe = player["goods"].get(KINDS[kind], 0), player["ripe"].get(KINDS[kind], 0)
        if stored or ripe:
            fields = f" and {ripe} on fields" if ripe else ""
            said.append(f"Player {seat + 1} has {goods(stored, kind)}{fields}.")
    return "".join(f" {one}" for one in said)


def _trade(wanted: str, components: Components, view: View | None) -> str | None:
    name = wanted.removeprefix("trade ")
    if name == wanted or name not in TRADES:
        return None
    return f"For a trade commodity: {gains(components.trades[TRADES.index(name)])}."


def _donkey(wanted: str, components: Components, view: View | None) -> str | None:
    match = re.fullmatch(r"donkey ([1-4])", wanted)
    if match is None:
        return None
    tile = DONKEYS.index(int(match[1]))
    donkeys, hats = several(int(match[1]), "free delivery"), several(components.hats[tile], "step")
    said = f"Donkey tile: {donkeys}, and {hats} on the siesta track."
    for seat, player in enumerate(view["players"] if view else ()):
        if int(match[1]) not in player["donkeys"]:
            said += f" Player {seat + 1} has used it."
    return said + _guess("donkey tiles", components)
