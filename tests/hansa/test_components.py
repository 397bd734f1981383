"""The boards, the desk, the markers: what is in the box."""

from __future__ import annotations

import pytest

from burgher.games.hansa.components import (
    BOARD_SIDES,
    COLOURS,
    DESK,
    MARKER_TABLE,
    MISSIONS,
    SHAPES,
    BoardSide,
    board_for,
)
from burgher.games.hansa.lookups import BOARDS
from burgher.kernel.ints import members_of, size

SIDES = {side.name: side for side in BOARD_SIDES}

every_side = pytest.mark.parametrize("side", BOARD_SIDES, ids=lambda side: side.name)


@pytest.mark.parametrize(
    ("name", "cities", "routes", "houses", "offices"),
    [
        ("standard-45", 27, 34, 107, 62),
        ("standard-23", 27, 32, 101, 57),
        ("east", 28, 32, 98, 55),
        ("britannia-45", 30, 40, 121, 72),
        ("britannia-23", 26, 35, 111, 60),
    ],
)
def test_a_board_has_as_much_as_was_counted(
    name: str, cities: int, routes: int, houses: int, offices: int
) -> None:
    side = SIDES[name]
    assert len(side.cities) == cities
    assert len(side.routes) == routes
    assert sum(len(route.houses) for route in side.routes) == houses
    assert sum(len(city.offices) for city in side.cities) == offices


@pytest.mark.parametrize("name", ["standard-45", "standard-23"])
def test_a_city_of_the_standard_board_has_one_to_four_offices(name: str) -> None:
    """As the rules text says; those of other boards may have none, or eight."""
    assert {len(city.offices) for city in SIDES[name].cities} == {1, 2, 3, 4}


@pytest.mark.parametrize(
    ("name", "coins"),
    [
        ("standard-45", {"Groningen": 1, "Lübeck": 1, "Coellen": 1, "Halle": 1}),
        (
            "standard-23",
            {"Groningen": 1, "Stade": 1, "Lübeck": 1, "Coellen": 1, "Warburg": 1, "Halle": 1},
        ),
        ("east", {"Havelberg": 1, "Magdeburg": 1, "Thorn": 1}),
        ("britannia-45", {"Bristol": 2, "Ipswich": 2, "Plymouth": 2}),
        ("britannia-23", {"Bristol": 2, "Ipswich": 2, "Plymouth": 2}),
    ],
)
def test_coins_are_where_they_are_printed(name: str, coins: dict[str, int]) -> None:
    found = {c.name: office.coin for c in SIDES[name].cities for office in c.offices if office.coin}
    assert found == coins


@pytest.mark.parametrize(
    ("city", "offices"),
    [
        ("Perleberg", "white trader, pink trader, black merchant"),
        ("Arnheim", "white trader, white merchant, orange trader, pink trader"),
        ("Quedlinburg", "orange merchant, pink merchant"),
        ("Göttingen", "white trader, white merchant, pink trader"),
    ],
)
def test_offices_stand_in_their_order(city: str, offices: str) -> None:
    side = SIDES["standard-45"]
    found = side.cities[side.city(city)].offices
    assert ", ".join(f"{COLOURS[one.colour]} {SHAPES[one.shape]}" for one in found) == offices


@every_side
def test_everything_is_connected(side: BoardSide) -> None:
    reached, edge = {0}, [0]
    for city in edge:
        for route in side.routes:
            if city in route.ends:
                more = {*route.ends} - reached
                reached |= more
                edge += more
    assert len(reached) == len(side.cities)


@every_side
def test_every_house_is_in_one_word_with_its_route(side: BoardSide) -> None:
    board = BOARDS[BOARD_SIDES.index(side)]
    seen = [0, 0]
    for n, route in enumerate(side.routes):
        word = board.route_word[n]
        assert size(board.route_houses[n]) == len(route.houses)
        assert board.route_plain[n] | board.route_ships[n] == board.route_houses[n]
        assert size(board.route_ships[n]) == len(route.ships)
        assert seen[word] & board.route_houses[n] == 0
        seen[word] |= board.route_houses[n]
    assert size(seen[0]) + size(seen[1]) == board.houses


def test_rings_lie_around_a_route() -> None:
    side = SIDES["standard-23"]
    board = BOARDS[BOARD_SIDES.index(side)]
    start = side.route("hamburg-luebeck") * 16
    rings = [{side.routes[n].key for n in members_of(board.rings[start + ring])} for ring in range(2)]
    assert rings[0] == {"hamburg-lueneburg", "hamburg-bremen", "hamburg-stade"}
    assert rings[1] == {
        "lueneburg-hannover",
        "lueneburg-perleberg",
        "bremen-osnabrueck",
        "bremen-minden",
        "bremen-hannover",
    }


def test_the_boxes_have_their_markers() -> None:
    assert sum(marker["2009"] for marker in MARKER_TABLE) == 16
    assert sum(marker["2020"] for marker in MARKER_TABLE) == 15
    assert [marker["name"] for marker in MARKER_TABLE if marker["start"]] == ["office", "exchange", "pieces"]


def test_a_desk_covers_all_but_the_pieces_of_the_start() -> None:
    covered = [(track["covered"], len(track["values"]) - 1) for track in DESK["track"]]
    assert sum(count for shape, count in covered if shape == "trader") == 15
    assert sum(count for shape, count in covered if shape == "merchant") == 3
    start = DESK["start"]
    sums = zip(start["supply-traders"], start["stock-traders"], strict=True)
    assert {supply + stock + 15 for supply, stock in sums} == {DESK["pieces"]["traders"]}


def test_missions_name_six_cities_thrice_and_nine_once() -> None:
    names = [name for card in MISSIONS for name in card]
    assert sorted(names.count(name) for name in set(names)) == [1] * 9 + [3] * 6
    assert all({*card} <= {city.name for city in SIDES["standard-45"].cities} for card in MISSIONS)


@pytest.mark.parametrize(
    ("map_name", "boards"),
    [
        ("standard", ["standard-23", "standard-23", "standard-45", "standard-45"]),
        ("east", [None, "east", "east", "east"]),
        ("britannia", [None, "britannia-23", "britannia-45", "britannia-45"]),
    ],
)
def test_each_number_of_players_has_its_side(map_name: str, boards: list[str | None]) -> None:
    numbers = [board_for(map_name, players) for players in range(2, 6)]
    assert [None if n is None else BOARD_SIDES[n].name for n in numbers] == boards


def test_a_province_is_bounded_by_routes_and_soldiers() -> None:
    side = SIDES["standard-23"]
    weser = next(province for province in side.provinces if province.name == "weser")
    assert {side.routes[n].key for n in weser.routes} == {
        "bremen-hannover",
        "bremen-minden",
        "minden-hannover",
    }
    assert {side.provinces[n].name for n in weser.neighbours} == {"heath", "ems", "altmark"}
    frisia = next(province for province in side.provinces if province.name == "frisia")
    assert "rim" in {side.provinces[n].name for n in frisia.neighbours}
