"""The host's panel at a table, and a person's own data, as people use them: by mouse, finger and keyboard."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.people import PHONE, Person, Room
from browser.test_together import invited


def manages(person: Person) -> None:
    """Open the host's panel from the menu."""
    person.page.locator("#menu > summary").click()
    person.page.get_by_role("button", name="Manage the table").click()
    expect(person.page.locator("#hosting")).to_be_visible()


@pytest.mark.parametrize("by", ["laptop", "phone"])
def test_a_host_frees_a_seat_and_closes_the_table(room: Room, by: str) -> None:
    anna = room.person("Anna", **(PHONE if by == "phone" else {}))
    anna.sets_up("me", "friend")
    benno = invited(anna, "Benno")
    expect(anna.page.locator("#hosting")).to_contain_text("Benno")
    expect(benno.page.get_by_role("button", name="Manage the table")).to_have_count(0)
    manages(anna)
    benno.forgiven = lambda fault: "403" in fault  # what is said there is not for him any more
    anna.page.get_by_role("button", name="Free this seat of Benno").click()
    expect(benno.page.locator(".toast")).to_contain_text("Your seat was freed")
    expect(anna.page.locator("#hosting")).to_be_visible()  # it stays open while the table changes
    expect(anna.page.locator("#hosting")).to_contain_text("Seat 2")
    assert benno.sight["mine"] == []
    anna.page.locator("#hosting summary").click()
    anna.page.get_by_role("button", name="Close the table").click()
    for person in (anna, benno):
        expect(person.page.get_by_role("alertdialog")).to_contain_text("has closed it")
        person.page.get_by_role("link", name="All games").last.click()
        expect(person.page.get_by_role("heading", name="Sit down and play")).to_be_visible()


def test_the_panel_is_used_by_keyboard(room: Room) -> None:
    anna = room.person("Anna")
    anna.sets_up("me", "friend")
    anna.page.locator("#invitations").get_by_role("button", name="Close").click()
    anna.page.locator("#menu > summary").focus()
    anna.page.keyboard.press("Enter")
    anna.page.get_by_role("button", name="Manage the table").focus()
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator("#hosting")).to_be_visible()
    expect(anna.page.locator("#hosting header button")).to_be_focused()
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("#hosting")).not_to_be_visible()


def test_a_chat_among_those_who_sit_there(room: Room) -> None:
    anna = room.person("Anna")
    path = anna.sets_up("me", "friend", listed="on")
    benno = invited(anna, "Benno")
    carla = room.person("Carla").goes(path)
    for person in (anna, benno, carla):
        person.page.get_by_role("tab", name="Chat").click()
        expect(person.page.locator("#chat-readers")).to_have_text(
            "Everyone who opens this table can read this."
        )
    benno.page.get_by_label("Say something to the table").fill("Good evening")
    benno.page.keyboard.press("Enter")
    expect(carla.page.locator("#chat")).to_contain_text("Good evening")
    carla.forgiven = lambda fault: "403" in fault
    manages(anna)
    anna.page.get_by_label("Only for those who sit here").check()
    expect(benno.page.locator("#chat-readers")).to_have_text("Only those who sit here can read this.")
    expect(benno.page.locator("#chat")).to_contain_text("Good evening")
    expect(carla.page.locator("#chat")).to_have_text("What is said here is for those who sit at the table.")
    expect(anna.page.get_by_label("Only for those who sit here")).to_be_checked()
    anna.page.get_by_label("Only for those who sit here").uncheck()
    expect(carla.page.locator("#chat")).to_contain_text("Good evening")


def test_a_link_to_watch(room: Room) -> None:
    anna = room.person("Anna")
    path = anna.sets_up("me", "here Bea")
    anna.page.get_by_role("tab", name="Chat").click()
    anna.page.get_by_label("Say something to the table").fill("Come and see")
    anna.page.keyboard.press("Enter")
    expect(anna.page.locator("#chat")).to_contain_text("Come and see")
    manages(anna)
    link = anna.page.get_by_label("Link to watch").input_value()
    assert link.startswith(room.served.url)
    carla = room.person("Carla").goes(path)
    carla.page.get_by_role("tab", name="Chat").click()
    expect(carla.page.locator("#chat")).not_to_contain_text("Come and see")
    carla.goes(link)
    assert carla.path == path
    carla.page.get_by_role("tab", name="Chat").click()
    expect(carla.page.locator("#chat")).to_contain_text("Come and see")


def test_somebody_deletes_their_data(room: Room) -> None:
    anna = room.person("Anna")
    path = anna.sets_up("me", "here Bea")
    anna.goes("/me/link")
    with anna.page.expect_download() as download:
        anna.page.get_by_role("link", name="Download my data").click()
    assert download.value.suggested_filename == "burgher-my-data.zip"
    anna.page.get_by_role("link", name="Delete my data").click()
    expect(anna.page.locator("main")).to_contain_text("that run without anybody else: deleted")
    anna.page.get_by_role("button", name="Delete my data").click()  # the box is not ticked: nothing happens
    assert anna.path == "/me/delete"
    anna.page.get_by_label("Yes, delete all of it").check()
    anna.page.get_by_role("button", name="Delete my data").click()
    expect(anna.page.get_by_role("heading", name="Your data is deleted")).to_be_visible()
    anna.forgiven = lambda fault: "404" in fault
    anna.goes(path)
    expect(anna.page.locator("main")).to_contain_text("There is no such table")


def test_tables_are_found(room: Room) -> None:
    anna, carla = room.person("Aurelia"), room.person("Carla")
    path = anna.sets_up("me", "friend", listed="on")
    carla.goes("/")
    carla.page.get_by_role("link", name="Open tables").click()
    carla.page.get_by_label("Who plays").fill("aureli")
    carla.page.get_by_role("button", name="Find").click()
    expect(carla.page.get_by_role("status")).to_have_text("1 table.")
    carla.page.locator(".games-list a").click()
    carla.page.wait_for_url(f"**{path}/join")
