"""Under a prefix every address has it: of pages, files, forms, redirects, cookies, streams and data."""

from __future__ import annotations

import re
from collections.abc import Iterator
from concurrent.futures import Executor
from html.parser import HTMLParser
from pathlib import Path

import httpx
import pytest

import burgher
from burgher import games
from burgher.kernel.errors import BadOptions
from burgher.server.addresses import checked_prefix, checked_url
from burgher.server.settings import Settings, database_url
from burgher.server.view.static_files import STATIC, static_url
from server.servers import TWO, Game, Server, running
from waiting import PATIENCE

PREFIX = "/our/games"
ADDRESSES = {"href", "src", "action", "formaction", "poster", "data-studies", "data-copy", "data-root"}


class Addresses(HTMLParser):
    """Every address on a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        for name, value in attrs:
            if value is None:
                continue
            is_link = name == "value" and "link-box" in (given.get("class") or "")
            # Anything that looks like a path of ours is one, whatever attribute somebody keeps it in.
            if name in ADDRESSES or is_link or re.match(r"/(t|me|static|look|api|fair|tables)\b", value):
                self.found.append(value)


@pytest.fixture(scope="module")
def prefixed(tmp_path_factory: pytest.TempPathFactory, thinker: Executor) -> Iterator[Server]:
    """A server under a prefix."""
    path = tmp_path_factory.mktemp("prefixed") / "tables.db"
    settings = Settings(database=database_url(str(path)), rate=0, prefix=PREFIX)
    with running(settings, thinker) as server:
        server.url += PREFIX
        server.http.base_url = httpx.URL(server.url)
        yield server


def finished(server: Server) -> Game:
    game = server.create(seats=[{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Benno"}], listed=True)
    assert game.play(10_000)["is_over"]
    return game


def test_a_crawl_finds_no_address_without_it(prefixed: Server) -> None:
    over = finished(prefixed)
    asked = set[str]()
    with prefixed.browser() as browser:
        # What a person does by forms, so that there is something to see on their pages.
        csrf = {"csrf": "c" * 43, "name": "Anna"}
        for game in games.names():
            friend = {"seat.1.kind": "friend", "listed": "on"}
            made = browser.post(
                "/tables",
                data={**csrf, "game": game, **friend},
                headers={"accept": "text/html", "x-csrf": ""},
            )
            assert made.status_code == 303
            assert made.headers["location"].startswith(f"{PREFIX}/t/")
        for cookie in browser.cookies.jar:
            assert cookie.path in (PREFIX, "/"), "the one for / is the test's own"
        assert [cookie.path for cookie in browser.cookies.jar if cookie.name == "burgher"] == [PREFIX]
        pages = [
            "/",
            "/me/link",
            "/fair",
            "/api",
            "/nowhere",
            f"/t/{over.id}/study",
            f"/t/{over.id}/replay?at=9",
        ]
        pages.append(f"/t/{over.id}/study?depth=quick")
        left = [PREFIX + page for page in pages]
        while left:
            address = left.pop()
            path = address.partition("#")[0].partition("?")[0]
            if path in asked or not address.startswith("/"):
                continue
            asked.add(path)
            answer = browser.get(
                f"{prefixed.url.removesuffix(PREFIX)}{address}", headers={"accept": "text/html"}
            )
            is_form = answer.status_code == 405
            assert is_form or answer.status_code < 400 or path == f"{PREFIX}/nowhere", address
            if answer.is_redirect:
                assert answer.headers["location"].startswith(f"{PREFIX}/"), address
            if "text/html" not in answer.headers["content-type"]:
                continue
            for found in Addresses(answer.text).found:
                inner = found.startswith(("#", "?", "https://", "data:")) or found == ""
                assert inner or found == PREFIX or found.startswith(f"{PREFIX}/"), (found, address)
                left.append(found)
    kinds = {re.sub(r"/[a-z0-9]{16}\b", "/…", path.removeprefix(PREFIX)) for path in asked}
    # Links lead everywhere: a crawl that finds nothing would hold anything.
    wanted = {
        "/",
        "/t/…",
        "/t/…/study",
        "/t/…/replay",
        "/t/…/record",
        "/me/link",
        "/fair",
        "/api",
        "/privacy",
    }
    wanted |= {"/tables", "/me/delete", "/me/data.zip"}
    assert kinds >= wanted | {"/schema/openapi.json", static_url("base.css"), "/look/hansa/page.css"}


def test_what_the_script_fetches_has_it_too(prefixed: Server) -> None:
    game = prefixed.create(seats=TWO, listed=True)
    with prefixed.browser() as browser:
        for path in ("board", "boards", "sight", "chat"):
            assert browser.get(f"/t/{game.id}/{path}").status_code == 200
        assert PREFIX in browser.get(f"/t/{game.id}/board").text
        with browser.stream("GET", f"/t/{game.id}/live") as stream:
            assert "event: change" in next(stream.iter_text())
    for script in STATIC.rglob("*.js"):
        assert not re.findall(r"""["'`]/[a-z]""", script.read_text()), f"an address without it: {script}"
    assert not re.findall(r"""url\(["']?/""", "".join(path.read_text() for path in STATIC.rglob("*.css")))


