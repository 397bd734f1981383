"""The things in the box, as the tables describe them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from burgher.games.granja.components.modules import Modules


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


@dataclass(frozen=True)
class Helper:
    """The bottom side of a farm card."""

    name: str
    text: str
    """What it does, in our words."""
    phases: tuple[str, ...]
    """When it works; all phases if none is named."""
    once: bool
    """Whether it is exhausted by being used, until the end of the round."""
    effect: Effect
    when: str | None
    """What sets it off by itself; None for an action or something that lasts."""
    only_if: str | None
    adds: Mapping[str, int]
    rule: str | None
    confidence: str

    @property
    def is_action(self) -> bool:
        """Whether its player decides when to use it."""
        return self.when is None and self.rule is None and not self.adds


@dataclass(frozen=True)
class Card:
    """A farm card with its four sides."""

    number: int
    field: str
    barrow: tuple[str, ...]
    """The goods that the barrow asks for."""
    points: int
    trade: int
    """Trade commodities for completing it."""
    stall: bool
    """Whether a marker goes to the market."""
    extension: tuple[str, ...]
    helper: Helper


@dataclass(frozen=True)
class Roof:
    """A roof tile."""

    name: str
    round: int
    cost: int
    text: str
    phases: tuple[str, ...]
    effect: Effect
    doubles: bool
    """Whether it scores its place twice and is never used otherwise."""


@dataclass(frozen=True)
class Building:
    """A craft building with its markers."""

    number: int
    name: str
    text: str
    rows: tuple[tuple[str, ...], ...]
    instant: Effect
    when: str | None
    """What sets off the ongoing side."""
    ongoing: Effect
    adds: Mapping[str, int]


@dataclass(frozen=True)
class Space:
    """A revenue space."""

    number: int
    text: str
    effect: Effect


@dataclass(frozen=True)
class Components:
    """One set of components: that of the box, or somebody's own."""

    name: str
    cards: tuple[Card, ...]
    roofs: tuple[Roof, ...]
    roof_points: tuple[int, ...]
    spaces: tuple[Space, ...]
    buildings: tuple[Building, ...]
    market_values: tuple[int, ...]
    market_players: tuple[int, ...]
    market_start: tuple[int, ...]
    siesta: tuple[int, ...]
    """Points of each space of the track."""
    trades: tuple[Effect, ...]
    hats: tuple[int, ...]
    sell: tuple[int, ...]
    buy: tuple[int, ...]
    upgrade: tuple[int, ...]
    dice: tuple[int, ...]
    plays: tuple[int, ...]
    rows_used: tuple[int, ...]
    start_cards: int
    start_silver: int
    start_points: int
    start_trade: int
    donkeys_returned: int
    hand: int
    barrows: int
    helpers: int
    stalls: int
    delivery_price: int
    token: int
    unblock: int
    blocked: int
    final_trade: int
    final_silver: int
    confidence: Mapping[str, str]
    """For each block of the tables, how sure it is."""
    source: Mapping[str, str]
    """For each block of the tables, where it comes from."""
    modules: Modules
    """What the modules add."""

    @property
    def reconstructed(self) -> list[str]:
        """The blocks that are reconstructions."""
        return [block for block, sure in self.confidence.items() if sure == "reconstructed"]

    @property
    def broken_roof(self) -> Roof:
        """A broken roof tile, of which nothing ever comes."""
        return Roof("broken", 0, self.modules.broken_roofs.cost, "Broken: of no use.", (), Effect(), False)

    @property
    def all_roofs(self) -> tuple[Roof, ...]:
        """The roof tiles by their numbers: those of the rounds, then a broken one."""
        return (*self.roofs, self.broken_roof)

    def card(self, number: int) -> Card:
        """A farm card by the number on it."""
        return self.cards[number - 1]
