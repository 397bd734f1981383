"""What a game brings fits the protocol: our games by their types, any game when it is loaded."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import burgher
import burgher.games.burgundy.heuristic
import burgher.games.burgundy.page
import burgher.games.burgundy.study
import burgher.games.granja.heuristic
import burgher.games.granja.page
import burgher.games.granja.study
import burgher.games.hansa.heuristic
import burgher.games.hansa.page
import burgher.games.hansa.study
from building import ROOT
from burgher import games
from burgher.contract import check_brought, check_game
from burgher.games.burgundy import BurgundyGame
from burgher.games.burgundy.data import BurgundyData
from burgher.games.granja import LaGranja
from burgher.games.granja.data import GranjaData
from burgher.games.hansa import HansaTeutonica
from burgher.games.hansa.data import HansaData
from burgher.kernel.errors import BurgherError
from burgher.kernel.game import Game
from burgher.kernel.protocol import GameRules, Heuristic, Page, Study
from examples.pebbles import PebblesGame

# Checked by mypy: each fits what it is said to be.
RULES: list[type[GameRules]] = [BurgundyGame, LaGranja, HansaTeutonica, PebblesGame]
PAGES: dict[str, Page] = {
    "burgundy": burgher.games.burgundy.page,
    "granja": burgher.games.granja.page,
    "hansa": burgher.games.hansa.page,
}
HEURISTICS: dict[str, Heuristic] = {
    "burgundy": burgher.games.burgundy.heuristic,
    "granja": burgher.games.granja.heuristic,
    "hansa": burgher.games.hansa.heuristic,
}
BURGUNDY_STUDY: Study[BurgundyGame, BurgundyData] = burgher.games.burgundy.study
GRANJA_STUDY: Study[LaGranja, GranjaData] = burgher.games.granja.study
HANSA_STUDY: Study[HansaTeutonica, HansaData] = burgher.games.hansa.study


def test_what_our_games_bring_is_found() -> None:
    assert {name: games.page(name) for name in PAGES} == PAGES
    assert {name: games.heuristic(name) for name in HEURISTICS} == HEURISTICS
    studies = {"burgundy": BURGUNDY_STUDY, "granja": GRANJA_STUDY, "hansa": HANSA_STUDY}
    assert {name: games.study(name) for name in studies} == studies
    assert {kind.name for kind in RULES} >= set(PAGES)


def test_the_least_game_brings_its_rules_alone() -> None:
    assert [games.page("pebbles"), games.study("pebbles"), games.heuristic("pebbles")] == [None] * 3


def test_everything_that_rules_must_bring_is_asked_for() -> None:
    with pytest.raises(TypeError, match="abstract") as refused:
        type("Nothing", (Game,), {"players_allowed": range(2, 3)})()
    for name in ("deal", "_faces", "view", "position", "restore", "components", "question", "heading"):
        assert name in str(refused.value)
    for name in ("sentence", "refusal", "tell", "source", "explain", "draw"):
        assert name in str(refused.value)
    for name in ("observed", "is_secret", "is_aside", "check_components", "check"):
        assert f" {name}" not in str(refused.value), "what a game may bring"


WHOLE = {
    "page/__init__.py": (
        "BLURB = 'Hide pebbles.'\ndef context(view, sight): return {}\ndef about(part, sight): return None\n"
    ),
    "page/table.html": "",
    "study.py": (
        "STAGES = ('All',)\n"
        "def progress(state): return float(state.is_over)\n"
        "def clock(state): return state.round\n"
        "def stage(heading, source): return 'All'\n"
        "def features(game, state, entries): return [{'purse': str(n)} for n in state.purses]\n"
    ),
    "heuristic.py": "NAMES = ['point']\nWEIGHTS = [100]\n",
    "search.toml": "rollout_depth = 3\n",
}
"""Everything that the fourth game could bring."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The fourth game as `gravel`, which brings everything."""
    shutil.copytree(ROOT / "examples" / "pebbles", tmp_path / "gravel")
    (tmp_path / "gravel" / "page").mkdir()
    for name, text in WHOLE.items():
        (tmp_path / "gravel" / name).write_text(text, encoding="utf-8")
    change(tmp_path / "gravel" / "__init__.py", 'name = "pebbles"', 'name = "gravel"')
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(tmp_path)])
    yield tmp_path / "gravel"
    for loader in (games.page, games.study, games.heuristic):
        loader.cache_clear()
    for name in [name for name in sys.modules if name.startswith("burgher.games.gravel")]:
        del sys.modules[name]


