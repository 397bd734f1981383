"""What was measured of studies (tools/trust.py), as docs/study.md has it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from math import sqrt
from pathlib import Path

from burgher import games
from burgher.study.course import Sum, accuracy
from burgher.study.intervals import CONFIDENCE, mean_and_error, wilson
from tools.measuring import Row, loaded, rows_in

LEVELS = ("random", "greedy:3", "greedy", "search:80", "search:500")
"""The levels as they play where nobody looks at a clock, the weakest first, and random play before them."""
NAMES = dict(zip(LEVELS, ("random", "apprentice", "journeyman", "merchant", "master"), strict=True))
UNEQUAL = (("random", "greedy"), ("greedy:3", "search:80"), ("greedy", "search:500"))
"""Who plays whom: together, all levels."""
LEAST_GAMES = 3
"""Nothing is said of fewer games."""
COSTLIEST = 3
"""A planted mistake is to be found among so many."""


def report(folder: Path) -> Iterator[str]:
    """All that was measured, as docs/study.md has it."""
    played, plants = _newest(rows_in(folder / "play.jsonl")), _newest(rows_in(folder / "plant.jsonl"))
    yield from _luck(played, _newest(rows_in(folder / "luck.jsonl")))
    yield from _accuracy(played)
    yield from _mistakes(plants)
    yield from _chances()
    yield from _time(played)


Kind = tuple[str, int]


def _newest(rows: Sequence[Row]) -> dict[Kind, list[Row]]:
    """The rows of each game and number of players that were measured as the last of them was."""
    methods = {(row["game"], row["players"]): row["method"] for row in rows}
    found: dict[Kind, list[Row]] = {}
    for kind in sorted(methods):
        found[kind] = [
            row for row in rows if (row["game"], row["players"]) == kind and row["method"] == methods[kind]
        ]
    return found


def _title(kind: Kind) -> str:
    return f"{loaded(*kind).title} | {kind[1]}"


def _luck(played: dict[Kind, list[Row]], more: dict[Kind, list[Row]]) -> Iterator[str]:
    yield "**Luck is fair.** Mean luck of the weaker side, in percentage points, and what play did:"
    yield ""
    yield (
        "| game | players | pairing | games | luck | known in one game to "
        "| games studied whole | own play | the others' play |"
    )
    yield "|---|--:|---|--:|--:|--:|--:|--:|--:|"
    for kind in sorted({*played, *more}):
        for pair in UNEQUAL:
            whole, lucks = (_of_weaker(rows.get(kind, []), pair) for rows in (played, more))
            lucks |= whole
            if len(lucks) < LEAST_GAMES:
                continue
            claimed = sqrt(sum(seat["luck"][1] ** 2 for seat in lucks.values()) / len(lucks))
            cells = [
                ", ".join(NAMES[one] for one in pair),
                str(len(lucks)),
                _mean([seat["luck"][0] for seat in lucks.values()]),
                f"± {200 * claimed:.1f}",
                str(len(whole)),
                *(_mean([seat[name][0] for seat in whole.values()]) for name in ("play", "others")),
            ]
            yield f"| {_title(kind)} | {' | '.join(cells)} |"
    yield ""


def _of_weaker(rows: Sequence[Row], pair: tuple[str, str]) -> dict[int, Row]:
    """The seats of the weaker one of a pair, by the numbers of their games."""
    return {
        row["number"]: next(seat for seat in row["seats"] if seat["agent"] == pair[0])
        for row in rows
        if row["pair"] == " ".join(pair)
    }


def _mean(values: Sequence[float]) -> str:
    """A mean in percentage points, with two standard errors."""
    if len(values) < 2:
        return ""
    mean, error = mean_and_error([100 * value for value in values])
    return f"{mean:+.1f} ± {2 * error:.1f}".replace("-", "−")


def _accuracy(played: dict[Kind, list[Row]]) -> Iterator[str]:
    yield "**Accuracy ranks the levels.** Mean accuracy over so many games, with its interval at 95 %:"
    yield ""
    yield f"| game | players | {' | '.join(NAMES.values())} |"
    yield f"|---|--:|{'--:|' * len(NAMES)}"
    for kind, rows in played.items():
        told = []
        for level in LEVELS:
            of_level = [
                [accuracy(Sum(*seat["cost"])).value for seat in row["seats"] if seat["agent"] == level]
                for row in rows
                if any(seat["agent"] == level for seat in row["seats"])
            ]
            # Seats of one game are not independent: a game counts once.
            if len(of_level) >= LEAST_GAMES:
                mean, error = mean_and_error([sum(one) / len(one) for one in of_level])
                half = CONFIDENCE * error
                told.append(f"{mean:.1f} ({mean - half:.1f}–{mean + half:.1f}), {len(of_level)}")
            else:
                told.append("")
        yield f"| {_title(kind)} | {' | '.join(told)} |"
    yield ""


SIZES = ((0.05, 0.1), (0.1, 0.2), (0.2, 1.1))
"""Mistakes are told apart by what they cost."""


def _mistakes(plants: dict[Kind, list[Row]]) -> Iterator[str]:
    yield (
        "**Planted mistakes.** How many were among the three costliest moves, all and by what a deep search "
        "says that they cost; and what the costliest moves cost that were not planted:"
    )
    yield ""
    yield "| game | players | named | | 5–10 points | 10–20 | more | third costliest beside them |"
    yield "|---|--:|--:|---|--:|--:|--:|--:|"
    for kind, rows in plants.items():
        made = [row for row in rows if row["rank"] is not None]
        if not made:
            continue
        found = [row for row in made if 0 < row["rank"] <= COSTLIEST]
        low, high = wilson(len(found) / len(made), len(made))
        by_size = [
            f"{sum(least <= row['cost'][0] < most for row in found)} of "
            f"{sum(least <= row['cost'][0] < most for row in made)}"
            for least, most in SIZES
        ]
        others = [row["others"] for row in made]
        share = f"{len(found) / len(made):.0%} ({low:.0%} to {high:.0%})"
        cells = [f"{len(found)} of {len(made)}", share, *by_size, f"{100 * sum(others) / len(others):.1f}"]
        yield f"| {_title(kind)} | {' | '.join(cells)} |"
    yield ""


def _chances() -> Iterator[str]:
    yield "**Chances** hold for games between opponents of different levels to which they were not fitted:"
    yield ""
    yield (
        "| game | players | by | games | Brier score (equal shares) | off by, in points "
        "| … in each third | favourites won oftener by |"
    )
    yield "|---|--:|---|--:|--:|--:|--:|--:|"
    for name in games.names():
        path = Path(str(files(games.rules(name).__module__))) / "study.toml"
        for row in tomllib.loads(path.read_text(encoding="utf-8"))["players"]:
            found = row.get("learned") or row.get("win")
            if not found or "by_stage" not in found:
                continue
            by = "the network" if "network" in found else "the heuristic"
            thirds = ", ".join(f"{100 * one:.1f}" for one in found["by_stage"])
            oftener = ", ".join(f"{100 * one:+.1f}".replace("-", "−") for one in found["favourite"])
            yield (
                f"| {_title((name, row['players']))} | {by} | {found['games']} | {found['brier']:.3f} "
                f"({found['even']:.3f}) | {100 * found['reliability']:.1f} | {thirds} | {oftener} |"
            )
    yield ""


def _time(played: dict[Kind, list[Row]]) -> Iterator[str]:
    yield "**Time.** A quick study takes, on one core:"
    yield ""
    yield "| game | players | games | on average | at most |"
    yield "|---|--:|--:|--:|--:|"
    for kind, rows in played.items():
        seconds = [row["seconds"] for row in rows]
        mean = sum(seconds) / len(seconds)
        yield f"| {_title(kind)} | {len(seconds)} | {mean:.1f} s | {max(seconds):.1f} s |"
    yield ""
