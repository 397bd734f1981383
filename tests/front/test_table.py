"""Tables: playing, refusing, taking back, and who may know what."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import burgher
from burgher import BadOptions, BadPosition, BurgherError, Game, IllegalAction, Table, UnreadableAction
from burgher.table import _departs
from front.conftest import Deal

# -- setting up ------------------------------------------------------------------------------------


def test_seats_are_named(pebbles: Game) -> None:
    assert Table(pebbles).names == ("Seat 1", "Seat 2")
    assert Table(pebbles, names=["  Änne ", "B: b, \"b\" 'b'"]).names == ("Änne", "B: b, \"b\" 'b'")


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        (["Anna"], "2 players need 2 names, not 1"),
        (["Anna", "B", "C"], "2 players need 2 names, not 3"),
        (["Anna", "  "], "a name cannot be empty"),
        (["Anna", " Anna "], "two players are called “Anna”"),
        (["Anna", "B\nc"], "the name “Bc” has a character that cannot be shown: type it without"),
        (["Anna", "B\u202ec"], "the name “Bc” has a character that cannot be shown: type it without"),
        (
            ["Anna", "Be\u200dn\u200d"],
            "the name “Be\u200dn\u200d” has a character that cannot be shown: type it without",
        ),
        (["Anna", "An\u200cna"], "two players are called “Anna”"),
        (["Anna", "B" * 41], f"the name “{'B' * 41}” has more than 40 characters"),
        ("AB", "names are given as a list, one for each seat"),
        (["Anna", 3], "names are given as a list, one for each seat"),
    ],
)
def test_bad_names_are_refused(pebbles: Game, names: Any, reason: str) -> None:
    with pytest.raises(BadOptions) as refused:
        Table(pebbles, names=names)
    assert str(refused.value) == reason


def test_a_seed_gives_a_game_and_without_one_it_is_secret(pebbles: Game) -> None:
    assert Table(pebbles, seed=7).position() == Table(pebbles, seed=7).position()
    assert Table(pebbles, seed=7).position() != Table(pebbles, seed=8).position()
    assert Table(pebbles).record.secret != Table(pebbles).record.secret
    assert Table(pebbles).record.seed is None


def test_endless_seeds_are_refused(pebbles: Game) -> None:
    assert Table(pebbles, seed=-(10**40) + 1).record.seed == -(10**40) + 1
    with pytest.raises(BadOptions, match="at most 40 digits"):
        Table(pebbles, seed=10**40)


# -- playing ---------------------------------------------------------------------------------------


def test_an_action_is_played_by_number_or_words(deal: Deal) -> None:
    by_number, by_words = deal(), deal()
    by_number.play(2)
    by_words.play("  HIDE   2 ")
    assert by_number.position() == by_words.position()
    assert by_number.record == by_words.record


def test_playing_returns_what_the_journal_says(deal: Deal) -> None:
    table = deal("hide 2")
    entries = table.play("hide 0", seat=1)
    assert table.tell(entries, seat=None) == [
        "Anna opens a fist of 2",
        "Anna scores 1 for heaps",
        "Benno opens a fist of 0",
        "1 pebbles lie in the heap",
    ]


def refused(table: Table, action: Any, seat: int | None = None) -> BurgherError:
    before, record = table.position(), table.record
    with pytest.raises(BurgherError) as refusal:
        table.play(action, seat)
    assert table.position() == before
    assert table.record == record
    return refusal.value


def test_an_illegal_action_is_refused_with_the_games_reason(deal: Deal) -> None:
    table = deal("boast")
    refusal = refused(table, "boast")
    assert isinstance(refusal, IllegalAction)
    assert (refusal.kind, refusal.page) == ("boasted", 2)
    assert str(refusal) == "You have boasted already (p. 2)"
    same = table.refusal("boast")
    assert same is not None
    assert str(same) == str(refusal)
    assert table.refusal("hide 0") is None


def test_only_the_seat_to_move_may_play(deal: Deal) -> None:
    refusal = refused(deal(), "hide 1", seat=1)
    assert isinstance(refusal, IllegalAction)
    assert refusal.kind == "not-your-turn"
    assert str(refusal) == "The decision is Anna's"


def test_nothing_is_played_after_the_end(deal: Deal) -> None:
    table = deal(random=99)
    refusal = refused(table, "hide 0")
    assert isinstance(refusal, IllegalAction)
    assert refusal.kind == "game-over"
    assert table.actions() == []
    assert table.question() == "The game is over"


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        ("hid 1", "Pebbles has no action 'hid 1': did you mean 'hide 1'"),
        ("xyzzy", "Pebbles has no action 'xyzzy': you could 'hide 0' or 'hide 1' or 'hide 2'"),
        ("", "Pebbles has no action '': you could 'hide 0'"),
        ("x" * 100_000, "Pebbles has no action of 100000 characters"),
        (5, "Pebbles has actions 0 to 4, not 5"),
        (-1, "Pebbles has actions 0 to 4, not -1"),
        (1.5, "Pebbles has actions 0 to 4, not 1.5"),
        (None, "Pebbles has actions 0 to 4, not None"),
    ],
)
def test_what_cannot_be_read_is_refused_with_a_hint(deal: Deal, action: Any, reason: str) -> None:
    refusal = refused(deal(), action)
    assert isinstance(refusal, UnreadableAction)
    assert str(refusal).startswith(reason)


def test_hints_name_legal_actions_first(deal: Deal) -> None:
    assert str(refused(deal(), "boost")).endswith("did you mean 'boast'?")
    assert "'boast'" in str(refused(deal("boast"), "boost"))


@pytest.mark.parametrize("seat", [-1, 2, "Anna"])
def test_there_are_only_the_seats_there_are(deal: Deal, seat: Any) -> None:
    table = deal()
    for ask in (table.view, table.log, table.record_for, table.can_take_back, table.take_back):
        with pytest.raises(BurgherError, match=r"there is no seat .*: seats are 0 to 1"):
            ask(seat)
    refused(table, "hide 0", seat)


@pytest.mark.parametrize("mishap", [RuntimeError, KeyboardInterrupt])
def test_a_mishap_in_the_rules_leaves_the_game_as_it_was(
    deal: Deal, mishap: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    table = deal("boast", "hide 1")
    before, record, log = table.position(), table.record, table.log(0)

    def break_down(self: Any) -> None:
        raise mishap

    with monkeypatch.context() as patch:
        patch.setattr(type(table.state), "start_round", break_down)
        with pytest.raises(mishap):
            table.play("hide 3")
    assert (table.position(), table.record, table.log(0)) == (before, record, log)
    table.play("hide 3")
    assert table.log(0)[-1] == "1 pebbles lie in the heap"


# -- taking back -----------------------------------------------------------------------------------


def refusal_to_take_back(table: Table, seat: int | None = None) -> tuple[str, str]:
    before = table.position()
    assert not table.can_take_back(seat)
    for take_back in (table.take_back, table.restart_turn):
        with pytest.raises(IllegalAction) as refusal:
            take_back(seat)
    assert table.position() == before
    return refusal.value.kind, refusal.value.reason


def test_one_action_is_taken_back(deal: Deal) -> None:
    table = deal("boast")
    before, record, log = table.position(), table.record, table.log(0)
    table.play("hide 2")
    assert table.can_take_back()
    assert table.take_back().words == "hide 2"
    assert (table.position(), table.record, table.log(0)) == (before, record, log)
    assert table.take_back(seat=0).words == "boast"
    assert table.position() == deal().position()
    assert refusal_to_take_back(table) == ("nothing-to-take-back", "Nothing has been played yet")


def test_after_taking_back_the_game_goes_on(deal: Deal) -> None:
    table = deal("boast", "hide 2")
    table.take_back()
    table.take_back()
    for action in ("hide 1", "hide 2"):
        table.play(action)
    assert table.record == deal("hide 1", "hide 2").record
    assert table.log(1) == deal("hide 1", "hide 2").log(1)
    assert table.breakdown() == [{}, {"heaps": 1}]


def test_anothers_action_is_not_taken_back(deal: Deal) -> None:
    table = deal("hide 2")
    assert refusal_to_take_back(table, seat=1) == ("nothing-to-take-back", "The last action was Anna's")
    table.play("boast")
    assert refusal_to_take_back(table, seat=0) == ("nothing-to-take-back", "The last action was Benno's")
    assert table.take_back(seat=1).words == "boast"
    assert table.take_back(seat=0).words == "hide 2"


def test_what_was_revealed_stays(deal: Deal) -> None:
    table = deal("hide 2", "boast", "hide 1")
    kind, reason = refusal_to_take_back(table, seat=1)
    assert kind == "already-revealed"
    assert reason == "The last action brought dice, draws or secret choices to light"
    table.play("boast")
    assert [action.words for action in table.restart_turn()] == ["boast"]


def test_a_turn_is_restarted_up_to_the_seats_own_run(deal: Deal) -> None:
    table = deal("boast", "hide 2", "boast")
    assert [action.words for action in table.restart_turn(seat=1)] == ["boast"]
    assert table.position() == deal("boast", "hide 2").position()
    assert [action.words for action in table.restart_turn(seat=0)] == ["boast", "hide 2"]
    assert table.position() == deal().position()


def test_a_turn_is_not_restarted_across_what_came_to_light() -> None:
    """In Burgundy whoever plays last in a round may be the first of the next, for which dice are thrown."""
    table, chooser, crossed = Table(burgher.load("burgundy", 2), seed=1), Random(1), 0
    while not table.is_over:
        seat, chance = table.seat, table.state.chance
        table.play(chooser.choice(table.actions()).number)
        if table.seat == seat and table.state.chance != chance and not table.is_over:
            before = table.position()
            table.play(chooser.choice(table.actions()).number)
            if table.can_take_back():
                assert len(table.restart_turn()) == 1
                assert table.position() == before
                crossed += 1
    assert crossed


def test_a_finished_game_stays_finished(deal: Deal) -> None:
    table = deal(random=99)
    assert refusal_to_take_back(table)[0] == "already-revealed"


def known(table: Table) -> tuple[object, ...]:
    state = table.game.position(table.state)
    return str(table.record), state, table.log(0), table.played, table.draws, table.curve()


@pytest.mark.parametrize("secret", [None, "5" * 64])
def test_a_copy_goes_on_without_its_original(pebbles: Game, secret: str | None) -> None:
    table = Table(pebbles, seed=7) if secret is None else Table(pebbles, secret=secret)
    chooser = Random(3)
    while not table.can_take_back() or len(table.played) < 5:
        table.play(chooser.choice(table.state.legal_actions()))
    before, other = known(table), table.copy()
    assert known(other) == before
    third = table.copy()
    third.play(third.state.legal_actions()[0])
    assert known(other) == known(table) == before, "whoever plays on, plays on alone"
    other.restart_turn()
    while not other.is_over:
        other.play(chooser.choice(other.state.legal_actions()))
    assert known(table) == before, "the original is as it was"
    after = known(other)
    while table.can_take_back():
        table.take_back()
    assert known(other) == after, "and the copy too"
    while not table.is_over:
        table.play(chooser.choice(table.state.legal_actions()))
    assert table.curve()[-1] == table.scores()
    assert len(table.curve()) == len(table.played) + 1


# -- who may know what -----------------------------------------------------------------------------


def test_a_secret_choice_is_its_seats_own(deal: Deal) -> None:
    one, three = deal("boast", "hide 1"), deal("boast", "hide 3")
    for viewer in (1, None):
        assert one.view(viewer) == three.view(viewer)
        assert one.log(viewer) == three.log(viewer) == ["1 pebbles lie in the heap", "Anna boasts"]
        assert one.record_for(viewer) == three.record_for(viewer)
        assert "1 Anna: boast, (secret)\n" in str(one.record_for(viewer))
    assert one.view(0) != three.view(0)
    assert one.log(0) == ["1 pebbles lie in the heap", "Anna boasts", "Anna hides 1"]
    assert "1 Anna: boast, hide 1\n" in str(one.record_for(0))


def test_a_choice_laid_open_is_everyones(deal: Deal) -> None:
    table = deal("hide 1", "hide 2", "hide 3")
    assert [move.words for move in table.record_for(1).moves] == ["hide 1", "hide 2", "(secret)"]
    assert [move.words for move in table.record_for(0).moves] == ["hide 1", "hide 2", "hide 3"]


def test_the_number_of_secret_actions_is_secret(deal: Deal, monkeypatch: pytest.MonkeyPatch) -> None:
    table = deal()
    monkeypatch.setattr(type(table.game), "is_secret", lambda *_: True)
    table.play("boast")
    table.play("hide 1")
    assert [move.words for move in table.record_for(1).moves] == ["(secret)"]


@given(decisions=st.integers(0, 12))
def test_nobody_learns_the_seed_of_a_running_game(deal: Deal, decisions: int) -> None:
    table = deal(random=decisions)
    chance = str(table.state.chance)
    for viewer in (None, 0, 1):
        record = table.record_for(viewer)
        if table.is_over:
            assert record == table.record
        else:
            assert record.seed is None
            assert "seed: (secret)\n" in str(record)
            assert chance not in json.dumps(table.view(viewer))


def test_a_running_game_from_a_position_does_not_give_the_position_away(deal: Deal) -> None:
    table = Table.from_position(deal("hide 2").position())
    assert "position" not in str(table.record_for(0))


# -- how it stands ---------------------------------------------------------------------------------


@given(decisions=st.integers(0, 12))
def test_points_add_up(deal: Deal, decisions: int) -> None:
    table = deal(random=decisions)
    assert [sum(sources.values()) for sources in table.breakdown()] == table.scores()


def test_a_table_shows_itself(deal: Deal) -> None:
    table = deal("hide 2", "hide 0", "hide 1")
    assert table.headline == "Pebbles, 2: Benno to decide"
    assert repr(table) == "<Table of Pebbles, 2: Benno to decide>"
    assert str(table) == "Pebbles, 2: Benno to decide\n  Anna      1\n  Benno     0"
    assert table.question() == "How many pebbles will you hide for a heap of 1?"
    assert [action.words for action in table.actions()] == ["hide 0", "hide 1", "hide 2", "hide 3", "boast"]


def test_the_end_names_who_won(deal: Deal) -> None:
    won = deal(*["hide 2", "hide 0"] * 3)
    assert won.headline == f"Pebbles, over: Benno wins, {won.scores()[1]} : {won.scores()[0]}"
    assert won.scores()[1] > won.scores()[0]
    assert won.ranks() == [2, 1]
    shared = deal(*["hide 0"] * 6)
    assert shared.headline == "Pebbles, over: Anna and Benno share the victory, 6 : 6"


# -- positions -------------------------------------------------------------------------------------


@given(decisions=st.integers(0, 12))
def test_a_game_goes_on_from_its_position(deal: Deal, decisions: int) -> None:
    for form in (dict, json.dumps):
        table = deal(random=decisions)
        again = Table.from_position(form(table.position()), names=table.names)
        assert again.position() == table.position()
        while not table.is_over:
            action = table.actions()[-1].number
            table.play(action)
            again.play(action)
            assert again.position() == table.position()
        assert again.record.replay().position() == table.position()
        assert [sum(sources.values()) for sources in again.breakdown()] == table.scores()


def test_points_from_before_a_position_are_told_apart(deal: Deal) -> None:
    table = Table.from_position(deal("hide 2", "hide 0").position())
    table.play("hide 1")
    table.play("hide 0")
    assert table.breakdown() == [{"before this position": 1, "heaps": 1}, {}]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"burgher position": None}, "not a Burgher position"),
        ({"burgher position": 4}, "a position of format 4, where this Burgher reads formats 1 to 3"),
        ({"burgher position": True}, "a position of format True, where this Burgher reads formats 1 to 3"),
        ({"burgher position": "1"}, "a position of format '1', where this Burgher reads formats 1 to 3"),
        ({"burgher position": 0}, "a position of format 0, where this Burgher reads formats 1 to 3"),
        ({"burgher position": 1, "secret": "7"}, "'secret' has no place in a position"),
        ({"burgher position": 2}, "'secret' is missing from the position"),
        ({"burgher position": 3, "secret": 7}, "'secret' is missing from the position, or not what it"),
        ({"burgher position": 2, "secret": "7"}, "a secret is written as 64 hexadecimal digits"),
        ({"secret": "0"}, "a secret is written as 64 hexadecimal digits"),
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"game": ["pebbles"]}, "'game' is missing from the position, or not what it should be"),
        ({"players": 4}, "Pebbles is for 2 to 3 players, not 4"),
        ({"players": True}, "'players' is missing"),
        ({"players": 3}, "was played with rules"),
        ({"options": {"length": "endless"}}, "length='endless' is not known"),
        ({"options": {"self": "x"}}, "Pebbles has no option 'self'"),
        ({"rules": "0123456789ab"}, "was played with rules '0123456789ab', these are"),
        ({"state": []}, "'state' is missing"),
        ({"state": {}}, "not a position of Pebbles"),
        ({"more": 1}, "'more' has no place in a position"),
    ],
)
def test_bad_positions_are_refused(deal: Deal, change: dict[str, Any], reason: str) -> None:
    with pytest.raises(BadPosition) as refused:
        Table.from_position(deal().position() | change)
    assert str(refused.value).startswith(reason)


@pytest.mark.parametrize(
    "data",
    [
        "",
        "[]",
        "null",
        "{",
        "[" * 100_000,
        '{"x":' * 900 + "0" + "}" * 900,
        "1" * 5000,
        {"x": {1, 2}},
        [],
        None,
        7,
    ],
)
def test_what_is_no_position_at_all_is_refused(data: Any) -> None:
    with pytest.raises(BadPosition):
        Table.from_position(data)


STATE_KEYS = ["seat", "over", "chance", "reveals", "round", "heap", "points", "purses", "fists", "boasts"]


@given(
    key=st.sampled_from(STATE_KEYS),
    value=st.none() | st.booleans() | st.integers() | st.text() | st.lists(st.integers(-9, 9), max_size=3),
)
def test_a_changed_position_is_refused_or_is_the_position(deal: Deal, key: str, value: Any) -> None:
    position = deal("boast", "hide 2").position()
    position["state"][key] = value
    try:
        table = Table.from_position(position)
    except BadPosition:
        return
    assert table.position() == position
    assert table.is_over or table.actions()


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"a": 1, "b": 2, "c": []}, "it has no 'c'"),
        ({"a": 1}, "it has 'b' too"),
        ({"a": 1, "b": 3}, "'b' should be 2"),
        ([1, 2], 'it should be {"a": 1, "b": 2}'),
    ],
)
def test_it_is_said_where_a_position_departs(given: object, said: str) -> None:
    assert _departs(given, {"a": 1, "b": 2}) == said


def test_it_is_said_where_a_position_departs_inside() -> None:
    written = {"players": [{"points": 1}, {"points": 2, "hand": [[1, 2], [3, 4]]}]}
    given = {"players": [{"points": 1}, {"points": 2, "hand": [[1, 2], [3, 5]]}]}
    assert _departs(given, written) == "'hand' should be [3, 4]"
    shorter = {"players": [{"points": 1}]}
    assert _departs(shorter, written).startswith("'players' should be [{")


def test_a_restored_state_must_offer_a_decision(deal: Deal) -> None:
    position = deal().position()
    position["state"]["purses"] = [-1, 6]
    position["state"]["boasts"] = [True, False]
    with pytest.raises(BadPosition, match="Pebbles cannot be in this position"):
        Table.from_position(position)


def test_every_number_of_players_and_option_makes_a_table() -> None:
    for players in (2, 3):
        table = Table(burgher.load("pebbles", players, length="long"))
        assert Table.from_position(table.position()).position() == table.position()
