"""Load: many tables at once, played by browsers that are none, and how long everybody waits.

Each browser does what the page's script does: it keeps a stream open, asks for the board whenever the stream
tells of a change, and plays one of the actions that the board offers.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from burgher.bench.fixtures import Sitting, fill_database
from burgher.bench.http_client import Answer, HttpClient, NoAnswer
from burgher.kernel.errors import BurgherError
from burgher.kernel.game import Game
from burgher.server.http.cross_site import CSRF_COOKIE, CSRF_FIELD, CSRF_HEADER
from burgher.server.http.visitors import COOKIE
from burgher.server.settings import database_url

RESTARTS = 3
"""How often the server is started to see how long that takes."""
OPENED = 100
"""How many finished games are opened."""
CSRF = "c" * 43
SETTLING_SECONDS = 3.0
"""How long browsers play before anything is noted: the first moves find nothing in its place."""
AT_THE_DOOR = 8
"""How many tables are taken at a time."""
_SIGHT = re.compile(rb'id="sight"[^>]*>(.*?)</script>', re.DOTALL)
_INVITATION = re.compile(rb"/join/([A-Za-z0-9_-]{43})")

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Plan:
    """What is asked of a server."""

    tables: int = 500
    seconds: float = 30.0
    pace: float = 10.0
    """Seconds between two moves at a table, on average; 0 for as fast as the server can."""
    watchers: int = 0
    """Viewers at each table besides its players."""
    workers: int = 1
    """How many server processes there are on the port."""


@dataclass
class Waits:
    """How long things took, in milliseconds."""

    push: list[float] = field(default_factory=list)
    """From sending a move until the push reached another viewer."""
    answer: list[float] = field(default_factory=list)
    """From sending a move until it was acknowledged."""
    board: list[float] = field(default_factory=list)
    """From asking for the table until all of it was there."""
    seen: list[float] = field(default_factory=list)
    """From sending a move until another viewer had the new table."""


@dataclass
class Result:
    """What was measured; what was not is None."""

    moves: int = 0
    seconds: float = 0.0
    waits: Waits = field(default_factory=Waits)
    opens: list[float] | None = None
    """Milliseconds until a finished game was there, each opened for the first time since the start."""
    ready: list[float] | None = None
    """Milliseconds from starting a server until it answered."""
    processor: float | None = None
    """Milliseconds of processor time that the server with all its processes took for a move."""


def percentile(values: Sequence[float], share: float) -> float:
    """The value that so many hundredths of all do not exceed."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))] if ordered else 0.0


# -- somebody's browser ---------------------------------------------------------------------------


class Browser:
    """Somebody at a table: a stream of its events, and the table as it was last seen."""

    def __init__(self, url: str, cookie: str | None) -> None:
        headers = {CSRF_HEADER: CSRF, "accept": "text/html, */*"}
        self.wire, self.stream = HttpClient(url, headers), HttpClient(url, headers)
        self.wire.cookies[CSRF_COOKIE] = CSRF
        if cookie is not None:
            self.wire.cookies[COOKIE] = cookie
        self.table_view: dict[str, Any] = {}
        self.listening = asyncio.Event()
        self.is_busy = False

    def close(self) -> None:
        """Leave the table."""
        self.wire.close()
        self.stream.close()

    @property
    def may_play(self) -> bool:
        """Whether it is this browser's turn."""
        return bool(self.table_view["actions"])

    async def look(self, table: str) -> float:
        """Ask for the table as it stands; how long that took."""
        start = perf_counter()
        answer = _good(await self.wire.get(f"/t/{table}/board"))
        found = _SIGHT.search(answer.body)
        if found is None:
            raise NoAnswer(f"table {table} has a board without a sight")
        self.table_view = json.loads(found[1])
        return _since(start)


def _good(answer: Answer) -> Answer:
    if answer.status >= 400:
        raise NoAnswer(f"the server answered {answer.status}: {answer.body[:200].decode(errors='replace')}")
    return answer


def _since(start: float) -> float:
    return (perf_counter() - start) * 1000


# -- a table --------------------------------------------------------------------------------------


class _Room:
    """Where all tables stand: they are taken one after another, and nobody plays before everyone is there."""

    def __init__(
        self, url: str, plan: Plan, result: Result, processor_seconds: Callable[[], float | None]
    ) -> None:
        self.url = url
        self.plan = plan
        self.result = result
        self.processor_seconds = processor_seconds
        self.door = asyncio.Semaphore(AT_THE_DOOR)
        self.is_full = asyncio.Event()
        self.counted = asyncio.Event()
        """Set when what happens is to be noted."""
        self._inside = 0

    def come_in(self) -> None:
        """Note that everyone at a table has the door behind them."""
        self.door.release()
        self._inside += 1
        if self._inside >= self.plan.tables:
            self.is_full.set()

    async def watch_the_clock(self, progress: Progress) -> None:
        """Let people play, and note how it goes once they are at it."""
        await self.is_full.wait()
        await asyncio.sleep(SETTLING_SECONDS + self.plan.pace)
        self.counted.set()
        start, used = perf_counter(), self.processor_seconds()
        while (gone := perf_counter() - start) < self.plan.seconds or not self.result.waits.seen:
            await asyncio.sleep(min(1.0, max(0.1, self.plan.seconds - gone)))
            progress(1)
        self.result.seconds = perf_counter() - start
        if used is not None and self.result.moves:
            now = self.processor_seconds() or used
            self.result.processor = (now - used) / self.result.moves * 1000


