"""Why a thing on the table cannot be used now, for any game: asked by its part, before the click."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from burgher.kernel.game import Action
from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.tables.frozen_table import FrozenTable
from burgher.server.tables.loaded_table import LoadedTable

MOST_ASKED = 200
"""Of more actions than this, only some are asked: their reasons repeat."""


NOTHING_NOW = "As things are, nothing can be done with this"
"""Where every reason there is speaks of another thing, which nobody has chosen."""


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
    if not together and any(action.number in legal for action in using):
        return Why("This does not go together with what you have touched")
    if not together:  # nor could it be used without that: why, is what one wants to know
        return why(loaded, seat, part)
    if refusal := game.part_refusal(table.state, [*touched, part]):
        return Why(refusal.reason, refusal.page)
    # The most telling refusal is that of the action which is nearest to being possible: the one whose
    # other parts can be used now.
    usable = {other for number in legal for other in game.parts(number)}
    nearness = {action: len(usable & set(action.parts)) - len(action.parts) for action in together}
    best = max(nearness.values())
    nearest = [action for action in together if nearness[action] == best][:MOST_ASKED]
    said: dict[tuple[str, int | str | None], list[Action]] = {}
    for action in nearest:
        refusal = game.refusal(table.state, action.number)
        said.setdefault((refusal.reason, refusal.page), []).append(action)
    about = [facts for facts, actions in said.items() if not _is_about_another(actions, nearest)]
    if not about:
        return Why(NOTHING_NOW)
    return Why(*max(about, key=lambda facts: len(said[facts])))


def _is_about_another(refused: Sequence[Action], nearest: Sequence[Action]) -> bool:
    """Whether a reason is given only together with some other part, which nobody has touched."""
    return bool(_common(refused) - _common(nearest))


def _common(actions: Sequence[Action]) -> set[str]:
    """The parts that all of some actions touch."""
    return set(actions[0].parts).intersection(*(action.parts for action in actions))
