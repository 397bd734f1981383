"""Records: exact both ways, kept safely, and believed only when they are whole and true."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from burgher import BadRecord, BurgherError, Game, Record, Table, record
from front.conftest import Deal

NAMES = ('Anna: "A", the first', "Ben, no")

names = st.lists(
    st.text(st.characters(categories=["L", "M", "N", "P", "S", "Zs"]), min_size=1, max_size=40)
    .map(str.strip)
    .filter(lambda name: name != "" and name.isprintable()),
    min_size=2,
    max_size=2,
    unique=True,
)


@pytest.fixture(scope="module")
def kinds(deal: Deal) -> dict[str, Record]:
    """A record of each kind."""
    halfway = deal("boast", "hide 2", names=NAMES)
    resumed = Table.from_position(halfway.position(), names=NAMES)
    resumed.play("hide 0")
    return {
        "finished": deal(random=99, names=NAMES).record,
        "running": halfway.record,
        "begun": deal(names=NAMES).record,
        "from a position": resumed.record,
        "one viewer's": halfway.record_for(1),
    }


KINDS = ["finished", "running", "begun", "from a position", "one viewer's"]


def closed(body: str) -> str:
    """A text with the check line that fits it, as a forger would write it."""
    body = body[: body.rindex("check: ")] if "check: " in body else body
    return f"{body}check: {blake2b(body.encode(), digest_size=8).hexdigest()}\n"


def files(folder: Path) -> list[str]:
    return [path.name for path in folder.iterdir()]


# -- as text ---------------------------------------------------------------------------------------


def test_a_record_is_readable(deal: Deal, pebbles: Game) -> None:
    table = deal("boast", "hide 2", "hide 0", names=NAMES)
    text = f"""\
Burgher record 1
game: pebbles
option length: short
rules: {pebbles.fingerprint}
seed: 7
seat 1: "Anna: \\"A\\", the first"
seat 2: Ben, no

1 "Anna: \\"A\\", the first": boast, hide 2
1 Ben, no: hide 0