class _Table:
    """A table with everyone who looks at it, and the move that is under way."""

    def __init__(self, sitting: Sitting, room: _Room) -> None:
        self.id = sitting.table
        cookies = [*sitting.cookies, *[None] * room.plan.watchers]
        self.browsers = [Browser(room.url, cookie) for cookie in cookies]
        self.room = room
        self.result = room.result
        self.awaited = 0
        """The version that the move under way makes."""
        self.sent = 0.0
        self.seen = asyncio.Condition()

    async def play(self, rng: random.Random) -> None:
        """Play until the game is over."""
        try:
            await _first_of([self._moves(rng), *map(self._listen, self.browsers)])
        finally:
            for browser in self.browsers:
                browser.close()

    async def _moves(self, rng: random.Random) -> None:
        for browser in self.browsers:
            await browser.listening.wait()
        self.room.come_in()
        await self.room.is_full.wait()
        await asyncio.sleep(rng.uniform(0, self.room.plan.pace))
        while await self._move(rng):
            await asyncio.sleep(rng.uniform(0.5, 1.5) * self.room.plan.pace)

    async def _move(self, rng: random.Random) -> bool:
        mover = next((browser for browser in self.browsers if browser.may_play), None)
        if mover is None:
            return False
        version = mover.table_view["version"]
        data = {"version": version, "action": rng.choice(mover.table_view["actions"])["number"]}
        mover.is_busy = True
        self.awaited, self.sent = version + 1, perf_counter()
        _good(await mover.wire.post_json(f"/t/{self.id}/play", data))
        answered = _since(self.sent)
        board = await mover.look(self.id)
        mover.is_busy = False
        if self.room.counted.is_set():
            self.result.moves += 1
            self.result.waits.answer.append(answered)
            self.result.waits.board.append(board)
        async with self.seen:
            await self.seen.wait_for(self._all_have_seen)
        return True

    def _all_have_seen(self) -> bool:
        return all(browser.table_view["version"] >= self.awaited for browser in self.browsers)

    async def _listen(self, browser: Browser) -> None:
        async for kind, data in browser.stream.events(f"/t/{self.id}/live"):
            version = json.loads(data)["version"] if kind == "change" else 0
            pushed = _since(self.sent)
            if not browser.is_busy and version > browser.table_view.get("version", 0):
                board = await browser.look(self.id)
                if self.room.counted.is_set() and version == self.awaited:
                    self.result.waits.push.append(pushed)
                    self.result.waits.board.append(board)
                    self.result.waits.seen.append(_since(self.sent))
                async with self.seen:
                    self.seen.notify_all()
            browser.listening.set()
        raise NoAnswer(f"the stream of table {self.id} has ended")


async def _first_of(works: Sequence[Coroutine[Any, Any, None]]) -> None:
    """Do several things until one of them ends, or fails; the others are dropped."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


async def play(
    url: str,
    game: Game,
    plan: Plan,
    sittings: Sequence[Sitting],
    result: Result,
    progress: Progress,
    processor_seconds: Callable[[], float | None] = lambda: None,
) -> None:
    """Let tables be played for some time; those that end, or are not there yet, begin anew."""
    room = _Room(url, plan, result, processor_seconds)
    given = list(sittings)
    rng = random.Random(1)

    async def one(seed: int) -> None:
        mine = random.Random(seed)
        while True:
            await room.door.acquire()
            sitting = given.pop() if given else await sit_down(url, game)
            await _Table(sitting, room).play(mine)

    tables = [one(rng.getrandbits(32)) for _ in range(plan.tables)]
    await _first_of([room.watch_the_clock(progress), *tables])


async def sit_down(url: str, game: Game) -> Sitting:
    """Make a table as people do: one fills in the form, the others come by their invitations."""
    fields = {CSRF_FIELD: CSRF, "name": "Anna", "game": game.name, "players": str(game.players)}
    fields |= {f"seat.{seat}.kind": "friend" for seat in range(1, game.players)}
    async with HttpClient(url) as host:
        host.cookies[CSRF_COOKIE] = CSRF
        made = _good(await host.post_form("/tables", fields))
        table = made.headers["location"].rpartition("/")[2]
        page = _good(await host.get(f"/t/{table}"))
        cookies = [host.cookies[COOKIE]]
    for invitation in dict.fromkeys(_INVITATION.findall(page.body)):
        async with HttpClient(url) as guest:
            guest.cookies[CSRF_COOKIE] = CSRF
            fields = {CSRF_FIELD: CSRF, "name": "Benno", "invitation": invitation.decode()}
            _good(await guest.post_form(f"/t/{table}/sit", fields))
            cookies.append(guest.cookies[COOKIE])
    return Sitting(table, tuple(cookies))


# -- a server of our own --------------------------------------------------------------------------


@dataclass(frozen=True)
class Served:
    """A server that was started to be measured."""

    url: str
    took: float
    """How many milliseconds it took to be ready."""
    pid: int

    def processor_seconds(self) -> float | None:
        """What it and everybody who works for it has computed so far; None where nobody knows."""
        try:
            return _computed_by(self.pid)
        except (OSError, ValueError, IndexError):
            return None


def _computed_by(pid: int) -> float:
    """Processor seconds of a process and of all that it has started, as Linux tells them."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    # Its own in user and system mode, and those of the ones that have ended.
    ticks = sum(map(int, fields[11:15]))
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return ticks / os.sysconf("SC_CLK_TCK") + sum(_computed_by(int(child)) for child in children)


