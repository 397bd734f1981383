"""The action Income: pieces from the stock to the supply."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.actions import N_INCOME
from burgher.games.hansa.asking import ask
from burgher.games.hansa.events import INCOME, note
from burgher.games.hansa.lookups import BAG_VALUE, BAGS, INCOME_SHARE
from burgher.games.hansa.pending import SHARING
from burgher.kernel.ints import BIT
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.kernel.ints import Ints


def offer_income(state: HansaData, into: Ints, end: i64) -> i64:
    """Every mix of traders and merchants that the bags allow: by the given rules no fewer than they say."""
    me = state.me
    traders = me.stock_traders
    most = traders + me.stock_merchants
    if most == 0:
        return end
    bags = BAG_VALUE[me.desk[BAGS]]
    if most > bags:
        most = bags
    merchants: i64 = 0
    while merchants <= me.stock_merchants and merchants <= most:
        up_to = most - merchants
        if up_to > traders:
            up_to = traders
        first = N_INCOME + merchants * 27
        if state.variant.exact_income:
            if up_to + merchants == most:
                end = offer(into, end, first + up_to - 1, 1)
        elif merchants == 0:
            end = offer(into, end, first, BIT[up_to] - 1)
        else:
            end = offer(into, end, first - 1, BIT[up_to + 1] - 1)
        merchants += 1
    return end


def take_income(state: HansaData, traders: i64, merchants: i64) -> None:
    """Move pieces from the stock to the supply; somebody with the favour for it may then do so too."""
    me = state.me
    me.stock_traders -= traders
    me.stock_merchants -= merchants
    me.supply_traders += traders
    me.supply_merchants += merchants
    note(state, state.seat, INCOME, traders, merchants)
    if state.variant.favour:
        ask_to_share(state)


def ask_to_share(state: HansaData) -> None:
    """Ask whoever has the favour of others' income, if the stock has something for it."""
    seat: i64 = 0
    while seat < state.seats:
        player = state.players[seat]
        if player.favours & INCOME_SHARE and seat != state.active:
            if player.stock_traders + player.stock_merchants > 0:
                state.seat = seat
                state.me = player
                ask(state, SHARING)
        seat += 1
