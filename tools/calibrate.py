"""Measure what good games of a game look like, for its studies: `study.toml` in its folder.

    python -m tools.calibrate burgundy --players 2 --games 300 --records games/

Plays games between equal agents where there are not enough records of such games in the folder, and then
finds the weights of a point with which what the outlook sees in their positions fits who won. How far off its
chances are is measured on games that the weights were not fitted to. Run it on the compiled package.
"""

from __future__ import annotations

import argparse
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from math import log
from pathlib import Path
from typing import Any

import burgher
from burgher import agents, games
from burgher.record import Record
from burgher.study.course import stage_points
from burgher.study.known import Link, progress_of
from burgher.study.outlook import Outlook, certain
from burgher.table import Table

POSITIONS, SIMULATIONS = 12, 12
"""Positions looked at in each game, and simulations played from each."""
START, LEAST_WEIGHT = Link(0.02, 0.1), 0.001
"""The link from which the search for a better one sets out, and the least weight of a point in one."""
BINS = 10
"""Chances are held against results in so many classes."""

Simulation = tuple[float, tuple[float, ...], bool]
"""Where it led: how far the game had come, what it looked worth to each seat, whether it was over."""
Case = tuple[list[Simulation], tuple[float, ...]]
"""The simulations from one position, and how the game ended for each seat."""


def good_records(game: burgher.Game, agent: str, count: int, folder: Path) -> list[Record]:
    """Records of games between equal agents, those missing in the folder being played now."""
    folder.mkdir(parents=True, exist_ok=True)
    found = []
    for number in range(count):
        path = folder / f"{game.name}-{game.players}-{number:04}.record"
        if not path.exists():
            table = Table(game, seed=10_000_000 + 37 * number + game.players)
            choosers = [agents.create(agent, 10 * number + seat).choose for seat in range(game.players)]
            while not table.is_over:
                table.play(choosers[table.seat](table.state))
            table.record.save(path)
        found.append(Record.load(path))
    return found


