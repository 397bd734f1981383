"""The table of The Castles of Burgundy in the browser: whatever can be done can be touched."""

from __future__ import annotations

import json
import re
from itertools import combinations, pairwise
from math import hypot
from typing import Any

import pytest

from burgher import Table
from burgher.games.burgundy.components import TILES
from burgher.games.burgundy.page import (
    BLACK_HEX,
    DEPOT_HEX,
    PAWN,
    about,
    context,
    costs,
    drawn_tile,
    stages,
)
from page.seen import Html, page, played, sight, table, templates, values_of

GAMES = {
    "two": {"players": 2},
    "three": {"players": 3},
    "four, edition of 2019": {"players": 4, "edition": "2019"},
    "random boards, castles chosen openly": {"players": 2, "estates": "random"},
    "random boards, castles chosen secretly": {"players": 3, "estates": "random", "castles": "secret"},
}


@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
def test_every_part_of_every_legal_action_is_on_the_page(options: dict[str, object]) -> None:
    asked: set[str] = set()
    for n, position in enumerate(played(table(seed=3, **options))):  # type: ignore[arg-type]
        question = "" if position.is_over else position.question()
        if question in asked and n % 9:
            continue
        asked.add(question)
        there = values_of("data-part", page(position, position.seat, "board.html"))
        for action in position.actions() if not position.is_over else ():
            assert set(action.parts) <= there, action.words


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("moment", [0, 40, 10_000], ids=["beginning", "middle", "end"])
def test_pages_are_well_formed_and_hold_only_what_the_policy_lets_through(
    moment: int, seat: int | None
) -> None:
    html = Html(page(after(moment), seat, chat=[], invitations=[]))
    assert not html.problems
    ids = [attrs["id"] for attrs in html.having("id")]
    assert len(ids) == len(set(ids))
    for tag, attrs in html.elements:
        assert tag != "style"
        assert "style" not in attrs
        assert not [name for name in attrs if name.startswith("on")]
        assert (
            tag != "script" or attrs.get("type") == "application/json" or attrs["src"].startswith("/static/")
        )
        for name in ("src", "href", "action"):
            assert not re.match(r"(https?:)?//|javascript:", attrs.get(name, ""))
    for attrs in html.having("href"):
        if attrs["href"].startswith("#"):
            assert attrs["href"][1:] in ids, attrs["href"]
    for attrs in html.having("aria-controls"):
        assert attrs["aria-controls"] in ids


def after(moves: int) -> Table:
    """A game after so many decisions."""
    position = table()
    for n, _ in enumerate(played(position)):
        if n == moves:
            break
    return position


def test_everything_to_touch_has_a_name_and_the_keys_reach_it() -> None:
    html = Html(page(after(40), 0, "board.html"))
    touchable = [(tag, attrs) for tag, attrs in html.elements if "data-part" in attrs]
    assert len(touchable) > 60
    for tag, attrs in touchable:
        assert tag == "button" or (attrs["aria-label"] and attrs["role"] == "button" and "tabindex" in attrs)


def test_a_space_says_what_it_asks_for() -> None:
    labels = {
        attrs.get("data-part"): attrs["aria-label"] for attrs in Html(page(table(), 0)).having("aria-label")
    }
    assert labels["space-17"] == "Space 17, ship space, needs a 1, empty"
    assert labels["space-19"] == "Space 19: castle"


def test_names_and_chat_cannot_write_html() -> None:
    evil = '<img src=x onerror="alert(1)">&\'"'
    said = [{"name": evil, "text": "</ol><script>alert(1)</script>", "at": "now"}]
    html = page(table(names=(evil[:40], "</script>")), 0, chat=said, invitations=[])
    assert "<img" not in html
    assert "<script>" not in html
    assert not Html(html).problems


def test_the_data_island_is_json_that_no_name_can_break() -> None:
    html = page(table(names=("</script><b>", "Benno")), 0, "board.html")
    island = re.search(r'<script type="application/json" id="sight"[^>]*>(.*?)</script>', html, re.DOTALL)
    assert island
    assert json.loads(island[1])["names"] == ["</script><b>", "Benno"]


def test_a_secret_choice_of_another_is_not_drawn() -> None:
    position = table(players=2, estates="random", castles="secret")
    first = position.seat
    while position.seat == first:
        position.play(position.actions()[0].number)
    drawn = context(position.view(position.seat), sight(position, position.seat))["drawn"]
    (other,) = drawn["others"]
    assert other["estate"]["spaces"] == []
    assert not Html(page(position, position.seat, chat=[], invitations=[])).problems


def test_points_by_phase_add_up_to_the_score() -> None:
    position = after(10_000)
    assert position.is_over
    by_stage = [stage["points"] for stage in stages(sight(position, None))]
    assert [sum(points) for points in zip(*by_stage, strict=True)] == position.scores()


