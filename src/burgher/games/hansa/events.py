"""What the journal of a game can say: its events, and the sources of points.

A piece in the details is 0 for a trader and 1 for a merchant; routes, cities and houses are by number.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData

# Events, with their details. 0 is `burgher.kernel.journal.SCORED`.
STARTS: Final = 1
"""This seat has the first turn."""
TURN: Final = 2
"""A turn begins: round (from 1), actions."""
INCOME: Final = 3
"""From the stock: traders, merchants."""
PLACED: Final = 4
"""A piece from the supply: shape, house."""
DISPLACED: Final = 5
"""A piece displaced: house, the victim's seat, its shape, the shape that takes its place."""
PAID: Final = 6
"""For displacing, from supply to stock: traders, merchants."""
REPLACED: Final = 7
"""A displaced player's piece: shape, house, where it comes from (see below), house taken from or -1."""
STRANDED: Final = 8
"""A displaced piece found no free house and went to the stock: shape."""
MOVED: Final = 9
"""A piece from a house to another: shape, from, to, its owner's seat."""
SWAPPED: Final = 10
"""Two pieces changed places: houses; the piece that was on the first, the piece that was on the second."""
ESTABLISHED: Final = 11
"""A route: route."""
WON_MARKER: Final = 12
"""A marker of an established route: kind, route."""
DREW_MARKER: Final = 13
"""The replacement, laid aside: kind."""
NO_MARKER: Final = 14
"""None was left: the game ends with this action."""
OFFICE: Final = 15
"""An office: city, place from the left (from 0), shape."""
EXTRA_OFFICE: Final = 16
"""An additional office: city, shape, 1 for one to the right of all (East)."""
DEVELOPED: Final = 17
"""A track: track, steps now, 1 if it gave an action at once."""
SPECIAL: Final = 18
"""A piece onto the special table: colour, shape."""
LEFT_IT: Final = 19
"""Nothing was done with the route."""
RETURNED: Final = 20
"""The other pieces of the route to the stock: traders, merchants."""
COMPLETED: Final = 21
"""A city: city, how many are completed now."""
USED_MARKER: Final = 22
"""A marker: kind."""
EXCHANGED: Final = 23
"""Two offices: city, left, right place."""
REMOVED: Final = 24
"""A piece off a route to its owner's supply: shape, house, owner's seat."""
LAID: Final = 25
"""A replacement marker: kind, route."""
KEPT_MARKER: Final = 26
"""A replacement marker that fits nowhere waits for the next turn: kind."""
SHARED: Final = 27
"""A piece from the stock for another's income: shape."""
BOUGHT_FAVOUR: Final = 28
"""A favour tile: tile."""
TURNED: Final = 29
"""A marker face down for it: kind."""
PAWN: Final = 30
"""The pawn moves: province, 1 if an action paid for it."""
GAVE_UP: Final = 31
"""Actions not taken: how many."""
REUSED: Final = 32
"""A piece put on a house by a permanent marker: shape, house, where it comes from, house taken from or -1."""
DECLINED: Final = 33
"""A permanent marker or favour not used: which pending decision."""
TRIGGER: Final = 34
"""The end comes: 1 for points, 2 for completed cities, 3 for markers, 4 for the limit of turns."""
OVER: Final = 35
"""The game ends; this seat wins: 1 if it shares the victory."""
MISSION: Final = 36
"""A mission card: card. Told to its owner at the start, to all at the end."""
STARTED_WITH: Final = 37
"""What a player has at the start: traders and merchants in the supply, traders in stock."""
FIRST_MARKER: Final = 38
"""A marker that lies on the board at the start: kind, route."""
SHOWN_FAVOUR: Final = 39
"""A favour on display: tile."""
STOPPED: Final = 40
"""Pieces that could have been placed and were not: how many."""

# Where a piece comes from.
OFF_BOARD: Final = 0
FROM_STOCK: Final = 1
FROM_SUPPLY: Final = 2
FROM_ROUTE: Final = 3

# Sources of points.
CONTROL: Final = 1
"""An end city of an established route: city, route."""
COIN: Final = 2
"""An office with a coin: city."""
EAST_WEST: Final = 3
"""The end cities joined: how many were faster."""
TRACKS: Final = 4
"""Tracks fully developed: how many."""
MARKERS: Final = 5
"""Markers won: how many."""
SPECIAL_TABLE: Final = 6
"""A place on the special table: colour."""
CITIES: Final = 7
"""Cities controlled at the end: how many."""
NETWORK: Final = 8
"""The largest network: its size, the keys."""
MISSIONS: Final = 9
"""A mission: cities with an office, 1 if all are controlled."""
REGIONS: Final = 10
"""A country of Britannia: region, cities controlled."""
FAVOURS: Final = 11
"""What a favour tile adds: tile, for how many."""


def note(state: HansaData, seat: i64, event: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0, d: i64 = 0) -> None:
    """Write what a seat did, or what happened to it, into the journal, if there is one."""
    if state.journal is not None:
        state.journal.write(seat, event, a, b, c, d)


def score(state: HansaData, seat: i64, points: i64, source: i64, a: i64 = 0, b: i64 = 0) -> None:
    """Give a seat points from a source."""
    state.players[seat].points += points
    if state.journal is not None and points:
        state.journal.score(seat, points, source, a, b)
