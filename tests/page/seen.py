"""A table as one viewer sees it, drawn without a server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from html.parser import HTMLParser
from random import Random
from typing import Any

import msgspec
from jinja2 import Environment

import burgher
from burgher import Table
from burgher.games.burgundy.page import context
from burgher.server.view.table_view import TableView
from burgher.server.view.templates import environment

NAMES = ("Anna", "Benno", "Carla", "Dario")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


def table(players: int = 2, seed: int = 7, names: tuple[str, ...] = NAMES, **options: object) -> Table:
    """A table just dealt."""
    game = burgher.load("burgundy", players=players, **options)
    return Table(game, seed=seed, names=names[:players])


def played(table: Table, seed: int = 1) -> Iterator[Table]:
    """The table before each decision of a random game, and at its end."""
    chance = Random(seed)
    while not table.is_over:
        yield table
        table.play(chance.choice(table.state.legal_actions()))
    yield table


def sight(table: Table, seat: int | None) -> dict[str, Any]:
    """What a seat (or, for None, a spectator) sees, as the server would say it."""
    game, deciding = table.game, seat == table.seat and not table.is_over
    known = {
        "table": "k3x9",
        "url": "/t/k3x9",
        "version": 3,
        "number": 2,
        "origin": None,
        "game": {
            "name": game.name,
            "title": game.title,
            "players": game.players,
            "options": dict(game.options),
            "notes": game.notes,
        },
        "names": table.names,
        "kinds": ("person",) * game.players,
        "free": (),
        "seat": seat,
        "mine": () if seat is None else (seat,),
        "curtain": None,
        "to_move": None if table.is_over else table.seat,
        "is_over": table.is_over,
        "heading": table.heading,
        "headline": table.headline,
        "question": table.question() if deciding else f"Waiting for {table.names[table.seat]}",
        "scores": table.scores_seen(seat),
        "ranks": table.ranks() if table.is_over else None,
        "view": table.view(seat),
        "actions": [
            {
                "number": action.number,
                "words": action.words,
                "parts": action.parts,
                "sentence": game.sentence(table.state, action.number),
                "final": False,
            }
            for action in (table.actions() if deciding else ())
        ],
        "chat": "everyone",
        "fairness": {"commitment": table.commitment, "secret": None, "sentence": table.fairness()},
        "can_take_back": seat is not None and table.can_take_back(seat),
        "can_restart": False,
        "hints": {"allowed": True, "people": 1, "agreed": ()},
        "last": [],
        "moves": [],
        "since_turn": [],
        "log": log(table, seat),
        "breakdown": table.breakdown_seen(seat),
    }
    # Through the server's own type: what is added there is not forgotten here.
    found: dict[str, Any] = msgspec.to_builtins(msgspec.convert(known, TableView))
    return found


def log(table: Table, seat: int | None) -> list[dict[str, Any]]:
    """The journal as the server tells it."""
    assert table.state.journal is not None
    return [
        {
            "text": table.game.tell(entry, table.names),
            "seat": entry.seat,
            "points": entry.points,
            "source": table.game.source(entry) if entry.points else None,
        }
        for entry in table.state.journal.entries
        if entry.is_for(seat)
    ]


@cache
def templates() -> Environment:
    """The templates, as the server reads them."""
    return environment()


def page(table: Table, seat: int | None, template: str = "table.html", **more: Any) -> str:
    """The table's page, for one viewer."""
    seen = sight(table, seat)
    return (
        templates()
        .get_template(template)
        .render(
            sight=seen,
            page="burgundy/table.html",
            game_css="/look/burgundy/page.css",
            csrf="token",
            me={"name": "Anna"},
            **context(seen["view"], seen),
            **more,
        )
    )


def values_of(attribute: str, html: str) -> set[str]:
    """The values that an attribute has anywhere in a page; a fraction of the work of taking it apart."""
    return set(map(unescape, re.findall(rf'\s{attribute}="([^"]*)"', html)))


class Html(HTMLParser):
    """A page, taken apart: its elements, and whatever is not well formed in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.problems: list[str] = []
        self._open: list[str] = []
        self.feed(text)
        self.close()
        self.problems += [f"<{tag}> is never closed" for tag in self._open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._note(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1] != tag:
            self.problems.append(f"</{tag}> on line {self.getpos()[0]} closes {self._open[-1:]}")
        else:
            self._open.pop()

    def _note(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        self.problems += [f"<{tag}> has {name} twice" for name in set(names) if names.count(name) > 1]
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def having(self, attribute: str) -> list[dict[str, str]]:
        """The attributes of all elements that have this one."""
        return [attrs for _, attrs in self.elements if attribute in attrs]
