"""The table in a terminal: everything is there, legible without colour, and nothing that is hidden."""

from __future__ import annotations

import re
from io import BytesIO, StringIO, TextIOWrapper
from random import Random

import pytest
from rich.console import Console

from burgher import Table
from burgher.games.granja.components import KINDS, STALL_NAMES, standard_set
from granja.kit import deal, lay_out, load, play


def coloured(table: Table, seat: int | None = 0, *, no_color: bool = False) -> str:
    """What is sent to a terminal that has colours."""
    file = StringIO()
    console = Console(
        file=file,
        width=100,
        force_terminal=True,
        color_system="truecolor",
        no_color=no_color,
        legacy_windows=False,
    )
    console.print(table.game.draw(table.state, seat, table.names))
    return file.getvalue()


def plain(table: Table, seat: int | None = 0, width: int = 100) -> str:
    """What is sent to a terminal that has none; lines without the blanks at their ends."""
    file = StringIO()
    Console(file=file, width=width, color_system=None).print(table.game.draw(table.state, seat, table.names))
    return re.sub(" +\n", "\n", file.getvalue())


def in_progress(seed: int, decisions: int, players: int = 2) -> Table:
    """A game after some random decisions."""
    table, random = deal(players, seed), Random(seed)
    for _ in range(decisions):
        if not table.is_over:
            table.play(random.choice(table.actions()).number)
    return table


# -- the game board --------------------------------------------------------------------------------


def test_round_phase_and_turn_order_are_said() -> None:
    text = plain(lay_out(3, step="donkeys", round=3, order=[0, 2, 1], discards=[4, 5]))
    assert "Round 3 of 6, transportation phase: donkeys\n" in text
    assert "Turn order:  1  Anna,  3  Carla,  2  Benno   Deck 64, discarded 2\n" in text


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_stall_in_use_shows_its_value_and_its_owner(players: int) -> None:
    table = lay_out(players, market=["3-4"], benno={"market": ["3-2"]})
    text = plain(table)
    for name, value, least in zip(
        STALL_NAMES, standard_set().market_values, standard_set().market_players, strict=True
    ):
        assert (f"{name}:{value}" in text) == (least <= players)
    assert "3-2:3=2 " in text
    assert "3-4:2=1 " in text


def test_the_market_lies_in_rows_of_hexagons() -> None:
    lines = plain(lay_out(4)).splitlines()
    top = next(n for n, line in enumerate(lines) if line.startswith("Market place"))
    indents = [len(line) - len(line.lstrip()) for line in lines[top + 1 : top + 6]]
    assert indents == [8, 4, 0, 4, 8]


def test_dice_lie_on_their_spaces() -> None:
    text = plain(lay_out(dice="33614", marked=6, marker=1), width=120)
    assert "1 1 pig  [1]\n" in text
    assert "3 two different harvest goods  [3]  [3]\n" in text
    assert "6 a free delivery or 2 silver  [6]  last die kept for 2\n" in text
    assert "[" not in plain(lay_out(step="donkeys"))


def test_craft_buildings_show_how_far_everybody_is() -> None:
    table = lay_out(
        3,
        crafts=[6],
        rows={1: ("a", [1, 3])},
        blocked=[2],
        order_markers=[4, 2, 5],
        benno={"rows": {1: ("c", [4])}, "crafts": [6]},
    )
    text = plain(table)
    assert "1 merchant house~  first +1" in text
    assert "2 wainwright~  blocked by 2" in text
    assert "6 butcher~  done 1 2" in text
    assert "a 1 GRAIN grape WINE trade" in text
    assert "b   olive grape wine trade" in text
    assert "c 2 grain olive wine TRADE" in text


@pytest.mark.parametrize(("players", "rows"), [(2, "ab"), (3, "abcd"), (4, "abcd")])
def test_only_the_rows_in_use_are_shown(players: int, rows: str) -> None:
    text = plain(lay_out(players))
    for building in standard_set().buildings:
        for n, row in enumerate(building.rows):
            assert (f"{'abcd'[n]}   {' '.join(row)}" in text) == ("abcd"[n] in rows)


def test_the_siesta_track_shows_who_is_ahead() -> None:
    table = lay_out(3, siesta=3, track=[2, 0, 1], carla={"siesta": 3})
    assert "Siesta track~  space:points  0:0=2  1:0  2:0  3:1=3 1  4:1" in plain(table)


