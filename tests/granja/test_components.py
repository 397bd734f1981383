"""What is in the box, and putting it right with a file of one's own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

import burgher
from burgher.games.granja.components import (
    FOLDER,
    GOODS,
    HARVEST,
    MARKET,
    RULES,
    SETS,
    BadComponents,
    read,
    standard_set,
)
from granja.kit import play_out

BOX = standard_set()


HELPER = '[[card]]\nnumber = 7\n[card.helper]\nname = "X"\ntext = "Y"\nconfidence = "high"\n'
"""A helper that does nothing."""


@pytest.fixture(autouse=True)
def _no_sets_of_ones_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sets that a test makes known are forgotten after it."""
    monkeypatch.setattr(SETS, "_added", {})


def own(folder: Path, text: str, name: str = "mine.toml") -> Path:
    """A file of one's own."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


# -- the box ---------------------------------------------------------------------------------------


def test_there_are_66_farm_cards_with_as_many_fields_of_each_kind() -> None:
    assert [card.number for card in BOX.cards] == list(range(1, 67))
    assert Counter(card.field for card in BOX.cards) == dict.fromkeys(HARVEST, 22)


def test_barrows_are_worth_2_to_6_points_and_ask_for_goods() -> None:
    assert Counter(card.points for card in BOX.cards) == {2: 14, 3: 16, 4: 16, 5: 12, 6: 8}
    assert all(set(card.barrow) <= set(GOODS) for card in BOX.cards)
    assert all(card.trade == 1 and card.stall for card in BOX.cards)


def test_each_pair_of_benefits_is_on_eleven_extensions() -> None:
    pairs = Counter(frozenset(card.extension) for card in BOX.cards)
    assert set(pairs.values()) == {11}
    assert len(pairs) == 6


def test_helpers_that_were_found_say_so_and_all_others_are_reconstructed() -> None:
    found = {card.number for card in BOX.cards if card.helper.confidence in ("high", "medium")}
    assert found == {1, 2, 3, 4, 5, 6, 11, 23}
    assert all("reconstructed" in c.helper.confidence for c in BOX.cards if c.number not in found)


def test_every_rule_is_some_helpers() -> None:
    assert sorted(card.helper.rule for card in BOX.cards if card.helper.rule) == sorted(RULES)


def test_there_are_24_roof_tiles_four_for_each_round_that_cost_its_number() -> None:
    assert Counter(roof.round for roof in BOX.roofs) == dict.fromkeys(range(1, 7), 4)
    assert all(roof.cost == roof.round for roof in BOX.roofs)


def test_no_two_neighbours_in_the_market_have_the_same_value() -> None:
    for space, beside in enumerate(MARKET.neighbours):
        assert all(BOX.market_values[space] != BOX.market_values[other] for other in beside)


def test_donkeys_and_hats_add_up_to_four() -> None:
    assert [donkeys + hats for donkeys, hats in enumerate(BOX.hats, start=1)] == [4, 4, 4, 4]


def test_every_block_says_how_sure_it_is_and_where_it_comes_from() -> None:
    assert set(BOX.confidence) == set(BOX.source)
    assert {"farm cards", "market place", "prices", "siesta track"} <= set(BOX.reconstructed)
    assert {"price of upgrading a pig", "pig stalls of the player board"} <= set(BOX.reconstructed)
    assert "numbers of the craft buildings" in BOX.reconstructed
    assert "Reconstructed" in burgher.load("granja").notes[0]


# -- one's own set -----------------------------------------------------------------------------------


def test_a_set_of_ones_own_says_only_what_differs(tmp_path: Path) -> None:
    mine = read(own(tmp_path, '[[card]]\nnumber = 7\nfield = "olive"\n\n[upgrades]\npig = 4\n'))
    assert (mine.name, mine.card(7).field, mine.upgrade) == ("mine", "olive", (2, 2, 3, 4))
    assert mine.card(7).helper == BOX.card(7).helper
    assert mine.cards[7:] == BOX.cards[7:]


def test_it_can_be_played_with_and_makes_another_game(tmp_path: Path) -> None:
    text = """
    [siesta]
    points = [0, 1, 2, 3]
    [prices]
    sell = { olive = 2, grain = 1, grape = 1, pig = 2 }
    [[card]]
    number = 1
    [card.helper]
    name = "Cook"
    text = "Once a round, 2 silver for any good."
    once = true
    pay = { any-good = 1 }
    gain = { silver = 2 }
    confidence = "made up"
    """
    game = burgher.load("granja", 3, components=own(tmp_path, text))
    assert game.options == {"components": "mine", "modules": (), "points": "open"}
    assert game.fingerprint != burgher.load("granja", 3).fingerprint
    table = play_out(burgher.Table(game, seed=1))
    assert table.record.replay().scores() == table.scores()
    own(tmp_path, "[siesta]\npoints = [0, 1, 2, 4]\n")
    with pytest.raises(burgher.BadRecord, match="was played with rules"):
        table.record.replay()


def test_sets_in_ones_folder_can_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "granja").mkdir()
    own(tmp_path / "granja", "[upgrades]\npig = 4\n", "printed.toml")
    with pytest.raises(burgher.BadOptions, match="'printed' is not known"):
        burgher.load("granja", components="printed")
    monkeypatch.setenv(FOLDER, str(tmp_path))
    game = burgher.load("granja", components="printed")
    assert repr(game) == "burgher.load('granja', players=2, components='printed')"
    with pytest.raises(burgher.BadOptions):
        burgher.load("granja", components=str(tmp_path / "granja" / "printed.toml"))  # never any file


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[[card]]\nnumber = 67\n", "mine.toml: card 67: there is none such: there are 1 to 66"),
        ('[[card]]\nnumber = 7\nfield = "oliv"\n', "mine.toml: card 7: field: 'oliv' is not one of olive,"),
        (
            '[[card]]\nnumber = 7\nbarrow = { goods = ["olive"], points = 7 }\n',
            "mine.toml: card 7: barrow: points: 7 should be a whole number from 2 to 6",
        ),
        ("[[card]]\nnumber = 7\ncolour = 1\n", "mine.toml: card 7: colour: means nothing here"),
        (
            HELPER,
            "mine.toml: card 7: helper: gain: the helper does nothing",
        ),
        (
            f"{HELPER}gain = {{ silver = 1 }}\n",
            "mine.toml: card 7: helper: once: an action has to be for once a round",
        ),
        (
            f'{HELPER}rule = "cheap oil"\n',
            "card 16: helper: rule: card 7 has 'cheap oil' already",
        ),
        ("[prices]\nsell = { olive = 1 }\n", "mine.toml: prices: sell: has no grain"),
        (
            "[prices]\nsell = { olive = 3, grain = 1, grape = 1, pig = 1 }\n",
            "mine.toml: prices: sell: olive: what is bought may not be sold for more",
        ),
        ("[weather]\nsun = 1\n", "mine.toml: weather: means nothing here"),
        ("[card]\nnumber = 7\n", "mine.toml: card: should be entries: [[card]]"),
        ("[market]\nvalues = [[2]]\n", "mine.toml: market: values: should be a list of 5"),
        ("[start]\ndice = [5, 5, 7, 8]\n", "mine.toml: start: dice: with 4 players there are two dice each"),
        ("not toml", "mine.toml: "),
    ],
)
def test_complaints_name_file_thing_and_key(tmp_path: Path, text: str, complaint: str) -> None:
    with pytest.raises(BadComponents) as refused:
        read(own(tmp_path, text))
    assert str(refused.value).startswith(complaint)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BadComponents, match="No such file"):
        read(tmp_path / "nothing.toml")
