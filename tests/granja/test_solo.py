"""The solo game, sentence by sentence as far as its rules are known, and our choice where they end."""

from __future__ import annotations

from io import StringIO
from random import Random
from typing import Any

import pytest
from rich.console import Console

import burgher
from burgher import BadOptions, Table, agents
from burgher.agents.search import SearchAgent
from burgher.envs import returns
from burgher.games.granja.components import CARDS, STALL_NAMES
from burgher.games.granja.modules.bustling_town import POINTS
from burgher.games.granja.modules.shelf import NAMES, NOT_ALONE
from burgher.kernel.search import Tree
from burgher.kernel.search_settings import SearchSettings
from burgher.study.outlook import certain
from granja.kit import (
    deal,
    earned,
    lay_out,
    legal,
    load,
    market,
    module,
    play,
    play_out,
    random_game,
    silver,
    state_of,
)

FIRST = {"solo": {"neutral is first": True}}
VALUE = {2: 51, 3: 47, 4: 45, 5: 65, 6: 58}
"""A card for each value of a barrow."""


def dealt(neutral_first: bool) -> Table:
    """A new game in which the neutral player is first, or second."""
    tables = (deal(1, seed) for seed in range(50))
    return next(one for one in tables if module(one, "solo")["neutral is first"] == neutral_first)


def dice(numbers: str) -> list[int]:
    """A pool of dice."""
    return [numbers.count(str(number)) for number in range(1, 7)]


def told(table: Table) -> list[str]:
    """What has happened, as sentences."""
    return [str(entry) for entry in table.log(0)]


def neutral_turn(value: int, market: list[str], *actions: str, **given: Any) -> Table:
    """Anna, who is first, declines a free delivery; then a card with a barrow of some value is turned up."""
    helpers = {2: "Negotiator", 43: "Market Guard"}
    kept = {VALUE[value], 18, *(card for card, name in helpers.items() if name in given.get("helpers", ()))}
    rest = [card for card in range(1, CARDS + 1) if card not in kept]
    given = {"step": "free deliveries", "barrows": [18], "goods": {"grain": 1}, "discards": rest} | given
    return play(lay_out(1, market=market, **given), "done", *actions)


# -- set-up ----------------------------------------------------------------------------------------


def test_of_two_order_markers_one_is_drawn_and_both_markers_go_to_places_of_their_values() -> None:
    assert market(dealt(neutral_first=False)) == {"3-4": 0, "3-2": 1}  # values 2 and 3
    assert market(dealt(neutral_first=True)) == {"3-2": 0, "3-4": 1}


def test_the_journal_says_who_starts() -> None:
    assert "Anna is the start player." in told(dealt(neutral_first=False))
    assert "The neutral player is the start player." in told(dealt(neutral_first=True))


def test_two_roof_tiles_are_there_each_round() -> None:
    table = deal(1)
    assert [tile is not None for tile in state_of(table)["roofs"]] == [True, True, False, False]


def test_the_board_is_that_of_two_players() -> None:
    given: Any = {"step": "free deliveries", "questions": [["stall to place", 31]]}
    one, two = (lay_out(players, **given) for players in (1, 2))
    assert legal(one) == legal(two)
    rows = [lay_out(n, step="free deliveries", goods={"grain": 1, "food": 1}) for n in (1, 2)]
    assert legal(rows[0], "deliver") == legal(rows[1], "deliver")


@pytest.mark.parametrize(
    ("helper", "modules", "gained"),
    [("Early Riser", None, 1), ("Early Riser", FIRST, 0), ("Straggler", None, 0), ("Straggler", FIRST, 2)],
)
def test_first_and_last_in_turn_order_count_the_neutral_player(
    helper: str, modules: Any, gained: int
) -> None:
    table = lay_out(1, step="roofs", silver=1, roofs=["2a"], helpers=[helper], modules=modules)
    assert silver(play(table, "done")) == 1 + gained


# -- the revenue phase -----------------------------------------------------------------------------


def test_there_are_five_dice() -> None:
    table = dealt(neutral_first=False)
    while state_of(table)["phase"] == "farm":
        play(table, min(legal(table, "field") | legal(table, "done") | legal(table, "discard")))
    assert sum(state_of(table)["dice"]) == 5


def test_the_start_player_takes_a_die_one_is_discarded_and_so_again_and_the_last_is_used() -> None:
    table = play(lay_out(1, dice=dice("14446")), "die 4")
    assert state_of(table)["dice"] == dice("446")
    play(table, "die 4")
    assert (state_of(table)["step"], state_of(table)["dice"]) == ("leftover", dice("6"))
    assert legal(table, "die") == {"die 6"}


