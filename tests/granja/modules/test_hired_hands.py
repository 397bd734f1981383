"""Hired Hands: workers sent with a die, who guard a stall or bring a delivery."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from burgher import BadPosition, Table
from burgher.games.granja import study
from burgher.games.granja.pending import RECALL
from granja.kit import (
    deal,
    earned,
    farm,
    lay_out,
    legal,
    load,
    market,
    module,
    play,
    refusal,
    silver,
    state_of,
)

NAME = "hired-hands"


def hands(
    *out: list[str], lying: tuple[list[int], ...] = (), players: int = 2, **more: Any
) -> dict[str, Any]:
    """Where the workers of each seat are; the others are at home."""
    where = [*out, *[[] for _ in range(players)]][:players]
    down = [*lying, *[[] for _ in range(players)]][:players]
    home = [2 - len(one) - len(other) for one, other in zip(where, down, strict=True)]
    return {NAME: {"home": home, "out": where, "lying": down, **more}}


def drafting(die: str, **given: Any) -> Table:
    """Anna drafts a die; spaces 1 and 4 ask nothing themselves."""
    given.setdefault("modules", hands())
    return lay_out(step="draft", dice=die, **given)


# -- set-up ------------------------------------------------------------------------------------------


def test_everybody_has_two_workers() -> None:
    assert module(deal(4, modules=(NAME,)), NAME)["home"] == [2, 2, 2, 2]


def test_the_tile_with_four_donkeys_is_one_with_four_hats() -> None:
    table = lay_out(step="donkeys", turn=2, order=[1, 0], modules=hands(), benno={"donkey": 1})
    assert legal(table) == {"donkey 1", "donkey 2", "donkey 3", "donkey 0"}
    play(table, "donkey 0")
    assert farm(table).siesta == 4
    assert state_of(table)["left"] == 0 or table.seat == 1, "no delivery comes with it"
    assert farm(table).donkeys == [1, 2, 3]


def test_the_donkey_driver_adds_nothing_to_a_tile_without_donkeys() -> None:
    table = lay_out(
        step="donkeys",
        turn=2,
        order=[1, 0],
        siesta=5,
        helpers=["Donkey Driver"],
        modules=hands(),
        benno={"donkey": 1},
    )
    play(table, "donkey 0")
    assert (table.seat, state_of(table)["step"]) == (1, "free deliveries")


def test_it_is_used_as_any_other_tile() -> None:
    table = lay_out(step="donkeys", donkeys=[4], modules=hands())
    assert legal(table) == {"donkey 0"}
    play(table, "donkey 0")
    assert table.view(1)["players"][0]["donkey"] is None, "it is chosen in secret"
    assert "no donkey and 4 hats" in table.game.sentence(
        lay_out(step="donkeys", modules=hands()).state, table.game.number("donkey 0")
    )


# -- sending (II) --------------------------------------------------------------------------------------


def test_a_drafted_die_may_also_send_a_worker_to_a_place_of_its_value() -> None:
    # A barrow of 4 points, craft building 4, and a stall place of value 4.
    table = drafting("4", barrows=[2, 1], market=["3-5", "3-2"])
    play(table, "die 4")
    assert silver(table) == 4, "beside the action of the die"
    assert legal(table, "worker") == {"worker barrow-1", "worker building-4", "worker stall-3-5"}
    play(table, "worker barrow-1")
    assert module(table, NAME)["out"][0] == ["barrow-1"]
    assert module(table, NAME)["home"][0] == 1
    assert table.seat == 1


def test_nobody_has_to_send_one() -> None:
    table = play(drafting("4"), "die 4", "skip")
    assert module(table, NAME)["home"] == [2, 2]


def test_the_leftover_die_sends_nobody() -> None:
    table = lay_out(step="leftover", dice="4", modules=hands())
    play(table, "die 4")
    assert legal(table, "worker") == set()


def test_a_1_goes_anywhere_for_a_silver() -> None:
    table = drafting("1", silver=1, barrows=[1], market=["3-5"])
    play(table, "die 1")
    assert legal(table, "worker") == {
        "worker barrow-1",
        "worker stall-3-5",
        *(f"worker building-{n}" for n in range(1, 7)),
    }
    play(table, "worker stall-3-5")
    assert silver(table) == 0
    poor = drafting("1", barrows=[1])
    play(poor, "die 1")
    assert legal(poor, "worker") == {"worker building-1"}, "its value is the die's: it costs nothing"
    play(poor, "sell pig", "worker barrow-1")
    assert silver(poor) == 1
    own = drafting("1", silver=1)
    play(own, "die 1", "worker building-1")
    assert silver(own) == 1


def test_a_changed_die_has_its_new_value() -> None:
    table = drafting("3", tiles=["1d"])
    play(table, "roof 1", "die 3 as 4")
    assert legal(table, "worker") == {"worker building-4"}


def test_without_a_worker_at_home_nobody_is_asked() -> None:
    table = drafting("4", modules=hands(["building-1", "building-2"]))
    play(table, "die 4")
    assert table.seat == 1


def test_a_betwixt_card_has_two_values() -> None:
    # Card 1: 5 points and 3.
    cards = {"betwixt": {"cards": [{"card": 1, "near": 0, "far": 0, "waiting": None}, None]}}
    for die, goes in (("3", True), ("5", True), ("6", False)):
        table = drafting(die, modules=hands() | cards, silver=3, goods={"grain": 1})
        play(table, f"die {die}")
        while table.seat == 0 and not legal(table, "worker"):
            play(
                table, min(legal(table, "gain") | legal(table, "rest") | legal(table, "silver") & {"silver"})
            )
        assert ("worker betwixt-1" in legal(table)) is goes


# -- working (III) -------------------------------------------------------------------------------------


def test_a_worker_on_a_barrow_comes_home_for_a_free_delivery_to_it() -> None:
    table = lay_out(
        step="free deliveries",
        left=1,
        goods={"olive": 1, "grain": 1},
        barrows=[3, 16],
        modules=hands(["barrow-1"]),
    )
    assert legal(table, "work ") == {"work olive barrow-1", "work grain barrow-1"}
    play(table, "work olive barrow-1")
    assert farm(table).barrows[0]["met"] == [2]
    assert state_of(table)["left"] == 1, "it is one more"
    assert module(table, NAME)["home"][0] == 2


def test_free_deliveries_go_on_for_a_worker() -> None:
    table = lay_out(
        step="free deliveries",
        left=1,
        goods={"olive": 1, "grain": 1},
        barrows=[3],
        modules=hands(["barrow-1"]),
    )
    play(table, "deliver grain barrow-1")
    assert legal(table, "work") == {"work olive barrow-1"}
    assert "done" in legal(table)
    play(table, "work olive barrow-1")
    assert table.seat == 1


def test_it_is_for_the_step_of_free_deliveries() -> None:
    table = lay_out(
        step="purchased deliveries", silver=1, goods={"olive": 1}, barrows=[3], modules=hands(["barrow-1"])
    )
    assert refusal(table, "work olive barrow-1").kind == "wrong-phase"


def test_a_worker_on_an_open_craft_building_delivers_to_it() -> None:
    table = lay_out(step="free deliveries", goods={"grain": 1}, modules=hands(["building-2"]))
    assert legal(table, "work") == {"work grain row-2a", "work grain row-2b"}
    play(table, "work grain row-2b")
    assert farm(table).rows["2"] == {"row": "b", "met": [1]}


def test_a_worker_on_a_betwixt_card_delivers_to_it() -> None:
    cards = {"betwixt": {"cards": [{"card": 1, "near": 0, "far": 0, "waiting": None}, None]}}
    table = lay_out(step="free deliveries", goods={"grain": 1}, modules=hands(["betwixt-1"]) | cards)
    play(table, "work grain betwixt-1")
    assert module(table, "betwixt")["cards"][0]["near"] == 1
    assert module(table, NAME)["home"][0] == 2


def test_beside_a_closed_building_a_worker_lies_down_and_opens_it_for_its_player() -> None:
    table = lay_out(
        step="free deliveries",
        left=2,
        goods={"grain": 2},
        blocked=[1, 2, 3],
        modules=hands(["building-2"]),
        benno={"goods": {"grain": 1}},
    )
    assert not {said for said in legal(table) if "row-2" in said}
    play(table, "lie down building-2")
    assert {"deliver grain row-2a", "deliver grain row-2b"} <= legal(table)
    play(table, "deliver grain row-2a")
    assert module(table, NAME)["lying"][0] == [2]
    play(table, "done")
    assert not {said for said in legal(table) if "row-2" in said}, "not for Benno"


def test_who_completes_a_closed_building_opens_it_but_no_other() -> None:
    table = lay_out(
        step="free deliveries",
        left=2,
        goods={"food": 1},
        rows={2: ("a", (1, 2, 3))},
        blocked=[1, 2, 3],
        modules=hands(lying=([2],)),
    )
    points = earned(table, "deliver food row-2a")
    assert points == {"craft buildings": 1, "first at craft buildings": 1}, "nothing for unblocking"
    assert state_of(table)["blocked"] == [1, 3]


def test_a_worker_comes_home_when_its_barrow_or_row_is_completed() -> None:
    table = lay_out(
        step="free deliveries", left=2, goods={"olive": 1}, barrows=[(9, (1,))], modules=hands(["barrow-1"])
    )
    play(table, "deliver olive barrow-1")
    assert module(table, NAME)["home"][0] == 2
    row = lay_out(
        step="free deliveries",
        left=2,
        goods={"grape": 1},
        rows={4: ("a", (1, 2, 3))},
        modules=hands(["building-4"]),
    )
    play(row, "deliver grape row-4a")
    assert module(row, NAME)["home"][0] == 2


# -- guarding ------------------------------------------------------------------------------------------


def attacking(**given: Any) -> Table:
    """Anna completes a barrow of 6 points; 1-2 has lower neighbours."""
    given.setdefault("modules", hands([], ["stall-2-2"]))
    table = lay_out(step="free deliveries", left=2, goods={"meat": 1}, barrows=[(6, (1, 2, 3, 4))], **given)
    return play(table, "deliver meat barrow-1")


def test_a_worker_may_leave_instead_of_a_marker_that_is_driven_away() -> None:
    table = attacking(benno={"market": ["2-2", "2-3"]})
    play(table, "stall 1-2")
    assert table.seat == 1
    assert legal(table) == {"keep marker", "skip"}
    assert earned(table, "keep marker", seat=0) == {"markers driven away": 1}, "only for the other one"
    assert market(table) == {"1-2": 0, "2-2": 1}
    assert module(table, NAME)["home"][1] == 2
    assert table.seat == 0


def test_its_owner_may_let_the_marker_go() -> None:
    table = attacking(benno={"market": ["2-2", "2-3"]})
    assert earned(play(table, "stall 1-2"), "skip", seat=0) == {"markers driven away": 2}
    assert market(table) == {"1-2": 0}
    assert module(table, NAME)["home"][1] == 2, "the worker has nothing to guard"


def test_every_owner_is_asked() -> None:
    table = lay_out(
        players=3,
        step="free deliveries",
        left=2,
        goods={"meat": 1},
        barrows=[(6, (1, 2, 3, 4))],
        modules=hands([], ["stall-2-2"], ["stall-2-3"], players=3),
        benno={"market": ["2-2"]},
        carla={"market": ["2-3"]},
    )
    play(table, "deliver meat barrow-1", "stall 1-2")
    assert table.seat == 1
    play(table, "keep marker")
    assert table.seat == 2
    assert earned(table, "skip", seat=0) == {"markers driven away": 1}
    assert market(table) == {"1-2": 0, "2-2": 1}


def test_a_worker_may_leave_instead_of_a_marker_that_is_replaced() -> None:
    given: dict[str, Any] = {
        "modules": hands([], ["stall-5-2"]),
        "benno": {"market": ["1-2", "5-2"]},
    }
    table = attacking(**given)
    play(table, "stall 5-2")
    assert table.seat == 1
    assert earned(table, "keep marker", seat=0) == {}
    assert market(table) == {"1-2": 1, "5-2": 1}
    assert (table.seat, legal(table, "stall")) == (0, {"stall 1-2"}), "the other place of its value"
    assert earned(table, "stall 1-2") == {"markers replaced": 1}
    assert market(table) == {"1-2": 0, "5-2": 1}
    other = play(attacking(**given), "stall 5-2")
    assert earned(other, "skip", seat=0) == {"markers replaced": 1}
    assert market(other)["5-2"] == 0


def test_where_every_place_of_the_value_is_kept_no_marker_is_placed() -> None:
    """Both workers go home for it, one after the other."""
    table = attacking(modules=hands([], ["stall-1-2", "stall-5-2"]), benno={"market": ["1-2", "5-2"]})
    play(table, "stall 5-2", "keep marker", "stall 1-2", "keep marker")
    assert market(table) == {"1-2": 1, "5-2": 1}
    assert (table.seat, module(table, NAME)["home"], module(table, NAME)["kept"]) == (0, [2, 2], [])


def test_a_worker_does_not_protect_a_grand_marker() -> None:
    marks = {"grand-markers": {"supply": [2, 1], "stalls": ["3-5"]}}
    table = lay_out(
        step="draft",
        turn=2,
        dice="4",
        modules=hands() | marks,
        benno={"market": ["3-5", "2-2"]},
    )
    play(table, "die 4")
    assert legal(table, "worker") == {"worker stall-2-2", "worker building-4"}


# -- coming back (IV) ------------------------------------------------------------------------------------


def test_after_new_roof_tiles_everybody_may_call_workers_back() -> None:
    table = lay_out(
        step="purchased deliveries", barrows=[3], modules=hands(["barrow-1", "building-1"], ["building-6"])
    )
    play(table, "done")
    assert (table.seat, state_of(table)["round"]) == (0, 2)
    assert legal(table) == {"recall barrow-1", "recall building-1", "skip"}
    play(table, "recall barrow-1", "skip")
    assert table.seat == 1
    play(table, "recall building-6")
    assert module(table, NAME)["home"] == [1, 2]
    assert state_of(table)["step"] != "recall"


def test_workers_that_lie_must_come_home() -> None:
    table = lay_out(step="purchased deliveries", blocked=[1, 2, 3], modules=hands(lying=([2],)))
    play(table, "done")
    assert module(table, NAME)["home"] == [2, 2]
    assert module(table, NAME)["lying"] == [[], []]


@pytest.mark.parametrize(
    "wrong",
    [
        hands(["barrow-1"]),
        hands(["stall-3-2"]),
        {NAME: {"home": [3, 2], "out": [[], []], "lying": [[], []]}},
        {NAME: {"home": [2, 2], "out": [["cellar"], []], "lying": [[], []]}},
    ],
)
def test_positions_that_could_not_be_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadPosition):
        lay_out(step="draft", modules=wrong)


def test_before_the_scoring_a_worker_may_lie_down_for_a_roof_tile_that_delivers() -> None:
    # What a worker beside building 2 could open is all that grain can be delivered to.
    given: dict[str, Any] = {
        "step": "free deliveries",
        "turn": 2,
        "order": [1, 0],
        "round": 4,
        "goods": {"grain": 1},
        "crafts": [1, 3, 4, 5, 6],
        "blocked": [2],
    }
    table = lay_out(tiles=["4b"], modules=hands(["building-2"]), **given)
    play(table, "done")
    assert (table.seat, state_of(table)["step"]) == (0, "purchased deliveries")
    play(table, "lie down building-2", "roof 1", "deliver grain row-2a")
    idle = lay_out(tiles=[("4b", False)], modules=hands(["building-2"]), **given)
    play(idle, "done")
    assert state_of(idle)["round"] == 5


def test_a_worker_waits_for_what_can_be_bought() -> None:
    """The last donkey has delivered; an olive for the worker's barrow can be bought."""
    table = lay_out(
        step="free deliveries",
        silver=3,
        goods={"grain": 1},
        barrows=[3],
        modules=hands(["barrow-1"]),
    )
    play(table, "deliver grain barrow-1")
    assert table.seat == 0
    assert legal(table) >= {"buy olive", "done"}
    play(table, "buy olive", "work olive barrow-1")
    assert table.seat == 1
    poor = lay_out(step="free deliveries", goods={"grain": 1}, barrows=[3], modules=hands(["barrow-1"]))
    assert play(poor, "deliver grain barrow-1").seat == 1


