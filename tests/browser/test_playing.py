"""A whole game by clicks, from the start page to the final scoring."""

from __future__ import annotations

import random

from playwright.sync_api import expect

from browser.people import Person


def test_a_whole_game_against_an_opponent(anna: Person) -> None:
    choice = random.Random(1)
    path = anna.sets_up("me", "random")
    before = -1
    while not anna.waits_for_turn()["over"]:
        assert anna.sight["version"] > before
        before = anna.sight["version"]
        expect(anna.page).to_have_title("● Your turn: The Castles of Burgundy")
        anna.plays(choice)
    told = anna.room.served.sight(path)
    assert told["is_over"]
    ending = anna.page.locator("#ending")
    for name, score in zip(told["names"], told["scores"], strict=True):
        expect(ending.locator(".ranking")).to_contain_text(f"{name} {score}")
    expect(ending.get_by_text("Points by source")).to_be_visible()
    expect(ending.get_by_text("Points by phase")).to_be_visible()
    expect(anna.page).to_have_title("The Castles of Burgundy")
    ending.get_by_role("button", name="Look at the table").click()
    expect(ending).to_be_hidden()
    anna.page.get_by_role("tab", name="Points").click()
    together = anna.page.locator("#points-table tfoot td").all_inner_texts()
    assert list(map(int, together)) == told["scores"]
