"""What castles and buildings let one do without a die (p. 6, 7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.burgundy.actions import (
    BUY,
    FREE,
    PLACE,
    PLACEMENTS,
    SELL,
    SKIP,
    SPACE,
    TAKE,
    USES,
)
from burgher.games.burgundy.data import Question
from burgher.games.burgundy.goods import sell
from burgher.games.burgundy.lookups import (
    CARPENTER_SPOTS,
    CHURCH_SPOTS,
    MARKET_SPOTS,
    SPACE_COUNT,
)
from burgher.games.burgundy.placing import place
from burgher.games.burgundy.taking import for_sale, take
from burgher.games.burgundy.turn import hire, uses
from burgher.kernel.offers import offer, offer_three

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData
    from burgher.kernel.ints import Ints


class Advantage(Question):
    """What a tile just placed gives: it may be declined."""

    def free(self, state: BurgundyData, into: Ints) -> i64:
        """Offer what may be done for nothing."""
        raise NotImplementedError

    def answers(self, state: BurgundyData, into: Ints) -> i64:
        return offer(into, self.free(state, into), SKIP, 1)

    def decline(self, state: BurgundyData) -> None:
        """Let it go."""


class CastleAction(Advantage):
    """A castle's extra action (p. 6), as with a die of any number: it cannot be declined."""

    name: ClassVar[str] = "castle action"
    section: ClassVar[int] = 6
    allows_purchase: ClassVar[bool] = True

    def free(self, state: BurgundyData, into: Ints) -> i64:
        end = free_placements(state, into)
        return offer(into, end, TAKE + FREE * USES, uses(state))

    def answers(self, state: BurgundyData, into: Ints) -> i64:
        return purchases(state, into, self.free(state, into))

    def apply(self, state: BurgundyData, verb: i64, thing: i64, action: i64) -> None:
        if verb == PLACE:
            place(state, thing, SPACE[action], 0, 0)
        elif verb == TAKE:
            take(state, thing, 0, 0)
        elif verb == SELL:
            sell(state, thing, 0, 0)
        else:
            hire(state, 0)


class WarehouseSale(Advantage):
    """The warehouse: sell all goods of one type."""

    name: ClassVar[str] = "warehouse"
    section: ClassVar[int] = 7

    def free(self, state: BurgundyData, into: Ints) -> i64:
        return offer(into, 0, SELL + FREE * USES, state.me.goods_held)

    def apply(self, state: BurgundyData, verb: i64, thing: i64, action: i64) -> None:
        sell(state, thing, 0, 0)


class TileTaken(Advantage):
    """A building that brings a tile from any numbered depot."""

    section: ClassVar[int] = 7

    def apply(self, state: BurgundyData, verb: i64, thing: i64, action: i64) -> None:
        take(state, thing, 0, 0)


class CarpenterTakes(TileTaken):
    """The carpenter's workshop: a building."""

    name: ClassVar[str] = "carpenter"

    def free(self, state: BurgundyData, into: Ints) -> i64:
        return offer(into, 0, TAKE + FREE * USES, state.stocked & CARPENTER_SPOTS)


class ChurchTakes(TileTaken):
    """The church: a mine, a knowledge tile or a castle."""

    name: ClassVar[str] = "church"

    def free(self, state: BurgundyData, into: Ints) -> i64:
        return offer(into, 0, TAKE + FREE * USES, state.stocked & CHURCH_SPOTS)


class MarketTakes(TileTaken):
    """The market: a ship or an animal tile."""

    name: ClassVar[str] = "market"

    def free(self, state: BurgundyData, into: Ints) -> i64:
        return offer(into, 0, TAKE + FREE * USES, state.stocked & MARKET_SPOTS)


class CityHallPlaces(Advantage):
    """The city hall: another tile from the storage into the estate."""

    name: ClassVar[str] = "city hall"
    section: ClassVar[int] = 7
    allows_purchase: ClassVar[bool] = True

    def free(self, state: BurgundyData, into: Ints) -> i64:
        return free_placements(state, into)

    def answers(self, state: BurgundyData, into: Ints) -> i64:
        return purchases(state, into, offer(into, self.free(state, into), SKIP, 1))

    def apply(self, state: BurgundyData, verb: i64, thing: i64, action: i64) -> None:
        place(state, thing, SPACE[action], 0, 0)


def free_placements(state: BurgundyData, into: Ints) -> i64:
    """Every stored tile wherever it fits, whatever the number."""
    fits = state.me.fits
    return offer_three(into, 0, PLACE + FREE * PLACEMENTS, SPACE_COUNT, fits[0], fits[1], fits[2])


def purchases(state: BurgundyData, into: Ints, end: i64) -> i64:
    """Since 2019, one may buy before a castle's action or a city hall's: the tile can be placed with it.

    With the other buildings it makes no difference: what may be bought before can be bought after.
    """
    if state.edition == 1:
        return offer(into, end, BUY, for_sale(state))
    return end
