"""Many games: rows, what wins with intervals, CSV and Parquet."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

import pytest
from pyarrow import parquet

from burgher import BurgherError, Game, Table
from burgher.study.many import Row, as_csv, compared, read_records, records_in, rows_of, save_parquet
from study.conftest import played


def row(value: str, won: float, points: int = 10, players: int = 2) -> Row:
    return Row("pebbles", players, "", 1, "Anna", 1, points, 1, won, 5, {"heaps": points}, {"opening": value})


def test_each_seat_is_a_row(pebbles: Game) -> None:
    table = played(pebbles, 4)
    rows = rows_of(table, "here")
    assert [one.points for one in rows] == table.scores()
    assert [one.rank for one in rows] == table.ranks()
    assert sum(one.won for one in rows) == 1
    assert sum(one.decisions for one in rows) == len(table.record.moves)
    assert [one.features["place in the first round"] for one in rows] == ["1st", "2nd"]
    assert [sum(one.sources.values()) for one in rows] == table.scores()


def test_what_wins_comes_first_and_says_how_sure_it_is() -> None:
    rows = [row("hide", float(n < 45), 20 + n % 3) for n in range(50)] + [
        row("boast", 0.5) for _ in range(50)
    ]
    (first, second) = compared([*rows, row("rare", 1.0)])["opening"]
    assert (first.value, first.seats, first.won, first.even) == ("hide", 50, 0.9, 0.5)
    assert first.low < 0.9 < first.high
    assert first.tells
    assert (second.value, second.tells) == ("boast", False)
    assert first.points == pytest.approx(21, abs=0.1)


def test_a_folder_is_read_and_what_is_no_finished_game_is_named(pebbles: Game, tmp_path: Path) -> None:
    (tmp_path / "deeper").mkdir()
    played(pebbles, 1).record.save(tmp_path / "one.record")
    played(pebbles, 2).record.save(tmp_path / "deeper" / "two.txt")
    played(pebbles, 3).record.save(tmp_path / "played.burgher")
    Table(pebbles, 3).record.save(tmp_path / "running.record")
    (tmp_path / "letter.txt").write_text("Dear Anna")
    (tmp_path / "picture.png").write_bytes(b"\x89PNG")
    found = {path.name: rows for path, rows in read_records(records_in(tmp_path))}
    assert set(found) == {"one.record", "two.txt", "played.burgher", "running.record", "letter.txt"}
    assert "not over" in str(found["running.record"])
    assert isinstance(found["letter.txt"], BurgherError)
    assert isinstance(found["two.txt"], list)


def test_rows_as_csv_and_parquet(pebbles: Game, tmp_path: Path) -> None:
    rows = [*rows_of(played(pebbles, 1), "one"), *rows_of(played(pebbles, 2), "two")]
    read = list(csv.DictReader(StringIO(as_csv(rows))))
    assert [int(one["points"]) for one in read] == [one.points for one in rows]
    assert read[0]["place in the first round"] in ("1st", "2nd")
    save_parquet(rows, tmp_path / "rows.parquet")
    table = parquet.read_table(tmp_path / "rows.parquet")
    assert table.column("points").to_pylist() == [one.points for one in rows]
    assert set(table.column_names) == set(read[0])
