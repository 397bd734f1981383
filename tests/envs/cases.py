"""Games to look at: every number of players, and the options that change what there is to see."""

from __future__ import annotations

from random import Random

from burgher import Game, State
from burgher.envs import finite_game
from burgher.games.granja.modules.shelf import EXCLUSIVE, MEANINGS

ELEVEN, OTHER_ELEVEN = (
    ",".join(name for name in MEANINGS if name not in [pair[left_out] for pair in EXCLUSIVE])
    for left_out in (1, 0)
)
"""All of La Granja's modules, with either side of those that have two."""

CASES: list[tuple[str, int, dict[str, str]]] = [
    ("burgundy", 2, {}),
    ("burgundy", 3, {"estates": "4,5,6", "castles": "open"}),
    ("burgundy", 4, {"estates": "random", "castles": "secret", "edition": "2019"}),
    ("granja", 1, {}),
    ("granja", 2, {}),
    ("granja", 3, {}),
    ("granja", 4, {}),
    ("granja", 2, {"modules": OTHER_ELEVEN}),
    ("granja", 3, {"modules": ELEVEN}),
    ("hansa", 2, {}),
    ("hansa", 3, {"modules": "missions,favour"}),
    ("hansa", 4, {"map": "britannia"}),
    ("hansa", 5, {"map": "east", "rules": "big-box"}),
]
NAMES = ["-".join([name, str(players), *options]) for name, players, options in CASES]
USUAL = ["burgundy", "granja", "hansa"]


def game_of(case: tuple[str, int, dict[str, str]]) -> Game:
    name, players, options = case
    return finite_game(name, players, **options)


def moments(game: Game, seed: int, every: int, most: int = 1000) -> list[tuple[State, State]]:
    """Some decisions of a random game: the state before, and the state after."""
    random, state, found = Random(seed), game.deal(seed), []
    for n in range(most):
        if state.is_over:
            break
        before = state.clone() if n % every == 0 else None
        state.apply(random.choice(state.legal_actions()))
        if before is not None:
            found.append((before, state.clone()))
    return found
