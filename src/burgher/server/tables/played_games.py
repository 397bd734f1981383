"""The finished games of one person: read from the tables, for their page and for themselves as CSV.

What counts is what one has played: from the beginning to the end, in one seat. Games that were abandoned,
lessons, games that go on from a position of another, games in which somebody else or an opponent finished
for one, and games in which one had several seats say nothing about how one plays.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection, and_, func, or_, select

from burgher import games
from burgher.kernel.errors import BurgherError
from burgher.server.storage.archive_format import Archive, unpacked
from burgher.server.storage.model import Seat, StoredStudy, StoredTable
from burgher.server.storage.rows import tables_where
from burgher.server.storage.schema import archives, moves, seats, tables
from burgher.server.storage.store import Store
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.background import Background
from burgher.server.tables.ratings import places
from burgher.server.tables.studies import studied
from burgher.study.looking import is_readable

MOST_GAMES = 3000
"""So many games of a person are counted, the latest."""
MOST_STUDIED = 60
"""So many studies of them are read, the latest."""
PORTION = 50
"""So many archives are read at once."""
MOST_KEPT = 20_000
"""How many small facts about finished games a process remembers."""
MOST_FAVOURITES = 5

ALONE, PEOPLE, MIXED = "alone", "people", "people and opponents"
AT_RANDOM = "random"

Key = TypeVar("Key")
Favourites = dict[str, dict[str, list[tuple[str, int]]]]
"""By game and kind of thing, what was chosen how often, the most frequent first."""


@dataclass(frozen=True)
class PlayedGame:
    """A finished game, as one of its players sees it."""

    table: str
    game: str
    players: int
    at: int
    """When it was over."""
    seat: int
    points: int | None
    """None where it was not played to its end."""
    place: int | None
    """Nobody has one who plays alone."""
    shared: int
    """How many share that place."""
    against: str
    """`alone`, `people`, `people and opponents`, or which opponents they were."""
    others: tuple[str, ...]
    rated: bool
    ended: str
    """`played` to the end, or how somebody came to be out of it: `resigned`, `time`."""
    options: Mapping[str, Any]
    accuracy: float | None = None
    """Of 100, where the game has been studied."""

    @property
    def won(self) -> float:
        """1 for a game that was won; those who share a victory share it."""
        return 1 / self.shared if self.place == 1 else 0.0


class PlayedGames:
    """Everybody's finished games, and the facts about them that are costly to find out."""

    def __init__(self, store: Store, background: Background) -> None:
        self._store = store
        self._background = background
        self._ranks: dict[str, list[int]] = {}
        self._accuracies: dict[tuple[str, str, str], list[float]] = {}

    async def of(self, identity: str) -> list[PlayedGame]:
        """The finished games of somebody, the first ones first."""
        found = await self._store.read(lambda connection: _finished(connection, identity))
        mine = [(one, seat) for one in found if (seat := own_seat(one, identity)) is not None]
        await self._find_ranks([one for one, seat in mine if _is_tied(one)])
        accuracies = await self._find_accuracies(mine)
        return [
            replace(as_played(one, seat, self._ranks.get(one.id)), accuracy=accuracies.get(one.id))
            for one, seat in mine
        ]

    async def favourites(self, identity: str, played: Sequence[PlayedGame]) -> Favourites:
        """What somebody has chosen most often, as far as games say what counts."""
        chosen = await self._store.read(lambda connection: _chosen(connection, identity))
        return favourites(played, chosen)

    async def _find_ranks(self, tied: Sequence[StoredTable]) -> None:
        """Find out who has won games that ended with equal points: their archives say."""
        unknown = [one.id for one in tied if one.id not in self._ranks]
        for table, archive in (await self._archives(unknown)).items():
            if archive.ranks is not None:
                self._ranks[table] = archive.ranks
        _trim(self._ranks)

    async def _find_accuracies(self, mine: Sequence[tuple[StoredTable, int]]) -> dict[str, float]:
        """How well somebody decided in those of their games that have been studied."""
        among = {one.id: (one, seat) for one, seat in mine if one.players > 1}
        found: dict[str, float] = {}
        studies = await self._store.studies.done_at(list(among), MOST_STUDIED)
        archived = await self._archives([one.table for one in studies if _key(one) not in self._accuracies])
        for study in studies:
            stored, seat = among[study.table]
            if _key(study) not in self._accuracies and (archive := archived.get(study.table)) is not None:
                game = ArchivedGame(stored, archive)
                self._accuracies[_key(study)] = await self._background.run_in_thread(
                    partial(_accuracies, game, study)
                )
            known = self._accuracies.get(_key(study), [])
            if seat < len(known):
                found[study.table] = known[seat]
        _trim(self._accuracies)
        return found

    async def _archives(self, ids: Sequence[str]) -> dict[str, Archive]:
        if not ids:
            return {}
        query = select(archives.c.table_id, archives.c.data).where(
            archives.c.table_id.in_(ids[-MOST_STUDIED:])
        )
        rows = await self._store.read(lambda connection: connection.execute(query).all())
        return await self._background.run_in_thread(
            lambda: {row.table_id: unpacked(row.data) for row in rows}
        )


