"""Long measurements go on where they stopped, and figures follow from what was measured."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from tools.measuring import Row, carry_out, kinds, missing, rows_in

TASKS: list[Row] = [{"game": "pebbles", "number": number} for number in range(6)]


def doubled(task: Row) -> Row:
    """Made to be run in another process."""
    return {"twice": 2 * task["number"]}


def file_of(task: Row) -> str:
    return f"{task['game']}.jsonl"


def test_what_is_there_is_not_done_again(tmp_path: Path) -> None:
    path = tmp_path / "pebbles.jsonl"
    # The first was done, and the second was being written when the machine stopped.
    path.write_text('{"game":"pebbles","number":0,"twice":"kept"}\n{"game":"pebb')
    carry_out(TASKS[:3], doubled, tmp_path, file_of, 1, 5)
    found = {row["number"]: row["twice"] for row in rows_in(path)}
    assert found == {0: "kept", 1: 2, 2: 4}
    before = path.read_text()
    carry_out(TASKS[:3], doubled, tmp_path, file_of, 1, 5)
    assert path.read_text() == before


def test_nothing_is_begun_when_time_is_up(tmp_path: Path) -> None:
    carry_out(TASKS, doubled, tmp_path, file_of, 1, 0)
    assert rows_in(tmp_path / "pebbles.jsonl") == []


def test_a_task_is_another_where_anything_of_it_differs() -> None:
    done = [{"game": "pebbles", "number": 2, "twice": 4}, {"game": "hansa", "number": 3}]
    assert [task["number"] for task in missing(TASKS, done)] == [0, 1, 3, 4, 5]


def test_games_are_named_with_or_without_their_numbers_of_players() -> None:
    assert list(kinds(["hansa:3", "burgundy"])) == [
        ("hansa", 3),
        ("burgundy", 2),
        ("burgundy", 3),
        ("burgundy", 4),
    ]


def test_weights_are_found_with_which_chances_came_true() -> None:
    """Of games that were decided by chances as a link says them, that link is found again."""
    fitting = pytest.importorskip("tools.fitting", reason="fits with arrays")
    known = pytest.importorskip("burgher.study.known")
    link, dice = known.Link(0.05, 0.2), random.Random(5)
    rows: list[Row] = []
    for _ in range(1500):
        cases = [[[n / 4, [round(dice.gauss(0, 8), 2), 0.0], False]] for n in range(4)]
        n = dice.randrange(4)
        progress, worths, _ = cases[n][0]
        first = dice.random() < link.shares(worths, progress)[0]
        rows.append({"result": [float(first), float(not first)], "cases": [cases[n]] * 3})
    found = fitting.fitted(fitting.Cases(rows))
    assert found.first == pytest.approx(link.first, rel=0.3)
    assert found.last == pytest.approx(link.last, rel=0.3)
    measured = fitting.chances_measured(rows)
    assert measured["reliability"] < 0.03
    assert measured["brier"] < measured["even"] == 0.25
    assert len(measured["by_stage"]) == len(measured["favourite"]) == fitting.STAGES
    assert json.dumps(measured)
