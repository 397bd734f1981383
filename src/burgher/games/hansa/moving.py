"""The action Move, and taking a piece up to put it somewhere else (`questions/moving.py` goes on)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.asking import ask
from burgher.games.hansa.houses import owner_at, piece, vacate
from burgher.games.hansa.lookups import BOOK, BOOK_VALUE
from burgher.games.hansa.pending import (
    MOVING,
)

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData


def begin_to_move(state: HansaData) -> None:
    """The action Move: up to as many of one's own pieces as the book says."""
    state.left = BOOK_VALUE[state.me.desk[BOOK]]
    ask(state, MOVING)


def lift(state: HansaData, house: i64) -> None:
    """Take a piece off its house, to put it somewhere else."""
    seat = owner_at(state, house)
    shape = vacate(state, state.players[seat], house)
    state.hand = piece(seat, shape)
    state.hand_from = house