def test_else_one_is_discarded_first() -> None:
    table = play(lay_out(1, dice=dice("4446"), modules=FIRST), "die 4")
    assert state_of(table)["dice"] == dice("46")  # of 4, 4 and 6
    play(table, "die 4")
    assert (state_of(table)["step"], state_of(table)["dice"]) == ("leftover", dice("6"))


@pytest.mark.parametrize(("round_", "left"), [(1, "456"), (3, "456"), (4, "145"), (6, "145")])
def test_it_is_the_lowest_die_until_the_third_round_and_the_highest_from_then_on(
    round_: int, left: str
) -> None:
    table = play(lay_out(1, dice=dice("14456"), round=round_), "die 4")
    assert state_of(table)["dice"] == dice(left)
    assert f"The neutral player discards a {1 if round_ < 4 else 6}." in told(table)


def test_it_is_never_the_last_die_of_a_space_marked_by_the_village_elder() -> None:
    table = play(lay_out(1, dice=dice("14456"), marked=1), "die 4")
    assert state_of(table)["dice"] == dice("156")


# -- the neutral player's market -------------------------------------------------------------------


def test_a_card_is_turned_up_and_a_neutral_marker_goes_to_a_place_of_its_value() -> None:
    table = neutral_turn(6, [])
    assert list(market(table).values()) == [1]
    assert market(table).keys() <= {"1-2", "5-2"}
    assert any(f"Card {VALUE[6]} has a barrow of value 6" in sentence for sentence in told(table))


def test_it_happens_in_turn_order_before_all_deliveries_or_after_the_last_of_them() -> None:
    for ahead in (True, False):
        # Whatever tile the neutral player draws, it has at most three hats.
        disc = {"solo": {"siesta": 8 if ahead else 0, "neutral is ahead": ahead, "neutral is first": True}}
        given: Any = {"goods": {"grain": 2}, "silver": 1, "extensions": [65], "barrows": [18], "siesta": 4}
        table = play(lay_out(1, step="donkeys", modules=disc, **given), "donkey 3")
        assert (state_of(table)["step"], len(market(table))) == ("free deliveries", ahead)
        play(table, "done")
        assert (state_of(table)["step"], len(market(table))) == ("purchased deliveries", ahead)
        play(table, "done")
        assert len(market(table)) == 1


def test_it_is_where_most_of_ones_markers_have_to_leave() -> None:
    table = neutral_turn(5, ["3-4", "4-3", "5-3", "2-3"])
    # 4-4 drives away 3-4, 4-3 and 5-3; 2-4 and 3-3 fewer.
    assert market(table) == {"4-4": 1, "2-3": 0}
    assert "Anna's marker on stall 3-4 has to give way to the neutral player." in told(table)


def test_then_where_it_is_hardest_to_drive_away() -> None:
    # Higher places that are not neutral: three beside 2-3, two beside 4-3, none beside 3-2.
    assert market(neutral_turn(3, ["1-3"], neutral=["2-2", "3-3"]))["3-2"] == 1


def test_without_an_empty_place_it_replaces_one_of_the_players_markers() -> None:
    table = neutral_turn(6, ["1-2"], neutral=["5-2"])
    assert market(table) == {"1-2": 1, "5-2": 1}


def test_where_all_places_are_neutral_none_is_placed() -> None:
    table = neutral_turn(6, ["3-4"], neutral=["5-2", "1-2"])
    assert market(table) == {"1-2": 1, "5-2": 1, "3-4": 0}
    assert f"Card {VALUE[6]} is turned up, and no neutral marker is placed." in told(table)


def test_the_market_guard_keeps_a_marker() -> None:
    table = neutral_turn(6, ["1-3", "2-2"], helpers=["Market Guard"], silver=1, neutral=["5-2"])
    assert legal(table) == {"guard 1-3", "guard 2-2", "skip"}
    assert earned(table, "guard 1-3") == {"market": 1}  # the round ends with it
    assert market(table) == {"1-2": 1, "5-2": 1, "1-3": 0}
    assert silver(table) == 0


def test_a_lost_marker_sets_off_what_waits_for_it() -> None:
    table = neutral_turn(6, ["1-3"], helpers=["Negotiator"], neutral=["5-2"])
    assert any("Negotiator" in sentence for sentence in told(table))


