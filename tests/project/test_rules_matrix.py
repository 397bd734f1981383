"""`docs/rules` leads, for every game, from each rule to its code and its test: both must be there."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import burgher
from burgher.games.burgundy.components import BUILDINGS
from burgher.games.burgundy.naming import building_name
from burgher.games.granja import reasons as granja_reasons
from burgher.games.granja.components import standard_set
from burgher.games.hansa import sections as hansa_sections
from burgher.games.hansa.components import FAVOURS, MARKER_TABLE, PERMANENT, RULES

ROOT = Path(__file__).parents[2]
ENTRANCE = ROOT / "docs" / "rules.md"
GAMES = sorted(path.stem for path in (ROOT / "docs" / "rules").glob("*.md"))

ABOUT_THE_PROGRAM = {
    "test_arbiter.py",
    "test_contract.py",
    "test_golden.py",
    "test_heuristic.py",
    "test_learn.py",
    "test_cache.py",
    "test_positions.py",
    "test_properties.py",
    "test_questions.py",
    "test_refusals.py",
    "test_telling.py",
    "test_terminal.py",
    "test_words_and_parts.py",
}
"""Tests of what every game has; all others are of rules."""


class Row(NamedTuple):
    """A line of a matrix: where the rule is found, what it says, what its code and its tests are called."""

    game: str
    where: str
    rule: str
    code: list[str]
    tests: list[str]


def _rows(game: str) -> list[Row]:
    """The rows of all tables of a chapter that have code and tests."""
    chapter = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    rows: list[Row] = []
    is_matrix = False
    for line in chapter.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[-2:] == ["code", "test"]:
            is_matrix = True
        elif not line.startswith("|"):
            is_matrix = False
        elif is_matrix and not line.startswith("|--"):
            where, rule, code, tests = cells
            rows.append(Row(game, where, rule, _quoted(code), _quoted(tests)))
    return rows


def _quoted(cell: str) -> list[str]:
    return re.findall("`([^`]+)`", cell)


ROWS = {game: _rows(game) for game in GAMES}


@cache
def _names_in(path: Path) -> set[str]:
    """What a file names at its top: functions, classes with their methods, constants; or a table's keys."""
    if path.suffix == ".toml":
        return _keys(tomllib.loads(path.read_text(encoding="utf-8")))
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        if isinstance(node, ast.ClassDef):
            names |= {f"{node.name}.{sub.name}" for sub in node.body if isinstance(sub, ast.FunctionDef)}
        targets = [node.target] if isinstance(node, ast.AnnAssign) else getattr(node, "targets", [])
        names |= {target.id for target in targets if isinstance(target, ast.Name)}
    return names


def _keys(table: dict[str, Any], before: str = "") -> set[str]:
    keys = {before + key for key in table}
    for key, value in table.items():
        if isinstance(value, dict):
            keys |= _keys(value, f"{before}{key}.")
    return keys


def _found(named: str, folder: Path) -> bool:
    """Whether `file: name` is in a folder."""
    file, _, name = named.partition(": ")
    path = folder / "components" / file if file.endswith(".toml") else folder / file
    return path.is_file() and name in _names_in(path)


def test_every_game_has_its_chapter() -> None:
    folders = (ROOT / "src" / "burgher" / "games").glob("*/__init__.py")
    assert sorted(path.parent.name for path in folders) == GAMES
    entrance = ENTRANCE.read_text(encoding="utf-8")
    for game in GAMES:
        assert f"](rules/{game}.md)" in entrance


@pytest.mark.parametrize("game", GAMES)
def test_every_option_is_told_of_at_the_entrance(game: str) -> None:
    entrance = ENTRANCE.read_text(encoding="utf-8")
    for option in burgher.load(game).choices:
        assert f"| `{option.name}` |" in entrance
        if len(option.choices) <= 4:
            assert [value for value in option.choices if f"`{value}`" not in entrance] == []


@pytest.mark.parametrize(
    "row",
    [row for rows in ROWS.values() for row in rows],
    ids=lambda row: f"{row.game}, {row.where}, {row.rule}",
)
def test_the_code_and_the_tests_of_a_rule_exist(row: Row) -> None:
    code, tests = ROOT / "src" / "burgher" / "games" / row.game, ROOT / "tests" / row.game
    assert row.code
    assert row.tests
    assert [named for named in row.code if not _found(named, code)] == []
    assert [named for named in row.tests if not _found(named, tests) or ": test_" not in named] == []


@pytest.mark.parametrize("game", GAMES)
def test_every_file_of_tests_is_led_to(game: str) -> None:
    named = {test.partition(": ")[0] for row in ROWS[game] for test in row.tests}
    files = {path.name for path in (ROOT / "tests" / game).glob("test_*.py")}
    assert files - ABOUT_THE_PROGRAM <= named


@pytest.mark.parametrize("reasons", [hansa_sections, granja_reasons], ids=lambda module: module.__name__)
def test_reasons_name_the_headings_of_the_chapter(reasons: ModuleType) -> None:
    game = reasons.__name__.split(".")[-2]
    headings = {value for name, value in vars(reasons).items() if name.isupper() and isinstance(value, str)}
    assert headings
    assert headings <= _places(game)


def _missing(game: str, things: list[str]) -> list[str]:
    """Those of some things that no rule of a game begins with."""
    return [thing for thing in things if not any(row.rule.startswith(f"{thing}: ") for row in ROWS[game])]


def _places(game: str) -> set[str]:
    return {row.where for row in ROWS[game]}


def test_burgundy_has_every_page_building_and_knowledge_tile() -> None:
    assert _places("burgundy") >= {str(page) for page in range(1, 13)}
    things = [building_name(building) for building in BUILDINGS]
    things += [f"tile {number}" for number in range(1, 27)]
    assert _missing("burgundy", things) == []


def test_hansa_has_every_section_marker_favour_and_difference() -> None:
    assert _places("hansa") >= {
        "Set-up",
        "Game Play",
        "Take Income",
        "Place Dude",
        "Displace Dude",
        "Move Your Own Dudes",
        "Claim A Route",
        "Bonus Plates",
        "Game End",
        "Endgame Scoring",
        "East",
        "Britannia",
        "Two players",
        "Missions",
        "The Emperor's Favour",
    }
    assert _places("hansa") >= {key for rules in RULES.values() for key in rules}
    assert _missing("hansa", [*(marker["title"] for marker in MARKER_TABLE), *PERMANENT, *FAVOURS]) == []


def test_granja_has_every_section_space_building_tile_and_helper() -> None:
    assert _places("granja") >= {
        "Set-up",
        "I Farm Phase",
        "II Revenue Phase",
        "III Transportation Phase",
        "Deliveries to Market Barrow Cards",
        "Deliveries to Craft Buildings",
        "IV Scoring Phase",
        "Anytime Actions",
        "Game End",
        "Roof Tiles",
        "Helpers",
    }
    set_ = standard_set()
    things = [f"space {number}" for number in range(1, 7)]
    things += [building.name for building in set_.buildings]
    things += [f"tile {roof.name}" for roof in set_.roofs]
    things += [f"card {card.number}, {card.helper.name}" for card in set_.cards]
    assert _missing("granja", things) == []
