"""A game as a picture, for notebooks: the drawing of the terminal as an SVG that needs nothing else."""

from __future__ import annotations

import re
from functools import cached_property
from io import StringIO
from typing import TYPE_CHECKING

from rich.console import Console

if TYPE_CHECKING:
    from rich.console import RenderableType

WIDTH = 120
"""How many characters it is wide."""


class Picture:
    """Something drawn, with a line above it. A notebook shows it; `svg` is its text."""

    def __init__(self, drawing: RenderableType, title: str) -> None:
        self.title = title
        """The line above it."""
        self._drawing = drawing

    @cached_property
    def svg(self) -> str:
        """The picture, as an SVG that refers to nothing outside itself."""
        console = Console(
            width=WIDTH,
            record=True,
            file=StringIO(),
            force_terminal=True,
            color_system="truecolor",
            highlight=False,
            markup=False,
            emoji=False,
        )
        console.print(self._drawing)
        drawn = console.export_svg(title=self.title)
        # rich would fetch a font from afar; every machine has one of its own.
        return re.sub(r"@font-face {.*?}", "", drawn, flags=re.DOTALL).replace("Fira Code", "ui-monospace")

    def _repr_html_(self) -> str:
        return f'<div style="max-width: 1100px">{self.svg}</div>'

    def __repr__(self) -> str:
        return f"<Picture: {self.title}>"
