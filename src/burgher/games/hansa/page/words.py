"""The words on the page: names of things, and the tips that explain them.

Each tip is lines of text: the thing's name first, then what it is for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgher.games.hansa.components import (
    COLOURS,
    DESK,
    FAVOUR_TABLE,
    MARKER_TABLE,
    MARKERS,
    PERMANENT_TABLE,
    SHAPES,
    TRACKS,
    BoardSide,
    City,
    Office,
)
from burgher.games.hansa.naming import counts_for, effect_of, listed, one, pieces, route_name, several

Piece = Mapping[str, Any]
"""A piece in a view: its `seat` and its `shape`."""

MARKER_TITLES: dict[str, str] = {marker["name"]: marker["title"] for marker in MARKER_TABLE}
PERMANENT_TITLES = {
    "move-two": "Move two",
    "privilege": "Privilege",
    "green-office": "Office in a green city",
    "reuse-two": "Use two again",
    "place-two": "Place two beyond England",
}
TRACK_USES: dict[str, str] = {track["name"]: track["use"] for track in DESK["track"]}
EVERYTHING = 99
"""What the last step of the bags says: all there are."""


def pieces_of(counts: Mapping[str, int]) -> str:
    """Traders and merchants, counted.

    >>> pieces_of({"trader": 2, "merchant": 1})
    '2 traders and 1 merchant'
    """
    return pieces(counts["trader"], counts["merchant"])


def owned(piece: Piece, names: Sequence[str]) -> str:
    """A piece with its owner's name."""
    return f"{names[piece['seat']]}’s {piece['shape']}"


def value_of(track: str, value: int) -> str:
    """What a step of a track says."""
    if track == "privilege":
        return COLOURS[value][0].upper()
    if track == "bags" and value == EVERYTHING:
        return "all"
    return f"×{value}" if track == "keys" else str(value)


def marker_tip(name: str, side: BoardSide, rules: Mapping[str, Any]) -> str:
    """A marker's name and what it does."""
    marker = MARKER_TABLE[MARKERS.index(name)]
    effect = effect_of(marker, side, rules["box"], rules["exchange"])
    return f"{marker['title'].capitalize()}\n{effect}"


def permanent_tip(number: int, side: BoardSide) -> str:
    """A permanent marker's name and what it does."""
    marker = PERMANENT_TABLE[number]
    effect = effect_of(marker, side)
    return f"{PERMANENT_TITLES[marker['name']]}\n{effect} Whoever establishes the route may do it."


def favour_tip(name: str) -> str:
    """A favour tile's name and what it does."""
    tile = next(one for one in FAVOUR_TABLE if one["name"] == name)
    return f"Favour: {name}\n{tile['effect']}"


def office_name(office: Office) -> str:
    """An office as it is printed."""
    return f"{COLOURS[office.colour]} office for a {SHAPES[office.shape]}"


def office_tip(city: City, number: int, piece: Piece | None, names: Sequence[str]) -> str:
    """A printed office: what it asks for, or whose it is."""
    office = city.offices[number]
    coin = f" Whoever takes it wins {several(office.coin, 'point')}." if office.coin and not piece else ""
    whose = f"{owned(piece, names)}." if piece else f"Free; it asks for {_privilege(office)}."
    return f"{city.name}, office {number + 1}: {office_name(office)}\n{whose}{coin}"


def _privilege(office: Office) -> str:
    return (
        "no more than the first privilege"
        if office.colour == 0
        else f"the {COLOURS[office.colour]} privilege"
    )


def city_tip(side: BoardSide, city: City, seen: Mapping[str, Any], names: Sequence[str]) -> str:
    """A city: its offices, who controls it, and what can be done there."""
    lines = [city.name]
    taken = [owned(piece, names) for piece in (*seen["extras"], *seen["offices"])]
    free = [office_name(office) for office in city.offices[len(seen["offices"]) :]]
    if taken:
        lines.append(f"From the left: {listed(taken)}.")
    if free:
        more = f"; {len(free) - 1} more" if len(free) > 1 else ""
        lines.append(f"Next: {one(free[0])}{more}.")
    elif city.offices:
        lines.append("Completed.")
    else:
        lines.append("A green city: offices come here only by markers.")
    if seen["control"] is not None:
        lines.append(f"{names[seen['control']]} controls it: a point whenever a route to it is established.")
    if city.develops:
        tracks = listed([TRACKS[track] for track in city.develops])
        lines.append(f"Here you may develop your {tracks}.")
    if city.special:
        lines.append("From here the special table is reached.")
    if countries := counts_for(side, city):
        lines.append(f"Counts for {listed(countries)}.")
    if city.leave:
        lands = listed([side.regions[region] for region in city.leave])
        lines.append(f"Whoever has its rightmost office may place or displace in {lands} once a turn.")
    if side.cities.index(city) in side.ends:
        other = side.cities[side.ends[1 - side.ends.index(side.cities.index(city))]]
        lines.append(f"Joined with {other.name} by your offices: 7, 4 or 2 points.")
    return "\n".join(lines)


def house_tip(side: BoardSide, route: int, piece: Piece, ship: bool, names: Sequence[str]) -> str:
    """A house with a piece."""
    price = "one more piece" if piece["shape"] == SHAPES[0] else "two more pieces"
    where = "a ship of" if ship else "the route"
    return f"{owned(piece, names)}\nOn {where} {route_name(side, route)}. Others displace it for {price}."


def route_tip(side: BoardSide, number: int, free: int, marker: str | None) -> str:
    """A route: its houses and its marker."""
    route, room = side.routes[number], f"{free} free" if free else "none free"
    lines = [f"Route {route_name(side, number)}", f"{several(len(route.houses), 'house')}, {room}."]
    if route.ships:
        lines.append(f"{several(len(route.ships), 'ship')}: only for merchants.")
    if marker:
        lines.append(f"Marker: {MARKER_TITLES[marker]}.")
    if side.regions:
        lines.append(f"It runs through {side.regions[route.region]}.")
    return "\n".join(lines)