"""
    assert str(table.record) == closed(text)
    assert repr(table.record) == '<Record of pebbles: Anna: "A", the first, Ben, no; 3 moves, unfinished>'


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_reads_back_as_it_was(kinds: dict[str, Record], kind: str) -> None:
    text = str(kinds[kind])
    assert Record.parse(text) == kinds[kind]
    assert str(Record.parse(text)) == text


@given(names=names, decisions=st.integers(0, 12))
def test_any_names_read_back(deal: Deal, names: list[str], decisions: int) -> None:
    table = deal(random=decisions, names=names)
    for kept in (table.record, table.record_for(0)):
        assert Record.parse(str(kept)) == kept


def test_names_with_joiners_stand_in_a_record_as_they_are(deal: Deal) -> None:
    names = ("می\u200cخواهم", "👨\u200d👩\u200d👧")
    text = str(deal(random=3, names=names).record)
    assert f"seat 1: {names[0]}\nseat 2: {names[1]}\n" in text
    assert Record.parse(text).names == names


@given(heading=st.text(max_size=8), name=names)
def test_any_headings_read_back(deal: Deal, heading: str, name: list[str]) -> None:
    kept = deal(names=name).record
    move = record.Move(heading, 1, "hide 0")
    kept = Record(kept.game, kept.options, kept.rules, kept.names, (move, move), seed=1)
    try:
        text = str(kept)
        text.encode()
    except UnicodeEncodeError:
        return
    assert Record.parse(text) == kept


@pytest.mark.parametrize("kind", KINDS)
def test_what_mail_and_editors_do_is_forgiven(kinds: dict[str, Record], kind: str) -> None:
    text = str(kinds[kind])
    for changed in (text.replace("\n", "\r\n"), "\ufeff" + text, text.rstrip(), text + "\n\n  \n"):
        assert Record.parse(changed) == kinds[kind]


# -- as a game -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["finished", "running", "begun", "from a position"])
def test_a_record_replays_to_the_same_game(kinds: dict[str, Record], kind: str) -> None:
    kept = kinds[kind]
    kept.verify()
    assert kept.replay().record == kept


def test_a_replayed_game_is_the_game(deal: Deal) -> None:
    table = deal("boast", "hide 2", "hide 0", "hide 1")
    again = table.record.replay()
    assert again.position() == table.position()
    assert again.log(0) == table.log(0)
    assert again.breakdown() == table.breakdown()
    again.play("hide 3")


def test_a_record_can_be_stepped_through(deal: Deal) -> None:
    table = deal("boast", "hide 2", "hide 0")
    assert table.record.start().position() == deal().position()
    assert [step.position() for step in table.record.steps()] == [
        deal("boast").position(),
        deal("boast", "hide 2").position(),
        table.position(),
    ]


def test_one_viewers_copy_can_be_read_but_not_replayed(kinds: dict[str, Record]) -> None:
    copy = kinds["one viewer's"]
    assert copy.is_redacted
    for ask in (copy.start, copy.steps, copy.replay, copy.verify):
        with pytest.raises(BadRecord, match="secret, so it can be read but not replayed"):
            ask()


# -- what is not believed --------------------------------------------------------------------------


def flaw(text: str) -> str:
    """What is said of a bad record."""
    with pytest.raises(BadRecord) as refused:
        Record.parse(text).verify()
    return str(refused.value)


def swap(old: str, new: str) -> Callable[[str], str]:
    """A forgery: one piece exchanged, and the check line made to fit."""

    def forge(text: str) -> str:
        assert old in text
        return closed(text.replace(old, new, 1))

    return forge


def test_what_is_not_a_record_is_refused() -> None:
    not_one = "line 1: not a Burgher record: it does not begin with 'Burgher record'"
    for text in ("", "\n", "hello", "{}", "Burgher record\n", "Burgher record one\n", " Burgher record 1\n"):
        assert flaw(text) == not_one
    assert flaw("Burgher record 1\ngame: \0\n") == "line 2: not text: it has NUL characters"
    assert flaw("Burgher record 1\ngame: \ud800\n") == "line 2: not UTF-8 text"
    assert flaw("x" * 10_000_001) == "too large for a record: more than 10,000,000 bytes"


def test_other_formats_are_refused(deal: Deal) -> None:
    text = str(deal().record)
    for version in ("0", "3", "999"):
        said = f"line 1: a record of format {version}, where this Burgher reads formats 1 and 2"
        assert flaw(text.replace("record 1", f"record {version}", 1)) == said


def test_a_record_cut_short_is_refused(deal: Deal) -> None:
    text = str(deal(random=99).record)
    for end in range(len("Burgher record 1\n"), len(text) - 1):
        assert "cut short: the check line that closes a record is missing" in flaw(text[:end])
    lines = text.count("\n")
    assert flaw(text + "more\n").startswith(f"line {lines + 1}: cut short")


def test_a_changed_record_is_refused(deal: Deal) -> None:
    text = str(deal(random=99).record)
    said = f"line {text.count(chr(10))}: changed since it was written: the check line does not fit"
    assert flaw(text.replace("Anna", "Anne")).startswith(said)


FORGERIES: list[tuple[Callable[[str], str], str]] = [
    (swap("game: pebbles", "game: chess"), "there is no game 'chess': there is"),
    (swap("game: pebbles", "game: os.path"), "there is no game 'os.path': there is"),
    (swap("game: pebbles\n", ""), "line 2: 'option length: short' stands where 'game: ' belongs"),
    (swap("game: pebbles", "game : pebbles"), "line 2: 'game : pebbles' has no place in a record"),
    (swap("option length: short", "option length: endless"), "length='endless' is not known"),
    (swap("option length", "option size"), "Pebbles has no option 'size'"),
    (swap("option length", "option self"), "Pebbles has no option 'self'"),
    (swap("option length", "option players"), "Pebbles has no option 'players'"),
    (swap("option length: short", "option length: long"), "was played with rules"),
    (swap("rules: ", "rules: 0"), "was played with rules '0"),
    (swap("seed: 7", "seed: 07"), "the seed '07' is not a whole number"),
    (swap("seed: 7", f"seed: {'7' * 5000}"), "the seed '777"),
    (swap("seed: 7", "seed: 7\nposition: {}"), "line 5: 'seed: 7' stands where 'position: {}' belongs"),
    (swap("seed: 7", "position: {}"), "not a position of Pebbles"),
    (swap("seed: 7", "position: []"), "a position is a JSON object"),
    (swap("seed: 7", "position: {"), "the position cannot be read"),
    (swap("seed: 7", "position: " + "[" * 100_000), "the position cannot be read"),
    (swap("seed: 7", "position: " + "1" * 5000), "the position cannot be read"),
    (swap("seed: 7", "position: " + '{"x": ' * 40 + "0" + "}" * 40), "the position has more than 32 levels"),
    (swap("seat 2: Benno", "seat 3: Benno"), "line 7: 'seat 3: Benno' stands where 'seat 2: Benno' belongs"),
    (swap("seat 2: Benno", "seat 2: Anna"), "line 10: nobody at this table is called 'Benno'"),
    (swap("seat 2: Benno\n", "seat 2: Benno\nseat 3: Benno\n"), "two players are called “Benno”"),
    (swap("seat 2: Benno\n", "seat 2: Benno\nseat 3: Cleo\n"), "was played with rules"),
    (swap("seat 2: Benno", 'seat 2: "Benno"'), "line 7: 'seat 2: \"Benno\"' stands where"),
    (swap("seat 2: Benno", 'seat 2: "Be\\nno"'), "line 10: nobody at this table is called 'Benno'"),
    (swap("seat 2: Benno", 'seat 2: "Benno'), 'line 7: "Benno is not quoted as it should be'),
    (swap("\n\n", "\n"), "line 8: '1 Anna: boast, hide 2' has no place in a record"),
    (swap("boast, hide 2", "hide 2"), "line 16: the record ends 6 : 6, the game ends 5 : 6"),
    (
        swap("boast, hide 2", "boast, boast"),
        "line 9: move 2, 'boast' by Anna: You have boasted already (p. 2)",
    ),
    (swap("boast, hide 2", "boast, hide 9"), "line 9: move 2, 'hide 9' by Anna: Pebbles has no action"),
    (
        swap("boast, hide 2", "BOAST, hide 2"),
        "line 9: move 1, 'BOAST' by Anna under '1': in the game it is 'boast'",
    ),
    (swap("boast, hide 2", "boast,hide 2"), "line 9: move 1, 'boast,hide 2' by Anna: Pebbles has no action"),
    (swap("boast, hide 2", "(secret)"), "line 9: move 1, '(secret)' by Anna: Pebbles has no action"),
    (
        swap("1 Anna: boast", "2 Anna: boast"),
        "line 9: move 1, 'boast' by Anna under '2': in the game it is 'boast' under '1'",
    ),
    (swap("1 Benno: hide 0", "1 Anna: hide 0"), "line 9: '1 Anna: boast, hide 2' stands where"),
    (
        swap("2 Anna: hide 0\n2 Benno: hide 0", "2 Benno: hide 0\n2 Anna: hide 0"),
        "line 11: move 4, 'hide 0' by Benno: The decision is Anna's",
    ),
    (swap("1 Benno: hide 0", "1 Cleo: hide 0"), "line 10: nobody at this table is called 'Cleo'"),
    (swap("1 Benno: hide 0", "1 Benno hide 0"), "line 10: '1 Benno hide 0' is no turn of a game"),
    (swap("\n\nscores", "\n4 Anna: hide 0\n\nscores"), "line 15: move 8, 'hide 0' by Anna: The game is over"),
    (swap("scores: 6, 6", "scores: 7, 6"), "line 16: the record ends 7 : 6, the game ends 6 : 6"),
    (swap("scores: 6, 6\n", ""), "line 16: the record is unfinished, the game ends 6 : 6"),
    (swap("3 Benno: hide 0\n", ""), "line 15: the record ends 6 : 6, the game is unfinished"),
    (swap("scores: 6, 6", "scores: 6, six"), "is no turn of a game"),
]


@pytest.mark.parametrize(("forge", "said"), FORGERIES)
def test_a_forged_record_is_refused(deal: Deal, forge: Callable[[str], str], said: str) -> None:
    text = str(deal("boast", "hide 2", *["hide 0"] * 5).record)
    Record.parse(text).verify()
    assert said in flaw(forge(text))


def test_a_refusal_is_short(deal: Deal) -> None:
    text = str(deal("boast").record)
    for part in ("game: ", "option length: ", "rules: ", "seed: ", "seat 1: ", "1 Anna: ", "boast", "1 "):
        assert len(flaw(swap(part, part + "x" * 100_000)(text))) < 500


def test_a_refusal_says_where(deal: Deal) -> None:
    text = swap("boast", "bluff")(str(deal("boast").record))
    with pytest.raises(BadRecord) as refused:
        Record.parse(text).verify()
    assert refused.value.line == 9
    assert refused.value.problem.startswith("move 1, 'bluff' by Anna: Pebbles has no action 'bluff'")


damage = st.tuples(
    st.sampled_from(
        ["put", "insert", "delete", "cut", "drop line", "repeat line", "swap lines", "insert line"]
    ),
    st.floats(0, 1, exclude_max=True),
    st.floats(0, 1, exclude_max=True),
    st.text(st.characters(), min_size=1, max_size=3) | st.sampled_from(list(' \n\r\t\0":,0123456789')),
)


def damaged(text: str, how: tuple[str, float, float, str]) -> str:
    kind, where, there, what = how
    at = int(where * len(text))
    lines = text.split("\n")
    i, j = int(where * len(lines)), int(there * len(lines))
    match kind:
        case "put":
            return text[:at] + what + text[at + 1 :]
        case "insert":
            return text[:at] + what + text[at:]
        case "delete":
            return text[:at] + text[at + 1 :]
        case "cut":
            return text[:at]
        case "drop line":
            lines.pop(i)
        case "repeat line":
            lines.insert(i, lines[i])
        case "swap lines":
            lines[i], lines[j] = lines[j], lines[i]
        case "insert line":
            lines.insert(i, what)
    return "\n".join(lines)


@given(kind=st.sampled_from(KINDS), how=damage)
def test_damage_is_found_or_does_no_harm(
    kinds: dict[str, Record], kind: str, how: tuple[str, float, float, str]
) -> None:
    try:
        read = Record.parse(damaged(str(kinds[kind]), how))
    except BadRecord:
        return
    assert read == kinds[kind]


@pytest.mark.parametrize("kind", KINDS)
def test_no_character_can_be_lost(kinds: dict[str, Record], kind: str) -> None:
    text = str(kinds[kind])
    for at in range(len(text) - 1):
        with pytest.raises(BadRecord):
            Record.parse(text[:at] + text[at + 1 :])


@given(kind=st.sampled_from(KINDS), hows=st.lists(damage, min_size=1, max_size=3))
def test_a_forgery_is_a_true_record_or_refused(
    kinds: dict[str, Record], kind: str, hows: list[tuple[str, float, float, str]]
) -> None:
    text = str(kinds[kind])
    text = text[: text.rindex("check: ")]
    for how in hows:
        text = damaged(text, how)
    try:
        read = Record.parse(closed(text.encode(errors="replace").decode()))
        assert Record.parse(str(read)) == read
        read.verify()
    except BadRecord:
        return


@given(st.text())
def test_any_other_text_is_refused(text: str) -> None:
    for tried in (
        text,
        f"Burgher record 1\n{text}",
        closed(f"Burgher record 1\n{text.encode(errors='replace').decode()}\n"),
    ):
        with pytest.raises(BadRecord):
            Record.parse(tried)


# -- as a file -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_is_saved_and_loaded(kinds: dict[str, Record], kind: str, tmp_path: Path) -> None:
    path = tmp_path / "game.burgher"
    kinds[kind].save(path)
    assert Record.load(path) == kinds[kind]
    assert Record.load(str(path)) == kinds[kind]
    assert path.read_bytes().decode() == str(kinds[kind])
    assert files(tmp_path) == ["game.burgher"]


def test_a_running_game_is_saved_and_taken_up_again(deal: Deal, tmp_path: Path) -> None:
    table, path = deal("boast", "hide 2"), tmp_path / "game"
    table.record.save(path)
    again = Record.load(path).replay()
    again.play("hide 0")
    again.record.save(path)
    table.play("hide 0")
    assert Record.load(path) == table.record


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "line 1: not a Burgher record"),
        (b"Burgher record 1\ngame: \xff\n", "line 2: not UTF-8 text"),
        (b"\x7fELF\0\0", "not text"),
        (b"x" * 10_000_001, "too large for a record"),
    ],
)
def test_bad_files_are_refused(data: bytes, said: str, tmp_path: Path) -> None:
    path = tmp_path / "bad"
    path.write_bytes(data)
    with pytest.raises(BadRecord) as refused:
        Record.load(path)
    assert said in str(refused.value)


@given(kind=st.sampled_from(KINDS), where=st.floats(0, 1, exclude_max=True), byte=st.integers(0, 255))
def test_any_byte_changed_is_found_or_does_no_harm(
    kinds: dict[str, Record], kind: str, where: float, byte: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    data = bytearray(str(kinds[kind]).encode())
    data[int(where * len(data))] = byte
    path = tmp_path_factory.getbasetemp() / "changed"
    path.write_bytes(data)
    try:
        read = Record.load(path)
    except BadRecord:
        return
    assert read == kinds[kind]


def test_a_file_that_is_not_there_is_an_oserror(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        Record.load(tmp_path / "nothing")


@pytest.mark.parametrize("step", ["fsync", "replace", "chmod"])
def test_a_save_that_fails_leaves_the_old_file(
    deal: Deal, tmp_path: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "game"
    deal("hide 2").record.save(path)

    def fail(*_: object, **__: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(os, step, fail)
        with pytest.raises(OSError, match="the disk is full"):
            deal("hide 3").record.save(path)
    assert Record.load(path) == deal("hide 2").record
    assert files(tmp_path) == ["game"]


def test_a_first_save_that_fails_leaves_nothing(
    deal: Deal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        deal().record.save(tmp_path / "game")
    assert files(tmp_path) == []


@pytest.mark.skipif(os.name != "posix", reason="permissions and links as POSIX has them")
class TestPosix:
    def test_permissions_are_kept(self, deal: Deal, tmp_path: Path) -> None:
        path = tmp_path / "game"
        before = os.umask(0o027)
        try:
            deal().record.save(path)
        finally:
            os.umask(before)
        assert path.stat().st_mode & 0o777 == 0o640
        path.chmod(0o604)
        deal("hide 1").record.save(path)
        assert path.stat().st_mode & 0o777 == 0o604

    def test_a_link_stays_a_link(self, deal: Deal, tmp_path: Path) -> None:
        (tmp_path / "there").mkdir()
        target, link = tmp_path / "there" / "game", tmp_path / "link"
        link.symlink_to(target)
        for table in (deal(), deal("hide 1")):
            table.record.save(link)
            assert link.is_symlink()
            assert Record.load(target) == table.record
        assert files(target.parent) == ["game"]

    def test_only_a_file_is_replaced(self, deal: Deal, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "pipe")
        for path in (tmp_path, tmp_path / "pipe", Path(os.devnull)):
            with pytest.raises(BurgherError, match="is there already and is not a file"):
                deal().record.save(path)


def test_nothing_of_a_record_is_evaluated(deal: Deal) -> None:
    """A position is data, and only the names of games that are there are imported."""
    position: dict[str, Any] = deal().position()["state"]
    position["points"] = "__import__('os')"
    forged = swap("seed: 7", f"position: {json.dumps(position)}")(str(deal().record))
    assert flaw(forged) == "not a position of Pebbles"
