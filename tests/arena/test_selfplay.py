from __future__ import annotations

import json
import re
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

import burgher
from burgher import BadOptions, agents
from burgher.arena import selfplay
from burgher.arena.pool import Processes, SingleProcess, derived
from burgher.arena.selfplay import Collection, SelfPlay

parquet: Any = pytest.importorskip("pyarrow.parquet")

BURGUNDY = burgher.load("burgundy", 2)


def plan(agent: str = "random", seed: int = 1, by_lot: int = 0) -> SelfPlay:
    return SelfPlay.of(BURGUNDY, agent, seed, by_lot)


def rows(collection: Collection) -> list[dict[str, Any]]:
    """All rows of a collection, in order."""
    return [row for path in collection.files().values() for row in parquet.read_table(path).to_pylist()]


@pytest.fixture(autouse=True)
def _small_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "SHARD", 2)


def test_rows_tell_of_every_real_decision(tmp_path: Path) -> None:
    collection = Collection(tmp_path, plan())
    written = collection.grow(1, SingleProcess())
    found = rows(collection)
    assert len(found) == written
    state = BURGUNDY.deal(derived(1, 0))
    decision = 0
    for row in found:
        while decision < row["decision"]:
            (forced,) = state.legal_actions()
            state.apply(forced)
            decision += 1
        assert row["seat"] == state.seat
        assert row["observation"] == BURGUNDY.observation.of(state, state.seat).tolist()
        assert row["taken"] in state.legal_actions()
        assert sorted(row["actions"]) == sorted(state.legal_actions())
        assert row["actions"][0] == row["taken"]
        assert (row["visits"], row["value"]) == ([1] + [0] * (len(row["actions"]) - 1), None)
        assert row["worths"] == [state.evaluate((state.seat + n) % 2) for n in range(2)]
        for action, worth in zip(row["actions"], row["after"], strict=True):
            trial = state.imagine(state.seat, 0)
            trial.apply(action)
            assert trial.evaluate(state.seat) == worth
        state.apply(row["taken"])
        decision += 1
    while not state.is_over:
        (forced,) = state.legal_actions()
        state.apply(forced)
    for row in found:
        turned = [(row["seat"] + n) % 2 for n in range(2)]
        assert row["scores"] == [state.scores()[seat] for seat in turned]
        assert row["ranks"] == [state.ranks()[seat] for seat in turned]


def test_what_came_of_it_is_told_from_the_deciding_seat_around_the_table() -> None:
    game = burgher.load("burgundy", 3)
    table = selfplay.play(SelfPlay.of(game, "random", 1), [0])[0].to_pylist()
    by_seat = {row["seat"]: row for row in table}
    scores = by_seat[0]["scores"]
    assert len(set(scores)) == 3
    for seat in range(3):
        assert by_seat[seat]["scores"] == [scores[(seat + n) % 3] for n in range(3)]
        assert by_seat[seat]["ranks"] == [by_seat[0]["ranks"][(seat + n) % 3] for n in range(3)]


def test_as_many_decisions_as_were_asked_for_are_drawn_by_lot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selfplay, "_drawn", lambda weighed, random: weighed[-1][0])
    for row in selfplay.play(plan(by_lot=7), [0])[0].to_pylist():
        assert row["taken"] == row["actions"][-1 if row["decision"] < 7 else 0]


def test_whoever_did_not_get_its_will_thinks_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """What an agent keeps in mind for the rest of its turn is of no use after another action."""
    made: list[int] = []
    create = agents.create

    def noting(name: str, seed: int) -> agents.Agent:
        made.append(seed)
        return create(name, seed)

    monkeypatch.setattr(agents, "create", noting)
    monkeypatch.setattr(selfplay, "_drawn", lambda weighed, random: weighed[-1][0])
    asked = plan(by_lot=7)
    made.clear()
    drawn = [row for row in selfplay.play(asked, [0])[0].to_pylist() if row["decision"] < 7]
    anew = [derived(1, 0, row["seat"], row["decision"]) for row in drawn]
    assert made == [derived(1, 0, 0), derived(1, 0, 1), *anew]


@pytest.mark.skipif(not burgher.COMPILED, reason="as plain source, a searched game takes its time")
def test_what_a_search_found_is_written_down() -> None:
    table = selfplay.play(plan("search:6", by_lot=10**6), [3])[3].slice(0, 20)
    drawn = 0
    for row in table.to_pylist():
        tried = dict(zip(row["actions"], row["visits"], strict=True))
        assert 0 < sum(tried.values()) <= 6 * 12
        assert row["visits"] == sorted(row["visits"], reverse=True)
        assert tried[row["taken"]] > 0
        assert -1 <= row["value"] <= 1
        drawn += row["taken"] != row["actions"][0]
    assert drawn > 0, "some that were tried less often are taken too"


def test_the_same_games_whoever_plays_them(tmp_path: Path) -> None:
    alone, together = Collection(tmp_path / "a", plan()), Collection(tmp_path / "b", plan())
    alone.grow(3, SingleProcess())
    with Processes(2) as pool:
        together.grow(3, pool)
    assert rows(alone) == rows(together)
    assert [path.name for path in together.files().values()] == [
        "games-000000-000001.parquet",
        "games-000002-000002.parquet",
    ]


