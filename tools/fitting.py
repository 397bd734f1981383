"""Weights of a point with which the chances that follow fit who won, and how far off chances are."""

from __future__ import annotations

from collections.abc import Sequence
from math import log
from typing import Any

import numpy as np
import numpy.typing as npt

from burgher.study.known import Link
from tools.measuring import Row

START, LEAST_WEIGHT, MOST_WEIGHT = Link(0.1, 0.2), 0.001, 1.0
"""The link from which the search for a better one sets out, and the bounds of the weight of a point."""
BINS = 10
"""Chances are held against results in so many classes."""
STAGES = 3
"""Games are held in so many parts when it is asked whether chances drift."""

Array = npt.NDArray[np.float64]


class Cases:
    """What was seen in positions, and how their games ended: arrays with a line for each position."""

    def __init__(self, rows: Sequence[Row]) -> None:
        """Of some games."""
        cases = [case for row in rows for case in row["cases"]]
        self.progress = np.array([[one[0] for one in case] for case in cases])
        self.worths = np.array([[one[1] for one in case] for case in cases])
        self.over = np.array([[one[2] for one in case] for case in cases])
        self.results = np.array([row["result"] for row in rows for _ in row["cases"]])
        looked = [range(len(row["cases"])) for row in rows]
        self.stages = np.array([n * STAGES // len(numbers) for numbers in looked for n in numbers])

    def predicted(self, link: Link) -> Array:
        """Each seat's chance in each position."""
        weights = link.first * np.exp(self.progress * log(link.last / link.first))
        scaled = weights[:, :, None] * self.worths
        parts = np.exp(scaled - scaled.max(axis=2, keepdims=True))
        shares = parts / parts.sum(axis=2, keepdims=True)
        found: Array = np.where(self.over[:, :, None], self.worths, shares).mean(axis=1)
        return found

    def loss(self, link: Link) -> float:
        """How badly chances fit results: the mean logarithm, of who won."""
        found = -(self.results * np.log(np.maximum(self.predicted(link), 1e-3))).sum(axis=1).mean()
        return float(found)


def fitted(cases: Cases) -> Link:
    """The link with which chances fit results best, found by steps that become smaller."""
    link, factor = START, 1.6
    best = cases.loss(link)
    while factor > 1.02:
        trials = [
            Link(_bounded(link.first * factor**a), _bounded(link.last * factor**b))
            for a, b in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
        ]
        found, trial = min(((cases.loss(trial), trial) for trial in trials), key=lambda pair: pair[0])
        if found < best - 1e-7:
            link, best = trial, found
        else:
            factor = factor**0.5
    return link


def _bounded(weight: float) -> float:
    return min(MOST_WEIGHT, max(LEAST_WEIGHT, weight))


def brier(pairs: Sequence[tuple[float, float]]) -> float:
    """The mean square of what chances were off."""
    return sum((chance - won) ** 2 for chance, won in pairs) / len(pairs)


def reliability(pairs: Sequence[tuple[float, float]]) -> float:
    """By how much chances of one class differ from how often they came true, on average."""
    classes: dict[int, list[tuple[float, float]]] = {}
    for pair in pairs:
        classes.setdefault(min(int(pair[0] * BINS), BINS - 1), []).append(pair)
    return sum(abs(sum(c for c, _ in row) - sum(w for _, w in row)) for row in classes.values()) / len(pairs)


def chances_measured(rows: Sequence[Row]) -> dict[str, Any]:
    """The weights of a point, and how well the chances that follow from them fit who won."""
    players = len(rows[0]["result"])
    folds = rows[::2], rows[1::2]
    pairs: list[list[tuple[float, float]]] = [[] for _ in range(STAGES)]
    for train, test in (folds, folds[::-1]):
        link, seen = fitted(Cases(train)), Cases(test)
        for stage, chances, result in zip(
            seen.stages.tolist(), seen.predicted(link).tolist(), seen.results.tolist(), strict=True
        ):
            pairs[stage] += zip(chances, result, strict=True)
    link = fitted(Cases(rows))
    together = [pair for stage in pairs for pair in stage]
    return {
        "games": len(rows),
        "first": round(link.first, 4),
        "last": round(link.last, 4),
        "brier": round(brier(together), 4),
        "even": round(brier([(1 / players, won) for _, won in together]), 4),
        "reliability": round(reliability(together), 4),
        "by_stage": [round(reliability(stage), 4) for stage in pairs],
        "favourite": [round(favourite(stage, players), 4) for stage in pairs],
    }


def favourite(pairs: Sequence[tuple[float, float]], players: int) -> float:
    """How much oftener than expected whoever had more than an equal share has won.

    Chances that are too timid show more than nothing here, chances that are too bold less.
    """
    ahead = [won - chance for chance, won in pairs if chance > 1 / players]
    return sum(ahead) / max(1, len(ahead))
