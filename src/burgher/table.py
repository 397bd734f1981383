"""One game being played, for people: checked, recorded, explained, and taken back where that is fair."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import pairwise
from typing import Any, SupportsIndex

from burgher.kernel.chance import seed_number
from burgher.kernel.errors import BadOptions, BadPosition, BurgherError, IllegalAction, UnreadableAction
from burgher.kernel.fair import Draws, commitment, new_secret
from burgher.kernel.game import Action, Game
from burgher.kernel.journal import Entry, Journal
from burgher.kernel.picture import Picture
from burgher.kernel.state import State
from burgher.record import SECRET, Move, Record, checked_names, game_of, read_json

POSITION_FORMAT = 3
"""Of positions as they are written. Formats 1, without a secret, and 2, with one, are read as well."""
LARGEST_SEED = 10**40 - 1
LONGEST_WORDS = 200
"""Looking for what somebody may have meant takes long for long texts."""


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move that was played, with what is needed to tell of it, and to whom."""

    move: Move
    parts: tuple[str, ...]
    """What a person touches for it."""
    entries: int
    """How long the journal was before it."""
    hidden_until: int | None
    """While the state's `reveals` equals this, the others may not know of it."""
    revealed: bool
    """Whether it brought something to light, so that it stands for good."""
    reveals: int
    """How often secrets had been laid open after it."""


