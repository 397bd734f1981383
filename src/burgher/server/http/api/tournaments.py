"""Tournaments for programs: which there are, hosting one, taking part, standings and results."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody
from litestar.response import Response

from burgher.server.http.api.callers import caller_of, known_caller
from burgher.server.http.bodies import Done
from burgher.server.http.cross_site import check_json
from burgher.server.http.dependencies import TheStore
from burgher.server.http.links import link_to, root_of
from burgher.server.http.requests import AnyRequest, address_of
from burgher.server.storage.model import Identity
from burgher.server.storage.pace import Pace
from burgher.server.storage.tournaments import State, Tournament, listed_tournaments, tournaments_of
from burgher.server.tables.pairing import Form
from burgher.server.tables.tournaments import MOST_ENTRANTS, MOST_ROUNDS, Tournaments, Wanted
from burgher.server.view.tournament import as_csv, boards, placed_rows


class NewTournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament to be hosted. Whose time is up is out of their game."""

    name: Annotated[str, msgspec.Meta(min_length=1, max_length=40)]
    game: Annotated[str, msgspec.Meta(max_length=40)]
    time: Pace
    """So long for each `move`, an hour at least."""
    form: Form = "round-robin"
    size: Annotated[int, msgspec.Meta(ge=2, le=10)] = 2
    """How many sit at a table."""
    rounds: Annotated[int, msgspec.Meta(ge=0, le=MOST_ROUNDS)] = 0
    """Of a Swiss tournament; a round robin has as many as it takes."""
    room: Annotated[int, msgspec.Meta(ge=2, le=MOST_ENTRANTS)] = 16
    """For how many people it is; it starts by itself when it is full."""
    options: dict[str, str | list[str]] = {}
    rated: bool = False
    listed: bool = False
    """Whether everybody may find and enter it; else by its `key`."""


