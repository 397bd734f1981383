"""The table as data: what a seat may see, and whole positions, written and read again with every check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from burgher.games.burgundy import pending as ask
from burgher.games.burgundy.actions import spot_name
from burgher.games.burgundy.components import (
    BOARD_SIDES,
    COLOUR_NAMES,
    COLOURS,
    ESTATE_NUMBER,
    ESTATES,
    GOODS,
    PHASES,
    SPACES,
    TILE_BY_NAME,
    TILES,
    tile,
)
from burgher.games.burgundy.effects import note_building
from burgher.games.burgundy.fitting import refit_all
from burgher.games.burgundy.lookups import (
    BLACK,
    BLACK_PLAYERS,
    BUILDING,
    CASTLE_TILE,
    COLOUR_SPACES,
    EXCEPTION_COLOUR,
    EXCEPTION_SPOT,
    KNOWLEDGE,
    MINE,
    PILES,
    REGION,
    SAME_BUILDINGS,
    SHIP,
    SPOT_COLOUR,
    SPOT_PLAYERS,
    STORED_GOOD_TYPES,
)
from burgher.games.burgundy.placing import cover
from burgher.games.burgundy.questions.registry import BY_NUMBER
from burgher.games.burgundy.stack import push, top
from burgher.games.burgundy.taking import pays_with_workers
from burgher.games.burgundy.telling import is_choosing
from burgher.kernel.ints import members_of, set_of
from burgher.kernel.reading import Reader

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData, Player

_QUESTION_NUMBERS = {question.name: number for number, question in enumerate(BY_NUMBER) if number}
_PILE_NAMES = (*COLOUR_NAMES, "black")
_SPOTS = [spot_name(spot) for spot in range(32)]


# -- writing --------------------------------------------------------------------------------------


def write(state: BurgundyData) -> dict[str, Any]:
    """The whole table, secrets included (docs/positions.md)."""
    return {
        **_board(state),
        "players": [_player(player) for player in state.players],
        "chance": state.chance,
        "reveals": state.reveals,
    }


def view(state: BurgundyData, seat: int | None) -> dict[str, Any]:
    """What a seat may see: everything but future chance, and the choices others keep secret."""
    players = [_player(player) for player in state.players]
    for other, player in enumerate(players):
        is_hidden = (
            state.secret_choices and is_choosing(state) and other != seat and not state.players[other].covered
        )
        player["sides"] = _sides(state.players[other])
        player["undecided"] = not is_hidden and _is_undecided(state, other)
        if player["board"] is not None and (is_hidden or player["undecided"]):
            player["estate"] = None
        if is_hidden:
            player["castle"] = None
    board = _board(state)
    del board["questions"]  # views keep their former names: finished games are stored as they were seen
    return {**board, "pending": _asked(state), "buying": state.buying, "players": players}


def _is_undecided(state: BurgundyData, seat: int) -> bool:
    """Whether a seat may still choose which side of its board it plays (p. 12)."""
    player = state.players[seat]
    if player.board < 0 or player.castle >= 0:
        return False
    return seat != state.seat or top(state) == ask.SIDE_TO_CHOOSE


def _board(state: BurgundyData) -> dict[str, Any]:
    return {
        "phase": PHASES[min(state.phase, 4)],
        "round": state.round + 1,
        "turn": state.turn + 1,
        "order": [state.order[place] for place in range(state.seats)],
        "track": [state.track[place] for place in range(state.seats)],
        "seat": state.seat,
        "over": state.is_over,
        "white": state.white,
        "dice": [[state.dice[seat * 2], state.dice[seat * 2 + 1]] for seat in range(state.seats)],
        "unused": [die + 1 for die in members_of(state.unused)],
        "bought": state.bought,
        "questions": [[name, 0] for name in _asked(state)],
        "in hand": _named(state.in_hand),
        "buying": spot_name(state.buying),
        "loading": [depot + 1 for depot in members_of(state.loading)],
        "depots": [[_named(state.depots[depot * 4 + place]) for place in range(4)] for depot in range(6)],
        "black": [_named(state.black[spot]) for spot in range(8)],
        "depot goods": [
            _goods([state.depot_goods[depot * 6 + good] for good in range(6)]) for depot in range(6)
        ],
        "round goods": [] if is_choosing(state) else [GOODS[state.round_goods[round]] for round in range(5)],
        "large bonuses": [COLOUR_NAMES[colour] for colour in members_of(state.large_bonuses)],
        "small bonuses": [COLOUR_NAMES[colour] for colour in members_of(state.small_bonuses)],
        "supply": {
            name: dict(Counter(tile(PILES[pile][bit]).name for bit in members_of(state.supply[pile])))
            for pile, name in enumerate(_PILE_NAMES)
        },
        "goods supply": _goods([size_of_type(state.goods_supply, good) for good in range(6)]),
    }


def size_of_type(goods: int, good: int) -> int:
    """How many goods tiles of a type are in a set of them."""
    return len([one for one in members_of(goods) if one // 7 == good])


def _player(player: Player) -> dict[str, Any]:
    return {
        "estate": ESTATES[player.estate].name,
        "board": None if player.board < 0 else player.board + 1,
        "castle": None if player.castle < 0 else player.castle + 1,
        "points": player.points,
        "silverlings": player.silverlings,
        "workers": player.workers,
        "steps": player.steps,
        "bonuses": player.bonuses,
        "goods": _goods([player.goods[good] for good in range(6)]),
        "sold": _goods([player.sold[good] for good in range(6)]),
        "storage": [_named(player.storage[slot]) for slot in range(3)],
        "tiles": {
            str(space + 1): tile(player.tiles[space]).name for space in range(37) if player.tiles[space]
        },
    }


def _sides(player: Player) -> list[str] | None:
    return None if player.board < 0 else [ESTATES[side].name for side in BOARD_SIDES[player.board]]


def _asked(state: BurgundyData) -> list[str]:
    """What is asked, the first to be answered last."""
    names = []
    stack = state.pending
    while stack:
        names.append(BY_NUMBER[stack & 15].name)
        stack >>= 4
    return names[::-1]


def _named(kind: int) -> str | None:
    return tile(kind).name if kind else None


def _goods(counts: list[int]) -> dict[str, int]:
    return {name: count for name, count in zip(GOODS, counts, strict=True) if count}


# -- as it was before -------------------------------------------------------------------------------


def earlier(position: Mapping[str, Any]) -> dict[str, Any]:
    """A position in the form that it had before format 3: `pending` by names alone, `buying` by number."""
    former = dict(position)
    former["pending"] = [name for name, _ in former.pop("questions")]
    former["buying"] = _SPOTS.index(position["buying"])
    return former


def _today(position: Mapping[str, Any]) -> Mapping[str, Any]:
    """A position in today's form, whichever it has; what is wrong with it is left to be found."""
    if "pending" not in position or "questions" in position:
        return position
    today = dict(position)
    pending, spot = today.pop("pending"), position.get("buying")
    today["questions"] = [[name, 0] for name in pending] if isinstance(pending, list) else pending
    if type(spot) is int and spot in range(len(_SPOTS)):
        today["buying"] = _SPOTS[spot]
    return today


