"""The bar above a table, and what opens from it: all of it can be reached, on every screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from page.scenes import SCREENS, shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OUTSIDE = """one => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}"""
"""Whether a part of something lies where no eye reaches."""
WIDTHS = """list => {
  const alone = list.cloneNode(true);
  alone.style.cssText = "position: absolute; width: max-content; min-width: 0; max-width: none";
  document.body.append(alone);
  return { shown: list.offsetWidth, needed: alone.offsetWidth };
}"""
"""How wide a list is, and how wide it would have to be for the longest of its words."""
SIZES = ((1280, 800), (844, 390), (640, 400), (390, 844), (320, 640))
OF_MENU = (".menu-body", ".menu-body > :first-child", ".menu-body > :last-child", "#menu > summary")


@pytest.mark.parametrize("scene", ["granja-2", "hansa-2"])
def test_all_of_the_menu_can_be_reached(chromium: Browser, scene: str) -> None:
    """Where the window is lower than the menu, the menu scrolls, and what opens it stays in sight."""
    found = []
    with shown(chromium, scene, SCREENS["1280"]) as page:
        page.get_by_label("Settings and more").click()
        widest = page.locator(".menu-body select").evaluate(WIDTHS)
        assert widest["shown"] >= widest["needed"]
        page.get_by_label("Sounds").check()
        page.keyboard.press("Escape")
        assert not page.locator("#menu[open]").count(), "ticking a box takes no key away"
        page.get_by_label("Settings and more").click()
        page.get_by_text("Fair dice").click()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for part in OF_MENU:
                page.locator(part).scroll_into_view_if_needed()
                if page.locator(part).evaluate(OUTSIDE):
                    found.append(f"{width} x {height}: {part}")
    assert not found


ASKED = {
    "a short question": ("Use a die, or buy a tile.", ()),
    "a long question": (
        "Your storage is full: which tile do you discard for knowledge tile 11?" + 8 * " more?",
        (),
    ),
    "two long choices": (
        "You pay 2 more pieces for displacing: which one is next?",
        (
            "Pay a trader: it goes from your supply to your stock",
            "Pay a merchant: it goes from your supply to your stock",
        ),
    ),
    "three long choices": (
        "You may upgrade a resource or advance on the siesta track, 2 times: which?",
        (
            "Advance a step on the siesta track, to a space worth nothing",
            "Upgrade nothing more",
            "Take the next grain or grape you use from its den, not from a field",
        ),
    ),
}
"""The longest that is asked at tables, and the buttons beside it."""
ASK = """([question, choices, held]) => {
  const of = name => document.querySelector(name), tray = of("#tray");
  of("#question").textContent = `Your turn. ${question}`;
  for (const old of tray.querySelectorAll("[data-part]")) old.remove();
  for (const textContent of choices) {
    const button = Object.assign(document.createElement("button"), { className: "act lit", textContent });
    button.dataset.part = textContent;
    tray.prepend(button);
  }
  of("#choice").textContent = `${choices[0] ?? question}. This is final.`;
  of("#do").textContent = "Confirm";
  of("#question").hidden = held;
  for (const one of ["#choice", "#do", "#cancel"]) of(one).hidden = !held;
  document.body.dataset.state = held ? "confirming" : "choosing";
  return of("#say").offsetHeight;
}"""
"""Asks something, or holds an answer to it; how high the bar is then."""


@pytest.mark.parametrize("scene", ["burgundy-2", "granja-2", "hansa-2"])
def test_the_bar_is_as_high_whatever_is_asked(chromium: Browser, scene: str) -> None:
    """What lies below it neither jumps nor shrinks under the mouse."""
    with shown(chromium, scene, SCREENS["1280"]) as page:
        usual = page.evaluate("document.querySelector('#say').offsetHeight")
        heights = {
            f"{asked}{', held' if held else ''}": page.evaluate(ASK, [*ASKED[asked], held])
            for asked in ASKED
            for held in (False, True)
        }
    assert heights == dict.fromkeys(heights, usual)


WORD = {"key": "", "title": "Your turn", "rules": "a-turn", "always": True}
BEFORE, AFTER = "Touch what is lit. ", "Well done. "
SAID: dict[str, dict[str, Any]] = {
    "Use a die.": {"before": None, "after": []},
    AFTER: {"before": {**WORD, "says": 8 * BEFORE}, "after": [{**WORD, "says": 16 * AFTER}]},
}
"""What a guide says, by what can be read then: little, and the most there is."""


def test_the_guide_is_as_high_whatever_it_says(chromium: Browser) -> None:
    answer: dict[str, Any] = {"what": "Use a die.", "brings": {}}
    heights = []
    with shown(chromium, "burgundy-2", SCREENS["1280"]) as page:
        page.route("**/guide?*", lambda route: route.fulfill(json=answer))
        page.get_by_label("Settings and more").click()
        for read, words in SAID.items():
            answer |= words
            page.get_by_label("Guide me").uncheck()
            page.get_by_label("Guide me").check()
            page.locator("#guide").get_by_text(read).wait_for()
            heights.append(page.locator("#say").evaluate("one => one.offsetHeight"))
    assert heights[0] == heights[1]


COVERED = """one => {
  const { left, top, width, height } = one.getBoundingClientRect();
  return !one.contains(document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 12)));
}"""
"""Whether something else lies over a thing, or hides what sticks out of itself."""
OF_GUIDE = (
    "#guide-off",
    "#hand [data-part]",
    ".guide-each > summary",
    ".guide-each ul",
    ".guide-each li button",
)


@pytest.mark.parametrize("scene", ["burgundy-2", "hansa-2"])
def test_guidance_can_be_used_where_the_window_is_low(chromium: Browser, scene: str) -> None:
    answer = {"what": "", "brings": {}, **SAID[AFTER]}
    found = []
    with shown(chromium, scene, SCREENS["844"]) as page:
        page.route("**/guide?*", lambda route: route.fulfill(json=answer))
        page.get_by_label("Settings and more").click()
        page.get_by_label("Guide me").check()
        page.get_by_label("Settings and more").click()
        page.locator("#guide").get_by_text(AFTER).wait_for()
        for width, height in ((844, 390), (640, 400)):
            page.set_viewport_size({"width": width, "height": height})
            for part in OF_GUIDE:
                one = page.locator(part).first
                one.scroll_into_view_if_needed()
                if one.evaluate(OUTSIDE) or one.evaluate(COVERED):
                    found.append(f"{width} x {height}: {part}")
                if part.endswith("summary"):
                    one.click()
            page.keyboard.press("Escape")
    assert not found


def test_a_double_click_says_no_yes_to_what_it_brings_up(chromium: Browser) -> None:
    """Confirm comes up where the button was that asks for it: nobody has meant it by the second click."""
    with shown(chromium, "hansa-5-modules", SCREENS["1280"]) as page:
        button = page.locator('#tray [data-part="end"]')
        box = button.bounding_box()
        assert box
        for left in range(10, round(box["width"]), 20):
            button.dblclick(position={"x": left, "y": box["height"] / 2})
            assert page.evaluate("document.body.dataset.state") == "confirming"
            page.keyboard.press("Escape")
