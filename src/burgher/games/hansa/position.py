"""The table as data: what a seat may see, and whole positions, written and read again with every check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from burgher.games.hansa.components import (
    COLOURS,
    FAVOURS,
    MARKERS,
    MISSIONS,
    SHAPES,
    TRACKS,
    BoardSide,
    key_of,
)
from burgher.games.hansa.displacing import remember
from burgher.games.hansa.houses import owner_of, piece, settle, shape_of
from burgher.games.hansa.invariants import check
from burgher.games.hansa.lookups import MERCHANTS, MOST_EXTRAS, NOWHERE, TRACK_LENGTH, TRADERS
from burgher.games.hansa.naming import side_of
from burgher.games.hansa.offices import recount
from burgher.games.hansa.pawn import FREE_STEPS
from burgher.games.hansa.questions.registry import BY_NUMBER
from burgher.kernel.errors import BadPosition
from burgher.kernel.ints import members_of, set_of
from burgher.kernel.reading import Reader

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData, Player

_QUESTION_NUMBERS = {question.name: number for number, question in enumerate(BY_NUMBER) if number}

_MISSIONS = [[key_of(city) for city in card] for card in MISSIONS]
"""The cities of each mission card, named as in the words of actions."""


# -- writing --------------------------------------------------------------------------------------


def write(state: HansaData) -> dict[str, Any]:
    """The whole table, secrets included (docs/positions.md)."""
    side, board = side_of(state), _board(state)
    _say_who_controls(state, board["cities"])
    return {
        **board,
        "houses": {
            name: _named(one) for name, one in zip(house_names(side), _pieces(state), strict=True) if one
        },
        "hand from": None if state.hand_from < 0 else house_names(side)[state.hand_from],
        "questions": [[name, 0] for name in _asked(state)],
        "completed": len(members_of(state.complete)),
        "players": [_player(player, _MISSIONS) for player in state.players],
        "chance": state.chance,
        "reveals": state.reveals,
    }


def view(state: HansaData, seat: int | None) -> dict[str, Any]:
    """What a seat may see: everything but future draws and the others' missions.

    It also says what follows from the rest: who controls each city, and what the desks show.
    """
    players = [_player(player, MISSIONS) for player in state.players]
    for other, player in enumerate(players):
        if not state.is_over and other != seat:
            player["mission"] = None
    side, board = side_of(state), _board(state)
    _say_who_controls(state, board["cities"])
    asked = _asked(state)
    return {
        **board,
        # Views keep the form that they had: finished games are stored as they were seen.
        "houses": _by_route(side, _pieces(state)),
        "hand from": None if state.hand_from < 0 else state.hand_from + 1,
        "pending": asked[0] if asked else None,
        "board": side.name,
        "completed": len(members_of(state.complete)),
        "joins": state.joins,
        "players": players,
    }


def _board(state: HansaData) -> dict[str, Any]:
    side = side_of(state)
    return {
        "start": state.start,
        "active": state.active,
        "seat": state.seat,
        "round": state.round + 1,
        "over": state.is_over,
        "actions": state.actions,
        "begun": state.begun,
        "establishing": state.establishing,
        "ending": state.ending,
        "markers": {
            route.key: MARKERS[state.plates[n] - 1] for n, route in enumerate(side.routes) if state.plates[n]
        },
        "pile": _counted(MARKERS, [state.pile[kind] for kind in range(len(MARKERS))]),
        "cities": {
            city.key: {"offices": _row(state.offices[n]), "extras": _row(state.extras[n])}
            for n, city in enumerate(side.cities)
        },
        "special": [_named(state.special[colour]) for colour in range(len(COLOURS))],
        "hand": _named(state.hand),
        "left": state.left,
        "route": None if state.route < 0 else side.routes[state.route].key,
        "displaced": _named(state.displaced),
        **_placed(state, side),
        "spare": {"trader": state.spare_traders, "merchant": state.spare_merchants},
        "fresh office": bool(state.fresh_office),
        "leave used": [side.cities[state.board.grant_city[n]].key for n in members_of(state.leave_used)],
        "pawn": None if state.pawn < 0 else side.provinces[state.pawn].name,
        "pawn steps": state.pawn_steps,
        # Seldom so, and positions from before do not say it.
        **({"actions over": True} if state.actions_over else {}),
        "favours": [FAVOURS[tile] for tile in members_of(state.favours)],
    }


def house_names(side: BoardSide) -> list[str]:
    """The houses of all routes by number, named as in the words of actions: `hamburg-luebeck 2`."""
    return [f"{route.key} {place}" for route in side.routes for place in range(1, len(route.houses) + 1)]


def _placed(state: HansaData, side: BoardSide) -> dict[str, Any]:
    """The houses just filled by whoever places pieces one by one: seldom any, so few positions say it."""
    board = state.board
    filled = [
        name
        for house, name in enumerate(house_names(side))
        if state.placed[board.house_word[house]] & board.house_bit[house]
    ]
    return {"placed": filled} if filled else {}


def _pieces(state: HansaData) -> list[int]:
    """What stands in each house, by number: a piece, or 0."""
    found = []
    for house in range(state.board.houses):
        word, bit = state.board.house_word[house], state.board.house_bit[house]
        there = [seat for seat in range(state.seats) if state.players[seat].houses[word] & bit]
        found.append(piece(there[0], int(state.discs[word] & bit != 0)) if there else 0)
    return found


def _by_route(side: BoardSide, pieces: list[int]) -> dict[str, list[dict[str, Any] | None]]:
    """What stands in the houses of each route, with None for an empty one."""
    left = iter(pieces)
    return {route.key: [_named(next(left)) for _ in route.houses] for route in side.routes}


def _asked(state: HansaData) -> list[str]:
    """What is asked: nothing, or one question."""
    return [BY_NUMBER[state.pending].name] if state.pending else []


def _say_who_controls(state: HansaData, cities: dict[str, dict[str, Any]]) -> None:
    """Add to each city who controls it, and whether all its offices are taken: both follow from the rest."""
    for n, city in enumerate(cities.values()):
        city["control"] = state.control[n] - 1 if state.control[n] else None
        city["complete"] = bool(state.complete & set_of([n]))


def _player(player: Player, missions: list[list[str]]) -> dict[str, Any]:
    return {
        "points": player.points,
        "supply": {"trader": player.supply_traders, "merchant": player.supply_merchants},
        "stock": {"trader": player.stock_traders, "merchant": player.stock_merchants},
        "desk": {track: player.desk[n] for n, track in enumerate(TRACKS)},
        "joined": player.joined,
        "unused": _counted(MARKERS, [player.unused[kind] for kind in range(len(MARKERS))]),
        "used": _counted(MARKERS, [player.used[kind] for kind in range(len(MARKERS))]),
        "waiting": [MARKERS[kind - 1] for kind in _nibbles(player.waiting)],
        "favours": [FAVOURS[tile] for tile in members_of(player.favours)],
        "mission": None if player.mission < 0 else missions[player.mission],
    }


def _named(one: int) -> dict[str, Any] | None:
    return {"seat": owner_of(one), "shape": SHAPES[shape_of(one)]} if one else None


def _nibbles(packed: int) -> list[int]:
    found = []
    while packed:
        found.append(packed & 15)
        packed >>= 4
    return found


def _row(packed: int) -> list[dict[str, Any] | None]:
    """Offices from left to right."""
    return [_named(one) for one in _nibbles(packed)]


def _counted(names: list[str], counts: list[int]) -> dict[str, int]:
    return {name: count for name, count in zip(names, counts, strict=True) if count}


# -- as it was before -------------------------------------------------------------------------------


def earlier(position: Mapping[str, Any], side: BoardSide) -> dict[str, Any]:
    """A position in the form that it had before format 3.

    Houses stood by route and place, `hand from` was a number, `pending` a name, cities of missions were named
    as they are printed, and nothing was said that follows from the rest.
    """
    former, names = dict(position), house_names(side)
    standing, asked = former["houses"], former.pop("questions")
    former["houses"] = {
        route.key: [standing.get(f"{route.key} {place}") for place in range(1, len(route.houses) + 1)]
        for route in side.routes
    }
    former["hand from"] = None if former["hand from"] is None else names.index(former["hand from"]) + 1
    former["pending"] = asked[0][0] if asked else None
    former["cities"] = {
        key: {name: city[name] for name in ("offices", "extras")} for key, city in former["cities"].items()
    }
    del former["completed"]
    former["players"] = [
        player | {"mission": MISSIONS[_MISSIONS.index(player["mission"])]} if player["mission"] else player
        for player in former["players"]
    ]
    return former


def _today(position: Mapping[str, Any], side: BoardSide) -> Mapping[str, Any]:
    """A position in today's form, whichever it has, but for what follows from the rest.

    What is wrong with it is left to be found.
    """
    if "pending" not in position or "questions" in position:
        return position
    today, names = dict(position), house_names(side)
    pending, came_from, rows = today.pop("pending"), position.get("hand from"), position.get("houses")
    today["questions"] = [] if pending is None else [[pending, 0]]
    if type(came_from) is int and came_from in range(1, len(names) + 1):
        today["hand from"] = names[came_from - 1]
    if isinstance(rows, Mapping) and all(isinstance(row, list) for row in rows.values()):
        today["houses"] = {
            f"{route} {place}": one
            for route, row in rows.items()
            for place, one in enumerate(row, start=1)
            if one is not None
        }
    if isinstance(players := position.get("players"), list):
        today["players"] = [
            {**player, "mission": _MISSIONS[MISSIONS.index(player["mission"])]}
            if isinstance(player, Mapping) and player.get("mission") in MISSIONS
            else player
            for player in players
        ]
    return today


# -- reading --------------------------------------------------------------------------------------


class _Reader(Reader):
    """Takes values out of a position of this game."""

    def names(self, name: str, choices: list[str]) -> list[int]:
        """A list of names out of some, as numbers."""
        return [choices.index(self._choice(name, value, choices)) for value in self.items(name)]

    def optional_name(self, name: str, choices: list[str]) -> int:
        """A name out of some, as a number; -1 for none."""
        return NOWHERE if self.any(name) is None else choices.index(self.choice(name, choices))

    def piece(self, name: str, seats: int) -> int:
        return self.piece_of(name, self.any(name), seats)

    def piece_of(self, name: str, value: object, seats: int) -> int:
        if value is None:
            return 0
        inner = _Reader(value, f"{self.where}: {name!r}")
        return piece(inner.number("seat", 0, seats - 1), SHAPES.index(inner.choice("shape", SHAPES)))


def read(data: Mapping[str, Any], state: HansaData) -> None:
    """Lay out an empty table as a position says; `BadPosition` names the first thing that is wrong."""
    side = side_of(state)
    position = _Reader(_today(_Reader(data, "position").data, side), "position")
    last = state.seats - 1
    state.start = position.number("start", 0, last)
    state.active = position.number("active", 0, last)
    state.seat = position.number("seat", 0, last)
    state.me = state.players[state.seat]
    state.round = position.number("round", 1, 1_000_000) - 1
    state.is_over = position.flag("over")
    state.actions = position.number("actions", 0, 100)
    state.begun = position.flag("begun")
    state.establishing = position.flag("establishing")
    state.ending = position.flag("ending")
    routes = [route.key for route in side.routes]
    _read_routes(position, state, side)
    _read_cities(position, state, side)
    for colour, one in enumerate(position.items("special", len(COLOURS))):
        state.special[colour] = position.piece_of("special", one, state.seats)
    asked = position.questions(_QUESTION_NUMBERS)
    if len(asked) > 1:
        raise position.fail("questions", "can be one at most")
    state.pending = asked[0] if asked else 0
    state.hand = position.piece("hand", state.seats)
    state.hand_from = position.optional_name("hand from", house_names(side))
    state.left = position.number("left", 0, 9)
    state.route = position.optional_name("route", routes)
    state.displaced = position.piece("displaced", state.seats)
    if "placed" in position.data:
        for house in position.names("placed", house_names(side)):
            remember(state, house)
    state.spare_traders, state.spare_merchants = position.counts("spare", SHAPES, 0, 4)
    state.fresh_office = int(position.flag("fresh office"))
    givers = [side.cities[state.board.grant_city[n]].key for n in range(state.board.grants)]
    state.leave_used = set_of(position.names("leave used", givers))
    state.pawn = position.optional_name("pawn", [province.name for province in side.provinces])
    state.pawn_steps = position.number("pawn steps", 0, FREE_STEPS)
    if "actions over" in position.data:
        state.actions_over = position.flag("actions over")
    state.favours = set_of(position.names("favours", FAVOURS))
    for seat, player in enumerate(position.items("players", state.seats)):
        _read_player(_Reader(player, f"player {seat + 1}"), state.players[seat])
    state.joins = sum(player.joined for player in state.players)
    state.chance, state.reveals = position.chance(1)
    try:
        check(state)
    except AssertionError as error:
        raise BadPosition(f"position: it should hold that {error}") from error


def _read_routes(position: _Reader, state: HansaData, side: BoardSide) -> None:
    houses, names = _Reader(position.any("houses"), "houses"), house_names(side)
    for name in houses.data:
        if name not in names:
            raise position.fail("houses", f"has no house {name!r}")
        there, house = houses.piece(name, state.seats), names.index(name)
        if not there:
            raise houses.fail(name, "should be a piece: empty houses are left out")
        if state.board.is_ship[house] and not shape_of(there):
            raise houses.fail(name, "cannot have a trader aboard a ship")
        settle(state, state.players[owner_of(there)], house, shape_of(there))
    markers = _Reader(position.any("markers"), "markers")
    for n, route in enumerate(side.routes):
        if route.key in markers.data:
            state.plates[n] = MARKERS.index(markers.choice(route.key, MARKERS)) + 1
            state.plated |= set_of([n])
    if len(members_of(state.plated)) != len(markers.data):
        raise position.fail("markers", "names a route that does not exist")
    for kind, count in enumerate(position.counts("pile", MARKERS, 0, 16)):
        state.pile[kind] = count


def _read_cities(position: _Reader, state: HansaData, side: BoardSide) -> None:
    cities = _Reader(position.any("cities"), "cities")
    for n, city in enumerate(side.cities):
        held = _Reader(cities.any(city.key), city.name)
        for name, target, most in (
            ("offices", state.offices, len(city.offices)),
            ("extras", state.extras, MOST_EXTRAS),
        ):
            row = [held.piece_of(name, one, state.seats) for one in held.items(name)]
            if len(row) > most or 0 in row:
                raise held.fail(name, f"should be up to {most} pieces")
            target[n] = sum(one * 16**place for place, one in enumerate(row))
            for one in row:
                state.players[owner_of(one)].present |= set_of([n])
        state.filled[n] = len(held.items("offices"))
        if state.filled[n] == len(city.offices) and (city.offices or state.extras[n]):
            state.complete |= set_of([n])
        recount(state, n)
        _check_control(held, state, n)
    completed = len(members_of(state.complete))
    if position.data.get("completed", completed) != completed:
        raise position.fail("completed", f"should be {completed}, as the offices say")


def _check_control(held: _Reader, state: HansaData, city: int) -> None:
    """What a position says of a city must follow from its offices; it did not say it before format 3."""
    control = state.control[city] - 1 if state.control[city] else None
    if held.data.get("control", control) != control:
        raise held.fail("control", f"should be {'nobody, null' if control is None else control}")
    complete = bool(state.complete & set_of([city]))
    if held.data.get("complete", complete) is not complete:
        raise held.fail("complete", f"should be {str(complete).lower()}")


def _read_player(reader: _Reader, player: Player) -> None:
    player.points = reader.number("points", 0, 10_000)
    player.supply_traders, player.supply_merchants = reader.counts("supply", SHAPES, 0, TRADERS)
    player.stock_traders, player.stock_merchants = reader.counts("stock", SHAPES, 0, TRADERS)
    if player.supply_merchants + player.stock_merchants > MERCHANTS:
        raise reader.fail("supply", f"and stock can have {MERCHANTS} merchants at most")
    for track, steps in enumerate(reader.counts("desk", TRACKS, 0, 5)):
        if steps > TRACK_LENGTH[track]:
            raise reader.fail("desk", f"has {TRACK_LENGTH[track]} steps at most for {TRACKS[track]}")
        player.desk[track] = steps
    player.joined = reader.flag("joined")
    for kind, count in enumerate(reader.counts("unused", MARKERS, 0, 16)):
        player.unused[kind] = count
    for kind, count in enumerate(reader.counts("used", MARKERS, 0, 16)):
        player.used[kind] = count
    waiting = reader.names("waiting", MARKERS)
    if len(waiting) > 15:
        raise reader.fail("waiting", "cannot be so many")
    player.waiting = sum((kind + 1) * 16**n for n, kind in enumerate(waiting))
    player.favours = set_of(reader.names("favours", FAVOURS))
    mission = reader.any("mission")
    if mission is not None and mission not in _MISSIONS:
        raise reader.fail("mission", "should be a card")
    player.mission = NOWHERE if mission is None else _MISSIONS.index(mission)
