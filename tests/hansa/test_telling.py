"""The game in sentences: what is asked, what an action would do, what happened, what a thing is."""

from __future__ import annotations

from typing import Any

import pytest

from burgher import Table
from burgher.games.hansa import events
from burgher.games.hansa.components import FAVOURS, MARKERS, PERMANENT, TRACKS
from burgher.games.hansa.explaining import _TERMS
from burgher.kernel.journal import EVERYONE, Entry
from hansa.kit import NAMES, lay_out, legal, load, play, side

# -- what an action would do -----------------------------------------------------------------------


def sentence(table: Table, words: str) -> str:
    """What a legal action would do, for its player."""
    assert words in legal(table)
    return table.game.sentence(table.state, table.game.number(words))


def told(table: Table, words: str) -> list[str]:
    """What the journal tells of an action."""
    return table.tell(table.play(words), None)


TURN: dict[str, Any] = {
    "houses": {
        "hamburg-luebeck": "aa.",
        "hamburg-stade": "aaa",
        "bremen-minden": "Bb.",
        "goslar-magdeburg": "bA",
    },
    "offices": {"hamburg": "abb", "stade": "A", "minden": "ab"},
    "markers": {"hamburg-stade": "plus-3"},
    "unused": {"exchange": 1, "develop": 1, "plus-4": 1, "pieces": 1},
    "desk": {"book": 2, "bags": 2, "actions": 1},
    "supply": (3, 1),
}


SENTENCES = {
    "income 4 traders": "Take 4 traders from your stock into your supply",
    "place trader hamburg-lueneburg": "Place a trader on Hamburg–Lüneburg",
    "place merchant hamburg-luebeck": "Place a merchant on Hamburg–Lübeck: then all its houses are yours",
    "displace bremen-minden 1 with trader": (
        "Displace an opponent's merchant on house 1 of Bremen–Minden with a trader, paying 2 more pieces"
    ),
    "displace goslar-magdeburg 1 with merchant": (
        "Displace an opponent's trader on house 1 of Goslar–Magdeburg with a merchant, "
        "paying 1 more piece: then all its houses are yours"
    ),
    "move": "Move up to 4 pieces of yours to free houses",
    "establish hamburg-stade": (
        "Establish Hamburg–Stade: 1 point for you, 1 point for opponents and the marker “three more actions”"
    ),
    "use plus-4": "Use your marker: four more actions this turn",
    "use pieces": "Use your marker: up to three pieces on routes go back to their owners' supplies",
    "use develop book": "Use your marker: develop your book from 4 to 5, which frees a merchant",
    "use develop actions": (
        "Use your marker: develop your actions from 3 to 3, which frees a trader and gives an action at once"
    ),
    "use develop privilege": (
        "Use your marker: develop your privilege from white to orange, which frees a trader"
    ),
    "use develop bags": "Use your marker: develop your bags from 7 to all, which frees a trader",
    "exchange minden 1-2": (
        "Use your marker: in Minden your trader in office 1 and an opponent's trader in "
        "office 2 change places"
    ),
    "end": "End your turn and give up 5 actions",
}


@pytest.mark.parametrize(("words", "said"), SENTENCES.items())
def test_an_action_says_what_it_does_and_costs(words: str, said: str) -> None:
    assert sentence(lay_out(**TURN), words) == said


def test_a_step_of_the_actions_gives_one_in_2009_only_where_it_rises() -> None:
    at_once = " and gives an action at once"
    for steps, rises in ((0, True), (1, False), (2, True), (3, False), (4, True)):
        table = lay_out(rules="2009", unused={"develop": 1}, desk={"actions": steps})
        assert sentence(table, "use develop actions").endswith(at_once) == rises


def test_what_a_route_is_used_for_is_said() -> None:
    table = lay_out(
        houses={"warburg-coellen": "aaaA"},
        offices={"coellen": "b"},
        unused={"office": 1},
        desk={"privilege": 2},
    )
    play(table, "establish warburg-coellen")
    assert sentence(table, "office coellen") == (
        "Establish an office in Coellen with a trader, which completes the city"
    )
    assert (
        sentence(table, "office warburg") == "Establish an office in Warburg with a trader, winning 1 point"
    )
    assert sentence(table, "extra coellen merchant") == (
        "Use your marker: put a merchant to the left of all offices in Coellen"
    )
    assert sentence(table, "special pink merchant") == (
        "Put a merchant on the pink space of the special table, worth 9 points at the end"
    )
    assert sentence(table, "nothing") == "Do nothing with the route: all its pieces go to your stock"


