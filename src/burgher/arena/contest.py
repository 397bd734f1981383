"""A contest: agents meet in every line-up, on the same deals, in every seat."""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from hashlib import blake2b
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import burgher
from burgher import agents
from burgher.agents import how_agents_think
from burgher.arena.playing import ENDLESS, Outcome, play_out
from burgher.arena.pool import WorkerPool, derived, spread
from burgher.games import load
from burgher.kernel.errors import BadOptions
from burgher.table import Table

if TYPE_CHECKING:
    from burgher.kernel.game import Game, OptionValue


@dataclass(frozen=True)
class Rules:
    """What is played, and with what: games of the same rules can be compared."""

    game: str
    players: int
    options: tuple[tuple[str, OptionValue], ...]
    """Those that differ from the defaults."""
    fingerprint: str
    """The game's own (`Game.fingerprint`)."""
    thinking: str
    """The declared version of how agents think: the same agents choose alike where it is the same."""
    version: str = field(compare=False)
    """Burgher's. What matters of it stands above: it does not keep games from being compared."""

    @classmethod
    def of(cls, game: Game) -> Rules:
        """The rules of a game, as this Burgher plays it."""
        options = tuple(
            (option.name, game.options[option.name])
            for option in game.choices
            if game.options[option.name] != option.default
        )
        return cls(
            game.name,
            game.players,
            options,
            game.fingerprint,
            how_agents_think(game.name),
            burgher.__version__,
        )

    def load(self) -> Game:
        """The game itself; raises `BadOptions` where this Burgher has it no more."""
        return load(self.game, self.players, **dict(self.options))

    def __str__(self) -> str:
        chosen = "".join(f", {name}={_said(value)}" for name, value in self.options)
        return f"{self.game}, {self.players} player{'' if self.players == 1 else 's'}{chosen}"


@cache
def _loaded(rules: Rules) -> Game:
    return rules.load()


@dataclass(frozen=True)
class Match:
    """One line-up, whose games are numbered; everything that happens in them follows from this.

    Each deal is played as often as there are players, those of the line-up moving round the table.
    """

    rules: Rules
    line_up: tuple[str, ...]
    """The agents' names, in the order of the alphabet."""
    plays: tuple[str, ...]
    """Who really plays: for each of the line-up the agent, where its name is that of a level, and what
    stands for what it has learned (`Agent.learned`)."""
    seed: int

    @cached_property
    def id(self) -> str:
        """A short name that stands for all of it; equal matches of different Burghers have different ones."""
        facts = [self.rules.__dict__, self.line_up, self.plays, self.seed]
        return blake2b(json.dumps(facts, sort_keys=True).encode(), digest_size=6).hexdigest()

    def deal_of(self, number: int) -> int:
        """Which deal a game is played on."""
        return number // len(self.line_up)

    def seating(self, number: int) -> list[int]:
        """Who of the line-up has each seat: in an order drawn for the deal, moving on with each game."""
        order = list(range(len(self.line_up)))
        Random(derived(self.seed, self.deal_of(number), 1)).shuffle(order)
        turned = number % len(order)
        return order[turned:] + order[:turned]

    def seed_of(self, number: int) -> int:
        """What a game is dealt from: the same in all matches of a contest."""
        return derived(self.seed, self.deal_of(number))

    def players(self, number: int) -> list[tuple[str, int]]:
        """Who has each seat of a game, each with a seed of its own."""
        return [(self.line_up[n], derived(self.seed, number, n, 2)) for n in self.seating(number)]

    def play(self, number: int) -> Outcome:
        """Play a game."""
        return play_out(_loaded(self.rules), self.seed_of(number), self.players(number))

    def replay(self, number: int) -> Table:
        """Play a game again, as a table that knows its record; the same, if no agent thinks for a time."""
        seats = self.players(number)
        names = [f"{name} ({seat})" for seat, (name, _) in enumerate(seats, start=1)]
        table = Table(_loaded(self.rules), self.seed_of(number), names)
        choosers = [agents.create(name, own).choose for name, own in seats]
        for _ in range(ENDLESS):
            if table.is_over:
                break
            table.play(choosers[table.seat](table.state))
        return table


def line_ups(names: Sequence[str], players: int) -> list[tuple[str, ...]]:
    """Every line-up in which all sit as evenly as can be.

    >>> line_ups(["a", "b", "c"], 2)
    [('a', 'b'), ('a', 'c'), ('b', 'c')]
    >>> line_ups(["a", "b"], 3)
    [('a', 'a', 'b'), ('a', 'b', 'b')]
    """
    every, more = divmod(players, len(names))
    return [tuple(sorted([*every * list(names), *extra])) for extra in combinations(names, more)]


def matches(game: Game, names: Sequence[str], seed: int) -> list[Match]:
    """The matches of a round robin of agents; raises `BadOptions` for agents that are not there."""
    if not names:
        raise BadOptions(f"nobody plays: name some agents, such as {', '.join(agents.levels())}")
    plays = {name: _plays(name) for name in names}
    for name in names:
        if names.count(name) > 1:
            raise BadOptions(f"{name!r} is named twice; an agent named alone plays against itself")
    rules = Rules.of(game)
    return [
        Match(rules, some, tuple(plays[name] for name in some), seed)
        for some in line_ups(names, game.players)
    ]


def play_contest(
    contest: Sequence[Match], missing: Sequence[tuple[int, int]], pool: WorkerPool
) -> Generator[list[tuple[Match, int, Outcome]]]:
    """Play games, each given by its match's place and its number, handing them over as they end."""
    codes = [number * len(contest) + which for which, number in missing]
    work = partial(play_coded, tuple(contest))
    for portion, outcomes in spread(work, codes, pool):
        yield [
            (contest[code % len(contest)], code // len(contest), outcome)
            for code, outcome in zip(portion, outcomes, strict=True)
        ]


def play_coded(contest: tuple[Match, ...], codes: Sequence[int]) -> list[Outcome]:
    """Play some games of a contest, in this process: `play_contest` says what a code means."""
    return [contest[code % len(contest)].play(code // len(contest)) for code in codes]


def _plays(name: str) -> str:
    agent, played = agents.create(name, 0), agents.agent_called(name)
    return f"{played} ({agent.learned})" if agent.learned else played


def _said(value: OptionValue) -> str:
    return value if isinstance(value, str) else ",".join(value)
