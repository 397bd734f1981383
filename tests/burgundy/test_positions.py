"""Positions: what is written is read again as it was, and what cannot be is refused with a reason."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from burgher import BadPosition, Table
from burgundy.kit import deal, end_of_game, lay_out, legal, load, play, random_game

State = dict[str, Any]
Change = Callable[[State], object]


def read(table: Table, change: Change) -> Table:
    """A table from another's position with a change."""
    position = copy.deepcopy(table.position())
    change(position["state"])
    return Table.from_position(position, table.names)


def flaw(table: Table, change: Change) -> str:
    """Why a position with a change is refused."""
    with pytest.raises(BadPosition) as refused:
        read(table, change)
    return str(refused.value)


def put(name: str, value: object) -> Change:
    """Put a value into the position."""
    return lambda state: state.update({name: value})


def ask(names: list[str]) -> Change:
    """Put questions into the position."""
    return put("questions", [[name, 0] for name in names])


def give(**values: object) -> Change:
    """Put values onto Anna's board."""
    return lambda state: state["players"][0].update(values)


# -- what is written is read -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "options"),
    [
        (2, {}),
        (3, {"estates": ("2", "5", "8"), "edition": "2019"}),
        (4, {"estates": "random", "castles": "secret", "ties": "most"}),
    ],
)
def test_at_every_decision_a_position_is_read_as_it_was_written(
    players: int, options: dict[str, Any]
) -> None:
    table = deal(players, **options)
    for decision, _ in enumerate(random_game(table)):
        if decision % 5 and not table.view(None)["pending"]:
            continue
        position = json.dumps(table.position())
        assert json.dumps(Table.from_position(position, table.names).position()) == position
    assert Table.from_position(table.position()).position() == table.position()


def test_a_game_taken_up_again_goes_on_as_it_would_have() -> None:
    table = deal(3, estates="random", castles="secret", edition="2019")
    random = Random(1)
    for _ in range(100):
        table.play(random.choice(table.actions()).number)
    other = Table.from_position(json.dumps(table.position()), table.names)
    while not table.is_over:
        action = random.choice(table.actions())
        assert other.actions() == table.actions()
        table.play(action.number)
        other.play(action.number)
    assert other.position() == table.position()
    assert other.ranks() == table.ranks()


# -- what cannot be is refused ---------------------------------------------------------------------

LOADING = play(
    lay_out(
        dice=(2, 1), storage=["ship"], goods={"red": 1, "pink": 1}, goods_at={1: {"brown": 1, "violet": 2}}
    ),
    "1 place 1-18",
    "load 1",
)
CLEARING = play(lay_out(dice=(4, 1), storage=["pig-2", "cow-2", "cow-3"], depots={"4a": "ship"}), "1 take 4a")
PAYING = play(
    lay_out(edition="2019", silverlings=2, workers=2, tiles={13: "knowledge-6"}, depots={"4a": "ship"}),
    "buy 4a",
)
CHOOSING = deal(castles="open")
RANDOM = deal(estates="random")


def hiding() -> Table:
    """A table where the first to choose has done so secretly."""
    table = deal(castles="secret")
    return play(table, min(legal(table)))


