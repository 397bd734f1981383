"""The game in sentences: what is asked, what an action would do, what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from burgher.games.hansa import actions as act
from burgher.games.hansa import events as ev
from burgher.games.hansa import pending as ask
from burgher.games.hansa.components import (
    BOARD_SIDES,
    COLOURS,
    DESK,
    FAVOUR_TABLE,
    FAVOURS,
    MARKER_TABLE,
    MISSIONS,
    SHAPES,
    TRACKS,
    BoardSide,
)
from burgher.games.hansa.displacing import source as source_of_extras
from burgher.games.hansa.houses import owner_at, owner_of, shape_at, shape_of
from burgher.games.hansa.lands import rightmost
from burgher.games.hansa.moving import handed_out
from burgher.games.hansa.offices import connected
from burgher.games.hansa.tables import (
    ACTION_VALUE,
    ACTIONS,
    ALL_PIECES,
    BOOK,
    BOOK_VALUE,
    CONTROL_POINTS,
    EAST_WEST_POINTS,
    FAVOUR_PRICE,
    SPECIAL_POINTS,
    TRACK_SHAPE,
)
from burgher.kernel.journal import SCORED
from burgher.kernel.words import members_of

if TYPE_CHECKING:
    from burgher.games.hansa.data import HansaData
    from burgher.kernel.journal import Entry


# -- names ----------------------------------------------------------------------------------------


def side_of(state: HansaData) -> BoardSide:
    """The board that is played on."""
    return BOARD_SIDES[state.board.number]


def several(count: int, thing: str) -> str:
    """A number of things.

    >>> several(1, "trader"), several(3, "merchant"), several(2, "city")
    ('1 trader', '3 merchants', '2 cities')
    """
    if count == 1:
        return f"1 {thing}"
    return f"{count} {thing[:-1]}ies" if thing.endswith("y") else f"{count} {thing}s"


def listed(things: Sequence[str], last: str = "and") -> str:
    """Things in a row.

    >>> listed(["one"]), listed(["one", "two", "three"])
    ('one', 'one, two and three')
    """
    if len(things) < 2:
        return "".join(things)
    return f"{', '.join(things[:-1])} {last} {things[-1]}"


def pieces(traders: int, merchants: int) -> str:
    """Pieces as people count them.

    >>> pieces(2, 1), pieces(0, 0)
    ('2 traders and 1 merchant', 'nothing')
    """
    both = [several(count, shape) for count, shape in zip((traders, merchants), SHAPES, strict=True) if count]
    return listed(both) or "nothing"


def route_name(side: BoardSide, route: int) -> str:
    """A route by its cities: `Hamburg–Lübeck`."""
    a, b = side.routes[route].ends
    return f"{side.cities[a].name}–{side.cities[b].name}"


def route_of(side: BoardSide, house: int) -> tuple[int, int]:
    """The route of a house, and its place there, both from 0."""
    for n, route in enumerate(side.routes):
        if house < len(route.houses):
            return n, house
        house -= len(route.houses)
    raise LookupError("no such house")


def house_name(side: BoardSide, house: int) -> str:
    """A house by its number and its route: `house 2 of Hamburg–Lübeck`."""
    route, place = route_of(side, house)
    thing = "ship" if place in side.routes[route].ships else "house"
    return f"{thing} {place + 1} of {route_name(side, route)}"


def house_route(side: BoardSide, house: int) -> str:
    """The route of a house by its cities; a ship is named, for only merchants board it."""
    route, place = route_of(side, house)
    ship = "a ship of " if place in side.routes[route].ships else ""
    return f"{ship}{route_name(side, route)}"


def marker_name(kind: int) -> str:
    """A marker as people call it: `additional office`."""
    return str(MARKER_TABLE[kind]["title"])


def favour_name(tile: int) -> str:
    """A favour tile as people call it: `favour “relocation”`."""
    return f"favour “{FAVOURS[tile]}”"


def province_name(side: BoardSide, province: int) -> str:
    """A province of the game for two: `the province of Ems`."""
    return f"the province of {side.provinces[province].name.capitalize()}"


def ends_of(side: BoardSide) -> str:
    """The two cities that are worth joining."""
    west, east = side.ends
    return f"{side.cities[west].name} and {side.cities[east].name}"


def track_value(track: int, steps: int) -> str:
    """What a track says after some steps: `3`, `orange`, `all`."""
    value: int = DESK["track"][track]["values"][steps]
    if TRACKS[track] == "privilege":
        return COLOURS[value]
    return "all" if value == ALL_PIECES else str(value)


def at_house(state: HansaData, house: int) -> str:
    """The piece on a house with its owner, as the seat to move would say it: `your trader`."""
    return f"{_whose(state, owner_at(state, house))} {SHAPES[shape_at(state, house)]}"


def in_hand(state: HansaData) -> str:
    """The piece in hand, as the seat to move would say it."""
    return f"{_whose(state, owner_of(state.hand))} {SHAPES[shape_of(state.hand)]}"


def _whose(state: HansaData, seat: int) -> str:
    return "your" if seat == state.seat else "an opponent's"


# -- what is asked --------------------------------------------------------------------------------


def heading(state: HansaData) -> str:
    """The turn: `T7`."""
    if state.is_over:
        return "end"
    return "set-up" if state.pending == ask.PAWN_START else f"T{state.round + 1}"


def question(state: HansaData) -> str:
    """What is asked of the seat to move."""
    if state.hand:
        return _where_to(state)
    side = side_of(state)
    left = state.left
    match state.pending:
        case ask.CLAIM:
            return f"{route_name(side, state.route)} is established: what do you do with one of its pieces?"
        case ask.PAYMENT:
            return f"You pay {several(left, 'more piece')} for displacing: which one is next?"
        case ask.DISPLACED:
            return _displaced_question(state)
        case ask.MOVING:
            return f"You may move {several(left, 'more piece')}: which one of yours?"
        case ask.MOVING_THEIRS:
            return f"Your marker moves {several(left, 'more piece')} of your opponents: which one?"
        case ask.MOVING_ANY:
            return f"The route's marker moves {several(left, 'more piece')} of any player: which one?"
        case ask.REMOVING:
            return f"Your marker takes {several(left, 'more piece')} off the routes: which one?"
        case ask.REUSING:
            return f"The route's marker uses {several(left, 'more piece')} of it again: which one?"
        case ask.PLACING_BEYOND:
            return f"The route's marker places {several(left, 'more piece')} beyond England: which one?"
        case ask.GREEN_CITY:
            return "The route's marker lets you put a piece from your supply into a green city: do you?"
        case ask.FREE_PRIVILEGE:
            return "The route's marker lets you develop your privilege: do you?"
        case ask.LAYING:
            return f"Your turn is over: where do you lay the new marker, {_next_marker(state)}?"
        case ask.SHARING:
            return "Another player takes income: do you take a piece from your stock as well?"
        case ask.TURNING:
            return f"The favour costs {several(left, 'more marker')}: which one do you turn face down?"
        case ask.PAWN_START:
            return "In which province does the pawn start?"
    if state.actions == 0:
        pawn = " move the pawn," if state.pawn >= 0 and state.pawn_steps else ""
        return f"Your actions are used: use a marker,{pawn} or end your turn."
    return f"You have {several(state.actions, 'action')} left: what do you do?"


def _where_to(state: HansaData) -> str:
    if state.pending == ask.DISPLACED:
        what = "displaced " if state.hand == state.displaced else ""
        come = _comes_from(source_of_extras(state)) if not what and state.hand_from < 0 else ""
        return f"Where do you place your {what}{SHAPES[shape_of(state.hand)]}{come}?"
    if state.pending in (ask.REUSING, ask.PLACING_BEYOND):
        come = _comes_from(handed_out(state)) if state.hand_from < 0 else ""
        return f"Where do you place your {SHAPES[shape_of(state.hand)]}{come}?"
    return f"Where does {in_hand(state)} from {house_name(side_of(state), state.hand_from)} go?"


def _displaced_question(state: HansaData) -> str:
    there = route_name(side_of(state), state.route)
    if state.displaced and state.left:
        return f"You were displaced on {there}: which piece do you place first?"
    if state.displaced:
        return f"You were displaced on {there}: place your piece."
    return f"You were displaced on {there} and may place {several(state.left, 'more piece')}: which one?"


def _comes_from(where: int) -> str:
    return {ev.FROM_STOCK: " from your stock", ev.FROM_SUPPLY: " from your supply"}.get(where, "")


def _next_marker(state: HansaData) -> str:
    return f"“{marker_name((state.me.waiting & 15) - 1)}”"


# -- what an action would do ----------------------------------------------------------------------


def sentence(state: HansaData, action: int) -> str:
    """What a legal action would do here and what it costs."""
    verb, thing, shape, _, _ = act.FACES[state.board.number][action]
    return _SENTENCES[verb](state, thing, shape)


def _to_place(state: HansaData, route: int, shape: int) -> str:
    name = route_name(side_of(state), route)
    what = f"Place a merchant aboard a ship of {name}" if shape == 2 else f"Place a {SHAPES[shape]} on {name}"
    return what + _leave_taken(state, route) + _fills(state, route)


def _fills(state: HansaData, route: int) -> str:
    """Whether one more piece makes a route one's own."""
    board = state.board
    missing = board.route_houses[route] & ~state.me.houses[board.route_word[route]]
    return ": then all its houses are yours" if len(members_of(missing)) == 1 else ""


