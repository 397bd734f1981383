"""The three faces of an action, and the game in sentences."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import burgher
from burgher import Table, UnreadableAction
from burgher.games.burgundy import events
from burgher.games.burgundy.components import GOODS, TILE_BY_NAME, TILES
from burgher.games.burgundy.explaining import _TERMS
from burgher.games.burgundy.naming import title_of
from burgher.kernel.journal import EVERYONE, Entry
from burgundy.kit import NAMES, deal, end_of_game, last_in_phase, lay_out, legal, load, play, told

GAME = load()

# -- words and parts -------------------------------------------------------------------------------


def test_there_are_517_actions_whatever_is_agreed_on() -> None:
    for players in (2, 3, 4):
        assert load(players, estates="random", edition="2019").actions == GAME.actions
    assert GAME.num_actions == 517


def test_number_words_and_parts_name_the_same_action() -> None:
    for action in GAME.actions:
        assert GAME.number(action.words) == action.number
        assert GAME.number_of_parts(action.parts) == action.number
    assert len({action.words for action in GAME.actions}) == GAME.num_actions
    assert len({action.parts for action in GAME.actions}) == GAME.num_actions


def test_words_are_read_in_any_case_and_spacing() -> None:
    assert GAME.number("  1  TAKE 3B\n") == GAME.number("1 take 3b")


@pytest.mark.parametrize(
    "words", ["", "3 take 1a", "1 take 7a", "1 take 1e", "place 4-1", "place 1-38", "pay 3"]
)
def test_other_words_name_no_action(words: str) -> None:
    with pytest.raises(UnreadableAction, match="The Castles of Burgundy has no action"):
        GAME.number(words)


@pytest.mark.parametrize("parts", [(), ("die-1",), ("store-1", "die-1", "space-1"), ("die-3", "workers")])
def test_other_touches_mean_no_action(parts: tuple[str, ...]) -> None:
    with pytest.raises(UnreadableAction, match="means no action"):
        GAME.number_of_parts(parts)


NOTATION = Path(__file__).parents[2] / "docs" / "notation.md"
ROWS = re.findall(
    r"^\| `([^`|]+)` \| ((?:`[^`|]+` ?)+)\|", NOTATION.read_text(encoding="utf-8"), re.MULTILINE
)


@pytest.mark.parametrize(("words", "parts"), ROWS)
def test_the_notation_is_as_it_is_written_down(words: str, parts: str) -> None:
    assert GAME.parts(GAME.number(words)) == tuple(re.findall(r"`([^`]+)`", parts))


def test_the_notation_names_every_kind_of_action() -> None:
    def kind(words: str) -> str:
        """The words with every number, spot and colour made alike."""
        return re.sub(rf"\b({'|'.join(GOODS)})\b|(?<=place )\S+|(?<=side ).|\d+[a-d]?", "_", words)

    assert {kind(words) for words, _ in ROWS} == {kind(action.words) for action in GAME.actions}


# -- what an action would do -----------------------------------------------------------------------


def sentence(table: Table, words: str) -> str:
    """What a legal action would do, for its player."""
    assert words in legal(table)
    return table.game.sentence(table.state, table.game.number(words))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("1 take 2a", "Take knowledge tile 1 (same buildings in a city) from depot 2 with your 2"),
        ("2 take 4b", "Take the boarding house from depot 4 with your 6 and 2 workers"),
        ("1 place 1-18", "Place the ship on space 18 with your 2"),
        ("2 place 2-12", "Place the carpenter's workshop on space 12 with your 6 and 3 workers"),
        ("2 sell turquoise", "Sell 1 turquoise good with your 6 and 1 worker"),
        ("1 sell violet", "Sell 3 violet goods with your 2"),
        ("1 workers", "Take 2 workers with your 2"),
        ("buy black-2", "Buy the 4 cows from the black depot for 2 silverlings"),
    ],
)
def test_an_action_says_what_it_does_and_costs(words: str, said: str) -> None:
    table = lay_out(
        dice=(2, 6),
        workers=3,
        silverlings=2,
        storage=["ship", "carpenter"],
        goods={"turquoise": 1, "violet": 3},
        depots={"2a": "knowledge-1", "4b": "boarding-house", "black-2": "cow-4"},
    )
    assert sentence(table, words) == said


def test_other_decisions_say_what_they_do_too() -> None:
    table = lay_out(
        dice=(2, 6),
        storage=["ship", "castle", "sheep-2"],
        tiles={12: "bank"},
        goods={"red": 1, "brown": 1},
        goods_at={3: {"pink": 2, "violet": 1}},
        depots={"1a": "bank"},
    )
    play(table, "1 place 1-18")
    assert sentence(table, "load 3") == "Take the goods of depot 3: 1 violet, 2 pink"
    assert sentence(table, "skip") == "Take no goods (choose a depot that has none)"
    play(table, "load 3")
    assert sentence(table, "keep pink") == "Take the pink goods"
    play(table, "keep pink", "2 place 2-7")
    assert sentence(table, "place 3-6") == "Place the 2 sheep on space 6"
    assert sentence(table, "sell red") == "Sell 1 red good"
    table = lay_out(dice=(1, 1), storage=["ship", "mine", "sheep-2"], depots={"1a": "bank"})
    play(table, "1 take 1a")
    assert sentence(table, "discard 3") == "Discard the 2 sheep"
    table = lay_out(
        edition="2019", tiles={13: "knowledge-6"}, silverlings=2, workers=1, depots={"5a": "mine"}, unused=[]
    )
    assert sentence(table, "end") == "End your turn"
    assert sentence(table, "buy 5a") == "Buy the mine from depot 5 for 2 silverlings or workers"
    play(table, "buy 5a")
    assert sentence(table, "pay 0") == "Pay 2 silverlings"
    assert sentence(table, "pay 1") == "Pay 1 silverling and 1 worker"
    table = lay_out(dice=(2, 6), tiles={13: "knowledge-13", 8: "knowledge-14"})
    assert sentence(table, "1 workers") == "Take 4 workers and 1 silverling with your 2"
    table = deal(estates="random")
    a = table.view(table.seat)["players"][table.seat]["sides"][0]
    assert sentence(table, "side a").startswith(f"Play estate {a}, with ")
    table = deal(castles="open")
    assert sentence(table, "castle 3") == "Place your starting castle on space 3, which has a 4"


# -- what happened ---------------------------------------------------------------------------------


def test_a_turn_is_told() -> None:
    table = lay_out(dice=(2, 6), workers=3, storage=["ship"], goods_at={3: {"pink": 1}})
    assert told(table, "1 place 1-18") == ["Anna places the ship on space 18 with a 2."]
    assert told(table, "load 3") == [
        "Anna takes 1 pink good from depot 3.",
        "Anna moves to space 2 of the turn order track.",
    ]
    assert told(table, "2 sell pink") == [
        "Anna sells 1 pink good with a 6 and 3 workers, and gains 1 silverling.",
        "Anna scores 2 points: 1 pink good.",
    ]


def test_what_is_laid_out_for_a_phase_is_told() -> None:
    table = deal(seed=1)
    story = table.log(None)
    at = story.index("Phase A begins.")
    view = table.view(None)
    depots = [[tile for tile in depot if tile] for depot in view["depots"]]
    first = ", ".join(title_of(TILE_BY_NAME[tile]) for tile in depots[0])
    assert story[at + 1].startswith(f"The depots are filled: 1 ({first}), 2 (")
    black = ", ".join(title_of(TILE_BY_NAME[tile]) for tile in view["black"] if tile)
    assert story[at + 2] == f"The black depot is filled: {black}."
    assert story[at + 3] == f"The goods of its rounds: {', '.join(view['round goods'])}."


def test_the_end_is_told() -> None:
    table = last_in_phase(
        phase="E",
        tiles={25: "mine", 13: "knowledge-22", 12: "bank"},
        workers=4,
        goods={"red": 1},
    )
    story = told(table, "end")
    for line in (
        "Anna gains 1 silverling from the mine.",
        "Anna scores 1 point: 1 good left.",
        "Anna scores 1 point: 1 silverling left.",
        "Anna scores 2 points: 4 workers left.",
        "Anna scores 4 points: 1 bank, by knowledge tile 22.",
        "The game is over: Anna wins.",
    ):
        assert line in story


def test_every_event_has_its_story_and_every_source_its_name() -> None:
    for event in range(events.STARTS, events.GOODS_LAID_OUT + 1):
        assert GAME.tell(Entry(0, event, (1, 1, 1, 1), 0, 0, EVERYONE), NAMES).endswith(".")
    sources = [*range(events.REGION, events.WORKERS_LEFT + 1), events.KNOWLEDGE + 7]
    assert len({GAME.source(Entry(0, 0, (1, 1), 1, source, EVERYONE)) for source in sources}) == len(sources)


def test_where_in_the_game_we_are_is_said_in_a_word() -> None:
    assert lay_out(phase="B", round=3).heading == "B3"
    assert deal(estates="random").heading == "set-up"
    assert end_of_game().heading == "over"


def test_what_is_asked_fits_what_can_be_done() -> None:
    assert lay_out().question() == "Use a die."
    rich = lay_out(silverlings=2, depots={"black-2": "ship"})
    assert rich.question() == "Use a die, or buy a tile."
    assert (
        play(rich, "1 workers", "2 workers").question() == "Your dice are used: buy a tile, or end your turn."
    )
    assert end_of_game().question() == "The game is over"


# -- what a tile does ------------------------------------------------------------------------------


@pytest.mark.parametrize("tile", [tile.name for tile in TILES])
def test_every_tile_is_explained_with_its_page(tile: str) -> None:
    explained = GAME.explain(tile)
    assert explained is not None
    assert re.search(r"\(p\. ([5-9]|1[01])\)$", explained)


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("k7", "Knowledge tile 7 (knowledge): 1 point more for every animal tile that scores. (p. 10)"),
        (
            "Knowledge 7",
            "Knowledge tile 7 (knowledge): 1 point more for every animal tile that scores. (p. 10)",
        ),
        ("city hall", "City hall (building): "),
        ("carpenter's workshop", "Carpenter's workshop (building): "),
        ("4 cows", "4 cows (animal): "),
        ("sheep", "Sheep (animal): "),
        ("red", "Red goods are sold with a 4, all of them at once (p. 9)."),
        ("buildings", "Buildings: warehouse, watchtower, carpenter's workshop, "),
    ],
)
def test_topics_are_found_as_people_name_them(topic: str, said: str) -> None:
    assert (GAME.explain(topic) or "").startswith(said)


@pytest.mark.parametrize("topic", ["", "k27", "knowledge", "goat", "5 cows"])
def test_what_is_not_in_the_game_is_not_explained(topic: str) -> None:
    assert GAME.explain(topic) is None


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("knowl. 24", "Knowledge tile 24 "),
        ("watchtowe", "Watchtower "),
        ("boarding", "Boarding house "),
        ("2a", "Knowledge tile 1 "),
        ("depot-2a", "Knowledge tile 1 "),
        ("black-2", "4 cows "),
        ("store-1", "Ship "),
        ("storage 2", "No tile lies there."),
        ("space 19", "Castle "),
        ("space-1", "Space 1: for an animal tile, with a 6 (p. 5)."),
    ],
)
def test_what_lies_somewhere_is_explained_by_its_place(topic: str, said: str) -> None:
    table = lay_out(storage=["ship", None, None], depots={"2a": "knowledge-1", "black-2": "cow-4"})
    assert (GAME.explain(topic, table.view(0)) or "").startswith(said)


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("set-up", "3 random goods, 1 silverling and no points"),
        ("start player", "whoever rolls highest starts the game"),
        ("Ties", "the fewest empty spaces"),
        ("exhaustion", "workers and silverlings do not run out"),
        ("prices", "a tile from the black depot costs 2 silverlings, once a turn"),
        ("sell", "Each scores 2 points"),
        ("bonus tiles", "5 and 2 points with 2 players"),
    ],
)
def test_terms_are_explained_with_their_pages(topic: str, said: str) -> None:
    explained = GAME.explain(topic) or ""
    assert said in explained
    assert re.search(r"\(p\. \d", explained)


@pytest.mark.parametrize("term", [name for term in _TERMS for name in term["names"]])
def test_every_term_is_explained(term: str) -> None:
    for players in (2, 3, 4):
        said = load(players).explain(term) or ""
        assert said.endswith(").")
        assert "{" not in said


def test_terms_follow_the_options() -> None:
    game = load(4, edition="2019", ties="most")
    assert "the most empty spaces" in (game.explain("ties") or "")
    assert "castle or city hall" in (game.explain("prices") or "")
    assert "Each scores 4 points" in (game.explain("sell") or "")


def test_what_differs_in_2019_is_explained_so() -> None:
    game = burgher.load("burgundy", edition="2019")
    assert "2 points for each type" in (game.explain("k15") or "")
    assert "3 points for each type" in (GAME.explain("k15") or "")
