"""How many ways there are to play on for a few decisions, from positions that seeds lead to.

PYTHONPATH=tests python -m parity.perft > tests/parity/perft.toml   after the rules were changed on purpose
"""

from __future__ import annotations

import burgher
from burgher import State
from burgher.agents import create
from parity.games import ELEVEN, OTHER_SIDES

HEADER = """\
# From a deal, after some random decisions: how many ways there are to take 1, 2, … further decisions.
# Made by perft.py, which lies beside this."""

POSITIONS: list[tuple[str, int, dict[str, str], int, int]] = [
    ("burgundy", 2, {}, 1, 0),
    ("burgundy", 2, {}, 1, 60),
    ("burgundy", 2, {}, 2, 120),
    ("burgundy", 3, {}, 3, 0),
    ("burgundy", 3, {"estates": "4,5,6", "castles": "open"}, 4, 100),
    ("burgundy", 4, {}, 5, 30),
    ("burgundy", 4, {"estates": "random", "castles": "secret"}, 6, 0),
    ("burgundy", 4, {"estates": "random", "castles": "open"}, 7, 200),
    ("burgundy", 2, {"edition": "2019"}, 8, 90),
    ("burgundy", 4, {"edition": "2019", "estates": "11a"}, 9, 250),
    ("granja", 2, {}, 1, 0),
    ("granja", 2, {}, 2, 150),
    ("granja", 3, {}, 3, 120),
    ("granja", 3, {}, 4, 200),
    ("granja", 4, {}, 5, 60),
    ("granja", 4, {}, 6, 300),
    ("granja", 1, {}, 7, 80),
    ("granja", 3, {"modules": ELEVEN}, 8, 150),
    ("granja", 2, {"modules": OTHER_SIDES}, 9, 120),
    ("hansa", 2, {}, 1, 0),
    ("hansa", 2, {"rules": "2009"}, 2, 90),
    ("hansa", 3, {}, 3, 0),
    ("hansa", 3, {"rules": "big-box", "modules": "missions,favour"}, 4, 200),
    ("hansa", 4, {}, 5, 150),
    ("hansa", 5, {"rules": "2009"}, 6, 250),
    ("hansa", 3, {"map": "east"}, 7, 150),
    ("hansa", 5, {"map": "east", "rules": "big-box"}, 8, 300),
    ("hansa", 3, {"map": "britannia", "rules": "2009"}, 9, 150),
    ("hansa", 4, {"map": "britannia"}, 10, 250),
]
"""Game, players, options, seed, and how many random decisions lead there."""

DEPTH = {"burgundy": 3, "granja": 4, "hansa": 2}


def reached(game: str, players: int, options: dict[str, str], seed: int, decisions: int) -> State:
    """The state that a seed and random decisions lead to."""
    state = burgher.load(game, players, **options).deal(seed)
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
    for game, players, options, seed, decisions in POSITIONS:
        state = reached(game, players, options, seed, decisions)
        chosen = ", ".join(f'{name} = "{value}"' for name, value in options.items())
        print(f'\n[[position]]\ngame = "{game}"\nplayers = {players}')
        print(f"options = {{ {chosen} }}" if chosen else "options = {}")
        print(f"seed = {seed}\ndecisions = {decisions}")
        print(f"ways = {[ways(state, depth) for depth in range(1, DEPTH[game] + 1)]}")


if __name__ == "__main__":
    main()
