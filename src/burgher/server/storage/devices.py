"""Several devices of one person: each has a secret of its own, and can be shut out by itself.

Another device becomes theirs by a code that is good for one use, within minutes. The browser in which
somebody has begun has its secret beside their name; all others are here.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from sqlalchemy import Connection, and_, delete, func, insert, select, update

from burgher.server.problems import Conflict, NotFound
from burgher.server.storage.identity import hash_of, new_id, new_secret
from burgher.server.storage.model import Identity
from burgher.server.storage.schema import device_codes, devices, identities
from burgher.server.storage.times import now
from burgher.server.storage.transactions import Publish, Transactions

CODE_MINUTES = 10
CODES_AT_ONCE = 5
"""So many codes of one person are good at the same time; the oldest goes."""
MOST_DEVICES = 50
LONGEST_NAME = 60
DAY = 24 * 3600 * 1000
"""When a device was last here is noted once a day."""

LETTERS: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""What codes are made of: nothing that looks like something else."""
CODE_LENGTH = 8
_CODE: Final = re.compile(f"[{LETTERS}]{{{CODE_LENGTH}}}")


@dataclass(frozen=True)
class Device:
    """Another browser, or a program, of somebody."""

    id: str
    name: str
    is_program: bool
    created: int
    seen: int


@dataclass(frozen=True)
class DeviceCode:
    """A code by which another device becomes somebody's."""

    code: str
    until: int


def code_of(text: str) -> str | None:
    """A code as somebody has typed it, without spaces and dashes; None for what cannot be one."""
    code = re.sub(r"[\s-]", "", text[:40]).upper()
    return code if _CODE.fullmatch(code) else None


def _hash(code: str) -> str:
    return sha256(code.encode()).hexdigest()


async def new_code(store: Transactions, identity: str) -> DeviceCode:
    """A code that makes another device somebody's, once, within some minutes."""
    code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
    moment = now()
    until = moment + CODE_MINUTES * 60_000
    row = {"code_hash": _hash(code), "identity_id": identity, "until": until}
    mine = device_codes.c.identity_id == identity
    latest = (
        select(device_codes.c.code_hash)
        .where(mine)
        .order_by(device_codes.c.until.desc())
        .limit(CODES_AT_ONCE - 1)
    )

    def change(connection: Connection, _: Publish) -> None:
        connection.execute(delete(device_codes).where(device_codes.c.until < moment))
        kept = list(connection.execute(latest).scalars())
        connection.execute(delete(device_codes).where(mine, device_codes.c.code_hash.not_in(kept)))
        connection.execute(insert(device_codes), row)

    await store.write(change)
    return DeviceCode(f"{code[:4]}-{code[4:]}", until)


async def owner_of_code(store: Transactions, text: str) -> Identity:
    """Whose device a code makes; raises `NotFound`. It stays good."""
    code = code_of(text)
    query = (
        select(identities.c.id, identities.c.name)
        .join(device_codes, device_codes.c.identity_id == identities.c.id)
        .where(device_codes.c.code_hash == _hash(code or ""), device_codes.c.until > now())
    )
    row = await store.look_up(lambda connection: connection.execute(query).one_or_none())
    if code is None or row is None:
        raise _no_code(code)
    return Identity(row.id, row.name)


async def use_code(
    store: Transactions, text: str, name: str, *, is_program: bool = False
) -> tuple[Identity, str]:
    """Make a device that of whose code it is; its secret.

    Raises `NotFound`, and `Conflict` where there are many.
    """
    code, secret = code_of(text), new_secret()
    good = and_(device_codes.c.code_hash == _hash(code or ""), device_codes.c.until > now())
    whose = (
        select(identities.c.id, identities.c.name)
        .join(device_codes, device_codes.c.identity_id == identities.c.id)
        .where(good)
    )

    def change(connection: Connection, _: Publish) -> Identity:
        row = connection.execute(whose).one_or_none()
        # Of two who come with the same code, one deletes it.
        if row is None or connection.execute(delete(device_codes).where(good)).rowcount != 1:
            raise _no_code(code)
        add_device(connection, row.id, secret, name, is_program=is_program)
        return Identity(row.id, row.name)

    if code is None:
        raise _no_code(code)
    return await store.write(change), secret


def _no_code(code: str | None) -> NotFound:
    if code is None:
        return NotFound(
            f"A code has {CODE_LENGTH} letters and digits, as in ABCD-2345; none of them is I, L, O, 0 or 1"
        )
    return NotFound(
        f"This code is nobody’s: each is good once, for {CODE_MINUTES} minutes. "
        "Have the other device show a new one"
    )


def add_device(
    connection: Connection, identity: str, secret: str, name: str, *, is_program: bool = False
) -> None:
    """Remember another device of somebody, as part of a change; raises `Conflict` where there are many."""
    query = select(func.count()).select_from(devices).where(devices.c.identity_id == identity)
    if int(connection.scalar(query) or 0) >= MOST_DEVICES:
        raise Conflict(f"You have {MOST_DEVICES} devices: remove one first")
    moment = now()
    row = {
        "id": new_id(),
        "identity_id": identity,
        "secret_hash": hash_of(secret),
        "name": name[:LONGEST_NAME],
        "is_program": is_program,
        "created": moment,
        "seen": moment,
    }
    connection.execute(insert(devices), row)


async def another_device(store: Transactions, identity: str, name: str) -> str:
    """Remember another browser of somebody; its secret."""
    secret = new_secret()
    await store.write(lambda connection, _: add_device(connection, identity, secret, name))
    return secret


async def devices_of(store: Transactions, identity: str) -> list[Device]:
    """Somebody's devices but for the first browser, the newest first."""
    query = (
        select(devices.c.id, devices.c.name, devices.c.is_program, devices.c.created, devices.c.seen)
        .where(devices.c.identity_id == identity)
        .order_by(devices.c.created.desc(), devices.c.id)
    )
    rows = await store.read(lambda connection: connection.execute(query).all())
    return [Device(row.id, row.name, row.is_program, row.created, row.seen) for row in rows]


async def device_with(store: Transactions, secret_hash: str | None) -> str | None:
    """Which device has a secret; None for the first browser, and for what is nobody's."""
    query = select(devices.c.id).where(devices.c.secret_hash == secret_hash)
    return await store.look_up(lambda connection: connection.scalar(query))


async def remove_device(store: Transactions, identity: str, device: str) -> None:
    """Shut one of somebody's devices out; raises `NotFound`."""
    change = delete(devices).where(devices.c.identity_id == identity, devices.c.id == device)
    if not await store.write(lambda connection, _: connection.execute(change).rowcount):
        raise NotFound("You have no such device")


async def note_seen(store: Transactions, secret_hash: str) -> None:
    """Note that a device is here."""
    change = update(devices).where(devices.c.secret_hash == secret_hash).values(seen=now())
    await store.write(lambda connection, _: connection.execute(change))
