"""How strong the levels are: play the matches that show it, and write what they say into docs/strength.md.

    python -m tools.strength                      play all that is missing, for as long as it takes
    python -m tools.strength --minutes 30         … for half an hour; the next run goes on from there
    python -m tools.strength --game burgundy --players 2 --games 100
    python -m tools.strength --who master         … of what the master plays in
    python -m tools.strength --write              only write the page anew

Results are kept in `bench/strength.jsonl` (the arena's format, without the points by source). Nobody here
thinks for a time, unless the machine is very slow: what else it does is no matter.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from pathlib import Path
from time import perf_counter
from typing import Any

from burgher import agents, games
from burgher.agents import how_agents_think
from burgher.arena.contest import Match, Rules, matches, play_contest
from burgher.arena.pool import WorkerPool, open_pool
from burgher.arena.ratings import Ladder, Performance, Share, ladder
from burgher.arena.results import BadResults, GameResult, Results, Writer
from burgher.cli.common import counting
from burgher.kernel.game import Game
from tools import equal

RESULTS, PAGE = Path("bench/strength.jsonl"), Path("docs/strength.md")
BEGIN, END = "<!-- measured: written by tools/strength.py -->\n", "<!-- end of what was measured -->\n"
GAMES = 400
"""Games of each match: in pairs, so that the error of a share is at most 2.5 %."""
ALONE = {"journeyman": GAMES, "master": GAMES, "burgomaster": 100}
"""Who plays against itself, for the points and for what the start is worth, and how many games."""
SECOND = "burgundy", "search:13000", 48
"""Where an agent that thinks for about a second a decision on one core does so too, and how many games."""
PEOPLE = {("burgundy", 2): (184.6, 0.51), ("burgundy", 3): (201.7, 0.327), ("burgundy", 4): (218.2, 0.226)}
"""What a site with thousands of games has reported of people: mean points, and victories of who begins."""
ESTATES = "burgundy", 2, "merchant", tuple("123456789"), 28
"""Where and by whom estates are compared, each with each, and how many games of each two."""
AIMED = "burgundy", "search:500,aim=points", 100
"""Where equals seek points and not the lead, by whom, and how many games."""
DEALT = "burgundy", ("search:500", "search:500,aim=points"), 100
"""Where equals with either aim build boards that are dealt at random, by whom, and how many games."""
NETWORKS_SINCE = {"burgundy": 2, "granja": 6, "hansa": 2}
"""The version of thinking that networks came with in each game: what was played before is told apart."""
FORMER = ",network=off"
"""What an agent adds to its name to be judged by the heuristic, as all were before networks came."""
EQUAL_GAMES = 400
"""Games between searches that take equal time, if nothing else is said."""
MORE_EQUAL_GAMES = {
    ("burgundy-2", "search:500,network=off"): 2000,
    ("burgundy-2", "search:8000,network=off"): 800,
}
"""Where more of them are wanted: a place in `bench/equal.json`, and the search by the heuristic."""
EQUAL_SEED = 18
"""Deals that no network and no setting was chosen by."""
ALONE_HEAD = (
    "| game | players | who plays | games | points | deviation | victories of who begins, of the next … |"
)
LEVELS_HEAD = (
    "| game | players | level | against | games | placed before it | victories a seat | even share | points |"
)
BESIDE_HEAD = "| game | players | who plays | games | points | people | victories of who begins | people |"
ESTATES_HEAD = "| estate | games | victories | points |"
EQUAL_HEAD = (
    "| game | players | by the network | by the heuristic | games | placed before it "
    "| even share → victories a seat | points |"
)
WORDS = ("game", "level", "against", "who plays", "estate")
"""The columns that hold words."""


@dataclass(frozen=True)
class Trial:
    """A question to the arena: agents, in a game of so many players."""

    game: str
    players: int
    agents: tuple[str, ...]
    games: int = GAMES
    estates: tuple[str, ...] = ()
    """The estate of each seat, where these are compared."""
    ms: tuple[float, ...] = ()
    """What its agents take for a decision, where it is compared how strong they are in equal time."""
    dealt: bool = False
    """Whether everybody's board is dealt at random."""
    place: str = ""
    """The place in `bench/equal.json` that it comes from, which says the options (`equal.options_of`)."""

    def matches(self) -> list[Match]:
        """The matches that answer it."""
        return matches(self._rules(), self.agents, EQUAL_SEED if self.ms else 1)

    def _rules(self) -> Game:
        return games.rules(self.game)(self.players, **self._options())

    def _options(self) -> dict[str, Any]:
        options: dict[str, Any] = {"estates": list(self.estates)} if self.estates else {}
        if self.dealt:
            options = {"estates": "random"}
        if self.place:
            *_, options = equal.options_of(self.place)
        return options

    @property
    def chosen(self) -> str:
        """The options that are not the usual ones, in words; with a comma before them if there are any."""
        game, options = self._rules(), self._options()
        chosen = [
            value if isinstance(value, str) else " and ".join(value)
            for name, value in game.options.items()
            if name in options and value != type(game)(self.players).options[name]
        ]
        return "".join(f", {one}" for one in chosen)

    def __str__(self) -> str:
        return f"{self.game}, {self.players} players{self.chosen}, {' against '.join(self.agents)}"


