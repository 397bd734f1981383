"""The game in sentences: what is asked, what an action would do, what happened."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from burgher.games.hansa import actions as act
from burgher.games.hansa import events as ev
from burgher.games.hansa import pending as ask
from burgher.games.hansa.components import (
    BOARD_SIDES,
    COLOURS,
    FAVOURS,
    MARKER_TABLE,
    MISSIONS,
    SHAPES,
    TRACKS,
    BoardSide,
)
from burgher.kernel.journal import SCORED

if TYPE_CHECKING:
    from burgher.games.hansa.state import Hansa
    from burgher.kernel.journal import Entry


def side_of(table: Hansa) -> BoardSide:
    """The board that is played on."""
    return BOARD_SIDES[table.board.number]


def several(count: int, thing: str) -> str:
    """A number of things: `1 trader`, `3 merchants`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def pieces(traders: int, merchants: int) -> str:
    """Pieces as people count them."""
    both = [several(count, shape) for count, shape in zip((traders, merchants), SHAPES, strict=True) if count]
    return " and ".join(both) or "nothing"


def route_name(side: BoardSide, route: int) -> str:
    """A route by its cities."""
    a, b = side.routes[route].ends
    return f"{side.cities[a].name}–{side.cities[b].name}"


def house_name(side: BoardSide, house: int) -> str:
    """A house by its route."""
    for n, route in enumerate(side.routes):
        if house < len(route.houses):
            return route_name(side, n)
        house -= len(route.houses)
    raise LookupError("no such house")


def marker_name(kind: int) -> str:
    """A marker as people call it."""
    return str(MARKER_TABLE[kind]["title"])


# -- what is asked --------------------------------------------------------------------------------


def heading(table: Hansa) -> str:
    """The round: `T7`."""
    if table.is_over:
        return "end"
    return "set-up" if table.pending == ask.PAWN_START else f"T{table.round + 1}"


_QUESTIONS = {
    ask.CLAIM: "Your route is established: what do you do with one of its pieces?",
    ask.PAYMENT: "Which piece do you pay?",
    ask.DISPLACED: "You were displaced: which piece do you place next?",
    ask.MOVING: "Which of your pieces do you move next?",
    ask.MOVING_THEIRS: "Which of your opponents' pieces do you move?",
    ask.MOVING_ANY: "Which piece do you move?",
    ask.REMOVING: "Which piece do you take off the board?",
    ask.REUSING: "Which piece of your route do you use again?",
    ask.PLACING_BEYOND: "Which piece do you place in Wales or Scotland?",
    ask.GREEN_CITY: "Do you put a piece into a green city?",
    ask.FREE_PRIVILEGE: "Do you develop your privilege?",
    ask.LAYING: "Where do you lay the new marker?",
    ask.SHARING: "Another player takes income: do you take a piece from your stock?",
    ask.TURNING: "Which marker do you turn face down for the favour?",
    ask.PAWN_START: "In which province does the pawn start?",
}


def question(table: Hansa) -> str:
    """What is asked of the seat to move."""
    if table.hand:
        return "Where does the piece go?"
    if table.pending:
        return _QUESTIONS[table.pending]
    if table.actions == 0:
        return "Your actions are used: use a marker, or end your turn."
    return f"You have {several(table.actions, 'action')} left."


def sentence(table: Hansa, action: int) -> str:
    """What a legal action would do here."""
    words = str(act.FACES[table.board.number][action][3])
    return words[0].upper() + words[1:]


# -- what happened ----------------------------------------------------------------------------------


