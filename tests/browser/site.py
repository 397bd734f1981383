"""The pages around the tables: start, joining, the end of a game, its replay and study, and all others."""

from __future__ import annotations

import time
from typing import Any

from browser.served import Served
from waiting import PATIENCE

OPPONENT = {"kind": "opponent", "agent": "greedy"}
OVER = {
    "burgundy": {"players": 2},
    "granja": {"players": 4},
    "hansa": {"players": 5},
}
"""Games of which the end, the replay and the study are looked at, with so many players."""
PAGES = (
    "start",
    "start-new",
    "tables",
    "find",
    "tournaments",
    "tournament",
    "join",
    *(f"{game}-{page}" for game in OVER for page in ("end", "replay", "study")),
    "me",
    "delete",
    "privacy",
    "fair",
    "api",
    "nowhere",
)
"""What they are called here."""


class Site:
    """A server with an open table and finished games on it."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self._paths: dict[str, str] = {}

    def path(self, page: str) -> str:
        """Where a page is."""
        if page in ("start", "start-new"):
            return "/#new-granja" if page == "start-new" else "/"
        if page in ("me", "delete"):
            return {"me": "/me/link", "delete": "/me/delete"}[page]
        if page == "join":
            if page not in self._paths:
                friend: dict[str, Any] = {"kind": "friend", "name": "Benno"}
                self._paths[page] = self._made("granja", [{"kind": "me"}, friend], listed=True) + "/join"
            return self._paths[page]
        if page == "tournament":
            if page not in self._paths:
                self._paths[page] = self._tournament(
                    "Anna", "Benno", "Clara Maria von und zu Rothenburg", "D"
                )
            return self._paths[page]
        game, _, part = page.partition("-")
        if not part:
            return f"/{page}"
        if game not in self._paths:
            self._paths[game] = self._made(game, [OPPONENT] * OVER[game]["players"])
            until = time.monotonic() + PATIENCE
            while not self.served.sight(self._paths[game])["is_over"]:
                assert time.monotonic() < until, "the opponents never came to an end"
                time.sleep(0.1)
        return self._paths[game] + {"end": "", "replay": "/replay?at=100", "study": "/study"}[part]

    def _made(self, game: str, seats: list[dict[str, Any]], **more: object) -> str:
        made = self.served.ask("/tables", {"game": game, "seats": seats, **more})
        return f"/t/{made['table']}"

    def _tournament(self, *names: str) -> str:
        """A tournament that everybody has entered, in its second round."""
        tokens = [self.served.ask("/people", {"name": name})["token"] for name in names]
        wanted = {"name": "Autumn cup", "game": "hansa", "time": {"move": 86400}, "listed": True}
        made = self.served.ask("/tournaments", {**wanted, "room": len(names)}, tokens[0])
        at = f"/tournaments/{made['tournament']}"
        for token in tokens:
            self.served.ask(f"{at}/enter", {}, token)
        sits = {one["table"]: who for who in tokens for one in self.served.ask("/me/tables", token=who)}
        for table, token in sits.items():
            self.served.ask(f"/tables/{table}/resign", {}, token)
        return at
