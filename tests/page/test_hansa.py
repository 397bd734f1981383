"""The table of Hansa Teutonica in the browser: whatever can be done can be touched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from math import dist
from pathlib import Path
from typing import Any

import pytest

import burgher
from burgher import Table
from burgher.agents.greedy import GreedyAgent
from burgher.games.hansa import page as hansa_page
from burgher.games.hansa.components import BOARD_SIDES, FAVOURS, MARKERS, PERMANENT, TRACKS, BoardSide
from burgher.games.hansa.page import about, context, costs, stages
from burgher.games.hansa.page.atlas import atlas
from burgher.games.hansa.page.drawing import JOINING, PAWNS
from page.seen import Html, played, sight, templates, values_of
from page.test_colours import BASE, block_of, contrast, variables

NAMES = ("Anna", "Benno", "Carla", "Dario", "Eva")
GAMES: dict[str, dict[str, Any]] = {
    "two, with the pawn": {"players": 2, "limit": "40"},
    "three, rules of 2009": {"players": 3, "limit": "40", "rules": "2009"},
    "four": {"players": 4, "limit": "40"},
    "five, big box, missions and favours": {
        "players": 5,
        "limit": "40",
        "rules": "big-box",
        "modules": ("missions", "favour"),
    },
    "the East": {"players": 3, "limit": "40", "map": "east"},
    "Britannia for three": {"players": 3, "limit": "40", "map": "britannia"},
    "Britannia for five": {"players": 5, "limit": "40", "map": "britannia"},
}
HERE = Path(hansa_page.__file__).parent


def table(seed: int = 3, names: tuple[str, ...] = NAMES, **options: Any) -> Table:
    """A table just dealt."""
    game = burgher.load("hansa", **{"players": 4, "limit": "40", **options})
    return Table(game, seed=seed, names=names[: game.players])


def page(table: Table, seat: int | None, template: str = "board.html", **more: Any) -> str:
    """The table's page, for one viewer."""
    seen = {**sight(table, seat), **more.pop("seen", {})}
    made = templates().get_template(template)
    drawn = context(seen["view"], seen)
    return made.render(
        sight=seen,
        page="hansa/table.html",
        game_css="/look/hansa/page.css",
        csrf="token",
        me={"name": "Anna"},
        **drawn,
        **more,
    )


@cache
def after(moves: int, **options: Any) -> Table:
    """A game after so many decisions at random, or at its end."""
    position = table(**options)
    for n, _ in enumerate(played(position)):
        if n == moves:
            break
    return position


@cache
def played_well() -> Table:
    """A game at its end, in which everybody tried to win."""
    position, agent = table(), GreedyAgent(1)
    while not position.is_over:
        position.play(agent.choose(position.state))
    return position


@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
def test_every_part_of_every_legal_action_is_on_the_page(options: dict[str, Any]) -> None:
    asked: dict[str, int] = {}
    for n, position in enumerate(played(table(**options))):
        question = "" if position.is_over else re.sub(r"\d+", "", position.question())
        asked[question] = asked.get(question, 0) + 1
        if asked[question] > 3 and n % 151:
            continue
        there = values_of("data-part", page(position, position.seat))
        for action in position.actions() if not position.is_over else ():
            assert set(action.parts) <= there, action.words
    assert len(asked) > 4


