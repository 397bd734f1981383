"""Why nothing can be done with a thing: about what was touched, and nothing else."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from burgher.games.granja.components import GOODS
from granja.kit import deal, lay_out


@pytest.mark.parametrize(
    ("part", "given", "said"),
    [
        ("buy", {"silver": 1}, "The cheapest resource costs 2 silver; you have 1 (Anytime Actions)"),
        ("buy", {"silver": 1, "helpers": ["Seed Dealer"]}, None),
        ("upgrade", {"silver": 9}, "You have no resource that could be upgraded (Anytime Actions)"),
        (
            "upgrade",
            {"silver": 1, "goods": {"grape": 1, "pig": 1}},
            "The cheapest upgrade of what you have costs 3 silver; you have 1 (Anytime Actions)",
        ),
        (
            "sell",
            {"goods": {"food": 1}, "fields": [9], "ripe": {"olive": 1}},
            "No den or stall of yours has a resource to sell, and those on fields stay (Anytime Actions)",
        ),
        ("sell", {"goods": {"grain": 1}}, None),
        ("space-3", {"dice": "11444"}, "No die shows 3 (II Revenue Phase)"),
        ("space-3", {"step": "free deliveries"}, None),
        ("trade", {}, None),
        ("good-food", {"step": "free deliveries"}, "You have no food (III Transportation Phase)"),
        (
            "good-food",
            {
                "step": "free deliveries",
                "goods": {"food": 1, "grain": 1},
                "barrows": [18],
                "crafts": [*range(1, 7)],
            },
            "Nothing that you may deliver to asks for food (III Transportation Phase)",
        ),
    ],
)
def test_a_thing_is_refused_for_what_it_is(part: str, given: dict[str, Any], said: str | None) -> None:
    table = lay_out(**given)
    found = table.game.part_refusal(table.state, [part])
    assert (None if found is None else str(found)) == said


def test_what_is_said_of_a_part_names_no_other_thing() -> None:
    """Over whole games: buying is not refused for one good, nor a space for the die of another."""
    random = Random(5)
    said = set()
    for seed in range(4):
        table = deal(3, seed)
        while not table.is_over:
            choices = table.state.legal_actions()
            usable = {part for action in choices for part in table.game.parts(action)}
            for part in {"buy", "sell", "upgrade", *(f"space-{n}" for n in range(1, 7))} - usable:
                if found := table.game.part_refusal(table.state, [part]):
                    said.add(found.kind)
                    assert not re.search(rf"\b({'|'.join(GOODS)})\b", found.reason)
                    numbers = re.findall(r"shows (\d)|last (\d)", found.reason)
                    assert {one or other for one, other in numbers} <= {part[-1]}
            table.play(random.choice(choices))
    assert said >= {"too-little-silver", "nothing-to-upgrade", "nothing-to-sell", "no-such-die"}
