"""The modules that there are, and how some of them come onto a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from burgher.games.granja.actions import COUNT
from burgher.games.granja.lookups import EFFECT_MODULES, ROUND_ROOFS
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
from burgher.games.granja.pending import DETAIL, OF_MODULES
from burgher.kernel.errors import BadOptions

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

SOLO: Final = ("solo",)
"""What is on the table with one player, numbered after them: nobody chooses it."""

NOT_ALONE: Final = {
    "betwixt": "its cards lie between two players, who share their rewards",
    "grand-markers": "they are about the markers of opponents, and the neutral player has no grand markers",
    "trade-boards": "goods are delivered to the boards of other players",
}
"""The modules that are not played by one player alone, each with the reason."""

NAMES: Final = tuple(name for name in _SHELF if name not in SOLO)
"""The names of all modules in the order of their numbers."""

MEANINGS: Final[dict[str, str]] = {name: _SHELF[name][0].meaning for name in NAMES}
"""Each module with a sentence for the person who chooses."""

EXCLUSIVE: Final = (("counsellors", "outlaws"), ("bustling-town", "bustling-town-b"))
"""The two sides of one thing: they are not played together."""


def add(name: str, kind: type[Module], make: Callable[[Components], Module]) -> None:
    """Put another module onto the shelf: from now on it can be chosen, with a number after all others."""
    _SHELF[name] = (kind, make)
    MEANINGS[name] = kind.meaning


def remove(name: str) -> None:
    """Take a module off the shelf again; games that have it go on."""
    _SHELF.pop(name, None)
    MEANINGS.pop(name, None)


def laid_out(names: Sequence[str], components: Components) -> list[Module]:
    """Some modules, with numbers for the actions, effects, questions and roof tiles that each brings."""
    modules: list[Module] = []
    action, effect, question, roof = COUNT, EFFECT_MODULES, OF_MODULES, ROUND_ROOFS
    for name in names:
        module = _SHELF[name][1](components)
        module.number = list(_SHELF).index(name)
        module.first = action
        action += len(module.faces())
        module.end = action
        module.first_effect = effect
        effect += len(module.effects())
        module.first_question = question
        question += len(module.questions())
        module.first_roof = roof
        roof += len(module.roof_tiles)
        modules.append(module)
    if question > DETAIL:
        raise BadOptions(
            f"{len(names)} modules ask {question - OF_MODULES} questions, {question - DETAIL} too many"
        )
    return modules
