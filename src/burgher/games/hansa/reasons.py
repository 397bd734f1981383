"""Why not: the reason for refusing an action that is not legal now, with the section of the rules.

The given player aid has sections rather than pages, and reasons name them as it does. What it does not tell
of (the other boards, the game for two, the modules) is named by its own title, as in `docs/rules.md`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from burgher.games.hansa import actions as act
from burgher.games.hansa import events as ev
from burgher.games.hansa import pending as ask
from burgher.games.hansa.components import COLOURS, SHAPES, TRACKS
from burgher.games.hansa.displacing import reach
from burgher.games.hansa.displacing import source as source_of_extras
from burgher.games.hansa.favours import unused_markers
from burgher.games.hansa.houses import owner_at, owner_of, shape_at, shape_of
from burgher.games.hansa.lands import area, rightmost
from burgher.games.hansa.moving import destinations, handed_out, room
from burgher.games.hansa.offices import has_room
from burgher.games.hansa.tables import (
    BAG_VALUE,
    BAGS,
    DEVELOP,
    EXCHANGE,
    FAVOUR_PRICE,
    MERCHANT,
    OFFICE,
    PIECES,
    PRIVILEGE,
    TRADER,
)
from burgher.games.hansa.telling import (
    at_house,
    house_name,
    in_hand,
    listed,
    marker_name,
    pieces,
    province_name,
    question,
    route_name,
    route_of,
    several,
    side_of,
    track_value,
)
from burgher.kernel.errors import IllegalAction
from burgher.kernel.words import members_of

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData

TURN = "Game Play"
INCOME = "Take Income"
PLACE = "Place Dude"
DISPLACE = "Displace Dude"
MOVE = "Move Your Own Dudes"
CLAIM = "Claim A Route"
PLATES = "Bonus Plates"
EAST = "East"
BRITANNIA = "Britannia"
TWO = "Two players"
FAVOUR = "The Emperor's Favour"

_ASKED = {
    ask.CLAIM: (CLAIM, (act.CLAIM_OFFICE, act.CLAIM_EXTRA, act.CLAIM_SPECIAL, act.DEVELOP, act.LEAVE)),
    ask.PAYMENT: (DISPLACE, (act.PAY,)),
    ask.DISPLACED: (DISPLACE, (act.NEXT, act.TAKE, act.DONE)),
    ask.MOVING: (MOVE, (act.TAKE, act.DONE)),
    ask.MOVING_THEIRS: (PLATES, (act.TAKE, act.DONE)),
    ask.MOVING_ANY: (EAST, (act.TAKE, act.DONE)),
    ask.REMOVING: (PLATES, (act.TAKE, act.DONE)),
    ask.REUSING: (EAST, (act.NEXT, act.DONE)),
    ask.PLACING_BEYOND: (BRITANNIA, (act.NEXT, act.TAKE, act.DONE)),
    ask.GREEN_CITY: (EAST, (act.GREEN, act.LEAVE)),
    ask.FREE_PRIVILEGE: (EAST, (act.DEVELOP, act.LEAVE)),
    ask.LAYING: (CLAIM, (act.LAY,)),
    ask.SHARING: (FAVOUR, (act.SHARE, act.LEAVE)),
    ask.TURNING: (FAVOUR, (act.TURN_DOWN,)),
    ask.PAWN_START: (TWO, (act.PAWN,)),
}
"""For each pending decision, the section that speaks of it and the kinds of actions that answer it."""

_WITH_HAND = {
    ask.DISPLACED: (act.TO, act.DONE),
    ask.MOVING: (act.TO, act.TAKE),
    ask.MOVING_THEIRS: (act.TO, act.TAKE),
    ask.MOVING_ANY: (act.TO, act.TAKE),
    ask.REUSING: (act.TO, act.DONE),
    ask.PLACING_BEYOND: (act.TO, act.DONE),
}
"""What answers it while a piece is in hand."""

_FIVE_ACTIONS = (act.INCOME, act.PLACE, act.DISPLACE, act.MOVE, act.ESTABLISH)


def refusal(state: HansaData, action: int) -> IllegalAction:
    """The first reason, in the order a person would think of them, why an action is not legal now."""
    verb, thing, shape, _, _ = act.FACES[state.board.number][action]
    if state.pending != ask.NOTHING:
        answers = _WITH_HAND[state.pending] if state.hand else _ASKED[state.pending][1]
        if verb not in answers:
            return IllegalAction("decide-first", question(state).rstrip("."), _section(state))
    elif verb in _NOT_ASKED:
        return IllegalAction(*_NOT_ASKED[verb])
    elif verb in _FIVE_ACTIONS and state.actions == 0:
        return IllegalAction("no-actions", "The actions of your turn are used", TURN)
    return _REASONS[verb](state, thing, shape)


_NOT_ASKED = {
    act.TO: ("nothing-in-hand", "No piece is in hand: take one up first, with the action Move", MOVE),
    act.TAKE: ("nothing-in-hand", "Pieces are taken up within the action Move, or by a marker", MOVE),
    act.NEXT: ("not-displaced", "Nobody has displaced a piece of yours", DISPLACE),
    act.PAY: ("nothing-to-pay", "There is nothing to pay for now", DISPLACE),
    act.DONE: ("nothing-to-stop", "Nothing is under way that could be stopped", TURN),
    act.LEAVE: ("nothing-to-decline", "Nothing is on offer that could be declined", TURN),
    act.CLAIM_OFFICE: ("no-route", "An office is opened with a piece of a route: establish one first", CLAIM),
    act.CLAIM_EXTRA: ("no-route", "An additional office comes with a route: establish one first", PLATES),
    act.CLAIM_SPECIAL: ("no-route", "The special table takes a piece of a route: establish one first", CLAIM),
    act.DEVELOP: ("no-route", "A track is developed by establishing a route at its city", CLAIM),
    act.LAY: ("no-marker-to-lay", "A new marker is laid at the end of the turn in which it was drawn", CLAIM),
    act.SHARE: ("no-income-to-share", "Only the favour for it takes a share of others' income", FAVOUR),
    act.TURN_DOWN: ("no-favour-to-pay", "Markers are turned face down only to buy a favour", FAVOUR),
    act.GREEN: ("no-green-office", "Only a permanent marker opens an office in a green city", EAST),
}


# -- what many of them share ----------------------------------------------------------------------


def _section(state: HansaData) -> str:
    """The section that speaks of the pending decision."""
    section, _ = _ASKED[state.pending]
    return _expansion(state) if section == EAST else section


def _expansion(state: HansaData) -> str:
    """The board that has ships and permanent markers here."""
    return BRITANNIA if state.board.has_regions else EAST


def _no_piece(state: HansaData, shape: int, section: str) -> IllegalAction | None:
    """Whether the supply lacks a piece of a shape."""
    me = state.me
    if (me.supply_merchants if shape else me.supply_traders) > 0:
        return None
    lying = me.stock_merchants if shape else me.stock_traders
    hint = "; your stock has some, which income brings" if lying else ""
    return IllegalAction("no-piece", f"You have no {SHAPES[shape]} in your supply{hint}", section)


def _out_of_bounds(state: HansaData, route: int) -> IllegalAction | None:
    """Whether the pawn, or a border of Britannia, keeps one off a route."""
    board, side = state.board, side_of(state)
    if board.area_routes[area(state)] & 2**route:
        return None
    if state.pawn >= 0:
        return _off_pawn(state, route)
    land = board.region[route]
    grants = [n for n in range(board.grants) if board.grant_lands[n] & 2 ** (land - 1)]
    cities = listed([side.cities[board.grant_city[n]].name for n in grants], "or")
    if any(rightmost(state, board.grant_city[n]) == state.seat for n in grants):
        return IllegalAction(
            "leave-used", f"Your leave to place in {side.regions[land]} is used for this turn", BRITANNIA
        )
    return IllegalAction(
        "no-leave",
        f"{side.regions[land]} needs leave: the rightmost office of {cities} must be yours",
        BRITANNIA,
    )


def _off_pawn(state: HansaData, route: int) -> IllegalAction:
    side = side_of(state)
    name = province_name(side, state.pawn)
    return IllegalAction(
        "off-pawn", f"The pawn is in {name}: {route_name(side, route)} does not border it", TWO
    )


def _no_house(state: HansaData, route: int, shape: int, ship: bool, section: str) -> IllegalAction | None:
    """Whether a route has no house, or no ship, for a piece."""
    name = route_name(side_of(state), route)
    if ship:
        if state.open_ships & 2**route:
            return None
        return IllegalAction("no-free-house", f"Every ship of {name} is taken", _expansion(state))
    if state.open_houses & 2**route:
        return None
    if not state.open_ships & 2**route:
        return IllegalAction("no-free-house", f"Every house of {name} is taken", section)
    if shape == TRADER:
        return _needs_merchant(state, f"Only a ship is free on {name}")
    return IllegalAction("no-free-house", f"Only a ship is free on {name}: name the ship", section)


def _needs_merchant(state: HansaData, what: str) -> IllegalAction:
    return IllegalAction("ship-needs-merchant", f"{what}: ships take merchants only", _expansion(state))


def _nobody_there(state: HansaData, house: int, section: str) -> IllegalAction | None:
    if owner_at(state, house) >= 0:
        return None
    name = house_name(side_of(state), house)
    return IllegalAction("no-piece-there", f"No piece is on {name}", section)


def _no_marker(state: HansaData, kind: int) -> IllegalAction | None:
    if state.me.unused[kind]:
        return None
    return IllegalAction("no-marker", f"You have no unused marker “{marker_name(kind)}”", PLATES)


def _track_full(state: HansaData, track: int) -> IllegalAction:
    return IllegalAction("track-full", f"Your {TRACKS[track]} cannot be developed any further", CLAIM)


def _above_privilege(state: HansaData, colour: int, what: str) -> IllegalAction | None:
    mine = state.me.desk[PRIVILEGE]
    if colour <= mine:
        return None
    reached = track_value(PRIVILEGE, mine)
    return IllegalAction(
        "needs-privilege", f"{what} is {COLOURS[colour]}, and your privilege reaches {reached} only", CLAIM
    )


def _not_on_route(state: HansaData, shape: int) -> IllegalAction:
    name = route_name(side_of(state), state.route)
    return IllegalAction("not-on-route", f"None of your pieces on {name} is a {SHAPES[shape]}", CLAIM)


def _not_an_end(state: HansaData, city: int) -> IllegalAction | None:
    side = side_of(state)
    if city in side.routes[state.route].ends:
        return None
    there = route_name(side, state.route)
    return IllegalAction("not-an-end", f"{side.cities[city].name} is not at an end of {there}", CLAIM)


# -- the five actions -----------------------------------------------------------------------------


def _placing(state: HansaData, route: int, shape: int) -> IllegalAction:
    piece = TRADER if shape == TRADER else MERCHANT
    found = _no_piece(state, piece, PLACE) or _no_house(state, route, piece, shape == 2, PLACE)
    found = found or _out_of_bounds(state, route)
    assert found is not None
    return found


def _displacing(state: HansaData, house: int, shape: int) -> IllegalAction:
    me, side = state.me, side_of(state)
    name = house_name(side, house)
    owner = owner_at(state, house)
    if owner < 0:
        return IllegalAction("no-piece-there", f"Nobody is on {name}: place a piece there", DISPLACE)
    if owner == state.seat:
        return IllegalAction(
            "own-piece", f"The {SHAPES[shape_at(state, house)]} on {name} is yours", DISPLACE
        )
    if found := _out_of_bounds(state, route_of(side, house)[0]):
        return found
    needed, have = 2 + shape_at(state, house), me.supply_traders + me.supply_merchants
    if have < needed:
        return IllegalAction(
            "too-few-pieces",
            f"Displacing a {SHAPES[shape_at(state, house)]} takes {needed} pieces of your supply, "
            f"{needed - 1} of them to pay; you have {have}",
            DISPLACE,
        )
    return _no_piece(state, shape, DISPLACE) or _needs_merchant(state, f"A trader cannot board {name}")


def _income(state: HansaData, traders: int, merchants: int) -> IllegalAction:
    me = state.me
    stock, bags = me.stock_traders + me.stock_merchants, BAG_VALUE[me.desk[BAGS]]
    if traders > me.stock_traders or merchants > me.stock_merchants:
        held = pieces(me.stock_traders, me.stock_merchants)
        return IllegalAction("not-in-stock", f"Your stock has {held}", INCOME)
    if traders + merchants > bags:
        return IllegalAction("over-bags", f"Your bags take {bags} pieces at a time", INCOME)
    whole = min(stock, bags)
    return IllegalAction("under-bags", f"Income takes {several(whole, 'piece')} here, no fewer", INCOME)


def _moving(state: HansaData, *_: int) -> IllegalAction:
    return IllegalAction("nothing-to-move", "None of your pieces is on a route", MOVE)


def _establishing(state: HansaData, route: int, _: int) -> IllegalAction:
    board = state.board
    name = route_name(side_of(state), route)
    word, houses = board.route_word[route], board.route_houses[route]
    free = len(members_of(houses & ~state.taken[word]))
    theirs = len(members_of(houses & state.taken[word] & ~state.me.houses[word]))
    if not free and not theirs:
        return _off_pawn(state, route)
    missing = [several(free, "house") + (" is" if free == 1 else " are") + " free"] * (free > 0)
    missing += [f"{several(theirs, 'house')} {'is' if theirs == 1 else 'are'} an opponent's"] * (theirs > 0)
    return IllegalAction("route-not-yours", f"{name} is not all yours: {listed(missing)}", CLAIM)


# -- what to do with a route ----------------------------------------------------------------------


def _office(state: HansaData, city: int, _: int) -> IllegalAction:
    if found := _not_an_end(state, city):
        return found
    board = state.board
    name = side_of(state).cities[city].name
    place = state.filled[city]
    if place == board.office_count[city]:
        return IllegalAction("city-full", f"Every office in {name} is taken", CLAIM)
    next_one = f"The leftmost free office in {name}"
    if found := _above_privilege(state, board.office_colour[city * 8 + place], next_one):
        return found
    shape = board.office_shape[city * 8 + place]
    return IllegalAction("wrong-shape", f"{next_one} takes a {SHAPES[shape]}: your route has none", CLAIM)


def _extra(state: HansaData, city: int, shape: int) -> IllegalAction:
    found = _not_an_end(state, city) or _no_marker(state, OFFICE)
    if found:
        return found
    name = side_of(state).cities[city].name
    if state.me.unused[OFFICE] <= state.fresh_office:
        return IllegalAction(
            "marker-too-new", "Your marker was won by this very action: it can be used after it", PLATES
        )
    if city < state.board.green and not state.filled[city]:
        return IllegalAction("first-office-free", f"The first office in {name} must be taken before", PLATES)
    return _crowded(state, city) or _not_on_route(state, shape)


def _crowded(state: HansaData, city: int) -> IllegalAction | None:
    if has_room(state, city):
        return None
    name = side_of(state).cities[city].name
    return IllegalAction("city-full", f"{name} has no room for another office", PLATES)


def _special(state: HansaData, colour: int, shape: int) -> IllegalAction:
    side = side_of(state)
    (city,) = (n for n, one in enumerate(side.cities) if one.special)
    if city not in side.routes[state.route].ends:
        return IllegalAction(
            "not-an-end", f"The special table is reached from {side.cities[city].name} only", CLAIM
        )
    what = f"The {COLOURS[colour]} space of the special table"
    if state.special[colour]:
        return IllegalAction("space-taken", f"{what} is taken", CLAIM)
    if found := _above_privilege(state, colour, "That space of the special table"):
        return found
    if shape == TRADER and not state.variant.any_on_special:
        return IllegalAction("special-needs-merchant", "The special table takes merchants only", CLAIM)
    return _not_on_route(state, shape)


def _develop(state: HansaData, track: int, _: int) -> IllegalAction:
    if state.pending == ask.FREE_PRIVILEGE:
        return IllegalAction("not-developed-here", "The route's marker develops privilege only", EAST)
    side = side_of(state)
    if not any(track in side.cities[end].develops for end in side.routes[state.route].ends):
        where = listed([city.name for city in side.cities if track in city.develops], "or")
        return IllegalAction("not-developed-here", f"A route at {where} develops {TRACKS[track]}", CLAIM)
    return _track_full(state, track)


def _green(state: HansaData, city: int, shape: int) -> IllegalAction:
    found = _no_piece(state, shape, EAST) or _crowded(state, city)
    assert found is not None
    return found


# -- pieces on their way --------------------------------------------------------------------------


def _stopping(state: HansaData, *_: int) -> IllegalAction:
    if state.pending == ask.MOVING:
        return IllegalAction("must-move", "The action Move moves one piece at least", MOVE)
    if state.displaced:
        return IllegalAction("must-place", "The displaced piece must be placed", DISPLACE)
    return IllegalAction("must-place", "As long as your stock has pieces, they must be placed", DISPLACE)


def _choosing(state: HansaData, _: int, shape: int) -> IllegalAction:
    """Why no piece of a shape can be placed next: those of the only possible shape are taken up unasked."""
    return IllegalAction("no-piece", f"You have no {SHAPES[shape]} left but those on routes", _section(state))


def _touching(state: HansaData, house: int, _: int) -> IllegalAction:
    """Why a piece on a house cannot be taken up, or change places with the one in hand."""
    section = _section(state)
    if found := _nobody_there(state, house, section):
        return found
    if state.hand:
        return _swapping(state, house, section)
    mine = owner_at(state, house) == state.seat
    if state.pending == ask.MOVING_THEIRS:
        return IllegalAction("own-piece", "Your marker moves your opponents' pieces only", section)
    if not mine:
        return IllegalAction("not-your-piece", f"It is {at_house(state, house)}", section)
    if state.displaced:
        return IllegalAction("must-place", "The displaced piece must be placed first", section)
    where = source_of_extras(state) if state.pending == ask.DISPLACED else handed_out(state)
    if where != ev.FROM_ROUTE:
        return IllegalAction("routes-last", "Pieces on routes may go only when no others are left", section)
    return IllegalAction(
        "no-room", f"No house that you may use is free for a {SHAPES[shape_at(state, house)]}", section
    )


def _swapping(state: HansaData, house: int, section: str) -> IllegalAction:
    """Why the piece in hand cannot change places with another."""
    board = state.board
    if state.pending == ask.MOVING_THEIRS:
        return IllegalAction("no-swap", "Your marker moves pieces to free houses only", section)
    owner, shape = owner_at(state, house), shape_at(state, house)
    if state.pending == ask.MOVING and owner != state.seat:
        return IllegalAction("not-your-piece", f"It is {at_house(state, house)}", section)
    if state.left < 2:
        return IllegalAction("no-swap", "Changing places takes 2 moves, and you have 1", section)
    if owner == owner_of(state.hand) and shape == shape_of(state.hand):
        return IllegalAction("no-swap", f"Both are {SHAPES[shape]}s: nothing would change", section)
    if (board.is_ship[house] and shape_of(state.hand) == TRADER) or (
        board.is_ship[state.hand_from] and shape == TRADER
    ):
        return _needs_merchant(state, "A trader would go aboard")
    return IllegalAction("other-country", "Pieces in different countries do not change places", BRITANNIA)


def _abroad(state: HansaData) -> IllegalAction:
    """On Britannia, one may leave Wales and Scotland for England; markers move no piece across a border."""
    land = side_of(state).regions[state.board.region[_origin(state)]]
    if state.pending in (ask.MOVING, ask.DISPLACED) and land != "England":
        may = f"From {land}, a piece may go to England but to no other country"
    else:
        may = f"The piece stays in {land}"
    return IllegalAction("other-country", may, BRITANNIA)


def _origin(state: HansaData) -> int:
    """The route whose country binds the piece in hand: where it was displaced, else where it was taken up."""
    return state.route if state.pending == ask.DISPLACED else state.board.house_route[state.hand_from]


def _putting(state: HansaData, route: int, ship: int) -> IllegalAction:
    """Why the piece in hand cannot go to a route."""
    section = _section(state)
    shape = shape_of(state.hand)
    if ship and shape == TRADER:
        return _needs_merchant(state, f"In hand is {in_hand(state)}")
    if found := _no_house(state, route, shape, ship == 2, section):
        return found
    if state.pending == ask.DISPLACED:
        return _too_far(state, route, shape)
    if state.pending == ask.PLACING_BEYOND and not room(state, shape) & 2**route:
        return IllegalAction("only-beyond", "The route's marker places pieces beyond England only", section)
    assert not destinations(state) & 2**route
    return _abroad(state)


def _too_far(state: HansaData, route: int, shape: int) -> IllegalAction:
    """Why a displaced player's piece cannot go to a route that has room for it."""
    side = side_of(state)
    if route == state.route:
        return IllegalAction("too-near", f"The displaced leave {route_name(side, route)}", DISPLACE)
    if not state.board.may_move[state.route] & 2**route:
        return _abroad(state)
    near = [route_name(side, n) for n in members_of(reach(state, shape))]
    return IllegalAction("too-far", f"Nearer routes have room: {listed(near, 'or')}", DISPLACE)