@pytest.mark.parametrize("side", BOARD_SIDES, ids=[side.name for side in BOARD_SIDES])
def test_every_action_of_every_board_has_its_place(side: BoardSide) -> None:
    """What a random game may never reach: a page on which everything is possible at once."""
    position = table(players=side.players[0], map=side.name.split("-")[0])
    seen = sight(position, position.seat)
    everything = position.game.actions
    seen["actions"] = [
        {"number": one.number, "words": one.words, "parts": one.parts, "sentence": one.words}
        for one in everything
        if not one.words.startswith("displace")  # what they cost, nobody knows where nobody stands
    ]
    view = seen["view"]
    view["players"][position.seat]["unused"] = dict.fromkeys(MARKERS, 1)
    view["players"][position.seat]["waiting"] = [MARKERS[0]]
    view["favours"] = list(FAVOURS)
    empty = values_of("data-part", page(position, position.seat, seen=seen))
    piece = {"seat": 0, "shape": "merchant"}
    view["houses"] = {key: [piece] * len(houses) for key, houses in view["houses"].items()}
    for city in side.cities:
        view["cities"][city.key]["offices"] = [piece] * len(city.offices)
    if side.provinces:
        view["pawn"] = side.provinces[0].name
    full = values_of("data-part", page(position, position.seat, seen=seen))
    if side.provinces:
        view["pawn"] = side.provinces[1].name
        full |= values_of("data-part", page(position, position.seat, seen=seen))
    missing = {part for one in everything for part in one.parts} - empty - full - set(hansa_page.BUTTONS)
    assert missing == (
        {"pawn"} | {f"province-{one.name}" for one in side.provinces}
        if position.game.players != 2 and side.provinces
        else set()
    )


@pytest.mark.parametrize("seat", [0, 1, None])
@pytest.mark.parametrize("moment", [0, 150, 100_000], ids=["beginning", "middle", "end"])
def test_pages_are_well_formed_and_hold_only_what_the_policy_lets_through(
    moment: int, seat: int | None
) -> None:
    html = Html(page(after(moment), seat, "table.html", chat=[], invitations=[]))
    assert not html.problems
    ids = [attrs["id"] for attrs in html.having("id")]
    assert len(ids) == len(set(ids))
    for tag, attrs in html.elements:
        assert tag != "style"
        assert "style" not in attrs
        assert not [name for name in attrs if name.startswith("on")]
    for attrs in html.having("href"):
        if attrs["href"].startswith("#"):
            assert attrs["href"][1:] in ids, attrs["href"]
    for attrs in html.having("aria-controls"):
        assert attrs["aria-controls"] in ids


@pytest.mark.parametrize("options", GAMES.values(), ids=GAMES)
def test_everything_to_touch_has_a_name_and_the_keys_reach_it(options: dict[str, Any]) -> None:
    position = after(90, **options)
    html = Html(page(position, position.seat))
    touchable = [(tag, attrs) for tag, attrs in html.elements if "data-part" in attrs]
    assert len(touchable) > 60
    for tag, attrs in touchable:
        assert tag == "button" or (attrs["aria-label"] and attrs["role"] == "button" and "tabindex" in attrs)


def test_names_cannot_write_html() -> None:
    evil = '<img src=x onerror="alert(1)">&\'"'
    html = page(
        table(names=(evil[:40], "</script>", "<b>", "&amp;")), 0, "table.html", chat=[], invitations=[]
    )
    assert "<img" not in html
    assert not Html(html).problems


# -- secrets ----------------------------------------------------------------------------------------


def test_a_mission_is_drawn_for_its_owner_alone_until_the_end() -> None:
    position = table(modules=("missions",))
    missions = [position.view(seat)["players"][seat]["mission"] for seat in range(4)]
    for seat in range(4):
        drawn = context(position.view(seat), sight(position, seat))["drawn"]
        assert [city["name"] for city in drawn["mine"]["mission"]["cities"]] == missions[seat]
        assert [other["mission"] for other in drawn["others"]] == [None, None, None]
        assert 'class="mission"' in page(position, seat)
    assert 'class="mission"' not in page(position, None)
    over = after(100_000, modules=("missions",))
    assert all(other["mission"] for other in context(over.view(0), sight(over, 0))["drawn"]["others"])


# -- what is told -------------------------------------------------------------------------------------


