"""Asking all modules in play at once, at the places that every decision passes.

The rules come here only if there are any (`state.modular`), and the C compiler is told to think of that as
seldom: a game without modules then runs as fast as if none had been written. Where few decisions pass, the
rules ask each module themselves. What each of these asks is told at `data.Module`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.pending import SCORES

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Player
    from burgher.kernel.words import Words


def more_decisions(state: GranjaData, into: Words, end: i64) -> i64:
    """Offer what else can be decided in a step; return where the offers end."""
    for module in state.modules:
        end = module.decisions(state, into, end)
    return end


def more_answers(state: GranjaData, into: Words, end: i64, asked: i64) -> i64:
    """Offer further answers to a question that the rules ask; return where the offers end."""
    for module in state.modules:
        end = module.more_answers(state, into, end, asked)
    return end


def own_donkeys(state: GranjaData, tiles: i64) -> i64:
    """Of some donkey tiles, those that are no module's to offer."""
    for module in state.modules:
        tiles = module.own_donkeys(state, tiles)
    return tiles


def has_more_roofs(state: GranjaData) -> bool:
    """Whether there are roof tiles for sale that are not in the display."""
    return any(module.more_roofs(state) for module in state.modules)


def more_roofs(state: GranjaData, into: Words, end: i64) -> i64:
    """Offer roof tiles that are not in the display; return where the offers end."""
    for module in state.modules:
        end = module.roof_offers(state, into, end)
    return end


def deliverable(state: GranjaData, kinds: i64) -> i64:
    """Of some kinds, those that can be delivered with the deliveries of this step."""
    for module in state.modules:
        kinds = module.may_deliver(state, kinds)
    return kinds


def more_deliveries(state: GranjaData, into: Words, end: i64, has: i64) -> i64:
    """Offer deliveries of some kinds to where only modules take them; return where the offers end."""
    for module in state.modules:
        end = module.deliveries(state, into, end, has)
    return end


def more_to_buy(state: GranjaData) -> i64:
    """The harvest goods of which one more could be used although there is one."""
    kinds: i64 = 0
    for module in state.modules:
        kinds |= module.more_to_buy(state)
    return kinds


def more_at_any_time(state: GranjaData, into: Words, end: i64) -> i64:
    """Offer what modules let one do at any time; return where the offers end."""
    for module in state.modules:
        end = module.anytime(state, into, end)
    return end


def changed_roof_room(state: GranjaData, player: Player, room: i64) -> i64:
    """For how many roof tiles a player has room."""
    for module in state.modules:
        room = module.roof_room(state, player, room)
    return room


def changed_roof_price(state: GranjaData, tile: i64, price: i64) -> i64:
    """What a roof tile costs that else would have this price."""
    for module in state.modules:
        price = module.roof_price(state, tile, price)
    return price


def start_step_with_modules(state: GranjaData) -> None:
    """A step of the round begins."""
    for module in state.modules:
        module.start_step(state)


def is_kept(state: GranjaData) -> bool:
    """Whether a turn goes on although the rules have nothing more for it."""
    return any(module.stays(state) for module in state.modules)


def end_with_modules(state: GranjaData) -> None:
    """A turn is over."""
    for module in state.modules:
        module.end_turn(state)


def start_with_modules(state: GranjaData) -> None:
    """A turn begins."""
    n: i64 = len(state.modules)
    while n > 0:  # what the first of them asks is asked first
        n -= 1
        state.modules[n].start_turn(state)
    if state.step == SCORES:
        for module in state.modules:
            module.siesta_scored(state)


def more_means(state: GranjaData) -> i64:
    """The silver that the seat to decide could have from modules."""
    silver: i64 = 0
    for module in state.modules:
        silver += module.means(state)
    return silver


def changed_donkeys(state: GranjaData, player: Player, donkeys: i64) -> i64:
    """The donkeys on the tile that a player has chosen."""
    for module in state.modules:
        donkeys = module.donkeys(state, player, donkeys)
    return donkeys


def changed_hats(state: GranjaData, player: Player, hats: i64) -> i64:
    """The hats on the tile that a player has chosen."""
    for module in state.modules:
        hats = module.hats(state, player, hats)
    return hats


def plain_dice(state: GranjaData, numbers: i64) -> i64:
    """Of some numbers, those of which there is a die that is no module's."""
    for module in state.modules:
        numbers = module.plain_dice(state, numbers)
    return numbers


def die_taken(state: GranjaData, space: i64) -> None:
    """A die was drafted for a space."""
    for module in state.modules:
        module.die_taken(state, space)


def uses_space(state: GranjaData, space: i64) -> bool:
    """Whether a module does what a revenue space does in its own way."""
    return any(module.use_space(state, space) for module in state.modules)


def can_deliver_more(state: GranjaData, has: i64) -> bool:
    """Whether modules take a delivery of some kinds, or of what is no kind of goods."""
    return any(module.asks_for(state) & has or module.can_deliver(state) for module in state.modules)


def more_asked_for(state: GranjaData) -> i64:
    """The kinds that only modules take deliveries of."""
    kinds: i64 = 0
    for module in state.modules:
        kinds |= module.asks_for(state)
    return kinds


def movable_by_modules(state: GranjaData, slot: i64, demands: i64) -> i64:
    """Of the demands met of a barrow, those whose goods can be taken off again."""
    for module in state.modules:
        demands = module.movable(state, slot, demands)
    return demands


def movable_row_by_modules(state: GranjaData, building: i64, supplied: i64) -> i64:
    """Of the demands met in a row, those that can be lost."""
    for module in state.modules:
        supplied = module.movable_row(state, building, supplied)
    return supplied


def opens(state: GranjaData, building: i64) -> bool:
    """Whether a blocked craft building takes deliveries all the same."""
    return any(module.opens(state, building) for module in state.modules)


def delivered(state: GranjaData, kind: i64) -> None:
    """One of the deliveries of this step is being made."""
    for module in state.modules:
        module.delivered(state, kind)


def changed_delivery_price(state: GranjaData, kind: i64, price: i64) -> i64:
    """What a delivery of a kind costs that else would have this price."""
    for module in state.modules:
        price = module.delivery_price(state, kind, price)
    return price
