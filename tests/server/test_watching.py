"""How many people watch a table: everybody there is told, through whichever process they watch."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import ExitStack

import httpx
import pytest
from sqlalchemy.engine import URL

from burgher.server.settings import Settings
from burgher.server.tables import watching
from server.servers import TWO, Game, Server, running


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tell of each change as it comes."""
    monkeypatch.setattr(watching, "SETTLE_SECONDS", 0.0)


class Stream:
    """Somebody's stream of a table's events."""

    def __init__(self, client: httpx.Client, path: str, stack: ExitStack, **headers: str) -> None:
        answer = stack.enter_context(client.stream("GET", path, headers=headers))
        assert answer.status_code == 200
        self._lines: Iterator[str] = answer.iter_lines()

    def told(self, people: int) -> None:
        """Wait until it is told that so many watch."""
        for line in self._lines:
            if line == "event: watching" and json.loads(next(self._lines)[6:])["people"] == people:
                return
        raise AssertionError("the stream ended")


def watch(server: Server, game: Game, stack: ExitStack) -> Stream:
    return Stream(stack.enter_context(server.browser()), f"/t/{game.id}/live", stack)


def test_whoever_sits_or_watches_is_told_how_many_watch(server: Server) -> None:
    game = server.create(seats=TWO)
    with server.program() as anna, ExitStack() as stack:
        mine = Stream(anna, f"/tables/{game.id}/events", stack, authorization=f"Bearer {game.token(0)}")
        with ExitStack() as others:
            first = watch(server, game, others)
            mine.told(1)
            first.told(1)
            watch(server, game, others)
            mine.told(2)
            first.told(2)
        mine.told(0)


def test_who_watches_in_several_windows_is_one(server: Server) -> None:
    game = server.create(seats=TWO)
    with server.browser() as carla, ExitStack() as stack:
        form = {"csrf": "c" * 43, "game": "burgundy", "name": "Carla", "players": "2"}
        assert carla.post("/tables", data=form).status_code == 303
        hers = [Stream(carla, f"/t/{game.id}/live", stack) for _ in range(2)]
        for one in hers:
            one.told(1)
        watch(server, game, stack).told(2)


def test_processes_tell_each_other(postgres_url: URL, thinker: Executor) -> None:
    settings = Settings(database=postgres_url, rate=0)
    with running(settings, thinker) as one, running(settings, thinker) as other, ExitStack() as stack:
        game = one.create(seats=TWO)
        here = watch(one, game, stack)
        here.told(1)
        with ExitStack() as elsewhere:
            watch(other, game, elsewhere)
            here.told(2)
        here.told(1)


def test_a_process_that_is_gone_is_forgotten(
    postgres_url: URL, thinker: Executor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that was killed tells nobody that its people are gone."""
    monkeypatch.setattr(watching, "TOLD_AGAIN_SECONDS", 0.05)
    monkeypatch.setattr(watching, "FORGOTTEN_SECONDS", 0.3)
    settings = Settings(database=postgres_url, rate=0)
    with running(settings, thinker) as one, ExitStack() as stack:
        game = one.create(seats=TWO)
        here = watch(one, game, stack)
        monkeypatch.setattr(watching.Watchers, "_changed", lambda self, table: None)
        with running(settings, thinker) as other:
            watch(other, game, stack)
            here.told(2)
        here.told(1)
