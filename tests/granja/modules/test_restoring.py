"""Whatever a module asks, the position can be put away and taken up again, and a wrong detail is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from burgher import Game, Table
from burgher.games.granja import LaGranja
from burgher.games.granja.modules.shelf import EXCLUSIVE, NAMES
from burgher.games.granja.pending import OF_MODULES
from burgher.games.granja.questions.registry import names_with
from burgher.kernel.errors import BadPosition
from granja.kit import lay_out, load, play
from granja.modules.test_bustling_town import MIDDLE, A, B, town
from granja.modules.test_grand_markers import completing, crafting, grand, two
from granja.modules.test_hired_hands import attacking, hands
from granja.modules.test_outlaws import drafting as losing


def working(side: str, card: int) -> Table:
    """A building that works for Anna when the round is scored."""
    table = lay_out(
        step="purchased deliveries",
        modules=town(side, built={1: (card, MIDDLE)}, display=[]) | {"colchonera": {}},
        market=["3-3"],
        siesta=2,
        silver=2,
        goods={"grain": 1},
        barrows=[18],
    )
    return play(table, "done")


CARD = {"betwixt": {"cards": [{"card": 1, "near": 3, "far": 3, "waiting": None}, None]}}
RARE: dict[str, Callable[[], Table]] = {
    "hired-hands marker driven away": lambda: play(attacking(benno={"market": ["2-2", "2-3"]}), "stall 1-2"),
    "hired-hands marker replaced": lambda: play(
        attacking(modules=hands([], ["stall-5-2"]), benno={"market": ["1-2", "5-2"]}), "stall 5-2"
    ),
    "grand-markers marker of a barrow": completing,
    "grand-markers marker of a card": lambda: play(
        two({"pig": 1}, modules=grand((1, 2), cards=[0, None, None, None]) | CARD), "deliver pig betwixt-1"
    ),
    "grand-markers instant side": lambda: play(crafting(), "deliver grape row-4a"),
    "outlaws good to lose": lambda: play(
        losing("666", silver=1, barrows=[(18, [1])]), "gray 6", "silver", "outlaw penalty"
    ),
    "bustling-town building to pay": lambda: working(A, 6),
    "bustling-town-b building to pay": lambda: working(B, 6),
    "bustling-town before the siesta track": lambda: working(A, 7),
    "bustling-town-b before the siesta track": lambda: working(B, 7),
}
"""Questions that seldom come up in random games, and how they do."""
SELDOM = {"second part", "trade", "den to fill", "hats to buy", "buildings at work", "goods to arrive"}
"""Those that come up in some of the games below, but not in all."""
SIDES = (("counsellors", "bustling-town"), ("outlaws", "bustling-town-b"))


def with_sides(sides: tuple[str, ...]) -> Game:
    """A game with all modules, as far as they go together."""
    others = {side for pair in EXCLUSIVE for side in pair if side not in sides}
    return load(3, tuple(name for name in NAMES if name not in others))


def asked(game: Game, seeds: range) -> Iterator[tuple[Any, dict[str, Any]]]:
    """Positions of random games in which a module asks something that has not been asked so before."""
    assert isinstance(game, LaGranja)
    asking = set(names_with(game.modules)[OF_MODULES:])
    seen: set[tuple[str, int]] = set()
    for seed in seeds:
        state, random = game.deal(seed), Random(seed)
        while not state.is_over:
            position = game.position(state)
            for name, what in position["questions"]:
                if name in asking and (name, what) not in seen:
                    seen.add((name, what))
                    yield state, position
            state.apply(random.choice(state.legal_actions()))
    missing = asking - RARE.keys() - {name for name, _ in seen}
    assert {name.split(" ", 1)[1] for name in missing} <= SELDOM, "these games are too few"


def assert_taken_up_again(game: Game, state: Any, position: dict[str, Any]) -> None:
    again = game.restore(json.loads(json.dumps(position)))
    assert game.position(again) == position
    assert again.legal_actions() == state.legal_actions()
    assert game.question(again) == game.question(state)


@pytest.mark.parametrize("sides", SIDES, ids=lambda sides: sides[0])
def test_at_every_question_of_every_module(sides: tuple[str, ...]) -> None:
    game = with_sides(sides)
    for state, position in asked(game, range(4)):
        assert_taken_up_again(game, state, position)


@pytest.mark.parametrize("name", RARE)
def test_at_every_question_that_seldom_comes_up(name: str) -> None:
    table = RARE[name]()
    position = table.game.position(table.state)
    assert position["questions"][-1][0] == name
    assert_taken_up_again(table.game, table.state, position)


@pytest.mark.parametrize("sides", SIDES, ids=lambda sides: sides[0])
def test_a_detail_that_means_nothing_is_refused(sides: tuple[str, ...]) -> None:
    game = with_sides(sides)
    for _, position in asked(game, range(4)):
        for n, (name, _what) in enumerate(position["questions"]):
            if " " in name and name.split()[0] in game.options["modules"]:
                wrong = json.loads(json.dumps(position))
                wrong["questions"][n][1] = 2**16
                with pytest.raises(BadPosition, match="questions"):
                    game.restore(wrong)


def test_a_question_by_its_modules_name_alone_is_refused_with_what_it_may_be() -> None:
    """So positions were written when a module had one question."""
    game = load(2, ("hired-hands",))
    position = json.loads(json.dumps(game.position(game.deal(1))))
    position["questions"] = [["hired-hands", 16]]
    with pytest.raises(BadPosition, match=r"cannot have .*'hired-hands', 16.*: the questions of"):
        game.restore(position)


@pytest.mark.parametrize("name", [["hired-hands"], {}, None, 7])
def test_a_question_without_a_name_is_refused(name: object) -> None:
    game = load(2, ("hired-hands",))
    position = json.loads(json.dumps(game.position(game.deal(1))))
    position["questions"] = [[name, 0]]
    with pytest.raises(BadPosition, match="questions"):
        game.restore(position)
