"""What helpers, roof tiles and trade commodities do when their player says so."""

from __future__ import annotations

from abc import abstractmethod

from granja.arbiter.box import CARDS, GOODS, HARVEST, RESOURCES, SWAPS
from granja.arbiter.delivering import Delivering
from granja.arbiter.situation import Asking, Farm

SELLERS = {"Innkeeper": ("food", 3), "Wine Merchant": ("wine", 4), "Ham Seller": ("meat", 5)}
"""Who gives how much silver for what."""
SHIFTS = {"1d": 1, "4d": 2}
STEPS = {"2c": 1, "3d": 2}
PIECES = {"1a": ("olive",), "1b": ("grape",), "1c": ("grain", "grape"), "2a": HARVEST, "6a": GOODS[4:]}
"""The roof tiles that bring a good."""
AT_MOMENTS = {
    "Village Elder": ("roll",),
    "Merchant": ("after a die",),
    "Stable Boy": ("donkeys",),
    "Gambler": ("draft",),
    "Fortune Teller": ("draft",),
    "Muleteer": ("free", "after the free ones"),
}
"""Helpers with moments of their own."""


class Helping(Delivering):
    """Lets helpers act."""

    @abstractmethod
    def space(self, farm: Farm, number: int) -> Asking[None]:
        """What a revenue space brings."""

    def usable_helpers(self, farm: Farm, moment: str) -> set[int]:
        found = set()
        for card in farm.helpers:
            name = CARDS[card].helper
            now = name not in AT_MOMENTS or moment in AT_MOMENTS[name]
            if now and self.works(farm, name) and self.is_of_use(farm, name, moment):
                found.add(card)
        return found

    def is_of_use(self, farm: Farm, name: str, moment: str) -> bool:
        """Whether a helper can be paid and something comes of it."""
        silver = farm.silver
        match name:
            case "Farm Worker":
                return farm.points > 0 and bool(farm.hand)
            case "Cattle Dealer":
                return silver >= 2 and farm.has_stall
            case "Meat Smoker":
                return silver >= self.dear_upgrade(farm) and farm.owns("pig")
            case "Cellarman":
                return silver >= self.dear_upgrade(farm) and farm.owns("grape")
            case "Miller":
                return farm.owns("grain")
            case "Innkeeper" | "Wine Merchant" | "Ham Seller":
                return farm.owns(SELLERS[name][0])
            case "Farm Servant":
                return any(farm.owns(kind) for kind in RESOURCES)
            case "Idler":
                return farm.siesta < 8
            case "Smuggler":
                return any(farm.owns(kind) for kind in GOODS)
            case "Messenger" | "Muleteer":
                return silver >= 1 and bool(self.deliveries(farm))
            case "Squatter":
                return silver >= 3 and bool(self.empty_stalls(2, 3))
            case "Packer":
                able = moment in ("free", "delivery") or (moment == "purchased" and silver >= 1)
                return able and bool(self.disguises(farm))
            case "Loader":
                return bool(self.unloadable(farm))
            case "Journeyman":
                return silver >= 2 and bool(farm.crafts)
            case "Gardener":
                return any(farm.owns(kind) for kind in HARVEST)
            case "Recruiter":
                return silver >= 1 and self.can_draw()
            case "Steward":
                return bool(farm.hand)
            case "Tiler":
                return silver >= 2 and bool(self.used_roofs(farm))
            case "Shipping Agent":
                return silver >= 4
            case "Merchant":
                idle = self.round == 5 and farm.siesta == 8 and not any(farm.owns(k) for k in RESOURCES)
                return farm.points > 0 and not idle
            case "Stable Boy":
                return silver >= 2 and len(farm.donkeys) < 4
            case "Moneylender" | "Gambler" | "Fortune Teller" | "Village Elder":
                return True
        return False  # works by itself

    def use_helper(self, farm: Farm, card: int) -> Asking[None]:
        name = CARDS[card].helper
        self.exhaust(farm, name)
        match name:
            case "Farm Worker":
                farm.points -= 1
                yield from self.card(farm, {"play"})
            case "Cattle Dealer":
                farm.silver -= 2
                farm.gain("pig")
            case "Meat Smoker":
                farm.silver -= self.dear_upgrade(farm)
                farm.upgrade("pig")
            case "Cellarman":
                farm.silver -= self.dear_upgrade(farm)
                farm.upgrade("grape")
            case "Miller":
                farm.upgrade("grain")
                farm.silver += 1
            case "Moneylender":
                farm.silver += 1 if farm.silver else 2
            case "Innkeeper" | "Wine Merchant" | "Ham Seller":
                kind, silver = SELLERS[name]
                farm.take(kind)
                farm.silver += silver
            case "Farm Servant":
                yield from self.improve(farm, 1)
            case "Gambler":
                self.shift += 1
            case "Fortune Teller":
                yield from self.reroll(farm)
            case "Idler":
                self.advance(farm, 1)
            case "Smuggler":
                choice = yield from self.answer(
                    farm, {f"pay {kind}" for kind in GOODS if farm.owns(kind)}, HARVEST
                )
                farm.take(choice.split()[1])
                farm.points += 1
            case "Messenger" | "Muleteer":
                yield from self.delivery(farm, price=1)
            case "Squatter":
                farm.silver -= 3
                yield from self.squat(farm, 2, 3)
            case "Loader":
                yield from self.move_load(farm)
            case "Journeyman":
                farm.silver -= 2
                choice = yield from self.answer(farm, {f"craft {building}" for building in farm.crafts})
                yield from self.instant(farm, int(choice.split()[1]), siesta=False)
            case "Gardener":
                swaps = {f"{one} for {other}" for one, other in SWAPS if farm.owns(one)}
                choice = yield from self.answer(farm, swaps, HARVEST)
                one, _, other = choice.split()
                farm.take(one)
                farm.goods[other] += 1
            case "Recruiter":
                farm.silver -= 1
                self.draw(farm, 1)
            case "Steward":
                choice = yield from self.answer(farm, {f"discard {card}" for card in farm.hand})
                self.discard(farm, choice)
                farm.silver += 2
            case "Tiler":
                farm.silver -= 2
                yield from self.turn_roof(farm, self.used_roofs(farm))
            case "Shipping Agent":
                farm.silver -= 4
                self.gain_trade(farm)
            case "Village Elder":
                choice = yield from self.answer(farm, {f"mark {space}" for space in range(1, 7)})
                self.marked = (int(choice.split()[1]), farm.seat)
            case "Merchant":
                farm.points -= 1
                yield from self.space(farm, self.round)
            case "Stable Boy":
                farm.silver -= 2
                used = {1, 2, 3, 4} - farm.donkeys
                choice = yield from self.answer(farm, {f"fetch {tile}" for tile in used})
                farm.donkeys.add(int(choice.split()[1]))

    def dear_upgrade(self, farm: Farm) -> int:
        """An upgrade that is paid with 1 silver; each one that is paid for costs 1 less with the Chef."""
        return 0 if self.works(farm, "Chef") else 1

    def discard(self, farm: Farm, words: str) -> None:
        """Discard a hand card."""
        card = int(words.split()[1])
        farm.hand.remove(card)
        self.discards.add(card)

    def squat(self, farm: Farm, *values: int) -> Asking[None]:
        """A marker on an empty stall place, without points and without driving anybody away."""
        choice = yield from self.answer(farm, {f"stall {place}" for place in self.empty_stalls(*values)})
        self.market[choice.split()[1]] = farm.seat

    def unloadable(self, farm: Farm) -> set[str]:
        """The goods on barrows that another barrow wants."""
        return {
            f"unload {kind} barrow-{n}"
            for n, barrow in enumerate(farm.barrows, start=1)
            if barrow
            for kind in barrow.has
            if any(other and other is not barrow and kind in other.wants for other in farm.barrows)
        }

    def move_load(self, farm: Farm) -> Asking[None]:
        """A good from one barrow to another."""
        choice = yield from self.answer(farm, self.unloadable(farm))
        _, kind, source = choice.split()
        barrow = farm.barrows[int(source[-1]) - 1]
        assert barrow is not None
        barrow.has.remove(kind)
        barrow.wants.append(kind)
        targets = {
            f"deliver {kind} barrow-{n}"
            for n, other in enumerate(farm.barrows, start=1)
            if other and other is not barrow and kind in other.wants
        }
        choice = yield from self.answer(farm, targets)
        yield from self.put(farm, kind, choice.split()[2])

    def reroll(self, farm: Farm) -> Asking[None]:
        """Up to two dice are rolled again: what they show, the news tell."""
        aside = 0
        for options in (set(), {"skip"}):
            choice = yield from self.answer(farm, {f"reroll {n}" for n in +self.dice} | options)
            if choice == "skip":
                break
            self.dice[int(choice.split()[1])] -= 1
            aside += 1
        self.roll(aside)

    def roll(self, count: int) -> None:
        """Roll some dice into the pool."""
        shown = dict(enumerate(self.news["dice"], start=1))
        assert sum(shown.values()) == self.dice.total() + count, "so many dice are rolled"
        assert all(there >= self.dice[number] for number, there in shown.items()), "the others stay"
        self.dice.update({number: there - self.dice[number] for number, there in shown.items()})

    # -- trade commodities and roof tiles -----------------------------------------------------------

    def trade(self, farm: Farm, what: str) -> Asking[None]:
        match what:
            case "silver":
                farm.silver += 5 if self.works(farm, "Trader") else 4
            case "harvest":
                yield from self.pair(farm)
            case "pig":
                farm.gain("pig")
            case "upgrades":
                yield from self.improve(farm, 2)
            case _:
                yield from self.card(farm, {what})

    def used_roofs(self, farm: Farm, but: int = -1) -> set[str]:
        """The roof tiles that have been used and could be used again."""
        return {
            f"turn {place + 1}"
            for place, (tile, up) in enumerate(farm.roofs)
            if not up and tile != "6d" and place != but
        }

    def turn_roof(self, farm: Farm, options: set[str]) -> Asking[None]:
        """A used roof tile is face up again."""
        choice = yield from self.answer(farm, options)
        place = int(choice.split()[1]) - 1
        farm.roofs[place] = (farm.roofs[place][0], True)

    def usable_roof(self, farm: Farm, tile: str, moment: str) -> bool:
        match tile:
            case "1d" | "4d":
                return moment == "draft"
            case "2c" | "3d":
                return farm.siesta < 8
            case "2d":
                return farm.silver >= 1 and bool(self.deliveries(farm))
            case "3a":
                return farm.has_stall
            case "3b" | "5a":
                return any(farm.owns(kind) for kind in RESOURCES)
            case "3c":
                return self.can_draw() or bool(farm.hand)
            case "4b" | "6b":
                return bool(self.deliveries(farm))
            case "5c":
                return bool(self.used_roofs(farm))
            case "6c":
                return bool(self.empty_stalls(2, 3, 4, 5, 6))
        return True

    def use_roof(self, farm: Farm, place: int) -> Asking[None]:
        tile, _ = farm.roofs[place]
        farm.roofs[place] = (tile, False)
        match tile:
            case "1a" | "1b" | "1c" | "2a" | "6a":
                yield from self.one_good(farm, PIECES[tile])
            case "1d" | "4d":
                self.shift += SHIFTS[tile]
            case "2b" | "4c":
                farm.silver += 2 if tile == "2b" else 3
            case "2c" | "3d":
                self.advance(farm, STEPS[tile])
            case "2d" | "4b" | "6b":
                yield from self.delivery(farm, price=int(tile == "2d"))
            case "3a":
                farm.gain("pig")
            case "3b" | "5a":
                yield from self.improve(farm, 1 if tile == "3b" else 2)
            case "3c":
                yield from self.card(farm, {"play", "draw"})
            case "4a":
                yield from self.pair(farm)
            case "5b":
                farm.points += 1
            case "5c":
                yield from self.turn_roof(farm, self.used_roofs(farm, place))
            case "5d":
                yield from self.income(farm)
            case "6c":
                yield from self.squat(farm, 2, 3, 4, 5, 6)

    def is_ready(self, farm: Farm) -> bool:
        """Whether a helper has an action that has not been used in this round, in whatever phase."""
        return any(self.acts(card) for card, used in farm.helpers.items() if not used)

    def acts(self, card: int) -> bool:
        """Whether a helper acts when its player says so: all others of once a round change a rule."""
        changes = {"Porter", "Pedlar", "Bell Ringer", "Market Guard", "Apprentice"}
        return CARDS[card].once and CARDS[card].helper not in changes
