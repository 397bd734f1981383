"""Those who know the game well (p. 12): random boards, a choice of side and of the castle's space."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

import burgher
from burgher import BadOptions, Table
from burgher.games.burgundy.components import BOARD_SIDES, ESTATE_NUMBER, ESTATES
from burgundy.kit import asked, board, deal, legal, play, play_out, refused, state_of, told

every_number_of_players = pytest.mark.parametrize("players", [2, 3, 4])


def castles(estate: str) -> list[int]:
    """The dark green spaces of an estate, numbered from 1."""
    return [space + 1 for space in ESTATES[ESTATE_NUMBER[estate]].castles]


def sides(table: Table, seat: int) -> list[str]:
    """The estates on the two sides of a seat's board."""
    found: list[str] = table.view(seat)["players"][seat]["sides"]
    return found


def chosen(table: Table, side: int = 0, castle: int = 0) -> Iterator[int]:
    """Let one seat after the other choose a side and a castle; gives each seat that has chosen."""
    while table.heading == "set-up":
        seat = table.seat
        if "side a" in legal(table):
            play(table, f"side {'ab'[side]}")
        play(table, f"castle {castles(board(table, seat).estate)[castle]}")
        yield seat


# -- boards ----------------------------------------------------------------------------------------


@every_number_of_players
def test_each_player_receives_a_random_board(players: int) -> None:
    dealt = set()
    for seed in range(40):
        table = deal(players, seed, estates="random")
        boards = [player["board"] for player in state_of(table)["players"]]
        assert len(set(boards)) == players
        dealt |= set(boards)
        for seat, number in enumerate(boards):
            assert sides(table, seat) == [ESTATES[side].name for side in BOARD_SIDES[number - 1]]
    assert dealt == {1, 2, 3, 4, 5, 6}


@every_number_of_players
def test_this_comes_after_all_other_setup_and_after_the_player_order_is_known(players: int) -> None:
    table = deal(players, estates="random")
    state = state_of(table)
    assert table.heading == "set-up"
    assert [board(table, seat).workers for seat in state["order"]] == [1, 2, 3, 4][:players]
    assert all(sum(player["goods"].values()) == 3 for player in state["players"])
    assert table.seat == state["order"][0]


@pytest.mark.parametrize("side", [0, 1])
def test_players_are_free_to_choose_the_side_of_their_board(side: int) -> None:
    table = deal(estates="random")
    seat = table.seat
    assert legal(table) == {"side a", "side b"}
    assert table.question() == "Which side of your board do you play?"
    play(table, f"side {'ab'[side]}")
    assert board(table, seat).estate == sides(table, seat)[side]


@pytest.mark.parametrize(("side", "castle"), list(product([0, 1], range(4))))
def test_players_are_free_to_choose_the_dark_green_space_of_their_castle(side: int, castle: int) -> None:
    table = deal(estates="random")
    seat = table.seat
    estate = sides(table, seat)[side]
    play(table, f"side {'ab'[side]}")
    assert legal(table) == {f"castle {space}" for space in castles(estate)}
    play(table, f"castle {castles(estate)[castle]}")
    assert board(table, seat).tiles == {str(castles(estate)[castle]): "castle"}


def test_the_castle_lies_on_a_dark_green_space_only() -> None:
    table = deal(estates="2")
    assert refused(table, "castle 19") == (
        "A starting castle needs a dark green space; estate 2 has 4, 22, 34, 37 (p. 12)"
    )


@every_number_of_players
def test_the_starting_castle_brings_neither_points_nor_an_action(players: int) -> None:
    table = deal(players, estates="random")
    for _ in chosen(table):
        pass
    assert table.scores() == [0] * players
    assert asked(table) == []


@every_number_of_players
@pytest.mark.parametrize("secrecy", ["open", "secret"])
def test_then_the_game_begins(players: int, secrecy: str) -> None:
    table = deal(players, estates="random", castles=secrecy)
    assert refused(table, "1 workers") == "First choose the side of your board that you play (p. 12)"
    assert list(chosen(table)) == state_of(table)["order"]
    assert table.heading == "A1"
    assert table.seat == state_of(table)["order"][0]
    assert refused(table, "side a") == "Boards and castles are chosen before the game begins (p. 12)"
    assert play_out(table).is_over


# -- openly: one after the other in turn order -----------------------------------------------------


@every_number_of_players
def test_openly_players_choose_one_after_the_other_in_turn_order(players: int) -> None:
    table = deal(players, estates="random", castles="open")
    order = state_of(table)["order"]
    for place, seat in enumerate(chosen(table, side=1, castle=2)):
        assert seat == order[place]
        for viewer in (None, *range(players)):
            seen = table.view(viewer)["players"][seat]
            assert seen["estate"] == sides(table, seat)[1]
            assert list(seen["tiles"].values()) == ["castle"]


