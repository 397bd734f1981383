"""People who are away are told that it is their turn: at a push service that decrypts, and by mail."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from concurrent.futures import Executor
from dataclasses import replace
from typing import Any

import httpx
import pytest
from sqlalchemy.engine import URL

from building import ROOT
from burgher import games
from burgher.server.notify import notifier
from burgher.server.notify.endpoints import checked_endpoint, is_public
from burgher.server.notify.mail import checked_address
from burgher.server.problems import Unprocessable
from burgher.server.settings import Settings
from burgher.server.storage.times import now
from server.old_database import asked, change
from server.post_offices import MailBox, Phone, PushService, mail_server, push_service
from server.servers import Server, running
from server.test_hosting import play, seated
from server.test_pages import form, new_table, view_of
from waiting import wait_until

HERE = "http://games.example"
ADDRESS = "benno@example.org"


@pytest.fixture(autouse=True)
def _pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(ROOT / "examples")])
    monkeypatch.setattr(notifier, "TRIED_AGAIN", (0,) * 4)


@pytest.fixture
def pushes() -> Iterator[PushService]:
    with push_service() as service:
        yield service


@pytest.fixture
def mails() -> Iterator[MailBox]:
    with mail_server() as box:
        yield box


@pytest.fixture
def settings(settings: Settings, mails: MailBox) -> Settings:
    return replace(
        settings,
        url=HERE,
        smtp=f"smtp://127.0.0.1:{mails.port}",
        mail_from="burgher@games.example",
        push_anywhere=True,
        tell_seconds=0.05,
        grace_seconds=0,
    )


def subscribe(browser: httpx.Client, phone: Phone) -> None:
    assert browser.post("/me/told/push", json=phone.subscription).status_code == 200


def pass_on(browser: httpx.Client, url: str) -> None:
    """Play until it is somebody else's turn."""
    mine = view_of(browser, url)["to_move"]
    while view_of(browser, url)["to_move"] == mine:
        play(browser, url)


def two(server: Server, anna: httpx.Client, benno: httpx.Client, **fields: str) -> str:
    """A table of Anna and Benno at which it is Anna's turn."""
    return seated(anna, benno, **{"game": "pebbles", **fields})


def settled(database: URL) -> bool:
    """Whether nothing is to be sent any more."""
    return not asked(database, "SELECT id FROM messages")


def body_of(mail: Any) -> str:
    return str(mail.get_content())


def link_in(mail: Any, path: str) -> str:
    """A link in a mail, without where it leads to."""
    found = re.search(rf"{HERE}({path}/\S+)", body_of(mail))
    assert found, body_of(mail)
    return found[1]


def confirmed(browser: httpx.Client, mails: MailBox, address: str = ADDRESS) -> None:
    """Give an address, and confirm it by the link that is sent there."""
    assert form(browser, "/me/mail", address=address).status_code == 303
    wait_until(lambda: mails.to(address))
    link = link_in(mails.to(address)[0], "/mail/confirm")
    assert f"Mails to {address}" in browser.get(link).text
    assert "You are told by mail now" in form(browser, link).text
    mails.mails.clear()


# -- push messages --------------------------------------------------------------------------------


def test_a_device_is_told_whose_turn_it_is_and_nothing_else(server: Server, pushes: PushService) -> None:
    phone = pushes.phone("benno")
    with server.browser() as anna, server.browser() as benno:
        url = two(server, anna, benno)
        subscribe(benno, phone)
        pass_on(anna, url)
        wait_until(lambda: phone.messages)
        assert phone.messages == [
            {
                "kind": "turn",
                "title": "It is your turn",
                "body": "Pebbles with Anna",
                "path": url,
                "tag": url.removeprefix("/t/"),
            }
        ]
        (_, headers, body) = pushes.taken[0]
        assert headers["topic"] == url.removeprefix("/t/")
        assert int(headers["ttl"]) > 3600
        assert b"Anna" not in body


