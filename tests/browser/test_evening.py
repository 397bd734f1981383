"""Two people over an evening: the connection comes and goes, and each says when their turn ends."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

from playwright.sync_api import expect

from browser.people import PHONE, Person, Room
from browser.test_granja import gets_on
from browser.test_granja import plays as plays_granja
from browser.test_hansa import plays as plays_hansa
from browser.test_together import invited
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


def test_two_people_play_three_games_of_an_evening(room: Room) -> None:
    """They invite, play, lose the connection, come back on another device, resign, and play again."""
    choice = random.Random(5)
    anna = room.person("Anna")
    anna.sets_up("me", "friend")
    benno = invited(anna, "Benno")
    take_turns(choice, 6, anna, benno, plays=Person.plays)

    # Benno loses the connection; Anna plays on, and he sees it when he is back.
    benno.forgiven = lambda fault: "net::ERR" in fault or "Failed to fetch" in fault
    benno.context.set_offline(True)
    expect(benno.page.locator("#connection")).to_contain_text("No connection since")
    if anna.sight["to_move"] == anna.sight["seat"]:
        anna.plays(choice)
    benno.context.set_offline(False)
    expect(benno.page.locator("#connection")).to_be_hidden()
    benno.page.wait_for_function(
        "version => JSON.parse(document.querySelector('#sight').textContent).version >= version",
        arg=anna.sight["version"],
    )
    resigns(anna)
    expect(benno.page.locator("#ending")).to_contain_text("Benno wins, Anna has resigned")

    # The second game, and Benno takes his phone.
    path = anna.sets_up("me", "friend", game="granja")
    sits_down(anna, benno)
    benno.goes("/me/devices")
    benno.page.get_by_role("button", name="Add a device").click()
    code = benno.page.locator(".device-code b").inner_text()
    phone = room.person("Phone", **PHONE).goes("/device")
    phone.by_touch = True
    phone.page.get_by_label("The code").fill(code)
    phone.page.get_by_role("button", name="Go on").tap()
    expect(phone.page.get_by_role("heading", name="Are you Benno?")).to_be_visible()
    phone.page.get_by_role("button", name="Yes, that is me").tap()
    phone.page.locator(f'[data-my-games] a[href="{path}"]').tap()
    phone.page.wait_for_url(f"**{path}")
    benno.goes("/")
    take_turns(choice, 8, anna, phone, plays=lambda one, chance: plays_granja(one, chance, gets_on))
    assert phone.sight["seat"] == 1
    resigns(phone)
    expect(anna.page.locator("#ending")).to_contain_text("Anna wins, Benno has resigned")

    # The third, again and again: who began sits second in the rematch.
    path = anna.sets_up("me", "friend", game="hansa")
    sits_down(anna, benno)
    take_turns(choice, 6, anna, benno, plays=plays_hansa)
    resigns(benno)
    anna.page.locator("#ending").get_by_role("button", name="Play again").click()
    anna.page.wait_for_url(lambda url: not url.endswith(path))
    benno.page.locator("#ending").get_by_role("link", name="To the rematch").click()
    benno.page.wait_for_url(f"**{anna.path}")
    assert anna.waits()["names"] == ["Benno", "Anna"]
    take_turns(choice, 4, anna, benno, plays=plays_hansa)


def take_turns(
    choice: random.Random, moves: int, *people: Person, plays: Callable[[Person, random.Random], None]
) -> None:
    """So many actions, each by whoever is to move, in the way of the game."""
    for _ in range(moves):
        sights = [one.waits() for one in people]
        newest = max(sight["version"] for sight in sights)
        for one in people:
            one.page.wait_for_function(
                "version => JSON.parse(document.querySelector('#sight').textContent).version >= version",
                arg=newest,
            )
        mover = next(one for one in people if one.sight["to_move"] == one.sight["seat"])
        plays(mover, choice)


def sits_down(host: Person, guest: Person) -> None:
    """Somebody who is known here follows the host's invitation."""
    invitations = host.page.locator("#invitations")
    guest.goes(invitations.locator(".link-box").first.input_value())
    invitations.get_by_role("button", name="Close").click()
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.page.wait_for_url(f"**{host.path}")


def resigns(person: Person) -> None:
    """Give the game up, by the menu."""
    person.page.get_by_label("Settings and more").click()
    person.page.get_by_role("button", name="Leave, pause or resign").click()
    person.page.get_by_text("Resign …").click()
    person.page.get_by_role("button", name="I resign").click()
    expect(person.page.locator("#ending")).to_be_visible()


def test_people_find_each_other(room: Room) -> None:
    anna, benno = room.person("Anna"), room.person("Benno")
    for one in (anna, benno):
        one.goes("/find")
        one.page.get_by_label("Your name", exact=True).fill(one.name)
        one.page.get_by_label("Game", exact=True).select_option("hansa")
        one.page.get_by_label("Players", exact=True).select_option("2")
        one.page.get_by_label("Time", exact=True).select_option("600+10")
        one.page.get_by_role("button", name="Find me a game").click()
        if one is anna:
            expect(one.page.get_by_role("heading", name="Looking for a game")).to_be_visible()
    for one in (anna, benno):  # her page takes her there by itself
        one.page.wait_for_url("**/t/*")
    assert anna.path == benno.path
    assert sorted(anna.waits()["names"]) == ["Anna", "Benno"]


