"""A server that starts from plain source takes up the compiled rules when they are there."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from pathlib import Path

import pytest

import burgher
from building import ROOT
from burgher.server.http.compiling import awaited_build, take_up_build

THINKS = """
import asyncio, sys
from pathlib import Path
import burgher
from burgher.server.http.compiling import take_up_build
from burgher.server.tables.fair_queue import Thought
from burgher.server.tables.thinking import Thinking

async def main():
    thinking = Thinking(1)
    async def ask():
        async with thinking.turn(Thought("a", "b", 0.01)) as lane:
            return await lane.think(eval, "__import__('burgher').COMPILED")
    before = await ask()
    await take_up_build(Path(sys.argv[1]), thinking.renew, lambda _: None)
    print(burgher.COMPILED, before, await ask())
    thinking.close()

if __name__ == "__main__":
    asyncio.run(main())
"""


def taken_up(build: Path) -> tuple[list[str], list[str]]:
    """What is done and told when there is a build, or the news that there will be none."""
    done: list[str] = []
    told: list[str] = []
    asyncio.run(take_up_build(build, lambda: done.append("renewed"), told.append))
    return done, told


def test_nobody_waits_where_nobody_compiles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("BURGHER_BUILD", raising=False)
    assert awaited_build() is None
    monkeypatch.setenv("BURGHER_BUILD", str(tmp_path / "build"))
    assert awaited_build() == tmp_path / "build"


def test_a_build_comes_first_from_then_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", ["elsewhere"])
    (tmp_path / "build").write_text("/where/it/is\n")
    done, told = taken_up(tmp_path / "build")
    assert sys.path == ["/where/it/is", "elsewhere"]
    assert done == ["renewed"]
    assert "full speed" in told[-1]


def test_where_compiling_fails_all_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "path", ["elsewhere"])
    (tmp_path / "build.failed").touch()
    done, told = taken_up(tmp_path / "build")
    assert sys.path == ["elsewhere"]
    assert done == []
    assert "could not be compiled" in told[-1]


@pytest.mark.skipif(not burgher.COMPILED, reason="there is nothing compiled to take up")
def test_processes_that_think_are_compiled_then(tmp_path: Path) -> None:
    (tmp_path / "build").write_text(str(Path(burgher.__file__).parent.parent))
    script = tmp_path / "thinks.py"
    script.write_text(THINKS)
    # From a folder with nothing compiled in it, as `make play` does on a new machine.
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src"), "BURGHER_SOURCE": ""}
    command = [sys.executable, str(script), str(tmp_path / "build")]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert ended.stdout.split() == ["False", "False", "True"], ended.stderr
