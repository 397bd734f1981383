"""What holds at every moment of every game, whatever is played.

`check` looks at one moment, `check_step` at two that one action lies between. Everything the state keeps
for speed is worked out again from what it stands for. `burgher fuzz` and the tests ask after every action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.burgundy.components import TILES
from burgher.games.burgundy.fitting import spaces_for
from burgher.games.burgundy.pending import (
    CASTLE_TO_CHOOSE,
    GOODS_TO_KEEP,
    NOTHING,
    PAYMENT,
    SHIP_LOADS,
    SHIP_LOADS_MORE,
    SIDE_TO_CHOOSE,
    STORAGE_TO_CLEAR,
    top,
)
from burgher.games.burgundy.tables import (
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
from burgher.games.burgundy.taking import can_buy
from burgher.kernel.words import BIT, only, size, words, zeros

if TYPE_CHECKING:
    from burgher.games.burgundy.state import Burgundy, Player
    from burgher.kernel.words import Words

KINDS: Final[i64] = len(TILES) + 1
COPIES: Final[Words] = words([0] + [tile.coloured + tile.black for tile in TILES])
"""How many tiles of a kind the box has."""
PILE_COUNT: Final = 7
SHIP_DECISIONS: Final = 0x380
"""The pending decisions of a ship that has not sailed yet."""


def hold(holds: bool, what: str) -> None:
    """Raise `AssertionError` unless something holds."""
    if not holds:
        raise AssertionError(what)


def check(table: Burgundy) -> None:
    """Everything that must hold at one moment."""
    check_places(table)
    check_depots(table)
    check_supplies(table)
    check_tiles(table)
    check_goods(table)
    check_bonuses(table)
    check_decision(table)
    for player in table.players:
        check_estate(player)
        check_belongings(player)
        check_ships(table, player)


# -- the game board --------------------------------------------------------------------------------


def is_choosing(table: Burgundy) -> bool:
    """Whether boards and castles are still being chosen, and nothing has been laid out."""
    asked = top(table)
    return asked in (SIDE_TO_CHOOSE, CASTLE_TO_CHOOSE)


def phases_begun(table: Burgundy) -> i64:
    """For how many phases the board has been set up."""
    if is_choosing(table):
        return 0
    return 5 if table.is_over else table.phase + 1


def spot_colour(seats: i64, spot: i64, phase: i64) -> i64:
    """The colour laid on a spot of the numbered depots, `NO_COLOUR` where none is (p. 3)."""
    if SPOT_PLAYERS[spot] > seats:
        return NO_COLOUR
    if spot == EXCEPTION_SPOT and seats == 3 and EXCEPTION_PHASES & BIT[phase]:
        return EXCEPTION_COLOUR
    return SPOT_COLOUR[spot]


def check_places(table: Burgundy) -> None:
    """Whose turn it is, in which round; and the turn order track (p. 4-5)."""
    hold(table.me is table.players[table.seat], "the board of the seat to move is at hand")
    ordered: i64 = 0
    tracked: i64 = 0
    place: i64 = 0
    while place < table.seats:
        ordered |= BIT[table.order[place]]
        tracked |= BIT[table.track[place]]
        if place:
            ahead = table.players[table.track[place - 1]].steps
            hold(ahead >= table.players[table.track[place]].steps, "nobody is behind those with fewer steps")
        place += 1
    hold(ordered == BIT[table.seats] - 1, "every seat has its place in the order")
    hold(tracked == BIT[table.seats] - 1, "every seat has its place on the track")
    if is_choosing(table):
        return
    if table.is_over:
        hold(table.phase >= 4 and table.round == 5, "the game ends after the last round of phase E")
        return
    hold(0 <= table.phase < 5 and 0 <= table.round < 5, "there are five phases of five rounds")
    hold(0 <= table.turn < table.seats, "each player has one turn a round")
    hold(table.seat == table.order[table.turn], "the seat to move is next in turn order")
    hold(1 <= table.white <= 6, "the white die shows a number")
    die: i64 = 0
    while die < 2 * table.seats:
        hold(1 <= table.dice[die] <= 6, "all dice show a number")
        die += 1


def check_depots(table: Burgundy) -> None:
    """Tiles lie only where their colour and the number of players let them (p. 3)."""
    phase = table.phase if table.phase < 5 else 4
    stocked: i64 = 0
    spot: i64 = 0
    while spot < SPOTS:
        tile = table.depots[spot]
        if tile != EMPTY:
            stocked |= BIT[spot]
            colour = spot_colour(table.seats, spot, phase)
            hold(TILE_COLOUR[tile] == colour, "a tile lies on a spot of its colour")
        spot += 1
    hold(table.stocked == stocked, "the spots said to have a tile have one")
    stocked = 0
    spot = 0
    while spot < BLACK_SPOTS:
        if table.black[spot] != EMPTY:
            stocked |= BIT[spot]
            hold(BLACK_PLAYERS[spot] <= table.seats, "only spots for this number of players are used")
        spot += 1
    hold(table.black_stocked == stocked, "the black spots said to have a tile have one")
    depot: i64 = 0
    while depot < 6:
        if not table.loading & BIT[depot]:  # while a ship loads, its depots count as they were
            goods: i64 = 0
            good: i64 = 0
            while good < GOOD_TYPES:
                goods += table.depot_goods[depot * GOOD_TYPES + good]
                good += 1
            has_some = table.depots_with_goods & BIT[depot] != 0
            hold(has_some == (goods > 0), "the depots said to have goods have some")
        depot += 1


def check_supplies(table: Burgundy) -> None:
    """Every pile has given exactly what set-up and the phases so far took (p. 2-3)."""
    drawn: Words = zeros(8)
    drawn[CASTLE] = table.seats
    phase: i64 = 0
    while phase < phases_begun(table):
        spot: i64 = 0
        while spot < SPOTS:
            drawn[spot_colour(table.seats, spot, phase)] += 1
            spot += 1
        phase += 1
    drawn[BLACK] = (2 * table.seats) * phases_begun(table)
    pile: i64 = 0
    while pile < PILE_COUNT:
        left = table.supply[pile]
        hold(left & ~FULL_PILE[pile] == 0, "a pile has only its own tiles")
        hold(size(left) + drawn[pile] == size(FULL_PILE[pile]), "a pile lacks just the tiles drawn")
        pile += 1
    hold(table.goods_supply & ~FULL_GOODS == 0, "there are only 42 goods tiles")
    goods = START_GOODS * table.seats + 5 * phases_begun(table)
    hold(size(table.goods_supply) + goods == size(FULL_GOODS), "the goods lack just the tiles drawn")


def tiles_held(table: Burgundy, into: Words) -> i64:
    """Count the tiles players have by kind, and return how many there are.

    A starting castle counts as laid, as it has left its pile.
    """
    count: i64 = 0
    if table.in_hand != EMPTY:
        into[table.in_hand] += 1
        count += 1
    for player in table.players:
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


def tiles_on_board(table: Burgundy, into: Words) -> i64:
    """Count the tiles of all depots by kind, and return how many there are."""
    spot: i64 = 0
    while spot < SPOTS:
        into[table.depots[spot]] += 1
        spot += 1
    spot = 0
    while spot < BLACK_SPOTS:
        into[table.black[spot]] += 1
        spot += 1
    into[EMPTY] = 0
    return size(table.stocked) + size(table.black_stocked)


def tiles_in_supply(table: Burgundy, into: Words) -> None:
    """Count the tiles of all piles by kind."""
    pile: i64 = 0
    while pile < PILE_COUNT:
        left = table.supply[pile]
        while left:
            lowest: i64 = left & -left
            into[PILE_TILE[pile * 64 + only(lowest)]] += 1
            left ^= lowest
        pile += 1


def check_tiles(table: Burgundy) -> None:
    """No tile is made: there are never more of a kind than the box has."""
    count: Words = zeros(KINDS)
    tiles_held(table, count)
    tiles_on_board(table, count)
    tiles_in_supply(table, count)
    kind: i64 = 1
    while kind < KINDS:
        hold(count[kind] <= COPIES[kind], "there are no more tiles of a kind than in the box")
        kind += 1


def check_goods(table: Burgundy) -> None:
    """No goods tile is made or lost: of each type there are seven, wherever they lie."""
    good: i64 = 0
    while good < GOOD_TYPES:
        count = size(table.goods_supply >> (good * COPIES_OF_GOODS) & 127)
        depot: i64 = 0
        while depot < 6:
            count += table.depot_goods[depot * GOOD_TYPES + good]
            depot += 1
        for player in table.players:
            count += player.goods[good] + player.sold[good]
        if not is_choosing(table):
            round: i64 = table.round + 1  # this round's goods lie at a depot already
            while round < 5:
                if table.round_goods[round] == good:
                    count += 1
                round += 1
        hold(count == COPIES_OF_GOODS, "there are seven goods tiles of each type")
        good += 1


def check_bonuses(table: Burgundy) -> None:
    """Of each colour, the first to complete it has the large bonus tile and the second the small (p. 8)."""
    claimed: i64 = 12 - size(table.large_bonuses) - size(table.small_bonuses)
    for player in table.players:
        claimed -= player.bonuses
    hold(claimed == 0, "the players have the bonus tiles that are gone")
    colour: i64 = 0
    while colour < NO_COLOUR:
        complete: i64 = 0
        for player in table.players:
            spaces = COLOUR_SPACES[player.estate * 7 + colour]
            if player.covered & spaces == spaces:
                complete += 1
        large_gone = table.large_bonuses & BIT[colour] == 0
        small_gone = table.small_bonuses & BIT[colour] == 0
        hold(large_gone == (complete >= 1), "the first took the large bonus tile")
        hold(small_gone == (complete >= 2), "the second took the small bonus tile")
        colour += 1


def check_decision(table: Burgundy) -> None:
    """What is asked fits what lies on the table."""
    asked = top(table)
    below = table.pending >> 4
    hold(asked <= CASTLE_TO_CHOOSE, "only what can be asked is pending")
    hold((asked == NOTHING) == (table.pending == 0), "nothing waits below nothing")
    if below:
        if asked == SIDE_TO_CHOOSE:
            hold(below == CASTLE_TO_CHOOSE, "a side is chosen before its castle")
        else:
            hold(table.edition == 1, "decisions within decisions came with the edition of 2019")
            hold(asked in (PAYMENT, STORAGE_TO_CLEAR), "only a purchase comes between")
            hold(below < SHIP_LOADS, "one can buy only while an action or an advantage waits")
    if table.is_over:
        hold(table.pending == NOTHING and table.unused == 0, "the end leaves nothing to do")
        return
    hold((table.in_hand != EMPTY) == (asked == STORAGE_TO_CLEAR), "a tile in hand waits for the storage")
    if table.in_hand != EMPTY:
        storage = table.me.storage
        full = storage[0] != EMPTY and storage[1] != EMPTY and storage[2] != EMPTY
        hold(full, "a tile waits only for a full storage")
    loading = asked in (SHIP_LOADS_MORE, GOODS_TO_KEEP)
    hold((table.loading != 0) == loading, "depots are loaded from just while a ship loads")
    if asked == PAYMENT:
        for_sale: i64 = table.stocked | table.black_stocked << SPOTS
        hold(for_sale & BIT[table.buying] != 0, "what is being bought is there")
    if table.pending == NOTHING and table.unused == 0:
        hold(can_buy(table), "a turn with nothing left to do ends by itself")


# -- the player boards ------------------------------------------------------------------------------


def check_estate(player: Player) -> None:
    """Tiles lie where they may, and the sets that follow from them are exact (p. 5-6)."""
    covered: i64 = 0
    beside: i64 = 0
    knows: i64 = 0
    mines: i64 = 0
    cities: Words = zeros(9)
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


def check_ships(table: Burgundy, player: Player) -> None:
    """Each ship has sailed, or its loading is being decided (p. 5)."""
    ships = size(player.covered & COLOUR_SPACES[player.estate * 7 + SHIP])
    waiting: i64 = 0
    if player is table.me:
        pending = table.pending
        while pending:
            if SHIP_DECISIONS & BIT[pending & 15]:
                waiting += 1
            pending >>= 4
    hold(player.steps + waiting == ships, "every ship has made its step")


# -- one action -------------------------------------------------------------------------------------


def check_step(before: Burgundy, table: Burgundy) -> None:
    """What an action may change and what it may not."""
    check_tiles_kept(before, table)
    then = (before.phase * 6 + before.round) * 5 + before.turn
    hold(then <= (table.phase * 6 + table.round) * 5 + table.turn, "time goes on")
    hold(table.large_bonuses & ~before.large_bonuses == 0, "bonus tiles do not come back")
    hold(table.small_bonuses & ~before.small_bonuses == 0, "bonus tiles do not come back")
    for seat in range(table.seats):
        was = before.players[seat]
        now = table.players[seat]
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


def check_tiles_kept(before: Burgundy, table: Burgundy) -> None:
    """Tiles leave the game only when they are discarded, or lie in a depot when a phase ends."""
    then: Words = zeros(KINDS)
    now: Words = zeros(KINDS)
    held_then = tiles_held(before, then)
    held_now = tiles_held(table, now)
    on_board = tiles_on_board(before, then)
    left_there = tiles_on_board(table, now)
    tiles_in_supply(before, then)
    tiles_in_supply(table, now)
    discarded: i64 = 1 if top(before) == STORAGE_TO_CLEAR else 0
    taken: i64 = held_now - held_then + discarded
    hold(0 <= taken <= 1, "an action takes one tile at most")
    lost: i64 = discarded
    if phases_begun(before) < phases_begun(table):
        lost += on_board - taken
    else:
        hold(left_there == on_board - taken, "depots are filled only for a new phase")
    kind: i64 = 1
    while kind < KINDS:
        hold(then[kind] >= now[kind], "no tile comes from nowhere")
        lost -= then[kind] - now[kind]
        kind += 1
    hold(lost == 0, "no tile is lost")
