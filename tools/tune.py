"""Tune a game's instinct: climb from its weights towards those with which greedy play scores more.

    python -m tools.tune burgundy --players 2 --minutes 10

Each step changes a few weights and keeps the change if the mean score of greedy self-play over fresh deals
rises. The best weights are written to `instinct.toml` in the game's folder, beside the ones that were there.
Run it on the compiled package: it plays hundreds of thousands of games.
"""

from __future__ import annotations

import argparse
import random
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import burgher
from burgher.kernel.chance import sown, step
from burgher.kernel.playout import best_at_sight

GLANCE, LOOK = 60, 300
"""Games to see that a change is no disaster, and to see that it is an improvement."""
BETTER = 0.3
"""By how many points a change must improve the mean to be kept."""


class Climber:
    """Weights of one game, and what greedy play scores with them."""

    def __init__(self, game: burgher.Game, seed: int) -> None:
        self.game = game
        self.instinct: Any = import_module(f"burgher.games.{game.name}.instinct")
        self.random = random.Random(seed)
        self.names: list[str] = self.instinct.NAMES
        self.weights = [int(self.instinct.WEIGHTS[i]) for i in range(len(self.names))]

    def mean(self, weights: list[int], games: int, seed: int) -> float:
        """The mean score of greedy self-play over some deals."""
        for i, weight in enumerate(weights):
            self.instinct.WEIGHTS[i] = weight
        ahead, total = self.game.deal(0), 0
        for deal in range(seed, seed + games):
            state, chance = self.game.deal(deal), sown(-deal)
            while not state.is_over:
                chance = step(chance)
                state.apply(best_at_sight(state, ahead, chance))
            total += sum(state.scores())
        return total / games / self.game.players

    def changed(self) -> list[int]:
        """The weights with a few of them changed."""
        weights = list(self.weights)
        for _ in range(self.random.choice([1, 1, 2, 3, 5])):
            i = self.random.randrange(len(weights))
            factor = self.random.choice([0.4, 0.6, 0.75, 0.9, 1.1, 1.3, 1.6, 2.2])
            weights[i] = int(weights[i] * factor) + self.random.choice([-15, -5, 0, 0, 5, 15])
        return weights

    def climb(self, minutes: float) -> float:
        """Improve the weights for some time; return the mean score reached."""
        end = time.monotonic() + 60 * minutes
        best = self.mean(self.weights, LOOK, 0)
        while time.monotonic() < end:
            trial, seed = self.changed(), self.random.randrange(10**9)
            if self.mean(trial, GLANCE, seed) < best - 10 * BETTER:
                continue
            was, now = self.mean(self.weights, LOOK, seed), self.mean(trial, LOOK, seed)
            if now > was + BETTER:
                self.weights, best = trial, now
                print(f"{was:6.1f} -> {now:6.1f}", flush=True)
        return self.mean(self.weights, 5 * LOOK, 1)

    def save(self, path: Path) -> None:
        """Write the weights as the game's `instinct.toml` has them."""
        lines, section = ["# Weights in hundredths of a point, found by tools/tune.py.\n"], ""
        for name, weight in zip(self.names, self.weights, strict=True):
            group, _, key = name.rpartition(".")
            if group != section:
                lines.append(f"\n[{group}]\n")
                section = group
            lines.append(f"{key} = {weight}\n")
        path.write_text("".join(lines), encoding="utf-8")


def main() -> None:
    """Tune the game that the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game")
    parser.add_argument("--players", type=int)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--seed", type=int, default=1)
    wanted = parser.parse_args()
    climber = Climber(burgher.load(wanted.game, players=wanted.players), wanted.seed)
    print(f"starts at {climber.mean(climber.weights, 5 * LOOK, 1):.1f}", flush=True)
    print(f"reached {climber.climb(wanted.minutes):.1f}")
    climber.save(Path("src/burgher/games") / wanted.game / "instinct.toml")


if __name__ == "__main__":
    main()
