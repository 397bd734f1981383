"""`burgher study`: where a game was won, and what wins over many."""

from __future__ import annotations

import os
import shlex
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
import typer
from rich import box
from rich.table import Table as Grid

from burgher.arena.contest import Match
from burgher.arena.pool import open_pool, processors
from burgher.arena.replaying import play_again, why_not
from burgher.arena.results import BadResults, GameResult, Results
from burgher.cli.common import check_writable, counting, writing
from burgher.cli.session import open_console
from burgher.cli.verify import replayed
from burgher.kernel.errors import BadOptions, BurgherError
from burgher.server.view.charts import bars, chances, intervals
from burgher.study.course import (
    Account,
    Course,
    Part,
    Sum,
    course_of,
    plain_words,
    points_by_source,
    points_by_stage,
)
from burgher.study.looking import DEPTHS, Depth, Finding, depth_of, go_through, method_of
from burgher.study.many import (
    LEAST_SEATS,
    Compared,
    Row,
    as_csv,
    check_parquet,
    compared,
    read_records,
    records_in,
    save_parquet,
)

if TYPE_CHECKING:
    from rich.console import Console

    from burgher.record import Record
    from burgher.table import Table

CURVE_ROWS = 16
"""So many positions of the curve are printed."""
VALUES_SHOWN = 8
"""So many values of each feature are printed."""


def study(
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="The record of a finished game.")
    ] = None,
    depth: Annotated[
        str | None, typer.Option(help=f"How thoroughly: {' or '.join(DEPTHS)}; quick, if not said.")
    ] = None,
    many: Annotated[
        Path | None,
        typer.Option(
            metavar="PATH", exists=True, help="Compare all records in a folder, or results of the arena."
        ),
    ] = None,
    html: Annotated[Path | None, typer.Option(metavar="FILE", help="Write a page with pictures.")] = None,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --many: a row for each seat.")
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option(metavar="FILE", help="With --many: the same as Parquet.")
    ] = None,
    processes: Annotated[
        int | None, typer.Option(min=1, help="How many processes; one for each processor, if not said.")
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print what was found as one JSON object.")] = False,
) -> None:
    """Show where a game was won: chances, luck and play, and the moves that cost most.

    With --many, what those who won had or did in all games of a folder, or of a file of `burgher arena`, with
    intervals.
    """
    if (file is None) == (many is None):
        raise BadOptions(
            "name the record of a game, or a folder of records or results of the arena with --many"
        )
    check_writable(html, csv, parquet)
    if file is not None:
        if csv or parquet:
            raise BadOptions("--csv and --parquet are for --many")
        _study_one(file, depth_of(depth or "quick"), processes or processors(), html, as_json)
    elif many is not None:
        if depth is not None:
            raise BadOptions("--depth is for a single game: leave it out with --many")
        if parquet is not None:
            check_parquet()
        _study_many(many, processes, html, csv, parquet, as_json)


# -- one game --------------------------------------------------------------------------------------


def _study_one(file: Path, depth: Depth, processes: int, html: Path | None, as_json: bool) -> None:
    record, end = replayed(file)
    if not end.is_over:
        raise BurgherError(f"{file}: the game is not over")
    findings = _findings(record, end, depth, processes)
    course = course_of(record, end, findings, depth.name)
    sources, stages = points_by_source(end), points_by_stage(record, end)
    if html is not None:
        _write_page(
            html,
            title=end.game.title,
            lead=f"{end.headline.split(', over: ', 1)[-1]}.",
            names=list(end.names),
            course=course,
            chart=chances(course),
            words=plain_words(course),
            sources=bars(sources),
            stages=bars(stages),
            at=None,
            on=None,
        )
    if as_json:
        print(msgspec.json.encode({"course": course, "sources": sources, "stages": stages}).decode())
    elif html is None:
        console = open_console()
        console.print(end.headline, style="bold")
        _print_course(console, file, course)
        _print_parts(console, "points by source", course.names, sources)
        _print_parts(console, "points by stage", course.names, stages)


