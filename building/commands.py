"""What setuptools does here in ways of our own: a wheel that is compiled, on all cores, each thing once."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, ClassVar

from setuptools import Extension
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

from building.parts import SELDOM_RUN, compiled_modules, write_once_parts, write_parts, written
from building.tighten import tighten

HERE = Path(__file__).parent
# The rules are many small functions, and nobody outside replaces one: let them run into each other. It
# takes about a tenth of the instructions off a playout.
FLAGS = [
    "-fno-semantic-interposition",
    "-fvisibility=hidden",
    "--param=max-inline-insns-auto=200",
    "--param=inline-unit-growth=300",
    "--param=large-function-growth=1000",
    "--param=large-stack-frame-growth=10000",
    # To look for what could be warned of in generated code takes longer than to compile it.
    "-Wno-all",
    "-w",
]
GROUP = "burgher.machine"
"""The library that mypyc makes of all modules; the file beside each module only names its place in there."""
IN_PARTS = os.name == "posix"
"""Whether the compiler understands `FLAGS`, and how parts are told what they share."""
MYPY_SETTINGS = """\
[mypy]
follow_imports = skip
ignore_missing_imports = true
[mypy-burgher.*]
follow_imports = normal
"""
"""What the plain modules use is nothing to those that are compiled, and strictness is the lint's business."""

IN_C = ("array_export", "value_network")
"""The modules of the kernel that exist in C too.

Compiled Python cannot write into the arrays of others, and it has no vector instructions.
"""
HAS_OWN_SHIM = IN_PARTS and not sysconfig.get_config_var("Py_GIL_DISABLED")
"""Whether the file beside each module is a copy of `shim.c`; else it is what mypyc would have there."""


class Shim(Extension):
    """The file that stands where Python looks for a compiled module."""


class BuildInParallel(build_ext):
    """Compiles on all cores, the parts of the library each for what it is worth."""

    built: ClassVar[list[Extension]] = []
    """What is done: setuptools asks for everything once more when it packs the wheel."""

    def finalize_options(self) -> None:
        """Use every core, unless told how many."""
        super().finalize_options()
        if self.parallel is None:
            ours = getattr(os, "sched_getaffinity", None)
            self.parallel = len(ours(0)) if ours else os.cpu_count()

    def build_extensions(self) -> None:
        """Compile what has not been yet: what is left of the library is to link its parts."""
        everything = self.extensions
        shims = [one for one in everything if isinstance(one, Shim)]
        self.extensions = [one for one in everything if one not in [*self.built, *shims[1:]]]
        for extension in self.extensions:
            if IN_PARTS and extension.name == f"{GROUP}__mypyc":
                extension.extra_objects = self._compile_parts(extension)
                extension.sources = []
        super().build_extensions()
        for shim in shims[1:]:
            if shim not in self.built:
                path = Path(self.get_ext_fullpath(shim.name))
                path.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(self.get_ext_fullpath(shims[0].name), path)
        self.built.extend(one for one in everything if one not in self.built)
        self.extensions = everything

    def _compile_parts(self, library: Extension) -> list[str]:
        """Compile the parts: while `tighten` works what it leaves alone, then the largest first."""
        generated = Path(self.build_temp)

        def compiled(part: Path, *flags: str) -> list[str]:
            objects: list[str] = self.compiler.compile(
                [str(part)],
                output_dir=self.build_temp,
                include_dirs=[str(generated / "burgher"), *library.include_dirs],
                extra_postargs=[*library.extra_compile_args, *flags],
            )
            return objects

        def size(part: Path) -> int:
            return part.stat().st_size

        with ThreadPoolExecutor(self.parallel) as pool:
            once, done = write_once_parts(generated)
            work = [pool.submit(compiled, part, "-O0") for part in sorted(once, key=size, reverse=True)]
            border = written(
                generated / "burgher" / "border.c", [tighten(generated, SELDOM_RUN.search, done)]
            )
            hot, cold = write_parts(generated, done)
            common = [Path(name) for name in library.sources if Path(name).name == "__native_machine.c"]
            work += [pool.submit(compiled, part) for part in sorted(hot, key=size, reverse=True)]
            # `-Og` leaves out a third of the work of `-O1`, and what Python calls takes half a percent more.
            work += [pool.submit(compiled, part, "-Og") for part in sorted(cold, key=size, reverse=True)]
            work += [pool.submit(compiled, part) for part in [*common, border]]
            return [name for one in work for name in one.result()]


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

        temporary = Path(self.get_finalized_command("build").build_temp)
        temporary.mkdir(parents=True, exist_ok=True)
        modules = compiled_modules()
        in_c = [
            Extension(
                f"burgher.kernel.{name}",
                [f"src/burgher/kernel/{name}.c"],
                extra_compile_args=["-O3"] if IN_PARTS else [],
            )
            for name in IN_C
        ]
        # The small ones first: where there is no compiler, we know before mypyc has worked for nothing.
        shims = self._shims(temporary, modules) if HAS_OWN_SHIM else []
        self._build_extensions(shims or in_c)
        with ThreadPoolExecutor(1) as beside:
            waiting = beside.submit(self._build_extensions, in_c)
            extensions: list[Any] = mypycify(
                [
                    f"--config-file={self._mypy_settings(temporary)}",
                    f"--cache-dir={os.devnull}",
                    *modules,
                ],
                opt_level="3",
                debug_level="0",
                group_name=GROUP,
                target_dir=str(temporary),
                multi_file=IN_PARTS,
                include_runtime_files=True,
            )
            waiting.result()
        if HAS_OWN_SHIM:
            extensions = [one for one in extensions if one.name == f"{GROUP}__mypyc"]
        if IN_PARTS:
            for extension in extensions:
                extension.extra_compile_args = [*extension.extra_compile_args, *FLAGS]
        self._build_extensions([*extensions, *in_c, *shims])
        self.root_is_pure = False

    def _mypy_settings(self, folder: Path) -> Path:
        """How mypy is to look at things: what is not ours is not read, be it installed or not."""
        path = folder / "mypy.ini"
        path.write_text(MYPY_SETTINGS, encoding="utf-8")
        return path

    def _shims(self, folder: Path, modules: list[str]) -> list[Extension]:
        """What stands where Python looks for the modules: the same file everywhere."""
        names = [".".join(Path(module).with_suffix("").parts[1:]) for module in modules]
        source = folder / "shims.c"
        lines = [
            f'#define LIBRARY "{GROUP}__mypyc"\n',
            (HERE / "shim.c").read_text(encoding="utf-8"),
            *(f"SHIM({last})\n" for last in sorted({name.split(".")[-1] for name in names})),
        ]
        source.write_text("".join(lines), encoding="utf-8")
        return [Shim(name, [str(source)], extra_compile_args=["-g0"]) for name in names]

    def _build_extensions(self, extensions: list[Any]) -> None:
        self.distribution.ext_modules = extensions
        self.reinitialize_command("build_ext")
        self.run_command("build_ext")

    def _give_up(self) -> None:
        self.distribution.ext_modules = []
        self.root_is_pure = True
        shutil.rmtree(self.get_finalized_command("build").build_lib, ignore_errors=True)
