"""What somebody is told while they are away, and where: on this device, by mail, and of which tables."""

from __future__ import annotations

import msgspec
from litestar import Router, get, post
from litestar.params import JSONBody
from litestar.response import Redirect, Template

from burgher.server.http.bodies import Done, PushSubscription, Quiet, SubscriptionEnded
from burgher.server.http.browsers import browser_name
from burgher.server.http.cross_site import check_csrf
from burgher.server.http.dependencies import Me, TableId, TheService, TheStore
from burgher.server.http.forms import number, text
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest, address_of
from burgher.server.http.visitors import COOKIE, seats_of
from burgher.server.notify.endpoints import checked_endpoint
from burgher.server.notify.mail import checked_address
from burgher.server.notify.notifier import Notifier
from burgher.server.notify.push import check_keys
from burgher.server.problems import Conflict, Forbidden, NotFound
from burgher.server.storage.channels import (
    LONGEST_WAIT,
    Telling,
    drop_address,
    give_address,
    mail_address,
    quiet_tables,
    set_quiet,
    set_telling,
    subscribe,
    subscriptions_of,
    telling_of,
    unsubscribe,
)
from burgher.server.storage.devices import device_with
from burgher.server.storage.identity import hash_of
from burgher.server.storage.listing import Wanted, find_tables
from burgher.server.storage.model import Identity
from burgher.server.storage.outbox import have_looked
from burgher.server.storage.times import iso_time
from burgher.server.view.summary import summary


class PushKey(msgspec.Struct, frozen=True):
    """What a browser has to know of the key that push services know us by."""

    key: str


def _known(me: Identity | None) -> Identity:
    if me is None:
        raise NotFound("You have no name here yet: begin a game first")
    return me


@get("/me/told")
async def what_is_told(request: AnyRequest, store: TheStore, me: Me) -> Template:
    """What one is told, and where."""
    known = _known(me)
    notifier: Notifier = request.app.state.notifier
    address = await mail_address(store, known.id)
    found = await find_tables(store, Wanted(of=known.id), per_page=50)
    silent = set(await quiet_tables(store, known.id))
    running = [summary(one, known) for one in found.tables]
    return site_page(
        request,
        "told.html",
        me,
        told=msgspec.to_builtins(await telling_of(store, known.id)),
        longest_wait=LONGEST_WAIT,
        has_mail=notifier.has_mail,
        mail=None
        if address is None
        else {"address": address.address, "is_confirmed": address.confirmed is not None},
        devices=[
            {"id": one.id, "name": one.device, "created": iso_time(one.created)}
            for one in await subscriptions_of(store, known.id)
        ],
        tables=[
            {**one, "quiet": one["id"] in silent}
            for one in running
            if one["my_seats"] and not one["alone"] and not one["is_over"]
        ],
    )


@post("/me/told")
async def choose(request: AnyRequest, store: TheStore, me: Me) -> Redirect:
    """Choose what I am told."""
    form = await request.form()
    wait = min(LONGEST_WAIT, number(form, "mail_after", Telling().mail_after))
    turn, time, over = (bool(text(form, name)) for name in ("turn", "time", "over"))
    wanted = Telling(turn, time, over, wait)
    await set_telling(store, _known(me).id, wanted)
    return Redirect("/me/told", status_code=303)


@get("/me/told/key")
async def push_key(request: AnyRequest) -> PushKey:
    """The key that push services know us by."""
    notifier: Notifier = request.app.state.notifier
    return PushKey(await notifier.push_key())


@post("/me/told/push", status_code=200)
async def tell_here(data: JSONBody[PushSubscription], request: AnyRequest, store: TheStore, me: Me) -> Done:
    """Tell me on this device."""
    known = _known(me)
    checked_endpoint(data.endpoint, anywhere=request.app.state.settings.push_anywhere)
    check_keys(data.p256dh, data.auth)
    device = await device_with(store, hash_of(request.cookies.get(COOKIE)))
    await subscribe(store, known.id, data.endpoint, (data.p256dh, data.auth), browser_name(request), device)
    return Done()


@post("/me/told/push/end", status_code=200)
async def tell_no_more_here(data: JSONBody[SubscriptionEnded], store: TheStore, me: Me) -> Done:
    """Do not tell me on this device any more."""
    await unsubscribe(store, _known(me).id, endpoint=data.endpoint)
    return Done()


@post("/me/told/device")
async def tell_no_more_there(request: AnyRequest, store: TheStore, me: Me) -> Redirect:
    """Do not tell me on another device any more."""
    await unsubscribe(store, _known(me).id, number=number(await request.form(), "device"))
    return Redirect("/me/told", status_code=303)


@post("/me/mail")
async def give_mail(request: AnyRequest, store: TheStore, me: Me) -> Redirect:
    """Tell me by mail, once I have confirmed the address."""
    known = _known(me)
    notifier: Notifier = request.app.state.notifier
    if not notifier.has_mail:
        raise Conflict("This server sends no mails")
    address = checked_address(text(await request.form(), "address"))
    request.app.state.quotas.count("mail", address_of(request), known.id)
    await give_address(store, known.id, address)
    return Redirect("/me/told#mail", status_code=303)


@post("/me/mail/remove")
async def drop_mail(store: TheStore, me: Me) -> Redirect:
    """Tell me nothing by mail, and forget the address."""
    await drop_address(store, _known(me).id)
    return Redirect("/me/told#mail", status_code=303)


@post("/t/{table:str}/looked", status_code=200)
async def looked(table: TableId, service: TheService, me: Me) -> Done:
    """I have looked at the table: I need not be told."""
    if me is not None and seats_of(await service.open(table), me):
        await have_looked(service.store, me.id, table)
    return Done()


@post("/t/{table:str}/quiet", status_code=200)
async def be_quiet(table: TableId, data: JSONBody[Quiet], service: TheService, me: Me) -> Done:
    """Tell me nothing of this table, or again."""
    if me is None or not seats_of(await service.open(table), me):
        raise Forbidden("You have no seat at this table")
    await set_quiet(service.store, me.id, table, data.quiet)
    return Done()


router = Router(
    "/",
    route_handlers=[
        what_is_told,
        choose,
        push_key,
        tell_here,
        tell_no_more_here,
        tell_no_more_there,
        give_mail,
        drop_mail,
        looked,
        be_quiet,
    ],
    guards=[check_csrf],
    include_in_schema=False,
)
