"""`burgher rules`: the rules in the terminal."""

from __future__ import annotations

import pytest

from cli.running import Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys)


@pytest.mark.parametrize("words", [["animals", "again"], ["pasture"]])
def test_rules_are_found_by_their_words(run: Run, words: list[str]) -> None:
    done = run("rules", "burgundy", *words)
    assert done.code == 0
    assert "pasture" in done.out
    assert "(p. 6)" in done.out
    assert "white die" not in done.out


def test_all_rules_are_printed_with_their_tables(run: Run) -> None:
    done = run("rules", "burgundy")
    assert done.code == 0
    assert "Knowledge tile 26" in done.out
    assert "YOUR TURN" in done.out


def test_the_aid_is_short(run: Run) -> None:
    done = run("rules", "burgundy", "--aid")
    assert done.code == 0
    assert 20 < len(done.out.splitlines()) < 90


def test_what_is_not_there_is_said_in_a_sentence(run: Run) -> None:
    done = run("rules", "burgundy", "xylophone")
    assert done.code == 2
    assert "no rule of The Castles of Burgundy has the words 'xylophone'" in done.err
    assert run("rules", "chess").code == 2
