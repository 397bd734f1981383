"""The table drawn for a terminal, from what a seat may see and from nothing else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from rich.text import Text

if TYPE_CHECKING:
    from rich.console import RenderableType


def draw(view: Mapping[str, Any], seat: int | None, names: Sequence[str]) -> RenderableType:
    """The table as `seat` may see it: routes, cities and desks, line by line."""

    def said(piece: Mapping[str, Any] | None) -> str:
        if piece is None:
            return "·"
        initial = names[piece["seat"]][:1]
        return f"{piece['seat'] + 1}{initial}" + ("o" if piece["shape"] == "merchant" else "")

    lines = []
    for route, houses in view["houses"].items():
        marker = view["markers"].get(route)
        lines.append(f"{route:<28} {' '.join(map(said, houses))}" + (f"  [{marker}]" if marker else ""))
    for city, held in view["cities"].items():
        if held["offices"] or held["extras"]:
            lines.append(f"{city:<28} {' '.join(map(said, [*held['extras'], *held['offices']]))}")
    for n, player in enumerate(view["players"]):
        desk = " ".join(f"{track} {steps}" for track, steps in player["desk"].items())
        mission = f", mission {', '.join(player['mission'])}" if player["mission"] else ""
        lines.append(
            f"{names[n]}: {player['points']} points, supply {player['supply']}, stock {player['stock']}, "
            f"{desk}, markers {player['unused']}{mission}"
        )
    return Text("\n".join(lines))
