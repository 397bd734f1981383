"""Trade Boards: deliveries to the boards of others, and the modifier markers that they bring."""

from __future__ import annotations

from typing import Any

from burgher import Table
from granja.kit import deal, earned, goods, lay_out, legal, module, play, refusal, silver, state_of

NAME = "trade-boards"


def board(number: int, traders: str = "") -> dict[str, Any]:
    """A player's board, with the seats whose trade markers are on it."""
    there = [int(seat) for seat in traders]
    return {
        "board": number,
        "traders": [*there, *[None] * 5][:5],
        "modifiers": len(there),
        "traded": False,
    }


def boards(*players: dict[str, Any]) -> dict[str, Any]:
    return {NAME: {"players": list(players)}}


def delivering(*players: dict[str, Any], **given: Any) -> Table:
    return lay_out(
        len(players), **{"step": "free deliveries", "left": 3, "modules": boards(*players), **given}
    )


def offered(table: Table) -> set[str]:
    """What may be delivered to boards."""
    return {words.removeprefix("deliver ") for words in legal(table, "deliver") if "board-" in words}


def test_everybody_is_dealt_another_board() -> None:
    dealt = set()
    for seed in range(8):
        players = module(deal(3, seed, (NAME,)), NAME)["players"]
        assert len({player["board"] for player in players}) == 3
        assert all(player["traders"] == [None] * 5 and player["modifiers"] == 0 for player in players)
        dealt.add(tuple(player["board"] for player in players))
    assert len(dealt) > 1


def test_the_left_most_free_place_of_anothers_board_says_what_is_delivered() -> None:
    everything = {"olive": 1, "grain": 1, "grape": 1, "pig": 1, "food": 1}
    table = delivering(board(1), board(4), goods=everything)
    assert offered(table) == {"pig board-2"}
    table = delivering(board(1), board(4, "0"), goods=everything)
    assert offered(table) == {"grain board-2", "olive board-2"}, "one of two goods"
    assert refusal(table, "deliver pig board-2").kind == "not-asked-for"
    assert refusal(table, "deliver grain board-1").kind == "own-board"
    assert refusal(table, "deliver grain board-3").kind == "no-such-player"


def test_the_trade_marker_scores_and_the_owner_gains_a_modifier_marker() -> None:
    for traders, good, points in (("", "olive", 1), ("00", "grain", 2), ("0000", "wine", 3)):
        table = delivering(board(1), board(2, traders), goods={good: 1})
        assert earned(table, f"deliver {good} board-2") == {"trade boards": points}
        there = module(table, NAME)["players"][1]
        assert there["traders"][len(traders)] == 0
        assert there["modifiers"] == len(traders) + 1
        assert goods(table) == {}, "the good is discarded"


def test_once_a_round() -> None:
    table = play(delivering(board(1), board(2), goods={"olive": 1, "grape": 1}), "deliver olive board-2")
    assert module(table, NAME)["players"][0]["traded"]
    assert "deliver grape board-2" not in legal(table)
    assert refusal(table, "deliver grape board-2").kind == "only-once"
    play(table, "done")
    while state_of(table)["round"] == 1:
        table.play(next(iter(sorted(legal(table)))))
    assert not module(table, NAME)["players"][0]["traded"]


def test_everybody_has_five_trade_markers() -> None:
    table = delivering(board(1), board(2, "00000"), board(3), goods={"grape": 1})
    assert refusal(table, "deliver grape board-3").kind == "no-trade-marker"
    table = delivering(board(1), board(2, "22222"), board(3), goods={"olive": 1, "grape": 1})
    assert refusal(table, "deliver olive board-2").kind == "board-full"
    assert offered(table) == {"grape board-3"}


def test_a_modifier_marker_is_a_silver() -> None:
    table = lay_out(modules=boards(board(1, "1"), board(2)))
    assert silver(play(table, "modifier silver")) == 1
    assert refusal(table, "modifier silver").kind == "no-modifier"
    assert module(table, NAME)["players"][0]["traders"][0] == 1, "its place stays taken"


def test_modifier_markers_change_the_die_that_is_taken_several_the_same_one() -> None:
    table = lay_out(dice="22222", modules=boards(board(1, "111"), board(2)))
    play(table, "modifier die")
    assert legal(table, "die") == {"die 2 as 1", "die 2 as 3"}
    play(table, "modifier die")
    assert legal(table, "die") == {"die 2 as 1", "die 2 as 3", "die 2 as 4"}
    play(table, "die 2 as 4")
    assert silver(table) == 4
    assert module(table, NAME)["players"][0]["modifiers"] == 1


def test_they_change_the_leftover_die_for_oneself() -> None:
    table = lay_out(step="leftover", dice="3", pick=2, modules=boards(board(1, "1"), board(2)))
    play(table, "modifier die")
    assert legal(table, "die") == {"die 3 as 2", "die 3 as 4"}
    assert refusal(table, "die 3").kind == "must-change"
    play(table, "die 3 as 4")
    assert silver(table) == 4
    assert legal(table, "die") == {"die 3"}, "the next player has it as it is"


def test_a_die_is_changed_only_before_it_is_taken() -> None:
    table = lay_out(step="play", hand=[1], modules=boards(board(1, "1"), board(2)))
    assert refusal(table, "modifier die").kind == "wrong-moment"
    assert "modifier silver" in legal(table)


def test_modifier_markers_change_gray_dice() -> None:
    gray = {"gray": [0, 3, 0, 0, 0, 0]}
    table = lay_out(dice="22222", modules={**boards(board(1, "1"), board(2)), "counsellors": gray})
    play(table, "modifier die")
    assert legal(table, "gray") == {"gray 2 as 1", "gray 2 as 3"}
    play(table, "gray 2 as 3")
    assert state_of(table)["questions"][0][0] == "counsellors reward"


def test_markers_left_at_the_end_are_silver() -> None:
    table = lay_out(
        step="free deliveries", round=6, turn=2, silver=3, modules=boards(board(1, "11"), board(2))
    )
    while not table.is_over:
        table.play("done")
    assert state_of(table)["players"][0]["points"] == 1
    assert silver(table) == 0


def test_modifier_markers_pay_for_what_is_asked() -> None:
    modules = boards(board(1, "1"), board(2)) | {"donkey-song": {}}
    table = lay_out(step="purchased deliveries", siesta=3, modules=modules)
    play(table, "done", "modifier silver", "take song 1")
    assert silver(table) == 0


def test_a_modifier_marker_is_silver_within_another_effect_and_for_the_market_guard() -> None:
    given: dict[str, Any] = {"goods": {"trade": 1, "grape": 1}, "silver": 1}
    table = lay_out(dice="6", modules=boards(board(1, "1"), board(2)), **given)
    play(table, "die 6", "trade upgrades", "improve grape")
    assert legal(table) == {"modifier silver", "skip"}
    play(table, "modifier silver", "buy olive", "improve olive")
    assert goods(table) == {"wine": 1, "food": 1}
    guarding = lay_out(
        step="free deliveries",
        goods={"grain": 1},
        barrows=[(19, [2, 3, 4])],
        benno={"helpers": ["Market Guard"], "market": ["3-4"]},
        modules=boards(board(1), board(2, "0")),
    )
    play(guarding, "deliver grain barrow-1", "stall 2-4")
    assert legal(guarding) == {"modifier silver", "skip"}
    play(guarding, "modifier silver", "guard 3-4")
    assert silver(guarding, 1) == 0