# -- reading --------------------------------------------------------------------------------------


class _Reader(Reader):
    """Takes values out of a position of this game."""

    def tiles(self, name: str, length: int) -> list[int]:
        return [
            0 if value is None else TILE_BY_NAME[self._choice(name, value, TILE_BY_NAME)].kind
            for value in self.items(name, length)
        ]

    def goods(self, name: str) -> list[int]:
        return self.counts(name, GOODS, 0, 7)

    def goods_in(self, name: str, value: object) -> list[int]:
        return _Reader({name: value}, self.where).goods(name)


def read(data: Mapping[str, Any], state: BurgundyData, estates: list[int]) -> None:
    """Lay out an empty table as a position says; `BadPosition` names the first thing that is wrong."""
    data = _today(_Reader(data, "position").data)
    position = _Reader(data, "position")
    seats = range(state.seats)
    for name in ("order", "track"):
        if sorted(position.numbers(name, 0, 3, state.seats)) != list(seats):
            raise position.fail(name, "should name each seat once")
    for place in seats:
        state.order[place] = data["order"][place]
        state.track[place] = data["track"][place]
    state.seat = position.number("seat", 0, state.seats - 1)
    state.is_over = position.flag("over")
    state.phase = PHASES.index(position.choice("phase", tuple(PHASES)))
    state.round = position.number("round", 1, 6) - 1
    state.turn = position.number("turn", 1, state.seats + 1) - 1
    state.white = position.number("white", 0, 6)
    for seat, dice in enumerate(position.items("dice", state.seats)):
        pair = _Reader({"dice": dice}, "position").numbers("dice", 0, 6, 2)
        state.dice[seat * 2], state.dice[seat * 2 + 1] = pair
    state.unused = set_of([die - 1 for die in position.numbers("unused", 1, 2)])
    state.bought = position.flag("bought")
    state.pending = 0
    asked = position.questions(_QUESTION_NUMBERS)
    if len(asked) > 2:
        raise position.fail("questions", "can be two at most")
    for question in asked:
        push(state, question)
    (state.in_hand,) = _Reader({"in hand": [position.any("in hand")]}, "position").tiles("in hand", 1)
    state.buying = _SPOTS.index(position.choice("buying", _SPOTS))
    state.loading = set_of([depot - 1 for depot in position.numbers("loading", 1, 6)])
    _read_board(position, state)
    for seat, player in enumerate(position.items("players", state.seats)):
        reader = _Reader(player, f"player {seat + 1}")
        _read_player(reader, state.players[seat], estates[seat] if estates else None)
    state.me = state.players[state.seat]
    state.chance, state.reveals = position.chance(1)
    _check(position, state)


