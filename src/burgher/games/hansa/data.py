"""What lies on the table: the board with its routes and cities, and the players' desks."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.hansa.lookups import BOARDS, KINDS, MOST_CITIES, MOST_ROUTES, NOWHERE, TRACK_COUNT
from burgher.kernel.ints import copy_ints, zeros
from burgher.kernel.state import State

if TYPE_CHECKING:
    from librt.vecs import vec

    from burgher.games.hansa.lookups import Board
    from burgher.kernel.ints import Ints, SharedInts


NO_HOUSES: Final[SharedInts] = zeros(2)
"""No house at all, in both integers."""


class Variant:
    """What is played where the rules leave a choice (`components/rules.toml`)."""

    def __init__(self, flags: i64, limit: i64) -> None:
        self.flags: i64 = flags
        """All of the following, as bits in this order."""
        self.box_of_2020: bool = flags & 0x1 != 0
        """Which markers there are, and that three pieces are moved rather than removed."""
        self.exact_income: bool = flags & 0x2 != 0
        """Income takes as many as the bags say, no fewer."""
        self.extras_from_routes: bool = flags & 0x4 != 0
        """Displaced players may place additional pieces, even from routes; else those in stock must be."""
        self.any_on_special: bool = flags & 0x8 != 0
        """Traders too may go onto the special table."""
        self.any_exchange: bool = flags & 0x10 != 0
        """Any two offices of a city may be exchanged."""
        self.always_an_action: bool = flags & 0x20 != 0
        """Every step of the actions track gives an action at once."""
        self.cities_in_network: bool = flags & 0x40 != 0
        """The network is counted in cities rather than offices."""
        self.full_keys: bool = flags & 0x80 != 0
        """A full track of keys scores too."""
        self.missions: bool = flags & 0x100 != 0
        self.favour: bool = flags & 0x200 != 0
        self.limit: i64 = limit
        """How many turns each player has at most; 0 for no limit."""


class Cache:
    """What a player may expect of offices, tracks, markers and routes, and what that was worked out from.

    The heuristic remembers it (`cache.py`): it is no part of what lies on the table.
    """

    def __init__(self, state: HansaData, player: Player) -> None:
        self.settled: i64 = 0
        """What offices, tracks, markers and favours are worth."""
        self.known: i64 = 0
        """The routes of which is known what they would bring without a merchant."""
        self.rewards: Ints = zeros(state.board.routes)
        """What that is, by route."""
        self.known_by_merchant: i64 = 0
        """The same with a merchant."""
        self.rewards_by_merchant: Ints = zeros(state.board.routes)

        # What all this was worked out from, at first nothing. Who controls a city follows from its offices.
        self.weights: i64 = -1
        self.ahead: i64 = 0
        self.offices: SharedInts = state.offices
        self.extras: SharedInts = state.extras
        self.special: SharedInts = state.special
        self.plates: SharedInts = state.plates
        self.joins: i64 = 0
        self.joined: bool = False
        self.desk: SharedInts = player.desk
        self.unused: SharedInts = player.unused
        self.used: SharedInts = player.used
        self.favours: i64 = 0


class Player:
    """A player's desk, pieces and markers."""

    def __init__(self) -> None:
        self.points: i64 = 0
        self.supply_traders: i64 = 0
        self.supply_merchants: i64 = 0
        self.stock_traders: i64 = 0
        self.stock_merchants: i64 = 0
        self.desk: SharedInts = zeros(TRACK_COUNT)
        """How many steps of each track are developed."""
        self.houses: Ints = zeros(2)
        """The houses with a piece of this player, in both integers."""
        self.ready: i64 = 0
        """The routes whose houses are all this player's."""
        self.present: i64 = 0
        """The cities with an office of this player."""
        self.joined: bool = False
        """Whether the two end cities have been joined."""
        self.unused: SharedInts = zeros(KINDS)
        """The markers of each kind that can still be used."""
        self.used: SharedInts = zeros(KINDS)
        """Those face down."""
        self.waiting: i64 = 0
        """The replacement markers still to be laid, four bits each, the next one lowest."""
        self.favours: i64 = 0
        """The favour tiles bought."""
        self.mission: i64 = NOWHERE
        """The mission card."""
        self.cache: Cache | None = None
        """What the heuristic remembers of this player; a copy keeps its own."""

    def copy_from(self, other: Player) -> None:
        """Become a copy of another player."""
        self.points = other.points
        self.supply_traders = other.supply_traders
        self.supply_merchants = other.supply_merchants
        self.stock_traders = other.stock_traders
        self.stock_merchants = other.stock_merchants
        self.desk = other.desk
        copy_ints(self.houses, other.houses)
        self.ready = other.ready
        self.present = other.present
        self.joined = other.joined
        self.unused = other.unused
        self.used = other.used
        self.waiting = other.waiting
        self.favours = other.favours
        self.mission = other.mission


