"""`burgher doctor`: what is here, how it runs, and what would make it run better."""

from __future__ import annotations

import os
import platform
import shlex
import shutil
import sys
import sysconfig
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

import burgher
from burgher import games, source
from burgher.cli.common import several
from burgher.kernel.errors import BadOptions
from burgher.kernel.game import Game, Option
from burgher.kernel.network_file import NetworkFile
from burgher.study.known import good_games

PACKAGES = (
    "alembic",
    "httptools",
    "jinja2",
    "librt",
    "litestar",
    "msgspec",
    "mypy-extensions",
    "openskill",
    "prometheus-client",
    "pywebpush",
    "resvg-py",
    "rich",
    "segno",
    "sqlalchemy",
    "typer",
    "uvicorn",
)
"""What Burgher stands on."""
FEW = 6
"""Fewer values of an option than this are named one by one."""


@dataclass(frozen=True)
class Finding:
    """What the doctor saw in one place."""

    place: str
    facts: list[str]
    advice: str = ""
    ill: bool = False
    """Whether something does not work, rather than only not as well as it could."""


def doctor() -> None:
    """Look this installation over, and say what would make it better."""
    console = Console(highlight=False)
    findings = [_burgher(), _python(), _speed(), _packages(), _terminal(console), *_games()]
    table = Table.grid(padding=(0, 2))
    table.add_column(style="bold")
    table.add_column(overflow="fold")
    for finding in findings:
        table.add_row(finding.place, escape("\n".join(finding.facts)))
    console.print(table)
    for finding in findings:
        if finding.advice:
            console.print(f"\n[bold]{finding.place}:[/bold] {escape(finding.advice)}")
    if any(finding.ill for finding in findings):
        raise typer.Exit(1)


def c_compiler() -> str | None:
    """Where the C compiler is that an installation would use, if there is one."""
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return shutil.which(shlex.split(command)[0])


def _burgher() -> Finding:
    return Finding("Burgher", [burgher.__version__, str(Path(burgher.__file__).parent)])


def _python() -> Finding:
    version = f"{platform.python_implementation()} {platform.python_version()}"
    return Finding("Python", [version, sys.executable])


def _speed() -> Finding:
    place = "Speed"
    if burgher.COMPILED:
        return Finding(place, ["compiled: the rules and the search run as machine code"])
    if source.PREFERRED:
        return Finding(place, ["plain source, as BURGHER_SOURCE=1 asks"])
    compiler = c_compiler()
    if compiler is None:
        advice = (
            "there is no C compiler to make Burgher fast with. Install one (Debian, Ubuntu: apt install gcc "
            "python3-dev; Fedora: dnf install gcc python3-devel; macOS: xcode-select --install), then "
            "install Burgher again."
        )
    elif not Path(sysconfig.get_path("include"), "Python.h").exists():
        advice = (
            f"there is a C compiler ({compiler}), but it needs Python's own headers. Install them (Debian, "
            "Ubuntu: apt install python3-dev; Fedora: dnf install python3-devel), then install Burgher again."
        )
    else:
        advice = (
            f"there is a C compiler ({compiler}): installing Burgher again should make it fast. With "
            "BURGHER_COMPILE=require in the environment, an installation that cannot compile says why."
        )
    return Finding(place, ["plain source: plays the same games, many times slower"], advice)


def _packages() -> Finding:
    facts, missing = [], []
    for name in PACKAGES:
        try:
            facts.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            facts.append(f"{name} is missing")
            missing.append(name)
    if missing:
        advice = f"install what is missing: {sys.executable} -m pip install {' '.join(missing)}"
        return Finding("Packages", facts, advice, ill=True)
    return Finding("Packages", facts)


