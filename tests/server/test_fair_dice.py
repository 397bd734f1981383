"""The draws of tables: committed to from the first moment, laid open at the end, and checked by anybody."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from burgher.kernel.fair import commitment
from burgher.record import Record
from burgher.server.http import check_dice
from chance.attack import attack
from chance.reading import seen_in
from server.servers import TWO, Game, Server


@pytest.fixture(scope="module")
def over(one_server: Server) -> Game:
    game = one_server.create(seats=TWO)
    game.play(10_000)
    return game


@pytest.fixture(scope="module")
def record(over: Game) -> str:
    return over.server.http.get(f"/api/tables/{over.id}/record").text


def test_everybody_is_shown_the_same_commitment_from_the_first_moment(one_server: Server) -> None:
    game = one_server.create(seats=TWO)
    shown = {game.table_view(seat)["fairness"]["commitment"] for seat in (None, 0, 1)}
    (first,) = shown
    page = one_server.http.get(f"/t/{game.id}", headers={"accept": "text/html"}).text
    assert "Fair dice" in page
    assert first in page
    assert f"commitment: {first}\n" in one_server.http.get(f"/t/{game.id}/record").text
    game.play(10_000)
    end = game.table_view()["fairness"]
    assert end["commitment"] == first == commitment(end["secret"])


def test_tables_have_secrets_of_their_own(one_server: Server) -> None:
    shown = [one_server.create(seats=TWO).table_view()["fairness"]["commitment"] for _ in range(3)]
    assert len(set(shown)) == 3


def test_a_spectator_can_foretell_nothing(one_server: Server) -> None:
    game = one_server.create(seats=TWO)
    views = [game.table_view()["view"]]
    while not game.table_view()["is_over"]:
        game.play(1)
        views.append(game.table_view()["view"])
    draws = list(seen_in(views))
    assert len(draws) > 150
    for known in (40, 80, len(draws)):
        assert attack(draws[:known]) is None


def test_the_end_and_the_replay_say_that_all_draws_fit(over: Game) -> None:
    http, headers = over.server.http, {"accept": "text/html"}
    for path in ("", "/replay", "/replay?at=3"):
        page = http.get(f"/t/{over.id}{path}", headers=headers).text
        assert "the secret fits the hash" in page
        assert "draws follow from it" in page


def test_a_game_that_goes_on_from_another_has_a_secret_of_its_own(over: Game, record: str) -> None:
    with over.server.browser() as browser:
        answer = browser.post(
            f"/t/{over.id}/play-on",
            data={"csrf": "c" * 43, "at": "10", "name": "Anna", "seat.1.kind": "here"},
        )
        table = answer.headers["location"]
        table_view = browser.get(f"{table}/sight").json()
        assert table_view["fairness"]["commitment"] != Record.parse(record).commitment
        while not table_view["is_over"]:
            body = {"version": table_view["version"], "action": table_view["actions"][0]["number"]}
            assert browser.post(f"{table}/play", json=body).status_code == 200
            table_view = browser.get(f"{table}/sight").json()
        text = browser.get(f"{table}/record").text
    assert check_dice.check(text).startswith("right: ")
    Record.parse(text).verify()


def test_the_page_explains_and_offers_the_program(one_server: Server) -> None:
    page = one_server.http.get("/fair", headers={"accept": "text/html"})
    assert page.status_code == 200
    assert "check_dice.py" in page.text
    script = one_server.http.get("/fair/check_dice.py")
    assert script.headers["content-type"].startswith("text/plain")
    assert script.text == Path(check_dice.__file__).read_text(encoding="utf-8")


def checked(tmp_path: Path, text: str) -> tuple[int, str]:
    """What the program says as people run it, with nothing of ours at hand."""
    path = tmp_path / "record.txt"
    path.write_text(text, encoding="utf-8")
    command = [sys.executable, "-I", "-S", check_dice.__file__, str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.stderr == ""
    return ended.returncode, ended.stdout


def test_the_program_needs_nothing_of_ours(tmp_path: Path, record: str) -> None:
    code, said = checked(tmp_path, record)
    assert code == 0
    assert f"all {len(Record.parse(record).draws)} draws listed follow from it" in said


@pytest.mark.parametrize(
    ("field", "problem"), [("secret: ", "commitment"), ("draws 17: ", "draw 17 should be")]
)
def test_the_program_finds_what_was_changed(tmp_path: Path, record: str, field: str, problem: str) -> None:
    at = record.index(field) + len(field)
    other = "1" if record[at] != "1" else "2"
    code, said = checked(tmp_path, record[:at] + other + record[at + 1 :])
    assert code == 1
    assert "WRONG" in said
    assert problem in said


def test_the_program_finds_what_was_left_out(tmp_path: Path, record: str) -> None:
    lines = record.splitlines()
    without = [line for line in lines if not line.startswith("draws 33:")]
    assert len(without) == len(lines) - 1
    assert checked(tmp_path, "\n".join(without))[1].endswith("WRONG: draw 33 is missing\n")


def without_draws(record: str, numbers: set[int]) -> str:
    """A record from which the lines are missing that begin with certain draws."""
    without = tuple(f"draws {number}:" for number in numbers)
    kept = [line for line in record.splitlines() if not line.startswith(without)]
    return "\n".join([*kept, ""])


def test_a_record_whose_draws_were_left_out_is_not_right(record: str) -> None:
    count = len(Record.parse(record).draws)
    beginning = "".join(record.splitlines(keepends=True)[:30])
    assert check_dice.check(beginning) == "WRONG: it has no draws"
    assert check_dice.check(without_draws(record, set(range(1, count + 1)))) == "WRONG: it has no draws"
    assert check_dice.check(without_draws(record, {1})) == "WRONG: draw 1 is missing"


@pytest.mark.parametrize("drawn", ["3/0", "0/6", "3", "three/6", "3/6/6", "3/99999999999999999999999999"])
def test_what_is_no_draw_is_not_right(record: str, drawn: str) -> None:
    first = record.index("draws 1: ") + len("draws 1: ")
    changed = record[:first] + drawn + record[record.index(" ", first) :]
    assert check_dice.check(changed) == f"WRONG: draw 1 is written as {drawn!r}, which is no draw"


def test_a_line_of_draws_without_a_number_is_not_passed_over(record: str) -> None:
    line = "draws 9999999999999999999: 1/6"
    assert check_dice.check(f"{record}{line}\n") == f"WRONG: {line!r} is no line of draws"


def test_a_file_that_cannot_be_read_is_not_right(tmp_path: Path) -> None:
    (tmp_path / "latin").write_bytes(b"Burgher record 2\nseat 1: \xe4\n")
    for name, problem in (("nowhere", "cannot be read: No such file"), ("latin", "is not UTF-8 text")):
        command = [sys.executable, "-I", "-S", check_dice.__file__, str(tmp_path / name)]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (ended.returncode, ended.stderr) == (1, "")
        assert ended.stdout.startswith(f"{tmp_path / name}: WRONG: ")
        assert problem in ended.stdout
