"""A table laid for a test: only what the test names lies on it.

    table = lay_out(dice=(2, 5), workers=2, depots={"6a": "bank"})
    table.play("1 take 6a")
    assert board(table).storage == ["bank", None, None]

Anna is to move, on estate 1 with her castle on space 19, in the first round of phase A. What is said of a
player is said of Anna; the others are given by name: `benno={"workers": 3}`. Places have the names they have
in actions: `1a` to `6d`, `black-1` to `black-8`, spaces from 1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import burgher
from burgher import BurgherError, Game, IllegalAction, Table
from burgher.games.burgundy import GAME
from burgher.games.burgundy.components import CENTRE, COLOUR_NAMES, ESTATE_NUMBER, ESTATES, GOODS, TILES

Given = dict[str, Any]
"""What is given of a table or a player."""

NAMES = ("Anna", "Benno", "Carla", "Dario")

ESTATE_1 = """
       A6 C5 C4 K3                    1  2  3  4
     A2 A1 C6 K5 B4                  5  6  7  8  9
    A5 A4 B3 K1 B2 B3              10 11 12 13 14 15
  S6 S1 S2 C6 S5 S4 S1           16 17 18 19 20 21 22
    B2 B5 M4 B3 B1 A2              23 24 25 26 27 28
     B6 M1 K2 B5 B6                  29 30 31 32 33
       M3 K4 K1 B3                    34 35 36 37
"""
"""The estate of most tests: the colours and die numbers of its spaces, and how they are numbered."""

SPOTS = [f"{depot}{place}" for depot in range(1, 7) for place in "abcd"]
BLACK_SPOTS = [f"black-{spot}" for spot in range(1, 9)]


# -- laying the table ------------------------------------------------------------------------------


def lay_out(players: int = 2, **given: Any) -> Table:
    """A table on which only what is given lies."""
    options = {option.name: given.pop(option.name) for option in GAME.choices if option.name in given}
    game = load(players, **options)
    return Table.restored(game, _laid_out(game, given), NAMES[:players])


@cache
def load(players: int = 2, **options: str | tuple[str, ...]) -> Game:
    """The game, loaded once for each choice of options."""
    return burgher.load("burgundy", players, **options)


def _laid_out(game: Game, given: Given) -> dict[str, Any]:
    estates = game.options["estates"]
    if isinstance(estates, str):
        estates = (estates,) * game.players
    boards = [
        {"estate": estate} | given.pop(name.lower(), {}) for name, estate in zip(NAMES, estates, strict=False)
    ]
    table = _table(game.players)
    table |= {key: given.pop(key.replace(" ", "_")) for key in table if key.replace(" ", "_") in given}
    spots = dict.fromkeys(SPOTS + BLACK_SPOTS) | given.pop("depots", {})
    goods_at = given.pop("goods_at", {})
    if isinstance(table["dice"][0], int):
        table["dice"] = [table["dice"], *[(1, 1)] * (game.players - 1)]
    state = table | {
        "seat": table["order"][table["turn"] - 1],
        "dice": [list(dice) for dice in table["dice"]],
        "depots": [[spots[f"{depot}{place}"] for place in "abcd"] for depot in range(1, 7)],
        "black": [spots[spot] for spot in BLACK_SPOTS],
        "depot goods": [goods_at.get(depot, {}) for depot in range(1, 7)],
        "players": [_player(board) for board in [boards[0] | given, *boards[1:]]],
    }
    if state["track"] is None:
        state["track"] = sorted(state["order"], key=lambda seat: -state["players"][seat]["steps"])
    return state | {"supply": _supply(state), "goods supply": _goods_supply(state)}


def last_in_round(players: int = 2, **given: Any) -> Table:
    """A table where Anna, last in turn order, has used her dice: `end` ends the round."""
    order = [*range(1, players), 0]
    return lay_out(players, **{"order": order, "turn": players, "unused": []} | given)


def last_in_phase(players: int = 2, **given: Any) -> Table:
    """The same in the fifth round: `end` ends the phase."""
    return last_in_round(players, **{"round": 5} | given)


def end_of_game(players: int = 2, **given: Any) -> Table:
    """The table after the last turn of the game."""
    table = last_in_phase(players, phase="E", **given)
    table.play("end")
    assert table.is_over
    return table


def _table(players: int) -> dict[str, Any]:
    return {
        "phase": "A",
        "round": 1,
        "turn": 1,
        "order": list(range(players)),
        "track": None,
        "over": False,
        "white": 1,
        "dice": (1, 1),
        "unused": [1, 2],
        "bought": False,
        "questions": [],
        "in hand": None,
        "buying": "1a",
        "loading": [],
        "round goods": ["orange"] * 5,
        "large bonuses": list(COLOUR_NAMES),
        "small bonuses": list(COLOUR_NAMES),
        "chance": 7,
        "reveals": 0,
    }


def _player(given: Given) -> dict[str, Any]:
    castles = ESTATES[ESTATE_NUMBER[given["estate"]]].castles
    board: dict[str, Any] = {
        "board": None,
        "castle": 19 if CENTRE in castles else castles[0] + 1,
        "points": 0,
        "silverlings": 0,
        "workers": 0,
        "bonuses": 0,
        "goods": {},
        "sold": {},
        "storage": [],
        "tiles": {},
    }
    board |= given
    board["storage"] = [*board["storage"], None, None, None][:3]
    board["tiles"] = {str(space): tile for space, tile in board["tiles"].items()}
    board["tiles"].setdefault(str(board["castle"]), "castle")
    board.setdefault("steps", list(board["tiles"].values()).count("ship"))
    return board


def _supply(state: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """What is left in the box when everything laid out has been taken from it, coloured backs first."""
    laid = tiles_lying(state)
    supply: dict[str, dict[str, int]] = {name: {} for name in (*COLOUR_NAMES, "black")}
    for tile in TILES:
        coloured = min(tile.coloured, laid[tile.name])
        supply[COLOUR_NAMES[tile.colour]][tile.name] = tile.coloured - coloured
        supply["black"][tile.name] = max(0, tile.black - (laid[tile.name] - coloured))
    return {name: {tile: count for tile, count in pile.items() if count} for name, pile in supply.items()}


def _goods_supply(state: Mapping[str, Any]) -> dict[str, int]:
    lying = goods_lying(state)
    return {good: 7 - lying[good] for good in GOODS if lying[good] < 7}


# -- counting what lies there ----------------------------------------------------------------------


def tiles_lying(state: Mapping[str, Any]) -> Counter[str]:
    """How many tiles of each kind a position has outside the supplies."""
    places = [*state["depots"], state["black"], [state["in hand"]]]
    for player in state["players"]:
        places += [player["storage"], player["tiles"].values()]
    return Counter(tile for place in places for tile in place if tile is not None)


def goods_lying(state: Mapping[str, Any]) -> Counter[str]:
    """How many goods tiles of each type a position has outside the supply."""
    lying = Counter(state["round goods"][state["round"] :])
    for goods in state["depot goods"]:
        lying.update(goods)
    for player in state["players"]:
        lying.update(player["goods"])
        lying.update(player["sold"])
    return lying


# -- looking and playing ---------------------------------------------------------------------------


def state_of(table: Table) -> dict[str, Any]:
    """Everything on the table, as data."""
    state: dict[str, Any] = table.position()["state"]
    return state


def asked(table: Table) -> list[str]:
    """The questions that wait for an answer, the next one last."""
    return [name for name, _ in state_of(table)["questions"]]


def board(table: Table, seat: int = 0) -> SimpleNamespace:
    """What lies on a player's board."""
    return SimpleNamespace(**state_of(table)["players"][seat])


