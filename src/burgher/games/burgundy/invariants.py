"""What holds at every moment of every game, whatever is played.

`check` looks at one moment, `check_step` at two that one action lies between. Everything the state keeps
for speed is worked out again from what it stands for. `burgher fuzz` and the tests ask after every action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.burgundy.components import TILES
from burgher.games.burgundy.fitting import spaces_for
from burgher.games.burgundy.lookups import (
    BLACK,
    BLACK_PLAYERS,
    BLACK_SPOTS,
    BUILDING,
    CASTLE,
    CASTLE_TILE,
    COLOUR_SPACES,
    COPIES_OF_GOODS,
    EMPTY,
    EXCEPTION_COLOUR,
    EXCEPTION_PHASES,
    EXCEPTION_SPOT,
    FULL_GOODS,
    FULL_PILE,
    GOOD_TYPES,
    KNOWLEDGE,
    MINE,
    NEIGHBOURS,
    NO_BUILDING,
    NO_COLOUR,
    PILE_TILE,
    REGION,
    SAME_BUILDINGS,
    SHIP,
    SPACE_COUNT,
    SPOT_COLOUR,
    SPOT_PLAYERS,
    SPOTS,
    START_GOODS,
    STORED_GOOD_TYPES,
    TILE_COLOUR,
    TILE_VARIETY,
)
from burgher.games.burgundy.pending import (
    CASTLE_TO_CHOOSE,
    GOODS_TO_KEEP,
    NOTHING,
    PAYMENT,
    SHIP_LOADS_MORE,
    SIDE_TO_CHOOSE,
    STORAGE_TO_CLEAR,
)
from burgher.games.burgundy.stack import top
from burgher.games.burgundy.taking import can_buy
from burgher.kernel.checking import hold
from burgher.kernel.ints import BIT, ints, only, size, zeros

if TYPE_CHECKING:
    from burgher.games.burgundy.data import BurgundyData, Player
    from burgher.kernel.ints import Ints

KINDS: Final[i64] = len(TILES) + 1
COPIES: Final[Ints] = ints([0] + [tile.coloured + tile.black for tile in TILES])
"""How many tiles of a kind the box has."""
PILE_COUNT: Final = 7
SHIP_DECISIONS: Final = 0x380
"""The pending decisions of a ship that has not sailed yet."""


def check(state: BurgundyData) -> None:
    """Everything that must hold at one moment."""
    check_places(state)
    check_depots(state)
    check_supplies(state)
    check_tiles(state)
    check_goods(state)
    check_bonuses(state)
    check_decision(state)
    for player in state.players:
        check_estate(player)
        check_belongings(player)
        check_ships(state, player)


# -- the game board --------------------------------------------------------------------------------


def is_choosing(state: BurgundyData) -> bool:
    """Whether boards and castles are still being chosen, and nothing has been laid out."""
    asked = top(state)
    return asked in (SIDE_TO_CHOOSE, CASTLE_TO_CHOOSE)


def phases_begun(state: BurgundyData) -> i64:
    """For how many phases the board has been set up."""
    if is_choosing(state):
        return 0
    return 5 if state.is_over else state.phase + 1


def spot_colour(seats: i64, spot: i64, phase: i64) -> i64:
    """The colour laid on a spot of the numbered depots, `NO_COLOUR` where none is (p. 3)."""
    if SPOT_PLAYERS[spot] > seats:
        return NO_COLOUR
    if spot == EXCEPTION_SPOT and seats == 3 and EXCEPTION_PHASES & BIT[phase]:
        return EXCEPTION_COLOUR
    return SPOT_COLOUR[spot]


def check_places(state: BurgundyData) -> None:
    """Whose turn it is, in which round; and the turn order track (p. 4-5)."""
    hold(state.me is state.players[state.seat], "the board of the seat to move is at hand")
    ordered: i64 = 0
    tracked: i64 = 0
    place: i64 = 0
    while place < state.seats:
        ordered |= BIT[state.order[place]]
        tracked |= BIT[state.track[place]]
        if place:
            ahead = state.players[state.track[place - 1]].steps
            hold(ahead >= state.players[state.track[place]].steps, "nobody is behind those with fewer steps")
        place += 1
    hold(ordered == BIT[state.seats] - 1, "every seat has its place in the order")
    hold(tracked == BIT[state.seats] - 1, "every seat has its place on the track")
    if is_choosing(state):
        return
    if state.is_over:
        hold(state.phase >= 4 and state.round == 5, "the game ends after the last round of phase E")
        return
    hold(0 <= state.phase < 5 and 0 <= state.round < 5, "there are five phases of five rounds")
    hold(0 <= state.turn < state.seats, "each player has one turn a round")
    hold(state.seat == state.order[state.turn], "the seat to move is next in turn order")
    hold(1 <= state.white <= 6, "the white die shows a number")
    die: i64 = 0
    while die < 2 * state.seats:
        hold(1 <= state.dice[die] <= 6, "all dice show a number")
        die += 1


def check_depots(state: BurgundyData) -> None:
    """Tiles lie only where their colour and the number of players let them (p. 3)."""
    phase = state.phase if state.phase < 5 else 4
    stocked: i64 = 0
    spot: i64 = 0
    while spot < SPOTS:
        tile = state.depots[spot]
        if tile != EMPTY:
            stocked |= BIT[spot]
            colour = spot_colour(state.seats, spot, phase)
            hold(TILE_COLOUR[tile] == colour, "a tile lies on a spot of its colour")
        spot += 1
    hold(state.stocked == stocked, "the spots said to have a tile have one")
    stocked = 0
    spot = 0
    while spot < BLACK_SPOTS:
        if state.black[spot] != EMPTY:
            stocked |= BIT[spot]
            hold(BLACK_PLAYERS[spot] <= state.seats, "only spots for this number of players are used")
        spot += 1
    hold(state.black_stocked == stocked, "the black spots said to have a tile have one")
    depot: i64 = 0
    while depot < 6:
        if not state.loading & BIT[depot]:  # while a ship loads, its depots count as they were
            goods: i64 = 0
            good: i64 = 0
            while good < GOOD_TYPES:
                goods += state.depot_goods[depot * GOOD_TYPES + good]
                good += 1
            has_some = state.depots_with_goods & BIT[depot] != 0
            hold(has_some == (goods > 0), "the depots said to have goods have some")
        depot += 1


def check_supplies(state: BurgundyData) -> None:
    """Every pile has given exactly what set-up and the phases so far took (p. 2-3)."""
    drawn: Ints = zeros(8)
    drawn[CASTLE] = state.seats
    phase: i64 = 0
    while phase < phases_begun(state):
        spot: i64 = 0
        while spot < SPOTS:
            drawn[spot_colour(state.seats, spot, phase)] += 1
            spot += 1
        phase += 1
    drawn[BLACK] = (2 * state.seats) * phases_begun(state)
    pile: i64 = 0
    while pile < PILE_COUNT:
        left = state.supply[pile]
        hold(left & ~FULL_PILE[pile] == 0, "a pile has only its own tiles")
        hold(size(left) + drawn[pile] == size(FULL_PILE[pile]), "a pile lacks just the tiles drawn")
        pile += 1
    hold(state.goods_supply & ~FULL_GOODS == 0, "there are only 42 goods tiles")
    goods = START_GOODS * state.seats + 5 * phases_begun(state)
    hold(size(state.goods_supply) + goods == size(FULL_GOODS), "the goods lack just the tiles drawn")


def tiles_held(state: BurgundyData, into: Ints) -> i64:
    """Count the tiles players have by kind, and return how many there are.

    A starting castle counts as laid, as it has left its pile.
    """
    count: i64 = 0
    if state.in_hand != EMPTY:
        into[state.in_hand] += 1
        count += 1
    for player in state.players:
        slot: i64 = 0
        while slot < 3:
            if player.storage[slot] != EMPTY:
                into[player.storage[slot]] += 1
                count += 1
            slot += 1
        space: i64 = 0
        while space < SPACE_COUNT:
            if player.tiles[space] != EMPTY:
                into[player.tiles[space]] += 1
                count += 1
            space += 1
        if player.covered == 0:
            into[CASTLE_TILE] += 1
            count += 1
    return count


def tiles_on_board(state: BurgundyData, into: Ints) -> i64:
    """Count the tiles of all depots by kind, and return how many there are."""
    spot: i64 = 0
    while spot < SPOTS:
        into[state.depots[spot]] += 1
        spot += 1
    spot = 0
    while spot < BLACK_SPOTS:
        into[state.black[spot]] += 1
        spot += 1
    into[EMPTY] = 0
    return size(state.stocked) + size(state.black_stocked)


def tiles_in_supply(state: BurgundyData, into: Ints) -> None:
    """Count the tiles of all piles by kind."""
    pile: i64 = 0
    while pile < PILE_COUNT:
        left = state.supply[pile]
        while left:
            lowest: i64 = left & -left
            into[PILE_TILE[pile * 64 + only(lowest)]] += 1
            left ^= lowest
        pile += 1


def check_tiles(state: BurgundyData) -> None:
    """No tile is made: there are never more of a kind than the box has."""
    count: Ints = zeros(KINDS)
    tiles_held(state, count)
    tiles_on_board(state, count)
    tiles_in_supply(state, count)
    kind: i64 = 1
    while kind < KINDS:
        hold(count[kind] <= COPIES[kind], "there are no more tiles of a kind than in the box")
        kind += 1


def check_goods(state: BurgundyData) -> None:
    """No goods tile is made or lost: of each type there are seven, wherever they lie."""
    good: i64 = 0
    while good < GOOD_TYPES:
        count = size(state.goods_supply >> (good * COPIES_OF_GOODS) & 127)
        depot: i64 = 0
        while depot < 6:
            count += state.depot_goods[depot * GOOD_TYPES + good]
            depot += 1
        for player in state.players:
            count += player.goods[good] + player.sold[good]
        if not is_choosing(state):
            round: i64 = state.round + 1  # this round's goods lie at a depot already
            while round < 5:
                if state.round_goods[round] == good:
                    count += 1
                round += 1
        hold(count == COPIES_OF_GOODS, "there are seven goods tiles of each type")
        good += 1


def check_bonuses(state: BurgundyData) -> None:
    """Of each colour, the first to complete it has the large bonus tile and the second the small (p. 8)."""
    claimed: i64 = 12 - size(state.large_bonuses) - size(state.small_bonuses)
    for player in state.players:
        claimed -= player.bonuses
    hold(claimed == 0, "the players have the bonus tiles that are gone")
    colour: i64 = 0
    while colour < NO_COLOUR:
        complete: i64 = 0
        for player in state.players:
            spaces = COLOUR_SPACES[player.estate * 7 + colour]
            if player.covered & spaces == spaces:
                complete += 1
        large_gone = state.large_bonuses & BIT[colour] == 0
        small_gone = state.small_bonuses & BIT[colour] == 0
        hold(large_gone == (complete >= 1), "the first took the large bonus tile")
        hold(small_gone == (complete >= 2), "the second took the small bonus tile")
        colour += 1


def check_decision(state: BurgundyData) -> None:
    """What is asked fits what lies on the table."""
    asked = top(state)
    below = state.pending >> 4
    hold(asked <= CASTLE_TO_CHOOSE, "only what can be asked is pending")
    hold((asked == NOTHING) == (state.pending == 0), "nothing waits below nothing")
    if below:
        if asked == SIDE_TO_CHOOSE:
            hold(below == CASTLE_TO_CHOOSE, "a side is chosen before its castle")
        else:
            hold(state.edition == 1, "decisions within decisions came with the edition of 2019")
            hold(asked in (PAYMENT, STORAGE_TO_CLEAR), "only a purchase comes between")
            hold(
                below <= CASTLE_TO_CHOOSE and state.questions[below].allows_purchase,
                "one can buy only while a castle's action or a city hall waits",
            )
    if state.is_over:
        hold(state.pending == NOTHING and state.unused == 0, "the end leaves nothing to do")
        return
    hold((state.in_hand != EMPTY) == (asked == STORAGE_TO_CLEAR), "a tile in hand waits for the storage")
    loading = asked in (SHIP_LOADS_MORE, GOODS_TO_KEEP)
    hold((state.loading != 0) == loading, "depots are loaded from just while a ship loads")
    state.questions[asked].check(state)
    if state.pending == NOTHING and state.unused == 0:
        hold(can_buy(state), "a turn with nothing left to do ends by itself")


# -- the player boards ------------------------------------------------------------------------------


def check_estate(player: Player) -> None:
    """Tiles lie where they may, and the sets that follow from them are exact (p. 5-6)."""
    covered: i64 = 0
    beside: i64 = 0
    knows: i64 = 0
    mines: i64 = 0
    cities: Ints = zeros(9)
    space: i64 = 0
    while space < SPACE_COUNT:
        tile = player.tiles[space]
        if tile != EMPTY:
            covered |= BIT[space]
            beside |= NEIGHBOURS[space]
            colour = TILE_COLOUR[tile]
            hold(COLOUR_SPACES[player.estate * 7 + colour] & BIT[space] != 0, "a tile lies on its colour")
            if colour == KNOWLEDGE:
                knows |= BIT[TILE_VARIETY[tile]]
            elif colour == MINE:
                mines += 1
            elif colour == BUILDING:
                building = TILE_VARIETY[tile]
                second = cities[building] & BIT[space] != 0
                hold(not second or player.knows & SAME_BUILDINGS != 0, "a city has one building of a type")
                cities[building] |= REGION[player.estate * SPACE_COUNT + space]
        space += 1
    hold(player.covered == covered, "the spaces said to be covered are")
    hold(player.frontier == beside & ~covered, "the frontier is what lies beside the covered spaces")
    hold(player.knows == knows, "the knowledge is that of the estate")
    hold(player.mines == mines, "the mines are those of the estate")
    building = 0
    while building <= NO_BUILDING:
        hold(player.barred[building] == cities[building], "cities are barred to the buildings they have")
        building += 1
    if covered:
        hold(player.tiles[player.castle] == CASTLE_TILE, "the starting castle lies on its space")
        hold(connected(covered, BIT[player.castle]) == covered, "the estate is connected")


def connected(spaces: i64, start: i64) -> i64:
    """Those of some spaces that can be reached from where one starts."""
    reached: i64 = start
    fresh: i64 = start
    while fresh:
        lowest: i64 = fresh & -fresh
        new = NEIGHBOURS[only(lowest)] & spaces & ~reached
        reached |= new
        fresh = fresh ^ lowest | new
    return reached


def check_belongings(player: Player) -> None:
    """Nobody owes anything, and the storages hold what they can."""
    hold(player.silverlings >= 0, "nobody owes silverlings")
    hold(player.workers >= 0, "nobody owes workers")
    hold(player.points >= 0, "nobody owes points")
    held: i64 = 0
    good: i64 = 0
    while good < GOOD_TYPES:
        hold(player.goods[good] >= 0, "nobody owes goods")
        if player.goods[good]:
            held |= BIT[good]
        good += 1
    hold(player.goods_held == held, "the goods said to be there are")
    hold(size(held) <= STORED_GOOD_TYPES, "goods are of three types at most")
    slot: i64 = 0
    while slot < 3:
        hold(0 <= player.storage[slot] < KINDS, "only tiles are stored")
        hold(player.fits[slot] == spaces_for(player, slot), "stored tiles fit where they are said to")
        slot += 1


def check_ships(state: BurgundyData, player: Player) -> None:
    """Each ship has sailed, or its loading is being decided (p. 5)."""
    ships = size(player.covered & COLOUR_SPACES[player.estate * 7 + SHIP])
    waiting: i64 = 0
    if player is state.me:
        pending = state.pending
        while pending:
            if SHIP_DECISIONS & BIT[pending & 15]:
                waiting += 1
            pending >>= 4
    hold(player.steps + waiting == ships, "every ship has made its step")


# -- one action -------------------------------------------------------------------------------------


def check_step(before: BurgundyData, state: BurgundyData) -> None:
    """What an action may change and what it may not."""
    check_tiles_kept(before, state)
    then = (before.phase * 6 + before.round) * 5 + before.turn
    hold(then <= (state.phase * 6 + state.round) * 5 + state.turn, "time goes on")
    hold(state.large_bonuses & ~before.large_bonuses == 0, "bonus tiles do not come back")
    hold(state.small_bonuses & ~before.small_bonuses == 0, "bonus tiles do not come back")
    for seat in range(state.seats):
        was = before.players[seat]
        now = state.players[seat]
        hold(was.points <= now.points, "points are never lost")
        hold(was.covered & ~now.covered == 0, "covered spaces stay covered")
        hold(was.steps <= now.steps <= was.steps + 1, "a piece makes one step at a time")
        laid = was.covered
        while laid:
            lowest: i64 = laid & -laid
            hold(was.tiles[only(lowest)] == now.tiles[only(lowest)], "a tile laid stays")
            laid ^= lowest
        if seat != before.seat:
            check_untouched(was, now)


def check_untouched(was: Player, now: Player) -> None:
    """An action leaves the estates and storages of others alone."""
    hold(was.covered == now.covered or was.covered == 0, "nobody builds for others")
    slot: i64 = 0
    while slot < 3:
        hold(was.storage[slot] == now.storage[slot], "storages of others are left alone")
        slot += 1
    good: i64 = 0
    while good < GOOD_TYPES:
        hold(was.goods[good] == now.goods[good], "goods of others are left alone")
        hold(was.sold[good] == now.sold[good], "sales of others are left alone")
        good += 1


def check_tiles_kept(before: BurgundyData, state: BurgundyData) -> None:
    """Tiles leave the game only when they are discarded, or lie in a depot when a phase ends."""
    then: Ints = zeros(KINDS)
    now: Ints = zeros(KINDS)
    held_then = tiles_held(before, then)
    held_now = tiles_held(state, now)
    on_board = tiles_on_board(before, then)
    left_there = tiles_on_board(state, now)
    tiles_in_supply(before, then)
    tiles_in_supply(state, now)
    discarded: i64 = 1 if top(before) == STORAGE_TO_CLEAR else 0
    taken: i64 = held_now - held_then + discarded
    hold(0 <= taken <= 1, "an action takes one tile at most")
    lost: i64 = discarded
    if phases_begun(before) < phases_begun(state):
        lost += on_board - taken
    else:
        hold(left_there == on_board - taken, "depots are filled only for a new phase")
    kind: i64 = 1
    while kind < KINDS:
        hold(then[kind] >= now[kind], "no tile comes from nowhere")
        lost -= then[kind] - now[kind]
        kind += 1
    hold(lost == 0, "no tile is lost")
