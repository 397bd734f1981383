"""What La Granja is learned with: tables of the components for the rules text (docs/learning.md)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from burgher.games.granja.components import (
    BENEFITS as BENEFIT_NAMES,
)
from burgher.games.granja.components import (
    DONKEYS,
    GOODS,
    HARVEST,
    KINDS,
    RESOURCES,
    TRADES,
    VALUES,
    Card,
    standard_set,
)
from burgher.games.granja.lookups import BETTER
from burgher.games.granja.naming import (
    BENEFITS,
    KIND_NAMES,
    demands,
    gains,
    listed,
    many,
    one,
    phase_names,
    several,
)
from burgher.games.granja.wording.modules.donkey_song import contents
from burgher.kernel.learning import Row

FARM: Final = "I Farm Phase"
CRAFT: Final = "Deliveries to Craft Buildings"
ANYTIME: Final = "Anytime Actions"
_RECONSTRUCTED: Final = "reconstructed"
_NAMES: Final = dict(zip(KINDS, KIND_NAMES, strict=True))


def _guessed(block: str) -> bool:
    return standard_set().confidence[block] == _RECONSTRUCTED


def _slug(name: str) -> str:
    return name.casefold().replace(" ", "-")


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:].rstrip('.')}."


def _points(points: int) -> str:
    return f"{several(points, 'point')}." if points else "Nothing."


def _one(kind: str) -> str:
    """One of a kind: `an olive`, `1 silver`."""
    return one(KINDS.index(kind)) if kind in KINDS else f"1 {kind}"


def _gained(gain: Mapping[str, int]) -> str:
    """What a module's component brings: `3 points and 1 trade commodity`."""
    return listed(
        [f"{n} silver" if what == "silver" else several(n, _SINGULAR[what]) for what, n in gain.items()]
    )


_SINGULAR: Final = {"points": "point", "trade": "trade commodity"}


# -- goods, money, the farm -------------------------------------------------------------------------


def goods() -> list[Row]:
    """All goods with their prices, and what else a farm has."""
    found = standard_set()
    rows = []
    for kind, good in enumerate(GOODS):
        if good in RESOURCES:
            sort = "A harvest good" if good in HARVEST else "A resource that needs a stall"
            words = (
                f"{sort}. Bought for {found.buy[kind]} silver, sold for {found.sell[kind]},"
                f" upgraded to {KIND_NAMES[BETTER[kind]]} for {found.upgrade[kind]}."
            )
        else:
            sources = [many(low) for low in range(len(RESOURCES)) if BETTER[low] == kind]
            words = f"An upgraded good, made of {listed(sources, 'or')}. It is neither bought nor sold."
        is_guess = good in RESOURCES and _guessed("prices")
        name = KIND_NAMES[kind].capitalize()
        rows.append(Row(f"about-{good}", name, words, ANYTIME, f"sym {good}", reconstructed=is_guess))
    trade = f"Turned into something else at any time. At the end it is {found.final_trade} silver."
    silver = f"Money. At the end {found.final_silver} of them are a point."
    return [
        *rows,
        Row("about-trade", "Trade commodity", trade, ANYTIME, "sym trade"),
        Row("about-silver", "Silver", silver, ANYTIME, "sym silver"),
        Row("about-points", "Point", "Whoever has most of them wins.", "Game End", "sym points"),
    ]


def players() -> list[Row]:
    """What depends on how many play."""
    found = standard_set()
    rows = []
    for count in (2, 3, 4):
        places = sum(least <= count for least in found.market_players)
        words = (
            f"{found.dice[count - 1]} dice, {places} stall places in the market, {count} roof tiles in each"
            f" round, {found.rows_used[count - 1]} rows at each craft building."
        )
        rows.append(Row(f"with-{count}", several(count, "player"), words, "Set-up"))
    return rows


