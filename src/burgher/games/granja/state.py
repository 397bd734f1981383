"""What lies on the table: the game board and the players' farms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from burgher.games.granja.instinct import COST, REACH, TRIES, TRUST, worth
from burgher.games.granja.legal import offers
from burgher.games.granja.observation import observe
from burgher.games.granja.pending import MOST_QUESTIONS, PLAY
from burgher.games.granja.scoring import places
from burgher.games.granja.secrets import exchange_hidden
from burgher.games.granja.turn import carry_out
from burgher.kernel.state import State
from burgher.kernel.words import copy_words, zeros

if TYPE_CHECKING:
    from burgher.games.granja.modules.places import Module
    from burgher.games.granja.tables import Box
    from burgher.kernel.words import Words


class Player:
    """A farm with everything in and around it."""

    def __init__(self, roof_places: i64) -> None:
        self.points: i64 = 0
        self.silver: i64 = 0
        self.has: i64 = 0
        """The kinds of which there is one somewhere on the farm, fields included."""
        self.goods: Words = zeros(8)
        """How many of each kind are in dens and stalls; trade commodities too."""
        self.ripe: Words = zeros(3)
        """How many fields of each kind have their good."""
        self.fields: Words = zeros(3)
        """How many fields of each kind there are."""
        self.hand: Words = zeros(2)
        self.hand_size: i64 = 0
        self.field_cards: Words = zeros(2)
        self.extension_cards: Words = zeros(2)
        self.extensions: i64 = 0
        self.barrows: Words = zeros(4)
        """The card of each market barrow, counted from 1; 0 for none."""
        self.loaded: Words = zeros(4)
        """The demands of each barrow that are met."""
        self.helpers: Words = zeros(4)
        """The card of each helper, counted from 1; 0 for none."""
        self.exhausted: i64 = 0
        """The places of helpers that have been used in this round."""
        self.roofs: Words = zeros(roof_places)
        """The roof tiles from left to right, counted from 1; 0 for none."""
        self.roofs_up: i64 = 0
        """The places of those that are face up."""
        self.crafts: i64 = 0
        """The craft buildings completed."""
        self.ongoing: i64 = 0
        """Those whose marker has been turned to its ongoing side."""
        self.rows: Words = zeros(6)
        """The row claimed at each craft building, from 1; 0 for none."""
        self.supplied: Words = zeros(6)
        """The demands of each such row that are met."""
        self.donkeys: i64 = 15
        """The donkey tiles not yet used."""
        self.donkey: i64 = -1
        """The tile chosen for this round; -1 for none."""
        self.steps: i64 = 0
        """Where the siesta disc is."""

        # Kept up to date by `helpers.refresh`.
        self.stalls: i64 = 0
        """Pig stalls."""
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
        copy_words(self.goods, other.goods)
        copy_words(self.ripe, other.ripe)
        self.fields = other.fields
        copy_words(self.hand, other.hand)
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
        self.stalls = other.stalls
        self.hand_limit = other.hand_limit
        self.income = other.income
        self.deliveries = other.deliveries
        self.hats = other.hats
        self.more_donkeys = other.more_donkeys
        self.barrow_limit = other.barrow_limit
        self.rules = other.rules
        self.reacts = other.reacts
        self.ready = other.ready


class Granja(State):
    """A game of La Granja in progress."""

    def __init__(self, players: i64, box: Box, modules: list[Module]) -> None:
        super().__init__()
        self.box: Box = box
        """The components it is played with."""
        self.modules: list[Module] = [module.another() for module in modules]
        """The modules in play, each with what it keeps on the table."""
        self.modular: bool = len(modules) > 0
        """Whether there are any: asked where every decision passes, so that a game without pays nothing."""
        self.seats: i64 = players
        self.players: list[Player] = [Player(box.roof_places) for _ in range(players)]
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
        self.order: Words = zeros(4)
        """The seats in turn order."""
        self.track: Words = zeros(4)
        """The seats from front to back on the siesta track."""
        self.depth: i64 = 0
        """How many questions are asked."""
        self.asked: Words = zeros(MOST_QUESTIONS)
        """The questions, the one asked now at `depth`; 0 is never one."""
        self.left: i64 = 0
        """Cards still to be played, or deliveries still to be made, in this step."""
        self.fresh: bool = False
        """Whether a card or a trade commodity has come in since the step was begun, or its die used."""
        self.bought: i64 = 0
        """The resources bought since anything else was done: they are not sold again."""

        self.playing: i64 = 0
        """The card being played, counted from 1, while something is decided for it; 0 for none."""
        self.paid: i64 = 0
        """The farm goods already paid for it."""
        self.to_pay: i64 = 0
        """How many are still to be paid."""

        self.pick: i64 = 0
        """How often each player has drafted a die in this round."""
        self.dice: Words = zeros(6)
        """How many dice of each number are left."""
        self.shift: i64 = 0
        """By how much the next die drafted may be changed."""
        self.aside: i64 = 0
        """Dice put aside to be rolled again."""
        self.marked: i64 = -1
        """The revenue space marked by the Village Elder; -1 for none."""
        self.marker: i64 = 0
        """Whose marker it is."""

        self.market: Words = zeros(4)
        """The stall places of each seat."""
        self.blocked: i64 = 0
        """The craft buildings still blocked."""
        self.next_blocked: Words = zeros(3)
        """The buildings with order markers 1, 2 and 3."""
        self.tokens: i64 = 63
        """The craft buildings that nobody has completed."""
        self.claimed: i64 = 0
        """The rows with markers in them, four bits for each building."""
        self.display: Words = zeros(4)
        """The roof tiles for sale, counted from 1; 0 for none."""

        self.deck: Words = zeros(2)
        """The farm cards that can be drawn."""
        self.discards: Words = zeros(2)
        self.shuffles: i64 = 0
        """How often the discarded cards have become the deck."""
        self.since: Words = zeros(8)
        """For each card, after which shuffle it was last in the deck: a number of four bits, one set of cards
        for each of them."""

    def offers(self, into: Words) -> i64:
        return offers(self, into)

    def apply(self, action: i64) -> None:
        carry_out(self, action)

    def clone(self) -> State:
        other = Granja(self.seats, self.box, self.modules)
        other.game = self.game
        other.copy_from(self)
        return other

    def copy_from(self, other: State) -> None:
        assert isinstance(other, Granja)
        self.seat = other.seat
        self.is_over = other.is_over
        self.chance = other.chance
        self.draws = other.draws
        self.reveals = other.reveals
        self.journal = None
        self.box = other.box
        seat: i64 = 0
        while seat < self.seats:
            self.players[seat].copy_from(other.players[seat])
            seat += 1
        self.me = self.players[self.seat]
        self.round = other.round
        self.phase = other.phase
        self.step = other.step
        self.turn = other.turn
        self.done = other.done
        self.order = other.order
        copy_words(self.track, other.track)
        self.depth = other.depth
        copy_words(self.asked, other.asked)
        self.left = other.left
        self.fresh = other.fresh
        self.bought = other.bought
        self.playing = other.playing
        self.paid = other.paid
        self.to_pay = other.to_pay
        self.pick = other.pick
        copy_words(self.dice, other.dice)
        self.shift = other.shift
        self.aside = other.aside
        self.marked = other.marked
        self.marker = other.marker
        self.market = other.market
        self.blocked = other.blocked
        self.next_blocked = other.next_blocked
        self.tokens = other.tokens
        self.claimed = other.claimed
        self.display = other.display
        copy_words(self.deck, other.deck)
        copy_words(self.discards, other.discards)
        self.shuffles = other.shuffles
        self.since = other.since
        place: i64 = 0
        while place < len(self.modules):
            self.modules[place].copy_from(other.modules[place])
            place += 1

    def scores(self) -> list[int]:
        return [player.points for player in self.players]

    def ranks(self) -> list[int]:
        return places(self)

    def worth(self, seat: i64) -> i64:
        return worth(self, seat)

    def trust(self) -> i64:
        return TRUST

    def tries(self) -> i64:
        return TRIES

    def reach(self) -> i64:
        return REACH

    def cost(self) -> i64:
        return COST

    def observe(self, seat: i64, into: Words) -> i64:
        return observe(self, seat, into)

    def exchange_hidden(self, seat: i64) -> None:
        exchange_hidden(self, seat)
