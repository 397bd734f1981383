"""How a search thinks about a game: what its file says, and what is wrong with one."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import burgher
import burgher.games
from building import ROOT
from burgher import BadOptions, agents, games
from burgher.kernel.errors import BurgherError
from burgher.kernel.search_settings import BOUNDS, SearchSettings, settings_in

DEFAULTS = SearchSettings().as_dict()


def test_every_setting_has_bounds_and_a_default_within_them() -> None:
    assert list(BOUNDS) == list(DEFAULTS)
    for name, (least, most) in BOUNDS.items():
        assert least <= DEFAULTS[name] <= most
        for value in (least, most):
            changed = SearchSettings().replaced({name: value})
            assert changed.as_dict() == DEFAULTS | {name: value}


@pytest.mark.parametrize("value", [-1, 10**9, 2.5, "4", True, None])
@pytest.mark.parametrize("name", BOUNDS)
def test_a_setting_is_a_number_within_its_bounds(name: str, value: object) -> None:
    with pytest.raises(BadOptions, match=f"{name} is a whole number from [01] to"):
        SearchSettings().replaced({name: value})


def test_an_aim_may_be_said_in_a_word() -> None:
    assert settings_in('aim = "lead"', 2).aim == 0
    assert settings_in('[network]\naim = "points"', 2, by_network=True).aim == 1
    with pytest.raises(BadOptions, match="aim is a whole number"):
        settings_in('aim = "glory"', 2)


@pytest.mark.parametrize("name", games.names())
def test_the_games_say_all_settings(name: str) -> None:
    """Those of our games are complete, so that what is tuned there is seen at one glance."""
    file = ROOT / "src" / "burgher" / "games" / name / "search.toml"
    for players in games.rules(name).players_allowed:
        said = settings_in(file.read_text(encoding="utf-8"), players)
        assert burgher.load(name, players).search_settings.as_dict() == said.as_dict()
    for setting in BOUNDS:
        assert f"\n{setting} = " in file.read_text(encoding="utf-8")


def test_a_number_of_players_can_have_settings_of_its_own() -> None:
    text = "rollout_depth = 60\n[players.2]\nrollout_depth = 40\n[players.4]\nbudget_cost = 2\n"
    for players, changed in ((1, {}), (2, {"rollout_depth": 40}), (4, {"budget_cost": 2})):
        assert settings_in(text, players).as_dict() == DEFAULTS | {"rollout_depth": 60} | changed


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("rollout_depht = 60", "a search has no setting 'rollout_depht': it has exploration, "),
        ("rollout_depth = '60'", "rollout_depth is a whole number"),
        ("prior_visits = 0", "prior_visits is a whole number from 1 to"),
        ("[players.2]\ndepth = 3", "a search has no setting 'depth'"),
        ("[players.two]\nrollout_depth = 3", r"\[players.two\] does not name a number of players"),
        ("players = 2", "players is a heading"),
        ("[players]\n2 = 3", r"\[players.2\] does not name a number of players with its settings"),
        ("rollout_depth", "it is not TOML"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(text: str, problem: str) -> None:
    with pytest.raises(BadOptions, match=problem):
        settings_in(text, 3)


@pytest.fixture
def own_pebbles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The fourth game under another name, in a folder where a file can be put beside it."""
    folder = tmp_path / "gravel"
    shutil.copytree(ROOT / "examples" / "pebbles", folder)
    source = (folder / "__init__.py").read_text(encoding="utf-8")
    source = source.replace('name = "pebbles"', 'name = "gravel"')
    (folder / "__init__.py").write_text(source, encoding="utf-8")
    monkeypatch.setattr(burgher.games, "__path__", [*burgher.games.__path__, str(tmp_path)])
    yield folder
    sys.modules.pop("burgher.games.gravel", None)


def test_a_game_without_a_file_is_searched_by_the_defaults(own_pebbles: Path) -> None:
    assert burgher.load("gravel", 2).search_settings.as_dict() == DEFAULTS


def test_a_game_brings_its_file(own_pebbles: Path) -> None:
    (own_pebbles / "search.toml").write_text("exploration = 700\n[players.3]\nrollout_depth = 7\n")
    two, three = (burgher.load("gravel", players) for players in (2, 3))
    assert two.search_settings.as_dict() == DEFAULTS | {"exploration": 700}
    assert three.search_settings.as_dict() == DEFAULTS | {"exploration": 700, "rollout_depth": 7}
    (own_pebbles / "search.toml").write_text("exploration = 'bold'")
    with pytest.raises(BurgherError, match=r"search\.toml: exploration is a whole number"):
        _ = burgher.load("gravel", 2).search_settings


@pytest.mark.parametrize(
    ("argument", "problem"),
    [
        ("400,depth=40", "a search has no setting 'depth'"),
        ("rollout_depth=", "rollout_depth is a whole number from 0 to 100000, not ''"),
        ("rollout_depth=-4", "rollout_depth is a whole number"),
        ("prior_visits=0", "prior_visits is a whole number from 1"),
        ("exploration=" + "9" * 5000, "exploration is a whole number"),
        ("exploration=\u0663", "exploration is a whole number"),
    ],
)
def test_an_agent_refuses_settings_that_are_none(argument: str, problem: str) -> None:
    with pytest.raises(BadOptions, match=problem):
        agents.create(f"search:{argument}", 1)
