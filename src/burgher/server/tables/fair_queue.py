"""A fair queue: who is thought for next, so that nobody's many tables make another person wait.

It is fair queueing as routers do it, by virtual time: whoever has been thought for least comes first. First
among the addresses from which tables were opened, then among the tables of one address. To have asked for
nothing for long gives no credit; what a thought took is charged, and while it runs, what it should take.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

FORGET_ABOVE = 1000
"""When more than so many are remembered, those are forgotten whom it makes no difference to."""


@dataclass(frozen=True, eq=False, slots=True)
class Thought:
    """Something to be thought about: for whom, at which table, and how long that should take."""

    owner: Hashable
    """Whom it is charged to: the address from which the table was opened."""
    table: str
    seconds: float
    """How long it should take."""
    people: bool = True
    """Whether a person waits for it: those come before tables at which only opponents play."""
    quick: bool = False
    """Whether it may be thought about where long thoughts may not."""


class VirtualTime:
    """How much each of several has had, those who had nothing for long counting as level with the last."""

    def __init__(self) -> None:
        self._now = 0.0
        self._had: dict[Hashable, float] = {}

    def of(self, key: Hashable) -> float:
        """What somebody counts as having had."""
        return max(self._now, self._had.get(key, 0.0))

    def go_on(self, waiting: Iterable[Hashable]) -> None:
        """Let time come to whoever of those that wait has had the least."""
        self._now = max(self._now, min(map(self.of, waiting), default=self._now))
        if len(self._had) > FORGET_ABOVE:
            self._had = {key: had for key, had in self._had.items() if had > self._now}

    def charge(self, key: Hashable, seconds: float) -> None:
        """Let somebody have had some more, or less than was thought."""
        self._had[key] = self.of(key) + seconds


class FairQueue:
    """Thoughts that wait."""

    def __init__(self) -> None:
        self._waiting: dict[Thought, None] = {}
        # People and opponents among themselves have a time each: who waits behind the others for long should
        # not hold up the clock by which newcomers are let in.
        self._owners = {True: VirtualTime(), False: VirtualTime()}
        self._tables: dict[tuple[bool, Hashable], VirtualTime] = {}
        self._begun = 0
        """How many have had their turn and are not done."""

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, thought: Thought) -> None:
        """Let a thought wait for its turn."""
        self._waiting[thought] = None

    def remove(self, thought: Thought) -> None:
        """Forget a thought that nobody waits for any more."""
        self._waiting.pop(thought, None)

    def take(self, *, quick_only: bool = False) -> Thought | None:
        """The thought whose turn it is, charged with what it should take; None when there is none."""
        for people in (True, False):
            waiting = [one for one in self._waiting if one.people is people]
            owners = self._owners[people]
            allowed = [one for one in waiting if one.quick or not quick_only]
            if not allowed:
                continue
            # Of equals, whoever has waited longest.
            owner = min(allowed, key=lambda one: owners.of(one.owner)).owner
            tables = self._tables_of(people, owner)
            if not quick_only:  # else those who had less may still wait, and must stay ahead of newcomers
                owners.go_on([owner])
                tables.go_on({one.table for one in waiting if one.owner == owner})
            mine = [one for one in allowed if one.owner == owner]
            thought = min(mine, key=lambda one: tables.of(one.table))
            del self._waiting[thought]
            self._charge(thought, thought.seconds)
            self._begun += 1
            return thought
        return None

    def done(self, thought: Thought, seconds: float) -> None:
        """Charge what a thought really took; when nobody wants anything any more, all are level again."""
        self._charge(thought, seconds - thought.seconds)
        self._begun -= 1
        if not self._begun and not self._waiting:
            self._owners = {True: VirtualTime(), False: VirtualTime()}
            self._tables = {}

    def _charge(self, thought: Thought, seconds: float) -> None:
        self._owners[thought.people].charge(thought.owner, seconds)
        self._tables_of(thought.people, thought.owner).charge(thought.table, seconds)

    def _tables_of(self, people: bool, owner: Hashable) -> VirtualTime:
        if len(self._tables) > FORGET_ABOVE:
            waiting = {(one.people, one.owner) for one in self._waiting}
            self._tables = {key: one for key, one in self._tables.items() if key in waiting}
        return self._tables.setdefault((people, owner), VirtualTime())
