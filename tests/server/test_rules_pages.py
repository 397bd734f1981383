"""The rules of a game as pages: text, references, player aid, examples that one can play."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from burgher import games
from burgher.learn.rules_text import rules_text
from burgher.server.view.rules_page import rules_page
from server.servers import Server
from server.test_pages import CSRF, view_of

GAMES = [name for name in games.names() if rules_text(name) is not None]
HTML = {"accept": "text/html"}


class Ids(HTMLParser):
    """The ids of a page, the links within it, and the drawings that it uses."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: set[str] = set()
        self.used: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if given.get("id"):
            self.ids.append(str(given["id"]))
        href = given.get("href") or ""
        if href.startswith("#"):
            (self.used if tag == "use" else self.links).add(href[1:])


@pytest.mark.parametrize("game", GAMES)
def test_every_anchor_of_the_text_is_on_the_page_once(game: str) -> None:
    text = rules_text(game)
    assert text is not None
    page = Ids()
    page.feed(str(rules_page(text, "")["body"]))
    anchors = [one for one in page.ids if one in text.anchors]
    assert sorted(anchors) == sorted(text.anchors - {""})
    assert page.links <= set(page.ids), "links within the text lead somewhere"


@pytest.mark.parametrize("game", GAMES)
def test_every_piece_that_a_text_names_is_drawn(game: str) -> None:
    text = rules_text(game)
    assert text is not None
    page = Ids()
    page.feed(str(rules_page(text, "")["body"]))
    assert page.used, "pieces are drawn"
    assert page.used - set(page.ids) == set(), "with symbols that are there"


@pytest.mark.parametrize("game", GAMES)
def test_every_example_is_drawn_as_it_stands(game: str) -> None:
    text = rules_text(game)
    assert text is not None
    body = str(rules_page(text, "")["body"])
    picture = r'<div class="rule-picture" role="img" aria-label="([^"]+)">(.*?)</div><figcaption'
    pictures = re.findall(picture, body, re.DOTALL)
    assert len(pictures) == len(text.positions())
    assert len({drawn for _, drawn in pictures}) == len(pictures), "each shows a position of its own"
    for label, drawn in pictures:
        assert "<use " in drawn, label
        assert not re.search(r'(tabindex|role|data-part|id)="', drawn), "a picture cannot be touched"


@pytest.mark.parametrize("game", GAMES)
def test_rules_and_aid_are_served_and_a_reference_leads_to_its_rule(server: Server, game: str) -> None:
    text = rules_text(game)
    assert text is not None
    with server.browser() as browser:
        page = browser.get(f"/rules/{game}", headers=HTML)
        assert page.status_code == 200
        assert text.title in page.text
        assert browser.get(f"/rules/{game}/aid", headers=HTML).status_code == 200
        for ref in sorted(text.refs):
            answer = browser.get(f"/rules/{game}", params={"ref": ref, "said": "anything"})
            assert answer.status_code == 303
            anchor = answer.headers["location"].partition("#")[2]
            assert anchor in text.anchors, ref
        unknown = browser.get(f"/rules/{game}", params={"ref": "no such place"})
        assert (unknown.status_code, unknown.headers["location"]) == (303, f"/rules/{game}")


def test_a_game_that_is_not_there_has_no_rules(server: Server) -> None:
    with server.browser() as browser:
        assert browser.get("/rules/chess", headers=HTML).status_code == 404
        assert browser.get("/rules/chess/aid", headers=HTML).status_code == 404


def test_an_example_of_the_rules_is_a_table_to_try_things_at(server: Server) -> None:
    with server.browser() as browser:
        page = browser.get("/rules/burgundy", headers=HTML).text
        addresses = re.findall(r'formaction="(/rules/burgundy/play/[\w-]+)"', page)
        assert len(addresses) == 7
        browser.headers.pop("x-csrf", None)
        answer = browser.post("/rules/burgundy/play/animals", data=CSRF, headers=HTML)
        assert answer.status_code == 303
        seen = view_of(browser, answer.headers["location"])
        assert seen["to_move"] == seen["seat"] == 0
        assert "1 place 1-10" in {action["words"] for action in seen["actions"]}
        again = browser.post("/rules/burgundy/play/animals", data=CSRF, headers=HTML)
        assert view_of(browser, again.headers["location"])["view"] == seen["view"], "it is the same for all"
        assert browser.post("/rules/burgundy/play/nothing", data=CSRF, headers=HTML).status_code == 404
