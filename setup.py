"""The build step: the kernel and the rules as machine code or, failing that, as the plain source.

Everything else about the package stands in pyproject.toml. `BURGHER_COMPILE` may say how to build:

    (unset)   compile; where that cannot be, install the plain source and say so
    0         install the plain source
    require   compile; where that cannot be, fail
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tomllib
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))  # where a build is isolated, it is not there

from tighten import c_functions, tighten  # noqa: E402

# The rules are many small functions, and nobody outside replaces one: let them run into each other. It
# takes about a tenth of the instructions off a playout.
FLAGS = [
    "-fno-semantic-interposition",
    "-fvisibility=hidden",
    "--param=max-inline-insns-auto=200",
    "--param=inline-unit-growth=300",
    # To look for what could be warned of in generated code takes longer than to compile it.
    "-Wno-all",
    "-w",
]
SELDOM_RUN = re.compile(
    r"CPyDef_\w*(?:____top_level__|(?:invariants|search_settings|actions_)___\w+|lookups___\w+____init__"
    r"|___(?:check|check_step|effects|faces|questions|\w+_fields))\("
)
"""What runs when a module is imported, when people are told something, or only in some games.

It is most of the code and little of the time.
"""
GROUP = "burgher.machine"
"""The library that mypyc makes of all modules; the file beside each module only names its place in there."""
IN_PARTS = os.name == "posix"
"""Whether the compiler understands `FLAGS`, and how parts are told what they share."""
INLINE_LINES = 150
"""Functions of the kernel of fewer lines in C are shown to the compiler wherever they may be called."""
PART_HEAD = """\
#include <Python.h>
#include <CPy.h>
#pragma GCC visibility push(hidden)
#include "__native_machine.h"
#include "vecs/librt_vecs_api.h"
#include "__native_internal_machine.h"
"""
"""How a part begins: what is ours is used by no other library, and reached without a detour."""

IN_C = ("array_export", "value_network")
"""The modules of the kernel that exist in C too.

Compiled Python cannot write into the arrays of others, and it has no vector instructions.
"""


def compiled_modules() -> list[str]:
    """The files to compile, relative to this one: those under `[tool.burgher]` in pyproject.toml."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["burgher"]

    def found(key: str) -> set[str]:
        return {str(path.relative_to(ROOT)) for pattern in table[key] for path in ROOT.glob(pattern)}

    return sorted(found("compiled") - found("plain"))


def write_parts(generated: Path) -> tuple[list[Path], list[Path]]:
    """Put what mypyc made of each module together as parts to compile side by side: hot ones and cold ones.

    A compiler is quick with several parts where it takes minutes over everything at once, and what seldom
    runs is not worth its while. Functions call each other most within the kernel, a game, and the modules of
    a game, so each of these is a part; short functions of the kernel are there in every part, to be inlined.
    """
    hot: dict[str, list[str]] = {}
    cold: dict[str, list[str]] = {}
    short: list[str] = []
    for path in sorted(generated.glob("__native_burgher___*.c")):
        packages = path.stem.split("___")[1:-1]
        part = "_".join(packages[:2] + [name for name in packages[2:] if name == "modules"])
        for first_line, text in c_functions(path.read_text(encoding="utf-8")):
            if not first_line or SELDOM_RUN.search(first_line):
                cold.setdefault(part, []).append(text)
                continue
            hot.setdefault(part, []).append(text)
            if part == "kernel" and text.count("\n") < INLINE_LINES:
                short.append("extern inline __attribute__((gnu_inline)) " + text)

    def written(name: str, texts: list[str]) -> Path:
        path = generated / f"{name}.c"
        path.write_text(PART_HEAD + "".join(texts), encoding="utf-8")
        return path

    return (
        [written(f"hot_{part}", texts if part == "kernel" else short + texts) for part, texts in hot.items()],
        [written(f"cold_{part}", texts) for part, texts in cold.items()],
    )


