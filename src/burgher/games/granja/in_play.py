"""Where modules in play are let in: moments at which they act, rules they replace, quantities they change.

Each of these has a number. A module says as a set at which moments and offers it acts (`Module.acts_at`) and
which quantities it changes (`Module.changes`), so that only those are called who have something to do. The
rules come here only if there are modules (`state.modular`), and go on to these (`acting.py`) only
where one has. They are compiled apart, so that a game without any runs as if none had been written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.acting import (
    all_act,
    all_act_backwards,
    all_offer,
    changed_by_all,
    one_acts_instead,
)
from burgher.kernel.ints import BIT

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints

# -- moments, with what `a` and `b` are ------------------------------------------------------------

SET_UP: Final = 0
"""Everything else is laid out, before the first round."""
STEP_BEGINS: Final = 1
"""A step of the round begins (`state.step`)."""
TURN_BEGINS: Final = 2
"""A seat's turn in a step begins: what is asked here is asked before anything else."""
TURN_ENDS: Final = 3
"""A seat's turn in a step is over: what is asked here is asked before the next turn begins."""
SIESTA_SCORED: Final = 4
"""The seat to decide has its siesta points of the round: what is asked here is asked first."""
ROOFS_LAID_OUT: Final = 5
"""The roof tiles of a new round are there."""
HELPERS_REFRESHED: Final = 6
"""Exhaustion markers are turned back."""
FINAL_SCORING: Final = 7
"""A seat's goods are about to be turned into silver, and its silver into points: seat."""
UPGRADE_PAID: Final = 9
"""The seat to decide has paid for upgrading a resource: kind."""
DICE_ROLLED: Final = 10
"""The revenue dice have been rolled."""
DICE_ROLLED_AGAIN: Final = 11
"""Dice put aside have been rolled again: what they show, four bits for each number."""
DIE_TAKEN: Final = 12
"""A die was drafted for a space, which is used next: what is asked here comes after it: space."""
DELIVERY_USED: Final = 13
"""One of the deliveries of this step is being made: kind."""
BARROW_LEFT: Final = 14
"""A barrow of the seat to decide was completed or discarded; its stall is asked for already: place."""
CARD_REWARDED: Final = 15
"""A seat got a reward for a card between two farms: seat * 4 + place, points."""
ROW_COMPLETED: Final = 16
"""The seat to decide has completed a row of a craft building: building."""
STALL_PLACED: Final = 17
"""A marker was put on a stall place: stall place."""
NOT_PLACED: Final = 18
"""The marker that was to be put into the market has found no place."""
STALL_LEFT: Final = 19
"""A marker has left a stall place: its owner, stall place."""
MARKET_SCORED: Final = 20
"""A seat's markers in the market have been scored: seat."""

# -- rules that a module may replace; it then goes on itself ----------------------------------------

USE_SPACE: Final = 21
"""What a revenue space does: space."""
USE_INSTANT_SIDE: Final = 22
"""What the instant side of a craft marker just gained does: building."""
REPLACE_STALL: Final = 23
"""A seat's marker replaces an owner's: values allowed * 256 + seat * 32 + stall place, owner (-1: none)."""
DRIVE_STALLS_AWAY: Final = 24
"""Markers beside a seat's new one leave: seat * 32 + stall place, their places."""

# -- where actions of a module are offered ------------------------------------------------------------

IN_STEP: Final = 25
"""Beside what can be decided in a step in which nothing is asked."""
AT_ANY_TIME: Final = 26
"""Among what may be done at any time: all, or only some of it (`ALL_OF_IT`, …)."""
FOR_QUESTION: Final = 27
"""As further answers to a question that the rules ask: question."""
FOR_ROOF_TILE: Final = 28
"""When the seat to decide may buy a roof tile and has room for it."""
ALL_OFFERED: Final = 29
"""After everything else has been offered: here offers may be taken back."""

# -- further moments -----------------------------------------------------------------------------------

DISC_MOVED: Final = 30
"""A seat's siesta disc has moved: seat."""
DIE_DISCARDED: Final = 31
"""A die has left the pool without being used: number."""
RESOURCE_BOUGHT: Final = 32
"""The seat to decide has bought a resource: kind."""

# -- quantities, with what `a` is; those that are yes or no are 1 or 0 ---------------------------------

