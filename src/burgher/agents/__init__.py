"""Who decides: one file for each kind of agent. Adding a file here adds an agent.

An agent is asked for by its name and, where it takes one, an argument after a colon: `greedy`,
`search:1s`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, ClassVar, cast

from burgher.kernel.chance import sown
from burgher.kernel.errors import BadOptions

if TYPE_CHECKING:
    from burgher.kernel.state import State


@dataclass(frozen=True)
class Level:
    """An agent as an opponent for people."""

    spec: str
    """How it is asked for."""
    meaning: str
    """A sentence for whoever chooses."""
    strength: int
    """A place among the others, and no more than that."""


class Agent(ABC):
    """A player that decides by itself, in any game.

    A file of this folder names its subclass `AGENT`.
    """

    levels: ClassVar[tuple[Level, ...]] = ()
    """As which opponents it is offered to people; none for what is there for study."""
    takes: ClassVar[str] = ""
    """What may follow its name after a colon, in a few words; nothing when empty."""

    name: str
    """What it was asked for by, argument included."""

    def __init__(self, seed: int, argument: str = "") -> None:
        self.chance = sown(seed)
        """The state of its generator: everything random in what it does comes from the seed."""

    @abstractmethod
    def choose(self, state: State) -> int:
        """A legal action for the seat to move, of a game that is not over.

        The state is the whole truth, and an agent is trusted not to look: it may use only what
        `state.seat` can know, so that its choice is the same for every `state.imagine(state.seat, seed)`.
        It leaves the state as it was.
        """

    def __repr__(self) -> str:
        return f"<Agent {self.name}>"


def names() -> list[str]:
    """The names of the agents that are there."""
    return sorted(module.name for module in iter_modules(__path__))


@cache
def levels() -> tuple[Level, ...]:
    """The opponents that people may choose from, the strongest last."""
    offered = [level for name in names() for level in kind(name).levels]
    return tuple(sorted(offered, key=lambda level: (level.strength, level.spec)))


@cache
def kind(name: str) -> type[Agent]:
    """The class of the agents of a name; raises `BadOptions`."""
    if name not in names():
        raise BadOptions(f"there is no agent {name!r}: there is {', '.join(names())}")
    return cast(type[Agent], import_module(f"{__name__}.{name}").AGENT)


def create(name: str, seed: int) -> Agent:
    """An agent, asked for as `name` or `name:argument`; raises `BadOptions`.

    >>> create("greedy", seed=7)
    <Agent greedy>
    """
    wanted, colon, argument = name.partition(":")
    found = kind(wanted)
    if colon and not found.takes:
        raise BadOptions(f"the agent {wanted!r} takes no argument, and {argument!r} was given")
    agent = found(seed, argument)
    agent.name = name
    return agent
