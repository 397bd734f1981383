"""OpenSpiel's own tests and algorithms, unchanged, on our games."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

import burgher

pyspiel: Any = pytest.importorskip("pyspiel")
np: Any = pytest.importorskip("numpy")

from open_spiel.python import policy, rl_environment  # noqa: E402
from open_spiel.python.algorithms import evaluate_bots, ismcts, mcts  # noqa: E402
from open_spiel.python.bots.policy import PolicyBot  # noqa: E402

from burgher import BadOptions  # noqa: E402
from burgher.envs import openspiel  # noqa: E402
from burgher.envs.openspiel import AgentBot  # noqa: E402

NAMES = ["burgher_burgundy", "burgher_granja", "burgher_hansa"]
every_game = pytest.mark.parametrize("name", NAMES)
SECRET = "burgher_burgundy(players=3,options=estates:random;castles:secret)"


def at_decision(name: str, seed: int, decisions: int) -> Any:
    """A state before somebody's decision, some way into a random game."""
    random, state = Random(seed), pyspiel.load_game(name).new_initial_state()
    while decisions or state.is_chance_node():
        decisions -= not state.is_chance_node()
        state.apply_action(random.choice(state.legal_actions()))
    return state


def test_all_games_are_registered_with_all_their_numbers_of_players() -> None:
    assert set(NAMES) <= set(pyspiel.registered_names())
    for name in NAMES:
        rules = burgher.games.rules(name.removeprefix("burgher_"))
        for players in rules.players_allowed:
            if players == 1:  # there is nobody to whom what one gains would be lost
                with pytest.raises(burgher.BadOptions, match="no game of sum zero"):
                    pyspiel.load_game(name, {"players": 1})
                continue
            game = pyspiel.load_game(name, {"players": players})
            assert game.num_players() == players
            assert game.num_distinct_actions() == rules(players, **rules.finite).num_actions


@pytest.mark.parametrize("deals", [0, -3])
def test_chance_without_outcomes_is_refused(deals: int) -> None:
    with pytest.raises(BadOptions, match=f"one outcome at least: deals={deals} is too few"):
        pyspiel.load_game("burgher_burgundy", {"deals": deals})


@pytest.mark.parametrize("name", NAMES if burgher.COMPILED else NAMES[:1])
def test_its_random_simulations(name: str) -> None:
    game = pyspiel.load_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@every_game
def test_its_tree_search(name: str) -> None:
    state, random = at_decision(name, 1, 3), np.random.RandomState(1)
    bot = mcts.MCTSBot(
        state.get_game(), 1.5, 3, mcts.RandomRolloutEvaluator(1, random), random_state=random, solve=False
    )
    for _ in range(2):
        assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("name", [*NAMES, SECRET])
def test_its_information_set_tree_search(name: str) -> None:
    state, random = at_decision(name, 2, 4), np.random.RandomState(2)
    bot = ismcts.ISMCTSBot(
        state.get_game(), mcts.RandomRolloutEvaluator(1, random), 1.5, 3, random_state=random
    )
    while len(state.legal_actions()) == 1:
        state.apply_action(state.legal_actions()[0])
    chances = dict(bot.run_search(state))
    assert set(chances) == set(state.legal_actions())
    assert sum(chances.values()) == pytest.approx(1)


def test_a_policy_and_our_agents_play_each_other_by_its_tools() -> None:
    game = pyspiel.load_game("burgher_burgundy")
    random = np.random.RandomState(3)
    uniform = PolicyBot(1, random, policy.UniformRandomPolicy(game))
    total = np.zeros(2)
    for seed in range(3):
        total += evaluate_bots.evaluate_bots(
            game.new_initial_state(), [AgentBot("greedy", seed), uniform], random
        )
    assert total.tolist() == [3, -3], "greedy wins every game"


@every_game
def test_its_environment_for_learners(name: str) -> None:
    environment = rl_environment.Environment(pyspiel.load_game(name), chance_event_sampler=None)
    environment.seed(4)
    step = environment.reset()
    player = step.observations["current_player"]
    seen = step.observations["info_state"][player]
    assert len(seen) == environment.observation_spec()["info_state"][0]
    assert any(seen)
    step = environment.step([step.observations["legal_actions"][player][0]])
    assert step.rewards == [0, 0] + [0] * (environment.num_players - 2)


# -- chance ----------------------------------------------------------------------------------------


