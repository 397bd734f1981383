"""Find me a game, for programs: saying what one looks for, and who else does."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import msgspec
from litestar import Router, delete, get, put
from litestar.params import JSONBody

from burgher.server.http.api.callers import known_caller
from burgher.server.http.bodies import Done
from burgher.server.http.cross_site import check_json
from burgher.server.http.dependencies import TheStore
from burgher.server.http.links import root_of
from burgher.server.http.requests import AnyRequest, address_of, group_of
from burgher.server.problems import NotFound
from burgher.server.storage.pace import Pace, checked_pace
from burgher.server.storage.seeks import Seek, all_seeks, drop_seek, note_seek_seen, seek_of
from burgher.server.storage.store import Store
from burgher.server.storage.times import iso_time, now
from burgher.server.tables.finding import LONGEST_WAIT, Finding


class GameSought(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody looks for: they play with whoever looks for the same, by the usual rules."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    players: Annotated[int, msgspec.Meta(ge=2, le=10)] | None = None
    """As many as come, if not said."""
    time: Pace | None = None
    """How much time there is for moves; without end, if not said."""
    rated: bool = False
    wait: Annotated[int, msgspec.Meta(ge=1, le=LONGEST_WAIT)] = 300
    """For how many seconds people are waited for."""
    level: Annotated[str, msgspec.Meta(max_length=80)] | None = None
    """Which opponents have the seats that are left then; nobody, if not said: then no game is found."""


class SeekSeen(msgspec.Struct, frozen=True):
    """What one looks for, and the table once there is one."""

    game: str
    players: int | None
    time: Pace | None
    rated: bool
    level: str | None
    until: str
    table: str | None
    url: str | None
    """The table's page."""


class PeopleWaiting(msgspec.Struct, frozen=True):
    """How many look for the same."""

    game: str
    players: int | None
    time: Pace | None
    rated: bool
    people: int


@put("/me/seek")
async def look_for(data: JSONBody[GameSought], store: TheStore, request: AnyRequest) -> SeekSeen:
    """Look for a game: with people who look for the same, and with opponents when the time to wait is up.

    One looks for one game at a time. Whoever looks for a game with a clock, or with less than an hour for a
    move, has to ask `GET /api/me/seek` twice a minute, else they count as gone.
    """
    me, moment = known_caller(request), now()
    request.app.state.quotas.count("table", address_of(request), me.id)
    finding: Finding = request.app.state.finding
    seek = Seek(
        me,
        data.game,
        data.players,
        checked_pace(data.time),
        data.rated,
        data.level,
        until=moment + data.wait * 1000,
        created=moment,
        seen=moment,
        group=group_of(request),
    )
    await finding.seek(seek)
    return await _own(store, request, me.id)


@get("/me/seek")
async def own_seek(store: TheStore, request: AnyRequest) -> SeekSeen:
    """What one looks for, and the `table` once it is found; 404 when one looks for nothing."""
    me = known_caller(request).id
    found = await _own(store, request, me)
    if found.table is None:
        await store.write(lambda connection, _: note_seek_seen(connection, me))
    return found


@delete("/me/seek", status_code=200)
async def look_no_more(store: TheStore, request: AnyRequest) -> Done:
    """Look for a game no more."""
    me = known_caller(request).id
    await store.write(lambda connection, _: drop_seek(connection, me))
    return Done()


@get("/seeks")
async def who_waits(store: TheStore) -> list[PeopleWaiting]:
    """For which games people wait just now, and how many; to look for the same is to play with them."""
    waiting = await store.read(all_seeks)
    alike = Counter((one.game, one.players, one.pace, one.rated) for one in waiting)
    return [PeopleWaiting(*what, people) for what, people in alike.items()]


async def _own(store: Store, request: AnyRequest, me: str) -> SeekSeen:
    seek = await store.read(lambda connection: seek_of(connection, me))
    if seek is None:
        raise NotFound("You are not looking for a game, or nobody was found in time")
    return SeekSeen(
        seek.game,
        seek.players,
        seek.pace,
        seek.rated,
        seek.level,
        iso_time(seek.until),
        seek.table,
        None if seek.table is None else f"{root_of(request)}/t/{seek.table}",
    )


router = Router(
    "/api",
    route_handlers=[look_for, own_seek, look_no_more, who_waits],
    guards=[check_json],
    security=[{"person": []}],
)
