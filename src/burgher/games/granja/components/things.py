"""The things in the box, as the tables describe them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from burgher.games.granja.components.effects import Effect

if TYPE_CHECKING:
    from burgher.games.granja.components.modules.things import Modules


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

    def card(self, number: int) -> Card:
        """A farm card by the number on it."""
        return self.cards[number - 1]
