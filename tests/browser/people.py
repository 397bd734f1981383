"""People at a browser: they see what is lit, touch it, and notice when something is wrong."""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Locator,
    expect,
    sync_playwright,
)

from browser.served import Served
from waiting import NOTHING_MOVES, PATIENCE

LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}
READY = 'body[data-state]:not([data-state="sending"], [data-state="updating"])'
"""A page that waits for nobody's answer."""
FLAGS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-sync",
    "--no-first-run",
]

expect.set_options(timeout=PATIENCE * 1000)


@contextmanager
def launched(path: str) -> Iterator[Browser]:
    """A browser with a profile of its own that talks to nobody else."""
    is_root = sys.platform != "win32" and os.geteuid() == 0
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=path, args=FLAGS, chromium_sandbox=not is_root, timeout=PATIENCE * 1000
        )
        try:
            yield browser
        finally:
            browser.close()


class Room:
    """Where people come in, each with a browser of their own."""

    def __init__(self, browser: Browser, served: Served) -> None:
        self.served = served
        self.people: list[Person] = []
        self._browser = browser

    def person(self, name: str, *, paced: bool = False, asked: bool = False, **settings: Any) -> Person:
        """Somebody new, at a laptop unless it is said otherwise.

        They let the others' moves not be paced, and are not asked before what is final.
        """
        settings = {**LAPTOP, "reduced_motion": "reduce", "service_workers": "block", **settings}
        person = Person(name, self._browser.new_context(base_url=self.served.url, **settings), self)
        if not paced:
            person.context.add_init_script("localStorage.setItem('burgher-pace', 'at-once')")
        if not asked:
            person.context.add_init_script("localStorage.setItem('burgher-confirm', 'no')")
        self.people.append(person)
        return person

    def shoot(self, folder: Path, name: str) -> None:
        """Take a picture of what everyone sees."""
        folder.mkdir(parents=True, exist_ok=True)
        for person in self.people:
            person.page.screenshot(path=folder / f"{name}-{person.name}.png")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        for person in self.people:
            person.context.close()
        if kind is None:
            assert not [f"{person.name}: {fault}" for person in self.people for fault in person.faults]


