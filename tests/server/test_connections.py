"""Connections of clients that mean no good: what they hold is bounded, and people play on beside them."""

from __future__ import annotations

import socket
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest

from burgher.server.http.connections import SETTLED_SECONDS, Connections
from burgher.server.http.serving import SEND_BUFFER, bound
from burgher.server.limits import ConnectionLimits, client_key
from server.attacks import (
    ATTACKER,
    PEOPLE,
    Player,
    Target,
    endless,
    is_closed,
    new_table,
    request,
    silent,
    slow_readers,
    status_of,
    streams,
    target,
)
from waiting import PATIENCE

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="speaks from many addresses of 127.0.0.0/8")

SLOWEST = 20_000.0
"""Milliseconds that half of the moves may take at most, on a machine that may have much else to do; how long
they really take, `make attacks` measures."""
JSON = "content-type: application/json"
CHUNKED = request("/api/tables", JSON, "transfer-encoding: chunked", method="POST")


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Target]:
    """A server that is as patient as usual, with as many descriptors as many systems give."""
    with target(tmp_path, descriptors=1024) as found:
        yield found


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """A server as it usually is."""
    with target(tmp_path_factory.mktemp("patient")) as found:
        yield found


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """A server that waits for nobody for more than a second."""
    with target(
        tmp_path_factory.mktemp("hasty"), header_seconds=1, body_seconds=1, idle_seconds=1, read_seconds=1
    ) as found:
        yield found


def plays_on(server: Target) -> bool:
    return statistics.median(Player(server).play(8)) < SLOWEST


def until(condition: Callable[[], bool]) -> bool:
    """Whether something comes true before one would give up on it."""
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


# -- too many -------------------------------------------------------------------------------------


def test_silent_connections(server: Target) -> None:
    with ExitStack() as stack:
        for connection in silent(server, 1200):
            stack.enter_context(connection)
        assert plays_on(server)
        assert server.descriptors < 400  # of 1,024
        # Whoever really asks gets in, even from the same address: somebody who only holds on makes room.
        time.sleep(SETTLED_SECONDS)
        assert Player(server).play(2, source=ATTACKER)
        assert plays_on(server)
    assert len(server.log.read_bytes()) < 5_000


def test_silent_connections_of_many(server: Target) -> None:
    with ExitStack() as stack:
        for connection in silent(server, 1200, [f"127.0.3.{n}" for n in range(1, 13)]):
            stack.enter_context(connection)
        assert server.descriptors < 1000
        time.sleep(SETTLED_SECONDS)
        assert plays_on(server)
    assert len(server.log.read_bytes()) < 5_000


def test_an_address_has_so_many_and_hears_why_not_more(tmp_path: Path) -> None:
    with target(tmp_path, per_address=4) as server, ExitStack() as stack:
        for _ in range(4):
            stack.enter_context(server.connect())
        with server.connect() as fifth:
            said = fifth.makefile("rb").read()
            assert said.startswith(b"HTTP/1.1 429 ")
            assert b"retry-after: " in said
            assert b"Too many connections from your address" in said
        with server.connect("127.0.0.8") as other:
            other.sendall(request("/api/games"))
            assert status_of(other) == 200


def test_a_proxy_speaks_for_many(tmp_path: Path) -> None:
    with target(tmp_path, per_address=4, proxies=(ATTACKER,)) as server, ExitStack() as stack:
        for n in range(20):
            connection = stack.enter_context(server.connect())
            connection.sendall(request("/api/games", f"x-forwarded-for: 192.0.2.{n}"))
            assert status_of(connection) == 200
        # Streams count for whom the proxy speaks for: an address with four connections has two.
        table = new_table(server)
        found = []
        for person in ("192.0.2.1", "192.0.2.1", "192.0.2.1", "192.0.2.2"):
            connection = stack.enter_context(server.connect())
            connection.sendall(request(f"/api/tables/{table}/events", f"x-forwarded-for: {person}"))
            found.append(status_of(connection))
        assert found == [200, 200, 429, 200]


def test_a_school_class_behind_one_address(server: Target) -> None:
    table = new_table(server)
    with ExitStack() as stack:
        for connection in streams(server, 2 * 30, [PEOPLE], [table]):
            assert status_of(stack.enter_context(connection)) == 200
        for _ in range(4):  # and everybody loads the page anew, as browsers do
            for connection in silent(server, 30, [PEOPLE]):
                stack.enter_context(connection).sendall(request(f"/t/{table}"))
        for _ in range(30):
            connection = stack.enter_context(server.connect(PEOPLE))
            connection.sendall(request("/api/games"))
            assert status_of(connection) == 200
    assert server.log.read_bytes() == b""


