"""Links in mails: each is signed, for one person, for one purpose or table, and for some time.

What is in them besides can be ended at any moment: with another nonce of the address, none of them is good.
"""

from __future__ import annotations

import hmac
import re
import secrets
import time
from base64 import urlsafe_b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from burgher.server.storage.channels import mail_address
from burgher.server.storage.model import Identity
from burgher.server.storage.server_keys import server_key
from burgher.server.storage.store import Store

DAYS = 30
_LINK: Final = re.compile(r"([a-z0-9]{16})\.([0-9a-f]{1,12})\.([A-Za-z0-9_-]{43})")


@dataclass(frozen=True)
class MailLink:
    """Who has come by a link in a mail."""

    identity: Identity
    nonce: str


async def _key(store: Store) -> str:
    return await server_key(store, "mail-links", lambda: secrets.token_urlsafe(32))


async def mail_link(store: Store, identity: str, nonce: str, purpose: str) -> str:
    """What stands in a link: for a table, its id is the purpose."""
    until = f"{int(time.time()) + DAYS * 24 * 3600:x}"
    return f"{identity}.{until}.{_mac(await _key(store), identity, until, nonce, purpose)}"


async def read_link(store: Store, text: str, purpose: str) -> MailLink | None:
    """Whose link it is; None for what is none, is for something else, or is no longer good."""
    found = _LINK.fullmatch(text)
    if found is None or int(found[2], 16) < time.time():
        return None
    identity, until, mac = found.groups()
    address = await mail_address(store, identity)
    if address is None:
        return None
    expected = _mac(await _key(store), identity, until, address.nonce, purpose)
    person = await store.person(identity)
    if person is None or not hmac.compare_digest(mac, expected):
        return None
    return MailLink(person, address.nonce)


def _mac(key: str, *parts: str) -> str:
    digest = hmac.new(key.encode(), "\0".join(parts).encode(), sha256).digest()
    return urlsafe_b64encode(digest).decode().rstrip("=")
