"""What can be measured of a table on a screen: nothing sticks out, is cut, hidden or too small."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from browser.test_access import AXE
from page.scenes import SCENES, SCREENS, shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

CROWDED = ("burgundy-4", "granja-4-modules", "hansa-5-modules")
"""Of each game, the fullest table."""
NARROW_TO_WIDE = ("320", "390", "844", "1024", "1280", "1920", "1440-zoom")
ALL = os.environ.get("BURGHER_SCREENS") == "all"
"""Whether every table is measured on every screen, as `make screens` does."""

MEASURE = """byTouch => {
  // Where there is little room, what lies in a frame that zooms is shown whole first: it has to be large
  // enough from as near as one can come.
  const isNarrow = matchMedia(document.querySelector("#narrow").media).matches;
  const nearness = one => isNarrow && one.closest("[data-zoom]") ? 5 : 1;
  const found = [], table = document.querySelector("#table"), panels = document.querySelector(".panels");
  const seen = one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const quiet = one => one.closest(".quiet, .sprite, [hidden], .tip, .flight, defs, symbol");
  const name = one => (one.dataset.part || one.id || one.getAttribute("class") || one.tagName) + " «"
    + one.textContent.trim().replace(/\\s+/g, " ").slice(0, 30) + "»";
  const wide = document.scrollingElement.scrollWidth;
  if (wide > innerWidth) found.push(`sideways: the page is ${wide} px wide`);

  // Words: large enough, and all of them inside whatever hides what sticks out of it.
  const hiding = (one, axis) => {  // what hides them, unless one can scroll to them or read them in a tip
    for (let at = one; at; at = at.parentElement) {
      const overflow = getComputedStyle(at)["overflow" + axis];
      if (/auto|scroll/.test(overflow) || at === panels || at.title) return null;
      if (/hidden|clip/.test(overflow) && !at.closest("svg")) return at;
    }
    return null;
  };
  const words = document.createTreeWalker(table, NodeFilter.SHOW_TEXT), range = document.createRange();
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || one.matches("script, style, title") || quiet(one) || !seen(one)) continue;
    if (getComputedStyle(one).clipPath !== "none" && one.clientWidth <= 1) continue;  // only to be heard
    const scale = one.closest("svg") && one.getScreenCTM ? Math.abs(one.getScreenCTM().a) : 1;
    const size = parseFloat(getComputedStyle(one).fontSize) * scale * nearness(one);
    if (size && size < 10.95) found.push(`small: ${size.toFixed(1)} px in ${name(one)}`);
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    for (const [axis, from, to] of [["X", "left", "right"], ["Y", "top", "bottom"]]) {
      const by = hiding(one, axis), box = by?.getBoundingClientRect();
      if (by && (text[from] < box[from] - 2 || text[to] > box[to] + 2)) found.push(`cut: ${name(one)}`);
    }
  }

  const touched = "[data-part].lit, .tabs a, .controls button, .aside-tabs button, [data-open]";
  if (byTouch) for (const one of document.querySelectorAll(touched)) {
    const { width, height } = one.getBoundingClientRect(), least = Math.min(width, height) * nearness(one);
    if (!width || quiet(one) || !seen(one) || one.querySelector(".road-hit")) continue;
    if (least < 39.5) found.push(`touch: ${least.toFixed(1)} px for ${name(one)}`);
  }

  // Panels that lie side by side on a phone reach no further than where they are shown.
  const clip = getComputedStyle(panels).display === "contents" ? null : panels.getBoundingClientRect();
  const boxes = [...document.querySelectorAll("#say, #holdings, #hand, .tabs, .panel")].filter(seen);
  const shown = boxes.map(one => {
    const { left, right, top, bottom } = one.getBoundingClientRect(), held = panels.contains(one) && clip;
    return {
      one, top: Math.max(top, held?.top ?? top), bottom: Math.min(bottom, held?.bottom ?? bottom),
      left: Math.max(left, held?.left ?? left), right: Math.min(right, held?.right ?? right),
    };
  });
  shown.forEach((a, n) => shown.slice(n + 1).forEach(b => {
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1 && down > 1) found.push(`overlap: ${name(a.one)} and ${name(b.one)}`);
  }));
  return [...new Set(found)];
}"""
CONTRAST = """async () => {
  const { violations } = await axe.run(document, { runOnly: ["color-contrast"] });
  return violations.flatMap(({ nodes }) => nodes.map(({ html }) => `contrast: ${html}`));
}"""


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


def test_every_number_of_players_has_its_scene() -> None:
    """Each game is looked at with as few and as many players as can play it."""
    from burgher import games

    for game in ("burgundy", "granja", "hansa"):
        seats = {scene.players for scene in SCENES.values() if scene.game == game}
        assert seats == set(games.rules(game).players_allowed)
