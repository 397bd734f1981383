"""Tables through the API: making them, sitting down, playing, taking back, watching."""

from __future__ import annotations

import asyncio
import json
import random
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.engine import URL

from burgher.kernel.errors import BadOptions
from burgher.record import Record
from burgher.server.settings import Settings
from burgher.server.storage.database import NEWEST, opened
from burgher.server.storage.schema import metadata
from server.servers import TWO, Game, Server, running


def test_a_whole_game_between_two_programs(server: Server) -> None:
    game = server.create(seats=TWO)
    end = game.play(10_000)
    assert end["is_over"]
    assert end["ranks"] is not None
    assert [sum(sources.values()) for sources in end["breakdown"]] == end["scores"]
    with server.program() as client:
        record = Record.parse(client.get(f"/tables/{game.id}/record").text)
    *_, table = record.steps()
    assert table.scores() == end["scores"]
    assert record.names == ("Anna", "Benno")


def test_a_game_against_an_opponent(server: Server) -> None:
    game = server.create(seats=[{"kind": "me"}, {"kind": "opponent", "agent": "random"}])
    rng = random.Random(1)
    table_view = game.table_view(0)
    while not table_view["is_over"]:
        if table_view["actions"]:
            action = rng.choice(table_view["actions"])["words"]
            answer = game.post("moves", 0, version=table_view["version"], action=action)
            assert answer.status_code == 200, answer.text
            table_view = game.table_view(0)
        else:
            table_view = game.table_view(0, after=table_view["version"])
    assert table_view["names"] == ["Program", "Random"]


def test_a_restart_finds_every_table_as_it_was(settings: Settings, thinker: Executor) -> None:
    with running(settings, thinker) as server:
        game = server.create(seats=TWO)
        before = [game.play(40), game.table_view(0), game.table_view(1), game.table_view()]
    with running(settings, thinker) as server:
        game.server = server
        assert [game.table_view(0), game.table_view(1), game.table_view()] == before[1:]
        game.play(5)


class Asleep(Executor):
    """Thinks, and never comes to an end."""

    def submit(self, *_: Any, **__: Any) -> Future[Any]:
        return Future()


def test_an_opponent_goes_on_after_a_restart(settings: Settings, thinker: Executor) -> None:
    with running(settings, Asleep()) as server:
        game = server.create(seats=[{"kind": "opponent", "agent": "random"}] * 2)
        assert game.table_view()["number"] == 0
    with running(settings, thinker) as server:
        game.server = server
        table_view = game.table_view()
        while not table_view["is_over"]:
            table_view = game.table_view(after=table_view["version"])


def test_opponents_think_in_processes_of_their_own(settings: Settings) -> None:
    with running(settings) as server:
        game = server.create(seats=[{"kind": "opponent"}, {"kind": "opponent", "agent": "random"}])
        table_view = game.table_view()
        while table_view["number"] < 20:
            table_view = game.table_view(after=table_view["version"])
    assert not table_view["is_over"]


# -- one move, whoever asks how often -----------------------------------------------------------


def test_of_two_moves_for_one_version_one_is_played(server: Server) -> None:
    game = server.create(seats=TWO)
    table_view = game.play(3)
    seat = table_view["to_move"]
    actions = [one["number"] for one in game.table_view(seat)["actions"]][:8]
    with ThreadPoolExecutor(8) as clicks:
        answers = list(
            clicks.map(
                lambda action: game.post("moves", seat, version=table_view["version"], action=action), actions
            )
        )
    assert len(actions) > 1
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * (len(actions) - 1)
    refused = next(answer.json() for answer in answers if answer.status_code == 409)
    assert (refused["kind"], refused["version"]) == ("stale", table_view["version"] + 1)
    assert game.table_view()["number"] == 4


def test_a_stale_page_cannot_play(server: Server) -> None:
    game = server.create(seats=TWO)
    old = game.play(2)
    new = game.play(1)
    seat = new["to_move"]
    action = game.table_view(seat)["actions"][0]["number"]
    assert game.post("moves", seat, version=old["version"], action=action).status_code == 409
    assert game.post("moves", seat, version=new["version"] + 1, action=action).status_code == 409
    assert game.table_view()["version"] == new["version"]


