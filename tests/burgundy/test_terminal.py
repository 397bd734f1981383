"""The table in a terminal: everything is there, legible without colour, and nothing that is hidden."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO, StringIO, TextIOWrapper
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from burgher import Table
from burgher.games.burgundy.components import COLOUR_NAMES, COLOURS, ESTATES, NUMBERS, SPACES, TILES, Estate
from burgundy.kit import NAMES, lay_out, load


def coloured(table: Table, seat: int | None = 0, *, no_color: bool = False) -> str:
    """What is sent to a terminal that has colours."""
    file = StringIO()
    console = Console(
        file=file,
        width=80,
        force_terminal=True,
        color_system="truecolor",
        no_color=no_color,
        legacy_windows=False,
    )
    console.print(table.game.draw(table.state, seat, table.names))
    return file.getvalue()


def plain(table: Table, seat: int | None = 0, width: int = 80) -> str:
    """What is sent to a terminal that has none."""
    file = StringIO()
    Console(file=file, width=width, color_system=None).print(table.game.draw(table.state, seat, table.names))
    return file.getvalue()


def in_progress(seed: int, decisions: int, players: int = 2, **options: str) -> Table:
    table = Table(load(players, **options), seed, NAMES[:players])
    chance = Random(seed)
    for _ in range(decisions):
        if not table.is_over:
            table.play(chance.choice(table.actions()).number)
    return table


# -- estates ---------------------------------------------------------------------------------------


def bricks(text: str) -> Iterator[tuple[int, str, str, str, str]]:
    """The spaces of a large estate: number, die, what lies or is printed there, the lines left and right."""
    lines = text.splitlines()
    top = next(n for n, line in enumerate(lines) if "┏━" in line)
    for row, width in enumerate(SPACES.widths):
        upper, lower = lines[top + 3 * row + 1], lines[top + 3 * row + 2]
        column = 5 * (7 - width)
        for _ in range(width):
            number, die, name = upper[column + 1 :][:2], upper[column + 3 :][:7], lower[column + 1 :][:9]
            yield int(number), die.strip(), name.strip(), lower[column], lower[column + 10]
            column += 10


@pytest.mark.parametrize("estate", ESTATES, ids=lambda estate: estate.name)
def test_every_space_shows_its_number_colour_and_die(estate: Estate) -> None:
    table = Table(load(2, estates=estate.name, castles="open"), 7, NAMES[:2])
    shown = list(bricks(plain(table, table.seat)))
    assert [number for number, *_ in shown] == list(range(1, 38))
    assert [int(die.strip("[]")) for _, die, *_ in shown] == NUMBERS
    assert [name for _, _, name, *_ in shown] == [COLOUR_NAMES[COLOURS.index(c)] for c in estate.colours]
    # While the starting castle is being chosen, the spaces for it are within reach.
    assert [n - 1 for n, die, *_ in shown if "[" in die] == estate.castles


@pytest.mark.parametrize("estate", ESTATES, ids=lambda estate: estate.name)
def test_heavy_lines_go_around_regions(estate: Estate) -> None:
    table = Table(load(2, estates=estate.name, castles="open"), 7, NAMES[:2])
    for number, _, _, left, right in bricks(plain(table, table.seat)):
        space = number - 1
        for beside, line in ((space - 1, left), (space + 1, right)):
            same = beside in SPACES.neighbours[space] and estate.colours[beside] == estate.colours[space]
            assert line == ("│" if same else "┃")


def test_tiles_are_named_where_they_lie_and_free_spaces_beside_them_are_within_reach() -> None:
    table = lay_out(tiles={12: "church", 18: "ship", 6: "sheep-3"})
    shown = {number: (die, name) for number, die, name, *_ in bricks(plain(table))}
    assert shown[19] == ("", "CASTLE")
    assert (shown[12], shown[18], shown[6]) == (("", "CHURCH"), ("", "SHIP"), ("", "3 SHEEP"))
    assert [n for n, (die, _) in shown.items() if "[" in die] == [1, 2, 5, 7, 11, 13, 17, 20, 24, 25, 26]


def test_the_other_estates_are_drawn_small() -> None:
    table = lay_out(players=3, benno={"tiles": {12: "church", 13: "knowledge-7", 6: "cow-4"}})
    rows = [" ".join(line[41:].split()) for line in plain(table).splitlines()[:7]]
    assert rows == [
        "a6 c5 c4 k3",
        "a2 4co c6 k5 b4",
        "a5 a4 Chu K7 b2 b3",
        "s6 s1 s2 Cas s5 s4 s1",
        "b2 b5 m4 b3 b1 a2",
        "b6 m1 k2 b5 b6",
        "m3 k4 k1 b3",
    ]


def test_no_two_tiles_look_alike() -> None:
    space = {"C": 7, "M": 25, "S": 18, "A": 11, "B": 26, "K": 13}
    large: set[str] = set()
    small: set[str] = set()
    for tile in TILES:
        mine = space[COLOURS[tile.colour]]
        stored = plain(lay_out(storage=[tile.name])).splitlines()
        large.add(next(line for line in stored if line.startswith("Storage   1: ")))
        placed = plain(lay_out(benno={"tiles": {12: "bank", mine: tile.name}})).splitlines()
        small.add(" ".join(line[41:] for line in placed[:7]).split()[mine - 1])
    assert len(large) == len(small) == len(TILES)


# -- the board and its players ---------------------------------------------------------------------


def test_what_lies_on_the_board_is_named_where_it_lies() -> None:
    table = lay_out(
        depots={"3b": "boarding-house", "6b": "chicken-4", "black-5": "knowledge-24"},
        goods_at={4: {"turquoise": 2, "red": 1}},
        phase="C",
        round=2,
        white=4,
        round_goods=["pink", "red", "brown", "violet", "orange"],
    )
    text = plain(table)
    for shown in ("3b BOARDING", "6b 4 CHICKEN", "black-5 KNOWL. 24", "2 turquoise", "1 red"):
        assert shown in text
    assert "Phase C, round 2 of 5   White die 4   A region completed now: 6 points more" in text
    assert "Goods to come: brown, violet, orange\n" in text


@pytest.mark.parametrize(
    ("players", "spots", "black"), [(2, "ab", "2457"), (3, "abc", "124578"), (4, "abcd", "12345678")]
)
def test_only_the_spots_in_use_are_shown(players: int, spots: str, black: str) -> None:
    text = plain(lay_out(players=players))
    assert [place for place in "abcd" if f"│6{place} " in text] == list(spots)
    assert [spot for spot in "12345678" if f"black-{spot} " in text] == list(black)


def test_a_player_sees_all_that_is_theirs() -> None:
    table = lay_out(
        dice=(2, 5),
        unused=[2],
        workers=3,
        silverlings=1,
        points=41,
        goods={"pink": 2, "orange": 1},
        sold={"red": 4},
        storage=["bank", None, "cow-2"],
        tiles={18: "ship", 20: "ship"},
    )
    text = plain(table)
    assert "Anna: 41 points (to decide)   Dice (2) [5]   1 silverling, 3 workers\n" in text
    assert "Storage   1: BANK   2: -   3: 2 COWS\n" in text
    assert "Goods   2 pink [3], 1 orange [6]   sold: 4 red\n" in text
    assert "Turn order: Anna, Benno   On the track: Anna 3, Benno 1\n" in text


def test_the_others_show_theirs_too() -> None:
    table = lay_out(
        order=[1, 0],
        track=[1, 0],
        turn=2,
        benno={"workers": 3, "points": 7, "storage": ["mine", "church", None], "goods": {"red": 1}},
    )
    text = plain(table)
    for shown in ("Benno: 7 points ", "Dice (1) (1)", "3 workers", "Storage MINE, CHURCH, -", "Goods 1 red"):
        assert shown in text


def test_bonus_tiles_disappear_when_claimed() -> None:
    text = plain(lay_out(players=3, large_bonuses=["castle", "mine"], small_bonuses=["castle", "ship"]))
    assert "Bonus  castle 6+3  mine 6  ship 3\n" in text


def test_a_tile_in_hand_is_shown() -> None:
    table = lay_out(dice=(1, 1), storage=["bank", "mine", "ship"], depots={"1a": "market"})
    table.play("1 take 1a")
    assert "3: SHIP   in hand: MARKET\n" in plain(table)
    assert "in hand" not in plain(table, 1)


def test_a_spectator_looks_over_the_shoulder_of_whoever_decides() -> None:
    table = lay_out(order=[1, 0], track=[1, 0])
    assert plain(table, None) == plain(table, 1) != plain(table, 0)


def test_the_end() -> None:
    table = in_progress(1, 1000)
    assert table.is_over
    assert "The game is over" in plain(table)
    assert "to decide" not in plain(table)


# -- choosing boards -------------------------------------------------------------------------------


def test_both_sides_of_a_board_are_shown_to_choose_from() -> None:
    table = Table(load(2, estates="random"), 7, NAMES[:2])
    text = plain(table, table.seat)
    a, b = table.view(table.seat)["players"][table.seat]["sides"]
    assert f": estate {a}\n" in text
    assert f": estate {b}\n" in text
    table.play("side b")
    text = plain(table, table.seat)
    assert f"Estate {b}, board" in text
    assert "Side a of board" in text  # the other player has yet to choose


def test_dealt_boards_are_marked_as_reconstructed() -> None:
    assert "reconstruction" in plain(Table(load(2, estates="random"), 7, NAMES[:2]))
    assert "reconstruction" in plain(in_progress(7, 20, estates="random"))
    assert "reconstruction" not in plain(in_progress(7, 20))


@pytest.mark.parametrize("estates", ["random", "3"])
def test_secret_choices_stay_secret(estates: str) -> None:
    sides = ["side a", "side b"] if estates == "random" else [""]
    seen: dict[int | None, set[str]] = {}
    for side in sides:
        table = Table(load(3, estates=estates, castles="secret"), 7, NAMES[:3])
        first = table.seat
        if side:
            table.play(side)
        for castle in table.actions():
            chosen = Table(table.game, 7, table.names)
            if side:
                chosen.play(side)
            chosen.play(castle.number)
            for seat in (0, 1, 2, None):
                seen.setdefault(seat, set()).add(coloured(chosen, seat))
    assert len(seen.pop(first)) > len(sides)  # one's own choice is to be seen
    assert [len(drawings) for drawings in seen.values()] == [1, 1, 1]


# -- terminals -------------------------------------------------------------------------------------


@given(
    seed=st.integers(0, 10**6),
    decisions=st.integers(0, 300),
    players=st.integers(2, 4),
    estates=st.sampled_from(["1", "7", "random"]),
    width=st.sampled_from([80, 119, 120, 200]),
)
@settings(max_examples=25)
def test_it_fits(seed: int, decisions: int, players: int, estates: str, width: int) -> None:
    table = in_progress(seed, decisions, players, estates=estates)
    for seat in (0, None):
        text = plain(table, seat, width)
        assert max(map(len, text.splitlines())) <= width
        # Neither cut nor wrapped: the whole of the depots and the estate is there.
        assert len(list(bricks(text))) == 37 or estates == "random"


def test_long_names_do_not_break_it() -> None:
    names = [letter * 40 for letter in "WXYZ"]
    table = Table(load(4), 7, names)
    for width in (80, 120):
        text = plain(table, 0, width)
        assert max(map(len, text.splitlines())) <= width
        assert all(name in text for name in names)


def test_colour_is_never_needed() -> None:
    table = in_progress(3, 120)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured(table)) == plain(table)
    assert "38;2;" in coloured(table)
    assert "38;2;" not in coloured(table, no_color=True)


def luminance(red: int, green: int, blue: int) -> float:
    """How bright a colour is to the eye, from 0 to 1."""
    parts = [c / 3294 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_text_stands_out_from_its_ground() -> None:
    looks = set(
        re.findall(r"38;2;(\d+);(\d+);(\d+);48;2;(\d+);(\d+);(\d+)m", coloured(in_progress(3, 150, 4)))
    )
    assert len(looks) > 12
    for look in looks:
        numbers = [int(number) for number in look]
        dark, bright = sorted([luminance(*numbers[:3]), luminance(*numbers[3:])])
        assert (bright + 0.05) / (dark + 0.05) >= 4.5


def test_a_terminal_without_lines_gets_letters() -> None:
    table = in_progress(3, 120)
    file = TextIOWrapper(BytesIO(), "ascii")
    Console(file=file, width=80, force_terminal=True, legacy_windows=False).print(
        table.game.draw(table.state, 0, ["Ännchen", "Benno"])
    )
    file.flush()
    text = file.buffer.getvalue().decode("ascii")
    assert "?nnchen" in text
    assert "+====" in text
