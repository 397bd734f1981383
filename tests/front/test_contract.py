"""The contract finds what is wrong with a game: each sabotage here breaks one guarantee."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

import burgher
from burgher import IllegalAction, contract
from burgher.kernel.ints import set_of
from burgher.kernel.offers import offer

Sabotage = Callable[[Any], Callable[..., Any]]
"""Makes a worse method of a method."""


def always(answer: object) -> Sabotage:
    return lambda _: lambda *_: answer


def shallow(clone: Any) -> Callable[..., Any]:
    def sharing(self: Any) -> Any:
        other = clone(self)
        other.points = self.points
        return other

    return sharing


def forgetful(copy_from: Any) -> Callable[..., None]:
    def copy_all_but_the_heap(self: Any, other: Any) -> None:
        heap = self.heap
        copy_from(self, other)
        self.heap = heap

    return copy_all_but_the_heap


def open_handed(view: Any) -> Callable[..., Any]:
    return lambda self, state, seat: view(self, state, seat) | {"fists": list(state.fists)}


def prophetic(view: Any) -> Callable[..., Any]:
    return lambda self, state, seat: view(self, state, seat) | {"next": state.chance % 6}


def moody(exchange_hidden: Any) -> Callable[..., None]:
    moods = count(1)

    def exchange_in_a_mood(self: Any, seat: int) -> None:
        self.chance += next(moods)
        exchange_hidden(self, seat)

    return exchange_in_a_mood


def without_draws(copy_from: Any) -> Callable[..., None]:
    def copy_all_else(self: Any, other: Any) -> None:
        copy_from(self, other)
        self.draws = None

    return copy_all_else


def embezzling(score: Any) -> Callable[..., None]:
    def score_a_point_more(self: Any, seat: int, points: int, source: int) -> None:
        score(self, seat, points, source)
        self.points[seat] += 1

    return score_a_point_more


def generous(offers: Any) -> Callable[..., int]:
    def twice(self: Any, into: Any) -> int:
        return offer(into, offers(self, into), 0, set_of([0]))

    return twice


def watched(apply: Any) -> Callable[..., None]:
    def play_otherwise_when_watched(self: Any, action: int) -> None:
        if self.journal is not None:
            self.heap += 1
        apply(self, action)

    return play_otherwise_when_watched


def meddling(question: Any) -> Callable[..., str]:
    def ask_and_change(self: Any, state: Any) -> str:
        state.heap += 1
        return f"{question(self, state)}"

    return ask_and_change


def repeating(faces: Any) -> Callable[..., Any]:
    return lambda self: [*faces(self)[:-1], ("hide 0", ("mouth",))]


def ambiguous(faces: Any) -> Callable[..., Any]:
    return lambda self: [*faces(self)[:-1], ("boast", ("fist",))]


def listing(faces: Any) -> Callable[..., Any]:
    return lambda self: [*faces(self)[:-1], ("boast, loudly", ("mouth",))]


def seedless(deal: Any) -> Callable[..., Any]:
    return lambda self, seed, journal=None: deal(self, 0 if isinstance(seed, int) else seed, journal)


def endless(deal: Any) -> Callable[..., Any]:
    def never_the_last_round(self: Any, seed: int, journal: Any = None) -> Any:
        state = deal(self, seed, journal)
        state.rounds = 10**9
        return state

    return never_the_last_round


@pytest.mark.parametrize(
    ("whose", "method", "sabotage", "guarantee"),
    [
        ("game", "_faces", repeating, "is found by its words"),
        ("game", "_faces", ambiguous, "leaves no doubt"),
        ("game", "_faces", listing, "can stand in a record"),
        ("game", "deal", seedless, "other seeds, other games"),
        ("game", "deal", endless, "random play ends"),
        ("game", "refusal", always(IllegalAction("", "no")), "is refused why"),
        ("game", "refusal", always(IllegalAction("no", "")), "is refused why"),
        ("game", "sentence", always(""), "is explained"),
        ("game", "question", always(" "), "there is a question"),
        ("game", "question", meddling, "looking at a game does not change it"),
        ("game", "heading", always(""), "there is a heading"),
        ("game", "tell", always(""), "is told"),
        ("game", "source", always(""), "points name their source"),
        ("game", "view", open_handed, "secret actions look alike to the others"),
        ("game", "view", prophetic, "shows only what seat 0 knows"),
        ("game", "draw", lambda _: lambda self, state, *_: str(state.chance), "the drawing for seat 0 shows"),
        ("game", "restore", lambda _: lambda self, _: self.deal(1), "what is not a position is refused"),
        ("game", "restore", lambda _: lambda self, data: data["seat"], "is refused, by BadPosition"),
        ("state", "offers", generous, "no action is offered twice"),
        ("state", "apply", watched, "journal or not"),
        ("state", "clone", shallow, "imagining leaves the game alone"),
        ("state", "copy_from", forgetful, "equals what it was made from"),
        ("state", "draw_from", always(None), "imagining deals the future anew"),
        ("state", "redeal_hidden", always(None), "a search imagines as everybody does"),
        ("state", "exchange_hidden", moody, "imagining follows its seed"),
        ("state", "copy_from", without_draws, "a copy draws what the game draws"),
        ("state", "score", embezzling, "is the sum of its sources"),
        ("state", "ranks", always([0, 1]), "every seat has its place"),
    ],
)
def test_sabotage_is_found(
    whose: str, method: str, sabotage: Sabotage, guarantee: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = burgher.load("pebbles", 2)
    kind: type = type(game) if whose == "game" else type(game.deal(0))
    monkeypatch.setattr(kind, method, sabotage(getattr(kind, method)))
    monkeypatch.setattr(contract, "MOST_DECISIONS", 50)
    with pytest.raises(AssertionError, match=guarantee):
        contract.check_game(burgher.load("pebbles", 2))


def test_a_failure_says_where(monkeypatch: pytest.MonkeyPatch) -> None:
    game = burgher.load("pebbles", 2)
    monkeypatch.setattr(type(game), "tell", always("")(None))
    with pytest.raises(AssertionError) as failure:
        contract.check_game(game, seeds=[5])
    assert failure.value.__notes__ == ["burgher.load('pebbles', players=2), seed 5, decision 1"]


def test_another_game_under_the_same_name_is_found() -> None:
    game = burgher.load("pebbles", 2)

    class Stones(type(game)):  # type: ignore[misc]
        pass

    with pytest.raises(AssertionError, match="a game is found under its name"):
        contract.check_game(Stones(2))
