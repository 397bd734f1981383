"""The scoring phase (IV), the end of the game, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja import events
from burgher.games.granja.events import DISCS_BACK, OVER, REFRESHED, SOLD_OUT, TURNED_CRAFTS, note, score
from burgher.games.granja.goods import earn
from burgher.games.granja.helpers import refresh, refresh_helpers, rules_of, set_off
from burgher.games.granja.in_play import (
    FINAL_SCORING,
    FINAL_SILVER,
    HELPERS_REFRESHED,
    MARKET_SCORED,
    changed,
    happened,
)
from burgher.games.granja.lookups import (
    BETTER_EXCHANGE,
    RESOURCE_KINDS,
    TRADE_GOOD,
    WHEN_MARKET,
    WHEN_SCORING,
    WHEN_SIESTA,
)
from burgher.games.granja.siesta import points_of
from burgher.kernel.ints import BIT, size
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


def score_round(state: GranjaData) -> None:
    """Refresh all helpers; score the market and the siesta track; put the discs back in turn order."""
    score_market(state)
    place: i64 = 0
    while place < state.seats:
        score_rest(state, at(state.order, place))
        place += 1
    reset_track(state)


def score_market(state: GranjaData) -> None:
    """Refresh all helpers, and score the markers in the market."""
    place: i64 = 0
    while place < state.seats:
        player = state.players[at(state.order, place)]
        if player.exhausted:
            note(state, player.seat, REFRESHED, size(player.exhausted))
            player.exhausted = 0
            refresh_helpers(state.lookups, player)
        place += 1
    if state.modular:
        happened(state, HELPERS_REFRESHED)
    place = 0
    while place < state.seats:
        seat = at(state.order, place)
        stalls = size(state.market[seat])
        score(state, seat, stalls, events.MARKET, stalls)
        if state.modular:
            happened(state, MARKET_SCORED, seat)
        set_off(state, seat, WHEN_MARKET)
        place += 1


def score_rest(state: GranjaData, seat: i64) -> None:
    """A seat's siesta track, and the helpers that wait for it."""
    score_siesta(state, seat)
    set_off(state, seat, WHEN_SIESTA)
    set_off(state, seat, WHEN_SCORING)


def reset_track(state: GranjaData) -> None:
    """Put the siesta discs back in turn order, and the donkeys away."""
    moved: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        moved += state.players[seat].steps
        state.players[seat].steps = 0
        state.players[seat].donkey = -1
        seat += 1
    state.track = state.order
    if moved:
        note(state, at(state.order, 0), DISCS_BACK)


def score_siesta(state: GranjaData, seat: i64) -> None:
    """The points of a seat's space on the siesta track."""
    score(state, seat, points_of(state, seat), events.SIESTA, state.players[seat].steps)


def turn_craft_markers(state: GranjaData) -> None:
    """All craft markers show their ongoing sides from now on."""
    for player in state.players:
        if player.ongoing != player.crafts:
            note(state, player.seat, TURNED_CRAFTS, player.crafts & ~player.ongoing)
            player.ongoing = player.crafts
            refresh(state.lookups, player)


def score_end(state: GranjaData) -> None:
    """Sell what is in dens and stalls, exchange trade commodities, and score the silver."""
    lookups = state.lookups
    seat: i64 = 0
    while seat < state.seats:
        player = state.players[seat]
        if state.modular:
            happened(state, FINAL_SCORING, seat)
        silver: i64 = 0
        kinds: i64 = 0
        kind: i64 = 0
        while kind < RESOURCE_KINDS:
            silver += player.goods[kind] * lookups.sell[kind]
            kinds += player.goods[kind] * BIT[kind * 8]
            player.goods[kind] = 0
            if kind == 3 or at(player.ripe, kind) == 0:
                player.has &= ~BIT[kind]
            kind += 1
        each = lookups.final_trade
        if rules_of(state, player) & BETTER_EXCHANGE:
            each += 1
        silver += player.goods[TRADE_GOOD] * each
        player.silver += silver
        if silver:
            note(state, seat, SOLD_OUT, kinds, player.goods[TRADE_GOOD], silver)
        if state.modular:
            earn(state, seat, changed(state, FINAL_SILVER, 0, seat))
        player.goods[TRADE_GOOD] = 0
        player.has &= ~BIT[TRADE_GOOD]
        points = player.silver // lookups.final_silver
        score(state, seat, points, events.SILVER, player.silver)
        player.silver -= points * lookups.final_silver
        seat += 1
    state.is_over = True
    note(state, 0, OVER, winners(state))


def winners(state: GranjaData) -> i64:
    """The seats that have won: several where nothing breaks a tie."""
    best: i64 = 0
    found: i64 = 1
    seat: i64 = 1
    while seat < state.seats:
        if standing(state, seat) > standing(state, best):
            best = seat
            found = 0
        if standing(state, seat) == standing(state, best):
            found |= BIT[seat]
        seat += 1
    return found


def standing(state: GranjaData, seat: i64) -> i64:
    """What decides the game: points, then the silver that remains."""
    return state.players[seat].points * 1000 + state.players[seat].silver


def places(state: GranjaData) -> list[int]:
    """Each seat's place: ties are broken by silver, and what silver does not break is shared."""
    ranks: list[int] = []
    for seat in range(state.seats):
        rank = 1
        for other in range(state.seats):
            if standing(state, other) > standing(state, seat):
                rank += 1
        ranks.append(rank)
    return ranks