def _leave_taken(state: HansaData, route: int) -> str:
    """Whose leave a piece beyond England takes up (`lands.use_leave`)."""
    board = state.board
    land = board.region[route]
    for n in range(board.grants if land else 0):
        city = board.grant_city[n]
        free = not state.leave_used & 2**n and rightmost(state, city) == state.seat
        if free and board.grant_lands[n] & 2 ** (land - 1):
            return f", by leave of {side_of(state).cities[city].name}"
    return ""


def _to_put(state: HansaData, route: int, shape: int) -> str:
    name = route_name(side_of(state), route)
    what = in_hand(state)
    where = f"aboard a ship of {name}" if shape == 2 else f"on {name}"
    fills = _fills(state, route) if what.startswith("your") else ""
    return f"Put {what} {where}{fills}"


def _to_touch(state: HansaData, house: int, _: int) -> str:
    """A piece is touched: what becomes of it depends on what is going on."""
    where = house_name(side_of(state), house)
    what = at_house(state, house)
    if state.pending == ask.REMOVING:
        return f"Take {what} off {where}, to its owner's supply"
    if state.hand:
        return f"Let {in_hand(state)} change places with {what} on {where}, for 2 moves"
    if state.pending in (ask.DISPLACED, ask.PLACING_BEYOND):
        return f"Place {what} anew that lies on {where}"
    return f"Move {what} from {where}"


