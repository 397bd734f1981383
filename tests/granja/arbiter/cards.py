"""Cards: playing them to a side of the farm, drawing one, gaining a good instead."""

from __future__ import annotations

from collections import Counter

from granja.arbiter.box import CARDS, GOODS, HARVEST, SELL
from granja.arbiter.deciding import Deciding
from granja.arbiter.situation import Asking, Farm, Load

SIDES = ("field", "barrow", "extension", "helper")


class Playing(Deciding):
    """Plays cards."""

    def plays(self, farm: Farm) -> set[str]:
        """Every card to every side; an extension has to be paid."""
        dear = len(self.payable(farm)) < self.extension_cost(farm)
        sides = [side for side in SIDES if side != "extension" or not dear]
        return {f"{side} {card}" for side in sides for card in farm.hand}

    def extension_cost(self, farm: Farm) -> int:
        """As many different farm goods as there are extensions, and one more."""
        cost = len(farm.extensions) + 1
        return max(1, cost - 1) if self.works(farm, "Master Builder") else cost

    def payable(self, farm: Farm) -> set[str]:
        """The farm goods one has: goods, silver, points."""
        found = {kind for kind in GOODS if farm.owns(kind)}
        if farm.silver:
            found.add("silver")
        return found | {"points"} if farm.points else found

    def play_card(self, farm: Farm, words: str) -> Asking[None]:
        """Play a card to a side."""
        side, number = words.split()
        card = int(number)
        farm.hand.remove(card)
        match side:
            case "field":
                farm.fields.add(card)
                if self.works(farm, "Surveyor"):
                    farm.ripe[CARDS[card].field] += 1
            case "barrow":
                if farm.barrow_count() == farm.barrow_limit:
                    yield from self.clear_barrow(farm)
                farm.barrows[farm.barrows.index(None)] = Load(card, list(CARDS[card].barrow))
            case "extension":
                yield from self.pay_extension(farm)
                farm.extensions.add(card)
            case "helper":
                yield from self.play_helper(farm, card)

    def clear_barrow(self, farm: Farm) -> Asking[None]:
        """A barrow is discarded with the goods on it."""
        there = {f"clear barrow-{n}" for n, barrow in enumerate(farm.barrows, start=1) if barrow}
        choice = yield from self.answer(farm, there)
        slot = int(choice[-1]) - 1
        barrow = farm.barrows[slot]
        assert barrow is not None
        self.discards.add(int(barrow.name))
        farm.barrows[slot] = None

    def play_helper(self, farm: Farm, card: int) -> Asking[None]:
        """There is room for three; what there was room for only with the one that leaves, goes too."""
        if len(farm.helpers) == 3:
            choice = yield from self.answer(farm, {f"dismiss {there}" for there in farm.helpers})
            gone = int(choice.split()[1])
            del farm.helpers[gone]
            self.discards.add(gone)
        farm.helpers[card] = False
        while farm.goods["pig"] > farm.stalls:
            farm.goods["pig"] -= 1
            farm.silver += SELL["pig"]
        if farm.barrow_count() > farm.barrow_limit:
            yield from self.clear_barrow(farm)

    def pay_extension(self, farm: Farm) -> Asking[None]:
        """Different farm goods; where all have to go, only those that lie in two places are asked for."""
        cost, paid = self.extension_cost(farm), set[str]()
        while len(paid) < cost:
            left = self.payable(farm) - paid
            chosen = {kind for kind in left if not farm.in_both([kind])}
            if len(left) > cost - len(paid) or not chosen:
                choice = yield from self.answer(farm, {f"pay {kind}" for kind in left}, left)
                chosen = {choice.split()[1]}
            for kind in chosen:
                if kind == "silver":
                    farm.silver -= 1
                elif kind == "points":
                    farm.points -= 1
                else:
                    farm.take(kind)
            paid |= chosen

    def card(self, farm: Farm, ways: set[str], *, porter: bool = False) -> Asking[None]:
        """Play a card, or draw one, or gain a harvest good; with the Porter another of these afterwards."""
        if ways == {"draw"}:
            self.draw(farm, 1)
            return
        choice = yield from self.ask(farm, lambda: self.card_ways(farm, ways))
        if not choice:
            return
        way = yield from self.do_way(farm, choice)
        if not porter:
            return

        def others() -> set[str]:
            found = self.card_ways(farm, ways - {way}) if self.works(farm, "Porter") else set()
            return found | {"skip"} if found else found

        choice = yield from self.ask(farm, others, second=True)
        if choice not in ("", "skip"):
            self.exhaust(farm, "Porter")
            yield from self.do_way(farm, choice)

    def card_ways(self, farm: Farm, ways: set[str]) -> set[str]:
        """What can be done of some ways."""
        found = {f"gain {kind}" for kind in HARVEST} if "gain" in ways else set()
        if "draw" in ways and self.can_draw():
            found.add("draw")
        return found | self.plays(farm) if "play" in ways else found

    def do_way(self, farm: Farm, choice: str) -> Asking[str]:
        """Do it, and say which way it was."""
        verb, *what = choice.split()
        if verb == "gain":
            farm.gain(what[0])
            return "gain"
        if verb == "draw":
            self.draw(farm, 1)
            return "draw"
        yield from self.play_card(farm, choice)
        return "play"

    def income(self, farm: Farm) -> Asking[None]:
        """Silver of extensions, and what helpers and craft markers add."""
        farm.silver += farm.extended("income")
        for helper, kind in (("Olive Picker", "olive"), ("Reaper", "grain"), ("Vine Dresser", "grape")):
            farm.goods[kind] += self.works(farm, helper)
        if self.works(farm, "Bookkeeper"):
            farm.silver += (len(farm.extensions) + 1) // 2
        farm.silver += 3 * (1 in farm.ongoing)
        if 3 in farm.ongoing:
            self.gain_trade(farm)
        if 4 in farm.ongoing:
            yield from self.one_good(farm, ("olive", "grain", "grape", "pig"))

    def fields_of(self, farm: Farm) -> Counter[str]:
        """How many fields of each kind there are."""
        return Counter(CARDS[card].field for card in farm.fields)
