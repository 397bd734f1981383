"""Plays fixed games and prints what they were, one line each: to compare one way of running with another.

python tests/parity/games.py             every game with a digest of all its plies
python tests/parity/games.py --rules     those that depend on the rules only
python tests/parity/games.py --trace 7   game 7, a line for each ply
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from hashlib import blake2b

import burgher
from burgher import Journal, State, agents
from burgher.kernel.chance import sown
from burgher.kernel.playout import play_randomly

OPTIONS: list[tuple[int, dict[str, str]]] = [
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
GAMES = [(*options, manner) for manner in ("random", "random", "random", "greedy") for options in OPTIONS]
"""Players, options and who plays; the number is the seed. Greedy games depend on the instinct too."""

PLAYOUT_EVERY = 16


def plies(number: int) -> Iterator[str]:
    """A game as a line for each decision and one for the end: all that can be known of the state."""
    players, options, manner = GAMES[number]
    game = burgher.load("burgundy", players, **options)
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
            facts.append([state.worth(seat) for seat in range(players)])
        if ply % PLAYOUT_EVERY == 0:
            facts.append(_playout(state))
        if state.is_over:
            yield f"{ply} over {json.dumps([*facts, state.ranks()])}"
            return
        action = choosers[state.seat].choose(state)
        yield f"{ply} {game.words(action)} {json.dumps(facts)}"
        state.apply(action)
        ply += 1


def _playout(state: State) -> list[object]:
    """How a game ends that is imagined from here and played at random by the kernel."""
    imagined = state.imagine(state.seat, 1)
    decisions = play_randomly(imagined, sown(2))
    return [decisions, imagined.scores(), imagined.chance]


def line(number: int) -> str:
    """A game in one line."""
    players, options, manner = GAMES[number]
    lines = list(plies(number))
    chosen = " ".join(f"{name}={value}" for name, value in options.items())
    name = f"{number:02} {players} players, {manner} {chosen}".strip()
    digest = _digest("\n".join(lines))
    return f"{name}: {len(lines) - 1} decisions, {digest}"


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()


def main() -> None:
    """Print what was asked for."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rules", action="store_true")
    parser.add_argument("--trace", type=int)
    asked = parser.parse_args()
    if asked.trace is not None:
        for ply in plies(asked.trace):
            print(ply)
        return
    for number, (_, _, manner) in enumerate(GAMES):
        if manner == "random" or not asked.rules:
            print(line(number), flush=True)


if __name__ == "__main__":
    main()
