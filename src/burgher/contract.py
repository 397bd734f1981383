"""What every game guarantees, as one check: `check_game(game)` for any game, ours or yours.

It plays random games to their ends and, at every decision, holds the game to its word. A guarantee that
does not hold raises `AssertionError` naming it. Fronts, agents and environments rely on these and on
nothing else they might know of a game.
"""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable, Iterable
from hashlib import sha256
from io import StringIO
from itertools import pairwise
from random import Random
from typing import Any

from rich.console import Console

from burgher import games
from burgher.games import rules
from burgher.kernel.chance import seeded
from burgher.kernel.errors import BadPosition, BurgherError, IllegalAction, UnreadableAction
from burgher.kernel.fair import Draws
from burgher.kernel.game import Game
from burgher.kernel.journal import SCORED
from burgher.kernel.observation import Observation
from burgher.kernel.offers import ACTION_NUMBERS, MOST_ACTIONS
from burgher.kernel.state import State
from burgher.record import SECRET, Record
from burgher.table import Table

MOST_DECISIONS = 20_000
"""A random game that takes longer counts as endless."""
REFUSALS = 12
"""How many illegal actions are tried at each decision."""
NO_POSITIONS: tuple[Any, ...] = ({}, [], None, True, 1, "position")
EVERY = 8
"""The costly checks are made at every so many decisions."""


def check_game(game: Game, seeds: Iterable[int] = range(3)) -> None:
    """Check a game with its options chosen; raises `AssertionError` naming the guarantee that fails."""
    seeds = list(seeds)
    check_identity(game)
    check_actions(game)
    check_observation(game)
    check_brought(game)
    for seed in seeds:
        check_play(game, seed)
        check_draws(game, seed)
    for one, other in pairwise(seeds):
        _hold(_whole(game, game.deal(one)) != _whole(game, game.deal(other)), "other seeds, other games")


def check_identity(game: Game) -> None:
    """A game is found by its name, and its fingerprint stands for its rules and options."""
    kind = rules(game.name)
    _hold(type(game) is kind, "a game is found under its name")
    again = kind(game.players, **game.options)
    _hold(again.options == game.options, "options read back as they were")
    sent = pickle.loads(pickle.dumps(game))
    _hold(sent.fingerprint == game.fingerprint, "a game can be pickled")
    _hold(again.fingerprint == game.fingerprint, "equal games have equal fingerprints")
    for players in kind.players_allowed:
        other = players != game.players
        _hold(not other or kind(players).fingerprint != game.fingerprint, "other games, other fingerprints")
    for option in kind.choices:
        _hold(option.name.isidentifier(), f"the option {option.name!r} can be given by name")
        for choice in option.choices:
            plain = choice == choice.strip() and "," not in choice
            _hold(plain, f"the choice {choice!r} can stand in a list")


def check_actions(game: Game) -> None:
    """Every action has its words and its parts for itself, and is found by them."""
    _hold(game.num_actions <= ACTION_NUMBERS, "actions have numbers that the kernel can list")
    for number, action in enumerate(game.actions):
        what = f"action {number}, {action.words!r},"
        _hold(action.number == number, f"{what} knows its number")
        _hold(game.number(action.words) == number, f"{what} is found by its words")
        _hold(game.number(f"  {action.words.upper()} ") == number, f"{what} is found in any case")
        _hold(game.number_of_parts(action.parts) == number, f"{what} is found by its parts")
        _hold(all(action.parts) and action.parts != (), f"{what} touches something")
        _hold(action.words.isprintable() and "," not in action.words, f"{what} can stand in a record")
        _hold(action.words not in ("", SECRET), f"{what} has words of its own")
    _refused(lambda: game.number("no such action"), UnreadableAction, "words that name no action are refused")
    _refused(lambda: game.number_of_parts(()), UnreadableAction, "touching nothing is refused")


def check_observation(game: Game) -> None:
    """Every feature of what a seat observes has a name of its own and keeps within its bounds."""
    observation = _observation(game)
    if observation is None:
        return
    names = [feature.name for feature in observation.features]
    _hold(len(set(names)) == len(names) == observation.length, "every feature has a name of its own")
    for feature in observation.features:
        _hold(_is_line(feature.name) and _is_line(feature.meaning), f"feature {feature.name!r} is explained")
    state = game.deal(0)
    for seat in range(game.players):
        for feature, value in zip(observation.features, observation.of(state, seat), strict=True):
            _hold(0 <= value <= feature.high, f"feature {feature.name!r} keeps within its bounds")


