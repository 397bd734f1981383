"""Helpers: what they add, which rules they change, and what sets them off by themselves.

Helpers that act when their player decides so are effects (`effects.py`); rules that a helper changes stand
where the rule does. The tables say which card does what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.events import CRAFT_MARKERS, CRAFT_WORKS, HELPERS, USED_HELPER, note, score
from burgher.games.granja.goods import earn, gain, has_stall, if_sold
from burgher.games.granja.in_play import MORE_INCOME, changed
from burgher.games.granja.lookups import (
    ADDS_BARROWS,
    ADDS_DELIVERIES,
    ADDS_DONKEYS,
    ADDS_HAND,
    ADDS_HATS,
    ADDS_INCOME,
    ADDS_STALLS,
    ALWAYS,
    EFFECT_ONGOING,
    EFFECT_ROOF,
    EFFECT_TRADE,
    IF_FIRST,
    IF_LAST,
    IF_MOST_CRAFTS,
    IF_NO_SIESTA,
    IF_ROOFS,
    IF_SIESTA,
    IF_STALLS,
    PER_CRAFT,
    PER_EXTENSIONS,
    PIG,
    RESOURCE_KINDS,
    THEN_INCOME,
    TRADE_GOOD,
    WHEN_INCOME,
)
from burgher.games.granja.siesta import points_of
from burgher.kernel.ints import BIT, only, size
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Player
    from burgher.games.granja.lookups import Lookups
    from burgher.kernel.packed import Packed


def refresh(lookups: Lookups, player: Player) -> None:
    """Work out anew what extensions, helpers and craft markers add up to, and what helpers can do."""
    sums: Packed = 0
    half: i64 = 0
    while half < 2:
        cards = player.extension_cards[half]
        while cards:
            lowest: i64 = cards & -cards
            sums += lookups.extension_adds[half * 33 + only(lowest)]
            cards ^= lowest
        half += 1
    player.extension_stalls = at(sums, ADDS_STALLS)
    sums += lookups.everybody_has
    place: i64 = 0
    while place < 4:
        helper = at(player.helpers, place) - 1
        if helper >= 0:
            sums += lookups.helper_adds[helper]
        place += 1
    markers = player.ongoing
    while markers:
        lowest = markers & -markers
        sums += lookups.craft_adds[only(lowest)]
        markers ^= lowest
    player.stalls = at(sums, ADDS_STALLS)
    player.hand_limit = at(sums, ADDS_HAND)
    player.income = at(sums, ADDS_INCOME)
    player.deliveries = at(sums, ADDS_DELIVERIES)
    player.hats = at(sums, ADDS_HATS)
    player.more_donkeys = at(sums, ADDS_DONKEYS)
    player.barrow_limit = at(sums, ADDS_BARROWS)
    refresh_helpers(lookups, player)


def refresh_helpers(lookups: Lookups, player: Player) -> None:
    """Work out anew what helpers can do: those that are exhausted, nothing."""
    rules: i64 = 0
    reacts: i64 = 0
    ready: i64 = 0
    place: i64 = 0
    while place < 4:
        helper = at(player.helpers, place) - 1
        if helper >= 0 and not player.exhausted & BIT[place]:
            rules |= lookups.helper_rule[helper]
            reacts |= lookups.helper_reacts[helper]
            if lookups.is_action[helper]:
                ready |= BIT[place]
        place += 1
    player.rules = rules
    player.reacts = reacts
    player.ready = ready


def rules_of(state: GranjaData, player: Player) -> i64:
    """The rules that a player's helpers change in this phase."""
    if player.rules == 0:
        return 0
    return player.rules & state.lookups.rules_in[state.phase]


def price_of_goods(state: GranjaData, goods: i64) -> i64:
    """The silver that some goods bring when they are sold and exchanged, four bits for each kind."""
    lookups = state.lookups
    silver: i64 = (goods >> (TRADE_GOOD * 4) & 15) * lookups.gains_silver[EFFECT_TRADE]
    kind: i64 = 0
    while kind < RESOURCE_KINDS:
        silver += (goods >> (kind * 4) & 15) * lookups.sell[kind]
        kind += 1
    return silver


def gains_now(state: GranjaData, player: Player, effect: i64) -> i64:
    """The silver that an effect would bring a player at once, if it can be used now; none if it costs any.

    Goods that it brings without a question count as what they are sold for.
    """
    lookups = state.lookups
    if not lookups.phases[effect] & BIT[state.phase] or lookups.pays_silver[effect] or lookups.moment[effect]:
        return 0
    kinds = lookups.pays_kinds[effect]
    if (kinds and not player.has & kinds) or player.points < lookups.pays_points[effect]:
        return 0
    if player.hand_size < lookups.pays_card[effect]:
        return 0
    if lookups.upgrades[effect] >= 0 and not player.has & BIT[lookups.upgrades[effect]]:
        return 0
    if lookups.gains_goods[effect] >> (PIG * 4) & 15 and not has_stall(player):
        return 0
    silver = lookups.gains_silver[effect] + price_of_goods(state, lookups.gains_goods[effect])
    if lookups.then[effect] == THEN_INCOME:
        silver += player.income
        if state.modular:
            silver += changed(state, MORE_INCOME, 0, player.seat)
        markers: i64 = player.ongoing & lookups.crafts_when[WHEN_INCOME]
        while markers:
            lowest: i64 = markers & -markers
            ongoing: i64 = EFFECT_ONGOING + only(lowest)
            silver += lookups.gains_silver[ongoing] + price_of_goods(state, lookups.gains_goods[ongoing])
            markers ^= lowest
    return silver


