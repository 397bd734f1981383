"""What is in the box (p. 1), on the game board (p. 2) and on the player boards (p. 3)."""

from __future__ import annotations

from collections import Counter

import pytest

import burgher
from burgher.games.burgundy.components import (
    ANIMALS,
    BOARD,
    BOARD_SIDES,
    BUILDINGS,
    COLOUR_NAMES,
    COLOURS,
    ESTATE_NUMBER,
    ESTATES,
    GOODS,
    NUMBERS,
    SPACES,
    TILES,
)
from burgundy.kit import ESTATE_1, deal, goods_lying, state_of

# -- p. 1: the tiles -------------------------------------------------------------------------------


def test_there_are_164_six_sided_tiles() -> None:
    assert sum(tile.coloured + tile.black for tile in TILES) == 164


@pytest.mark.parametrize(
    ("colour", "tiles", "black"),
    [
        ("building", 7 * 8, 16),
        ("animal", 7 * 4, 8),
        ("knowledge", 26, 6),
        ("castle", 16, 2),
        ("mine", 12, 2),
        ("ship", 26, 6),
    ],
)
def test_there_are_so_many_of_each_colour_and_so_many_with_black_backs(
    colour: str, tiles: int, black: int
) -> None:
    of_colour = [tile for tile in TILES if COLOUR_NAMES[tile.colour] == colour]
    assert sum(tile.coloured + tile.black for tile in of_colour) == tiles
    assert sum(tile.black for tile in of_colour) == black


@pytest.mark.parametrize("building", BUILDINGS)
def test_there_are_7_of_each_of_8_buildings(building: str) -> None:
    assert len(BUILDINGS) == 8
    (tile,) = [tile for tile in TILES if tile.name == building]
    assert (tile.coloured, tile.black) == (5, 2)


@pytest.mark.parametrize("animal", ANIMALS)
def test_there_are_7_of_each_of_4_animals_with_2_to_4_on_a_tile(animal: str) -> None:
    assert len(ANIMALS) == 4
    herd = {tile.animals: (tile.coloured, tile.black) for tile in TILES if tile.name.startswith(animal)}
    assert herd == {2: (2, 0), 3: (2, 1), 4: (1, 1)}


def test_the_26_knowledge_tiles_are_all_different() -> None:
    knowledge = {tile.variety: tile for tile in TILES if tile.name.startswith("knowledge")}
    assert list(knowledge) == list(range(1, 27))
    assert all(tile.coloured + tile.black == 1 for tile in knowledge.values())
    assert [number for number, tile in knowledge.items() if tile.black] == [7, 12, 14, 15, 24, 25]


def test_there_are_42_goods_7_in_each_of_6_colours() -> None:
    assert GOODS == ["turquoise", "violet", "pink", "red", "brown", "orange"]
    assert BOARD["goods"]["copies"] == 7
    state = state_of(deal())
    assert (Counter(state["goods supply"]) + goods_lying(state)).total() == 42


# -- p. 1: the player boards -----------------------------------------------------------------------


def test_there_are_6_double_sided_boards_4_with_estate_1_and_one_with_each_of_2_to_9() -> None:
    sides = Counter(ESTATES[side].name for board in BOARD_SIDES for side in board)
    assert len(BOARD_SIDES) == 6
    assert sides == {"1": 4} | {str(number): 1 for number in range(2, 10)}


def test_which_estates_share_a_board_is_said_to_be_a_reconstruction() -> None:
    assert any("reconstruction" in note for note in burgher.load("burgundy").notes)


# -- p. 3: the estates -----------------------------------------------------------------------------

REGION_SIZES = {
    "1": {"A": [5, 1], "B": [5, 3, 3, 1], "C": [3, 1], "K": [3, 3], "M": [3], "S": [3, 3]},
    "2": {"A": [4, 2], "B": [8, 2, 2], "C": [1, 1, 1, 1], "K": [2, 2, 2], "M": [2, 1], "S": [2, 2, 2]},
    "3": {"A": [4, 2], "B": [5, 5, 1, 1], "C": [1, 1, 1, 1], "K": [6], "M": [2, 1], "S": [3, 2, 1]},
    "4": {"A": [3, 3], "B": [5, 5, 2], "C": [1, 1, 1, 1], "K": [3, 3], "M": [2, 1], "S": [4, 1, 1]},
    "5": {"A": [3, 3], "B": [3, 3, 3, 2, 1], "C": [1, 1, 1, 1], "K": [3, 2, 1], "M": [2, 1], "S": [3, 2, 1]},
    "6": {"A": [4, 2], "B": [6, 4, 2], "C": [1, 1, 1, 1], "K": [3, 3], "M": [1, 1, 1], "S": [6]},
    "7": {"A": [3, 3], "B": [7, 3, 2], "C": [2, 2], "K": [2, 2, 2], "M": [1, 1, 1], "S": [2, 2, 2]},
    "8": {"A": [6], "B": [2] * 6, "C": [1] * 4, "K": [4, 2], "M": [2, 1], "S": [1] * 6},
    "9": {"A": [4, 2], "B": [6, 6], "C": [1, 1, 1, 1], "K": [3, 1, 1, 1], "M": [2, 1], "S": [4, 2]},
    "2-2019": {"A": [4, 2], "B": [5, 3, 2, 2], "C": [1] * 4, "K": [3, 2, 1], "M": [1, 1, 1], "S": [2, 2, 2]},
    "11a": {"A": [5, 1], "B": [7, 2, 2, 1], "C": [1, 1, 1, 1], "K": [5, 1], "M": [2, 1], "S": [5, 1]},
    "11b": {"A": [6], "B": [5, 3, 3, 1], "C": [1, 1, 1, 1], "K": [6], "M": [3], "S": [6]},
    "11c": {"A": [5, 1], "B": [4, 4, 4], "C": [1, 1, 1, 1], "K": [4, 1, 1], "M": [1, 1, 1], "S": [4, 2]},
    "11d": {"A": [3, 3], "B": [6, 4, 2], "C": [2, 1, 1], "K": [3, 2, 1], "M": [3], "S": [6]},
    "11e": {"A": [6], "B": [8, 3, 1], "C": [2, 1, 1], "K": [2, 2, 2], "M": [2, 1], "S": [4, 2]},
    "11f": {"A": [4, 2], "B": [6, 6], "C": [1, 1, 1, 1], "K": [2, 2, 2], "M": [3], "S": [3, 2, 1]},
}

