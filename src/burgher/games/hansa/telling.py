"""The game in sentences: what is asked, what an action would do, what happened. `wording` has the words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from burgher.games.hansa import actions as act
from burgher.games.hansa import pending as ask
from burgher.games.hansa.components import BoardSide
from burgher.games.hansa.naming import several
from burgher.games.hansa.wording.base import Told
from burgher.games.hansa.wording.registry import STORIES, WORDINGS
from burgher.games.hansa.wording.scoring import POINTS, SOURCES
from burgher.kernel.journal import SCORED

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.kernel.journal import Entry

SOURCE_KINDS = {name: number for number, name in SOURCES.items()}
"""The kinds of sources of points, each with its number."""


def heading(state: HansaData) -> str:
    """The turn: `T7`."""
    if state.is_over:
        return "end"
    return "set-up" if state.pending == ask.PAWN_START else f"T{state.round + 1}"


def question(state: HansaData) -> str:
    """What is asked of the seat to move."""
    return WORDINGS[state.pending].question(state)


def sentence(state: HansaData, action: int) -> str:
    """What a legal action would do here and what it costs."""
    verb, thing, shape, _, _ = act.FACES[state.board.number][action]
    return WORDINGS[state.pending].answers_now(state)[verb].sentence(state, thing, shape)


def tell(entry: Entry, names: Sequence[str], side: BoardSide) -> str:
    """A journal entry as a sentence."""
    a, b, c, d = (*entry.details, 0, 0, 0, 0)[:4]
    told = Told(entry.seat, names, side, a, b, c, d)
    if entry.event == SCORED:
        return f"{told.who} scores {several(entry.points, 'point')}: {POINTS[entry.source](told)}."
    return f"{STORIES[entry.event](told)}."


def source(entry: Entry) -> str:
    """Where an entry's points come from."""
    return SOURCES[entry.source]
