"""What the table's page is doing decides whether a click, a tap or a key counts."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Request, Route, expect

from browser.people import PHONE, Person, Room
from browser.test_together import invited
from burgher.server.view.static_files import static_url

DOCS = Path(__file__).parents[2] / "docs" / "pages.md"

# -- the machine by itself --------------------------------------------------------------------------

SEEN: dict[str, Any] = {
    "version": 5,
    "number": 3,
    "seat": 0,
    "to_move": 0,
    "over": False,
    "mine": [0],
    "actions": [{"number": 1, "parts": ["x"]}],
    "replay": False,
    "passing": False,
}
"""A table at which it is my turn."""
OTHERS = {**SEEN, "to_move": 1, "actions": []}


class Machine:
    """The state machine, in a browser."""

    def __init__(self, person: Person) -> None:
        self._page = person.goes("/fair").page
        self._page.evaluate(
            """async address => {
                const states = await import(address);
                window.states = states;
                window.machine = new states.PageState();
                window.heard = [];
                machine.onChange((state, event, before) => heard.push([before, event, state]));
                machine.onIgnored((event, state) => heard.push([state, event, null]));
            }""",
            static_url("table/states.js"),
        )

    def happens(self, *events: str | tuple[str, dict[str, Any]]) -> str:
        """Let things happen, and return the state to which they lead."""
        given = [[event, {}] if isinstance(event, str) else list(event) for event in events]
        state: str = self._page.evaluate(
            "all => { for (const one of all) machine.happens(...one); return machine.state; }", given
        )
        return state

    def heard(self) -> list[list[str | None]]:
        """What listeners were told."""
        heard: list[list[str | None]] = self._page.evaluate("heard")
        return heard

    def ask(self, script: str, argument: object = None) -> Any:
        """What a script gives that knows `machine` and `states`."""
        return self._page.evaluate(script, argument)


def drawn(view: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return "drawn", {"view": view}


def answered(version: int) -> tuple[str, dict[str, Any]]:
    return "answered", {"version": version}


@pytest.fixture
def machine(anna: Person) -> Machine:
    return Machine(anna)


@pytest.mark.parametrize(
    ("state", "changes"),
    [
        ("choosing", {}),
        ("waiting", OTHERS),
        ("waiting", {"actions": []}),  # a game that rests
        ("watching", {"seat": None, "mine": []}),
        ("handing-over", {"seat": None, "mine": [0, 1]}),
        ("handing-over", {"seat": None, "mine": [0, 1], "over": True}),
        ("over", {"over": True, "actions": []}),
        ("over", {"over": True, "seat": None, "mine": []}),
        ("showing", {"passing": True}),
        ("showing", {"passing": True, "version": 4}),
        ("replaying", {"replay": True, "over": True}),
    ],
)
def test_what_is_seen_says_what_the_page_does(machine: Machine, state: str, changes: dict[str, Any]) -> None:
    assert machine.happens(drawn({**SEEN, **changes})) == state


def test_what_a_state_does_not_name_is_ignored(machine: Machine) -> None:
    """In every state, every other event changes nothing and is told to those who want to know."""
    found = machine.ask(
        """view => {
            const { TRANSITIONS, PageState } = states;
            const events = [...new Set(Object.values(TRANSITIONS).flatMap(Object.keys))];
            const wrong = [];
            for (const state of Object.keys(TRANSITIONS)) for (const event of events) {
                const one = new PageState(), ignored = [];
                one.happens("drawn", { view });
                one.state = state;
                one.onIgnored((...what) => ignored.push(what.join(" ")));
                const named = event in TRANSITIONS[state], next = TRANSITIONS[state][event];
                const counts = one.happens(event, event === "drawn" ? { view } : {});
                const told = ignored.join() === `${event} ${state}`;
                if (counts !== named || told === named) wrong.push([state, event]);
                const to = !named || next === "(stay)" ? state : next === "(seen)" ? "choosing" : next;
                if (one.state !== to) wrong.push([state, event, one.state]);
            }
            return { wrong, states: Object.keys(TRANSITIONS), events };
        }""",
        SEEN,
    )
    assert found["wrong"] == []
    assert len(found["states"]) == 13
    assert {"touch", "play", "undo", "drawn", "lost"} <= set(found["events"])


def test_a_move_is_sent_once_and_seen_before_the_next(machine: Machine) -> None:
    assert machine.happens(drawn(SEEN), "touch", "play") == "sending"
    # Whatever comes before the answer: a second move, news, a table that was fetched before.
    for event in ("play", "undo", "touch", "cancel", "hint", "changed", "lost", "unchanged"):
        assert machine.happens(event) == "sending"
    assert machine.happens(drawn(SEEN)) == "sending"
    assert machine.happens(answered(7)) == "updating"
    assert machine.happens("play", drawn({**SEEN, "version": 6})) == "updating", (
        "it does not show the move yet"
    )
    assert machine.happens(drawn({**SEEN, "version": 7, "passing": True})) == "showing"
    assert machine.happens("play", drawn({**SEEN, "version": 7})) == "choosing"


def test_a_table_that_never_shows_the_move_does_not_lock_anybody_out(machine: Machine) -> None:
    machine.happens(drawn(SEEN), "play", answered(7))
    assert machine.happens("unchanged") == "updating"
    assert machine.happens("settled") == "choosing"
    assert machine.happens("play", answered(0), "unchanged") == "choosing", "it was refused"


def test_losing_the_connection_and_coming_back(machine: Machine) -> None:
    assert machine.happens(drawn(SEEN), "lost") == "offline"
    for event in ("play", "touch", "undo", "hint", "cancel", "lost"):
        assert machine.happens(event) == "offline"
    assert machine.happens("unchanged") == "choosing"
    assert machine.happens("play", "unsent") == "offline"
    assert machine.happens(drawn(OTHERS)) == "waiting"
    # A move that was taken when the connection was lost: whatever is seen then, counts.
    machine.happens(drawn(SEEN), "play", answered(9), "lost")
    assert machine.happens("unchanged") == "choosing"


def test_confirming_is_left_by_whatever_is_done(machine: Machine) -> None:
    machine.happens(drawn(SEEN))
    for event, then in (
        ("touch", "choosing"),
        ("explain", "choosing"),
        ("cancel", "choosing"),
        ("play", "sending"),
    ):
        assert machine.happens("confirm") == "confirming"
        assert machine.happens(event) == then
    assert [one for one in machine.heard() if one[1] == "play"] == [["confirming", "play", "sending"]]


def test_a_closed_table_is_the_end(machine: Machine) -> None:
    assert machine.happens(drawn(SEEN), "close") == "closed"
    assert machine.happens(drawn(SEEN), "changed", "touch", "play", "lost") == "closed"


def test_the_documents_name_every_state_and_event(machine: Machine) -> None:
    text = DOCS.read_text(encoding="utf-8")
    chapter = text[text.index("## What the page is doing") :].split("\n## ")[0]
    names = machine.ask(
        "[...Object.keys(states.TRANSITIONS), ...Object.values(states.TRANSITIONS).flatMap(Object.keys)]"
    )
    assert {name for name in names if f"`{name}`" not in chapter} == set()


# -- the page -----------------------------------------------------------------------------------------


def by_click(person: Person, what: Locator) -> None:
    what.click(force=True)


def by_tap(person: Person, what: Locator) -> None:
    panel = what.evaluate("element => element.closest('.panel')?.id")
    if panel:
        what.evaluate(
            "element => element.closest('.panel').scrollIntoView({ behavior: 'instant', inline: 'start' })"
        )
    what.tap(force=True)


def by_key(person: Person, what: Locator) -> None:
    what.focus()
    person.page.keyboard.press("Enter")


Uses = Callable[[Person, Locator], None]
WAYS = [by_click, by_tap, by_key]


class AtTable:
    """Anna, who plays against Benno, and whatever her page asks the server to do."""

    def __init__(self, room: Room, **settings: Any) -> None:
        self.anna = room.person("Anna", **settings)
        self.path = self.anna.sets_up("me", "friend")
        self.benno = invited(self.anna, "Benno")
        expect(self.anna.page.locator("body")).to_contain_text("Benno")
        self.room = room
        self.sent: list[str] = []
        self.anna.page.on("request", self._note)
        if self.told["to_move"] == 1:
            self.benno_plays()
        self.anna.waits_for_turn()

    def _note(self, request: Request) -> None:
        if request.method == "POST":
            self.sent.append(request.url.rpartition("/")[2])

    @property
    def told(self) -> Any:
        """What everyone may know."""
        return self.room.served.sight(self.path)

    def benno_plays(self) -> None:
        """Benno plays until it is Anna's turn."""
        choice = random.Random(3)
        while self.told["to_move"] == 1:
            self.benno.plays(choice)

    def state_is(self, state: str) -> None:
        """Wait until Anna's page does something."""
        expect(self.anna.page.locator("body")).to_have_attribute("data-state", state)

    def single_touch(self) -> Locator:
        """What makes a whole move with one touch: workers, when a die has been touched."""
        action = next(one for one in self.anna.sight["actions"] if one["parts"][-1] == "workers")
        first, last = action["parts"]
        by_click(self.anna, self.anna.part(first))
        expect(self.anna.part(first)).to_have_class(re.compile("touched"))
        return self.anna.part(last)