def test_what_workers_an_action_costs_is_read_from_its_sentence() -> None:
    def action(number: int, words: str, sentence: str) -> dict[str, object]:
        return {"number": number, "words": words, "sentence": sentence, "parts": ()}

    found = costs(
        [
            action(1, "1 take 3b", "Take the ship from depot 3 with your 2 and 1 worker"),
            action(2, "2 place 1-7", "Place the bank on space 7 with your 2 and 3 workers"),
            action(3, "1 take 2b", "Take the ship from depot 2 with your 2"),
            action(4, "buy black-2", "Buy the ship from the black depot"),
        ]
    )
    assert {number: cost["words"] for number, cost in found.items()} == {
        1: "1 worker",
        2: "3 workers",
        4: "2 silverlings",
    }


def test_things_are_alike_only_where_it_does_not_matter_which_is_touched() -> None:
    for position in played(table(seed=5)):
        if position.is_over:
            break
        seen = sight(position, position.seat)
        view = seen["view"]
        for group in context(view, seen)["alike"]:
            dice = [
                view["dice"][position.seat][int(part[-1]) - 1] for part in group if part.startswith("die-")
            ]
            assert len(set(dice)) <= 1
            assert len({part.split("-")[0] for part in group}) == 1


@pytest.mark.parametrize("edition", ["2011", "2019"])
def test_every_tile_has_its_drawing(edition: str) -> None:
    seen = sight(table(edition=edition), 0)
    source = templates().get_template("burgundy/symbols.svg").render(context(seen["view"], seen))
    there = {attrs["id"] for attrs in Html(source).having("id")}
    for tile in TILES:
        drawn = drawn_tile(tile.name, edition)
        assert {f"sym-{symbol['id']}" for symbol in drawn["symbols"]} <= there
        assert {f"tile-{tile.name}", f"ground-{drawn['kind']}", f"space-{drawn['kind']}"} <= there
        assert drawn["tip"].count("\n") == 1
    assert not Html(source).problems


def test_no_two_kinds_of_tile_look_the_same() -> None:
    looks = [
        json.dumps([drawn_tile(tile.name)[key] for key in ("kind", "symbols", "number")]) for tile in TILES
    ]
    assert len(set(looks)) == len(looks)


def test_every_part_can_say_what_it_is() -> None:
    seen = sight(table(), 0)
    assert str(about("space-1", seen)).startswith("Space 1: animal, needs a 6\n")
    assert about("goods-at-3", seen)
    assert about("nothing", seen) is None


def test_what_others_played_since_is_marked() -> None:
    position = after(60)
    seen = sight(position, 0)
    covered = next(iter(seen["view"]["players"][1]["tiles"]))
    seen["moves"] = [{"seat": 1, "words": "", "parts": ("die-1", "store-1", f"space-{covered}")}]
    (other,) = context(seen["view"], seen)["drawn"]["others"]
    assert [str(space["number"]) for space in other["estate"]["spaces"] if space["changed"]] == [covered]


def test_a_game_without_a_page_is_played_with_buttons() -> None:
    position = table()
    seen = sight(position, position.seat)
    html = Html(templates().get_template("board.html").render(sight=seen, page=None))
    assert not html.problems
    numbers = {int(attrs["data-action"]) for attrs in html.having("data-action")}
    assert numbers == {action.number for action in position.actions()}


def a_game(name: str, note: str, cover: str | None) -> dict[str, object]:
    """A game as the start page gets it, with options of every shape."""

    def option(name: str, shape: str, count: int) -> dict[str, object]:
        choices = [
            {"value": f"way {n}", "meaning": f"{note} The way number {n}.", "apart": []} for n in range(count)
        ]
        default = () if shape == "any of" else choices[0]["value"]
        return {"name": name, "meaning": note, "shape": shape, "default": default, "choices": choices}

    shapes = [("few", "one", 2), ("many", "one", 12), ("estates", "per seat", 3), ("extras", "any of", 9)]
    return {
        "name": name,
        "title": name.capitalize(),
        "blurb": None if cover is None else note,
        "cover": cover,
        "players": [2, 3, 4],
        "usual": 2,
        "options": [option(*shape) for shape in shapes],
        "notes": [note],
        "has_lessons": True,
    }


def test_the_start_page_sends_each_option_in_the_shape_it_has() -> None:
    nothing: dict[str, object] = {"tables": [], "total": 0}
    shown: dict[str, Any] = {name: [] for name in ("running", "mine_over", "notices", "invitations")}
    shown["found"] = dict.fromkeys(("open", "running", "finished"), nothing)
    page = templates().get_template("start.html")
    games = [a_game("burgundy", "Good.", None), a_game("hansa", "Good.", None)]
    html = Html(
        page.render(csrf="token", me=None, games=games, levels=[], last={}, liked=None, sought=None, **shown)
    )
    assert not html.problems
    ids = [attrs["id"] for attrs in html.having("id")]
    assert len(ids) == len(set(ids))
    inputs = [attrs for tag, attrs in html.elements if tag == "input"]
    kinds = {attrs["name"]: attrs["type"] for attrs in inputs if attrs["name"].startswith("option.")}
    assert kinds == {"option.few": "radio", "option.extras": "checkbox"}
    assert not [attrs for attrs in inputs if attrs["name"] == "option.extras" and "checked" in attrs]
    selects = [attrs for tag, attrs in html.elements if tag == "select"]
    assert sum(attrs["name"] == "option.many" for attrs in selects) == 2
    # For everybody, or one for each of up to four seats, in both games.
    assert sum(attrs["name"] == "option.estates" for attrs in selects) == 2 * 5
    # Nothing is unfolded: whoever wants to play sees where to begin.
    assert not [attrs for tag, attrs in html.elements if tag == "details" and "open" in attrs]
    quick = [
        attrs["value"] for tag, attrs in html.elements if tag == "button" and attrs.get("name") == "game"
    ]
    assert quick == ["burgundy", "hansa"]
    assert {f"#new-{name}" for name in quick} <= {attrs["href"] for attrs in html.having("href")}


