"""Betwixt: cards between neighbours, filled from both ends."""

from __future__ import annotations

from typing import Any

import pytest

from burgher import BadPosition
from granja.kit import deal, earned, farm, goods, lay_out, legal, module, play, refusal, silver, state_of

Given = dict[str, Any]


def between(*cards: tuple[int, int, int] | None, players: int = 2, due: tuple[int, ...] = ()) -> Given:
    """Cards with what came from their two ends."""
    laid = [
        None if card is None else {"card": card[0], "near": card[1], "far": card[2], "waiting": None}
        for card in [*cards, *[None] * players][:players]
    ]
    return {"betwixt": {"cards": laid, "due": list(due)}}


def cards(table: Any) -> list[Given | None]:
    """The cards on the table."""
    found: list[Given | None] = module(table, "betwixt")["cards"]
    return found


def open_to(table: Any) -> set[str]:
    """The deliveries that are possible to cards."""
    return {said for said in legal(table, "deliver") if "betwixt" in said}


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_card_lies_between_every_two_players_and_two_between_two(players: int) -> None:
    laid = cards(deal(players, modules=("betwixt",)))
    assert len(laid) == players
    assert len({card["card"] for card in laid if card}) == players
    assert all(card and (card["near"], card["far"]) == (0, 0) for card in laid)


def test_instead_of_a_barrow_one_may_deliver_to_a_card_beside_one() -> None:
    table = lay_out(step="free deliveries", left=2, goods={"grain": 1}, modules=between((1, 0, 0)))
    assert open_to(table) == {"deliver grain betwixt-1"}
    play(table, "deliver grain betwixt-1")
    assert cards(table)[0] == {"card": 1, "near": 1, "far": 0, "waiting": None}
    assert goods(table) == {}
    assert state_of(table)["left"] == 1


def test_goods_are_delivered_in_order_from_ones_own_end() -> None:
    # Card 2: grain, grape, food, pig, food, olive, grain.
    everything = {"grain": 1, "grape": 1, "food": 1, "olive": 1}
    table = lay_out(step="free deliveries", left=3, goods=everything, modules=between((2, 1, 0), (3, 0, 1)))
    # Anna has the first end of the first card, and of the second the other: … food, wine, grape, olive.
    assert open_to(table) == {"deliver grape betwixt-1", "deliver grape betwixt-2"}
    assert refusal(table, "deliver food betwixt-1").kind == "wrong-good"
    play(table, "deliver grape betwixt-2")
    assert cards(table)[1] == {"card": 3, "near": 0, "far": 2, "waiting": None}


def test_only_the_cards_beside_one() -> None:
    table = lay_out(
        players=4,
        step="free deliveries",
        left=2,
        goods={"grain": 1, "olive": 1, "grape": 1, "food": 1, "pig": 1},
        modules=between((1, 0, 0), (2, 0, 0), (4, 0, 0), (5, 0, 0), players=4),
    )
    assert open_to(table) == {"deliver grain betwixt-1", "deliver grape betwixt-4"}
    assert refusal(table, "deliver grain betwixt-2").kind == "not-beside"


def test_any_delivery_will_do_purchased_and_single_ones() -> None:
    bought = lay_out(step="purchased deliveries", silver=1, goods={"grain": 1}, modules=between((1, 0, 0)))
    play(bought, "deliver grain betwixt-1")
    assert silver(bought) == 0
    die = lay_out(step="draft", dice="6", goods={"grain": 1}, modules=between((1, 0, 0)))
    play(die, "die 6", "deliver grain betwixt-1")
    assert cards(die)[0]["near"] == 1  # type: ignore[index]


def test_the_packer_may_disguise_a_good_for_a_card() -> None:
    table = lay_out(
        step="free deliveries", left=2, goods={"olive": 1}, helpers=["Packer"], modules=between((1, 0, 0))
    )
    play(table, *legal(table, "use"), "olive for grain", "deliver grain betwixt-1")
    assert goods(table) == {}


def test_a_card_is_enough_for_a_delivery_to_be_offered() -> None:
    table = lay_out(
        step="draft",
        silver=1,
        goods={"grain": 1},
        helpers=["Messenger"],
        crafts=[1, 2, 3, 4, 5, 6],
        modules=between((1, 0, 0)),
    )
    play(table, *legal(table, "use"), "deliver grain betwixt-1")
    assert cards(table)[0]["near"] == 1  # type: ignore[index]


def test_what_only_a_card_asks_for_can_be_disguised() -> None:
    table = lay_out(
        step="free deliveries",
        left=2,
        goods={"olive": 1},
        helpers=["Packer"],
        crafts=[1, 2, 3, 4, 5, 6],
        modules=between((1, 0, 0)),
    )
    play(table, *legal(table, "use"), "olive for grain", "deliver grain betwixt-1")
    assert goods(table) == {}


