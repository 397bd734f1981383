"""Finished games kept as they were told: the same is shown as while the rules were there."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from burgher import games
from burgher.kernel import fair
from burgher.server.adoption import Departure
from burgher.server.archive import ArchivedGame, archived, barely_known, changed, difference, unpacked
from burgher.server.live import Live
from burgher.server.schema import now
from burgher.server.sight import archived_sight, sight
from burgher.server.store import Origin, Seat, Stored
from burgher.server.told import told_hash
from setup import ROOT

NAMES = ["Anna", 'Benno "the second": B', "Clara", "Änne"]
GAMES: list[tuple[str, int, dict[str, Any]]] = [
    ("burgundy", 2, {"castles": "secret"}),
    ("granja", 2, {"modules": ["donkey-song"]}),
    ("hansa", 3, {"modules": ["missions"], "limit": "40"}),
    ("pebbles", 2, {}),
]


@pytest.fixture(autouse=True)
def _pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    folder = str(ROOT / "examples")
    monkeypatch.setattr(games, "__path__", [*games.__path__, folder])


def new_table(name: str, players: int, options: dict[str, Any], **changes: Any) -> Stored:
    game = games.load(name, players, **options)
    facts: dict[str, Any] = {
        "id": "k3x9k3x9k3x9k3x9",
        "game": name,
        "players": players,
        "options": json.loads(json.dumps(game.options)),
        "rules": game.fingerprint,
        "seed": None,
        "secret": fair.new_secret(),
        "position": None,
        "listed": False,
        "version": 1,
        "to_move": 0,
        "scores": None,
        "created": now(),
        "changed": now(),
        "seats": tuple(Seat(n, "person", name, identity=f"i{n}") for n, name in enumerate(NAMES[:players])),
    }
    return Stored(**(facts | changes))


def finished(stored: Stored, seed: int = 1) -> Live:
    live, rng = Live(stored, []), random.Random(seed)
    while not live.table.is_over:
        move, _, then = live.after(rng.choice(live.table.state.legal_actions()))
        live.play([move])
        live.moved_on(live.version + 1, then)
    return live


def kept(live: Live) -> ArchivedGame:
    moves = [played.move for played in live.played]
    return ArchivedGame(live.stored, unpacked(archived(live.stored, moves, [None] * len(moves))))


def plain(seen: object) -> Any:
    return json.loads(msgspec.json.encode(seen))


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_the_end_is_shown_as_it_was(name: str, players: int, options: dict[str, Any]) -> None:
    live = finished(new_table(name, players, options))
    game = kept(live)
    for mine in ([], [0], [players - 1], [0, 1]):
        for wanted in (None, *mine):
            assert plain(sight(game, mine, wanted)) == plain(sight(live, mine, wanted))
    assert game.curve() == live.curve()
    assert str(game.record) == str(live.table.record)
    game.record.verify()
    assert game.fairness == live.table.fairness()


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_every_step_is_shown_as_it_was(name: str, players: int, options: dict[str, Any]) -> None:
    live = finished(new_table(name, players, options))
    game, moves = kept(live), [played.move for played in live.played]
    sentences = list(game.sentences())
    assert len(sentences) == len(moves)
    assert all(any(character.isalpha() for character in sentence) for sentence in sentences)
    then = Live(live.stored, [])
    apart = max(1, len(moves) // 40)
    for number in range(len(moves)):
        if number % apart == 0 or number > len(moves) - 5:
            assert plain(archived_sight(game, number)) == plain(sight(then)), f"after {number} moves"
        then.play([moves[number]])
    assert plain(archived_sight(game, len(moves))) == plain(sight(live))


def test_a_game_from_a_position_says_so() -> None:
    first = finished(new_table("pebbles", 2, {}))
    start = Live(first.stored, [played.move for played in first.played[:5]]).table.state
    game = games.load("pebbles", 2)
    secret = fair.new_secret()
    position = game.position(start.imagine(start.seat, fair.Draws(secret)))
    origin = Origin("k3x9k3x9k3x9k3x8", 5, "2")
    live = finished(new_table("pebbles", 2, {}, position=position, secret=secret, origin=origin))
    told = kept(live)
    assert plain(sight(told)) == plain(sight(live))
    assert str(told.record) == str(live.table.record)
    assert "goes on from an earlier one" in told.lines[0].text + sight(told).log[0].text
    halfway = Live(live.stored, [played.move for played in live.played[:3]])
    assert plain(archived_sight(told, 3)) == plain(sight(halfway))


def test_an_archive_is_small_and_has_no_names() -> None:
    live = finished(new_table("burgundy", 2, {}))
    moves = [played.move for played in live.played]
    data = archived(live.stored, moves, [None] * len(moves))
    assert len(data) < 20_000
    seats = tuple(Seat(seat.number, "person", f"Former {seat.number}") for seat in live.stored.seats)
    game = ArchivedGame(replace(live.stored, seats=seats), unpacked(data))
    everything = msgspec.json.encode(sight(game)).decode() + " ".join(game.sentences()) + str(game.record)
    assert "Former 0" in everything
    assert "Anna" not in everything
    assert "Benno" not in everything


def test_what_today_plays_otherwise_is_not_passed_off_as_told() -> None:
    live = finished(new_table("pebbles", 2, {}))
    moves = [played.move for played in live.played]
    of_others = replace(live.stored, rules="0123456789ab")
    # Every move is legal and the result the same: that is all that is known of an old game.
    assert archived(of_others, moves, [None] * len(moves))
    with pytest.raises(Departure, match="another result"):
        archived(replace(of_others, scores=[99, 0]), moves, [None] * len(moves))
    with pytest.raises(Departure, match=r"would not be allowed|another point"):
        archived(of_others, moves[1:], [None] * (len(moves) - 1))


def test_moves_and_result_are_left_when_all_else_is_lost() -> None:
    live = finished(new_table("pebbles", 2, {}))
    stored = replace(live.stored, rules="0123456789ab", scores=[7, 7])
    game = ArchivedGame(stored, barely_known(stored, [played.move for played in live.played]))
    seen = sight(game, [0])
    assert seen.is_over
    assert (seen.scores, seen.ranks, seen.view) == ([7, 7], None, {})
    assert seen.headline == "Pebbles, over: 7 : 7", "nobody knows how the tie was broken"
    assert seen.log[0].text.startswith("Anna, 1: ")
    assert "all that can be shown" in (seen.notice or "")
    assert archived_sight(game, 3).number == 3
    assert game.record.moves == live.table.record.moves


def test_what_was_told_stands_for_everything_on_the_table() -> None:
    live = finished(new_table("pebbles", 2, {}))
    game, state = live.game, live.table.state.clone()
    told = told_hash(game, state, live.entries)
    assert told == told_hash(game, state.clone(), live.entries)
    assert told != told_hash(game, state, live.entries[1:])
    state.purses[0] += 1  # type: ignore[attr-defined]
    assert told != told_hash(game, state, live.entries)


def test_differences_make_new_of_old() -> None:
    rng = random.Random(1)

    def anything(depth: int) -> Any:
        match rng.randrange(4 if depth else 2):
            case 0:
                return rng.randrange(4)
            case 1:
                return rng.choice(["a", "b", None, True])
            case 2:
                return [anything(depth - 1) for _ in range(rng.randrange(4))]
        keys: list[Any] = rng.sample(["a", "b", "c", 1, 2], rng.randrange(5))
        return {key: anything(depth - 1) for key in keys}

    for _ in range(2000):
        old, new = anything(3), anything(3)
        before = repr(old)
        sent = msgspec.msgpack.decode(msgspec.msgpack.encode(difference(old, new)))
        assert repr(changed(old, sent)) == repr(new), "the order of keys is part of it"
        assert repr(old) == before