def benefits() -> list[Row]:
    """What farm extensions bring."""
    cards = standard_set().cards
    return [
        Row(
            f"benefit-{name}",
            BENEFITS[name].capitalize(),
            _BENEFIT_WORDS[name],
            FARM,
            f"benefit {name}",
            (f"on {sum(name in card.extension for card in cards)} of {len(cards)} cards",),
        )
        for name in BENEFIT_NAMES
    ]


_BENEFIT_WORDS: Final = {
    "delivery": "At the end of the transportation phase you may buy one more delivery, for 1 silver.",
    "stall": "One more pig has room. Your pigs can breed.",
    "hand": "You draw up to one card more.",
    "income": "In every farm phase you gain 1 silver more.",
}


def roof_places() -> list[Row]:
    """The five places of a roof."""
    is_guess = _guessed("places for roof tiles")
    return [
        Row(f"roof-place-{place}", f"Place {place}", _points(points), FARM, reconstructed=is_guess)
        for place, points in enumerate(standard_set().roof_points, start=1)
    ]


# -- the board --------------------------------------------------------------------------------------


def spaces() -> list[Row]:
    """What each number of a die brings."""
    return [
        Row(
            f"space-{space.number}",
            f"Revenue space {space.number}",
            space.text,
            "II Revenue Phase",
            f"space {space.number}",
        )
        for space in standard_set().spaces
    ]


def donkeys() -> list[Row]:
    """The four donkey tiles."""
    hats = standard_set().hats
    return [
        Row(
            f"donkey-{count}",
            f"{several(count, 'donkey')}, {several(hats[n], 'hat') if hats[n] else 'no hat'}",
            f"{several(count, 'free delivery')},"
            f" and {several(hats[n], 'step') if hats[n] else 'no step'} on the siesta track.",
            "III Transportation Phase",
            f"donkey {count}",
        )
        for n, count in enumerate(DONKEYS)
    ]


def crafts() -> list[Row]:
    """The six craft buildings with the two sides of their markers."""
    return [
        Row(
            f"about-{_slug(building.name)}",
            building.name.capitalize(),
            building.text,
            CRAFT,
            f"craft {building.number}",
            (f"craft building {building.number}",),
        )
        for building in standard_set().buildings
    ]


def craft_rows() -> list[Row]:
    """All rows of the craft buildings."""
    is_guess = _guessed("rows of the craft buildings")
    return [
        Row(
            f"row-{building.number}{letter}",
            f"Row {letter} of the {building.name}",
            _sentence(demands(row)),
            CRAFT,
            f"row {building.number}{letter}",
            reconstructed=is_guess,
        )
        for building in standard_set().buildings
        for letter, row in zip("abcd", building.rows, strict=True)
    ]


def siesta() -> list[Row]:
    """What the spaces of the siesta track are worth."""
    track = standard_set().siesta
    rows = []
    for points in sorted(set(track)):
        steps = [step for step, worth in enumerate(track) if worth == points]
        rows.append(
            Row(
                f"siesta-{points}",
                f"{steps[0]} to {steps[-1]} steps",
                _points(points),
                "IV Scoring Phase",
                f"siesta {points}",
                reconstructed=_guessed("siesta track"),
            )
        )
    return rows


def trades() -> list[Row]:
    """What a trade commodity can become."""
    effects = dict(zip(TRADES, standard_set().trades, strict=True))
    return [
        Row(
            f"trade-{name}",
            _sentence(gains(effects[name])).rstrip("."),
            words,
            ANYTIME,
            f"trade {name}",
        )
        for name, words in _TRADE_WORDS.items()
    ]


_TRADE_WORDS: Final = {
    "silver": "You gain it at once.",
    "harvest": "They go to their dens.",
    "draw": "Whatever your hand limit is.",
    "play": "Besides those of the farm phase. An extension costs its goods all the same.",
    "pig": "It needs a free stall.",
    "upgrades": "One after the other; you may stop after the first.",
}


# -- cards and roof tiles ---------------------------------------------------------------------------


