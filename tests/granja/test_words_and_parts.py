"""The three faces of an action: number, words and parts; and that sentences tell choices apart."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from burgher import UnreadableAction
from burgher.games.granja.components import KINDS, PAYABLE, STALL_NAMES, TRADES
from burgher.games.granja.modules.shelf import EXCLUSIVE, NAMES
from granja.kit import deal, load

GAME = load()


def test_there_are_900_actions_whoever_plays() -> None:
    assert GAME.num_actions == 900
    for players in (3, 4):
        assert load(players).actions == GAME.actions


def test_number_words_and_parts_name_the_same_action() -> None:
    for action in GAME.actions:
        assert GAME.number(action.words) == action.number
        assert GAME.number_of_parts(action.parts) == action.number
    assert len({action.words for action in GAME.actions}) == GAME.num_actions
    assert len({action.parts for action in GAME.actions}) == GAME.num_actions


def test_words_are_read_in_any_case_and_spacing() -> None:
    assert GAME.number("  Deliver  OLIVE row-3B\n") == GAME.number("deliver olive row-3b")


@pytest.mark.parametrize(
    "words",
    ["", "field 67", "deliver silver barrow-1", "die 7", "stall 1-5", "roof 6", "donkey 5", "buy wine"],
)
def test_other_words_name_no_action(words: str) -> None:
    with pytest.raises(UnreadableAction, match="La Granja has no action"):
        GAME.number(words)


@pytest.mark.parametrize("parts", [(), ("card-12",), ("field", "card-12"), ("good-olive", "good-grain")])
def test_other_touches_mean_no_action(parts: tuple[str, ...]) -> None:
    with pytest.raises(UnreadableAction, match="means no action"):
        GAME.number_of_parts(parts)


# -- the notation as it is written down --------------------------------------------------------------

BOTH_SIDES = [
    load(2, tuple(name for name in NAMES if name not in {pair[side] for pair in EXCLUSIVE}))
    for side in (0, 1)
]
"""Two games that have the actions of all modules."""


def _parted(chapter: str) -> tuple[list[str], list[str]]:
    """What the chapter says of the game, and of its modules."""
    before, _, rest = chapter.partition("\nWhat modules add")
    modules, _, after = rest.partition("\nA trade commodity becomes")
    return [before, after], [modules]


NOTATION = (Path(__file__).parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
CHAPTER = NOTATION.partition("## La Granja\n")[2].partition("\n## ")[0]
ROW = re.compile(r"^\| [^`|]+ \| `([^`|]+)` \| ((?:`[^`|]+` ?)+)\|", re.MULTILINE)
ROWS, OF_MODULES = ([row for part in parts for row in ROW.findall(part)] for parts in _parted(CHAPTER))


@pytest.mark.parametrize(("words", "parts"), ROWS)
def test_the_notation_is_as_it_is_written_down(words: str, parts: str) -> None:
    assert GAME.parts(GAME.number(words)) == tuple(re.findall(r"`([^`]+)`", parts))


@pytest.mark.parametrize(("words", "parts"), OF_MODULES)
def test_the_notation_of_modules_is_as_it_is_written_down(words: str, parts: str) -> None:
    found = {action.words: action.parts for game in BOTH_SIDES for action in game.actions}
    assert found[words] == tuple(re.findall(r"`([^`]+)`", parts))


def test_the_notation_names_every_kind_of_action() -> None:
    things = "|".join(dict.fromkeys((*KINDS, *PAYABLE, *TRADES, *STALL_NAMES)))

    def kind(words: str) -> str:
        """The words with every number, place and good made alike; the verb stays what it is."""
        verb, _, rest = words.partition(" ")
        verb = "_" if rest.startswith("for ") else verb
        return f"{verb} {re.sub(rf'({things})|[0-9]+[a-d]?', '_', rest)}"

    assert {kind(words) for words, _ in ROWS} == {kind(action.words) for action in GAME.actions}


# -- sentences ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_sentences_tell_legal_choices_apart(seed: int) -> None:
    """At each decision of a game, no two choices are told alike, and each is a sentence without its stop."""
    table, random = deal(2 + seed, seed), Random(seed)
    game = table.game
    while not table.is_over:
        assert table.question()[-1] in ".?"
        choices = table.state.legal_actions()
        said = Counter(game.sentence(table.state, action) for action in choices)
        assert max(said.values()) == 1, [one for one, count in said.items() if count > 1]
        assert all(one[0].isupper() and not one.endswith(".") for one in said)
        table.play(random.choice(choices))
