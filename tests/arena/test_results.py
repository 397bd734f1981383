from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import burgher
from burgher.arena.contest import Match, matches
from burgher.arena.playing import Outcome
from burgher.arena.results import BadResults, Results, Writer

CONTEST = matches(burgher.load("burgundy", 2), ["random", "greedy", "merchant"], 7)


def outcome(one: int, other: int) -> Outcome:
    ranks = [1 + (other > one), 1 + (one > other)]
    return Outcome([one, other], ranks, [Counter(mines=one), Counter()], 100, 1)


def write(path: Path, *games: tuple[Match, int, Outcome]) -> Results:
    with Writer(path) as writer:
        writer.add(games)
        return writer.results


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "some.jsonl"


def test_what_is_written_is_read(path: Path) -> None:
    assert Results.read(path).games == {}
    written = write(path, (CONTEST[0], 0, outcome(10, 20)), (CONTEST[1], 3, outcome(5, 5)))
    read = Results.read(path)
    assert read.matches == written.matches == {match.id: match for match in CONTEST[:2]}
    assert read.games == written.games
    assert read.games[CONTEST[0], 0].outcome == outcome(10, 20)
    names = read.games[CONTEST[0], 0].names
    assert names == [name for name, _ in CONTEST[0].players(0)]
    assert read.rules() == [CONTEST[0].rules]
    assert len(read.of(CONTEST[0].rules)) == 2


def test_later_runs_extend_it_and_say_what_they_play_on(path: Path) -> None:
    write(path, (CONTEST[0], 0, outcome(1, 2)))
    write(path, (CONTEST[0], 1, outcome(3, 4)))
    kinds = [json.loads(line)["type"] for line in path.read_text().splitlines()]
    assert kinds == ["match", "game", "match", "game"]
    first = json.loads(path.read_text().splitlines()[0])
    assert (first["burgher"], first.get("compiled", True)) == (burgher.__version__, burgher.COMPILED)
    assert first["rules"] == burgher.load("burgundy", 2).fingerprint
    assert first["machine"]
    read = Results.read(path)
    assert [number for _, number in read.games] == [0, 1]
    assert read.missing(CONTEST[:2], 4) == [(1, 0), (1, 1), (0, 2), (1, 2), (0, 3), (1, 3)]


def test_games_stay_comparable_under_a_former_fingerprint_and_another_burgher(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules, now = CONTEST[0].rules, CONTEST[0].rules.thinking
    meant = {("burgundy", "f0rmer"): now}
    monkeypatch.setattr(
        "burgher.arena.results.thinking_meant", lambda game, kept: meant.get((game, kept), kept)
    )
    kinds = [("f0rmer", "0.1.0"), (now, rules.version), (now, "99.0"), ("0ther", "0.1.0")]
    for number, (thinking, version) in enumerate(kinds):
        kept = replace(CONTEST[0], rules=replace(rules, thinking=thinking, version=version))
        write(path, (kept, number, outcome(1, 2)))
    read = Results.read(path)
    assert [played.number for played in read.of(rules)] == [0, 1, 2]
    assert read.missing(CONTEST[:1], 5) == [(0, 3), (0, 4)]
    assert [one.thinking for one in read.rules()] == [now, "0ther"]
    assert len(read.matches) == 4
    assert len(read.machines) == 2


@pytest.mark.parametrize("torn", [b"{", b'{"type":"game","match":"0', b"\x00\x00\x00"])
def test_a_torn_end_is_left_out_and_taken_away(path: Path, torn: bytes) -> None:
    write(path, (CONTEST[0], 0, outcome(1, 2)))
    whole = path.read_bytes()
    path.write_bytes(whole + torn)
    assert len(Results.read(path).games) == 1
    assert path.read_bytes() == whole + torn, "reading changes nothing"
    write(path, (CONTEST[0], 1, outcome(1, 2)))
    assert path.read_bytes().startswith(whole)
    assert len(Results.read(path).games) == 2


def test_a_run_that_is_killed_loses_only_what_it_was_playing(path: Path) -> None:
    program = (
        "import os, signal, sys\nfrom pathlib import Path\n"
        "from arena.test_results import CONTEST, outcome\n"
        "from burgher.arena.results import Writer\n"
        "with Writer(Path(sys.argv[1])) as writer:\n"
        "    for number in range(5):\n"
        "        writer.add([(CONTEST[0], number, outcome(1, 2))])\n"
        "    os._exit(9)\n"
    )
    here = [str(Path(burgher.__file__).parent.parent), str(Path(__file__).parent.parent)]
    ended = subprocess.run(
        [sys.executable, "-c", program, str(path)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(here)},
        check=False,
    )
    assert ended.returncode == 9
    assert len(Results.read(path).games) == 5


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ((b'"seed":7', b'"seed":8'), "line 1: .* changed by hand"),
        ((b'"seats":', b'"chairs":'), "line 2: .* required field `seats`"),
        ((b'"type":"game"', b'"type":"match"'), "line 2: "),
        ((b'"number":0', b'"number":1'), "line 2: .* seats are not those"),
        ((b'{"type":"match"', b"hello"), "line 1: this is no result"),
        ((b'"match":"', b'"match":"0'), "line 2: "),
    ],
)
def test_a_damaged_file_is_refused_with_the_line(
    path: Path, change: tuple[bytes, bytes], reason: str
) -> None:
    write(path, (CONTEST[0], 0, outcome(1, 2)))
    path.write_bytes(path.read_bytes().replace(*change))
    with pytest.raises(BadResults, match=reason):
        Results.read(path)


def test_two_runs_do_not_write_at_once(path: Path) -> None:
    pytest.importorskip("fcntl")
    with Writer(path), pytest.raises(BadResults, match="is being written by another run"):
        write(path, (CONTEST[0], 0, outcome(1, 2)))
    write(path, (CONTEST[0], 0, outcome(1, 2)))


def test_a_file_that_cannot_be_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadResults, match="cannot be written"), Writer(tmp_path / "nowhere" / "some.jsonl"):
        pass
    with pytest.raises(BadResults, match="cannot be read"):
        Results.read(tmp_path)