def test_a_refusal_says_why(server: Server) -> None:
    game = server.create(seats=TWO)
    table_view = game.table_view()
    seat = table_view["to_move"]
    answer = game.post("moves", seat, version=table_view["version"], action="end")
    assert answer.status_code == 422
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert answer.json()["kind"] == "dice-left"
    assert answer.json()["page"] == 4
    other = game.post("moves", 1 - seat, version=table_view["version"], action="end")
    assert (other.status_code, other.json()["kind"]) == (422, "not-your-turn")
    nonsense = game.post("moves", seat, version=table_view["version"], action="fly to the moon")
    assert nonsense.status_code == 422
    assert "did you mean" in nonsense.json()["detail"] or "you could" in nonsense.json()["detail"]
    assert game.post("moves", None, version=table_view["version"], action="end").status_code == 403


# -- taking back --------------------------------------------------------------------------------


def turn_of_two(game: Game) -> tuple[int, dict[str, Any], dict[str, Any]]:
    """Play one move that can be taken back; the seat, and the sights before and after."""
    for _ in range(50):
        seat = game.table_view()["to_move"]
        before = game.table_view(seat)
        game.play(1)
        after = game.table_view(seat)
        if after["can_take_back"]:
            return seat, before, after
    raise AssertionError("no move could be taken back")


def but_version(table_view: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in table_view.items() if name != "version"}


def test_taking_back(settings: Settings, thinker: Executor) -> None:
    with running(settings, thinker) as server:
        game = server.create(seats=TWO)
        game.play(5)
        seat, before, after = turn_of_two(game)
        assert game.post("take-back", 1 - seat, version=after["version"]).status_code == 422
        answer = game.post("take-back", seat, version=after["version"])
        assert answer.status_code == 200, answer.text
        assert but_version(game.table_view(seat)) == but_version(before)
        assert game.post("take-back", seat, version=after["version"]).status_code == 409
    with running(settings, thinker) as server:
        game.server = server
        assert but_version(game.table_view(seat)) == but_version(before)
        game.play(10)


def test_restarting_the_turn(server: Server) -> None:
    game = server.create(seats=TWO)
    rng = random.Random(3)
    for _ in range(100):
        start = game.table_view()
        seat = start["to_move"]
        before = game.table_view(seat)
        while game.table_view()["to_move"] == seat and not game.table_view(seat)["can_restart"]:
            game.play(1, rng)
        after = game.table_view(seat)
        if after["can_restart"] and after["number"] - before["number"] == 2:
            assert game.post("restart", seat, version=after["version"]).status_code == 200
            assert but_version(game.table_view(seat)) == but_version(before)
            return
    raise AssertionError("no turn could be restarted")


def test_nothing_to_take_back(server: Server) -> None:
    game = server.create(seats=TWO)
    version = game.table_view()["version"]
    answer = game.post("take-back", 0, version=version)
    assert (answer.status_code, answer.json()["kind"]) == (422, "nothing-to-take-back")


# -- sitting down -------------------------------------------------------------------------------


def test_a_friend_sits_down_by_invitation(server: Server) -> None:
    game = server.create(seats=[{"kind": "me", "name": "Anna"}, {"kind": "friend"}])
    assert game.table_view()["free"] == [1]
    invitation = game.made["seats"][1]["invitation"]
    assert game.post("seats", None, name="Benno").status_code == 403
    assert game.post("seats", None, name="Benno", invitation="x" * 43).status_code == 403
    answer = game.post("seats", None, name="Anna", invitation=invitation)
    assert answer.status_code == 201, answer.text
    game.made["seats"][1]["token"] = answer.json()["token"]
    assert game.table_view()["names"] == ["Anna", "Anna 2"]
    assert game.table_view()["free"] == []
    assert game.post("seats", None, name="Cleo", invitation=invitation).status_code == 403
    game.play(10)


