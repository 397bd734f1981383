"""Why nothing can be done with a thing: about what was touched, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from hansa.kit import lay_out, play

HERE = "hamburg-luebeck"
FULL = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bags": 3}
INCOME = "your stock has some, which income brings"


@pytest.mark.parametrize(
    ("parts", "given", "said"),
    [
        (["establish"], {}, "On no route are all houses yours (Claim A Route)"),
        (
            ["establish"],
            {"players": 2, "houses": {"duisburg-dortmund": "aa"}, "pawn": "rim"},
            "The pawn lies beside no route whose houses are all yours (Two players)",
        ),
        (
            [f"route-{HERE}"],
            {"supply": (0, 0), "stock": None},
            f"You have no piece in your supply to place there; {INCOME} (Place Dude)",
        ),
        (
            ["supply-merchant", f"route-{HERE}"],
            {"supply": (3, 0)},
            f"You have no merchant in your supply to place there; {INCOME} (Place Dude)",
        ),
        (
            [f"route-{HERE}"],
            {"supply": (3, 0), "houses": {HERE: "abb"}},
            "Every house of Hamburg–Lübeck is taken (Place Dude)",
        ),
        (
            [f"house-{HERE}-1"],
            {"supply": (3, 0), "houses": {HERE: "a.."}},
            "On house 1 of Hamburg–Lübeck is your trader: the action Move takes it up (Move Your Own Dudes)",
        ),
        (
            ["supply-trader", f"house-{HERE}-1"],
            {"supply": (3, 0), "houses": {HERE: "a.."}},
            "On house 1 of Hamburg–Lübeck is your trader (Displace Dude)",
        ),
        (
            [f"house-{HERE}-2"],
            {"supply": (3, 0), "houses": {HERE: "a.."}},
            "House 2 of Hamburg–Lübeck is free: a piece is placed on its route (Place Dude)",
        ),
        (
            [f"house-{HERE}-1"],
            {"supply": (1, 0), "houses": {HERE: "b.."}},
            "Displacing a trader takes 2 pieces of your supply, 1 of them to pay; you have 1 (Displace Dude)",
        ),
        (["marker-office"], {}, "You have no unused marker “additional office” (Bonus Plates)"),
        (
            ["marker-office"],
            {"unused": {"office": 1}},
            "It is used with a route: establish one first (Bonus Plates)",
        ),
        (
            ["marker-exchange"],
            {"unused": {"exchange": 1}},
            "In no city are two offices taken (Bonus Plates)",
        ),
        (
            ["marker-exchange"],
            {"unused": {"exchange": 1}, "rules": "2009"},
            "In no city are two offices taken side by side, one of them yours (Bonus Plates)",
        ),
        (["marker-pieces"], {"unused": {"pieces": 1}}, "No piece is on a route (Bonus Plates)"),
        (
            ["marker-develop"],
            {"unused": {"develop": 1}, "desk": FULL},
            "All your tracks are fully developed (Bonus Plates)",
        ),
        (
            ["ship-stralsund-malmoe"],
            {"map": "east", "players": 3, "supply": (3, 0)},
            f"You have no merchant in your supply; {INCOME} (Place Dude)",
        ),
        (
            ["ship-stralsund-malmoe"],
            {"map": "east", "players": 3, "supply": (3, 1), "houses": {"stralsund-malmoe": ".BC"}},
            "Every ship of Stralsund–Malmö is taken (East)",
        ),
    ],
)
def test_a_thing_is_refused_for_what_it_is(parts: list[str], given: dict[str, Any], said: str) -> None:
    table = lay_out(**given)
    found = table.game.part_refusal(table.state, parts)
    assert found is not None
    assert str(found) == said


@pytest.mark.parametrize("marker", ["plus-3", "plus-4", "develop"])
def test_after_the_pawns_last_steps_markers_for_actions_are_refused(marker: str) -> None:
    table = lay_out(2, actions=1, stock=(3, 0), desk=FULL | {"actions": 0}, unused={marker: 1})
    play(table, "income 3 traders", "pawn frisia")
    found = table.game.part_refusal(table.state, [f"marker-{marker}"])
    assert found is not None
    assert (
        str(found)
        == "The pawn has moved after your actions: no marker gives more of them this turn (Two players)"
    )


@pytest.mark.parametrize("part", ["establish", f"route-{HERE}", f"house-{HERE}-1"])
def test_without_actions_that_is_the_reason(part: str) -> None:
    table = lay_out(actions=1, supply=(5, 0), houses={HERE: "b.."}, unused={"plus-3": 1})
    play(table, "place trader hamburg-stade")
    found = table.game.part_refusal(table.state, [part])
    assert found is not None
    assert str(found) == "The actions of your turn are used (Game Play)"


def test_what_one_action_says_is_left_to_it() -> None:
    table = lay_out(supply=(5, 0))
    assert table.game.part_refusal(table.state, ["track-keys"]) is None
    play(table, "place trader hamburg-stade", "move")
    assert table.game.part_refusal(table.state, ["establish"]) is None
