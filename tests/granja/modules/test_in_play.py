"""A game without modules does not even ask for them where every decision passes."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

from burgher.games import granja
from granja.kit import load

FOLDER = Path(granja.__file__).parent
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