def test_each_neutral_marker_driven_away_or_replaced_is_a_point() -> None:
    given: Any = {"step": "free deliveries", "goods": {"grain": 1}, "barrows": [(19, [2, 3, 4])]}
    table = play(lay_out(1, **given, neutral=["3-4", "2-3"]), "deliver grain barrow-1")
    assert earned(table, "stall 2-4")["markers driven away"] == 2
    assert "The neutral marker on stall 3-4 has to give way." in told(table)
    table = play(lay_out(1, **given, neutral=["2-4", "3-3", "4-4"]), "deliver grain barrow-1")
    assert earned(table, "stall 2-4")["markers replaced"] == 1


# -- our choice, where the rules end ---------------------------------------------------------------


def choosing(tiles: list[int], disc: int, first: bool, **given: Any) -> Table:
    """Anna is to choose a donkey tile; the neutral player has so many left, and its disc somewhere."""
    mine = given.get("siesta", 0)
    ahead = disc > mine or (disc == mine and first)
    solo = {"donkeys": tiles, "siesta": disc, "neutral is ahead": ahead, "neutral is first": first}
    return lay_out(1, step="donkeys", modules={"solo": solo}, goods={"grain": 1}, barrows=[18], **given)


def test_the_neutral_player_plays_a_donkey_tile_whose_hats_move_its_disc() -> None:
    table = play(choosing([2], 1, first=False), "donkey 4")
    solo = module(table, "solo")
    assert (solo["donkeys"], solo["donkey"], solo["siesta"]) == ([], 2, 3), "two donkeys, two hats"
    assert "The neutral player plays the tile with 2 donkeys and 2 hats." in told(table)
    assert "The neutral player advances 2 steps on the siesta track." in told(table)


@pytest.mark.parametrize(
    ("first", "mine", "neutral", "neutral_first"),
    [
        (False, 0, 0, True),
        (True, 0, 0, False),
        (True, 2, 0, False),
        (False, 0, 2, True),
        (False, 8, 8, False),
    ],
)
def test_who_is_further_or_on_top_is_first_in_turn_order(
    first: bool, mine: int, neutral: int, neutral_first: bool
) -> None:
    """Both have two hats; who advances later comes to lie on top. At the top of the track nobody moves."""
    table = play(choosing([2], neutral, first, siesta=mine), "donkey 2")
    assert module(table, "solo")["neutral is first"] == neutral_first
    changed = "The neutral player" if neutral_first else "Anna"
    assert (f"{changed} is first in turn order." in told(table)) == (first != neutral_first)


def test_a_step_of_the_players_passes_the_neutral_disc() -> None:
    """In the revenue phase the discs move, too."""
    solo = {"solo": {"siesta": 1, "neutral is ahead": True, "neutral is first": True}}
    table = play(lay_out(1, dice=dice("5666"), goods={"grain": 1}, modules=solo), "die 5", "rest")
    assert not module(table, "solo")["neutral is ahead"], "on top"


def test_its_tiles_are_used_once_and_come_back_in_round_4() -> None:
    table = deal(1, 4)
    left = {}
    for _ in random_game(table, 4):
        if table.is_over or state_of(table)["step"] != "free deliveries":
            continue
        solo = module(table, "solo")
        left[state_of(table)["round"]] = len(solo["donkeys"])
        assert solo["donkey"] not in solo["donkeys"]
    assert left.items() <= {1: 3, 2: 2, 3: 1, 4: 3, 5: 2, 6: 1}.items()
    assert left


def test_the_discs_go_back_in_turn_order() -> None:
    solo = {"solo": {"siesta": 5, "neutral is ahead": True, "neutral is first": True, "placed": True}}
    table = play(lay_out(1, step="purchased deliveries", modules=solo, goods={"grain": 1}, silver=1), "done")
    assert (module(table, "solo")["siesta"], module(table, "solo")["neutral is ahead"]) == (0, True)


def test_the_neutral_player_has_no_points() -> None:
    table = dealt(neutral_first=True)
    play_out(table)
    assert len(state_of(table)["track"]) == len(table.scores()) == 1
    assert table.headline == f"La Granja, over: Anna reaches {table.scores()[0]} points"
    assert told(table)[-1] == "The game is over."


ALONE = tuple(name for name in NAMES if name not in NOT_ALONE)


@pytest.mark.parametrize("name", ALONE)
def test_modules_that_are_not_about_others_are_played_alone(name: str) -> None:
    state, random = load(1, (name,)).deal(5), Random(5)
    for _ in range(120):
        if not state.is_over:
            state.apply(random.choice(state.legal_actions()))
            load(1, (name,)).check(state)


