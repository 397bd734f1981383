"""Records that are sound, and every way in which one can be unsound."""

from __future__ import annotations

from pathlib import Path

import pytest

import burgher
from burgher import Table
from burgher.record import _digest
from cli.running import Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    return Run(monkeypatch, capsys)


def table_of(moves: int) -> Table:
    """A game in which always the first choice was made, as far as it came."""
    table = Table(burgher.load("burgundy"), 3, ["Anna", "Benno"])
    while moves and not table.is_over:
        table.play(table.actions()[0].number)
        moves -= 1
    return table


def changed(text: str, before: str, after: str) -> str:
    """A record's text with something changed, and a check line that fits it again."""
    assert before in text
    body = text.replace(before, after, 1).rpartition("check: ")[0]
    return f"{body}check: {_digest(body)}\n"


def test_sound_records_are_summed_up(run: Run) -> None:
    over, running = table_of(1000), table_of(10)
    over.record.save("over")
    running.record.save("running")
    ended = run("verify", "over", "running")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == (
        f"over: ok: {over.headline}, {len(over.record.moves)} moves\n"
        f"running: ok: {running.headline}, 10 moves\n"
    )


def test_fair_draws_are_told_of_in_a_sentence(run: Run) -> None:
    table = Table(burgher.load("burgundy"), names=["Anna", "Benno"])
    while not table.is_over:
        table.play(table.actions()[0].number)
    table.record.save("over")
    ended = run("verify", "over")
    assert (ended.code, ended.err) == (0, "")
    assert f"\n  Fair dice: the secret fits the hash {str(table.commitment)[:16]}…" in ended.out
    assert f"all {len(table.draws)} draws follow from it" in ended.out


def test_one_bad_record_is_enough(run: Run) -> None:
    table_of(3).record.save("good")
    Path("bad").write_text("a letter", encoding="utf-8")
    ended = run("verify", "good", "bad", "good", "none")
    assert ended.code == 1
    assert [line.split(": ")[0:2] for line in ended.out.splitlines()] == [
        ["good", "ok"],
        ["bad", "line 1"],
        ["good", "ok"],
        ["none", "No such file or directory"],
    ]


TEXT = str(table_of(1000).record)
FIRST = TEXT.split("\n\n")[1].split(": ")[1].split(",")[0]


@pytest.mark.parametrize(
    ("damaged", "problem"),
    [
        (b"", "line 1: not a Burgher record"),
        (b"\xff\xfe", "line 1: not UTF-8 text"),
        (TEXT.replace("Anna", "Ann\0", 1), "line 9: not text: it has NUL characters"),
        (TEXT.replace("record 1", "record 3"), "line 1: a record of format 3"),
        (TEXT[:-30], "cut short: the check line that closes a record is missing"),
        (TEXT.replace("seed: 3", "seed: 4"), "changed since it was written"),
        (changed(TEXT, "seed: 3", "seed: 4"), "line 12: move 1, "),
        (changed(TEXT, "seed: 3", "seed: three"), "the seed 'three' is not a whole number"),
        (changed(TEXT, "game: burgundy", "game: chess"), "there is no game 'chess'"),
        (changed(TEXT, "rules: ", "rules: 0"), "was played with rules '0"),
        (changed(TEXT, "option ties: fewest", "option ties: coin"), "ties='coin' is not known"),
        (changed(TEXT, "seat 2: Benno", "seat 2: Carla"), "nobody at this table is called 'Benno'"),
        (changed(TEXT, f": {FIRST}", ": end"), "A turn has exactly two actions"),
        (changed(TEXT, f": {FIRST}", ": jump"), "has no action 'jump'"),
        (changed(TEXT, "\nA1 ", "\nB1 "), "under 'B1': in the game it is"),
        (changed(TEXT, "scores: ", "scores: 1"), "the record ends 1"),
        (str(table_of(5).record_for(0)), "this is one viewer's copy of a game that was running"),
    ],
)
def test_what_is_wrong_is_said_and_where(run: Run, damaged: str | bytes, problem: str) -> None:
    Path("record").write_bytes(damaged if isinstance(damaged, bytes) else damaged.encode())
    ended = run("verify", "record")
    assert ended.code == 1
    assert ended.err == ""
    assert ended.out.startswith("record: ")
    assert ended.out.count("\n") == 1
    assert problem in ended.out


def test_a_folder_is_no_record(run: Run, tmp_path: Path) -> None:
    ended = run("verify", tmp_path)
    assert (ended.code, ended.out) == (1, f"{tmp_path}: Is a directory\n")


def test_names_are_never_taken_for_markup(run: Run) -> None:
    table = Table(burgher.load("burgundy"), 3, ["[red]Anna", "[/]"])
    table.record.save("record")
    assert table.headline in run("verify", "record").out
