"""RLCard: card games, in Python."""

import json
import random
import sys
from time import perf_counter

NEEDS = ("rlcard",)


def play(name: str, seconds: float) -> float:
    """Random games from a Python loop, observations included; decisions a second."""
    import rlcard

    env = rlcard.make(name)
    decisions, start = 0, perf_counter()
    while (taken := perf_counter() - start) < seconds:
        state, _ = env.reset()
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            decisions += 1
    return decisions / taken


if __name__ == "__main__":
    each = float(sys.argv[1]) / 2
    print(
        json.dumps(
            {
                f"{name}, from a Python loop, with observations": play(name, each)
                for name in ("uno", "gin-rummy")
            }
        )
    )
