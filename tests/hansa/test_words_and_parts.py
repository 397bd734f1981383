"""The three faces of an action: number, words and parts; and choices that people can tell apart."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from burgher import Game, Table, UnreadableAction
from burgher.games.hansa.components import BOARD_SIDES, COLOURS, FAVOURS, MARKERS, SHAPES, TRACKS
from hansa.kit import NAMES, load, side

GAMES = {
    "standard-45": load(4),
    "standard-23": load(3),
    "east": load(3, map="east"),
    "britannia-45": load(5, map="britannia"),
    "britannia-23": load(3, map="britannia"),
}
BOARDS = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@BOARDS
def test_number_words_and_parts_name_the_same_action(game: Game) -> None:
    for action in game.actions:
        assert game.number(action.words) == action.number
        assert game.number_of_parts(action.parts) == action.number
    assert len({action.words for action in game.actions}) == game.num_actions
    assert len({action.parts for action in game.actions}) == game.num_actions


def test_a_board_has_the_same_actions_whatever_is_agreed_on() -> None:
    assert {side(game).name for game in GAMES.values()} == {board.name for board in BOARD_SIDES}
    for rules in ("given", "2009", "big-box"):
        assert load(5, rules=rules).actions == GAMES["standard-45"].actions
        assert load(3, rules=rules, modules="missions,favour").actions == GAMES["standard-23"].actions
    assert load(2).actions == GAMES["standard-23"].actions
    assert load(5, map="east", limit="40").actions == GAMES["east"].actions


def test_what_is_on_no_board_has_the_same_number_on_all() -> None:
    """A record of one board can be told from another's, and programs find the common actions."""
    first, *others = GAMES.values()
    common = [action for action in first.actions if all(action in other.actions for other in others)]
    assert len(common) == 177
    assert [action.number for action in common] == list(range(177))


@BOARDS
def test_words_are_read_in_any_case_and_spacing(game: Game) -> None:
    assert game.number("  INCOME  3 Traders\n") == game.number("income 3 traders")


@pytest.mark.parametrize(
    "words",
    [
        "",
        "income",
        "income 27 traders",
        "income 0 traders",
        "place trader",
        "place trader hamburg-stade ship",
        "take hamburg-stade 4",
        "office london",
        "exchange hamburg 2-2",
        "exchange hamburg 2-1",
        "green hamburg trader",
    ],
)
def test_other_words_name_no_action(words: str) -> None:
    with pytest.raises(UnreadableAction, match="Hansa Teutonica has no action"):
        GAMES["standard-45"].number(words)


@pytest.mark.parametrize("parts", [(), ("stock",), ("route-hamburg-stade", "establish"), ("city-london",)])
def test_other_touches_mean_no_action(parts: tuple[str, ...]) -> None:
    with pytest.raises(UnreadableAction, match="means no action"):
        GAMES["standard-45"].number_of_parts(parts)


# -- as they are written down ----------------------------------------------------------------------

NOTATION = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
SECTION = NOTATION.split("## Hansa Teutonica")[1].split("\n## ")[0]
ROWS = re.findall(r"^\| [^`|]+ \| `([^`|]+)` \| ((?:`[^`|]+` ?)+)\|", SECTION, re.MULTILINE)


@pytest.mark.parametrize(("words", "parts"), ROWS)
def test_the_notation_is_as_it_is_written_down(words: str, parts: str) -> None:
    having = [game for game in GAMES.values() if words in {action.words for action in game.actions}]
    assert having
    for game in having:
        assert game.parts(game.number(words)) == tuple(re.findall(r"`([^`]+)`", parts))


def kind(words: str) -> str:
    """The words with every place, piece, number and marker made alike."""
    keys = [city.key for board in BOARD_SIDES for city in board.cities]
    keys += [route.key for board in BOARD_SIDES for route in board.routes]
    keys += [province.name for board in BOARD_SIDES for province in board.provinces]
    verb, *rest = words.split()
    if verb == "income":
        return "income " + " ".join("_" if word.isdecimal() else word.removesuffix("s") for word in rest)
    names = {*keys, *SHAPES, *COLOURS, *TRACKS, *FAVOURS, *MARKERS}
    if len(rest) > 1:
        names.remove("develop")  # `use develop book`
    return " ".join([verb, *("_" if word in names or re.match(r"\d", word) else word for word in rest)])


@BOARDS
def test_the_notation_names_every_kind_of_action(game: Game) -> None:
    written = {kind(words) for words, _ in ROWS}
    assert {kind(action.words) for action in game.actions} <= written


def test_the_notation_names_no_other() -> None:
    assert {kind(words) for words, _ in ROWS} == {
        kind(action.words) for game in GAMES.values() for action in game.actions
    }


@pytest.mark.parametrize("names", [TRACKS, MARKERS, FAVOURS, COLOURS, SHAPES], ids=" ".join)
def test_the_notation_names_the_things_in_their_order(names: list[str]) -> None:
    assert " ".join(f"`{name}`" for name in names) in SECTION


# -- choices that people can tell apart ------------------------------------------------------------

PLAYED = [
    (2, {}),
    (3, {"rules": "big-box", "modules": "missions,favour"}),
    (4, {"rules": "2009"}),
    (5, {"map": "east"}),
    (4, {"map": "britannia"}),
]


@pytest.mark.parametrize(("players", "options"), PLAYED, ids=str)
def test_every_choice_has_a_sentence_of_its_own(players: int, options: dict[str, str]) -> None:
    table = Table(load(players, limit="40", **options), 3, NAMES[:players])
    chance = Random(players)
    busy = ("establish", "office", "use", "exchange", "displace", "favour", "extra", "place", "income")
    for _ in range(300):
        if table.is_over:
            break
        choices = table.actions()
        said = [table.game.sentence(table.state, action.number) for action in choices]
        assert len(set(said)) == len(said)
        assert all(one[0].isupper() and not one.endswith(".") for one in said)
        assert table.question()[-1] in "?."
        # Games of those who only move pieces about show little.
        doing = [action for action in choices if action.words.split()[0] in busy]
        table.play(chance.choice(doing if doing and chance.random() < 0.7 else choices).number)
