"""Farm cards: drawing and discarding them, and playing them to a side of the farm (I)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

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
from burgher.games.granja.goods import earn, forget_if_last, lose
from burgher.games.granja.helpers import place_of, refresh, rules_of
from burgher.games.granja.pending import (
    BARROW_TO_CLEAR,
    HELPER_TO_CLEAR,
    PAYMENT,
    pop,
    push,
)
from burgher.games.granja.tables import (
    CARD_BIT,
    CHEAPER_EXTENSIONS,
    FULL_FIELDS,
    HALF,
    PAY_POINTS,
    PAY_SILVER,
    PIG,
    SOME_GOOD,
    WORD,
)
from burgher.games.granja.transport import deliveries_in
from burgher.kernel.chance import below
from burgher.kernel.words import BIT, nth, only, replaced, size

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja, Player
    from burgher.kernel.words import Words

# -- the deck ---------------------------------------------------------------------------------------


def add_card(cards: Words, card: i64) -> None:
    """Put a card into a set of cards."""
    cards[WORD[card]] |= CARD_BIT[card]


def with_card(cards: Words, card: i64) -> Words:
    """Another set of cards, with one more in it: for those that copies of a table share."""
    return replaced(cards, WORD[card], cards[WORD[card]] | CARD_BIT[card])


def remove_card(cards: Words, card: i64) -> None:
    """Take a card out of a set of cards."""
    cards[WORD[card]] &= ~CARD_BIT[card]


def pick_card(table: Granja, cards: Words) -> i64:
    """A random card out of a set that is not empty."""
    first = size(cards[0])
    rank = below(table, first + size(cards[1]))
    if rank < first:
        return nth(cards[0], rank)
    return HALF + nth(cards[1], rank - first)


def can_draw(table: Granja) -> bool:
    """Whether there is a card to draw, from the deck or, shuffled, from the discarded ones."""
    return table.deck[0] | table.deck[1] | table.discards[0] | table.discards[1] != 0


def draw(table: Granja, seat: i64, count: i64) -> None:
    """Draw some cards, as many as there are."""
    player = table.players[seat]
    drawn: i64 = 0
    while drawn < count and can_draw(table):
        card = take_card(table)
        add_card(player.hand, card)
        player.hand_size += 1
        drawn += 1
        confide(table, seat, DREW_CARD, card)
    if drawn:
        table.fresh = True
        disclose(table, seat, DREW, drawn)


def take_card(table: Granja) -> i64:
    """Take a card off the deck, which there is or which the discarded cards become."""
    if table.deck[0] | table.deck[1] == 0:
        shuffle(table)
    card = pick_card(table, table.deck)
    remove_card(table.deck, card)
    return card


def shuffle(table: Granja) -> None:
    """Make the discarded cards the new deck; from now on it is known that they can be drawn again."""
    note(table, table.seat, SHUFFLED, size(table.discards[0]) + size(table.discards[1]))
    if table.shuffles < 15:
        table.shuffles += 1
    since = table.since[:]
    half: i64 = 0
    while half < 2:
        cards = table.discards[half]
        table.deck[half] = cards
        table.discards[half] = 0
        digit: i64 = 0
        while digit < 4:
            if table.shuffles & BIT[digit]:
                since[digit * 2 + half] |= cards
            else:
                since[digit * 2 + half] &= ~cards
            digit += 1
        half += 1
    table.since = since


def discard_from_hand(table: Granja, card: i64) -> None:
    """Put a hand card onto the discard pile, face up."""
    remove_card(table.me.hand, card)
    table.me.hand_size -= 1
    add_card(table.discards, card)
    note(table, table.seat, DISCARDED, card)


# -- the four sides ---------------------------------------------------------------------------------


def leave_hand(table: Granja, card: i64) -> None:
    """Take a card out of the hand to play it."""
    remove_card(table.me.hand, card)
    table.me.hand_size -= 1


def play_field(table: Granja, card: i64) -> None:
    """To the left: a field, empty; there is no limit to them."""
    leave_hand(table, card)
    me = table.me
    kind = table.box.field_kind[card]
    me.field_cards = with_card(me.field_cards, card)
    me.fields = replaced(me.fields, kind, me.fields[kind] + 1)
    note(table, table.seat, PLAYED_FIELD, card)
    if rules_of(table, me) & FULL_FIELDS:
        me.ripe[kind] += 1
        me.has |= BIT[kind]


def play_barrow(table: Granja, card: i64) -> None:
    """To the top: a market barrow; where there is no room, another is discarded first."""
    leave_hand(table, card)
    note(table, table.seat, PLAYED_BARROW, card)
    if barrow_count(table.me) < table.me.barrow_limit:
        put_barrow(table.me, card)
    else:
        table.playing = card + 1
        push(table, BARROW_TO_CLEAR)


def barrow_count(player: Player) -> i64:
    """How many market barrows a player has."""
    count: i64 = 0
    slot: i64 = 0
    while slot < 4:
        if player.barrows[slot]:
            count += 1
        slot += 1
    return count


def put_barrow(player: Player, card: i64) -> None:
    """Lay a barrow into the first free place."""
    slot: i64 = 0
    while player.barrows[slot]:
        slot += 1
    player.barrows = replaced(player.barrows, slot, card + 1)
    player.loaded = replaced(player.loaded, slot, 0)


def clear_barrow(table: Granja, slot: i64) -> None:
    """Discard a barrow with the goods on it; then the one being played, if any, takes its place."""
    pop(table)
    me = table.me
    card = me.barrows[slot] - 1
    note(table, table.seat, CLEARED, card, size(me.loaded[slot]))
    add_card(table.discards, card)
    me.barrows = replaced(me.barrows, slot, 0)
    me.loaded = replaced(me.loaded, slot, 0)
    for module in table.modules:
        module.barrow_left(table, slot)
    if table.playing:
        put_barrow(me, table.playing - 1)
        table.playing = 0


def play_helper(table: Granja, card: i64) -> None:
    """To the bottom: a helper, usable at once; where there is no room, another is discarded first."""
    leave_hand(table, card)
    note(table, table.seat, PLAYED_HELPER, card)
    me = table.me
    room = helper_room(table, me)
    place: i64 = 0
    while place < room:
        if me.helpers[place] == 0:
            put_helper(table, card, place)
            return
        place += 1
    table.playing = card + 1
    push(table, HELPER_TO_CLEAR)


def helper_room(table: Granja, player: Player) -> i64:
    """For how many helpers a player has room."""
    room = table.box.helpers
    for module in table.modules:
        room = module.helper_room(table, player, room)
    return room


def put_helper(table: Granja, card: i64, place: i64) -> None:
    """Lay a helper into a place, not exhausted; the deliveries it adds can be made at once."""
    me = table.me
    before = deliveries_in(table, table.step)
    me.helpers = replaced(me.helpers, place, card + 1)
    me.exhausted &= ~BIT[place]
    refresh(table.box, me)
    table.left += deliveries_in(table, table.step) - before
    if table.left < 0:
        table.left = 0


def dismiss(table: Granja, card: i64) -> None:
    """Discard a helper for the one being played, and whatever there was room for only with it."""
    pop(table)
    me = table.me
    note(table, table.seat, DISMISSED, card)
    add_card(table.discards, card)
    put_helper(table, table.playing - 1, place_of(me, card))
    table.playing = 0
    while me.goods[PIG] > me.stalls:
        me.goods[PIG] -= 1
        me.silver += table.box.sell[PIG]
        note(table, table.seat, SOLD, PIG, table.box.sell[PIG])
    forget_if_last(me, PIG)
    if barrow_count(me) > me.barrow_limit:
        push(table, BARROW_TO_CLEAR)


# -- farm extensions --------------------------------------------------------------------------------


def extension_cost(table: Granja, player: Player) -> i64:
    """How many different farm goods the next extension costs: one more than there are extensions."""
    cost: i64 = player.extensions + 1
    if cost > 1 and rules_of(table, player) & CHEAPER_EXTENSIONS:
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


def can_extend(table: Granja) -> bool:
    """Whether the seat to decide can pay for another extension."""
    return size(payable(table.me)) >= extension_cost(table, table.me)


def play_extension(table: Granja, card: i64) -> None:
    """To the right: a farm extension, which must be paid for."""
    leave_hand(table, card)
    note(table, table.seat, PLAYED_EXTENSION, card)
    table.playing = card + 1
    table.paid = 0
    table.to_pay = extension_cost(table, table.me)
    push(table, PAYMENT)
    pay_what_must_be(table)


def pay(table: Granja, which: i64) -> None:
    """Pay one of a farm good for the extension being played."""
    pay_one(table, which)
    pay_what_must_be(table)


def pay_one(table: Granja, which: i64) -> None:
    """Hand over one farm good."""
    table.paid |= BIT[which]
    table.to_pay -= 1
    if which == PAY_SILVER:
        earn(table, table.seat, -1)
    elif which == PAY_POINTS:
        score(table, table.seat, -1, PAID)
    else:
        lose(table, which)


def pay_what_must_be(table: Granja) -> None:
    """When all there is has to be paid, pay it; when all is paid, build the extension."""
    left = payable(table.me) & ~table.paid
    if size(left) == table.to_pay:
        while left:
            lowest: i64 = left & -left
            pay_one(table, only(lowest))
            left ^= lowest
    if table.to_pay == 0:
        pop(table)
        me = table.me
        me.extension_cards = with_card(me.extension_cards, table.playing - 1)
        me.extensions += 1
        table.playing = 0
        table.paid = 0
        refresh(table.box, me)
