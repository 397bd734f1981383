"""Tournaments as they are stored: what was agreed on, who has entered, and who has played with whom."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, exists, func, insert, or_, select, update
from sqlalchemy.engine import Row

from burgher.server.problems import NotFound
from burgher.server.storage.identity import is_id
from burgher.server.storage.pace import Pace
from burgher.server.storage.schema import entrants, pairings, tables, tournaments
from burgher.server.storage.times import now

State = Literal["open", "running", "over", "closed"]
"""People may enter; rounds are played; all were played; or its host has ended it."""

SHOWN = 50


@dataclass(frozen=True)
class Entrant:
    """Somebody who has entered."""

    number: int
    identity: str | None
    """None for who has had their data deleted."""
    name: str
    out: bool = False
    """Whether they have left: they are in no further round."""


@dataclass(frozen=True)
class Paired:
    """Where somebody sits in a round, and how they were placed there."""

    round: int
    entrant: int
    board: int | None
    """Which table of the round; None for who sits out."""
    table: str | None = None
    seat: int | None = None
    done: bool = False
    place: int | None = None
    """None while they play, and where there is no result."""
    score: int | None = None


@dataclass(frozen=True)
class Tournament:
    """A tournament with all that belongs to it."""

    id: str
    name: str
    host: str | None
    game: str
    size: int
    """How many sit at a table."""
    form: Literal["round-robin", "swiss"]
    rounds: int
    """How many are wanted; in a round robin it is known when it starts, and 0 before."""
    round: int
    """The one that is played; 0 before the first."""
    pace: Pace
    rated: bool
    listed: bool
    room: int
    state: State
    key: str
    """What the invitation has in its link."""
    created: int
    changed: int
    options: Mapping[str, Any] = field(default_factory=dict)
    entrants: tuple[Entrant, ...] = ()
    paired: tuple[Paired, ...] = ()

    def entrant_of(self, identity: str | None) -> Entrant | None:
        """What somebody is here, if they have entered."""
        if identity is None:
            return None
        return next((one for one in self.entrants if one.identity == identity), None)

    def is_invited(self, key: str | None) -> bool:
        """Whether a key is the invitation's."""
        given = (key or "").encode(errors="replace")
        return secrets.compare_digest(given, self.key.encode())


def add_tournament(connection: Connection, made: Tournament) -> None:
    """Keep a new tournament, as part of a change."""
    connection.execute(
        insert(tournaments),
        {
            "id": made.id,
            "name": made.name,
            "host_id": made.host,
            "game": made.game,
            "size": made.size,
            "form": made.form,
            "rounds": made.rounds,
            "round": made.round,
            "options": dict(made.options),
            "pace": msgspec.to_builtins(made.pace),
            "rated": made.rated,
            "listed": made.listed,
            "room": made.room,
            "state": made.state,
            "invitation": made.key,
            "created": made.created,
            "changed": made.changed,
        },
    )


def tournament_of(connection: Connection, id_: str) -> Tournament:
    """A tournament; raises `NotFound`."""
    found = _found(connection, tournaments.c.id == id_) if is_id(id_) else []
    if not found:
        raise NotFound("There is no such tournament")
    return found[0]


def tournaments_of(connection: Connection, identity: str) -> list[Tournament]:
    """Those that somebody hosts or has entered, the latest first."""
    entered = exists().where(entrants.c.tournament_id == tournaments.c.id, entrants.c.identity_id == identity)
    return _found(connection, or_(tournaments.c.host_id == identity, entered))


def listed_tournaments(connection: Connection) -> list[Tournament]:
    """Those that everybody may find, the latest first."""
    return _found(connection, and_(tournaments.c.listed, tournaments.c.state != "closed"))


def running_tournaments(connection: Connection) -> list[str]:
    """Those in which something may have come to its end."""
    asked = select(tournaments.c.id).where(tournaments.c.state == "running")
    return list(connection.execute(asked).scalars())


def hosted_by(connection: Connection, identity: str) -> int:
    """How many somebody hosts that are not over."""
    going = tournaments.c.state.in_(("open", "running"))
    asked = select(func.count()).select_from(tournaments).where(tournaments.c.host_id == identity, going)
    return int(connection.scalar(asked) or 0)


def lock_tournament(connection: Connection, id_: str) -> Tournament:
    """A tournament that nobody else changes until this change is made; raises `NotFound`."""
    touched = update(tournaments).where(tournaments.c.id == id_).values(changed=now())
    if not is_id(id_) or connection.execute(touched).rowcount != 1:
        raise NotFound("There is no such tournament")
    return tournament_of(connection, id_)


def set_tournament(connection: Connection, id_: str, **values: object) -> None:
    """Change what a tournament is, as part of a change."""
    connection.execute(update(tournaments).where(tournaments.c.id == id_).values(**values))


def delete_tournament(connection: Connection, id_: str) -> None:
    """Have a tournament gone, as part of a change; its tables stay."""
    connection.execute(delete(tournaments).where(tournaments.c.id == id_))


