"""What lies on the table, as data: the game board, the players' farms, and the modules in play.

The rules are functions on `GranjaData`, so that they need to import nothing else to name what they work on;
`state.Granja` adds the methods that call them. A module is one object among that data: it keeps what it adds
to the table, acts at moments, changes quantities and asks questions (`in_play.py`). It overrides what it
needs and leaves all else alone.

Three habits make most modules short:

- What is to be decided is a question (`ask`), answered by actions of the module's own. One that is asked
  while something else is, is asked first; when its answer is given the game goes on by itself. A question may
  also be nobody's: `settle` then goes on with it, step by step, and others may come on top of it meanwhile.
- Who is to decide may change on the way: `stack.ask_of` gives the decision to somebody, and it goes back
  when everything that was asked of them is answered.
- Several steps of a round are there for modules alone (`pending.INTERLUDES`): everybody has a turn in each of
  them, and `TURN_BEGINS` is the moment to ask.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.lookups import ALL_DONKEYS
from burgher.games.granja.pending import DETAIL, MOST_QUESTIONS, NOTHING, PLAY
from burgher.kernel.ints import COMPILED, copy_ints, zeros
from burgher.kernel.state import State

try:
    from librt.vecs import append, vec
except ImportError:  # only the compiled build needs it
    pass

if TYPE_CHECKING:
    from burgher.games.granja.components import Effect, Roof
    from burgher.games.granja.lookups import Lookups
    from burgher.kernel.ints import Ints, SharedInts
    from burgher.kernel.observation import Field
    from burgher.kernel.packed import Packed

MODULE_EVENTS: Final = 1000
EVENTS_EACH: Final = 32
"""Event `MODULE_EVENTS + number * EVENTS_EACH + n` is the n-th of a module's."""
MODULE_SOURCES: Final = 200
SOURCES_EACH: Final = 8
"""The same for where points come from; a module's effects score from its first source."""


class Player:
    """A farm with everything in and around it."""

    def __init__(self, seat: i64) -> None:
        self.seat: i64 = seat
        self.points: i64 = 0
        self.silver: i64 = 0
        self.has: i64 = 0
        """The kinds of which there is one somewhere on the farm, fields included."""
        self.goods: Ints = zeros(8)
        """How many of each kind are in dens and stalls; trade commodities too."""
        self.ripe: Packed = 0
        """How many fields of each kind have their good."""
        self.fields: Packed = 0
        """How many fields of each kind there are."""
        self.hand: Ints = zeros(2)
        self.hand_size: i64 = 0
        self.field_cards: SharedInts = zeros(2)
        self.extension_cards: SharedInts = zeros(2)
        self.extensions: i64 = 0
        self.barrows: Packed = 0
        """The card of each market barrow, counted from 1; 0 for none."""
        self.loaded: Packed = 0
        """The demands of each barrow that are met."""
        self.helpers: Packed = 0
        """The card of each helper, counted from 1; 0 for none."""
        self.exhausted: i64 = 0
        """The places of helpers that have been used in this round."""
        self.roofs: Packed = 0
        """The roof tiles from left to right, counted from 1; 0 for none."""
        self.roofs_up: i64 = 0
        """The places of those that are face up."""
        self.crafts: i64 = 0
        """The craft buildings completed."""
        self.ongoing: i64 = 0
        """Those whose marker has been turned to its ongoing side."""
        self.rows: Packed = 0
        """The row claimed at each craft building, from 1; 0 for none."""
        self.supplied: Packed = 0
        """The demands of each such row that are met."""
        self.donkeys: i64 = ALL_DONKEYS
        """The donkey tiles not yet used."""
        self.donkey: i64 = -1
        """The tile chosen for this round; -1 for none."""
        self.steps: i64 = 0
        """Where the siesta disc is."""
        self.from_den: bool = False
        """Whether the next good that is there both on a field and in its den is taken from the den."""

        # Kept up to date by `helpers.refresh`.
        self.stalls: i64 = 0
        """Pig stalls."""
        self.extension_stalls: i64 = 0
        """Those on farm extensions: pigs breed only if there are any."""
        self.hand_limit: i64 = 0
        self.income: i64 = 0
        self.deliveries: i64 = 0
        """How many deliveries can be bought each round."""
        self.hats: i64 = 0
        self.more_donkeys: i64 = 0
        self.barrow_limit: i64 = 0
        self.rules: i64 = 0
        """The rules that helpers change, less those exhausted."""
        self.reacts: i64 = 0
        """What sets off some helper."""
        self.ready: i64 = 0
        """The places of helpers with an action that is not exhausted."""

    def copy_from(self, other: Player) -> None:
        """Become a copy of another farm."""
        self.points = other.points
        self.silver = other.silver
        self.has = other.has
        copy_ints(self.goods, other.goods)
        self.ripe = other.ripe
        self.fields = other.fields
        copy_ints(self.hand, other.hand)
        self.hand_size = other.hand_size
        self.field_cards = other.field_cards
        self.extension_cards = other.extension_cards
        self.extensions = other.extensions
        self.barrows = other.barrows
        self.loaded = other.loaded
        self.helpers = other.helpers
        self.exhausted = other.exhausted
        self.roofs = other.roofs
        self.roofs_up = other.roofs_up
        self.crafts = other.crafts
        self.ongoing = other.ongoing
        self.rows = other.rows
        self.supplied = other.supplied
        self.donkeys = other.donkeys
        self.donkey = other.donkey
        self.steps = other.steps
        self.from_den = other.from_den
        self.stalls = other.stalls
        self.extension_stalls = other.extension_stalls
        self.hand_limit = other.hand_limit
        self.income = other.income
        self.deliveries = other.deliveries
        self.hats = other.hats
        self.more_donkeys = other.more_donkeys
        self.barrow_limit = other.barrow_limit
        self.rules = other.rules
        self.reacts = other.reacts
        self.ready = other.ready


