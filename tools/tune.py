"""Tune a game's heuristic: weights that win against those that were there.

    python -m tools.tune burgundy --players 2 3 4 --steps 3000

Each step moves all weights a little, each up or down by chance, and lets those who judge by the moved ones
play against those who judge by the opposite moves: one against all others, on the same deals, in every seat.
Then every weight goes some way towards whichever of the two came before the other, less and less as the steps
go by. (This is simultaneous perturbation stochastic approximation: one match tells of all weights at once.)
Numbers of players take turns. At the end the new weights are measured against the old, for each number of
players and on deals that no step has seen, and only then written into the game's `heuristic.toml`, comments
and all.

The same arguments and seed give the same weights, whatever the number of processes. Run it on the compiled
package: it plays dozens of games for each step.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import burgher
from burgher import games
from burgher.arena.playing import ENDLESS
from burgher.arena.pool import WorkerPool, derived, open_pool, spread
from burgher.cli.common import counting
from burgher.kernel.chance import seeded, step
from burgher.kernel.errors import BadOptions
from burgher.kernel.playout import best_at_sight
from burgher.kernel.protocol import Heuristic
from burgher.kernel.weights import change_weights

DEALS, PROOF = 8, 1000
"""Deals played in a step, and those that show what all steps together are worth."""
REACH, LEAST = 0.15, 4
"""How far a step tries a weight: so much of what it is, and at least so many hundredths of a point."""
PACE = 1.2
"""How far the weights go: chance alone moves them by some 0.58 of it, of what a step tries."""
SURE = 2.0
"""By how many times its error the new weights must be better."""

Weights = tuple[int, ...]


def weights_of(name: str) -> Heuristic:
    """The weights of a game, to be changed by `change_weights`; raises `BadOptions` where it has none."""
    found = games.heuristic(name)
    if found is None:
        raise BadOptions(f"{games.rules(name).title} has no weights to tune: it brings no heuristic.py")
    return found


def duel(game: burgher.Game, mine: Weights, theirs: Weights, seed: int, deals: Sequence[int]) -> list[float]:
    """For each deal, how much oftener than not one with the first weights comes before one with the second.

    They have each seat once, against others who all have the second. Chance in the play of a seat is the
    same whoever has it, so that equal weights come out even exactly, unless a game finds no end: that counts
    as lost.
    """
    weights_in_use = weights_of(game.name).WEIGHTS
    ahead, found = game.deal(0), []
    for deal in deals:
        won = 0.0
        for seat in range(game.players):
            state, judging = game.deal(derived(seed, deal)), None
            chances = [seeded(derived(seed, deal, n)) for n in range(game.players)]
            decisions = 0
            while not state.is_over and decisions < ENDLESS:
                mover = state.seat
                if (weights := mine if mover == seat else theirs) is not judging:
                    judging = weights
                    change_weights(weights_in_use, weights)
                chances[mover] = step(chances[mover])
                state.apply(best_at_sight(state, ahead, chances[mover]))
                decisions += 1
            if not state.is_over:  # nobody wants a game without end
                won -= 0.5
                continue
            ranks = state.ranks()
            others = [rank for n, rank in enumerate(ranks) if n != seat]
            ahead_of = sum((ranks[seat] < rank) + (ranks[seat] == rank) / 2 for rank in others)
            won += ahead_of / len(others) - 0.5
        found.append(won / game.players)
    return found


class Climber:
    """Weights of one game, and how they come to win."""

    def __init__(self, games: Sequence[burgher.Game], seed: int, pool: WorkerPool) -> None:
        self.games = games
        self.seed = seed
        self.pool = pool
        self.random = random.Random(seed)
        heuristic = weights_of(games[0].name)
        self.names = heuristic.NAMES
        self.first: Weights = tuple(int(heuristic.WEIGHTS[i]) for i in range(len(self.names)))
        self.exact: list[float] = list(self.first)
        self.results: dict[int, list[float]] = {game.players: [] for game in games}

    @property
    def weights(self) -> Weights:
        """The weights reached so far."""
        return tuple(map(round, self.exact))

    def measured(
        self, game: burgher.Game, mine: Weights, theirs: Weights, deals: int, seed: int
    ) -> tuple[float, float]:
        """How much oftener than not the first weights come before the second; its error."""
        work = partial(duel, game, mine, theirs, seed)
        # In the order of the deals: sums of fractions are not to depend on who was quicker.
        parts = sorted(spread(work, range(deals), self.pool), key=lambda part: part[0][0])
        won = [each for _, some in parts for each in some]
        return fmean(won), stdev(won) / sqrt(deals)

    def tried(self) -> list[float]:
        """By how much the next step is to move each weight one way, and the opposite way."""
        return [max(abs(weight) * REACH, LEAST) * self.random.choice([-1, 1]) for weight in self.exact]

    def climb(self, steps: int) -> Iterator[int]:
        """Improve the weights in so many steps, giving the number of each that is done."""
        for number in range(steps):
            game, move = self.games[number % len(self.games)], self.tried()
            one = tuple(round(weight + by) for weight, by in zip(self.exact, move, strict=True))
            other = tuple(round(weight - by) for weight, by in zip(self.exact, move, strict=True))
            better, _ = self.measured(game, one, other, DEALS, derived(self.seed, number))
            results = self.results[game.players]
            results.append(better)
            # By how much results differ anyway, so that the pace fits any game.
            usual = sqrt(fmean(each**2 for each in results)) or 1.0
            pace = PACE / sqrt(steps) * (1 - number / steps) * better / usual
            self.exact = [weight + pace * by for weight, by in zip(self.exact, move, strict=True)]
            yield number

    def proof(self) -> Iterator[tuple[int, float, float]]:
        """For each number of players, what the weights are worth against the first ones, with its error."""
        for game in self.games:
            better, error = self.measured(game, self.weights, self.first, PROOF, derived(self.seed, -1))
            yield game.players, better, error


def rewritten(text: str, names: Sequence[str], weights: Weights) -> str:
    """An `heuristic.toml` with other weights, and everything else as it was."""
    values, section, lines = dict(zip(names, weights, strict=True)), "", []
    for line in text.splitlines(keepends=True):
        if heading := re.match(r"\[(.+?)\]", line):
            section = heading[1] + "."
        elif entry := re.match(r"([\w-]+)( *= *)(-?\d+)", line):
            weight = str(values[section + entry[1]])
            rest = line[entry.end() :]
            # Comments stay in their column where they can.
            spare = len(weight) - len(entry[3])
            if spare < 0:
                rest = " " * -spare + rest if rest.strip() else rest
            elif rest.startswith(" " * (spare + 1)):
                rest = rest[spare:]
            line = f"{entry[1]}{entry[2]}{weight}{rest}"
        lines.append(line)
    return "".join(lines)


def main() -> None:
    """Tune the game that the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int, nargs="+", help="all numbers from two on, if not said")
    parser.add_argument("--steps", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int)
    wanted = parser.parse_args()
    try:
        rules = games.rules(wanted.game)
        weights_of(wanted.game)
        numbers = wanted.players or [players for players in rules.players_allowed if players > 1]
        if min(numbers) < 2:
            parser.error("whoever plays alone comes before nobody: tune with two players or more")
        played = [rules(players) for players in numbers]
    except BadOptions as refusal:
        parser.error(str(refusal))
    with open_pool(PROOF, wanted.processes) as pool:
        climber = Climber(played, wanted.seed, pool)
        with counting("steps", wanted.steps) as progress:
            for _ in climber.climb(wanted.steps):
                progress(1)
        for name, was, now in zip(climber.names, climber.first, climber.weights, strict=True):
            print(f"{name}: {was} -> {now}")
        worth = []
        for players, better, error in climber.proof():
            share = f"{0.5 + better:.1%} ± {error:.1%}"
            print(f"{players} players: before the old ones in {share} of {PROOF} deals")
            worth.append((better, error))
    better = fmean(better for better, _ in worth)
    if better <= SURE * sqrt(sum(error**2 for _, error in worth)) / len(worth):
        print("that is no improvement: the weights stay as they were")
        return
    path = Path("src/burgher/games") / wanted.game / "heuristic.toml"
    path.write_text(rewritten(path.read_text(encoding="utf-8"), climber.names, climber.weights), "utf-8")
    print(f"written to {path}")


if __name__ == "__main__":
    main()