# -- markers, favours and the pawn ----------------------------------------------------------------


def _using(state: HansaData, kind: int, _: int) -> IllegalAction:
    if found := _no_marker(state, kind):
        return found
    assert kind == PIECES
    whose = "of an opponent " if state.variant.box_of_2020 else ""
    return IllegalAction("nothing-to-handle", f"No piece {whose}is on a route", PLATES)


def _using_develop(state: HansaData, track: int, _: int) -> IllegalAction:
    return _no_marker(state, DEVELOP) or _track_full(state, track)


def _exchanging(state: HansaData, city: int, both: int) -> IllegalAction:
    if found := _no_marker(state, EXCHANGE):
        return found
    left, right = both >> 3, both & 7
    name = side_of(state).cities[city].name
    if right >= state.filled[city]:
        which = right if left < state.filled[city] else left
        return IllegalAction("office-free", f"Office {which + 1} in {name} is still free", PLATES)
    if right != left + 1:
        return IllegalAction("not-neighbours", "Only offices side by side are exchanged", PLATES)
    return IllegalAction("not-your-piece", f"One of the two offices in {name} must be yours", PLATES)


def _laying(state: HansaData, route: int, _: int) -> IllegalAction:
    board, side = state.board, side_of(state)
    name = route_name(side, route)
    if state.plates[route]:
        return IllegalAction("has-marker", f"{name} already has a marker", CLAIM)
    if board.permanent[route]:
        return IllegalAction("has-marker", f"{name} has a permanent marker", _expansion(state))
    if board.region[route]:
        return IllegalAction("never-beyond", "Markers are laid in England only", BRITANNIA)
    if state.taken[board.route_word[route]] & board.route_houses[route]:
        return IllegalAction("route-not-empty", f"Pieces are on {name}: the route must be empty", CLAIM)
    ends = listed([side.cities[end].name for end in side.routes[route].ends])
    return IllegalAction("no-free-office", f"Neither of {ends} has a free office", CLAIM)


