"""What may be done at any time, and that it comes to an end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from granja.kit import deal, farm, goods, lay_out, legal, play, silver

ANYTIME = ("buy", "sell", "upgrade", "trade", "roof", "use")


def anytime(words: str) -> bool:
    return words.split()[0] in ANYTIME


# -- buying and selling ----------------------------------------------------------------------------


@pytest.mark.parametrize(("good", "price"), [("olive", 2), ("grain", 2), ("grape", 2), ("pig", 4)])
def test_resources_are_bought_into_dens_and_stalls(good: str, price: int) -> None:
    table = lay_out(silver=price)
    play(table, f"buy {good}")
    assert (goods(table), silver(table)) == ({good: 1}, 0)
    assert f"buy {good}" not in legal(lay_out(silver=price - 1))


def test_a_pig_is_bought_only_for_a_free_stall() -> None:
    assert "buy pig" in legal(lay_out(silver=9, goods={"pig": 1}, extensions=[1]))
    assert "buy pig" not in legal(lay_out(silver=9, goods={"pig": 1}))


def test_harvest_goods_are_bought_though_there_are_some() -> None:
    """Pay to buy Resources and add them to the relevant Den or Stall."""
    table = lay_out(silver=3, goods={"grain": 1}, fields=[9], ripe={"olive": 1})
    assert legal(table, "buy") == {"buy olive", "buy grain", "buy grape"}


def test_a_second_grape_is_bought_for_a_second_upgrade_within_a_delivery() -> None:
    given: Any = {"dice": "6", "silver": 9, "goods": {"grape": 1, "trade": 1}}
    table = play(lay_out(**given), "die 6", "trade upgrades", "improve grape")
    assert {"buy grape", "skip"} <= legal(table)
    assert not legal(table, "trade") | legal(table, "silver")
    play(table, "buy grape", "improve grape", "silver")
    assert (goods(table), silver(table)) == ({"wine": 2}, 9)


def test_what_lapses_is_told() -> None:
    table = play(lay_out(goods={"grape": 1, "trade": 1}), "trade upgrades")
    told = [table.game.tell(entry, table.names) for entry in table.play("improve grape")]
    assert told[-1] == "Anna has nothing left to upgrade: 1 upgrade lapses."


@pytest.mark.parametrize(("good", "price"), [("olive", 1), ("grain", 1), ("grape", 1), ("pig", 2)])
def test_resources_are_sold_from_dens_and_stalls(good: str, price: int) -> None:
    table = lay_out(goods={good: 1})
    play(table, f"sell {good}")
    assert (goods(table), silver(table)) == ({}, price)


def test_nothing_is_sold_from_fields_and_no_upgraded_goods() -> None:
    table = lay_out(fields=[9], ripe={"olive": 1}, goods={"food": 1, "wine": 1, "meat": 1})
    assert legal(table, "sell") == set()


def test_they_are_sold_however_much_silver_one_has() -> None:
    """Sell Resources from Dens or Stalls, but not Fields."""
    assert legal(lay_out(silver=30, goods={"grain": 1}), "sell") == {"sell grain"}


def test_a_pig_can_always_be_sold_so_that_another_is_bred_in_its_stall() -> None:
    table = lay_out(step="play", hand=[65], silver=9, goods={"pig": 3}, extensions=[1, 4])
    play(table, "sell pig", "field 65")
    assert (goods(table)["pig"], silver(table)) == (3, 11)


def test_a_trade_commodity_can_always_be_exchanged_before_the_trader_leaves() -> None:
    table = lay_out(step="play", hand=[3], silver=9, goods={"trade": 2}, helpers=["Trader", "Chef", "Scribe"])
    play(table, "trade silver", "trade silver", "helper 3", "dismiss 64")
    assert silver(table) == 19


def test_many_harvest_goods_can_be_bought_for_less_before_the_seed_dealer_leaves() -> None:
    table = lay_out(silver=3, helpers=["Seed Dealer"])
    play(table, "buy grain", "buy grain", "buy grain")
    assert (goods(table), silver(table)) == ({"grain": 3}, 0)


def test_what_was_just_bought_may_be_sold_again() -> None:
    table = play(lay_out(silver=4, goods={"grain": 1}), "buy olive")
    assert legal(table, "sell") == {"sell grain", "sell olive"}
    assert silver(play(table, "sell olive")) == 3
    assert "buy olive" in legal(table)


def test_what_was_sold_for_as_much_as_it_costs_is_not_bought_back_at_once() -> None:
    table = play(lay_out(silver=3, goods={"grain": 2}, helpers=["Seed Dealer"]), "sell grain")
    assert legal(table, "buy") == {"buy olive", "buy grape", "buy pig"}
    play(table, "upgrade grain")
    assert legal(table, "buy") == {"buy olive", "buy grain", "buy grape"}


# -- from a field or from the den ------------------------------------------------------------------


def test_a_good_is_taken_from_a_field_unless_its_player_says_from_the_den() -> None:
    """Take 1 Farm Good from a Field, Den, or Card."""
    given: Any = {"fields": [5], "ripe": {"grain": 1}, "goods": {"grain": 1}, "barrows": [18]}
    table = lay_out(step="free deliveries", left=2, **given)
    assert farm(play(table, "deliver grain barrow-1")).ripe == {}
    table = lay_out(step="free deliveries", left=2, **given)
    play(table, "from den")
    assert "from den" not in legal(table)
    play(table, "deliver grain barrow-1")
    assert (farm(table).ripe, goods(table)) == ({"grain": 1}, {})


def test_that_is_for_one_good_and_holds_for_upgrades_and_payments_too() -> None:
    given: Any = {"fields": [5], "ripe": {"grain": 1}, "goods": {"grain": 2}, "silver": 4}
    table = play(lay_out(**given), "from den", "upgrade grain")
    assert (farm(table).ripe, goods(table)) == ({"grain": 1}, {"grain": 1, "food": 1})
    play(table, "upgrade grain")
    assert (farm(table).ripe, goods(table)) == ({}, {"grain": 1, "food": 2})
    table = play(lay_out(helpers=["Smuggler"], **given), "from den", "use 33", "pay grain")
    assert (farm(table).ripe, goods(table)) == ({"grain": 1}, {"grain": 1})


def test_it_is_said_within_another_effect_and_while_something_is_paid_too() -> None:
    given: Any = {"fields": [5], "ripe": {"grain": 1}, "goods": {"grain": 1, "trade": 1}}
    table = play(lay_out(dice="6", **given), "die 6", "trade upgrades", "from den", "improve grain")
    assert (farm(table).ripe, goods(table)) == ({"grain": 1}, {"food": 1})
    table = play(lay_out(helpers=["Smuggler"], **given), "use 33", "from den", "pay grain")
    assert (farm(table).ripe, goods(table)) == ({"grain": 1}, {"trade": 1})
    table = play(lay_out(helpers=["Gardener"], **given), "use 56", "from den", "grain for olive")
    assert (farm(table).ripe, goods(table)) == ({"grain": 1}, {"olive": 1, "trade": 1})
    delivering: Any = {"step": "free deliveries", "helpers": ["Packer"], "barrows": [9], **given}
    table = play(lay_out(**delivering), "use 47", "grain for olive", "from den", "deliver olive barrow-1")
    assert (farm(table).ripe, goods(table)) == ({"grain": 1}, {"trade": 1})


def test_it_is_offered_only_with_a_good_in_both() -> None:
    assert "from den" not in legal(lay_out(fields=[5], ripe={"grain": 1}, goods={"olive": 1}))
    assert "from den" not in legal(lay_out(goods={"grain": 2}))


# -- upgrading -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("good", "better", "price"),
    [("olive", "food", 2), ("grain", "food", 2), ("grape", "wine", 3), ("pig", "meat", 3)],
)
def test_resources_are_upgraded_for_silver(good: str, better: str, price: int) -> None:
    table = lay_out(goods={good: 1}, silver=price)
    play(table, f"upgrade {good}")
    assert (goods(table), silver(table)) == ({better: 1}, 0)
    assert legal(lay_out(goods={good: 1}, silver=price - 1), "upgrade") == set()


def test_what_is_on_a_field_can_be_upgraded() -> None:
    table = lay_out(fields=[9], ripe={"olive": 1}, silver=2)
    play(table, "upgrade olive")
    assert (farm(table).ripe, goods(table)) == ({}, {"food": 1})


# -- trade commodities -----------------------------------------------------------------------------


def test_a_trade_commodity_becomes_4_silver() -> None:
    table = play(lay_out(goods={"trade": 2}), "trade silver")
    assert (goods(table), silver(table)) == ({"trade": 1}, 4)


def test_or_two_different_harvest_goods() -> None:
    table = play(lay_out(goods={"trade": 1}), "trade harvest", "gain olive and grape")
    assert goods(table) == {"olive": 1, "grape": 1}


def test_or_a_card_drawn() -> None:
    table = play(lay_out(goods={"trade": 1}), "trade draw")
    assert (goods(table), farm(table).hand_size) == ({}, 1)


def test_or_a_card_played() -> None:
    table = lay_out(goods={"trade": 1}, hand=[9])
    play(table, "trade play")
    assert legal(table) == {"field 9", "barrow 9", "helper 9"}
    play(table, "field 9")
    assert farm(table).fields == [9]
    assert "trade play" not in legal(lay_out(goods={"trade": 1}))


def test_or_a_pig_for_an_empty_stall() -> None:
    table = play(lay_out(goods={"trade": 1}), "trade pig")
    assert goods(table) == {"pig": 1}
    assert "trade pig" not in legal(lay_out(goods={"trade": 1, "pig": 1}))


def test_or_up_to_two_upgrades() -> None:
    table = play(
        lay_out(goods={"trade": 1, "grain": 1, "pig": 1}), "trade upgrades", "improve grain", "improve pig"
    )
    assert goods(table) == {"food": 1, "meat": 1}
    table = play(lay_out(goods={"trade": 1, "grain": 2}), "trade upgrades", "improve grain", "skip")
    assert goods(table) == {"grain": 1, "food": 1}
    assert "trade upgrades" not in legal(lay_out(goods={"trade": 1}))


# -- when ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "given",
    [
        {"step": "play", "hand": [1]},
        {"step": "hand", "hand": [1, 2, 3, 4]},
        {"step": "roofs", "round": 2, "roofs": ["2a"]},
        {"step": "draft"},
        {"step": "leftover", "pick": 2},
        {"step": "free deliveries"},
        {"step": "purchased deliveries"},
        {"step": "before the roll", "helpers": ["Village Elder"]},
        {"step": "after a die", "helpers": ["Merchant"], "points": 1, "dice": [0, 0, 0, 4, 0, 0]},
        {"step": "before the donkeys", "helpers": ["Stable Boy"], "donkeys": [4]},
    ],
)
def test_they_are_offered_with_every_decision_that_is_not_begun(given: Any) -> None:
    table = lay_out(**given, silver=2, goods={"grain": 1, "trade": 1})
    assert {"buy olive", "sell grain", "upgrade grain", "trade draw"} <= legal(table)


def test_they_are_not_offered_while_donkeys_are_chosen_or_something_is_paid() -> None:
    assert not any(map(anytime, legal(lay_out(step="donkeys", silver=2, goods={"grain": 1}))))
    table = play(lay_out(silver=2, goods={"grain": 1, "olive": 1}, helpers=["Smuggler"]), "use 33")
    assert not any(map(anytime, legal(table)))


@pytest.mark.parametrize("die", ["2", "3", "5", "6"])
def test_they_are_offered_before_the_goods_and_the_choice_that_a_die_gives(die: str) -> None:
    table = play(lay_out(dice=die, silver=2, goods={"grain": 1, "trade": 1}), f"die {die}")
    assert {"buy olive", "sell grain", "upgrade grain", "trade draw"} <= legal(table)


def test_one_may_trade_before_a_delivery_that_a_die_gives() -> None:
    table = play(lay_out(dice="6", silver=2, goods={"grain": 1}, barrows=[47]), "die 6")
    play(table, "upgrade grain", "deliver food barrow-1")
    assert farm(table).barrows[0]["met"] == [3]


def test_they_begin_with_parts_of_their_own() -> None:
    table = deal()
    for action in table.game.actions:
        if anytime(action.words) and action.words.split()[0] not in ("roof", "use"):
            assert action.parts[0] == action.words.split()[0]


@pytest.mark.parametrize("seed", range(6))
def test_playing_them_whenever_possible_comes_to_an_end(seed: int) -> None:
    table, random = deal(2 + seed % 3, seed), Random(seed)
    decisions = 0
    while not table.is_over:
        acts = sorted(filter(anytime, legal(table))) or sorted(legal(table))
        table.play(random.choice(acts))
        decisions += 1
        assert decisions < 3000


def test_they_are_offered_before_the_good_of_a_tile_used_after_the_harvest_too() -> None:
    given: dict[str, Any] = {"fields": [9], "ripe": {"olive": 1}, "helpers": ["Journeyman"], "crafts": [3]}
    table = lay_out(step="harvest", left=0, tiles=["1c", "4b"], silver=4, **given)
    play(table, "roof 1")
    assert {"gain grain", "upgrade olive", "buy grape"} <= legal(table)
