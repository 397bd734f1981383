"""Quotas: how often one person, and one address, may do what costs others something.

They are far above what people do: a family, or a school class, behind one address never meets them. Each
process counts for itself.
"""

from __future__ import annotations

import math
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final, Literal

from burgher.server.limits import client_key
from burgher.server.problems import TooManyRequests

Doing = Literal["table", "seat", "chat", "name", "export", "friend", "code", "try", "mail"]

MOST_REMEMBERED: Final = 20_000
"""Of how many askers the counts are kept; who was away for longest is forgotten first."""
USUAL_RATE: Final = 50.0
"""The requests a second (`Settings.rate`) for which the quotas below are meant; others move them."""


@dataclass(frozen=True)
class Quota:
    """So many at once, and one more after every so many seconds."""

    at_once: int
    seconds: float


@dataclass(frozen=True)
class Limit:
    """The quotas of one person and of all who share an address, and what they are told."""

    person: Quota | None
    address: Quota
    sentence: str
    for_all: str


LIMITS: Final[dict[Doing, Limit]] = {
    "table": Limit(
        Quota(30, 30),
        Quota(150, 5),
        "You have opened many tables in a short time",
        "Many tables have been opened from your address in a short time",
    ),
    "seat": Limit(
        Quota(20, 30),
        Quota(150, 5),
        "You have taken many seats in a short time",
        "Many seats have been taken from your address in a short time",
    ),
    "chat": Limit(
        Quota(20, 2),
        Quota(150, 0.25),
        "You are talking faster than others can read",
        "Much has been said from your address in a short time",
    ),
    "name": Limit(None, Quota(150, 5), "", "Many people have come here from your address for the first time"),
    "code": Limit(
        Quota(10, 30),
        Quota(60, 10),
        "You have asked for many codes in a short time",
        "Many codes have been asked for from your address in a short time",
    ),
    # Whoever guesses has some 10 ** 12 codes to try, each good for minutes.
    "try": Limit(None, Quota(40, 20), "", "Many codes have been tried from your address in a short time"),
    "mail": Limit(
        Quota(5, 600),
        Quota(30, 120),
        "You have given several mail addresses in a short time",
        "Many mail addresses have been given from yours in a short time",
    ),
    "friend": Limit(
        Quota(30, 60),
        Quota(150, 10),
        "You have asked or invited many people in a short time",
        "Many people have been asked or invited from your address in a short time",
    ),
    "export": Limit(
        Quota(5, 600),
        Quota(20, 300),
        "You have downloaded your data several times just now",
        "Much data has been downloaded from your address just now",
    ),
}


class Quotas:
    """What was done lately, by whom and from where."""

    def __init__(self, rate: float) -> None:
        """The rate is that of the settings: twice the usual one allows twice as much; 0 for no limits."""
        self._pace = rate / USUAL_RATE
        self._left: OrderedDict[tuple[Doing, str], tuple[float, float]] = OrderedDict()

    def count(self, doing: Doing, address: str, person: str | None = None) -> None:
        """Note that something is done; raises `TooManyRequests`, which says when to try again."""
        if not self._pace:
            return
        limit = LIMITS[doing]
        if person is not None and limit.person is not None:
            self._count(doing, f"person {person}", limit.person, limit.sentence)
        self._count(doing, f"address {client_key(address)}", limit.address, limit.for_all)

    def _count(self, doing: Doing, who: str, quota: Quota, sentence: str) -> None:
        moment, key = time.monotonic(), (doing, who)
        left, before = self._left.pop(key, (float(quota.at_once), moment))
        left = min(quota.at_once, left + (moment - before) * self._pace / quota.seconds)
        self._left[key] = (left - 1 if left >= 1 else left), moment
        while len(self._left) > MOST_REMEMBERED:
            self._left.popitem(last=False)
        if left < 1:
            wait = (1 - left) * quota.seconds / self._pace
            raise TooManyRequests(f"{sentence}: try again in {in_words(wait)}", retry_after=wait)


def in_words(seconds: float) -> str:
    """A time to wait, as people say it."""
    whole = max(1, math.ceil(seconds))
    if whole < 90:
        return f"{whole} second{'s' if whole > 1 else ''}"
    minutes = math.ceil(whole / 60)
    return f"{minutes} minutes"
