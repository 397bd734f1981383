/* C: The Castles of Burgundy for two, written by hand.

   What Burgher plays with its usual options (`burgher.load("burgundy", players=2)`), by an engine that does one
   thing: a yardstick for how fast these rules can be. It knows two players, estate 1 and the edition of 2011,
   and nothing else; what follows from that stands in tables that the compiler sees through.

   It is an engine, no mere simulation: between decisions a game is a plain struct that can be copied, `offers`
   says what is legal, and `apply` carries an action out. The decisions are Burgher's, and so are their order, the
   dice and the draws. Fed with the same two numbers both play the same game to the last worker, and a test
   (tests/cli/test_peers_in_c.py) holds them to that.

   Sets are the bits of a word: of the 37 spaces, of the 32 spots where tiles lie (four for each numbered depot,
   then the black depot's), of the types of goods. Goods and buildings are counted in the bytes of a word. How a
   branch goes mostly depends on chance, and nobody can guess that: so sets are worked out whether or not there
   is anything in them.

   `c.py` beside this file writes burgundy_tables.h from Burgher's components, and compiles this:

       burgundy SECONDS        plays for so long; prints how much in a second, as JSON
       burgundy games NUMBER   plays so many games from one deal: to be timed, or counted by valgrind
       burgundy deals NUMBER   the same, each game dealt anew
       burgundy check          plays the games on standard input; prints how they ended (built with CHECKING)

   Page numbers are the rulebook's. */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

typedef uint64_t Set;

#include "burgundy_tables.h"

/* -- sets -------------------------------------------------------------------------------------------- */

#define BYTES_OF(n) ((n) * UINT64_C(0x0101010101010101))
#define ONE(n) (UINT64_C(1) << (n))

static inline unsigned only(Set one) { return (unsigned)__builtin_ctzll(one); }

#if !defined(__BMI2__) || !defined(__POPCNT__)
/* In each byte, how many members a set has there: counted in pairs of bits, then in fours. */
static inline uint64_t sizes_of_bytes(Set set)
{
    set -= set >> 1 & UINT64_C(0x5555555555555555);
    set = (set & UINT64_C(0x3333333333333333)) + (set >> 2 & UINT64_C(0x3333333333333333));
    return (set + (set >> 4)) & UINT64_C(0x0f0f0f0f0f0f0f0f);
}
#endif

static inline unsigned size(Set set)
{
#if defined(__POPCNT__) || !defined(__x86_64__)
    return (unsigned)__builtin_popcountll(set);
#else /* the compiler would call a function */
    return (unsigned)(BYTES_OF(sizes_of_bytes(set)) >> 56);
#endif
}

/* The member of a set that has `rank` smaller ones before it. */
static inline unsigned nth(Set set, unsigned rank)
{
#ifdef __BMI2__
    return only(_pdep_u64(ONE(rank), set));
#else /* first the byte, by how many members there are up to each, then the bit */
    uint64_t up_to = BYTES_OF(sizes_of_bytes(set));
    uint64_t too_few = (BYTES_OF(UINT64_C(128) + rank) - up_to) & BYTES_OF(128);
    unsigned base = (unsigned)(BYTES_OF(too_few >> 7) >> 56) * 8;
    return base + NTH[set >> base & 255][rank - (up_to << 8 >> base & 255)];
#endif
}

/* -- chance ------------------------------------------------------------------------------------------ */

static inline uint64_t step(uint64_t chance) { return MULTIPLIER * (chance & UINT32_MAX) + (chance >> 32); }

/* The number below `n` that a state of the generator stands for. */
static inline unsigned drawn(uint64_t chance, unsigned n)
{
    return (unsigned)(((chance ^ chance >> 32) & UINT32_MAX) * n >> 32);
}

/* -- what lies on the table -------------------------------------------------------------------------- */

enum { CASTLE, MINE, SHIP, ANIMAL, BUILDING, KNOWLEDGE };
enum { WAREHOUSE, WATCHTOWER, CARPENTER, CHURCH, MARKET, BOARDING_HOUSE, BANK, CITY_HALL };

enum { /* the knowledge tiles that change a rule (p. 10, 11) */
    SAME_BUILDINGS = 1,
    MINE_WORKERS,
    SALE_SILVERLING,
    SALE_WORKER,
    TWO_DEPOTS,
    BUY_ANYWHERE,
    ANIMAL_POINT,
    DOUBLE_STEPS,
    EASY_BUILDINGS,
    EASY_SHIPS_AND_ANIMALS,
    EASY_OTHERS,
    EASY_TAKING,
    HIRING_SILVERLING,
    HIRING_FOUR,
};

