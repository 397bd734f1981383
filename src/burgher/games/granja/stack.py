"""What is still to be decided within a step: a small stack of questions, and who is to answer them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.actions import SKIP
from burgher.games.granja.events import DECLINED, note
from burgher.games.granja.pending import BACK, DETAIL, FOR_SILVER, INSTEAD, NOTHING, OF_MODULES

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


def top(state: GranjaData) -> i64:
    """The question asked now; `NOTHING` when the step itself goes on."""
    return state.asked[state.depth] & 63


def detail(state: GranjaData) -> i64:
    """The detail of the question asked now."""
    return state.asked[state.depth] >> 6


def push(state: GranjaData, question: i64, what: i64 = 0) -> None:
    """Ask a question before everything already asked."""
    state.depth += 1
    state.asked[state.depth] = question + what * DETAIL


def push_last(state: GranjaData, question: i64, what: i64 = 0) -> None:
    """Ask a question after everything already asked."""
    state.depth += 1
    n = state.depth
    while n > 1:
        state.asked[n] = state.asked[n - 1]
        n -= 1
    state.asked[1] = question + what * DETAIL


def pop(state: GranjaData) -> None:
    """Take the question asked off the stack."""
    state.asked[state.depth] = NOTHING
    state.depth -= 1


def give_turn(state: GranjaData, seat: i64) -> None:
    """Let a seat decide."""
    state.seat = seat
    state.me = state.players[seat]


def ask_of(state: GranjaData, seat: i64) -> None:
    """Ask what is asked next of another seat; then the decision goes back."""
    push(state, BACK, state.seat)
    give_turn(state, seat)


def settle_question(state: GranjaData) -> bool:
    """Answer what needs no decision, and let go what has no answer; False when somebody must decide."""
    asked = state.asked[state.depth]
    return state.questions[asked & 63].settle(state, asked >> 6)


def answer(state: GranjaData, verb: i64, thing: i64) -> None:
    """Take the question asked off the stack, and do what an answer to it means."""
    asked = state.asked[state.depth]
    pop(state)
    question = state.questions[asked & 63]
    if verb != SKIP:
        question.apply(state, asked >> 6, verb, thing)
        return
    if asked & 63 < OF_MODULES:
        note(state, state.seat, DECLINED, asked & 63)
    question.decline(state, asked >> 6)


def silver_instead(what: i64) -> i64:
    """The silver that may be taken instead of the delivery asked for, by the question's detail."""
    if what >= FOR_SILVER:
        return 0
    return what // INSTEAD


def silver_asked(what: i64) -> i64:
    """The silver that the delivery asked for costs when it is made."""
    if what < FOR_SILVER:
        return 0
    return (what - FOR_SILVER) // INSTEAD + 1