def _to_displace(state: HansaData, house: int, shape: int) -> str:
    price = 1 + shape_at(state, house)
    route, _ = route_of(side_of(state), house)
    leave, fills = _leave_taken(state, route), _fills(state, route)
    where = house_name(side_of(state), house)
    what = f"Displace {at_house(state, house)} on {where} with a {SHAPES[shape]}"
    return f"{what}{leave}, paying {several(price, 'more piece')}{fills}"


def _to_take_income(state: HansaData, traders: int, merchants: int) -> str:
    return f"Take {pieces(traders, merchants)} from your stock into your supply"


def _to_establish(state: HansaData, route: int, _: int) -> str:
    side = side_of(state)
    owners = [state.control[city] - 1 for city in side.routes[route].ends if state.control[city]]
    mine = CONTROL_POINTS * owners.count(state.seat)
    theirs = CONTROL_POINTS * len(owners) - mine
    brings = [f"{several(mine, 'point')} for you"] * (mine > 0)
    brings += [f"{several(theirs, 'point')} for opponents"] * (theirs > 0)
    if state.plates[route]:
        brings.append(f"the marker “{marker_name(state.plates[route] - 1)}”")
    return f"Establish {route_name(side, route)}" + (f": {listed(brings)}" if brings else "")


def _to_open_office(state: HansaData, city: int, _: int) -> str:
    board, place = state.board, state.filled[city]
    coin = board.office_coin[city * 8 + place]
    said = f"Establish an office in {side_of(state).cities[city].name}"
    said += f" with a {SHAPES[board.office_shape[city * 8 + place]]}"
    said += f", winning {several(coin, 'point')}" if coin else ""
    said += ", which completes the city" if place + 1 == board.office_count[city] else ""
    return said + _joining(state, city)


def _joining(state: HansaData, city: int) -> str:
    """What an office would earn for joining the two end cities."""
    board, me = state.board, state.me
    cities = me.present | 2**city
    ends = 2**board.west | 2**board.east
    points = EAST_WEST_POINTS[state.joins]
    if me.joined or not points or ends & ~cities or ends & ~connected(state, cities, board.west):
        return ""
    return f", which joins {ends_of(side_of(state))} for {several(points, 'point')}"


def _to_add_office(state: HansaData, city: int, shape: int) -> str:
    where = f"to the left of all offices in {side_of(state).cities[city].name}"
    return f"Use your marker: put a {SHAPES[shape]} {where}{_joining(state, city)}"


