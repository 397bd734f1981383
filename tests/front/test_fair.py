"""Draws from a secret: nobody can foretell them, anybody can check them, and taking back gives no other."""

from __future__ import annotations

import json
from hashlib import blake2b, sha256
from random import Random

import pytest

import burgher
from burgher import BadOptions, BadRecord, Game, IllegalAction, Record, Table
from burgher.kernel.fair import Draws, commitment, new_secret

SECRET = "5" * 64


def finished(game: Game, secret: str = SECRET) -> Table:
    table, chooser = Table(game, names=["Anna", "Benno"], secret=secret), Random(1)
    while not table.is_over:
        table.play(chooser.choice(table.actions()).number)
    return table


@pytest.fixture(scope="module")
def over(pebbles: Game) -> Table:
    return finished(pebbles)


# -- draws -----------------------------------------------------------------------------------------


def test_a_draw_is_what_the_documents_say() -> None:
    # Worked out here by other means than `Draws.draw`, as docs/fair-dice.md tells people to.
    for number in (1, 2, 77):
        message = number.to_bytes(8, "big") + bytes(8)
        key = bytes.fromhex(SECRET)
        hashed = blake2b(message, digest_size=8, key=key, person=b"burgher draw").hexdigest()
        assert Draws(SECRET).draw(number, 6) == int(hashed, 16) % 6
    assert commitment(SECRET) == sha256(SECRET.encode()).hexdigest()


def test_a_hash_that_would_favour_small_numbers_is_passed_over() -> None:
    n = 2**63 + 1  # nearly half of all hashes lie above it
    for number in range(1, 50):
        attempts = [
            blake2b(
                number.to_bytes(8, "big") + attempt.to_bytes(8, "big"),
                digest_size=8,
                key=bytes.fromhex(SECRET),
                person=b"burgher draw",
            )
            for attempt in range(64)
        ]
        first = next(found for one in attempts if (found := int(one.hexdigest(), 16)) < n)
        assert Draws(SECRET).draw(number, n) == first


def test_secrets_are_new_each_time_and_nothing_shows_them() -> None:
    assert new_secret() != new_secret()
    assert SECRET not in repr(Draws(SECRET))


@pytest.mark.parametrize(
    "secret", ["", "5" * 63, "5" * 65, "g" * 64, "A" * 64, " " + "5" * 63, "5" * 64 + "\n"]
)
def test_what_is_no_secret_is_refused(pebbles: Game, secret: str) -> None:
    with pytest.raises(BadOptions, match="64 hexadecimal digits"):
        Draws(secret)
    with pytest.raises(BadOptions, match="64 hexadecimal digits"):
        Table(pebbles, secret=secret or " ")


def test_a_game_has_a_seed_or_a_secret(pebbles: Game) -> None:
    with pytest.raises(BadOptions, match="not from both"):
        Table(pebbles, seed=1, secret=SECRET)


# -- tables ----------------------------------------------------------------------------------------


def test_a_secret_gives_a_game(pebbles: Game) -> None:
    assert Table(pebbles, secret=SECRET).position() == Table(pebbles, secret=SECRET).position()
    assert Table(pebbles, secret="6" * 64).draws != Table(pebbles, secret=SECRET).draws


def test_the_commitment_is_shown_from_the_first_moment_and_the_secret_at_the_end(
    pebbles: Game, over: Table
) -> None:
    table = Table(pebbles, secret=SECRET)
    assert table.commitment == commitment(SECRET)
    for viewer in (None, 0, 1):
        text = str(table.record_for(viewer))
        assert f"commitment: {commitment(SECRET)}\nsecret: (secret)\n" in text
        assert SECRET not in text
        assert "draws" not in text
        assert f"secret: {SECRET}\n" in str(over.record_for(viewer))
    assert Table(pebbles, seed=1).commitment is None


