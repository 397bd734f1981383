"""Whoever, in this process, tells people who are away: beside all requests, and going on after a restart.

Several processes may do so around one database: each message is sent by the one that claims it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from email.message import EmailMessage
from email.utils import make_msgid
from functools import partial
from typing import Final, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from burgher.kernel.errors import BadOptions
from burgher.server.notify import wording
from burgher.server.notify.mail import MailServer, checked_address, mail_server, send_mail
from burgher.server.notify.mail_links import mail_link
from burgher.server.notify.push import Sent, new_push_key, public_key, send_push
from burgher.server.problems import Unprocessable
from burgher.server.settings import Settings
from burgher.server.storage.channels import MailAddress, Subscription, drop_address, forget_subscription
from burgher.server.storage.identity import new_id
from burgher.server.storage.outbox import Message, claim_messages, find_news, give_back, send_later, sent
from burgher.server.storage.server_keys import server_key
from burgher.server.storage.store import Store
from burgher.server.storage.times import now

log = logging.getLogger(__name__)

Found = TypeVar("Found")

SENDERS = 4
"""So many messages are under way at once."""
CLAIMED_SECONDS = 120.0
"""What has not been sent within this time, another process may send."""
LOOK_BACK: Final = 7 * 24 * 3600 * 1000
"""After a start: how long ago a turn may have begun of which nobody was told, since no server ran."""
OVERLAP: Final = 60_000
"""Clocks of several machines differ; what has been found already is not found again."""
TRIED_AGAIN = (30, 120, 600, 3600, 3 * 3600, 6 * 3600)
"""After how many seconds a message is tried again; then it is given up."""
NO_ADDRESS = "https://localhost"
"""Whom push services may ask about us, where nobody has said."""


def checked_mail(settings: Settings) -> MailServer | None:
    """The mail server, if there is one, with all that mails need; raises `BadOptions`."""
    if not settings.smtp:
        return None
    try:
        checked_address(settings.mail_from)
    except Unprocessable as error:
        raise BadOptions("mails need an address that they come from: --mail-from") from error
    if not settings.url:
        raise BadOptions("mails have links in them: say by --url how people reach the server")
    return mail_server(settings.smtp)


class Notifier:
    """Finds out who is to be told what, and tells them."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings
        self._me = new_id()
        self._mail = checked_mail(settings)
        self._senders = ThreadPoolExecutor(SENDERS, "notify")
        self._since = 0
        self._public_key: str | None = None
        self.counts = {"sent": 0, "failed": 0}
        """How many messages were sent, and how many given up."""

    @property
    def has_mail(self) -> bool:
        """Whether mails can be sent."""
        return self._mail is not None

    async def push_key(self) -> str:
        """What browsers have to know of the key that push services know us by."""
        if self._public_key is None:
            pem = await self._pem()
            self._public_key = await self._in_thread(partial(public_key, pem))
        return self._public_key

    async def _pem(self) -> str:
        return await server_key(self._store, "vapid", new_push_key)

    async def _in_thread(self, work: Callable[[], Found]) -> Found:
        return await asyncio.get_running_loop().run_in_executor(self._senders, work)

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Look from time to time who is to be told something."""
        self._since = now() - LOOK_BACK
        working = asyncio.create_task(self._work())
        try:
            yield
        finally:
            working.cancel()
            await asyncio.gather(working, return_exceptions=True)
            self._senders.shutdown(wait=False, cancel_futures=True)
            try:
                await give_back(self._store, self._me)
            except (SQLAlchemyError, OSError) as error:
                log.warning("Messages that were to be sent are left for later: %s", error)

    async def _work(self) -> None:
        while True:
            try:
                await self.look()
            except (SQLAlchemyError, OSError) as error:
                log.warning("Cannot tell people who are away: %s", error)
            except Exception:
                # One message's trouble is not that of all others.
                log.exception("Cannot tell people who are away")
            await asyncio.sleep(self._settings.tell_seconds)

    async def look(self) -> None:
        """Find out who is to be told what, and tell all whose time has come."""
        moment = now()
        grace = int(self._settings.grace_seconds * 1000)
        while await find_news(self._store, self._since, grace):
            pass
        self._since = max(self._since, moment - OVERLAP)
        while due := await claim_messages(self._store, self._me, CLAIMED_SECONDS, SENDERS):
            await asyncio.gather(*(self._tell(message) for message in due))

    async def _tell(self, message: Message) -> None:
        """Send a message, and see to what becomes of it."""
        if isinstance(message.to, Subscription):
            outcome = await self._push(message, message.to)
        else:
            outcome = await self._write_mail(message, message.to)
        if outcome.how == "later" and message.tries < len(TRIED_AGAIN):
            wait = max(TRIED_AGAIN[message.tries], min(outcome.after or 0, 24 * 3600))
            await send_later(self._store, message.id, now() + int(wait * 1000))
            log.info("A message is tried again in %s seconds: %s", wait, outcome.why)
            return
        self.counts["sent" if outcome.how == "sent" else "failed"] += 1
        if outcome.how == "gone":
            # Quietly: a browser that has forgotten us, or an address that is no more.
            if isinstance(message.to, Subscription):
                await forget_subscription(self._store, message.to.id)
            else:
                await drop_address(self._store, message.identity)
            log.info("Somebody can no longer be told: %s", outcome.why)
        elif outcome.how != "sent":
            log.warning("A message is given up: %s", outcome.why)
        await sent(self._store, message.id)

    async def _push(self, message: Message, to: Subscription) -> Sent:
        if message.table is None:
            return Sent("never", "there is nothing to say")
        told = wording.told(message.kind, message.table, message.seat, self._settings.prefix)
        contact = f"mailto:{self._settings.mail_from}" if self._settings.mail_from else ""
        if not contact:
            contact = self._settings.url if self._settings.url.startswith("https:") else NO_ADDRESS
        return await self._in_thread(
            partial(
                send_push,
                to,
                msgspec.json.encode(told),
                await self._pem(),
                contact,
                message.table.id,
                urgent=message.kind == "time",
                anywhere=self._settings.push_anywhere,
            )
        )

    async def _write_mail(self, message: Message, to: MailAddress) -> Sent:
        if self._mail is None:
            return Sent("never", "no mail server is set up any more")
        mail = await self._mail_of(message, to)
        return await self._in_thread(
            partial(send_mail, self._mail, self._settings.mail_from, to.address, mail)
        )

    async def _mail_of(self, message: Message, to: MailAddress) -> EmailMessage:
        """A mail with its links."""
        url, person = self._settings.url, message.identity

        async def link(purpose: str) -> str:
            return await mail_link(self._store, person, to.nonce, purpose)

        mail = EmailMessage()
        mail["Message-ID"] = make_msgid(domain=self._settings.mail_from.partition("@")[2])
        mail["Subject"] = wording.headline(message.kind)
        if message.table is None:
            mail.set_content(wording.confirmation_text(url, f"{url}/mail/confirm/{await link('confirm')}"))
            return mail
        about = wording.about(message.kind, message.table, message.seat)
        there = f"{url}/t/{message.table.id}/by-mail/{await link(message.table.id)}"
        stop = f"{url}/mail/stop/{await link('stop')}"
        mail.replace_header("Subject", f"{wording.headline(message.kind)}: {about}"[:150])
        mail["List-Unsubscribe"] = f"<{stop}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(wording.mail_text(message.kind, message.name, about, there, f"{url}/me/told", stop))
        return mail
