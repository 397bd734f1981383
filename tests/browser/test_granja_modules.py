"""La Granja with all eleven modules at a real browser: chosen by the form, played by clicks."""

from __future__ import annotations

import os
import random

from playwright.sync_api import expect

from browser.people import PHONE, Person, Room
from browser.test_access import problems
from browser.test_granja import OUTSIDE, VERBS, plays
from browser.test_phone import nothing_sticks_out, too_small
from burgher.agents import levels
from burgher.games.granja.modules.shelf import EXCLUSIVE, MEANINGS

ELEVEN = [name for name in MEANINGS if name not in {pair[1] for pair in EXCLUSIVE}]
PANES = (
    "betwixt",
    "bustling-town",
    "colchonera",
    "donkey-song",
    "ladies",
    "long-distance-trade",
    "trade-boards",
)

WHOLE = 700
"""More actions than anybody has in a game."""
CLICKS = int(os.environ.get("BURGHER_CLICKS", "110"))
"""How many are played: a whole game takes minutes, and is played with BURGHER_CLICKS=700."""


def chooses_modules(person: Person) -> None:
    """Fill in the form of the start page, with everything that can be played together."""
    form = person.opens_form("granja")
    form.locator('[name="seat.1.agent"]').select_option(next(iter(levels())))
    form.get_by_text("Rules you may agree on").click()
    option = form.locator(".option", has=person.page.locator('[name="option.modules"]'))
    expect(option.locator("[data-chosen]")).to_have_text("None")
    option.locator("summary").first.click()
    for name, meaning in MEANINGS.items():
        box = option.locator(f'[value="{name}"]')
        told = option.locator("label", has=person.page.locator(f'[value="{name}"]'))
        expect(told).to_contain_text(meaning)
        box.check()
    # The other side of a board lets go of the first, and the other way round.
    for one, other in EXCLUSIVE:
        expect(option.locator(f'[value="{one}"]')).not_to_be_checked()
        option.locator(f'[value="{one}"]').check()
        expect(option.locator(f'[value="{other}"]')).not_to_be_checked()
    expect(option.locator("[data-chosen]")).to_contain_text("Betwixt, Broken roofs, Bustling town")
    form.get_by_role("button", name="Set up this game").click()
    person.page.wait_for_url("**/t/*")


def gets_on(part: str) -> bool:
    """What one touches who wants to see all modules, and the end: no business at the side."""
    aside = (*VERBS, "exchange", "modifier", "lady", "done", "skip", "silver", "recall")
    return part not in aside and not part.startswith(("helper-", "roof-", "trade-"))


def test_a_game_with_all_eleven(room: Room) -> None:
    choice = random.Random(11)
    anna = room.person("Anna", viewport={"width": 1366, "height": 768})
    chooses_modules(anna)
    page = anna.page
    assert anna.room.served.sight(anna.path)["game"]["options"]["modules"] == ELEVEN
    # The ladies are chosen from the board beside the hand, which turns to them by itself.
    anna.waits_for_turn()
    expect(page.locator(".board-tabs button")).to_have_count(len(PANES))
    expect(page.locator("#tab-ladies")).to_have_attribute("aria-selected", "true")
    found = problems(anna)
    for name in PANES:
        page.locator(f"#tab-{name}").click()
        expect(page.locator(f"#board-{name}")).to_be_visible()
        nothing_sticks_out(anna)
        found += problems(anna)
    page.locator("#tab-ladies").click()
    for n in range(CLICKS):
        if anna.waits_for_turn()["over"]:
            break
        if n % 25 == 0:
            assert not page.evaluate(OUTSIDE)
            nothing_sticks_out(anna)
        plays(anna, choice, gets_on)
    told = anna.room.served.sight(anna.path)
    assert told["is_over"] or CLICKS < WHOLE
    if told["is_over"]:
        ending = page.locator("#ending")
        for name, score in zip(told["names"], told["scores"], strict=True):
            expect(ending.locator(".ranking")).to_contain_text(f"{name} {score}")
    assert not found


def test_modules_by_touch_on_a_phone(room: Room) -> None:
    choice = random.Random(4)
    anna = room.person("Anna", **PHONE)
    anna.by_touch = True
    anna.sets_up("me", next(iter(levels())), game="granja", modules=ELEVEN)
    # Places between stalls lie closer together than fingers are wide: the map of the market is that small.
    touchable = "#table [data-part]:not(.point), .tabs a, .board-tabs button"
    found: list[str] = []
    for n in range(20):
        anna.waits_for_turn()
        nothing_sticks_out(anna)
        assert not too_small(anna, touchable)
        if n == 15:
            found += problems(anna)
        plays(anna, choice, gets_on)
    anna.page.locator('.tabs [data-tab="boards"]').tap()
    for name in PANES:
        anna.page.locator(f"#tab-{name}").tap()
        expect(anna.page.locator(f"#board-{name}")).to_be_visible()
        nothing_sticks_out(anna)
        assert not too_small(anna, touchable)
    assert not found