@contextmanager
def _elsewhere(
    process: Callable[[], subprocess.Popen[str]], cores: int = 1
) -> Iterator[subprocess.Popen[str]]:
    """A process that has some cores for itself and all its own, while we keep to the others, if any."""
    if sys.platform != "linux":
        with process() as begun:
            yield begun
        return
    all_of_them = os.sched_getaffinity(0)
    some = set(sorted(all_of_them)[:cores])
    os.sched_setaffinity(0, some)  # what is started now stays there
    try:
        with process() as begun:
            os.sched_setaffinity(0, all_of_them - some or all_of_them)
            yield begun
    finally:
        os.sched_setaffinity(0, all_of_them)


@contextmanager
def served(database: str, workers: int = 1) -> Iterator[Served]:
    """A server with a core for each of its workers."""
    command = [sys.executable, "-m", "burgher", "serve", "--no-open", "--port", "0", "--rate", "0"]
    command += ["--connections", "0", "--thinkers", "1", "--workers", str(workers), "--database", database]
    start = perf_counter()
    with _elsewhere(lambda: subprocess.Popen(command, stdout=subprocess.PIPE, text=True), workers) as process:
        try:
            assert process.stdout is not None
            found = re.search(r"http://\S+", process.stdout.readline())
            if found is None:
                raise BurgherError("the server to be measured did not start")
            yield Served(found[0], _since(start), process.pid)
        finally:
            process.terminate()


@asynccontextmanager
async def somewhere(database: str | None) -> AsyncIterator[str]:
    """A database: the one that is named, or a file that is gone afterwards."""
    if database is not None:
        yield database
        return
    with tempfile.TemporaryDirectory(prefix="burgher-load-") as folder:
        yield str(Path(folder) / "tables.db")


async def measure(
    game: Game,
    plan: Plan,
    stored: int,
    database: str | None,
    progress: Callable[[str, int], Progress],
) -> Result:
    """Everything, on a server of our own that has some finished games stored."""
    result = Result()
    async with somewhere(database) as place:
        over, sittings = await fill_database(
            database_url(place), game, stored, plan.tables, progress("games stored", stored + plan.tables)
        )
        result.ready = []
        note = progress("starts", RESTARTS)
        for _ in range(RESTARTS):
            with served(place, plan.workers) as server:
                result.ready.append(server.took + await _first_answer(server.url))
            note(1)
        with served(place, plan.workers) as server:
            url = server.url
            if over:
                note = progress("finished games opened", min(OPENED, len(over)))
                result.opens = await opened_games(url, over[-OPENED:], note)
            if plan.tables:
                note = progress(f"seconds of play at {plan.tables} tables", int(plan.seconds))
                await play(url, game, plan, sittings, result, note, server.processor_seconds)
    return result


async def _first_answer(url: str) -> float:
    start = perf_counter()
    async with HttpClient(url) as wire:
        _good(await wire.get("/"))
    return _since(start)


async def opened_games(url: str, tables: Sequence[str], progress: Progress) -> list[float]:
    """How long each of some finished games takes to open."""
    took: list[float] = []
    async with HttpClient(url, {"accept": "text/html"}) as wire:
        for table in tables:
            start = perf_counter()
            _good(await wire.get(f"/t/{table}"))
            took.append(_since(start))
            progress(1)
    return took


async def measure_other(url: str, game: Game, plan: Plan, progress: Callable[[str, int], Progress]) -> Result:
    """What can be measured of a server that others have started: only play."""
    result = Result()
    note = progress(f"seconds of play at {plan.tables} tables", int(plan.seconds))
    await play(url, game, plan, [], result, note)
    return result
