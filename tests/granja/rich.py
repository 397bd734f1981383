"""Tables on which much lies: the start of a round, after a while of play that nobody has seen."""

from __future__ import annotations

from random import Random
from typing import Any

from burgher import Game
from granja.arbiter.box import CARDS, GOODS, HARVEST, HELPER, ROOF_COST, ROWS, STALLS


def rich(game: Game, seed: int) -> dict[str, Any]:
    """A position at the start of a later round: helpers, loaded barrows, goods, roof tiles, craft markers."""
    random = Random(seed)
    position = game.position(game.deal(seed))
    round_ = random.randint(2, 6)
    cards = random.sample(range(1, 67), 66)
    tiles = [tile for tile in ROOF_COST if int(tile[0]) < round_]
    random.shuffle(tiles)
    position |= {"round": round_, "left": 1, "discards": []}
    shown = [tile for tile in ROOF_COST if tile[0] == str(round_)]
    position["roofs"] = [*random.sample(shown, game.players), None, None, None][:4]
    open_stalls = [name for name, stall in STALLS.items() if stall[1] <= game.players]
    taken = random.sample(open_stalls, random.randint(game.players, len(open_stalls)))
    position["market"] = {name: random.randrange(game.players) for name in sorted(taken)}
    for player in position["players"]:
        _fill(player, round_, cards, tiles, random)
    done = {building for player in position["players"] for building in player["crafts"]}
    position["tokens"] = [building for building in ROWS if building not in done]
    position["blocked"] = [one for one in position["blocked"] if one not in done and random.random() < 0.7]
    for building in ROWS:
        _begin_row(position, building, random)
    position["deck"] = sorted(cards)
    _deal_a_card(position)
    return position


def _fill(player: dict[str, Any], round_: int, cards: list[int], tiles: list[str], random: Random) -> None:
    helpers = [cards.pop() for _ in range(random.randint(2, 3))]
    extensions = [cards.pop() for _ in range(random.randint(0, 3))]
    stalls = 1 + sum(CARDS[card].extension.count("stall") for card in extensions)
    stalls += 2 * (HELPER["Swineherd"] in helpers)
    goods = {kind: random.choice((0, 0, 1, 1, 2)) for kind in (*GOODS, "trade")}
    goods["pig"] = min(goods["pig"] + random.randint(0, 1), stalls)
    fields = [cards.pop() for _ in range(random.randint(0, 3))]
    kinds = [CARDS[card].field for card in fields]
    ripe = {kind: random.randint(0, kinds.count(kind)) for kind in HARVEST}
    barrows: list[dict[str, Any] | None] = []
    for _ in range(random.randint(1, 3)):
        card = cards.pop()
        size = len(CARDS[card].barrow)
        barrows.append({"card": card, "met": sorted(random.sample(range(1, size + 1), size - 1))})
    roofs: list[dict[str, Any] | None] = []
    while tiles and len(roofs) < min(round_ - 1, 4):
        tile = tiles.pop()
        roofs.append({"tile": tile, "up": tile != "6d" and random.random() < 0.8})
    crafts = sorted(random.sample(sorted(ROWS), random.choice((0, 1, 2, 3))))
    used = (round_ - 1) % 3
    hand = [cards.pop() for _ in range(random.randint(0, 4))]
    player |= {
        "points": random.randint(0, 12),
        "silver": random.randint(0, 9),
        "goods": {kind: count for kind, count in goods.items() if count},
        "ripe": {kind: count for kind, count in ripe.items() if count},
        "hand": sorted(hand),
        "hand size": len(hand),
        "fields": sorted(fields),
        "extensions": sorted(extensions),
        "barrows": [*barrows, None, None, None, None][:4],
        "helpers": [*({"card": card, "exhausted": False} for card in helpers), None, None, None][:4],
        "roofs": [*roofs, None, None, None, None, None][:5],
        "crafts": crafts,
        "ongoing": crafts,
        "donkeys": sorted(random.sample((1, 2, 3, 4), 4 - used)),
    }


def _begin_row(position: dict[str, Any], building: int, random: Random) -> None:
    """Some have nearly completed a row of a building."""
    rows = list("ab" if len(position["players"]) == 2 else "abcd")
    random.shuffle(rows)
    for player in position["players"]:
        if building not in player["crafts"] and building not in position["blocked"] and random.random() < 0.6:
            player["rows"][str(building)] = {"row": rows.pop(), "met": sorted(random.sample((1, 2, 3, 4), 3))}


def _deal_a_card(position: dict[str, Any]) -> None:
    """Whoever begins has a card to play."""
    first = position["players"][position["order"][0]]
    if not first["hand"]:
        first["hand"] = [position["deck"].pop()]
        first["hand size"] = 1
