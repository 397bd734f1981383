"""What the modules bring into the box, and putting it right with a file of one's own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from burgher.games.granja.components import (
    GOODS,
    KINDS,
    MODULES,
    RESOURCES,
    BadComponents,
    read,
    standard_set,
)
from burgher.games.granja.components.vocabulary import LADIES

PARTS = standard_set().modules


def own(folder: Path, text: str) -> Path:
    """A file of one's own."""
    path = folder / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_there_is_a_table_for_each_of_the_eleven_modules_one_of_which_has_two_sides() -> None:
    assert MODULES == (
        "betwixt",
        "broken-roofs",
        "bustling-town",
        "colchonera",
        "counsellors",
        "outlaws",
        "donkey-song",
        "grand-markers",
        "hired-hands",
        "ladies",
        "long-distance-trade",
        "trade-boards",
    )


@pytest.mark.parametrize("module", MODULES)
def test_every_block_says_how_sure_it_is_and_where_it_comes_from(module: str) -> None:
    parts = PARTS.parts(module)
    assert parts.confidence
    assert set(parts.confidence) == set(parts.source)
    assert set(parts.confidence.values()) <= {"high", "reconstructed"}


def test_what_is_reconstructed_can_be_told_for_the_modules_in_play() -> None:
    assert PARTS.reconstructed(["grand-markers"]) == []
    assert PARTS.reconstructed(["betwixt", "donkey-song"]) == ["Betwixt cards", "colours of Donkey Song"]
    assert standard_set().reconstructed == read().reconstructed
    assert not set(PARTS.reconstructed(MODULES)) & set(standard_set().reconstructed)


def test_eight_betwixt_cards_ask_for_seven_goods_and_have_two_rewards() -> None:
    cards = PARTS.betwixt.cards
    assert [card.number for card in cards] == list(range(1, 9))
    for card in cards:
        assert len(card.goods) == 7
        assert set(card.goods) <= set(KINDS)
        assert card.first["points"] > card.second["points"]


def test_each_side_of_the_revenue_tiles_has_one_building_action() -> None:
    for side in "AB":
        spaces = [space for space in PARTS.bustling_town.spaces if space.name[0] == side]
        chosen = [effect.choose for s in spaces for option in s.options for effect in option]
        assert len(spaces) == 6
        assert chosen.count("building") == 1


def test_ten_buildings_of_which_three_are_displayed() -> None:
    town = PARTS.bustling_town
    assert (len(town.buildings), town.display) == (10, 3)
    assert Counter(building.mode for building in town.buildings) == {"presence": 6, "domination": 4}


def test_twelve_donkey_tiles_four_of_each_colour() -> None:
    song = PARTS.donkey_song
    assert Counter(tile.colour for tile in song.tiles) == dict.fromkeys(song.colours, 4)
    assert song.price == 1


def test_gray_dice_leave_white_ones() -> None:
    assert PARTS.counsellors.gray == (2, 2, 3, 4)
    assert PARTS.outlaws.gray == (3, 3, 4, 5)


def test_colchonera_asks_for_more_further_up_the_siesta_track() -> None:
    assert [row.points for row in PARTS.colchonera.rows] == [0, 1, 2, 3]
    assert (PARTS.colchonera.final, PARTS.colchonera.more) == ((1, 3, 6), 3)


def test_six_ladies_two_of_whom_have_our_names() -> None:
    assert tuple(lady.ability for lady in PARTS.ladies.cards) == LADIES
    ours = [lady.name for lady in PARTS.ladies.cards if lady.confidence != "high"]
    assert ours == ["Rosa", "Sol"]
    assert PARTS.ladies.cards[4].sell == {"food": 3, "wine": 4, "meat": 5}


def test_journeys_take_three_resources_and_end_in_rows_of_1_and_2_points() -> None:
    spaces = PARTS.long_distance_trade.spaces
    assert Counter(space.points for space in spaces) == {1: 4, 2: 4}
    assert all(set(space.goods) <= set(RESOURCES) and len(space.goods) == 3 for space in spaces)


def test_trade_boards_have_five_places_of_one_good_or_two_to_choose_from() -> None:
    for board in PARTS.trade_boards.boards:
        assert [1 <= len(goods) <= 2 and set(goods) <= set(GOODS) for goods in board.goods] == [True] * 5


