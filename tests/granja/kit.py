"""A table laid for a test: only what the test names lies on it.

    table = lay_out(step="free deliveries", left=2, goods={"grain": 1}, barrows=[18])
    table.play("deliver grain barrow-1")
    assert farm(table).barrows[0]["met"] == [1]

Anna is to decide and first in turn order. What is said of a farm is said of Anna's; the others are given by
name: `benno={"silver": 3}`. Cards are given by their numbers, helpers by number or name; a pair gives what is
met of a barrow, or that a helper is exhausted. Nobody has anything that is not named, and no building is
blocked. Modules are given by name, each with what differs from how it comes out of the box:
`modules={"broken-roofs": {"for sale": True}}`. Alone, Anna has a neutral player beside her, with markers on
the stall places of `neutral`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import burgher
from burgher import BurgherError, Game, IllegalAction, Table
from burgher.games.granja import LaGranja
from burgher.games.granja.components import CARDS, PHASES, standard_set
from burgher.games.granja.pending import PHASE_OF, STEPS

Given = dict[str, Any]
"""What is given of a table or a farm."""

NAMES = ("Anna", "Benno", "Carla", "Dario")

HELPERS = {card.helper.name: card.number for card in standard_set().cards}
"""The card of each helper."""

LEFT = {"play": 1, "roofs": 1, "leftover": 1, "free deliveries": 1, "purchased deliveries": 1}
"""What there is to do in a step, unless a test says otherwise."""


# -- laying the table ------------------------------------------------------------------------------


@cache
def load(players: int = 2, modules: tuple[str, ...] = ()) -> Game:
    """The game, loaded once for each number of players and choice of modules."""
    return burgher.load("granja", players, modules=modules)


def lay_out(players: int = 2, modules: Any = None, **given: Any) -> Table:
    """A table on which only what is given lies."""
    chosen: dict[str, Given] = modules or ({"solo": {}} if players == 1 else {})
    game = load(players, tuple(sorted(set(chosen) - {"solo"})))
    neutral = dict.fromkeys(given.pop("neutral", ()), 1)
    position = _laid_out(players, given, 7 if "ladies" in chosen else 5)
    position["market"] |= neutral
    if chosen:
        assert isinstance(game, LaGranja)
        position["modules"] = game.position(game.empty_state())["modules"]
        for name, differs in chosen.items():
            unknown = set(differs) - set(position["modules"][name])
            assert not unknown, unknown
            position["modules"][name] |= differs
    return Table.restored(game, position, NAMES[:players])


def _laid_out(players: int, given: Given, roof_places: int = 5) -> Given:
    others = [given.pop(name.lower(), {}) for name in NAMES[1:players]]
    board = _board(players, given.get("step", "draft"))
    board |= {key: given.pop(key.replace(" ", "_")) for key in board if key.replace(" ", "_") in given}
    step, left = board["step"], board["left"]
    if board["round"] is None:  # the first one in which all its roof tiles can be there
        tiles = [_pair(tile, True)[0] for farm in [given, *others] for tile in farm.get("tiles", ())]
        whole = [tile for tile in [*tiles, *board["roofs"], "1"] if tile and tile != "broken"]
        board["round"] = max(int(tile[0]) for tile in whole)
    delivering = step in ("free deliveries", "purchased deliveries")
    farms = [_farm(farm, delivering, roof_places) for farm in [given, *others]]
    taken = board["pick"] * players + board["turn"] - 1
    if step in ("draft", "leftover") and isinstance(board["dice"], str):
        needed = 1 if step == "leftover" else 2 * players + 1 - taken
        shown = Counter(board["dice"].ljust(needed, "4"))
        board["dice"] = [shown[str(number)] for number in range(1, 7)]
    elif isinstance(board["dice"], str):
        board["dice"] = [0] * 6
    if board["track"] is None:
        board["track"] = sorted(board["order"], key=lambda seat: -farms[seat]["siesta"])
    done = {building for farm in farms for building in farm["crafts"]}
    lying = _lying(farms) | set(board["discards"]) | {board["playing"]}
    return board | {
        "phase": PHASES[PHASE_OF[STEPS.index(step)]],
        "left": LEFT.get(step, 0) if left is None else left,
        "seat": board["order"][board["turn"] - 1],
        "market": {place: seat for seat, farm in enumerate(farms) for place in farm.pop("market")},
        "tokens": [building for building in range(1, 7) if building not in done],
        "roofs": [*board["roofs"], *[None] * 4][:4],
        "deck": [card for card in range(1, CARDS + 1) if card not in lying],
        "players": farms,
    }


def _board(players: int, step: str) -> Given:
    return {
        "round": None,
        "step": step,
        "turn": 1,
        "done": False,
        "order": list(range(players)),
        "track": None,
        "over": False,
        "questions": [],
        "left": None,
        "fresh": False,
        "sold": [],
        "from den": False,
        "playing": None,
        "paid": [],
        "to pay": 0,
        "pick": 0,
        "dice": "",
        "shift": 0,
        "aside": 0,
        "marked": None,
        "marker": 0,
        "order markers": [1, 2, 3],
        "blocked": [],
        "roofs": [],
        "discards": [],
        "shuffles": 0,
        "since": {},
        "chance": 7,
        "reveals": 0,
    }


def _farm(given: Given, delivering: bool, roof_places: int) -> Given:
    farm: Given = {
        "points": 0,
        "silver": 0,
        "goods": {},
        "ripe": {},
        "hand": [],
        "fields": [],
        "extensions": [],
        "barrows": [],
        "helpers": [],
        "tiles": [],
        "crafts": [],
        "ongoing": [],
        "rows": {},
        "donkeys": [1, 3, 4] if delivering else [1, 2, 3, 4],
        "donkey": 2 if delivering else None,
        "siesta": 0,
        "market": [],
    }
    unknown = set(given) - set(farm)
    assert not unknown, unknown
    farm |= given
    for cards in ("hand", "fields", "extensions"):
        farm[cards] = sorted(farm[cards])
    farm["hand size"] = len(farm["hand"])
    farm["barrows"] = [
        {"card": card, "met": list(met)} for card, met in (_pair(one, ()) for one in farm["barrows"])
    ]
    farm["helpers"] = [
        {"card": HELPERS.get(card, card), "exhausted": exhausted}
        for card, exhausted in (_pair(one, False) for one in farm["helpers"])
    ]
    farm["roofs"] = [{"tile": tile, "up": up} for tile, up in (_pair(one, True) for one in farm.pop("tiles"))]
    for name, room in (("barrows", 4), ("helpers", 4), ("roofs", roof_places)):
        farm[name] = [*farm[name], *[None] * room][:room]
    farm["rows"] = {
        str(building): {"row": row, "met": list(met)} for building, (row, met) in farm["rows"].items()
    }
    return farm


def _pair(given: Any, otherwise: Any) -> tuple[Any, Any]:
    return given if isinstance(given, tuple) else (given, otherwise)


def _lying(farms: list[Given]) -> set[int]:
    """The cards that are on farms or in hands."""
    lying: set[int] = set()
    for farm in farms:
        for cards in ("hand", "fields", "extensions"):
            lying |= set(farm[cards])
        for cards in ("barrows", "helpers"):
            lying |= {one["card"] for one in farm[cards] if one}
    return lying


# -- looking and playing ---------------------------------------------------------------------------


def state_of(table: Table) -> Given:
    """Everything on the table, as data."""
    state: Given = table.position()["state"]
    return state


def farm(table: Table, seat: int = 0) -> SimpleNamespace:
    """What is on a player's farm; names are joined with underscores."""
    player = state_of(table)["players"][seat]
    return SimpleNamespace(**{key.replace(" ", "_"): value for key, value in player.items()})


