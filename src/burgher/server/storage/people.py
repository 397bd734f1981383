"""People as others may know them: whose page it is, who may see it, and who has played with whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, get_args

from sqlalchemy import ColumnElement, Connection, and_, exists, or_, select, update

from burgher.server.problems import Unprocessable
from burgher.server.storage.identity import is_id
from burgher.server.storage.schema import friends, identities, moves, seats, tables
from burgher.server.storage.times import now
from burgher.server.storage.transactions import Transactions

PageFor = Literal["me", "friends", "met", "everyone"]
"""Who may see a person's page: they alone, their friends, whoever they have played with too, everybody."""
PAGES: Final[tuple[PageFor, ...]] = get_args(PageFor)

HERE_FOR = 3 * 60 * 1000
"""Who has done something in so many milliseconds is here."""


@dataclass(frozen=True)
class Person:
    """Somebody, as far as their own settings go."""

    id: str
    name: str
    page: PageFor
    here: bool
    """Whether their friends may see when they are here."""
    last_here: int | None
    since: int

    def is_here(self, moment: int) -> bool:
        """Whether they let it be seen, and are here."""
        return self.here and self.last_here is not None and moment - self.last_here < HERE_FOR


def person_of(connection: Connection, identity: str) -> Person | None:
    """Somebody, if there is anybody of that name in links."""
    return next(iter(people_of(connection, identities.c.id == identity)), None)


def people_of(connection: Connection, where: ColumnElement[bool]) -> list[Person]:
    """Some people, by name."""
    shown = (
        identities.c.id,
        identities.c.name,
        identities.c.page,
        identities.c.here,
        identities.c.last_here,
        identities.c.created,
    )
    rows = connection.execute(select(*shown).where(where).order_by(identities.c.name, identities.c.id))
    return [Person(*row) for row in rows]


def are_friends(connection: Connection, one: str, other: str) -> bool:
    """Whether two people have both said that they are friends."""
    said = select(friends.c.identity_id).where(
        or_(
            and_(friends.c.identity_id == one, friends.c.other_id == other),
            and_(friends.c.identity_id == other, friends.c.other_id == one),
        ),
        ~friends.c.declined,
    )
    return len(connection.execute(said).all()) == 2


def have_met(connection: Connection, owner: str, other: str) -> bool:
    """Whether somebody has made a move at a table at which another sat too.

    To sit down beside somebody is not enough: they have to play, so that nobody can make themselves known.
    """
    here, there = seats.alias("here"), seats.alias("there")
    together = (
        select(here.c.table_id)
        .join(there, there.c.table_id == here.c.table_id)
        .where(
            or_(here.c.identity_id == owner, here.c.away_id == owner),
            or_(there.c.identity_id == other, there.c.away_id == other),
            exists().where(moves.c.table_id == here.c.table_id, moves.c.seat == here.c.seat),
        )
        .limit(1)
    )
    return connection.execute(together).first() is not None


def may_see(connection: Connection, person: Person, viewer: str | None) -> bool:
    """Whether somebody may see a person's page."""
    if person.page == "everyone" or viewer == person.id:
        return True
    if viewer is None or person.page == "me":
        return False
    if are_friends(connection, person.id, viewer):
        return True
    return person.page == "met" and have_met(connection, person.id, viewer)


def met_lately(connection: Connection, me: str, most: int) -> list[str]:
    """Those with whom somebody has played, the latest first: each once."""
    here, there = seats.alias("here"), seats.alias("there")
    together = (
        select(there.c.identity_id)
        .join(here, there.c.table_id == here.c.table_id)
        .join(tables, tables.c.id == here.c.table_id)
        .where(
            here.c.identity_id == me,
            there.c.identity_id.is_not(None),
            there.c.identity_id != me,
            exists().where(moves.c.table_id == here.c.table_id, moves.c.seat == here.c.seat),
        )
        .order_by(tables.c.changed.desc())
        .limit(20 * most)
    )
    return list(dict.fromkeys(connection.execute(together).scalars()))[:most]


async def find_person(store: Transactions, identity: str, viewer: str | None) -> Person | None:
    """Somebody whose page a viewer may see; none where there is none, or they may not."""
    if not is_id(identity):
        return None

    def work(connection: Connection) -> Person | None:
        person = person_of(connection, identity)
        return person if person is not None and may_see(connection, person, viewer) else None

    return await store.read(work)


async def pages_for(store: Transactions, viewer: str | None) -> set[str]:
    """Whose pages everybody may see, and one's own."""
    shown = or_(identities.c.page == "everyone", identities.c.id == (viewer or ""))
    query = select(identities.c.id).where(shown)
    return set(await store.read(lambda connection: connection.execute(query).scalars().all()))


async def own_person(store: Transactions, identity: str) -> Person | None:
    """Somebody, for themselves."""
    return await store.read(lambda connection: person_of(connection, identity))


async def set_page(store: Transactions, identity: str, page: str, here: bool) -> None:
    """Say who may see somebody's page, and whether friends see when they are here; raises `Unprocessable`."""
    if page not in PAGES:
        raise Unprocessable(f"A page is for one of: {', '.join(PAGES)}")
    values = {"page": page, "here": here, "last_here": now() if here else None}
    change = update(identities).where(identities.c.id == identity).values(**values)
    await store.write(lambda connection, _: connection.execute(change))


async def lets_be_seen(store: Transactions, identity: str) -> bool:
    """Whether somebody lets their friends see when they are here."""
    query = select(identities.c.here).where(identities.c.id == identity)
    return bool(await store.look_up(lambda connection: connection.scalar(query)))


async def note_here(store: Transactions, identity: str) -> None:
    """Note that somebody is here, where they let it be seen."""
    change = update(identities).where(identities.c.id == identity, identities.c.here).values(last_here=now())
    await store.write(lambda connection, _: connection.execute(change))
