"""The solo game: one farm, and a neutral player who discards dice and puts markers into the market.

The neutral player is no seat but a holder without a farm: it has a place in turn order, before the player or
after, markers in the market, a siesta disc and donkey tiles, but no points. Its known rules break off after
the market. "All rules are in effect" as far as they say nothing else: so each round it plays one of its
donkey tiles, drawn by lot, and its hats move its disc. The result is the player's points.

It is laid onto the table by the number of players, never chosen, and let in where modules are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.cards import add_card, can_draw, take_card
from burgher.games.granja.components import STALL_NAMES
from burgher.games.granja.data import Module
from burgher.games.granja.events import PLACED_STALL, note
from burgher.games.granja.in_play import (
    DIE_DISCARDED,
    DISC_MOVED,
    REPLACE_STALL,
    SET_UP,
    STALL_LEFT,
    STEP_BEGINS,
    TURN_ENDS,
    happened,
    instead,
)
from burgher.games.granja.market import lower_neighbours, occupied, owner_of, take_over
from burgher.games.granja.pending import DRAFT, ENDING, FREE, HATS, LEFTOVER, PLAY, PURCHASED, RECALL
from burgher.games.granja.revenue import rolled
from burgher.kernel.chance import below, pick
from burgher.kernel.ints import BIT, only, replaced, set_of, size
from burgher.kernel.observation import bits, number, one_of
from burgher.kernel.observing import truth
from burgher.kernel.packed import ONE_AT, at

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.observation import Field


STARTS: Final = 0
"""Who has which order marker: 1 if the neutral player is first."""
DISCARDS: Final = 1
"""A die out of the pool: number from 0."""
PLACES: Final = 2
"""A marker into the market: the card turned up, stall place."""
NO_PLACE: Final = 3
"""A card for which no marker is placed: card."""
GIVES_WAY: Final = 4
"""A neutral marker leaves the market: stall place."""
PLAYS: Final = 5
"""A donkey tile: tile."""
RESTS: Final = 6
"""Its disc advances: steps, space."""
IS_FIRST: Final = 7
"""The turn order has changed: 1 if the neutral player is first from now on."""
BEGINS_AT: Final = 8
"""Where its first marker is: stall place."""
DISC_BACK: Final = 9
"""Its siesta disc goes back to the start of the track."""

ALL_TILES: Final = 15
"""Its four donkey tiles."""

NEUTRAL: Final = 1
"""Whose markers those of the neutral player are: it comes after the one seat among the holders."""
LATE: Final = 3
"""The first round, from 0, in which the highest die is discarded."""


def of(components: Components) -> Module:
    """The neutral player, as any set of components has it."""
    return Solo(len(components.siesta) - 1)


ACTS_AT: Final = set_of([SET_UP, STEP_BEGINS, TURN_ENDS, STALL_LEFT, DISC_MOVED])


class Solo(Module):
    """The neutral player."""

    name: ClassVar = "solo"
    title: ClassVar = "Solo"
    meaning: ClassVar = "One player, and a neutral one who discards dice and puts markers into the market."

    def __init__(self, top: i64) -> None:
        super().__init__()
        self.top: i64 = top
        """The last space of the siesta track."""
        self.acts_at = ACTS_AT
        self.more_holders = 1
        self.steps: i64 = 0
        """Where its siesta disc is."""
        self.is_ahead: bool = False
        """Whether that is ahead of the player's: further, or on top."""
        self.tiles: i64 = ALL_TILES
        """Its donkey tiles not yet used."""
        self.tile: i64 = -1
        """The one of this round; -1 before all choose."""
        self.has_placed: bool = False
        """Whether its marker of this round is in the market, or found no place there."""

    def fresh(self) -> Module:
        return Solo(self.top)

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, Solo)
        source: Solo = other  # checked once: `other` would be at every use
        self.steps = source.steps
        self.is_ahead = source.is_ahead
        self.tiles = source.tiles
        self.tile = source.tile
        self.has_placed = source.has_placed

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        if moment == SET_UP:
            self.set_up(state)
        elif moment == STEP_BEGINS:
            self.start_step(state)
        elif moment == TURN_ENDS:
            self.end_turn(state)
        elif moment == STALL_LEFT:
            self.stall_left(state, a, b)
        elif moment == DISC_MOVED:
            self.is_ahead = self.steps > state.players[0].steps

    # -- the rules ---------------------------------------------------------------------------------

    def set_up(self, state: GranjaData) -> None:
        """Draw order marker 2 or 3: one's marker goes to that value, the neutral one to the other."""
        state.leading = below(state, 2)
        mine = state.leading
        self.is_ahead = mine > 0
        state.market = replaced(state.market, 0, BIT[state.lookups.start_stalls[mine]])
        state.market = replaced(state.market, NEUTRAL, BIT[state.lookups.start_stalls[1 - mine]])
        self.note(state, 0, STARTS, mine)
        note(state, 0, PLACED_STALL, state.lookups.start_stalls[mine])
        self.note(state, 0, BEGINS_AT, state.lookups.start_stalls[1 - mine])

    def start_step(self, state: GranjaData) -> None:
        """The neutral player's turns: before those of the player, or before what follows them."""
        step = state.step
        if step == DRAFT:
            if state.leading or state.pick > 0:
                self.discard_die(state)
        elif step == LEFTOVER:
            if not state.leading:
                self.discard_die(state)
        elif step == PLAY:
            if state.round == state.lookups.donkeys_returned:
                self.tiles = ALL_TILES
        elif step == HATS:
            self.play_tile(state)
            if state.leading:
                self.advance(state)
        elif step == FREE:
            if not state.leading:
                self.advance(state)
            self.renew_order(state)
            self.has_placed = False
            if state.leading:
                self.place_marker(state)
        elif step in (RECALL, ENDING):
            if self.steps:
                self.note(state, 0, DISC_BACK)
            self.steps = 0
            self.is_ahead = state.leading > 0
            self.tile = -1

    def end_turn(self, state: GranjaData) -> None:
        """Who is first carries out the whole transportation phase; then the neutral player places."""
        if state.step == PURCHASED and not state.leading and not self.has_placed:
            self.place_marker(state)

    def play_tile(self, state: GranjaData) -> None:
        """One of the donkey tiles that are left, by lot."""
        self.tile = pick(state, self.tiles)
        self.tiles ^= BIT[self.tile]
        self.note(state, 0, PLAYS, self.tile)

    def advance(self, state: GranjaData) -> None:
        """Its hats move its disc, never beyond the top; it goes on top of the player's."""
        space: i64 = self.steps + state.lookups.hats[self.tile]
        if space > self.top:
            space = self.top
        if space == self.steps:
            return
        self.note(state, 0, RESTS, space - self.steps, space)
        self.steps = space
        self.is_ahead = space >= state.players[0].steps

    def renew_order(self, state: GranjaData) -> None:
        """Who is further on the siesta track is first from now on."""
        first: i64 = 0
        if self.is_ahead:
            first = 1
        if first != state.leading:
            state.leading = first
            self.note(state, 0, IS_FIRST, first)

    def discard_die(self, state: GranjaData) -> None:
        """Out of the pool goes the lowest die in the first three rounds, the highest in the others.

        The last one of a space that the player has marked is never taken.
        """
        numbers = rolled(state)
        if state.marked >= 0 and at(state.dice, state.marked) == 1:
            numbers &= ~BIT[state.marked]
        number: i64 = 0
        if state.round < LATE:
            while not numbers & BIT[number]:
                number += 1
        else:
            number = 5
            while not numbers & BIT[number]:
                number -= 1
        state.dice -= ONE_AT[number]
        self.note(state, 0, DISCARDS, number)
        happened(state, DIE_DISCARDED, number)

    def place_marker(self, state: GranjaData) -> None:
        """Turn up a card: a neutral marker goes to a place of its barrow's value, as a player's would."""
        self.has_placed = True
        if not can_draw(state):
            return
        card = take_card(state)
        add_card(state.discards, card)
        lookups = state.lookups
        value: i64 = 0
        places: i64 = 0
        if lookups.barrow_stall[card]:
            value = BIT[lookups.barrow_points[card] - 2]
            all_places = lookups.stalls_open[state.seats] & lookups.stalls_of[value]
            places = all_places & ~occupied(state)
            if places == 0:
                places = all_places & ~state.market[NEUTRAL]
        if places == 0:
            self.note(state, 0, NO_PLACE, card)
            return
        space = pick(state, self.best_of(state, places))
        self.note(state, 0, PLACES, card, space)
        owner = owner_of(state, space)
        if not instead(state, REPLACE_STALL, value * 256 + NEUTRAL * 32 + space, owner):
            take_over(state, NEUTRAL, space, owner)

    def best_of(self, state: GranjaData, places: i64) -> i64:
        """Of some stall places, those where most of the player's markers have to leave.

        Of these, those beside the fewest higher places that are empty, from which it could be driven away.
        """
        best: i64 = -1000
        found: i64 = 0
        while places:
            lowest: i64 = places & -places
            space = only(lowest)
            merit = size(lower_neighbours(state, NEUTRAL, space)) * 10 - self.threats(state, space)
            if merit > best:
                best = merit
                found = 0
            if merit == best:
                found |= lowest
            places ^= lowest
        return found

    def threats(self, state: GranjaData, space: i64) -> i64:
        """How many higher places beside a stall place are not occupied yet."""
        higher = state.lookups.stalls_open[state.seats] & ~occupied(state)
        count: i64 = 0
        while higher:
            lowest: i64 = higher & -higher
            if state.lookups.lower_beside[only(lowest)] & BIT[space]:
                count += 1
            higher ^= lowest
        return count

    def stall_left(self, state: GranjaData, owner: i64, space: i64) -> None:
        """An owner's marker has left a stall place."""
        if owner == NEUTRAL:
            self.note(state, 0, GIVES_WAY, space)

    def check(self, state: GranjaData) -> None:
        assert state.seats == 1, "the solo game is for one player"
        assert 0 <= self.steps <= self.top, "the siesta track has so many spaces"
        steps = state.players[0].steps
        assert self.steps == steps or self.is_ahead == (self.steps > steps), "who is further is ahead"
        assert self.tile < 0 or not self.tiles & BIT[self.tile], "a donkey tile used is gone"

    # -- learners ----------------------------------------------------------------------------------

    def table_fields(self, players: int) -> list[Field]:
        return [
            number("first", "Whether the neutral player is first in turn order.", 1),
            bits("market", "The stall places of the neutral player.", STALL_NAMES),
            number("siesta", "Where its siesta disc is.", self.top),
            number("ahead", "Whether that is ahead of the player's, or on top of it.", 1),
            bits("donkeys", "Its donkey tiles not yet used.", "1234"),
            one_of("donkey", "The one of this round.", "1234"),
        ]

    def observe(self, state: GranjaData, seat: i64, into: Ints, n: i64) -> i64:
        into[n] = state.leading
        into[n + 1] = state.market[NEUTRAL]
        into[n + 2] = self.steps
        into[n + 3] = truth(self.is_ahead)
        into[n + 4] = self.tiles
        into[n + 5] = self.tile
        return n + 6
