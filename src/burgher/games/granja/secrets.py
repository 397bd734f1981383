"""What a seat cannot know: the hands of others, the deck, and donkey tiles chosen in secret.

Everybody sees what is discarded and played. So a card that somebody drew before the discarded cards last
became the deck cannot be one of those: `Granja.since` keeps, for each card, after which shuffle it was in the
deck, and hidden cards change places only with others of the same shuffle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.cards import add_card, pick_card, remove_card
from burgher.games.granja.lookups import ALL_OF_HALF
from burgher.games.granja.pending import CHOOSING
from burgher.kernel.chance import pick
from burgher.kernel.ints import COMPILED, copy_ints, size, zeros
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints

_POOL: Final[Ints] = zeros(2)
"""Room to shuffle in: compiled code is never interrupted, so that all can share it."""


def exchange_hidden(state: GranjaData, seat: i64) -> None:
    """Deal what a seat cannot know anew, consistent with everything it can."""
    if state.is_over:
        return
    shuffles: i64 = 0
    while shuffles <= state.shuffles:
        deal_again(state, seat, shuffles)
        shuffles += 1
    if state.step == CHOOSING:
        choose_donkeys_again(state, seat)


def deal_again(state: GranjaData, seat: i64, shuffles: i64) -> None:
    """Exchange the hidden cards that were in the deck after so many shuffles."""
    among_0 = in_deck_after(state, shuffles, 0)
    among_1 = in_deck_after(state, shuffles, 1)
    pool = _POOL if COMPILED else zeros(2)
    pool[0] = 0
    pool[1] = 0
    if shuffles == state.shuffles:
        copy_ints(pool, state.deck)
    counts: i64 = 0  # eight bits for each seat
    other: i64 = 0
    while other < state.seats:
        if other != seat:
            hand = state.players[other].hand
            count: i64 = size(hand[0] & among_0) + size(hand[1] & among_1)
            counts |= count << (other * 8)
            pool[0] |= hand[0] & among_0
            pool[1] |= hand[1] & among_1
            hand[0] &= ~among_0
            hand[1] &= ~among_1
        other += 1
    other = 0
    while counts:
        left: i64 = counts & 255
        while left > 0:
            card = pick_card(state, pool)
            remove_card(pool, card)
            add_card(state.players[other].hand, card)
            left -= 1
        counts >>= 8
        other += 1
    if shuffles == state.shuffles:
        copy_ints(state.deck, pool)


def in_deck_after(state: GranjaData, shuffles: i64, half: i64) -> i64:
    """The cards that were last in the deck after so many shuffles, as a word of the set."""
    cards: i64 = ALL_OF_HALF
    digit: i64 = 0
    while digit < 4:
        if shuffles >> digit & 1:
            cards &= state.since[digit * 2 + half]
        else:
            cards &= ~state.since[digit * 2 + half]
        digit += 1
    return cards


def choose_donkeys_again(state: GranjaData, seat: i64) -> None:
    """Exchange the donkey tiles that others have chosen for random ones."""
    place: i64 = 0
    while place < state.turn:
        other = at(state.order, place)
        if other != seat:
            player = state.players[other]
            player.donkey = pick(state, player.donkeys)
        place += 1
