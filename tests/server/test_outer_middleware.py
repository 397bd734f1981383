"""In front of everything: who really asks, for which host, over what; and links that no request can bend."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from burgher.kernel.errors import BadOptions
from burgher.server.addresses import ADDRESSES
from burgher.server.http.hosts import AllowedHosts, hosts_at_home
from burgher.server.http.proxies import TrustedProxies
from burgher.server.http.public_address import public_address
from burgher.server.problems import Misdirected, Problem
from burgher.server.settings import Settings, database_url
from burgher.server.view.static_files import static_url
from server.servers import Server, running


@contextmanager
def served(tmp_path: Path, thinker: Executor, **settings: Any) -> Iterator[Server]:
    given = {"rate": 0, **settings}
    with running(Settings(database=database_url(str(tmp_path / "tables.db")), **given), thinker) as server:
        yield server


# -- proxies --------------------------------------------------------------------------------------


def seen_by(proxies: TrustedProxies, peer: str, *headers: tuple[str, str]) -> tuple[str, str, str]:
    """Address, scheme and host as they are found to be."""
    scope: Any = {
        "client": (peer, 1234),
        "scheme": "http",
        "headers": [(b"host", b"inner"), *((name.encode(), value.encode()) for name, value in headers)],
    }
    proxies.resolve(scope)
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    assert len(hosts) == 1
    return scope["client"][0], scope["scheme"], hosts[0].decode()


def test_only_trusted_proxies_are_believed() -> None:
    proxies = TrustedProxies(["10.0.0.0/8", "fd00::1"])
    told = [
        ("x-forwarded-for", "203.0.113.9"),
        ("x-forwarded-proto", "https"),
        ("x-forwarded-host", "games.example"),
    ]
    assert seen_by(proxies, "10.1.2.3", *told) == ("203.0.113.9", "https", "games.example")
    assert seen_by(proxies, "fd00::1", *told) == ("203.0.113.9", "https", "games.example")
    assert seen_by(proxies, "::ffff:10.1.2.3", *told) == ("203.0.113.9", "https", "games.example")
    for stranger in ("11.0.0.1", "fd00::2", "127.0.0.1", "unix:"):
        assert seen_by(proxies, stranger, *told) == (stranger, "http", "inner")
    assert seen_by(TrustedProxies([]), "10.1.2.3", *told) == ("10.1.2.3", "http", "inner")


@pytest.mark.parametrize(
    ("chain", "address"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("1.1.1.1, 203.0.113.9", "203.0.113.9"),  # the first is what the asker made up
        ("1.1.1.1, 203.0.113.9, 10.9.9.9", "203.0.113.9"),  # two proxies of ours
        ("10.0.0.1, 10.0.0.2", "10.0.0.1"),
        ("203.0.113.9:5555", "203.0.113.9"),
        ("[2001:db8::1]:5555", "2001:db8::1"),
        ("2001:DB8::1", "2001:db8::1"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("<script>, 10.0.0.2", "10.0.0.2"),
        ("nobody", "10.0.0.1"),
        ("", "10.0.0.1"),
        (",".join(["203.0.113.9"] + ["10.0.0.2"] * 50), "10.0.0.2"),
    ],
)
def test_the_rightmost_address_that_is_no_proxy_counts(chain: str, address: str) -> None:
    proxies = TrustedProxies(["10.0.0.0/8"])
    assert seen_by(proxies, "10.0.0.1", ("x-forwarded-for", chain))[0] == address


def test_a_chain_in_several_headers() -> None:
    headers = [("x-forwarded-for", "1.1.1.1"), ("x-forwarded-for", "203.0.113.9")]
    assert seen_by(TrustedProxies(["10.0.0.1"]), "10.0.0.1", *headers)[0] == "203.0.113.9"


@pytest.mark.parametrize("wrong", ["proxy.example", "10.0.0.0/40", ""])
def test_what_is_no_proxy(wrong: str) -> None:
    with pytest.raises(BadOptions, match="a proxy is named by"):
        Settings(proxies=(wrong,))


def test_limits_hold_for_each_address_behind_a_proxy(tmp_path: Path, thinker: Executor) -> None:
    for proxies, shared in ((("127.0.0.1",), False), ((), True)):
        with served(tmp_path, thinker, rate=0.3, proxies=proxies) as server:
            asked = [
                server.http.get("/api/games", headers={"x-forwarded-for": f"203.0.113.{n}"}).status_code
                for n in range(8)
            ]
            assert (429 in asked) == shared


# -- hosts ----------------------------------------------------------------------------------------


def test_hosts_that_are_meant() -> None:
    hosts = AllowedHosts(["games.example", "*.club.example", "192.0.2.7", "2001:db8::7"])
    for good in (
        "games.example",
        "GAMES.example:8443",
        "games.example.",
        "a.b.club.example",
        "192.0.2.7:80",
        "[2001:db8::7]:80",
    ):
        hosts.check([(b"host", good.encode())])
    for wrong in ("evil.example", "club.example", "games.example.evil.example", "192.0.2.8", "xclub.example"):
        with pytest.raises(Misdirected):
            hosts.check([(b"host", wrong.encode())])
    for headers in ([], [(b"host", b"")], [(b"host", b"games.example")] * 2):
        with pytest.raises(Problem, match="one Host header"):
            hosts.check(headers)
    AllowedHosts([]).check([(b"host", b"whatever")])
    AllowedHosts(["*"]).check([])


def test_hosts_at_home() -> None:
    hosts = AllowedHosts(hosts_at_home())
    for good in ("192.168.1.5:8321", "localhost:8321", "[fe80::1]:8321", socket.gethostname()):
        hosts.check([(b"host", good.encode())])
    with pytest.raises(Misdirected):
        hosts.check([(b"host", b"rebound.example")])


def test_what_an_operator_says_of_hosts() -> None:
    assert public_address(None, False, "", [], is_private=True).hosts == ()
    assert ADDRESSES in public_address(None, False, "", [], is_private=False).hosts
    assert public_address(None, True, "/x/", ["a.example"], is_private=False).hosts == ("a.example",)
    public = public_address("https://Games.example/burgher/", False, "", [], is_private=False)
    assert (public.https, public.prefix, public.hosts) == (True, "/burgher", ("games.example",))
    assert public.url == "https://games.example/burgher"
    for options in (("https://x.example/a", False, "/b"), ("http://x.example", True, "")):
        with pytest.raises(BadOptions, match="do not fit"):
            public_address(*options, [], is_private=True)
    with pytest.raises(BadOptions, match="a host is a name"):
        Settings(hosts=("https://games.example",))


def test_another_s_host_is_refused_in_a_sentence(tmp_path: Path, thinker: Executor) -> None:
    public = {"hosts": ("games.example",), "url": "https://games.example"}
    with served(tmp_path, thinker, **public) as server:
        good = server.http.get("/", headers={"host": "games.example"})
        assert good.status_code == 200
        for accept in ("text/html", "application/json"):
            wrong = server.http.get("/", headers={"host": "evil.example", "accept": accept})
            assert wrong.status_code == 421
            assert "https://games.example/" in wrong.text
            assert "evil" not in wrong.text
        assert server.http.get("/health/live", headers={"host": "10.0.0.3"}).status_code == 200
        address = urlsplit(server.url)
        for lines in ("", "host: games.example\r\nhost: evil.example\r\n", "host: a b\r\n"):
            with socket.create_connection((address.hostname, address.port)) as connection:
                connection.sendall(f"GET / HTTP/1.1\r\n{lines}connection: close\r\n\r\n".encode())
                assert connection.recv(1000).startswith((b"HTTP/1.1 400", b"HTTP/1.1 421")), lines


@pytest.mark.parametrize("url", ["", "https://games.example/burgher"])
def test_no_link_repeats_what_a_request_calls_us(tmp_path: Path, thinker: Executor, url: str) -> None:
    prefix = "/burgher" if url else ""
    settings = {"url": url, "prefix": prefix, "proxies": ("127.0.0.1",)}
    with served(tmp_path, thinker, **settings) as server, server.browser() as browser:
        browser.headers.update({"host": "evil.example", "x-forwarded-host": "worse.example"})
        fields = {
            "csrf": "c" * 43,
            "name": "Anna",
            "game": "burgundy",
            "seat.1.kind": "friend",
            "listed": "on",
        }
        made = browser.post(f"{prefix}/tables", data=fields, headers={"x-csrf": ""})
        table = made.headers["location"]
        for path in (table, f"{table}/board", f"{table}/boards", f"{prefix}/me/link", f"{prefix}/"):
            answer = browser.get(path, headers={"accept": "text/html"})
            assert answer.status_code == 200
            said = answer.text + str(answer.headers)
            assert "evil.example" not in said
            assert "worse.example" not in said
        for path, link in ((table, f"/t/{table.rpartition('/')[2]}/join/"), (f"{prefix}/me/link", "/me/")):
            links = re.findall(r'data-copy="([^"]+)"', browser.get(path).text)
            assert links
            assert all(one.startswith((url or prefix) + link) for one in links)


# -- https ----------------------------------------------------------------------------------------


def test_browsers_are_kept_to_https_where_there_is_https(tmp_path: Path, thinker: Executor) -> None:
    with served(tmp_path, thinker) as server:
        answer = server.http.get("/", headers={"x-forwarded-proto": "https"})
        assert "strict-transport-security" not in answer.headers
        assert "Secure" not in answer.headers["set-cookie"]
    with served(tmp_path, thinker, https=True) as server:
        for path in ("/", static_url("base.css"), "/nowhere", "/health/live"):
            assert server.http.get(path).headers["strict-transport-security"] == "max-age=31536000"
    with served(tmp_path, thinker, proxies=("127.0.0.1",)) as server:
        over = {"x-forwarded-proto": "https"}
        answer = server.http.get("/", headers=over)
        assert "strict-transport-security" in answer.headers
        assert "Secure" in answer.headers["set-cookie"]
        assert "strict-transport-security" not in server.http.get("/api/games").headers


def test_https_means_a_proxy_on_this_machine() -> None:
    assert "127.0.0.0/8" in Settings(https=True).trusted_proxies
    assert Settings(https=True, proxies=("10.0.0.1",)).trusted_proxies == ("10.0.0.1",)
    assert Settings().trusted_proxies == ()


# -- asking again ---------------------------------------------------------------------------------


def test_whoever_is_too_quick_is_told_when_to_ask_again(tmp_path: Path, thinker: Executor) -> None:
    with served(tmp_path, thinker, rate=0.1) as server:
        answers = [server.http.get("/api/games") for _ in range(3)]
        assert answers[-1].status_code == 429
        assert 1 <= int(answers[-1].headers["retry-after"]) <= 10
        page = server.http.get("/", headers={"accept": "text/html"})
        assert (page.status_code, "retry-after" in page.headers) == (429, True)
    with served(tmp_path, thinker, rate=1) as server:  # creating tables has a limit of its own
        made = [server.http.post("/api/tables", json={"game": "burgundy"}) for _ in range(4)]
        assert all("retry-after" in answer.headers for answer in made if answer.status_code == 429)


@pytest.mark.parametrize("path", ["/health", "/", "/fair", static_url("base.css"), "/api/games", "/nothing"])
def test_who_asks_for_headers_gets_those_of_the_page(one_server: Server, path: str) -> None:
    whole = one_server.http.get(path)
    for _ in range(2):  # on one connection: no body is left on it
        headers = one_server.http.head(path)
        assert headers.status_code == whole.status_code
        assert headers.headers["content-type"] == whole.headers["content-type"]
        assert headers.content == b""


def test_a_stream_has_no_headers_without_the_rest(one_server: Server) -> None:
    table = one_server.create().id
    for path in (f"/t/{table}/live", f"/api/tables/{table}/events"):
        assert one_server.http.head(path).status_code == 405
    assert one_server.http.head("/health/live").status_code == 200
