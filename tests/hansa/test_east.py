"""The East: ships, permanent markers, cities without offices."""

from __future__ import annotations

from hansa.kit import control, extras, houses, lay_out, legal, play, player, points, state_of


def test_only_merchants_go_aboard() -> None:
    table = lay_out(map="east", supply=(2, 1))
    assert "place merchant wismar-stralsund ship" in legal(table)
    assert "place trader wismar-stralsund" in legal(table)
    play(table, "place merchant wismar-stralsund ship", "place trader wismar-stralsund")
    assert houses(table, "wismar-stralsund") == "aA."
    assert "place trader wismar-stralsund" not in legal(table)


def test_for_a_displaced_trader_a_free_ship_is_as_good_as_none() -> None:
    # Beside Malmö–Visby lie Danzig–Malmö and Stralsund–Malmö: only ships are free there.
    lying = {"malmoe-visby": "b..", "danzig-malmoe": "ccc.", "stralsund-malmoe": "c.."}
    table = lay_out(map="east", supply=(2, 0), houses=lying, benno={"stock": (1, 0)})
    play(table, "displace malmoe-visby 1 with trader")
    assert "to danzig-malmoe" not in legal(table)
    assert "to stralsund-malmoe ship" not in legal(table)
    assert "to wismar-stralsund" in legal(table)


def test_displacing_aboard_takes_a_merchant() -> None:
    table = lay_out(map="east", supply=(4, 1), houses={"malmoe-visby": ".B."})
    assert legal(table, "displace") == {"displace malmoe-visby 2 with merchant"}


def test_an_additional_office_may_be_the_first_of_a_green_city() -> None:
    table = lay_out(map="east", houses={"kulm-belgard": "aaa"}, unused={"office": 1})
    play(table, "establish kulm-belgard")
    assert "extra belgard trader" in legal(table)
    assert "extra kulm trader" not in legal(table)
    play(table, "extra belgard trader")
    assert control(table, "belgard") == "Anna"
    assert table.view(None)["completed"] == 1


def test_the_permanent_office_goes_right_of_all_from_the_supply() -> None:
    table = lay_out(map="east", supply=(1, 0), houses={"malmoe-visby": "aAa"}, extras={"dresden": "b"})
    play(table, "establish malmoe-visby", "nothing")
    assert legal(table) == {"green belgard trader", "green dresden trader", "green waren trader", "nothing"}
    play(table, "green dresden trader")
    assert extras(table, "dresden") == "ba"
    assert control(table, "dresden") == "Anna"
    assert player(table).supply["trader"] == 0


def test_the_privilege_of_a_permanent_marker() -> None:
    table = lay_out(map="east", houses={"stralsund-malmoe": "aAA"}, desk={"book": 1})
    play(table, "establish stralsund-malmoe", "nothing", "develop privilege")
    assert player(table).desk["privilege"] == 1
    assert state_of(table)["pending"] is None


def test_two_pieces_of_a_route_are_used_again() -> None:
    table = lay_out(map="east", houses={"danzig-malmoe": "aaaA"}, stock=(0, 0))
    play(table, "establish danzig-malmoe", "office danzig")
    assert legal(table) == {"next trader", "next merchant", "done"}
    play(table, "next merchant", "to wismar-stralsund ship", "to brandenburg-tangermuende")
    assert houses(table, "wismar-stralsund") == ".A."
    assert houses(table, "brandenburg-tangermuende") == "a."
    assert player(table).stock == {"trader": 1, "merchant": 0}
    assert state_of(table)["actions"] == 4


def test_any_two_pieces_are_moved_or_change_places() -> None:
    lying = {"wismar-stralsund": "aAA", "kulm-elbing": "bc"}
    table = lay_out(map="east", houses=lying, desk={"book": 1})
    play(table, "establish wismar-stralsund", "take kulm-elbing 1")
    assert "take kulm-elbing 2" in legal(table)
    play(table, "take kulm-elbing 2")
    assert houses(table, "kulm-elbing") == "cb"
    assert state_of(table)["pending"] is None


def test_waren_develops_bags_or_actions() -> None:
    table = lay_out(map="east", houses={"waren-havelberg": "aaa"})
    play(table, "establish waren-havelberg")
    assert legal(table, "develop") == {"develop bags", "develop actions"}


def test_no_marker_lies_at_a_permanent_one() -> None:
    table = lay_out(map="east", waiting=["plus-3"], actions=1)
    play(table, "end")
    assert "lay malmoe-visby" not in legal(table)
    assert "lay kulm-elbing" in legal(table)


def test_a_permanent_marker_is_used_even_when_the_action_ends_the_game() -> None:
    table = lay_out(
        map="east", points=19, supply=(1, 0), houses={"malmoe-visby": "aAa"}, offices={"visby": "a"}
    )
    play(table, "establish malmoe-visby", "nothing")
    assert not table.is_over
    play(table, "green waren trader")
    assert table.is_over
    assert points(table)["cities"] == 4
