"""Whole games, followed by somebody who reads the rules for himself: `arbiter/`.

BURGHER_ARBITER=20 follows twenty times as many.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from burgher import Game, Journal, State, agents
from burgher.games.hansa import events
from burgher.kernel.journal import SCORED
from hansa.arbiter import Arbiter, plain
from hansa.arbiter.box import CARDS, DESK, MARKER
from hansa.kit import by_route, lay_out, load
from hansa.playing import eager, rich

SOURCES = {
    events.CONTROL: "control",
    events.COIN: "coins",
    events.EAST_WEST: "east to west",
    events.TRACKS: "full tracks",
    events.MARKERS: "markers",
    events.SPECIAL_TABLE: "special table",
    events.CITIES: "cities",
    events.NETWORK: "network",
    events.MISSIONS: "mission",
    events.REGIONS: "regions",
    events.FAVOURS: "favour",
}

TIMES = int(os.environ.get("BURGHER_ARBITER", "1"))

GAMES: list[tuple[int, dict[str, str]]] = [
    (2, {"rules": "given"}),
    (2, {"rules": "2009"}),
    *[(players, {"rules": rules}) for players in (3, 4, 5) for rules in ("given", "2009", "big-box")],
    *[
        (players, {"rules": rules, "map": board})
        for board in ("east", "britannia")
        for players, rules in ((3, "given"), (3, "big-box"), (4, "2009"), (4, "big-box"), (5, "given"))
    ],
    (3, {"rules": "big-box", "modules": "missions"}),
    (4, {"rules": "big-box", "modules": "favour"}),
    (5, {"rules": "given", "modules": "missions,favour"}),
    (5, {"rules": "2009", "modules": "favour"}),
]
LONG = 350 if TIMES == 1 else 1500
"""Decisions after which a game has been followed far enough."""


def check_deal(players: int, options: dict[str, Any], dealt: dict[str, Any]) -> None:
    """What lies on the table at the start."""
    arbiter = Arbiter(players, options, dealt)
    for place in range(players):
        player = dealt["players"][(dealt["start"] + place) % players]
        start = DESK["start"]
        assert player["supply"] == {"trader": start["supply-traders"][place], "merchant": 1}
        assert player["stock"] == {"trader": start["stock-traders"][place], "merchant": 0}
        assert player["points"] == 0
        assert not any(player["desk"].values())
        assert not any(player[what] for what in ("unused", "used", "waiting", "favours"))
        assert (player["mission"] in CARDS["missions"]["cards"]) == ("missions" in options["modules"])
    assert not any(piece for row in dealt["houses"].values() for piece in row)
    assert not any(city["offices"] or city["extras"] for city in dealt["cities"].values())
    assert dealt["special"] == [None] * 4
    taverns = {name for name, route in arbiter.board.routes.items() if route.tavern}
    assert set(dealt["markers"]) == taverns
    lying = Counter(dealt["markers"].values())
    assert lying == {name: marker["start"] for name, marker in MARKER.items() if marker["start"]}
    assert lying + Counter(dealt["pile"]) == {name: one[arbiter.rules["box"]] for name, one in MARKER.items()}
    assert len(dealt["favours"]) == (players if "favour" in options["modules"] else 0)
    if players == 2:
        assert (dealt["pending"], dealt["seat"]) == ("pawn start", 1 - dealt["start"])
    else:
        assert (dealt["pending"], dealt["seat"], dealt["actions"]) == (None, dealt["start"], 2)


def follow_deal(players: int, options: dict[str, str], seed: int, manner: str) -> Counter[str]:
    """A game from its deal on."""
    game = load(players, **options)
    journal = Journal()
    state = game.deal(seed, journal)
    check_deal(players, game.options, by_route(game, game.position(state)))
    return follow(game, state, journal, seed, manner, LONG)


def follow_rich(players: int, options: dict[str, str], seed: int) -> Counter[str]:
    """A while of a game from a table on which much lies."""
    game = load(players, **options)
    state = game.restore(game.position(rich(players, options, Random(seed)).state))
    state.journal = Journal()
    return follow(game, state, state.journal, seed, "eager", LONG // 5)


def follow(game: Game, state: State, journal: Journal, seed: int, manner: str, most: int) -> Counter[str]:
    """Play on and let the arbiter follow; return what was done, and when."""
    arbiter = Arbiter(game.players, game.options, by_route(game, game.position(state)))
    random = Random(seed)
    chooser = agents.create(manner, seed) if manner != "eager" else None
    told, done = len(journal.entries), Counter[str]()
    now = plain(by_route(game, game.position(state)))
    while True:
        assert plain(arbiter.now) == now
        assert arbiter.allowed() == {game.words(action) for action in state.legal_actions()}
        if done.total() % 8 == 0:
            check_view(arbiter, game.view(state, None))
        if state.is_over or done.total() == most:
            break
        action = chooser.choose(state) if chooser else eager(game, state, now["houses"], random)
        done[f"{game.words(action).split()[0]} in {now['pending']}"] += 1
        state.apply(action)
        now = plain(by_route(game, game.position(state)))
        arbiter.follow(game.words(action), now)
        assert arbiter.points == points_told(journal, told, game.players)
        told = len(journal.entries)
    if state.is_over:
        assert state.ranks() == arbiter.ranks()
        assert state.scores() == [player["points"] for player in arbiter.players]
    return done


def check_view(arbiter: Arbiter, view: dict[str, Any]) -> None:
    """What a view adds to the situation: control, completed cities, who joined the ends."""
    for city in arbiter.board.cities:
        assert view["cities"][city]["control"] == arbiter.control(city)
        assert view["cities"][city]["complete"] == arbiter.full(city)
    assert view["completed"] == arbiter.completed()


def points_told(journal: Journal, told: int, players: int) -> list[Counter[str]]:
    """The points of the newest entries, by source."""
    found = [Counter[str]() for _ in range(players)]
    for entry in journal.entries[told:]:
        if entry.event == SCORED:
            found[entry.seat][SOURCES[entry.source]] += entry.points
    return found


@pytest.mark.parametrize("number", range(len(GAMES) * TIMES))
def test_the_rules_play_every_game_as_the_arbiter_does(number: int) -> None:
    players, options = GAMES[number % len(GAMES)]
    manner = ("eager", "greedy", "eager", "random")[number // len(GAMES) % 4]
    follow_deal(players, {"limit": "40", **options}, number, manner)


@pytest.mark.parametrize("number", range(len(GAMES) * TIMES))
def test_the_rules_go_on_from_any_table_as_the_arbiter_does(number: int) -> None:
    players, options = GAMES[number % len(GAMES)]
    for seed in (number, number + 10_000):
        follow_rich(players, options, seed)


@pytest.mark.parametrize("rules", ["given", "2009"])
def test_the_rules_end_a_turn_of_two_as_the_arbiter_does(rules: str) -> None:
    """The actions are used, the pawn may move, and there are markers: seldom so in other games."""
    done = Counter[str]()
    for seed in range(10):
        table = lay_out(
            2,
            rules=rules,
            supply=(5, 1),
            actions=0,
            begun=True,
            unused={"plus-3": 1, "plus-4": 1, "develop": 2, "pieces": 1},
        )
        table.state.journal = journal = Journal()
        done += follow(table.game, table.state, journal, seed, "random", 12)
    assert done["pawn in None"] > 10
    assert done["use in None"] > 10
