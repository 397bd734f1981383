"""A table laid for a test: only what the test names lies on it.

    table = lay_out(houses={"hamburg-luebeck": "aab"}, supply=(3, 1), benno={"desk": {"book": 1}})
    play(table, "displace hamburg-luebeck 3 with trader", "to hamburg-stade", "to hamburg-stade")

Anna is to move, with five actions left, on the side of the standard board for that number of players. Pieces
are letters: `a` is a trader of Anna's, `A` a merchant of hers, `b` one of Benno's, and so on; a dot is a free
house. What is said of a player is said of Anna; the others are given by name: `benno={"supply": (2, 0)}`.
Whatever is not placed somewhere is in a player's stock, and every marker not named is in the pile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cache
from types import SimpleNamespace
from typing import Any

import pytest

import burgher
from burgher import BurgherError, Game, IllegalAction, Table
from burgher.games.hansa import GAME
from burgher.games.hansa.components import (
    BOARD_SIDES,
    DESK,
    MARKER_TABLE,
    MARKERS,
    MISSIONS,
    RULES,
    SHAPES,
    TRACKS,
    BoardSide,
    board_for,
    key_of,
)

Given = dict[str, Any]

NAMES = ("Anna", "Benno", "Carla", "Dario", "Elena")
KEYED_MISSIONS = [[key_of(city) for city in card] for card in MISSIONS]
LETTERS = "abcde"


# -- laying the table ------------------------------------------------------------------------------


@cache
def load(players: int = 3, **options: str) -> Game:
    """The game, loaded once for each choice of options."""
    return burgher.load("hansa", players, **options)


def side(game: Game) -> BoardSide:
    """The board side that a game is played on."""
    number = board_for(str(game.options["map"]), game.players)
    assert number is not None
    return BOARD_SIDES[number]


def piece(letter: str) -> dict[str, Any] | None:
    """The piece that a letter stands for."""
    if letter == ".":
        return None
    return {"seat": LETTERS.index(letter.lower()), "shape": SHAPES[letter.isupper()]}


def lay_out(players: int = 3, **given: Any) -> Table:
    """A table on which only what is given lies."""
    options = {option.name: given.pop(option.name) for option in GAME.choices if option.name in given}
    game = load(players, **options)
    return Table.restored(game, by_name(game, _laid_out(game, given)), NAMES[:players])


def _laid_out(game: Game, given: Given) -> dict[str, Any]:
    board = side(game)
    state: dict[str, Any] = {
        "start": 0,
        "active": 0,
        "seat": 0,
        "round": 1,
        "over": False,
        "actions": 5,
        "begun": False,
        "establishing": False,
        "ending": False,
        "pending": None,
        "hand": None,
        "hand from": None,
        "left": 0,
        "route": None,
        "displaced": None,
        "spare": {"trader": 0, "merchant": 0},
        "fresh office": False,
        "leave used": [],
        "pawn": "rim" if game.players == 2 else None,
        "pawn steps": 2 if game.players == 2 else 0,
        "favours": [],
        "chance": 7,
        "reveals": 0,
    }
    state |= {key: given.pop(key.replace(" ", "_")) for key in state if key.replace(" ", "_") in given}
    houses, cities = given.pop("houses", {}), given.pop("offices", {})
    extras, markers = given.pop("extras", {}), given.pop("markers", {})
    assert {*houses, *markers} <= {route.key for route in board.routes}
    assert {*cities, *extras} <= {city.key for city in board.cities}
    state["houses"] = {
        route.key: [piece(one) for one in houses.get(route.key, "." * len(route.houses))]
        for route in board.routes
    }
    state["cities"] = {
        city.key: {
            "offices": [piece(one) for one in cities.get(city.key, "")],
            "extras": [piece(one) for one in extras.get(city.key, "")],
        }
        for city in board.cities
    }
    state["special"] = [piece(one) for one in given.pop("special", "....")]
    state["markers"] = markers
    others = [given.pop(name.lower(), {}) for name in NAMES[1 : game.players]]
    state["players"] = [_player(one) for one in [given, *others]]
    _fill_stocks(state)
    _fill_pile(state, str(RULES[str(game.options["rules"])]["box"]))
    return state


def _player(given: Given) -> dict[str, Any]:
    supply = given.pop("supply", (0, 0))
    player: dict[str, Any] = {
        "points": 0,
        "supply": dict(zip(SHAPES, supply, strict=True)),
        "stock": given.pop("stock", None),
        "desk": dict.fromkeys(TRACKS, 0) | given.pop("desk", {}),
        "joined": False,
        "unused": {},
        "used": {},
        "waiting": [],
        "favours": [],
        "mission": None,
    }
    assert {*given} <= {*player}, f"unknown: {given}"
    return player | given


def _fill_stocks(state: dict[str, Any]) -> None:
    """Everything that is nowhere else is in the stock or, where the stock is given, in the supply."""
    lying = [one for row in state["houses"].values() for one in row]
    for city in state["cities"].values():
        lying += city["offices"] + city["extras"]
    lying += [*state["special"], state["displaced"]]
    if state["hand from"] is not None:
        lying.append(state["hand"])
    placed = Counter((one["seat"], one["shape"]) for one in lying if one)
    for seat, player in enumerate(state["players"]):
        stock = {}
        for shape, given in zip(SHAPES, player["stock"] or (None, None), strict=True):
            count = DESK["pieces"][f"{shape}s"] - placed[seat, shape] - player["supply"][shape]
            for track in DESK["track"]:
                if track["covered"] == shape:
                    count -= len(track["values"]) - 1 - player["desk"][track["name"]]
            stock[shape] = count if given is None else given
            player["supply"][shape] += count - stock[shape]
        player["stock"] = stock


def _fill_pile(state: dict[str, Any], box: str) -> None:
    seen = Counter(state["markers"].values())
    for player in state["players"]:
        seen.update(player["unused"])
        seen.update(player["used"])
        seen.update(player["waiting"])
    left = {marker["name"]: marker[box] - seen[marker["name"]] for marker in MARKER_TABLE}
    pile = {name: count for name, count in left.items() if count}
    if "pile" not in state:
        state["pile"] = pile


def empty_pile(table_markers: Iterable[str] = ()) -> dict[str, int]:
    """What a player has to hold for the pile to be empty: every marker of 2009 but those named."""
    named = Counter(table_markers)
    return {m["name"]: m["2009"] - named[m["name"]] for m in MARKER_TABLE if m["2009"] - named[m["name"]]}


# -- looking ---------------------------------------------------------------------------------------


def state_of(table: Table) -> dict[str, Any]:
    """The whole position, as tests and the arbiter read it."""
    return by_route(table.game, table.game.position(table.state))


def by_route(game: Game, position: Mapping[str, Any]) -> dict[str, Any]:
    """A position with the houses of a route in a row, and without what follows from the rest.

    `pending` is the name of what is asked, `hand from` the number of a house.
    """
    state, routes = dict(position), side(game).routes
    names = [f"{route.key} {n + 1}" for route in routes for n in range(len(route.houses))]
    assert set(state["houses"]) <= set(names)
    state["houses"] = {
        route.key: [state["houses"].get(f"{route.key} {n + 1}") for n in range(len(route.houses))]
        for route in routes
    }
    state["hand from"] = None if state["hand from"] is None else names.index(state["hand from"]) + 1
    state["pending"] = next((name for name, _ in state.pop("questions")), None)
    for said in ("control", "complete"):
        state["cities"] = {
            key: {name: value for name, value in city.items() if name != said}
            for key, city in state["cities"].items()
        }
    del state["completed"]
    state["players"] = [_with_mission(player, KEYED_MISSIONS, MISSIONS) for player in state["players"]]
    return state


def by_name(game: Game, state: dict[str, Any]) -> dict[str, Any]:
    """The position that such data stands for."""
    position = dict(state)
    names = [f"{route} {n + 1}" for route, row in state["houses"].items() for n in range(len(row))]
    lying = [one for row in state["houses"].values() for one in row]
    position["houses"] = {name: one for name, one in zip(names, lying, strict=True) if one}
    position["hand from"] = None if state["hand from"] is None else names[state["hand from"] - 1]
    position["questions"] = [] if position.pop("pending") is None else [[state["pending"], 0]]
    cities = {city.key: city for city in side(game).cities}
    position["cities"] = {
        key: city | {"control": controller(city), "complete": is_complete(city, len(cities[key].offices))}
        for key, city in state["cities"].items()
    }
    position["players"] = [_with_mission(player, MISSIONS, KEYED_MISSIONS) for player in state["players"]]
    position["completed"] = sum(city["complete"] for city in position["cities"].values())
    return position


def _with_mission(player: dict[str, Any], known: list[list[str]], named: list[list[str]]) -> dict[str, Any]:
    """A player whose mission is named in another way."""
    return player | {"mission": player["mission"] and named[known.index(player["mission"])]}


def controller(city: Mapping[str, Any]) -> int | None:
    """Who has the most offices in a city; of those who tie, whoever has the rightmost."""
    owners = [one["seat"] for one in city["extras"] + city["offices"]]
    return max(reversed(owners), key=owners.count, default=None)


def is_complete(city: Mapping[str, Any], printed: int) -> bool:
    """Whether every printed office of a city is taken; where none is printed, whether there is one."""
    return len(city["offices"]) == printed and bool(printed or city["extras"])


def player(table: Table, seat: int = 0) -> SimpleNamespace:
    """A player of the position: `player(table).supply`."""
    return SimpleNamespace(**state_of(table)["players"][seat])


def letter(one: dict[str, Any] | None) -> str:
    """A piece as a letter."""
    if one is None:
        return "."
    found = LETTERS[one["seat"]]
    return found.upper() if one["shape"] == "merchant" else found


def houses(table: Table, route: str) -> str:
    """The houses of a route as letters."""
    return "".join(map(letter, state_of(table)["houses"][route]))


def offices(table: Table, city: str) -> str:
    """The printed offices of a city that are taken, as letters."""
    return "".join(map(letter, state_of(table)["cities"][city]["offices"]))


def extras(table: Table, city: str) -> str:
    """The additional offices of a city, from left to right."""
    return "".join(map(letter, state_of(table)["cities"][city]["extras"]))


def control(table: Table, city: str) -> str | None:
    """Who controls a city."""
    seat = table.view(None)["cities"][city]["control"]
    return None if seat is None else table.names[seat]


def legal(table: Table, start: str = "") -> set[str]:
    """The legal actions whose words begin with something."""
    return {action.words for action in table.actions() if action.words.startswith(start)}


def play(table: Table, *actions: str) -> None:
    """Play actions, checking what must hold after each."""
    for action in actions:
        table.play(action)
        table.game.check(table.state)


def refused(table: Table, action: str) -> str:
    """The kind of the refusal of an action."""
    with pytest.raises(BurgherError) as error:
        table.play(action)
    assert isinstance(error.value, IllegalAction)
    return error.value.kind


def points(table: Table, seat: int = 0) -> dict[str, int]:
    """Where a seat's points come from."""
    found = table.breakdown()[seat]
    found.pop("before this position", None)
    return found


def names_of_markers() -> list[str]:
    """The kinds of markers."""
    return list(MARKERS)
