"""The bar above a table, and what opens from it: all of it can be reached, on every screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from page.scenes import SCREENS, shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser

OUTSIDE = """one => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
}"""
"""Whether a part of something lies where no eye reaches."""
SIZES = ((1280, 800), (844, 390), (640, 400), (390, 844), (320, 640))
OF_MENU = (".menu-body", ".menu-body > :first-child", ".menu-body > :last-child", "#menu > summary")


@pytest.mark.parametrize("scene", ["granja-2", "hansa-2"])
def test_all_of_the_menu_can_be_reached(chromium: Browser, scene: str) -> None:
    """Where the window is lower than the menu, the menu scrolls, and what opens it stays in sight."""
    found = []
    with shown(chromium, scene, SCREENS["1280"]) as page:
        page.get_by_label("Settings and more").click()
        page.get_by_text("Fair dice").click()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            for part in OF_MENU:
                page.locator(part).scroll_into_view_if_needed()
                if page.locator(part).evaluate(OUTSIDE):
                    found.append(f"{width} x {height}: {part}")
    assert not found