@pytest.fixture(params=WAYS, ids=lambda way: way.__name__)
def uses(request: pytest.FixtureRequest) -> Uses:
    way: Uses = request.param
    return way


def settings_for(uses: Uses) -> dict[str, Any]:
    return PHONE if uses is by_tap else {}


def test_a_second_touch_while_a_move_is_sent_does_nothing(room: Room, uses: Uses) -> None:
    table = AtTable(room, **settings_for(uses))
    anna, held = table.anna, list[Route]()
    anna.page.route("**/play", lambda route: held.append(route))
    number = table.told["number"]
    last = table.single_touch()
    uses(anna, last)
    table.state_is("sending")
    expect(anna.page.locator(".lit")).to_have_count(0)
    expect(anna.page.locator("#do")).to_be_hidden()
    uses(anna, last)
    uses(anna, anna.part("die-1"))
    anna.page.keyboard.press("Escape")
    anna.page.keyboard.press("h")
    anna.page.evaluate("document.querySelector('#do').click()")
    assert table.sent == ["play"]
    held[0].continue_()
    anna.waits_for_turn()
    assert table.sent == ["play"]
    assert table.told["number"] == number + 1
    table.state_is("choosing")


def test_a_move_made_without_a_connection_is_sent_once_it_is_back(room: Room, uses: Uses) -> None:
    table = AtTable(room, **settings_for(uses))
    anna, toast = table.anna, table.anna.page.locator(".toast")
    banner = anna.page.locator("#connection")
    anna.forgiven = lambda fault: "net::ERR" in fault
    number = table.told["number"]
    anna.page.route("**/t/**", lambda route: route.abort())
    last = table.single_touch()
    uses(anna, last)
    table.state_is("offline")
    expect(banner).to_contain_text("No connection since")
    expect(banner).to_contain_text("Your move is kept")
    expect(banner).to_contain_text("workers")
    expect(anna.page.locator(".lit")).to_have_count(0)
    uses(anna, last)  # the banner is in nobody's way
    expect(toast).to_contain_text("nothing more can be sent")
    assert table.sent == ["play"]
    anna.page.unroute("**/t/**")
    expect(toast).to_contain_text("Your move is sent")
    expect(banner).to_be_hidden()
    table.state_is("choosing")
    assert table.sent == ["play", "play"]
    assert table.told["number"] == number + 1


