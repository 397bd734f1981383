"""What a question's wording is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData, Question

Unasked = tuple[str, str, int]
"""Why an answer is refused when nothing is asked: the kind, the reason, the page."""


def never_refused(state: BurgundyData, action: int) -> IllegalAction:
    """For an answer that is legal whenever its question is asked."""
    raise AssertionError("this is never refused")


class Answer(NamedTuple):
    """One kind of answer, by the verb of its action (`actions.py`)."""

    sentence: Callable[[BurgundyData, int], str]
    """What a legal one would do here and what it costs."""
    reason: Callable[[BurgundyData, int], IllegalAction] = never_refused
    """Why one is not legal, though its question is asked."""
    unasked: Unasked | None = None
    """Why it is refused when nothing is asked that it could answer."""


class QuestionWording:
    """A question in words: what is asked, and what answers it."""

    rules: ClassVar[Question]
    """The question itself (`questions`)."""
    answers: Mapping[int, Answer]
    """What answers it, by verb."""
    asked: ClassVar[str] = ""
    """What is asked of the seat to move, where that is always the same."""
    first: ClassVar[str] = ""
    """What has to be done before anything else, as a sentence: why all else is refused meanwhile."""
    declined: ClassVar[str] = "skips"
    """What whoever skips does, as it is told."""

    def question(self, state: BurgundyData) -> str:
        """What is asked of the seat to move."""
        return self.asked

    def answers_now(self, state: BurgundyData) -> Mapping[int, Answer]:
        """What answers it in this game: since 2019, a purchase may come before some."""
        return self.answers

    def refused(self, state: BurgundyData) -> IllegalAction:
        """Why nothing else can be done before it is answered."""
        return IllegalAction("decide-first", self.first, self.rules.section)


NOTHING_TO_SKIP: Unasked = (
    "nothing-to-skip",
    "There is nothing to skip: a turn has exactly two actions",
    4,
)
SKIP = Answer(lambda *_: "Skip", unasked=NOTHING_TO_SKIP)
