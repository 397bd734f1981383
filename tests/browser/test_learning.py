"""A newcomer learns here: by lessons, with the legend and the rules at hand, on a laptop and on a phone."""

from __future__ import annotations

import pytest

from browser.people import PHONE, Person, Room
from burgher.learn.lesson import lesson

FIRST = "1-first-turn"


def begins(person: Person, title: str = "Your first turn") -> None:
    """Open the course and begin a lesson."""
    person.goes("/learn/burgundy")
    person.page.get_by_role("button", name=f"Begin: {title}").click()
    person.page.wait_for_url("**/t/*")
    person.waits_for_turn()


def opens_example(person: Person) -> None:
    """Try things at an example of the rules: there one is to move at once."""
    person.goes("/rules/burgundy")
    person.page.get_by_role("button", name="Take a tile").click()
    person.page.wait_for_url("**/t/*")
    person.waits_for_turn()


def goes_on(person: Person) -> None:
    """Look at what the teacher shows, until there is something to do."""
    on = person.page.locator("[data-teacher-on]:not([hidden])")
    while on.count():
        on.click()


def does(person: Person, words: str) -> None:
    """Do a thing by touching its parts, as the teacher's lights suggest."""
    sight = person.waits_for_turn()
    action = next(one for one in sight["actions"] if one["words"] == words)
    for part in action["parts"]:
        tab = person.page.locator('.tabs [data-tab]:not([aria-current="true"])')
        thing = person.page.locator(f'[data-part="{part}"].lit').first
        if not thing.count():
            continue  # what is left had no other choice
        if tab.count() and tab.first.is_visible():
            pane = thing.evaluate("one => one.closest('.panel')?.id ?? ''")
            if pane:
                person.page.locator(f'.tabs [data-tab="{pane}"]').click()
                person.page.wait_for_timeout(600)
        thing.click()
        if person.page.locator("#do:not([hidden])").count() and part == action["parts"][-1]:
            person.page.locator("#do").click()
    person.page.wait_for_function(
        "number => JSON.parse(document.querySelector('#sight').textContent).number > number",
        arg=sight["number"],
    )


@pytest.mark.parametrize("screen", ["laptop", "phone"])
def test_a_newcomer_does_the_first_lesson_by_what_the_page_says(room: Room, screen: str) -> None:
    person = room.person("Anna", **(PHONE if screen == "phone" else {}))
    begins(person)
    first = lesson("burgundy", FIRST)
    assert first is not None
    teacher = person.page.locator("#teacher")
    assert "37 spaces to fill" in teacher.inner_text()
    told = person.page.locator("[data-teacher-on]:not([hidden])")
    assert told.count()
    assert not person.page.locator(".lit").count(), "nothing is to be touched while only something is told"
    person.page.locator("#hand [data-part]").first.click(force=True)
    assert not person.page.locator(".touched").count()
    for step in first.steps:
        goes_on(person)
        for words in step.way:
            if not step.is_task:
                lit = person.page.locator(".taught")
                assert lit.count(), "what the teacher speaks of is lit"
            does(person, words)
    person.page.get_by_text("You have done this lesson.").wait_for()
    person.page.get_by_role("button", name="Next: Workers and silverlings").click()
    person.page.get_by_text("Workers and silverlings").first.wait_for()
    person.goes("/learn/burgundy")
    assert person.page.locator(".course li.done").count() == 1


def test_the_sheet_of_symbols_and_keys_is_always_at_hand(anna: Person) -> None:
    opens_example(anna)
    anna.waits_for_turn()
    anna.page.keyboard.press("?")
    sheet = anna.page.locator("#help")
    sheet.get_by_text("Each die left is for one action").wait_for()
    assert sheet.locator(".help-symbols li").count() >= 20
    assert sheet.get_by_role("link", name="The rules").get_attribute("href") == "/rules/burgundy"
    anna.page.keyboard.press("Escape")
    sheet.wait_for(state="hidden")
    anna.page.keyboard.press("w")
    anna.page.locator(".toast").get_by_text("Each die left").wait_for()


def test_a_page_that_a_reason_names_leads_to_the_very_rule(anna: Person) -> None:
    opens_example(anna)
    anna.waits_for_turn()
    anna.page.locator('[data-part="space-1"]').click(force=True)
    link = anna.page.locator("#tip .rule-link").first
    link.wait_for()
    assert "/rules/burgundy?ref=p." in (link.get_attribute("href") or "")
    anna.goes(link.get_attribute("href") or "")
    assert "#" in anna.page.url
    anchor = anna.page.url.partition("#")[2]
    assert anna.page.locator(f"#{anchor}").is_visible()


