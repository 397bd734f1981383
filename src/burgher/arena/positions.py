"""Positions to teach a network by, out of games between greedy players or between searches, as files.

A file has, for each of some positions, the rows that it adds, as bits; and of each seat, the observing one
first, what the heuristic said, the points at the end, and what every kind of source still brought.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from burgher import agents
from burgher.arena.pool import derived
from burgher.arena.teaching import SHARD, TOGETHER, Teaching
from burgher.kernel.array_export import spread as copied_into
from burgher.kernel.chance import seeded
from burgher.kernel.lessons import Lessons

if TYPE_CHECKING:
    from burgher.kernel.game import Game
    from burgher.kernel.state import State

MOST_OF_A_GAME = 1000
"""There is room for so many positions of each game, on average."""
SEARCHED_SHARD = 20
"""How many games of searches a file of positions has."""
ENDLESS = 5000
"""A game of searches with so many decisions counts as it stands."""


class Positions:
    """Positions out of some games, with what came of them, whatever options the games have."""

    def __init__(self, teaching: Teaching, games: int) -> None:
        """For so many games."""
        self._numpy: Any = import_module("numpy")
        self._teaching, self._rows = teaching, teaching.rows
        self._differ = bool(teaching.observed)
        self._games = TOGETHER if self._differ else games
        self._all: list[tuple[Lessons, Any]] = []
        self._current: dict[str, Lessons] = {}
        """For what is observed, where positions go."""

    def lessons_for(self, game: Game) -> Lessons:
        """Where positions of another game go."""
        shown, needed = repr(game) if self._differ else "", self._room(1)
        lessons = self._current.get(shown)
        if lessons is None or (self._differ and lessons.room - lessons.count < needed):
            room = self._room(self._games)
            lines = self._numpy.zeros((room, (self._rows.count + 7) // 8), self._numpy.uint8)
            plan, width = self._rows.plan(game.observation), game.observation.width
            kinds = list(self._teaching.source_kinds.values())
            lessons = Lessons(plan, self._rows.count, width, game.players, kinds, room, lines)
            self._current[shown] = lessons
            self._all.append((lessons, lines))
        return lessons

    def _room(self, games: int) -> int:
        return games * MOST_OF_A_GAME // self._teaching.every + 1

    def write(self, path: Path) -> None:
        """Write them all into a file."""
        numpy, seats, kinds = self._numpy, self._teaching.players, len(self._teaching.source_kinds)
        parts: dict[str, list[Any]] = {"lines": [], "values": [], "points": [], "sources": []}
        for lessons, lines in self._all:
            kept = slice(0, lessons.count)
            parts["lines"].append(lines[kept])
            for name in ("values", "points"):
                every = numpy.zeros((lessons.room, seats), numpy.int32)
                copied_into(getattr(lessons, name), every, 1)
                parts[name].append(every[kept])
            sources = numpy.array(lessons.sources, numpy.int16)
            parts["sources"].append(sources.reshape(lessons.count, seats, kinds))
        unfinished = path.with_name(f".{path.stem}.{os.getpid()}.npz")
        numpy.savez(unfinished, **{name: numpy.concatenate(some) for name, some in parts.items()})
        unfinished.replace(path)


def play_shards(teaching: Teaching, folder: Path, numbers: Sequence[int]) -> int:
    """Play the games of some files of positions and write these; how many games that were."""
    spare: dict[str, State] = {}
    played = 0
    for number in numbers:
        games = range(number * SHARD, min((number + 1) * SHARD, teaching.games))
        positions = Positions(teaching, len(games))
        for one in games:
            drawn = teaching.load_for(one)
            lessons = positions.lessons_for(drawn)
            state = drawn.deal(derived(teaching.seed, one), lessons.journal())
            ahead = spare.setdefault(repr(drawn), state.clone())
            chance = seeded(derived(teaching.seed, one, 1))
            lessons.play(state, ahead, teaching.every, teaching.wild, chance)
        positions.write(folder / f"{number}.npz")
        played += len(games)
    return played


def play_searched(teaching: Teaching, file: Path, folder: Path, numbers: Sequence[int]) -> int:
    """The same, a few games to a file, played by searches that the network in a file judges."""
    played = 0
    for number in numbers:
        games = range(number * SEARCHED_SHARD, min((number + 1) * SEARCHED_SHARD, teaching.searched))
        positions = Positions(teaching, len(games))
        for one in games:
            # Not the games that it learned from first.
            drawn, random = teaching.load_for(teaching.games + one), Random(derived(teaching.seed, one, 3))
            lessons = positions.lessons_for(drawn)
            state = drawn.deal(derived(teaching.seed, one, 4), lessons.journal())
            agent = f"search:{teaching.simulations},network={file}"
            players = [agents.create(agent, random.getrandbits(32)) for _ in range(drawn.players)]
            first, decisions = lessons.count, 0
            while not state.is_over and decisions < ENDLESS:
                if random.randrange(1024) < teaching.wild:
                    state.apply(random.choice(state.legal_actions()))
                else:
                    state.apply(players[state.seat].choose(state))
                decisions += 1
                if not random.randrange(teaching.every):
                    lessons.keep(state, random.randrange(drawn.players))
            lessons.settle(state.scores(), first)
        positions.write(folder / f"{number}.npz")
        played += len(games)
    return played