def tell(entry: Entry, names: Sequence[str], side: BoardSide) -> str:
    """A journal entry as a sentence."""
    who = names[entry.seat]
    if entry.event == SCORED:
        return f"{who} scores {several(entry.points, 'point')}: {source(entry)}."
    return f"{_story(entry, who, names, side)}."


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
            return f"{who} places a {SHAPES[a]} on {house_name(side, b)}"
        case ev.DISPLACED:
            there = house_name(side, a)
            return f"{who} displaces {names[b]}'s {SHAPES[c]} on {there} with a {SHAPES[d]}"
        case ev.PAID:
            return f"{who} pays {pieces(a, b)}"
        case ev.REPLACED | ev.REUSED:
            return f"{who} puts a {SHAPES[a]} on {house_name(side, b)}"
        case ev.STRANDED:
            return f"{who}'s {SHAPES[a]} finds no house and goes to the stock"
        case ev.MOVED:
            whose = "a" if names[d] == who else f"{names[d]}'s"
            return f"{who} moves {whose} {SHAPES[a]} from {house_name(side, b)} to {house_name(side, c)}"
        case ev.SWAPPED:
            return f"{who} swaps the pieces on {house_name(side, a)} and {house_name(side, b)}"
        case ev.ESTABLISHED:
            return f"{who} establishes {route_name(side, a)}"
        case ev.WON_MARKER:
            return f"{who} wins the marker: {marker_name(a)}"
        case ev.DREW_MARKER:
            return f"{who} draws a new marker: {marker_name(a)}"
        case ev.NO_MARKER:
            return "No marker is left to replace it: the game ends with this action"
        case ev.OFFICE:
            return f"{who} establishes an office in {side.cities[a].name} with a {SHAPES[c]}"
        case ev.EXTRA_OFFICE:
            return f"{who} adds an office in {side.cities[a].name} with a {SHAPES[b]}"
        case ev.DEVELOPED:
            return f"{who} develops {TRACKS[a]}" + (" and gains an action" if c else "")
        case ev.SPECIAL:
            return f"{who} puts a {SHAPES[b]} on the {COLOURS[a]} space of the special table"
        case ev.LEFT_IT:
            return f"{who} does nothing with the route"
        case ev.RETURNED:
            return f"{who} puts {pieces(a, b)} into the stock"
        case ev.COMPLETED:
            return f"{side.cities[a].name} is complete: {several(b, 'city').replace('citys', 'cities')} now"
        case ev.USED_MARKER:
            return f"{who} uses a marker: {marker_name(a)}"
        case ev.EXCHANGED:
            return f"{who} exchanges offices {b + 1} and {c + 1} in {side.cities[a].name}"
        case ev.REMOVED:
            return f"{who} takes {names[c]}'s {SHAPES[a]} off {house_name(side, b)}"
        case ev.LAID:
            return f"{who} lays a marker at {route_name(side, b)}: {marker_name(a)}"
        case ev.KEPT_MARKER:
            return f"{who} finds no route for a marker and keeps it for later: {marker_name(a)}"
        case ev.SHARED:
            return f"{who} takes a {SHAPES[a]} from the stock, too"
        case ev.BOUGHT_FAVOUR:
            return f"{who} buys the favour tile {FAVOURS[a]}"
        case ev.TURNED:
            return f"{who} turns a marker face down: {marker_name(a)}"
        case ev.PAWN:
            return f"{who} moves the pawn to {side.provinces[a].name}" + (" for an action" if b else "")
        case ev.GAVE_UP:
            return f"{who} gives up {several(a, 'action')}"
        case ev.DECLINED:
            return f"{who} declines"
        case ev.TRIGGER:
            return (
                f"{who} has 20 points or more: the game ends",
                "Enough cities are complete: the game ends",
                "The markers have run out: the game ends",
                "The last turn has been played: the game ends",
            )[a - 1]
        case ev.MISSION:
            return f"{who}'s mission: {', '.join(MISSIONS[a])}"
        case _:
            return f"The game is over: {who} wins"


_SOURCES = {
    ev.CONTROL: "control",
    ev.COIN: "coins",
    ev.EAST_WEST: "east to west",
    ev.TRACKS: "full tracks",
    ev.MARKERS: "markers",
    ev.SPECIAL_TABLE: "special table",
    ev.CITIES: "cities",
    ev.NETWORK: "network",
    ev.MISSIONS: "mission",
    ev.REGIONS: "regions",
    ev.FAVOURS: "favour",
}


def source(entry: Entry) -> str:
    """Where an entry's points come from."""
    return _SOURCES[entry.source]
