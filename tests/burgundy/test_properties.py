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
from burgher.games.burgundy.components import ESTATE_NUMBER, GOODS, TILES
from burgher.kernel.journal import SCORED
from burgundy.arbiter import Arbiter, final_points
from burgundy.kit import NAMES, goods_lying, load, state_of, tiles_lying


@dataclass
class Played:
    """A game to be played at random."""

    players: int
    options: dict[str, Any]
    seed: int

    def table(self) -> Table:
        """The table as it is dealt."""
        return Table(load(self.players, **self.options), self.seed, NAMES[: self.players])

    def actions(self, table: Table) -> Iterator[str]:
        """One random action after the other, to be played by whoever asks for them.

        Placing is preferred, so that estates fill and everything comes to happen.
        """
        random = Random(self.seed)
        while not table.is_over:
            words = [action.words for action in table.actions()]
            places = [said for said in words if "place" in said]
            yield random.choice(places if places and random.random() < 0.7 else words)


@st.composite
def games(draw: st.DrawFn) -> Played:
    """Games of all numbers of players, estates and options."""
    players = draw(st.integers(2, 4))
    estate = st.sampled_from(list(ESTATE_NUMBER))
    options: dict[str, Any] = {
        "estates": draw(st.just("1") | st.just("random") | st.tuples(*[estate] * players)),
        "castles": draw(st.sampled_from(["open", "secret"])),
        "edition": draw(st.sampled_from(["2011", "2019"])),
        "ties": draw(st.sampled_from(["fewest", "most"])),
    }
    return Played(players, options, draw(st.integers(0, 2**32)))


def some(number: int) -> settings:
    """So many games: each is a few hundred examples in itself."""
    return settings(max_examples=number)


@some(30)
@given(games())
def test_what_may_be_done_is_exactly_what_the_rulebook_allows(game: Played) -> None:
    table = game.table()
    for action in game.actions(table):
        arbiter = Arbiter(table.view(table.seat), table.game.options)
        assert {legal.words for legal in table.actions()} == arbiter.allowed()
        table.play(action)
    assert table.actions() == []


@some(30)
@given(games())
def test_points_are_exactly_what_the_rulebook_gives(game: Played) -> None:
    table = game.table()
    for action in game.actions(table):
        seat = table.seat
        arbiter = Arbiter(table.view(seat), table.game.options)
        expected = [Counter[str]() for _ in range(game.players)]
        expected[seat].update(arbiter.points_for(action))
        before = table.scores()
        entries = table.play(action)
        if table.is_over:
            for player, points in zip(state_of(table)["players"], expected, strict=True):
                points.update(final_points(player, game.options["edition"]))
        found = [Counter[str]() for _ in range(game.players)]
        for entry in entries:
            if entry.points:
                found[entry.seat][table.game.source(entry)] += entry.points
        assert found == expected
        assert table.scores() == [old + new.total() for old, new in zip(before, expected, strict=True)]


@some(12)
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


BOX = Counter({tile.name: tile.coloured + tile.black for tile in TILES})


def tiles_of(state: dict[str, Any]) -> Counter[str]:
    """All tiles still in the game: on the table, in the supplies, and castles not yet laid."""
    tiles = tiles_lying(state) + sum((Counter(pile) for pile in state["supply"].values()), Counter())
    tiles["castle"] += sum(not player["tiles"] for player in state["players"])
    return tiles


@some(10)
@given(games())
def test_no_tile_and_no_goods_are_made_or_lost(game: Played) -> None:
    """A tile leaves the game when it is discarded, or lies in a depot at the end of a phase."""
    table = game.table()
    state = state_of(table)
    assert tiles_of(state) == BOX
    for action in game.actions(table):
        table.play(action)
        before, state = state, state_of(table)
        lost = tiles_of(before) - tiles_of(state)
        assert tiles_of(before) - lost == tiles_of(state)
        discarded = Counter(
            [before["players"][before["seat"]]["storage"][int(action[-1]) - 1]] if "discard" in action else []
        )
        if before["phase"] == state["phase"] and before["questions"][-1:] != [["castle to choose", 0]]:
            assert lost == discarded
        else:
            left = Counter(tile for depot in [*before["depots"], before["black"]] for tile in depot if tile)
            assert not lost - left - discarded
        assert Counter(state["goods supply"]) + goods_lying(state) == dict.fromkeys(GOODS, 7)
        for player in state["players"]:
            assert len(player["goods"]) <= 3
            assert min(player["workers"], player["silverlings"], player["points"]) >= 0


