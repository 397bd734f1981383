"""The scoring phase (IV), the end of the game, and who wins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja import events
from burgher.games.granja.events import EARNED, OVER, note, score
from burgher.games.granja.helpers import refresh, rules_of, set_off
from burgher.games.granja.siesta import points_of
from burgher.games.granja.tables import (
    BETTER_EXCHANGE,
    RESOURCE_KINDS,
    TRADE_GOOD,
    WHEN_MARKET,
    WHEN_SCORING,
    WHEN_SIESTA,
)
from burgher.kernel.words import BIT, copy_words, size

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja


def score_round(table: Granja) -> None:
    """Refresh all helpers; score the market and the siesta track; put the discs back in turn order."""
    score_market(table)
    place: i64 = 0
    while place < table.seats:
        score_rest(table, table.order[place])
        place += 1
    reset_track(table)


def score_market(table: Granja) -> None:
    """Refresh all helpers, and score the markers in the market."""
    place: i64 = 0
    while place < table.seats:
        player = table.players[table.order[place]]
        player.exhausted = 0
        refresh(table.box, player)
        place += 1
    for module in table.modules:
        module.refresh(table)
    place = 0
    while place < table.seats:
        seat = table.order[place]
        stalls = size(table.market[seat])
        score(table, seat, stalls, events.MARKET, stalls)
        for module in table.modules:
            module.market(table, seat)
        set_off(table, seat, WHEN_MARKET)
        place += 1


def score_rest(table: Granja, seat: i64) -> None:
    """A seat's siesta track, and the helpers that wait for it."""
    score_siesta(table, seat)
    set_off(table, seat, WHEN_SIESTA)
    set_off(table, seat, WHEN_SCORING)


def reset_track(table: Granja) -> None:
    """Put the siesta discs back in turn order, and the donkeys away."""
    seat: i64 = 0
    while seat < table.seats:
        table.players[seat].steps = 0
        table.players[seat].donkey = -1
        seat += 1
    copy_words(table.track, table.order)


def score_siesta(table: Granja, seat: i64) -> None:
    """The points of a seat's space on the siesta track."""
    score(table, seat, points_of(table, seat), events.SIESTA, table.players[seat].steps)


def turn_craft_markers(table: Granja) -> None:
    """All craft markers show their ongoing sides from now on."""
    for player in table.players:
        player.ongoing = player.crafts
        refresh(table.box, player)


def score_end(table: Granja) -> None:
    """Sell what is in dens and stalls, exchange trade commodities, and score the silver."""
    box = table.box
    seat: i64 = 0
    while seat < table.seats:
        player = table.players[seat]
        for module in table.modules:
            module.final_scoring(table, seat)
        silver: i64 = 0
        kind: i64 = 0
        while kind < RESOURCE_KINDS:
            silver += player.goods[kind] * box.sell[kind]
            player.goods[kind] = 0
            if kind == 3 or player.ripe[kind] == 0:
                player.has &= ~BIT[kind]
            kind += 1
        each = box.final_trade
        if rules_of(table, player) & BETTER_EXCHANGE:
            each += 1
        silver += player.goods[TRADE_GOOD] * each
        for module in table.modules:
            silver += module.final_silver(table, seat)
        player.goods[TRADE_GOOD] = 0
        player.has &= ~BIT[TRADE_GOOD]
        player.silver += silver
        if silver:
            note(table, seat, EARNED, silver)
        points = player.silver // box.final_silver
        score(table, seat, points, events.SILVER, player.silver)
        player.silver -= points * box.final_silver
        seat += 1
    table.is_over = True
    best: i64 = 0
    seat = 1
    while seat < table.seats:
        if standing(table, seat) > standing(table, best):
            best = seat
        seat += 1
    note(table, best, OVER)


def standing(table: Granja, seat: i64) -> i64:
    """What decides the game: points, then the silver that remains."""
    return table.players[seat].points * 1000 + table.players[seat].silver


def places(table: Granja) -> list[int]:
    """Each seat's place: ties are broken by silver, and what silver does not break is shared."""
    ranks: list[int] = []
    for seat in range(table.seats):
        rank = 1
        for other in range(table.seats):
            if standing(table, other) > standing(table, seat):
                rank += 1
        ranks.append(rank)
    return ranks
