"""What a question's wording is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from burgher.games.hansa.components import BoardSide
from burgher.games.hansa.sections import BRITANNIA, EAST, TURN
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData, Question


def never_refused(state: HansaData, thing: int, shape: int) -> IllegalAction:
    """For an answer that is legal whenever its question is asked."""
    raise AssertionError("this is never refused")


class Answer(NamedTuple):
    """One kind of answer, by the verb of its action (`actions.py`)."""

    sentence: Callable[[HansaData, int, int], str]
    """What a legal one would do here and what it costs, from its thing and its shape."""
    reason: Callable[[HansaData, int, int], IllegalAction] = never_refused
    """Why one is not legal, though its question is asked."""
    unasked: tuple[str, str, str] | None = None
    """Why it is refused when nothing is asked: the kind, the reason, the section."""


class QuestionWording:
    """A question in words: what is asked, what answers it, and how it is told that nobody wanted to."""

    rules: ClassVar[Question]
    """The question itself (`questions`)."""
    answers: Mapping[int, Answer]
    """What answers it, by verb."""
    declined: ClassVar[str] = ""
    """What whoever declined did, where that is told."""

    def question(self, state: HansaData) -> str:
        """What is asked of the seat to move."""
        raise NotImplementedError

    def first(self, state: HansaData) -> str:
        """What has to be done before anything else, as a sentence: why all else is refused meanwhile."""
        raise NotImplementedError

    def answers_now(self, state: HansaData) -> Mapping[int, Answer]:
        """What answers it at this moment: with a piece in hand, where it goes."""
        return self.answers

    def every_answer(self) -> Mapping[int, Answer]:
        """What answers it at some moment or other."""
        return self.answers

    def section(self, state: HansaData) -> str:
        """The section of the rules that speaks of it."""
        return expansion(state) if self.rules.section == EAST else self.rules.section


def expansion(state: HansaData) -> str:
    """The board that has ships and permanent markers here."""
    return BRITANNIA if state.board.has_regions else EAST


NOTHING_TO_DECLINE = ("nothing-to-decline", "Nothing is on offer that could be declined", TURN)
NOTHING_TO_STOP = ("nothing-to-stop", "Nothing is under way that could be stopped", TURN)


# -- what happened ----------------------------------------------------------------------------------


class Told(NamedTuple):
    """An entry of the journal, as the stories read it: `a` to `d` are its details (`events.py`)."""

    seat: int
    names: Sequence[str]
    side: BoardSide
    a: int
    b: int
    c: int
    d: int

    @property
    def who(self) -> str:
        """The player whose entry it is."""
        return self.names[self.seat]

    def whose(self, seat: int) -> str:
        """A piece's owner, as a story says it."""
        return "a" if seat == self.seat else f"{self.names[seat]}'s"


Stories = Mapping[int, Callable[[Told], str]]
"""How events are told, or why points were scored, by their numbers."""
