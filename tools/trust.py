"""Prove that studies can be trusted: luck is fair, accuracy ranks levels, planted mistakes are found.

    python -m tools.trust play burgundy:2 hansa:3 --games 100      # games of unequal players, studied
    python -m tools.trust plant burgundy:2 --games 100             # good games with a bad move in each
    python -m tools.trust report                                   # what all of that says, with intervals
    python -m tools.trust write                                    # the same, written into docs/study.md

Results are lines of JSON in a folder (`--folder trust`), one for each game; what is there is not done again,
and a run goes on where it was interrupted (`--minutes 8` begins nothing later). Run it on the compiled
package.
"""

from __future__ import annotations

import argparse
import tomllib
from collections.abc import Iterator, Sequence
from importlib.resources import files
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING

import burgher
from burgher import agents, games
from burgher.kernel.chance import seeded
from burgher.study.course import Sum, accuracy, course_of
from burgher.study.intervals import CONFIDENCE, mean_and_error, wilson
from burgher.study.looking import DEPTHS, Better, best_moves, compared, looked_at, method_of
from burgher.study.outlook import Outlook
from burgher.table import Table
from tools.measuring import Row, add_options, carry_out, kinds, loaded, rows_in

if TYPE_CHECKING:
    from burgher.kernel.state import State

LEVELS = ("random", "greedy:3", "greedy", "search:80", "search:500")
"""The levels as they play where nobody looks at a clock, the weakest first, and random play before them."""
NAMES = dict(zip(LEVELS, ("random", "apprentice", "journeyman", "merchant", "master"), strict=True))
UNEQUAL = (("random", "greedy"), ("greedy:3", "search:80"), ("greedy", "search:500"))
"""Who plays whom: together, all levels."""
GOOD, TRIALS = "search:500", 400
"""Who plays the games into which a mistake is planted, and how many simulations say what is one."""
DEEP = 6400
"""So many simulations search for the move that it is compared with."""
PAGE = Path("docs/study.md")
BEGIN, END = "<!-- measured: written by tools/trust.py -->\n", "<!-- end of what was measured -->\n"
PLANTED, COSTLIEST = 0.05, 3
"""A planted mistake costs at least this chance, and is to be found among so many."""
CANDIDATES = 6
"""So many moves are tried, at each of so many decisions, until one is bad enough."""


def line_up(pair: tuple[str, str], players: int, number: int) -> list[str]:
    """Who sits where: the weaker one takes turns, and the stronger has all other seats."""
    weak, strong = pair
    return [weak if seat == number % players else strong for seat in range(players)]


def play(game: burgher.Game, line: Sequence[str], number: int) -> Table:
    """A game between agents, the same for the same number."""
    table = Table(game, seed=77_000_000 + number)
    choosers = [agents.create(agent, 100 * number + seat).choose for seat, agent in enumerate(line)]
    while not table.is_over:
        table.play(choosers[table.seat](table.state))
    return table


def studied(task: Row) -> Row:
    """A game of unequal players, and what a quick study says of it."""
    game, number = loaded(task["game"], task["players"]), task["number"]
    line = line_up(tuple(task["pair"].split()), game.players, number)
    table = play(game, line, number)
    record, began = table.record, process_time()
    findings = list(looked_at(record, DEPTHS["quick"], range(len(record.moves))))
    seconds = process_time() - began
    course = course_of(record, table, findings, "quick")
    seats = []
    for agent, one in zip(line, course.accounts, strict=True):
        sums = {
            "start": one.start,
            "luck": one.luck,
            "play": one.play,
            "others": one.others,
            "cost": one.cost,
            "points": one.cost_points,
        }
        told = {name: [round(value.value, 5), round(value.error, 5)] for name, value in sums.items()}
        seats.append({"agent": agent, "result": one.result, "decisions": one.decisions, **told})
    return {"seats": seats, "moves": len(record.moves), "seconds": round(seconds, 2)}


