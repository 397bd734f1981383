"""Several devices of one person: added by a code that is good once, listed, and removed."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import httpx
import pytest

from building import ROOT
from burgher.server.settings import Settings
from burgher.server.storage.devices import CODE_LENGTH, LETTERS, code_of
from server.old_database import asked, change
from server.post_offices import push_service
from server.servers import Server, running
from server.test_pages import form, new_table, view_of
from waiting import PATIENCE

BOT = ROOT / "examples" / "bot.py"


def code_for(browser: httpx.Client) -> str:
    page = form(browser, "/me/devices/code", origin="http://home.example:8321")
    assert page.status_code == 200
    found = re.search(r"<b>([A-Z0-9]{4}-[A-Z0-9]{4})</b>", page.text)
    assert found
    assert 'class="qr"' in page.text
    return found[1]


def devices(browser: httpx.Client) -> list[str]:
    return re.findall(r"/me/devices/(\w+)/remove", browser.get("/me/devices").text)


@pytest.fixture
def anna(server: Server) -> Iterator[httpx.Client]:
    with server.browser() as anna:
        yield anna


def test_another_device_plays_in_ones_seats(server: Server, settings: Settings, anna: httpx.Client) -> None:
    url = new_table(anna)
    code = code_for(anna)
    with server.browser() as phone:
        phone.headers["user-agent"] = "Mozilla/5.0 (Android 16; Mobile; rv:140.0) Firefox/140.0"
        asking = phone.get("/device", params={"code": f" {code.lower()} "})
        assert "Are you Anna?" in asking.text
        assert view_of(phone, url)["seat"] is None  # it was only asked
        assert form(phone, "/device", code=code).status_code == 303
        assert view_of(phone, url)["seat"] == 0
        assert "Firefox on Android" in anna.get("/me/devices").text
        assert "This device is yours already" in phone.get("/device", params={"code": code_for(anna)}).text
        # Its cookie is not the first browser's, and its secret is not what is stored.
        assert phone.cookies["burgher"] != anna.cookies["burgher"]
        (stored,) = asked(settings.database, "SELECT secret_hash FROM devices")
        assert stored.secret_hash != phone.cookies["burgher"]
        # What is told there is told no more when it is removed; the first browser stays.
        with push_service() as service:
            keys = {**service.phone("phone").subscription, "endpoint": "https://push.example/to/phone"}
        assert phone.post("/me/told/push", json=keys).status_code == 200
        (device,) = devices(anna)
        with server.browser() as stranger:
            new_table(stranger)
            assert form(stranger, f"/me/devices/{device}/remove").status_code == 404
        assert form(anna, f"/me/devices/{device}/remove").status_code == 303
        assert view_of(phone, url)["seat"] is None
        assert view_of(anna, url)["seat"] == 0
        assert not asked(settings.database, "SELECT id FROM subscriptions")
        assert devices(anna) == []


def test_a_code_is_good_once_and_for_minutes(server: Server, settings: Settings, anna: httpx.Client) -> None:
    new_table(anna)
    code, late = code_for(anna), code_for(anna)
    with server.browser() as phone, server.browser() as other:
        assert form(phone, "/device", code=code).status_code == 303
        assert form(other, "/device", code=code).status_code == 404
        assert other.get("/device", params={"code": code}).status_code == 404
        change(settings.database, "UPDATE device_codes SET until = 1")
        assert form(other, "/device", code=late).status_code == 404
        for wrong in ("", "ABCD-234", "0000-0000", "x" * 30, "ABCD-234Ä"):
            assert form(other, "/device", code=wrong).status_code == 404
    assert len(devices(anna)) == 1


def test_who_has_mistyped_a_code_can_correct_it(server: Server) -> None:
    with server.browser() as phone:
        for typed, wrong in (
            ("ABCD-23", "A code has 8 letters and digits"),
            ("ABCD-2340", "none of them is I, L, O, 0 or 1"),
            ("ABCD-2345", "each is good once, for 10 minutes"),
        ):
            for answer in (phone.get("/device", params={"code": typed}), form(phone, "/device", code=typed)):
                assert answer.status_code == 404
                assert wrong in answer.text
                assert re.search(f'<input id="code"[^>]* value="{typed}"', answer.text)
        assert "error-box" not in phone.get("/device").text


def test_of_two_who_come_with_one_code_one_gets_in(server: Server, anna: httpx.Client) -> None:
    new_table(anna)
    for _ in range(5):
        code = code_for(anna)

        def comes(_: int, code: str = code) -> int:
            with server.browser() as somebody:
                return form(somebody, "/device", code=code).status_code

        with ThreadPoolExecutor(4) as several:
            assert sorted(several.map(comes, range(4))) == [303, 404, 404, 404]
    assert len(devices(anna)) == 5


def test_whoever_guesses_is_slowed_down(settings: Settings) -> None:
    with running(replace(settings, rate=50)) as server, server.browser() as thief:
        answers = [form(thief, "/device", code="ABCD-2345").status_code for _ in range(45)]
        assert answers[:40] == [404] * 40
        assert 429 in answers[40:]
        assert server.http.post("/api/devices", json={"code": "ABCD-2345"}).status_code == 429


def test_the_example_becomes_a_program_of_somebody(server: Server, anna: httpx.Client) -> None:
    url = new_table(anna, **{"seat.1.kind": "here", "seat.1.name": "Benno"})
    before = view_of(anna, url)["version"]
    played = subprocess.run(
        [sys.executable, BOT, server.url, code_for(anna)],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert played.stdout.splitlines()[-1].startswith("BURGHER_TOKEN=person-")
    assert played.stderr == ""
    assert view_of(anna, url)["version"] == before + 1
    assert "examples/bot.py" in anna.get("/me/devices").text


def test_all_others_are_shut_out_at_once(server: Server, anna: httpx.Client) -> None:
    url = new_table(anna)
    with server.browser() as phone:
        assert form(phone, "/device", code=code_for(anna)).status_code == 303
        waiting = code_for(anna)
        program = server.http.post("/api/devices", json={"code": code_for(anna)}).json()["token"]
        assert form(phone, "/me/revoke").status_code == 303  # on the device that is at hand
        assert view_of(phone, url)["seat"] == 0
        assert view_of(anna, url)["seat"] is None
        assert form(anna, "/device", code=waiting).status_code == 404
        with server.program(program) as bot:
            assert bot.get("/me/tables").status_code == 401


def test_the_private_link_makes_a_device_of_its_own(server: Server, anna: httpx.Client) -> None:
    url = new_table(anna)
    link = re.search(r'value="([^"]*/me/[\w-]{43})"', anna.get("/me/link").text)
    assert link
    with server.browser() as phone:
        assert form(phone, "/me/arrive", secret=link[1].rpartition("/")[2]).status_code == 303
        assert view_of(phone, url)["seat"] == 0
        (device,) = devices(anna)
        assert form(anna, f"/me/devices/{device}/remove").status_code == 303
        assert view_of(phone, url)["seat"] is None


def test_a_device_notes_when_it_was_last_here(server: Server, settings: Settings, anna: httpx.Client) -> None:
    url = new_table(anna)
    with server.browser() as phone:
        assert form(phone, "/device", code=code_for(anna)).status_code == 303
        change(settings.database, "UPDATE devices SET seen = 1")
        assert view_of(phone, url)["seat"] == 0
        (device,) = asked(settings.database, "SELECT seen FROM devices")
        assert device.seen > 1


def test_who_has_no_name_has_no_devices(one_server: Server) -> None:
    with one_server.browser() as nobody:
        assert nobody.get("/me/devices").status_code == 404
        assert form(nobody, "/me/devices/code").status_code == 404
        assert nobody.get("/device").status_code == 200


def test_codes_as_people_type_them() -> None:
    assert code_of("abcd-2345") == code_of(" AB CD 23 45 ") == "ABCD2345"
    assert code_of("ABCD-234O") is None
    # Enough that nobody guesses one while it is good.
    assert len(LETTERS) ** CODE_LENGTH > 10**11
