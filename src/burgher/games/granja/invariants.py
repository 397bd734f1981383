"""What holds at every moment of every game, whatever is played.

`check` looks at one moment, `check_step` at two that one action lies between. Everything the state keeps for
speed is worked out again from what it stands for. `burgher fuzz` and the tests ask after every action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from burgher.games.granja.cards import barrow_count, helper_room
from burgher.games.granja.farm import roofs_shown
from burgher.games.granja.helpers import refresh
from burgher.games.granja.in_play import TURN_GOES_ON, changed
from burgher.games.granja.lookups import (
    ALL_DONKEYS,
    ALL_OF_HALF,
    HARVEST_KINDS,
    LAST_ROUND,
    PIG,
    ROUND_ROOFS,
)
from burgher.games.granja.market import occupied
from burgher.games.granja.pauses import is_pausing, is_worth_it
from burgher.games.granja.pending import (
    AFTER_DIE,
    BACK,
    BARROW_TO_CLEAR,
    BEFORE_DONKEYS,
    CHOOSING,
    DRAFT,
    FREE,
    INTERLUDES,
    LEFTOVER,
    MARKET_GUARD,
    MOST_QUESTIONS,
    NOTHING,
    PAYMENT,
    PHASE_OF,
    PURCHASED,
    REROLLING,
)
from burgher.games.granja.rounds import whose_turn
from burgher.games.granja.stack import top
from burgher.kernel.checking import hold
from burgher.kernel.ints import BIT, ints, only, size, zeros
from burgher.kernel.packed import at

if TYPE_CHECKING:
    from burgher.games.granja.data import GranjaData, Player
    from burgher.kernel.ints import Ints

MOMENTS: Final[Ints] = ints([0, 0, 0, 0, 6, 8, 10, 10, 14, 16, 18, 20, 22, -2, 7, 19, 24, 26, -1, 30])
"""The steps of a round in their order, as numbers that grow."""


def check(state: GranjaData) -> None:
    """Everything that must hold at one moment."""
    check_time(state)
    check_cards(state)
    check_track(state)
    check_market(state)
    check_buildings(state)
    check_dice(state)
    check_roofs(state)
    for player in state.players:
        check_farm(state, player)
    check_questions(state)
    for module in state.modules:
        module.check(state)


# -- the board --------------------------------------------------------------------------------------


def check_time(state: GranjaData) -> None:
    """Phase, step and turn fit together, and it is the seat's turn who decides."""
    hold(0 <= state.round <= LAST_ROUND, "there are six rounds")
    seen: i64 = 0
    for place in range(state.seats):
        seen |= BIT[at(state.order, place)]
    hold(seen == BIT[state.seats] - 1, "everybody has a place in turn order")
    hold(state.me is state.players[state.seat], "the farm is that of the seat to decide")
    if state.is_over:
        hold(state.round == LAST_ROUND and state.phase == 3, "the game ends after the sixth round")
        return
    hold(state.phase == PHASE_OF[state.step], "every step belongs to its phase")
    hold(state.step < INTERLUDES or len(state.modules) > 0, "steps for modules are left out without any")
    hold(0 <= state.turn < state.seats, "the turn is somebody's")
    decides = state.seat
    guarded = False
    n = state.depth
    while n > 0:
        if state.asked[n] & 63 == BACK:
            decides = state.asked[n] >> 6
        guarded = guarded or state.asked[n] & 63 == MARKET_GUARD
        n -= 1
    if not guarded:
        hold(whose_turn(state) == decides, "the decision is the seat's whose turn it is")
    hold(state.left >= 0, "no more is done than may be")
    if not state.done and state.depth == 0 and is_pausing(state):
        useful = state.asks_always or is_worth_it(state)
        useful = useful or (state.modular and changed(state, TURN_GOES_ON, 0) != 0)
        hold(useful, "a step that is finished is open only for something of use")


