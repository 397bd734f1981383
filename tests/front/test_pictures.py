"""What notebooks show of games, tables and records."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import burgher
from burgher import Table
from front.conftest import Deal


def words(html: str) -> str:
    """All that a picture says, after a look at whether it is whole and needs nothing from elsewhere."""
    drawn = ElementTree.fromstring(html)
    assert "url(http" not in html
    assert not re.search(r'(href|src)="(?!#)', html)
    return " ".join("".join(drawn.itertext()).replace("\xa0", " ").split())


@pytest.mark.parametrize("name", ["burgundy", "granja", "hansa"])
def test_every_game_shows_its_states(name: str) -> None:
    game = burgher.load(name)
    picture = game.picture(game.deal(3), 0, names=[f"<{n}>" for n in range(game.players)])
    assert repr(picture).startswith(f"<Picture: {game.title}, ")
    assert "<0>" in words(picture._repr_html_())
    state = game.deal(3)
    shown = game.picture(state, state.seat)._repr_html_()
    assert state._repr_html_() == state.clone()._repr_html_() == shown
    assert game.restore(game.position(state))._repr_html_() == shown


def test_a_table_is_shown_through_the_eyes_of_whoever_decides(deal: Deal) -> None:
    table = deal("hide 2")
    assert table.seat == 1
    assert table._repr_html_() == table.picture(1)._repr_html_()
    assert table._repr_html_() != table.picture(0)._repr_html_()
    assert table.headline in words(table._repr_html_())


def test_pictures_keep_secrets() -> None:
    game = burgher.load("granja", players=2)
    state = game.deal(5)
    for seat in (0, 1):
        imagined = state.imagine(seat, 9)
        for viewer in (seat, None):
            assert game.picture(imagined, viewer).svg == game.picture(state, viewer).svg
        assert game.picture(imagined, 1 - seat).svg != game.picture(state, 1 - seat).svg


def test_a_record_shows_where_it_leads(deal: Deal) -> None:
    table = deal(random=100)
    assert table.is_over
    assert "wins" in words(table.record._repr_html_()) or "share" in words(table.record._repr_html_())


def test_a_record_that_cannot_be_replayed_shows_its_text(deal: Deal) -> None:
    table: Table = deal("hide 1")
    html = table.record_for(0)._repr_html_()
    assert html.startswith("<pre>Burgher record")
    assert "seed: (secret)" in html


def test_no_seat_is_no_eyes(deal: Deal) -> None:
    with pytest.raises(burgher.BurgherError):
        deal().picture(7)
