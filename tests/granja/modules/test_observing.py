"""What a seat observes of modules: all that they keep on the table, and nothing that is hidden."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

import burgher
from burgher import Game, Table
from burgher.games.granja import LaGranja
from burgher.games.granja.components import STALL_NAMES
from burgher.games.granja.modules.shelf import EXCLUSIVE, MEANINGS
from burgher.games.granja.state import Granja
from burgher.games.granja.wording.modules.registry import wording_of_module
from granja.kit import lay_out, load, play

Given = dict[str, Any]


def drawn(seed: int) -> tuple[str, ...]:
    """Some modules at random; all eleven that go together, for the first two seeds."""
    random = Random(seed)
    left_out = {pair[(seed + n) % 2] for n, pair in enumerate(EXCLUSIVE)}
    names = [name for name in MEANINGS if name not in left_out]
    chosen = names if seed < 2 else random.sample(names, random.randrange(1, 8))
    return tuple(name for name in MEANINGS if name in chosen)


SEEDS = range(8)
every_choice = pytest.mark.parametrize("seed", SEEDS)


def game_of(seed: int) -> Game:
    return load(2 + seed % 3, drawn(seed))


def moments(game: Game, seed: int, every: int) -> list[Granja]:
    """Some decisions of a random game."""
    random, state, found = Random(seed), game.deal(seed), []
    for n in range(5000):
        if state.is_over:
            break
        if n % every == 0:
            copy = state.clone()
            assert isinstance(copy, Granja)
            found.append(copy)
        state.apply(random.choice(state.legal_actions()))
    return found


def said(table: Table, seat: int) -> dict[str, float]:
    """What a seat observes by the names of the features, where it is not 0."""
    observation = table.game.observation
    seen = observation.of(table.state, seat)
    return {feature.name: x for feature, x in zip(observation.features, seen, strict=True) if x}


def named(table: Table, seat: int, beginning: str) -> set[str]:
    """The features of a field that are there, by what follows the field's name."""
    return {
        name.removeprefix(f"{beginning}.") for name in said(table, seat) if name.startswith(f"{beginning}.")
    }


# -- of any modules ----------------------------------------------------------------------------------


def test_every_module_is_drawn() -> None:
    assert {name for seed in SEEDS for name in drawn(seed)} == set(MEANINGS)
    assert [len(drawn(seed)) for seed in (0, 1)] == [11, 11]


@every_choice
def test_nothing_hidden_is_observed(seed: int) -> None:
    game = game_of(seed)
    for state in moments(game, seed, 47):
        for seat in range(game.players):
            imagined = state.imagine(seat, seed)
            assert game.observation.of(imagined, seat) == game.observation.of(state, seat)


@every_choice
def test_whatever_a_module_shows_is_observed(seed: int) -> None:
    """With what a module keeps at another moment, an observation differs where the view does."""
    game = game_of(seed)
    assert isinstance(game, LaGranja)
    states = moments(game, seed, 67)
    for one, other in pairwise(states):
        seat = one.seat
        seen = game.observation.of(one, seat)
        for n, module in enumerate(one.modules):
            mixed = one.clone()
            assert isinstance(mixed, Granja)
            mixed.modules[n].copy_from(other.modules[n])
            same = game.observation.of(mixed, seat) == seen
            there, here = wording_of_module(mixed.modules[n]), wording_of_module(module)
            if there.view(mixed, seat, game.set) != here.view(one, seat, game.set):
                assert not same, module.name
            elif there.write(mixed, game.set) == here.write(one, game.set):
                assert same, module.name


@every_choice
def test_a_farm_is_the_same_for_everybody(seed: int) -> None:
    """But for its secret, and for seats that are named: those are counted from the observing one."""
    game = game_of(seed)
    where = game.observation.slices()
    fields = [
        field.name for field in game.observation.seat if field.name not in ("donkey", "trade-boards traders")
    ]
    for state in moments(game, seed, 71):
        seen = [game.observation.of(state, seat) for seat in range(game.players)]
        for field in fields:
            for seat in range(game.players):
                farms = [
                    seen[other][where[f"seat-{(seat - other) % game.players}.{field}"]]
                    for other in range(game.players)
                ]
                assert all(farm == farms[0] for farm in farms), field


