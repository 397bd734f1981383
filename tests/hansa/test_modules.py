"""Mission cards and the Emperor's Favour."""

from __future__ import annotations

import pytest

from burgher import Table
from burgher.games.hansa.components import FAVOURS, MISSIONS
from hansa.kit import houses, lay_out, legal, load, play, player, points, state_of

CARDS = [{"mission": MISSIONS[n]} for n in range(4)]
TILES = ["relocation", "action", "income"]


# -- missions -------------------------------------------------------------------------------------------


def test_everybody_has_a_card_that_nobody_else_sees() -> None:
    table = Table(load(4, modules="missions"), seed=5)
    cards = [one["mission"] for one in state_of(table)["players"]]
    assert all(card in MISSIONS for card in cards)
    assert len({tuple(card) for card in cards}) == 4
    seen = [one["mission"] for one in table.view(2)["players"]]
    assert seen == [None, None, cards[2], None]
    assert [line for line in table.log(None) if "mission" in line] == []
    assert len([line for line in table.log(2) if "mission" in line]) == 1


@pytest.mark.parametrize(
    ("offices", "scored"),
    [
        ({"osnabrueck": "ab", "stendal": "a"}, 2),
        ({"osnabrueck": "a", "stendal": "a", "paderborn": "a"}, 8),
        ({"osnabrueck": "ab", "stendal": "a", "paderborn": "a"}, 3),
    ],
)
def test_a_mission_scores_offices_and_control(offices: dict[str, str], scored: int) -> None:
    table = lay_out(
        modules="missions",
        points=19,
        houses={"hamburg-luebeck": "aaa"},
        offices={**offices, "hamburg": "a"},
        mission=MISSIONS[0],
        benno=CARDS[1],
        carla=CARDS[2],
    )
    play(table, "establish hamburg-luebeck", "nothing")
    assert points(table)["mission"] == scored
    assert table.view(None)["players"][1]["mission"] == MISSIONS[1]


# -- favours --------------------------------------------------------------------------------------------


def test_as_many_tiles_as_players_lie_open() -> None:
    for players in (3, 4, 5):
        shown = state_of(Table(load(players, modules="favour"), seed=2))["favours"]
        assert len(set(shown)) == players
        assert set(shown) <= set(FAVOURS)


def test_a_tile_costs_all_actions_and_two_markers() -> None:
    table = lay_out(
        modules="favour", favours=TILES, unused={"office": 1, "plus-3": 1, "exchange": 1}, actions=3
    )
    assert legal(table, "favour") == {f"favour {tile}" for tile in TILES}
    play(table, "favour action")
    assert legal(table) == {"turn office", "turn plus-3", "turn exchange"}
    play(table, "turn office", "turn exchange")
    assert player(table).used == {"office": 1, "exchange": 1}
    assert player(table).favours == ["action"]
    assert legal(table) == {"use plus-3", "end"}


def test_only_at_the_very_start_of_a_turn() -> None:
    table = lay_out(modules="favour", favours=TILES, unused={"office": 2}, supply=(1, 0))
    play(table, "place trader hamburg-stade")
    assert legal(table, "favour") == set()
    assert legal(lay_out(modules="favour", favours=TILES, unused={"office": 1}), "favour") == set()


def test_one_action_more_each_turn() -> None:
    table = lay_out(modules="favour", favours=TILES[::2], actions=1, benno={"favours": ["action"]})
    play(table, "end")
    assert state_of(table)["actions"] == 3


def test_the_tile_goes_beyond_five_actions() -> None:
    more = {"favours": ["action"], "desk": {"actions": 5}}
    table = lay_out(modules="favour", favours=TILES[::2], actions=1, benno=more)
    play(table, "end")
    assert state_of(table)["actions"] == 6


def test_displaced_pieces_may_go_anywhere() -> None:
    table = lay_out(
        modules="favour",
        favours=TILES[1:],
        supply=(2, 0),
        houses={"hamburg-luebeck": "b.."},
        benno={"favours": ["relocation"], "stock": (1, 0)},
    )
    play(table, "displace hamburg-luebeck 1 with trader")
    assert {"to warburg-coellen", "to hamburg-luebeck"} <= legal(table)


def test_so_may_those_that_come_along() -> None:
    table = lay_out(
        modules="favour",
        favours=TILES[1:],
        supply=(2, 0),
        houses={"hamburg-luebeck": "b.."},
        benno={"favours": ["relocation"], "stock": (1, 0)},
    )
    play(table, "displace hamburg-luebeck 1 with trader", "to hamburg-stade")
    assert state_of(table)["displaced"] is None
    assert {"to warburg-coellen", "to hamburg-luebeck"} <= legal(table)


def test_a_share_of_others_income() -> None:
    table = lay_out(modules="favour", favours=TILES[:2], stock=(3, 0), benno={"favours": ["income"]})
    play(table, "income 3 traders")
    assert table.seat == 1
    assert legal(table) == {"share trader", "share merchant", "nothing"}
    supply = player(table, 1).supply["merchant"]
    play(table, "share merchant")
    assert player(table, 1).supply["merchant"] == supply + 1
    assert table.seat == 0


def test_two_more_pieces_for_a_displaced_trader() -> None:
    table = lay_out(
        modules="favour",
        favours=TILES[:2],
        supply=(2, 0),
        houses={"hamburg-luebeck": "b.."},
        benno={"favours": ["displaced"], "stock": (5, 0), "supply": (0, 0)},
    )
    play(table, "displace hamburg-luebeck 1 with trader", "to hamburg-stade", "to hamburg-stade")
    play(table, "to hamburg-stade")
    assert houses(table, "hamburg-stade") == "bbb"
    assert table.seat == 0


def test_a_displaced_merchant_brings_no_more_than_two() -> None:
    table = lay_out(
        modules="favour",
        favours=TILES[:2],
        supply=(3, 0),
        houses={"hamburg-luebeck": "B.."},
        benno={"favours": ["displaced"], "stock": (5, 0)},
    )
    play(table, "displace hamburg-luebeck 1 with trader", "next merchant", *["to hamburg-stade"] * 3)
    assert houses(table, "hamburg-stade") == "Bbb"
    assert table.seat == 0


def test_the_tile_for_tracks_leaves_out_the_keys_where_they_score_nothing() -> None:
    table = lay_out(
        rules="2009",
        modules="favour",
        favours=TILES[1:],
        houses={"hamburg-luebeck": "aaa"},
        offices={"hamburg": "b"},
        benno={"points": 19, "favours": ["tracks"], "desk": {"bags": 3, "keys": 4}},
    )
    play(table, "establish hamburg-luebeck", "nothing")
    found = points(table, 1)
    assert (found["full tracks"], found["favours"]) == (4, 3)


@pytest.mark.parametrize(("tile", "more"), [("tracks", 6), ("cities", 4), ("action", 0)])
def test_favours_that_score(tile: str, more: int) -> None:
    table = lay_out(
        modules="favour",
        favours=TILES[::2],
        houses={"hamburg-luebeck": "aaa"},
        offices={"hamburg": "b", "minden": "b"},
        benno={"points": 19, "favours": [tile], "desk": {"bags": 3, "book": 3}},
    )
    play(table, "establish hamburg-luebeck", "nothing")
    found = points(table, 1)
    assert (found["full tracks"], found["cities"], found.get("favours", 0)) == (8, 4, more)