def test_joining_the_end_cities_is_announced() -> None:
    table = lay_out(
        houses={"stendal-brunswiek": "aaaa"},
        offices={"arnheim": "a", "muenster": "A", "minden": "a", "brunswiek": "a"},
        desk={"book": 1},
    )
    play(table, "establish stendal-brunswiek")
    assert sentence(table, "office stendal") == (
        "Establish an office in Stendal with a trader, which joins Arnheim and Stendal for 7 points"
    )
    assert "Anna scores 7 points: the first to join Arnheim and Stendal." in told(table, "office stendal")


def test_pieces_on_their_way_are_named() -> None:
    table = lay_out(houses={"hamburg-luebeck": "ab.", "bremen-minden": "A.."})
    play(table, "move")
    assert sentence(table, "take hamburg-luebeck 1") == "Move your trader from house 1 of Hamburg–Lübeck"
    play(table, "take hamburg-luebeck 1")
    assert sentence(table, "to hamburg-stade") == "Put your trader on Hamburg–Stade"
    assert sentence(table, "take bremen-minden 1") == (
        "Let your trader change places with your merchant on house 1 of Bremen–Minden, for 2 moves"
    )
    play(table, "to hamburg-stade")
    assert sentence(table, "done") == "Move no more pieces"

    table = lay_out(houses={"hamburg-luebeck": "ab."}, unused={"pieces": 1})
    play(table, "use pieces")
    assert sentence(table, "take hamburg-luebeck 2") == (
        "Take an opponent's trader off house 2 of Hamburg–Lübeck, to its owner's supply"
    )
    assert sentence(table, "done") == "Remove no more pieces"


def test_a_displacement_is_said_from_both_sides() -> None:
    table = lay_out(houses={"hamburg-luebeck": "B.."}, supply=(3, 1), benno={"desk": {"book": 1}})
    play(table, "displace hamburg-luebeck 1 with trader")
    assert table.question() == "You pay 2 more pieces for displacing: which one is next?"
    assert sentence(table, "pay merchant") == "Pay a merchant: it goes from your supply to your stock"
    play(table, "pay merchant")
    assert sentence(table, "next trader") == "Place a trader from your stock"
    assert sentence(table, "next merchant") == "Place the displaced merchant"
    play(table, "next merchant")
    assert table.question() == "Where do you place your displaced merchant?"
    assert sentence(table, "to hamburg-stade") == "Put your merchant on Hamburg–Stade"


def test_other_decisions_say_what_they_do_too() -> None:
    table = lay_out(houses={"hamburg-luebeck": "aaa"}, markers={"hamburg-luebeck": "office"}, actions=1)
    play(table, "establish hamburg-luebeck", "develop bags")
    assert table.question().startswith("Before your turn ends: where do you lay the new marker, “")
    assert sentence(table, "lay hamburg-luebeck").startswith("Lay the marker “")

    table = lay_out(modules="favour", favours=["income", "cities", "tracks"], unused={"office": 2})
    assert sentence(table, "favour cities") == (
        "Buy the favour “cities” for 2 markers and all actions of this turn: "
        "at the end, 4 points instead of 2 for each city you control"
    )
    play(table, "favour cities")
    assert sentence(table, "turn office") == "Turn your marker “additional office” face down: it still scores"

    table = lay_out(modules="favour", favours=["action", "cities"], benno={"favours": ["income"]})
    play(table, "income 3 traders")
    assert sentence(table, "share trader") == "Take a trader from your stock into your supply"
    assert sentence(table, "nothing") == "Take no piece"

    table = lay_out(2, pawn="frisia", supply=(1, 0))
    assert sentence(table, "pawn coast") == "Move the pawn to the province of Coast, for free"
    play(table, "place trader emden-groningen")
    assert sentence(table, "pawn coast") == "Move the pawn to the province of Coast, for an action"
    table = Table(load(2), 7, NAMES[:2])
    assert sentence(table, "pawn coast") == "Let the pawn start in the province of Coast"


