"""`burgher teach`: a network that judges for the search, taught from nothing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from burgher import agents
from burgher.arena.pool import open_pool
from burgher.arena.teaching import Teaching
from burgher.arena.teaching_run import Run
from burgher.cli.common import asked_game, counting, writing
from burgher.kernel.errors import BadOptions
from burgher.kernel.game import Game


def varied(game: Game, names: list[str]) -> tuple[str, ...]:
    """The options that are varied, in the game's order; raises `BadOptions`."""
    known = [option.name for option in game.choices]
    for name in names:
        if name not in known:
            raise BadOptions(f"{game.title} has no option {name!r}: it has {', '.join(known) or 'none'}")
    return tuple(name for name in known if name in names)


def _check_budget(budget: str) -> None:
    """Raise `BadOptions` for what no search can spend, long before one is to play."""
    try:
        agents.create(f"search:{budget},network=off", 0)
    except BadOptions as error:
        raise BadOptions(f"--budget {budget!r} cannot be spent: {error}") from error


def teach(
    game: Annotated[str, typer.Argument(help="Which game.")] = "burgundy",
    folder: Annotated[
        Path | None,
        typer.Option(
            "--into", file_okay=False, help="Where all is written; taught/GAME-PLAYERS, if not said."
        ),
    ] = None,
    players: Annotated[int | None, typer.Option(help="How many players.")] = None,
    number: Annotated[int, typer.Option("--games", min=2, help="How many games are learned from.")] = 200_000,
    epochs: Annotated[int, typer.Option(min=1, help="How often it goes through their positions.")] = 4,
    hidden: Annotated[int, typer.Option(min=1, max=256, help="How many units its first layer has.")] = 64,
    second: Annotated[int, typer.Option(min=1, max=256, help="How many its second layer has.")] = 32,
    every: Annotated[int, typer.Option(min=1, help="Learn from one of so many positions of a game.")] = 8,
    wild: Annotated[
        float, typer.Option(min=0, max=100, help="So many moves of a hundred are made at random.")
    ] = 5.0,
    seed: Annotated[int, typer.Option(help="The same gives the same games.")] = 1,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    vary: Annotated[
        list[str] | None,
        typer.Option(metavar="KEY", help="Draw an option anew for half of the games; may be repeated."),
    ] = None,
    searched: Annotated[
        int, typer.Option(min=0, help="Then learn from so many games of searches that it judges, too.")
    ] = 0,
    simulations: Annotated[int, typer.Option(min=1, help="The budget of these searches.")] = 100,
    sources: Annotated[
        float,
        typer.Option(min=0, help="How much it matters what each source of points will bring; 0: not at all."),
    ] = 0.3,
    deals: Annotated[
        int, typer.Option("--matches", min=0, help="Then play so many deals against the heuristic's search.")
    ] = 0,
    budget: Annotated[str, typer.Option(help="What both searches may spend on a decision.")] = "20ms",
    processes: Annotated[
        int | None, typer.Option(min=1, help="How many processes; one for each processor, if not said.")
    ] = None,
) -> None:
    """Teach a network how games end, for the search to judge by: greedy players play, and PyTorch learns.

    With --searched, searches play that it judges, and it learns from these games too.

    A run that was interrupted goes on where it was when it is asked for again. A search asks the network that
    comes of it as search:400,network=FILE. Needs the extra `train`.
    """
    chosen = asked_game(game, players, option)
    _check_budget(budget)
    teaching = Teaching(
        chosen.name,
        chosen.players,
        chosen.options,
        number,
        epochs,
        hidden,
        second,
        every,
        round(wild * 10.24),
        seed=seed,
        vary=varied(chosen, vary or []),
        searched=searched,
        simulations=simulations,
        sources=sources,
    )
    folder = folder or Path("taught", f"{chosen.name}-{chosen.players}")
    with writing(folder):
        run = Run(folder, teaching)
    with counting("games", number) as progress, open_pool(len(run.missing()), processes, None) as pool:
        run.play(pool, progress)

    def report(line: dict[str, Any]) -> None:
        print(json.dumps(line), flush=True)

    run.learn(report)
    if searched:
        with (
            counting("games of searches", searched) as progress,
            open_pool(searched, processes, None) as pool,
        ):
            run.search(pool, progress)
        run.refine(report)
    print(f"written: {run.file}", flush=True)
    if deals:
        with open_pool(deals * chosen.players, processes, None) as pool:
            for standing in run.match(budget, deals, pool):
                print(standing, flush=True)
