"""What can be measured of a table on a screen: nothing sticks out, is cut, hidden or too small."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from browser.measure import CONTRAST, MEASURE
from browser.test_access import AXE
from burgher.games.granja.components import standard_set
from page.scenes import SCENES, SCREENS, shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CROWDED = ("burgundy-4", "granja-4-modules", "hansa-5-modules")
"""Of each game, the fullest table."""
NARROW_TO_WIDE = ("320", "390", "844", "1024", "1280", "1920", "1440-zoom")
ALL = os.environ.get("BURGHER_SCREENS") == "all"
"""Whether every table is measured on every screen, as `make screens` does."""


@pytest.mark.parametrize("on", SCREENS if ALL else NARROW_TO_WIDE)
@pytest.mark.parametrize("scene", SCENES if ALL else CROWDED)
def test_a_table_on_a_screen(chromium: Browser, scene: str, on: str) -> None:
    screen = SCREENS[on]
    with shown(chromium, scene, screen) as page:
        found: list[Any] = page.evaluate(MEASURE, screen.by_touch)
    assert not found, "\n".join(found)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("on", ["390", "1280"])
@pytest.mark.parametrize("scene", SCENES if ALL else CROWDED)
def test_contrast(chromium: Browser, scene: str, on: str, scheme: str) -> None:
    with shown(chromium, scene, SCREENS[on], scheme) as page:
        page.evaluate(AXE)
        found: list[Any] = page.evaluate(CONTRAST)
    assert not found, "\n".join(found)


FAULTS = {
    "sideways": ("body", "one.style.cssText = 'overflow: visible; max-width: none; width: 900px'"),
    "small": ("#question", "one.style.fontSize = '9px'"),
    "cut": ("#question", "one.style.cssText = 'max-width: 40px; overflow: hidden; white-space: nowrap'"),
    "touch": ("#hand .lit", "one.style.cssText = 'width: 30px; height: 30px; min-height: 0; flex: none'"),
    "ring": ("#holdings .lit", "one.style.translate = '0 -14px'"),
    "overlap": (".tabs", "one.style.translate = '0 -20px'"),
}
"""What could be wrong, and how to bring it about on a phone: a thing, and what is done to it."""


@pytest.mark.parametrize("fault", FAULTS)
def test_the_measure_finds_what_is_wrong(chromium: Browser, fault: str) -> None:
    thing, breaks = FAULTS[fault]
    with shown(chromium, "burgundy-4", SCREENS["390"]) as page:
        assert not page.evaluate(MEASURE, True)
        page.locator(thing).first.evaluate(f"one => {{ {breaks}; }}")
        found: list[str] = page.evaluate(MEASURE, True)
    assert any(one.startswith(f"{fault}:") for one in found), found


def test_words_cut_in_a_bar_that_scrolls_sideways_are_found(chromium: Browser) -> None:
    with shown(chromium, "hansa-5-modules", SCREENS["844"]) as page:
        page.locator("#say .tray").evaluate(
            "one => { one.style.overflowX = 'auto'; one.firstElementChild.style.whiteSpace = 'nowrap'; }"
        )
        found: list[str] = page.evaluate(MEASURE, True)
    assert any(one.startswith("cut:") for one in found)


def test_pale_words_are_found(chromium: Browser) -> None:
    with shown(chromium, "burgundy-4", SCREENS["390"]) as page:
        page.locator("#question").evaluate("one => { one.style.color = '#d8d0c0'; }")
        page.evaluate(AXE)
        found: list[str] = page.evaluate(CONTRAST)
    assert any("question" in one for one in found)


def wide(page: Page, selector: str) -> float:
    """How wide something is drawn."""
    box = page.locator(selector).first.bounding_box()
    assert box, f"{selector} is not to be seen"
    return box["width"]


@pytest.mark.parametrize("on", ["1280", "1440", "1920"])
def test_zoom_makes_an_estate_larger(chromium: Browser, on: str) -> None:
    """Who asks for twice the size does not get a smaller board."""
    with shown(chromium, "burgundy-4", SCREENS[on]) as page:
        usual = wide(page, "#estate .space")
    with shown(chromium, "burgundy-4", SCREENS[f"{on}-zoom"]) as page:
        assert 2 * wide(page, "#estate .space") > usual


@pytest.mark.parametrize("on", ["1024", "1280", "1920"])
def test_an_estate_shown_large(chromium: Browser, on: str) -> None:
    """It lies beside one's own, as large, and the log stays in sight."""
    with shown(chromium, "burgundy-4", SCREENS[on]) as page:
        page.locator("[data-open^=player]").first.click()
        assert wide(page, ".opened .estate-drawing") > 0.9 * wide(page, "#estate .estate-drawing")
        theirs, mine, log = (
            page.locator(selector).bounding_box() for selector in (".player.opened", "#estate", ".aside")
        )
        assert theirs
        assert mine
        assert log
        assert theirs["x"] + theirs["width"] <= mine["x"]
        assert mine["x"] + mine["width"] <= log["x"]


