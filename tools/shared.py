"""Refuse changes in place to what copies of a state share. `python -m tools.shared`.

A state and its copies hold the same `SharedInts`: whoever changes one puts another in its place
(`burgher.kernel.ints.replaced`). To the compiler both kinds of arrays are the same, and a search that
changes the game it looks at is hard to find. A game that names any array shared must name all: what
`copy_from` takes over as it is, is shared, and nothing else.
"""

from __future__ import annotations

import argparse
import ast
import sys
from collections.abc import Iterator
from pathlib import Path

from building import ROOT
from building.parts import compiled_modules

LAYS_OUT = ("setup.py",)
"""Where a state is laid out that has no copies yet."""


def attributes(tree: ast.Module, kind: str) -> set[str]:
    """The attributes that a module's classes declare as arrays of a kind: `Ints` or `SharedInts`."""
    return {
        node.target.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Attribute)
        and ast.unparse(node.annotation) == kind
    }


def changed_in_place(tree: ast.Module, shared: set[str]) -> list[int]:
    """The lines of a module on which a member of a shared array is set, also by another name for it."""
    lines = []
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        names = {
            target.id
            for node in ast.walk(function)
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Attribute)
            for target in node.targets
            if isinstance(target, ast.Name) and node.value.attr in shared
        }
        for node in ast.walk(function):
            if not isinstance(node, ast.Assign | ast.AugAssign):
                continue
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                match target:
                    case ast.Subscript(value=ast.Attribute(attr=name)) if name in shared:
                        lines.append(node.lineno)
                    case ast.Subscript(value=ast.Name(id=name)) if name in names:
                        lines.append(node.lineno)
    return lines


def wrongly_copied(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """In each `copy_from`, the arrays that are not copied as declared: the line, and what is wrong."""
    for owner in ast.walk(tree):
        if not isinstance(owner, ast.ClassDef):
            continue
        inside = ast.Module([owner], [])
        shared, own = attributes(inside, "SharedInts"), attributes(inside, "Ints")
        for method in owner.body:
            if not isinstance(method, ast.FunctionDef) or method.name != "copy_from":
                continue
            for node in ast.walk(method):
                match node:
                    case ast.Assign(targets=[ast.Attribute(attr=name)], value=ast.Attribute()) if name in own:
                        yield node.lineno, f"{name} is shared: declare it as SharedInts"
                    case ast.Call(func=ast.Name(id="copy_ints"), args=[ast.Attribute(attr=name), *_]):
                        if name in shared:
                            yield node.lineno, f"{name} is copied: declare it as Ints"


def complaints(files: dict[Path, str]) -> list[str]:
    """What is wrong in the files of one game."""
    trees = {path: ast.parse(source) for path, source in files.items()}
    shared = {name for tree in trees.values() for name in attributes(tree, "SharedInts")}
    if not shared:
        return []
    found = [f"{path}:{line}: {what}" for path, tree in trees.items() for line, what in wrongly_copied(tree)]
    return found + [
        f"{path}:{line}: copies of the state share this array: put another in its place (replaced)"
        for path, tree in trees.items()
        if path.name not in LAYS_OUT
        for line in changed_in_place(tree, shared)
    ]


def main() -> int:
    """Name every such change in what is compiled; the exit code says whether there is one."""
    games: dict[str, dict[Path, str]] = {}
    for name in compiled_modules():
        path = Path(name)
        if "games" in path.parts:
            game = path.parts[path.parts.index("games") + 1]
            games.setdefault(game, {})[path] = (ROOT / path).read_text(encoding="utf-8")
    found = [complaint for files in games.values() for complaint in complaints(files)]
    for complaint in found:
        print(complaint)
    return 1 if found else 0


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    sys.exit(main())
