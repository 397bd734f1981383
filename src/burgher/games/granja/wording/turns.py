"""What is never asked of anybody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from burgher.games.granja.wording.base import Wording

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData


class Back(Wording):
    """The decision goes back to a seat."""

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        return what < state.seats