LONGEST = max((card.helper.text for card in standard_set().cards), key=len)
HAND = """([count, text]) => {
  const hand = document.querySelector("#hand .cards"), cards = [...hand.querySelectorAll(".farm-card")];
  for (let n = cards.length; n < count; n++) hand.append(cards[0].cloneNode(true));
  for (const card of hand.querySelectorAll(".farm-card")) card.classList.add("lit");
  for (const says of document.querySelectorAll("#hand .says")) says.textContent = text;
  const found = [], under = one => one.getBoundingClientRect().bottom;
  for (const says of document.querySelectorAll("#hand .says"))
    if (under(says) > under(says.closest(".c-paper")) - 1) found.push("a card's text is cut");
  const yard = document.querySelector(".own .yard");
  for (const one of yard.querySelectorAll(".sill, .dens"))
    if (under(one) > under(yard) + 1.5) found.push(`${one.className} sticks out of the yard`);
  return found;
}"""


@pytest.mark.parametrize("cards", [3, 6])
@pytest.mark.parametrize("on", ["320", "844", "1024", "1280", "1920", "2560"])
def test_hands_of_long_cards(chromium: Browser, on: str, cards: int) -> None:
    """However many cards one holds, and whatever they say, they are whole, and the farm beside them, too."""
    with shown(chromium, "granja-4-modules", SCREENS[on]) as page:
        found: list[str] = page.evaluate(HAND, [cards, LONGEST])
    assert not found


def test_every_number_of_players_has_its_scene() -> None:
    """Each game is looked at with as few and as many players as can play it."""
    from burgher import games

    for game in ("burgundy", "granja", "hansa"):
        seats = {scene.players for scene in SCENES.values() if scene.game == game}
        assert seats == set(games.rules(game).players_allowed)


UNDER_BUTTONS = """() => [...document.querySelectorAll("#map .name")].filter(name => {
  const box = name.getBoundingClientRect();
  return [...document.querySelectorAll(".zoom-buttons button")].some(button => {
    const { left, right, top, bottom } = button.getBoundingClientRect();
    return left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  });
}).map(name => name.textContent)"""
"""Names on a map that something lies over."""


@pytest.mark.parametrize("scene", ["hansa-2", "hansa-5", "hansa-5-east", "hansa-4-britannia"])
def test_no_button_covers_the_name_of_a_city(chromium: Browser, scene: str) -> None:
    found = {}
    with shown(chromium, scene, SCREENS["1280"]) as page:
        for width, height in ((1280, 800), (1366, 768), (1280, 720), (1280, 700), (1920, 1080)):
            page.set_viewport_size({"width": width, "height": height})
            found[width, height] = page.evaluate(UNDER_BUTTONS)
    assert not any(found.values()), found


def test_lines_that_find_no_room_do_not_show_at_the_edge(chromium: Browser) -> None:
    with shown(chromium, "burgundy-2", SCREENS["390"]) as page:
        slivers = page.locator(".recent").evaluate(
            """list => {
              list.style.maxHeight = "30px";
              const { left, right } = list.getBoundingClientRect();
              const lines = [...list.children].map(one => one.getBoundingClientRect().left);
              return lines.filter(at => at > left + 9 && at < right - 0.5);
            }"""
        )
    assert slivers == []


def test_each_seat_has_a_mark_of_its_own_shape(chromium: Browser) -> None:
    with shown(chromium, "burgundy-4", SCREENS["1280"]) as page:
        rounded = page.locator("body").evaluate(
            """body => [0, 1, 2, 3].filter(seat => {
              const mark = Object.assign(document.createElement("i"), { className: `dot seat-${seat}` });
              body.append(mark);
              return parseInt(getComputedStyle(mark).borderRadius) > 1;
            })"""
        )
    assert rounded == [0], "a triangle with round corners is a drop"


@pytest.mark.parametrize(("on", "bar"), [("1280", "thin"), ("390", "none")])
def test_every_quick_word_is_reached_with_a_mouse(chromium: Browser, on: str, bar: str) -> None:
    """A finger pushes the row; a mouse needs a bar to pull."""
    with shown(chromium, "burgundy-2", SCREENS[on]) as page:
        words = page.locator(".quick-words")
        assert words.evaluate("row => getComputedStyle(row).scrollbarWidth") == bar


@pytest.mark.parametrize("on", ["320", "390"])
def test_what_a_stored_tile_brings_keeps_off_the_edge(chromium: Browser, on: str) -> None:
    with shown(chromium, "burgundy-2", SCREENS[on]) as page:
        room = page.locator("#hand .slot").first.evaluate(
            """slot => {
              const badge = document.createElementNS("http://www.w3.org/2000/svg", "svg");
              badge.classList.add("gain-badge");
              slot.append(badge);
              return innerHeight - badge.getBoundingClientRect().bottom;
            }"""
        )
    assert room > 1
