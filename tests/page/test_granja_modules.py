"""The modules of La Granja in the browser: each shows what it has, and what can be done can be touched."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from litestar.datastructures import FormMultiDict

import burgher
from burgher import Table
from burgher.games.granja.components import standard_set
from burgher.games.granja.modules.bustling_town import POINTS
from burgher.games.granja.modules.shelf import EXCLUSIVE, MEANINGS
from burgher.games.granja.page import about, context, costs, modules, words
from burgher.games.granja.page.drawing import Drawing
from burgher.games.granja.page.market import HEX, stall_at
from burgher.games.granja.page.modules.bustling_town import point_at
from burgher.kernel.errors import BadOptions
from burgher.server.http.forms import game_of_form
from page.seen import NAMES, Html, log, sight, templates
from page.test_granja import page
from page.test_granja_secrets import cards_told, seen_by_all

HERE = Path(modules.__file__).parent
ONE_SIDE = tuple(name for name in MEANINGS if name not in {pair[1] for pair in EXCLUSIVE})
OTHER_SIDE = tuple(name for name in MEANINGS if name not in {pair[0] for pair in EXCLUSIVE})


def table(*names: str, players: int = 2, seed: int = 7) -> Table:
    """A table just dealt, with some modules."""
    return Table(burgher.load("granja", players=players, modules=names), seed=seed, names=NAMES[:players])


def drawing(position: Table, seat: int | None) -> Drawing:
    """The table as a seat sees it."""
    seen = sight(position, seat)
    return Drawing(seen["view"], seen)


def eager(position: Table, chance: random.Random) -> int:
    """An action of somebody who seldom sells or declines, and likes what is new."""
    plain = ("sell", "buy", "upgrade", "done", "skip", "silver")
    actions = position.actions()
    some = [action for action in actions if action.parts[0] not in plain]
    return chance.choice(some if some and chance.random() < 0.9 else actions).number


@cache
def after(names: tuple[str, ...], moves: int, players: int = 2, seed: int = 3) -> Table:
    """A game with modules after so many decisions, or at its end."""
    position, chance = table(*names, players=players, seed=seed), random.Random(seed)
    for _ in range(moves):
        if position.is_over:
            break
        position.play(eager(position, chance))
    return position


def put(position: Table, **changed: Any) -> Table:
    """The same table with some of its modules changed."""
    data = position.position()
    for name, more in changed.items():
        data["state"]["modules"][name.replace("_", "-")] |= more
    return Table.from_position(data, position.names)


# -- whatever can be done can be touched --------------------------------------------------------------


PRICES = {
    "counsel for": {"1 silver", "1 point"},
    "take song": {"1 silver"},
    "modifier silver": {"1 modifier marker"},
    "modifier die": {"1 modifier marker"},
    "tile broken": {"0 silver", "1 silver", "2 silver"},
    "journey": {words.listed(one.goods) for one in standard_set().modules.long_distance_trade.spaces},
    "deliver silver": {"1 silver", "2 silver"},
    "lady point": {"1 point"},
}
"""What actions of modules may cost."""


@pytest.mark.parametrize(("names", "players", "seed"), [(ONE_SIDE, 2, 0), (OTHER_SIDE, 3, 1)])
def test_every_part_of_every_legal_action_is_on_the_page(
    names: tuple[str, ...], players: int, seed: int
) -> None:
    asked: set[str] = set()
    priced: set[str] = set()
    position, chance = table(*names, players=players, seed=seed), random.Random(seed)
    while not position.is_over:
        view, actions = position.view(position.seat), position.actions()
        question = view["questions"][-1][0] if view["questions"] else view["step"]
        new = {question, *(action.words.partition(" ")[0] for action in actions)} - asked
        if new:
            asked |= new
            html = page(position, position.seat)
            there = set(re.findall(r'data-part="([^"]+)"', html))
            direct = set(map(int, re.findall(r'data-action="(\d+)"', html)))
            alike = Counter(frozenset(action.parts) for action in actions)
            for action in actions:
                assert set(action.parts) <= there, action.words
                assert alike[frozenset(action.parts)] == 1 or action.number in direct, action.words
            drawn = drawing(position, position.seat)
            assert not all(map(drawn.is_anytime, drawn.sight["actions"])), "something is asked"
            prices = costs(drawn)
            for one in drawn.sight["actions"]:
                verb = " ".join(one["words"].split()[:2]).rstrip("0123456789 ")
                if verb in PRICES:
                    assert prices[one["number"]]["words"] in PRICES[verb]
                    priced.add(verb)
        position.play(eager(position, chance))
    assert len(asked) > 40
    assert len(priced) > 2


@pytest.mark.parametrize("names", [*((name,) for name in MEANINGS), ONE_SIDE, OTHER_SIDE])
def test_each_module_alone_and_all_together_make_a_page(names: tuple[str, ...]) -> None:
    position = after(names, 60)
    for seat in (position.seat, None):
        html = Html(page(position, seat, "table.html", chat=[], invitations=[]))
        assert not html.problems
        ids = [attrs["id"] for attrs in html.having("id")]
        assert len(ids) == len(set(ids))
        for tag, attrs in html.elements:
            assert "style" not in attrs
            assert not [one for one in attrs if one.startswith("on")]
            assert "aria-label" not in attrs or tag not in ("div", "span", "p") or "role" in attrs, attrs
            if "data-part" in attrs and tag != "button":
                assert attrs["aria-label"]
                assert attrs["role"] == "button"
                assert "tabindex" in attrs
        for attribute in ("aria-controls", "data-open"):
            assert all(attrs[attribute] in ids for attrs in html.having(attribute))
        drawings = {attrs["href"][1:] for attrs in html.having("href") if attrs["href"].startswith("#")}
        assert drawings <= set(ids)


def test_without_modules_there_is_nothing_of_them() -> None:
    html = page(table(), 0)
    assert 'id="boards"' not in html
    assert 'class="tokens"' not in html
    assert drawing(table(), 0).looks == []


@pytest.mark.parametrize("name", MEANINGS)
def test_each_module_is_found_by_its_name(name: str) -> None:
    file = name.removesuffix("-b").replace("-", "_")
    found = import_module(f"{modules.__name__}.{file}").LOOK
    (one,) = drawing(after((name,), 30), 0).looks
    assert type(one) is found
    there = {
        attrs["id"] for attrs in Html(templates().get_template("granja/symbols.svg").render()).having("id")
    }
    assert f"sym-{found.symbol}" in there
    assert {f"sym-{symbol}" for _, _, symbol in found.deeds} <= there
    if one.board() is not None:
        assert (HERE / Path(one.template).name).is_file()


def test_what_has_a_part_can_say_what_it_is() -> None:
    for names in (ONE_SIDE, OTHER_SIDE):
        position = after(names, 90, 3)
        seen = sight(position, position.seat)
        looks = Drawing(seen["view"], seen).looks
        for one in looks:
            things = [one.board(), one.tokens(position.seat), one.points(), one.anytime()]
            for thing in modules.with_parts(things):
                told = about(thing["part"], seen)
                assert told, thing["part"]
    assert str(about("journey-3", sight(after(ONE_SIDE, 90, 3), 0))).startswith("Journey 3")


@pytest.mark.parametrize("name", MEANINGS)
def test_what_is_reconstructed_is_marked_and_explained(name: str) -> None:
    position = after((name,), 30)
    html = page(position, position.seat)
    guessed = standard_set().modules.reconstructed([name])
    (one,) = drawing(position, position.seat).looks
    told = one.guess()
    assert bool(told) == bool(guessed)
    if told:
        assert told.startswith(f"≈ {one.title}: a reconstruction\n")
        assert one.title in html.partition('id="legend"')[2]
        marks = [a["data-tip"] for a in Html(html).having("data-tip") if a.get("class") == "reconstructed"]
        assert told in marks


def test_no_card_of_another_is_in_a_page() -> None:
    position = after(ONE_SIDE, 120, 3)
    whole = position.position()["state"]
    for seat in (None, 0, 1, 2):
        told = cards_told(page(position, seat).partition('id="log"')[0])
        for other, player in enumerate(whole["players"]):
            if other != seat:
                assert not told & set(player["hand"]) - seen_by_all(whole)


def test_points_by_round_add_up_to_the_score() -> None:
    position = after(("colchonera", "long-distance-trade"), 2000)
    assert position.is_over
    by_stage = context(position.view(None), sight(position, None))["stages"]
    sums = [sum(points) for points in zip(*(stage["points"] for stage in by_stage), strict=True)]
    assert [standard_set().start_points + points for points in sums] == position.scores()
    (last,) = [stage["points"] for stage in by_stage if stage["name"] == "Final scoring"]
    final = [entry for entry in log(position, None) if entry["source"] in ("Colchonera", "silver left")]
    assert [entry["source"] for entry in final].count("Colchonera") > 0
    assert all(
        last[seat] >= sum(entry["points"] for entry in final if entry["seat"] == seat) for seat in (0, 1)
    )


# -- what each shows --------------------------------------------------------------------------------------


def board(position: Table, name: str, seat: int | None) -> dict[str, Any]:
    """What the board of a module shows to a seat."""
    (found,) = [one["shows"] for one in drawing(position, seat).boards() if one["name"] == name]
    return dict(found)


def test_a_betwixt_card_is_seen_from_ones_own_end() -> None:
    position = after(("betwixt",), 0, 3)
    mine, others = board(position, "betwixt", 1)["cards"], board(position, "betwixt", 0)["cards"]
    between = {card["part"]: card for card in others}
    assert [card["mine"] for card in mine] == [True, True, False]
    for card in mine[:2]:
        assert card["seats"][0] == 1
        again = between[card["part"]]
        if again["seats"] != card["seats"]:
            assert [good["kind"] for good in again["goods"]] == [good["kind"] for good in card["goods"]][::-1]
    delivered = put(
        position, betwixt={"cards": [{"card": 1, "near": 2, "far": 1, "waiting": None}, None, None]}
    )
    (card,) = board(delivered, "betwixt", 1)["cards"]
    assert [good["seat"] for good in card["goods"]] == [1, None, None, None, None, 0, 0]
    assert "3 of 7 delivered" in card["label"]


def test_colchonera_shows_how_far_one_has_come() -> None:
    position = after(("colchonera",), 0)
    shows = board(position, "colchonera", 0)
    steps = position.view(0)["players"][0]["siesta"]
    assert [row["reached"] for row in shows["rows"]] == [
        standard_set().siesta[steps] >= row.points for row in standard_set().modules.colchonera.rows
    ]
    marked = put(position, colchonera={"markers": [[1, 0], [2, 1], [0, 0], [0, 0]]})
    rows = board(marked, "colchonera", 0)["rows"]
    assert rows[1]["markers"] == [{"seat": 0, "count": 2}, {"seat": 1, "count": 1}]
    assert rows[2]["markers"] == []
    assert "trade-siesta" in [one["part"] for one in drawing(position, 0).anytime()["trades"]]


def test_gray_dice_lie_apart_from_white_ones() -> None:
    seen: set[str] = set()
    for name in ("counsellors", "outlaws"):
        position, chance = table(name, seed=2), random.Random(2)
        while position.view(None)["round"] < 3:
            view = position.view(None)
            for space in drawing(position, None).revenue():
                gray = sum(one["count"] for one in space["more_dice"])
                assert space["dice"] + gray == view["dice"][space["number"] - 1]
                assert space["cell"]["label"].startswith(f"{name[:-1].capitalize()} {space['number']}: ")
                seen |= {one["colour"] for one in space["more_dice"]}
            position.play(eager(position, chance))
    assert seen == {"gray"}


def test_song_tiles_lie_in_the_display_or_with_the_donkey_tiles() -> None:
    position = after(("donkey-song",), 0)
    display = [1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12]
    data = position.position()
    data["state"]["modules"]["donkey-song"]["display"] = display
    data["state"]["players"][1]["donkeys"].append(8)
    owned = Table.from_position(data, position.names)
    tiles = [tile for area in board(owned, "donkey-song", 0)["areas"] for tile in area["tiles"]]
    assert sorted(tile["number"] for tile in tiles if tile["there"]) == display
    assert [tile["part"] for tile in drawing(owned, 0).player(1)["donkeys"]][4:] == ["donkey-song-4"]
    assert len(drawing(owned, 0).player(0)["donkeys"]) == 4


def test_grand_markers_have_a_crown() -> None:
    position = after(("grand-markers",), 0)
    drawn = drawing(position, 0)
    assert sum(place["cover"] == "crown" for place in drawn.market()) == 2
    assert [one["count"] for one in drawn.player(0)["tokens"]] == [1]


def test_workers_stand_where_they_were_sent() -> None:
    spots = [["stall-3-3"], ["building-2"]]
    position = after(("hired-hands",), 0)
    stall = next(iter(position.view(0)["market"]))
    owner = position.view(0)["market"][stall]
    spots[owner] = [f"stall-{stall}"]
    spots[1 - owner] = ["building-2"]
    sent = put(position, hired_hands={"home": [1, 1], "out": spots})
    drawn = drawing(sent, 0)
    assert [one["seat"] for one in drawn.crafts()[1]["pieces"]] == [1 - owner]
    (place,) = [place for place in drawn.market() if place["pieces"]]
    assert place["part"] == f"stall-{stall}"
    assert [tile["part"] for tile in drawn.player(0)["donkeys"]] == [
        "donkey-1",
        "donkey-2",
        "donkey-3",
        "donkey-0",
    ]


def test_ladies_to_choose_from_and_ladies_at_work() -> None:
    position = table("ladies")
    seat = position.seat
    choice = board(position, "ladies", seat)["choice"]
    assert [one["part"] for one in choice] == [action.parts[0] for action in position.actions()]
    while position.actions()[0].words.startswith("lady "):
        position.play(position.actions()[0].number)
    assert board(position, "ladies", seat)["choice"] == []
    assert {one["seat"] for one in board(position, "ladies", seat)["chosen"]} == {0, 1}
    rosa = put(position, ladies={"ladies": [3, 2]})
    farms = [drawing(rosa, 0).player(one) for one in (0, 1)]
    assert [len(farm["roofs"]) for farm in farms] == [7, 5]
    assert [len(farm["helpers"]) for farm in farms] == [3, 4]


def test_trade_boards_say_what_is_wanted_next() -> None:
    position = after(("trade-boards",), 0, 3)
    shows = board(position, "trade-boards", 1)
    assert [one["seat"] for one in shows["boards"]] == [2, 0, 1]
    assert [one["mine"] for one in shows["boards"]] == [False, False, True]
    for one in shows["boards"]:
        assert [place["next"] for place in one["places"]] == [True, False, False, False, False]


def test_buildings_of_the_town_stand_where_stalls_meet() -> None:
    at = [point_at(point) for point in range(1, len(POINTS) + 1)]
    assert len({(round(x), round(y)) for x, y in at}) == len(POINTS)
    for meeting, (x, y) in zip(POINTS, at, strict=True):
        for space in meeting:
            sx, sy = stall_at(space)
            assert ((x - sx) ** 2 + (y - sy) ** 2) ** 0.5 == pytest.approx(HEX[1], abs=0.1)
    for players, name in ((2, "bustling-town"), (4, "bustling-town-b")):
        position = after((name,), 0, players)
        drawn = drawing(position, 0)
        assert len(board(position, name, 0)["cards"]) == standard_set().modules.bustling_town.display
        texts = [space["text"] for space in drawn.revenue()]
        side = standard_set().modules.bustling_town.spaces[6 if name.endswith("b") else 0 :][:6]
        assert texts == [tile.text for tile in side]
        point = position.view(0)["modules"][name]["points"]
        assert {one["part"] for one in drawn.looks[0].points()} == {f"point-{n}" for n in point}


# -- the form -----------------------------------------------------------------------------------------------


def test_the_form_takes_any_modules() -> None:
    def chosen(*names: str) -> object:
        form = FormMultiDict([("game", "granja"), *(("option.modules", name) for name in names)])
        return game_of_form(form).options["modules"]

    assert chosen() == ()
    assert chosen("ladies") == ("ladies",)
    assert chosen("ladies", "betwixt") == ("betwixt", "ladies")
    with pytest.raises(BadOptions, match="not played together"):
        chosen("counsellors", "outlaws")