def _sharing(state: HansaData, _: int, shape: int) -> IllegalAction:
    return IllegalAction("not-in-stock", f"Your stock has no {SHAPES[shape]}", FAVOUR)


def _buying(state: HansaData, tile: int, _: int) -> IllegalAction:
    if not state.variant.favour:
        return IllegalAction("not-in-play", "The Emperor's Favour is not played here", FAVOUR)
    if not state.favours & 2**tile:
        taken = any(player.favours & 2**tile for player in state.players)
        gone = "has been bought" if taken else "is not among those of this game"
        return IllegalAction("not-on-display", f"That favour {gone}", FAVOUR)
    if state.begun:
        return IllegalAction("turn-begun", "A favour is bought at the very start of a turn", FAVOUR)
    have = unused_markers(state.me)
    return IllegalAction(
        "too-few-markers", f"A favour costs {FAVOUR_PRICE} unused markers, and you have {have}", FAVOUR
    )


def _turning(state: HansaData, kind: int, _: int) -> IllegalAction:
    found = _no_marker(state, kind)
    assert found is not None
    return found


def _leading(state: HansaData, province: int, _: int) -> IllegalAction:
    if state.pawn < 0:
        return IllegalAction("not-in-play", "The pawn is for two players", TWO)
    side = side_of(state)
    here, there = province_name(side, state.pawn), province_name(side, province)
    if province == state.pawn:
        return IllegalAction("no-border", f"The pawn is in {here} already", TWO)
    if not state.board.borders[state.pawn] & 2**province:
        return IllegalAction("no-border", f"{there[0].upper()}{there[1:]} does not border {here}", TWO)
    return IllegalAction("no-steps", "The pawn has no free step left, and you have no action", TWO)


_REASONS: dict[int, Callable[[HansaData, int, int], IllegalAction]] = {
    act.PLACE: _placing,
    act.TO: _putting,
    act.TAKE: _touching,
    act.DISPLACE: _displacing,
    act.INCOME: _income,
    act.ESTABLISH: _establishing,
    act.CLAIM_OFFICE: _office,
    act.CLAIM_EXTRA: _extra,
    act.CLAIM_SPECIAL: _special,
    act.DEVELOP: _develop,
    act.DONE: _stopping,
    act.NEXT: _choosing,
    act.USE: _using,
    act.USE_DEVELOP: _using_develop,
    act.EXCHANGE: _exchanging,
    act.LAY: _laying,
    act.SHARE: _sharing,
    act.FAVOUR: _buying,
    act.TURN_DOWN: _turning,
    act.GREEN: _green,
    act.PAWN: _leading,
    act.MOVE: _moving,
}
"""By what is done; ending a turn, paying and declining are never refused for a reason of their own."""
