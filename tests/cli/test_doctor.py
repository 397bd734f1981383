from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner, Result

import burgher
from building import ROOT
from burgher.cli import doctor
from burgher.cli.app import app
from burgher.kernel.network_file import NetworkFile, body_size
from burgher.kernel.network_rows import plan_for
from burgher.study.known import Link, good_games


def consult() -> Result:
    """What the doctor says."""
    return CliRunner().invoke(app, ["doctor"], env={"COLUMNS": "400"})


@pytest.fixture(autouse=True)
def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("burgher.games.names", list)


def test_the_healthy_get_no_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(burgher, "COMPILED", True)
    result = consult()
    assert result.exit_code == 0
    assert "Speed     compiled" in result.stdout
    assert "\n\n" not in result.stdout


@pytest.mark.parametrize(
    ("compiler", "advice"), [(None, "there is no C compiler"), ("cc", "there is a C compiler")]
)
def test_the_slow_hear_of_compilers(
    compiler: str | None, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(burgher, "COMPILED", False)
    monkeypatch.setattr(doctor, "c_compiler", lambda: compiler)
    result = consult()
    assert result.exit_code == 0
    assert f"\n\nSpeed: {advice}" in result.stdout


def test_who_asked_for_plain_source_hears_nothing_of_compilers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(burgher, "COMPILED", False)
    monkeypatch.setattr("burgher.source.PREFERRED", True)
    assert "compiler" not in consult().stdout


def test_a_missing_package_is_an_illness(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "PACKAGES", ("rich", "no-such-package"))
    result = consult()
    assert result.exit_code == 1
    assert "pip install no-such-package" in result.stdout


def test_a_game_that_cannot_be_loaded_is_an_illness(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("burgher.games.names", lambda: ["chess"])
    monkeypatch.setattr("burgher.games.rules", lambda _: 1 // 0)
    result = consult()
    assert result.exit_code == 1
    assert "chess: ZeroDivisionError" in result.stdout


class Small(burgher.games.rules("burgundy")):  # type: ignore[misc]
    """A game whose networks are of our choosing."""

    __module__ = burgher.games.rules("burgundy").__module__
    """What lies beside that game's rules is this one's."""
    found: ClassVar[dict[int, NetworkFile]] = {}

    @property
    def network_files(self) -> tuple[NetworkFile, ...]:
        return tuple(one for players, one in self.found.items() if players == self.players)


def network(players: int, **others: object) -> NetworkFile:
    game = burgher.load("burgundy", players)
    shape = [plan_for(game.observation)[1], 1, 1, players]
    options: dict[str, list[Any]] = {
        option.name: [*option.choices] if option.name != "edition" else ["2011"] for option in game.choices
    }
    made = NetworkFile.of(game, options, shape, bytes(body_size(shape)), {})
    return NetworkFile({**made.about, **others}, made.weights)


def test_the_doctor_says_who_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("burgher.games.names", lambda: ["burgundy"])
    monkeypatch.setattr("burgher.games.rules", lambda _: Small)
    monkeypatch.setattr(burgher, "COMPILED", True)
    monkeypatch.setattr(Small, "found", {})
    assert "2, 3, 4 players: the heuristic judges for the search" in consult().stdout
    monkeypatch.setattr(Small, "found", {2: network(2), 3: network(3, heuristic="other")})
    result = consult()
    assert result.exit_code == 0
    assert (
        "2 players: a learned network judges for the search, but the heuristic where it was not taught with "
        "what is chosen as edition (2019)"
    ) in result.stdout
    assert "3, 4 players: the heuristic judges for the search" in result.stdout
    assert "burgundy: a network for 3 players is not asked: the heuristic that it corrects" in result.stdout
    assert "`burgher teach burgundy --players 3` teaches another" in result.stdout


def test_the_doctor_says_whose_chances_are_measured_with_another_network(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("burgher.games.names", lambda: ["burgundy"])
    monkeypatch.setattr("burgher.games.rules", lambda _: Small)
    measured = good_games("burgundy", 2)
    assert measured is not None

    def with_link(judge: str) -> str:
        good = replace(measured, links={"": Link(0.1, 0.1), judge: Link(0.1, 0.1)})
        monkeypatch.setattr(doctor, "good_games", lambda *_: good)
        return consult().stdout

    monkeypatch.setattr(Small, "found", {2: network(2)})
    told = with_link(network(2).learned)
    assert "2 players: a learned network judges in studies" in told
    assert "3, 4 players: the heuristic judges in studies" in told
    assert "another network" not in told
    told = with_link("an older one")
    assert "2, 3, 4 players: the heuristic judges in studies" in told
    assert "burgundy: chances with 2 players were measured with another network than the one that is" in told
    assert "python -m tools.calibrate chances burgundy:2" in told


def test_the_doctor_knows_every_package_that_burgher_stands_on() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert [re.split(r"[^\w-]", needed)[0] for needed in project["dependencies"]] == list(doctor.PACKAGES)
