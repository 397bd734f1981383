"""Going through a finished game, decision by decision.

Every decision is looked at by itself, from seeds of its own, so that a game can be studied in any order, in
pieces, by several processes, and go on where it was interrupted: the same is found each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from multiprocessing import get_context
from typing import TYPE_CHECKING

import msgspec

from burgher import agents
from burgher.agents import how_agents_think
from burgher.kernel.errors import BadOptions, BadRecord
from burgher.record import Record
from burgher.study.intervals import mean_and_error
from burgher.study.known import good_games
from burgher.study.outlook import Chances, Outlook

if TYPE_CHECKING:
    from burgher.kernel.game import Game
    from burgher.kernel.state import State

METHOD = 1
"""Raised when a game is studied in another manner."""
PORTION = 8
"""Decisions looked at in one go."""


@dataclass(frozen=True)
class Depth:
    """How thoroughly a game is studied."""

    name: str
    says: str
    """A sentence for the person choosing."""
    simulations: int
    """Simulations that tell the chances in a position."""
    search: int
    """Simulations that the search for a better move runs."""
    trials: int
    """Simulations that compare it with the move played."""


DEPTHS = {
    depth.name: depth
    for depth in (
        Depth(
            "quick",
            "A first look: some seconds, in long games up to a minute.",
            simulations=32,
            search=100,
            trials=100,
        ),
        Depth(
            "deep", "Thorough, in the background: some minutes.", simulations=400, search=1600, trials=1000
        ),
    )
}


def method_of(game: Game, depth: Depth) -> str:
    """Stands for everything that the findings of a study depend on, besides the game itself."""
    thinking = game.fingerprint, how_agents_think(game.name)
    facts = [METHOD, depth, good_games(game.name, game.players), thinking]
    return blake2b(repr(facts).encode(), digest_size=6).hexdigest()


def depth_of(name: str) -> Depth:
    """The depth of a name; raises `BadOptions`."""
    if name not in DEPTHS:
        raise BadOptions(f"there is no depth {name!r}: there is {' and '.join(DEPTHS)}")
    return DEPTHS[name]


class Better(msgspec.Struct, frozen=True):
    """A move that looks better than the one that was played."""

    words: str
    sentence: str
    gain: float
    """By how much it would have raised the chance of whoever moved, judged by what they could know."""
    error: float
    """By how much that may be off (one standard error)."""
    chance: float
    """The chance to win with it."""


class Finding(msgspec.Struct, frozen=True):
    """What was found at one decision."""

    number: int
    """How many moves were played before it."""
    seat: int
    choices: int
    """How many actions there were to choose from."""
    played: str
    """What was played, as a sentence."""
    before: Chances | None
    """Everybody's chances before it; None where nothing was decided and nothing fell: then as after it."""
    meant: Chances | None
    """Everybody's chances after the action, whatever chance then brings; None where it has no hand in it."""
    better: Better | None
    """A move that was found to look better; none does where the search would have played the same."""


def look_at(text: str, depth: str, numbers: Sequence[int]) -> list[Finding]:
    """Look at some decisions of a record; made to be run in other processes."""
    return list(looked_at(Record.parse(text), depth_of(depth), numbers))


def looked_at(record: Record, depth: Depth, numbers: Sequence[int]) -> Iterator[Finding]:
    """Look at some decisions of a finished game, one after another; raises `BadRecord`."""
    game, state, actions = _start(str(record))
    state = state.clone()
    outlook = Outlook(game, state)
    wanted, digest, fell = set(numbers), _digest(record), 0
    for number, action in enumerate(actions[: max(wanted, default=-1) + 1]):
        after = state.clone()
        after.apply(action)
        if number in wanted:
            # The same dice fall for all positions between two throws: what they differ in is what was done.
            seeds = digest + fell * 1_000_003, digest - number
            yield _looked_at(outlook, state, after, action, number, depth, seeds)
        if after.chance != state.chance:
            fell = number + 1
        state = after


@lru_cache(maxsize=4)
def _start(text: str) -> tuple[Game, State, list[int]]:
    record = Record.parse(text)
    if record.scores is None:
        raise BadRecord("the game is not over: what is hidden in it is laid open when it is")
    table = record.start()
    state = table.state.clone()
    record.verify()
    return table.game, state, [table.game.number(move.words) for move in record.moves]


def _digest(record: Record) -> int:
    return int.from_bytes(blake2b(str(record).encode(), digest_size=7).digest(), "big")


def _looked_at(
    outlook: Outlook,
    state: State,
    after: State,
    action: int,
    number: int,
    depth: Depth,
    seeds: tuple[int, int],
) -> Finding:
    game, choices = outlook.game, len(state.legal_actions())
    falls = after.chance != state.chance
    before = meant = better = None
    if choices > 1 or falls:
        before = meant = outlook.chances(state, depth.simulations, seeds[0])
    if choices > 1:
        meant = outlook.chances(state, depth.simulations, seeds[0], action=action) if falls else None
        better = _better(outlook, state, action, depth, seeds[1])
    played = game.sentence(state, action)
    return Finding(number, state.seat, choices, played, before, meant, better)


def _better(outlook: Outlook, state: State, action: int, depth: Depth, seed: int) -> Better | None:
    """A move that search prefers to the one played, and what the two are worth on the same simulations.

    The search proposes and fresh simulations compare: what is best of many by its own measure looks better
    than it is.
    """
    best = agents.create(f"search:{depth.search}", seed).choose(state)
    if best == action:
        return None
    seat = state.seat
    ours, theirs = (
        outlook.outcomes(state, depth.trials, seed, eyes=seat, action=each) for each in (best, action)
    )
    gain, error = mean_and_error([a[seat] - b[seat] for a, b in zip(ours, theirs, strict=True)])
    chance, _ = mean_and_error([shares[seat] for shares in ours])
    game = outlook.game
    return Better(game.words(best), game.sentence(state, best), gain, error, chance)


# -- the whole game --------------------------------------------------------------------------------


def portions(moves: int, done: int = 0) -> list[range]:
    """The decisions of a game that are still to be looked at, in portions."""
    return [range(n, min(n + PORTION, moves)) for n in range(done, moves, PORTION)]


def go_through(
    record: Record, depth: Depth, processes: int = 1, report: Callable[[int], None] = lambda more: None
) -> list[Finding]:
    """Look at all decisions of a game; `report` is told how many more were looked at."""
    text, left = str(record), portions(len(record.moves))
    found: list[Finding] = []
    if processes == 1:
        for portion in left:
            found += look_at(text, depth.name, portion)
            report(len(portion))
        return found
    with ProcessPoolExecutor(processes, get_context("spawn")) as pool:
        running: set[Future[list[Finding]]] = {
            pool.submit(look_at, text, depth.name, portion) for portion in left
        }
        try:
            while running:
                done, running = wait(running, return_when=FIRST_COMPLETED)
                for one in done:
                    found += one.result()
                    report(len(one.result()))
        finally:
            pool.shutdown(cancel_futures=True)
    return sorted(found, key=lambda finding: finding.number)
