"""Somebody who has never seen a game, and goes by nothing but what the page says, lights and offers."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence

from playwright.sync_api import Locator, expect

from browser.people import READY, Person

TAUGHT = ".taught.lit, .taught .lit"
"""What the teacher speaks of and what can be touched now."""
IN_SIGHT = """all => all.map((one, number) => [one, number]).filter(([one]) => {
  const panel = one.closest(".panel")?.id, tab = document.querySelector(`.tabs [data-tab="${panel}"]`);
  const isTurnedTo = !tab?.offsetParent || tab.getAttribute("aria-current") === "true";
  return isTurnedTo && one.getBoundingClientRect().width > 0;
}).map(([one, number]) => [number, one.dataset.part])"""
"""Of the things that are lit, those on the tab to which one has turned."""
ON_ROAD = """thing => {
  const drawn = thing.querySelector("rect.city-plate, use, circle.finger");
  if (!thing.matches("g.route, g.city-name") || !drawn) {
    const road = thing.querySelector("path.road-hit");
    if (!road) return null;
    const at = road.getPointAtLength(road.getTotalLength() / 2).matrixTransform(road.getScreenCTM());
    return [at.x, at.y];
  }
  const box = drawn.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}"""
"""Where a thing of several pieces is touched: a city on its plate, a road at a free house, else halfway."""
FIRST = ("Establish", "Open", "Place a trader", "Place a merchant")
"""How sentences begin that lead on where random choices would not for long: routes are filled one by one."""
LONGEST = 24
"""Touches that a newcomer spends on one step of a lesson before giving up."""


class Newcomer:
    """Takes lessons and plays a guided game, at a laptop or, by fingers, on a phone."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.page = person.page

    # -- lessons ------------------------------------------------------------------------------------

    @property
    def teacher(self) -> Locator:
        """The lesson's panel."""
        return self.page.locator("#teacher")

    def takes_lesson(self, tasks: Sequence[str]) -> None:
        """Do a lesson, at whose table one is: by what is lit; its task, where nothing is, by some moves."""
        for _ in range(12 * LONGEST):
            self.settles()
            if self.is_done():
                return
            self.goes_on()
            if self.teacher.locator(".teacher-task:visible").count():
                self.does_task(tasks)
                self.settles()
                assert self.is_done(), self.teacher.inner_text()
                return
            self.does_step()
        raise AssertionError(f"the lesson never ends: {self.teacher.inner_text()}")

    def is_done(self) -> bool:
        """Whether the lesson has been done."""
        return self.teacher.get_attribute("data-done") is not None

    def settles(self) -> None:
        """Wait until it is one's turn, or all is done."""
        self.page.locator(READY).locator("#question.mine, #teacher[data-done]").first.wait_for(
            state="attached"
        )

    def goes_on(self) -> None:
        """Look at what there is only to be looked at."""
        on = self.page.locator("[data-teacher-on]:not([hidden])")
        while on.count():
            self.touches(on)

    def does_step(self) -> None:
        """Touch what the teacher has lit until the step is done."""
        step, said = self.teacher.get_attribute("data-step"), self.teacher.inner_text()
        tried: set[str] = set()  # since the last move
        number = self.moves
        for _ in range(LONGEST):
            self.settles()
            if self.is_done() or self.teacher.get_attribute("data-step") != step:
                return
            assert not self.teacher.locator(".teacher-nudge").count(), (
                f"what is lit is wrong: {self.teacher.inner_text()}"
            )
            if self.confirms():
                continue
            if self.moves != number:
                number = self.moves
                tried.clear()
            lit = self.page.locator(TAUGHT)
            seen = [(number, part) for number, part in lit.evaluate_all(IN_SIGHT) if part not in tried]
            there = self.page.locator("[data-teacher-there]")
            parts = lit.evaluate_all("all => all.map(one => one.dataset.part)")
            if not seen and there.count() and set(parts) - tried:
                self.touches(there.first)
                self.waits_for_tabs()
                continue
            cancel = self.page.locator("#cancel")
            if not seen and tried and cancel.is_visible():
                self.touches(cancel)  # with that nothing else that is lit can be done
                continue
            assert seen, f"nothing that can be touched is lit: {said}"
            tried.add(seen[0][1])
            self.touches(lit.nth(seen[0][0]))
            self.page.locator(READY).wait_for(state="attached")
        raise AssertionError(f"what is lit does not do the step: {said}")

    def does_task(self, tasks: Sequence[str]) -> None:
        """Play some moves, each by touching its parts."""
        for words in tasks:
            if self.is_done():
                return
            sight = self.person.waits_for_turn()
            action = next((one for one in sight["actions"] if one["words"] == words), None)
            assert action is not None, f"{words} cannot be played"
            self.plays(action["parts"], sight["number"])

    def plays(self, parts: Sequence[str], number: int) -> None:
        """Touch the parts of an action until it has been sent."""
        for part in (*parts, *parts):
            if self.moved_on(number):
                break
            if self.page.locator("#do").is_visible() and not self.missing(parts):
                self.touches(self.page.locator("#do"))
                continue
            thing = self.page.locator(f'[data-part="{part}"].lit').first
            if thing.count():
                self.shows(thing)
                if thing.is_visible():  # else something besides it means the same
                    self.touches(thing)
            self.page.locator(READY).wait_for(state="attached")
        if not self.moved_on(number):
            self.confirms()
        self.page.wait_for_function(
            "number => JSON.parse(document.querySelector('#sight').textContent).number > number", arg=number
        )

    def missing(self, parts: Sequence[str]) -> list[str]:
        """Which parts have not been touched, but could be."""
        return [part for part in parts if self.page.locator(f'[data-part="{part}"].lit').count()]

    # -- what a hand does ---------------------------------------------------------------------------

    def moved_on(self, number: int) -> bool:
        """Whether more has been played than so many moves."""
        self.page.locator(READY).wait_for(state="attached")
        return self.moves > number

    @property
    def moves(self) -> int:
        """How many moves the page knows of."""
        return int(json.loads(self.page.locator("#sight").text_content() or "")["number"])

    def confirms(self) -> bool:
        """Say yes where it is asked."""
        yes = self.page.locator("#do")
        if not yes.is_visible():
            return False
        self.touches(yes)
        self.page.locator(READY).wait_for(state="attached")
        return True

    def waits_for_tabs(self) -> None:
        """Wait until the panels lie still."""
        panels = "document.querySelector('.panels')"
        self.page.wait_for_function(
            f"() => new Promise(still => {{ const at = {panels}.scrollLeft;"
            f" setTimeout(() => still({panels}.scrollLeft === at), 300); }})"
        )

    def shows(self, thing: Locator) -> None:
        """Turn to the tab on which a thing lies, or open what holds it."""
        panel = thing.evaluate("one => one.closest('.panel')?.id ?? ''")
        tab = self.page.locator(f'.tabs [data-tab="{panel}"]')
        if panel and tab.is_visible() and tab.get_attribute("aria-current") != "true":
            self.touches(tab)
            expect(tab).to_have_attribute("aria-current", "true")
        holder = thing.evaluate("one => one.closest('[role=tabpanel][hidden]')?.id ?? ''")
        if holder:
            self.touches(self.page.locator(f'[role="tab"][aria-controls="{holder}"]'))
        folded = self.page.locator("[data-open]", has_not=thing).locator("visible=true")
        if not thing.is_visible():
            for number in range(folded.count()):
                held = folded.nth(number).get_attribute("aria-controls")
                if self.page.locator(f"#{held}", has=thing).count():
                    self.touches(folded.nth(number))
                    break

    def touches(self, thing: Locator) -> None:
        """Click, or tap, a thing: a road where it is seen, else its middle, whatever lies uppermost there."""
        thing.scroll_into_view_if_needed()
        on_road = thing.evaluate(ON_ROAD)
        if on_road:
            x, y = on_road
            if self.person.by_touch:
                self.page.touchscreen.tap(x, y)
            else:
                self.page.mouse.click(x, y)
        elif self.person.by_touch:
            thing.tap(force=True)
        else:
            thing.click(force=True)

    # -- a guided game ------------------------------------------------------------------------------

    def plays_guided(self, choice: random.Random, most: int) -> set[str]:
        """Play to the end, or so many decisions, by what the guide lists; what it said before them.

        First comes what brings points, then what the guide tells to do with pieces, then anything.
        """
        said: set[str] = set()
        for _ in range(most):
            sight = self.person.waits_for_turn()
            if sight["over"]:
                return said
            guide = self.page.locator("#guide")
            guide.locator(".guide-each").wait_for()
            said |= set(guide.locator("p:not(.teacher-praise) > b").all_text_contents())
            self.touches(guide.locator(".guide-each > summary"))
            listed = guide.locator("li [data-action]")
            assert listed.count(), "the guide lists what can be done"
            sentences = listed.all_inner_texts()
            wanted = [n for verb in FIRST for n, one in enumerate(sentences) if one.startswith(verb)]
            number = choice.randrange(min(len(sentences), 8))
            if listed.locator("b").count():
                number = 0
            elif wanted:
                number = wanted[0]
            self.touches(listed.nth(number))
            assert not self.page.locator(".guide-each[open]").count(), "the list is in nobody's way"
            self.confirms_soon(sight["number"])
        return said

    def confirms_soon(self, number: int) -> None:
        """Say yes where it is asked, and wait until the move has been made."""
        if not self.moved_on(number):
            self.confirms()
        self.page.wait_for_function(
            "number => JSON.parse(document.querySelector('#sight').textContent).number > number", arg=number
        )
