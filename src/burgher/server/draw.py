"""Pages of tables, each drawn from plain data by one function, in whichever process."""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from burgher.record import Move
from burgher.server.charts import courses
from burgher.server.live import Live
from burgher.server.look import drawing, templates
from burgher.server.sight import Sight, sight
from burgher.server.steps import Missed, Step, steps, told_of
from burgher.server.store import Stored

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


def replay(stored: Stored, moves: Sequence[Move], at: int, around: Mapping[str, Any], presses: bool) -> bytes:
    """The page of a finished game at one of its positions."""
    live = Live(stored, moves[:at])
    seen = msgspec.to_builtins(sight(live))
    live.play(moves[at:])
    told = [
        {"number": n, "heading": move.heading, "seat": move.seat, "told": told_of(live, n, None)}
        for n, move in enumerate(moves)
    ]
    more = {
        "at": at,
        "last": len(moves),
        "moves": told,
        "course": courses(live.curve(), 400, 30),
        "fairness": live.table.fairness(),
    }
    return _sent(_rendered("replay.html", seen, {**around, **more}), presses)


def _stepped(step: Step) -> dict[str, Any]:
    """A sight on the way to another: there is nothing to decide in it."""
    seen: dict[str, Any] = msgspec.msgpack.decode(step.seen)
    return seen | {"actions": [], "can_take_back": False, "can_restart": False} if step.passing else seen


def _rendered(template: str, seen: dict[str, Any], around: Mapping[str, Any]) -> str:
    known = templates(around.get("root", ""))
    return known.get_template(template).render(sight=seen, **drawing(seen), **around)


def _sent(drawn: str, presses: bool) -> bytes:
    """A drawing as it is sent, as small as it quickly gets where the browser can make it whole again."""
    if not presses:
        return drawn.encode()
    press = zlib.compressobj(1, wbits=GZIP)
    return press.compress(drawn.encode()) + press.flush()