class Person:
    """Somebody at a browser, who notes whatever it complains about."""

    def __init__(self, name: str, context: BrowserContext, room: Room) -> None:
        self.name = name
        self.context = context
        self.room = room
        self.faults: list[str] = []
        self.forgiven: Callable[[str], bool] = lambda fault: False
        """What may be said in the console: a lost connection, where the test cuts it."""
        self.by_touch = False
        context.set_default_timeout(PATIENCE * 1000)
        context.on("console", self._hear)
        context.on("weberror", lambda error: self.faults.append(str(error.error)))
        self.page = context.new_page()

    def _hear(self, message: ConsoleMessage) -> None:
        blocked = "Service Worker registration blocked" in message.text  # as these tests ask for
        if message.type in ("error", "warning") and not (blocked or self.forgiven(message.text)):
            self.faults.append(f"{message.text} ({message.location})")

    # -- moving about -------------------------------------------------------------------------------

    def goes(self, path: str) -> Self:
        """Open a page of ours."""
        self.page.goto(path)
        return self

    def opens_form(self, game: str) -> Locator:
        """Unfold what the start page asks about a new game, and say who one is."""
        self.goes("/")
        new = self.page.locator(f"#new-{game}")
        if new.get_attribute("open") is None:
            self.page.locator(f'a[href="#new-{game}"]').click()
        form = new.locator("form")
        form.get_by_label("Your name").fill(self.name)
        return form

    def sets_up(self, *seats: str, game: str = "burgundy", **options: str | Sequence[str]) -> str:
        """Fill in the start page: a seat is "me", "here Benno", "friend" or an opponent's level.

        `listed` makes it an open table; every other option is one of the rules, with one value or several.
        Returns the table's path.
        """
        form = self.opens_form(game)
        form.get_by_label(str(len(seats)), exact=True).check()
        for n, seat in enumerate(seats):
            kind, _, name = seat.partition(" ")
            is_person = kind in ("me", "here", "friend")
            form.locator(f'[name="seat.{n}.kind"]').select_option(kind if is_person else "opponent")
            if not is_person:
                form.locator(f'[name="seat.{n}.agent"]').select_option(kind)
            elif name:
                form.locator(f'[name="seat.{n}.name"]').fill(name)
        if options.pop("listed", None):
            form.get_by_label("Others may see it").check()
        if options:
            form.get_by_text("Rules you may agree on").click()
        for name, values in options.items():
            form.locator(".option", has=self.page.locator(f'[name="option.{name}"]')).click()
            for value in [values] if isinstance(values, str) else values:
                field = form.locator(f'[name="option.{name}"][value="{value}"]')
                if field.count():
                    field.check()
                else:
                    form.locator(f'select[name="option.{name}"]').first.select_option(value)
        form.get_by_role("button", name="Set up this game").click()
        self.page.wait_for_url("**/t/*")
        return self.path

    @property
    def path(self) -> str:
        """Where they are."""
        return self.page.url.removeprefix(self.room.served.url).partition("?")[0]

    # -- seeing -------------------------------------------------------------------------------------

    @property
    def sight(self) -> Any:
        """The data that the page holds about the table."""
        return json.loads(self.page.locator("#sight").text_content() or "")

    @property
    def question(self) -> Locator:
        """The line that says what is asked."""
        return self.page.locator("#question")

    def waits_for_turn(self) -> Any:
        """Wait until it is their turn, or the game is over, and the page is ready for them."""
        settled = self.page.locator(READY).locator(
            "#question.mine, #ending:not([hidden]), #curtain:not([hidden])"
        )
        settled.first.wait_for(state="attached")
        return self.sight

    def waits(self) -> Any:
        """Wait until the page is ready for them, whoever's turn it is."""
        self.page.locator(READY).wait_for(state="attached")
        return self.sight

    def waits_for_transitions(self) -> None:
        """Wait until nothing grows, shrinks or moves any more."""
        self.page.wait_for_function(NOTHING_MOVES)

    # -- touching -----------------------------------------------------------------------------------

    def touches(self, what: Locator) -> None:
        """Click, or, with fingers, turn to the panel on which it lies and tap."""
        if not self.by_touch:
            what.click()
            return
        panel = what.evaluate("element => element.closest('.panel')?.id")
        tab = self.page.locator(f'[data-tab="{panel}"]')
        if panel and tab.get_attribute("aria-current") != "true":
            tab.tap()
            expect(tab).to_have_attribute("aria-current", "true")
        what.tap()

    def part(self, part: str) -> Locator:
        """A part of the table."""
        return self.page.locator(f'[data-part="{part}"]').first

    def plays(self, choice: random.Random, wanted: Callable[[str], bool] = lambda part: True) -> None:
        """Play one action as people do: touch something lit until nothing is left to be chosen.

        Of what is lit, what is wanted is touched before all else.
        """
        version = self.waits_for_turn()["version"]
        for _ in range(12):
            lit = self.page.locator(".lit")
            parts = [
                part
                for part in lit.evaluate_all("all => all.map(one => one.dataset.part)")
                if part is not None
            ]
            assert parts, "it is their turn and nothing is lit"
            chosen = choice.choice([part for part in parts if wanted(part)] or parts)
            self.touches(self.page.locator(f'.lit[data-part="{chosen}"]').first)
            if self.page.locator("#do").is_visible():
                self.touches(self.page.locator("#do"))
            if self.moved_on(version):
                return
        raise AssertionError("touching never came to an end")

    def takes_workers(self) -> None:
        """Take workers with a die: always possible at the start of a turn, and nothing is revealed."""
        version = self.waits_for_turn()["version"]
        self.touches(self.part("workers"))
        if not self.moved_on(version) and not self.page.locator("#do").is_visible():  # the dice differ
            self.touches(self.part("die-1"))
            self.moved_on(version)

    def moved_on(self, version: int) -> bool:
        """Whether an action was sent; then wait until the page shows it."""
        sent = self.page.evaluate(
            "([version, ready]) => !document.body.matches(ready)"
            " || JSON.parse(document.querySelector('#sight').textContent).version !== version",
            [version, READY],
        )
        if sent:
            self.page.locator(READY).wait_for(state="attached")
        return bool(sent)