@some(8)
@given(games())
def test_every_legal_action_applies_and_every_other_is_refused_with_a_reason(game: Played) -> None:
    table = game.table()
    rules = table.game
    for decision, action in enumerate(game.actions(table)):
        if decision % 6 == 0:
            legal = table.state.legal_actions()
            for number in legal:
                state = table.state.clone()
                state.apply(number)
                assert state.is_over or state.legal_actions()
                assert rules.sentence(table.state, number)
            for number in set(range(rules.num_actions)) - set(legal):
                refusal = rules.refusal(table.state, number)
                assert refusal.kind
                assert refusal.page in range(4, 13)
                assert str(refusal) == f"{refusal.reason} (p. {refusal.page})"
        table.play(action)


@some(8)
@given(games())
def test_with_the_workers_it_is_told_to_take_an_action_would_be_legal(game: Played) -> None:
    table = game.table()
    rules = table.game
    for decision, action in enumerate(game.actions(table)):
        if decision % 6 == 0:
            for number in range(rules.num_actions):
                refusal = table.refusal(number)
                if refusal is None or refusal.kind != "too-few-workers":
                    continue
                needed = int(refusal.reason.split(" would take ")[1].split()[0])
                for workers in (needed - 1, needed):
                    position = table.position()["state"]
                    position["players"][table.seat]["workers"] = workers
                    legal = rules.restore(position).legal_actions()
                    assert (number in legal) == (workers == needed)
                break
        table.play(action)


@some(8)
@given(games())
def test_views_tell_nothing_that_is_not_to_be_known(game: Played) -> None:
    table = game.table()
    for decision, action in enumerate(game.actions(table)):
        if decision < 12 or decision % 20 == 0:
            chance = str(table.state.chance)
            for viewer in (None, *range(game.players)):
                seen = json.dumps([table.view(viewer), table.log(viewer), str(table.record_for(viewer))])
                assert chance not in seen
                assert "seed: (secret)" in str(table.record_for(viewer))
                for other in range(game.players):
                    if other != viewer and table.heading == "set-up" and game.options["castles"] == "secret":
                        hidden = table.view(viewer)["players"][other]
                        assert (hidden["castle"], hidden["tiles"]) == (None, {})
            for seat in range(game.players):
                imagined = table.state.imagine(seat, decision)
                assert table.game.view(imagined, seat) == table.view(seat)
        table.play(action)


@some(8)
@given(games())
def test_number_words_and_parts_play_the_same_game(game: Played) -> None:
    by_words, by_number, by_parts = game.table(), game.table(), game.table()
    for action in game.actions(by_words):
        number = by_words.game.number(action)
        by_words.play(action)
        by_number.play(number)
        by_parts.play(by_parts.game.number_of_parts(by_words.game.parts(number)))
        assert by_words.scores() == by_number.scores() == by_parts.scores()
    assert by_words.position() == by_number.position() == by_parts.position()
    assert by_words.record == by_number.record == by_parts.record


@some(6)
@given(games())
def test_a_finished_game_is_replayed_from_its_record(game: Played) -> None:
    table = game.table()
    for action in game.actions(table):
        table.play(action)
    again = table.record.replay()
    assert again.position() == table.position()
    assert [again.log(viewer) for viewer in range(game.players)] == [
        table.log(viewer) for viewer in range(game.players)
    ]
    assert sorted(table.ranks()) == list(range(1, game.players + 1))
