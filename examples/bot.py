"""A program that plays a whole game through the API: `python examples/bot.py [http://127.0.0.1:8321]`.

It needs nothing but Python. Each turn it takes the action whose words it likes best; put your own judgement
into `choose`.
"""

from __future__ import annotations

import json
import sys
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen


def choose(sight: dict[str, Any]) -> dict[str, Any]:
    """One of the actions that may be played now; `sight["view"]` has the whole table."""
    liked = ("place", "take", "sell", "buy")
    actions: list[dict[str, Any]] = sight["actions"]
    return min(actions, key=lambda a: next((n for n, verb in enumerate(liked) if verb in a["words"]), 9))


class Seat:
    """One seat at a table of a server."""

    def __init__(self, server: str, opponent: str) -> None:
        self.api, self.token = f"{server}/api/tables", ""
        seats = [{"kind": "me", "name": "Bot"}, {"kind": "opponent", "agent": opponent}]
        made = self.ask("", {"game": "burgundy", "seats": seats})
        self.token, self.table = made["seats"][0]["token"], made["table"]

    def ask(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """The server's answer to a question or, with a body, to a deed."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.api + path, data, {"Content-Type": "application/json", **headers})
        with urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def resign(self) -> None:
        """Give the game up; `abandon`, `pause`, `away` and `back` are asked for in the same way."""
        self.ask(f"/{self.table}/resign", {})

    def play(self) -> dict[str, Any]:
        """Play until the game is over; how it stands then."""
        sight = self.ask(f"/{self.table}")
        while not sight["is_over"]:
            if sight["actions"]:
                move = {"version": sight["version"], "action": choose(sight)["number"]}
                try:
                    self.ask(f"/{self.table}/moves", move)
                except HTTPError as refused:
                    print(refused.read().decode(), file=sys.stderr)
                sight = self.ask(f"/{self.table}")
            else:  # wait for news
                sight = self.ask(f"/{self.table}?after={sight['version']}")
        return dict(sight)


if __name__ == "__main__":
    print(Seat(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8321", "greedy").play()["headline"])
