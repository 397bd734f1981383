"""Going through a record, all at once and move by move."""

from __future__ import annotations

from pathlib import Path

import pytest

import burgher
from burgher import Record, Table
from cli.running import Run, Terminal


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    return Run(monkeypatch, capsys)


def save_game(file: str | Path, moves: int) -> Table:
    """Save a game in which always the last choice was made, as far as it came."""
    table = Table(burgher.load("burgundy"), 3, ["Anna", "Benno"])
    while moves and not table.is_over:
        table.play(table.actions()[-1].number)
        moves -= 1
    table.record.save(file)
    return table


def test_the_whole_game_is_printed(run: Run) -> None:
    table = save_game("game", 1000)
    ended = run("replay", "game", "--all")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    moves = table.record.moves
    for number, move in enumerate(moves, start=1):
        who = table.names[move.seat]
        assert f"Move {number} of {len(moves)}, {move.heading} {who}: {move.words}" in lines
    told, at = " ".join(ended.out.split()), 0  # a long sentence takes several lines
    for sentence in table.log(None):
        at = told.index(sentence, at) + len(sentence)
    assert table.headline in lines
    assert "place" in lines[-2]
    assert ended.out.count("Phase C, round 2 of 5") == 1


def test_a_game_can_be_joined_late(run: Run) -> None:
    table = save_game("game", 30)
    ended = run("replay", "game", "--from", 25)
    assert "Move 24 of 30" not in ended.out
    assert "Move 25 of 30" in ended.out
    assert table.headline in ended.out
    assert run("replay", "game", "--from", 30).code == 0


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["game", "--from", "31"], "the game has 30 moves: --from can be 0 to 30"),
        (["none"], "none: No such file or directory"),
        (["letter"], "letter: line 1: not a Burgher record"),
        (["copy"], "copy: this is one viewer's copy"),
    ],
)
def test_mistakes_are_one_line(run: Run, arguments: list[str], reason: str) -> None:
    save_game("game", 30).record_for(None).save("copy")
    Path("letter").write_text("Dear Anna", encoding="utf-8")
    ended = run("replay", *arguments)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"burgher: {reason}")
    assert ended.err.count("\n") == 1


def test_the_keyboard_goes_forward_and_back(tmp_path: Path) -> None:
    """In a terminal of its own, as `isatty` asks for a real one."""
    save_game(tmp_path / "game", 30)
    with Terminal("replay", tmp_path / "game") as terminal:

        def shown_after(typed: str) -> str:
            terminal.type(f"{typed}\r")
            return terminal.until("q: leave> ")

        assert "Before the first of 30 moves" in terminal.until("q: leave> ")
        assert "Move 1 of 30" in shown_after("")
        assert "Move 2 of 30" in shown_after("")
        assert "Move 1 of 30" in shown_after("b")
        assert "Before the first" in shown_after("b")
        assert "Before the first" in shown_after("b")
        last = shown_after("30")
        assert "Move 30 of 30" in last
        assert "total" in last
        assert "Move" not in shown_after("31")
        assert "Move" not in shown_after("x")
        assert "Move 7 of 30" in shown_after("7")
        terminal.type("q\r")
        code, rest = terminal.end()
    assert code == 0
    assert "Traceback" not in rest


def test_the_end_of_input_ends_it(run: Run) -> None:
    save_game("game", 5)
    assert run("replay", "game", typed="\n", at_terminal=True).code == 0


def test_the_record_is_only_read(run: Run) -> None:
    save_game("game", 5)
    before = Record.load("game")
    run("replay", "game", typed="\n\nb\n", at_terminal=True)
    assert Record.load("game") == before
