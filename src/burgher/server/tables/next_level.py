"""Which opponents to try next: stronger ones after a clear win, weaker ones after two clear defeats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from burgher import agents, games
from burgher.kernel.game import Game
from burgher.server.storage.learned import last_games
from burgher.server.storage.model import StoredTable
from burgher.server.storage.store import Store
from burgher.server.tables.seating import Place

CLEAR = 0.1
"""A result is clear where the winner leads by such a share of their points, or more."""


@dataclass(frozen=True)
class NextLevel:
    """The opponents that somebody should try next."""

    level: str
    called: str
    """What people call an opponent of it, with its article."""
    words: str


async def next_level(store: Store, stored: StoredTable, mine: Sequence[int]) -> NextLevel | None:
    """The level that suits somebody better who has just played alone against opponents, if one does."""
    result, level = clear_result(stored, mine), level_of(stored)
    if level is None or not result:
        return None
    opponents = agents.opponents()
    known = [one.name for one in opponents.values() if one.for_points == opponents[level].for_points]
    place = known.index(level) + result
    if place not in range(len(known)):
        return None
    other = opponents[known[place]]
    before_it, next_one = _article(opponents[level].title), _article(other.title)
    if result > 0:
        words = f"You won clearly against {before_it}. Try {next_one} next."
        return NextLevel(other.name, next_one, words)
    identity = stored.seats[mine[0]].identity
    before = [] if identity is None else await last_games(store, identity, stored)
    if not before or level_of(before[0]) != level or clear_result(before[0], _of(before[0], identity)) >= 0:
        return None
    words = f"Twice in a row {before_it} has won clearly. {next_one.capitalize()} may suit you better."
    return NextLevel(other.name, next_one, words)


def clear_result(stored: StoredTable, mine: Sequence[int]) -> int:
    """1 for a clear win of somebody who plays with one seat, -1 for a clear defeat, 0 for anything else."""
    scores = stored.scores
    if len(mine) != 1 or len(stored.seats) < 2 or not scores or stored.ended or stored.lesson:
        return 0
    own, best = scores[mine[0]], max(score for seat, score in enumerate(scores) if seat != mine[0])
    lead, clear = own - best, CLEAR * max(own, best, 1)
    return 1 if lead >= clear else -1 if lead <= -clear else 0


def level_of(stored: StoredTable) -> str | None:
    """The level at which all opponents play; None where several people play, or opponents of other kinds."""
    if len(stored.people) != 1:
        return None
    found = {seat.agent for seat in stored.seats if seat.kind == "opponent"}
    level = found.pop() if len(found) == 1 else None
    is_alone = all(seat.kind == "opponent" for seat in stored.seats if seat not in stored.people)
    return level if is_alone and level in agents.opponents() else None


def with_level(stored: StoredTable, level: str) -> tuple[Game, list[Place]]:
    """The same game once more, with opponents of another level."""
    rules = games.rules(stored.game)
    places = [
        Place("me") if seat.kind == "person" else Place("opponent", agent=level) for seat in stored.seats
    ]
    return rules(stored.players, **stored.options), places


def _of(stored: StoredTable, identity: str | None) -> list[int]:
    """The seats that somebody had."""
    return [seat.number for seat in stored.seats if identity is not None and seat.identity == identity]


def _article(title: str) -> str:
    return f"an {title}" if title[0] in "aeiou" else f"a {title}"
