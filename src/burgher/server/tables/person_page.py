"""A person's page: what may be told of them to whoever asks, put together."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from burgher import games
from burgher.server.problems import NotFound
from burgher.server.storage.model import Identity
from burgher.server.storage.people import Person, find_person
from burgher.server.storage.store import Store
from burgher.server.storage.times import iso_time
from burgher.server.storage.titles import title_of
from burgher.server.tables.person_statistics import Statistics, statistics
from burgher.server.tables.played_games import Favourites, PlayedGame, PlayedGames
from burgher.server.tables.ratings import RatedMoment, Ratings

COLUMNS = (
    "finished",
    "game",
    "players",
    "against",
    "others",
    "seat",
    "points",
    "place",
    "won",
    "ended",
    "rated",
    "accuracy",
    "table",
)
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True)
class PersonPage:
    """What may be told of somebody."""

    person: Person
    is_mine: bool
    played: Sequence[PlayedGame]
    statistics: Statistics
    favourites: Favourites
    ratings: dict[str, list[RatedMoment]]
    """By game, how well they were thought to play after each rated game."""


class PersonPages:
    """The pages of all people, and their games as CSV."""

    def __init__(self, store: Store, played: PlayedGames, ratings: Ratings) -> None:
        self._store = store
        self._played = played
        self._ratings = ratings

    async def of(self, identity: str, viewer: Identity | None) -> PersonPage:
        """What may be told of somebody to a viewer; raises `NotFound` where there is nobody, or nothing."""
        person = await find_person(self._store, identity, None if viewer is None else viewer.id)
        if person is None:
            raise NotFound("There is no such page, or it is not for you")
        played = await self._played.of(person.id)
        courses = {name: await self._ratings.course(name, person.id) for name in games.names()}
        return PersonPage(
            person,
            viewer is not None and viewer.id == person.id,
            played,
            statistics(played),
            await self._played.favourites(person.id, played),
            {name: course for name, course in courses.items() if course},
        )

    async def csv(self, me: Identity, root: str) -> str:
        """Somebody's own finished games, a line for each: it names the others, so it is for them alone."""
        return as_csv(await self.games_of(me), root)

    async def games_of(self, me: Identity) -> list[PlayedGame]:
        """Somebody's own finished games."""
        return await self._played.of(me.id)


def as_csv(played: Sequence[PlayedGame], root: str) -> str:
    """Finished games, a line for each."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(COLUMNS)
    for one in played:
        writer.writerow(
            [
                iso_time(one.at),
                title_of(one.game) or one.game,
                one.players,
                one.against,
                harmless(", ".join(one.others)),
                one.seat + 1,
                "" if one.points is None else one.points,
                "" if one.place is None else one.place,
                "" if one.place is None else f"{one.won:g}",
                one.ended,
                "yes" if one.rated else "no",
                "" if one.accuracy is None else f"{one.accuracy:.0f}",
                f"{root}/t/{one.table}",
            ]
        )
    return written.getvalue()


def harmless(text: str) -> str:
    """A text that people have chosen, for a cell that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(_FORMULAS) else text