def test_anyone_may_sit_down_at_an_open_table(server: Server) -> None:
    game = server.create(seats=[{"kind": "me"}, {"kind": "friend"}], listed=True)
    with server.program() as client:
        (listed,) = client.get("/tables").json()
    assert listed["table"] == game.id
    assert [seat["token"] for seat in listed["seats"]] == [None, None]
    assert [seat["invitation"] for seat in listed["seats"]] == [None, None]
    with ThreadPoolExecutor(4) as rush:
        answers = list(rush.map(lambda n: game.post("seats", None, name=f"P{n}"), range(4)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]


@pytest.mark.parametrize(
    "wanted",
    [
        {"game": "chess"},
        {"players": 7},
        {"options": {"castles": "in the air"}},
        {"options": {"no": "such"}},
        {"seats": [{"kind": "me"}], "players": 2},
        {"seats": [{"kind": "opponent", "agent": "nobody"}, {"kind": "me"}]},
        {"seats": [{"kind": "me", "name": "\u0000"}, {"kind": "me"}]},
        {"name": "   "},
    ],
)
def test_a_table_that_cannot_be_made(server: Server, wanted: dict[str, Any]) -> None:
    with server.program() as client:
        answer = client.post("/tables", json={"game": "burgundy", **wanted})
    assert answer.status_code == 422, answer.text
    assert answer.json()["detail"]


def test_what_ends_a_turn_or_stands_for_good_is_final(server: Server) -> None:
    game = server.create(seats=TWO)
    rng = random.Random(3)
    finals = set()
    for _ in range(60):
        table_view = game.table_view(game.table_view()["to_move"])
        action = rng.choice(table_view["actions"])
        seat = table_view["seat"]
        assert (
            game.post("moves", seat, version=table_view["version"], action=action["number"]).status_code
            == 200
        )
        then = game.table_view(seat)
        stays = then["to_move"] == seat and then["can_take_back"]
        assert action["final"] == (not stays)
        finals.add(action["final"])
    assert finals == {True, False}


# -- watching and talking -----------------------------------------------------------------------


def test_the_stream_tells_of_moves_and_chats(server: Server) -> None:
    game = server.create(seats=TWO, listed=True)
    version = game.table_view()["version"]
    with server.program() as client, client.stream("GET", f"/tables/{game.id}/events") as stream:
        lines = stream.iter_lines()

        def event() -> tuple[str, dict[str, Any]]:
            kind = ""
            for line in lines:
                if line.startswith("event: "):
                    kind = line[7:]
                if line.startswith("data: ") and kind != "watching":
                    return kind, json.loads(line[6:])
            raise AssertionError("the stream ended")

        assert event() == ("change", {"version": version})
        game.play(1)
        assert event() == ("change", {"version": version + 1})
        assert game.post("chat", 0, text=" Hello  <b>there</b> ").status_code == 201
        kind, said = event()
        assert (kind, said["name"], said["text"]) == ("chat", "Anna", "Hello <b>there</b>")
    with server.program() as client:
        assert client.get(f"/tables/{game.id}/chat").json() == [said]


def test_what_cannot_be_said(server: Server) -> None:
    game = server.create(seats=TWO)
    assert game.post("chat", None, text="hello").status_code == 403
    for words in ("hi 👨\u200d👩\u200d👧", "❤️\u200d🔥", "می\u200cخواهم"):
        assert game.post("chat", 0, text=words).json()["text"] == words
    for words in (" ", "\u200d", "a\u200d", "a \u200c b", "\u202eabc", "a\u2066b\u2069"):
        assert game.post("chat", 0, text=words).status_code == 422
    assert game.post("chat", 0, text="x" * 501).status_code == 422
    assert game.post("chat", 0, text="x" * 5000).status_code == 400


def test_why_a_part_cannot_be_used(server: Server) -> None:
    game = server.create(seats=TWO)
    seat = game.table_view()["to_move"]
    with server.program(game.token(seat)) as client:
        lit = game.table_view(seat)["actions"][0]["parts"]
        assert client.get(f"/tables/{game.id}/why", params={"part": lit[0]}).json()["reason"] is None
        why = client.get(f"/tables/{game.id}/why", params={"part": "store-1"}).json()
        assert "storage is empty" in why["reason"]
        assert why["page"] == 5
        none = client.get(f"/tables/{game.id}/why", params={"part": "the moon"}).json()
        assert none["reason"] == "This is only to be looked at"
    with server.program(game.token(1 - seat)) as client:
        why = client.get(f"/tables/{game.id}/why", params={"part": "store-1"}).json()
        assert why["reason"].startswith("The decision is")


# -- the store in itself ------------------------------------------------------------------------


def test_the_migrations_make_what_the_schema_says(database: URL) -> None:
    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), metadata)

    async def compare() -> object:
        async with opened(database) as in_use:
            return await in_use.read(differences)

    assert asyncio.run(compare()) == []
    assert asyncio.run(compare()) == []  # and once more, where everything is there already


