"""Filling in forms: what cannot be, cannot be chosen; what was refused can be put right, nothing is lost."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.people import Person


def test_what_was_typed_is_still_there_on_going_back(anna: Person) -> None:
    anna.forgiven = lambda fault: "422" in fault
    anna.sets_up("me", "apprentice")  # what one has chosen before is offered, but is not what was typed
    form = anna.opens_form("burgundy")
    form.get_by_label("Your name").fill("Anna the Great")
    form.locator("[name=time]").select_option("86400")
    form.locator("[name=rated]").check()  # with an opponent, which cannot be
    form.get_by_role("button", name="Set up this game").click()
    expect(anna.page.get_by_text("A rated game is played by people alone")).to_be_visible()
    anna.page.get_by_role("link", name="Back").click()
    new = anna.page.locator("#new-burgundy")
    expect(new.get_by_label("Your name")).to_have_value("Anna the Great")
    expect(new.locator("[name=time]")).to_have_value("86400")
    expect(new.locator("[name=rated]")).to_be_checked()
    expect(new.locator("[data-timed]")).to_be_visible()  # what goes with it is there, too


def test_a_rated_game_is_looked_for_with_a_clock_and_people_alone(anna: Person) -> None:
    form = anna.goes("/find").page.locator("[data-find]")
    time, fill, rated = (form.locator(f"[name={name}]") for name in ("time", "fill", "rated"))
    level = fill.input_value()
    assert level
    rated.check()
    expect(time).not_to_have_value("")
    expect(fill).to_be_disabled()
    expect(fill).to_have_value("")
    expect(form.get_by_text("A rated game has a clock")).to_be_visible()
    rated.uncheck()
    expect(fill).to_be_enabled()
    expect(fill).to_have_value(level)
    expect(form.get_by_text("A rated game has a clock")).to_be_hidden()
    rated.check()
    form.get_by_label("Your name").fill("Anna")
    form.get_by_role("button", name="Find me a game").click()
    expect(anna.page.get_by_role("heading", name="Looking for a game")).to_be_visible()
    expect(anna.page.get_by_text(", rated.")).to_be_visible()
