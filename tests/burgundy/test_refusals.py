"""Why not: every kind of refusal there is, reached on a real table, with its sentence and its page."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import burgher.table
from burgher import IllegalAction, Table, UnreadableAction
from burgher.games.burgundy import reasons
from burgundy.kit import deal, end_of_game, lay_out, legal, play, refusal

Refusal = tuple[str, int, str]
"""Its kind, its page, its sentence."""


@dataclass
class Scene:
    """A table on which some actions are refused."""

    refusals: dict[str, Refusal]
    given: dict[str, Any] = field(default_factory=dict)
    played: tuple[str, ...] = ()
    """What has been played before."""
    lay: Callable[..., Table] = lay_out

    def table(self) -> Table:
        """The table itself."""
        return play(self.lay(**self.given), *self.played)


NEEDS_DIE = (
    "needs-die",
    5,
    "An action needs a die, unless a castle or building gives it: choose one of your dice first",
)
NO_SHIP = ("no-ship", 5, "Goods are taken from depots when a ship is placed")
CASTLE = "First take the action that your castle gives you"

SCENES = {
    "a turn begins": Scene(
        {
            # p. 4: two actions, one for each die
            "end": ("dice-left", 4, "A turn has exactly two actions: you have 2 dice left"),
            "skip": ("nothing-to-skip", 4, "There is nothing to skip: a turn has exactly two actions"),
            "take 4a": NEEDS_DIE,
            "place 1-18": NEEDS_DIE,
            "sell orange": NEEDS_DIE,
            "workers": NEEDS_DIE,
            # p. 4: workers
            "1 take 4a": (
                "too-few-workers",
                4,
                "Depot 4 asks for a 4: your 2 would take 2 workers, and you have 1",
            ),
            "2 place 1-18": (
                "too-few-workers",
                4,
                "Space 18 asks for a 2: your 5 would take 3 workers, and you have 1",
            ),
            "1 sell orange": (
                "too-few-workers",
                4,
                "Selling orange goods asks for a 6: your 2 would take 2 workers, and you have 1",
            ),
            # p. 5: taking
            "2 take 4c": ("no-tile", 5, "There is no tile on spot 4c"),
            "discard 1": ("no-discard", 5, "Tiles are discarded only for a new one when the storage is full"),
            # p. 5, 6 and 8: placing
            "1 place 3-18": ("no-tile", 5, "Place 3 of your storage is empty"),
            "1 place 1-25": ("wrong-colour", 5, "Space 25 is a mine space: the ship cannot go there"),
            "1 place 1-22": ("not-adjacent", 5, "Space 22 lies beside none of your tiles"),
            "1 place 1-20": ("space-covered", 8, "Space 20 is already covered: tiles are never moved"),
            "1 place 2-27": (
                "building-in-city",
                6,
                "The city of space 27 already has a carpenter's workshop",
            ),
            # p. 5: ships
            "load 3": NO_SHIP,
            "keep pink": NO_SHIP,
            # p. 9: selling and buying
            "1 sell red": ("no-goods", 9, "You have no red goods"),
            "buy black-2": (
                "too-few-silverlings",
                9,
                "A tile costs 2 silverlings, and you have 1 silverling",
            ),
            "buy 4a": (
                "not-for-sale",
                9,
                "Only the black depot sells; knowledge tile 6 would let you buy anywhere",
            ),
            "buy black-1": ("no-tile", 9, "There is no tile in that place of the black depot"),
            "pay 1": ("nothing-to-pay", 9, "There is nothing to pay for now"),
            # p. 12: boards
            "side a": ("not-set-up", 12, "Boards and castles are chosen before the game begins"),
            "castle 7": ("not-set-up", 12, "Boards and castles are chosen before the game begins"),
        },
        {
            "dice": (2, 5),
            "workers": 1,
            "silverlings": 1,
            "storage": ["ship", "carpenter"],
            "tiles": {20: "ship", 26: "carpenter"},
            "goods": {"orange": 1},
            "depots": {"4a": "ship", "black-2": "mine"},
            "goods_at": {3: {"pink": 1}},
        },
    ),
    "a die has been used": Scene(
        {
            "1 take 4a": ("die-used", 4, "That die has been used: each die is for one action"),
            "end": ("dice-left", 4, "A turn has exactly two actions: you have 1 die left"),
        },
        {"dice": (4, 1), "depots": {"4a": "ship"}},
        ("1 workers",),
    ),
    "both dice have been used": Scene(
        {"take 4a": ("dice-used", 5, "Both of your dice are used, and an action needs one")},
        {"dice": (4, 1), "silverlings": 2, "depots": {"4a": "ship", "black-2": "mine"}},
        ("1 workers", "2 workers"),
    ),
    "a tile has been bought": Scene(
        {"buy black-2": ("already-bought", 9, "You have already bought a tile this turn")},
        {"silverlings": 4, "depots": {"black-2": "mine", "black-4": "ship"}},
        ("buy black-4",),
    ),
    "the storage is full": Scene(
        {
            "2 workers": (
                "storage-full",
                5,
                "Your storage is full: first discard a tile for the ship",
            )
        },
        {"dice": (4, 1), "storage": ["pig-2", "cow-2", "cow-3"], "depots": {"4a": "ship"}},
        ("1 take 4a",),
    ),
    "a ship has landed": Scene(
        {
            "1 workers": (
                "decide-first",
                5,
                "First choose the depot whose goods your ship takes",
            ),
            "load 2": ("no-goods", 5, "There are no goods at depot 2"),
        },
        {"dice": (2, 1), "storage": ["ship"], "goods_at": {1: {"red": 1}}},
        ("1 place 1-18",),
    ),
    "a ship has landed where all depots have goods": Scene(
        {"skip": ("must-load", 5, "Every depot has goods, so your ship must take some")},
        {"dice": (2, 1), "storage": ["ship"], "goods_at": {depot: {"red": 1} for depot in range(1, 7)}},
        ("1 place 1-18",),
    ),
    "not all goods can be stored": Scene(
        {
            "2 workers": (
                "decide-first",
                5,
                "First choose the new type of goods that you take: not all can be stored",
            ),
            "keep red": ("already-stored", 5, "You already store red goods: choose a new type"),
            "keep orange": ("no-goods", 5, "There are no orange goods to take"),
        },
        {
            "dice": (2, 1),
            "storage": ["ship"],
            "goods": {"red": 1, "pink": 1},
            "goods_at": {1: {"brown": 1, "violet": 1}},
        },
        ("1 place 1-18", "load 1"),
    ),
    "knowledge tile 5 takes from a second depot": Scene(
        {
            "2 workers": (
                "decide-first",
                10,
                "First take the goods of a neighbouring depot too, or skip",
            ),
            "load 4": ("not-neighbours", 10, "Depot 4 is not beside depot 1: tile 5 takes neighbours"),
            "load 6": ("no-goods", 5, "There are no goods at depot 6"),
        },
        {
            "dice": (2, 1),
            "storage": ["ship"],
            "tiles": {13: "knowledge-5"},
            "goods_at": {1: {"red": 1}, 2: {"red": 1}, 4: {"red": 1}},
        },
        ("1 place 1-18", "load 1"),
    ),
    "a castle has been placed": Scene(
        {
            "2 workers": ("decide-first", 6, CASTLE),
            "skip": ("decide-first", 6, CASTLE),
            "buy black-2": ("decide-first", 6, CASTLE),
            "take 4a": ("no-tile", 5, "There is no tile on spot 4a"),
            "sell red": ("no-goods", 9, "You have no red goods"),
        },
        {
            "dice": (6, 3),
            "storage": ["castle"],
            "tiles": {12: "bank"},
            "silverlings": 2,
            "depots": {"black-2": "ship"},
        },
        ("1 place 1-7",),
    ),
    "a church has been placed": Scene(
        {
            "2 workers": (
                "decide-first",
                7,
                "First take a mine, knowledge tile or castle with your church, or skip",
            ),
            "take 4a": (
                "not-offered",
                7,
                "Your church brings only mines, knowledge tiles and castles, not the ship",
            ),
            "take 2b": ("no-tile", 5, "There is no tile on spot 2b"),
        },
        {"dice": (3, 1), "storage": ["church"], "depots": {"4a": "ship", "5a": "mine"}},
        ("1 place 1-26",),
    ),
    "a warehouse has been placed": Scene(
        {
            "workers": ("decide-first", 7, "First sell goods with your warehouse, or skip"),
            "sell pink": ("no-goods", 9, "You have no pink goods"),
        },
        {"dice": (3, 1), "storage": ["warehouse"], "goods": {"red": 1}},
        ("1 place 1-26",),
    ),
    "a city hall has been placed": Scene(
        {
            "take 4a": (
                "decide-first",
                7,
                "First place a tile with your city hall, or skip",
            ),
            "place 2-25": ("wrong-colour", 5, "Space 25 is a mine space: the ship cannot go there"),
            "place 2-22": ("not-adjacent", 5, "Space 22 lies beside none of your tiles"),
            "place 3-18": ("no-tile", 5, "Place 3 of your storage is empty"),
        },
        {"dice": (3, 1), "storage": ["city-hall", "ship"], "depots": {"4a": "ship"}},
        ("1 place 1-26",),
    ),
    "one knows tiles 6, 8 and 10": Scene(
        {
            "1 take 3a": (
                "too-few-workers",
                4,
                "Depot 3 asks for a 3: your 6 would take 2 workers, and you have 0",
            ),
            "2 place 1-18": (
                "too-few-workers",
                4,
                "Space 18 asks for a 2: your 4 would take 1 worker, and you have 0",
            ),
            "buy 4c": ("no-tile", 9, "There is no tile in that place of depot 4"),
        },
        {
            "dice": (6, 4),
            "silverlings": 2,
            "storage": ["ship"],
            "tiles": {13: "knowledge-6", 8: "knowledge-8", 4: "knowledge-10"},
            "depots": {"3a": "cow-2"},
        },
    ),
    "a tile is paid for in the edition of 2019": Scene(
        {
            "1 workers": ("decide-first", 10, "First pay for the tile that you buy"),
            "pay 0": (
                "cannot-pay",
                10,
                "That takes 2 silverlings, and you have 1 silverling and 1 worker",
            ),
        },
        {
            "edition": "2019",
            "tiles": {13: "knowledge-6"},
            "depots": {"4a": "ship"},
            "silverlings": 1,
            "workers": 1,
        },
        ("buy 4a",),
    ),
    "boards are chosen": Scene(
        {
            "castle 4": ("decide-first", 12, "First choose the side of your board that you play"),
            "1 workers": ("decide-first", 12, "First choose the side of your board that you play"),
        },
        {"estates": "random"},
        lay=deal,
    ),
    "castles are chosen": Scene(
        {
            "side a": ("decide-first", 12, "First place your starting castle on a dark green space"),
            "castle 1": (
                "wrong-colour",
                12,
                "A starting castle needs a dark green space; estate 1 has 2, 3, 7, 19",
            ),
        },
        {"castles": "open"},
        lay=deal,
    ),
}


@pytest.mark.parametrize(
    ("scene", "action"),
    [(scene, action) for scene in SCENES for action in SCENES[scene].refusals],
)
def test_an_action_is_refused_for_its_reason(scene: str, action: str) -> None:
    table = SCENES[scene].table()
    assert action not in legal(table)
    found = refusal(table, action)
    kind, page, reason = SCENES[scene].refusals[action]
    assert (found.kind, found.page, found.reason) == (kind, page, reason)
    assert str(found) == f"{reason} (p. {page})"
    assert str(table.refusal(action)) == str(found)
    assert table.refusal(min(legal(table))) is None


# -- refusals of the table -------------------------------------------------------------------------


def test_it_must_be_ones_turn() -> None:
    found = refusal(lay_out(), "1 workers", seat=1)
    assert (found.kind, found.page, str(found)) == ("not-your-turn", None, "The decision is Anna's")


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_game_must_not_be_over(seat: int | None) -> None:
    found = refusal(end_of_game(), "1 workers", seat)
    assert (found.kind, found.page, str(found)) == ("game-over", None, "The game is over")


def not_taken_back(table: Table, seat: int | None = None) -> tuple[str, str]:
    """Why nothing is taken back."""
    with pytest.raises(IllegalAction) as found:
        table.take_back(seat)
    return found.value.kind, str(found.value)


def test_what_cannot_be_taken_back_is_refused() -> None:
    table = lay_out()
    assert not_taken_back(table) == ("nothing-to-take-back", "Nothing has been played yet")
    play(table, "1 workers")
    assert not_taken_back(table, seat=1) == ("nothing-to-take-back", "The last action was Anna's")
    play(table, "2 workers", "1 workers", "2 workers")
    assert table.heading == "A2"
    assert not_taken_back(table) == (
        "already-revealed",
        "The last action brought dice, draws or secret choices to light",
    )
    over = ("already-revealed", "The game is over and everything lies open")
    assert not_taken_back(end_of_game()) == over


# -- all of them -----------------------------------------------------------------------------------

BY_THE_TABLE = {"not-your-turn", "game-over", "not-allowed", "nothing-to-take-back", "already-revealed"}


def kinds_in(*paths: Path) -> set[str]:
    """The kinds of refusal in some files: their texts that are words joined by hyphens."""
    texts = (
        node.value
        for path in paths
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return {text for text in texts if re.fullmatch(r"[a-z]+(-[a-z]+)+", text)}


def test_every_kind_of_refusal_is_reached_here() -> None:
    reached = {kind for scene in SCENES.values() for kind, _, _ in scene.refusals.values()}
    folder = Path(reasons.__file__).parent
    assert kinds_in(folder / "reasons.py", *(folder / "wording").glob("*.py")) == reached
    assert kinds_in(Path(burgher.table.__file__)) == BY_THE_TABLE


@pytest.mark.parametrize(
    ("said", "hint"),
    [
        ("1 tak 4a", "did you mean '1 take 4a'"),
        ("place 1-99", "did you mean 'place 1-9'"),
        ("?", "you could "),
    ],
)
def test_what_is_no_action_is_told_from_what_may_not_be_done(said: str, hint: str) -> None:
    table = lay_out(dice=(4, 1), depots={"4a": "ship"})
    with pytest.raises(UnreadableAction) as found:
        table.play(said)
    assert str(found.value).startswith(f"The Castles of Burgundy has no action {said!r}: {hint}")
