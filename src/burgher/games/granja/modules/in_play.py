"""Asking all modules in play at once, at the places that every decision passes.

The rules come here only if there are any (`table.modular`), and the C compiler is told to think of that as
seldom: a game without modules then runs as fast as if none had been written. Where few decisions pass, the
rules ask each module themselves. What each of these asks is told in `places.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.pending import SCORES

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja, Player
    from burgher.kernel.words import Words


def more_decisions(table: Granja, into: Words, end: i64) -> i64:
    """Offer what else can be decided in a step; return where the offers end."""
    for module in table.modules:
        end = module.decisions(table, into, end)
    return end


def more_answers(table: Granja, into: Words, end: i64, asked: i64) -> i64:
    """Offer further answers to a question that the rules ask; return where the offers end."""
    for module in table.modules:
        end = module.more_answers(table, into, end, asked)
    return end


def own_donkeys(table: Granja, tiles: i64) -> i64:
    """Of some donkey tiles, those that are no module's to offer."""
    for module in table.modules:
        tiles = module.own_donkeys(table, tiles)
    return tiles


def has_more_roofs(table: Granja) -> bool:
    """Whether there are roof tiles for sale that are not in the display."""
    return any(module.more_roofs(table) for module in table.modules)


def more_roofs(table: Granja, into: Words, end: i64) -> i64:
    """Offer roof tiles that are not in the display; return where the offers end."""
    for module in table.modules:
        end = module.roof_offers(table, into, end)
    return end


def deliverable(table: Granja, kinds: i64) -> i64:
    """Of some kinds, those that can be delivered with the deliveries of this step."""
    for module in table.modules:
        kinds = module.may_deliver(table, kinds)
    return kinds


def more_deliveries(table: Granja, into: Words, end: i64, has: i64) -> i64:
    """Offer deliveries of some kinds to where only modules take them; return where the offers end."""
    for module in table.modules:
        end = module.deliveries(table, into, end, has)
    return end


def more_to_buy(table: Granja) -> i64:
    """The harvest goods of which one more could be used although there is one."""
    kinds: i64 = 0
    for module in table.modules:
        kinds |= module.more_to_buy(table)
    return kinds


def more_at_any_time(table: Granja, into: Words, end: i64) -> i64:
    """Offer what modules let one do at any time; return where the offers end."""
    for module in table.modules:
        end = module.anytime(table, into, end)
    return end


def changed_roof_room(table: Granja, player: Player, room: i64) -> i64:
    """For how many roof tiles a player has room."""
    for module in table.modules:
        room = module.roof_room(table, player, room)
    return room


def changed_roof_price(table: Granja, tile: i64, price: i64) -> i64:
    """What a roof tile costs that else would have this price."""
    for module in table.modules:
        price = module.roof_price(table, tile, price)
    return price


def start_step_with_modules(table: Granja) -> None:
    """A step of the round begins."""
    for module in table.modules:
        module.start_step(table)


def is_kept(table: Granja) -> bool:
    """Whether a turn goes on although the rules have nothing more for it."""
    return any(module.stays(table) for module in table.modules)


def end_with_modules(table: Granja) -> None:
    """A turn is over."""
    for module in table.modules:
        module.end_turn(table)


def start_with_modules(table: Granja) -> None:
    """A turn begins."""
    n: i64 = len(table.modules)
    while n > 0:  # what the first of them asks is asked first
        n -= 1
        table.modules[n].start_turn(table)
    if table.step == SCORES:
        for module in table.modules:
            module.siesta_scored(table)


def more_means(table: Granja) -> i64:
    """The silver that the seat to decide could have from modules."""
    silver: i64 = 0
    for module in table.modules:
        silver += module.means(table)
    return silver


def changed_donkeys(table: Granja, player: Player, donkeys: i64) -> i64:
    """The donkeys on the tile that a player has chosen."""
    for module in table.modules:
        donkeys = module.donkeys(table, player, donkeys)
    return donkeys


def changed_hats(table: Granja, player: Player, hats: i64) -> i64:
    """The hats on the tile that a player has chosen."""
    for module in table.modules:
        hats = module.hats(table, player, hats)
    return hats


def plain_dice(table: Granja, numbers: i64) -> i64:
    """Of some numbers, those of which there is a die that is no module's."""
    for module in table.modules:
        numbers = module.plain_dice(table, numbers)
    return numbers


def die_taken(table: Granja, space: i64) -> None:
    """A die was drafted for a space."""
    for module in table.modules:
        module.die_taken(table, space)


def uses_space(table: Granja, space: i64) -> bool:
    """Whether a module does what a revenue space does in its own way."""
    return any(module.use_space(table, space) for module in table.modules)


def can_deliver_more(table: Granja, has: i64) -> bool:
    """Whether modules take a delivery of some kinds, or of what is no kind of goods."""
    return any(module.asks_for(table) & has or module.can_deliver(table) for module in table.modules)


def more_asked_for(table: Granja) -> i64:
    """The kinds that only modules take deliveries of."""
    kinds: i64 = 0
    for module in table.modules:
        kinds |= module.asks_for(table)
    return kinds


def movable_by_modules(table: Granja, slot: i64, demands: i64) -> i64:
    """Of the demands met of a barrow, those whose goods can be taken off again."""
    for module in table.modules:
        demands = module.movable(table, slot, demands)
    return demands


def movable_row_by_modules(table: Granja, building: i64, supplied: i64) -> i64:
    """Of the demands met in a row, those that can be lost."""
    for module in table.modules:
        supplied = module.movable_row(table, building, supplied)
    return supplied


def opens(table: Granja, building: i64) -> bool:
    """Whether a blocked craft building takes deliveries all the same."""
    return any(module.opens(table, building) for module in table.modules)


def delivered(table: Granja, kind: i64) -> None:
    """One of the deliveries of this step is being made."""
    for module in table.modules:
        module.delivered(table, kind)


def changed_delivery_price(table: Granja, kind: i64, price: i64) -> i64:
    """What a delivery of a kind costs that else would have this price."""
    for module in table.modules:
        price = module.delivery_price(table, kind, price)
    return price
