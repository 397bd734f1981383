"""How the table is drawn in a browser: what the templates beside this file need, from a view alone.

The table as one viewer sees it is laid out in `drawing.py`; its words, and the drawings that stand for them,
are in `words.py`; everything that has a colour has it from `page.css`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from burgher.games.granja.components import ROUNDS
from burgher.games.granja.naming import several
from burgher.games.granja.page import words
from burgher.games.granja.page.drawing import FINAL, Drawing, Sight, View
from burgher.games.granja.page.market import HEX, MARKET_SIZE, hexagon
from burgher.games.granja.page.modules import with_parts
from burgher.games.granja.page.rules_pieces import pieces
from burgher.games.granja.page.words import Drawn

BLURB = "Grow, deliver and trade: six rounds on a farm in Majorca, four uses for every card."
"""What the start page says of the game."""

BUTTONS = ("done", "skip", "silver", "deck", "siesta", "from-den")
"""Parts whose own actions are buttons beside the question as well."""


def context(view: View, sight: Sight) -> Drawn:
    """Everything the templates draw, for the viewer of a sight."""
    drawing = Drawing(view, sight)
    players = [drawing.player(seat) for seat in range(drawing.seats)]
    centre = drawing.centre
    return {
        "drawn": {
            "mine": players[centre],
            "others": players[centre + 1 :] + players[:centre],
            "company": drawing.company(),
            "seats": players,
            "owns": drawing.owns,
            "aside": drawing.aside,
            "picks": drawing.picks(),
            "anytime": drawing.anytime(),
            "course": drawing.course(),
            "revenue": drawing.revenue(),
            "market": drawing.market(),
            "market_size": MARKET_SIZE,
            "hex": hexagon(HEX[0] - 2, HEX[1] - 1.2),
            "ring": hexagon(HEX[0] - 7, HEX[1] - 4),
            "siesta": drawing.siesta(),
            "crafts": drawing.crafts(),
            "display": drawing.display(),
            "points": [point for look in drawing.looks for point in look.points()],
            "boards": drawing.boards(),
            "deck": view["deck"],
            "discards": len(view["discards"]),
            "legend": drawing.legend(),
            "guesses": {
                block: drawing.guess(name)
                for block, name in (
                    ("market", "market place"),
                    ("siesta", "siesta track"),
                    ("rows", "rows of the craft buildings"),
                    ("roofs", "roof tiles"),
                    ("roof-places", "places for roof tiles"),
                    ("cards", "farm cards"),
                )
            },
        },
        "buttons": (*BUTTONS, *(part for look in drawing.looks for part in look.buttons)),
        "rolled": str(view["round"] - (view["phase"] == "farm")),
        "costs": costs(drawing),
        "gives_up": [one["number"] for one in sight["actions"] if ", giving up " in one["sentence"]],
        "stages": stages(sight, drawing.final) if sight["is_over"] else [],
    }


def rules_context() -> Drawn:
    """What the rules text draws besides: the components, by kind and name."""
    return {"signs": pieces()}


def about(part: str, sight: Sight) -> str | None:
    """What the thing at a part of the table is and does."""
    drawing = Drawing(sight["view"], sight)
    return next((str(thing["tip"]) for thing in _things(drawing) if thing["part"] == part), None)


def _things(drawing: Drawing) -> Iterator[Drawn]:
    """Everything on the table that has a part and can say what it is."""
    mine = drawing.player(drawing.centre)
    yield from mine["hand"] or ()
    yield from mine["goods"]
    yield mine["trade"]
    yield from mine["barrows"]
    yield from (helper for helper in mine["helpers"] if helper)
    yield from mine["roofs"]
    yield from mine["crafts"]
    yield from mine["donkeys"]
    yield from drawing.revenue()
    yield from drawing.market()
    yield from drawing.display()
    for building in drawing.crafts():
        yield from building["rows"]
        yield from with_parts(building["town"])
        yield from ({"part": building[part], "tip": building["tip"]} for part in ("part", "row_part"))
    yield from drawing.anytime()["deeds"]
    yield from with_parts(drawing.boards())
    yield from with_parts(mine["tokens"])
    yield from (point for look in drawing.looks for point in look.points())
    for space in drawing.revenue():
        yield from with_parts([space["more_dice"], space["cell"]])
    yield {"part": "siesta", "tip": drawing.siesta()["tip"]}
    for side, told in words.SIDES.items():
        yield {"part": side, "tip": f"{side.capitalize()}\n{told}"}


def costs(drawing: Drawing) -> dict[int, Drawn]:
    """What the actions cost, by number: silver, a good, a trade commodity, or different goods.

    What costs something is never done by a touch that left no other choice: so nothing is sold or traded by
    touching it once.
    """
    found: dict[int, Drawn] = {}
    for action in drawing.sight["actions"]:
        cost = next((paid for look in drawing.looks if (paid := look.cost(action))), None)
        if cost is None:
            cost = _cost(action, drawing)
        if cost is not None:
            found[action["number"]] = cost
    return found


def _cost(action: Mapping[str, Any], drawing: Drawing) -> Drawn | None:
    verb, _, rest = action["words"].partition(" ")
    if verb in ("buy", "upgrade", "tile"):
        paid = re.search(r"for (\d+) silver", action["sentence"])
        return _silver(int(paid[1])) if paid else None
    if verb == "sell":
        return {"symbol": f"sym-{rest}", "count": 1, "words": f"1 {words.NAMES[rest]}"}
    if verb == "trade":
        return {"symbol": "sym-trade", "count": 1, "words": "1 trade commodity"}
    if verb == "deliver" and drawing.is_purchasing:
        return _silver(drawing.components.delivery_price)
    if verb == "extension":
        count = drawing.extension_cost(drawing.view["players"][drawing.centre])
        told = f"{several(count, 'different farm good')}"
        return {"symbol": "sym-any-good", "count": count, "words": told}
    return None


def _silver(count: int) -> Drawn:
    return {"symbol": "sym-silver", "count": count, "words": f"{count} silver"}


def stages(sight: Sight, final: Collection[str] = FINAL) -> list[Drawn]:
    """The points of each seat by round and in the final scoring, read from the log."""
    names = [*(f"Round {n}" for n in range(1, ROUNDS + 1)), "Final scoring"]
    sums = {name: [0] * len(sight["names"]) for name in names}
    now = names[0]
    for entry in sight["log"]:
        if begins := _ROUND_BEGINS.fullmatch(entry["text"]):
            now = f"Round {begins[1]}"
        if entry["points"]:
            stage = "Final scoring" if entry["source"] in final else now
            sums[stage][entry["seat"]] += entry["points"]
    return [{"name": name, "points": points} for name, points in sums.items()]


_ROUND_BEGINS = re.compile(r"Round (\d) begins\.")
