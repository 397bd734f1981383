"""Every helper, by the number of its card."""

from __future__ import annotations

from typing import Any

import pytest

from burgher import Table
from burgher.games.granja.components import standard_set
from granja.kit import HELPERS, earned, farm, goods, lay_out, legal, market, play, refusal, silver, state_of


def with_helper(name: str, players: int = 2, **given: Any) -> Table:
    """A table with a helper of Anna's."""
    return lay_out(players, helpers=[name], **given)


def use(name: str) -> str:
    return f"use {HELPERS[name]}"


def is_exhausted(table: Table, seat: int = 0) -> bool:
    found: bool = farm(table, seat).helpers[0]["exhausted"]
    return found


# -- what holds for all ----------------------------------------------------------------------------


def test_there_are_66_with_names_of_their_own() -> None:
    assert len(HELPERS) == 66


def test_a_helper_can_be_used_as_soon_as_it_is_played() -> None:
    table = lay_out(step="play", left=2, hand=[17, 1])
    play(table, "helper 17")
    assert "use 17" in legal(table)


def test_once_a_round_means_until_the_round_is_scored() -> None:
    table = play(with_helper("Idler"), use("Idler"))
    assert is_exhausted(table)
    assert legal(table, "use") == set()
    fresh = lay_out(helpers=[("Idler", True)])
    assert legal(fresh, "use") == set()


@pytest.mark.parametrize(
    "card", [card for card in standard_set().cards if card.helper.phases and card.helper.is_action]
)
def test_a_helper_for_some_phases_does_not_act_in_others(card: Any) -> None:
    steps = {"farm": "play", "revenue": "draft", "transport": "free deliveries"}
    given: Any = {
        "helpers": [card.number],
        "silver": 5,
        "points": 5,
        "goods": {"grain": 1, "olive": 1, "food": 1, "pig": 1},
        "barrows": [(39, [1]), 16],
    }
    for phase, step in steps.items():
        if phase not in card.helper.phases:
            hand: Any = {"hand": [65]} if step == "play" else {}
            assert legal(lay_out(step=step, **given, **hand), "use") == set()


def test_losing_a_helper_loses_what_there_was_room_for_only_with_it() -> None:
    table = lay_out(
        step="play",
        hand=[50],
        helpers=["Swineherd", "Cart Wright", 5],
        goods={"pig": 3},
        barrows=[18, 9, 41, 16],
    )
    play(table, "helper 50", "dismiss 11")
    assert (goods(table), silver(table)) == ({"pig": 1}, 4)
    table = lay_out(step="play", hand=[50], helpers=["Swineherd", "Cart Wright", 5], barrows=[18, 9, 41, 16])
    play(table, "helper 50", "dismiss 46")
    assert legal(table) == {"clear barrow-1", "clear barrow-2", "clear barrow-3", "clear barrow-4"}
    play(table, "clear barrow-3")
    assert [barrow and barrow["card"] for barrow in farm(table).barrows] == [18, 9, None, 16]


# -- 1 to 6 ----------------------------------------------------------------------------------------


def test_1_chef() -> None:
    given: Any = {"goods": {"grain": 1, "grape": 1, "pig": 1}}
    assert legal(with_helper("Chef", silver=1, **given), "upgrade") == {"upgrade grain"}
    table = play(with_helper("Chef", silver=4, **given), "upgrade grape", "upgrade pig")
    assert (silver(table), goods(table)) == (0, {"grain": 1, "wine": 1, "meat": 1})


def test_2_negotiator() -> None:
    table = lay_out(
        step="free deliveries",
        goods={"grain": 1},
        barrows=[(19, [2, 3, 4])],
        benno={"helpers": ["Negotiator"], "market": ["3-4", "2-3"]},
    )
    play(table, "deliver grain barrow-1")
    assert earned(table, "stall 2-4", seat=1) == {"Negotiator": 2}


