"""Going through a finished game: by links, keys, log lines and the slider; on a phone, without a script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from browser.people import PHONE, Person, Room
from browser.test_access import problems

WAYS = {
    "The beginning": "Home",
    "One turn back": "PageUp",
    "One move back": "ArrowLeft",
    "One move on": "ArrowRight",
    "One turn on": "PageDown",
    "The end": "End",
}
"""What each link says, and the key that does the same."""


def words(page: Page) -> Locator:
    return page.locator("#replay-words")


def is_at(page: Page, at: int) -> None:
    """Wait until a position is told and drawn, and the address and the log are those of it."""
    told = re.compile(rf"^{at} of ") if at else re.compile("^The beginning$")
    expect(words(page)).to_have_text(told)
    page.wait_for_function(
        "at => JSON.parse(document.querySelector('#sight').textContent).number === at"
        " && location.search === `?at=${at}`",
        arg=at,
    )
    now = [
        int(move)
        for move in page.locator("#log .now").evaluate_all("all => all.map(one => one.dataset.move)")
    ]
    assert now
    assert all(move <= at for move in now)
    assert page.locator("#log a[aria-current=step]").count() == 1


def turns_of(page: Page) -> list[int]:
    """Where turns begin, and the end."""
    found: list[int] = page.evaluate(
        "() => { const moves = JSON.parse(document.querySelector('#moves').textContent);"
        " return [...moves.flatMap(({ turn }, number) => turn ? [number] : []), moves.length]; }"
    )
    return found


@pytest.mark.parametrize("by", ["links", "keys"])
def test_by_move_and_by_turn(anna: Person, finished: str, by: str) -> None:
    page = anna.goes(f"{finished}/replay?at=40").page
    turns = turns_of(page)
    last = turns[-1]

    def goes(way: str) -> None:
        if by == "keys":
            page.keyboard.press(WAYS[way])
        else:
            page.get_by_role("link", name=way).click()

    at = 40
    for way in (
        "One turn on",
        "One move on",
        "One turn on",
        "One turn back",
        "One move back",
        "One turn back",
    ):
        goes(way)
        at = {
            "One move on": at + 1,
            "One move back": at - 1,
            "One turn on": min(turn for turn in turns if turn > at),
            "One turn back": max(turn for turn in turns if turn < at),
        }[way]
        is_at(page, at)
    goes("The beginning")
    is_at(page, 0)
    for way in ("The beginning", "One turn back", "One move back"):
        expect(page.get_by_role("link", name=way)).to_have_attribute("aria-disabled", "true")
    if by == "keys":  # who clicks there finds that it cannot be clicked
        goes("One move back")
        is_at(page, 0)
    goes("The end")
    is_at(page, last)
    expect(page.get_by_role("link", name="The end")).to_have_attribute("aria-disabled", "true")


def test_from_a_line_of_the_log(anna: Person, finished: str) -> None:
    page = anna.goes(f"{finished}/replay?at=60").page
    is_at(page, 60)
    lines = page.locator("#log li[data-move]")
    count = lines.count()
    earlier = page.locator("#log li[data-move]:not(.later, .now)").nth(12)
    at = int(earlier.get_attribute("data-move") or 0)
    earlier.locator("a").click()
    is_at(page, at)
    expect(page.locator(f'#log li[data-move="{at}"]').first).to_have_class(re.compile("now"))
    # What comes later stays there, so that one can go on to it; by keys too.
    assert lines.count() == count
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    focused = page.locator("#log a:focus")
    later = int(focused.evaluate("link => link.closest('li').dataset.move"))
    page.keyboard.press("Enter")
    is_at(page, later)
    expect(focused).to_have_count(1)
    # A whole new page leads to the same position, with its line in sight.
    page.goto(f"{finished}/replay?at=25")
    is_at(page, 25)
    expect(page.locator("#log a[aria-current=step]")).to_be_in_viewport()


def test_space_plays_and_any_step_stops_it(anna: Person, finished: str) -> None:
    page = anna.goes(f"{finished}/replay?at=40").page
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    expect(words(page)).to_contain_text("42 of")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    # From the end, it begins again.
    page.keyboard.press("End")
    page.keyboard.press("Space")
    expect(words(page)).to_contain_text(re.compile("^1 of"))
    page.keyboard.press("Space")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_what_has_the_focus_keeps_its_keys(anna: Person, finished: str) -> None:
    page = anna.goes(f"{finished}/replay?at=40").page
    page.get_by_role("tab", name="Log").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Points")).to_be_focused()
    page.keyboard.press("End")
    is_at(page, turns_of(page)[-1])
    page.locator("#points-table").focus()
    page.keyboard.press("Home")
    page.get_by_label("Settings and more").focus()
    page.keyboard.press("Space")
    expect(page.locator("#menu")).to_have_attribute("open", "")
    is_at(page, turns_of(page)[-1])


def test_along_the_slider(anna: Person, finished: str) -> None:
    page = anna.goes(f"{finished}/replay?at=0").page
    slider = page.get_by_role("slider", name="Move")
    last, box = turns_of(page)[-1], slider.bounding_box()
    assert box
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] * 0.25, middle)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 0.5, middle, steps=5)
    page.mouse.up()
    expect(words(page)).not_to_have_text("The beginning")
    at = int(slider.input_value())
    assert abs(at - last / 2) < 0.05 * last
    is_at(page, at)
    expect(slider).to_have_attribute("aria-valuetext", words(page).text_content() or "")
    # It has the focus now, and the keys mean the same.
    expect(slider).to_be_focused()
    page.keyboard.press("ArrowRight")
    is_at(page, at + 1)
    page.keyboard.press("PageDown")
    is_at(page, min(turn for turn in turns_of(page) if turn > at + 1))
    page.keyboard.press("Home")
    is_at(page, 0)


def test_steps_fetch_only_the_table(anna: Person, finished: str) -> None:
    page = anna.goes(f"{finished}/replay?at=40").page
    with page.expect_response("**/replay?at=41&board=1") as answer:
        page.keyboard.press("ArrowRight")
    assert "<html" not in answer.value.text()
    is_at(page, 41)
    # A key that is held down asks for one position at a time, and ends where it should.
    asked = list[str]()
    page.on("request", lambda request: asked.append(request.url) if "/replay?" in request.url else None)
    for _ in range(12):
        page.evaluate(
            "document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight', bubbles: true}))"
        )
    is_at(page, 53)
    assert len(asked) <= 12, asked


def test_a_position_that_does_not_come(anna: Person, finished: str) -> None:
    anna.forgiven = lambda fault: "ERR_FAILED" in fault
    page = anna.goes(f"{finished}/replay?at=40").page
    page.route("**/replay?at=41&board=1", lambda route: route.abort())
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("alert")).to_contain_text("could not be fetched")
    page.unroute("**/replay?at=41&board=1")
    page.keyboard.press("ArrowRight")
    is_at(page, 42)


def test_without_a_script(room: Room, finished: str) -> None:
    page = room.person("Anna", java_script_enabled=False).goes(f"{finished}/replay?at=40").page
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_hidden()
    page.get_by_role("link", name="One move on").click()
    expect(words(page)).to_contain_text("41 of")
    page.locator("#log li:not(.later, .now) a").nth(3).click()
    expect(words(page)).not_to_contain_text("41 of")
    page.get_by_role("slider", name="Move").focus()
    page.keyboard.press("Home")
    page.get_by_role("button", name="Go there").click()
    expect(words(page)).to_have_text("The beginning")


@pytest.mark.parametrize("size", [(320, 640), (390, 844), (844, 390)])
def test_on_a_phone(room: Room, finished: str, size: tuple[int, int]) -> None:
    screen = {**PHONE, "viewport": {"width": size[0], "height": size[1]}}
    anna = room.person("Anna", **screen)
    page = anna.goes(f"{finished}/replay?at=40").page
    small = page.locator(".replay a, .replay button, .replay input[type=range]").evaluate_all(
        "all => all.map(one => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])"
        ".filter(([, box]) => box.width && Math.min(box.width, box.height) < 39.5).map(([name]) => name)"
    )
    assert not small
    footer = page.locator(".replay")
    assert footer.evaluate(
        "one => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth"
    )
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.get_by_role("link", name="One turn on").tap()
    is_at(page, min(turn for turn in turns_of(page) if turn > 40))
    assert not problems(anna)
