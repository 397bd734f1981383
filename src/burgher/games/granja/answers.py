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
)
from burgher.games.granja.revenue import roll_again
from burgher.games.granja.scoring import score_siesta
from burgher.games.granja.siesta import advance
from burgher.games.granja.stack import asking, detail, give_turn, pop, push, top
from burgher.games.granja.tables import EFFECT_INSTANT, TWO_OPTIONS
from burgher.kernel.words import BIT, only

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


def settle_question(state: GranjaData) -> bool:
    """Answer what needs no decision, and let go what has no answer; False when somebody must decide."""
    asked = top(state)
    what = detail(state)
    if asked == ONE_GOOD:
        if what & (what - 1):
            return False
        pop(state)
        gain(state, state.seat, only(what))
    elif what & SECOND and asked in (CARD, DELIVERY) and not rules_of(state, state.me) & TWO_OPTIONS:
        pop(state)  # the Porter has left meanwhile
    elif asked == CARD:
        if what == MAY_DRAW:
            pop(state)
            draw(state, state.seat, 1)
        elif answerable(state, CARD, what & (MAY_PLAY | MAY_DRAW | MAY_GAIN), state.me.has):
            return False
        else:
            pop(state)
    elif asked == IMPROVING:
        if what & (OR_REST - 1) and could_improve(state, what):
            return False
        pop(state)
    elif asked == DELIVERY:
        if what >= INSTEAD or could_deliver(state):
            return False
        pop(state)
        if what & THEN_SIESTA:
            score_siesta(state, state.seat)
    elif asked == SIESTA_POINTS:
        pop(state)
        score_siesta(state, state.seat)
    elif asked == STALL_TO_PLACE:
        if places_for(state, what):
            return False
        pop(state)  # only modules can take all places away
        for module in state.modules:
            module.not_placed(state)
    elif asked == BACK:
        pop(state)
        give_turn(state, what)
    elif asked >= OF_MODULES:
        return asking(state).settle(state, what)
    else:
        return False
    return True


def could_improve(state: GranjaData, what: i64) -> bool:
    """Whether there is something to upgrade, or something to buy for it first."""
    if answerable(state, IMPROVING, what, state.me.has):
        return True
    return may_act(state) and could_have_resource(state)


def could_deliver(state: GranjaData) -> bool:
    """Whether there is a good, or something that could bring one, before a delivery."""
    me = state.me
    return me.has != 0 or me.silver > 0 or me.roofs_up != 0 or me.ready != 0


# -- cards ------------------------------------------------------------------------------------------


def choose_card(state: GranjaData) -> None:
    """A card is being played: it is the one that the farm phase or an effect asks for."""
    if state.depth:
        choose_option(state, MAY_PLAY)
    else:
        assert state.step == PLAY
        state.left -= 1


def choose_option(state: GranjaData, option: i64) -> None:
    """Take one of the options of a question; the Porter may give another of them afterwards."""
    what = detail(state)
    pop(state)
    if what & SECOND:
        exhaust_rule(state, state.seat, TWO_OPTIONS)
    if what & TWICE:
        push(state, CARD, (what & (MAY_PLAY | MAY_DRAW | MAY_GAIN) & ~option) | SECOND)


def draw_card(state: GranjaData) -> None:
    """Draw a card."""
    choose_option(state, MAY_DRAW)
    draw(state, state.seat, 1)


def discard_card(state: GranjaData, card: i64) -> None:
    """Discard a card, down to the hand limit or for an effect."""
    if top(state) == CARD_TO_PAY:
        effect = detail(state)
        pop(state)
        discard_from_hand(state, card)
        come_about(state, effect)
    else:
        discard_from_hand(state, card)


# -- goods ------------------------------------------------------------------------------------------


def gain_one(state: GranjaData, kind: i64) -> None:
    """Gain the good chosen."""
    if top(state) == CARD:
        choose_option(state, MAY_GAIN)
    else:
        pop(state)
    gain(state, state.seat, kind)


def gain_pair(state: GranjaData, pair: i64) -> None:
    """Gain two different harvest goods."""
    pop(state)
    gain(state, state.seat, PAIR_FIRST[pair])
    gain(state, state.seat, PAIR_SECOND[pair])


def improve_one(state: GranjaData, kind: i64) -> None:
    """Upgrade a resource for nothing."""
    use_once(state)
    improve(state, kind)


def rest(state: GranjaData) -> None:
    """Advance a step on the siesta track instead."""
    use_once(state)
    advance(state, state.seat, 1)


def use_once(state: GranjaData) -> None:
    """One time less."""
    what: i64 = detail(state) - 1
    pop(state)
    if what & (OR_REST - 1):
        push(state, IMPROVING, what)


def take_silver(state: GranjaData) -> None:
    """Take silver instead of a delivery, or with the Porter beside it."""
    what = detail(state)
    pop(state)
    if what & SECOND:
        exhaust_rule(state, state.seat, TWO_OPTIONS)
    if what & TWICE:
        push(state, DELIVERY, SECOND | what & WITH_SILVER)
    earn(state, state.seat, what // INSTEAD)


def pay_good(state: GranjaData, which: i64) -> None:
    """Pay with a farm good: for an extension, or for an effect."""
    if top(state) == GOOD_TO_PAY:
        effect = detail(state)
        pop(state)
        lose(state, which)
        come_about(state, effect)
    else:
        pay(state, which)


def swap(state: GranjaData, which: i64) -> None:
    """Exchange a harvest good for another (Gardener), or let it pass for one (Packer)."""
    if top(state) == DISGUISE:
        disguise(state, which)
        return
    pop(state)
    take(state.me, SWAP_FROM[which])
    note(state, state.seat, EXCHANGED, SWAP_FROM[which], SWAP_TO[which])
    state.me.goods[SWAP_TO[which]] += 1
    state.me.has |= BIT[SWAP_TO[which]]


def craft_again(state: GranjaData, building: i64) -> None:
    """Use the instant side of a craft marker once more, without scoring the siesta track (Journeyman)."""
    pop(state)
    begin(state, EFFECT_INSTANT + building)
    if top(state) == DELIVERY and detail(state) & THEN_SIESTA:
        what: i64 = detail(state) & ~THEN_SIESTA
        pop(state)
        push(state, DELIVERY, what)


# -- declining --------------------------------------------------------------------------------------


def decline(state: GranjaData) -> None:
    """Do without what was offered."""
    if state.depth == 0:
        state.done = True
        return
    asked = top(state)
    what = detail(state)
    if asked >= OF_MODULES:
        module = asking(state)
        pop(state)
        module.decline(state, what)
        return
    note(state, state.seat, DECLINED, asked)
    if asked == MARKET_GUARD:
        answer_guard(state, -1)
        return
    pop(state)
    if asked == REROLLING:
        roll_again(state)
    elif asked == DELIVERY and what & THEN_SIESTA and not what & NO_DELIVERY:
        score_siesta(state, state.seat)
