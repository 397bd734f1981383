"""The table as one viewer sees it: farms, market, craft buildings, siesta track, dice, laid out to be drawn.

Everything comes from the view and the components; nothing that the view does not show can be drawn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from burgher.games.granja.actions import BARROWS
from burgher.games.granja.components import (
    DONKEYS,
    GOODS,
    HARVEST,
    KINDS,
    PHASES,
    RESOURCES,
    ROOF_PLACES,
    ROUNDS,
    STALL_NAMES,
    TRADES,
    Components,
)
from burgher.games.granja.modules.shelf import MEANINGS
from burgher.games.granja.naming import several
from burgher.games.granja.page import words
from burgher.games.granja.page.market import stall_at
from burgher.games.granja.page.modules import Look, looks
from burgher.games.granja.page.words import NAMES, Drawn

Sight = Mapping[str, Any]
View = Mapping[str, Any]

ANYTIME = ("buy", "sell", "upgrade", "trade", "roof", "use", "from")
"""How the words of actions begin that are possible beside whatever is asked."""
FINAL = ("silver left",)
"""The sources of points in the final scoring."""
RINGS = (
    ("asked", "solid: you can touch this now, it answers what is asked"),
    ("beside", "dotted: you can touch this at any time, beside what is asked"),
    ("news", "dashed, thin: another player changed this since your last turn"),
    ("hint", "dashed, thick: a hint names this"),
)
"""What the rings around things mean, each by its style."""
HELPER_STEPS = ("before the roll", "after a die", "before the donkeys")
"""Steps that exist for helpers alone: there, using one is the decision itself."""


class Drawing:
    """The table as one viewer sees it."""

    def __init__(self, view: View, sight: Sight) -> None:
        self.view = view
        self.sight = sight
        self.set = str(sight["game"]["options"]["components"])
        self.components: Components = words.components(self.set)
        self.names: Sequence[str] = sight["names"]
        self.seats = len(self.names)
        self.centre = 0 if sight["seat"] is None else int(sight["seat"])
        self.owns = sight["seat"] is not None
        self.moved = {(move["seat"], part) for move in sight.get("moves", ()) for part in move["parts"]}
        """What the others have touched since the viewer's last turn."""
        self.looks: list[Look] = looks(self)
        """How the modules in play are drawn."""

    @property
    def final(self) -> tuple[str, ...]:
        """The sources of points in the final scoring, with those of the modules."""
        return (*FINAL, *(source for look in self.looks for source in look.final))

    def name_of(self, owner: int) -> str:
        """Whose a marker in the market is: a player's, or the neutral player's of the solo game."""
        return [*self.names, *(name for look in self.looks for name in look.holders)][owner]

    @property
    def is_purchasing(self) -> bool:
        """Whether the deliveries that can be made now cost silver."""
        return self.view["step"] == "purchased deliveries" and not self.view["questions"]

    def others_moved(self, part: str) -> bool:
        """Whether somebody else touched a part of the board since the viewer's last turn."""
        return any((seat, part) in self.moved for seat in range(self.seats) if seat != self.centre)

    # -- what can be done ---------------------------------------------------------------------------

    def is_anytime(self, action: Mapping[str, Any]) -> bool:
        """Whether an action is possible beside whatever is asked."""
        verb, _, thing = action["words"].partition(" ")
        step = str(self.view["step"])
        if verb == "use" and step in HELPER_STEPS and not self.view["questions"]:
            return self.components.card(int(thing)).helper.effect.during != step
        return verb in ANYTIME or any(action["words"].startswith(look.aside) for look in self.looks)

    @cached_property
    def aside(self) -> list[str]:
        """Parts that are of use only for what can be done at any time: lit, but less than the question."""
        real: set[str] = set()
        other: set[str] = set()
        for action in self.sight["actions"]:
            (other if self.is_anytime(action) else real).update(action["parts"])
        return sorted(other - real)

    def picks(self) -> list[Drawn]:
        """The answers that are verbs with a thing: each verb with its buttons, beside the hand."""
        deeds = dict(words.DEEDS)
        for look in self.looks:
            deeds |= {verb: (name, symbol) for verb, name, symbol in look.deeds}
        groups: dict[str, list[Drawn]] = {}
        for action in self.sight["actions"]:
            verb = next((part for part in action["parts"] if part in deeds), None)
            if verb is not None:
                groups.setdefault(verb, []).append(self.pick(action, verb))
        return [
            {"verb": verb, "name": deeds[verb][0], "symbol": deeds[verb][1], "choices": choices}
            for verb, choices in groups.items()
        ]

    def pick(self, action: Mapping[str, Any], verb: str) -> Drawn:
        """One answer: what it is about, as drawings and words."""
        things = [part for part in action["parts"] if part != verb]
        drawn = [self.thing(part) for part in things]
        between = "→" if verb == "exchange" else ""
        answers = {part for look in self.looks for part in look.answers}
        return {
            "number": action["number"],
            "part": next((part for part in things if part in answers), ""),
            "sentence": action["sentence"],
            "things": [thing["symbol"] for thing in drawn if thing["symbol"]],
            "to": UPGRADE_SYMBOL.get(things[0], "") if verb == "improve" else "",
            "between": between,
            "name": " and ".join(thing["name"] for thing in drawn) if not between else "",
        }

    def thing(self, part: str) -> Drawn:
        """What stands for a part on a button: a drawing, and a word or two."""
        for look in self.looks:
            if (told := look.thing(part)) is not None:
                return told
        kind, _, which = part.partition("-")
        if kind == "good":
            return {"symbol": which, "name": NAMES[which]}
        if part in ("silver", "points"):
            return {"symbol": part, "name": part}
        if kind in ("card", "helper"):
            return {"symbol": "", "name": self.components.card(int(which)).helper.name}
        if kind in ("die", "space"):
            return {"symbol": f"die-{which}", "name": ""}
        if kind == "donkey":
            return {"symbol": "donkey", "name": which}
        if kind == "roof":
            tile = self.view["players"][self.centre]["roofs"][int(which) - 1]["tile"]
            symbols = words.symbols(self.roof(tile).effect)
            return {"symbol": symbols[0]["symbol"] if symbols else "roof", "name": tile}
        if kind == "stall":
            return {"symbol": "stall", "name": str(self.components.market_values[STALL_NAMES.index(which)])}
        return {"symbol": kind, "name": which}

    def anytime(self) -> Drawn:
        """What can be done at any time, apart: prices, and what a trade commodity can become."""
        components = self.components

        def prices(numbers: Sequence[int]) -> str:
            return ", ".join(f"{NAMES[kind]} {numbers[n]}" for n, kind in enumerate(RESOURCES))

        guess = self.guess("prices")
        trades = [
            *(
                {
                    "part": f"trade-{name}",
                    "name": words.TRADE_NAMES[name],
                    "symbols": words.symbols(self.components.trades[n]),
                }
                for n, name in enumerate(TRADES)
            ),
            *(trade for look in self.looks for trade in look.trades()),
        ]
        usable = sorted(
            {action["words"].partition(" ")[0] for action in self.sight["actions"] if self.is_anytime(action)}
        )
        return {
            "guess": guess,
            "count": sum(self.is_anytime(action) for action in self.sight["actions"]),
            "usable": usable,
            "deeds": [
                {
                    "part": "buy",
                    "name": "Buy",
                    "symbol": "silver",
                    "tip": f"Buy a resource\nSilver for each: {prices(components.buy)}.",
                },
                {
                    "part": "sell",
                    "name": "Sell",
                    "symbol": "income",
                    "tip": "Sell a resource from its den or stall\n"
                    f"Silver for each: {prices(components.sell)}.",
                },
                {
                    "part": "upgrade",
                    "name": "Upgrade",
                    "symbol": "upgrade",
                    "tip": "Upgrade a resource\nOlives and grain become food, grapes wine, pigs cured meat."
                    f" Silver for each: {prices(components.upgrade)}.",
                },
                {
                    "part": "trade",
                    "name": "Trade",
                    "symbol": "trade",
                    "tip": "Turn a trade commodity into something else\n"
                    + "; ".join(trade["name"] for trade in trades).capitalize()
                    + ".",
                },
                *(deed for look in self.looks for deed in look.anytime()),
            ],
            "trades": trades,
        }

    def guess(self, block: str) -> str | None:
        """The mark's explanation, for a block of components that is a reconstruction."""
        if self.components.confidence[block] != "reconstructed":
            return None
        return f"≈ {block.capitalize()}: a reconstruction\n{_sentence(self.components.source[block])}"

    # -- a player -----------------------------------------------------------------------------------

    def player(self, seat: int) -> Drawn:
        """A player with everything on their farm that the viewer may see."""
        player = self.view["players"][seat]
        name = self.names[seat]
        drawn: Drawn = {
            "seat": seat,
            "name": name,
            "kind": self.sight["kinds"][seat],
            "mine": seat == self.centre and self.owns,
            "to_move": self.sight["to_move"] == seat,
            "place": self.view["order"].index(seat) + 1,
            "points": "?" if self.sight["scores"][seat] is None else self.sight["scores"][seat],
            "silver": player["silver"],
            "goods": [self.good(seat, kind) for kind in GOODS],
            "trade": self.good(seat, "trade"),
            "pens": self.pens(player),
            "fields": self.fields(seat),
            "barrows": [self.barrow(seat, slot) for slot in range(self.barrow_places(player))],
            "extensions": [self.extension(card) for card in player["extensions"]],
            "helpers": [self.helper(seat, place) for place in range(self.helper_places(player))],
            "roofs": [self.roof_place(seat, place) for place in range(ROOF_PLACES)],
            "crafts": [self.craft_marker(player, number) for number in player["crafts"]],
            "donkeys": [self.donkey(seat, tile) for tile in DONKEYS],
            "donkey": player["donkey"],
            "hand": None
            if player["hand"] is None
            else [self.card(number, seat) for number in player["hand"]],
            "hand_size": player["hand size"],
            "siesta": player["siesta"],
            "abilities": self.abilities(player),
            "extension_cost": self.extension_cost(player),
            "playing": self.card(self.view["playing"], seat)
            if self.view["playing"] and seat == self.view["seat"]
            else None,
            "stalls": sum(owner == seat for owner in self.view["market"].values()),
            "tokens": [one for look in self.looks for one in look.tokens(seat)],
        }
        for look in self.looks:
            look.farm(seat, drawn)
        return drawn

    def abilities(self, player: Mapping[str, Any]) -> list[Drawn]:
        """What a farm can do, as numbers with their drawings."""
        price = self.components.delivery_price
        found = [
            ("hand", player["hand limit"], f"Hand limit\n{several(player['hand limit'], 'card')} (I)."),
            (
                "income",
                player["income"],
                f"Income\n{player['income']} silver from extensions each round (I).",
            ),
            (
                "delivery",
                player["deliveries"],
                f"Purchased deliveries\nUp to {player['deliveries']} each round, {price} silver each (III).",
            ),
        ]
        if player["hats"]:
            found.append(
                ("hat", player["hats"], f"Hats\n{player['hats']} more than on the donkey tile (III).")
            )
        if player["more donkeys"]:
            more = player["more donkeys"]
            found.append(("donkey", more, f"Donkeys\n{more} more than on the donkey tile (III)."))
        return [{"symbol": symbol, "count": count, "tip": tip} for symbol, count, tip in found]

    def extension_cost(self, player: Mapping[str, Any]) -> int:
        """How many different farm goods the next extension costs."""
        helpers = [self.components.card(one["card"]).helper for one in player["helpers"] if one]
        cheaper = any(helper.rule == "cheaper extensions" for helper in helpers)
        return max(0, len(player["extensions"]) + 1 - cheaper)

    def good(self, seat: int, kind: str) -> Drawn:
        """A kind of good on a farm: how many lie in its den and how many on fields."""
        player = self.view["players"][seat]
        den, ripe = player["goods"].get(kind, 0), player["ripe"].get(kind, 0)
        name = NAMES[kind]
        lines = [f"{name.capitalize()}: {den + ripe}"]
        if ripe:
            lines.append(f"{den} in the den, {ripe} on fields. Those on fields are used first.")
        if kind in RESOURCES:
            n = RESOURCES.index(kind)
            better = NAMES[words.UPGRADED[kind]]
            lines.append(
                f"Bought for {self.components.buy[n]}, sold for {self.components.sell[n]},"
                f" upgraded to {better} for {self.components.upgrade[n]} silver."
            )
        elif kind == "trade":
            lines.append("Becomes something else at any time, and is asked for by some craft buildings.")
        if kind == "pig":
            lines.append("Two of them breed each round while a stall is free (I).")
        return {
            "kind": kind,
            "part": f"good-{kind}",
            "count": den,
            "ripe": ripe,
            "label": f"{name}: {den}" + (f", and {ripe} on fields" if ripe else ""),
            "tip": "\n".join(lines),
        }

    def pens(self, player: Mapping[str, Any]) -> list[bool]:
        """The pig stalls, and whether there is a pig in them."""
        pigs = player["goods"].get("pig", 0)
        return [n < pigs for n in range(max(player["stalls"], pigs))]

    def fields(self, seat: int) -> list[Drawn]:
        """The fields, with their good where it has grown."""
        player = self.view["players"][seat]
        ripe = dict(player["ripe"])
        drawn = []
        for number in player["fields"]:
            kind = self.components.card(number).field
            has = ripe.get(kind, 0) > 0
            ripe[kind] = ripe.get(kind, 0) - 1
            state = f"with its {NAMES[kind]}" if has else "empty: it grows a good with the next harvest"
            drawn.append(
                {
                    "card": number,
                    "kind": kind,
                    "ripe": has,
                    "label": f"{NAMES[kind].capitalize()} field, {'ripe' if has else 'empty'}",
                    "tip": f"{NAMES[kind].capitalize()} field\nCard {number}, {state} (I).",
                }
            )
        return drawn

    def barrow_places(self, player: Mapping[str, Any]) -> int:
        """How many places for barrows are drawn: those there are, and those that are filled beyond."""
        filled = [slot + 1 for slot in range(BARROWS) if player["barrows"][slot]]
        limit: int = player["barrow limit"]
        return max([limit, *filled])

    def barrow(self, seat: int, slot: int) -> Drawn:
        """A place for a market barrow, and the barrow there."""
        player = self.view["players"][seat]
        there = player["barrows"][slot]
        part = f"barrow-{slot + 1}"
        if there is None:
            return {
                "part": part,
                "card": 0,
                "label": f"Barrow {slot + 1}: none",
                "tip": f"Room for a market barrow\n{words.SIDES['barrow']}",
                "changed": False,
                "pieces": [],
            }
        card = self.components.card(there["card"])
        done = len(there["met"])
        return {
            "part": part,
            "card": card.number,
            "points": card.points,
            "trade": card.trade,
            "stall": card.stall,
            "goods": self.asked(card.barrow, there["met"]),
            "pieces": self.pieces(part, seat),
            "changed": seat != self.centre and (seat, part) in self.moved,
            "label": f"Barrow {slot + 1}: {words.listed(card.barrow)} for {card.points} points,"
            f" {done} of {len(card.barrow)} delivered",
            "tip": f"Market barrow of card {card.number}\n{words.barrow_words(card)}"
            f" {done} of {len(card.barrow)} delivered.",
        }

    def asked(self, goods: Sequence[str], met: Sequence[int]) -> list[Drawn]:
        """The goods that a barrow or a row asks for, and which have been delivered."""
        return [{"kind": kind, "met": n + 1 in met, "cover": ""} for n, kind in enumerate(goods)]

    def extension(self, number: int) -> Drawn:
        """A farm extension with its two benefits."""
        card = self.components.card(number)
        return {
            "card": number,
            "symbols": [words.BENEFITS[one]["symbol"] for one in card.extension],
            "label": f"Farm extension: {words.extension_words(card)}",
            "tip": f"Farm extension, card {number}\n{words.extension_words(card)}",
        }

    def helper_places(self, player: Mapping[str, Any]) -> int:
        """How many places for helpers are drawn."""
        return max([self.components.helpers, *(n + 1 for n, one in enumerate(player["helpers"]) if one)])

    def helper(self, seat: int, place: int) -> Drawn | None:
        """A helper at work on a farm."""
        there = self.view["players"][seat]["helpers"][place]
        if there is None:
            return None
        card = self.components.card(there["card"])
        helper = card.helper
        state = " Used this round." if there["exhausted"] else ""
        return {
            "part": f"helper-{card.number}",
            "card": card.number,
            "name": helper.name,
            "text": helper.text,
            "phases": [words.PHASE_NAMES[phase][0] for phase in helper.phases],
            "once": helper.once,
            "exhausted": there["exhausted"],
            "guess": words.is_guess(helper.confidence),
            "label": f"{helper.name}: {helper.text}{state}",
            "tip": f"{helper.name}\n{words.helper_words(card)}{state}"
            + ("\n≈ This helper is a reconstruction." if words.is_guess(helper.confidence) else ""),
        }

    def roof(self, name: str) -> Any:
        """A roof tile by its name."""
        added = [roof for look in self.looks for roof in look.roofs()]
        return next(roof for roof in (*self.components.roofs, *added) if roof.name == name)

    def roof_tile(self, name: str) -> Drawn:
        """A roof tile as a drawing."""
        roof = self.roof(name)
        symbols = [{"symbol": "points", "count": 2}] if roof.doubles else words.symbols(roof.effect)
        if not symbols:  # of no use
            symbols = [{"symbol": name, "count": 1}]
        return {
            "name": name,
            "cost": roof.cost,
            "symbols": symbols,
            "phases": [words.PHASE_NAMES[phase][0] for phase in roof.phases],
            "text": roof.text,
            "tip": words.roof_tip(roof),
        }

    def roof_place(self, seat: int, place: int) -> Drawn:
        """A place on the roof of a farm, and the tile there."""
        there = self.view["players"][seat]["roofs"][place]
        points = self.components.roof_points[place] if place < ROOF_PLACES else 0
        worth = several(points, "point") if points else "no points"
        drawn: Drawn = {"part": f"roof-{place + 1}", "points": points, "tile": None, "up": False}
        if there is None:
            drawn["label"] = f"Roof place {place + 1}: empty"
            drawn["tip"] = f"Roof place {place + 1}\nThe tile laid here brings {worth} at once (I)."
        else:
            tile = self.roof_tile(there["tile"])
            state = "" if there["up"] else " It has been used."
            drawn |= {"tile": tile, "up": there["up"]}
            drawn["label"] = f"Roof tile: {tile['text']}{state}"
            drawn["tip"] = f"{tile['tip']}{state}"
        return drawn

    def craft_marker(self, player: Mapping[str, Any], number: int) -> Drawn:
        """A craft marker on a farm, with the side that is up."""
        building = self.components.buildings[number - 1]
        lasting = number in player["ongoing"]
        side = words.symbols(building.ongoing, building.adds) if lasting else words.symbols(building.instant)
        return {
            "part": f"craft-{number}",
            "symbol": words.BUILDING_SYMBOLS.get(building.name, "craft"),
            "symbols": side,
            "lasting": lasting,
            "label": f"Craft marker: {building.name}",
            "tip": f"Craft marker: {building.name}\n{building.text}"
            + ("" if lasting else " It lasts from the next round on."),
        }

    def donkey(self, seat: int, tile: int) -> Drawn:
        """A donkey tile: still there, chosen, or used."""
        player = self.view["players"][seat]
        hats = self.components.hats[tile - 1]
        chosen = player["donkey"] == tile
        there = tile in player["donkeys"]
        state = "chosen" if chosen else "" if there else "used"
        return {
            "part": f"donkey-{tile}",
            "short": str(tile),
            "style": "",
            "tint": "",
            "symbols": [],
            "donkeys": tile,
            "hats": hats,
            "state": state,
            "label": f"Donkey tile: {several(tile, 'donkey')}, {several(hats, 'hat')}"
            + (f", {state}" if state else ""),
            "tip": f"{several(tile, 'donkey').capitalize()}, {several(hats, 'hat')}\n"
            "As many free deliveries as donkeys, as many steps on the siesta track as hats (III)."
            + (" Used: all tiles come back in round 4." if state == "used" else ""),
        }

    # -- cards --------------------------------------------------------------------------------------

    def card(self, number: int, seat: int) -> Drawn:
        """A farm card with its four sides."""
        card = self.components.card(number)
        helper = card.helper
        return {
            "part": f"card-{number}",
            "number": number,
            "field": card.field,
            "goods": list(card.barrow),
            "points": card.points,
            "trade": card.trade,
            "stall": card.stall,
            "benefits": [words.BENEFITS[one]["symbol"] for one in card.extension],
            "name": helper.name,
            "text": helper.text,
            "phases": [words.PHASE_NAMES[phase][0] for phase in helper.phases],
            "once": helper.once,
            "guess": words.is_guess(helper.confidence),
            "label": f"Card {number}: {NAMES[card.field]} field; barrow of {words.listed(card.barrow)} for"
            f" {card.points} points; extension with {words.extension_words(card)[:-1].lower()};"
            f" {helper.name}: {helper.text}",
            "tip": words.card_tip(number, self.set),
        }

    # -- the game board -----------------------------------------------------------------------------

    def course(self) -> Drawn:
        """Round, phase and turn order."""
        now = self.view["round"]
        order = [
            {"seat": seat, "name": self.name_of(seat), "to_move": self.sight["to_move"] == seat}
            for seat in self.view["order"]
        ]
        return {
            "rounds": [
                {"number": n, "state": _state(n, now, self.view["over"])} for n in range(1, ROUNDS + 1)
            ],
            "phases": [
                {
                    "number": words.PHASE_NAMES[phase][0],
                    "name": words.PHASE_NAMES[phase][1],
                    "short": phase.capitalize(),
                    "now": phase == self.view["phase"] and not self.view["over"],
                }
                for phase in PHASES
            ],
            "order": order,
            "order_words": ", ".join(one["name"] for one in order),
        }

    def revenue(self) -> list[Drawn]:
        """The revenue spaces with the dice that lie there."""
        spaces = []
        for n, space in enumerate(self.components.spaces):
            dice = self.view["dice"][n]
            taken = f"{several(dice, 'die') if dice == 1 else f'{dice} dice'} here" if dice else "no die here"
            marked = self.view["marked"] == n + 1
            drawn: Drawn = {
                "number": n + 1,
                "part": f"space-{n + 1}",
                "die_part": f"die-{n + 1}",
                "dice": dice,
                "more_dice": [],
                "options": [words.symbols(space.effect)],
                "cell": None,
                "marked": self.view["marker"] if marked else None,
                "changed": self.others_moved(f"space-{n + 1}"),
                "text": space.text,
                "guess": None,
            }
            for look in self.looks:
                look.space(drawn)
            drawn["label"] = f"Revenue space {n + 1}: {drawn['text']} {taken.capitalize()}"
            drawn["die_label"] = f"Dice showing {n + 1}: {drawn['dice']}"
            drawn["tip"] = f"Revenue space {n + 1}\n{drawn['text']}\n{taken.capitalize()}."
            spaces.append(drawn)
        return spaces

    def market(self) -> list[Drawn]:
        """The stall places of the market with the markers on them."""
        places = []
        for space, name in enumerate(STALL_NAMES):
            x, y = stall_at(space)
            value = self.components.market_values[space]
            is_open = self.components.market_players[space] <= max(2, self.seats)
            owner = self.view["market"].get(name)
            part = f"stall-{name}"
            if is_open:
                who = "nobody" if owner is None else self.name_of(owner)
                label = f"Stall place {name} of value {value}: {who}"
                tip = (
                    f"Stall place of value {value}\n{who[0].upper()}{who[1:]} has a stall here."
                    " A new one drives away lower neighbours of others; each brings a point at the end of"
                    " every round (III, IV)."
                )
            else:
                label = f"Stall place {name}: closed with {several(self.seats, 'player')}"
                tip = f"Closed with {several(self.seats, 'player')}"
            place: Drawn = {
                "part": part,
                "x": x,
                "y": y,
                "value": value,
                "open": is_open,
                "owner": owner,
                "cover": "",
                "pieces": self.pieces(part),
                "changed": self.others_moved(part),
                "label": label,
                "tip": tip,
            }
            for look in self.looks:
                look.stall(place)
            places.append(place)
        return places

    def siesta(self) -> Drawn:
        """The siesta track from its top down, with the discs in their stacks, the furthest on top."""
        discs = [(seat, self.view["players"][seat]["siesta"]) for seat in self.view["track"]]
        for look in self.looks:
            look.add_discs(discs)
        points = self.components.siesta
        spaces = []
        for n in range(len(points) - 1, -1, -1):
            stack = [owner for owner, step in discs if step == n]
            spaces.append(
                {
                    "step": n,
                    "points": points[n],
                    "discs": [{"seat": owner, "name": self.name_of(owner)} for owner in stack],
                }
            )
        told = "; ".join(f"{self.name_of(owner)} {step}" for owner, step in discs)
        return {
            "spaces": spaces,
            "label": f"Siesta track, furthest first: {told}",
            "tip": "Siesta track\nWhoever is furthest, and on top of a stack, goes first. Points at the end"
            f" of the round (III, IV).\n{told}.",
        }

    def crafts(self) -> list[Drawn]:
        """The craft buildings with their rows and who delivers there."""
        used = self.components.rows_used[self.seats - 1]
        markers = {number: n + 1 for n, number in enumerate(self.view["order markers"])}
        drawn = []
        for building in self.components.buildings:
            number = building.number
            blocked = number in self.view["blocked"]
            owners = [seat for seat in range(self.seats) if number in self.view["players"][seat]["crafts"]]
            state = f" Blocked: order marker {markers[number]} has to be reached first." if blocked else ""
            craft: Drawn = {
                "number": number,
                "part": "",
                "row_part": "",
                "town": None,
                "pieces": self.pieces(f"building-{number}"),
                "name": building.name,
                "symbol": words.BUILDING_SYMBOLS.get(building.name, "craft"),
                "instant": words.symbols(building.instant),
                "ongoing": words.symbols(building.ongoing, building.adds),
                "blocked": markers[number] if blocked else 0,
                "token": self.components.token if number in self.view["tokens"] else 0,
                "owners": owners,
                "rows": [self.row(number, n) for n in range(used)],
                "tip": words.building_tip(building) + state,
            }
            for look in self.looks:
                look.building(craft)
            drawn.append(craft)
        return drawn

    def row(self, building: int, n: int) -> Drawn:
        """A row of a craft building: what it asks for, and whose it is."""
        letter = "abcd"[n]
        part = f"row-{building}{letter}"
        goods = self.components.buildings[building - 1].rows[n]
        owner, met = None, []
        for seat, player in enumerate(self.view["players"]):
            mine = player["rows"].get(str(building))
            if mine is not None and mine["row"] == letter:
                owner, met = seat, mine["met"]
        whose = f", {self.names[owner]}’s, {len(met)} delivered" if owner is not None else ""
        name = self.components.buildings[building - 1].name
        return {
            "part": part,
            "letter": letter,
            "goods": self.asked(goods, met),
            "owner": owner,
            "changed": owner is not None and owner != self.centre and (owner, part) in self.moved,
            "label": f"Row {letter} of the {name}: {words.listed(goods)}{whose}",
            "tip": f"Row {letter} of the {name}\n{words.listed(goods).capitalize()}{whose}."
            " Completed it brings the craft marker and points as the round’s number (III).",
        }

    def display(self) -> list[Drawn]:
        """The roof tiles on sale."""
        drawn = []
        for place, name in enumerate(self.view["roofs"][: max(2, self.seats)]):
            tile = None if name is None else self.roof_tile(name)
            drawn.append(
                {
                    "part": f"tile-{place + 1}",
                    "tile": tile,
                    "label": f"Roof tile for {tile['cost']} silver: {tile['text']}"
                    if tile
                    else "No roof tile",
                    "tip": tile["tip"] if tile else "The roof tile that lay here is bought or discarded.",
                    "guess": None,
                }
            )
        for look in self.looks:
            look.display(drawn)
        return drawn

    def pieces(self, part: str, seat: int | None = None) -> list[Drawn]:
        """The pieces of modules at a place of the table, of all seats or of one."""
        return [piece for look in self.looks for piece in look.pieces(part, seat)]

    def boards(self) -> list[Drawn]:
        """The boards of modules beside the table."""
        return [
            {
                "name": look.name,
                "title": look.title,
                "short": look.short or look.title,
                "symbol": look.symbol,
                "meaning": MEANINGS[look.name],
                "guess": look.guess(),
                "template": look.template,
                "shows": board,
            }
            for look in self.looks
            if (board := look.board()) is not None
        ]

    def company(self) -> list[Drawn]:
        """Those at the table who have no seat."""
        return [somebody for look in self.looks if (somebody := look.company()) is not None]

    def legend(self) -> Drawn:
        """What the drawings mean, and what is a reconstruction."""
        told = [
            *((kind, NAMES[kind]) for kind in KINDS),
            ("harvest", "any harvest good"),
            ("silver", "silver"),
            ("points", "points"),
            ("card", "play or draw a card"),
            ("upgrade", "upgrade a resource"),
            ("siesta", "a step on the siesta track"),
            ("cart", "a delivery"),
            ("delivery", "a delivery that can be bought"),
            ("pen", "a stall for a pig"),
            ("hand", "hand limit 1 higher"),
            ("income", "1 silver with each income"),
            ("stall", "a stall in the market"),
            ("shift", "change a die"),
            ("donkey", "a free delivery"),
            ("hat", "a step on the siesta track (III)"),
            ("field", "a field, or what lies on fields"),
        ]
        return {
            "symbols": [{"symbol": symbol, "words": said} for symbol, said in told],
            "rings": [{"style": style, "words": said} for style, said in RINGS],
            "modules": [
                {"symbol": look.symbol, "title": look.title, "meaning": MEANINGS[look.name]}
                for look in self.looks
                if look.brings
            ],
            "guesses": [
                {"block": block.capitalize(), "source": _sentence(self.components.source[block])}
                for block in self.components.reconstructed
            ]
            + [
                {"block": look.title, "source": source.partition("\n")[2]}
                for look in self.looks
                if (source := look.guess())
            ],
        }


UPGRADE_SYMBOL = {f"good-{kind}": better for kind, better in words.UPGRADED.items()}
"""What a resource becomes, by its part."""


def _state(number: int, now: int, over: bool) -> str:
    if number == now and not over:
        return "now"
    return "past" if number <= now else "to come"


def _sentence(source: str) -> str:
    return f"{source[0].upper()}{source[1:]}."


assert set(HARVEST) < set(NAMES)
