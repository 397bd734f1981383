"""Refuse shifts that mypyc miscompiles: a constant shifted by a variable. `python -m tools.shifts`.

Compiled, `1 << n` shifts a 32-bit C constant, whatever the types say: `1 << 36` gives 16, silently.
`burgher.kernel.ints.BIT[n]` is how to write it.
"""

from __future__ import annotations

import argparse
import ast
import sys

from building import ROOT
from building.parts import compiled_modules

CASTS = {"i64", "i32", "i16", "u8", "int"}
"""A constant inside one of these is still a constant to the C compiler."""


def bad_shifts(source: str) -> list[int]:
    """The lines of a module on which a constant is shifted left by something that is no literal."""
    tree = ast.parse(source)
    finals = {
        node.target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and "Final" in ast.unparse(node.annotation)
    }

    def is_constant(node: ast.expr) -> bool:
        match node:
            case ast.Constant():
                return True
            case ast.Name(id=name) | ast.Attribute(attr=name):
                return name in finals or name.isupper()  # other modules' Finals are known by their capitals
            case ast.UnaryOp(operand=operand):
                return is_constant(operand)
            case ast.BinOp(left=left, right=right):
                return is_constant(left) and is_constant(right)
            case ast.IfExp(body=body, orelse=orelse):
                return is_constant(body) or is_constant(orelse)
            case ast.Call(func=ast.Name(id=name), args=[argument]):
                return name in CASTS and is_constant(argument)
            case _:
                return False

    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.BinOp)
        and isinstance(node.op, ast.LShift)
        and is_constant(node.left)
        and not isinstance(node.right, ast.Constant)
    ]


def main() -> int:
    """Name every such shift in what is compiled; the exit code says whether there is one."""
    found = [
        f"{path}:{line}: a constant is shifted by a variable: use BIT[n]"
        for path in compiled_modules()
        for line in bad_shifts((ROOT / path).read_text(encoding="utf-8"))
    ]
    for complaint in found:
        print(complaint)
    return 1 if found else 0


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    sys.exit(main())