def test_a_city_says_what_it_asks_for_and_whose_it_is() -> None:
    position = table()
    seen = sight(position, 0)
    assert about("city-stade", seen) == (
        "Stade\nNext: a white office for a merchant.\nHere you may develop your privilege."
    )
    assert "\nNext: an orange office for a merchant" in str(about("city-kampen", seen))
    city = seen["view"]["cities"]["stade"]
    city.update(offices=[{"seat": 1, "shape": "merchant"}], control=1, complete=True)
    told = str(about("city-stade", seen))
    assert "From the left: Benno’s merchant." in told
    assert "Completed." in told
    assert "Benno controls it" in told
    assert str(about("office-stade-1", seen)).startswith(
        "Stade, office 1: white office for a merchant\nBenno’s"
    )


def test_every_part_can_say_what_it_is() -> None:
    position = after(150)
    seen = sight(position, position.seat)
    for part in ("route-hamburg-bremen", "track-keys", "special-pink", "city-minden"):
        assert "\n" in str(about(part, seen)), part
    assert about("nothing", seen) is None


def test_displacing_says_what_it_costs_before_it_is_paid() -> None:
    for position in played(table(seed=5)):
        if position.is_over:
            raise AssertionError("nobody was ever displaced")
        view = position.view(position.seat)
        actions = sight(position, position.seat)["actions"]
        found = costs(view, actions)
        displacing = [one for one in actions if one["words"].startswith("displace")]
        paid = ("displace", "use", "exchange", "extra")
        assert set(found) == {one["number"] for one in actions if one["words"].startswith(paid)}
        shapes = set()
        for one in displacing:
            route, house = re.fullmatch(r"house-(.*)-(\d)", one["parts"][-1]).groups()  # type: ignore[union-attr]
            piece = view["houses"][route][int(house) - 1]
            assert found[one["number"]]["count"] == {"trader": 1, "merchant": 2}[piece["shape"]]
            shapes.add(piece["shape"])
        if len(shapes) == 2:
            return


def test_a_favour_says_what_it_costs() -> None:
    action = {"number": 16, "words": "favour relocation", "parts": ("favour-relocation",), "sentence": ""}
    assert costs({"houses": {}}, [action])[16]["words"] == "2 markers and all actions of this turn"


def test_houses_are_alike_only_where_it_does_not_matter_which_is_touched() -> None:
    groups = 0
    for n, position in enumerate(played(table(seed=5, map="east"))):
        if position.is_over:
            break
        if n % 40:
            continue
        seen = sight(position, position.seat)
        for group in context(seen["view"], seen)["alike"]:
            groups += 1
            assert len({part.rpartition("-")[0] for part in group}) == 1
            route = group[0].removeprefix("house-").rpartition("-")[0]
            pieces = [seen["view"]["houses"][route][int(part[-1]) - 1] for part in group]
            assert all(piece == pieces[0] for piece in pieces)
    assert groups > 10


def test_points_by_stage_add_up_to_the_score() -> None:
    over = played_well()
    by_stage = [stage["points"] for stage in stages(sight(over, None))]
    assert [sum(points) for points in zip(*by_stage, strict=True)] == over.scores()
    assert all(sum(points) for points in by_stage)


def test_who_joined_the_end_cities_first_is_read_from_the_log() -> None:
    position = table()
    seen = sight(position, 0)
    for seat in (2, 0):
        seen["view"]["players"][seat]["joined"] = True
        seen["log"].append({"text": "", "seat": seat, "points": 7, "source": JOINING})
    course = context(seen["view"], seen)["drawn"]["course"]
    assert [join["seat"] for join in course["joins"]] == [2, 0, None]
    assert "7 points: Carla; 4 points: Anna; 2 points: nobody yet" in page(position, 0, seen=seen)