def planted(task: Row) -> Row:
    """A good game in which one move is replaced by a bad one, and where a quick study ranks it.

    Who had the better move goes on as before, and so does the other.
    """
    game, number = loaded(task["game"], task["players"]), task["number"]
    random = Random(number)
    line = [GOOD] * game.players
    good = play(game, line, number)
    record = good.record
    outlook = Outlook(game, good.state)
    moves = [game.number(move.words) for move in record.moves]
    places = list(range(len(moves)))
    random.shuffle(places)
    for at in places:
        table = record.start()
        for action in moves[:at]:
            table.play(action)
        found = _mistake(outlook, table.state, moves[at], random, seeded(1000 * number + at))
        if found is None:
            continue
        worse, cost = found
        table.play(worse)
        choosers = [agents.create(agent, 100 * number + 50 + n).choose for n, agent in enumerate(line)]
        while not table.is_over:
            table.play(choosers[table.seat](table.state))
        record, began = table.record, process_time()
        findings = list(looked_at(record, DEPTHS["quick"], range(len(record.moves))))
        seconds = process_time() - began
        named = course_of(record, table, findings, "quick").costly
        costly = [one.number for one in named]
        gain = findings[at].better
        return {
            "rank": costly.index(at) + 1 if at in costly else 0,
            "at": at,
            "moves": len(findings),
            "cost": [round(cost.gain, 4), round(cost.error, 4)],
            "found": None if gain is None else [round(gain.gain, 4), round(gain.error, 4)],
            "named": [[round(one.better.gain, 4), round(one.better.error, 4)] for one in named[:COSTLIEST]],
            "seconds": round(seconds, 2),
        }
    return {"rank": None, "moves": len(moves)}


