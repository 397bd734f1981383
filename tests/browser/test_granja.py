"""La Granja at a real browser: a whole game by clicks, a phone, keys alone, reasons, and who is kept out."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, expect

from browser.people import PHONE, Person, Room
from browser.test_access import problems
from browser.test_phone import nothing_sticks_out, too_small

TITLE = "La Granja"
OUTSIDE = """() => {
  const all = document.querySelectorAll("#market [data-part], #farm [data-part], .farm-card, .legend-button");
  return [...all].filter(one => {
    const box = one.getBoundingClientRect(), home = one.closest("section").getBoundingClientRect();
    const aside = box.right > home.right + 8 || box.left < home.left - 8;
    return box.width && (aside || box.bottom > innerHeight + 1);
  }).map(one => one.dataset.part ?? one.className);
}"""
"""What lies outside its section, or below the screen."""
VERBS = ("buy", "sell", "upgrade", "trade")


def lit(person: Person) -> list[str]:
    """The parts that are lit and in sight, or one panel away."""
    parts: list[str] = person.page.locator(".lit").evaluate_all(
        "all => all.filter(one => one.checkVisibility()).map(one => one.dataset.part)"
    )
    return parts


def touches(person: Person, what: Locator) -> None:
    """Touch a thing as people do: on a phone, turn to its panel before."""
    if person.by_touch:
        person.touches(what)
    else:
        what.click(position={"x": 8, "y": 8} if "space" in (what.get_attribute("data-part") or "") else None)


def plays(person: Person, choice: random.Random, wanted: Callable[[str], bool] = lambda part: True) -> None:
    """Play one action: answer by a button where there is one, else touch what is lit until it is done."""
    version = person.waits_for_turn()["version"]
    picks = person.page.locator(".pick")
    if picks.count() and choice.random() < 0.7:
        touches(person, picks.nth(choice.randrange(picks.count())))
        assert person.moved_on(version)
        return
    for _ in range(12):
        parts = lit(person)
        assert parts, "it is their turn and nothing is lit"
        chosen = choice.choice([part for part in parts if wanted(part)] or parts)
        touches(person, person.page.locator(f'.lit[data-part="{chosen}"]').first)
        if person.moved_on(version):
            return
        if person.page.locator("#do").is_visible():
            touches(person, person.page.locator("#do"))
            if person.moved_on(version):
                return
        if not lit(person):  # nothing goes on from here by touching alone: the buttons do
            touches(person, picks.first)
            assert person.moved_on(version)
            return
    raise AssertionError("touching never came to an end")


def gets_on(part: str) -> bool:
    """What one touches who wants to see the end: no business at the side, nothing declined at once."""
    return part not in (*VERBS, "exchange") and not part.startswith(("good-", "helper-", "roof-", "trade-"))


def test_a_whole_game_against_an_opponent(anna: Person) -> None:
    choice = random.Random(2)
    path = anna.sets_up("me", "apprentice", game="granja")
    for _ in range(500):
        sight = anna.waits_for_turn()
        if sight["over"]:
            break
        expect(anna.page).to_have_title(f"● Your turn: {TITLE}")
        delivers = any(action["words"].startswith("deliver") for action in sight["actions"])
        plays(anna, choice, (lambda part: part not in (*VERBS, "done")) if delivers else gets_on)
    told = anna.room.served.sight(path)
    assert told["is_over"]
    assert told["view"]["round"] == 6
    ending = anna.page.locator("#ending")
    for name, score in zip(told["names"], told["scores"], strict=True):
        expect(ending.locator(".ranking")).to_contain_text(f"{name} {score}")
    expect(anna.page).to_have_title(TITLE)
    ending.get_by_role("button", name="Look at the table").click()
    expect(ending).to_be_hidden()
    anna.page.get_by_role("tab", name="Points").click()
    together = anna.page.locator("#points-table tfoot td").all_inner_texts()
    assert list(map(int, together)) == told["scores"]
    # The replay of the same game shows no hands, and every position of it can be drawn.
    anna.goes(f"{path}/replay?at=20")
    expect(anna.page.locator("#farm .yard")).to_be_visible()
    assert anna.page.locator(".farm-card").count() == 0
    anna.page.get_by_role("link", name="One move on").click()
    expect(anna.page.locator("#replay-words")).to_contain_text("21 of")


def test_a_card_goes_to_any_side_of_the_farm(anna: Person) -> None:
    anna.sets_up("me", "apprentice", game="granja")
    anna.waits_for_turn()
    field, barrow = anna.page.locator("#farm .field"), anna.page.locator("#farm .barrow:not(.empty)")
    card = anna.page.locator(".farm-card.lit").first
    card.click()
    expect(anna.part("field")).to_have_class("zone zone-field lit")
    expect(anna.part("barrow")).to_have_class("zone zone-barrow lit")
    anna.part("field").click()
    expect(field).to_have_count(1)
    # In the first round a second card follows, so that the first can still be taken back.
    anna.page.locator('[data-post="take-back"]').click()
    expect(field).to_have_count(0)
    expect(anna.page.locator(".farm-card")).to_have_count(4)
    # The side may be touched before the card.
    anna.waits_for_turn()
    anna.part("barrow").click()
    anna.page.locator(".farm-card.lit").first.click()
    expect(barrow).to_have_count(1)


def test_what_is_possible_at_any_time_is_folded_away(anna: Person) -> None:
    """A trade commodity is there from the start: it can be used before any card is played."""
    anna.sets_up("me", "apprentice", game="granja")
    anna.waits_for_turn()
    trade = anna.part("trade")
    expect(trade).to_be_hidden()
    anna.page.locator('[data-open="anytime"]').click()
    expect(trade).to_be_visible()
    version = anna.sight["version"]
    trade.click()
    assert anna.sight["version"] == version, "nothing is traded by touching it once"
    anna.part("trade-silver").click()
    expect(anna.part("silver").locator("b")).to_have_text("5")
    expect(anna.part("good-trade").locator("b")).to_have_text("0")
    # It stays open while it is used, and goes when somebody has done with it.
    expect(anna.part("buy")).to_be_visible()
    anna.part("buy").click()
    expect(anna.part("good-olive").locator(".cost-badge")).to_be_visible()
    anna.part("good-olive").click()
    expect(anna.part("good-olive").locator("b")).to_have_text("1")
    anna.page.keyboard.press("Escape")
    expect(trade).to_be_hidden()
    # Touching a good says what can be done with it.
    anna.part("good-olive").click()
    expect(anna.part("upgrade")).to_be_visible()
    expect(anna.part("buy")).to_be_visible()
    expect(trade).to_be_hidden()


def test_a_hint_points_into_what_is_folded_away_and_plays(anna: Person) -> None:
    """The hint is made up, so that what it would have done is there whatever was dealt."""
    anna.sets_up("me", "apprentice", game="granja")
    sight = anna.waits_for_turn()
    deed = anna.page.locator(".anytime .deed.lit").first
    expect(deed).to_be_hidden()
    part = deed.get_attribute("data-part")
    action = next(one for one in sight["actions"] if part in one["parts"])
    body = (
        f'<div class="hint-body" data-hint-parts="{" ".join(action["parts"])}"><p class="hint-best">So.</p>'
        f'<button type="button" class="act" data-action="{action["number"]}">Play this</button></div>'
    )
    anna.page.route("**/hint", lambda route: route.fulfill(body=body, content_type="text/html"))
    anna.page.keyboard.press("h")
    expect(deed).to_be_visible()
    expect(deed).to_contain_class("hinted")
    before = sight["version"]
    anna.page.get_by_role("button", name="Play this").click()
    confirm = anna.page.locator("#do")
    if confirm.is_visible():
        confirm.click()
    anna.page.wait_for_function(
        "version => JSON.parse(document.querySelector('#sight').textContent).version > version", arg=before
    )


def covered_by_cards(person: Person, selector: str) -> list[str]:
    """What of it cannot be touched in its middle while one card or another has grown under the pointer."""
    covered: set[str] = set()
    for card in person.page.locator(".cards .farm-card").all():
        card.hover()
        person.waits_for_transitions()  # it grows after a moment
        covered |= set(
            person.page.locator(selector).evaluate_all(
                """all => all.filter(one => {
                  const {left, top, width, height} = one.getBoundingClientRect();
                  return !one.contains(document.elementFromPoint(left + width / 2, top + height / 2));
                }).map(one => one.dataset.part ?? one.textContent)"""
            )
        )
    return sorted(covered)


def test_cards_grow_when_pointed_at(anna: Person) -> None:
    anna.sets_up("me", "apprentice", game="granja")
    anna.waits_for_turn()
    card = anna.page.locator(".farm-card").first
    paper = card.locator(".c-paper")
    small = paper.bounding_box()
    card.hover()
    expect(anna.page.locator("#tip")).to_contain_text("Barrow:")
    large = paper.bounding_box()
    assert small
    assert large
    assert large["width"] > small["width"] * 1.1
    tip = anna.page.locator("#tip").bounding_box()
    assert tip
    assert tip["y"] + tip["height"] <= large["y"], "the tip keeps off the card that has grown"


def test_a_card_that_has_grown_keeps_nothing_out_of_reach(anna: Person) -> None:
    """The sides of the farm lie right above the hand: a pointer on its way there leaves the card behind."""
    anna.sets_up("me", "apprentice", game="granja")
    anna.waits_for_turn()
    anna.page.locator(".farm-card.lit").first.click()
    # As cards with much to say: they reach far over the farm.
    anna.page.locator(".cards .says").evaluate_all("all => all.forEach(one => one.style.minHeight = '170px')")
    assert covered_by_cards(anna, ".zone.lit, .pick") == []
    paper = anna.page.locator(".farm-card .c-paper").first
    side = anna.part("helper").bounding_box()
    assert side
    anna.page.locator(".farm-card").first.hover()
    anna.waits_for_transitions()
    large = paper.bounding_box()
    assert large
    assert large["y"] < side["y"] + side["height"] / 2, "it has grown over the helper"
    anna.page.mouse.move(large["x"] + large["width"] / 2, side["y"] + side["height"] / 2)
    anna.waits_for_transitions()
    small = paper.bounding_box()
    assert small
    assert small["y"] > side["y"] + side["height"] / 2, "it is small again"


def test_reasons_for_what_is_impossible(anna: Person) -> None:
    anna.sets_up("me", "apprentice", game="granja")
    anna.waits_for_turn()
    tip = anna.page.locator("#tip")
    anna.part("donkey-2").hover()
    expect(tip).to_contain_text("2 donkeys")
    expect(tip.locator(".why")).not_to_be_empty()
    hovered = tip.locator(".why").inner_text()
    anna.page.mouse.move(0, 0)
    anna.part("donkey-2").click(force=True)  # it says that it is disabled
    expect(tip.locator(".why")).to_have_text(hovered)
    expect(anna.page.locator("#live")).to_contain_text(hovered)


def test_other_farms_and_the_legend_are_one_touch_away(anna: Person) -> None:
    anna.sets_up("me", "apprentice", "apprentice", game="granja")
    anna.waits_for_turn()
    whole = anna.page.locator("#others .whole .yard").first
    expect(whole).to_be_hidden()
    anna.page.get_by_role("button", name="farm large").first.click()
    expect(whole).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(whole).to_be_hidden()
    anna.page.get_by_role("button", name="What the symbols mean").click()
    expect(anna.page.locator("#legend")).to_contain_text("What is reconstructed")
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("#legend")).to_be_hidden()


def test_a_whole_turn_by_keyboard_alone(anna: Person) -> None:
    anna.sets_up("me", "apprentice", game="granja")
    keyboard, page = anna.page.keyboard, anna.page

    def walks_to(selector: str) -> None:
        """Tab until something is focused, then the arrows where it lies among others."""
        for _ in range(60):
            if page.evaluate("s => document.activeElement.matches(s)", selector):
                return
            keyboard.press("Tab")
        raise AssertionError(f"{selector} was never reached")

    # Both cards of the first round, to two sides.
    for side in ("field", "helper"):
        version = anna.waits_for_turn()["version"]
        walks_to(".farm-card.lit")
        expect(page.locator("#tip")).to_contain_text("Field:")
        keyboard.press("Enter")
        expect(page.locator("#choice")).to_contain_text("ways to go on")
        walks_to(f'[data-part="{side}"]')
        keyboard.press("Space")
        page.wait_for_function(
            "version => JSON.parse(document.querySelector('#sight').textContent).version > version",
            arg=version,
        )
    expect(page.locator("#farm .field")).to_have_count(1)
    expect(page.locator("#farm .helper:not(.empty)")).to_have_count(1)
    # Arrows go from stall to stall.
    anna.waits_for_turn()
    page.locator('[data-part="stall-3-3"]').focus()
    keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.part") == "stall-3-4"


def answers_in_reach(person: Person) -> int:
    """How many answers there are: none is covered, whichever card has grown under the pointer."""
    assert not covered_by_cards(person, ".pick")
    return person.page.locator(".pick").count()


def test_nothing_needs_scrolling_on_a_laptop(room: Room) -> None:
    choice = random.Random(6)
    anna = room.person("Anna", viewport={"width": 1366, "height": 768})
    anna.sets_up("me", "apprentice", "apprentice", "apprentice", game="granja")
    answers = 0
    for _ in range(24):
        anna.waits_for_turn()
        has_both = anna.page.locator("#hand:has(.pick):has(.farm-card)").count()
        if has_both and not answers:
            answers = answers_in_reach(anna)
        plays(anna, choice, gets_on)
    assert answers
    anna.waits_for_turn()
    for size in ((1280, 800), (1366, 768), (1440, 900)):
        anna.page.set_viewport_size({"width": size[0], "height": size[1]})
        nothing_sticks_out(anna)
        out = anna.page.evaluate(OUTSIDE)
        assert not out, (size, out)


@pytest.fixture
def phone(room: Room) -> Person:
    person = room.person("Anna", **PHONE)
    person.by_touch = True
    return person


def test_a_round_by_touch_on_a_phone(phone: Person) -> None:
    choice = random.Random(8)
    phone.sets_up("me", "apprentice", game="granja")
    phone.waits_for_turn()
    nothing_sticks_out(phone)
    touchable = "#farm [data-part], #market [data-part], #hand [data-part], #holdings .stock, .tabs a"
    assert not too_small(phone, touchable)
    while phone.waits_for_turn()["over"] is False:
        heading = phone.page.locator(".rounds .now").inner_text()
        if heading != "1":
            break
        plays(phone, choice, gets_on)
        nothing_sticks_out(phone)
    assert not too_small(phone, touchable)


def test_reasons_and_cards_by_a_long_touch(phone: Person) -> None:
    phone.sets_up("me", "apprentice", game="granja")
    phone.waits_for_turn()
    tip = phone.page.locator("#tip")
    phone.part("donkey-1").scroll_into_view_if_needed()
    phone.part("donkey-1").tap(force=True)
    expect(tip.locator(".why")).not_to_be_empty()
    box = tip.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390


@pytest.mark.parametrize("device", ["laptop", "phone"])
def test_nobody_is_kept_out(room: Room, device: str) -> None:
    choice = random.Random(3)
    anna = room.person("Anna", **(PHONE if device == "phone" else {}))
    anna.by_touch = device == "phone"
    anna.sets_up("me", "apprentice", "apprentice", game="granja")
    anna.waits_for_turn()
    found = problems(anna)
    for n in range(14):
        anna.waits_for_turn()
        plays(anna, choice, gets_on)
        if anna.page.locator(".pick").count() or n == 13:
            anna.waits_for_turn()
            found += problems(anna)
    anna.page.get_by_role("button", name="What the symbols mean").click()
    found += problems(anna)
    assert not found
