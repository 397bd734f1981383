"""What can be measured of the pages around the tables, on screens of all sizes."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import pytest

from browser.measure import CONTRAST, MEASURE
from browser.site import PAGES, Site
from browser.test_access import AXE
from page.scenes import SCREENS

if TYPE_CHECKING:
    from browser.people import Room
    from browser.served import Served

ALL = os.environ.get("BURGHER_SCREENS") == "all"
MEASURED = ("320", "844", "1280") if not ALL else tuple(SCREENS)
SOME = (
    *("start-new", "find", "tournament", "join", "person", "granja-first"),
    *("burgundy-end", "burgundy-replay", "burgundy-study"),
)


@pytest.fixture(scope="module")
def site(served: Served) -> Site:
    """A server with games on it."""
    return Site(served)


@pytest.mark.parametrize("page", PAGES if ALL else SOME)
def test_a_page_on_all_screens(room: Room, site: Site, page: str) -> None:
    found = []
    for touch in (True, False):
        screens = [name for name in MEASURED if SCREENS[name].by_touch == touch]
        anna = room.person("Anna", **SCREENS[screens[0]].settings("light"))
        anna.forgiven = lambda fault: "404" in fault
        site.arrives(anna.page, page)
        for name in screens:
            screen = SCREENS[name]
            size = {"width": screen.width // screen.zoom, "height": screen.height // screen.zoom}
            anna.page.set_viewport_size(size)  # type: ignore[arg-type]
            anna.waits_for_transitions()
            found += [f"{name}: {fault}" for fault in anna.page.evaluate(MEASURE, touch)]
    assert not found, "\n".join(found)


@pytest.mark.skipif(not ALL, reason="make screens measures it; test_access.py looks at most of these pages")
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast_of_pages(room: Room, site: Site, scheme: str) -> None:
    found: dict[str, Any] = {}
    for on in ("390", "1280"):
        anna = room.person("Anna", **SCREENS[on].settings(scheme))
        anna.forgiven = lambda fault: "404" in fault
        for page in PAGES:
            site.arrives(anna.page, page)
            anna.page.evaluate(AXE)
            if faults := anna.page.evaluate(CONTRAST):
                found[f"{page} on {on}"] = faults
    assert not found