def _to_special(state: HansaData, colour: int, shape: int) -> str:
    worth = several(SPECIAL_POINTS[colour], "point")
    return (
        f"Put a {SHAPES[shape]} on the {COLOURS[colour]} space of the special table, worth {worth} at the end"
    )


def _to_develop(state: HansaData, track: int, _: int) -> str:
    steps = state.me.desk[track]
    said = f"Develop your {TRACKS[track]} from {track_value(track, steps)} to {track_value(track, steps + 1)}"
    said += f", which frees a {SHAPES[TRACK_SHAPE[track]]}"
    rising = track == ACTIONS and ACTION_VALUE[steps + 1] > ACTION_VALUE[steps]
    if rising or (track == ACTIONS and state.variant.always_an_action):
        said += " and gives an action at once"
    return said


def _to_leave(state: HansaData, *_: int) -> str:
    match state.pending:
        case ask.GREEN_CITY:
            return "Put no piece into a green city"
        case ask.FREE_PRIVILEGE:
            return "Leave your privilege as it is"
        case ask.SHARING:
            return "Take no piece"
    return "Do nothing with the route: all its pieces go to your stock"


def _to_stop(state: HansaData, *_: int) -> str:
    match state.pending:
        case ask.DISPLACED:
            return "Place no more pieces"
        case ask.REUSING:
            return "Place no more pieces: the rest of the route goes to your stock"
        case ask.PLACING_BEYOND:
            return "Place no more pieces beyond England"
        case ask.REMOVING:
            return "Remove no more pieces"
    return "Move no more pieces"


def _to_choose(state: HansaData, _: int, shape: int) -> str:
    if state.pending == ask.REUSING:
        return f"Use a {SHAPES[shape]} of the route again"
    if state.pending == ask.DISPLACED:
        if state.displaced and shape_of(state.displaced) == shape:
            return f"Place the displaced {SHAPES[shape]}"
        return f"Place a {SHAPES[shape]}{_comes_from(source_of_extras(state))}"
    return f"Place a {SHAPES[shape]}{_comes_from(handed_out(state))}"


def _to_pay(state: HansaData, _: int, shape: int) -> str:
    return f"Pay a {SHAPES[shape]}: it goes from your supply to your stock"


def _to_use(state: HansaData, kind: int, _: int) -> str:
    box = "effect-2020" if state.variant.box_of_2020 else "effect"
    effect = str(MARKER_TABLE[kind].get(box, MARKER_TABLE[kind]["effect"])).rstrip(".")
    return f"Use your marker: {effect[0].lower()}{effect[1:]}"


def _to_use_develop(state: HansaData, track: int, _: int) -> str:
    said = _to_develop(state, track, 0)
    return f"Use your marker: {said[0].lower()}{said[1:]}"


def _to_exchange(state: HansaData, city: int, both: int) -> str:
    left, right = both >> 3, both & 7
    held = [state.offices[city] >> (4 * place) & 15 for place in (left, right)]
    whose = [f"{_whose(state, owner_of(one))} {SHAPES[shape_of(one)]}" for one in held]
    said = f"{whose[0]} in office {left + 1} and {whose[1]} in office {right + 1} change places"
    return f"Use your marker: in {side_of(state).cities[city].name} {said}"


def _to_lay(state: HansaData, route: int, _: int) -> str:
    return f"Lay the marker {_next_marker(state)} at {route_name(side_of(state), route)}"


def _to_end(state: HansaData, *_: int) -> str:
    if state.actions == 0:
        return "End your turn"
    return f"End your turn and give up {several(state.actions, 'action')}"


def _to_share(state: HansaData, _: int, shape: int) -> str:
    return f"Take a {SHAPES[shape]} from your stock into your supply"


def _to_buy(state: HansaData, tile: int, _: int) -> str:
    effect = str(FAVOUR_TABLE[tile]["effect"]).rstrip(".")
    price = f"{FAVOUR_PRICE} markers and all actions of this turn"
    return f"Buy the {favour_name(tile)} for {price}: {effect[0].lower()}{effect[1:]}"


def _to_turn_down(state: HansaData, kind: int, _: int) -> str:
    return f"Turn your marker “{marker_name(kind)}” face down: it still scores"


def _to_go_green(state: HansaData, city: int, shape: int) -> str:
    where = f"to the right of all offices in {side_of(state).cities[city].name}"
    return f"Put a {SHAPES[shape]} from your supply {where}{_joining(state, city)}"


