"""What is in memory can be copied and pickled, and seeds and players may be any whole numbers."""

from __future__ import annotations

import pickle
from copy import copy, deepcopy
from random import Random
from typing import Any

import pytest

import burgher
from burgher import BadOptions, BurgherError, Game, State, Table, UnreadableAction, agents
from burgher.kernel.chance import seeded


def pickled(something: Any) -> Any:
    return pickle.loads(pickle.dumps(something))


NAMES = ["burgundy", "granja", "hansa", "pebbles"]
every_game = pytest.mark.parametrize("name", NAMES)
every_way = pytest.mark.parametrize("copied", [copy, deepcopy, pickled])


class Whole:
    """A whole number of another kind, as NumPy has them."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number

    def __repr__(self) -> str:
        return f"Whole({self.number})"


def midway(game: Game) -> State:
    """A state a little way into a random game."""
    random, state = Random(1), game.deal(3)
    for _ in range(3):
        state.apply(random.choice(state.legal_actions()))
    return state


def play_on(state: State) -> None:
    random = Random(2)
    for _ in range(40):
        if not state.is_over:
            state.apply(random.choice(state.legal_actions()))


# -- copies ----------------------------------------------------------------------------------------


@every_game
def test_a_game_that_has_dealt_can_be_pickled(name: str) -> None:
    game = burgher.load(name)
    midway(game)
    again = pickled(game)
    assert type(again) is type(game)
    assert again.fingerprint == game.fingerprint
    assert again.options == game.options


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("burgundy", 3, {"estates": "random"}),
        ("burgundy", 2, {"estates": "3,4"}),
        ("granja", 1, {}),
        ("granja", 3, {"modules": "betwixt,ladies", "points": "hidden"}),
        ("hansa", 3, {"modules": "missions"}),
        ("pebbles", 3, {"length": "long"}),
    ],
)
def test_a_pickled_game_keeps_its_players_and_options(name: str, players: int, options: Any) -> None:
    game = burgher.load(name, players, **options)
    assert pickled(game).fingerprint == game.fingerprint
    assert deepcopy(game).fingerprint == game.fingerprint


@every_game
@every_way
def test_a_copied_state_goes_on_by_itself(name: str, copied: Any) -> None:
    game = burgher.load(name)
    state = midway(game)
    before = game.position(state)
    other = copied(state)
    play_on(other)
    assert game.position(state) == before
    play_on(state)
    assert game.position(other) == game.position(state) != before


def test_copies_share_their_game() -> None:
    """It never changes, and is large."""
    state = midway(burgher.load("burgundy"))
    assert deepcopy([state, state.game])[0].game is state.game


def test_states_that_cannot_be_pickled_say_why() -> None:
    with pytest.raises(BurgherError, match=r"draws from a table's secret.* game\.position\(state\)"):
        pickle.dumps(Table(burgher.load("burgundy")).state)
    state = burgher.load("burgundy").deal(1)
    state.game = None
    with pytest.raises(BurgherError, match="that no game has dealt"):
        pickle.dumps(state)


@every_game
@pytest.mark.parametrize("seed", [7, None], ids=["seed", "secret"])
@every_way
def test_a_copied_table_goes_on_by_itself(name: str, seed: int | None, copied: Any) -> None:
    table, random = Table(burgher.load(name), seed, secret=None if seed else "1" * 64), Random(4)
    for _ in range(3):
        table.play(random.choice(table.state.legal_actions()))
    record = table.record
    other = copied(table)
    assert other.record == record
    assert other.position() == table.position()
    assert other.can_take_back() == table.can_take_back()
    action = random.choice(table.state.legal_actions())
    other.play(action)
    assert table.record == record
    table.play(action)
    assert other.position() == table.position()
    assert other.log(0) == table.log(0)


# -- numbers ---------------------------------------------------------------------------------------


@every_game
def test_seeds_are_whole_numbers_of_any_kind(name: str) -> None:
    game = burgher.load(name)
    expected = game.position(game.deal(3))
    assert game.position(game.deal(Whole(3))) == expected
    assert Table(game, seed=Whole(3)).position() == Table(game, seed=3).position()
    assert Table(game, seed=Whole(3)).record.seed == 3
    assert game.position(game.deal(5).imagine(0, Whole(3))) == game.position(game.deal(5).imagine(0, 3))
    assert game.position(game.deal(True)) == game.position(game.deal(1))


def test_agents_take_them_too() -> None:
    one, other = (agents.create("random", seed) for seed in (Whole(3), 3))
    state = burgher.load("burgundy").deal(1)
    assert [one.choose(state) for _ in range(9)] == [other.choose(state) for _ in range(9)]
    with pytest.raises(BadOptions, match="a seed is a whole number, not 'x'"):
        agents.create("random", "x")  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", ["x", "3", None, 1.5, 2.0, [1]])
def test_other_seeds_are_refused(seed: Any) -> None:
    game = burgher.load("burgundy")
    state = game.deal(1)
    before = game.position(state)
    for dealt in (game.deal, seeded, state.draw_from, lambda seed: state.imagine(0, seed)):
        with pytest.raises(BadOptions) as refused:
            dealt(seed)
        assert str(refused.value) == f"a seed is a whole number, not {seed!r}"
    assert game.position(state) == before
    if seed is not None:
        with pytest.raises(BadOptions, match="a seed is a whole number"):
            Table(game, seed=seed)


@pytest.mark.parametrize("players", [2.0, "2", 1, 9, -1, [2], float("nan")])
def test_players_are_a_whole_number(players: Any) -> None:
    with pytest.raises(BadOptions) as refused:
        burgher.load("burgundy", players=players)
    assert str(refused.value) == f"The Castles of Burgundy is for 2 to 4 players, not {players!r}"


def test_players_may_be_a_whole_number_of_any_kind() -> None:
    game = burgher.load("burgundy", players=Whole(3))  # type: ignore[arg-type]
    assert type(game.players) is int
    assert game.fingerprint == burgher.load("burgundy", players=3).fingerprint


@pytest.mark.parametrize(
    ("action", "said"), [(-1, "-1"), (517, "517"), (Whole(-1), "-1"), (None, "None"), (3.0, "3.0")]
)
def test_actions_that_there_are_not_have_no_words(action: Any, said: str) -> None:
    game = burgher.load("burgundy", players=2)
    for asked in (game.words, game.parts, Table(game, seed=1).play):
        with pytest.raises(UnreadableAction) as refused:
            asked(action)
        assert str(refused.value) == f"The Castles of Burgundy has actions 0 to 516, not {said}"
    assert game.words(Whole(342)) == "1 take 3b"  # type: ignore[arg-type]
