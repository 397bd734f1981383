"""Whole games, followed by somebody who reads the rules for himself: `arbiter/`.

BURGHER_ARBITER=20 follows twenty times as many.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from burgher import Game, State
from granja.arbiter import Arbiter, plain
from granja.arbiter.box import STALLS, STARTS
from granja.kit import load
from granja.rich import rich

TIMES = int(os.environ.get("BURGHER_ARBITER", "1"))

WEIGHTS = {
    "deliver": 12.0,
    "helper": 4.0,
    "barrow": 3.0,
    "use": 3.0,
    "roof": 2.0,
    "done": 0.2,
    "buy": 0.3,
    "sell": 0.2,
    "upgrade": 0.3,
}
"""How much rather than others some things are done, so that games get somewhere."""


def check_deal(players: int, dealt: dict[str, Any]) -> None:
    """What lies on the table at the start."""
    order = dealt["order"]
    assert order == [(order[0] + place) % players for place in range(players)]
    assert dealt["track"] == order
    assert dealt["blocked"] == sorted(dealt["order markers"])
    assert len(set(dealt["blocked"])) == 3
    assert dealt["tokens"] == [1, 2, 3, 4, 5, 6]
    assert {owner: place for place, owner in dealt["market"].items()} == {
        seat: next(name for name in STARTS if STALLS[name][0] == place)
        for place, seat in enumerate(order, start=2)
    }
    tiles = [tile for tile in dealt["roofs"] if tile]
    assert len(set(tiles)) == players
    assert all(tile[0] == "1" for tile in tiles)
    cards = [card for player in dealt["players"] for card in player["hand"]] + dealt["deck"]
    assert sorted(cards) == list(range(1, 67))
    for player in dealt["players"]:
        assert (len(player["hand"]), player["silver"], player["points"]) == (4, 1, 1)
        assert (player["goods"], player["donkeys"], player["siesta"]) == ({"trade": 1}, [1, 2, 3, 4], 0)
        empty = ("ripe", "fields", "extensions", "crafts", "ongoing", "rows", "donkey")
        assert not any(player[what] for what in empty)
        assert not any(any(player[what]) for what in ("barrows", "helpers", "roofs"))


def choose(game: Game, state: State, random: Random) -> int:
    """Something legal, some things rather than others."""
    legal = state.legal_actions()
    return random.choices(legal, [WEIGHTS.get(game.words(one).split()[0], 1.0) for one in legal])[0]


def is_asked(arbiter: Arbiter, now: dict[str, Any], legal: set[str]) -> bool:
    """Whether the rules ask what the arbiter asks in any case: a pause, or an upgrade without a resource."""
    if now["over"] or now["seat"] != arbiter.seat:
        return False
    if now["questions"]:  # of two upgrades, one within the other, the inner one may have lapsed
        return now["questions"][-1][0] == arbiter.waits and arbiter.allowed == legal
    if arbiter.waits == "roofs" and (now["step"], now["left"]) == ("roofs", 1):
        return "done" in arbiter.allowed and len(arbiter.farms[arbiter.seat].roofs) == len(
            [roof for roof in now["players"][arbiter.seat]["roofs"] if roof]
        )
    if now["step"] == "play" and now["left"]:
        return arbiter.waits == "play" and not now["players"][arbiter.seat]["hand"]
    if now["step"] != arbiter.waits:
        return False
    # There may be nothing to deliver but what has just been sold, and is not bought back at once.
    return now["step"] in ("hand", "income") or not now["left"] or arbiter.allowed == legal


def check_that_nothing_is_lost(arbiter: Arbiter) -> None:
    """Nobody is passed over who could buy a roof tile, or a resource for an upgrade."""
    resource = ("buy", "trade harvest", "trade pig")
    lost = {"roofs": ("tile",), "improving": resource}.get(arbiter.waits, ())
    assert not any(words.startswith(lost) for words in arbiter.allowed if lost), arbiter.waits


def said(words: str, now: dict[str, Any]) -> str:
    """To use no helper at a moment for helpers is to be done with that moment."""
    return "done" if words == "skip" and not now["questions"] else words


def follow(game: Game, state: State, random: Random) -> Counter[str]:
    """Play on to the end and let the arbiter follow; return what was done how often."""
    done: Counter[str] = Counter()
    now = game.position(state)
    arbiter = Arbiter(game.players, now)
    while True:
        legal = {said(game.words(action), now) for action in state.legal_actions()}
        while arbiter.waits and not is_asked(arbiter, now, legal):
            # The rules do not ask where nothing could make a difference.
            check_that_nothing_is_lost(arbiter)
            arbiter.follow("skip" if arbiter.waits == "improving" else "done", now)
        assert arbiter.look() == plain(now)
        assert arbiter.allowed == legal
        if state.is_over:
            break
        assert arbiter.seat == state.seat
        action = choose(game, state, random)
        words = said(game.words(action), now)
        done[words if words.startswith("use") else words.split()[0]] += 1
        state.apply(action)
        now = game.position(state)
        arbiter.follow(words, now)
    assert arbiter.over
    assert state.scores() == [farm.points for farm in arbiter.farms]
    assert state.ranks() == arbiter.ranks()
    return done


def follow_deal(players: int, seed: int) -> Counter[str]:
    """A game from its deal on."""
    game = load(players)
    state = game.deal(seed)
    check_deal(players, game.position(state))
    return follow(game, state, Random(seed))


def follow_rich(players: int, seed: int) -> Counter[str]:
    """The rest of a game from a table on which much lies."""
    game = load(players)
    return follow(game, game.restore(rich(game, seed)), Random(seed))


@pytest.mark.parametrize("number", range(6 * TIMES))
def test_the_rules_play_every_game_as_the_arbiter_does(number: int) -> None:
    follow_deal(2 + number % 3, number)


@pytest.mark.parametrize("number", range(15 * TIMES))
def test_the_rules_go_on_from_any_table_as_the_arbiter_does(number: int) -> None:
    follow_rich(2 + number % 3, number)