def test_3_porter_on_space_2() -> None:
    table = play(with_helper("Porter", dice="2", hand=[9]), "die 2", "gain grain")
    assert legal(table) == {"field 9", "barrow 9", "helper 9", "extension 9", "draw", "skip", "sell grain"}
    assert not is_exhausted(table)
    play(table, "draw")
    assert is_exhausted(table)
    assert table.seat == 1
    table = play(with_helper("Porter", dice="2"), "die 2", "gain grain", "skip")
    assert not is_exhausted(table)


def test_3_porter_on_space_6() -> None:
    given: Any = {"dice": "6", "goods": {"grain": 1}, "barrows": [18]}
    table = play(with_helper("Porter", **given), "die 6", "silver")
    assert "deliver grain barrow-1" in legal(table)
    play(table, "deliver grain barrow-1")
    assert (silver(table), farm(table).barrows[0]["met"], is_exhausted(table)) == (2, [1], True)
    table = play(with_helper("Porter", **given), "die 6", "deliver grain barrow-1")
    assert {"silver", "skip"} <= legal(table)
    assert legal(table, "deliver") == set()
    play(table, "silver")
    assert silver(table) == 2


def test_3_porter_not_with_the_leftover_die() -> None:
    table = play(with_helper("Porter", step="leftover", pick=2, dice="2"), "die 2", "gain grain")
    assert table.seat == 1


def test_4_farm_worker() -> None:
    table = with_helper("Farm Worker", points=1, hand=[9], silver=1)
    assert earned(table, use("Farm Worker")) == {"paid": -1}
    assert legal(table, "extension") == {"extension 9"}  # which still costs its good
    play(table, "extension 9")
    assert silver(table) == 0
    assert legal(with_helper("Farm Worker", hand=[9]), "use") == set()


def test_5_village_elder() -> None:
    table = with_helper("Village Elder", step="before the roll")
    assert legal(table) == {"use 5", "skip"}
    play(table, "use 5", "mark 4")
    assert state_of(table)["marked"] == 4
    assert state_of(table)["step"] == "draft"
    table = lay_out(dice="1411", turn=2, order=[1, 0], marked=4, marker=1)
    assert legal(table, "die") == {"die 1"}
    table = lay_out(dice="1441", turn=2, order=[1, 0], marked=4, marker=1)
    assert legal(table, "die") == {"die 1", "die 4"}
    table = lay_out(dice="14111", marked=4, marker=0)
    assert legal(table, "die") == {"die 1", "die 4"}
    table = lay_out(step="leftover", pick=2, dice="4", marked=4, marker=1)
    assert legal(table, "die") == {"die 4"}


def test_6_merchant() -> None:
    table = with_helper("Merchant", round=4, dice="11", points=2)
    play(table, "die 1")
    assert {"use 6", "skip"} <= legal(table)
    assert earned(table, "use 6") == {"paid": -1}
    assert (silver(table), table.seat) == (4, 1)
    table = play(with_helper("Merchant", round=3, dice="11", points=2), "die 1", "use 6")
    assert legal(table, "gain") == {"gain olive and grain", "gain olive and grape", "gain grain and grape"}
    table = play(with_helper("Merchant", step="leftover", pick=2, dice="1", points=2), "die 1")
    assert table.seat == 1


# -- 7 to 23 ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "good"), [("Olive Picker", "olive"), ("Reaper", "grain"), ("Vine Dresser", "grape")]
)
def test_7_8_9_a_good_with_each_income(name: str, good: str) -> None:
    table = play(with_helper(name, step="play", hand=[65]), "barrow 65")
    assert goods(table) == {good: 1}
    table = play(with_helper(name, tiles=["5d"]), "roof 1")  # an income, but not in the farm phase
    assert goods(table) == {}