def change(path: Path, text: str, other: str) -> None:
    before = path.read_text(encoding="utf-8")
    assert text in before
    path.write_text(before.replace(text, other), encoding="utf-8")


def test_a_game_that_brings_everything_keeps_the_contract(folder: Path) -> None:
    game = burgher.load("gravel", 2)
    check_game(game, seeds=[1])
    assert game.search_settings.rollout_depth == 3
    page = games.page("gravel")
    assert page is not None
    assert page.BLURB == "Hide pebbles."
    assert games.page_folder("gravel") == folder / "page"


@pytest.mark.parametrize(
    ("file", "text", "other", "problem"),
    [
        (
            "page/__init__.py",
            "BLURB",
            "BLURBS",
            r"games\.gravel\.page lacks BLURB\. What the start",
        ),
        ("page/__init__.py", "about", "tell_of", r"lacks about\. What the thing at a part .*protocol\.Page"),
        (
            "page/__init__.py",
            "(view, sight)",
            "(view)",
            r"context should be called with \(view, sight\)",
        ),
        ("study.py", "STAGES", "PARTS", r"games\.gravel\.study lacks STAGES"),
        ("study.py", "def clock", "def rounds", r"lacks clock\. How many rounds have begun"),
        (
            "study.py",
            "(game, state, entries)",
            "(state)",
            r"should be called with \(game, state, entries",
        ),
        (
            "study.py",
            "def progress(state): return",
            "progress =  0 #",
            r"should be called with \(state\)",
        ),
        ("heuristic.py", "NAMES", "CALLED", r"games\.gravel\.heuristic lacks NAMES"),
        ("heuristic.py", "WEIGHTS", "NUMBERS", r"lacks WEIGHTS\. The weights, in hundredths of a point"),
        ("__init__.py", "GAME =", "GAMES =", "the folder of 'gravel' brings no game: it needs GAME"),
        ("__init__.py", "GAME = PebblesGame", "GAME = Pebbles", "it needs GAME, a subclass of Game"),
        ("search.toml", "rollout_depth", "reach", r"search\.toml: a search has no setting 'reach'"),
    ],
)
def test_what_is_missing_is_named(folder: Path, file: str, text: str, other: str, problem: str) -> None:
    change(folder / file, text, other)
    with pytest.raises(BurgherError, match=problem):
        check_brought(burgher.load("gravel", 2))


def test_a_page_needs_its_template(folder: Path) -> None:
    (folder / "page" / "table.html").unlink()
    with pytest.raises(BurgherError, match=r"games\.gravel\.page has no template: table\.html belongs"):
        games.page("gravel")


@pytest.mark.parametrize(
    ("file", "text", "other", "guarantee"),
    [
        ("page/__init__.py", "'Hide pebbles.'", "' '", "a sentence on the game"),
        ("study.py", "('All',)", "()", "every stage has its name"),
        ("study.py", "float(state.is_over)", "2.0 * state.is_over", "from 0 to 1 of its way"),
        ("study.py", "float(state.is_over)", "0.5", "a finished game has come all its way"),
        (
            "study.py",
            "return state.round",
            "return -state.round",
            "rounds that have begun are not",
        ),
        ("study.py", "return 'All'", "return 'Some'", "points belong to a stage"),
        ("study.py", "in state.purses]", "in state.purses[1:]]", "every seat has its features"),
        ("study.py", "str(n)", "n", "the feature 'purse' is a word"),
        ("heuristic.py", "[100]", "[100, 3]", "every weight has its name"),
    ],
)
def test_the_contract_holds_what_types_cannot(
    folder: Path, file: str, text: str, other: str, guarantee: str
) -> None:
    change(folder / file, text, other)
    with pytest.raises(AssertionError, match=guarantee):
        check_game(burgher.load("gravel", 2), seeds=[1])
