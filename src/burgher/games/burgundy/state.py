"""A game of The Castles of Burgundy in progress: what lies on the table, and the rules that go on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.burgundy.choices import choose_again
from burgher.games.burgundy.data import BurgundyData
from burgher.games.burgundy.heuristic import evaluate
from burgher.games.burgundy.observation import observe
from burgher.games.burgundy.questions.registry import QUESTIONS
from burgher.games.burgundy.scoring import places
from burgher.games.burgundy.stack import top
from burgher.games.burgundy.turn import carry_out

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints
    from burgher.kernel.state import State


class Burgundy(BurgundyData):
    """A game of The Castles of Burgundy in progress, as the kernel plays it."""

    def __init__(self, players: i64, edition: i64, most_empty_wins: i64, secret_choices: i64) -> None:
        super().__init__(players, edition, most_empty_wins, secret_choices, QUESTIONS)

    def offers(self, into: Ints) -> i64:
        if self.is_over:
            return 0
        return self.questions[top(self)].answers(self, into)

    def apply(self, action: i64) -> None:
        carry_out(self, action)

    def clone(self) -> State:
        other = Burgundy(self.seats, self.edition, self.most_empty_wins, self.secret_choices)
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
        if self.secret_choices:
            choose_again(self, seat)
