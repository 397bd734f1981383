"""Decisions, and what one may do before them at any time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable

from granja.arbiter.box import CARDS, HARVEST, RESOURCES, ROOF_PHASES, SELL
from granja.arbiter.situation import Asking, Farm, Situation

PLAIN_ROOFS = ("1a", "1b", "2b", "2c", "3a", "3d", "4c", "5b")
PLAIN_HELPERS = (
    "Cattle Dealer",
    "Meat Smoker",
    "Cellarman",
    "Miller",
    "Moneylender",
    "Innkeeper",
    "Wine Merchant",
    "Ham Seller",
    "Idler",
    "Smuggler",
    "Steward",
    "Shipping Agent",
)
"""What asks nothing but what is paid."""


class Deciding(Situation):
    """Asks the players."""

    @abstractmethod
    def use_helper(self, farm: Farm, card: int) -> Asking[None]:
        """Let a helper act."""

    @abstractmethod
    def use_roof(self, farm: Farm, place: int) -> Asking[None]:
        """Use a roof tile."""

    @abstractmethod
    def trade(self, farm: Farm, what: str) -> Asking[None]:
        """Turn a trade commodity into something."""

    @abstractmethod
    def usable_helpers(self, farm: Farm, moment: str) -> set[int]:
        """The helpers that could act as something one does first."""

    @abstractmethod
    def usable_roof(self, farm: Farm, tile: str, moment: str) -> bool:
        """Whether a roof tile could be used."""

    @abstractmethod
    def disguise(self, farm: Farm) -> Asking[str]:
        """Deliver a harvest good as another (Packer)."""

    def answer(self, farm: Farm, options: set[str], takes: Iterable[str] = ()) -> Asking[str]:
        """A question that is decided before anything else, but for where a good is taken from."""
        self.waits = ""
        while True:
            first = {"from den"} if not farm.from_den and farm.in_both(takes) else set()
            choice = yield farm.seat, options | first
            if choice != "from den":
                self.sold.clear()
                return choice
            farm.from_den = True

    def ask(
        self,
        farm: Farm,
        options: Callable[[], set[str]],
        moment: Callable[[], str] = str,
        *,
        second: bool = False,
        waits: Callable[[], str] = str,
    ) -> Asking[str]:
        """A question before which one may do something else; within another effect only what asks nothing.

        The Porter's second option does not count as one. Nothing is answered when there are no options.
        """
        free = self.open == 0
        self.open += not second
        choice = yield from self.decide(farm, options, moment, free=free, waits=waits)
        self.open -= not second
        return choice

    def decide(
        self,
        farm: Farm,
        options: Callable[[], set[str]],
        moment: Callable[[], str] = str,
        *,
        free: bool = True,
        waits: Callable[[], str] = str,
    ) -> Asking[str]:
        """A decision, with all that one may do first."""
        while own := options():
            first = self.anytime(farm, moment(), plain=not free)
            assert not own & first
            self.waits = waits()
            choice = yield farm.seat, own | first
            verb, *what = choice.split()
            if verb not in ("buy", "sell", "from"):
                self.sold.clear()
            if choice in own:
                return choice
            if choice == "use 47":
                return (yield from self.disguise(farm))
            match verb:
                case "buy":
                    farm.silver -= self.price(farm, what[0])
                    farm.goods[what[0]] += 1
                case "sell":
                    farm.silver += SELL[what[0]]
                    farm.goods[what[0]] -= 1
                    if self.price(farm, what[0]) <= SELL[what[0]]:
                        self.sold.add(what[0])
                case "upgrade":
                    farm.silver -= self.upgrade_price(farm, what[0])
                    farm.upgrade(what[0])
                case "from":
                    farm.from_den = True
                case "trade":
                    farm.goods["trade"] -= 1
                    yield from self.trade(farm, what[0])
                case "roof":
                    yield from self.use_roof(farm, int(what[0]) - 1)
                case _:
                    yield from self.use_helper(farm, int(what[0]))
        return ""

    def dealings(self, farm: Farm) -> set[str]:
        """Buying, selling and paid upgrades."""
        found = {f"upgrade {k}" for k in RESOURCES if self.can_upgrade(farm, k)}
        for kind in RESOURCES:
            room = kind != "pig" or farm.has_stall
            if room and farm.silver >= self.price(farm, kind) and kind not in self.sold:
                found.add(f"buy {kind}")
            if farm.goods[kind]:
                found.add(f"sell {kind}")
        return found

    def anytime(self, farm: Farm, moment: str, *, plain: bool) -> set[str]:
        """What may be done at any time, if something comes of it; perhaps only what asks nothing."""
        found = self.dealings(farm)
        if not farm.from_den and farm.in_both(HARVEST):
            found.add("from den")
        if farm.goods["trade"]:
            trades = self.trades(farm) & ({"silver", "pig"} if plain else self.trades(farm))
            found |= {f"trade {what}" for what in trades}
        for place, (tile, up) in enumerate(farm.roofs, start=1):
            if up and self.is_phase_of(tile) and self.usable_roof(farm, tile, moment):
                if not plain or tile in PLAIN_ROOFS:
                    found.add(f"roof {place}")
        helpers = self.usable_helpers(farm, moment)
        return found | {f"use {card}" for card in helpers if not plain or CARDS[card].helper in PLAIN_HELPERS}

    def is_phase_of(self, tile: str) -> bool:
        """Whether a roof tile works in this phase."""
        phases = ROOF_PHASES[tile]
        return phases is None or self.phase in phases

    def can_upgrade(self, farm: Farm, kind: str) -> bool:
        """Whether an upgrade can be paid."""
        return farm.owns(kind) and farm.silver >= self.upgrade_price(farm, kind)

    def trades(self, farm: Farm) -> set[str]:
        """What a trade commodity can become."""
        found = {"harvest", "silver"}
        if self.can_draw():
            found.add("draw")
        if farm.hand:
            found.add("play")
        if farm.has_stall:
            found.add("pig")
        if any(farm.owns(kind) for kind in RESOURCES):
            found.add("upgrades")
        return found

    def pair(self, farm: Farm) -> Asking[None]:
        """Two different harvest goods."""
        pairs = {"gain olive and grain", "gain olive and grape", "gain grain and grape"}
        choice = yield from self.ask(farm, lambda: pairs)
        _, one, _, other = choice.split()
        farm.gain(one)
        farm.gain(other)

    def one_good(self, farm: Farm, kinds: tuple[str, ...], *, of_fields: bool = False) -> Asking[None]:
        """One good of some kinds; which fields have their good is seen before anything else is done."""
        if len(kinds) == 1:
            farm.gain(kinds[0])
            return
        goods = {f"gain {kind}" for kind in kinds}
        if of_fields:
            choice = yield from self.answer(farm, goods)
        else:
            choice = yield from self.ask(farm, lambda: goods)
        farm.gain(choice.split()[1])

    def improve(self, farm: Farm, times: int, *, siesta: bool = False) -> Asking[None]:
        """Upgrades for nothing, or siesta steps instead; what is not wanted is left."""

        def possible() -> set[str]:
            found = {f"improve {kind}" for kind in RESOURCES if farm.owns(kind)}
            return found | {"rest"} if siesta and farm.siesta < 8 else found

        for _ in range(times):
            choice = yield from self.ask(
                farm, lambda: possible() | {"skip"}, waits=lambda: "" if possible() else "improving"
            )
            if choice == "skip":
                return
            if choice == "rest":
                self.advance(farm, 1)
            else:
                farm.upgrade(choice.split()[1])
