"""What a spectator can foretell: everything where machines draw, nothing where people play."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

import burgher
from burgher import Table
from chance.attack import Generator, Seen, attack
from chance.reading import View, seen_in


def views_of(table: Table) -> Iterator[View]:
    """Everything that a spectator sees of a game, move by move."""
    chooser = Random(1)
    yield table.view(None)
    while not table.is_over:
        table.play(chooser.choice(table.state.legal_actions()))
        yield table.view(None)


def draws_of(table: Table) -> list[Seen]:
    return list(seen_in(views_of(table)))


def foretold(generator: Generator, draws: list[Seen]) -> bool:
    """Whether a generator gives all of these draws."""
    return all(one.first <= generator.draw(one.n) < one.end for one in draws)


@pytest.mark.parametrize("seed", range(5))
def test_the_machines_generator_is_known_early_in_the_second_phase(seed: int) -> None:
    draws = draws_of(Table(burgher.load("burgundy"), seed=seed))
    known = 60
    generator = attack(draws[:known])
    assert generator is not None
    assert len(draws) > 2 * known
    assert foretold(generator, draws[known:])


def test_the_attacker_reads_every_draw() -> None:
    # Those of the table itself, but for the few before the first phase.
    table = Table(burgher.load("burgundy"), secret="5" * 64)
    draws = draws_of(table)
    late = table.draws[-len(draws) :]
    assert len(draws) > 150
    assert len(table.draws) - len(draws) < 10
    assert [one.n for one in draws] == [n for n, _ in late]
    assert all(one.first <= value < one.end for one, (_, value) in zip(draws, late, strict=True))


@pytest.mark.parametrize(
    ("secret", "knowing"), [("0" * 64, (30, 50, 100, None)), ("5" * 64, (50,)), ("e3b0c442" * 8, (60,))]
)
def test_nothing_is_known_of_a_tables_draws(secret: str, knowing: tuple[int | None, ...]) -> None:
    draws = draws_of(Table(burgher.load("burgundy"), secret=secret))
    for known in knowing:  # None is all of them, which takes the attacker longest
        assert attack(draws[:known]) is None
