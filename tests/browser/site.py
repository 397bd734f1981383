"""The pages around the tables: start, joining, the end of a game, its replay and study, and all others."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from browser.served import Served
from waiting import PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPPONENT = {"kind": "opponent", "agent": "greedy"}
OVER = {
    "burgundy": {"players": 2},
    "granja": {"players": 4},
    "hansa": {"players": 5},
}
"""Games of which the end, the replay and the study are looked at, with so many players."""
PLAIN = {
    "start": "/",
    "start-new": "/#new-granja",
    "tables": "/tables",
    "finished": "/tables?status=finished",
    "find": "/find",
    "tournaments": "/tournaments",
    "ratings": "/ratings",
    "device": "/device",
    "privacy": "/privacy",
    "fair": "/fair",
    "api": "/api",
    "offline": "/offline",
    "nowhere": "/nowhere",
    **{f"{game}-rules": f"/rules/{game}" for game in OVER},
    **{f"{game}-aid": f"/rules/{game}/aid" for game in OVER},
    **{f"{game}-first": f"/play/{game}" for game in OVER},
    **{f"{game}-learn": f"/learn/{game}" for game in OVER},
}
"""Pages that everybody finds at the same address."""
OWN = {
    "start-mine": "/",
    "me": "/me/link",
    "told": "/me/told",
    "devices": "/me/devices",
    "delete": "/me/delete",
    "people": "/people",
    "person": "/me/page",
}
"""Pages of somebody who has played, and has a friend."""
ENDS = {"end": "", "replay": "/replay?at=100", "study": "/study"}
PAGES = (
    *PLAIN,
    *OWN,
    "tournament",
    "join",
    "host",
    *(f"{game}-{page}" for game in OVER for page in (*ENDS, "lesson")),
)
"""What they are called here."""


class Site:
    """A server with an open table and finished games on it."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self._paths: dict[str, str] = {}

    def arrives(self, page: Page, name: str) -> None:
        """Open a page in a browser in which nobody has been yet, or has by this only."""
        page.goto("/")
        game, _, part = name.partition("-")
        if name in OWN:
            self._settles(page)
            page.goto(OWN[name])
        elif name == "host":
            self._sits_down(page, ("friend", "Benno"))
        elif part == "lesson":
            page.goto(f"/learn/{game}")
            page.locator(".course form button").first.click()
            page.locator('body[data-state="choosing"]').wait_for(state="attached")
        elif name in PLAIN:
            page.goto(PLAIN[name])
            page.reload()  # where it is the same page but for its fragment, going there does nothing
        else:
            page.goto(self._path(name))

    def _path(self, page: str) -> str:
        """Where a page is that stands at an address of its own."""
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
        if game not in self._paths:
            self._paths[game] = self._made(game, [OPPONENT] * OVER[game]["players"])
            until = time.monotonic() + PATIENCE
            while not self.served.sight(self._paths[game])["is_over"]:
                assert time.monotonic() < until, "the opponents never came to an end"
                time.sleep(0.1)
        return self._paths[game] + ENDS[part]

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

    # -- what somebody does to have pages of their own -----------------------------------------------

    def _posts(self, page: Page, path: str, /, **fields: str) -> str:
        """Send a form as its page would; the address to which it leads."""
        token = page.locator('meta[name="csrf"]').get_attribute("content") or ""
        answer = page.request.post(f"{self.served.url}{path}", form={**fields, "csrf": token})
        assert answer.ok, f"{path}: {answer.status}"
        return answer.url.removeprefix(self.served.url)

    def _sits_down(self, page: Page, other: tuple[str, str], name: str = "Anna") -> str:
        """Set up a table for two, and go there."""
        kind, who = other
        seat = {"seat.1.kind": kind, "seat.1.agent" if kind == "opponent" else "seat.1.name": who}
        table = self._posts(
            page, "/tables", game="burgundy", players="2", name=name, **{"seat.0.kind": "me"}, **seat
        )
        page.goto(table)
        return table

    def _settles(self, page: Page) -> None:
        """Somebody with a game that goes on, one that is over, a friend, and one who would like to be."""
        over = self._sits_down(page, ("opponent", "journeyman"))
        token = page.locator('meta[name="csrf"]').get_attribute("content") or ""
        page.request.post(f"{self.served.url}{over}/resign", data={"seat": 0}, headers={"x-csrf": token})
        self._sits_down(page, ("friend", "Benno"))
        self._posts(page, "/me/page", page="everyone", here="on")
        mine = page.request.get(f"{self.served.url}/me/page").url.removeprefix(self.served.url)
        browser = page.context.browser
        assert browser
        for name in ("Benno", "Carla"):
            with browser.new_context(base_url=self.served.url) as context:
                other = context.new_page()
                other.goto("/")
                self._sits_down(other, ("opponent", "journeyman"), name)
                theirs = self._posts(other, "/me/page", page="everyone", here="on")
                self._posts(other, f"{mine}/ask")
            if name == "Benno":
                self._posts(page, f"{theirs}/ask")
