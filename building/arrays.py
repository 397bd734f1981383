"""Arrays that nobody else holds are changed in place, and attributes are copied side by side."""

from __future__ import annotations

import re

from building.generated import GIVE_UP, declared

ATTRIBUTE = r"\(\(\w+ \*\)\w+\)->\w+"
REPLACED = re.compile(
    r"(    (cpy_r_\w+) = (\(\(\w+ \*\)\w+\)->\w+);\n)"
    r"    (cpy_r_\w+) = CPyDef_ints___replaced\(\2, (\w+), (\w+)\);\n"
    rf"(?:    if \(unlikely\(\4\.len < 0\)\) {GIVE_UP}\n)?"
    r"    VEC_I64_DECREF\(\3\);\n    \3 = \4;\n"
)
HELD_REPLACED = re.compile(
    r"    (cpy_r_\w+) = CPyDef_ints___replaced\((cpy_r_\w+)(, .*)\);\n(    VEC_I64_DECREF\(\2\);\n)"
    rf"    if \(unlikely\(\1\.len < 0\)\) {GIVE_UP}\n"
    r"(    VEC_I64_DECREF\((\(\(\w+ \*\)\w+\)->\w+)\);\n    \6 = \1;\n)"
)
SHARED = re.compile(
    rf"(    (cpy_r_\w+) = {ATTRIBUTE};\n)    VEC_I64_INCREF\(\2\);\n"
    rf"    VEC_I64_DECREF\(({ATTRIBUTE})\);\n(    \3 = \2;\n)"
)
COPIED = re.compile(
    r"(?:    cpy_r_\w+ = \(\(\w+ \*\)\w+\)->(\w+);\n    \(\(\w+ \*\)\w+\)->\1 = cpy_r_\w+;\n){2,}"
)


def copying_at_once(text: str) -> str:
    """A function that replaces arrays in place where it may, and copies attributes side by side."""
    text = REPLACED.sub(
        r"\1    \4 = \2;\n"
        r"    if (likely(burgher_is_ours(\2, \5))) {\n        \2.items[\5] = \6;\n    } else {\n"
        r"        \4 = burgher_replaced(\2, \5, \6);\n        VEC_I64_DECREF(\3);\n        \3 = \4;\n    }\n",
        text,
    )
    text = HELD_REPLACED.sub(r"    \1 = burgher_held_replaced(\2, \6\3);\n\4\5", text)
    text = SHARED.sub(
        lambda found: (
            f"{found[1]}    if ({found[2]}.items != {found[3]}.items) {{\n"
            f"        VEC_I64_INCREF({found[2]});\n"
            f"        VEC_I64_DECREF({found[3]});\n    }}\n{found[4]}"
        ),
        text,
    )
    kinds = declared(text)

    def grouped(found: re.Match[str]) -> str:
        lines = found[0].splitlines(keepends=True)
        taken, put = lines[::2], lines[1::2]
        for load, store in zip(taken, put, strict=True):
            name = load.split(" = ")[0].strip()
            if not store.endswith(f" = {name};\n") or kinds.get(name) not in ("int64_t", "char"):
                return found[0]
        return "".join(taken + put)

    return COPIED.sub(grouped, text)
