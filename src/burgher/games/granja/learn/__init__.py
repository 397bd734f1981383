"""What La Granja is learned with: tables of the components for the rules text (docs/learning.md).

What a piece looks like stands in its name, since templates know no components: `signs 3*silver,cart` are
three silver and a cart, `card 12 olive 2 grain+pig delivery+pen` is a card with its number, field, points,
barrow and benefits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from burgher.games.granja.components import BENEFITS as BENEFIT_NAMES
from burgher.games.granja.components import (
    DONKEYS,
    GOODS,
    HARVEST,
    KINDS,
    RESOURCES,
    VALUES,
    Card,
    Effect,
    standard_set,
)
from burgher.games.granja.naming import BENEFITS, KIND_NAMES, demands, listed, one, phase_names, several
from burgher.games.granja.page.words import BENEFITS as BENEFIT_SYMBOLS
from burgher.games.granja.page.words import BUILDING_SYMBOLS, TRADE_NAMES, UPGRADED, is_guess, symbols
from burgher.games.granja.wording.modules.donkey_song import contents
from burgher.kernel.learning import Row

_NAMES: Final = dict(zip(KINDS, KIND_NAMES, strict=True))
_RECONSTRUCTED: Final = "reconstructed"


def _signs(shown: Iterable[tuple[str, int]]) -> str:
    """A row of small drawings, each with how many where that is not one; nothing where there are none."""
    drawn = ",".join(symbol if count == 1 else f"{count}*{symbol}" for symbol, count in shown)
    return f"signs {drawn}" if drawn else ""


def _signs_of(effect: Effect, adds: Mapping[str, int] | None = None) -> str:
    return _signs((str(sign["symbol"]), int(sign["count"])) for sign in symbols(effect, adds))


def _signs_of_goods(kinds: Iterable[str]) -> str:
    return _signs((kind, 1) for kind in kinds)


def _slug(name: str) -> str:
    return name.casefold().replace(" ", "-")


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:].rstrip('.')}."


def _one(kind: str) -> str:
    """One of a kind: `an olive`, `1 silver`."""
    return one(KINDS.index(kind)) if kind in KINDS else f"1 {kind}"


def _guessed(block: str) -> bool:
    return standard_set().confidence[block] == _RECONSTRUCTED


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
                f" upgraded to {_NAMES[UPGRADED[good]]} for {found.upgrade[kind]}."
            )
        else:
            sources = [_in_general(low) for low, high in UPGRADED.items() if high == good]
            words = f"An upgraded good, made of {listed(sources, 'or')}. It is neither bought nor sold."
        rows.append(
            Row(
                f"good-{good}",
                _NAMES[good].capitalize(),
                words,
                "Anytime Actions",
                f"sym {good}",
                reconstructed=good in RESOURCES and _guessed("prices"),
            )
        )
    trade = f"Turned into something else at any time; {found.final_trade} silver at the end."
    silver = f"Money. At the end {found.final_silver} of them are a point."
    return [
        *rows,
        Row("good-trade", "Trade commodity", trade, "Anytime Actions", "sym trade"),
        Row("good-silver", "Silver", silver, "Anytime Actions", "sym silver"),
        Row("good-points", "Point", "Whoever has most of them wins.", "Game End", "sym points"),
    ]


def _in_general(good: str) -> str:
    """A resource in general: `olives`, `grain`."""
    return _NAMES[good] if good == "grain" else f"{_NAMES[good]}s"


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
            "I Farm Phase",
            _signs([(BENEFIT_SYMBOLS[name]["symbol"], 1)]),
            (f"on {sum(name in card.extension for card in cards)} of 66 cards",),
        )
        for name in BENEFIT_NAMES
    ]


_BENEFIT_WORDS: Final = {
    "delivery": "At the end of the transportation phase you may buy one more delivery, for 1 silver.",
    "stall": "One more pig fits in, and with two pigs a third is born.",
    "hand": "You draw up to one card more.",
    "income": "In every farm phase you gain 1 silver more.",
}


def roof_places() -> list[Row]:
    """The five places of a roof."""
    return [
        Row(
            f"roof-place-{place}",
            f"Place {place}",
            f"{several(points, 'point').capitalize()}." if points else "No point.",
            "I Farm Phase",
            _signs([("roof", 1)]),
            reconstructed=_guessed("places for roof tiles"),
        )
        for place, points in enumerate(standard_set().roof_points, start=1)
    ]


# -- the board --------------------------------------------------------------------------------------


def spaces() -> list[Row]:
    """What each number of a die brings."""
    return [
        Row(
            f"space-{space.number}",
            f"Space {space.number}",
            space.text,
            "II Revenue Phase",
            _signs([(f"die-{space.number}", 1)]) + "," + _signs_of(space.effect).removeprefix("signs "),
        )
        for space in standard_set().spaces
    ]


def donkeys() -> list[Row]:
    """The four donkey tiles."""
    hats = standard_set().hats
    return [
        Row(
            f"donkey-{count}",
            f"{several(count, 'donkey').capitalize()}, {several(hats[n], 'hat')}",
            f"{several(count, 'free delivery').capitalize()},"
            f" and {several(hats[n], 'step') if hats[n] else 'no step'} on the siesta track.",
            "III Transportation Phase",
            f"donkey {count} {hats[n]}",
        )
        for n, count in enumerate(DONKEYS)
    ]


def crafts() -> list[Row]:
    """The six craft buildings with the two sides of their markers."""
    return [
        Row(
            f"craft-{_slug(building.name)}",
            f"{building.number} {building.name.capitalize()}",
            building.text,
            "Deliveries to Craft Buildings",
            f"craft {BUILDING_SYMBOLS[building.name]}"
            f" {_signs_of(building.instant).removeprefix('signs ')}"
            f" {_signs_of(building.ongoing, building.adds).removeprefix('signs ')}",
        )
        for building in standard_set().buildings
    ]


def craft_rows() -> list[Row]:
    """All rows of the craft buildings."""
    return [
        Row(
            f"row-{building.number}{letter}",
            f"{building.name.capitalize()}, row {letter}",
            _sentence(demands(row)),
            "Deliveries to Craft Buildings",
            _signs_of_goods(row),
            reconstructed=_guessed("rows of the craft buildings"),
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
        worth = several(points, "point").capitalize() if points else "Nothing"
        names = f"{steps[0]} to {steps[-1]} steps"
        rows.append(
            Row(
                f"siesta-{points}",
                names,
                f"{worth}.",
                "IV Scoring Phase",
                _signs([("siesta", 1), *([("points", points)] if points else [])]),
                reconstructed=_guessed("siesta track"),
            )
        )
    return rows


def trades() -> list[Row]:
    """What a trade commodity can become."""
    return [
        Row(
            f"trade-{name}",
            words[0].upper() + words[1:],
            _TRADE_WORDS[name],
            "Anytime Actions",
            f"trade {_signs_of(effect).removeprefix('signs ')}",
        )
        for (name, words), effect in zip(TRADE_NAMES.items(), standard_set().trades, strict=True)
    ]


_TRADE_WORDS: Final = {
    "silver": "You gain it at once.",
    "harvest": "They go to their dens.",
    "draw": "Whatever your hand limit is.",
    "play": "Besides those of the farm phase; an extension costs its goods.",
    "pig": "It needs a free stall.",
    "upgrades": "For nothing, one after the other.",
}


# -- cards and roof tiles ---------------------------------------------------------------------------


def barrows() -> list[Row]:
    """How many barrows there are of each value, and what they ask for."""
    cards = standard_set().cards
    rows = []
    for points in VALUES:
        there = [card for card in cards if card.points == points]
        sizes = sorted({len(card.barrow) for card in there})
        asked = f"{sizes[0]} to {sizes[-1]}" if len(sizes) > 1 else str(sizes[0])
        most = Counter(kind for card in there for kind in card.barrow).most_common(3)
        often = listed([_NAMES[kind] for kind, _ in most])
        rows.append(
            Row(
                f"barrow-of-{points}",
                f"{points} points",
                f"{asked} goods each, most often {often}.",
                "I Farm Phase",
                _signs([("cart", 1), ("points", points)]),
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
    when = (
        f" In the {phase_names(helper.phases)} phase{'s' * (len(helper.phases) > 1)}."
        if helper.phases
        else ""
    )
    return Row(
        f"helper-{_slug(helper.name)}",
        f"{card.number} {helper.name}",
        f"{helper.text}{when}",
        "Helpers",
        f"card {card.number} {card.field} {card.points} {'+'.join(card.barrow)}"
        f" {'+'.join(BENEFIT_SYMBOLS[benefit]['symbol'] for benefit in card.extension)}",
        (
            f"field: {_NAMES[card.field]}",
            f"barrow: {demands(card.barrow)} for {several(card.points, 'point')}",
            f"extension: {listed([BENEFITS[benefit] for benefit in card.extension])}",
        ),
        reconstructed=is_guess(helper.confidence),
    )


def roofs() -> list[Row]:
    """All roof tiles of the six rounds."""
    return [
        Row(
            f"roof-{roof.name}",
            f"Tile {roof.name}",
            roof.text,
            "Roof Tiles",
            _signs_of(roof.effect) or _signs([("points", 2)]),
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
            f"Card {card.number}",
            f"From one end to the other: {', '.join(_NAMES[kind] for kind in card.goods)}."
            f" First reward: {_gained(card.first)}. Second reward: {_gained(card.second)}.",
            "Betwixt",
            _signs_of_goods(card.goods),
            reconstructed=True,
        )
        for card in standard_set().modules.betwixt.cards
    ]


def _gained(gain: Mapping[str, int]) -> str:
    named = {"points": "point", "silver": "silver", "trade": "trade commodity"}
    return listed(
        [f"{n} silver" if what == "silver" else several(n, named[what]) for what, n in gain.items()]
    )


def town_spaces() -> list[Row]:
    """Both sides of the revenue tiles."""
    return [
        Row(
            f"town-space-{space.name.lower()}",
            f"Side {space.name[0]}, space {space.name[1]}",
            space.text,
            "Bustling Town",
            "ways "
            + "|".join(
                ",".join(_signs_of(effect).removeprefix("signs ") for effect in option)
                for option in space.options
            ),
            reconstructed=True,
        )
        for space in standard_set().modules.bustling_town.spaces
    ]


def town_buildings() -> list[Row]:
    """The buildings of the town."""
    mode = {"presence": "presence", "domination": "crown"}
    return [
        Row(
            f"town-{_slug(building.name)}",
            building.name,
            building.text,
            "Bustling Town",
            f"signs {mode[building.mode]},{_signs_of(building.effect).removeprefix('signs ')}",
            (building.mode,),
            reconstructed=True,
        )
        for building in standard_set().modules.bustling_town.buildings
    ]


def colchonera() -> list[Row]:
    """The rows of her board."""
    rows = []
    for row in standard_set().modules.colchonera.rows:
        points = row.points
        where = (
            f"From {several(points, 'point')} on"
            if points > 1
            else "From 1 point on"
            if points
            else "Anywhere"
        )
        asked = listed([_one(kind) for kind in row.deliver], "or")
        brings = _signs_of(row.reward)
        words = f"You deliver {asked}. {_REWARDS[row.number]}"
        rows.append(
            Row(
                f"colchonera-row-{row.number}",
                where,
                words,
                "Colchonera",
                f"ways {','.join(row.deliver)}" + (f"|{brings.removeprefix('signs ')}" if brings else ""),
            )
        )
    return rows


_REWARDS: Final = {
    1: "It brings nothing at once.",
    2: "It brings 1 silver.",
    3: "It brings an olive, a grain or a grape.",
    4: "It brings a food, a pig or a wine.",
}


def gray_dice() -> list[Row]:
    """How many dice are gray, on each side of the boards."""
    found = standard_set()
    sides = (found.modules.counsellors.gray, found.modules.outlaws.gray)
    return [
        Row(
            f"gray-dice-{count}",
            several(count, "player"),
            f"Of {found.dice[count - 1]} dice {sides[0][count - 1]} are gray with Counsellors,"
            f" and {sides[1][count - 1]} with Outlaws.",
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
            f"signs die-{reward.number},{_signs_of(reward.effect).removeprefix('signs ')}",
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
            f"signs die-{penalty.number},outlaw",
            reconstructed=True,
        )
        for penalty in standard_set().modules.outlaws.penalties
    ]


def songs() -> list[Row]:
    """The coloured donkey tiles."""
    found = standard_set()
    rows = []
    for n, tile in enumerate(found.modules.donkey_song.tiles):
        shown = (
            ("different" if tile.different else "cart", tile.free),
            ("points", tile.bonus),
            ("hat", tile.hats),
            ("upgrade", tile.upgrades),
            ("card", int(tile.card)),
            ("silver", tile.silver),
            ("delivery", tile.purchased),
            ("more-hats", tile.more_hats),
        )
        rows.append(
            Row(
                f"song-{tile.number}",
                f"{tile.colour.capitalize()} tile {tile.number}",
                _sentence(contents(n, found)),
                "Donkey Song",
                f"song {tile.colour} " + ",".join(f"{count}*{symbol}" for symbol, count in shown if count),
                reconstructed=True,
            )
        )
    return rows


def ladies() -> list[Row]:
    """The six ladies."""
    return [
        Row(
            f"lady-{_slug(lady.name)}",
            lady.name,
            lady.text,
            "Ladies of La Granja",
            "sym lady",
            ("the name is ours",) if is_guess(lady.confidence) else (),
            reconstructed=is_guess(lady.confidence),
        )
        for lady in standard_set().modules.ladies.cards
    ]


def journeys() -> list[Row]:
    """The spaces of the long distance board."""
    return [
        Row(
            f"journey-{way.number}",
            f"Journey {way.number}",
            f"{_sentence(demands(way.goods))} It brings {_gained(way.gain)}. At the end {_one(way.good)}"
            f" is worth {several(way.points, 'point')}.",
            "Long Distance Trade",
            f"ways {','.join(way.goods)}|{','.join(f'{n}*{what}' for what, n in way.gain.items())}",
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
                "ways " + "|".join(",".join(place) for place in board.goods),
                reconstructed=True,
            )
        )
    return rows


def board_points() -> list[Row]:
    """What the places of a trade board are worth."""
    return [
        Row(
            f"trade-place-{place}",
            f"Place {place}",
            f"{several(points, 'point').capitalize()}.",
            "Trade Boards",
            _signs([("points", points)]),
            reconstructed=True,
        )
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
