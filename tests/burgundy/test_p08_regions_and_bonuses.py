"""Completed regions and colours (p. 8)."""

from __future__ import annotations

import pytest

from burgher.games.burgundy.components import BUILDINGS, COLOUR_NAMES, COLOURS, ESTATES
from burgundy.kit import Given, board, earned, lay_out, legal, play, state_of, told

SIZE_POINTS = {1: 1, 2: 3, 3: 6, 4: 10, 5: 15, 6: 21, 7: 28, 8: 36}

# -- regions ---------------------------------------------------------------------------------------

FILLING = {
    "C": ["castle"] * 4,
    "M": ["mine"] * 3,
    "S": ["ship"] * 6,
    "A": ["pig-2", "cow-2", "cow-2", "cow-3", "sheep-2", "sheep-2"],
    "K": [f"knowledge-{number}" for number in range(16, 22)],
}
"""Tiles to cover an estate with; the first is the one that scores no more than it must."""


def all_but(estate: int, empty: int) -> tuple[dict[int, str], str]:
    """An estate covered but for one space, and the tile for that space."""
    left = {colour: iter(tiles) for colour, tiles in FILLING.items()}
    last = "bank" if ESTATES[estate].colours[empty] == "B" else next(left[ESTATES[estate].colours[empty]])
    tiles = {}
    for region in ESTATES[estate].regions:
        buildings = iter(sorted(BUILDINGS, key=lambda name: name == "bank"))
        for space in region:
            colour = ESTATES[estate].colours[space]
            if space != empty:
                tiles[space + 1] = next(buildings) if colour == "B" else next(left[colour])
    return tiles, last


@pytest.mark.parametrize("estate", range(len(ESTATES)), ids=[estate.name for estate in ESTATES])
def test_a_completed_region_scores_by_its_size(estate: int) -> None:
    for region in ESTATES[estate].regions:
        last = region[-1]
        castle = next(space for space in ESTATES[estate].castles if space != last)
        tiles, missing = all_but(estate, last)
        table = lay_out(
            estates=ESTATES[estate].name,
            castle=castle + 1,
            phase="E",
            storage=[missing],
            tiles=tiles,
            workers=3,
        )
        points = earned(table, f"1 place 1-{last + 1}")
        assert points["regions"] == SIZE_POINTS[len(region)]
        assert points["phase bonus"] == 2


@pytest.mark.parametrize(("phase", "bonus"), [("A", 10), ("B", 8), ("C", 6), ("D", 4), ("E", 2)])
def test_a_completed_region_also_scores_by_the_phase(phase: str, bonus: int) -> None:
    table = lay_out(phase=phase, dice=(3, 1), storage=["church"])
    assert earned(table, "1 place 1-12") == {"regions": 1, "phase bonus": bonus}


@pytest.mark.parametrize("phase", "ABCDE")
def test_the_phase_bonus_is_the_same_whatever_the_regions_size(phase: str) -> None:
    bonus = {"A": 10, "B": 8, "C": 6, "D": 4, "E": 2}[phase]
    table = lay_out(phase=phase, dice=(1, 1), storage=["ship"], tiles={20: "ship", 21: "ship"})
    assert earned(table, "1 place 1-22") == {"regions": 6, "phase bonus": bonus}


def test_a_region_scores_only_when_it_is_completely_covered() -> None:
    table = lay_out(dice=(4, 1), storage=["ship", "ship"], tiles={20: "ship"})
    assert earned(table, "1 place 1-21") == {}
    assert earned(table, "2 place 2-22") == {"regions": 6, "phase bonus": 10}


def test_a_region_scores_once() -> None:
    table = lay_out(dice=(4, 1), storage=["mine"], tiles={12: "bank"})
    assert earned(table, "1 place 1-25") == {}


def test_the_starting_castles_own_region_scores_nothing_for_it() -> None:
    """On estate 1 it is a region of one space."""
    assert lay_out().scores() == [0, 0]


def test_a_starting_castle_counts_as_covering_its_space_for_its_region() -> None:
    """Those who know the game well may begin inside the castles of three (p. 12)."""
    table = lay_out(castles="open", castle=7, dice=(5, 1), storage=["castle"], tiles={3: "castle"})
    assert earned(table, "1 place 1-2") == {"regions": 6, "phase bonus": 10}