@pytest.mark.parametrize("secrecy", ["open", "secret"])
def test_a_board_that_may_still_be_turned_has_no_estate_yet(secrecy: str) -> None:
    table = deal(3, estates="random", castles=secrecy)
    order = state_of(table)["order"]
    for place, seat in enumerate(order):
        seen = [table.view(seat)["players"][seat] for seat in order]  # each through their own eyes
        assert [player["undecided"] for player in seen] == [False] * place + [True] * (3 - place)
        assert [player["estate"] is None for player in seen] == [False] * place + [True] * (3 - place)
        assert [player["sides"] for player in seen] == [sides(table, seat) for seat in order]
        play(table, "side a")
        mine = table.view(seat)["players"][seat]
        assert (mine["estate"], mine["undecided"]) == (sides(table, seat)[0], False)
        play(table, f"castle {castles(mine['estate'])[0]}")


def test_openly_everyone_sees_who_is_undecided() -> None:
    table = deal(2, estates="random", castles="open")
    first, other = state_of(table)["order"]
    play(table, "side b")
    for viewer in (None, 0, 1):
        seen = table.view(viewer)["players"]
        assert (seen[first]["estate"], seen[first]["undecided"]) == (sides(table, first)[1], False)
        assert (seen[other]["estate"], seen[other]["undecided"]) == (None, True)


def test_openly_everyone_is_told_at_once() -> None:
    table = deal(estates="random")
    name = table.names[table.seat]
    estate = sides(table, table.seat)[1]
    castle = castles(estate)[0]
    assert told(table, "side b") == [f"{name} plays estate {estate}."]
    assert told(table, f"castle {castle}") == [
        f"{name} places the starting castle on space {castle} of estate {estate}."
    ]
    assert [move.words for move in table.record_for(None).moves] == ["side b", f"castle {castle}"]


# -- secretly: all players simultaneously ----------------------------------------------------------


def secret_table(*choices: str, seed: int = 7) -> Table:
    """A table of three where some have chosen secretly."""
    return play(deal(3, seed, estates="random", castles="secret"), *choices)


def choices_of(table: Table) -> list[list[str]]:
    """Everything the seat to move could choose."""
    seat = table.seat
    return [
        [f"side {side}", f"castle {space}"]
        for side, estate in zip("ab", sides(table, seat), strict=True)
        for space in castles(estate)
    ]


def test_secretly_the_others_do_not_see_what_was_chosen() -> None:
    chooser = secret_table().seat
    seen = set()
    for choice in choices_of(secret_table()):
        table = secret_table(*choice)
        assert table.seat != chooser
        for viewer in (None, *(seat for seat in range(3) if seat != chooser)):
            theirs = table.view(viewer)["players"][chooser]
            assert (theirs["estate"], theirs["castle"], theirs["tiles"]) == (None, None, {})
            assert theirs["sides"] == sides(table, chooser)
            facts = viewer, table.view(viewer), table.log(viewer), table.headline
            seen.add(f"{facts} {table.record_for(viewer)}")
    assert len(seen) == 3  # one for each viewer, whatever was chosen


def test_secretly_one_sees_ones_own_choice() -> None:
    chooser = secret_table().seat
    for choice in choices_of(secret_table()):
        table = secret_table(*choice)
        mine = table.view(chooser)["players"][chooser]
        assert mine["estate"] == sides(table, chooser)["side b" in choice]
        assert f"castle {mine['castle']}" == choice[1]
        assert [move.words for move in table.record_for(chooser).moves] == choice
        assert table.log(chooser)[-1] == (
            f"{table.names[chooser]} places the starting castle on space {mine['castle']} "
            f"of estate {mine['estate']}."
        )


def test_secretly_the_side_alone_is_hidden_too() -> None:
    a, b = secret_table("side a"), secret_table("side b")
    for viewer in (None, *(seat for seat in range(3) if seat != a.seat)):
        assert a.view(viewer) == b.view(viewer)
        assert a.log(viewer) == b.log(viewer)
        assert a.record_for(viewer) == b.record_for(viewer)
    assert a.view(a.seat) != b.view(b.seat)


def test_secretly_a_record_for_others_has_one_placeholder_for_all_a_seat_chose() -> None:
    table = secret_table()
    choice = choices_of(table)[-1]
    seat, other = table.seat, (table.seat + 1) % 3
    play(table, *choice)
    assert f"set-up {table.names[seat]}: (secret)\n" in str(table.record_for(other))
    assert f"set-up {table.names[seat]}: {', '.join(choice)}\n" in str(table.record_for(seat))


