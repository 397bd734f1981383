"""The table as data: what a seat may see, and whole positions, written and read again with every check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from burgher.games.granja import pending as ask
from burgher.games.granja.components import (
    CARDS,
    DONKEYS,
    HARVEST,
    KINDS,
    PAYABLE,
    PHASES,
    RESOURCES,
    ROUNDS,
    STALL_NAMES,
    Components,
    Roof,
)
from burgher.games.granja.helpers import refresh
from burgher.games.granja.invariants import check
from burgher.games.granja.naming import roof_tiles
from burgher.games.granja.pending import STEPS
from burgher.games.granja.questions.registry import names_with
from burgher.games.granja.stack import detail, push, top
from burgher.games.granja.wording.modules.registry import wording_of_module
from burgher.games.granja.wording.registry import wording_of
from burgher.kernel.errors import BadPosition
from burgher.kernel.ints import members_of, set_of
from burgher.kernel.packed import ONE_AT, at, with_at
from burgher.kernel.reading import Reader

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Player
    from burgher.kernel.ints import Ints

Data = dict[str, Any]

MOST_DETAIL = 2**16
"""No detail of a question is larger."""
MOST = 10_000
"""No number of points, silver or goods is larger."""


# -- writing --------------------------------------------------------------------------------------


def write(state: GranjaData, components: Components) -> Data:
    """The whole table, secrets included (docs/positions.md)."""
    roofs = roof_tiles(components, state.modules)
    added = {module.name: wording_of_module(module).write(state, components) for module in state.modules}
    return {
        **_board(state, components),
        **({"modules": added} if added else {}),
        "deck": _cards(state.deck),
        "since": _since(state),
        "players": [_player(player, roofs, state.lookups.roof_places) for player in state.players],
        "chance": state.chance,
        "reveals": state.reveals,
    }


def view(state: GranjaData, components: Components, seat: int | None) -> Data:
    """What a seat may see: not the deck, the hands of others, or the donkey tiles they choose in secret."""
    roofs = roof_tiles(components, state.modules)
    players = [_player(player, roofs, state.lookups.roof_places) for player in state.players]
    for other, player in enumerate(players):
        farm = state.players[other]
        player |= _abilities(farm)
        if other != seat:
            player["hand"] = None
            if state.hides_points and not state.is_over:
                player["points"] = None
            if state.step == ask.CHOOSING:
                player["donkey"] = None
    return {
        **_board(state, components),
        "order": _turn_order(state),
        "deck": len(_cards(state.deck)),
        "players": players,
        "modules": {
            module.name: wording_of_module(module).view(state, seat, components) for module in state.modules
        },
    }


def _board(state: GranjaData, components: Components) -> Data:
    names = names_with(state.modules)
    return {
        "round": state.round + 1,
        "phase": PHASES[state.phase],
        "step": STEPS[state.step],
        "turn": state.turn + 1,
        "done": state.done,
        "order": [at(state.order, place) for place in range(state.seats)],
        "track": [at(state.track, place) for place in range(state.seats)],
        "seat": state.seat,
        "over": state.is_over,
        "questions": [[names[state.asked[n] & 63], state.asked[n] >> 6] for n in range(1, state.depth + 1)],
        "left": state.left,
        "fresh": state.fresh,
        "sold": [RESOURCES[kind] for kind in members_of(state.sold)],
        "from den": state.me.from_den,
        "playing": state.playing or None,
        "paid": [PAYABLE[which] for which in members_of(state.paid)],
        "to pay": state.to_pay,
        "pick": state.pick,
        "dice": [at(state.dice, number) for number in range(6)],
        "shift": state.shift,
        "aside": state.aside,
        "marked": None if state.marked < 0 else state.marked + 1,
        "marker": state.marker,
        "market": {STALL_NAMES[space]: seat for seat in range(4) for space in members_of(state.market[seat])},
        "order markers": [at(state.next_blocked, n) + 1 for n in range(3)],
        "blocked": [building + 1 for building in members_of(state.blocked)],
        "tokens": [building + 1 for building in members_of(state.tokens)],
        "roofs": [_roof(at(state.display, place), components.roofs) for place in range(4)],
        "discards": _cards(state.discards),
        "shuffles": state.shuffles,
    }


def _turn_order(state: GranjaData) -> list[int]:
    """Everybody in turn order, players without a farm among them."""
    first = state.seats + state.leading
    seats = [at(state.order, place) for place in range(state.seats)]
    return [*range(state.seats, first), *seats, *range(first, state.holders)]


def _player(player: Player, roofs: Sequence[Roof], roof_places: int) -> Data:
    return {
        "points": player.points,
        "silver": player.silver,
        "goods": {kind: player.goods[n] for n, kind in enumerate(KINDS) if player.goods[n]},
        "ripe": {kind: at(player.ripe, n) for n, kind in enumerate(HARVEST) if at(player.ripe, n)},
        "hand": _cards(player.hand),
        "hand size": player.hand_size,
        "fields": _cards(player.field_cards),
        "extensions": _cards(player.extension_cards),
        "barrows": [
            {"card": at(player.barrows, slot), "met": [n + 1 for n in members_of(at(player.loaded, slot))]}
            if at(player.barrows, slot)
            else None
            for slot in range(4)
        ],
        "helpers": [
            {"card": at(player.helpers, place), "exhausted": bool(player.exhausted & set_of([place]))}
            if at(player.helpers, place)
            else None
            for place in range(4)
        ],
        "roofs": [
            {"tile": _roof(at(player.roofs, place), roofs), "up": bool(player.roofs_up & set_of([place]))}
            if at(player.roofs, place)
            else None
            for place in range(roof_places)
        ],
        "crafts": [building + 1 for building in members_of(player.crafts)],
        "ongoing": [building + 1 for building in members_of(player.ongoing)],
        "rows": {
            str(building + 1): {
                "row": "abcd"[at(player.rows, building) - 1],
                "met": [n + 1 for n in members_of(at(player.supplied, building))],
            }
            for building in range(6)
            if at(player.rows, building)
        },
        "donkeys": [tile + 1 for tile in members_of(player.donkeys)],
        "donkey": None if player.donkey < 0 else player.donkey + 1,
        "siesta": player.steps,
    }


def _abilities(player: Player) -> Data:
    """What follows from the cards on a farm, for people to see."""
    return {
        "stalls": player.stalls,
        "hand limit": player.hand_limit,
        "income": player.income,
        "deliveries": player.deliveries,
        "hats": player.hats,
        "more donkeys": player.more_donkeys,
        "barrow limit": player.barrow_limit,
    }


def _cards(cards: Ints) -> list[int]:
    return [half * 33 + n + 1 for half in range(2) for n in members_of(cards[half])]


def _roof(tile: int, roofs: Sequence[Roof]) -> str | None:
    return roofs[tile - 1].name if tile else None


def _since(state: GranjaData) -> dict[str, int]:
    found: dict[str, int] = {}
    for card in range(CARDS):
        half, bit = card // 33, set_of([card % 33])
        number = sum(2**digit for digit in range(4) if state.since[digit * 2 + half] & bit)
        if number:
            found[str(card + 1)] = number
    return found


# -- reading --------------------------------------------------------------------------------------


class _Reader(Reader):
    """Takes values out of a position of this game."""

    def set_of(self, name: str, most: int) -> int:
        """A set of numbers counted from 1."""
        return set_of([n - 1 for n in self.numbers(name, 1, most)])

    def set_of_names(self, name: str, names: tuple[str, ...]) -> int:
        for one in self.items(name):
            if one not in names:
                raise self.fail(name, f"cannot have {one!r}")
        return set_of([names.index(one) for one in self.items(name)])

    def cards(self, name: str, into: Ints) -> int:
        """Put cards into a set; return how many there are."""
        numbers = self.numbers(name, 1, CARDS)
        if len(set(numbers)) != len(numbers):
            raise self.fail(name, "has a card twice")
        for number in numbers:
            into[(number - 1) // 33] |= set_of([(number - 1) % 33])
        return len(numbers)

    def inner(self, name: str, length: int) -> list[_Reader | None]:
        """A list of objects or nothing."""
        return [
            None if item is None else _Reader(item, f"{self.where}: {name} {n}")
            for n, item in enumerate(self.items(name, length), start=1)
        ]


def read(data: Mapping[str, Any], state: GranjaData, components: Components) -> None:
    """Lay out an empty table as a position says; `BadPosition` names the first thing that is wrong."""
    position = _Reader(data, "position")
    _read_board(position, state, components)
    for seat, player in enumerate(position.items("players", state.seats)):
        _read_player(_Reader(player, f"player {seat + 1}"), state.players[seat], state, components)
    state.me = state.players[state.seat]
    if state.modules:
        added = _Reader(position.any("modules"), "modules")
        for module in state.modules:
            reader = _Reader(added.any(module.name), f"modules: {module.name}")
            wording_of_module(module).read(reader, state, components)
    state.chance, state.reveals = position.chance(ROUNDS)
    _check_cards(position, state)
    _check_questions(position, state)
    try:
        check(state)
    except AssertionError as error:
        raise BadPosition(f"position: {error}") from error
    if not state.is_over and not state.legal_actions():
        raise position.fail("step", "leaves nothing to do")


def _read_board(position: _Reader, state: GranjaData, components: Components) -> None:
    seats = state.seats
    for name in ("order", "track"):
        if sorted(position.numbers(name, 0, 3, seats)) != list(range(seats)):
            raise position.fail(name, "should name each seat once")
    for place in range(seats):
        state.order = with_at(state.order, place, position.items("order")[place])
        state.track = with_at(state.track, place, position.items("track")[place])
    state.round = position.number("round", 1, ROUNDS) - 1
    state.phase = PHASES.index(position.choice("phase", PHASES))
    state.step = STEPS.index(position.choice("step", STEPS))
    state.turn = position.number("turn", 1, seats + 1) - 1
    state.done = position.flag("done")
    state.seat = position.number("seat", 0, seats - 1)
    state.is_over = position.flag("over")
    questions = position.items("questions")
    codes = {name: code for code, name in enumerate(names_with(state.modules)) if code}
    if len(questions) >= ask.MOST_QUESTIONS:
        raise position.fail("questions", "are too many")
    state.depth = 0
    for question in questions:
        if not isinstance(question, list) or len(question) != 2 or not isinstance(question[0], str):
            raise position.fail("questions", f"cannot have {question!r}")
        if question[0] not in codes:
            own = [name for name in codes if name.startswith(f"{question[0]} ")]
            known = f": the questions of {question[0]!r} are {', '.join(map(repr, own))}" if own else ""
            raise position.fail("questions", f"cannot have {question!r}{known}")
        what = _Reader({"questions": question[1]}, "position").number("questions", 0, MOST_DETAIL)
        push(state, codes[question[0]], what)
    state.left = position.number("left", 0, 100)
    state.fresh = position.flag("fresh")
    if "bought" in position.data:  # a position of rules version 1
        position.set_of_names("bought", RESOURCES)
    else:
        state.sold = position.set_of_names("sold", RESOURCES)
        state.players[state.seat].from_den = position.flag("from den")
    state.playing = position.optional_number("playing", 1, CARDS) or 0
    state.paid = position.set_of_names("paid", PAYABLE)
    state.to_pay = position.number("to pay", 0, 9)
    state.pick = position.number("pick", 0, 2)
    for number, count in enumerate(position.numbers("dice", 0, 20, 6)):
        state.dice = with_at(state.dice, number, count)
    state.shift = position.number("shift", 0, 20)
    state.aside = position.number("aside", 0, 2)
    state.marked = (position.optional_number("marked", 1, 6) or 0) - 1
    state.marker = position.number("marker", 0, seats - 1)
    market = _Reader(position.any("market"), "market")
    for name in market.data:
        if name not in STALL_NAMES:
            raise position.fail("market", f"has no stall place {name!r}")
        state.market[market.number(name, 0, state.holders - 1)] |= set_of([STALL_NAMES.index(name)])
    markers = position.numbers("order markers", 1, 6, 3)
    if len(set(markers)) != 3:
        raise position.fail("order markers", "should be at three buildings")
    for n, building in enumerate(markers):
        state.next_blocked = with_at(state.next_blocked, n, building - 1)
    state.blocked = position.set_of("blocked", 6)
    state.tokens = position.set_of("tokens", 6)
    for place, tile in enumerate(_tiles(position, "roofs", position.items("roofs", 4), components.roofs)):
        state.display = with_at(state.display, place, tile)
    position.cards("deck", state.deck)
    position.cards("discards", state.discards)
    state.shuffles = position.number("shuffles", 0, 15)
    since = _Reader(position.any("since"), "since")
    for name in since.data:
        if not isinstance(name, str) or not name.isdecimal() or not 1 <= int(name) <= CARDS:
            raise position.fail("since", f"has no card {name!r}")
        number = since.number(name, 1, state.shuffles)
        half, bit = (int(name) - 1) // 33, set_of([(int(name) - 1) % 33])
        for digit in range(4):
            if number & 2**digit:
                state.since[digit * 2 + half] |= bit


def _tiles(reader: _Reader, name: str, values: list[object], roofs: Sequence[Roof]) -> list[int]:
    names = [roof.name for roof in roofs]
    for value in values:
        if value is not None and value not in names:
            raise reader.fail(name, f"cannot have {value!r}")
    return [0 if value is None else names.index(str(value)) + 1 for value in values]


def _read_player(reader: _Reader, player: Player, state: GranjaData, components: Components) -> None:
    player.points = reader.number("points", 0, MOST)
    player.silver = reader.number("silver", 0, MOST)
    for kind, count in enumerate(reader.counts("goods", KINDS, 1, MOST)):
        player.goods[kind] = count
    player.hand_size = reader.number("hand size", 0, CARDS)
    if reader.cards("hand", player.hand) != player.hand_size:
        raise reader.fail("hand size", "should be the number of cards in the hand")
    reader.cards("fields", player.field_cards)
    for half in range(2):
        for n in members_of(player.field_cards[half]):
            player.fields += ONE_AT[HARVEST.index(components.cards[half * 33 + n].field)]
    for kind, count in enumerate(reader.counts("ripe", HARVEST, 1, CARDS)):
        player.ripe = with_at(player.ripe, kind, count)
    player.has = set_of(
        [n for n in range(8) if player.goods[n] or (n < len(HARVEST) and at(player.ripe, n))],
    )
    player.extensions = reader.cards("extensions", player.extension_cards)
    for slot, barrow in enumerate(reader.inner("barrows", 4)):
        if barrow is not None:
            card = barrow.number("card", 1, CARDS)
            player.barrows = with_at(player.barrows, slot, card)
            met = barrow.set_of("met", len(components.card(card).barrow))
            player.loaded = with_at(player.loaded, slot, met)
    for place, helper in enumerate(reader.inner("helpers", 4)):
        if helper is not None:
            player.helpers = with_at(player.helpers, place, helper.number("card", 1, CARDS))
            if helper.flag("exhausted"):
                player.exhausted |= set_of([place])
    roofs = roof_tiles(components, state.modules)
    for place, roof in enumerate(reader.inner("roofs", state.lookups.roof_places)):
        if roof is not None:
            (tile,) = _tiles(roof, "tile", [roof.any("tile")], roofs)
            player.roofs = with_at(player.roofs, place, tile)
            if tile == 0:
                raise roof.fail("tile", "should be a roof tile")
            if roof.flag("up"):
                player.roofs_up |= set_of([place])
    player.crafts = reader.set_of("crafts", 6)
    player.ongoing = reader.set_of("ongoing", 6)
    rows = _Reader(reader.any("rows"), f"{reader.where}: 'rows'")
    for name in rows.data:
        if name not in ("1", "2", "3", "4", "5", "6"):
            raise reader.fail("rows", f"has no building {name!r}")
        building, row = int(name) - 1, _Reader(rows.data[name], f"{reader.where}: row {name}")
        which = "abcd".index(row.choice("row", "abcd"))
        player.rows = with_at(player.rows, building, which + 1)
        player.supplied = with_at(player.supplied, building, row.set_of("met", 4))
        bit = set_of([building * 4 + which])
        if state.claimed & bit:
            raise reader.fail("rows", f"has a row of building {name} that is another's")
        state.claimed |= bit
    tiles = len(DONKEYS) + sum(len(members_of(module.more_donkeys)) for module in state.modules)
    player.donkeys = reader.set_of("donkeys", tiles)
    player.donkey = (reader.optional_number("donkey", 1, tiles) or 0) - 1
    player.steps = reader.number("siesta", 0, len(components.siesta) - 1)
    refresh(state.lookups, player)


# -- checking the whole -----------------------------------------------------------------------------


def _check_cards(position: _Reader, state: GranjaData) -> None:
    """Every card is in one place."""
    places: Counter[int] = Counter(_cards(state.deck))
    places.update(_cards(state.discards))
    places.update([state.playing] if state.playing else [])
    for player in state.players:
        for cards in (player.hand, player.field_cards, player.extension_cards):
            places.update(_cards(cards))
        places.update(at(player.barrows, slot) for slot in range(4) if at(player.barrows, slot))
        places.update(at(player.helpers, place) for place in range(4) if at(player.helpers, place))
    for card in range(1, CARDS + 1):
        if places[card] != 1:
            raise position.fail("deck", f"and farms have card {card} {places[card]} times")


_TO_PAY_THE_GUARD = (ask.NOTHING, ask.CARD_TO_PAY, ask.GOOD_TO_PAY, ask.ONE_GOOD)
"""What may be decided while somebody comes by the silver for the Market Guard."""


def _check_questions(position: _Reader, state: GranjaData) -> None:
    """Every question can be asked here, with a detail that means something."""
    for n in range(1, state.depth + 1):
        question, what = state.asked[n] & 63, state.asked[n] >> 6
        if not wording_of(state, question).is_valid_detail(state, what):
            name = names_with(state.modules)[question]
            raise position.fail("questions", f"cannot have {name!r} with {what}")
        above = state.asked[n + 1] & 63 if n < state.depth else ask.NOTHING
        if question == ask.MARKET_GUARD and above not in _TO_PAY_THE_GUARD:
            raise position.fail("questions", "asks for the market guard before anything else")
        below = state.asked[n - 1] & 63
        delivers = below == ask.DELIVERY or (n == 1 and state.step in (ask.FREE, ask.PURCHASED))
        if question in (ask.DISGUISE, ask.DISGUISED) and not delivers:
            raise position.fail("questions", "disguises a good that is not being delivered")
    if (state.playing != 0) != _waits_for_card(state):
        raise position.fail("playing", "is a card just when something is decided for it")
    if (state.to_pay > 0) != (top(state) == ask.PAYMENT) or (state.paid and not state.to_pay):
        raise position.fail("to pay", "counts just what an extension still costs")
    if state.aside and not (top(state) == ask.REROLLING and detail(state) == 1):
        raise position.fail("aside", "counts just the dice to be rolled again")
    if state.is_over and state.depth:
        raise position.fail("over", "leaves no questions")


def _waits_for_card(state: GranjaData) -> bool:
    asked = top(state)
    if asked == ask.BARROW_TO_CLEAR:
        return sum(at(state.me.barrows, slot) != 0 for slot in range(4)) <= state.me.barrow_limit
    return asked in (ask.HELPER_TO_CLEAR, ask.PAYMENT)