def barrows() -> list[Row]:
    """How many barrows there are of each value, and what they ask for."""
    rows = []
    for points in VALUES:
        there = [card for card in standard_set().cards if card.points == points]
        sizes = sorted({len(card.barrow) for card in there})
        asked = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else str(sizes[0])
        most = Counter(kind for card in there for kind in card.barrow).most_common(3)
        often = listed([_NAMES[kind] for kind, _ in most])
        rows.append(
            Row(
                f"barrow-of-{points}",
                f"Barrows of {points} points",
                f"{asked} goods each, most often {often}.",
                FARM,
                f"barrow {points}",
                (f"{len(there)} of them",),
                reconstructed=_guessed("farm cards"),
            )
        )
    return rows


def cards() -> list[Row]:
    """All farm cards, each under its helper's name, with its other three sides."""
    return [_card_row(card) for card in standard_set().cards]


def _card_row(card: Card) -> Row:
    helper = card.helper
    phase = "phases" if len(helper.phases) > 1 else "phase"
    when = f" Works in the {phase_names(helper.phases)} {phase}." if helper.phases else ""
    return Row(
        f"helper-{_slug(helper.name)}",
        helper.name,
        f"{helper.text}{when}",
        "Helpers",
        f"card {card.number}",
        (
            f"card {card.number}",
            f"field: {_NAMES[card.field]}",
            f"barrow: {demands(card.barrow)} for {several(card.points, 'point')}",
            f"extension: {listed([BENEFITS[benefit] for benefit in card.extension])}",
        ),
        reconstructed=_RECONSTRUCTED in helper.confidence,
    )


def roofs() -> list[Row]:
    """All roof tiles of the six rounds."""
    return [
        Row(
            f"roof-{roof.name}",
            f"Roof tile {roof.name}",
            roof.text,
            "Roof Tiles",
            f"roof {roof.name}",
            (
                f"round {roof.round}, {roof.cost} silver",
                *([f"{phase_names(roof.phases)} phase"] if roof.phases else []),
            ),
            reconstructed=_guessed("roof tiles"),
        )
        for roof in standard_set().roofs
    ]


# -- modules ----------------------------------------------------------------------------------------


def betwixt() -> list[Row]:
    """The cards between neighbours."""
    return [
        Row(
            f"betwixt-card-{card.number}",
            f"Betwixt card {card.number}",
            f"From one end to the other: {', '.join(_NAMES[kind] for kind in card.goods)}."
            f" First reward: {_gained(card.first)}. Second reward: {_gained(card.second)}.",
            "Betwixt",
            f"betwixt {card.number}",
            reconstructed=True,
        )
        for card in standard_set().modules.betwixt.cards
    ]


def town_spaces() -> list[Row]:
    """Both sides of the revenue tiles."""
    return [
        Row(
            f"town-space-{space.name.lower()}",
            f"Side {space.name[0]}, space {space.name[1]}",
            space.text,
            "Bustling Town",
            f"town-space {space.name}",
            reconstructed=True,
        )
        for space in standard_set().modules.bustling_town.spaces
    ]


def town_buildings() -> list[Row]:
    """The buildings of the town."""
    return [
        Row(
            f"about-{_slug(building.name)}",
            building.name,
            building.text,
            "Bustling Town",
            f"town {building.number}",
            (building.mode,),
            reconstructed=True,
        )
        for building in standard_set().modules.bustling_town.buildings
    ]


def colchonera() -> list[Row]:
    """The rows of her board."""
    rows = []
    for row in standard_set().modules.colchonera.rows:
        where = f"From {several(row.points, 'siesta point')} on" if row.points else "Anywhere"
        asked = listed([_one(kind) for kind in row.deliver], "or")
        reward = row.reward
        brings = "nothing at once" if reward.is_empty else gains(reward)
        rows.append(
            Row(
                f"colchonera-row-{row.number}",
                where,
                f"You deliver {asked}. It brings {brings}.",
                "Colchonera",
                f"colchonera {row.number}",
            )
        )
    return rows