def test_who_watches_is_told_so_and_is_counted(room: Room) -> None:
    anna, carla = room.person("Anna"), room.person("Carla")
    path = anna.sets_up("me", "apprentice", listed="yes")
    carla.goes(path)
    expect(carla.page.locator("#watchers")).to_have_text("You watch")
    expect(anna.page.locator("#watchers")).to_have_text("1 watches")
    dora = room.person("Dora").goes(path)
    expect(anna.page.locator("#watchers")).to_have_text("2 watch")
    expect(dora.page.locator("#watchers")).to_have_text("You watch, as do 1 other")
    # Who watches is not asked to talk.
    for person, may in ((carla, False), (anna, True)):
        person.page.get_by_role("tab", name="Chat").click()
        expect(person.page.get_by_label("Say something to the table")).to_be_visible(visible=may)
        expect(person.page.get_by_role("button", name="Well played!")).to_be_visible(visible=may)
        expect(person.page.get_by_text("Those who sit at the table talk here.")).to_be_visible(
            visible=not may
        )


def test_what_was_said_is_new_until_it_was_read(room: Room) -> None:
    anna = room.person("Anna")
    anna.sets_up("me", "friend")
    benno = invited(anna, "Benno")
    benno.page.get_by_role("tab", name="Chat").click()
    for words in ("Hello!", "Well played!"):
        benno.page.get_by_role("button", name=words).click()
        expect(benno.page.locator("#chat")).to_contain_text(words)
    expect(benno.page.locator("#unread")).to_be_hidden()  # it was he who said it
    expect(anna.page.locator("#unread")).to_have_text("2 new")
    anna.page.reload()
    expect(anna.page.locator("#unread")).to_have_text("2 new")
    anna.page.get_by_role("tab", name="Chat").click()
    expect(anna.page.locator("#unread")).to_be_hidden()
    expect(anna.page.locator("#chat li.unread")).to_have_count(2)
    anna.page.reload()
    expect(anna.page.locator("#chat li")).to_have_count(2)
    expect(anna.page.locator("#unread")).to_be_hidden()


def test_invitations_come_before_the_curtain_and_carry_the_name(room: Room) -> None:
    anna = room.person("Anna")
    anna.sets_up("me", "here Benno", "friend Clara", estates="random", castles="secret")
    curtain, invitations = anna.page.locator("#curtain"), anna.page.locator("#invitations")
    expect(invitations).to_be_visible()
    expect(curtain).to_be_hidden()
    link = invitations.get_by_label("Clara").input_value()
    assert anna.sight["actions"] == []  # nothing of anybody's own is on the page yet
    invitations.get_by_role("button", name="Close").click()
    if room.served.sight(anna.path)["to_move"] != 2:
        expect(curtain).to_be_visible()
    clara = room.person("Somebody").goes(link)
    expect(clara.page.get_by_label("Your name")).to_have_value("Clara")


def test_giving_up_actions_asks_whatever_one_likes(room: Room) -> None:
    anna = room.person("Anna")
    anna.sets_up("me", "here Benno", "here Carla", game="hansa")
    sight = anna.waits_for_turn()
    version, seat = sight["version"], sight["to_move"]
    end = anna.page.locator('#tray [data-part="end"]')
    expect(end).to_have_text("End your turn and give up 2 actions")
    expect(end).to_have_class(re.compile("plain"))
    end.click()
    expect(anna.page.locator("body")).to_have_attribute("data-state", "confirming")
    anna.page.get_by_role("button", name="Cancel").click()
    assert anna.sight["version"] == version
    end.click()
    anna.page.keyboard.press("Enter")
    assert anna.moved_on(version)
    assert anna.sight["to_move"] != seat


def test_what_happened_since_ones_last_turn_is_there_at_a_touch(room: Room) -> None:
    anna = room.person("Anna")
    anna.sets_up("me", "apprentice", "apprentice")
    choice = random.Random(2)
    for _ in range(4):
        anna.plays(choice)
        anna.waits_for_turn()
    anna.page.get_by_role("button", name="Since your last turn").click()
    told = anna.page.locator("#since")
    expect(told).to_be_visible()
    names = anna.sight["names"]
    assert set(told.locator("li.whose b").all_inner_texts()) >= set(names[1:])
    lines = told.locator("li:not(.whose) > span").all_inner_texts()
    log = anna.page.locator("#log li > span").all_inner_texts()
    # It is a whole piece of the log, which is told backwards.
    assert lines
    assert "\n".join(reversed(lines)) in "\n".join(log)
    anna.page.keyboard.press("Escape")
    expect(told).to_be_hidden()


def test_sounds_are_heard_by_those_who_want_them(room: Room) -> None:
    for wanted in (False, True):
        anna = room.person("Anna")
        anna.sets_up("me", "apprentice")
        anna.waits_for_turn()
        anna.page.get_by_label("Settings and more").click()
        sounds = anna.page.get_by_label("Sounds")
        expect(sounds).not_to_be_checked()
        if wanted:
            sounds.check()
        anna.page.keyboard.press("Escape")
        choice, heading = random.Random(2), anna.sight["version"]
        for _ in range(3):
            anna.plays(choice)
            anna.waits_for_turn()
        assert anna.sight["version"] > heading
        heard = anna.page.evaluate("document.body.dataset.heard ?? ''")
        assert (heard in ("turn", "dice")) == wanted
