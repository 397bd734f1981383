"""The page of a game's rules: text, pieces and tables as a template needs them, rendered once."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec
from markupsafe import Markup

from burgher import games
from burgher.kernel.errors import BurgherError
from burgher.kernel.game import Game
from burgher.learn.at_table import legend
from burgher.learn.lesson import lesson, lessons
from burgher.learn.notation import Block, Sentence
from burgher.learn.positions import Setting, setting
from burgher.learn.rules_text import RulesText, drawn_in, known_only, read_toml, rules_text
from burgher.server.storage.model import Seat, StoredTable
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.view.files import folder_of, look_url
from burgher.server.view.game_pages import game_page
from burgher.server.view.table_view import table_view
from burgher.server.view.templates import templates

_TOUCHED = re.compile(r' (?:data-[\w-]+|role|tabindex|aria-[\w-]+|id)="[^"]*"')
"""What a drawing has for those who touch it or have it read out: a picture has its own words."""
MARKS = {"example": "For example", "reconstructed": "Reconstructed", "note": "Note"}


def rules_page(text: RulesText, root: str) -> dict[str, Any]:
    """What the page of a game's rules shows."""
    return {
        "game": {"name": text.name, "title": games.rules(text.name).title},
        "title": text.title,
        "contents": [{"anchor": one.anchor, "text": one.text} for one in text.contents],
        "body": _rendered(text.name, root, "rules"),
        "has_lessons": bool(lessons(text.name)),
        "game_css": page_css(text.name),
    }


def aid_page(text: RulesText, root: str) -> dict[str, Any]:
    """What the player aid shows."""
    return {
        "game": {"name": text.name, "title": games.rules(text.name).title},
        "title": text.aid[0].text,
        "body": _rendered(text.name, root, "aid"),
        "game_css": page_css(text.name),
    }


@cache
def rule_refs(game: str) -> list[str]:
    """What sentences name as pages or sections of a game's rules; nothing where there are none to read."""
    text = rules_text(game) if game in games.names() else None
    return [] if text is None else sorted(text.refs)


def help_page(game: str, options: Mapping[str, Any], root: str) -> dict[str, Any]:
    """The symbols that can be met at a table, in groups, and where to read more."""
    groups: dict[str, list[dict[str, Any]]] = {}
    for number, symbol in enumerate(legend(game)):
        if symbol.is_there(options):
            told = {"name": symbol.name, "says": symbol.says, "rules": symbol.rules, "part": symbol.part}
            groups.setdefault(symbol.group, []).append({**told, "piece": _symbols(game, root)[number]})
    return {
        "game": {"name": game, "title": games.rules(game).title if game in games.names() else game},
        "groups": groups,
        "has_rules": rules_text(game) is not None if game in games.names() else False,
        "has_lessons": bool(lessons(game)) if game in games.names() else False,
    }


@cache
def _symbols(game: str, root: str) -> list[Markup]:
    """The drawings of the legend, in its order."""
    pieces = piece_context(game)
    if pieces["pieces"] is None:
        return [Markup("")] * len(legend(game))
    template = templates(root).from_string(
        "{% import pieces as drawing with context %}{{ drawing.piece(kind, name) }}"
    )
    drawn = []
    for symbol in legend(game):
        kind, _, name = symbol.piece.partition(" ")
        drawn.append(Markup(template.render(kind=kind, name=name, **pieces)))
    return drawn


def _picture(game: str, root: str, name: str, data: Mapping[str, Any]) -> Markup:
    """How an example position stands, drawn as at the table, but only to be looked at."""
    pieces = piece_context(game)
    found = example(game, name)
    if pieces["pieces"] is None or found is None:
        return Markup("")
    names = ["Anna", "Benno", "Carla", "Dora", "Emil"]
    seats = tuple(
        Seat(n, "person", names[(n - found.seat) % found.game.players], identity="nobody")
        for n in range(found.game.players)
    )
    loaded = LoadedTable(_stored(found.game, seats, found.position), [])
    seen: dict[str, Any] = msgspec.to_builtins(table_view(loaded, (found.seat,), found.seat))
    seen["actions"], seen["moves"] = [], []
    template = templates(root).from_string(
        "{% import pieces as drawing with context %}{{ drawing.position(shows) }}"
    )
    drawn = template.render(shows=data.get("shows", ""), **{**game_page(seen), "pieces": pieces["pieces"]})
    return Markup(_TOUCHED.sub("", drawn))


def page_css(game: str) -> str | None:
    """The address of a game's own styles."""
    folder = folder_of(game)
    return look_url(game, "page.css") if folder is not None and (folder / "page.css").is_file() else None


