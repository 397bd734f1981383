"""`docs/rules.md` leads from each rule to its code and its test: both must be there."""

from __future__ import annotations

import ast
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from burgher.games.burgundy.components import BUILDINGS
from burgher.games.burgundy.telling import building_name

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules.md"
CODE = ROOT / "src" / "burgher" / "games" / "burgundy"
TESTS = ROOT / "tests" / "burgundy"


def _rows() -> list[tuple[str, str, list[str], list[str]]]:
    """The rows of the matrix: page, rule, what its code and its tests are called."""
    matrix = RULES.read_text(encoding="utf-8").split("## Rule → code → test")[1]
    rows = []
    for line in matrix.splitlines():
        if line.startswith("|") and not line.startswith(("|--", "| p. |")):
            page, rule, code, tests = (cell.strip() for cell in line.strip("|").split("|"))
            rows.append((page, rule, re.findall("`([^`]+)`", code), re.findall("`([^`]+)`", tests)))
    return rows


ROWS = _rows()


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


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"p. {row[0]}, {row[1]}")
def test_the_code_and_the_tests_of_a_rule_exist(row: tuple[str, str, list[str], list[str]]) -> None:
    _, _, code, tests = row
    assert code
    assert tests
    assert [named for named in code if not _found(named, CODE)] == []
    assert [named for named in tests if not _found(named, TESTS) or ": test_" not in named] == []


def test_every_page_building_and_knowledge_tile_is_there() -> None:
    assert {page for page, *_ in ROWS} >= {str(page) for page in range(1, 13)}
    rules = [rule for _, rule, *_ in ROWS]
    for building in map(building_name, BUILDINGS):
        assert any(rule.startswith(f"{building}: ") for rule in rules), building
    for number in range(1, 27):
        assert any(rule.startswith(f"tile {number}: ") for rule in rules), number


def test_every_file_of_tests_is_led_to() -> None:
    named = {test.partition(": ")[0] for *_, tests in ROWS for test in tests}
    assert named >= {path.name for path in TESTS.glob("test_p[0-9]*.py")}