@every_choice
@pytest.mark.skipif(burgher.COMPILED, reason="words are made and kept inside compiled code")
def test_every_word_is_one_that_its_field_explains(seed: int) -> None:
    game = game_of(seed)
    for state in moments(game, seed, 31):
        words = [0] * game.observation.width
        assert state.observe(state.seat, words) == len(words)  # type: ignore[arg-type]
        at = 0
        for _, field in game.observation.fields:
            for word in words[at : at + field.integers]:
                match field.form:
                    case "bits":
                        assert 0 <= word < 2 ** len(field.values), field.name
                    case "one of":
                        assert -1 <= word < field.first + len(field.values), field.name
                    case _:
                        assert 0 <= word <= field.most, field.name
            at += field.integers


def test_modules_change_nothing_of_what_there_is_without_them() -> None:
    without = load(3).observation
    for seed in SEEDS:
        game = load(3, drawn(seed))
        added = tuple(f"{name} " for name in drawn(seed))
        for some, all_ in ((without.table, game.observation.table), (without.seat, game.observation.seat)):
            own = [field.name for field in all_ if not field.name.startswith(added)]
            assert [name for name in own if "below" not in name] == [field.name for field in some]


# -- of each, some of it by hand ----------------------------------------------------------------------


def test_a_question_of_a_module_stands_among_the_others() -> None:
    table = lay_out(step="draft", dice="4", modules={"hired-hands": {"home": [2, 2]}, "betwixt": {}})
    play(table, "die 4")
    assert named(table, 1, "question") == {"hired-hands worker to send"}
    assert named(table, 1, "detail") == {"4"}, "sent with a 4"
    play(table, "skip")
    assert named(table, 1, "question") == set()


def driving() -> Table:
    """Anna's stall drives away Benno's marker, which has a worker."""
    table = lay_out(
        players=3,
        step="free deliveries",
        left=2,
        goods={"meat": 1},
        barrows=[(6, (1, 2, 3, 4))],
        modules={"hired-hands": {"home": [2, 1, 2], "out": [[], ["stall-2-2"], []], "lying": [[], [], []]}},
        benno={"market": ["2-2"]},
    )
    return play(table, "deliver meat barrow-1", "stall 1-2")


def test_seats_in_details_are_counted_from_the_observing_one() -> None:
    table = driving()
    place, space = STALL_NAMES.index("2-2"), 256 * STALL_NAMES.index("1-2")
    for seat in range(3):
        assert named(table, seat, "question") == {"hired-hands marker driven away"}
        detail = sum(int(bit) for bit in named(table, seat, "detail"))
        assert detail == place + 32 * ((0 - seat) % 3) + space
        assert named(table, seat, "to move") == {f"seat-{(1 - seat) % 3}"}
        assert named(table, seat, "question after") == {"back"}
        back = sum(int(bit) for bit in named(table, seat, "details below.second"))
        assert back == (0 - seat) % 3, "the decision goes back to Anna"
        assert named(table, seat, "hired-hands under") == {"2-2"}


def test_hired_hands() -> None:
    out = [["stall-2-2"], ["betwixt-1", "building-4"], ["betwixt-2"]]
    cards = [{"card": n, "near": 0, "far": 0, "waiting": None} for n in (1, 2, 3)]
    table = lay_out(
        players=3,
        step="draft",
        modules={
            "hired-hands": {"home": [1, 0, 0], "out": out, "lying": [[], [], [6]]},
            "betwixt": {"cards": cards},
        },
        market=["2-2"],
    )
    assert named(table, 0, "seat-0.hired-hands stalls") == {"2-2"}
    assert named(table, 0, "seat-1.hired-hands cards") == {"before it"}
    assert named(table, 0, "seat-1.hired-hands buildings") == {"building-4"}
    assert named(table, 2, "seat-0.hired-hands cards") == {"before it"}
    assert named(table, 2, "seat-0.hired-hands lying") == {"building-6"}
    assert named(table, 2, "seat-1.betwixt card") == {"card-1"}
    assert said(table, 1)["seat-2.hired-hands home"] == 0.5


