"""What is drawn once: kept by what it shows, shared by those who see the same, never stale."""

from __future__ import annotations

import gzip
import pickle
import random
import sys
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from jinja2 import DictLoader, Environment, FileSystemLoader

from burgher import games
from burgher.server.storage.archive_format import unpacked
from burgher.server.storage.model import Origin, Seat, Standing, StoredTable
from burgher.server.storage.times import now
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.archiving import archive_of
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.view import rendering
from burgher.server.view.game_pages import game_page
from burgher.server.view.rendered_cache import CachedMacro, RenderedCache
from burgher.server.view.replayed_steps import missed_moves
from burgher.server.view.table_view import table_view
from burgher.server.view.template_cache import TemplateCache
from burgher.server.view.templates import environment
from server.servers import TWO, Server


def drawn(**templates: str) -> Environment:
    made = Environment(loader=DictLoader(templates), autoescape=True)
    made.globals["kept"] = partial(CachedMacro, RenderedCache(1000))
    made.globals["count"] = iter(range(100)).__next__
    return made


ONCE = "{% macro one(x) %}{{ x.name }}{{ count() }}{% endmacro %}{% set one = kept(one) %}"


def test_the_same_is_drawn_once() -> None:
    page = drawn(page=ONCE + "{{ one({'name': 'a'}) }} {{ one({'name': 'a'}) }} {{ one({'name': 'b'}) }}")
    assert page.get_template("page").render() == "a0 a0 b1"
    assert page.get_template("page").render() == "a0 a0 b1"


def test_what_is_kept_is_escaped_as_ever() -> None:
    page = drawn(page=ONCE + "{{ one({'name': '<b>'}) }}{{ one({'name': '<b>'}) }}")
    assert page.get_template("page").render() == "&lt;b&gt;0&lt;b&gt;0"


def test_macros_of_one_name_in_two_files_are_two() -> None:
    pages = drawn(
        first="{% macro one(x) %}1{{ x }}{% endmacro %}{{ kept(one)(5) }}",
        second="{% macro one(x) %}2{{ x }}{% endmacro %}{{ kept(one)(5) }}",
    )
    assert [pages.get_template(name).render() for name in ("first", "second")] == ["15", "25"]


def test_what_is_not_asked_for_goes_when_there_is_too_much() -> None:
    drawings = RenderedCache(10)
    keys = [(1, bytes([n])) for n in range(30)]
    drawings.put(keys[0], "used")
    for key in keys[1:]:
        drawings.put(key, "xx")
        assert drawings.get(keys[0]) == "used"
    left = [key for key in keys if drawings.get(key)]
    assert keys[0] in left
    assert len(left) < 10


def loaded(**changed: Any) -> LoadedTable:
    game = games.load("burgundy", 2)
    stored = StoredTable(
        id="k3x9k3x9k3x9k3x9",
        game="burgundy",
        players=2,
        options=dict(game.options),
        rules=game.fingerprint,
        seed=7,
        position=None,
        listed=False,
        version=1,
        to_move=0,
        scores=None,
        created=now(),
        changed=now(),
        seats=(Seat(0, "person", "Anna", identity="a"), Seat(1, "person", "Benno", identity="b")),
        **changed,
    )
    return LoadedTable(stored, [])


def move(table: LoadedTable, rng: random.Random) -> None:
    played, _, then = table.after(rng.choice(table.table.state.legal_actions()))
    table.play([played])
    table.moved_on(table.version + 1, then)