class Table:
    """One game being played: the safe front of a `State`.

    Whatever is refused or goes wrong leaves the game as it was. Seats count from 0; wherever a `seat` may
    be given, it says who is asking, and without it the caller is trusted to speak for everyone.

    >>> import burgher
    >>> table = Table(burgher.load("burgundy", players=2), seed=7, names=["Anna", "Benno"])
    >>> table.names
    ('Anna', 'Benno')
    >>> table.scores()
    [0, 0]
    """

    game: Game
    names: tuple[str, ...]
    state: State
    """The game itself. It is trusted: it knows every secret, and only `play` may change it. Taking back
    puts another state in its place."""

    def __init__(
        self,
        game: Game,
        seed: SupportsIndex | None = None,
        names: Sequence[str] | None = None,
        secret: str | None = None,
    ) -> None:
        """Deal a new game, in which nobody can foretell a draw.

        Every draw comes from a secret, a new one unless it is given. A seed deals the same game each time
        instead, from the generator that machines play with: do not use it where people play for real.
        """
        if seed is not None and secret is not None:
            raise BadOptions("a game is dealt from a seed or from a secret, not from both")
        number = None if seed is None else seed_number(seed)
        if number is not None and abs(number) > LARGEST_SEED:
            raise BadOptions("a seed is a whole number of at most 40 digits")
        source = Draws(secret or new_secret()) if number is None else number
        self._begin(game, game.deal(source, Journal()), names, number)

    def _begin(
        self,
        game: Game,
        state: State,
        names: Sequence[str] | None,
        seed: int | None = None,
        position: Mapping[str, Any] | None = None,
    ) -> None:
        if names is None:
            names = [f"Seat {n + 1}" for n in range(game.players)]
        self.game = game
        self.names = checked_names(names, game.players)
        self.state = state
        self._seed = seed
        self._position = position
        if state.journal is None:
            state.journal = Journal()
        self._journal = state.journal
        self.first_draw = 1 if state.draws is None else state.chance - len(self._journal.draws)
        """The number of the table's first draw: above 1 where a position was dealt from the same secret."""
        self._first_scores = state.scores()
        for entry in self._journal.entries:
            self._first_scores[entry.seat] -= entry.points
        self.first_seat = state.seat
        """Who was to decide first."""
        self._played: list[PlayedMove] = []
        self._actions: list[int] = []
        # Taking back plays again from the last reveal: one copy of a state is all a table keeps.
        self._base = state.clone()
        self._base_at = 0

    # -- what draws come from ----------------------------------------------------------------

    @property
    def commitment(self) -> str | None:
        """What anybody may know of the secret that draws come from; None where they come from a seed."""
        draws = self.state.draws
        return None if draws is None else commitment(draws.secret)

    def fairness(self) -> str:
        """Where the draws come from, in a sentence for everybody; of a finished game, checked."""
        if not self.is_over:
            return self._record([]).fairness
        self.record.check_draws()
        return self.record.fairness

    @property
    def draws(self) -> tuple[tuple[int, int], ...]:
        """Every draw from the secret so far: from how many, and which, counted from 0; a secret like it."""
        return tuple(self._journal.draws)

    # -- what was played --------------------------------------------------------------------

    @property
    def played(self) -> Sequence[PlayedMove]:
        """The moves so far; secret ones too."""
        return self._played

    @property
    def entries(self) -> Sequence[Entry]:
        """The journal so far; what only one seat may know too."""
        return self._journal.entries

    def curve(self) -> list[list[int]]:
        """Everyone's points after each number of moves so far."""
        scores, done, curve = self._first_scores[:], 0, []
        for end in [*(played.entries for played in self._played), len(self._journal.entries)]:
            for entry in self._journal.entries[done:end]:
                scores[entry.seat] += entry.points
            done = end
            curve.append(scores[:])
        return curve

    # -- what is asked -----------------------------------------------------------------------

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.state.is_over

    @property
    def seat(self) -> int:
        """Whose decision it is, from 0."""
        return self.state.seat

    @property
    def heading(self) -> str:
        """Where in the game we are, in a few characters; `over` at the end."""
        return "over" if self.is_over else self.game.heading(self.state)

    @property
    def headline(self) -> str:
        """How things stand, in a line that everyone may read."""
        if not self.is_over:
            return f"{self.game.title}, {self.heading}: {self.names[self.seat]} to decide"
        return result_headline(self.game.title, self.names, self.scores(), self.ranks())

    def question(self) -> str:
        """What is asked of the seat to move, as a sentence."""
        return "The game is over" if self.is_over else self.game.question(self.state)

    def actions(self) -> list[Action]:
        """The actions that may be played now."""
        return [self.game.actions[n] for n in self.state.legal_actions()]

    def scores(self) -> list[int]:
        """Each seat's points as they stand."""
        return self.state.scores()

    def scores_seen(self, viewer: int | None) -> list[int | None]:
        """Each seat's points as far as a seat (or, for None, a spectator) may know them."""
        points = enumerate(self.scores())
        return [one if self._sees_points(viewer, seat) else None for seat, one in points]

    def ranks(self) -> list[int]:
        """Each seat's place, 1 for the winner."""
        return self.state.ranks()

    def view(self, seat: int | None) -> dict[str, Any]:
        """What a seat (or, for None, a spectator) may see, as JSON-able data."""
        self._check_seat(seat)
        return self.game.view(self.state, seat)

    def picture(self, seat: int | None = None) -> Picture:
        """The table as a seat (or, for None, a spectator) may see it, for notebooks to show."""
        self._check_seat(seat)
        return Picture(self.game.draw(self.state, seat, self.names), self.headline)

    def _repr_html_(self) -> str:
        # As people at one screen see it: through the eyes of whoever is to decide.
        return self.picture(None if self.is_over else self.seat)._repr_html_()

    def breakdown(self) -> list[dict[str, int]]:
        """For each seat, where its points come from; they add up to its score."""
        before = "at the start" if self._position is None else "before this position"
        sums = [{before: points} if points else {} for points in self._first_scores]
        for entry in self._journal.entries:
            if entry.points:
                source, mine = self.game.source(entry), sums[entry.seat]
                mine[source] = mine.get(source, 0) + entry.points
        return sums

    def breakdown_seen(self, viewer: int | None) -> list[dict[str, int]]:
        """The same as far as a seat (or, for None, a spectator) may know it; nothing of hidden points."""
        return [mine if self._sees_points(viewer, seat) else {} for seat, mine in enumerate(self.breakdown())]

    def scored(self) -> Iterator[tuple[str, Entry]]:
        """Every journal entry with points, and the heading of the move that brought it; empty before all."""
        ends = [*(played.entries for played in self._played), len(self._journal.entries)]
        headings = ["", *(played.move.heading for played in self._played)]
        for heading, (start, end) in zip(headings, pairwise([0, *ends]), strict=True):
            for entry in self._journal.entries[start:end]:
                if entry.points:
                    yield heading, entry

    def tell(self, entries: Iterable[Entry], seat: int | None) -> list[str]:
        """Those of some journal entries that a seat (or, for None, a spectator) may know, as sentences."""
        self._check_seat(seat)
        return [
            self.game.tell(entry if self.shows_points(entry, seat) else entry.without_points(), self.names)
            for entry in entries
            if entry.is_for(seat)
        ]

    def shows_points(self, entry: Entry, viewer: int | None) -> bool:
        """Whether a seat (or, for None, a spectator) may know how many points an entry brought."""
        return not entry.points or self._sees_points(viewer, entry.seat)

    def log(self, seat: int | None) -> list[str]:
        """What happened so far, as far as a seat (or, for None, a spectator) may know."""
        return self.tell(self._journal.entries, seat)

    # -- playing -----------------------------------------------------------------------------

    def play(self, action: int | str, seat: int | None = None) -> list[Entry]:
        """Play an action, given by its number or in words; return what the journal says of it.

        `IllegalAction` says why the action may not be played, `UnreadableAction` that there is none such.
        """
        if refusal := self.refusal(action, seat):
            raise refusal
        number = self._read(action)
        before, entries = self.state.clone(), len(self._journal.entries)
        move = Move(self.game.heading(self.state), self.seat, self.game.words(number))
        is_secret = self.game.is_secret(self.state, number)
        try:
            self.state.apply(number)
            revealed = (self.state.chance, self.state.reveals) != (before.chance, before.reveals)
            base = self.state.clone() if revealed else self._base
        except BaseException:
            self._put_back(before, entries)
            raise
        self._note(number, move, entries, before.reveals if is_secret else None, revealed)
        if revealed:
            self._base, self._base_at = base, len(self._played)
        return self._journal.entries[entries:]

    def replay(self, number: int, move: Move) -> None:
        """Play an action as it was recorded, checked but quickly; `IllegalAction` says why it may not be.

        A game is played through in a third of the time that `play` takes, since no copy is kept of what
        was before. Where a rule goes wrong midway, the table is worth nothing any more.
        """
        state = self.state
        if move.seat != state.seat or state.is_over or number not in state.legal_actions():
            raise self.refusal(number, move.seat) or IllegalAction("not-allowed", "It may not be played now")
        is_secret, entries = self.game.is_secret(state, number), len(self._journal.entries)
        before = state.chance, state.reveals
        state.apply(number)
        revealed = (state.chance, state.reveals) != before
        self._note(number, move, entries, before[1] if is_secret else None, revealed)
        if revealed:
            self._base, self._base_at = state.clone(), len(self._played)

    def _note(self, number: int, move: Move, entries: int, hidden_until: int | None, revealed: bool) -> None:
        parts = self.game.actions[number].parts
        self._played.append(PlayedMove(move, parts, entries, hidden_until, revealed, self.state.reveals))
        self._actions.append(number)

    def refusal(self, action: int | str, seat: int | None = None) -> IllegalAction | None:
        """Why an action may not be played now; None when it may."""
        self._check_seat(seat)
        if self.is_over:
            return IllegalAction("game-over", "The game is over")
        if seat not in (None, self.seat):
            return IllegalAction("not-your-turn", f"The decision is {self.names[self.seat]}'s")
        number = self._read(action)
        legal = number in self.state.legal_actions()
        return None if legal else self.game.refusal(self.state, number)

    @property
    def last_move(self) -> Move | None:
        """The action played last."""
        return self._played[-1].move if self._played else None

    def can_take_back(self, seat: int | None = None) -> bool:
        """Whether `take_back` would take an action back."""
        return self._take_back_refusal(seat) is None

    def take_back(self, seat: int | None = None) -> Action:
        """Take back the last action, unless it is another's or brought something hidden to light."""
        return self._take_back_to(len(self._played) - 1, seat)[0]

    def restart_turn(self, seat: int | None = None) -> list[Action]:
        """Take back the whole run of decisions that one seat made last, as far as that is allowed."""
        return self._take_back_to(self.restart_at(), seat)

    def restart_at(self) -> int:
        """The number of the first move that restarting the turn takes back; that of all moves for none."""
        start = len(self._played)
        while start > self._base_at and self._played[start - 1].move.seat == self._played[-1].move.seat:
            start -= 1
        return start

    def copy(self) -> Table:
        """The same game, which goes on without this one."""
        other = type(self).__new__(type(self))
        other.__dict__ |= vars(self)
        other._journal = Journal()
        other._journal.entries, other._journal.draws = self._journal.entries[:], self._journal.draws[:]
        other.state = self.state.clone()
        other.state.journal = other._journal
        other._played, other._actions = self._played[:], self._actions[:]
        return other

    def __copy__(self) -> Table:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Table:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        # What pickle keeps is the record: it has the whole game, and is checked as it is played again.
        return Record.replay, (self.record,)

    # -- keeping -----------------------------------------------------------------------------

    @property
    def record(self) -> Record:
        """The game so far, with its seed or secret: not for the players while the game runs."""
        draws = self.state.draws
        return replace(
            self._record([played.move for played in self._played]),
            seed=self._seed,
            secret=None if draws is None else draws.secret,
            position=self._position,
            draws=self.draws,
            first_draw=self.first_draw
            if self.draws
            else 1,  # as it reads back: without draws, nothing is said
        )

    def record_for(self, seat: int | None) -> Record:
        """The game so far as a seat (or, for None, a spectator) may know it.

        While the game runs, it has neither the seed or secret nor the actions that others keep to
        themselves, and cannot be replayed. A run of secret actions is one placeholder, since their number
        could tell something.
        """
        self._check_seat(seat)
        if self.is_over:
            return self.record
        moves: list[Move] = []
        for played in self._played:
            move = played.move
            if move.seat != seat and played.hidden_until == self.state.reveals:
                move = Move(move.heading, move.seat, SECRET)
                if moves and moves[-1] == move:
                    continue
            moves.append(move)
        return self._record(moves)

    def position(self) -> dict[str, Any]:
        """The game as it stands, secrets included, as JSON-able data for `from_position`."""
        draws = self.state.draws
        return {
            "burgher position": POSITION_FORMAT,
            "game": self.game.name,
            "players": self.game.players,
            "options": dict(self.game.options),
            "rules": self.game.fingerprint,
            "state": self.game.position(self.state),
            **({} if draws is None else {"secret": draws.secret}),
        }

    @classmethod
    def from_position(cls, data: Mapping[str, Any] | str, names: Sequence[str] | None = None) -> Table:
        """A table that goes on from a position, given as data or as JSON; raises `BadPosition`."""
        position = read_json(data)
        version = position.pop("burgher position", None)
        if version is None:
            raise BadPosition("not a Burgher position")
        if type(version) is not int or version not in range(1, POSITION_FORMAT + 1):
            raise BadPosition(
                f"a position of format {version!r}, where this Burgher reads formats 1 to {POSITION_FORMAT}"
            )
        kinds = {"game": str, "players": int, "options": dict, "rules": str, "state": dict}
        if version == 2 or (version > 2 and "secret" in position):
            kinds["secret"] = str
        for key, kind in kinds.items():
            if type(position.get(key)) is not kind:
                raise BadPosition(f"{key!r} is missing from the position, or not what it should be")
        for key in position:
            if key not in kinds:
                raise BadPosition(f"{key!r} has no place in a position")
        try:
            game = game_of(position["game"], position["players"], position["options"], position["rules"])
        except BadOptions as error:
            raise BadPosition(str(error)) from error
        return cls.restored(game, position["state"], names, position.get("secret"))

    @classmethod
    def restored(
        cls,
        game: Game,
        position: Mapping[str, Any],
        names: Sequence[str] | None = None,
        secret: str | None = None,
    ) -> Table:
        """A table that goes on from what `Game.position` gave; raises `BadPosition`.

        With a secret, which the position does not hold, draws come from it as before; without one, from the
        generator.
        """
        position = read_json(position)
        try:
            state = game.restore(position)
            written = read_json(game.position(state))
            sound = state.seat in range(game.players) and state.is_over == (not state.legal_actions())
        except BadPosition:
            raise
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            raise BadPosition(f"{game.title} cannot be in this position: {error}") from error
        former = read_json(game.earlier_position(written) or {})
        if position.keys() & (former.keys() - written.keys()):  # it was written before the form changed
            written = former
        if _text(written) != _text(position):
            raise BadPosition(f"{game.title} cannot be in this position: {_departs(position, written)}")
        if not sound:
            raise BadPosition(f"{game.title} cannot be in this position: nobody could go on")
        if secret is not None:
            try:
                state.draws = Draws(secret)
            except BadOptions as error:
                raise BadPosition(str(error)) from error
        table = cls.__new__(cls)
        table._begin(game, state, names, position=position)
        return table

    def __repr__(self) -> str:
        return f"<Table of {self.headline}>"

    def __str__(self) -> str:
        wide = max(map(len, self.names))
        rows = zip(self.names, self.scores(), strict=True)
        return "\n".join([self.headline, *(f"  {name:<{wide}}  {score:>4}" for name, score in rows)])

    # -- inside ------------------------------------------------------------------------------

    def _sees_points(self, viewer: int | None, seat: int) -> bool:
        self._check_seat(viewer)
        return self.game.sees_points(self.state, viewer, seat)

    def _check_seat(self, seat: int | None) -> None:
        if seat is not None and seat not in range(self.game.players):
            raise BurgherError(f"there is no seat {seat!r}: seats are 0 to {self.game.players - 1}")

    def _read(self, action: int | str) -> int:
        """The number of an action given as one or in words."""
        if not isinstance(action, str):
            return self.game.checked(action)
        if len(action) > LONGEST_WORDS:
            raise UnreadableAction(f"{self.game.title} has no action of {len(action)} characters")
        try:
            return self.game.number(action)
        except UnreadableAction as error:
            said = " ".join(action.casefold().split())
            legal = [action.words for action in self.actions()]
            close = get_close_matches(said, legal)
            close = close or get_close_matches(said, [action.words for action in self.game.actions])
            hint = f"did you mean {_either(close)}?" if close else f"you could {_either(legal[:3])}"
            raise UnreadableAction(f"{error}: {hint}") from None

    def _put_back(self, state: State, entries: int) -> None:
        """Return to an earlier state, when the journal was `entries` long."""
        del self._journal.entries[entries:]
        if state.draws is not None:
            del self._journal.draws[state.chance - self.first_draw :]
        state.journal = self._journal
        self.state = state

    def _take_back_refusal(self, seat: int | None) -> IllegalAction | None:
        self._check_seat(seat)
        if not self._played:
            return IllegalAction("nothing-to-take-back", "Nothing has been played yet")
        last = self._played[-1].move.seat
        if seat not in (None, last):
            return IllegalAction("nothing-to-take-back", f"The last action was {self.names[last]}'s")
        if self.is_over:
            return IllegalAction("already-revealed", "The game is over and everything lies open")
        if self._base_at == len(self._played):
            return IllegalAction(
                "already-revealed", "The last action brought dice, draws or secret choices to light"
            )
        return None

    def _take_back_to(self, start: int, seat: int | None) -> list[Action]:
        if refusal := self._take_back_refusal(seat):
            raise refusal
        state = self._base.clone()
        for action in self._actions[self._base_at : start]:
            state.apply(action)
        taken = [self.game.actions[action] for action in self._actions[start:]]
        self._put_back(state, self._played[start].entries)
        del self._played[start:], self._actions[start:]
        return taken

    def _record(self, moves: Sequence[Move]) -> Record:
        """Some moves of the game and what everybody may know of it."""
        return Record(
            game=self.game.name,
            options={
                name: value if isinstance(value, str) else ", ".join(value)
                for name, value in self.game.options.items()
            },
            rules=self.game.fingerprint,
            names=self.names,
            moves=tuple(moves),
            commitment=self.commitment,
            scores=tuple(self.scores()) if self.is_over else None,
        )


