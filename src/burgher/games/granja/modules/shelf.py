"""The modules that there are, and how some of them come onto a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from burgher.games.granja.actions import COUNT
from burgher.games.granja.modules import (
    betwixt,
    broken_roofs,
    bustling_town,
    colchonera,
    counsellors,
    donkey_song,
    grand_markers,
    hired_hands,
    ladies,
    long_distance_trade,
    outlaws,
    solo,
    trade_boards,
)
from burgher.games.granja.tables import EFFECT_MODULES

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import Module

_SHELF: Final[dict[str, tuple[type[Module], Callable[[Components], Module]]]] = {
    "betwixt": (betwixt.Betwixt, betwixt.of),
    "broken-roofs": (broken_roofs.BrokenRoofs, broken_roofs.of),
    "bustling-town": (bustling_town.BustlingTown, bustling_town.of),
    "bustling-town-b": (bustling_town.BustlingTownB, bustling_town.of_side_b),
    "colchonera": (colchonera.Colchonera, colchonera.of),
    "counsellors": (counsellors.Counsellors, counsellors.of),
    "donkey-song": (donkey_song.DonkeySong, donkey_song.of),
    "grand-markers": (grand_markers.GrandMarkers, grand_markers.of),
    "hired-hands": (hired_hands.HiredHands, hired_hands.of),
    "ladies": (ladies.Ladies, ladies.of),
    "long-distance-trade": (long_distance_trade.LongDistanceTrade, long_distance_trade.of),
    "outlaws": (outlaws.Outlaws, outlaws.of),
    "trade-boards": (trade_boards.TradeBoards, trade_boards.of),
    "solo": (solo.Solo, solo.of),
}

NAMES: Final = (
    "betwixt",
    "broken-roofs",
    "bustling-town",
    "bustling-town-b",
    "colchonera",
    "counsellors",
    "donkey-song",
    "grand-markers",
    "hired-hands",
    "ladies",
    "long-distance-trade",
    "outlaws",
    "trade-boards",
)
"""The names of all modules in the order of their numbers."""

SOLO: Final = ("solo",)
"""What is on the table with one player, numbered after them: nobody chooses it, and nothing goes with it."""

MEANINGS: Final[dict[str, str]] = {name: _SHELF[name][0].meaning for name in NAMES if name in _SHELF}
"""Each module with a sentence for the person who chooses."""

EXCLUSIVE: Final = (("counsellors", "outlaws"), ("bustling-town", "bustling-town-b"))
"""The two sides of one thing: they are not played together."""


def laid_out(names: Sequence[str], box: Components) -> list[Module]:
    """Some modules, with numbers for the actions and effects that each of them brings."""
    modules: list[Module] = []
    action, effect = COUNT, EFFECT_MODULES
    for name in names:
        module = _SHELF[name][1](box)
        module.number = (*NAMES, *SOLO).index(name)
        module.first = action
        action += len(module.faces())
        module.end = action
        module.first_effect = effect
        effect += len(module.effects())
        modules.append(module)
    return modules
