"""PettingZoo: its classic games."""

import json
import sys
from importlib import import_module
from time import perf_counter

NEEDS = ("pettingzoo", "chess", "pygame")


def play(name: str, seconds: float) -> float:
    """Random games through the interface, observations and masks included; decisions a second."""
    env = import_module(f"pettingzoo.classic.{name}").env()
    decisions, start = 0, perf_counter()
    while (taken := perf_counter() - start) < seconds:
        env.reset()
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            env.step(env.action_space(agent).sample(observation["action_mask"]))
            decisions += 1
    return decisions / taken


if __name__ == "__main__":
    each = float(sys.argv[1]) / 2
    games = {"chess": "chess_v6", "connect four": "connect_four_v3"}
    print(json.dumps({f"{name}, through AEC": play(module, each) for name, module in games.items()}))
