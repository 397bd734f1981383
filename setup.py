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
import sysconfig
import tomllib
import traceback
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, ClassVar

from setuptools import Extension, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_ext import build_ext

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))  # where a build is isolated, it is not there

from tighten import c_functions, name_of, part_of, tighten  # noqa: E402

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
SELDOM_RUN = re.compile(
    r"CPyDef_\w*(?:____top_level__|(?:invariants|search_settings|actions_)___\w+|lookups___\w+____init__"
    r"|(?<!_)___(?:check|effects|faces|questions|table_fields|seat_fields))\("
)
"""What runs when a module is imported, when people are told something, or only in some games.

It is most of the code and little of the time. A rule that runs often must not have such a name: a test
(`tests/project/test_build.py`) says where these names may stand.
"""
RUN_ONCE = re.compile(r"CPyDef_\w*(?:____top_level__|actions____\w+|lookups___\w+____init__)\(")
"""What of it runs once in a process: a compiler's pains would take longer than they save."""
LONG_CONSTRUCTOR = 400
"""A game's constructor of so many lines in C makes tables, once too."""
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
"""Whether the file beside each module is a copy of `SHIM`; else it is what mypyc would have there."""
SHIM = f"""\
#include <Python.h>

/* Only where a module is made in steps does Python say which; the library then does them all at once. */
static PyObject *made(PyObject *spec, PyModuleDef *Py_UNUSED(definition)) {{
    PyObject *dot = PyUnicode_FromString("."), *joint = PyUnicode_FromString("___"), *places = PyTuple_New(1);
    PyObject *name = PyObject_GetAttrString(spec, "name"), *library = NULL, *place = NULL, *capsule = NULL;
    PyObject *(*initialize)(void) = NULL;
    if (dot && joint && places && name) {{
        /* With names to look for in it, it is found while the package around it is still being imported. */
        PyTuple_SET_ITEM(places, 0, Py_NewRef(dot));
        library = PyImport_ImportModuleLevel("{GROUP}__mypyc", NULL, NULL, places, 0);
        place = library ? PyUnicode_Replace(name, dot, joint, -1) : NULL;
        Py_XSETREF(place, place ? PyUnicode_FromFormat("init_%U", place) : NULL);
        capsule = place ? PyObject_GetAttr(library, place) : NULL;
        if (capsule)
            initialize = (PyObject *(*)(void))PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule));
    }}
    Py_XDECREF(dot);
    Py_XDECREF(joint);
    Py_XDECREF(places);
    Py_XDECREF(name);
    Py_XDECREF(library);
    Py_XDECREF(place);
    Py_XDECREF(capsule);
    return initialize ? initialize() : NULL;
}}

static PyModuleDef_Slot slots[] = {{
    {{Py_mod_create, (void *)made}},
#if PY_VERSION_HEX >= 0x030C0000
    {{Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED}},
#endif
    {{0, NULL}},
}};
static struct PyModuleDef definition = {{PyModuleDef_HEAD_INIT, .m_name = "burgher", .m_slots = slots}};

#define SHIM(name) PyMODINIT_FUNC PyInit_##name(void) {{ return PyModuleDef_Init(&definition); }}
"""
"""What Python finds where a module should be: it leads to the module's place in the library.

mypyc makes another for each module, and to compile them all takes as long as the rules of a game.
"""


def compiled_modules() -> list[str]:
    """The files to compile, relative to this one: those under `[tool.burgher]` in pyproject.toml."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["burgher"]

    def found(key: str) -> set[str]:
        return {str(path.relative_to(ROOT)) for pattern in table[key] for path in ROOT.glob(pattern)}

    return sorted(found("compiled") - found("plain"))


def runs_once(part: str, first_line: str, text: str) -> bool:
    """Whether a function only makes tables or what a module consists of."""
    if part != "kernel" and "_____init__(" in first_line and text.count("\n") >= LONG_CONSTRUCTOR:
        return True
    return RUN_ONCE.search(first_line) is not None


def written(path: Path, texts: Iterable[str]) -> Path:
    """Write a part."""
    path.write_text(PART_HEAD + "".join(texts), encoding="utf-8")
    return path


STATIC = re.compile(r"^static [\w *\n]*?\b(\w+)(?= = |\[|;|\()", re.MULTILINE)
"""What only functions in the same file can use."""
TO_MAKE_CLASSES = re.compile(
    r"^static (PyTypeObject \*(CPyType_\w+_template)(?= = )|bool\n(CPyDef_\w+_setup)\([\w *]*\))",
    re.MULTILINE,
)
"""What of it is used where a module's classes are made, which happens once: others may use it, then."""


def write_once_parts(generated: Path) -> tuple[list[Path], set[str]]:
    """Put what runs once into parts of its own; return them, and the names of the functions in them.

    `tighten` leaves these functions as they are, so that they can be compiled while it works.
    """
    parts: dict[str, list[str]] = {}
    names: set[str] = set()
    for path in sorted(generated.glob("__native_burgher___*.c")):
        source = path.read_text(encoding="utf-8")
        shared = {found[2] or found[3]: found[1] for found in TO_MAKE_CLASSES.finditer(source)}
        hidden = set(STATIC.findall(source)) - shared.keys()
        part, texts, declared = part_of(path), list[str](), set[str]()
        for first_line, text in c_functions(source):
            if first_line and runs_once(part, first_line, text) and "CPy_CatchError" not in text:
                used = set(re.findall(r"\w+", text))
                if not used & hidden:
                    texts.append(text)
                    names.add(name_of(first_line))
                    declared.update(f"extern {shared[name]};\n" for name in used & shared.keys())
        if texts:
            parts.setdefault(part, []).extend([*sorted(declared), *texts])
    return [written(generated / f"once_{part}.c", texts) for part, texts in parts.items()], names


def write_parts(generated: Path, done: Collection[str] = ()) -> tuple[list[Path], list[Path]]:
    """Put what else mypyc made of each module together as parts to compile side by side: hot and cold ones.

    What seldom runs is not worth a compiler's while. Short functions of the kernel are there in every hot
    part, to be inlined.
    """
    hot: dict[str, list[str]] = {}
    cold: dict[str, list[str]] = {}
    short: list[str] = []
    for path in sorted(generated.glob("__native_burgher___*.c")):
        part = part_of(path)
        for first_line, text in c_functions(path.read_text(encoding="utf-8")):
            if not first_line:
                cold.setdefault(part, []).append(TO_MAKE_CLASSES.sub(r"\1", text))
            elif name_of(first_line) in done:
                pass
            elif SELDOM_RUN.search(first_line):
                cold.setdefault(part, []).append(text)
            else:
                hot.setdefault(part, []).append(text)
                if part == "kernel" and text.count("\n") < INLINE_LINES:
                    short.append("extern inline __attribute__((gnu_inline)) " + text)
    return (
        [
            written(generated / f"hot_{part}.c", texts if part == "kernel" else short + texts)
            for part, texts in hot.items()
        ],
        [written(generated / f"cold_{part}.c", texts) for part, texts in cold.items()],
    )


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
        source = folder / "shim.c"
        source.write_text(
            SHIM + "".join(f"SHIM({last})\n" for last in sorted({name.split(".")[-1] for name in names}))
        )
        return [Shim(name, [str(source)], extra_compile_args=["-g0"]) for name in names]

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
