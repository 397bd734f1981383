"""What people fill in on the start page, read with care."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

import msgspec
from litestar.datastructures import FormMultiDict

from burgher import games
from burgher.kernel.game import Game
from burgher.server.problems import Problem, Unprocessable
from burgher.server.storage.model import StoredTable
from burgher.server.storage.pace import Pace
from burgher.server.tables.seating import Place
from burgher.server.tables.terms import Terms

_TIME = re.compile(r"([0-9]{1,7})(?:\+([0-9]{1,5}))?")
_OPTION = re.compile(r"option\.[a-z0-9-]{1,40}")
_KEPT = ("players", "listed", "time", "then", "level", "rated")
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


def form_of(settings: Mapping[str, Sequence[str]], **more: str) -> FormMultiDict:
    """What somebody has chosen before, as a form that is sent again."""
    pairs = [(name, value) for name, values in settings.items() if name not in more for value in values]
    return FormMultiDict([*pairs, *more.items()])


def places_of_form(form: FormMultiDict, players: int) -> list[Place]:
    """Who is to sit where: me in the first seat and opponents in the others, unless it is said."""
    said: dict[int, dict[str, str]] = {}
    for field in form:
        if found := _SEAT.fullmatch(field):
            said.setdefault(int(found[1]), {})[found[2]] = text(form, field)
    return [_place(seat, said.get(seat, {})) for seat in range(players)]


def terms_of_form(form: FormMultiDict) -> Terms:
    """How much time there is, and whether the game is rated; raises `Unprocessable`."""
    time, then = text(form, "time"), text(form, "then") or "opponent"
    if then not in ("opponent", "out"):
        raise Unprocessable("When time is up, an opponent takes over, or the seat is out")
    pace = None
    if time:
        found = _TIME.fullmatch(time)
        if found is None:
            raise Unprocessable("time should be as in 900+20 or in 86400")
        first, more = int(found[1]), found[2]
        lasts = {"move": first} if more is None else {"reserve": first, "increment": int(more)}
        pace = msgspec.convert({**lasts, "then": then, "level": text(form, "level")}, Pace)
    return Terms(pace, bool(text(form, "rated")))


def settings_of_form(form: FormMultiDict) -> dict[str, list[str]]:
    """What somebody has chosen for a table, to be offered again next time: everything but names."""
    return {
        field: [value for value in form.getall(field) if isinstance(value, str)]
        for field in form
        if field in _KEPT
        or (_SEAT.fullmatch(field) and not field.endswith("name"))
        or _OPTION.fullmatch(field)
    }


def settings_of_table(stored: StoredTable) -> dict[str, list[str]]:
    """The same of a table that there is already."""
    found = {"players": [str(stored.players)], "listed": ["on"] if stored.listed else []}
    for name, value in stored.options.items():
        found[f"option.{name}"] = [value] if isinstance(value, str) else list(value)
    for seat in stored.seats:
        opponent = seat.kind == "opponent" and seat.away is None
        found[f"seat.{seat.number}.kind"] = ["opponent" if opponent else "friend"]
        if opponent and seat.agent:
            found[f"seat.{seat.number}.agent"] = [seat.agent]
    if (pace := stored.pace) is not None:
        found["time"] = [str(pace.move) if pace.move else f"{pace.reserve}+{pace.increment}"]
        found |= {"then": [pace.then], "level": [pace.level]}
    return found | {"rated": ["on"] if stored.rated else []}


def _place(seat: int, said: Mapping[str, str]) -> Place:
    kind = said.get("kind") or ("opponent" if seat else "me")
    name, agent = said.get("name") or None, said.get("agent") or None
    match kind:
        case "me" | "here" | "friend" | "opponent":
            return Place(kind, name, agent)
    raise Unprocessable(f"Nobody can sit as {kind!r}: choose me, here, friend or opponent")
