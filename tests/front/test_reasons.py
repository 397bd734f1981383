"""Whatever is refused, in whatever position, is refused in the form that `reason_form` describes.

BURGHER_REASONS=20 looks at twenty times as many positions, with every action in each (for long: add
-o faulthandler_timeout=0).
"""

from __future__ import annotations

import os
from collections import Counter
from functools import cache
from random import Random

import pytest

from burgher import IllegalAction
from front.reason_form import BURGUNDY, FORMS, Form, faults, positions

TIMES = int(os.environ.get("BURGHER_REASONS", "1"))
POSITIONS = 1000
"""For each game, over all of its options; a tenth of them with every action, the others with some."""
SOME = 12


@cache
def found_faults(name: str) -> dict[tuple[str, str], str]:
    """Every fault there is, by the kind of refusal, with an example."""
    form = FORMS[name]
    found: dict[tuple[str, str], str] = {}
    each = POSITIONS * TIMES // len(form.games)
    for number, (players, options) in enumerate(form.games):
        chance = Random(number)
        for moment, (game, state) in enumerate(positions(name, players, options, 100 + number, each)):
            legal = set(state.legal_actions())
            refused = [action for action in range(game.num_actions) if action not in legal]
            if TIMES == 1 and moment % 10:
                refused = chance.sample(refused, min(SOME, len(refused)))
            view = game.view(state, state.seat)
            for action in refused:
                words = game.words(action)
                try:
                    refusal = game.refusal(state, action)
                except AssertionError:
                    where = f"{players} {options}: {words!r} in {game.heading(state)}"
                    found.setdefault((words.split()[0], "no reason"), where)
                    continue
                for fault in faults(form, game, view, words, refusal):
                    example = f"{players} {options}: {words!r} in {game.heading(state)}: {refusal}"
                    found.setdefault((refusal.kind, fault), example)
    return found


@pytest.mark.parametrize("name", ["burgundy", "granja", "hansa"])
def test_every_reason_has_its_form(name: str) -> None:
    assert found_faults(name) == {}


def test_reasons_of_many_kinds_are_looked_at() -> None:
    kinds = Counter[str]()
    for number, (players, options) in enumerate(BURGUNDY.games):
        for game, state in positions("burgundy", players, options, 100 + number, 60):
            legal = set(state.legal_actions())
            kinds.update(
                game.refusal(state, action).kind
                for action in range(0, game.num_actions, 3)
                if action not in legal
            )
    assert len(kinds) > 15


# -- the form itself: each fault is found ------------------------------------------------------------


def said(form: Form, words: str, reason: str, page: int | str, kind: str = "kind") -> list[str]:
    """What is wrong with a reason at the start of a game."""
    (name,) = (name for name, one in FORMS.items() if one is form)
    game, state = next(positions(name, 2, {}, 1, 1))
    return list(faults(form, game, game.view(state, state.seat), words, IllegalAction(kind, reason, page)))


@pytest.mark.parametrize(
    ("reason", "page", "fault"),
    [
        ("Space 14 lies beside none of your tiles", 5, None),
        ("Which tile do you place?", 5, "a question"),
        ("it lies beside none of your tiles", 5, "no beginning"),
        ("It lies beside none of your tiles.", 5, "no end"),
        ("An action needs a die: say which one, 1 or 2", 5, "the terminal's language"),
        ("It lies beside none of your tiles", 9, "another section"),
        ("Space 15 is a building space", 5, "names space"),
        ("There is no tile in the depot: depot 3 is empty", 5, "names depot"),
        ("The city hall cannot go there: the church can", 5, "names tile"),
    ],
)
def test_a_fault_is_found(reason: str, page: int, fault: str | None) -> None:
    assert said(BURGUNDY, "1 place 2-14", reason, page) == ([fault] if fault else [])


@pytest.mark.parametrize(
    ("words", "reason", "fault"),
    [
        ("place trader hamburg-luebeck", "Every house of Hamburg–Lübeck is taken", None),
        ("place trader hamburg-luebeck", "Every house of Hamburg–Stade is taken", "names city"),
        ("displace hamburg-luebeck 1 with trader", "Nobody is on house 2 of Hamburg–Lübeck", "names house"),
        ("use plus-3", "You have no unused marker “development”", "names marker"),
    ],
)
def test_a_place_that_nobody_chose_is_found(words: str, reason: str, fault: str | None) -> None:
    sections = {"place": "Place Dude", "displace": "Displace Dude", "use": "Bonus Plates"}
    assert said(FORMS["hansa"], words, reason, sections[words.split()[0]]) == ([fault] if fault else [])
