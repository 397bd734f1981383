"""`burgher selfplay`: games to learn from."""

from __future__ import annotations

from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer
from rich.console import Console

from burgher.arena.pool import open_pool
from burgher.arena.selfplay import SHARD, Collection, SelfPlay
from burgher.cli.common import asked_game, counting, several, stopped_games, writing


def selfplay(
    game: Annotated[str, typer.Argument(help="Which game.")] = "burgundy",
    folder: Annotated[
        Path, typer.Option("--into", file_okay=False, help="Where the files go; what is there is kept.")
    ] = Path("selfplay"),
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
        str | None,
        typer.Option(
            metavar="ADDRESS", help="Play on a Ray cluster: auto, HOST:PORT, ray://HOST:PORT, local."
        ),
    ] = None,
) -> None:
    """Have an agent play against itself, and write what it saw, thought and reached to Parquet files.

    A file is written when its fifty games are all there. A run that was interrupted goes on from the last of
    them when it is asked for again.

    A game that does not end, as at random in Hansa Teutonica, is stopped after 5,000 decisions and counts as
    it stands.
    """
    plan = SelfPlay.of(asked_game(game, players, option), agent, seed, by_lot)
    with writing(folder):
        collection = Collection(folder, plan)
    missing = _missing(collection, number)
    start = perf_counter()
    try:
        with counting("games", missing) as progress, open_pool(missing, processes, ray) as pool:
            decisions = collection.grow(number, pool, progress)
    except KeyboardInterrupt:
        Console(stderr=True, highlight=False).print(
            f"Stopped after {perf_counter() - start:.0f} s with {_missing(collection, number):,} of "
            f"{number:,} games to play: the same command goes on from here. Games that had not filled a "
            f"file of {SHARD} yet were not kept."
        )
        raise
    seconds = perf_counter() - start
    files = collection.files()
    print(
        f"{several(missing, 'game')} played, {several(decisions, 'decision')} written, {seconds:.0f} s; "
        f"{several(sum(map(len, files)), 'game')} in {several(len(files), 'file')} in {folder}"
    )
    if collection.stopped:
        print(stopped_games(collection.stopped, missing))


def _missing(collection: Collection, number: int) -> int:
    return sum(map(len, collection.missing(number)))