def _read_board(position: _Reader, state: BurgundyData) -> None:
    for depot, spots in enumerate(position.items("depots", 6)):
        for place, kind in enumerate(_Reader({"depots": spots}, "position").tiles("depots", 4)):
            spot = depot * 4 + place
            state.depots[spot] = kind
            if kind and not _may_lie(kind, spot, state.seats):
                raise position.fail("depots", f"cannot have a {tile(kind).name} in depot {depot + 1}")
    state.stocked = set_of([spot for spot in range(24) if state.depots[spot]])
    for spot, kind in enumerate(position.tiles("black", 8)):
        if kind and BLACK_PLAYERS[spot] > state.seats:
            raise position.fail("black", f"has no spot {spot + 1} with {state.seats} players")
        state.black[spot] = kind
    state.black_stocked = set_of([spot for spot in range(8) if state.black[spot]])
    for depot, goods in enumerate(position.items("depot goods", 6)):
        for good, count in enumerate(position.goods_in("depot goods", goods)):
            state.depot_goods[depot * 6 + good] = count
    state.depots_with_goods = set_of([i // 6 for i in range(36) if state.depot_goods[i]])
    for round, name in enumerate(position.choices("round goods", GOODS, 0 if is_choosing(state) else 5)):
        state.round_goods[round] = GOODS.index(name)
    state.large_bonuses = _colours(position, "large bonuses")
    state.small_bonuses = _colours(position, "small bonuses")
    supply = _Reader(position.any("supply"), "supply")
    for pile, name in enumerate(_PILE_NAMES):
        state.supply[pile] = _pile(supply, name, PILES[pile])
    goods = position.goods("goods supply")
    state.goods_supply = set_of([good * 7 + n for good, count in enumerate(goods) for n in range(count)])


def _may_lie(kind: int, spot: int, players: int) -> bool:
    colour = tile(kind).colour
    exception = spot == EXCEPTION_SPOT and players == 3 and colour == EXCEPTION_COLOUR
    return SPOT_PLAYERS[spot] <= players and (exception or colour == SPOT_COLOUR[spot])


def _colours(position: _Reader, name: str) -> int:
    return set_of([COLOUR_NAMES.index(colour) for colour in position.choices(name, COLOUR_NAMES)])


def _pile(supply: _Reader, name: str, pile: list[int]) -> int:
    counts = _Reader(supply.any(name), f"supply of {name}")
    copies = Counter(tile(kind).name for kind in pile)
    for kind in counts.data:
        if kind not in copies:
            raise supply.fail(name, f"has no {kind}")
    left = []
    for bit, kind in enumerate(pile):
        kind_name = tile(kind).name
        held = counts.number(kind_name, 0, copies[kind_name]) if kind_name in counts.data else 0
        if bit - pile.index(kind) < held:
            left.append(bit)
    return set_of(left)


def _read_player(reader: _Reader, player: Player, estate: int | None) -> None:
    player.estate = ESTATE_NUMBER[reader.choice("estate", ESTATE_NUMBER)]
    board = reader.optional_number("board", 1, len(BOARD_SIDES))
    player.board = -1 if board is None else board - 1
    if estate is None:
        if board is None or player.estate not in BOARD_SIDES[player.board]:
            raise reader.fail("estate", "should be a side of its board")
    elif player.estate != estate or board is not None:
        raise reader.fail("estate", f"should be {ESTATES[estate].name}, as the options say")
    castle = reader.optional_number("castle", 1, len(SPACES))
    player.castle = -1 if castle is None else castle - 1
    player.points = reader.number("points", 0, 10_000)
    player.silverlings = reader.number("silverlings", 0, 10_000)
    player.workers = reader.number("workers", 0, 10_000)
    player.steps = reader.number("steps", 0, 6)
    player.bonuses = reader.number("bonuses", 0, 6)
    for good, count in enumerate(reader.goods("goods")):
        player.goods[good] = count
    for good, count in enumerate(reader.goods("sold")):
        player.sold[good] = count
    player.goods_held = set_of([good for good in range(6) if player.goods[good]])
    if len(members_of(player.goods_held)) > STORED_GOOD_TYPES:
        raise reader.fail("goods", "can be of three types at most (p. 5)")
    for slot, kind in enumerate(reader.tiles("storage", 3)):
        player.storage[slot] = kind
    tiles = _Reader(reader.any("tiles"), f"{reader.where}: 'tiles'")
    for space in range(len(SPACES)):
        if str(space + 1) in tiles.data:
            _lay(player, space, TILE_BY_NAME[tiles.choice(str(space + 1), TILE_BY_NAME)].kind, reader)
    refit_all(player)
    if len(members_of(player.covered)) != len(tiles.data):
        raise reader.fail("tiles", "names a space that does not exist: they are 1 to 37")
    _check_connected(reader, player)


def _lay(player: Player, space: int, kind: int, reader: _Reader) -> None:
    colour = tile(kind).colour
    if COLOURS[colour] != ESTATES[player.estate].colours[space]:
        raise reader.fail(
            "tiles", f"cannot have a {tile(kind).name} on space {space + 1}: the colour differs"
        )
    cover(player, space, kind)
    if colour == KNOWLEDGE:
        player.knows |= set_of([tile(kind).variety])
    elif colour == MINE:
        player.mines += 1
    elif colour == BUILDING:
        note_building(player, kind, space)


def _check_connected(reader: _Reader, player: Player) -> None:
    if not player.covered:
        if player.castle >= 0 and player.castle not in ESTATES[player.estate].castles:
            raise reader.fail("castle", "should be chosen on a dark green space (p. 12)")
        return
    if player.castle < 0 or not player.covered & set_of([player.castle]):
        raise reader.fail("castle", "should be the space of a tile")
    if COLOURS[tile(player.tiles[player.castle]).colour] != "C":
        raise reader.fail("castle", "should be the space of a castle")
    reached = [player.castle]
    for space in reached:
        reached += [
            other for other in SPACES.neighbours[space] if player.tiles[other] and other not in reached
        ]
    if len(set(reached)) != len(members_of(player.covered)):
        raise reader.fail("tiles", "should all be connected with the starting castle (p. 5)")


# -- checking the whole -----------------------------------------------------------------------------


def _check(position: _Reader, state: BurgundyData) -> None:
    _check_tiles(position, state)
    _check_goods(position, state)
    _check_turn(position, state)
    _check_boards(position, state)
    _check_supplies(position, state)
    if not state.is_over and not state.legal_actions():
        raise position.fail("questions", "leaves nothing to do")


def tiles_on_table(state: BurgundyData) -> Counter[int]:
    """How many tiles of each kind lie in depots, storages and estates, or in a hand."""
    lying = Counter(state.depots[spot] for spot in range(24))
    lying.update(state.black[spot] for spot in range(8))
    lying[state.in_hand] += 1
    for player in state.players:
        lying.update(player.storage[slot] for slot in range(3))
        lying.update(player.tiles[space] for space in range(37))
    del lying[0]
    return lying


def _check_tiles(position: _Reader, state: BurgundyData) -> None:
    lying = tiles_on_table(state)
    for pile, kinds in enumerate(PILES):
        lying.update(kinds[bit] for bit in members_of(state.supply[pile]))
    for t in TILES:
        if lying[t.kind] > t.coloured + t.black:
            raise position.fail(
                "tiles", f"are {lying[t.kind]} of {t.name}: the box has {t.coloured + t.black}"
            )


def _check_goods(position: _Reader, state: BurgundyData) -> None:
    for good, name in enumerate(GOODS):
        count = size_of_type(state.goods_supply, good)
        count += sum(state.depot_goods[depot * 6 + good] for depot in range(6))
        count += sum(player.goods[good] + player.sold[good] for player in state.players)
        if not is_choosing(state):
            count += sum(state.round_goods[round] == good for round in range(state.round + 1, 5))
        if count > 7:
            raise position.fail("goods", f"are {count} of {name}: the box has 7")


def _check_turn(position: _Reader, state: BurgundyData) -> None:
    asked = position.questions(_QUESTION_NUMBERS)
    if state.is_over:
        if asked or state.unused:
            raise position.fail("over", "leaves nothing pending")
        if (state.phase, state.round) != (4, 5):
            raise position.fail("over", "comes after the fifth round of phase E")
        return
    choosing = is_choosing(state)
    if any((one in (ask.SIDE_TO_CHOOSE, ask.CASTLE_TO_CHOOSE)) != choosing for one in asked):
        raise position.fail("questions", "mixes set-up and play")
    if choosing:
        if asked not in ([ask.CASTLE_TO_CHOOSE], [ask.CASTLE_TO_CHOOSE, ask.SIDE_TO_CHOOSE]):
            raise position.fail("questions", "asks for a castle, and perhaps a side before it")
        if state.me.covered or state.me.castle >= 0:
            raise position.fail("castle", "of the player choosing should not be there yet")
        if (
            any(player.castle >= 0 and not player.covered for player in state.players)
            and not state.secret_choices
        ):
            raise position.fail("castle", "should be laid as soon as it is chosen openly")
        if tiles_on_table(state) != Counter(
            {CASTLE_TILE: sum(player.covered != 0 for player in state.players)}
        ):
            raise position.fail("tiles", "are none before the game begins, but for starting castles (p. 12)")
        return
    if len(asked) == 2 and not _buys_between(state, asked):
        raise position.fail("questions", "are two only for a purchase in the edition of 2019")
    if state.round > 4 or state.turn >= state.seats or state.seat != state.order[state.turn]:
        raise position.fail("seat", "should be the one whose turn it is in the order")
    if not all(player.covered for player in state.players):
        raise position.fail("players", "should all have their starting castle")
    if not state.white or not all(state.dice[die] for die in range(2 * state.seats)):
        raise position.fail("dice", "should all have been rolled")
    if (state.in_hand != 0) != (top(state) == ask.STORAGE_TO_CLEAR):
        raise position.fail("in hand", "is a tile just when the storage is to be cleared")
    if state.in_hand and not all(state.me.storage[slot] for slot in range(3)):
        raise position.fail("in hand", "waits only for a full storage")
    loading = top(state) in (ask.SHIP_LOADS_MORE, ask.GOODS_TO_KEEP)
    if (state.loading != 0) != loading or (
        top(state) == ask.SHIP_LOADS_MORE and len(members_of(state.loading)) != 1
    ):
        raise position.fail("loading", "names depots just when a ship is loading")
    if top(state) == ask.GOODS_TO_KEEP and len(members_of(state.me.goods_held)) == STORED_GOOD_TYPES:
        raise position.fail("questions", "asks for goods that cannot be stored")
    for_sale = state.stocked | state.black_stocked << 24
    if top(state) == ask.PAYMENT:
        if not pays_with_workers(state) or not state.bought:
            raise position.fail("questions", "asks for a payment that nobody owes")
        if not for_sale & set_of([state.buying]):
            raise position.fail("buying", "should be the spot of a tile")


def _buys_between(state: BurgundyData, asked: list[int]) -> bool:
    """Whether a purchase is being decided before what was pending already."""
    below, above = asked
    return (
        state.edition == 1 and below <= ask.CITY_HALL_PLACES and above in (ask.PAYMENT, ask.STORAGE_TO_CLEAR)
    )


def _check_boards(position: _Reader, state: BurgundyData) -> None:
    """What is on the player boards must follow from the tiles there."""
    for seat, player in enumerate(state.players):
        reader = _Reader(position.data["players"][seat], f"player {seat + 1}")
        _check_cities(reader, player)
        ships = len(members_of(player.covered & COLOUR_SPACES[player.estate * 7 + SHIP]))
        loads = seat == state.seat and ask.SHIP_LOADS <= top(state) <= ask.GOODS_TO_KEEP
        if player.steps != ships - loads:
            raise reader.fail("steps", "should be as many as ships have sailed (p. 5)")
        spaces = [COLOUR_SPACES[player.estate * 7 + colour] for colour in range(len(COLOURS))]
        if player.bonuses > sum(player.covered & colour == colour for colour in spaces):
            raise reader.fail("bonuses", "should be for colours that are complete (p. 8)")
    steps = [state.players[state.track[place]].steps for place in range(state.seats)]
    if steps != sorted(steps, reverse=True):
        raise position.fail("track", "should have those with more steps ahead (p. 5)")
    boards = [player.board for player in state.players if player.board >= 0]
    if len(set(boards)) != len(boards):
        raise position.fail("players", "should each have a board of their own")


def _check_cities(reader: _Reader, player: Player) -> None:
    if player.knows & SAME_BUILDINGS:
        return
    spaces = members_of(player.covered & COLOUR_SPACES[player.estate * 7 + BUILDING])
    built = {(REGION[player.estate * len(SPACES) + space], player.tiles[space]) for space in spaces}
    if len(built) != len(spaces):
        raise reader.fail("tiles", "should have each building once in a city (p. 6)")


def _check_supplies(position: _Reader, state: BurgundyData) -> None:
    """Enough must be left to set up the phases to come."""
    first = 0 if is_choosing(state) else state.phase + 1
    needed: Counter[int] = Counter()
    for phase in range(5 if state.is_over else first, 5):
        for spot in range(24):
            if SPOT_PLAYERS[spot] <= state.seats:
                exception = spot == EXCEPTION_SPOT and state.seats == 3 and PHASES[phase] in "BD"
                needed[EXCEPTION_COLOUR if exception else SPOT_COLOUR[spot]] += 1
        needed[BLACK] += sum(BLACK_PLAYERS[spot] <= state.seats for spot in range(8))
        needed[BLACK + 1] += 5
    for pile, name in enumerate(_PILE_NAMES):
        if len(members_of(state.supply[pile])) < needed[pile]:
            raise position.fail("supply", f"of {name} is too small for the phases to come")
    if len(members_of(state.goods_supply)) < needed[BLACK + 1]:
        raise position.fail("goods supply", "is too small for the phases to come")
