"""Where the stall places of the market lie in its drawing."""

from __future__ import annotations

from burgher.games.granja.components import MARKET

HEX = (46.0, 26.6)
"""A stall place: its width, and half its height."""
MARKET_SIZE = (282.0, 218.0)


def hexagon(width: float, half: float) -> str:
    """The outline of a hexagon around the origin, pointy side up."""
    x, y = width / 2, half / 2
    return f"M0 {-half:g}L{x:g} {-y:g}V{y:g}L0 {half:g}L{-x:g} {y:g}V{-y:g}Z"


def stall_at(space: int) -> tuple[float, float]:
    """The middle of a stall place in the drawing of the market."""
    q, r = MARKET.at[space]
    return MARKET_SIZE[0] / 2 + (q - 0.5 + r / 2) * HEX[0], MARKET_SIZE[1] / 2 + r * HEX[1] * 1.5