def test_10_cattle_dealer() -> None:
    table = play(with_helper("Cattle Dealer", silver=2), use("Cattle Dealer"))
    assert (goods(table), silver(table)) == ({"pig": 1}, 0)
    assert legal(with_helper("Cattle Dealer", silver=2, goods={"pig": 1}), "use") == set()


def test_11_swineherd() -> None:
    assert with_helper("Swineherd").view(0)["players"][0]["stalls"] == 3


def test_12_breeder() -> None:
    table = play(
        with_helper("Breeder", step="play", hand=[65], goods={"pig": 1}, extensions=[1]), "barrow 65"
    )
    assert goods(table) == {"pig": 2}
    table = play(with_helper("Breeder", step="play", hand=[65], goods={"pig": 1}), "barrow 65")
    assert goods(table) == {"pig": 1}


@pytest.mark.parametrize(
    ("name", "good", "better", "before", "after"),
    [
        ("Meat Smoker", "pig", "meat", 1, 0),
        ("Cellarman", "grape", "wine", 1, 0),
        ("Miller", "grain", "food", 0, 1),
    ],
)
def test_13_14_15_upgrades(name: str, good: str, better: str, before: int, after: int) -> None:
    table = play(with_helper(name, silver=before, goods={good: 1}), use(name))
    assert (goods(table), silver(table)) == ({better: 1}, after)
    assert legal(with_helper(name, silver=9), "use") == set()


@pytest.mark.parametrize(
    ("name", "good", "better"), [("Meat Smoker", "pig", "meat"), ("Cellarman", "grape", "wine")]
)
def test_with_the_chef_their_upgrades_cost_1_silver_less_too(name: str, good: str, better: str) -> None:
    """Each upgrade you pay for costs 1 silver less."""
    table = lay_out(helpers=[name, "Chef"], goods={good: 1})
    assert (goods(play(table, use(name))), silver(table)) == ({better: 1}, 0)
    table = lay_out(helpers=[name, "Chef"], goods={good: 1}, silver=2)
    assert silver(play(table, use(name))) == 2


def test_16_oil_presser() -> None:
    table = play(with_helper("Oil Presser", silver=1, goods={"olive": 1, "grain": 1}), "upgrade olive")
    assert (goods(table), silver(table)) == ({"grain": 1, "food": 1}, 0)
    table = lay_out(helpers=["Oil Presser", "Chef"], goods={"olive": 1})
    assert silver(play(table, "upgrade olive")) == 0


def test_17_moneylender() -> None:
    assert silver(play(with_helper("Moneylender", silver=3), use("Moneylender"))) == 4
    assert silver(play(with_helper("Moneylender"), use("Moneylender"))) == 2


def last(name: str, players: int = 2, **given: Any) -> Table:
    """A table where Anna, who has a helper, ends the round with `done`."""
    order = [*range(1, players), 0]
    return with_helper(name, players, step="purchased deliveries", turn=players, order=order, **given)


def test_18_tax_farmer() -> None:
    assert silver(play(last("Tax Farmer", crafts=[2, 5, 6]), "done")) == 3


@pytest.mark.parametrize(("extensions", "gained"), [([], 0), ([1], 1), ([1, 6], 1), ([1, 6, 4], 2)])
def test_19_bookkeeper(extensions: list[int], gained: int) -> None:
    table = play(with_helper("Bookkeeper", step="play", hand=[65], extensions=extensions), "barrow 65")
    assert silver(table) == gained


@pytest.mark.parametrize(
    ("name", "good", "gained"),
    [("Innkeeper", "food", 3), ("Wine Merchant", "wine", 4), ("Ham Seller", "meat", 5)],
)
def test_20_21_22_upgraded_goods_for_silver(name: str, good: str, gained: int) -> None:
    table = play(with_helper(name, goods={good: 1}), use(name))
    assert (goods(table), silver(table)) == ({}, gained)
    assert legal(with_helper(name), "use") == set()


