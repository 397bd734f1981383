"""Studies of finished games and hints in running ones: who may have them, and what they show."""

from __future__ import annotations

import json
import random
import re
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from typing import Any

import httpx
import pytest

from building import ROOT
from burgher import games
from burgher.server.settings import Settings
from burgher.server.tables import studies
from burgher.study import hint, looking
from burgher.study.looking import Depth, Finding
from server.servers import Server, running
from waiting import PATIENCE


@pytest.fixture(autouse=True)
def _small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pebbles are played, and studied at a glance."""
    folder = str(ROOT / "examples")
    monkeypatch.setattr(games, "__path__", [*games.__path__, folder])
    monkeypatch.setitem(looking.DEPTHS, "quick", Depth("quick", "At a glance.", 8, 20, 16))
    monkeypatch.setitem(looking.DEPTHS, "deep", Depth("deep", "At two glances.", 12, 20, 16))
    monkeypatch.setattr(looking, "PORTION", 2)
    monkeypatch.setattr(hint, "SEARCH", "search:50")


@pytest.fixture
def browser(server: Server) -> Iterator[httpx.Client]:
    with server.browser() as client:
        yield client


def sit_down(browser: httpx.Client, **seats: str) -> str:
    """A table of Pebbles made by the start page's form; its path."""
    form = {"csrf": "c" * 43, "name": "Anna", "game": "pebbles", "players": "2", **seats}
    token = browser.headers.pop("x-csrf")
    made = browser.post("/tables", data=form)
    browser.headers["x-csrf"] = token
    assert made.status_code == 303, made.text
    path: str = made.headers["location"]
    return path


TOGETHER = {"seat.1.kind": "here", "seat.1.name": "Bea"}


def play_out(browser: httpx.Client, path: str) -> None:
    """Play both seats to the end."""
    rng = random.Random(3)
    while True:
        table_view = browser.get(f"{path}/sight").json()
        if table_view["curtain"]:
            table_view = browser.get(f"{path}/sight", params={"seat": table_view["curtain"]["seat"]}).json()
        if table_view["is_over"]:
            return
        body = {"version": table_view["version"], "action": rng.choice(table_view["actions"])["number"]}
        assert browser.post(f"{path}/play", json=body).status_code == 200


