"""Several people: in several browsers, watching, talking, at one screen; and a server that dies meanwhile."""

from __future__ import annotations

import random
import re
import signal
from pathlib import Path

from playwright.sync_api import Browser, expect

from browser.people import Person, Room
from browser.served import Served

STAYED = "window.stayed = true"


def invited(host: Person, name: str) -> Person:
    """Somebody who follows the host's invitation, and sits down."""
    link = host.page.locator("#invitations .link-box").first.input_value()
    host.page.locator("#invitations").get_by_role("button", name="Close").click()
    guest = host.room.person(name)
    guest.goes(link)
    guest.page.get_by_label("Your name").fill(name)
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.page.wait_for_url(f"**{host.path}")
    return guest


def test_two_people_and_somebody_who_watches(room: Room) -> None:
    choice = random.Random(6)
    anna = room.person("Anna", reduced_motion="no-preference")
    path = anna.sets_up("me", "friend")
    benno = invited(anna, "Benno")
    carla = room.person("Carla").goes(path)
    people = [anna, benno, carla]
    for person in people:
        expect(person.page.locator("body")).to_contain_text("Benno")
        person.page.evaluate(STAYED)
    turns = set()
    for _ in range(10):
        told = room.served.sight(path)
        turns.add(told["to_move"])
        people[told["to_move"]].plays(choice)
        told = room.served.sight(path)
        for person in people:
            line = person.page.locator("#log li span").first
            expect(line).to_have_text(told["log"][-1]["text"])
            for seat, score in enumerate(told["scores"]):
                expect(person.page.locator(f'[data-score="{seat}"]')).to_have_text(str(score))
    assert turns == {0, 1}
    assert carla.page.locator(".lit").count() == 0
    assert not carla.sight["actions"]
    assert all(person.page.evaluate("window.stayed") for person in people), "a page was loaded anew"


def test_an_invitation_is_gone_when_the_seat_is_taken(room: Room) -> None:
    anna = room.person("Anna")
    anna.sets_up("me", "friend", "friend")
    panel = anna.page.locator("#invitations")
    expect(panel.locator("li")).to_have_count(2)
    anna.page.evaluate(STAYED)
    guests = [room.person(name) for name in ("Benno", "Carla")]
    links = [box.input_value() for box in panel.locator(".link-box").all()]
    for n, (guest, link) in enumerate(zip(guests, links, strict=True)):
        guest.goes(link)
        expect(guest.page.locator("#invitations")).to_have_count(0)
        guest.page.get_by_label("Your name").fill(guest.name)
        guest.page.get_by_role("button", name="Take the seat").click()
        expect(panel.locator("li")).to_have_count(1 - n)
        if n == 0:  # what was closed stays closed, and can be had again
            expect(panel).not_to_contain_text(links[0])
            panel.get_by_role("button", name="Close").click()
            anna.page.get_by_label("Settings and more").click()
            anna.page.get_by_role("button", name="Invite friends").click()
            expect(panel.locator(".link-box")).to_have_value(links[1])
    expect(panel).to_be_hidden()
    assert anna.page.evaluate("window.stayed")


def test_what_changed_since_my_last_turn_is_marked(room: Room) -> None:
    """Until the turn is over: also when something has been done in it."""
    choice = random.Random(14)
    anna = room.person("Anna")
    path = anna.sets_up("me", "friend")
    benno = invited(anna, "Benno")
    marked = anna.page.locator("#others .changed, #market .changed")

    def wants_to_place(part: str) -> bool:
        return part.startswith(("space-", "store-", "depot-"))

    seen = 0
    for _ in range(8):
        while room.served.sight(path)["to_move"] == 0:
            anna.plays(choice)
        while room.served.sight(path)["to_move"] == 1:
            benno.plays(choice, wants_to_place)
        anna.waits_for_turn()
        played = room.served.sight(path)["moves"]
        assert {one["seat"] for one in played} == {1}
        spaces = {part for one in played for part in one["parts"] if part.startswith("space-")}
        expect(anna.page.locator("#others .space.changed")).to_have_count(len(spaces))
        before = marked.count()
        seen += len(spaces)
        anna.takes_workers()
        if anna.waits()["to_move"] == 0:
            expect(marked).to_have_count(before)
    assert seen, "nothing was ever placed"
    while room.served.sight(path)["to_move"] == 0:
        anna.plays(choice)
    expect(anna.question).to_contain_text("Waiting for Benno")
    expect(marked).to_have_count(0)


def test_chat_reaches_everyone_and_stays_text(room: Room) -> None:
    anna = room.person("Anna")
    path = anna.sets_up("me", "friend")
    benno = invited(anna, "<b>Benno</b>")
    nasty = "<img src=x onerror=alert(1)> & </script><script>alert(2)</script>"
    for person in (anna, benno):
        person.page.get_by_role("tab", name="Chat").click()
    benno.page.get_by_label("Say something to the table").fill(nasty)
    benno.page.get_by_role("button", name="Send").click()
    for person in (anna, benno):
        expect(person.page.locator("#chat li span")).to_have_text(nasty)
        expect(person.page.locator("#chat li b")).to_have_text("<b>Benno</b>")
    anna.goes(path)
    expect(anna.page.locator("#chat li span")).to_have_text(nasty)
    expect(anna.page.locator("#chat img, #chat script, #chat b b")).to_have_count(0)


