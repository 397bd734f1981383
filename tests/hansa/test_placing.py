"""The action Place."""

from __future__ import annotations

from hansa.kit import houses, lay_out, legal, play, player, refused, side, state_of


def test_a_piece_goes_to_any_route_with_a_free_house_whoever_is_there() -> None:
    table = lay_out(supply=(1, 1), houses={"hamburg-luebeck": "bcb", "hamburg-stade": "b.c"})
    routes = {route.key for route in side(table.game).routes} - {"hamburg-luebeck"}
    assert legal(table, "place trader") == {f"place trader {key}" for key in routes}
    assert legal(table, "place merchant") == {f"place merchant {key}" for key in routes}
    play(table, "place trader hamburg-stade")
    assert houses(table, "hamburg-stade") == "bac"
    assert player(table).supply == {"trader": 0, "merchant": 1}
    assert state_of(table)["actions"] == 4
    play(table, "place merchant kampen-osnabrueck")
    assert houses(table, "kampen-osnabrueck") == "A."


def test_only_from_the_supply() -> None:
    table = lay_out(stock=(11, 1), supply=(0, 0))
    assert legal(table, "place") == set()
    assert refused(table, "place trader hamburg-stade")


def test_without_actions_nothing_is_placed() -> None:
    table = lay_out(actions=0, supply=(3, 0), unused={"plus-3": 1})
    assert legal(table) == {"use plus-3", "end"}
    assert refused(table, "place trader hamburg-stade")
