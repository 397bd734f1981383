"""What may be done: the sentences that say when something is possible."""

from __future__ import annotations

from collections.abc import Iterator

from hansa.arbiter.box import COLOURS, SHAPES
from hansa.arbiter.situation import Piece, Situation, Spot


class Allowed(Situation):
    """The actions that the rules allow."""

    def allowed(self) -> set[str]:
        """Every action that the rules allow, in words."""
        if self.now["over"]:
            return set()
        if self.now["hand"]:
            return self.places_for_hand()
        match self.now["pending"]:
            case None:
                return self.in_turn()
            case "claim":
                return self.claims()
            case "payment":
                return {f"pay {shape}" for shape in SHAPES}
            case "displaced":
                return (
                    {f"next {shape}" for shape in self.displaced_shapes()}
                    | {f"take {route} {n + 1}" for route, n in self.own_to_place_again()}
                    | ({"done"} if self.may_stop_placing() else set())
                )
            case "reuse" | "place beyond":
                return (
                    {f"next {shape}" for shape in self.handed_shapes()}
                    | {f"take {route} {n + 1}" for route, n in self.own_to_place_beyond()}
                    | {"done"}
                )
            case "green city":
                return {"nothing"} | {
                    f"green {city} {shape}"
                    for city in self.green()
                    for shape in SHAPES
                    if self.me["supply"][shape]
                }
            case "privilege":
                return {"develop privilege", "nothing"}
            case "lay":
                return {f"lay {route}" for route in self.bare()}
            case "share":
                return {"nothing"} | {f"share {shape}" for shape in SHAPES if self.me["stock"][shape]}
            case "turn down":
                return {f"turn {kind}" for kind, count in self.me["unused"].items() if count}
            case "pawn start":
                return {f"pawn {name}" for name in self.board.provinces}
            case moving:
                left: set[str] = {f"take {route} {n + 1}" for route, n in self.movable(moving)}
                fresh = moving == "move" and self.now["left"] == self.shown(self.now["seat"], "book")
                return left if fresh else left | {"done"}

    def in_turn(self) -> set[str]:
        """Between actions: an action, a marker, a favour, the pawn, or the end of the turn."""
        words = {"end"}
        if self.now["actions"]:
            words |= self.incomes() | self.placements() | self.displacements() | self.routes_to_establish()
            if self.own(self.now["seat"]):
                words.add("move")
        words |= self.uses()
        if not self.now["begun"] and sum(self.me["unused"].values()) >= 2:
            words |= {f"favour {tile}" for tile in self.now["favours"]}
        if self.now["pawn"] and (self.now["actions"] or self.now["pawn steps"]):
            words |= {f"pawn {name}" for name in self.board.beside(self.now["pawn"])}
        return words

    def incomes(self) -> set[str]:
        """Up to as many pieces as the bags say; by the given rules, just as many."""
        stock = self.me["stock"]
        most = min(self.shown(self.now["seat"], "bags"), sum(stock.values()))
        words = set()
        for traders in range(stock["trader"] + 1):
            for merchants in range(stock["merchant"] + 1):
                taken = traders + merchants
                if 0 < taken <= most and (self.rules["income"] == "up to" or taken == most):
                    words.add(f"income {several(traders, 'trader')} {several(merchants, 'merchant')}".strip())
        return {" ".join(said.split()) for said in words}

    def open_to_me(self) -> set[str]:
        """Where one may place and displace: beside the pawn; in Wales and Scotland only with leave."""
        if self.now["pawn"]:
            return self.board.bordering(self.now["pawn"])
        if not self.board.lands:
            return set(self.board.routes)
        lands = {"England"} | {land for city in self.leaves() for land in self.board.cities[city].leave}
        return {route for route in self.board.routes if self.land(route) in lands}

    def leaves(self) -> list[str]:
        """The cities that still give leave this turn, to the owner of their rightmost office."""
        return [
            city
            for city, one in self.board.cities.items()
            if one.leave and city not in self.now["leave used"] and self.printed(city)
            if self.printed(city)[-1]["seat"] == self.now["seat"]
        ]

    def placements(self) -> set[str]:
        """A piece of the supply onto any free house."""
        near = self.open_to_me()
        return {
            f"place {shape} {route}" + (" ship" if kind == "ship" else "")
            for shape in SHAPES
            if self.me["supply"][shape]
            for route, kind in self.spots(shape)
            if route in near
        }

    def displacements(self) -> set[str]:
        """An opponent's piece; it costs one piece, or two for a merchant, besides that which takes over."""
        words, near = set(), self.open_to_me()
        for route, n, piece in self.pieces():
            if piece["seat"] == self.now["seat"] or route not in near:
                continue
            if sum(self.me["supply"].values()) < 2 + (piece["shape"] == "merchant"):
                continue
            for shape in SHAPES:
                if self.me["supply"][shape] and (shape == "merchant" or self.kind(route, n) == "house"):
                    words.add(f"displace {route} {n + 1} with {shape}")
        return words

    def routes_to_establish(self) -> set[str]:
        """Every house has a piece of one's own."""
        return {
            f"establish {route}"
            for route, row in self.now["houses"].items()
            if all(piece and piece["seat"] == self.now["seat"] for piece in row)
            if not self.now["pawn"] or route in self.board.bordering(self.now["pawn"])
        }

    def uses(self) -> set[str]:
        """The markers that may be used between actions; none brings more when the pawn has followed them."""
        unused = self.me["unused"]
        over = "actions over" in self.now
        words = {f"use {kind}" for kind in ("plus-3", "plus-4") if unused.get(kind) and not over}
        theirs = [piece for _, _, piece in self.pieces() if piece["seat"] != self.now["seat"]]
        if unused.get("pieces") and (theirs if self.rules["box"] == "2020" else list(self.pieces())):
            words.add("use pieces")
        if unused.get("develop"):
            words |= {
                f"use develop {track}"
                for track in self.unfinished()
                if not (over and track == "actions" and self.uncovers_action())
            }
        if unused.get("exchange"):
            words |= set(self.exchanges())
        return words

    def exchanges(self) -> Iterator[str]:
        """Two neighbouring printed offices, one one's own; by the given rules any two of a city."""
        for city in self.board.cities:
            taken = self.printed(city)
            for right in range(len(taken)):
                for left in range(right):
                    mine = self.now["seat"] in (taken[left]["seat"], taken[right]["seat"])
                    if self.rules["exchange"] == "any" or (right == left + 1 and mine):
                        yield f"exchange {city} {left + 1}-{right + 1}"

    def claims(self) -> set[str]:
        """What can be done with an established route: one of an office, a development, the special table."""
        route = self.board.routes[self.now["route"]]
        on_route = {piece["shape"] for piece in self.now["houses"][self.now["route"]]}
        privilege = self.me["desk"]["privilege"]
        words = {"nothing"}
        for city in route.ends:
            one = self.board.cities[city]
            taken = len(self.printed(city))
            if taken < len(one.offices):
                colour, shape, _ = one.offices[taken]
                if COLOURS.index(colour) <= privilege and shape in on_route:
                    words.add(f"office {city}")
            if self.me["unused"].get("office", 0) > self.now["fresh office"] and (taken or not one.offices):
                words |= {f"extra {city} {shape}" for shape in on_route}
            words |= {f"develop {track}" for track in one.develops if track in self.unfinished()}
            if one.special:
                words |= {
                    f"special {colour} {shape}"
                    for n, colour in enumerate(COLOURS)
                    if n <= privilege and self.now["special"][n] is None
                    for shape in on_route
                    if shape == "merchant" or self.rules["special"] == "any"
                }
        return words

    def bare(self) -> set[str]:
        """Where a marker may be laid: no marker, no piece, a free office at an end; not beyond England."""
        return {
            name
            for name, route in self.board.routes.items()
            if name not in self.now["markers"]
            and route.permanent is None
            and route.land in ("", "England")
            and not any(self.now["houses"][name])
            and any(len(self.printed(city)) < len(self.board.cities[city].offices) for city in route.ends)
        }

    def green(self) -> set[str]:
        """The cities without printed offices."""
        return {city for city, one in self.board.cities.items() if not one.offices}

    # -- a piece in hand -----------------------------------------------------------------------------

    def places_for_hand(self) -> set[str]:
        """Where the piece in hand may go."""
        hand, asked = self.now["hand"], self.now["pending"]
        words = set()
        if asked == "displaced":
            spots = self.nearest(hand["shape"])
            stops = self.now["hand from"] is None and self.may_stop_placing()
        elif asked in ("reuse", "place beyond"):
            spots = self.room(hand["shape"])
            stops = self.now["hand from"] is None
        else:
            route, n = self.board.houses[self.now["hand from"] - 1]
            spots = {spot for spot in self.spots(hand["shape"]) if self.may_cross(route, spot[0])}
            stops = False
            words = {f"take {other} {m + 1}" for other, m in self.swaps(route, n)}
        words |= {f"to {route}" + (" ship" if kind == "ship" else "") for route, kind in spots}
        return words | ({"done"} if stops else set())

    def may_cross(self, start: str, to: str) -> bool:
        """Britannia: own pieces may leave a country for England; those that markers move stay in theirs."""
        lands = {self.land(start)} | ({"England"} if self.now["pending"] in ("move", "displaced") else set())
        return not self.board.lands or self.land(to) in lands

    def swaps(self, route: str, n: int) -> Iterator[tuple[str, int]]:
        """The pieces with which the one in hand may change places, for two moves."""
        hand = self.now["hand"]
        if self.now["left"] < 2 or self.now["pending"] == "move theirs":
            return
        for other, m, piece in self.pieces():
            if piece == hand or (self.now["pending"] == "move" and piece["seat"] != hand["seat"]):
                continue
            fits = (self.kind(other, m) == "house" or hand["shape"] == "merchant") and (
                self.kind(route, n) == "house" or piece["shape"] == "merchant"
            )
            if fits and self.may_cross(route, other) and self.may_cross(other, route):
                yield other, m

    def movable(self, asked: str) -> list[tuple[str, int]]:
        """The pieces that may be taken up."""
        me = self.now["seat"]
        mine = [(route, n) for route, n, _ in self.own(me)]
        if asked == "move":
            return mine
        others = [(route, n) for route, n, piece in self.pieces() if piece["seat"] != me]
        return others if asked == "move theirs" else mine + others

    # -- the displaced player --------------------------------------------------------------------------

    def nearest(self, shape: str) -> set[Spot]:
        """The nearest routes with a free space that takes the piece; with the favour, any."""
        spots = self.spots(shape)
        if "relocation" in self.me["favours"]:
            return spots
        for ring in self.board.rings(self.now["route"]):
            found = {spot for spot in spots if spot[0] in ring and self.may_cross(self.now["route"], spot[0])}
            if found:
                return found
        return set()

    def source(self) -> str | None:
        """Where additional pieces come from: each only when what comes before it is empty."""
        if any(self.me["stock"].values()):
            return "stock"
        if any(self.me["supply"].values()):
            return "supply"
        on_routes = self.rules["extras"] == "routes" or self.now["pending"] == "place beyond"
        return "routes" if on_routes and self.own(self.now["seat"]) else None

    def may_stop_placing(self) -> bool:
        """The displaced piece must be placed; others may, but by the given rules those in stock must."""
        if self.now["displaced"]:
            return False
        return self.rules["extras"] == "routes" or self.source() != "stock"

    def displaced_shapes(self) -> set[str]:
        """The shapes of pieces that can be placed next, other than from routes."""
        shapes = {self.now["displaced"]["shape"]} if self.now["displaced"] else set()
        if self.now["left"] and self.source() in ("stock", "supply"):
            shapes |= {shape for shape, count in self.me[str(self.source())].items() if count}
        return {shape for shape in shapes if self.nearest(shape)}

    def own_to_place_again(self) -> list[tuple[str, int]]:
        """Other own pieces on routes, when nothing else is left to place."""
        if self.now["displaced"] or not self.now["left"] or self.source() != "routes":
            return []
        return [(r, n) for r, n, piece in self.others() if self.nearest(piece["shape"])]

    def others(self) -> list[tuple[str, int, Piece]]:
        """Own pieces on routes but for those that have just been placed there."""
        placed = self.now.get("placed", ())
        return [(r, n, piece) for r, n, piece in self.own(self.now["seat"]) if f"{r} {n + 1}" not in placed]

    # -- pieces that permanent markers hand out --------------------------------------------------------

    def room(self, shape: str) -> set[Spot]:
        """Any free space, or those beyond England."""
        beyond = self.now["pending"] == "place beyond"
        return {spot for spot in self.spots(shape) if not beyond or self.land(spot[0]) != "England"}

    def handed(self) -> dict[str, int]:
        """The pieces to choose from, other than from routes."""
        if self.now["pending"] == "reuse":
            found: dict[str, int] = self.now["spare"]
            return found
        source = self.source()
        return self.me[source] if source in ("stock", "supply") else dict.fromkeys(SHAPES, 0)

    def handed_shapes(self) -> set[str]:
        """Their shapes, as far as there is room for them."""
        return {shape for shape, count in self.handed().items() if count and self.room(shape)}

    def own_to_place_beyond(self) -> list[tuple[str, int]]:
        """Other own pieces on routes that may go beyond England, when nothing else is left."""
        if self.now["pending"] != "place beyond" or self.source() != "routes":
            return []
        return [(r, n) for r, n, piece in self.others() if self.room(piece["shape"])]


def several(number: int, thing: str) -> str:
    """So many things; nothing for none."""
    return f"{number} {thing}{'s' * (number > 1)}" if number else ""
