"""La Granja on screens of all sizes: nothing is cut, leaves its place, or is too small to touch."""

from __future__ import annotations

import random

import pytest

from browser.people import PHONE, Person, Room
from browser.test_granja import gets_on, plays
from browser.test_granja_modules import ELEVEN

WIDE = ((1280, 800), (1440, 900), (1920, 1080), (2560, 1440), (720, 450))
TOUCHED = ((320, 640), (390, 844), (844, 390), (768, 1024), (1024, 768))
PLACES = (
    ".den, .roof, .space, .cell, .row, .building, .helper, .barrow, .field, .extension, .token-chip, .donkey,"
    " .craft-marker, .pile, .betwixt-card, .c-top, .c-left, .c-right, .board-tabs button, .stock,"
    " .yard, .market"
)
"""What holds all that is drawn in it."""
MEASURE = """([places, byTouch]) => {
  const found = [], seen = one => one.checkVisibility({ visibilityProperty: true });
  const called = one => one.dataset.part || one.getAttribute("class");
  const name = one => `${called(one)} «${one.textContent.trim().slice(0, 24)}»`;
  const hangs = ".ring, .quiet, .full, .price, .on-ridge, .cost-badge,"
    + ".order-marker, .met-mark, .legend, .furrows";
  for (const place of document.querySelectorAll(places)) {
    const home = place.getBoundingClientRect();
    if (!seen(place) || !home.width) continue;
    const scrolls = /auto|scroll/.test(getComputedStyle(place).overflowY);
    for (const one of place.querySelectorAll("*")) {
      if (!seen(one) || one.closest(hangs) || one.parentElement.closest("svg")) continue;
      const box = one.getBoundingClientRect();
      const aside = Math.max(home.left - box.left, box.right - home.right);
      const out = scrolls ? aside : Math.max(aside, home.top - box.top, box.bottom - home.bottom);
      if (box.width && box.height && out > 1.5) found.push(`${name(one)} is ${out} px out of ${name(place)}`);
    }
  }
  for (const one of document.querySelectorAll(".b-name span, .c-name b, .says, .player h3 span, .short")) {
    if (!seen(one)) continue;
    if (one.scrollWidth > one.clientWidth + 1 && one.clientWidth) found.push(`${name(one)} is cut`);
    const clamped = getComputedStyle(one).overflowY === "hidden" && one.scrollHeight > one.clientHeight + 2;
    const shown = one.closest(".c-bottom, .helper")?.getBoundingClientRect();
    const below = shown && one.getBoundingClientRect().bottom > shown.bottom + 1;
    if (clamped || below) found.push(`${name(one)} is cut`);
  }
  if (byTouch) for (const one of document.querySelectorAll("#table [data-part], #table button, #table a")) {
    const { width, height } = one.getBoundingClientRect();
    if (!seen(one) || one.closest("svg, .quiet") || !width) continue;
    if (Math.min(width, height) < 39.5) found.push(`${name(one)} is ${width} x ${height} px`);
  }
  return [...new Set(found)];
}"""


def measured(person: Person) -> list[str]:
    """What is wrong on the screen, in words."""
    found: list[str] = person.page.evaluate(MEASURE, [PLACES, person.by_touch])
    return found


@pytest.mark.parametrize("modules", [(), ELEVEN], ids=["plain", "eleven"])
@pytest.mark.parametrize("by", ["mouse", "touch"])
def test_everything_is_whole_and_in_its_place(room: Room, by: str, modules: list[str]) -> None:
    choice = random.Random(4)
    anna = room.person("Anna", **(PHONE if by == "touch" else {}))
    anna.by_touch = by == "touch"
    options = {"modules": modules} if modules else {}
    anna.sets_up("me", "apprentice", "apprentice", "apprentice", game="granja", **options)
    for _ in range(6):
        plays(anna, choice, gets_on)
    anna.waits_for_turn()
    found = {}
    for width, height in TOUCHED if anna.by_touch else WIDE:
        anna.page.set_viewport_size({"width": width, "height": height})
        anna.waits_for_transitions()
        if wrong := measured(anna):
            found[width, height] = wrong
    assert not found


def test_what_is_cut_or_out_of_place_is_found(anna: Person) -> None:
    """The measure itself: it tells of a name that is cut, and of a count beside its den."""
    anna.sets_up("me", "apprentice", game="granja")
    anna.waits_for_turn()
    assert not measured(anna)
    anna.page.locator(".b-name span").first.evaluate(
        "one => Object.assign(one.style, { maxWidth: '30px', overflow: 'hidden', whiteSpace: 'nowrap' })"
    )
    assert any("is cut" in wrong for wrong in measured(anna))
    anna.page.locator(".den .count").first.evaluate("one => { one.style.translate = '40px 0'; }")
    assert any("px out of good-olive" in wrong for wrong in measured(anna))
