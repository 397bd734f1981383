"""Every die, pile and deck of a table is fair: counted over many secrets, and held to chi-square.

The secrets are always the same ones, so that these tests find the same each time.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from hashlib import sha256
from random import Random

import pytest

import burgher
from burgher import Game, Table
from burgher.kernel.fair import Draws

TABLES = 360
UNLIKELY = 4.5
"""As far as this many standard deviations from what is expected, it may be chance: one test in 200,000."""


def secret(number: int) -> str:
    return sha256(b"table %d" % number).hexdigest()


def excess(counts: Iterable[int], cells: int) -> float:
    """How unlikely it is that equally likely things came so often, in standard deviations."""
    found = list(counts)
    expected = sum(found) / cells
    chi_square = sum((count - expected) ** 2 for count in found) / expected
    chi_square += (cells - len(found)) * expected
    free = cells - 1
    # Wilson and Hilferty: the cube root of chi-square over its degrees of freedom is nearly normal.
    return float(((chi_square / free) ** (1 / 3) - (1 - 2 / (9 * free))) / (2 / (9 * free)) ** 0.5)


def test_this_test_finds_a_loaded_die() -> None:
    chooser = Random(1)
    fair = Counter(chooser.randrange(6) for _ in range(6000))
    loaded = Counter(min(5, int(chooser.random() * 6.3)) for _ in range(6000))
    assert excess(fair.values(), 6) < UNLIKELY < excess(loaded.values(), 6)
    assert excess([100, 100, 100, 100, 100], 6) > UNLIKELY  # a face that never comes


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 12, 26, 36, 42, 66, 100])
def test_draws_are_even(n: int) -> None:
    counts = Counter(Draws(secret(n)).draw(number, n) for number in range(1, 100 * n + 1))
    assert excess(counts.values(), n) < UNLIKELY


def test_neighbouring_draws_have_nothing_to_do_with_each_other() -> None:
    for step in (1, 2, 3):
        source = Draws(secret(step))
        pairs = Counter((source.draw(k, 6), source.draw(k + step, 6)) for k in range(1, 7201))
        assert excess(pairs.values(), 36) < UNLIKELY


def test_neighbouring_secrets_have_nothing_to_do_with_each_other() -> None:
    pairs = Counter(
        (Draws(f"{number:064x}").draw(1, 6), Draws(f"{number + 1:064x}").draw(1, 6)) for number in range(7200)
    )
    assert excess(pairs.values(), 36) < UNLIKELY


def draws(game: Game, moves: int) -> dict[int, Counter[int]]:
    """For each number of equally likely things, how often each of them was drawn, at many tables."""
    counts: dict[int, Counter[int]] = defaultdict(Counter)
    for number in range(TABLES):
        table, chooser = Table(game, secret=secret(number)), Random(number)
        for _ in range(moves):
            if not table.is_over:
                table.play(chooser.choice(table.state.legal_actions()))
        for n, value in table.draws:
            counts[n][value] += 1
    return counts


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        (burgher.load("burgundy", 3), 60),
        (burgher.load("granja", 3), 60),
        (burgher.load("granja", 2, modules=["ladies", "betwixt", "trade-boards", "outlaws"]), 60),
        (burgher.load("hansa", 4, modules=["missions", "favour"]), 300),
    ],
    ids=["burgundy", "granja", "granja with modules", "hansa"],
)
def test_every_die_and_pile_of_a_game_is_even(game: Game, moves: int) -> None:
    tested = {n: counts for n, counts in draws(game, moves).items() if n > 1 and counts.total() >= 5 * n}
    assert len(tested) > 5
    for n, counts in tested.items():
        assert excess(counts.values(), n) < UNLIKELY, f"drawn from {n}"


def counted(game: str, players: int, what: Callable[[Table], str]) -> Counter[str]:
    rules = burgher.load(game, players)
    return Counter(what(Table(rules, secret=secret(number))) for number in range(3 * TABLES))


@pytest.mark.parametrize(
    ("game", "players", "cells", "what"),
    [
        ("burgundy", 4, 4, lambda table: str(table.view(None)["order"][0])),
        ("burgundy", 2, 6, lambda table: str(table.view(None)["white"])),
        ("burgundy", 2, 36, lambda table: str(table.view(None)["dice"][1])),
        ("burgundy", 2, 6, lambda table: table.view(None)["round goods"][4]),
        ("hansa", 5, 5, lambda table: str(table.seat)),
    ],
)
def test_what_people_see_first_is_even(
    game: str, players: int, cells: int, what: Callable[[Table], str]
) -> None:
    assert excess(counted(game, players, what).values(), cells) < UNLIKELY


def test_every_card_comes_to_every_hand_as_often() -> None:
    rules = burgher.load("granja", 4)
    hands: Counter[tuple[int, str]] = Counter()
    for number in range(TABLES):
        table = Table(rules, secret=secret(number))
        for seat in range(4):
            hand = table.view(seat)["players"][seat]["hand"]
            hands.update((seat, str(card)) for card in hand)
    cards = {card for _, card in hands}
    for seat in range(4):
        assert excess([hands[seat, card] for card in cards], len(cards)) < UNLIKELY