class Question:
    """One thing to decide: what may be answered, and what an answer does. It keeps nothing itself.

    The rules know a question by its number (`pending.py`), which is its place in `HansaData.questions`:
    those who ask it need not know what it will do. What people are told of it stands in `wording`.
    """

    name: ClassVar[str] = ""
    """What positions and observations call it."""
    section: ClassVar[str] = ""
    """The section of the rules that speaks of it."""
    for_others: ClassVar[bool] = False
    """Whether it is asked of somebody whose turn it is not."""
    of_route: ClassVar[bool] = False
    """Whether it is asked while a route is being established."""
    moves_pieces: ClassVar[bool] = False
    """Whether a piece may be in hand: then the question is where it goes."""
    is_counted: ClassVar[bool] = False
    """Whether `HansaData.left` says how often it may still be answered."""

    def settle(self, state: HansaData) -> None:
        """Go on where nothing is left to decide: when it is asked, and before it is asked once more."""

    def answers(self, state: HansaData, into: Ints) -> i64:
        """Write the legal answers as offers and return where they end."""
        raise NotImplementedError

    def apply(self, state: HansaData, verb: i64, thing: i64, shape: i64) -> None:
        """Carry an answer out (`actions.py` says what it is made of)."""
        raise NotImplementedError

    def decline(self, state: HansaData) -> None:
        """Do nothing, or nothing more."""
        raise NotImplementedError

    def check(self, state: HansaData) -> None:
        """What must hold while it is asked (`invariants.py`)."""


