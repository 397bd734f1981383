"""What must be true of every file of the source."""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from building import ROOT
from building.parts import compiled_modules

SOURCE = ROOT / "src"
FILES = sorted(SOURCE.rglob("*.py"))

every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))


@cache
def tree_of(path: Path) -> ast.Module:
    """A file, parsed when it is first asked for: every worker collects these tests, and few run them."""
    return ast.parse(path.read_text(encoding="utf-8"))


# -- docstrings ---------------------------------------------------------------------------------


def class_named(name: str, path: Path) -> tuple[ast.ClassDef, Path] | None:
    """The class that a name means in a file, with the file that it stands in; None if it is not ours."""
    for node in tree_of(path).body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            return node, path
    imports = [node for node in ast.walk(tree_of(path)) if isinstance(node, ast.ImportFrom)]
    for found in imports:
        if name in {alias.asname or alias.name for alias in found.names}:
            module = SOURCE.joinpath(*(found.module or "").split("."))
            for file in (module.with_suffix(".py"), module / "__init__.py"):
                if file in FILES and file != path:
                    return class_named(name, file)
    return None


def is_explained(method: str, owner: ast.ClassDef, path: Path) -> bool:
    """Whether a method has a docstring, in its own class or in one that it comes from."""
    if any(
        isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef)
        and part.name == method
        and ast.get_docstring(part)
        for part in owner.body
    ):
        return True
    plain = [base.value if isinstance(base, ast.Subscript) else base for base in owner.bases]
    bases = [class_named(base.id, path) for base in plain if isinstance(base, ast.Name)]
    return any(is_explained(method, *base) for base in bases if base)


def unexplained(path: Path) -> Iterator[str]:
    """The public names of a module that lack a docstring."""
    tree = tree_of(path)
    if not ast.get_docstring(tree):
        yield "the module"
    for node in tree.body:
        if not isinstance(
            node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
        ) or node.name.startswith("_"):
            continue
        if not ast.get_docstring(node):
            yield node.name
        if isinstance(node, ast.ClassDef):
            for part in node.body:
                if isinstance(part, ast.FunctionDef | ast.AsyncFunctionDef) and not part.name.startswith("_"):
                    if not is_explained(part.name, node, path):
                        yield f"{node.name}.{part.name}"


@every_file
def test_everything_public_has_a_docstring(path: Path) -> None:
    assert not list(unexplained(path))


# -- what is compiled ---------------------------------------------------------------------------


def imported(path: Path) -> Iterator[str]:
    """The dotted names of the modules that a module imports."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            package = node.module or ""
            for alias in node.names:
                inner = SOURCE.joinpath(*package.split("."), alias.name)
                is_module = inner.with_suffix(".py").exists() or inner.is_dir()
                yield f"{package}.{alias.name}" if is_module else package


@pytest.mark.parametrize("module", compiled_modules())
def test_the_rules_know_nothing_of_how_they_are_told(module: str) -> None:
    """What is compiled imports what is compiled, the components, errors, what is observed, and Python itself.

    A module of a game is one file with all there is to say about it: it knows the words too. What every one
    of them brings is said in La Granja's `data.py`, with the reader of positions that is handed to it.
    """
    own: tuple[str, ...] = ("naming", "reading", "things") if Path(module).parts[-2] == "modules" else ()
    if module.endswith("granja/data.py"):
        own = ("reading",)
    ours = {".".join(Path(path).with_suffix("").parts[1:]) for path in compiled_modules()}
    theirs = sys.stdlib_module_names | {"librt", "mypy_extensions"}
    strangers = {
        name
        for name in imported(ROOT / module)
        if name not in ours
        and name.split(".")[0] not in theirs
        and name.split(".")[-1]
        not in ("components", "errors", "observation", "array_export", "value_network", *own)
    }
    assert not strangers


# -- modules ------------------------------------------------------------------------------------

MODULES = ("actions", "components", "heuristic", "position", "setup", "state")
"""What every game has, each under the same name."""


@pytest.mark.parametrize(
    "game",
    # Until a folder names its GAME, it is still being built.
    [
        path.parent.name
        for path in FILES
        if path.match("games/*/__init__.py") and "GAME" in path.read_text("utf-8")
    ],
)
def test_every_game_has_the_same_modules(game: str) -> None:
    folder = SOURCE / "burgher" / "games" / game
    missing = [
        name for name in MODULES if not (folder / f"{name}.py").exists() and not (folder / name).is_dir()
    ]
    assert not missing


# -- words --------------------------------------------------------------------------------------


@every_file
def test_nothing_is_left_for_later_and_no_file_knows_its_authors_machine(path: Path) -> None:
    found = re.findall(
        r"\b(?:TODO|FIXME|XXX)\b|/(?:home|root|Users|opt|tmp)/\w+", path.read_text(encoding="utf-8")
    )
    assert not found


TURN_GIVEN = re.compile(r"(\S+)\.me(?:: \w+)? = (.*)")
NOT_TO_DO = re.compile(
    r"[^=]*\.me\b(?!\.)[^=]* = |[^=]*\.players(?:\[[^]]*\])?(?:: [^=]*)? \W?= |del .*\.(?:me|players)\b"
    r"|.*\.players\.(?:append|clear|extend|insert|pop|remove|reverse|sort)\("
)


def turns_wrongly_given(tree: ast.Module) -> Iterator[str]:
    """Where somebody may come to act who is not in the list of players, or that list may change."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        nodes = list(ast.walk(function))
        lines = [ast.unparse(node) for node in nodes if isinstance(node, ast.stmt)]
        lines = [line for line in lines if "\n" not in line]
        names = Counter(
            node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
        )
        for line in lines:
            if found := TURN_GIVEN.fullmatch(line):
                owner, value = found.groups()
                is_item = value.startswith(f"{owner}.players[")
                if not is_item and (
                    names[value] != 1 or f"{value} = {owner}.players[" not in "\n".join(lines)
                ):
                    yield line
            elif NOT_TO_DO.match(line) and not (
                function.name == "__init__" and line.startswith("self.players")
            ):
                yield line


def test_who_acts_is_always_in_the_list_of_players() -> None:
    """What is compiled counts no references to them for that (`building/fixed`), so Python keeps to it."""
    for path in sorted((SOURCE / "burgher" / "games").glob("*/**/*.py")):
        assert not list(turns_wrongly_given(tree_of(path))), path


@pytest.mark.parametrize(
    "line",
    [
        "state.me = player",
        "state.me = other.players[0]",
        "state.me = state.guests[0]",
        "player = state.players[0]; player = guest; state.me = player",
        "state.players[0] = player",
        "state.players = []",
        "state.players.append(player)",
        "state.players += [player]",
        "state.me, other.me = (player, guest)",
        "del state.me",
        "del state.players[0]",
    ],
)
def test_it_is_seen_where_somebody_else_would_act(line: str) -> None:
    assert list(turns_wrongly_given(ast.parse(f"def give(state, other, player, guest):\n    {line}")))
