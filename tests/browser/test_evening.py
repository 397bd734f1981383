"""Two people over an evening: the connection comes and goes, and each says when their turn ends."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.people import Room
from waiting import PATIENCE

CONTROLLED = "async () => await navigator.serviceWorker.ready && navigator.serviceWorker.controller !== null"


def test_without_a_connection_a_page_says_so_and_comes_back(room: Room) -> None:
    anna = room.person("Anna", service_workers="allow")
    anna.forgiven = lambda fault: "net::ERR" in fault or "503" in fault
    path = anna.sets_up("me", "friend")
    anna.goes("/")
    anna.page.wait_for_function(CONTROLLED, timeout=PATIENCE * 1000)
    room.served.stop()
    anna.goes(path)
    expect(anna.page.get_by_role("heading", name="The server cannot be reached")).to_be_visible()
    # One's games are listed, and no board of any is shown.
    expect(anna.page.get_by_role("link", name="Anna")).to_have_attribute("href", path)
    assert anna.page.locator("#table, [data-part]").count() == 0
    anna.context.set_offline(True)
    expect(anna.page.get_by_role("heading", name="You are offline")).to_be_visible()
    anna.context.set_offline(False)
    room.served.start()
    anna.page.get_by_role("button", name="Try again").click()
    anna.page.wait_for_url(f"**{path}")
    expect(anna.page.locator("#table")).to_be_visible()
