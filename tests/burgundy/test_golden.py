"""Golden games: whole games on file, which these rules and all that follow play again exactly.

A change of the rules raises `rules_version` and comes with new records (`golden/make.py`) of the games it
changes; the old ones stay.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from burgher import BadRecord, Record
from burgundy.golden.make import FOLDER, GAMES, path_of, version_of

STORED = sorted(FOLDER.glob("*.txt"))


def name_and_version(path: Path) -> tuple[str, int]:
    """Which game it is, and the version of the rules that it was played with."""
    named = re.fullmatch(r"v(\d+)-([a-z-]+)\.txt", path.name)
    assert named, path
    return named[2], int(named[1])


@pytest.mark.parametrize("name", GAMES)
def test_every_golden_game_is_kept_for_these_rules(name: str) -> None:
    assert path_of(name, version_of(name)) in STORED


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_a_golden_game_is_played_again_or_refused_but_never_altered(path: Path) -> None:
    record = Record.load(path)
    assert str(record) == path.read_text(encoding="utf-8")
    assert record.scores is not None
    name, version = name_and_version(path)
    if version < version_of(name):
        with pytest.raises(BadRecord, match="was played with rules"):
            record.verify()
    else:
        table = record.replay()
        assert table.record == record
        assert table.is_over
        assert tuple(table.scores()) == record.scores
        assert [sum(sources.values()) for sources in table.breakdown()] == table.scores()


def test_golden_games_have_seen_most_of_the_rules() -> None:
    seen = {word for path in STORED for move in Record.load(path).moves for word in move.words.split()}
    assert {"take", "place", "sell", "workers", "buy", "end", "skip", "discard", "load", "keep"} <= seen
    assert {"side", "castle", "pay"} <= seen