every_estate = pytest.mark.parametrize("name", REGION_SIZES)


def test_these_are_all_the_estates() -> None:
    assert list(REGION_SIZES) == list(ESTATE_NUMBER)
    assert [estate.name for estate in ESTATES if estate.box == "2011"] == list("123456789")


@every_estate
def test_an_estate_has_37_spaces_of_six_colours(name: str) -> None:
    colours = ESTATES[ESTATE_NUMBER[name]].colours
    assert len(colours) == len(NUMBERS) == 37
    # Up to 3 castles beside the first, 3 mines, 6 ships, 6 animals, 12 buildings can be added (p. 5-6).
    assert Counter(colours) == {"C": 4, "M": 3, "S": 6, "A": 6, "B": 12, "K": 6}


@every_estate
def test_an_estate_has_regions_of_these_sizes(name: str) -> None:
    estate = ESTATES[ESTATE_NUMBER[name]]
    sizes: dict[str, list[int]] = {colour: [] for colour in COLOURS}
    for region in estate.regions:
        sizes[estate.colours[region[0]]].append(len(region))
    assert {colour: sorted(found, reverse=True) for colour, found in sizes.items()} == REGION_SIZES[name]


def test_the_spaces_of_estate_1_and_their_numbers() -> None:
    lines = ESTATE_1.split("\n")[1:-1]
    drawn = [word for line in lines for word in line.split() if word[0].isalpha()]
    numbered = [int(word) for line in lines for word in line.split() if word.isdigit()]
    assert [colour + str(number) for colour, number in zip(ESTATES[0].colours, NUMBERS, strict=True)] == drawn
    assert numbered == list(range(1, 38))


def test_every_number_of_a_die_is_on_six_spaces_or_so() -> None:
    assert Counter(NUMBERS) == {1: 7, 2: 6, 3: 6, 4: 6, 5: 6, 6: 6}


def test_spaces_lie_beside_each_other_as_hexagons_do() -> None:
    beside = {space + 1: [n + 1 for n in around] for space, around in enumerate(SPACES.neighbours)}
    assert beside[19] == [12, 13, 18, 20, 25, 26]
    assert beside[1] == [2, 5, 6]
    assert beside[22] == [15, 21, 28]
    assert all(space in beside[other] for space, around in beside.items() for other in around)
    assert sum(map(len, beside.values())) == 2 * 90


# -- p. 2-3: the depots ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "depots", "black"),
    [
        (2, {"B": 4, "S": 2, "A": 2, "K": 2, "C": 1, "M": 1}, 4),
        (3, {"B": 6, "S": 3, "A": 3, "K": 3, "C": 2, "M": 1}, 6),
        (4, {"B": 8, "S": 4, "A": 4, "K": 4, "C": 2, "M": 2}, 8),
    ],
)
def test_the_depots_have_12_18_or_24_spaces_and_the_black_one_4_6_or_8(
    players: int, depots: dict[str, int], black: int
) -> None:
    used = Counter(
        colour
        for depot in BOARD["depot"]
        for colour, least in zip(depot["colours"].split(), depot["players"], strict=True)
        if least <= players
    )
    assert used == depots
    assert used.total() == 6 * players
    assert sum(least <= players for least in BOARD["black"]["players"]) == black


def test_with_four_players_every_supply_lasts_exactly() -> None:
    colours = Counter(colour for depot in BOARD["depot"] for colour in depot["colours"].split())
    for colour, letter in enumerate(COLOURS):
        start = 4 if letter == "C" else 0
        backs = sum(tile.coloured for tile in TILES if tile.colour == colour)
        assert backs == 5 * colours[letter] + start
    assert sum(tile.black for tile in TILES) == 5 * 8


def test_the_depots_have_these_spaces() -> None:
    assert [depot["colours"] for depot in BOARD["depot"]] == [
        "B S K A",
        "K C B B",
        "A B S K",
        "S B A M",
        "M K B B",
        "B A C S",
    ]
    assert all(depot["players"] == [2, 2, 3, 4] for depot in BOARD["depot"])
