"""`burgher bench`: how fast the games run here."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable
from dataclasses import asdict
from datetime import UTC, datetime
from itertools import groupby
from math import floor, log10
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

import burgher
from burgher import games
from burgher.bench.instructions import KINDS, Counted, grown, instructions, line_of, read
from burgher.bench.memory import measure_nodes
from burgher.bench.speed import FIGURES, Figures, Options, Result, count, time_studies
from burgher.bench.speed import bench as run
from burgher.cli.common import asked_game, counting, several
from burgher.cli.peers import show_peers
from burgher.kernel.errors import BadOptions
from burgher.machine import machine


def bench(
    game: Annotated[str | None, typer.Option(help="Which game; all, if not said.")] = None,
    players: Annotated[
        list[int] | None, typer.Option(help="How many players; may be repeated; all numbers, if not said.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0.01, help="For how long each figure is measured.")] = 1.0,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print a JSON object for each game and number of players.")
    ] = False,
    markdown: Annotated[bool, typer.Option("--markdown", help="Print it for bench/RESULTS.md.")] = False,
    peers: Annotated[
        bool,
        typer.Option(
            "--peers",
            help="Measure other libraries' games beside ours; they are installed for that, and gone after.",
        ),
    ] = False,
    option: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KEY=VALUE",
            help="Measure the game with an option too, beside it without; may be repeated.",
        ),
    ] = None,
    study: Annotated[
        str | None,
        typer.Option(metavar="DEPTH", help="Measure instead how long a game takes to study: quick or deep."),
    ] = None,
    nodes: Annotated[
        int | None,
        typer.Option(
            help="Measure instead what a search of so many nodes takes: memory, and time for a simulation."
        ),
    ] = None,
    count_instructions: Annotated[
        bool,
        typer.Option(
            "--instructions",
            help="Count instructions instead, by valgrind: figures that a busy machine does not change.",
        ),
    ] = False,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="With --instructions: name what has grown by more than 3 % since FILE, made with --json.",
        ),
    ] = None,
) -> None:
    """Measure how fast the games run, compiled and as plain source, taking turns within one run."""
    if as_json and markdown:
        raise BadOptions("choose one of --json and --markdown")
    if peers:
        show_peers(seconds, as_json, markdown)
        return
    cases = _cases(game, players)
    options = _options(game, cases, option)
    if against is not None and not count_instructions:
        raise BadOptions("--against goes with --instructions")
    if count_instructions:
        if options:
            raise BadOptions("--instructions counts games without options")
        _count_instructions(cases, as_json, markdown, against)
        return
    if nodes is not None:
        _bench_nodes(cases, nodes, as_json, markdown)
        return
    if study is not None:
        _bench_studies(cases, study, as_json, markdown)
        return
    with counting("measurements", count(cases, options)) as progress:
        results = []
        for result in run(cases, seconds, progress, options):
            results.append(result)
            if as_json:
                print(json.dumps(_line(result, seconds)), flush=True)
    if markdown:
        print("\n".join(_section(results)))
    elif not as_json:
        Console(highlight=False).print(*_tables(results), sep="\n")
    if any(result.compiled is None for result in results):
        print("Nothing is compiled here: only plain source was measured.", file=sys.stderr)


def _bench_nodes(cases: list[tuple[str, int]], nodes: int, as_json: bool, markdown: bool) -> None:
    """Print what searches of many nodes take."""
    with counting("searches", len(cases)) as progress:
        measured = list(measure_nodes(cases, nodes, progress))
    if as_json:
        for one in measured:
            print(json.dumps({"compiled": burgher.COMPILED, **asdict(one)}))
        return
    headings = (
        "game",
        "players",
        "simulations",
        "nodes",
        "bytes for a node",
        "a simulation, beside a small search",
    )
    table = Table(*headings, title=f"A search of {nodes:,} nodes")
    if markdown:
        print(f"| {' | '.join(headings)} |\n|---|{'--:|' * (len(headings) - 1)}")
    for one in measured:
        cells = [games.rules(one.game).title, str(one.players), f"{one.simulations:,}", f"{one.nodes:,}"]
        cells += [f"{one.node_bytes:.1f}", f"× {one.times_as_long:.2f}"]
        table.add_row(*cells)
        if markdown:
            print(f"| {' | '.join(cells)} |")
    if not markdown:
        Console(highlight=False).print(table)


def _bench_studies(cases: list[tuple[str, int]], depth: str, as_json: bool, markdown: bool) -> None:
    """Print how long one game of each kind takes to study."""
    with counting("games", len(cases)) as progress:
        studied = list(time_studies(cases, depth, progress))
    if as_json:
        for one in studied:
            print(json.dumps({"depth": depth, "compiled": burgher.COMPILED, **asdict(one)}))
        return
    rows = [(games.rules(one.game).title, one) for one in studied]
    if markdown:
        print("| game | players | decisions | seconds |\n|---|--:|--:|--:|")
        for title, one in rows:
            print(f"| {title} | {one.players} | {one.decisions} | {one.seconds:.1f} |")
        return
    table = Table("game", "players", "decisions", "seconds", title=f"One game, studied: {depth}")
    for title, one in rows:
        table.add_row(title, str(one.players), str(one.decisions), f"{one.seconds:.1f}")
    Console(highlight=False).print(table)


def _count_instructions(
    cases: list[tuple[str, int]], as_json: bool, markdown: bool, against: Path | None
) -> None:
    """Print how many instructions games take; fail if one takes clearly more than before."""
    before = {} if against is None else read(against)
    if not burgher.COMPILED:
        print("Nothing is compiled here: it is plain source that is counted.", file=sys.stderr)
    counted: list[Counted] = []
    with counting("games", len(cases)) as progress:
        for one in instructions(cases, progress):
            counted.append(one)
            if as_json:
                print(json.dumps(line_of(one)), flush=True)
    if markdown:
        print("\n".join(_counted_section(counted)))
    elif not as_json:
        for name, group in groupby(counted, key=lambda one: one.game):
            columns = list(group)
            table = Table("", title=f"{games.rules(name).title}: instructions")
            for one in columns:
                table.add_column(several(one.players, "player"), justify="right")
            for key, words in _counted_rows(columns):
                table.add_row(words, *(_counted_cell(one, key) for one in columns))
            Console(highlight=False).print(table)
    if against is not None:
        more = list(grown(counted, before))
        print("\n".join(more) or "Nothing takes clearly more instructions than before.", file=sys.stderr)
        if more:
            raise typer.Exit(1)


def _counted_section(counted: list[Counted]) -> list[str]:
    lines = [f"## {datetime.now(UTC).date()}, Burgher {burgher.__version__}: instructions"]
    for name, group in groupby(counted, key=lambda one: one.game):
        columns = list(group)
        lines += ["", f"### {games.rules(name).title}", ""]
        lines.append(
            f"| instructions for … | {' | '.join(several(one.players, 'player') for one in columns)} |"
        )
        lines.append(f"|---|{'--:|' * len(columns)}")
        for key, words in _counted_rows(columns):
            lines.append(f"| {words} | {' | '.join(_counted_cell(one, key) for one in columns)} |")
    return lines


def _counted_rows(columns: list[Counted]) -> list[tuple[str, str]]:
    """What was counted of a game, by key and in words."""
    return [(key, kind.words) for key, kind in KINDS.items() if any(key in one.counts for one in columns)]


def _counted_cell(one: Counted, key: str) -> str:
    return f"{one.counts[key]:,.0f}" if key in one.counts else "–"


def _cases(game: str | None, players: list[int] | None) -> list[tuple[str, int]]:
    cases = []
    for name in [game] if game is not None else games.names():
        allowed = games.rules(name).players_allowed
        for number in players or allowed:
            games.load(name, number)  # it says what is wrong with the number
            cases.append((name, number))
    return cases


def _options(game: str | None, cases: list[tuple[str, int]], given: list[str] | None) -> Options:
    """The options asked for, which must go with every number of players."""
    if not given:
        return {}
    if game is None:
        raise BadOptions("--option is an option of one game: say which with --game")
    for name, number in cases:
        asked_game(name, number, given)
    return dict(one.split("=", 1) for one in given)


def _line(result: Result, seconds: float) -> dict[str, object]:
    return {
        "game": result.game,
        "players": result.players,
        "options": result.options,
        "burgher": burgher.__version__,
        "machine": machine(),
        "seconds": seconds,
        "compiled": _rounded(result.compiled),
        "interpreted": _rounded(result.interpreted),
        "ratio": _rounded(result.ratio),
    }


def _rounded(figures: Figures | None) -> Figures | None:
    return None if figures is None else {key: round(value, 2) for key, value in figures.items()}


def _tables(results: Iterable[Result]) -> list[Table]:
    tables = []
    for result in results:
        table = Table(title=f"{games.rules(result.game).title}, {_heading(result)}", caption=machine())
        table.add_column("")
        for heading in ("compiled", "plain source", "ratio"):
            table.add_column(heading, justify="right")
        for figure in FIGURES:
            table.add_row(figure.words, *_cells(result, figure.key))
        tables.append(table)
    return tables


def _section(results: list[Result]) -> list[str]:
    today = datetime.now(UTC).date()
    lines = [f"## {today}, Burgher {burgher.__version__}", "", f"{machine()}."]
    for name, group in groupby(results, key=lambda result: result.game):
        columns = list(group)
        lines += ["", f"### {games.rules(name).title}", ""]
        lines.append(f"| | {' | '.join(map(_heading, columns))} |")
        lines.append(f"|---|{'--:|' * len(columns)}")
        for figure in FIGURES:
            cells = [_cells(result, figure.key) for result in columns]
            row = [f"{compiled} / {plain} ({ratio})" for compiled, plain, ratio in cells]
            lines.append(f"| {figure.words} | {' | '.join(row)} |")
    return lines


def _heading(result: Result) -> str:
    """What was measured: `4 players`, `4 players, modules=ladies`."""
    return ", ".join(
        [several(result.players, "player"), *(f"{key}={value}" for key, value in result.options.items())]
    )


def _cells(result: Result, key: str) -> tuple[str, str, str]:
    """A figure compiled, as plain source, and how many times better it is compiled."""
    if key not in result.interpreted:  # what it needs is not installed
        return "–", "–", "–"
    plain = _short(result.interpreted[key])
    if result.compiled is None or result.ratio is None:
        return "–", plain, "–"
    return _short(result.compiled[key]), plain, f"× {_short(result.ratio[key], 2)}"


def _short(number: float, digits: int = 3) -> str:
    """A number, rounded to so many digits that mean something."""
    decimals = digits - 1 - floor(log10(abs(number))) if number else 0
    return f"{round(number, decimals):,.{max(decimals, 0)}f}"