def test_23_farm_servant() -> None:
    table = play(
        with_helper("Farm Servant", goods={"grape": 1, "pig": 1}), use("Farm Servant"), "improve pig"
    )
    assert goods(table) == {"grape": 1, "meat": 1}


# -- 24 to 39: dice, siesta, donkeys, deliveries ------------------------------------------------------


def test_24_gambler() -> None:
    table = play(with_helper("Gambler", dice="16666"), use("Gambler"))
    assert legal(table, "die") == {"die 1 as 2", "die 6 as 5"}
    table = lay_out(dice="16666", helpers=["Gambler"], tiles=["1d"])
    play(table, use("Gambler"), "roof 1")
    assert legal(table, "die") == {"die 1 as 2", "die 1 as 3", "die 6 as 5", "die 6 as 4"}


def test_25_fortune_teller() -> None:
    table = play(with_helper("Fortune Teller", dice="11144"), use("Fortune Teller"))
    assert legal(table) == {"reroll 1", "reroll 4"}
    play(table, "reroll 4")
    assert legal(table) == {"reroll 1", "reroll 4", "skip"}
    assert sum(state_of(table)["dice"]) == 4
    play(table, "reroll 4")
    assert sum(state_of(table)["dice"]) == 5
    assert state_of(table)["dice"][0] >= 3
    table = play(with_helper("Fortune Teller", dice="11144"), use("Fortune Teller"), "reroll 4", "skip")
    assert sum(state_of(table)["dice"]) == 5
    assert state_of(table)["dice"][3] >= 1


def test_26_bell_ringer() -> None:
    table = with_helper("Bell Ringer", step="leftover", pick=2, dice="3")
    assert legal(table) == {"die 3", "die 3 as 2", "die 3 as 4"}
    play(table, "die 3 as 4")
    assert (silver(table), is_exhausted(table)) == (4, True)
    assert state_of(table)["dice"] == [0, 0, 1, 0, 0, 0]
    table = play(with_helper("Bell Ringer", step="leftover", pick=2, dice="4"), "die 4")
    assert not is_exhausted(table)


@pytest.mark.parametrize(
    ("name", "order", "gained"),
    [
        ("Early Riser", [0, 1, 2], 1),
        ("Early Riser", [1, 0, 2], 0),
        ("Straggler", [1, 0, 2], 0),
        ("Straggler", [1, 2, 0], 2),
    ],
)
def test_27_28_first_and_last(name: str, order: list[int], gained: int) -> None:
    given: Any = {"benno": {"silver": 1}, "carla": {"silver": 1}, "roofs": ["2a"]}
    table = with_helper(name, 3, step="roofs", silver=1, order=order, turn=3, **given)
    play(table, "done")
    assert state_of(table)["phase"] == "revenue"
    assert silver(table) == 1 + gained


def test_29_idler() -> None:
    assert farm(play(with_helper("Idler"), use("Idler"))).siesta == 1
    assert legal(with_helper("Idler", siesta=8), "use") == set()


def test_30_hammock_weaver() -> None:
    table = play(with_helper("Hammock Weaver", step="donkeys"), "donkey 4", "donkey 4")
    assert farm(table).siesta == 1


@pytest.mark.parametrize(("space", "points"), [(0, 1), (2, 1), (3, 0)])
def test_31_night_watchman(space: int, points: int) -> None:
    assert earned(last("Night Watchman", siesta=space), "done").get("Night Watchman", 0) == points


@pytest.mark.parametrize(("space", "gained"), [(4, 0), (5, 2), (8, 2)])
def test_32_musician(space: int, gained: int) -> None:
    assert silver(play(last("Musician", siesta=space), "done")) == gained


def test_33_smuggler() -> None:
    table = with_helper("Smuggler", goods={"food": 1, "trade": 1}, fields=[9], ripe={"olive": 1}, silver=1)
    play(table, use("Smuggler"))
    assert legal(table) == {"pay olive", "pay food"}
    assert earned(table, "pay olive") == {"Smuggler": 1}
    assert farm(table).ripe == {}


