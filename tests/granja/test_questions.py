"""Every question is one class for the rules and one for people, found by one number."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from burgher.games.granja import actions as act
from burgher.games.granja import pending
from burgher.games.granja.components import standard_set
from burgher.games.granja.modules.shelf import NAMES, laid_out
from burgher.games.granja.questions import registry as questions
from burgher.games.granja.questions.registry import names_with
from burgher.games.granja.stack import detail, top
from burgher.games.granja.wording import registry as wording
from burgher.games.granja.wording import steps
from burgher.games.granja.wording.base import Wording
from burgher.games.granja.wording.modules.registry import wording_of_module
from granja.kit import deal, lay_out, refusal

ANYTIME = (act.BUY, act.SELL, act.UPGRADE, act.TRADE, act.ROOF, act.USE)


def constant(class_name: str) -> str:
    """The name of a question's number: `OneGood` is `ONE_GOOD`."""
    return "".join(f"_{letter}" if letter.isupper() else letter for letter in class_name).lstrip("_").upper()


@pytest.mark.parametrize("number", range(pending.NOTHING, pending.BACK + 1))
def test_every_number_has_its_question(number: int) -> None:
    name = constant(type(questions.BASE[number]).__name__)
    assert getattr(pending, name) == number


@pytest.mark.parametrize("number", range(pending.NOTHING + 1, pending.BACK + 1))
def test_every_question_has_its_twin_for_people(number: int) -> None:
    rules, people = type(questions.BASE[number]), type(wording.BASE[number])
    assert rules.__name__ == people.__name__
    assert rules.__module__.split(".")[-1] == people.__module__.split(".")[-1]


def test_every_step_in_which_somebody_may_decide_is_told_by_a_class_of_its_name() -> None:
    assert set(steps.STEPS) == {*range(pending.INTERLUDES), pending.LEFT_ROOFS, pending.HATS}
    for number, step in steps.STEPS.items():
        assert getattr(pending, constant(type(step).__name__)) == number


def test_no_two_questions_have_the_same_name() -> None:
    assert len(set(questions.NAMES)) == len(questions.BASE) == pending.BACK + 1
    assert all(questions.NAMES)


@pytest.mark.parametrize("name", [*NAMES, "solo"])
def test_every_question_of_a_module_has_its_twin_for_people(name: str) -> None:
    (module,) = laid_out([name], standard_set())
    people = wording_of_module(module)
    rules = [type(question).__name__ for question in module.questions()]
    assert rules == [question.__name__ for question in people.questions]
    for question in module.questions():
        assert names_with([module])[pending.OF_MODULES :].count(f"{name} {question.name}") == 1


@pytest.mark.parametrize("name", NAMES)
def test_every_action_that_answers_a_question_of_a_module_is_a_kind_of_its_actions(name: str) -> None:
    (module,) = laid_out([name], standard_set())
    people = wording_of_module(module)
    assert people.verbs[0] == 0
    assert list(people.verbs) == sorted(set(people.verbs))
    assert people.verbs[-1] < len(module.faces())
    for question in people.questions:
        assert set(question.own) <= set(people.verbs)


@pytest.mark.parametrize("name", ["", *NAMES, "solo"])
def test_every_question_says_what_is_decided_by_it(name: str) -> None:
    """All else is refused with it, and "first decide something" would tell nobody what."""
    asked: list[type[Wording]] = [type(people) for people in wording.BASE.values()]
    if name:
        (module,) = laid_out([name], standard_set())
        asked = [*wording_of_module(module).questions]
    for people in asked:
        is_asked = people.question is not Wording.question
        assert (people.decision != Wording.decision) == is_asked, people.__name__


def test_what_people_are_told_to_answer_is_what_the_rules_take() -> None:
    """Every legal answer is one of its question's verbs; of common questions, every verb is an answer too."""
    seen: dict[int, set[int]] = {number: set() for number in wording.BASE}
    for seed in range(24):
        table, random = deal(3, seed), Random(seed)
        while not table.is_over:
            state: Any = table.state
            choices = state.legal_actions()
            if state.depth:
                base = [action for action in choices if action < act.COUNT]
                verbs = {act.VERB[action] for action in base} - set(ANYTIME)
                assert verbs <= set(wording.asked_now(state).verbs)
                seen[top(state)] |= verbs
                assert wording.asked_now(state).is_valid_detail(state, detail(state))
            table.play(random.choice(choices))
    often = (pending.CARD, pending.IMPROVING, pending.DELIVERY, pending.PAYMENT, pending.STALL_TO_PLACE)
    for number in often:
        assert seen[number] | {act.SKIP} == set(wording.BASE[number].verbs) | {act.SKIP}


def test_a_space_of_the_round_that_brings_nothing_is_refused_with_its_own_reason() -> None:
    table = lay_out(step="after a die", round=5, helpers=[6], points=2, siesta=8, dice=[0, 0, 0, 4, 0, 0])
    found = refusal(table, "use 6")
    assert (found.kind, found.page) == ("nothing-to-upgrade", "Anytime Actions")