class Entering(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Taking part: by the invitation's key, or in a listed one without."""

    key: Annotated[str, msgspec.Meta(max_length=100)] | None = None


class EntrantMeant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who takes part, by their number in the standings."""

    entrant: Annotated[int, msgspec.Meta(ge=0)]


class RoundMeant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A round, counted from 1."""

    round: Annotated[int, msgspec.Meta(ge=1, le=1000)]


class StandingSeen(msgspec.Struct, frozen=True):
    """How somebody stands: by points, then the points of those they have met, then the margin."""

    place: int
    entrant: int
    name: str
    out: bool
    """Whether they have left."""
    points: float
    games: int
    won: int
    strength: float
    """The points of all whom they have met."""
    margin: float
    """By how much they were above the mean of their tables, in points of the games."""


class SeatOfRound(msgspec.Struct, frozen=True):
    """Somebody at a table of a round."""

    name: str
    points: float | None
    score: int | None


class TableOfRound(msgspec.Struct, frozen=True):
    """A table of a round, in the order of its seats; whoever sits out is alone, and has no `table`."""

    table: str | None
    is_over: bool
    seats: list[SeatOfRound]


class TournamentSeen(msgspec.Struct, frozen=True):
    """A tournament: what was agreed on, the standings, and the tables of each round, the first one first."""

    tournament: str
    url: str
    name: str
    game: str
    state: State
    form: Form
    size: int
    round: int
    rounds: int
    """How many there are in all; 0 in a round robin that has not begun."""
    room: int
    time: Pace
    rated: bool
    listed: bool
    standings: list[StandingSeen]
    tables: list[list[TableOfRound]]
    key: str | None = None
    """With it others enter: for the host."""


def _tournaments(request: AnyRequest) -> Tournaments:
    found: Tournaments = request.app.state.tournaments
    return found


def _number(points: str) -> float | None:
    return None if points in ("…", "–") else float(points)


def _seen(found: Tournament, me: Identity | None, root: str) -> TournamentSeen:
    rounds = [
        [
            TableOfRound(
                board.table,
                board.done,
                [SeatOfRound(one.name, _number(one.points), one.score) for one in board.people],
            )
            for board in some
        ]
        for _, some in reversed(boards(found, me))
    ]
    rows = [
        StandingSeen(
            row.place,
            row.number,
            row.name,
            row.out,
            float(row.points),
            row.games,
            row.won,
            float(row.strength),
            float(row.margin),
        )
        for row in placed_rows(found, me)
    ]
    return TournamentSeen(
        found.id,
        f"{root}/tournaments/{found.id}",
        found.name,
        found.game,
        found.state,
        found.form,
        found.size,
        found.round,
        found.rounds,
        found.room,
        found.pace,
        found.rated,
        found.listed,
        rows,
        rounds,
        found.key if me is not None and found.host == me.id else None,
    )


@get("/tournaments")
async def list_tournaments(store: TheStore, request: AnyRequest) -> list[TournamentSeen]:
    """The tournaments that everybody may find; with a person's token, first those they host or are in."""
    me, root = caller_of(request), root_of(request)
    mine = [] if me is None else await store.read(lambda connection: tournaments_of(connection, me.id))
    listed = await store.read(listed_tournaments)
    others = [one for one in listed if one.id not in {own.id for own in mine}]
    return [_seen(one, me, root) for one in (*mine, *others)]


@post("/tournaments")
async def host_tournament(data: JSONBody[NewTournament], request: AnyRequest) -> TournamentSeen:
    """Host a tournament. Its `key` lets others enter; whoever hosts it is in it only if they enter, too."""
    me = known_caller(request)
    request.app.state.quotas.count("table", address_of(request), me.id)
    made = await _tournaments(request).create(
        me,
        Wanted(
            data.name,
            data.game,
            data.size,
            data.form,
            data.time,
            data.rounds,
            data.room,
            data.options,
            data.rated,
            data.listed,
        ),
    )
    return _seen(made, me, root_of(request))


@get("/tournaments/{tournament:str}")
async def tournament_seen(tournament: FromPath[str], request: AnyRequest) -> TournamentSeen:
    """How a tournament stands, for whoever knows it."""
    found = await _tournaments(request).of(tournament)
    return _seen(found, caller_of(request), root_of(request))


@get("/tournaments/{tournament:str}/results.csv", media_type="text/csv")
async def results(tournament: FromPath[str], request: AnyRequest) -> Response[str]:
    """Standings and games as CSV: a line for each entrant, then one for everybody in each game."""
    found = await _tournaments(request).of(tournament)
    return Response(as_csv(found, link_to(request, "")), media_type="text/csv; charset=utf-8")


@post("/tournaments/{tournament:str}/enter", status_code=200)
async def enter(tournament: FromPath[str], data: JSONBody[Entering], request: AnyRequest) -> Done:
    """Take part, before it starts; tables then open themselves, and are among `GET /api/me/tables`."""
    me = known_caller(request)
    request.app.state.quotas.count("seat", address_of(request), me.id)
    await _tournaments(request).enter(tournament, me, data.key)
    return Done()


@post("/tournaments/{tournament:str}/withdraw", status_code=200)
async def withdraw(tournament: FromPath[str], request: AnyRequest) -> Done:
    """Take part no more: one is in no further round, and plays the games that have begun to their end."""
    await _tournaments(request).withdraw(tournament, known_caller(request))
    return Done()


@post("/tournaments/{tournament:str}/remove", status_code=200)
async def remove(tournament: FromPath[str], data: JSONBody[EntrantMeant], request: AnyRequest) -> Done:
    """Have somebody take part no more; for the host."""
    await _tournaments(request).remove(tournament, known_caller(request), data.entrant)
    return Done()


@post("/tournaments/{tournament:str}/start", status_code=200)
async def start(tournament: FromPath[str], request: AnyRequest) -> Done:
    """Begin with those who have entered; for the host."""
    await _tournaments(request).start(tournament, known_caller(request))
    return Done()


@post("/tournaments/{tournament:str}/end-round", status_code=200)
async def end_round(tournament: FromPath[str], data: JSONBody[RoundMeant], request: AnyRequest) -> Done:
    """Wait no longer: games of the round that are not over count as without a result; for the host."""
    await _tournaments(request).end_round(tournament, known_caller(request), data.round)
    return Done()


@post("/tournaments/{tournament:str}/close", status_code=200)
async def close(tournament: FromPath[str], request: AnyRequest) -> Done:
    """End a tournament; one that has not begun is gone. For the host."""
    await _tournaments(request).close(tournament, known_caller(request))
    return Done()


router = Router(
    "/api",
    route_handlers=[
        list_tournaments,
        host_tournament,
        tournament_seen,
        results,
        enter,
        withdraw,
        remove,
        start,
        end_round,
        close,
    ],
    guards=[check_json],
    security=[{}, {"person": []}],
)
