"""axe-core finds nothing serious on any page, light or dark."""

from __future__ import annotations

import random
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.people import PHONE, Person, Room


def axe() -> str:
    """The script that looks for what keeps people out."""
    spec = find_spec("axe_playwright_python")
    assert spec
    assert spec.origin
    return (Path(spec.origin).parent / "axe.min.js").read_text(encoding="utf-8")


AXE = axe()
RUN = "axe.run(document, {resultTypes: ['violations']}).then(found => found.violations)"


def problems(person: Person) -> list[str]:
    """What is seriously wrong with the page as it is now, in both colours."""
    found: list[str] = []
    for scheme in ("light", "dark"):
        person.page.emulate_media(color_scheme=scheme)
        if not person.page.evaluate("'axe' in window"):
            person.page.evaluate(AXE)
        violations: list[dict[str, Any]] = person.page.evaluate(RUN)
        found += [
            f"{scheme}, {one['id']}: {one['help']}: {node['html'][:160]} {node['failureSummary'][:300]}"
            for one in violations
            if one["impact"] in ("serious", "critical")
            for node in one["nodes"][:4]
        ]
    return found


@pytest.fixture(params=["laptop", "phone"])
def anna(room: Room, request: pytest.FixtureRequest) -> Person:
    person = room.person("Anna", **(PHONE if request.param == "phone" else {}))
    person.by_touch = request.param == "phone"
    return person


def test_pages_without_a_table(anna: Person) -> None:
    anna.forgiven = lambda fault: "404" in fault
    anna.sets_up("me", "friend")
    link = anna.page.locator("#invitations .link-box").first.input_value()
    found = {"/t": problems(anna)}
    anna.page.locator("#invitations").get_by_role("button", name="Close").click()
    anna.page.locator("#menu > summary").click()
    anna.page.get_by_role("button", name="Manage the table").click()
    found["hosting"] = problems(anna)
    around = ("/tables", "/find", "/tournaments", "/people", "/me/told", "/me/devices", "/me/page")
    for path in ("/", *around, "/me/link", "/me/delete", "/privacy", "/api", "/nowhere"):
        anna.goes(path)
        anna.page.locator("details").evaluate_all("all => all.forEach(one => { one.open = true; })")
        found[path] = problems(anna)
    guest = anna.room.person("Guest")
    guest.goes(link)
    found["join"] = problems(guest)
    assert not {path: wrong for path, wrong in found.items() if wrong}


def test_pages_on_which_one_arrives(anna: Person) -> None:
    """By a private link from another device, and at a table that is open to everyone."""
    anna.sets_up("me", "friend", listed="on")
    table = anna.path
    anna.goes("/me/link")
    link = anna.page.locator(".link-box").input_value()
    found = {}
    stranger = anna.room.person("Stranger", **(PHONE if anna.by_touch else {}))
    stranger.goes(link)
    expect(stranger.page.get_by_role("button", name="Yes, that is me")).to_be_visible()
    found["arriving"] = problems(stranger)
    stranger.goes("/")
    found["open tables"] = problems(stranger)
    stranger.page.locator(f'a[href="{table}/join"]').click()
    expect(stranger.page.get_by_role("button", name="Take the seat")).to_be_visible()
    found["joining"] = problems(stranger)
    stranger.page.get_by_role("link", name="Only watch").click()
    expect(stranger.question).to_be_visible()
    found["watching"] = problems(stranger)
    assert not {path: wrong for path, wrong in found.items() if wrong}


def test_the_table(anna: Person) -> None:
    choice = random.Random(12)
    anna.sets_up("me", "journeyman")
    for _ in range(6):
        anna.plays(choice)
    anna.waits_for_turn()
    found = {"my turn": problems(anna)}

    def look(name: str, *doing: Callable[[], object]) -> None:
        for step in doing:
            step()
        found[name] = problems(anna)

    page = anna.page
    look("reason", lambda: page.locator(".space:not(.lit)").first.click(force=True))
    look("touched", lambda: anna.touches(page.locator(".lit").first))
    look("menu", lambda: page.get_by_label("Settings and more").click())
    page.keyboard.press("Escape")
    look("points", lambda: anna.touches(page.get_by_role("tab", name="Points")))
    look("chat", lambda: anna.touches(page.get_by_role("tab", name="Chat")))
    look("large", lambda: anna.touches(page.get_by_label("estate large").first))
    assert not {name: wrong for name, wrong in found.items() if wrong}


def test_a_curtain(anna: Person) -> None:
    anna.sets_up("me", "here Benno", estates="random", castles="secret")
    expect(anna.page.locator("#curtain")).to_be_visible()
    found = problems(anna)
    anna.page.locator("#curtain").get_by_role("button").click()
    expect(anna.page.locator("#curtain")).to_be_hidden()
    assert not found + problems(anna)


def test_a_game_that_is_over(anna: Person, finished: str) -> None:
    anna.goes(finished)
    found = {"ending": problems(anna)}
    anna.touches(anna.page.locator("#ending").get_by_role("button", name="Look at the table"))
    found["over"] = problems(anna)
    anna.goes(f"{finished}/replay?at=100")
    found["replay"] = problems(anna)
    assert not {name: wrong for name, wrong in found.items() if wrong}
