"""Many games: rows, what wins with intervals, CSV and Parquet."""

from __future__ import annotations

import csv
from io import StringIO
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import pytest
from pyarrow import parquet

import burgher
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


def test_each_row_is_of_its_own_seat() -> None:
    """Three at the table, of whom each decides another number of times, and the first seat does not begin."""
    table = next(
        table
        for table in (played(burgher.load("granja", 3), seed) for seed in range(40))
        if table.record.moves[0].seat == 1 and table.ranks()[1] != 1
    )
    rows, moves = rows_of(table, "here"), [move.seat for move in table.record.moves]
    assert [one.won for one in rows] == [float(rank == 1) for rank in table.ranks()]
    assert [one.decisions for one in rows] == [moves.count(seat) for seat in range(3)]
    assert len({one.decisions for one in rows}) == 3
    begin = sorted(range(3), key=moves.index)
    assert [one.order for one in rows] == [begin.index(seat) + 1 for seat in range(3)]
    assert [one.order for one in rows] != [1, 2, 3]
    assert [one.seat for one in rows] == [1, 2, 3]
    assert [one.name for one in rows] == list(table.names)
    assert [one.sources for one in rows] == table.breakdown()


def test_five_seats_are_enough_to_be_compared() -> None:
    rows = [*(row("five", 1.0) for _ in range(5)), *(row("four", 1.0) for _ in range(4))]
    assert [one.value for one in compared(rows)["opening"]] == ["five"]
    assert compared(rows[5:]) == {}


def test_what_anybody_would_win_counts_every_table() -> None:
    (one,) = compared([row("hide", 1.0, players=players) for players in (2, 2, 4, 4, 4, 4)])["opening"]
    assert one.even == pytest.approx((2 / 2 + 4 / 4) / 6)


def test_mean_points_have_an_interval() -> None:
    points = [10, 14, 20, 11, 30, 17]
    (one,) = compared([row("hide", 0.5, each) for each in points])["opening"]
    assert one.points == fmean(points)
    assert one.margin == pytest.approx(1.96 * stdev(points) / sqrt(6), rel=1e-3)


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
