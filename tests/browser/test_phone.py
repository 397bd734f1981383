"""A phone held upright, by touch."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import expect

from browser.people import PHONE, Person, Room
from browser.test_together import invited


@pytest.fixture
def anna(room: Room) -> Person:
    person = room.person("Anna", **PHONE)
    person.by_touch = True
    return person


def nothing_sticks_out(person: Person) -> None:
    wide = person.page.evaluate("[document.scrollingElement.scrollWidth, innerWidth]")
    assert wide[0] <= wide[1], f"{person.path} is {wide[0]} px wide"


BOXES = """all => all.map(one => {
    const box = one.getBoundingClientRect().toJSON(), road = one.querySelector(".road-hit");
    if (road) {  // a box leaves out how wide a line is drawn
        const wide = parseFloat(getComputedStyle(road).strokeWidth) * road.getScreenCTM().a;
        box.width += wide;
        box.height += wide;
    }
    return [one.dataset.part, box];
})"""
"""How large parts are."""


def too_small(person: Person, selector: str) -> list[str]:
    """What is smaller than a finger."""
    boxes = person.page.locator(selector).evaluate_all(BOXES)
    return [
        f"{part}: {box['width']:.1f} × {box['height']:.1f}"
        for part, box in boxes
        if box["width"] and min(box["width"], box["height"]) < 43.95
    ]


def test_a_whole_phase_by_touch(anna: Person) -> None:
    choice = random.Random(5)
    path = anna.sets_up("me", "apprentice")
    anna.waits_for_turn()
    nothing_sticks_out(anna)
    assert not too_small(anna, "#estate .space, #market .spot, #hand [data-part], .tabs a")
    while anna.room.served.sight(path)["heading"].startswith("A"):
        anna.plays(choice)
        anna.waits_for_turn()
        nothing_sticks_out(anna)
    assert not too_small(anna, "#estate .space, #market .spot, #hand [data-part], .tabs a")


def test_reasons_by_touch(anna: Person) -> None:
    anna.sets_up("me", "apprentice")
    anna.waits_for_turn()
    tip = anna.page.locator("#tip")
    anna.part("store-2").tap(force=True)
    expect(tip.locator(".why")).to_contain_text("(p. ")
    box = tip.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


def test_no_page_is_too_wide(anna: Person, finished: str) -> None:
    for path in ("/", finished, f"{finished}/replay", "/api", "/nowhere"):
        anna.forgiven = lambda fault: "404" in fault
        anna.goes(path)
        nothing_sticks_out(anna)


FILL = """() => {
    for (const room of document.querySelectorAll("#holdings .pile.empty"))
        room.outerHTML = '<div class="pile"><svg class="pile-drawing"></svg><b>3</b></div>';
}"""
"""As if goods of three types lay in the storage."""


@pytest.mark.parametrize("width", [360, 320])
def test_a_full_storage_and_the_market_fit_a_small_phone(anna: Person, width: int) -> None:
    anna.page.set_viewport_size({"width": width, "height": 640})
    anna.sets_up("me", "apprentice")
    anna.waits_for_turn()
    anna.page.evaluate(FILL)
    assert anna.page.evaluate("document.scrollingElement.scrollWidth") == width
    outside = anna.page.locator("#market").evaluate(
        """market => [...market.querySelectorAll(":is(.calendar, .tracks) *")].filter(
          one => one.getBoundingClientRect().right > market.getBoundingClientRect().right
        ).map(one => one.outerHTML)"""
    )
    assert outside == []


def test_who_has_left_a_seat_can_come_back_from_the_table(room: Room) -> None:
    """The line that says so lies in the bar, which is narrow on a phone and of one height elsewhere."""
    anna = room.person("Anna", **PHONE)
    path = anna.sets_up("me", "friend")
    invited(anna, "Benno")
    anna.page.locator(".menu summary, [aria-label='Settings and more']").first.click()
    anna.page.get_by_role("button", name="Leave, pause or resign").click()
    anna.page.get_by_role("button", name="An opponent plays for me").click()
    notice = anna.page.locator("#seating")
    for wide, high in ((390, 844), (844, 390), (1280, 800)):
        anna.page.set_viewport_size({"width": wide, "height": high})
        anna.goes(path)
        expect(notice).to_contain_text("Anna")
        expect(notice.get_by_role("button", name="Come back")).to_be_in_viewport(ratio=1)
        nothing_sticks_out(anna)
    anna.page.set_viewport_size({"width": 390, "height": 844})
    notice.get_by_role("button", name="Come back").click()
    expect(notice).to_have_count(0)
