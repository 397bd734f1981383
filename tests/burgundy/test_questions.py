"""Every question is one class with one twin in words, and both are found by its number."""

from __future__ import annotations

from burgher.games.burgundy import actions, pending
from burgher.games.burgundy.questions.registry import BY_NUMBER
from burgher.games.burgundy.wording.registry import UNASKED, WORDINGS

NUMBERS = {name: value for name, value in vars(pending).items() if name.isupper() and isinstance(value, int)}
VERBS = {actions.VERB[action] for action in range(len(actions.FACES))}


def test_every_number_has_its_question_and_its_words() -> None:
    assert sorted(NUMBERS.values()) == list(range(len(BY_NUMBER))) == list(range(len(WORDINGS)))
    for question, wording in zip(BY_NUMBER, WORDINGS, strict=True):
        assert type(question) is type(wording.rules)
        assert type(question).__name__ == type(wording).__name__


def test_every_question_has_a_name_and_a_page() -> None:
    assert len({question.name for question in BY_NUMBER}) == len(BY_NUMBER)
    assert all(question.name and question.section in range(1, 13) for question in BY_NUMBER)


def test_every_kind_of_action_answers_some_question() -> None:
    assert {verb for wording in WORDINGS for verb in wording.answers} == VERBS


def test_what_a_turn_does_not_ask_for_is_refused_in_words() -> None:
    with_a_die = {actions.PLACE, actions.TAKE, actions.SELL, actions.HIRE}
    assert set(UNASKED) == VERBS - set(WORDINGS[pending.NOTHING].answers) | with_a_die


def test_a_purchase_may_come_before_what_castles_and_city_halls_give() -> None:
    names = {question.name for question in BY_NUMBER if question.allows_purchase}
    assert names == {"castle action", "city hall"}