class BuildInParallel(build_ext):
    """Compiles on all cores: first the parts, each for what it is worth, then the many small files."""

    def finalize_options(self) -> None:
        """Use every core, unless told how many."""
        super().finalize_options()
        if self.parallel is None:
            ours = getattr(os, "sched_getaffinity", None)
            self.parallel = len(ours(0)) if ours else os.cpu_count()

    def build_extensions(self) -> None:
        """Compile the parts; what is left of the library that they make is to link them."""
        for extension in self.extensions:
            if IN_PARTS and extension.name == f"{GROUP}__mypyc":
                extension.extra_objects = self._compile_parts(extension)
                extension.sources = []
        super().build_extensions()

    def _compile_parts(self, library: Extension) -> list[str]:
        generated = Path(self.build_temp)
        border = generated / "burgher" / "border.c"
        border.write_text(PART_HEAD + tighten(generated, SELDOM_RUN.search), encoding="utf-8")
        hot, cold = write_parts(generated)
        parts = sorted([*hot, *cold], key=lambda path: path.stat().st_size, reverse=True)
        common = [Path(name) for name in library.sources if Path(name).name == "__native_machine.c"]
        common.append(border)

        def compiled(part: Path) -> list[str]:
            objects: list[str] = self.compiler.compile(
                [str(part)],
                output_dir=self.build_temp,
                include_dirs=[str(generated / "burgher"), *library.include_dirs],
                extra_postargs=[*library.extra_compile_args, *([] if part in hot else ["-O1"])],
            )
            return objects

        with ThreadPoolExecutor(self.parallel) as pool:
            return [name for names in pool.map(compiled, parts + common) for name in names]


class Wheel(bdist_wheel):
    """A wheel that is compiled throughout or not at all.

    An editable installation makes no such wheel and so is never compiled: a compiled module would win,
    silently, over the source being edited.
    """

    def run(self) -> None:
        """Compile if we may and can, then pack."""
        wish = os.environ.get("BURGHER_COMPILE", "")
        if wish not in ("", "0", "require"):
            sys.exit(f"BURGHER_COMPILE={wish} means nothing: leave it unset or say 0 or require")
        if wish != "0":
            try:
                self._compile()
            except (Exception, SystemExit):
                if wish == "require":
                    raise
                traceback.print_exc()
                print("burgher: compiling failed (see above): installing the plain source", file=sys.stderr)
                self._give_up()
        super().run()

    def _compile(self) -> None:
        from mypyc.build import mypycify

        build = self.get_finalized_command("build")
        # The small ones first: where there is no compiler, we know before mypyc has worked for nothing.
        in_c = [
            Extension(
                f"burgher.kernel.{name}",
                [f"src/burgher/kernel/{name}.c"],
                extra_compile_args=["-O3"] if IN_PARTS else [],
            )
            for name in IN_C
        ]
        self._build_extensions(in_c)
        extensions: list[Any] = mypycify(
            # Strictness is the lint's business: here, only what mypyc has to know is checked, with
            # none of the packages installed that the plain modules use.
            [
                "--config-file=",
                f"--cache-dir={build.build_temp}",
                "--ignore-missing-imports",
                *compiled_modules(),
            ],
            opt_level="3",
            debug_level="0",
            group_name=GROUP,
            target_dir=build.build_temp,
            multi_file=IN_PARTS,
            include_runtime_files=True,
        )
        if IN_PARTS:
            for extension in extensions:
                extension.extra_compile_args += FLAGS
        self._build_extensions([*extensions, *in_c])
        self.root_is_pure = False

    def _build_extensions(self, extensions: list[Any]) -> None:
        self.distribution.ext_modules = extensions
        self.reinitialize_command("build_ext")
        self.run_command("build_ext")

    def _give_up(self) -> None:
        self.distribution.ext_modules = []
        self.root_is_pure = True
        shutil.rmtree(self.get_finalized_command("build").build_lib, ignore_errors=True)


if __name__ == "__main__":
    # Built in a fresh place each time, so that nothing old finds its way into a wheel.
    with TemporaryDirectory(prefix="burgher-build-") as scratch:
        setup(
            cmdclass={"bdist_wheel": Wheel, "build_ext": BuildInParallel},
            options={"build": {"build_base": scratch}, "egg_info": {"egg_base": scratch}},
        )