def check_brought(game: Game) -> None:
    """What a game brings beside its rules is whole, as far as types cannot say (`kernel.protocol`)."""
    _hold(game.search_settings.prior_visits > 0, "the settings of a search can be read")
    kinds = game.source_kinds()
    firsts = list(kinds.values())
    _hold(all(map(_is_line, kinds)) and firsts == sorted(set(firsts)), "kinds of sources are in order")
    page, study, heuristic = games.page(game.name), games.study(game.name), games.heuristic(game.name)
    if page is not None:
        _hold(_is_line(page.BLURB), "the start page has a sentence on the game")
    if study is not None:
        stages = list(study.STAGES)
        _hold(len(set(stages)) == len(stages) > 0 and all(map(_is_line, stages)), "every stage has its name")
    if heuristic is not None:
        names = list(heuristic.NAMES)
        _hold(len(set(names)) == len(names) == len(heuristic.WEIGHTS), "every weight has its name")


def check_progress(game: Game, state: State, before: State | None = None) -> None:
    """What a game brings for its studies says how far it has come."""
    study = games.study(game.name)
    if study is None:
        return
    _hold(0 <= study.progress(state) <= 1, "a game has come from 0 to 1 of its way")
    _hold(study.progress(state) == 1 or not state.is_over, "a finished game has come all its way")
    if before is not None:
        _hold(study.clock(state) >= study.clock(before), "rounds that have begun are not taken back")


def check_studied(table: Table) -> None:
    """What a game brings for its studies says of a finished one what belongs to which stage and seat."""
    game, study, journal = table.game, games.study(table.game.name), table.state.journal
    if study is None or journal is None:
        return
    for heading, entry in table.scored():
        _hold(study.stage(heading, game.source(entry)) in study.STAGES, "points belong to a stage")
    features = study.features(game, table.state, journal.entries)
    _hold(len(features) == game.players, "every seat has its features")
    for of_seat in features:
        for name, value in of_seat.items():
            values = value if isinstance(value, tuple) else (value,)
            words = all(isinstance(one, str) for one in (name, *values))
            _hold(words, f"the feature {name!r} is a word, or several")


def check_play(game: Game, seed: int) -> None:
    """Play one random game, holding the game to its word at every decision."""
    random = Random(seed)
    table = Table(game, seed)
    twin = game.deal(seed)
    copies: list[tuple[State, str]] = []
    try:
        while not table.is_over:
            _hold(len(copies) < MOST_DECISIONS, "random play ends")
            state, here = table.state, _whole(game, table.state)
            _hold(_whole(game, twin) == here, "the same seed and actions give the same game, journal or not")
            copies.append((state.clone(), here))
            _hold(_whole(game, copies[-1][0]) == here, "a clone equals what it was made from")
            check_decision(table, random)
            if len(copies) % EVERY == 1:
                check_hidden(game, state, random)
                twin = check_position(game, state)
                check_kept(table)
            _hold(_whole(game, state) == here, "looking at a game does not change it")
            action = random.choice(state.legal_actions())
            twin.apply(action)
            check_action(table, action)
            game.check(table.state, copies[-1][0])
            check_progress(game, table.state, copies[-1][0])
        check_end(table)
        for copy, then in copies:
            _hold(_whole(game, copy) == then, "a copy never changes when others do")
    except Exception as error:
        error.add_note(f"{game!r}, seed {seed}, decision {len(copies)}")
        raise


def check_draws(game: Game, seed: int) -> None:
    """Play one random game as people do, every draw of which comes from a secret and can be checked."""
    random = Random(seed)
    secret = sha256(str(seed).encode()).hexdigest()
    table = Table(game, secret=secret)
    source = Draws(secret)
    while not table.is_over:
        state, made = table.state, len(table.draws)
        _hold(state.chance == made + 1, "every draw at a table is noted, and counted")
        copy, imagined = state.clone(), state.imagine(state.seat, random.getrandbits(32))
        _hold(imagined.draws is None, "what is imagined draws from a generator of its own")
        copy.redeal_hidden(state.seat, imagined.chance)
        _hold(copy.draws is None, "what a seat cannot know is not drawn from the secret")
        action = random.choice(state.legal_actions())
        copy.copy_from(state)
        copy.apply(action)
        table.play(action)
        _hold(_whole(game, copy) == _whole(game, table.state), "a copy draws what the game draws")
        _hold(len(table.draws) < MOST_DECISIONS, "random play ends")
    for number, (n, value) in enumerate(table.draws, start=1):
        _hold(source.draw(number, n) == value, "every draw follows from the secret and its number")
    table.record.verify()


