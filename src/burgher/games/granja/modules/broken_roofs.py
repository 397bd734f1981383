"""Broken Roofs: each round a roof tile that nobody can use, but that fills a place of the roof.

It is bought instead of one of the round, lies face down at once and is never turned up: all it brings are the
points of its place, and what counts roof tiles counts it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.components import Effect, Roof
from burgher.games.granja.data import Module
from burgher.games.granja.farm import put_roof, roof_price
from burgher.games.granja.in_play import FOR_ROOF_TILE, ROOF_FOR_SALE, ROOFS_LAID_OUT
from burgher.games.granja.stack import pop
from burgher.kernel.ints import set_of
from burgher.kernel.observation import number
from burgher.kernel.observing import truth
from burgher.kernel.offers import offer
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.observation import Field


def of(components: Components) -> Module:
    """The module as a set of components has it."""
    return BrokenRoofs(broken_tile(components), components.modules.broken_roofs.count)


def broken_tile(components: Components) -> Roof:
    """A broken roof tile, of which nothing ever comes."""
    return Roof(
        "broken",
        0,
        components.modules.broken_roofs.cost,
        "It lies face down at once, and only scores its place.",
        (),
        Effect(),
        False,
    )


ACTS_AT: Final = set_of([ROOFS_LAID_OUT, FOR_ROOF_TILE])
CHANGES: Final = set_of([ROOF_FOR_SALE])


class BrokenRoofs(Module):
    """The broken roof tiles beside the board, and the one that is for sale."""

    name: ClassVar = "broken-roofs"
    title: ClassVar = "Broken Roofs"
    parts: ClassVar = "broken-roofs"
    meaning: ClassVar = "A broken roof tile is for sale each round: of no use, but it fills a place."

    def __init__(self, tile: Roof, left: i64) -> None:
        super().__init__()
        self.acts_at = ACTS_AT
        self.changes = CHANGES
        self.roof_tiles = [tile]
        self.tiles: i64 = left
        """How many there are in the box."""
        self.left: i64 = left
        """How many lie beside the board."""
        self.for_sale: bool = False
        """Whether one lies beside the roof tiles of the round."""

    def fresh(self) -> Module:
        return BrokenRoofs(self.roof_tiles[0], self.tiles)

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, BrokenRoofs)
        source: BrokenRoofs = other  # checked once: `other` would be at every use
        self.left = source.left
        self.for_sale = source.for_sale

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        if moment == ROOFS_LAID_OUT:
            self.new_roofs(state)

    def changed(self, state: GranjaData, quantity: i64, value: i64, a: i64) -> i64:
        if quantity == ROOF_FOR_SALE:
            if self.for_sale:
                return self.first_roof + 1
        return value

    def offers(self, state: GranjaData, into: Ints, end: i64, where: i64, a: i64) -> i64:
        if where == FOR_ROOF_TILE:
            return self.roof_offers(state, into, end)
        return end

    # -- the rules ---------------------------------------------------------------------------------

    def new_roofs(self, state: GranjaData) -> None:
        """One for each round: one that nobody bought is discarded with the other tiles."""
        self.for_sale = self.left > 0
        if self.for_sale:
            self.left -= 1

    def roof_offers(self, state: GranjaData, into: Ints, end: i64) -> i64:
        """Offer its own roof tiles to the seat to decide, who has room; return where the offers end."""
        if self.for_sale and roof_price(state, self.first_roof) <= state.me.silver:
            return offer(into, end, self.first, 1)
        return end

    def apply(self, state: GranjaData, action: i64) -> None:
        """Buy the broken tile: it lies face down at once. Whoever asked for a roof tile has the answer."""
        if state.depth:
            pop(state)
        else:
            state.left = 0
        self.for_sale = False
        put_roof(state, self.first_roof)

    def check(self, state: GranjaData) -> None:
        lying: i64 = self.left
        if self.for_sale:
            lying += 1
        for player in state.players:
            for place in range(state.lookups.roof_places):
                if at(player.roofs, place) == self.first_roof + 1:
                    lying += 1
        assert lying <= self.tiles, "no broken roof tile is made"

    # -- learners ----------------------------------------------------------------------------------

    def table_fields(self, players: int) -> list[Field]:
        return [
            number("left", "Broken roof tiles for later rounds.", self.tiles),
            number("for sale", "Whether one is for sale.", 1),
        ]

    def observe(self, state: GranjaData, seat: i64, into: Ints, n: i64) -> i64:
        into[n] = self.left
        into[n + 1] = truth(self.for_sale)
        return n + 2

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [("tile broken", ("tile-broken",))]
