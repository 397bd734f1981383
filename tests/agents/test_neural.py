from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

import burgher
from burgher import BadOptions, State, agents
from burgher.agents.neural import NeuralAgent, leads
from burgher.agents.search import SearchAgent
from burgher.arena.contest import Match, matches
from burgher.kernel.search import ONE, Evaluator, Tree
from burgher.kernel.search_settings import SearchSettings

np: Any = pytest.importorskip("numpy")
pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")

from agents.networks import write_echo, write_network  # noqa: E402

BURGUNDY = burgher.load("burgundy", 2)
THREE = burgher.load("burgundy", 3)
LIKES = np.random.RandomState(1).permutation(BURGUNDY.num_actions) / 50


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A network that has an order of its own for the actions, whatever it sees."""
    return write_network(tmp_path / "net.onnx", BURGUNDY, LIKES, [0.25, -0.25])


def choices(game: burgher.Game, seed: int) -> list[State]:
    """States of a random game in which there is a choice."""
    random, state, found = Random(seed), game.deal(seed), []
    while not state.is_over:
        actions = state.legal_actions()
        if len(actions) > 1:
            found.append(state.clone())
        state.apply(random.choice(actions))
    return found[::9]


def test_the_move_it_likes_best_is_taken(file: Path) -> None:
    agent = agents.create(f"neural:{file}", 1)
    for state in choices(BURGUNDY, 1):
        assert agent.choose(state) == max(state.legal_actions(), key=lambda action: float(LIKES[action]))


def test_it_sees_what_the_seat_to_move_observes(file: Path) -> None:
    network = cast(NeuralAgent, agents.create(f"neural:{file}", 1)).network
    for state in choices(BURGUNDY, 2):
        network.look(state, state.legal_actions())
        assert network._seen[0].tolist() == BURGUNDY.observation.of(state, state.seat).tolist()


def test_what_it_says_is_turned_to_the_seats(tmp_path: Path) -> None:
    path = write_network(tmp_path / "three.onnx", THREE, np.zeros(THREE.num_actions), [0.5, 0.0, -0.5])
    network = cast(NeuralAgent, agents.create(f"neural:{path}", 1)).network
    seats = set()
    for state in choices(THREE, 3):
        actions = state.legal_actions()
        said = network.evaluate(state, actions)
        assert said[: len(actions)] == [1 + int(1023 / len(actions))] * len(actions)
        stands = said[len(actions) :]
        assert [stands[(state.seat + n) % 3] for n in range(3)] == [ONE // 2, 0, -ONE // 2]
        seats.add(state.seat)
    assert seats == {0, 1, 2}


def test_it_is_told_what_instinct_says(tmp_path: Path) -> None:
    network = cast(
        NeuralAgent, agents.create(f"neural:{write_echo(tmp_path / 'echo.onnx', THREE)}", 1)
    ).network
    for state in choices(THREE, 4):
        actions, seat = state.legal_actions(), state.seat
        after = []
        for action in actions:
            trial = state.clone()
            trial.apply(action)
            after.append(trial.evaluate(seat))
        logits, stands = network.look(state, actions)
        assert logits.tolist() == pytest.approx([(worth - max(after)) / 100 for worth in after])
        ahead = leads([state.evaluate((seat + n) % 3) for n in range(3)])
        assert stands.tolist() == pytest.approx([lead / (100 + abs(lead)) for lead in ahead])


@pytest.mark.parametrize("players", [2, 3])
def test_by_instinct_alone_it_takes_what_looks_best_whatever_is_hidden(tmp_path: Path, players: int) -> None:
    game = burgher.load("granja", players)
    name = f"neural:{write_echo(tmp_path / 'echo.onnx', game)}"
    for state in choices(game, 5)[::4]:
        chosen = {agents.create(name, 1).choose(state.imagine(state.seat, seed)) for seed in range(3)}
        assert chosen == {agents.create(name, 1).choose(state)}
        worths = {}
        for action in state.legal_actions():
            trial = state.imagine(state.seat, 0)
            trial.apply(action)
            worths[action] = trial.evaluate(state.seat)
        assert {worths[action] for action in chosen} == {max(worths.values())}


def test_a_lead_is_over_the_best_of_the_others() -> None:
    assert leads([500, 900]) == [-400, 400]
    assert leads([900, 900, 100]) == [0, 0, -800]
    assert leads([700]) == [700]


@pytest.mark.parametrize("name", ["neural:{}", "search:30,net={}", "search:net={}"])
def test_it_plays_legally_by_what_its_seat_knows(name: str, file: Path) -> None:
    name = name.format(file)
    for state in choices(BURGUNDY, 4)[:3]:
        before = BURGUNDY.position(state)
        chosen = {agents.create(name, 1).choose(state.imagine(state.seat, seed)) for seed in range(2)}
        assert chosen == {agents.create(name, 1).choose(state)}
        assert chosen <= set(state.legal_actions())
        assert BURGUNDY.position(state) == before


def test_the_search_goes_by_the_network(file: Path) -> None:
    state = choices(BURGUNDY, 5)[1]
    agent = cast(SearchAgent, agents.create(f"search:60,net={file}", 1))
    agent.choose(state)
    found = agent.findings()
    assert {action for action, _, _ in found} == set(state.legal_actions())
    visits = {action: tried for action, tried, _ in found}
    best, worst = (pick(visits, key=lambda action: float(LIKES[action])) for pick in (max, min))
    assert visits[best] > visits[worst], "all are worth the same: what looks likelier is tried more often"


@pytest.mark.parametrize(
    ("argument", "reason"),
    [
        ("", "needs the file of a trained network: neural:FILE"),
        ("nowhere.onnx", "there is no network 'nowhere.onnx'"),
    ],
)
def test_a_network_that_is_not_there_is_refused(argument: str, reason: str) -> None:
    with pytest.raises(BadOptions, match=reason):
        agents.create(f"neural:{argument}" if argument else "neural", 1)


@pytest.mark.parametrize(
    ("notes", "reason"),
    [
        ({"burgher": "0"}, "is not a network of Burgher's"),
        ({"game": "chess"}, "is for a game that is not here: there is no game 'chess'"),
        ({"observation": "0" * 12}, "trained on what another Burgher shows"),
    ],
)
def test_a_network_for_something_else_is_refused(notes: dict[str, str], reason: str, tmp_path: Path) -> None:
    path = write_network(tmp_path / "other.onnx", BURGUNDY, LIKES, [0, 0], notes)
    with pytest.raises(BadOptions, match=reason):
        agents.create(f"neural:{path}", 1)


def test_what_is_no_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "poem.onnx"
    path.write_text("Roses are red")
    with pytest.raises(BadOptions, match=r"poem\.onnx is not a network"):
        agents.create(f"neural:{path}", 1)


@pytest.mark.parametrize("name", ["neural:{}", "search:8,net={}"])
def test_a_game_it_is_not_for_is_refused(name: str, file: Path) -> None:
    agent = agents.create(name.format(file), 1)
    with pytest.raises(BadOptions, match="for The Castles of Burgundy with 2 players only"):
        agent.choose(choices(THREE, 6)[0])


# -- the tree that is judged -----------------------------------------------------------------------


class Partisan(Evaluator):
    """Thinks that a seat stands well with certain points, and that all actions are equally likely.

    What the heuristic calls a large lead is little to it, so that it has no say.
    """

    def __init__(self, good: set[int], seat: int, seats: int, weight: int = 1024) -> None:
        super().__init__(2_000_000, weight)
        self.good, self.seat, self.seats = good, seat, seats
        self.asked = 0

    def evaluate(self, state: State, actions: list[int]) -> list[int]:
        self.asked += 1
        well = ONE // 2 if state.scores()[self.seat] in self.good else -ONE // 2
        stands = [well if seat == self.seat else -well for seat in range(self.seats)]
        return [1024 // len(actions)] * len(actions) + stands


def test_lines_lead_to_where_the_judge_says_it_is_good() -> None:
    state = next(state for state in choices(BURGUNDY, 7) if len(state.legal_actions()) > 3)
    after: dict[int, set[int]] = {}
    for action in state.legal_actions():
        trial = state.clone()
        trial.apply(action)
        after.setdefault(trial.scores()[state.seat], set()).add(action)
    points = max(after)
    judge = Partisan({points}, state.seat, 2)
    tree = Tree(state, 2, SearchSettings(), judge)
    tree.begin(state, 12345)
    tree.run(80)
    best, _, _ = max(tree.findings(), key=lambda found: found[1])
    assert best in after[points] or len(after) == 1
    assert judge.asked >= 80, "each simulation ends with a question"
    assert sum(visits for _, visits, _ in tree.findings()) == 79, "the first simulation only opened the tree"


def test_a_judge_is_heard_by_its_weight() -> None:
    state = next(state for state in choices(BURGUNDY, 8) if len(state.legal_actions()) > 3)

    def found(weight: int, good: set[int]) -> list[tuple[int, int, int]]:
        settings = SearchSettings(rollout_depth=2)
        tree = Tree(state, 2, settings, Partisan(good, state.seat, 2, weight))
        tree.begin(state, 12345)
        tree.run(12)
        return tree.findings()

    def value(findings: list[tuple[int, int, int]]) -> float:
        return sum(visits * worth for _, visits, worth in findings) / 11 / ONE

    always, never = set(range(-50, 500)), set[int]()
    assert found(0, always) == found(0, never), "whose word counts nothing changes nothing"
    assert value(found(1024, always)) == pytest.approx(0.5, abs=0.01)
    assert value(found(1024, never)) == pytest.approx(-0.5, abs=0.01)
    by_playing_on = value(found(0, always))
    assert -0.5 < by_playing_on < 0.5
    assert value(found(512, never)) < by_playing_on < value(found(512, always))


@pytest.mark.parametrize("name", ["neural:{}", "search:30,net={}"])
def test_a_network_trained_anew_is_another_player_to_the_arena(name: str, tmp_path: Path) -> None:
    name = name.format(tmp_path / "some.onnx")

    def match(value: float) -> Match:
        write_network(tmp_path / "some.onnx", BURGUNDY, LIKES, [value, 0])
        return matches(BURGUNDY, [name], 1)[0]

    before = match(0.5)
    assert before.plays[0].startswith(f"{name} (")
    assert match(0.25).id != before.id == match(0.5).id
