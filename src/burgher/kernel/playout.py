"""Playing to the end inside compiled code: uniformly at random, or by one look ahead."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.kernel.chance import drawn, step
from burgher.kernel.offers import action_buffer, nth_offered, offer_buffer, offered

if TYPE_CHECKING:
    from burgher.kernel.state import State


def play_randomly(state: State, chance: i64) -> i64:
    """Play to the end, every legal action being equally likely; return how many were played."""
    offers = offer_buffer()
    decisions: i64 = 0
    while not state.is_over:
        end = state.offers(offers)
        chance = step(chance)
        state.apply(nth_offered(offers, drawn(chance, offered(offers, end))))
        decisions += 1
    return decisions


def best_at_sight(state: State, ahead: State, chance: i64) -> i64:
    """The action after which the position looks best to the one who moves, ties broken by chance.

    `ahead` is a spare state of the same game to try the actions on. What the seat cannot know is
    forgotten before each try, the same way for all, so that nothing hidden is used.
    """
    seat = state.seat
    buffer = action_buffer()
    count = state.sensible(buffer)
    best: i64 = buffer[0]
    if count == 1:
        return best
    most: i64 = 0
    equals: i64 = 0
    lot: i64 = chance
    i: i64 = 0
    while i < count:
        action = buffer[i]
        ahead.copy_from(state)
        ahead.redeal_hidden(seat, chance)
        ahead.apply(action)
        value = ahead.evaluate(seat)
        if equals == 0 or value > most:
            best = action
            most = value
            equals = 1
        elif value == most:
            equals += 1
            lot = step(lot)
            if drawn(lot, equals) == 0:
                best = action
        i += 1
    return best


def best_of_some(state: State, ahead: State, tries: i64, chance: i64) -> i64:
    """The action after which the position looks best, of some drawn at random."""
    seat = state.seat
    offers = offer_buffer()
    count = offered(offers, state.sensible_offers(offers))
    if count == 1:
        return nth_offered(offers, 0)
    best: i64 = 0
    most: i64 = 0
    n: i64 = 0
    while n < tries:
        chance = step(chance)
        action = nth_offered(offers, drawn(chance, count))
        ahead.copy_from(state)
        ahead.redeal_hidden(seat, chance)
        ahead.apply(action)
        value = ahead.evaluate(seat)
        if n == 0 or value > most:
            best = action
            most = value
        n += 1
    return best
