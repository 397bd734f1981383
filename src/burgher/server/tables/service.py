"""The service: every table of this server, and everything people can do at one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from weakref import WeakValueDictionary

from burgher.kernel import fair
from burgher.kernel.errors import BadOptions, BurgherError, IllegalAction
from burgher.kernel.game import Game
from burgher.kernel.visible import can_be_shown
from burgher.learn.positions import Setting
from burgher.server.problems import Conflict, Forbidden, Frozen, NotFound, Stale, Unprocessable
from burgher.server.storage.clocks import clock_after
from burgher.server.storage.identity import hash_of, is_id, new_id, new_secret
from burgher.server.storage.learned import note_done
from burgher.server.storage.model import (
    Chat,
    Identity,
    Origin,
    Seat,
    Standing,
    StoredTable,
    TableContents,
)
from burgher.server.storage.notices import was_removed
from burgher.server.storage.store import Store
from burgher.server.storage.times import now
from burgher.server.tables.adoption import current_game, is_frozen
from burgher.server.tables.any_table import AnyTable, hints_allowed, position
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.background import Background
from burgher.server.tables.frozen_table import FrozenTable
from burgher.server.tables.lessons import teacher_at
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.tables.names import name_at_table, person_name
from burgher.server.tables.opening import TableOpener
from burgher.server.tables.outcome_hash import outcome_hash
from burgher.server.tables.rematch import played_again
from burgher.server.tables.seating import Place, invited, seat_for
from burgher.server.tables.table_cache import TableCache
from burgher.server.tables.terms import UNTIMED, Terms, terms_of, with_terms
from burgher.table import Table

log = logging.getLogger(__name__)

LONGEST_CHAT = 500
TRIES = 5
"""How often a table is looked at anew that others change while it is opened."""


class TableService:
    """Every table of this server. What needs a seat takes the seats that the asker has, `mine`."""

    def __init__(self, store: Store, background: Background, memory: float) -> None:
        """A service that keeps tables in so many megabytes of memory."""
        self.store = store
        self.background = background
        self.in_memory = TableCache(memory)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._opener = TableOpener(store, background)
        self.wake: Callable[[str], None] = lambda table: None
        """Told of every table at which an opponent is to move."""

    # -- looking -----------------------------------------------------------------------------

    async def check(self, table: str) -> int:
        """The version of a table; raises `NotFound`."""
        return await self.store.version(_check(table))

    async def open(self, table: str) -> AnyTable:
        """A table as it can be looked at now; raises `NotFound`."""
        version = await self.check(table)
        shown: AnyTable | None = self.in_memory.get(table)
        if shown is None or shown.version < version:
            async with self._lock(table):
                shown = await self._caught_up(table, version)
        return shown

    async def loaded(self, table: str) -> LoadedTable:
        """A running game in memory; raises `NotFound`, `Frozen`, and `Conflict` when it is over."""
        return _playable(await self.open(table))

    async def _caught_up(self, table: str, version: int) -> AnyTable:
        loaded = self.in_memory.get(table)
        if loaded is not None and loaded.version < version:
            stored, stands, moves = await self.store.table(table, loaded.version)
            try:
                if stored.rules != loaded.stored.rules or is_frozen(stored):
                    raise Conflict(
                        "Another version of Burgher has decided about this table", kind="other-rules"
                    )
                loaded.catch_up(stored, stands, moves)
                if loaded.to_move() != stored.to_move:
                    raise Conflict("Another version of Burgher has played here", kind="other-rules")
            except Conflict:
                self.in_memory.drop(table)
                loaded = None
            except BaseException:
                self.in_memory.drop(table)
                raise
        if loaded is not None:
            return loaded
        for _ in range(TRIES):
            try:
                shown = await self._opener.open(await self.store.contents(table))
            except Stale:
                continue  # another process was quicker
            return self.in_memory.put(shown) if isinstance(shown, LoadedTable) else shown
        raise Conflict("This table is changing all the time: try again")

    async def finish(self) -> None:
        """Bring to its end what nobody waits for."""
        await self._opener.finish()

    def forget(self, table: str) -> None:
        """Let go of a table that is no more."""
        self.in_memory.drop(table)

    def _lock(self, table: str) -> asyncio.Lock:
        """One at a time for whatever changes a table in memory."""
        return self._locks.setdefault(table, asyncio.Lock())

    # -- sitting down ------------------------------------------------------------------------

    async def create(
        self,
        game: Game,
        places: Sequence[Place],
        me: Identity | None,
        name: str,
        listed: bool = False,
        start: LoadedTable | None = None,
        group: int | None = None,
        host_token: str | None = None,
        terms: Terms = UNTIMED,
    ) -> tuple[StoredTable, dict[int, str]]:
        """A new table, and the tokens of those seats that nobody's browser has; raises `BadOptions`.

        It goes on from a `start` when that is given, in the order of its seats. The `group` is that of the
        address from which it is opened. Its host is whoever makes it, or the program that has the
        `host_token`. By which `terms` it is played stands for good.
        """
        if len(places) != game.players:
            raise BadOptions(f"{game.players} players need {game.players} seats, not {len(places)}")
        tokens: dict[int, str] = {}
        seats: list[Seat] = []
        for number, place in enumerate(places):
            taken = {seat.name for seat in seats}
            seats.append(seat_for(number, place, me, name, taken, tokens))
        stored = new_table(
            game, seats, me, listed=listed, start=start, group=group, host_token=host_token, terms=terms
        )
        await self.store.add_table(stored)
        self.begun(stored)
        return stored, tokens

    def begun(self, stored: StoredTable) -> None:
        """Let an opponent begin at a table that has just been stored, where it is one's turn."""
        self._wake(stored)

    async def open_setting(
        self, setting: Setting, me: Identity, lesson: str, opponent: str, group: int | None = None
    ) -> StoredTable:
        """A table at the position of a lesson or an example, where somebody sits alone with opponents.

        Its dice come from the position, so that a lesson is the same for everybody.
        """
        game, places = setting.game, [Place("opponent", "Opponent", agent=opponent)] * setting.game.players
        places[setting.seat] = Place("me")
        seats: list[Seat] = []
        for number, place in enumerate(places):
            seats.append(seat_for(number, place, me, me.name, {seat.name for seat in seats}, {}))
        start = setting.table([seat.name for seat in seats])
        moment = now()
        stored = StoredTable(
            id=new_id(),
            game=game.name,
            players=game.players,
            options=dict(game.options),
            rules=game.fingerprint,
            seed=None,
            position=setting.position,
            listed=False,
            version=1,
            to_move=start.seat,
            scores=None,
            created=moment,
            changed=moment,
            seats=tuple(seats),
            host_id=me.id,
            host_group=group,
            watch_key=new_secret(),
            dealt=outcome_hash(game, start.state, start.entries),
            lesson=lesson,
        )
        await self.store.add_table(stored)
        self._wake(stored)
        return stored

    async def sit(
        self, table: str, me: Identity | None, name: str, seat: int | None, invitation: str | None
    ) -> tuple[int, str | None]:
        """Take a free seat, by its invitation or, at a listed table, any; return it and its token if any."""
        stored = (await self.open(table)).stored
        found = invited(stored, invitation) if invitation else None
        if found is None:
            if not stored.listed:
                raise Forbidden("A seat at this table is taken by its invitation link")
            free = [one for one in stored.seats if one.is_free and seat in (None, one.number)]
            if not free:
                raise Conflict("There is no free seat")
            if me is not None and await self.store.read(partial(was_removed, identity=me.id, table=table)):
                raise Forbidden(
                    "Whoever opened this table has freed your seat: only they can invite you again"
                )
            found = free[0]
        if me is not None and any(one.identity == me.id for one in stored.seats):
            raise Conflict("You have a seat at this table already")
        others = {one.name for one in stored.seats if one.number != found.number}
        if me is None and stored.rated:
            raise Forbidden("Rated games are played by people in their browsers")
        token = new_secret() if me is None else None
        taken = Seat(
            found.number,
            "person",
            name_at_table(person_name(name), others),
            identity=None if me is None else me.id,
            token_hash=hash_of(token),
        )
        await self.store.sit(table, taken)
        return found.number, token

    async def invited_to(self, table: str, invitation: str) -> tuple[StoredTable, Seat]:
        """The table and the seat that an invitation is for; raises `NotFound`."""
        stored = (await self.open(table)).stored
        seat = invited(stored, invitation)
        if seat is None:
            raise NotFound("This invitation has been used, or never was one")
        return stored, seat

    # -- playing -----------------------------------------------------------------------------

    async def play(
        self, table: str, mine: Sequence[int], version: int, action: int | str, seat: int | None = None
    ) -> int:
        """Play an action and return the new version, once it is committed.

        The version says which decision it is: whoever has had no answer sends the same again, and is answered
        as the first time. Raises `Stale` when the table has moved on otherwise, `Forbidden`, and what
        `Table.play` raises.
        """
        try:
            return await self._play(table, mine, version, action, seat)
        except Stale:
            if not await self._was_played(table, mine, version, action):
                raise
            return version + 1

    async def _play(
        self, table: str, mine: Sequence[int], version: int, action: int | str, seat: int | None
    ) -> int:
        async with self._lock(_check(table)):
            loaded = await self._current(table, version)
            seat = _acting(loaded, mine, seat)
            if refusal := loaded.table.refusal(action, seat):
                raise refusal
            number = loaded.game.number(action) if isinstance(action, str) else action
            move, outcome, then = loaded.after(number)
            then = replace(then, clock=clock_after(loaded.stored, then.to_move, now()))
            new = await self.store.play(loaded.stored, len(loaded.played), move, outcome, then)
            loaded.play([move])
            loaded.moved_on(new, then)
        if loaded.stored.lesson is not None:
            await self._note_lesson(loaded)
        if then.to_move is None:
            self._opener.keep(table)
        self._wake(loaded.stored)
        return new

    async def _was_played(self, table: str, mine: Sequence[int], version: int, action: int | str) -> bool:
        """Whether a version became the next by this very action of one of these seats."""
        move = await self.store.move_at(table, version + 1)
        if move is None or move.seat not in mine:
            return False
        stored = (await self.open(table)).stored
        try:
            game = current_game(stored.game, stored.players, stored.options)
            number = game.number(action) if isinstance(action, str) else action
            return game.words(number) == move.words
        except (BurgherError, LookupError):  # today's rules know no such action
            return False

    async def _note_lesson(self, loaded: LoadedTable) -> None:
        """Note that somebody has done a lesson, once they have."""
        teacher = teacher_at(loaded)
        learner = None if teacher is None else loaded.stored.seats[teacher.seat].identity
        if teacher is not None and learner is not None and teacher.progress.is_done:
            await note_done(self.store, learner, loaded.game.name, teacher.lesson.name)

    async def try_again(self, table: str, mine: Sequence[int]) -> str:
        """Another table at which the step of a lesson that is to be done has just begun."""
        shown = await self.open(table)
        teacher = teacher_at(shown)
        if teacher is None or isinstance(shown, FrozenTable):
            raise Conflict("There is no lesson at this table, or it has changed: begin it anew")
        if teacher.seat not in mine:
            raise Forbidden("This lesson is somebody else's")
        played, began = shown.played, teacher.began
        moves = [one.move for one in played[:began]]
        mover = played[began].move.seat if len(played) > began else shown.stored.to_move
        moment = now()
        stored = replace(
            shown.stored,
            id=new_id(),
            version=len(moves) + 1,
            to_move=mover,
            scores=None,
            created=moment,
            changed=moment,
            watch_key=new_secret(),
        )
        await self.store.add_tables([TableContents(stored, moves, [None] * len(moves), None)])
        self._wake(stored)
        return stored.id

    async def take_back(
        self, table: str, mine: Sequence[int], version: int, *, all_of_it: bool = False
    ) -> int:
        """Take back the last action, or the whole turn as far as that is fair; return the new version."""
        async with self._lock(_check(table)):
            loaded = await self._current(table, version)
            last = loaded.played[-1].move.seat if loaded.played else None
            asker = last if last in mine else _acting(loaded, mine, None)
            if not loaded.table.can_take_back(asker):
                loaded.table.take_back(asker)  # it says why not
            if loaded.stored.counts:
                kind = "rated game" if loaded.stored.rated else "tournament"
                raise Forbidden(f"In a {kind} nothing is taken back")
            stands = loaded.table.restart_at() if all_of_it else len(loaded.played) - 1
            mover = loaded.played[stands].move.seat
            then = Standing(mover, None, clock_after(loaded.stored, mover, now(), taken_back=True))
            new = await self.store.take_back(loaded.stored, stands, then)
            loaded.take_back(stands)
            loaded.moved_on(new, then)
        return new

    async def _current(self, table: str, version: int) -> LoadedTable:
        """A table that is still at a version; raises `Stale`. The table's lock must be held.

        That nobody has moved on in another process is seen to when the change is committed.
        """
        shown = await self._caught_up(table, version)
        if isinstance(shown, FrozenTable):
            raise Frozen(shown.reason)
        if version != shown.version:
            raise Stale(shown.version)
        if isinstance(shown, ArchivedGame):
            raise IllegalAction("game-over", "The game is over")
        return shown

    # -- hints -------------------------------------------------------------------------------

    async def agree(self, table: str, mine: Sequence[int], agreed: bool) -> None:
        """Agree to hints at a table of several people, or no longer; it holds when all of them do."""
        shown = await self.open(table)
        if not mine:
            raise Forbidden("Only those who sit at the table agree on it")
        if shown.is_over:
            raise Conflict("The game is over")
        await self.store.agree(table, mine, agreed)

    async def asker(self, table: str, mine: Sequence[int], version: int) -> LoadedTable:
        """A table at which somebody may have a hint now; raises `Forbidden`, `Conflict` and `Stale`."""
        shown = await self.open(table)
        if not mine:
            raise Forbidden("You have no seat at this table")
        if shown.is_over:
            raise Conflict("The game is over: study it instead")
        loaded = _playable(shown)
        if loaded.to_move() not in mine:
            raise Forbidden("Only whoever is to move may have a hint")
        if not hints_allowed(loaded.stored):
            raise Forbidden("There are hints at this table when everybody who plays agrees to them")
        if version != loaded.version:
            raise Stale(loaded.version)
        return loaded

    # -- talking -----------------------------------------------------------------------------

    async def say(self, table: str, mine: Sequence[int], text: str) -> Chat:
        """Say something at a table where one has a seat."""
        stored = (await self.open(table)).stored
        if not mine:
            raise Forbidden("Only those who sit at the table talk at it")
        text = " ".join(text.split())
        if not text:
            raise Unprocessable("There is nothing in it that could be shown")
        if not can_be_shown(text):
            raise Unprocessable("It has a character that cannot be shown: type it without")
        if len(text) > LONGEST_CHAT:
            raise Unprocessable(f"That is too long: {LONGEST_CHAT} characters at most")
        chat = Chat(stored.names[mine[0]], text, now(), stored.seats[mine[0]].identity)
        await self.store.add_chat(table, chat)
        return chat

    # -- afterwards --------------------------------------------------------------------------

    async def finished(self, table: str) -> ArchivedGame:
        """A finished game; raises `Conflict` while it runs, and `Frozen`."""
        shown = await self.open(table)
        if isinstance(shown, FrozenTable):
            raise Frozen(shown.reason)
        if not shown.is_over:
            raise Conflict("The game is still running: it is laid open when it is over", kind="running")
        if isinstance(shown, LoadedTable):  # it has only just ended
            async with self._lock(table):
                return await self._opener.archived(await self.store.contents(table))
        return shown

    async def finished_at(self, table: str, at: int | None) -> LoadedTable:
        """A finished game after some of its moves, to go on from; raises `Conflict` and `Unprocessable`."""
        game = await self.finished(table)
        number = position(game, at)
        if not game.is_of_today:
            raise Conflict(
                "This game was played by earlier rules: it can be looked at, but not played on from",
                kind="other-rules",
            )
        moves = [played.move for played in game.played[:number]]
        return await self.background.run_in_thread(lambda: LoadedTable(game.stored, moves))

    async def rematch(
        self,
        table: str,
        mine: Sequence[int],
        me: Identity | None,
        group: int | None = None,
        host_token: str | None = None,
    ) -> tuple[str, bool]:
        """The table at which those who sat at a finished game play it again, and whether it is new.

        There is one for each game, whoever asks first: the same options, people and opponents, each of
        them a seat further on. Raises `Forbidden`, `Conflict`, `BadOptions`.
        """
        shown = await self.open(table)
        if not mine:
            raise Forbidden("Only those who sat at this table can play again with the same seats")
        if isinstance(shown, FrozenTable):
            raise Frozen(shown.reason)
        if not shown.is_over:
            raise Conflict("The game is still running: play again when it is over", kind="running")
        if shown.stored.rematch is not None:
            return shown.stored.rematch, False
        game, people = played_again(shown.stored)
        new = new_table(
            game,
            people,
            me,
            listed=shown.stored.listed,
            group=group,
            host_token=host_token,
            terms=terms_of(shown.stored),
        )
        new = replace(new, chat=shown.stored.chat)
        found = await self.store.add_rematch(new, table)
        if found == new.id:
            self._wake(new)
        return found, found == new.id

    async def ended(self, table: str) -> None:
        """Note that a game has come to an end otherwise than by its rules."""
        self.forget(table)
        self._opener.keep(table)

    def _wake(self, stored: StoredTable) -> None:
        if stored.waits_for(stored.to_move) == "opponent":
            self.wake(stored.id)


