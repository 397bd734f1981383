"""What clients do to a server that they should not, and how long people wait for their moves meanwhile.

`make attacks` measures it.
"""

from __future__ import annotations

import random
import re
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx

from waiting import PATIENCE

PEOPLE = "127.0.0.1"
"""Where people play from."""
ATTACKER = "127.0.0.9"
"""Any address of 127.0.0.0/8 reaches a server on this machine, and counts as one of its own."""

_SERVER = """
import resource
from burgher.server.http import serving
from burgher.server.limits import ConnectionLimits
from burgher.server.http.serving import bound, serve
from burgher.server.settings import Settings, database_url
if {descriptors}:
    resource.setrlimit(resource.RLIMIT_NOFILE, ({descriptors}, {descriptors}))
settings = Settings(
    database=database_url({database!r}), rate=0, limits=ConnectionLimits(**{limits!r}), **{others!r}
)
if {grace}:
    serving.GRACE_SECONDS = {grace}
listener = bound("127.0.0.1", 0)
serve(settings, listener, lambda: print(listener.getsockname()[1], flush=True))
"""


@dataclass
class Target:
    """A server process."""

    process: subprocess.Popen[str]
    port: int
    log: Path

    @property
    def url(self) -> str:
        """Where people find it."""
        return f"http://127.0.0.1:{self.port}"

    def connect(self, source: str = ATTACKER, receive_buffer: int | None = None) -> socket.socket:
        """A connection from an address of this machine."""
        connection = socket.socket()
        connection.settimeout(PATIENCE)
        if receive_buffer is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.bind((source, 0))
        try:
            connection.connect(("127.0.0.1", self.port))
        except OSError:
            connection.close()
            raise
        return connection

    @property
    def memory(self) -> float:
        """How many megabytes it has in memory."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024  # type: ignore[index]

    @property
    def descriptors(self) -> int:
        """How many files and sockets it has open."""
        return len(list(Path(f"/proc/{self.process.pid}/fd").iterdir()))

    @property
    def seconds(self) -> float:
        """How many seconds of a processor it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100


