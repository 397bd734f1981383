"""Other people's games beside ours, in one run: how many decisions a second random play takes.

Each program of this folder plays games of another library, and adding one adds a peer. Its first line says
what it is, `NEEDS` says what to install for it, and it prints what it has measured. It runs in a fresh
environment of its own: what cannot be installed or does not run is passed over with a word.

A program in C is a peer, too: it plays a game of ours, as somebody would write it who wanted nothing but
speed (`c.py` builds it).
"""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from venv import EnvBuilder

from burgher import games
from burgher.bench import speed
from burgher.peers.c import NotBuilt, build

ROUNDS = 3
"""Everything is measured so many times, all taking turns; the best counts."""
GAME = "burgundy"
"""Which of ours is set beside them."""
NO_PROGRAMS = ("__init__", "c")
PIP = ("install", "--quiet", "--disable-pip-version-check", "--no-input")
PATIENCE = 600
"""Seconds after which an installation, or a program beyond its time, is given up."""


@dataclass(frozen=True)
class Peer:
    """Another library, or a game in C."""

    name: str
    title: str
    needs: tuple[str, ...]
    """What `pip` is asked for."""
    program: Path


@dataclass(frozen=True)
class Rate:
    """How fast something is played."""

    decisions_per_s: float
    games_per_s: float | None = None
    """None where a program does not tell."""

    def better(self, other: Rate) -> Rate:
        """The better of two measurements."""
        return max(self, other, key=lambda rate: rate.decisions_per_s)


@dataclass(frozen=True)
class Found:
    """What was measured."""

    title: str
    """Whose games."""
    what: str
    """Which game, played how."""
    decisions_per_s: float
    games_per_s: float | None = None
    """None where a program does not tell. Games differ; those of one game can be compared."""


@dataclass(frozen=True)
class Skipped:
    """What could not be measured."""

    title: str
    why: str


class Unavailable(Exception):
    """A peer that cannot be measured here; says why."""


def peers() -> list[Peer]:
    """The peers that are known."""
    folder = Path(__file__).parent
    programs = [path for path in folder.glob("*.py") if path.stem not in NO_PROGRAMS]
    return [_read(path) for path in sorted([*programs, *folder.glob("*.c")])]


def _read(path: Path) -> Peer:
    if path.suffix == ".c":
        with path.open(encoding="utf-8") as program:
            return Peer(path.stem, program.readline().removeprefix("/*").strip(" .\n"), (), path)
    tree = ast.parse(path.read_text(encoding="utf-8"))
    title = (ast.get_docstring(tree) or "").splitlines()[0].rstrip(".")
    needs: tuple[str, ...] = next(
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == "NEEDS"
    )
    return Peer(path.stem, title, needs, path)


class Yard:
    """A peer where it can run: a library in an environment of its own, a program in C compiled."""

    def __init__(self, peer: Peer, folder: Path) -> None:
        self._command = (
            self._compiled(peer, folder) if peer.program.suffix == ".c" else self._installed(peer, folder)
        )

    def measure(self, seconds: float) -> dict[str, Rate]:
        """How fast it plays, by what was played."""
        found: dict[str, Any] = json.loads(self._run([*self._command, str(seconds)]).splitlines()[-1])
        return {
            what: Rate(**measured) if isinstance(measured, dict) else Rate(measured)
            for what, measured in found.items()
        }

    def _compiled(self, peer: Peer, folder: Path) -> list[str]:
        folder.mkdir()
        try:
            return [str(build(peer.program, folder))]
        except NotBuilt as reason:
            raise Unavailable(str(reason)) from None

    def _installed(self, peer: Peer, folder: Path) -> list[str]:
        python = str(folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python"))
        EnvBuilder(with_pip=False).create(folder)
        if peer.needs:
            self._run([sys.executable, "-m", "pip", "--python", python, *PIP, *peer.needs])
        return [python, "-P", "-W", "ignore", str(peer.program)]

    def _run(self, command: list[str]) -> str:
        try:
            ended = subprocess.run(
                command, capture_output=True, text=True, timeout=PATIENCE, check=False, encoding="utf-8"
            )
        except subprocess.TimeoutExpired:
            raise Unavailable(f"it took more than {PATIENCE} s") from None
        if ended.returncode:
            said = [line for line in ended.stderr.splitlines() if line.strip()]
            raise Unavailable(said[-1].strip() if said else f"exit code {ended.returncode}")
        return ended.stdout


WAYS = (
    ("inside the kernel", speed.measure_playouts, "decisions_per_s"),
    ("in a batch, with observations and masks", speed.measure_batch, "batch_steps_per_s"),
    ("from a Python loop", speed.measure_loop, "loop_decisions_per_s"),
    ("through PettingZoo, with observations and masks", speed.measure_environment, "env_steps_per_s"),
)


def ours(seconds: float) -> dict[str, Rate]:
    """What our own game does, by how it is played; without what would have to be installed."""
    rules = games.rules(GAME)
    game = rules(2, **rules.finite)
    found: dict[str, Rate] = {}
    for way, measure, key in WAYS:
        figures = measure(game, seconds / len(WAYS))
        if key in figures:
            found[f"{rules.title}, {way}"] = Rate(figures[key], figures.get("playouts_per_s"))
    return found


def compare(seconds: float, report: Callable[[int], None]) -> Iterator[Found | Skipped]:
    """Measure ours and all peers, each for so long.

    `report` is told how many more of the `count()` steps are done.
    """
    with TemporaryDirectory(prefix="burgher-peers-") as folder:
        yards: dict[str, Yard] = {}
        for peer in peers():
            try:
                yards[peer.title] = Yard(peer, Path(folder) / peer.name)
            except Unavailable as reason:
                yield Skipped(peer.title, f"it could not be installed: {reason}")
            report(1)
        runs: dict[str, Callable[[float], dict[str, Rate]]] = {"Burgher": ours}
        runs |= {title: yard.measure for title, yard in yards.items()}
        best: dict[tuple[str, str], Rate] = {}
        for _ in range(ROUNDS):
            for title, run in list(runs.items()):
                try:
                    measured = run(seconds / ROUNDS)
                except Unavailable as reason:
                    del runs[title]
                    yield Skipped(title, f"it does not run here: {reason}")
                    continue
                for what, rate in measured.items():
                    best[title, what] = rate.better(best.get((title, what), rate))
            report(1)
    for (title, what), rate in best.items():
        yield Found(title, what, rate.decisions_per_s, rate.games_per_s)


def count() -> int:
    """How many steps there are to report."""
    return len(peers()) + ROUNDS
