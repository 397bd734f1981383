"""`burgher rules`: the rules of a game, to read in the terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from burgher import games
from burgher.cli.session import open_console
from burgher.kernel.errors import BadOptions

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from burgher.kernel.learning import Row
    from burgher.learn.notation import Block
    from burgher.learn.rules_text import Place, RulesText

MARKS = {"example": "For example: ", "reconstructed": "≈ Reconstructed: ", "note": "Note: "}


def rules(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Which game: " + ", ".join(games.names()))],
    search: Annotated[
        list[str] | None, typer.Argument(metavar="[WORDS]", help="Show only the rules with these words.")
    ] = None,
    aid: Annotated[bool, typer.Option("--aid", help="Show the player aid: all in short.")] = False,
) -> None:
    """Read the rules of a game, a page at a time, or find some of them by their words."""
    from burgher.learn.rules_text import rules_text

    games.rules(game)
    text = rules_text(game)
    if text is None:
        raise BadOptions(f"there are no rules of {game!r} to read here")
    console = open_console()
    if search:
        wanted = " ".join(search)
        found = text.search(wanted)
        if not found:
            raise BadOptions(f"no rule of {games.rules(game).title} has the words {wanted!r}")
        lines = list(_found(found))
    else:
        lines = list(_told(text, text.aid if aid else text.blocks))
    _print(console, lines)


def _print(console: Console, lines: list[Text]) -> None:
    if sys.stdin.isatty() and console.is_terminal:
        with console.pager(styles=True):
            for line in lines:
                console.print(line)
        return
    for line in lines:
        console.print(line)


def _found(places: list[Place]) -> Iterator[Text]:
    from rich.text import Text

    heading = ""
    for place in places:
        if place.heading != heading:
            heading = place.heading
            yield Text(f"\n{heading}", style="bold")
        if place.text != heading:
            where = f" ({'; '.join(place.refs)})" if place.refs else ""
            yield Text(f"  {place.text}{where}")


def _told(text: RulesText, blocks: list[Block]) -> Iterator[Text]:
    for block in blocks:
        if block.command[0] == "table":
            yield from (_row(row) for row in text.tables[block.command[1]])
        elif block.command[0] == "":
            yield _block(block)


def _row(row: Row) -> Text:
    from rich.text import Text

    line = Text("  · ")
    line.append(f"{'≈ ' if row.reconstructed else ''}{row.name}", style="bold")
    line.append(f": {row.words}")
    if row.marks:
        line.append(f" ({'; '.join(row.marks)})", style="dim")
    return line


def _block(block: Block) -> Text:
    from rich.text import Text

    if block.kind == "heading":
        title = block.text.upper() if block.level < 3 else block.text
        return Text(f"\n{title}", style="bold")
    mark = MARKS.get(block.kind, "")
    if block.kind == "option":
        mark = f"With {block.option[0]}={block.option[1]}: "
    line = Text("  - " if block.kind == "item" else "")
    line.append(mark, style="dim")
    for number, sentence in enumerate(block.sentences):
        line.append(" " if number else "")
        for span in sentence.spans:
            if span.kind != "piece":
                line.append(
                    span.text,
                    style={"bold": "bold", "italic": "italic", "link": "underline"}.get(span.kind, ""),
                )
    return line
