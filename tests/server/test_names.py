"""Names: honest ones are welcome in every language, and nobody can pass for somebody else."""

from __future__ import annotations

import pytest

from burgher import agents
from burgher.kernel.errors import BurgherError
from burgher.server.problems import Unprocessable
from burgher.server.storage.search_key import search_key
from burgher.server.tables.names import given_name, name_at_table, person_name, shown_name, skeleton
from server.servers import Server


@pytest.mark.parametrize(
    "name",
    [
        "Anna",
        "Zoë",
        "Nguyễn Thị Ánh",
        "Łukasz",
        "Владимир",
        "שרה",
        "שָׂרָה",
        "محمد",
        "प्रिया",
        "ศิริพร",
        "美咲",
        "김민준",
        "O'Neill-Smith",
        "x_X",
        "Ann ❤️",
        "Ann ❤️\u200d🔥",
        "hi 👨\u200d👩\u200d👧",
        "🏳️\u200d🌈",
        "می\u200cخواهم",
        "श्री क\u094d\u200dष",
        "R2-D2",
        "7",
    ],
)
def test_people_are_called_what_they_are_called(name: str) -> None:
    assert person_name(f"  {name}  ") == name


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\u202eannA",  # written from right to left
        "An\u200bna",  # a space of no width
        "An\u00adna",
        "\u3164",  # a letter that shows nothing
        "\u2800\u2800",
        "Anna\ufe0f",
        "\u200d",
        "\u200dAnna",
        "Anna\u200c",
        "An\u200d na",
        "An\u200d\u200dna",
        "An\u200d\ufe0fna",
        "Z" + "\u0300\u200d" * 5 + "a",
        "Anna\U000e0041",
        "\u0301Anna",
        "\u0301",
        "Z" + "\u0300\u0301\u0302\u0303\u0304\u0305" * 3,
        "Ann\na\x00",
        "x" * 41,
    ],
)
def test_what_is_no_name(name: str) -> None:
    with pytest.raises(BurgherError):
        shown_name(name)


def test_letters_are_put_together() -> None:
    assert shown_name("Zoe\u0308") == "Zoë"


@pytest.mark.parametrize(
    "taken",
    [
        *(one.title for one in agents.opponents().values()),
        *agents.names(),
        "Burgher",
        "system",
        "Host",
        "Somebody",
    ],
)
def test_nobody_passes_for_an_opponent_or_the_server(taken: str) -> None:
    swapped = taken.translate(str.maketrans("aeopcsi", "аеорсѕі"))  # Cyrillic letters that look the same
    for name in (taken, taken.upper(), f"{taken.capitalize()} 2", f"{taken}7", swapped, f" {taken} "):
        with pytest.raises(Unprocessable, match="mistaken for"):
            person_name(name)
    assert person_name(f"{taken} Smith")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "Аnna"),  # Cyrillic
        ("anna", "ΑNNA"),  # Greek
        ("Anna", "Ａｎｎａ"),
        ("Anna", "𝐀nna"),
        ("Anna", "Ⓐnna"),
        ("Paul", "PauI"),
        ("Paul", "Pau1"),
        ("Bob", "B0b"),
        ("Tom", "Torn"),
        ("Max", "Мах"),
        ("O'Neill", "O’Neill"),
        ("Anna", "An\u200dna"),
        ("Anna", "An\u200cna"),
    ],
)
def test_disguises_are_refused(one: str, other: str) -> None:
    for name, taken in ((one, other), (other, one)):
        with pytest.raises(Unprocessable, match="looks like"):
            name_at_table(name, ["Cleo", taken])


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "Anne"), ("Ian", "Lan"), ("Jan", "Jän"), ("Oleg", "Олег"), ("Li", "Lu"), ("Anna", "Anna B.")],
)
def test_who_is_called_otherwise_is_let_be(one: str, other: str) -> None:
    assert name_at_table(one, [other]) == one
    assert name_at_table(other, [one]) == other


def test_those_who_share_a_name_are_told_apart() -> None:
    assert name_at_table("Anna", ["Anna"]) == "Anna 2"
    assert name_at_table("anna", ["Anna", "Anna 2"]) == "anna 3"
    assert name_at_table("x" * 40, ["x" * 40]) == f"{'x' * 36} 2"


def test_skeletons() -> None:
    assert skeleton("раураl") == skeleton("paypal")
    assert skeleton("㎏") == skeleton("㎏")
    assert skeleton("m") == "rn"


def test_what_is_looked_for() -> None:
    assert search_key(" ÉLODIE  Straße ") == "elodie strasse"
    assert search_key("Łódź") == "łodz"
    assert search_key("می\u200cخواهم") == search_key("میخواهم")


def test_a_name_that_is_cut_ends_with_what_is_seen() -> None:
    long = "a" * 35 + "b\u200dc"
    assert name_at_table(long, [long]) == f"{'a' * 35}b 2"
    longer = "a" * 34 + "b\u200d" + "c" * 4
    assert name_at_table(longer, [longer]) == f"{'a' * 34}b 2"


def test_why_a_name_is_refused_is_said_in_what_can_be_read() -> None:
    for name in ("\u202eannA", "Anna\u200d", "An\u00adna", "x\u200dy" * 20):
        with pytest.raises(BurgherError) as refused:
            shown_name(name)
        assert "\\" not in str(refused.value)
        assert "\u202e" not in str(refused.value)


def test_a_disguise_does_not_get_a_seat(server: Server) -> None:
    game = server.create(seats=[{"kind": "me", "name": "Anna"}, {"kind": "friend"}], listed=True)
    answer = game.post("seats", None, name="Аnnа")
    assert (answer.status_code, answer.json()["kind"]) == (422, "look-alike-name")
    assert "take a name that nobody can mistake" in answer.json()["detail"]
    answer = game.post("seats", None, name="Merchant 3")
    assert (answer.status_code, answer.json()["kind"]) == (422, "reserved-name")
    assert game.table_view()["free"] == [1]
    assert game.post("seats", None, name="anna").status_code == 201
    assert game.table_view()["names"] == ["Anna", "anna 2"]


def test_a_disguise_does_not_make_a_table(server: Server) -> None:
    body = {"game": "burgundy", "seats": [{"kind": "me", "name": "Anna"}, {"kind": "friend", "name": "Annа"}]}
    answer = server.http.post("/api/tables", json=body)
    assert (answer.status_code, answer.json()["kind"]) == (422, "look-alike-name")


def test_a_name_that_the_server_gives_is_never_refused() -> None:
    alike = "S\u043emebody"  # with a Cyrillic o
    with pytest.raises(Unprocessable):
        name_at_table("Somebody", [alike])
    assert given_name("Somebody", ["Anna"]) == "Somebody"
    assert given_name("Somebody", [alike]) == given_name("Somebody", ["somebody"]) == "Somebody 2"
    assert given_name("Somebody", [alike, f"{alike} 2"]) == "Somebody 3"