class GranjaData(State):
    """Everything of a game of La Granja in progress; `state.Granja` is the same with its rules."""

    def __init__(
        self, players: i64, lookups: Lookups, modules: list[Module], questions: vec[Question]
    ) -> None:
        super().__init__()
        self.lookups: Lookups = lookups
        """The components it is played with."""
        self.modules: list[Module] = [module.another() for module in modules]
        """The modules in play, each with what it keeps on the table."""
        self.acting: vec[Module] = module_list(self.modules)
        """The same once more, for the rules to go through (`in_play.py`)."""
        self.destinations: vec[Destination] = destination_list(self.modules)
        """Those of them that goods can be delivered to."""
        self.acts_at: i64 = 0
        """The moments and offers at which some of them act."""
        self.changing: i64 = 0
        """The quantities that some of them change."""
        for module in modules:
            self.acts_at |= module.acts_at
            self.changing |= module.changes
        self.modular: bool = len(modules) > 0
        """Whether there are any: asked where every decision passes, so that a game without pays nothing."""
        self.questions: vec[Question] = questions
        """Every question that there can be, by its number (`questions/registry.py`)."""
        self.seats: i64 = players
        self.hides_points: bool = False
        """Whether nobody sees the points of others before the end."""
        self.holders: i64 = players
        """All who can have markers in the market: the seats, then players without a farm."""
        self.leading: i64 = 0
        """How many of those without a farm come before all seats in turn order; the others come after."""
        for module in modules:
            self.holders += module.more_holders
        self.players: list[Player] = [Player(seat) for seat in range(players)]
        self.me: Player = self.players[0]
        """The farm of the seat to decide."""

        self.round: i64 = 0
        self.phase: i64 = 0
        self.step: i64 = PLAY
        """The step of the round (`pending.py`)."""
        self.turn: i64 = 0
        """How many players have had their turn in this step."""
        self.done: bool = False
        """Whether the seat whose turn it is has nothing more to decide in this step."""
        self.order: Packed = 0
        """The seats in turn order."""
        self.track: Packed = 0
        """The seats from front to back on the siesta track."""
        self.depth: i64 = 0
        """How many questions are asked."""
        self.asked: Ints = zeros(MOST_QUESTIONS)
        """The questions, the one asked now at `depth`; 0 is never one."""
        self.left: i64 = 0
        """Cards still to be played, or deliveries still to be made, in this step."""
        self.fresh: bool = False
        """Whether a card, a trade commodity or something else that could play a card, or pay for it, has come
        in since the step was begun, or its die used; with the income, whether anything has. Where a turn
        begins with nothing of its own to decide, whether others have done something since the last one."""
        self.sold: i64 = 0
        """The resources sold since anything else was done: where they cost no more than that, buying them
        back, and so on, would never come to an end."""

        self.asks_always: bool = False
        """Whether the end of every turn waits for its player's word, though nothing could come of it: to see
        that nothing is lost where it does not (`pauses.py`)."""

        self.playing: i64 = 0
        """The card being played, counted from 1, while something is decided for it; 0 for none."""
        self.paid: i64 = 0
        """The farm goods already paid for it."""
        self.to_pay: i64 = 0
        """How many are still to be paid."""

        self.pick: i64 = 0
        """How often each player has drafted a die in this round."""
        self.dice: Packed = 0
        """How many dice of each number are left."""
        self.shift: i64 = 0
        """By how much the next die drafted may be changed."""
        self.aside: i64 = 0
        """Dice put aside to be rolled again."""
        self.marked: i64 = -1
        """The revenue space marked by the Village Elder; -1 for none."""
        self.marker: i64 = 0
        """Whose marker it is."""

        self.market: SharedInts = zeros(4)
        """The stall places of each seat."""
        self.blocked: i64 = 0
        """The craft buildings still blocked."""
        self.next_blocked: Packed = 0
        """The buildings with order markers 1, 2 and 3."""
        self.tokens: i64 = 63
        """The craft buildings that nobody has completed."""
        self.claimed: i64 = 0
        """The rows with markers in them, four bits for each building."""
        self.display: Packed = 0
        """The roof tiles for sale, counted from 1; 0 for none."""

        self.deck: Ints = zeros(2)
        """The farm cards that can be drawn."""
        self.discards: Ints = zeros(2)
        self.shuffles: i64 = 0
        """How often the discarded cards have become the deck."""
        self.since: SharedInts = zeros(8)
        """For each card, after which shuffle it was last in the deck: a number of four bits, one set of cards
        for each of them."""

    def copy_from(self, other: State) -> None:
        assert isinstance(other, GranjaData)
        source: GranjaData = other  # checked once: `other` would be at every use
        self.seat = source.seat
        self.is_over = source.is_over
        self.chance = source.chance
        self.draws = source.draws
        self.reveals = source.reveals
        self.journal = None
        self.hides_points = source.hides_points
        seat: i64 = 0
        while seat < self.seats:
            self.players[seat].copy_from(source.players[seat])
            seat += 1
        self.me = self.players[self.seat]
        self.round = source.round
        self.phase = source.phase
        self.step = source.step
        self.turn = source.turn
        self.done = source.done
        self.order = source.order
        self.leading = source.leading
        self.track = source.track
        n: i64 = 1
        while n <= source.depth:
            self.asked[n] = source.asked[n]
            n += 1
        while n <= self.depth:
            self.asked[n] = NOTHING
            n += 1
        self.depth = source.depth
        self.left = source.left
        self.fresh = source.fresh
        self.sold = source.sold
        self.asks_always = source.asks_always
        self.playing = source.playing
        self.paid = source.paid
        self.to_pay = source.to_pay
        self.pick = source.pick
        self.dice = source.dice
        self.shift = source.shift
        self.aside = source.aside
        self.marked = source.marked
        self.marker = source.marker
        self.market = source.market
        self.blocked = source.blocked
        self.next_blocked = source.next_blocked
        self.tokens = source.tokens
        self.claimed = source.claimed
        self.display = source.display
        copy_ints(self.deck, source.deck)
        copy_ints(self.discards, source.discards)
        self.shuffles = source.shuffles
        self.since = source.since
        place: i64 = 0
        while place < len(self.acting):
            self.acting[place].copy_from(source.acting[place])
            place += 1

    def scores(self) -> list[int]:
        return [player.points for player in self.players]