def _findings(record: Record, end: Table, depth: Depth, processes: int) -> list[Finding]:
    """What was found before, or is found now and kept for the next time."""
    from burgher.server.settings import data_directory

    key = f"{str(record).rpartition('check: ')[2].strip()}-{depth.name}-{method_of(end.game, depth)}"
    kept = data_directory() / "studies" / f"{key}.json"
    try:
        return msgspec.json.decode(kept.read_bytes(), type=list[Finding])
    except (OSError, msgspec.MsgspecError):
        pass
    with counting("decisions", len(record.moves)) as progress:
        found = go_through(record, depth, processes, progress)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        draft = kept.with_suffix(f".{os.getpid()}")
        draft.write_bytes(msgspec.json.encode(found))
        draft.replace(kept)
    except OSError:
        pass  # it is found again, then
    return found


def _print_course(console: Console, file: Path, course: Course) -> None:
    alone = len(course.names) == 1  # then points stand in place of chances
    expected = "points to expect" if alone else "chances to win"
    unit = "" if alone else "%"
    curve = Grid("", *course.names, title=f"{expected}, ± two standard errors", box=box.SIMPLE_HEAD)
    every = max(1, len(course.chances) // CURVE_ROWS)
    for n in [*range(0, len(course.headings), every), len(course.headings)]:
        heading = course.headings[n] if n < len(course.headings) else "end"
        pairs = zip(course.chances[n], course.errors[n], strict=True)
        curve.add_row(
            heading,
            *(f"{100 * share:3.0f}{unit} ± {_margin(error):.0f}{unit}" for share, error in pairs),
        )
    console.print(curve)
    accounts = Grid("", *course.names, title="luck and play", box=box.SIMPLE_HEAD)
    if not alone:
        accounts.add_row("everybody the same", *(f"{one.even:.0%}" for one in course.accounts))
    for title, key in (
        ("at the start" if alone else "seat and set-up", "start"),
        ("luck", "luck"),
        ("own play", "play"),
        ("the others' play", "others"),
    ):
        if not (alone and key == "others"):
            accounts.add_row(title, *(_signed(getattr(one, key), unit) for one in course.accounts))
    accounts.add_section()
    accounts.add_row("result", *(f"{100 * one.result:.0f}{unit}" for one in course.accounts), style="bold")
    accounts.add_section()
    if not alone:
        accounts.add_row("accuracy, of 100", *(_accuracy(one) for one in course.accounts))
        accounts.add_row("a decision cost", *(_cost(one.cost, 100, "%") for one in course.accounts))
    accounts.add_row("… in points", *(_cost(one.cost_points, 1, "") for one in course.accounts))
    accounts.add_row("costly moves", *(f"{one.mistakes} of {one.decisions}" for one in course.accounts))
    console.print(accounts)
    for line in plain_words(course):
        console.print(line)
    console.print()
    console.print("The moves that cost most" if course.costly else "No move is known to have cost anything.")
    for rank, one in enumerate(course.costly, start=1):
        better = one.better
        gain = f"{100 * better.gain:.0f} ± {max(1, 200 * better.error):.0f}"
        ahead = f"{better.points:.1f} ± {max(0.1, 2 * better.points_error):.1f} points"
        worth = (
            f"{gain} more points to expect" if alone else f"{gain} % more chance to win, {ahead} of the lead"
        )
        console.print(
            f"{rank:>3}. {one.heading} {course.names[one.seat]}, move {one.number + 1}: {one.played}."
        )
        console.print(f"     Better: {better.sentence}. Worth {worth}.")
        seat = "" if alone else f" --seat {one.seat + 1}"
        there = f"--resume {shlex.quote(str(file))} --from {one.number}{seat}"
        console.print(
            f"     Play on from there: burgher play {there}",
            style="dim",
            soft_wrap=True,
        )


def _margin(error: float) -> float:
    """Two standard errors in hundredths: never nothing where something is not sure."""
    return max(1, 200 * error) if error else 0


def _accuracy(one: Account) -> str:
    if one.accuracy is None:
        return ""
    return f"{one.accuracy.value:.0f} ± {max(1, 2 * one.accuracy.error):.0f}"


def _cost(sum_: Sum, times: int, unit: str) -> str:
    return f"{times * sum_.value:.2f}{unit} ± {max(0.01, 2 * times * sum_.error):.2f}{unit}"


def _signed(sum_: Sum, unit: str) -> str:
    return f"{100 * sum_.value:+.0f}{unit} ± {200 * sum_.error:.0f}{unit}"


def _print_parts(console: Console, title: str, names: list[str], parts: list[Part]) -> None:
    if not parts:
        return
    has_good = any(part.good is not None for part in parts)
    grid = Grid(title, *names, *(["good games"] if has_good else []), box=box.SIMPLE_HEAD)
    for part in parts:
        good = [] if part.good is None else [f"{part.good:.1f}"]
        grid.add_row(part.name, *map(str, part.points), *good)
    console.print(grid)


# -- many games ------------------------------------------------------------------------------------


def _playable(path: Path) -> list[GameResult]:
    """The games of a file of the arena's results that can be played again; why others cannot is told."""
    try:
        results = Results.read(path)
    except BadResults as error:
        if _begins_as_record(path):
            raise BurgherError(f"{path} is the record of a single game: leave out --many") from error
        raise
    refused: set[Match] = set()
    for match in dict.fromkeys(results.matches.values()):
        if reason := why_not(match):
            refused.add(match)
            games = sum(played.match == match for played in results.games.values())
            many, who = "1 game is" if games == 1 else f"{games:,} games are", ", ".join(match.line_up)
            typer.echo(f"{path}, {who}: {many} left out: {reason}", err=True)
    return [played for played in results.games.values() if played.match not in refused]


def _begins_as_record(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return b"Burgher record" in file.readline(100)
    except OSError:
        return False


def _study_many(
    path: Path,
    processes: int | None,
    html: Path | None,
    csv: Path | None,
    parquet: Path | None,
    as_json: bool,
) -> None:
    console, rows, games = open_console(), list[Row](), 0
    records, played = (records_in(path), []) if path.is_dir() else ([], _playable(path))
    total = len(records) + len(played)
    with counting("games", total) as progress, open_pool(len(played), processes) as pool:
        for where, found in chain(read_records(records), play_again(path, played, pool)):
            if isinstance(found, BurgherError):
                typer.echo(f"{where}: {found}", err=True)
            else:
                rows += found
                games += 1
            progress(1)
    if not rows:
        raise BurgherError(f"{path}: no finished game is recorded there that can be studied")
    by_game = {name: [row for row in rows if row.game == name] for name in sorted({row.game for row in rows})}
    results = {name: compared(having) for name, having in by_game.items()}
    for name, having in by_game.items():
        if not results[name]:
            typer.echo(
                f"{name}: {len(having)} seats are too few to compare: no value of a feature was had by "
                f"{LEAST_SEATS} of them. Study more games.",
                err=True,
            )
    if csv is not None:
        _write(csv, as_csv(rows))
    if parquet is not None:
        with writing(parquet):
            save_parquet(rows, parquet)
    if html is not None:
        shown = [
            {"name": f"{name}: {feature}" if len(results) > 1 else feature, "rows": intervals(values)}
            for name, features in results.items()
            for feature, values in features.items()
        ]
        lead = f"{games:,} finished games, {len(rows):,} seats."
        _write_page(html, title="What wins", lead=lead, features=shown)
    if as_json:
        print(msgspec.json.encode({"games": games, "features": results}).decode())
    elif not (html or csv or parquet):
        for name, features in results.items():
            for feature, values in features.items():
                console.print(_grid(f"{name}: {feature}", values))
        if not any(results.values()):
            raise typer.Exit(2)


def _grid(title: str, values: list[Compared]) -> Grid:
    columns = ("", "won", "95 % interval", "even", "seats", "points")
    grid = Grid(*columns, title=title, box=box.SIMPLE_HEAD)
    for one in values[:VALUES_SHOWN]:
        grid.add_row(
            one.value,
            f"{one.won:.1%}",
            f"{one.low:.1%} – {one.high:.1%}",
            f"{one.even:.1%}",
            str(one.seats),
            f"{one.points:.1f} ± {one.margin:.1f}",
            style="bold" if one.tells else "",
        )
    return grid


# -- pages -----------------------------------------------------------------------------------------


def _write_page(path: Path, **context: Any) -> None:
    # What a server needs takes its time to load: no other command should wait for it.
    from burgher.server.view.static_files import STATIC
    from burgher.server.view.templates import environment

    css = "".join((STATIC / name).read_text(encoding="utf-8") for name in ("base.css", "study.css"))
    _write(path, environment().get_template("report.html").render(css=css, **context))


def _write(path: Path, text: str) -> None:
    with writing(path):
        path.write_text(text, encoding="utf-8")
