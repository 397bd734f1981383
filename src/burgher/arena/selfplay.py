"""Games to learn from: what was seen, what was thought of it and what came of it, as Parquet files.

A row is a decision of a game that an agent played against itself, where there was a choice:

    game          the game's number in this collection
    decision      how many decisions of it, forced ones too, came before
    seat          whose decision it was
    observation   what that seat observed, as `Game.observation` lays it out
    actions       the legal actions, those tried most often first
    visits        how often the search tried each: the better it stood the test, the more often; where an
                  agent does not search, once what it takes
    value         what the action taken looked worth to the seat, from -1 to 1; null without a search
    after         what the position looks worth to the seat after each of the actions, by the game's heuristic
                  alone, in hundredths of a point
    worths        what it looks worth before, by the heuristic, to each seat, the deciding one first
    taken         the action taken
    scores        the points at the end of the game, the deciding seat's first, then around the table
    ranks         the places at the end, likewise

Each file has the games of some numbers and is complete: it is written when all of them have been played,
under another name, and renamed. So a run that was interrupted goes on where it was, and a collection can be
extended. `_selfplay.json` beside them says how the games were played, and every file says it too. A game that
would not end is stopped and counts as it stood: a file names those it has in its metadata, under `stopped`.
"""

from __future__ import annotations

import json
import os
import re
from array import array
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import burgher
from burgher import agents
from burgher.agents.neural import Heuristic
from burgher.arena.manifest import read_manifest
from burgher.arena.playing import ENDLESS
from burgher.arena.pool import WorkerPool, derived, spread
from burgher.games import load
from burgher.kernel.errors import BadOptions, BurgherError

if TYPE_CHECKING:
    from burgher.agents import Agent
    from burgher.kernel.game import Game, OptionValue

SHARD = 50
"""How many games a file has."""
ABOUT = "_selfplay.json"
"""Those who read a folder of Parquet files pass over names that begin so."""
FORMER_ABOUT = "selfplay.json"
STOPPED = "stopped"
"""In the metadata of a file: the numbers of its games that would not end."""


@dataclass(frozen=True)
class SelfPlay:
    """How games are played: everything that happens in them follows from this and their number."""

    game: str
    players: int
    options: dict[str, OptionValue]
    agent: str
    seed: int
    by_lot: int = 0
    """In so many decisions from the start, the action is drawn, as likely as the search tried it often."""

    @classmethod
    def of(cls, game: Game, agent: str, seed: int, by_lot: int = 0) -> SelfPlay:
        """The self-play of a game's options; raises `BadOptions` for an agent that is not there."""
        agents.create(agent, 0)
        return cls(game.name, game.players, game.options, agent, seed, by_lot)

    def load(self) -> Game:
        """The game that is played."""
        return load(self.game, self.players, **self.options)

    def about(self) -> dict[str, Any]:
        """What there is to know of the games, JSON-able.

        Games belong together where all is equal but Burgher's version: what matters of that stands beside it.
        """
        game = self.load()
        facts = {
            **asdict(self),
            "fingerprint": game.fingerprint,
            "observation": game.observation.fingerprint,
            "features": game.observation.length,
            "actions": game.num_actions,
            "thinking": agents.how_agents_think(self.game),
            "burgher": burgher.__version__,
        }
        return dict(json.loads(json.dumps(facts)))


# -- playing ---------------------------------------------------------------------------------------


def play(plan: SelfPlay, numbers: Sequence[int]) -> dict[int, Any]:
    """Play the games of some numbers: for each, its rows as an Arrow table."""
    game = plan.load()
    return {number: _play(plan, game, number) for number in numbers}


def _play(plan: SelfPlay, game: Game, number: int) -> Any:
    arrow: Any = import_module("pyarrow")
    state = game.deal(derived(plan.seed, number))
    players = [agents.create(plan.agent, derived(plan.seed, number, seat)) for seat in range(game.players)]
    random = Random(derived(plan.seed, number, -1))
    schema = _schema(arrow, game)
    rows: dict[str, Any] = {name: [] for name in schema.names}
    seen, heuristic = array("f"), Heuristic(state)
    decision = 0
    while not state.is_over and decision < ENDLESS:
        seat = state.seat
        action = players[seat].choose(state)
        legal = state.legal_actions()
        if len(legal) > 1:
            weighed = _weighed(legal, players[seat], action)
            taken = _drawn(weighed, random) if decision < plan.by_lot else action
            _note(rows, weighed, taken)
            after, worths = heuristic.weigh(state, rows["actions"][-1])
            rows["after"].append(after)
            rows["worths"].append(worths)
            rows["decision"].append(decision)
            rows["seat"].append(seat)
            seen += game.observation.of(state, seat)
            if taken != action:  # what it foresaw did not come
                players[seat] = agents.create(plan.agent, derived(plan.seed, number, seat, decision))
                action = taken
        state.apply(action)
        decision += 1
    for seat in rows["seat"]:
        rows["scores"].append(_seen_from(seat, state.scores()))
        rows["ranks"].append(_seen_from(seat, state.ranks()))
    rows["game"] = [number] * len(rows["seat"])
    if not state.is_over:
        schema = schema.with_metadata({STOPPED: ""})
    # As they lie in memory: to make Python's floats of them would take longer than to play.
    features = arrow.Array.from_buffers(arrow.float32(), len(seen), [None, arrow.py_buffer(seen)])
    rows["observation"] = arrow.FixedSizeListArray.from_arrays(features, game.observation.length)
    return arrow.table(rows, schema=schema)


Weighed = list[tuple[int, int, float | None]]
"""Actions, how often each was tried, and what it looked worth, those tried most often first."""


