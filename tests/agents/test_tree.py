"""The search's tree by itself: what a position is worth, how far a simulation goes, what is kept."""

from __future__ import annotations

from typing import Any

import pytest

import burgher
import burgher.games
from building import ROOT
from burgher.kernel.chance import step
from burgher.kernel.ints import set_of
from burgher.kernel.offers import offer
from burgher.kernel.search import ONE, WHOLE, Evaluator, Tree, root_16
from burgher.kernel.search_settings import SearchSettings

SCALE = 1000
BOAST = 4


@pytest.fixture(autouse=True)
def _fourth_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(burgher.games, "__path__", [*burgher.games.__path__, str(ROOT / "examples")])


def pebbles(points: list[int], **more: Any) -> Any:
    """Pebbles for as many as there are points, in its last round: a point looks worth a hundred."""
    kind: Any = type(burgher.load("pebbles", 2).deal(1))
    state = kind(len(points), 1)
    state.round, state.heap, state.points = 1, 5, points
    for name, value in more.items():
        setattr(state, name, value)
    return state


def tree_of(state: Any, aim: int = 0) -> Tree:
    return Tree(state, len(state.points), SearchSettings(aim=aim))


def judged(points: list[int], par: int = 0, aim: int = 0) -> list[int]:
    """What a position is worth to each seat, in hundredths of the lead that makes it."""
    tree = tree_of(pebbles(points), aim)
    tree.scale, tree.par = SCALE, par
    tree.evaluate()
    values = [int(tree.values[seat]) for seat in range(len(points))]
    assert all(-ONE < value < ONE for value in values)
    # The lead that a value stands for: value = lead / (scale + |lead|).
    return [round(value * SCALE / (ONE - abs(value))) for value in values]


@pytest.mark.parametrize(
    ("points", "leads"),
    [
        ([5, 2], [300, -300]),
        ([2, 5], [-300, 300]),
        ([-5, -2], [-300, 300]),
        ([4, 4], [0, 0]),
        ([7, 4, 6], [100, -300, -100]),
        ([7, 6, 4], [100, -100, -300]),
        ([4, 7, 6], [-300, 100, -100]),
        ([6, 4, 7], [-100, -300, 100]),
        ([4, 6, 7], [-300, -100, 100]),
        ([-9, -3, -4], [-600, 100, -100]),
        ([-3, -4, -9], [100, -100, -600]),
        ([-3, -9, -4], [100, -600, -100]),
        ([1, 2, 3, 4, 9], [-800, -700, -600, -500, 500]),
    ],
)
def test_a_seat_is_worth_its_lead_over_the_best_of_the_others(points: list[int], leads: list[int]) -> None:
    assert judged(points) == leads
    assert judged(points, par=90_000) == leads, "what is to be expected counts only for who plays alone"


def test_whoever_plays_alone_is_worth_what_is_more_than_was_to_be_expected() -> None:
    assert judged([40]) == [4000]
    assert judged([40], par=3700) == [300]
    assert judged([40], par=4300) == [-300]


def test_whoever_seeks_points_is_worth_them_whatever_the_others_have() -> None:
    assert judged([7, 4, 6], par=500, aim=1) == [200, -100, 100]
    assert judged([7, 4, 6], par=0, aim=1) == [700, 400, 600]


def test_whoever_seeks_points_measures_what_is_to_be_expected_of_the_own_seat() -> None:
    for seat, par in ((0, 300), (1, 900)):
        tree = tree_of(pebbles([3, 9], is_over=True), aim=1)
        tree.measure_scale(seat)
        assert (tree.scale, tree.par) == (500, par)


def test_a_lead_is_measured_before_anything_is_tried() -> None:
    """Where the game is over all rollouts are alike, so that what is measured can be foretold."""
    for points, scale, par in (([3, 0], 800, 0), ([0, 4, 3], 800, 0), ([7], 500, 700)):
        tree = tree_of(pebbles(points, is_over=True))
        tree.measure_scale(0)
        assert (tree.scale, tree.par) == (scale, par)


def test_a_simulation_ends_at_the_first_action_that_none_has_tried() -> None:
    """It adds the actions of one position, and what follows is played on without being remembered."""
    state = burgher.load("pebbles", 3).deal(2)
    tree, actions = Tree(state, 3, SearchSettings()), len(state.legal_actions())
    tree.begin(state, 1)
    tree.run(1)
    assert tree.size == 1 + actions
    assert sorted(visits for _, visits, _ in tree.findings()) == [0] * (actions - 1) + [1]
    for simulations in range(2, 40):
        before = tree.size
        tree.run(1)
        assert tree.size <= before + 5, "no more than one position's"
        assert sum(visits for _, visits, _ in tree.findings()) == simulations


