from __future__ import annotations

from pathlib import Path

import pytest

from tools import shared

DATA = """
class Data:
    def __init__(self) -> None:
        self.plates: SharedInts = zeros(4)
        self.taken: Ints = zeros(4)

    def copy_from(self, other: Data) -> None:
        {}
        {}
"""
RIGHT = "self.plates = other.plates", "copy_ints(self.taken, other.taken)"


def found(rule: str, copying: tuple[str, str] = RIGHT, file: str = "rules.py") -> list[str]:
    """What is refused in a game with one rule."""
    rules = "def lay(state: Data, place: i64) -> None:\n    " + rule.replace("\n", "\n    ")
    return shared.complaints({Path("data.py"): DATA.format(*copying), Path(file): rules})


@pytest.mark.parametrize(
    "rule",
    [
        "state.plates[place] = 3",
        "state.plates[place] += 1",
        "state.me.plates[place] |= 1",
        "plates = state.plates\nplates[place] = 3",
    ],
)
def test_a_shared_array_is_not_changed_in_place(rule: str) -> None:
    (complaint,) = found(rule)
    assert "replaced" in complaint


@pytest.mark.parametrize(
    "rule",
    [
        "state.taken[place] = 3",
        "state.plates = replaced(state.plates, place, 3)",
        "plates = state.plates[:]\nplates[place] = 3\nstate.plates = plates",
        "state.seen = state.plates[place]",
    ],
)
def test_other_changes_are_left_alone(rule: str) -> None:
    assert found(rule) == []


def test_a_state_that_is_being_laid_out_has_no_copies() -> None:
    assert found("state.plates[place] = 3", file="setup.py") == []


def test_what_is_taken_over_as_it_is_must_be_declared_shared() -> None:
    (complaint,) = found("pass", (RIGHT[0], "self.taken = other.taken"))
    assert complaint == "data.py:9: taken is shared: declare it as SharedInts"


def test_what_is_copied_must_not_be_declared_shared() -> None:
    (complaint,) = found("pass", ("copy_ints(self.plates, other.plates)", RIGHT[1]))
    assert complaint == "data.py:8: plates is copied: declare it as Ints"


def test_no_game_changes_what_copies_share(capsys: pytest.CaptureFixture[str]) -> None:
    assert shared.main() == 0, capsys.readouterr().out
