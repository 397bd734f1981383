"""A tournament as it is shown: who stands where, who plays with whom, and the same as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from burgher.server.storage.model import Identity
from burgher.server.storage.pace import in_words
from burgher.server.storage.titles import title_of
from burgher.server.storage.tournaments import Paired, Tournament
from burgher.server.tables.person_page import harmless
from burgher.server.tables.standings import Row, bye_points, standings, table_points

FORMS = {"round-robin": "round robin", "swiss": "Swiss"}
STATES = {"open": "waits for people", "running": "is played", "over": "is over", "closed": "was ended"}


@dataclass(frozen=True)
class Placed:
    """Somebody in the standings."""

    place: int
    number: int
    name: str
    out: bool
    is_me: bool
    points: str
    games: int
    won: int
    strength: str
    margin: str
    rounds: tuple[str, ...]
    """The points of each round, as they are written; `…` while it is played."""


@dataclass(frozen=True)
class At:
    """Somebody at a table of a round."""

    name: str
    points: str
    score: int | None


@dataclass(frozen=True)
class Board:
    """A table of a round; without one those sit out who are in it."""

    table: str | None
    people: tuple[At, ...]
    done: bool
    is_mine: bool


def number_text(value: Fraction | float) -> str:
    """A number of points, with no more digits than it needs."""
    return f"{float(value):.2f}".rstrip("0").rstrip(".")


def in_short(found: Tournament) -> str:
    """What is played, how and by how many, in a line."""
    form = FORMS[found.form]
    if found.form == "swiss":
        form = f"{form}, {found.rounds} {'round' if found.rounds == 1 else 'rounds'}"
    rated = ", rated" if found.rated else ""
    game = title_of(found.game) or found.game
    return f"{game}, tables of {found.size}, {form}, {in_words(found.pace)}{rated}"


def placed_rows(found: Tournament, me: Identity | None) -> list[Placed]:
    """The standings."""
    people = {one.number: one for one in found.entrants}
    shown = []
    for row in standings([*people], found.paired, found.form, found.size):
        one = people[row.number]
        shown.append(
            Placed(
                row.place,
                row.number,
                one.name,
                one.out,
                me is not None and one.identity == me.id,
                number_text(row.points),
                row.games,
                row.won,
                number_text(row.strength),
                f"{float(row.margin):+.1f}",
                tuple(_in_round(found, row, number) for number in range(1, found.round + 1)),
            )
        )
    return shown


def boards(found: Tournament, me: Identity | None) -> list[tuple[int, list[Board]]]:
    """The rounds, the last one first, each with its tables."""
    return [
        (number, _boards_of(found, [one for one in found.paired if one.round == number], me))
        for number in range(found.round, 0, -1)
    ]


def as_csv(found: Tournament, root: str) -> str:
    """The games of a tournament, a line for everybody in each, after the standings."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(["place", "name", "points", "games", "won", "points of those met", "margin", "left"])
    for row in placed_rows(found, None):
        standing = [row.place, harmless(row.name), row.points, row.games, row.won, row.strength]
        writer.writerow([*standing, row.margin.removeprefix("+"), "yes" if row.out else "no"])
    writer.writerow([])
    writer.writerow(["round", "table", "name", "seat", "place", "score", "points", "link"])
    for number, tables in reversed(boards(found, None)):
        for count, board in enumerate(tables, 1):
            for seat, one in enumerate(board.people, 1):
                sits = board.table is not None or board.done is False or len(board.people) > 1
                link = "" if board.table is None else f"{root}/t/{board.table}"
                place = _place_of(found, number, one.name)
                writer.writerow(
                    [
                        number,
                        count if sits else "sits out",
                        harmless(one.name),
                        seat if sits else "",
                        "" if place is None else place,
                        "" if one.score is None else one.score,
                        one.points.replace("…", ""),
                        link,
                    ]
                )
    return written.getvalue()


def _place_of(found: Tournament, number: int, name: str) -> int | None:
    entrant = next(one.number for one in found.entrants if one.name == name)
    return next(one.place for one in found.paired if (one.round, one.entrant) == (number, entrant))


def _in_round(found: Tournament, row: Row, number: int) -> str:
    if number not in row.rounds:
        return "–"
    got = row.rounds[number]
    if got is not None:
        return number_text(got)
    done = any(one.done for one in found.paired if (one.round, one.entrant) == (number, row.number))
    return "–" if done else "…"


def _boards_of(found: Tournament, paired: Sequence[Paired], me: Identity | None) -> list[Board]:
    people = {one.number: one for one in found.entrants}
    shown = []
    for board in sorted({one.board for one in paired if one.board is not None}):
        at = sorted((one for one in paired if one.board == board), key=lambda one: one.seat or 0)
        places = [one.place for one in at if one.place is not None]
        sitting = tuple(At(people[one.entrant].name, _points(one, places), one.score) for one in at)
        mine = me is not None and any(people[one.entrant].identity == me.id for one in at)
        shown.append(Board(at[0].table, sitting, all(one.done for one in at), mine))
    out = [one for one in paired if one.board is None]
    worth = number_text(bye_points(found.form, found.size))
    for one in out:
        who = people[one.entrant]
        is_mine = me is not None and who.identity == me.id
        shown.append(Board(None, (At(who.name, worth, None),), True, is_mine))
    return shown


def _points(one: Paired, places: Sequence[int]) -> str:
    if not one.done:
        return "…"
    return "–" if one.place is None else number_text(table_points(places, one.place))
