"""A game: its rules with the options chosen. Each folder under `games/` gives one subclass."""

from __future__ import annotations

import json
import sys
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from importlib.resources import files
from os import PathLike
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from burgher.kernel.errors import BadOptions, BurgherError, IllegalAction, UnreadableAction
from burgher.kernel.observation import Field, Observation
from burgher.kernel.picture import Picture
from burgher.kernel.search_settings import SearchSettings, settings_in

if TYPE_CHECKING:
    from rich.console import RenderableType

    from burgher.kernel.fair import Draws
    from burgher.kernel.journal import Entry, Journal
    from burgher.kernel.state import State

OptionValue = str | tuple[str, ...]


@dataclass(frozen=True)
class Option:
    """Something the players agree on before a game."""

    name: str
    meaning: str
    """One sentence for the person choosing."""
    choices: Mapping[str, str]
    """Each value with a sentence on it, the default first."""
    shape: Literal["one", "per seat", "any of"] = "one"
    """One value; one for all or one for each seat; or any number of them."""
    apart: tuple[tuple[str, ...], ...] = ()
    """Of any number of them, those of which only one can be chosen."""

    @property
    def default(self) -> OptionValue:
        """What is played when nobody says otherwise."""
        return () if self.shape == "any of" else next(iter(self.choices))

    def read(self, value: object, players: int) -> OptionValue:
        """Check a value given by a person or a file and put it into its one form."""
        if isinstance(value, str) and self.shape != "one" and "," in value:
            value = value.split(",")
        several = isinstance(value, Sequence) and not isinstance(value, str)
        given = [str(v).strip() for v in value] if several else [str(value).strip()]  # type: ignore[attr-defined]
        if self.shape == "any of" and given == [""]:
            given = []
        for one in given:
            if one not in self.choices:
                known = ", ".join(self.choices)
                raise BadOptions(f"{self.name}={one!r} is not known: choose from {known}")
        match self.shape:
            case "any of":
                for group in self.apart:
                    if len(both := [name for name in group if name in given]) > 1:
                        raise BadOptions(f"{' and '.join(both)} are not played together: choose one of them")
                return tuple(name for name in self.choices if name in given)
            case "per seat" if len(given) == players and len(set(given)) > 1:
                return tuple(given)
            case _ if len(set(given)) == 1:
                return given[0]
        raise BadOptions(
            f"{self.name} takes one value"
            + (f" for all or {players}, one for each seat" if self.shape == "per seat" else "")
            + f", not {len(given)}"
        )


@dataclass(frozen=True)
class Action:
    """A decision a player can take, with its three faces."""

    number: int
    words: str
    parts: tuple[str, ...]


