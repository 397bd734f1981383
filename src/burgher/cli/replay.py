"""`burgher replay`: a game once more, move by move."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from burgher.cli.session import open_console, points_table
from burgher.cli.verify import replayed
from burgher.kernel.errors import BadOptions

if TYPE_CHECKING:
    from rich.console import Console

    from burgher.record import Record
    from burgher.table import Table


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of the game.")],
    start: Annotated[
        int, typer.Option("--from", min=0, metavar="N", help="Begin after this many moves.")
    ] = 0,
    everything: Annotated[
        bool, typer.Option("--all", help="Print the whole game at once, as when nobody is at the keyboard.")
    ] = False,
) -> None:
    """Show a game once more, move by move.

    Enter goes on, b goes back, a number goes to that move, q leaves.
    """
    record, end = replayed(file)
    if start > len(record.moves):
        raise BadOptions(f"the game has {len(record.moves)} moves: --from can be 0 to {len(record.moves)}")
    console = open_console()
    if everything or not sys.stdin.isatty():
        _print_all(console, record, start)
        _print_end(console, end)
    else:
        _step(console, record, start, end)


@dataclass(frozen=True)
class _Moment:
    """The table after some moves."""

    number: int
    table: Table
    """It moves on with the game."""
    title: str
    news: list[str]


def _moments(record: Record) -> Iterator[_Moment]:
    """The game from before its first move to its end, told by whoever moved."""
    table = record.start()
    yield _Moment(0, table, f"Before the first of {len(record.moves)} moves", table.log(None))
    steps = record.steps()
    for number, move in enumerate(record.moves, start=1):
        before = len(table.log(move.seat))
        table = next(steps)
        who = record.names[move.seat]
        title = f"Move {number} of {len(record.moves)}, {move.heading} {who}: {move.words}"
        yield _Moment(number, table, title, table.log(move.seat)[before:])


def _print_all(console: Console, record: Record, start: int) -> None:
    """Print what happened, and the table whenever the game has come a step further."""
    heading = ""
    for moment in _moments(record):
        if moment.number < start:
            continue
        _tell(console, moment)
        if moment.table.heading != heading and not moment.table.is_over:
            _draw(console, moment.table)
            heading = moment.table.heading


def _step(console: Console, record: Record, number: int, end: Table) -> None:
    """Go through the game as the keyboard says."""
    moments = _moments(record)
    moment = next(moments)
    while True:
        if number < moment.number:
            moments = _moments(record)
            moment = next(moments)
        while moment.number < number:
            moment = next(moments)
        _draw(console, moment.table)
        _tell(console, moment)
        if number == len(record.moves):
            _print_end(console, end)
        wanted = _asked(number, len(record.moves))
        if wanted is None:
            return
        number = wanted


def _asked(number: int, last: int) -> int | None:
    """Where the keyboard sends us; None for away."""
    going_on = "Enter: next" if number < last else "Enter: leave"
    while True:
        try:
            answer = input(f"{going_on}, b: back, 0 to {last}: go there, q: leave> ").strip().casefold()
        except EOFError:
            return None
        if answer == "q" or (not answer and number == last):
            return None
        if not answer:
            return number + 1
        if answer == "b":
            return max(0, number - 1)
        if answer.isdecimal() and len(answer) < 9 and int(answer) <= last:
            return int(answer)


def _draw(console: Console, table: Table) -> None:
    """The table as whoever moved last sees it."""
    seat = table.last_move.seat if table.last_move else None
    console.print()
    console.print(table.game.draw(table.state, seat, table.names))


def _tell(console: Console, moment: _Moment) -> None:
    console.print(f"\n{moment.title}", style="bold")
    for line in moment.news:
        console.print(line)


def _print_end(console: Console, table: Table) -> None:
    if table.is_over:
        _draw(console, table)
    console.print(f"\n{table.headline}", style="bold")
    console.print(points_table(table))
