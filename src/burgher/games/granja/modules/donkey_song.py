"""Donkey Song: coloured donkey tiles, bought by where one is on the siesta track and used once.

A coloured tile is one more of a player's donkey tiles: after the four of everybody, tile 4 is the first of
the twelve. So it is chosen, kept secret and turned up like any other, and when it is used it is gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.actions import SKIP
from burgher.games.granja.anytime import silver_in_reach
from burgher.games.granja.components import KINDS, Effect
from burgher.games.granja.data import Module, ModuleQuestion
from burgher.games.granja.effects import begin
from burgher.games.granja.events import BOUGHT_DELIVERY, note
from burgher.games.granja.goods import earn
from burgher.games.granja.in_play import (
    DELIVERABLE,
    DELIVERY_PRICE,
    DELIVERY_USED,
    DONKEYS_ON_TILE,
    HATS_ON_TILE,
    IN_STEP,
    TURN_BEGINS,
    TWO_DELIVERABLE,
)
from burgher.games.granja.lookups import DONKEY_TILES, LAST_ROUND
from burgher.games.granja.pending import CHOOSING, FREE, HATS, SCORES
from burgher.games.granja.siesta import advance, points_of
from burgher.games.granja.stack import answer, pop
from burgher.games.granja.transport import choose_donkey
from burgher.kernel.ints import BIT, ints, set_of
from burgher.kernel.observation import bits, number
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.observation import Field

TILES: Final = 12
ALL_TILES: Final = 0xFFF

# Actions.
TAKE: Final = 0  # + tile
CHOOSE: Final = 12  # + tile
MORE_HATS: Final = 24

# Questions.
TILE_TO_TAKE: Final = 0
HATS_TO_BUY: Final = 1

# Events.
TOOK: Final = 0
"""A tile from the display: tile, silver."""
PAID_HATS: Final = 1
"""Silver for more steps: silver."""


class Song:
    """The tiles as tables."""

    def __init__(self, components: Components) -> None:
        song = components.modules.donkey_song
        tiles = song.tiles
        self.price: i64 = song.price
        self.free: Ints = ints([tile.free for tile in tiles])
        self.purchased: Ints = ints([tile.purchased for tile in tiles])
        self.different: Ints = ints([int(tile.different) for tile in tiles])
        self.bonus: Ints = ints([tile.bonus for tile in tiles])
        self.hats: Ints = ints([tile.hats for tile in tiles])
        self.silver: Ints = ints([tile.silver for tile in tiles])
        self.upgrades: Ints = ints([tile.upgrades for tile in tiles])
        self.card: Ints = ints([int(tile.card) for tile in tiles])
        self.more_hats: Ints = ints([tile.more_hats for tile in tiles])
        self.more_price: Ints = ints([tile.more_price for tile in tiles])
        self.begins: Ints = ints(list(song.points))
        """The points of the siesta track where each colour begins."""
        self.of_colour: Ints = ints(
            [set_of([n for n, tile in enumerate(tiles) if tile.colour == c]) for c in song.colours]
        )
        """The tiles of each colour, from the bottom."""


def of(components: Components) -> Module:
    """The module with a set of components."""
    return DonkeySong(Song(components))


ACTS_AT: Final = set_of([TURN_BEGINS, DELIVERY_USED, IN_STEP])
CHANGES: Final = set_of([DELIVERY_PRICE, DELIVERABLE, TWO_DELIVERABLE, DONKEYS_ON_TILE, HATS_ON_TILE])


class DonkeySong(Module):
    """The display of coloured tiles, and how far the one being used has been."""

    name: ClassVar = "donkey-song"
    title: ClassVar = "Donkey Song"
    parts: ClassVar = "donkey-song"
    meaning: ClassVar = (
        "Who comes far on the siesta track may buy coloured donkey tiles: each is used once, and does "
        "more than the others."
    )

    def __init__(self, song: Song) -> None:
        super().__init__()
        self.acts_at = ACTS_AT
        self.changes = CHANGES
        self.more_donkeys = ALL_TILES * BIT[DONKEY_TILES]
        self.song: Song = song
        self.display: i64 = ALL_TILES
        """The tiles that nobody has bought."""
        self.free: i64 = 0
        """Of the deliveries left in this turn, those of the tile."""
        self.purchased: i64 = 0
        """Of the deliveries left in this turn, those of the tile that cost silver."""
        self.kinds: i64 = 0
        """The goods delivered with a tile that wants different ones."""

    def fresh(self) -> Module:
        return DonkeySong(self.song)

    def copy_from(self, other: Module) -> None:
        assert isinstance(other, DonkeySong)
        source: DonkeySong = other  # checked once: `other` would be at every use
        self.display = source.display
        self.free = source.free
        self.purchased = source.purchased
        self.kinds = source.kinds

    def happened(self, state: GranjaData, moment: i64, a: i64, b: i64) -> None:
        if moment == TURN_BEGINS:
            self.start_turn(state)
        elif moment == DELIVERY_USED:
            self.delivered(state, a)

    def changed(self, state: GranjaData, quantity: i64, value: i64, a: i64) -> i64:
        if quantity == DELIVERY_PRICE:
            return self.delivery_price(state, a, value)
        if quantity == DELIVERABLE:
            return self.may_deliver(state, value)
        if quantity == TWO_DELIVERABLE:
            if not self.can_deliver_two(state, a >> 3, a & 7):
                return 0
        if quantity == DONKEYS_ON_TILE:
            return self.donkeys(state, a, value)
        if quantity == HATS_ON_TILE:
            return self.hats(state, a, value)
        return value

    def offers(self, state: GranjaData, into: Ints, end: i64, where: i64, a: i64) -> i64:
        if where == IN_STEP:
            return self.decisions(state, into, end)
        return end

    def questions(self) -> list[ModuleQuestion]:
        return [TileToTake(), HatsToBuy()]

    def effects(self) -> list[Effect]:
        return [Effect(choose="play or draw card")] + [Effect(choose="upgrade", times=n) for n in (1, 2, 3)]

    # -- buying (IV) ---------------------------------------------------------------------------------

    def start_turn(self, state: GranjaData) -> None:
        """With the siesta points comes the right to buy a tile; hats and deliveries are the tile's."""
        if state.step == SCORES:
            if state.round < LAST_ROUND and self.for_sale(state, state.seat):
                self.ask(state, TILE_TO_TAKE)
        elif state.step == HATS:
            self.offer_hats(state)
        elif state.step == FREE:
            self.begin_deliveries(state)

    def area(self, state: GranjaData, seat: i64) -> i64:
        """The colour next to a seat's place on the siesta track, from the bottom; -1 below them all."""
        points = points_of(state, seat)
        colour: i64 = 2
        while colour >= 0 and self.song.begins[colour] > points:
            colour -= 1
        return colour

    def for_sale(self, state: GranjaData, seat: i64) -> i64:
        """The tiles that a seat may buy: of its colour or, if none is left, of the one directly below."""
        colour = self.area(state, seat)
        if colour < 0:
            return 0
        tiles: i64 = self.display & self.song.of_colour[colour]
        if tiles == 0 and colour > 0:
            tiles = self.display & self.song.of_colour[colour - 1]
        return tiles

    def take_tile(self, state: GranjaData, tile: i64) -> None:
        """Pay for a tile and put it to one's others."""
        self.display ^= BIT[tile]
        state.me.donkeys |= BIT[DONKEY_TILES + tile]
        state.me.silver -= self.song.price
        self.note(state, state.seat, TOOK, tile, self.song.price)

    # -- using (III) ---------------------------------------------------------------------------------

    def hats(self, state: GranjaData, seat: i64, hats: i64) -> i64:
        """The hats on it."""
        tile: i64 = state.players[seat].donkey - DONKEY_TILES
        if tile < 0:
            return hats
        return self.song.hats[tile]

    def donkeys(self, state: GranjaData, seat: i64, donkeys: i64) -> i64:
        """The donkeys on the tile that a player has chosen."""
        tile: i64 = state.players[seat].donkey - DONKEY_TILES
        if tile < 0:
            return donkeys
        return self.song.free[tile]

    def offer_hats(self, state: GranjaData) -> None:
        """One of the tiles lets its player pay for more steps, before the new turn order."""
        tile: i64 = state.me.donkey - DONKEY_TILES
        if tile >= 0 and self.song.more_hats[tile] and state.me.steps < state.lookups.siesta_top:
            self.ask(state, HATS_TO_BUY)

    def pay_for_hats(self, state: GranjaData) -> None:
        """Pay for more steps."""
        tile: i64 = state.me.donkey - DONKEY_TILES
        state.me.silver -= self.song.more_price[tile]
        self.note(state, state.seat, PAID_HATS, self.song.more_price[tile])
        advance(state, state.seat, self.song.more_hats[tile])

    def begin_deliveries(self, state: GranjaData) -> None:
        """Before the deliveries comes what else the tile gives: silver, a card, upgrades."""
        self.free = 0
        self.purchased = 0
        self.kinds = 0
        tile: i64 = state.me.donkey - DONKEY_TILES
        if tile < 0:
            return
        self.free = self.song.free[tile]
        self.purchased = self.song.purchased[tile]
        state.left += self.purchased
        earn(state, state.seat, self.song.silver[tile])
        if self.song.upgrades[tile]:
            begin(state, self.first_effect + self.song.upgrades[tile])
        if self.song.card[tile]:
            begin(state, self.first_effect)

    def may_deliver(self, state: GranjaData, kinds: i64) -> i64:
        """Of some kinds, those that a delivery of this turn can take."""
        if state.step != FREE or state.me.donkey < DONKEY_TILES:
            return kinds
        if state.left > self.free + self.purchased or self.can_buy(state):
            return kinds
        if self.free == 0:
            return 0
        if self.song.different[state.me.donkey - DONKEY_TILES]:
            return kinds & ~self.kinds
        return kinds

    def delivery_price(self, state: GranjaData, kind: i64, price: i64) -> i64:
        """What a delivery of a kind in this step costs, which else would have this price."""
        tile: i64 = state.me.donkey - DONKEY_TILES
        if state.step != FREE or tile < 0 or state.left > self.free + self.purchased:
            return price
        if self.free and not (self.song.different[tile] and self.kinds & BIT[kind]):
            return price
        return state.lookups.delivery_price

    def can_buy(self, state: GranjaData) -> bool:
        """Whether a delivery of the tile can be paid for."""
        return self.purchased > 0 and state.me.silver >= state.lookups.delivery_price

    def can_deliver_two(self, state: GranjaData, first: i64, second: i64) -> bool:
        """Whether the tile, other donkeys and silver suffice for two goods at once."""
        tile: i64 = state.me.donkey - DONKEY_TILES
        if state.step != FREE or tile < 0:
            return True
        needed: i64 = 2
        free = self.free
        if free and not (self.song.different[tile] and self.kinds & BIT[first]):
            free -= 1
            needed -= 1
            if self.song.different[tile] and first == second:
                free = 0
        if free and not (self.song.different[tile] and self.kinds & BIT[second]):
            needed -= 1
        needed -= state.left - self.free - self.purchased
        if needed <= 0:
            return True
        return self.purchased >= needed and state.me.silver >= needed * state.lookups.delivery_price

    def delivered(self, state: GranjaData, kind: i64) -> None:
        """A delivery is made: the tile's own come first, then those of others, then purchased ones."""
        tile: i64 = state.me.donkey - DONKEY_TILES
        if state.step != FREE or tile < 0:
            return
        if self.free and not (self.song.different[tile] and self.kinds & BIT[kind]):
            self.free -= 1
            self.kinds |= BIT[kind]
            self.score(state, state.seat, self.song.bonus[tile])
        elif state.left < self.free + self.purchased:
            self.purchased -= 1
            state.me.silver -= state.lookups.delivery_price
            note(state, state.seat, BOUGHT_DELIVERY, state.lookups.delivery_price)

    # -- decisions -----------------------------------------------------------------------------------

    def decisions(self, state: GranjaData, into: Ints, end: i64) -> i64:
        """The coloured tiles of one's own can be chosen like the others."""
        if state.step == CHOOSING:
            return offer(into, end, self.first + CHOOSE, state.me.donkeys >> DONKEY_TILES & ALL_TILES)
        return end

    def price_of_hats(self, state: GranjaData) -> i64:
        """What more steps cost with the tile of the seat to decide."""
        return self.song.more_price[state.me.donkey - DONKEY_TILES]

    def apply(self, state: GranjaData, action: i64) -> None:
        if action == MORE_HATS:
            answer(state, MORE_HATS, 0)
        elif action >= CHOOSE:
            choose_donkey(state, DONKEY_TILES + action - CHOOSE)
        else:
            answer(state, TAKE, action)

    # -- agents, checks --------------------------------------------------------------------------------

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """Tiles kept for later rounds, and the one being used."""
        player = state.players[seat]
        value: i64 = 0
        tile: i64 = 0
        while tile < TILES:
            if player.donkeys & BIT[DONKEY_TILES + tile]:
                value += self.worth_of(tile)
            tile += 1
        if state.step == CHOOSING and player.donkey >= DONKEY_TILES:
            # It is as good as used: its deliveries count now, those of a plain tile are kept for later.
            value += 40
        return value

    def worth_of(self, tile: i64) -> i64:
        """What a tile brings more than one of the plain ones, in hundredths of a point."""
        song = self.song
        value: i64 = song.free[tile] * 40 + song.hats[tile] * 25 + song.silver[tile] * 20 - 100
        value += song.purchased[tile] * 20 + song.bonus[tile] * 200 + song.upgrades[tile] * 40
        if song.card[tile]:
            value += 40
        if value < 30:
            return 30
        return value

    def check(self, state: GranjaData) -> None:
        owned = self.display
        for player in state.players:
            tiles = player.donkeys >> DONKEY_TILES
            assert owned & tiles == 0, "a coloured donkey tile is there twice"
            owned |= tiles
        assert 0 <= owned <= ALL_TILES, "there is no such donkey tile"
        assert self.free >= 0, "fewer than no deliveries of a tile"
        assert self.purchased >= 0, "fewer than no purchased deliveries of a tile"

    # -- learners ----------------------------------------------------------------------------------------

    def table_fields(self, players: int) -> list[Field]:
        return [
            bits("display", "The tiles that nobody has bought.", [str(n + 1) for n in range(TILES)]),
            number("free", "Of the deliveries left in this turn, those of the tile.", 9, 3),
            number("purchased", "The same for those that cost silver.", 9, 3),
            bits("kinds", "What was delivered with a tile that wants different goods.", [*KINDS, "silver"]),
        ]

    def observe(self, state: GranjaData, seat: i64, into: Ints, n: i64) -> i64:
        into[n] = self.display
        into[n + 1] = self.free
        into[n + 2] = self.purchased
        into[n + 3] = self.kinds
        return n + 4

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [
            *[(f"take song {n}", (f"song-{n}",)) for n in range(1, TILES + 1)],
            *[(f"donkey song {n}", (f"donkey-song-{n}",)) for n in range(1, TILES + 1)],
            ("more hats", ("more-hats",)),
        ]


