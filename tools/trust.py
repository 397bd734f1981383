"""Prove that studies can be trusted: luck is fair, accuracy ranks levels, planted mistakes are found.

    python -m tools.trust play burgundy --players 2 --games 50       # games of unequal players, studied
    python -m tools.trust plant burgundy --players 2 --games 50      # good games with a bad move in each
    python -m tools.trust report                                     # what all of that says, with intervals

Results are lines of JSON in a folder (`--folder trust`), one for each game; what is there is not done again
and a run goes on where it was interrupted. Run it on the compiled package. Figures stand in docs/study.md.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import burgher
from burgher import agents, games
from burgher.kernel.chance import seeded
from burgher.study.course import course_of
from burgher.study.intervals import CONFIDENCE, mean_and_error, wilson
from burgher.study.looking import DEPTHS, better_move, looked_at
from burgher.study.outlook import Outlook
from burgher.table import Table

LEVELS = ("random", "greedy:3", "greedy", "search:80", "search:500")
"""The levels as they play where nobody looks at a clock, the weakest first, and random play before them."""
NAMES = dict(zip(LEVELS, ("random", "apprentice", "journeyman", "merchant", "master"), strict=True))
UNEQUAL = (("random", "greedy"), ("greedy:3", "search:80"), ("greedy", "search:500"))
"""Who plays whom: together, all levels."""
GOOD, PROPOSED, TRIALS = "search:200", 1600, 400
"""Who plays the games into which a mistake is planted, and the deep search that says what is one."""
PLANTED, COSTLIEST = 0.05, 3
"""A planted mistake costs at least this chance, and is to be found among so many."""
CANDIDATES = 6
"""So many moves are tried, at each of so many decisions, until one is bad enough."""

Row = dict[str, Any]


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


def studied(game: burgher.Game, pair: tuple[str, str], number: int) -> Row:
    """A game of unequal players, and what a quick study says of it."""
    line = line_up(pair, game.players, number)
    table = play(game, line, number)
    record, began = table.record, process_time()
    findings = list(looked_at(record, DEPTHS["quick"], range(len(record.moves))))
    course = course_of(record, table, findings, "quick")
    seats = []
    for agent, one in zip(line, course.accounts, strict=True):
        sums = {
            "start": one.start,
            "luck": one.luck,
            "play": one.play,
            "others": one.others,
            "cost": one.cost,
        }
        assert one.accuracy is not None
        seats.append(
            {
                "agent": agent,
                "result": one.result,
                "accuracy": one.accuracy.value,
                "points": one.cost_points.value,
                **{name: [value.value, value.error] for name, value in sums.items()},
            }
        )
    return {"seats": seats, "moves": len(record.moves), "seconds": process_time() - began}


def planted(game: burgher.Game, _: tuple[str, str], number: int) -> Row:
    """A good game in which one move is replaced by a bad one, and where a quick study ranks it.

    Who had the better move goes on as before, and so does the other.
    """
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
        others = [one for one in table.state.legal_actions() if one != moves[at]]
        for worse in random.sample(others, min(CANDIDATES, len(others))):
            seed = seeded(1000 * number + at)
            better = better_move(outlook, table.state, worse, PROPOSED, (TRIALS // 4,), seed)
            if better is None or better.gain < PLANTED + better.error:
                continue
            # Chosen because it looked bad: looked at again, by simulations that did not choose it.
            better = better_move(outlook, table.state, worse, PROPOSED, (TRIALS,), seed + 2)
            if better is None or better.gain < PLANTED:
                continue
            table.play(worse)
            choosers = [agents.create(agent, 100 * number + 50 + n).choose for n, agent in enumerate(line)]
            while not table.is_over:
                table.play(choosers[table.seat](table.state))
            found = list(looked_at(table.record, DEPTHS["quick"], range(len(table.record.moves))))
            costly = [one.number for one in course_of(table.record, table, found, "quick").costly]
            rank = costly.index(at) + 1 if at in costly else 0
            return {"rank": rank, "at": at, "moves": len(found), "cost": better.gain}
    return {"rank": None, "moves": len(moves)}


def run(what: str, game: burgher.Game, pairs: Sequence[tuple[str, str]], count: int, folder: Path) -> None:
    """Do what is not done yet, and tell of each."""
    does: Callable[[burgher.Game, tuple[str, str], int], Row] = studied if what == "play" else planted
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{what}.jsonl"
    done = {(row["game"], row["players"], row["pair"], row["number"]) for row in read(path)}
    for number in range(count):
        for pair in pairs:
            key = {"game": game.name, "players": game.players, "pair": " ".join(pair), "number": number}
            if tuple(key.values()) in done:
                continue
            row = key | does(game, pair, number)
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            print(f"{game.name} {game.players} {number + 1}/{count} {key['pair']}", flush=True)


def read(path: Path) -> list[Row]:
    """The results in a file, if it is there."""
    return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []


# -- what it says ----------------------------------------------------------------------------------


def report(folder: Path) -> Iterator[str]:
    """All that was measured, in words."""
    rows = read(folder / "play.jsonl")
    kinds = list(dict.fromkeys((row["game"], row["players"]) for row in rows))
    for game, players in kinds:
        mine = [row for row in rows if (row["game"], row["players"]) == (game, players)]
        yield f"\n{game}, {players} players: {len(mine)} games"
        yield from _luck(mine)
        yield from _accuracy(mine)
        seconds = sorted(row["seconds"] for row in mine)
        mean, most = sum(seconds) / len(seconds), seconds[-1]
        yield f"  a quick study took {mean:.1f} s of one core on average, {most:.1f} s at most"
    for game, players in dict.fromkeys((row["game"], row["players"]) for row in read(folder / "plant.jsonl")):
        ranks = [
            row["rank"]
            for row in read(folder / "plant.jsonl")
            if (row["game"], row["players"]) == (game, players) and row["rank"] is not None
        ]
        found = sum(0 < rank <= COSTLIEST for rank in ranks)
        low, high = wilson(found / len(ranks), len(ranks)) if ranks else (0, 1)
        yield (
            f"\n{game}, {players} players: {found} of {len(ranks)} planted mistakes among the "
            f"{COSTLIEST} costliest ({low:.0%} to {high:.0%})"
        )


def _luck(rows: Sequence[Row]) -> Iterator[str]:
    for pair in dict.fromkeys(row["pair"] for row in rows):
        weak = pair.split()[0]
        seats = [
            next(seat for seat in row["seats"] if seat["agent"] == weak)
            for row in rows
            if row["pair"] == pair
        ]
        told = []
        for name in ("start", "luck", "play", "others"):
            mean, error = mean_and_error([100 * seat[name][0] for seat in seats])
            told.append(f"{name} {mean:+.1f} ± {2 * error:.1f}")
        luck, error = mean_and_error([seat["luck"][0] for seat in seats])
        claimed = sqrt(sum(seat["luck"][1] ** 2 for seat in seats) / len(seats))
        fair = "within" if abs(luck) <= 2 * error else "NOT within"
        yield (
            f"  {' against '.join(NAMES[one] for one in pair.split())}, the first, {len(seats)} games: "
            f"{', '.join(told)}; luck {fair} two standard errors of zero; in one game ± {200 * claimed:.0f}"
        )


def _accuracy(rows: Sequence[Row]) -> Iterator[str]:
    for level in LEVELS:
        of_level = [
            [seat["accuracy"] for seat in row["seats"] if seat["agent"] == level]
            for row in rows
            if any(seat["agent"] == level for seat in row["seats"])
        ]
        if of_level:
            # Seats of one game are not independent: a game counts once.
            mean, error = mean_and_error([sum(one) / len(one) for one in of_level])
            half = CONFIDENCE * error
            interval = f"{mean - half:.1f} to {mean + half:.1f}"
            yield f"  accuracy of {NAMES[level]}: {mean:.1f} ({interval}), {len(of_level)} games"


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=("play", "plant", "report"))
    parser.add_argument("game", nargs="?")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--folder", type=Path, default=Path("trust"))
    wanted = parser.parse_args()
    if wanted.what == "report":
        print("\n".join(report(wanted.folder)))
        return
    if wanted.game is None:
        parser.error("name a game")
    game = burgher.load(wanted.game, players=wanted.players, **games.rules(wanted.game).finite)
    pairs = UNEQUAL if wanted.what == "play" else ((GOOD, GOOD),)
    run(wanted.what, game, pairs, wanted.games, wanted.folder)


if __name__ == "__main__":
    main()
