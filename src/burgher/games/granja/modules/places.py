"""The places where the rules let a module in.

A module is one object on one table (`table.modules`): it keeps what the module adds to the table, and its
methods are the places below. The rules call a place of every module in play and go on as ever (by way of
`in_play.py` where every decision passes): without modules there is nobody to call. A module overrides the
places it needs and leaves all others alone.

Three habits make most modules short:

- What is to be decided is a question (`ask`), answered by actions of the module's own. One that is asked
  while something else is, is asked first; when its answer is given the game goes on by itself. A question may
  also be nobody's: `settle` then goes on with it, step by step, and others may come on top of it meanwhile.
- Who is to decide may change on the way: `pending.ask_of` gives the decision to somebody, and it goes back
  when everything that was asked of them is answered.
- Several steps of a round are there for modules alone (`pending.INTERLUDES`): everybody has a turn in each of
  them, and `start_turn` is the place to ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.pending import DETAIL, NOTHING, OF_MODULES, push

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components, Effect
    from burgher.games.granja.state import Granja, Player
    from burgher.kernel.errors import IllegalAction
    from burgher.kernel.journal import Entry
    from burgher.kernel.observation import Field
    from burgher.kernel.reading import Reader
    from burgher.kernel.words import Words

MODULE_EVENTS: Final = 1000
EVENTS_EACH: Final = 32
"""Event `MODULE_EVENTS + number * EVENTS_EACH + n` is the n-th of a module's."""
MODULE_SOURCES: Final = 200
SOURCES_EACH: Final = 8
"""The same for where points come from; a module's effects score from its first source."""


