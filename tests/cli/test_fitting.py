"""A table in the terminal fits its window, as far as it can, and says when it cannot."""

from __future__ import annotations

import re
from io import StringIO
from random import Random

import pytest
from rich.console import Console

import burgher
from burgher import Table, agents
from burgher.cli.session import Session
from burgher.games.granja.components import standard_set
from burgher.games.granja.modules.shelf import EXCLUSIVE, MEANINGS
from burgher.games.hansa.components import BOARD_SIDES
from burgher.kernel.drawing import IN_SHORT

NAMES = ["Anna", "Benno", "Carla", "Dario", "Eva"]
TABLES = [("burgundy", 2), ("burgundy", 4), ("hansa", 2), ("hansa", 5), ("granja", 1), ("granja", 4)]
OTHER_SIDES = {other for _, other in EXCLUSIVE}
ALL_MODULES = {"modules": tuple(name for name in MEANINGS if name not in OTHER_SIDES)}
TOO_MANY = r"(\d+) rows? too many for this window"


def after(game: str, players: int, moves: int, **options: object) -> Table:
    """A table in the middle of a random game."""
    table = Table(burgher.load(game, players=players, **options), 7, NAMES[:players])
    chance = Random(3)
    while not table.is_over and len(table.played) < moves:
        table.play(chance.choice(table.state.legal_actions()))
    return table


def drawn(table: Table, width: int, height: int | None) -> str:
    file = StringIO()
    drawing = table.game.draw(table.state, table.seat, table.names)
    Console(file=file, width=width, color_system=None).print(drawing, height=height)
    return file.getvalue()


@pytest.mark.parametrize("moves", [0, 60, 150])
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_no_more_lines_than_there_are_rows_or_it_says_how_many(game: str, players: int, moves: int) -> None:
    table = after(game, players, moves)
    for width in (80, 100, 130, 200):
        whole = drawn(table, width, None)
        assert drawn(table, width, 200) == whole
        for height in (50, 40, 30, 20):
            text = drawn(table, width, height)
            lines = text.splitlines()
            assert max(map(len, lines)) <= width
            if said := re.search(TOO_MANY, " ".join(lines[-2:])):
                assert int(said[1]) in (
                    len(lines) - height,
                    len(lines) - height - 1,
                )  # the note may be wrapped
            else:
                assert len(lines) <= height
                assert (IN_SHORT in lines[-1]) == (text != whole)