def test_many_idle_streams(tmp_path: Path) -> None:
    addresses = [f"127.0.4.{n}" for n in range(1, 21)]
    with target(tmp_path) as server, ExitStack() as stack:
        tables = [new_table(server) for _ in range(5)]
        before = server.memory
        for connection in streams(server, 1000, addresses, tables):
            assert status_of(stack.enter_context(connection)) == 200
        assert plays_on(server)
        assert server.memory - before < 100
    assert server.log.read_bytes() == b""


def test_an_address_has_so_many_streams(tmp_path: Path) -> None:
    with target(tmp_path, per_address=8) as server, ExitStack() as stack:
        table = new_table(server)
        held = [stack.enter_context(one) for one in streams(server, 5, [ATTACKER], [table])]
        assert [status_of(one) for one in held] == [200, 200, 200, 200, 429]
        with server.connect() as waiting:  # to wait for news is to watch
            waiting.sendall(request(f"/api/tables/{table}?after=1&wait=9"))
            assert status_of(waiting) == 429
        assert (
            httpx.get(f"{server.url}/api/tables/{table}?after=1&wait=0", timeout=PATIENCE).status_code == 200
        )
        held[0].close()

        def has_room() -> bool:
            (again,) = streams(server, 1, [ATTACKER], [table])
            with again:
                return status_of(again) == 200

        assert until(has_room)


def test_streams_leave_room_for_pages(tmp_path: Path) -> None:
    with target(tmp_path, in_all=20) as server, ExitStack() as stack:
        table = new_table(server)
        addresses = [f"127.0.6.{n}" for n in range(1, 9)]
        held = [stack.enter_context(one) for one in streams(server, 17, addresses, [table])]
        assert [status_of(one) for one in held].count(200) == 15
        assert plays_on(server)


def test_without_descriptors_it_waits_and_recovers(tmp_path: Path) -> None:
    with target(tmp_path, descriptors=100, in_all=5000, per_address=0) as server:
        assert plays_on(server)
        held = silent(server, 300)
        assert until(lambda: "No connection can be taken" in server.log.read_text())
        used, start = server.seconds, time.monotonic()
        time.sleep(2)
        assert server.seconds - used < (time.monotonic() - start) / 2
        for connection in held:
            connection.close()
        assert plays_on(server)
        assert len(server.log.read_bytes()) < 5_000
        assert "Traceback" not in server.log.read_text()


# -- too long -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("begin", "piece"),
    [
        (b"GET / HTTP/1.1\r\nx: ", b"a" * 65_536),
        (b"GET / HTTP/1.1\r\n", b"x: a\r\n" * 8192),
        (b"GET /", b"a" * 65_536),
        (b"", b"\r\n" * 32_768),
        (CHUNKED, b"1\r\n \r\n" * 8192),
        (CHUNKED + b"0\r\nx: ", b"a" * 65_536),
        (request("/"), request("/") * 2000),
    ],
    ids=["field", "fields", "address", "empty lines", "body", "trailer", "requests"],
)
def test_endless(patient: Target, begin: bytes, piece: bytes) -> None:
    Player(patient).play(2)
    sent, memory = endless(patient, begin, piece, 100)
    assert sent < 10 * 2**20  # most of which lies in buffers of this machine
    assert memory < 30
    assert plays_on(patient)


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (request("/", *[f"x{n}: a" for n in range(99)]), 200),
        (request("/", *[f"x{n}: a" for n in range(100)]), 431),
        (request("/", "x: " + "a" * 31_000), 200),
        (request("/", "x: " + "a" * 33_000), 431),
        (request("/" + "a" * 33_000), 431),
        (request("/api/games", "content-length: 2") + b"{}", 400),
        (request("/api/games", "transfer-encoding: chunked") + b"0\r\n\r\n", 400),
        (request("/api/games", "content-length: 0"), 200),
        (
            request("/api/tables", JSON, "transfer-encoding: chunked", method="POST") + b"0\r\nx: y\r\n\r\n",
            400,
        ),
        (request("/api/tables", JSON, "content-length: 200000", method="POST") + b" " * 200_000, 413),
        (request("/", "connection: upgrade", "upgrade: websocket"), 200),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400),
        (b"GET / HTTP/9.9\r\n\r\n", 400),
        (b"CONNECT example.org:443 HTTP/1.1\r\nhost: x\r\n\r\n", 400),
        ("GET /\u00e9 HTTP/1.1\r\nhost: x\r\n\r\n".encode(), 400),
    ],
)
def test_what_is_read_and_what_is_not(hasty: Target, sent: bytes, status: int) -> None:
    with hasty.connect() as connection:
        connection.sendall(sent)
        assert status_of(connection) == status


