"""Find me a game: what one looks for, who else does, and waiting until there is a table."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
from litestar import Router, get, post
from litestar.response import Redirect, Template

from burgher import agents, games
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TheStore
from burgher.server.http.forms import number, terms_of_form, text
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest, address_of, group_of
from burgher.server.http.visitors import known, seated_identity
from burgher.server.storage.pace import Pace, checked_pace, in_words
from burgher.server.storage.seeks import Seek, all_seeks, drop_seek, note_seek_seen, seek_of
from burgher.server.storage.store import Store
from burgher.server.storage.times import iso_time, now
from burgher.server.storage.titles import title_of
from burgher.server.tables.finding import Finding, is_live, sizes_of

WAITS = (
    (60, "a minute"),
    (300, "5 minutes"),
    (1800, "half an hour"),
    (2 * 3600, "2 hours"),
    (24 * 3600, "a day"),
    (7 * 24 * 3600, "a week"),
)
"""How long one may wait for people, in seconds."""


class Waiting(msgspec.Struct, frozen=True):
    """How it stands with what one looks for."""

    looking: bool
    table: str | None = None
    people: int = 0
    """How many others look for the same."""


def _time(pace: Pace | None) -> str:
    """A pace as the form has it."""
    if pace is None:
        return ""
    return str(pace.move) if pace.move else f"{pace.reserve}+{pace.increment}"


def _in_words(game: str, players: int | None, pace: Pace | None, rated: bool) -> str:
    number = "as many players as come" if players is None else f"{players} players"
    time = "as long as one likes" if pace is None else in_words(pace)
    return f"{title_of(game) or game}, {number}, {time}{', rated' if rated else ''}"


def _alike(seek: Seek, other: Seek) -> bool:
    same = (seek.game, seek.pace, seek.rated) == (other.game, other.pace, other.rated)
    return same and (None in (seek.players, other.players) or seek.players == other.players)


async def _others(store: Store, me: str) -> list[Seek]:
    waiting = await store.read(all_seeks)
    return [one for one in waiting if one.person.id != me]


def _offers(waiting: list[Seek]) -> list[dict[str, Any]]:
    """For what others wait, as buttons that say the same."""
    alike = Counter((one.game, one.players, one.pace, one.rated) for one in waiting)
    return [
        {
            "words": _in_words(game, players, pace, rated),
            "people": people,
            "fields": {
                "game": game,
                "players": players or "",
                "time": _time(pace),
                "rated": "on" if rated else "",
                "fill": "" if rated else agents.usual_level(),
            },
        }
        for (game, players, pace, rated), people in alike.items()
        if pace is None or pace == checked_pace(msgspec.structs.replace(pace, then="opponent", level=""))
    ]


@get("/find")
async def find(request: AnyRequest, store: TheStore, me: Me) -> Template | Redirect:
    """What one looks for, or the form to say it."""
    mine = "" if me is None else me.id
    seek = await store.read(lambda connection: seek_of(connection, mine))
    others = await _others(store, mine)
    shown: dict[str, Any] = {}
    if seek is not None and seek.table is None:
        shown = {
            "words": _in_words(seek.game, seek.players, seek.pace, seek.rated),
            "until": iso_time(seek.until),
            "level": None if seek.level is None else agents.agent_title(seek.level),
            "is_live": is_live(seek.pace),
            "people": sum(_alike(seek, one) for one in others),
        }
    return site_page(
        request,
        "find.html",
        me,
        seek=shown,
        offers=_offers(others),
        games=[{"name": name, "title": title_of(name), "sizes": sizes_of(name)} for name in games.names()],
        waits=WAITS,
        levels=list(agents.opponents().values()),
    )


@post("/find")
async def look_for(request: AnyRequest, store: TheStore, me: Me) -> Redirect:
    """Look for a game."""
    form, moment = await request.form(), now()
    terms, players = terms_of_form(form), text(form, "players")
    request.app.state.quotas.count("table", address_of(request), None if me is None else me.id)
    finding: Finding = request.app.state.finding
    async with seated_identity(request, store, me, text(form, "name")) as (me, cookies):
        seek = Seek(
            me,
            text(form, "game"),
            number(form, "players") if players else None,
            checked_pace(terms.pace),
            terms.rated,
            None if terms.rated else text(form, "fill") or None,
            until=moment + number(form, "wait", WAITS[1][0]) * 1000,
            created=moment,
            seen=moment,
            group=group_of(request),
        )
        await finding.seek(seek)
    return Redirect("/find/table", status_code=303, cookies=cookies)


@get("/find/table")
async def found(store: TheStore, me: Me) -> Redirect:
    """The table that was found, or the page on which one waits for it."""
    mine = "" if me is None else me.id
    seek = await store.read(lambda connection: seek_of(connection, mine))
    table = None if seek is None else seek.table
    return Redirect("/find" if table is None else f"/t/{table}", status_code=303)


@get("/find/state")
async def state(store: TheStore, me: Me) -> Waiting:
    """How it stands, for the page that waits."""
    mine = "" if me is None else me.id
    seek = await store.read(lambda connection: seek_of(connection, mine))
    if seek is None or seek.table is not None:
        return Waiting(False, None if seek is None else seek.table)
    await store.write(lambda connection, _: note_seek_seen(connection, mine))
    return Waiting(True, None, sum(_alike(seek, one) for one in await _others(store, mine)))


@post("/find/stop")
async def stop(store: TheStore, me: Me) -> Redirect:
    """Look for a game no more."""
    mine = known(me).id
    await store.write(lambda connection, _: drop_seek(connection, mine))
    return Redirect("/find", status_code=303)


router = Router(
    "/",
    route_handlers=[find, look_for, found, state, stop],
    guards=[check_csrf],
    include_in_schema=False,
)
