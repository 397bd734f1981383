"""Pages of tables, each rendered from plain data by one function, in whichever process."""

from __future__ import annotations

import logging
import zlib
from collections.abc import Mapping
from typing import Any

import msgspec

from burgher.server.tables.archived_game import ArchivedGame
from burgher.server.view.game_pages import game_page
from burgher.server.view.replay_page import replay_page
from burgher.server.view.replayed_steps import MissedMoves, Step, steps
from burgher.server.view.table_view import TableView, archived_view
from burgher.server.view.templates import templates

log = logging.getLogger(__name__)

GZIP = 31
"""How zlib is told to write what browsers call gzip."""


def encoded(seen: TableView) -> bytes:
    """What a viewer sees as plain data, whatever is played later."""
    return msgspec.msgpack.encode(seen)


def render_page(template: str, seen: bytes, around: Mapping[str, Any], gzipped: bool) -> bytes:
    """A page of a table as somebody saw it, with what else its template needs."""
    return _compressed(_rendered(template, msgspec.msgpack.decode(seen), around), gzipped)


def render_boards(missed: MissedMoves, around: Mapping[str, Any], gzipped: bool) -> bytes:
    """The table after each move that a viewer has missed, and as it is now: a list of boards, as JSON."""
    shown = [_rendered("board.html", _stepped(step), {**around, **step.said}) for step in steps(missed)]
    return _compressed(msgspec.json.encode(shown).decode(), gzipped)


def render_replay(game: ArchivedGame, at: int, around: Mapping[str, Any], gzipped: bool) -> bytes:
    """The page of a finished game at one of its positions."""
    more = {**replay_page(game, at), "fairness": game.fairness}
    return _compressed(_rendered("replay.html", _replayed(game, at), {**around, **more}), gzipped)


def render_position(game: ArchivedGame, at: int, around: Mapping[str, Any], gzipped: bool) -> bytes:
    """Only the table at one of the positions of a finished game, for a page that shows its replay."""
    more = {"replay": True, "fairness": game.fairness}
    return _compressed(_rendered("board.html", _replayed(game, at), {**around, **more}), gzipped)


def _replayed(game: ArchivedGame, at: int) -> dict[str, Any]:
    """What everybody saw, as it would come from another process: nothing in it knows the rules."""
    seen: dict[str, Any] = msgspec.msgpack.decode(encoded(archived_view(game, at)))
    return seen


def _stepped(step: Step) -> dict[str, Any]:
    """What a viewer sees on the way to another view: there is nothing to decide in it."""
    seen: dict[str, Any] = msgspec.msgpack.decode(step.seen)
    return seen | {"actions": [], "can_take_back": False, "can_restart": False} if step.passing else seen


def _rendered(template: str, seen: dict[str, Any], around: Mapping[str, Any]) -> str:
    page = templates(around.get("root", "")).get_template(template)
    try:
        return page.render(sight=seen, **game_page(seen), **around)
    except Exception:
        if seen["notice"] is None:
            raise
        # Earlier rules may have shown what today's drawings do not know: then it is told without them.
        log.warning("Table %s cannot be drawn as it was", seen["table"], exc_info=True)
        return page.render(sight=seen, **game_page({**seen, "view": {}}), **around)


def _compressed(rendered: str, gzipped: bool) -> bytes:
    """What was rendered as it is sent: compressed, quickly, where the browser takes that."""
    if not gzipped:
        return rendered.encode()
    gzip = zlib.compressobj(1, wbits=GZIP)
    return gzip.compress(rendered.encode()) + gzip.flush()
