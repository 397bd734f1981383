"""Commands run as people run them: words in, text and an exit code out."""

from __future__ import annotations

import io
import os
import select
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from burgher.cli import app as cli
from waiting import PATIENCE


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str


class Run:
    """Runs `burgher …` in this process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._patch = monkeypatch
        self._caught = capsys
        monkeypatch.setenv("COLUMNS", "80")

    def __call__(self, *arguments: object, typed: str | bytes = "", at_terminal: bool = False) -> Ended:
        """Run a command to its end, `typed` coming in by a pipe, or as if by a keyboard."""
        data = typed.encode() if isinstance(typed, str) else typed
        stdin = io.TextIOWrapper(io.BytesIO(data), "utf-8")
        self._patch.setattr(stdin, "isatty", lambda: at_terminal)
        self._patch.setattr(sys, "stdin", stdin)
        self._patch.setattr(sys, "argv", ["burgher", *map(str, arguments)])
        try:
            cli.main()
            code: object = 0
        except SystemExit as end:
            code = end.code or 0
        assert isinstance(code, int)
        return Ended(code, *self._caught.readouterr())


class Terminal:
    """A command in a process and a terminal of its own."""

    def __init__(self, *arguments: object) -> None:
        self._keyboard, screen = pytest.importorskip("pty").openpty()
        self.seen = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "burgher", *map(str, arguments)],
            stdin=screen,
            stdout=screen,
            stderr=screen,
            env={**os.environ, "COLUMNS": "80", "LINES": "24", "NO_COLOR": "1", "TERM": "xterm"},
        )
        os.close(screen)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._keyboard)

    def until(self, text: str) -> str:
        """What is shown until a text comes."""
        deadline = time.monotonic() + PATIENCE
        while text not in self.seen:
            assert time.monotonic() < deadline, f"{text!r} did not come: {self.seen}"
            if select.select([self._keyboard], [], [], 1)[0]:
                self.seen += os.read(self._keyboard, 65536).decode(errors="replace")
        shown, _, self.seen = self.seen.partition(text)
        return shown

    def wait_until_idle(self) -> None:
        """Wait until it waits for what is typed next: asleep, and having computed nothing for a moment."""
        stat = Path(f"/proc/{self.process.pid}/stat")
        before: list[str] = []
        while stat.exists():
            fields = stat.read_text().rpartition(")")[2].split()
            computed = fields[11:13]
            if fields[0] == "S" and computed == before:
                return
            before = computed
            time.sleep(0.1)
        time.sleep(0.5)  # elsewhere nobody tells

    def type(self, text: str) -> None:
        """Type something."""
        os.write(self._keyboard, text.encode())

    def end(self) -> tuple[int, str]:
        """Wait for the command to end: its exit code, and what it has shown since."""
        code = self.process.wait(PATIENCE)
        try:
            while select.select([self._keyboard], [], [], 0.2)[0]:
                self.seen += os.read(self._keyboard, 65536).decode(errors="replace")
        except OSError:  # a terminal that nobody holds any more
            pass
        return code, self.seen
