"""A game in progress: what lies on the table (`data.py`), and the rules that are called from outside."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.data import GranjaData
from burgher.games.granja.heuristic import evaluate
from burgher.games.granja.legal import offers
from burgher.games.granja.observation import observe
from burgher.games.granja.questions.registry import questions_with
from burgher.games.granja.scoring import places
from burgher.games.granja.secrets import exchange_hidden
from burgher.games.granja.sensible import sensible_offers
from burgher.games.granja.turn import carry_out

if TYPE_CHECKING:
    from burgher.games.granja.data import Module
    from burgher.games.granja.lookups import Lookups
    from burgher.kernel.ints import Ints
    from burgher.kernel.state import State


class Granja(GranjaData):
    """A game of La Granja in progress."""

    def offers(self, into: Ints) -> i64:
        return offers(self, into)

    def sensible_offers(self, into: Ints) -> i64:
        return sensible_offers(self, into)

    def apply(self, action: i64) -> None:
        carry_out(self, action)

    def clone(self) -> State:
        other = Granja(self.seats, self.lookups, self.modules, self.questions)
        other.game = self.game
        other.copy_from(self)
        return other

    def ranks(self) -> list[int]:
        return places(self)

    def evaluate(self, seat: i64) -> i64:
        return evaluate(self, seat)

    def observe(self, seat: i64, into: Ints) -> i64:
        return observe(self, seat, into)

    def exchange_hidden(self, seat: i64) -> None:
        exchange_hidden(self, seat)


def empty_state(players: i64, lookups: Lookups, modules: list[Module]) -> Granja:
    """A table on which nothing lies yet."""
    return Granja(players, lookups, modules, questions_with(modules))