@pytest.mark.parametrize(("donkey", "left"), [(1, 2), (2, 3), (3, 3), (4, 4)])
def test_34_donkey_driver(donkey: int, left: int) -> None:
    table = play(with_helper("Donkey Driver", step="donkeys", siesta=6), f"donkey {donkey}", "donkey 4")
    assert (table.seat, state_of(table)["left"]) == (0, left)


def test_35_muleteer() -> None:
    given: Any = {"silver": 1, "goods": {"grain": 2}, "barrows": [18, 22]}
    table = with_helper("Muleteer", step="free deliveries", **given)
    play(table, use("Muleteer"), "deliver grain barrow-1")
    assert (silver(table), state_of(table)["left"]) == (0, 1)
    assert legal(with_helper("Muleteer", step="purchased deliveries", **given), "use") == set()


@pytest.mark.parametrize(
    ("name", "step"), [("Muleteer", "free deliveries"), ("Messenger", "draft"), ("2d", "draft")]
)
def test_a_purchased_delivery_costs_nothing_unless_it_is_performed(name: str, step: str) -> None:
    """Pay 1 Silver for each Delivery performed."""
    using: Any = {"tiles": ["2d"]} if name == "2d" else {"helpers": [name]}
    table = lay_out(step=step, silver=1, goods={"grain": 1}, barrows=[18], **using)
    play(table, "roof 1" if name == "2d" else use(name))
    assert table.question() == "You may buy a delivery for 1 silver: what goes where?"
    assert silver(table) == 1
    assert silver(play(table, "skip")) == 1


def test_without_its_silver_such_a_delivery_waits_until_something_is_sold() -> None:
    table = lay_out(silver=2, goods={"grain": 1, "olive": 1}, barrows=[18], helpers=["Messenger"])
    play(table, use("Messenger"), "buy grape")
    assert legal(table, "deliver") == set()
    assert refusal(table, "deliver grain barrow-1").kind == "too-little-silver"
    play(table, "sell olive", "deliver grain barrow-1")
    assert silver(table) == 0


def test_36_messenger() -> None:
    table = with_helper("Messenger", silver=1, goods={"grain": 1}, barrows=[18])
    play(table, use("Messenger"), "deliver grain barrow-1")
    assert (silver(table), farm(table).barrows[0]["met"]) == (0, [1])
    assert state_of(table)["step"] == "draft"


def test_37_carter() -> None:
    table = with_helper("Carter", step="free deliveries", turn=2, silver=1, goods={"food": 1})
    play(table, "done")
    assert (state_of(table)["step"], table.seat, state_of(table)["left"]) == ("purchased deliveries", 0, 1)


def test_38_stable_boy() -> None:
    table = with_helper("Stable Boy", step="leftover", pick=2, turn=2, order=[1, 0], donkeys=[4], silver=0)
    play(table, "die 4")
    assert state_of(table)["step"] == "before the donkeys"
    assert {"use 38", "skip"} <= legal(table)
    play(table, "use 38")
    assert legal(table) == {"fetch 1", "fetch 2", "fetch 3"}
    play(table, "fetch 2")
    assert (farm(table).donkeys, silver(table)) == ([2, 4], 2)
    assert state_of(table)["step"] == "donkeys"


def test_39_pedlar() -> None:
    given: Any = {"dice": "6", "goods": {"grain": 1}, "barrows": [18]}
    table = play(with_helper("Pedlar", **given), "die 6", "deliver grain barrow-1")
    assert (silver(table), is_exhausted(table)) == (1, True)
    table = play(with_helper("Pedlar", **given), "die 6", "silver")
    assert (silver(table), is_exhausted(table)) == (2, False)


# -- 40 to 52: market and craft buildings ------------------------------------------------------------