class Game(ABC):
    """The rules of one game with its options chosen.

    Everything outside a game's own folder knows a game only by this class.
    """

    name: ClassVar[str]
    """Its folder under `games/`, and its name in commands and records."""
    title: ClassVar[str]
    """Its name for people."""
    rules_version: ClassVar[int]
    """Raised whenever a change of the rules makes a stored game play differently."""
    players_allowed: ClassVar[range]
    players_usual: ClassVar[int]
    """How many play when nobody says; as few as can, if a game does not say."""
    choices: ClassVar[tuple[Option, ...]]
    """What the players may agree on."""
    finite: ClassVar[Mapping[str, str]] = {}
    """The options with which even random play ends soon; what plays at random chooses them."""
    observation_version: ClassVar[int] = 1
    """Raised whenever an observed feature of the same name comes to mean something else."""
    notes: ClassVar[tuple[str, ...]] = ()
    """What people should know of the components, reconstructions above all."""

    def __init_subclass__(cls) -> None:
        if not hasattr(cls, "players_usual"):
            cls.players_usual = cls.players_allowed.start

    def __init__(self, players: int | None = None, **options: object) -> None:
        self.players = self.players_usual if players is None else players
        if self.players not in self.players_allowed:
            first, last = self.players_allowed.start, self.players_allowed.stop - 1
            raise BadOptions(f"{self.title} is for {first} to {last} players, not {players}")
        known = {option.name: option for option in self.choices}
        for name in options:
            if name not in known:
                raise BadOptions(f"{self.title} has no option {name!r}: it has {', '.join(known) or 'none'}")
        self.options: dict[str, OptionValue] = {
            name: option.read(options[name], self.players) if name in options else option.default
            for name, option in known.items()
        }

    # -- what each game gives ----------------------------------------------------------------

    @abstractmethod
    def deal(self, seed: int | Draws, journal: Journal | None = None) -> State:
        """A new game; everything random in it comes from the seed, or from a table's secret.

        A journal is told from the start.
        """

    @abstractmethod
    def _faces(self) -> list[tuple[str, tuple[str, ...]]]:
        """The words and the parts of every action, in the order of their numbers."""

    @abstractmethod
    def refusal(self, state: State, action: int) -> IllegalAction:
        """Why an action that is not legal now may not be played."""

    @abstractmethod
    def sentence(self, state: State, action: int) -> str:
        """What a legal action would do and cost here, as a sentence for its player."""

    @abstractmethod
    def question(self, state: State) -> str:
        """What is asked of the seat to move, as a sentence."""

    @abstractmethod
    def heading(self, state: State) -> str:
        """Where in the game we are, in a few characters: `B3`."""

    @abstractmethod
    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """What a seat (or, for None, a spectator) may see, as JSON-able data."""

    @abstractmethod
    def position(self, state: State) -> dict[str, Any]:
        """The whole state, secrets included, as JSON-able data."""

    @abstractmethod
    def restore(self, position: Mapping[str, Any]) -> State:
        """The state a position describes; raises `BadPosition` when there is none."""

    @abstractmethod
    def tell(self, entry: Entry, names: Sequence[str]) -> str:
        """A journal entry as a sentence."""

    @abstractmethod
    def source(self, entry: Entry) -> str:
        """The name of the source of an entry's points."""

    @abstractmethod
    def explain(self, topic: str, view: Mapping[str, Any] | None = None) -> str | None:
        """What a tile, card or term does, in our words; None for an unknown topic.

        With a view, a topic can also be a part or a place on the table, for what lies there.
        """

    @abstractmethod
    def draw(self, state: State, seat: int | None, names: Sequence[str]) -> RenderableType:
        """The table as `seat` may see it, for a terminal."""

    @abstractmethod
    def components(self) -> object:
        """The component data, JSON-able: part of the fingerprint."""

    def observed(self) -> tuple[Sequence[Field], Sequence[Field]]:
        """What a seat observes of the table, and of each seat; `State.observe` writes it in this order."""
        raise BurgherError(f"{self.title} does not say what a seat observes: it cannot be learned from yet")

    def is_secret(self, state: State, action: int) -> bool:
        """Whether the others may not yet know that this action was chosen."""
        return False

    def is_aside(self, state: State, action: int) -> bool:
        """Whether a legal action can be done beside what is asked; such actions are listed apart."""
        return False

    @classmethod
    def check_components(cls, path: PathLike[str] | None) -> list[str] | None:
        """What people should know of a set of components, in a file of their own or (None) the game's.

        Raises a `BurgherError` naming file, thing and field where it cannot be played with. None for a game
        whose components are not to be replaced.
        """
        return None

    def check(self, state: State, before: State | None = None) -> None:  # noqa: B027 nothing by default
        """Raise `AssertionError` unless all that the game says must always hold does.

        `before` is the state one action earlier, for what holds between the two.
        """

    # -- what follows from it ----------------------------------------------------------------

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """Every action of this game and its options, by number."""
        return tuple(Action(n, words, parts) for n, (words, parts) in enumerate(self._faces()))

    @property
    def num_actions(self) -> int:
        """How many actions there are; fixed for a game and its options."""
        return len(self.actions)

    @cached_property
    def _by_words(self) -> dict[str, int]:
        return {action.words: action.number for action in self.actions}

    @cached_property
    def _by_parts(self) -> dict[tuple[str, ...], int]:
        return {action.parts: action.number for action in self.actions}

    def words(self, action: int) -> str:
        """An action in words: short, readable, stable between versions."""
        return self.actions[action].words

    def parts(self, action: int) -> tuple[str, ...]:
        """The things on the table a person would touch for an action, in order."""
        return self.actions[action].parts

    def number(self, words: str) -> int:
        """The action that words name; raises `UnreadableAction`."""
        found = self._by_words.get(" ".join(words.casefold().split()))
        if found is None:
            raise UnreadableAction(f"{self.title} has no action {words.strip()!r}")
        return found

    def number_of_parts(self, parts: Sequence[str]) -> int:
        """The action that touching these parts means; raises `UnreadableAction`."""
        found = self._by_parts.get(tuple(parts))
        if found is None:
            raise UnreadableAction(f"touching {', '.join(parts) or 'nothing'} means no action")
        return found

    @cached_property
    def observation(self) -> Observation:
        """What a seat observes, feature by feature; fixed for a game and its options."""
        table, seat = self.observed()
        return Observation(self.name, self.observation_version, self.players, tuple(table), tuple(seat))

    @cached_property
    def search_settings(self) -> SearchSettings:
        """How a search thinks about this game, by the `search.toml` beside its rules; else the defaults."""
        for kind in type(self).__mro__:
            package = sys.modules[kind.__module__].__package__ if issubclass(kind, Game) else None
            if package and (path := files(package) / "search.toml").is_file():
                try:
                    return settings_in(path.read_text(encoding="utf-8"), self.players)
                except BadOptions as error:
                    raise BurgherError(f"{path}: {error}") from error
        return SearchSettings()

    @cached_property
    def fingerprint(self) -> str:
        """Stands for rules, options, actions and components: equal fingerprints play alike."""
        facts = [
            self.name,
            self.rules_version,
            self.players,
            self.options,
            [[action.words, action.parts] for action in self.actions],
            self.components(),
        ]
        text = json.dumps(facts, sort_keys=True, ensure_ascii=False)
        return blake2b(text.encode(), digest_size=6).hexdigest()

    def picture(self, state: State, seat: int | None = None, names: Sequence[str] | None = None) -> Picture:
        """A state as a seat (or, for None, a spectator) may see it, for notebooks to show."""
        seats = names or [f"Seat {n + 1}" for n in range(self.players)]
        where = "over" if state.is_over else self.heading(state)
        return Picture(self.draw(state, seat, seats), f"{self.title}, {where}")

    def __repr__(self) -> str:
        chosen = "".join(
            f", {option.name}={self.options[option.name]!r}"
            for option in self.choices
            if self.options[option.name] != option.default
        )
        return f"burgher.load({self.name!r}, players={self.players}{chosen})"