#define KNOWS(player, tile) ((player)->knows >> (tile) & 1)
/* The knowledge that changes what a die can become. */
#define EASES_DICE \
    (1 << DOUBLE_STEPS | 1 << EASY_BUILDINGS | 1 << EASY_SHIPS_AND_ANIMALS | 1 << EASY_OTHERS | 1 << EASY_TAKING)

enum { PRICE = 2 };

/* What can be done with a die besides placing, as one set: spots to take from, goods to sell, workers. */
enum { SELL = 24, HIRE = 30, USES = 31 };
#define NUMBERED ((1u << SELL) - 1) /* the spots of the numbered depots: no die takes from the black one */

/* Dice can become other numbers (p. 4): the tables of it have rows for each die (0 to 7), for 0, 1, 2 and more
   workers, with single or double steps, and with or without a free one. */
enum { WORKER_ROWS = 8, DOUBLE_ROWS = 32, FREE_ROWS = 64 };

enum { /* where points come from; knowledge tile n is `BY_KNOWLEDGE + n` */
    BY_REGION = 1,
    BY_PHASE,
    BY_LARGE_BONUS,
    BY_SMALL_BONUS,
    BY_ANIMALS,
    BY_WATCHTOWER,
    BY_SALE,
    BY_GOODS_LEFT,
    BY_SILVERLINGS_LEFT,
    BY_WORKERS_LEFT,
    BY_KNOWLEDGE = BY_WORKERS_LEFT,
    SOURCES = BY_KNOWLEDGE + 27
};

typedef struct {
    Set covered;          /* spaces with a tile */
    Set frontier;         /* empty spaces beside a tile */
    Set room[CLASSES];    /* for each class of tiles (every building is one, and every other colour), the spaces of
                             its colour, less cities that have such a building; none for the class of no tile */
    Set fits[3];          /* the spaces each stored tile may go to, numbers aside */
    Set one_of_a_kind;    /* all spaces until one may have several buildings of a type in a city, then none */
    uint64_t goods, sold; /* a byte for each type */
    uint64_t built;       /* a byte for each type of building */
    uint32_t held;        /* the types of goods in the storage */
    uint32_t knows;       /* knowledge tiles by number */
    uint32_t may_buy;     /* the spots to buy from */
    int32_t points, silverlings, workers, mines, bonuses, steps;
    uint8_t dice[2];
    uint8_t storage[3];
    uint8_t vacant;       /* the empty places of the storage */
    uint8_t animals;      /* the types of animals in the estate */
    uint8_t mine_workers; /* what knowledge may raise: a mine's workers, then what sales and hiring bring */
    uint8_t sale_silverlings, sale_workers, hired_workers, hired_silverlings;
    uint8_t tiles[SPACES];
    uint8_t herd_tiles[PASTURES][4], herd_animals[PASTURES][4]; /* by pasture and type of animal */
#ifdef CHECKING
    int32_t by_source[SOURCES];
#endif
} Player;

typedef struct {
    Player players[2];
    uint64_t chance;            /* the generator's state, for dice and draws */
    Set supply[PILES];          /* the tiles left in each pile where they differ: every single one is a bit */
    Set goods_supply;
    uint64_t depot_goods[6];    /* a byte for each type */
    uint32_t stocked;           /* spots with a tile */
    uint32_t pending;           /* what is to be decided before the turn goes on: a stack, four bits each */
    uint8_t tiles[32];          /* what lies on the spots */
    uint8_t round_goods[5];
    uint8_t seat, first, ahead; /* who decides, who started the round, who will start the next one */
    uint8_t phase, round, turn;
    uint8_t unused, bought;     /* of this turn: the dice left, and whether the purchase was made */
    uint8_t loading;            /* the depots a ship is taking goods from */
    uint8_t depots_with_goods;
    uint8_t in_hand;            /* a tile that waits for a place in a full storage */
    uint8_t large_bonuses, small_bonuses;
    uint8_t over;
} Game;

enum { /* what can be asked; a turn goes on where nothing else is pending */
    TURN,
    CASTLE_ACTION,
    WAREHOUSE_SALE,
    CARPENTER_TAKES,
    CHURCH_TAKES,
    MARKET_TAKES,
    CITY_HALL_PLACES,
    SHIP_LOADS,
    SHIP_LOADS_MORE,
    GOODS_TO_KEEP,
    STORAGE_TO_CLEAR,
};

static inline void push(Game *g, unsigned question) { g->pending = g->pending << 4 | question; }

static inline void score(Player *player, int points, unsigned source)
{
    player->points += points;
#ifdef CHECKING
    player->by_source[source] += points;
#else
    (void)source;
#endif
}

/* -- drawing (p. 2) ---------------------------------------------------------------------------------- */

static inline unsigned below(Game *g, unsigned n)
{
    g->chance = step(g->chance);
    return drawn(g->chance, n);
}

