"""The table of La Granja in the browser: whatever can be done can be touched."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import burgher
from burgher import Table
from burgher.agents.greedy import GreedyAgent
from burgher.games.granja import page as granja_page
from burgher.games.granja.components import BUILDINGS, CARDS, KINDS, STALL_NAMES, standard_set
from burgher.games.granja.page import BUTTONS, about, context, costs, stages, words
from burgher.games.granja.page.drawing import Drawing
from burgher.games.granja.page.market import stall_at
from page.seen import NAMES, Html, sight, templates, values_of
from page.test_colours import BASE, block_of, contrast

HERE = Path(granja_page.__file__).parent
CSS = (HERE / "page.css").read_text(encoding="utf-8")


def table(players: int = 2, seed: int = 7, names: tuple[str, ...] = NAMES) -> Table:
    """A table just dealt."""
    return Table(burgher.load("granja", players=players), seed=seed, names=names[:players])


def page(table: Table, seat: int | None, template: str = "board.html", **more: Any) -> str:
    """The table's page, for one viewer."""
    seen = {**sight(table, seat), **more.pop("seen", {})}
    drawn = context(seen["view"], seen)
    return (
        templates()
        .get_template(template)
        .render(
            sight=seen,
            page="granja/table.html",
            game_css="/look/granja/page.css",
            csrf="token",
            me={"name": "Anna"},
            **drawn,
            **more,
        )
    )


def played(table: Table, seed: int = 1) -> Iterator[Table]:
    """The table before each decision of a game by somebody who seldom sells or declines, and at its end."""
    chance = Random(seed)
    while not table.is_over:
        yield table
        actions = table.actions()
        eager = [one for one in actions if one.parts[0] not in ("sell", "buy", "done", "skip", "silver")]
        table.play(chance.choice(eager if eager and chance.random() < 0.9 else actions).number)
    yield table


@cache
def after(moves: int, players: int = 2, seed: int = 7) -> Table:
    """A game after so many decisions, or at its end."""
    position = table(players, seed)
    for n, _ in enumerate(played(position)):
        if n == moves:
            break
    return position


@pytest.mark.parametrize(("players", "seeds"), [(1, 2), (2, 4), (3, 2), (4, 2)])
def test_every_part_of_every_legal_action_is_on_the_page(players: int, seeds: int) -> None:
    asked: set[tuple[str, str]] = set()
    for seed in range(seeds):
        for n, position in enumerate(played(table(players, seed), seed)):
            if position.is_over:
                continue
            view = position.view(position.seat)
            question = view["questions"][-1][0] if view["questions"] else view["step"]
            new = {(question, action.words.partition(" ")[0]) for action in position.actions()} - asked
            if not new and n % 60:
                continue
            asked |= new
            html = page(position, position.seat)
            there, direct = values_of("data-part", html), set(map(int, values_of("data-action", html)))
            alike = Counter(frozenset(action.parts) for action in position.actions())
            for action in position.actions():
                assert set(action.parts) <= there, action.words
                # Where two actions have the same parts, touching cannot tell them apart: there are buttons.
                assert alike[frozenset(action.parts)] == 1 or action.number in direct, action.words
    assert len(asked) > 60


def test_alone_the_neutral_player_has_markers_and_a_place_in_turn_order_but_no_farm() -> None:
    position = table(1)
    drawn = context(position.view(0), sight(position, 0))["drawn"]
    neutral = [place for place in drawn["market"] if place["owner"] == 1]
    assert [place["label"].rpartition(": ")[2] for place in neutral] == ["the neutral player"]
    assert "The neutral player has a stall here." in neutral[0]["tip"]
    assert drawn["course"]["order_words"] in ("Anna, the neutral player", "the neutral player, Anna")
    assert len(drawn["display"]) == 2
    assert not drawn["others"]
    assert not drawn["boards"]
    (neutral_player,) = drawn["company"]
    assert neutral_player["name"] == "The neutral player"
    assert neutral_player["stalls"] == 1
    when = "before" if drawn["course"]["order"][0]["name"] == "the neutral player" else "after"
    assert f"discards the lowest die {when} each of yours" in neutral_player["does"][0]["text"]
    late = after(100_000, 1)
    (neutral_player,) = context(late.view(0), sight(late, 0))["drawn"]["company"]
    assert "discards the highest die" in neutral_player["does"][0]["text"]
    for moment in (0, 60, 100_000):
        html = Html(page(after(moment, 1), 0, "table.html", chat=[], invitations=[]))
        assert not html.problems
        owners = after(moment, 1).view(0)["market"].values()
        markers = [a["data-at"] for a in html.having("data-piece") if a["data-piece"] == "marker-1"]
        assert len(markers) == list(owners).count(1)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("moment", [0, 90, 100_000], ids=["beginning", "middle", "end"])
