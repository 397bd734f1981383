"""Farm cards: drawing and discarding them, and playing them to a side of the farm (I)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.actions import BARROW, EXTENSION, FIELD
from burgher.games.granja.events import (
    CLEARED,
    DISCARDED,
    DISMISSED,
    DREW,
    DREW_CARD,
    PAID,
    PLAYED_BARROW,
    PLAYED_EXTENSION,
    PLAYED_FIELD,
    PLAYED_HELPER,
    SHUFFLED,
    SOLD,
    confide,
    disclose,
    note,
    score,
)
from burgher.games.granja.goods import earn, forget_if_last, in_both, lose
from burgher.games.granja.helpers import place_of, refresh, rules_of
from burgher.games.granja.in_play import BARROW_LEFT, ROOM_FOR_HELPERS, changed, happened
from burgher.games.granja.lookups import (
    CARD_BIT,
    CHEAPER_EXTENSIONS,
    FULL_FIELDS,
    HALF,
    PAY_POINTS,
    PAY_SILVER,
    PIG,
    PLAYS,
    SOME_GOOD,
    WORD,
)
from burgher.games.granja.pending import BARROW_TO_CLEAR, HELPER_TO_CLEAR, PAYMENT
from burgher.games.granja.stack import push
from burgher.games.granja.transport import deliveries_in
from burgher.kernel.chance import below
from burgher.kernel.ints import BIT, nth, only, replaced, size
from burgher.kernel.packed import ONE_AT, at, with_at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Player
    from burgher.kernel.ints import Ints

# -- the deck ---------------------------------------------------------------------------------------


def add_card(cards: Ints, card: i64) -> None:
    """Put a card into a set of cards."""
    cards[WORD[card]] |= CARD_BIT[card]


def with_card(cards: Ints, card: i64) -> Ints:
    """Another set of cards, with one more in it: for those that copies of a table share."""
    return replaced(cards, WORD[card], cards[WORD[card]] | CARD_BIT[card])


def remove_card(cards: Ints, card: i64) -> None:
    """Take a card out of a set of cards."""
    cards[WORD[card]] &= ~CARD_BIT[card]


def pick_card(state: GranjaData, cards: Ints) -> i64:
    """A random card out of a set that is not empty."""
    first = size(cards[0])
    rank = below(state, first + size(cards[1]))
    if rank < first:
        return nth(cards[0], rank)
    return HALF + nth(cards[1], rank - first)


def can_draw(state: GranjaData) -> bool:
    """Whether there is a card to draw, from the deck or, shuffled, from the discarded ones."""
    return state.deck[0] | state.deck[1] | state.discards[0] | state.discards[1] != 0


def draw(state: GranjaData, seat: i64, count: i64) -> None:
    """Draw some cards, as many as there are."""
    player = state.players[seat]
    drawn: i64 = 0
    while drawn < count and can_draw(state):
        card = take_card(state)
        add_card(player.hand, card)
        player.hand_size += 1
        drawn += 1
        confide(state, seat, DREW_CARD, card)
    if drawn:
        state.fresh = True
        disclose(state, seat, DREW, drawn)


def take_card(state: GranjaData) -> i64:
    """Take a card off the deck, which there is or which the discarded cards become."""
    if state.deck[0] | state.deck[1] == 0:
        shuffle(state)
    card = pick_card(state, state.deck)
    remove_card(state.deck, card)
    return card


def shuffle(state: GranjaData) -> None:
    """Make the discarded cards the new deck; from now on it is known that they can be drawn again."""
    note(state, state.seat, SHUFFLED, size(state.discards[0]) + size(state.discards[1]))
    if state.shuffles < 15:
        state.shuffles += 1
    since = state.since[:]
    half: i64 = 0
    while half < 2:
        cards = state.discards[half]
        state.deck[half] = cards
        state.discards[half] = 0
        digit: i64 = 0
        while digit < 4:
            if state.shuffles & BIT[digit]:
                since[digit * 2 + half] |= cards
            else:
                since[digit * 2 + half] &= ~cards
            digit += 1
        half += 1
    state.since = since


def discard_from_hand(state: GranjaData, card: i64) -> None:
    """Put a hand card onto the discard pile, face up."""
    remove_card(state.me.hand, card)
    state.me.hand_size -= 1
    add_card(state.discards, card)
    note(state, state.seat, DISCARDED, card)


# -- the four sides ---------------------------------------------------------------------------------


def leave_hand(state: GranjaData, card: i64) -> None:
    """Take a card out of the hand to play it."""
    remove_card(state.me.hand, card)
    state.me.hand_size -= 1


def play_card(state: GranjaData, side: i64, card: i64) -> None:
    """Play a hand card to a side of the farm (`actions.FIELD`, …)."""
    if side == FIELD:
        play_field(state, card)
    elif side == BARROW:
        play_barrow(state, card)
    elif side == EXTENSION:
        play_extension(state, card)
    else:
        play_helper(state, card)


def play_field(state: GranjaData, card: i64) -> None:
    """To the left: a field, empty; there is no limit to them."""
    leave_hand(state, card)
    me = state.me
    kind = state.lookups.field_kind[card]
    me.field_cards = with_card(me.field_cards, card)
    me.fields = with_at(me.fields, kind, at(me.fields, kind) + 1)
    grown: i64 = 0
    if rules_of(state, me) & FULL_FIELDS:
        grown = 1
        me.ripe += ONE_AT[kind]
        me.has |= BIT[kind]
        state.fresh = True  # it may pay for an extension
    note(state, state.seat, PLAYED_FIELD, card, grown)


def play_barrow(state: GranjaData, card: i64) -> None:
    """To the top: a market barrow; where there is no room, another is discarded first."""
    leave_hand(state, card)
    note(state, state.seat, PLAYED_BARROW, card)
    if barrow_count(state.me) < state.me.barrow_limit:
        put_barrow(state.me, card)
    else:
        state.playing = card + 1
        push(state, BARROW_TO_CLEAR)


def barrow_count(player: Player) -> i64:
    """How many market barrows a player has."""
    count: i64 = 0
    slot: i64 = 0
    while slot < 4:
        if at(player.barrows, slot):
            count += 1
        slot += 1
    return count


def put_barrow(player: Player, card: i64) -> None:
    """Lay a barrow into the first free place."""
    slot: i64 = 0
    while at(player.barrows, slot):
        slot += 1
    player.barrows = with_at(player.barrows, slot, card + 1)
    player.loaded = with_at(player.loaded, slot, 0)


def clear_barrow(state: GranjaData, slot: i64) -> None:
    """Discard a barrow with the goods on it; then the one being played, if any, takes its place."""
    me = state.me
    card = at(me.barrows, slot) - 1
    note(state, state.seat, CLEARED, card, size(at(me.loaded, slot)))
    add_card(state.discards, card)
    me.barrows = with_at(me.barrows, slot, 0)
    me.loaded = with_at(me.loaded, slot, 0)
    if state.modular:
        happened(state, BARROW_LEFT, slot)
    if state.playing:
        put_barrow(me, state.playing - 1)
        state.playing = 0


def play_helper(state: GranjaData, card: i64) -> None:
    """To the bottom: a helper, usable at once; where there is no room, another is discarded first."""
    leave_hand(state, card)
    note(state, state.seat, PLAYED_HELPER, card)
    me = state.me
    room = helper_room(state, me)
    place: i64 = 0
    while place < room:
        if at(me.helpers, place) == 0:
            put_helper(state, card, place)
            return
        place += 1
    state.playing = card + 1
    push(state, HELPER_TO_CLEAR)


def helper_room(state: GranjaData, player: Player) -> i64:
    """For how many helpers a player has room."""
    room = state.lookups.helpers
    if state.modular:
        room = changed(state, ROOM_FOR_HELPERS, room, player.seat)
    return room


def put_helper(state: GranjaData, card: i64, place: i64) -> None:
    """Lay a helper into a place, not exhausted; the deliveries it adds can be made at once."""
    me = state.me
    before = deliveries_in(state, state.step)
    me.helpers = with_at(me.helpers, place, card + 1)
    me.exhausted &= ~BIT[place]
    if state.lookups.leads[card] & PLAYS or state.lookups.helps_to_play[card] & BIT[state.phase]:
        state.fresh = True
    refresh(state.lookups, me)
    state.left += deliveries_in(state, state.step) - before
    if state.left < 0:
        state.left = 0


def dismiss(state: GranjaData, card: i64) -> None:
    """Discard a helper for the one being played, and whatever there was room for only with it."""
    me = state.me
    note(state, state.seat, DISMISSED, card)
    add_card(state.discards, card)
    put_helper(state, state.playing - 1, place_of(me, card))
    state.playing = 0
    while me.goods[PIG] > me.stalls:
        me.goods[PIG] -= 1
        me.silver += state.lookups.sell[PIG]
        note(state, state.seat, SOLD, PIG, state.lookups.sell[PIG])
    forget_if_last(me, PIG)
    if barrow_count(me) > me.barrow_limit:
        push(state, BARROW_TO_CLEAR)


# -- farm extensions --------------------------------------------------------------------------------


def extension_cost(state: GranjaData, player: Player) -> i64:
    """How many different farm goods the next extension costs: one more than there are extensions."""
    cost: i64 = player.extensions + 1
    if cost > 1 and rules_of(state, player) & CHEAPER_EXTENSIONS:
        cost -= 1
    return cost


def payable(player: Player) -> i64:
    """The farm goods a player could pay with: goods from fields and dens, silver, points."""
    kinds: i64 = player.has & SOME_GOOD
    if player.silver > 0:
        kinds |= BIT[PAY_SILVER]
    if player.points > 0:
        kinds |= BIT[PAY_POINTS]
    return kinds


def can_extend(state: GranjaData) -> bool:
    """Whether the seat to decide can pay for another extension."""
    return size(payable(state.me)) >= extension_cost(state, state.me)


def play_extension(state: GranjaData, card: i64) -> None:
    """To the right: a farm extension, which must be paid for."""
    leave_hand(state, card)
    note(state, state.seat, PLAYED_EXTENSION, card)
    state.playing = card + 1
    state.paid = 0
    state.to_pay = extension_cost(state, state.me)
    pay_what_must_be(state)


def pay(state: GranjaData, which: i64) -> None:
    """Pay one of a farm good for the extension being played."""
    pay_one(state, which)
    pay_what_must_be(state)


def pay_one(state: GranjaData, which: i64) -> None:
    """Hand over one farm good."""
    state.paid |= BIT[which]
    state.to_pay -= 1
    if which == PAY_SILVER:
        earn(state, state.seat, -1)
    elif which == PAY_POINTS:
        score(state, state.seat, -1, PAID)
    else:
        lose(state, which)


def pay_what_must_be(state: GranjaData) -> None:
    """When all there is has to be paid, pay it; ask for the rest, or build the extension when all is paid.

    A good both on a field and in its den is asked for all the same: either may be taken.
    """
    left = payable(state.me) & ~state.paid
    if size(left) == state.to_pay:
        left &= ~in_both(state.me)
        while left:
            lowest: i64 = left & -left
            pay_one(state, only(lowest))
            left ^= lowest
    if state.to_pay:
        push(state, PAYMENT)
    else:
        build_extension(state)


def build_extension(state: GranjaData) -> None:
    """All is paid: the card being played becomes an extension."""
    me = state.me
    me.extension_cards = with_card(me.extension_cards, state.playing - 1)
    me.extensions += 1
    state.playing = 0
    state.paid = 0
    refresh(state.lookups, me)
