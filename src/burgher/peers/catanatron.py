"""Catanatron: Settlers, in Python."""

import json
import sys
from time import perf_counter

NEEDS = ("catanatron",)


def play(seconds: float) -> float:
    """Random games of two players inside the library; decisions a second."""
    from catanatron import Color, Game, RandomPlayer

    decisions, start = 0, perf_counter()
    while (taken := perf_counter() - start) < seconds:
        game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)])
        game.play()
        decisions += len(getattr(game.state, "action_records", None) or game.state.actions)
    return decisions / taken


if __name__ == "__main__":
    print(json.dumps({"Settlers, 2 players, inside the library": play(float(sys.argv[1]))}))
