"""Questions about the market place, as people meet them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.granja.actions import GUARD, SKIP, STALL
from burgher.games.granja.components import STALL_NAMES, VALUES
from burgher.games.granja.market import lower_neighbours, occupied, owner_of, removal_points
from burgher.games.granja.naming import listed, several
from burgher.games.granja.pending import ONLY_EMPTY
from burgher.games.granja.refusing import BARROW, too_little
from burgher.games.granja.wording.base import Wording
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.errors import IllegalAction


class StallToPlace(Wording):
    """Where to put a marker in the market."""

    decision = "where your marker goes"
    section = BARROW
    verbs = (STALL,)
    takes_more = True

    def question(self, state: GranjaData, what: int) -> str:
        values = listed([str(VALUES[n]) for n in members_of(what & 31)], "or")
        if what & ONLY_EMPTY:
            return f"On which empty stall of value {values} do you put a marker?"
        return f"On which stall of value {values} do you put your marker?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        said = f"Put a marker on stall {STALL_NAMES[thing]}, of value {components.market_values[thing]}"
        if what & ONLY_EMPTY:
            return said
        owner, each = owner_of(state, thing), removal_points(state, thing)
        does = []
        if owner >= 0:
            whose = "your own" if owner == state.seat else "an opponent's"
            points = 1 if owner == state.seat else each
            does.append(f"replaces {whose} for {several(points, 'point')}")
        away = len(members_of(lower_neighbours(state, state.seat, thing)))
        if away:
            does.append(f"drives {several(away, 'marker')} away for {several(away * each, 'point')}")
        return said + (f": it {listed(does)}" if does else "")

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        lookups, name = state.lookups, f"Stall {STALL_NAMES[thing]}"
        if not lookups.stalls_open[state.seats] & 2**thing:
            said = f"{name} is not used with {several(state.seats, 'player')}"
            return IllegalAction("stall-closed", said, BARROW)
        values = [VALUES[n] for n in members_of(what & 31)]
        if lookups.stall_value[thing] not in values:
            wanted = listed([str(value) for value in values], "or")
            said = f"{name} has value {lookups.stall_value[thing]}; your marker needs {wanted}"
            return IllegalAction("wrong-value", said, BARROW)
        assert occupied(state) & 2**thing
        if what & ONLY_EMPTY:
            return IllegalAction("stall-taken", f"{name} is taken, and the marker needs an empty one", BARROW)
        if state.market[state.seat] & 2**thing:
            return IllegalAction("stall-taken", f"{name} is yours: others of its value come first", BARROW)
        return IllegalAction("stall-taken", f"{name} is taken, and another of its value is empty", BARROW)

    def unanswerable(self, state: GranjaData, what: int) -> IllegalAction:
        return IllegalAction("no-empty-stall", "No stall place for it is empty", BARROW)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what & (2 ** len(VALUES) - 1) > 0 and what < 2 * ONLY_EMPTY


class MarketGuard(Wording):
    """Whether to keep a marker for silver."""

    decision = "whether you keep a marker"
    section = BARROW
    verbs = (GUARD, SKIP)
    declined = "lets the markers go"

    def question(self, state: GranjaData, what: int) -> str:
        price = state.lookups.guard_price
        sell = "come by silver and " if state.me.silver < price else ""
        where = STALL_NAMES[what & 31]
        return f"A new stall at {where} drives you away: do you {sell}keep a marker for {price} silver?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        where = f"stall {STALL_NAMES[thing]}, of value {components.market_values[thing]}"
        return f"Pay {state.lookups.guard_price} silver to keep your marker on {where}"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Let your markers go"

    def reason(self, state: GranjaData, what: int, verb: int, thing: int) -> IllegalAction:
        if found := too_little(state, "Keeping a marker", state.lookups.guard_price, BARROW):
            return found
        said = f"No marker of yours is being driven away from {STALL_NAMES[thing]}"
        return IllegalAction("nothing-to-guard", said, BARROW)

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        seat, space = what >> 5, what & 31
        if seat >= state.holders or seat == state.seat or space >= len(STALL_NAMES):
            return False
        return bool(state.market[seat] & 2**space)
