"""`burgher check-components`: whether a set of components of one's own can be played with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from burgher import games
from burgher.cli.session import open_console
from burgher.kernel.errors import BadOptions


def check_components(
    game: Annotated[str, typer.Argument(help="The game that the set is for.")],
    file: Annotated[
        Path | None, typer.Argument(help="The file to check; without one, the set that comes with Burgher.")
    ] = None,
) -> None:
    """Check a file that puts the components of a game right, and say what is still reconstructed."""
    rules = games.rules(game)
    findings = rules.check_components(file)
    if findings is None:
        raise BadOptions(f"{rules.title} is played with the components it has: there is nothing to put right")
    console = open_console()
    console.print(f"{file or 'the set that comes with Burgher'}: ok", soft_wrap=True)
    for finding in findings:
        console.print(f"  {finding}", soft_wrap=True)
