"""What a network is taught, and by which games: all that a run of `burgher teach` follows from.

Games have the options of the run, but half of them others for those that are varied, drawn anew for every
few. Where these change what is observed, the network has rows for all that any of them shows.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from operator import itemgetter
from random import Random
from typing import TYPE_CHECKING, Any

import burgher
from burgher.arena.pool import derived
from burgher.games import load, rules
from burgher.kernel.errors import BadOptions
from burgher.kernel.network_file import rows_for
from burgher.kernel.network_rows import Rows

if TYPE_CHECKING:
    from burgher.kernel.game import Game, Option, OptionValue

SHARD = 1000
"""How many games a file of positions has."""
USUAL = 0.5
"""Of the games in which options are varied, so many have those of the run all the same."""
DRAWS = 100
"""Options that do not go together are drawn again, so many times at most."""
TOGETHER = 10
"""So many games have the same options, where they are drawn."""


@dataclass(frozen=True)
class Teaching:
    """What is taught, by which games and how: everything else follows."""

    game: str
    players: int
    options: dict[str, OptionValue]
    games: int
    epochs: int
    hidden: int = 64
    second: int = 32
    every: int = 8
    """Of so many positions of a game, one is learned from."""
    wild: int = 51
    """So many moves of 1024 are made at random."""
    rate: float = 0.003
    """How fast it learns, at most."""
    seed: int = 1
    vary: tuple[str, ...] = ()
    """The options that are drawn anew for a few games."""
    searched: int = 0
    """From so many games of searches that it judges it learns in the end."""
    simulations: int = 100
    """The budget of these searches."""
    sources: float = 0.3
    """How much it matters, beside points, what each kind of source will bring; 0: that is not learned."""

    def load(self) -> Game:
        """The game that is played."""
        return load(self.game, self.players, **self.options)

    def load_for(self, number: int) -> Game:
        """The game of a number, with the options that were drawn for it; raises `BadOptions`."""
        random = Random(derived(self.seed, number // TOGETHER, 2))
        if not self.vary or random.random() < USUAL:
            return self.load()
        varied = self._varied()
        for _ in range(DRAWS):
            drawn = {option.name: _drawn(option, self.players, random) for option in varied}
            try:
                return load(self.game, self.players, **{**self.options, **drawn})
            except BadOptions:  # these do not go together
                continue
        raise BadOptions(f"values of {', '.join(self.vary)} that go together were not found")

    @cached_property
    def observed(self) -> list[dict[str, Any]]:
        """The options of games that show, together, all that is observed; none where all show the same."""
        wanted: list[dict[str, Any]] = [{}]
        for option in self._varied():
            values = list(option.choices)
            if option.shape == "any of":
                wanted += [{option.name: [one]} for one in values]
                wanted += [{option.name: self._as_many(option.name, one)} for one in (values, values[::-1])]
            else:
                wanted += [{option.name: one} for one in values]
        found: dict[str, dict[str, Any]] = {}
        for options in wanted:
            try:
                game = load(self.game, self.players, **{**self.options, **options})
            except BadOptions:  # not for so many players
                continue
            found.setdefault(game.observation.fingerprint, json.loads(json.dumps(game.options)))
        return list(found.values()) if len(found) > 1 else []

    @cached_property
    def source_kinds(self) -> dict[str, int]:
        """The kinds of sources of points that any of its games has, each with the first of its numbers."""
        games = [self.load(), *(load(self.game, self.players, **options) for options in self.observed)]
        kinds = {name: first for game in games for name, first in game.source_kinds().items()}
        return dict(sorted(kinds.items(), key=itemgetter(1)))

    def _as_many(self, name: str, values: Sequence[str]) -> list[str]:
        """As many values of an option as go together, those that come first before others."""
        chosen: list[str] = []
        for one in values:
            try:
                load(self.game, self.players, **{**self.options, name: [*chosen, one]})
            except BadOptions:
                continue
            chosen.append(one)
        return chosen

    def _varied(self) -> list[Option]:
        return [option for option in rules(self.game).choices if option.name in self.vary]

    @cached_property
    def rows(self) -> Rows:
        """The rows of its network."""
        return rows_for(self.load(), self.observed)

    def taught_options(self) -> dict[str, list[Any]]:
        """The values of each option that are played with."""
        game = self.load()
        found: dict[str, list[Any]] = {name: [value] for name, value in game.options.items()}
        drawn = [self.load_for(number * TOGETHER).options for number in range(4 * DRAWS if self.vary else 0)]
        for option in self._varied():
            values = {one for options in drawn for one in _values_in(options[option.name])}
            found[option.name] += [one for one in option.choices if one in values - {*found[option.name]}]
        return found

    def about(self) -> dict[str, Any]:
        """What there is to know of a run, JSON-able."""
        game = self.load()
        facts = {
            **asdict(self),
            "fingerprint": game.fingerprint,
            "source kinds": list(self.source_kinds),
            "observation": game.observation.fingerprint,
            "heuristic": game.heuristic_fingerprint,
            "burgher": burgher.__version__,
        }
        return dict(json.loads(json.dumps(facts)))

    def shards(self) -> range:
        """The numbers of the files of positions."""
        return range(-(-self.games // SHARD))


def _values_in(value: OptionValue) -> Iterator[str]:
    """The values that are chosen where there may be several."""
    yield from [value] if isinstance(value, str) else value


def _drawn(option: Option, players: int, random: Random) -> OptionValue:
    """A value of an option; where each seat may have its own, half of the time each has."""
    values = list(option.choices)
    if option.shape == "any of":
        return tuple(one for one in values if random.random() < 0.5)
    if option.shape == "per seat" and random.random() < 0.5:
        return tuple(random.choice(values) for _ in range(players))
    return random.choice(values)
