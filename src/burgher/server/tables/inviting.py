"""Inviting the same people again: a table with a seat for each friend, in one go."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from burgher.kernel.errors import BadOptions
from burgher.kernel.game import Game
from burgher.server.problems import Conflict, Forbidden
from burgher.server.storage.friends import friends_of, invite
from burgher.server.storage.identity import new_secret
from burgher.server.storage.model import Identity, Seat, StoredTable
from burgher.server.storage.table_changes import insert_table
from burgher.server.storage.transactions import Publish
from burgher.server.tables.frozen_table import FrozenTable
from burgher.server.tables.names import given_name
from burgher.server.tables.rematch import played_again
from burgher.server.tables.seating import Place, seat_for, vacant_name
from burgher.server.tables.service import TableService, new_table
from burgher.server.tables.terms import UNTIMED, Terms, terms_of

MOST_GROUPS = 6
"""So many groups of people are offered again, the latest."""


@dataclass(frozen=True)
class Group:
    """People with whom one has played a game, at a table that shows how."""

    table: str
    game: str
    names: tuple[str, ...]
    friends: int
    """How many of them are friends, and are told; the others get a link from their host."""


async def invite_friends(
    service: TableService,
    game: Game,
    me: Identity,
    people: Sequence[str],
    *,
    terms: Terms = UNTIMED,
    listed: bool = False,
    group: int | None = None,
    opponent: str | None = None,
) -> StoredTable:
    """A table for somebody and some friends; seats that are left have opponents. Raises `Forbidden`."""
    wanted = list(dict.fromkeys(people))
    if not 1 <= len(wanted) < game.players:
        raise BadOptions(f"{game.title} with {game.players} players has room for {game.players - 1} friends")
    names = await _names_of_friends(service, me)
    if any(who not in names for who in wanted):
        raise Forbidden("Only friends are invited like this: others get a link from you at the table")
    seats = [seat_for(0, Place("me"), me, me.name, set(), {})]
    for who in wanted:
        seats.append(_kept_for(len(seats), names[who], seats))
    for number in range(len(seats), game.players):
        place = Place("opponent", agent=opponent)
        seats.append(seat_for(number, place, me, me.name, {seat.name for seat in seats}, {}))
    stored = new_table(game, seats, me, listed=listed, group=group, terms=terms)
    return await _open(service, stored, me, {1 + n: who for n, who in enumerate(wanted)})


async def play_again(
    service: TableService, table: str, me: Identity, group: int | None = None
) -> StoredTable:
    """A table like another at which somebody has sat, with the same people; friends are told.

    The others are not: their seats have links, for the host to give them. Raises `Forbidden`, `Conflict`.
    """
    shown = await service.open(table)
    before = shown.stored
    if not any(seat.identity == me.id for seat in before.seats):
        raise Forbidden("Only those who sat at this table can play again with the same people")
    if isinstance(shown, FrozenTable) or before.to_move is not None:
        raise Conflict("The game is still running: play again when it is over", kind="running")
    names = await _names_of_friends(service, me)
    game, order = played_again(before)
    seats: list[Seat] = []
    people: dict[int, str] = {}
    for seat in order:
        if seat.kind == "person" and seat.identity != me.id:
            if seat.identity in names:
                people[seat.number] = str(seat.identity)
            seat = _kept_for(seat.number, seat.name, seats)
        seats.append(replace(seat, hints=False))
    if not people and not any(seat.is_free for seat in seats):
        raise Conflict("Nobody else played at this table: begin a new game instead")
    stored = new_table(game, seats, me, group=group, terms=terms_of(before), listed=before.listed)
    return await _open(service, stored, me, people)


def groups(played: Sequence[StoredTable], me: str, friends: set[str]) -> list[Group]:
    """With whom somebody has played lately: each group of people once, with the game they played last.

    The games are those that somebody has sat at, the latest first.
    """
    found: dict[frozenset[str], Group] = {}
    for table in played:
        people = [seat for seat in table.seats if seat.identity not in (None, me)]
        who = frozenset(str(seat.identity) for seat in people)
        alone = sum(seat.identity == me for seat in table.seats) != 1
        if not who or alone or table.to_move is not None or who in found:
            continue
        names = tuple(seat.name for seat in people)
        found[who] = Group(table.id, table.game, names, len(who & friends))
    return list(found.values())[:MOST_GROUPS]


async def _names_of_friends(service: TableService, me: Identity) -> dict[str, str]:
    found = await service.store.read(lambda connection: friends_of(connection, me.id))
    return {one.id: one.name for one in found}


def _kept_for(number: int, name: str, others: Sequence[Seat]) -> Seat:
    """A free seat that is called as whoever is invited to it."""
    called = given_name(name or vacant_name(number), [seat.name for seat in others])
    return Seat(number, "person", called, invitation=new_secret())


async def _open(
    service: TableService, stored: StoredTable, me: Identity, people: Mapping[int, str]
) -> StoredTable:
    def change(connection: Connection, _: Publish) -> StoredTable:
        insert_table(connection, stored)
        invite(connection, stored.id, me.id, people)
        return stored

    await service.store.write(change)
    service.begun(stored)
    return stored
