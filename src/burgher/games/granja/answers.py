"""Answers to the questions that an effect asks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.actions import PAIR_FIRST, PAIR_SECOND, SWAP_FROM, SWAP_TO
from burgher.games.granja.anytime import could_have_resource
from burgher.games.granja.cards import discard_from_hand, draw, pay
from burgher.games.granja.deliveries import disguise
from burgher.games.granja.effects import answerable, begin, come_about, improve
from burgher.games.granja.events import DECLINED, EXCHANGED, note
from burgher.games.granja.goods import earn, gain, lose, take
from burgher.games.granja.helpers import exhaust_rule, rules_of
from burgher.games.granja.market import answer_guard, places_for
from burgher.games.granja.modules.places import asking
from burgher.games.granja.moments import may_act
from burgher.games.granja.pending import (
    BACK,
    CARD,
    CARD_TO_PAY,
    DELIVERY,
    DISGUISE,
    GOOD_TO_PAY,
    IMPROVING,
    INSTEAD,
    MARKET_GUARD,
    MAY_DRAW,
    MAY_GAIN,
    MAY_PLAY,
    NO_DELIVERY,
    OF_MODULES,
    ONE_GOOD,
    OR_REST,
    PLAY,
    REROLLING,
    SECOND,
    SIESTA_POINTS,
    STALL_TO_PLACE,
    THEN_SIESTA,
    TWICE,
    WITH_SILVER,
    detail,
    give_turn,
    pop,
    push,
    top,
)
from burgher.games.granja.revenue import roll_again
from burgher.games.granja.scoring import score_siesta
from burgher.games.granja.siesta import advance
from burgher.games.granja.tables import EFFECT_INSTANT, TWO_OPTIONS
from burgher.kernel.words import BIT, only

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja


def settle_question(table: Granja) -> bool:
    """Answer what needs no decision, and let go what has no answer; False when somebody must decide."""
    asked = top(table)
    what = detail(table)
    if asked == ONE_GOOD:
        if what & (what - 1):
            return False
        pop(table)
        gain(table, table.seat, only(what))
    elif what & SECOND and asked in (CARD, DELIVERY) and not rules_of(table, table.me) & TWO_OPTIONS:
        pop(table)  # the Porter has left meanwhile
    elif asked == CARD:
        if what == MAY_DRAW:
            pop(table)
            draw(table, table.seat, 1)
        elif answerable(table, CARD, what & (MAY_PLAY | MAY_DRAW | MAY_GAIN), table.me.has):
            return False
        else:
            pop(table)
    elif asked == IMPROVING:
        if what & (OR_REST - 1) and could_improve(table, what):
            return False
        pop(table)
    elif asked == DELIVERY:
        if what >= INSTEAD or could_deliver(table):
            return False
        pop(table)
        if what & THEN_SIESTA:
            score_siesta(table, table.seat)
    elif asked == SIESTA_POINTS:
        pop(table)
        score_siesta(table, table.seat)
    elif asked == STALL_TO_PLACE:
        if places_for(table, what):
            return False
        pop(table)  # only modules can take all places away
        for module in table.modules:
            module.not_placed(table)
    elif asked == BACK:
        pop(table)
        give_turn(table, what)
    elif asked >= OF_MODULES:
        return asking(table).settle(table, what)
    else:
        return False
    return True


def could_improve(table: Granja, what: i64) -> bool:
    """Whether there is something to upgrade, or something to buy for it first."""
    if answerable(table, IMPROVING, what, table.me.has):
        return True
    return may_act(table) and could_have_resource(table)


def could_deliver(table: Granja) -> bool:
    """Whether there is a good, or something that could bring one, before a delivery."""
    me = table.me
    return me.has != 0 or me.silver > 0 or me.roofs_up != 0 or me.ready != 0


# -- cards ------------------------------------------------------------------------------------------


def choose_card(table: Granja) -> None:
    """A card is being played: it is the one that the farm phase or an effect asks for."""
    if table.depth:
        choose_option(table, MAY_PLAY)
    else:
        assert table.step == PLAY
        table.left -= 1


def choose_option(table: Granja, option: i64) -> None:
    """Take one of the options of a question; the Porter may give another of them afterwards."""
    what = detail(table)
    pop(table)
    if what & SECOND:
        exhaust_rule(table, table.seat, TWO_OPTIONS)
    if what & TWICE:
        push(table, CARD, (what & (MAY_PLAY | MAY_DRAW | MAY_GAIN) & ~option) | SECOND)


def draw_card(table: Granja) -> None:
    """Draw a card."""
    choose_option(table, MAY_DRAW)
    draw(table, table.seat, 1)


def discard_card(table: Granja, card: i64) -> None:
    """Discard a card, down to the hand limit or for an effect."""
    if top(table) == CARD_TO_PAY:
        effect = detail(table)
        pop(table)
        discard_from_hand(table, card)
        come_about(table, effect)
    else:
        discard_from_hand(table, card)


# -- goods ------------------------------------------------------------------------------------------


def gain_one(table: Granja, kind: i64) -> None:
    """Gain the good chosen."""
    if top(table) == CARD:
        choose_option(table, MAY_GAIN)
    else:
        pop(table)
    gain(table, table.seat, kind)


def gain_pair(table: Granja, pair: i64) -> None:
    """Gain two different harvest goods."""
    pop(table)
    gain(table, table.seat, PAIR_FIRST[pair])
    gain(table, table.seat, PAIR_SECOND[pair])


def improve_one(table: Granja, kind: i64) -> None:
    """Upgrade a resource for nothing."""
    use_once(table)
    improve(table, kind)


def rest(table: Granja) -> None:
    """Advance a step on the siesta track instead."""
    use_once(table)
    advance(table, table.seat, 1)


def use_once(table: Granja) -> None:
    """One time less."""
    what: i64 = detail(table) - 1
    pop(table)
    if what & (OR_REST - 1):
        push(table, IMPROVING, what)


def take_silver(table: Granja) -> None:
    """Take silver instead of a delivery, or with the Porter beside it."""
    what = detail(table)
    pop(table)
    if what & SECOND:
        exhaust_rule(table, table.seat, TWO_OPTIONS)
    if what & TWICE:
        push(table, DELIVERY, SECOND | what & WITH_SILVER)
    earn(table, table.seat, what // INSTEAD)


def pay_good(table: Granja, which: i64) -> None:
    """Pay with a farm good: for an extension, or for an effect."""
    if top(table) == GOOD_TO_PAY:
        effect = detail(table)
        pop(table)
        lose(table, which)
        come_about(table, effect)
    else:
        pay(table, which)


def swap(table: Granja, which: i64) -> None:
    """Exchange a harvest good for another (Gardener), or let it pass for one (Packer)."""
    if top(table) == DISGUISE:
        disguise(table, which)
        return
    pop(table)
    take(table.me, SWAP_FROM[which])
    note(table, table.seat, EXCHANGED, SWAP_FROM[which], SWAP_TO[which])
    table.me.goods[SWAP_TO[which]] += 1
    table.me.has |= BIT[SWAP_TO[which]]


def craft_again(table: Granja, building: i64) -> None:
    """Use the instant side of a craft marker once more, without scoring the siesta track (Journeyman)."""
    pop(table)
    begin(table, EFFECT_INSTANT + building)
    if top(table) == DELIVERY and detail(table) & THEN_SIESTA:
        what: i64 = detail(table) & ~THEN_SIESTA
        pop(table)
        push(table, DELIVERY, what)


# -- declining --------------------------------------------------------------------------------------


def decline(table: Granja) -> None:
    """Do without what was offered."""
    if table.depth == 0:
        table.done = True
        return
    asked = top(table)
    what = detail(table)
    if asked >= OF_MODULES:
        module = asking(table)
        pop(table)
        module.decline(table, what)
        return
    note(table, table.seat, DECLINED, asked)
    if asked == MARKET_GUARD:
        answer_guard(table, -1)
        return
    pop(table)
    if asked == REROLLING:
        roll_again(table)
    elif asked == DELIVERY and what & THEN_SIESTA and not what & NO_DELIVERY:
        score_siesta(table, table.seat)
