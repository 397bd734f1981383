"""`burgher fuzz`: strange games until something breaks."""

from __future__ import annotations

from contextlib import closing
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated

import typer

from burgher import games
from burgher.arena.fuzz import Failure, hunt
from burgher.arena.pool import open_pool, spread
from burgher.cli.common import counting, several, writing

GAMES = 100_000
"""Played when neither a number nor a time is said."""
ENDLESS = 10**12


def fuzz(
    game: Annotated[str, typer.Option(help="Which game.")] = "burgundy",
    number: Annotated[
        int | None, typer.Option("--games", min=1, help=f"How many games; {GAMES:,} if nothing is said.")
    ] = None,
    minutes: Annotated[
        float | None, typer.Option(min=0, help="For how long at most; without --games, for just as long.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Which games: others for every seed.")] = 1,
    first: Annotated[int, typer.Option("--from", min=0, help="The number of the first game.")] = 0,
    processes: Annotated[
        int | None, typer.Option(min=1, help="How many processes; one for each processor, if not said.")
    ] = None,
    reports: Annotated[
        Path,
        typer.Option(
            exists=True, file_okay=False, writable=True, help="Where the record of a game that broke goes."
        ),
    ] = Path(),
) -> None:
    """Play strange games, checking everything that must hold after every action, until something breaks.

    Player counts, options and manners of play are drawn at random.

    A game that breaks is recorded, it is said how to get there again, and the exit code is 1.
    """
    games.rules(game)
    if number is None:
        number = GAMES if minutes is None else ENDLESS
    start = perf_counter()
    played = decisions = 0
    failures: list[Failure] = []
    with (
        counting("games", None if number == ENDLESS else number) as progress,
        open_pool(number, processes) as pool,
        closing(spread(partial(hunt, game, seed), range(first, first + number), pool)) as work,
    ):
        for portion, findings in work:
            played += len(portion)
            decisions += findings.decisions
            failures += findings.failures
            progress(len(portion))
            if failures or (minutes is not None and perf_counter() - start > 60 * minutes):
                break
    for failure in failures:
        _report(failure, game, seed, reports)
    if failures:
        raise typer.Exit(1)
    seconds = perf_counter() - start
    print(f"{several(played, 'game')}, {several(decisions, 'decision')}, {seconds:.0f} s: nothing broke")


def _report(failure: Failure, name: str, seed: int, reports: Path) -> None:
    print(failure.problem)
    print(f"Game {failure.number} broke: {failure.game}, dealt from seed {failure.seed}")
    if failure.record:
        path = reports / f"{name}-fuzz-{seed}-{failure.number}.record"
        with writing(path):
            path.write_text(failure.record, encoding="utf-8")
        print(f"Its record, up to the action that broke it: burgher replay {path}")
    print(f"To play it again: burgher fuzz --game {name} --seed {seed} --from {failure.number} --games 1")