def test_a_kept_move_can_be_let_go(room: Room) -> None:
    table = AtTable(room)
    anna, banner = table.anna, table.anna.page.locator("#connection")
    anna.forgiven = lambda fault: "net::ERR" in fault
    number = table.told["number"]
    anna.page.route("**/t/**", lambda route: route.abort())
    by_click(anna, table.single_touch())
    banner.get_by_role("button", name="Do not send it").click()
    expect(banner).not_to_contain_text("Your move is kept")
    anna.page.unroute("**/t/**")
    expect(banner).to_be_hidden()
    table.state_is("choosing")
    assert table.sent == ["play"]
    assert table.told["number"] == number


def test_a_move_whose_answer_was_lost_is_not_played_twice(room: Room) -> None:
    table = AtTable(room)
    anna = table.anna
    anna.forgiven = lambda fault: "net::ERR" in fault or "502" in fault
    number = table.told["number"]

    def lose(route: Route) -> None:
        route.fetch()  # it arrives, and nobody hears the answer
        route.fulfill(status=502, body="")

    anna.page.route("**/play", lose)
    anna.page.route("**/boards?**", lambda route: route.abort())
    anna.page.route("**/board?**", lambda route: route.abort())
    by_click(anna, table.single_touch())
    table.state_is("offline")
    assert table.told["number"] == number + 1
    anna.page.unroute_all()
    expect(anna.page.locator(".toast")).to_contain_text("Your move had arrived")
    table.state_is("choosing")
    assert table.told["number"] == anna.sight["number"] == number + 1


