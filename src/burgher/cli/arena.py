"""`burgher arena`: agents meet, and it shows who is stronger."""

from __future__ import annotations

import json
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from burgher import games
from burgher.arena.contest import Match, Rules, matches, play_contest
from burgher.arena.pool import open_pool
from burgher.arena.ratings import Ladder, check_libraries, ladder
from burgher.arena.report import report
from burgher.arena.results import Results, Writer
from burgher.cli.common import asked_game, check_writable, counting, several, writing
from burgher.kernel.errors import BadOptions


def arena(
    agents: Annotated[
        list[str] | None,
        typer.Argument(help="Who meets: agents or levels. Nobody: show what the results say so far."),
    ] = None,
    game: Annotated[str, typer.Option(help="Which game.")] = "burgundy",
    players: Annotated[int | None, typer.Option(help="How many play together.")] = None,
    number: Annotated[
        int,
        typer.Option(
            "--games",
            min=1,
            help="How many games of each line-up, with those of earlier runs; rounded up to whole deals.",
        ),
    ] = 100,
    seed: Annotated[int, typer.Option(help="The same gives the same deals, for all line-ups.")] = 1,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    results: Annotated[
        Path, typer.Option(dir_okay=False, help="The file that keeps the results; it is added to.")
    ] = Path("arena.jsonl"),
    html: Annotated[
        Path | None, typer.Option(dir_okay=False, writable=True, help="Write a report with plots here.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the standings as one JSON object.")] = False,
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
    """Let agents play each other, and rate them.

    All meet in every line-up. Each deal is played as often as there are players, everybody having every seat
    once. What has been played stays in the results file: Ctrl-C loses nothing, the same command goes on where
    it was stopped, and other agents can be added later.
    """
    check_libraries()
    check_writable(html)
    if processes is not None and ray is not None:
        raise BadOptions("choose one of --processes and --ray")
    asked = asked_game(game, players, option)
    rules = Rules.of(asked)
    if agents:
        found = _play(matches(asked, agents, seed), number, results, processes, ray)
    else:
        found = Results.read(results)
    played = found.of(rules)
    if not played:
        raise BadOptions(f"{results} has no games of {rules} as they are played now: {_others(found, rules)}")
    standings = ladder(played)
    if html is not None:
        with writing(html):
            html.write_text(report(found, [rules]), encoding="utf-8")
    if as_json:
        print(json.dumps(_result(rules, standings), ensure_ascii=False))
    else:
        Console(highlight=False).print(*_tables(rules, standings), sep="\n")


def _play(
    contest: list[Match], number: int, results: Path, processes: int | None, ray: str | None
) -> Results:
    """Play what is missing; Ctrl-C ends the playing, and what was played is kept."""
    players = contest[0].rules.players
    number = -(-number // players) * players  # whole deals
    with Writer(results) as writer:
        missing = writer.results.missing(contest, number)
        total = number * len(contest)
        start = perf_counter()
        try:
            with counting("games", total) as progress, open_pool(len(missing), processes, ray) as pool:
                progress(total - len(missing))
                for games_ in play_contest(contest, missing, pool):
                    writer.add(games_)
                    progress(len(games_))
        except KeyboardInterrupt:
            left = len(writer.results.missing(contest, number))
            if left == total:
                raise
            Console(stderr=True, highlight=False).print(
                f"Stopped after {perf_counter() - start:.0f} s with {left:,} of {total:,} games to play: "
                f"the same command goes on from here."
            )
        return writer.results


def _others(found: Results, wanted: Rules) -> str:
    """What a file has in place of the games that were wanted, and by what they differ."""
    told = [f"{rules}{_changed(rules, wanted)}" for rules in found.rules()]
    return f"it has {'; '.join(dict.fromkeys(told))}" if told else "it has none at all"


def _changed(rules: Rules, wanted: Rules) -> str:
    if str(rules) != str(wanted):  # another game, or others at the table: that says enough
        return ""
    changed = [
        word
        for word, differs in (
            ("the rules", rules.fingerprint != wanted.fingerprint),
            ("how agents think", rules.thinking != wanted.thinking),
        )
        if differs
    ]
    return f", played before a change of {' and of '.join(changed)}: name the agents to have them play anew"


def _result(rules: Rules, standings: Ladder) -> dict[str, Any]:
    return {
        "game": rules.game,
        "players": rules.players,
        "options": dict(rules.options),
        "burgher": rules.version,
        "rules": rules.fingerprint,
        "thinking": rules.thinking,
        "games": standings.games,
        "decisions": standings.decisions,
        "agents": [
            {
                "name": agent.name,
                "plays": agent.plays,
                "games": agent.share.games,
                "rating": agent.rating and _rounded(agent.rating, 1),
                "won": _rounded(agent.share, 4),
                "mean": round(agent.mean, 2),
                "mean_error": round(agent.mean_error, 2),
                "stdev": round(agent.stdev, 2),
                "by_source": {source: round(mean, 3) for source, mean in agent.mean_by_source().items()},
            }
            for agent in standings.agents
        ],
        "meetings": [
            {"agent": one, "other": other, "games": share.games, "before": _rounded(share, 4)}
            for (one, other), share in standings.meetings.items()
        ],
        "by_seat": [_rounded(share, 4) for share in standings.by_seat],
    }


def _rounded(found: Any, digits: int) -> list[float]:
    """A value with the ends of its interval."""
    return [round(number, digits) for number in (found.value, found.low, found.high)]


def _tables(rules: Rules, standings: Ladder) -> list[Table]:
    result = Table(
        title=f"{games.rules(rules.game).title}, {several(rules.players, 'player')}, "
        f"{several(standings.games, 'game')}"
    )
    # Who plays alone meets nobody and always wins: only points tell them apart.
    alone = rules.players == 1
    ratings, shares = ((), ()) if alone else (("rating", "95 % interval"), ("won", "95 % interval"))
    result.add_column("agent")
    for heading in (*ratings, "games", *shares, "mean points"):
        result.add_column(heading, justify="right")
    for agent in standings.agents:
        rating, share = agent.rating, agent.share
        rated = (f"{rating.value:.0f}", f"{rating.low:.0f} – {rating.high:.0f}") if rating else ("–", "–")
        won = (f"{share.value:.1%}", f"{share.low:.1%} – {share.high:.1%}")
        result.add_row(
            agent.name,
            *(() if alone else rated),
            f"{share.games:,}",
            *(() if alone else won),
            f"{agent.mean:.1f} ± {agent.mean_error:.1f}",
        )
    if not standings.meetings:
        return [result]
    against = Table(title="How often the one on the left was placed before the one above")
    against.add_column("")
    for agent in standings.agents:
        against.add_column(agent.name, justify="right")
    for agent in standings.agents:
        cells = []
        for other in standings.agents:
            share_of = standings.meetings.get((agent.name, other.name))
            cells.append(
                "·" if share_of is None else f"{share_of.value:.1%}\n{share_of.low:.0%} – {share_of.high:.0%}"
            )
        against.add_row(agent.name, *cells)
    return [result, against]