def cases_of(record: Record, seed: int) -> list[Case]:
    """Positions from all over a game, each with its simulations."""
    table = record.start()
    game, state = table.game, table.state.clone()
    path = []
    for move in record.moves:
        path.append(state.clone())
        state.apply(game.number(move.words))
    result, outlook = certain(state).shares, Outlook(game, state, START)
    found: list[Case] = []
    for n in range(POSITIONS):
        start = path[(2 * n + 1) * len(path) // (2 * POSITIONS)]
        ends: list[Simulation] = []
        for simulation in range(SIMULATIONS):
            end = outlook.simulate(start, simulation, seed + 1000 * n)
            worths = tuple(end.evaluate(seat) / 100 for seat in range(game.players))
            if end.is_over:
                worths = certain(end).shares
            ends.append((progress_of(game, end), worths, end.is_over))
        found.append((ends, result))
    return found


def predicted(case: Case, link: Link) -> list[float]:
    """Each seat's chance in a position."""
    rows = [worths if over else link.shares(worths, progress) for progress, worths, over in case[0]]
    return [sum(column) / len(rows) for column in zip(*rows, strict=True)]


def loss(cases: Sequence[Case], link: Link) -> float:
    """How badly chances fit results: the mean logarithm, of who won."""
    total = 0.0
    for case in cases:
        for chance, won in zip(predicted(case, link), case[1], strict=True):
            if won:
                total -= won * log(max(chance, 1e-3))
    return total / len(cases)


def fitted(cases: Sequence[Case]) -> Link:
    """The link with which chances fit results best, found by steps that become smaller."""
    link, factor = START, 1.6
    best = loss(cases, link)
    while factor > 1.02:
        trials = [
            Link(max(LEAST_WEIGHT, link.first * factor**a), max(LEAST_WEIGHT, link.last * factor**b))
            for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        ]
        found, trial = min(((loss(cases, trial), trial) for trial in trials), key=lambda pair: pair[0])
        if found < best - 1e-7:
            link, best = trial, found
        else:
            factor = factor**0.5
    return link


def brier(pairs: Sequence[tuple[float, float]]) -> float:
    """The mean square of what chances were off."""
    return sum((chance - won) ** 2 for chance, won in pairs) / len(pairs)


def reliability(pairs: Sequence[tuple[float, float]]) -> float:
    """By how much chances of one class differ from how often they came true, on average."""
    classes: dict[int, list[tuple[float, float]]] = {}
    for pair in pairs:
        classes.setdefault(min(int(pair[0] * BINS), BINS - 1), []).append(pair)
    return sum(abs(sum(c for c, _ in row) - sum(w for _, w in row)) for row in classes.values()) / len(pairs)


def chances_measured(records: Sequence[Record], say: Callable[[str], None]) -> dict[str, float]:
    """The weights of a point, and how well the chances that follow from them fit who won."""
    players = len(records[0].names)
    cases = [cases_of(record, 1_000_000 * n) for n, record in enumerate(records)]
    say(f"{len(records)} games looked at")
    folds = cases[::2], cases[1::2]
    pairs = []
    for train, test in (folds, folds[::-1]):
        link = fitted([case for game in train for case in game])
        pairs += [
            pair
            for game in test
            for case in game
            for pair in zip(predicted(case, link), case[1], strict=True)
        ]
    link = fitted([case for game in cases for case in game])
    return {
        "first": round(link.first, 4),
        "last": round(link.last, 4),
        "brier": round(brier(pairs), 4),
        "even": round(brier([(1 / players, won) for _, won in pairs]), 4),
        "reliability": round(reliability(pairs), 4),
    }


def measured(records: Sequence[Record], agent: str, say: Callable[[str], None]) -> dict[str, Any]:
    """Everything that `study.toml` says about one number of players."""
    players = len(records[0].names)
    sources: Counter[str] = Counter()
    stages: Counter[str] = Counter()
    shares, points = [0.0] * players, 0
    for record in records:
        end = record.replay()
        points += sum(end.scores())
        order = list(dict.fromkeys(move.seat for move in record.moves))
        for place, seat in enumerate(order):
            shares[place] += certain(end.state).shares[seat]
        for by_source in end.breakdown():
            sources.update(by_source)
        for stage, scored in stage_points(record, end).items():
            stages[stage] += sum(scored)
    sat = len(records) * players
    alone = players == 1  # with nobody to win against
    return {
        "players": players,
        "agents": agent,
        "games": len(records),
        "mean": round(points / sat, 2),
        "shares": [1.0] if alone else [round(share / len(records), 3) for share in shares],
        **({} if alone else {"win": chances_measured(records, say)}),
        "sources": {name: round(count / sat, 2) for name, count in sources.most_common()},
        "stages": {name: round(count / sat, 2) for name, count in stages.items()},
    }


def written(rows: Sequence[dict[str, Any]]) -> str:
    """The rows as `study.toml` has them."""
    lines = [
        "# What good games look like, measured by tools/calibrate.py. Means are per player. `first` and",
        "# `last` are the weights of a point at the beginning and at the end (burgher.study.known.Link).",
        "# `brier` and `reliability` are of chances in games that these were not fitted to; `even` is what",
        "# giving everybody the same chance would score.",
    ]
    for row in rows:
        tables = [key for key, value in row.items() if isinstance(value, dict)]
        lines += ["", "[[players]]", *(f"{key} = {_toml(row[key])}" for key in row if key not in tables)]
        for table in tables:
            lines += ["", f"[players.{table}]"]
            lines += [f"{_key(key)} = {_toml(value)}" for key, value in row[table].items()]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'


def _toml(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list) else str(value)


def main() -> None:
    """Measure the game that the command line names, and put the rows into its table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int, action="append", help="may be repeated; all, if not said")
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--agent", default="search:100")
    parser.add_argument("--records", type=Path, default=Path("calibration"))
    wanted = parser.parse_args()
    path = Path("src/burgher/games") / wanted.game / "study.toml"
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["players"] if path.exists() else []
    for players in wanted.players or games.rules(wanted.game).players_allowed:
        game = burgher.load(wanted.game, players=players, **games.rules(wanted.game).finite)
        row = measured(good_records(game, wanted.agent, wanted.games, wanted.records), wanted.agent, print)
        print(players, row["mean"], row["shares"], row.get("win", ""), flush=True)
        rows = sorted(
            [*(one for one in rows if one["players"] != players), row], key=lambda one: one["players"]
        )
        path.write_text(written(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
