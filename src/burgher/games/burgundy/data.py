"""What lies on the table: the game board and the players' own boards."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from mypy_extensions import i64

from burgher.games.burgundy.lookups import EMPTY, FULL_GOODS, FULL_PILE
from burgher.kernel.ints import copy_ints, zeros
from burgher.kernel.state import State

if TYPE_CHECKING:
    from librt.vecs import vec

    from burgher.kernel.ints import Ints, SharedInts


class Player:
    """A player board and what lies on it (p. 3)."""

    def __init__(self) -> None:
        self.estate: i64 = 0
        """Which estate it shows."""
        self.board: i64 = -1
        """Which double-sided board was dealt (p. 12), if any."""
        self.castle: i64 = -1
        """The space of the starting castle, once chosen."""
        self.points: i64 = 0
        self.silverlings: i64 = 0
        self.workers: i64 = 0
        self.covered: i64 = 0
        """The spaces with a tile."""
        self.frontier: i64 = 0
        """The empty spaces beside a tile."""
        self.knows: i64 = 0
        """The knowledge tiles in the estate, by number."""
        self.mines: i64 = 0
        """How many mines are in the estate."""
        self.bonuses: i64 = 0
        """How many bonus tiles were claimed."""
        self.steps: i64 = 0
        """Spaces from the start on the turn order track."""
        self.goods_held: i64 = 0
        """The types of goods in the storage."""
        self.goods: Ints = zeros(6)
        """How many goods of each type are in the storage."""
        self.sold: SharedInts = zeros(6)
        """How many goods of each type were sold."""
        self.storage: Ints = zeros(3)
        self.fits: Ints = zeros(3)
        """The spaces each stored tile may go to, numbers aside (`fitting.py`)."""
        self.tiles: SharedInts = zeros(37)
        """The tile on each space of the estate."""
        self.barred: SharedInts = zeros(9)
        """For each building type, the spaces of the cities that have one (p. 6); none for `NO_BUILDING`."""

    def copy_from(self, other: Player) -> None:
        """Become a copy of another player board."""
        self.estate = other.estate
        self.board = other.board
        self.castle = other.castle
        self.points = other.points
        self.silverlings = other.silverlings
        self.workers = other.workers
        self.covered = other.covered
        self.frontier = other.frontier
        self.knows = other.knows
        self.mines = other.mines
        self.bonuses = other.bonuses
        self.steps = other.steps
        self.goods_held = other.goods_held
        copy_ints(self.goods, other.goods)
        self.sold = other.sold
        copy_ints(self.storage, other.storage)
        copy_ints(self.fits, other.fits)
        self.tiles = other.tiles
        self.barred = other.barred


class Question:
    """One thing to decide: what may be answered, and what an answer does. It keeps nothing itself.

    The rules know a question by its number (`pending.py`), which is its place in `BurgundyData.questions`:
    those who ask it need not know what it will do. What people are told of it stands in `wording`. It is off
    the stack (`stack.py`) when `apply` and `decline` are called.
    """

    name: ClassVar[str] = ""
    """What positions and observations call it."""
    section: ClassVar[int] = 0
    """The page of the rulebook that speaks of it."""
    allows_purchase: ClassVar[bool] = False
    """Whether a tile may be bought before it is answered, in the edition of 2019."""

    def answers(self, state: BurgundyData, into: Ints) -> i64:
        """Write the legal answers as offers and return where they end."""
        raise NotImplementedError

    def apply(self, state: BurgundyData, verb: i64, thing: i64, action: i64) -> None:
        """Carry an answer out (`actions.py` says what it is made of)."""
        raise NotImplementedError

    def decline(self, state: BurgundyData) -> None:
        """Do without."""
        raise NotImplementedError

    def check(self, state: BurgundyData) -> None:
        """What must hold while it is asked (`invariants.py`)."""


class BurgundyData(State):
    """What lies on the table in a game in progress: data only, which every chapter of the rules works on."""

    def __init__(
        self,
        players: i64,
        edition: i64,
        most_empty_wins: i64,
        secret_choices: i64,
        questions: vec[Question],
    ) -> None:
        super().__init__()
        self.questions: vec[Question] = questions
        """Everything that can be asked, by its number."""
        self.edition: i64 = edition
        """0 for 2011, 1 for 2019."""
        self.most_empty_wins: i64 = most_empty_wins
        """Which way a tie is broken (p. 9)."""
        self.secret_choices: i64 = secret_choices
        """Whether boards and castles are chosen secretly (p. 12)."""
        self.seats: i64 = players
        self.players: list[Player] = [Player() for _ in range(players)]
        self.me: Player = self.players[0]
        """The board of the seat to move."""

        self.phase: i64 = 0
        self.round: i64 = 0
        self.turn: i64 = 0
        """How many players have had their turn in this round."""
        self.order: SharedInts = zeros(4)
        """The seats in the order of this round."""
        self.track: Ints = zeros(4)
        """The seats from front to back on the turn order track: right to left, top to bottom."""
        self.white: i64 = 0
        """The white die."""
        self.dice: Ints = zeros(8)
        """Each seat's two dice."""
        self.unused: i64 = 0
        """Which dice the seat to move has left."""
        self.bought: bool = False
        """Whether this turn's purchase has been made."""
        self.pending: i64 = 0
        """What must be decided before the turn goes on: a stack, four bits each (`pending.py`)."""
        self.in_hand: i64 = EMPTY
        """A tile that waits for a place in a full storage."""
        self.buying: i64 = 0
        """The spot of a tile being bought, while it is settled how to pay."""
        self.loading: i64 = 0
        """The depots a ship is taking goods from."""

        self.depots: Ints = zeros(24)
        """The tile on each spot of the numbered depots."""
        self.stocked: i64 = 0
        """The spots that have one."""
        self.black: SharedInts = zeros(8)
        self.black_stocked: i64 = 0
        self.depot_goods: SharedInts = zeros(36)
        """`depot_goods[depot * 6 + good]`: how many goods of each type lie at each depot."""
        self.depots_with_goods: i64 = 0
        self.round_goods: SharedInts = zeros(5)
        """The goods tile of each round of this phase."""
        self.large_bonuses: i64 = 0
        """The colours whose large bonus tile is still there."""
        self.small_bonuses: i64 = 0
        self.supply: Ints = FULL_PILE[:]
        """The tiles left in each pile: every single tile is a bit."""
        self.goods_supply: i64 = FULL_GOODS
        """The goods tiles nobody has seen yet."""

    def copy_from(self, other: State) -> None:
        assert isinstance(other, BurgundyData)
        source: BurgundyData = other  # checked once: `other` would be at every use
        super().copy_from(other)
        seat: i64 = 0
        while seat < self.seats:
            self.players[seat].copy_from(source.players[seat])
            seat += 1
        self.me = self.players[self.seat]
        self.phase = source.phase
        self.round = source.round
        self.turn = source.turn
        self.order = source.order
        copy_ints(self.track, source.track)
        self.white = source.white
        copy_ints(self.dice, source.dice)
        self.unused = source.unused
        self.bought = source.bought
        self.pending = source.pending
        self.in_hand = source.in_hand
        self.buying = source.buying
        self.loading = source.loading
        copy_ints(self.depots, source.depots)
        self.stocked = source.stocked
        self.black = source.black
        self.black_stocked = source.black_stocked
        self.depot_goods = source.depot_goods
        self.depots_with_goods = source.depots_with_goods
        self.round_goods = source.round_goods
        self.large_bonuses = source.large_bonuses
        self.small_bonuses = source.small_bonuses
        copy_ints(self.supply, source.supply)
        self.goods_supply = source.goods_supply