@cache
def _rendered(game: str, root: str, which: str) -> Markup:
    """A text as HTML, with the pieces that it draws."""
    text = rules_text(game)
    assert text is not None
    blocks = text.blocks if which == "rules" else text.aid
    return Markup(
        templates(root)
        .get_template("rules_text.html")
        .render(
            blocks=[_block(text, block, root) for block in _grouped(blocks)],
            game_name=game,
            **piece_context(game),
        )
    )


@cache
def piece_context(game: str) -> dict[str, Any]:
    """What drawings of single pieces need: what the game's own page does, at a table just dealt."""
    folder = folder_of(game)
    if folder is None or not (folder / "rules.html").is_file():
        return {"pieces": None, "sprite": None}
    sprite = f"{game}/symbols.svg" if (folder / "symbols.svg").is_file() else None
    more = getattr(games.page(game), "rules_context", dict)
    return {**game_page(sample_sight(game)), **more(), "pieces": f"{game}/rules.html", "sprite": sprite}


def sample_sight(game: str) -> dict[str, Any]:
    """A table just dealt, as a spectator sees it."""
    rules = games.load(game)
    seats = tuple(Seat(n, "person", f"Seat {n + 1}", identity="nobody") for n in range(rules.players))
    loaded = LoadedTable(_stored(rules, seats, None), [])
    seen: dict[str, Any] = msgspec.to_builtins(table_view(loaded, (), None))
    return seen


def _stored(game: Game, seats: tuple[Seat, ...], position: Mapping[str, Any] | None) -> StoredTable:
    return StoredTable(
        id="sample",
        game=game.name,
        players=game.players,
        options=dict(game.options),
        rules=game.fingerprint,
        seed=1,
        position=position,
        listed=False,
        version=1,
        to_move=0,
        scores=None,
        created=0,
        changed=0,
        seats=seats,
    )


def _grouped(blocks: list[Block]) -> list[list[Block]]:
    """The blocks; the items of a list together."""
    found: list[list[Block]] = []
    for block in blocks:
        if block.kind == "item" and found and found[-1][0].kind == "item":
            found[-1].append(block)
        else:
            found.append([block])
    return found


def _block(text: RulesText, blocks: list[Block], root: str) -> dict[str, Any]:
    block = blocks[0]
    shown: dict[str, Any] = {"kind": block.kind, "anchor": block.anchor, "level": block.level}
    if block.kind == "item":
        return {**shown, "items": [_told(item) for item in blocks]}
    if block.kind == "command":
        return {**shown, **_command(text, root, *block.command)}
    shown |= _told(block)
    shown["mark"] = MARKS.get(block.kind, "")
    if block.kind == "option":
        option, value = block.option
        shown["mark"] = f"{option.capitalize()}: {value}"
    return shown


def _told(block: Block) -> dict[str, Any]:
    return {
        "anchor": block.anchor,
        "refs": [ref for ref in block.refs if ref.startswith("p. ")],
        "sentences": [_sentence(one) for one in block.sentences],
    }


def _sentence(sentence: Sentence) -> dict[str, Any]:
    return {"anchor": sentence.anchor, "spans": msgspec.to_builtins(sentence.spans)}


def _command(text: RulesText, root: str, command: str, argument: str) -> dict[str, Any]:
    match command:
        case "draw":
            block = Block("command", "", (), (), (), command=(command, argument))
            return {"command": command, "pieces": drawn_in(block)}
        case "table":
            rows = [msgspec.to_builtins(row) for row in text.tables[argument]]
            return {"command": command, "name": argument, "rows": rows}
    data = position_data(text, argument)
    return {
        "command": command,
        "name": argument,
        "title": data["title"],
        "says": data["says"],
        "picture": _picture(text.name, root, argument, data),
    }


def position_data(text: RulesText, name: str) -> dict[str, Any]:
    """An example position as it is written; raises `BurgherError`."""
    where = f"{text.name}, position {name}"
    data = read_toml(text.folder / "positions" / f"{name}.toml")
    known_only(data, ("title", "says", "shows", "lesson", "position"), where)
    if taught := lesson(text.name, data.get("lesson", "")):
        data["position"] = taught.data
    if missing := {"title", "says", "position"} - set(data):
        raise BurgherError(f"{where} lacks {', '.join(sorted(missing))}")
    return data


@cache
def example(game: str, name: str) -> Setting | None:
    """An example position of the rules text."""
    text = rules_text(game)
    if text is None or name not in text.positions():
        return None
    return setting(game, position_data(text, name)["position"], f"{game}, position {name}")