def test_a_server_that_is_killed_and_comes_back(chromium: Browser, tmp_path: Path) -> None:
    choice = random.Random(8)
    with Served(tmp_path / "tables.db") as served, Room(chromium, served) as room:
        anna = room.person("Anna")
        anna.forgiven = lambda fault: "net::ERR" in fault
        path = anna.sets_up("me", "apprentice")
        for _ in range(3):
            anna.plays(choice)
        anna.waits_for_turn()
        anna.page.evaluate(STAYED)
        before, seen = served.sight(path), anna.sight
        assert seen["version"] == before["version"]

        served.stop(signal.SIGKILL)
        expect(anna.page.locator("#connection")).to_contain_text("No connection since")
        expect(anna.page.locator(".lit")).to_have_count(0)
        anna.part(seen["actions"][0]["parts"][0]).click(force=True)  # it says that it is disabled
        expect(anna.page.locator(".toast")).to_contain_text("nothing more can be sent")
        expect(anna.page.locator("body")).to_have_attribute("data-state", "offline")

        served.start()
        expect(anna.page.locator(".toast")).to_contain_text("Back at the table")
        after = served.sight(path)
        assert (after["version"], after["number"]) == (before["version"], before["number"])
        for _ in range(3):
            anna.plays(choice)
        anna.waits_for_turn()
        after = served.sight(path)
        assert after["version"] - before["version"] == after["number"] - before["number"] >= 3
        assert anna.sight["version"] == after["version"]
        assert anna.page.evaluate("window.stayed"), "the page was loaded anew"


def test_two_people_at_one_screen_with_secrets(room: Room) -> None:
    choice = random.Random(9)
    anna, stranger = room.person("Anna"), room.person("Stranger")
    path = anna.sets_up("me", "here Benno", estates="random", castles="secret")
    curtain = anna.page.locator("#curtain")
    shown: list[str] = []
    while room.served.sight(path)["heading"] != "A1":
        anna.waits_for_turn()
        if curtain.is_visible():  # one may decide several times in a row
            assert nothing_more_than(anna, stranger, path)
            button = curtain.get_by_role("button")
            shown.append(button.inner_text())
            button.click()
            expect(curtain).to_be_hidden()
        expect(anna.question).to_contain_text(re.compile("(Anna|Benno), your turn"))
        anna.plays(choice)
    assert sorted(shown) == ["I am Anna", "I am Benno"]
    # All is open now: no curtain any more, whoever's turn it is.
    for _ in range(4):
        anna.plays(choice)
        expect(curtain).to_be_hidden()


OF_WHO_SITS = (
    r"<button[^>]* data-what-now[^>]*>[^<]*</button>",
    r"<label><input[^>]* data-setting=.guide.>[^<]*</label>",
    r"<a href=./me/told.>[^<]*</a>",
)
"""What only those who sit at a table have in its menu; the same for all of them."""


def nothing_more_than(person: Person, stranger: Person, path: str) -> bool:
    """Whether what the server sends to a person holds nothing that it would not tell a stranger."""

    def source(who: Person) -> str:
        text = who.context.request.get(f"{who.room.served.url}{path}/board").text()
        text = re.sub(r'"mine":\[[0-9,]*\]', "", text)  # which seats one has is no secret
        for kind in OF_WHO_SITS:
            text = re.sub(kind, "", text)
        text = re.sub(r"(?s)\s*<section id=\"curtain\".*?</section>\s*", "", text)
        return re.sub(r">\s+<", "><", text)

    mine, theirs = source(person), source(stranger)
    assert mine == theirs
    assert '"actions":[]' in theirs
    return not person.sight["actions"]


def test_a_word_when_it_is_my_turn(room: Room) -> None:
    choice = random.Random(10)
    anna = room.person("Anna")
    anna.context.add_init_script(
        """window.notes = []; window.away = false;
        window.Notification = class { constructor(title, { body }) { notes.push(`${title}: ${body}`); } };
        window.Notification.permission = "granted";
        window.Notification.requestPermission = async () => "granted";
        Object.defineProperty(document, "hidden", { get: () => window.away });"""
    )
    path = anna.sets_up("me", "friend")
    benno = invited(anna, "Benno")
    anna.page.get_by_label("Settings and more").click()
    anna.page.get_by_label("Tell me when it is my turn").check()
    while room.served.sight(path)["to_move"] == 0:
        anna.plays(choice)
    expect(anna.page).to_have_title("The Castles of Burgundy")
    anna.page.evaluate("window.away = true")
    while room.served.sight(path)["to_move"] == 1:
        benno.plays(choice)
    expect(anna.page).to_have_title("● Your turn: The Castles of Burgundy")
    assert anna.page.evaluate("notes") == ["Your turn: The Castles of Burgundy"]
