"""The command line: which commands there are, and how their failures reach people."""

from __future__ import annotations

import errno
import os
import platform
import sys
from typing import Annotated

import typer

import burgher
from burgher.cli.arena import arena
from burgher.cli.bench import bench
from burgher.cli.check_components import check_components
from burgher.cli.doctor import doctor
from burgher.cli.fuzz import fuzz
from burgher.cli.learn import learn
from burgher.cli.load import load
from burgher.cli.play import play
from burgher.cli.replay import replay
from burgher.cli.rules import rules
from burgher.cli.selfplay import selfplay
from burgher.cli.serve import backup, serve
from burgher.cli.simulate import simulate
from burgher.cli.study import study
from burgher.cli.teach import teach
from burgher.cli.verify import verify

DISK_PROBLEMS = {errno.ENOSPC, errno.EDQUOT, errno.EIO}
"""That a file or the output could not be written, for reasons that are none of ours."""

app = typer.Typer(
    help=burgher.__doc__,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

# One line for each command, in the order in which `burgher --help` shows them.
app.command()(serve)
app.command()(play)
app.command()(rules)
app.command()(learn)
app.command()(replay)
app.command()(verify)
app.command()(study)
app.command()(simulate)
app.command()(arena)
app.command()(selfplay)
app.command()(teach)
app.command()(bench)
app.command()(load)
app.command()(fuzz)
app.command()(check_components)
app.command()(backup)
app.command()(doctor)


def _show_version(wanted: bool) -> None:
    if wanted:
        manner = "compiled" if burgher.COMPILED else "plain source"
        print(f"burgher {burgher.__version__}, {manner}, Python {platform.python_version()}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_show_version, is_eager=True, help="Say which Burgher this is, and stop."
        ),
    ] = False,
) -> None:
    pass


def main() -> None:
    """Run the command that the arguments name.

    What a person can mend (a `BurgherError`) becomes one line and the exit code 2. Ctrl-C and a reader
    that has gone away (`burgher … | head`) end the command without a word; a disk that is full, with one.
    """
    try:
        try:
            app(prog_name="burgher")
        finally:
            if sys.stdout is not None:  # as it is where it was closed from the start
                sys.stdout.flush()
    except burgher.BurgherError as error:
        print(f"burgher: {error}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:
        _flush_nowhere()
        sys.exit(1)
    except OSError as error:
        if error.errno not in DISK_PROBLEMS:  # it may be a fault of ours
            raise
        where = f"{error.filename}: " if error.filename else ""
        print(f"burgher: {where}{error.strerror}", file=sys.stderr)
        _flush_nowhere()
        sys.exit(1)


def _flush_nowhere() -> None:
    """Have what is still to be printed go nowhere: the interpreter flushes once more on its way out."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
