"""The end: the final scoring, and ties."""

from __future__ import annotations

from hansa.arbiter.box import CARDS, DESK, FAVOUR_POINTS, MARKER_POINTS, TRACK, key
from hansa.arbiter.situation import Situation


class Ending(Situation):
    """When the game ends, and what it is worth."""

    def ends(self) -> bool:
        """20 points, enough full cities, or no marker when one was needed."""
        return (
            any(player["points"] >= DESK["points"]["end"] for player in self.players)
            or self.completed() >= self.board.full_cities
            or self.now["ending"]
        )

    def final_scoring(self) -> None:
        """Tracks, markers, special table, cities, network; then what the boards and modules add."""
        for seat, player in enumerate(self.players):
            full = sum(
                steps == len(TRACK[track]["values"]) - 1
                and (TRACK[track]["full"] > 0 or self.rules["full-keys"])
                for track, steps in player["desk"].items()
            )
            self.score(seat, full * DESK["points"]["full-track"], "full tracks")
            if "tracks" in player["favours"]:
                self.score(seat, full * (FAVOUR_POINTS["tracks"] - DESK["points"]["full-track"]), "favour")
            won = sum(player["unused"].values()) + sum(player["used"].values())
            self.score(seat, MARKER_POINTS[min(won, 10)], "markers")
            for piece, points in zip(self.now["special"], DESK["points"]["special"], strict=True):
                if piece and piece["seat"] == seat:
                    self.score(seat, points, "special table")
            cities = self.controlled(seat)
            self.score(seat, len(cities) * DESK["points"]["city"], "cities")
            if "cities" in player["favours"]:
                self.score(seat, len(cities) * (FAVOUR_POINTS["cities"] - DESK["points"]["city"]), "favour")
            self.score(seat, self.network_points(seat), "network")
            if player["mission"]:
                mission = {key(name) for name in player["mission"]}
                reached = sum(seat in self.in_city(city) for city in mission)
                bonus = CARDS["missions"]["all"] if mission <= cities else 0
                self.score(seat, reached * CARDS["missions"]["city"] + bonus, "mission")
        for land in self.board.lands[1:]:
            self.score_land(land)
        self.now |= {"over": True, "actions": 0, "pending": None}

    def score_land(self, land: str) -> None:
        """7, 4, 2 by cities controlled in a country, then by offices; those who tie share, rounded down."""
        cities = {city for city, one in self.board.cities.items() if land in one.lands}
        standing = {}
        for seat in range(len(self.players)):
            offices = sum(self.in_city(city).count(seat) for city in cities)
            if offices:
                standing[seat] = len(self.controlled(seat) & cities), offices
        prizes: list[int] = [*DESK["points"]["region"], 0, 0]
        for level in sorted(set(standing.values()), reverse=True):
            tied = [seat for seat, mine in standing.items() if mine == level]
            shared, prizes = prizes[: len(tied)], prizes[len(tied) :]
            for seat in tied:
                self.score(seat, sum(shared) // len(tied), "regions")

    def ranks(self) -> list[int]:
        """By points; ties go to the least developed actions, then to the better network."""
        best = [
            (-player["points"], player["desk"]["actions"], -self.network_points(seat))
            for seat, player in enumerate(self.players)
        ]
        return [1 + sum(other < mine for other in best) for mine in best]
