"""The rules text of each game: complete, linked, and one with what is played."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

import burgher
from burgher import games
from burgher.kernel.errors import BurgherError
from burgher.learn.notation import parse
from burgher.learn.positions import setting
from burgher.learn.rules_text import RulesText, matrix, rules_text
from burgher.server.view.rules_page import position_data

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "burgher" / "games"
GAMES = [name for name in games.names() if rules_text(name) is not None]
PAGES = re.compile(r"\(p\. (\d+(?:(?:, |–|-)\d+)*)\)")


def text_of(game: str) -> RulesText:
    text = rules_text(game)
    assert text is not None
    return text


def strings_in(path: Path) -> Iterator[str]:
    """What a file says to people: strings of code that are no docstrings, values of tables, templates."""
    content = path.read_text(encoding="utf-8")
    if path.suffix == ".toml":
        yield from texts_in(tomllib.loads(content))
    elif path.suffix == ".html":
        yield content
    else:
        tree = ast.parse(content)
        said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in said:
                yield node.value


def texts_in(data: object) -> Iterator[str]:
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for value in data.values():
            yield from texts_in(value)
    elif isinstance(data, list):
        for value in data:
            yield from texts_in(value)


def pages_named(game: str) -> set[str]:
    """Every page that the game's code or tables name: in brackets, or as the page of a refusal or a tile."""
    found = set()
    for path in (SOURCE / game).rglob("*"):
        if path.suffix not in (".py", ".toml", ".html") or "learn" in path.relative_to(SOURCE).parts:
            continue
        for said in strings_in(path):
            for match in PAGES.finditer(said):
                found |= {f"p. {page}" for page in re.findall(r"\d+", match[1])}
        if path.suffix == ".py":
            found |= set(pages_of_refusals(ast.parse(path.read_text(encoding="utf-8"))))
        if path.suffix == ".toml" and game == "burgundy":
            found |= {f"p. {page}" for page in re.findall(r"^page = (\d+)", path.read_text(), re.MULTILINE)}
    return found


