"""A person's program: made one of their devices by a code, it plays in their seats, and is told."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import Router, get, post
from litestar.params import FromPath, JSONBody

from burgher.kernel.visible import can_be_shown
from burgher.server.http.api.callers import known_caller, person_token
from burgher.server.http.api.tables import TableInfo, table_info
from burgher.server.http.api.tokens import seats_of_token
from burgher.server.http.bodies import Done, MailAddressGiven, PushSubscription, Quiet, SubscriptionEnded
from burgher.server.http.cross_site import check_json
from burgher.server.http.dependencies import TableId, TheService, TheStore
from burgher.server.http.links import link_to, root_of
from burgher.server.http.requests import AnyRequest, address_of
from burgher.server.notify.endpoints import checked_endpoint
from burgher.server.notify.mail import checked_address
from burgher.server.notify.notifier import Notifier
from burgher.server.notify.push import check_keys
from burgher.server.problems import Conflict, Forbidden
from burgher.server.storage.channels import (
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
from burgher.server.storage.devices import devices_of, new_code, remove_device, use_code
from burgher.server.storage.outbox import have_looked
from burgher.server.storage.times import iso_time

LONGEST_DEVICE_NAME = 60
MOST_TABLES = 200


class CodeUsed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code that a person has got for another device, and what to call the program in their list."""

    code: Annotated[str, msgspec.Meta(max_length=40)]
    name: Annotated[str, msgspec.Meta(max_length=LONGEST_DEVICE_NAME)] = "A program"


class DeviceToken(msgspec.Struct, frozen=True):
    """Whose program it is now, and the token by which it is."""

    name: str
    token: str


class DeviceSeen(msgspec.Struct, frozen=True):
    """One of a person's devices."""

    id: str
    name: str
    is_program: bool
    since: str
    seen: str


class CodeShown(msgspec.Struct, frozen=True):
    """A code by which another device becomes the person's, until when, and the page that takes it."""

    code: str
    until: str
    link: str


class MailSeen(msgspec.Struct, frozen=True):
    """A person's mail address."""

    address: str
    is_confirmed: bool


class ToldOn(msgspec.Struct, frozen=True):
    """A device on which a person is told."""

    device: str
    since: str


class TellingSeen(msgspec.Struct, frozen=True):
    """What a person is told while they are away, and where."""

    wanted: Telling
    push_key: str
    """The key that push services know this server by: `applicationServerKey`."""
    on: tuple[ToldOn, ...]
    mail: MailSeen | None
    has_mail: bool
    """Whether this server sends mails."""
    quiet: tuple[str, ...]
    """The tables of which they are not told."""


@post("/devices")
async def link(data: JSONBody[CodeUsed], store: TheStore, request: AnyRequest) -> DeviceToken:
    """Become a program of the person whose code it is: the token plays in all of their seats.

    They get the code on the page “Your devices”, or by a program of theirs; it is good once, within minutes.
    """
    request.app.state.quotas.count("try", address_of(request))
    name = " ".join(data.name.split()) or "A program"
    person, secret = await use_code(
        store, data.code, name if can_be_shown(name) else "A program", is_program=True
    )
    return DeviceToken(person.name, person_token(secret))


@get("/me/tables")
async def my_tables(store: TheStore, request: AnyRequest) -> list[TableInfo]:
    """The person's tables, those that wait for them first, finished ones last."""
    me = known_caller(request)
    found = await store.tables_of(me.id)
    found.sort(key=lambda one: one.to_move is None or one.seats[one.to_move].identity != me.id)
    found.sort(key=lambda one: one.to_move is None)
    return [table_info(one, root_of(request)) for one in found[:MOST_TABLES]]


@get("/me/devices")
async def my_devices(store: TheStore, request: AnyRequest) -> list[DeviceSeen]:
    """The person's devices and programs, but for the browser in which they began."""
    return [
        DeviceSeen(one.id, one.name, one.is_program, iso_time(one.created), iso_time(one.seen))
        for one in await devices_of(store, known_caller(request).id)
    ]


