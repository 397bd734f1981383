"""Going through a finished game, decision by decision.

Every decision is looked at by itself, from seeds of its own, so that a game can be studied in any order, in
pieces, by several processes, and go on where it was interrupted: the same is found each time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from multiprocessing import get_context
from typing import TYPE_CHECKING

import msgspec

from burgher.agents import how_agents_think
from burgher.kernel.errors import BadOptions, BadRecord
from burgher.record import Record
from burgher.study.better import Better, Effort, better_move
from burgher.study.known import good_games
from burgher.study.outlook import Chances, Outlook

if TYPE_CHECKING:
    from burgher.kernel.game import Game
    from burgher.kernel.state import State

METHOD = 5
"""Raised when a game is studied in another manner."""
PORTION = 8
"""Decisions looked at in one go."""
FIRST_LOOK = 8
"""The position from which a game begins is looked at by so many times more simulations."""
APART = 6
"""Each decision has so many seeds of its own."""


@dataclass(frozen=True)
class Depth:
    """How thoroughly a game is studied."""

    name: str
    says: str = field(repr=False)
    """A sentence for the person choosing; what a study finds does not depend on it."""
    simulations: int
    """Simulations that tell the chances in a position."""
    search: int
    """Simulations that the search for a better move runs, at most, where the heuristic judges."""
    trials: int
    """Simulations that compare it with the move played, at most."""
    throws: int = 36
    """Simulations that tell what a throw or a draw did, and as many of what others would have done."""
    again: int = 0
    """Simulations that compare them once more, in place of the first, where these showed a difference."""
    decisions: int = 1_000
    """In a game of more decisions than this, fewer simulations look at each, so that it takes no longer."""
    short: int = 1
    """Where a network judges, simulations are short, and a search runs so many times as many."""
    deeper: int = 0
    """And there, where it would have played another move, a second runs so many."""

    def in_a_game_of(self, decisions: int, is_short: bool) -> Effort:
        """How many simulations look at each decision in a game of so many."""
        share = min(1.0, self.decisions / max(1, decisions))
        return Effort(
            max(LEAST_SEARCH, int(self.search * (self.short if is_short else 1) * share)),
            max(LEAST_SEARCH, int(self.deeper * share)) if is_short else 0,
            max(LEAST_TRIALS, int(self.trials * share)),
            int(self.again * share),
        )


LEAST_SEARCH, LEAST_TRIALS = 20, 8
"""No decision is looked at by fewer simulations than this."""

DEPTHS = {
    depth.name: depth
    for depth in (
        Depth("quick", "A first look: up to a minute.", 32, 400, 64, 72, 320, 120, 2, 3200),
        Depth(
            "deep", "Thorough, in the background: some minutes.", 400, 3200, 800, 720, 3200, 300, 2, 19_200
        ),
    )
}


def method_of(game: Game, depth: Depth) -> str:
    """Stands for everything that the findings of a study depend on, besides the game itself."""
    thinking = game.fingerprint, how_agents_think(game.name)
    network = game.network.learned if game.network is not None else ""
    facts = [METHOD, depth, good_games(game.name, game.players), thinking, network]
    return blake2b(repr(facts).encode(), digest_size=6).hexdigest()


def depth_of(name: str) -> Depth:
    """The depth of a name; raises `BadOptions`."""
    if name not in DEPTHS:
        raise BadOptions(f"there is no depth {name!r}: there is {' and '.join(DEPTHS)}")
    return DEPTHS[name]


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
    """Everybody's chances before it; None where the same seat goes on and nothing fell: then as before."""
    luck: Chances | None
    """What chance did to everybody's chances after the action; None where it had no hand in it."""
    better: Better | None
    """A move that a search would have played in its place; none where it would have played the same."""


def is_readable(findings: Sequence[Mapping[str, object]]) -> bool:
    """Whether findings that were kept are such as are made today; those of before told luck otherwise."""
    return all("luck" in one for one in findings)


def look_at(text: str, depth: str, numbers: Sequence[int]) -> list[Finding]:
    """Look at some decisions of a record; made to be run in other processes."""
    return list(looked_at(Record.parse(text), depth_of(depth), numbers))


def looked_at(record: Record, depth: Depth, numbers: Sequence[int]) -> Iterator[Finding]:
    """Look at some decisions of a finished game, one after another; raises `BadRecord`."""
    game, state, actions = _start(str(record))
    state = state.clone()
    looker = _Looker(Outlook(game, state), depth, len(actions))
    wanted, digest, goes_on = set(numbers), _digest(record), False
    for number, action in enumerate(actions[: max(wanted, default=-1) + 1]):
        after = state.clone()
        after.apply(action)
        if number in wanted:
            yield looker.look(state, after, action, number, goes_on, digest + APART * number)
        goes_on = after.seat == state.seat and after.chance == state.chance
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


class _Looker:
    """Looks at the decisions of one game."""

    def __init__(self, outlook: Outlook, depth: Depth, moves: int) -> None:
        self._outlook = outlook
        self._depth = depth
        self._effort = depth.in_a_game_of(moves, outlook.is_short)

    def look(self, state: State, after: State, action: int, number: int, goes_on: bool, seed: int) -> Finding:
        """Look at one, from a seed and the five after it; what follows may not be looked at."""
        outlook, depth = self._outlook, self._depth
        choices = len(state.legal_actions())
        before = luck = better = None
        if not goes_on:
            # On how the game begins, all else rests: it is looked at more closely.
            simulations = depth.simulations * (FIRST_LOOK if number == 0 else 1)
            before = outlook.chances(state, simulations, seed)
        # Whether anything is thrown or drawn follows from the position and the action, not from what falls.
        if after.chance != state.chance:
            luck = outlook.luck(state, action, after, depth.throws, seed + 1)
        if choices > 1:
            better = better_move(outlook, state, action, self._effort, seed + 2)
        return Finding(
            number, state.seat, choices, outlook.game.sentence(state, action), before, luck, better
        )


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