def test_those_who_watch_share_a_drawing_until_something_changes(
    one_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    page = rendering.render_page

    def counted(template: str, *rest: Any) -> bytes:
        drawn.append(template)
        return page(template, *rest)

    monkeypatch.setattr(rendering, "render_page", counted)
    game = one_server.create(seats=TWO)
    boards = [one_server.http.get(f"/t/{game.id}/board").text for _ in range(3)]
    assert len(set(boards)) == len(drawn) == 1
    one_server.http.get(f"/t/{game.id}/board", headers={"accept-encoding": "identity"})
    assert len(drawn) == 2
    game.play(1)
    assert '"version":2' in one_server.http.get(f"/t/{game.id}/board").text
    assert len(drawn) == 3


def test_steps_and_replays_are_drawn_from_plain_data() -> None:
    """As in another process: what is sent there can be, and is enough."""
    table, rng = loaded(), random.Random(2)
    for _ in range(12):
        move(table, rng)
    sent = pickle.loads(pickle.dumps((rendering.render_boards, missed_moves(table, [0], None, 3), {}, True)))
    boards = msgspec.json.decode(gzip.decompress(sent[0](*sent[1:])))
    assert len(boards) > 1
    assert '"number":12' in boards[-1]
    while not table.table.is_over:
        move(table, rng)
    moves = [played.move for played in table.played]
    game = ArchivedGame(table.stored, unpacked(archive_of(table.stored, moves, [None] * len(moves))))
    around = {"me": None, "csrf": ""}
    sent = pickle.loads(pickle.dumps((rendering.render_replay, game, 4, around, False)))
    assert '"number":4' in sent[0](*sent[1:]).decode()


def test_a_page_of_kept_things_is_the_page_drawn_anew() -> None:
    """A whole game, each page drawn from what was kept and once more from nothing."""
    warm, cold = environment(), environment()
    cold.globals["kept"] = lambda macro: macro
    table, rng = loaded(), random.Random(5)
    while not table.table.is_over:
        if table.version % 4 == 0:
            for mine in ([0], [1], []):
                seen = msgspec.to_builtins(table_view(table, mine))
                context = {"sight": seen, **game_page(seen)}
                shown = [made.get_template("board.html").render(context) for made in (warm, cold)]
                assert shown[0] == shown[1]
        move(table, rng)


def test_sentences_follow_what_is_taken_back_and_who_sits_down() -> None:
    table, rng = loaded(), random.Random(5)
    for _ in range(40):
        move(table, rng)
        table_view(table)
        if table.table.can_take_back():
            table.take_back(len(table.played) - 1)
            table.moved_on(table.version + 1, Standing(table.to_move(), None))
        assert [line.text for line in table_view(table).log] == table.table.log(None)
    seats = (table.stored.seats[0], Seat(1, "person", "Cleo", identity="c"))
    table.catch_up(replace(table.stored, seats=seats), len(table.played), [])
    assert "Cleo" in " ".join(line.text for line in table_view(table).log)
    assert "Benno" not in " ".join(line.text for line in table_view(table).log)


def test_a_log_that_begins_in_the_middle_says_where() -> None:
    table = loaded(origin=Origin("a" * 16, 1, "B3"))
    log = table_view(table).log
    assert log[0].text == "This game goes on from an earlier one, after 1 move (B3)."
    assert [line.text for line in log[1:]] == table.table.log(None)


def test_templates_are_compiled_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    compiled: list[str | None] = []
    compile_ = Environment.compile

    def counted(self: Environment, source: Any, name: str | None = None, *rest: Any, **more: Any) -> Any:
        compiled.append(name)
        return compile_(self, source, name, *rest, **more)

    monkeypatch.setattr(Environment, "compile", counted)
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "a.html").write_text("{{ 1 + n }}")

    def drawn() -> str:
        cache = TemplateCache(tmp_path / "compiled")
        environment = Environment(loader=FileSystemLoader(pages), bytecode_cache=cache)
        return environment.get_template("a.html").render(n=1)

    assert [drawn(), drawn()] == ["2", "2"]
    assert compiled == ["a.html"]
    (pages / "a.html").write_text("{{ 2 + n }}")
    assert drawn() == "3", "what was compiled from another text is not used"
    assert len(list((tmp_path / "compiled").iterdir())) == 1
    for file in (tmp_path / "compiled").glob("*.jinja"):
        file.write_bytes(b"spoilt")
    assert drawn() == "3"
    (tmp_path / "a file").write_text("")
    environment = Environment(
        loader=FileSystemLoader(pages), bytecode_cache=TemplateCache(tmp_path / "a file")
    )
    assert environment.get_template("a.html").render(n=1) == "3", "where nothing can be kept, nothing is"
