"""A game: its rules with the options chosen. Each folder under `games/` gives one subclass."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from importlib.resources import files
from importlib.resources.abc import Traversable
from operator import index
from typing import TYPE_CHECKING, Any

from burgher.kernel.errors import BadOptions, BurgherError, UnreadableAction
from burgher.kernel.network_file import NetworkFile, read_network
from burgher.kernel.observation import Observation
from burgher.kernel.options import Option, OptionValue
from burgher.kernel.picture import Picture
from burgher.kernel.protocol import GameRules
from burgher.kernel.search_settings import SearchSettings, settings_in
from burgher.kernel.weights import weights_in

if TYPE_CHECKING:
    from burgher.kernel.state import State

__all__ = ["Action", "Game", "Option", "OptionValue"]


@dataclass(frozen=True)
class Action:
    """A decision a player can take, with its three faces."""

    number: int
    words: str
    parts: tuple[str, ...]


class Game(GameRules):
    """The rules of one game with its options chosen, and all that follows from them.

    Everything outside a game's own folder knows a game only by this class. What a subclass must bring, and
    may, stands in `kernel.protocol`.
    """

    def __init_subclass__(cls) -> None:
        if not hasattr(cls, "players_usual"):
            cls.players_usual = cls.players_allowed.start

    def __init__(self, players: int | None = None, **options: object) -> None:
        self.players = self.players_usual if players is None else self._read_players(players)
        known = {option.name: option for option in self.choices}
        for name in options:
            if name not in known:
                raise BadOptions(f"{self.title} has no option {name!r}: it has {', '.join(known) or 'none'}")
        self.options = {
            name: option.read(options[name], self.players) if name in options else option.default
            for name, option in known.items()
        }

    def _read_players(self, players: int) -> int:
        """How many play, as Python's own integer; raises `BadOptions`."""
        try:
            number = int(index(players))
        except TypeError:
            number = -1
        if number not in self.players_allowed:
            first, last = self.players_allowed.start, self.players_allowed.stop - 1
            raise BadOptions(f"{self.title} is for {first} to {last} players, not {players!r}")
        return number

    def __reduce__(self) -> tuple[Any, ...]:
        # Made anew: what has been worked out since then has no place in a file, and arrays cannot be in one.
        return _made, (type(self), self.players, self.options)

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
        return self.actions[self.checked(action)].words

    def parts(self, action: int) -> tuple[str, ...]:
        """The things on the table a person would touch for an action, in order."""
        return self.actions[self.checked(action)].parts

    def checked(self, action: Any) -> int:
        """An action's number, as Python's own integer; raises `UnreadableAction` if there is none such."""
        try:
            number = int(index(action))
        except TypeError:
            raise self._unknown(repr(action)) from None
        if not 0 <= number < self.num_actions:
            raise self._unknown(str(number))
        return number

    def _unknown(self, action: str) -> UnreadableAction:
        return UnreadableAction(f"{self.title} has actions 0 to {self.num_actions - 1}, not {action}")

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
        return self._settings(by_network=False)

    @cached_property
    def network_settings(self) -> SearchSettings:
        """The same for a search that a network judges."""
        return self._settings(by_network=True)

    def _settings(self, by_network: bool) -> SearchSettings:
        if (path := self._beside("search.toml")) is None:
            return SearchSettings()
        try:
            return settings_in(path.read_text(encoding="utf-8"), self.players, by_network)
        except BadOptions as error:
            raise BurgherError(f"{path}: {error}") from error

    @cached_property
    def network(self) -> NetworkFile | None:
        """The network that judges for a search, if there is one for these players and options."""
        return next((one for one in self.network_files if not one.misfit(self)), None)

    @cached_property
    def network_files(self) -> tuple[NetworkFile, ...]:
        """The networks that lie beside the rules for so many players, whether they may judge here or not.

        They are `networks/3.net` and, for other options, `networks/3-sea.net` or whatever follows the number.
        """
        wanted = re.compile(rf"{self.players}(-.*)?\.net")
        found: dict[str, bytes] = {}
        for folder in self._folders():
            if (networks := folder.joinpath("networks")).is_dir():
                for path in networks.iterdir():
                    if wanted.fullmatch(path.name):
                        found.setdefault(path.name.removesuffix(".net"), path.read_bytes())
        return tuple(_network_in(content, name) for name, content in sorted(found.items()))

    @cached_property
    def network_plan(self) -> list[int]:
        """Which rows of its network's first layer an observation adds."""
        assert self.network is not None
        return self.network.plan(self)

    @cached_property
    def heuristic_fingerprint(self) -> str:
        """Stands for the weights of the heuristic, which a network corrects; empty where there are none."""
        if (path := self._beside("heuristic.toml")) is None:
            return ""
        weights = weights_in(path.read_text(encoding="utf-8"))
        return blake2b(json.dumps(weights).encode(), digest_size=6).hexdigest()

    def _beside(self, name: str) -> Traversable | None:
        """A file beside the rules, its folders separated by slashes; None where there is none."""
        for folder in self._folders():
            if (path := folder.joinpath(*name.split("/"))).is_file():
                return path
        return None

    def _folders(self) -> Iterator[Traversable]:
        """The folders of its rules: its own, then those of what it is made from."""
        for kind in type(self).__mro__:
            package = sys.modules[kind.__module__].__package__ if issubclass(kind, Game) else None
            if package:
                yield files(package)

    @cached_property
    def fingerprint(self) -> str:
        """Stands for rules, options, actions and components: equal fingerprints play alike."""
        facts = [
            self.name,
            self.plays_as_since(),
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


def _made(kind: type[Game], players: int, options: Mapping[str, OptionValue]) -> Game:
    """A game of a kind, as pickle asks for it."""
    return kind(players, **options)


@lru_cache(maxsize=16)
def _network_in(content: bytes, name: str) -> NetworkFile:
    """The network in a file of a game's, checked once; raises `BadOptions`."""
    return read_network(content, name)
