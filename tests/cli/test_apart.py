"""What can be done at any time is listed apart from what is asked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cli.running import Run


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Commands run in an empty folder."""
    monkeypatch.chdir(tmp_path)
    return Run(monkeypatch, capsys)


def test_what_can_be_done_at_any_time_stands_below_what_is_asked(run: Run) -> None:
    ended = run("play", "granja", "--seed", "3", "--opponents", "random", typed="list\nquit\n")
    shown, listed = ended.out.split("> list\n")
    assert shown.count("\nAt any time:\n") == listed.count("\nAt any time:\n") == 1
    asked, beside = (
        re.findall(r"^ *(\d+)  (\w+) ", part, re.MULTILINE) for part in listed.split("At any time:\n")
    )
    sides = [side for side in ("field", "barrow", "helper", "extension") for _ in range(4)]
    assert [verb for _, verb in asked] == sides
    assert {verb for _, verb in beside} == {"trade"}
    assert [int(number) for number, _ in asked + beside] == list(range(1, 22))
