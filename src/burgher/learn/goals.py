"""What a lesson waits for: predicates over what was played, what was told and how the game stands.

They are data, the same for every game; docs/learning.md explains each key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from burgher.kernel.errors import BadPosition, BurgherError
from burgher.kernel.journal import Entry
from burgher.learn.positions import value_at
from burgher.learn.rules_text import known_only
from burgher.table import Table

_KEYS = {
    "played": (str, list),
    "told": (str, list),
    "by": (str,),
    "points": (int,),
    "source": (str,),
    "asked": (str,),
    "turn_over": (bool,),
    "over": (bool,),
    "heading": (str,),
    "at": (str,),
    "count": (str,),
    "of": (str,),
    "is": (str, int, bool),
    "least": (int,),
    "most": (int,),
    "has": (str, int),
    "fits": (str,),
    "all": (list,),
    "any": (list,),
    "none": (list,),
}
_VALUES = ("is", "least", "most", "has", "fits")

Goal = Mapping[str, Any]


@dataclass(frozen=True)
class Scene:
    """What a goal is asked of: a table, and what has happened since a step of the lesson began."""

    table: Table
    seat: int
    """The learner's."""
    words: Sequence[str] = ()
    """What the learner has played since."""
    entries: Sequence[Entry] = ()
    """What the journal has said since."""
    away: bool = False
    """Whether it has been somebody else's turn since."""

    @property
    def owner(self) -> int:
        """Whose turn it is: others may have to decide something within it."""
        return int(self.position.get("active", self.table.seat))

    @property
    def asked(self) -> str:
        """What is asked now; empty when it is nothing but the turn."""
        questions = self.position.get("questions") or []
        return str(questions[-1][0]) if questions else ""

    @property
    def position(self) -> Any:
        """How the game stands, as data."""
        return self.table.game.position(self.table.state)


def check_goal(goal: object, where: str) -> None:
    """Raise `BurgherError` where a goal cannot be read."""
    if not isinstance(goal, Mapping) or not goal:
        raise BurgherError(f"{where}: a goal is a table with at least one key")
    known_only(goal, _KEYS, where)
    for key, value in goal.items():
        if not isinstance(value, _KEYS[key]):
            raise BurgherError(f"{where}: {key} cannot be {value!r}")
    if ("at" in goal or "count" in goal) != any(key in goal for key in _VALUES):
        raise BurgherError(f"{where}: at and count go with one of {', '.join(_VALUES)}, and these with them")
    if "source" in goal and "points" not in goal:
        raise BurgherError(f"{where}: source goes with points")
    for key in ("all", "any", "none"):
        for inner in goal.get(key, []):
            check_goal(inner, where)


def holds(goal: Goal, scene: Scene) -> bool:
    """Whether all that a goal says holds."""
    return all(_holds(key, value, goal, scene) for key, value in goal.items())


def _holds(key: str, value: Any, goal: Goal, scene: Scene) -> bool:
    table = scene.table
    match key:
        case "played":
            return any(fnmatchcase(words, one) for one in _patterns(value) for words in scene.words)
        case "told":
            return any(
                fnmatchcase(table.game.tell(entry, table.names), one)
                for entry in _entries(goal, scene)
                for one in _patterns(value)
            )
        case "points":
            return sum(_points(goal, scene)) >= int(value)
        case "asked":
            return fnmatchcase(scene.asked, value) and table.seat == scene.seat and not table.is_over
        case "turn_over":
            return bool((table.is_over or scene.away or scene.owner != scene.seat) == value)
        case "over":
            return bool(table.is_over is value)
        case "heading":
            return fnmatchcase(table.heading, value)
        case "at":
            return _fits(_value(scene, value), goal)
        case "count":
            return _fits(_counted(scene, value, goal.get("of", "*")), goal)
        case "all":
            return all(holds(inner, scene) for inner in value)
        case "any":
            return any(holds(inner, scene) for inner in value)
        case "none":
            return not any(holds(inner, scene) for inner in value)
    return True  # by, source, of and the values belong to others


def _patterns(value: str | list[str]) -> list[str]:
    return [value] if isinstance(value, str) else value


def _entries(goal: Goal, scene: Scene) -> list[Entry]:
    """What happened to the learner, or to anyone; what the learner may not know never counts."""
    anyone = goal.get("by", "me") == "anyone"
    return [one for one in scene.entries if one.is_for(scene.seat) and (anyone or one.seat == scene.seat)]


def _points(goal: Goal, scene: Scene) -> list[int]:
    source = goal.get("source")
    return [
        entry.points
        for entry in _entries({}, scene)
        if entry.points and (source is None or fnmatchcase(scene.table.game.source(entry), source))
    ]


def _value(scene: Scene, path: str) -> Any:
    try:
        return value_at(scene.position, path, scene.seat)
    except BadPosition:
        return None


def _counted(scene: Scene, path: str, pattern: str) -> int:
    value = _value(scene, path)
    values = value.values() if isinstance(value, Mapping) else value or []
    return sum(one is not None and fnmatchcase(str(one), pattern) for one in values)


def _fits(value: Any, goal: Goal) -> bool:
    number = value if isinstance(value, (int, float)) else 0
    return (
        ("is" not in goal or value == goal["is"])
        and ("least" not in goal or number >= goal["least"])
        and ("most" not in goal or number <= goal["most"])
        and ("has" not in goal or (isinstance(value, (list, Mapping)) and goal["has"] in value))
        and ("fits" not in goal or (value is not None and fnmatchcase(str(value), goal["fits"])))
    )