def goods(table: Table, seat: int = 0) -> Given:
    """The goods in a player's dens and stalls."""
    found: Given = farm(table, seat).goods
    return found


def silver(table: Table, seat: int = 0) -> int:
    """A player's silver."""
    found: int = farm(table, seat).silver
    return found


def module(table: Table, name: str) -> Given:
    """What a module has on the table."""
    found: Given = state_of(table)["modules"][name]
    return found


def market(table: Table) -> dict[str, int]:
    """Whose markers are where."""
    found: dict[str, int] = state_of(table)["market"]
    return found


def legal(table: Table, beginning: str = "") -> set[str]:
    """The words of all legal actions, or of those with a certain beginning."""
    return {action.words for action in table.actions() if action.words.startswith(beginning)}


def play(table: Table, *actions: str) -> Table:
    """Play some actions, each in words."""
    for action in actions:
        table.play(action)
    return table


def earned(table: Table, *actions: str, seat: int | None = None) -> dict[str, int]:
    """Play some actions and say for what their player (or another) got how many points."""
    who = table.seat if seat is None else seat
    points: Counter[str] = Counter()
    for action in actions:
        for entry in table.play(action):
            if entry.seat == who and entry.points:
                points[table.game.source(entry)] += entry.points
    return dict(points)


def refusal(table: Table, action: int | str, seat: int | None = None) -> IllegalAction:
    """Why an action is refused; nothing has changed by trying it."""
    before = table.position()
    with pytest.raises(BurgherError) as refused:
        table.play(action, seat)
    assert table.position() == before
    assert isinstance(refused.value, IllegalAction)
    return refused.value


# -- whole games -----------------------------------------------------------------------------------


def deal(players: int = 2, seed: int = 7, modules: tuple[str, ...] = ()) -> Table:
    """A game as it is dealt, not laid out."""
    return Table(load(players, modules), seed, NAMES[:players])


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
