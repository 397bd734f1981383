"""Tournaments over days: people enter, rounds are paired, tables open themselves, and results are counted.

Every process looks how the games stand; a round is begun by the one that finds the tournament as it was.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Final

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from burgher import games
from burgher.kernel.errors import BadOptions
from burgher.kernel.game import Game
from burgher.server.problems import Conflict, Forbidden, NotFound, Stale
from burgher.server.settings import Settings
from burgher.server.storage.identity import new_id, new_secret
from burgher.server.storage.model import Identity, Seat, StoredTable
from burgher.server.storage.notices import add_notices
from burgher.server.storage.pace import Pace, checked_pace
from burgher.server.storage.table_changes import insert_table
from burgher.server.storage.times import now
from burgher.server.storage.tournaments import (
    Entrant,
    Paired,
    Tournament,
    add_entrant,
    add_pairings,
    add_tournament,
    delete_tournament,
    hosted_by,
    lock_tournament,
    note_results,
    over_tables,
    remove_entrant,
    running_tournaments,
    set_out,
    set_tournament,
    tournament_of,
)
from burgher.server.storage.transactions import Publish
from burgher.server.tables.any_table import AnyTable
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.tables.names import name_at_table, person_name, shown_name
from burgher.server.tables.pairing import Form, Round, pair_round, rounds_needed, table_sizes
from burgher.server.tables.ratings import places
from burgher.server.tables.service import TableService, new_table
from burgher.server.tables.standings import standings, to_be_paired
from burgher.server.tables.terms import Terms

log = logging.getLogger(__name__)

MOST_ENTRANTS: Final = 64
MOST_ROUNDS: Final = 15
MOST_HOSTED: Final = 20
"""So many one person may have that are not over."""
REST_SECONDS: Final = 600.0
"""For so long one is let alone that could not go on."""
SHORTEST_MOVE: Final = 3600
"""Seconds for a move: rounds begin by themselves, and nobody is to lose while they sleep."""


@dataclass(frozen=True)
class Wanted:
    """A tournament that somebody would like to host."""

    name: str
    game: str
    size: int
    form: Form
    pace: Pace | None
    rounds: int = 0
    """In a Swiss tournament; a round robin has as many as it takes."""
    room: int = 16
    options: Mapping[str, Any] | None = None
    rated: bool = False
    listed: bool = False


def game_at(tournament: Tournament, size: int) -> Game:
    """The game that is played at a table; raises `BadOptions`."""
    return games.rules(tournament.game)(size, **tournament.options)


def allowed_sizes(game: str) -> tuple[int, ...]:
    """How many, two at least, may sit at a table."""
    return tuple(n for n in games.rules(game).players_allowed if n > 1)


class Tournaments:
    """All tournaments, as this process sees to them. What only a host may do is `Forbidden` to others."""

    def __init__(self, service: TableService, settings: Settings) -> None:
        self._service = service
        self._store = service.store
        self._settings = settings
        self._rests: dict[str, float] = {}
        """Until when tournaments are let alone that cannot go on, as where today's rules lack an option."""

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Look from time to time."""
        working = asyncio.create_task(self._work())
        try:
            yield
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)

    async def _work(self) -> None:
        while True:
            try:
                await self.look()
            except (SQLAlchemyError, OSError) as error:
                log.warning("Cannot look how tournaments stand: %s", error)
            await asyncio.sleep(self._settings.clock_seconds)

    async def look(self) -> None:
        """Count what has been played, and begin the rounds whose time has come."""
        for one in await self._store.read(running_tournaments):
            if self._rests.get(one, 0.0) > time.monotonic():
                continue
            try:
                await self._go_on(one)
                self._rests.pop(one, None)
            except (Stale, NotFound):
                pass  # another process was quicker, or it is no more
            except Exception:
                # One tournament's trouble is its own.
                log.exception("The tournament %s cannot go on", one)
                self._rests[one] = time.monotonic() + REST_SECONDS

    async def of(self, id_: str) -> Tournament:
        """A tournament; raises `NotFound`."""
        return await self._store.read(lambda connection: tournament_of(connection, id_))

    # -- before it starts ----------------------------------------------------------------------------

    async def create(self, me: Identity, wanted: Wanted) -> Tournament:
        """A tournament that waits for people; raises `BadOptions` and `Conflict`."""
        made = new_tournament(me, wanted)

        def change(connection: Connection, _: Publish) -> None:
            if hosted_by(connection, me.id) >= MOST_HOSTED:
                raise Conflict(f"You host {MOST_HOSTED} tournaments already: end one first")
            add_tournament(connection, made)

        await self._store.write(change)
        return made

    async def enter(self, id_: str, me: Identity, key: str | None) -> None:
        """Take part; it starts by itself when it is full. Raises `Forbidden` and `Conflict`."""

        def change(connection: Connection, _: Publish) -> Tournament:
            found = lock_tournament(connection, id_)
            if not (found.listed or found.is_invited(key) or found.host == me.id):
                raise Forbidden("This tournament is entered by its invitation link")
            if found.state != "open":
                raise Conflict("This tournament has begun: nobody can enter it any more")
            if found.entrant_of(me.id) is not None:
                raise Conflict("You have entered this tournament already")
            if len(found.entrants) >= found.room:
                raise Conflict("This tournament is full")
            name = name_at_table(person_name(me.name), [one.name for one in found.entrants])
            number = max((one.number for one in found.entrants), default=-1) + 1
            entrant = Entrant(number, me.id, name)
            add_entrant(connection, id_, entrant)
            return replace(found, entrants=(*found.entrants, entrant))

        found = await self._store.write(change)
        if len(found.entrants) == found.room:
            try:
                await self._begin_round(await self.of(id_))
            except Stale:
                pass  # somebody else has just done so, or has left

    async def withdraw(self, id_: str, me: Identity) -> None:
        """Take part no more: before it starts one is gone; afterwards one is in no further round."""

        def change(connection: Connection, _: Publish) -> None:
            found = lock_tournament(connection, id_)
            entrant = found.entrant_of(me.id)
            if entrant is None or entrant.out:
                raise Conflict("You are not in this tournament")
            _leave(connection, found, entrant.number)

        await self._store.write(change)

    async def remove(self, id_: str, me: Identity, number: int) -> None:
        """Have somebody take part no more; for the host."""

        def change(connection: Connection, _: Publish) -> None:
            found = _of_host(connection, id_, me)
            entrant = next((one for one in found.entrants if one.number == number and not one.out), None)
            if entrant is None:
                raise NotFound("Nobody here has this number")
            _leave(connection, found, number)
            if entrant.identity not in (None, me.id):
                text = f"{found.name}: the host has taken you out of the tournament."
                add_notices(connection, [str(entrant.identity)], None, "removed", text)

        await self._store.write(change)

    async def start(self, id_: str, me: Identity) -> None:
        """Begin with those who have entered; for the host."""
        found = await self.of(id_)
        _check_host(found, me)
        if found.state != "open":
            raise Conflict("This tournament has begun already")
        if too_few := lacks_people(found):
            raise Conflict(too_few)
        try:
            await self._begin_round(found)
        except Stale:
            raise Conflict("Somebody has entered or left just now: look again", kind="stale") from None

    # -- while it runs -------------------------------------------------------------------------------

    async def end_round(self, id_: str, me: Identity, number: int) -> None:
        """Wait no longer for the games of a round: those that are not over count as without a result.

        It is said which round is meant: to ask twice does not end the next one, too.
        """

        def change(connection: Connection, _: Publish) -> None:
            found = _of_host(connection, id_, me)
            if found.state != "running" or found.round != number:
                raise Conflict("This round is not being played", kind="stale")
            note_results(connection, id_, [one for one in found.paired if not one.done])

        await self._count(id_)
        await self._store.write(change)
        await self.look()

    async def close(self, id_: str, me: Identity) -> bool:
        """End it: the standings stay as they are; one that has not begun is gone, which is what is told."""

        def change(connection: Connection, _: Publish) -> bool:
            found = _of_host(connection, id_, me)
            if found.state == "open":
                people = {one.identity for one in found.entrants if one.identity} - {me.id}
                text = f"{found.name}: the host has called the tournament off."
                add_notices(connection, people, None, "closed", text)
                delete_tournament(connection, id_)
                return True
            if found.state != "running":
                raise Conflict("This tournament is over")
            set_tournament(connection, id_, state="closed")
            _tell_end(connection, found)
            return False

        await self._count(id_)
        return await self._store.write(change)

    async def _go_on(self, id_: str) -> None:
        found = await self._count(id_)
        if found.state == "running" and all(one.done for one in found.paired):
            await self._begin_round(found)

    async def _count(self, id_: str) -> Tournament:
        """Note the results of games that have come to their end; the tournament after that."""
        found = await self.of(id_)
        playing = [one for one in found.paired if not one.done]
        ids = {one.table for one in playing if one.table is not None}
        over = await self._store.read(lambda connection: over_tables(connection, ids))
        results: list[Paired] = [one for one in playing if one.table is None]  # the table is no more
        for table in over:
            at = [one for one in playing if one.table == table]
            results += placed(at, await self._service.open(table))
        if not results:
            return found

        def change(connection: Connection, _: Publish) -> Tournament:
            lock_tournament(connection, id_)
            note_results(connection, id_, results)
            return tournament_of(connection, id_)

        return await self._store.write(change)

    async def _begin_round(self, found: Tournament) -> None:
        """Begin the next round, or end the tournament after the last; raises `Stale`."""
        plan, rounds = await self._service.background.run_in_thread(lambda: planned(found))
        opened = [] if plan is None else [new_round_table(found, table) for table in plan.tables]
        number = found.round + 1

        def change(connection: Connection, _: Publish) -> None:
            fresh = lock_tournament(connection, found.id)
            if (fresh.state, fresh.round, fresh.entrants) != (found.state, found.round, found.entrants):
                raise Stale
            if plan is None:
                set_tournament(connection, found.id, state="over", rounds=min(rounds, found.round))
                _tell_end(connection, fresh)
                return
            set_tournament(connection, found.id, state="running", round=number, rounds=rounds)
            for stored in opened:
                insert_table(connection, stored)
            add_pairings(connection, found.id, paired_in(plan, number, [one.id for one in opened]))
            _tell_round(connection, fresh, plan, number, rounds)

        await self._store.write(change)
        for stored in opened:
            self._service.begun(stored)


def new_tournament(me: Identity, wanted: Wanted) -> Tournament:
    """A tournament that waits for people; raises `BadOptions`."""
    pace = checked_pace(wanted.pace)
    if pace is None or pace.move < SHORTEST_MOVE:
        raise BadOptions("in a tournament each move has a time, an hour at least")
    if wanted.size not in allowed_sizes(wanted.game):
        sizes = " or ".join(map(str, allowed_sizes(wanted.game)))
        raise BadOptions(f"a table of {games.rules(wanted.game).title} has {sizes} players in a tournament")
    if not wanted.size <= wanted.room <= MOST_ENTRANTS:
        raise BadOptions(f"a tournament is for {wanted.size} to {MOST_ENTRANTS} people")
    if wanted.form == "swiss" and not 1 <= wanted.rounds <= MOST_ROUNDS:
        raise BadOptions(f"a Swiss tournament has 1 to {MOST_ROUNDS} rounds")
    if wanted.form == "round-robin" and rounds_needed(wanted.room, wanted.size) > MOST_ROUNDS:
        raise BadOptions(
            f"a round robin of {wanted.room} has more than {MOST_ROUNDS} rounds: let it be Swiss"
        )
    if wanted.form == "round-robin" and wanted.rounds:
        raise BadOptions("a round robin has as many rounds as it takes: they are not chosen")
    options = dict(wanted.options or {})
    known = {option.name for option in games.rules(wanted.game).choices}
    if unknown := sorted(set(options) - known):
        raise BadOptions(f"{games.rules(wanted.game).title} has no option {unknown[0]!r}")
    moment = now()
    made = Tournament(
        new_id(),
        shown_name(wanted.name),
        me.id,
        wanted.game,
        wanted.size,
        wanted.form,
        wanted.rounds,
        0,
        # Whose time is up is out: in a tournament nobody plays for another.
        Pace(move=pace.move, then="out", level=pace.level),
        wanted.rated,
        wanted.listed,
        wanted.room,
        "open",
        new_secret(),
        moment,
        moment,
        options,
    )
    # Whether it can be played like this is said now, not when people have come.
    for size in {wanted.size, max(2, wanted.size - 1)} & set(allowed_sizes(wanted.game)):
        made_up = replace(made, entrants=tuple(Entrant(n, new_id(), f"Player {n + 1}") for n in range(size)))
        new_round_table(made_up, range(size))
    return made


def lacks_people(found: Tournament) -> str:
    """Why a tournament that has not begun cannot begin with those who have entered; nothing where it can."""
    if table_sizes(len(found.entrants), found.size, allowed_sizes(found.game)):
        return ""
    return f"There are too few people for a table of {found.size}"


def planned(found: Tournament) -> tuple[Round | None, int]:
    """The next round, None after the last, and how many there are in all."""
    active = [one.number for one in found.entrants if not one.out and one.identity is not None]
    rounds = found.rounds
    if found.state == "open" and found.form == "round-robin":
        rounds = rounds_needed(len(active), found.size)
    allowed = allowed_sizes(found.game)
    if found.round >= rounds or not table_sizes(len(active), found.size, allowed):
        return None, rounds
    entered, met = to_be_paired(active, found.paired, found.form, found.size)
    number = found.round + 1
    return pair_round(found.form, entered, met, number, found.size, allowed, found.id), rounds


def new_round_table(found: Tournament, numbers: Sequence[int]) -> StoredTable:
    """A table of a round, in the order of its seats. It has no host: nobody frees seats or closes it."""
    people = {one.number: one for one in found.entrants}
    seats = [
        Seat(seat, "person", people[number].name, identity=people[number].identity)
        for seat, number in enumerate(numbers)
    ]
    game = game_at(found, len(seats))
    stored = new_table(game, seats, None, listed=found.listed, terms=Terms(found.pace, found.rated))
    return replace(stored, tournament=found.id)


def paired_in(plan: Round, number: int, tables: Sequence[str]) -> list[Paired]:
    """A round as it is stored."""
    seated = [
        Paired(number, entrant, board, tables[board], seat)
        for board, table in enumerate(plan.tables)
        for seat, entrant in enumerate(table)
    ]
    return [*seated, *(Paired(number, entrant, None, done=True) for entrant in plan.byes)]


def placed(at: Sequence[Paired], shown: AnyTable) -> list[Paired]:
    """How those at a table that is over were placed: by the game's ranking, who gave up last."""
    stored = shown.stored
    if stored.ended == "abandoned":
        return [replace(one, done=True) for one in at]
    ranks: Sequence[int] | None = None
    if stored.ended is None and not any(seat.out for seat in stored.seats):
        if isinstance(shown, ArchivedGame):
            ranks = shown.archive.ranks
        elif isinstance(shown, LoadedTable):
            ranks = shown.table.ranks()
    ranks = ranks or places(stored)
    scores = stored.scores if stored.ended is None else None
    return [
        replace(
            one,
            done=True,
            place=ranks[one.seat],
            score=None if scores is None else scores[one.seat],
        )
        for one in at
        if one.seat is not None
    ]