@contextmanager
def target(folder: Path, descriptors: int = 0, grace: int = 0, **settings: Any) -> Iterator[Target]:
    """A server with so many descriptors, and seconds to stop; what is no setting is a limit."""
    others = {name: settings.pop(name) for name in ("proxies",) if name in settings}
    log = folder / "log.txt"
    program = _SERVER.format(
        database=str(folder / "tables.db"),
        descriptors=descriptors,
        grace=grace,
        limits=settings,
        others=others,
    )
    with (
        log.open("w") as errors,
        subprocess.Popen(
            [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        try:
            assert process.stdout is not None
            port = process.stdout.readline()
            assert port, log.read_text()
            yield Target(process, int(port), log)
        finally:
            process.kill()


# -- people ---------------------------------------------------------------------------------------


@dataclass
class Player:
    """A program that plays both seats of a table, over connections of its own."""

    server: Target
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    made: dict[str, Any] = field(default_factory=dict)

    def play(self, moves: int, source: str = PEOPLE) -> list[float]:
        """Play; how many milliseconds each move took to be acknowledged."""
        took = []
        transport = httpx.HTTPTransport(local_address=source, retries=3)
        with httpx.Client(base_url=f"{self.server.url}/api", transport=transport, timeout=PATIENCE) as http:
            for _ in range(moves):
                table_view = self._sight(http, 0)
                if table_view["to_move"] == 1:
                    table_view = self._sight(http, 1)
                move = {
                    "version": table_view["version"],
                    "action": self.rng.choice(table_view["actions"])["number"],
                }
                start = time.perf_counter()
                answer = http.post(
                    f"{self._path}/moves", json=move, headers=self._headers(table_view["to_move"])
                )
                took.append((time.perf_counter() - start) * 1000)
                assert answer.status_code == 200, answer.text
        return took

    def _sight(self, http: httpx.Client, seat: int) -> dict[str, Any]:
        """The table as a seat sees it; a new one when there is none, or the game is over."""
        if self.made:
            table_view: dict[str, Any] = http.get(self._path, headers=self._headers(seat)).json()
            if not table_view["is_over"]:
                return table_view
        seats = [{"kind": "me", "name": name} for name in ("Anna", "Benno")]
        self.made = http.post("/tables", json={"game": "burgundy", "seats": seats}).json()
        return self._sight(http, seat)

    @property
    def _path(self) -> str:
        return f"/tables/{self.made['table']}"

    def _headers(self, seat: int) -> dict[str, str]:
        return {"authorization": f"Bearer {self.made['seats'][seat]['token']}"}


def new_table(server: Target) -> str:
    """The name of a new table."""
    wanted = {"game": "burgundy", "seats": [{"kind": "me", "name": name} for name in ("Anna", "Benno")]}
    made: str = httpx.post(f"{server.url}/api/tables", json=wanted, timeout=PATIENCE).json()["table"]
    return made


# -- attacks --------------------------------------------------------------------------------------


def request(path: str, *lines: str, method: str = "GET") -> bytes:
    """A request without a body."""
    return "\r\n".join([f"{method} {path} HTTP/1.1", "host: localhost", *lines, "", ""]).encode()


def silent(server: Target, number: int, sources: Sequence[str] = (ATTACKER,)) -> list[socket.socket]:
    """Connections on which nothing is said; they may be closed by the server at any time."""
    found: list[socket.socket] = []
    for n in range(number):
        try:
            found.append(server.connect(sources[n % len(sources)]))
        except OSError:  # turned away before it was there
            pass
    return found


def streams(
    server: Target, number: int, sources: Sequence[str], tables: Sequence[str]
) -> list[socket.socket]:
    """Streams of news that nobody reads."""
    found = []
    for n in range(number):
        connection = server.connect(sources[n % len(sources)])
        connection.sendall(request(f"/api/tables/{tables[n % len(tables)]}/events"))
        found.append(connection)
    return found


def status_of(connection: socket.socket) -> int:
    """The status of the answer; 0 when there is none."""
    try:
        first = connection.recv(64)
    except OSError:
        return 0
    return int(first.split(b" ")[1]) if first.startswith(b"HTTP/1.1 ") else 0


def is_closed(connection: socket.socket) -> bool:
    """Whether the server has hung up; what it had said before is read."""
    connection.settimeout(0)
    try:
        while connection.recv(65_536):
            pass
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def endless(server: Target, begin: bytes, piece: bytes, megabytes: int) -> tuple[int, float]:
    """Send something without end: how many bytes were taken, and how much memory that cost at most."""
    before = most = server.memory
    sent = 0
    with server.connect() as connection:
        try:
            connection.sendall(begin)
            while sent < megabytes * 2**20:
                connection.sendall(piece)
                sent += len(piece)
                if sent % 2**20 < len(piece):
                    most = max(most, server.memory)
        except OSError:
            pass
        most = max(most, server.memory)
    return sent, most - before


@contextmanager
def slow_readers(server: Target, number: int, path: str) -> Iterator[list[socket.socket]]:
    """Clients that ask for much and read nothing."""
    with ExitStack() as stack:
        found = [stack.enter_context(server.connect(f"127.0.1.{1 + n % 8}", 4096)) for n in range(number)]
        for connection in found:
            connection.sendall(request(path) * 8)
        yield found


# -- measuring ------------------------------------------------------------------------------------

MOVES = 40
SOURCES = [f"127.0.2.{n}" for n in range(1, 21)]


def _measure(server: Target) -> None:
    player = Player(server)
    player.play(10)
    tables = [new_table(server) for _ in range(5)]

    def report(name: str) -> None:
        took = sorted(player.play(MOVES))
        print(
            f"{name:48} {statistics.median(took):7.1f} {took[int(len(took) * 0.9)]:7.1f} {took[-1]:7.1f}"
            f" {server.memory:7.0f}",
            flush=True,
        )

    print(
        f"{'milliseconds until a move is acknowledged':48} {'50 %':>7} {'90 %':>7} {'longest':>7} {'MB':>7}"
    )
    report("nothing else")
    for name, sources in (("1,200 silent connections, one address", [ATTACKER]), ("… 20 addresses", SOURCES)):
        held = silent(server, 1200, sources)
        report(name)
        _close(held)
    held = silent(server, 1000, SOURCES)
    for connection in held:
        connection.send(request("/")[:-2])
    report("1,000 halves of requests, 20 addresses")
    _close(held)
    begin = b"GET / HTTP/1.1\r\nx: "
    json = "content-type: application/json"
    body = request("/api/tables", json, "transfer-encoding: chunked", method="POST") + b"fffffff\r\n"
    for name, first in (("headers", begin), ("bodies", body)):
        stop = threading.Event()

        def flood(first: bytes = first, stop: threading.Event = stop) -> None:
            while not stop.is_set():
                endless(server, first, b"a" * 65_536, 100)

        flooding = threading.Thread(target=flood)
        flooding.start()
        report(f"100 MB {name}, one after another")
        stop.set()
        flooding.join()
    held = streams(server, 2000, SOURCES, tables)
    open_streams = sum(status_of(one) == 200 for one in held)
    report(f"{open_streams:,} idle streams, 20 addresses")
    _close(held)
    with slow_readers(server, 200, f"/t/{tables[0]}"):
        report("200 clients that ask for pages and do not read")


def _close(connections: Sequence[socket.socket]) -> None:
    for connection in connections:
        connection.close()
    time.sleep(0.5)


def main() -> None:
    """Measure how long moves take beside each attack."""
    with tempfile.TemporaryDirectory(prefix="burgher-attacks-") as folder, target(Path(folder)) as server:
        _measure(server)


if __name__ == "__main__":
    main()
