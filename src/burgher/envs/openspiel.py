"""The games as OpenSpiel plays them.

    import burgher.envs.openspiel, pyspiel
    game = pyspiel.load_game("burgher_burgundy", {"players": 3})

Importing this module registers every game, `burgher_` before its name. The parameter `players` says how
many play, `options` names the game's options, as in `estates:random;castles:secret`, several values
joined by `+`.

**Chance.** OpenSpiel's algorithms ask what chance may bring, and with what probability. Whenever an
action needs dice or a draw, the state becomes a chance node with `deals` outcomes, all equally likely;
each seeds the generator in its own way, so that what follows is one sample of what may. The outcomes of
another node are other samples: over a game, and over many, everything falls as often as it should, and
nobody can look ahead. The first node is the deal itself.

**Secrets.** `resample_from_infostate` deals anew whatever a player cannot know, as `State.imagine` does. An
information state is a player's view together with every action that it has seen; an observation is the view.

**Returns** are those of all our environments (`burgher.envs.returns`): from -1 for the last to 1 for a
sole winner.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from burgher import agents, games
from burgher.contract import MOST_DECISIONS
from burgher.envs import missing, returns
from burgher.kernel.chance import seeded
from burgher.kernel.errors import BadOptions

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise missing("open_spiel") from error

if TYPE_CHECKING:
    from burgher.kernel.game import Game, OptionValue
    from burgher.kernel.state import State

PREFIX = "burgher_"
"""Stands before a game's name among OpenSpiel's."""
DEALS = 256
"""Into how many ways chance is cut, if nobody says."""
FEWEST = 2
"""What one player gains others lose: nobody plays alone."""
USUAL = "usual"
"""What the options are called when none is named."""


# -- parameters ------------------------------------------------------------------------------------


def parameters(kind: type[Game]) -> dict[str, int | str]:
    """The parameters of a game, and what they are when nobody says."""
    return {"players": kind.players_usual, "options": USUAL, "deals": DEALS}


def load(kind: type[Game], params: Mapping[str, int | str]) -> Game:
    """The game that parameters ask for, with options with which random play ends; raises `BadOptions`."""
    shapes = {option.name: option.shape for option in kind.choices}
    options: dict[str, OptionValue] = {}
    for one in filter(None, str(params["options"]).removeprefix(USUAL).split(";")):
        name, _, value = one.partition(":")
        options[name] = tuple(filter(None, value.split("+"))) if shapes.get(name, "one") != "one" else value
    if int(params["players"]) < FEWEST:
        raise BadOptions(f"{kind.title} alone is no game of sum zero, as those here are: play it in `Batch`")
    return kind(int(params["players"]), **{**kind.finite, **options})


# -- what OpenSpiel calls a game -------------------------------------------------------------------


class BurgherGame(pyspiel.Game):
    """One of our games with its options chosen, for OpenSpiel. Each game has a class of its own."""

    kind: ClassVar[type[Game]]

    def __init__(self, params: Mapping[str, int | str] | None = None) -> None:
        params = {**parameters(self.kind), **(params or {})}
        self.game = load(self.kind, params)
        """The game, as the rest of Burgher knows it."""
        self.deals = int(params["deals"])
        if self.deals < 1:
            raise BadOptions(f"chance has one outcome at least: deals={self.deals} is too few")
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_actions,
            max_chance_outcomes=self.deals,
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_DECISIONS,
        )
        super().__init__(game_type(self.kind), info, params)

    def new_initial_state(self) -> BurgherState:
        """A game that has not been dealt yet."""
        return BurgherState(self)

    def max_chance_nodes_in_history(self) -> int:
        """There are at most as many as decisions, and the deal."""
        return MOST_DECISIONS + 1

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What reads states for a player."""
        return Observer(self.game, iig_obs_type is not None and iig_obs_type.perfect_recall)


def game_type(kind: type[Game]) -> Any:
    """What OpenSpiel needs to know of a game before it is loaded."""
    return pyspiel.GameType(
        short_name=PREFIX + kind.name,
        long_name=kind.title,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=kind.players_allowed.stop - 1,
        min_num_players=max(FEWEST, kind.players_allowed.start),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(kind),
    )


# -- what OpenSpiel calls a state ------------------------------------------------------------------


@dataclass
class Play:
    """Where a game stands. OpenSpiel copies and pickles it as it is."""

    game: Game
    state: State | None = None
    """None before the deal."""
    waiting: int | None = None
    """The action whose outcome is up to chance; then `state` is the one before it."""
    seen: list[tuple[int, int, int]] = field(default_factory=list)
    """Each action so far: by whom, which (-1 for one that nobody can know) and, if it was secret, how often
    secrets had been laid open by then (-1 if it was none)."""

    def __deepcopy__(self, memo: object) -> Play:
        state = None if self.state is None else self.state.clone()
        return Play(self.game, state, self.waiting, list(self.seen))

    def __reduce__(self) -> tuple[Any, ...]:
        position = None if self.state is None else self.game.position(self.state)
        identity = self.game.name, self.game.players, self.game.options
        return _unpickled, (*identity, position, self.waiting, self.seen)


def _unpickled(
    name: str,
    players: int,
    options: dict[str, OptionValue],
    position: dict[str, Any] | None,
    waiting: int | None,
    seen: list[tuple[int, int, int]],
) -> Play:
    game = games.load(name, players, **options)
    return Play(game, None if position is None else game.restore(position), waiting, seen)