def silver_at_hand(state: GranjaData, player: Player) -> i64:
    """The silver that a player could have at once: by selling, trading, roof tiles and helpers."""
    silver = if_sold(state, player)
    places = player.roofs_up
    while places:
        lowest: i64 = places & -places
        silver += gains_now(state, player, EFFECT_ROOF + at(player.roofs, only(lowest)) - 1)
        places ^= lowest
    places = player.ready
    while places:
        lowest = places & -places
        silver += gains_now(state, player, at(player.helpers, only(lowest)) - 1)
        places ^= lowest
    return silver


def place_of(player: Player, card: i64) -> i64:
    """The place of a helper on the farm."""
    place: i64 = 0
    while at(player.helpers, place) != card + 1:
        place += 1
    return place


def exhaust(state: GranjaData, seat: i64, card: i64) -> None:
    """Turn a helper's exhaustion marker, if it works only once a round."""
    note(state, seat, USED_HELPER, card)
    if state.lookups.is_once[card]:
        player = state.players[seat]
        player.exhausted |= BIT[place_of(player, card)]
        refresh_helpers(state.lookups, player)


def exhaust_rule(state: GranjaData, seat: i64, rule: i64) -> None:
    """Note that the helper with a rule has worked."""
    exhaust(state, seat, state.lookups.rule_card[only(rule)])


def set_off(state: GranjaData, seat: i64, when: i64) -> None:
    """Let everything work by itself that this happening sets off for a seat: helpers, then craft markers."""
    player = state.players[seat]
    if player.reacts & BIT[when]:
        place: i64 = 0
        while place < 4:
            card = at(player.helpers, place) - 1
            if card >= 0 and state.lookups.helper_when[card] == when and not player.exhausted & BIT[place]:
                if state.lookups.helper_phases[card] & BIT[state.phase] and holds(state, seat, card):
                    react(state, seat, card)
            place += 1
    markers: i64 = player.ongoing & state.lookups.crafts_when[when]
    while markers:
        lowest: i64 = markers & -markers
        building = only(lowest)
        effect: i64 = EFFECT_ONGOING + building
        if state.lookups.gains_silver[effect] or state.lookups.gains_goods[effect]:
            note(state, seat, CRAFT_WORKS, building)
        bring(state, seat, effect, 1, CRAFT_MARKERS, building)
        markers ^= lowest


def holds(state: GranjaData, seat: i64, card: i64) -> bool:
    """Whether a helper's condition holds."""
    condition = state.lookups.helper_if[card]
    player = state.players[seat]
    if condition == ALWAYS:
        return True
    if condition == IF_FIRST:
        return at(state.order, 0) == seat and state.leading == 0
    if condition == IF_LAST:
        return at(state.order, state.seats - 1) == seat and state.seats + state.leading == state.holders
    if condition == IF_NO_SIESTA:
        return points_of(state, seat) == 0
    if condition == IF_SIESTA:
        return points_of(state, seat) >= 2
    if condition == IF_STALLS:
        return size(state.market[seat]) >= 3
    if condition == IF_ROOFS:
        return at(player.roofs, 2) != 0
    assert condition == IF_MOST_CRAFTS
    mine = size(player.crafts)
    other: i64 = 0
    while other < state.seats:
        if size(state.players[other].crafts) > mine:
            return False
        other += 1
    return mine > 0


def react(state: GranjaData, seat: i64, card: i64) -> None:
    """A helper brings what it does, as often as it counts something."""
    player = state.players[seat]
    count: i64 = 1
    per = state.lookups.per[card]
    if per == PER_CRAFT:
        count = size(player.crafts)
    elif per == PER_EXTENSIONS:
        count = (player.extensions + 1) // 2
    if count:
        exhaust(state, seat, card)
        bring(state, seat, card, count, HELPERS + card, 0)


def bring(state: GranjaData, seat: i64, effect: i64, count: i64, source: i64, what: i64) -> None:
    """Gain what an effect brings without a choice."""
    lookups = state.lookups
    earn(state, seat, lookups.gains_silver[effect] * count)
    if lookups.gains_points[effect]:
        score(state, seat, lookups.gains_points[effect] * count, source, what)
    goods = lookups.gains_goods[effect]
    kind: i64 = 0
    while goods:
        if goods & 15:
            gain(state, seat, kind, (goods & 15) * count)
        goods >>= 4
        kind += 1
