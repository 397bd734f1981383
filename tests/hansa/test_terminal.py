"""The table in a terminal: everything is there, legible without colour, and nothing that is hidden."""

from __future__ import annotations

import re
from collections import Counter
from io import BytesIO, StringIO, TextIOWrapper
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.console import Console

from burgher import Game, Table
from burgher.cli.session import Session
from burgher.games.hansa.components import COLOURS
from hansa.kit import NAMES, lay_out, load, play, side

GAMES = {
    "standard-45": load(4),
    "standard-23": load(3),
    "two": load(2),
    "east": load(5, map="east"),
    "britannia-45": load(5, map="britannia"),
    "britannia-23": load(3, map="britannia"),
}
BOARDS = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)

PIECE = re.compile(r"\[(\d)\]|\((\d)\)")


def coloured(table: Table, seat: int | None = 0, *, no_color: bool = False) -> str:
    """What is sent to a terminal that has colours."""
    file = StringIO()
    console = Console(
        file=file,
        width=120,
        force_terminal=True,
        color_system="truecolor",
        no_color=no_color,
        legacy_windows=False,
    )
    console.print(table.game.draw(table.state, seat, table.names))
    return file.getvalue()


def plain(table: Table, seat: int | None = 0, width: int = 120) -> str:
    """What is sent to a terminal that has none."""
    file = StringIO()
    Console(file=file, width=width, color_system=None).print(table.game.draw(table.state, seat, table.names))
    return file.getvalue()


def drawn_map(table: Table, width: int = 120) -> list[str]:
    """The map, or the lists in its place: what is above the legend and below the special table."""
    lines = plain(table, width=width).splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("Special table")) + 1
    last = next(n for n, line in enumerate(lines) if line.startswith("[1] trader, "))
    return lines[first:last]


def in_progress(game: Game, seed: int, decisions: int) -> Table:
    """A game of people who rather do something than move pieces about."""
    table = Table(game, seed, NAMES[: game.players])
    chance = Random(seed)
    busy = ("establish", "office", "use", "displace", "extra", "place", "develop")
    for _ in range(decisions):
        if table.is_over:
            break
        choices = table.actions()
        doing = [action for action in choices if action.words.split()[0] in busy]
        table.play(chance.choice(doing if doing and chance.random() < 0.7 else choices).number)
    return table


# -- the map ---------------------------------------------------------------------------------------


@BOARDS
@pytest.mark.parametrize("width", [80, 100, 120])
def test_every_city_house_and_office_is_on_the_map(game: Game, width: int) -> None:
    board = side(game)
    text = "\n".join(drawn_map(Table(game, 7), width))
    for city in board.cities:
        assert re.search(rf"(?<!\w){city.name}(?!\w)", text), city.name
    ships = sum(len(route.ships) for route in board.routes)
    assert text.count("(~)") == ships
    assert text.count("< >") == sum(len(route.houses) for route in board.routes) - ships
    assert text.count("(green)") == sum(not city.offices for city in board.cities)
    for n, colour in enumerate(COLOURS):
        offices = [office for city in board.cities for office in city.offices if office.colour == n]
        square = re.findall(rf"\[{colour[0]}\*?\]", text)
        around = re.findall(rf"\({colour[0]}\*?\)", text)
        assert len(square) == sum(not office.shape for office in offices)
        assert len(around) == sum(office.shape for office in offices)
    coins = sum(bool(office.coin) for city in board.cities for office in city.offices)
    assert len(re.findall(r"\w\*[\])]", text)) == coins


@BOARDS
def test_a_map_lies_as_it_is_printed(game: Game) -> None:
    """Cities stand to each other as on the board, as far as that can be told in letters."""
    board = side(game)
    at = {}
    for row, line in enumerate(drawn_map(Table(game, 7))):
        for city in board.cities:
            if found := re.search(rf"(?<!\w){city.name}(?!\w)", line):
                at[city.key] = row, found.start()
    assert len(at) == len(board.cities)
    for city in board.cities:
        for other in board.cities:
            if city.at[0] + 150 < other.at[0]:
                assert at[city.key][1] < at[other.key][1], (city.name, other.name)
            if city.at[1] + 70 < other.at[1]:
                assert at[city.key][0] < at[other.key][0], (city.name, other.name)


@pytest.mark.parametrize("width", [80, 100, 120])
def test_pieces_lie_where_they_are(width: int) -> None:
    table = lay_out(
        houses={"hamburg-luebeck": "aB.", "goslar-hildesheim": "cc."},
        offices={"minden": "ab", "lueneburg": "C"},
        extras={"minden": "B"},
        markers={"hamburg-luebeck": "plus-3", "goslar-hildesheim": "office"},
        benno={"desk": {"book": 1}},
    )
    lines = drawn_map(table, width)
    found = Counter(match[0] for line in lines for match in PIECE.finditer(line))
    assert found == {"[1]": 2, "(2)": 2, "[3]": 2, "[2]": 1, "(3)": 1}
    text = "\n".join(lines)
    assert "(2)|[1][2][p][b]" in text
    assert "Minden =2" in text
    assert text.count("{+3}") == text.count("{office}") == 1
    if width == 80:
        assert re.search(r"^Hamburg–Lübeck +\[1\] \(2\) < > +\{\+3\}", text, re.MULTILINE)
        assert re.search(r"^Lüneburg =3 +\(3\)", text, re.MULTILINE)