@pytest.mark.parametrize("whose", ["deciding", "waiting", "watching"])
def test_pages_are_well_formed_and_hold_only_what_the_policy_lets_through(
    moment: int, whose: str, players: int
) -> None:
    position = after(moment, players)
    seat = {"deciding": position.seat, "waiting": (position.seat + 1) % players, "watching": None}[whose]
    html = Html(page(position, seat, "table.html", chat=[], invitations=[]))
    assert not html.problems
    ids = [attrs["id"] for attrs in html.having("id")]
    assert len(ids) == len(set(ids))
    for tag, attrs in html.elements:
        assert tag != "style"
        assert "style" not in attrs
        assert not [name for name in attrs if name.startswith("on")]
        assert "aria-label" not in attrs or tag not in ("div", "span", "p") or "role" in attrs, attrs
    for attrs in html.having("href"):
        if attrs["href"].startswith("#"):
            assert attrs["href"][1:] in ids, attrs["href"]
    for name in ("aria-controls", "data-open"):
        for attrs in html.having(name):
            assert attrs[name] in ids


def test_everything_to_touch_has_a_name_and_the_keys_reach_it() -> None:
    html = Html(page(after(90), after(90).seat))
    touchable = [(tag, attrs) for tag, attrs in html.elements if "data-part" in attrs]
    assert len(touchable) > 70
    for tag, attrs in touchable:
        assert tag == "button" or (attrs["aria-label"] and attrs["role"] == "button" and "tabindex" in attrs)


def test_only_ones_own_farm_can_be_touched() -> None:
    position = after(90, 3)
    parts = [attrs["data-part"] for attrs in Html(page(position, position.seat)).having("data-part")]
    for part in ("barrow-1", "good-olive", "roof-1", "donkey-1", "field"):
        assert parts.count(part) == 1


def test_a_card_in_hand_says_all_four_sides() -> None:
    position = table()
    seat = position.seat
    number = position.view(seat)["players"][seat]["hand"][0]
    card = standard_set().card(number)
    drawn = context(position.view(seat), sight(position, seat))["drawn"]["mine"]["hand"][0]
    for told in (drawn["label"], drawn["tip"]):
        assert words.NAMES[card.field] in told.lower()
        assert card.helper.name in told
        assert card.helper.text in told
        for good in card.barrow:
            assert words.NAMES[good] in told.lower()
        for benefit in card.extension:
            assert words.BENEFITS[benefit]["words"] in told.lower()
    html = page(position, seat)
    assert card.helper.text in html.replace("&#39;", "'")


def test_names_and_chat_cannot_write_html() -> None:
    evil = '<img src=x onerror="alert(1)">&\'"'
    said = [{"name": evil, "text": "</ol><script>alert(1)</script>", "at": "now"}]
    html = page(table(names=(evil[:40], "</script>")), 0, "table.html", chat=said, invitations=[])
    assert "<img" not in html
    assert "<script>" not in html
    assert not Html(html).problems


# -- what is apart, what it costs -------------------------------------------------------------------


def test_what_is_possible_at_any_time_is_kept_apart_from_what_is_asked() -> None:
    seen_aside = False
    for position in played(table(seed=3), 3):
        if position.is_over:
            break
        seen = sight(position, position.seat)
        drawing = Drawing(seen["view"], seen)
        real = [action for action in seen["actions"] if not drawing.is_anytime(action)]
        assert real, "the question itself always has an answer"
        needed = {part for action in real for part in action["parts"]}
        assert not needed & set(drawing.aside)
        seen_aside |= bool(drawing.aside)
        assert drawing.anytime()["count"] == len(seen["actions"]) - len(real)
    assert seen_aside


def test_nothing_is_sold_bought_or_traded_by_touching_it_once() -> None:
    found: set[str] = set()
    for position in played(table(seed=3), 3):
        if position.is_over:
            break
        seen = sight(position, position.seat)
        priced = costs(Drawing(seen["view"], seen))
        for action in seen["actions"]:
            verb = action["words"].partition(" ")[0]
            if verb in ("sell", "trade", "buy", "upgrade", "tile", "extension"):
                found.add(verb)
                if not re.search(r"for 0 silver", action["sentence"]):
                    assert priced[action["number"]]["count"] >= 0
                    assert priced[action["number"]]["symbol"].startswith("sym-")
            elif verb == "deliver" and seen["view"]["step"] == "purchased deliveries":
                assert seen["view"]["questions"] or priced[action["number"]]["words"] == "1 silver"
            else:
                assert action["number"] not in priced
    assert found == {"sell", "trade", "buy", "upgrade", "tile", "extension"}


