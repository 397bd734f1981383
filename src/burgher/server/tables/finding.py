"""Find me a game: people who look for the same are put together, and opponents fill what is left in the end.

Every process looks for them; a table is opened by the one that finds all of its people still waiting.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy import Connection
from sqlalchemy.exc import SQLAlchemyError

from burgher import games
from burgher.kernel.errors import BadOptions, BurgherError
from burgher.server.problems import Stale, Unprocessable
from burgher.server.settings import Settings
from burgher.server.storage.model import Identity, Seat, StoredTable
from burgher.server.storage.notices import add_notices
from burgher.server.storage.pace import Pace
from burgher.server.storage.seeks import Seek, all_seeks, end_seek, put_seek, strangers, take_seeks
from burgher.server.storage.table_changes import insert_table
from burgher.server.storage.times import now
from burgher.server.storage.titles import title_of
from burgher.server.storage.transactions import Publish
from burgher.server.tables.names import given_name
from burgher.server.tables.seat_changes import checked_level
from burgher.server.tables.seating import Place, seat_for
from burgher.server.tables.service import TableService, new_table
from burgher.server.tables.terms import Terms

log = logging.getLogger(__name__)

LONGEST_WAIT = 7 * 24 * 3600
"""For how many seconds somebody may look for people."""
GONE = 90_000
"""Whoever has not asked for so many milliseconds is not at hand for a game that goes on now. A page in the
background may ask once a minute only."""
LIVE = 3600
"""With fewer seconds for a move, people play at the same time."""


@dataclass(frozen=True)
class Party:
    """People who play together."""

    people: tuple[Seek, ...]
    players: int
    level: str | None = None
    """Which opponents have the other seats."""


@dataclass(frozen=True)
class Looked:
    """What has come of looking: who plays together, and whose time is up for nothing."""

    parties: tuple[Party, ...]
    in_vain: tuple[Seek, ...]


def is_live(pace: Pace | None) -> bool:
    """Whether people have to be there at the same time."""
    return pace is not None and (pace.has_clock or pace.move < LIVE)


def sizes_of(game: str) -> tuple[int, ...]:
    """With how many players, two at least, a game is played."""
    return tuple(n for n in games.rules(game).players_allowed if n > 1)


def put_together(
    waiting: Sequence[Seek], apart: Mapping[str, set[str]], sizes: Mapping[str, Sequence[int]], moment: int
) -> Looked:
    """Who plays together now, of all who wait, those first who have waited longest."""
    alike: dict[object, list[Seek]] = defaultdict(list)
    in_vain: list[Seek] = []
    for seek in waiting:
        if is_live(seek.pace) and seek.seen < moment - GONE:
            if seek.until <= moment:
                in_vain.append(seek)
        elif seek.game in sizes:
            alike[seek.game, seek.pace, seek.rated].append(seek)
    parties: list[Party] = []
    for some in alike.values():
        left = list(some)
        allowed = sizes[some[0].game]
        for first in some:
            party = _whole_party(first, left, apart, allowed) if first in left else None
            if party is not None:
                parties.append(party)
                left = [one for one in left if one not in party.people]
        for first in some:
            if first not in left or first.until > moment:
                continue
            party = None if first.level is None else _filled_party(first, left, apart, allowed)
            if party is None:
                in_vain.append(first)
            else:
                parties.append(party)
            taken = (first,) if party is None else party.people
            left = [one for one in left if one not in taken]
    return Looked(tuple(parties), tuple(in_vain))


def _whole_party(
    first: Seek, waiting: Sequence[Seek], apart: Mapping[str, set[str]], allowed: Sequence[int]
) -> Party | None:
    """People enough to begin with, if there are."""
    for size in _sizes(first, allowed):
        people = _company(first, waiting, apart, size)
        if len(people) == size:
            return Party(tuple(people), size)
    return None


def _filled_party(
    first: Seek, waiting: Sequence[Seek], apart: Mapping[str, set[str]], allowed: Sequence[int]
) -> Party | None:
    """As many people as there are, and opponents."""
    willing = [one for one in waiting if one is first or one.level is not None]
    best: Party | None = None
    for size in _sizes(first, allowed):
        people = _company(first, willing, apart, size)
        if best is None or len(people) > len(best.people):
            best = Party(tuple(people), size, first.level)
    return best


def _sizes(seek: Seek, allowed: Sequence[int]) -> Sequence[int]:
    return allowed if seek.players is None else [n for n in allowed if n == seek.players]


def _company(first: Seek, waiting: Sequence[Seek], apart: Mapping[str, set[str]], size: int) -> list[Seek]:
    """Whoever plays with somebody at a table of so many, themselves included."""
    found = [first]
    for one in waiting:
        fits = one.players in (None, size) and one not in found
        if fits and not any(one.person.id in apart.get(other.person.id, ()) for other in found):
            found.append(one)
        if len(found) == size:
            break
    return found


class Finding:
    """Whoever, in this process, puts people together who look for a game."""

    def __init__(self, service: TableService, settings: Settings) -> None:
        self._service = service
        self._settings = settings

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Look from time to time."""
        working = asyncio.create_task(self._work())
        try:
            yield
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)

    async def seek(self, seek: Seek) -> None:
        """Look for a game, if there is such a one; raises `BadOptions` and `Unprocessable`."""
        check_seek(seek)
        await self._service.store.write(lambda connection, _: put_seek(connection, seek))
        await self.look()

    async def _work(self) -> None:
        while True:
            try:
                await self.look()
            except (SQLAlchemyError, OSError) as error:
                log.warning("Cannot look who wants to play: %s", error)
            except Exception:
                # One game's trouble is not that of all others.
                log.exception("Cannot put people together")
            await asyncio.sleep(self._settings.clock_seconds)

    async def look(self) -> None:
        """Put together whoever can be."""

        def asked(connection: Connection) -> tuple[list[Seek], Mapping[str, set[str]]]:
            waiting = all_seeks(connection)
            return waiting, strangers(connection, [one.person.id for one in waiting]) if waiting else {}

        waiting, apart = await self._service.store.read(asked)
        if not waiting:
            return
        known = set(games.names())
        sizes = {name: sizes_of(name) for name in {one.game for one in waiting} & known}
        looked = put_together(waiting, apart, sizes, now())
        for party in looked.parties:
            try:
                await self._begin(party)
            except Stale:
                pass  # somebody has thought better of it, or another process was quicker
            except BurgherError as error:
                log.warning("A game that was found cannot begin: %s", error)
                for seek in party.people:
                    await self._end(seek)
        for seek in looked.in_vain:
            await self._end(seek)

    async def _begin(self, party: Party) -> None:
        """Open the table, if all still wait; raises `Stale`."""
        stored = new_party_table(party)

        def change(connection: Connection, _: Publish) -> None:
            insert_table(connection, stored)
            if not take_seeks(connection, party.people, stored.id):
                raise Stale
            title = title_of(stored.game) or stored.game
            text = f"{title}: the game you were looking for has begun, with {_and(stored.names)}."
            away = [one.person.id for one in party.people if one.seen < now() - GONE]
            add_notices(connection, away, stored.id, "found", text)

        await self._service.store.write(change)
        self._service.begun(stored)

    async def _end(self, seek: Seek) -> None:
        title = title_of(seek.game) or seek.game
        text = f"{title}: nobody was found who wanted to play the same with you."

        def change(connection: Connection, _: Publish) -> None:
            if end_seek(connection, seek):
                add_notices(connection, [seek.person.id], None, "found", text)

        await self._service.store.write(change)


