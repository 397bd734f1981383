"""A site that has Burgher under a prefix: pages, script, stream and links, in a real browser."""

from __future__ import annotations

import random
from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.people import Room
from browser.served import Served

PREFIX = "/our/games"


def test_two_people_play_under_a_prefix(chromium: Browser, tmp_path: Path) -> None:
    choice = random.Random(4)
    with Served(tmp_path / "tables.db", "--prefix", PREFIX) as served, Room(chromium, served) as room:
        anna, benno = room.person("Anna"), room.person("Benno")
        anna.goes(f"{PREFIX}/")
        anna.page.locator('a[href="#new-burgundy"]').click()
        form = anna.page.locator("#new-burgundy form")
        form.get_by_label("Your name").fill("Anna")
        form.locator('[name="seat.1.kind"]').select_option("friend")
        form.get_by_role("button", name="Set up this game").click()
        anna.page.wait_for_url(f"**{PREFIX}/t/*")
        table = anna.page.url
        # The server does not know by which name people come; the browser does.
        box = anna.page.locator("#invitations .link-box").first
        expect(box).to_have_value(f"{table}/join/{box.input_value().rpartition('/')[2]}")
        link = box.input_value()
        anna.page.locator("#invitations").get_by_role("button", name="Close").click()
        benno.goes(link)
        benno.page.get_by_label("Your name").fill("Benno")
        benno.page.get_by_role("button", name="Take the seat").click()
        benno.page.wait_for_url(table)
        for person in (anna, benno):
            expect(person.page.locator("body")).to_contain_text("Benno")
        people = [anna, benno]
        for _ in range(4):
            mover = people[anna.sight["to_move"]]
            mover.plays(choice)
            newest = mover.page.locator("#log li span").first.text_content() or ""
            for person in people:
                expect(person.page.locator("#log li span").first).to_have_text(newest)
        anna.page.locator(".brand").first.click()
        anna.page.wait_for_url(f"**{PREFIX}/")
        anna.page.get_by_role("link", name="Anna").first.click()
        anna.page.wait_for_url(f"**{PREFIX}/**")
        anna.goes(f"{PREFIX}/me/link")
        expect(anna.page.locator(".link-box")).to_have_value(
            f"{served.url}{PREFIX}/me/{anna.page.locator('.link-box').input_value().rpartition('/')[2]}"
        )
