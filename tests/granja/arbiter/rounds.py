"""The rounds of a game, up to the final scoring."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from granja.arbiter.box import GOODS, HARVEST, HATS, RESOURCES, ROOF_COST, ROOF_POINTS, SELL, SIESTA
from granja.arbiter.pausing import Pausing
from granja.arbiter.situation import Asking, Farm


class Arbiter(Pausing):
    """A game followed from the start of a round on."""

    def __init__(self, players: int, dealt: Mapping[str, Any]) -> None:
        super().__init__(players, dealt)
        self.telling = self.play()
        self.seat, self.allowed = next(self.telling)

    def follow(self, words: str, news: Mapping[str, Any]) -> None:
        """Carry out an action. `news` is the position that it led to: only chance is looked up there."""
        self.news = dict(news)
        try:
            self.seat, self.allowed = self.telling.send(words)
        except StopIteration:
            self.over, self.allowed, self.waits = True, set(), ""

    def in_order(self) -> list[Farm]:
        """The farms in turn order as it is now."""
        return [self.farms[seat] for seat in self.order]

    # -- rounds -------------------------------------------------------------------------------------

    def play(self) -> Asking[None]:
        """The rest of the game, from the start of a round on."""
        while True:
            yield from self.farm_phase()
            yield from self.revenue_phase()
            yield from self.transportation_phase()
            self.scoring_phase()
            if self.round == 6:
                break
            self.round += 1
            self.phase = "farm"
            self.lay_out_roofs()
        self.final_scoring()

    def lay_out_roofs(self) -> None:
        """As many tiles of the round as there are players; which, the news tell."""
        self.display = list(self.news["roofs"])
        tiles = [tile for tile in self.display if tile]
        assert len(set(tiles)) == self.players
        assert all(tile[0] == str(self.round) for tile in tiles)

    # -- I --------------------------------------------------------------------------------------------

    def farm_phase(self) -> Asking[None]:
        """Cards, hand, income, harvest and breeding; then roof tiles."""
        self.phase = "farm"
        if self.round == 4:
            for farm in self.farms:
                farm.donkeys = {1, 2, 3, 4}
        for farm in self.in_order():
            yield from self.play_and_draw(farm)
            yield from self.income_and_harvest(farm)
        for farm in self.in_order()[:: -1 if self.round == 1 else 1]:
            yield from self.buy_roof(farm)

    def play_and_draw(self, farm: Farm) -> Asking[None]:
        """One card, two in the first round; then draw up or discard down."""
        self.sold.clear()

        for _ in range(2 if self.round == 1 else 1):
            choice = yield from self.decide(
                farm, lambda: self.plays(farm) or {"done"}, waits=lambda: "" if farm.hand else "play"
            )
            if choice == "done":
                break
            yield from self.play_card(farm, choice)
        else:
            yield from self.pause(farm, "play")
        farm.from_den = False
        self.draw(farm, max(0, self.hand_limit(farm) - len(farm.hand)))
        while True:
            choice = yield from self.decide(
                farm,
                lambda: self.too_many(farm) or {"done"},
                waits=lambda: "" if self.too_many(farm) else "hand",
            )
            if choice == "done":
                break
            self.discard(farm, choice)
        farm.from_den = False

    def hand_limit(self, farm: Farm) -> int:
        """Three cards, and more with extensions and the Scribe."""
        return 3 + farm.extended("hand") + self.works(farm, "Scribe")

    def too_many(self, farm: Farm) -> set[str]:
        """What to discard beyond the hand limit."""
        if len(farm.hand) <= self.hand_limit(farm):
            return set()
        return {f"discard {card}" for card in farm.hand}

    def income_and_harvest(self, farm: Farm) -> Asking[None]:
        """Income; every empty field grows a good; two pigs have a third."""
        yield from self.income(farm)
        yield from self.pause(farm, "income")
        occupied = tuple(kind for kind in HARVEST if farm.ripe[kind])
        if occupied and self.works(farm, "Field Hand"):
            yield from self.one_good(farm, occupied, of_fields=True)
        for kind, count in self.fields_of(farm).items():
            farm.ripe[kind] = count
        parents = 1 if self.works(farm, "Breeder") else 2
        if farm.goods["pig"] >= parents and farm.has_stall and farm.extended("stall"):
            farm.goods["pig"] += 1
        yield from self.pause(farm, "harvest")

    def buy_roof(self, farm: Farm) -> Asking[None]:
        """One roof tile, onto the leftmost free place."""
        self.sold.clear()
        if len(farm.roofs) == 5 or not any(self.display):
            return
        choice = yield from self.decide(
            farm, lambda: self.tiles(farm) | {"done"}, waits=lambda: "" if self.tiles(farm) else "roofs"
        )
        if choice == "done":
            farm.from_den = False
            return
        place = int(choice.split()[1]) - 1
        tile = self.display[place]
        assert tile is not None
        self.display[place] = None
        farm.silver -= self.roof_price(farm, tile)
        points = ROOF_POINTS[len(farm.roofs)]
        farm.points += 2 * points if tile == "6d" else points
        farm.roofs.append((tile, tile != "6d"))
        farm.points += self.works(farm, "Chimney Sweep") and len(farm.roofs) >= 3
        yield from self.pause(farm, "roofs")

    def tiles(self, farm: Farm) -> set[str]:
        """The roof tiles that can be paid."""
        return {
            f"tile {place}"
            for place, tile in enumerate(self.display, start=1)
            if tile and self.roof_price(farm, tile) <= farm.silver
        }

    def roof_price(self, farm: Farm, tile: str) -> int:
        """The number of its round, with the Roofer 1 less."""
        return ROOF_COST[tile] - self.works(farm, "Roofer")

    # -- II -------------------------------------------------------------------------------------------

    def revenue_phase(self) -> Asking[None]:
        """Two dice each, and the last one for all."""
        self.phase = "revenue"
        self.dice.clear()
        first, last = self.in_order()[0], self.in_order()[-1]
        first.silver += self.works(first, "Early Riser")
        last.silver += 2 * self.works(last, "Straggler")
        for farm in self.in_order():
            yield from self.pause(farm, "before the roll", "roll")
        self.roll(2 * self.players + 1)
        for farm in self.in_order() * 2:
            yield from self.draft(farm)
        for farm in self.in_order():
            yield from self.leftover(farm)
        self.marked = None

    def drafts(self, farm: Farm) -> set[str]:
        """The dice that may be taken, as they are or changed."""
        found = set()
        for number in +self.dice:
            kept = self.marked is not None and self.marked[0] == number and self.marked[1] != farm.seat
            if kept and self.dice[number] == 1:
                continue
            for space in range(1, 7):
                if self.shift and 0 < abs(space - number) <= self.shift:
                    found.add(f"die {number} as {space}")
                elif not self.shift and space == number:
                    found.add(f"die {number}")
        return found

    def draft(self, farm: Farm) -> Asking[None]:
        """Take a die and do what its space says; the Merchant may add the space of the round."""
        self.sold.clear()
        choice = yield from self.decide(farm, lambda: self.drafts(farm), lambda: "draft")
        numbers = [int(word) for word in choice.split() if word.isdigit()]
        self.dice[numbers[0]] -= 1
        self.shift = 0
        porter, pedlar = self.works(farm, "Porter"), self.works(farm, "Pedlar")
        yield from self.space(farm, numbers[-1], porter=porter, pedlar=pedlar)
        farm.from_den = False
        yield from self.pause(farm, "after a die", "after a die")

    def leftover(self, farm: Farm) -> Asking[None]:
        """Everybody uses the last die; the Bell Ringer changes it by one."""
        self.sold.clear()
        (number,) = +self.dice

        def options() -> set[str]:
            found = {f"die {number}"}
            if self.works(farm, "Bell Ringer"):
                found |= {f"die {number} as {n}" for n in (number - 1, number + 1) if 1 <= n <= 6}
            return found

        choice = yield from self.decide(farm, options)
        space = int(choice.split()[-1])
        if space != number:
            self.exhaust(farm, "Bell Ringer")
        yield from self.space(farm, space)
        yield from self.pause(farm, "leftover")

    def space(self, farm: Farm, number: int, *, porter: bool = False, pedlar: bool = False) -> Asking[None]:
        """What a revenue space brings."""
        match number:
            case 1:
                farm.gain("pig")
            case 2:
                yield from self.card(farm, {"play", "draw", "gain"}, porter=porter)
            case 3:
                yield from self.pair(farm)
            case 4:
                farm.silver += 4
            case 5:
                yield from self.improve(farm, 2, siesta=True)
            case 6:
                yield from self.delivery(farm, 2, porter=porter, pedlar=pedlar)

    # -- III ------------------------------------------------------------------------------------------

    def transportation_phase(self) -> Asking[None]:
        """Donkeys, hats, the new order; free deliveries, then purchased ones."""
        self.phase = "transport"
        for farm in self.in_order():
            yield from self.pause(farm, "before the donkeys", "donkeys")
        for farm in self.in_order():
            choice = yield from self.answer(farm, {f"donkey {tile}" for tile in farm.donkeys})
            farm.donkey = int(choice.split()[1])
        for farm in self.in_order():
            assert farm.donkey is not None
            farm.donkeys.remove(farm.donkey)
            hats = HATS[farm.donkey] + (2 in farm.ongoing) + self.works(farm, "Hammock Weaver")
            self.advance(farm, hats)
        self.order = list(self.track)
        for farm in self.in_order():
            yield from self.free_deliveries(farm)
        for farm in self.in_order():
            yield from self.purchased_deliveries(farm)

    def free_deliveries(self, farm: Farm) -> Asking[None]:
        """One for each donkey."""
        self.sold.clear()
        made = 0

        def left() -> bool:
            assert farm.donkey is not None
            light = farm.donkey <= 2 and self.works(farm, "Donkey Driver")
            return made < farm.donkey + (2 in farm.ongoing) + light

        while True:
            choice = yield from self.decide(
                farm,
                lambda: (self.deliveries(farm) if left() else set()) | {"done"},
                lambda: "free" if left() else "after the free ones",
                waits=lambda: "" if left() else "free deliveries",
            )
            if choice == "done":
                farm.from_den = False
                return
            made += 1
            yield from self.deliver(farm, choice)

    def is_idle(self, farm: Farm) -> bool:
        """Whether there is nothing to deliver, nor anything else to be done first."""
        if any(farm.owns(kind) for kind in (*GOODS, "trade")) or any(up for _, up in farm.roofs):
            return False
        return not self.is_ready(farm) and not self.dealings(farm)

    def purchased_deliveries(self, farm: Farm) -> Asking[None]:
        """As many as extensions show, for 1 silver each."""
        self.sold.clear()
        made, extended = 0, farm.extended("delivery")

        def left() -> bool:
            return made < extended + self.works(farm, "Carter")

        def options() -> set[str]:
            return (self.deliveries(farm) if left() and farm.silver else set()) | {"done"}

        while True:
            choice = yield from self.decide(
                farm,
                options,
                lambda: "purchased" if left() else "",
                waits=lambda: "" if left() and not self.is_idle(farm) else "purchased deliveries",
            )
            if choice == "done":
                farm.from_den = False
                return
            made += 1
            farm.silver -= 1
            yield from self.deliver(farm, choice)

    # -- IV and the end -------------------------------------------------------------------------------

    def scoring_phase(self) -> None:
        """Helpers rest; the market and the siesta track are scored."""
        self.phase = "scoring"
        most = max(len(farm.crafts) for farm in self.farms)
        for farm in self.farms:
            farm.helpers = dict.fromkeys(farm.helpers, False)
            stalls = sum(owner == farm.seat for owner in self.market.values())
            farm.points += stalls + (stalls >= 3 and self.works(farm, "Stall Keeper"))
            siesta = SIESTA[farm.siesta]
            farm.points += siesta + (siesta == 0 and self.works(farm, "Night Watchman"))
            farm.silver += 2 * (siesta >= 2 and self.works(farm, "Musician"))
            farm.silver += len(farm.crafts) * self.works(farm, "Tax Farmer")
            farm.points += 0 < most == len(farm.crafts) and self.works(farm, "Mayor")
        for farm in self.farms:
            farm.siesta, farm.donkey = 0, None
            if self.round < 6:
                farm.ongoing = set(farm.crafts)
        self.track = list(self.order)

    def final_scoring(self) -> None:
        """Resources and trade commodities become silver, every five silver a point."""
        for farm in self.farms:
            farm.silver += sum(farm.goods.pop(kind, 0) * SELL[kind] for kind in RESOURCES)
            farm.silver += farm.goods.pop("trade", 0) * (5 if self.works(farm, "Trader") else 4)
            farm.points += farm.silver // 5
            farm.silver %= 5

    def ranks(self) -> list[int]:
        """Points decide, then silver."""
        worth = [(farm.points, farm.silver) for farm in self.farms]
        return [1 + sum(other > mine for other in worth) for mine in worth]
