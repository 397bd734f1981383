"""A batch on several cores: each process plays some of the lanes, and all write into the same memory.

    with SharedBatch("burgundy", lanes=4096, processes=8, seed=1) as batch:
        batch.step(policy(batch.observations, batch.masks))

It is used as a `Batch` is, and plays the same games however many processes share the lanes.
"""

from __future__ import annotations

import math
import multiprocessing
import os
from dataclasses import dataclass
from itertools import pairwise
from operator import index
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import TYPE_CHECKING, Any, SupportsIndex

from burgher.envs import missing
from burgher.envs.arrays import ACTIONS, AnyBatch, Arrays
from burgher.envs.batch import Batch
from burgher.games import load
from burgher.kernel.batch import not_offered
from burgher.kernel.chance import seed_number
from burgher.kernel.errors import BurgherError

try:
    import numpy as np
except ImportError as error:
    raise missing("numpy") from error

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from numpy.typing import ArrayLike, NDArray

    from burgher.kernel.game import Game

ALIGNED = 64
"""Arrays begin at multiples of this, so that no two share a line of any cache."""
IN_MEMORY = Path("/dev/shm")
"""Where files are only memory, if there is such a place."""
PATIENCE = 10.0
"""Seconds that a process has to end by itself."""


@dataclass(frozen=True)
class _Share:
    """What a process needs to know to play its lanes."""

    file: str
    name: str
    players: int
    options: dict[str, Any]
    lanes: int
    """Of all processes."""
    first: int
    last: int
    """Its own: from the first up to but not the last."""
    seed: int


class SharedBatch(AnyBatch):
    """Many games of one kind, played side by side by several processes."""

    def __init__(
        self, game: Game | str, lanes: int, processes: int | None = None, seed: SupportsIndex = 0
    ) -> None:
        """Deal the first games, in so many processes or, if it is not said, one for each core."""
        super().__init__(game, lanes)
        first, lanes = seed_number(seed), self.lanes
        wanted = (os.cpu_count() or 1) if processes is None else index(processes)
        if wanted < 1:
            raise BurgherError(f"a batch is played by one process at least, not by {wanted}")
        self.processes = min(wanted, lanes)
        self._crew: list[tuple[BaseProcess, Connection]] = []
        with TemporaryDirectory(dir=_folder(_size(self.game, lanes)), ignore_cleanup_errors=True) as folder:
            # Once all have it open, the file need not have a name any more.
            file = Path(folder) / "arrays"
            with file.open("wb") as made:
                made.truncate(_size(self.game, lanes))
            self.arrays, self._actions, self._samples = _map(self.game, lanes, str(file))
            try:
                self._hire(str(file), first)
                self._wait()
            except BaseException:
                self.close()
                raise

    def step(self, actions: ArrayLike) -> None:
        self._check_open()
        chosen = self._chosen(actions)
        known = (chosen >= 0) & (chosen < self.game.num_actions)
        legal = known & self.masks[np.arange(self.lanes), np.where(known, chosen, 0)]
        if not legal.all():
            lane = int(np.argmin(legal))
            raise not_offered(lane, int(chosen[lane]))
        self._actions[:] = chosen
        self._tell("step")

    def sample(self) -> NDArray[np.int64]:
        self._tell("sample")
        return self._samples

    def reset(self, seed: SupportsIndex) -> None:
        self._tell(seed_number(seed))

    def close(self) -> None:
        """End the processes; the arrays keep their last values."""
        for _, pipe in self._crew:
            pipe.close()
        for process, _ in self._crew:
            process.join(PATIENCE)
            if process.is_alive():
                process.kill()
                process.join()
        self._crew = []

    def __enter__(self) -> SharedBatch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.close()

    def _hire(self, file: str, seed: int) -> None:
        context = multiprocessing.get_context("spawn")
        game, ends = self.game, [self.lanes * n // self.processes for n in range(self.processes + 1)]
        for first, last in pairwise(ends):
            here, there = context.Pipe()
            share = _Share(file, game.name, game.players, dict(game.options), self.lanes, first, last, seed)
            process = context.Process(target=_play, args=(share, there), daemon=True)
            process.start()
            there.close()
            self._crew.append((process, here))

    def _check_open(self) -> None:
        if not self._crew:
            raise BurgherError("this batch has been closed")

    def _tell(self, order: str | int) -> None:
        self._check_open()
        for process, pipe in self._crew:
            try:
                pipe.send(order)
            except OSError:
                raise self._death_of(process) from None
        self._wait()

    def _wait(self) -> None:
        """Wait until everybody has done what was asked for."""
        for process, pipe in self._crew:
            try:
                pipe.recv()
            except (EOFError, OSError):
                raise self._death_of(process) from None

    def _death_of(self, process: BaseProcess) -> BurgherError:
        """What to raise where a process has died. The batch is closed: the others may be a step ahead."""
        self.close()
        return BurgherError(
            f"process {process.pid}, which played some lanes, has died, and the batch is closed; "
            "if it said anything, that stands above"
        )


def _play(share: _Share, pipe: Connection) -> None:
    """Play some of the lanes as long as somebody wants it."""
    game = load(share.name, share.players, **share.options)
    arrays, actions, samples = _map(game, share.lanes, share.file)
    own = slice(share.first, share.last)
    batch = Batch(
        game,
        share.last - share.first,
        share.seed + share.first,
        arrays=arrays.rows(own),
        stride=share.lanes,
    )
    try:
        while True:
            pipe.send(None)
            match pipe.recv():
                case "step":
                    batch.step(actions[own])
                case "sample":
                    samples[own] = batch.sample()
                case seed:
                    batch.reset(seed + share.first)
    except (EOFError, ConnectionError, KeyboardInterrupt):
        pass  # nobody wants it any more


def _places(game: Game, lanes: int) -> list[tuple[str, tuple[int, ...], np.dtype[Any], int]]:
    """Every array with its shape, its type and where it begins, and then where they all end."""
    shapes = [*Arrays.shapes(game, lanes), ("actions", (lanes,), ACTIONS), ("samples", (lanes,), ACTIONS)]
    places: list[tuple[str, tuple[int, ...], np.dtype[Any], int]] = []
    start = 0
    for name, shape, kind in shapes:
        places.append((name, shape, kind, start))
        start += -(-math.prod(shape) * kind.itemsize // ALIGNED) * ALIGNED
    return [*places, ("", (), ACTIONS, start)]


def _size(game: Game, lanes: int) -> int:
    return _places(game, lanes)[-1][-1]


def _map(game: Game, lanes: int, file: str) -> tuple[Arrays, NDArray[np.int64], NDArray[np.int64]]:
    """The arrays in a file, then the actions chosen and those drawn."""
    memory = np.memmap(file, np.uint8, "r+")
    found: dict[str, Any] = {
        name: np.asarray(memory[start : start + math.prod(shape) * kind.itemsize]).view(kind).reshape(shape)
        for name, shape, kind, start in _places(game, lanes)[:-1]
    }
    actions, samples = found.pop("actions"), found.pop("samples")
    return Arrays(**found), actions, samples


def _folder(size: int) -> str | None:
    """Where a file of a size is only memory; the usual place for temporary files where it has no room."""
    try:
        room = os.statvfs(IN_MEMORY)
    except (OSError, AttributeError):
        return None
    return str(IN_MEMORY) if room.f_bavail * room.f_frsize > 2 * size else None