def test_requests_behind_each_other(hasty: Target) -> None:
    with hasty.connect() as connection:
        connection.sendall(request("/api/games") * 5 + request("/api/games", "connection: close"))
        assert connection.makefile("rb").read().count(b"HTTP/1.1 200 ") == 6
    with hasty.connect() as connection:
        connection.sendall(request("/api/games") * 50)
        assert until(lambda: is_closed(connection))


# -- too slow -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("half", "status"),
    [
        (b"", 0),
        (b"\r\n", 0),
        (b"GE", 408),
        (request("/")[:-2], 408),
        (request("/api/tables", JSON, "content-length: 20", method="POST") + b"{", 408),
        (request("/api/games") + b"GET", 200),
    ],
    ids=["nothing", "a line", "a word", "a header", "a body", "the next"],
)
def test_halves_of_requests_end(hasty: Target, half: bytes, status: int) -> None:
    with ExitStack() as stack:
        found = [stack.enter_context(hasty.connect()) for _ in range(50)]
        for connection in found:
            connection.sendall(half)
        assert plays_on(hasty)
        assert status_of(found[0]) == status
        assert until(lambda: all(map(is_closed, found)))


def test_a_byte_now_and_then_is_too_slow(hasty: Target) -> None:
    with hasty.connect() as connection:
        asked = request("/", "x: " + "a" * 1000)
        sent = 0
        try:
            for byte in asked:
                connection.send(bytes([byte]))
                sent += 1
                time.sleep(0.05)
        except OSError:
            pass
        assert sent < len(asked), "it was listened to until the end"


def test_clients_that_do_not_read_are_dropped(hasty: Target) -> None:
    table = new_table(hasty)
    before = hasty.memory
    with slow_readers(hasty, 60, f"/t/{table}"):
        assert plays_on(hasty)
        assert hasty.memory - before < 60
        assert until(lambda: hasty.descriptors < 60)


def test_streams_that_are_not_read_stay_small(tmp_path: Path) -> None:
    with target(tmp_path, read_seconds=1) as server, ExitStack() as stack:
        player = Player(server)
        player.play(1)
        unread = [
            stack.enter_context(one) for one in streams(server, 50, ["127.0.5.1"], [player.made["table"]])
        ]
        before = server.memory
        statistics.median(player.play(30))
        assert server.memory - before < 20
        assert not any(connection.send(b"") for connection in unread)


# -- counting -------------------------------------------------------------------------------------


class Held:
    """A connection that can be asked to make room."""

    def __init__(self, key: str, connections: Connections) -> None:
        self.key = key
        self.is_open = True
        self._connections = connections

    def make_room(self) -> None:
        self.is_open = False
        self._connections.leave(self.key)


def test_who_has_waited_longest_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("burgher.server.http.connections.time.monotonic", lambda: now)
    connections = Connections(ConnectionLimits(per_address=3, in_all=8))
    held = []
    for n in range(3):
        key, refusal = connections.admit("192.0.2.1")
        assert refusal is None
        held.append(Held(key, connections))
        connections.wait(held[-1])
        now += 0.1 * n
    assert connections.admit("192.0.2.1")[1] == "address"  # they have only just come
    connections.work(held[0])
    now += SETTLED_SECONDS
    assert connections.admit("192.0.2.1")[1] is None
    assert [one.is_open for one in held] == [True, False, True]
    for n in range(5):
        assert connections.admit(f"192.0.2.{10 + n}")[1] is None
    assert len(connections) == 8
    assert connections.admit("192.0.2.20")[1] is None
    assert not held[2].is_open
    assert connections.admit("192.0.2.20")[1] == "server"
    assert connections.refused == {"address": 1, "server": 1}
    assert len(connections) == 8


@pytest.mark.parametrize(
    ("host", "key"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::1", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
        ("a:b", "a:b"),
    ],
)
def test_what_counts_as_one_client(host: str, key: str) -> None:
    assert client_key(host) == key


def test_limits_leave_room_for_everything_else() -> None:
    limits = ConnectionLimits()
    assert limits.streams < limits.capacity
    assert limits.streams_per_address >= 60  # a class of thirty, with two pages each


def test_a_listening_socket_bounds_what_the_system_keeps() -> None:
    with (
        bound("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()),
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) <= 2 * SEND_BUFFER
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) > 0
