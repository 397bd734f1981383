"""A game of Hansa Teutonica in progress: what lies on the table, and the rules that go on from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.hansa.data import HansaData
from burgher.games.hansa.heuristic import evaluate
from burgher.games.hansa.missions import deal_again
from burgher.games.hansa.observation import observe
from burgher.games.hansa.questions.registry import QUESTIONS
from burgher.games.hansa.scoring import places
from burgher.games.hansa.turn import carry_out

if TYPE_CHECKING:
    from burgher.games.hansa.data import Variant
    from burgher.kernel.ints import Ints
    from burgher.kernel.state import State


class Hansa(HansaData):
    """A game of Hansa Teutonica in progress, as the kernel plays it."""

    def __init__(self, players: i64, board: i64, variant: Variant) -> None:
        super().__init__(players, board, variant, QUESTIONS)

    def offers(self, into: Ints) -> i64:
        if self.is_over:
            return 0
        return self.questions[self.pending].answers(self, into)

    def apply(self, action: i64) -> None:
        carry_out(self, action)

    def clone(self) -> State:
        other = Hansa(self.seats, self.board.number, self.variant)
        other.game = self.game
        other.copy_from(self)
        return other

    def scores(self) -> list[int]:
        return [player.points for player in self.players]

    def ranks(self) -> list[int]:
        return places(self)

    def evaluate(self, seat: i64) -> i64:
        return evaluate(self, seat)

    def observe(self, seat: i64, into: Ints) -> i64:
        return observe(self, seat, into)

    def exchange_hidden(self, seat: i64) -> None:
        if self.variant.missions and not self.is_over:
            deal_again(self, seat)
