"""The form that every reason for a refusal has: what a reader may expect of it, whatever the game.

A reason is a sentence, not a question and not in the terminal's language; it names a section of the rules
that speaks of the action; and it names no place or thing that is neither part of the action nor of what the
state is just about. What is named, and what may be, each game's form finds out by its words alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

import burgher
from burgher import Game, IllegalAction, State
from burgher.games.burgundy import components as burgundy
from burgher.games.burgundy.naming import title_of
from burgher.games.burgundy.questions.registry import BY_NUMBER as BURGUNDY_QUESTIONS
from burgher.games.granja.refusing import ANYTIME, BARROW, CRAFT, FARM, REVENUE, TRANSPORT
from burgher.games.hansa import components as hansa
from burgher.games.hansa import sections
from burgher.games.hansa.questions.registry import BY_NUMBER as HANSA_QUESTIONS
from granja.rich import rich as rich_granja
from hansa.playing import rich

Thing = tuple[str, str]
"""A kind of thing, and which of them."""

TERMINAL = re.compile(
    r"\b(say (which|it)|typed|type in|enter|write|in words|command|name the)\b", re.IGNORECASE
)
"""What speaks of typing rather than of the game."""


@dataclass(frozen=True)
class Form:
    """What is particular of a game."""

    games: list[tuple[int, dict[str, str]]]
    sections: Callable[[Game, dict[str, Any], str, IllegalAction], set[object]]
    """The sections that may speak of an action, by the view, its words and the refusal."""
    named: Callable[[Game, str], set[Thing]]
    """The things that a reason names."""
    chosen: Callable[[Game, dict[str, Any], str, IllegalAction], set[Thing]]
    """The things that it may name."""


def faults(form: Form, game: Game, view: dict[str, Any], words: str, found: IllegalAction) -> Iterator[str]:
    """What is wrong with a reason, in a word or two for each fault."""
    reason = found.reason
    if "?" in reason:
        yield "a question"
    if not reason or not (reason[0].isupper() or reason[0] == "“"):
        yield "no beginning"
    if (
        reason.endswith((".", "!", ":", ",", " "))
        or "  " in reason
        or re.search(r"\bNone\b(?! of)|[{}]", reason)
    ):
        yield "no end"
    if len(reason) > 200:
        yield "too long"
    if TERMINAL.search(reason):
        yield "the terminal's language"
    if found.page not in form.sections(game, view, words, found):
        yield "another section"
    if strangers := form.named(game, reason) - form.chosen(game, view, words, found):
        yield "names " + ", ".join(sorted({kind for kind, _ in strangers}))


# -- The Castles of Burgundy ------------------------------------------------------------------------

_PAGES: Mapping[str, set[object]] = {
    "place": {4, 5, 6, 8},
    "take": {4, 5, 7},
    "sell": {4, 5, 9},
    "workers": {4, 5},
    "buy": {9},
    "end": {4},
    "skip": {4, 5},
    "discard": {5},
    "load": {5, 10},
    "keep": {5},
    "pay": {9, 10},
    "side": {12},
    "castle": {12},
}
"""The pages that speak of an action, by its verb."""
_BURGUNDY_PAGE = {question.name: question.section for question in BURGUNDY_QUESTIONS}
_TITLES = sorted({title_of(tile) for tile in burgundy.TILES}, key=len, reverse=True)
_TITLE = re.compile(rf"\b(?:the |for )({'|'.join(map(re.escape, _TITLES))})\b")
_GOOD = re.compile(rf"\b({'|'.join(burgundy.GOODS)}) goods")


def _burgundy_verb(words: str) -> str:
    return words.split()[words[0].isdigit()]


def _burgundy_sections(_: Game, view: dict[str, Any], words: str, found: IllegalAction) -> set[object]:
    if found.kind in ("decide-first", "storage-full"):
        return {_BURGUNDY_PAGE[view["pending"][-1]]}
    return _PAGES[_burgundy_verb(words)]


def _burgundy_named(_: Game, reason: str) -> set[Thing]:
    named = {("space", n) for n in re.findall(r"[Ss]pace (\d+)", reason)}
    named |= {("depot", n) for n in re.findall(r"[Dd]epot (\d)", reason)}
    named |= {("spot", n) for n in re.findall(r"spot ([\w-]+)", reason)}
    named |= {("storage", n) for n in re.findall(r"[Pp]lace (\d) of your storage", reason)}
    named |= {("good", n) for n in _GOOD.findall(reason)}
    return named | {("tile", n) for n in _TITLE.findall(reason)}


def _burgundy_chosen(_: Game, view: dict[str, Any], words: str, found: IllegalAction) -> set[Thing]:
    verb, *rest = words.split()[words[0].isdigit() :]
    what = rest[0] if rest else ""
    player = view["players"][view["seat"]]
    things: set[Thing] = set()
    tiles = [view["in hand"]] if found.kind == "storage-full" else []
    if verb == "place":
        slot, space = what.split("-")
        things |= {("storage", slot), ("space", space)}
        tiles.append(player["storage"][int(slot) - 1])
        tiles.append(player["tiles"].get(space))
        if found.kind == "building-in-city":
            tiles.append(player["storage"][int(slot) - 1])
    elif verb in ("take", "buy"):
        things.add(("spot", what))
        if what.startswith("black-"):
            tiles.append(view["black"][int(what[6:]) - 1])
        else:
            things.add(("depot", what[0]))
            tiles.append(view["depots"][int(what[0]) - 1]["abcd".index(what[1])])
    elif verb in ("sell", "keep"):
        things.add(("good", what))
    elif verb == "load":
        things |= {("depot", what), *(("depot", str(depot)) for depot in view["loading"])}
    elif verb == "castle":
        things.add(("space", what))
    return things | {("tile", title_of(burgundy.TILE_BY_NAME[tile])) for tile in tiles if tile}


BURGUNDY = Form(
    [
        (2, {}),
        (3, {"edition": "2019"}),
        (4, {"estates": "random", "castles": "secret"}),
        (2, {"estates": "2-2019", "castles": "open", "edition": "2019"}),
    ],
    _burgundy_sections,
    _burgundy_named,
    _burgundy_chosen,
)


# -- Hansa Teutonica --------------------------------------------------------------------------------

_BEYOND: set[object] = {sections.EAST, sections.BRITANNIA}
_HOUSES = _BEYOND | {sections.TWO}
_TITLES_OF: Mapping[str, set[object]] = {
    "income": {sections.INCOME, sections.TURN},
    "place": {sections.PLACE, sections.TURN} | _HOUSES,
    "displace": {sections.DISPLACE, sections.TURN} | _HOUSES,
    "pay": {sections.DISPLACE},
    "next": {sections.DISPLACE} | _BEYOND,
    "move": {sections.MOVE, sections.TURN},
    "take": {sections.MOVE, sections.DISPLACE, sections.PLATES} | _BEYOND,
    "to": {sections.MOVE, sections.DISPLACE, sections.PLATES} | _BEYOND,
    "done": {sections.TURN, sections.MOVE, sections.DISPLACE} | _BEYOND,
    "establish": {sections.CLAIM, sections.TURN, sections.TWO},
    "office": {sections.CLAIM},
    "extra": {sections.CLAIM, sections.PLATES},
    "special": {sections.CLAIM},
    "develop": {sections.CLAIM, sections.EAST},
    "nothing": {sections.TURN},
    "end": {sections.TURN},
    "use": {sections.PLATES, sections.CLAIM},
    "exchange": {sections.PLATES, sections.EAST},
    "lay": {sections.CLAIM, *_BEYOND},
    "green": _BEYOND,
    "share": {sections.FAVOUR},
    "turn": {sections.FAVOUR, sections.PLATES},
    "favour": {sections.FAVOUR},
    "pawn": {sections.TWO, sections.TURN},
}
"""The headings that speak of an action, by its verb."""
_HANSA_SECTION = {question.name: question.section for question in HANSA_QUESTIONS}
_REMEDIES = {"too-far", "no-leave", "not-developed-here"}
"""These name what would be right: the nearer routes, the offices that give leave, the city for a track."""


def _side(game: Game) -> hansa.BoardSide:
    number = hansa.board_for(str(game.options["map"]), game.players)
    assert number is not None
    return hansa.BOARD_SIDES[number]


@cache
def _cities(side: str) -> tuple[re.Pattern[str], dict[str, str]]:
    """What finds the names of cities, and their keys."""
    (board,) = (one for one in hansa.BOARD_SIDES if one.name == side)
    keys = {city.name: city.key for city in board.cities}
    return re.compile("|".join(sorted(map(re.escape, keys), key=len, reverse=True))), keys


def _hansa_sections(_: Game, view: dict[str, Any], words: str, found: IllegalAction) -> set[object]:
    if found.kind == "decide-first":
        section = _HANSA_SECTION[view["pending"]]
        return _BEYOND if section == sections.EAST else {section}
    return _TITLES_OF[words.split()[0]]


def _hansa_named(game: Game, reason: str) -> set[Thing]:
    pattern, keys = _cities(_side(game).name)
    named = {("city", keys[name]) for name in pattern.findall(reason)}
    named |= {("house", n) for n in re.findall(r"(?:house|ship) (\d) of", reason, re.IGNORECASE)}
    return named | {("marker", name) for name in re.findall("“([^”]+)”", reason)}


def _hansa_chosen(game: Game, view: dict[str, Any], words: str, found: IllegalAction) -> set[Thing]:
    verb, *rest = words.split()
    things: set[Thing] = set()
    routes = {route.key: route for route in _side(game).routes}
    cities = [city.key for city in _side(game).cities]
    if found.kind in _REMEDIES:
        things |= {("city", city) for city in cities}
    if verb == "special":  # its city is printed, and there is one only
        things |= {("city", city.key) for city in _side(game).cities if city.special}
    for word in (*rest, *([view["route"]] if view["route"] else [])):
        if word in routes:
            things |= {("city", cities[end]) for end in routes[word].ends}
        elif word in cities:
            things.add(("city", word))
        elif word.isdigit():
            things.add(("house", word))
    titles = {marker["name"]: str(marker["title"]) for marker in hansa.MARKER_TABLE}
    kind = {"extra": "office", "exchange": "exchange"}.get(verb, rest[0] if rest else "")
    markers = [kind, *view["players"][view["seat"]]["waiting"][:1]]
    return things | {("marker", titles[marker]) for marker in markers if marker in titles}


HANSA = Form(
    [
        (2, {}),
        (3, {"rules": "big-box", "modules": "favour"}),
        (5, {"map": "east"}),
        (3, {"map": "britannia", "rules": "2009"}),
        (4, {"rules": "2009", "modules": "missions,favour"}),
        (4, {"map": "britannia"}),
    ],
    _hansa_sections,
    _hansa_named,
    _hansa_chosen,
)


# -- La Granja --------------------------------------------------------------------------------------

_GRANJA_SECTIONS: set[object] = {FARM, REVENUE, TRANSPORT, BARROW, CRAFT, ANYTIME}


_GRANJA_VERBS: Mapping[str, set[object]] = {
    "field barrow extension helper discard tile dismiss clear": {FARM},
    "die rest silver mark reroll": {REVENUE},
    "donkey fetch": {TRANSPORT},
    "buy sell upgrade trade improve": {ANYTIME},
    "unload": {ANYTIME, BARROW},
    "deliver": {TRANSPORT, BARROW, CRAFT},
    "craft": {CRAFT},
    "guard stall": {BARROW},
}
_GRANJA_HEADINGS = {verb: headings for verbs, headings in _GRANJA_VERBS.items() for verb in verbs.split()}
"""The headings that speak of an action, by its verb, where there is no doubt."""


def _granja_sections(game: Game, view: dict[str, Any], words: str, found: IllegalAction) -> set[object]:
    modules = game.options["modules"]
    assert isinstance(modules, tuple)
    of_modules: set[object] = {_title(str(module)) for module in modules} | {"Solo"}
    if found.kind in ("decide-first", "must-choose"):
        return (_GRANJA_SECTIONS if view["phase"] == "revenue" else _GRANJA_SECTIONS - {REVENUE}) | of_modules
    return _GRANJA_HEADINGS.get(words.split()[0], _GRANJA_SECTIONS) | of_modules


def _title(module: str) -> str:
    """The section of a module is its name."""
    if module == "ladies":
        return "Ladies of La Granja"
    return " ".join(word.capitalize() for word in module.removesuffix("-b").split("-"))


def _granja_named(_: Game, reason: str) -> set[Thing]:
    named = {("building", n) for n in re.findall(r"[Cc]raft building (\d)", reason)}
    named |= {("barrow", n) for n in re.findall(r"[Bb]arrow (\d)", reason)}
    named |= {("row", n) for n in re.findall(r"[Rr]ow ([a-d])\b", reason)}
    return named | {("card", n) for n in re.findall(r"[Cc]ard (\d+)", reason)}


def _granja_chosen(_: Game, __: dict[str, Any], words: str, found: IllegalAction) -> set[Thing]:
    numbers = re.findall(r"\d+", words)
    things = {(kind, n) for kind in ("building", "barrow", "card") for n in numbers}
    if found.kind == "one-row":  # the row that was begun, which is the reason
        return things | {("row", row) for row in "abcd"}
    return things | {("row", row) for row in re.findall(r"\d([a-d])\b", words)}


ELEVEN = (
    "betwixt,broken-roofs,bustling-town,colchonera,counsellors,donkey-song,grand-markers,hired-hands,ladies,"
    "long-distance-trade,trade-boards"
)
GRANJA = Form(
    [
        (2, {}),
        (4, {}),
        (1, {}),
        (3, {"modules": ELEVEN}),
        (
            2,
            {"modules": ELEVEN.replace("counsellors", "outlaws").replace("bustling-town", "bustling-town-b")},
        ),
    ],
    _granja_sections,
    _granja_named,
    _granja_chosen,
)

FORMS = {"burgundy": BURGUNDY, "granja": GRANJA, "hansa": HANSA}


# -- positions --------------------------------------------------------------------------------------


def positions(
    name: str, players: int, options: dict[str, str], seed: int, most: int
) -> Iterator[tuple[Game, State]]:
    """Games played at random, moment by moment: from the deal, then from tables on which much lies."""
    rules = burgher.load(name, players)
    game = burgher.load(name, players, **{**rules.finite, **options})
    chance = Random(seed)
    state = game.deal(seed)
    is_rich = name == "hansa" or (name == "granja" and players > 1 and not options)
    for n in range(most):
        if state.is_over or (n and n == most // 2 and is_rich):
            seed += 1000
            state = _rich(game, players, options, seed) if is_rich else game.deal(seed)
        yield game, state
        legal = state.legal_actions()
        state.apply(legal[chance.randrange(len(legal))])


def _rich(game: Game, players: int, options: dict[str, str], seed: int) -> State:
    """A table on which much lies: random play alone seldom gets there."""
    if game.name == "granja":
        return game.restore(rich_granja(game, seed))
    table = rich(players, {"rules": "given", **options, "limit": "40"}, Random(seed))
    return game.restore(table.game.position(table.state))
