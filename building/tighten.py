"""Tightens the C that mypyc writes of the rules, before a compiler sees it.

mypyc checks after every call whether it raised, before every use whether a name or an attribute has a value,
and counts references to whatever it looks at. In code that reads integers out of arrays this is most of what
is done. Here such things are left out where they can be seen to be idle, or done at less cost:

- An index out of range, an attribute without a value and a division by nothing raise as before, but they
  *leave*: they go back to where Python called in, at once (`leaving`, `entering`). So most functions cannot
  fail any more as far as their callers can see, and these do not ask.
- References are not counted to what cannot go away (`holding`, `fixed`).
- Arrays are changed in place where nobody else has them (`arrays`).
- A function that is called in one place only becomes part of it.
- What the kernel's smallest functions do is written as a C programmer would (`replacements.c`,
  `fast_paths.c`).

All of it goes by the form that one version of mypyc gives to C, and knows nothing of games. Where something
has another form than expected, nothing is changed at all, and the build is as mypyc alone would have it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Collection, Iterable
from importlib.metadata import version
from pathlib import Path

from building.arrays import copying_at_once
from building.entering import READ, STATE, derived, entered, entering, found_at_once, is_found, reached_unseen
from building.fixed import changed_attributes, fixed_lists, picked_attributes, without_holding_what_is_fixed
from building.generated import (
    Function,
    UnknownFormError,
    c_functions,
    called,
    name_of,
    only_calling_such,
    part_of,
)
from building.holding import NEW, loses_something, without_holding, without_short_holding
from building.leaving import (
    leaves_at_once,
    made_to_leave,
    raises_plainly,
    with_empty_constants,
    without_checks,
    without_idle_branches,
)

MYPYC = "2.4.1"
"""The version of mypyc whose C this is about."""


def written_by_hand(name: str) -> dict[str, tuple[str, str]]:
    """Functions in a file beside this one: for each name its first line, as mypyc has it, and its body."""
    text = (HERE / name).read_text(encoding="utf-8")
    found = re.findall(r"^(\w[^{}]*?\) \{)\n((?:.*\n)*?)\}\n", text, re.MULTILINE)
    heads = [re.sub(r"(?<=\()\n +", "", head).replace("\n   ", "") for head, _ in found]
    return {name_of(head): (head, body) for head, (_, body) in zip(heads, found, strict=True)}


HERE = Path(__file__).parent
REPLACEMENTS = written_by_hand("replacements.c")
"""Functions of the kernel whose bodies are written anew."""
FAST_PATHS = written_by_hand("fast_paths.c")
"""What comes before the bodies of others: they do it where this does not."""
ASKED = re.compile(
    r"^    (cpy_r_\w+) = CPY_GET_METHOD\(\w+, CPyType_\w+, \d+, "
    r"(burgher___games___([a-z]+)___\w+)Object, .*; /\* (\w+) \*/$",
    re.MULTILINE,
)
"""Where a method of a game is looked up and called: what it returns, of which class, and its name."""


def methods(functions: Iterable[Function]) -> dict[tuple[str, str], set[str]]:
    """The functions that may be meant, by game and by the name of a method."""
    found: dict[tuple[str, str], set[str]] = {}
    for one in functions:
        package, *game = one.part.split("_")
        if package == "games":
            method = re.sub(r"__[A-Za-z]\w*_glue$", "", one.name).rsplit("___", 1)[-1]
            found.setdefault((game[0], method), set()).add(one.name)
    return found


SHORT = 300
"""A function of fewer lines in C becomes part of another that calls it twice."""


def called_once(functions: Collection[Function]) -> set[str]:
    """The functions that are called in one place of what runs often and is compiled with them."""
    parts = {one.name: one.part for one in functions}
    callers: dict[str, list[str]] = {}
    for one in functions:
        if one.is_hot:
            for name in re.findall(r"\b(CPyDef_\w+)\(", one.text[one.text.index("\n") :]):
                if parts.get(name) == one.part:
                    callers.setdefault(name, []).append(one.name)
    lines = {one.name: one.text.count("\n") for one in functions}
    once = {
        name: names[0]
        for name, names in callers.items()
        if len(names) == 1 or (len(names) == 2 and names[0] == names[1] and lines[name] < SHORT)
    }

    def ends(name: str) -> bool:
        """Whether its only caller, that one's only caller and so on come to an end: else gcc would not."""
        seen = set()
        while name in once and name not in seen:
            seen.add(name)
            name = once[name]
        return name not in seen

    return {one.name for one in functions if one.is_hot and one.name in once and ends(one.name)}


