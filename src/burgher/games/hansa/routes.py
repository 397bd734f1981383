"""The action Establish a route: points for control, then its marker (`questions/route.py` goes on)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa import events
from burgher.games.hansa.asking import ask
from burgher.games.hansa.events import (
    ESTABLISHED,
    note,
    score,
)
from burgher.games.hansa.lookups import (
    CONTROL_POINTS,
)
from burgher.games.hansa.markers import win_marker
from burgher.games.hansa.pending import (
    CLAIM,
)

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def establish(state: HansaData, route: i64) -> None:
    """Establish a route. The order is strict: control, marker, then office, development, or nothing."""
    board = state.board
    state.establishing = True
    state.route = route
    note(state, state.seat, ESTABLISHED, route)
    score_control(state, board.route_a[route])
    score_control(state, board.route_b[route])
    if state.plates[route]:
        win_marker(state, route)
    ask(state, CLAIM)


def score_control(state: HansaData, city: i64) -> None:
    """A point for whoever controls an end city, maybe an opponent."""
    if state.control[city]:
        score(state, state.control[city] - 1, CONTROL_POINTS, events.CONTROL, city, state.route)
