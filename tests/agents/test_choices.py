"""Agents choose what they chose when the version of their thinking was declared."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import burgher
from burgher import games
from burgher.agents import how_agents_think
from burgher.kernel.search_settings import SearchSettings
from tools import choices
from tools.choices import Choice, changed, read, told, untimed, write


@pytest.mark.parametrize("game", games.names())
def test_what_agents_choose_changes_only_with_the_version_of_thinking(game: str) -> None:
    version, kept = read(game)
    assert version == how_agents_think(game), (
        f"the choices kept for {game} are those of another version: run `python -m tools.choices {game}`"
    )
    now = list(choices.choices(game, quick=not burgher.COMPILED))
    missing = {choice.where for choice in now} - {choice.where for choice in kept}
    assert not missing, f"some choices are not kept yet: run `python -m tools.choices {game}`"
    differ = changed(kept, now)
    assert not differ, told(game, differ)


def few(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Keep few choices elsewhere."""
    monkeypatch.setattr(choices, "FOLDER", folder / "choices")
    monkeypatch.setattr(choices, "DECISIONS", (4,))
    monkeypatch.setattr(choices, "DEALS", {"burgundy": [(2, {})]})
    monkeypatch.setattr(choices, "DEAR", {"master": (), "burgomaster": ()})
    monkeypatch.setattr(choices, "how_agents_think", lambda game: "1")


def test_changed_choices_are_written_only_under_a_raised_version(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few(monkeypatch, tmp_path)
    assert read("burgundy") == ("", [])
    assert write("burgundy") == "burgundy: 3 choices, 0 of them changed"
    version, kept = read("burgundy")
    assert (version, [one.level for one in kept]) == ("1", ["apprentice", "journeyman", "merchant"])
    other = SearchSettings().replaced({"exploration": 4096})
    monkeypatch.setattr(games.rules("burgundy"), "network_settings", other)
    with pytest.raises(
        SystemExit, match="Agents think otherwise in The Castles of Burgundy than its version 1 did"
    ):
        write("burgundy")
    assert read("burgundy") == (version, kept)
    monkeypatch.setattr(choices, "how_agents_think", lambda game: "2")
    assert write("burgundy") == "burgundy: 3 choices, 1 of them changed"
    assert read("burgundy")[0] == "2"


def test_a_change_is_told_with_what_to_do() -> None:
    before = Choice(2, {}, 1, 4, "merchant", [342], "ab")
    other = replace(before, chosen=[343])
    assert changed([before], [before, replace(other, seed=2)]) == []
    (differ,) = changed([before], [other])
    assert differ == (before, other)
    text = told("burgundy", [differ])
    assert (
        "dealt for 2 from seed 1, 4 decisions later, the merchant chose “1 take 3b” and now “1 take 3c”"
        in text
    )
    assert "raise the version of [burgundy] in src/burgher/agents/thinking.toml" in text
    assert "python -m tools.choices burgundy" in text
    assert "the merchant tries moves out otherwise than before" in told("burgundy", [(before, before)])


def test_no_choice_hangs_on_a_clock() -> None:
    assert [
        untimed(agent) for agent in ("search:500,5s", "greedy", "greedy:3", "search:80", "search:250ms,60")
    ] == [
        "search:500",
        "greedy",
        "greedy:3",
        "search:80",
        "search:60",
    ]
