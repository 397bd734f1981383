from __future__ import annotations

import re
import tomllib

import pytest
from typer.testing import CliRunner, Result

import burgher
from burgher.cli import doctor
from burgher.cli.app import app
from setup import ROOT


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


def test_the_doctor_knows_every_package_that_burgher_stands_on() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert [re.split(r"[^\w-]", needed)[0] for needed in project["dependencies"]] == list(doctor.PACKAGES)
