"""Friends: who they are, who is here, asking and answering, and inviting the same people again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from litestar import Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Template
from sqlalchemy import Connection

from burgher import games
from burgher.kernel.errors import BurgherError
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TableId, TheService, TheStore
from burgher.server.http.forms import form_of, game_of_form, terms_of_form, text
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest, address_of, group_of
from burgher.server.http.visitors import known
from burgher.server.problems import Unprocessable
from burgher.server.storage.friends import ask, asked, asking, decline_seat, end, friends_of, invitations
from burgher.server.storage.identity import is_id
from burgher.server.storage.people import Person, may_see, met_lately, people_of
from burgher.server.storage.preferences import last_settings
from burgher.server.storage.schema import identities
from burgher.server.storage.times import now
from burgher.server.storage.titles import title_of
from burgher.server.tables.inviting import groups, invite_friends, play_again
from burgher.server.tables.terms import UNTIMED
from burgher.server.view.summary import summary

MET_SHOWN = 30


@dataclass(frozen=True)
class _Known:
    """Everybody whom somebody's page of people is about."""

    friends: list[Person]
    asking: list[Person]
    asked: set[str]
    met: list[Person]
    seen: set[str]
    """Whose pages they may see."""


def _known_to(connection: Connection, me: str) -> _Known:
    friends, waiting = friends_of(connection, me), asking(connection, me)
    order = met_lately(connection, me, MET_SHOWN)
    near = {one.id for one in (*friends, *waiting)}
    found = {one.id: one for one in people_of(connection, identities.c.id.in_(order))}
    met = [found[who] for who in order if who in found and who not in near]
    everybody = (*friends, *waiting, *met)
    seen = {one.id for one in everybody if may_see(connection, one, me)}
    return _Known(friends, waiting, asked(connection, me), met, seen)


def _shown(person: Person, about: _Known, moment: int) -> dict[str, Any]:
    return {
        "id": person.id,
        "name": person.name,
        "here": person.is_here(moment),
        "seen": person.id in about.seen,
        "asked": person.id in about.asked,
    }


@get("/people")
async def people(request: AnyRequest, store: TheStore, me: Me) -> Template:
    """Friends, those who would like to be, and those with whom one has played."""
    mine = known(me)
    about = await store.read(lambda connection: _known_to(connection, mine.id))
    invited = await store.read(lambda connection: invitations(connection, mine.id))
    played, moment = await store.tables_of(mine.id), now()
    again = groups(played, mine.id, {one.id for one in about.friends})
    friends = [_shown(one, about, moment) for one in about.friends]
    return site_page(
        request,
        "people.html",
        me,
        friends=sorted(friends, key=lambda one: not one["here"]),
        asking=[_shown(one, about, moment) for one in about.asking],
        met=[_shown(one, about, moment) for one in about.met],
        groups=[{"group": one, "title": title_of(one.game) or one.game} for one in again],
        invitations=[{"invitation": one, "table": summary(one.table, me)} for one in invited],
        games=[
            {"name": name, "title": title_of(name), "most": max(games.rules(name).players_allowed)}
            for name in games.names()
        ],
    )


@post("/people/{person:str}/ask")
async def ask_person(person: FromPath[str], request: AnyRequest, store: TheStore, me: Me) -> Redirect:
    """Say that one would like to be friends, or that one is."""
    mine = known(me)
    request.app.state.quotas.count("friend", address_of(request), mine.id)
    await store.write(lambda connection, _: ask(connection, mine.id, _id(person)))
    return Redirect("/people", status_code=303)


@post("/people/{person:str}/end")
async def end_friendship(person: FromPath[str], store: TheStore, me: Me) -> Redirect:
    """Be no friends any more, or rather not."""
    mine = known(me)
    await store.write(lambda connection, _: end(connection, mine.id, _id(person)))
    return Redirect("/people", status_code=303)


@post("/people/invite")
async def invite_people(request: AnyRequest, service: TheService, store: TheStore, me: Me) -> Redirect:
    """A table for me and some friends, set up as my last one of that game."""
    mine, form = known(me), await request.form()
    chosen = [one for one in form.getall("friend", []) if isinstance(one, str)]
    if not chosen:
        raise Unprocessable("Choose whom you would like to play with")
    name = text(form, "game")
    request.app.state.quotas.count("friend", address_of(request), mine.id)
    request.app.state.quotas.count("table", address_of(request), mine.id)
    before = (await last_settings(store, mine.id)).get(name, {})
    players = str(1 + len(set(chosen)))
    try:
        again = form_of(before, game=name, players=players)
        game, terms = game_of_form(again), terms_of_form(again)
    except BurgherError:  # what was chosen for other players, or under other rules
        game, terms = game_of_form(form_of({}, game=name, players=players)), UNTIMED
    stored = await invite_friends(service, game, mine, chosen, terms=terms, group=group_of(request))
    return Redirect(f"/t/{stored.id}", status_code=303)


@post("/people/again/{table:str}")
async def same_people(table: TableId, request: AnyRequest, service: TheService, me: Me) -> Redirect:
    """A table like an earlier one, with the same people."""
    mine = known(me)
    request.app.state.quotas.count("friend", address_of(request), mine.id)
    request.app.state.quotas.count("table", address_of(request), mine.id)
    stored = await play_again(service, table, mine, group_of(request))
    return Redirect(f"/t/{stored.id}", status_code=303)


@post("/people/decline/{table:str}")
async def decline(table: TableId, store: TheStore, me: Me) -> Redirect:
    """Put an invitation away."""
    mine = known(me)
    await store.write(lambda connection, _: decline_seat(connection, mine.id, table))
    return Redirect("/people", status_code=303)


def _id(text: str) -> str:
    return text if is_id(text) else ""


router = Router(
    "/",
    route_handlers=[people, ask_person, end_friendship, invite_people, same_people, decline],
    guards=[check_csrf],
    include_in_schema=False,
)