@pytest.mark.parametrize(
    ("given", "first"),
    [
        ({"silver": 3}, ["buy olive"]),
        ({"goods": {"trade": 1}}, ["trade harvest", "gain olive and grain"]),
        ({"goods": {"olive": 1}}, []),
    ],
)
def test_a_worker_works_with_the_tile_without_donkeys_too(given: dict[str, Any], first: list[str]) -> None:
    table = lay_out(
        step="donkeys",
        turn=2,
        order=[1, 0],
        benno={"donkey": 2},
        barrows=[3],
        modules=hands(["barrow-1"]),
        **given,
    )
    play(table, "donkey 0")
    assert (table.seat, state_of(table)["step"]) == (0, "free deliveries")
    play(table, *first, "work olive barrow-1")
    assert module(table, NAME)["home"] == [2, 2]


def test_where_all_others_of_the_value_are_kept_one_replaces_ones_own_marker() -> None:
    table = lay_out(
        step="free deliveries",
        goods={"meat": 1},
        barrows=[(6, [1, 2, 3, 4])],
        market=["5-2"],
        benno={"market": ["1-2"]},
        modules=hands([], ["stall-1-2"]),
    )
    play(table, "deliver meat barrow-1", "stall 1-2", "keep marker")
    assert (table.seat, legal(table, "stall")) == (0, {"stall 5-2"})
    assert earned(table, "stall 5-2") == {"markers replaced": 1}
    assert market(table) == {"1-2": 1, "5-2": 0}


def test_while_workers_are_called_back_the_next_round_has_not_begun() -> None:
    game = load(2, ("hired-hands",))
    random, seen = Random(3), 0
    for seed in range(3):
        state: Any = game.deal(seed)
        before = 0
        while not state.is_over:
            assert study.clock(state) >= before
            before = study.clock(state)
            seen += state.step == RECALL
            state.apply(random.choice(state.legal_actions()))
    assert seen > 5
