"""What the players of a game agree on before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from burgher.kernel.errors import BadOptions

OptionValue = str | tuple[str, ...]


@dataclass(frozen=True)
class Option:
    """Something the players agree on before a game."""

    name: str
    meaning: str
    """One sentence for the person choosing."""
    choices: Mapping[str, str]
    """Each value with a sentence on it, the default first."""
    shape: Literal["one", "per seat", "any of"] = "one"
    """One value; one for all or one for each seat; or any number of them."""
    apart: tuple[tuple[str, ...], ...] = ()
    """Of any number of them, those of which only one can be chosen."""

    @property
    def default(self) -> OptionValue:
        """What is played when nobody says otherwise."""
        return () if self.shape == "any of" else next(iter(self.choices))

    def read(self, value: object, players: int) -> OptionValue:
        """Check a value given by a person or a file and put it into its one form."""
        if isinstance(value, str) and self.shape != "one" and "," in value:
            value = value.split(",")
        several = isinstance(value, Sequence) and not isinstance(value, str)
        given = [str(v).strip() for v in value] if several else [str(value).strip()]  # type: ignore[attr-defined]
        if self.shape == "any of" and given == [""]:
            given = []
        for one in given:
            if one not in self.choices:
                known = ", ".join(self.choices)
                raise BadOptions(f"{self.name}={one!r} is not known: choose from {known}")
        match self.shape:
            case "any of":
                for group in self.apart:
                    if len(both := [name for name in group if name in given]) > 1:
                        raise BadOptions(f"{' and '.join(both)} are not played together: choose one of them")
                return tuple(name for name in self.choices if name in given)
            case "per seat" if len(given) == players and len(set(given)) > 1:
                return tuple(given)
            case _ if len(set(given)) == 1:
                return given[0]
        raise BadOptions(
            f"{self.name} takes one value"
            + (f" for all or {players}, one for each seat" if self.shape == "per seat" else "")
            + f", not {len(given)}"
        )
