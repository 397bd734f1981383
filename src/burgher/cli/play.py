"""`burgher play`: one game in the terminal, against agents or with friends at one keyboard."""

from __future__ import annotations

import io
import re
import secrets
import sys
from collections.abc import Sequence
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table as Grid

from burgher import agents, games
from burgher.arena.pool import derived
from burgher.cli.common import asked_game, listed
from burgher.cli.session import Session, is_there, open_console
from burgher.cli.session import save as save_game
from burgher.cli.verify import replayed
from burgher.kernel.errors import BadOptions, BurgherError
from burgher.kernel.fair import Draws, new_secret
from burgher.kernel.game import Game
from burgher.record import Record
from burgher.table import Table

GAME = "burgundy"
HUMAN = "human"
OPPONENT = agents.usual_level()


def play(
    game: Annotated[str | None, typer.Argument(help="Which game.", show_default=GAME)] = None,
    players: Annotated[
        int | None, typer.Option(help="How many players.", show_default="as many as usual")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Everything random follows from it.", show_default="secret")
    ] = None,
    opponents: Annotated[
        str | None,
        typer.Option(
            help="Who plays the other seats, one for all or one for each, separated by commas: "
            f"{HUMAN}, a level ({', '.join(agents.opponents())}), or an agent ({', '.join(agents.names())}).",
            show_default=OPPONENT,
        ),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(metavar="KEY=VALUE", help="An option of the game; may be repeated.")
    ] = None,
    options: Annotated[
        bool, typer.Option("--options", help="Tell what options the game has, and stop.")
    ] = False,
    name: Annotated[list[str] | None, typer.Option(help="What you are called; once for each person.")] = None,
    seat: Annotated[int | None, typer.Option(min=1, help="Which seat is yours.", show_default="1")] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keep the game in this file after every decision.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Go on with the game in this file, and keep it there.")
    ] = None,
    after: Annotated[
        int | None,
        typer.Option(
            "--from",
            min=0,
            metavar="N",
            help="With --resume: play on from where it was after this many moves. What comes is dealt anew, "
            "and the file stays as it is.",
        ),
    ] = None,
) -> None:
    """Play a game here, against agents or with friends at one keyboard.

    The table is drawn and the choices are listed before each of your decisions; type ? for help.
    """
    if options:
        _show_options(game or GAME)
        return
    if resume is None:
        if after is not None:
            raise BadOptions("--from says where in the game of --resume: name its file")
        new = asked_game(game or GAME, _number_of_players(players, opponents), option)
        kinds = _others(OPPONENT if opponents is None else opponents, new.players)
        kinds.insert(_index(seat, new.players), HUMAN)
        table = Table(new, seed, _names(kinds, name or []))
        _check_new(save)
    else:
        given = {"GAME": game, "--players": players, "--seed": seed, "--option": option, "--name": name}
        for what, value in given.items():
            if value is not None:
                raise BadOptions(f"{what} cannot be given with --resume: the file says it")
        record, table = replayed(resume)
        if after is not None:
            _check_new(save)
            table, kinds = _from_the_middle(record, after, opponents, seat)
            resume = None  # the game in it stays as it is
        elif table.is_over:
            raise BurgherError(
                f"the game in {resume} is over: see it with burgher replay, or play on from a move by --from"
            )
        else:
            kinds = _resumed(table.names, opponents, seat)
    # Agents that draw lots would else play the same in every game that is not dealt from a seed.
    _sit_down(table, kinds, secrets.randbits(62) if seed is None else seed, save or resume)


def _check_new(save: Path | None) -> None:
    """Raise a `BurgherError` if another game is there already."""
    if save is not None and is_there(save):
        raise BurgherError(f"{save} is there already: go on with it by --resume, or choose another name")


def _from_the_middle(
    record: Record, after: int, opponents: str | None, seat: int | None
) -> tuple[Table, list[str]]:
    """A table that goes on from the middle of a game, and who sits there.

    Chance is fresh, and what the person cannot know is dealt anew: whoever knows the old game would else know
    all that is to come. The person is whoever was to move, unless a seat is named; the other people's
    seats are played by opponents.
    """
    if after >= len(record.moves):
        raise BadOptions(
            f"the game has {len(record.moves)} moves: --from can be 0 to {len(record.moves) - 1}"
        )
    old = record.start()
    for table in islice(record.steps(), after):
        old = table
    mine = old.seat if seat is None else _index(seat, len(old.names))
    kinds = [_kind_of(name) for name in old.names]
    if opponents is None:
        kinds = [OPPONENT if kind == HUMAN else kind for kind in kinds]
        kinds[mine] = HUMAN
    else:
        kinds = _others(opponents, len(old.names))
        kinds.insert(mine, HUMAN)
    people = [
        name if _kind_of(name) == HUMAN else f"Player {n}"
        for n, (name, kind) in enumerate(zip(old.names, kinds, strict=True), start=1)
        if kind == HUMAN
    ]
    secret = new_secret()
    state = old.state.imagine(mine, Draws(secret))
    return Table.restored(old.game, old.game.position(state), _names(kinds, people), secret), kinds