def _weighed(legal: list[int], agent: Agent, action: int) -> Weighed:
    """What an agent thought of the legal actions when it chose one."""
    found: Weighed = [each for each in agent.findings() if each[0] in legal]
    if not any(visits for _, visits, _ in found):
        found = [(action, 1, None)]
    named = {each[0] for each in found}
    return found + [(other, 0, None) for other in legal if other not in named]


def _drawn(weighed: Weighed, random: Random) -> int:
    """An action, as likely as it was tried often."""
    return random.choices([each[0] for each in weighed], [each[1] for each in weighed])[0]


def _note(rows: dict[str, Any], weighed: Weighed, taken: int) -> None:
    rows["actions"].append([each[0] for each in weighed])
    rows["visits"].append([each[1] for each in weighed])
    rows["value"].append(next(each[2] for each in weighed if each[0] == taken))
    rows["taken"].append(taken)


def _seen_from(seat: int, each: list[int]) -> list[int]:
    return each[seat:] + each[:seat]


def _schema(arrow: Any, game: Game) -> Any:
    fields = {
        "game": arrow.int32(),
        "decision": arrow.int32(),
        "seat": arrow.int8(),
        "observation": arrow.list_(arrow.float32(), game.observation.length),
        "actions": arrow.list_(arrow.int16()),
        "visits": arrow.list_(arrow.int32()),
        "value": arrow.float32(),
        "after": arrow.list_(arrow.int32()),
        "worths": arrow.list_(arrow.int32(), game.players),
        "taken": arrow.int16(),
        "scores": arrow.list_(arrow.int32(), game.players),
        "ranks": arrow.list_(arrow.int8(), game.players),
    }
    return arrow.schema(list(fields.items()))


# -- collecting ------------------------------------------------------------------------------------


class Collection:
    """A folder of games played in one manner, which grows."""

    def __init__(self, folder: Path, plan: SelfPlay) -> None:
        try:
            self._arrow: Any = import_module("pyarrow")
            self._parquet: Any = import_module("pyarrow.parquet")
        except ImportError as error:
            raise BadOptions(f"Parquet files need {error.name}: pip install {error.name}") from error
        self.folder = folder
        self.plan = plan
        self.stopped = 0
        """How many of the games that were played would not end, and count as they stood."""
        self._about = plan.about()
        self._begin()

    def _begin(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        about, former = self.folder / ABOUT, self.folder / FORMER_ABOUT
        if former.exists() and not about.exists():
            former.rename(about)
        if not about.exists():
            _write(about, lambda path: path.write_text(json.dumps(self._about, indent=2), encoding="utf-8"))
            return
        there = read_manifest(about)
        # Folders from before the version of thinking was written down go by Burgher's.
        ignored = "burgher" if "thinking" in there else "thinking"
        others = [key for key in self._about if key != ignored and there.get(key) != self._about[key]]
        if others:
            found = ", ".join(f"{key} {there.get(key)!r} (not {self._about[key]!r})" for key in others)
            raise BadOptions(f"the games in {self.folder} are others, with {found}: choose another folder")

    def files(self) -> dict[range, Path]:
        """The files that are there, by the numbers of their games."""
        found: dict[range, Path] = {}
        for path in sorted(self.folder.glob("games-*.parquet")):
            if numbers := re.fullmatch(r"games-(\d+)-(\d+)\.parquet", path.name):
                found[range(int(numbers[1]), int(numbers[2]) + 1)] = path
        return found

    def missing(self, games: int) -> list[range]:
        """What the files of the first so many games lack, each part for a file."""
        done = {number for numbers in self.files() for number in numbers}
        parts: list[range] = []
        for number in range(games):
            if number in done:
                continue
            if parts and parts[-1].stop == number and number % SHARD:
                parts[-1] = range(parts[-1].start, number + 1)
            else:
                parts.append(range(number, number + 1))
        return parts

    def grow(self, games: int, pool: WorkerPool, report: Callable[[int], None] = lambda more: None) -> int:
        """Play until the first so many games are there; how many decisions were written down.

        `report` is told how many more games were played.
        """
        parts = self.missing(games)
        part_of = {number: part for part in parts for number in part}
        waiting: dict[int, Any] = {}
        decisions = 0
        for _, played in spread(partial(play, self.plan), list(part_of), pool):
            waiting |= played
            report(len(played))
            for part in {part_of[number] for number in played}:
                if all(number in waiting for number in part):
                    decisions += self._save(part, {number: waiting.pop(number) for number in part})
        return decisions

    def _save(self, part: range, played: dict[int, Any]) -> int:
        """Write a file; how many decisions it has."""
        stopped = [number for number in part if STOPPED.encode() in (played[number].schema.metadata or {})]
        self.stopped += len(stopped)
        metadata = {"burgher": json.dumps(self._about)}
        if stopped:
            metadata[STOPPED] = json.dumps(stopped)
        table = self._arrow.concat_tables(played.values()).replace_schema_metadata(metadata)
        path = self.folder / f"games-{part[0]:06}-{part[-1]:06}.parquet"
        _write(path, lambda unfinished: self._parquet.write_table(table, unfinished, compression="zstd"))
        return int(table.num_rows)


def _write(path: Path, write: Callable[[Path], object]) -> None:
    """Have a file written whole or not at all; raises a `BurgherError` where that cannot be."""
    unfinished = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        write(unfinished)
        unfinished.replace(path)
    except OSError as error:
        raise BurgherError(f"{path}: {error.strerror or error}") from error
    finally:
        unfinished.unlink(missing_ok=True)
