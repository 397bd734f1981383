from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from burgher import peers
from cli.running import Run

THEIRS = """\
\"\"\"Theirs: a game of no decisions.\"\"\"
import json
NEEDS = ()
print("hello")
print(json.dumps({"noughts": 12345.6}))
"""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys)


@pytest.fixture
def known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """One peer that runs, one that does not, and one that cannot be had."""
    programs = {
        "fine": THEIRS,
        "broken": '"""Broken: it fails."""\nNEEDS = ()\nimport no_such_module\n',
        "gone": '"""Gone: nobody has it."""\nNEEDS = ("burgher-no-such-thing",)\n',
    }
    for name, text in programs.items():
        (tmp_path / f"{name}.py").write_text(text)
    found = [peers._read(tmp_path / f"{name}.py") for name in programs]
    monkeypatch.setattr(peers, "peers", lambda: found)
    monkeypatch.setattr(peers, "ROUNDS", 1)
    monkeypatch.setattr(peers, "PIP", (*peers.PIP, "--no-index"))
    return [peer.title for peer in found]


def test_the_peers_are_those_the_documents_speak_of() -> None:
    known = {peer.name: peer for peer in peers.peers()}
    assert list(known) == ["burgundy", "catanatron", "openspiel", "pettingzoo", "rlcard"]
    assert all(peer.title[0].isupper() for peer in known.values())
    assert [peer.name for peer in known.values() if not peer.needs] == ["burgundy"]
    assert known["burgundy"].title == "C: The Castles of Burgundy for two, written by hand"


@pytest.mark.usefixtures("known")
def test_what_runs_is_measured_and_the_rest_passed_over_with_a_word(run: Run) -> None:
    ended = run("bench", "--peers", "--seconds", 0.05, "--json")
    assert ended.code == 0
    found = {one["what"]: one for one in json.loads(ended.out)["found"]}
    assert found["noughts"]["decisions_per_s"] == 12345.6
    assert sum(one["title"] == "Burgher" for one in found.values()) >= 2
    told = ended.err.splitlines()
    assert any(
        line.startswith("Gone: nobody has it was left out: it could not be installed") for line in told
    )
    assert any(
        line.startswith("Broken: it fails was left out: it does not run here: ModuleNotFoundError")
        for line in told
    )


@pytest.mark.parametrize("form", ["--markdown", None])
def test_the_fastest_comes_first(form: str | None, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    results = [peers.Found("Slow", "snail", 12.0), peers.Found("Fast", "hare", 3456.7, 23.4)]
    monkeypatch.setattr("burgher.cli.peers.compare", lambda *_: iter(results))
    out = run("bench", "--peers", *filter(None, [form])).out
    assert out.index("hare") < out.index("snail")
    rows = [line for line in out.splitlines() if "hare" in line or "snail" in line]
    assert [re.findall(r"[\d,]+|–", row) for row in rows] == [["3,457", "23"], ["12", "–"]]
