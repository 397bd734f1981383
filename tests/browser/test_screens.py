"""What can be measured of a table on a screen: nothing sticks out, is cut, or too small to read or to touch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from page.scenes import SCENES, SCREENS, shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CROWDED = ("burgundy-4", "granja-4-modules", "hansa-5-modules")
"""Of each game, the fullest table."""
MEASURED = ("320", "390", "844", "1024", "1280", "1920", "1440-zoom")

MEASURE = """byTouch => {
  const found = [], seen = one => one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const name = one => (one.dataset.part || one.id || one.getAttribute("class") || one.tagName) + " «"
    + one.textContent.trim().slice(0, 30) + "»";
  const wide = document.scrollingElement.scrollWidth;
  if (wide > innerWidth) found.push(`sideways: the page is ${wide} px wide`);
  const quiet = one => one.closest(".quiet, .sprite, [hidden], .tip, .flight, defs, symbol");
  const words = document.createTreeWalker(document.querySelector("#table"), NodeFilter.SHOW_TEXT);
  for (let node = words.nextNode(); node; node = words.nextNode()) {
    const one = node.parentElement;
    if (!node.data.trim() || one.matches("script, style, title") || quiet(one) || !seen(one)) continue;
    const style = getComputedStyle(one), svg = one.closest("svg");
    const scale = svg && one.getScreenCTM ? Math.abs(one.getScreenCTM().a) : 1;
    const size = parseFloat(style.fontSize) * scale;
    if (size && size < 10.95) found.push(`small: ${size.toFixed(1)} px in ${name(one)}`);
    const hides = /hidden|clip/.test(style.overflowX);
    if (!svg && hides && one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${name(one)}`);
  }
  if (byTouch) for (const one of document.querySelectorAll("[data-part].lit, .tabs a, .controls button")) {
    const { width, height } = one.getBoundingClientRect();
    if (!width || quiet(one) || !seen(one)) continue;
    const road = one.querySelector(".road-hit"), least = Math.min(width, height);
    if (!road && least < 39.5) found.push(`touch: ${least.toFixed(1)} px for ${name(one)}`);
  }
  const boxes = [...document.querySelectorAll("#say, #holdings, #hand, .tabs, .panel")].filter(seen);
  boxes.forEach((one, n) => boxes.slice(n + 1).forEach(other => {
    const a = one.getBoundingClientRect(), b = other.getBoundingClientRect();
    const across = Math.min(a.right, b.right, innerWidth) - Math.max(a.left, b.left, 0);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (across > 1 && down > 1) found.push(`overlap: ${one.id || one.className} and ${other.id || other.className}`);
  }));
  return [...new Set(found)];
}"""


@pytest.mark.parametrize("on", MEASURED)
@pytest.mark.parametrize("scene", CROWDED)
def test_a_table_on_a_screen(chromium: Browser, scene: str, on: str) -> None:
    screen = SCREENS[on]
    with shown(chromium, scene, screen) as page:
        found: list[Any] = page.evaluate(MEASURE, screen.by_touch)
    assert not found, "\n".join(found)


def test_every_number_of_players_has_its_scene() -> None:
    """Each game is looked at with as few and as many players as can play it."""
    from burgher import games

    for game in ("burgundy", "granja", "hansa"):
        seats = {scene.players for scene in SCENES.values() if scene.game == game}
        assert seats == set(games.rules(game).players_allowed)