def _to_lead_pawn(state: HansaData, province: int, _: int) -> str:
    name = province_name(side_of(state), province)
    if state.pending == ask.PAWN_START:
        return f"Let the pawn start in {name}"
    free = state.pawn_steps > 0 and (not state.begun or state.actions == 0)
    return f"Move the pawn to {name}, {'for free' if free else 'for an action'}"


def _to_move(state: HansaData, *_: int) -> str:
    return f"Move up to {several(BOOK_VALUE[state.me.desk[BOOK]], 'piece')} of yours to free houses"


_SENTENCES: dict[int, Callable[[HansaData, int, int], str]] = {
    act.PLACE: _to_place,
    act.TO: _to_put,
    act.TAKE: _to_touch,
    act.DISPLACE: _to_displace,
    act.INCOME: _to_take_income,
    act.ESTABLISH: _to_establish,
    act.CLAIM_OFFICE: _to_open_office,
    act.CLAIM_EXTRA: _to_add_office,
    act.CLAIM_SPECIAL: _to_special,
    act.DEVELOP: _to_develop,
    act.LEAVE: _to_leave,
    act.DONE: _to_stop,
    act.NEXT: _to_choose,
    act.PAY: _to_pay,
    act.USE: _to_use,
    act.USE_DEVELOP: _to_use_develop,
    act.EXCHANGE: _to_exchange,
    act.LAY: _to_lay,
    act.END: _to_end,
    act.SHARE: _to_share,
    act.FAVOUR: _to_buy,
    act.TURN_DOWN: _to_turn_down,
    act.GREEN: _to_go_green,
    act.PAWN: _to_lead_pawn,
    act.MOVE: _to_move,
}


# -- what happened ----------------------------------------------------------------------------------


def tell(entry: Entry, names: Sequence[str], side: BoardSide) -> str:
    """A journal entry as a sentence."""
    who = names[entry.seat]
    if entry.event == SCORED:
        return f"{who} scores {several(entry.points, 'point')}: {_reason(entry, side)}."
    return f"{_story(entry, who, names, side)}."


def _came_from(where: int, house: int, side: BoardSide) -> str:
    if where == ev.FROM_ROUTE:
        return f" from {house_route(side, house)}"
    return {ev.FROM_STOCK: " from the stock", ev.FROM_SUPPLY: " from the supply"}.get(where, "")


_DECLINED = {
    ask.GREEN_CITY: "puts no piece into a green city",
    ask.FREE_PRIVILEGE: "does not develop privilege",
    ask.SHARING: "takes no share of the income",
}

_TRIGGERS = (
    "{who} has reached the points that end the game",
    "Enough cities are complete: the game ends",
    "No marker is left to draw: the game ends",
    "The last turn has been played: the game ends",
)


