"""Tournaments: which there are, hosting one, taking part, and how everybody stands."""

from __future__ import annotations

from typing import Any

from litestar import Router, get, post
from litestar.params import FromPath
from litestar.response import Redirect, Response, Template

from burgher import games
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TheStore
from burgher.server.http.forms import number, terms_of_form, text
from burgher.server.http.links import link_to
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest, address_of
from burgher.server.http.visitors import known, seated_identity
from burgher.server.problems import Unprocessable
from burgher.server.storage.model import Identity
from burgher.server.storage.titles import title_of
from burgher.server.storage.tournaments import Tournament, listed_tournaments, tournaments_of
from burgher.server.tables.pairing import Form
from burgher.server.tables.tournaments import (
    MOST_ENTRANTS,
    MOST_ROUNDS,
    Tournaments,
    Wanted,
    allowed_sizes,
    lacks_people,
)
from burgher.server.view.tournament import FORMS, STATES, as_csv, boards, in_short, placed_rows


def _tournaments(request: AnyRequest) -> Tournaments:
    found: Tournaments = request.app.state.tournaments
    return found


def _in_list(found: Tournament, me: Identity | None) -> dict[str, Any]:
    entrant = None if me is None else found.entrant_of(me.id)
    return {
        "id": found.id,
        "name": found.name,
        "words": in_short(found),
        "state": found.state,
        "says": STATES[found.state],
        "people": len([one for one in found.entrants if not one.out]),
        "room": found.room,
        "round": found.round,
        "rounds": found.rounds,
        "is_in": entrant is not None and not entrant.out,
        "is_host": me is not None and found.host == me.id,
    }


@get("/tournaments")
async def list_tournaments(request: AnyRequest, store: TheStore, me: Me) -> Template:
    """My tournaments, those that everybody may find, and a form for a new one."""
    mine = [] if me is None else await store.read(lambda connection: tournaments_of(connection, me.id))
    listed = await store.read(listed_tournaments)
    known_ids = {one.id for one in mine}
    return site_page(
        request,
        "tournaments.html",
        me,
        mine=[_in_list(one, me) for one in mine],
        listed=[_in_list(one, me) for one in listed if one.id not in known_ids],
        games=[
            {"name": name, "title": title_of(name), "sizes": allowed_sizes(name)} for name in games.names()
        ],
        most={"people": MOST_ENTRANTS, "rounds": MOST_ROUNDS},
    )


@post("/tournaments")
async def create(request: AnyRequest, store: TheStore, me: Me) -> Redirect:
    """Host a tournament; whoever likes takes part in it at once."""
    form = await request.form()
    form_name: Form = "swiss" if text(form, "form") == "swiss" else "round-robin"
    if text(form, "form") not in FORMS:
        raise Unprocessable("A tournament is a round robin, or Swiss")
    terms = terms_of_form(form)
    wanted = Wanted(
        text(form, "title"),
        text(form, "game"),
        number(form, "size", 2),
        form_name,
        terms.pace,
        number(form, "rounds", 5) if form_name == "swiss" else 0,
        number(form, "room", 16),
        rated=terms.rated,
        listed=bool(text(form, "listed")),
    )
    request.app.state.quotas.count("table", address_of(request), None if me is None else me.id)
    async with seated_identity(request, store, me, text(form, "name")) as (me, cookies):
        made = await _tournaments(request).create(me, wanted)
        if text(form, "enter"):
            await _tournaments(request).enter(made.id, me, made.key)
    return Redirect(f"/tournaments/{made.id}", status_code=303, cookies=cookies)


@get("/tournaments/{tournament:str}")
async def tournament_page(tournament: FromPath[str], request: AnyRequest, me: Me) -> Template:
    """How everybody stands, and who plays with whom."""
    return _page(request, await _tournaments(request).of(tournament), me, "")


