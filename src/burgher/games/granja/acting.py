"""The modules on a table, one after the other, where the rules let them in (`in_play.py`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.kernel.ints import BIT

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints


def all_act(state: GranjaData, moment: i64, a: i64, b: i64) -> None:
    """Let every module act that acts at a moment."""
    n: i64 = 0
    while n < len(state.acting):
        module = state.acting[n]
        if module.acts_at & BIT[moment]:
            module.happened(state, moment, a, b)
        n += 1


def all_act_backwards(state: GranjaData, moment: i64) -> None:
    """The same, last module first."""
    n: i64 = len(state.acting)
    while n > 0:
        n -= 1
        module = state.acting[n]
        if module.acts_at & BIT[moment]:
            module.happened(state, moment, 0, 0)


def one_acts_instead(state: GranjaData, moment: i64, a: i64, b: i64) -> bool:
    """Whether a module does what the rules were about to do in its own way."""
    n: i64 = 0
    while n < len(state.acting):
        module = state.acting[n]
        if module.acts_at & BIT[moment] and module.instead(state, moment, a, b):
            return True
        n += 1
    return False


def all_offer(state: GranjaData, into: Ints, end: i64, where: i64, a: i64) -> i64:
    """Let every module offer what it adds somewhere; return where the offers end."""
    n: i64 = 0
    while n < len(state.acting):
        module = state.acting[n]
        if module.acts_at & BIT[where]:
            end = module.offers(state, into, end, where, a)
        n += 1
    return end


def changed_by_all(state: GranjaData, quantity: i64, value: i64, a: i64) -> i64:
    """A quantity after each module has changed it."""
    n: i64 = 0
    while n < len(state.acting):
        module = state.acting[n]
        if module.changes & BIT[quantity]:
            value = module.changed(state, quantity, value, a)
        n += 1
    return value