static inline unsigned draw(Game *g, Set *from)
{
    unsigned one = nth(*from, below(g, size(*from)));
    *from ^= ONE(one);
    return one;
}

static inline unsigned draw_good(Game *g) { return draw(g, &g->goods_supply) / COPIES_OF_GOODS; }

/* A tile of a pile; castles, mines and ships are all alike and never run out. */
static inline uint8_t draw_tile(Game *g, unsigned pile)
{
    return pile < PILES ? PILE_TILE[pile][draw(g, &g->supply[pile])] : ALIKE_TILE[pile - PILES];
}

/* -- where tiles may go (p. 5, 6) -------------------------------------------------------------------- */

static inline void refit(Player *me, unsigned slot)
{
    me->fits[slot] = me->frontier & me->room[KINDS[me->storage[slot]].class];
}

/* Whether knowledge changes a die by one for free to place a stored tile. */
static inline unsigned eased(const Player *me, unsigned slot)
{
    return (me->knows & KINDS[me->storage[slot]].eased_by) != 0;
}

static inline void refit_all(Player *me)
{
    refit(me, 0);
    refit(me, 1);
    refit(me, 2);
}

static inline void cover(Player *me, unsigned space, uint8_t tile)
{
    me->tiles[space] = tile;
    me->covered |= ONE(space);
    me->frontier = (me->frontier | NEIGHBOURS[space]) & ~me->covered;
}

/* -- phases, rounds and turns (p. 3, 4) -------------------------------------------------------------- */

static inline void start_turn(Game *g)
{
    g->seat = g->first ^ g->turn;
    g->unused = 3;
    g->bought = 0;
}

/* All roll their dice; the start player brings the round's goods tile to its depot and begins. */
static void start_round(Game *g)
{
    g->first = g->ahead;
    for (unsigned place = 0; place < 2; place++)
        memcpy(g->players[g->first ^ place].dice, TWO_DICE[below(g, 36)], 2);
    unsigned depot = below(g, 6); /* the white die */
    g->depot_goods[depot] += ONE(8 * g->round_goods[g->round]);
    g->depots_with_goods |= 1 << depot;
    g->turn = 0;
    start_turn(g);
}

/* Replace the tiles of all depots; goods lying there stay. Lay out the goods of five rounds. */
static void start_phase(Game *g)
{
#pragma GCC unroll 16
    for (unsigned n = 0; n < USED; n++)
        g->tiles[USED_SPOT[n]] = draw_tile(g, USED_PILE[n]);
    g->stocked = USED_SPOTS;
    for (unsigned round = 0; round < 5; round++)
        g->round_goods[round] = (uint8_t)draw_good(g);
    g->round = 0;
    start_round(g);
}

static inline unsigned sum_of_bytes(uint64_t bytes) { return (unsigned)(BYTES_OF(bytes) >> 56); }

/* The bytes that are not 0, as a set; none is above 127. */
static inline uint32_t bytes_used(uint64_t bytes)
{
    uint64_t tops = (bytes + BYTES_OF(127)) & BYTES_OF(128);
    return (uint32_t)((tops >> 7) * UINT64_C(0x0102040810204080) >> 56);
}

/* Final scoring (p. 9, knowledge p. 11). */
static void score_end(Game *g)
{
    for (Player *player = g->players; player < g->players + 2; player++) {
        score(player, (int)sum_of_bytes(player->goods), BY_GOODS_LEFT);
        score(player, player->silverlings, BY_SILVERLINGS_LEFT);
        score(player, player->workers >> 1, BY_WORKERS_LEFT);
        for (Set known = player->knows & ~(ONE(SOLD_TYPES) - 1); known; known &= known - 1) {
            unsigned number = only(known), count;
            if (number == SOLD_TYPES)
                count = size(bytes_used(player->sold));
            else if (number == SOLD_TILES)
                count = sum_of_bytes(player->sold);
            else if (number == ANIMAL_TYPES)
                count = size(player->animals);
            else if (number == BONUS_TILES)
                count = (unsigned)player->bonuses;
            else
                count = player->built >> 8 * (number - BUILDING_TILES) & 255;
            score(player, (int)count * END_POINTS[number], BY_KNOWLEDGE + number);
        }
    }
    g->over = 1;
}

/* Mines bring silverlings, and workers with knowledge tile 2 (p. 9). */
static void end_phase(Game *g)
{
    for (Player *player = g->players; player < g->players + 2; player++) {
        player->silverlings += player->mines;
        player->workers += player->mines * player->mine_workers;
    }
    if (++g->phase < 5)
        start_phase(g);
    else
        score_end(g);
}

static inline void end_turn(Game *g)
{
    g->unused = 0;
    if (++g->turn < 2)
        start_turn(g);
    else if (++g->round < 5)
        start_round(g);
    else
        end_phase(g);
}