def _sit_down(table: Table, kinds: Sequence[str], seed: int, path: Path | None) -> None:
    """Play at a table, to the end or until the people leave."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # whatever is typed is an answer
    if sys.stdin.isatty() and sys.stdout.isatty():
        _edit_lines()
    deciders = [
        None if kind == HUMAN else agents.create(kind, derived(seed, seat)) for seat, kind in enumerate(kinds)
    ]
    if path is not None:
        save_game(table, path)
    session = Session(table, deciders, path)
    try:
        session.run()
    except EOFError:
        session.leave()
    except KeyboardInterrupt:
        session.leave()
        raise typer.Exit(130) from None


# -- who sits where --------------------------------------------------------------------------------


def _number_of_players(players: int | None, opponents: str | None) -> int | None:
    """As many as asked for, or as the opponents listed need."""
    if players is None and opponents is not None and (several := len(listed(opponents))) > 1:
        return several + 1
    return players


def _others(opponents: str, players: int) -> list[str]:
    """Who plays the seats that are not yours: people, or agents, each made once to see that it is there."""
    wanted = listed(opponents)
    if len(wanted) == 1:
        wanted *= players - 1
    if len(wanted) != players - 1:
        raise BadOptions(
            f"{players} players need {players - 1} opponents, or one kind for all, not {len(wanted)}"
        )
    for kind in wanted:
        if kind != HUMAN:
            agents.create(kind, 0)
    return wanted


def _index(seat: int | None, players: int) -> int:
    """A seat as it is counted within; the first, if not said."""
    if seat is not None and seat > players:
        raise BadOptions(f"there is no seat {seat}: seats are 1 to {players}")
    return 0 if seat is None else seat - 1


def _names(kinds: list[str], given: list[str]) -> list[str]:
    """People are called what they say; agents are called what they are, so that a record tells who played."""
    people = kinds.count(HUMAN)
    if len(given) > people:
        raise BadOptions(f"{len(given)} names are given, and {people} of the players are people")
    for name in given:
        if _kind_of(name) != HUMAN:
            raise BadOptions(f"{name!r} would be taken for an agent: choose another name")
    left = iter(given)
    names: list[str] = []
    for seat, kind in enumerate(kinds, start=1):
        if kind == HUMAN:
            names.append(next(left, f"Player {seat}"))
        else:
            before = kinds[: seat - 1].count(kind)
            names.append(f"{kind} {before + 1}" if before else kind)
    return names


def _kind_of(name: str) -> str:
    """Who plays under a name: an agent that is called so, or a person."""
    kind = re.sub(r" \d+$", "", name.strip())
    return kind if kind in agents.opponents() or kind.partition(":")[0] in agents.names() else HUMAN


def _resumed(names: Sequence[str], opponents: str | None, seat: int | None) -> list[str]:
    """Who goes on with a game: the same as before, unless others are asked for."""
    kinds = [_kind_of(name) for name in names]
    mine = kinds.index(HUMAN) if seat is None and HUMAN in kinds else _index(seat, len(names))
    if opponents is not None:
        kinds = _others(opponents, len(names))
        kinds.insert(mine, HUMAN)
    elif seat is not None:
        kinds[mine] = HUMAN
    if HUMAN not in kinds:
        raise BadOptions("only agents sit at this table: say with --seat which seat is yours")
    return kinds


# -- what can be agreed on -------------------------------------------------------------------------

_SHAPES = {
    "one": "",
    "per seat": " One for all, or one for each seat, separated by commas.",
    "any of": " Any of these, separated by commas.",
}


def _show_options(name: str) -> None:
    """Tell what the players of a game may agree on."""
    rules: type[Game] = games.rules(name)
    console = open_console()
    first, last = rules.players_allowed.start, rules.players_allowed.stop - 1
    console.print(f"{rules.title}, {first} to {last} players", style="bold")
    for option in rules.choices:
        console.print(f"\n{option.meaning}{_SHAPES[option.shape]}")
        grid = Grid.grid(padding=(0, 2))
        for value, meaning in option.choices.items():
            default = " (if you say nothing)" if value == option.default else ""
            grid.add_row(f"--option {option.name}={value}", f"{meaning}{default}")
        console.print(grid)
    for note in rules.notes:
        console.print(f"\n{note}")


def _edit_lines() -> None:
    """Give the prompt arrow keys and a memory, where the system has them."""
    with suppress(ImportError):
        import readline  # noqa: F401  importing it is all it takes
