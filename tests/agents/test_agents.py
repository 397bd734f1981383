from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import burgher
from burgher import BadOptions, State, agents, games
from burgher.agents import how_agents_think, thinking_meant

GAMES = [
    burgher.load("burgundy", 2),
    burgher.load("burgundy", 4, estates="random", castles="secret"),
    burgher.load("burgundy", 3, castles="open", edition="2019"),
]

HANDS = [
    burgher.load("granja", 2),
    burgher.load("granja", 3),
    burgher.load("hansa", 3, modules=("missions",)),
]
"""Games with something hidden, where the simulations of a search are dear (`budget_cost`)."""

every_game = pytest.mark.parametrize("game", GAMES, ids=repr)
every_agent = pytest.mark.parametrize("name", ["greedy", "greedy:3", "random", "search:8"])


def moments(game: burgher.Game, seed: int) -> list[State]:
    """The states of a game played at random, some way apart and from the first choices on."""
    random, state = Random(seed), game.deal(seed)
    found: list[State] = []
    while not state.is_over:
        if len(found) < 12 or random.random() < 0.1:
            found.append(state.clone())
        state.apply(random.choice(state.legal_actions()))
    return found


def test_random_and_greedy_are_there() -> None:
    assert {"random", "greedy"} <= set(agents.names())


def test_a_file_is_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "first.py").write_text(
        "from burgher.agents import Agent\n"
        "class First(Agent):\n"
        "    takes = 'how many actions to pass over'\n"
        "    def __init__(self, seed, argument=''):\n"
        "        self.n = int(argument or 0)\n"
        "    def choose(self, state):\n"
        "        return state.legal_actions()[self.n]\n"
        "AGENT = First\n"
    )
    monkeypatch.setattr(agents, "__path__", [*agents.__path__, str(tmp_path)])
    state = GAMES[0].deal(7)
    assert "first" in agents.names()
    assert agents.create("first", 0).choose(state) == state.legal_actions()[0]
    second = agents.create("first:1", 0)
    assert second.choose(state) == state.legal_actions()[1]
    assert (second.name, repr(second)) == ("first:1", "<Agent first:1>")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("clever", r"there is no agent 'clever': there is apprentice.*greedy.*random"),
        ("", r"there is no agent ''"),
        ("..games", r"there is no agent"),
        ("random:3", r"the agent 'random' takes no argument, and '3' was given"),
        ("greedy:x", r"the agent 'greedy' takes how many moves, .* not 'x'"),
        ("greedy:0", r"the agent 'greedy' takes how many moves"),
    ],
)
def test_an_agent_that_is_not_there_is_refused(name: str, reason: str) -> None:
    with pytest.raises(BadOptions, match=reason):
        agents.create(name, 0)


@every_agent
@every_game
def test_an_agent_uses_only_what_its_seat_can_know(name: str, game: burgher.Game) -> None:
    slow = name.startswith("search") and not burgher.COMPILED
    for state in moments(game, 5)[:: 9 if slow else 1]:
        chosen = {agents.create(name, 1).choose(state.imagine(state.seat, seed)) for seed in range(4)}
        assert chosen == {agents.create(name, 1).choose(state)}


def along(game: burgher.Game, seed: int, moves: int) -> Iterator[State]:
    """The states of a game between players who mostly look at three moves, up to some move."""
    state, player = game.deal(seed), agents.create("greedy:3", seed)
    for _ in range(moves):
        if state.is_over:
            return
        yield state
        state.apply(player.choose(state))


@pytest.mark.parametrize("name", ["greedy", "greedy:3", "search:64"])
@pytest.mark.parametrize("game", HANDS, ids=repr)
def test_hands_of_others_change_nothing(name: str, game: burgher.Game) -> None:
    apart = 11 if burgher.COMPILED or name != "search:64" else 60
    for number, state in enumerate(along(game, 5, 240)):
        if number % apart == 0:
            chosen = {agents.create(name, 1).choose(state.imagine(state.seat, seed)) for seed in range(3)}
            assert chosen == {agents.create(name, 1).choose(state)}


@pytest.mark.parametrize("game", [GAMES[1], *HANDS], ids=repr)
def test_what_an_agent_keeps_in_mind_has_nothing_hidden_in_it(game: burgher.Game) -> None:
    """Asked for one decision after another, it goes on from what it found for the one before."""
    name, state = "search:160", game.deal(3)
    by_truth = [agents.create(name, seat) for seat in range(game.players)]
    by_guess = [agents.create(name, seat) for seat in range(game.players)]
    for number in range(60 if burgher.COMPILED else 8):
        seat = state.seat
        chosen = by_truth[seat].choose(state)
        assert by_guess[seat].choose(state.imagine(seat, number)) == chosen
        state.apply(chosen)


@every_agent
@every_game
def test_an_agent_plays_legally_and_leaves_the_state_alone(name: str, game: burgher.Game) -> None:
    agent = agents.create(name, 1)
    slow = name.startswith("search") and not burgher.COMPILED
    for state in moments(game, 6)[:: 9 if slow else 1]:
        before = game.position(state)
        assert agent.choose(state) in state.legal_actions()
        assert game.position(state) == before


@every_agent
def test_an_agent_follows_its_seed(name: str) -> None:
    states = moments(GAMES[0], 7)[:16]

    def chosen(seed: int) -> list[int]:
        agent = agents.create(name, seed)
        return [agent.choose(state) for state in states]

    assert chosen(1) == chosen(1)
    assert any(chosen(1) != chosen(other) for other in range(2, 7))


def test_random_chooses_every_action_about_equally_often() -> None:
    state, agent = GAMES[0].deal(7), agents.create("random", 1)
    actions = state.legal_actions()
    chosen = [agent.choose(state) for _ in range(200 * len(actions))]
    assert all(150 < chosen.count(action) < 250 for action in actions)


def test_greedy_plays_like_a_careful_beginner_and_random_does_not() -> None:
    points = [0, 0]
    for seed in range(10):
        state = GAMES[0].deal(seed)
        players = [agents.create("greedy", seed), agents.create("random", seed)]
        while not state.is_over:
            state.apply(players[state.seat].choose(state))
        points = [total + mine for total, mine in zip(points, state.scores(), strict=True)]
    assert points[0] > 10 * 100
    assert points[0] > 2 * points[1]


def test_agents_leave_nothing_behind_in_memory() -> None:
    state = GAMES[0].deal(1)

    def ask_some() -> None:
        for seed in range(20 if burgher.COMPILED else 4):
            for name in ("random", "greedy", "search:4"):
                agents.create(name, seed).choose(state)

    ask_some()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        ask_some()
        after, _ = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert after - before < 20_000


def test_how_agents_think_is_declared() -> None:
    assert all(how_agents_think(name).isdecimal() for name in games.names())
    assert how_agents_think("a game of somebody else") == "1"


def test_fingerprints_of_former_times_mean_a_version() -> None:
    assert thinking_meant("hansa", "510fa0aeece6") == "1"
    assert thinking_meant("burgundy", "510fa0aeece6") == "510fa0aeece6", "that of another game means nothing"
    assert thinking_meant("a game of somebody else", "1") == "1"