class TileToTake(ModuleQuestion):
    """Which coloured donkey tile to buy."""

    name: ClassVar = "tile to take"

    def settle(self, state: GranjaData, what: i64) -> bool:
        """Nobody is asked who could not pay, whatever were done for it."""
        if song_of(state, self.place).song.price <= silver_in_reach(state):
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        song = song_of(state, self.place)
        end: i64 = 0
        if state.me.silver >= song.song.price:
            end = offer(into, end, song.first + TAKE, song.for_sale(state, state.seat))
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        song_of(state, self.place).take_tile(state, thing)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True


class HatsToBuy(ModuleQuestion):
    """Whether to pay for more steps on the siesta track."""

    name: ClassVar = "hats to buy"

    def settle(self, state: GranjaData, what: i64) -> bool:
        """Nobody is asked who could not pay, whatever were done for it."""
        if song_of(state, self.place).price_of_hats(state) <= silver_in_reach(state):
            return False
        pop(state)
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        song = song_of(state, self.place)
        end: i64 = 0
        if state.me.silver >= song.price_of_hats(state):
            end = offer(into, end, song.first + MORE_HATS, 1)
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, what: i64, verb: i64, thing: i64) -> None:
        song_of(state, self.place).pay_for_hats(state)

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True


def song_of(state: GranjaData, place: i64) -> DonkeySong:
    """The module in its place."""
    module = state.acting[place]
    assert isinstance(module, DonkeySong)
    return module
