"""How pages find their templates, drawings and styles: ours, and those that each game brings along."""

from __future__ import annotations

from functools import cache, partial
from hashlib import blake2b
from pathlib import Path
from types import CodeType
from typing import Any

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from jinja2.runtime import Macro

from burgher import games
from burgher.kernel.errors import BurgherError
from burgher.server.adoption import game_here
from burgher.server.static_files import script_url, static_url
from burgher.server.store import Stored
from burgher.server.template_cache import TemplateCache

HERE = Path(__file__).parent
SERVED = {".css": "text/css", ".svg": "image/svg+xml", ".png": "image/png", ".webp": "image/webp"}
"""What a game's folder gives to browsers; its templates and code stay here."""
MOST_KEPT = 30_000_000
"""How many characters of drawings are kept, twice."""


@cache
def folder_of(game: str) -> Path | None:
    """The folder of a game's templates and drawings."""
    return games.page_folder(game) if games.page(game) else None


class DataFirst(Environment):
    """Templates that are given plain data.

    Jinja looks for an attribute first and for an item then. Nearly everything is an item here, and to find
    out that a dictionary has no such attribute takes longer than all the rest.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        """What `obj.attribute` means in a template."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


def environment(root: str = "") -> Environment:
    """Jinja with our templates under their names, and each game's under `<game>/`.

    The root stands before every address: nothing, or the prefix under which a site has us. Addresses in data
    do not have it; templates put `{{ root }}` before them.
    """
    folders = {name: folder for name in games.names() if (folder := folder_of(name))}
    made = DataFirst(
        loader=ChoiceLoader(
            [
                FileSystemLoader(HERE / "templates"),
                PrefixLoader({name: FileSystemLoader(folder) for name, folder in folders.items()}),
            ]
        ),
        autoescape=True,
        undefined=StrictUndefined,
        bytecode_cache=TemplateCache(),
        auto_reload=False,  # to look whether a file has changed, for each part of each page, takes its time
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.globals["root"] = root
    made.globals["static"] = lambda name: root + static_url(name)
    made.globals["page_script"] = lambda name: root + script_url(name)
    made.globals["look"] = lambda game, name: root + look_url(game, name)
    made.globals["kept"] = partial(Kept, Drawings(MOST_KEPT))
    made.policies["json.dumps_function"] = _json
    return made


def _json(data: object, **_: object) -> str:
    return msgspec.json.encode(data).decode()


@cache
def templates(root: str = "") -> Environment:
    """The templates that this process draws with, for addresses below a root."""
    return environment(root)


def read_ahead(root: str = "") -> None:
    """Read every template, so that nobody has to wait for it."""
    for name in templates(root).list_templates(["html", "svg"]):
        templates(root).get_template(name)


class Kept:
    """A macro that draws the same thing only once, for whomever and at whichever table.

    A move changes a few things on a table and leaves hundreds as they were. What a macro draws depends on
    nothing but its arguments, so that these can stand for it.
    """

    def __init__(self, drawings: Drawings, macro: Macro) -> None:
        self._drawings = drawings
        self._macro = macro
        self._number = drawings.number(macro._func.__code__)  # code is equal where the same is drawn

    def __call__(self, *arguments: object) -> str:
        key = self._number, blake2b(msgspec.msgpack.encode(arguments), digest_size=16).digest()
        found = self._drawings.get(key)
        if found is None:
            found = self._macro(*arguments)
            self._drawings.put(key, found)
        return found


class Drawings:
    """What was drawn lately. When it is too much, what nobody asked for since the last time goes."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._size = 0
        self._new: dict[tuple[int, bytes], str] = {}
        self._old: dict[tuple[int, bytes], str] = {}
        self._numbers: dict[CodeType, int] = {}

    def number(self, code: CodeType) -> int:
        """A number for what draws: to look for the code itself each time would take long."""
        return self._numbers.setdefault(code, len(self._numbers))

    def get(self, key: tuple[int, bytes]) -> str | None:
        """What was drawn, if it is still here."""
        found = self._new.get(key)
        if found is None and (found := self._old.get(key)) is not None:
            self.put(key, found)
        return found

    def put(self, key: tuple[int, bytes], drawn: str) -> None:
        """Keep what was drawn."""
        self._new[key] = drawn
        self._size += len(drawn)
        if self._size > self._most:
            self._old, self._new, self._size = self._new, {}, 0


def look_url(game: str, name: str) -> str:
    """The address of one of a game's files, which changes whenever the file does."""
    folder = folder_of(game)
    return f"/look/{game}/{name}?v={'' if folder is None else _print(folder / name)}"


def drawing(sight: dict[str, Any]) -> dict[str, Any]:
    """What `board.html` needs besides the sight: the game's own template and its variables."""
    game = sight["game"]["name"]
    if not sight["view"] or title_of(game) is None:  # it cannot be drawn any more
        return {"page": None, "game_css": None}
    page, folder = games.page(game), folder_of(game)
    if page is None or folder is None:
        return {"page": None, "game_css": None}
    css = look_url(game, "page.css") if (folder / "page.css").is_file() else None
    return {**page.context(sight["view"], sight), "page": f"{game}/table.html", "game_css": css}


@cache  # to look which games there are takes long, for every row of a list
def title_of(game: str) -> str | None:
    """A game's title; None for one that is not here."""
    return games.rules(game).title if game in games.names() else None


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


def about(stored: Stored, part: str, sight: dict[str, Any]) -> str | None:
    """What the thing at a part does, in words; nothing, where today's rules do not know."""
    try:
        game = game_here(stored.game, stored.players, stored.options)
    except BurgherError:
        return None
    page = games.page(stored.game) if sight["view"] else None
    told = page.about(part, sight) if page is not None else None
    return told or game.explain(part)


def _print(path: Path) -> str:
    """A short name for what is in a file."""
    try:
        stat = path.stat()
    except OSError:
        return ""
    return _digest(path, stat.st_mtime_ns, stat.st_size)


@cache
def _digest(path: Path, _changed: int, _size: int) -> str:
    return blake2b(path.read_bytes(), digest_size=6).hexdigest()
