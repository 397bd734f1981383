"""The table as data: what a seat may see, and whole positions, written and read again with every check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from burgher.games.hansa import pending as ask
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
from burgher.games.hansa.offices import recount
from burgher.games.hansa.pawn import FREE_STEPS
from burgher.games.hansa.tables import MERCHANTS, MOST_EXTRAS, NOWHERE, TRACK_LENGTH, TRADERS
from burgher.games.hansa.telling import side_of
from burgher.kernel.chance import MULTIPLIER
from burgher.kernel.errors import BadPosition
from burgher.kernel.reading import Reader
from burgher.kernel.words import members_of, set_of

if TYPE_CHECKING:
    from burgher.games.hansa.state import Hansa, Player

_PENDING_NAMES = {
    ask.CLAIM: "claim",
    ask.PAYMENT: "payment",
    ask.DISPLACED: "displaced",
    ask.MOVING: "move",
    ask.MOVING_THEIRS: "move theirs",
    ask.MOVING_ANY: "move any",
    ask.REMOVING: "remove",
    ask.REUSING: "reuse",
    ask.PLACING_BEYOND: "place beyond",
    ask.GREEN_CITY: "green city",
    ask.FREE_PRIVILEGE: "privilege",
    ask.LAYING: "lay",
    ask.SHARING: "share",
    ask.TURNING: "turn down",
    ask.PAWN_START: "pawn start",
}
_PENDING_NUMBERS = {name: number for number, name in _PENDING_NAMES.items()}


# -- writing --------------------------------------------------------------------------------------


def write(table: Hansa) -> dict[str, Any]:
    """The whole table, secrets included."""
    return {
        **_board(table),
        "players": [_player(player) for player in table.players],
        "chance": table.chance,
        "reveals": table.reveals,
    }


def view(table: Hansa, seat: int | None) -> dict[str, Any]:
    """What a seat may see: everything but future draws and the others' missions.

    It also says what follows from the rest: who controls each city, and what the desks show.
    """
    players = [_player(player) for player in table.players]
    for other, player in enumerate(players):
        if not table.is_over and other != seat:
            player["mission"] = None
    board = _board(table)
    for n, city in enumerate(board["cities"].values()):
        city["control"] = table.control[n] - 1 if table.control[n] else None
        city["complete"] = bool(table.complete & set_of([n]))
    return {
        **board,
        "board": side_of(table).name,
        "completed": len(members_of(table.complete)),
        "joins": table.joins,
        "players": players,
    }


def _board(table: Hansa) -> dict[str, Any]:
    side = side_of(table)
    return {
        "start": table.start,
        "active": table.active,
        "seat": table.seat,
        "round": table.round + 1,
        "over": table.is_over,
        "actions": table.actions,
        "begun": table.begun,
        "establishing": table.establishing,
        "ending": table.ending,
        "houses": _houses(table, side),
        "markers": {
            route.key: MARKERS[table.plates[n] - 1] for n, route in enumerate(side.routes) if table.plates[n]
        },
        "pile": _counted(MARKERS, [table.pile[kind] for kind in range(len(MARKERS))]),
        "cities": {
            city.key: {"offices": _row(table.offices[n]), "extras": _row(table.extras[n])}
            for n, city in enumerate(side.cities)
        },
        "special": [_named(table.special[colour]) for colour in range(len(COLOURS))],
        "pending": _PENDING_NAMES.get(table.pending),
        "hand": _named(table.hand),
        "hand from": None if table.hand_from < 0 else table.hand_from + 1,
        "left": table.left,
        "route": None if table.route < 0 else side.routes[table.route].key,
        "displaced": _named(table.displaced),
        "spare": {"trader": table.spare_traders, "merchant": table.spare_merchants},
        "fresh office": bool(table.fresh_office),
        "leave used": [side.cities[table.board.grant_city[n]].key for n in members_of(table.leave_used)],
        "pawn": None if table.pawn < 0 else side.provinces[table.pawn].name,
        "pawn steps": table.pawn_steps,
        "favours": [FAVOURS[tile] for tile in members_of(table.favours)],
    }


def _houses(table: Hansa, side: BoardSide) -> dict[str, list[dict[str, Any] | None]]:
    """Every house of every route, with its piece or None."""
    board = table.board
    lying: dict[str, list[dict[str, Any] | None]] = {}
    for n, route in enumerate(side.routes):
        row: list[dict[str, Any] | None] = []
        for place in range(len(route.houses)):
            house = board.route_first[n] + place
            word, bit = board.house_word[house], board.house_bit[house]
            there = [seat for seat in range(table.seats) if table.players[seat].houses[word] & bit]
            row.append(_named(piece(there[0], int(table.discs[word] & bit != 0))) if there else None)
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


def read(data: Mapping[str, Any], table: Hansa) -> None:
    """Lay out an empty table as a position says; `BadPosition` names the first thing that is wrong."""
    position = _Reader(data, "position")
    side = side_of(table)
    last = table.seats - 1
    table.start = position.number("start", 0, last)
    table.active = position.number("active", 0, last)
    table.seat = position.number("seat", 0, last)
    table.me = table.players[table.seat]
    table.round = position.number("round", 1, 1_000_000) - 1
    table.is_over = position.flag("over")
    table.actions = position.number("actions", 0, 100)
    table.begun = position.flag("begun")
    table.establishing = position.flag("establishing")
    table.ending = position.flag("ending")
    routes = [route.key for route in side.routes]
    _read_routes(position, table, side)
    _read_cities(position, table, side)
    for colour, one in enumerate(position.items("special", len(COLOURS))):
        table.special[colour] = position.piece_of("special", one, table.seats)
    pending = position.any("pending")
    table.pending = 0 if pending is None else _PENDING_NUMBERS[position.choice("pending", _PENDING_NUMBERS)]
    table.hand = position.piece("hand", table.seats)
    came_from = position.any("hand from")
    table.hand_from = -1 if came_from is None else position.number("hand from", 1, table.board.houses) - 1
    table.left = position.number("left", 0, 9)
    table.route = position.optional_name("route", routes)
    table.displaced = position.piece("displaced", table.seats)
    table.spare_traders, table.spare_merchants = position.counts("spare", SHAPES, 0, 4)
    table.fresh_office = int(position.flag("fresh office"))
    givers = [side.cities[table.board.grant_city[n]].key for n in range(table.board.grants)]
    table.leave_used = set_of(position.names("leave used", givers))
    table.pawn = position.optional_name("pawn", [province.name for province in side.provinces])
    table.pawn_steps = position.number("pawn steps", 0, FREE_STEPS)
    table.favours = set_of(position.names("favours", FAVOURS))
    for seat, player in enumerate(position.items("players", table.seats)):
        _read_player(_Reader(player, f"player {seat + 1}"), table.players[seat])
    table.joins = sum(player.joined for player in table.players)
    table.chance = position.number("chance", 1, MULTIPLIER * 2**32 - 2)
    table.reveals = position.number("reveals", 0, 1)
    try:
        check(table)
    except AssertionError as error:
        raise BadPosition(f"position: it should hold that {error}") from error


def _read_routes(position: _Reader, table: Hansa, side: BoardSide) -> None:
    houses = _Reader(position.any("houses"), "houses")
    for n, route in enumerate(side.routes):
        for place, one in enumerate(houses.items(route.key, len(route.houses))):
            there = houses.piece_of(route.key, one, table.seats)
            if there:
                if place in route.ships and not shape_of(there):
                    raise houses.fail(route.key, "cannot have a trader aboard a ship")
                house = table.board.route_first[n] + place
                settle(table, table.players[owner_of(there)], house, shape_of(there))
    markers = _Reader(position.any("markers"), "markers")
    for n, route in enumerate(side.routes):
        if route.key in markers.data:
            table.plates[n] = MARKERS.index(markers.choice(route.key, MARKERS)) + 1
            table.plated |= set_of([n])
    if len(members_of(table.plated)) != len(markers.data):
        raise position.fail("markers", "names a route that does not exist")
    for kind, count in enumerate(position.counts("pile", MARKERS, 0, 16)):
        table.pile[kind] = count


def _read_cities(position: _Reader, table: Hansa, side: BoardSide) -> None:
    cities = _Reader(position.any("cities"), "cities")
    for n, city in enumerate(side.cities):
        held = _Reader(cities.any(city.key), city.name)
        for name, target, most in (
            ("offices", table.offices, len(city.offices)),
            ("extras", table.extras, MOST_EXTRAS),
        ):
            row = [held.piece_of(name, one, table.seats) for one in held.items(name)]
            if len(row) > most or 0 in row:
                raise held.fail(name, f"should be up to {most} pieces")
            target[n] = sum(one * 16**place for place, one in enumerate(row))
            for one in row:
                table.players[owner_of(one)].present |= set_of([n])
        table.filled[n] = len(held.items("offices"))
        if table.filled[n] == len(city.offices) and (city.offices or table.extras[n]):
            table.complete |= set_of([n])
        recount(table, n)


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