@pytest.mark.parametrize("seed", range(1, 6))
def test_a_lead_is_over_the_next(seed: int) -> None:
    state = burgher.load("pebbles", 2).deal(seed)
    tree = Tree(state, 2, SearchSettings())
    tree.begin(state, seed)
    for _ in range(8):
        tree.run(5)
        found = tree.findings()
        most, second = sorted((visits for _, visits, _ in found), reverse=True)[:2]
        assert tree.lead() == most - second


def test_everybody_is_thought_to_want_to_win() -> None:
    """The other can take the heap by hiding one, or leave it to nobody."""
    state = pebbles([0, 0], purses=[0, 1], boasts=[True, True])
    tree = tree_of(state)
    tree.begin(state, 1)
    tree.run(60)
    ((action, visits, value),) = tree.findings()
    assert (action, visits) == (0, 60), "where there is no choice, the only action is tried"
    assert value < 0
    state.apply(action)
    assert tree.go_on(state, action)
    found = {action: (visits, value) for action, visits, value in tree.findings()}
    assert found[1][0] > found[0][0]
    assert found[1][1] > 0, "what it is worth to the other"


def test_what_is_kept_counts_as_done() -> None:
    game = burgher.load("burgundy", 2)
    state = game.deal(1)
    tree = Tree(state, 2, SearchSettings())
    tree.begin(state, 1)
    tree.run(60)
    action, visits, _ = max(tree.findings(), key=lambda found: found[1])
    state.apply(action)
    assert tree.go_on(state, action)
    assert tree.simulations == visits
    assert 0 < sum(each for _, each, _ in tree.findings()) <= visits
    assert not tree.go_on(state, game.num_actions), "nothing is known of what was never tried"


def test_only_what_may_follow_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """What followed in other worlds, and cannot in this one, is known no more, the first action included."""
    state = pebbles([0, 0], purses=[3, 3])
    tree = tree_of(state)
    tree.begin(state, 1)
    tree.run(200)
    state.apply(BOAST)
    allowed = [1, 3]
    monkeypatch.setattr(type(state), "offers", lambda self, into: offer(into, 0, 0, set_of(allowed)))
    assert tree.go_on(state, BOAST)
    assert sorted(action for action, _, _ in tree.findings()) == allowed


def test_what_looks_best_is_tried_first() -> None:
    """Where nothing has been tried, by first sight alone."""
    for seed in range(1, 6):
        state = burgher.load("burgundy", 2).deal(seed)
        tree = Tree(state, 2, SearchSettings(exploration=0))
        tree.begin(state, seed)
        tree.scale = SCALE
        tree.run(1)
        worths = {}
        for action in state.legal_actions():
            after = state.clone()
            after.redeal_hidden(state.seat, step(seed))
            after.apply(action)
            worths[action] = after.evaluate(state.seat)
        assert len(set(worths.values())) > 1
        (tried,) = (action for action, visits, _ in tree.findings() if visits)
        assert worths[tried] == max(worths.values())


@pytest.mark.parametrize("weight", [0, 256, 512, 1023])
def test_the_word_of_an_evaluator_counts_by_its_weight(weight: int) -> None:
    state = pebbles([3, 0], is_over=True)
    tree = Tree(state, 2, SearchSettings(), Evaluator(SCALE, weight))
    tree.evaluate()
    reached = [int(tree.values[seat]) for seat in range(2)]
    said = [-ONE // 2, ONE // 4]
    for seat, value in enumerate(said):
        tree.estimates[seat] = value
    tree.mix()
    for seat in range(2):
        mixed = (weight * said[seat] + (WHOLE - weight) * reached[seat]) / WHOLE
        assert tree.values[seat] == pytest.approx(mixed, abs=1)


def test_a_full_tree_gets_no_new_branches() -> None:
    state = burgher.load("pebbles", 2).deal(1)
    tree = Tree(state, 2, SearchSettings())
    tree.begin(state, 1)
    tree.size = 2_000_001
    tree.run(3)
    assert tree.findings() == []
    assert (tree.size, tree.simulations) == (2_000_001, 3)


def test_roots_are_near_enough() -> None:
    assert [root_16(n) for n in (0, 1, 4, 100)] == [0, 16, 32, 160]
    for n in (4095, 4096, 5000, 16_384, 123_456, 10**7):
        assert root_16(n) == pytest.approx(16 * n**0.5, rel=0.02)
