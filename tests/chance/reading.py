"""What a spectator of The Castles of Burgundy sees of chance: every draw of a phase and of a round, in order.

Nothing is read but views as `GET /api/tables/<id>` gives them to anybody. In which order things are drawn
stands in the rules, which are published.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from burgher.games.burgundy.components import BOARD, COLOUR_NAMES, COLOURS, GOODS, TILES
from chance.attack import Seen

View = Mapping[str, Any]

ALIKE = {"castle", "mine", "ship"}
"""All tiles of these colours are alike: nothing is drawn."""
KINDS = [tile.name for tile in TILES]


def seen_in(views: Iterable[View]) -> Iterator[Seen]:
    """Every draw from the first phase on, given the views of a game with all of its positions."""
    last = None
    for view in views:
        moment = view["phase"], view["round"]
        if moment == last or view["over"] or not view["white"]:
            continue
        if last is None or view["phase"] != last[0]:
            yield from _of_phase(view)
        yield from _of_round(view)
        last = moment


def _of_phase(view: View) -> Iterator[Seen]:
    """The tiles of the depots, those with black backs, and the goods of five rounds."""
    spots = [
        (COLOUR_NAMES[COLOURS.index(colour)], tile)
        for depot, tiles in zip(BOARD["depot"], view["depots"], strict=True)
        for colour, tile in zip(depot["colours"].split(), tiles, strict=True)
        if tile is not None
    ]
    left = {pile: dict(counts) for pile, counts in view["supply"].items()}
    coloured = [spot for spot in spots if spot[0] not in ALIKE]
    black = [("black", tile) for tile in view["black"] if tile is not None]
    for pile, tile in coloured + black:
        left[pile][tile] = left[pile].get(tile, 0) + 1
    for pile, tile in coloured + black:
        yield _drawn(left[pile], KINDS, tile)
    goods = dict(view["goods supply"])
    for good in view["round goods"]:
        goods[good] = goods.get(good, 0) + 1
    for good in view["round goods"]:
        yield _drawn(goods, GOODS, good)


def _drawn(left: dict[str, int], kinds: Sequence[str], drawn: str) -> Seen:
    """A draw from what is left of several kinds, those of a kind side by side; it is taken away."""
    before = sum(left.get(kind, 0) for kind in kinds[: kinds.index(drawn)])
    seen = Seen(sum(left.values()), before, before + left[drawn])
    left[drawn] -= 1
    return seen


def _of_round(view: View) -> Iterator[Seen]:
    """Everybody's dice, and the white die."""
    for seat in view["order"]:
        first, second = view["dice"][seat]
        rolled = (first - 1) * 6 + second - 1
        yield Seen(36, rolled, rolled + 1)
    yield Seen(6, view["white"] - 1, view["white"])
