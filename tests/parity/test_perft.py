from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from parity.perft import reached, ways

TABLE = tomllib.loads(Path(__file__).with_name("perft.toml").read_text(encoding="utf-8"))["position"]


@pytest.mark.parametrize("position", TABLE, ids=lambda row: f"{row['game']}-{row['players']}-{row['seed']}")
def test_there_are_as_many_ways_to_play_on_as_there_were(position: dict[str, Any]) -> None:
    where = {key: value for key, value in position.items() if key != "ways"}
    state = reached(**where)
    assert [ways(state, depth + 1) for depth in range(len(position["ways"]))] == position["ways"]
