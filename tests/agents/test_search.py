from __future__ import annotations

import json
import os
from math import inf
from random import Random
from typing import Any, cast

import pytest

import burgher
import burgher.games
from building import ROOT
from burgher import BadOptions, agents
from burgher.agents.search import SearchAgent
from burgher.kernel.search import WHOLE, Evaluator, Tree
from burgher.kernel.search_settings import SearchSettings

BURGUNDY = burgher.load("burgundy", 2)


def search(simulations: int | str, seed: int = 1) -> SearchAgent:
    return cast(SearchAgent, agents.create(f"search:{simulations}", seed))


@pytest.mark.parametrize(
    "argument",
    ["", "0", "-3", "fast", "3m", "1s,,", "1e9", "0s", "5;", "cores=0", "cores=2s", "cores=1.5", "cores="],
)
def test_a_budget_that_is_none_is_refused(argument: str) -> None:
    if argument:
        with pytest.raises(BadOptions, match=r"how many simulations to run|a number of processors is whole"):
            search(argument)
    else:
        assert search("").simulations == 400


@pytest.mark.parametrize(
    ("argument", "simulations", "seconds", "cores"),
    [
        ("40", 40, inf, 1),
        ("10000000", 10**7, inf, 1),
        ("2s", 10**7, 2.0, 1),
        ("250ms,60", 60, 0.25, 1),
        ("0.5s", 10**7, 0.5, 1),
        ("1s,cores=4", 10**7, 1.0, 4),
        ("cores=2", 400, inf, 2),
    ],
)
def test_a_budget_is_simulations_or_time_or_both(
    argument: str, simulations: int, seconds: float, cores: int
) -> None:
    agent = search(argument)
    assert (agent.simulations, agent.seconds, agent.cores) == (simulations, seconds, cores)


