"""docs/positions.md says of every key of every position what it is, in the order they are written in."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import burgher
from building import ROOT
from burgher import Game, State, Table, agents, games
from burgher.games.burgundy.questions.registry import BY_NUMBER as BURGUNDY
from burgher.games.granja.questions.registry import NAMES as GRANJA
from burgher.games.hansa.questions.registry import BY_NUMBER as HANSA
from burgher.kernel.errors import BadPosition
from burgher.record import Record
from burgher.server.tables.outcome_hash import outcome_hash

DOCUMENT = (ROOT / "docs" / "positions.md").read_text(encoding="utf-8")
FORMER = ROOT / "tests" / "project" / "positions"
"""What was written before format 3."""
OPTIONAL = {"actions over", "modules", "placed", "secret"}
"""Keys that are not always there."""
GAMES: list[tuple[str, int, dict[str, str]]] = [
    ("burgundy", 2, {}),
    ("burgundy", 4, {"estates": "random", "castles": "secret", "edition": "2019"}),
    ("hansa", 2, {}),
    ("hansa", 3, {"modules": "missions,favour"}),
    ("hansa", 4, {"map": "east"}),
    ("hansa", 3, {"map": "britannia"}),
    ("granja", 1, {}),
    ("granja", 2, {}),
    ("granja", 4, {"modules": "betwixt,bustling-town,broken-roofs,counsellors,donkey-song,ladies"}),
    ("granja", 3, {"modules": "colchonera,grand-markers,hired-hands,long-distance-trade,outlaws,betwixt"}),
    ("granja", 3, {"modules": "trade-boards,bustling-town-b,grand-markers"}),
]


def tables() -> dict[str, dict[str, str]]:
    """The type of each key in each table of the document, by what the table is of."""
    found: dict[str, dict[str, str]] = {}
    of = ""
    for line in DOCUMENT.splitlines():
        if heading := re.fullmatch(r"#{2,3} (.+)", line):
            of = heading[1]
        elif row := re.fullmatch(r"\| `([^`]+)` \| ([^|]+) \|.*\|", line):
            found.setdefault(of, {})[row[1]] = row[2].strip()
    return found


TABLES = tables()
PLAIN: dict[str, Callable[[Any, int], bool]] = {
    "seat": lambda value, players: type(value) is int and value in range(max(players, 2)),
    "number": lambda value, players: type(value) is int and value >= 0,
    "flag": lambda value, players: type(value) is bool,
    "text": lambda value, players: type(value) is str and value != "",
    "options": lambda value, players: type(value) is dict,
    "position": lambda value, players: type(value) is dict,
}


def departures(value: Any, kind: str, where: str, players: int) -> Iterator[str]:
    """Where a value is not of the type that the document says."""
    if kind.startswith("null or "):
        if value is not None:
            yield from departures(value, kind.removeprefix("null or "), where, players)
    elif kind.startswith("list of "):
        if type(value) is not list:
            yield f"{where} is no list"
            return
        for n, one in enumerate(value):
            yield from departures(one, kind.removeprefix("list of "), f"{where}[{n}]", players)
    elif kind.startswith("map of "):
        if type(value) is not dict:
            yield f"{where} is no map"
            return
        for key, one in value.items():
            yield from departures(one, kind.removeprefix("map of "), f"{where}.{key}", players)
    elif kind.endswith(" or null"):
        if value is not None:
            yield from departures(value, kind.removesuffix(" or null"), where, players)
    elif kind.startswith("["):
        kinds = kind.strip("[]").split(", ")
        if type(value) is not list or len(value) != len(kinds):
            yield f"{where} is not {kind}"
            return
        for n, each in enumerate(kinds):
            yield from departures(value[n], each, f"{where}[{n}]", players)
    elif kind in PLAIN:
        if not PLAIN[kind](value, players):
            yield f"{where} is no {kind}: {value!r}"
    else:
        table = TABLES[kind]
        if kind != "granja modules":
            told = [key for key in table if key in value or key not in OPTIONAL]
            if list(value) != told:
                yield f"{where} has {list(value)}, and the document {told}"
        for key, one in value.items():
            yield from departures(one, table[key], f"{where}.{key}", players)


def played(game: Game, seed: int, every: int = 7) -> Iterator[State]:
    """Moments of a game in which everybody plays well half of the time, so that much happens."""
    state, random, agent = game.deal(seed), Random(seed), agents.create("greedy", seed)
    for decision in range(3000):
        if decision % every == 0 or state.is_over:
            yield state
        if state.is_over:
            return
        well = decision // 40 % 2
        state.apply(agent.choose(state) if well else random.choice(state.legal_actions()))


@pytest.mark.parametrize(("name", "players", "options"), GAMES)
def test_every_key_is_documented_with_its_type(name: str, players: int, options: dict[str, str]) -> None:
    game = burgher.load(name, players, **dict(games.rules(name).finite) | options)
    for state in played(game, 3, every=1):
        position = game.position(state)
        assert not list(departures(position, game.title, name, players))


def test_every_table_is_of_something() -> None:
    kinds = {kind for table in TABLES.values() for each in table.values() for kind in [inner(each)]}
    titles = {games.rules(name).title for name in games.names()}
    assert set(TABLES) - titles - {"Conventions"} == kinds - set(PLAIN) - {""}
    modules = {choice for option in games.rules("granja").choices for choice in option.choices}
    assert set(TABLES["granja modules"]) - {"solo"} <= modules


def inner(kind: str) -> str:
    """What a list or map of a type holds, if that is a table."""
    kind = kind.removeprefix("null or ")
    while kind.startswith(("list of ", "map of ")):
        kind = kind.partition(" of ")[2]
    return "" if kind.startswith("[") else kind.removesuffix(" or null")


def test_every_question_is_named() -> None:
    said = re.findall(r"(?s)Questions(?: of the base game)?: (.*?`)\.", DOCUMENT)
    listed = [re.findall(r"`([^`]+)`", one) for one in said]
    known = [[question.name for question in one[1:]] for one in (BURGUNDY, HANSA)] + [list(GRANJA[1:])]
    assert listed == known


@pytest.mark.parametrize("secret", [None, "6" * 64])
def test_what_a_table_writes_is_documented(secret: str | None) -> None:
    game = burgher.load("burgundy", 2)
    table = Table(game, seed=1) if secret is None else Table(game, secret=secret)
    assert not list(departures(table.position(), "Conventions", "position", 2))


@pytest.mark.parametrize(("name", "players", "options"), [each for each in GAMES if each[0] != "granja"])
def test_what_was_written_before_format_3_is_read(name: str, players: int, options: dict[str, str]) -> None:
    game = burgher.load(name, players, **dict(games.rules(name).finite) | options)
    for state in played(game, 4, every=29):
        position = game.position(state)
        former = game.earlier_position(position)
        assert former is not None
        assert "questions" not in former
        assert "pending" in former
        assert game.position(game.restore(former)) == position
        table = Table.restored(game, former)
        assert table.record.position == former, "a record begins as it was written"
        assert game.position(table.record.replay().state) == position


@pytest.mark.parametrize("name", ["burgundy", "hansa"])
def test_what_an_earlier_version_stored_goes_on(name: str) -> None:
    """A position of format 2, a record that begins from it, and a hash of what was told."""
    stored = json.loads((FORMER / f"{name}.json").read_text(encoding="utf-8"))
    position = stored["position"]
    game = burgher.load(name, position["players"], **position["options"])
    record = replace(Record.parse(stored["record"]), rules=game.fingerprint)
    table = Table.from_position(position | {"rules": game.fingerprint})
    assert game.position(table.state) != position["state"]
    for move in record.moves:
        table.play(move.words)
    replayed = record.replay()
    assert replayed.position() == table.position()
    assert replayed.record.position == record.position
    journal = replayed.state.journal
    assert journal is not None
    assert outcome_hash(game, replayed.state, journal.entries) == stored["told"]


def test_a_former_position_with_something_wrong_is_refused() -> None:
    game = burgher.load("hansa", 3)
    former = game.earlier_position(game.position(game.deal(1)))
    assert former is not None
    for change, problem in (
        ({"pending": "dragon"}, "'questions' cannot be 'dragon'"),
        ({"hand from": 0}, "'hand from' cannot be 0"),
        ({"houses": {"nowhere": [{"seat": 0, "shape": "trader"}]}}, "'houses' has no house 'nowhere 1'"),
        ({"weather": "fine"}, "it has no 'weather'"),
        ({"pending": ["lay"]}, r"'questions' cannot be \['lay'\]"),
    ):
        with pytest.raises(BadPosition, match=problem):
            Table.restored(game, {**former, **change})


def test_what_follows_from_the_rest_must_be_right() -> None:
    game = burgher.load("hansa", 3)
    for change, problem in (
        ({"control": 1}, "Hamburg: 'control' should be nobody, null"),
        ({"complete": True}, "Hamburg: 'complete' should be false"),
    ):
        position = game.position(game.deal(1))
        position["cities"]["hamburg"].update(change)
        with pytest.raises(BadPosition, match=problem):
            game.restore(position)
    with pytest.raises(BadPosition, match="'completed' should be 0"):
        game.restore(game.position(game.deal(1)) | {"completed": 2})


def test_the_position_says_of_cities_what_the_view_does() -> None:
    game = burgher.load("hansa", 3, limit="80")
    seen = set()
    for state in played(game, 5):
        position, view = game.position(state), game.view(state, None)
        assert position["completed"] == view["completed"]
        assert position["cities"] == view["cities"]
        seen |= {city["control"] for city in position["cities"].values()}
    assert len(seen) > 1


@pytest.mark.parametrize(
    ("question", "problem"),
    [
        ("lay", "should be pairs of a name and 0, not 'lay'"),
        (["lay"], "should be pairs of a name and 0"),
        (["lay", 1], r"should be pairs of a name and 0, not \['lay', 1\]"),
        (["dragon", 0], "cannot be 'dragon'"),
        ([["lay"], 0], r"cannot be \['lay'\]"),
        ([None, 0], "cannot be None"),
    ],
)
@pytest.mark.parametrize("name", ["burgundy", "hansa"])
def test_a_question_is_a_pair(name: str, question: object, problem: str) -> None:
    game = burgher.load(name, 3)
    position = game.position(game.deal(1)) | {"questions": [question]}
    with pytest.raises(BadPosition, match=f"'questions' {problem}"):
        game.restore(position)
