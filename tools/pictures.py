"""Make the README's pictures from the running program: `python -m tools.pictures`."""

from __future__ import annotations

import argparse
import io
import re
from pathlib import Path

from rich.console import Console

import burgher
from burgher import agents

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"


def terminal(path: Path) -> None:
    """A game of two greedy players in its fourth phase, as the one to move sees it."""
    table = burgher.Table(burgher.load("burgundy", players=2), seed=11, names=["Anna", "Benno"])
    player = agents.create("greedy", 11)
    while table.heading != "D2":
        table.play(player.choose(table.state))
    console = Console(width=120, record=True, file=io.StringIO(), force_terminal=True, highlight=False)
    console.print(table.game.draw(table.state, table.seat, table.names))
    console.print(f"{table.names[table.seat]}: {table.question()}")
    for number, action in enumerate(table.actions()[:8], start=1):
        console.print(f"{number:2}  {action.words:16}{table.game.sentence(table.state, action.number)}")
    picture = console.export_svg(title="burgher play burgundy")
    # rich would fetch a font from afar; every machine has one of its own.
    picture = re.sub(r"@font-face {.*?}", "", picture, flags=re.DOTALL).replace("Fira Code", "ui-monospace")
    path.write_text(picture, encoding="utf-8")


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__).parse_args()
    PICTURES.mkdir(exist_ok=True)
    terminal(PICTURES / "terminal.svg")