class Module:
    """A module on a table: what it keeps there, and what it adds to the rules."""

    name: ClassVar[str] = ""
    """Its name among the game's options, in positions and in words."""
    title: ClassVar[str] = ""
    """What people call it; refusals name it as the section of the rules."""
    meaning: ClassVar[str] = ""
    """A sentence for the person who chooses it."""
    parts: ClassVar[str] = ""
    """The name of what it adds to the components; none if it adds nothing."""

    def __init__(self) -> None:
        self.number: i64 = 0
        """Its place among all modules."""
        self.first: i64 = 0
        """The number of its first action."""
        self.end: i64 = 0
        """The number after its last action."""
        self.first_effect: i64 = 0
        """The number of its first effect."""

    # -- the object ------------------------------------------------------------------------------

    def fresh(self) -> Module:
        """Another one of its kind, as it comes out of the box."""
        raise NotImplementedError

    def copy_from(self, other: Module) -> None:
        """Become a copy of another one of its kind."""

    def another(self) -> Module:
        """Another one of its kind for another table of the same game."""
        other = self.fresh()
        other.number = self.number
        other.first = self.first
        other.end = self.end
        other.first_effect = self.first_effect
        return other

    # -- what a module does with the table ---------------------------------------------------------

    def ask(self, table: Granja, what: i64 = 0) -> None:
        """Ask a question of its own, before everything already asked."""
        push(table, OF_MODULES + self.number, what)

    def is_asked(self, table: Granja) -> bool:
        """Whether its question is the one that is asked."""
        return table.asked[table.depth] & 63 == OF_MODULES + self.number

    def ask_last(self, table: Granja, what: i64 = 0) -> None:
        """Ask a question of its own after everything already asked."""
        push(table, NOTHING)
        n = table.depth
        while n > 1:
            table.asked[n] = table.asked[n - 1]
            n -= 1
        table.asked[1] = OF_MODULES + self.number + what * DETAIL

    def note(self, table: Granja, seat: i64, event: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Write one of its own events into the journal, if there is one."""
        if table.journal is not None:
            table.journal.write(seat, MODULE_EVENTS + self.number * EVENTS_EACH + event, a, b, c)

    def score(self, table: Granja, seat: i64, points: i64, source: i64 = 0, a: i64 = 0) -> None:
        """Give a seat points from one of its own sources, or take what it pays."""
        table.players[seat].points += points
        if table.journal is not None and points:
            table.journal.score(seat, points, MODULE_SOURCES + self.number * SOURCES_EACH + source, a)

    # -- set-up and time -----------------------------------------------------------------------------

    def effects(self) -> list[Effect]:
        """The effects it adds to those of the box; `first_effect` is the number of the first."""
        return []

    def set_up(self, table: Granja) -> None:
        """Lay out what it brings, after everything else and before the first round."""

    def start_step(self, table: Granja) -> None:
        """A step of the round begins (`table.step`)."""

    def start_turn(self, table: Granja) -> None:
        """A seat's turn in a step begins: what it asks is asked before anything else."""

    def end_turn(self, table: Granja) -> None:
        """A seat's turn in a step is over; what it asks is asked before the next turn begins."""

    def siesta_scored(self, table: Granja) -> None:
        """The seat to decide has its siesta points of the round: what is asked here is asked first."""

    def stays(self, table: Granja) -> bool:
        """Whether somebody's turn in a step goes on although the rules have nothing more for them."""
        return False

    def leads(self, table: Granja) -> bool:
        """Whether somebody of its own who is no seat comes before all others in turn order."""
        return False

    def follows(self, table: Granja) -> bool:
        """Whether somebody of its own who is no seat comes after all others in turn order."""
        return False

    def roofs_shown(self, shown: i64) -> i64:
        """How many roof tiles there are in a round, where else there would be so many."""
        return shown

    def new_roofs(self, table: Granja) -> None:
        """The roof tiles of a new round have been laid out."""

    def refresh(self, table: Granja) -> None:
        """Exhaustion markers are turned back."""

    def final_scoring(self, table: Granja, seat: i64) -> None:
        """A seat's goods are about to be turned into silver, and its silver into points."""

    def final_silver(self, table: Granja, seat: i64) -> i64:
        """What it turns into silver for a seat at the end, beside resources and trade commodities."""
        return 0

    # -- decisions -----------------------------------------------------------------------------------

    def settle(self, table: Granja, what: i64) -> bool:
        """Go on with its question if nobody needs to decide it; False when somebody does."""
        return False

    def answers(self, table: Granja, into: Words, what: i64) -> i64:
        """Offer the answers to its question; return where the offers end."""
        return 0

    def more_answers(self, table: Granja, into: Words, end: i64, asked: i64) -> i64:
        """Offer further answers to a question that the rules ask; return where the offers end."""
        return end

    def decline(self, table: Granja, what: i64) -> None:
        """`skip` was the answer to its question; it is off the stack."""

    def lets_act(self, table: Granja, what: i64) -> bool:
        """Whether one may do what can be done at any time before its question is answered."""
        return False

    def decisions(self, table: Granja, into: Words, end: i64) -> i64:
        """Offer what else can be decided in a step in which nothing is asked; return where the offers end."""
        return end

    def anytime(self, table: Granja, into: Words, end: i64) -> i64:
        """Offer what it lets the seat to decide do at any time; return where the offers end."""
        return end

    def more_to_buy(self, table: Granja) -> i64:
        """The harvest goods of which the seat to decide could use one more although there is one."""
        return 0

    def means(self, table: Granja) -> i64:
        """The silver that the seat to decide could have from it at any time, beside what can be sold."""
        return 0

    def apply(self, table: Granja, action: i64) -> None:
        """Carry out one of its own actions, by its number among them."""
        raise NotImplementedError

    # -- I: the farm phase -----------------------------------------------------------------------------

    def income(self, table: Granja) -> None:
        """The seat to decide gains income."""

    def helper_room(self, table: Granja, player: Player, room: i64) -> i64:
        """For how many helpers a player has room."""
        return room

    def roof_price(self, table: Granja, tile: i64, price: i64) -> i64:
        """What a roof tile costs the seat to decide, who else would pay this price."""
        return price

    def roof_room(self, table: Granja, player: Player, room: i64) -> i64:
        """For how many roof tiles a player has room."""
        return room

    def roof_places(self) -> int:
        """How many places for roof tiles it adds to a farm, whoever may use them."""
        return 0

    def more_roofs(self, table: Granja) -> bool:
        """Whether it has roof tiles for sale itself."""
        return False

    def roof_offers(self, table: Granja, into: Words, end: i64) -> i64:
        """Offer its own roof tiles to the seat to decide, who has room; return where the offers end."""
        return end

    def roof_bought(self, table: Granja) -> None:
        """The seat to decide has bought a roof tile."""

    def upgraded(self, table: Granja, kind: i64) -> None:
        """The seat to decide has paid for upgrading a resource."""

    # -- II: the revenue phase -------------------------------------------------------------------------

    def roll(self, table: Granja) -> None:
        """The revenue dice have been rolled."""

    def rolled_again(self, table: Granja, shown: i64) -> None:
        """Dice put aside have been rolled again: what they show, four bits for each number."""

    def dice_taken(self, table: Granja) -> i64:
        """How many of the round's dice have gone out of the pool without any seat having drafted them."""
        return 0

    def plain_dice(self, table: Granja, numbers: i64) -> i64:
        """Of some numbers, those of which there is a die that `die` and `reroll` can name."""
        return numbers

    def die_taken(self, table: Granja, space: i64) -> None:
        """A die was drafted for a space, which has not been used yet: what is asked here comes after it."""

    def changes_spaces(self) -> bool:
        """Whether revenue spaces do something else with it than what is printed there."""
        return False

    def can_use_space(self, table: Granja, space: i64) -> bool:
        """If so, whether something would come of a space for the seat to decide."""
        return True

    def use_space(self, table: Granja, space: i64) -> bool:
        """Whether it does what a revenue space does in its own way."""
        return False

    def drafts(self, table: Granja) -> bool:
        """Whether the die whose space is being used is one of its own, and not the leftover one."""
        return False

    # -- III: deliveries -------------------------------------------------------------------------------

    def deliveries(self, table: Granja, into: Words, end: i64, has: i64) -> i64:
        """Offer its own deliveries of some kinds, when one can be made; return where the offers end."""
        return end

    def asks_for(self, table: Granja) -> i64:
        """The kinds that its own deliveries take from the seat to decide."""
        return 0

    def can_deliver(self, table: Granja) -> bool:
        """Whether it takes a delivery of something that is no kind of goods."""
        return False

    def delivery_price(self, table: Granja, kind: i64, price: i64) -> i64:
        """What a delivery of a kind in this step costs, which else would have this price."""
        return price

    def may_deliver(self, table: Granja, kinds: i64) -> i64:
        """Of some kinds, those that can be delivered with the deliveries of this step."""
        return kinds

    def can_deliver_two(self, table: Granja, first: i64, second: i64) -> bool:
        """Whether two goods at once can be delivered with the deliveries of this step."""
        return True

    def delivered(self, table: Granja, kind: i64) -> None:
        """One of the deliveries of this step is being made."""

    def opens(self, table: Granja, building: i64) -> bool:
        """Whether the seat to decide may deliver to a blocked craft building all the same."""
        return False

    def movable(self, table: Granja, slot: i64, demands: i64) -> i64:
        """Of the demands met of a barrow, those whose goods can be taken off again."""
        return demands

    def movable_row(self, table: Granja, building: i64, supplied: i64) -> i64:
        """Of the demands met in the row of the seat to decide at a craft building, those that can be lost."""
        return supplied

    def barrow_left(self, table: Granja, slot: i64) -> None:
        """A barrow of the seat to decide was completed or discarded; its stall is asked for already."""

    def rewarded(self, table: Granja, seat: i64, place: i64, points: i64) -> None:
        """A seat got a reward of so many points for the Betwixt card in a place."""

    def row_completed(self, table: Granja, building: i64) -> None:
        """The seat to decide has completed a row of a craft building."""

    def instant(self, table: Granja, building: i64) -> bool:
        """Whether it does what the instant side of a craft marker just gained does in its own way."""
        return False

    # -- III: donkeys ----------------------------------------------------------------------------------

    def own_donkeys(self, table: Granja, tiles: i64) -> i64:
        """Of the donkey tiles that everybody has, those that `donkey` and `fetch` can name."""
        return tiles

    def donkeys(self, table: Granja, player: Player, donkeys: i64) -> i64:
        """The donkeys on the tile that a player has chosen."""
        return donkeys

    def more_donkeys(self) -> i64:
        """The donkey tiles it adds to the four of everybody, as bits beyond theirs."""
        return 0

    def hats(self, table: Granja, player: Player, hats: i64) -> i64:
        """The hats on it."""
        return hats

    # -- III and IV: the market ------------------------------------------------------------------------

    def limits_stalls(self, table: Granja) -> bool:
        """Whether it has rules of its own for where the marker being placed may go."""
        return False

    def stall_places(self, table: Granja, values: i64) -> i64:
        """If so, where it may go, for some values."""
        return 0

    def shields(self, table: Granja, seat: i64, space: i64, owner: i64) -> bool:
        """Whether it asks somebody before a seat's marker replaces an owner's; it goes on itself then."""
        return False

    def shields_from(self, table: Granja, seat: i64, space: i64, lower: i64) -> bool:
        """Whether it asks somebody before markers beside a place are driven away; it goes on itself then."""
        return False

    def lower_neighbours(self, table: Granja, space: i64, lower: i64) -> i64:
        """Of some markers beside a stall place, those that its marker drives away."""
        return lower

    def removal_points(self, table: Granja, space: i64, points: i64) -> i64:
        """What the marker on a stall place scores for each one that it removes."""
        return points

    def stall_placed(self, table: Granja, space: i64) -> None:
        """A marker was put on a stall place."""

    def not_placed(self, table: Granja) -> None:
        """The marker that was to be put into the market has found no place."""

    def stall_left(self, table: Granja, owner: i64, space: i64) -> None:
        """An owner's marker has left a stall place."""

    def market(self, table: Granja, seat: i64) -> None:
        """A seat's markers in the market have been scored."""

    # -- agents, secrets, checks -----------------------------------------------------------------------

    def worth(self, table: Granja, seat: i64) -> i64:
        """What it is worth to a seat, in hundredths of a point."""
        return 0

    def forget(self, table: Granja, seat: i64) -> None:
        """Deal anew what a seat cannot know."""

    def check(self, table: Granja) -> None:
        """Raise `AssertionError` unless everything of it holds that must."""

    def check_step(self, before: Granja, was: Module, table: Granja) -> None:
        """The same for two moments with one action between them; `was` is the module at the first."""

    # -- learners (`observation.py`) -------------------------------------------------------------------

    def table_fields(self, players: int) -> list[Field]:
        """What a seat observes of it, in the order of the words that `observe` writes."""
        return []

    def seat_fields(self, players: int) -> list[Field]:
        """What a seat observes of it beside every farm, in the order of `observe_farm`."""
        return []

    def observe(self, table: Granja, seat: i64, into: Words, n: i64) -> i64:
        """Write what there is of it once, for an observing seat; return where the words end."""
        return n

    def observe_farm(self, table: Granja, farm: i64, seat: i64, into: Words, n: i64) -> i64:
        """Write what there is of it beside the farm of a seat, for an observing one."""
        return n

    def roof_kinds(self) -> int:
        """How many kinds of roof tiles it adds to those of the rounds."""
        return 0

    def detail_bits(self) -> int:
        """How many bits the details of its question have at most."""
        return 6

    def observed_detail(self, table: Granja, what: i64, seat: i64) -> i64:
        """A detail of its question, with whatever names a seat counted from the observing one."""
        return what

    # -- for people ------------------------------------------------------------------------------------

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        """The words and the parts of its actions."""
        return []

    def is_secret(self, table: Granja, action: int) -> bool:
        """Whether the others may not yet know that one of its actions was chosen."""
        return False

    def is_aside(self, table: Granja, action: int) -> bool:
        """Whether one of its actions can be done beside what is asked."""
        return False

    def question(self, table: Granja, what: int) -> str:
        """Its question as a sentence."""
        return ""

    def space_text(self, space: int, box: Components) -> str | None:
        """What a revenue space does, where it is not what the board says."""
        return None

    def donkey_name(self, tile: int, box: Components) -> str | None:
        """A donkey tile that it brought, as people call it; None for any other."""
        return None

    def sentence(self, table: Granja, action: int, box: Components) -> str:
        """What one of its legal actions would do, as a sentence."""
        return ""

    def to_skip(self, table: Granja, what: int) -> str:
        """What it means to decline what its question offers, as a sentence."""
        return "Do without"

    def refusal(self, table: Granja, action: int) -> IllegalAction:
        """Why one of its actions is not legal, where nothing else is in the way."""
        raise NotImplementedError

    def tell(self, event: int, entry: Entry, names: Sequence[str], box: Components) -> str:
        """One of its events as a sentence, without the full stop."""
        return ""

    def source(self, source: int) -> str:
        """Where its points come from."""
        return self.title

    def reason(self, source: int, entry: Entry, box: Components) -> str:
        """The same for one entry: `2 markers on the mattresses`."""
        return self.source(source)

    def view(self, table: Granja, seat: int | None, box: Components) -> dict[str, Any]:
        """What a seat may see of it, as JSON-able data."""
        return self.write(table, box)

    def write(self, table: Granja, box: Components) -> dict[str, Any]:
        """All of it, as JSON-able data."""
        return {}

    def read(self, reader: Reader, table: Granja, box: Components) -> None:
        """Take it up again from such data; raises `BadPosition`."""

    def knows(self, what: int, table: Granja) -> bool:
        """Whether its question can have such a detail."""
        return False

    def remark(self, box: Components) -> str:
        """Whether some of its components are reconstructed, as a remark."""
        return " (Reconstructed.)" if self.parts and box.modules.reconstructed([self.parts]) else ""

    def explain(self, topic: str, box: Components, view: Mapping[str, Any] | None) -> str | None:
        """What a topic of it means; None for an unknown one."""
        return None

    def in_order(self, view: Mapping[str, Any], players: list[tuple[int, str]]) -> list[tuple[int, str]]:
        """Seats with their names in turn order, with whoever of its own has a place among them."""
        return players

    def draw(self, view: Mapping[str, Any], names: Sequence[str], box: Components) -> list[str]:
        """What there is to see of it, in lines for a terminal."""
        return []


def asking(table: Granja) -> Module:
    """The module whose question is asked."""
    number: i64 = (table.asked[table.depth] & 63) - OF_MODULES
    n: i64 = 0
    while table.modules[n].number != number:
        n += 1
    return table.modules[n]


def module_of(modules: list[Module], action: i64) -> Module:
    """The module that an action belongs to."""
    n: i64 = 0
    while action >= modules[n].end:
        n += 1
    return modules[n]


def numbered(modules: list[Module], number: int) -> Module:
    """The module in play with a number among all."""
    return next(module for module in modules if module.number == number)