def gray_dice() -> list[Row]:
    """How many dice are gray, on each side of the boards."""
    found = standard_set()
    easier, harder = found.modules.counsellors.gray, found.modules.outlaws.gray
    return [
        Row(
            f"gray-dice-{count}",
            several(count, "player"),
            f"Of {found.dice[count - 1]} dice {easier[count - 1]} are gray with Counsellors,"
            f" and {harder[count - 1]} with Outlaws.",
            "Counsellors and Outlaws",
        )
        for count in (1, 2, 3, 4)
    ]


def counsellors() -> list[Row]:
    """The rewards."""
    return [
        Row(
            f"counsellor-{reward.number}",
            f"Reward {reward.number}",
            reward.text,
            "Counsellors",
            f"counsellor {reward.number}",
            reconstructed=True,
        )
        for reward in standard_set().modules.counsellors.rewards
    ]


def outlaws() -> list[Row]:
    """The penalties."""
    return [
        Row(
            f"outlaw-{penalty.number}",
            f"Penalty {penalty.number}",
            penalty.text,
            "Outlaws",
            f"outlaw {penalty.number}",
            reconstructed=True,
        )
        for penalty in standard_set().modules.outlaws.penalties
    ]


def songs() -> list[Row]:
    """The coloured donkey tiles."""
    found = standard_set()
    return [
        Row(
            f"song-{tile.number}",
            f"{tile.colour.capitalize()} donkey tile {tile.number}",
            _sentence(contents(n, found)),
            "Donkey Song",
            f"song {tile.number}",
            reconstructed=True,
        )
        for n, tile in enumerate(found.modules.donkey_song.tiles)
    ]


def ladies() -> list[Row]:
    """The six ladies."""
    rows = []
    for lady in standard_set().modules.ladies.cards:
        is_guess = _RECONSTRUCTED in lady.confidence
        marks = ("the name is ours",) if is_guess else ()
        anchor, section = f"about-{_slug(lady.name)}", "Ladies of La Granja"
        rows.append(Row(anchor, lady.name, lady.text, section, "sym lady", marks, is_guess))
    return rows


def journeys() -> list[Row]:
    """The spaces of the long distance board."""
    return [
        Row(
            f"journey-{way.number}",
            f"Journey {way.number}",
            f"{_sentence(demands(way.goods))} It brings {_gained(way.gain)}. At the end {_one(way.good)}"
            f" is worth {several(way.points, 'point')}.",
            "Long Distance Trade",
            f"journey {way.number}",
            reconstructed=True,
        )
        for way in standard_set().modules.long_distance_trade.spaces
    ]


def boards() -> list[Row]:
    """The trade boards."""
    rows = []
    for board in standard_set().modules.trade_boards.boards:
        asked = ", ".join(" or ".join(_NAMES[kind] for kind in place) for place in board.goods)
        rows.append(
            Row(
                f"trade-board-{board.number}",
                f"Board {board.number}",
                f"From left to right: {asked}.",
                "Trade Boards",
                f"board {board.number}",
                reconstructed=True,
            )
        )
    return rows


def board_points() -> list[Row]:
    """What the places of a trade board are worth."""
    return [
        Row(f"trade-place-{place}", f"Place {place}", _points(points), "Trade Boards", reconstructed=True)
        for place, points in enumerate(standard_set().modules.trade_boards.points, start=1)
    ]


TABLES: Final[Mapping[str, Callable[[], Sequence[Row]]]] = {
    "goods": goods,
    "players": players,
    "benefits": benefits,
    "roof-places": roof_places,
    "spaces": spaces,
    "donkeys": donkeys,
    "crafts": crafts,
    "rows": craft_rows,
    "siesta": siesta,
    "trades": trades,
    "barrows": barrows,
    "cards": cards,
    "roofs": roofs,
    "betwixt": betwixt,
    "town-spaces": town_spaces,
    "town-buildings": town_buildings,
    "colchonera": colchonera,
    "gray-dice": gray_dice,
    "counsellors": counsellors,
    "outlaws": outlaws,
    "songs": songs,
    "ladies": ladies,
    "journeys": journeys,
    "boards": boards,
    "board-points": board_points,
}
