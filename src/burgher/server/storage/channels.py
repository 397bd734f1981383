"""Where somebody is told things while they are away: on devices, by mail, and of which tables not."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, func, insert, select, update

from burgher.server.problems import NotFound, TooManyRequests
from burgher.server.storage.identity import new_secret
from burgher.server.storage.preferences import put
from burgher.server.storage.schema import mail_addresses, messages, preferences, quiet, subscriptions
from burgher.server.storage.times import now
from burgher.server.storage.transactions import Publish, Transactions

MOST_SUBSCRIPTIONS = 10
"""So many devices of one person are told; of more, the one that asked first is not."""
UNCONFIRMED_AT_ONCE = 3
"""An address that so many people have given within a day, and nobody has confirmed, gets no more mails."""
DAY = 24 * 3600 * 1000
LONGEST_WAIT = 24 * 60


class Telling(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody wants to be told while they are away."""

    turn: bool = True
    """That it is their turn."""
    time: bool = True
    """That their time is nearly up."""
    over: bool = True
    """That a game is over."""
    mail_after: Annotated[int, msgspec.Meta(ge=0, le=LONGEST_WAIT)] = 15
    """Mails are sent so many minutes later, to whoever has not looked by then."""


@dataclass(frozen=True)
class Subscription:
    """A device on which somebody wants to be told."""

    id: int
    endpoint: str
    p256dh: str
    auth: str
    device: str
    created: int
    identity: str = ""


@dataclass(frozen=True)
class MailAddress:
    """Where somebody wants mails, once they have confirmed it."""

    address: str
    nonce: str
    """What is in the links of mails; a new one ends them all."""
    confirmed: int | None


async def telling_of(store: Transactions, identity: str) -> Telling:
    """What somebody wants to be told."""
    return await store.look_up(lambda connection: telling_in(connection, identity))


def telling_in(connection: Connection, identity: str) -> Telling:
    """The same, as part of a question or change."""
    query = select(preferences.c.telling).where(preferences.c.identity_id == identity)
    return msgspec.convert(connection.scalar(query) or {}, Telling)


async def set_telling(store: Transactions, identity: str, telling: Telling) -> None:
    """Remember what somebody wants to be told."""
    kept = msgspec.to_builtins(telling)
    await store.write(lambda connection, _: put(connection, identity, telling=kept))


# -- devices --------------------------------------------------------------------------------------


async def subscribe(
    store: Transactions,
    identity: str,
    endpoint: str,
    keys: tuple[str, str],
    device: str,
    device_id: str | None = None,
) -> None:
    """Tell somebody on a device from now on, by keys of its own; it is nobody else's then."""
    key = sha256(endpoint.encode()).hexdigest()
    row = {
        "identity_id": identity,
        "endpoint": endpoint,
        "endpoint_hash": key,
        "p256dh": keys[0],
        "auth": keys[1],
        "device_id": device_id,
        "device": device,
        "created": now(),
    }
    mine = subscriptions.c.identity_id == identity
    newest = select(subscriptions.c.id).where(mine).order_by(subscriptions.c.id.desc())

    def change(connection: Connection, _: Publish) -> None:
        connection.execute(delete(subscriptions).where(subscriptions.c.endpoint_hash == key))
        connection.execute(insert(subscriptions), row)
        kept = list(connection.execute(newest.limit(MOST_SUBSCRIPTIONS)).scalars())
        connection.execute(delete(subscriptions).where(mine, subscriptions.c.id.not_in(kept)))

    await store.write(change)


async def unsubscribe(
    store: Transactions, identity: str, *, endpoint: str | None = None, number: int | None = None
) -> None:
    """No longer tell somebody on a device, which is named by its endpoint or its number."""
    which = (
        subscriptions.c.id == number
        if endpoint is None
        else subscriptions.c.endpoint_hash == sha256(endpoint.encode()).hexdigest()
    )
    change = delete(subscriptions).where(subscriptions.c.identity_id == identity, which)
    await store.write(lambda connection, _: connection.execute(change))


async def forget_subscription(store: Transactions, number: int) -> None:
    """Forget a device that its push service no longer knows."""
    change = delete(subscriptions).where(subscriptions.c.id == number)
    await store.write(lambda connection, _: connection.execute(change))


async def subscriptions_of(store: Transactions, identity: str) -> list[Subscription]:
    """The devices on which somebody is told."""
    return await store.read(
        lambda connection: _subscriptions(connection, subscriptions.c.identity_id == identity)
    )


def subscription_in(connection: Connection, number: int) -> Subscription | None:
    """One of them by its number, as part of a question."""
    found = _subscriptions(connection, subscriptions.c.id == number)
    return found[0] if found else None


def _subscriptions(connection: Connection, where: ColumnElement[bool]) -> list[Subscription]:
    rows = connection.execute(select(subscriptions).where(where).order_by(subscriptions.c.id))
    return [
        Subscription(row.id, row.endpoint, row.p256dh, row.auth, row.device, row.created, row.identity_id)
        for row in rows
    ]


