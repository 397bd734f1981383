"""Effects in the component tables: the same few verbs wherever something is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from burgher.games.granja.components.reading import Entry
from burgher.games.granja.components.vocabulary import (
    CHOICES,
    DURINGS,
    GOODS,
    HARVEST,
    KINDS,
    PERS,
    RESOURCES,
    THENS,
)

_PAYMENTS = ("silver", "points", *GOODS, "any-good", "any-harvest", "card")
_GAINS = ("silver", "points", "siesta", *KINDS)
_SEVERAL = ("upgrade", "upgrade or siesta", "empty dens")
"""Choices that can be made several times."""
MOST_FOR_DELIVERY = 6
"""The most silver that a delivery can cost."""


@dataclass(frozen=True)
class Effect:
    """What a helper, roof tile, craft marker, revenue space or trade commodity does when it is used."""

    pay: Mapping[str, int] = field(default_factory=dict)
    """What it costs: silver, points, goods, `any-good` or a hand `card`."""
    gain: Mapping[str, int] = field(default_factory=dict)
    """What it brings: silver, points, goods, trade commodities, `siesta` steps."""
    upgrade: str | None = None
    """The resource it upgrades."""
    choose: str | None = None
    goods: tuple[str, ...] = ()
    """The goods one may be chosen from."""
    times: int = 1
    values: tuple[int, ...] = ()
    """The values of stall places one may be chosen from."""
    silver: int = 0
    """The silver that may be taken instead of a delivery."""
    shift: int = 0
    """By how much a die may be changed."""
    then: str | None = None
    per: str | None = None
    poor: int = 0
    """More silver for those who have none."""
    during: str | None = None

    @property
    def is_empty(self) -> bool:
        """Whether it does nothing at all."""
        return not (self.gain or self.upgrade or self.choose or self.shift or self.then)


def effect_of(entry: Entry, more: tuple[str, ...] = ()) -> Effect:
    """The verbs of an effect, out of whatever table has one; `more` are choices that not all know."""
    choose = entry.get("choose")
    if choose is not None:
        choose = entry.choice("choose", (*CHOICES, *more))
    effect = Effect(
        pay=entry.counts("pay", _PAYMENTS, 9),
        gain=entry.counts("gain", _GAINS, 9),
        upgrade=None if entry.get("upgrade") is None else entry.choice("upgrade", RESOURCES),
        choose=choose,
        goods=entry.choices("goods", KINDS) if choose in ("good", "card or good") else (),
        times=entry.number("times", 1, 3, default=1) if choose in _SEVERAL else 1,
        values=entry.numbers("values", 2, 6) if choose == "empty stall" else (),
        silver=entry.number("silver", 1, 9) if choose == "delivery or silver" else 0,
        shift=entry.number("shift", 1, 5, default=0),
        then=None if entry.get("then") is None else entry.choice("then", THENS),
        per=None if entry.get("per") is None else entry.choice("per", PERS),
        poor=entry.number("if-poor", 1, 9, default=0),
        during=None if entry.get("during") is None else entry.choice("during", DURINGS),
    )
    for key in ("pay", "gain"):
        for name, count in getattr(effect, key).items():
            if key == "pay" and name not in ("silver", "points") and count != 1:
                raise entry.fail(f"pay.{name}", "only one of it can be paid")
    if len([name for name in effect.pay if name not in ("silver", "points")]) > 1:
        raise entry.fail("pay", "names more than one good or card")
    if choose in ("good", "card or good") and not effect.goods:
        raise entry.fail("goods", "names no good to choose")
    if choose == "card or good" and set(effect.goods) != set(HARVEST):
        raise entry.fail("goods", "here it has to be the three harvest goods")
    if choose == "delivery" and effect.pay.get("silver", 0) > MOST_FOR_DELIVERY:
        raise entry.fail("pay.silver", f"a delivery costs {MOST_FOR_DELIVERY} silver at most")
    if effect.then == "siesta points" and choose != "delivery":
        raise entry.fail("then", "siesta points follow a delivery")
    return effect