@pytest.mark.parametrize("name", NOT_ALONE)
def test_the_others_are_refused_with_the_reason(name: str) -> None:
    with pytest.raises(BadOptions, match=f"{name} is not for one player: .*(player|opponent)"):
        burgher.load("granja", 1, modules=(name,))


def test_a_white_die_is_discarded_before_a_gray_one() -> None:
    gray = {"counsellors": {"gray": [1, 0, 0, 1, 0, 0]}}
    table = play(lay_out(1, dice=dice("11446"), modules=gray), "die 4")
    assert (state_of(table)["dice"], module(table, "counsellors")["gray"]) == (
        dice("146"),
        [1, 0, 0, 1, 0, 0],
    )
    play(table, "gray 4", "revenue first", "skip")
    assert (state_of(table)["dice"], module(table, "counsellors")["gray"]) == (dice("6"), [0] * 6)


def test_neutral_markers_count_for_who_dominates_a_building() -> None:
    """A marker each beside it: nobody dominates."""
    beside = ["2-2", "2-3", "3-3"]
    at = POINTS.index(tuple(STALL_NAMES.index(stall) for stall in beside)) + 1
    built = [{"building": 4, "craft": 1, "point": at}]
    town: Any = {"built": built, "display": [1, 2, 3], "deck": [5, 6, 7, 8, 9, 10]}
    for neutral, points in (([], 2), ([beside[1]], 0)):
        table = lay_out(
            1,
            step="purchased deliveries",
            market=[beside[0]],
            neutral=neutral,
            modules={"bustling-town": town, "solo": {"neutral is first": True, "placed": True}},
            silver=1,
        )
        assert earned(table, "done").get("bustling town", 0) == points


def test_a_worker_keeps_a_marker_from_the_neutral_player() -> None:
    hands = {"hired-hands": {"home": [1], "out": [["stall-1-3"]], "lying": [[]]}}
    table = neutral_turn(6, ["1-3"], neutral=["5-2"], modules=hands)
    assert legal(table) == {"keep marker", "skip"}
    play(table, "keep marker")
    assert market(table) == {"1-2": 1, "5-2": 1, "1-3": 0}


def test_a_position_says_where_neutral_markers_are() -> None:
    table = lay_out(1, market=["3-4"], neutral=["3-3"], step="draft", dice=dice("14456"))
    assert Table.restored(table.game, state_of(table), table.names).state.evaluate(0) == table.state.evaluate(
        0
    )
    assert market(table) == {"3-4": 0, "3-3": 1}


def test_two_play_when_nobody_says() -> None:
    assert burgher.load("granja").players == 2


# -- everything beside the rules -------------------------------------------------------------------


def test_learners_have_the_points_in_hundreds() -> None:
    table = play_out(deal(1))
    assert returns(table.state) == [pytest.approx(table.scores()[0] / 100)]


def test_studies_weigh_points_where_nobody_can_be_beaten() -> None:
    table = play_out(deal(1))
    assert certain(table.state).shares == (table.scores()[0] / 100,)


def test_search_measures_whoever_plays_alone_against_what_was_to_be_expected() -> None:
    state = load(1).deal(3)
    tree = Tree(state, 1, SearchSettings(exploration=1000))
    tree.run(8)
    assert tree.par > 0
    assert isinstance(agents.create("search:8", 1), SearchAgent)
    assert agents.create("search:8", 1).choose(state) in state.legal_actions()


@pytest.mark.parametrize(
    ("first", "told"), [(False, "1  Anna,  2  the neutral player"), (True, "2  the neutral player,  1  Anna")]
)
def test_the_terminal_shows_the_neutral_player_in_turn_order(first: bool, told: str) -> None:
    table = lay_out(1, modules={"solo": {"neutral is first": first}}, step="donkeys", neutral=["3-4"])
    drawn = StringIO()
    Console(file=drawn, width=120).print(table.game.draw(table.state, 0, table.names))
    assert told in drawn.getvalue()
    assert "2 is the neutral player; markers: 3-4; discards the lowest die" in drawn.getvalue()


def test_nothing_is_for_everybody_or_in_secret() -> None:
    table = lay_out(1, step="leftover", pick=2, dice="4")
    assert table.question() == "The leftover die is yours: how do you use it?"
    assert lay_out(1, step="donkeys").question() == "Which donkey tile do you choose?"
