"""The parts of the modules: a table each, read and checked like those of the box."""

from __future__ import annotations

from burgher.games.granja.components.modules.checking import checked_modules
from burgher.games.granja.components.modules.things import MODULES, Modules, Parts

__all__ = ["MODULES", "Modules", "Parts", "checked_modules"]