def test_one_message_until_one_has_looked(server: Server, settings: Settings, pushes: PushService) -> None:
    phone = pushes.phone("benno")
    with server.browser() as anna, server.browser() as benno:
        url = two(server, anna, benno)
        subscribe(benno, phone)
        pass_on(anna, url)
        wait_until(lambda: phone.messages)
        version = view_of(anna, url)["version"]
        assert anna.post(f"{url}/take-back", json={"version": version}).status_code == 200
        pass_on(anna, url)
        wait_until(lambda: asked(settings.database, "SELECT turn FROM calls")[0].turn > version)
        assert settled(settings.database)
        assert len(phone.messages) == 1
        # Looking is enough, and playing shows that one has looked.
        pass_on(benno, url)
        pass_on(anna, url)
        wait_until(lambda: len(phone.messages) == 2)
        version = view_of(anna, url)["version"]
        assert benno.get(url).status_code == 200
        assert anna.post(f"{url}/take-back", json={"version": version}).status_code in (200, 422)
        if view_of(anna, url)["to_move"] == 0:
            pass_on(anna, url)
            wait_until(lambda: len(phone.messages) == 3)


def test_who_looks_is_not_told(settings: Settings, thinker: Executor, pushes: PushService) -> None:
    phone, other = pushes.phone("benno"), pushes.phone("other")
    patient = replace(settings, grace_seconds=3600)
    with running(patient, thinker) as server, server.browser() as anna, server.browser() as benno:
        url = two(server, anna, benno)
        subscribe(benno, phone)
        assert 'data-told="yes"' in benno.get(url).text
        pass_on(anna, url)
        wait_until(lambda: not settled(settings.database))
        assert benno.post(f"{url}/looked", json={}).status_code == 200
        assert settled(settings.database)
        # Somebody else's look counts for nothing.
        pass_on(benno, url)
        pass_on(anna, url)
        wait_until(lambda: not settled(settings.database))
        assert anna.post(f"{url}/looked", json={}).status_code == 200
        with server.browser() as stranger:
            assert stranger.post(f"{url}/looked", json={}).status_code == 200
            assert stranger.post(f"{url}/quiet", json={}).status_code == 403
            assert stranger.post("/me/told/push", json=other.subscription).status_code == 404
        assert not settled(settings.database)
    assert phone.messages == other.messages == []


def test_a_device_that_is_gone_is_forgotten_and_a_fault_is_tried_again(
    server: Server, settings: Settings, pushes: PushService
) -> None:
    phone = pushes.phone("benno")
    with server.browser() as anna, server.browser() as benno:
        url = two(server, anna, benno)
        subscribe(benno, phone)
        pushes.answers = [503, 429, 500]
        pass_on(anna, url)
        wait_until(lambda: phone.messages)
        assert pushes.asked == 4
        pushes.answers = [410]
        pass_on(benno, url)
        pass_on(anna, url)
        wait_until(lambda: not asked(settings.database, "SELECT id FROM subscriptions"))
        wait_until(lambda: settled(settings.database))
        assert len(phone.messages) == 1
        assert "data-told" not in benno.get(url).text


def test_it_is_given_up_some_time_and_nothing_is_followed(
    server: Server, settings: Settings, pushes: PushService
) -> None:
    phone, elsewhere = pushes.phone("benno"), pushes.phone("elsewhere")
    with server.browser() as anna, server.browser() as benno:
        url = two(server, anna, benno)
        subscribe(benno, phone)
        pushes.answers = [503] * 100
        pass_on(anna, url)
        wait_until(lambda: pushes.asked == 5)
        wait_until(lambda: settled(settings.database))
        assert asked(settings.database, "SELECT id FROM subscriptions")
        pushes.answers = [307]
        pass_on(benno, url)
        pass_on(anna, url)
        wait_until(lambda: pushes.asked == 6)
        wait_until(lambda: settled(settings.database))
        assert phone.messages == elsewhere.messages == []


