"""How a command ends, well and badly."""

from __future__ import annotations

import errno
import os
import platform
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

import burgher
from burgher.cli import app as cli


def end_with(error: BaseException, monkeypatch: pytest.MonkeyPatch) -> object:
    """The exit code of a command that raises."""
    app = typer.Typer(pretty_exceptions_enable=False)

    @app.command()
    def fail() -> None:
        raise error

    monkeypatch.setattr(cli, "app", app)
    monkeypatch.setattr(sys, "argv", ["burgher"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    return end.value.code


def test_the_version_says_how_we_run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["burgher", "--version"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    manner = "compiled" if burgher.COMPILED else "plain source"
    expected = f"burgher {burgher.__version__}, {manner}, Python {platform.python_version()}\n"
    assert (end.value.code, capsys.readouterr().out) == (0, expected)


def test_a_mistake_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert end_with(burgher.BadOptions("there is no game 'chess'"), monkeypatch) == 2
    assert capsys.readouterr() == ("", "burgher: there is no game 'chess'\n")


def test_ctrl_c_is_quiet(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    assert end_with(KeyboardInterrupt(), monkeypatch) == 130
    assert capsys.readouterr() == ("", "")


def test_a_bug_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ZeroDivisionError):
        end_with(ZeroDivisionError(), monkeypatch)


def test_nobody_waits_for_what_only_a_server_needs() -> None:
    found = "import sys, burgher.cli.app; print({'sqlalchemy', 'litestar'} & set(sys.modules))"
    shown = subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, check=True)
    assert shown.stdout == "set()\n"


@pytest.mark.parametrize("command", ["--version", "doctor", "--help"])
def test_a_reader_who_leaves_is_no_trouble(command: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    try:
        result = subprocess.run(
            [sys.executable, "-m", "burgher", command],
            stdout=writer,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    finally:
        os.close(writer)
    assert result.stderr == ""


def test_a_full_disk_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(cli, "_flush_nowhere", lambda: None)
    assert end_with(OSError(errno.ENOSPC, "No space left on device"), monkeypatch) == 1
    assert capsys.readouterr() == ("", "burgher: No space left on device\n")
    with pytest.raises(FileNotFoundError):
        end_with(FileNotFoundError(errno.ENOENT, "No such file or directory"), monkeypatch)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no disk here that is always full")
@pytest.mark.parametrize("more", [[], ["--json"]])
def test_an_output_that_takes_nothing_is_one_line(more: list[str]) -> None:
    command = [sys.executable, "-m", "burgher", "simulate", "--games", "1", "--processes", "1", *more]
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (result.returncode, result.stderr) == (1, "burgher: No space left on device\n")


def test_an_output_that_is_closed_is_no_trouble() -> None:
    command = f"{shlex.quote(sys.executable)} -m burgher simulate --games 1 --processes 1 >&-"
    result = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
