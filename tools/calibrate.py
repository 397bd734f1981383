"""Measure what a game's studies go by: `study.toml` in its folder.

    python -m tools.calibrate burgundy --players 2 --games 300 --records games/
    python -m tools.calibrate burgundy --players 2 --mixed 300 --records games/ --only chances

Plays games between equal agents, whose points are what good games look like, and games between opponents of
different levels, as people play them, where there are not enough records of either in the folder. From the
latter it finds the weights of a point with which what the outlook sees in their positions fits who won. How
far off its chances are is measured on games that the weights were not fitted to. Where the game brings a
network, it is chances by the network's points that are measured. Run it on the compiled package.
"""

from __future__ import annotations

import argparse
import tomllib
from collections import Counter
from collections.abc import Callable, Sequence
from math import log
from pathlib import Path
from random import Random
from typing import Any

import burgher
from burgher import agents, games
from burgher.kernel.network_file import NetworkFile
from burgher.record import Record
from burgher.study.course import stage_points
from burgher.study.known import Link, progress_of
from burgher.study.outlook import Outlook, certain, futures
from burgher.table import Table

POSITIONS, SIMULATIONS = 12, 12
"""Positions looked at in each game, and simulations played from each."""
START, LEAST_WEIGHT = Link(0.02, 0.1), 0.001
"""The link from which the search for a better one sets out, and the least weight of a point in one."""
BINS = 10
"""Chances are held against results in so many classes."""
STAGES = 3
"""Games are held in so many parts when it is asked whether chances drift."""
MIXTURE = ("greedy:3", "greedy", "search:80", "search:500")
"""Opponents of the levels that people choose, none of whom looks at a clock."""

Simulation = tuple[float, tuple[float, ...], bool]
"""Where it led: how far the game had come, what it looked worth to each seat, whether it was over."""
Case = tuple[list[Simulation], tuple[float, ...]]
"""The simulations from one position, and how the game ended for each seat."""


def played(game: burgher.Game, line_up: Sequence[str], number: int, path: Path) -> Record:
    """The record of a game of that number between some agents, played now if it is not there yet."""
    if not path.exists():
        names = [f"{seat} {agent}" for seat, agent in enumerate(line_up, start=1)]
        table = Table(game, seed=10_000_000 + 37 * number + game.players, names=names)
        choosers = [agents.create(agent, 10 * number + seat).choose for seat, agent in enumerate(line_up)]
        while not table.is_over:
            table.play(choosers[table.seat](table.state))
        path.parent.mkdir(parents=True, exist_ok=True)
        table.record.save(path)
    return Record.load(path)


def good_records(game: burgher.Game, agent: str, count: int, folder: Path) -> list[Record]:
    """Records of games between equal agents."""
    return [
        played(
            game, [agent] * game.players, number, folder / f"{game.name}-{game.players}-{number:04}.record"
        )
        for number in range(count)
    ]


def mixed_records(game: burgher.Game, count: int, folder: Path) -> list[Record]:
    """Records of games between agents of different levels, drawn for each seat by itself."""
    found = []
    for number in range(count):
        random = Random(f"{game.name} {game.players} {number}")
        line_up = [random.choice(MIXTURE) for _ in range(game.players)]
        path = folder / f"{game.name}-{game.players}-mixed-{number:04}.record"
        found.append(played(game, line_up, number, path))
    return found


