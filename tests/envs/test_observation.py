"""What a seat observes: all that it may know, and nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import burgher
from burgher import Game, State
from burgher.games.burgundy.components import BUILDINGS
from burgher.kernel.observation import Observation, bits, counts, number, one_of
from envs.cases import CASES, NAMES, USUAL, game_of, moments

every_case = pytest.mark.parametrize("case", CASES, ids=NAMES)
Case = tuple[str, int, dict[str, str]]


def said(game: Game, state: State, seat: int) -> dict[str, float]:
    """What a seat observes by the names of the features, where it is not 0."""
    seen = game.observation.of(state, seat)
    return {feature.name: x for feature, x in zip(game.observation.features, seen, strict=True) if x}


@every_case
def test_nothing_hidden_is_observed(case: Case) -> None:
    game = game_of(case)
    for state, _ in moments(game, 1, 17):
        for seat in range(game.players):
            seen = game.observation.of(state, seat)
            assert game.observation.of(state.imagine(seat, 5), seat) == seen


@every_case
def test_whatever_a_seat_sees_is_observed(case: Case) -> None:
    game = game_of(case)
    for before, after in moments(game, 2, 13, 200):
        for seat in range(game.players):
            seen = game.view(before, seat) == game.view(after, seat)
            assert (game.observation.of(before, seat) == game.observation.of(after, seat)) == seen


@every_case
def test_features_keep_within_their_bounds(case: Case) -> None:
    game = game_of(case)
    high = [feature.high for feature in game.observation.features]
    for state, _ in moments(game, 3, 23):
        seen = game.observation.of(state, state.seat)
        assert len(seen) == len(high)
        assert all(0 <= x <= most for x, most in zip(seen, high, strict=True))


@every_case
@pytest.mark.skipif(burgher.COMPILED, reason="words are made and kept inside compiled code")
def test_a_state_writes_as_many_words_as_are_explained(case: Case) -> None:
    game = game_of(case)
    words = [0] * game.observation.width
    assert game.deal(1).observe(0, words) == len(words)  # type: ignore[arg-type]


@every_case
def test_seats_are_counted_from_the_observing_one(case: Case) -> None:
    game = game_of(case)
    where = game.observation.slices()
    (scale,) = {field.scale for field in game.observation.seat if field.name == "points"}
    for state, _ in moments(game, 4, 29):
        for seat in range(game.players):
            seen = game.observation.of(state, seat)
            for steps in range(game.players):
                (points,) = seen[where[f"seat-{steps}.points"]]
                assert points * scale == pytest.approx(state.scores()[(seat + steps) % game.players])
            assert seen[where["to move"]].index(1.0) == (state.seat - seat) % game.players


@every_case
def test_every_feature_has_a_name_of_its_own(case: Case) -> None:
    seen = game_of(case).observation
    names = [feature.name for feature in seen.features]
    assert len(set(names)) == len(names) == seen.length
    assert all(feature.meaning.endswith(".") for feature in seen.features)
    covered = [n for where in seen.slices().values() for n in range(where.start, where.stop)]
    assert covered == list(range(seen.length))


@pytest.mark.parametrize("name", USUAL)
def test_other_numbers_of_players_are_other_observations(name: str) -> None:
    rules = burgher.games.rules(name)
    prints = [rules(players).observation.fingerprint for players in rules.players_allowed]
    assert len(set(prints)) == len(prints)
    assert rules(rules.players_usual).observation.fingerprint in prints


def test_a_fingerprint_stands_for_everything() -> None:
    def layout(version: int = 1, scale: int = 2, name: str = "b", copies: int = 3) -> Observation:
        table = (number("a", "A.", 9, scale), one_of(name, "B.", "xy"), counts("c", "C.", {"z": copies}))
        return Observation("some", version, 2, table, (bits("d", "D.", "pq"),))

    assert layout().fingerprint == layout().fingerprint
    changed = [layout(version=2), layout(scale=3), layout(name="bb"), layout(copies=4)]
    assert len({one.fingerprint for one in (layout(), *changed)}) == 5


def test_a_game_may_say_nothing_of_what_is_observed() -> None:
    class Silent(burgher.games.rules("burgundy")):  # type: ignore[misc]
        observed = Game.observed

    with pytest.raises(burgher.BurgherError, match="does not say what a seat observes"):
        _ = Silent(2).observation


# -- in each game, some of it by hand ----------------------------------------------------------------


def test_the_castles_of_burgundy() -> None:
    game = burgher.load("burgundy", players=3)
    for state, _ in moments(game, 5, 31):
        view = game.view(state, 1)
        seen = said(game, state, 1)
        assert f"phase.{view['phase']}" in seen
        assert f"white die.{view['white']}" in seen
        for n, depot in enumerate(view["depots"]):
            for place, tile in zip("abcd", depot, strict=True):
                there = [name for name in seen if name.startswith(f"depot {n + 1}{place}.")]
                assert there == ([f"depot {n + 1}{place}.{tile}"] if tile else [])
        for steps in range(3):
            player = view["players"][(1 + steps) % 3]
            begins = f"seat-{steps}."
            covered = {name.removeprefix(f"{begins}covered.") for name in seen if f"{begins}covered." in name}
            assert covered == {f"space-{space}" for space in player["tiles"]}
            for n, tile in enumerate(player["storage"]):
                assert (f"{begins}storage.{n + 1}.{tile}" in seen) == (tile is not None)
            built = sorted(name.rsplit(".", 1)[1] for name in seen if f"{begins}buildings." in name)
            assert built == sorted(tile for tile in player["tiles"].values() if tile in BUILDINGS)
            for die, rolled in enumerate(view["dice"][(1 + steps) % 3]):
                assert f"{begins}dice.die-{die + 1}.{rolled}" in seen


def test_a_castle_chosen_in_secret_is_observed_by_its_owner_only() -> None:
    game = burgher.load("burgundy", players=2, castles="secret")
    state = game.deal(3)
    first = state.seat
    state.apply(state.legal_actions()[0])
    chosen = [name for name in said(game, state, first) if name.startswith("castle chosen.")]
    assert len(chosen) == 1
    assert not [name for name in said(game, state, 1 - first) if name.startswith("castle chosen.")]


def test_la_granja() -> None:
    game = burgher.load("granja", players=2)
    for state, _ in moments(game, 6, 31):
        view, seen = game.view(state, 0), said(game, state, 0)
        assert f"step.{view['step']}" in seen
        hand = [name.split(".card-")[1] for name in seen if name.startswith("hand ")]
        assert sorted(map(int, hand)) == sorted(view["players"][0]["hand"])
        for steps, player in enumerate(view["players"]):
            assert seen.get(f"seat-{steps}.silver", 0) * 10 == pytest.approx(player["silver"])
            stalls = {name for place, seat in view["market"].items() if seat == steps for name in [place]}
            begins = f"seat-{steps}.market."
            assert {name.removeprefix(begins) for name in seen if name.startswith(begins)} == stalls


def test_hansa_teutonica() -> None:
    game = burgher.load("hansa", players=3, limit="40")
    for state, _ in moments(game, 7, 37):
        view, seen = game.view(state, 2), said(game, state, 2)
        for route, pieces in view["houses"].items():
            for n, piece in enumerate(pieces):
                owners = [
                    steps
                    for steps in range(3)
                    if any(f"seat-{steps}.houses {half}.{route}-{n + 1}" in seen for half in (1, 2))
                ]
                assert owners == ([] if piece is None else [(piece["seat"] - 2) % 3])
        for city, rows in view["cities"].items():
            for n, piece in enumerate(rows["offices"]):
                there = [name for name in seen if name.startswith(f"offices.{city}-{n + 1}.")]
                owner = None if piece is None else (piece["seat"] - 2) % 3
                shape = None if piece is None else piece["shape"]
                assert there == ([] if piece is None else [f"offices.{city}-{n + 1}.seat-{owner}'s {shape}"])


# -- compiled and not ----------------------------------------------------------------------------------

PROGRAM = """
from hashlib import blake2b
from envs.cases import CASES, game_of, moments
for case in CASES:
    game, digest = game_of(case), blake2b(digest_size=8)
    for state, _ in moments(game, 8, 29, 240):
        for seat in range(game.players):
            digest.update(game.observation.of(state, seat).tobytes())
    print(case, digest.hexdigest())
"""


@pytest.mark.skipif(not burgher.COMPILED, reason="there is nothing compiled to compare with")
def test_compiled_and_interpreted_observe_the_same() -> None:
    paths = [str(Path(burgher.__file__).parents[1]), str(Path(__file__).parents[1])]
    printed = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths), "BURGHER_SOURCE": source},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for source in ("0", "1")
    ]
    assert printed[0] == printed[1] != ""
