"""The build step: the kernel and the rules as machine code or, failing that, as the plain source.

How it is done stands in `building/`, and everything else about the package in pyproject.toml.
`BURGHER_COMPILE` may say how to build:

    (unset)   compile; where that cannot be, install the plain source and say so
    0         install the plain source
    require   compile; where that cannot be, fail
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from setuptools import setup

sys.path.insert(0, str(Path(__file__).resolve().parent))  # where a build is isolated, it is not there

from building.commands import BuildInParallel, Wheel

if __name__ == "__main__":
    # Built in a fresh place each time, so that nothing old finds its way into a wheel.
    with TemporaryDirectory(prefix="burgher-build-") as scratch:
        setup(
            cmdclass={"bdist_wheel": Wheel, "build_ext": BuildInParallel},
            options={"build": {"build_base": scratch}, "egg_info": {"egg_base": scratch}},
        )
