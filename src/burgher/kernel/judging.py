"""How a game will end, by the learned network that judges for the search, or by the heuristic without one.

>>> import burgher
>>> from burgher.kernel.judging import expected_points
>>> state = burgher.load("burgundy", players=2).deal(7)
>>> len(expected_points(state))
2
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.kernel.ints import ints
from burgher.kernel.value_network import ValueNetwork

if TYPE_CHECKING:
    from burgher.kernel.game import Game
    from burgher.kernel.state import State


class Judge:
    """Says how many points each seat is to be expected to have in the end, in any state of a game."""

    def __init__(self, game: Game) -> None:
        self._seats = game.players
        self._seen = ints([0] * game.observation.width)
        self._values = ints([0] * game.players)
        found = game.network
        self.learned = "" if found is None else found.learned
        """Stands for the network that is asked; empty where it is the heuristic."""
        self._network = None
        if found is not None:
            self._network = ValueNetwork(
                game.network_plan, found.shape, found.weights, self._seen, self._values
            )

    def points(self, state: State, viewer: int | None = None) -> list[float]:
        """The points of each seat, as the one to move sees the table, or another.

        The heuristic is a first sight of the same: in the middle of a game it says less. A game that is over
        has ended with the points that it has.
        """
        if state.is_over:
            return [float(points) for points in state.scores()]
        seat = state.seat if viewer is None else viewer
        order = [(seat + n) % self._seats for n in range(self._seats)]
        for n, one in enumerate(order):
            self._values[n] = state.evaluate(one)
        if self._network is not None:
            state.observe(seat, self._seen)
            self._network.correct()
        found = [0.0] * self._seats
        for n, one in enumerate(order):
            found[one] = self._values[n] / 100
        return found


def expected_points(state: State, viewer: int | None = None) -> list[float]:
    """What the judge of a state's game says of it; whoever asks often makes a `Judge`, one for each thread.

    Raises `ValueError` for a state that nobody dealt.
    """
    if state.game is None:
        raise ValueError("nobody dealt this game, so nobody knows who judges it")
    return Judge(state.game).points(state, viewer)
