"""Make the README's pictures of the table in the browser, from the running program.

    python -m tools.screenshots
    python -m tools.screenshots hansa-laptop granja-phone      # only these

A server on an empty database lets good opponents play a game of each kind; somebody opens its replay, plays
on from the middle of it, and is seen at the turn after.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import takewhile
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from burgher.games.granja.modules.shelf import EXCLUSIVE, MEANINGS
from burgher.record import Record

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
LARGEST = 300_000
"""How many bytes a picture may have."""

PATIENCE = 120
OTHER_SIDES = {other for _, other in EXCLUSIVE}
"""Modules that are the other side of another one."""
NAMES = ("Anna", "Benno", "Carla", "Dario")

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "device_scale_factor": 1.5}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
MODULES = [name for name in MEANINGS if name not in OTHER_SIDES]
SCENES: tuple[tuple[str, int, dict[str, Any], dict[tuple[str, str], str]], ...] = (
    ("hansa", 4, {}, {("laptop", "light"): "hansa-laptop"}),
    ("granja", 3, {}, {("laptop", "dark"): "granja-laptop", ("phone", "dark"): "granja-phone"}),
    ("granja", 3, {"modules": MODULES}, {("laptop", "light"): "granja-modules"}),
)
"""Games in the middle: how many play, by which options, and each picture's name by screen and scheme."""

OF_BURGUNDY = ("table-laptop", "table-phone", "hint", "replay", "study")
"""The pictures of one game of The Castles of Burgundy, which are taken together."""

OF_LEARNING = {"lesson": "light", "rules": "light"}
"""The pictures of learning a game, each with its colours."""


@contextmanager
def served() -> Iterator[str]:
    """The address of a server that has no tables yet."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "burgher", "serve", "--no-open", "--port", "0", "--rate", "0"]
        database = ["--database", str(Path(folder) / "tables.db")]
        with subprocess.Popen([*command, *database], stdout=subprocess.PIPE, text=True) as process:
            try:
                assert process.stdout is not None
                found = re.search(r"http://\S+:\d+", process.stdout.readline())
                assert found, "the server did not start"
                yield found[0]
            finally:
                process.terminate()


@contextmanager
def launched() -> Iterator[Browser]:
    """A browser: the Chromium that the machine has."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        sys.exit("There is no chromium here, which takes the pictures.")
    is_root = sys.platform != "win32" and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, chromium_sandbox=not is_root)
        yield browser
        browser.close()


def asked(url: str, body: object = None) -> Any:
    """What the server says."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url, data, {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.loads(answer.read())


def game(url: str, kind: str, players: int, **options: object) -> str:
    """The path of a game that good opponents have played to its end."""
    seats = [{"kind": "opponent", "agent": "greedy", "name": name} for name in NAMES[:players]]
    table = asked(f"{url}/api/tables", {"game": kind, "seats": seats, "options": options})["table"]
    until = time.monotonic() + PATIENCE
    while not asked(f"{url}/api/tables/{table}")["is_over"]:
        if time.monotonic() > until:
            sys.exit("The opponents never came to an end.")
        time.sleep(0.2)
    return f"/t/{table}"


def middle(url: str, path: str) -> int:
    """How many moves were made when the first seat's turn began, just after the middle."""
    number = int(asked(f"{url}{path}/sight")["number"])
    waited = False
    for at in range(number // 2, number):
        to_move = asked(f"{url}{path}/sight?at={at}")["to_move"]
        if waited and to_move == 0:
            return at
        waited = to_move != 0
    return number // 2


def arrived(browser: Browser, url: str, settings: dict[str, Any], scheme: str) -> Page:
    """A browser with a name of its own."""
    context = browser.new_context(base_url=url, color_scheme=scheme, reduced_motion="reduce", **settings)  # type: ignore[arg-type]
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.goto("/")
    page.evaluate("localStorage.setItem('burgher-hurry', 'yes')")
    page.locator("#my-name").fill("Anna")
    page.locator('button[name="game"][value="burgundy"]').click()
    page.get_by_role("button", name="Play", exact=True).click()  # who knows the game
    page.wait_for_url("**/t/*")
    return page


def turn(url: str, path: str, at: int) -> list[str]:
    """What the first seat played in its turn that begins after some moves."""
    with urllib.request.urlopen(f"{url}{path}/record", timeout=PATIENCE) as answer:
        moves = Record.parse(answer.read().decode()).moves[at:]
    return [move.words for move in takewhile(lambda move: move.seat == 0, moves)]


def plays_on(page: Page, path: str, at: int, words: list[str]) -> None:
    """Sit down in the middle of a game, play a turn of it again, and wait for one's next."""
    page.goto(f"{path}/replay?at={at}")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: "/t/" in url and path not in url)
    page.locator("#question.mine").wait_for()
    csrf = page.locator('meta[name="csrf"]').get_attribute("content") or ""
    table = page.url.partition("?")[0]

    def seen() -> Any:
        return page.request.get(f"{table}/sight").json()

    for action in words:
        body = {"version": seen()["version"], "action": action}
        page.request.post(f"{table}/play", data=body, headers={"x-csrf": csrf})
    while seen()["to_move"] != 0:
        page.wait_for_timeout(200)
    page.reload()


