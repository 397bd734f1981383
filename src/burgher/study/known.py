"""What is known of a game before one of its games is studied.

A game that wants to be studied well brings two things: a module `study`, which says how far a game has come
and what is worth comparing (`burgher.kernel.protocol.Study`); and a table `study.toml`, measured on good
games by `tools/calibrate.py`. A game without them is studied all the same, by games played to their end.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from math import exp, log
from typing import TYPE_CHECKING, Any

from burgher import games

if TYPE_CHECKING:
    from burgher.kernel.game import Game
    from burgher.kernel.journal import Entry
    from burgher.kernel.network_file import NetworkFile
    from burgher.kernel.protocol import Feature
    from burgher.kernel.state import State


@dataclass(frozen=True)
class Link:
    """How points ahead, in the eyes of a game's heuristic, become chances to win.

    Chances are in proportion to `e` to the power of a weight times the points. The weight changes as the game
    goes on, by the same factor from step to step: ten points are little at the beginning and nearly
    everything at the end.
    """

    first: float
    """The weight of a point at the beginning."""
    last: float
    """And at the end."""

    def at(self, progress: float) -> float:
        """The weight of a point in a game that has come so far, from 0 to 1."""
        return self.first * exp(progress * log(self.last / self.first))

    def shares(self, points: Sequence[float], progress: float) -> tuple[float, ...]:
        """Each seat's chance where their sides look worth so many points."""
        weight, most = self.at(progress), max(points)
        parts = [exp(weight * (worth - most)) for worth in points]
        whole = sum(parts)
        return tuple(part / whole for part in parts)

    def at_even(self, points: float, players: int, progress: float) -> float:
        """What points of a lead are worth, as a chance, where everybody stood alike before.

        >>> round(Link(0.1, 0.1).at_even(2.0, 2, 0.5), 3)
        0.05
        """
        return self.shares([points, *[0.0] * (players - 1)], progress)[0] - 1 / players


@dataclass(frozen=True)
class Good:
    """What good games look like, for one number of players."""

    links: Mapping[str, Link]
    """How points become chances, by what says the points: a network's fingerprint, or "" for the heuristic.

    There is none for whoever plays alone, who has nobody to win against.
    """
    reliabilities: Mapping[str, float]
    """By how much chances were off, on average, in games that the link was not fitted to."""
    agents: str
    games: int
    mean: float
    """Mean points of a player."""
    shares: tuple[float, ...]
    """Games won by who decided first, second and so on."""
    sources: Mapping[str, float] = field(default_factory=dict)
    """Mean points of a player by where they come from."""
    stages: Mapping[str, float] = field(default_factory=dict)
    """Mean points of a player by stage of the game."""

    @property
    def reliability(self) -> float | None:
        """By how much chances were off on average, whoever said the points; None where nobody measured it."""
        return max(self.reliabilities.values(), default=None)

    def judge_of(self, game: Game) -> str:
        """What says the points in a game: the fingerprint of its network, if chances were measured with it.

        Else "", for the heuristic.
        """
        network: NetworkFile | None = game.network
        return network.learned if network is not None and network.learned in self.links else ""

    def judged_by(self, game: Game) -> tuple[Link | None, NetworkFile | None]:
        """How points become chances in a game, and the network that says them, if one does."""
        judge = self.judge_of(game)
        return self.links.get(judge), game.network if judge else None


@cache
def _table_of(game: str) -> list[dict[str, Any]]:
    path = files(games.rules(game).__module__) / "study.toml"
    if not path.is_file():
        return []
    found: list[dict[str, Any]] = tomllib.loads(path.read_text(encoding="utf-8"))["players"]
    return found


@cache
def good_games(game: str, players: int) -> Good | None:
    """What was measured of a game with a number of players; None where nothing was."""
    for row in _table_of(game):
        if row["players"] == players:
            wins = {one.get("network", ""): one for one in (row.get("win"), row.get("learned")) if one}
            return Good(
                {judge: Link(win["first"], win["last"]) for judge, win in wins.items()},
                {judge: win["reliability"] for judge, win in wins.items()},
                row["agents"],
                row["games"],
                row["mean"],
                tuple(row["shares"]),
                row["sources"],
                row["stages"],
            )
    return None


def progress_of(game: Game, state: State) -> float:
    """How far a game has come, from 0 to 1, as it says; where it does not, whether it is over."""
    study = games.study(game.name)
    return float(state.is_over) if study is None else study.progress(state)


def clock_of(game: Game, state: State) -> int:
    """How many rounds of a game have begun, in each of which everybody has the same turns."""
    study = games.study(game.name)
    return 0 if study is None else study.clock(state)


def stages_of(game: Game) -> Sequence[str]:
    """The stages into which a game falls, in order; none where it does not say."""
    study = games.study(game.name)
    return () if study is None else study.STAGES


def stage_of(game: Game, heading: str, source: str) -> str:
    """The stage in which points of a source belong that were scored under a heading."""
    study = games.study(game.name)
    return "" if study is None else study.stage(heading, source)


def features_of(game: Game, state: State, entries: list[Entry]) -> Sequence[Mapping[str, Feature]]:
    """For each seat of a finished game, what is worth comparing with other games."""
    study = games.study(game.name)
    return [{} for _ in range(game.players)] if study is None else study.features(game, state, entries)