def test_who_contributed_most_is_rewarded_at_once_the_other_keeps_the_card() -> None:
    table = lay_out(step="free deliveries", left=2, goods={"grape": 1}, modules=between((8, 3, 3)))
    assert open_to(table) == set(), "a wine comes next"
    table = lay_out(step="free deliveries", left=2, goods={"wine": 1}, modules=between((8, 3, 3)))
    assert earned(table, "deliver wine betwixt-1") == {"cards betwixt": 5}
    assert cards(table)[0] == {"card": 8, "near": 4, "far": 3, "waiting": 1}
    assert refusal(table, "deliver wine betwixt-1").kind == "no-card"


def test_the_last_to_deliver_may_be_the_one_who_contributed_least() -> None:
    table = lay_out(step="free deliveries", left=2, goods={"grape": 1}, modules=between((8, 2, 4)))
    assert open_to(table) == set()
    table = lay_out(step="free deliveries", left=2, goods={"pig": 1}, modules=between((8, 2, 4)))
    assert earned(table, "deliver pig betwixt-1", seat=1) == {"cards betwixt": 5}
    assert cards(table)[0]["waiting"] == 0  # type: ignore[index]
    assert "claim betwixt-1" not in legal(table), "it is for the next turn"


def test_the_second_reward_is_taken_whenever_one_chooses_in_the_next_turn() -> None:
    table = lay_out(
        step="free deliveries",
        left=1,
        goods={"pig": 1},
        modules=between((1, 3, 3)),
        benno={"goods": {"olive": 1}, "donkeys": [1, 3, 4], "donkey": 2, "barrows": [1]},
    )
    play(table, "deliver pig betwixt-1")
    while table.seat == 0:
        play(table, "done")
    assert "claim betwixt-1" in legal(table)
    assert earned(table, "claim betwixt-1") == {"cards betwixt": 3}
    assert goods(table, 1)["trade"] == 1
    assert cards(table)[0] is None, "the card leaves the game"


def test_who_does_not_take_it_gets_it_when_that_turn_ends() -> None:
    table = lay_out(
        step="free deliveries",
        left=1,
        goods={"pig": 1},
        modules=between((1, 3, 3)),
        benno={"goods": {"olive": 1}, "barrows": [1]},
    )
    play(table, "deliver pig betwixt-1")
    while table.seat == 0:
        play(table, "done")
    assert earned(table, "done")["cards betwixt"] == 3
    assert cards(table)[0] is None


def test_in_the_farm_phase_the_turn_lasts_until_the_harvest() -> None:
    card = {"card": 1, "near": 3, "far": 4, "waiting": 0}
    table = lay_out(
        step="play", hand=[5, 6, 7, 8, 9], modules={"betwixt": {"cards": [card, None], "due": [1]}}
    )
    play(table, "field 8")
    assert state_of(table)["step"] == "hand"
    assert "claim betwixt-1" in legal(table)
    assert earned(table, "discard 5") == {"cards betwixt": 3}


def test_who_was_alone_gets_both_rewards_at_once() -> None:
    table = lay_out(step="free deliveries", left=2, goods={"grape": 1}, modules=between((1, 6, 0)))
    assert earned(table, "deliver grape betwixt-1") == {"cards betwixt": 8}
    assert goods(table) == {"trade": 1}
    assert cards(table) == [None, None]
    assert farm(table, 1).points == 0


def test_a_second_reward_is_not_lost_when_the_game_ends() -> None:
    table = lay_out(
        round=6,
        step="purchased deliveries",
        turn=2,
        silver=0,
        modules=between((1, 3, 3)),
        benno={"silver": 1, "goods": {"pig": 1}},
    )
    play(table, "deliver pig betwixt-1")
    assert table.is_over
    assert (farm(table, 0).points, farm(table, 1).points) == (3, 5)


def test_cards_that_could_not_be_are_refused() -> None:
    with pytest.raises(BadPosition):
        lay_out(step="draft", modules=between((1, 4, 3)))
    with pytest.raises(BadPosition):
        lay_out(step="draft", modules=between((1, 0, 0), (1, 0, 0)))


def test_a_second_reward_is_there_within_another_effect_but_not_in_the_turn_of_others() -> None:
    """The trade commodity of card 1 becomes the silver for a resource to upgrade."""
    kept: Given = between((1, 4, 3), due=(1,))
    kept["betwixt"]["cards"][0]["waiting"] = 0
    table = lay_out(dice="6", goods={"trade": 1, "grape": 1}, modules=kept)
    play(table, "die 6", "trade upgrades", "improve grape", "claim betwixt-1", "trade silver", "buy olive")
    assert "improve olive" in legal(table)
    theirs: Given = between((1, 4, 3))
    theirs["betwixt"]["cards"][0]["waiting"] = 1
    guard = {"helpers": ["Market Guard"], "market": ["3-4"]}
    laid: Given = {"step": "free deliveries", "goods": {"grain": 1}, "barrows": [(19, [2, 3, 4])]}
    other = play(lay_out(benno=guard, modules=theirs, **laid), "deliver grain barrow-1", "stall 2-4")
    assert state_of(other)["market"] == {"2-4": 0}, "nothing could pay the guard"