def tightened(
    sources: dict[Path, str], is_seldom_run: Callable[[str], object], done: Collection[str] = ()
) -> dict[Path, str]:
    """What mypyc made of all modules, by file, made tighter; raises `UnknownFormError`.

    The functions that are `done` are looked at and left as they are: they are being compiled already.
    """
    pieces = {path: list(c_functions(text)) for path, text in sources.items()}
    functions: dict[str, Function] = {}
    states = derived(sources.values(), STATE)
    if states and not all(is_found(name, sources.values()) for name in READ):
        raise UnknownFormError("what Python reads of a state is not where it was")
    unseen = {
        name for parts in pieces.values() for head, text in parts if not head for name in reached_unseen(text)
    }
    for path, parts in pieces.items():
        for head, text in parts:
            if not head:
                continue
            name = name_of(head)
            is_border = name in unseen or "CPy_CatchError" in text
            is_hot = not (is_seldom_run(head) or name in done or is_border or "__State_glue" in name)
            if is_border and name in done:
                raise UnknownFormError(f"{name} needs a border and is compiled already")
            if is_hot:
                text = made_to_leave(text)
            functions[name] = Function(name, head, text, is_hot, is_border, part_of(path))
    for name, (head, body) in [*REPLACEMENTS.items(), *FAST_PATHS.items()]:
        if name not in functions or functions[name].head != head:
            raise UnknownFormError(f"{name} is not what it was")
        if name in REPLACEMENTS:
            functions[name].text = f"{head}\n{body}}}\n"
        else:
            functions[name].text = functions[name].text.replace("{\n", "{\n" + body, 1)
    for one in functions.values():
        one.calls = called(one.text)

    hot = [one for one in functions.values() if one.is_hot]
    cannot_raise = only_calling_such(
        {
            one.name: frozenset() if leaves_at_once(one.text) else one.calls
            for one in hot
            if not raises_plainly(one.text)
        }
    )
    changed = changed_attributes(functions.values())
    lists = fixed_lists(functions.values(), changed) if changed is not None else frozenset()
    picked = picked_attributes(functions.values(), lists)
    keeps = only_calling_such(
        {one.name: one.calls - NEW for one in hot if not loses_something(one.text, picked)}
    )
    leaving = functions.keys() - only_calling_such(
        {
            one.name: frozenset() if one.is_border else one.calls & functions.keys()
            for one in functions.values()
            if one.is_border or ("burgher_" not in one.text and "*" not in one.calls)
        }
    )
    meant = methods(functions.values())

    def answers_at_all(asked: re.Match[str]) -> bool:
        """Whether a method that is looked up cannot raise; Python may have others of states."""
        names = meant.get((asked[3], asked[4]))
        is_state = any(asked[2].endswith(f"___{name}") for name in states)
        return names is not None and not is_state and names <= cannot_raise

    for one in functions.values():
        if one.name in done:
            continue
        if one.is_border:
            one.text = entering(one, leaving)
            continue
        results = re.findall(r"^    (cpy_r_\w+) = (CPyDef_\w+)\(", one.text, re.MULTILINE)
        sure = {result for result, name in results if name in cannot_raise}
        sure |= {asked[1] for asked in ASKED.finditer(one.text) if answers_at_all(asked)}
        one.text = without_checks(one.text, sure)
        one.text = without_idle_branches(one.text)
        if one.name in keeps:
            one.text = without_holding(one)
        if one.is_hot:
            if changed is not None:
                one.text = without_holding_what_is_fixed(one, changed, lists, picked)
            one.text = copying_at_once(without_short_holding(one.text, keeps))
    for name in called_once(functions.values()):
        functions[name].text = "BURGHER_ALWAYS " + functions[name].text

    return {
        path: "".join(
            functions[name_of(head)].text
            if head
            else with_empty_constants(found_at_once(entered(text, leaving), states))
            for head, text in parts
        )
        for path, parts in pieces.items()
    }


def tighten(generated: Path, is_seldom_run: Callable[[str], object], done: Collection[str] = ()) -> str:
    """Tighten what mypyc put into a folder; return the C that goes with it, "" where nothing was changed.

    Functions that are `done` are compiled meanwhile, and stay as they are.
    """
    if version("mypy") != MYPYC:
        print(
            f"burgher: the C of mypyc {version('mypy')} is not known, so it stays as it is", file=sys.stderr
        )
        return ""
    common = generated / "burgher" / "__native_machine.c"
    header = generated / "burgher" / "__native_internal_machine.h"
    try:
        paths = [*sorted(generated.glob("__native_burgher___*.c")), common]
        changed = tightened({path: path.read_text(encoding="utf-8") for path in paths}, is_seldom_run, done)
        declarations = header.read_text(encoding="utf-8")
        if declarations.count("\n#endif") < 1:
            raise UnknownFormError("the header does not end as it did")
    except (UnknownFormError, KeyError, OSError) as error:
        print(f"burgher: mypyc's C stays as it is, because {error}", file=sys.stderr)
        return ""
    for path, text in changed.items():
        path.write_text(text, encoding="utf-8")
    end, support = declarations.rindex("#endif"), (HERE / "support.h").read_text(encoding="utf-8")
    # At once, for whoever reads it meanwhile: what is done can be compiled with either.
    new = header.with_suffix(".new")
    new.write_text(declarations[:end] + support + declarations[end:], encoding="utf-8")
    new.replace(header)
    return (HERE / "support.c").read_text(encoding="utf-8")