@pytest.mark.parametrize(
    ("game", "players", "width", "rows"),
    [
        ("burgundy", 2, 80, 20),
        ("burgundy", 4, 80, 24),
        ("hansa", 3, 80, 32),
        ("hansa", 5, 80, 36),
        ("hansa", 5, 120, 28),
        ("granja", 2, 80, 24),
        ("granja", 4, 80, 31),
    ],
)
def test_how_few_rows_a_table_needs(game: str, players: int, width: int, rows: int) -> None:
    for moves in (20, 80, 140):
        assert not re.search(TOO_MANY, drawn(after(game, players, moves), width, rows)), moves


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("burgundy", 2, {}),
        ("burgundy", 4, {}),
        ("hansa", 2, {}),
        ("hansa", 4, {}),
        ("granja", 1, {}),
        ("granja", 4, {}),
        ("granja", 3, ALL_MODULES),
    ],
)
def test_a_window_of_forty_rows_holds_the_table_and_what_is_asked(
    game: str, players: int, options: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where there are only eighty columns, and many choices."""
    for moves in (15, 60, 100):
        text = asked(after(game, players, moves, **options), 80, 40, monkeypatch)
        assert "too many for this window" not in text, moves
        assert "? helps" in text or len(re.findall(r"^ *\d+  ", text, re.MULTILINE)) > 0


def asked(table: Table, width: int, height: int, monkeypatch: pytest.MonkeyPatch, *typed: str) -> str:
    """What a window shows to whoever is to move."""
    quick = agents.create("random", 1)
    players = [None if seat == table.seat else quick for seat in range(table.game.players)]
    session = Session(table, players, None)
    file = StringIO()
    session.console = Console(
        file=file, width=width, height=height, force_terminal=True, color_system=None, legacy_windows=False
    )
    words = iter(typed)

    def types(prompt: str) -> str:
        if (said := next(words, None)) is None:
            raise EOFError
        return said

    monkeypatch.setattr("builtins.input", types)
    with pytest.raises(EOFError):
        session.run()
    return file.getvalue()


def test_where_it_is_tight_choices_stand_side_by_side_and_list_tells_all(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = after("granja", 4, 140)
    text = asked(table, 80, 34, monkeypatch, "list")
    shown, _, listed = text.partition("; ? helps.")
    assert IN_SHORT in shown
    for action in table.actions():
        assert f" {action.words} " in listed


def test_in_short_all_of_burgundy_is_there() -> None:
    table = after("burgundy", 4, 120)
    text = drawn(table, 80, 1)
    assert {f"{depot}{spot}" for depot in range(1, 7) for spot in "abcd"} <= set(text.split())
    assert all(f"black-{spot} " in text for spot in range(1, 9))
    numbers = {int(number) for number in re.findall(r"(?<!\w)(\d{1,2})(?=[a-z][ \[]\d| [A-Z0-9]\w)", text)}
    assert set(range(1, 38)) <= numbers
    assert all(f"{name}: " in text for name in table.names)


def test_in_short_all_of_hansa_is_there() -> None:
    """The cities by their names, routes by these names or, where it is tighter, by their first letters."""
    table = after("hansa", 3, 120)
    side = next(side for side in BOARD_SIDES if side.name == table.view(0)["board"])
    pieces = sum(one is not None for houses in table.view(0)["houses"].values() for one in houses)
    for rows, letters in ((42, None), (1, 3)):
        text = drawn(table, 80, rows)
        assert IN_SHORT in text
        routes = [[side.cities[end].name[:letters] for end in route.ends] for route in side.routes]
        for one, other in routes:
            assert f"{one}–{other} " in text
        assert all(city.name in text for city in side.cities)
        taken = re.search(rf"{routes[0][0]}–.*", text, re.DOTALL)
        assert taken
        assert len(re.findall(r"[\[(][1-3][\])]", taken[0].partition(" 2  ")[0])) == pieces


def test_in_short_all_of_la_granja_is_there() -> None:
    table = after("granja", 3, 120)
    text = drawn(table, 100, 1)
    view = table.view(table.seat)
    assert all(building.name in text for building in standard_set().buildings)
    assert all(str(card) in text.rpartition("Hand")[2] for card in view["players"][table.seat]["hand"])
    assert all(f"{name}: " in text for name in table.names)


@pytest.mark.parametrize(("rows", "fits"), [(24, False), (40, True), (60, True)])
def test_the_table_and_the_choices_are_in_sight(
    rows: int, fits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a window of so many rows, from the table's first line to the prompt."""
    table = after("burgundy", 2, 0)
    player = agents.create("greedy", 1)
    while table.heading != "C2" or table.seat:
        table.play(player.choose(table.state))
    session = Session(table, [None, player], None)
    file = StringIO()
    session.console = Console(
        file=file, width=80, height=rows, force_terminal=True, color_system=None, legacy_windows=False
    )

    def leaves(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", leaves)
    with pytest.raises(EOFError):
        session.run()
    text = file.getvalue()
    shown = text[text.index("Phase C, round 2") :]
    assert ("too many for this window" not in shown) == fits
    if fits:
        assert shown.count("\n") < rows
    assert "Anna: " in shown


@pytest.mark.parametrize("rows", [40, 60])
def test_a_long_list_leaves_the_table_its_place(rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty-four houses to choose from are told by the first and the last; `list` shows all."""
    others = [agents.create("greedy", seed) for seed in (1, 2)]
    session = Session(after("hansa", 3, 0), [None, *others], None)
    file = StringIO()
    session.console = Console(
        file=file, width=100, height=rows, force_terminal=True, color_system=None, legacy_windows=False
    )
    typed = iter(["list"])

    def types(prompt: str) -> str:
        if (words := next(typed, None)) is None:
            raise EOFError
        return words

    monkeypatch.setattr("builtins.input", types)
    with pytest.raises(EOFError):
        session.run()
    asked, _, all_ = file.getvalue().partition("; ? helps.")
    question = asked[asked.rindex("what do you do?") :]
    assert question.count("\n") < rows // 2
    assert re.search(r"place trader +32 choices, from \d+\) \S+ to \d+\) \S+", question)
    assert len(re.findall(r"place trader", all_)) == 32
