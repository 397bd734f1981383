"""What people are told while they are away: only what everybody at the table may see."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec

from burgher.server.storage.model import StoredTable
from burgher.server.storage.outbox import Kind
from burgher.server.storage.titles import title_of


class Told(msgspec.Struct, frozen=True):
    """A message as a device shows it."""

    kind: Kind
    title: str
    body: str
    path: str
    """Where it leads."""
    tag: str
    """A later message with the same tag takes its place."""


def told(kind: Kind, stored: StoredTable, seat: int | None, root: str) -> Told:
    """What a device shows."""
    return Told(kind, headline(kind), about(kind, stored, seat), f"{root}/t/{stored.id}", stored.id)


def headline(kind: Kind) -> str:
    """What has happened."""
    return {
        "turn": "It is your turn",
        "time": "Your time is nearly up",
        "over": "The game is over",
        "confirm": "Is this address yours?",
    }[kind]


def about(kind: Kind, stored: StoredTable, seat: int | None) -> str:
    """At which table."""
    others = [one.name for one in stored.seats if one.number != seat and not one.is_free]
    company = f" with {' and '.join(filter(None, [', '.join(others[:-1]), others[-1]]))}" if others else ""
    text = f"{title_of(stored.game) or stored.game}{company}"
    if kind in ("turn", "time") and stored.due is not None:
        text += f": move by {datetime.fromtimestamp(stored.due / 1000, UTC):%d %B, %H:%M} UTC"
    return text


def mail_text(kind: Kind, name: str, about: str, link: str, settings: str, stop: str) -> str:
    """The text of a mail about a table."""
    return (
        f"Hello {name},\n\n{headline(kind)}.\n{about}.\n\n{link}\n\n"
        "The link is yours alone: whoever has it can play in your seat at this table, for 30 days.\n"
        "You get no more mails about this table until you have looked.\n\n"
        f"What you are told: {settings}\nNo more mails: {stop}\n"
    )


def confirmation_text(site: str, link: str) -> str:
    """The text of the mail that asks whether an address is somebody’s."""
    return (
        "Hello,\n\n"
        f"somebody wants to be told at this address when it is their turn in games at {site}\n\n"
        f"If that is you, open this link:\n\n{link}\n\n"
        "If not, do nothing: you get no more mails from here.\n"
    )
