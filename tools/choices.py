"""What agents choose in some positions of every game, to see whether they still choose the same.

    python -m tools.choices           write the choices of all games anew
    python -m tools.choices hansa     … of one

They are kept in `tests/agents/choices`, with the version of thinking that they were made by
(`src/burgher/agents/thinking.toml`), and a test holds agents to them. Choices that have changed are written
only under a version that has been raised. A position is given by a deal and how many decisions somebody quick
has made since; nothing but what agents do has a part in it, and nobody thinks for a time.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import burgher
from burgher import agents, games
from burgher.agents import how_agents_think

if TYPE_CHECKING:
    from burgher import State

FOLDER = Path(__file__).parent.parent / "tests" / "agents" / "choices"
Deals = list[tuple[int, dict[str, str]]]
DEALS: dict[str, Deals] = {
    "burgundy": [(2, {}), (3, {"castles": "open"}), (4, {"estates": "random", "edition": "2019"})],
    "granja": [(1, {}), (2, {}), (3, {}), (4, {"modules": "betwixt,ladies,trade-boards"})],
    "hansa": [(2, {}), (3, {"modules": "missions"}), (4, {"map": "east"}), (5, {})],
}
"""The games that positions are taken from: how many play, and options.

A game that is not named here is played by every number of players.
"""
DECISIONS = (1, 4, 15, 30, 55, 90)
"""After how many decisions positions are taken, or as soon after that as there is a choice."""
PLAYED_BY = "greedy:3"
"""Who plays up to the positions: quick, and not quite at random."""
IN_A_ROW = 3
"""For so many decisions an agent is asked, as long as they are its own: it may keep something in mind."""
QUICK = ("apprentice", "journeyman")
"""Levels that are asked everywhere even where nothing is compiled."""
SEARCHED = 1, 4, "merchant"
"""By seed, decision and level, where a search is asked even then."""
DEAR = {"master": (15,), "burgomaster": (30,)}
"""Levels that are asked in few of the positions; the highest in the game's usual number of players alone."""


@dataclass(frozen=True)
class Choice:
    """What a level chooses in a position."""

    players: int
    options: dict[str, str]
    seed: int
    decision: int
    """How many decisions were made before, or were to be made at least."""
    level: str
    chosen: list[int]
    """Its actions, one after another."""
    tried: str
    """Stands for what its last choice followed from, if it tries anything out (`Agent.findings`)."""

    @property
    def where(self) -> tuple[object, ...]:
        """Which choice it is, whatever was chosen."""
        return self.players, json.dumps(self.options), self.seed, self.decision, self.level


def untimed(agent: str) -> str:
    """An agent without its limit of time, by which the speed of a machine would choose.

    >>> untimed("search:500,5s")
    'search:500'
    """
    name, colon, argument = agent.partition(":")
    return name + colon + ",".join(part for part in argument.split(",") if not part.endswith("s"))


def choices(game: str, quick: bool = False) -> Iterator[Choice]:
    """What all levels choose in the positions of a game; if `quick`, what takes no time uncompiled either."""
    usual: Deals = [(players, {}) for players in games.rules(game).players_allowed]
    for seed, (players, options) in enumerate(DEALS.get(game, usual), start=1):
        for decision, state in _positions(game, players, options, seed):
            for level in agents.levels().values():
                slow = level.name not in QUICK and (seed, decision, level.name) != SEARCHED
                if _asked(level.name, game, players, decision) and not (quick and slow):
                    chosen, tried = _chosen(level.agent, state)
                    yield Choice(players, options, seed, decision, level.name, chosen, tried)


def _asked(level: str, game: str, players: int, decision: int) -> bool:
    if level == "burgomaster" and players != games.rules(game).players_usual:
        return False
    return decision in DEAR.get(level, DECISIONS)


def _positions(game: str, players: int, options: dict[str, str], seed: int) -> Iterator[tuple[int, State]]:
    """Positions of a game, each with the number of decisions that it was to come after."""
    state = burgher.load(game, players, **options).deal(seed)
    player, wanted, made = agents.create(PLAYED_BY, seed), list(DECISIONS), 0
    while wanted and not state.is_over:
        if made >= wanted[0] and len(state.legal_actions()) > 1:
            yield wanted.pop(0), state.clone()
        state.apply(player.choose(state))
        made += 1


def _chosen(agent: str, state: State) -> tuple[list[int], str]:
    """What an agent does in a position until somebody else is to move, and what that followed from."""
    player, now, chosen = agents.create(untimed(agent), 1), state.clone(), list[int]()
    while len(chosen) < IN_A_ROW and not now.is_over and now.seat == state.seat:
        chosen.append(player.choose(now))
        now.apply(chosen[-1])
    found = sorted((action, visits, round(value * 2**20)) for action, visits, value in player.findings())
    return chosen, blake2b(repr(found).encode(), digest_size=4).hexdigest() if found else ""


# -- kept ------------------------------------------------------------------------------------------


def read(game: str) -> tuple[str, list[Choice]]:
    """By which version of thinking a game's choices were made, and the choices; none before any are kept."""
    path = FOLDER / f"{game}.jsonl"
    if not path.exists():
        return "", []
    first, *lines = path.read_text(encoding="utf-8").splitlines()
    return json.loads(first)["thinking"], [Choice(**json.loads(line)) for line in lines]


def changed(before: Sequence[Choice], now: Sequence[Choice]) -> list[tuple[Choice, Choice]]:
    """What has changed where both choose: how it was, and how it is."""
    was = {choice.where: choice for choice in before}
    return [
        (was[choice.where], choice) for choice in now if choice.where in was and was[choice.where] != choice
    ]


def told(game: str, differ: Sequence[tuple[Choice, Choice]]) -> str:
    """How choices have changed, for people, and what to do about it."""
    before, now = differ[0]
    rules = burgher.load(game, now.players, **now.options)
    was, chose = (", ".join(map(rules.words, each.chosen)) for each in (before, now))
    what = f"chose “{was}” and now “{chose}”" if was != chose else "tries moves out otherwise than before"
    return (
        f"Agents think otherwise in {rules.title} than its version {how_agents_think(game)} did, in "
        f"{len(differ)} of its choices: dealt for {now.players} from seed {now.seed}, {now.decision} "
        f"decisions later, the {now.level} {what}. If this was not meant, a change to the rules, the "
        f"heuristic or the search has done more than it should. If it was meant: raise the version of "
        f"[{game}] in src/burgher/agents/thinking.toml, run `python -m tools.choices {game}`, and say what "
        f"changed in docs/strength.md. Games measured before are then no longer counted; `make strength` "
        f"plays them anew."
    )


def write(game: str) -> str:
    """Write a game's choices, and say what was done; raises `SystemExit` where the version must be raised."""
    version, before = read(game)
    now = list(choices(game))
    differ = changed(before, now)
    if differ and version == how_agents_think(game):
        raise SystemExit(told(game, differ))
    rows: list[dict[str, Any]] = [{"thinking": how_agents_think(game)}, *map(asdict, now)]
    FOLDER.mkdir(exist_ok=True)
    text = "".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)
    (FOLDER / f"{game}.jsonl").write_text(text, encoding="utf-8")
    return f"{game}: {len(now)} choices, {len(differ)} of them changed"


def main() -> None:
    """Write the choices of the games that the command line names."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    asked = parser.parse_args()
    for game in asked.games or games.names():
        if game not in games.names():
            sys.exit(f"there is no game {game!r}: there is {', '.join(games.names())}")
        print(write(game))


if __name__ == "__main__":
    main()