COMPLETING: dict[str, Any] = {"step": "free deliveries", "goods": {"grain": 1}, "barrows": [(19, [2, 3, 4])]}
"""`deliver grain barrow-1` completes a barrow of value 5."""


def test_40_market_crier() -> None:
    assert silver(play(with_helper("Market Crier", **COMPLETING), "deliver grain barrow-1")) == 2


@pytest.mark.parametrize(("stalls", "points"), [(["3-4", "4-2"], 0), (["3-4", "4-2", "5-3"], 1)])
def test_41_stall_keeper(stalls: list[str], points: int) -> None:
    assert earned(last("Stall Keeper", market=stalls), "done").get("Stall Keeper", 0) == points


def test_42_bailiff() -> None:
    table = with_helper("Bailiff", **COMPLETING, benno={"market": ["3-4", "2-3"]})
    assert silver(play(table, "deliver grain barrow-1", "stall 2-4")) == 2


def test_43_market_guard() -> None:
    table = lay_out(
        **COMPLETING, benno={"helpers": ["Market Guard"], "market": ["3-4", "2-3", "1-3"], "silver": 1}
    )
    play(table, "deliver grain barrow-1", "stall 2-4")
    assert table.seat == 1
    assert legal(table) == {"guard 3-4", "guard 2-3", "guard 1-3", "skip"}
    assert earned(table, "guard 2-3", seat=0) == {"markers driven away": 2}
    assert market(table) == {"2-4": 0, "2-3": 1}
    assert (silver(table, 1), is_exhausted(table, 1)) == (0, True)


def test_43_market_guard_may_be_left_alone_or_without_silver() -> None:
    benno = {"helpers": ["Market Guard"], "market": ["3-4"], "silver": 1}
    table = play(lay_out(**COMPLETING, benno=benno), "deliver grain barrow-1", "stall 2-4")
    assert earned(table, "skip", seat=0) == {"markers driven away": 1}
    assert table.seat == 1  # whose deliveries follow
    table = play(lay_out(**COMPLETING, benno=benno | {"silver": 0}), "deliver grain barrow-1")
    assert earned(table, "stall 2-4") == {"markers driven away": 1}


def test_44_squatter() -> None:
    table = with_helper("Squatter", step="free deliveries", silver=3, benno={"market": ["3-4", "4-2"]})
    play(table, use("Squatter"))
    assert legal(table) == {"stall 5-3", "stall 2-3", "stall 3-2", "stall 4-3"}
    assert earned(table, "stall 3-2") == {}
    assert market(table) == {"3-2": 0, "3-4": 1, "4-2": 1}
    assert silver(table) == 0


def test_45_haggler() -> None:
    table = with_helper("Haggler", **COMPLETING, benno={"market": ["1-3"]})
    assert earned(table, "deliver grain barrow-1") == {"market barrows": 5}
    fours, fives, sixes = {"2-2", "3-5"}, {"2-4", "3-3", "4-4"}, {"1-2", "5-2"}
    assert legal(table) == {f"stall {place}" for place in fours | fives | sixes}
    assert earned(table, "stall 1-2") == {"markers driven away": 1}


def test_46_cart_wright() -> None:
    table = with_helper("Cart Wright", step="play", hand=[65], barrows=[18, 9, 41])
    play(table, "barrow 65")
    assert farm(table).barrows[3] == {"card": 65, "met": []}


def test_47_packer() -> None:
    table = with_helper("Packer", step="free deliveries", goods={"olive": 1}, barrows=[18], blocked=[1, 2, 3],
                        crafts=[4, 5, 6])  # fmt: skip
    play(table, use("Packer"))
    assert legal(table) == {"olive for grain"}
    play(table, "olive for grain")
    assert legal(table) == {"deliver grain barrow-1"}
    play(table, "deliver grain barrow-1")
    assert (farm(table).barrows[0]["met"], goods(table)) == ([1], {})
    assert table.seat == 1


