"""How many points each seat is to be expected to have, in a position of a game.

There is one function for it, whoever asks: the network that corrects the heuristic, where the game brings one
and the chances of `study.toml` were measured with it; the heuristic elsewhere. What a study finds of luck is
fair whatever it is worth (`burgher.study.outlook`); how much luck and play it sees depends on it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.kernel.ints import ints
from burgher.kernel.value_network import ValueNetwork

if TYPE_CHECKING:
    from burgher.kernel.game import Game
    from burgher.kernel.network_file import NetworkFile
    from burgher.kernel.state import State


class Judge:
    """Says how many points each seat is to be expected to have."""

    def __init__(self, game: Game, network: NetworkFile | None = None) -> None:
        """For positions of a game, by a network that fits it or by its heuristic."""
        self._players = game.players
        self._seen = self._values = None
        self._network: ValueNetwork | None = None
        if network is not None:
            plan = network.plan(game)
            self._seen = ints([0] * game.observation.width)
            self._values = ints([0] * game.players)
            self._network = ValueNetwork(plan, network.shape, network.weights, self._seen, self._values)

    def points(self, state: State) -> tuple[float, ...]:
        """Each seat's points in the end, as far as can be told; of a game that is over, as they are."""
        if state.is_over:
            return tuple(map(float, state.scores()))
        players = self._players
        worths = [int(state.evaluate(seat)) for seat in range(players)]
        if self._network is None or self._seen is None or self._values is None:
            return tuple(worth / 100 for worth in worths)
        # A network sees a position with somebody's eyes; nobody's count for more than another's.
        sums = [0] * players
        for viewer in range(players):
            state.observe(viewer, self._seen)
            for n in range(players):
                self._values[n] = worths[(viewer + n) % players]
            self._network.correct()
            for n in range(players):
                sums[(viewer + n) % players] += int(self._values[n])
        return tuple(total / (100 * players) for total in sums)
