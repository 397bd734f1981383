"""What the journal can say: the events with their details, and where points come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.kernel.journal import score_one, write_three

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData

# Events, with the details they carry. 0 is `SCORED`, the event of all points. Cards and tiles count from 0.
STARTS: Final = 1
"""The start player."""
BLOCKED: Final = 2
"""A craft building gets an order marker: building, marker from 1."""
ROUND: Final = 3
"""A round begins: round from 0."""
ORDER: Final = 4
"""A seat gets its place in turn order: place from 0."""
DREW: Final = 5
"""Cards from the deck, told to all others: how many."""
DREW_CARD: Final = 6
"""Told to its player only: card."""
SHUFFLED: Final = 7
"""The discarded cards become the deck: how many."""
DISCARDED: Final = 8
"""A card from the hand: card."""
PLAYED_FIELD: Final = 9
"""A card to the left of the farm: card, 1 with a good on it at once."""
PLAYED_BARROW: Final = 10
PLAYED_EXTENSION: Final = 11
PLAYED_HELPER: Final = 12
"""A card to another side of the farm: card."""
CLEARED: Final = 13
"""A market barrow discarded: card, goods lost."""
DISMISSED: Final = 14
"""A helper discarded: card."""
GAINED: Final = 15
"""Goods: kind, how many."""
LOST: Final = 16
"""A good or trade commodity paid or discarded: kind, 1 from a field."""
EARNED: Final = 17
"""Silver: how much, negative when paid."""
HARVESTED: Final = 18
"""Fields that grew a good: olives, grain, grapes."""
BRED: Final = 19
"""A pig is born."""
SOLD: Final = 20
"""A resource: kind, silver, 1 if it comes without a free stall and never lay on the farm."""
BOUGHT: Final = 21
"""A resource: kind, silver."""
UPGRADED: Final = 22
"""A resource: kind, silver paid, 1 from a field."""
TRADED: Final = 23
"""A trade commodity: what it becomes."""
BOUGHT_ROOF: Final = 24
"""A roof tile: tile, place, silver."""
USED_ROOF: Final = 25
"""A roof tile: tile, place."""
TURNED_ROOF: Final = 26
"""A roof tile is face up again: tile, place."""
NEW_ROOFS: Final = 27
"""Roof tiles are laid out: how many, and which, as a set."""
USED_HELPER: Final = 28
"""A helper works: card."""
ROLLED: Final = 29
"""Dice, as so many of each number, four bits each."""
REROLLED: Final = 30
"""Dice rolled again: how many; what they show, as in `ROLLED`."""
MARKED: Final = 31
"""The Village Elder's marker: revenue space from 0."""
TOOK_DIE: Final = 32
"""A die drafted: number from 0, space used from 0."""
LEFTOVER: Final = 33
"""The leftover die is used: number from 0, space used from 0."""
RESTED: Final = 34
"""Steps on the siesta track, negative when they lead back: steps, the space reached."""
CHOSE_DONKEY: Final = 35
"""A donkey tile: tile. Told to its player, and to all others when everybody has chosen."""
FETCHED: Final = 36
"""A used donkey tile taken back: tile."""
DONKEYS_BACK: Final = 37
"""All donkey tiles come back."""
DELIVERED: Final = 38
"""A good: kind, target, whether from a field."""
BOUGHT_DELIVERY: Final = 39
"""Silver for a delivery: how much."""
COMPLETED_BARROW: Final = 40
"""A market barrow: card."""
PLACED_STALL: Final = 41
"""A marker in the market: stall place."""
REMOVED_STALL: Final = 42
"""A marker of this seat leaves the market: stall place, the seat that drove it away."""
GUARDED: Final = 43
"""A marker stays for silver: stall place."""
COMPLETED_CRAFT: Final = 44
"""A craft building: building."""
UNBLOCKED: Final = 45
"""A craft building is open now: building."""
EXCHANGED: Final = 46
"""A harvest good for another: kind, kind, 1 from a field."""
MOVED: Final = 47
"""A good from barrow to barrow: kind, place, place."""
DISGUISED: Final = 48
"""A harvest good is to pass for another: kind, kind."""
DECLINED: Final = 49
"""Something offered and not used: which question."""
FINISHED: Final = 50
"""A step ended by its player: which step."""
OVER: Final = 51
"""The game ends: the seats that share the victory, as a set."""
LAPSED: Final = 52
"""Something is of no use any more: which question, how often."""
INCOME: Final = 53
"""Silver that farm extensions bring with the income: how much."""
CRAFT_WORKS: Final = 54
"""A craft marker works on its ongoing side: building."""
SOLD_OUT: Final = 55
"""The last sale: the resources, eight bits for each kind; trade commodities; silver."""
DISCS_BACK: Final = 56
"""The siesta discs go back to the start of the track."""
REFRESHED: Final = 57
"""Exhausted helpers are ready again: how many."""
UNMARKED: Final = 58
"""The Village Elder's marker comes back: revenue space from 0."""
TURNED_CRAFTS: Final = 59
"""Craft markers are turned to their ongoing sides: the buildings, as a set."""
ROOFS_GONE: Final = 60
"""Roof tiles that nobody bought are discarded: which, as a set."""
STARTED_WITH: Final = 61
"""What everybody has at the start: silver, points, trade commodities."""
PUT_ASIDE: Final = 62
"""A die out of the pool, to be rolled again: number from 0."""
FROM_FIELD: Final = 63
"""A good that goes where a module asks for it comes from a field: kind."""

# Sources of points.
BARROWS: Final = 1
"""A market barrow: card."""
REPLACED: Final = 2
"""A marker replaced in the market: stall place."""
REMOVED: Final = 3
"""Markers driven away: how many."""
CRAFTS: Final = 4
"""A craft building completed, for the round: building."""
TOKENS: Final = 5
"""The first to complete a craft building: building."""
UNBLOCKING: Final = 6
"""A craft building unblocked: building."""
MARKET: Final = 7
"""Markers in the market at the end of a round: how many."""
SIESTA: Final = 8
"""The siesta track: space."""
ROOF_PLACES: Final = 9
"""A roof tile's place: place."""
ROOF_TILES: Final = 10
"""A roof tile's effect: tile."""
CRAFT_MARKERS: Final = 11
"""A craft marker's effect: building."""
SILVER: Final = 12
"""Silver left at the end: how much."""
PAID: Final = 13
"""Points paid; they are negative."""
HELPERS: Final = 100
"""`HELPERS + card` is the helper of that card."""


def note(state: GranjaData, seat: i64, event: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
    """Write what a seat did, or what happened to it, into the journal, if there is one."""
    if state.journal is not None:
        write_three(state.journal, seat, event, a, b, c)


def confide(state: GranjaData, seat: i64, event: i64, a: i64 = 0) -> None:
    """Write what only its own seat may know."""
    if state.journal is not None:
        state.journal.confide(seat, event, a)


def disclose(state: GranjaData, seat: i64, event: i64, a: i64 = 0) -> None:
    """Write for all others what a seat has been told already."""
    if state.journal is not None:
        state.journal.disclose(seat, event, a)


def score(state: GranjaData, seat: i64, points: i64, source: i64, a: i64 = 0) -> None:
    """Give a seat points from a source, or take what it pays."""
    state.players[seat].points += points
    if state.journal is not None and points:
        score_one(state.journal, seat, points, source, a)
