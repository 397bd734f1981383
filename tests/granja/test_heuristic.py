"""How well one plays by the heuristic, and what agents do not look at."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from burgher import COMPILED, Table, agents
from burgher.games.granja import heuristic
from burgher.games.granja.heuristic import WEIGHTS
from burgher.games.granja.lookups import FOOD, GRAIN, GRAPE, MEAT, OLIVE, PIG, WINE
from burgher.games.granja.modules.shelf import EXCLUSIVE, MEANINGS, NOT_ALONE
from burgher.games.granja.state import Granja
from burgher.kernel.ints import members_of
from burgher.kernel.offers import action_buffer
from burgher.kernel.packed import at
from granja.kit import deal, lay_out, load, play

if TYPE_CHECKING:
    from burgher.games.granja.data import Player

GAMES = 60 if COMPILED else 4
"""Plain source takes a second for each."""
EXPECTED = 46 if COMPILED else 42


def test_greedy_players_score_as_people_do() -> None:
    game = load(3)
    points = 0
    for seed in range(GAMES):
        state = game.deal(seed)
        players = [agents.create("greedy", seed * 3 + seat) for seat in range(3)]
        while not state.is_over:
            state.apply(players[state.seat].choose(state))
        points += sum(state.scores())
    assert points / GAMES / 3 > EXPECTED


def test_more_of_anything_looks_no_worse() -> None:
    game = load(2)
    state = game.deal(1)
    before = state.evaluate(0)
    position = game.position(state)
    for change in ({"points": 5}, {"silver": 9}, {"goods": {"trade": 1, "food": 1}}):
        position["players"][0] |= change
        better = game.restore(position).evaluate(0)
        assert better > before
        before = better


# -- demand by demand --------------------------------------------------------------------------------


def share_of(player: Player, met: int, goods: list[int]) -> int:
    """What all demands of a barrow or row are worth, each looked at by itself."""
    raw = {FOOD: {OLIVE, GRAIN}, WINE: {GRAPE}, MEAT: {PIG}}
    owned = set(members_of(player.has))
    share = 0
    for n, kind in enumerate(goods):
        if met & 2**n:
            share += WEIGHTS[heuristic.MET]
        elif kind in owned:
            share += WEIGHTS[heuristic.READY]
        elif owned & raw.get(kind, set()):
            share += WEIGHTS[heuristic.RAW]
        else:
            share += WEIGHTS[heuristic.OPEN]
    return share


def value_of(reward: int, share: int) -> int:
    return reward * heuristic.curved(share) // 100


def barrows_by_demand(state: Granja, player: Player, rounds: int) -> int:
    value = 0
    for slot in range(4):
        if card := at(player.barrows, slot):
            reward = state.lookups.barrow_points[card - 1] * 100
            reward += WEIGHTS[heuristic.BARROW] + WEIGHTS[heuristic.STALL] * rounds
            goods = [state.lookups.barrow_goods[(card - 1) * 5 + n] for n in range(5)]
            goods = [kind for kind in goods if kind >= 0]
            value += value_of(reward, share_of(player, at(player.loaded, slot), goods) // len(goods))
    return value


def rows_by_demand(state: Granja, player: Player, rounds: int) -> int:
    value = 0
    for building in range(6):
        if row := at(player.rows, building):
            reward = (state.round + 1) * 100 + WEIGHTS[heuristic.ROW]
            reward += WEIGHTS[heuristic.MARKER + building] * (rounds - 1)
            reward += 100 * (state.tokens >> building & 1)
            goods = [state.lookups.row_goods[(building * 4 + row - 1) * 4 + n] for n in range(4)]
            value += value_of(reward, share_of(player, at(player.supplied, building), goods) // 4)
    return value


def belongings_by_kind(player: Player) -> int:
    value: int = player.hand_size * WEIGHTS[heuristic.CARD_IN_HAND]
    value += len(members_of(player.roofs_up)) * WEIGHTS[heuristic.ROOF]
    for kind in range(8):
        count = player.goods[kind] + (at(player.ripe, kind) if kind < 3 else 0)
        each = WEIGHTS[heuristic.GOOD + kind]
        if count:
            value += each + (count - 1) * each * WEIGHTS[heuristic.SPARE_GOOD] // 100
    return value


MODULES = tuple(sorted(set(MEANINGS) - {second for _, second in EXCLUSIVE}))
"""All that are played together."""


@pytest.mark.parametrize("modules", [(), MODULES], ids=["plain", "modules"])
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_what_is_begun_is_worth_what_its_demands_are(players: int, modules: tuple[str, ...]) -> None:
    if players == 1:
        modules = tuple(name for name in modules if name not in NOT_ALONE)
    game = load(players, modules)
    random = Random(players)
    begun = 0
    before = list(WEIGHTS)
    try:
        for seed in range(GAMES // 4):
            for n in range(len(before)):  # as while weights are tuned
                WEIGHTS[n] = before[n] + random.randint(-9, 9)
            state = game.deal(seed)
            assert isinstance(state, Granja)
            while not state.is_over:
                for player in state.players:
                    rounds = 6 - state.round
                    value = barrows_by_demand(state, player, rounds)
                    assert heuristic.barrows(state, player, rounds) == value
                    row_value = rows_by_demand(state, player, rounds)
                    assert heuristic.rows(state, player, rounds) == row_value
                    assert heuristic.belongings(player) == belongings_by_kind(player)
                    begun += value != 0 or row_value != 0
                state.apply(random.choice(state.legal_actions()))
    finally:
        for n, weight in enumerate(before):
            WEIGHTS[n] = weight
    assert begun > 50


# -- what agents do not look at ----------------------------------------------------------------------


def words_of(table: Table, *, sensible: bool) -> set[str]:
    """What may be done, or what agents look at of it."""
    buffer = action_buffer()
    count = table.state.sensible(buffer) if sensible else table.state.legal(buffer)
    return {table.game.words(buffer[n]) for n in range(count)}


DEALINGS = ("buy", "sell", "upgrade")
DONE_ALL: dict[str, Any] = {"crafts": [1, 2, 3, 4, 5, 6]}
"""Only barrows ask for goods."""


def dealings(table: Table) -> set[str]:
    """What agents look at of buying, selling and upgrading."""
    return {words for words in words_of(table, sensible=True) if words.startswith(DEALINGS)}


def test_agents_leave_out_what_can_wait() -> None:
    given: Any = {"silver": 9, "goods": {"grain": 1}, "fields": [5], "ripe": {"grain": 1}}
    table = lay_out(**given)
    left_out = words_of(table, sensible=False) - words_of(table, sensible=True)
    assert left_out == {
        *("buy olive", "buy grain", "buy grape", "buy pig"),
        *("sell grain", "upgrade grain", "from den"),
    }


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"silver": 9}, {"buy pig"}),
        ({"silver": 9, "goods": {"pig": 1}}, set()),
        ({"silver": 3, "goods": {"grain": 1}}, {"sell grain"}),
        ({"silver": 9, "barrows": [25]}, {"buy grain", "buy grape", "buy pig"}),
        ({"silver": 9, "barrows": [(25, [1, 2, 3])]}, {"buy pig"}),
        ({"silver": 9, "barrows": [(25, [1, 2, 3])], "goods": {"pig": 1}}, {"upgrade pig"}),
        (
            {"silver": 2, "barrows": [(25, [1, 2, 3])], "goods": {"pig": 1, "olive": 1}},
            {"sell olive", "sell pig"},
        ),
    ],
)
def test_a_delivery_is_a_reason_for_what_it_lacks(given: dict[str, Any], expected: set[str]) -> None:
    barrows = {"barrows": [(66, [1, 2, 3])]}  # a pig is lacking
    table = lay_out(**{"step": "free deliveries", **DONE_ALL, **barrows, **given})
    assert dealings(table) == expected


def test_what_is_bought_for_a_purchased_delivery_leaves_the_silver_for_it() -> None:
    given: Any = {"step": "purchased deliveries", **DONE_ALL, "barrows": [(18, [1])], "extensions": [1]}
    assert dealings(lay_out(**given, silver=3)) == {"buy grain"}
    assert dealings(lay_out(**given, silver=2)) == set()
    assert dealings(lay_out(**given, silver=2, goods={"olive": 1})) == {"sell olive"}


def test_a_roof_tile_an_upgrade_an_extension_and_a_helper_are_reasons_too() -> None:
    table = lay_out(step="roofs", roofs=["2a"], silver=1, goods={"olive": 1})
    assert dealings(table) == {"sell olive"}
    assert dealings(lay_out(step="roofs", roofs=["2a"], silver=2, goods={"olive": 1})) == set()
    table = play(lay_out(dice="5", silver=9, goods={"grain": 1}), "die 5")
    assert dealings(table) == {"buy olive", "buy grain", "buy grape", "buy pig"}
    table = play(lay_out(dice="5", silver=9, goods={"grain": 2}), "die 5")
    assert dealings(table) == set()
    given: Any = {"step": "play", "hand": [4], "extensions": [1, 2], "silver": 3, "goods": {"grain": 1}}
    assert "buy olive" in dealings(lay_out(**given))
    assert "buy olive" not in dealings(lay_out(**given, points=1))
    assert dealings(lay_out(helpers=["Smuggler"], silver=2)) == {"buy olive", "buy grain", "buy grape"}


def test_a_field_may_be_cleared_before_the_harvest_and_a_pig_bought_to_breed() -> None:
    given: Any = {"step": "income", "fields": [5], "ripe": {"grain": 1}}
    assert dealings(lay_out(**given, silver=2)) == {"upgrade grain"}
    assert dealings(lay_out(**given, silver=2, **DONE_ALL)) == set()
    given = {"step": "income", "silver": 4, "extensions": [4, 5], "goods": {"pig": 1}}
    assert dealings(lay_out(**given)) == {"buy pig", "sell pig"}


def test_when_all_is_delivered_a_trade_commodity_is_only_silver() -> None:
    given: Any = {"step": "purchased deliveries", "round": 6, "left": 0, "hand": [1], "fresh": True}
    table = lay_out(**given, goods={"trade": 1, "grain": 1}, silver=9)
    assert words_of(table, sensible=True) == {"trade silver", "trade play", "done"}
    assert {"trade harvest", "trade draw", "trade upgrades"} <= words_of(table, sensible=False)


def test_what_was_sold_for_as_much_as_it_costs_is_not_looked_at_again() -> None:
    table = lay_out(step="free deliveries", silver=3, barrows=[18], helpers=["Seed Dealer"], **DONE_ALL)
    assert "buy grain" in words_of(table, sensible=True)


@pytest.mark.parametrize("seed", range(3))
def test_what_they_look_at_is_legal_and_never_nothing(seed: int) -> None:
    table, random = deal(2 + seed, seed), Random(seed)
    while not table.is_over:
        legal, sensible = (words_of(table, sensible=one) for one in (False, True))
        assert sensible
        assert sensible <= legal
        table.play(random.choice(sorted(legal)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_players_do_not_sell_what_they_have_just_bought_nor_buy_it_back(players: int) -> None:
    table = deal(players, players)
    agent = [agents.create("greedy", seat) for seat in range(players)]
    turn: tuple[int, str] | None = None
    bought: set[str] = set()
    sold: set[str] = set()
    lost = 0
    while not table.is_over:
        now = table.seat, table.game.heading(table.state)
        if now != turn:
            turn, bought, sold = now, set(), set()
        words = table.game.words(agent[table.seat].choose(table.state))
        verb, _, what = words.partition(" ")
        if verb == "buy":
            lost += what in sold
            bought.add(what)
        elif verb == "sell":
            lost += what in bought
            sold.add(what)
        table.play(words)
    assert lost <= players


def test_nor_do_they_spend_silver_on_goods_that_will_not_be_delivered() -> None:
    table = deal(2, 3)
    agent = [agents.create("greedy", seat) for seat in range(2)]
    while not table.is_over:
        state = table.position()["state"]
        words = table.game.words(agent[table.seat].choose(table.state))
        if state["round"] == 6 and state["step"] == "purchased deliveries" and not state["left"]:
            assert not words.startswith(("buy", "upgrade"))
        table.play(words)