def test_the_price_of_an_extension_is_the_one_that_is_asked() -> None:
    checked = 0
    for seed in range(4):
        for position in played(table(2, seed), seed):
            if position.is_over:
                break
            view = position.view(position.seat)
            if view["questions"] and view["questions"][-1][0] == "payment" and not view["paid"]:
                drawing = Drawing(view, sight(position, position.seat))
                assert drawing.extension_cost(view["players"][position.seat]) == view["to pay"]
                checked += 1
    assert checked > 3


def test_answers_that_are_verbs_are_buttons_beside_the_hand() -> None:
    found: set[str] = set()
    for seed in range(6):
        for position in played(table(3, seed), seed):
            if position.is_over:
                break
            seen = sight(position, position.seat)
            for group in Drawing(seen["view"], seen).picks():
                found.add(group["verb"])
                numbers = [one["number"] for one in group["choices"]]
                legal = {a.number for a in position.actions() if group["verb"] in a.parts}
                assert set(numbers) == legal
                assert all(one["sentence"] for one in group["choices"])
    assert {"gain", "improve", "pay", "discard"} <= found


# -- the table --------------------------------------------------------------------------------------


def test_the_market_lies_as_its_rows_do() -> None:
    places = [stall_at(space) for space in range(len(STALL_NAMES))]
    assert len(set(places)) == len(STALL_NAMES)
    for name, (x, y) in zip(STALL_NAMES, places, strict=True):
        row, column = map(int, name.split("-"))
        if column > 1:
            left_x, left_y = places[STALL_NAMES.index(f"{row}-{column - 1}")]
            assert left_y == y
            assert x - left_x == pytest.approx(46)
        if row > 1:
            assert y > places[STALL_NAMES.index(f"{row - 1}-1")][1]


@pytest.mark.parametrize(("players", "closed"), [(2, 10), (3, 4), (4, 0)])
def test_closed_stall_places_say_so(players: int, closed: int) -> None:
    seen = sight(table(players), 0)
    drawn = Drawing(seen["view"], seen).market()
    assert sum(not place["open"] for place in drawn) == closed
    assert sum(place["owner"] is not None for place in drawn) == players
    assert all("closed" in place["label"] for place in drawn if not place["open"])


def test_fields_show_their_goods_and_rows_their_owners() -> None:
    for n, position in enumerate(played(table(3))):
        if n % 15:
            continue
        seen = sight(position, None)
        drawing = Drawing(seen["view"], seen)
        for seat, player in enumerate(seen["view"]["players"]):
            fields = drawing.fields(seat)
            assert len(fields) == len(player["fields"])
            for kind in ("olive", "grain", "grape"):
                assert sum(f["ripe"] for f in fields if f["kind"] == kind) == player["ripe"].get(kind, 0)
        owned = [
            (row["owner"], row["part"])
            for building in drawing.crafts()
            for row in building["rows"]
            if row["owner"] is not None
        ]
        assert sorted(owned) == sorted(
            (seat, f"row-{number}{row['row']}")
            for seat, player in enumerate(seen["view"]["players"])
            for number, row in player["rows"].items()
        )


def test_what_others_did_since_is_marked() -> None:
    position = after(120, 3)
    me = position.seat
    other = (me + 1) % 3
    seen = {"moves": [{"seat": other, "words": "", "parts": ("good-olive", "stall-3-3", "space-4")}]}
    html = Html(page(position, me, seen=seen))
    changed = {a["data-part"] for a in html.having("data-part") if "changed" in a.get("class", "").split()}
    assert {"stall-3-3", "space-4"} <= changed
    seen["moves"][0]["seat"] = me
    html = Html(page(position, me, seen=seen))
    assert not [a for a in html.having("data-part") if "changed" in a.get("class", "").split()]


def test_every_part_can_say_what_it_is() -> None:
    position = table()
    seen = sight(position, position.seat)
    assert str(about("space-4", seen)).startswith("Revenue space 4\n")
    assert str(about("row-3b", seen)).startswith("Row b of the deli\n")
    assert str(about("buy", seen)).startswith("Buy a resource\n")
    assert about("nothing", seen) is None
    lying = values_of("data-part", page(position, position.seat))
    named = {part for part in lying if about(part, seen)}
    assert lying - named <= {"points", "silver", "deck", *BUTTONS} | {
        part for part in lying if part.startswith(("die-", "trade-"))
    }


# -- components -------------------------------------------------------------------------------------


