"""What an installation contains, with a compiler and without."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

import pytest

import burgher
from building import ROOT
from building.generated import c_functions
from building.parts import (
    INLINE_LINES,
    LONG_CONSTRUCTOR,
    SELDOM_RUN,
    compiled_modules,
    write_once_parts,
    write_parts,
)

MODULES = [".".join(Path(path).with_suffix("").parts[1:]) for path in compiled_modules()]
"""The modules that a compiler makes faster, by dotted name."""


# -- this installation --------------------------------------------------------------------------


@pytest.mark.parametrize("name", MODULES)
def test_everything_that_can_be_compiled_is_or_nothing_is(name: str) -> None:
    file = Path(import_module(name).__file__ or "")
    assert (file.suffix != ".py") == burgher.COMPILED


@pytest.mark.parametrize("name", MODULES)
def test_the_source_lies_beside_what_is_compiled(name: str) -> None:
    assert Path(burgher.__file__).parent.parent.joinpath(*name.split(".")).with_suffix(".py").exists()


def test_burgher_source_runs_everything_as_plain_source() -> None:
    report = (
        "import burgher, importlib, sys\n"
        "for name in sys.argv[1:]: importlib.import_module(name)\n"
        "modules = [module for name, module in sys.modules.items() if name.split('.')[0] == 'burgher']\n"
        "print(burgher.COMPILED, *(m.__name__ for m in modules if not m.__file__.endswith('.py')))"
    )
    result = subprocess.run(
        [sys.executable, "-c", report, *MODULES],
        env={**os.environ, "BURGHER_SOURCE": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert result.stdout.strip() == "False"


# -- what is compiled with less pains ------------------------------------------------------------

WHOLE = ("invariants", "search_settings")
"""The modules of which everything seldom runs."""
IN_CLASSES = {"check", "effects", "faces", "questions", "table_fields", "seat_fields"}
"""The methods that do, of what is in `data.py`, a game's modules and its questions."""
BESIDE = {
    "lookups": re.compile(r"\w+\.__init__"),
    "actions": re.compile(r"_\w+"),
    "observation": re.compile(r"(?:table|seat)_fields"),
}
"""The functions that do, of modules with these names; `\\w` is no dot, so none is a method but of lookups."""


def functions_of(body: list[ast.stmt], outer: str = "") -> Iterator[str]:
    """The functions and methods of a module, with the names of their classes before theirs."""
    for node in body:
        if isinstance(node, ast.FunctionDef):
            yield outer + node.name
        elif isinstance(node, ast.ClassDef):
            yield from functions_of(node.body, f"{outer}{node.name}.")


def is_seldom_run(name: str, function: str) -> bool:
    """Whether a module's function is compiled as what seldom runs."""
    return SELDOM_RUN.search("CPyDef_" + f"{name}.{function}(".replace(".", "___")) is not None


