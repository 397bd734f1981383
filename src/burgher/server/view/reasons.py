"""Why a thing on the table cannot be used now, for any game: asked by its part, before the click."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec

from burgher.kernel.errors import IllegalAction
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.frozen_table import FrozenTable
from burgher.server.tables.loaded_table import LoadedTable

MOST_ASKED = 200
"""Of more actions than this, only some are asked: their reasons repeat."""


class Why(msgspec.Struct, frozen=True):
    """The reason with the page or section of the rules; no reason when the part can be used."""

    reason: str | None
    page: int | str | None = None


def why_not(shown: ArchivedGame | FrozenTable) -> Why:
    """Why nothing can be used at a table where nobody can move."""
    return Why("The game is over" if shown.is_over else "The game rests: today's rules cannot go on with it")


def why(loaded: LoadedTable, seat: int | None, part: str, touched: Sequence[str] = ()) -> Why:
    """Why a seat cannot use a part now, after touching some others."""
    table, game = loaded.table, loaded.game
    if table.is_over:
        return Why("The game is over")
    if seat is None:
        return Why("You are watching")
    if seat != table.seat:
        return Why(f"The decision is {table.names[table.seat]}'s")
    using = [action for action in game.actions if part in action.parts]
    together = [action for action in using if set(touched) <= set(action.parts)] if touched else using
    if not using:
        return Why("This is only to be looked at")
    legal = set(table.state.legal_actions())
    if any(action.number in legal for action in together):
        return Why(None)
    if not together:
        return Why("This does not go together with what you have touched")
    # The most telling refusal is that of the action which is nearest to being possible: the one whose
    # other parts can be used now.
    usable = {other for number in legal for other in game.parts(number)}
    nearness = {action: len(usable & set(action.parts)) - len(action.parts) for action in together}
    best = max(nearness.values())
    nearest = [action for action in together if nearness[action] == best][:MOST_ASKED]
    refusals = [game.refusal(table.state, action.number) for action in nearest]
    (reason, page), _ = Counter(map(_facts, refusals)).most_common(1)[0]
    return Why(reason, page)


def _facts(refusal: IllegalAction) -> tuple[str, int | str | None]:
    return refusal.reason, refusal.page