def result_headline(
    title: str, names: Sequence[str], scores: Sequence[int], ranks: Sequence[int] | None
) -> str:
    """How a game has ended, in a line: the winner's points first, then the others' by their places.

    Without ranks it is not known how ties were broken.
    """
    if len(names) == 1:
        return f"{title}, over: {names[0]} reaches {scores[0]} points"
    has_ranks = ranks is not None
    ranks = ranks or [1 + sum(other > score for other in scores) for score in scores]
    by_place = [score for _, score in sorted(zip(ranks, scores, strict=True), key=lambda one: one[0])]
    points = " : ".join(map(str, by_place))
    if not has_ranks and ranks.count(1) > 1:
        return f"{title}, over: {points}"
    winners = [name for name, rank in zip(names, ranks, strict=True) if rank == 1]
    won = f"{winners[0]} wins" if len(winners) == 1 else f"{' and '.join(winners)} share the victory"
    return f"{title}, over: {won}, {points}"


def _either(words: Sequence[str]) -> str:
    return " or ".join(map(repr, words))


def _text(data: object) -> str:
    return json.dumps(data, sort_keys=True)


def _departs(given: object, written: object, where: str = "it") -> str:
    """Where a position first differs from how the state that it describes is written."""
    if isinstance(given, dict) and isinstance(written, dict):
        for key in given:
            if key not in written:
                return f"{where} has no {key!r}"
        for key in written:
            if key not in given:
                return f"{where} has {key!r} too"
            if _text(given[key]) != _text(written[key]):
                return _departs(given[key], written[key], repr(key))
    if isinstance(given, list) and isinstance(written, list) and len(given) == len(written):
        for one, other in zip(given, written, strict=True):
            if isinstance(one, dict | list) and _text(one) != _text(other):
                return _departs(one, other, where)
    return f"{where} should be {_text(written)}"
