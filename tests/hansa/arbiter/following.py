"""What comes of an action."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from hansa.arbiter.allowed import Allowed
from hansa.arbiter.box import COLOURS, DESK, SHAPES, TRACK
from hansa.arbiter.ending import Ending


class Arbiter(Allowed, Ending):
    """A game followed from its deal on."""

    def follow(self, action: str, news: Mapping[str, Any]) -> None:
        """Carry out an action. `news` is the situation that it led to: only the pile is looked at."""
        self.news = dict(news)
        self.points = [Counter[str]() for _ in self.players]
        verb, *rest = action.split()
        getattr(self, f"do_{verb}")(*rest)
        if verb not in ("end", "lay") and self.now["pending"] is None and not self.now["over"]:
            self.go_on()

    def spend_action(self) -> None:
        """An action is used. The pawn's free steps come before or after the actions, not both."""
        self.now["actions"] -= 1
        self.now["begun"] = True
        if self.now["pawn steps"] < 2:
            self.now["pawn steps"] = 0

    def go_on(self) -> None:
        """After an action or a marker: the end of the game, of the turn, or neither."""
        self.now |= {"seat": self.now["active"], "route": None}
        self.now.pop("placed", None)
        if self.now["establishing"]:
            self.now["establishing"] = False
            if self.ends():
                self.final_scoring()
                return
        more = self.uses() or (self.now["pawn"] and self.now["pawn steps"])
        if self.now["actions"] == 0 and not more:
            self.end_turn()

    def do_end(self) -> None:
        """Give up what actions are left; the pawn may still have its steps."""
        waits = self.now["actions"] and self.now["begun"] and self.now["pawn steps"]
        self.now["actions"] = 0
        if not waits:
            self.end_turn()

    def end_turn(self) -> None:
        """Lay the markers drawn; those that fit nowhere wait. Then it is the next player's turn."""
        if self.me["waiting"] and self.bare():
            self.now["pending"] = "lay"
            return
        self.now["active"] = (self.now["active"] + 1) % len(self.players)
        if self.now["active"] == self.now["start"]:
            self.now["round"] += 1
            if self.limit and self.now["round"] > self.limit:
                self.final_scoring()
                return
        self.begin_turn()

    def begin_turn(self) -> None:
        """So many actions as the desk shows."""
        self.now["seat"] = self.now["active"]
        actions = self.shown(self.now["seat"], "actions") + ("action" in self.me["favours"])
        self.now |= {"actions": actions, "begun": False, "leave used": []}
        self.now["pawn steps"] = 2 if self.now["pawn"] else 0
        self.now.pop("actions over", None)

    def do_lay(self, route: str) -> None:
        """Lay the marker drawn first."""
        self.now["markers"][route] = self.me["waiting"].pop(0)
        self.now["pending"] = None
        self.end_turn()

    # -- the five actions -----------------------------------------------------------------------------

    def do_income(self, *taken: str) -> None:
        """From the stock to the supply."""
        self.spend_action()
        for count, what in zip(taken[::2], taken[1::2], strict=True):
            shape = what.removesuffix("s")
            self.me["stock"][shape] -= int(count)
            self.me["supply"][shape] += int(count)
        for seat, player in enumerate(self.players):
            if "income" in player["favours"] and seat != self.now["active"] and any(player["stock"].values()):
                self.now |= {"pending": "share", "seat": seat}

    def do_place(self, shape: str, route: str, kind: str = "house") -> None:
        """From the supply onto the first free house."""
        self.spend_action()
        self.me["supply"][shape] -= 1
        self.put(self.now["seat"], shape, route, kind)
        self.use_leave(route)

    def put(self, seat: int, shape: str, route: str, kind: str) -> str:
        """A piece goes to the first free space of a kind, which is returned."""
        row = self.now["houses"][route]
        n = next(n for n, there in enumerate(row) if there is None and self.kind(route, n) == kind)
        row[n] = {"seat": seat, "shape": shape}
        return f"{route} {n + 1}"

    def use_leave(self, route: str) -> None:
        """Beyond England that uses up a leave: that for one country alone rather than one for both."""
        if self.board.lands and self.land(route) != "England":
            fitting = [city for city in self.leaves() if self.land(route) in self.board.cities[city].leave]
            self.now["leave used"].append(min(fitting, key=lambda city: len(self.board.cities[city].leave)))

    def do_displace(self, route: str, house: str, _with: str, shape: str) -> None:
        """Take the house; then pay, with a choice where there is one."""
        self.spend_action()
        row, n = self.now["houses"][route], int(house) - 1
        self.now |= {"displaced": row[n], "route": route}
        self.me["supply"][shape] -= 1
        row[n] = {"seat": self.now["seat"], "shape": shape}
        self.use_leave(route)
        self.now |= {"left": 2 if self.now["displaced"]["shape"] == "merchant" else 1, "pending": "payment"}
        self.pay_without_choice()

    def do_pay(self, shape: str) -> None:
        """One piece from the supply to the stock."""
        self.me["supply"][shape] -= 1
        self.me["stock"][shape] += 1
        self.now["left"] -= 1
        self.pay_without_choice()

    def pay_without_choice(self) -> None:
        """What leaves no choice is paid; then the displaced player decides."""
        shapes = [shape for shape in SHAPES if self.me["supply"][shape]]
        if self.now["left"] and (len(shapes) == 1 or sum(self.me["supply"].values()) == self.now["left"]):
            self.do_pay(shapes[0])
        elif self.now["left"] == 0:
            gone = self.now["displaced"]
            self.now |= {"seat": gone["seat"], "pending": "displaced"}
            better = gone["shape"] == "merchant" or "displaced" in self.me["favours"]
            self.now["left"] = 2 if better else 1
            self.ask_displaced()

    def ask_displaced(self) -> None:
        """Which piece comes next; a piece without a choice is taken up at once."""
        if self.now["displaced"] and not self.displaced_shapes():
            self.me["stock"][self.now["displaced"]["shape"]] += 1  # practically impossible
            self.now["displaced"] = None
        shapes = self.displaced_shapes()
        if len(shapes) == 1:
            self.now["hand"] = {"seat": self.now["seat"], "shape": shapes.pop()}
        elif not shapes and not self.own_to_place_again():
            self.now |= {"left": 0, "pending": None}

    def do_next(self, shape: str) -> None:
        """Take up a piece to be placed."""
        self.now["hand"] = {"seat": self.now["seat"], "shape": shape}

    def do_move(self) -> None:
        """Move own pieces."""
        self.spend_action()
        self.now |= {"pending": "move", "left": self.shown(self.now["seat"], "book")}

    def do_take(self, route: str, house: str) -> None:
        """A piece on a route is taken up, removed, or changes places with the one in hand."""
        row, n = self.now["houses"][route], int(house) - 1
        piece, hand = row[n], self.now["hand"]
        if hand:
            home, place = self.board.houses[self.now["hand from"] - 1]
            row[n], self.now["houses"][home][place] = hand, piece
            self.moved(2)
        elif self.now["pending"] == "remove":
            row[n] = None
            self.players[piece["seat"]]["supply"][piece["shape"]] += 1
            self.moved(1)
        else:
            row[n] = None
            self.now |= {"hand": piece, "hand from": self.board.houses.index((route, n)) + 1}

    def do_to(self, route: str, kind: str = "house") -> None:
        """The piece in hand goes to a route."""
        hand, asked, lifted = self.now["hand"], self.now["pending"], self.now["hand from"] is not None
        came_from = self.source()
        filled = self.put(hand["seat"], hand["shape"], route, kind)
        self.now |= {"hand": None, "hand from": None}
        if asked == "place beyond" or (asked == "displaced" and self.rules["extras"] == "routes"):
            self.now["placed"] = [*self.now.get("placed", ()), filled]
        if asked == "displaced":
            if hand == self.now["displaced"]:
                self.now["displaced"] = None
            else:
                self.now["left"] -= 1
                if not lifted:
                    self.me[str(came_from)][hand["shape"]] -= 1
            self.ask_displaced()
        elif asked in ("reuse", "place beyond"):
            self.now["left"] -= 1
            if asked == "reuse":
                self.now["spare"][hand["shape"]] -= 1
            elif not lifted:
                self.me[str(came_from)][hand["shape"]] -= 1
            self.ask_handed()
        else:
            self.moved(1)

    def moved(self, count: int) -> None:
        """So many moves are used; without more, or without pieces, it is over."""
        self.now |= {"hand": None, "hand from": None, "left": self.now["left"] - count}
        if self.now["left"] == 0 or not self.movable(self.now["pending"]):
            self.do_done()

    def do_done(self) -> None:
        """No more pieces."""
        if self.now["pending"] in ("reuse", "place beyond"):
            self.stop_handing()
        else:
            self.now |= {"hand": None, "left": 0, "pending": None}

    # -- establishing a route -----------------------------------------------------------------------

    def do_establish(self, route: str) -> None:
        """Points for control, then the marker, then what is done with a piece."""
        self.spend_action()
        self.now |= {"establishing": True, "route": route}
        for city in self.board.routes[route].ends:
            controller = self.control(city)
            if controller is not None:
                self.score(controller, DESK["points"]["control"], "control")
        kind = self.now["markers"].pop(route, None)
        if kind:
            count(self.me["unused"], kind, 1)
            self.now["fresh office"] = kind == "office"
            if self.now["pile"]:
                drawn = next(k for k, n in self.now["pile"].items() if self.news["pile"].get(k, 0) < n)
                count(self.now["pile"], drawn, -1)
                self.me["waiting"].append(drawn)
            else:
                self.now["ending"] = True
        self.now["pending"] = "claim"
        if self.claims() == {"nothing"}:
            self.do_nothing()

    def do_nothing(self) -> None:
        """Take nothing of what is offered."""
        if self.now["pending"] == "claim":
            self.finish_route(None)
        else:
            self.now["pending"] = None

    def do_office(self, city: str) -> None:
        """A piece of the route into the leftmost free office."""
        _, shape, coin = self.board.cities[city].offices[len(self.printed(city))]
        self.printed(city).append({"seat": self.now["seat"], "shape": shape})
        self.score(self.now["seat"], coin, "coins")
        self.join_ends()
        self.finish_route(shape)

    def do_extra(self, city: str, shape: str) -> None:
        """A piece of the route to the left of all offices."""
        count(self.me["unused"], "office", -1)
        count(self.me["used"], "office", 1)
        self.now["cities"][city]["extras"].insert(0, {"seat": self.now["seat"], "shape": shape})
        self.join_ends()
        self.finish_route(shape)

    def do_green(self, city: str, shape: str) -> None:
        """A piece of the supply to the right of all offices of a green city."""
        self.me["supply"][shape] -= 1
        self.now["cities"][city]["extras"].append({"seat": self.now["seat"], "shape": shape})
        self.join_ends()
        self.now["pending"] = None

    def do_special(self, colour: str, shape: str) -> None:
        """A piece of the route onto the special table."""
        self.now["special"][COLOURS.index(colour)] = {"seat": self.now["seat"], "shape": shape}
        self.finish_route(shape)

    def do_develop(self, track: str) -> None:
        """A step of a track, for a route or for the permanent marker."""
        claimed = self.now["pending"] == "claim"
        self.develop(track)
        self.now["pending"] = None
        if claimed:
            self.finish_route(None)

    def develop(self, track: str) -> None:
        """The next piece goes to the supply; an uncovered action can be taken at once."""
        self.now["actions"] += track == "actions" and self.uncovers_action()
        self.me["desk"][track] += 1
        self.me["supply"][TRACK[track]["covered"]] += 1

    def join_ends(self) -> None:
        """7, 4 and 2 points for the first three to join the end cities."""
        seat = self.now["seat"]
        if not self.me["joined"] and any(self.board.ends <= group for group in self.networks(seat)):
            place = sum(player["joined"] for player in self.players)
            self.me["joined"] = True
            self.score(seat, [*DESK["points"]["east-west"], 0, 0][place], "east to west")

    def finish_route(self, spent: str | None) -> None:
        """The other pieces of the route go to the stock, but for what a permanent marker does."""
        route = self.now["route"]
        row = self.now["houses"][route]
        spare = Counter(piece["shape"] for piece in row)
        if spent:
            spare[spent] -= 1
        row[:] = [None] * len(row)
        self.now |= {"pending": None, "fresh office": False}
        permanent = self.board.routes[route].permanent
        if permanent == "reuse-two":
            self.now |= {"spare": {shape: spare[shape] for shape in SHAPES}, "pending": "reuse", "left": 2}
            self.ask_handed()
            return
        for shape in SHAPES:
            self.me["stock"][shape] += spare[shape]
        if permanent == "place-two":
            self.now |= {"pending": "place beyond", "left": 2}
            self.ask_handed()
        elif permanent == "move-two" and list(self.pieces()):
            self.now |= {"pending": "move any", "left": 2}
        elif permanent == "green-office" and any(self.me["supply"].values()):
            self.now["pending"] = "green city"
        elif permanent == "privilege" and "privilege" in self.unfinished():
            self.now["pending"] = "privilege"

    def ask_handed(self) -> None:
        """Which piece comes next."""
        shapes = self.handed_shapes()
        if self.now["left"] == 0 or not (shapes or self.own_to_place_beyond()):
            self.stop_handing()
        elif len(shapes) == 1:
            self.now["hand"] = {"seat": self.now["seat"], "shape": shapes.pop()}

    def stop_handing(self) -> None:
        """What is left of a route goes to the stock."""
        for shape in SHAPES:
            self.me["stock"][shape] += self.now["spare"][shape]
        self.now |= {"spare": dict.fromkeys(SHAPES, 0), "hand": None, "left": 0, "pending": None}

    # -- markers, favours, the pawn --------------------------------------------------------------------

    def do_use(self, kind: str, track: str | None = None) -> None:
        """A marker is used and turned face down."""
        self.use_up(kind)
        if track:
            self.develop(track)
        elif kind == "pieces":
            self.now |= {"pending": "move theirs" if self.rules["box"] == "2020" else "remove", "left": 3}
        else:
            self.now["actions"] += 3 if kind == "plus-3" else 4

    def do_exchange(self, city: str, places: str) -> None:
        """Two offices change places; no coin is won."""
        self.use_up("exchange")
        left, right = (int(place) - 1 for place in places.split("-"))
        taken = self.printed(city)
        taken[left], taken[right] = taken[right], taken[left]

    def use_up(self, kind: str) -> None:
        """A marker used counts at the end like any other; the very start of the turn is over."""
        count(self.me["unused"], kind, -1)
        count(self.me["used"], kind, 1)
        if "favour" in self.modules:
            self.now["begun"] = True

    def do_favour(self, tile: str) -> None:
        """A tile for all actions of the turn and two markers."""
        self.now["favours"].remove(tile)
        self.me["favours"].append(tile)
        self.now |= {"actions": 0, "begun": True, "pending": "turn down", "left": 2}

    def do_turn(self, kind: str) -> None:
        """A marker is turned face down for a tile."""
        self.use_up(kind)
        self.now["left"] -= 1
        if self.now["left"] == 0:
            self.now["pending"] = None

    def do_share(self, shape: str) -> None:
        """A piece from the stock because another had income."""
        self.me["stock"][shape] -= 1
        self.me["supply"][shape] += 1
        self.now["pending"] = None

    def do_pawn(self, province: str) -> None:
        """Two borders are free, before or after the actions; others cost an action each."""
        if self.now["pending"] == "pawn start":
            self.now |= {"pawn": province, "pending": None}
            self.begin_turn()
            return
        self.now["pawn"] = province
        if self.now["pawn steps"] and (not self.now["begun"] or self.now["actions"] == 0):
            self.now["pawn steps"] -= 1
            if self.now["begun"]:
                self.now["actions over"] = True
        else:
            self.spend_action()


def count(markers: dict[str, int], kind: str, change: int) -> None:
    """Change how many markers of a kind there are; kinds of which there are none are not named."""
    markers[kind] = markers.get(kind, 0) + change
    if not markers[kind]:
        del markers[kind]