# -- mail -----------------------------------------------------------------------------------------


async def mail_address(store: Transactions, identity: str) -> MailAddress | None:
    """The mail address that somebody has given."""
    return await store.look_up(lambda connection: mail_address_in(connection, identity))


def mail_address_in(connection: Connection, identity: str) -> MailAddress | None:
    """The same, as part of a question or change."""
    row = connection.execute(
        select(mail_addresses).where(mail_addresses.c.identity_id == identity)
    ).one_or_none()
    return None if row is None else MailAddress(row.address, row.nonce, row.confirmed)


async def give_address(store: Transactions, identity: str, address: str) -> None:
    """Note an address that somebody says is theirs, and have them asked there; raises `TooManyRequests`."""
    moment = now()
    asked = and_(
        mail_addresses.c.address == address,
        mail_addresses.c.confirmed.is_(None),
        mail_addresses.c.asked > moment - DAY,
    )
    mine = mail_addresses.c.identity_id == identity
    row = {
        "identity_id": identity,
        "address": address,
        "nonce": new_secret(),
        "asked": moment,
        "confirmed": None,
    }

    def change(connection: Connection, _: Publish) -> None:
        others = select(func.count()).select_from(mail_addresses).where(asked, ~mine)
        before = connection.scalar(select(mail_addresses.c.asked).where(asked, mine))
        if int(connection.scalar(others) or 0) >= UNCONFIRMED_AT_ONCE or (
            before is not None and before > moment - 60_000
        ):
            raise TooManyRequests(
                "A mail has just been sent to this address: look there first", retry_after=60
            )
        connection.execute(delete(mail_addresses).where(mine))
        connection.execute(insert(mail_addresses), row)
        connection.execute(delete(messages).where(_mails_to(identity)))
        connection.execute(insert(messages), {"identity_id": identity, "kind": "confirm", "due": moment})

    await store.write(change)


async def confirm_address(store: Transactions, identity: str, nonce: str) -> None:
    """Note that an address is somebody's, as they have said by a link sent there; raises `NotFound`."""
    whose = and_(mail_addresses.c.identity_id == identity, mail_addresses.c.nonce == nonce)
    first = update(mail_addresses).where(whose, mail_addresses.c.confirmed.is_(None)).values(confirmed=now())

    def change(connection: Connection, _: Publish) -> None:
        connection.execute(first)
        if connection.execute(select(mail_addresses.c.nonce).where(whose)).first() is None:
            raise NotFound("This link is too old, or never was one")

    await store.write(change)


async def drop_address(store: Transactions, identity: str) -> None:
    """Forget somebody's mail address, and what was to be sent there; links in mails end."""

    def change(connection: Connection, _: Publish) -> None:
        connection.execute(delete(mail_addresses).where(mail_addresses.c.identity_id == identity))
        connection.execute(delete(messages).where(_mails_to(identity)))

    await store.write(change)


async def end_links(store: Transactions, identity: str) -> None:
    """End all links in mails to somebody."""
    await store.write(lambda connection, _: end_links_in(connection, identity))


def end_links_in(connection: Connection, identity: str) -> None:
    """The same, as part of a change."""
    whose = mail_addresses.c.identity_id == identity
    connection.execute(update(mail_addresses).where(whose).values(nonce=new_secret()))


def _mails_to(identity: str) -> ColumnElement[bool]:
    return and_(messages.c.identity_id == identity, messages.c.subscription_id.is_(None))


# -- tables ---------------------------------------------------------------------------------------


async def is_quiet(store: Transactions, identity: str, table: str) -> bool:
    """Whether somebody does not want to be told of a table."""
    query = select(quiet.c.table_id).where(_is(identity, table))
    return await store.look_up(lambda connection: connection.scalar(query)) is not None


async def set_quiet(store: Transactions, identity: str, table: str, is_wanted: bool) -> None:
    """No longer tell somebody of a table, or again."""

    def change(connection: Connection, _: Publish) -> None:
        connection.execute(delete(quiet).where(_is(identity, table)))
        if is_wanted:
            connection.execute(insert(quiet), {"identity_id": identity, "table_id": table})
            waiting = and_(messages.c.identity_id == identity, messages.c.table_id == table)
            connection.execute(delete(messages).where(waiting))

    await store.write(change)


async def quiet_tables(store: Transactions, identity: str) -> list[str]:
    """Of which tables somebody does not want to be told."""
    query = select(quiet.c.table_id).where(quiet.c.identity_id == identity).order_by(quiet.c.table_id)
    return await store.read(lambda connection: list(connection.execute(query).scalars()))


def _is(identity: str, table: str) -> Any:
    return and_(quiet.c.identity_id == identity, quiet.c.table_id == table)
