"""Lines: what may come of a position when everybody plays on sensibly, in any game.

A line is one future of many: what is hidden from somebody, or only the chance to come, is dealt anew; then
everybody takes, for some decisions, the action after which the position looks best to them, and nobody looks
at dice that have not been rolled. Where it leads, the game's instinct can judge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.kernel.chance import drawn, step
from burgher.kernel.offers import action_buffer

if TYPE_CHECKING:
    from burgher.kernel.journal import Journal
    from burgher.kernel.state import State
    from burgher.kernel.words import Words

NOBODY: Final = -1
"""Whose eyes see everything that lies on the table and in hands, and only not what chance will bring."""
NOTHING: Final = -1
"""No action: the line begins with the decision itself."""
LONGEST: Final = 10000
"""No line is longer than this, whatever is asked for."""


class Lines:
    """Plays on from positions of one game, one line at a time."""

    def __init__(self, state: State, decisions: i64) -> None:
        self.decisions: i64 = decisions
        """How many decisions are played, and on to the next player's; a line may end with the game."""
        self.end: State = state.clone()
        """Where the last line has led."""
        self.trial: State = state.clone()
        self.actions: Words = action_buffer()

    def follow(
        self, start: State, eyes: i64, action: i64, chance: i64, lot: i64, journal: Journal | None
    ) -> None:
        """Play a line from a position, beginning with an action or with `NOTHING`.

        What the seat `eyes` cannot know is dealt from `chance`; for `NOBODY`, all stays as it is but what
        chance will bring. Of actions that look alike, `lot` decides. A journal, if given, tells of the line.
        """
        now = self.end
        now.copy_from(start)
        if eyes >= 0:
            now.forget(eyes, chance)
        else:
            now.chance = chance
        now.journal = journal
        if action >= 0:
            now.apply(action)
        left = self.decisions
        played: i64 = 0
        seat = now.seat
        while not now.is_over and played < LONGEST and (left > 0 or now.seat == seat):
            seat = now.seat
            now.apply(self.best(now, lot))
            lot = step(lot)
            left -= 1
            played += 1
        now.journal = None

    def best(self, now: State, lot: i64) -> i64:
        """The action after which the position looks best to the one who moves."""
        seat = now.seat
        trial = self.trial
        count = now.legal(self.actions)
        found: i64 = self.actions[0]
        if count == 1:
            return found
        most: i64 = 0
        equals: i64 = 0
        i: i64 = 0
        while i < count:
            action = self.actions[i]
            trial.copy_from(now)
            trial.chance = lot
            trial.apply(action)
            worth = trial.worth(seat)
            if equals == 0 or worth > most:
                found = action
                most = worth
                equals = 1
            elif worth == most:
                equals += 1
                lot = step(lot)
                if drawn(lot, equals) == 0:
                    found = action
            i += 1
        return found

    def worths(self, seats: i64) -> list[int]:
        """What the end of the last line looks worth to each seat, in hundredths of a point."""
        found: list[int] = []
        seat: i64 = 0
        while seat < seats:
            found.append(self.end.worth(seat))
            seat += 1
        return found
