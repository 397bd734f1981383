/* What tightened C is made of: it is added to the header that all of the generated C includes. */

/* Where Python called in, the innermost place first: `burgher_leave` goes back there with an exception. */
#if defined(__GNUC__) && !defined(__clang__)
typedef void *burgher_mark[5];
#define BURGHER_INLINE static inline __attribute__((always_inline))
#define BURGHER_ALWAYS __attribute__((always_inline)) inline
#define BURGHER_MARK(mark) __builtin_setjmp(mark)
#define BURGHER_GO(mark) __builtin_longjmp(mark, 1)
#else
#include <setjmp.h>
typedef jmp_buf burgher_mark;
#define BURGHER_INLINE static inline
#define BURGHER_ALWAYS
#define BURGHER_MARK(mark) _setjmp(mark)
#define BURGHER_GO(mark) _longjmp(mark, 1)
#endif
#if defined(__GLIBC__)
/* A few bytes that glibc keeps for such things: without a call each time. */
#define BURGHER_THREAD __thread __attribute__((tls_model("initial-exec")))
#else
#define BURGHER_THREAD __thread
#endif
extern BURGHER_THREAD burgher_mark *burgher_border;
extern PyObject *kernel___state___State_get_seat(burgher___kernel___state___StateObject *, void *);
extern PyObject *kernel___state___State_get_is_over(burgher___kernel___state___StateObject *, void *);
extern int kernel___state___State_set_seat(burgher___kernel___state___StateObject *, PyObject *, void *);
extern int kernel___state___State_set_is_over(burgher___kernel___state___StateObject *, PyObject *, void *);
extern void burgher_leave(void) __attribute__((noreturn, cold));
extern void burgher_leave_index(void) __attribute__((noreturn, cold));
extern void burgher_leave_index_at(const char *file, const char *name, int line, PyObject *names)
    __attribute__((noreturn, cold));
extern void burgher_leave_division(int64_t by) __attribute__((noreturn, cold));
#if defined(__GNUC__) && defined(__x86_64__)
#define BURGHER_MAY_COUNT_BITS
extern int burgher_counts_bits, burgher_spreads_bits;
#endif
#define BURGHER_ENTER(name, call, ...)                                  \
    do {                                                                \
        burgher_mark here, *outer = burgher_border;                     \
        burgher_border = &here;                                         \
        if (BURGHER_MARK(here) == 0)                                    \
            name = call;                                                \
        else                                                            \
            name = __VA_ARGS__;                                         \
        burgher_border = outer;                                         \
    } while (0)