class Question:
    """One kind of decision within a step: its answers, and what each of them does.

    A question keeps nothing: its detail, a number, lies beside it on the stack (`stack.py`). It is off the
    stack when `apply` and `decline` are called. How people are asked is told by its twin in `wording/`.
    """

    name: ClassVar[str] = ""
    """Its name in positions and observations; that of a module's has the module's name before it."""
    detail_bits: ClassVar[int] = 9
    """How many bits its detail has at most."""

    def settle(self, state: GranjaData, what: i64) -> bool:
        """Go on where nobody needs to decide, taking it off the stack; False when somebody must."""
        return False

    def answerable(self, state: GranjaData, what: i64, has: i64) -> bool:
        """Whether it would have an answer other than to decline, for a seat with some kinds of goods."""
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        """Offer its answers; return where the offers end."""
        return 0

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        """Carry out an answer."""
        raise NotImplementedError

    def decline(self, state: GranjaData, what: i64) -> None:
        """Do without: `skip` was the answer."""

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        """Whether one may first do what can be done at any time."""
        return False

    def takes(self, state: GranjaData, what: i64) -> i64:
        """The kinds of goods that an answer may take, where nothing else may be done first."""
        return 0

    def is_waiting(self, what: i64) -> bool:
        """Whether it only waits for what is above it: that decision has then not been begun."""
        return False

    def evaluate(self, state: GranjaData, what: i64) -> i64:
        """What it promises the seat to decide, in hundredths of a point."""
        return 0

    def check(self, state: GranjaData, what: i64) -> None:
        """Raise `AssertionError` unless it can be what is asked now."""

    def observed(self, state: GranjaData, what: i64, seat: i64) -> i64:
        """Its detail, with whatever names a seat counted from the observing one."""
        return what


