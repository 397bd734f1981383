"""Plays the golden games and keeps their records beside this file, as far as they are not there yet.

python tests/burgundy/golden/make.py            after `rules_version` was raised
python tests/burgundy/golden/make.py --anew     while that version is not released: those of it are replaced

A record is named by the version of the rules it was played with. The old ones are kept: they must be refused
for ever after, never replayed to another game.
"""

from __future__ import annotations

import sys
from pathlib import Path

import burgher
from burgher import Table, agents

FOLDER = Path(__file__).parent

GAMES: dict[str, tuple[int, int, dict[str, object]]] = {
    "first-evening": (2, 2011, {}),
    "three-estates": (3, 1234, {"estates": ("4", "8", "2-2019"), "castles": "open", "edition": "2019"}),
    "those-who-know": (4, 42, {"estates": "random", "castles": "secret", "ties": "most"}),
}
"""Name, players, seed and options of every golden game."""


def path_of(name: str, version: int) -> Path:
    """Where a game's record is kept."""
    return FOLDER / f"v{version}-{name}.txt"


def version_of(name: str) -> int:
    """The version of the rules since which a game is played as it is."""
    players, _, options = GAMES[name]
    return burgher.load("burgundy", players, **options).plays_as_since()


def play(name: str) -> Table:
    """One of the games, played to its end by agents that look one action ahead."""
    players, seed, options = GAMES[name]
    game = burgher.load("burgundy", players, **options)
    table = Table(game, seed, ("Anna", "Benno", "Carla", "Dario")[:players])
    choosers = [agents.create("greedy", seat) for seat in range(players)]
    while not table.is_over:
        table.play(choosers[table.seat].choose(table.state))
    return table


def main(anew: bool) -> None:
    """Make what is missing for the rules as they are, or all of it."""
    for name in GAMES:
        path = path_of(name, version_of(name))
        if anew or not path.exists():
            play(name).record.save(path)
            print("made", path.name)


if __name__ == "__main__":
    main(anew="--anew" in sys.argv)
