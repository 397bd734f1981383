"""Who decides: one file for each kind of agent. Adding a file here adds an agent.

An agent is asked for by its name and, where it takes one, an argument after a colon: `greedy`,
`search:1s`. People choose by level, which is a name for an agent with its argument: `levels.toml`.
"""

from __future__ import annotations

import tomllib
from abc import ABC, abstractmethod
from copy import copy
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.resources import files
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any, ClassVar, Self, SupportsIndex, cast

from burgher.kernel.chance import seed_number, seeded
from burgher.kernel.errors import BadOptions

if TYPE_CHECKING:
    from burgher.kernel.state import State


class Agent(ABC):
    """A player that decides by itself, in any game.

    A file of this folder names its subclass `AGENT`.
    """

    takes: ClassVar[str] = ""
    """What may follow its name after a colon, in a few words; nothing when empty."""

    name: str
    """What it was asked for by, argument included."""

    learned: str = ""
    """Stands for what it has learned from games and keeps in a file of its own, if anything."""

    def __init__(self, seed: int, argument: str = "") -> None:
        self.chance = seeded(seed)
        """The state of its generator: everything random in what it does comes from the seed."""

    @abstractmethod
    def choose(self, state: State) -> int:
        """A legal action for the seat to move, of a game that is not over.

        The state is the whole truth, and an agent is trusted not to look: it may use only what
        `state.seat` can know, so that its choice is the same for every `state.imagine(state.seat, seed)`.
        It leaves the state as it was.
        """

    def findings(self) -> list[tuple[int, int, float]]:
        """What the last choice followed from, best first: action, how often it was tried, worth from -1 to 1.

        Empty for agents that try nothing out.
        """
        return []

    def __deepcopy__(self, memo: object) -> Self:
        return copy(self)  # what it has learned is large, and never changes

    def __repr__(self) -> str:
        return f"<Agent {self.name}>"


@dataclass(frozen=True)
class Level:
    """How well an opponent plays, for people to choose by."""

    name: str
    agent: str
    """Who plays at this level, argument included."""
    says: str
    """A sentence for the person choosing."""
    usual: bool = False
    """Whether it is the one for people who do not choose."""
    for_points: bool = False
    """Whether it seeks points of its own, whoever wins."""

    @property
    def title(self) -> str:
        """What people call it."""
        return self.name.replace("-", " ")


@cache
def levels() -> dict[str, Level]:
    """The levels by name, the weakest first."""
    table = tomllib.loads((files(__package__) / "levels.toml").read_text(encoding="utf-8"))
    return {level["name"]: Level(**level) for level in table["level"]}


@cache
def opponents() -> dict[str, Level]:
    """Whom people choose from, by name: the levels, then those among them that can play for points, too."""
    for_points = [
        replace(
            level,
            name=f"{level.name}-for-points",
            agent=f"{level.agent},aim=points",
            says=f"Thinks as a {level.name} does, for as many points of its own as it can, whoever wins.",
            usual=False,
            for_points=True,
        )
        for level in levels().values()
        if level.agent.startswith("search:")
    ]
    return levels() | {level.name: level for level in for_points}


def agent_called(name: str) -> str:
    """The agent, argument included, that plays under a name."""
    return opponents()[name].agent if name in opponents() else name


def agent_title(name: str) -> str:
    """What people call whoever plays under a name."""
    return opponents()[name].title if name in opponents() else name


def usual_level() -> str:
    """The level for people who do not choose."""
    return next(level.name for level in levels().values() if level.usual)


def names() -> list[str]:
    """The names of the agents that are there."""
    return sorted(module.name for module in iter_modules(__path__))


@cache
def kind(name: str) -> type[Agent]:
    """The class of the agents of a name; raises `BadOptions`."""
    if name not in names():
        known = ", ".join([*opponents(), *names()])
        raise BadOptions(f"there is no agent {name!r}: there is {known}")
    return cast(type[Agent], import_module(f"{__name__}.{name}").AGENT)


def create(name: str, seed: SupportsIndex) -> Agent:
    """An agent, asked for as `name`, as `name:argument` or by level; raises `BadOptions`.

    >>> create("greedy", seed=7)
    <Agent greedy>
    """
    wanted, colon, argument = agent_called(name).partition(":")
    found = kind(wanted)
    if colon and not found.takes:
        raise BadOptions(f"the agent {wanted!r} takes no argument, and {argument!r} was given")
    agent = found(seed_number(seed), argument)
    agent.name = name
    return agent


@cache
def _thinking() -> dict[str, Any]:
    return tomllib.loads((files(__package__) / "thinking.toml").read_text(encoding="utf-8"))


def how_agents_think(game: str) -> str:
    """The declared version of how agents think in a game: where it is the same, so is what they choose.

    `thinking.toml` declares it; a game that is not named there is at version 1.
    """
    return str(_thinking().get(game, {}).get("version", 1))


def thinking_meant(game: str, kept: str) -> str:
    """The version that is meant by what results were kept with: itself, or a fingerprint of former times."""
    return str(_thinking().get(game, {}).get("fingerprints", {}).get(kept, kept))