def own_seat(stored: StoredTable, identity: str) -> int | None:
    """The seat in which somebody played a game to its end, or until they gave it up; None where none is."""

    def played_by(seat: Seat) -> bool:
        if seat.out is not None:  # an opponent may have gone on in it
            return seat.identity == identity if seat.away is None else seat.away.identity == identity
        return seat.identity == identity and seat.away is None

    mine = [seat.number for seat in stored.seats if played_by(seat)]
    return mine[0] if len(mine) == 1 else None


def as_played(stored: StoredTable, number: int, ranks: Sequence[int] | None) -> PlayedGame:
    """A finished game as the player of a seat sees it; ranks say how ties were broken, where one knows."""
    mine, others = stored.seats[number], [seat for seat in stored.seats if seat.number != number]
    out = [seat.out for seat in stored.seats if seat.out is not None]
    order = list(ranks) if ranks is not None and not out else places(stored)
    return PlayedGame(
        table=stored.id,
        game=stored.game,
        players=stored.players,
        at=stored.changed,
        seat=number,
        points=None if stored.ended or mine.out or not stored.scores else stored.scores[number],
        place=order[number] if others else None,
        shared=order.count(order[number]),
        against=_against(others),
        others=tuple(seat.name for seat in others),
        rated=stored.rated,
        ended=mine.out or (out[0] if out else None) or "played",
        options=stored.options,
    )


def favourites(played: Sequence[PlayedGame], chosen: Mapping[str, Counter[str]]) -> Favourites:
    """What was chosen most often: options that each seat has of its own, and moves that games say count."""
    counts: defaultdict[str, defaultdict[str, Counter[str]]] = defaultdict(lambda: defaultdict(Counter))
    for one in played:
        for option, value in _own_options(one).items():
            counts[one.game][option.capitalize()][value] += 1
    for game, words in chosen.items():
        told = games.favourites(game) if game in games.names() else None
        for text, times in words.items() if told is not None else ():
            assert told is not None
            if (kind := told.KINDS.get(text.partition(" ")[0])) is not None:
                counts[game][kind][told.name_of(text)] += times
    return {
        game: {kind: number.most_common(MOST_FAVOURITES) for kind, number in kinds.items()}
        for game, kinds in sorted(counts.items())
    }


def _own_options(one: PlayedGame) -> dict[str, str]:
    """What an option that each seat has of its own was for a player."""
    try:
        shapes = {option.name: option.shape for option in games.rules(one.game).choices}
    except BurgherError:
        return {}
    found = {}
    for name, value in one.options.items():
        if shapes.get(name) == "per seat":
            own = value if isinstance(value, str) else value[one.seat] if one.seat < len(value) else ""
            if own and own != AT_RANDOM:
                found[name] = f"{name.removesuffix('s').capitalize()} {own}" if own.isdigit() else own
    return found


def _against(others: Sequence[Seat]) -> str:
    agents = {seat.agent for seat in others if seat.kind == "opponent" and seat.away is None}
    people = [seat for seat in others if seat.kind == "person" or seat.away is not None]
    if not others:
        return ALONE
    if not agents:
        return PEOPLE
    return MIXED if people else ", ".join(sorted(agent for agent in agents if agent))


def _finished(connection: Connection, identity: str) -> list[StoredTable]:
    """The latest finished games at whose tables somebody has sat, the first of them first."""
    sat = select(seats.c.table_id).where(or_(seats.c.identity_id == identity, seats.c.away_id == identity))
    where = and_(tables.c.id.in_(sat), counts())
    latest = (tables.c.changed.desc(), tables.c.id.desc())
    return tables_where(connection, where, latest, MOST_GAMES)[::-1]


def counts() -> Any:
    """The games that say how people play."""
    return and_(
        tables.c.to_move.is_(None),
        tables.c.ended.is_distinct_from("abandoned"),
        tables.c.lesson.is_(None),
        tables.c.origin.is_(None),
        tables.c.scores.is_not(None),
    )


def _chosen(connection: Connection, identity: str) -> dict[str, Counter[str]]:
    """The moves of somebody that games say count, with how often they made them."""
    found: dict[str, Counter[str]] = {}
    for game in games.names():
        told = games.favourites(game)
        if told is None:
            continue
        begins = or_(*(moves.c.words.startswith(f"{word} ", autoescape=True) for word in told.KINDS))
        query = (
            select(moves.c.words, func.count())
            .join(seats, and_(seats.c.table_id == moves.c.table_id, seats.c.seat == moves.c.seat))
            .join(tables, tables.c.id == moves.c.table_id)
            .where(seats.c.identity_id == identity, tables.c.game == game, counts(), begins)
            .group_by(moves.c.words)
        )
        found[game] = Counter({words: times for words, times in connection.execute(query).all()})  # noqa: C416
    return found


def _is_tied(stored: StoredTable) -> bool:
    scores = stored.scores or []
    return stored.ended is None and len(set(scores)) < len(scores)


def _accuracies(game: ArchivedGame, study: StoredStudy) -> list[float]:
    """How well each seat decided in a studied game; nothing where that cannot be read any more."""
    if study.moves != len(game.archive.moves) or not is_readable(study.findings):
        return []
    accounts = studied(game, study).accounts
    return [one.accuracy.value for one in accounts if one.accuracy is not None]


def _key(study: StoredStudy) -> tuple[str, str, str]:
    return study.table, study.depth, study.method


def _trim(kept: dict[Key, Any]) -> None:
    """Forget what was found out first, where much was."""
    while len(kept) > MOST_KEPT:
        del kept[next(iter(kept))]
