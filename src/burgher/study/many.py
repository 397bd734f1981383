"""Many games compared: what those who won had or did, and how sure that is.

Each seat of each finished game is a row: what it scored and from which sources, whether it won, and the
features that the game says are worth comparing. For each value of a feature, the seats that had it are held
against what anybody would win who knows nothing, 1 of so many players. Seats of one game are not independent,
and a feature that winners have need not be why they won: whoever leads can afford things.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from burgher.kernel.errors import BurgherError
from burgher.kernel.protocol import Feature
from burgher.record import Record
from burgher.study.intervals import CONFIDENCE, mean_and_error, wilson
from burgher.study.known import features_of
from burgher.study.outlook import certain

if TYPE_CHECKING:
    from burgher.table import Table

RECORDS = (".burgher", ".record", ".txt")
"""How the names of files end that are records."""
LEAST_SEATS = 5
"""A value that fewer seats had is not compared."""


@dataclass(frozen=True)
class Row:
    """One seat of one finished game."""

    game: str
    players: int
    source: str
    """Where the game was found."""
    seat: int
    name: str
    order: int
    """Who decided first in the game is 1."""
    points: int
    rank: int
    won: float
    """1 for the winner; those who share a victory share it."""
    decisions: int
    sources: dict[str, int]
    features: dict[str, Feature]


def rows_of(table: Table, source: str) -> list[Row]:
    """The seats of a finished game, as rows."""
    journal = table.state.journal
    features = features_of(table.game, table.state, [] if journal is None else journal.entries)
    moves = table.record.moves
    order = list(dict.fromkeys([*(move.seat for move in moves), *range(table.game.players)]))
    shares, sums = certain(table.state).shares, table.breakdown()
    return [
        Row(
            game=table.game.name,
            players=table.game.players,
            source=source,
            seat=seat + 1,
            name=table.names[seat],
            order=order.index(seat) + 1,
            points=table.scores()[seat],
            rank=table.ranks()[seat],
            won=shares[seat],
            decisions=sum(move.seat == seat for move in moves),
            sources=sums[seat],
            features={"place in the first round": _ordinal(order.index(seat) + 1), **features[seat]},
        )
        for seat in range(table.game.players)
    ]


def records_in(folder: Path) -> list[Path]:
    """The files in a folder, and in those within it, that may be records."""
    return [path for path in sorted(folder.rglob("*")) if path.suffix in RECORDS and path.is_file()]


def read_records(paths: Iterable[Path]) -> Iterator[tuple[Path, list[Row] | BurgherError]]:
    """The finished games among some files; those that are records of none say why."""
    for path in paths:
        try:
            record = Record.load(path)
            if record.scores is None:
                raise BurgherError("the game is not over")
            yield path, rows_of(record.replay(), str(path))
        except (BurgherError, OSError) as error:
            yield path, error if isinstance(error, BurgherError) else BurgherError(str(error))


# -- what wins -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Compared:
    """The seats that had one value of a feature."""

    value: str
    seats: int
    won: float
    """Their share of games won."""
    low: float
    high: float
    """The 95 % interval of that (Wilson's)."""
    even: float
    """What they would have won by being anybody."""
    points: float
    margin: float
    """Their mean points, and the 95 % interval either side."""

    @property
    def tells(self) -> bool:
        """Whether the interval leaves out what anybody would win."""
        return not self.low <= self.even <= self.high


def compared(rows: Sequence[Row]) -> dict[str, list[Compared]]:
    """For each feature, its values, those that win most first."""
    seats: dict[str, dict[str, list[Row]]] = {}
    for row in rows:
        for feature, value in row.features.items():
            for one in value if isinstance(value, tuple) else (value,):
                seats.setdefault(feature, {}).setdefault(one, []).append(row)
    found = {}
    for feature, values in seats.items():
        ranked = [_compared(value, having) for value, having in values.items() if len(having) >= LEAST_SEATS]
        if ranked:
            found[feature] = sorted(ranked, key=lambda one: (-one.won, one.value))
    return found


def _compared(value: str, rows: Sequence[Row]) -> Compared:
    won, n = sum(row.won for row in rows) / len(rows), len(rows)
    low, high = wilson(won, n)
    points, error = mean_and_error([float(row.points) for row in rows])
    even = sum(1 / row.players for row in rows) / n
    return Compared(value, n, won, low, high, even, points, CONFIDENCE * error)


# -- as tables -------------------------------------------------------------------------------------


def flat(rows: Sequence[Row]) -> tuple[list[str], list[list[Any]]]:
    """The rows with a column for each source and feature; things a seat has several of stand in one cell."""
    sources = _names(row.sources for row in rows)
    features = _names(row.features for row in rows)
    plain = ["game", "players", "source", "seat", "name", "order", "points", "rank", "won", "decisions"]
    heads = [*plain, *(f"points: {name}" for name in sources), *features]
    return heads, [
        [
            *(getattr(row, name) for name in plain),
            *(row.sources.get(name, 0) for name in sources),
            *(_cell(row.features.get(name, "")) for name in features),
        ]
        for row in rows
    ]


def as_csv(rows: Sequence[Row]) -> str:
    """The rows as comma-separated values."""
    heads, cells = flat(rows)
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(heads)
    writer.writerows(cells)
    return text.getvalue()


def save_parquet(rows: Sequence[Row], path: Path) -> None:
    """Write the rows as Parquet; raises `BurgherError` where that cannot be done here."""
    check_parquet()
    import pyarrow as arrow
    from pyarrow import parquet

    heads, cells = flat(rows)
    columns = {head: [row[n] for row in cells] for n, head in enumerate(heads)}
    parquet.write_table(arrow.table(columns), path)


def check_parquet() -> None:
    """Raise a `BurgherError` if what Parquet needs is missing, before games are studied for it."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError as error:
        raise BurgherError("Parquet needs pyarrow: pip install pyarrow") from error


def _names(dicts: Iterable[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(name for one in dicts for name in one))


def _cell(value: Feature) -> str:
    return "; ".join(value) if isinstance(value, tuple) else value


def _ordinal(n: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(n, f"{n}th")
