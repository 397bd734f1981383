"""One game between agents, from the deal to the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from burgher import agents
from burgher.kernel.journal import Journal

if TYPE_CHECKING:
    from burgher.kernel.game import Game


ENDLESS = 5000
"""After so many decisions, several times as many as the longest games take, it counts as it stands.

There are games that go on for ever if nobody wants, or is able, to end them.
"""


@dataclass(frozen=True)
class Outcome:
    """How a game ended, seat by seat."""

    scores: list[int]
    ranks: list[int]
    sources: list[Counter[str]]
    """Points by where they come from."""
    decisions: int
    first: int
    """The seat that decided first: who begins is drawn in most games."""

    @property
    def stopped(self) -> bool:
        """Whether the game would not end, and counts as it stood."""
        return self.decisions >= ENDLESS

    def wins(self, seat: int) -> Fraction:
        """What a seat has of the victory; those who share it share the win."""
        return Fraction(1, self.ranks.count(1)) if self.ranks[seat] == 1 else Fraction(0)


def play_out(game: Game, seed: int, players: Sequence[tuple[str, int]]) -> Outcome:
    """Play a game dealt from a seed between agents, one for each seat, each with a seed of its own."""
    journal = Journal()
    decisions = 0
    try:
        state = game.deal(seed, journal)
        first = state.seat
        choosers = [agents.create(name, own).choose for name, own in players]
        while not state.is_over and decisions < ENDLESS:
            state.apply(choosers[state.seat](state))
            decisions += 1
    except Exception as error:
        seats = ", ".join(f"{name} ({own})" for name, own in players)
        error.add_note(f"at decision {decisions} of {game!r}.deal({seed}), played by {seats}")
        raise
    sources: list[Counter[str]] = [Counter() for _ in players]
    for entry in journal.entries:
        if entry.points:
            sources[entry.seat][game.source(entry)] += entry.points
    return Outcome(state.scores(), state.ranks(), sources, decisions, first)