@pytest.mark.parametrize("name", ["start.html", "join.html", "me.html", "error.html"])
def test_the_other_pages_are_well_formed_and_escape_what_people_wrote(name: str) -> None:
    evil = '<i class="x">&'
    summary = {
        "id": "k3x9",
        "url": "/t/k3x9",
        "title": "The Castles of Burgundy",
        "cover": "/look/burgundy/cover.svg",
        "names": ["Anna", evil],
        "to_move": 1,
        "my_turn": False,
        "changed": "2026-11-15T20:05:00+00:00",
        "my_seats": [],
        "is_mine": False,
        "free": [0],
        "is_over": False,
        "frozen": False,
        "scores": None,
        "time": None,
        "rated": False,
        "ended": None,
        "alone": False,
        "tournament": None,
    }
    over = {**summary, "is_over": True, "scores": [3, 4]}
    games = [a_game("burgundy", evil, "/look/burgundy/cover.svg"), a_game("hansa", evil, None)]
    html = (
        templates()
        .get_template(name)
        .render(
            csrf="token",
            me={"name": evil},
            games=games,
            last={},
            liked=None,
            levels=[{"name": evil, "title": evil, "says": evil, "usual": True, "for_points": False}],
            running=[summary],
            mine_over=[over],
            found={
                "open": {"tables": [summary], "total": 30},
                "running": {"tables": [{**summary, "frozen": True}], "total": 1},
                "finished": {"tables": [over], "total": 1},
            },
            notices=[{"text": evil}],
            sought=evil,
            invitations=[{"invitation": {"by": evil, "seat": 0, "key": "secret"}, "table": summary}],
            table=summary,
            seat=0,
            invitation="secret",
            suggested=evil,
            link="https://example.org/me/secret",
            arriving=None,
            status=404,
            title="Not here",
            detail=evil,
            back=f"/find?{evil}",
        )
    )
    assert evil not in html
    parsed = Html(html)
    assert not parsed.problems
    for tag, attrs in parsed.elements:
        assert "style" not in attrs
        assert tag != "form" or attrs["method"] == "post"


def test_a_line_of_the_log_has_a_dot_only_where_it_names_a_player() -> None:
    html = page(after(60), None, "board.html")
    log = html[html.index('<ol id="log"') :].partition("</ol>")[0]
    lines = re.findall(r"<li data-n=.*?</li>", log)
    of_a_round = [line for line in lines if "Round " in line or "Phase A begins" in line]
    assert of_a_round
    assert not [line for line in of_a_round if "dot seat-" in line]
    assert [line for line in lines if "dot seat-0" in line]
    assert [line for line in lines if "dot seat-1" in line]


def test_pieces_on_the_turn_order_track_do_not_overlap() -> None:
    seen = sight(table(players=4, seed=3), 0)
    seen["view"] = {**seen["view"], "players": [{**one, "steps": 2} for one in seen["view"]["players"]]}
    pawns = context(seen["view"], seen)["drawn"]["order"]["pawns"]
    heights = sorted(pawn["y"] for pawn in pawns)
    assert len(pawns) == 4
    assert all(upper - lower >= PAWN for lower, upper in pairwise(heights))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_on_the_game_board_overlaps(players: int) -> None:
    seen = sight(table(players=players, seed=3), 0)
    market = context(seen["view"], seen)["drawn"]["market"]
    for (x, y, wide, high), (left, top, width, height) in combinations(
        [depot["plate"] for depot in market["depots"]], 2
    ):
        assert x + wide <= left or left + width <= x or y + high <= top or top + height <= y
    spots = [(spot, DEPOT_HEX[players]) for depot in market["depots"] for spot in depot["spots"]]
    spots += [(spot, BLACK_HEX[players]) for spot in market["black"]]
    for (one, (wide, _)), (other, (width, _)) in combinations(spots, 2):
        assert hypot(one["x"] - other["x"], one["y"] - other["y"]) > 0.98 * (wide + width) / 2
    for spot, (wide, half) in spots:
        assert wide / 2 <= spot["x"] <= market["width"] - wide / 2
        assert half <= spot["y"] <= market["height"] - half