def test_the_rules_are_searched_within_the_page(anna: Person) -> None:
    anna.goes("/rules/burgundy")
    anna.page.get_by_label("Search the rules").fill("pasture again")
    anna.page.locator("#rules-found").get_by_text("rule").wait_for()
    assert anna.page.locator("#animals-again").is_visible()
    assert not anna.page.locator("#white-die").is_visible()
    anna.page.get_by_label("Search the rules").fill("")
    assert anna.page.locator("#white-die").is_visible()


def test_a_guided_table_says_a_word_before_each_kind_of_decision(anna: Person) -> None:
    opens_example(anna)
    anna.goes(f"{anna.path}?guided=1")
    anna.waits_for_turn()
    guide = anna.page.locator("#guide")
    guide.get_by_text("Your first turn").wait_for()
    guide.get_by_text("What you can do").click()
    assert guide.locator("[data-action]").count() > 5
    guide.get_by_role("button", name="No more guidance").click()
    guide.wait_for(state="detached")
    anna.page.get_by_label("Settings and more").click()
    assert not anna.page.get_by_label("Guide me").is_checked()
    anna.page.get_by_label("Guide me").check()
    guide.wait_for()


def test_a_line_of_the_log_shows_what_it_tells_of(anna: Person) -> None:
    opens_example(anna)
    sight = anna.waits_for_turn()
    words = next(one["words"] for one in sight["actions"] if "take" in one["words"])
    does(anna, words)
    anna.waits()
    line = anna.page.locator("#log li", has_text="takes").first
    assert not anna.page.locator(".name-tag").count()
    line.click()
    anna.page.locator(".told-of").first.wait_for()
    names = anna.page.locator("#estate .name-tag text").all_text_contents()
    assert names == [str(number) for number in range(1, 38)], "spaces have numbers while the log speaks"
    assert anna.page.locator("#estate .borders ~ .name-tag").count() == 37, "no tile lies over a number"
    line.click()
    assert not anna.page.locator(".name-tag, .told-of, .told-now").count()
    line.click()
    anna.page.locator(".told-of").first.wait_for()
    anna.page.keyboard.press("Escape")
    assert not anna.page.locator(".name-tag, .told-of, .told-now").count()


def test_a_phone_says_in_words_what_lies_elsewhere_and_how_to_ask(room: Room) -> None:
    anna = room.person("Anna", **PHONE)
    opens_example(anna)
    anna.page.locator("#estate .standing").tap()
    anna.page.locator(".toast").get_by_text("Hold your finger on anything").wait_for()
    market = anna.page.locator('[data-tab="market"]')
    lit = anna.page.locator("#market .lit").count()
    assert lit
    assert market.get_attribute("data-lit") == f"{lit} to touch"


def test_play_now_asks_and_a_guided_game_lights_what_things_bring(room: Room) -> None:
    from browser.test_access import problems

    anna = room.person("Anna")
    anna.goes("/")
    anna.page.get_by_label("Your name").first.fill("Anna")
    anna.page.get_by_role("button", name="Play now").first.click()
    anna.page.get_by_role("heading", name="Do you know The Castles of Burgundy?").wait_for()
    assert problems(anna) == []
    anna.page.get_by_role("button", name="Play a first game with guidance").click()
    anna.page.wait_for_url("**/t/*")
    sight = anna.waits_for_turn()
    assert sight["names"] == ["Anna", "Apprentice"]
    guide = anna.page.locator("#guide")
    guide.get_by_text("Your first turn.").wait_for()
    top = anna.page.locator("#estate").bounding_box()
    sells = any("Sell" in action["sentence"] for action in sight["actions"])
    badges = anna.page.locator(".gain-badge")
    assert bool(badges.count()) == sells, "goods can be sold for points"
    guide.get_by_text("What you can do").click()
    listed = guide.locator("[data-action]")
    assert listed.count() >= 5
    assert problems(anna) == []
    if sells:
        assert "+" in listed.first.inner_text()
    listed.first.click()
    if anna.page.locator("#do").is_visible():
        anna.page.locator("#do").click()
    anna.page.wait_for_function(
        "number => JSON.parse(document.querySelector('#sight').textContent).number > number",
        arg=sight["number"],
    )
    assert anna.page.locator("#estate").bounding_box() == top, "the boards stay, whoever is to move"


def test_axe_finds_nothing_in_lessons_rules_and_course(anna: Person) -> None:
    from browser.test_access import problems

    begins(anna)
    assert problems(anna) == []
    for path in ("/learn/burgundy", "/rules/burgundy/aid"):
        anna.goes(path)
        assert problems(anna) == []
