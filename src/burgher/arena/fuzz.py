"""Strange games: any number of players, any options, any manner of play, and every check at every step."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from burgher import agents
from burgher.arena.pool import derived
from burgher.contract import MOST_DECISIONS, check_play, check_position
from burgher.games import rules
from burgher.kernel.errors import BadOptions
from burgher.kernel.game import Game, Option, OptionValue
from burgher.kernel.journal import Journal
from burgher.kernel.state import State
from burgher.table import Table

WHOLE_CONTRACT = 0.001
"""In this share of the games, everything is checked that `burgher.contract` has: a thousand times as slow."""
POSITION = 0.005
"""At this share of the decisions, the state is written down as a position and restored."""

Chooser = Callable[[State, list[int]], int]
"""Chooses one of a state's legal actions."""


@dataclass(frozen=True)
class Failure:
    """A game in which something did not hold."""

    number: int
    game: str
    """How to load it."""
    seed: int
    """What it was dealt from."""
    problem: str
    """The error, with where it was raised."""
    record: str
    """The game up to the action that broke it, as the text of a record; empty where there is none."""


@dataclass
class Findings:
    """What some games have shown."""

    decisions: int = 0
    failures: list[Failure] = field(default_factory=list)


def hunt(name: str, seed: int, numbers: Sequence[int]) -> Findings:
    """Play the strange games of some numbers, up to the first in which something does not hold."""
    findings = Findings()
    for number in numbers:
        game, dealt, random = strange_game(name, seed, number)
        played: list[int] = []
        try:
            if random.random() < WHOLE_CONTRACT:
                check_play(game, dealt)
            else:
                play_checked(game, dealt, random, played)
        except Exception as error:
            problem = "".join(traceback.format_exception(error))
            record = _record(game, dealt, played)
            findings.failures.append(Failure(number, repr(game), dealt, problem, record))
            break
        finally:
            findings.decisions += len(played)
    return findings


def strange_game(name: str, seed: int, number: int) -> tuple[Game, int, Random]:
    """A game with options drawn at random, what it is dealt from, and the chance that plays it."""
    kind, random = rules(name), Random(derived(seed, number))
    players, often = random.choice(kind.players_allowed), 0.5
    while True:
        try:
            drawn = {option.name: _drawn(option, players, random, often) for option in kind.choices}
            game = kind(players, **{**drawn, **kind.finite})
        except BadOptions:  # not everything goes together: draw again, and less of it
            often /= 2
            continue
        return game, random.getrandbits(62), random


def _drawn(option: Option, players: int, random: Random, often: float) -> OptionValue:
    values = list(option.choices)
    if option.shape == "any of":
        return tuple(value for value in values if random.random() < often)
    if option.shape == "per seat" and random.random() < 0.5:
        return tuple(random.choice(values) for _ in range(players))
    return random.choice(values)


# -- playing ---------------------------------------------------------------------------------------


def play_checked(game: Game, seed: int, random: Random, played: list[int]) -> None:
    """Play a game to its end, checking at every step; `played` grows by each action before it is played."""
    journal = Journal()
    state = game.deal(seed, journal)
    before = state.clone()
    choosers = [_chooser(game, random) for _ in range(game.players)]
    points, told = state.scores(), len(journal.entries)
    game.check(state)
    while not state.is_over:
        legal = state.legal_actions()
        _hold(legal != [], "a running game offers actions")
        _hold(len(set(legal)) == len(legal), "no action is offered twice")
        _hold(len(played) < MOST_DECISIONS, "a game ends")
        if random.random() < POSITION:
            check_position(game, state)
        before.copy_from(state)
        action = choosers[state.seat](state, legal)
        _hold(action in legal, "an agent chooses a legal action")
        played.append(action)
        state.apply(action)
        game.check(state, before)
        for entry in journal.entries[told:]:
            points[entry.seat] += entry.points
        told = len(journal.entries)
        _hold(state.scores() == points, "the points are those the journal tells of")
    _hold(state.legal_actions() == [], "a finished game offers nothing")
    _check_ranks(points, state.ranks())


def _chooser(game: Game, random: Random) -> Chooser:
    """Somebody to play a game, in a manner drawn at random."""
    greedy = agents.create("greedy", random.getrandbits(62))
    match random.randrange(4):
        case 0:
            return lambda _, legal: random.choice(legal)
        case 1:
            return lambda state, _: greedy.choose(state)
        case 2:
            boldness = random.random()
            return lambda state, legal: (
                random.choice(legal) if random.random() < boldness else greedy.choose(state)
            )
        case _:
            # Who likes some actions better than others, whatever happens, gets into odd corners.
            liking = [random.random() for _ in range(game.num_actions)]
            return lambda _, legal: max(legal, key=liking.__getitem__)


def _check_ranks(points: list[int], ranks: list[int]) -> None:
    places = [1 + sum(other < rank for other in ranks) for rank in ranks]
    _hold(ranks == places, "every seat has its place, ties sharing the better")
    standing = sorted(zip(ranks, points, strict=True))
    _hold(
        [mine for _, mine in standing] == sorted(points, reverse=True), "more points never mean a worse place"
    )


def _record(game: Game, seed: int, played: list[int]) -> str:
    """A game up to where it can still be played, as a record."""
    table = Table(game, seed)
    try:
        for action in played:
            table.play(action)
    except Exception:  # the very failure that is being told of: the record ends before it
        pass
    return str(table.record) if played else ""


def _hold(holds: bool, what: str) -> None:
    if not holds:
        raise AssertionError(what)
