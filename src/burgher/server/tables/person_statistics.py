"""What the finished games of a person add up to. Pure arithmetic: who may see it is decided elsewhere."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from burgher.server.tables.played_games import ALONE, PlayedGame
from burgher.study.intervals import mean_and_error


@dataclass(frozen=True)
class Sums:
    """What some games add up to."""

    games: int
    won: float
    """Shared victories count in part; games played alone are neither won nor lost."""
    decided: int
    """How many of the games could be won."""
    mean: float | None
    """Mean points of the games that were played to their end; None without any."""
    error: float | None
    """By how much that may be off (one standard error); None with fewer than two."""
    best: int | None
    accuracy: float | None
    """Mean accuracy, of 100, of the games that have been studied."""
    studied: int


@dataclass(frozen=True)
class Circumstance:
    """Games with the same number of players, against the same kind of opponents."""

    players: int
    against: str
    sums: Sums


@dataclass(frozen=True)
class OneGame:
    """What somebody's games of one kind add up to."""

    game: str
    sums: Sums
    circumstances: list[Circumstance]


@dataclass(frozen=True)
class Streaks:
    """What was done several times in a row."""

    winning: int
    """How many games somebody has won in a row, up to now."""
    longest: int
    """And at the best time."""
    days: int
    """On how many days in a row somebody has finished a game, up to today or yesterday."""
    longest_days: int


@dataclass(frozen=True)
class Statistics:
    """What somebody's finished games add up to."""

    sums: Sums
    games: list[OneGame]
    streaks: Streaks


def statistics(played: Sequence[PlayedGame], today: date | None = None) -> Statistics:
    """What somebody's finished games, the first ones first, add up to."""
    by_game: defaultdict[str, list[PlayedGame]] = defaultdict(list)
    for one in played:
        by_game[one.game].append(one)
    kinds = [OneGame(game, sums(found), _circumstances(found)) for game, found in by_game.items()]
    return Statistics(
        sums(played),
        sorted(kinds, key=lambda one: (-one.sums.games, one.game)),
        streaks(played, today or datetime.now(UTC).date()),
    )


def sums(played: Iterable[PlayedGame]) -> Sums:
    """What some games add up to."""
    found = list(played)
    points = [one.points for one in found if one.points is not None]
    accuracies = [one.accuracy for one in found if one.accuracy is not None]
    mean, error = mean_and_error(points) if points else (None, None)
    return Sums(
        games=len(found),
        won=sum(one.won for one in found),
        decided=sum(one.against != ALONE for one in found),
        mean=mean,
        error=error if len(points) > 1 else None,
        best=max(points, default=None),
        accuracy=sum(accuracies) / len(accuracies) if accuracies else None,
        studied=len(accuracies),
    )


def streaks(played: Sequence[PlayedGame], today: date) -> Streaks:
    """What was done several times in a row; a shared victory counts as one."""
    winning = longest = 0
    for one in played:
        if one.against == ALONE:
            continue
        winning = winning + 1 if one.place == 1 else 0
        longest = max(longest, winning)
    runs = _runs(sorted({datetime.fromtimestamp(one.at / 1000, UTC).date() for one in played}))
    lasts = bool(runs) and today - runs[-1][0] <= timedelta(days=1)
    return Streaks(winning, longest, runs[-1][1] if lasts else 0, max((n for _, n in runs), default=0))


def _runs(days: Sequence[date]) -> list[tuple[date, int]]:
    """Days that follow each other, put together: the last of them, and how many."""
    runs: list[tuple[date, int]] = []
    for day in days:
        if runs and day - runs[-1][0] == timedelta(days=1):
            runs[-1] = day, runs[-1][1] + 1
        else:
            runs.append((day, 1))
    return runs


def _circumstances(played: Sequence[PlayedGame]) -> list[Circumstance]:
    groups: defaultdict[tuple[int, str], list[PlayedGame]] = defaultdict(list)
    for one in played:
        groups[one.players, one.against].append(one)
    found = [Circumstance(players, against, sums(group)) for (players, against), group in groups.items()]
    return sorted(found, key=lambda one: (one.players, -one.sums.games, one.against))
