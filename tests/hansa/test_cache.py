"""What the heuristic remembers of a position is what it would work out anew."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given

import burgher
from burgher import State
from burgher.games.hansa import heuristic
from burgher.games.hansa.lookups import CITY_FAVOUR
from burgher.kernel.chance import seeded
from burgher.kernel.ints import ints, replaced, same
from burgher.kernel.playout import best_at_sight
from burgher.kernel.weights import change_weights
from hansa.kit import load
from hansa.test_properties import Played, games, some

EVERY = 1 if burgher.COMPILED else 5
"""How many decisions a game goes on from one position that is looked at to the next."""


def anew(state: State) -> list[int]:
    """What a state is worth to each seat, by a copy that remembers nothing."""
    fresh = state.clone()
    return [fresh.evaluate(seat) for seat in range(len(state.scores()))]


def remembered(state: State) -> list[int]:
    """What it is worth by what it remembers."""
    return [state.evaluate(seat) for seat in range(len(state.scores()))]


@some(40 if burgher.COMPILED else 20)
@given(games())
def test_after_every_move_tried_a_copy_judges_as_one_that_remembers_nothing(game: Played) -> None:
    table = game.table()
    ahead = table.state.clone()
    for number, action in enumerate(game.actions(table)):
        if number % EVERY == 0:
            for tried in table.state.legal_actions():
                ahead.copy_from(table.state)
                ahead.apply(tried)
                assert remembered(ahead) == anew(ahead)
        table.play(action)
        assert remembered(table.state) == anew(table.state)


@pytest.fixture(scope="module")
def positions() -> list[State]:
    """Positions of a game in which everybody plays with some sense."""
    state = load(3, modules="favour").deal(3)
    ahead, found = state.clone(), []
    for number in range(241):
        state.apply(best_at_sight(state, ahead, seeded(number)))
        if number % 40 == 0:
            found.append(state.clone())
    return found


@pytest.fixture
def _weights_as_they_were() -> Iterator[None]:
    before = [int(weight) for weight in heuristic.WEIGHTS]
    yield
    change_weights(heuristic.WEIGHTS, before)


@pytest.mark.usefixtures("_weights_as_they_were")
@pytest.mark.parametrize("name", heuristic.NAMES)
def test_other_weights_count_at_once(name: str, positions: list[State]) -> None:
    before = [remembered(state) for state in positions]
    changed = [int(weight) for weight in heuristic.WEIGHTS]
    changed[heuristic.NAMES.index(name)] += 1000
    change_weights(heuristic.WEIGHTS, changed)
    after = [remembered(state) for state in positions]
    assert after == [anew(state) for state in positions]
    if name in ("trader", "office", "actions.1"):
        assert after != before


def others(state: Any, whose: str, name: str) -> Iterator[State]:
    """Copies that remember what a state is worth, in which one thing is another then."""
    for number in range(state.seats if whose == "player" else 1):
        value = getattr(state.players[number] if whose == "player" else state, name)
        for place in range(len(value)) if hasattr(value, "__len__") else [None]:
            copy = state.clone()
            remembered(copy)
            if place is None:
                changed = type(value)(value ^ (CITY_FAVOUR if name == "favours" else 1))
            else:
                changed = replaced(value, place, value[place] + 1)
            setattr(copy.players[number] if whose == "player" else copy, name, changed)
            if place is not None and name in ("offices", "extras"):  # who controls a city follows from these
                copy.control = replaced(copy.control, place, copy.control[place] % copy.seats + 1)
            yield copy


@pytest.mark.parametrize(
    ("whose", "name"),
    [
        *(("table", name) for name in ("joins", "offices", "extras", "special", "plates")),
        *(("player", name) for name in ("joined", "favours", "desk", "unused", "used")),
    ],
)
def test_whatever_it_was_worked_out_from_counts_at_once(
    whose: str, name: str, positions: list[State]
) -> None:
    worth = [anew(state) for state in positions]
    changed = [[remembered(other) for other in others(state, whose, name)] for state in positions]
    assert changed == [[anew(other) for other in others(state, whose, name)] for state in positions]
    assert any(one != before for before, some in zip(worth, changed, strict=True) for one in some)


def test_arrays_are_the_same_by_what_they_hold() -> None:
    one = ints([1, 2, 3])
    assert same(one, one)
    assert same(one, ints([1, 2, 3]))
    assert all(not same(one, replaced(one, place, 7)) for place in range(3))
    assert same(ints([]), ints([]))