@pytest.fixture
def boasting(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Pebbles in which the other has none left: one is enough for the heap, and a boast costs nothing."""
    fourth_game = ROOT / "examples"
    monkeypatch.setattr(burgher.games, "__path__", [*burgher.games.__path__, str(fourth_game)])
    state: Any = burgher.load("pebbles", 2).deal(3)
    while state.round < 3:
        state.apply(0)
    state.purses, state.heap, state.points = [3, 0], 5, [0, 4]
    return state


def test_a_certain_victory_is_found(boasting: Any) -> None:
    game, agent = burgher.load("pebbles", 2), search(400)
    assert game.words(agent.choose(boasting)) == "boast"
    boasting.apply(game.number("boast"))
    assert game.words(agent.choose(boasting)) == "hide 1"


def test_a_game_says_how_long_first_sight_is_trusted(boasting: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A boast brings nothing at once: whoever trusts first sight for ever takes the heap without one."""
    settings = SearchSettings(prior_visits=10**6)
    monkeypatch.setattr(type(boasting.game), "search_settings", settings)
    assert burgher.load("pebbles", 2).words(search(400).choose(boasting)) == "hide 1"


def test_an_agent_can_have_settings_of_its_own(boasting: Any) -> None:
    agent = search("400,prior_visits=1000000,rollout_depth=0")
    assert burgher.load("pebbles", 2).words(agent.choose(boasting)) == "hide 1"
    assert agent._tree is not None
    ours, usual = agent._tree.settings.as_dict(), SearchSettings().as_dict()
    assert ours == usual | {"prior_visits": 10**6, "rollout_depth": 0}


def test_a_state_that_no_game_dealt_is_searched_by_the_defaults() -> None:
    state = burgher.load("hansa", 2).deal(1)
    for argument, depth in (("8", 8), ("8,network=off", 60)):
        agent = search(argument)
        agent.choose(state)
        assert agent._tree is not None
        assert agent._tree.settings.rollout_depth == depth
    state.game = None
    other = search(8)
    other.choose(state)
    assert other._tree is not None
    assert other._tree.settings.as_dict() == SearchSettings().as_dict()


def test_the_quick_player_looks_at_as_many_moves_as_it_is_told() -> None:
    state = BURGUNDY.deal(1)

    def outcomes(tries: int) -> set[str]:
        tree = Tree(state, 2, SearchSettings(rollout_width=tries, rollout_depth=1))
        found = set()
        for chance in range(1, 31):
            tree.now.copy_from(state)
            tree.chance = chance
            tree.rollout()
            found.add(json.dumps(BURGUNDY.position(tree.now)))
        return found

    def worth_after(action: int) -> int:
        trial = best.clone()
        trial.apply(action)
        return trial.evaluate(state.seat)

    best = state.clone()
    while best.seat == state.seat:
        best.apply(max(best.legal_actions(), key=worth_after))
    assert outcomes(0) == {json.dumps(BURGUNDY.position(best))}, "all of them: always the best"
    assert len(outcomes(1)) > 10, "one: anything"


def test_a_game_says_how_its_lines_are_played_on() -> None:
    for name, tries, reach in (("burgundy", 5, 24), ("granja", 0, 60), ("hansa", 0, 60)):
        settings = burgher.load(name, 2).search_settings
        assert (settings.rollout_width, settings.rollout_depth) == (tries, reach)


def test_a_careful_line_counts_for_several_but_one_is_always_followed() -> None:
    costs = {"burgundy": 1, "granja": 2, "hansa": 2, "burgundy,network=off": 1, "hansa,network=off": 8}
    for who, cost in costs.items():
        name, comma, judge = who.partition(",")
        state = burgher.load(name, 2).deal(1)
        for simulations, followed in ((16, 16 // cost), (1, 1)):
            agent = search(f"{simulations}{comma}{judge}")
            agent.choose(state)
            assert sum(visits for _, visits, _ in agent.findings()) == followed


def test_a_line_that_a_judge_ends_counts_once() -> None:
    game = burgher.load("hansa", 2)
    state, settings = game.deal(1), game.search_settings
    assert Tree(state, 2, settings, Evaluator(2000)).budget_cost == 1
    assert Tree(state, 2, settings, Evaluator(2000, WHOLE // 2)).budget_cost == 8, (
        "half of what counts is played on"
    )


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


def test_nothing_is_kept_for_another_seat_or_another_position(boasting: Any) -> None:
    agent = search(400)
    boasting.apply(agent.choose(boasting))
    assert agent._is_foreseen(boasting)
    for change in ({"purses": [1, 0]}, {"points": [1, 4]}, {"seat": 1}):
        other = boasting.clone()
        for name, value in change.items():
            setattr(other, name, value)
        assert not agent._is_foreseen(other), change
    agent.choose(boasting)
    assert agent._foreseen is None, "the other decides then, who knows other things"


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_was_possible_in_another_world_is_not_kept(seed: int) -> None:
    """In La Granja much of a turn hangs on cards drawn, and on what others may have."""
    state, agent = burgher.load("granja", 2).deal(seed), search(16)
    for _ in range(28):
        legal = state.legal_actions()
        chosen = agent.choose(state)
        if len(legal) > 1:
            assert {action for action, _, _ in agent.findings()} <= set(legal)
        state.apply(chosen)


class Clock:
    """A clock that goes on by as much as is asked of it, and an agent's tree that takes so long."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, simulation: float) -> None:
        self.now = 0.0
        monkeypatch.setattr("burgher.agents.search.perf_counter", lambda: self.now)
        self.simulation = simulation

    def search(self, seconds: float, leads: int, counts: int = 1) -> int:
        """How many simulations an agent runs in so many seconds, when its best move leads by so many visits.

        A simulation may count for several.
        """
        agent, followed = search(f"{seconds}s"), 0

        class Slow:
            budget_cost = counts

            def run(_, times: int) -> None:  # noqa: N805 the clock is the self here
                nonlocal followed
                followed += times
                self.now += times * self.simulation

            def lead(_) -> int:  # noqa: N805
                return leads if followed else 0

        agent._run(cast(Any, Slow()), agent.simulations, self.now + seconds)
        return followed


def test_a_search_ends_with_its_time_or_when_the_rest_cannot_change_the_choice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(monkeypatch, 1 / 1024)
    assert clock.search(1, leads=0) == 1024
    assert clock.search(1, leads=600) == 400 + 25  # fewer than 600 are left
    assert clock.search(1, leads=2000) == 25
    assert clock.search(1, leads=2000, counts=4) == 6


def test_however_little_time_there_is_something_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    late = iter(range(0, 10**6, 60))
    monkeypatch.setattr("burgher.agents.search.perf_counter", lambda: next(late))
    state, agent = BURGUNDY.deal(1), search("1ms")
    assert agent.choose(state) in state.legal_actions()
    assert sum(visits for _, visits, _ in agent.findings()) > 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")
def test_a_search_on_several_processors_is_one_search() -> None:
    state = BURGUNDY.deal(1)
    simulations = 60

    def found(argument: str) -> list[tuple[int, int, float]]:
        agent = search(argument)
        assert agent.choose(state) == agent.findings()[0][0]
        return agent.findings()

    together = found(f"{simulations},cores=3")
    assert together == found(f"{simulations},cores=3"), "the same seed and simulations find the same"
    assert together != found(f"{simulations}")
    assert together != found(f"{simulations // 3}"), "each of the processes finds something of its own"
    assert {action for action, _, _ in together} == set(state.legal_actions())
    assert simulations // 3 < sum(visits for _, visits, _ in together) <= simulations


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")
def test_several_processors_know_no_more_than_one() -> None:
    state, agent = BURGUNDY.deal(1), search("30,cores=2")
    first = agent.choose(state)
    state.apply(first)
    assert agent._is_foreseen(state)
    assert agent.choose(state) in state.legal_actions()
    hidden = [search("30,cores=2").choose(state.imagine(state.seat, seed)) for seed in range(3)]
    assert len(set(hidden)) == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")
def test_several_processors_follow_all_lines_between_them(monkeypatch: pytest.MonkeyPatch) -> None:
    state, agent = BURGUNDY.deal(1), search("61,cores=3")
    monkeypatch.setattr(SearchAgent, "_run", lambda self, tree, simulations, until: tree.run(simulations))
    agent.choose(state)
    assert sum(visits for _, visits, _ in agent.findings()) == 61


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")
def test_what_several_processors_knew_before_is_counted_once(monkeypatch: pytest.MonkeyPatch) -> None:
    state, agent = BURGUNDY.deal(1), search("60,cores=3")
    state.apply(agent.choose(state))
    tree = agent._tree_for(state)
    known = tree.findings()
    assert sum(visits for _, visits, _ in known) > 0, "something is known from the decision before"
    monkeypatch.setattr(SearchAgent, "_run", lambda *_: None)
    assert agent._grow_together(tree, inf) == known


def test_no_level_has_less_to_think_with_than_the_one_below() -> None:
    """Where nothing is compiled, limits of time decide as much as simulations do."""
    players = [agents.create(name, 1) for name in agents.levels()]
    limited = [player for player in players if isinstance(player, SearchAgent) and player.seconds < inf]
    assert [player.name for player in limited] == ["master", "burgomaster"]
    assert limited == sorted(limited, key=lambda player: (player.simulations, player.seconds))
    assert limited == sorted(limited, key=lambda player: (player.seconds, player.simulations))


def test_levels_are_in_order_and_each_can_play() -> None:
    assert list(agents.levels()) == ["apprentice", "journeyman", "merchant", "master", "burgomaster"]
    for level in agents.levels().values():
        assert level.says.endswith(".")
        agent = agents.create(level.name, 1)
        assert agent.name == level.name
    state = BURGUNDY.deal(1)
    for name in ("apprentice", "journeyman", "merchant", "merchant-for-points"):
        assert agents.create(name, 1).choose(state) in state.legal_actions()


def test_whoever_looks_ahead_can_play_for_points_instead() -> None:
    """Under a name that people can choose, it is the same search with another aim."""
    offered = agents.opponents()
    assert list(offered)[: len(agents.levels())] == list(agents.levels())
    others = [one for one in offered.values() if one.for_points]
    assert [one.title for one in others] == [
        "merchant for points",
        "master for points",
        "burgomaster for points",
    ]
    for one in others:
        named = agents.create(one.name, 1)
        assert isinstance(named, SearchAgent)
        level = agents.create(one.name.removesuffix("-for-points"), 1)
        assert isinstance(level, SearchAgent)
        assert named.changes == {"aim": 1}
        assert (named.simulations, named.seconds) == (level.simulations, level.seconds)
        assert level.changes == {}