def test_what_others_did_since_is_marked() -> None:
    position = table()
    seen = sight(position, 0)
    trader = {"seat": 1, "shape": "trader"}
    seen["view"]["houses"]["hamburg-bremen"] = [trader, {"seat": 2, "shape": "trader"}, trader, trader]
    seen["view"]["cities"]["minden"]["offices"] = [trader, {"seat": 2, "shape": "trader"}, trader]

    def marked(*parts: tuple[str, ...]) -> tuple[list[str], list[int]]:
        seen["moves"] = [{"seat": 1, "words": "", "parts": one} for one in parts]
        drawn = context(seen["view"], seen)["drawn"]["map"]
        (minden,) = (city for city in drawn["cities"] if city["key"] == "minden")
        return (
            [house["part"][-1] for house in drawn["houses"] if house["changed"]],
            [office["number"] for office in minden["offices"] if office["changed"]],
        )

    assert marked() == ([], [])
    assert marked(("supply-trader", "house-hamburg-bremen-1")) == (["1"], [])
    assert marked(("supply-trader", "house-hamburg-bremen-2")) == ([], [])  # displaced again meanwhile
    placed = ("supply-trader", "route-hamburg-bremen")
    assert marked(placed) == (["4"], [])
    assert marked(placed, placed) == (["3", "4"], [])
    assert marked(("city-minden",)) == ([], [3])
    assert page(position, 0, seen=seen).count('class="new"') == 1


def test_everything_of_a_route_that_can_be_established_counts() -> None:
    position = table()
    seat = position.seat
    seen = sight(position, seat)
    mine, other = {"seat": seat, "shape": "trader"}, {"seat": 1 - seat, "shape": "trader"}
    seen["view"]["houses"]["hamburg-bremen"] = [mine, mine, mine, other]

    def parts(*actions: tuple[str, ...]) -> list[str]:
        seen["actions"] = [{"number": 0, "words": "", "parts": parts, "sentence": ""} for parts in actions]
        return [house["part"] for house in context(seen["view"], seen)["drawn"]["map"]["houses"]]

    houses = [f"house-hamburg-bremen-{n}" for n in range(1, 5)]
    establish = ("establish", "route-hamburg-bremen")
    assert parts() == houses
    # A piece of another player is never taken for the route: who touches it wants to displace it.
    assert parts(establish) == ["route-hamburg-bremen"] * 3 + houses[3:]
    # Where the piece itself can be touched, it is the piece.
    assert parts(establish, ("move", houses[0])) == houses[:1] + ["route-hamburg-bremen"] * 2 + houses[3:]
    # For the eye it stays the same piece at the same place.
    at = [house["at"] for house in context(seen["view"], seen)["drawn"]["map"]["houses"]]
    assert at == houses


def test_a_spectator_sees_the_table_and_can_touch_nothing() -> None:
    html = page(after(150), None)
    assert 'data-part="establish"' not in html
    assert "Your desk" not in html


# -- the map ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("board", range(len(BOARD_SIDES)), ids=[side.name for side in BOARD_SIDES])
def test_nothing_on_a_map_lies_on_anything_else(board: int) -> None:
    assert not atlas(board).crowded


@pytest.mark.parametrize("board", range(len(BOARD_SIDES)), ids=[side.name for side in BOARD_SIDES])
def test_no_name_lies_on_another_or_leaves_the_map(board: int) -> None:
    side, places = BOARD_SIDES[board], atlas(board)
    boxes = []
    for city, place in zip(side.cities, places.cities, strict=True):
        half = len(city.name) * 10.5 / 2
        boxes.append(
            (city.name, place.label.x - half, place.label.y - 11, place.label.x + half, place.label.y + 11)
        )
    for name, left, top, right, bottom in boxes:
        assert left >= places.left, name
        assert right <= places.left + places.width, name
        assert top >= places.top, name
        assert bottom <= places.top + places.height, name
    for n, (name, left, top, right, bottom) in enumerate(boxes):
        for other, left2, top2, right2, bottom2 in boxes[:n]:
            assert right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top, f"{name} and {other}"


Box = tuple[float, float, float, float]


def around(x: float, y: float, wide: float, high: float) -> Box:
    """A box around its middle: left, top, right, bottom."""
    return x - wide / 2, y - high / 2, x + wide / 2, y + high / 2


