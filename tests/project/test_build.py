"""What an installation contains, with a compiler and without."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

import pytest

import burgher
from setup import INLINE_LINES, ROOT, compiled_modules, write_parts
from tighten import c_functions

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


# -- installations to come ----------------------------------------------------------------------


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of what the build reads, with the leavings of an earlier one."""
    copy = tmp_path / "project"
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
    for name in ("LICENSE", "pyproject.toml", "setup.py", "tighten.py"):
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
