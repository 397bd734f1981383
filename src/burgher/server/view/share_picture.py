"""The picture of a table that others see where its link is shared: who plays, and how it stands.

It shows what everybody may see. Letters are drawn with the fonts of the machine; where it has none, the
picture on the box is left.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from xml.sax.saxutils import escape

import resvg_py

from burgher.kernel.visible import cut
from burgher.server.storage.model import StoredTable
from burgher.server.storage.titles import title_of
from burgher.server.view.files import folder_of
from burgher.server.view.table_view import TableView

WIDE, HIGH = 1200, 630
"""What those who show pictures of links ask for."""
SANS = "'DejaVu Sans', 'Noto Sans', 'Liberation Sans', 'Segoe UI', 'Helvetica Neue', Arial"
SERIF = "'DejaVu Serif', 'Noto Serif', 'Liberation Serif', Georgia, 'Times New Roman'"
COLOURS = ("#5aa2ee", "#f0b429", "#c986d8", "#6fe9ea", "#62bd7a")
"""Of the seats, as in base.css."""
LONGEST_NAME = 18
COVER = '<svg x="48" y="{y}" width="520" height="361" viewBox="0 0 340 236">{cover}</svg>'
ROOM, CARD, TEXT, SOFT = "#221b17", "#352b25", "#f3e9da", "#c9b9a6"


def share_words(stored: StoredTable) -> tuple[str, str]:
    """What is said beside the picture: a title, and how it stands."""
    free = [seat.number for seat in stored.seats if seat.is_free]
    people = ", ".join(_named(stored.names, free))
    standing = _standing(stored.names, free, stored.to_move, stored.scores)
    return f"{title_of(stored.game) or stored.game}: {people}", standing


def share_picture(seen: TableView) -> bytes:
    """The picture, as PNG."""
    scores = seen.scores or [None] * len(seen.names)
    to_move = None if seen.frozen else seen.to_move
    standing = _standing(seen.names, seen.free, to_move, scores if seen.is_over else None)
    if to_move is not None:
        standing = f"{seen.heading}: {standing}"
    return _drawn(seen.game.name, seen.game.title, standing, _named(seen.names, seen.free), tuple(scores))


def _named(names: Sequence[str], free: Sequence[int]) -> tuple[str, ...]:
    return tuple("a free seat" if seat in free else name for seat, name in enumerate(names))


def _standing(
    names: Sequence[str], free: Sequence[int], to_move: int | None, scores: Sequence[int | None] | None
) -> str:
    """How a table stands, in a few words."""
    if scores is not None:
        return "Finished"
    if free:
        return "a seat is free" if len(free) == 1 else f"{len(free)} seats are free"
    return "The game rests" if to_move is None else f"{names[to_move]} to move"


@lru_cache(64)
def _drawn(game: str, title: str, standing: str, names: Sequence[str], scores: Sequence[int | None]) -> bytes:
    svg = share_svg(game, title, standing, names, scores)
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=WIDE))


def share_svg(
    game: str, title: str, standing: str, names: Sequence[str], scores: Sequence[int | None]
) -> str:
    """The picture as a drawing: the box, and beside it who plays."""
    folder = folder_of(game)
    cover = folder / "cover.svg" if folder else None
    drawn = cover.read_text(encoding="utf-8") if cover and cover.is_file() else ""
    step = min(76, 330 // len(names))
    top = 262 + (330 - step * len(names)) // 4
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDE} {HIGH}">',
        f'<rect width="{WIDE}" height="{HIGH}" fill="{ROOM}"/>',
        f'<rect x="24" y="24" width="{WIDE - 48}" height="{HIGH - 48}" rx="24" fill="{CARD}"/>',
        COVER.format(y=(HIGH - 361) // 2, cover=drawn),
        _text(608, 118, 44, title, SERIF, weight=600, wide=544),
        _text(608, 176, 30, standing, SANS, SOFT, wide=544),
    ]
    for seat, (name, score) in enumerate(zip(names, scores, strict=True)):
        y = top + seat * step
        short = name if len(name) <= LONGEST_NAME else f"{cut(name, LONGEST_NAME - 1)}…"
        lines.append(f'<circle cx="622" cy="{y - 12}" r="13" fill="{COLOURS[seat % len(COLOURS)]}"/>')
        lines.append(_text(652, y, 36, short, SANS))
        if score is not None:
            lines.append(_text(1140, y, 38, str(score), SERIF, weight=600, anchor="end"))
    return "\n".join([*lines, "</svg>"])


def _text(
    x: int,
    y: int,
    size: int,
    said: str,
    family: str,
    colour: str = TEXT,
    *,
    weight: int = 400,
    anchor: str = "start",
    wide: int = 0,
) -> str:
    """A line; where a width is given, one that would be wider is drawn smaller."""
    if wide:
        size = min(size, round(wide / (0.64 * max(1, len(said)))))
    return (
        f'<text x="{x}" y="{y}" font-size="{size}" font-family="{family}" font-weight="{weight}"'
        f' fill="{colour}" text-anchor="{anchor}">{escape(said)}</text>'
    )
