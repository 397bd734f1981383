"""What each module adds to the box, as its table describes it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from burgher.games.granja.components.effects import Effect


@dataclass(frozen=True, kw_only=True)
class Parts:
    """The parts of one module."""

    confidence: Mapping[str, str]
    """For each block of its table, how sure it is."""
    source: Mapping[str, str]
    """For each block of its table, where it comes from."""


@dataclass(frozen=True)
class BetwixtCard:
    """A card between two neighbours."""

    number: int
    goods: tuple[str, ...]
    """What it asks for, from one end to the other."""
    first: Mapping[str, int]
    """The reward for who contributed most."""
    second: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Betwixt(Parts):
    """The eight cards."""

    cards: tuple[BetwixtCard, ...]


@dataclass(frozen=True, kw_only=True)
class BrokenRoofs(Parts):
    """Tiles that do nothing."""

    count: int
    cost: int


@dataclass(frozen=True)
class TownSpace:
    """One side of a revenue tile."""

    name: str
    """Side and number: `A3`."""
    text: str
    options: tuple[tuple[Effect, ...], ...]
    """One is chosen; all its effects come about."""


@dataclass(frozen=True)
class TownBuilding:
    """A building card with its marker."""

    number: int
    name: str
    mode: str
    """`presence` or `domination`."""
    text: str
    effect: Effect


@dataclass(frozen=True, kw_only=True)
class BustlingTown(Parts):
    """Revenue tiles and buildings."""

    spaces: tuple[TownSpace, ...]
    """Side A from 1 to 6, then side B."""
    buildings: tuple[TownBuilding, ...]
    display: int


@dataclass(frozen=True)
class ColchoneraRow:
    """What may be delivered from one part of the siesta track."""

    number: int
    points: int
    """The points of the siesta track that it takes."""
    deliver: tuple[str, ...]
    """Kinds of goods, or silver."""
    once: bool
    reward: Effect


@dataclass(frozen=True, kw_only=True)
class Colchonera(Parts):
    """The board and its rows."""

    rows: tuple[ColchoneraRow, ...]
    final: tuple[int, ...]
    """Points for one, two, three markers."""
    more: int
    trade: Effect
    """What else a trade commodity can become."""


@dataclass(frozen=True)
class Counsellor:
    """The reward of one number."""

    number: int
    text: str
    effect: Effect


@dataclass(frozen=True, kw_only=True)
class Counsellors(Parts):
    """The boards' easier side."""

    gray: tuple[int, ...]
    silver: int
    points: int
    rewards: tuple[Counsellor, ...]


@dataclass(frozen=True)
class Outlaw:
    """The penalty of one number."""

    number: int
    text: str
    pay: tuple[Mapping[str, int], ...]
    """One or the other."""


@dataclass(frozen=True, kw_only=True)
class Outlaws(Parts):
    """The boards' harder side."""

    gray: tuple[int, ...]
    points: int
    markers: int
    penalties: tuple[Outlaw, ...]


@dataclass(frozen=True)
class SongTile:
    """A coloured donkey tile."""

    number: int
    colour: str
    free: int
    purchased: int
    different: bool
    """Whether the free deliveries are of different goods."""
    bonus: int
    """Points for each free delivery."""
    hats: int
    silver: int
    upgrades: int
    card: bool
    more_hats: int
    more_price: int


@dataclass(frozen=True, kw_only=True)
class DonkeySong(Parts):
    """Coloured donkey tiles and where they are bought."""

    tiles: tuple[SongTile, ...]
    price: int
    colours: tuple[str, ...]
    points: tuple[int, ...]
    """The points of the siesta track where each colour begins."""


@dataclass(frozen=True, kw_only=True)
class GrandMarkers(Parts):
    """Grand markers and what they score."""

    each: int
    craft: int
    removing: int
    market: int


@dataclass(frozen=True, kw_only=True)
class HiredHands(Parts):
    """Workers, and another donkey tile."""

    workers: int
    any_value: int
    replaces: int
    donkeys: int
    hats: int


@dataclass(frozen=True)
class Lady:
    """A card with an ability; only the numbers that it needs are not 0."""

    number: int
    name: str
    confidence: str
    ability: str
    text: str
    silver: int
    points: int
    income: int
    discount: int
    places: int
    upgrades: int
    trade: int
    sell: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Ladies(Parts):
    """The six cards."""

    cards: tuple[Lady, ...]
    more: int


@dataclass(frozen=True)
class Journey:
    """A space of the long distance board."""

    number: int
    goods: tuple[str, ...]
    gain: Mapping[str, int]
    good: str
    """What is worth points at the end."""
    points: int


@dataclass(frozen=True, kw_only=True)
class LongDistanceTrade(Parts):
    """The board."""

    spaces: tuple[Journey, ...]


@dataclass(frozen=True)
class TradeBoard:
    """A board to which others deliver."""

    number: int
    goods: tuple[tuple[str, ...], ...]
    """For each place, the goods one of which is delivered."""


@dataclass(frozen=True, kw_only=True)
class TradeBoards(Parts):
    """Four boards and their markers."""

    boards: tuple[TradeBoard, ...]
    points: tuple[int, ...]
    silver: int
    shift: int


@dataclass(frozen=True)
class Modules:
    """The parts of all modules."""

    betwixt: Betwixt
    broken_roofs: BrokenRoofs
    bustling_town: BustlingTown
    colchonera: Colchonera
    counsellors: Counsellors
    outlaws: Outlaws
    donkey_song: DonkeySong
    grand_markers: GrandMarkers
    hired_hands: HiredHands
    ladies: Ladies
    long_distance_trade: LongDistanceTrade
    trade_boards: TradeBoards

    def parts(self, name: str) -> Parts:
        """The parts of a module by the name people choose it by: `donkey-song`, `bustling-town-b`."""
        parts = getattr(self, name.removesuffix("-b").replace("-", "_"))
        assert isinstance(parts, Parts)
        return parts

    def facts(self, names: Iterable[str]) -> dict[str, Any]:
        """What some modules add to the game, without what changes nothing."""
        return {
            name: {
                key: value
                for key, value in asdict(self.parts(name)).items()
                if key not in ("confidence", "source")
            }
            for name in names
        }

    def reconstructed(self, names: Iterable[str]) -> list[str]:
        """The blocks of some modules that are reconstructions."""
        return [
            block
            for name in names
            for block, sure in self.parts(name).confidence.items()
            if sure == "reconstructed"
        ]


MODULES = tuple(field.name.replace("_", "-") for field in fields(Modules))
"""The tables of the modules, each under the name that people choose it by."""
