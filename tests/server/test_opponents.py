"""Opponents: which there are, and that none holds the others up."""

from __future__ import annotations

import time

import pytest

from burgher import agents, games
from burgher.agents import Agent, Level
from burgher.kernel.state import State
from burgher.server import opponents
from burgher.server.hall import levels
from server.servers import Server


class Dreamer(Agent):
    """Never makes up its mind."""

    def choose(self, state: State) -> int:
        while True:
            time.sleep(1)


class Scholar(Agent):
    """Is there for study, and not offered to people."""

    def choose(self, state: State) -> int:
        return state.legal_actions()[0]


def thought(agent: str, seconds: float) -> int:
    game = games.load("burgundy", 2)
    position = game.position(game.deal(7))
    return opponents.think("burgundy", 2, tuple(game.options.items()), position, agent, 1, seconds)


def test_who_cannot_decide_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    create = agents.create
    monkeypatch.setattr(
        agents, "create", lambda name, seed: Dreamer(seed) if name == "dreamer" else create(name, seed)
    )
    assert thought("dreamer", 0.05) == thought(opponents.HASTY, 30)


def test_an_alarm_does_not_ring_later() -> None:
    legal = games.load("burgundy", 2).deal(7).legal_actions()
    assert thought("random", 0.05) in legal
    time.sleep(0.1)


def test_opponents_are_offered_by_strength_and_the_strongest_by_default(
    monkeypatch: pytest.MonkeyPatch, server: Server
) -> None:
    assert list(levels()) == ["random", "greedy"]
    assert server.create(players=2).sight()["names"] == ["Program", "Greedy"]
    monkeypatch.setattr(agents, "names", lambda: ["greedy", "random", "scholar", "tortoise"])

    class Tortoise(Scholar):
        takes = "how long it thinks"
        levels = (Level("tortoise:5s", "Thinks for long.", 40), Level("tortoise:1s", "Thinks.", 10))

    added = {"scholar": Scholar, "tortoise": Tortoise}
    kind = agents.kind
    monkeypatch.setattr(agents, "kind", lambda name: added.get(name) or kind(name))
    agents.levels.cache_clear()
    try:
        assert list(levels()) == ["random", "tortoise:1s", "greedy", "tortoise:5s"]
    finally:
        monkeypatch.undo()
        agents.levels.cache_clear()
