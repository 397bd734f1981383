"""What pages and programs send and are answered alike, as JSON: nothing in what they send is ignored."""

from __future__ import annotations

from typing import Annotated

import msgspec

from burgher.server.tables.hosting import ChatFor
from burgher.server.tables.service import LONGEST_CHAT

HIGHEST_VERSION = 2**31 - 2
"""The version after it is looked up too, and is the highest number that a column of PostgreSQL holds."""
Version = Annotated[
    int, msgspec.Meta(description="The version that the decision is based on.", ge=0, le=HIGHEST_VERSION)
]


class Decision(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action to be played, by its number or in words; the same again for the same version counts once."""

    version: Version
    action: int | Annotated[str, msgspec.Meta(max_length=200)]


class AtVersion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of a table as the asker knows it: to take back, or for a hint."""

    version: Version


class ChatText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to be said at the table."""

    text: Annotated[str, msgspec.Meta(max_length=4 * LONGEST_CHAT)]


class ChatReaders(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who may read what is said: `seated`, or `everyone` who may by how the table was made."""

    readers: ChatFor


Level = (
    Annotated[str, msgspec.Meta(description="Which opponent; the usual one, if not said.", max_length=80)]
    | None
)
OneSeat = (
    Annotated[
        int, msgspec.Meta(description="Which of one’s seats; need not be said by who has one.", ge=0, le=9)
    ]
    | None
)


class SeatMeant(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which of one's seats something is about."""

    seat: OneSeat = None


class SeatLeft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which of one's seats is left, and to which opponent."""

    seat: OneSeat = None
    level: Level = None


class OpponentWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which opponent is to have a seat that nobody has taken."""

    level: Level = None


class Agreement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one agrees to something that needs all."""

    agreed: bool = True


Key = Annotated[str, msgspec.Meta(max_length=200)]
Endpoint = Annotated[
    str, msgspec.Meta(description="Where the push service of a browser takes messages.", max_length=1000)
]


class PushSubscription(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device that is to be told: what `PushSubscription.toJSON()` of a browser has in it."""

    endpoint: Endpoint
    p256dh: Key
    auth: Key


class SubscriptionEnded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device that is not to be told any more."""

    endpoint: Endpoint


class Quiet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whether one is not told of a table."""

    quiet: bool = True


class MailAddressGiven(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where one wants mails."""

    address: Annotated[str, msgspec.Meta(max_length=300)]


class Changed(msgspec.Struct, frozen=True):
    """The table's version after a change that is committed."""

    version: int


class Done(msgspec.Struct, frozen=True):
    """It is done."""

    done: bool = True