def test_the_other_boards_have_their_sentences() -> None:
    table = lay_out(map="east", houses={"malmoe-visby": "aAa"}, supply=(1, 0))
    play(table, "establish malmoe-visby", "office malmoe")
    assert sentence(table, "green dresden trader") == (
        "Put a trader from your supply to the right of all offices in Dresden"
    )
    assert sentence(table, "nothing") == "Put no piece into a green city"

    table = lay_out(map="east", houses={"danzig-malmoe": "aaaA"})
    play(table, "establish danzig-malmoe")
    assert sentence(table, "nothing") == (
        "Do nothing in the cities: the route's marker may still use two of its pieces again"
    )
    play(table, "office danzig")
    assert table.question() == "The route's marker uses 2 more pieces of it again: which one?"
    assert sentence(table, "next merchant") == "Use a merchant of the route again"
    assert sentence(table, "done") == "Place no more pieces: the rest of the route goes to your stock"

    table = lay_out(
        map="britannia", offices={"cardiff": "a"}, supply=(3, 0), houses={"cardiff-pembroke": "b.."}
    )
    assert sentence(table, "place trader conway-chester") == (
        "Place a trader on Conway–Chester, by leave of Cardiff"
    )
    assert sentence(table, "displace cardiff-pembroke 1 with trader") == (
        "Displace an opponent's trader on house 1 of Cardiff–Pembroke with a trader, "
        "by leave of Cardiff, paying 1 more piece"
    )


# -- what is asked ---------------------------------------------------------------------------------


def test_where_in_the_game_we_are_is_said_in_a_word() -> None:
    assert lay_out(round=7).heading == "T7"
    assert Table(load(2), 7, NAMES[:2]).heading == "set-up"


def test_what_is_asked_fits_what_can_be_done() -> None:
    assert lay_out(actions=1).question() == "You have 1 action left: what do you do?"
    used_up: dict[str, Any] = {"actions": 0, "begun": True, "unused": {"plus-3": 1}}
    assert lay_out(**used_up).question() == "You have no action left: use a marker or end your turn."
    assert lay_out(2, **used_up).question() == (
        "You have no action left: use a marker, move the pawn or end your turn."
    )
    assert lay_out(2, actions=0, begun=True).question() == (
        "You have no action left: move the pawn or end your turn."
    )


def test_giving_up_actions_ends_the_turn_unless_the_pawn_may_still_move() -> None:
    assert sentence(lay_out(2, begun=False, actions=2), "end") == "End your turn and give up 2 actions"
    table = lay_out(2, begun=True, actions=2)
    assert sentence(table, "end") == "Give up 2 actions: the pawn may still move"
    assert told(table, "end") == ["Anna gives up 2 actions."]
    assert table.seat == 0
    assert sentence(table, "end") == "End your turn"


# -- what happened ---------------------------------------------------------------------------------


def test_a_turn_is_told() -> None:
    table = lay_out(
        houses={"hamburg-luebeck": "aaa", "bremen-minden": "b.."},
        offices={"hamburg": "b"},
        supply=(3, 0),
        actions=2,
        benno={"stock": (1, 0)},
    )
    assert told(table, "displace bremen-minden 1 with trader") == [
        "Anna displaces Benno's trader on Bremen–Minden with a trader.",
        "Anna pays 1 trader into the stock.",
    ]
    assert told(table, "to bremen-hannover") == ["Benno places the displaced trader on Bremen–Hannover."]
    assert told(table, "to bremen-hannover") == [
        "Benno places another trader from the stock on Bremen–Hannover."
    ]
    assert told(table, "establish hamburg-luebeck") == [
        "Anna establishes Hamburg–Lübeck.",
        "Benno scores 1 point: control of Hamburg.",
    ]
    assert told(table, "office luebeck")[:3] == [
        "Anna establishes an office in Lübeck with a trader.",
        "Anna scores 1 point: the coin of Lübeck.",
        "Anna puts 2 traders of the route into the stock.",
    ]


def test_pieces_that_change_places_are_told_with_their_shapes_and_owners() -> None:
    table = lay_out(houses={"hamburg-luebeck": "abb", "hamburg-stade": "Abb"})
    play(table, "move", "take hamburg-luebeck 1")
    assert told(table, "take hamburg-stade 1") == [
        "Anna lets a trader on Hamburg–Lübeck and a merchant on Hamburg–Stade change places."
    ]
    lying = {"wismar-stralsund": "aAA", "kulm-elbing": "b.", "magdeburg-halle": "C..."}
    table = lay_out(map="east", houses=lying, desk={"book": 1})
    play(table, "establish wismar-stralsund", "take kulm-elbing 1")
    assert told(table, "take magdeburg-halle 1") == [
        "Anna lets Benno's trader on Kulm–Elbing and Carla's merchant on Magdeburg–Halle change places."
    ]


