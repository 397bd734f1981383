"""What must hold in every game, whoever plays it and however: random games of all kinds."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from burgher import Table
from burgher.kernel.journal import SCORED
from hansa.arbiter.box import DESK, MARKER, SHAPES, read
from hansa.kit import NAMES, load, state_of
from hansa.playing import eager


@dataclass
class Played:
    """A game to be played by people who want everything to happen."""

    players: int
    options: dict[str, str]
    seed: int
    decisions: int = 100

    def table(self) -> Table:
        """The table as it is dealt."""
        return Table(load(self.players, **self.options), self.seed, NAMES[: self.players])

    def actions(self, table: Table) -> Iterator[int]:
        """One action after the other, to be played by whoever asks for them."""
        random = Random(self.seed)
        for _ in range(self.decisions):
            if table.is_over:
                return
            yield eager(table.game, table.state, state_of(table)["houses"], random)


@st.composite
def games(draw: st.DrawFn) -> Played:
    """Games on all boards, of all numbers of players, with all rules and modules."""
    board = draw(st.sampled_from(["standard", "standard", "east", "britannia"]))
    players = draw(st.integers(2 if board == "standard" else 3, 5))
    rules = draw(st.sampled_from(["given", "2009"] + ["big-box"] * (players > 2)))
    modules = ["", "missions", "favour", "missions,favour"] if board == "standard" and players > 2 else [""]
    options = {"map": board, "rules": rules, "modules": draw(st.sampled_from(modules)), "limit": "40"}
    return Played(players, options, draw(st.integers(0, 2**32)))


def some(number: int) -> settings:
    """So many games: each is a few hundred examples in itself."""
    return settings(max_examples=number)


def lying(state: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Every piece on the board, and those that are neither there nor before a player."""
    for row in state["houses"].values():
        yield from filter(None, row)
    for city in state["cities"].values():
        yield from city["offices"] + city["extras"]
    yield from filter(None, state["special"])
    if state["displaced"]:
        yield state["displaced"]
    if state["hand from"]:
        yield state["hand"]


def pieces_of(state: dict[str, Any], seat: int) -> Counter[str]:
    """A player's pieces wherever they are: before the player, on the desk, on the board."""
    player = state["players"][seat]
    found = Counter(player["supply"]) + Counter(player["stock"])
    for track in DESK["track"]:
        found[track["covered"]] += len(track["values"]) - 1 - player["desk"][track["name"]]
    found.update(piece["shape"] for piece in lying(state) if piece["seat"] == seat)
    if seat == state["active"]:
        found.update(state["spare"])
    return found


@some(12)
@given(games())
def test_no_piece_is_made_or_lost(game: Played) -> None:
    table = game.table()
    for action in game.actions(table):
        table.play(action)
        state = state_of(table)
        for seat, player in enumerate(state["players"]):
            assert pieces_of(state, seat) == {"trader": 26, "merchant": 4}
            assert min(player[where][shape] for where in ("supply", "stock") for shape in SHAPES) >= 0


def markers_of(state: dict[str, Any]) -> Counter[str]:
    """Every marker: on the board, in the pile, before the players."""
    found = Counter(state["markers"].values()) + Counter(state["pile"])
    for player in state["players"]:
        found += Counter(player["unused"]) + Counter(player["used"]) + Counter(player["waiting"])
    return found


@some(10)
@given(games())
def test_no_marker_is_made_or_lost_and_three_lie_on_the_board_when_a_turn_begins(game: Played) -> None:
    table = game.table()
    box = read("rules")[game.options["rules"]]["box"]
    for action in game.actions(table):
        table.play(action)
        state = state_of(table)
        assert markers_of(state) == {name: marker[box] for name, marker in MARKER.items()}
        kept = sum(len(player["waiting"]) for player in state["players"])
        if state["pending"] is None and not state["begun"] and not table.is_over:
            assert len(state["markers"]) == 3 - kept


@some(10)
@given(games())
def test_points_equal_the_journal_and_its_sources(game: Played) -> None:
    table = game.table()
    written = [0] * game.players
    for action in game.actions(table):
        for entry in table.play(action):
            assert entry.points == 0 or entry.event == SCORED
            written[entry.seat] += entry.points
        assert table.scores() == written
    assert [sum(sources.values()) for sources in table.breakdown()] == written