def test_chance_is_asked_before_anything_falls() -> None:
    state = pyspiel.load_game("burgher_burgundy").new_initial_state()
    assert state.is_chance_node()
    state.apply_action(7)
    seen: set[str] = set()
    while len(seen) < 3:
        while not state.is_chance_node():
            state.apply_action(state.legal_actions()[-1])
        assert state.chance_outcomes() == [(n, 1 / 256) for n in range(256)]
        after = [state.child(outcome) for outcome in (0, 0, 1, 2, 3)]
        texts = [str(each) for each in after]
        assert texts[0] == texts[1], "an outcome is an outcome"
        assert len(set(texts[1:])) == 4, "and others are others"
        state = after[0]
        seen.add(texts[0])


def test_dice_fall_as_dice_do() -> None:
    game = pyspiel.load_game("burgher_burgundy(deals=600)").new_initial_state()
    dice = [0] * 7
    for outcome in range(600):
        for die in json.loads(str(game.child(outcome)))["dice"][0]:
            dice[die] += 1
    assert sum(dice) == 1200
    assert all(150 < count < 250 for count in dice[1:])


def test_what_does_not_ask_chance_goes_on_at_once() -> None:
    state = at_decision("burgher_burgundy", 5, 0)
    player = state.current_player()
    state.apply_action(state.legal_actions()[0])
    assert state.current_player() == player, "the first of two dice"


# -- secrets ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [*NAMES, SECRET])
def test_resampling_keeps_what_a_player_knows_and_nothing_else(name: str) -> None:
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    for decisions in (1, 12):
        state = at_decision(name, 6, decisions)
        for player in range(state.num_players()):
            others = [state.resample_from_infostate(player, sampler) for _ in range(3)]
            for other in others:
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.observation_tensor(player) == state.observation_tensor(player)
                assert other.history() == state.history()
            assert len({str(other) for other in others}) == 3, "what is hidden is another each time"
        mover = state.current_player()
        again = state.resample_from_infostate(mover, sampler)
        assert again.legal_actions() == state.legal_actions()


def test_hands_are_dealt_anew() -> None:
    state = at_decision("burgher_granja", 7, 2)
    sampler = pyspiel.UniformProbabilitySampler(0.0, 1.0)
    other = next(seat for seat in range(state.num_players()) if seat != state.current_player())
    seen = {
        state.resample_from_infostate(state.current_player(), sampler).observation_string(other)
        for _ in range(5)
    }
    assert len(seen) > 1


def test_a_secret_choice_is_unknown_until_it_is_laid_open() -> None:
    state = at_decision(SECRET, 8, 0)
    while not state.play.game.is_secret(state.state, state.legal_actions()[0]):
        state.apply_action(state.legal_actions()[0])
    chooser, chosen = state.current_player(), state.legal_actions()[0]
    words = state.action_to_string(chooser, chosen)
    state.apply_action(chosen)
    other = (chooser + 1) % 3
    assert f"{chooser} ?" in state.information_state_string(other)
    assert f"{chooser} {words}" in state.information_state_string(chooser)
    reveals = state.state.reveals
    while state.is_chance_node() or state.state.reveals == reveals:
        state.apply_action(state.legal_actions()[0])
    assert f"{chooser} {words}" in state.information_state_string(other)


# -- the rest --------------------------------------------------------------------------------------


@every_game
def test_a_state_is_kept_as_text_with_everything(name: str) -> None:
    state = at_decision(name, 9, 5)
    text = pyspiel.serialize_game_and_state(state.get_game(), state)
    _, again = pyspiel.deserialize_game_and_state(text)
    assert str(again) == str(state)
    assert again.information_state_string(0) == state.information_state_string(0)
    for one in (state, again):
        one.apply_action(one.legal_actions()[0])
    assert str(again) == str(state)


def test_a_clone_goes_its_own_way() -> None:
    state = at_decision("burgher_hansa", 10, 3)
    before, other = str(state), state.clone()
    other.apply_action(other.legal_actions()[0])
    assert str(state) == before != str(other)


def test_options_that_are_none_are_refused() -> None:
    with pytest.raises(BadOptions, match="has no option 'colour'"):
        openspiel.load(burgher.games.rules("hansa"), {"players": 3, "options": "colour:red"})
    game = pyspiel.load_game("burgher_burgundy", {"players": 2, "options": "estates:2+5;edition:2019"})
    chosen = game.new_initial_state().play.game
    assert (chosen.options["estates"], chosen.options["edition"]) == (("2", "5"), "2019")
    assert str(pyspiel.load_game(str(game))) == str(game)
