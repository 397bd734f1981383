"""`burgher simulate`: many games between agents, and what they show."""

from __future__ import annotations

import json
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from burgher import games
from burgher.arena.pool import open_pool
from burgher.arena.series import Series, Standings, Tally, play_series
from burgher.cli.common import asked_game, counting, listed, several, stopped_games

SOURCES_SHOWN = 12
"""The table shows this many sources of points by name; `--json` has them all."""


def simulate(
    game: Annotated[str, typer.Argument(help="Which game.")] = "burgundy",
    players: Annotated[int | None, typer.Option(help="How many players; as many as agents.")] = None,
    number: Annotated[int, typer.Option("--games", min=1, help="How many games.")] = 1000,
    agents: Annotated[
        str, typer.Option(help="Who plays, separated by commas; repeated in turn until all seats are taken.")
    ] = "greedy",
    seed: Annotated[int, typer.Option(help="The same gives the same, whatever the number of processes.")] = 1,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help="How many processes; one for each processor, if not said.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the result as one JSON object.")] = False,
) -> None:
    """Play many games between agents and show how they did.

    They move round the table from game to game, so that each has every seat equally often. A game that does
    not end, as at random in Hansa Teutonica, is stopped after 5,000 decisions and counts as it stands.
    """
    names = listed(agents)
    if players is None:
        players = max(len(names), games.rules(game).players_usual)
    series = Series.of(asked_game(game, players, option), names, seed)
    start = perf_counter()
    with counting("games", number) as progress, open_pool(number, processes) as pool:
        standings = play_series(series, number, pool, progress)
    seconds = perf_counter() - start
    if as_json:
        print(json.dumps(_result(series, standings, seconds), ensure_ascii=False))
    else:
        Console(highlight=False).print(*_tables(series, standings, seconds), sep="\n")
        if standings.stopped:
            print(stopped_games(standings.stopped, standings.games))


def _result(series: Series, standings: Standings, seconds: float) -> dict[str, Any]:
    return {
        "game": series.game,
        "players": series.players,
        "options": series.options,
        "seed": series.seed,
        "games": standings.games,
        "stopped": standings.stopped,
        "decisions": standings.decisions,
        "seconds": round(seconds, 3),
        "agents": [_agent(name, tally) for name, tally in zip(series.agents, standings.tallies, strict=True)],
    }


def _agent(name: str, tally: Tally) -> dict[str, Any]:
    low, high = tally.win_interval
    return {
        "name": name,
        "mean": round(tally.mean, 4),
        "stdev": round(tally.stdev, 4),
        "wins": int(tally.wins) if tally.wins.denominator == 1 else round(float(tally.wins), 4),
        "wins_low": round(low * tally.games, 1),
        "wins_high": round(high * tally.games, 1),
        "by_source": {source: round(points, 4) for source, points in tally.mean_by_source().items()},
    }


def _tables(series: Series, standings: Standings, seconds: float) -> list[Table]:
    columns = [f"{n}. {name}" for n, name in enumerate(series.agents, start=1)]
    rate = (
        f"{standings.games / seconds:,.0f} games and {standings.decisions / seconds:,.0f} decisions a second"
    )
    result = Table(
        title=f"{series.load().title}, {several(series.players, 'player')}, "
        f"{several(standings.games, 'game')}",
        caption=f"{seconds:.1f} s: {rate}",
    )
    result.add_column("agent")
    headings = ["mean points", "std. deviation", "games won", "95 % interval"]
    for heading in headings if series.players > 1 else headings[:2]:  # who plays alone cannot win
        result.add_column(heading, justify="right")
    for column, tally in zip(columns, standings.tallies, strict=True):
        low, high = tally.win_interval
        share = float(tally.wins) / tally.games
        cells = [f"{tally.mean:.2f}", f"{tally.stdev:.2f}", f"{share:.1%}", f"{low:.1%} – {high:.1%}"]
        result.add_row(column, *cells[: len(result.columns) - 1])

    sources = Table(title="Mean points by source")
    sources.add_column("source")
    for column in columns:
        sources.add_column(column, justify="right")
    means = [tally.mean_by_source() for tally in standings.tallies]
    ordered = sorted(
        {source for mean in means for source in mean},
        key=lambda source: (-sum(mean.get(source, 0) for mean in means), source),
    )
    for source in ordered[:SOURCES_SHOWN]:
        sources.add_row(source, *(f"{mean.get(source, 0):.2f}" for mean in means))
    if rest := ordered[SOURCES_SHOWN:]:
        sums = [sum(mean.get(source, 0) for source in rest) for mean in means]
        sources.add_row(f"{len(rest)} others", *(f"{points:.2f}" for points in sums))
    return [result, sources]