@post("/me/devices/code", status_code=200)
async def device_code(store: TheStore, request: AnyRequest) -> CodeShown:
    """A code by which another device becomes the person's, once, within ten minutes."""
    me = known_caller(request)
    request.app.state.quotas.count("code", address_of(request), me.id)
    code = await new_code(store, me.id)
    return CodeShown(code.code, iso_time(code.until), link_to(request, f"/device?code={code.code}"))


@post("/me/devices/{device:str}/remove", status_code=200)
async def remove(device: FromPath[str], store: TheStore, request: AnyRequest) -> Done:
    """Shut one of the person's devices out."""
    await remove_device(store, known_caller(request).id, device)
    return Done()


@get("/me/told")
async def telling(store: TheStore, request: AnyRequest) -> TellingSeen:
    """What the person is told while they are away, and where."""
    me = known_caller(request)
    notifier: Notifier = request.app.state.notifier
    address = await mail_address(store, me.id)
    return TellingSeen(
        wanted=await telling_of(store, me.id),
        push_key=await notifier.push_key(),
        on=tuple(ToldOn(one.device, iso_time(one.created)) for one in await subscriptions_of(store, me.id)),
        mail=None if address is None else MailSeen(address.address, address.confirmed is not None),
        has_mail=notifier.has_mail,
        quiet=tuple(await quiet_tables(store, me.id)),
    )


@post("/me/told", status_code=200)
async def tell(data: JSONBody[Telling], store: TheStore, request: AnyRequest) -> Done:
    """Choose what the person is told: that it is their `turn`, their `time` nearly up, or a game `over`."""
    await set_telling(store, known_caller(request).id, data)
    return Done()


@post("/me/push", status_code=200)
async def tell_here(data: JSONBody[PushSubscription], store: TheStore, request: AnyRequest) -> Done:
    """Have messages sent by Web Push (RFC 8030, 8291, 8292) to an https endpoint, encrypted for its keys."""
    me = known_caller(request)
    checked_endpoint(data.endpoint, anywhere=request.app.state.settings.push_anywhere)
    check_keys(data.p256dh, data.auth)
    await subscribe(store, me.id, data.endpoint, (data.p256dh, data.auth), "A program")
    return Done()


@post("/me/push/end", status_code=200)
async def tell_no_more(data: JSONBody[SubscriptionEnded], store: TheStore, request: AnyRequest) -> Done:
    """Have no more messages sent to an endpoint."""
    await unsubscribe(store, known_caller(request).id, endpoint=data.endpoint)
    return Done()


@post("/me/mail", status_code=200)
async def give_mail(data: JSONBody[MailAddressGiven], store: TheStore, request: AnyRequest) -> Done:
    """Have mails sent to an address, once the person has opened the link that is sent there."""
    me = known_caller(request)
    if not request.app.state.notifier.has_mail:
        raise Conflict("This server sends no mails")
    address = checked_address(data.address)
    request.app.state.quotas.count("mail", address_of(request), me.id)
    await give_address(store, me.id, address)
    return Done()


@post("/me/mail/remove", status_code=200)
async def drop_mail(store: TheStore, request: AnyRequest) -> Done:
    """Have no more mails sent; links in earlier ones end."""
    await drop_address(store, known_caller(request).id)
    return Done()


@post("/tables/{table:str}/looked", status_code=200)
async def looked(table: TableId, service: TheService, request: AnyRequest) -> Done:
    """Say that the person has looked at the table: they need not be told."""
    me = known_caller(request)
    if seats_of_token(request, await service.open(table)):
        await have_looked(service.store, me.id, table)
    return Done()


@post("/tables/{table:str}/quiet", status_code=200)
async def be_quiet(table: TableId, data: JSONBody[Quiet], service: TheService, request: AnyRequest) -> Done:
    """Have the person told nothing of a table, or again."""
    me = known_caller(request)
    if not seats_of_token(request, await service.open(table)):
        raise Forbidden("You have no seat at this table")
    await set_quiet(service.store, me.id, table, data.quiet)
    return Done()


router = Router(
    "/api",
    route_handlers=[
        link,
        my_tables,
        my_devices,
        device_code,
        remove,
        telling,
        tell,
        tell_here,
        tell_no_more,
        give_mail,
        drop_mail,
        looked,
        be_quiet,
    ],
    guards=[check_json],
    security=[{}, {"seat": []}],
)
