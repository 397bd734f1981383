"""Gray dice: what Counsellors and Outlaws, the two sides of one module, have in common.

Some of the revenue dice are gray. Whoever drafts one gets more than its revenue: a counsellor's reward, or an
outlaw's penalty. `state.dice` counts all dice, the module those among them that are gray; `die` drafts a
white one, `gray` a gray one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.actions import REROLL as REROLL_ONE
from burgher.games.granja.data import Module
from burgher.games.granja.in_play import (
    DICE_ROLLED,
    DICE_ROLLED_AGAIN,
    DIE_DISCARDED,
    FOR_QUESTION,
    IN_STEP,
    PLAIN_DICE,
)
from burgher.games.granja.legal import uses_of
from burgher.games.granja.pending import DRAFT, LEFTOVER, REROLLING
from burgher.games.granja.revenue import may_draft, plain, take_die
from burgher.games.granja.stack import answer, top
from burgher.kernel import observation
from burgher.kernel.chance import below
from burgher.kernel.ints import BIT, copy_ints, set_of, zeros
from burgher.kernel.observing import copied
from burgher.kernel.offers import offer
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.observation import Field

# Its actions.
GRAY: Final = 0  # + its number less one * 6 + the space it is used on less one
REROLL: Final = 36  # + number less one
OWN: Final = 42
"""The first action of either side."""

# Its events.
GRAY_DICE: Final = 0
"""Of the dice rolled, those that are gray: so many of each number, four bits each."""
TOOK_GRAY: Final = 1
"""A gray die drafted: number from 0, space used from 0."""
AGAIN: Final = 2
"""It is a gray die that is to be rolled again or, with 1, has been discarded: number from 0."""
OWN_EVENTS: Final = 3


ACTS_AT: Final = set_of([DICE_ROLLED, DICE_ROLLED_AGAIN, DIE_DISCARDED, IN_STEP, FOR_QUESTION])
CHANGES: Final = set_of([PLAIN_DICE])


class GrayDice(Module):
    """The gray dice, and the players' boards with a marker on some of six numbers."""

    def __init__(self, gray_dice: Ints) -> None:
        super().__init__()
        self.acts_at = ACTS_AT
        self.changes = CHANGES
        self.gray_dice: Ints = gray_dice
        """How many dice are gray, by the number of players less one."""
        self.gray: Ints = zeros(6)
        """How many dice of each number are left that are gray."""
        self.aside: i64 = 0
        """Gray dice put aside to be rolled again."""
        self.marked: Ints = zeros(4)
        """The numbers with a marker on each seat's board."""

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, GrayDice)
        source: GrayDice = other  # checked once: `other` would be at every use
        copy_ints(self.gray, source.gray)
        self.aside = source.aside
        copy_ints(self.marked, source.marked)

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        if moment == DICE_ROLLED:
            self.roll(state)
        elif moment == DICE_ROLLED_AGAIN:
            self.rolled_again(state, a)
        elif moment == DIE_DISCARDED:
            self.die_discarded(state, a)

    def changed(self, state: GranjaData, quantity: i64, value: i64, a: i64) -> i64:
        if quantity == PLAIN_DICE:
            return self.plain_dice(state, value)
        return value

    def offers(self, state: GranjaData, into: Ints, end: i64, where: i64, a: i64) -> i64:
        if where == IN_STEP:
            return self.decisions(state, into, end)
        if where == FOR_QUESTION:
            return self.more_answers(state, into, end, a)
        return end

    # -- rolling ------------------------------------------------------------------------------------

    def roll(self, state: GranjaData) -> None:
        """All dice are alike: so any of those rolled may be the gray ones."""
        number: i64 = 0
        shown: i64 = 0
        while number < 6:
            self.gray[number] = 0
            shown += at(state.dice, number) * BIT[number * 4]
            number += 1
        self.colour(state, shown, self.gray_dice[state.seats - 1])

    def rolled_again(self, state: GranjaData, shown: i64) -> None:
        """Dice put aside have been rolled again: what they show, four bits for each number."""
        self.colour(state, shown, self.aside)
        self.aside = 0

    def colour(self, state: GranjaData, shown: i64, count: i64) -> None:
        """Let so many of some dice be gray."""
        found: i64 = 0
        while count > 0:
            dice: i64 = 0
            number: i64 = 0
            while number < 6:
                dice += shown >> (number * 4) & 15
                number += 1
            rank = below(state, dice)
            number = 0
            while rank >= shown >> (number * 4) & 15:
                rank -= shown >> (number * 4) & 15
                number += 1
            shown -= BIT[number * 4]
            found += BIT[number * 4]
            self.gray[number] += 1
            count -= 1
        if found:
            self.note(state, at(state.order, 0), GRAY_DICE, found)

    def die_discarded(self, state: GranjaData, number: i64) -> None:
        """Of dice that show the same, a white one is discarded; a gray one only where all are gray."""
        if self.gray[number] > at(state.dice, number):
            self.gray[number] -= 1
            self.note(state, 0, AGAIN, number, 1)

    def plain_dice(self, state: GranjaData, numbers: i64) -> i64:
        """Of some numbers, those of which there is a die that `die` and `reroll` can name."""
        number: i64 = 0
        while number < 6:
            if at(state.dice, number) == self.gray[number]:
                numbers &= ~BIT[number]
            number += 1
        return numbers

    def gray_numbers(self) -> i64:
        """The numbers that gray dice show."""
        numbers: i64 = 0
        number: i64 = 0
        while number < 6:
            if self.gray[number]:
                numbers |= BIT[number]
            number += 1
        return numbers

    # -- drafting -----------------------------------------------------------------------------------

    def decisions(self, state: GranjaData, into: Ints, end: i64) -> i64:
        """Offer what else can be decided in a step in which nothing is asked; return where the offers end."""
        if state.step != DRAFT:
            return end
        uses: i64 = uses_of(state, may_draft(state) & self.gray_numbers())
        return offer(into, end, self.first + GRAY, uses & self.allowed(state))

    def allowed(self, state: GranjaData) -> i64:
        """The uses of gray dice that the seat to decide may choose, as `uses_of` has them."""
        return 0xFFFFFFFFF

    def more_answers(self, state: GranjaData, into: Ints, end: i64, asked: i64) -> i64:
        """Offer further answers to a question that the rules ask; return where the offers end."""
        if asked == REROLLING:
            return offer(into, end, self.first + REROLL, self.gray_numbers())
        return end

    def apply(self, state: GranjaData, action: i64) -> None:
        if action < REROLL:
            number: i64 = action // 6
            space: i64 = action % 6
            white = self.has_white(state)
            self.gray[number] -= 1
            self.note(state, state.seat, TOOK_GRAY, number, space)
            take_die(state, number, space)
            self.drafted(state, space, white)
            state.done = True
        elif action < OWN:
            self.gray[action - REROLL] -= 1
            self.aside += 1
            self.note(state, state.seat, AGAIN, action - REROLL)
            answer(state, REROLL_ONE, action - REROLL)
        else:
            self.act(state, action - OWN)

    def has_white(self, state: GranjaData) -> bool:
        """Whether there is a white die for the seat to decide."""
        return plain(state, may_draft(state)) != 0

    def drafted(self, state: GranjaData, space: i64, white: bool) -> None:
        """A gray die was drafted for a space, when there were white ones or not."""
        raise NotImplementedError

    def act(self, state: GranjaData, action: i64) -> None:
        """Carry out an action that this side alone has."""
        raise NotImplementedError

    def check(self, state: GranjaData) -> None:
        if DRAFT <= state.step <= LEFTOVER and not state.is_over:
            for number in range(6):
                assert 0 <= self.gray[number] <= at(state.dice, number), "gray dice are among the dice"
        assert self.aside == 0 or top(state) == REROLLING, "no gray die is put aside"
        for seat in range(4):
            assert 0 <= self.marked[seat] < 64, "a board has six spaces"
            assert seat < state.seats or self.marked[seat] == 0, "only players have boards"

    # -- learners -----------------------------------------------------------------------------------

    def table_fields(self, players: int) -> list[Field]:
        return [
            observation.number("gray", "The dice of each number left that are gray.", 9, 3, "123456"),
            observation.number("aside", "Gray dice put aside to be rolled again.", 2),
        ]

    def seat_fields(self, players: int) -> list[Field]:
        return [observation.bits("marked", "The numbers with a marker on the board.", "123456")]

    def observe(self, state: GranjaData, seat: i64, into: Ints, n: i64) -> i64:
        n = copied(self.gray, 6, into, n)
        into[n] = self.aside
        return n + 1

    def observe_farm(self, state: GranjaData, farm: i64, seat: i64, into: Ints, n: i64) -> i64:
        into[n] = self.marked[farm]
        return n + 1

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [
            *(
                (
                    f"gray {number + 1}" + ("" if space == number else f" as {space + 1}"),
                    (f"gray-{number + 1}", f"space-{space + 1}"),
                )
                for number in range(6)
                for space in range(6)
            ),
            *((f"reroll gray {number + 1}", ("reroll", f"gray-{number + 1}")) for number in range(6)),
        ]
