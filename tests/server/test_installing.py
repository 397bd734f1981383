"""What makes an app of the pages: manifest, icons, service worker, the page without a connection."""

from __future__ import annotations

import io
import json
import re
from concurrent.futures import Executor
from pathlib import Path
from urllib.parse import urljoin

import pytest
from PIL import Image

from burgher.server.settings import Settings, database_url
from burgher.server.view.static_files import static_version
from server.servers import Server, running


def own_of(script: str) -> dict[str, object]:
    """What the server writes into the worker's first line."""
    first = script.partition("\n")[0]
    found = re.fullmatch(r"const own = (\{.*\});", first)
    assert found
    own: dict[str, object] = json.loads(found[1])
    return own


def test_a_browser_finds_all_that_an_app_needs(one_server: Server) -> None:
    page = one_server.http.get("/").text
    link = re.search(r'<link rel="manifest" href="([^"]+)">', page)
    assert link
    answer = one_server.http.get(link[1])
    assert answer.headers["content-type"] == "application/manifest+json"
    told = answer.json()
    assert told["start_url"] == told["scope"] == told["id"] == "/"
    assert told["display"] == "standalone"
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in told["icons"]}
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        image = Image.open(io.BytesIO(one_server.http.get(urljoin(link[1], icon["src"])).content))
        assert f"{image.width}x{image.height}" == icon["sizes"]
        # What a system cuts to its own shape has no corner that is empty.
        assert (icon["purpose"] == "maskable") == (image.mode == "RGB")


@pytest.mark.parametrize(
    "pattern", [r'rel="icon" href="([^"]+)" sizes', r'rel="apple-touch-icon" href="([^"]+)"']
)
def test_the_icons_of_a_page_are_there(one_server: Server, pattern: str) -> None:
    found = re.search(pattern, one_server.http.get("/").text)
    assert found
    answer = one_server.http.get(found[1])
    assert answer.status_code == 200
    image = Image.open(io.BytesIO(answer.content))
    assert image.width == image.height >= 32


def test_the_worker_changes_with_every_version_of_our_files(one_server: Server) -> None:
    answer = one_server.http.get("/service-worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert own_of(answer.text)["version"] == static_version()


def test_the_worker_keeps_files_and_no_page_of_a_table(one_server: Server) -> None:
    """Whatever it keeps is the same for everybody, and nothing of a game is in it."""
    own = own_of(one_server.http.get("/service-worker.js").text)
    files = own["files"]
    assert isinstance(files, list)
    assert all(file.startswith(f"/static/{static_version()}/") for file in files)
    for file in files:
        assert one_server.http.get(file).status_code == 200
    page = one_server.http.get("/offline").text
    needed = set(re.findall(r'(?:src|href)="(/static/[^"]+\.(?:js|css))"', page))
    assert needed
    assert needed <= set(files)


def test_the_page_without_a_connection_knows_nobody(one_server: Server) -> None:
    with one_server.browser() as anna:
        form = {"csrf": "c" * 43, "game": "burgundy", "name": "Anna Achtzig", "players": "2"}
        made = anna.post("/tables", data=form, follow_redirects=True)
        assert made.status_code == 200
        assert "Anna Achtzig" in anna.get("/").text
        page = anna.get("/offline")
    assert page.status_code == 200
    assert "Anna Achtzig" not in page.text
    assert "data-table=" not in page.text


def test_under_a_prefix_the_app_is_what_lies_below_it(tmp_path: Path, thinker: Executor) -> None:
    settings = Settings(database=database_url(str(tmp_path / "tables.db")), rate=0, prefix="/games")
    with running(settings, thinker) as server:
        told = server.http.get("/games/manifest.webmanifest").json()
        assert told["start_url"] == told["scope"] == "/games/"
        own = own_of(server.http.get("/games/service-worker.js").text)
        assert own["root"] == "/games"
        files = own["files"]
        assert isinstance(files, list)
        for address in [*files, *(icon["src"] for icon in told["icons"])]:
            assert address.startswith("/games/static/")
            assert server.http.get(address).status_code == 200