def test_the_end_is_told() -> None:
    table = lay_out(
        houses={"hamburg-luebeck": "aaa"},
        offices={"hamburg": "a", "goslar": "a"},
        points=19,
        desk={"bags": 3, "keys": 2},
        used={"office": 2},
        special="A...",
    )
    play(table, "establish hamburg-luebeck")
    story = told(table, "nothing")
    for line in (
        "Anna does nothing with the route.",
        "Anna has reached the points that end the game.",
        "Anna scores 4 points: 1 track fully developed.",
        "Anna scores 3 points: 2 markers won.",
        "Anna scores 7 points: the white space of the special table.",
        "Anna scores 4 points: 2 cities controlled.",
        "Anna scores 2 points: a network of 1, times 2 for the keys.",
        "The game is over: Anna wins.",
    ):
        assert line in story


def test_points_of_favours_and_countries_say_what_they_are_for() -> None:
    def line(source: int, *details: int) -> str:
        return load(4, map="britannia").tell(Entry(0, 0, details, 4, source, EVERYONE), NAMES)

    assert line(events.FAVOURS, 4, 1) == "Anna scores 4 points: the favour “cities”, for 1 city."
    assert line(events.FAVOURS, 4, 3) == "Anna scores 4 points: the favour “cities”, for 3 cities."
    assert line(events.FAVOURS, 5, 2) == "Anna scores 4 points: the favour “tracks”, for 2 full tracks."
    assert line(events.REGIONS, 1, 2) == "Anna scores 4 points: 2 cities controlled in Wales."
    assert line(events.REGIONS, 1, 0) == (
        "Anna scores 4 points: a place in Wales, by offices without a city controlled."
    )


def test_pieces_of_a_route_used_again_are_told() -> None:
    table = lay_out(map="east", houses={"danzig-malmoe": "aaaA"})
    play(table, "establish danzig-malmoe", "office danzig", "next merchant")
    (where, *_) = sorted(legal(table, "to"))
    assert told(table, where)[0].startswith("Anna places a merchant of the route again on ")


def test_every_event_has_its_story_and_every_source_its_name() -> None:
    for players, options in ((2, {}), (4, {"map": "britannia"})):
        game = load(players, **options)
        stories = {
            game.tell(Entry(0, event, (1, 1, 1, 1), 0, 0, EVERYONE), NAMES)
            for event in range(events.STARTS, events.MISSION + 1)
            if event != events.PAWN or players == 2
        }
        assert len(stories) >= events.MISSION - 1
        assert all(story.endswith(".") and story[0].isupper() for story in stories)
    cities_favour = FAVOURS.index("cities")
    entries = [Entry(0, 0, (1, 1), 1, source, EVERYONE) for source in range(1, events.FAVOURS)]
    entries.append(Entry(0, 0, (cities_favour, 1), 1, events.FAVOURS, EVERYONE))
    assert len({game.source(entry) for entry in entries}) == len(entries)
    assert len({game.tell(entry, NAMES) for entry in entries}) == len(entries)


# -- what a thing is -------------------------------------------------------------------------------

GAME = load(4)
EAST, BRITANNIA = load(3, map="east"), load(4, map="britannia")


@pytest.mark.parametrize("term", [name for term in _TERMS for name in term["names"]])
def test_every_term_is_explained_on_some_board(term: str) -> None:
    said = [game.explain(term) for game in (load(2), EAST, BRITANNIA)]
    assert any(said)
    assert not any("{" in one for one in said if one)


@pytest.mark.parametrize("game", [load(2), GAME, EAST, BRITANNIA], ids=["23", "45", "east", "britannia"])
def test_everything_that_can_be_touched_is_explained(game: Any) -> None:
    board = side(game)
    view = Table(game, 3, NAMES[: game.players]).view(0)
    topics = [f"city-{city.key}" for city in board.cities] + [city.name for city in board.cities]
    topics += [f"route-{route.key}" for route in board.routes] + [f"track-{track}" for track in TRACKS]
    topics += [f"house-{route.key}-{len(route.houses)}" for route in board.routes]
    topics += [f"office-{city.key}-1" for city in board.cities if city.offices]
    topics += [f"marker-{marker}" for marker in MARKERS] + [f"favour-{tile}" for tile in FAVOURS]
    topics += [f"permanent-{marker}" for marker in PERMANENT]
    topics += [f"province-{province.name}" for province in board.provinces]
    topics += ["stock", "special-white", "special-black"]
    for topic in topics:
        for seen in (None, view):
            said = game.explain(topic, seen)
            assert (said or "").endswith("."), topic
            assert said is None or said[0].isupper()


