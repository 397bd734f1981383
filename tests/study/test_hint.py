"""Hints: a legal move, with reasons, from what the seat can know."""

from __future__ import annotations

from collections import Counter

import pytest

from burgher import Game, State, load
from burgher.agents.search import SearchAgent
from burgher.study.hint import Considered, Reason, _why, hint, hint_in
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


def test_a_move_that_equal_dice_allow_twice_is_told_once() -> None:
    burgundy = load("burgundy", 2)
    deals = map(burgundy.deal, range(100))
    state = next(one for one in deals if len(set(burgundy.position(one)["dice"][one.seat])) == 1)
    sentences = Counter(burgundy.sentence(state, action) for action in state.legal_actions())
    assert max(sentences.values()) == 2
    found = hint(burgundy, state, 1, SEARCH, SIMULATIONS)
    moves = [found.best, *found.others]
    assert len({move.sentence for move in moves}) == len(moves) > 1


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


def test_a_hint_agrees_with_itself(pebbles: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing beside the best looks better by what is told of it, whatever the search prefers."""
    monkeypatch.setattr("burgher.study.hint.agents.create", lambda name, seed: Told(seed))
    overruled = 0
    for seed in range(1, 7):
        state = pebbles.deal(seed)
        outlook = Outlook(pebbles, state)
        ahead = outlook.futures(seed, SIMULATIONS)
        worths = [
            sum(one.shares[0] for one in outlook.outcomes(state, ahead, eyes=0, action=action))
            for action in range(4)
        ]
        for first in range(4):
            monkeypatch.setattr(Told, "first", first)
            found = hint(pebbles, state, seed, SEARCH, SIMULATIONS)
            chosen = found.best.action
            assert sorted([chosen, *(other.action for other in found.others)]) == [0, 1, 2, 3]
            assert worths[chosen] == max(worths)
            assert all(other.behind >= 0 for other in found.others)
            assert [other.behind for other in found.others] == sorted(other.behind for other in found.others)
            if worths[first] == max(worths):
                assert chosen == first, "of equals, it is what the search prefers"
            overruled += chosen != first
    assert overruled


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
    def told(points: float, *reasons: Reason, behind: float = 0.2) -> list[str]:
        best = Considered(0, "", "", 0.6, 0, 0, 0, 0, {})
        other = Considered(1, "", "", 0.4, behind, 0.05, points, 0.4, {})
        return _why([best, other], list(reasons))

    (compared,) = told(3.0, Reason("mines", 4.0, 0.5), Reason("ships", -1.0, 0.25))
    assert compared == (
        "Compared with the next best, it is worth 3.0 ± 0.8 points more in the end: "
        "+4.0 ± 1.0 from mines, −1.0 ± 0.5 from ships."
    )
    assert told(-0.2, behind=0.01) == [
        "It is a close decision: the next best may be as good.",
        "Compared with the next best, it is worth 0.2 ± 0.8 points less in the end.",
    ]


def test_reasons_add_up_to_the_difference(pebbles: Game) -> None:
    """There is one baseline, the next best, and one scale, the points of one's lead in the end."""
    told = 0
    for seed in range(1, 9):
        found = hint(pebbles, pebbles.deal(seed), seed, SEARCH, SIMULATIONS)
        next_best = found.others[0]
        if found.reasons:
            assert sum(one.points for one in found.reasons) == pytest.approx(next_best.points)
            told += 1
        assert f"{abs(next_best.points):.1f} ± " in found.why[-1]
    assert told > 4
