"""Finished games kept as they were told: the same is shown as while the rules were there."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from building import ROOT
from burgher import games
from burgher.kernel import fair
from burgher.server.storage.archive_format import changed, difference, unpacked
from burgher.server.storage.model import Origin, Seat, StoredTable
from burgher.server.storage.times import now
from burgher.server.tables.adoption import RulesMismatch
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.archiving import archive_of, barely_known
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.tables.outcome_hash import outcome_hash
from burgher.server.view.table_view import archived_view, table_view

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


def new_table(name: str, players: int, options: dict[str, Any], **changes: Any) -> StoredTable:
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
    return StoredTable(**(facts | changes))


def finished(stored: StoredTable, seed: int = 1) -> LoadedTable:
    loaded, rng = LoadedTable(stored, []), random.Random(seed)
    while not loaded.table.is_over:
        move, _, then = loaded.after(rng.choice(loaded.table.state.legal_actions()))
        loaded.play([move])
        loaded.moved_on(loaded.version + 1, then)
    return loaded


def kept(loaded: LoadedTable) -> ArchivedGame:
    moves = [played.move for played in loaded.played]
    return ArchivedGame(loaded.stored, unpacked(archive_of(loaded.stored, moves, [None] * len(moves))))


def plain(seen: object) -> Any:
    return json.loads(msgspec.json.encode(seen))


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_the_end_is_shown_as_it_was(name: str, players: int, options: dict[str, Any]) -> None:
    loaded = finished(new_table(name, players, options))
    game = kept(loaded)
    for mine in ([], [0], [players - 1], [0, 1]):
        for wanted in (None, *mine):
            assert plain(table_view(game, mine, wanted)) == plain(table_view(loaded, mine, wanted))
    assert game.curve() == loaded.curve()
    assert str(game.record) == str(loaded.table.record)
    game.record.verify()
    assert game.fairness == loaded.table.fairness()


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_every_step_is_shown_as_it_was(name: str, players: int, options: dict[str, Any]) -> None:
    loaded = finished(new_table(name, players, options))
    game, moves = kept(loaded), [played.move for played in loaded.played]
    sentences = list(game.sentences())
    assert len(sentences) == len(moves)
    assert all(any(character.isalpha() for character in sentence) for sentence in sentences)
    then = LoadedTable(loaded.stored, [])
    apart = max(1, len(moves) // 40)
    for number in range(len(moves)):
        if number % apart == 0 or number > len(moves) - 5:
            assert plain(archived_view(game, number)) == plain(table_view(then)), f"after {number} moves"
        then.play([moves[number]])
    assert plain(archived_view(game, len(moves))) == plain(table_view(loaded))


def test_a_game_from_a_position_says_so() -> None:
    first = finished(new_table("pebbles", 2, {}))
    start = LoadedTable(first.stored, [played.move for played in first.played[:5]]).table.state
    game = games.load("pebbles", 2)
    secret = fair.new_secret()
    position = game.position(start.imagine(start.seat, fair.Draws(secret)))
    origin = Origin("k3x9k3x9k3x9k3x8", 5, "2")
    loaded = finished(new_table("pebbles", 2, {}, position=position, secret=secret, origin=origin))
    told = kept(loaded)
    assert plain(table_view(told)) == plain(table_view(loaded))
    assert str(told.record) == str(loaded.table.record)
    assert "goes on from an earlier one" in told.lines[0].text + table_view(told).log[0].text
    halfway = LoadedTable(loaded.stored, [played.move for played in loaded.played[:3]])
    assert plain(archived_view(told, 3)) == plain(table_view(halfway))


def test_an_archive_is_small_and_has_no_names() -> None:
    loaded = finished(new_table("burgundy", 2, {}))
    moves = [played.move for played in loaded.played]
    data = archive_of(loaded.stored, moves, [None] * len(moves))
    assert len(data) < 20_000
    seats = tuple(Seat(seat.number, "person", f"Former {seat.number}") for seat in loaded.stored.seats)
    game = ArchivedGame(replace(loaded.stored, seats=seats), unpacked(data))
    everything = (
        msgspec.json.encode(table_view(game)).decode() + " ".join(game.sentences()) + str(game.record)
    )
    assert "Former 0" in everything
    assert "Anna" not in everything
    assert "Benno" not in everything


def test_what_today_plays_otherwise_is_not_passed_off_as_told() -> None:
    loaded = finished(new_table("pebbles", 2, {}))
    moves = [played.move for played in loaded.played]
    of_others = replace(loaded.stored, rules="0123456789ab")
    # Every move is legal and the result the same: that is all that is known of an old game.
    assert archive_of(of_others, moves, [None] * len(moves))
    with pytest.raises(RulesMismatch, match="another result"):
        archive_of(replace(of_others, scores=[99, 0]), moves, [None] * len(moves))
    with pytest.raises(RulesMismatch, match=r"would not be allowed|another point"):
        archive_of(of_others, moves[1:], [None] * (len(moves) - 1))


def test_moves_and_result_are_left_when_all_else_is_lost() -> None:
    loaded = finished(new_table("pebbles", 2, {}))
    stored = replace(loaded.stored, rules="0123456789ab", scores=[7, 7])
    game = ArchivedGame(stored, barely_known(stored, [played.move for played in loaded.played]))
    seen = table_view(game, [0])
    assert seen.is_over
    assert (seen.scores, seen.ranks, seen.view) == ([7, 7], None, {})
    assert seen.headline == "Pebbles, over: 7 : 7", "nobody knows how the tie was broken"
    assert seen.log[0].text.startswith("Anna, 1: ")
    assert "all that can be shown" in (seen.notice or "")
    assert archived_view(game, 3).number == 3
    assert game.record.moves == loaded.table.record.moves


def test_what_was_told_stands_for_everything_on_the_table() -> None:
    loaded = finished(new_table("pebbles", 2, {}))
    game, state = loaded.game, loaded.table.state.clone()
    told = outcome_hash(game, state, loaded.entries)
    assert told == outcome_hash(game, state.clone(), loaded.entries)
    assert told != outcome_hash(game, state, loaded.entries[1:])
    state.purses[0] += 1  # type: ignore[attr-defined]
    assert told != outcome_hash(game, state, loaded.entries)


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