def check_decision(table: Table, random: Random) -> None:
    """What may be played can be, is explained and leaves no doubt; what may not be is refused."""
    game, state = table.game, table.state
    trial = game.deal(random.getrandbits(32))
    trial.copy_from(state)
    _hold(_whole(game, trial) == _whole(game, state), "what is copied over equals what it was copied from")
    legal = state.legal_actions()
    _hold(0 < len(legal) <= MOST_ACTIONS, "a running game offers actions, and not too many")
    _hold(len(set(legal)) == len(legal), "no action is offered twice")
    _hold(set(legal) <= set(range(game.num_actions)), "the actions offered are actions of the game")
    _hold(state.seat in range(game.players), "the decision is a seat's")
    _hold(_is_line(game.question(state)), "there is a question")
    _hold(_is_line(game.heading(state)), "there is a heading")

    for action in legal:
        trial.copy_from(state)
        _hold(_is_line(game.sentence(state, action)), f"{game.words(action)!r} is explained")
        trial.apply(action)

    touched = sorted(game.parts(action) for action in legal)
    for shorter, longer in pairwise(touched):
        _hold(longer[: len(shorter)] != shorter, f"touching {shorter} leaves no doubt beside {longer}")

    illegal = sorted(set(range(game.num_actions)) - set(legal))
    for action in random.sample(illegal, min(REFUSALS, len(illegal))):
        refusal = game.refusal(state, action)
        _hold(_is_line(refusal.kind) and _is_line(refusal.reason), f"{game.words(action)!r} is refused why")
        _refused(lambda n=action: table.play(n), IllegalAction, "an illegal action is refused")  # type: ignore[misc]
    stranger = (state.seat + 1) % game.players
    if stranger != state.seat:
        _refused(lambda: table.play(legal[0], stranger), IllegalAction, "only the seat to move may play")

    secret = [action for action in legal if game.is_secret(state, action)]
    seen: set[str] = set()
    for action in secret:
        trial.copy_from(state)
        trial.apply(action)
        if trial.reveals == state.reveals:
            others = [None, *(seat for seat in range(game.players) if seat != state.seat)]
            seen.add(_text([game.view(trial, seat) for seat in others]))
    _hold(len(seen) <= 1, "secret actions look alike to the others")


def check_hidden(game: Game, state: State, random: Random) -> None:
    """What a seat sees tells nothing that it cannot know, and what it imagines is a game."""
    here, seed, observation = _whole(game, state), random.getrandbits(32), _observation(game)
    for seat in range(game.players):
        imagined = state.imagine(seat, seed)
        _hold(_whole(game, state) == here, "imagining leaves the game alone")
        _hold(_whole(game, imagined) == _whole(game, state.imagine(seat, seed)), "imagining follows its seed")
        _hold(imagined.chance != state.chance, "imagining deals the future anew")
        forgetting = state.clone()
        forgetting.redeal_hidden(seat, seeded(seed))
        _hold(_whole(game, forgetting) == _whole(game, imagined), "a search imagines as everybody does")
        for viewer in (seat, None):
            same = _text(game.view(imagined, viewer)) == _text(game.view(state, viewer))
            _hold(same, f"the view of {viewer} shows only what seat {seat} knows")
        if observation is not None:
            same = observation.of(imagined, seat) == observation.of(state, seat)
            _hold(same, f"seat {seat} observes only what it knows")
        same = _drawn(game, imagined, seat) == _drawn(game, state, seat)
        _hold(same, f"the drawing for seat {seat} shows only what it knows")
        if seat == state.seat:
            _hold(imagined.legal_actions() == state.legal_actions(), "a seat knows what it may do")
        _hold(isinstance(state.evaluate(seat), int), "a position is worth something to every seat")
        decisions = 0
        while not imagined.is_over:
            imagined.apply(random.choice(imagined.legal_actions()))
            decisions += 1
            _hold(decisions < MOST_DECISIONS, "random play ends, imagined or not")


def check_position(game: Game, state: State) -> State:
    """A position goes through JSON unchanged; the state restored from it, to be played on."""
    for other in NO_POSITIONS:
        _refused(lambda data=other: game.restore(data), BadPosition, "what is not a position is refused")  # type: ignore[misc]
    restored = game.restore(json.loads(_whole(game, state)))
    _hold(_whole(game, restored) == _whole(game, state), "a position is restored as it was")
    one, other = (
        (here.seat, here.is_over, here.chance, here.reveals, here.scores(), here.legal_actions())
        for here in (state, restored)
    )
    _hold(one == other, "a restored game is the same in every respect")
    return restored


