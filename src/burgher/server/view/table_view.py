"""The view model: what one viewer sees of one table, for pages and programs alike."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from burgher import games
from burgher.server.storage.clocks import left_of
from burgher.server.storage.model import StoredTable
from burgher.server.storage.pace import Pace, in_words
from burgher.server.storage.times import now
from burgher.server.tables.any_table import AnyTable, hints_allowed
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.chat_access import Readers, readers
from burgher.server.tables.endings import seat_notes
from burgher.server.tables.frozen_table import FrozenTable
from burgher.server.tables.loaded_table import LoadedTable, LogLine, start_of_turn
from burgher.table import PlayedMove, Table


class GameSeen(msgspec.Struct, frozen=True):
    """Which game is played and how."""

    name: str
    title: str
    players: int
    options: dict[str, Any]
    notes: tuple[str, ...]


class Choice(msgspec.Struct, frozen=True):
    """An action that may be played now: its number, its words, its parts, and what it would do."""

    number: int
    words: str
    parts: tuple[str, ...]
    sentence: str
    final: bool
    """Whether it ends the turn, or brings something to light and so cannot be taken back."""


class OriginSeen(msgspec.Struct, frozen=True):
    """The position of an earlier game from which this one goes on."""

    table: str
    url: str
    number: int
    heading: str


class MoveSeen(msgspec.Struct, frozen=True):
    """What somebody played; the parts are those of their own side of the table."""

    seat: int
    words: str
    parts: tuple[str, ...]


class Curtain(msgspec.Struct, frozen=True):
    """Whose turn it is to look at the screen that several people share."""

    seat: int
    name: str


class HintsSeen(msgspec.Struct, frozen=True):
    """Whether there are hints at a table: for one person alone, or when all people have agreed."""

    allowed: bool
    people: int
    agreed: tuple[int, ...]
    """The seats of several people that have agreed."""


class Fairness(msgspec.Struct, frozen=True):
    """Where the draws come from; nothing at tables from before draws came from a secret."""

    commitment: str | None
    """The hash of the secret, shown from the first moment."""
    secret: str | None
    """The secret, once the game is over."""
    sentence: str
    """What that means; at the end, whether the secret fits the hash and every draw follows from it."""


class SeatingSeen(msgspec.Struct, frozen=True):
    """Who has left, who offers to stop, and how the game ended where that was not by its rules."""

    out: tuple[str | None, ...]
    """For each seat, whether its player has `resigned`, or their `time` was up."""
    away: tuple[str | None, ...]
    """For each seat, who has left it for a time and may have it back."""
    people: tuple[int, ...]
    abandon: tuple[int, ...]
    """The seats that offer to abandon the game."""
    ended: str | None
    """`resigned` or `abandoned`; null for a game that is running or was played to its end."""
    rated: bool
    tournament: str | None
    """The tournament to which the game belongs."""
    notes: tuple[str, ...]
    """The same, in sentences."""


class ClockSeen(msgspec.Struct, frozen=True):
    """How much time there is: times are milliseconds, moments milliseconds since 1970."""

    pace: Pace
    words: str
    left: tuple[int | None, ...]
    """What each player has left, as of now; null where time is counted move by move."""
    running: int | None
    """Whose time runs."""
    due: int | None
    """When it will be up."""
    now: int
    """When this was said."""
    paused: bool
    pause: tuple[int, ...]
    """The seats that agree to a pause."""


class TableView(msgspec.Struct, frozen=True):
    """What one viewer sees of one table."""

    table: str
    url: str
    version: int
    number: int
    """How many moves have been played."""
    origin: OriginSeen | None
    game: GameSeen
    names: tuple[str, ...]
    kinds: tuple[str, ...]
    free: tuple[int, ...]
    """The seats that nobody has taken yet."""
    seat: int | None
    """Whose eyes these are; null for a spectator's."""
    mine: tuple[int, ...]
    """All seats that the viewer has."""
    curtain: Curtain | None
    to_move: int | None
    is_over: bool
    heading: str
    headline: str
    question: str
    scores: list[int | None]
    """Everybody's points; null for those that the viewer may not know."""
    ranks: list[int] | None
    view: dict[str, Any]
    actions: list[Choice]
    hints: HintsSeen
    chat: Readers
    """Who may read what is said: everyone, those invited to watch and those seated, or only those seated."""
    fairness: Fairness
    can_take_back: bool
    can_restart: bool
    last: list[LogLine]
    """What happened since the viewer's last move."""
    moves: list[MoveSeen]
    """What the others have played since the viewer's last turn."""
    log: list[LogLine]
    breakdown: list[dict[str, int]]
    frozen: bool = False
    """Whether today's rules cannot go on with the game, so that nobody can move."""
    notice: str | None = None
    """What everybody should know of a game that is frozen or was played by earlier rules."""
    seating: SeatingSeen | None = None
    clock: ClockSeen | None = None
    """Null at tables where there is time without end."""
    since_turn: list[LogLine] = []
    """All that has happened since the viewer's last turn, and before this one."""
    rematch: str | None = None
    """Where those who sat here play a finished game again, if they do; null for everybody else."""


