"""How pages find their templates, drawings and styles: ours, and those that each game brings along."""

from __future__ import annotations

from functools import cache, partial
from typing import Any

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined

from burgher import games
from burgher.server.view.files import SERVER, folder_of, look_url
from burgher.server.view.rendered_cache import CachedMacro, RenderedCache
from burgher.server.view.static_files import script_url, static_url
from burgher.server.view.template_cache import TemplateCache

MOST_KEPT = 30_000_000
"""How many characters of drawings are kept, twice."""


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
                FileSystemLoader(SERVER / "templates"),
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
    made.globals["kept"] = partial(CachedMacro, RenderedCache(MOST_KEPT))
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
