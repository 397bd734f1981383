"""What others do is shown one step after another, at a pace one can follow, and can be skipped."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from browser.people import Person, Room
from browser.test_together import invited

NOTE = """
window.shown = [];
const note = () => {
  const text = (selector) => document.querySelector(selector).textContent;
  const { number, passing } = JSON.parse(text("#sight"));
  shown.push({ number, passing, question: text("#question"), said: text("#live") });
};
new MutationObserver(note).observe(document.querySelector("#live"), { childList: true });
"""
PACE = 700


class Table:
    """Anna, whose clock stands still, and Benno, who has played a whole turn that has not reached her yet."""

    def __init__(self, room: Room, **settings: Any) -> None:
        choice = random.Random(21)
        self.anna = room.person("Anna", paced=True, **settings)
        self.anna.context.clock.install(time=0)
        self.path = self.anna.sets_up("me", "friend")
        self.benno = invited(self.anna, "Benno")
        self.room = room
        expect(self.anna.page.locator("body")).to_contain_text("Benno")
        while self.told["to_move"] == 0:
            self.anna.plays(choice)
        expect(self.anna.question).to_contain_text("Waiting for Benno")
        self.anna.page.evaluate(NOTE)
        self.before = self.anna.sight["number"]
        held: list[Route] = []
        self.anna.page.route("**/boards?*", lambda route: held.append(route))
        while self.told["to_move"] == 1 or not held:
            self.benno.plays(choice)
        assert self.told["number"] - self.before >= 2
        self.anna.context.clock.pause_at(10**7)
        held[0].continue_()
        self.anna.page.unroute("**/boards?*")

    @property
    def told(self) -> Any:
        """What everyone may know."""
        return self.room.served.sight(self.path)

    def shown(self) -> list[dict[str, Any]]:
        """What Anna was shown since."""
        steps: list[dict[str, Any]] = self.anna.page.evaluate("shown")
        return steps

    def is_as_it_stands(self) -> None:
        """Whether Anna sees the table as it is, and can play on."""
        expect(self.anna.question).to_contain_text("Your turn.")
        assert self.anna.sight["number"] == self.told["number"]
        assert self.anna.sight["version"] == self.told["version"]
        assert not self.anna.sight["passing"]
        expect(self.anna.page.locator("#log li span").first).to_have_text(self.told["log"][-1]["text"])
        self.anna.plays(random.Random(1))


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_a_turn_of_another_is_shown_step_by_step(room: Room, motion: str) -> None:
    table = Table(room, reduced_motion=motion)
    anna = table.anna
    moves, lines = table.told["moves"], [line["text"] for line in table.told["log"]]
    seen = 0
    for _ in moves:
        if anna.sight["number"] == table.told["number"]:
            break
        expect(anna.page.locator("#skip-steps")).to_be_visible()
        assert anna.page.locator(".lit").count() == 0
        now = anna.sight["number"]
        assert now > seen, "one step at a time"
        seen = now
        anna.context.clock.run_for(PACE)
        anna.page.wait_for_function(
            "now => JSON.parse(document.querySelector('#sight').textContent).number > now", arg=now
        )
    table.is_as_it_stands()
    steps = [step for step in table.shown() if step["number"] > table.before]
    numbers = [step["number"] for step in steps]
    assert len(set(numbers)) >= 2
    # Each step was told aloud, in the journal's words, and nothing twice.
    aloud = " ".join(step["said"] for step in steps)
    told = lines[lines.index(next(line for line in lines if line in steps[0]["said"])) :]
    assert all(aloud.count(line) >= 1 for line in told if line.startswith("Benno"))
    for step in steps[:-1]:
        if step["passing"]:
            assert step["question"]
            assert step["question"] in step["said"] or step["said"] in step["question"]


def by_key(anna: Person) -> None:
    anna.page.keyboard.press("Escape")


def by_button(anna: Person) -> None:
    anna.page.locator("#skip-steps").click()


def by_touch(anna: Person) -> None:
    anna.page.locator("#estate .space").first.click(force=True)


@pytest.mark.parametrize("skips", [by_key, by_button, by_touch])
def test_enough_has_been_seen(room: Room, skips: Callable[[Person], None]) -> None:
    table = Table(room)
    expect(table.anna.page.locator("#skip-steps")).to_be_visible()
    first = table.anna.sight["number"]
    skips(table.anna)
    table.is_as_it_stands()
    assert {step["number"] for step in table.shown() if step["number"] > table.before} <= {
        first,
        table.anna.sight["number"],
        table.told["number"],
        table.told["number"] - 1,
    }


def test_nothing_is_paced_where_somebody_wants_it_at_once(room: Room) -> None:
    anna = room.person("Anna", paced=True)
    anna.sets_up("me", "apprentice")
    anna.waits_for_turn()
    anna.page.get_by_label("Settings and more").click()
    anna.page.get_by_label("Others’ moves").select_option("at once")
    anna.page.reload()
    expect(anna.page.get_by_label("Others’ moves")).to_have_value("at-once")
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url))
    choice = random.Random(4)
    for _ in range(6):
        anna.plays(choice)
    assert [url for url in asked if "/board?" in url]
    assert not [url for url in asked if "/boards" in url]
