"""A game in progress, for machines: trusted, silent, cheap to copy.

`State` is what playouts, search and every front work with; each game gives its own subclass. It
checks nothing: only legal actions may be applied. `burgher.Table` is the checked front for people.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, SupportsIndex, cast

from mypy_extensions import i64, mypyc_attr

from burgher.kernel.chance import seeded
from burgher.kernel.errors import BurgherError
from burgher.kernel.fair import Draws
from burgher.kernel.ints import COMPILED
from burgher.kernel.offers import ACTION_NUMBERS, action_buffer, list_offered, offer_buffer

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints
    from burgher.kernel.journal import Journal

_OFFERS: Final[Ints] = offer_buffer()
_ACTIONS: Final[Ints] = action_buffer()
_NUMBERS: Final[list[object]] = list(range(ACTION_NUMBERS))
"""Python's own integers, made once: to make them anew is most of what a list would cost."""


def listed(offers: Ints, end: i64) -> list[int]:
    """All actions offered, for Python."""
    buffer = _ACTIONS if COMPILED else action_buffer()
    count = list_offered(offers, end, buffer)
    actions: list[object] = [None] * count
    i: i64 = 0
    while i < count:
        actions[i] = _NUMBERS[buffer[i]]
        i += 1
    return cast("list[int]", actions)


@mypyc_attr(allow_interpreted_subclasses=True)
class State:
    """One game in progress.

    A subclass adds what lies on its table and gives `offers`, `apply`, `clone`, `copy_from`, `scores`,
    `ranks` and, where more than chance is hidden, `exchange_hidden`.
    """

    def __init__(self) -> None:
        self.seat: i64 = 0
        """Whose decision it is, from 0."""
        self.is_over: bool = False
        """Whether the game has ended."""
        self.chance: i64 = 1
        """The generator's state, which tells every future die and draw and so is a secret; with `draws`, the
        number of the next one."""
        self.draws: Draws | None = None
        """Where draws come from at a table where people play; None for the generator."""
        self.reveals: i64 = 0
        """How often secret choices have been laid open."""
        self.journal: Journal | None = None
        """Where the rules write what happens, when somebody wants to know."""
        self.game: Any = None
        """The `Game` that dealt it, for whoever wants to look at it; None where nobody has."""

    def offers(self, into: Ints) -> i64:
        """Write the legal actions as offers (`burgher.kernel.offers`) and return where they end."""
        raise NotImplementedError

    def sensible_offers(self, into: Ints) -> i64:
        """The same for agents that look ahead: without legal actions that are never better than another.

        A game that offers people such things, because its rules do, leaves them out here; one stays at least.
        """
        return self.offers(into)

    def apply(self, action: i64) -> None:
        """Carry out a legal action and everything that follows until the next decision."""
        raise NotImplementedError

    def clone(self) -> State:
        """An independent copy of the same game, without the journal."""
        raise NotImplementedError

    def copy_from(self, other: State) -> None:
        """Become a copy of another state of the same game, without its journal.

        A subclass calls this and copies what it adds. Searches copy all the time. So arrays that seldom
        change are not copied: both states hold the same one, and whoever changes it puts another in its
        place (`ints.replaced`).
        """
        self.seat = other.seat
        self.is_over = other.is_over
        self.chance = other.chance
        self.draws = other.draws
        self.reveals = other.reveals
        self.journal = None

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: object) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """What pickle keeps: a position, which tells everything that is hidden."""
        if self.game is None:
            raise BurgherError("a state that no game has dealt cannot be pickled: no position can be written")
        if self.draws is not None:
            raise BurgherError(
                "a state that draws from a table's secret cannot be pickled: keep its table, or "
                "game.position(state)"
            )
        return self.game.restore, (self.game.position(self),)

    def scores(self) -> list[int]:
        """Each seat's points as they stand."""
        raise NotImplementedError

    def ranks(self) -> list[int]:
        """Each seat's place, 1 for the winner; seats that nothing tells apart share a place."""
        raise NotImplementedError

    def evaluate(self, seat: i64) -> i64:
        """How good the position looks to a seat, in hundredths of a point: the game's heuristic."""
        raise NotImplementedError

    def observe(self, seat: i64, into: Ints) -> i64:
        """Write what a seat may know as integers and return how many: `Game.observation` explains them."""
        raise NotImplementedError

    def draw_from(self, source: SupportsIndex | Draws) -> None:
        """Take all dice and draws from now on from a seed, or from a table's secret."""
        if isinstance(source, Draws):
            self.draws = source
            self.chance = 1
        else:
            self.draws = None
            self.chance = seeded(source)

    def redeal_hidden(self, seat: i64, chance: i64) -> None:
        """Deal everything that `seat` cannot know anew, from another state of the generator.

        Dice and draws are made when they are needed, so that this hides all that are to come.
        """
        self.draws = None
        self.chance = chance
        self.exchange_hidden(seat)

    def exchange_hidden(self, seat: i64) -> None:
        """Deal the hands of others anew, and whatever else lies there that `seat` cannot know."""

    def imagine(self, seat: i64, seed: SupportsIndex | Draws) -> State:
        """A clone in which everything `seat` cannot know is dealt anew, consistent with what it knows.

        That, and all that follows, comes from a seed, or from the secret of a new table.
        """
        other = self.clone()
        other.draw_from(seed)
        other.exchange_hidden(seat)
        return other

    def _repr_html_(self) -> str | None:
        """What a notebook shows: a picture through the eyes of whoever decides; none of what nobody dealt."""
        if self.game is None:
            return None
        if self.is_over:
            return cast(str, self.game.picture(self)._repr_html_())
        return cast(str, self.game.picture(self, self.seat)._repr_html_())

    def legal(self, into: Ints) -> i64:
        """Write the legal actions into a buffer and return how many there are."""
        # Compiled code is never interrupted here, so that buffers can be shared.
        offers = _OFFERS if COMPILED else offer_buffer()
        return list_offered(offers, self.offers(offers), into)

    def sensible(self, into: Ints) -> i64:
        """Write the actions that are worth a thought into a buffer and return how many there are."""
        offers = _OFFERS if COMPILED else offer_buffer()
        return list_offered(offers, self.sensible_offers(offers), into)

    def legal_actions(self) -> list[int]:
        """The legal actions, as a list; empty when the game is over."""
        offers = _OFFERS if COMPILED else offer_buffer()
        return listed(offers, self.offers(offers))