/* -- taking tiles and buying them (p. 5, 9) ---------------------------------------------------------- */

static inline void store(Game *g, Player *me, uint8_t tile)
{
    if (me->vacant) {
        unsigned slot = only(me->vacant);
        me->vacant &= me->vacant - 1;
        me->storage[slot] = tile;
        refit(me, slot);
    } else {
        g->in_hand = tile;
        push(g, STORAGE_TO_CLEAR);
    }
}

static inline void take(Game *g, Player *me, unsigned spot)
{
    g->stocked ^= 1u << spot;
    store(g, me, g->tiles[spot]);
}

/* The spots to buy from. */
static inline uint32_t for_sale(const Game *g, const Player *me)
{
    uint32_t allowed = !g->bought & (me->silverlings >= PRICE);
    return g->stocked & me->may_buy & -allowed;
}

static inline void buy(Game *g, Player *me, unsigned spot)
{
    g->bought = 1;
    me->silverlings -= PRICE;
    take(g, me, spot);
}

/* -- goods (p. 9) and ships (p. 5) ------------------------------------------------------------------- */

static inline void sell(Player *me, unsigned good)
{
    uint64_t tiles = me->goods & UINT64_C(255) << 8 * good;
    me->goods ^= tiles;
    me->held ^= 1u << good;
    me->sold += tiles;
    me->silverlings += me->sale_silverlings;
    me->workers += me->sale_workers;
    score(me, (int)(tiles >> 8 * good) * SALE_POINTS, BY_SALE);
}

/* Step forward on the turn order track, on top of the other piece; it counts from the next round. */
static inline void sail(Game *g, Player *me)
{
    me->steps++;
    if (me->steps >= g->players[!g->seat].steps)
        g->ahead = g->seat;
}

static inline void start_loading(Game *g, Player *me)
{
    g->loading = 0;
    if (g->depots_with_goods)
        push(g, SHIP_LOADS);
    else
        sail(g, me);
}

static inline uint32_t goods_waiting(const Game *g)
{
    uint64_t goods = 0;
    for (Set depots = g->loading; depots; depots &= depots - 1)
        goods += g->depot_goods[only(depots)];
    return bytes_used(goods);
}

static inline void take_goods(Game *g, Player *me, uint32_t types)
{
    uint64_t taken = WHOLE_BYTES[types];
    for (Set depots = g->loading; depots; depots &= depots - 1) {
        uint64_t *goods = &g->depot_goods[only(depots)];
        me->goods += *goods & taken;
        *goods &= ~taken;
    }
    me->held = bytes_used(me->goods);
}

static inline void finish_loading(Game *g, Player *me)
{
    for (Set depots = g->loading; depots; depots &= depots - 1) {
        unsigned depot = only(depots);
        g->depots_with_goods &= ~((g->depot_goods[depot] == 0) << depot);
    }
    sail(g, me);
}

/* Take what can be stored; ask which new types, if only some of them can be. */
static void load(Game *g, Player *me)
{
    uint32_t all = goods_waiting(g) | me->held;
    if (size(all) <= STORED_GOOD_TYPES) {
        take_goods(g, me, all);
        finish_loading(g, me);
        return;
    }
    take_goods(g, me, me->held);
    if (size(me->held) < STORED_GOOD_TYPES)
        push(g, GOODS_TO_KEEP);
    else
        finish_loading(g, me);
}

/* -- adding a tile to one's estate (p. 5 to 8) ------------------------------------------------------- */

/* Score a region for its size and for the phase; perhaps its colour is complete too (p. 8). */
static void complete_region(Game *g, Player *me, unsigned space, unsigned colour)
{
    score(me, REGION_POINTS[space], BY_REGION);
    score(me, PHASE_POINTS[g->phase], BY_PHASE);
    if (COLOUR_SPACES[colour] & ~me->covered)
        return;
    if (g->large_bonuses >> colour & 1) {
        g->large_bonuses ^= 1 << colour;
        me->bonuses++;
        score(me, LARGE_BONUS, BY_LARGE_BONUS);
    } else { /* only one other player: the small one is there */
        g->small_bonuses ^= 1 << colour;
        me->bonuses++;
        score(me, SMALL_BONUS, BY_SMALL_BONUS);
    }
}

/* Score the new animals and, again, those of the same type in this pasture (p. 6). */
static inline void score_animals(Player *me, unsigned space, const Kind *kind)
{
    unsigned pasture = PASTURE[space], type = kind->variety;
    unsigned animals = me->herd_animals[pasture][type] += kind->animals;
    unsigned tiles = me->herd_tiles[pasture][type] += 1;
    me->animals |= 1 << type;
    score(me, (int)animals, BY_ANIMALS);
    if (KNOWS(me, ANIMAL_POINT))
        score(me, (int)tiles, BY_KNOWLEDGE + ANIMAL_POINT);
}