class ModuleQuestion(Question):
    """A question that a module asks; it finds its module by the place among those in play."""

    def __init__(self) -> None:
        self.place: i64 = 0
        """The place of its module (`questions/registry.py` says it)."""
        self.number: i64 = 0
        """Its own number."""

    def ask(self, state: GranjaData, what: i64 = 0) -> None:
        """Ask it before everything already asked."""
        state.depth += 1
        state.asked[state.depth] = self.number + what * DETAIL

    def is_waiting(self, what: i64) -> bool:
        return True


def question_list(questions: list[Question]) -> vec[Question]:
    """Questions in an array, out of which compiled code takes one without looking at its type."""
    if not COMPILED:
        return questions  # type: ignore[return-value]
    array = vec[Question]()
    for question in questions:
        array = append(array, question)
    return array


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
        self.first_question: i64 = 0
        """The number of its first question."""
        self.acts_at: i64 = 0
        """The moments at which it acts, and where it offers something (`in_play.py`)."""
        self.changes: i64 = 0
        """The quantities that it changes."""
        self.more_roof_places: i64 = 0
        """Places for roof tiles that it adds to a farm, whoever may use them."""
        self.roof_tiles: list[Roof] = []
        """Kinds of roof tiles, without an effect, that it adds to those of the rounds."""
        self.first_roof: i64 = 0
        """The number of the first of them."""
        self.more_donkeys: i64 = 0
        """Donkey tiles that it adds to the four of everybody, as bits beyond theirs."""
        self.more_holders: i64 = 0
        """Players without a farm whom it adds: they have a place in turn order, and markers in the market."""

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
        other.first_question = self.first_question
        other.first_roof = self.first_roof
        return other

    # -- what a module does with the table ---------------------------------------------------------

    def ask(self, state: GranjaData, question: i64, what: i64 = 0) -> None:
        """Ask a question of its own, by its place in `questions`, before everything already asked."""
        state.depth += 1
        state.asked[state.depth] = self.first_question + question + what * DETAIL

    def note(self, state: GranjaData, seat: i64, event: i64, a: i64 = 0, b: i64 = 0, c: i64 = 0) -> None:
        """Write one of its own events into the journal, if there is one."""
        if state.journal is not None:
            state.journal.write(seat, MODULE_EVENTS + self.number * EVENTS_EACH + event, a, b, c)

    def score(self, state: GranjaData, seat: i64, points: i64, source: i64 = 0, a: i64 = 0) -> None:
        """Give a seat points from one of its own sources, or take what it pays."""
        state.players[seat].points += points
        if state.journal is not None and points:
            state.journal.score(seat, points, MODULE_SOURCES + self.number * SOURCES_EACH + source, a)

    def effects(self) -> list[Effect]:
        """The effects it adds to those of the box; `first_effect` is the number of the first."""
        return []

    def questions(self) -> list[ModuleQuestion]:
        """The questions it adds to those of the rules; `first_question` is the number of the first."""
        return []

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        """The words and the parts of its actions; `first` is the number of the first."""
        return []

    # -- what it adds to the rules (`in_play.py` has the numbers) ------------------------------------

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        """Something has happened at which it acts; what `a` and `b` are, the moment says."""

    def instead(self, state: GranjaData, moment: i64, a: i64, b: i64) -> bool:
        """Whether it does something in its own way that the rules were about to do."""
        return False

    def changed(self, state: GranjaData, quantity: i64, value: i64, a: i64) -> i64:
        """A quantity as it changes it."""
        return value

    def offers(self, state: GranjaData, into: Ints, end: i64, where: i64, a: i64) -> i64:
        """Offer its own actions somewhere; return where the offers end."""
        return end

    def apply(self, state: GranjaData, action: i64) -> None:
        """Carry out one of its own actions, by its number among them."""
        raise NotImplementedError

    def points_paid(self, action: i64) -> i64:
        """How many points one of its own actions costs."""
        return 0

    # -- agents, checks --------------------------------------------------------------------------------

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """What it is worth to a seat, in hundredths of a point."""
        return 0

    def check(self, state: GranjaData) -> None:
        """Raise `AssertionError` unless everything of it holds that must."""

    # -- learners (`observation.py`) -------------------------------------------------------------------

    def table_fields(self, players: int) -> list[Field]:
        """What a seat observes of it, in the order of the integers that `observe` writes."""
        return []

    def seat_fields(self, players: int) -> list[Field]:
        """What a seat observes of it beside every farm, in the order of `observe_farm`."""
        return []

    def observe(self, state: GranjaData, seat: i64, into: Ints, n: i64) -> i64:
        """Write what there is of it once, for an observing seat; return where the integers end."""
        return n

    def observe_farm(self, state: GranjaData, farm: i64, seat: i64, into: Ints, n: i64) -> i64:
        """Write what there is of it beside the farm of a seat, for an observing one."""
        return n