def test_completing_a_region_comes_with_the_tiles_own_effect() -> None:
    table = lay_out(dice=(3, 1), storage=["watchtower"])
    assert told(table, "1 place 1-12")[1:] == [
        "Anna scores 1 point: a building region is complete.",
        "Anna scores 10 points: for completing it in phase A.",
        "Anna scores 4 points: a watchtower.",
    ]


def test_regions_completed_by_an_extra_action_score_too() -> None:
    table = lay_out(dice=(6, 1), storage=["castle", "church"], tiles={13: "knowledge-2"})
    play(table, "1 place 1-7")
    assert earned(table, "place 2-12") == {"regions": 1, "phase bonus": 10}


# -- bonus tiles -----------------------------------------------------------------------------------

THIRD_MINE: Given = {"dice": (3, 1), "storage": ["mine"], "tiles": {25: "mine", 30: "mine"}}
MINES: Given = {"tiles": {25: "mine", 30: "mine", 34: "mine"}, "bonuses": 1}
NO_MINE = [colour for colour in COLOUR_NAMES if colour != "mine"]


@pytest.mark.parametrize(("players", "points"), [(2, 5), (3, 6), (4, 7)])
def test_the_first_to_cover_all_spaces_of_a_colour_takes_the_large_bonus_tile(
    players: int, points: int
) -> None:
    table = lay_out(players, phase="E", **THIRD_MINE)
    assert earned(table, "1 place 1-34") == {"regions": 6, "phase bonus": 2, "large bonus tiles": points}
    assert board(table).bonuses == 1
    assert state_of(table)["large bonuses"] == NO_MINE
    assert "mine" in state_of(table)["small bonuses"]


@pytest.mark.parametrize(("players", "points"), [(2, 2), (3, 3), (4, 4)])
def test_the_second_takes_the_small_bonus_tile(players: int, points: int) -> None:
    table = lay_out(players, phase="E", large_bonuses=NO_MINE, benno=MINES, **THIRD_MINE)
    assert earned(table, "1 place 1-34") == {"regions": 6, "phase bonus": 2, "small bonus tiles": points}
    assert board(table).bonuses == 1
    assert state_of(table)["small bonuses"] == NO_MINE


@pytest.mark.parametrize("players", [3, 4])
def test_third_and_fourth_place_receive_nothing(players: int) -> None:
    others: Given = {"benno": MINES, "carla": MINES}
    if players == 4:
        others["dario"] = MINES | {"bonuses": 0}
    table = lay_out(players, phase="E", large_bonuses=NO_MINE, small_bonuses=NO_MINE, **others, **THIRD_MINE)
    assert earned(table, "1 place 1-34") == {"regions": 6, "phase bonus": 2}
    assert board(table).bonuses == 0


@pytest.mark.parametrize("colour", COLOURS)
def test_there_is_a_bonus_for_every_colour(colour: str) -> None:
    empty = min(space for space in range(37) if ESTATES[0].colours[space] == colour)
    tiles, missing = all_but(0, empty)
    table = lay_out(phase="E", tiles=tiles, storage=[missing], workers=3)
    assert earned(table, f"1 place 1-{empty + 1}")["large bonus tiles"] == 5
    name = COLOUR_NAMES[COLOURS.index(colour)]
    assert state_of(table)["large bonuses"] == [other for other in COLOUR_NAMES if other != name]


def test_the_whole_estate_counts_not_one_region() -> None:
    """Three of six ships complete a river but not the colour."""
    table = lay_out(dice=(1, 1), storage=["ship"], tiles={20: "ship", 21: "ship"})
    assert earned(table, "1 place 1-22") == {"regions": 6, "phase bonus": 10}
    assert board(table).bonuses == 0


def test_claiming_is_told() -> None:
    assert told(lay_out(**THIRD_MINE), "1 place 1-34") == [
        "Anna places the mine on space 34 with a 3.",
        "Anna scores 6 points: a mine region is complete.",
        "Anna scores 10 points: for completing it in phase A.",
        "Anna covers all mine spaces and claims the large bonus tile.",
        "Anna scores 5 points: bonus tile for mine.",
    ]


# -- more than 100 points --------------------------------------------------------------------------


@pytest.mark.parametrize("points", [98, 100, 198])
def test_the_victory_point_track_goes_round(points: int) -> None:
    table = lay_out(dice=(3, 1), storage=["watchtower"], points=points)
    play(table, "1 place 1-26")
    assert table.scores() == [points + 4, 0]
    assert "2 workers" in legal(table)