def test_roof_tiles_for_sale_are_named_by_their_places() -> None:
    text = plain(lay_out(step="roofs", roofs=["2a", None, "2b"], silver=2))
    assert "tile 1: 2a for 2 silver, any harvest good\n" in text
    assert "tile 3: 2b for 2 silver, 2 silver\n" in text
    assert "tile 2:" not in text


def test_what_can_be_done_at_any_time_stands_apart_with_its_prices() -> None:
    lines = plain(lay_out(), width=120).splitlines()
    at = lines.index("At any time")
    assert lines[at + 1] == (
        "  buy~ olive 2, grain 2, grape 2, pig 4   sell~ olive 1, grain 1, grape 1, pig 2"
    )
    assert lines[at + 2].startswith("  upgrade olive 2, grain 2, grape 3, pig 3   trade commodity: 4 silver;")


# -- farms -----------------------------------------------------------------------------------------


def test_ones_own_farm_has_cards_on_four_sides() -> None:
    table = lay_out(
        points=12,
        silver=5,
        goods={"olive": 2, "pig": 1, "wine": 1, "trade": 1},
        ripe={"olive": 1},
        fields=[9, 15, 5],
        barrows=[18, (13, [2])],
        extensions=[1, 66],
        helpers=[("Porter", True), "Breeder"],
        tiles=[("1a", False), "2b"],
        donkeys=[1, 4],
        crafts=[6],
        ongoing=[6],
    )
    text = plain(table)
    for shown in (
        " 1  Anna: 12 points, 5 silver (to decide)\n",
        "Barrows (room for 3)\n  barrow 1: grain grain for 2 points (card 18)\n",
        "  barrow 2: grain OLIVE pig for 3 points (card 13)\n",
        "  olive: 1 of 2 grown",
        "  grain: 0 of 1 grown",
        "olive 2  grain 0  grape 0  pig 1 of 3",
        "food 0  wine 1  meat 0  trade 1",
        "Donkey tiles 1 4",
        "Roof~ (1a) 2b - - -  worth 0 1 1 2 3",
        "Craft markers: butcher",
        "1: delivery, pig stall",
        "66: hand +1, pig stall",
        "3 Porter (used)",
        "12 Breeder",
    ):
        assert shown in text
    assert "Your pigs breed even when there is only one of them." in text


def test_the_hand_shows_all_sides_of_each_card() -> None:
    text = plain(lay_out(hand=[9, 12]), width=120)
    assert re.search(
        r"  9 +olive  olive olive = 2 +hand \+1, pig stall +Vine Dresser: With each income", text
    )
    assert re.search(r"  12 +olive  grain grape pig = 3 +delivery, pig stall +Breeder: Your pigs breed", text)


def test_a_farm_without_anything_says_so() -> None:
    text = plain(lay_out())
    assert text.count("\n  -") == 3  # barrows, fields, helpers


def test_the_others_show_theirs_in_short() -> None:
    table = lay_out(
        benno={
            "points": 7,
            "silver": 3,
            "goods": {"food": 2},
            "ripe": {"grape": 1},
            "fields": [1, 7],
            "hand": [20, 21],
            "tiles": [("1a", False), "1b"],
            "helpers": [("Moneylender", True)],
            "barrows": [(60, [1])],
            "extensions": [24],
            "donkeys": [2, 3],
        },
        round=2,
    )
    text = plain(table, width=120)
    for shown in (
        " 2  Benno: 7 points, 3 silver\n",
        "    2 food; on fields 1 grape   2 hand cards   Roof (1a) 1b   Donkey tiles 2 3\n",
        "    1 pig stall, hand limit 3, income 1, 1 delivery to buy   Helpers: Moneylender (used)",
        "Fields: 2 grape\n",
        "    Barrows: OLIVE grape for 2\n",
    ):
        assert shown in text


def test_the_end() -> None:
    table = in_progress(1, 3000)
    assert table.is_over
    assert "The game is over" in plain(table)
    assert "to decide" not in plain(table)


# -- what is hidden --------------------------------------------------------------------------------


def test_nobody_sees_the_hands_of_others() -> None:
    table = lay_out(hand=[9], benno={"hand": [40, 41]})
    assert "Vine Dresser" in plain(table, 0)
    for seat in (1, None):
        assert "Vine Dresser" not in plain(table, seat)
    assert "Market Crier" not in plain(table, 0)
    assert "Market Crier" in plain(table, 1)


