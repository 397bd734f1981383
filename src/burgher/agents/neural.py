"""A trained network: it has learned from games which move is good and who stands well.

It is an ONNX file with an input `observation` (a row is what a seat observes, `Game.observation`) and two
outputs: `policy` has a logit for each action of the game, `value` says how each seat stands, from -1 to
1, the observing one first. Its notes say what it is for (`notes_for`). `examples/learn.py` trains and
writes such files.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgher import games
from burgher.agents import Agent
from burgher.kernel.errors import BadOptions, BurgherError
from burgher.kernel.search import ONE, Judge

if TYPE_CHECKING:
    from burgher.kernel.game import Game
    from burgher.kernel.state import State

FORMAT = "1"
"""Raised when files of before can no longer be read."""


def notes_for(game: Game, scale: int) -> dict[str, str]:
    """What a network's file says of itself: its game, what it sees there, and what its values mean.

    A lead of `scale` hundredths of a point is half a victory: a value of 0.5.
    """
    return {
        "burgher": FORMAT,
        "game": game.name,
        "players": str(game.players),
        "options": json.dumps(game.options),
        "observation": game.observation.fingerprint,
        "actions": str(game.num_actions),
        "scale": str(scale),
    }


class Network(Judge):
    """A trained network, asked for one position at a time."""

    def __init__(self, path: Path) -> None:
        try:
            import numpy
            import onnxruntime
        except ImportError as error:
            raise BadOptions(f"a network needs {error.name}: pip install 'burgher[neural]'") from error
        options = onnxruntime.SessionOptions()
        # One position is too little to be shared out, and other processes play other games.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            session: Any = onnxruntime.InferenceSession(
                path.read_bytes(), options, providers=["CPUExecutionProvider"]
            )
        except OSError as error:
            raise BadOptions(f"the network {path} cannot be read: {error.strerror}") from error
        except Exception as error:  # onnxruntime's own have no ancestor in common
            raise BadOptions(f"{path} is not a network: {error}") from error
        notes = session.get_modelmeta().custom_metadata_map
        self.game = _game_of(path, notes)
        """What it is for."""
        super().__init__(int(notes["scale"]))
        self._session = session
        self._numpy: Any = numpy
        self._seen = numpy.zeros((1, self.game.observation.length), numpy.float32)
        self._eye = self.game.observation.eye(self._seen)
        self._kind = type(self.game.deal(0))

    def fit(self, state: State) -> None:
        """Raise `BadOptions` unless the network is for this game with as many players."""
        if type(state) is not self._kind or len(state.scores()) != self.game.players:
            raise BadOptions(f"this network is for {self.game.title} with {self.game.players} players only")

    def look(self, state: State) -> tuple[Any, Any]:
        """The logits of all actions, and how each seat stands, the one to move first."""
        self._eye.look(state, state.seat)
        policy, value = self._session.run(("policy", "value"), {"observation": self._seen})
        return policy[0], value[0]

    def judge(self, state: State, actions: list[int]) -> list[int]:
        policy, value = self.look(state)
        logits = policy[actions]
        likely = self._numpy.exp(logits - logits.max())
        likely *= 1023 / likely.sum()
        said = [1 + int(share) for share in likely.tolist()]
        stands = [int(one * ONE) for one in value.tolist()]
        return said + stands[-state.seat :] + stands[: -state.seat] if state.seat else said + stands


def _game_of(path: Path, notes: dict[str, str]) -> Game:
    """The game that a file is for; raises `BadOptions`."""
    if notes.get("burgher") != FORMAT:
        raise BadOptions(f"{path} is not a network of Burgher's, or not of this one's")
    try:
        game = games.load(notes["game"], int(notes["players"]), **json.loads(notes["options"]))
    except BurgherError as error:
        raise BadOptions(f"the network {path} is for a game that is not here: {error}") from error
    if notes_for(game, int(notes["scale"])) != notes:
        raise BadOptions(f"the network {path} was trained on what another Burgher shows: train it anew")
    return game


@cache
def _opened(path: Path, changed: int) -> Network:
    return Network(path)


def network(argument: str) -> Network:
    """The network in a file, opened once; raises `BadOptions`."""
    path = Path(argument).resolve()
    if not path.is_file():
        raise BadOptions(f"there is no network {argument!r}")
    return _opened(path, path.stat().st_mtime_ns)


class NeuralAgent(Agent):
    """Takes the move that a trained network likes best, at sight."""

    takes = "the file of a trained network"

    def __init__(self, seed: int, argument: str = "") -> None:
        super().__init__(seed)
        if not argument:
            raise BadOptions(f"the agent 'neural' needs {self.takes}: neural:FILE")
        self.network = network(argument)

    def choose(self, state: State) -> int:
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        self.network.fit(state)
        policy, _ = self.network.look(state)
        return max(actions, key=policy.__getitem__)


AGENT = NeuralAgent
