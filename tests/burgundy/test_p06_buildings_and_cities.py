"""Buildings and cities (p. 6): each type only once in each city."""

from __future__ import annotations

import pytest

from burgher.games.burgundy.components import BUILDINGS, ESTATES
from burgundy.kit import board, lay_out, legal, play, refused

# The cities of estate 1: 12; 9, 14 and 15; 23, 24 and 29; 26, 27, 32, 33 and 37.


def cities(estate: int) -> list[int]:
    """The sizes of an estate's cities."""
    colours = ESTATES[estate].colours
    return sorted(len(region) for region in ESTATES[estate].regions if colours[region[0]] == "B")


def test_estate_1_has_four_cities_of_sizes_1_5_3_and_3() -> None:
    assert cities(0) == [1, 3, 3, 5]


@pytest.mark.parametrize("estate", range(9))
def test_an_estate_has_2_to_6_cities_of_1_to_8_spaces(estate: int) -> None:
    assert 2 <= len(cities(estate)) <= 6
    assert all(1 <= size <= 8 for size in cities(estate))
    assert sum(cities(estate)) == 12


@pytest.mark.parametrize("building", BUILDINGS)
def test_a_type_of_building_occurs_only_once_in_a_city(building: str) -> None:
    name = {"carpenter": "carpenter's workshop"}.get(building, building.replace("-", " "))
    table = lay_out(dice=(1, 1), storage=[building], tiles={26: building})
    assert refused(table, "1 place 1-27") == f"The city of space 27 already has a {name} (p. 6)"


@pytest.mark.parametrize("building", BUILDINGS)
def test_another_city_may_have_the_same_type(building: str) -> None:
    table = lay_out(dice=(3, 1), storage=[building], tiles={26: building})
    play(table, "1 place 1-12")
    assert board(table).tiles["12"] == board(table).tiles["26"] == building


@pytest.mark.parametrize("building", BUILDINGS[1:])
def test_other_types_may_join_the_city(building: str) -> None:
    table = lay_out(dice=(1, 1), storage=[building], tiles={26: BUILDINGS[0]})
    play(table, "1 place 1-27")
    assert board(table).tiles["27"] == building


def test_the_two_need_not_be_adjacent_to_be_in_one_city() -> None:
    table = lay_out(dice=(6, 1), storage=["bank"], tiles={26: "bank", 27: "church"})
    assert refused(table, "1 place 1-33") == "The city of space 33 already has a bank (p. 6)"


@pytest.mark.parametrize("giver", ["castle", "city-hall"])
def test_castles_and_city_halls_change_nothing_of_it(giver: str) -> None:
    tiles = {26: "bank", 12: "church", 13: "knowledge-2"}
    table = lay_out(dice=(6, 5), workers=3, storage=[giver, "bank"], tiles=tiles)
    play(table, "1 place 1-7" if giver == "castle" else "1 place 1-14")
    assert refused(table, "place 2-27") == "The city of space 27 already has a bank (p. 6)"
    allowed = {"castle": {"place 2-14"}, "city-hall": {"place 2-9", "place 2-15"}}
    assert legal(table, "place 2") == allowed[giver]


def test_a_city_of_eight_can_have_all_eight_types() -> None:
    """Estate 2 has one, reached from its castle on space 4 over the pasture on space 3."""
    spaces = [2, 7, 13, 16, 17, 18, 19, 20]
    tiles = {4: "castle", 3: "cow-2"} | dict(zip(spaces, BUILDINGS[:7], strict=False))
    table = lay_out(estates="2", dice=(5, 1), storage=["city-hall", "bank"], tiles=tiles)
    assert refused(table, "1 place 2-20") == "The city of space 20 already has a bank (p. 6)"
    play(table, "1 place 1-20")
    assert {board(table).tiles[str(space)] for space in spaces} == set(BUILDINGS)


def test_up_to_twelve_buildings_can_be_added() -> None:
    assert all(estate.colours.count("B") == 12 for estate in ESTATES)
