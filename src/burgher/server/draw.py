"""Pages of tables, each drawn from plain data by one function, in whichever process."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Mapping
from typing import Any

import msgspec

from burgher.server.archive import ArchivedGame
from burgher.server.charts import courses
from burgher.server.look import drawing, templates
from burgher.server.sight import Sight, archived_sight
from burgher.server.steps import Missed, Step, steps

log = logging.getLogger(__name__)

GZIP = 31
"""How zlib is told to write what browsers call gzip."""


def taken_down(seen: Sight) -> bytes:
    """A sight as plain data, whatever is played later."""
    return msgspec.msgpack.encode(seen)


def page(template: str, seen: bytes, around: Mapping[str, Any], presses: bool) -> bytes:
    """A page of a table as somebody saw it, with what else its template needs."""
    return _sent(_rendered(template, msgspec.msgpack.decode(seen), around), presses)


def boards(missed: Missed, around: Mapping[str, Any], presses: bool) -> bytes:
    """The table after each move that a viewer has missed, and as it is now: a list of boards, as JSON."""
    shown = [_rendered("board.html", _stepped(step), {**around, **step.said}) for step in steps(missed)]
    return _sent(msgspec.json.encode(shown).decode(), presses)


def replay(game: ArchivedGame, at: int, around: Mapping[str, Any], presses: bool) -> bytes:
    """The page of a finished game at one of its positions."""
    moves = game.archive.moves
    # As it would come from another process: nothing in it knows the rules.
    seen = msgspec.msgpack.decode(taken_down(archived_sight(game, at)))
    told = [
        {"number": n, "heading": move.heading, "seat": move.seat, "told": sentence}
        for n, (move, sentence) in enumerate(zip(moves, game.sentences(), strict=True))
    ]
    more = {
        "at": at,
        "last": len(moves),
        "moves": told,
        "course": courses(game.curve(), 400, 30),
        "fairness": game.fairness,
        "can_play_on": game.is_of_today,
    }
    return _sent(_rendered("replay.html", seen, {**around, **more}), presses)


def _stepped(step: Step) -> dict[str, Any]:
    """A sight on the way to another: there is nothing to decide in it."""
    seen: dict[str, Any] = msgspec.msgpack.decode(step.seen)
    return seen | {"actions": [], "can_take_back": False, "can_restart": False} if step.passing else seen


def _rendered(template: str, seen: dict[str, Any], around: Mapping[str, Any]) -> str:
    page = templates(around.get("root", "")).get_template(template)
    try:
        return page.render(sight=seen, **drawing(seen), **around)
    except Exception:
        if seen["notice"] is None:
            raise
        # Earlier rules may have shown what today's drawings do not know: then it is told without them.
        log.warning("Table %s cannot be drawn as it was", seen["table"], exc_info=True)
        return page.render(sight=seen, **drawing({**seen, "view": {}}), **around)


def _sent(drawn: str, presses: bool) -> bytes:
    """A drawing as it is sent, as small as it quickly gets where the browser can make it whole again."""
    if not presses:
        return drawn.encode()
    press = zlib.compressobj(1, wbits=GZIP)
    return press.compress(drawn.encode()) + press.flush()
