"""How the table is drawn in a browser: what the templates beside this file need, from a view alone.

The map is laid out in `atlas.py`, the table as one viewer sees it in `drawing.py`, its words in `words.py`;
everything that has a colour has it from `page.css`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from burgher.games.hansa.components import SHAPES
from burgher.games.hansa.page.drawing import COIN, CONTROL, JOINING, Drawing, Drawn, Sight, View, ground

BLURB = "Spread a merchant's routes and offices from city to city, and be in everybody's way."
"""What the start page says of the game."""

BUTTONS = (
    "end",
    "done",
    "nothing",
    *(f"{verb}-{shape}" for verb in ("pay", "share") for shape in SHAPES),
)
"""Parts that lie nowhere on the table, and are buttons beside the question."""


def context(view: View, sight: Sight) -> Drawn:
    """Everything the templates draw, for the viewer of a sight."""
    drawing = Drawing(view, sight)
    players = [drawing.player(seat) for seat in range(len(sight["names"]))]
    centre = drawing.centre
    return {
        "drawn": {
            "ground": ground(drawing.board),
            "map": drawing.map(),
            "course": drawing.course(),
            "mine": players[centre],
            "others": players[centre + 1 :] + players[:centre],
            "owns": sight["seat"] is not None,
            "hand": drawing.hand(),
        },
        "buttons": BUTTONS,
        "costs": costs(view, sight["actions"]),
        "gives_up": gives_up(view, sight["actions"]),
        "alike": drawing.alike(),
        "stages": stages(sight) if sight["is_over"] else [],
    }


def about(part: str, sight: Sight) -> str | None:
    """What the thing at a part of the table is and does."""
    drawing = Drawing(sight["view"], sight)
    return next((str(thing["tip"]) for thing in _things(drawing) if thing["part"] == part), None)


def _things(drawing: Drawing) -> Iterator[Drawn]:
    """Everything on the table that has a part and can say what it is."""
    drawn = drawing.map()
    yield from drawn["routes"]
    yield from drawn["houses"]
    for city in drawn["cities"]:
        yield city
        yield from city["offices"]
    yield from drawn["special"]
    yield from drawn["provinces"]
    mine = drawing.player(drawing.centre)
    yield from mine["tracks"]
    yield from mine["markers"]
    yield from drawing.course()["favours"]


def costs(view: View, actions: Sequence[Mapping[str, Any]]) -> dict[int, Drawn]:
    """What the actions cost beside the action itself, by number."""
    shapes = {
        f"house-{key}-{n + 1}": piece["shape"]
        for key, houses in view["houses"].items()
        for n, piece in enumerate(houses)
        if piece is not None
    }
    found: dict[int, Drawn] = {}
    for action in actions:
        verb = action["words"].partition(" ")[0]
        if verb == "displace":
            count = 1 + SHAPES.index(shapes[action["parts"][-1]])
            words = "1 more piece" if count == 1 else f"{count} more pieces"
            found[action["number"]] = {"symbol": "sym-piece", "count": count, "words": words}
        elif verb in ("use", "exchange", "extra"):
            found[action["number"]] = {"symbol": "sym-marker", "count": 1, "words": "the marker"}
        elif verb == "favour":
            words = "2 markers and all actions of this turn"
            found[action["number"]] = {"symbol": "sym-marker", "count": 2, "words": words}
    return found


def gives_up(view: View, actions: Sequence[Mapping[str, Any]]) -> list[int]:
    """To end a turn while there are actions left."""
    return [action["number"] for action in actions if action["words"] == "end" and view["actions"]]


def stages(sight: Sight) -> list[Drawn]:
    """The points of each seat during the game and in the final scoring, read from the log."""
    sums = {name: [0] * len(sight["names"]) for name in ("In the game", "Final scoring")}
    for entry in sight["log"]:
        if entry["points"]:
            at_once = entry["source"] in (CONTROL, COIN, JOINING)
            sums["In the game" if at_once else "Final scoring"][entry["seat"]] += entry["points"]
    return [{"name": name, "points": points} for name, points in sums.items()]