@pytest.mark.parametrize("part", ["supply-trader", "supply-merchant"])
def test_what_somebody_has_needs_a_table(part: str) -> None:
    assert GAME.explain(part) is None
    assert (GAME.explain(part, Table(GAME, 3).view(0)) or "").startswith("The supply of player ")


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("Liber Sophiae", "Book (Liber Sophiae): How many of your pieces one Move action moves."),
        ("plates", "Marker: won with the route where it lies"),
        ("three pieces", "Three pieces (marker): Up to three pieces on routes go back"),
        ("lübeck", "Lübeck: offices white for a trader with 1 point, pink for a trader."),
        ("Stade Hamburg", "Hamburg–Stade: a route of 3 houses."),
        ("hamburg-stade 2", "House 2 of Hamburg–Stade."),
        ("marker", "Marker: "),
        ("action", "Actions (Actiones): "),
        ("full tracks", "Full tracks: 4 points at the end for each track fully developed."),
    ],
)
def test_topics_are_found_as_people_name_them(topic: str, said: str) -> None:
    assert (GAME.explain(topic) or "").startswith(said)


@pytest.mark.parametrize(
    "topic", ["", "goat", "city-london", "hamburg-stade 4", "office-stade-2", "ship", "leave"]
)
def test_what_is_not_in_the_game_is_not_explained(topic: str) -> None:
    assert GAME.explain(topic) is None


def test_what_lies_somewhere_is_explained_by_its_place() -> None:
    table = lay_out(
        houses={"hamburg-stade": "bA."},
        offices={"hamburg": "ab"},
        extras={"hamburg": "C"},
        markers={"hamburg-stade": "develop"},
        special=".B..",
        desk={"book": 2},
        supply=(2, 0),
    )
    explain = {
        "hamburg-stade": "Hamburg–Stade: a route of 3 houses. On it: player 2's trader and player 1's "
        "merchant; 1 free. Its marker: development.",
        "house-hamburg-stade-1": "House 1 of Hamburg–Stade: player 2's trader.",
        "house-hamburg-stade-3": "House 3 of Hamburg–Stade: free.",
        "office-hamburg-2": "Office 2 of Hamburg: orange for a trader. It is player 2's trader.",
        "supply-trader": "The supply of player 1: 2 traders.",
        "special-orange": "Orange: privilege 2 of 4. On the special table, a piece on this space is worth "
        "8 points at the end. It is player 2's merchant.",
    }
    for topic, said in explain.items():
        assert table.game.explain(topic, table.view(0)) == said
    city = table.game.explain("Hamburg", table.view(0)) or ""
    assert "Taken, from the left: player 3's merchant, player 1's trader, player 2's trader." in city
    assert city.endswith("Player 2 controls it.")
    book = table.game.explain("book", table.view(0)) or ""
    assert book.endswith("Developed at Groningen. Player 1: 4. Player 2: 2. Player 3: 2.")


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("set-up", "5, 6, 7, 8 or 9 traders in the supply"),
        ("start player", "drawn by lot"),
        ("ties", "share the victory"),
        ("exhaustion", "the game ends with that action"),
        ("prices", "1 piece for a trader and 2 for a merchant"),
    ],
)
def test_what_one_asks_before_and_after_a_game(topic: str, said: str) -> None:
    assert said in (GAME.explain(topic) or "")


@pytest.mark.parametrize(
    ("players", "counts"),
    [
        (4, {"Isle of Man": "Scotland and Wales", "Carlisle": "Scotland", "Hereford": ""}),
        (3, {"Isle of Man": "Wales", "Carlisle": "", "Chester": "Wales", "Newcastle": ""}),
    ],
)
def test_a_city_of_britannia_says_for_which_country_it_counts(players: int, counts: dict[str, str]) -> None:
    game = load(players, map="britannia")
    for name, countries in counts.items():
        said = game.explain(name) or ""
        assert (f"It counts for {countries}." in said) if countries else "counts for" not in said
    assert "counts for" not in (GAME.explain("Hamburg") or "")


@pytest.mark.parametrize(("players", "countries"), [(3, "Wales scores"), (4, "Wales and Scotland score")])
def test_england_is_not_said_to_score(players: int, countries: str) -> None:
    said = load(players, map="britannia").explain("leave") or ""
    assert f"At the end {countries} 7, 4 and 2 points for most cities controlled there" in said