def test_48_loader() -> None:
    table = with_helper("Loader", barrows=[(39, [1, 3]), (22, []), (18, [2])])
    play(table, use("Loader"))  # grain grain olive; grain olive; grain grain
    assert legal(table) == {"unload grain barrow-1", "unload olive barrow-1", "unload grain barrow-3"}
    play(table, "unload grain barrow-1")
    assert legal(table) == {"deliver grain barrow-2", "deliver grain barrow-3"}
    assert earned(table, "deliver grain barrow-3") == {"market barrows": 2}
    assert farm(table).barrows[0]["met"] == [3]
    assert legal(table, "stall") != set()


def test_49_apprentice() -> None:
    table = with_helper("Apprentice", step="free deliveries", left=2, goods={"grain": 2}, blocked=[2])
    play(table, "deliver grain row-2a")
    assert is_exhausted(table)
    assert legal(table, "deliver grain row-2") == set()
    table = with_helper(
        "Apprentice", step="free deliveries", goods={"food": 1}, rows={2: ("a", [1, 2, 3])}, blocked=[1, 2]
    )
    assert earned(table, "deliver food row-2a") == {"craft buildings": 1, "first at craft buildings": 1}
    assert state_of(table)["blocked"] == [1]


def craft(name: str, **given: Any) -> Table:
    """A table where `deliver trade row-1a` completes a row."""
    return with_helper(name, step="free deliveries", goods={"trade": 1}, rows={1: ("a", [1, 2, 3])}, **given)


def test_50_guild_master() -> None:
    assert earned(craft("Guild Master"), "deliver trade row-1a")["Guild Master"] == 1


def test_51_journeyman() -> None:
    table = with_helper("Journeyman", step="free deliveries", silver=2, crafts=[1, 2, 5], siesta=8,
                        goods={"grain": 1}, barrows=[18])  # fmt: skip
    play(table, use("Journeyman"))
    assert legal(table) == {"craft 1", "craft 2", "craft 5"}
    play(table, "craft 2")
    assert earned(table, "deliver grain barrow-1") == {}  # the siesta track is not scored
    table = play(with_helper("Journeyman", silver=2, crafts=[5]), use("Journeyman"))
    assert earned(table, "craft 5") == {"craft markers": 2}


def test_52_mason() -> None:
    assert silver(play(craft("Mason", blocked=[2]), "deliver trade row-1a")) == 2 + 3
    assert silver(play(craft("Mason"), "deliver trade row-1a")) == 3


# -- 53 to 66 --------------------------------------------------------------------------------------


def test_53_master_builder() -> None:
    given: Any = {"step": "play", "hand": [65], "goods": {"food": 1}}
    assert "extension 65" in legal(with_helper("Master Builder", extensions=[1], **given))
    assert "extension 65" in legal(with_helper("Master Builder", **given))
    assert "extension 65" not in legal(with_helper("Master Builder", extensions=[1, 2], **given))


def test_54_surveyor() -> None:
    table = play(with_helper("Surveyor", dice="2", hand=[9]), "die 2", "field 9")
    assert farm(table).ripe == {"olive": 1}


def test_55_field_hand() -> None:
    table = with_helper("Field Hand", step="play", hand=[65], fields=[1, 4, 9], ripe={"grape": 1, "olive": 1})
    play(table, "barrow 65")
    assert legal(table) == {"gain grape", "gain olive"}
    play(table, "gain grape")
    assert (goods(table), farm(table).ripe) == ({"grape": 1}, {"grape": 2, "olive": 1})
    table = play(with_helper("Field Hand", step="play", hand=[65], fields=[9]), "barrow 65")
    assert (goods(table), farm(table).ripe) == ({}, {"olive": 1})