@pytest.mark.parametrize("name", MODULES)
def test_what_runs_often_is_not_taken_for_what_seldom_does(name: str) -> None:
    """The build goes by names, and one that happens to be like those of cold code costs without a word."""
    source = (ROOT / "src").joinpath(*name.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    package, _, module = name.rpartition(".")
    for function in functions_of(ast.parse(source).body):
        owner, _, last = function.rpartition(".")
        if module in BESIDE:
            expected = BESIDE[module].fullmatch(function) is not None
        else:
            may_have = module == "data" or package.endswith((".modules", ".questions"))
            expected = module in WHOLE or bool(may_have and owner and last in IN_CLASSES)
        assert is_seldom_run(name, function) == expected, function


@pytest.mark.parametrize("function", ["on_fields", "effects_of", "is_check", "might_check", "_faces"])
def test_a_name_that_is_only_like_those_is_none_of_them(function: str) -> None:
    assert not is_seldom_run("burgher.games.granja.pauses", function)
    assert not is_seldom_run("burgher.games.granja.modules.solo", f"Solo.{function}")


# -- the table of what is compiled --------------------------------------------------------------


def test_every_line_of_the_table_means_some_file() -> None:
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["burgher"]
    idle = [pattern for patterns in table.values() for pattern in patterns if not list(ROOT.glob(pattern))]
    assert not idle


# -- what the compiler is given ------------------------------------------------------------------

GENERATED = """\
static int CPyExec_words(PyObject *module)
{
    return 0;
}
int64_t CPyDef_words___only(int64_t cpy_r_single) {
    if (cpy_r_single) {
        return 1;
    }
    return 0;
}
static PyObject *CPyDef_words___hidden(void) {
    return NULL;
}

        PyObject *CPyPy_words___only(PyObject *self) {
            return NULL;
        }
char CPyDef_words_____top_level__(void) {
    return 1;
}
"""


def test_generated_c_is_cut_up_into_functions_and_the_rest_without_loss() -> None:
    pieces = list(c_functions(GENERATED))
    assert "".join(text for _, text in pieces) == GENERATED
    functions = [text for first_line, text in pieces if first_line]
    assert [text.split("(")[0] for text in functions] == [
        "int64_t CPyDef_words___only",
        "char CPyDef_words_____top_level__",
    ]
    assert all(text.endswith("\n}\n") for text in functions)


def test_each_part_is_compiled_for_what_it_is_worth(tmp_path: Path) -> None:
    long = GENERATED.replace("words", "offers").replace("    return 0;\n", "    ;\n" * INLINE_LINES)
    rules = GENERATED.replace("words", "turn")
    for name, text in {
        "kernel___words": GENERATED,
        "kernel___offers": long,
        "games___hansa___turn": rules,
        "games___hansa___questions___turn": rules.replace("turn", "asked"),
        "games___hansa___modules___east": rules.replace("turn", "east"),
    }.items():
        (tmp_path / f"__native_burgher___{name}.c").write_text(text)
    hot, cold = write_parts(tmp_path)
    parts = {path.stem: path.read_text() for path in hot + cold}
    assert {path.stem for path in hot} == {"hot_kernel", "hot_games_hansa", "hot_games_hansa_modules"}
    assert {path.stem for path in cold} == {"cold_kernel", "cold_games_hansa", "cold_games_hansa_modules"}
    for name, home in {
        "words": "kernel",
        "offers": "kernel",
        "asked": "games_hansa",
        "east": "games_hansa_modules",
    }.items():
        definition = f"\nint64_t CPyDef_{name}___only("
        assert [part for part, text in parts.items() if definition in text] == [f"hot_{home}"]
        for seldom in (f"CPyDef_{name}_____top_level__(", f"CPyPy_{name}___only("):
            assert [part for part, text in parts.items() if seldom in text] == [f"cold_{home}"]
    inlined = "extern inline __attribute__((gnu_inline)) int64_t CPyDef_words___only("
    assert {part for part, text in parts.items() if inlined in text} == {
        "hot_games_hansa",
        "hot_games_hansa_modules",
    }
    assert not [part for part, text in parts.items() if "gnu_inline)) int64_t CPyDef_offers___only" in text]


CLASS = """\
static PyTypeObject *CPyType_words___Word_template = &CPyType_words___Word_template_;
static bool
CPyDef_words___Word_trait_vtable_setup(void);
static PyObject *CPyModule_hidden;
char CPyDef_words___Word_____init__(PyObject *cpy_r_self) {
    return 1;
}
char CPyDef_words_____top_level__(void) {
    CPyDef_words___Word_trait_vtable_setup(CPyType_words___Word_template);
    return 1;
}
"""


def test_what_runs_once_is_compiled_by_itself(tmp_path: Path) -> None:
    path = tmp_path / "__native_burgher___games___hansa___words.c"
    path.write_text(CLASS)
    (once,), done = write_once_parts(tmp_path)
    assert done == {"CPyDef_words_____top_level__"}
    assert once.read_text().count("char CPyDef_") == 1
    assert "\nextern PyTypeObject *CPyType_words___Word_template;\n" in once.read_text()
    assert "\nextern bool\nCPyDef_words___Word_trait_vtable_setup(void);\n" in once.read_text()
    (hot,), (cold,) = write_parts(tmp_path, done)
    assert "top_level" not in hot.read_text() + cold.read_text()
    assert "\nPyTypeObject *CPyType_words___Word_template = " in cold.read_text()
    assert "\nbool\nCPyDef_words___Word_trait_vtable_setup" in cold.read_text()


def test_what_runs_once_stays_beside_what_only_its_file_knows(tmp_path: Path) -> None:
    path = tmp_path / "__native_burgher___games___hansa___words.c"
    path.write_text(CLASS.replace("    return 1;", "    Py_INCREF(CPyModule_hidden);\n    return 1;"))
    assert write_once_parts(tmp_path) == ([], set())


@pytest.mark.parametrize(("package", "once"), [("games___hansa", True), ("kernel", False)])
def test_a_long_constructor_of_a_game_makes_tables(tmp_path: Path, package: str, once: bool) -> None:
    long = CLASS.replace("    return 1;", "    ;\n" * LONG_CONSTRUCTOR + "    return 1;", 1)
    (tmp_path / f"__native_burgher___{package}___words.c").write_text(long)
    assert ("CPyDef_words___Word_____init__" in write_once_parts(tmp_path)[1]) == once


# -- installations to come ----------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what the build reads, with the leavings of an earlier one."""
    copy = tmp_path / "project"
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    shutil.copytree(ROOT / "building", copy / "building", ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("LICENSE", "pyproject.toml", "setup.py"):
        shutil.copy(ROOT / name, copy)
    old = copy / "build" / "lib" / "burgher" / "kernel"
    old.mkdir(parents=True)
    (old / "words.cpython-311-x86_64-linux-gnu.so").touch()
    return copy


def build(project: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Make a wheel of a project, beside it."""
    options = [
        "--quiet",
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(project.parent),
    ]
    return subprocess.run(
        [sys.executable, "-m", "pip", "wheel", *options, str(project)],
        env={name: value for name, value in os.environ.items() if name != "BURGHER_COMPILE"} | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_without_a_compiler_the_plain_source_is_installed(project: Path) -> None:
    result = build(project, CC="/bin/false")
    assert result.returncode == 0, result.stderr
    (wheel,) = project.parent.glob("*.whl")
    assert wheel.name.endswith("-py3-none-any.whl")
    with ZipFile(wheel) as content:
        assert not [name for name in content.namelist() if name.endswith((".so", ".pyd"))]
        assert any(name.endswith(".toml") for name in content.namelist())
        content.extractall(project.parent / "installed")
    version = subprocess.run(
        [sys.executable, "-m", "burgher", "--version"],
        env={**os.environ, "PYTHONPATH": str(project.parent / "installed")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert f"burgher {burgher.__version__}, plain source" in version


def test_what_mypyc_refuses_is_an_error_when_compiling_is_required(project: Path) -> None:
    shutil.rmtree(project / "src" / "burgher" / "games")  # it would be read first, for as long
    (project / "src" / "burgher" / "kernel" / "ints.py").write_text("COMPILED: bool = 'no'\n")
    result = build(project, BURGHER_COMPILE="require")
    assert result.returncode != 0
    assert "ints.py" in result.stdout + result.stderr


def test_a_misspelt_wish_is_refused(project: Path) -> None:
    result = build(project, BURGHER_COMPILE="required")
    assert result.returncode != 0
    assert "BURGHER_COMPILE=required" in result.stdout + result.stderr
