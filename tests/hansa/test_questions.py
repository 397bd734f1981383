"""Every question is one class with one twin in words, and both are found by its number."""

from __future__ import annotations

import pytest

from burgher import IllegalAction
from burgher.games.hansa import actions, events, pending
from burgher.games.hansa.naming import side_of
from burgher.games.hansa.questions.registry import BY_NUMBER
from burgher.games.hansa.wording.base import Told
from burgher.games.hansa.wording.registry import STORIES, UNASKED, WORDINGS
from hansa.kit import lay_out, play

NUMBERS = {name: value for name, value in vars(pending).items() if name.isupper() and isinstance(value, int)}
VERBS = {
    value: name
    for name, value in vars(actions).items()
    if name.isupper() and isinstance(value, int) and not name.startswith(("N_", "ROW", "MOST_"))
}


def test_every_number_has_its_question_and_its_words() -> None:
    assert sorted(NUMBERS.values()) == list(range(len(BY_NUMBER))) == list(range(len(WORDINGS)))
    for question, wording in zip(BY_NUMBER, WORDINGS, strict=True):
        assert type(question) is type(wording.rules)
        assert type(question).__name__ == type(wording).__name__


def test_every_question_has_a_name_and_a_section_of_its_own_rules() -> None:
    assert len({question.name for question in BY_NUMBER}) == len(BY_NUMBER)
    assert all(question.name and question.section for question in BY_NUMBER)


def test_every_kind_of_action_answers_some_question() -> None:
    answered = {verb for wording in WORDINGS for verb in wording.every_answer()}
    assert answered == set(VERBS)


def test_what_the_turn_does_not_ask_for_is_refused_in_words() -> None:
    assert set(VERBS) - set(WORDINGS[pending.NOTHING].every_answer()) == set(UNASKED)


@pytest.mark.parametrize("number", [pending.GREEN_CITY, pending.FREE_PRIVILEGE, pending.SHARING])
def test_who_declines_is_told_of(number: int) -> None:
    table = lay_out()
    told = Told(0, ["Anna"], side_of(table.state), number, 0, 0, 0)  # type: ignore[arg-type]
    assert STORIES[events.DECLINED](told) == f"Anna {WORDINGS[number].declined}"
    assert WORDINGS[number].declined


def test_who_has_lifted_a_piece_must_put_it_down() -> None:
    """Benno has nothing in stock or supply: a piece of his on another route comes along."""
    england = {"london-oxford": "bbbb", "london-cambridge": "bbb", "coventry-nottingham": "bbB"}
    table = lay_out(
        4,
        map="britannia",
        rules="2009",
        supply=(5, 0),
        houses={"carlisle-falkirk": "b.", "montgomery-cardiff": "b.."} | england,
        offices={"carlisle": "a"},
    )
    play(table, "displace carlisle-falkirk 1 with trader", "to durham-carlisle", "take montgomery-cardiff 1")
    with pytest.raises(IllegalAction) as refused:
        table.play("done")
    assert refused.value.kind == "must-place"
    assert refused.value.reason == "The piece in hand must be placed first"