class Destination(Module):
    """A module with something of its own to deliver goods to, beside barrows and craft rows.

    Some have places that are filled in order, as cards between two farms are: others may then look at what a
    place asks for next, and deliver there in ways of their own.
    """

    def __init__(self) -> None:
        super().__init__()
        self.ordered: bool = False
        """Whether it has places that are filled in order, one after each seat."""

    def asked_kinds(self, state: GranjaData) -> i64:
        """The kinds that the seat to decide could deliver here."""
        return 0

    def takes_silver(self, state: GranjaData) -> bool:
        """Whether the seat to decide could deliver a silver here, beside what the delivery costs."""
        return False

    def deliveries(self, state: GranjaData, into: Ints, end: i64, kinds: i64) -> i64:
        """Offer deliveries of some kinds, silver (8) among them; return where the offers end."""
        return end

    def receive(self, state: GranjaData, place: i64, kind: i64) -> None:
        """Something that was delivered comes here: to which of its places, and what it is or passes for."""
        raise NotImplementedError

    # -- places that are filled in order -------------------------------------------------------------

    def demand(self, state: GranjaData, seat: i64, place: i64, ahead: i64) -> i64:
        """The kind that a seat delivers next to a place, or after so many more; -1 for none."""
        return -1

    def is_of_value(self, state: GranjaData, place: i64, value: i64) -> bool:
        """Whether a place has a value in points."""
        return False

    def receive_two(self, state: GranjaData, place: i64) -> None:
        """The next two goods come to a place at once."""
        raise NotImplementedError


def module_of(modules: list[Module], action: i64) -> Module:
    """The module that an action belongs to."""
    n: i64 = 0
    while action >= modules[n].end:
        n += 1
    return modules[n]


def numbered(modules: list[Module], number: int) -> Module:
    """The module in play with a number among all."""
    return next(module for module in modules if module.number == number)


def destination_list(modules: list[Module]) -> vec[Destination]:
    """Those of some modules that are delivered to."""
    found = [module for module in modules if isinstance(module, Destination)]
    if not COMPILED:
        return found  # type: ignore[return-value]
    array = vec[Destination]()
    for module in found:
        array = append(array, module)
    return array


def module_list(modules: list[Module]) -> vec[Module]:
    """Modules in an array, out of which compiled code takes one without looking at its type."""
    if not COMPILED:
        return modules  # type: ignore[return-value]
    array = vec[Module]()
    for module in modules:
        array = append(array, module)
    return array
