"""Why nothing can be done with a thing on the table, whatever else would belong to it.

Somebody points at buying, upgrading or selling, at a good to deliver or at a revenue space. The reason for
one action that touches it would speak of a good, a row or a die that nobody has chosen; what is said here is
true of all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from burgher.games.granja import actions as act
from burgher.games.granja import pending as ask
from burgher.games.granja.anytime import price_of, upgrade_price
from burgher.games.granja.components import KINDS, RESOURCES
from burgher.games.granja.fitting import asked_for
from burgher.games.granja.lookups import TRADE_GOOD
from burgher.games.granja.moments import may_act
from burgher.games.granja.naming import one
from burgher.games.granja.reasons import refusal as action_refusal
from burgher.games.granja.refusing import ANYTIME, TRANSPORT, delivers_now, has, none_of, too_little
from burgher.games.granja.stack import top
from burgher.games.granja.wording.modules.registry import wording_of_module
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData

_KINDS = range(len(RESOURCES))
_OWN_DIE = {
    f"space-{act.THING[n] // 6 + 1}": n
    for n, verb in enumerate(act.VERB)
    if verb == act.DIE and act.THING[n] // 6 == act.THING[n] % 6
}
"""Taking the die whose number a revenue space has, by the space."""

_GOOD = {f"good-{name}": kind for kind, name in enumerate(KINDS)}


def refusal(state: GranjaData, parts: Sequence[str]) -> IllegalAction | None:
    """Why no action touches these parts; None where what refuses a single action is about them alone."""
    if len(parts) > 1 or state.is_over:
        return None
    (part,) = parts
    if part in _OWN_DIE and not state.depth and state.step in (ask.DRAFT, ask.LEFTOVER) and not state.shift:
        return action_refusal(state, _OWN_DIE[part])
    if part in _GOOD and delivers_now(state) and top(state) != ask.DISGUISED:
        return _not_delivered(state, _GOOD[part])
    for module in state.modules:
        found = wording_of_module(module).part_refusal(state, part)
        if found is not None:
            return found
    if not may_act(state):
        return None
    if part.startswith("trade-") and not has(state, TRADE_GOOD):
        return none_of(TRADE_GOOD, ANYTIME)
    if part == "buy":
        return too_little(state, "The cheapest resource", min(price_of(state, n) for n in _KINDS), ANYTIME)
    if part == "upgrade":
        mine = [upgrade_price(state, kind) for kind in _KINDS if has(state, kind)]
        if not mine:
            return IllegalAction("nothing-to-upgrade", "You have no resource that could be upgraded", ANYTIME)
        return too_little(state, "The cheapest upgrade of what you have", min(mine), ANYTIME)
    if part == "sell" and not any(state.me.goods[kind] for kind in _KINDS):
        said = "No den or stall of yours has a resource to sell, and those on fields stay"
        return IllegalAction("nothing-to-sell", said, ANYTIME)
    return None


def _not_delivered(state: GranjaData, kind: int) -> IllegalAction | None:
    """Why a good is not delivered anywhere: one has none, or nobody asks for it."""
    if not has(state, kind):
        return none_of(kind, TRANSPORT)
    if asked_for(state) & 2**kind:
        return None
    said = f"Nothing that you may deliver to asks for {one(kind)}"
    return IllegalAction("not-asked-for", said, TRANSPORT)
