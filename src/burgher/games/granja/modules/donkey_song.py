"""Donkey Song: coloured donkey tiles, bought by where one is on the siesta track and used once.

A coloured tile is one more of a player's donkey tiles: after the four of everybody, tile 4 is the first of
the twelve. So it is chosen, kept secret and turned up like any other, and when it is used it is gone.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, ClassVar, Final

from mypy_extensions import i64

from burgher.games.granja.actions import SKIP
from burgher.games.granja.anytime import means
from burgher.games.granja.components import KINDS, Effect
from burgher.games.granja.data import Module
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
from burgher.games.granja.lookups import LAST_ROUND
from burgher.games.granja.naming import listed, several
from burgher.games.granja.pending import CHOOSING, FREE, HATS, SCORES
from burgher.games.granja.siesta import advance, points_of
from burgher.games.granja.stack import pop
from burgher.games.granja.transport import choose_donkey
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import BIT, ints, members_of, set_of
from burgher.kernel.observation import bits, number
from burgher.kernel.offers import offer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.ints import Ints
    from burgher.kernel.journal import Entry
    from burgher.kernel.observation import Field
    from burgher.kernel.reading import Reader

TILES: Final = 12
PLAIN: Final = 4
"""The donkey tiles that everybody has: the first coloured one follows."""
ALL_TILES: Final = 0xFFF
SILVER: Final = 8
"""After the kinds of goods: what else can be delivered, with other modules."""

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
        self.more_donkeys = ALL_TILES * BIT[PLAIN]
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
        self.display = other.display
        self.free = other.free
        self.purchased = other.purchased
        self.kinds = other.kinds

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
        pop(state)
        self.display ^= BIT[tile]
        state.me.donkeys |= BIT[PLAIN + tile]
        state.me.silver -= self.song.price
        self.note(state, state.seat, TOOK, tile, self.song.price)

    # -- using (III) ---------------------------------------------------------------------------------

    def hats(self, state: GranjaData, seat: i64, hats: i64) -> i64:
        """The hats on it."""
        tile: i64 = state.players[seat].donkey - PLAIN
        if tile < 0:
            return hats
        return self.song.hats[tile]

    def donkeys(self, state: GranjaData, seat: i64, donkeys: i64) -> i64:
        """The donkeys on the tile that a player has chosen."""
        tile: i64 = state.players[seat].donkey - PLAIN
        if tile < 0:
            return donkeys
        return self.song.free[tile]

    def offer_hats(self, state: GranjaData) -> None:
        """One of the tiles lets its player pay for more steps, before the new turn order."""
        tile: i64 = state.me.donkey - PLAIN
        if tile >= 0 and self.song.more_hats[tile] and state.me.steps < state.lookups.siesta_top:
            self.ask(state, HATS_TO_BUY)

    def pay_for_hats(self, state: GranjaData) -> None:
        """Pay for more steps."""
        pop(state)
        tile: i64 = state.me.donkey - PLAIN
        state.me.silver -= self.song.more_price[tile]
        self.note(state, state.seat, PAID_HATS, self.song.more_price[tile])
        advance(state, state.seat, self.song.more_hats[tile])

    def begin_deliveries(self, state: GranjaData) -> None:
        """Before the deliveries comes what else the tile gives: silver, a card, upgrades."""
        self.free = 0
        self.purchased = 0
        self.kinds = 0
        tile: i64 = state.me.donkey - PLAIN
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
        if state.step != FREE or state.me.donkey < PLAIN:
            return kinds
        if state.left > self.free + self.purchased or self.can_buy(state):
            return kinds
        if self.free == 0:
            return 0
        if self.song.different[state.me.donkey - PLAIN]:
            return kinds & ~self.kinds
        return kinds

    def delivery_price(self, state: GranjaData, kind: i64, price: i64) -> i64:
        """What a delivery of a kind in this step costs, which else would have this price."""
        tile: i64 = state.me.donkey - PLAIN
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
        tile: i64 = state.me.donkey - PLAIN
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
        tile: i64 = state.me.donkey - PLAIN
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
            return offer(into, end, self.first + CHOOSE, state.me.donkeys >> PLAIN & ALL_TILES)
        return end

    def price_asked(self, state: GranjaData, what: i64) -> i64:
        """What it costs to answer a question with yes."""
        if what == TILE_TO_TAKE:
            return self.song.price
        return self.song.more_price[state.me.donkey - PLAIN]

    def settle(self, state: GranjaData, what: i64) -> bool:
        """Nobody is asked who could not pay, whatever were sold."""
        if self.price_asked(state, what) <= means(state):
            return False
        pop(state)
        return True

    def lets_act(self, state: GranjaData, what: i64) -> bool:
        return True

    def answers(self, state: GranjaData, into: Ints, what: i64) -> i64:
        end: i64 = 0
        if state.me.silver >= self.price_asked(state, what):
            if what == TILE_TO_TAKE:
                end = offer(into, end, self.first + TAKE, self.for_sale(state, state.seat))
            else:
                end = offer(into, end, self.first + MORE_HATS, 1)
        return offer(into, end, SKIP, 1)

    def apply(self, state: GranjaData, action: i64) -> None:
        if action == MORE_HATS:
            self.pay_for_hats(state)
        elif action >= CHOOSE:
            choose_donkey(state, PLAIN + action - CHOOSE)
        else:
            self.take_tile(state, action)

    # -- agents, checks --------------------------------------------------------------------------------

    def evaluate(self, state: GranjaData, seat: i64) -> i64:
        """Tiles kept for later rounds, and the one being used."""
        player = state.players[seat]
        value: i64 = 0
        tile: i64 = 0
        while tile < TILES:
            if player.donkeys & BIT[PLAIN + tile]:
                value += self.worth_of(tile)
            tile += 1
        if state.step == CHOOSING and player.donkey >= PLAIN:
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
            tiles = player.donkeys >> PLAIN
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

    # -- for people --------------------------------------------------------------------------------------

    def faces(self) -> list[tuple[str, tuple[str, ...]]]:
        return [
            *[(f"take song {n}", (f"song-{n}",)) for n in range(1, TILES + 1)],
            *[(f"donkey song {n}", (f"donkey-song-{n}",)) for n in range(1, TILES + 1)],
            ("more hats", ("more-hats",)),
        ]

    def is_secret(self, state: GranjaData, action: int) -> bool:
        return CHOOSE <= action < MORE_HATS

    def donkey_name(self, tile: int, components: Components) -> str | None:
        return song_name(tile - PLAIN, components) if tile >= PLAIN else None

    def question(self, state: GranjaData, what: int) -> str:
        if what == TILE_TO_TAKE:
            return f"Which coloured donkey tile do you buy for {self.song.price} silver?"
        tile = state.me.donkey - PLAIN
        steps = several(self.song.more_hats[tile], "more step")
        return f"Do you pay {self.song.more_price[tile]} silver for {steps} on the siesta track?"

    def sentence(self, state: GranjaData, action: int, components: Components) -> str:
        if action == MORE_HATS:
            tile = state.me.donkey - PLAIN
            steps = several(self.song.more_hats[tile], "step")
            return f"Pay {self.song.more_price[tile]} silver for {steps} on the siesta track"
        if action >= CHOOSE:
            return f"Choose {song_name(action - CHOOSE, components)}: {contents(action - CHOOSE, components)}"
        bought = song_name(action, components)
        return f"Pay {self.song.price} silver for {bought}: {contents(action, components)}"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Buy none" if what == TILE_TO_TAKE else "Pay nothing"

    def refusal(self, state: GranjaData, action: int) -> IllegalAction:
        me = state.me
        if action == MORE_HATS:
            tile = me.donkey - PLAIN
            if tile >= 0 and self.song.more_hats[tile]:
                return IllegalAction("no-silver", "You have not that much silver", self.title)
            return IllegalAction("no-hats", "Your donkey tile has no hats to pay for", self.title)
        if action >= CHOOSE:
            return IllegalAction("not-yours", f"You do not have song tile {action - CHOOSE + 1}", self.title)
        if not self.display & set_of([action]):
            return IllegalAction("gone", f"Song tile {action + 1} is not in the display", self.title)
        if not self.for_sale(state, state.seat) & set_of([action]):
            return IllegalAction(
                "wrong-colour", "You may buy tiles of the colour next to your siesta disc only", self.title
            )
        return IllegalAction("no-silver", f"A tile costs {self.song.price} silver", self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        a, b = (*entry.details, 0, 0)[:2]
        if event == TOOK:
            return f"{names[entry.seat]} buys {song_name(a, components)} for {b} silver"
        return f"{names[entry.seat]} pays {a} silver for more steps"

    def source(self, source: int) -> str:
        return "deliveries with a coloured donkey tile"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {
            "display": [n + 1 for n in members_of(self.display)],
            "free": self.free,
            "purchased": self.purchased,
            "kinds": members_of(self.kinds),
        }

    def view(self, state: GranjaData, seat: int | None, components: Components) -> dict[str, Any]:
        song = components.modules.donkey_song
        tiles = [
            {"number": tile.number, "colour": tile.colour, "text": contents(n, components)}
            for n, tile in enumerate(song.tiles)
        ]
        return {
            "tiles": tiles,
            "display": [n + 1 for n in members_of(self.display)],
            "owned": [[n + 1 for n in members_of(p.donkeys >> PLAIN)] for p in state.players],
            "areas": [
                {"colour": colour, "points": points}
                for colour, points in zip(song.colours, song.points, strict=True)
            ],
            "price": song.price,
            "free": self.free,
            "purchased": self.purchased,
        }

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        self.display = set_of([n - 1 for n in reader.numbers("display", 1, TILES)])
        self.free = reader.number("free", 0, 7)
        self.purchased = reader.number("purchased", 0, 7)
        self.kinds = set_of(reader.numbers("kinds", 0, SILVER))

    def knows(self, what: int, state: GranjaData) -> bool:
        if what == TILE_TO_TAKE:
            return True
        tile = state.me.donkey - PLAIN
        return what == HATS_TO_BUY and tile >= 0 and self.song.more_hats[tile] > 0

    def explain(self, topic: str, components: Components, view: Mapping[str, Any] | None) -> str | None:
        if topic in ("coloured donkey tile", "coloured donkey tiles", "song", "more hats"):
            return (
                "When the siesta track is scored you may buy a donkey tile of the colour next to your "
                "disc, or of the next colour below if there is none left. It is used once, instead of one "
                "of your others."
            )
        match = re.fullmatch(r"(?:donkey )?song ([1-9][0-9]?)", topic)
        if match is None or int(match[1]) > TILES:
            return None
        tile = int(match[1]) - 1
        return f"{song_name(tile, components).capitalize()}: {contents(tile, components)}."

    def draw(self, view: Mapping[str, Any], names: Sequence[str], components: Components) -> list[str]:
        view = view["modules"][self.name]
        lines = [
            f"{area['colour']} (from {several(area['points'], 'point')}): "
            + (
                "; ".join(
                    f"{tile['number']} {tile['text']}"
                    for tile in view["tiles"]
                    if tile["colour"] == area["colour"] and tile["number"] in view["display"]
                )
                or "none left"
            )
            for area in view["areas"]
        ]
        for name, owned in zip(names, view["owned"], strict=True):
            if owned:
                lines.append(f"{name} has " + listed([str(tile) for tile in owned]))
        return lines


def song_name(tile: int, components: Components) -> str:
    """A coloured tile: `blue donkey tile 4`."""
    return f"{components.modules.donkey_song.tiles[tile].colour} donkey tile {tile + 1}"


def contents(tile: int, components: Components) -> str:
    """What a coloured tile gives: `2 free deliveries, 3 steps, a free upgrade`."""
    song = components.modules.donkey_song.tiles[tile]
    said: list[str] = []
    if song.free:
        different = " of different goods" if song.different else ""
        bonus = f" for {several(song.bonus, 'point')} each" if song.bonus else ""
        said.append(f"{several(song.free, 'free delivery')}{different}{bonus}")
    if song.card:
        said.append("play or draw a card")
    if song.hats:
        said.append(several(song.hats, "step"))
    if song.more_hats:
        said.append(f"{song.more_hats} more for {song.more_price} silver")
    if song.silver:
        said.append(f"{song.silver} silver")
    if song.upgrades:
        said.append("a free upgrade" if song.upgrades == 1 else f"up to {song.upgrades} free upgrades")
    if song.purchased:
        said.append(f"up to {several(song.purchased, 'purchased delivery')}")
    return ", ".join(said)
