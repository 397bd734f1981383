"""What reasons for refusing an action are made of: the sections of the rules, and what many of them share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.granja.cards import extension_cost, payable
from burgher.games.granja.components import GOODS
from burgher.games.granja.fitting import barrows_asking, rows_asking
from burgher.games.granja.helpers import rules_of
from burgher.games.granja.lookups import BLOCKED_BUILDING, WORD
from burgher.games.granja.naming import KIND_NAMES, farm_goods, listed, many, one, several
from burgher.games.granja.pauses import is_pausing
from burgher.games.granja.pending import DELIVERY, DISGUISED, FREE, PURCHASED
from burgher.games.granja.stack import top
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData

FARM = "I Farm Phase"
REVENUE = "II Revenue Phase"
TRANSPORT = "III Transportation Phase"
BARROW = "Deliveries to Market Barrow Cards"
CRAFT = "Deliveries to Craft Buildings"
ANYTIME = "Anytime Actions"


def too_little(state: GranjaData, what: str, price: int, section: str) -> IllegalAction | None:
    """Whether the silver does not reach."""
    silver = state.me.silver
    if silver >= price:
        return None
    return IllegalAction("too-little-silver", f"{what} costs {price} silver; you have {silver}", section)


def none_of(kind: int, section: str) -> IllegalAction:
    """There is none of a kind of goods."""
    return IllegalAction("no-such-good", f"You have no {KIND_NAMES[kind]}", section)


def has(state: GranjaData, kind: int) -> bool:
    """Whether the seat to decide has a kind of goods."""
    return bool(state.me.has & 2**kind)


def delivers_now(state: GranjaData) -> bool:
    """Whether a delivery is to be made now."""
    if state.depth:
        return top(state) in (DELIVERY, DISGUISED)
    return state.step in (FREE, PURCHASED) and not is_pausing(state)


def any_of(kinds: int) -> str:
    """Kinds to choose from: `an olive or grain`."""
    return listed([one(kind) for kind in members_of(kinds)], "or")


def full_stalls(section: str) -> IllegalAction:
    """There is no room for a pig."""
    return IllegalAction("no-stall", "Every pig stall of yours is taken", section)


def siesta_top() -> IllegalAction:
    """There is nowhere to advance to."""
    return IllegalAction("siesta-top", "You are at the top of the siesta track", TRANSPORT)


def no_cards() -> IllegalAction:
    """There is nothing to draw."""
    return IllegalAction("no-cards-left", "No card is left to be drawn", FARM)


def empty_hand() -> IllegalAction:
    """There is nothing to play or to discard."""
    return IllegalAction("empty-hand", "You have no card in hand", FARM)


def nothing_to_upgrade() -> IllegalAction:
    """There is no resource."""
    return IllegalAction("nothing-to-upgrade", "You have no resource that could be upgraded", ANYTIME)


def in_hand(state: GranjaData, card: int) -> bool:
    """Whether a card is in the hand of the seat to decide."""
    return bool(state.me.hand[WORD[card]] & 2 ** (card % 33))


def not_in_hand(card: int) -> IllegalAction:
    """A card is not in hand."""
    return IllegalAction("not-in-hand", f"Card {card + 1} is not in your hand", FARM)


def cannot_extend(state: GranjaData) -> IllegalAction:
    """An extension cannot be paid for."""
    farm = [*map(many, range(len(GOODS))), "silver", "points"]
    have = [farm[which] for which in members_of(payable(state.me))]
    cost = farm_goods(extension_cost(state, state.me))
    return IllegalAction(
        "too-few-goods", f"Your next extension costs {cost}; you have {listed(have) or 'none'}", FARM
    )


def no_barrow(slot: int, section: str) -> IllegalAction:
    """There is no such barrow."""
    return IllegalAction("no-barrow", f"You have no barrow {slot + 1}", section)


def to_barrow(state: GranjaData, slot: int, kind: int) -> IllegalAction:
    """Why a kind of goods cannot be delivered to a barrow."""
    if not at(state.me.barrows, slot):
        return no_barrow(slot, BARROW)
    asking = barrows_asking(state) >> 8 * slot & 255
    return _not_asked_for(f"Barrow {slot + 1}", asking, kind, BARROW)


def _not_asked_for(what: str, asking: int, kind: int, section: str) -> IllegalAction:
    if not asking & 2**kind:
        return IllegalAction("not-asked-for", f"{what} asks for {any_of(asking)}", section)
    return none_of(kind, section)


def to_row(state: GranjaData, building: int, row: int, kind: int) -> IllegalAction:
    """Why a kind of goods cannot be delivered to a row of a craft building."""
    me, lookups = state.me, state.lookups
    name = f"craft building {building + 1}"
    which = f"Row {'abcd'[row]} of {name}"
    if me.crafts & 2**building:
        return IllegalAction("craft-completed", f"You have completed {name}", CRAFT)
    if state.blocked & 2**building and not rules_of(state, me) & BLOCKED_BUILDING:
        markers = [at(state.next_blocked, n) for n in range(3)]
        marker = markers.index(building) + 1
        return IllegalAction(
            "building-blocked", f"{name.capitalize()} is still blocked, with order marker {marker}", CRAFT
        )
    if not lookups.rows_used[state.seats] & 2**row:
        return IllegalAction(
            "row-closed", f"{which} is not used with {several(state.seats, 'player')}", CRAFT
        )
    own = at(me.rows, building) - 1
    if own >= 0 and own != row:
        return IllegalAction("one-row", f"You have begun row {'abcd'[own]} of {name}: one is all", CRAFT)
    if own < 0 and state.claimed & 2 ** (building * 4 + row):
        return IllegalAction("row-taken", f"{which} is another player's", CRAFT)
    asking = rows_asking(state, building) >> 8 * row & 255
    return _not_asked_for(which, asking, kind, CRAFT)