def table_view(
    shown: AnyTable, mine: Sequence[int] = (), wanted: int | None = None, *, with_actions: bool = True
) -> TableView:
    """What somebody who has some seats sees, through the eyes of the one they want if they may.

    To find out what each action would do takes longer than all the rest: leave it out where nobody decides.
    """
    match shown:
        case ArchivedGame():
            seen = archived_view(shown, len(shown.archive.moves), mine, wanted)
        case FrozenTable():
            seen = _frozen_view(shown, mine)
        case _:
            seen = _loaded_view(shown, mine, wanted, with_actions)
    return msgspec.structs.replace(seen, clock=_clock(shown.stored, now()))


def _seating(stored: StoredTable) -> SeatingSeen:
    return SeatingSeen(
        out=tuple(seat.out for seat in stored.seats),
        away=tuple(None if seat.away is None or seat.out else seat.away.name for seat in stored.seats),
        people=tuple(seat.number for seat in stored.people),
        abandon=tuple(seat.number for seat in stored.seats if seat.abandon),
        ended=stored.ended,
        rated=stored.rated,
        tournament=stored.tournament,
        notes=tuple(seat_notes(stored)),
    )


def _clock(stored: StoredTable, moment: int) -> ClockSeen | None:
    if stored.pace is None:
        return None
    return ClockSeen(
        pace=stored.pace,
        words=in_words(stored.pace),
        left=tuple(left_of(stored, seat, moment) for seat in range(stored.players)),
        running=None if stored.since is None else stored.to_move,
        due=stored.due,
        now=moment,
        paused=stored.to_move is not None and stored.is_paused,
        pause=tuple(seat.number for seat in stored.seats if seat.pause),
    )


def _loaded_view(
    loaded: LoadedTable, mine: Sequence[int], wanted: int | None, with_actions: bool
) -> TableView:
    seat, curtain = viewing_seat(loaded, mine, wanted)
    table, stored = loaded.table, loaded.stored
    deciding = seat is not None and seat == loaded.to_move()
    can_take_back = seat is not None and not stored.counts and table.can_take_back(seat)
    since, moves = _since(loaded.played, seat, loaded.to_move(), len(loaded.entries), table.state.reveals)
    between = _between(loaded.played, seat, loaded.to_move(), len(loaded.entries))
    return TableView(
        table=loaded.id,
        url=f"/t/{loaded.id}",
        version=loaded.version,
        number=len(loaded.played),
        origin=_origin(stored),
        game=GameSeen(
            loaded.game.name,
            loaded.game.title,
            loaded.game.players,
            dict(loaded.game.options),
            loaded.game.notes,
        ),
        names=table.names,
        kinds=tuple(seat.kind for seat in stored.seats),
        free=tuple(seat.number for seat in stored.seats if seat.is_free),
        seat=seat,
        mine=tuple(mine),
        curtain=curtain,
        to_move=loaded.to_move(),
        is_over=table.is_over,
        heading=table.heading,
        headline=table.headline,
        question=table.question() if deciding else _waiting(stored, loaded.to_move()),
        scores=table.scores_seen(seat),
        ranks=table.ranks() if table.is_over else None,
        view=table.view(seat),
        actions=choices(loaded) if deciding and with_actions else [],
        hints=_hints(stored),
        chat=readers(stored),
        fairness=_fairness(table),
        can_take_back=can_take_back,
        can_restart=can_take_back and len(loaded.played) - loaded.table.restart_at() > 1,
        last=lines(loaded, seat, since),
        moves=moves,
        since_turn=lines(loaded, seat, *between) if between else [],
        log=lines(loaded, seat),
        breakdown=table.breakdown_seen(seat),
        seating=_seating(stored),
        rematch=_rematch(stored, mine),
    )


def with_root(seen: TableView, root: str) -> TableView:
    """A view for programs: with addresses that begin with the root under which the site has us."""
    origin = seen.origin and msgspec.structs.replace(seen.origin, url=root + seen.origin.url)
    rematch = seen.rematch and root + seen.rematch
    return msgspec.structs.replace(seen, url=root + seen.url, origin=origin, rematch=rematch)