def test_taking_back_never_gives_another_draw() -> None:
    game = burgher.load("burgundy")
    table, chooser = Table(game, secret=SECRET), Random(3)
    taken_back = 0
    while not table.is_over:
        action = chooser.choice(table.actions()).number
        before = table.draws
        table.play(action)
        after = table.draws
        if table.can_take_back():
            assert before == after
            table.take_back()
            table.play(action)
            taken_back += 1
        else:
            with pytest.raises(IllegalAction):
                table.take_back()
        assert table.draws == after
    assert taken_back > 20
    assert len(table.draws) == table.state.chance - 1


def test_a_step_that_fails_half_way_has_drawn_nothing(pebbles: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(pebbles, secret=SECRET)
    apply = type(table.state).apply

    def broken(self: object, action: int) -> None:
        apply(self, action)  # type: ignore[arg-type]
        table._journal.draws.append((6, 1))
        raise RuntimeError

    before = table.draws
    with monkeypatch.context() as patch:
        patch.setattr(type(table.state), "apply", broken)
        with pytest.raises(RuntimeError):
            table.play(table.actions()[0].number)
    assert table.draws == before


def test_a_position_goes_on_with_its_secret(pebbles: Game) -> None:
    table = Table(pebbles, secret=SECRET)
    table.play(table.actions()[0].number)
    assert (table.position()["burgher position"], table.position()["secret"]) == (3, SECRET)
    again = Table.from_position(json.dumps(table.position()))
    assert again.position() == table.position()
    chooser = Random(2)
    while not table.is_over:
        action = chooser.choice(table.actions()).number
        table.play(action)
        again.play(action)
        assert again.position() == table.position()
    record = again.record
    assert record.draws == table.draws[record.first_draw - 1 :]
    assert Record.parse(str(record)) == record
    record.verify()


def test_a_position_after_which_nothing_was_drawn_is_recorded(pebbles: Game) -> None:
    """Its record names no draw, and so no number of the first one either."""
    table = Table.from_position(Table(pebbles, secret=SECRET).position())
    assert table.first_draw == 2
    table.play("hide 1")
    record = table.record
    assert not record.draws
    assert Record.parse(str(record)) == record
    assert record.replay().record == record


def test_hidden_hands_are_dealt_anew_from_the_secret_of_the_new_table() -> None:
    game = burgher.load("granja", 2)
    state = Table(game, secret=SECRET).state
    imagined = state.imagine(0, Draws("6" * 64))
    assert game.view(imagined, 0) == game.view(state, 0)
    assert game.view(imagined, 1) != game.view(state, 1)
    table = Table.restored(game, game.position(imagined), secret="6" * 64)
    assert table.first_draw == imagined.chance > 1
    assert table.commitment == commitment("6" * 64)


# -- records ---------------------------------------------------------------------------------------


def forged(record: Record, old: str, new: str) -> str:
    """A record's text with something changed, and the check line that a forger would write."""
    text = str(record)
    assert old in text
    body = text.replace(old, new, 1).rpartition("check: ")[0]
    return f"{body}check: {blake2b(body.encode(), digest_size=8).hexdigest()}\n"


def flaw(text: str) -> str:
    with pytest.raises(BadRecord) as refused:
        Record.parse(text).verify()
    return str(refused.value)


def test_a_finished_record_holds_the_secret_and_every_draw(over: Table) -> None:
    record = over.record
    text = str(record)
    assert text.startswith("Burgher record 2\n")
    assert f"\ncommitment: {commitment(SECRET)}\nsecret: {SECRET}\nseat 1: Anna\n" in text
    n, value = record.draws[0]
    assert f"\ndraws 1: {value + 1}/{n} " in text
    assert Record.parse(text) == record
    record.verify()
    assert record.replay().record == record
    assert f"all {len(record.draws)} draws follow from it" in record.fairness


def test_a_record_from_a_seed_is_as_it_was_before(pebbles: Game) -> None:
    text = str(Table(pebbles, seed=7).record)
    assert text.startswith("Burgher record 1\n")
    assert "\nseed: 7\n" in text
    assert "secret" not in text
    assert "seed" in Record.parse(text).fairness


def test_another_secret_does_not_fit_the_commitment(over: Table) -> None:
    assert "does not fit the commitment" in flaw(forged(over.record, SECRET, "6" * 64))
    assert "does not fit the commitment" in flaw(forged(over.record, commitment(SECRET), "6" * 64))


def test_another_secret_with_its_commitment_does_not_give_the_draws(over: Table) -> None:
    body = str(over.record).replace(SECRET, "6" * 64).replace(commitment(SECRET), commitment("6" * 64))
    body = body.rpartition("check: ")[0]
    said = flaw(f"{body}check: {blake2b(body.encode(), digest_size=8).hexdigest()}\n")
    assert "in the record, and the secret gives" in said
    assert said.startswith("line ")


def test_a_changed_draw_is_named(over: Table) -> None:
    n, value = over.record.draws[0]
    other = (value + 1) % n
    said = flaw(forged(over.record, f"draws 1: {value + 1}/{n}", f"draws 1: {other + 1}/{n}"))
    assert f"draw 1 is {other + 1} of {n} in the record, and the secret gives {value + 1} of {n}" in said


@pytest.fixture(scope="module")
def long() -> Table:
    """A game with more draws than go into one line."""
    return finished(burgher.load("burgundy", 2))


def test_draws_may_go_on_for_lines(long: Table) -> None:
    text = str(long.record)
    assert text.count("\ndraws ") > 2
    assert Record.parse(text) == long.record
    assert Record.parse(text).first_draw == 1


def test_every_changed_draw_is_named_with_its_line(long: Table) -> None:
    lines = str(long.record).split("\n")
    for at in (n for n, line in enumerate(lines) if line.startswith("draws ")):
        start, _, drawn = lines[at].partition(": ")
        number = int(start.removeprefix("draws ")) + drawn.count(" ")
        value, n = map(int, drawn.split()[-1].split("/"))
        changed = f"{lines[at].rpartition(' ')[0]} {value % n + 1}/{n}"
        said = flaw(forged(long.record, f"\n{lines[at]}\n", f"\n{changed}\n"))
        assert said.startswith(f"line {at + 1}: draw {number} is {value % n + 1} of {n} in the record"), said


def test_another_result_is_named_with_its_line(long: Table) -> None:
    lines = str(long.record).split("\n")
    at = next(n for n, line in enumerate(lines) if line.startswith("scores: "))
    said = flaw(forged(long.record, lines[at], "scores: 1, 2"))
    assert said.startswith(f"line {at + 1}: the record ")


def test_draws_that_are_true_but_not_those_of_the_game_are_refused(over: Table) -> None:
    source, number = Draws(SECRET), len(over.draws)
    n, value = over.draws[-1]
    last = str(over.record).rindex(f"{value + 1}/{n}\n")
    text = str(over.record)
    more = f"{value + 1}/{n} {source.draw(number + 1, 6) + 1}/6"
    body = (text[:last] + more + text[last + len(f"{value + 1}/{n}") :]).rpartition("check: ")[0]
    said = flaw(f"{body}check: {blake2b(body.encode(), digest_size=8).hexdigest()}\n")
    line = text[:last].count("\n") + 1
    assert said == f"line {line}: these are not the draws of the game"


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("secret: 5", "secret: x", "the secret 'x5"),
        ("commitment: ", "commitment: x", "the commitment 'x"),
        ("draws 1: ", "draws 2: ", "draw 2 is"),
        ("draws 1: ", "draws 1: 0/6 ", "line 17: "),
        ("draws 1: ", "draws 1: 7/6 ", "draw 1 is 7 of 6 in the record"),
        ("Burgher record 2", "Burgher record 1", "stands where"),
    ],
)
def test_what_is_wrong_is_said(over: Table, old: str, new: str, problem: str) -> None:
    assert problem in flaw(forged(over.record, old, new))


def test_one_viewers_copy_names_the_commitment(pebbles: Game) -> None:
    copy = Table(pebbles, secret=SECRET).record_for(0)
    assert copy.is_redacted
    assert commitment(SECRET) in copy.fairness
    assert Record.parse(str(copy)) == copy
    with pytest.raises(BadRecord, match="can be read but not replayed"):
        copy.replay()