class HansaData(State):
    """What lies on the table in a game in progress: data only, which every chapter of the rules works on."""

    def __init__(self, players: i64, board: i64, variant: Variant, questions: vec[Question]) -> None:
        super().__init__()
        self.questions: vec[Question] = questions
        """Everything that can be asked, by its number."""
        self.seats: i64 = players
        self.board: Board = BOARDS[board]
        self.variant: Variant = variant
        self.players: list[Player] = [Player() for _ in range(players)]
        self.me: Player = self.players[0]
        """The player of the seat to move."""

        self.start: i64 = 0
        """The seat that had the first turn."""
        self.active: i64 = 0
        """Whose turn it is; others may have to decide something in it."""
        self.round: i64 = 0
        """How often everybody had a turn."""
        self.actions: i64 = 0
        """How many actions are left this turn."""
        self.begun: bool = False
        """Whether anything has been done this turn."""
        self.establishing: bool = False
        """Whether the action under way establishes a route: only such an action can end the game."""
        self.ending: bool = False
        """Whether a marker was needed and none was there: the game ends with this action."""

        self.taken: Ints = zeros(2)
        """The houses with a piece, in both integers."""
        self.discs: Ints = zeros(2)
        """Those of them with a merchant."""
        self.open_houses: i64 = self.board.open_houses
        """The routes with a free house."""
        self.open_ships: i64 = self.board.open_ships
        """The routes with a free ship."""
        self.plates: SharedInts = zeros(MOST_ROUTES)
        """The marker at each route: 1 + its kind, 0 for none."""
        self.plated: i64 = 0
        """The routes that have one."""
        self.pile: SharedInts = zeros(KINDS)
        """How many markers of each kind lie face down."""

        self.offices: SharedInts = zeros(MOST_CITIES)
        """The pieces in the printed offices of each city: four bits each, the leftmost lowest."""
        self.filled: SharedInts = zeros(MOST_CITIES)
        """How many printed offices are taken."""
        self.extras: SharedInts = zeros(MOST_CITIES)
        """The additional offices of each city, left of the printed: four bits each, the leftmost lowest."""
        self.control: SharedInts = zeros(MOST_CITIES)
        """1 + the seat that controls each city, 0 for nobody."""
        self.complete: i64 = 0
        """The completed cities."""
        self.joins: i64 = 0
        """How many players have joined the end cities."""
        self.special: SharedInts = zeros(4)
        """The pieces on the special table."""

        self.pending: i64 = 0
        """What must be decided before the turn goes on (`pending.py`)."""
        self.hand: i64 = 0
        """A piece that is being moved or placed, 0 for none."""
        self.hand_from: i64 = NOWHERE
        """The house it was taken from, if it was."""
        self.left: i64 = 0
        """How many more pieces may be moved or placed, or must be paid, or turned."""
        self.route: i64 = NOWHERE
        """The route that is being established, or on which a piece was displaced."""
        self.displaced: i64 = 0
        """The displaced piece, until it has its new place."""
        self.placed: SharedInts = NO_HOUSES
        """The houses that whoever places pieces one by one has filled, where pieces on routes may follow."""
        self.spare_traders: i64 = 0
        self.spare_merchants: i64 = 0
        """The pieces of an established route that a permanent marker may put elsewhere."""
        self.fresh_office: i64 = 0
        """Additional offices won with the route being established: not to be used yet."""

        self.leave_used: i64 = 0
        """Which of the cities that give leave have been made use of this turn (Britannia)."""
        self.pawn: i64 = NOWHERE
        """The pawn's province when two play."""
        self.pawn_steps: i64 = 0
        """Its free steps left this turn."""
        self.actions_over: bool = False
        """Whether free steps have followed the actions of this turn: markers give no more of them."""
        self.favours: i64 = 0
        """The favour tiles on display."""

    def copy_from(self, other: State) -> None:
        assert isinstance(other, HansaData)
        source: HansaData = other  # checked once: `other` would be at every use
        super().copy_from(other)
        seat: i64 = 0
        while seat < self.seats:
            self.players[seat].copy_from(source.players[seat])
            seat += 1
        self.me = self.players[self.seat]
        self.start = source.start
        self.active = source.active
        self.round = source.round
        self.actions = source.actions
        self.begun = source.begun
        self.establishing = source.establishing
        self.ending = source.ending
        copy_ints(self.taken, source.taken)
        copy_ints(self.discs, source.discs)
        self.open_houses = source.open_houses
        self.open_ships = source.open_ships
        self.plates = source.plates
        self.plated = source.plated
        self.pile = source.pile
        self.offices = source.offices
        self.filled = source.filled
        self.extras = source.extras
        self.control = source.control
        self.complete = source.complete
        self.joins = source.joins
        self.special = source.special
        self.pending = source.pending
        self.hand = source.hand
        self.hand_from = source.hand_from
        self.left = source.left
        self.route = source.route
        self.displaced = source.displaced
        self.placed = source.placed
        self.spare_traders = source.spare_traders
        self.spare_merchants = source.spare_merchants
        self.fresh_office = source.fresh_office
        self.leave_used = source.leave_used
        self.pawn = source.pawn
        self.pawn_steps = source.pawn_steps
        self.actions_over = source.actions_over
        self.favours = source.favours
