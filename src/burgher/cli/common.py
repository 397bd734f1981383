"""What several commands share."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from burgher import games
from burgher.arena.playing import ENDLESS
from burgher.kernel.errors import BadOptions, BurgherError
from burgher.kernel.game import Game


def asked_game(name: str, players: int | None, given: Sequence[str] | None) -> Game:
    """A game whose options are given as `key=value`; raises `BadOptions`."""
    rules = games.rules(name)
    known = {option.name for option in rules.choices}
    options: dict[str, str] = {}
    for one in given or ():
        key, equals, value = (part.strip() for part in one.partition("="))
        if not equals:
            raise BadOptions(f"an option is given as key=value, not {one!r}")
        if key not in known:
            raise BadOptions(
                f"{rules.title} has no option {key!r}: it has {', '.join(sorted(known)) or 'none'}"
            )
        if key in options:
            raise BadOptions(f"the option {key!r} is given twice")
        options[key] = value
    return rules(players, **options)


def listed(given: str) -> list[str]:
    """Agents that are separated by commas, of which an argument may have some itself.

    >>> listed("greedy, search:500,5s,cores=2, master")
    ['greedy', 'search:500,5s,cores=2', 'master']
    """
    found: list[str] = []
    for part in (one.strip() for one in given.split(",")):
        # No agent is called like what can stand in an argument: a number, or a setting.
        if found and ":" in found[-1] and re.match(r"\d|\w+=", part):
            found[-1] += f",{part}"
        else:
            found.append(part)
    return found


def several(count: int, thing: str) -> str:
    """A number of things: `1 game`, `2,000 games`."""
    return f"{count:,} {thing}" + ("" if count == 1 else "s")


def stopped_games(stopped: int, number: int) -> str:
    """What to say of games that would not end."""
    return (
        f"{stopped:,} of {several(number, 'game')} stopped after {ENDLESS:,} decisions and counted as "
        f"{'it' if stopped == 1 else 'they'} stood."
    )


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """While a file is written: what keeps it from being written becomes a `BurgherError`."""
    try:
        yield
    except OSError as error:
        raise BurgherError(f"{path}: {error.strerror or error}") from error


def check_writable(*paths: Path | None) -> None:
    """Raise a `BurgherError` if a file cannot be written, before much is done for what is to stand in it."""
    for path in paths:
        # Only looked at: opening a pipe and closing it again would end whoever reads from it.
        if path is not None and (problem := _unwritable(path)):
            with writing(path):
                raise OSError(problem, os.strerror(problem))


def _unwritable(path: Path) -> int | None:
    if path.is_dir():
        return errno.EISDIR
    if not path.exists() and not path.parent.is_dir():
        return errno.ENOENT
    return None if os.access(path if path.exists() else path.parent, os.W_OK) else errno.EACCES


@contextmanager
def counting(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Show how much is done and how long it will take yet; what is given is called with how much more was.

    It is shown where people can see it and programs do not read: on a terminal, as standard error.
    """
    console = Console(stderr=True)
    progress = Progress(
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn(what),
        TimeElapsedColumn(),
        TextColumn("left:"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with progress:
        task = progress.add_task(what, total=total)
        yield lambda more: progress.update(task, advance=more)
