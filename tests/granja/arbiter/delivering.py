"""Deliveries: barrows, the market, craft buildings."""

from __future__ import annotations

from abc import abstractmethod

from granja.arbiter.box import CARDS, GOODS, HARVEST, HELPER, ROWS, SELL, SIESTA, STALLS, SWAPS, beside
from granja.arbiter.cards import Playing
from granja.arbiter.situation import Asking, Farm, Load


class Delivering(Playing):
    """Delivers goods."""

    @abstractmethod
    def is_ready(self, farm: Farm) -> bool:
        """Whether a helper has an action that has not been used in this round, in whatever phase."""

    def delivery(
        self, farm: Farm, instead: int = 0, *, price: int = 0, porter: bool = False, pedlar: bool = False
    ) -> Asking[None]:
        """One delivery, for a price if it is made, or silver instead; with the Porter both."""

        def options() -> set[str]:
            if instead:
                return self.deliveries(farm) | {"silver"}
            has = any(farm.owns(kind) for kind in (*GOODS, "trade")) or any(up for _, up in farm.roofs)
            could = has or farm.silver > 0 or self.is_ready(farm)
            ways = self.deliveries(farm) if farm.silver >= price else set()
            return ways | {"skip"} if could else set()

        choice = yield from self.ask(farm, options, lambda: "delivery" if farm.silver >= price else "")
        if choice == "silver":
            farm.silver += instead
            if porter:
                yield from self.second_delivery(farm, pedlar)
        elif choice.startswith("deliver"):
            farm.silver -= price
            self.pay_pedlar(farm, pedlar)
            yield from self.deliver(farm, choice)
            if porter:
                both = {"silver", "skip"}
                second = yield from self.ask(
                    farm, lambda: both if self.works(farm, "Porter") else set(), second=True
                )
                if second == "silver":
                    self.exhaust(farm, "Porter")
                    farm.silver += instead

    def second_delivery(self, farm: Farm, pedlar: bool) -> Asking[None]:
        """The Porter lets a delivery be made beside the silver."""

        def options() -> set[str]:
            return self.deliveries(farm) | {"skip"} if self.works(farm, "Porter") else set()

        choice = yield from self.ask(farm, options, lambda: "delivery", second=True)
        if choice.startswith("deliver"):
            self.exhaust(farm, "Porter")
            self.pay_pedlar(farm, pedlar)
            yield from self.deliver(farm, choice)

    def pay_pedlar(self, farm: Farm, pedlar: bool) -> None:
        """The Pedlar's silver for the delivery of a die."""
        if pedlar and self.works(farm, "Pedlar"):
            self.exhaust(farm, "Pedlar")
            farm.silver += 1

    def deliver(self, farm: Farm, words: str) -> Asking[None]:
        """Take a good and add it where it is wanted."""
        _, kind, where = words.split()
        farm.take(self.disguised or kind)
        self.disguised = None
        yield from self.put(farm, kind, where)

    def put(self, farm: Farm, kind: str, where: str) -> Asking[None]:
        """Add a good to a barrow or row."""
        place = where.removeprefix("barrow-")
        if where != place:
            barrow = farm.barrows[int(place) - 1]
            assert barrow is not None
            if barrow.put(kind):
                farm.barrows[int(place) - 1] = None
                yield from self.complete_barrow(farm, int(barrow.name))
            return
        building, letter = int(where[4]), where[5]
        if building in self.blocked:
            self.exhaust(farm, "Apprentice")
        row = farm.rows.setdefault(building, Load(letter, list(ROWS[building]["abcd".index(letter)])))
        if row.put(kind):
            del farm.rows[building]
            yield from self.complete_row(farm, building)

    # -- the Packer ---------------------------------------------------------------------------------

    def disguises(self, farm: Farm) -> set[str]:
        """The harvest goods that could be delivered as others."""
        wanted = set().union(*self.asking(farm).values())
        return {f"{one} for {other}" for one, other in SWAPS if farm.owns(one) and other in wanted}

    def disguise(self, farm: Farm) -> Asking[str]:
        self.exhaust(farm, "Packer")
        swap = yield from self.answer(farm, self.disguises(farm), HARVEST)
        self.disguised, _, kind = swap.split()
        targets = {f"deliver {kind} {where}" for where, kinds in self.asking(farm).items() if kind in kinds}
        return (yield from self.answer(farm, targets, [self.disguised]))

    # -- market barrows -----------------------------------------------------------------------------

    def complete_barrow(self, farm: Farm, card: int) -> Asking[None]:
        """Its points and a trade commodity; then a marker goes to the market."""
        points = CARDS[card].points
        farm.points += points + (6 in farm.ongoing)
        self.gain_trade(farm)
        farm.silver += 2 * self.works(farm, "Market Crier")
        self.discards.add(card)
        values = {points}
        if self.works(farm, "Haggler"):
            values |= {points - 1, points + 1}
        places = {f"stall {place}" for value in values for place in self.places(farm, value)}
        choice = yield from self.answer(farm, places)
        yield from self.place_marker(farm, choice.split()[1])

    def places(self, farm: Farm, value: int) -> set[str]:
        """Empty places of a value; otherwise those of opponents; otherwise one's own."""
        all_places = {place for place in self.open_stalls() if STALLS[place][0] == value}
        others = {place for place in all_places if self.market.get(place) != farm.seat}
        return self.empty_stalls(value) or others or all_places

    def place_marker(self, farm: Farm, place: str) -> Asking[None]:
        """A point for replacing a marker, and one for each lower neighbour of others that is discarded."""
        owner = self.market.get(place)
        self.market[place] = farm.seat
        farm.points += owner is not None
        if owner not in (None, farm.seat):
            self.leave(self.farms[owner], farm)
        lower = {near for near in beside(place) if STALLS[near][0] < STALLS[place][0]}
        going = {near for near in lower if self.market.get(near, farm.seat) != farm.seat}
        for other in self.farms:
            own = {near for near in going if self.market[near] == other.seat}
            if own and self.works(other, "Market Guard") and (other.silver or self.to_silver(other)):
                choice = yield from self.guard(other, {f"guard {near}" for near in own})
                if choice != "skip":
                    other.silver -= 1
                    self.exhaust(other, "Market Guard")
                    going.remove(choice.split()[1])
        for near in going:
            farm.points += 1
            self.leave(self.farms[self.market.pop(near)], farm)

    def guard(self, farm: Farm, options: set[str]) -> Asking[str]:
        """A marker to keep for 1 silver, or none; who has no silver may come by some."""
        while not farm.silver:
            choice = yield from self.answer(farm, self.to_silver(farm) | {"skip"})
            verb, *what = choice.split()
            match verb:
                case "skip":
                    return choice
                case "trade":
                    farm.goods["trade"] -= 1
                    yield from self.trade(farm, "silver")
                case "sell":
                    farm.goods[what[0]] -= 1
                    farm.silver += SELL[what[0]]
                case "roof":
                    yield from self.use_roof(farm, int(what[0]) - 1)
                case _:
                    yield from self.use_helper(farm, int(what[0]))
        return (yield from self.answer(farm, options | {"skip"}))

    def to_silver(self, farm: Farm) -> set[str]:
        """What brings silver at once."""
        found = {f"sell {kind}" for kind in SELL if farm.goods[kind]}
        if farm.goods["trade"]:
            found.add("trade silver")
        income = farm.extended("income") or {1, 3} & set(farm.ongoing)
        able = {"1a": True, "1b": True, "2b": True, "3a": farm.has_stall, "4c": True, "5d": bool(income)}
        for place, (tile, up) in enumerate(farm.roofs, start=1):
            if up and able.get(tile):
                found.add(f"roof {place}")
        able = {
            "Moneylender": True,
            "Innkeeper": farm.owns("food"),
            "Wine Merchant": farm.owns("wine"),
            "Ham Seller": farm.owns("meat"),
            "Miller": farm.owns("grain"),
            "Steward": bool(farm.hand),
        }
        return found | {f"use {HELPER[name]}" for name, can in able.items() if can and self.works(farm, name)}

    def leave(self, owner: Farm, by: Farm) -> None:
        """A marker leaves the market: that may be worth something to both."""
        owner.points += self.works(owner, "Negotiator")
        by.silver += self.works(by, "Bailiff")

    # -- craft buildings ----------------------------------------------------------------------------

    def complete_row(self, farm: Farm, building: int) -> Asking[None]:
        """The first to complete a building takes its token and opens the next; all score the round."""
        farm.crafts.add(building)
        if building in self.tokens:
            self.tokens.remove(building)
            farm.points += 1
            if building in self.blocked:
                self.blocked.remove(building)
            elif self.blocked:
                self.blocked.pop(0)
                farm.points += 1
                farm.silver += 2 * self.works(farm, "Mason")
        farm.points += self.round + self.works(farm, "Guild Master") + 2 * (5 in farm.ongoing)
        yield from self.instant(farm, building)

    def instant(self, farm: Farm, building: int, *, siesta: bool = True) -> Asking[None]:
        """The instant side of a craft marker."""
        match building:
            case 1:
                farm.silver += 3
            case 2:
                yield from self.wainwright(farm, siesta)
            case 3:
                self.gain_trade(farm)
            case 4:
                yield from self.one_good(farm, ("olive", "grain", "grape", "pig"))
            case 5:
                farm.points += 2
            case 6:
                farm.points += farm.barrow_count()

    def wainwright(self, farm: Farm, siesta: bool) -> Asking[None]:
        """A free delivery, then the points of the siesta track."""
        yield from self.delivery(farm)
        if siesta:
            farm.points += SIESTA[farm.siesta]
