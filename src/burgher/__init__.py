"""Burgher: three great euro games by their full rules, to play, to study and to build on."""

from burgher import source as _source  # noqa: F401  first: it may send all others to the sources
from burgher.games import load
from burgher.kernel.errors import (
    BadOptions,
    BadPosition,
    BadRecord,
    BurgherError,
    IllegalAction,
    UnreadableAction,
)
from burgher.kernel.game import Action, Game, Option
from burgher.kernel.ints import COMPILED
from burgher.kernel.journal import Entry, Journal
from burgher.kernel.state import State
from burgher.record import Record
from burgher.table import Table

__version__ = "0.1.0"

__all__ = [
    "COMPILED",
    "Action",
    "BadOptions",
    "BadPosition",
    "BadRecord",
    "BurgherError",
    "Entry",
    "Game",
    "IllegalAction",
    "Journal",
    "Option",
    "Record",
    "State",
    "Table",
    "UnreadableAction",
    "load",
]