def test_6_merchant_is_not_asked_where_the_space_of_the_round_brings_nothing() -> None:
    table = play(with_helper("Merchant", round=5, dice="44", points=2, siesta=8), "die 4")
    assert "use 6" not in legal(table)
    table = play(with_helper("Merchant", round=5, dice="44", points=2, siesta=7), "die 4")
    assert "use 6" in legal(table)


def test_55_field_hand_works_with_the_harvest_which_comes_after_the_income() -> None:
    given: Any = {"step": "play", "hand": [65], "crafts": [4], "ongoing": [4]}
    table = with_helper("Field Hand", fields=[9], ripe={"olive": 1}, **given)
    play(table, "barrow 65")
    assert goods(table) == {}
    play(table, "gain pig")
    assert goods(table) == {"pig": 1}
    play(table, "done")  # the pig could be sold to upgrade the olive, before the harvest
    assert goods(table) == {"olive": 1, "pig": 1}


def test_56_gardener() -> None:
    table = with_helper("Gardener", fields=[9], ripe={"olive": 1}, goods={"pig": 1})
    play(table, use("Gardener"))
    assert legal(table) == {"olive for grain", "olive for grape"}
    play(table, "olive for grape")
    assert (goods(table), farm(table).ripe) == ({"grape": 1, "pig": 1}, {})


def test_57_seed_dealer() -> None:
    table = with_helper("Seed Dealer", silver=3)
    play(table, "buy olive", "buy grain", "buy grape")
    assert (silver(table), goods(table)) == (0, {"olive": 1, "grain": 1, "grape": 1})
    assert "buy pig" not in legal(with_helper("Seed Dealer", silver=3))


def test_58_scribe() -> None:
    assert farm(play(with_helper("Scribe", step="play", hand=[65]), "barrow 65")).hand_size == 4


def test_59_recruiter() -> None:
    table = play(with_helper("Recruiter", silver=1), use("Recruiter"))
    assert (farm(table).hand_size, silver(table)) == (1, 0)


def test_60_steward() -> None:
    table = play(with_helper("Steward", hand=[9, 65]), use("Steward"))
    assert legal(table) == {"discard 9", "discard 65"}
    play(table, "discard 9")
    assert (farm(table).hand, silver(table), state_of(table)["discards"]) == ([65], 2, [9])


def test_61_roofer() -> None:
    table = play(with_helper("Roofer", step="roofs", round=3, roofs=["3a"], silver=2), "tile 1")
    assert silver(table) == 0


def test_62_tiler() -> None:
    table = with_helper("Tiler", silver=2, tiles=["1a", ("2b", False), ("5c", False)])
    play(table, use("Tiler"))
    assert legal(table) == {"turn 2", "turn 3"}
    play(table, "turn 2", "roof 2")
    assert silver(table) == 2


@pytest.mark.parametrize(("owned", "points"), [(["1a"], 0), (["1a", "2a"], 1)])
def test_63_chimney_sweep(owned: list[str], points: int) -> None:
    table = with_helper("Chimney Sweep", step="roofs", round=3, roofs=["3a"], silver=3, tiles=owned)
    assert earned(table, "tile 1").get("Chimney Sweep", 0) == points


def test_64_trader() -> None:
    assert silver(play(with_helper("Trader", goods={"trade": 1}), "trade silver")) == 5
    table = play(last("Trader", round=6, goods={"trade": 1}), "done")
    assert table.scores()[0] == 1


def test_65_shipping_agent() -> None:
    table = play(with_helper("Shipping Agent", silver=4), use("Shipping Agent"))
    assert (goods(table), silver(table)) == ({"trade": 1}, 0)


@pytest.mark.parametrize(
    ("mine", "theirs", "points"), [([1, 2], [3], 1), ([1], [3], 1), ([1], [2, 3], 0), ([], [], 0)]
)
def test_66_mayor(mine: list[int], theirs: list[int], points: int) -> None:
    table = last("Mayor", crafts=mine, benno={"crafts": theirs})
    assert earned(table, "done").get("Mayor", 0) == points
