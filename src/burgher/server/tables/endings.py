"""How games end otherwise than by their rules, and who is still in one."""

from __future__ import annotations

from burgher.server.storage.model import StoredTable


def contenders(stored: StoredTable) -> list[int]:
    """The seats that are still in the game: those whose players have neither resigned nor run out of time."""
    return [seat.number for seat in stored.seats if seat.out is None]


def is_decided(stored: StoredTable) -> bool:
    """Whether nothing is left to be played: at most one is in the game, or none of those is a person."""
    still = contenders(stored)
    return len(still) <= 1 or not any(stored.seats[seat].kind == "person" for seat in still)


def winner_of(stored: StoredTable) -> int | None:
    """Who has won a game because all the others are out; None where nobody has."""
    still = contenders(stored)
    return still[0] if stored.ended == "resigned" and len(still) == 1 and stored.players > 1 else None


def ended_in_words(stored: StoredTable) -> str:
    """How a game has ended, as people are told."""
    if stored.ended == "abandoned":
        return "abandoned by agreement" if stored.players > 1 else "abandoned"
    winner = winner_of(stored)
    gone = [out_in_words(stored, seat.number) for seat in stored.seats if seat.out is not None]
    won = "" if winner is None else f"{stored.names[winner]} wins, "
    return won + " and ".join(gone)


def out_in_words(stored: StoredTable, seat: int) -> str:
    """Why a seat's player is out of the game."""
    name = stored.names[seat]
    return f"{name}’s time was up" if stored.seats[seat].out == "time" else f"{name} has resigned"


def seat_notes(stored: StoredTable) -> list[str]:
    """Who has left a running game, and who offers to stop, in sentences."""
    if stored.to_move is None:
        return []
    found = []
    for seat in stored.seats:
        if seat.out is not None:
            found.append(f"{out_in_words(stored, seat.number)}: an opponent plays on.")
        elif seat.away is not None and seat.kind == "opponent":
            found.append(f"{seat.name} is away: an opponent plays for them.")
        elif seat.away is not None and seat.is_free:
            found.append(f"{seat.away.name} has left: their seat is free.")
    offer = [seat.name for seat in stored.seats if seat.abandon]
    if offer:
        offers = "offers" if len(offer) == 1 else "offer"
        found.append(f"{' and '.join(offer)} {offers} to abandon the game.")
    if stored.is_paused:
        found.append("The clocks stand: everybody has agreed to a pause.")
    elif pausing := [seat.name for seat in stored.seats if seat.pause]:
        found.append(f"{' and '.join(pausing)} would like a pause.")
    return found
