"""What people meet of the modules: explanations by name or part, sentences, and what is marked as a guess."""

from __future__ import annotations

import pytest

from burgher.games.granja.modules.shelf import NAMES
from granja.kit import deal, load

MODULES = ("betwixt", "bustling-town", "donkey-song", "grand-markers", "hired-hands", "long-distance-trade")


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        ("betwixt", "a module: Between every two neighbours"),
        ("betwixt-1", "First reward: "),
        ("claim", "who gave all gets both"),
        ("town-3", "Toll House: 4 silver"),
        ("point-5", "between stalls 1-2 and 1-3"),
        ("building action", "or builds one"),
        ("space-3", "a building action (not with the leftover die)"),
        ("song-4", "Blue donkey tile 4: 1 step, 3 silver, up to 4 purchased deliveries"),
        ("donkey-song-12", "Purple donkey tile 12: 4 free deliveries of different goods"),
        ("more-hats", "next to your disc"),
        ("grand-marker", "covers two neighbouring demands"),
        ("worker", "A 1 counts as any value for 1 silver"),
        ("donkey-0", "no donkey and 4 hats"),
        ("journey-8", "return a grape and 2 pigs for 3 points"),
    ],
)
def test_modules_explain_their_parts(topic: str, said: str) -> None:
    table = deal(modules=MODULES)
    explained = table.game.explain(topic, table.view(0))
    assert explained is not None
    assert said in explained


def test_what_is_not_in_play_is_not_explained() -> None:
    assert load().explain("journey-8") is None
    assert "two different harvest goods" in str(load().explain("space-3"))


def test_reconstructions_say_so() -> None:
    table = deal(modules=MODULES)
    for topic in ("betwixt-1", "town-3", "journey-8", "donkey song"):
        assert str(table.game.explain(topic, table.view(0))).endswith("(Reconstructed.)")
    for topic in ("grand markers", "hired hands"):
        assert "Reconstructed" not in str(table.game.explain(topic, table.view(0)))


@pytest.mark.parametrize("module", NAMES)
def test_every_module_has_a_sentence_for_who_chooses_it(module: str) -> None:
    modules = next(option for option in load().choices if option.name == "modules")
    assert modules.choices[module].endswith(".")


@pytest.mark.parametrize(
    ("topic", "said"),
    [
        (
            "colchonera",
            "cured meat or a trade commodity for a pig, food or wine, with 3 siesta points or more",
        ),
        ("colchonera", "score 1, 3 or 6 points at the end, and 3 for each more"),
        ("outlaws", "gets its revenue and then gives its outlaw what he wants, or 1 point"),
        ("gray die", "unless there is no white one"),
        ("ransom", "become a trade commodity at any time in your turn"),
        ("penalty-1", "a marked one wants nothing more"),
        ("lady", "Everybody chooses a lady before the first round"),
        ("green-3", "Ana, a lady of La Granja"),
        ("option-2", "one of them is taken"),
        ("instant-4", "whose neighbour's instant side you may use instead"),
        ("pair-2", "covers two neighbouring demands"),
    ],
)
def test_what_belongs_to_a_module_is_explained(topic: str, said: str) -> None:
    table = deal(modules=(*MODULES, "colchonera", "ladies", "outlaws"))
    assert said in str(table.game.explain(topic, table.view(0)))


def test_counsellors_say_what_a_gray_die_brings() -> None:
    table = deal(modules=("counsellors",))
    for topic in ("counsellors", "counsellor", "gray die"):
        assert "for 1 silver or 1 point, its counsellor's reward" in str(table.game.explain(topic))
