"""People, for programs: being somebody, one's own settings, and what others may know of one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated

import msgspec
from litestar import Router, get, patch, post
from litestar.params import FromPath, JSONBody

from burgher.server.http.api.callers import caller_of, known_caller, person_token
from burgher.server.http.cross_site import check_json
from burgher.server.http.dependencies import TheStore
from burgher.server.http.requests import AnyRequest, address_of
from burgher.server.problems import NotFound
from burgher.server.storage.identity import hash_of, new_id, new_secret
from burgher.server.storage.model import Identity
from burgher.server.storage.people import PageFor, own_person, set_page
from burgher.server.storage.times import iso_time
from burgher.server.tables.names import person_name
from burgher.server.tables.person_page import PersonPage, PersonPages
from burgher.server.tables.person_statistics import Sums
from burgher.server.tables.played_games import PlayedGame

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=40)]


class NewPerson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody new is called."""

    name: Name


class PersonMade(msgspec.Struct, frozen=True):
    """Somebody new; the token is told once."""

    person: str
    name: str
    token: str


class OwnSettings(msgspec.Struct, frozen=True):
    """Somebody, as they know themselves."""

    person: str
    name: str
    page: str
    """Who may see their page: `me`, `friends`, `met` (they and whoever has played with one), `everyone`."""
    here: bool
    """Whether their friends may see when they are here."""


class SettingsWanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is to be changed; what is left out stays."""

    name: Name | None = None
    page: PageFor | None = None
    here: bool | None = None


class SumsSeen(msgspec.Struct, frozen=True):
    """What some games add up to."""

    games: int
    won: float
    """Shared victories count in part."""
    decided: int
    """How many of the games could be won: those not played alone."""
    mean: float | None
    error: float | None
    """By how much the mean may be off (one standard error)."""
    best: int | None
    accuracy: float | None
    studied: int


class CircumstanceSeen(msgspec.Struct, frozen=True):
    """Games with so many players against such opponents."""

    players: int
    against: str
    sums: SumsSeen


class RatingNow(msgspec.Struct, frozen=True):
    """A rating after so many rated games."""

    rating: float
    uncertainty: float
    games: int


class GameOfPerson(msgspec.Struct, frozen=True):
    """What somebody's games of one kind add up to."""

    game: str
    sums: SumsSeen
    circumstances: list[CircumstanceSeen]
    favourites: dict[str, list[tuple[str, int]]]
    """What they have chosen most often, by kind of thing, with how often."""
    rating: RatingNow | None


class StreaksSeen(msgspec.Struct, frozen=True):
    """What was done in a row: games won, days with a game; up to now, and at best."""

    winning: int
    longest: int
    days: int
    longest_days: int


class PersonSeen(msgspec.Struct, frozen=True):
    """What may be told of somebody to whoever asks."""

    person: str
    name: str
    sums: SumsSeen
    streaks: StreaksSeen
    games: list[GameOfPerson]


class GamePlayed(msgspec.Struct, frozen=True):
    """One of one's own finished games."""

    table: str
    game: str
    players: int
    finished: str
    seat: int
    points: int | None
    place: int | None
    won: float
    against: str
    others: Sequence[str]
    rated: bool
    ended: str
    accuracy: float | None


def _sums(sums: Sums) -> SumsSeen:
    return SumsSeen(**asdict(sums))


def _seen(page: PersonPage) -> PersonSeen:
    games = []
    for one in page.statistics.games:
        course = page.ratings.get(one.game)
        rating = None if not course else RatingNow(course[-1].rating, course[-1].uncertainty, len(course))
        circumstances = [CircumstanceSeen(it.players, it.against, _sums(it.sums)) for it in one.circumstances]
        favourites = page.favourites.get(one.game, {})
        games.append(GameOfPerson(one.game, _sums(one.sums), circumstances, favourites, rating))
    streaks = StreaksSeen(**asdict(page.statistics.streaks))
    return PersonSeen(page.person.id, page.person.name, _sums(page.statistics.sums), streaks, games)


def _game(one: PlayedGame) -> GamePlayed:
    return GamePlayed(
        one.table,
        one.game,
        one.players,
        iso_time(one.at),
        one.seat,
        one.points,
        one.place,
        one.won,
        one.against,
        one.others,
        one.rated,
        one.ended,
        one.accuracy,
    )


@post("/people")
async def new_person(data: JSONBody[NewPerson], store: TheStore, request: AnyRequest) -> PersonMade:
    """Become somebody: the token is whoever you are, at all tables. Keep it as you would a password."""
    name = person_name(data.name)
    request.app.state.quotas.count("name", address_of(request))
    person, secret = Identity(new_id(), name), new_secret()
    await store.add_identity(person, hash_of(secret) or "")
    return PersonMade(person.id, name, person_token(secret))


@get("/people/me")
async def own_settings(store: TheStore, request: AnyRequest) -> OwnSettings:
    """Who one is, and who may see what."""
    person = await own_person(store, known_caller(request).id)
    if person is None:
        raise NotFound("You are nobody any more")
    return OwnSettings(person.id, person.name, person.page, person.here)


@patch("/people/me")
async def change_settings(
    data: JSONBody[SettingsWanted], store: TheStore, request: AnyRequest
) -> OwnSettings:
    """Take another name, or say who may see one's page and when one is here."""
    me = known_caller(request)
    before = await own_settings.fn(store, request)
    if data.name is not None:
        await store.rename(me.id, person_name(data.name))
    page = before.page if data.page is None else data.page
    here = before.here if data.here is None else data.here
    await set_page(store, me.id, page, here)
    found: OwnSettings = await own_settings.fn(store, request)
    return found


@get("/people/me/games")
async def own_games(request: AnyRequest) -> list[GamePlayed]:
    """One's own finished games, the first ones first."""
    me = known_caller(request)
    request.app.state.quotas.count("export", address_of(request), me.id)
    pages: PersonPages = request.app.state.person_pages
    return [_game(one) for one in await pages.games_of(me)]


@get("/people/{person:str}")
async def person_seen(person: FromPath[str], request: AnyRequest) -> PersonSeen:
    """What somebody's games add up to, for those whom they let see it; 404 for everybody else."""
    pages: PersonPages = request.app.state.person_pages
    return _seen(await pages.of(person, caller_of(request)))


router = Router(
    "/api",
    route_handlers=[new_person, own_settings, change_settings, own_games, person_seen],
    guards=[check_json],
    security=[{}, {"person": []}],
)
