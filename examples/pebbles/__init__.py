"""Pebbles: a tiny game, whole in one file, to learn from how a game is made (README.md beside it).

Every round a die says how many pebbles lie in the heap. In turn, each player may boast and then hides
up to three pebbles of the purse in a fist. All fists open at once: whoever alone holds the most takes
the heap, a boast that came true is worth a pebble more and one that did not a pebble less, and hidden
pebbles are spent. At the end the purse counts too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, SupportsIndex, cast

from burgher.kernel.chance import below, roll
from burgher.kernel.errors import BadPosition, IllegalAction
from burgher.kernel.fair import Draws
from burgher.kernel.game import Game, Option
from burgher.kernel.ints import set_of
from burgher.kernel.journal import Entry, Journal
from burgher.kernel.observation import Field, number, one_of
from burgher.kernel.offers import offer
from burgher.kernel.state import State

if TYPE_CHECKING:
    from mypy_extensions import i64

    from burgher.kernel.ints import Ints

MOST, BOAST = 3, 4
NOTHING = -1
PURSE = 6
LONGEST = 5
"""The rounds of the longest game: nobody can have fewer points than that below 0."""
HEAP, BOASTED, LEFT = range(3)
ROLLED, BOASTS, HIDES, OPENS = range(1, 5)


class Pebbles(State):
    """What lies on the table."""

    def __init__(self, players: int, rounds: int) -> None:
        super().__init__()
        self.rounds = rounds
        self.round = 0
        self.heap = 0
        self.points = [0] * players
        self.purses = [PURSE] * players
        self.fists = [NOTHING] * players
        self.boasts = [False] * players

    def offers(self, into: Ints) -> i64:
        if self.is_over:
            return 0
        actions = [n for n in range(MOST + 1) if n <= self.purses[self.seat]]
        if not self.boasts[self.seat]:
            actions.append(BOAST)
        return offer(into, 0, 0, set_of(actions))

    def apply(self, action: i64) -> None:
        if action == BOAST:
            self.boasts[self.seat] = True
            if self.journal is not None:
                self.journal.write(self.seat, BOASTS)
            return
        self.fists[self.seat] = action
        if self.journal is not None:
            self.journal.confide(self.seat, HIDES, action)
        if self.seat + 1 < len(self.fists):
            self.seat += 1
        else:
            self.open_fists()

    def open_fists(self) -> None:
        self.reveals += 1
        self.seat = 0
        most = max(self.fists)
        for seat, fist in enumerate(self.fists):
            if self.journal is not None:
                self.journal.write(seat, OPENS, fist)
            self.purses[seat] -= fist
            won = fist == most and self.fists.count(most) == 1
            if won:
                self.score(seat, self.heap, HEAP)
            if self.boasts[seat]:
                self.score(seat, 1 if won else -1, BOASTED)
        self.fists = [NOTHING] * len(self.fists)
        self.boasts = [False] * len(self.boasts)
        if self.round < self.rounds:
            self.start_round()
        else:
            self.is_over = True
            for seat, purse in enumerate(self.purses):
                self.score(seat, purse, LEFT)

    def start_round(self) -> None:
        self.round += 1
        self.heap = roll(self)
        if self.journal is not None:
            self.journal.write(0, ROLLED, self.heap)

    def score(self, seat: int, points: int, source: int) -> None:
        self.points[seat] += points
        if self.journal is not None and points:
            self.journal.score(seat, points, source)

    def clone(self) -> Pebbles:
        other = Pebbles(len(self.points), self.rounds)
        other.game = self.game
        other.copy_from(self)
        return other

    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        them = cast(Pebbles, other)
        self.round, self.heap = them.round, them.heap
        self.points, self.purses = them.points[:], them.purses[:]
        self.fists, self.boasts = them.fists[:], them.boasts[:]

    def scores(self) -> list[int]:
        return self.points[:]

    def ranks(self) -> list[int]:
        return [1 + sum(other > mine for other in self.points) for mine in self.points]

    def evaluate(self, seat: i64) -> i64:
        return 100 * self.points[seat]

    def exchange_hidden(self, seat: i64) -> None:
        for other, fist in enumerate(self.fists):
            if other != seat and fist != NOTHING:
                self.fists[other] = below(self, min(MOST, self.purses[other]) + 1)

    def observe(self, seat: i64, into: Ints) -> i64:
        players = len(self.points)
        around = [(seat + n) % players for n in range(players)]
        seen = [self.round, self.heap, (self.seat - seat) % players]
        for n in around:
            closed, own = self.fists[n] != NOTHING, self.fists[n] if n == seat else NOTHING
            seen += [self.points[n] + LONGEST, self.purses[n], own, int(closed), int(self.boasts[n])]
        for n, word in enumerate(seen):
            into[n] = word
        return len(seen)


def alike(data: Any, model: Any) -> bool:
    """Whether data has the form of a model: the same keys, lengths and types."""
    if isinstance(model, dict):
        same_keys = isinstance(data, dict) and data.keys() == model.keys()
        return same_keys and all(alike(data[key], model[key]) for key in model)
    if isinstance(model, list):
        return isinstance(data, list) and len(data) == len(model) and all(map(alike, data, model))
    return type(data) is type(model)


class PebblesGame(Game):
    """The rules of Pebbles."""

    name = "pebbles"
    title = "Pebbles"
    rules_version = 1
    players_allowed = range(2, 4)
    choices = (Option("length", "How long the game is.", {"short": "Three rounds.", "long": "Five rounds."}),)

    def deal(self, seed: SupportsIndex | Draws, journal: Journal | None = None) -> Pebbles:
        state = Pebbles(self.players, 3 if self.options["length"] == "short" else 5)
        state.game = self
        state.draw_from(seed)
        state.journal = journal
        state.start_round()
        return state

    def _faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(f"hide {n}", ("fist", f"pebble-{n}")) for n in range(MOST + 1)] + [("boast", ("mouth",))]

    def observed(self) -> tuple[Sequence[Field], Sequence[Field]]:
        seats = [f"seat-{n}" for n in range(self.players)]
        table = [
            number("round", "The round.", LONGEST),
            one_of("heap", "The pebbles in the heap.", "123456", 1),
            one_of("to move", "The seat whose decision it is.", seats),
        ]
        seat = [
            number("points", f"Points, and {LONGEST} more.", 50),
            number("purse", "The pebbles in the purse.", PURSE),
            one_of("fist", "One's own fist; nobody sees the others'.", "0123"),
            number("closed", "Whether the fist is closed.", 1),
            number("boast", "Whether the seat has boasted.", 1),
        ]
        return table, seat

    def refusal(self, state: State, action: int) -> IllegalAction:
        if state.is_over:
            return IllegalAction("game-over", "The game is over", 1)
        if action == BOAST:
            return IllegalAction("boasted", "You have boasted already", 2)
        purse = cast(Pebbles, state).purses[state.seat]
        return IllegalAction("too-few", f"You cannot hide {action} pebbles: you have {purse}", 1)

    def sentence(self, state: State, action: int) -> str:
        return "Promise to win the heap" if action == BOAST else f"Hide {action} of your pebbles"

    def question(self, state: State) -> str:
        return f"How many pebbles will you hide for a heap of {cast(Pebbles, state).heap}?"

    def heading(self, state: State) -> str:
        return f"{cast(Pebbles, state).round}"

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        table = cast(Pebbles, state)
        hidden = [fist if n == seat else None for n, fist in enumerate(table.fists)]
        position = self.position(state)
        del position["chance"]
        return position | {"fists": hidden, "closed": [fist != NOTHING for fist in table.fists]}

    def position(self, state: State) -> dict[str, Any]:
        table = cast(Pebbles, state)
        return {
            "seat": table.seat,
            "over": table.is_over,
            "chance": table.chance,
            "reveals": table.reveals,
            "round": table.round,
            "heap": table.heap,
            "points": table.points[:],
            "purses": table.purses[:],
            "fists": table.fists[:],
            "boasts": table.boasts[:],
        }

    def restore(self, position: Mapping[str, Any]) -> Pebbles:
        state = self.deal(0)
        if not alike(position, self.position(state)):
            raise BadPosition("not a position of Pebbles")
        state.seat, state.is_over = position["seat"], position["over"]
        state.chance, state.reveals = position["chance"], position["reveals"]
        state.round, state.heap = position["round"], position["heap"]
        state.points, state.purses = position["points"][:], position["purses"][:]
        state.fists, state.boasts = position["fists"][:], position["boasts"][:]
        return state

    def tell(self, entry: Entry, names: Sequence[str]) -> str:
        name = names[entry.seat]
        match entry.event:
            case 1:
                return f"{entry.details[0]} pebbles lie in the heap"
            case 2:
                return f"{name} boasts"
            case 3:
                return f"{name} hides {entry.details[0]}"
            case 4:
                return f"{name} opens a fist of {entry.details[0]}"
        return f"{name} scores {entry.points} for {self.source(entry)}"

    def source(self, entry: Entry) -> str:
        return ("heaps", "boasts", "purse")[entry.source]

    def explain(self, topic: str, view: Mapping[str, Any] | None = None) -> str | None:
        return "Whoever alone holds the most takes it" if topic == "heap" else None

    def draw(self, state: State, seat: int | None, names: Sequence[str]) -> str:
        return f"{self.view(state, seat)}"

    def components(self) -> object:
        return {"purse": PURSE, "most": MOST}

    def is_secret(self, state: State, action: int) -> bool:
        return action != BOAST


GAME = PebblesGame