def plan() -> Iterator[Trial]:
    """Everything that is to be measured, what is quick and what people ask first coming first."""
    names = ["burgundy", *(name for name in games.names() if name != "burgundy")]
    for pair in pairwise(agents.levels()):
        for name in names:
            for players in games.rules(name).players_allowed:
                if players > 1:
                    yield Trial(name, players, pair)
    for agent, number in ALONE.items():
        for name in names:
            for players in games.rules(name).players_allowed:
                yield Trial(name, players, (agent,), number)
    for name, agent, number in (SECOND, AIMED):
        for players in games.rules(name).players_allowed:
            yield Trial(name, players, (agent,), number)
    name, each, number = DEALT
    for agent in each:
        for players in games.rules(name).players_allowed:
            yield Trial(name, players, (agent,), number, dealt=True)
    yield from estate_trials()
    yield from equal_trials()


def estate_trials() -> Iterator[Trial]:
    """Every estate against every other, in the hands of equals."""
    game, players, agent, estates, number = ESTATES
    for pair in combinations(estates, players):
        yield Trial(game, players, (agent,), number, pair)


def equal_trials() -> Iterator[Trial]:
    """Searches judged by the network against those judged by the heuristic, in equal time (`tools.equal`)."""
    for place, budgets in equal.kept().items():
        name, players, _ = equal.options_of(place)
        for one in budgets:
            pair = one["now"], one["former"]
            number = MORE_EQUAL_GAMES.get((place, one["former"]), EQUAL_GAMES)
            yield Trial(name, players, pair, number, ms=tuple(one["ms"]), place=place)


# -- playing ---------------------------------------------------------------------------------------