def pages_of_refusals(tree: ast.AST) -> Iterator[str]:
    """The page or section of each refusal that is written out."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "IllegalAction" and node.args:
            page = node.args[2] if len(node.args) > 2 else None
            if isinstance(page, ast.Constant) and page.value is not None:
                yield f"p. {page.value}" if isinstance(page.value, int) else str(page.value)


def sections_named(game: str) -> set[str]:
    """The sections that a game names by constants, where its rules have no pages."""
    if game == "hansa":
        from burgher.games.hansa import sections

        return {value for name, value in vars(sections).items() if name.isupper()}
    if game == "granja":
        from burgher.games.granja import refusing

        return {value for name, value in vars(refusing).items() if name.isupper() and isinstance(value, str)}
    return set()


@pytest.mark.parametrize("game", GAMES)
def test_whatever_names_a_page_or_section_leads_to_a_rule(game: str) -> None:
    text = text_of(game)
    named = pages_named(game) | sections_named(game)
    assert named, "the game names its rules by page or by section"
    assert sorted(named - text.refs) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_row_of_the_matrix_is_told_by_a_sentence(game: str) -> None:
    rows, is_matrix = [], False
    for line in (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if cells[-2:] == ["code", "test"]:
            is_matrix = True
        elif not line.startswith("|"):
            is_matrix = False
        elif is_matrix and not line.startswith("|--"):
            rows.append(cells[1])
    told = matrix(game)
    assert sorted(set(rows) - set(told)) == []
    assert sorted(set(told) - set(rows)) == []
    assert sorted({anchor for anchor in told.values() if anchor} - text_of(game).anchors) == []
    assert sum(not anchor for anchor in told.values()) <= len(told) / 10, "nearly all of them are rules"


@pytest.mark.parametrize("game", GAMES)
def test_every_option_that_the_text_names_is_one(game: str) -> None:
    known = {option.name: option for option in burgher.load(game).choices}
    for block in text_of(game).blocks:
        name, value = block.option
        if name:
            assert name in known, block.text
            option = known[name]
            assert value in option.choices or option.shape == "per seat", block.text


@pytest.mark.parametrize("game", GAMES)
def test_the_text_says_where_every_option_differs(game: str) -> None:
    told = {block.option[0] for block in text_of(game).blocks}
    named = {option.name for option in burgher.load(game).choices}
    silent = {"limit", "components", "points"}  # no rules: an end for programs, one's own set, what is shown
    assert named - told - silent == set()


@pytest.mark.parametrize("game", GAMES)
def test_a_kind_of_refusal_that_a_rule_is_for_is_one(game: str) -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (SOURCE / game).rglob("*.py"))
    for place in text_of(game).places:
        for kind in place.refusals:
            assert f'"{kind}"' in code, place.anchor


@pytest.mark.parametrize("game", GAMES)
def test_links_within_the_text_lead_somewhere(game: str) -> None:
    text = text_of(game)
    for block in [*text.blocks, *text.aid]:
        for sentence in block.sentences:
            for span in sentence.spans:
                assert span.kind != "link" or span.anchor in text.anchors, span


@pytest.mark.parametrize("game", GAMES)
def test_every_example_position_can_be_played(game: str) -> None:
    text = text_of(game)
    names = {path.stem for path in (text.folder / "positions").glob("*.toml")}
    assert set(text.positions()) == names
    assert names, "the rules show examples that one can play"
    for name in names:
        found = setting(game, position_data(text, name)["position"], name)
        table = found.table()
        assert table.seat == found.seat
        assert table.actions()


@pytest.mark.parametrize("game", GAMES)
def test_the_aid_fits_on_a_sheet(game: str) -> None:
    words = sum(len(block.text.split()) for block in text_of(game).aid)
    assert 120 < words < 420


@pytest.mark.parametrize("game", GAMES)
def test_a_search_finds_rules_by_their_words(game: str) -> None:
    text = text_of(game)
    for place in text.places[:40]:
        words = place.text.split()[:6]
        assert place in text.search(" ".join(words))
    assert text.search("no such word anywhere") == []


def test_a_refusal_leads_to_the_very_rule() -> None:
    text = text_of("burgundy")
    assert text.find("p. 5", "Space 17 lies beside none of your tiles", "not-adjacent") == "place-beside"
    assert text.find("p. 5", "Space 17 lies beside none of your tiles") == "place-beside"
    assert text.find("p. 7", "Bank (building): 2 silverlings. (p. 7)") == "about-bank"
    assert (
        text.find("p. 10", "Knowledge tile 8 (knowledge): Each worker changes a die by up to 2.") is not None
    )
    assert text.find("p. 99", "nothing") is None


def test_every_tile_is_found_by_its_own_explanation() -> None:
    from burgher.games.burgundy.components import TILES
    from burgher.games.burgundy.naming import title_of

    text, game = text_of("burgundy"), burgher.load("burgundy")
    strayed = []
    for tile in TILES:
        said = game.explain(title_of(tile))
        assert said is not None
        anchor = text.find(f"p. {tile.page}", said)
        if anchor != f"about-{tile.name}":
            strayed.append((tile.name, anchor))
    assert strayed == []


def test_several_pages_are_several_links() -> None:
    text = text_of("burgundy")
    found = [(one.text, one.ref) for one in text.linked("Turn: two actions (p. 4, 5, 9).") if one.ref]
    assert found == [("p. 4", "p. 4"), ("5", "p. 5"), ("9", "p. 9")]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("A rule.", "has no anchor"),
        ("A rule. {#Bad}", "an anchor is small letters"),
        ("A rule. {#a}\n\nAnother. {#a}", "is there twice"),
        ('A rule. {#a page="3"}', "ref and for may stand"),
    ],
)
def test_a_text_that_cannot_be_read_says_where(text: str, problem: str) -> None:
    with pytest.raises(BurgherError, match=problem):
        parse(text, "here")


def test_sentences_of_a_block_have_anchors_of_their_own() -> None:
    (block,) = parse("One thing. Another *thing* (p. 4). A third. {#a}", "here")
    assert [one.anchor for one in block.sentences] == ["a", "a-2", "a-3"]
    assert block.sentences[1].text == "Another thing (p. 4)."