def test_nobody_is_told_of_a_quiet_table_nor_of_what_they_do_not_want(
    server: Server, settings: Settings, pushes: PushService
) -> None:
    phone = pushes.phone("benno")
    with server.browser() as anna, server.browser() as benno:
        quiet, other = two(server, anna, benno), two(server, anna, benno)
        subscribe(benno, phone)
        assert benno.post(f"{quiet}/quiet", json={"quiet": True}).status_code == 200
        assert 'data-quiet="yes"' in benno.get(quiet).text
        pass_on(anna, quiet)
        pass_on(anna, other)
        wait_until(lambda: phone.messages)
        assert [one["path"] for one in phone.messages] == [other]
        # What one does not want to be told is not told at any table.
        assert form(benno, "/me/told", over="on", mail_after="60").status_code == 303
        pass_on(benno, other)
        pass_on(anna, other)
        turn = view_of(anna, other)["version"]
        called = f"SELECT turn FROM calls WHERE table_id = '{other.removeprefix('/t/')}'"
        wait_until(lambda: asked(settings.database, called)[0].turn >= turn)
        assert settled(settings.database)
        assert anna.post(f"{other}/resign", json={}).status_code == 200
        wait_until(lambda: len(phone.messages) == 2)
        assert phone.messages[1]["kind"] == "over"
        assert phone.messages[1]["title"] == "The game is over"


def test_who_plays_alone_is_not_told(server: Server, settings: Settings, pushes: PushService) -> None:
    with server.browser() as anna, server.browser() as benno:
        alone = new_table(anna, game="pebbles")
        subscribe(anna, pushes.phone("anna"))
        play(anna, alone)
        wait_until(lambda: view_of(anna, alone)["to_move"] == 0)
        url = two(server, anna, benno)
        pass_on(anna, url)
        pass_on(benno, url)
        wait_until(lambda: pushes.taken)
        assert [one[1]["topic"] for one in pushes.taken] == [url.removeprefix("/t/")]


def test_a_warning_comes_before_time_is_up(server: Server, settings: Settings, pushes: PushService) -> None:
    phone = pushes.phone("benno")
    with server.browser() as anna, server.browser() as benno:
        url = two(server, anna, benno, time="86400", then="opponent", level="apprentice")
        subscribe(benno, phone)
        pass_on(anna, url)
        wait_until(lambda: phone.messages)
        assert "move by" in phone.messages[0]["body"]
        benno.get(url)
        since, due = now() - 23 * 3600_000, now() + 3600_000
        change(settings.database, f"UPDATE tables SET since = {since}, due = {due}")
        wait_until(lambda: len(phone.messages) == 2)
        assert phone.messages[1]["kind"] == "time"
        assert pushes.taken[1][1]["urgency"] == "high"
        wait_until(lambda: settled(settings.database))
        assert len(phone.messages) == 2


def test_what_waits_survives_a_restart(settings: Settings, thinker: Executor, pushes: PushService) -> None:
    phone = pushes.phone("benno")
    slow = replace(settings, tell_seconds=3600)
    with running(slow, thinker) as server, server.browser() as anna, server.browser() as benno:
        url = two(server, anna, benno)
        subscribe(benno, phone)
        pass_on(anna, url)
    assert phone.messages == []
    with running(settings, thinker):
        wait_until(lambda: phone.messages)
    with running(settings, thinker):  # it is not told again
        wait_until(lambda: settled(settings.database))
    assert len(phone.messages) == 1


def test_of_several_processes_one_sends(
    postgres_url: URL, settings: Settings, thinker: Executor, pushes: PushService
) -> None:
    settings = replace(settings, database=postgres_url, tell_seconds=0.01)
    with running(settings, thinker) as one, running(settings, thinker) as other:
        keys = {server.http.get("/me/told/key").json()["key"] for server in (one, other)}
        assert len(keys) == 1
        with one.browser() as anna, one.browser() as benno:
            tables = [two(one, anna, benno) for _ in range(8)]
            phone = pushes.phone("benno")
            subscribe(benno, phone)
            for url in tables:
                pass_on(anna, url)
            wait_until(lambda: {message["path"] for message in phone.messages} == set(tables))
            wait_until(lambda: settled(postgres_url))
        assert len(phone.messages) == len(tables)


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example/to/me",
        "https://127.0.0.1/to/me",
        "https://[::1]/to/me",
        "https://[::ffff:10.0.0.1]/to/me",
        "https://[64:ff9b::a00:1]/to/me",
        "https://10.1.2.3/to/me",
        "https://169.254.169.254/latest",
        "https://localhost/to/me",
        "https://push.example:8080/to/me",
        "https://anna:secret@push.example/to/me",
        "https://push.example/to me",
        "https://push.example/to\nme",
        "ftp://push.example/to/me",
        "https:///to/me",
        "https://push.example/" + "x" * 1000,
        "nonsense",
    ],
)
def test_messages_go_by_https_to_the_open_internet_alone(endpoint: str) -> None:
    with pytest.raises(Unprocessable):
        checked_endpoint(endpoint)