def studied(browser: httpx.Client, path: str, depth: str = "quick") -> dict[str, Any]:
    """Wait until a study rests, and say how far it has come."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for one in browser.get(f"{path}/study/progress").json():
            if one["depth"] == depth and not one["wanted"]:
                found: dict[str, Any] = one
                return found
        time.sleep(0.05)
    raise AssertionError("the study never came to an end")


def begin(browser: httpx.Client, path: str, depth: str, what: str = "study") -> httpx.Response:
    return browser.post(f"{path}/{what}", data={"csrf": "c" * 43, "depth": depth})


# -- studies ---------------------------------------------------------------------------------------


def test_a_finished_game_is_studied_once(browser: httpx.Client) -> None:
    path = sit_down(browser, **TOGETHER)
    assert browser.get(f"{path}/study").status_code == 409
    assert begin(browser, path, "quick").status_code == 409
    play_out(browser, path)
    page = browser.get(f"{path}/study").text
    assert "Where the points came from" in page
    assert "Luck and play" not in page
    assert "chance-band" not in browser.get(f"{path}/replay").text
    assert begin(browser, path, "quick").status_code == 303
    done = studied(browser, path)
    assert done["done"] == done["moves"] > 0
    page = browser.get(f"{path}/study").text
    for title in ("Chances to win", "Luck and play", "The moves that cost most", "Shown below"):
        assert title in page
    assert "Luck is what dice and draws did" in page
    assert "Accuracy, of 100" in page
    # The chart is the slider of the replay, with everybody's chances at each position.
    replay = browser.get(f"{path}/replay", params={"at": 0}).text
    found = re.search(r'(?s)id="chances">(.*?)</script>', replay)
    assert found
    shares = json.loads(found[1])
    assert len(shares) == done["moves"] + 1
    assert all(abs(sum(share for share, _ in row) - 100) <= 1 for row in shares)
    assert all(margin >= 0 for row in shares[:-1] for _, margin in row)
    assert all(margin == 0 for _, margin in shares[-1]), "a result is sure"
    assert replay.count("data-chance>") == replay.count('class="chance-band') == 2
    # It is kept: asking again starts nothing.
    assert begin(browser, path, "quick").status_code == 303
    assert browser.get(f"{path}/study/progress").json() == [done]
    assert begin(browser, path, "bottomless").status_code == 422


def test_a_study_that_was_stopped_or_interrupted_goes_on(settings: Settings, thinker: Executor) -> None:
    with running(settings, thinker) as server, server.browser() as browser:
        path = sit_down(browser, **TOGETHER)
        play_out(browser, path)
        begin(browser, path, "deep")
        assert begin(browser, path, "deep", "study/stop").status_code == 303
        stopped = studied(browser, path, "deep")
        cookies = dict(browser.cookies)
        begin(browser, path, "deep")
    with running(settings, thinker) as server, server.browser() as browser:
        browser.cookies.update(cookies)
        done = studied(browser, path, "deep")
        assert done["done"] == done["moves"] >= stopped["done"]
        assert "Chances to win" in browser.get(f"{path}/study", params={"depth": "deep"}).text


def test_a_game_that_cannot_be_studied_holds_up_no_other(
    browser: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [sit_down(browser, **TOGETHER) for _ in range(2)]
    for path in paths:
        play_out(browser, path)
    look_at, bad = looking.look_at, browser.get(f"{paths[0]}/record").text

    def broken(text: str, depth: str, numbers: Sequence[int]) -> list[Finding]:
        if text == bad:
            raise LookupError("something is wrong with it")
        return look_at(text, depth, numbers)

    monkeypatch.setattr(studies, "look_at", broken)
    for path in paths:
        begin(browser, path, "quick")
    assert studied(browser, paths[0])["done"] == 0
    done = studied(browser, paths[1])
    assert done["done"] == done["moves"]


def test_whoever_would_have_played_otherwise_plays_on_from_there(browser: httpx.Client) -> None:
    """Each costly move leads into its position, in the seat of whoever made it."""
    path = sit_down(browser, **TOGETHER)
    play_out(browser, path)
    begin(browser, path, "quick")
    studied(browser, path)
    page = browser.get(f"{path}/study").text
    forms = re.findall(r'(?s)<form method="post" action="([^"]*/play-on)">(.*?)</form>', page)
    assert forms, "played at random, something has cost something"
    for url, form in forms:
        fields = dict(re.findall(r'name="([^"]+)" value="([^"]*)"', form))
        made = browser.post(url, data=fields)
        assert made.status_code == 303, made.text
        table_view = browser.get(f"{made.headers['location']}/sight").json()
        (mine,) = table_view["mine"]
        assert fields[f"seat.{mine}.kind"] == "me"
        assert table_view["to_move"] == mine, "it is the decision that was made there"
        assert [fields[f"seat.{n}.kind"] for n in range(2) if n != mine] == ["opponent"]
        assert f"Play on from here as {['Anna', 'Bea'][mine]}" in form


# -- hints -----------------------------------------------------------------------------------------


def ask(browser: httpx.Client, path: str, version: int | None = None) -> httpx.Response:
    if version is None:
        version = browser.get(f"{path}/sight").json()["version"]
    return browser.post(f"{path}/hint", json={"version": version})


def my_turn(browser: httpx.Client, path: str) -> dict[str, Any]:
    """Wait until it is one's turn."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        table_view: dict[str, Any] = browser.get(f"{path}/sight").json()
        if table_view["is_over"] or table_view["actions"]:
            return table_view
        time.sleep(0.02)
    raise AssertionError("it is never their turn")


