"""Points, in words: where they come from."""

from __future__ import annotations

from burgher.games.hansa import events as ev
from burgher.games.hansa.components import COLOURS, FAVOURS
from burgher.games.hansa.naming import ends_of, favour_name, several
from burgher.games.hansa.wording.base import Stories, Told

SOURCES = {
    ev.CONTROL: "control",
    ev.COIN: "coins",
    ev.EAST_WEST: "cities joined",
    ev.TRACKS: "full tracks",
    ev.MARKERS: "markers",
    ev.SPECIAL_TABLE: "special table",
    ev.CITIES: "cities",
    ev.NETWORK: "network",
    ev.MISSIONS: "mission",
    ev.REGIONS: "countries",
    ev.FAVOURS: "favours",
}
"""What a source of points is called in a table."""

_PLACES = ("first", "second", "third")

_FAVOURED = {FAVOURS.index("cities"): "city", FAVOURS.index("tracks"): "full track"}
"""What the favours that score count, by their tiles."""


def _in_a_country(told: Told) -> str:
    """Whoever has an office stands in a country, with or without a city of their own (Britannia)."""
    country = told.side.regions[told.a]
    if told.b:
        return f"{several(told.b, 'city')} controlled in {country}"
    return f"a place in {country}, by offices without a city controlled"


POINTS: Stories = {
    ev.CONTROL: lambda told: f"control of {told.side.cities[told.a].name}",
    ev.COIN: lambda told: f"the coin of {told.side.cities[told.a].name}",
    ev.EAST_WEST: lambda told: f"the {_PLACES[told.a]} to join {ends_of(told.side)}",
    ev.TRACKS: lambda told: f"{several(told.a, 'track')} fully developed",
    ev.MARKERS: lambda told: f"{several(told.a, 'marker')} won",
    ev.SPECIAL_TABLE: lambda told: f"the {COLOURS[told.a]} space of the special table",
    ev.CITIES: lambda told: f"{several(told.a, 'city')} controlled",
    ev.NETWORK: lambda told: f"a network of {told.a}, times {told.b} for the keys",
    ev.MISSIONS: lambda told: (
        f"{several(told.a, 'city')} of the mission{', all controlled' if told.b else ''}"
    ),
    ev.REGIONS: _in_a_country,
    ev.FAVOURS: lambda told: f"the {favour_name(told.a)}, for {several(told.b, _FAVOURED[told.a])}",
}
"""What points were scored for."""