def test_a_hint_while_offline_is_not_asked_for(anna: Person) -> None:
    anna.forgiven = lambda fault: "net::ERR" in fault
    anna.sets_up("me", "apprentice")
    anna.waits_for_turn()
    anna.page.route("**/t/**", lambda route: route.abort())
    # Who comes back to the page is shown how it stands, and that is when the loss is noticed.
    anna.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    toast = anna.page.locator(".toast")
    expect(anna.page.locator("#connection")).to_contain_text("No connection since")
    sent: list[str] = []
    anna.page.on("request", lambda request: sent.append(request.method))
    anna.page.keyboard.press("h")
    expect(toast).to_contain_text("hints come again")
    expect(anna.page.locator("#hint")).to_be_hidden()
    assert "POST" not in sent
    anna.page.unroute("**/t/**")
    expect(toast).to_contain_text("Back at the table")
    expect(anna.page.locator("body")).to_have_attribute("data-state", "choosing")


def test_coming_back_shows_what_happened_meanwhile(room: Room) -> None:
    table = AtTable(room)
    anna = table.anna
    anna.forgiven = lambda fault: "net::ERR" in fault
    choice = random.Random(5)
    while table.told["to_move"] == 0:
        anna.plays(choice)
    table.state_is("waiting")
    anna.page.route("**/t/**", lambda route: route.abort())
    table.benno_plays()
    table.state_is("offline")
    expect(anna.question).to_contain_text("Waiting for Benno")
    anna.page.unroute("**/t/**")
    table.state_is("choosing")
    assert anna.sight["version"] == table.told["version"]
    anna.plays(choice)


def test_a_stream_that_is_refused_is_not_being_offline(room: Room) -> None:
    """Where there are too many streams, one can play all the same, and listens again when there is room."""
    anna = room.person("Anna")
    anna.forgiven = lambda fault: "503" in fault
    refused: list[Route] = []

    def refuse(route: Route) -> None:
        refused.append(route)
        route.fulfill(status=503, body="")

    anna.page.route("**/live", refuse)
    path = anna.sets_up("me", "friend")
    benno = invited(anna, "Benno")
    choice = random.Random(2)
    anna.page.reload()
    while room.served.sight(path)["to_move"] == 1:
        benno.plays(choice)
        anna.page.reload()
    anna.plays(choice)
    assert refused
    assert anna.page.locator(".toast").count() == 0
    expect(anna.page.locator("body")).not_to_have_attribute("data-state", "offline")
    anna.page.unroute("**/live")
    benno.page.get_by_role("tab", name="Chat").click()
    with anna.page.expect_request("**/live"):
        pass
    anna.page.get_by_role("tab", name="Chat").click()
    benno.page.get_by_label("Say something to the table").fill("Are you there?")
    benno.page.keyboard.press("Enter")
    expect(anna.page.locator("#chat")).to_contain_text("Are you there?")