def new_party_table(party: Party) -> StoredTable:
    """A table for people who were put together, who sit as chance will have it.

    Its host is whoever has waited longest.
    """
    first = party.people[0]
    game = games.rules(first.game)(party.players)
    order: list[Seek | None] = [*party.people, *[None] * (party.players - len(party.people))]
    secrets.SystemRandom().shuffle(order)
    seats: list[Seat] = []
    for number, one in enumerate(order):
        taken = {seat.name for seat in seats}
        if one is None:
            seats.append(seat_for(number, Place("opponent", agent=party.level), None, "", taken, {}))
        else:
            seats.append(Seat(number, "person", given_name(one.person.name, taken), identity=one.person.id))
    return new_table(game, seats, first.person, group=first.group, terms=Terms(first.pace, first.rated))


def check_seek(seek: Seek) -> None:
    """Raise `BadOptions` and `Unprocessable` for a game that cannot be found like this."""
    game = games.rules(seek.game)
    allowed = sizes_of(seek.game)
    if not allowed or (seek.players is not None and seek.players not in allowed):
        number = " or ".join(map(str, allowed))
        raise BadOptions(f"{game.title} is looked for with {number} players, or with as many as come")
    if seek.level is not None:
        checked_level(seek.level)
    if seek.rated and seek.level is not None:
        raise Unprocessable("A rated game is played by people alone: no opponents fill it")
    if not seek.created <= seek.until <= seek.created + LONGEST_WAIT * 1000:
        raise Unprocessable("People are waited for a week at most")
    # Whether it can be played by these terms is said now, not when somebody has been found.
    someone = [Seek(Identity(f"{n}", f"Player {n}"), *_like(seek)) for n in range(seek.players or allowed[0])]
    new_party_table(Party(tuple(someone), len(someone)))


def _like(seek: Seek) -> tuple[str, int | None, Pace | None, bool, str | None, int, int, int]:
    return (
        seek.game,
        seek.players,
        seek.pace,
        seek.rated,
        seek.level,
        seek.until,
        seek.created,
        seek.seen,
    )


def _and(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
