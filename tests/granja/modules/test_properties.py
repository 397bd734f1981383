"""What must hold with any modules, whoever plays and however: games of random subsets of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import burgher
from burgher import Game, Journal, State
from burgher.games.granja import rounds
from burgher.games.granja.actions import DONE
from burgher.games.granja.modules.shelf import EXCLUSIVE, NAMES
from burgher.games.granja.pauses import is_pausing
from burgher.games.granja.pending import PURCHASED
from burgher.games.granja.stack import give_turn
from burgher.games.granja.state import Granja
from granja.kit import load

EAGERNESS = {"deliver": 8.0, "grand": 8.0, "barrow": 3.0, "helper": 3.0, "use": 3.0, "done": 0.3, "buy": 0.3}
"""How much rather than others some things are done, so that games get somewhere."""


@dataclass
class Played:
    """A game to be played by people who want everything to happen, for so many decisions."""

    players: int
    modules: tuple[str, ...]
    seed: int
    decisions: int = 160

    def game(self) -> Game:
        return load(self.players, self.modules)

    def actions(self, state: State) -> Iterator[int]:
        """One action after the other, to be carried out by whoever asks for them."""
        game, random = self.game(), Random(self.seed)
        for _ in range(self.decisions):
            if state.is_over:
                return
            legal = state.legal_actions()
            weights = [EAGERNESS.get(game.words(action).split()[0], 1.0) for action in legal]
            yield random.choices(legal, weights)[0]


@st.composite
def games(draw: st.DrawFn) -> Played:
    """Games of two to four players, with any modules that go together."""
    drawn = {name for name in NAMES if draw(st.booleans())}
    for one, other in EXCLUSIVE:
        if one in drawn and other in drawn:
            drawn.discard(draw(st.sampled_from((one, other))))
    modules = tuple(name for name in NAMES if name in drawn)
    return Played(draw(st.integers(2, 4)), modules, draw(st.integers(0, 2**32)))


@given(games())
@settings(max_examples=25)
def test_everything_holds_after_every_action(played: Played) -> None:
    """Nothing is made or lost, points are those the journal tells of, and copies are copies."""
    game, journal = played.game(), Journal()
    state = game.deal(played.seed, journal)
    points, told = state.scores(), 0
    before = state.clone()
    for action in played.actions(state):
        before.copy_from(state)
        state.apply(action)
        game.check(state, before)
        for entry in journal.entries[told:]:
            points[entry.seat] += entry.points
        told = len(journal.entries)
        assert state.scores() == points
    again = state.clone()
    assert game.position(again) == game.position(state)
    assert again.legal_actions() == state.legal_actions()


@given(games())
@settings(max_examples=25)
def test_nobody_is_kept_waiting_for_nothing(played: Played) -> None:
    """Where a step, or a module (`stays`), asks whether something is to be done first, something can be."""
    state = played.game().deal(played.seed)
    assert isinstance(state, Granja)
    for action in played.actions(state):
        if state.depth == 0 and is_pausing(state):
            assert state.legal_actions() != [DONE]
        state.apply(action)


LAPSING = ("use ", "lady silver", "lady delivery", "lady upgrade")
"""What cannot be done any more when a round has been scored, since it is refreshed then."""
DELIVERING = {"2d", "4b", "6b", "6c"}
"""Roof tiles that deliver or place a marker, which counts in the scoring."""


def lapsing(table: Granja, seat: int, game: Game) -> set[str]:
    """What a seat could still do at the end of the transportation phase, and would lose or miss."""
    probe = table.clone()
    assert isinstance(probe, Granja)
    give_turn(probe, seat)
    probe.left = 0
    roofs = game.position(probe)["players"][seat]["roofs"]
    found = set()
    for words in map(game.words, probe.legal_actions()):
        verb, *what = words.split()
        tile = roofs[int(what[0]) - 1]["tile"] if verb == "roof" else None
        if words.startswith(LAPSING) or tile in DELIVERING or (tile and table.round == 5):
            found.add(words)
    return found


@pytest.mark.skipif(burgher.COMPILED, reason="what is compiled cannot be watched")
@given(games())
@settings(max_examples=25)
def test_nothing_lapses_of_which_nobody_was_asked(played: Played) -> None:
    """When the scoring begins, whoever was not asked before has nothing left that would be lost with it."""
    game = played.game()
    state = game.deal(played.seed)
    assert isinstance(state, Granja)
    asked: set[int] = set()

    def end_round(table: Granja) -> None:
        left = {seat: lapsing(table, seat, game) for seat in range(table.seats) if seat not in asked}
        assert not any(left.values()), left
        go_on(table)

    go_on = rounds.end_round
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rounds, "end_round", end_round)
        for action in played.actions(state):
            asked = asked | {state.seat} if state.step == PURCHASED else set()
            state.apply(action)
