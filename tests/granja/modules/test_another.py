"""A module that is not part of Burgher is one file of rules and one of its look, put onto the shelf."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import burgher
from burgher import BadOptions, Table
from burgher.contract import check_actions, check_identity
from burgher.games.granja.farm import roof_price
from burgher.games.granja.modules import shelf
from burgher.games.granja.page import modules as looks
from burgher.games.granja.page.drawing import Drawing
from burgher.games.granja.wording.modules import registry as wordings
from burgher.kernel.packed import at
from granja.kit import legal, module, refusal, silver
from granja.modules.test_together import play_checked
from page.seen import sight

pytestmark = pytest.mark.skipif(burgher.COMPILED, reason="what is compiled has no subclasses from elsewhere")


@pytest.fixture(autouse=True)
def on_the_shelf() -> Iterator[None]:
    from granja.modules.fountain import Fountain, FountainLook, FountainWording

    shelf.add("fountain", Fountain, lambda components: Fountain())
    wordings.add("fountain", FountainWording)
    looks.add("fountain", FountainLook)
    yield
    shelf.remove("fountain")


def game(*others: str, players: int = 2) -> burgher.Game:
    return burgher.load("granja", players, modules=("fountain", *others))


def table() -> Table:
    return Table(game(), 7, ("Anna", "Benno"))


def test_it_can_be_chosen_as_long_as_it_is_there() -> None:
    assert "fountain" in game().options["modules"]
    shelf.remove("fountain")
    with pytest.raises(BadOptions, match="fountain"):
        game()


def test_it_asks_and_acts_and_is_told() -> None:
    fresh = table()
    before = silver(fresh)
    seat = fresh.seat
    assert legal(fresh) >= {"drink", "skip"}
    assert fresh.game.question(fresh.state) == "Do you drink from the fountain?"
    told = [fresh.game.tell(entry, ("Anna", "Benno")) for entry in fresh.play("drink")]
    assert f"{('Anna', 'Benno')[seat]} drinks from the fountain." in told
    assert fresh.position()["state"]["players"][seat]["silver"] == before + 1
    assert module(fresh, "fountain") == {"water": 4}
    assert refusal(fresh, "drink").kind == "not-thirsty"


def test_it_changes_a_price_for_as_long_as_it_says() -> None:
    state: Any = game().deal(7)
    tile = at(state.display, 0) - 1
    full = roof_price(state, tile)
    state.modules[0].water -= 1
    assert roof_price(state, tile) == full + 1


@pytest.mark.parametrize("others", [(), ("betwixt", "hired-hands", "ladies", "outlaws")])
def test_it_keeps_what_every_game_keeps_alone_and_with_others(others: tuple[str, ...]) -> None:
    chosen = game(*others, players=3)
    check_identity(chosen)
    check_actions(chosen)
    play_checked(chosen, 5)


def test_it_is_drawn() -> None:
    fresh = table()
    seen = sight(fresh, fresh.seat)
    picks = Drawing(seen["view"], seen).picks()
    assert [(pick["verb"], pick["name"]) for pick in picks] == [("fountain", "Drink")]