def check_kept(table: Table) -> None:
    """A table's record and position read back as they were, and a viewer's copy keeps the secrets."""
    _hold(Record.parse(str(table.record)) == table.record, "a record reads back as it was written")
    again = Table.from_position(json.dumps(table.position()), table.names)
    _hold(again.position() == table.position(), "a table is taken up again from its position")
    _hold([sum(sources.values()) for sources in again.breakdown()] == again.scores(), "points are kept")
    for viewer in (None, *range(table.game.players)):
        redacted = table.record_for(viewer)
        _hold(Record.parse(str(redacted)) == redacted, "a viewer's record reads back as it was written")
        _hold(table.is_over or redacted.is_redacted, "no viewer learns the seed of a running game")


def check_action(table: Table, action: int) -> None:
    """Playing an action tells what happened, accounts for every point, and can be taken back."""
    game, seat = table.game, table.seat
    before = _whole(game, table.state)
    entries = table.play(action, seat)
    for entry in entries:
        _hold(_is_line(game.tell(entry, table.names)), f"event {entry.event} is told")
        if entry.points:
            _hold(entry.event == SCORED and _is_line(game.source(entry)), "points name their source")
            first = min(game.source_kinds().values(), default=entry.source)
            _hold(first <= entry.source, "every source is of a kind")
    after, told = _whole(game, table.state), [table.tell(entries, viewer) for viewer in range(game.players)]
    if table.can_take_back(seat):
        _hold(table.take_back(seat).number == action, "the last action is the one taken back")
        _hold(_whole(game, table.state) == before, "taking back leads to where the game was")
        entries = table.play(action, seat)
        _hold(_whole(game, table.state) == after, "an action taken back can be played again")
        _hold([table.tell(entries, viewer) for viewer in range(game.players)] == told, "and is told alike")
    for scored, sources in zip(table.scores(), table.breakdown(), strict=True):
        _hold(scored == sum(sources.values()), f"the score {scored} is the sum of its sources, {sources}")


def check_end(table: Table) -> None:
    """A finished game has its places and nothing left to do, and its record gives it again."""
    game, state = table.game, table.state
    _hold(state.legal_actions() == [], "a finished game offers no action")
    _refused(lambda: table.play(0), IllegalAction, "nothing can be played after the end")
    ranks = state.ranks()
    places = [1 + sum(other < rank for other in ranks) for rank in ranks]
    _hold(len(ranks) == game.players and ranks == places, "every seat has its place, ties sharing the better")
    check_position(game, state)
    check_kept(table)
    check_studied(table)
    for viewer in (None, *range(game.players)):
        _text(game.view(state, viewer))
        _drawn(game, state, viewer)
    replayed = table.record.replay()
    _hold(replayed.position() == table.position(), "a record replays to the same game")
    _hold(replayed.record == table.record, "a replayed game gives the same record")
    for viewer in (None, *range(game.players)):
        _hold(replayed.log(viewer) == table.log(viewer), "what was taken back is told nowhere")


def _hold(holds: bool, guarantee: str) -> None:
    if not holds:
        raise AssertionError(f"not guaranteed: {guarantee}")


def _refused(ask: Callable[[], object], kind: type[BurgherError], guarantee: str) -> None:
    try:
        ask()
    except kind as refusal:
        _hold(_is_line(str(refusal)), f"{guarantee}, with a reason")
    except Exception as error:
        raise AssertionError(f"not guaranteed: {guarantee}, by {kind.__name__}") from error
    else:
        _hold(False, guarantee)


def _is_line(text: str) -> bool:
    return text.strip() != "" and text.isprintable()


def _text(data: object) -> str:
    return json.dumps(data, sort_keys=True, allow_nan=False)


def _whole(game: Game, state: State) -> str:
    return _text(game.position(state))


def _observation(game: Game) -> Observation | None:
    """What a seat observes, if the game says it."""
    return None if type(game).observed is Game.observed else game.observation


def _drawn(game: Game, state: State, seat: int | None) -> str:
    paper = StringIO()
    names = [f"Seat {n + 1}" for n in range(game.players)]
    Console(file=paper, width=120, color_system="truecolor").print(game.draw(state, seat, names))
    return paper.getvalue()
