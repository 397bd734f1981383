"""What is shown of a table where its link is shared: who plays and how it stands, as everybody may see it."""

from __future__ import annotations

import io
import re
from concurrent.futures import Executor
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from burgher import games
from burgher.server.settings import Settings, database_url
from burgher.server.view.share_picture import share_svg
from server.servers import TWO, Server, running


def tags_of(page: str) -> dict[str, str]:
    """What a page says to those who show its link."""
    found = re.findall(r'<meta property="og:([^"]+)" content="([^"]*)">', page)
    return {name: unescape(content) for name, content in found}


def test_a_table_says_who_plays_and_shows_it(one_server: Server) -> None:
    game = one_server.create(seats=TWO, listed=True)
    tags = tags_of(one_server.http.get(f"/t/{game.id}").text)
    assert tags["title"] == "The Castles of Burgundy: Anna, Benno"
    assert tags["description"] in ("Anna to move", "Benno to move")
    answer = one_server.http.get(tags["image"])
    assert answer.headers["content-type"] == "image/png"
    assert answer.headers["cache-control"] == "no-store"
    image = Image.open(io.BytesIO(answer.content))
    assert image.size == (int(tags["image:width"]), int(tags["image:height"])) == (1200, 630)
    # The picture and its address change with the table.
    game.play(3)
    later = tags_of(one_server.http.get(f"/t/{game.id}").text)
    assert later["image"] != tags["image"]


@pytest.mark.parametrize("name", games.names())
def test_the_picture_shows_the_box_and_everybody(name: str) -> None:
    title = games.rules(name).title
    drawn = share_svg(name, title, "R2: <Anna> to move", ["<Anna>", "Benno & Co", "N" * 40], [12, None, 7])
    said = [one.text or "" for one in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert said[-7:] == [title, "R2: <Anna> to move", "<Anna>", "12", "Benno & Co", "N" * 17 + "…", "7"]
    cover = games.page_folder(name) / "cover.svg"
    assert cover.read_text(encoding="utf-8") in drawn


def test_an_invitation_shows_the_table_and_keeps_its_secret(tmp_path: Path, thinker: Executor) -> None:
    settings = Settings(
        database=database_url(str(tmp_path / "tables.db")), rate=0, url="https://games.example"
    )
    with running(settings, thinker) as server:
        game = server.create(seats=[{"kind": "me", "name": "Anna"}, {"kind": "friend"}])
        invitation = game.made["seats"][1]["invitation"]
        host = {"host": "games.example"}
        page = server.http.get(f"/t/{game.id}/join/{invitation}", headers=host)
        assert page.status_code == 200
        tags = tags_of(page.text)
    assert tags["description"] == "a seat is free"
    assert tags["title"].endswith(": Anna, a free seat")
    # Who shows pictures of links needs whole addresses.
    assert tags["image"].startswith(f"https://games.example/t/{game.id}/picture.png")
    assert tags["url"] == f"https://games.example/t/{game.id}"
    assert not [one for one in tags.values() if invitation in one]


def test_pages_of_the_site_itself_show_no_table(one_server: Server) -> None:
    assert tags_of(one_server.http.get("/").text) == {}
