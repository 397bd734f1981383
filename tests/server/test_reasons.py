"""Why a part cannot be used: what people are told before the click, in any game."""

from __future__ import annotations

import random
import re
from types import SimpleNamespace
from typing import Any, cast

import pytest

import burgher
from burgher import Table
from burgher.games.burgundy import components as burgundy
from burgher.games.burgundy.naming import title_of
from burgher.games.hansa import components as hansa
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.view.reasons import NOTHING_NOW, Why, why
from burgundy.kit import lay_out
from front.reason_form import FORMS, TERMINAL, Thing, positions


def seen_at(table: Table) -> LoadedTable:
    """A table as `why` looks at it."""
    return cast(LoadedTable, SimpleNamespace(table=table, game=table.game))


def test_a_part_is_refused_for_itself_and_no_place_that_nobody_chose() -> None:
    """A stored tile that fits nowhere is not refused for a space, nor a depot in the words of a terminal."""
    depots = {"4a": "ship", "black-2": "bank"}
    table = lay_out(dice=(4, 1), storage=["chicken-2"], silverlings=2, depots=depots)
    loaded = seen_at(table)
    animals = "There is no space for the 2 chickens yet: no free animal space lies beside your tiles"
    assert why(loaded, 0, "store-1") == Why(animals, 5)
    assert why(loaded, 0, "black-2", ["die-1"]) == Why("This does not go together with what you have touched")
    table.play("1 workers")
    table.play("2 workers")
    assert why(loaded, 0, "depot-4a") == Why("Both of your dice are used, and an action needs one", 5)
    assert why(loaded, 0, "black-2") == Why(None)


def test_what_could_not_be_used_anyway_is_refused_for_itself_whatever_was_touched() -> None:
    loaded = seen_at(lay_out(dice=(4, 1), silverlings=1, depots={"4a": "ship", "black-2": "bank"}))
    alone = why(loaded, 0, "black-2")
    assert alone.page == 9
    assert why(loaded, 0, "black-2", ["die-1"]) == alone


@pytest.mark.parametrize("name", ["burgundy", "granja", "hansa"])
def test_every_part_has_a_reason_that_is_a_sentence(name: str) -> None:
    game = burgher.load(name, players=2)
    parts = sorted({part for action in game.actions for part in action.parts})
    chance = random.Random(4)
    table = Table(game, 4)
    loaded = seen_at(table)
    for _ in range(120):
        if table.is_over:
            break
        legal = table.state.legal_actions()
        usable = {part for action in legal for part in game.parts(action)}
        for part in chance.sample(parts, 15):
            said = why(loaded, table.seat, part)
            assert (said.reason is None) == (part in usable)
            if said.reason is not None:
                assert said.reason[0].isupper()
                assert said.page is not None or said.reason == NOTHING_NOW
        table.play(chance.choice(legal))


REMEDIES = re.compile("Nearer routes have room|needs leave|^A route at|^The special table is reached")
"""These name what would be right: the nearer routes, the offices that give leave, the city for a track."""
ONE_GOOD = re.compile(r"\b(olive|grain|grape|pig) costs")


def things_of(name: str, view: dict[str, Any], part: str) -> set[Thing]:
    """What a reason for refusing a part may name: what the part is, and what is just being decided."""
    if name == "burgundy":
        return burgundy_things(view, part)
    if name == "granja":
        things = {(kind, n) for kind in ("building", "barrow", "card") for n in re.findall(r"\d+", part)}
        return things | {("row", row) for row in "abcd" if part.startswith("row-")}  # perhaps the one begun
    titles = {marker["name"]: str(marker["title"]) for marker in hansa.MARKER_TABLE}
    kinds = [part.removeprefix("marker-"), *view["players"][view["seat"]]["waiting"][:1]]
    kinds += ["exchange"] * part.startswith("office-")  # nothing else is done with an office
    things = {("marker", titles[kind]) for kind in kinds if kind in titles}
    around = f"{part}-{view['route']}-"
    cities = {city.key for side in hansa.BOARD_SIDES for city in side.cities}
    return things | {("city", city) for city in cities if f"-{city}-" in around} | {("house", part[-1])}


def burgundy_things(view: dict[str, Any], part: str) -> set[Thing]:
    """The same for The Castles of Burgundy."""
    kind, _, which = part.rpartition("-")
    things = {(thing, which) for thing in ("space", "spot") if kind in (thing, "depot")}
    tiles = [view["in hand"]]
    if kind == "store":
        things.add(("storage", which))
        tiles.append(view["players"][view["seat"]]["storage"][int(which) - 1])
    elif kind == "depot":
        things.add(("depot", which[0]))
        tiles.append(view["depots"][int(which[0]) - 1]["abcd".index(which[1])])
    elif kind == "black":
        tiles.append(view["black"][int(which) - 1])
    elif kind == "goods-at":
        things.add(("depot", which))
    elif kind == "goods":
        things.add(("good", which))
    return things | {("tile", title_of(burgundy.TILE_BY_NAME[tile])) for tile in tiles if tile}


@pytest.mark.parametrize("name", ["burgundy", "granja", "hansa"])
def test_a_part_is_refused_for_itself_in_any_position(name: str) -> None:
    """In hundreds of positions: a sentence, no question, nothing about a thing that nobody touched."""
    found: dict[str, str] = {}
    for number, (players, options) in enumerate(FORMS[name].games):
        chance = random.Random(number)
        for game, state in positions(name, players, options, 300 + number, 60):
            view = game.view(state, state.seat)
            usable = {part for action in state.legal_actions() for part in game.parts(action)}
            parts = {part for action in game.actions for part in action.parts} - usable
            table = SimpleNamespace(is_over=False, state=state, game=game, seat=state.seat)
            loaded = cast(LoadedTable, SimpleNamespace(table=table, game=game))
            for part in chance.sample(sorted(parts), 25):
                reason = str(why(loaded, state.seat, part).reason)
                strangers = FORMS[name].named(game, reason) - things_of(name, view, part)
                if part in ("buy", "sell", "upgrade"):
                    strangers |= {("good", good) for good in ONE_GOOD.findall(reason)}
                if "?" in reason or TERMINAL.search(reason) or (strangers and not REMEDIES.search(reason)):
                    found.setdefault(f"{part}: {reason}", game.heading(state))
    assert found == {}
