"""Long measurements: many tasks on all processors, each result a line in a file, going on where it stopped.

A task is what identifies a result: names and numbers, written with it. What is in the file is not done again.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from multiprocessing import get_context
from pathlib import Path
from time import perf_counter
from typing import Any

import burgher
from burgher import games
from burgher.arena.pool import processors

Row = dict[str, Any]
"""A task, or a task with what came of it."""


def rows_in(path: Path) -> list[Row]:
    """The results in a file, if it is there; a line that was cut off is left out."""
    if not path.exists():
        return []
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            found.append(json.loads(line))
        except json.JSONDecodeError:
            continue
    return found


def missing(tasks: Sequence[Row], rows: Sequence[Row]) -> list[Row]:
    """The tasks of which there are no results yet."""
    names = list(tasks[0]) if tasks else []
    done = {json.dumps([row.get(name) for name in names]) for row in rows}
    return [task for task in tasks if json.dumps([task[name] for name in names]) not in done]


def carry_out(
    tasks: Sequence[Row],
    does: Callable[[Row], Row],
    folder: Path,
    file_of: Callable[[Row], str],
    processes: int,
    minutes: float,
) -> None:
    """Do what is missing in the files of a folder, for so many minutes.

    No task is begun later, and those begun are ended.
    """
    folder.mkdir(parents=True, exist_ok=True)
    paths = {file_of(task): folder / file_of(task) for task in tasks}
    there: list[Row] = []
    for path in paths.values():
        there += rows_in(path)
        if path.exists() and not path.read_bytes().endswith(b"\n"):
            path.write_bytes(path.read_bytes() + b"\n")
    left, until = missing(tasks, there), perf_counter() + 60 * minutes
    queue, done = iter(left), len(tasks) - len(left)
    print(f"{done} of {len(tasks)} are there", flush=True)
    # New processes and not copies of this one: what they are to do begins alike everywhere.
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        running: dict[Future[Row], Row] = {}

        def begin() -> None:
            while len(running) < processes and perf_counter() < until:
                task = next(queue, None)
                if task is None:
                    return
                running[pool.submit(does, task)] = task

        begin()
        while running:
            for one in wait(running, return_when=FIRST_COMPLETED).done:
                task = running.pop(one)
                with paths[file_of(task)].open("a", encoding="utf-8") as file:
                    file.write(json.dumps(task | one.result(), separators=(",", ":")) + "\n")
                done += 1
                if done % 20 == 0:
                    print(f"{done} of {len(tasks)}", flush=True)
            begin()
    print(f"{done} of {len(tasks)} are done", flush=True)


def kinds(words: Sequence[str]) -> Iterator[tuple[str, int]]:
    """Games with their numbers of players, by their names: `burgundy:2`, or `burgundy` for all of them."""
    for word in words:
        name, _, players = word.partition(":")
        for allowed in games.rules(name).players_allowed:
            if not players or allowed == int(players):
                yield name, allowed


def loaded(name: str, players: int) -> burgher.Game:
    """A game that ends some time."""
    return burgher.load(name, players=players, **games.rules(name).finite)


def add_options(parser: argparse.ArgumentParser) -> None:
    """How long, and on how many processors."""
    parser.add_argument(
        "--processes", type=int, default=processors(), help="all processors, if not said otherwise"
    )
    parser.add_argument("--minutes", type=float, default=10_000, help="begin nothing after so long")