def test_secretly_all_is_revealed_at_the_same_time() -> None:
    table = secret_table()
    order = state_of(table)["order"]
    for place, seat in enumerate(chosen(table, side=1, castle=1)):
        last = place == 2
        for other in order if last else order[place + 1 :]:
            for chooser in order[: place + 1]:
                theirs = table.view(other)["players"][chooser]
                assert (theirs["castle"] is not None) == last
                assert (theirs["estate"] is not None) == last
                assert (theirs["tiles"] != {}) == last
        assert seat == order[place]
    for viewer in (None, 0, 1, 2):
        told = [line for line in table.log(viewer) if "starting castle" in line]
        assert len(told) == len(set(told)) == 3  # one's own was known before, and is not told again
        assert "(secret)" not in [move.words for move in table.record_for(viewer).moves]


def test_secretly_a_choice_can_be_taken_back_until_it_is_revealed() -> None:
    table = secret_table()
    first = table.seat
    play(table, *choices_of(table)[0])
    assert table.can_take_back(first)
    table.restart_turn(first)
    assert legal(table) == {"side a", "side b"}
    for _ in chosen(table):
        pass
    assert not table.can_take_back()


def test_secretly_nobody_can_imagine_more_than_they_know() -> None:
    table = secret_table()
    chooser = table.seat
    everything = [tuple(choice) for choice in choices_of(table)]
    play(table, *everything[-1])
    other = table.seat
    imagined = set()
    for seed in range(120):
        state = table.state.imagine(other, seed)
        assert table.game.view(state, other) == table.view(other)
        theirs = table.game.position(state)["players"][chooser]
        side = "ab"[sides(table, chooser).index(theirs["estate"])]
        imagined.add((f"side {side}", f"castle {theirs['castle']}"))
        own = table.game.position(table.state.imagine(chooser, seed))["players"][chooser]
        assert own == state_of(table)["players"][chooser]
    assert imagined == set(everything)


def test_secretly_a_side_chosen_is_imagined_either_way_before_its_castle() -> None:
    table = secret_table("side b")
    chooser, other = table.seat, (table.seat + 1) % 3
    estates = {
        table.game.position(table.state.imagine(other, seed))["players"][chooser]["estate"]
        for seed in range(20)
    }
    assert estates == set(sides(table, chooser))


def test_secretly_with_given_estates_only_the_castle_is_hidden() -> None:
    table = deal(estates=("3", "4"), castles="secret")
    chooser, other = table.seat, 1 - table.seat
    estate = board(table, chooser).estate
    play(table, f"castle {castles(estate)[3]}")
    theirs = table.view(other)["players"][chooser]
    assert (theirs["estate"], theirs["castle"], theirs["tiles"]) == (estate, None, {})
    play(table, f"castle {castles(board(table, other).estate)[0]}")
    assert table.view(other)["players"][chooser]["tiles"] == {str(castles(estate)[3]): "castle"}


# -- what can be agreed on -------------------------------------------------------------------------


def test_estates_may_be_given_one_for_each_seat() -> None:
    table = deal(3, estates=("1", "3", "6"))
    assert [board(table, seat).estate for seat in range(3)] == ["1", "3", "6"]
    assert table.heading == "A1"


def test_where_the_middle_space_is_not_dark_green_its_owner_chooses_openly() -> None:
    table = deal(3, estates=("1", "2", "8"))
    choosers = list(chosen(table))
    assert sorted(choosers) == [1, 2]
    assert board(table, 0).castle == 19


def test_castles_may_be_chosen_on_given_estates() -> None:
    table = deal(castles="open")
    assert legal(table) == {"castle 2", "castle 3", "castle 7", "castle 19"}


@pytest.mark.parametrize(
    ("players", "options", "reason"),
    [
        (1, {}, "The Castles of Burgundy is for 2 to 4 players, not 1"),
        (5, {}, "The Castles of Burgundy is for 2 to 4 players, not 5"),
        (2, {"estates": "10"}, "estates='10' is not known"),
        (2, {"estates": ("1", "2", "3")}, "estates takes one value for all or 2, one for each seat, not 3"),
        (2, {"estates": ("1", "random")}, "estates are random for all players or for none"),
        (
            2,
            {"estates": "random", "castles": "centre"},
            "with random boards, castles are chosen: castles=open or castles=secret (p. 12)",
        ),
        (2, {"castles": "anywhere"}, "castles='anywhere' is not known: choose from centre, open, secret"),
        (2, {"edition": "2020"}, "edition='2020' is not known: choose from 2011, 2019"),
        (2, {"ties": ("fewest", "most")}, "ties takes one value, not 2"),
        (2, {"expansion": "yes"}, "The Castles of Burgundy has no option 'expansion'"),
    ],
)
def test_nothing_else_can_be_agreed_on(players: int, options: dict[str, object], reason: str) -> None:
    with pytest.raises(BadOptions) as refusal:
        burgher.load("burgundy", players, **options)
    assert str(refusal.value).startswith(reason)


def test_with_random_boards_castles_are_chosen_openly_unless_said_otherwise() -> None:
    assert burgher.load("burgundy", estates="random").options["castles"] == "open"
    assert burgher.load("burgundy", estates="random", castles="secret").options["castles"] == "secret"
