"""How single components are drawn in the rules text: as rows of small drawings, one for each of its ways."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from burgher.games.granja.components import BENEFITS, DONKEYS, TRADES, Card, Components, Effect
from burgher.games.granja.page import words
from burgher.games.granja.page.words import Drawn

Ways = list[list[Drawn]]
"""What is drawn beside each other: parts of a component, or what it lets one choose from."""


def pieces() -> dict[str, Ways]:
    """The components of the box, by kind and name as the rules text has them: `roof 3a`, `card 12`."""
    found = words.components()
    drawn = _of_the_base_game(found)
    drawn.update(_of_modules(found))
    return drawn


def _of_the_base_game(found: Components) -> dict[str, Ways]:
    drawn: dict[str, Ways] = {}
    for space in found.spaces:
        drawn[f"space {space.number}"] = [_goods([f"die-{space.number}"]), words.symbols(space.effect)]
    for n, count in enumerate(DONKEYS):
        drawn[f"donkey {count}"] = [_counted({"donkey": count, "hat": found.hats[n]})]
    for building in found.buildings:
        symbol = words.BUILDING_SYMBOLS[building.name]
        drawn[f"craft {building.number}"] = [
            _goods([symbol]),
            words.symbols(building.instant),
            words.symbols(building.ongoing, building.adds),
        ]
        for letter, row in zip("abcd", building.rows, strict=True):
            drawn[f"row {building.number}{letter}"] = [_goods(row)]
    for name, effect in zip(TRADES, found.trades, strict=True):
        drawn[f"trade {name}"] = [words.symbols(effect)]
    for roof in found.roofs:
        drawn[f"roof {roof.name}"] = [words.symbols(roof.effect) or _counted({"points": 2})]
    for benefit in BENEFITS:
        drawn[f"benefit {benefit}"] = [_goods([words.BENEFITS[benefit]["symbol"]])]
    for card in found.cards:
        drawn[f"card {card.number}"] = _sides(card)
    for points in found.siesta:
        drawn[f"siesta {points}"] = [_counted({"siesta": 1, "points": points})]
    for points in range(2, 7):
        drawn[f"barrow {points}"] = [_counted({"cart": 1, "points": points})]
    return drawn


def _sides(card: Card) -> Ways:
    """The three sides of a card that are pictures: its field, its barrow, its extension."""
    return [
        _goods(["field", card.field]),
        [*_goods(["cart", *card.barrow]), *_counted({"points": card.points})],
        _goods(["extension", *(words.BENEFITS[benefit]["symbol"] for benefit in card.extension)]),
    ]


def _of_modules(found: Components) -> dict[str, Ways]:
    modules, drawn = found.modules, dict[str, Ways]()
    for card in modules.betwixt.cards:
        drawn[f"betwixt {card.number}"] = [_goods(card.goods), _counted(card.first), _counted(card.second)]
    for space in modules.bustling_town.spaces:
        drawn[f"town-space {space.name}"] = [_effects(option) for option in space.options]
    for building in modules.bustling_town.buildings:
        mode = "crown" if building.mode == "domination" else building.mode
        drawn[f"town {building.number}"] = [_goods([mode]), words.symbols(building.effect)]
    for row in modules.colchonera.rows:
        drawn[f"colchonera {row.number}"] = [_goods(row.deliver), words.symbols(row.reward)]
    for reward in modules.counsellors.rewards:
        drawn[f"counsellor {reward.number}"] = [
            _goods([f"die-{reward.number}"]),
            words.symbols(reward.effect),
        ]
    for penalty in modules.outlaws.penalties:
        drawn[f"outlaw {penalty.number}"] = [_goods([f"die-{penalty.number}", "outlaw"])]
    for tile in modules.donkey_song.tiles:
        shown = {
            "different" if tile.different else "cart": tile.free,
            "points": tile.bonus,
            "hat": tile.hats,
            "upgrade": tile.upgrades,
            "card": int(tile.card),
            "silver": tile.silver,
            "delivery": tile.purchased,
            "more-hats": tile.more_hats,
        }
        drawn[f"song {tile.number}"] = [_goods(["song"]), _counted(shown)]
    for journey in modules.long_distance_trade.spaces:
        drawn[f"journey {journey.number}"] = [
            _goods(journey.goods),
            _counted(journey.gain),
            [*_goods([journey.good]), *_counted({"points": journey.points})],
        ]
    for board in modules.trade_boards.boards:
        drawn[f"board {board.number}"] = [_goods(place) for place in board.goods]
    return drawn


def _effects(effects: Iterable[Effect]) -> list[Drawn]:
    return [sign for effect in effects for sign in words.symbols(effect)]


def _goods(kinds: Iterable[str]) -> list[Drawn]:
    return [{"symbol": kind, "count": 1} for kind in kinds]


def _counted(counts: Mapping[str, int]) -> list[Drawn]:
    return [{"symbol": symbol, "count": count} for symbol, count in counts.items() if count]
