"""Modules together: every pair of them is played in some game, and all at once, with every check."""

from __future__ import annotations

import json
from io import StringIO
from itertools import combinations
from random import Random

import pytest
from rich.console import Console

from burgher import Game
from burgher.contract import check_actions, check_identity
from burgher.games.granja.modules.shelf import EXCLUSIVE, MEANINGS, NAMES
from burgher.kernel.journal import Journal
from burgher.kernel.state import State
from granja.kit import load


def subsets() -> list[tuple[str, ...]]:
    """Some choices of modules among which every pair is that can be played together."""
    random = Random(6)
    missing = {frozenset(pair) for pair in combinations(NAMES, 2) if pair not in EXCLUSIVE}
    chosen: list[tuple[str, ...]] = []
    while missing:
        names: list[str] = []
        wanted = sorted(min(missing, key=sorted))
        for name in [*wanted, *random.sample(NAMES, len(NAMES))]:
            clash = any(other in names for pair in EXCLUSIVE if name in pair for other in pair)
            if name not in names and not clash and len(names) < 7:
                names.append(name)
        missing -= {frozenset(pair) for pair in combinations(names, 2)}
        chosen.append(tuple(sorted(names, key=NAMES.index)))
    return chosen


def test_every_module_can_be_chosen() -> None:
    assert tuple(MEANINGS) == NAMES


def test_every_pair_is_played() -> None:
    pairs = {pair for names in subsets() for pair in combinations(names, 2)}
    possible = [pair for pair in combinations(NAMES, 2) if pair not in EXCLUSIVE]
    assert pairs == set(possible)


def look_around(game: Game, state: State, random: Random) -> None:
    """Positions are restored, refusals have reasons, and everybody sees something."""
    position = json.loads(json.dumps(game.position(state)))
    assert game.position(game.restore(position)) == position
    assert game.question(state)
    legal = set(state.legal_actions())
    illegal = [action for action in range(game.num_actions) if action not in legal]
    for action in random.sample(illegal, 25):
        assert game.refusal(state, action).reason
    for seat in range(game.players):
        imagined = state.imagine(seat, random.getrandbits(32))
        assert game.view(imagined, seat) == game.view(state, seat)
        assert isinstance(state.evaluate(seat), int)
    Console(file=StringIO(), width=120).print(game.draw(state, None, ["A", "B", "C", "D"][: game.players]))


def play_checked(game: Game, seed: int) -> None:
    """A random game, with everything checked that must hold, and a look around now and then."""
    random = Random(seed)
    journal = Journal()
    state = game.deal(seed, journal)
    before = state.clone()
    points, told = state.scores(), len(journal.entries)
    while not state.is_over:
        legal = state.legal_actions()
        assert legal
        assert len(set(legal)) == len(legal)
        if random.random() < 0.015:
            look_around(game, state, random)
        before.copy_from(state)
        action = random.choice(legal)
        game.sentence(state, action)
        state.apply(action)
        game.check(state, before)
        for entry in journal.entries[told:]:
            points[entry.seat] += entry.points
            assert game.tell(entry, ["A", "B", "C", "D"])
        told = len(journal.entries)
        assert state.scores() == points


@pytest.mark.parametrize("names", subsets(), ids=lambda names: f"{len(names)} from {names[0]}")
def test_modules_go_together(names: tuple[str, ...]) -> None:
    number = subsets().index(names)
    play_checked(load(2 + number % 3, names), number)


@pytest.mark.parametrize("sides", [("counsellors", "bustling-town"), ("outlaws", "bustling-town-b")])
def test_all_at_once(sides: tuple[str, ...]) -> None:
    others = {side for pair in EXCLUSIVE for side in pair if side not in sides}
    game = load(3, tuple(name for name in NAMES if name not in others))
    check_identity(game)
    check_actions(game)
    play_checked(game, 11)


def test_modules_make_another_game_and_leave_the_numbers_of_the_base_alone() -> None:
    base, more = load(2), load(2, ("broken-roofs", "ladies"))
    assert base.fingerprint != more.fingerprint
    numbers = base.num_actions - 1
    assert [action.words for action in more.actions[:numbers]] == [
        action.words for action in base.actions[:numbers]
    ]
    assert base.words(numbers) == more.words(more.num_actions - 1) == "from den"
    assert "modules" not in base.position(base.deal(1))