@pytest.mark.parametrize("board", range(len(BOARD_SIDES)), ids=[side.name for side in BOARD_SIDES])
def test_no_name_lies_on_an_office_a_coin_a_house_or_a_marker(board: int) -> None:
    side, places = BOARD_SIDES[board], atlas(board)
    things: list[tuple[str, Box]] = []
    for city, spot in zip(side.cities, places.cities, strict=True):
        things.append((f"the offices of {city.name}", around(*spot.at, spot.wide, 46)))
        things += [
            (f"a coin of {city.name}", around(spot.office(n) + 10, spot.at[1] - 23, 24, 24))
            for n, office in enumerate(city.offices)
            if office.coin
        ]
    for route, path in zip(side.routes, places.routes, strict=True):
        things += [(f"a house of {route.key}", around(*at, 33, 33)) for at in path.houses]
        things.append((f"the marker of {route.key}", around(*path.plate, 40, 40)))
    things += [("a banner", around(x, y - 2, 46, 44)) for x, y in places.banners]
    things += [("the special table", around(*at, 50, 60)) for at in places.special]
    for city, spot in zip(side.cities, places.cities, strict=True):
        left, top, right, bottom = around(spot.label.x, spot.label.y, len(city.name) * 12, 20)
        on = [
            what
            for what, (left2, top2, right2, bottom2) in things
            if left < right2 and left2 < right and top < bottom2 and top2 < bottom
        ]
        assert not on, city.name


@pytest.mark.parametrize("board", range(len(BOARD_SIDES)), ids=[side.name for side in BOARD_SIDES])
def test_things_stay_near_where_they_are_printed(board: int) -> None:
    side, places = BOARD_SIDES[board], atlas(board)
    wide, high = (1000 * side.aspect, 1000) if side.aspect > 1 else (1120, 1120 / side.aspect)
    for route, place in zip(side.routes, places.routes, strict=True):
        for (x, y), (left, top) in zip(route.houses, place.houses, strict=True):
            assert abs(x * wide / 1000 - left) < 60, route.key
            assert abs(y * high / 1000 - top) < 60, route.key


# -- the drawings -------------------------------------------------------------------------------------


def test_every_symbol_that_is_drawn_is_there() -> None:
    there = {
        attrs["id"] for attrs in Html(templates().get_template("hansa/symbols.svg").render()).having("id")
    }
    wanted = {f"sym-marker-{name}" for name in MARKERS} | {f"sym-permanent-{name}" for name in PERMANENT}
    wanted |= {f"sym-{track}" for track in TRACKS} | {"sym-piece", "sym-marker"}
    wanted |= {f"{shape}-{seat}" for shape in ("trader", "merchant") for seat in range(5)}
    assert wanted <= there


