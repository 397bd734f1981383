"""Hints: a legal move, with reasons, from what the seat can know."""

from __future__ import annotations

import pytest

from burgher import Game, State
from burgher.agents.search import SearchAgent
from burgher.study.hint import Considered, _why, hint, hint_in
from burgher.study.intervals import mean_and_error
from burgher.study.outlook import Outlook

SEARCH, SIMULATIONS = "search:60", 40


def test_a_hint_names_a_move_and_what_the_others_are_worth(pebbles: Game) -> None:
    state = pebbles.deal(7)
    legal = set(state.legal_actions())
    found = hint(pebbles, state, 1, SEARCH, SIMULATIONS)
    moves = [found.best, *found.others]
    assert {move.action for move in moves} <= legal
    assert len({move.action for move in moves}) == len(moves) > 1
    assert found.best.words == pebbles.words(found.best.action)
    assert found.best.sentence == pebbles.sentence(state, found.best.action)
    assert found.best.behind == 0
    assert all(0 <= move.chance <= 1 for move in moves)
    assert found.why
    chances = [move.chance for move in found.others]
    assert chances == sorted(chances, reverse=True)


def test_a_hint_uses_nothing_hidden(pebbles: Game) -> None:
    few, many = (pebbles.deal(7) for _ in range(2))
    few.apply(pebbles.number("hide 0"))
    many.apply(pebbles.number("hide 3"))
    assert hint(pebbles, few, 5, SEARCH, SIMULATIONS) == hint(pebbles, many, 5, SEARCH, SIMULATIONS)


class Told(SearchAgent):
    """A search that says what it was told to: a move, and that it has tried all."""

    first = 0

    def choose(self, state: State) -> int:
        return self.first

    def findings(self) -> list[tuple[int, int, float]]:
        return [(action, 1, 0.0) for action in (0, 1, 2, 3)]


def test_what_fresh_lines_say_is_clearly_better_is_preferred_to_the_search(
    pebbles: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("burgher.study.hint.agents.create", lambda name, seed: Told(seed))
    kept = 0
    for seed in range(1, 7):
        state = pebbles.deal(seed)
        outlook = Outlook(pebbles, state)
        shares = [
            [mine for mine, _ in outlook.outcomes(state, SIMULATIONS, seed, eyes=0, action=action)]
            for action in range(4)
        ]
        for first in range(4):
            monkeypatch.setattr(Told, "first", first)
            found = hint(pebbles, state, seed, SEARCH, SIMULATIONS)
            chosen = found.best.action
            assert sorted([chosen, *(other.action for other in found.others)]) == [0, 1, 2, 3]
            apart = [
                mean_and_error([a - b for a, b in zip(one, shares[first], strict=True)]) for one in shares
            ]
            if any(gain > 2 * error for gain, error in apart):
                assert sum(shares[chosen]) > sum(shares[first])
            else:
                assert chosen == first, "what may be chance changes nothing"
                kept += apart != [(0, 0)] * 4 and max(apart)[0] > 0
    assert kept, "something looked better, but not clearly"


def test_points_of_others_are_no_reason(pebbles: Game) -> None:
    position = pebbles.position(pebbles.deal(7)) | {"round": 3, "purses": [0, 3], "boasts": [True, True]}
    found = hint(pebbles, pebbles.restore(position), 1, SEARCH, SIMULATIONS)
    assert found.best.sources == {"boasts": -1.0}, "the other takes the heap, mostly"


def test_asking_changes_nothing(pebbles: Game) -> None:
    state = pebbles.deal(7)
    before = pebbles.position(state)
    hint(pebbles, state, 1, SEARCH, SIMULATIONS)
    assert pebbles.position(state) == before


def test_the_only_move_is_a_hint_too(pebbles: Game) -> None:
    position = pebbles.position(pebbles.deal(7)) | {"purses": [0, 0], "boasts": [True, True]}
    found = hint_in("pebbles", 2, tuple(pebbles.options.items()), position, 1)
    assert found.best.words == "hide 0"
    assert found.others == []
    assert found.why == ["Nothing else came close."]


def test_reasons_say_what_a_move_is_compared_with() -> None:
    def told(best: dict[str, float], next_best: dict[str, float]) -> list[str]:
        return _why([Considered(0, "", "", 0.6, 0, 0, best), Considered(1, "", "", 0.4, 0.2, 0, next_best)])

    assert told({"ships": 2.0}, {"ships": 3.0})[-1] == (
        "Compared with the next best, it gives up 1.0 points from ships."
    )
    assert told({"mines": 4.0}, {"ships": 3.0})[-2:] == [
        "Compared with the next best, it gains 4.0 points from mines.",
        "It gives up 3.0 points from ships.",
    ]