def archived_view(
    game: ArchivedGame, number: int, mine: Sequence[int] = (), wanted: int | None = None
) -> TableView:
    """What was seen of a finished game after some moves; of an earlier position, what everybody saw."""
    stored, archive = game.stored, game.archive
    is_over = number == len(archive.moves)
    seat, curtain = _viewing_seat(mine, wanted, None, stored.names, game.view) if is_over else (None, None)
    to_move, lines_then = game.to_move_at(number), game.lines_at(number)
    played = game.played[:number]
    since, moves = _since(played, seat, to_move, lines_then, game.reveals_at(number))
    between = _between(played, seat, to_move, lines_then)

    def told(first: int, last: int) -> list[LogLine]:
        return ([] if first else beginning(stored, archive.first_seat)) + game.told(first, last, seat)

    return TableView(
        table=game.id,
        url=f"/t/{game.id}",
        version=game.version,
        number=number,
        origin=_origin(stored),
        game=GameSeen(stored.game, archive.title, stored.players, dict(stored.options), archive.notes),
        names=stored.names,
        kinds=tuple(one.kind for one in stored.seats),
        free=tuple(one.number for one in stored.seats if one.is_free),
        seat=seat,
        mine=tuple(mine),
        curtain=curtain,
        to_move=to_move,
        is_over=is_over,
        heading=game.heading_at(number),
        headline=game.headline_at(number),
        question=_waiting(stored, to_move),
        scores=[*game.scores_at(number)],
        ranks=archive.ranks if is_over else None,
        view=game.view(seat) if is_over else game.view_at(number),
        actions=[],
        hints=_hints(stored),
        chat=readers(stored),
        fairness=Fairness(
            game.record.commitment, stored.secret if is_over else None, game.fairness_at(number)
        ),
        can_take_back=False,
        can_restart=False,
        last=told(since, lines_then),
        moves=moves,
        since_turn=told(*between) if between else [],
        log=told(0, lines_then),
        breakdown=game.breakdown_at(number),
        notice=game.notice,
        seating=_seating(stored),
        rematch=_rematch(stored, mine),
    )


def _frozen_view(table: FrozenTable, mine: Sequence[int]) -> TableView:
    """What is left to be seen of a game that cannot go on: who sits there, and its moves in words."""
    stored = table.stored
    seat = mine[0] if len(mine) == 1 else None  # who shares a screen shares no secrets
    title = games.rules(stored.game).title if stored.game in games.names() else stored.game
    record = table.record_for(seat)
    log = [
        LogLine(f"{stored.names[move.seat]}, {move.heading}: {move.words}", move.seat, 0, None)
        for move in record.moves
    ]
    return TableView(
        table=table.id,
        url=f"/t/{table.id}",
        version=table.version,
        number=len(table.moves),
        origin=_origin(stored),
        game=GameSeen(stored.game, title, stored.players, dict(stored.options), ()),
        names=stored.names,
        kinds=tuple(one.kind for one in stored.seats),
        free=tuple(one.number for one in stored.seats if one.is_free),
        seat=seat,
        mine=tuple(mine),
        curtain=None,
        to_move=stored.to_move,
        is_over=False,
        heading=table.moves[-1].heading if table.moves else "",
        headline=f"{title}: the game rests",
        question="The game rests: nobody can play on by today's rules",
        scores=[],
        ranks=None,
        view={},
        actions=[],
        hints=HintsSeen(False, _hints(stored).people, _hints(stored).agreed),
        chat=readers(stored),
        fairness=Fairness(record.commitment, None, record.fairness),
        can_take_back=False,
        can_restart=False,
        last=[],
        moves=[],
        since_turn=[],
        log=log,
        breakdown=[{} for _ in stored.seats],
        frozen=True,
        notice=table.reason,
        seating=_seating(stored),
    )


def choices(loaded: LoadedTable) -> list[Choice]:
    """What the seat to move may play."""
    state = loaded.table.state
    # Tried out on what the seat can know, so that nothing can be learnt from how it ends.
    known = state.imagine(state.seat, secrets.randbits(62))
    then = known.clone()
    found = []
    for action in loaded.table.actions():
        then.copy_from(known)
        then.apply(action.number)
        goes_on = not then.is_over and then.seat == known.seat
        final = not goes_on or (then.chance, then.reveals) != (known.chance, known.reveals)
        sentence = loaded.game.sentence(state, action.number)
        found.append(Choice(action.number, action.words, action.parts, sentence, final))
    return found


def lines(loaded: LoadedTable, seat: int | None, since: int = 0, until: int | None = None) -> list[LogLine]:
    """The journal from some entry on, as far as a seat may know it; where it begins, from what."""
    first = [] if since else beginning(loaded.stored, loaded.table.first_seat)
    told = zip(loaded.log_lines()[since:until], loaded.entries[since:until], strict=True)
    return first + [
        line if loaded.table.shows_points(entry, seat) else loaded.line(entry.without_points())
        for line, entry in told
        if entry.is_for(seat)
    ]


