"""Games of the arena played again: its results keep what came of them, not what was played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from burgher.arena.contest import Match, matches
from burgher.arena.pool import WorkerPool, spread
from burgher.arena.results import GameResult
from burgher.kernel.errors import BurgherError
from burgher.study.many import Row, rows_of


def why_not(match: Match) -> str | None:
    """Why the games of a match cannot be played again here, and what to do; None if they can."""
    for agent in match.plays:
        if _by_the_clock(agent):
            return (
                f"{agent} thinks for a time, and would not play the same again: let agents meet that "
                "think for a number of simulations, such as search:500"
            )
    try:
        now = matches(match.rules.load(), sorted(set(match.line_up)), match.seed)
    except BurgherError as error:
        return str(error)
    if _facts(match) not in map(_facts, now):
        return "rules or agents have changed since they were played: have burgher arena play them anew"
    return None


def _facts(match: Match) -> tuple[object, ...]:
    """What decides how the games of a match go; Burgher's version by itself does not."""
    return match.rules.fingerprint, match.rules.thinking, match.line_up, match.plays


def _by_the_clock(agent: str) -> bool:
    """Whether nothing but a time ends an agent's thinking.

    One that has a number of simulations as well is mostly ended by that: whether it was is seen by the
    scores.
    """
    parts = [part.strip() for part in agent.partition(":")[2].split(",")]
    timed, counted = (
        any(re.fullmatch(rf"\d+(\.\d+)?{unit}", part) for part in parts) for unit in ("m?s", "")
    )
    return timed and not counted


def play_again(
    path: Path, games: Sequence[GameResult], pool: WorkerPool
) -> Iterator[tuple[str, list[Row] | BurgherError]]:
    """Where each of some games of a file was found, with its rows, or an error if it came out otherwise."""
    contest = tuple(dict.fromkeys(played.match for played in games))
    place = {match: n for n, match in enumerate(contest)}
    codes = [played.number * len(contest) + place[played.match] for played in games]
    done: dict[int, tuple[list[int], list[Row]]] = {}
    told = 0
    for portion, found in spread(partial(_play_coded, path, contest), codes, pool):
        done.update(zip(portion, found, strict=True))
        # Portions end in any order, and rows are to be the same whoever was quicker.
        while told < len(games) and codes[told] in done:
            played, (scores, rows) = games[told], done.pop(codes[told])
            same = scores == played.outcome.scores
            yield (
                _where(path, played.match, played.number),
                rows if same else BurgherError("who thinks for a time does not play it the same again"),
            )
            told += 1


def _play_coded(
    path: Path, contest: tuple[Match, ...], codes: Sequence[int]
) -> list[tuple[list[int], list[Row]]]:
    """What was scored in some games, with their rows; a code is what it is for `play_contest`."""
    found = []
    for code in codes:
        match, number = contest[code % len(contest)], code // len(contest)
        table = match.replay(number)
        found.append((table.scores(), rows_of(table, _where(path, match, number))))
    return found


def _where(path: Path, match: Match, number: int) -> str:
    return f"{path}, game {number} of {match.id}"
