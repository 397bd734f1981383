"""OpenSpiel: backgammon, written in C++."""

import json
import random
import sys
from time import perf_counter

NEEDS = ("open_spiel",)


def play(seconds: float, observing: bool) -> float:
    """Random games from a Python loop; decisions a second."""
    import pyspiel

    game = pyspiel.load_game("backgammon")
    decisions, start = 0, perf_counter()
    while (taken := perf_counter() - start) < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(random.random() * len(outcomes))][0])
                continue
            actions = state.legal_actions()
            if observing:
                state.observation_tensor()
            state.apply_action(actions[int(random.random() * len(actions))])
            decisions += 1
    return decisions / taken


if __name__ == "__main__":
    each = float(sys.argv[1]) / 2
    print(
        json.dumps(
            {
                "backgammon, from a Python loop": play(each, observing=False),
                "backgammon, from a Python loop, with observations": play(each, observing=True),
            }
        )
    )
