"""Going through a game: the same in any order, and a blunder is found."""

from __future__ import annotations

from dataclasses import replace

import msgspec
import pytest

import burgher
from burgher import BurgherError, Game, Record, Table
from burgher.kernel.errors import BadOptions
from burgher.kernel.state import State
from burgher.study import better
from burgher.study.better import Effort, better_move
from burgher.study.course import course_of, is_costly
from burgher.study.looking import (
    DEPTHS,
    LEAST_SEARCH,
    LEAST_TRIALS,
    Depth,
    Finding,
    depth_of,
    go_through,
    look_at,
    looked_at,
    method_of,
    portions,
)
from burgher.study.outlook import Outlook

SMALL = Depth("quick", "", simulations=20, search=60, trials=60)


def test_a_game_can_be_studied_in_pieces_and_in_any_order(finished: Record) -> None:
    moves = len(finished.moves)
    whole = list(looked_at(finished, SMALL, range(moves)))
    assert [finding.number for finding in whole] == list(range(moves))
    later = list(looked_at(finished, SMALL, range(moves // 2, moves)))
    earlier = list(looked_at(finished, SMALL, range(moves // 2)))
    assert earlier + later == whole
    assert msgspec.json.decode(msgspec.json.encode(whole), type=list[Finding]) == whole


def test_luck_is_looked_at_where_something_falls(finished: Record) -> None:
    found = list(looked_at(finished, SMALL, range(len(finished.moves))))
    table, falls, begins = finished.start(), [], []
    last: tuple[int, int] | None = None
    for move in finished.moves:
        before = table.state.chance
        begins.append((table.state.seat, before) != last)
        last = table.state.seat, before
        table.play(move.words)
        falls.append(table.state.chance != before)
    assert True in falls
    for finding, fell, begun in zip(found, falls, begins, strict=True):
        assert finding.choices > 1
        assert (finding.luck is not None) == fell
        assert (finding.before is not None) == begun
        if finding.luck:
            assert sum(finding.luck.shares) == pytest.approx(0)


def test_where_there_is_no_choice_only_what_falls_is_looked_at() -> None:
    """Whoever has spent all pebbles and boasts can only hide none; after the last fist a die is thrown."""
    table = Table(burgher.load("pebbles", 2, length="long"), 3)
    for _ in range(4):
        table.play("hide 3")
    for _ in range(2 * 3):
        table.play("boast")
        table.play("hide 0")
    forced = list(looked_at(table.record, SMALL, range(5, len(table.record.moves), 2)))
    assert {finding.choices for finding in forced} == {1}
    assert {finding.better for finding in forced} == {None}
    assert [finding.luck is not None for finding in forced] == [False, True, False, True, False, False]
    assert {finding.before for finding in forced} == {None}, "whoever boasts goes on"


def test_a_long_game_is_not_looked_at_longer() -> None:
    quick = DEPTHS["quick"]
    whole = Effort(quick.search, 0, quick.trials, quick.again)
    assert quick.in_a_game_of(10, False) == quick.in_a_game_of(quick.decisions, False) == whole
    assert quick.in_a_game_of(2 * quick.decisions, False) == tuple(one // 2 for one in whole)
    assert quick.in_a_game_of(100_000, True) == (LEAST_SEARCH, LEAST_SEARCH, LEAST_TRIALS, 0)


def test_a_search_judged_by_a_network_runs_more_simulations() -> None:
    quick = DEPTHS["quick"]
    effort = quick.in_a_game_of(10, True)
    assert effort.search == quick.short * quick.search > quick.search
    assert effort.deeper == quick.deeper > effort.search
    assert effort[2:] == (quick.trials, quick.again)


def test_a_better_move_is_found_without_what_is_hidden(pebbles: Game) -> None:
    few, many = (pebbles.deal(7) for _ in range(2))
    few.apply(pebbles.number("hide 0"))
    many.apply(pebbles.number("hide 3"))
    better = []
    for action in few.legal_actions():
        found = [
            better_move(Outlook(pebbles, state), state, action, Effort(60, 0, 60), 5) for state in (few, many)
        ]
        assert found[0] == found[1]
        better += [one for one in found if one is not None]
    assert better


def test_what_a_search_proposes_has_to_be_the_best_in_simulations_too(
    pebbles: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search that is wrong is not believed: futures choose among what it proposes and what was played."""
    state = pebbles.deal(7)
    outlook, actions = Outlook(pebbles, state), state.legal_actions()
    ahead = outlook.futures(5, 200)
    worths = {
        action: sum(one.shares[0] for one in outlook.outcomes(state, ahead, eyes=0, action=action))
        for action in actions
    }
    ordered = sorted(actions, key=lambda action: -worths[action])
    best, worst = ordered[0], ordered[-1]
    monkeypatch.setattr(better, "best_moves", lambda *_: [worst, ordered[-2]])
    assert better_move(outlook, state, best, Effort(60, 0, 200), 5) is None
    monkeypatch.setattr(better, "best_moves", lambda *_: [worst, best])
    found = better_move(outlook, state, ordered[-2], Effort(60, 0, 200), 5)
    assert found is not None
    assert found.words == pebbles.words(best)
    assert found.gain > 0


def test_a_deeper_search_looks_again_where_the_first_would_have_played_otherwise(
    pebbles: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = pebbles.deal(7)
    outlook, (played, *others) = Outlook(pebbles, state), state.legal_actions()
    searches: list[int] = []

    def found(first: list[int], second: list[int]) -> list[int]:
        """Which searches run when they propose so."""
        searches.clear()

        def propose(_: State, search: int, seed: int) -> list[int]:
            searches.append(search)
            return first if search == 20 else second

        monkeypatch.setattr(better, "best_moves", propose)
        assert (better_move(outlook, state, played, Effort(20, 90, 60), 5) is None) or second[0] != played
        return searches

    assert found([played], others) == [20], "nobody finds fault with it"
    assert found(others, [played]) == [20, 90], "the deeper one finds none: it has cost nothing"
    assert found(others, others) == [20, 90]


def test_portions_cover_what_is_left() -> None:
    assert [n for portion in portions(21) for n in portion] == list(range(21))
    assert [n for portion in portions(21, 16) for n in portion] == list(range(16, 21))
    assert portions(21, 21) == []


def test_a_portion_at_a_time_finds_the_same(finished: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DEPTHS, "quick", SMALL)
    reported: list[int] = []
    found = go_through(finished, SMALL, report=reported.append)
    assert found == look_at(str(finished), "quick", range(len(finished.moves)))
    assert sum(reported) == len(finished.moves)


def test_a_running_game_is_not_studied(pebbles: Game) -> None:
    table = Table(pebbles, 7)
    table.play("hide 1")
    with pytest.raises(BurgherError, match="not over"):
        list(looked_at(table.record, SMALL, range(1)))


def test_a_blunder_is_found_with_what_would_have_been_better(pebbles: Game) -> None:
    # Whoever boasts and hides nothing loses a pebble for it, round by round.
    table = Table(pebbles, 3, ["Anna", "Benno"])
    while not table.is_over:
        table.play("boast" if table.seat == 1 and "boast" in words(table) else "hide 0")
    record = table.record
    findings = list(
        looked_at(
            record, Depth("quick", "", simulations=20, search=200, trials=200), range(len(record.moves))
        )
    )
    boasts = [one for one in findings if record.moves[one.number].words == "boast"]
    assert any(is_costly(one.better) for one in boasts)
    costly = course_of(record, record.replay(), findings, "quick").costly
    assert costly
    assert all(one.better.sentence != one.played for one in costly)
    gains = [one.better.gain - one.better.error for one in costly]
    assert gains == sorted(gains, reverse=True)


def words(table: Table) -> list[str]:
    return [action.words for action in table.actions()]


def test_depths_and_methods(pebbles: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert method_of(pebbles, DEPTHS["quick"]) == method_of(pebbles, depth_of("quick"))
    assert method_of(pebbles, DEPTHS["quick"]) != method_of(pebbles, DEPTHS["deep"])
    before = method_of(pebbles, DEPTHS["quick"])
    assert method_of(pebbles, replace(DEPTHS["quick"], says="In other words.")) == before
    monkeypatch.setattr("burgher.study.looking.how_agents_think", lambda game: "otherwise")
    assert method_of(pebbles, DEPTHS["quick"]) != before
    with pytest.raises(BadOptions, match="quick and deep"):
        depth_of("shallow")
