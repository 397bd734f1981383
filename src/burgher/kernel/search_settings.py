"""How a search thinks about a game: numbers out of the game's `search.toml`, or for one agent alone.

A game that brings no such file is searched by the defaults here. The file names what differs from them, for
any number of players at its top and for one number of players under a heading:

    rollout_depth = 60

    [players.2]
    rollout_depth = 40

What differs where a learned network judges stands under `[network]`, or `[players.2.network]`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Final

from mypy_extensions import i64

from burgher.kernel.errors import BadOptions


class SearchSettings:
    """What a search goes by, for one game and number of players; never changed once it is made."""

    def __init__(
        self,
        exploration: i64 = 512,
        prior_visits: i64 = 4,
        rollout_width: i64 = 5,
        rollout_depth: i64 = 24,
        budget_cost: i64 = 1,
        scale: i64 = 0,
        aim: i64 = 0,
    ) -> None:
        self.exploration: i64 = exploration
        """How much more than the known good is tried out, in 1024ths."""
        self.prior_visits: i64 = prior_visits
        """For how many visits the heuristic's first sight of an action counts.

        The more, the less is to be learned from how a few simulations turn out.
        """
        self.rollout_width: i64 = rollout_width
        """How many moves the quick player of rollouts tries before it takes one; 0 for all."""
        self.rollout_depth: i64 = rollout_depth
        """How many decisions that player plays before the outcome is evaluated.

        A long way is worth its time where much is begun that is finished only later.
        """
        self.budget_cost: i64 = budget_cost
        """For how many each simulation counts in a budget.

        More than one where rollouts are played with care: they take longer, and fewer of them say as much.
        """
        self.scale: i64 = scale
        """A lead, in hundredths of a point, that is half a victory; 0 to measure by some rollouts.

        The larger, the more it is points that count, and the less who is ahead.
        """
        self.aim: i64 = aim
        """What is sought: the lead over the others, or as many points as can be (`AIMS`)."""

    def as_dict(self) -> dict[str, int]:
        """Every setting by its name."""
        return {
            "exploration": self.exploration,
            "prior_visits": self.prior_visits,
            "rollout_width": self.rollout_width,
            "rollout_depth": self.rollout_depth,
            "budget_cost": self.budget_cost,
            "scale": self.scale,
            "aim": self.aim,
        }

    def replaced(self, changes: Mapping[str, object]) -> SearchSettings:
        """The same settings but for some, by name; raises `BadOptions` for a name or number that is wrong."""
        made = self.as_dict()
        for name, value in changes.items():
            made[name] = checked(name, value)
        return SearchSettings(
            made["exploration"],
            made["prior_visits"],
            made["rollout_width"],
            made["rollout_depth"],
            made["budget_cost"],
            made["scale"],
            made["aim"],
        )

    def __repr__(self) -> str:
        return f"SearchSettings({', '.join(f'{name}={value}' for name, value in self.as_dict().items())})"


BOUNDS: Final[dict[str, tuple[int, int]]] = {
    "exploration": (0, 1_000_000),
    "prior_visits": (1, 1_000_000),
    "rollout_width": (0, 100_000),
    "rollout_depth": (0, 100_000),
    "budget_cost": (1, 100_000),
    "scale": (0, 1_000_000),
    "aim": (0, 1),
}
"""Each setting with the least and the most that it can be."""
AIMS: Final = {"lead": 0, "points": 1}
"""What a search can aim at, by the words that may stand for the number."""


def checked(name: str, value: object) -> int:
    """The value of a setting, if it is one; raises `BadOptions`."""
    if name not in BOUNDS:
        raise BadOptions(f"a search has no setting {name!r}: it has {', '.join(BOUNDS)}")
    least, most = BOUNDS[name]
    if name == "aim" and isinstance(value, str) and value in AIMS:
        return AIMS[value]
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadOptions(f"{name} is a whole number from {least} to {most}, not {value!r}")
    return value


def settings_in(text: str, players: int, by_network: bool = False) -> SearchSettings:
    """The settings that the text of a `search.toml` gives for a number of players; raises `BadOptions`.

    They are those of a search that a network judges, or of one that the heuristic judges.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadOptions(f"it is not TOML: {error}") from error
    by_players = table.pop("players", {})
    if not isinstance(by_players, dict):
        raise BadOptions("players is a heading, as in [players.2], and has no value of its own")
    general = _network_changes(table, "[network]")
    settings = SearchSettings().replaced(table)
    judged = settings.replaced(general)
    for number, changes in by_players.items():
        if not number.isdecimal() or not isinstance(changes, dict):
            raise BadOptions(f"[players.{number}] does not name a number of players with its settings")
        # All are checked, whether they are wanted or not.
        own = _network_changes(changes, f"[players.{number}.network]")
        special = settings.replaced(changes)
        judged_specially = special.replaced(general).replaced(own)
        if int(number) == players:
            return judged_specially if by_network else special
    return judged if by_network else settings


def _network_changes(table: dict[str, object], heading: str) -> dict[str, object]:
    """What a table says for where a network judges, taken out of it."""
    changes = table.pop("network", {})
    if not isinstance(changes, dict):
        raise BadOptions(f"{heading} is a heading and has no value of its own")
    return changes