def _terminal(console: Console) -> Finding:
    if not console.is_terminal:
        return Finding("Terminal", ["none: this goes to a file or to another program"])
    colours = {"truecolor": "16 million", "256": "256", "standard": "16", "windows": "16"}
    facts = [
        f"{console.width} × {console.height} characters",
        f"{colours.get(console.color_system or '', 'no')} colours",
        console.encoding,
    ]
    spoken = console.encoding.lower().startswith("utf")
    advice = "" if spoken else "boards are drawn with more characters than it has: choose a UTF-8 locale."
    return Finding("Terminal", facts, advice)


def _games() -> list[Finding]:
    found = [
        Finding(folder, ["is no folder, and should hold games"], "BURGHER_GAMES names it: put that right.")
        for folder in games.missing_folders()
    ]
    for name in games.names():
        try:
            rules = games.rules(name)
            seats = rules.players_allowed
            judges, advice = _judges(rules)
            chances, more = _chances(rules)
            facts = [f"{rules.title}, {seats.start} to {seats.stop - 1} players", *judges, *chances]
            found.append(Finding(name, facts, f"{advice} {more}".strip()))
        except Exception as error:  # whatever it is, the patient should hear of it
            found.append(Finding(name, ["cannot be loaded"], f"{type(error).__name__}: {error}", ill=True))
    return found


def _judges(rules: type[Game]) -> tuple[list[str], str]:
    """Who judges positions for a search, by the number of players; and what to do where a network is old."""
    facts, without, advice = [], [], ""
    for number in rules.players_allowed:
        game = rules(number)
        asked: list[NetworkFile] = []
        for network in game.network_files:
            if why := network.outdated(game):
                advice += f"a network for {several(number, 'player')} is not asked: {why}. "
                advice += f"`burgher teach {rules.name} --players {number}` teaches another. "
            else:
                asked.append(network)
        if not asked:
            without.append(str(number))
            continue
        strange = " or ".join(_strange(game, asked))
        other = f", but the heuristic where it was not taught with what is chosen as {strange}"
        players = several(number, "player")
        facts.append(f"{players}: a learned network judges for the search{other if strange else ''}")
    if without:
        facts.append(f"{_players(without)}: the heuristic judges for the search")
    return facts, advice.strip()


def _players(numbers: list[str]) -> str:
    return f"{', '.join(numbers)} {'player' if numbers == ['1'] else 'players'}"


def _strange(game: Game, networks: list[NetworkFile]) -> list[str]:
    """The options of a game with values that none of some networks was taught with, and which these are."""
    found = []
    for option in game.choices:
        values = [
            one
            for one in option.choices
            if _may_be_chosen(game, option, one)
            and not any(each.knows(option.name, one) for each in networks)
        ]
        if values:
            found.append(f"{option.name} ({', '.join(values)})" if len(values) < FEW else option.name)
    return found


def _may_be_chosen(game: Game, option: Option, value: str) -> bool:
    """Whether there is a game with a value of an option for so many players."""
    try:
        type(game)(game.players, **{option.name: [value] if option.shape == "any of" else value})
    except BadOptions:
        return False
    return True


def _chances(rules: type[Game]) -> tuple[list[str], str]:
    """Who judges positions for studies, by the number of players; and what to do where a network is new."""
    judges: dict[str, list[str]] = {}
    advice = ""
    for number in rules.players_allowed:
        game, good = rules(number), good_games(rules.name, number)
        if good is None or not good.links:
            continue
        judge = good.judge_of(game)
        judges.setdefault("a learned network" if judge else "the heuristic", []).append(str(number))
        if game.network is not None and not judge and any(good.links):
            kind = f"{rules.name}:{number}"
            advice += (
                f"chances with {several(number, 'player')} were measured with another network than the one "
                f"that is here, and studies go by the heuristic. `python -m tools.calibrate chances {kind}` "
                f"and then `fit {kind}`, where Burgher's sources are, measure them with this one. "
            )
    facts = [f"{_players(numbers)}: {judge} judges in studies" for judge, numbers in judges.items()]
    return facts, advice.strip()
