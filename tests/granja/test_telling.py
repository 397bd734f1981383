"""The game in sentences: what is asked, what an action would do, what happened, what a thing is."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from burgher import Table
from burgher.games.granja import events
from burgher.games.granja.components import standard_set
from burgher.games.granja.explaining import _TERMS
from burgher.kernel.journal import EVERYONE, SCORED, Entry
from granja.kit import NAMES, Given, deal, farm, lay_out, legal, load, play

GAME = load(3)


def sentence(table: Table, words: str) -> str:
    """What a legal action would do, for its player."""
    assert words in legal(table)
    return table.game.sentence(table.state, table.game.number(words))


def told(table: Table, words: str) -> list[str]:
    """What the journal tells everybody of an action."""
    return table.tell(table.play(words), None)


# -- what is asked and what would be done ----------------------------------------------------------

FREE = "free deliveries"
Asked = tuple[Given, tuple[str, ...], str, dict[str, str]]
"""The table, what was played, what is asked then, what some answers would do."""

QUESTIONS: dict[str, Asked] = {
    "playing": (
        {"step": "play", "left": 2, "hand": [9, 12], "extensions": [18], "silver": 1, "points": 2},
        (),
        "You play 2 cards: which one first, and to which side of your farm?",
        {
            "field 9": "Play card 9 as a field that grows olives",
            "barrow 9": "Play card 9 as a market barrow: 2 olives for 2 points",
            "extension 9": "Play card 9 as a farm extension with 1 more hand card and a pig stall, "
            "for 2 different farm goods",
            "helper 12": "Play card 12 as a helper, the Breeder: your pigs breed even when there is only one "
            "of them. A free stall is needed all the same",
        },
    ),
    "playing where there is no room": (
        {
            "step": "play",
            "hand": [9],
            "barrows": [1, 2, 3],
            "helpers": ["Surveyor", "Master Builder", "Oil Presser"],
            "silver": 1,
        },
        (),
        "Which card do you play, and to which side of your farm?",
        {
            "field 9": "Play card 9 as a field that grows olives, with an olive on it at once",
            "barrow 9": "Play card 9 as a market barrow: 2 olives for 2 points; another barrow must go",
            "helper 9": "Play card 9 as a helper, the Vine Dresser: with each income: 1 grape; "
            "another helper must go",
            "extension 9": "Play card 9 as a farm extension with 1 more hand card and a pig stall, "
            "for 1 farm good",
        },
    ),
    "making room for a barrow": (
        {"step": "play", "hand": [9], "barrows": [(18, [1]), 60, 1]},
        ("barrow 9",),
        "There is no room: which market barrow do you discard?",
        {
            "clear barrow-1": "Discard barrow 1, worth 2 points, losing grain on it",
            "clear barrow-2": "Discard barrow 2, worth 2 points, which is empty",
        },
    ),
    "making room for a helper": (
        {"step": "play", "hand": [9], "helpers": [10, 11, 12]},
        ("helper 9",),
        "There is no room: which helper do you discard?",
        {"dismiss 11": "Discard the Swineherd: this card has 2 more pig stalls"},
    ),
    "paying": (
        {"step": "play", "hand": [9], "extensions": [18], "goods": {"olive": 1}, "silver": 1, "points": 1},
        ("extension 9", "pay olive"),
        "The extension still costs 1 farm good: which one do you pay next?",
        {"pay silver": "Pay 1 silver", "pay points": "Pay 1 point"},
    ),
    "the hand limit": (
        {"step": "hand", "hand": [1, 2, 3, 4]},
        (),
        "You hold 4 cards and may keep 3: which one do you discard?",
        {"discard 3": "Discard card 3, with the Porter on it"},
    ),
    "roof tiles": (
        {"step": "roofs", "roofs": ["6d", "6a"], "tiles": [("1a", False), ("1b", False)], "silver": 6},
        (),
        "Which roof tile do you buy, if any?",
        {
            "tile 1": "Buy roof tile 6d for 6 silver and score 2 points: "
            "the points of its place once more, at once",
            "tile 2": "Buy roof tile 6a for 6 silver and score 1 point: any upgraded good",
            "done": "Buy no roof tile",
        },
    ),
    "taking a die": (
        {
            "dice": "13456",
            "goods": {"trade": 1, "olive": 1, "pig": 1},
            "silver": 5,
            "helpers": ["Trader", "Chef", "Gambler"],
            "tiles": ["2b"],
        },
        (),
        "Which die do you take?",
        {
            "die 1": "Take a 1: a pig. Without a free stall it is sold at once",
            "die 6": "Take a 6: a free delivery, or 2 silver",
            "buy grain": "Buy grain for 2 silver",
            "sell pig": "Sell a pig for 2 silver",
            "upgrade olive": "Upgrade an olive to food for 1 silver",
            "upgrade pig": "Upgrade a pig to cured meat for 2 silver",
            "trade silver": "Turn a trade commodity into 5 silver",
            "trade harvest": "Give up a trade commodity: two different harvest goods",
            "trade upgrades": "Give up a trade commodity: up to 2 free upgrades",
            "roof 1": "Use roof tile 2b: 2 silver",
            "use 24": "Use the Gambler: once a round, use a die you draft as one higher or one lower; "
            "6 and 1 are not neighbours",
        },
    ),
    "changing a die": (
        {"dice": "22224", "helpers": ["Gambler"]},
        ("use 24",),
        "Which die do you take, changing it by 1?",
        {"die 4 as 3": "Take a 4 as a 3: two different harvest goods"},
    ),
    "the leftover die": (
        {"step": "leftover", "pick": 2, "dice": "4", "helpers": ["Bell Ringer"]},
        (),
        "The leftover die is for everybody: how do you use it?",
        {
            "die 4": "Use the leftover 4: 4 silver",
            "die 4 as 3": "Use the leftover 4 as a 3: two different harvest goods",
        },
    ),
    "a card or a good": (
        {"dice": "2"},
        ("die 2",),
        "Do you play a card, draw a card or take a harvest good?",
        {"draw": "Draw a card", "gain olive": "Take an olive", "gain grain": "Take grain"},
    ),
    "upgrades or siesta": (
        {"dice": "5", "goods": {"pig": 1}, "siesta": 2},
        ("die 5",),
        "You may upgrade a resource or advance on the siesta track, 2 times: which?",
        {
            "improve pig": "Upgrade a pig to cured meat for nothing",
            "rest": "Advance a step on the siesta track, to a space worth 1 point",
            "skip": "Upgrade nothing more",
        },
    ),
    "a delivery or silver": (
        {"dice": "6", "goods": {"olive": 1}, "barrows": [(9, [1])]},
        ("die 6",),
        "What do you deliver, and where, or do you take 2 silver?",
        {
            "deliver olive barrow-1": "Deliver an olive to barrow 1: completed, for 2 points",
            "silver": "Take 2 silver instead of a delivery",
        },
    ),
    "both with the Porter": (
        {"dice": "6", "goods": {"olive": 1}, "barrows": [9], "helpers": ["Porter"]},
        ("die 6", "silver"),
        "The Porter gives you another option: do you make a delivery as well?",
        {"skip": "Do without the Porter's second option"},
    ),
    "free deliveries": (
        {
            "step": FREE,
            "left": 2,
            "goods": {"olive": 1, "food": 1, "grape": 1},
            "barrows": [60],
            "rows": {2: ("a", [1, 2, 3])},
            "round": 3,
            "blocked": [1],
        },
        (),
        "You have 2 free deliveries left: what goes where?",
        {
            "deliver olive barrow-1": "Deliver an olive to barrow 1, which then lacks a grape",
            "deliver food row-2a": "Deliver food to row a of the wainwright: completed, for 5 points, then "
            "a free delivery and the points of the siesta track",
            "deliver grape row-4a": "Deliver a grape to row a of the greengrocer, claiming it, "
            "which then lacks an olive and 2 grain",
            "done": "Make no more deliveries, giving up 2 of them",
        },
    ),
    "purchased deliveries": (
        {
            "step": "purchased deliveries",
            "extensions": [1],
            "silver": 2,
            "goods": {"olive": 1},
            "barrows": [60],
        },
        (),
        "You may buy 1 delivery for 1 silver: what goes where?",
        {
            "deliver olive barrow-1": "Deliver an olive to barrow 1 for 1 silver, which then lacks a grape",
            "done": "Buy no more deliveries",
        },
    ),
    "the wainwright's delivery": (
        {
            "step": FREE,
            "goods": {"olive": 1, "food": 1},
            "rows": {2: ("a", [1, 2, 3])},
            "crafts": [1, 3, 4, 5, 6],
        },
        ("deliver food row-2a",),
        "You have a free delivery, then your siesta track is scored: what goes where?",
        {"skip": "Deliver nothing, and score the siesta track"},
    ),
    "the market": (
        {
            "step": FREE,
            "goods": {"olive": 1},
            "barrows": [(3, [1, 3])],
            "market": ["4-3"],
            "benno": {"market": ["3-4", "2-3", "3-2"]},
        },
        ("deliver olive barrow-1",),
        "On which stall of value 3 do you put your marker?",
        {
            "stall 2-3": "Put a marker on stall 2-3, of value 3: it replaces an opponent's for 1 point "
            "and drives 1 marker away for 1 point",
            "stall 3-2": "Put a marker on stall 3-2, of value 3: it replaces an opponent's for 1 point",
        },
    ),
    "no card to play": (
        {"step": "play", "goods": {"trade": 1}},
        (),
        "You have no card to play, and could draw one: do you do anything first?",
        {"trade draw": "Give up a trade commodity: draw a card", "done": "Play no card"},
    ),
    "before drawing up": (
        {"step": "play", "left": 0, "hand": [9], "helpers": ["Steward"]},
        (),
        "You are about to draw up to your hand limit: do you do anything first?",
        {"done": "Draw up to your hand limit"},
    ),
    "before the income": (
        {"step": "hand", "hand": [9], "goods": {"trade": 1}, "fresh": True},
        (),
        "You are about to gain your income: do you do anything first?",
        {"done": "Go on to your income"},
    ),
    "before the harvest": (
        {"step": "income", "fields": [9], "ripe": {"olive": 1}, "silver": 2},
        (),
        "You are about to harvest: do you do anything first?",
        {"upgrade olive": "Upgrade an olive to food for 2 silver", "done": "Go on to the harvest"},
    ),
    "after the leftover die": (
        {"step": "leftover", "pick": 2, "left": 0, "helpers": ["Idler"]},
        (),
        "The revenue phase ends for you: do you do anything first?",
        {"done": "Do nothing more in the revenue phase"},
    ),
    "after the free deliveries": (
        {
            "step": FREE,
            "left": 0,
            "helpers": ["Muleteer"],
            "silver": 1,
            "goods": {"grain": 1},
            "barrows": [18],
        },
        (),
        "Your free deliveries are made: do you do anything first?",
        {"done": "Do nothing more with your free deliveries"},
    ),
    "before the scoring": (
        {"step": "purchased deliveries", "left": 0, "helpers": ["Moneylender"]},
        (),
        "The round is about to be scored: do you do anything first?",
        {"done": "Do nothing more before the scoring"},
    ),
    "the Market Guard without silver": (
        {
            "step": FREE,
            "goods": {"olive": 1},
            "barrows": [(3, [1, 3])],
            "benno": {"market": ["3-4"], "helpers": ["Market Guard"], "goods": {"grain": 1}},
        },
        ("deliver olive barrow-1", "stall 2-3"),
        "A new stall at 2-3 drives you away: do you come by silver and keep a marker for 1 silver?",
        {"sell grain": "Sell grain for 1 silver", "skip": "Let your markers go"},
    ),
    "the Market Guard": (
        {
            "step": FREE,
            "goods": {"olive": 1},
            "barrows": [(3, [1, 3])],
            "benno": {"market": ["3-4"], "helpers": ["Market Guard"], "silver": 1},
        },
        ("deliver olive barrow-1", "stall 2-3"),
        "A new stall at 2-3 drives you away: do you keep a marker for 1 silver?",
        {
            "guard 3-4": "Pay 1 silver to keep your marker on stall 3-4, of value 2",
            "skip": "Let your markers go",
        },
    ),
    "the Squatter": (
        {"step": FREE, "helpers": ["Squatter"], "silver": 3},
        ("use 44",),
        "On which empty stall of value 2 or 3 do you put a marker?",
        {"stall 2-3": "Put a marker on stall 2-3, of value 3"},
    ),
    "the Village Elder": (
        {"step": "before the roll", "helpers": ["Village Elder"]},
        (),
        "The dice are about to be rolled: do you use a helper before?",
        {"skip": "Use no helper now"},
    ),
    "marking": (
        {"step": "before the roll", "helpers": ["Village Elder"]},
        ("use 5",),
        "Which revenue space do you mark?",
        {"mark 4": "Mark revenue space 4: 4 silver"},
    ),
    "the Merchant": (
        {"dice": "4", "helpers": ["Merchant"], "points": 1},
        ("die 4",),
        "Your die is used: do you use a helper after it?",
        {"skip": "Use no helper now"},
    ),
    "rolling again": (
        {"dice": "12345", "helpers": ["Fortune Teller"]},
        ("use 25", "reroll 1"),
        "Which other die do you roll again, if any?",
        {"reroll 2": "Roll a 2 again", "skip": "Roll no other die again"},
    ),
    "donkeys": (
        {"step": "donkeys"},
        (),
        "Which donkey tile do you choose, in secret?",
        {
            "donkey 1": "Choose the tile with 1 donkey and 3 hats",
            "donkey 4": "Choose the tile with 4 donkeys and no hat",
        },
    ),
    "before the donkeys": (
        {"step": "before the donkeys", "helpers": ["Stable Boy"], "silver": 2, "donkeys": [1, 3]},
        (),
        "Donkeys are about to be chosen: do you use a helper before?",
        {"skip": "Use no helper now"},
    ),
    "taking a donkey back": (
        {"step": "before the donkeys", "helpers": ["Stable Boy"], "silver": 2, "donkeys": [1, 3]},
        ("use 38",),
        "Which donkey tile do you take back?",
        {"fetch 2": "Take back the tile with 2 donkeys and 2 hats"},
    ),
    "the Gardener": (
        {"helpers": ["Gardener"], "goods": {"olive": 1}},
        ("use 56",),
        "Which harvest good do you exchange for which?",
        {"olive for grape": "Exchange an olive for a grape"},
    ),
    "the Packer": (
        {"step": FREE, "helpers": ["Packer"], "goods": {"olive": 1}, "barrows": [18]},
        ("use 47",),
        "Which harvest good do you deliver as which?",
        {"olive for grain": "Deliver an olive as grain"},
    ),
    "the Packer's delivery": (
        {"step": FREE, "helpers": ["Packer"], "goods": {"olive": 1}, "barrows": [18]},
        ("use 47", "olive for grain"),
        "Where do you deliver the olive as grain?",
        {"deliver grain barrow-1": "Deliver the olive as grain to barrow 1, which then lacks grain"},
    ),
    "the Loader": (
        {"helpers": ["Loader"], "barrows": [(9, [1]), 60]},
        ("use 48",),
        "Which good do you take off a barrow, to load it onto another?",
        {"unload olive barrow-1": "Take an olive off barrow 1"},
    ),
    "loading": (
        {"helpers": ["Loader"], "barrows": [(9, [1]), 60]},
        ("use 48", "unload olive barrow-1"),
        "Onto which barrow do you load the olive?",
        {"deliver olive barrow-2": "Load the olive onto barrow 2, which then lacks a grape"},
    ),
    "the Journeyman": (
        {"helpers": ["Journeyman"], "silver": 2, "crafts": [1, 2, 6]},
        ("use 51",),
        "Which of your craft markers do you use again?",
        {
            "craft 2": "Use your marker of the wainwright again: a free delivery",
            "craft 6": "Use your marker of the butcher again: 1 point for each of your market barrows",
        },
    ),
    "the Tiler": (
        {"helpers": ["Tiler"], "silver": 2, "tiles": [("1a", False), "1b"]},
        ("use 62",),
        "Which used roof tile do you turn face up?",
        {"turn 1": "Turn roof tile 1a face up again: an olive"},
    ),
    "the Smuggler": (
        {"helpers": ["Smuggler"], "goods": {"olive": 1, "wine": 1}},
        ("use 33",),
        "Which good do you discard for it?",
        {"pay wine": "Discard wine for 1 point"},
    ),
    "the Steward": (
        {"helpers": ["Steward"], "hand": [1, 2]},
        ("use 60",),
        "Which card do you discard for it?",
        {"discard 1": "Discard card 1, with the Chef on it, for 2 silver"},
    ),
    "an upgraded good": (
        {"tiles": ["6a"]},
        ("roof 1",),
        "Which good do you take: food, wine or cured meat?",
        {"gain meat": "Take cured meat"},
    ),
    "two goods": (
        {"dice": "3"},
        ("die 3",),
        "Which two different harvest goods do you take?",
        {"gain olive and grape": "Take an olive and a grape"},
    ),
}


@pytest.mark.parametrize("name", QUESTIONS)
def test_what_is_asked_and_what_answers_would_do(name: str) -> None:
    given, played, question, answers = QUESTIONS[name]
    table = play(lay_out(**given), *played)
    assert table.question() == question
    for words, said in answers.items():
        assert sentence(table, words) == said


def test_where_in_the_game_we_are_is_said_in_a_word() -> None:
    assert lay_out(step="play", hand=[1]).heading == "F1"
    assert lay_out(round=4).heading == "R4"
    assert lay_out(step="donkeys", round=6).heading == "T6"


def is_promised(entry: Entry, entries: Sequence[Entry]) -> bool:
    """Whether points come with a completed barrow or row, or from the Village Store that one has."""
    completed = [one.details[0] for one in entries if one.event == events.COMPLETED_CRAFT]
    if entry.source == events.CRAFT_MARKERS:
        return entry.details[0] not in completed
    return entry.source in range(1, 7)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_promised_comes_true(seed: int) -> None:
    """Silver and points that a sentence names are what the action then costs and brings."""
    table, random = deal(2 + seed, 40 + seed), Random(seed)
    kept = 0
    while not table.is_over:
        action, seat = random.choice(table.actions()), table.seat
        said = table.game.sentence(table.state, action.number)
        before = farm(table, seat).silver
        entries = table.play(action.number)
        points = sum(one.points for one in entries if one.seat == seat and is_promised(one, entries))
        if match := re.match(r"(Buy|Upgrade) .* for (\d+) silver$", said):
            assert farm(table, seat).silver == before - int(match[2])
        elif match := re.match(r"Sell .* for (\d+) silver$", said):
            assert farm(table, seat).silver == before + int(match[1])
        elif match := re.search(r": completed, for (\d+) point", said):
            assert points == int(match[1])
        else:
            continue
        kept += 1
    assert kept > 3


# -- what happened ---------------------------------------------------------------------------------


def test_a_completed_barrow_is_told() -> None:
    table = lay_out(
        step=FREE,
        left=2,
        goods={"olive": 1, "food": 1},
        barrows=[(3, [1, 3])],
        benno={"market": ["3-4"]},
    )
    assert told(table, "deliver olive barrow-1") == [
        "Anna delivers an olive to barrow 1.",
        "Anna completes the barrow of card 3.",
        "Anna scores 3 points: the barrow of card 3.",
        "Anna gains 1 trade commodity.",
    ]
    assert told(table, "stall 2-3") == [
        "Anna puts a marker on stall 2-3, of value 3.",
        "Benno's marker on stall 3-4 has to give way to Anna.",
        "Anna scores 1 point: 1 marker driven away.",
    ]


def test_a_completed_row_is_told() -> None:
    table = lay_out(step=FREE, goods={"wine": 1}, rows={5: ("a", [1, 2, 4])}, blocked=[1], round=2)
    assert told(table, "deliver wine row-5a")[:7] == [
        "Anna delivers wine to row a of the village store.",
        "Anna completes a row of the village store and takes its craft marker.",
        "Anna scores 1 point: the first at the village store.",
        "The merchant house is open now.",
        "Anna scores 1 point: opening the merchant house.",
        "Anna scores 2 points: a row of the village store.",
        "Anna scores 2 points: the marker of the village store.",
    ]


def test_a_farm_phase_is_told() -> None:
    table = lay_out(step="play", hand=[9, 1], ripe={"olive": 1}, fields=[12], extensions=[66], silver=1)
    story = told(table, "extension 9")
    assert story[:5] == [
        "Anna plays card 9 as a farm extension with 1 more hand card and a pig stall.",
        "Anna gives up an olive from a field.",
        "Anna pays 1 silver.",
        "Anna draws 4 cards.",
        "Anna harvests 1 olive.",
    ]


def test_where_income_comes_from_is_told() -> None:
    given: Any = {"extensions": [2, 6], "crafts": [1, 3, 4], "ongoing": [1, 3, 4], "silver": 0}
    story = told(lay_out(step="play", hand=[9], helpers=["Olive Picker"], **given), "field 9")
    assert story[story.index("Anna's farm extensions bring 1 silver.") :][:7] == [
        "Anna's farm extensions bring 1 silver.",
        "Anna's Olive Picker works.",
        "Anna gains 1 olive.",
        "Anna's marker of the merchant house works.",
        "Anna gains 3 silver.",
        "Anna's marker of the deli works.",
        "Anna gains 1 trade commodity.",
    ]
    assert "Anna's marker of the greengrocer works." in story


def test_what_returns_at_the_end_of_a_round_is_told() -> None:
    given: Any = {"helpers": [("Moneylender", True)], "siesta": 3, "crafts": [2, 5], "ongoing": [5]}
    table = lay_out(step="free deliveries", turn=2, order=[1, 0], round=2, roofs=["2a", None, "2c"], **given)
    story = told(table, "done")
    for line in (
        "1 helper of Anna can work again.",
        "The siesta discs go back to the start, in turn order.",
        "Anna's marker of the wainwright is turned to its ongoing side.",
        "Roof tiles 2a and 2c, which nobody bought, are discarded.",
    ):
        assert line in story
    given = {"step": "leftover", "pick": 2, "turn": 2, "dice": "4", "marked": 3, "marker": 0}
    assert "Anna takes the marker on revenue space 3 back." in told(lay_out(**given), "die 4")


def test_what_the_last_sale_sold_is_told() -> None:
    given: Any = {"goods": {"olive": 2, "pig": 1, "food": 1, "trade": 2}, "ripe": {"grain": 1}, "fields": [5]}
    table = lay_out(step="free deliveries", turn=2, order=[1, 0], round=6, **given)
    story = [*told(table, "done"), *(told(table, "done") if not table.is_over else [])]
    assert "Anna sells 2 olives and 1 pig and exchanges 2 trade commodities, for 12 silver." in story


def test_others_are_not_told_what_is_secret() -> None:
    table = deal(3, 5)
    random = Random(2)
    while not table.is_over:
        table.play(random.choice(table.actions()).number)
        for line in table.log(None)[-3:]:
            assert not re.search(r"draws card \d", line)
    for seat in range(3):
        drawn = [line for line in table.log(seat) if re.search(r"draws card \d", line)]
        assert drawn
        assert all(line.startswith(f"{table.names[seat]} ") for line in drawn)


def test_every_event_has_its_story_and_every_source_its_name() -> None:
    stories = {
        event: GAME.tell(Entry(0, event, (1, 1, 1), 0, 0, EVERYONE), NAMES)
        for event in range(events.STARTS, events.FROM_FIELD + 1)
    }
    assert len(set(stories.values())) == len(stories)
    assert all(re.fullmatch(r"[A-Z0-9].*[a-z0-9]\.", story) for story in stories.values())
    sources = [*range(events.BARROWS, events.PAID + 1), *range(events.HELPERS, events.HELPERS + 66)]
    entries = [Entry(0, SCORED, (1,), 1, source, EVERYONE) for source in sources]
    assert len({GAME.source(entry) for entry in entries}) == len(entries)
    assert len({GAME.tell(entry, NAMES) for entry in entries}) == len(entries)
    assert GAME.tell(Entry(0, SCORED, (), -1, events.PAID, EVERYONE), NAMES) == "Anna pays 1 point."


def test_numbers_of_things_agree_with_them() -> None:
    def tell(event: int, *details: int) -> str:
        return GAME.tell(Entry(0, event, details, 0, 0, EVERYONE), NAMES)

    assert tell(events.GAINED, 0, 1) == "Anna gains 1 olive."
    assert tell(events.GAINED, 7, 2) == "Anna gains 2 trade commodities."
    assert tell(events.HARVESTED, 2, 0, 1) == "Anna harvests 2 olives and 1 grape."
    assert tell(events.DREW, 1) == "Anna draws 1 card."
    assert tell(events.SHUFFLED, 1) == "The discarded card becomes the deck."
    assert tell(events.NEW_ROOFS, 3, 0b1011) == "Roof tiles 1a, 1b and 1d are laid out."
    assert tell(events.DELIVERED, 1, 0, 1) == "Anna delivers grain from a field to barrow 1."
    assert tell(events.REROLLED, 2, 0x100001) == "Anna rolls 2 dice again: 1, 6."
    assert tell(events.LOST, 1, 1) == "Anna gives up grain from a field."
    assert tell(events.EARNED, -2) == "Anna pays 2 silver."


# -- what a thing is -------------------------------------------------------------------------------

VERBS = {
    *("dismiss", "done", "skip", "gain", "improve", "pay", "guard", "mark", "reroll", "fetch"),
    *("exchange", "turn"),
}
"""Parts that are no things."""


@pytest.mark.parametrize("term", [name for term in _TERMS for name in term["names"]])
def test_every_term_is_explained(term: str) -> None:
    said = GAME.explain(term)
    assert said is not None
    assert said[0].isupper()
    assert "{" not in said


def test_terms_are_named_once() -> None:
    names = [name for term in _TERMS for name in term["names"]]
    assert len(set(names)) == len(names)


def test_everything_that_can_be_touched_is_explained() -> None:
    view = deal(3).view(0)
    for part in {part for action in GAME.actions for part in action.parts} - VERBS:
        said = GAME.explain(part, view)
        assert said is not None, part
        assert said[-1] in ".)"


def test_all_66_helpers_are_explained_in_our_words() -> None:
    said = set()
    for card in standard_set().cards:
        text = GAME.explain(card.helper.name) or ""
        assert text.startswith(f"{card.helper.name} (helper, card {card.number}): {card.helper.text}")
        assert text == GAME.explain(f"helper-{card.number}")
        assert ("(Reconstructed.)" in text) == ("reconstructed" in card.helper.confidence)
        said.add(text)
    assert len(said) == 66


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("Porter", "Porter (helper, card 3): Once a round, when you take a die of space 2 or 6"),
        ("card 12", "Card 12: an olive field; a market barrow that asks for grain, a grape and a pig"),
        ("the deli", "Deli (craft building 3): A trade commodity at once"),
        ("Row 3b", "Row b of the deli: grain, a grape, food and cured meat."),
        ("space 4", "Revenue space 4: 4 silver."),
        ("tile 2d", "Roof tile 2d, for 2 silver: pay 1 silver for a delivery. Works in the revenue and"),
        ("olives", "Olive: a harvest good. Bought for 2, sold for 1 silver, upgraded to food for 2."),
        ("cured meat", "Cured meat: an upgraded good, from a pig. Neither bought nor sold."),
        ("trade-harvest", "For a trade commodity: two different harvest goods."),
        ("donkey-2", "Donkey tile: 2 free deliveries, and 2 steps on the siesta track."),
        ("stall 3-2", "Stall 3-2 of the market: value 3."),
        ("dice", "Revenue dice: 5, 7 and 9 with 2, 3 and 4 players."),
    ],
)
def test_topics_are_found_as_people_name_them(topic: str, said: str) -> None:
    assert (GAME.explain(topic) or "").startswith(said)


@pytest.mark.parametrize(
    "topic",
    ["", "goat", "card 67", "card 0", "space 7", "row 7a", "stall 1-5", "tile 7a", "donkey 5", "tile-1"],
)
def test_what_is_not_in_the_game_is_not_explained(topic: str) -> None:
    assert GAME.explain(topic) is None


def test_what_lies_somewhere_is_explained_by_its_place() -> None:
    table = lay_out(
        dice="33344",
        marked=3,
        marker=1,
        round=2,
        roofs=["2a", None, "2b"],
        tiles=["1c", ("1a", False)],
        barrows=[(9, [1])],
        goods={"olive": 2},
        ripe={"olive": 1},
        fields=[12],
        crafts=[6],
        blocked=[1],
        donkeys=[1, 3, 4],
        rows={2: ("a", [1])},
        benno={"market": ["3-4"], "rows": {4: ("b", [1, 2])}},
    )
    view: dict[str, Any] = table.view(0)
    explain = {
        "space-3": "Revenue space 3: two different harvest goods. 3 dice left here. "
        "Its last die is kept for player 2.",
        "barrow-1": "Barrow 1, card 9: 2 olives for 2 points. It lacks an olive. (Reconstructed.)",
        "barrow-2": "There is no barrow 2.",
        "roof-1": "Roof tile 1c, for 1 silver: a grain or a grape. (Reconstructed.) "
        "It lies face up on player 1's roof.",
        "roof-2": "Roof tile 1a, for 1 silver: an olive. (Reconstructed.) "
        "It lies face down, and works no more, on player 1's roof.",
        "roof-3": "No roof tile is on place 3 of the roof.",
        "tile-3": "Roof tile 2b, for 2 silver: 2 silver. (Reconstructed.)",
        "tile-2": "No roof tile 2 is for sale.",
        "stall-3-4": "Stall 3-4 of the market: value 2. It is player 2's. (Reconstructed.)",
        "stall-3-2": "Stall 3-2 of the market: value 3. It is free. (Reconstructed.)",
        "stall-1-1": "Stall 1-1 of the market: value 3. Not used with 2 players. (Reconstructed.)",
        "row-4b": "Row b of the greengrocer: 2 olives, grain and a grape. Player 2's; it lacks an olive "
        "and a grape. (Reconstructed.)",
        "donkey-2": "Donkey tile: 2 free deliveries, and 2 steps on the siesta track. Player 1 has used it.",
        "dice": "Revenue dice: 5 with 2 players. Each does what the revenue space of its number says.",
    }
    for topic, said in explain.items():
        assert GAME.explain(topic, view) == said
    assert (GAME.explain("olive", view) or "").endswith("Player 1 has 2 olives and 1 on fields.")
    blocked = GAME.explain("craft-1", view) or ""
    assert "Blocked, with order marker 1." in blocked
    assert "c:" not in blocked  # two players use two rows
    assert "Player 1 is at row a." in (GAME.explain("wainwright", view) or "")
    assert "Player 1 has its marker." in (GAME.explain("butcher", view) or "")


def test_what_is_reconstructed_says_so() -> None:
    for topic in ("card", "card 12", "market", "siesta track", "row", "roof tile", "buy"):
        assert (GAME.explain(topic) or "").endswith("(Reconstructed.)"), topic
    for topic in ("chef", "space 4", "donkey", "harvest"):
        assert "Reconstructed" not in (GAME.explain(topic) or "Reconstructed")
    assert (GAME.explain("upgrade") or "").endswith("The price for a pig is reconstructed.")
    assert "farm cards, roof tiles" in (GAME.explain("reconstructed") or "")