def test_workers_and_grand_markers_come_in_twos() -> None:
    assert (PARTS.hired_hands.workers, PARTS.grand_markers.each) == (2, 2)
    assert (PARTS.hired_hands.donkeys, PARTS.hired_hands.hats) == (0, 4)


def test_a_set_of_ones_own_can_put_modules_right(tmp_path: Path) -> None:
    mine = read(own(tmp_path, "[broken-roofs]\ncost = 3\n[[journey]]\nnumber = 2\npoints = 2\n"))
    assert mine.modules.broken_roofs.cost == 3
    assert mine.modules.long_distance_trade.spaces[1].points == 2
    assert mine.modules.betwixt == PARTS.betwixt


def test_only_the_parts_of_modules_in_play_count() -> None:
    assert PARTS.facts([]) == {}
    assert PARTS.facts(["broken-roofs"]) == {"broken-roofs": {"count": 6, "cost": 2}}
    assert PARTS.facts(["bustling-town-b"])["bustling-town-b"]["display"] == 3


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('[[betwixt-card]]\nnumber = 2\ngoods = ["olive"]\n', "betwixt-card 2: goods: should be a list of 7"),
        (
            "[[betwixt-card]]\nnumber = 2\nsecond = { trade = 1 }\n",
            "betwixt-card 2: second.points: should",
        ),
        ("[[betwixt-card]]\nnumber = 9\n", "betwixt-card 9: there is none such"),
        ("[broken-roofs]\ncount = 5\n", "broken-roofs: count: 5 should be a whole number from 6 to 6"),
        ('[[town-space]]\nname = "A1"\noptions = []\n', "town-space A1: options: should be one to three"),
        (
            '[[town-space]]\nname = "A1"\noptions = [[{ choose = "feast" }]]\n',
            "town-space A1: option 1: choose: 'feast' is not one of",
        ),
        ('[[town-space]]\nname = "A1"\noptions = [["pig"]]\n', "town-space A1: options: should be a list of"),
        (
            '[[town-building]]\nnumber = 1\nmode = "power"\n',
            "town-building 1: mode: 'power' is not one of presence, domination",
        ),
        (
            '[[town-building]]\nnumber = 1\nchoose = "building"\n',
            "town-building 1: choose: 'building' is not one of",
        ),
        (
            '[[colchonera-row]]\nnumber = 2\ndeliver = ["silver"]\n',
            "colchonera-row 2: once: silver is delivered once",
        ),
        ("[counsellors]\ngray = [2, 5, 3, 4]\n", "counsellors: gray: leaves no white die"),
        ("[[outlaw]]\nnumber = 2\npay = [{ card = 2 }]\n", "outlaw 2: pay: only one card or good"),
        ("[[outlaw]]\nnumber = 2\npay = []\n", "outlaw 2: pay: should be one penalty or two"),
        ('[song-areas]\ncolours = ["red", "red", "blue"]\n', "song-areas: colours: has a colour twice"),
        ("[song-areas]\npoints = [1, 1, 3]\n", "song-areas: points: should rise from colour to colour"),
        ("[[song-tile]]\nnumber = 1\nmore-hats = 2\n", "song-tile 1: more-hats: goes with more-price"),
        ("[grand-markers]\neach = 0\n", "grand-markers: each: 0 should be a whole number from 1 to 4"),
        ("[hired-hands]\nmules = 1\n", "hired-hands: mules: means nothing here"),
        ('[[lady]]\nnumber = 1\nability = "roofs"\n', "lady 1: ability: 'roofs' is not one of green die"),
        ('[[journey]]\nnumber = 1\ngoods = ["food", "pig", "pig"]\n', "journey 1: goods: 'food' is not one"),
        ("[[journey]]\nnumber = 1\ngain = {}\n", "journey 1: gain: is missing"),
        ("[[trade-board]]\nnumber = 1\ngoods = [[], [], [], [], []]\n", "trade-board 1: goods: each place"),
    ],
)
def test_complaints_name_file_thing_and_key(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(BadComponents) as refused:
        read(own(tmp_path, text))
    assert str(refused.value).startswith(f"mine.toml: {complaint}")