def test_betwixt_and_grand_markers() -> None:
    cards = [
        {"card": 4, "near": 4, "far": 3, "waiting": 1},
        {"card": 5, "near": 0, "far": 2, "waiting": None},
        {"card": 6, "near": 3, "far": 4, "waiting": 2},
    ]
    none = [None] * 4
    table = lay_out(
        players=3,
        step="draft",
        rows={4: ("a", (2, 3))},
        modules={
            "betwixt": {"cards": cards},
            "grand-markers": {
                "supply": [1, 2, 1],
                "barrows": [none, none, none],
                "crafts": [None, None, None, {"seat": 0, "pair": 2}, None, None],
                "cards": [None, 2, None, None],
            },
        },
    )
    assert named(table, 1, "seat-2.betwixt waiting") == {"the next"}
    assert named(table, 1, "seat-1.betwixt waiting") == {"this seat"}
    goods = said(table, 1)
    assert goods["seat-2.betwixt goods.this seat"] == pytest.approx(4 / 7)
    assert goods["seat-0.betwixt goods.the next"] == pytest.approx(2 / 7)
    assert named(table, 1, "seat-2.grand-markers rows") == {"building-4.2"}
    assert named(table, 1, "seat-1.grand-markers cards") == {"before it"}
    assert named(table, 1, "seat-0.grand-markers cards") == set()


def test_a_coloured_tile_chosen_in_secret_is_observed_by_its_owner_only() -> None:
    table = lay_out(
        step="donkeys", donkeys=[1, 2, 3, 4, 5], modules={"donkey-song": {"display": list(range(2, 13))}}
    )
    assert named(table, 1, "seat-1.donkeys") == {"1", "2", "3", "4", "5"}
    play(table, "donkey song 1")
    assert named(table, 0, "seat-0.donkey") == {"5"}
    assert named(table, 1, "seat-1.donkey") == set()
    assert "1" not in named(table, 1, "donkey-song display")


def test_whose_marker_is_on_a_trade_board_is_counted_from_the_observing_one() -> None:
    boards: list[Given] = [
        {"board": n, "traders": [None] * 5, "modifiers": 0, "traded": False} for n in (3, 1, 2)
    ]
    boards[1] |= {"traders": [2, 0, None, None, None], "modifiers": 2}
    table = lay_out(players=3, step="draft", modules={"trade-boards": {"players": boards}})
    assert named(table, 0, "seat-1.trade-boards traders") == {"1.seat-2", "2.seat-0"}
    assert named(table, 2, "seat-2.trade-boards traders") == {"1.seat-0", "2.seat-1"}
    assert named(table, 2, "seat-1.trade-boards board") == {"3"}
    assert said(table, 2)["seat-2.trade-boards modifiers"] == pytest.approx(0.4)


def test_the_deck_of_buildings_is_hidden() -> None:
    game = load(2, ("bustling-town",))
    state = game.deal(4)
    names = [feature.name for feature in game.observation.features if "bustling-town deck" in feature.name]
    assert names == ["bustling-town deck"]
    shown = game.view(state, 0)["modules"]["bustling-town"]["display"]
    table = Table(game, seed=4, names=("Anna", "Benno"))
    assert named(table, 0, "bustling-town display") == {f"town-{n}" for n in shown}


def test_the_ladies_two_more_roofs_and_the_broken_tile_are_observed() -> None:
    table = lay_out(
        step="draft",
        round=6,
        tiles=["1a", "2a", "3a", "4a", "5a", "6a", ("broken", False)],
        modules={"ladies": {"ladies": [3, 1], "green": 4}, "broken-roofs": {"left": 0}},
    )
    there = named(table, 1, "seat-1.roofs")
    assert {name.split(".")[0] for name in there} == set("1234567")
    assert "7.roof-25-broken" in there
    assert named(table, 1, "seat-1.ladies lady") == {"lady-3"}
    assert named(table, 1, "ladies green die") == {"4"}
