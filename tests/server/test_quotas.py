"""Who does too much is told when to go on; a family, or a school class, behind one address never is."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path

import pytest

from burgher.server.http.rate_limit import Limiter
from burgher.server.problems import TooManyRequests
from burgher.server.settings import Settings, database_url
from burgher.server.tables import quotas
from burgher.server.tables.quotas import LIMITS, Doing, Quotas, in_words
from server.servers import Server, running
from server.test_pages import form, new_table

QUICK = {"seat.1.agent": "random"}
"""An opponent who needs no time to think."""


@pytest.fixture
def strict(tmp_path: Path, thinker: Executor) -> Iterator[Server]:
    """A server with the limits that everybody has."""
    settings = Settings(database=database_url(str(tmp_path / "tables.db")))
    with running(settings, thinker) as server:
        yield server


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """What time it is."""
    moment = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: moment[0])
    return moment


def used_up(found: Quotas, doing: Doing, address: str, person: str | None) -> tuple[int, TooManyRequests]:
    for n in range(10_000):
        try:
            found.count(doing, address, person)
        except TooManyRequests as problem:
            return n, problem
    raise AssertionError("there is no limit")


@pytest.mark.parametrize("doing", ["table", "seat", "chat", "export"])
def test_one_person_has_a_quota(doing: Doing, clock: list[float]) -> None:
    found, limit = Quotas(50), LIMITS[doing]
    assert limit.person is not None
    count, problem = used_up(found, doing, "192.0.2.1", "anna")
    assert count == limit.person.at_once < limit.address.at_once
    assert problem.retry_after == pytest.approx(limit.person.seconds)
    assert limit.sentence in str(problem)
    found.count(doing, "192.0.2.1", "benno")  # beside them, others go on
    clock[0] += limit.person.seconds
    found.count(doing, "192.0.2.1", "anna")
    with pytest.raises(TooManyRequests):
        found.count(doing, "192.0.2.9", "anna")  # nor from elsewhere


@pytest.mark.parametrize("doing", list(LIMITS))
def test_one_address_has_a_quota(doing: Doing, clock: list[float]) -> None:
    found, limit = Quotas(50), LIMITS[doing]
    for n in range(limit.address.at_once):
        found.count(doing, "192.0.2.1", f"person {n}")
    with pytest.raises(TooManyRequests, match="address"):
        found.count(doing, "192.0.2.1", "somebody else")
    found.count(doing, "192.0.2.2", "somebody else")


def test_a_school_class_behind_one_address_does_not_notice(clock: list[float]) -> None:
    found = Quotas(50)
    for minute in range(30):  # thirty children, and each of them opens a table every five minutes
        for child in range(30):
            if not minute:
                found.count("name", "192.0.2.1")
            if (minute + child) % 5 == 0:
                found.count("table", "192.0.2.1", f"child {child}")
                found.count("seat", "192.0.2.1", f"child {child}")
            for _ in range(3):
                found.count("chat", "192.0.2.1", f"child {child}")
        clock[0] += 60


def test_the_rate_moves_the_quotas(clock: list[float]) -> None:
    _, problem = used_up(Quotas(100), "table", "192.0.2.1", "anna")
    assert problem.retry_after == pytest.approx(15)
    none = Quotas(0)
    for _ in range(1000):
        none.count("table", "192.0.2.1", "anna")


def test_a_customer_with_many_addresses_is_one(clock: list[float]) -> None:
    found, limit = Quotas(50), LIMITS["name"].address
    for n in range(limit.at_once):
        found.count("name", f"2001:db8:1:2::{n:x}")
    with pytest.raises(TooManyRequests):
        found.count("name", "2001:db8:1:2:3:4:5:6")
    found.count("name", "2001:db8:1:3::1")
    found.count("name", "unix")


def test_what_is_remembered_has_an_end(clock: list[float], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(quotas, "MOST_REMEMBERED", 100)
    found = Quotas(50)
    for n in range(1000):
        found.count("table", f"192.0.2.{n}", f"{n}")
    assert len(found._left) == 100


def test_times_in_words() -> None:
    assert [in_words(n) for n in (0.2, 1, 30, 89, 100, 600)] == [
        "1 second",
        "1 second",
        "30 seconds",
        "89 seconds",
        "2 minutes",
        "10 minutes",
    ]


# -- at the server --------------------------------------------------------------------------------


def test_too_many_tables_are_refused_with_a_sentence(strict: Server) -> None:
    with strict.browser() as browser, strict.browser() as sister:
        url = new_table(browser, **QUICK)
        refused = None
        for _ in range(31):
            refused = form(browser, "/tables", game="burgundy", name="Anna", **QUICK)
            if refused.status_code != 303:
                break
        assert refused is not None
        assert refused.status_code == 429
        assert 1 <= int(refused.headers["retry-after"]) <= 30
        assert "You have opened many tables" in refused.text
        assert browser.get(url).status_code == 200
        new_table(sister, **QUICK)


def test_too_much_talk_is_refused_with_a_sentence(strict: Server) -> None:
    game = strict.create(
        seats=[{"kind": "me"}, {"kind": "me", "name": "Benno"}],
    )
    answers = [game.post("chat", 0, text=f"line {n}") for n in range(25)]
    refused = next(answer for answer in answers if answer.status_code != 201)
    assert refused.status_code == 429
    assert "talking faster" in refused.json()["detail"]
    assert int(refused.headers["retry-after"]) >= 1
    assert game.post("chat", 1, text="I am not").status_code == 201
    with strict.browser() as browser:
        url = new_table(browser, **QUICK)
        statuses = [browser.post(f"{url}/chat", json={"text": f"line {n}"}).status_code for n in range(25)]
        assert 429 in statuses
        assert set(statuses) == {201, 429}


def test_too_many_seats_are_refused_with_a_sentence(strict: Server) -> None:
    with strict.browser() as browser:
        game = strict.create(seats=[{"kind": "me"}, {"kind": "friend"}], listed=True)
        browser.headers.pop("x-csrf")
        form(browser, "/me/name", name="Anna")
        answers = [form(browser, f"/t/{game.id}/sit", name="Anna") for _ in range(22)]
        assert answers[0].status_code == 303
        assert answers[-1].status_code == 429
        assert "taken many seats" in answers[-1].text


def test_requests_of_a_customer_with_many_addresses_are_counted_together(clock: list[float]) -> None:
    found = Limiter(1, 10)
    for n in range(10):
        found.count(f"2001:db8:1:2::{n:x}")
    with pytest.raises(TooManyRequests):
        found.count("2001:db8:1:2:3:4:5:6")
    found.count("2001:db8:1:3::1")
