"""A whole game by clicks, from the start page to the final scoring."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from browser.people import LAPTOP, PHONE, Person, Room


def test_a_whole_game_against_an_opponent(anna: Person) -> None:
    choice = random.Random(1)
    path = anna.sets_up("me", "apprentice")
    before = -1
    while not anna.waits_for_turn()["over"]:
        assert anna.sight["version"] > before
        before = anna.sight["version"]
        expect(anna.page).to_have_title("● Your turn: The Castles of Burgundy")
        anna.plays(choice)
    told = anna.room.served.sight(path)
    assert told["is_over"]
    ending = anna.page.locator("#ending")
    for name, score in zip(told["names"], told["scores"], strict=True):
        expect(ending.locator(".ranking")).to_contain_text(f"{name} {score}")
    expect(ending.get_by_text("Points by source")).to_be_visible()
    expect(ending.get_by_text("Points by stage")).to_be_visible()
    expect(anna.page).to_have_title("The Castles of Burgundy")
    ending.get_by_role("button", name="Look at the table").click()
    expect(ending).to_be_hidden()
    anna.page.get_by_role("tab", name="Points").click()
    together = anna.page.locator("#points-table tfoot td").all_inner_texts()
    assert list(map(int, together)) == told["scores"]


def test_taking_back_and_restarting_a_turn(anna: Person) -> None:
    choice = random.Random(2)
    path = anna.sets_up("me", "apprentice")
    dice = anna.page.locator("#hand .die.used")
    workers, silverlings = (anna.part(part).locator("b") for part in ("workers", "silverlings"))

    def played() -> int:
        return int(anna.room.served.sight(path)["number"])

    anna.waits_for_turn()
    number, had = played(), int(workers.inner_text())
    expect(anna.page.get_by_role("button", name="Take back")).to_be_hidden()

    anna.takes_workers()
    expect(dice).to_have_count(1)
    expect(workers).to_have_text(str(had + 2))
    assert played() == number + 1
    anna.page.get_by_role("button", name="Take back").click()
    expect(dice).to_have_count(0)
    expect(workers).to_have_text(str(had))
    assert played() == number

    # Workers with one die, goods sold with the other; the money could now buy something, so the turn goes on.
    anna.takes_workers()
    expect(dice).to_have_count(1)
    anna.plays(choice, lambda part: part.startswith("goods-"))
    expect(dice).to_have_count(2)
    expect(silverlings).to_have_text("2")
    assert played() == number + 2
    anna.page.get_by_role("button", name="Restart turn").click()
    expect(dice).to_have_count(0)
    expect(workers).to_have_text(str(had))
    assert played() == number
    anna.plays(choice)


def test_a_turn_that_is_to_be_confirmed(room: Room) -> None:
    """Only what ends the turn asks, unless somebody does not want it: a die that leaves another does not."""
    anna = room.person("Anna", asked=True)
    anna.sets_up("me", "apprentice")
    anna.waits_for_turn()
    anna.page.get_by_label("Settings and more").click()
    expect(anna.page.get_by_label("Ask before what is final")).to_be_checked()
    anna.page.keyboard.press("Escape")

    def workers_are_final() -> bool:
        return all(action["final"] for action in anna.sight["actions"] if "workers" in action["parts"])

    assert not workers_are_final()
    version = anna.sight["version"]
    anna.takes_workers()
    expect(anna.page.locator("#hand .die.used")).to_have_count(1)
    assert anna.waits_for_turn()["version"] > version
    assert workers_are_final()  # with one silverling, nothing could be bought
    version = anna.sight["version"]
    for answer in ("Cancel", "Confirm"):
        anna.touches(anna.part("workers"))
        expect(anna.page.locator("#choice")).to_contain_text("Take 2 workers with your")
        expect(anna.page.locator("#choice")).to_contain_text("This is final.")
        assert anna.sight["version"] == version
        anna.page.get_by_role("button", name=answer).click()
    anna.page.wait_for_function(
        "version => JSON.parse(document.querySelector('#sight').textContent).version > version", arg=version
    )


def test_reasons_for_what_is_impossible(anna: Person) -> None:
    anna.sets_up("me", "apprentice")
    anna.waits_for_turn()
    tip = anna.page.locator("#tip")

    # Pointing at it …
    anna.part("store-2").hover()
    expect(tip.locator(".why")).to_contain_text("(p. ")
    expect(tip).to_contain_text("Storage 2, empty")
    hovered = tip.locator(".why").inner_text()
    # … focusing it …
    anna.page.mouse.move(0, 0)
    expect(tip).to_be_hidden()
    anna.part("die-1").focus()
    for _ in range(9):
        anna.page.keyboard.press("ArrowRight")
        if anna.page.evaluate("document.activeElement.dataset.part") == "store-2":
            break
    expect(anna.part("store-2")).to_be_focused()
    expect(tip.locator(".why")).to_have_text(hovered)
    expect(anna.part("store-2")).to_have_attribute("aria-describedby", "tip")
    # … or touching it, which also says it aloud.
    anna.page.keyboard.press("Escape")
    anna.part("store-2").click(force=True)  # it says that it is disabled
    expect(tip.locator(".why")).to_have_text(hovered)
    expect(anna.page.locator("#live")).to_contain_text(hovered)
    # What has been touched already counts: a die opens no depot but its own, unless workers are paid.
    anna.part("die-1").click()
    dark = anna.page.locator(".spot.stocked:not(.lit)")
    for n in range(dark.count()):
        anna.page.mouse.move(0, 0)
        expect(tip).to_be_hidden()
        dark.nth(n).hover()
        expect(tip.locator(".why")).to_contain_text("(p. ")


def test_a_whole_turn_by_keyboard_alone(anna: Person) -> None:
    choice = random.Random(4)
    anna.sets_up("me", "friend Benno")
    anna.page.get_by_role("button", name="Close").click()
    keyboard, page = anna.page.keyboard, anna.page
    if anna.sight["to_move"] != 0:  # the friend would begin, and is not there
        path = anna.page.locator(".link-box").first.input_value()
        benno = anna.room.person("Benno").goes(path)
        benno.page.get_by_role("button", name="Take the seat").click()
        benno.waits_for_turn()
        while benno.waits()["to_move"] == 1:
            benno.plays(choice)

    def tab_to(selector: str) -> None:
        for _ in range(150):
            keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"Tab never reaches {selector}")

    anna.waits_for_turn()
    page.evaluate("document.activeElement.blur()")
    decisions = 0
    while anna.waits()["to_move"] == 0:
        version = anna.sight["version"]
        expect(page.locator(".lit").first).to_be_attached()
        for _ in range(12):
            tab_to("#do:not([hidden])" if page.locator("#do").is_visible() else ".lit")
            keyboard.press("Enter")
            if anna.moved_on(version):
                break
        decisions += 1
        expect(page.locator("#live")).not_to_be_empty()
    assert decisions >= 2
    expect(anna.question).to_contain_text("Waiting for")


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_an_opponent_for_points_is_chosen_named_and_chosen_again(room: Room, screen: dict[str, Any]) -> None:
    anna = room.person("Anna", **screen)
    form = anna.opens_form("burgundy")
    level = form.locator('[name="seat.1.agent"]')
    assert level.locator("optgroup").evaluate_all("all => all.map(one => one.label)") == [
        "To win",
        "For points, whoever wins",
    ]
    level.select_option(label="Merchant for points")
    # What is chosen can be read: the text is no wider than the field, less its arrow.
    text, room_for_it = level.evaluate(
        "field => { const canvas = document.createElement('canvas').getContext('2d');"
        " const style = getComputedStyle(field); canvas.font = style.font;"
        " return [canvas.measureText('Burgomaster for points').width,"
        " field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)]; }"
    )
    assert text <= room_for_it
    form.get_by_role("button", name="Set up this game").click()
    anna.page.wait_for_url("**/t/*")
    assert anna.waits()["names"] == ["Anna", "Merchant for points"]
    anna.waits_for_turn()
    anna.page.get_by_label("Settings and more").click()
    anna.page.get_by_role("button", name="Leave, pause or resign").click()
    panel = anna.page.locator("#leaving")
    panel.get_by_text("Resign …").click()
    panel.get_by_role("button", name="I resign").click()
    anna.page.locator("#ending").get_by_role("link", name="A new table like this").click()
    expect(anna.page.locator('#new-burgundy [name="seat.1.agent"]')).to_have_value("merchant-for-points")


CROSSED = """() => {
  // What is painted can be found where it lies: that changes nothing about what covers what.
  for (const one of document.querySelectorAll(".borders, .cost-badge *")) {
    one.style.pointerEvents = one.matches(".borders") ? "stroke" : "visiblePainted";
  }
  const found = { costs: 0, crossed: 0, hidden: 0 };
  for (const body of document.querySelectorAll(".estate-drawing .cost-body")) {
    const { x, y, width, height } = body.getBoundingClientRect();
    let crosses = false;
    for (let across = 1; across < 24; across++) for (let down = 1; down < 12; down++) {
      const pile = document.elementsFromPoint(x + width * across / 24, y + height * down / 12);
      if (!pile.some(one => one.matches(".borders")) || !pile.includes(body)) continue;
      crosses = true;
      if (!pile[0].closest(".cost-badge")) found.hidden++;
    }
    found.costs++;
    found.crossed += crosses;
  }
  return found;
}"""
"""How many costs a border of a region crosses, and at how many points these are not on top."""


@pytest.mark.parametrize("screen", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_costs_of_spaces_lie_above_the_borders_of_regions(room: Room, screen: dict[str, Any]) -> None:
    """On an estate of which every space could be had for two workers, as no game has it."""
    anna = room.person("Anna", **screen)
    path = anna.sets_up("me", "apprentice")
    sight = anna.waits_for_turn()
    action = sight["actions"][0]
    spaces = anna.page.locator('.estate-drawing > [data-part^="space-"]')
    parts = spaces.evaluate_all("all => all.map(one => one.dataset.part)")
    sight["actions"] = [{**action, "number": n, "parts": ["die-1", part]} for n, part in enumerate(parts)]
    sight["costs"] = {str(n): {"symbol": "sym-worker", "count": 2, "words": ""} for n in range(len(parts))}

    def tell(route: Route) -> None:
        answer = route.fetch()
        told = re.sub(
            r'(?s)(<script[^>]* id="sight"[^>]*>).*?(</script>)',
            lambda found: found[1] + json.dumps(sight).replace("<", "\\u003c") + found[2],
            answer.text(),
        )
        route.fulfill(response=answer, body=told)

    anna.page.route(f"**{path}", tell)
    anna.goes(path).waits()
    anna.touches(anna.part("die-1"))
    expect(anna.page.locator(".estate-drawing .cost-badge")).to_have_count(len(parts))
    found = anna.page.evaluate(CROSSED)
    assert found["costs"] == len(parts) == 37
    assert found["crossed"] > 20
    assert not found["hidden"]
