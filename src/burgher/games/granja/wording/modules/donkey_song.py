"""Donkey Song: coloured donkey tiles, bought by where one is on the siesta track and used once."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from burgher.games.granja.deliveries import SILVER_ITSELF
from burgher.games.granja.lookups import DONKEY_TILES
from burgher.games.granja.modules import donkey_song as rules
from burgher.games.granja.modules.donkey_song import (
    CHOOSE,
    MORE_HATS,
    TAKE,
    TILES,
    TOOK,
)
from burgher.games.granja.naming import listed, several
from burgher.games.granja.pending import SCORES
from burgher.games.granja.wording.modules.base import ModuleQuestion, ModuleWording
from burgher.kernel.errors import IllegalAction
from burgher.kernel.ints import members_of, set_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from burgher.games.granja.components import Components
    from burgher.games.granja.data import GranjaData
    from burgher.kernel.journal import Entry
    from burgher.kernel.reading import Reader


class TileToTake(ModuleQuestion[rules.DonkeySong]):
    """Which coloured donkey tile to buy."""

    decision = "which coloured donkey tile you buy, if any"
    own = (TAKE,)

    def question(self, state: GranjaData, what: int) -> str:
        return f"Which coloured donkey tile do you buy for {self.module.song.price} silver?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        bought = song_name(thing, components)
        return f"Pay {self.module.song.price} silver for {bought}: {contents(thing, components)}"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Buy none"


class HatsToBuy(ModuleQuestion[rules.DonkeySong]):
    """Whether to pay for more steps on the siesta track."""

    decision = "whether you pay for more steps"
    own = (MORE_HATS,)

    def question(self, state: GranjaData, what: int) -> str:
        tile = state.me.donkey - DONKEY_TILES
        steps = several(self.module.song.more_hats[tile], "more step")
        return f"Do you pay {self.module.song.more_price[tile]} silver for {steps} on the siesta track?"

    def sentence(self, state: GranjaData, what: int, verb: int, thing: int, components: Components) -> str:
        tile = state.me.donkey - DONKEY_TILES
        steps = several(self.module.song.more_hats[tile], "step")
        return f"Pay {self.module.song.more_price[tile]} silver for {steps} on the siesta track"

    def to_skip(self, state: GranjaData, what: int) -> str:
        return "Pay nothing"

    def is_valid_detail(self, state: GranjaData, what: int) -> bool:
        tile = state.me.donkey - DONKEY_TILES
        return what == 0 and tile >= 0 and self.module.song.more_hats[tile] > 0


class DonkeySong(ModuleWording[rules.DonkeySong]):
    """The display of coloured tiles."""

    questions = (TileToTake, HatsToBuy)
    verbs = (TAKE, CHOOSE, MORE_HATS)

    def is_secret(self, verb: int) -> bool:
        return verb == CHOOSE

    def donkey_name(self, tile: int, components: Components) -> str | None:
        return song_name(tile - DONKEY_TILES, components) if tile >= DONKEY_TILES else None

    def donkey_label(self, tile: int) -> str | None:
        return f"song {tile - DONKEY_TILES + 1}" if tile >= DONKEY_TILES else None

    def sentence(self, state: GranjaData, verb: int, thing: int, components: Components) -> str:
        return f"Choose {song_name(thing, components)}: {contents(thing, components)}"

    def refusal(self, state: GranjaData, verb: int, thing: int) -> IllegalAction:
        me = state.me
        if verb == MORE_HATS:
            tile = me.donkey - DONKEY_TILES
            if tile >= 0 and self.module.song.more_hats[tile]:
                return IllegalAction("no-silver", "You have not that much silver", self.title)
            return IllegalAction("no-hats", "Your donkey tile has no hats to pay for", self.title)
        if verb == CHOOSE:
            if me.donkeys >> DONKEY_TILES & 2**thing:
                said = "Donkey tiles are chosen at the start of the transportation phase"
                return IllegalAction("wrong-phase", said, self.title)
            return IllegalAction("not-yours", f"You do not have song tile {thing + 1}", self.title)
        if not self.module.display & set_of([thing]):
            return IllegalAction("gone", f"Song tile {thing + 1} is not in the display", self.title)
        if state.step != SCORES:
            said = "Coloured donkey tiles are bought when the siesta track is scored"
            return IllegalAction("wrong-phase", said, self.title)
        if not self.module.for_sale(state, state.seat) & set_of([thing]):
            return IllegalAction(
                "wrong-colour", "You may buy tiles of the colour next to your siesta disc only", self.title
            )
        return IllegalAction("no-silver", f"A tile costs {self.module.song.price} silver", self.title)

    def tell(self, event: int, entry: Entry, names: Sequence[str], components: Components) -> str:
        a, b = (*entry.details, 0, 0)[:2]
        if event == TOOK:
            return f"{names[entry.seat]} buys {song_name(a, components)} for {b} silver"
        return f"{names[entry.seat]} pays {a} silver for more steps"

    def source(self, source: int) -> str:
        return "deliveries with a coloured donkey tile"

    def write(self, state: GranjaData, components: Components) -> dict[str, Any]:
        return {
            "display": [n + 1 for n in members_of(self.module.display)],
            "free": self.module.free,
            "purchased": self.module.purchased,
            "kinds": members_of(self.module.kinds),
        }

    def view(self, state: GranjaData, seat: int | None, components: Components) -> dict[str, Any]:
        song = components.modules.donkey_song
        tiles = [
            {"number": tile.number, "colour": tile.colour, "text": contents(n, components)}
            for n, tile in enumerate(song.tiles)
        ]
        return {
            "tiles": tiles,
            "display": [n + 1 for n in members_of(self.module.display)],
            "owned": [[n + 1 for n in members_of(p.donkeys >> DONKEY_TILES)] for p in state.players],
            "areas": [
                {"colour": colour, "points": points}
                for colour, points in zip(song.colours, song.points, strict=True)
            ],
            "price": song.price,
            "free": self.module.free,
            "purchased": self.module.purchased,
        }

    def read(self, reader: Reader, state: GranjaData, components: Components) -> None:
        self.module.display = set_of([n - 1 for n in reader.numbers("display", 1, TILES)])
        self.module.free = reader.number("free", 0, 7)
        self.module.purchased = reader.number("purchased", 0, 7)
        self.module.kinds = set_of(reader.numbers("kinds", 0, SILVER_ITSELF))

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


WORDING = DonkeySong
