"""Opponents: which there are, and that none holds the others up."""

from __future__ import annotations

import time

import pytest

from burgher import agents, games
from burgher.agents import Agent
from burgher.kernel.state import State
from burgher.server.tables import opponents
from burgher.server.tables.seating import levels
from server.servers import Server


class Dreamer(Agent):
    """Never makes up its mind."""

    def choose(self, state: State) -> int:
        while True:
            time.sleep(1)


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


def test_opponents_are_offered_by_level(server: Server) -> None:
    assert list(levels()) == list(agents.levels())
    assert server.create(players=2).table_view()["names"] == ["Program", agents.usual_level().capitalize()]
