"""The numbers of the steps of a round and of the questions within them (`stack.py`), with their details."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from burgher.kernel.ints import ints

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints

# The steps of a round, in their order. In each, every seat has its turn.
PLAY: Final = 0
"""Farm phase: playing cards."""
HAND: Final = 1
"""Discarding down to the hand limit."""
INCOME: Final = 2
"""Income, which may bring a choice of goods."""
HARVEST: Final = 3
"""Harvest and breeding; the Field Hand brings a choice of goods."""
ROOFS: Final = 4
BEFORE_ROLL: Final = 5
"""Revenue phase: helpers that act before the dice are rolled."""
DRAFT: Final = 6
AFTER_DIE: Final = 7
"""Helpers that act after a drafted die."""
LEFTOVER: Final = 8
BEFORE_DONKEYS: Final = 9
"""Transportation phase: helpers that act before the donkeys are chosen."""
CHOOSING: Final = 10
"""All choose a donkey tile, secretly."""
FREE: Final = 11
"""Free deliveries."""
PURCHASED: Final = 12
"""Purchased deliveries."""

# Steps that are there for modules alone: they ask, or everybody's turn goes by.
INTERLUDES: Final = 13
SETTING_UP: Final = 13
"""Before the first round, in reverse turn order."""
LEFT_ROOFS: Final = 14
"""After everybody could buy a roof tile."""
HATS: Final = 15
"""With a seat's hats, before the new turn order."""
SCORING_BEGINS: Final = 16
"""Before anything is scored."""
SCORES: Final = 17
"""After a seat's siesta points."""
RECALL: Final = 18
"""After the roof tiles of the next round have been laid out; it is that round already."""
ENDING: Final = 19
"""After the last round, before the final scoring."""
STEPS: Final = (
    "play",
    "hand",
    "income",
    "harvest",
    "roofs",
    "before the roll",
    "draft",
    "after a die",
    "leftover",
    "before the donkeys",
    "donkeys",
    "free deliveries",
    "purchased deliveries",
    "setting up",
    "roof tiles left",
    "hats",
    "scoring begins",
    "scores",
    "recall",
    "the end",
)
PHASE_OF: Final[Ints] = ints([0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 0, 0, 2, 3, 3, 3, 3])
"""The phase of each step."""

# The questions. Each has a detail: which goods, how many, which options.
NOTHING: Final = 0
ONE_GOOD: Final = 1
"""Gain one good: the kinds to choose from."""
TWO_GOODS: Final = 2
"""Gain two different harvest goods."""
CARD: Final = 3
"""Play or draw a card or gain a harvest good: which of these (`MAY_PLAY`, …)."""
IMPROVING: Final = 4
"""Upgrade for nothing: how many times, and whether siesta steps are an alternative (`OR_REST`)."""
DELIVERY: Final = 5
"""Deliver once: what goes with it (`THEN_SIESTA`, …), and silver instead."""
BARROW_TO_CLEAR: Final = 6
"""Which market barrow to discard."""
HELPER_TO_CLEAR: Final = 7
"""Which helper to discard for the one just played."""
PAYMENT: Final = 8
"""What to pay for an extension with."""
STALL_TO_PLACE: Final = 9
"""Where to put a marker in the market: the values allowed, and whether only an empty place will do."""
MARKET_GUARD: Final = 10
"""Whether to keep a marker for silver: the seat whose stall drives it away, and that stall."""
GOOD_TO_PAY: Final = 11
"""Which good to discard for an effect: the effect."""
CARD_TO_PAY: Final = 12
"""Which hand card to discard for an effect: the effect."""
EXCHANGE: Final = 13
"""Which harvest good to exchange for which."""
UNLOADING: Final = 14
"""Which good to take off a barrow."""
LOADING: Final = 15
"""Onto which barrow to put it: its kind, and the barrow it comes from."""
DISGUISE: Final = 16
"""Which harvest good to deliver as which."""
DISGUISED: Final = 17
"""Where to deliver it: what it is, and what it passes for."""
REROLLING: Final = 18
"""Which die to roll again: how many more there may be."""
MARKING: Final = 19
"""Which revenue space to mark."""
ROOF_TO_TURN: Final = 20
"""Which used roof tile to turn up: the place it may not be."""
CRAFT_AGAIN: Final = 21
"""Which craft marker to use again."""
FETCHING: Final = 22
"""Which donkey tile to take back."""
SIESTA_POINTS: Final = 23
"""Not asked: the siesta track is scored for one player when everything above is done."""
BACK: Final = 24
"""Not asked: the decision goes back to a seat when everything above is done."""
OF_MODULES: Final = 25
"""The first question of the modules in play: theirs follow in the order of the modules."""

# Details.
MAY_PLAY: Final = 1
MAY_DRAW: Final = 2
MAY_GAIN: Final = 4
TWICE: Final = 8
"""The Porter may give a second option after this one."""
SECOND: Final = 16
"""This is the Porter's second option: it exhausts him, and may be declined."""
OR_REST: Final = 8
"""Of `IMPROVING`: a siesta step instead."""
THEN_SIESTA: Final = 1
"""Of `DELIVERY`: the siesta track is scored afterwards."""
WITH_SILVER: Final = 2
"""Of `DELIVERY`: the Pedlar gives silver for it."""
NO_DELIVERY: Final = 4
"""Of `DELIVERY`: the delivery has been made, only the silver is left (Porter)."""
INSTEAD: Final = 32
"""Of `DELIVERY`: so much silver instead, times this."""
FOR_SILVER: Final = 320
"""Of `DELIVERY`, from here on: it costs silver when it is made, one more for each further `INSTEAD`."""
ONLY_EMPTY: Final = 32
"""Of `STALL_TO_PLACE`: on an empty place, scoring nothing and driving nobody away."""

DETAIL: Final = 64
"""A question is its number, and its detail times this: so there are fewer questions than this."""
MOST_QUESTIONS: Final = 16