@pytest.mark.parametrize(
    ("table", "change", "reason"),
    [
        # values of the wrong kind
        (lay_out(), lambda state: state.pop("black"), "position: 'black' is missing"),
        (lay_out(), put("round", 1.0), "position: 'round' should be a whole number from 1 to 6"),
        (lay_out(), put("round", True), "position: 'round' should be a whole number from 1 to 6"),
        (lay_out(), put("round", float("nan")), "position: 'round' should be a whole number from 1 to 6"),
        (lay_out(), put("round", "1"), "position: 'round' should be a whole number from 1 to 6"),
        (lay_out(), put("round", None), "position: 'round' should be a whole number from 1 to 6"),
        (lay_out(), put("round", 7), "position: 'round' should be a whole number from 1 to 6"),
        (lay_out(), put("chance", 10**100), "position: 'chance' should be a whole number from 1 to "),
        (lay_out(), put("chance", 0), "position: 'chance' should be a whole number from 1 to "),
        (lay_out(), put("over", 0), "position: 'over' should be true or false"),
        (lay_out(), put("phase", "F"), "position: 'phase' cannot be 'F'"),
        (lay_out(), put("phase", "AB"), "position: 'phase' cannot be 'AB'"),
        (lay_out(), put("phase", ["A"]), "position: 'phase' cannot be ['A']"),
        (lay_out(), put("dice", [[1, 2]]), "position: 'dice' should be a list of 2"),
        (lay_out(), put("dice", [[1, 2], [1]]), "position: 'dice' should be a list of 2"),
        (lay_out(), put("dice", [[1, 2], [1, 7]]), "position: 'dice' should be a whole number from 0 to 6"),
        (lay_out(), put("depots", [["dragon"] * 4] * 6), "position: 'depots' cannot be 'dragon'"),
        (lay_out(), put("supply", []), "supply should be an object with named values"),
        (lay_out(), put("players", [1, 2]), "player 1 should be an object with named values"),
        (lay_out(), put("players", []), "position: 'players' should be a list of 2"),
        (
            lay_out(),
            put("depot goods", [{"gold": 1}] * 6),
            "position: 'depot goods' cannot have 'gold'",
        ),
        (lay_out(), give(points=-1), "player 1: 'points' should be a whole number from 0 to 10000"),
        (lay_out(), give(workers=2**70), "player 1: 'workers' should be a whole number from 0 to 10000"),
        (lay_out(), give(goods={"red": 8}), "player 1: 'goods': 'red' should be a whole number from 0 to 7"),
        (lay_out(), give(goods=["red"]), "player 1: 'goods' should be an object with named values"),
        (lay_out(), give(storage=["ship"]), "player 1: 'storage' should be a list of 3"),
        (lay_out(), give(storage=[["ship"], None, None]), "player 1: 'storage' cannot be ['ship']"),
        (lay_out(), give(estate="99"), "player 1: 'estate' cannot be '99'"),
        (lay_out(), put("more", 1), "The Castles of Burgundy cannot be in this position: it has no 'more'"),
        (lay_out(), put("unused", [2, 1]), "cannot be in this position: 'unused' should be [1, 2]"),
        (lay_out(), give(goods={"red": 0}), "cannot be in this position: 'goods' has no 'red'"),
        # the turn
        (lay_out(), put("order", [0, 0]), "position: 'order' should name each seat once"),
        (lay_out(), put("track", [1, 2]), "position: 'track' should name each seat once"),
        (lay_out(), put("seat", 1), "position: 'seat' should be the one whose turn it is in the order"),
        (lay_out(), put("turn", 3), "position: 'seat' should be the one whose turn it is in the order"),
        (lay_out(), put("round", 6), "position: 'seat' should be the one whose turn it is in the order"),
        (lay_out(), put("white", 0), "position: 'dice' should all have been rolled"),
        (lay_out(), put("dice", [[0, 1], [1, 1]]), "position: 'dice' should all have been rolled"),
        (end_of_game(), put("unused", [1]), "position: 'over' leaves nothing pending"),
        (lay_out(unused=[]), put("over", True), "position: 'over' comes after the fifth round of phase E"),
        # pending decisions
        (lay_out(), ask(["dragon"]), "position: 'questions' cannot be 'dragon'"),
        (
            lay_out(),
            ask(["castle action"] * 3),
            "position: 'questions' can be two at most",
        ),
        (
            lay_out(),
            ask(["castle action", "market"]),
            "position: 'questions' are two only for a purchase in the edition of 2019",
        ),
        (
            lay_out(),
            ask(["castle action", "castle to choose"]),
            "position: 'round goods' should be a list of 0",
        ),
        (
            lay_out(),
            ask(["castle to choose", "market"]),
            "position: 'questions' mixes set-up and play",
        ),
        (
            CLEARING,
            ask([]),
            "position: 'in hand' is a tile just when the storage is to be cleared",
        ),
        (
            CLEARING,
            put("in hand", None),
            "position: 'in hand' is a tile just when the storage is to be cleared",
        ),
        (
            CLEARING,
            give(storage=[None, "cow-2", "cow-3"]),
            "position: 'in hand' waits only for a full storage",
        ),
        (LOADING, put("loading", []), "position: 'loading' names depots just when a ship is loading"),
        (lay_out(), put("loading", [1]), "position: 'loading' names depots just when a ship is loading"),
        (
            lay_out(tiles={18: "ship"}, goods={"red": 1, "pink": 1, "violet": 1}, goods_at={1: {"brown": 1}}),
            lambda state: state.update(questions=[["goods to keep", 0]], loading=[1]),
            "position: 'questions' asks for goods that cannot be stored",
        ),
        (LOADING, put("depot goods", [{}] * 6), "position: 'questions' leaves nothing to do"),
        (PAYING, put("buying", "4b"), "position: 'buying' should be the spot of a tile"),
        (PAYING, put("bought", False), "position: 'questions' asks for a payment that nobody owes"),
        (
            lay_out(silverlings=2, depots={"4a": "ship"}, bought=True, buying="4a"),
            ask(["payment"]),
            "position: 'questions' asks for a payment that nobody owes",
        ),
        # the game board
        (
            lay_out(),
            put("depots", [["ship", None, None, None], *[[None] * 4] * 5]),
            "position: 'depots' cannot have a ship in depot 1",
        ),
        (
            lay_out(),
            put("depots", [[None, None, "knowledge-1", None], *[[None] * 4] * 5]),
            "position: 'depots' cannot have a knowledge-1 in depot 1",
        ),
        (lay_out(), put("black", ["mine", *[None] * 7]), "position: 'black' has no spot 1 with 2 players"),
        (lay_out(), put("large bonuses", ["gold"]), "position: 'large bonuses' cannot be 'gold'"),
        (
            lay_out(),
            lambda state: state["supply"]["mine"].update(mine=3),
            "position: 'supply' of mine is too small for the phases to come",
        ),
        (lay_out(), lambda state: state["supply"]["mine"].update(ship=1), "supply: 'mine' has no ship"),
        (
            lay_out(),
            lambda state: state["supply"]["mine"].update(mine=11),
            "supply of mine: 'mine' should be a whole number from 0 to 10",
        ),
        (
            lay_out(),
            put("goods supply", {"red": 7}),
            "position: 'goods supply' is too small for the phases to come",
        ),
        (lay_out(), put("round goods", ["red"] * 5), "position: 'goods' are 11 of red: the box has 7"),
        (lay_out(), put("round goods", ["red"]), "position: 'round goods' should be a list of 5"),
        # the player boards
        (
            lay_out(storage=["knowledge-1"]),
            lambda state: state["supply"]["knowledge"].update({"knowledge-1": 1}),
            "position: 'tiles' are 2 of knowledge-1: the box has 1",
        ),
        (lay_out(), give(estate="2"), "player 1: 'estate' should be 1, as the options say"),
        (lay_out(), give(board=1), "player 1: 'estate' should be 1, as the options say"),
        (
            lay_out(),
            give(goods={"red": 1, "pink": 1, "brown": 1, "violet": 1}),
            "player 1: 'goods' can be of three types at most (p. 5)",
        ),
        (
            lay_out(),
            give(tiles={"19": "castle", "18": "mine"}),
            "player 1: 'tiles' cannot have a mine on space 18: the colour differs",
        ),
        (
            lay_out(),
            give(tiles={"19": "castle", "38": "mine"}),
            "player 1: 'tiles' names a space that does not exist: they are 1 to 37",
        ),
        (
            lay_out(),
            give(tiles={"19": "castle", "34": "mine"}),
            "player 1: 'tiles' should all be connected with the starting castle (p. 5)",
        ),
        (lay_out(), give(castle=7), "player 1: 'castle' should be the space of a tile"),
        (lay_out(tiles={25: "mine"}), give(castle=25), "player 1: 'castle' should be the space of a castle"),
        (lay_out(), give(castle=None, tiles={}), "position: 'players' should all have their starting castle"),
        (
            lay_out(tiles={13: "knowledge-1", 26: "bank", 27: "bank"}),
            lambda state: state["players"][0]["tiles"].pop("13"),
            "player 1: 'tiles' should have each building once in a city (p. 6)",
        ),
        (lay_out(), give(steps=1), "player 1: 'steps' should be as many as ships have sailed (p. 5)"),
        (lay_out(), give(bonuses=1), "player 1: 'bonuses' should be for colours that are complete (p. 8)"),
        (
            lay_out(tiles={18: "ship"}),
            put("track", [1, 0]),
            "position: 'track' should have those with more steps ahead (p. 5)",
        ),
        # choices before the game
        (
            CHOOSING,
            ask(["side to choose"]),
            "position: 'questions' asks for a castle, and perhaps a side before it",
        ),
        (
            CHOOSING,
            lambda state: state["players"][state["seat"]].update(castle=7),
            "position: 'castle' of the player choosing should not be there yet",
        ),
        (
            CHOOSING,
            lambda state: state["players"][1 - state["seat"]].update(castle=7),
            "position: 'castle' should be laid as soon as it is chosen openly",
        ),
        *(
            (
                CHOOSING,
                change,
                "position: 'tiles' are none before the game begins, but for starting castles (p. 12)",
            )
            for change in (put("in hand", "castle"), give(storage=["castle", None, None]))
        ),
        (
            hiding(),
            lambda state: state["players"][1 - state["seat"]].update(castle=12),
            "'castle' should be chosen on a dark green space (p. 12)",
        ),
        (
            RANDOM,
            lambda state: [player.update(board=1, estate="1") for player in state["players"]],
            "position: 'players' should each have a board of their own",
        ),
        (RANDOM, give(board=6, estate="1"), "player 1: 'estate' should be a side of its board"),
        (RANDOM, give(board=None), "player 1: 'estate' should be a side of its board"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_a_reason(
    table: Table, change: Change, reason: str
) -> None:
    assert reason in flaw(table, change)


def test_a_position_may_lie_anywhere_in_the_game() -> None:
    """Those that the cases above begin with are read as they are."""
    for table in (lay_out(), LOADING, CLEARING, PAYING, CHOOSING, RANDOM, hiding(), end_of_game()):
        assert read(table, lambda _: None).position() == table.position()


# -- hostile input ---------------------------------------------------------------------------------

ODD = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=3)
    | st.sampled_from(
        [10**30, -(2**63), 2**63, [], {}, [[]], "ship", "red", "castle", ["castle action"] * 20]
    )
)


def places(data: Any) -> list[tuple[Any, Any]]:
    """Every place in a position where a value could be exchanged: the container and its key."""
    keys = list(data) if isinstance(data, dict) else list(range(len(data))) if isinstance(data, list) else []
    found = [(data, key) for key in keys]
    for key in keys:
        found += places(data[key])
    return found


@settings(max_examples=250)
@given(
    which=st.integers(0, 10**6), odd=ODD, start=st.sampled_from([LOADING, CLEARING, PAYING, CHOOSING, RANDOM])
)
def test_whatever_a_position_is_changed_to_it_is_refused_or_it_is_that_game(
    which: int, odd: Any, start: Table
) -> None:
    position = copy.deepcopy(start.position())
    spots = places(position["state"])
    container, key = spots[which % len(spots)]
    container[key] = odd
    try:
        table = Table.from_position(position)
    except BadPosition:
        return
    assert table.position() == position
    random = Random(which)
    for _ in range(10):
        if not table.is_over and max(table.scores()) < 9_000:
            table.play(random.choice(table.actions()).number)
            assert Table.from_position(table.position()).position() == table.position()


@given(
    st.recursive(
        ODD, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3)
    )
)
def test_what_is_no_position_at_all_is_refused(data: Any) -> None:
    with pytest.raises(BadPosition):
        load().restore({"players": data, "order": data})
    with pytest.raises(BadPosition):
        Table.from_position(lay_out().position() | {"state": {"seat": data}})