PLAY_ON = """async ([path, seat]) => {
    const csrf = document.querySelector('meta[name="csrf"]').content;
    const headers = { "content-type": "application/json", "x-csrf": csrf };
    for (;;) {
        const { version, to_move, actions, is_over } = await (await fetch(`${path}/sight`)).json();
        if (is_over || to_move !== seat) return is_over;
        const end = actions.find((one) => one.words === "end") ?? actions[version % actions.length];
        const body = JSON.stringify({ version, action: end.number });
        const answer = await fetch(`${path}/play`, { method: "POST", headers, body });
        if (!answer.ok && answer.status !== 409) throw new Error(answer.status);
    }
}"""
"""Play a whole turn without looking, as quickly as it goes."""


def test_the_game_ends_while_the_menu_is_open(room: Room) -> None:
    anna = room.person("Anna")
    path = anna.sets_up("me", "friend", game="hansa", limit="40")
    benno = invited(anna, "Benno")
    people = [anna, benno]
    anna.page.get_by_label("Settings and more").click()
    expect(anna.page.locator("#menu")).to_have_attribute("open", "")
    for _ in range(200):
        told = room.served.sight(path)
        if told["is_over"]:
            break
        people[told["to_move"]].page.evaluate(PLAY_ON, [path, told["to_move"]])
    body = anna.page.locator("body")
    expect(body).to_have_attribute("data-state", "over")
    expect(anna.page.locator("#ending")).to_be_visible()
    expect(anna.page.locator("#menu")).to_have_attribute("open", "")
    expect(anna.page.locator(".lit")).to_have_count(0)
    # Keys close what lies on top, one after the other, and nothing can be played any more.
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("#menu")).not_to_have_attribute("open", "")
    expect(anna.page.locator("#ending")).to_be_visible()
    anna.page.keyboard.press("Escape")
    expect(anna.page.locator("#ending")).to_be_hidden()
    sent: list[str] = []
    anna.page.on("request", lambda request: sent.append(request.method))
    anna.page.locator("#map [data-part]").first.click(force=True)
    anna.page.keyboard.press("Enter")
    assert "POST" not in sent
    expect(body).to_have_attribute("data-state", "over")


def test_the_table_is_closed_while_something_is_chosen(room: Room) -> None:
    anna = room.person("Anna")
    anna.sets_up("me", "friend")
    benno = invited(anna, "Benno")
    for person in (anna, benno):
        person.forgiven = lambda fault: "404" in fault
        person.waits()
        if person.sight["actions"]:
            person.part("die-1").click()
            expect(person.page.locator(".touched")).not_to_have_count(0)
    path = json.dumps(f"{anna.path}/host/close")
    anna.page.evaluate(
        f"""fetch({path}, {{ method: "POST", body: "{{}}", headers: {{ "content-type": "application/json",
            "x-csrf": document.querySelector('meta[name="csrf"]').content }} }})"""
    )
    for person in (anna, benno):
        expect(person.page.get_by_role("alertdialog")).to_be_visible()
        expect(person.page.locator("body")).to_have_attribute("data-state", "closed")
        expect(person.page.locator(".lit")).to_have_count(0)


def test_a_table_takes_few_requests(room: Room) -> None:
    """And none of them waits for another script."""
    anna = room.person("Anna")
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url))
    anna.sets_up("me", "apprentice")
    asked.clear()
    anna.page.reload()
    anna.waits_for_turn()
    named = anna.page.locator("script[src]").evaluate_all("all => all.map(one => one.src)")
    assert [url for url in asked if ".js" in url] == named
    assert len(named) == 2


def test_modules_run_as_they_are_too(anna: Person) -> None:
    """They are native ES modules: to put them together only saves requests."""
    anna.sets_up("me", "apprentice")
    anna.page.route(
        "**/joined/table/main.js",
        lambda route: route.fulfill(
            content_type="text/javascript", body=f'import "{static_url("table/main.js")}";'
        ),
    )
    asked: list[str] = []
    anna.page.on("request", lambda request: asked.append(request.url))
    anna.page.reload()
    anna.waits_for_turn()
    assert any(url.endswith("/table/states.js") for url in asked)
    for _ in range(2):
        anna.plays(random.Random(1))
