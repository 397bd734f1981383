"""What finished games add up to: won, lost, shared, streaks, and what does not count."""

from __future__ import annotations

import csv
import io
from collections import Counter
from dataclasses import replace
from datetime import date

import pytest

from burgher.server.storage.model import Away, Seat, StoredTable
from burgher.server.tables.person_page import as_csv, harmless
from burgher.server.tables.person_statistics import statistics, streaks, sums
from burgher.server.tables.played_games import PlayedGame, as_played, favourites, own_seat
from burgher.server.tables.ratings import RatedMoment
from burgher.server.view.person_charts import points_chart, rating_chart

DAY = 24 * 3600 * 1000


def table(
    *seats: Seat, scores: list[int], game: str = "burgundy", at: int = 0, **options: object
) -> StoredTable:
    return StoredTable(
        "t", game, len(seats), options, "", None, None, False, 1, None, scores, at, at, tuple(seats)
    )


ANNA, BENNO = Seat(0, "person", "Anna", identity="a"), Seat(1, "person", "Benno", identity="b")
BOT = Seat(1, "opponent", "Merchant", agent="merchant")


def game(scores: list[int], ranks: list[int] | None = None, at: int = 0) -> PlayedGame:
    return as_played(table(ANNA, BENNO, scores=scores, at=at), 0, ranks)


def test_a_game_as_its_player_sees_it() -> None:
    won = game([90, 80])
    assert (won.points, won.place, won.shared, won.won, won.against) == (90, 1, 1, 1.0, "people")
    assert game([80, 90]).won == 0
    assert game([80, 80]).won == 0.5
    # Ranks say how the tie was broken.
    assert game([80, 80], [2, 1]).won == 0
    assert as_played(table(ANNA, BOT, scores=[1, 2]), 0, None).against == "merchant"
    three = table(ANNA, BOT, Seat(2, "person", "Cleo", identity="c"), scores=[1, 2, 3])
    assert as_played(three, 0, None).against == "people and opponents"
    alone = as_played(table(ANNA, scores=[70]), 0, None)
    assert (alone.against, alone.place, alone.won) == ("alone", None, 0)


def test_who_resigned_has_lost_and_no_points_are_counted() -> None:
    gone = Seat(0, "opponent", "Anna", agent="merchant", out="resigned", away=Away("a", None, "Anna"))
    resigned = replace(table(gone, BENNO, scores=[90, 10]), ended="resigned")
    assert own_seat(resigned, "a") == 0
    mine, theirs = as_played(resigned, 0, None), as_played(resigned, 1, None)
    assert (mine.points, mine.place, mine.ended) == (None, 2, "resigned")
    assert (theirs.points, theirs.place, theirs.won) == (None, 1, 1)
    # With three, the others go on: they have points and places, whoever gave up has neither.
    cleo = Seat(2, "person", "Cleo", identity="c")
    on = table(replace(gone, out="time"), BENNO, cleo, scores=[99, 50, 50])
    assert as_played(on, 0, [1, 2, 3]).place == 3
    assert as_played(on, 0, [1, 2, 3]).points is None
    assert as_played(on, 1, [1, 2, 3]).won == 0.5


def test_games_that_somebody_else_finished_or_of_several_seats_are_not_theirs() -> None:
    stood_in = Seat(0, "opponent", "Anna", agent="merchant", away=Away("a", None, "Anna"))
    assert own_seat(table(stood_in, BENNO, scores=[1, 2]), "a") is None
    took_over = Seat(0, "person", "Cleo", identity="c", away=Away("a", None, "Anna"))
    assert own_seat(table(took_over, BENNO, scores=[1, 2]), "a") is None
    assert own_seat(table(took_over, BENNO, scores=[1, 2]), "c") is None
    assert own_seat(table(ANNA, replace(BENNO, identity="a"), scores=[1, 2]), "a") is None
    assert own_seat(table(ANNA, BENNO, scores=[1, 2]), "b") == 1


