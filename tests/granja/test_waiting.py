"""Where a turn does not wait for its player's word, nothing is lost: compared with games that always ask.

Whatever could be done in a pause that the rules leave out can be done at the player's next decision instead,
and leads to the same table; what could be done only before the game ends would not be better.
BURGHER_WAITING=20 plays twenty times as many games.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from burgher import Game
from burgher.games.granja.lookups import EFFECT_ROOF, FARM, HARVEST_KINDS, PIG
from burgher.games.granja.moments import may_act
from burgher.games.granja.pauses import is_pausing
from burgher.games.granja.pending import MARKET_GUARD, ROOFS
from burgher.games.granja.stack import top
from burgher.games.granja.state import Granja
from burgher.kernel.packed import unpacked
from granja.kit import load
from granja.rich import rich

TIMES = int(os.environ.get("BURGHER_WAITING", "1"))

NOT_COMPARED = ("chance", "fresh", "sold", "from den", "since")
"""What only says how a table came about."""
GIVEN_UP = ("dismiss", "clear", "discard")
"""Nobody has to give these up before it is their turn again, and nothing is gained by it."""
ANYTIME = ("buy", "sell", "upgrade", "trade", "roof", "use", "from")
COMMON = ("buy", "sell", "upgrade")
"""What can be done most often, and matters least."""
ONCE_A_ROUND = ("use", "lady")
"""What is refreshed when the round is scored: whoever does it in the next round instead has lost it."""
Taken = tuple[int, int]
"""An action, and the step it was taken in."""
MOST = 400
"""So many decisions of others are followed at most."""


def copy_of(state: Granja) -> Granja:
    """The same game once more."""
    other = state.clone()
    assert isinstance(other, Granja)
    return other


def words_of(game: Game, state: Granja) -> dict[str, int]:
    """What may be done, by its words."""
    return {game.words(action): action for action in state.legal_actions()}


def is_waiting(state: Granja, seat: int) -> bool:
    """Whether a seat is asked for its word in a pause."""
    return not state.is_over and state.seat == seat and state.depth == 0 and is_pausing(state)


def act(game: Game, state: Granja, seat: int, random: Random) -> list[str]:
    """Do something or other at any time, with all that is then decided; nothing if chance has a part in it.

    Where a good was taken from its den, that is said, for by then there may be one on a field as well.
    """
    before, words = copy_of(state), []
    for _ in range(random.randint(1, 3)):
        legal = words_of(game, state)
        verbs = [
            one for one in legal if one not in ("done", "skip", "from den") and not one.startswith("lie")
        ]
        if not verbs:
            break
        weights = [1 if one.split()[0] in COMMON else 4 for one in verbs]
        words += do(state, legal, random.choices(verbs, weights)[0], seat)
        while state.depth and state.seat == seat:
            legal = words_of(game, state)
            answers = [one for one in legal if one.split()[0] not in ANYTIME]
            words += do(state, legal, random.choice(answers), seat)
        if not is_waiting(state, seat):
            break
    spoilt = not is_waiting(state, seat) or state.chance != before.chance
    pigs = state.players[seat].goods[PIG] != before.players[seat].goods[PIG]
    if state.phase == FARM and (pigs or any("pig" in one for one in words)):
        spoilt = True  # a pig less is born then, which is never better; what is has tests of its own
    if spoilt or any(one.split()[0] in GIVEN_UP for one in words):
        state.copy_from(before)
        return []
    return words


def do(state: Granja, legal: dict[str, int], words: str, seat: int) -> list[str]:
    """Do something, and say it with where its good came from."""
    farm = state.players[seat]
    dens = [farm.goods[kind] for kind in range(HARVEST_KINDS)]
    state.apply(legal[words])
    used = any(farm.goods[kind] < dens[kind] for kind in range(HARVEST_KINDS))
    return ["from den", words] if used and not words.startswith("sell") else [words]


def plain(game: Game, state: Granja) -> dict[str, Any]:
    """A table without how it came about, and without who is asked what."""
    position = game.position(state)
    for player in position["players"]:
        for name in ("barrows", "helpers"):  # in any order
            player[name].sort(key=lambda one: one["card"] if one else 0)
    return {name: value for name, value in position.items() if name not in NOT_COMPARED}


def replay(game: Game, state: Granja, what: list[str], seat: int) -> str:
    """Do all of it in another game; return what cannot be done there."""
    for one in what:
        legal = words_of(game, state)
        if one == "from den" and one not in legal:
            continue
        if one not in legal or state.seat != seat:
            return one
        carry_out(state, legal[one], one)
    return ""


def carry_out(state: Granja, action: int, words: str) -> None:
    """Do it; that a good was to come from its den has been said for this one alone."""
    farm = state.me
    state.apply(action)
    if words != "from den":
        farm.from_den = False


def end_pause(game: Game, state: Granja, seat: int, other: Granja) -> None:
    """A pause that only one of two games makes is over."""
    while is_waiting(state, seat) and not (is_waiting(other, seat) and other.step == state.step):
        state.apply(words_of(game, state)["done"])


def is_earlier(
    game: Game, before: Granja, actions: list[Taken], what: list[str], asked: Granja, seat: int
) -> bool:
    """Whether the same comes of it if all that was done in a pause had been done before the decision."""
    if before.seat != seat or replay(game, before, what, seat):
        return False
    for action, step in actions:
        if game.words(action) == "done" and before.step != step:
            continue  # there was no more to wait for
        if action not in before.legal_actions():
            return False
        before.apply(action)
    end_pause(game, before, seat, asked)
    return plain(game, asked) == plain(game, before) or is_better(game, asked, before, seat)


def is_better(game: Game, state: Granja, earlier: Granja, seat: int) -> bool:
    """Whether a seat has the same in another game, and has drawn more cards as well."""
    ours, theirs = plain(game, state), plain(game, earlier)
    more = theirs["players"][seat]["hand size"] - ours["players"][seat]["hand size"]
    for one in (ours, theirs):
        one |= {"deck": None, "discards": None}
        one["players"][seat] |= {"hand": None, "hand size": None}
    return more > 0 and ours == theirs


def income_tile(state: Granja, seat: int) -> str:
    """How an income tile of a seat is used, if there is one."""
    tiles = [tile - 1 for tile in unpacked(state.players[seat].roofs, state.lookups.roof_places)]
    places = [
        n for n, tile in enumerate(tiles, start=1) if tile >= 0 and state.lookups.then[EFFECT_ROOF + tile]
    ]
    return f"roof {places[0]}" if places else ""


def compare(
    game: Game,
    decisions: list[tuple[Granja, list[Taken]]],
    asked: Granja,
    passed: Granja,
    seat: int,
    random: Random,
) -> str:
    """Do something where only one of two games asks, and let the other come to the same; say how it went.

    `asked` is in the pause, `passed` is the same game beyond it; `decisions` are tables at which something
    else could have been done first, with what was decided since then.
    """
    income = income_tile(asked, seat)
    what = act(game, asked, seat, random)
    if not what:
        return "nothing done"
    if any(one.startswith("extension") or one == income for one in what) and any(
        game.words(action).startswith("extension") for _, actions in decisions for action, _ in actions
    ):
        return "not compared"  # what an extension is paid with, and an income, depend on their order
    step, round_ = game.position(asked)["step"], asked.round
    asked.asks_always = False
    asked.apply(words_of(game, asked)["done"])
    for before, actions in reversed(decisions):
        if is_earlier(game, copy_of(before), actions, what, asked, seat):
            return "earlier"
    left, within, questions = list(what), False, 0
    for _ in range(MOST):
        end_pause(game, asked, seat, passed)
        if passed.seat == seat and top(passed) == MARKET_GUARD:
            return "not followed"  # its silver decides
        if passed.is_over or (not left and plain(game, asked) == plain(game, passed)):
            break
        if passed.seat == seat and left and (within or may_act(passed)):
            questions, begun = questions if within else passed.depth, passed.step
            lost = passed.round > round_ and left[0].split()[0] in ONCE_A_ROUND
            assert not lost, f"{left} of {what} after {step} is only in the next round"
            do_next(game, passed, left, f"{what} after {step}")
            within = passed.depth > questions and passed.step == begun
        elif passed.seat == seat and (within or is_waiting(passed, seat)):
            passed.apply(words_of(game, passed)["skip" if within else "done"])
            within = False
        elif passed.seat == seat and passed.step == ROOFS and (asked.seat, asked.step) != (seat, ROOFS):
            passed.apply(words_of(game, passed)["done"])  # what it could have been paid with is used up
        else:
            follow(game, asked, passed, random, f"{what} after {step}")
    if passed.is_over:
        check_end(game, asked, passed, seat, f"{what} after {step}")
        return "over"
    ours, theirs = plain(game, asked), plain(game, passed)
    different = {name: (ours[name], theirs[name]) for name in ours if ours[name] != theirs[name]}
    assert not left, f"{left} of {what} is too late after {step}"
    assert not different, f"{what} makes a difference after {step}: {different}"
    return "later"


def do_next(game: Game, state: Granja, left: list[str], where: str) -> None:
    """Do the next of what was done in a pause."""
    words, legal = left.pop(0), words_of(game, state)
    if words == "from den" and words not in legal:
        return
    assert words in legal, f"{words} of {where} is too late"
    carry_out(state, legal[words], words)


def follow(game: Game, asked: Granja, passed: Granja, random: Random, where: str) -> None:
    """Somebody decides the same in both games."""
    assert (asked.seat, asked.is_over) == (passed.seat, passed.is_over), where
    legal = words_of(game, passed)
    choices = sorted(legal.keys() & words_of(game, asked).keys())
    assert choices, where
    choice = random.choice(choices)
    passed.apply(legal[choice])
    asked.apply(words_of(game, asked)[choice])


def check_end(game: Game, asked: Granja, passed: Granja, seat: int, where: str) -> None:
    """What was done before the end was no better than nothing, and nothing to others."""
    assert asked.is_over, where
    reached, otherwise = ((one.players[seat].points, one.players[seat].silver) for one in (asked, passed))
    assert reached <= otherwise, f"{where} is better"
    assert all(asked.scores()[n] == passed.scores()[n] for n in range(game.players) if n != seat), where


def look_for_what_is_lost(game: Game, state: Granja, random: Random) -> Counter[str]:
    """Play to the end; wherever a pause is left out, see whether something is lost by that."""
    found: Counter[str] = Counter()
    decisions: list[tuple[Granja, list[Taken]]] = []
    while not state.is_over:
        action, seat = random.choice(state.legal_actions()), state.seat
        if not decisions or decisions[0][0].seat != seat:
            decisions.clear()
        for _, actions in decisions:
            actions.append((action, state.step))
        if may_act(state):
            decisions.append((copy_of(state), [(action, state.step)]))
        asked = copy_of(state)
        asked.asks_always = True
        asked.apply(action)
        state.apply(action)
        while is_waiting(asked, seat):
            if is_waiting(state, seat) and state.step == asked.step:
                break
            copies = copy_of(asked), copy_of(state)
            found[compare(game, decisions, *copies, seat, random)] += 1
            asked.apply(words_of(game, asked)["done"])
    return found


@pytest.mark.parametrize("number", range(6 * TIMES))
def test_nothing_is_lost_where_a_turn_does_not_wait(number: int) -> None:
    game = load(2 + number % 3)
    state = game.deal(number) if number % 3 == 0 else game.restore(rich(game, number))
    assert isinstance(state, Granja)
    found = look_for_what_is_lost(game, state, Random(number))
    assert found["later"] + found["earlier"] > 5, found
