"""Pauses: what would come too late with the next decision of one's own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from granja.arbiter.box import BETTER, CARDS, HARVEST, RESOURCES, SELL
from granja.arbiter.helping import Helping
from granja.arbiter.situation import Asking, Farm

BY_WAY = {"Journeyman", "Tiler", "5c", "trade", "Shipping Agent"}
"""A trade commodity can be nearly everything, and so can what brings one or is used again."""
PLAYING = {"Farm Worker", "3c"} | BY_WAY
DRAWING = {"Recruiter", "3c"} | BY_WAY
PIGS = {"Cattle Dealer", "3a"} | BY_WAY
USING = {"Farm Servant", "Smuggler", "Gardener", "3b", "5a"} | BY_WAY
"""What can use a harvest good, whichever it is."""
USING_ONE = {"grain": "Miller", "grape": "Cellarman"}
LAPSING = {"Idler", "Messenger", "2c", "3d", "Tiler", "5c"}
"""What works in the revenue phase and not in the transportation phase, or brings back what does."""
TO_DELIVER = {"Messenger", "Muleteer", "2d", "4b", "6b"}
"""What delivers a good, which may be upgraded first."""
BEFORE_SCORING = {"2d", "4b", "5c", "6b", "6c"}
"""Roof tiles that deliver or place a marker."""


class Pausing(Helping):
    """Asks whether anything is to be done first."""

    def pause(self, farm: Farm, worth: Callable[[Farm], bool], moment: str = "") -> Asking[None]:
        """As long as there is something to pause for, and its player is not done."""
        yield from self.decide(farm, lambda: {"done"} if worth(farm) else set(), moment)

    def prelude(self, farm: Farm, moment: str) -> Asking[None]:
        """Helpers that act at a moment of their own, and could be paid."""

        def options() -> set[str]:
            could = self.usable_helpers(self.reach(farm), moment) - self.usable_helpers(self.reach(farm), "")
            return {"skip"} if could else set()

        yield from self.decide(farm, options, moment)

    def reach(self, farm: Farm) -> Farm:
        """The farm as it could be: everything sold, and any harvest good bought that this pays for."""
        silver = self.means(farm)
        bought = Counter(kind for kind in HARVEST if self.price(farm, kind) <= silver)
        return replace(farm, silver=silver, goods=farm.goods + bought)

    def better_reach(self, farm: Farm, price: int) -> Farm:
        """The same with any good upgraded that the rest pays for, or a trade commodity: to be delivered."""
        could, silver = self.reach(farm), self.means(farm) - price
        made: Counter[str] = Counter()
        for kind in RESOURCES:
            if kind == "pig" and not farm.owns("pig") and not farm.has_stall:
                continue
            if farm.owns(kind):
                left = silver if farm.ripe[kind] or kind in self.bought else silver - SELL[kind]
                with_trade = farm.goods["trade"] > 0 and left >= 0
            else:
                left = silver - self.price(farm, kind)
                with_trade = farm.goods["trade"] > 0 and left >= 4
            if with_trade or left >= self.upgrade_price(farm, kind):
                made[BETTER[kind]] += 1
        return replace(could, goods=could.goods + made)

    def at_hand(self, farm: Farm, moment: str = "") -> set[str]:
        """The helpers and roof tiles that could be used, and a trade commodity."""
        return (
            self.helpers_at_hand(farm, moment) | self.roofs_at_hand(farm, moment) | self.trade_at_hand(farm)
        )

    def helpers_at_hand(self, farm: Farm, moment: str = "") -> set[str]:
        found = {CARDS[card].helper for card in self.usable_helpers(self.reach(farm), moment)}
        better = self.better_reach(farm, price=1)
        return found | {CARDS[card].helper for card in self.usable_helpers(better, moment)} & TO_DELIVER

    def roofs_at_hand(self, farm: Farm, moment: str = "") -> set[str]:
        found = set()
        for tile, up in farm.roofs:
            could = self.reach(farm)
            if tile in TO_DELIVER:
                could = self.better_reach(farm, price=1 if tile == "2d" else 0)
            if up and self.is_phase_of(tile) and self.usable_roof(could, tile, moment):
                found.add(tile)
        return found

    def trade_at_hand(self, farm: Farm) -> set[str]:
        return {"trade"} if farm.goods["trade"] else set()

    # -- what to pause for --------------------------------------------------------------------------

    def could_draw(self, farm: Farm) -> bool:
        """Who has no card to play may draw one."""
        return self.can_draw() and bool(self.at_hand(farm) & DRAWING)

    def before_drawing_up(self, farm: Farm) -> bool:
        """A helper plays or discards a card."""
        useful = PLAYING | {"Steward"}
        return bool(farm.hand) and bool(self.helpers_at_hand(farm) & useful)

    def before_income(self, farm: Farm) -> bool:
        """A card drawn up is played."""
        return self.fresh and bool(farm.hand) and bool(self.at_hand(farm) & PLAYING)

    def before_harvest(self, farm: Farm) -> bool:
        """A field is cleared, a pig gained or sold before breeding, a card played."""
        at_hand, means = self.at_hand(farm), self.means(farm)
        for kind in HARVEST:
            if farm.ripe[kind] > 0:
                if self.upgrade_price(farm, kind) <= means or at_hand & (USING | {USING_ONE.get(kind, "")}):
                    return True
        parents = 1 if self.works(farm, "Breeder") else 2
        missing = parents - farm.goods["pig"]
        if missing < 0 and not farm.has_stall:
            return True
        if missing > 0 and farm.stalls > parents:
            if missing * 4 <= means or ((missing - 1) * 4 <= means and at_hand & PIGS):
                return True
        return self.before_income(farm)

    def before_donkeys(self, farm: Farm) -> bool:
        """What is of no use in the transportation phase; a card is played."""
        return bool(self.at_hand(farm) & LAPSING) or self.before_income(farm)

    def after_free(self, farm: Farm) -> bool:
        """One more of them."""
        return "Muleteer" in self.helpers_at_hand(farm, "after the free ones")

    def before_scoring(self, farm: Farm) -> bool:
        """Helpers that will be refreshed, a card, roof tiles that make a difference or will never be used."""
        tiles = self.roofs_at_hand(farm)
        if self.helpers_at_hand(farm) or (self.round == 6 and tiles):
            return True
        cards = (tiles | self.trade_at_hand(farm)) & PLAYING if farm.hand else set()
        return bool(cards | tiles & BEFORE_SCORING)
