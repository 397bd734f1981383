"""Hansa Teutonica in a real browser: a whole game by clicks, a phone, keys alone, reasons, accessibility."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.people import PHONE, Person, Room
from browser.test_access import problems
from browser.test_phone import nothing_sticks_out, too_small

POINT = """element => {
  element.scrollIntoView({block: "nearest", inline: "nearest"});
  const mine = ([x, y]) => document.elementFromPoint(x, y)?.closest("[data-part], button") === element;
  const points = [element, ...element.querySelectorAll("*")].flatMap(one => {
    const box = one.getBoundingClientRect(), found = [[box.left + box.width / 2, box.top + box.height / 2]];
    if (one.matches(".road-hit")) {
      const matrix = one.getScreenCTM(), long = one.getTotalLength();
      for (let n = 1; n < 40; n++) {
        const at = one.getPointAtLength(long * n / 40).matrixTransform(matrix);
        found.push([at.x, at.y]);
      }
    }
    return found;
  });
  return points.find(mine) ?? null;
}"""
"""Where on the screen a thing can be touched, with nothing else above it."""


def touches(person: Person, what: Locator) -> None:
    """Touch a thing where it can be touched, as people do; on a phone, turn to its panel before."""
    if person.by_touch:
        panel = what.evaluate("element => element.closest('.panel')?.id")
        tab = person.page.locator(f'[data-tab="{panel}"]')
        if panel and tab.get_attribute("aria-current") != "true":
            tab.tap()
            expect(tab).to_have_attribute("aria-current", "true")
    point = what.evaluate(POINT)
    assert point, f"{what} is covered by something else"
    if person.by_touch:
        person.page.touchscreen.tap(*point)
    else:
        person.page.mouse.click(*point)


def plays(person: Person, choice: random.Random, wanted: Callable[[str], bool] = lambda part: True) -> None:
    """Play one action: touch something lit until nothing is left to be chosen."""
    version = person.waits_for_turn()["version"]
    for _ in range(12):
        lit = person.page.locator(".lit:visible")
        parts = [part for part in lit.evaluate_all("all => all.map(one => one.dataset.part)") if part]
        assert parts, "it is their turn and nothing is lit"
        chosen = choice.choice([part for part in parts if wanted(part)] or parts)
        touches(person, person.page.locator(f'.lit[data-part="{chosen}"]:visible').first)
        if person.page.locator("#do").is_visible():
            touches(person, person.page.locator("#do"))
        if person.moved_on(version):
            return
    raise AssertionError("touching never came to an end")


def no_sooner_than_needed(part: str) -> bool:
    """What one touches who wants to get on: not the end of the turn, no moving about."""
    return part not in ("end", "move", "done") and not part.startswith(("pawn", "house"))


def test_a_whole_game_against_an_opponent(anna: Person) -> None:
    choice = random.Random(1)
    path = anna.sets_up("me", "apprentice", game="hansa", limit="40")
    for turn in range(400):
        sight = anna.waits_for_turn()
        if sight["over"]:
            break
        expect(anna.page).to_have_title("● Your turn: Hansa Teutonica")
        # A person thinks about the first turns, and then wants to see the end.
        ends = turn > 60 and any(action["words"] == "end" for action in sight["actions"])
        plays(anna, choice, (lambda part: part == "end") if ends else no_sooner_than_needed)
    told = anna.room.served.sight(path)
    assert told["is_over"]
    ending = anna.page.locator("#ending")
    for name, score in zip(told["names"], told["scores"], strict=True):
        expect(ending.locator(".ranking")).to_contain_text(f"{name} {score}")
    ending.get_by_role("button", name="Look at the table").click()
    expect(ending).to_be_hidden()
    anna.page.get_by_role("tab", name="Points").click()
    together = anna.page.locator("#points-table tfoot td").all_inner_texts()
    assert list(map(int, together)) == told["scores"]


BOARDS: dict[str, dict[str, Any]] = {
    "two": {"seats": 2},
    "three in the East": {"seats": 3, "map": "east"},
    "three in Britannia": {"seats": 3, "map": "britannia"},
    "five": {"seats": 5},
    "five in Britannia": {"seats": 5, "map": "britannia"},
}


@pytest.mark.parametrize("options", BOARDS.values(), ids=BOARDS)
def test_whatever_is_lit_can_be_hit(anna: Person, options: dict[str, Any]) -> None:
    choice, rules = random.Random(2), {**options}
    seats = rules.pop("seats")
    anna.sets_up("me", *[f"here B{n}" for n in range(seats - 1)], game="hansa", **rules)
    for _ in range(8):
        anna.waits_for_turn()
        lit = anna.page.locator(".lit:visible")
        assert lit.count()
        hidden = lit.evaluate_all(f"all => all.filter(one => !({POINT})(one)).map(one => one.dataset.part)")
        assert not hidden
        plays(anna, choice, no_sooner_than_needed)


def test_displacing_shows_its_price_before_it_is_paid(anna: Person) -> None:
    anna.sets_up("me", "here Benno", "here Carla", game="hansa")
    first = anna.waits_for_turn()["to_move"]
    while anna.waits_for_turn()["to_move"] == first:
        plays(anna, random.Random(3), lambda part: part in ("supply-trader", "route-emden-stade"))
    houses = anna.page.locator(".house")
    expect(houses).to_have_count(2)
    touches(anna, anna.part("supply-trader"))
    expect(houses.first).to_have_attribute("aria-description", "costs 1 more piece")
    expect(houses.first.locator(".cost-badge")).to_be_visible()
    version = anna.waits()["version"]
    touches(anna, houses.first)
    assert anna.moved_on(version)
    expect(anna.page.locator("#log")).to_contain_text("displaces")


def test_reasons_for_what_is_impossible(anna: Person) -> None:
    anna.sets_up("me", "here Benno", game="hansa")
    anna.waits_for_turn()
    while (
        anna.page.locator('.lit[data-part^="province-"]').count()
        and not anna.page.locator(".lit.route").count()
    ):
        plays(anna, random.Random(1))
    tip = anna.page.locator("#tip")
    anna.part("establish").hover()
    expect(tip.locator(".why")).not_to_be_empty()
    told = tip.locator(".why").inner_text()
    anna.page.mouse.move(0, 0)
    expect(tip).to_be_hidden()
    anna.part("establish").click(force=True)  # it says that it is disabled
    expect(anna.page.locator("#live")).to_contain_text(told)
    anna.part("city-stade").locator("text").hover()
    expect(tip).to_contain_text("Next: a white office for a merchant")
    expect(tip.locator(".why")).not_to_be_empty()


def test_a_whole_turn_by_keyboard_alone(anna: Person) -> None:
    anna.sets_up("me", "here Benno", "here Carla", game="hansa")
    keyboard, page = anna.page.keyboard, anna.page
    seat = anna.waits_for_turn()["to_move"]
    page.evaluate("document.activeElement.blur()")

    def tab_to(selector: str) -> None:
        for _ in range(250):
            keyboard.press("Tab")
            if page.evaluate("selector => document.activeElement.matches(selector)", selector):
                return
        raise AssertionError(f"Tab never reaches {selector}")

    decisions = 0
    while anna.waits()["to_move"] == seat:
        version = anna.sight["version"]
        if page.locator('.lit[data-part="end"]').count() and decisions >= 2:
            tab_to('[data-part="end"]')
            keyboard.press("Enter")
        else:
            tab_to('.lit[data-part="supply-trader"]')
            keyboard.press("Enter")
            tab_to(".lit.route")
            keyboard.press("Enter")
        assert anna.moved_on(version)
        decisions += 1
        expect(page.locator("#live")).not_to_be_empty()
        assert decisions < 9
    assert decisions >= 2


def test_the_map_is_zoomed_by_keys_buttons_and_wheel(anna: Person) -> None:
    anna.sets_up("me", "here Benno", "here Carla", game="hansa")
    anna.waits_for_turn()

    def wide() -> float:
        return float(anna.page.locator("#map").evaluate("map => map.getBoundingClientRect().width"))

    whole = wide()
    anna.page.get_by_role("button", name="Zoom in").click()
    assert wide() == pytest.approx(whole * 1.35, rel=0.02)
    anna.page.get_by_role("button", name="Zoom out").click()
    assert wide() == pytest.approx(whole, rel=0.02)
    anna.page.locator("[data-zoom]").focus()
    anna.page.keyboard.press("+")
    anna.page.keyboard.press("+")
    closer = wide()
    assert closer == pytest.approx(whole * 1.35**2, rel=0.02)
    # It stays as it is while people play, and a mouse drags it without touching anything.
    plays(anna, random.Random(1), lambda part: part.startswith(("supply-trader", "route-")))
    assert wide() == pytest.approx(closer, rel=0.02)
    version, left = (
        anna.waits_for_turn()["version"],
        anna.page.locator("[data-zoom]").evaluate("one => one.scrollLeft"),
    )
    box = anna.page.locator("[data-zoom]").bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    anna.page.mouse.move(x, y)
    anna.page.mouse.down()
    anna.page.mouse.move(x - 60, y - 10, steps=4)
    anna.page.mouse.up()
    assert anna.page.locator("[data-zoom]").evaluate("one => one.scrollLeft") > left + 30
    assert anna.sight["version"] == version
    expect(anna.page.locator(".touched")).to_have_count(0)
    anna.page.mouse.move(x, y)
    anna.page.keyboard.down("Control")
    anna.page.mouse.wheel(0, 400)
    anna.page.keyboard.up("Control")
    anna.page.wait_for_function(
        "wide => document.querySelector('#map').getBoundingClientRect().width < wide", arg=closer
    )


# -- a phone ------------------------------------------------------------------------------------------


@pytest.fixture
def at_phone(room: Room) -> Person:
    person = room.person("Anna", **PHONE)
    person.by_touch = True
    return person


def test_turns_by_touch(at_phone: Person) -> None:
    anna, choice = at_phone, random.Random(5)
    anna.sets_up("me", "apprentice", game="hansa")
    anna.waits_for_turn()
    nothing_sticks_out(anna)
    assert not too_small(anna, "#hand [data-part], .tabs a, #desk [data-part], .zoom-buttons button")
    for _ in range(12):
        plays(anna, choice, no_sooner_than_needed)
        anna.waits_for_turn()
        nothing_sticks_out(anna)
    # As close as it gets, everything on the map is large enough for a finger.
    anna.page.locator('[data-tab="board"]').tap()
    for _ in range(6):
        anna.page.get_by_role("button", name="Zoom in").tap()
    assert not too_small(anna, "#map [data-part]")


def test_the_map_moves_to_what_can_be_touched(at_phone: Person) -> None:
    anna = at_phone
    anna.sets_up("me", "here Benno", "here Carla", game="hansa")
    plays(anna, random.Random(1), lambda part: part in ("supply-trader", "route-hamburg-luebeck"))
    frame = anna.page.locator("[data-zoom]")
    for _ in range(5):
        anna.page.get_by_role("button", name="Zoom in").tap()
    frame.evaluate("frame => frame.scrollTo(0, frame.scrollHeight)")
    expect(anna.page.locator(".house")).not_to_be_in_viewport()
    version = anna.waits_for_turn()["version"]
    touches(anna, anna.part("move"))
    assert anna.moved_on(version)
    expect(anna.page.locator(".house.lit")).to_be_in_viewport()


def test_two_fingers_zoom_the_map(at_phone: Person) -> None:
    anna = at_phone
    anna.sets_up("me", "here Benno", "here Carla", game="hansa")
    version = anna.waits_for_turn()["version"]
    outer, whole = (anna.page.locator(one).bounding_box() for one in ("[data-zoom]", "#map"))
    assert outer
    assert whole
    # At first all of it is in sight.
    assert outer["x"] - 1 <= whole["x"]
    assert whole["x"] + whole["width"] <= outer["x"] + outer["width"] + 1
    assert outer["y"] - 1 <= whole["y"]
    assert whole["y"] + whole["height"] <= outer["y"] + outer["height"] + 1
    x, y = outer["x"] + outer["width"] / 2, outer["y"] + outer["height"] / 2
    fingers = anna.context.new_cdp_session(anna.page)

    def hold(kind: str, *apart: int) -> None:
        points = [{"x": x + side * one, "y": y} for one in apart for side in (-1, 1)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    hold("touchStart", 40)
    for apart in range(45, 105, 5):
        hold("touchMove", apart)
    hold("touchEnd")
    anna.page.wait_for_function(
        "wide => document.querySelector('#map').getBoundingClientRect().width > wide",
        arg=whole["width"] * 2.2,
    )
    zoomed = anna.page.locator("#map").bounding_box()
    assert zoomed
    assert zoomed["width"] == pytest.approx(whole["width"] * 2.5, rel=0.1)
    # What lay between the fingers is still there, and nothing was touched.
    assert zoomed["x"] + zoomed["width"] / 2 == pytest.approx(x, abs=12)
    assert anna.waits()["version"] == version
    expect(anna.page.locator(".touched")).to_have_count(0)


@pytest.mark.parametrize("size", [(844, 390), (640, 400)], ids=["a phone", "a laptop at 200 %"])
def test_lying_on_its_side_a_phone_gives_the_map_its_height(room: Room, size: tuple[int, int]) -> None:
    wide, high = size
    anna = room.person("Anna", **{**PHONE, "viewport": {"width": wide, "height": high}})
    anna.by_touch = True
    anna.sets_up("me", "here Benno", "here Carla", game="hansa")
    anna.waits_for_turn()
    nothing_sticks_out(anna)
    assert not too_small(anna, "#hand [data-part], .tabs a, .zoom-buttons button")
    frame = anna.page.locator("[data-zoom]").bounding_box()
    assert frame
    assert frame["height"] == high
    assert frame["width"] > wide * 0.6
    for part in ("supply-trader", "supply-merchant", "stock", "move", "establish"):
        box = anna.part(part).bounding_box()
        assert box
        assert box["y"] + box["height"] <= high, part
    plays(anna, random.Random(1), lambda part: part.startswith(("supply-trader", "route-")))
    for panel in ("desk", "side", "board"):
        anna.page.locator(f'[data-tab="{panel}"]').tap()
        expect(anna.page.locator(f"#{panel}")).to_be_in_viewport(ratio=0.5)


SMALL = """() => [...document.querySelectorAll("#table text")].filter(one => one.checkVisibility()).map(one =>
  [one.getAttribute("class"), parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a])
  .filter(([, size]) => size < 10.95)"""


@pytest.mark.parametrize("options", BOARDS.values(), ids=BOARDS)
def test_on_a_laptop_everything_drawn_can_be_read(anna: Person, options: dict[str, Any]) -> None:
    rules = {**options}
    seats = rules.pop("seats")
    anna.sets_up("me", *[f"here B{n}" for n in range(seats - 1)], game="hansa", **rules)
    anna.waits_for_turn()
    assert not anna.page.evaluate(SMALL)


# -- everybody ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("device", ["laptop", "phone"])
def test_nothing_keeps_people_out(room: Room, device: str) -> None:
    anna = room.person("Anna", **(PHONE if device == "phone" else {}))
    anna.by_touch = device == "phone"
    anna.sets_up("me", "here Benno", "here Carla", "here Dario", "here Eva", game="hansa", map="britannia")
    choice = random.Random(12)
    for _ in range(6):
        plays(anna, choice, no_sooner_than_needed)
    anna.waits_for_turn()
    found = {"my turn": problems(anna)}
    touches(anna, anna.page.locator('#hand .lit[data-part^="supply-"], #hand .lit').first)
    found["narrowed"] = problems(anna)
    if device == "phone":
        anna.page.locator('[data-tab="side"]').tap()
    touches(anna, anna.page.locator('[data-open^="player-"]').first)
    found["a desk, large"] = problems(anna)
    assert not {where: wrong for where, wrong in found.items() if wrong}
