"""Friends, for programs: who they are, asking and answering, inviting them, and being invited."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, delete, get, post, put
from litestar.params import FromPath, JSONBody

from burgher import games
from burgher.server.http.api.callers import known_caller
from burgher.server.http.api.tables import TableInfo, table_info
from burgher.server.http.bodies import Done, Level
from burgher.server.http.cross_site import check_json
from burgher.server.http.dependencies import TableId, TheService, TheStore
from burgher.server.http.links import root_of
from burgher.server.http.requests import AnyRequest, address_of, group_of
from burgher.server.storage.friends import ask, asking, decline_seat, end, friends_of, invitations
from burgher.server.storage.identity import is_id
from burgher.server.storage.pace import Pace
from burgher.server.storage.people import Person
from burgher.server.storage.times import now
from burgher.server.tables.inviting import invite_friends, play_again
from burgher.server.tables.terms import Terms

PersonId = Annotated[str, msgspec.Meta(max_length=40)]


class Friend(msgspec.Struct, frozen=True):
    """A friend, or somebody who would like to be one."""

    person: str
    name: str
    here: bool
    """Whether they let it be seen, and are here."""


class Friends(msgspec.Struct, frozen=True):
    """One's friends, and those who wait for an answer."""

    friends: list[Friend]
    asking: list[Friend]


class FriendsInvited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Friends to play with; seats that are left have opponents."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    friends: Annotated[
        list[Annotated[str, msgspec.Meta(max_length=40)]], msgspec.Meta(min_length=1, max_length=9)
    ]
    players: Annotated[int, msgspec.Meta(ge=2, le=10)] | None = None
    """As many as there are people, if not said."""
    options: dict[str, str | list[str]] = {}
    time: Pace | None = None
    rated: bool = False
    opponent: Level = None


class InvitationSeen(msgspec.Struct, frozen=True):
    """A seat that is free for one: it is taken with this invitation."""

    table: str
    url: str
    game: str
    seat: int
    invitation: str
    by: str


def _friend(person: Person) -> Friend:
    return Friend(person.id, person.name, person.is_here(now()))


@get("/friends")
async def list_friends(store: TheStore, request: AnyRequest) -> Friends:
    """One's friends, who of them is here if they let it be seen, and those who would like to be friends."""
    me = known_caller(request).id
    found = await store.read(lambda connection: (friends_of(connection, me), asking(connection, me)))
    # Who is not yet a friend does not show whether they are here.
    waiting = [Friend(one.id, one.name, False) for one in found[1]]
    return Friends([_friend(one) for one in found[0]], waiting)


@put("/friends/{person:str}")
async def befriend(person: FromPath[str], store: TheStore, request: AnyRequest) -> Done:
    """Ask somebody to be friends, or say yes to whoever has asked: it holds when both have."""
    me = known_caller(request).id
    request.app.state.quotas.count("friend", address_of(request), me)
    await store.write(lambda connection, _: ask(connection, me, person if is_id(person) else ""))
    return Done()


@delete("/friends/{person:str}", status_code=200)
async def unfriend(person: FromPath[str], store: TheStore, request: AnyRequest) -> Done:
    """End a friendship, take back what one has asked, or say no: nobody is told."""
    me = known_caller(request).id
    await store.write(lambda connection, _: end(connection, me, person if is_id(person) else ""))
    return Done()


@post("/invitations")
async def invite(data: JSONBody[FriendsInvited], service: TheService, request: AnyRequest) -> TableInfo:
    """A table with a seat for each of some friends; they find the invitation at once."""
    me = known_caller(request)
    request.app.state.quotas.count("friend", address_of(request), me.id)
    request.app.state.quotas.count("table", address_of(request), me.id)
    game = games.rules(data.game)(data.players or 1 + len(set(data.friends)), **data.options)
    stored = await invite_friends(
        service,
        game,
        me,
        data.friends,
        terms=Terms(data.time, data.rated),
        group=group_of(request),
        opponent=data.opponent,
    )
    return table_info(stored, root_of(request), {})


@post("/tables/{table:str}/same-people")
async def same_people(table: TableId, service: TheService, request: AnyRequest) -> TableInfo:
    """A table like a finished one, with the same people: friends among them find the invitation at once."""
    me = known_caller(request)
    request.app.state.quotas.count("friend", address_of(request), me.id)
    request.app.state.quotas.count("table", address_of(request), me.id)
    return table_info(await play_again(service, table, me, group_of(request)), root_of(request), {})


@get("/invitations")
async def list_invitations(store: TheStore, request: AnyRequest) -> list[InvitationSeen]:
    """The seats that are free for one, the latest invitation first."""
    me, root = known_caller(request).id, root_of(request)
    found = await store.read(lambda connection: invitations(connection, me))
    return [
        InvitationSeen(one.table.id, f"{root}/t/{one.table.id}", one.table.game, one.seat, one.key, one.by)
        for one in found
    ]


@delete("/invitations/{table:str}", status_code=200)
async def decline(table: TableId, store: TheStore, request: AnyRequest) -> Done:
    """Put an invitation away; the seat stays free for others."""
    me = known_caller(request).id
    await store.write(lambda connection, _: decline_seat(connection, me, table))
    return Done()


router = Router(
    "/api",
    route_handlers=[list_friends, befriend, unfriend, invite, same_people, list_invitations, decline],
    guards=[check_json],
    security=[{"person": []}],
)
