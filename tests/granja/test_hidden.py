"""Hidden information: hands, the deck, and donkey tiles chosen in secret."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from burgher import Table
from granja.kit import deal, farm, lay_out, load, play, state_of


def test_a_seat_sees_its_own_hand_and_only_the_size_of_others() -> None:
    table = lay_out(hand=[1, 2], benno={"hand": [3, 4, 5]})
    view = table.view(0)
    assert view["players"][0]["hand"] == [1, 2]
    assert view["players"][1]["hand"] is None
    assert view["players"][1]["hand size"] == 3
    assert [player["hand"] for player in table.view(None)["players"]] == [None, None]


def test_the_deck_is_a_number_of_cards() -> None:
    table = deal(3)
    for viewer in (0, 1, 2, None):
        assert table.view(viewer)["deck"] == 54
        assert "since" not in table.view(viewer)
        assert "chance" not in table.view(viewer)


def test_what_is_drawn_is_told_to_its_player_only() -> None:
    table = lay_out(goods={"trade": 1})
    play(table, "trade draw")
    (card,) = farm(table).hand
    assert [line for line in table.log(0) if "draws" in line] == [f"Anna draws card {card}."]
    assert not any(f"card {card}" in line for line in table.log(1))
    for other in (1, None):
        assert [line for line in table.log(other) if "draws" in line] == ["Anna draws 1 card."]


def test_a_donkey_is_told_to_everybody_once() -> None:
    table = play(lay_out(step="donkeys"), "donkey 4")
    chosen = "Anna has chosen the tile with 4 donkeys and no hat."
    assert [table.log(viewer).count(chosen) for viewer in (0, 1, None)] == [1, 0, 0]
    play(table, "donkey 1")
    assert [table.log(viewer).count(chosen) for viewer in (0, 1, None)] == [1, 1, 1]


@pytest.mark.parametrize("seed", range(4))
def test_games_that_differ_only_in_what_a_seat_cannot_see_look_the_same_to_it(seed: int) -> None:
    """At every decision, a game with other hidden cards and donkeys looks just the same."""
    random = Random(seed)
    table = deal(2 + seed % 3, seed)
    while not table.is_over:
        seat = random.randrange(table.game.players)
        other = Table.restored(
            table.game, table.game.position(table.state.imagine(seat, random.getrandbits(60)))
        )
        for viewer in (seat, None):
            assert table.game.view(other.state, viewer) == table.view(viewer)
            assert table.game.question(other.state) == table.question()
        if table.seat == seat:
            assert other.state.legal_actions() == table.state.legal_actions()
        table.play(random.choice(table.state.legal_actions()))


def test_imagining_deals_the_hands_of_others_anew_but_not_ones_own() -> None:
    table = lay_out(hand=[1, 2], discards=[9], fields=[10], benno={"hand": [3, 4, 5]})
    hands = set()
    for seed in range(200):
        state = table.game.position(table.state.imagine(0, seed))
        assert state["players"][0]["hand"] == [1, 2]
        assert len(state["players"][1]["hand"]) == 3
        assert not {1, 2, 9, 10} & set(state["players"][1]["hand"])
        hands.update(state["players"][1]["hand"])
    assert hands == set(range(1, 67)) - {1, 2, 9, 10}


def test_a_card_held_since_before_the_shuffle_is_not_one_that_was_shuffled() -> None:
    """Benno holds two cards from before; the deck is made of cards that all have seen discarded."""
    shuffled = {str(card): 1 for card in range(40, 67)}
    given: Any = {"shuffles": 1, "since": shuffled, "fields": range(5, 40)}
    table = lay_out(3, **given, benno={"hand": [1, 2]}, carla={"hand": [3, 50]}, hand=[4])
    for seed in range(100):
        state = table.game.position(table.state.imagine(0, seed))
        benno, carla = (set(state["players"][seat]["hand"]) for seat in (1, 2))
        assert benno | (carla & {1, 2, 3}) == {1, 2, 3}
        assert len(carla - {1, 2, 3}) == 1
        assert (carla - {1, 2, 3}) <= set(range(40, 67))
        assert set(state["deck"]) <= set(range(40, 67))


def test_donkeys_chosen_in_secret_are_imagined_anew() -> None:
    table = play(lay_out(3, step="donkeys", donkeys=[2, 4]), "donkey 4")
    imagined = [table.game.position(table.state.imagine(1, seed)) for seed in range(50)]
    assert {state["players"][0]["donkey"] for state in imagined} == {2, 4}
    mine = [table.game.position(table.state.imagine(0, seed)) for seed in range(50)]
    assert {state["players"][0]["donkey"] for state in mine} == {4}


def test_choosing_a_donkey_can_be_taken_back_until_the_last_has_chosen() -> None:
    table = play(lay_out(step="donkeys"), "donkey 4")
    assert table.can_take_back(0)
    play(table, "donkey 1")
    assert not table.can_take_back(1)


def test_only_donkeys_are_secret() -> None:
    game = load()
    table = lay_out(step="donkeys")
    secret = {a.words for a in game.actions if game.is_secret(table.state, a.number)}
    assert secret == {"donkey 1", "donkey 2", "donkey 3", "donkey 4"}


def test_shuffles_are_remembered() -> None:
    everywhere = [card for card in range(1, 67) if card not in (1, 50, 51)]
    table = lay_out(step="play", hand=[1], discards=[50, 51], benno={"fields": everywhere})
    play(table, "field 1")
    assert state_of(table)["since"] == {"50": 1, "51": 1}
