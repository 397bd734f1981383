"""What each action that may be played now would bring at once, in points: for somebody who learns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from burgher.kernel.journal import Entry, Journal

if TYPE_CHECKING:
    from burgher.table import Table


def brings(table: Table, seed: int) -> dict[int, int]:
    """By the number of each action that scores at once, how many points it brings whoever is to move.

    It is tried out on what they can know. What the end of a round brings by itself counts as nobody's deed.
    """
    seat, known = table.seat, table.state.imagine(table.seat, seed)
    then, found = known.clone(), {}
    for number in table.state.legal_actions():
        if " " not in table.game.words(number):
            continue  # `done`, `skip`: no deed, but going on
        then.copy_from(known)
        then.journal = Journal()
        then.apply(number)
        if then.is_over:
            continue  # all is counted then, whatever was played last
        stays = (then.chance, then.reveals) == (known.chance, known.reveals)
        goes_on = stays and table.game.heading(then) == table.heading
        points = _own(table, then.journal.entries, seat, until_others=not goes_on)
        if points > 0:
            found[number] = points
    return found


def _own(table: Table, entries: Sequence[Entry], seat: int, *, until_others: bool) -> int:
    """The points of a seat, or only those before anybody else, or the game itself, is told of."""
    if not until_others:
        return sum(entry.points for entry in entries if entry.seat == seat)
    if any(entry.points for entry in entries if entry.seat != seat):
        return 0  # a round is scored
    points = 0
    for entry in entries:
        if entry.seat != seat or table.names[seat] not in table.game.tell(entry, table.names):
            break
        points += entry.points
    return points