def test_a_collection_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = Collection(tmp_path / "whole", plan())
    whole.grow(5, SingleProcess())
    folder = tmp_path / "parts"
    Collection(folder, plan()).grow(3, SingleProcess())
    (folder / "games-000000-000001.parquet").unlink()
    kept = (folder / "games-000002-000002.parquet").stat().st_mtime_ns
    again = Collection(folder, plan())
    assert again.missing(5) == [range(2), range(3, 4), range(4, 5)]
    told: list[int] = []
    again.grow(5, SingleProcess(), told.append)
    assert sum(told) == 4
    assert again.missing(5) == []
    assert again.grow(5, SingleProcess()) == 0
    assert (folder / "games-000002-000002.parquet").stat().st_mtime_ns == kept
    assert rows(again) == rows(whole)


def test_an_interrupted_run_leaves_only_whole_files(tmp_path: Path) -> None:
    collection = Collection(tmp_path, plan())

    def stop(more: int) -> None:
        if collection.files():
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        collection.grow(10, SingleProcess(), stop)
    plan_file, *whole = sorted(path.name for path in tmp_path.iterdir())
    assert plan_file == "_selfplay.json"
    # How many games a portion has is up to how fast they are played.
    assert whole
    assert whole == [path.name for path in collection.files().values()]
    done = sum(len(numbers) for numbers in collection.files())
    assert [number for part in collection.missing(10) for number in part] == list(range(done, 10))


@pytest.mark.parametrize(
    ("other", "reason"),
    [
        (plan(seed=2), r"with seed 1 \(not 2\): choose another folder"),
        (plan("greedy"), r"with agent 'random' \(not 'greedy'\)"),
        (SelfPlay.of(burgher.load("burgundy", 3), "random", 1), r"with players 2 \(not 3\), .*features"),
    ],
)
def test_other_games_do_not_go_into_the_same_folder(other: SelfPlay, reason: str, tmp_path: Path) -> None:
    Collection(tmp_path, plan())
    with pytest.raises(BadOptions, match=reason):
        Collection(tmp_path, other)


def test_games_of_another_version_belong_together_if_they_go_alike(tmp_path: Path) -> None:
    Collection(tmp_path, plan())
    file = tmp_path / "_selfplay.json"
    about = json.loads(file.read_text())
    former = {key: about[key] for key in about if key != "thinking"}
    for there, reason in (
        (about | {"burgher": "0.0.1"}, None),
        (about | {"thinking": "0"}, rf"with thinking '0' \(not '{about['thinking']}'\)"),
        (former, None),
        (former | {"burgher": "0.0.1"}, "with burgher '0.0.1'"),
    ):
        file.write_text(json.dumps(there))
        if reason is None:
            Collection(tmp_path, plan())
        else:
            with pytest.raises(BadOptions, match=reason):
                Collection(tmp_path, plan())


def test_a_folder_is_read_as_the_document_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (Path(__file__).parents[2] / "docs" / "research.md").read_text(encoding="utf-8")
    (snippet,) = re.findall(r"^    import pyarrow\.dataset\n(?:    .*\n)+", text, re.MULTILINE)
    collection = Collection(tmp_path / "games", plan())
    written = collection.grow(3, SingleProcess())
    monkeypatch.chdir(tmp_path)
    known: dict[str, Any] = {}
    exec(dedent(snippet), known)
    assert known["table"].column_names == ["observation", "visits"]
    assert known["table"].num_rows == written


def test_a_folder_from_before_goes_on_and_can_be_read_too(tmp_path: Path) -> None:
    """What said how games were played had another name, at which those who read the folder stopped."""
    Collection(tmp_path, plan()).grow(1, SingleProcess())
    (tmp_path / "_selfplay.json").rename(tmp_path / "selfplay.json")
    with pytest.raises(BadOptions, match=r"with seed 1 \(not 2\)"):
        Collection(tmp_path, plan(seed=2))
    assert Collection(tmp_path, plan()).missing(1) == []
    assert [path.name for path in tmp_path.glob("*.json")] == ["_selfplay.json"]


def test_every_file_says_how_its_games_were_played(tmp_path: Path) -> None:
    collection = Collection(tmp_path, plan())
    collection.grow(1, SingleProcess())
    (path,) = collection.files().values()
    about = json.loads(parquet.read_schema(path).metadata[b"burgher"])
    assert about == json.loads((tmp_path / "_selfplay.json").read_text())
    assert about["observation"] == BURGUNDY.observation.fingerprint
    assert about["fingerprint"] == BURGUNDY.fingerprint
    assert (about["agent"], about["seed"], about["actions"]) == ("random", 1, BURGUNDY.num_actions)


def test_a_file_names_its_games_that_would_not_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    decisions = {
        number: selfplay.play(plan(), [number])[number]["decision"][-1].as_py() for number in range(2)
    }
    longer = max(decisions, key=lambda number: decisions[number])
    assert len(set(decisions.values())) == 2
    monkeypatch.setattr(selfplay, "ENDLESS", max(decisions.values()))
    collection = Collection(tmp_path, plan())
    collection.grow(2, SingleProcess())
    (path,) = collection.files().values()
    assert json.loads(parquet.read_schema(path).metadata[b"stopped"]) == [longer]
    assert collection.stopped == 1


def test_an_agent_that_is_not_there_is_refused() -> None:
    with pytest.raises(BadOptions, match="there is no agent 'genius'"):
        plan("genius")
