"""Tables in the middle of a game, shown in a real browser without a server: to be looked at, and measured."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import burgher
from burgher import Table, agents
from burgher.games.granja.modules.shelf import EXCLUSIVE, MEANINGS
from burgher.server.view.files import SERVED, folder_of
from burgher.server.view.game_pages import game_page
from burgher.server.view.static_files import static_files
from page.seen import sight, templates
from waiting import NOTHING_MOVES, PATIENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

NAMES = ("Anna", "Benno", "Carla", "Dario", "Eva")
ADDRESS = "http://burgher.test"
OTHER_SIDES = {other for _, other in EXCLUSIVE}
"""Modules that are the other side of another one."""


@dataclass(frozen=True)
class Scene:
    """A game between quick opponents, and how many decisions it has come: much lies on the table then."""

    game: str
    players: int
    moves: int
    options: dict[str, Any] = field(default_factory=dict)


ALL_MODULES = {"modules": tuple(name for name in MEANINGS if name not in OTHER_SIDES)}
SCENES = {
    "burgundy-4-start": Scene("burgundy", 4, 1),
    "burgundy-2": Scene("burgundy", 2, 98),
    "burgundy-3": Scene("burgundy", 3, 170),
    "burgundy-4": Scene("burgundy", 4, 225),
    "granja-1": Scene("granja", 1, 85),
    "granja-2": Scene("granja", 2, 166),
    "granja-3": Scene("granja", 3, 150),
    "granja-4": Scene("granja", 4, 324),
    "granja-4-modules": Scene("granja", 4, 533, ALL_MODULES),
    "hansa-2": Scene("hansa", 2, 290),
    "hansa-3": Scene("hansa", 3, 368),
    "hansa-4": Scene("hansa", 4, 406),
    "hansa-5": Scene("hansa", 5, 583),
    "hansa-5-east": Scene("hansa", 5, 400, {"map": "east"}),
    "hansa-4-britannia": Scene("hansa", 4, 300, {"map": "britannia"}),
    "hansa-5-modules": Scene("hansa", 5, 408, {"rules": "big-box", "modules": ("missions", "favour")}),
}
"""Tables of each game with each number of players, by name."""


@dataclass(frozen=True)
class Screen:
    """What somebody looks at a table with."""

    width: int
    height: int
    by_touch: bool = False
    zoom: int = 1
    """At 2, everything is twice as large: half as many of the units that styles count in."""

    def settings(self, scheme: str) -> dict[str, Any]:
        """The browser's settings for it."""
        return {
            "viewport": {"width": self.width // self.zoom, "height": self.height // self.zoom},
            "device_scale_factor": self.zoom,
            "has_touch": self.by_touch,
            "is_mobile": self.by_touch,
            "color_scheme": scheme,
            "reduced_motion": "reduce",
        }


SCREENS = {
    "320": Screen(320, 640, by_touch=True),
    "390": Screen(390, 844, by_touch=True),
    "844": Screen(844, 390, by_touch=True),
    "768": Screen(768, 1024, by_touch=True),
    "1024": Screen(1024, 768, by_touch=True),
    "1280": Screen(1280, 800),
    "1440": Screen(1440, 900),
    "1920": Screen(1920, 1080),
    "2560": Screen(2560, 1440),
    "1280-zoom": Screen(1280, 800, zoom=2),
    "1440-zoom": Screen(1440, 900, zoom=2),
    "1920-zoom": Screen(1920, 1080, zoom=2),
    "2560-zoom": Screen(2560, 1440, zoom=2),
}
"""From a small phone to a large display, by name: 844 is a phone lying on its side."""


SILENCE = """window.EventSource = class extends EventTarget {
  static CLOSED = 2;
  readyState = 1;
  close() {}
}"""
"""A stream of news on which nothing ever comes."""


@cache
def html(name: str) -> str:
    """The page of a scene, as the first seat sees it at its turn."""
    scene = SCENES[name]
    game = burgher.load(scene.game, players=scene.players, **scene.options)
    table, player = Table(game, seed=7, names=NAMES[: scene.players]), agents.create("greedy", 1)
    while len(table.played) < scene.moves or table.seat != 0:
        table.play(player.choose(table.state))
    seen = sight(table, 0)
    around = {"csrf": "token", "me": {"name": "Anna"}}
    return templates().get_template("table.html").render(sight=seen, **game_page(seen), **around)


@contextmanager
def shown(browser: Browser, name: str, screen: Screen, scheme: str = "light") -> Iterator[Page]:
    """A scene on a screen, as it is when nothing moves any more."""
    context = browser.new_context(**screen.settings(scheme))
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    try:
        page.add_init_script(SILENCE)
        page.route("**/*", lambda route: _answer(route, name))
        page.goto(f"{ADDRESS}/t/k3x9")
        page.locator('body[data-state="choosing"]').wait_for(state="attached")
        page.wait_for_function(NOTHING_MOVES)
        yield page
    finally:
        context.close()


def _answer(route: Route, name: str) -> None:
    """What a server would send."""
    path = urlsplit(route.request.url).path
    _, kind, *rest = path.split("/")
    if path == "/t/k3x9":
        route.fulfill(body=html(name), content_type="text/html; charset=utf-8")
    elif kind == "static":
        file = static_files()["/".join(rest[1:])]
        route.fulfill(body=file.content, content_type=file.media_type)
    elif kind == "look" and (folder := folder_of(rest[0])):
        file_path = folder / rest[1]
        route.fulfill(body=file_path.read_bytes(), content_type=SERVED[file_path.suffix])
