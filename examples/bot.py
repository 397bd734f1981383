"""A program that plays through the API: `python examples/bot.py [http://127.0.0.1:8321 [CODE]]`.

It plays a whole game. With the code that “Your devices” shows for another device it becomes a program of
yours instead, plays one action at each of your tables that waits for you, and prints the token for the next
time (`BURGHER_TOKEN`). With `find GAME` or `enter TOURNAMENT [KEY]` after the address it is somebody of its
own, unless it has a token: it looks for a game with people, or enters a tournament, and plays until all is
over. It needs nothing but Python; put your own judgement into `choose`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def choose(sight: dict[str, Any]) -> dict[str, Any]:
    """One of the actions that may be played now; `sight["view"]` has the whole table."""
    liked = ("place", "take", "sell", "buy")
    actions: list[dict[str, Any]] = sight["actions"]
    return min(actions, key=lambda a: next((n for n, verb in enumerate(liked) if verb in a["words"]), 9))


class Player:
    """Whoever has a token: of one seat, or of a person and so of all their seats."""

    def __init__(self, server: str, token: str = "") -> None:
        self.api, self.token = f"{server}/api", token

    def ask(self, path: str, body: dict[str, Any] | None = None, method: str | None = None) -> Any:
        """The server's answer to a question or, with a body, to a deed."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = None if body is None else json.dumps(body).encode()
        request = Request(
            self.api + path, data, {"Content-Type": "application/json", **headers}, method=method
        )
        with urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def new_table(self, opponent: str) -> str:
        """A table with an opponent; who wants to `resign`, `pause` or be `away` posts that like `moves`."""
        seats = [{"kind": "me", "name": "Bot"}, {"kind": "opponent", "agent": opponent}]
        made = self.ask("/tables", {"game": "burgundy", "seats": seats})
        self.token = made["seats"][0]["token"]
        return str(made["table"])

    def play(self, table: str) -> dict[str, Any]:
        """Play an action if it is our turn; the table after it."""
        sight = self.ask(f"/tables/{table}")
        if sight["actions"]:
            move = {"version": sight["version"], "action": choose(sight)["number"]}
            try:
                self.ask(f"/tables/{table}/moves", move)
            except HTTPError as refused:
                print(refused.read().decode(), file=sys.stderr)
        return dict(sight)

    def play_all(self) -> None:
        """Play at all tables, also at those that open meanwhile, until nothing waits and all is over."""
        while running := [one["table"] for one in self.ask("/me/tables") if not one["is_over"]]:
            if not sum(bool(self.play(table)["actions"]) for table in running):
                time.sleep(1)

    def find(self, game: str) -> None:
        """Look for a game of any number of players; after a few seconds with opponents."""
        found = self.ask("/me/seek", {"game": game, "wait": 5, "level": "apprentice"}, "PUT")
        while found["table"] is None:
            time.sleep(1)
            found = self.ask("/me/seek")
        self.play_all()

    def enter(self, tournament: str, key: str | None = None) -> None:
        """Take part in a tournament from its beginning to its end."""
        self.ask(f"/tournaments/{tournament}/enter", {"key": key})
        while self.ask(f"/tournaments/{tournament}")["state"] in ("open", "running"):
            self.play_all()
            time.sleep(1)


if __name__ == "__main__":
    server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8321"
    wanted, *more = sys.argv[2:] or [""]
    me = Player(server, os.environ.get("BURGHER_TOKEN", ""))
    if wanted in ("find", "enter"):
        me.token = me.token or me.ask("/people", {"name": "Bot"})["token"]
        (me.find if wanted == "find" else me.enter)(*more)
    elif wanted:
        me.token = me.ask("/devices", {"code": wanted, "name": "examples/bot.py"})["token"]
    if me.token:
        for one in me.ask("/me/tables"):
            print(me.play(one["table"])["headline"])
        print(f"BURGHER_TOKEN={me.token}")
    else:
        table = me.new_table("greedy")
        while not (seen := me.play(table))["is_over"]:
            if not seen["actions"]:  # wait for news
                me.ask(f"/tables/{table}?after={seen['version']}")
        print(seen["headline"])
