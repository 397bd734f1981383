"""What a thing does, in our words: a term, a marker, a track, a tile, or what lies somewhere on the table."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from burgher.games.hansa.components import (
    COLOURS,
    DESK,
    FAVOUR_TABLE,
    MARKER_POINTS,
    MARKER_TABLE,
    MARKERS,
    MISSION_POINTS,
    PERMANENT_TABLE,
    SHAPES,
    TRACKS,
    BoardSide,
    City,
    Office,
    key_of,
)
from burgher.games.hansa.naming import (
    counts_for,
    effect_of,
    ends_of,
    listed,
    marker_name,
    pieces,
    province_name,
    route_name,
    several,
    track_value,
)

View = Mapping[str, Any]
Rules = Mapping[str, Any]
"""What is played where editions differ: a row of `components/rules.toml`."""

_TERMS: list[dict[str, Any]] = tomllib.loads((files(__package__) / "terms.toml").read_text(encoding="utf-8"))[
    "term"
]


def explain(topic: str, side: BoardSide, rules: Rules, view: View | None = None) -> str | None:
    """What a topic means here; None for an unknown one.

    It is named as people name it, or as a part is: `book`, `track-book`, `Lübeck`, `city-luebeck`,
    `hamburg-stade 2`. With a view, what lies there is told too; players are named by number, as in drawings.
    """
    wanted = key_of(" ".join(topic.split()))
    return (
        _term(wanted, side, rules)
        or _marker(wanted, side, rules)
        or _track(wanted, side, view)
        or _favour(wanted)
        or _city(wanted, side, view)
        or _route(wanted, side, view)
        or _space(wanted, rules, view)
        or _province(wanted, side)
        or _held(wanted, view)
    )


# -- terms ----------------------------------------------------------------------------------------


def _term(wanted: str, side: BoardSide, rules: Rules) -> str | None:
    names = (wanted, wanted.removesuffix("s"))
    for term in _TERMS:
        if any(name in names for name in map(key_of, term["names"])) and _is_on(side, term.get("on")):
            return str(term["says"]).format(**_facts(side, rules))
    return None


def _is_on(side: BoardSide, thing: str | None) -> bool:
    """Whether a board has what a term speaks of."""
    match thing:
        case "ships":
            return any(route.ships for route in side.routes)
        case "permanent":
            return any(route.permanent is not None for route in side.routes)
        case "provinces":
            return bool(side.provinces)
        case "regions":
            return bool(side.regions)
        case "missions":
            return side.name.startswith("standard")
    return True


def _facts(side: BoardSide, rules: Rules) -> dict[str, str]:
    """What depends on the board and on the rules that are played."""
    points = DESK["points"]
    (special_city,) = (city.name for city in side.cities if city.special)
    special = zip(points["special"], COLOURS, strict=True)
    lands = [
        f"{city.name} (for {listed([side.regions[land] for land in city.leave])})"
        for city in side.cities
        if city.leave
    ]
    from_stock = rules["extras"] == "stock"
    standard = side.name.startswith("standard")
    return {
        "income": "as many pieces as" if rules["income"] == "exact" else "up to as many pieces as",
        "extras": (
            "from the stock they must be placed, from the supply, once it is empty, they may"
            if from_stock
            else "they may come from the stock, else the supply, else be others of theirs on routes"
        ),
        "supply": listed([str(n) for n in DESK["start"]["supply-traders"][: max(side.players)]], "or"),
        "more": "; each player has a mission or favours lie open, where they are played" if standard else "",
        "pawn": ". With two players the second sets the pawn first" if side.provinces else "",
        "short": (
            "further pieces of a displaced player then come from the supply, or none come"
            if from_stock
            else "further pieces of a displaced player then come from the supply, else from other routes"
        ),
        "favour_price": "; a favour costs two of them and all actions of a turn" if standard else "",
        "completed": str(side.completed),
        "control": several(points["control"], "point"),
        "city": str(points["city"]),
        "markers": _marker_points(),
        "special_city": special_city,
        "special_piece": "a piece" if rules["special"] == "any" else "a merchant",
        "special": listed([f"{worth} points ({colour})" for worth, colour in special]),
        "network": "the cities" if rules["network"] == "cities" else "your offices",
        "end": str(points["end"]),
        "ends": ends_of(side),
        "east_west": listed(list(map(str, points["east-west"]))),
        "full": str(points["full-track"]),
        "keys": "" if rules["full-keys"] else ", the keys excepted",
        "mission_city": several(MISSION_POINTS[0], "point"),
        "mission_all": str(MISSION_POINTS[1]),
        "regions": listed(list(map(str, points["region"]))),
        "countries": f"{listed(side.regions[1:])} score{'s' if len(side.regions) == 2 else ''}",
        "lands": f"Leave to place beyond England comes from {listed(lands)}.",
        "board": side.title,
        "sure": (
            " What is printed on this side is known from other programs only."
            if side.name == "britannia-45"
            else ""
        ),
    }


def _marker_points() -> str:
    """What markers are worth, those numbers together that are worth the same.

    >>> _marker_points()
    '1 point for 1, 3 for 2-3, 6 for 4-5, 10 for 6-7, 15 for 8-9, 21 for 10 or more'
    """
    said = []
    for worth in dict.fromkeys(MARKER_POINTS[1:]):
        counts = [n for n, one in enumerate(MARKER_POINTS) if n and one == worth]
        many = f"{counts[0]}-{counts[-1]}" if len(counts) > 1 else str(counts[0])
        said.append(f"{several(worth, 'point') if worth == 1 else worth} for {many}")
    return ", ".join(said) + " or more"


# -- markers, tracks and tiles --------------------------------------------------------------------


def _marker(wanted: str, side: BoardSide, rules: Rules) -> str | None:
    name = re.sub("^(marker|plate)-", "", wanted)
    for marker in MARKER_TABLE:
        if name in (marker["name"], key_of(marker["title"])):
            effect = effect_of(marker, side, rules["box"], rules["exchange"])
            return f"{str(marker['title']).capitalize()} (marker): {effect}"
    for marker in PERMANENT_TABLE:
        if wanted in (f"permanent-{marker['name']}", marker["name"]) and wanted not in TRACKS:
            return f"{str(marker['name']).capitalize()} (permanent marker): {effect_of(marker, side)}"
    return None


def _track(wanted: str, side: BoardSide, view: View | None) -> str | None:
    wanted = wanted.removeprefix("track-")
    for n, track in enumerate(DESK["track"]):
        if wanted in (track["name"], key_of(track["latin"]), str(track["name"]).removesuffix("s")):
            values = ", ".join(track_value(n, steps) for steps in range(len(track["values"])))
            where = listed([city.name for city in side.cities if n in city.develops], "or")
            title = f"{str(track['name']).capitalize()} ({track['latin']})"
            said = f"{title}: {track['use']} Its steps are {values}. Developed at {where}."
            for seat, player in enumerate(view["players"] if view else ()):
                said += f" Player {seat + 1}: {track_value(n, player['desk'][track['name']])}."
            return said
    return None


def _favour(wanted: str) -> str | None:
    wanted = wanted.removeprefix("favour-")
    for tile in FAVOUR_TABLE:
        if wanted == tile["name"]:
            return f"{str(tile['name']).capitalize()} (favour): {tile['effect']}"
    return None


# -- the board ------------------------------------------------------------------------------------


def _city(wanted: str, side: BoardSide, view: View | None) -> str | None:
    wanted = re.sub("^(city|office)-", "", wanted)
    office = re.fullmatch(r"(.+)-(\d)", wanted)
    for city in side.cities:
        if wanted == city.key:
            return _whole_city(side, city, view)
        if office and office[1] == city.key and 1 <= int(office[2]) <= len(city.offices):
            place = int(office[2]) - 1
            held = view["cities"][city.key]["offices"] if view else []
            whose = f" It is {_owned(held[place])}." if view and place < len(held) else ""
            return f"Office {place + 1} of {city.name}: {_office(city.offices[place])}.{whose}"
    return None


def _whole_city(side: BoardSide, city: City, view: View | None) -> str:
    if city.offices:
        said = f"{city.name}: offices {', '.join(map(_office, city.offices))}."
    else:
        said = f"{city.name}: a green city. Only markers open offices here, and the first completes it."
    if city.develops:
        said += f" Routes here develop {listed([TRACKS[track] for track in city.develops], 'or')}."
    if city.special:
        said += " The special table is reached from here."
    if countries := counts_for(side, city):
        said += f" It counts for {listed(countries)}."
    if city.leave:
        lands = listed([side.regions[land] for land in city.leave], "or")
        said += f" Its rightmost office gives leave to place in {lands}."
    if side.cities.index(city) in side.ends:
        said += f" Worth joining: {ends_of(side)}."
    if view is None:
        return said
    seen = view["cities"][city.key]
    taken = [_owned(one) for one in (*seen["extras"], *seen["offices"])]
    said += f" Taken, from the left: {', '.join(taken)}." if taken else " No office is taken."
    if seen["control"] is not None:
        said += f" Player {seen['control'] + 1} controls it."
    return said


def _office(office: Office) -> str:
    """An office as it is printed: `orange for a trader`."""
    coin = f" with {several(office.coin, 'point')}" if office.coin else ""
    return f"{COLOURS[office.colour]} for a {SHAPES[office.shape]}{coin}"


def _route(wanted: str, side: BoardSide, view: View | None) -> str | None:
    wanted = re.sub("^(route|house|ship|plate)-", "", wanted)
    house = re.fullmatch(r"(.+)-(\d)", wanted)
    for n, route in enumerate(side.routes):
        if wanted == route.key or wanted == "-".join(side.cities[end].key for end in reversed(route.ends)):
            return _whole_route(side, n, view)
        if house and house[1] == route.key and 1 <= int(house[2]) <= len(route.houses):
            place = int(house[2]) - 1
            thing = "Ship" if place in route.ships else "House"
            lying = view["houses"][route.key][place] if view else None
            whose = f": {_owned(lying)}" if view and lying else ": free" if view else ""
            return f"{thing} {place + 1} of {route_name(side, n)}{whose}."
    return None


def _whole_route(side: BoardSide, n: int, view: View | None) -> str:
    route = side.routes[n]
    said = f"{route_name(side, n)}: a route of {several(len(route.houses), 'house')}"
    if route.ships:
        said += f", of which {listed([str(ship + 1) for ship in route.ships])} only for merchants"
    said += f", in {side.regions[route.region]}." if side.regions else "."
    if view is not None:
        lying = view["houses"][route.key]
        free = lying.count(None)
        taken = [_owned(one) for one in lying if one]
        said += f" On it: {listed(taken)}; {free or 'none'} free." if taken else " All are free."
        if marker := view["markers"].get(route.key):
            said += f" Its marker: {marker_name(MARKERS.index(marker))}."
    if route.permanent is not None:
        said += f" Its permanent marker: {effect_of(PERMANENT_TABLE[route.permanent], side)}"
    return said


def _space(wanted: str, rules: Rules, view: View | None) -> str | None:
    """A space of the special table."""
    wanted = wanted.removeprefix("special-")
    if wanted not in COLOURS:
        return None
    n = COLOURS.index(wanted)
    piece = "a piece" if rules["special"] == "any" else "a merchant"
    lies = view["special"][n] if view else None
    whose = f" It is {_owned(lies)}." if view and lies else ""
    worth = DESK["points"]["special"][n]
    return (
        f"{wanted.capitalize()}: privilege {n + 1} of {len(COLOURS)}. On the special table, {piece} on this "
        f"space is worth {worth} points at the end.{whose}"
    )


def _province(wanted: str, side: BoardSide) -> str | None:
    wanted = wanted.removeprefix("province-")
    for n, province in enumerate(side.provinces):
        if wanted == province.name:
            around = listed([route_name(side, route) for route in province.routes])
            beside = listed([side.provinces[other].name.capitalize() for other in province.neighbours])
            name = province_name(side, n)
            return f"{name[0].upper()}{name[1:]} (reconstructed): borders {around}. Beside it: {beside}."
    return None


# -- what somebody has ----------------------------------------------------------------------------


def _held(wanted: str, view: View | None) -> str | None:
    """The pieces of whoever decides, by the parts one touches for them."""
    match = re.fullmatch("(supply|stock)-(trader|merchant)s?", wanted)
    if view is None or not match:
        return None
    held = view["players"][view["seat"]][match[1]]
    return f"The {match[1]} of player {view['seat'] + 1}: {pieces(held['trader'], held['merchant'])}."


def _owned(one: Mapping[str, Any]) -> str:
    """A piece with its owner."""
    return f"player {one['seat'] + 1}'s {one['shape']}"