def check_cards(state: GranjaData) -> None:
    """Each card is in one place."""
    half: i64 = 0
    while half < 2:
        seen: i64 = state.deck[half]
        hold(seen & state.discards[half] == 0, "no card is in the deck and discarded")
        seen |= state.discards[half]
        for player in state.players:
            for cards in (player.hand, player.field_cards, player.extension_cards):
                hold(seen & cards[half] == 0, "no card is in two places")
                seen |= cards[half]
            place: i64 = 0
            while place < 4:
                for card in (at(player.barrows, place) - 1, at(player.helpers, place) - 1):
                    if card >= 0 and card // 33 == half:
                        hold(seen & BIT[card % 33] == 0, "no card is in two places")
                        seen |= BIT[card % 33]
                place += 1
        if state.playing and (state.playing - 1) // 33 == half:
            hold(seen & BIT[(state.playing - 1) % 33] == 0, "no card is in two places")
            seen |= BIT[(state.playing - 1) % 33]
        hold(seen == ALL_OF_HALF, "no card is lost")
        half += 1


def check_track(state: GranjaData) -> None:
    """The siesta track has every disc once, those further up ahead."""
    seen: i64 = 0
    place: i64 = 0
    while place < state.seats:
        seat = at(state.track, place)
        seen |= BIT[seat]
        steps = state.players[seat].steps
        hold(0 <= steps <= state.lookups.siesta_top, "nobody goes beyond the siesta track")
        if place:
            hold(steps <= state.players[at(state.track, place - 1)].steps, "who is further is ahead")
        place += 1
    hold(seen == BIT[state.seats] - 1, "everybody is on the siesta track")


def check_market(state: GranjaData) -> None:
    """Stall places have one marker at most, and only those in use have any."""
    count: i64 = 0
    seat: i64 = 0
    while seat < 4:
        count += size(state.market[seat])
        hold(seat < state.holders or state.market[seat] == 0, "only players have stalls")
        seat += 1
    hold(size(occupied(state)) == count, "a stall place has one marker at most")
    hold(occupied(state) & ~state.lookups.stalls_open[state.seats] == 0, "closed stall places stay empty")


def check_buildings(state: GranjaData) -> None:
    """Rows, markers and blocked craft buildings."""
    completed: i64 = 0
    claimed: i64 = 0
    for player in state.players:
        completed |= player.crafts
        hold(player.ongoing & ~player.crafts == 0, "only markers that one has are turned")
        building: i64 = 0
        while building < 6:
            row = at(player.rows, building) - 1
            hold((row >= 0) == (at(player.supplied, building) > 0), "a row is claimed by delivering to it")
            if row >= 0:
                hold(not player.crafts & BIT[building], "a building is completed once")
                hold(state.lookups.rows_used[state.seats] & BIT[row] != 0, "the row is in use")
                hold(claimed & BIT[building * 4 + row] == 0, "a row is one player's")
                hold(at(player.supplied, building) < 15, "a full row is completed")
                claimed |= BIT[building * 4 + row]
            building += 1
    hold(state.claimed == claimed, "claimed rows are those with markers")
    hold(state.tokens == ~completed & 63, "the first to complete a building takes its token")
    marked: i64 = 0
    blocked: i64 = 0
    marker: i64 = 0
    while marker < 3:
        marked |= BIT[at(state.next_blocked, marker)]
        blocked |= BIT[at(state.next_blocked, marker)] & state.blocked
        marker += 1
    hold(size(marked) == 3, "three buildings had order markers")
    hold(state.blocked == blocked, "only those can be blocked")
    hold(state.blocked & completed == 0, "a completed building is open")


def check_dice(state: GranjaData) -> None:
    """As many dice are left as nobody has taken."""
    if state.is_over or not DRAFT <= state.step <= LEFTOVER:
        return
    count: i64 = state.aside
    number: i64 = 0
    while number < 6:
        count += at(state.dice, number)
        number += 1
    if state.step == LEFTOVER:
        hold(count == 1, "one die is left over")
        return
    taken: i64 = state.pick * state.holders + state.leading + state.turn
    if state.done or state.step == AFTER_DIE:
        taken += 1
    hold(count == state.lookups.dice[state.seats] - taken, "dice are taken one by one")


