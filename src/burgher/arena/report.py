"""A contest as a page: one file that needs no other, with its plots drawn in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from math import ceil, floor, log10

from jinja2 import Environment, StrictUndefined

import burgher
from burgher.arena.contest import Rules
from burgher.arena.ratings import Ladder, Performance, Rating, Share, ladder, share
from burgher.arena.results import Results
from burgher.games import rules as game_rules

WIDE, ROW, NAMES, RIGHT = 760, 34, 150, 100
"""A plot: how wide it is, how high a row, and what names and figures take at its sides."""
BINS = 48
"""So many bars at most show how points are distributed."""
TICKS = 6
SOURCES = 14
"""So many sources of points are shown by name."""


@dataclass(frozen=True)
class Axis:
    """Where numbers lie along a plot."""

    least: float
    most: float
    ticks: list[float]

    @classmethod
    def over(cls, numbers: Iterable[float]) -> Axis:
        """An axis with room for some numbers, with ticks at round ones."""
        least, most = min(numbers := list(numbers)), max(numbers)
        step = _round_step((most - least or 1) / TICKS)
        least, most = floor(least / step) * step, ceil(most / step) * step
        if least == most:
            most += step
        count = round((most - least) / step)
        return cls(least, most, [least + n * step for n in range(count + 1)])

    def __call__(self, number: float) -> float:
        """Where a number lies, in the units of the drawing."""
        return round(NAMES + (number - self.least) / (self.most - self.least) * (WIDE - NAMES - RIGHT), 1)


def _round_step(size: float) -> float:
    """A round number that is not less: 1, 2 or 5 with some noughts."""
    power = 10.0 ** floor(log10(size))
    return float(next(step * power for step in (1, 2, 5, 10) if step * power >= size * 0.999))


@dataclass(frozen=True)
class Row:
    """A line of a plot: a value with its interval."""

    name: str
    value: float
    low: float
    high: float
    said: str
    note: str = ""


@dataclass(frozen=True)
class Ridge:
    """How the points of an agent are distributed, as the outline of a hill."""

    name: str
    outline: str
    mean: float
    said: str


@dataclass(frozen=True)
class Section:
    """What the page says about the games of some rules."""

    title: str
    about: str
    alone: bool
    """Whether one plays alone: then there is nobody to win against."""
    ladder: Ladder
    ratings: list[Row]
    rating_axis: Axis | None
    ridges: list[Ridge]
    score_axis: Axis
    sources: list[tuple[str, list[float]]]
    most_by_source: float
    seats: list[Row]
    seat_axis: Axis


def report(results: Results, rules: Sequence[Rules]) -> str:
    """A page on what the games of some rules have shown."""
    environment = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["percent"] = lambda number: f"{100 * number:.1f} %"
    environment.filters["short"] = lambda number: f"{number:g}"
    template = environment.from_string(files(__package__).joinpath("report.html").read_text(encoding="utf-8"))
    return template.render(
        sections=[_section(results, some) for some in rules],
        version=burgher.__version__,
        made=f"{(now := datetime.now(UTC)).day} {now:%B %Y}",
        wide=WIDE,
        row=ROW,
        names=NAMES,
        right=WIDE - RIGHT,
    )


def _section(results: Results, rules: Rules) -> Section:
    games, alone = results.of(rules), rules.players == 1
    shown = ladder(games)
    rated = [(agent, agent.rating) for agent in shown.agents if agent.rating is not None]
    ratings = [_rating_row(agent, rating) for agent, rating in rated]
    sources = _sources(shown.agents)
    return Section(
        title=f"{game_rules(rules.game).title}, {'1 player' if alone else f'{rules.players} players'}",
        about=_about(results, rules),
        alone=alone,
        ladder=shown,
        ratings=ratings,
        rating_axis=Axis.over(n for row in ratings for n in (row.low, row.high)) if ratings else None,
        ridges=_ridges(shown.agents, axis := Axis.over(n for agent in shown.agents for n in agent.scores)),
        score_axis=axis,
        sources=sources,
        most_by_source=max((points for _, row in sources for points in row), default=1) or 1,
        seats=(seats := _seat_rows(shown)),
        seat_axis=Axis.over([0, 1 / rules.players, *(row.high for row in seats)]),
    )


def _about(results: Results, rules: Rules) -> str:
    options = "".join(
        f", {name} {value if isinstance(value, str) else ' and '.join(value)}"
        for name, value in rules.options
    )
    played_on = sorted(
        {on for match, machines in results.machines.items() if match.rules == rules for on in machines}
    )
    return (
        f"Burgher {rules.version}, rules {rules.fingerprint}, thinking {rules.thinking}{options}; "
        f"on {'; '.join(played_on)}"
    )


def _rating_row(agent: Performance, rating: Rating) -> Row:
    plays = agent.plays if agent.plays != agent.name else ""
    return Row(agent.name, rating.value, rating.low, rating.high, f"{rating.value:.0f}", plays)


def _ridges(agents: Sequence[Performance], axis: Axis) -> list[Ridge]:
    """Everyone's distribution, all to the same scale."""
    width = max(1, ceil((axis.most - axis.least) / BINS))
    count = ceil((axis.most - axis.least) / width)
    hills = []
    for agent in agents:
        scores = agent.scores
        bins = [0] * (count + 1)
        for points in scores:
            bins[int((points - axis.least) // width)] += 1
        hills.append([n / len(scores) for n in bins])
    highest = max(max(hill) for hill in hills)
    ridges = []
    for row, (agent, hill) in enumerate(zip(agents, hills, strict=True)):
        ground = (row + 1) * ROW - 4
        outline = f"M{axis(axis.least)} {ground}"
        for n, part in enumerate(hill):
            level = round(ground - part / highest * (ROW - 6), 1)
            left, right = axis.least + n * width, axis.least + (n + 1) * width
            outline += f"L{axis(min(left, axis.most))} {level}L{axis(min(right, axis.most))} {level}"
        outline += f"L{axis(axis.most)} {ground}Z"
        ridges.append(Ridge(agent.name, outline, agent.mean, f"{agent.mean:.1f} ± {agent.mean_error:.1f}"))
    return ridges


def _sources(agents: Sequence[Performance]) -> list[tuple[str, list[float]]]:
    """Mean points by source, for each agent, the sources that bring most first and the rest summed."""
    means = [agent.mean_by_source() for agent in agents]
    ordered = sorted(
        {source for mean in means for source in mean},
        key=lambda source: (-sum(mean.get(source, 0) for mean in means), source),
    )
    rows = [(source, [mean.get(source, 0.0) for mean in means]) for source in ordered[:SOURCES]]
    if rest := ordered[SOURCES:]:
        rows.append(
            (f"{len(rest)} others", [sum(mean.get(source, 0.0) for source in rest) for mean in means])
        )
    return rows


def _seat_rows(shown: Ladder) -> list[Row]:
    rows = [_seat_row(f"seat {seat + 1}", found) for seat, found in enumerate(shown.by_seat)]
    for agent in shown.agents:
        for seat, won in enumerate(agent.won_by_seat):
            if won:
                rows.append(_seat_row(f"{agent.name}, seat {seat + 1}", share(won)))
    return rows


def _seat_row(name: str, found: Share) -> Row:
    return Row(name, found.value, found.low, found.high, f"{100 * found.value:.1f} %")