def cases_of(record: Record, seed: int) -> list[Case]:
    """Positions from all over a game, each with its simulations."""
    table = record.start()
    game, state = table.game, table.state.clone()
    path = []
    for move in record.moves:
        path.append(state.clone())
        state.apply(game.number(move.words))
    result, outlook = certain(state).shares, Outlook(game, state, START, network_for(game))
    found: list[Case] = []
    for n in range(POSITIONS):
        start = path[(2 * n + 1) * len(path) // (2 * POSITIONS)]
        ends: list[Simulation] = []
        for future in futures(seed + n, SIMULATIONS):
            end = outlook.simulate(start, future, outlook.clock(start) + future.rounds)
            worths = certain(end).shares if end.is_over else outlook.judge.points(end)
            ends.append((progress_of(game, end), worths, end.is_over))
        found.append((ends, result))
    return found


def network_for(game: burgher.Game) -> NetworkFile | None:
    """The network whose points are measured, if the game brings one."""
    network: NetworkFile | None = game.network
    return network


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


def chances_measured(records: Sequence[Record], say: Callable[[str], None]) -> dict[str, Any]:
    """The weights of a point, and how well the chances that follow from them fit who won."""
    players = len(records[0].names)
    cases = [cases_of(record, 100 * n) for n, record in enumerate(records)]
    say(f"{len(records)} games looked at")
    folds = cases[::2], cases[1::2]
    pairs: list[list[tuple[float, float]]] = [[] for _ in range(STAGES)]
    for train, test in (folds, folds[::-1]):
        link = fitted([case for game in train for case in game])
        for game in test:
            for n, case in enumerate(game):
                pairs[n * STAGES // len(game)] += zip(predicted(case, link), case[1], strict=True)
    link = fitted([case for game in cases for case in game])
    together = [pair for stage in pairs for pair in stage]
    network = network_for(records[0].start().game)
    return {
        **({} if network is None else {"network": network.learned}),
        "agents": ", ".join(MIXTURE),
        "games": len(records),
        "first": round(link.first, 4),
        "last": round(link.last, 4),
        "brier": round(brier(together), 4),
        "even": round(brier([(1 / players, won) for _, won in together]), 4),
        "reliability": round(reliability(together), 4),
        "by_stage": [round(reliability(stage), 4) for stage in pairs],
        "favourite": [round(favourite(stage, players), 4) for stage in pairs],
    }


def favourite(pairs: Sequence[tuple[float, float]], players: int) -> float:
    """How much oftener than expected whoever had more than an equal share has won.

    Chances that are too timid show more than nothing here, chances that are too bold less.
    """
    ahead = [won - chance for chance, won in pairs if chance > 1 / players]
    return sum(ahead) / max(1, len(ahead))


def measured(records: Sequence[Record], agent: str) -> dict[str, Any]:
    """What `study.toml` says of good games with one number of players, besides chances."""
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
        "sources": {name: round(count / sat, 2) for name, count in sources.most_common()},
        "stages": {name: round(count / sat, 2) for name, count in stages.items()},
    }


def written(rows: Sequence[dict[str, Any]]) -> str:
    """The rows as `study.toml` has them."""
    lines = [
        "# What good games look like, measured by tools/calibrate.py. Means are per player. `first` and",
        "# `last` are the weights of a point at the beginning and at the end (burgher.study.known.Link),",
        "# under `win` of points by the heuristic, under `learned` by a network, fitted to games between the",
        "# agents named there. `brier` and `reliability` are of chances in games they were not fitted to;",
        "# `even` is what giving everybody the same chance would score. `by_stage` is reliability in each",
        "# third of a game, `favourite` how much oftener than expected whoever was ahead there has won.",
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
    parser.add_argument("--games", type=int, default=300, help="games between equal agents")
    parser.add_argument("--agent", default="search:100", help="who plays these")
    parser.add_argument("--mixed", type=int, default=300, help="games between agents of different levels")
    parser.add_argument("--only", choices=("points", "chances"), help="measure nothing else anew")
    parser.add_argument("--records", type=Path, default=Path("calibration"))
    wanted = parser.parse_args()
    path = Path("src/burgher/games") / wanted.game / "study.toml"
    rows = tomllib.loads(path.read_text(encoding="utf-8"))["players"] if path.exists() else []
    for players in wanted.players or games.rules(wanted.game).players_allowed:
        game = burgher.load(wanted.game, players=players, **games.rules(wanted.game).finite)
        before: dict[str, Any] = next((one for one in rows if one["players"] == players), {})
        row = {"players": players, **before}
        if wanted.only != "chances":
            row |= measured(good_records(game, wanted.agent, wanted.games, wanted.records), wanted.agent)
        if wanted.only != "points" and players > 1:
            found = chances_measured(mixed_records(game, wanted.mixed, wanted.records), print)
            row["learned" if "network" in found else "win"] = found
            print(players, found, flush=True)
        rows = sorted(
            [*(one for one in rows if one["players"] != players), row], key=lambda one: one["players"]
        )
        path.write_text(written(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
