"""What people fill in on the start page, read with care."""

from __future__ import annotations

import re
from collections.abc import Mapping

from litestar.datastructures import FormMultiDict

from burgher import games
from burgher.kernel.game import Game
from burgher.server.problems import Problem, Unprocessable
from burgher.server.tables.seating import Place

_SEAT = re.compile(r"seat\.([0-9])\.(kind|name|agent)")


def text(form: FormMultiDict, name: str, default: str = "") -> str:
    """One field of a form."""
    value = form.get(name, default)
    if not isinstance(value, str):
        raise Problem(f"{name} should be text")
    return value.strip()


def number(form: FormMultiDict, name: str, default: int | None = None) -> int:
    """One field of a form that holds a small number."""
    value = text(form, name)
    if not value and default is not None:
        return default
    if not re.fullmatch("[0-9]{1,6}", value):
        raise Unprocessable(f"{name} should be a number")
    return int(value)


def game_of_form(form: FormMultiDict) -> Game:
    """The game that somebody wants to play; raises `BadOptions`."""
    rules = games.rules(text(form, "game"))
    players = number(form, "players", rules.players_usual)
    options: dict[str, object] = {}
    for option in rules.choices:
        given = [value for value in form.getall(f"option.{option.name}", []) if value != ""]
        if given:
            options[option.name] = given if len(given) > 1 else given[0]
    return rules(players, **options)


def places_of_form(form: FormMultiDict, players: int) -> list[Place]:
    """Who is to sit where: me in the first seat and opponents in the others, unless it is said."""
    said: dict[int, dict[str, str]] = {}
    for field in form:
        if found := _SEAT.fullmatch(field):
            said.setdefault(int(found[1]), {})[found[2]] = text(form, field)
    return [_place(seat, said.get(seat, {})) for seat in range(players)]


def _place(seat: int, said: Mapping[str, str]) -> Place:
    kind = said.get("kind") or ("opponent" if seat else "me")
    name, agent = said.get("name") or None, said.get("agent") or None
    match kind:
        case "me" | "here" | "friend" | "opponent":
            return Place(kind, name, agent)
    raise Unprocessable(f"Nobody can sit as {kind!r}: choose me, here, friend or opponent")