def add_entrant(connection: Connection, id_: str, entrant: Entrant) -> None:
    """Have somebody take part, as part of a change."""
    connection.execute(
        insert(entrants),
        {
            "tournament_id": id_,
            "number": entrant.number,
            "identity_id": entrant.identity,
            "name": entrant.name,
            "out": entrant.out,
        },
    )


def remove_entrant(connection: Connection, id_: str, number: int) -> None:
    """Have somebody take part no more, before it starts, as part of a change."""
    connection.execute(delete(entrants).where(entrants.c.tournament_id == id_, entrants.c.number == number))


def set_out(connection: Connection, id_: str, number: int) -> None:
    """Note that somebody is in no further round, as part of a change."""
    whose = and_(entrants.c.tournament_id == id_, entrants.c.number == number)
    connection.execute(update(entrants).where(whose).values(out=True))


def add_pairings(connection: Connection, id_: str, paired: Iterable[Paired]) -> None:
    """Keep who plays with whom in a round, as part of a change."""
    rows = [
        {
            "tournament_id": id_,
            "round": one.round,
            "entrant": one.entrant,
            "board": one.board,
            "table_id": one.table,
            "seat": one.seat,
            "done": one.done,
            "place": one.place,
            "score": one.score,
        }
        for one in paired
    ]
    if rows:
        connection.execute(insert(pairings), rows)


def note_results(connection: Connection, id_: str, results: Sequence[Paired]) -> None:
    """Note how games have ended, as part of a change."""
    for one in results:
        whose = and_(
            pairings.c.tournament_id == id_,
            pairings.c.round == one.round,
            pairings.c.entrant == one.entrant,
            ~pairings.c.done,
        )
        connection.execute(update(pairings).where(whose).values(done=True, place=one.place, score=one.score))


def over_tables(connection: Connection, ids: Iterable[str]) -> set[str]:
    """Which of some tables are over."""
    asked = select(tables.c.id).where(tables.c.id.in_(list(ids)), tables.c.to_move.is_(None))
    return set(connection.execute(asked).scalars())


def forget_entrant(connection: Connection, identity: str, name: str) -> None:
    """Have somebody's name gone from all tournaments, as part of a change; those that wait for people go."""
    whose = entrants.c.identity_id == identity
    entered = select(entrants.c.tournament_id, entrants.c.number).where(whose)
    for row in connection.execute(entered).all():
        at = and_(entrants.c.tournament_id == row.tournament_id, entrants.c.number == row.number)
        connection.execute(
            update(entrants).where(at).values(identity_id=None, name=f"{name} {row.number + 1}", out=True)
        )
    unbegun = and_(tournaments.c.host_id == identity, tournaments.c.state == "open")
    connection.execute(delete(tournaments).where(unbegun))
    connection.execute(update(tournaments).where(tournaments.c.host_id == identity).values(host_id=None))


def tidy_tournaments(connection: Connection, unbegun_before: int | None, over_before: int | None) -> None:
    """Delete those whose time has come, as part of a change."""
    changed = tournaments.c.changed
    if unbegun_before is not None:
        connection.execute(delete(tournaments).where(tournaments.c.state == "open", changed < unbegun_before))
    if over_before is not None:
        over = tournaments.c.state.in_(("over", "closed"))
        connection.execute(delete(tournaments).where(over, changed < over_before))


def _found(connection: Connection, where: ColumnElement[bool]) -> list[Tournament]:
    query = select(tournaments).where(where).order_by(tournaments.c.created.desc(), tournaments.c.id)
    found = {row.id: _tournament(row) for row in connection.execute(query.limit(SHOWN))}
    people: dict[str, list[Entrant]] = {id_: [] for id_ in found}
    order = (entrants.c.tournament_id, entrants.c.number)
    for row in connection.execute(select(entrants).where(order[0].in_(found)).order_by(*order)):
        people[row.tournament_id].append(Entrant(row.number, row.identity_id, row.name, row.out))
    paired: dict[str, list[Paired]] = {id_: [] for id_ in found}
    by_round = (pairings.c.tournament_id, pairings.c.round, pairings.c.board, pairings.c.seat)
    for row in connection.execute(select(pairings).where(by_round[0].in_(found)).order_by(*by_round)):
        paired[row.tournament_id].append(
            Paired(
                row.round,
                row.entrant,
                row.board,
                row.table_id,
                row.seat,
                row.done,
                row.place,
                row.score,
            )
        )
    return [
        replace(one, entrants=tuple(people[one.id]), paired=tuple(paired[one.id])) for one in found.values()
    ]


def _tournament(row: Row[Any]) -> Tournament:
    return Tournament(
        row.id,
        row.name,
        row.host_id,
        row.game,
        row.size,
        row.form,
        row.rounds,
        row.round,
        msgspec.convert(row.pace, Pace),
        row.rated,
        row.listed,
        row.room,
        row.state,
        row.invitation,
        row.created,
        row.changed,
        row.options,
    )
