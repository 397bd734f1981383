"""How the table is drawn in a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from burgher.games.granja.components import Components

View = Mapping[str, Any]


def draw(view: View, seat: int | None, names: Sequence[str], box: Components) -> RenderableType:
    """The table as `seat` may see it."""
    lines = [
        Text(f"Round {view['round']}, {view['phase']} phase", "bold"),
        Text("Dice: " + " ".join(f"{n}×{count}" for n, count in enumerate(view["dice"], 1) if count)),
        Text(
            "Market: "
            + ", ".join(f"{place} {names[owner]}" for place, owner in sorted(view["market"].items()))
        ),
        Text(
            f"Blocked craft buildings: {', '.join(box.buildings[n - 1].name for n in view['blocked']) or '-'}"
        ),
        Text(f"Roof tiles: {', '.join(tile for tile in view['roofs'] if tile) or '-'}"),
        Text(f"Deck {view['deck']}, discarded {len(view['discards'])}"),
    ]
    for owner, player in enumerate(view["players"]):
        lines += _farm(player, names[owner], box, owner == view["seat"] and not view["over"])
    return Group(*lines)


def _farm(player: View, name: str, box: Components, decides: bool) -> list[Text]:
    goods = ", ".join(f"{count} {kind}" for kind, count in player["goods"].items()) or "-"
    ripe = ", ".join(f"{count} {kind}" for kind, count in player["ripe"].items()) or "-"
    barrows = [_barrow(n, barrow, box) for n, barrow in enumerate(player["barrows"], 1) if barrow]
    helpers = [
        box.card(helper["card"]).helper.name + (" (used)" if helper["exhausted"] else "")
        for helper in player["helpers"]
        if helper
    ]
    lines = [
        Text(f"\n{name}: {player['points']} points{' (to decide)' if decides else ''}", "bold"),
        Text(f"  {player['silver']} silver; {goods}; on fields {ripe}; siesta {player['siesta']}"),
        Text(f"  Barrows  {' | '.join(barrows) or '-'}"),
        Text(f"  Helpers  {', '.join(helpers) or '-'}"),
    ]
    if player["hand"] is None:
        lines.append(Text(f"  Hand     {player['hand size']} cards"))
    else:
        lines.append(Text(f"  Hand     {', '.join(map(str, player['hand'])) or '-'}"))
    return lines


def _barrow(number: int, barrow: View, box: Components) -> str:
    card = box.card(barrow["card"])
    missing = [good for n, good in enumerate(card.barrow, 1) if n not in barrow["met"]]
    return f"{number}: {', '.join(missing)} for {card.points}"
