"""A network is taught, rounded to whole numbers, and asked by the search."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

import burgher
from burgher import BadOptions, agents
from burgher.arena.pool import SingleProcess
from burgher.arena.positions import Positions, play_shards
from burgher.arena.teaching import TOGETHER, Teaching
from burgher.arena.teaching_run import Run, placed_before, rounded
from burgher.kernel.network_file import read_network
from burgher.kernel.network_rows import plan_for
from burgher.kernel.value_network import ValueNetwork

numpy = pytest.importorskip("numpy")

GAME = burgher.load("burgundy", 2)
TEACHING = Teaching("burgundy", 2, GAME.options, games=2, epochs=1, hidden=8, second=4, every=4)


def test_positions_are_kept_with_what_came_of_them(tmp_path: Path) -> None:
    assert play_shards(TEACHING, tmp_path, [0]) == 2
    found = numpy.load(tmp_path / "0.npz")
    lines, values, points = (found[name] for name in ("lines", "values", "points"))
    assert 20 < len(lines) == len(values) == len(points)
    assert lines.shape[1] == (plan_for(GAME.observation)[1] + 7) // 8
    assert len({tuple(sorted(each)) for each in points.tolist()}) <= 2, "two games have two ends"
    again = tmp_path / "again"
    again.mkdir()
    play_shards(TEACHING, again, [0])
    assert (numpy.load(again / "0.npz")["lines"] == lines).all(), "the same seed gives the same games"


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        *(("burgundy", players, {"estates": "random"}) for players in (2, 3, 4)),
        *(("granja", players, {}) for players in (1, 2, 3, 4)),
        ("granja", 2, {"modules": ["colchonera", "outlaws", "grand-markers", "trade-boards", "donkey-song"]}),
        ("granja", 3, {"modules": ["ladies", "counsellors", "bustling-town-b", "long-distance-trade"]}),
        *(("hansa", players, {}) for players in (2, 3, 4, 5)),
        *(("hansa", 4, {"map": where}) for where in ("east", "britannia")),
    ],
)
def test_what_sources_still_bring_is_what_points_still_come(
    game: str, players: int, options: dict[str, Any]
) -> None:
    """At every position that is kept, for every seat, as it is seen from there."""
    played = burgher.load(game, players, **options)
    teaching = Teaching(game, players, played.options, 1, 1, every=1)
    lessons, random, had = Positions(teaching, 1).lessons_for(played), Random(1), list[list[int]]()
    state, agent = played.deal(1, lessons.journal()), agents.create("greedy", 1)
    while not state.is_over:
        if not random.randrange(8):
            viewer = random.randrange(players)
            lessons.keep(state, viewer)
            had.append(state.scores()[viewer:] + state.scores()[:viewer])
        state.apply(agent.choose(state))
    lessons.settle(state.scores(), 0)
    kinds = len(played.source_kinds())
    assert len(had) == lessons.count > 5
    sources = numpy.array(lessons.sources).reshape(len(had), players, kinds)
    points = numpy.array(list(lessons.points))[: len(had) * players].reshape(len(had), players)
    assert (sources.sum(2) == points - had).all()
    assert (sources != 0).any((0, 1)).sum() > 2, "they are not all of one kind"


def test_every_module_that_is_varied_is_a_source_of_its_own() -> None:
    for players in (1, 2):
        granja = burgher.load("granja", players)
        teaching = Teaching("granja", players, granja.options, 1, 1, vary=("modules",))
        alone = {"betwixt", "grand-markers", "trade-boards"} if players == 1 else set()
        assert {*granja.choices[1].choices} - alone < {*teaching.source_kinds}
        assert list(teaching.source_kinds.values()) == sorted(teaching.source_kinds.values())


def test_whole_numbers_say_what_floats_say() -> None:
    """A network drawn at random, rounded, and asked about a position, is hardly off."""
    random: Any = numpy.random.default_rng(1)
    rows, hidden, second = plan_for(GAME.observation)[1], 16, 8
    network = {
        "first": random.normal(0, 0.2, (rows, hidden)),
        "by value": random.normal(0, 0.2, (2, hidden)),
        "bias": random.normal(0, 0.2, hidden),
        "second": random.normal(0, 0.3, (second, hidden)),
        "second bias": random.normal(0, 0.2, second),
        "last": random.normal(0, 0.3, (2, second)),
        "last bias": random.normal(0, 0.2, 2),
    }
    weights = b"".join(part.tobytes() for part in rounded(network, numpy).values())
    # Of every integer a one: bits and tables by the plan, as the writer of rows has them.
    from array import array

    from burgher.kernel.value_network import FeatureWriter

    plan = plan_for(GAME.observation)[0]
    seen: Any = array("q", [1] * GAME.observation.width)
    values: Any = array("q", [5000, 4200])
    line = bytearray((rows + 7) // 8)
    FeatureWriter(plan, rows, seen, line).write(0)
    features = numpy.unpackbits(numpy.frombuffer(line, numpy.uint8), count=rows, bitorder="little")
    said = numpy.array([5000, 4200]) / 4096
    units = (features @ network["first"] + said @ network["by value"] + network["bias"]).clip(0, 1023 / 128)
    units = (network["second"] @ units + network["second bias"]).clip(0, 1023 / 128)
    expected = 4096 * (said + network["last"] @ units + network["last bias"])
    ValueNetwork(plan, [rows, hidden, second, 2], weights, seen, values).correct()
    assert numpy.abs(numpy.array(values.tolist()) - expected).max() < 60, "hundredths of a point"


def test_a_run_teaches_goes_on_and_plays(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    run = Run(tmp_path, TEACHING)
    run.play(SingleProcess())
    run.learn()
    network = read_network(run.file.read_bytes(), "it")
    assert network.misfit(GAME) == ""
    measured = network.about["taught"]["measured"]
    exact, whole = (measured[kind]["error of the network"] for kind in ("in floats", "in whole numbers"))
    assert whole == pytest.approx(exact, abs=0.5)
    curves = (tmp_path / "curves.jsonl").read_text().splitlines()
    assert [json.loads(line)["epoch"] for line in curves] == [1]
    run = Run(tmp_path, TEACHING)
    assert not run.missing()
    run.learn()
    assert (tmp_path / "curves.jsonl").read_text().splitlines() == curves, "nothing is learned twice"
    assert read_network(run.file.read_bytes(), "it") == network
    state = GAME.deal(1)
    assert agents.create(f"search:8,network={run.file}", 1).choose(state) in state.legal_actions()
    *_, standing = run.match("1", 1, SingleProcess())
    assert standing.startswith("2 games")
    matches = (tmp_path / "matches.jsonl").read_text()
    assert list(run.match("1", 1, SingleProcess())) == [standing], "nothing is played twice"
    assert (tmp_path / "matches.jsonl").read_text() == matches
    *_, standing = run.match("1", 2, SingleProcess())
    assert standing.startswith("4 games")
    assert (tmp_path / "matches.jsonl").read_text().startswith(matches)
    with pytest.raises(BadOptions, match="is another, with games"):
        Run(tmp_path, replace(TEACHING, games=3))
    with pytest.raises(BadOptions, match=r"is another, with sources 0\.3 \(not 0\)"):
        Run(tmp_path, replace(TEACHING, sources=0))


def test_what_sources_will_bring_is_learned_beside_points(tmp_path: Path) -> None:
    """It costs whoever judges by the network nothing: the file is as long as ever."""
    pytest.importorskip("torch")
    files, curves = [], []
    for weight in (0.3, 0):
        run = Run(tmp_path / str(weight), replace(TEACHING, epochs=25, rate=0.03, sources=weight))
        run.play(SingleProcess())
        run.learn()
        files.append(read_network(run.file.read_bytes(), "it"))
        lines = (run.folder / "curves.jsonl").read_text().splitlines()
        curves.append([json.loads(line) for line in lines])
    first, last = curves[0][0], curves[0][-1]
    assert last["loss by source"] < first["loss by source"] / 2
    assert last["error by source"].keys() == GAME.source_kinds().keys()
    assert last["error by source"]["regions"] < first["error by source"]["regions"]
    assert last["error by source"]["regions"] < last["deviation by source"]["regions"]
    assert "loss by source" not in curves[1][-1]
    assert files[0].shape == files[1].shape
    assert len(files[0].weights) == len(files[1].weights)
    assert files[0].weights != files[1].weights
    for file in files:
        assert file.misfit(GAME) == ""


def test_options_are_varied_for_half_of_the_games() -> None:
    teaching = replace(TEACHING, vary=("estates", "castles", "edition"))
    games = [teaching.load_for(TOGETHER * number) for number in range(200)]
    usual = sum(game.options == GAME.options for game in games)
    assert 70 < usual < 130
    assert {game.options["edition"] for game in games} == {"2011", "2019"}
    assert {game.options["ties"] for game in games} == {"fewest"}
    estates = [game.options["estates"] for game in games]
    assert "random" in estates
    assert any(isinstance(each, tuple) for each in estates)
    again = [teaching.load_for(TOGETHER * number + 1) for number in range(200)]
    assert [game.options for game in games] == [game.options for game in again], "a few have the same"
    taught = teaching.taught_options()
    assert taught["ties"] == ["fewest"]
    assert taught["edition"] == ["2011", "2019"]
    assert len(taught["estates"]) == len(GAME.choices[0].choices)


def test_what_changes_the_observation_is_varied_too(tmp_path: Path) -> None:
    """One network then has rows for what any of the games shows, and every game's positions use them."""
    granja = burgher.load("granja", 2)
    teaching = Teaching(
        "granja", 2, granja.options, 12, 1, hidden=4, second=2, every=4, seed=2, vary=("modules",)
    )
    assert replace(TEACHING, vary=("estates", "castles", "edition", "ties")).observed == []
    observed = teaching.observed
    assert observed[0]["modules"] == []
    assert ["ladies"] in [one["modules"] for one in observed]
    assert max(len(one["modules"]) for one in observed) > 8, "as many as go together show what pairs do"
    assert teaching.rows.count > plan_for(granja.observation)[1]
    assert len({repr(teaching.load_for(number)) for number in range(12)}) > 1
    assert teaching.taught_options()["modules"] == [(), *granja.choices[1].choices]
    assert play_shards(teaching, tmp_path, [0]) == 12
    found = numpy.load(tmp_path / "0.npz")
    assert found["lines"].shape[1] == (teaching.rows.count + 7) // 8
    assert 200 < len(found["lines"]) == len(found["values"]) == len(found["points"])


