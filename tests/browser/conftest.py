"""A real Chromium at a real `burgher serve`. Where there is none, these tests are skipped, but not in CI."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from browser.served import Served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from browser.people import Person, Room

HERE = Path(__file__).parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


if find_spec("playwright") is None:  # the others could not even be read; one remains to say so
    collect_ignore = [path.name for path in HERE.glob("test_*.py") if path.name != "test_chromium.py"]


def missing() -> str | None:
    """What a machine lacks for these tests."""
    if find_spec("playwright") is None:
        return "there is no playwright: pip install playwright"
    if CHROMIUM is None:
        return "there is no chromium: apt-get install chromium"
    return None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    """The browser. One for each file: where it waits, nothing else could run its own event loop."""
    lack = missing()
    if lack and os.environ.get("CI"):
        pytest.fail(f"In CI these tests must run, but {lack}")
    if lack:
        pytest.skip(lack)
    from browser.people import launched

    assert CHROMIUM
    with launched(CHROMIUM) as browser:
        yield browser


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory, chromium: Browser) -> Iterator[Served]:
    """A server that the tests of a file share."""
    with Served(tmp_path_factory.mktemp("served") / "tables.db") as server:
        yield server


@pytest.fixture
def room(chromium: Browser, served: Served) -> Iterator[Room]:
    """Where people come in, each with a browser of their own; whatever went wrong in one is a failure."""
    from browser.people import Room

    with Room(chromium, served) as room:
        yield room


@pytest.fixture
def anna(room: Room) -> Person:
    """Somebody at a laptop."""
    return room.person("Anna")


@pytest.fixture
def finished(served: Served) -> str:
    """The path of a game that is over."""
    return served.finished()


def pytest_exception_interact(node: pytest.Item, call: Any) -> None:
    """Keep what was seen when a test failed, where BURGHER_SHOTS says."""
    room = getattr(node, "funcargs", {}).get("room")
    folder = os.environ.get("BURGHER_SHOTS")
    if room is not None and folder:
        room.shoot(Path(folder), node.name)