def new_table(
    game: Game,
    seats: Sequence[Seat],
    me: Identity | None,
    *,
    listed: bool = False,
    start: LoadedTable | None = None,
    group: int | None = None,
    host_token: str | None = None,
    terms: Terms = UNTIMED,
) -> StoredTable:
    """A table before its first move, dealt from a secret of its own; it is stored by whoever asked for it.

    Raises `BadOptions` where it cannot be played by such terms.
    """
    names = [seat.name for seat in seats]
    secret = fair.new_secret()
    if start is None:
        table = Table(game, names=names, secret=secret)
    else:
        # Fresh chance: whoever knows the old game would else know every die to come.
        state = start.table.state.imagine(start.table.seat, fair.Draws(secret))
        table = Table.restored(game, game.position(state), names, secret)
    moment = now()
    stored = StoredTable(
        id=new_id(),
        game=game.name,
        players=game.players,
        options=dict(game.options),
        rules=game.fingerprint,
        seed=None,
        secret=secret,
        position=None if start is None else game.position(table.state),
        listed=listed,
        version=1,
        to_move=None if table.is_over else table.seat,
        scores=table.scores() if table.is_over else None,
        created=moment,
        changed=moment,
        seats=tuple(seats),
        host_group=group,
        origin=None if start is None else Origin(start.id, len(start.played), start.table.heading),
        host_id=None if me is None else me.id,
        host_hash=hash_of(host_token),
        watch_key=new_secret(),
        dealt=outcome_hash(
            game, table.state, () if table.state.journal is None else table.state.journal.entries
        ),
    )
    return with_terms(stored, terms, moment)


def _playable(shown: AnyTable) -> LoadedTable:
    match shown:
        case FrozenTable():
            raise Frozen(shown.reason)
        case ArchivedGame():
            raise Conflict("The game is over", kind="game-over")
    return shown


def _acting(loaded: LoadedTable, mine: Sequence[int], wanted: int | None) -> int:
    """The seat for which somebody with some seats acts; raises `Forbidden`."""
    if not mine:
        raise Forbidden("You have no seat at this table")
    if wanted is not None:
        if wanted not in mine:
            raise Forbidden("This seat is not yours")
        return wanted
    to_move = loaded.to_move()
    return to_move if to_move is not None and to_move in mine else mine[0]


def _check(table: str) -> str:
    if not is_id(table):
        raise NotFound("There is no such table")
    return table