/* Give or offer a building's advantage; an impossible one is lost (p. 7, 8). */
static inline void open_building(Game *g, Player *me, unsigned building)
{
    me->built += ONE(8 * building);
    switch (building) {
    case WAREHOUSE:
        if (me->held)
            push(g, WAREHOUSE_SALE);
        break;
    case WATCHTOWER:
        score(me, WATCHTOWER_POINTS, BY_WATCHTOWER);
        break;
    case CARPENTER:
        if (g->stocked & CARPENTER_SPOTS)
            push(g, CARPENTER_TAKES);
        break;
    case CHURCH:
        if (g->stocked & CHURCH_SPOTS)
            push(g, CHURCH_TAKES);
        break;
    case MARKET:
        if (g->stocked & MARKET_SPOTS)
            push(g, MARKET_TAKES);
        break;
    case BOARDING_HOUSE:
        me->workers += 4;
        break;
    case BANK:
        me->silverlings += 2;
        break;
    case CITY_HALL:
        if (me->fits[0] | me->fits[1] | me->fits[2])
            push(g, CITY_HALL_PLACES);
        break;
    }
}

/* What changes at once with a knowledge tile (p. 10, 11). */
static void learn(Player *me, unsigned number)
{
    me->knows |= 1u << number;
    switch (number) {
    case SAME_BUILDINGS:
        me->one_of_a_kind = 0;
        memcpy(me->room, CLASS_SPACES, sizeof me->room);
        refit_all(me);
        break;
    case MINE_WORKERS:
        me->mine_workers = 1;
        break;
    case SALE_SILVERLING:
        me->sale_silverlings = 2;
        break;
    case SALE_WORKER:
        me->sale_workers = 1;
        break;
    case BUY_ANYWHERE:
        me->may_buy = USED_SPOTS;
        break;
    case HIRING_SILVERLING:
        me->hired_silverlings = 1;
        break;
    case HIRING_FOUR:
        me->hired_workers = 4;
        break;
    }
}

/* Move a tile from the storage onto a space; everything it brings follows at once. */
static void place(Game *g, Player *me, unsigned slot, unsigned space)
{
    uint8_t tile = me->storage[slot];
    const Kind *kind = &KINDS[tile];
    me->storage[slot] = 0;
    me->vacant |= 1 << slot;
    cover(me, space, tile);
    me->room[kind->class] &= ~(CITY[space] & me->one_of_a_kind);
    refit_all(me);
    if (!(REGION[space] & ~me->covered))
        complete_region(g, me, space, kind->colour);
    switch (kind->colour) {
    case BUILDING:
        open_building(g, me, kind->variety);
        break;
    case ANIMAL:
        score_animals(me, space, kind);
        break;
    case SHIP:
        start_loading(g, me);
        break;
    case KNOWLEDGE:
        learn(me, kind->variety);
        break;
    case CASTLE:
        push(g, CASTLE_ACTION);
        break;
    case MINE:
        me->mines++;
        break;
    }
}

static inline void hire(Player *me)
{
    me->workers += me->hired_workers;
    me->silverlings += me->hired_silverlings;
}

/* -- what is legal ----------------------------------------------------------------------------------- */

/* The legal actions are up to eight sets, called lanes. An action is the number of its lane, times 64, and a
   member of that lane. A turn has a lane for each stored tile with each die that is left (members: spaces), one for
   all else that dice can do, and one for what needs none. A castle's action and a city hall are told like a single
   die; everything else is asked with the last lane. */
enum { PLACING = 0, OTHER_DIE = 3, USING = 6, MORE = 7, LANES = 8 };

/* The members of `MORE` in a turn: spots to buy from, or to end it. */
enum { END = 32 };

/* To decline what is offered: the last member of its set. */
enum { SKIP = 63 };

/* Which lanes are written, and looked at: all, those of one die, or just the last. */
enum { BOTH_DICE, ONE_DIE, LAST_LANE };

static inline Set all_uses(const Game *g, const Player *me)
{
    return (g->stocked & NUMBERED) | (Set)me->held << SELL | ONE(HIRE);
}

static inline void with_die(const Player *me, unsigned die, Set uses, Set lanes[3], Set *used)
{
    unsigned workers = me->workers < 3 ? (unsigned)me->workers : 3;
    const Reach *reach = &REACHES[workers * WORKER_ROWS + me->dice[die]];
    if (!(me->knows & EASES_DICE)) {
        for (unsigned slot = 0; slot < 3; slot++)
            lanes[slot] = me->fits[slot] & reach->spaces;
        *used = uses & reach->uses;
        return;
    }
    reach += KNOWS(me, DOUBLE_STEPS) * DOUBLE_ROWS;
    for (unsigned slot = 0; slot < 3; slot++)
        lanes[slot] = me->fits[slot] & reach[eased(me, slot) * FREE_ROWS].spaces;
    Set taken = uses & NUMBERED & reach[KNOWS(me, EASY_TAKING) * FREE_ROWS].uses;
    *used = taken | (uses & ~(Set)NUMBERED & reach->uses);
}