def test_what_is_not_for_so_many_players_is_not_taught() -> None:
    hansa = burgher.load("hansa", 2)
    assert Teaching("hansa", 2, hansa.options, 10, 1, vary=("map",)).taught_options()["map"] == ["standard"]
    three = Teaching("hansa", 3, burgher.load("hansa", 3).options, 10, 1, vary=("map",))
    assert three.taught_options()["map"] == ["standard", "east", "britannia"]
    assert [one["map"] for one in three.observed] == ["standard", "east", "britannia"]


def test_it_learns_from_searches_in_the_end(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    teaching = replace(TEACHING, searched=2, simulations=2, every=16)
    run = Run(tmp_path, teaching)
    run.play(SingleProcess())
    run.learn()
    assert not run.file.exists(), "it is not done yet"
    run.search(SingleProcess())
    assert numpy.load(tmp_path / "searched" / "0.npz")["lines"].any()
    run.refine()
    first = read_network((tmp_path / "first.net").read_bytes(), "it")
    assert read_network(run.file.read_bytes(), "it").weights != first.weights
    curves = (tmp_path / "curves.jsonl").read_text().splitlines()
    assert [json.loads(line)["stage"] for line in curves] == ["greedy", "searched"]
    run = Run(tmp_path, teaching)
    network = run.file.read_bytes()
    run.learn()
    run.search(SingleProcess(), lambda more: pytest.fail("nothing is played twice"))
    run.refine()
    assert run.file.read_bytes() == network


def test_games_with_varied_options_are_learned_from(tmp_path: Path) -> None:
    teaching = replace(TEACHING, games=6, every=40, vary=("estates", "castles", "edition"))
    assert play_shards(teaching, tmp_path, [0]) == 6


@pytest.mark.parametrize(
    ("who", "ranks", "share"),
    [
        ([True, False], [1, 2], 1),
        ([True, False], [1, 1], 0.5),
        ([False, True, True], [2, 1, 3], 0.5),
    ],
)
def test_placed_before(who: list[bool], ranks: list[int], share: float) -> None:
    assert placed_before(who, ranks) == share


def test_without_pytorch_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "torch", None)
    with pytest.raises(BadOptions, match="pip install torch"):
        Run(tmp_path, TEACHING)
