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
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel

ROOT = Path(__file__).resolve().parent

# The rules are many small functions, and nobody outside replaces one: let them run into each other. It
# takes about a tenth of the instructions off a playout.
FLAGS = [
    "-fno-semantic-interposition",
    "--param=max-inline-insns-auto=120",
    "--param=inline-unit-growth=300",
    # To look for what could be warned of in generated code takes longer than to compile it.
    "-Wno-all",
    "-w",
]
SELDOM = re.compile(
    r"CPyDef_\w*(?:____top_level__|(?:invariants|in_play)___\w+|tables___\w+____init__"
    r"|___(?:check|check_step|draw|effects|explain|faces|knows|question|read|reason|refusal|remark|sentence|source"
    r"|\w+_fields|tell|view|write))\("
)
"""What runs when a module is imported, when people are told something, or only in some games.

It is most of the code and little of the time.
"""

POURING = "src/burgher/kernel/array_export.c"
"""The one room that exists in C too, since compiled Python cannot write into the arrays of others."""


def compiled_modules() -> list[str]:
    """The files to compile, relative to this one: those under `[tool.burgher]` in pyproject.toml."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["burgher"]

    def found(key: str) -> set[str]:
        return {str(path.relative_to(ROOT)) for pattern in table[key] for path in ROOT.glob(pattern)}

    return sorted(found("compiled") - found("plain"))


def hurry(generated: Path) -> None:
    """Tell the compiler what is not worth its while; so marked, it takes less than half as long."""
    for path in generated.rglob("__native*.c"):
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        for n, line in enumerate(lines):
            if line[:1].isalpha() and line.endswith(") {\n") and SELDOM.search(line):
                lines[n] = "__attribute__((cold)) " + line
        path.write_text("".join(lines), encoding="utf-8")


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
            group_name="burgher.machine",
            target_dir=build.build_temp,
        )
        if os.name == "posix":
            for extension in extensions:
                extension.extra_compile_args += FLAGS
            hurry(Path(build.build_temp))
        self.distribution.ext_modules = [*extensions, Extension("burgher.kernel.array_export", [POURING])]
        self.root_is_pure = False
        self.run_command("build_ext")

    def _give_up(self) -> None:
        self.distribution.ext_modules = []
        self.root_is_pure = True
        shutil.rmtree(self.get_finalized_command("build").build_lib, ignore_errors=True)


if __name__ == "__main__":
    # Built in a fresh place each time, so that nothing old finds its way into a wheel.
    with TemporaryDirectory(prefix="burgher-build-") as scratch:
        setup(
            cmdclass={"bdist_wheel": Wheel},
            options={"build": {"build_base": scratch}, "egg_info": {"egg_base": scratch}},
        )
