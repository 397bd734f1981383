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
)
from burgher.games.hansa.houses import owner_of, piece, settle, shape_of
from burgher.games.hansa.invariants import check
from burgher.games.hansa.lookups import MERCHANTS, MOST_EXTRAS, NOWHERE, TRACK_LENGTH, TRADERS
from burgher.games.hansa.naming import side_of
from burgher.games.hansa.offices import recount
from burgher.games.hansa.pawn import FREE_STEPS
from burgher.games.hansa.questions.registry import BY_NUMBER
from burgher.kernel.chance import MULTIPLIER
from burgher.kernel.errors import BadPosition
from burgher.kernel.ints import members_of, set_of
from burgher.kernel.reading import Reader

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData, Player

_PENDING_NUMBERS = {question.name: number for number, question in enumerate(BY_NUMBER) if number}


# -- writing --------------------------------------------------------------------------------------


def write(state: HansaData) -> dict[str, Any]:
    """The whole table, secrets included."""
    return {
        **_board(state),
        "players": [_player(player) for player in state.players],
        "chance": state.chance,
        "reveals": state.reveals,
    }


def view(state: HansaData, seat: int | None) -> dict[str, Any]:
    """What a seat may see: everything but future draws and the others' missions.

    It also says what follows from the rest: who controls each city, and what the desks show.
    """
    players = [_player(player) for player in state.players]
    for other, player in enumerate(players):
        if not state.is_over and other != seat:
            player["mission"] = None
    board = _board(state)
    for n, city in enumerate(board["cities"].values()):
        city["control"] = state.control[n] - 1 if state.control[n] else None
        city["complete"] = bool(state.complete & set_of([n]))
    return {
        **board,
        "board": side_of(state).name,
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
        "houses": _houses(state, side),
        "markers": {
            route.key: MARKERS[state.plates[n] - 1] for n, route in enumerate(side.routes) if state.plates[n]
        },
        "pile": _counted(MARKERS, [state.pile[kind] for kind in range(len(MARKERS))]),
        "cities": {
            city.key: {"offices": _row(state.offices[n]), "extras": _row(state.extras[n])}
            for n, city in enumerate(side.cities)
        },
        "special": [_named(state.special[colour]) for colour in range(len(COLOURS))],
        "pending": BY_NUMBER[state.pending].name if state.pending else None,
        "hand": _named(state.hand),
        "hand from": None if state.hand_from < 0 else state.hand_from + 1,
        "left": state.left,
        "route": None if state.route < 0 else side.routes[state.route].key,
        "displaced": _named(state.displaced),
        "spare": {"trader": state.spare_traders, "merchant": state.spare_merchants},
        "fresh office": bool(state.fresh_office),
        "leave used": [side.cities[state.board.grant_city[n]].key for n in members_of(state.leave_used)],
        "pawn": None if state.pawn < 0 else side.provinces[state.pawn].name,
        "pawn steps": state.pawn_steps,
        "favours": [FAVOURS[tile] for tile in members_of(state.favours)],
    }


def _houses(state: HansaData, side: BoardSide) -> dict[str, list[dict[str, Any] | None]]:
    """Every house of every route, with its piece or None."""
    board = state.board
    lying: dict[str, list[dict[str, Any] | None]] = {}
    for n, route in enumerate(side.routes):
        row: list[dict[str, Any] | None] = []
        for place in range(len(route.houses)):
            house = board.route_first[n] + place
            word, bit = board.house_word[house], board.house_bit[house]
            there = [seat for seat in range(state.seats) if state.players[seat].houses[word] & bit]
            row.append(_named(piece(there[0], int(state.discs[word] & bit != 0))) if there else None)
        lying[route.key] = row
    return lying


def _player(player: Player) -> dict[str, Any]:
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
        "mission": None if player.mission < 0 else MISSIONS[player.mission],
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
    position = _Reader(data, "position")
    side = side_of(state)
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
    pending = position.any("pending")
    state.pending = 0 if pending is None else _PENDING_NUMBERS[position.choice("pending", _PENDING_NUMBERS)]
    state.hand = position.piece("hand", state.seats)
    came_from = position.any("hand from")
    state.hand_from = -1 if came_from is None else position.number("hand from", 1, state.board.houses) - 1
    state.left = position.number("left", 0, 9)
    state.route = position.optional_name("route", routes)
    state.displaced = position.piece("displaced", state.seats)
    state.spare_traders, state.spare_merchants = position.counts("spare", SHAPES, 0, 4)
    state.fresh_office = int(position.flag("fresh office"))
    givers = [side.cities[state.board.grant_city[n]].key for n in range(state.board.grants)]
    state.leave_used = set_of(position.names("leave used", givers))
    state.pawn = position.optional_name("pawn", [province.name for province in side.provinces])
    state.pawn_steps = position.number("pawn steps", 0, FREE_STEPS)
    state.favours = set_of(position.names("favours", FAVOURS))
    for seat, player in enumerate(position.items("players", state.seats)):
        _read_player(_Reader(player, f"player {seat + 1}"), state.players[seat])
    state.joins = sum(player.joined for player in state.players)
    state.chance = position.number("chance", 1, MULTIPLIER * 2**32 - 2)
    state.reveals = position.number("reveals", 0, 1)
    try:
        check(state)
    except AssertionError as error:
        raise BadPosition(f"position: it should hold that {error}") from error


def _read_routes(position: _Reader, state: HansaData, side: BoardSide) -> None:
    houses = _Reader(position.any("houses"), "houses")
    for n, route in enumerate(side.routes):
        for place, one in enumerate(houses.items(route.key, len(route.houses))):
            there = houses.piece_of(route.key, one, state.seats)
            if there:
                if place in route.ships and not shape_of(there):
                    raise houses.fail(route.key, "cannot have a trader aboard a ship")
                house = state.board.route_first[n] + place
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
    if mission is not None and mission not in MISSIONS:
        raise reader.fail("mission", "should be a card")
    player.mission = NOWHERE if mission is None else MISSIONS.index(mission)
