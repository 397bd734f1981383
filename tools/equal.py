"""How many simulations take as long as how many: judged by the network, and by the heuristic alone.

    python -m tools.equal                         measure all games and numbers of players that have a network
    python -m tools.equal hansa --players 3       … of one

Both think about the same decisions in turn, in one process, and the time of the processor is taken, so that
it matters little what else the machine does. What comes of it is kept in `bench/equal.json`: `tools.strength`
lets searches play that take equal time. Run it on the compiled package.

Games are measured with their usual options, and at the smaller budget with others that networks were taught
with (`VARIANTS`).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from time import process_time
from typing import TYPE_CHECKING, Any

import burgher
from burgher import agents, games

if TYPE_CHECKING:
    from burgher import State
    from burgher.agents import Agent

KEPT = Path("bench/equal.json")
BUDGETS = {500: 60, 8000: 30}
"""How many simulations the search by the heuristic has, and on how many decisions it is measured."""
VARIANTS: dict[str, dict[str, dict[str, Any]]] = {
    "granja": {"modules": {"modules": ["ladies", "outlaws", "trade-boards"]}},
    "hansa": {"east": {"map": "east"}, "britannia": {"map": "britannia"}},
}
"""For each game other options to measure with, by a name for them."""
PLAYED_BY = "greedy"
"""Who plays up to the decisions."""
SELDOM = 30
"""One decision of so many is looked at."""
NEARER = 3
"""So many times a better number of simulations is looked for."""
ENDLESS = 2000


def decisions(game: burgher.Game, count: int) -> list[State]:
    """Decisions out of games, with something to choose."""
    found: list[State] = []
    number = 0
    while len(found) < count:
        number += 1
        state, random = game.deal(7_000_000 + number), Random(number)
        players = [agents.create(PLAYED_BY, seat) for seat in range(game.players)]
        for _ in range(ENDLESS):
            if state.is_over or len(found) == count:
                break
            if len(state.legal_actions()) > 2 and not random.randrange(SELDOM):
                found.append(state.clone())
            state.apply(players[state.seat].choose(state))
    return found


def costs(names: Sequence[str], states: Sequence[State]) -> list[float]:
    """What agents need for a decision on average, in milliseconds of the processor."""
    asked: list[Agent] = [agents.create(name, 1) for name in names]
    for agent in asked:  # what is prepared once for a game is left out
        agent.choose(states[-1])
    took = [0.0] * len(names)
    for state in states:
        for n, agent in enumerate(asked):
            start = process_time()
            agent.choose(state)
            took[n] += process_time() - start
    return [1000 * one / len(states) for one in took]


def equal(game: burgher.Game, simulations: int, count: int) -> dict[str, Any]:
    """Two agents that take equal time, and what they were measured to take."""
    states, former = decisions(game, count), f"search:{simulations},network=off"
    number = simulations
    for _ in range(NEARER):
        now, was = costs([f"search:{number}", former], states)
        number = max(1, round(number * was / now))
    name = f"search:{number}"
    now, was = costs([name, former], states)
    return {"now": name, "former": former, "ms": [round(now, 2), round(was, 2)], "decisions": count}


def kept() -> dict[str, list[dict[str, Any]]]:
    """What has been measured, by game and number of players: `burgundy-2`."""
    return dict(json.loads(KEPT.read_text(encoding="utf-8"))) if KEPT.exists() else {}


def options_of(place: str) -> tuple[str, int, dict[str, Any]]:
    """The game, the number of players and the options that a place in the file stands for.

    >>> options_of("hansa-3-east")
    ('hansa', 3, {'map': 'east'})
    """
    name, players, *variant = place.split("-")
    return name, int(players), VARIANTS[name][variant[0]] if variant else {}


def wanted(game: str | None, players: int | None) -> Iterator[tuple[str, burgher.Game]]:
    """The games that have a network, by their places in the file."""
    for name in games.names() if game is None else [game]:
        for number in games.rules(name).players_allowed:
            for variant in ("", *VARIANTS.get(name, ())):
                place = "-".join(filter(None, (name, str(number), variant)))
                try:
                    found = burgher.load(name, number, **options_of(place)[2])
                except burgher.BadOptions:  # not for so many players
                    continue
                if players in (None, number) and found.network is not None:
                    yield place, found


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", nargs="?", choices=games.names(), help="only this game")
    parser.add_argument("--players", type=int, help="only this number of players")
    asked = parser.parse_args()
    for place, game in wanted(asked.game, asked.players):
        budgets = list(BUDGETS.items())[: 1 if options_of(place)[2] else None]
        found = [equal(game, simulations, count) for simulations, count in budgets]
        for one in found:
            print(f"{place}: {one['now']} for {one['former']}, ms {one['ms']}", flush=True)
        text = json.dumps({**kept(), place: found}, indent=1, sort_keys=True)
        KEPT.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
