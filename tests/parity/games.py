"""Plays fixed games and prints what they were, one line each: to compare one way of running with another.

python tests/parity/games.py                   every game with a digest of all its plies
python tests/parity/games.py --rules           those that depend on the rules only
python tests/parity/games.py --trace hansa 7   game 7 of Hansa Teutonica, a line for each ply
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from hashlib import blake2b

import burgher
from burgher import Journal, State, agents
from burgher.kernel.chance import seeded
from burgher.kernel.playout import play_randomly

Chosen = list[tuple[int, dict[str, str]]]

BURGUNDY: Chosen = [
    (2, {}),
    (3, {}),
    (4, {}),
    (2, {"estates": "2,3", "edition": "2019"}),
    (3, {"estates": "4,5,6", "castles": "open"}),
    (4, {"estates": "7,8,9,2-2019", "castles": "secret", "edition": "2019", "ties": "most"}),
    (4, {"estates": "11a,11b,11c,11d", "castles": "secret"}),
    (2, {"estates": "11e,11f", "castles": "open", "edition": "2019"}),
    (2, {"estates": "random", "castles": "open"}),
    (3, {"estates": "random", "castles": "secret", "edition": "2019"}),
    (4, {"estates": "random", "castles": "secret", "ties": "most"}),
]
GRANJA: Chosen = [(2, {}), (3, {}), (4, {})]
ELEVEN = (
    "betwixt,broken-roofs,bustling-town,colchonera,counsellors,donkey-song,grand-markers,hired-hands,ladies,"
    "long-distance-trade,trade-boards"
)
OTHER_SIDES = ELEVEN.replace("bustling-town", "bustling-town-b").replace("counsellors", "outlaws")
MODULES: Chosen = [(3, {"modules": ELEVEN}), (2, {"modules": OTHER_SIDES})]
HANSA: Chosen = [
    (players, {"limit": "40", **options})
    for players, options in (
        (2, {}),
        (3, {}),
        (4, {}),
        (5, {"rules": "2009"}),
        (3, {"rules": "big-box", "modules": "missions"}),
        (4, {"rules": "big-box", "modules": "favour"}),
        (5, {"modules": "missions,favour"}),
        (3, {"map": "east"}),
        (4, {"map": "east", "rules": "2009"}),
        (5, {"map": "east", "rules": "big-box"}),
        (3, {"map": "britannia", "rules": "big-box"}),
        (4, {"map": "britannia"}),
        (5, {"map": "britannia", "rules": "2009"}),
    )
]


def _played(chosen: Chosen, *manners: str) -> list[tuple[int, dict[str, str], str]]:
    return [(*options, manner) for manner in manners for options in chosen]


GAMES = {
    "burgundy": _played(BURGUNDY, "random", "random", "random", "greedy"),
    "granja": [
        *_played(GRANJA, "random", "random", "greedy"),
        *_played(MODULES, "random", "greedy"),
        *_played([(1, {})], "random", "greedy"),
    ],
    "hansa": _played(HANSA, "random", "greedy"),
}
"""Players, options and who plays; the number is the seed. Greedy games depend on the heuristic too."""

PLAYOUT_EVERY = {"burgundy": 16, "granja": 64, "hansa": 64}
MOST = 350
"""A game is followed for so many decisions at most."""


def plies(name: str, number: int) -> Iterator[str]:
    """A game as a line for each decision and one for the end: all that can be known of the state."""
    players, options, manner = GAMES[name][number]
    game = burgher.load(name, players, **options)
    journal = Journal()
    state = game.deal(number, journal)
    choosers = [agents.create(manner, seat) for seat in range(players)]
    told = ply = 0
    while True:
        news = [
            [e.seat, e.event, list(e.details), e.points, e.source, e.audience] for e in journal.entries[told:]
        ]
        told = len(journal.entries)
        facts = [
            state.seat,
            state.is_over,
            state.chance,
            state.reveals,
            state.scores(),
            state.legal_actions(),
        ]
        facts += [news, _digest(json.dumps(game.position(state), sort_keys=True))]
        if manner != "random":
            facts.append([state.evaluate(seat) for seat in range(players)])
        if ply % PLAYOUT_EVERY[name] == 0:
            facts.append(_playout(state))
        if state.is_over:
            yield f"{ply} over {json.dumps([*facts, state.ranks()])}"
            return
        if ply == MOST:
            yield f"{ply} and so on {json.dumps(facts)}"
            return
        action = choosers[state.seat].choose(state)
        yield f"{ply} {game.words(action)} {json.dumps(facts)}"
        state.apply(action)
        ply += 1


def _playout(state: State) -> list[object]:
    """How a game ends that is imagined from here and played at random by the kernel."""
    imagined = state.imagine(state.seat, 1)
    decisions = play_randomly(imagined, seeded(2))
    return [decisions, imagined.scores(), imagined.chance]


def line(name: str, number: int) -> str:
    """A game in one line."""
    players, options, manner = GAMES[name][number]
    lines = list(plies(name, number))
    chosen = " ".join(f"{option}={value}" for option, value in options.items())
    title = f"{number:02} {players} players, {manner} {chosen}".strip()
    digest = _digest("\n".join(lines))
    return f"{title}: {len(lines) - 1} decisions, {digest}"


def listing(rules_only: bool) -> Iterator[str]:
    """Every game in a line, under the name of what is played."""
    for name, games in GAMES.items():
        yield name
        for number, (_, _, manner) in enumerate(games):
            if manner == "random" or not rules_only:
                yield line(name, number)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("--trace", nargs=2, metavar=("GAME", "NUMBER"))
    asked = parser.parse_args()
    if asked.trace is not None:
        name, number = asked.trace
        for ply in plies(name, int(number)):
            print(ply)
        return
    for said in listing(asked.rules):
        print(said, flush=True)


if __name__ == "__main__":
    main()
