"""What an object holds for good, and what is looked at there without counting references.

That is an attribute which only a constructor gives a value to, a list that is made with its object and never
changed, and an attribute which is only ever given something out of such a list.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

from building.generated import ASSIGNED, NAME, REFERENCE, TAKEN_FROM, Function

STORED = re.compile(r"\(\(burgher___(games___[a-z]+|\w+?)___\w+ \*\)\w+\)->(_\w+) = ")
ITEM_STORED = re.compile(
    r"^    (cpy_r_\w+) = \(CPyPtr\)cpy_r_\w+\.items;\n(?:.*\n)*?"
    r"    (cpy_r_\w+) = \1 \+ cpy_r_\w+;\n(?:.*\n){0,3}?    \*\(PyObject \* \*\)\2 = ",
    re.MULTILINE,
)
"""Where an object is put into an array of them."""
FIXED = re.compile(
    r"^    (cpy_r_\w+) = \(\(burgher___(games___[a-z]+|\w+?)___\w+ \*\)(cpy_r_\w+)\)->(_\w+);$", re.MULTILINE
)
ITEMS = re.compile(
    r"^    (cpy_r_\w+) = \(CPyPtr\)(cpy_r_\w+)\.items;\n(?:.*\n)*?"
    r"    (cpy_r_\w+) = \1 \+ cpy_r_\w+;\n    (cpy_r_\w+) = \*\(PyObject \* \*\)\3;$",
    re.MULTILINE,
)
"""Where an object is taken out of an array of them."""


def changed_attributes(functions: Iterable[Function]) -> frozenset[tuple[str, str]] | None:
    """The attributes that are given a value not only where an object is made, by game or by the kernel.

    None where an array of objects is changed in place: then nothing is fixed.
    """
    others = [one.text for one in functions if not one.name.endswith("_____init__")]
    if any(ITEM_STORED.search(text) for text in others):
        return None
    return frozenset(found for text in others for found in STORED.findall(text))


def is_changed(package: str, name: str, changed: frozenset[tuple[str, str]]) -> bool:
    """Whether an attribute is among them; what a game's object has may be the kernel's."""
    if package.startswith("games___"):
        return (package, name) in changed or ("kernel", name) in changed
    return any(other == name for _, other in changed)


GIVEN_ON = re.compile(r"^ +(cpy_r_\w+) = (cpy_r_\w+);$", re.MULTILINE)
COUNTED = re.compile(rf"    {REFERENCE}X?(?:INCREF|DECREF|DecRef)(?:_NO_IMM)?\((cpy_r_\w+)\);")
LOOK = re.compile(r"(cpy_r_\w+)\.(?:len|items)|\(\(\w+ \*\)(cpy_r_\w+)\)->|Py_TYPE\((cpy_r_\w+)\)")
MADE = re.compile(r" +(cpy_r_\w+) = .*;| +[\w *]+(cpy_r_\w+);")
"""Where a variable has its value from, and where it is declared."""
OF_OTHER_TYPE = re.compile(r" +CPy_TypeErrorTraceback\(.*, cpy_r_\w+\);")
RETURNED = re.compile(r" +return \w+;")
HANDED_OVER = re.compile(r" = (?:CPyDef_\w+|CPY_GET_METHOD|burgher_\w+)\(")
MENTIONED = re.compile(r"\(\(burgher___(games___[a-z]+|\w+?)___\w+ \*\)[^()]*\)->(_\w+)")
LISTED = re.compile(
    r"^    \(\(burgher___(games___[a-z]+|\w+?)___\w+ \*\)cpy_r_self\)->(_\w+) = (cpy_r_\w+);$", re.MULTILINE
)
"""Where an object that is made gets what may be a list."""
ITEM_OF_LIST = re.compile(r"(?:burgher_held_item|CPyList_GetItem(?:Int64|Short)?)\((cpy_r_\w+), \w+\)")
OBJECTS_PUT = re.compile(r"^ +\*\(PyObject \* \*\)", re.MULTILINE)


def is_new_list(name: str, text: str) -> bool:
    """Whether a variable is a list that is made here, filled, and then kept by an attribute alone."""
    made = rf"    {name} = PyList_New\(0\);"
    kept = rf"    \(\(\w+ \*\)cpy_r_self\)->_\w+ = {name};"
    others = (
        rf"    PyObject \*{name};",
        rf"    if \(unlikely\({name} == NULL\)\) \{{",
        rf"    cpy_r_\w+ = PyList_Append\({name}, cpy_r_\w+\);",
        rf"    CPy_DecRef\({name}\);",  # where something is raised before it is kept
    )
    forms = [
        next((form for form in (made, kept, *others) if re.fullmatch(form, line)), "")
        for line in text.split("\n")
        if name in NAME.findall(line)
    ]
    before, after = forms[: forms.index(kept)], forms[forms.index(kept) + 1 :]
    return before.count(made) == 1 and "" not in before and set(after) <= {others[-1]}


def is_only_read(name: str, text: str) -> bool:
    """Whether a function leaves a list as it is that it has in a variable, and keeps it nowhere."""
    forms = [
        rf" +PyObject \*{name};",
        rf"    {REFERENCE}(?:INCREF|DECREF|DecRef)\({name}\);",
        rf"    {name} = \(\(\w+ \*\)cpy_r_\w+\)->_\w+;",
        rf"    cpy_r_\w+ = (?:CPyList_GetItem\w*|burgher_(?:held_)?item)\({name}, \w+\);",
        rf"    cpy_r_\w+ = \(CPyPtr\)\(\(CPyPtr\){name} \+ offsetof\(PyVarObject, ob_size\)\);",
    ]
    place = rf"    cpy_r_\w+ = \(CPyPtr\)\(\(CPyPtr\){name} \+ offsetof\(PyListObject, ob_item\)\);"
    if OBJECTS_PUT.search(text) is None:
        forms.append(place)
    return all(
        any(re.fullmatch(form, line) for form in forms)
        for line in text.split("\n")
        if name in NAME.findall(line)
    )


def fixed_lists(
    functions: Collection[Function], changed: frozenset[tuple[str, str]]
) -> frozenset[tuple[str, str]]:
    """The attributes with a list of their own that always has the same items, by game.

    Such a list is made where the object is, and given to nobody else; whoever has it from the attribute only
    looks at its items. (Python could change it, but nobody does while this runs.)
    """
    made, used = set(), set()
    for one in functions:
        if one.name.endswith("_____init__"):
            for package, attribute, name in LISTED.findall(one.text):
                if f" {name} = PyList_New(0);" in one.text and is_new_list(name, one.text):
                    made.add((package, attribute))
    for one in functions:
        if any(f"->{attribute}" in one.text for _, attribute in made):
            assigned = Counter(ASSIGNED.findall(one.text))
            for line in one.text.split("\n"):
                loaded = FIXED.fullmatch(line)
                is_made = one.name.endswith("_____init__") and LISTED.fullmatch(line) is not None
                if loaded and assigned[loaded[1]] == 1 and is_only_read(loaded[1], one.text):
                    continue
                if not is_made or not is_new_list(line.split()[-1].rstrip(";"), one.text):
                    used.update(MENTIONED.findall(line))
    return frozenset(one for one in made if not is_changed(*one, changed | used))


def picks(text: str, lists: frozenset[tuple[str, str]]) -> Iterator[tuple[tuple[str, str], bool]]:
    """What attributes a function gives values to, and whether each is an item of a fixed list beside it."""
    assigned = Counter(ASSIGNED.findall(text))
    taken = dict(TAKEN_FROM.findall(text))
    loaded = {found[1]: found.groups()[1:] for found in FIXED.finditer(text)}
    for store in STORED.finditer(text):
        package, attribute = store.groups()
        end = text.index("\n", store.start())
        line = re.fullmatch(r"\(\(\w+ \*\)(cpy_r_\w+)\)->_\w+ = (cpy_r_\w+);", text[store.start() : end])
        owner, value = line.groups() if line else ("", "")
        for _ in taken:
            if assigned[value] == 1 and NAME.fullmatch(taken[value]):
                value = taken[value]
        item = ITEM_OF_LIST.fullmatch(taken.get(value, "")) if assigned[value] == 1 else None
        source = loaded.get(item[1]) if item and assigned[item[1]] == 1 else None
        yield (
            (package, attribute),
            source is not None
            and not assigned[owner]
            and source[:2] == (package, owner)
            and (package, source[2]) in lists,
        )


def picked_attributes(
    functions: Collection[Function], lists: frozenset[tuple[str, str]]
) -> frozenset[tuple[str, str]]:
    """The attributes that are only ever given an item of such a list of the same object."""
    found = {
        key
        for one in functions
        if any(f"->{name};" in one.text for _, name in lists)
        for key, is_item in picks(one.text, lists)
        if is_item
    }
    others = {
        key
        for one in functions
        if any(f"->{name} = " in one.text for _, name in found)
        for key, is_item in picks(one.text, lists)
        if not is_item
    }
    return frozenset(one for one in found - others if not is_changed(*one, frozenset(others)))


def without_holding_what_is_fixed(
    function: Function,
    changed: frozenset[tuple[str, str]],
    lists: frozenset[tuple[str, str]] = frozenset(),
    picked: frozenset[tuple[str, str]] = frozenset(),
) -> str:
    """A function that does not hold what its arguments hold for good.

    Whoever calls holds the arguments. So what is in their fixed attributes stays (Python might put something
    else there, but nobody does while this runs), and so do the objects in arrays there: no array of objects
    is changed in place. Nor is a fixed list, which holds what is `picked` from it.
    """
    text = function.text
    assigned = Counter(ASSIGNED.findall(text))
    arguments = {name for name in NAME.findall(function.head) if not assigned[name]}

    def let_go(name: str, text: str) -> str | None:
        names = {name}
        given_on = [(other, value) for other, value in GIVEN_ON.findall(text) if assigned[other] == 1]
        while more := {other for other, value in given_on if value in names} - names:
            names |= more
        lines = text.split("\n")
        kept = []
        for line in lines:
            if names.isdisjoint(NAME.findall(line)):
                kept.append(line)
                continue
            counted = COUNTED.fullmatch(line)
            if counted and counted[1] in names:
                continue
            kept.append(line)
            rest = LOOK.sub(lambda found: "" if set(found.groups()) & names else found[0], line)
            made = MADE.fullmatch(line)
            if not (
                names.isdisjoint(NAME.findall(rest))
                or (made and (made[1] or made[2]) in names)
                or HANDED_OVER.search(line)
                or OF_OTHER_TYPE.fullmatch(line)
            ) or RETURNED.fullmatch(line):
                return None
        return "\n".join(kept)

    for name, package, argument, attribute in FIXED.findall(text):
        stays = (package, attribute) in picked or not is_changed(package, attribute, changed)
        if argument in arguments and assigned[name] == 1 and stays:
            if (less := let_go(name, text)) is None:
                continue
            text = less
            for _, array, _, item in ITEMS.findall(text):
                if array == name and assigned[item] == 1:
                    text = let_go(item, text) or text
            if (package, attribute) in lists:
                for item in re.findall(
                    rf"^    (cpy_r_\w+) = burgher_held_item\({name}, ", text, re.MULTILINE
                ):
                    if assigned[item] == 1 and (less := let_go(item, text)) is not None:
                        text = less.replace(f"    {item} = burgher_held_item(", f"    {item} = burgher_item(")
    return text