def test_a_database_of_a_newer_burgher_is_left_alone(database: URL) -> None:
    async def open_twice() -> None:
        ask, change = (
            "SELECT version_num FROM alembic_version",
            "UPDATE alembic_version SET version_num = '9999'",
        )
        async with opened(database) as in_use:
            assert await in_use.read(lambda connection: connection.scalar(text(ask))) == NEWEST
            await in_use.write(lambda connection: connection.execute(text(change)))
        async with opened(database):
            pass

    with pytest.raises(BadOptions, match="newer than this one"):
        asyncio.run(open_twice())


def test_a_decision_that_is_sent_again_is_played_once(server: Server) -> None:
    """Whoever had no answer repeats it; what has changed since in another way is refused as ever."""
    game = server.create(seats=TWO)
    table_view = game.table_view(game.table_view()["to_move"])
    seat, version = table_view["to_move"], table_view["version"]
    action = next(one for one in table_view["actions"] if not one["final"])
    first = game.post("moves", seat, version=version, action=action["number"])
    for again in (action["number"], action["words"]):
        answer = game.post("moves", seat, version=version, action=again)
        assert (answer.status_code, answer.json()) == (200, first.json())
    assert game.table_view()["number"] == 1
    other = next(one for one in table_view["actions"] if one["number"] != action["number"])
    assert game.post("moves", seat, version=version, action=other["number"]).status_code == 409
    assert game.post("moves", 1 - seat, version=version, action=action["number"]).status_code == 409
    assert game.post("take-back", seat, version=version + 1).status_code == 200
    assert game.post("moves", seat, version=version, action=action["number"]).status_code == 409
    assert game.table_view()["number"] == 0


def test_the_last_decision_of_a_game_can_be_sent_again(server: Server) -> None:
    game = server.create(seats=TWO)
    rng, sent = random.Random(3), {}
    table_view = game.table_view(game.table_view()["to_move"])
    while not table_view["is_over"]:
        seat = table_view["to_move"]
        table_view = game.table_view(seat)
        sent = {"version": table_view["version"], "action": rng.choice(table_view["actions"])["number"]}
        first = game.post("moves", seat, **sent)
        assert first.status_code == 200
        table_view = game.table_view(seat)
    again = game.post("moves", seat, **sent)
    assert (again.status_code, again.json()) == (200, first.json())


def test_what_happened_since_ones_last_turn_is_told_whole(server: Server) -> None:
    game = server.create(seats=[{"kind": "me", "name": name} for name in ("Anna", "Benno", "Clara")])
    rng = random.Random(5)
    table_view = game.table_view()
    turns: list[int] = []
    while turns.count(0) < 3:
        seat = table_view["to_move"]
        table_view = game.table_view(seat)
        if not turns or turns[-1] != seat:
            turns.append(seat)
        if turns.count(0) < 3:
            action = rng.choice(table_view["actions"])["number"]
            assert game.post("moves", seat, version=table_view["version"], action=action).status_code == 200
            table_view = game.table_view()
    told = table_view["since_turn"]
    assert {line["seat"] for line in told} >= {1, 2}
    # It is a whole piece of the log, up to its end, since Anna has not moved in this turn.
    assert table_view["log"][-len(told) :] == told
    before = table_view["log"][: -len(told)]
    assert [line for line in before if line["seat"] == 0]
    assert game.table_view(None)["since_turn"] == []
    # It stays while she goes on.
    action = next(one for one in table_view["actions"] if not one["final"])
    assert game.post("moves", 0, version=table_view["version"], action=action["number"]).status_code == 200
    assert game.table_view(0)["since_turn"] == told
