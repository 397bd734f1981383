"""A finished game: replay, record, playing on from any of its positions. Light and dark."""

from __future__ import annotations

import random
from pathlib import Path

from playwright.sync_api import expect

from browser.people import Person
from burgher.record import Record


def test_replay_with_slider_and_keys(anna: Person, finished: str) -> None:
    anna.goes(finished)
    anna.page.locator("#ending").get_by_role("link", name="Watch the replay").click()
    slider, words = anna.page.get_by_role("slider", name="Move"), anna.page.locator("#replay-words")
    last = int(slider.get_attribute("max") or 0)
    assert last > 100
    expect(words).to_contain_text(f"{last} of {last}")

    slider.fill("0")
    expect(words).to_have_text("The beginning")
    expect(anna.page.locator("#points-table tfoot td")).to_have_text(["0", "0"])
    anna.page.locator("#question").click()
    for n in range(1, 4):
        anna.page.keyboard.press("ArrowRight")
        expect(words).to_contain_text(f"{n} of {last}")
    anna.page.keyboard.press("ArrowLeft")
    expect(words).to_contain_text(f"2 of {last}")
    anna.page.get_by_role("link", name="One move on").click()
    expect(words).to_contain_text(f"3 of {last}")
    slider.focus()
    anna.page.keyboard.press("End")
    expect(words).to_contain_text(f"{last} of {last}")
    scores = anna.room.served.sight(finished)["scores"]
    for seat, score in enumerate(scores):
        expect(anna.page.locator(f'[data-score="{seat}"]').first).to_have_text(str(score))
    assert anna.page.locator(".lit").count() == 0
    # The address is that of the move, to be sent to somebody.
    slider.fill("40")
    anna.page.wait_for_url("**/replay?at=40")
    anna.page.reload()
    expect(words).to_contain_text(f"40 of {last}")
    anna.page.get_by_role("button", name="Play", exact=True).click()
    expect(words).to_contain_text(f"42 of {last}")
    anna.page.get_by_role("button", name="Pause").click()


def test_the_record_can_be_kept(anna: Person, finished: str, tmp_path: Path) -> None:
    anna.goes(finished)
    with anna.page.expect_download() as download:
        anna.page.locator("#ending").get_by_role("link", name="Download the record").click()
    download.value.save_as(tmp_path / "game.txt")
    record = Record.parse((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert list(record.scores or ()) == anna.room.served.sight(finished)["scores"]
    assert len(record.moves) == anna.room.served.sight(finished)["number"]


def test_playing_on_from_a_position(anna: Person, finished: str) -> None:
    anna.goes(f"{finished}/replay?at=60")
    expect(anna.page.locator("#replay-words")).to_contain_text("60 of")
    was = anna.page.locator("#estate .tile").count()
    anna.page.get_by_role("button", name="Play on from here").click()
    anna.page.wait_for_url(lambda url: "/t/" in url and finished not in url)
    assert anna.waits_for_turn()["seat"] == 0
    assert anna.page.locator("#estate .tile").count() >= was
    choice = random.Random(11)
    for _ in range(3):
        anna.plays(choice)


def test_light_and_dark(anna: Person, finished: str) -> None:
    def ground() -> str:
        colour: str = anna.page.evaluate("getComputedStyle(document.body).backgroundColor")
        return colour

    anna.goes("/")
    light = ground()
    anna.page.get_by_label("Switch between light and dark").click()
    dark = ground()
    assert light != dark
    anna.goes(finished)
    expect(anna.page.locator("html")).to_have_attribute("data-theme", "dark")
    anna.page.locator("#ending").get_by_role("button", name="Look at the table").click()
    anna.page.get_by_label("Settings and more").click()
    anna.page.get_by_role("button", name="Light or dark").click()
    expect(anna.page.locator("html")).to_have_attribute("data-theme", "light")
    anna.page.emulate_media(color_scheme="dark")
    anna.page.reload()
    expect(anna.page.locator("html")).to_have_attribute("data-theme", "light")