def test_public_addresses() -> None:
    from ipaddress import ip_address

    assert checked_endpoint("https://fcm.googleapis.com/fcm/send/abc").hostname == "fcm.googleapis.com"
    assert is_public(ip_address("8.8.8.8"))
    assert is_public(ip_address("2606:4700::1111"))
    for private in (
        "0.0.0.0",
        "100.64.0.1",
        "192.168.1.1",
        "224.0.0.1",
        "fe80::1",
        "fc00::1",
        "2002:a00:1::",
    ):
        assert not is_public(ip_address(private)), private


def test_a_name_that_leads_into_a_private_network_gets_nothing(
    settings: Settings, thinker: Executor, pushes: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a name means is looked up when a message is sent, and counts then."""
    phone = pushes.phone("benno")
    careful = replace(settings, push_anywhere=False)
    with running(careful, thinker) as server, server.browser() as anna, server.browser() as benno:
        url = two(server, anna, benno)
        assert benno.post("/me/told/push", json=phone.subscription).status_code == 422
        there = {**phone.subscription, "endpoint": "https://push.example/to/benno"}
        real = socket.getaddrinfo

        def lookup(host: str, *args: Any, **kwargs: Any) -> Any:
            return real("127.0.0.1" if host == "push.example" else host, *args, **kwargs)

        monkeypatch.setattr("burgher.server.notify.endpoints.socket.getaddrinfo", lookup)
        assert benno.post("/me/told/push", json=there).status_code == 200
        pass_on(anna, url)
        wait_until(lambda: not asked(settings.database, "SELECT id FROM subscriptions"))
    assert pushes.asked == 0


@pytest.mark.parametrize(
    "wrong", [{"p256dh": "AAAA"}, {"auth": "short"}, {"p256dh": "ä"}, {"endpoint": "x" * 2000}, {"more": 1}]
)
def test_what_is_no_subscription(one_server: Server, pushes: PushService, wrong: dict[str, Any]) -> None:
    with one_server.browser() as anna:
        new_table(anna)
        answer = anna.post("/me/told/push", json={**pushes.phone("anna").subscription, **wrong})
        assert answer.status_code in (400, 422)


# -- mails ----------------------------------------------------------------------------------------


def test_a_mail_leads_straight_to_the_table_and_nowhere_else(
    server: Server, settings: Settings, mails: MailBox
) -> None:
    with server.browser() as anna, server.browser() as benno, server.browser() as elsewhere:
        url, other = two(server, anna, benno), two(server, anna, benno)
        assert form(benno, "/me/told", turn="on", mail_after="0").status_code == 303
        confirmed(benno, mails)
        pass_on(anna, url)
        wait_until(lambda: mails.to(ADDRESS))
        (mail,) = mails.to(ADDRESS)
        assert mail["subject"] == "It is your turn: Pebbles with Anna"
        assert mail["from"] == "Burgher <burgher@games.example>"
        assert mail["list-unsubscribe-post"] == "List-Unsubscribe=One-Click"
        link = link_in(mail, url + "/by-mail")
        there = elsewhere.get(link)
        assert there.status_code == 303
        assert there.headers["location"] == url
        cookie = there.headers["set-cookie"]
        assert f"Path={url}" in cookie
        assert "httponly" in cookie.lower()
        assert view_of(elsewhere, url)["seat"] == 1
        play(elsewhere, url)
        # It is good for this table alone.
        assert view_of(elsewhere, other)["seat"] is None
        assert elsewhere.get("/me/data.zip").status_code == 404
        assert elsewhere.get(link.replace(url, other)).status_code == 404
        stolen = {"cookie": f"burgher_mail={link.rpartition('/')[2]}"}
        assert server.http.get(f"{url}/sight", headers=stolen).json()["seat"] == 1
        assert server.http.get(f"{other}/sight", headers=stolen).json()["seat"] is None
        for wrong in (link[:-1] + ("A" if link[-1] != "A" else "B"), link + "x", f"{url}/by-mail/x"):
            assert elsewhere.get(wrong).status_code == 404
        # In the browser of whoever got the mail nothing is needed; in somebody else's it asks.
        assert "set-cookie" not in benno.get(link).headers
        assert "Are you Benno?" in anna.get(link).text
        assert view_of(anna, url)["seat"] == 0
        assert form(anna, link).status_code == 303
        assert view_of(anna, url)["seat"] == 1
        assert view_of(anna, other)["seat"] == 0


def test_links_end_and_mails_stop(server: Server, settings: Settings, mails: MailBox) -> None:
    with server.browser() as anna, server.browser() as benno, server.browser() as elsewhere:
        url = two(server, anna, benno)
        assert form(benno, "/me/told", turn="on", mail_after="0").status_code == 303
        confirmed(benno, mails)
        pass_on(anna, url)
        wait_until(lambda: mails.to(ADDRESS))
        (mail,) = mails.to(ADDRESS)
        assert elsewhere.get(link_in(mail, url + "/by-mail")).status_code == 303
        assert view_of(elsewhere, url)["seat"] == 1
        stop = mail["list-unsubscribe"].strip("<>").removeprefix(HERE)
        assert "No more mails?" in elsewhere.get(stop).text
        assert view_of(elsewhere, url)["seat"] == 1
        # A mail program knows nothing of our forms (RFC 8058).
        one_click = server.http.post(stop, data={"List-Unsubscribe": "One-Click"})
        assert one_click.status_code == 200
        assert not asked(settings.database, "SELECT address FROM mail_addresses")
        assert view_of(elsewhere, url)["seat"] is None
        assert elsewhere.get(link_in(mail, url + "/by-mail")).status_code == 404
        pass_on(benno, url)
        pass_on(anna, url)
        assert settled(settings.database)
        assert len(mails.mails) == 1


def test_all_links_end_with_a_new_secret(server: Server, settings: Settings, mails: MailBox) -> None:
    with server.browser() as anna, server.browser() as benno, server.browser() as elsewhere:
        url = two(server, anna, benno)
        assert form(benno, "/me/told", turn="on", mail_after="0").status_code == 303
        confirmed(benno, mails)
        pass_on(anna, url)
        wait_until(lambda: mails.to(ADDRESS))
        link = link_in(mails.to(ADDRESS)[0], url + "/by-mail")
        assert elsewhere.get(link).status_code == 303
        assert form(benno, "/me/revoke").status_code == 303
        assert view_of(elsewhere, url)["seat"] is None
        assert elsewhere.get(link).status_code == 404


def test_nothing_is_sent_to_an_address_that_is_not_confirmed(
    server: Server, settings: Settings, mails: MailBox
) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = two(server, anna, benno)
        assert form(benno, "/me/told", turn="on", mail_after="0").status_code == 303
        assert form(benno, "/me/mail", address=ADDRESS).status_code == 303
        wait_until(lambda: mails.to(ADDRESS))
        assert "Benno" not in body_of(mails.mails[0][1])  # nobody writes to others in our name
        assert form(benno, "/me/mail", address=ADDRESS).status_code == 429
        pass_on(anna, url)
        wait_until(lambda: settled(settings.database))
        assert len(mails.mails) == 1
        assert form(anna, link_in(mails.mails[0][1], "/mail/confirm") + "x").status_code == 404
        assert form(benno, "/me/mail/remove").status_code == 303
        assert form(benno, link_in(mails.mails[0][1], "/mail/confirm")).status_code == 404


def test_an_address_that_many_have_given_gets_no_more(server: Server, mails: MailBox) -> None:
    for n in range(4):
        with server.browser() as somebody:
            new_table(somebody, game="pebbles")
            status = form(somebody, "/me/mail", address=ADDRESS).status_code
            assert status == (303 if n < 3 else 429)


def test_a_mail_server_that_refuses(server: Server, settings: Settings, mails: MailBox) -> None:
    with server.browser() as anna, server.browser() as benno:
        url = two(server, anna, benno)
        assert form(benno, "/me/told", turn="on", mail_after="0").status_code == 303
        confirmed(benno, mails)
        mails.answers = ["451 later", "421 busy"]
        pass_on(anna, url)
        wait_until(lambda: mails.to(ADDRESS))
        # It says that it does not want this one: the address stays.
        mails.answers = ["554 no"]
        pass_on(benno, url)
        pass_on(anna, url)
        wait_until(lambda: not mails.answers and settled(settings.database))
        assert asked(settings.database, "SELECT address FROM mail_addresses")
        # It says that there is nobody there.
        mails.answers = ["550 5.1.1 no such user"]
        pass_on(benno, url)
        pass_on(anna, url)
        wait_until(lambda: not asked(settings.database, "SELECT address FROM mail_addresses"))
        assert len(mails.mails) == 1


def test_mails_wait_for_whoever_looks(settings: Settings, thinker: Executor, mails: MailBox) -> None:
    with running(settings, thinker) as server, server.browser() as anna, server.browser() as benno:
        url = two(server, anna, benno)
        confirmed(benno, mails)
        pass_on(anna, url)
        wait_until(lambda: not settled(settings.database))
        (waiting,) = asked(settings.database, "SELECT due FROM messages")
        assert waiting.due > now() + 10 * 60_000
        assert benno.get(url).status_code == 200
        assert settled(settings.database)
    assert mails.mails == []


@pytest.mark.parametrize(
    "address",
    [
        "",
        "benno",
        "benno@example",
        "a@b.c\nBcc: d@e.f",
        "a b@example.org",
        "a@@b.c",
        "x" * 65 + "@b.org",
        "a,b@c.de",
    ],
)
def test_what_is_no_mail_address(address: str) -> None:
    with pytest.raises(Unprocessable):
        checked_address(address)


def test_without_a_mail_server_there_are_no_mails(one_server: Server) -> None:
    with one_server.browser() as anna:
        new_table(anna)
        assert "This server sends no mails" in anna.get("/me/told").text
        assert form(anna, "/me/mail", address=ADDRESS).status_code == 409


# -- all of it for programs -----------------------------------------------------------------------


def test_a_persons_program_has_all_of_it(server: Server, mails: MailBox, pushes: PushService) -> None:
    phone = pushes.phone("program")
    with server.browser() as anna, server.browser() as benno:
        url = two(server, anna, benno)
        found = re.search(r"<b>([A-Z0-9]{4}-[A-Z0-9]{4})</b>", form(benno, "/me/devices/code").text)
        assert found
        made = server.http.post("/api/devices", json={"code": found[1], "name": "A bot"})
        assert made.status_code == 201
        assert made.json()["name"] == "Benno"
        table = url.removeprefix("/t/")
        with server.program(made.json()["token"]) as program:
            assert program.post("/me/push", json=phone.subscription).status_code == 200
            assert program.post("/me/told", json={"turn": True, "mail_after": 0}).status_code == 200
            assert program.post("/me/mail", json={"address": ADDRESS}).status_code == 200
            told = program.get("/me/told").json()
            assert told["wanted"] == {"turn": True, "time": True, "over": True, "mail_after": 0}
            assert told["mail"] == {"address": ADDRESS, "is_confirmed": False}
            assert told["on"][0]["device"] == "A program"
            pass_on(anna, url)
            wait_until(lambda: phone.messages)
            assert [one["table"] for one in program.get("/me/tables").json()] == [table]
            seen = program.get(f"/tables/{table}").json()
            assert seen["seat"] == 1
            move = {"version": seen["version"], "action": seen["actions"][0]["number"]}
            assert program.post(f"/tables/{table}/moves", json=move).status_code == 200
            assert program.post(f"/tables/{table}/looked", json={}).status_code == 200
            assert program.post(f"/tables/{table}/quiet", json={"quiet": True}).status_code == 200
            assert program.get("/me/told").json()["quiet"] == [table]
            assert program.post("/me/mail/remove", json={}).status_code == 200
            end = {"endpoint": phone.endpoint}
            assert program.post("/me/push/end", json=end).status_code == 200
            assert program.get("/me/told").json()["on"] == []
            (device,) = program.get("/me/devices").json()
            assert (device["name"], device["is_program"]) == ("A bot", True)
            assert program.post("/me/devices/code", json={}).json()["code"]
            assert program.post(f"/me/devices/{device['id']}/remove", json={}).status_code == 200
            assert program.get("/me/tables").status_code == 401
            assert program.get(f"/tables/{table}").status_code == 401
    assert server.http.get("/api/me/tables").status_code == 401