def play(trials: Sequence[Trial], most: int | None, minutes: float, pool: WorkerPool) -> None:
    """Play what is missing of some trials until the time is over: of none more than `most` games, if said."""
    end = perf_counter() + 60 * minutes
    with Writer(RESULTS) as writer:
        for trial in trials:
            contest = trial.matches()
            # Whole deals, shared out to the line-ups.
            number = trial.games if most is None else min(most, trial.games)
            deals = -(-number // (trial.players * len(contest)))
            missing = writer.results.missing(contest, deals * trial.players)
            with (
                counting(f"games: {trial}", len(missing)) as progress,
                closing(play_contest(contest, missing, pool)) as playing,
            ):
                for some in playing:
                    none = [Counter[str]() for _ in range(trial.players)]
                    writer.add((match, n, replace(outcome, sources=none)) for match, n, outcome in some)
                    progress(len(some))
                    if perf_counter() > end:
                        return


# -- telling ---------------------------------------------------------------------------------------


def newest(results: Results, trial: Trial, former: bool = False) -> list[GameResult]:
    """The games of a trial, by the newest rules: as agents think now, or as they did before."""
    found: dict[Rules, dict[object, GameResult]] = {}
    wanted = {_question(match) for match in trial.matches()}
    asked = {match for match in results.matches.values() if _question(match) in wanted}
    for played in results.games.values():
        rules = played.match.rules
        is_wanted = _before_networks(rules) if former else rules.thinking == how_agents_think(rules.game)
        if played.match in asked and is_wanted:
            found.setdefault(rules, {})[played.match.line_up, played.number] = played
    return list(list(found.values())[-1].values()) if found else []


def _before_networks(rules: Rules) -> bool:
    since = NETWORKS_SINCE.get(rules.game)
    return since is not None and rules.thinking.isdecimal() and int(rules.thinking) < since


def _question(match: Match) -> object:
    """What a match is to answer, whatever the rules and the thinking were when it was played."""
    rules = match.rules
    return rules.game, rules.players, rules.options, match.line_up, match.plays, match.seed


def tables(results: Results) -> list[str]:
    """What was measured, as lines of Markdown."""
    now, before = Rows(results), Rows(results, former=True)
    told = now.told + before.told
    machines = sorted({one for played in told for one in results.machines[played.match]})
    versions = sorted({played.match.rules.version for played in told})
    return [
        "",
        f"Burgher {', '.join(versions)}; {len(told):,} games; {'; '.join(machines)}.",
        "",
        "### Judged by the network, or by the heuristic, in equal time",
        "",
        EQUAL_HEAD,
        "|---|--:|---|---|--:|--:|--:|--:|",
        *now.equal,
        *now.shown(""),
        *before.shown(", before networks judged"),
        "",
    ]


class Rows:
    """The rows of the tables, of how agents think now or of how they did before."""

    def __init__(self, results: Results, former: bool = False) -> None:
        self.told: list[GameResult] = []
        """The games that stand in them."""
        self.equal: list[str] = []
        self._levels: list[str] = []
        self._alone: list[str] = []
        self._beside: list[str] = []
        self._estates: dict[str, Performance] = {}
        self._ending = FORMER if former else ""
        for trial in plan():
            if played := newest(results, trial, former):
                self.told += played
                self._add(trial, played)

    def _add(self, trial: Trial, played: Sequence[GameResult]) -> None:
        chosen = "" if trial.estates else trial.chosen
        title, shown = f"{games.rules(trial.game).title}{chosen} | {trial.players}", ladder(played)
        if trial.estates:
            _count_estates(self._estates, trial, played)
        elif trial.ms:
            self.equal.append(f"| {title} | {_equal_row(trial, shown)} |")
        elif len(trial.agents) == 2:
            self._levels.append(f"| {title} | {_level_row(trial, shown, self._ending)} |")
        else:
            self._alone.append(f"| {title} | {_alone_row(shown, self._ending)} |")
            if people := PEOPLE.get((trial.game, trial.players)):
                self._beside.append(f"| {title} | {_beside_row(shown, self._ending, *people)} |")

    def shown(self, when: str) -> list[str]:
        """All but the first table, as lines of Markdown; those without rows are left out."""
        best = sorted(self._estates.values(), key=lambda one: -one.share.value)
        found: list[str] = []
        for title, head, rows in (
            ("Each level against the one below", LEVELS_HEAD, self._levels),
            ("Everybody the same", ALONE_HEAD, self._alone),
            ("Beside people", BESIDE_HEAD, self._beside),
            ("Estate against estate", ESTATES_HEAD, [_estate_row(one) for one in best]),
        ):
            if rows:
                line = "".join("---|" if name in WORDS else "--:|" for name in head.strip("| ").split(" | "))
                found += ["", f"### {title}{when}", "", head, f"|{line}", *rows]
        return found


def _now_called(plays: str, ending: str) -> str:
    """What an agent of some time is called today."""
    return plays + ending if plays.startswith("search:") else plays


def _equal_row(trial: Trial, shown: Ladder) -> str:
    now, former = (next(a for a in shown.agents if a.name == name) for name in trial.agents)
    cells = [
        f"`{now.name}` ({trial.ms[0]:.0f} ms)",
        f"`{former.name}` ({trial.ms[1]:.0f} ms)",
        f"{shown.games:,}",
        _share(shown.meetings[now.name, former.name]),
        f"{1 / trial.players:.0%} → {now.share.value:.1%}",
        f"{now.mean:.1f} ± {now.mean_error:.1f} : {former.mean:.1f} ± {former.mean_error:.1f}",
    ]
    return " | ".join(cells)


def _level_row(trial: Trial, shown: Ladder, ending: str) -> str:
    below, above = trial.agents
    stronger, weaker = (next(a for a in shown.agents if a.name == name) for name in (above, below))
    cells = [
        f"{above} (`{_now_called(stronger.plays, ending)}`)",
        f"{below} (`{_now_called(weaker.plays, ending)}`)",
        f"{shown.games:,}",
        _share(shown.meetings[above, below]),
        _share(stronger.share),
        f"{1 / trial.players:.0%}",
        f"{stronger.mean:.1f} ± {stronger.mean_error:.1f} : {weaker.mean:.1f} ± {weaker.mean_error:.1f}",
    ]
    return " | ".join(cells)


def _alone_name(shown: Ladder, ending: str) -> str:
    (agent,) = shown.agents
    called = _now_called(agent.plays, ending)
    return called if agent.plays == agent.name else f"{agent.name} (`{called}`)"


def _alone_row(shown: Ladder, ending: str) -> str:
    (agent,) = shown.agents
    cells = [
        _alone_name(shown, ending),
        f"{shown.games:,}",
        f"{agent.mean:.1f} ± {agent.mean_error:.1f}",
        f"{agent.stdev:.1f}",
        ", ".join(_share(share) for share in shown.by_seat),
    ]
    return " | ".join(cells)


def _beside_row(shown: Ladder, ending: str, points: float, begins: float) -> str:
    (agent,) = shown.agents
    cells = [
        _alone_name(shown, ending),
        f"{shown.games:,}",
        f"{agent.mean:.1f} ± {agent.mean_error:.1f}",
        f"{points}",
        _share(shown.by_seat[0]),
        f"{begins:.1%}",
    ]
    return " | ".join(cells)


def _count_estates(estates: dict[str, Performance], trial: Trial, games: Sequence[GameResult]) -> None:
    """Note what each of a trial's estates has won and scored."""
    for played in games:
        deal = played.match, played.match.deal_of(played.number)
        for seat, name in enumerate(trial.estates):
            estate = estates.setdefault(name, Performance(name, trial.agents[0]))
            estate.won[deal].append(float(played.outcome.wins(seat)))
            estate.points[deal].append(played.outcome.scores[seat])


def _estate_row(one: Performance) -> str:
    points = f"{one.mean:.1f} ± {one.mean_error:.1f}"
    return f"| {one.name} | {one.share.games:,} | {_share(one.share)} | {points} |"


def _share(share: Share) -> str:
    return f"{share.value:.1%} ({share.low:.1%} – {share.high:.1%})"


def written(page: str, results: Results) -> str:
    """The page with what was measured in its place."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return before + BEGIN + "\n".join(tables(results)) + "\n" + END + after


def main() -> None:
    """Do what the command line asks."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=games.names(), help="only this game")
    parser.add_argument("--players", type=int, help="only this number of players")
    parser.add_argument("--who", metavar="AGENT", help="only what this agent, or level, plays in")
    parser.add_argument("--games", type=int, help=f"of each match at most; {GAMES} of most, if not said")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="for how long at most")
    parser.add_argument("--processes", type=int, help="one for each processor, if not said")
    parser.add_argument("--ray", metavar="ADDRESS", help="play on a Ray cluster")
    parser.add_argument("--write", action="store_true", help="play nothing")
    asked = parser.parse_args()
    if not asked.write:
        trials = [
            trial
            for trial in plan()
            if asked.game in (None, trial.game)
            and asked.players in (None, trial.players)
            and asked.who in (None, *trial.agents)
        ]
        try:
            with open_pool(asked.games or GAMES, asked.processes, asked.ray) as pool:
                play(trials, asked.games, asked.minutes, pool)
        except KeyboardInterrupt:
            print("stopped: the next run goes on from here")
        except BadResults as error:
            raise SystemExit(f"{error}") from error
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), Results.read(RESULTS)), encoding="utf-8")
    print(f"{PAGE} says what {RESULTS} has")


if __name__ == "__main__":
    main()