def test_hints_against_opponents(server: Server, browser: httpx.Client) -> None:
    path = sit_down(browser, **{"seat.1.kind": "opponent", "seat.1.agent": "random"})
    table_view = my_turn(browser, path)
    assert table_view["hints"] == {"allowed": True, "people": 1, "agreed": []}
    assert "data-hint" in browser.get(f"{path}/board").text
    answer = ask(browser, path)
    assert answer.status_code == 200, answer.text
    sentences = [action["sentence"] for action in table_view["actions"]]
    assert any(f"<b>{sentence}.</b>" in answer.text for sentence in sentences)
    offered = re.search(r'data-action="(\d+)">Play this', answer.text)
    assert offered
    (best,) = [action for action in table_view["actions"] if action["number"] == int(offered[1])]
    assert f"<b>{best['sentence']}.</b>" in answer.text
    assert ask(browser, path).text == answer.text  # thought about once
    with server.browser() as stranger:
        assert ask(stranger, path).status_code == 403
    assert ask(browser, path, table_view["version"] - 1).status_code == 409
    while not (table_view := my_turn(browser, path))["is_over"]:
        body = {"version": table_view["version"], "action": table_view["actions"][0]["number"]}
        assert browser.post(f"{path}/play", json=body).status_code == 200
    assert ask(browser, path).status_code == 409
    assert "data-hint" not in browser.get(f"{path}/board").text


def test_programs_have_hints_too(server: Server) -> None:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "opponent", "agent": "random"}]
    game = server.create(game="pebbles", seats=seats)
    until = time.monotonic() + PATIENCE
    while (table_view := game.table_view(0))["to_move"] != 0:
        assert time.monotonic() < until
        time.sleep(0.02)
    found = game.post("hint", 0, version=table_view["version"])
    assert found.status_code == 200, found.text
    told = found.json()
    assert told["best"]["words"] in [action["words"] for action in table_view["actions"]]
    assert told["why"]
    assert game.post("hint", 0, version=table_view["version"] - 1).status_code == 409
    assert game.post("hint", None, version=table_view["version"]).status_code == 403


def test_several_people_have_hints_when_all_agree(server: Server, browser: httpx.Client) -> None:
    path = sit_down(browser, **{"seat.1.kind": "friend"})
    with server.browser() as friend:
        invitation = browser.get(path).text.split(f"{path}/join/")[1].split('"')[0]
        token = friend.headers.pop("x-csrf")
        friend.post(f"{path}/sit", data={"csrf": token, "name": "Bea", "invitation": invitation})
        friend.headers["x-csrf"] = token
        assert ask(browser, path).status_code == 403
        assert browser.post(f"{path}/hints", json={"agreed": True}).status_code == 200
        assert friend.get(f"{path}/sight").json()["hints"] == {"allowed": False, "people": 2, "agreed": [0]}
        assert ask(browser, path).status_code == 403
        assert friend.post(f"{path}/hints", json={"agreed": True}).status_code == 200
        assert ask(browser, path).status_code == 200
        assert ask(friend, path).status_code == 403  # it is not their turn
        assert friend.post(f"{path}/hints", json={"agreed": False}).status_code == 200
        assert ask(browser, path).status_code == 403
    with server.browser() as stranger:
        assert stranger.post(f"{path}/hints", json={"agreed": True}).status_code == 403


@pytest.mark.parametrize("kind", ["burgundy", "pebbles"])
def test_a_game_that_stopped_before_its_end_is_not_offered_to_be_studied(
    browser: httpx.Client, kind: str
) -> None:
    path = sit_down(browser, game=kind)
    assert browser.post(f"{path}/resign", json={}).status_code == 200
    for page in (path, f"{path}/board", f"{path}/replay"):
        shown = browser.get(page, headers={"accept": "text/html"}).text
        assert f"{path}/record" in shown, page
        assert f"{path}/study" not in shown, page
    study = browser.get(f"{path}/study").text
    assert "not played to its end, so it cannot be studied" in study
    assert '<button class="act">Study</button>' not in study
    assert "good games" not in study.casefold()  # these were played to their end
    assert browser.post(f"{path}/study", data={"depth": "quick"}).status_code == 409
