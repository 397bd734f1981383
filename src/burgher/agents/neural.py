"""A trained network: it has learned from games which move is good and who stands well.

It is an ONNX file. Its inputs are these, a row for each position; it may do without some:

    observation   what a seat observes (`Game.observation`)
    behind        for each action that is legal, how many points worse the position looks to the seat after
                  it than after the best, by the game's heuristic; 0 for all other actions
    leads         how many points each seat is ahead of the best of the others, by the heuristic, the
                  observing one first

Of its outputs, `policy` has a logit for each action of the game, `value` says how each seat stands, from -1
to 1, the observing one first. Its notes say what it is for (`notes_for`). `examples/learn.py` trains and
writes such files.
"""

from __future__ import annotations

import json
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgher import games
from burgher.agents import Agent
from burgher.kernel.chance import seeded
from burgher.kernel.errors import BadOptions, BurgherError
from burgher.kernel.search import ONE, Evaluator

if TYPE_CHECKING:
    from burgher.kernel.game import Game
    from burgher.kernel.state import State

FORMAT = "1"
"""Raised when files of before can no longer be read."""
WEIGHT = 512
"""How much its word on how a position stands counts in a search beside playing on, in 1024ths."""
IMAGINED = seeded(0)
"""Everything hidden is imagined the same way whenever the heuristic is asked."""


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


class Heuristic:
    """What the game's heuristic says at sight, by what the seat to move can know."""

    def __init__(self, state: State) -> None:
        self._known, self._ahead = state.clone(), state.clone()

    def weigh(self, state: State, actions: list[int]) -> tuple[list[int], list[int]]:
        """What the position looks worth to the seat to move after each action, in hundredths of a point.

        Then what it looks worth, as it is, to each seat, the one to move first.
        """
        seat, seats, known, ahead = state.seat, len(state.scores()), self._known, self._ahead
        known.copy_from(state)
        known.redeal_hidden(seat, IMAGINED)
        after: list[int] = []
        for action in actions:
            ahead.copy_from(known)
            ahead.apply(action)
            after.append(ahead.evaluate(seat))
        return after, [known.evaluate((seat + n) % seats) for n in range(seats)]


def leads(worths: list[int]) -> list[int]:
    """By how much each is ahead of the best of the others; whoever is alone, of nothing.

    >>> leads([5, 9, 7])
    [-4, 2, -2]
    """
    *_, second, first = sorted([*worths, 0] if len(worths) == 1 else worths)
    return [worth - (second if worth == first else first) for worth in worths]


class Network(Evaluator):
    """A trained network, asked for one position at a time."""

    def __init__(self, path: Path) -> None:
        try:
            import numpy
            import onnxruntime
        except ImportError as error:
            raise BadOptions(f"a network needs {error.name}: pip install {error.name}") from error
        options = onnxruntime.SessionOptions()
        # One position is too little to be shared out, and other processes play other games.
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        try:
            learned = path.read_bytes()
            session: Any = onnxruntime.InferenceSession(learned, options, providers=["CPUExecutionProvider"])
        except OSError as error:
            raise BadOptions(f"the network {path} cannot be read: {error.strerror}") from error
        except Exception as error:  # onnxruntime's own have no ancestor in common
            raise BadOptions(f"{path} is not a network: {error}") from error
        notes = session.get_modelmeta().custom_metadata_map
        self.game = _game_of(path, notes)
        """What it is for."""
        self.learned = blake2b(learned, digest_size=6).hexdigest()
        """Stands for what it has learned."""
        super().__init__(int(notes["scale"]), WEIGHT)
        self._session = session
        self._numpy: Any = numpy
        self._seen = numpy.zeros((1, self.game.observation.length), numpy.float32)
        self._behind = numpy.zeros((1, self.game.num_actions), numpy.float32)
        self._leads = numpy.zeros((1, self.game.players), numpy.float32)
        given = {"observation": self._seen, "behind": self._behind, "leads": self._leads}
        self._given = {one.name: given[one.name] for one in session.get_inputs() if one.name in given}
        state = self.game.deal(0)
        self._observer = self.game.observation.observer(self._seen)
        self._heuristic = Heuristic(state)
        self._kind = type(state)

    def fit(self, state: State) -> None:
        """Raise `BadOptions` unless the network is for this game with as many players."""
        if type(state) is not self._kind or len(state.scores()) != self.game.players:
            raise BadOptions(f"this network is for {self.game.title} with {self.game.players} players only")

    def look(self, state: State, actions: list[int]) -> tuple[Any, Any]:
        """The logits of the legal actions, and how each seat stands, the one to move first."""
        self._observer.look(state, state.seat)
        if len(self._given) > 1:
            self._look_by_heuristic(state, actions)
        policy, value = self._session.run(("policy", "value"), self._given)
        return policy[0, actions], value[0]

    def _look_by_heuristic(self, state: State, actions: list[int]) -> None:
        after, worths = self._heuristic.weigh(state, actions)
        most = max(after)
        self._behind.fill(0)
        self._behind[0, actions] = [(most - worth) / 100 for worth in after]
        self._leads[0] = [lead / 100 for lead in leads(worths)]

    def evaluate(self, state: State, actions: list[int]) -> list[int]:
        logits, value = self.look(state, actions)
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
        self.learned = self.network.learned

    def choose(self, state: State) -> int:
        actions = state.legal_actions()
        if len(actions) == 1:
            return actions[0]
        self.network.fit(state)
        logits, _ = self.network.look(state, actions)
        return actions[int(logits.argmax())]


AGENT = NeuralAgent
