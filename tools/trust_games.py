"""Games by which studies are tried: of unequal players, and good ones into which a bad move is planted.

They are kept, since most of what a trial takes goes into playing them: what studies say of them can be
measured again without that. A game is another when agents think otherwise.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import burgher
from burgher import agents
from burgher.agents import how_agents_think
from burgher.kernel.chance import seeded
from burgher.record import Record
from burgher.study.better import Better, best_moves, compared
from burgher.study.outlook import Outlook
from burgher.table import Table

if TYPE_CHECKING:
    from burgher.kernel.state import State

GOOD, TRIALS = "search:500", 400
"""Who plays the games into which a mistake is planted, and how many simulations say what is one."""
DEEP = 6400
"""So many simulations search for the move that it is compared with."""
PLANTED = 0.05
"""A planted mistake costs at least this chance."""
CANDIDATES = 6
"""So many moves are tried, at each decision, until one is bad enough."""


def play(game: burgher.Game, line: Sequence[str], number: int) -> Table:
    """A game between agents, the same for the same number."""
    table = Table(game, seed=77_000_000 + number)
    choosers = [agents.create(agent, 100 * number + seat).choose for seat, agent in enumerate(line)]
    while not table.is_over:
        table.play(choosers[table.seat](table.state))
    return table


def unequal(game: burgher.Game, line: Sequence[str], number: int, folder: Path) -> Record:
    """The record of such a game, played now if it is not kept there."""
    who = "-".join(dict.fromkeys(line)).replace(":", "")
    path = _place(folder, game, f"{who}-{number:03}.record")
    if not path.exists():
        _keep(path, str(play(game, line, number).record))
    return Record.load(path)


def mistaken(game: burgher.Game, number: int, folder: Path) -> dict[str, Any] | None:
    """A good game in which one move was replaced by a bad one, made now if it is not kept there.

    Its `record`, `at` which decision, and the `cost` as a deep search finds it, with the standard error. Who
    had the better move goes on as before, and so does the other. None where no bad enough move was found.
    """
    path = _place(folder, game, f"mistake-{number:03}.json")
    if not path.exists():
        _keep(path, json.dumps(_planted(game, number)))
    found: dict[str, Any] | None = json.loads(path.read_text(encoding="utf-8"))
    return found


def _planted(game: burgher.Game, number: int) -> dict[str, Any] | None:
    random = Random(number)
    line = [GOOD] * game.players
    good = play(game, line, number)
    record, outlook = good.record, Outlook(game, good.state)
    moves = [game.number(move.words) for move in record.moves]
    places = list(range(len(moves)))
    random.shuffle(places)
    for at in places:
        table = record.start()
        for action in moves[:at]:
            table.play(action)
        found = _mistake(outlook, table.state, moves[at], random, seeded(1000 * number + at))
        if found is None:
            continue
        worse, cost = found
        table.play(worse)
        choosers = [agents.create(agent, 100 * number + 50 + n).choose for n, agent in enumerate(line)]
        while not table.is_over:
            table.play(choosers[table.seat](table.state))
        return {
            "at": at,
            "cost": [round(cost.gain, 4), round(cost.error, 4)],
            "record": str(table.record),
        }
    return None


def _mistake(
    outlook: Outlook, state: State, played: int, random: Random, seed: int
) -> tuple[int, Better] | None:
    """A move that a deep search finds bad enough, with what it costs, if some tried are."""
    others = [one for one in state.legal_actions() if one != played]
    if not others:
        return None
    tried = random.sample(others, min(CANDIDATES, len(others)))
    # What a master played is good enough to see which are worth a deep search.
    if all(compared(outlook, state, played, one, TRIALS // 8, seed).gain < PLANTED / 2 for one in tried):
        return None
    best = best_moves(state, DEEP, seed)[0]
    for worse in tried:
        if worse == best:
            continue
        first = compared(outlook, state, best, worse, TRIALS // 4, seed + 1)
        if first.gain < PLANTED + first.error:
            continue
        # Chosen because it looked bad: looked at again, by simulations that did not choose it.
        again = compared(outlook, state, best, worse, TRIALS, seed + 2)
        if again.gain >= PLANTED:
            return worse, again
    return None


def _place(folder: Path, game: burgher.Game, name: str) -> Path:
    return folder / f"{game.name}-{game.players}-thinking-{how_agents_think(game.name)}" / name


def _keep(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}")
    draft.write_text(text, encoding="utf-8")
    draft.replace(path)
