"""Every sentence that people read is English: its numbers, articles, spaces and ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

import burgher
from burgher import Table
from burgher.games.granja.modules.shelf import EXCLUSIVE, MEANINGS
from burgher.kernel.errors import BurgherError

NAMES = ("Anna", "Benno", "Carla", "Dario", "Eva")
OTHER_SIDES = {other for _, other in EXCLUSIVE}
MODULES = tuple(name for name in MEANINGS if name not in OTHER_SIDES)
GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "burgundy-2": ("burgundy", 2, {}),
    "burgundy-4": ("burgundy", 4, {"estates": "random", "castles": "secret"}),
    "granja-1": ("granja", 1, {}),
    "granja-3": ("granja", 3, {}),
    "granja-4-modules": ("granja", 4, {"modules": MODULES}),
    "granja-2-other-modules": ("granja", 2, {"modules": tuple(OTHER_SIDES)}),
    "hansa-2": ("hansa", 2, {}),
    "hansa-4": ("hansa", 4, {}),
    "hansa-3-modules": ("hansa", 3, {"rules": "big-box", "modules": ("missions", "favour")}),
    "hansa-4-britannia": ("hansa", 4, {"map": "britannia"}),
}
MOVES = 400
"""As many decisions of a game are looked at."""

SINGULAR = (
    "action|animal|barrow|card|chicken|cow|cube|delivery|disc|donkey|field|grape|good|hat|marker|merchant|"
    "office|olive|pig|piece|point|silverling|space|stall|step|tile|trader|worker"
)
FAULTS = {
    "a before a vowel": r"(?<!\b[Rr]ow )\b[Aa] (?!one\b|uni|use|euro)[aeiouAEIOU]\w*",
    "an before a consonant": r"\b[Aa]n (?!hour|honest)[^aeiouAEIOU8“\"]\w*",
    "one of many": rf"(?<![\w.,:/–+-])1 (?:more |free |other )?(?:goods|deliveries|(?:{SINGULAR})s)\b",
    "many of one": rf"(?<![\w.,:/–+-])(?:[02-9]|\d\d+) (?:more )?(?:{SINGULAR})(?![\w-]| [a-z]+s\b)",
    "spaces": r"  | [.,;?!)](?!\d)| :(?! \d)|[(] ",
    "marks": r"\.\.|,,|;;|\?\.|\.\?|,\.",
    "left over": r"\bNone\b(?! of)|[{}]|\bnan\b|%[sd]|(?i:\b([a-z]{2,}) \1\b)",
}
"""What no sentence has, each with a name."""


def faults(sentence: str) -> Iterator[str]:
    """What is wrong with a sentence."""
    for name, pattern in FAULTS.items():
        if found := re.search(pattern, sentence):
            yield f"{name}: “{found[0]}” in “{sentence}”"


def sentences(table: Table) -> Iterator[str]:
    """What a position says: question, choices, why others are refused, what lies there."""
    game, state = table.game, table.state
    yield table.question()
    yield table.headline
    legal = set(state.legal_actions())
    for number in legal:
        yield game.sentence(state, number)
    chance = Random(len(table.played))
    for number in chance.sample(range(len(game.actions)), 12):
        if number not in legal:
            with suppress(BurgherError):
                if refusal := table.refusal(game.actions[number].words, table.seat):
                    yield str(refusal)


def told(name: str) -> Iterator[str]:
    """All that a random game says from its beginning to its end, or for long enough."""
    game, players, options = GAMES[name]
    table = Table(burgher.load(game, players=players, **options), seed=5, names=NAMES[:players])
    chance = Random(2)
    while not table.is_over and len(table.played) < MOVES:
        yield from sentences(table)
        table.play(chance.choice(table.state.legal_actions()))
    yield table.headline
    for seat in range(players):
        yield from table.log(seat)
    yield from {source for mine in table.breakdown_seen(0) for source in mine}


@pytest.mark.parametrize("name", GAMES)
def test_sentences_are_english(name: str) -> None:
    all_of_them = set(told(name))
    assert len(all_of_them) > 300
    found = sorted({fault for sentence in all_of_them for fault in faults(sentence)})
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "sentence",
    [
        "Take a orange office.",
        "You have 1 workers.",
        "Take 1 goods.",
        "Gain 2 worker.",
        "An grain is delivered.",
        "Anna takes  two.",
        "Anna wins ..",
        "It is None.",
        "The the ship.",
        "Anna takes it .",
    ],
)
def test_faults_are_found(sentence: str) -> None:
    assert list(faults(sentence))


@pytest.mark.parametrize(
    "sentence",
    [
        "Anna takes 1 worker.",
        "An orange office and a white one.",
        "1 pig, 2 pigs.",
        "Phase A, round 1 begins.",
    ],
)
def test_good_sentences_pass(sentence: str) -> None:
    assert not list(faults(sentence))