def told_of(loaded: LoadedTable, seat: int | None, line: int) -> tuple[int | None, tuple[str, ...]]:
    """Whose move a line of the log tells of, and what was touched for it, as far as a seat may know."""
    shown = [number for number, entry in enumerate(loaded.entries) if entry.is_for(seat)]
    place = line - len(beginning(loaded.stored, loaded.table.first_seat))
    if place not in range(len(shown)):
        return None, ()
    entry = shown[place]
    moves = [one for one in loaded.played if one.entries <= entry]
    if not moves or moves[-1].hidden_until == loaded.table.state.reveals:
        return loaded.entries[entry].seat, ()
    return moves[-1].move.seat, moves[-1].parts


def beginning(stored: StoredTable, first_seat: int) -> list[LogLine]:
    """From what a game goes on, if it does."""
    origin = stored.origin
    if origin is None:
        return []
    moves = "move" if origin.number == 1 else "moves"
    text = f"This game goes on from an earlier one, after {origin.number} {moves} ({origin.heading})."
    return [LogLine(text, first_seat, 0, None)]


def _fairness(table: Table) -> Fairness:
    secret = table.record.secret if table.is_over else None
    return Fairness(table.commitment, secret, table.fairness())


def _hints(stored: StoredTable) -> HintsSeen:
    people = [seat for seat in stored.seats if seat.kind == "person"]
    agreed = tuple(seat.number for seat in people if seat.hints)
    return HintsSeen(hints_allowed(stored), len(people), agreed)


def _origin(stored: StoredTable) -> OriginSeen | None:
    origin = stored.origin
    if origin is None:
        return None
    return OriginSeen(origin.table, f"/t/{origin.table}", origin.number, origin.heading)


def _rematch(stored: StoredTable, mine: Sequence[int]) -> str | None:
    """The address of the rematch: it is for those who sat here, not for whoever has the link of this game."""
    return f"/t/{stored.rematch}" if mine and stored.rematch is not None else None


def viewing_seat(
    loaded: LoadedTable, mine: Sequence[int], wanted: int | None
) -> tuple[int | None, Curtain | None]:
    """Through whose eyes to look, and for whom to lower the curtain."""
    return _viewing_seat(mine, wanted, loaded.to_move(), loaded.table.names, loaded.table.view)


def _viewing_seat(
    mine: Sequence[int],
    wanted: int | None,
    to_move: int | None,
    names: Sequence[str],
    view: Callable[[int | None], dict[str, Any]],
) -> tuple[int | None, Curtain | None]:
    if not mine:
        return None, None
    due = to_move if to_move in mine else None
    if len(mine) > 1 and any(view(seat) != view(None) for seat in mine):
        if wanted in mine and due in (None, wanted):
            return wanted, None
        handed = mine[0] if due is None else due
        return None, Curtain(handed, names[handed])
    if wanted in mine and due in (None, wanted):
        return wanted, None
    return (mine[0] if due is None else due), None


def _waiting(stored: StoredTable, to_move: int | None) -> str:
    """What the others are told while somebody decides."""
    if to_move is None:
        return "The game is over"
    if stored.seats[to_move].is_free:
        return f"Waiting for somebody to take the seat of {stored.names[to_move]}"
    return f"Waiting for {stored.names[to_move]}"


def _since(
    played: Sequence[PlayedMove], seat: int | None, to_move: int | None, entries: int, reveals: int
) -> tuple[int, list[MoveSeen]]:
    """Where in the journal a seat's last run of moves ended, and what the others played before this turn.

    While a seat decides, what the others did before stays what is new to it. A spectator is shown the last
    run of moves, whoever made it.
    """
    first = last = len(played)
    if seat is None:
        first = start_of_turn(played)
    else:
        while first and played[first - 1].move.seat != seat:
            first -= 1
    since = played[first].entries if first < len(played) else entries
    if seat is not None and seat == to_move:
        first, last = _others_run(played, seat, to_move)
    moves = [
        MoveSeen(one.move.seat, one.move.words, one.parts)
        for one in played[first:last]
        if one.hidden_until != reveals
    ]
    return since, moves


def _others_run(played: Sequence[PlayedMove], seat: int, to_move: int | None) -> tuple[int, int]:
    """From which of the moves to which the others played between a seat's last turn and this one, or now."""
    last = len(played)
    while seat == to_move and last and played[last - 1].move.seat == seat:
        last -= 1
    first = last
    while first and played[first - 1].move.seat != seat:
        first -= 1
    return first, last


def _between(
    played: Sequence[PlayedMove], seat: int | None, to_move: int | None, entries: int
) -> tuple[int, int] | None:
    """The part of the journal that tells what happened between a seat's last turn and this one, or now."""
    if seat is None:
        return None
    first, last = _others_run(played, seat, to_move)
    if first == last:
        return None
    return played[first].entries, played[last].entries if last < len(played) else entries