static inline PyObject *burgher_item(PyObject *list, int64_t index) {
    int64_t size = PyList_GET_SIZE(list);
    if (unlikely((uint64_t)index >= (uint64_t)size)) {
        index += size;
        if ((uint64_t)index >= (uint64_t)size)
            burgher_leave_index();
    }
    return PyList_GET_ITEM(list, index);
}
static inline PyObject *burgher_held_item(PyObject *list, int64_t index) {
    PyObject *item = burgher_item(list, index);
    Py_INCREF(item);
    return item;
}
static inline int64_t burgher_divide(int64_t x, int64_t y) {
    if (unlikely(y == 0 || (y == -1 && x == INT64_MIN)))
        burgher_leave_division(y);
    int64_t quotient = x / y;
    return quotient - (quotient * y != x && (x ^ y) < 0);
}
static inline int64_t burgher_remainder(int64_t x, int64_t y) {
    if (unlikely(y == 0))
        burgher_leave_division(y);
    if (unlikely(y == -1))
        return 0;
    int64_t rest = x % y;
    return rest && (rest ^ y) < 0 ? rest + y : rest;
}
static inline int64_t burgher_size(int64_t members) {
#ifdef BURGHER_MAY_COUNT_BITS
    if (likely(burgher_counts_bits)) {
        int64_t count;
        __asm__("popcntq %1, %0" : "=r"(count) : "r"(members) : "cc");
        if (count < 0 || count > 64)
            __builtin_unreachable();
        return count;
    }
#endif
    uint64_t pairs = (uint64_t)members - ((uint64_t)members >> 1 & 0x5555555555555555);
    uint64_t fours = (pairs & 0x3333333333333333) + (pairs >> 2 & 0x3333333333333333);
    return (int64_t)(((fours + (fours >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101 >> 56);
}
/* Where so many integers may be written. */
static inline int64_t *burgher_room(VecI64 into, int64_t at, int64_t count) {
    if (unlikely(at < 0 || count > into.len - at))
        burgher_leave_index();
    return into.items + at;
}
static inline int64_t burgher_copied(VecI64 source, int64_t count, VecI64 into, int64_t at) {
    int64_t *out = burgher_room(into, at, count), n = 0;
    if (unlikely(count > source.len))
        burgher_leave_index();
    if (count > 12) {
        memmove(out, source.items, count * sizeof(int64_t));
        return at + count;
    }
    for (; n + 2 <= count; n += 2)
        memmove(out + n, source.items + n, 2 * sizeof(int64_t));
    if (n < count)
        out[n] = source.items[n];
    return at + count;
}
static inline int64_t burgher_chosen(
    VecI64 source, VecI64 places, int64_t first, int64_t count, VecI64 into, int64_t at) {
    int64_t *out = burgher_room(into, at, count), *from = burgher_room(places, first, count);
    uint64_t most = source.len;
    int64_t n = 0;
    for (; n + 3 <= count; n += 3) {
        uint64_t a = from[n], b = from[n + 1], c = from[n + 2];
        if (unlikely(a >= most) || unlikely(b >= most) || unlikely(c >= most))
            burgher_leave_index();
        int64_t one = source.items[a], other = source.items[b], third = source.items[c];
        out[n] = one;
        out[n + 1] = other;
        out[n + 2] = third;
    }
    for (; n < count; n++) {
        if (unlikely((uint64_t)from[n] >= most))
            burgher_leave_index();
        out[n] = source.items[from[n]];
    }
    return at + count;
}
static inline int64_t burgher_translated(int64_t row, int64_t count, int64_t codes, VecI64 into, int64_t at) {
    int64_t *out = burgher_room(into, at, count);
    for (int64_t n = 0; n < count; n++, row >>= 4)
        out[n] = codes >> (row & 15) * 4 & 15;
    return at + count;
}
static inline int64_t burgher_spread(int64_t numbers, int64_t places, VecI64 into, int64_t at) {
    int64_t *out = burgher_room(into, at, places);
    for (int64_t n = 0; n < places; n++, numbers >>= 8)
        out[n] = numbers & 255;
    return at + places;
}
static inline int64_t burgher_offer(VecI64 into, int64_t end, int64_t first, int64_t members) {
    /* Where the last may begin is worked out once for all offers of a function. */
    if (unlikely((uint64_t)end >= (uint64_t)(into.len < 4 ? 0 : into.len - 3)))
        burgher_leave_index();
    int64_t *at = into.items + end;
    at[1] = first;
    at[2] = members;
    at[3] = at[0] + burgher_size(members);
    return end + (3 & -members >> 62);
}
/* The same three times: room is looked for once, and the count stays at hand. */
static inline int64_t burgher_offer_three(
    VecI64 into, int64_t end, int64_t first, int64_t apart, int64_t one, int64_t two, int64_t three) {
    if (unlikely((uint64_t)end >= (uint64_t)(into.len < 10 ? 0 : into.len - 9)))
        burgher_leave_index();
    int64_t *at = into.items + end, count = at[0] + burgher_size(one);
    at[1] = first;
    at[2] = one;
    at[3] = count;
    at += 3 & -one >> 62;
    at[1] = first + apart;
    at[2] = two;
    at[3] = count += burgher_size(two);
    at += 3 & -two >> 62;
    at[1] = first + 2 * apart;
    at[2] = three;
    at[3] = count + burgher_size(three);
    at += 3 & -three >> 62;
    return at - into.items;
}
static inline char burgher_is_offered(VecI64 offers, int64_t end, int64_t action) {
    if (unlikely(end > offers.len / 3 * 3))
        burgher_leave_index();
    for (int64_t at = 0; at < end; at += 3) {
        uint64_t which = (uint64_t)action - (uint64_t)offers.items[at + 1];
        if (which < 62 && offers.items[at + 2] >> which & 1)
            return 1;
    }
    return 0;
}
static inline int64_t burgher_nth_offered(VecI64 offers, int64_t rank) {
    int64_t end = 3;
    while (likely(end < offers.len) && rank >= offers.items[end])
        end += 3;
    if (unlikely(end >= offers.len))
        burgher_leave_index();
    int64_t *at = offers.items + end;
    return at[-2] + CPyDef_ints___nth(at[-1], rank - at[-3]);
}
static inline PyObject *burgher_listed(PyObject *numbers, VecI64 offers, int64_t end) {
    int64_t count = *burgher_room(offers, end, 1), n = 0;
    PyObject *list = PyList_New(count < 0 ? 0 : count);
    if (unlikely(list == NULL))
        burgher_leave();
    for (int64_t at = 0; at < end; at += 3) {
        int64_t first = offers.items[at + 1];
        uint64_t members = offers.items[at + 2];
        if (unlikely(first < 0 || first + 64 > PyList_GET_SIZE(numbers) || burgher_size(members) > count - n))
            burgher_leave_index();
        for (PyObject **from = &PyList_GET_ITEM(numbers, first); members; members &= members - 1) {
            PyObject *action = from[__builtin_ctzll(members)];
            Py_INCREF(action);
            PyList_SET_ITEM(list, n++, action);
        }
    }
    if (unlikely(n < count))
        burgher_leave_index();
    return list;
}
static inline void burgher_copy(VecI64 target, VecI64 source) {
    if (unlikely(target.len < source.len))
        burgher_leave_index();
    if (target.items == source.items)
        return;
    if (source.len == 8) {  /* with a constant, a few moves without a loop */
        memcpy(target.items, source.items, 8 * sizeof(int64_t));
        return;
    }
    if (source.len > 12) {
        memcpy(target.items, source.items, source.len * sizeof(int64_t));
        return;
    }
    int64_t n = 0;
    for (; n + 2 <= source.len; n += 2)
        memcpy(target.items + n, source.items + n, 2 * sizeof(int64_t));
    if (n < source.len)
        target.items[n] = source.items[n];
}
BURGHER_INLINE char burgher_same(VecI64 one, VecI64 other) {
    if (unlikely(other.len < one.len))
        burgher_leave_index();
    return one.items == other.items || memcmp(one.items, other.items, one.len * sizeof(int64_t)) == 0;
}
/* Whether nobody else holds an array, and it has such a place. */
static inline char burgher_is_ours(VecI64 array, int64_t place) {
    return likely((uint64_t)place < (uint64_t)array.len) && Py_REFCNT(VEC_I64_BUF(array)) == 1;
}
/* In place, where nobody else holds the array. */
static inline VecI64 burgher_replaced(VecI64 array, int64_t place, int64_t value) {
    if (array.items && Py_REFCNT(VEC_I64_BUF(array)) == 1 && likely((uint64_t)place < (uint64_t)array.len)) {
        array.items[place] = value;
        VEC_I64_INCREF(array);
        return array;
    }
    VecI64 other = CPyDef_ints___replaced(array, place, value);
    if (unlikely(other.len < 0))
        burgher_leave();
    return other;
}
/* The same, where we hold it too. */
static inline VecI64 burgher_held_replaced(VecI64 array, VecI64 attribute, int64_t place, int64_t value) {
    if (array.items && array.items == attribute.items && Py_REFCNT(VEC_I64_BUF(array)) == 2 &&
        likely((uint64_t)place < (uint64_t)array.len)) {
        array.items[place] = value;
        VEC_I64_INCREF(array);
        return array;
    }
    return burgher_replaced(array, place, value);
}
