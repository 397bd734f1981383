from __future__ import annotations

from random import Random

import pytest

import burgher
from building import ROOT
from burgher import Record, State, games
from burgher.arena import fuzz
from burgher.arena.fuzz import hunt, play_checked, strange_game
from burgher.games.burgundy import BurgundyGame
from burgher.games.burgundy.state import Burgundy
from burgher.kernel.checking import hold


def test_nothing_breaks() -> None:
    findings = hunt("burgundy", 1, range(8))
    assert findings.failures == []
    assert findings.decisions > 8 * 100


def test_any_game_can_be_played_strangely(monkeypatch: pytest.MonkeyPatch) -> None:
    fourth_game = ROOT / "examples"
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(fourth_game)])
    findings = hunt("pebbles", 1, range(50))
    assert findings.failures == []
    assert findings.decisions > 50 * 6


def test_games_follow_from_their_numbers() -> None:
    again, other = hunt("burgundy", 1, range(2, 4)), hunt("burgundy", 2, range(2, 4))
    assert again == hunt("burgundy", 1, range(2, 4))
    assert again != other


def test_everything_is_drawn_sooner_or_later() -> None:
    drawn = [strange_game("burgundy", 1, number)[0] for number in range(400)]
    assert {game.players for game in drawn} == {2, 3, 4}
    for option in games.rules("burgundy").choices:
        values = [game.options[option.name] for game in drawn]
        assert set(option.choices) <= {
            one for value in values for one in ([value] if isinstance(value, str) else value)
        }
    assert any(isinstance(game.options["estates"], tuple) for game in drawn)


def test_the_whole_contract_is_checked_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    checked: list[int] = []
    monkeypatch.setattr(fuzz, "WHOLE_CONTRACT", 1)
    monkeypatch.setattr(fuzz, "check_play", lambda _, seed: checked.append(seed))
    hunt("burgundy", 1, range(3))
    assert len(set(checked)) == 3


def test_a_failure_comes_with_a_record_up_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def check(game: burgher.Game, state: Burgundy, before: State | None = None) -> None:
        hold(state.round < 2, "the game never gets far")

    monkeypatch.setattr(games.rules("burgundy"), "check", check)
    findings = hunt("burgundy", 1, range(5, 9))
    (failure,) = findings.failures
    assert failure.number == 5
    assert "AssertionError: the game never gets far" in failure.problem
    record = Record.parse(failure.record)
    assert record.seed == failure.seed
    last = record.replay()
    assert last.heading == "A3"
    assert len(record.moves) == findings.decisions
    assert repr(last.game) == failure.game


@pytest.mark.parametrize(
    ("damage", "what"),
    [
        ("state.players[0].workers = -1", "nobody owes workers"),
        ("state.players[1].frontier ^= 1", "the frontier is what lies beside"),
        ("state.players[1].covered ^= 1", "the spaces said to be covered are"),
        ("state.players[0].goods[0] += 1", "there are seven goods tiles of each type"),
        ("state.players[0].mines += 1", "the mines are those of the estate"),
        ("state.players[0].knows |= 2", "the knowledge is that of the estate"),
        ("state.players[0].barred[1] ^= 1", "cities are barred"),
        ("state.players[0].steps += 1", "nobody is behind|every ship has made its step"),
        ("state.players[0].bonuses += 1", "the players have the bonus tiles that are gone"),
        ("state.players[0].storage[2] = 49", "no tile comes from nowhere|no more tiles|depots are filled"),
        ("state.large_bonuses ^= 1", "the players have the bonus tiles|the first took the large bonus tile"),
        ("state.supply[3] &= state.supply[3] - 1", "a pile lacks just the tiles drawn"),
        ("state.goods_supply &= state.goods_supply - 1", "the goods lack just|seven goods"),
        ("state.depots[int(state.depots[0] == 0)] = 0", "the spots said to have a tile"),
        ("state.black_stocked ^= 2", "the black spots said to have a tile"),
        ("state.depots_with_goods ^= 63", "the depots said to have goods have some"),
        ("state.pending = 14", "only what can be asked is pending"),
        ("state.in_hand = 1", "a tile in hand waits"),
        ("state.order[0] = state.order[1]", "every seat has its place"),
        ("state.dice[0] = 7", "all dice show a number"),
        ("state.unused = 0; state.bought = True", "a turn with nothing left to do ends by itself"),
    ],
)
def test_damage_is_noticed(damage: str, what: str) -> None:
    game = BurgundyGame(2)
    random = Random(3)
    state = game.deal(3)
    played = 0
    while played < 60 or state.pending or state.unused != 3:
        state.apply(random.choice(state.legal_actions()))
        played += 1
    before = state.clone()
    game.check(state, before)
    exec(damage, {"state": state})
    with pytest.raises(AssertionError, match=what):
        game.check(state, before)


def test_points_that_the_journal_does_not_tell_of_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def gift(game: burgher.Game, state: Burgundy, before: State | None = None) -> None:
        state.players[0].points += 1

    game = burgher.load("burgundy", 2)
    monkeypatch.setattr(type(game), "check", gift)
    with pytest.raises(AssertionError, match="the points are those the journal tells of"):
        play_checked(game, 1, Random(1), [])