static inline unsigned turn_offers(const Game *g, const Player *me, Set lanes[LANES])
{
    lanes[MORE] = for_sale(g, me);
    if (!g->unused) {
        lanes[MORE] |= ONE(END);
        return LAST_LANE;
    }
    Set uses = all_uses(g, me);
    if (g->unused != 3) {
        with_die(me, g->unused >> 1, uses, lanes + PLACING, &lanes[USING]);
        return ONE_DIE;
    }
    Set other;
    with_die(me, 0, uses, lanes + PLACING, &lanes[USING]);
    with_die(me, 1, uses, lanes + OTHER_DIE, &other);
    lanes[USING] |= other << USES;
    return BOTH_DICE;
}

/* What a question with a single set of answers offers. */
static inline Set answers(const Game *g, const Player *me, unsigned asked)
{
    switch (asked) {
    case WAREHOUSE_SALE:
        return (Set)me->held << SELL | ONE(SKIP);
    case CARPENTER_TAKES:
        return (g->stocked & CARPENTER_SPOTS) | ONE(SKIP);
    case CHURCH_TAKES:
        return (g->stocked & CHURCH_SPOTS) | ONE(SKIP);
    case MARKET_TAKES:
        return (g->stocked & MARKET_SPOTS) | ONE(SKIP);
    case SHIP_LOADS: /* perhaps from a depot that has none: all of those are the same */
        return g->depots_with_goods | (Set)(g->depots_with_goods != ALL_DEPOTS) << SKIP;
    case SHIP_LOADS_MORE:
        return (g->depots_with_goods & RING[only(g->loading)]) | ONE(SKIP);
    case GOODS_TO_KEEP:
        return goods_waiting(g) & ~me->held;
    default: /* STORAGE_TO_CLEAR */
        return 7;
    }
}

/* Write the legal actions; return which lanes were written. */
static inline unsigned offers(const Game *g, Set lanes[LANES])
{
    const Player *me = &g->players[g->seat];
    unsigned asked = g->pending & 15;
    if (asked == TURN)
        return turn_offers(g, me, lanes);
    if (asked != CASTLE_ACTION && asked != CITY_HALL_PLACES) {
        lanes[MORE] = answers(g, me, asked);
        return LAST_LANE;
    }
    memcpy(lanes + PLACING, me->fits, sizeof me->fits);
    lanes[USING] = asked == CASTLE_ACTION ? all_uses(g, me) : 0;
    lanes[MORE] = asked == CASTLE_ACTION ? 0 : ONE(SKIP);
    return ONE_DIE;
}

/* -- carrying an action out -------------------------------------------------------------------------- */

/* Pay the workers that turn a die into a number. */
static inline void pay(Player *me, unsigned die, unsigned number, unsigned free)
{
    unsigned row = free * FREE_ROWS * 2 + KNOWS(me, DOUBLE_STEPS) * DOUBLE_ROWS * 2;
    me->workers -= WORKERS_FOR[row + me->dice[die] * 8 + number];
}

static inline void take_turn(Game *g, Player *me, unsigned lane, unsigned member)
{
    if (lane == MORE) {
        buy(g, me, member);
        return;
    }
    unsigned other = lane == USING ? member >= USES : lane >= OTHER_DIE;
    unsigned die = g->unused == 3 ? other : g->unused >> 1;
    g->unused ^= 1 << die;
    if (lane != USING) {
        unsigned slot = lane - (other ? OTHER_DIE : 0);
        pay(me, die, NUMBERS[member], eased(me, slot));
        place(g, me, slot, member);
        return;
    }
    unsigned what = member - (other ? USES : 0);
    if (what == HIRE) {
        hire(me);
    } else if (what < SELL) {
        pay(me, die, what / 4 + 1, KNOWS(me, EASY_TAKING));
        take(g, me, what);
    } else {
        pay(me, die, what - SELL + 1, 0);
        sell(me, what - SELL);
    }
}

static inline void act_freely(Game *g, Player *me, unsigned lane, unsigned member)
{
    if (lane < USING)
        place(g, me, lane, member);
    else if (lane == MORE)
        return; /* a city hall's advantage, declined */
    else if (member == HIRE)
        hire(me);
    else if (member < SELL)
        take(g, me, member);
    else
        sell(me, member - SELL);
}

