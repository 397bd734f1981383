from __future__ import annotations

from collections import Counter

import pytest

import burgher
from burgher import BadOptions
from burgher.arena.contest import Match, Rules, line_ups, matches, play_contest
from burgher.arena.pool import Processes, SingleProcess

FEW = burgher.load("burgundy", 2)
MANY = burgher.load("burgundy", 3, castles="secret")


@pytest.mark.parametrize(
    ("names", "players", "expected"),
    [
        ("abc", 2, ["ab", "ac", "bc"]),
        ("abcd", 4, ["abcd"]),
        ("abcd", 3, ["abc", "abd", "acd", "bcd"]),
        ("ab", 4, ["aabb"]),
        ("abc", 4, ["aabc", "abbc", "abcc"]),
        ("a", 3, ["aaa"]),
    ],
)
def test_all_meet_as_evenly_as_can_be(names: str, players: int, expected: list[str]) -> None:
    assert ["".join(some) for some in line_ups(list(names), players)] == expected


def test_line_ups_do_not_depend_on_who_is_named_first() -> None:
    one, other = matches(MANY, ["random", "greedy"], 1), matches(MANY, ["greedy", "random"], 1)
    assert {match.id for match in one} == {match.id for match in other}


def test_each_deal_is_played_with_everybody_in_every_seat() -> None:
    (match,) = matches(MANY, ["random", "greedy", "greedy:2"], 4)
    orders = set()
    for deal in range(40):
        games = range(3 * deal, 3 * deal + 3)
        assert len({match.seed_of(number) for number in games}) == 1
        seatings = [match.seating(number) for number in games]
        assert all(sorted(column) == [0, 1, 2] for column in zip(*seatings, strict=True))
        orders.add(tuple(seatings[0]))
        own = {seed for number in games for _, seed in match.players(number)}
        assert len(own) == 9, "an agent does not think the same in two games of a deal"
    assert len(orders) == 6, "nobody always sits behind the same"
    assert len({match.seed_of(3 * deal) for deal in range(20)}) == 20


def test_line_ups_of_a_contest_are_dealt_the_same() -> None:
    contest = matches(FEW, ["random", "greedy", "greedy:2"], 4)
    assert {match.seed_of(6) for match in contest} == {contest[0].seed_of(7)}


def test_a_match_is_known_by_all_that_matters() -> None:
    (match,) = matches(FEW, ["merchant", "random"], 1)
    assert match.plays == ("search:80", "random")
    assert match.rules.options == ()
    others = [
        matches(FEW, ["merchant", "random"], 2)[0],
        matches(FEW, ["search:80", "random"], 1)[0],
        matches(burgher.load("burgundy", 2, castles="secret"), ["merchant", "random"], 1)[0],
        Match(match.rules, match.line_up, ("search:60", "random"), 1),
        Match(Rules(*{**match.rules.__dict__, "version": "99"}.values()), match.line_up, match.plays, 1),
    ]
    assert len({match.id, *(other.id for other in others)}) == 6
    assert others[2].rules.options == (("castles", "secret"),)
    assert others[2].rules.load().options["castles"] == "secret"
    assert str(others[2].rules) == "burgundy, 2 players, castles=secret"


@pytest.mark.parametrize(
    ("names", "reason"),
    [
        ([], "nobody plays: name some agents, such as apprentice"),
        (["clever"], "there is no agent 'clever'"),
        (["random", "random"], "'random' is named twice"),
    ],
)
def test_a_contest_that_cannot_be_is_refused(names: list[str], reason: str) -> None:
    with pytest.raises(BadOptions, match=reason):
        matches(FEW, names, 1)


def test_games_are_the_same_whoever_plays_them() -> None:
    contest = matches(FEW, ["random", "greedy:2", "greedy:3"], 4)
    missing = [(2, 1), (0, 0), (1, 5)]

    def outcomes(pool: SingleProcess | Processes) -> dict[tuple[str, int], list[int]]:
        with pool:
            games = [game for some in play_contest(contest, missing, pool) for game in some]
        assert Counter((match.id, number) for match, number, _ in games).total() == 3
        return {(match.id, number): outcome.scores for match, number, outcome in games}

    alone = outcomes(SingleProcess())
    assert alone == outcomes(Processes(2))
    again = contest[2].replay(1)
    assert again.scores() == alone[contest[2].id, 1]
    assert [name.partition(" ")[0] for name in again.names] == [name for name, _ in contest[2].players(1)]
    assert alone == {(contest[n].id, number): contest[n].play(number).scores for n, number in missing}
