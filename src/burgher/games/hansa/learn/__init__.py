"""What Hansa Teutonica is learned with: tables of the components for the rules text (docs/learning.md)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from burgher.games.hansa.components import (
    BOARD_SIDES,
    COLOURS,
    DESK,
    FAVOUR_TABLE,
    MARKER_TABLE,
    MISSIONS,
    PERMANENT_TABLE,
    SHAPES,
    TRACKS,
    BoardSide,
    City,
    Office,
)
from burgher.games.hansa.naming import counts_for, listed, several, track_value
from burgher.kernel.learning import Row

EDITIONS: Final = {"2009": "of 2009", "2020": "of the Big Box"}
ELSEWHERE: Final = {
    "effect-neighbours": "With rules=2009 or rules=big-box",
    "effect-2020": "With rules=big-box",
    "effect-2020-countries": "With rules=big-box on Britannia",
    "effect-countries": "On Britannia",
}
"""Where the words of a marker for something else are true (`components/markers.toml`)."""


def tracks() -> list[Row]:
    """The five tracks of a desk."""
    return [
        Row(
            f"track-{track['name']}",
            f"{str(track['name']).capitalize()} ({track['latin']})",
            f"{track['use']} Its steps are {_steps(n)}.",
            "Set-up",
            f"sym {track['name']}",
            (f"covered by {track['covered']}s",),
        )
        for n, track in enumerate(DESK["track"])
    ]


def _steps(track: int) -> str:
    return ", ".join(track_value(track, step) for step in range(len(DESK["track"][track]["values"])))


def offices() -> list[Row]:
    """The colours of offices, and what a space of that colour on the special table is worth."""
    after = ("open from the start", "after one step of the privilege", "after two", "after three")
    return [
        Row(
            f"colour-{colour}",
            f"{colour.capitalize()} offices",
            f"{after[n].capitalize()}. On the special table its space scores {points} at the end.",
            "Claim A Route",
            f"office {colour} trader",
        )
        for n, (colour, points) in enumerate(zip(COLOURS, DESK["points"]["special"], strict=True))
    ]


def markers() -> list[Row]:
    """The markers that are won with routes."""
    rows = []
    for marker in MARKER_TABLE:
        counts = [f"{marker[year]} in the box {said}" for year, said in EDITIONS.items()]
        rows.append(
            Row(
                f"marker-{marker['name']}",
                str(marker["title"]).capitalize(),
                _effects(marker),
                "Bonus Plates",
                f"marker {marker['name']}",
                (*counts, *(["one lies at a tavern at first"] if marker["start"] else [])),
            )
        )
    return rows


def _effects(marker: Mapping[str, Any]) -> str:
    """What a marker does, and what else where something else is played."""
    others = [f"{where}: {marker[name]}" for name, where in ELSEWHERE.items() if name in marker]
    return " ".join([str(marker["effect"]), *others])


def permanent() -> list[Row]:
    """The permanent markers of the other boards."""
    return [
        Row(
            f"permanent-{marker['name']}",
            str(marker["name"]).replace("-", " ").capitalize(),
            _effects(marker),
            "Britannia" if marker["name"] == "place-two" else "East",
            f"permanent {marker['name']}",
            tuple(_where_printed(number)),
        )
        for number, marker in enumerate(PERMANENT_TABLE)
    ]


def _where_printed(number: int) -> list[str]:
    """On which routes of which sides a permanent marker is printed."""
    found = []
    for side in BOARD_SIDES:
        routes = [route for route in side.routes if route.permanent == number]
        if routes:
            names = ("–".join(side.cities[end].name for end in route.ends) for route in routes)
            found.append(f"{side.title}: {listed(list(names))}")
    return found


def missions() -> list[Row]:
    """The mission cards."""
    return [
        Row(f"mission-{n}", listed(list(cities)), "Three cities to reach.", "Missions", "sym mission")
        for n, cities in enumerate(MISSIONS, start=1)
    ]


def favours() -> list[Row]:
    """The tiles of the Emperor's Favour."""
    return [
        Row(
            f"favour-{tile['name']}",
            str(tile["name"]).capitalize(),
            str(tile["effect"]),
            "The Emperor's Favour",
            "sym crown",
        )
        for tile in FAVOUR_TABLE
    ]


def cities(side: BoardSide) -> list[Row]:
    """The cities of a side of a board, with their offices."""
    return [
        Row(
            f"{side.name}-{city.key}",
            city.name,
            _city(side, city),
            _section(side),
            reconstructed=side.name == "britannia-45",
        )
        for city in sorted(side.cities, key=lambda one: one.key)
    ]


def _section(side: BoardSide) -> str:
    return {"standard": "Set-up", "east": "East", "britannia": "Britannia"}[side.name.split("-")[0]]


def _city(side: BoardSide, city: City) -> str:
    if not city.offices:
        return "A green city, without printed offices."
    said = f"Offices: {', '.join(map(_office, city.offices))}."
    if city.develops:
        said += f" Develops {listed([TRACKS[track] for track in city.develops], 'or')}."
    if city.special:
        said += " The special table is reached from here."
    if countries := counts_for(side, city):
        said += f" Counts for {listed(countries)}."
    if city.leave:
        said += f" Leave for {listed([side.regions[land] for land in city.leave], 'or')}."
    return said


def _office(office: Office) -> str:
    coin = f" with {several(office.coin, 'point')}" if office.coin else ""
    return f"{COLOURS[office.colour]} for a {SHAPES[office.shape]}{coin}"


TABLES: Final[Mapping[str, Callable[[], Sequence[Row]]]] = {
    "tracks": tracks,
    "offices": offices,
    "markers": markers,
    "permanent": permanent,
    "missions": missions,
    "favours": favours,
    **{side.name: partial(cities, side) for side in BOARD_SIDES},
}