def _story(entry: Entry, who: str, names: Sequence[str], side: BoardSide) -> str:
    a, b, c, d = (*entry.details, 0, 0, 0, 0)[:4]
    match entry.event:
        case ev.STARTS:
            return f"{who} is the start player"
        case ev.TURN:
            return f"Turn {a}: {who} has {several(b, 'action')}"
        case ev.INCOME:
            return f"{who} takes {pieces(a, b)} from the stock"
        case ev.PLACED:
            return f"{who} places a {SHAPES[a]} on {house_route(side, b)}"
        case ev.DISPLACED:
            where = house_route(side, a)
            return f"{who} displaces {names[b]}'s {SHAPES[c]} on {where} with a {SHAPES[d]}"
        case ev.PAID:
            return f"{who} pays {pieces(a, b)} into the stock"
        case ev.REPLACED:
            what = "the displaced" if c == ev.OFF_BOARD else "another"
            return f"{who} places {what} {SHAPES[a]}{_came_from(c, d, side)} on {house_route(side, b)}"
        case ev.REUSED:
            what = "again a" if c == ev.OFF_BOARD else "a"
            return f"{who} places {what} {SHAPES[a]}{_came_from(c, d, side)} on {house_route(side, b)}"
        case ev.STRANDED:
            return f"{who}'s displaced {SHAPES[a]} finds no house and goes to the stock"
        case ev.MOVED:
            whose = "a" if d == entry.seat else f"{names[d]}'s"
            return f"{who} moves {whose} {SHAPES[a]} from {house_route(side, b)} to {house_route(side, c)}"
        case ev.SWAPPED:
            return f"{who} lets the pieces on {house_name(side, a)} and {house_name(side, b)} change places"
        case ev.ESTABLISHED:
            return f"{who} establishes {route_name(side, a)}"
        case ev.WON_MARKER:
            return f"{who} wins the marker “{marker_name(a)}”"
        case ev.DREW_MARKER:
            return f"{who} draws a new marker, “{marker_name(a)}”, to be laid at the end of the turn"
        case ev.NO_MARKER:
            return "No marker is left to replace it: the game ends with this action"
        case ev.OFFICE:
            return f"{who} establishes an office in {side.cities[a].name} with a {SHAPES[c]}"
        case ev.EXTRA_OFFICE:
            where = "right" if c else "left"
            return f"{who} adds an office with a {SHAPES[b]} at the {where} in {side.cities[a].name}"
        case ev.DEVELOPED:
            gains = " and gains an action" if c else ""
            return f"{who} develops {TRACKS[a]} to {track_value(a, b)}{gains}"
        case ev.SPECIAL:
            return f"{who} puts a {SHAPES[b]} on the {COLOURS[a]} space of the special table"
        case ev.LEFT_IT:
            return f"{who} does nothing with the route"
        case ev.RETURNED:
            return f"{who} puts {pieces(a, b)} of the route into the stock"
        case ev.COMPLETED:
            return f"{side.cities[a].name} is complete: {b} of {several(side.completed, 'city')}"
        case ev.USED_MARKER:
            return f"{who} uses the marker “{marker_name(a)}”"
        case ev.EXCHANGED:
            return f"{who} exchanges offices {b + 1} and {c + 1} in {side.cities[a].name}"
        case ev.REMOVED:
            whose = "a" if c == entry.seat else f"{names[c]}'s"
            return f"{who} takes {whose} {SHAPES[a]} off {house_route(side, b)}, to its owner's supply"
        case ev.LAID:
            return f"{who} lays the marker “{marker_name(a)}” at {route_name(side, b)}"
        case ev.KEPT_MARKER:
            return f"{who} finds no route for the marker “{marker_name(a)}” and keeps it for later"
        case ev.SHARED:
            return f"{who} takes a {SHAPES[a]} from the stock as well"
        case ev.BOUGHT_FAVOUR:
            return f"{who} gives up all actions and buys the {favour_name(a)}"
        case ev.TURNED:
            return f"{who} turns the marker “{marker_name(a)}” face down"
        case ev.PAWN:
            return f"{who} moves the pawn to {province_name(side, a)}{' for an action' if b else ''}"
        case ev.GAVE_UP:
            return f"{who} gives up {several(a, 'action')}"
        case ev.DECLINED:
            return f"{who} {_DECLINED.get(a, 'declines')}"
        case ev.TRIGGER:
            return _TRIGGERS[a - 1].format(who=who)
        case ev.MISSION:
            return f"{who}'s mission is {listed(MISSIONS[a])}"
    return f"The game is over: {who} wins"


_SOURCES = {
    ev.CONTROL: "control",
    ev.COIN: "coins",
    ev.EAST_WEST: "cities joined",
    ev.TRACKS: "full tracks",
    ev.MARKERS: "markers",
    ev.SPECIAL_TABLE: "special table",
    ev.CITIES: "cities",
    ev.NETWORK: "network",
    ev.MISSIONS: "mission",
    ev.REGIONS: "countries",
    ev.FAVOURS: "favours",
}


def source(entry: Entry) -> str:
    """Where an entry's points come from."""
    return _SOURCES[entry.source]


_PLACES = ("first", "second", "third")


def _reason(entry: Entry, side: BoardSide) -> str:
    a, b = (*entry.details, 0, 0)[:2]
    match entry.source:
        case ev.CONTROL:
            return f"control of {side.cities[a].name}"
        case ev.COIN:
            return f"the coin of {side.cities[a].name}"
        case ev.EAST_WEST:
            return f"the {_PLACES[a]} to join {ends_of(side)}"
        case ev.TRACKS:
            return f"{several(a, 'track')} fully developed"
        case ev.MARKERS:
            return f"{several(a, 'marker')} won"
        case ev.SPECIAL_TABLE:
            return f"the {COLOURS[a]} space of the special table"
        case ev.CITIES:
            return f"{several(a, 'city')} controlled"
        case ev.NETWORK:
            return f"a network of {a}, times {b} for the keys"
        case ev.MISSIONS:
            whole = ", all controlled" if b else ""
            return f"{several(a, 'city')} of the mission{whole}"
        case ev.REGIONS:
            return f"{several(b, 'city')} controlled in {side.regions[a]}"
    return f"the {favour_name(a)}, {b} times"
