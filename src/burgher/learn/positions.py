"""Positions for lessons and examples: dealt, played on, and put right where a lesson needs it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from burgher import agents, games
from burgher.kernel.errors import BadPosition, BurgherError
from burgher.kernel.game import Game
from burgher.kernel.state import State
from burgher.learn.rules_text import known_only
from burgher.table import Table

_KEYS = ("players", "seed", "options", "moves", "random", "greedy", "seat", "swap", "move", "set")
MOST_MOVES = 2000


@dataclass(frozen=True)
class Setting:
    """A position to learn from: whose game, how it stands, and through whose eyes it is seen."""

    game: Game
    position: Mapping[str, Any]
    seat: int
    """The learner's."""

    def table(self, names: list[str] | None = None) -> Table:
        """A table at this position; its dice come from the position's own generator."""
        return Table.restored(self.game, self.position, names)


def setting(name: str, data: Mapping[str, Any], where: str) -> Setting:
    """The position that a table of data describes; raises `BurgherError` with what is wrong."""
    known_only(data, _KEYS, where)
    try:
        game = games.load(name, data.get("players"), **data.get("options", {}))
        state = game.deal(int(data.get("seed", 1)))
        for words in data.get("moves", []):
            _play(game, state, words)
        _play_on(state, "random", data.get("random"))
        _play_on(state, "greedy", data.get("greedy"))
        position: dict[str, Any] = game.position(state)
        for one, other in data.get("swap", []):
            _swap(position, one, other)
        for one, other in data.get("move", []):
            _move(position, one, other)
        for path, value in data.get("set", {}).items():
            _put(position, path, _nulls(value))
        Table.restored(game, position)  # it says what is wrong
        state = game.restore(position)
    except BurgherError as error:
        raise BurgherError(f"{where}: {error}") from error
    seat = int(data.get("seat", state.seat))
    if seat not in range(game.players):
        raise BurgherError(f"{where}: there is no seat {seat}")
    return Setting(game, position, seat)


def _play(game: Game, state: State, words: str) -> None:
    number = game.number(words)
    if number not in state.legal_actions():
        raise game.refusal(state, number)
    state.apply(number)


def _play_on(state: State, agent: str, wanted: Mapping[str, int] | None) -> None:
    if wanted is None:
        return
    known_only(wanted, ("moves", "seed"), agent)
    player = agents.create(agent, int(wanted.get("seed", 1)))
    for _ in range(min(wanted["moves"], MOST_MOVES)):
        if state.is_over:
            raise BadPosition("the game is over before so many moves")
        state.apply(player.choose(state))


def value_at(data: Any, path: str, me: int = 0) -> Any:
    """What lies at a dotted path: names of maps, numbers of lists, and `me` for a seat.

    >>> value_at({"players": [{"workers": 3}]}, "players.me.workers")
    3
    """
    for step in path.split("."):
        try:
            data = data[me if step == "me" else int(step)] if isinstance(data, (list, tuple)) else data[step]
        except (LookupError, TypeError, ValueError):
            raise BadPosition(f"there is nothing at {path!r}, from {step!r} on") from None
    return data


def _put(data: Any, path: str, value: object) -> None:
    before, _, last = path.rpartition(".")
    holder = value_at(data, before) if before else data
    if isinstance(holder, list):
        value_at(data, path)
        holder[int(last)] = value
    else:
        holder[last] = value


def _swap(position: dict[str, Any], one: str, other: str) -> None:
    first, second = value_at(position, one), value_at(position, other)
    _put(position, one, second)
    _put(position, other, first)


def _move(position: dict[str, Any], one: str, other: str) -> None:
    """Move what lies at a path; of things that are only counted there (`supply.animal.cow-4`), one."""
    before, _, last = one.rpartition(".")
    value, holder = value_at(position, one), value_at(position, before)
    if isinstance(value, int) and value > 1:
        holder[last] = value - 1
    elif isinstance(holder, list):
        holder[int(last)] = None
    else:
        del holder[last]
    _put(position, other, last if isinstance(value, int) else value)


def _nulls(value: object) -> object:
    """A value with `null` where TOML, which has none, says so in words."""
    if isinstance(value, list):
        return [_nulls(one) for one in value]
    return None if value == "null" else value