def test_every_effect_has_a_drawing_and_every_drawing_is_there() -> None:
    source = templates().get_template("granja/symbols.svg").render()
    html = Html(source)
    assert not html.problems
    there = {attrs["id"] for attrs in html.having("id")}
    effects = [
        *(roof.effect for roof in standard_set().roofs if not roof.doubles),
        *(space.effect for space in standard_set().spaces),
        *standard_set().trades,
        *(building.instant for building in standard_set().buildings),
    ]
    for effect in effects:
        symbols = words.symbols(effect)
        assert symbols
        assert {f"sym-{one['symbol']}" for one in symbols} <= there
    for building in standard_set().buildings:
        assert words.symbols(building.ongoing, building.adds)
        assert f"sym-{words.BUILDING_SYMBOLS[building.name]}" in there
    assert {f"sym-{kind}" for kind in KINDS} <= there
    assert {f"sym-{one['symbol']}" for one in words.BENEFITS.values()} <= there
    assert {f"sym-{symbol}" for _, symbol in words.DEEDS.values()} <= there


def test_every_card_can_be_drawn() -> None:
    seen = sight(table(), 0)
    drawing = Drawing(seen["view"], seen)
    labels = {drawing.card(number, 0)["label"] for number in range(1, CARDS + 1)}
    assert len(labels) == CARDS
    assert all(words.card_tip(card.number, "box").count("\n") >= 4 for card in standard_set().cards)
    assert len({building.name for building in standard_set().buildings}) == BUILDINGS


def test_what_is_reconstructed_is_marked_and_explained() -> None:
    position = after(60)
    html = page(position, position.seat)
    marks = [attrs for attrs in Html(html).having("data-tip") if attrs.get("class") == "reconstructed"]
    assert len(marks) >= 5
    for mark in marks:
        assert mark["data-tip"].startswith("≈ ")
        assert mark["data-tip"].count("\n") == 1
    legend = html.partition('id="legend"')[2]
    for block in standard_set().reconstructed:
        assert block.capitalize() in legend
    for helper in (one for one in context(position.view(0), sight(position, 0))["drawn"]["mine"]["hand"]):
        guess = "reconstructed" in standard_set().card(helper["number"]).helper.confidence
        assert helper["guess"] == guess
        assert ("≈" in helper["tip"]) == guess


def test_points_by_round_add_up_to_the_score() -> None:
    position = table(3, seed=2)
    agent = GreedyAgent(1)
    while not position.is_over:
        position.play(agent.choose(position.state))
    by_stage = stages(sight(position, None))
    assert [stage["name"] for stage in by_stage] == [f"Round {n}" for n in range(1, 7)] + ["Final scoring"]
    start = standard_set().start_points
    sums = [start + sum(points) for points in zip(*(stage["points"] for stage in by_stage), strict=True)]
    assert sums == position.scores()
    assert all(any(stage["points"]) for stage in by_stage[1:-1])


# -- colours ----------------------------------------------------------------------------------------

DARK = {**block_of(BASE, ":root"), **block_of(CSS, ".game-granja")}
LIGHT = {
    **block_of(BASE, ':root[data-theme="light"]'),
    **block_of(CSS, ".game-granja"),
    **block_of(CSS, ':root[data-theme="light"] .game-granja'),
}


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_text_can_be_read(theme: dict[str, str]) -> None:
    for ground in ("card", "card-high", "room", "wall"):
        for text in ("text", "soft"):
            assert contrast(theme[text], theme[ground]) >= 4.5, (text, ground)
    for paper in (theme["paper"], "#e2cba4", "#eef0d5", "#ecc9b2"):
        assert contrast(theme["paper-ink"], paper) >= 7
        assert contrast(theme["paper-soft"], paper) >= 4.5


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_what_can_be_touched_stands_out(theme: dict[str, str]) -> None:
    for ground in ("card", "wall", "room"):
        assert contrast(theme["accent"], theme[ground]) >= 3


def test_the_theme_that_is_chosen_is_the_theme_that_is_preferred() -> None:
    preferred = re.search(
        r"@media \(prefers-color-scheme: light\) {\s*:root:not\(\[data-theme=.dark.\]\) .game-granja {(.*?)}",
        CSS,
        re.DOTALL,
    )
    chosen = re.search(r':root\[data-theme="light"\] \.game-granja {(.*?)}', CSS, re.DOTALL)
    assert preferred
    assert chosen
    assert preferred[1].split() == chosen[1].split()


@pytest.mark.parametrize("kind", KINDS)
def test_goods_can_be_told_apart_and_read(kind: str) -> None:
    tones = block_of(CSS, f".k-{kind}")
    assert contrast(tones["ink"], tones["face"]) >= 7
    assert contrast(tones["ink"], tones["pale"]) >= 7
    others = [block_of(CSS, f".k-{other}") for other in KINDS if other != kind]
    assert tones["tone"] not in [other["tone"] for other in others]