static inline void answer(Game *g, Player *me, unsigned asked, unsigned lane, unsigned member)
{
    switch (asked) {
    case CASTLE_ACTION:
    case CITY_HALL_PLACES:
        act_freely(g, me, lane, member);
        break;
    case WAREHOUSE_SALE:
        if (member != SKIP)
            sell(me, member - SELL);
        break;
    case CARPENTER_TAKES:
    case CHURCH_TAKES:
    case MARKET_TAKES:
        if (member != SKIP)
            take(g, me, member);
        break;
    case SHIP_LOADS:
        if (member == SKIP) {
            finish_loading(g, me);
            break;
        }
        g->loading = (uint8_t)(1 << member);
        if (KNOWS(me, TWO_DEPOTS) && g->depots_with_goods & RING[member])
            push(g, SHIP_LOADS_MORE);
        else
            load(g, me);
        break;
    case SHIP_LOADS_MORE:
        if (member != SKIP)
            g->loading |= 1 << member;
        load(g, me);
        break;
    case GOODS_TO_KEEP:
        take_goods(g, me, 1u << member);
        if (size(me->held) < STORED_GOOD_TYPES && goods_waiting(g))
            push(g, GOODS_TO_KEEP);
        else
            finish_loading(g, me);
        break;
    case STORAGE_TO_CLEAR:
        me->storage[member] = g->in_hand;
        refit(me, member);
        break;
    }
}

/* Carry out a legal action and all that follows from it, up to the next decision. */
static inline void apply(Game *g, unsigned action)
{
    Player *me = &g->players[g->seat];
    unsigned asked = g->pending & 15, lane = action >> 6, member = action & 63;
    if (asked != TURN) {
        g->pending >>= 4;
        answer(g, me, asked, lane, member);
    } else if (action == (MORE << 6 | END)) {
        end_turn(g);
        return;
    } else {
        take_turn(g, me, lane, member);
    }
    if (g->unused == 0 && g->pending == 0 && !for_sale(g, me))
        end_turn(g);
}

/* -- playing at random ------------------------------------------------------------------------------- */

/* That many actions there are at most: with both dice three tiles to place, and all other uses; and purchases. */
_Static_assert(6 * MOST_SPACES + 2 * (USED_NUMBERED + STORED_GOOD_TYPES + 1) + USED < 128, "sizes are bytes");

/* One of the legal actions, all being equally likely. The sizes of the lanes are the bytes of a word, and a
   multiplication adds them up: all without a branch. */
static inline unsigned choose(const Set lanes[LANES], unsigned written, uint64_t chance)
{
    if (written == LAST_LANE)
        return MORE << 6 | nth(lanes[MORE], drawn(chance, size(lanes[MORE])));
    uint64_t sizes = 0;
    for (unsigned lane = 0; lane < LANES; lane++)
        if (written == BOTH_DICE || lane < OTHER_DIE || lane >= USING)
            sizes |= (uint64_t)size(lanes[lane]) << 8 * lane;
    uint64_t up_to = BYTES_OF(sizes);
    unsigned rank = drawn(chance, (unsigned)(up_to >> 56));
    uint64_t before = (BYTES_OF(UINT64_C(128) + rank) - up_to) & BYTES_OF(128); /* lanes wholly before that one */
    unsigned lane = size(before);
    rank -= up_to << 8 >> 8 * lane & 255;
    return lane << 6 | nth(lanes[lane], rank);
}

/* Play to the end; return the decisions. */
static unsigned play(Game *g, uint64_t *chance)
{
    Set lanes[LANES];
    unsigned decisions = 0;
    uint64_t last = *chance;
    while (!g->over) {
        unsigned written = offers(g, lanes);
        last = step(last);
        apply(g, choose(lanes, written, last));
        decisions++;
    }
    *chance = last;
    return decisions;
}

/* -- setting up the game (p. 2) ---------------------------------------------------------------------- */

static void deal(Game *g, uint64_t chance)
{
    memset(g, 0, sizeof *g);
    g->chance = chance;
    memcpy(g->supply, FULL_PILES, sizeof g->supply);
    g->goods_supply = FULL_GOODS;
    g->large_bonuses = g->small_bonuses = 63;
    for (Player *player = g->players; player < g->players + 2; player++) {
        for (unsigned n = 0; n < START_GOODS; n++)
            player->goods += ONE(8 * draw_good(g));
        player->held = bytes_used(player->goods);
        player->silverlings = START_SILVERLINGS;
        player->vacant = 7;
        player->may_buy = USED_SPOTS & ~NUMBERED;
        player->sale_silverlings = 1;
        player->hired_workers = 2;
        player->one_of_a_kind = ~(Set)0;
        memcpy(player->room, CLASS_SPACES, sizeof player->room);
        cover(player, CENTRE, CASTLE_TILE);
    }
    unsigned first, second;
    do {
        first = below(g, 6);
        second = below(g, 6);
    } while (first == second);
    g->ahead = second > first;
    g->players[g->ahead].workers = START_WORKERS_FIRST;
    g->players[!g->ahead].workers = START_WORKERS_SECOND;
    start_phase(g);
}