@get("/tournaments/{tournament:str}/join/{key:str}")
async def invited(tournament: FromPath[str], key: FromPath[str], request: AnyRequest, me: Me) -> Template:
    """The same page for whoever comes by the invitation."""
    found = await _tournaments(request).of(tournament)
    return _page(request, found, me, key if found.is_invited(key) else "")


def _page(request: AnyRequest, found: Tournament, me: Identity | None, key: str) -> Template:
    shown = _in_list(found, me)
    may_enter = found.state == "open" and not shown["is_in"] and len(found.entrants) < found.room
    return site_page(
        request,
        "tournament.html",
        me,
        tournament=shown,
        rows=placed_rows(found, me),
        rounds=boards(found, me),
        may_enter=may_enter and bool(found.listed or key or shown["is_host"]),
        key=key,
        invitation=found.key if shown["is_host"] or (shown["is_in"] and found.state == "open") else "",
        too_few=lacks_people(found) if found.state == "open" else "",
        waiting=sum(not board.done for _, some in boards(found, me)[:1] for board in some),
    )


@post("/tournaments/{tournament:str}/enter")
async def enter(tournament: FromPath[str], request: AnyRequest, store: TheStore, me: Me) -> Redirect:
    """Take part."""
    form = await request.form()
    request.app.state.quotas.count("seat", address_of(request), None if me is None else me.id)
    async with seated_identity(request, store, me, text(form, "name")) as (me, cookies):
        await _tournaments(request).enter(tournament, me, text(form, "key") or None)
    return Redirect(f"/tournaments/{tournament}", status_code=303, cookies=cookies)


@post("/tournaments/{tournament:str}/withdraw")
async def withdraw(tournament: FromPath[str], request: AnyRequest, me: Me) -> Redirect:
    """Take part no more."""
    await _tournaments(request).withdraw(tournament, known(me))
    return Redirect(f"/tournaments/{tournament}", status_code=303)


@post("/tournaments/{tournament:str}/remove")
async def remove(tournament: FromPath[str], request: AnyRequest, me: Me) -> Redirect:
    """Have somebody take part no more."""
    form = await request.form()
    await _tournaments(request).remove(tournament, known(me), number(form, "entrant"))
    return Redirect(f"/tournaments/{tournament}", status_code=303)


@post("/tournaments/{tournament:str}/start")
async def start(tournament: FromPath[str], request: AnyRequest, me: Me) -> Redirect:
    """Begin with those who are there."""
    await _tournaments(request).start(tournament, known(me))
    return Redirect(f"/tournaments/{tournament}", status_code=303)


@post("/tournaments/{tournament:str}/end-round")
async def end_round(tournament: FromPath[str], request: AnyRequest, me: Me) -> Redirect:
    """Wait no longer for the games of a round."""
    form = await request.form()
    await _tournaments(request).end_round(tournament, known(me), number(form, "round"))
    return Redirect(f"/tournaments/{tournament}", status_code=303)


@post("/tournaments/{tournament:str}/close")
async def close(tournament: FromPath[str], request: AnyRequest, me: Me) -> Redirect:
    """End it, or call it off."""
    gone = await _tournaments(request).close(tournament, known(me))
    return Redirect("/tournaments" if gone else f"/tournaments/{tournament}", status_code=303)


@get("/tournaments/{tournament:str}/results.csv")
async def results(tournament: FromPath[str], request: AnyRequest) -> Response[str]:
    """Standings and games, to be downloaded."""
    found = await _tournaments(request).of(tournament)
    name = {"content-disposition": "attachment; filename=burgher-tournament.csv"}
    written = as_csv(found, link_to(request, ""))
    return Response(written, media_type="text/csv; charset=utf-8", headers=name)


router = Router(
    "/",
    route_handlers=[
        list_tournaments,
        create,
        tournament_page,
        invited,
        enter,
        withdraw,
        remove,
        start,
        end_round,
        close,
        results,
    ],
    guards=[check_csrf],
    include_in_schema=False,
)