def test_what_is_special_about_a_city_stands_beside_its_name() -> None:
    text = plain(Table(load(4), 7))
    for shown in ("Göttingen +actions", "Stade +privilege", "Coellen +special", "Arnheim #", "Stendal #"):
        assert shown in text
    text = plain(Table(load(4, map="britannia"), 7))
    for shown in (
        "London +privilege >Wales >Scotland",
        "Cardiff @Wales >Wales",
        "Isle of Man @Scotland @Wales",
        "{=put2}",
        "{=move2}",
        "@country it counts for",
    ):
        assert shown in text


def test_the_pawn_and_its_provinces_are_on_the_map_of_two() -> None:
    table = lay_out(2, pawn="ems")
    text = "\n".join(drawn_map(table))
    for province in side(table.game).provinces:
        assert re.search(rf"(?<!\w){province.name}(?!\w)", text)
    assert re.findall(r"\*\*(\w+)\*\*", text) == ["ems"]
    assert "Pawn in the province of Ems, 2 free steps" in plain(table)


# -- around it -------------------------------------------------------------------------------------


def test_a_player_sees_all_that_is_theirs() -> None:
    table = lay_out(
        points=12,
        supply=(3, 1),
        desk={"book": 1, "privilege": 2, "bags": 3, "keys": 1},
        unused={"office": 2, "plus-4": 1},
        used={"develop": 1},
        actions=2,
        round=9,
    )
    lines = plain(table).splitlines()
    assert lines[0] == "Turn 9, Anna: 2 actions left"
    # One's own desk is the last, next to the question.
    assert lines[-3].startswith(" 1  Anna: 12 points (to decide)   Supply 3 traders and 1 merchant   Stock ")
    assert lines[-2] == (
        "    keys 1 [2] 2 3 4  actions [2] 3 3 4 4 5  privilege w o [p] b  book 2 [3] 4 5  bags 3 5 7 [all]"
    )
    assert lines[-1] == "    Markers: additional office (x2), four more actions   used: development"


def test_how_far_the_game_has_come() -> None:
    table = lay_out(
        offices={"duisburg": "a", "goslar": "b"}, special=".B..", markers={"bremen-minden": "office"}
    )
    text = plain(table)
    assert (
        "Completed cities 2 of 10   Markers to draw 15   # Arnheim and Stendal: 7, 4 and 2 points to come"
        in text
    )
    assert "Special table   white 7  (2)  pink 9  black 11\n" in text
    table = lay_out(modules="favour", favours=["action", "cities", "tracks"])
    assert "Favours for sale: action, cities, tracks\n" in plain(table)


def test_what_is_under_way_is_shown() -> None:
    table = lay_out(houses={"hamburg-luebeck": "aaa", "bremen-minden": "A.."})
    play(table, "move", "take bremen-minden 1")
    assert "In hand (1) from house 1 of Bremen–Minden\n" in plain(table)
    play(table, "to hamburg-stade", "done", "establish hamburg-luebeck")
    assert "Established Hamburg–Lübeck\n" in plain(table)
    table = lay_out(houses={"hamburg-luebeck": "B.."}, supply=(3, 0))
    play(table, "displace hamburg-luebeck 1 with trader")
    assert "Displaced on Hamburg–Lübeck\n" in plain(table)


def test_a_spectator_looks_over_the_shoulder_of_whoever_decides() -> None:
    table = lay_out(seat=1, active=1)
    assert plain(table, None) == plain(table, 1) != plain(table, 0)


def test_missions_stay_secret() -> None:
    table = Table(load(3, modules="missions"), 7, NAMES[:3])
    seen = {seat: plain(table, seat) for seat in (0, 1, 2, None)}
    for seat in (0, 1, 2):
        mission = table.view(seat)["players"][seat]["mission"]
        assert f"Mission: {', '.join(mission)}\n" in seen[seat]
        assert seen[seat].count("Mission:") == 1
    assert "Mission:" not in seen[None]


def test_the_end() -> None:
    table = in_progress(load(3, limit="40", modules="missions"), 1, 5000)
    assert table.is_over
    text = plain(table)
    assert text.startswith("The game is over\n")
    assert "to decide" not in text
    assert text.count("Mission:") == 3


# -- terminals -------------------------------------------------------------------------------------