def _mistake(
    outlook: Outlook, state: State, played: int, random: Random, seed: int
) -> tuple[int, Better] | None:
    """A move that a deep search finds bad enough, with what it costs, if some tried are."""
    others = [one for one in state.legal_actions() if one != played]
    if not others:
        return None
    best = best_moves(state, DEEP, seed)[0]
    for worse in random.sample(others, min(CANDIDATES, len(others))):
        if worse == best:
            continue
        first = compared(outlook, state, best, worse, TRIALS // 4, seed)
        if first.gain < PLANTED + first.error:
            continue
        # Chosen because it looked bad: looked at again, by simulations that did not choose it.
        again = compared(outlook, state, best, worse, TRIALS, seed + 2)
        if again.gain >= PLANTED:
            return worse, again
    return None


def tasks_of(what: str, wanted: Sequence[str], count: int) -> list[Row]:
    """What is to be done, in an order in which something of everything comes first."""
    pairs = UNEQUAL if what == "play" else ((GOOD,),)
    return [
        {
            "game": name,
            "players": players,
            "method": method_of(loaded(name, players), DEPTHS["quick"]),
            "pair": " ".join(pair),
            "number": number,
        }
        for number in range(count)
        for name, players in kinds(wanted)
        for pair in pairs
    ]


# -- what it says ----------------------------------------------------------------------------------


def report(folder: Path) -> Iterator[str]:
    """All that was measured, as docs/study.md has it."""
    games_, plants = rows_in(folder / "play.jsonl"), rows_in(folder / "plant.jsonl")
    yield from _luck(games_)
    yield from _accuracy(games_)
    yield from _mistakes(plants)
    yield from _chances()
    yield from _time(games_)


def _by_kind(rows: Sequence[Row]) -> dict[tuple[str, int], list[Row]]:
    found: dict[tuple[str, int], list[Row]] = {}
    for row in sorted(rows, key=lambda row: (row["game"], row["players"])):
        found.setdefault((row["game"], row["players"]), []).append(row)
    return found


def _title(name: str, players: int) -> str:
    return f"{loaded(name, players).title} | {players}"


def _luck(rows: Sequence[Row]) -> Iterator[str]:
    yield "**Luck is fair.** Mean luck of the weaker side, in percentage points, and what play did:"
    yield ""
    yield "| game | players | pairing | games | luck | own play | the others' play | known in one game to |"
    yield "|---|--:|---|--:|--:|--:|--:|--:|"
    for kind, mine in _by_kind(rows).items():
        for pair in dict.fromkeys(" ".join(one) for one in UNEQUAL):
            weak = pair.split()[0]
            seats = [
                next(seat for seat in row["seats"] if seat["agent"] == weak)
                for row in mine
                if row["pair"] == pair
            ]
            if len(seats) < 2:
                continue
            told = []
            for name in ("luck", "play", "others"):
                mean, error = mean_and_error([100 * seat[name][0] for seat in seats])
                told.append(f"{mean:+.1f} ± {2 * error:.1f}".replace("-", "−"))
            claimed = sqrt(sum(seat["luck"][1] ** 2 for seat in seats) / len(seats))
            who = ", ".join(NAMES[one] for one in pair.split())
            yield f"| {_title(*kind)} | {who} | {len(seats)} | {' | '.join(told)} | ± {200 * claimed:.1f} |"
    yield ""


def _accuracy(rows: Sequence[Row]) -> Iterator[str]:
    yield "**Accuracy ranks the levels.** Mean accuracy:"
    yield ""
    yield f"| game | players | {' | '.join(NAMES.values())} |"
    yield f"|---|--:|{'--:|' * len(NAMES)}"
    for kind, mine in _by_kind(rows).items():
        told = []
        for level in LEVELS:
            of_level = [
                [accuracy(Sum(*seat["cost"])).value for seat in row["seats"] if seat["agent"] == level]
                for row in mine
                if any(seat["agent"] == level for seat in row["seats"])
            ]
            # Seats of one game are not independent: a game counts once.
            if len(of_level) > 1:
                mean, error = mean_and_error([sum(one) / len(one) for one in of_level])
                half = CONFIDENCE * error
                told.append(f"{mean:.1f} ({mean - half:.1f}–{mean + half:.1f}), {len(of_level)} games")
            else:
                told.append("")
        yield f"| {_title(*kind)} | {' | '.join(told)} |"
    yield ""


def _mistakes(rows: Sequence[Row]) -> Iterator[str]:
    yield "**Planted mistakes.** Among the three costliest moves:"
    yield ""
    yield "| game | players | games | named | |"
    yield "|---|--:|--:|--:|---|"
    for kind, mine in _by_kind(rows).items():
        ranks = [row["rank"] for row in mine if row["rank"] is not None]
        found = sum(0 < rank <= COSTLIEST for rank in ranks)
        if ranks:
            low, high = wilson(found / len(ranks), len(ranks))
            share = f"{found / len(ranks):.0%} ({low:.0%} to {high:.0%})"
            yield f"| {_title(*kind)} | {len(ranks)} | {found} | {share} |"
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
                f"| {_title(name, row['players'])} | {by} | {found['games']} | {found['brier']:.3f} "
                f"({found['even']:.3f}) | {100 * found['reliability']:.1f} | {thirds} | {oftener} |"
            )
    yield ""


def _time(rows: Sequence[Row]) -> Iterator[str]:
    yield "**Time.** A quick study takes, on one core:"
    yield ""
    yield "| game | players | games | on average | at most |"
    yield "|---|--:|--:|--:|--:|"
    for kind, mine in _by_kind(rows).items():
        seconds = [row["seconds"] for row in mine]
        mean = sum(seconds) / len(seconds)
        yield f"| {_title(*kind)} | {len(seconds)} | {mean:.1f} s | {max(seconds):.1f} s |"
    yield ""


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("play", "plant", "report", "write"))
    parser.add_argument("games", nargs="*", metavar="GAME:PLAYERS")
    parser.add_argument("--games", type=int, default=100, dest="count", help="games of each kind")
    parser.add_argument("--folder", type=Path, default=Path("trust"))
    add_options(parser)
    wanted = parser.parse_args()
    if wanted.what in ("play", "plant"):
        if not wanted.games:
            parser.error("name a game")
        tasks = tasks_of(wanted.what, wanted.games, wanted.count)
        does = studied if wanted.what == "play" else planted
        name = f"{wanted.what}.jsonl"
        carry_out(tasks, does, wanted.folder, lambda _: name, wanted.processes, wanted.minutes)
        return
    told = "\n".join(report(wanted.folder))
    if wanted.what == "report":
        print(told)
        return
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{told}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
