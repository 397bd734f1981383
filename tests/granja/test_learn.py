"""What La Granja is learned with: every component is told and drawn, every module has a lesson."""

from __future__ import annotations

import pytest

from burgher.games.granja.components import GOODS, TRADES, standard_set
from burgher.games.granja.learn import TABLES
from burgher.games.granja.modules.shelf import NAMES
from burgher.games.granja.page import rules_context
from burgher.kernel.learning import Row
from burgher.learn.lesson import lessons
from burgher.learn.rules_text import rules_text

BOX = standard_set()


def rows() -> list[Row]:
    return [row for table in TABLES.values() for row in table()]


def names_in(table: str) -> list[str]:
    return [row.name for row in TABLES[table]()]


def test_every_component_of_the_base_game_is_told() -> None:
    assert names_in("cards") == [card.helper.name for card in BOX.cards]
    assert names_in("roofs") == [f"Roof tile {roof.name}" for roof in BOX.roofs]
    assert names_in("crafts") == [building.name.capitalize() for building in BOX.buildings]
    assert len(names_in("rows")) == sum(len(building.rows) for building in BOX.buildings)
    assert len(names_in("spaces")) == len(BOX.spaces)
    assert len(names_in("donkeys")) == len(BOX.hats)
    assert len(names_in("trades")) == len(TRADES)
    assert len(names_in("roof-places")) == len(BOX.roof_points)
    assert len(names_in("goods")) == len(GOODS) + 3


@pytest.mark.parametrize(
    ("table", "parts"),
    [
        ("betwixt", BOX.modules.betwixt.cards),
        ("town-spaces", BOX.modules.bustling_town.spaces),
        ("town-buildings", BOX.modules.bustling_town.buildings),
        ("colchonera", BOX.modules.colchonera.rows),
        ("counsellors", BOX.modules.counsellors.rewards),
        ("outlaws", BOX.modules.outlaws.penalties),
        ("songs", BOX.modules.donkey_song.tiles),
        ("ladies", BOX.modules.ladies.cards),
        ("journeys", BOX.modules.long_distance_trade.spaces),
        ("boards", BOX.modules.trade_boards.boards),
        ("board-points", BOX.modules.trade_boards.points),
    ],
)
def test_every_piece_of_a_module_is_told(table: str, parts: tuple[object, ...]) -> None:
    assert len(TABLES[table]()) == len(parts)


def test_a_row_says_what_its_component_does() -> None:
    texts = {row.anchor: row.words for row in rows()}
    for card in BOX.cards:
        assert texts[f"helper-{card.helper.name.lower().replace(' ', '-')}"].startswith(card.helper.text)
    for roof in BOX.roofs:
        assert texts[f"roof-{roof.name}"] == roof.text


def test_what_is_reconstructed_says_so() -> None:
    marked = {row.name for row in rows() if row.reconstructed}
    for card in BOX.cards:
        assert (card.helper.name in marked) == ("reconstructed" in card.helper.confidence)
    for lady in BOX.modules.ladies.cards:
        assert (lady.name in marked) == ("reconstructed" in lady.confidence)
    told = {table: all(row.reconstructed for row in TABLES[table]()) for table in TABLES}
    for table, block in (
        ("roofs", "roof tiles"),
        ("rows", "rows of the craft buildings"),
        ("siesta", "siesta track"),
    ):
        assert told[table] == (BOX.confidence[block] == "reconstructed")


def test_every_table_is_shown_in_the_text() -> None:
    text = rules_text("granja")
    assert text is not None
    assert {block.command[1] for block in text.blocks if block.command[0] == "table"} == set(TABLES)


def test_every_piece_of_a_table_is_drawn() -> None:
    signs = rules_context()["signs"]
    for row in rows():
        kind, _, _ = row.piece.partition(" ")
        if kind not in ("", "sym"):
            assert any(way for way in signs[row.piece]), row.piece


def test_every_module_has_a_lesson_and_a_chapter() -> None:
    text = rules_text("granja")
    assert text is not None
    taught = {one.module for one in lessons("granja") if one.module}
    assert taught == {name.removesuffix("-b") for name in NAMES}
    assert {block.option[1] for block in text.blocks if block.option[0] == "modules"} == taught


def test_rows_are_whole_sentences() -> None:
    for row in rows():
        assert row.words[0].isupper() or row.words[0].isdigit(), row
        assert row.words.endswith("."), row