CSS = (HERE / "page.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("colour", ["white", "orange", "pink", "black"])
def test_the_letter_of_an_office_can_be_read(colour: str) -> None:
    office = block_of(CSS, f".office-{colour}")
    assert contrast(office["face"], office["letter"]) >= 4.5


@pytest.mark.parametrize("theme", [":root", ':root[data-theme="light"]'], ids=["dark", "light"])
def test_names_and_what_can_be_touched_stand_out_on_the_map(theme: str) -> None:
    colours = {**block_of(CSS, ":root"), **block_of(CSS, theme)}
    for ground in ("land", "sea", "plate"):
        assert contrast(colours["ink"], colours[ground]) >= 4.5, ground
    for ground in ("land", "plate", "house"):
        assert contrast(colours["map-accent"], colours[ground]) >= 3, ground


@pytest.mark.parametrize("theme", [":root", ':root[data-theme="light"]'], ids=["dark", "light"])
def test_what_is_new_stands_out_on_the_map(theme: str) -> None:
    assert "stroke: var(--ink)" in str(re.search(r"^path\.new {.*", CSS, re.MULTILINE))
    colours = {**block_of(CSS, ":root"), **block_of(CSS, theme)}
    for ground in ("land", "sea", "plate", "house"):
        assert contrast(colours["ink"], colours[ground]) >= 4.5, ground


def test_the_letters_on_the_map_are_as_large_as_the_names_nearly() -> None:
    """A map of 1500 units is shown 720 pixels high: 23 units are 11 pixels there."""
    for kind in ("name", "office-letter", "coin-number", "special-points", "special-letter"):
        found = re.search(rf"^\.{kind} {{ font: \d+ (\d+)px", CSS, re.MULTILINE)
        assert found, kind
        assert int(found[1]) >= 23, kind


BLINDNESSES = {
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}
"""How light is seen, by Machado, Oliveira and Fernandes (2009): a matrix for linear red, green and blue."""
OKLAB = (
    ((0.4122, 0.5363, 0.0514), (0.2119, 0.6807, 0.1074), (0.0883, 0.2817, 0.6300)),
    ((0.2105, 0.7936, -0.0041), (1.9780, -2.4286, 0.4506), (0.0259, 0.7828, -0.8087)),
)
"""From linear light to what eyes tell apart, with a cube root between the two."""


def seen_by(colour: str, blindness: str) -> list[float]:
    """Where a colour lies for somebody, in a room where distances are differences."""

    def through(matrix: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
        return [sum(a * b for a, b in zip(row, values, strict=True)) for row in matrix]

    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    cones = through(OKLAB[0], [min(max(one, 0), 1) for one in through(BLINDNESSES[blindness], light)])
    return through(OKLAB[1], [one ** (1 / 3) for one in cones])


@pytest.mark.parametrize("theme", [":root", ':root[data-theme="light"]'], ids=["dark", "light"])
@pytest.mark.parametrize("blindness", BLINDNESSES)
def test_the_fourth_seat_is_told_apart_from_all_others(theme: str, blindness: str) -> None:
    fifth = dict(re.findall(r"^(:root\S*) { (--seat-4: #\w{6});", BASE, re.MULTILINE))
    colours = {**block_of(BASE, theme), **variables(fifth[theme] + ";")}
    fourth = seen_by(colours["seat-3"], blindness)
    for seat in (0, 1, 2, 4):
        assert dist(fourth, seen_by(colours[f"seat-{seat}"], blindness)) > 0.08, seat
    assert contrast(colours["seat-3"], colours["card"]) >= 3
    assert "--seat-3" not in CSS, "one colour for all games, in one place"


def test_pawns_that_share_a_step_of_the_track_of_points_are_all_seen() -> None:
    for number, (size, spots) in PAWNS.items():
        assert len(spots) == number
        for n, one in enumerate(spots):
            assert all(dist(one, other) > size * 0.8 for other in spots[:n])


def test_there_is_a_colour_and_a_shape_for_every_seat() -> None:
    for seat in range(5):
        assert f".seat-{seat} {{" in BASE
        assert f".dot.seat-{seat} {{" in BASE or seat == 0


def test_britannia_says_for_which_country_a_city_counts_and_how_it_scores() -> None:
    html = page(table(map="britannia"), 0)
    assert "Counts for Scotland and Wales." in html
    assert html.count("Counts for") == sum(any(city.regions) for city in BOARD_SIDES[3].cities)
    assert "most offices here decide, and who ties in those too shares" in html
    assert "Counts for" not in page(table(), 0)


def test_markers_say_what_they_do_by_the_rules_and_on_the_board_that_are_played() -> None:
    within = "Move up to three pieces of your opponents to free houses, each within its country."
    assert within in page(table(map="britannia", rules="big-box"), 0)
    assert "each within its country; two of one country" in page(table(map="britannia"), 0)
    assert "to free houses anywhere" in page(table(rules="big-box"), 0)
    for rules in ("2009", "big-box"):
        assert "Two neighbouring offices of a city, one of them yours" in page(table(rules=rules), 0)
    assert "Two offices of a city change places" in page(table(), 0)