def test_what_differs_between_editions_is_explained_so() -> None:
    given, first, big = (load(3, rules=rules) for rules in ("given", "2009", "big-box"))
    for topic, said in {
        "pieces": ("go back to their owners", "go back to their owners", "of your opponents"),
        "exchange": ("Two offices of", "of them yours, change places", "of them yours, change places"),
        "special table": ("a piece of it", "a merchant of it", "a merchant of it"),
        "network": ("the cities in", "your offices in", "your offices in"),
        "full tracks": ("developed.", "the keys excepted", "the keys excepted"),
        "income": ("): as many", "up to as many", "up to as many"),
        "displace": ("must be placed", "others of theirs on routes", "others of theirs on routes"),
    }.items():
        for game, part in zip((given, first, big), said, strict=True):
            assert part in (game.explain(topic) or ""), (topic, game)


WITHIN = "each within its country"


def test_what_markers_move_on_britannia_stays_in_its_country() -> None:
    game = load(4, map="britannia", rules="big-box")
    route = next(route for route in side(game).routes if route.permanent == PERMANENT.index("move-two"))
    for topic in ("pieces", "permanent-move-two", route.key):
        said = game.explain(topic) or ""
        assert WITHIN in said
        assert "anywhere" not in said
    table = lay_out(
        4, map="britannia", rules="big-box", unused={"pieces": 1}, houses={"london-oxford": "b..."}
    )
    assert WITHIN in sentence(table, "use pieces")
    for other in (load(4, rules="big-box"), load(4, map="east", rules="big-box")):
        assert "to free houses anywhere" in (other.explain("pieces") or "")
    assert WITHIN not in (load(4, map="east").explain("permanent-move-two") or "")


def test_what_is_reconstructed_says_so() -> None:
    assert "reconstructed" in (load(2).explain("pawn") or "")
    assert "reconstructed" in (load(2).explain("province-ems") or "")
    assert "other programs only" in (BRITANNIA.explain("board") or "")
    assert "other programs only" not in (load(3, map="britannia").explain("board") or "")
    assert "one source only" in (GAME.explain("mission") or "")


# -- what logs once left out -------------------------------------------------------------------------


def test_the_log_begins_with_what_everybody_has() -> None:
    table = Table(load(4, rules="big-box", modules="favour"), 3, NAMES[:4])
    log = table.log(None)
    first = next(name for name in NAMES if log[0] == f"{name} is the start player.")
    assert f"{first} starts with 5 traders and 1 merchant in the supply and 6 traders in stock." in log
    assert sum(" in the supply and " in line for line in log) == 4
    assert sum(line.startswith("The marker “") for line in log) == 3
    assert sum(line.endswith("is on display.") for line in log) == 4


@pytest.mark.parametrize(("rules", "verb"), [("given", "place"), ("2009", "may place")])
def test_a_displaced_player_is_told_what_must_be_placed(rules: str, verb: str) -> None:
    lying = {"hamburg-luebeck": "b.."}
    table = lay_out(rules=rules, supply=(3, 0), houses=lying, benno={"stock": (3, 1)})
    play(table, "displace hamburg-luebeck 1 with trader", "next trader", "to hamburg-stade")
    said = f"You were displaced on Hamburg–Lübeck and {verb} 1 more piece: which one?"
    assert table.question() == said
    assert ("done" in legal(table)) == (verb == "may place")


def test_pieces_that_are_not_placed_are_told() -> None:
    table = lay_out(rules="2009", supply=(2, 0), houses={"hamburg-luebeck": "b.."}, benno={"stock": (3, 0)})
    play(table, "displace hamburg-luebeck 1 with trader", "to hamburg-stade")
    assert told(table, "done") == ["Benno does without 1 more piece."]


def test_a_shared_victory_is_told_as_one() -> None:
    """Anna: 19, and 4 for Hamburg; Benno: 16, 3 for Emden and 4 for a full track."""
    table = lay_out(
        houses={"hamburg-luebeck": "aaa"},
        offices={"hamburg": "a", "emden": "b"},
        points=19,
        benno={"points": 16, "desk": {"bags": 3}},
    )
    play(table, "establish hamburg-luebeck")
    told_last = told(table, "nothing")
    assert table.ranks() == [1, 1, 3]
    assert told_last[-2:] == [
        "The game is over: Anna shares the victory.",
        "The game is over: Benno shares the victory.",
    ]