@given(
    game=st.sampled_from(list(GAMES.values())),
    seed=st.integers(0, 10**6),
    decisions=st.integers(0, 250),
    width=st.sampled_from([80, 100, 107, 120, 200]),
)
@settings(max_examples=25, deadline=None)
def test_it_fits_and_shows_every_piece(game: Game, seed: int, decisions: int, width: int) -> None:
    table = in_progress(game, seed, decisions)
    for seat in (0, None):
        assert max(map(len, plain(table, seat, width).splitlines())) <= width
    lying = Counter(match[0] for line in drawn_map(table, width) for match in PIECE.finditer(line))
    view = table.view(None)
    rows = [*view["houses"].values()]
    rows += [city[kind] for city in view["cities"].values() for kind in ("offices", "extras")]
    pieces = [one for row in rows for one in row if one]
    assert lying == Counter(
        f"[{one['seat'] + 1}]" if one["shape"] == "trader" else f"({one['seat'] + 1})" for one in pieces
    )


def test_cities_with_many_additional_offices_find_room() -> None:
    crowd = dict.fromkeys(("arnheim", "minden", "stendal", "bremen", "hannover"), "abcab")
    table = lay_out(offices=dict.fromkeys(crowd, "a"), extras=crowd, desk={"actions": 5})
    for width in (100, 120):
        text = "\n".join(drawn_map(table, width))
        assert text.count("[1][2][3][1][2]|[1]") == len(crowd)


def test_long_names_do_not_break_it() -> None:
    names = [letter * 40 for letter in "VWXYZ"]
    table = Table(load(5), 7, names)
    for width in (80, 100, 120):
        text = plain(table, 0, width)
        assert max(map(len, text.splitlines())) <= width
        assert all(name in text for name in names)


def test_colour_is_never_needed() -> None:
    table = in_progress(load(4), 3, 120)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured(table)) == plain(table)
    assert "38;2;" in coloured(table)
    assert "38;2;" not in coloured(table, no_color=True)


def luminance(red: int, green: int, blue: int) -> float:
    """How bright a colour is to the eye, from 0 to 1."""
    parts = [c / 3294 if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in (red, green, blue)]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def test_text_stands_out_from_its_ground() -> None:
    table = in_progress(load(5), 3, 60)
    looks = set(re.findall(r"38;2;(\d+);(\d+);(\d+);48;2;(\d+);(\d+);(\d+)m", coloured(table)))
    assert len(looks) == 10  # five players, four colours of offices, markers
    for look in looks:
        numbers = [int(number) for number in look]
        dark, bright = sorted([luminance(*numbers[:3]), luminance(*numbers[3:])])
        assert (bright + 0.05) / (dark + 0.05) >= 4.5


def test_a_terminal_without_dots_gets_letters() -> None:
    names = ["Ännchen", *NAMES[1:4]]
    table = in_progress(load(4), 3, 120)
    file = TextIOWrapper(BytesIO(), "ascii")
    Console(file=file, width=120, force_terminal=True, legacy_windows=False).print(
        table.game.draw(table.state, 0, names)
    )
    file.flush()
    text = re.sub(r"\x1b\[[0-9;]*m", "", file.buffer.getvalue().decode("ascii"))
    assert "?nnchen" in text
    dots = plain(table).replace("·", ".").replace("Anna", "Ännchen").replace("–", "-")
    assert text == dots.encode("ascii", "replace").decode()


# -- choosing --------------------------------------------------------------------------------------


def shown_choices(table: Table) -> str:
    """The choices as a person at the keyboard is shown them."""
    session = Session(table, [None] * table.game.players, None)
    session.console = Console(file=StringIO(), width=120, color_system=None)
    session._seat = table.seat
    session._show(session._choices())
    file = session.console.file
    assert isinstance(file, StringIO)
    return file.getvalue()


def test_very_many_choices_are_shown_by_how_they_go_on() -> None:
    letters = iter("bcde" * 12)
    crowd = {route.key: "".join(next(letters) for _ in route.houses) for route in side(load(5)).routes[:12]}
    table = lay_out(5, houses=crowd, supply=(3, 1))
    text = " ".join(shown_choices(table).split())
    displacing = sum(action.words.startswith("displace ") for action in table.actions())
    assert displacing > 70
    assert f"displace {displacing} choices, by how they go on: {', '.join(crowd)}" in text
    assert "with trader" not in text
    assert len(shown_choices(table).splitlines()) < 40


def test_some_choices_of_a_kind_stand_in_a_row_with_their_numbers() -> None:
    table = lay_out(rules="2009", desk={"bags": 2, "book": 1}, supply=(1, 0))
    numbers = {action.words: n for n, action in enumerate(table.actions(), start=1)}
    text = " ".join(shown_choices(table).split())
    for words in ("income 1 trader", "income 5 traders 2 merchants"):
        assert f"{numbers[words]}) {words.removeprefix('income ')}" in text
    assert text.count("income") == 1