def _of_host(connection: Connection, id_: str, me: Identity) -> Tournament:
    found = lock_tournament(connection, id_)
    _check_host(found, me)
    return found


def _check_host(found: Tournament, me: Identity) -> None:
    if found.host != me.id:
        raise Forbidden("Only the host of the tournament can do that")


def _leave(connection: Connection, found: Tournament, number: int) -> None:
    if found.state == "open":
        remove_entrant(connection, found.id, number)
    elif found.state == "running":
        set_out(connection, found.id, number)
    else:
        raise Conflict("This tournament is over")


def _tell_round(connection: Connection, found: Tournament, plan: Round, number: int, rounds: int) -> None:
    """Tell everybody with whom they play."""
    people = {one.number: one for one in found.entrants}
    head = f"{found.name}: round {number} of {rounds} has begun"
    for table in plan.tables:
        for one in table:
            others = " and ".join(people[other].name for other in table if other != one)
            who = people[one].identity
            if who is not None:
                add_notices(connection, [who], None, "round", f"{head}; you play with {others}.")
    byes = {people[one].identity for one in plan.byes}
    add_notices(connection, [who for who in byes if who], None, "round", f"{head}; you sit it out.")


def _tell_end(connection: Connection, found: Tournament) -> None:
    """Tell everybody how it has ended."""
    people = {one.number: one.identity for one in found.entrants}
    rows = standings([one.number for one in found.entrants], found.paired, found.form, found.size)
    for row in rows:
        who = people[row.number]
        if who is not None:
            text = f"{found.name} is over: you have come in at place {row.place} of {len(rows)}."
            add_notices(connection, [who], None, "round", text)
