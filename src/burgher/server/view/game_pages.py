"""What a game brings along for its pages: a template, its variables, a cover, words about its parts."""

from __future__ import annotations

from typing import Any

from burgher import games
from burgher.kernel.errors import BurgherError
from burgher.server.storage.model import StoredTable
from burgher.server.storage.titles import title_of
from burgher.server.tables.adoption import current_game
from burgher.server.view.files import folder_of, look_url


def game_page(seen: dict[str, Any]) -> dict[str, Any]:
    """What `board.html` needs besides the view: the game's own template and its variables."""
    game = seen["game"]["name"]
    if not seen["view"] or title_of(game) is None:  # it cannot be drawn any more
        return {"page": None, "game_css": None}
    page, folder = games.page(game), folder_of(game)
    if page is None or folder is None:
        return {"page": None, "game_css": None}
    css = look_url(game, "page.css") if (folder / "page.css").is_file() else None
    return {**page.context(seen["view"], seen), "page": f"{game}/table.html", "game_css": css}


def cover_of(game: str) -> str | None:
    """The address of the picture on a game's box, if it has one."""
    folder = folder_of(game)
    return look_url(game, "cover.svg") if folder and (folder / "cover.svg").is_file() else None


def box(game: str) -> dict[str, str | int | None]:
    """What the start page shows of a game's box: a sentence, a picture, and how many usually play."""
    page = games.page(game)
    return {
        "blurb": None if page is None else page.BLURB,
        "cover": cover_of(game),
        "usual": games.rules(game).players_usual,
    }


def about_part(stored: StoredTable, part: str, seen: dict[str, Any]) -> str | None:
    """What the thing at a part does, in words; nothing, where today's rules do not know."""
    try:
        game = current_game(stored.game, stored.players, stored.options)
    except BurgherError:
        return None
    page = games.page(stored.game) if seen["view"] else None
    told = page.about(part, seen) if page is not None else None
    return told or game.explain(part)