def test_sums() -> None:
    found = sums([game([90, 80]), game([70, 80]), replace(game([80, 80]), accuracy=60.0)])
    assert (found.games, found.decided, found.won, found.best) == (3, 3, 1.5, 90)
    assert found.mean == 80
    assert found.error == pytest.approx(10 / 3**0.5)
    assert (found.accuracy, found.studied) == (60, 1)
    nothing = sums([])
    assert (nothing.games, nothing.mean, nothing.error, nothing.best, nothing.accuracy) == (
        0,
        None,
        None,
        None,
        None,
    )


def test_statistics_are_by_game_players_and_opponents() -> None:
    other = as_played(table(ANNA, BOT, scores=[5, 3], game="hansa"), 0, None)
    found = statistics([game([1, 2]), game([2, 1]), other], date(1970, 1, 1))
    assert [(one.game, one.sums.games) for one in found.games] == [("burgundy", 2), ("hansa", 1)]
    (only,) = found.games[1].circumstances
    assert (only.players, only.against, only.sums.won) == (2, "merchant", 1)


def test_streaks() -> None:
    won, lost = game([2, 1]), game([1, 2])
    found = streaks([won, won, won, lost, won, won], date(1970, 1, 1))
    assert (found.winning, found.longest) == (2, 3)
    days = [replace(won, at=day * DAY) for day in (0, 1, 2, 5, 6)]
    assert streaks(days, date(1970, 1, 7)).days == 2
    assert streaks(days, date(1970, 1, 8)).days == 2  # today is not over
    assert streaks(days, date(1970, 1, 9)).days == 0
    assert streaks(days, date(1970, 1, 9)).longest_days == 3
    assert streaks([], date(1970, 1, 1)).longest_days == 0


def test_favourites_are_own_options_and_moves_that_games_say_count() -> None:
    estates = [
        as_played(table(ANNA, BENNO, scores=[1, 2], estates=["3", "4"]), 0, None),
        as_played(table(ANNA, BENNO, scores=[1, 2], estates=["3", "5"]), 0, None),
        as_played(table(ANNA, BENNO, scores=[1, 2], estates="2", edition="2019"), 0, None),
        as_played(table(ANNA, BENNO, scores=[1, 2], estates=["random", "2"]), 0, None),
    ]
    words = {"hansa": Counter({"establish hamburg-luebeck": 4, "develop book": 9, "end": 99})}
    assert favourites(estates, words) == {
        "burgundy": {"Estates": [("Estate 3", 2), ("Estate 2", 1)]},
        "hansa": {"Routes": [("Hamburg–Lübeck", 4)], "Tracks": [("Book", 9)]},
    }
    assert favourites([], {"granja": Counter({"helper 35": 1})}) == {"granja": {"Helpers": [("Muleteer", 1)]}}


def test_csv_has_a_line_for_each_game_and_no_formulas() -> None:
    bad = replace(BENNO, name="=HYPERLINK(1)")
    played = as_played(table(ANNA, bad, scores=[90, 80]), 0, None)
    header, line = csv.reader(io.StringIO(as_csv([played], "https://x")))
    found = dict(zip(header, line, strict=True))
    assert found["others"] == "'=HYPERLINK(1)"
    assert (found["points"], found["place"], found["won"], found["table"]) == (
        "90",
        "1",
        "1",
        "https://x/t/t",
    )
    for begin in "=+-@\t\r":
        assert harmless(f"{begin}1") == f"'{begin}1"
    assert harmless("Anna") == "Anna"


def test_charts() -> None:
    assert points_chart([game([9, 1])]) is None
    chart = points_chart([game([10, 20]), game([30, 20]), game([20, 30])])
    assert chart is not None
    assert [(dot["x"], dot["y"], dot["won"]) for dot in chart["dots"]] == [
        (0, 120, False),
        (180, 0, True),
        (360, 60, False),
    ]
    assert chart["mean"] == 20
    assert points_chart([game([10, 20])] * 2)  # nothing but equal points
    assert rating_chart([RatedMoment(0, 25, 8)]) is None
    shaded = rating_chart([RatedMoment(0, 25, 8), RatedMoment(1, 30, 5)])
    assert shaded is not None
    assert shaded["band"].count("L") == 3
    assert [tick["label"] for tick in shaded["ticks"]] == ["0", "10", "20", "30", "40", "50"]