class BurgherState(pyspiel.State):
    """A game in progress, for OpenSpiel."""

    def __init__(self, game: BurgherGame) -> None:
        super().__init__(game)
        self.deals = game.deals
        self.play = Play(game.game)

    @property
    def state(self) -> State:
        """The state, as the rest of Burgher knows it."""
        assert self.play.state is not None, "the game has not been dealt"
        return self.play.state

    def current_player(self) -> Any:
        """Whose decision it is."""
        play = self.play
        if play.state is None or play.waiting is not None:
            return pyspiel.PlayerId.CHANCE
        return pyspiel.PlayerId.TERMINAL if play.state.is_over else play.state.seat

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.play.state is not None and self.play.state.is_over

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.state.legal_actions())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The samples of what chance may bring, all equally likely."""
        return [(outcome, 1.0 / self.deals) for outcome in range(self.deals)]

    def _apply_action(self, action: int) -> None:
        play = self.play
        if play.state is None:
            play.state = play.game.deal(action)
        elif play.waiting is not None:
            self._let_chance_decide(action)
        else:
            self._carry_out(action)

    def _carry_out(self, action: int) -> None:
        play, state = self.play, self.state
        secret = state.reveals if play.game.is_secret(state, action) else -1
        play.seen.append((state.seat, action, secret))
        after = state.clone()
        after.apply(action)
        if after.chance == state.chance:
            play.state = after
        else:
            play.waiting = action

    def _let_chance_decide(self, outcome: int) -> None:
        play, state = self.play, self.state
        assert play.waiting is not None
        state.chance = seeded(state.chance * self.deals + outcome)
        state.apply(play.waiting)
        play.waiting = None

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return self.play.game.words(action)

    def returns(self) -> list[float]:
        """What the game was worth to each player; nothing before its end."""
        state = self.play.state
        return [0.0] * self.play.game.players if state is None else returns(state)

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> BurgherState:
        """A copy in which everything that a player cannot know is dealt anew."""
        other: BurgherState = self.clone()
        play, state = other.play, self.state
        play.state = state.imagine(player_id, int(probability_sampler() * 2**53))
        hidden = [not _is_known(seen, player_id, state) for seen in play.seen]
        play.seen = [
            (seat, -1 if unknown else action, secret)
            for unknown, (seat, action, secret) in zip(hidden, play.seen, strict=True)
        ]
        return other

    def __str__(self) -> str:
        play = self.play
        if play.state is None:
            return f"{play.game!r}, not dealt yet"
        asked = "" if play.waiting is None else f"{play.game.words(play.waiting)}: up to chance\n"
        return asked + json.dumps(play.game.position(play.state), ensure_ascii=False)


def _is_known(seen: tuple[int, int, int], player: int, state: State) -> bool:
    """Whether a player knows which action was taken."""
    seat, action, secret = seen
    return action >= 0 and (seat == player or secret != state.reveals)


class Observer:
    """What a player sees of a state, as OpenSpiel asks for it: a tensor, and a text."""

    def __init__(self, game: Game, recalls: bool) -> None:
        self.game = game
        self.recalls = recalls
        """Whether the text has what was done, and not only what there is."""
        self.tensor = np.zeros(game.observation.length, np.float32)
        self.dict = {"observation": self.tensor}
        self._seen = self.tensor.copy()
        self._observer = game.observation.observer(self._seen)

    def set_from(self, state: BurgherState, player: int) -> None:
        """Take in what a player sees; nothing before the deal."""
        if state.play.state is None:
            self.tensor.fill(0)
        else:
            self._observer.look(state.play.state, player)
            self.tensor[:] = self._seen

    def string_from(self, state: BurgherState, player: int) -> str:
        """What a player sees, in JSON."""
        play = state.play
        if play.state is None:
            return f"{player}: nothing yet"
        text = f"{player}: {json.dumps(self.game.view(play.state, player), ensure_ascii=False)}"
        if not self.recalls:
            return text
        done = (
            f"{seen[0]} {self.game.words(seen[1]) if _is_known(seen, player, play.state) else '?'}"
            for seen in play.seen
        )
        return "\n".join([text, *done])


# -- our agents as its bots ------------------------------------------------------------------------


class AgentBot(pyspiel.Bot):
    """One of our agents as an OpenSpiel bot, to play with its own: `AgentBot("greedy", seed=7)`."""

    def __init__(self, agent: str, seed: int) -> None:
        super().__init__()
        self.agent = agents.create(agent, seed)

    def step(self, state: BurgherState) -> int:
        """The agent's choice."""
        return self.agent.choose(state.state)

    def restart_at(self, state: BurgherState) -> None:
        """Nothing needs to be forgotten: an agent remembers no game."""

    def inform_action(self, state: BurgherState, player_id: int, action: int) -> None:
        """Nothing needs to be told: an agent looks at the state."""


def _register() -> None:
    known = set(pyspiel.registered_names())
    for name in games.names():
        if PREFIX + name not in known:
            kind = games.rules(name)
            # A class, since OpenSpiel lets go of it only when Python is gone: only classes outlive that.
            pyspiel.register_game(game_type(kind), type(kind.__name__, (BurgherGame,), {"kind": kind}))


_register()
