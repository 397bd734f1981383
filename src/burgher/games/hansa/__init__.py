"""Hansa Teutonica (Andreas Steding, 2009) by its rules: each module is one of their chapters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING, Any, ClassVar, SupportsIndex

from burgher.games.hansa import explaining, invariants, part_reasons, position, reasons, telling, terminal
from burgher.games.hansa.actions import FACES
from burgher.games.hansa.components import (
    BOARD_SIDES,
    DESK,
    FAVOURS,
    MARKER_POINTS,
    MARKER_TABLE,
    MISSIONS,
    RULES,
    board_for,
)
from burgher.games.hansa.data import Variant
from burgher.games.hansa.lookups import BOARDS
from burgher.games.hansa.observation import seat_fields, table_fields
from burgher.games.hansa.setup import set_up
from burgher.games.hansa.state import Hansa
from burgher.kernel.errors import BadOptions, IllegalAction
from burgher.kernel.game import Game, Option

if TYPE_CHECKING:
    from rich.console import RenderableType

    from burgher.kernel.fair import Draws
    from burgher.kernel.journal import Entry, Journal
    from burgher.kernel.observation import Field
    from burgher.kernel.state import State


class HansaTeutonica(Game):
    """The rules of Hansa Teutonica with their options chosen."""

    name = "hansa"
    title = "Hansa Teutonica"
    rules_version = 3
    players_allowed = range(2, 6)
    players_usual = 3
    choices = (
        Option(
            "rules",
            "Whose rules are played where they differ.",
            {
                "given": "The given player aid as it is written.",
                "2009": "The first edition, by its rulebook and its publisher's answers.",
                "big-box": "The edition of 2020: one marker fewer, and pieces are moved, not removed.",
            },
        ),
        Option(
            "map",
            "Which board is played.",
            {
                "standard": "The board of the box, with a side for two and three and one for four and five.",
                "east": "The East: sea routes, permanent markers, green cities. Three to five players.",
                "britannia": "England, Wales and Scotland, where placing needs leave. Three to five players.",
            },
        ),
        Option(
            "modules",
            "What is added, on the standard board, for three players and more.",
            {
                "missions": "Mission cards: everybody has three cities to reach, secretly.",
                "favour": "The Emperor's Favour: tiles for two markers and the actions of a turn.",
            },
            "any of",
        ),
        Option(
            "limit",
            "How many turns a player has at most.",
            {
                "none": "As many as the game takes.",
                "40": "40 turns each, then the game is scored: for programs that play at random.",
                "80": "80 turns each.",
            },
        ),
    )
    finite: ClassVar[Mapping[str, str]] = {"limit": "40"}
    notes = (
        "Two players: where the four soldiers lie, and so what the provinces are, is a reconstruction.",
        "Two players: that the pawn's further steps cost an action each is a reconstruction.",
        "The Britannia board for four and five could be read from other implementations only.",
    )

    def __init__(self, players: int | None = None, **options: object) -> None:
        super().__init__(players, **options)
        rules, map_name = str(self.options["rules"]), str(self.options["map"])
        board = board_for(map_name, self.players)
        if board is None:
            raise BadOptions(f"map={map_name} is not for {self.players} players")
        if self.players == 2 and not RULES[rules]["two-players"]:
            raise BadOptions(f"rules={rules} has no game for two players: choose rules=given or rules=2009")
        if self.options["modules"] and (map_name != "standard" or self.players == 2):
            raise BadOptions("modules are for the standard board and for three players or more")
        self._board = board

    def empty_state(self) -> Hansa:
        """A table on which nothing lies yet."""
        rules, modules = RULES[str(self.options["rules"])], self.options["modules"]
        flags = [
            rules["box"] == "2020",
            rules["income"] == "exact",
            rules["extras"] == "routes",
            rules["special"] == "any",
            rules["exchange"] == "any",
            rules["action"] == "always",
            rules["network"] == "cities",
            rules["full-keys"],
            "missions" in modules,
            "favour" in modules,
        ]
        limit = self.options["limit"]
        variant = Variant(
            sum(2**n for n, flag in enumerate(flags) if flag), 0 if limit == "none" else int(str(limit))
        )
        state = Hansa(self.players, self._board, variant)
        state.game = self
        return state

    def plays_as_since(self) -> int:
        # Version 2: what a displaced player, or a marker of Britannia, has placed is not lifted again.
        # Version 3, two players: free steps that follow the actions end what markers may give of them.
        if self.players == 2:
            return 3
        return 1 if self.options["rules"] == "given" and self.options["map"] != "britannia" else 2

    def deal(self, seed: SupportsIndex | Draws, journal: Journal | None = None) -> Hansa:
        state = self.empty_state()
        state.draw_from(seed)
        state.journal = journal
        set_up(state)
        return state

    def _faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [(said, parts) for _, _, _, said, parts in FACES[self._board]]

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

    def restore(self, position_: Mapping[str, Any]) -> Hansa:
        state = self.empty_state()
        position.read(position_, state)
        return state

    def earlier_position(self, position_: Mapping[str, Any]) -> dict[str, Any]:
        return position.earlier(position_, BOARD_SIDES[self._board])

    def tell(self, entry: Entry, names: Sequence[str]) -> str:
        return telling.tell(entry, names, BOARD_SIDES[self._board])

    def source(self, entry: Entry) -> str:
        return telling.source(entry)

    def source_kinds(self) -> Mapping[str, int]:
        return telling.SOURCE_KINDS

    def explain(self, topic: str, view: Mapping[str, Any] | None = None) -> str | None:
        rules = RULES[str(self.options["rules"])]
        return explaining.explain(topic, BOARD_SIDES[self._board], rules, view)

    def draw(self, state: State, seat: int | None, names: Sequence[str]) -> RenderableType:
        return terminal.draw(self.view(state, seat), seat, names)

    def observed(self) -> tuple[Sequence[Field], Sequence[Field]]:
        side, board, modules = BOARD_SIDES[self._board], BOARDS[self._board], tuple(self.options["modules"])
        return table_fields(self.players, side, board, modules), seat_fields(side, board, modules)

    def check(self, state: State, before: State | None = None) -> None:
        invariants.check(_table(state))
        if before is not None:
            invariants.check_step(_table(before), _table(state))

    def components(self) -> object:
        return [
            asdict(BOARD_SIDES[self._board]),
            DESK,
            [{key: marker[key] for key in ("name", "2009", "2020", "start")} for marker in MARKER_TABLE],
            MARKER_POINTS,
            FAVOURS,
            MISSIONS,
            RULES,
        ]


def _table(state: State) -> Hansa:
    assert isinstance(state, Hansa)
    return state


GAME = HansaTeutonica
