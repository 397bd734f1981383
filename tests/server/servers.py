"""Servers for the tests: real ones, over real sockets, and programs that sit down at them."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import httpx
from litestar.datastructures import State

from burgher.server.http.app import create_app
from burgher.server.http.cross_site import CSRF_COOKIE
from burgher.server.http.serving import StoppingServer, bound
from burgher.server.settings import Settings
from waiting import PATIENCE


@dataclass
class Server:
    """A server that runs in a thread."""

    url: str
    http: httpx.Client
    """Whoever asks without cookies; it keeps its connections."""
    state: State
    """What the application keeps for itself."""

    @contextmanager
    def browser(self) -> Iterator[httpx.Client]:
        """Somebody's browser: it keeps cookies, and has been given the token for our forms."""
        with httpx.Client(base_url=self.url, timeout=PATIENCE, verify=False) as client:
            client.cookies.set(CSRF_COOKIE, "c" * 43)
            client.headers["x-csrf"] = "c" * 43
            yield client

    @contextmanager
    def program(self, token: str | None = None) -> Iterator[httpx.Client]:
        """A program, with the token of a seat or without."""
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        with httpx.Client(
            base_url=f"{self.url}/api", headers=headers, timeout=PATIENCE, verify=False
        ) as client:
            yield client

    def create(self, **wanted: Any) -> Game:
        """A table made through the API."""
        answer = self.http.post("/api/tables", json={"game": "burgundy", **wanted})
        assert answer.status_code == 201, answer.text
        return Game(self, answer.json())


@dataclass
class Game:
    """A table as the program that made it knows it."""

    server: Server
    made: dict[str, Any]

    @property
    def id(self) -> str:
        table: str = self.made["table"]
        return table

    def token(self, seat: int) -> str | None:
        token: str | None = self.made["seats"][seat]["token"]
        return token

    def headers(self, seat: int | None) -> dict[str, str]:
        return {} if seat is None else {"authorization": f"Bearer {self.token(seat)}"}

    def table_view(self, seat: int | None = None, on: Server | None = None, **query: Any) -> dict[str, Any]:
        http = (on or self.server).http
        answer = http.get(f"/api/tables/{self.id}", params=query, headers=self.headers(seat))
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def post(self, what: str, seat: int | None, on: Server | None = None, **body: Any) -> httpx.Response:
        http = (on or self.server).http
        return http.post(f"/api/tables/{self.id}/{what}", json=body, headers=self.headers(seat))

    def play(self, moves: int, rng: random.Random | None = None, on: Server | None = None) -> dict[str, Any]:
        """Play some moves, whoever's they are, or all there are; every seat must be ours."""
        rng = rng or random.Random(7)
        table_view = self.table_view(on=on)
        for _ in range(moves):
            if table_view["is_over"]:
                break
            seat = table_view["to_move"]
            if table_view["seat"] != seat:
                table_view = self.table_view(seat, on=on)
            action = rng.choice(table_view["actions"])["number"]
            answer = self.post("moves", seat, on=on, version=table_view["version"], action=action)
            assert answer.status_code == 200, answer.text
            table_view = self.table_view(seat, on=on)
        return table_view


TWO = [{"kind": "me", "name": "Anna"}, {"kind": "me", "name": "Benno"}]
"""Two seats, both ours."""


@contextmanager
def running(settings: Settings, executor: Executor | None = None) -> Iterator[Server]:
    """A server in a thread of its own."""
    listener = bound("127.0.0.1", 0)
    app = create_app(settings, executor)
    server = StoppingServer(app, settings)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve([listener])))
    thread.start()
    try:
        while not server.started and thread.is_alive():
            threading.Event().wait(0.005)
        assert server.started, "the server did not start"
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        with httpx.Client(base_url=url, timeout=PATIENCE, verify=False) as http:
            yield Server(url, http, app.state)
    finally:
        server.should_exit = True
        thread.join()
        listener.close()