def check_roofs(state: GranjaData) -> None:
    """Roof tiles are of their rounds, each there once."""
    seen: i64 = 0
    place: i64 = 0
    while place < 4:
        tile = at(state.display, place) - 1
        if tile >= 0:
            hold(tile // 4 == state.round, "only tiles of the round are for sale")
            seen |= BIT[tile]
        place += 1
    count = size(seen)
    for player in state.players:
        space: i64 = 0
        while space < state.lookups.roof_places:
            tile = at(player.roofs, space) - 1
            if tile >= 0:
                hold(space == 0 or at(player.roofs, space - 1) > 0, "roofs are covered from the left")
                works = state.lookups.roof_works[tile] != 0
                hold(works or not player.roofs_up & BIT[space], "a tile of no use lies face down")
                if tile < ROUND_ROOFS:
                    hold(seen & BIT[tile] == 0, "no roof tile is there twice")
                    hold(tile // 4 <= state.round, "tiles to come lie face down")
                    seen |= BIT[tile]
            else:
                hold(not player.roofs_up & BIT[space], "only tiles lie face up")
            space += 1
    hold(count <= roofs_shown(state), "there are as many tiles as players")


# -- farms ------------------------------------------------------------------------------------------


def check_farm(state: GranjaData, player: Player) -> None:
    """Nobody owes anything, everything has its room, and all that is kept for speed is right."""
    hold(player.points >= 0, "nobody owes points")
    hold(player.silver >= 0, "nobody owes silver")
    has: i64 = 0
    kind: i64 = 0
    while kind < 8:
        hold(player.goods[kind] >= 0, "nobody owes goods")
        if player.goods[kind] or (kind < HARVEST_KINDS and at(player.ripe, kind)):
            has |= BIT[kind]
        kind += 1
    hold(player.has == has, "the kinds said to be there are")
    check_fields(state, player)
    hold(player.hand_size == size(player.hand[0]) + size(player.hand[1]), "the hand has its size")
    extensions = size(player.extension_cards[0]) + size(player.extension_cards[1])
    hold(player.extensions == extensions, "extensions are counted")
    room = helper_room(state, player)
    place: i64 = 0
    while place < 4:
        hold(at(player.helpers, place) > 0 or not player.exhausted & BIT[place], "only helpers are exhausted")
        hold(place < room or at(player.helpers, place) == 0, "there is room for so many helpers")
        if at(player.barrows, place):
            need = state.lookups.barrow_need[(at(player.barrows, place) - 1) * 32 + at(player.loaded, place)]
            hold(need != 0, "a full barrow is completed")
        else:
            hold(at(player.loaded, place) == 0, "goods are on barrows")
        place += 1
    over = barrow_count(player) - player.barrow_limit
    clearing = player is state.me and top(state) == BARROW_TO_CLEAR and state.playing == 0
    hold(over <= 0 or clearing, "there is room for so many barrows")
    hold(player.goods[PIG] <= player.stalls, "every pig has its stall")
    check_worked_out(state, player)
    chosen = player.donkey >= 0
    if chosen and state.step == CHOOSING:
        hold(player.donkeys & BIT[player.donkey] != 0, "a donkey tile chosen was there")
    elif chosen and not state.is_over:
        hold(not player.donkeys & BIT[player.donkey], "a donkey tile is used up")
    tiles: i64 = ALL_DONKEYS
    for module in state.modules:
        tiles |= module.more_donkeys
    hold(player.donkeys & ~tiles == 0 and player.donkeys != 0, "donkeys last for three rounds")
    if not state.is_over:
        delivering = state.step == FREE or state.step == PURCHASED
        hold(chosen or not delivering, "donkeys are chosen before deliveries")
        early = MOMENTS[state.step] <= MOMENTS[BEFORE_DONKEYS]
        hold(not chosen or not early, "donkeys are chosen in the transportation phase")


def check_fields(state: GranjaData, player: Player) -> None:
    """Fields are counted by kind, and none has more than its good."""
    counted: Ints = zeros(3)
    half: i64 = 0
    while half < 2:
        cards = player.field_cards[half]
        while cards:
            lowest: i64 = cards & -cards
            counted[state.lookups.field_kind[half * 33 + only(lowest)]] += 1
            cards ^= lowest
        half += 1
    kind: i64 = 0
    while kind < HARVEST_KINDS:
        hold(at(player.fields, kind) == counted[kind], "fields are counted by kind")
        hold(0 <= at(player.ripe, kind) <= counted[kind], "a field has one good at most")
        kind += 1


def check_worked_out(state: GranjaData, player: Player) -> None:
    """What `refresh` works out is what it would work out again."""
    stalls = player.stalls
    on_extensions = player.extension_stalls
    hand = player.hand_limit
    income = player.income
    deliveries = player.deliveries
    hats = player.hats
    donkeys = player.more_donkeys
    barrows = player.barrow_limit
    rules = player.rules
    reacts = player.reacts
    ready = player.ready
    refresh(state.lookups, player)
    hold(stalls == player.stalls, "stalls are counted")
    hold(on_extensions == player.extension_stalls, "stalls on extensions are counted")
    hold(hand == player.hand_limit, "the hand limit is counted")
    hold(income == player.income, "income is counted")
    hold(deliveries == player.deliveries, "deliveries are counted")
    hold(hats == player.hats and donkeys == player.more_donkeys, "hats and donkeys are counted")
    hold(barrows == player.barrow_limit, "the room for barrows is counted")
    hold(rules == player.rules, "rules are those of the helpers")
    hold(reacts == player.reacts and ready == player.ready, "helpers are ready as they are")


# -- questions --------------------------------------------------------------------------------------


def check_questions(state: GranjaData) -> None:
    """The stack of questions is sound, and somebody can answer the one asked."""
    hold(0 <= state.depth < MOST_QUESTIONS, "there is room for the questions")
    hold(state.asked[0] == NOTHING, "below all questions is none")
    n: i64 = 1
    while n <= state.depth:
        question: i64 = state.asked[n] & 63
        hold(0 < question < len(state.questions), "only questions are asked")
        n += 1
    while n < MOST_QUESTIONS:
        hold(state.asked[n] == NOTHING, "above all questions is none")
        n += 1
    asked = state.asked[state.depth]
    state.questions[asked & 63].check(state, asked >> 6)
    if top(state) != PAYMENT:
        hold(state.to_pay == 0 and state.paid == 0, "nothing is owed")
    if top(state) != REROLLING:
        hold(state.aside == 0, "no die is put aside")
    if state.is_over:
        hold(state.depth == 0, "in the end nothing is asked")


# -- one action -------------------------------------------------------------------------------------


def check_step(before: GranjaData, state: GranjaData) -> None:
    """What an action may change and what it may not."""
    hold(moment_of(before) <= moment_of(state), "time goes on")
    hold(state.blocked & ~before.blocked == 0, "an open building stays open")
    hold(state.tokens & ~before.tokens == 0, "tokens do not come back")
    hold(before.shuffles <= state.shuffles, "shuffles are counted")
    seat: i64 = 0
    while seat < state.seats:
        farm_before = before.players[seat]
        farm = state.players[seat]
        hold(farm_before.crafts & ~farm.crafts == 0, "craft markers are kept")
        hold(farm_before.extensions <= farm.extensions, "extensions are kept")
        hold(farm_before.field_cards[0] & ~farm.field_cards[0] == 0, "fields are kept")
        hold(farm_before.field_cards[1] & ~farm.field_cards[1] == 0, "fields are kept")
        place: i64 = 0
        while place < state.lookups.roof_places:
            hold(
                at(farm_before.roofs, place) == 0 or at(farm_before.roofs, place) == at(farm.roofs, place),
                "roof tiles stay",
            )
            place += 1
        if seat != before.seat and before.round == state.round and before.phase == state.phase:
            check_untouched(before, state, seat)
        seat += 1


def moment_of(state: GranjaData) -> i64:
    """How far a game has come, in steps; turns within the farm phase and the draft go round and round."""
    if state.is_over:
        return 600
    return state.round * 100 + MOMENTS[state.step]


def check_untouched(before: GranjaData, state: GranjaData, seat: i64) -> None:
    """Within a phase, nobody's action touches the cards and goods of others but by their own farm's rules."""
    was = before.players[seat]
    now = state.players[seat]
    half: i64 = 0
    while half < 2:
        hold(was.extension_cards[half] == now.extension_cards[half], "farms of others are left alone")
        half += 1
    place: i64 = 0
    while place < 4:
        hold(at(was.barrows, place) == at(now.barrows, place), "barrows of others are left alone")
        hold(at(was.loaded, place) == at(now.loaded, place), "barrows of others are left alone")
        hold(at(was.helpers, place) == at(now.helpers, place), "helpers of others are left alone")
        place += 1
    # Whoever has no card to play draws at once when the turn comes; a module may let others draw.
    drew = was.hand_size < now.hand_size and (was.hand_size == 0 or len(state.modules) > 0)
    hold(was.hand_size == now.hand_size or drew, "hands of others are left alone")
