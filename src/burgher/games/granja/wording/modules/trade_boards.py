"""Trade Boards: everybody has a board, and the others deliver to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from burgher.games.granja.components import KINDS
from burgher.games.granja.deliveries import price_of_delivery
from burgher.games.granja.modules import trade_boards as rules
from burgher.games.granja.modules.trade_boards import (
    BOARDS,
    DELIVER,
    GOT_BOARD,
    GOT_MODIFIER,
    MODIFIER_DIE,
    MODIFIER_SILVER,
    MOST_SHIFT,
    PLACES,
    TRADED,
)
from burgher.games.granja.naming import listed, one, several
from burgher.games.granja.refusing import delivers_now
from burgher.games.granja.wording.modules.base import ModuleWording, no_delivery
from burgher.kernel.errors import IllegalAction

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry
    from burgher.kernel.reading import Reader


class TradeBoards(ModuleWording[rules.TradeBoards]):
    """The boards of all players, with the markers on them."""

    verbs = (DELIVER, MODIFIER_SILVER, MODIFIER_DIE)

    def is_aside(self, verb: int) -> bool:
        return verb != DELIVER

    def sentence(self, state: GranjaData, verb: int, thing: int, components: Components) -> str:
        if verb == MODIFIER_SILVER:
            return f"Use a modifier marker for {self.module.silver} silver"
        if verb == MODIFIER_DIE:
            return f"Use a modifier marker to change the die you take by {self.module.shift}"
        owner, kind = thing >> 3, thing & 7
        points = several(self.module.place_points[self.module.filled(owner)], "point")
        price = price_of_delivery(state, kind)
        paid = f" for {price} silver" if price else ""
        return f"Deliver {one(kind)} to the trade board of player {owner + 1}{paid}, for {points}"

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        if verb != DELIVER:
            if not self.module.modifiers[state.seat]:
                return IllegalAction("no-modifier", "You have no modifier marker", self.title)
            if state.shift >= MOST_SHIFT:
                return IllegalAction("too-far", "A die cannot be changed by more", self.title)
            return IllegalAction("wrong-moment", "A die is changed before you take it", self.title)
        owner, kind = thing >> 3, thing & 7
        if owner >= state.seats:
            return IllegalAction("no-such-player", f"There is no player {owner + 1}", self.title)
        if owner == state.seat:
            return IllegalAction("own-board", "Others deliver to your board", self.title)
        if not delivers_now(state):
            return no_delivery(self.title)
        if self.module.traded & 2**state.seat:
            return IllegalAction("only-once", "You have delivered to a board in this round", self.title)
        if self.module.placed(state.seat) == PLACES:
            return IllegalAction("no-trade-marker", "You have used your five trade markers", self.title)
        wanted = [one(n) for n in range(len(KINDS)) if self.module.wants(owner) & 2**n]
        if not wanted:
            return IllegalAction("board-full", f"The board of player {owner + 1} is full", self.title)
        if not self.module.wants(owner) & 2**kind:
            asks = listed(wanted, "or")
            return IllegalAction("not-asked-for", f"Player {owner + 1}'s board asks for {asks}", self.title)
        if not state.me.has & 2**kind:
            return IllegalAction("no-such-good", f"You have no {one(kind)}", self.title)
        return IllegalAction("wrong-good", "Something else is to be delivered now", self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        who, a, b = names[entry.seat], entry.details[0], entry.details[1]
        if event == GOT_BOARD:
            return f"{who} has trade board {a + 1}"
        if event == TRADED:
            return f"{who} delivers {one(a)} to {names[b]}'s trade board"
        if event == GOT_MODIFIER:
            return f"{who} gains a modifier marker"
        what = f"for {self.module.silver} silver" if a else "to change a die"
        return f"{who} uses a modifier marker {what}"

    def source(self, source: int) -> str:
        return "trade boards"

    def reason(self, source: int, entry: Entry, components: Components) -> str:
        return "a trade marker"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {
            "players": [
                {
                    "board": self.module.board[seat] + 1,
                    "traders": [
                        None if trader == 0 else trader - 1
                        for trader in (self.module.traders[seat * PLACES + place] for place in range(PLACES))
                    ],
                    "modifiers": self.module.modifiers[seat],
                    "traded": bool(self.module.traded & 2**seat),
                }
                for seat in range(state.seats)
            ]
        }

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        for seat, player in enumerate(reader.items("players", state.seats)):
            inner = type(reader)(player, f"{reader.where}: player {seat + 1}")
            self.module.board[seat] = inner.number("board", 1, BOARDS) - 1
            for place, trader in enumerate(inner.items("traders", PLACES)):
                if trader is not None:
                    there = type(reader)({"traders": trader}, inner.where)
                    self.module.traders[seat * PLACES + place] = (
                        there.number("traders", 0, state.seats - 1) + 1
                    )
            self.module.modifiers[seat] = inner.number("modifiers", 0, PLACES)
            if inner.flag("traded"):
                self.module.traded |= 2**seat

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        if topic in ("modifier", "modifier marker"):
            return (
                f"Modifier marker: {self.module.silver} silver, or change a die you take by "
                f"{self.module.shift}. Used once."
            )
        for which in range(1, BOARDS + 1):
            if topic == f"trade board {which}":
                return f"Trade board {which}: {self.demands(which - 1, 0)}. (Reconstructed.)"
            if topic == f"board {which}" and view is not None and which <= len(view["players"]):
                mine = view["modules"][self.name]["players"][which - 1]
                filled = sum(trader is not None for trader in mine["traders"])
                left = self.demands(mine["board"] - 1, filled) if filled < PLACES else "full"
                return f"The trade board of player {which}: {left}. (Reconstructed.)"
        return None

    def demands(self, board: int, first: int) -> str:
        """What the places of a board take and score, from one of them on."""
        said = []
        for place in range(first, PLACES):
            goods = [one(KINDS.index(good)) for good in self.module.boards.boards[board].goods[place]]
            said.append(f"{listed(goods, 'or')} for {several(self.module.place_points[place], 'point')}")
        return "; ".join(said)

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        lines = []
        for seat, mine in enumerate(view["modules"][self.name]["players"]):
            filled = sum(trader is not None for trader in mine["traders"])
            line = f"board-{seat + 1}: {self.demands(mine['board'] - 1, filled) or 'full'}"
            if mine["modifiers"]:
                line += f"   {several(mine['modifiers'], 'modifier marker')}"
            lines.append(line)
        return lines


WORDING = TradeBoards
