"""The Castles of Burgundy (Stefan Feld, 2011) by its rulebook: each module is one of its chapters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, SupportsIndex

from burgher.games.burgundy import explaining, invariants, part_reasons, position, reasons, telling, terminal
from burgher.games.burgundy.actions import FACES
from burgher.games.burgundy.components import (
    BOARD,
    BOARD_SIDES,
    END_TILES,
    ESTATE_NUMBER,
    ESTATES,
    NUMBERS,
    TILES,
)
from burgher.games.burgundy.observation import seat_fields, table_fields
from burgher.games.burgundy.setup import set_up
from burgher.games.burgundy.state import Burgundy
from burgher.kernel.errors import BadOptions, IllegalAction
from burgher.kernel.game import Game, Option

if TYPE_CHECKING:
    from rich.console import RenderableType

    from burgher.kernel.fair import Draws
    from burgher.kernel.journal import Entry, Journal
    from burgher.kernel.observation import Field
    from burgher.kernel.state import State

_ESTATE_CHOICES = {
    "1": "The estate everybody starts with.",
    "random": "Those who know the game well: each player is dealt a board and chooses its side (p. 12).",
    **{
        estate.name: f"Estate {estate.name}, with {len(estate.regions)} regions"
        + (" (box of 2019)." if estate.box == "2019" else ".")
        for estate in ESTATES
        if estate.name != "1"
    },
}


class BurgundyGame(Game):
    """The rules of The Castles of Burgundy with their options chosen."""

    name = "burgundy"
    title = "The Castles of Burgundy"
    rules_version = 2
    players_allowed = range(2, 5)
    choices = (
        Option("estates", "The estate each player builds.", _ESTATE_CHOICES, "per seat"),
        Option(
            "castles",
            "Where the starting castles lie.",
            {
                "centre": "On the middle space where it is dark green; elsewhere its owner chooses openly.",
                "open": "Each player chooses a dark green space, one after the other in turn order (p. 12).",
                "secret": "All players choose secretly, at the same time (p. 12).",
            },
        ),
        Option(
            "edition",
            "Which edition's details are played.",
            {
                "2011": "The given rules: the first edition.",
                "2019": "Knowledge tiles 6, 15 and 26 as in 2019; purchases before castle or city hall act.",
            },
        ),
        Option(
            "ties",
            "Who wins when points are equal.",
            {
                "fewest": "Whoever has the fewest empty spaces, as the given rules say (p. 9).",
                "most": "Whoever has the most empty spaces: the original German rule.",
            },
        ),
    )
    notes = ("Which estates share a double-sided board is not known: the pairing here is a reconstruction.",)

    def __init__(self, players: int | None = None, **options: object) -> None:
        super().__init__(players, **options)
        estates = self.options["estates"]
        self._random_boards = estates == "random"
        if "random" in estates and not self._random_boards:
            raise BadOptions("estates are random for all players or for none")
        if self._random_boards and self.options["castles"] == "centre":
            if "castles" in options:
                raise BadOptions(
                    "with random boards, castles are chosen: castles=open or castles=secret (p. 12)"
                )
            self.options["castles"] = "open"

    @cached_property
    def estates(self) -> list[int]:
        """The estate of each seat; none where boards are dealt at random."""
        chosen = self.options["estates"]
        if self._random_boards:
            return []
        names = [chosen] * self.players if isinstance(chosen, str) else chosen
        return [ESTATE_NUMBER[name] for name in names]

    def empty_state(self) -> Burgundy:
        """A table on which nothing lies yet."""
        state = Burgundy(
            self.players,
            int(self.options["edition"] == "2019"),
            int(self.options["ties"] == "most"),
            int(self.options["castles"] == "secret"),
        )
        state.game = self
        return state

    def plays_as_since(self) -> int:
        # Version 2: purchases in the middle of an action, after castles and city halls only.
        return 2 if self.options["edition"] == "2019" else 1

    def deal(self, seed: SupportsIndex | Draws, journal: Journal | None = None) -> Burgundy:
        state = self.empty_state()
        state.draw_from(seed)
        state.journal = journal
        set_up(state, self.estates, self.options["castles"] == "centre")
        return state

    def _faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(said, parts) for _, _, _, _, said, parts in FACES]

    def refusal(self, state: State, action: int) -> IllegalAction:
        return reasons.refusal(_table(state), action)

    def part_refusal(self, state: State, parts: Sequence[str]) -> IllegalAction | None:
        return part_reasons.refusal(_table(state), parts)

    def sentence(self, state: State, action: int) -> str:
        return telling.sentence(_table(state), action)

    def question(self, state: State) -> str:
        return telling.question(_table(state))

    def heading(self, state: State) -> str:
        return telling.heading(_table(state))

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return position.view(_table(state), seat)

    def position(self, state: State) -> dict[str, Any]:
        return position.write(_table(state))

    def restore(self, position_: Mapping[str, Any]) -> Burgundy:
        state = self.empty_state()
        position.read(position_, state, self.estates)
        return state

    def earlier_position(self, position_: Mapping[str, Any]) -> dict[str, Any]:
        return position.earlier(position_)

    def tell(self, entry: Entry, names: Sequence[str]) -> str:
        return telling.tell(entry, names)

    def source(self, entry: Entry) -> str:
        return telling.source(entry)

    def source_kinds(self) -> Mapping[str, int]:
        return telling.SOURCE_KINDS

    def explain(self, topic: str, view: Mapping[str, Any] | None = None) -> str | None:
        return explaining.explain(topic, self.options, self.players, view)

    def draw(self, state: State, seat: int | None, names: Sequence[str]) -> RenderableType:
        return terminal.draw(self.view(state, seat), seat, names)

    def observed(self) -> tuple[Sequence[Field], Sequence[Field]]:
        return table_fields(self.players), seat_fields()

    def is_secret(self, state: State, action: int) -> bool:
        state = _table(state)
        return bool(state.secret_choices) and telling.is_choosing(state)

    def check(self, state: State, before: State | None = None) -> None:
        invariants.check(_table(state))
        if before is not None:
            invariants.check_step(_table(before), _table(state))

    def components(self) -> object:
        return [
            [[tile.name, tile.colour, tile.coloured, tile.black] for tile in TILES],
            [[estate.name, estate.colours] for estate in ESTATES],
            NUMBERS,
            BOARD_SIDES,
            BOARD,
            END_TILES,
        ]


def _table(state: State) -> Burgundy:
    assert isinstance(state, Burgundy)
    return state


GAME = BurgundyGame