TURN_GOES_ON: Final = 0
"""Whether a turn in a step goes on although the rules have nothing more for it."""
FINAL_SILVER: Final = 1
"""What becomes silver at the end beside resources and trade commodities: seat."""
EXTRA_SILVER: Final = 3
"""The silver that the seat to decide could have at any time beside what can be sold: by all or only some of
what may be done at any time (`ALL_OF_IT`, …)."""
ROOM_FOR_HELPERS: Final = 4
"""For how many helpers there is room: seat."""
ROOF_PRICE: Final = 5
"""What a roof tile costs the seat to decide: tile."""
ROOM_FOR_ROOFS: Final = 6
"""For how many roof tiles there is room: seat."""
ROOF_FOR_SALE: Final = 7
"""A roof tile on sale beside the display, counted from 1; 0 for none."""
PLAIN_DICE: Final = 8
"""Of some numbers, those of which there is a die that `die` and `reroll` can name."""
SPACE_USABLE: Final = 9
"""Whether something would come of a revenue space that does not do what is printed there: space."""
OWN_DIE_USED: Final = 10
"""Whether the die whose space is being used is a module's own, and not the leftover one."""
DELIVERY_PRICE: Final = 11
"""What a delivery in this step costs: kind."""
DELIVERABLE: Final = 12
"""Of some kinds, those that can be delivered with the deliveries of this step."""
TWO_DELIVERABLE: Final = 13
"""Whether two goods at once can be delivered with the deliveries of this step: kind * 8 + kind."""
BUILDING_OPENED: Final = 14
"""Whether the seat to decide may deliver to a blocked craft building all the same: building."""
MOVABLE_ON_BARROW: Final = 15
"""Of the demands met of a barrow, those whose goods can be taken off again: place."""
MOVABLE_IN_ROW: Final = 16
"""Of the demands met in one's own row at a craft building, those that can be lost: building."""
NAMED_DONKEYS: Final = 17
"""Of the donkey tiles that everybody has, those that `donkey` and `fetch` can name."""
DONKEYS_ON_TILE: Final = 18
"""The donkeys on the tile that a player has chosen: seat."""
HATS_ON_TILE: Final = 19
"""The hats on it: seat."""
STALL_PLACES: Final = 20
"""Where the marker being placed may go, where that is not for the rules to say (-1): values."""
DRIVEN_AWAY: Final = 21
"""Of some markers beside a stall place, those that its marker drives away: stall place."""
REMOVAL_POINTS: Final = 2
"""What the marker on a stall place scores for each one that it removes: stall place."""
OTHERS_FIRST: Final = 22
"""Whether the seat to decide may do something else before it answers what is asked."""
MARKERS_TO_GUARD: Final = 23
"""Of markers of the seat to decide in the market, those that a worker may guard."""
STALLS_TO_TAKE: Final = 24
"""Of stall places where the marker being placed may go, those that it can take: values."""
SIESTA_IN_REACH: Final = 25
"""Whether the seat to decide could still come to more points on the siesta track."""
SPACE_BRINGS: Final = 27
"""What a revenue space could bring at most, as `effects.most_of` has it: space."""
MORE_INCOME: Final = 26
"""The silver that an income brings beside that of farm extensions: seat."""

# -- how much of what may be done at any time -----------------------------------------------------------

ALL_OF_IT: Final = 0
ASKING_NOTHING: Final = 1
"""Within another effect: what asks nothing."""
FOR_SILVER: Final = 2
"""In the turn of somebody else: what brings silver at once, and asks nothing."""


def happened(state: GranjaData, moment: i64, a: i64 = 0, b: i64 = 0) -> None:
    """Something has happened: let the modules act whom it concerns."""
    if state.acts_at & BIT[moment]:
        all_act(state, moment, a, b)


def turn_begins(state: GranjaData) -> None:
    """The same for a turn that begins, last module first: what the first of them asks is asked first."""
    if state.acts_at & BIT[TURN_BEGINS]:
        all_act_backwards(state, TURN_BEGINS)


def instead(state: GranjaData, moment: i64, a: i64 = 0, b: i64 = 0) -> bool:
    """Whether a module does what the rules were about to do in its own way."""
    return state.acts_at & BIT[moment] != 0 and one_acts_instead(state, moment, a, b)


def offered(state: GranjaData, into: Ints, end: i64, where: i64, a: i64 = 0) -> i64:
    """Offer what modules add somewhere; return where the offers end."""
    if state.acts_at & BIT[where]:
        end = all_offer(state, into, end, where, a)
    return end


def changed(state: GranjaData, quantity: i64, value: i64, a: i64 = 0) -> i64:
    """A quantity as modules change it, which else would have this value."""
    if state.changing & BIT[quantity]:
        value = changed_by_all(state, quantity, value, a)
    return value
