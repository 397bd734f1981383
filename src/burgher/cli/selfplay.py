"""`burgher selfplay`: games to learn from."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from burgher.arena.pool import open_pool
from burgher.arena.selfplay import Collection, SelfPlay
from burgher.cli.common import asked_game, counting


def selfplay(
    game: Annotated[str, typer.Argument(help="Which game.")] = "burgundy",
    folder: Annotated[Path, typer.Option("--into", help="Where the files go; what is there is kept.")] = Path(
        "selfplay"
    ),
    players: Annotated[int | None, typer.Option(help="How many players.")] = None,
    agent: Annotated[str, typer.Option(help="Who plays, at every seat.")] = "search:100",
    number: Annotated[
        int, typer.Option("--games", min=1, help="How many games, those already there included.")
    ] = 1000,
    seed: Annotated[int, typer.Option(help="The same gives the same games, however they are played.")] = 1,
    by_lot: Annotated[
        int,
        typer.Option(
            min=0,
            help="In so many decisions from the start, draw the action, as likely as it was tried often.",
        ),
    ] = 0,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help="How many processes; one for each processor, if not said.")
    ] = None,
    ray: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on a Ray cluster: auto, HOST:PORT, local.")
    ] = None,
) -> None:
    """Have an agent play against itself, and write what it saw, thought and reached to Parquet files.

    A run that was interrupted goes on where it was when it is asked for again.
    """
    collection = Collection(folder, SelfPlay.of(asked_game(game, players, option), agent, seed, by_lot))
    missing = sum(map(len, collection.missing(number)))
    start = perf_counter()
    with counting("games", missing) as progress, open_pool(missing, processes, ray) as pool:
        decisions = collection.grow(number, pool, progress)
    seconds = perf_counter() - start
    files = len(collection.files())
    print(
        f"{missing:,} games played, {decisions:,} decisions written, {seconds:.0f} s; "
        f"{number:,} games in {files:,} files in {folder}"
    )
