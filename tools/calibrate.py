"""Measure what a game's studies go by: `study.toml` in its folder.

    python -m tools.calibrate points burgundy:2 --games 300            # what good games look like
    python -m tools.calibrate chances burgundy:2 hansa --games 300     # games of unequal players, looked at
    python -m tools.calibrate fit burgundy:2 hansa                     # the weights of a point, from these

`points` plays games between equal agents, whose points are what good games look like, and keeps records.
`chances` plays games between opponents of different levels, as people play them, and writes down, line by
line in a folder (`--folder calibration`), what the outlook sees in positions of each; it goes on where it was
interrupted (`--minutes 8` begins nothing later). `fit` finds the weights of a point with which that fits who
won. How far off chances are is measured on games that the weights were not fitted to. Where the game brings a
network, it is chances by the network's points that are measured. Run it on the compiled package.
"""

from __future__ import annotations

import argparse
import tomllib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import burgher
from burgher import agents
from burgher.kernel.network_file import NetworkFile
from burgher.record import Record
from burgher.study.course import stage_points
from burgher.study.known import Link, progress_of
from burgher.study.looking import METHOD
from burgher.study.outlook import Outlook, certain
from burgher.table import Table
from tools.measuring import Row, add_options, carry_out, kinds, loaded, missing, rows_in

if TYPE_CHECKING:
    from burgher.kernel.state import State

POSITIONS, SIMULATIONS = 12, 12
"""Positions looked at in each game, and simulations played from each."""
ANY_LINK = Link(0.1, 0.1)
"""What is seen is points, whatever they are worth."""
LEAST_GAMES = 20
"""Nothing is fitted to fewer games."""
MIXTURE = ("greedy:3", "greedy", "search:80", "search:500")
"""Opponents of the levels that people choose, none of whom looks at a clock."""

Simulation = tuple[float, tuple[float, ...], bool]
"""Where it led: how far the game had come, what it looked worth to each seat, whether it was over."""


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


def looked_into(task: Row) -> Row:
    """A game between agents of different levels, drawn for each seat by itself, and what is seen in it."""
    game, number = loaded(task["game"], task["players"]), task["number"]
    random = Random(f"{game.name} {game.players} {number}")
    line_up = [random.choice(MIXTURE) for _ in range(game.players)]
    table = Table(game, seed=20_000_000 + 37 * number + game.players)
    choosers = [agents.create(agent, 10 * number + seat).choose for seat, agent in enumerate(line_up)]
    path = []
    while not table.is_over:
        path.append(table.state.clone())
        table.play(choosers[table.seat](table.state))
    cases = [
        [[round(progress, 3), [round(worth, 2) for worth in worths], over] for progress, worths, over in case]
        for case in cases_of(game, path, 100 * number)
    ]
    return {"result": certain(table.state).shares, "cases": cases}


def cases_of(game: burgher.Game, path: Sequence[State], seed: int) -> list[list[Simulation]]:
    """The simulations from positions from all over a game."""
    outlook = Outlook(game, path[0], ANY_LINK, network_for(game))
    found: list[list[Simulation]] = []
    for n in range(POSITIONS):
        start = path[(2 * n + 1) * len(path) // (2 * POSITIONS)]
        ends: list[Simulation] = []
        for future in outlook.futures(seed + n, SIMULATIONS):
            end = outlook.simulate(start, future, outlook.clock(start) + future.rounds)
            worths = certain(end).shares if end.is_over else outlook.judge.points(end)
            ends.append((progress_of(game, end), worths, end.is_over))
        found.append(ends)
    return found


def task_of(name: str, players: int, number: int) -> Row:
    """What says which game is looked into, and how."""
    network = network_for(loaded(name, players))
    learned = "" if network is None else network.learned
    return {"game": name, "players": players, "network": learned, "method": METHOD, "number": number}


def network_for(game: burgher.Game) -> NetworkFile | None:
    """The network whose points are measured, if the game brings one."""
    network: NetworkFile | None = game.network
    return network


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


def file_of(task: Row) -> str:
    """The file in which what is seen in such games is kept."""
    return f"{task['game']}.jsonl"


def with_points(name: str, players: int, agent: str, count: int, folder: Path) -> dict[str, Any]:
    """What is said of good games in the row of a game and number of players."""
    return measured(good_records(loaded(name, players), agent, count, folder), agent)


def with_chances(name: str, players: int, folder: Path) -> dict[str, Any]:
    """What is said of chances there: nothing, where nothing was measured."""
    asked = task_of(name, players, 0)
    del asked["number"]
    found = [row for row in rows_in(folder / file_of(asked)) if not missing([asked], [row])]
    if len(found) < LEAST_GAMES:
        return {}
    # Only who fits needs arrays.
    from tools.fitting import chances_measured

    found.sort(key=lambda row: int(row["number"]))
    chances = {"agents": ", ".join(MIXTURE), **chances_measured(found)}
    print(name, players, chances, flush=True)
    network = asked["network"]
    return {"learned": {"network": network, **chances}} if network else {"win": chances}


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("points", "chances", "fit"))
    parser.add_argument("games", nargs="+", metavar="GAME:PLAYERS")
    parser.add_argument("--games", type=int, default=300, dest="count", help="games of each kind")
    parser.add_argument("--agent", default="search:100", help="who plays good games")
    parser.add_argument("--folder", type=Path, default=Path("calibration"))
    add_options(parser)
    wanted = parser.parse_args()
    # With nobody to win against, there are no chances.
    asked = [kind for kind in kinds(wanted.games) if wanted.what == "points" or kind[1] > 1]
    if wanted.what == "chances":
        tasks = [task_of(*kind, number) for number in range(wanted.count) for kind in asked]
        carry_out(tasks, looked_into, wanted.folder, file_of, wanted.processes, wanted.minutes)
        return
    for name, players in asked:
        path = Path("src/burgher/games") / name / "study.toml"
        rows = tomllib.loads(path.read_text(encoding="utf-8"))["players"] if path.exists() else []
        before: dict[str, Any] = next((one for one in rows if one["players"] == players), {})
        if wanted.what == "points":
            found = with_points(name, players, wanted.agent, wanted.count, wanted.folder)
        else:
            found = with_chances(name, players, wanted.folder)
        others = [one for one in rows if one["players"] != players]
        row = {"players": players, **before, **found}
        path.write_text(
            written(sorted([*others, row], key=lambda one: int(one["players"]))), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
