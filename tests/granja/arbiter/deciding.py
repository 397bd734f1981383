"""Decisions, and what one may do before them at any time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable

from granja.arbiter.box import RESOURCES, ROOF_PHASES, SELL
from granja.arbiter.situation import Asking, Farm, Situation

ENOUGH = 6
"""The highest price there is, that of a roof tile in the last round."""


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

    def answer(self, farm: Farm, options: set[str]) -> Asking[str]:
        """A question that is decided before anything else."""
        choice = yield farm.seat, options
        self.bought.clear()
        return choice

    def ask(
        self, farm: Farm, options: Callable[[], set[str]], moment: str = "", *, second: bool = False
    ) -> Asking[str]:
        """A question before which one may do something else, unless it came up within another.

        The Porter's second option does not count as one. Nothing is answered when there are no options.
        """
        free = self.open == 0
        self.open += not second
        choice = yield from self.decide(farm, options, moment, free=free)
        self.open -= not second
        return choice

    def decide(
        self, farm: Farm, options: Callable[[], set[str]], moment: str = "", *, free: bool = True
    ) -> Asking[str]:
        """A decision, with all that one may do first."""
        while own := options():
            first = self.anytime(farm, moment) if free else set()
            assert not own & first
            choice = yield farm.seat, own | first
            verb, *what = choice.split()
            if verb not in ("buy", "sell"):
                self.bought.clear()
            if choice in own:
                return choice
            if choice == "use 47":
                return (yield from self.disguise(farm))
            match verb:
                case "buy":
                    farm.silver -= self.price(farm, what[0])
                    farm.goods[what[0]] += 1
                    self.bought.add(what[0])
                case "sell":
                    farm.silver += SELL[what[0]]
                    farm.goods[what[0]] -= 1
                case "upgrade":
                    farm.silver -= self.upgrade_price(farm, what[0])
                    farm.upgrade(what[0])
                case "trade":
                    farm.goods["trade"] -= 1
                    yield from self.trade(farm, what[0])
                case "roof":
                    yield from self.use_roof(farm, int(what[0]) - 1)
                case _:
                    yield from self.use_helper(farm, int(what[0]))
        return ""

    def anytime(self, farm: Farm, moment: str) -> set[str]:
        """What may be done at any time, as far as it is of use."""
        found = {f"upgrade {k}" for k in RESOURCES if self.can_upgrade(farm, k)}
        for kind in RESOURCES:
            room = farm.has_stall if kind == "pig" else self.buys_more(farm) or not farm.owns(kind)
            if room and farm.silver >= self.price(farm, kind):
                found.add(f"buy {kind}")
            useful = kind == "pig" or farm.silver < ENOUGH
            if farm.goods[kind] and kind not in self.bought and useful:
                found.add(f"sell {kind}")
        if farm.goods["trade"]:
            found |= {f"trade {what}" for what in self.trades(farm)}
        for place, (tile, up) in enumerate(farm.roofs, start=1):
            if up and self.is_phase_of(tile) and self.usable_roof(farm, tile, moment):
                found.add(f"roof {place}")
        return found | {f"use {card}" for card in self.usable_helpers(farm, moment)}

    def is_phase_of(self, tile: str) -> bool:
        """Whether a roof tile works in this phase."""
        phases = ROOF_PHASES[tile]
        return phases is None or self.phase in phases

    def can_upgrade(self, farm: Farm, kind: str) -> bool:
        """Whether an upgrade can be paid."""
        return farm.owns(kind) and farm.silver >= self.upgrade_price(farm, kind)

    def could_buy(self, farm: Farm) -> bool:
        """Whether some resource could be bought, if everything were sold first."""
        return any(
            self.price(farm, kind) <= self.means(farm)
            for kind in RESOURCES
            if kind != "pig" or farm.has_stall
        )

    def buys_more(self, farm: Farm) -> bool:
        """Whoever has the Seed Dealer may lose him, and buys as long as it is cheap."""
        return self.works(farm, "Seed Dealer")

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
        choice = yield from self.answer(farm, pairs)
        _, one, _, other = choice.split()
        farm.gain(one)
        farm.gain(other)

    def one_good(self, farm: Farm, kinds: tuple[str, ...]) -> Asking[None]:
        """One good of some kinds."""
        if len(kinds) == 1:
            farm.gain(kinds[0])
            return
        choice = yield from self.answer(farm, {f"gain {kind}" for kind in kinds})
        farm.gain(choice.split()[1])

    def improve(self, farm: Farm, times: int, *, siesta: bool = False) -> Asking[None]:
        """Upgrades for nothing, or siesta steps instead; what is not wanted is left."""
        free = self.open == 0

        def options() -> set[str]:
            found = {f"improve {kind}" for kind in RESOURCES if farm.owns(kind)}
            if siesta and farm.siesta < 8:
                found.add("rest")
            return found | {"skip"} if found or (free and self.could_buy(farm)) else found

        for _ in range(times):
            choice = yield from self.ask(farm, options)
            if choice in ("", "skip"):
                return
            if choice == "rest":
                self.advance(farm, 1)
            else:
                farm.upgrade(choice.split()[1])
