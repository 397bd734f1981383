"""A hint while one plays, and the study of a finished game."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.people import PHONE, Person, Room
from browser.test_access import problems


def test_a_hint_by_keyboard(anna: Person) -> None:
    anna.sets_up("me", "journeyman")
    sight = anna.waits_for_turn()
    panel = anna.page.locator("#hint")
    expect(panel).to_be_hidden()
    anna.page.keyboard.press("h")
    best = panel.locator(".hint-best b")
    expect(best).not_to_be_empty()
    assert (best.text_content() or "").removesuffix(".") in [one["sentence"] for one in sight["actions"]]
    expect(panel).to_be_focused()
    expect(anna.page.locator("#live")).to_contain_text("Chance to win")
    hinted = anna.page.locator(".hinted")
    assert hinted.count()
    assert all(hinted.evaluate_all("all => all.map(one => one.classList.contains('lit'))"))
    assert not problems(anna)
    anna.page.keyboard.press("Escape")
    expect(panel).to_be_hidden()
    expect(anna.page.locator("#hint-button")).to_be_focused()
    anna.page.locator("#hint-button").click()
    expect(best).not_to_be_empty()
    anna.takes_workers()
    expect(panel).to_be_hidden()


def test_studying_a_finished_game(room: Room, finished: str) -> None:
    anna = room.person("Anna", **PHONE)
    anna.goes(finished)
    anna.page.locator("#ending").get_by_role("link", name="Study the game").tap()
    anna.page.get_by_role("button", name="Study").first.tap()
    expect(anna.page.get_by_text("Shown below")).to_be_visible()
    expect(anna.page.get_by_role("img", name="Chances to win")).to_be_visible()
    expect(anna.page.locator(".costly li").first).to_be_visible()
    assert not problems(anna)
    assert anna.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    anna.page.get_by_role("link", name="See the table as it was").first.tap()
    anna.page.wait_for_url("**/replay?at=*")
    # There, the chart of the study is the slider.
    replay, slider = anna.page, anna.page.get_by_role("slider", name="Move")
    expect(replay.locator(".replay-chart .chance-band")).to_have_count(2)
    assert replay.locator(".replay-chart .costly-mark").count() >= 1
    slider.fill("0")
    expect(replay.locator("#replay-words")).to_have_text("The beginning")
    begins = replay.locator("[data-chance]").all_text_contents()
    assert sum(int(chance) for chance in begins) in (99, 100, 101)
    margins = replay.locator("[data-margin]")
    assert all(0 < int(margin) < 30 for margin in margins.all_text_contents()), "no figure without its error"
    box = slider.bounding_box()
    assert box
    replay.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(replay.locator("#replay-words")).to_contain_text(" of ")
    last = int(slider.get_attribute("max") or 0)
    assert abs(int(slider.input_value()) - last / 2) < 0.05 * last
    slider.fill(str(last))
    result = [int(chance) for chance in replay.locator("[data-chance]").all_text_contents()]
    assert sorted(result) in ([0, 100], [50, 50])
    assert margins.all_text_contents() == ["0", "0"], "the result is certain"
    assert not problems(anna)
    assert replay.evaluate("document.documentElement.scrollWidth <= innerWidth")
