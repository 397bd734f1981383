"""Setup for each phase (p. 3)."""

from __future__ import annotations

from collections import Counter

import pytest

from burgher.games.burgundy.components import BOARD, COLOURS, TILE_BY_NAME
from burgundy.kit import deal, last_in_phase, play, random_game, state_of, tiles_lying

every_number_of_players = pytest.mark.parametrize("players", [2, 3, 4])


def colours_of(depots: list[list[str | None]]) -> list[str]:
    """The colours of the tiles in the depots, `-` for none."""
    return [
        " ".join("-" if tile is None else COLOURS[TILE_BY_NAME[tile].colour] for tile in depot)
        for depot in depots
    ]


@pytest.mark.parametrize(
    ("players", "depots"),
    [
        (2, ["B S - -", "K C - -", "A B - -", "S B - -", "M K - -", "B A - -"]),
        (3, ["B S K -", "K C B -", "A B S -", "S B A -", "M K B -", "B A C -"]),
        (4, ["B S K A", "K C B B", "A B S K", "S B A M", "M K B B", "B A C S"]),
    ],
)
def test_tiles_are_drawn_onto_the_spaces_of_their_colour_for_this_many_players(
    players: int, depots: list[str]
) -> None:
    for seed in range(5):
        assert colours_of(state_of(deal(players, seed))["depots"]) == depots


@pytest.mark.parametrize(("phase", "colour"), [("A", "C"), ("B", "M"), ("C", "C"), ("D", "M"), ("E", "C")])
def test_with_three_players_depot_6_has_a_castle_in_phases_a_c_and_e_and_a_mine_in_b_and_d(
    phase: str, colour: str
) -> None:
    before = chr(ord(phase) - 1)
    table = deal(3) if phase == "A" else play(last_in_phase(3, phase=before), "end")
    assert state_of(table)["phase"] == phase
    assert colours_of(state_of(table)["depots"])[5] == f"B A {colour} -"


@pytest.mark.parametrize("players", [2, 4])
def test_with_two_or_four_players_there_is_no_such_exception(players: int) -> None:
    third = "C" if players == 4 else "-"
    table = play(last_in_phase(players, phase="A"), "end")
    assert colours_of(state_of(table)["depots"])[5].split()[2] == third


@every_number_of_players
def test_black_backed_tiles_are_drawn_into_the_black_depot(players: int) -> None:
    state = state_of(deal(players))
    drawn = Counter(tile for tile in state["black"] if tile is not None)
    assert drawn.total() == 2 * players
    black = Counter({tile.name: tile.black for tile in TILE_BY_NAME.values() if tile.black})
    assert drawn + Counter(state["supply"]["black"]) == black


@every_number_of_players
def test_tiles_left_on_the_board_are_removed_from_the_game(players: int) -> None:
    left = {"1a": "bank", "2a": "knowledge-6", "black-2": "knowledge-7", "black-4": "pig-4"}
    table = last_in_phase(players, depots=left, storage=["cow-4"])
    before = state_of(table)
    play(table, "end")
    after = state_of(table)
    gone = tiles_lying(before) + Counter(_piles(before)) - tiles_lying(after) - Counter(_piles(after))
    assert gone == Counter(left.values())
    assert after["players"][0]["storage"] == ["cow-4", None, None]


def _piles(state: dict[str, dict[str, dict[str, int]]]) -> Counter[str]:
    return sum((Counter(pile) for pile in state["supply"].values()), Counter())


def test_goods_left_on_the_board_stay() -> None:
    table = last_in_phase(goods_at={2: {"red": 2}, 5: {"pink": 1, "brown": 3}})
    play(table, "end")
    state = state_of(table)
    added = {state["white"]: Counter([state["round goods"][0]])}
    left = {2: Counter(red=2), 5: Counter(pink=1, brown=3)}
    assert [Counter(goods) for goods in state["depot goods"]] == [
        left.get(depot, Counter()) + added.get(depot, Counter()) for depot in range(1, 7)
    ]


def test_the_five_goods_of_the_phase_are_laid_face_up() -> None:
    table = last_in_phase(phase="B")
    before = Counter(state_of(table)["goods supply"])
    play(table, "end")
    state = state_of(table)
    assert len(state["round goods"]) == 5
    assert before - Counter(state["goods supply"]) == Counter(state["round goods"])
    assert table.view(1)["round goods"] == table.view(None)["round goods"] == state["round goods"]


@every_number_of_players
def test_the_game_lasts_five_phases_of_five_rounds(players: int) -> None:
    table = deal(players)
    headings = list(dict.fromkeys(table.heading for _ in random_game(table)))
    assert headings == [f"{phase}{round}" for phase in "ABCDE" for round in range(1, 6)]


def test_the_board_says_which_spaces_are_for_how_many_players() -> None:
    assert BOARD["exception"] == {"players": 3, "depot": 6, "space": 3, "colour": "M", "phases": ["B", "D"]}
