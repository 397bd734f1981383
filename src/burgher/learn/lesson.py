"""A lesson as data: a position, steps with the teacher's words and a goal each, and a task at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from burgher.kernel.errors import BurgherError
from burgher.learn.goals import Goal, check_goal
from burgher.learn.notation import sentences_of
from burgher.learn.positions import Setting, setting
from burgher.learn.rules_text import known_only, learn_folder, read_toml

_LESSON = ("title", "minutes", "summary", "rules", "module", "position", "step", "reply")
_STEP = ("says", "light", "goal", "way", "ways", "done", "otherwise", "nudges", "fails", "task")
MOST_SENTENCES = 2


@dataclass(frozen=True)
class Nudge:
    """What is said to a try that does not lead on."""

    when: Goal
    says: str


@dataclass(frozen=True)
class Step:
    """One thing that the teacher says and the learner does."""

    says: str
    light: tuple[str, ...]
    """The parts of the table that are lit."""
    goal: Goal | None
    """None: there is only something to look at."""
    way: tuple[str, ...]
    """What a test plays here."""
    ways: tuple[tuple[str, ...], ...]
    """Other ways that are right."""
    done: str
    otherwise: str
    nudges: tuple[Nudge, ...]
    fails: Goal | None
    is_task: bool


@dataclass(frozen=True)
class Lesson:
    """A lesson of a game's course."""

    game: str
    name: str
    """The name of its file: `1-first-turn`."""
    title: str
    minutes: int
    summary: str
    rules: tuple[str, ...]
    """Anchors of the rules text, to read more."""
    module: str
    steps: tuple[Step, ...]
    replies: tuple[str, ...]
    """What opponents do, as far as they can; then they decide by themselves."""
    data: Mapping[str, Any]
    """Where it begins, as it is written."""

    @property
    def number(self) -> int:
        """Its place in the course, from 1."""
        return 1 + [one.name for one in lessons(self.game)].index(self.name)

    def setting(self) -> Setting:
        """The position in which it begins."""
        return _setting(self.game, self.name)


@cache
def _setting(game: str, name: str) -> Setting:
    found = lesson(game, name)
    assert found is not None
    return setting(game, found.data, f"{game}, lesson {name}")


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game's course, in their order; none where it brings none."""
    folder = learn_folder(game)
    paths = [] if folder is None else sorted((folder / "lessons").glob("*.toml"), key=_order)
    return tuple(_read(game, path) for path in paths)


def lesson(game: str, name: str) -> Lesson | None:
    """A lesson by its name."""
    return next((one for one in lessons(game) if one.name == name), None)


def _order(path: Path) -> tuple[int, str]:
    number = path.stem.partition("-")[0]
    return int(number) if number.isdecimal() else 0, path.stem


def _read(game: str, path: Path) -> Lesson:
    data, where = read_toml(path), f"{game}, lesson {path.stem}"
    known_only(data, _LESSON, where)
    try:
        steps = tuple(
            _step(step, f"{where}, step {number}") for number, step in enumerate(data["step"], start=1)
        )
        read = Lesson(
            game=game,
            name=path.stem,
            title=data["title"],
            minutes=data["minutes"],
            summary=data["summary"],
            rules=tuple(data.get("rules", ())),
            module=data.get("module", ""),
            steps=steps,
            replies=tuple(words for reply in data.get("reply", []) for words in reply["moves"]),
            data=data["position"],
        )
    except KeyError as error:
        raise BurgherError(f"{where}: {error} is missing") from error
    if [step.is_task for step in steps] != [False] * (len(steps) - 1) + [True]:
        raise BurgherError(f"{where}: the last step, and no other, is the task")
    return read


def _step(data: Mapping[str, Any], where: str) -> Step:
    known_only(data, _STEP, where)
    says = data["says"]
    if len(sentences_of(says)) > MOST_SENTENCES:
        raise BurgherError(f"{where}: the teacher says two sentences at most")
    goal, fails, is_task = data.get("goal"), data.get("fails"), bool(data.get("task"))
    for one in (goal, fails):
        if one is not None:
            check_goal(one, where)
    if is_task and (goal is None or data.get("light")):
        raise BurgherError(f"{where}: a task has a goal, and nothing is lit for it")
    nudges = tuple(Nudge(nudge["when"], nudge["says"]) for nudge in data.get("nudges", []))
    for nudge in nudges:
        check_goal(nudge.when, where)
    return Step(
        says=says,
        light=tuple(data.get("light", ())),
        goal=goal,
        way=tuple(data.get("way", ())),
        ways=tuple(tuple(way) for way in data.get("ways", ())),
        done=data.get("done", ""),
        otherwise=data.get("otherwise", ""),
        nudges=nudges,
        fails=fails,
        is_task=is_task,
    )
