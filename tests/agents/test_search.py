from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

import burgher
import burgher.games
from burgher import BadOptions, agents
from burgher.agents.search import SearchAgent

BURGUNDY = burgher.load("burgundy", 2)


def search(lines: int | str, seed: int = 1) -> SearchAgent:
    return cast(SearchAgent, agents.create(f"search:{lines}", seed))


@pytest.mark.parametrize("argument", ["", "0", "-3", "fast", "3m", "1s,,", "1e9", "0s", "5;"])
def test_a_budget_that_is_none_is_refused(argument: str) -> None:
    if argument:
        with pytest.raises(BadOptions, match="how many lines to follow"):
            search(argument)
    else:
        assert search("").lines == 400


@pytest.mark.parametrize(
    ("argument", "lines", "seconds"),
    [("40", 40, float("inf")), ("2s", 10**7, 2.0), ("250ms,60", 60, 0.25), ("0.5s", 10**7, 0.5)],
)
def test_a_budget_is_lines_or_time_or_both(argument: str, lines: int, seconds: float) -> None:
    agent = search(argument)
    assert (agent.lines, agent.seconds) == (lines, seconds)


def test_a_certain_victory_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The other has no pebbles left: one is enough for the heap, and a boast costs nothing."""
    fourth_game = Path(__file__).parent.parent / "fourth_game" / "games"
    monkeypatch.setattr(burgher.games, "__path__", [*burgher.games.__path__, str(fourth_game)])
    game = burgher.load("pebbles", 2)
    state: Any = game.deal(3)
    while state.round < 3:
        state.apply(0)
    state.purses, state.heap, state.points = [3, 0], 5, [0, 4]
    agent = search(200 if burgher.COMPILED else 100)
    assert game.words(agent.choose(state)) == "boast"
    state.apply(game.number("boast"))
    assert game.words(agent.choose(state)) == "hide 1"


def test_the_only_move_needs_no_search() -> None:
    state, agent, random = BURGUNDY.deal(1), search(10), Random(1)
    while len(state.legal_actions()) > 1:
        state.apply(random.choice(state.legal_actions()))
    assert agent.choose(state) == state.legal_actions()[0]
    assert agent.findings() == []


def test_findings_tell_how_often_each_move_was_tried() -> None:
    state, agent = BURGUNDY.deal(1), search(40)
    chosen = agent.choose(state)
    found = agent.findings()
    assert found[0][0] == chosen
    assert {action for action, _, _ in found} == set(state.legal_actions())
    assert sum(visits for _, visits, _ in found) <= 40
    assert all(-1 <= value <= 1 for _, _, value in found)


def test_what_is_known_is_kept_within_a_turn() -> None:
    state, agent = BURGUNDY.deal(1), search(30)
    agent.choose(state)
    assert agent._tree is not None
    size, action = agent._tree.size, agent.findings()[0][0]
    state.apply(action)
    assert agent._foreseen is not None, "the first of two dice leaves the turn where it is"
    assert agent._is_foreseen(state)
    agent.choose(state)
    assert agent._tree.size >= size
    other = BURGUNDY.deal(2)
    assert not agent._is_foreseen(other)
    agent.choose(other)
    assert {found for found, _, _ in agent.findings()} == set(other.legal_actions())


def test_levels_are_in_order_and_each_can_play() -> None:
    assert list(agents.levels()) == ["apprentice", "journeyman", "merchant", "master", "burgomaster"]
    for level in agents.levels().values():
        assert level.says.endswith(".")
        agent = agents.create(level.name, 1)
        assert agent.name == level.name
    state = BURGUNDY.deal(1)
    for name in ("apprentice", "journeyman", "merchant"):
        assert agents.create(name, 1).choose(state) in state.legal_actions()