/* -- the program ------------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* The generators: of dice and draws, and of decisions. From game to game they run on. */
typedef struct {
    uint64_t dealing, choosing;
} Chances;

/* Play games, each dealt anew or all from one deal, as Burgher's own measure has them; return the decisions. */
static uint64_t play_games(uint64_t number, int anew, Chances *chances)
{
    Game first, game;
    uint64_t decisions = 0;
    deal(&first, chances->dealing);
    while (number--) {
        if (anew) {
            deal(&game, chances->dealing);
        } else {
            game = first;
            game.chance = chances->dealing;
        }
        decisions += play(&game, &chances->choosing);
        chances->dealing = game.chance;
    }
    return decisions;
}

static void measure(const char *what, int anew, double seconds)
{
    double start = now(), taken;
    uint64_t games = 0, decisions = 0;
    Chances chances = {(uint64_t)(start * 1e9) | 1, (uint64_t)(start * 1e8) | 1};
    do {
        decisions += play_games(100, anew, &chances);
        games += 100;
    } while ((taken = now() - start) < seconds);
    printf("\"The Castles of Burgundy, %s\": {\"decisions_per_s\": %.1f, \"games_per_s\": %.1f}", what,
           (double)decisions / taken, (double)games / taken);
}

#ifdef CHECKING
/* Who wins: by points, then by fewer empty spaces, then whoever went later in turn order (p. 9). */
static unsigned winner(const Game *g)
{
    const Player *zero = &g->players[0], *one = &g->players[1];
    if (zero->points != one->points)
        return one->points > zero->points;
    if (size(zero->covered) != size(one->covered))
        return size(one->covered) > size(zero->covered);
    return !g->first;
}

/* Play the games that standard input has the two numbers of: for deal, dice and draws, and for decisions. */
static void check(void)
{
    Game game;
    Chances chances;
    while (scanf("%" SCNu64 " %" SCNu64, &chances.dealing, &chances.choosing) == 2) {
        deal(&game, chances.dealing);
        unsigned decisions = play(&game, &chances.choosing);
        printf("{\"decisions\": %u, \"winner\": %u, \"chance\": %" PRIu64 ", \"seats\": [", decisions,
               winner(&game), game.chance);
        for (unsigned seat = 0; seat < 2; seat++) {
            const Player *player = &game.players[seat];
            printf("%s{\"points\": %d, \"silverlings\": %d, \"workers\": %d, \"mines\": %d, \"bonuses\": %d, "
                   "\"steps\": %d, \"knows\": %" PRIu32 ", \"covered\": %" PRIu64,
                   seat ? ", " : "", player->points, player->silverlings, player->workers, player->mines,
                   player->bonuses, player->steps, player->knows, player->covered);
            printf(", \"goods\": [");
            for (unsigned good = 0; good < 6; good++)
                printf("%s%d", good ? ", " : "", (int)(player->goods >> 8 * good & 255));
            printf("], \"sold\": [");
            for (unsigned good = 0; good < 6; good++)
                printf("%s%d", good ? ", " : "", (int)(player->sold >> 8 * good & 255));
            printf("], \"storage\": [%d, %d, %d], \"tiles\": [", player->storage[0], player->storage[1],
                   player->storage[2]);
            for (unsigned space = 0; space < SPACES; space++)
                printf("%s%d", space ? ", " : "", player->tiles[space]);
            printf("], \"by_source\": [");
            for (unsigned source = 0; source < SOURCES; source++)
                printf("%s%d", source ? ", " : "", player->by_source[source]);
            printf("]}");
        }
        printf("]}\n");
    }
}
#endif

int main(int count, char **words)
{
    if (count == 3 && (!strcmp(words[1], "games") || !strcmp(words[1], "deals"))) {
        uint64_t games = strtoull(words[2], NULL, 10);
        Chances chances = {UINT64_C(123456789123456789), UINT64_C(987654321987654321)};
        uint64_t decisions = play_games(games, words[1][0] == 'd', &chances);
        printf("{\"games\": %" PRIu64 ", \"decisions\": %" PRIu64 "}\n", games, decisions);
        return 0;
    }
#ifdef CHECKING
    if (count == 2 && !strcmp(words[1], "check")) {
        check();
        return 0;
    }
#endif
    if (count != 2) {
        fprintf(stderr, "usage: %s SECONDS\n", words[0]);
        return 2;
    }
    double seconds = strtod(words[1], NULL);
    printf("{");
    measure("from one deal", 0, seconds / 2);
    printf(", ");
    measure("each dealt anew", 1, seconds / 2);
    printf("}\n");
    return 0;
}