@some(8)
@given(games())
def test_a_turn_is_a_number_of_actions_and_everybody_has_one_in_order(game: Played) -> None:
    """Nobody has two turns in a row, and no action comes from nowhere."""
    table = game.table()
    state = state_of(table)
    for action in game.actions(table):
        before = state
        table.play(action)
        state = state_of(table)
        said = table.game.words(action).split()
        if state["active"] != before["active"]:
            assert state["active"] == (before["active"] + 1) % game.players
            assert state["round"] == before["round"] + (state["active"] == state["start"])
        elif not table.is_over:
            gained = state["actions"] - before["actions"]
            if said[0] in ("place", "displace", "move", "establish", "income"):
                assert gained == -1
            elif said[0] == "use" and said[1].startswith("plus"):
                assert gained == int(said[1][-1])
            elif "actions" in said:
                assert gained in (0, 1)
            else:
                assert gained <= 0 or before["pending"] == "pawn start" or state["round"] > before["round"]


@some(8)
@given(games())
def test_views_tell_nothing_that_is_not_to_be_known(game: Played) -> None:
    table = game.table()
    for decision, action in enumerate(game.actions(table)):
        if decision < 6 or decision % 25 == 0:
            chance = str(table.state.chance)
            missions = [player["mission"] for player in state_of(table)["players"]]
            for viewer in (None, *range(game.players)):
                view = table.view(viewer)
                seen = json.dumps([view, table.log(viewer), str(table.record_for(viewer))])
                assert chance not in seen
                assert "seed: (secret)" in str(table.record_for(viewer))
                for other, player in enumerate(view["players"]):
                    assert player["mission"] == (missions[other] if other == viewer else None)
                told = " ".join(table.log(viewer))
                for other, mission in enumerate(missions):
                    if mission and other != viewer:
                        assert ", ".join(mission) not in told
            for seat in range(game.players):
                imagined = table.state.imagine(seat, decision)
                assert table.game.view(imagined, seat) == table.view(seat)
        table.play(action)


@some(6)
@given(games())
def test_a_position_goes_on_as_the_game_does(game: Played) -> None:
    table = game.table()
    other = Table.from_position(json.dumps(table.position()))
    for decision, action in enumerate(game.actions(table)):
        if decision % 20 == 0:
            assert other.position() == table.position()
            other = Table.from_position(json.dumps(table.position()))
        assert [one.number for one in other.actions()] == [one.number for one in table.actions()]
        table.play(action)
        other.play(action)
    assert other.position() == table.position()


@some(6)
@given(games())
def test_what_is_taken_back_was_never_played(game: Played) -> None:
    """Only what its player decided and what told nothing new can be taken back."""
    table = game.table()
    for action in game.actions(table):
        before, views = table.position(), [table.view(seat) for seat in range(game.players)]
        log, seat = table.log(None), table.seat
        table.play(action)
        drew = table.state.chance != before["state"]["chance"]
        if table.can_take_back(seat):
            assert not drew
            assert table.take_back(seat).number == action
            assert table.position() == before
            assert [table.view(seat) for seat in range(game.players)] == views
            assert table.log(None) == log
            table.play(action)
        else:
            assert drew or table.is_over
        if table.game.words(action).startswith("establish"):
            won = markers_of_seat(state_of(table), seat) > markers_of_seat(before["state"], seat)
            pile = sum(before["state"]["pile"].values())
            assert drew == (won and pile > 0)


def markers_of_seat(state: dict[str, Any], seat: int) -> int:
    """How many markers a player has won."""
    player = state["players"][seat]
    won: int = sum(player["unused"].values()) + sum(player["used"].values())
    return won


@some(6)
@given(games())
def test_number_words_and_parts_play_the_same_game(game: Played) -> None:
    by_words, by_parts = game.table(), game.table()
    for action in game.actions(by_words):
        by_words.play(by_words.game.words(action))
        by_parts.play(by_parts.game.number_of_parts(by_words.game.parts(action)))
    assert by_words.position() == by_parts.position()
    assert by_words.record == by_parts.record
    assert by_words.record.replay().position() == by_words.position()


@some(6)
@given(games())
def test_every_legal_action_applies_and_every_other_is_refused_with_a_reason(game: Played) -> None:
    table = game.table()
    rules = table.game
    for decision, action in enumerate(game.actions(table)):
        if decision % 25 == 24:
            legal = table.state.legal_actions()
            for number in legal:
                state = table.state.clone()
                state.apply(number)
                assert state.is_over or state.legal_actions()
                assert rules.sentence(table.state, number)
            for number in sorted(set(range(rules.num_actions)) - set(legal))[::7]:
                refusal = rules.refusal(table.state, number)
                assert refusal.kind
                assert str(refusal).startswith(refusal.reason)
        table.play(action)
