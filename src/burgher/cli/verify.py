"""`burgher verify`: whether records are whole, unchanged, and games by the rules."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from burgher.cli.session import open_console
from burgher.kernel.errors import BurgherError
from burgher.record import Record
from burgher.table import Table


def verify(
    files: Annotated[list[Path], typer.Argument(metavar="FILE...", help="The records to check.")],
) -> None:
    """Check that records are whole and unchanged, and that their games can have been played so.

    Where draws come from a secret, also that it is the one that was committed to before the game began, and
    that every draw follows from it. The exit code is 1 when one of them is not.
    """
    console = open_console()
    bad = 0
    for file in files:
        try:
            record, table = replayed(file)
        except BurgherError as error:
            bad += 1
            console.print(str(error), soft_wrap=True)
        else:
            console.print(f"{file}: ok: {table.headline}, {len(record.moves)} moves", soft_wrap=True)
            if record.secret is not None:
                console.print(f"  {record.fairness}", soft_wrap=True)
    if bad:
        raise typer.Exit(1)


def replayed(file: Path) -> tuple[Record, Table]:
    """The record in a file and the table it leads to, every move checked.

    Raises `BurgherError`, which names the file and says what is wrong and where.
    """
    try:
        record = Record.load(file)
        return record, record.replay()
    except OSError as error:
        raise BurgherError(f"{file}: {error.strerror}") from error
    except BurgherError as error:
        raise BurgherError(f"{file}: {error}") from error