def shoot(page: Page, name: str) -> None:
    """Take a picture, in as many colours as it needs and as few bytes as it can."""
    page.mouse.move(0, 0)
    page.wait_for_timeout(500)
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    path = PICTURES / f"{name}.png"
    for colours in (256, 192, 128, 64):
        few = picture.quantize(colours, method=Image.Quantize.MAXCOVERAGE, kmeans=1, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
        if path.stat().st_size <= LARGEST:
            break
    print(f"{path.name}: {picture.width} × {picture.height}, {path.stat().st_size // 1000} kB")


def hinted(page: Page) -> None:
    """Ask for a hint."""
    page.locator("#hint-button").click()
    page.locator(".hint-best").wait_for()


def studied(page: Page, path: str) -> None:
    """Have a finished game studied, and open what was found."""
    page.goto(f"{path}/study")
    page.get_by_role("button", name="Study").first.click()
    page.get_by_text("Shown below").wait_for()


def burgundy(browser: Browser, url: str) -> None:
    """The pictures of The Castles of Burgundy, all of one game."""
    path = game(url, "burgundy", 2)
    at = middle(url, path)
    words = turn(url, path, at)

    page = arrived(browser, url, LAPTOP, "light")
    plays_on(page, path, at, words)
    page.locator('[data-part="die-1"]').first.click()
    shoot(page, "table-laptop")
    page.context.close()

    page = arrived(browser, url, PHONE, "light")
    plays_on(page, path, at, words)
    page.locator('[data-part="die-1"]').first.tap()
    shoot(page, "table-phone")
    page.context.close()

    page = arrived(browser, url, LAPTOP, "dark")
    plays_on(page, path, at, words)
    hinted(page)
    shoot(page, "hint")
    page.emulate_media(color_scheme="light")
    page.goto(f"{path}/replay?at={at + 12}")
    shoot(page, "replay")
    studied(page, path)
    shoot(page, "study")
    page.context.close()


def learning(browser: Browser, url: str, wanted: set[str]) -> None:
    """The pictures of a lesson, and of a page of rules."""
    for name, scheme in OF_LEARNING.items():
        if wanted and name not in wanted:
            continue
        page = arrived(browser, url, LAPTOP, scheme)
        if name == "lesson":
            page.goto("/learn/hansa")
            page.get_by_role("button", name="Begin: Somebody is in the way").click()
            page.wait_for_url("**/t/*")
            page.locator("#teacher").wait_for()
        else:
            page.goto("/rules/hansa#displace")
        shoot(page, name)
        page.context.close()


def main() -> None:
    """Take all pictures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", help="which pictures; all of them, if none is named")
    names = set(parser.parse_args().names)
    PICTURES.mkdir(parents=True, exist_ok=True)
    with served() as url, launched() as browser:
        if not names or names & set(OF_BURGUNDY):
            burgundy(browser, url)
        if not names or names & set(OF_LEARNING):
            learning(browser, url, names)
        for kind, players, options, shots in SCENES:
            looks = {look: name for look, name in shots.items() if not names or name in names}
            if not looks:
                continue
            path = game(url, kind, players, **options)
            begins = middle(url, path)
            for (screen, scheme), name in looks.items():
                page = arrived(browser, url, {"laptop": LAPTOP, "phone": PHONE}[screen], scheme)
                plays_on(page, path, begins, turn(url, path, begins))
                shoot(page, name)
                page.context.close()


if __name__ == "__main__":
    main()