def legal(table: Table, beginning: str = "") -> set[str]:
    """The words of all legal actions, or of those with a certain beginning."""
    return {action.words for action in table.actions() if action.words.startswith(beginning)}


def play(table: Table, *actions: str) -> Table:
    """Play some actions, each in words."""
    for action in actions:
        table.play(action)
    return table


def earned(table: Table, action: str) -> dict[str, int]:
    """Play an action and say for what its player got how many points."""
    seat = table.seat
    points: Counter[str] = Counter()
    for entry in table.play(action):
        if entry.seat == seat and entry.points:
            points[table.game.source(entry)] += entry.points
    return dict(points)


def told(table: Table, action: str) -> list[str]:
    """Play an action and say what everyone is told of it."""
    return table.tell(table.play(action), None)


def refusal(table: Table, action: int | str, seat: int | None = None) -> IllegalAction:
    """Why an action is refused; nothing has changed by trying it."""
    before, record, log = table.position(), table.record, table.log(table.seat)
    with pytest.raises(BurgherError) as refused:
        table.play(action, seat)
    assert (table.position(), table.record, table.log(table.seat)) == (before, record, log)
    assert isinstance(refused.value, IllegalAction)
    return refused.value


def refused(table: Table, action: int | str, seat: int | None = None) -> str:
    """The sentence with which an action is refused."""
    return str(refusal(table, action, seat))


# -- whole games -----------------------------------------------------------------------------------


def deal(players: int = 2, seed: int = 7, **options: str | tuple[str, ...]) -> Table:
    """A game as it is dealt, not laid out."""
    return Table(load(players, **options), seed, NAMES[:players])


def random_game(table: Table, seed: int = 0) -> Iterator[str]:
    """Play to the end at random, giving the words of each action before it is played."""
    random = Random(seed)
    while not table.is_over:
        action = random.choice(table.actions())
        yield action.words
        table.play(action.number)


def play_out(table: Table, seed: int = 0) -> Table:
    """Play to the end at random."""
    for _ in random_game(table, seed):
        pass
    return table
