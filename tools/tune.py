"""Tune a game's instinct: weights that win against those that were there.

    python -m tools.tune burgundy --players 2 3 4 --steps 300

Each step changes a few weights and lets whoever judges by them play against those who judge by the old ones:
one against all others, on the same deals, in every seat. A change is kept if it wins more than its share, by
twice the error of what was measured. At the end all changes together are measured on deals that none of them
has seen, and only then are the new weights written into the game's `instinct.toml`, comments and all.

The same arguments and seed give the same weights, whatever the number of processes. Run it on the compiled
package: it plays hundreds of games for each step.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

import burgher
from burgher import games
from burgher.arena.playing import ENDLESS
from burgher.arena.pool import Crew, derived, hire, spread
from burgher.kernel.chance import sown, step
from burgher.kernel.playout import best_at_sight

GLANCE, LOOK, PROOF = 40, 400, 2000
"""Deals to see that a change is no disaster, that it is an improvement, and what all of them are worth."""
SURE = 2.0
"""By how many times its error a change must be better."""

Weights = tuple[int, ...]


def duel(game: burgher.Game, mine: Weights, theirs: Weights, seed: int, deals: Sequence[int]) -> list[float]:
    """For each deal, how much more than an even share is won by one with the first weights.

    They have each seat once, against others who all have the second. Chance in the play of a seat is the
    same whoever has it, so that equal weights win an even share exactly.
    """
    instinct: Any = import_module(f"burgher.games.{game.name}.instinct")
    ahead, found = game.deal(0), []
    for deal in deals:
        won = 0.0
        for seat in range(game.players):
            state, judging = game.deal(derived(seed, deal)), None
            chances = [sown(derived(seed, deal, n)) for n in range(game.players)]
            decisions = 0
            while not state.is_over and decisions < ENDLESS:
                mover = state.seat
                if (weights := mine if mover == seat else theirs) is not judging:
                    judging = weights
                    for i, weight in enumerate(weights):
                        instinct.WEIGHTS[i] = weight
                chances[mover] = step(chances[mover])
                state.apply(best_at_sight(state, ahead, chances[mover]))
                decisions += 1
            ranks = state.ranks()
            if not state.is_over:  # nobody has won a game without end
                won += 1 / game.players
            elif ranks[seat] == 1:
                won += 1 / ranks.count(1)
        found.append(won - 1)
    return found


class Climber:
    """Weights of one game, and changes of them that win."""

    def __init__(self, games: Sequence[burgher.Game], seed: int, crew: Crew) -> None:
        self.games = games
        self.seed = seed
        self.crew = crew
        self.random = random.Random(seed)
        instinct: Any = import_module(f"burgher.games.{games[0].name}.instinct")
        self.names: list[str] = instinct.NAMES
        self.first: Weights = tuple(int(instinct.WEIGHTS[i]) for i in range(len(self.names)))
        self.weights = self.first

    def measured(self, mine: Weights, theirs: Weights, deals: int, seed: int) -> tuple[float, float]:
        """How much more than an even share the first weights win, for all numbers of players; its error."""
        means, errors = [], []
        for game in self.games:
            work = partial(duel, game, mine, theirs, seed)
            # In the order of the deals: sums of fractions are not to depend on who was quicker.
            parts = sorted(spread(work, range(deals), self.crew), key=lambda part: part[0][0])
            won = [each for _, some in parts for each in some]
            means.append(fmean(won))
            errors.append(stdev(won) / sqrt(deals))
        return fmean(means), sqrt(sum(error**2 for error in errors)) / len(errors)

    def changed(self) -> Weights:
        """The weights with a few of them changed."""
        weights = list(self.weights)
        for _ in range(self.random.choice([1, 1, 2, 3, 5])):
            i = self.random.randrange(len(weights))
            factor = self.random.choice([0.4, 0.6, 0.75, 0.9, 1.1, 1.3, 1.6, 2.2])
            weights[i] = int(weights[i] * factor) + self.random.choice([-15, -5, 0, 0, 5, 15])
        return tuple(weights)

    def climb(self, steps: int) -> None:
        """Improve the weights in so many steps."""
        for number in range(steps):
            trial = self.changed()
            if trial == self.weights:
                continue
            better, error = self.measured(trial, self.weights, GLANCE, derived(self.seed, number, 1))
            if better < -error:
                continue
            better, error = self.measured(trial, self.weights, LOOK, derived(self.seed, number, 2))
            if better > SURE * error:
                changes = ", ".join(
                    f"{name} {was} -> {now}"
                    for name, was, now in zip(self.names, self.weights, trial, strict=True)
                    if was != now
                )
                print(f"step {number}: {better:+.1%} ± {error:.1%}: {changes}", flush=True)
                self.weights = trial

    def proof(self) -> tuple[float, float]:
        """What all changes together are worth against the first weights, with its error, on fresh deals."""
        return self.measured(self.weights, self.first, PROOF, derived(self.seed, -1))


def rewritten(text: str, names: Sequence[str], weights: Weights) -> str:
    """An `instinct.toml` with other weights, and everything else as it was."""
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
    parser.add_argument("--players", type=int, nargs="+", help="all numbers, if not said")
    parser.add_argument("--steps", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int)
    wanted = parser.parse_args()
    rules = games.rules(wanted.game)
    played = [rules(players) for players in wanted.players or rules.players_allowed]
    with hire(LOOK, wanted.processes) as crew:
        climber = Climber(played, wanted.seed, crew)
        climber.climb(wanted.steps)
        if climber.weights == climber.first:
            print("nothing better was found")
            return
        better, error = climber.proof()
    print(f"all together, on fresh deals: {better:+.1%} ± {error:.1%} of the victories")
    if better <= SURE * error:
        print("that is no improvement: the weights stay as they were")
        return
    path = Path("src/burgher/games") / wanted.game / "instinct.toml"
    path.write_text(rewritten(path.read_text(encoding="utf-8"), climber.names, climber.weights), "utf-8")
    print(f"written to {path}")


if __name__ == "__main__":
    main()
