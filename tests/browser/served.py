"""`burgher serve`, as people start it, on a database of its own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any, Self

from waiting import PATIENCE


class Served:
    """A server process that can be killed and started again at the same address."""

    def __init__(self, database: Path, *options: str) -> None:
        self.database = database
        self._options = options
        self.url = ""
        self._port = 0
        self._finished: str | None = None
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it; it takes the address that it had before."""
        command = [sys.executable, "-m", "burgher", "serve", "--no-open", "--rate", "0"]
        self._process = subprocess.Popen(
            [*command, "--port", str(self._port), "--database", str(self.database), *self._options],
            stdout=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r"http://\S+:(\d+)", line)
        assert found, f"the server said {line!r}"
        self.url, self._port = found[0], int(found[1])

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, gently or not; those that think for it end by themselves."""
        if self._process is not None:
            os.kill(self._process.pid, how)
            self._process.wait(PATIENCE)
            assert self._process.stdout is not None
            self._process.stdout.close()
        self._process = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    # -- what programs do, where no person is needed ------------------------------------------------

    def ask(self, path: str, body: object = None, token: str | None = None) -> Any:
        """Ask the API."""
        headers = {"content-type": "application/json"}
        if token is not None:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/api{path}", data, headers)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return json.loads(answer.read())

    def sight(self, path: str) -> Any:
        """What a spectator sees of the table at a path."""
        return self.ask(path.replace("/t/", "/tables/"))

    def finished(self) -> str:
        """The path of a game that two opponents have played to its end."""
        if self._finished is None:
            seats = [{"kind": "opponent", "agent": "random"}] * 2
            self._finished = f"/t/{self.ask('/tables', {'game': 'burgundy', 'seats': seats})['table']}"
        until = time.monotonic() + PATIENCE
        while not self.sight(self._finished)["is_over"]:
            assert time.monotonic() < until, "the opponents never came to an end"
            time.sleep(0.1)
        return self._finished
