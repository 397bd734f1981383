"""The table as one viewer sees it: a view, turned into what the templates draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import hypot
from typing import Any

from burgher.games.hansa import events
from burgher.games.hansa.components import (
    BOARD_SIDES,
    COLOURS,
    DESK,
    MAP_NAMES,
    MARKER_POINTS,
    MARKERS,
    MISSION_POINTS,
    PERMANENT,
    RULES,
    SHAPES,
    TRACKS,
    BoardSide,
    City,
    Route,
)
from burgher.games.hansa.naming import listed, route_name, several
from burgher.games.hansa.page.atlas import HIGH, OFFICE, Atlas, atlas
from burgher.games.hansa.page.words import (
    MARKER_TITLES,
    TRACK_USES,
    Piece,
    city_tip,
    favour_tip,
    house_tip,
    marker_tip,
    office_tip,
    owned,
    permanent_tip,
    pieces_of,
    route_tip,
    value_of,
)
from burgher.games.hansa.telling import source
from burgher.kernel.journal import EVERYONE, SCORED, Entry

Sight = Mapping[str, Any]
View = Mapping[str, Any]
Drawn = dict[str, Any]
"""Something for a template to draw."""


def _source(number: int) -> str:
    return source(Entry(0, SCORED, (), 1, number, EVERYONE))


CONTROL, COIN, JOINING = _source(events.CONTROL), _source(events.COIN), _source(events.EAST_WEST)
"""What the log calls the points that do not wait for the final scoring."""


@cache
def ground(board: int) -> Drawn:
    """What never changes on a board: land and sea, roads, cities and their names."""
    side, places = BOARD_SIDES[board], atlas(board)
    return {
        "name": side.name,
        "title": side.title,
        "left": places.left,
        "top": places.top,
        "width": places.width,
        "height": places.height,
        "tall": places.height > places.width,
        "free_below": _is_free_below(places),
        "sea": list(places.sea),
        "land": list(places.land),
        "roads": [
            {"d": place.road, "sea": bool(route.ships), "region": route.region}
            for route, place in zip(side.routes, places.routes, strict=True)
        ],
        "regions": [
            {"name": name, "x": x, "y": y} for name, (x, y) in zip(side.regions, places.regions, strict=True)
        ],
    }


def _is_free_below(places: Atlas) -> bool:
    """Whether the lower left corner is further from every city than the upper one: buttons lie there."""

    def nearest(y: float) -> float:
        return min(hypot(place.at[0] - places.left, place.at[1] - y) for place in places.cities)

    return nearest(places.top + places.height) > nearest(places.top)


PAWNS: dict[int, tuple[int, tuple[tuple[int, int], ...]]] = {
    1: (17, ((0, 0),)),
    2: (14, ((-5, -5), (5, 5))),
    3: (13, ((0, -7), (-6, 5), (6, 5))),
    4: (12, ((-6, -6), (6, -6), (-6, 6), (6, 6))),
    5: (11, ((-7, -7), (7, -7), (0, 0), (-7, 7), (7, 7))),
}
"""Pawns that share a step of the track of points: how large they are, and where, so that each can be seen."""


@lru_cache(maxsize=20_000)  # they are the same at every table, and a move changes few of them
def drawn_house(
    board: int,
    route: int,
    house: int,
    seat: int,
    shape: str,
    changed: bool,
    as_route: bool,
    names: tuple[str, ...],
) -> Drawn:
    """A house with a piece in it; touching it is touching its route, if it is said so."""
    side, place = BOARD_SIDES[board], atlas(board).routes[route]
    printed, ship = side.routes[route], house in side.routes[route].ships
    x, y = place.houses[house]
    piece = {"seat": seat, "shape": shape}
    return {
        "part": f"route-{printed.key}" if as_route else f"house-{printed.key}-{house + 1}",
        "at": f"house-{printed.key}-{house + 1}",
        "x": x,
        "y": y,
        "ship": ship,
        "seat": seat,
        "shape": shape,
        "changed": changed,
        "label": f"{owned(piece, names)} on {route_name(side, route)},"
        f" {'ship' if ship else 'house'} {house + 1}",
        "tip": house_tip(side, route, piece, ship, names),
    }


class Drawing:
    """The table as one viewer sees it."""

    def __init__(self, view: View, sight: Sight) -> None:
        self.view = view
        self.sight = sight
        self.board = MAP_NAMES.index(view["board"])
        self.side: BoardSide = BOARD_SIDES[self.board]
        self.atlas: Atlas = atlas(self.board)
        self.names: tuple[str, ...] = tuple(sight["names"])
        self.parts = {part for action in sight["actions"] for part in action["parts"]}
        self.changed = Counter(
            (move["seat"], part) for move in sight.get("moves", ()) for part in move["parts"]
        )
        seat = sight["seat"]
        self.centre = 0 if seat is None else int(seat)

    # -- the map

    def map(self) -> Drawn:
        """The board and everything on it."""
        return {
            "routes": [self.route(n) for n in range(len(self.side.routes))],
            "houses": list(self.houses()),
            "plates": list(self.plates()),
            "cities": [self.city(n) for n in range(len(self.side.cities))],
            "banners": [self.banner(n) for n in range(len(TRACKS))],
            "special": [self.special(n) for n in range(len(COLOURS))],
            "provinces": list(self.provinces()),
            "soldiers": [{"x": x, "y": y} for x, y in self.atlas.soldiers if len(self.names) == 2],
        }

    def route(self, n: int) -> Drawn:
        """A route: its road and its free houses, and its free ships apart."""
        route, place = self.side.routes[n], self.atlas.routes[n]
        lying = self.view["houses"][route.key]
        free = [
            {"x": x, "y": y, "ship": house in route.ships}
            for house, ((x, y), piece) in enumerate(zip(place.houses, lying, strict=True))
            if piece is None
        ]
        houses = [house for house in free if not house["ship"]]
        name = route_name(self.side, n)
        return {
            "part": f"route-{route.key}",
            "road": place.road,
            "free": houses,
            "label": f"Route {name}: {several(len(free), 'free house')} of {len(route.houses)}",
            "tip": route_tip(self.side, n, len(free), self.view["markers"].get(route.key)),
            "ship_part": f"ship-{route.key}" if route.ships else None,
            "ships": [house for house in free if house["ship"]],
            "ship_label": f"Ship of the route {name}, for a merchant",
            "ghost": {"x": place.plate[0], "y": place.plate[1]}
            if "plate" in self.parts and f"route-{route.key}" in self.parts
            else None,
        }

    def houses(self) -> Iterator[Drawn]:
        """The houses with pieces in them; those that others have put there since are marked."""
        for n, route in enumerate(self.side.routes):
            lying = self.view["houses"][route.key]
            fresh = self.fresh(route, lying)
            for house, piece in enumerate(lying):
                if piece is not None:
                    changed, as_route = house in fresh, self.means_route(route, house, piece)
                    yield drawn_house(
                        self.board, n, house, piece["seat"], piece["shape"], changed, as_route, self.names
                    )

    def means_route(self, route: Route, house: int, piece: Piece) -> bool:
        """Whether a piece is touched for its route: a piece of one's own where the route can be, it cannot.

        Another's piece never is: who touches it wants to displace it, and is told why not.
        """
        return (
            piece["seat"] == self.sight["seat"]
            and f"route-{route.key}" in self.parts
            and f"house-{route.key}-{house + 1}" not in self.parts
        )

    def fresh(self, route: Route, lying: Sequence[Piece | None]) -> set[int]:
        """The houses of a route to which others have come since the viewer's last move.

        Who displaces names the house; who places names the route, and the lowest free house is filled.
        """
        found: set[int] = set()
        for seat in range(len(self.names)):
            own = [house for house, piece in enumerate(lying) if piece and piece["seat"] == seat]
            found.update(h for h in own if self.changed[seat, f"house-{route.key}-{h + 1}"])
            came = sum(self.changed[seat, f"{kind}-{route.key}"] for kind in ("route", "ship"))
            found.update(own[-came:] if came else ())
        return found

    def plates(self) -> Iterator[Drawn]:
        """The markers beside the routes, permanent ones too, and the taverns without one."""
        for n, (route, place) in enumerate(zip(self.side.routes, self.atlas.routes, strict=True)):
            marker = self.view["markers"].get(route.key)
            where = {"x": place.plate[0], "y": place.plate[1], "at": f"plate-{route.key}"}
            if marker is not None:
                tip = self.marker_tip(marker)
                name = route_name(self.side, n)
                yield {
                    **where,
                    "kind": "marker",
                    "name": marker,
                    "tip": f"{tip}\nWhoever establishes {name} wins it.",
                    "label": f"Marker at {name}: {MARKER_TITLES[marker]}",
                }
            elif route.permanent is not None:
                tip = permanent_tip(route.permanent, self.side)
                yield {
                    **where,
                    "kind": "permanent",
                    "name": PERMANENT[route.permanent],
                    "tip": tip,
                    "label": f"Permanent marker: {tip.partition(chr(10))[0]}",
                }
            elif route.tavern:
                tip = "Tavern\nA golden marker lay here at the start."
                yield {**where, "kind": "tavern", "name": "tavern", "tip": tip, "label": "Tavern"}

    def city(self, n: int) -> Drawn:
        """A city: the offices, who controls it, and whether it is completed."""
        city, place = self.side.cities[n], self.atlas.cities[n]
        seen = self.view["cities"][city.key]
        tip = city_tip(self.side, city, seen, self.names)
        # Of whoever has taken offices here since the viewer's last move, the last one is marked.
        last = {
            piece["seat"]: i
            for i, piece in enumerate(seen["offices"])
            if self.changed[piece["seat"], f"city-{city.key}"]
        }
        taken = seen["offices"] + [None] * (len(city.offices) - len(seen["offices"]))
        offices = [
            {
                "number": i + 1,
                "part": f"office-{city.key}-{i + 1}" if piece else f"city-{city.key}",
                "x": place.office(i),
                "colour": COLOURS[office.colour],
                "letter": COLOURS[office.colour][0].upper(),
                "round": office.shape == 1,
                "coin": office.coin,
                "piece": _piece(piece),
                "next": i == len(seen["offices"]),
                "changed": piece is not None and i == last.get(piece["seat"]),
                "label": office_tip(city, i, piece, self.names).partition("\n")[0]
                + (f", {owned(piece, self.names)}" if piece else ", free"),
                "tip": office_tip(city, i, piece, self.names),
            }
            for i, (office, piece) in enumerate(zip(city.offices, taken, strict=True))
        ]
        # Additional offices lie to the left of the printed ones; a green city has no others.
        first = 0 if not city.offices else -len(seen["extras"])
        more = [
            {
                **_piece(piece),
                "x": place.office(first + i),
                "tip": f"{owned(piece, self.names)}\nAn additional office.",
            }
            for i, piece in enumerate(seen["extras"])
        ]
        reach = [place.at[0] - place.wide / 2, place.at[0] + place.wide / 2]
        reach += [one["x"] + side for one in more for side in (-OFFICE / 2 - 3, OFFICE / 2 + 3)]
        left, right = round(min(reach), 1), round(max(reach), 1)
        return {
            "name": city.name,
            "key": city.key,
            "part": f"city-{city.key}",
            "x": place.at[0],
            "y": place.at[1],
            "left": left,
            "wide": round(right - left, 1),
            "outline": f"M{left} {place.at[1] - HIGH / 2}h{right - left:.1f}v{HIGH}H{left}z",
            "end": n in self.side.ends,
            # The flag of whoever controls it stands where the name does not.
            "flag_y": place.at[1] + (-HIGH / 2 if place.label.y > place.at[1] else HIGH / 2),
            "offices": offices,
            "more": more,
            "control": seen["control"],
            "complete": seen["complete"],
            "name_x": place.label.x,
            "name_y": place.label.y,
            "green": not city.offices,
            "tip": tip,
            "label": f"{city.name}, {_state(city, seen, self.names)}",
        }

    def banner(self, track: int) -> Drawn:
        """Where a track is developed."""
        name = TRACKS[track]
        x, y = self.atlas.banners[track]
        cities = [city.name for city in self.side.cities if track in city.develops]
        return {
            "part": f"track-{name}",
            "name": name,
            "x": x,
            "y": y,
            "label": f"Develop: {name.capitalize()}, at {listed(cities)}",
            "tip": f"{name.capitalize()}\n{TRACK_USES[name]}"
            f"\nWhoever establishes a route to {listed(cities)} may develop it by a step"
            " instead of taking an office.",
        }

    def special(self, colour: int) -> Drawn:
        """A space of the special table."""
        name, points = COLOURS[colour], DESK["points"]["special"][colour]
        x, y = self.atlas.special[colour]
        piece = self.view["special"][colour]
        city = next(city.name for city in self.side.cities if city.special)
        whose = f"{owned(piece, self.names)}." if piece else f"Free; it asks for the {name} privilege."
        return {
            "part": f"special-{name}",
            "colour": name,
            "letter": name[0].upper(),
            "points": points,
            "x": x,
            "y": y,
            "piece": _piece(piece),
            "label": f"Special table, {name}: {points} points,"
            f" {owned(piece, self.names) if piece else 'free'}",
            "tip": f"Special table: {points} points at the end\n{whose} Reached from {city}.",
        }

    def provinces(self) -> Iterator[Drawn]:
        """The provinces among which the pawn moves when two play."""
        if len(self.names) != 2:
            return
        for province, (x, y) in zip(self.side.provinces, self.atlas.provinces, strict=True):
            here = self.view["pawn"] == province.name
            title = province.name.capitalize()
            yield {
                "part": "pawn" if here else f"province-{province.name}",
                "x": x,
                "y": y,
                "pawn": here,
                "label": f"The pawn, in {title}" if here else f"Province {title}",
                "tip": f"{'The pawn' if here else 'Province'}\n{title}. "
                "You place, displace and establish only at routes around the pawn’s province.",
            }

    # -- the players

    def player(self, seat: int) -> Drawn:
        """A player: points, pieces, desk and markers."""
        player = self.view["players"][seat]
        control = sum(city["control"] == seat for city in self.view["cities"].values())
        return {
            "seat": seat,
            "name": self.names[seat],
            "kind": self.sight["kinds"][seat],
            "to_move": self.sight["to_move"] == seat,
            "active": not self.view["over"] and self.view["active"] == seat,
            "starts": self.view["start"] == seat,
            "points": self.sight["scores"][seat],
            "supply": player["supply"],
            "stock": player["stock"],
            "supply_words": pieces_of(player["supply"]),
            "stock_words": pieces_of(player["stock"]),
            "tracks": [self.track(track, player["desk"][track["name"]], seat) for track in DESK["track"]],
            "markers": self.markers(player),
            "used": sum(player["used"].values()),
            "won": sum(player["used"].values()) + sum(player["unused"].values()),
            "won_points": MARKER_POINTS[
                min(sum(player["used"].values()) + sum(player["unused"].values()), len(MARKER_POINTS) - 1)
            ],
            "control": control,
            "favours": [
                {"name": name, "title": name.capitalize(), "tip": favour_tip(name)}
                for name in player["favours"]
            ],
            "mission": self.mission(seat),
        }

    def track(self, track: Mapping[str, Any], steps: int, seat: int) -> Drawn:
        """A track of a desk: its values, and the pieces that cover them still."""
        name, values = track["name"], track["values"]
        now = value_of(name, values[steps])
        following = value_of(name, values[steps + 1]) if steps + 1 < len(values) else None
        full = (
            f" Full: {DESK['points']['full-track']} points at the end."
            if track["full"] or self.rules()["full-keys"]
            else ""
        )
        return {
            "name": name,
            "title": name.capitalize(),
            "latin": track["latin"],
            "part": f"track-{name}",
            "now": now,
            "steps": [
                {
                    "value": value_of(name, value),
                    "covered": n > steps,
                    "now": n == steps,
                    "at": f"desk-{seat}-{name}-{n}",
                }
                for n, value in enumerate(values)
            ],
            "shape": track["covered"],
            "tip": f"{name.capitalize()}: {now}\n{track['use']}"
            + (f" Next: {following}." if following else "")
            + full,
            "label": f"{name.capitalize()}: {now}" + (f", next {following}" if following else ", full"),
        }

    def rules(self) -> dict[str, Any]:
        """What is played where editions differ."""
        return RULES[str(self.sight["game"]["options"]["rules"])]

    def marker_tip(self, name: str) -> str:
        """A marker and what it does here."""
        return marker_tip(name, self.side, self.rules())

    def markers(self, player: Mapping[str, Any]) -> list[Drawn]:
        """A player's markers that can still be used, by kind."""
        return [
            {
                "name": name,
                "part": f"marker-{name}",
                "title": MARKER_TITLES[name],
                "count": player["unused"].get(name, 0),
                "tip": self.marker_tip(name),
            }
            for name in MARKERS
            if player["unused"].get(name, 0)
        ]

    def mission(self, seat: int) -> Drawn | None:
        """A mission card, for those who may see it."""
        cities = self.view["players"][seat].get("mission")
        if not cities:
            return None
        each, together = MISSION_POINTS
        keys = {city.name: city.key for city in self.side.cities}
        return {
            "cities": [
                {
                    "name": name,
                    "there": any(
                        piece["seat"] == seat
                        for place in ("extras", "offices")
                        for piece in self.view["cities"][keys[name]][place]
                    ),
                    "controlled": self.view["cities"][keys[name]]["control"] == seat,
                }
                for name in cities
            ],
            "tip": f"Mission: {listed(cities)}\nAt the end, {several(each, 'point')} for each of them"
            f" with an office of yours, and {together} more for controlling all three.",
        }

    # -- what is in hand, and what is to be chosen

    def hand(self) -> Drawn:
        """What lies ready for the viewer's decision, besides supply and stock."""
        player = self.view["players"][self.centre]
        waiting = player["waiting"][0] if player["waiting"] else None
        held = self.view["hand"]
        incomes = sorted(
            (tuple(map(int, part.split("-")[1:])) for part in self.parts if part.startswith("income-")),
            key=lambda taken: (-sum(taken), taken),
        )
        return {
            "held": None
            if held is None
            else {"seat": held["seat"], "shape": held["shape"], "owner": self.names[held["seat"]]},
            "pieces": [shape for shape in SHAPES if f"piece-{shape}" in self.parts],
            "plate": None
            if waiting is None
            else {
                "name": waiting,
                "title": MARKER_TITLES[waiting],
                "tip": f"{self.marker_tip(waiting)}"
                "\nNew: at the end of your turn it goes to an empty route without a marker.",
            },
            "turning": "turn" in self.parts,
            "pawn": "pawn" in self.parts and self.view["pawn"] is None,
            "incomes": [
                {
                    "part": f"income-{traders}-{merchants}",
                    "traders": traders,
                    "merchants": merchants,
                    "words": pieces_of({"trader": traders, "merchant": merchants}),
                }
                for traders, merchants in incomes
            ],
            "establish": "establish" in self.parts,
        }

    # -- the course of the game

    def course(self) -> Drawn:
        """How far the game is: points, completed cities, markers, the end cities."""
        order = [(self.view["start"] + n) % len(self.names) for n in range(len(self.names))]
        last = DESK["points"]["end"]
        at = {seat: min(self.view["players"][seat]["points"], last) for seat in order}
        pawns = []
        for step in sorted(set(at.values())):
            here = [seat for seat in order if at[seat] == step]
            size, spots = PAWNS[len(here)]
            for seat, (x, y) in zip(here, spots, strict=True):
                corner = {"x": 12 + step * 22 + x - size / 2, "y": 16 + y - size / 2}
                pawns.append({"seat": seat, "step": step, "size": size, **corner})
        ends = [self.side.cities[city].name for city in self.side.ends]
        joined = self.joined()
        return {
            "round": self.view["round"],
            "actions": 0 if self.view["over"] else self.view["actions"],
            "order": order,
            "order_label": ", ".join(self.names[seat] for seat in order),
            "active": self.view["active"],
            "steps": [{"number": n, "x": 12 + n * 22, "taken": n in at.values()} for n in range(last + 1)],
            "pawns": pawns,
            "points_label": listed(
                [f"{self.names[seat]} {self.view['players'][seat]['points']}" for seat in order]
            ),
            "completed": self.view["completed"],
            "completed_of": self.side.completed,
            "markers": sum(self.view["pile"].values()),
            "ends": ends,
            "joins": [
                {"points": points, "seat": joined[n] if n < len(joined) else None}
                for n, points in enumerate(DESK["points"]["east-west"])
            ],
            "joins_label": "; ".join(
                f"{points} points: {self.names[joined[n]] if n < len(joined) else 'nobody yet'}"
                for n, points in enumerate(DESK["points"]["east-west"])
            ),
            "favours": [
                {
                    "name": name,
                    "part": f"favour-{name}",
                    "title": name.capitalize(),
                    "tip": favour_tip(name),
                }
                for name in self.view["favours"]
            ],
            "regions": list(self.regions()),
        }

    def joined(self) -> list[int]:
        """Who has joined the end cities, the first of them first."""
        told = [entry["seat"] for entry in self.sight["log"] if entry["source"] == JOINING]
        rest = [
            seat for seat, player in enumerate(self.view["players"]) if player["joined"] and seat not in told
        ]
        return told + rest

    def regions(self) -> Iterator[Drawn]:
        """Who leads in the countries of Britannia that score: Wales and Scotland."""
        for number, name in enumerate(self.side.regions):
            if number == 0:
                continue
            counts = [0] * len(self.names)
            for city in self.side.cities:
                control = self.view["cities"][city.key]["control"]
                if number in city.regions and control is not None:
                    counts[control] += 1
            points = DESK["points"]["region"]
            yield {
                "name": name,
                "counts": [{"seat": seat, "count": count} for seat, count in enumerate(counts) if count],
                "tip": f"{name}\nWho controls most cities here at the end has {points[0]} points,"
                f" the next {points[1]} and {points[2]}. As many cities: most offices here decide, and who"
                " ties in those too shares. With offices and no city one comes after all who control some.",
            }

    # -- what does not matter

    def alike(self) -> list[list[str]]:
        """Houses of a route with the same piece of the same player: it does not matter which is touched."""
        groups: dict[tuple[object, ...], list[str]] = {}
        for route in self.side.routes:
            for house, piece in enumerate(self.view["houses"][route.key]):
                if piece is not None:
                    same = route.key, piece["seat"], piece["shape"], house in route.ships
                    groups.setdefault(same, []).append(f"house-{route.key}-{house + 1}")
        return [parts for parts in groups.values() if len(parts) > 1]


def _piece(piece: Piece | None) -> Drawn:
    return {} if piece is None else {"seat": piece["seat"], "shape": piece["shape"]}


def _state(city: City, seen: Mapping[str, Any], names: Sequence[str]) -> str:
    """A city in few words."""
    if seen["complete"]:
        told = ["completed"]
    elif city.offices:
        told = [f"{len(seen['offices'])} of {several(len(city.offices), 'office')} taken"]
    else:
        told = ["no printed offices"]
    if seen["control"] is not None:
        told.append(f"controlled by {names[seen['control']]}")
    return ", ".join(told)
