"""What lies on the table, looked at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from hansa.arbiter.box import TRACK, board_for, read

Piece = dict[str, Any]
Spot = tuple[str, str]
"""Somewhere to put a piece: a route, and `house` or `ship`."""


class Situation:
    """What lies on the table, in the form that positions are written in."""

    def __init__(self, players: int, options: Mapping[str, Any], dealt: Mapping[str, Any]) -> None:
        self.rules = read("rules")[options["rules"]]
        self.modules = options["modules"]
        self.limit = None if options["limit"] == "none" else int(options["limit"])
        self.board = board_for(options["map"], players)
        self.now: dict[str, Any] = deepcopy(plain(dealt))
        self.news: dict[str, Any] = {}
        self.points = [Counter[str]() for _ in range(players)]
        """What the last action scored, by source."""

    @property
    def players(self) -> list[dict[str, Any]]:
        """Everybody's things, by seat."""
        found: list[dict[str, Any]] = self.now["players"]
        return found

    @property
    def me(self) -> dict[str, Any]:
        """Whoever is to decide."""
        seat: int = self.now["seat"]
        return self.players[seat]

    def score(self, seat: int, points: int, source: str) -> None:
        """Advance a marker on the score track."""
        self.players[seat]["points"] += points
        if points:
            self.points[seat][source] += points

    def pieces(self) -> Iterator[tuple[str, int, Piece]]:
        """Every piece on a route, with its house."""
        for route, row in self.now["houses"].items():
            for n, piece in enumerate(row):
                if piece:
                    yield route, n, piece

    def own(self, seat: int) -> list[tuple[str, int, Piece]]:
        """A seat's pieces on routes."""
        return [(route, n, piece) for route, n, piece in self.pieces() if piece["seat"] == seat]

    def spots(self, shape: str) -> set[Spot]:
        """Where a piece of a shape finds a free space: only merchants go aboard ships."""
        return {
            (route, kind)
            for route, one in self.board.routes.items()
            for kind, piece in zip(one.kinds, self.now["houses"][route], strict=True)
            if piece is None and (kind == "house" or shape == "merchant")
        }

    def land(self, route: str) -> str:
        """The country that a route runs through."""
        return self.board.routes[route].land

    def kind(self, route: str, n: int) -> str:
        """A house or a ship."""
        return self.board.routes[route].kinds[n]

    def printed(self, city: str) -> list[Piece]:
        """The pieces in a city's printed offices."""
        found: list[Piece] = self.now["cities"][city]["offices"]
        return found

    def in_city(self, city: str) -> list[int]:
        """The owners of all offices of a city from left to right; additional ones are left of the printed."""
        return [piece["seat"] for piece in self.now["cities"][city]["extras"] + self.printed(city)]

    def control(self, city: str) -> int | None:
        """Most offices; among those tied for it, the one furthest to the right."""
        owners = self.in_city(city)
        count = Counter(owners)
        return next((seat for seat in reversed(owners) if count[seat] == max(count.values())), None)

    def controlled(self, seat: int) -> set[str]:
        """The cities that a seat controls."""
        return {city for city in self.board.cities if self.control(city) == seat}

    def full(self, city: str) -> bool:
        """Every printed office is taken; a green city is complete with its first office."""
        offices = self.board.cities[city].offices
        return len(self.printed(city)) == len(offices) if offices else bool(self.in_city(city))

    def completed(self) -> int:
        """How many cities are complete."""
        return sum(self.full(city) for city in self.board.cities)

    def networks(self, seat: int) -> list[set[str]]:
        """Groups of neighbouring cities in which a seat has an office."""
        left = {city for city in self.board.cities if seat in self.in_city(city)}
        groups = []
        while left:
            group, edge = set[str](), {left.pop()}
            while edge:
                group |= edge
                edge = {near for city in edge for near in self.board.neighbours(city)} & left
                left -= edge
            groups.append(group)
        return groups

    def network_points(self, seat: int) -> int:
        """The largest network, in offices or by the given rules in cities, times the keys."""
        sizes = [
            len(group)
            if self.rules["network"] == "cities"
            else sum(self.in_city(city).count(seat) for city in group)
            for group in self.networks(seat)
        ]
        return max(sizes, default=0) * self.shown(seat, "keys")

    def shown(self, seat: int, track: str) -> int:
        """The last number uncovered on a track."""
        values: list[int] = TRACK[track]["values"]
        steps: int = self.players[seat]["desk"][track]
        return values[steps]

    def uncovers_action(self) -> bool:
        """Whether the next step of the actions brings one at once: by the given rules each does."""
        values, steps = TRACK["actions"]["values"], self.me["desk"]["actions"]
        return self.rules["action"] == "always" or bool(values[steps + 1] > values[steps])

    def unfinished(self) -> set[str]:
        """The tracks of whoever decides that can still be developed."""
        return {name for name, track in TRACK.items() if self.me["desk"][name] < len(track["values"]) - 1}


def plain(position: Mapping[str, Any]) -> dict[str, Any]:
    """A position without what only the program knows, and without the order of what has none."""
    situation = {name: value for name, value in position.items() if name not in ("chance", "reveals")}
    situation["leave used"] = sorted(situation["leave used"])
    situation["favours"] = sorted(situation["favours"])
    if "placed" in situation:
        situation["placed"] = sorted(situation["placed"])
    situation["players"] = [one | {"favours": sorted(one["favours"])} for one in situation["players"]]
    return situation
