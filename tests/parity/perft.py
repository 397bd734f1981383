"""How many ways there are to play on for a few decisions, from positions that seeds lead to.

python tests/parity/perft.py > tests/parity/perft.toml   after the rules were changed on purpose
"""

from __future__ import annotations

import burgher
from burgher import State
from burgher.agents import create

HEADER = """\
# From a deal, after some random decisions: how many ways there are to take 1, 2, 3 further decisions.
# Made by perft.py, which lies beside this."""

POSITIONS: list[tuple[int, dict[str, str], int, int]] = [
    (2, {}, 1, 0),
    (2, {}, 1, 60),
    (2, {}, 2, 120),
    (3, {}, 3, 0),
    (3, {"estates": "4,5,6", "castles": "open"}, 4, 100),
    (4, {}, 5, 30),
    (4, {"estates": "random", "castles": "secret"}, 6, 0),
    (4, {"estates": "random", "castles": "open"}, 7, 200),
    (2, {"edition": "2019"}, 8, 90),
    (4, {"edition": "2019", "estates": "11a"}, 9, 250),
]
"""Players, options, seed, and how many random decisions lead there."""

DEPTH = 3


def reached(players: int, options: dict[str, str], seed: int, decisions: int) -> State:
    """The state that a seed and random decisions lead to."""
    state = burgher.load("burgundy", players, **options).deal(seed)
    chooser = create("random", seed)
    for _ in range(decisions):
        state.apply(chooser.choose(state))
    return state


def ways(state: State, depth: int) -> int:
    """In how many ways so many decisions can be taken from a state."""
    actions = state.legal_actions()
    if depth == 1 or not actions:
        return len(actions)
    count = 0
    spare = state.clone()
    for action in actions:
        spare.copy_from(state)
        spare.apply(action)
        count += ways(spare, depth - 1)
    return count


def main() -> None:
    """Print the table."""
    print(HEADER)
    for players, options, seed, decisions in POSITIONS:
        state = reached(players, options, seed, decisions)
        chosen = ", ".join(f'{name} = "{value}"' for name, value in options.items())
        print(f"\n[[position]]\nplayers = {players}")
        print(f"options = {{ {chosen} }}" if chosen else "options = {}")
        print(f"seed = {seed}\ndecisions = {decisions}")
        print(f"ways = {[ways(state, depth) for depth in range(1, DEPTH + 1)]}")


if __name__ == "__main__":
    main()
