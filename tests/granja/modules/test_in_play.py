"""A game without modules does not even ask for them where every decision passes."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from burgher.games import granja
from burgher.games.granja import in_play
from granja.kit import load

FOLDER = Path(granja.__file__).parent
MODULES = sorted(
    path for path in (FOLDER / "modules").glob("*.py") if "ACTS_AT" in path.read_text(encoding="utf-8")
)
IN_PLAY = ast.parse((FOLDER / "in_play.py").read_text(encoding="utf-8"))
ASKING = {node.name for node in IN_PLAY.body if isinstance(node, ast.FunctionDef)}


def unasked(node: ast.AST, known: bool = False) -> list[int]:
    """The lines on which modules are asked although nobody knows that there are any."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ASKING:
        return [] if known else [node.lineno]
    if isinstance(node, ast.If | ast.BoolOp):
        test = node.test if isinstance(node, ast.If) else node.values[0]
        known = known or ast.unparse(test).startswith("state.modular")
    return [line for child in ast.iter_child_nodes(node) for line in unasked(child, known)]


def test_modules_are_asked_only_where_there_are_any() -> None:
    asked = 0
    for path in sorted(FOLDER.glob("*.py")):
        source = path.read_text(encoding="utf-8")
        assert unasked(ast.parse(source)) == [], path.name
        asked += "granja.in_play import" in source
    assert asked > 5


def test_a_table_knows_whether_there_are_any() -> None:
    without: Any = load(2).deal(1)
    alone: Any = load(2, ("betwixt",)).deal(1)
    assert not without.modular
    assert alone.modular
    assert alone.clone().modular


SHARED = {"gray_dice", "between"}
"""What several modules are made of."""


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_no_module_knows_another(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    known = {
        (node.module or "").removeprefix("burgher.games.granja.modules.")
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and "granja.modules." in (node.module or "")
    }
    assert known <= SHARED
    own = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}
    asked = {
        ast.unparse(node.args[1])
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance"
    }
    assert asked <= own


def test_the_rules_name_no_module() -> None:
    names = {path.stem for path in MODULES} - SHARED
    for path in [*FOLDER.glob("*.py"), *FOLDER.glob("questions/*.py")]:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and "granja.modules." in (node.module or ""):
                assert (node.module or "").rsplit(".", 1)[1] not in names, path.name


# -- numbers -----------------------------------------------------------------------------------------


def numbers(begins: str, ends: str) -> set[str]:
    """The names of numbers between two of them, with both."""
    names = [
        node.target.id
        for node in IN_PLAY.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    ]
    return set(names[names.index(begins) : names.index(ends) + 1])


MOMENTS = numbers("SET_UP", "RESOURCE_BOUGHT")
QUANTITIES = numbers("TURN_GOES_ON", "MORE_INCOME")


def declared(tree: ast.Module, name: str) -> set[str]:
    """The numbers that a module says it acts at, or changes."""
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
            return {inner.id for inner in ast.walk(node.value or node) if isinstance(inner, ast.Name)} - {
                "set_of"
            }
    return set()


def handled(tree: ast.Module, variable: str) -> set[str]:
    """The numbers that a module compares a moment, a place or a quantity with."""
    return {
        ast.unparse(node.comparators[0])
        for node in ast.walk(tree)
        if isinstance(node, ast.Compare) and ast.unparse(node.left) == variable
    }


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_a_module_is_called_for_what_it_does_something_about(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert declared(tree, "ACTS_AT") == handled(tree, "moment") | handled(tree, "where")
    assert declared(tree, "CHANGES") == handled(tree, "quantity")


def test_every_number_has_a_module_and_a_rule() -> None:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in MODULES]
    assert set().union(*(declared(tree, "ACTS_AT") for tree in trees)) == MOMENTS
    assert set().union(*(declared(tree, "CHANGES") for tree in trees)) == QUANTITIES
    everywhere = [*FOLDER.glob("*.py"), *FOLDER.glob("questions/*.py"), *FOLDER.glob("modules/*.py")]
    called = {
        ast.unparse(argument)
        for path in everywhere
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ASKING
        for argument in node.args
    }
    assert (MOMENTS | QUANTITIES) - called == {"TURN_BEGINS"}  # which `turn_begins` tells by itself


def test_no_two_numbers_are_the_same() -> None:
    for names in (MOMENTS, QUANTITIES):
        assert len({getattr(in_play, name) for name in names}) == len(names)
        assert max(getattr(in_play, name) for name in names) < 62