def test_cookies_for_a_part_of_the_site_have_it_too(prefixed: Server) -> None:
    fields = {"csrf": "c" * 43, "name": "Anna", "game": "burgundy", "seat.1.kind": "friend"}
    with prefixed.browser() as anna, prefixed.browser() as carla:
        made = anna.post("/tables", data=fields, headers={"x-csrf": ""})
        page = anna.get(made.headers["location"].removeprefix(PREFIX)).text
        (link,) = set(re.findall(rf'data-copy="({PREFIX}/t/\w+/watch/[^"]+)"', page))
        came = carla.get(link.removeprefix(PREFIX))
        assert came.headers["location"] == made.headers["location"]
        (path,) = re.findall(r"(?i)path=([^;]+)", came.headers["set-cookie"])
        assert path == PREFIX or path.startswith(f"{PREFIX}/")
        assert carla.get(f"{made.headers['location'].removeprefix(PREFIX)}/chat").status_code == 200


def test_data_has_it_too(prefixed: Server) -> None:
    game = prefixed.create(seats=TWO, listed=True)
    assert game.made["url"] == f"{PREFIX}/t/{game.id}"
    assert game.table_view()["url"] == game.made["url"]
    listed = prefixed.http.get("/api/tables").json()
    assert {table["url"] for table in listed} <= {f"{PREFIX}/t/{table['table']}" for table in listed}
    schema = prefixed.http.get("/schema/openapi.json").json()
    assert [server["url"] for server in schema["servers"]] == [PREFIX]
    assert "/api/tables" in schema["paths"]


def test_outside_there_is_nothing(prefixed: Server) -> None:
    outside = prefixed.url.removesuffix(PREFIX)
    for path in ("/", "/api/games", "/our", "/our/gamesandmore", static_url("base.css")):
        answer = httpx.get(f"{outside}{path}", verify=False, timeout=PATIENCE)
        assert (answer.status_code, answer.json()["detail"]) == (
            404,
            f"There is nothing at this address: the games are at {PREFIX}/",
        )
    page = httpx.get(f"{outside}/", headers={"accept": "text/html"}, verify=False, timeout=PATIENCE)
    assert f'href="{PREFIX}/"' in page.text
    assert httpx.get(f"{outside}{PREFIX}", verify=False, timeout=PATIENCE).status_code == 200
    assert httpx.get(f"{outside}/health/live", verify=False, timeout=PATIENCE).status_code == 200
    assert httpx.get(f"{outside}{PREFIX}/health/live", verify=False, timeout=PATIENCE).status_code == 200


def test_templates_are_written_for_one() -> None:
    """Also where the crawl did not come by."""
    source = Path(burgher.__file__).parent
    bare = re.compile(r"""\b(?:href|src|action)="(?:/|\{\{ (?:\w+\.)?(?:url|cover|game_css|at) )""")
    for path in [*source.glob("server/templates/*.html"), *source.glob("games/*/page/**/*.html")]:
        assert not bare.findall(path.read_text()), path


@pytest.mark.parametrize("wrong", ["burgher", "//", "/a/../b", "/a b", "/ä", "/a?b", "https://x", '/"'])
def test_what_is_no_prefix(wrong: str) -> None:
    if wrong == "//":
        assert checked_prefix(wrong) == ""
        return
    with pytest.raises(BadOptions, match="prefix"):
        checked_prefix(wrong)


def test_what_people_s_address_may_be() -> None:
    assert checked_url("https://Games.example/burgher/") == "https://games.example/burgher"
    assert checked_url("http://localhost:8321") == "http://localhost:8321"
    for wrong in ("games.example", "ftp://x", "https://", "https://x?y", "https://me:pw@x", "https://x:port"):
        with pytest.raises(BadOptions, match=r"https://games\.example"):
            checked_url(wrong)