def test_a_donkey_chosen_is_ones_own_secret_until_all_have_chosen() -> None:
    table = play(lay_out(step="donkeys"), "donkey 3")
    assert "chosen 3" in plain(table, 0)
    for seat in (1, None):
        assert "chosen" not in plain(table, seat)
    play(table, "donkey 2")
    assert "chosen 3" in plain(table, 1)


@pytest.mark.parametrize("seed", range(2))
def test_what_a_seat_cannot_know_does_not_change_its_drawing(seed: int) -> None:
    """A table on which everything hidden from a seat is other looks the same to it."""
    table, random = deal(2 + seed, seed), Random(seed)
    while not table.is_over:
        if random.random() < 0.05:
            seat = random.randrange(table.game.players)
            imagined = table.state.imagine(seat, random.getrandbits(60))
            other = Table.restored(table.game, table.game.position(imagined), table.names)
            assert plain(other, seat) == plain(table, seat)
            assert plain(other, None) == plain(table, None)
        table.play(random.choice(table.actions()).number)


def test_a_spectator_looks_over_the_shoulder_of_whoever_decides() -> None:
    table = lay_out(order=[1, 0], track=[1, 0], benno={"barrows": [18]})
    assert "Barrows (room for 3)\n  barrow 1: grain grain" in plain(table, None)


# -- reconstructions -------------------------------------------------------------------------------


def test_what_is_reconstructed_is_marked() -> None:
    text = plain(lay_out(hand=[1, 9]), width=120)
    for marked in ("Market place~", "Siesta track~", "merchant house~", "buy~", "Roof~", "Hand~"):
        assert marked in text
    assert "~ reconstructed" in text
    for known in ("Revenue dice~", "Donkey tiles~"):
        assert known not in text
    assert re.search(r"Chef: Each upgrade you pay for costs 1 silver less\.\n", text)  # known
    assert re.search(r"1 grape\. ~\n", text)  # the Vine Dresser is not


# -- terminals -------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [80, 99, 100, 120, 200])
def test_it_fits(width: int) -> None:
    for seed, decisions in ((1, 0), (2, 90), (3, 200), (4, 320)):
        table = in_progress(seed, decisions, 2 + seed % 3)
        for seat in (0, None):
            text = plain(table, seat, width)
            assert max(map(len, text.splitlines())) <= min(width, 120)
            assert all(name in text for name in table.names)


def test_long_names_do_not_break_it() -> None:
    names = [letter * 30 for letter in "WXYZ"]
    table = Table(load(4), 7, names)
    for width in (80, 120):
        text = plain(table, 0, width)
        assert max(map(len, text.splitlines())) <= width
        assert all(name in text for name in names)


def test_colour_is_never_needed() -> None:
    table = in_progress(3, 200, 3)
    bare = re.sub(r"\x1b\[[0-9;]*m", "", coloured(table))
    assert re.sub(" +\n", "\n", bare) == plain(table)
    assert "38;2;" in coloured(table)
    assert "38;2;" not in coloured(table, no_color=True)


def luminance(red: int, green: int, blue: int) -> float:
    """How bright a colour is to the eye, from 0 to 1."""
    parts = [c / 3294 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_text_stands_out_from_its_ground() -> None:
    looks = set(re.findall(r"38;2;(\d+);(\d+);(\d+);48;2;(\d+);(\d+);(\d+)m", coloured(in_progress(3, 9, 4))))
    assert len(looks) == 9  # four players and five values of stalls
    for look in looks:
        numbers = [int(number) for number in look]
        dark, bright = sorted([luminance(*numbers[:3]), luminance(*numbers[3:])])
        assert (bright + 0.05) / (dark + 0.05) >= 4.5


def test_a_terminal_that_knows_only_ascii_gets_letters() -> None:
    table = in_progress(3, 120)
    file = TextIOWrapper(BytesIO(), "ascii")
    Console(file=file, width=100, force_terminal=True, legacy_windows=False).print(
        table.game.draw(table.state, 0, ["Ännchen", "Benno"])
    )
    file.flush()
    assert "?nnchen" in file.buffer.getvalue().decode("ascii")


def test_every_good_can_be_told_by_its_name() -> None:
    text = plain(lay_out())
    assert all(kind in text for kind in KINDS)
