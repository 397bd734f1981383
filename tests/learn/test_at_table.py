"""What is always at hand at a table: guidance before decisions, what may be done now, the legend."""

from __future__ import annotations

import random

import pytest

import burgher
from burgher import agents, games
from burgher.learn.at_table import guide, legend
from burgher.learn.bringing import brings
from burgher.learn.goals import Scene
from burgher.learn.lesson import lesson
from burgher.learn.notation import sentences_of
from burgher.learn.rules_text import rules_text
from burgher.table import Table

RARE = {"*pigs have a young one*"}
"""What neither greedy nor random players do in a dozen games."""
GAMES = [name for name in games.names() if guide(name) is not None]


@pytest.mark.parametrize("game", GAMES)
def test_what_may_be_done_is_answered_at_every_moment(game: str) -> None:
    spoken = guide(game)
    assert spoken is not None
    table = Table(burgher.load(game, spoken.players, **spoken.easy), seed=5)
    rng = random.Random(5)
    for _ in range(120):
        if table.is_over:
            break
        scene = Scene(table, table.seat)
        said = spoken.what_now(scene)
        if not said and scene.asked and game != "burgundy":
            said = table.question()  # it says enough, and is what people read then
        assert said, f"nothing is said when {scene.asked or 'the turn'} is asked at {table.heading}"
        assert len(sentences_of(said)) <= 2
        table.play(rng.choice(table.actions()).number)


def test_what_may_be_done_is_told_of_each_kind_of_move() -> None:
    spoken, table = guide("hansa"), Table(burgher.load("hansa", 3), seed=3)
    assert spoken is not None
    for words in ("place trader hamburg-stade", "place trader hamburg-stade"):
        table.play(words)
    while table.heading.startswith("T1"):
        table.play(next(one.number for one in table.actions() if one.words.startswith("income")))
    table.play("move")
    scene = Scene(table, table.seat)
    assert scene.asked.startswith("move")
    assert "onto a free house" in spoken.what_now(scene)


@pytest.mark.parametrize("game", GAMES)
def test_words_are_short_and_name_rules_that_are_there(game: str) -> None:
    spoken, text = guide(game), rules_text(game)
    assert spoken is not None
    assert text is not None
    for word in (*spoken.before, *spoken.what, *spoken.after):
        assert len(sentences_of(word.says)) <= 2, word.says
        assert not word.rules or word.rules in text.anchors, word.rules
        assert "{" not in word.says
    for symbol in legend(game):
        assert not symbol.rules or symbol.rules in text.anchors, symbol.rules


@pytest.mark.parametrize("game", GAMES)
def test_the_legend_names_each_symbol_once_and_options_that_are_there(game: str) -> None:
    names = [symbol.name for symbol in legend(game)]
    assert len(names) >= 15
    assert len(set(names)) == len(names)
    known = {option.name: option for option in burgher.load(game).choices}
    for symbol in legend(game):
        for option, value in symbol.when:
            assert value in known[option].choices, symbol.name
    plain = [symbol for symbol in legend(game) if symbol.is_there(burgher.load(game).options)]
    assert len(plain) >= 12


def test_a_word_is_said_of_what_happens() -> None:
    spoken = guide("burgundy")
    assert spoken is not None
    lines = ["Anna gains 6 points: a city region is complete.", "Phase B begins"]
    assert [word.says.split(":")[0] for word in spoken.after_lines(lines, "Anna")] != []


@pytest.mark.parametrize("game", GAMES)
def test_what_an_action_is_said_to_bring_it_brings(game: str) -> None:
    spoken = guide(game)
    assert spoken is not None
    table = Table(burgher.load(game, spoken.players, **spoken.easy), seed=5)
    agent, told = agents.create("greedy:3", 1), 0
    for _ in range(300):
        if table.is_over:
            break
        seat, before, gains = table.seat, table.scores(), brings(table, seed=1)
        action = max(gains, key=lambda number: gains[number]) if gains else None
        if action is None:
            action = agent.choose(table.state.imagine(seat, 1))
        entries = table.play(action)
        if action in gains:
            told += 1
            assert 0 < gains[action] <= sum(one.points for one in entries if one.seat == seat)
            assert table.scores()[seat] - before[seat] >= gains[action]
    assert told


def test_an_estate_completed_is_said_to_bring_all_its_points() -> None:
    setting = lesson("burgundy", "4-regions").setting()  # type: ignore[union-attr]
    table = setting.table()
    gains = brings(table, seed=1)
    words = {table.game.words(number): points for number, points in gains.items()}
    assert words["1 place 1-12"] == 11
    assert words["2 place 2-34"] == 21, "six for the region, ten for the phase, five for all mines"
    assert not any("workers" in one for one in words)


def test_words_tell_ones_own_deeds_from_those_of_others() -> None:
    spoken = guide("hansa")
    assert spoken is not None
    own, other = (
        "Anna displaces Benno's trader on Hamburg–Stade",
        "Benno displaces Anna's trader on Hamburg–Stade",
    )
    for line, me, said in ((own, "Anna", "You have taken"), (other, "Anna", "You were displaced")):
        assert [word.says[:14] for word in spoken.after_lines([line], me)] == [said[:14]]
    assert spoken.after_lines(["Anna [x] scores 1 point: control of Goslar."], "Anna [x]")
    assert spoken.after_lines([other], "Carla") == []


@pytest.mark.parametrize("game", GAMES)
def test_what_is_said_after_something_is_said_in_games(game: str) -> None:
    spoken = guide(game)
    assert spoken is not None
    said, names = set(), ["Anna", "Benno", "Carla", "Dario"]
    for seed in range(12):
        rules = burgher.load(game, spoken.players, **spoken.easy)
        table = Table(rules, seed=seed, names=names[: rules.players])
        agent = agents.create("random" if seed % 2 else "greedy:3", seed)
        while not table.is_over:
            table.play(agent.choose(table.state.imagine(table.seat, 1)))
        for me in table.names:
            said |= {word.key for word in spoken.after_lines(table.log(None), me)}
    unsaid = {pattern for word in spoken.after if word.key not in said for pattern in word.told}
    assert unsaid <= RARE


@pytest.mark.parametrize(("rules", "said"), [("given", "leave the routes"), ("big-box", "of your opponents")])
def test_hansas_legend_says_what_three_pieces_means_here(rules: str, said: str) -> None:
    options = burgher.load("hansa", rules=rules).options
    (symbol,) = (one for one in legend("hansa") if one.part == "marker-pieces" and one.is_there(options))
    assert said in symbol.says
