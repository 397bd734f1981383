"""What is still to be decided within a turn.

One decision at a time is asked for; `questions` has a class for each. Those that hand pieces out or move them
about have two halves: which piece, while nothing is in hand, and where it goes, while one is.
"""

from __future__ import annotations

from typing import Final

NOTHING: Final = 0
CLAIM: Final = 1
"""What to do with an established route: office, development, special table, additional office, nothing."""
PAYMENT: Final = 2
"""Which pieces to pay for displacing one."""
DISPLACED: Final = 3
"""The displaced player's piece and those that come with it."""
MOVING: Final = 4
"""Own pieces, by the action Move."""
MOVING_THEIRS: Final = 5
"""Opponents' pieces, by the marker of 2020."""
MOVING_ANY: Final = 6
"""Anybody's pieces, by a permanent marker."""
REMOVING: Final = 7
"""Pieces off the routes, by the marker of 2009."""
REUSING: Final = 8
"""Pieces of an established route, by a permanent marker."""
PLACING_BEYOND: Final = 9
"""Pieces into Wales or Scotland, by a permanent marker."""
GREEN_CITY: Final = 10
"""An office in a green city, by a permanent marker."""
FREE_PRIVILEGE: Final = 11
"""A step of the privilege, by a permanent marker."""
LAYING: Final = 12
"""Where a replacement marker goes."""
SHARING: Final = 13
"""A piece for whoever has the favour of others' income."""
TURNING: Final = 14
"""Which markers to turn face down for a favour."""
PAWN_START: Final = 15
"""Where the pawn starts when two play."""
