"""A database full of games, for measuring: played at random and stored, without waiting for anybody."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sqlalchemy.engine import URL

from burgher.kernel.game import Game
from burgher.record import Move
from burgher.server.storage.database import opened
from burgher.server.storage.events import EventBus
from burgher.server.storage.identity import hash_of, new_id, new_secret
from burgher.server.storage.model import Identity, MoveOutcome, Seat, StoredTable, TableContents
from burgher.server.storage.store import Store
from burgher.server.storage.times import now
from burgher.server.tables.adoption import recomputed_outcomes
from burgher.server.tables.archiving import archive_of

DIFFERENT = 50
"""So many games are played; what is stored repeats them, which the store cannot know."""
AT_ONCE = 100


@dataclass(frozen=True)
class Sitting:
    """A table, and the cookies of those who sit at it, in the order of the seats."""

    table: str
    cookies: tuple[str, ...]


@dataclass(frozen=True)
class PlayedGame:
    """A game played at random from a seed, whole."""

    seed: int
    moves: list[Move]
    to_move: list[int]
    scores: list[int]
    dealt: str | None = None
    outcomes: Sequence[MoveOutcome] = ()
    archive: bytes = b""


async def fill_database(
    database: URL, game: Game, finished: int, running: int, progress: Callable[[int], None]
) -> tuple[list[str], list[Sitting]]:
    """Store some finished games and some that are under way; where they are, and who sits at the latter."""
    rng = random.Random(1)
    games = [played_at_random(game, rng) for _ in range(min(DIFFERENT, finished + running))]
    over: list[str] = []
    sittings: list[Sitting] = []
    async with opened(database) as in_use:
        store = Store(in_use, EventBus())
        everyone = Identity(new_id(), "Anna")
        await store.add_identity(everyone, hash_of(new_secret()) or "")
        batch: list[TableContents] = []
        for n in range(finished):
            one = games[n % len(games)]
            table = stored_table(game, one, len(one.moves), [everyone.id] * game.players)
            over.append(table.id)
            batch.append(TableContents(table, one.moves, one.outcomes, one.archive))
            if len(batch) == AT_ONCE or n == finished - 1:
                await store.add_tables(batch)
                progress(len(batch))
                batch = []
        for n in range(running):
            one = games[n % len(games)]
            people = [Identity(new_id(), f"Seat {seat + 1}") for seat in range(game.players)]
            secrets = [new_secret() for _ in people]
            for identity, secret in zip(people, secrets, strict=True):
                await store.add_identity(identity, hash_of(secret) or "")
            made = rng.randrange(len(one.moves) * 2 // 3)
            table = stored_table(game, one, made, [identity.id for identity in people])
            await store.add_tables([TableContents(table, one.moves[:made], one.outcomes[:made], None)])
            sittings.append(Sitting(table.id, tuple(secrets)))
            progress(1)
    return over, sittings


def played_at_random(game: Game, rng: random.Random) -> PlayedGame:
    """A whole game between players who take any of their actions."""
    seed = rng.getrandbits(62)
    state = game.deal(seed)
    moves: list[Move] = []
    to_move: list[int] = []
    while not state.is_over:
        action = rng.choice(state.legal_actions())
        to_move.append(state.seat)
        moves.append(Move(game.heading(state), state.seat, game.words(action)))
        state.apply(action)
    played = PlayedGame(seed, moves, to_move, state.scores())
    # What a server keeps beside the moves.
    over = stored_table(game, played, len(moves), [""] * game.players)
    dealt, outcomes = recomputed_outcomes(over, moves, [None] * len(moves))
    return replace(played, dealt=dealt, outcomes=outcomes, archive=archive_of(over, moves, outcomes))


def stored_table(game: Game, played: PlayedGame, made: int, identities: list[str]) -> StoredTable:
    """A stored table at which some of a game's moves have been made."""
    is_over = made == len(played.moves)
    return StoredTable(
        id=new_id(),
        game=game.name,
        players=game.players,
        options=dict(game.options),
        rules=game.fingerprint,
        seed=played.seed,
        position=None,
        listed=False,
        version=made + 1,
        to_move=None if is_over else played.to_move[made],
        scores=played.scores if is_over else None,
        created=now(),
        changed=now(),
        seats=tuple(
            Seat(number, "person", f"Seat {number + 1}", identity=identity)
            for number, identity in enumerate(identities)
        ),
        dealt=played.dealt,
    )
