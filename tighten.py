"""Tightens the C that mypyc writes of the rules, before a compiler sees it.

mypyc checks after every call whether it raised, before every use whether a name or an attribute has a value,
and counts references to whatever it looks at. In code that reads integers out of arrays this is most of what
is done. Here such things are left out where they can be seen to be idle, or done at less cost:

- An index out of range, an attribute without a value and a division by nothing raise as before, but they
  *leave*: they go back to where Python called in, at once, and whoever stands between need not ask. (What
  those hold is then never given back: a few bytes for a programmer's mistake.) All that Python can call is
  such a border (`HEAD`).
- A rule of a game leaves also where something that it called has raised. The kernel, which calls people's
  code, hands such errors on as mypyc has it.
- So most functions cannot fail any more as far as their callers can see, and these do not ask.
- A function that is called in one place only becomes part of it.
- A function that puts no other object into an attribute cannot lose what it looks at: it need not hold it.
- What the kernel's smallest functions do is written as a C programmer would (`HELPERS`).

All of it goes by the form that one version of mypyc gives to C, and knows nothing of games. Where something
has another form than expected, nothing is changed at all, and the build is as mypyc alone would have it.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Set
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

MYPYC = "2.4.1"
"""The version of mypyc whose C this is about."""

HEAD = """

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
#define BURGHER_ENTER(name, call, ...)                                  \\
    do {                                                                \\
        burgher_mark here, *outer = burgher_border;                     \\
        burgher_border = &here;                                         \\
        if (BURGHER_MARK(here) == 0)                                    \\
            name = call;                                                \\
        else                                                            \\
            name = __VA_ARGS__;                                         \\
        burgher_border = outer;                                         \\
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
"""
"""What is added to the header that all of the generated C includes."""

BODY = """
BURGHER_THREAD burgher_mark *burgher_border = NULL;
#ifdef BURGHER_MAY_COUNT_BITS
int burgher_counts_bits = 0, burgher_spreads_bits = 0;
__attribute__((constructor)) static void look_at_processor(void) {
    __builtin_cpu_init();
    burgher_counts_bits = __builtin_cpu_supports("popcnt") != 0;
    /* AMD's processors before family 19h have `pdep` too, but it takes longer than to do without. */
    int is_slow = __builtin_cpu_is("amdfam15h") || __builtin_cpu_is("amdfam17h");
    int is_known = __builtin_cpu_is("intel") || __builtin_cpu_is("amd");
    burgher_spreads_bits = __builtin_cpu_supports("bmi2") && is_known && !is_slow;
}
#endif
void burgher_leave(void) {
    if (burgher_border == NULL)
        Py_FatalError("burgher: an error where Python did not call in");
    BURGHER_GO(*burgher_border);
}
void burgher_leave_index(void) {
    PyErr_SetNone(PyExc_IndexError);
    burgher_leave();
}
void burgher_leave_index_at(const char *file, const char *name, int line, PyObject *names) {
    PyErr_SetNone(PyExc_IndexError);
    CPy_AddTraceback(file, name, line, names);
    burgher_leave();
}
void burgher_leave_division(int64_t by) {
    if (by == 0)
        PyErr_SetString(PyExc_ZeroDivisionError, "integer division or modulo by zero");
    else
        PyErr_SetString(PyExc_OverflowError, "integer division overflow");
    burgher_leave();
}
"""
"""What is added to its common part."""


def _writing(count: int) -> tuple[str, str]:
    """What writes so many integers side by side."""
    numbers = [f"cpy_r_{letter}" for letter in "abcdefgh"[:count]]
    arguments = "".join(f", int64_t {number}" for number in numbers)
    writes = "".join(f"\n    at[{n}] = {number};" for n, number in enumerate(numbers))
    return (
        f"int64_t CPyDef_observing___write_{count}(VecI64 cpy_r_into, int64_t cpy_r_at{arguments})",
        (
            f"int64_t *at = burgher_room(cpy_r_into, cpy_r_at, {count});{writes}\n"
            f"    return cpy_r_at + {count};"
        ),
    )


HELPERS = {
    "CPyDef_ints___only": (
        "int64_t CPyDef_ints___only(int64_t cpy_r_single)",
        "return cpy_r_single ? __builtin_ctzll(cpy_r_single) : 0;",
    ),
    "CPyDef_ints___size": (
        "int64_t CPyDef_ints___size(int64_t cpy_r_members)",
        "return burgher_size(cpy_r_members);",
    ),
    "CPyDef_observing___copied": (
        (
            "int64_t CPyDef_observing___copied("
            "VecI64 cpy_r_source, int64_t cpy_r_count, VecI64 cpy_r_into, int64_t cpy_r_at)"
        ),
        "return burgher_copied(cpy_r_source, cpy_r_count, cpy_r_into, cpy_r_at);",
    ),
    "CPyDef_observing___chosen": (
        (
            "int64_t CPyDef_observing___chosen(VecI64 cpy_r_source, VecI64 cpy_r_places, "
            "int64_t cpy_r_first, int64_t cpy_r_count, VecI64 cpy_r_into, int64_t cpy_r_at)"
        ),
        (
            "return burgher_chosen("
            "cpy_r_source, cpy_r_places, cpy_r_first, cpy_r_count, cpy_r_into, cpy_r_at);"
        ),
    ),
    "CPyDef_observing___translated": (
        (
            "int64_t CPyDef_observing___translated(int64_t cpy_r_row, int64_t cpy_r_count, "
            "int64_t cpy_r_codes, VecI64 cpy_r_into, int64_t cpy_r_at)"
        ),
        "return burgher_translated(cpy_r_row, cpy_r_count, cpy_r_codes, cpy_r_into, cpy_r_at);",
    ),
    "CPyDef_packed___spread": (
        (
            "int64_t CPyDef_packed___spread("
            "int64_t cpy_r_numbers, int64_t cpy_r_places, VecI64 cpy_r_into, int64_t cpy_r_end)"
        ),
        "return burgher_spread(cpy_r_numbers, cpy_r_places, cpy_r_into, cpy_r_end);",
    ),
    **{f"CPyDef_observing___write_{count}": _writing(count) for count in (4, 8)},
    "CPyDef_offers___offer": (
        (
            "int64_t CPyDef_offers___offer("
            "VecI64 cpy_r_into, int64_t cpy_r_end, int64_t cpy_r_first, int64_t cpy_r_members)"
        ),
        "return burgher_offer(cpy_r_into, cpy_r_end, cpy_r_first, cpy_r_members);",
    ),
    "CPyDef_offers___offer_three": (
        (
            "int64_t CPyDef_offers___offer_three(VecI64 cpy_r_into, int64_t cpy_r_end, int64_t cpy_r_first, "
            "int64_t cpy_r_apart, int64_t cpy_r_one, int64_t cpy_r_two, int64_t cpy_r_three)"
        ),
        (
            "return burgher_offer_three(cpy_r_into, cpy_r_end, cpy_r_first, "
            "cpy_r_apart, cpy_r_one, cpy_r_two, cpy_r_three);"
        ),
    ),
    "CPyDef_offers___is_offered": (
        "char CPyDef_offers___is_offered(VecI64 cpy_r_offers, int64_t cpy_r_end, int64_t cpy_r_action)",
        "return burgher_is_offered(cpy_r_offers, cpy_r_end, cpy_r_action);",
    ),
    "CPyDef_offers___nth_offered": (
        "int64_t CPyDef_offers___nth_offered(VecI64 cpy_r_offers, int64_t cpy_r_rank)",
        "return burgher_nth_offered(cpy_r_offers, cpy_r_rank);",
    ),
    "CPyDef_kernel___state___listed": (
        "PyObject *CPyDef_kernel___state___listed(VecI64 cpy_r_offers, int64_t cpy_r_end)",
        "return burgher_listed(CPyStatic_kernel___state____NUMBERS, cpy_r_offers, cpy_r_end);",
    ),
    "CPyDef_ints___copy_ints": (
        "char CPyDef_ints___copy_ints(VecI64 cpy_r_target, VecI64 cpy_r_source)",
        "burgher_copy(cpy_r_target, cpy_r_source);\n    return 1;",
    ),
    "CPyDef_ints___same": (
        "char CPyDef_ints___same(VecI64 cpy_r_one, VecI64 cpy_r_other)",
        "return burgher_same(cpy_r_one, cpy_r_other);",
    ),
}
"""Functions of the kernel whose bodies are written anew."""
BEFORE = {
    "CPyDef_chance___below": (
        "int64_t CPyDef_chance___below(PyObject *cpy_r_state, int64_t cpy_r_n)",
        """\
    burgher___kernel___state___StateObject *state = (burgher___kernel___state___StateObject *)cpy_r_state;
    int64_t chance = state->_chance;
    if (likely(state->_draws == Py_None && chance >= 0)) {
        state->_chance = chance = 1791398085 * (chance & 0xFFFFFFFF) + (chance >> 32);
        int64_t value = (((chance ^ (chance >> 32)) & 0xFFFFFFFF) * cpy_r_n) >> 32;
        if ((uint64_t)cpy_r_n <= 0x7FFFFFFF && value < 0)
            __builtin_unreachable();
        return value;
    }
""",
    ),
    "CPyDef_ints___nth": (
        "int64_t CPyDef_ints___nth(int64_t cpy_r_members, int64_t cpy_r_rank)",
        """\
#ifdef BURGHER_MAY_COUNT_BITS
    if (likely(burgher_spreads_bits)) {
        uint64_t one;
        __asm__("pdepq %2, %1, %0" : "=r"(one) : "r"((uint64_t)1 << cpy_r_rank), "r"(cpy_r_members));
        return __builtin_ctzll(one);
    }
#endif
""",
    ),
}
"""What comes before the bodies of others: they do it where this does not, as where a processor cannot."""


class UnknownFormError(Exception):
    """Something in the generated C has another form than this knows how to change."""


def c_functions(source: str) -> Iterator[tuple[str, str]]:
    """Generated C, cut up: functions that rules call, by their first lines, and what is between, by none."""
    start = 0
    for found in re.finditer(r"^(?!static)\w.*\bCPyDef_.*\) \{\n(?:.*\n)*?\}\n", source, re.MULTILINE):
        if start < found.start():
            yield "", source[start : found.start()]
        text = found[0]
        yield text[: text.index("\n")], text
        start = found.end()
    if start < len(source):
        yield "", source[start:]


def name_of(head: str) -> str:
    """The name of a function, from its first line."""
    return head[head.index("CPyDef_") : head.index("(")]


# -- one function at a time ------------------------------------------------------------------------

RAISED = re.compile(
    r"(    PyErr_Set(?:None|String)\(.*\);\n)    (cpy_r_\w+) = 0;\n    if \(unlikely\(!\2\)\) \{\n"
    r"    (    CPy_AddTraceback\(.*\);\n)        goto CPyL\d+;\n    \}\n    CPy_Unreachable\(\);\n"
)
"""An exception raised without a call: an index out of range, an assertion."""
UNDEFINED_INT = re.compile(
    r"(    if \(unlikely\((cpy_r_\w+) == -113\) && !\(.*\)\) \{\n        PyErr_SetString\(.*\);\n)"
    r"(    \}\n    cpy_r_\w+ = )\2 == -113;\n"
)
"""An attribute without a value."""
NO_VALUE = re.compile(r"(        CPy_(?:AttributeError|TypeErrorTraceback)\(.*\);\n)        goto CPyL\d+;\n")
"""The same, of other types; and a value of another type than was promised."""
UNSET = re.compile(
    r"(    (cpy_r_\w+) = CPyStatic_\w+;\n)"
    r"    if \((?:likely\(\2\.len >= 0\)\) goto (CPyL\d+);\n"
    r"|unlikely\(\2\.len < 0\)\) \{\n        goto CPyL\d+;\n    \} else\n        goto (CPyL\d+);\n)"
)
"""Whether a constant array has its value yet: where it has not, it is empty (`with_empty_constants`)."""
NOT_REACHED = re.compile(
    r"(    goto CPyL\d+;\n)    PyErr_SetString\(.*\);\n    CPy_AddTraceback\(.*\);\n"
    r"        burgher_leave\(\);\n"
)
INDEX = re.compile(
    r"    PyErr_SetNone\(PyExc_IndexError\);\n    CPy_AddTraceback\((.*)\);\n        burgher_leave\(\);\n"
)
IN_RANGE = re.compile(r"(    (cpy_r_\w+) = \(uint64_t\)\w+ < \(uint64_t\)cpy_r_\w+;\n    if \()\2\)")
LIST_ITEM = re.compile(r"(cpy_r_\w+) = CPyList_GetItemInt64(Borrow)?\(")
DIVISION = re.compile(r"(cpy_r_\w+) = CPyInt64_(Divide|Remainder)\(")

FAILED = re.compile(
    r'( +CPy_AddTraceback\("src/burgher/games/.*\);\n)(?: +goto CPyL\d+;\n|(?=    \} else\n))'
)
"""Where a rule gives up because something that it called has raised: it leaves, too."""

BIT = re.compile(r"^    (cpy_r_\w+) = CPyStatic_ints___BIT;$", re.MULTILINE)


def with_shifts(text: str) -> str:
    """A function that shifts a bit and does not look it up; what is no index of that table leaves as ever."""
    for name in {found[1] for found in BIT.finditer(text)}:
        if len(re.findall(rf"^ +{name} = ", text, re.MULTILINE)) == 1:
            text = text.replace(f"(int64_t){name}.len;", "62;")
            text = re.sub(
                rf"    (cpy_r_\w+) = \(CPyPtr\){name}\.items;\n    (cpy_r_\w+) = (\w+) \* 8;\n"
                r"    (cpy_r_\w+) = \1 \+ \2;\n    (cpy_r_\w+) = \*\(int64_t \*\)\4;\n",
                r"    \5 = (int64_t)1 << \3;\n",
                text,
            )
    return text


GIVEN = re.compile(
    r"(    (cpy_r_\w+) = \(\(burgher___games___\w+ \*\)\w+\)->_(?:seat|is_over|chance|journal);\n)"
    r"    if \(unlikely\(\2 == (?:2|-113|NULL)\)(?: && !\(.*\))?\) \{\n"
    r"        .*\n        burgher_leave\(\);\n    \}\n"
)
"""Whether a game's state has what all states have: only one of a class of Python's own might not."""

SAFE = {
    *("if", "return", "sizeof", "offsetof", "likely", "unlikely", "while", "switch"),
    *("VEC_I64_INCREF", "VEC_I64_DECREF", "VEC_T_INCREF", "VEC_T_DECREF"),
    *("CPy_INCREF", "CPy_DECREF", "CPy_XDECREF", "CPy_DecRef", "CPy_INCREF_NO_IMM", "CPy_DECREF_NO_IMM"),
    *("Py_TYPE", "PyErr_Occurred", "PyErr_SetNone", "PyErr_SetString", "CPy_AddTraceback", "CPy_Unreachable"),
    *("CPy_AttributeError", "CPy_TypeErrorTraceback"),
}
"""What can neither raise, as far as a caller sees, nor lose an object that others look at. So are our own."""


def is_safe(name: str) -> bool:
    """Whether a function of C is such a one."""
    return name in SAFE or name.startswith(("burgher_", "__builtin_"))


NEW = {"slice"}
"""What makes an object and leaves those that are there alone."""


@dataclass
class Function:
    """A C function that mypyc made of a Python one."""

    name: str
    head: str
    """Its first line, up to the brace."""
    text: str
    is_hot: bool
    is_border: bool
    """Whether what it calls may not leave through it."""
    part: str
    """What is compiled with it: modules of the same part."""
    calls: frozenset[str] = frozenset()
    """What it calls, by name; `*` stands for a method that is looked up."""

    @property
    def returns(self) -> str:
        """The type of what it returns."""
        return self.head[: self.head.index("CPyDef_")].strip()


def made_to_leave(text: str) -> str:
    """A function whose errors go back to the border."""
    text = RAISED.sub(r"\1\3        burgher_leave();\n", text)
    text = UNDEFINED_INT.sub(r"\1        burgher_leave();\n\g<3>0;\n", text)
    text = NO_VALUE.sub(r"\1        burgher_leave();\n", text)
    text = UNSET.sub(lambda found: f"{found[1]}    goto {found[3] or found[4]};\n", text)
    text = NOT_REACHED.sub(r"\1", text)
    text = INDEX.sub(r"    burgher_leave_index_at(\1);\n", text)
    text = IN_RANGE.sub(r"\1likely(\2))", text)
    sure = {found[1] for found in LIST_ITEM.finditer(text)} | {found[1] for found in DIVISION.finditer(text)}
    text = LIST_ITEM.sub(lambda found: f"{found[1]} = burgher_{'' if found[2] else 'held_'}item(", text)
    text = DIVISION.sub(lambda found: f"{found[1]} = burgher_{found[2].lower()}(", text)
    text = with_shifts(text)
    return GIVEN.sub(r"\1", FAILED.sub(r"\1        burgher_leave();\n", without_checks(text, sure)))


CHECK = re.compile(
    r"if \(unlikely\((cpy_r_\w+)(?:\.f0|\.len)? (?:==|<) (?:NULL|2|0|CPY_INT_TAG)\)\)"
    r"|(^    cpy_r_\w+ = )(cpy_r_\w+) == -113;$",
    re.MULTILINE,
)
ASSIGNED = re.compile(r"^ +(cpy_r_\w+) = ", re.MULTILINE)


def without_checks(text: str, results: set[str]) -> str:
    """A function that does not ask whether the calls with these results raised."""
    times = Counter(ASSIGNED.findall(text))
    once = {result for result in results if times[result] == 1}

    def unchecked(found: re.Match[str]) -> str:
        if found[1]:
            return "if (0)" if found[1] in once else found[0]
        return f"{found[2]}0;" if found[3] in once else found[0]

    return CHECK.sub(unchecked, text)


CALL = re.compile(r'"(?:[^"\\]|\\.)*"|\b([A-Za-z_]\w*) ?\(')
"""A call, where it does not stand in a string."""


def called(text: str) -> frozenset[str]:
    """The functions that one calls."""
    names = {name for name in set(CALL.findall(text, text.index("\n"))) if name and not is_safe(name)}
    if "CPY_GET_METHOD" in names or "CPY_GET_METHOD_TRAIT" in names:
        names.add("*")
    return frozenset(names)


REFERENCE = r"(?:VEC_I64|VEC_T|CPy)_"
HOLD = re.compile(rf"^    {REFERENCE}INCREF(?:_NO_IMM)?\((cpy_r_\w+)\);\n", re.MULTILINE)
DROP = re.compile(rf"^    {REFERENCE}X?(?:DECREF(?:_NO_IMM)?|DecRef)\((cpy_r_\w+)\);\n", re.MULTILINE)
TAKEN_FROM = re.compile(r"^ +(cpy_r_\w+) = (.*);$", re.MULTILINE)


def declared(text: str) -> dict[str, str]:
    """The types of a function's variables."""
    found = re.findall(r"^    (\w[\w ]*\**)(cpy_r_\w+);$", text, re.MULTILINE)
    return {name: kind.strip() for kind, name in found}


PICK = re.compile(
    r"^    CPy_DECREF\((?P<place>\(\(burgher___(?P<package>games___[a-z]+|\w+?)___\w+ \*\)cpy_r_\w+\)"
    r"->(?P<name>_\w+))\);\n"
    r"    (?P=place) = cpy_r_\w+;\n",
    re.MULTILINE,
)
"""Where an attribute gets another object."""
PUT = re.compile(
    r"^    (?:\(\(\w+ \*\)\w+\)->\w+|CPyStatic_\w+|\*\(PyObject \* \*\)\w+) = (.*);$", re.MULTILINE
)
LOST = re.compile(r"^    CPyStatic_\w+ = |(?:DECREF\w*|DecRef)\((?:\(|CPyStatic)", re.MULTILINE)


def loses_something(text: str, picked: Set[tuple[str, str]] = frozenset()) -> bool:
    """Whether a function may drop an object that was there before: one that it puts another in place of.

    What `picked` attributes have is in a list, too, which goes on holding it.
    """
    text = PICK.sub(lambda found: "" if found.group("package", "name") in picked else found[0], text)
    kinds = declared(text)
    put = [kinds.get(value, "int64_t" if value.startswith("cpy_r_") else "") for value in PUT.findall(text)]
    return LOST.search(text) is not None or not set(put) <= {"int64_t", "char"}


BORROWED = re.compile(
    r"\(\(\w+ \*\)\w+\)->_\w+|CPyStatic_\w+|\*\(PyObject \* \*\)\w+|burgher_(?:held_)?item\(.*\)"
)
"""What holds a value, so that whoever only looks at it need not."""


def without_holding(function: Function) -> str:
    """A function that loses nothing, without counting references to what others hold for it."""
    text = function.text
    if not re.fullmatch(r"int64_t|char|tuple_T\d[8C]+", function.returns):
        return text
    arguments = set(re.findall(r"cpy_r_\w+", function.head))
    sources: dict[str, set[str]] = {}
    for name, value in TAKEN_FROM.findall(text):
        sources.setdefault(name, set()).add(value)

    def is_borrowed(name: str, seen: frozenset[str] = frozenset()) -> bool:
        if name in seen or (name in arguments and name not in sources):
            return True
        return bool(sources.get(name)) and all(
            BORROWED.fullmatch(value)
            or (re.fullmatch(r"cpy_r_\w+", value) and is_borrowed(value, seen | {name}))
            for value in sources[name]
        )

    counted = {found[1] for found in HOLD.finditer(text)} | {found[1] for found in DROP.finditer(text)}
    counted |= set(re.findall(r"(cpy_r_\w+) = burgher_held_item", text))
    if not all(is_borrowed(name) for name in counted):
        return text
    text = DROP.sub("", HOLD.sub("", text))
    if re.search(r"DECREF|DecRef|INCREF", text):
        return function.text
    return text.replace("burgher_held_item(", "burgher_item(")


GIVE_UP = r"\{\n        CPy_AddTraceback\(.*\);\n        (?:goto CPyL\d+|burgher_leave\(\));\n    \}"
ATTRIBUTE = r"\(\(\w+ \*\)\w+\)->\w+"
IDLE = re.compile(rf"    if \(0\) {GIVE_UP}(?: else\n        (goto CPyL\d+;))?\n")
NEVER = re.compile(
    r"    (cpy_r_\w+) = 0;\n    if \(unlikely\(\1\)\) "
    r"(?:goto CPyL\d+;|\{\n        goto CPyL\d+;\n    \} else\n        (goto CPyL\d+;))\n"
)


NOT_ASKED = re.compile(
    r"( goto CPyL\d+;\n)(CPyL\d+): ;\n    cpy_r_\w+ = PyErr_Occurred\(\);\n"
    r"    if \(unlikely\(cpy_r_\w+ != NULL\)\) \{\n(?:        .*\n)+    \} else\n        goto CPyL\d+;\n"
)
"""Where it is asked whether something was raised, after what cannot come there any more."""
TO_NEXT = re.compile(r"(?:^    |(?<=\}) else\n        )goto (CPyL\d+);(\n)\1: ;\n", re.MULTILINE)


def without_idle_branches(text: str) -> str:
    """A function without what is asked for nothing, and without the detours that led around it."""
    text = IDLE.sub(lambda found: f"    {found[1]}\n" if found[1] else "", text)
    text = NEVER.sub(lambda found: f"    {found[2]}\n" if found[2] else "", text)

    text = NOT_ASKED.sub(lambda found: found[0] if f"goto {found[2]};" in text else found[1], text)
    leads = Counter(re.findall(r"goto (CPyL\d+);", text))
    return TO_NEXT.sub(
        lambda found: found[0] if leads[found[1]] > 1 else found[2] if "else" in found[0] else "", text
    )


HELD = re.compile(
    r"^    (?:(?:VEC_I64|VEC_T|CPy)_INCREF(?:_NO_IMM)?\((cpy_r_\w+)\);|(cpy_r_\w+) = burgher_held_item\(.*)$"
)
DROPPED = re.compile(r"^    (?:VEC_I64|VEC_T|CPy)_DECREF(?:_NO_IMM)?\((cpy_r_\w+)\);$")
ENDS = re.compile(r"goto |return |^CPyL|->_\w+ = |CPyStatic_\w+ = |^    \*\(|DECREF\w*\(\(|CPY_GET")


def held_by_others(text: str) -> set[str]:
    """The variables whose objects are held by whatever they were taken from, and not by these alone."""
    held = {found[1] or found[2] for found in map(HELD.match, text.split("\n")) if found}
    sources: dict[str, set[str]] = {}
    for name, value in TAKEN_FROM.findall(text):
        sources.setdefault(name, set()).add(value)
    return held | {name for name, values in sources.items() if values <= held}


def without_short_holding(text: str, keeps: frozenset[str]) -> str:
    """A function that does not hold what nobody drops until it would let go of it."""
    lines = text.split("\n")
    elsewhere = held_by_others(text)
    for start, line in enumerate(lines):
        held = HELD.match(line)
        if not held:
            continue
        names = {held[1] or held[2]}
        for at in range(start + 1, min(start + 60, len(lines))):
            here = lines[at]
            dropped = DROPPED.match(here)
            if dropped and dropped[1] in names:
                lines[at] = ""
                lines[start] = "" if held[1] else line.replace("burgher_held_item", "burgher_item")
                break
            taken = re.match(r"^ +(cpy_r_\w+) = (cpy_r_\w+);$", here)
            if taken and taken[2] in names:
                names.add(taken[1])
            used = re.findall(r"\b([A-Za-z_]\w*) ?\(", here)
            if (
                ENDS.search(here)
                or (dropped and dropped[1] not in elsewhere)
                or any(not is_safe(name) and name not in keeps for name in used)
            ):
                break
    return "\n".join(filter(None, lines)) + "\n"


STORED = re.compile(r"\(\(burgher___(games___[a-z]+|\w+?)___\w+ \*\)\w+\)->(_\w+) = ")
ITEM_STORED = re.compile(
    r"^    (cpy_r_\w+) = \(CPyPtr\)cpy_r_\w+\.items;\n(?:.*\n)*?"
    r"    (cpy_r_\w+) = \1 \+ cpy_r_\w+;\n(?:.*\n){0,3}?    \*\(PyObject \* \*\)\2 = ",
    re.MULTILINE,
)
"""Where an object is put into an array of them."""
FIXED = re.compile(
    r"^    (cpy_r_\w+) = \(\(burgher___(games___[a-z]+|\w+?)___\w+ \*\)(cpy_r_\w+)\)->(_\w+);$", re.MULTILINE
)
ITEMS = re.compile(
    r"^    (cpy_r_\w+) = \(CPyPtr\)(cpy_r_\w+)\.items;\n(?:.*\n)*?"
    r"    (cpy_r_\w+) = \1 \+ cpy_r_\w+;\n    (cpy_r_\w+) = \*\(PyObject \* \*\)\3;$",
    re.MULTILINE,
)
"""Where an object is taken out of an array of them."""


def changed_attributes(functions: Iterable[Function]) -> frozenset[tuple[str, str]] | None:
    """The attributes that are given a value not only where an object is made, by game or by the kernel.

    None where an array of objects is changed in place: then nothing is fixed.
    """
    others = [one.text for one in functions if not one.name.endswith("_____init__")]
    if any(ITEM_STORED.search(text) for text in others):
        return None
    return frozenset(found for text in others for found in STORED.findall(text))


def is_changed(package: str, name: str, changed: frozenset[tuple[str, str]]) -> bool:
    """Whether an attribute is among them; what a game's object has may be the kernel's."""
    if package.startswith("games___"):
        return (package, name) in changed or ("kernel", name) in changed
    return any(other == name for _, other in changed)


NAME = re.compile(r"cpy_r_\w+")
GIVEN_ON = re.compile(r"^ +(cpy_r_\w+) = (cpy_r_\w+);$", re.MULTILINE)
COUNTED = re.compile(rf"    {REFERENCE}X?(?:INCREF|DECREF|DecRef)(?:_NO_IMM)?\((cpy_r_\w+)\);")
LOOK = re.compile(r"(cpy_r_\w+)\.(?:len|items)|\(\(\w+ \*\)(cpy_r_\w+)\)->|Py_TYPE\((cpy_r_\w+)\)")
MADE = re.compile(r" +(cpy_r_\w+) = .*;| +[\w *]+(cpy_r_\w+);")
"""Where a variable has its value from, and where it is declared."""
OF_OTHER_TYPE = re.compile(r" +CPy_TypeErrorTraceback\(.*, cpy_r_\w+\);")
RETURNED = re.compile(r" +return \w+;")
HANDED_OVER = re.compile(r" = (?:CPyDef_\w+|CPY_GET_METHOD|burgher_\w+)\(")

MENTIONED = re.compile(r"\(\(burgher___(games___[a-z]+|\w+?)___\w+ \*\)[^()]*\)->(_\w+)")
LISTED = re.compile(
    r"^    \(\(burgher___(games___[a-z]+|\w+?)___\w+ \*\)cpy_r_self\)->(_\w+) = (cpy_r_\w+);$", re.MULTILINE
)
"""Where an object that is made gets what may be a list."""
ITEM_OF_LIST = re.compile(r"(?:burgher_held_item|CPyList_GetItem(?:Int64|Short)?)\((cpy_r_\w+), \w+\)")
OBJECTS_PUT = re.compile(r"^ +\*\(PyObject \* \*\)", re.MULTILINE)


def is_new_list(name: str, text: str) -> bool:
    """Whether a variable is a list that is made here, filled, and then kept by an attribute alone."""
    made = rf"    {name} = PyList_New\(0\);"
    kept = rf"    \(\(\w+ \*\)cpy_r_self\)->_\w+ = {name};"
    others = (
        rf"    PyObject \*{name};",
        rf"    if \(unlikely\({name} == NULL\)\) \{{",
        rf"    cpy_r_\w+ = PyList_Append\({name}, cpy_r_\w+\);",
        rf"    CPy_DecRef\({name}\);",  # where something is raised before it is kept
    )
    forms = [
        next((form for form in (made, kept, *others) if re.fullmatch(form, line)), "")
        for line in text.split("\n")
        if name in NAME.findall(line)
    ]
    before, after = forms[: forms.index(kept)], forms[forms.index(kept) + 1 :]
    return before.count(made) == 1 and "" not in before and set(after) <= {others[-1]}


def is_only_read(name: str, text: str) -> bool:
    """Whether a function leaves a list as it is that it has in a variable, and keeps it nowhere."""
    forms = [
        rf" +PyObject \*{name};",
        rf"    {REFERENCE}(?:INCREF|DECREF|DecRef)\({name}\);",
        rf"    {name} = \(\(\w+ \*\)cpy_r_\w+\)->_\w+;",
        rf"    cpy_r_\w+ = (?:CPyList_GetItem\w*|burgher_(?:held_)?item)\({name}, \w+\);",
        rf"    cpy_r_\w+ = \(CPyPtr\)\(\(CPyPtr\){name} \+ offsetof\(PyVarObject, ob_size\)\);",
    ]
    place = rf"    cpy_r_\w+ = \(CPyPtr\)\(\(CPyPtr\){name} \+ offsetof\(PyListObject, ob_item\)\);"
    if OBJECTS_PUT.search(text) is None:
        forms.append(place)
    return all(
        any(re.fullmatch(form, line) for form in forms)
        for line in text.split("\n")
        if name in NAME.findall(line)
    )


def fixed_lists(
    functions: Collection[Function], changed: frozenset[tuple[str, str]]
) -> frozenset[tuple[str, str]]:
    """The attributes with a list of their own that always has the same items, by game.

    Such a list is made where the object is, and given to nobody else; whoever has it from the attribute only
    looks at its items. (Python could change it, but nobody does while this runs.)
    """
    made, used = set(), set()
    for one in functions:
        if one.name.endswith("_____init__"):
            for package, attribute, name in LISTED.findall(one.text):
                if f" {name} = PyList_New(0);" in one.text and is_new_list(name, one.text):
                    made.add((package, attribute))
    for one in functions:
        if any(f"->{attribute}" in one.text for _, attribute in made):
            assigned = Counter(ASSIGNED.findall(one.text))
            for line in one.text.split("\n"):
                loaded = FIXED.fullmatch(line)
                is_made = one.name.endswith("_____init__") and LISTED.fullmatch(line) is not None
                if loaded and assigned[loaded[1]] == 1 and is_only_read(loaded[1], one.text):
                    continue
                if not is_made or not is_new_list(line.split()[-1].rstrip(";"), one.text):
                    used.update(MENTIONED.findall(line))
    return frozenset(one for one in made if not is_changed(*one, changed | used))


def picks(text: str, lists: frozenset[tuple[str, str]]) -> Iterator[tuple[tuple[str, str], bool]]:
    """What attributes a function gives values to, and whether each is an item of a fixed list beside it."""
    assigned = Counter(ASSIGNED.findall(text))
    taken = dict(TAKEN_FROM.findall(text))
    loaded = {found[1]: found.groups()[1:] for found in FIXED.finditer(text)}
    for store in STORED.finditer(text):
        package, attribute = store.groups()
        end = text.index("\n", store.start())
        line = re.fullmatch(r"\(\(\w+ \*\)(cpy_r_\w+)\)->_\w+ = (cpy_r_\w+);", text[store.start() : end])
        owner, value = line.groups() if line else ("", "")
        for _ in taken:
            if assigned[value] == 1 and NAME.fullmatch(taken[value]):
                value = taken[value]
        item = ITEM_OF_LIST.fullmatch(taken.get(value, "")) if assigned[value] == 1 else None
        source = loaded.get(item[1]) if item and assigned[item[1]] == 1 else None
        yield (
            (package, attribute),
            source is not None
            and not assigned[owner]
            and source[:2] == (package, owner)
            and (package, source[2]) in lists,
        )


def picked_attributes(
    functions: Collection[Function], lists: frozenset[tuple[str, str]]
) -> frozenset[tuple[str, str]]:
    """The attributes that are only ever given an item of such a list of the same object."""
    found = {
        key
        for one in functions
        if any(f"->{name};" in one.text for _, name in lists)
        for key, is_item in picks(one.text, lists)
        if is_item
    }
    others = {
        key
        for one in functions
        if any(f"->{name} = " in one.text for _, name in found)
        for key, is_item in picks(one.text, lists)
        if not is_item
    }
    return frozenset(one for one in found - others if not is_changed(*one, frozenset(others)))


def without_holding_what_is_fixed(
    function: Function,
    changed: frozenset[tuple[str, str]],
    lists: frozenset[tuple[str, str]] = frozenset(),
    picked: frozenset[tuple[str, str]] = frozenset(),
) -> str:
    """A function that does not hold what its arguments hold for good.

    Whoever calls holds the arguments. So what is in their fixed attributes stays (Python might put something
    else there, but nobody does while this runs), and so do the objects in arrays there: no array of objects
    is changed in place. Nor is a fixed list, which holds what is `picked` from it.
    """
    text = function.text
    assigned = Counter(ASSIGNED.findall(text))
    arguments = {name for name in NAME.findall(function.head) if not assigned[name]}

    def let_go(name: str, text: str) -> str | None:
        names = {name}
        given_on = [(other, value) for other, value in GIVEN_ON.findall(text) if assigned[other] == 1]
        while more := {other for other, value in given_on if value in names} - names:
            names |= more
        lines = text.split("\n")
        kept = []
        for line in lines:
            if names.isdisjoint(NAME.findall(line)):
                kept.append(line)
                continue
            counted = COUNTED.fullmatch(line)
            if counted and counted[1] in names:
                continue
            kept.append(line)
            rest = LOOK.sub(lambda found: "" if set(found.groups()) & names else found[0], line)
            made = MADE.fullmatch(line)
            if not (
                names.isdisjoint(NAME.findall(rest))
                or (made and (made[1] or made[2]) in names)
                or HANDED_OVER.search(line)
                or OF_OTHER_TYPE.fullmatch(line)
            ) or RETURNED.fullmatch(line):
                return None
        return "\n".join(kept)

    for name, package, argument, attribute in FIXED.findall(text):
        stays = (package, attribute) in picked or not is_changed(package, attribute, changed)
        if argument in arguments and assigned[name] == 1 and stays:
            if (less := let_go(name, text)) is None:
                continue
            text = less
            for _, array, _, item in ITEMS.findall(text):
                if array == name and assigned[item] == 1:
                    text = let_go(item, text) or text
            if (package, attribute) in lists:
                for item in re.findall(
                    rf"^    (cpy_r_\w+) = burgher_held_item\({name}, ", text, re.MULTILINE
                ):
                    if assigned[item] == 1 and (less := let_go(item, text)) is not None:
                        text = less.replace(f"    {item} = burgher_held_item(", f"    {item} = burgher_item(")
    return text


REPLACED = re.compile(
    r"(    (cpy_r_\w+) = (\(\(\w+ \*\)\w+\)->\w+);\n)"
    r"    (cpy_r_\w+) = CPyDef_ints___replaced\(\2, (\w+), (\w+)\);\n"
    rf"(?:    if \(unlikely\(\4\.len < 0\)\) {GIVE_UP}\n)?"
    r"    VEC_I64_DECREF\(\3\);\n    \3 = \4;\n"
)
HELD_REPLACED = re.compile(
    r"    (cpy_r_\w+) = CPyDef_ints___replaced\((cpy_r_\w+)(, .*)\);\n(    VEC_I64_DECREF\(\2\);\n)"
    rf"    if \(unlikely\(\1\.len < 0\)\) {GIVE_UP}\n"
    r"(    VEC_I64_DECREF\((\(\(\w+ \*\)\w+\)->\w+)\);\n    \6 = \1;\n)"
)
SHARED = re.compile(
    rf"(    (cpy_r_\w+) = {ATTRIBUTE};\n)    VEC_I64_INCREF\(\2\);\n"
    rf"    VEC_I64_DECREF\(({ATTRIBUTE})\);\n(    \3 = \2;\n)"
)
COPIED = re.compile(
    r"(?:    cpy_r_\w+ = \(\(\w+ \*\)\w+\)->(\w+);\n    \(\(\w+ \*\)\w+\)->\1 = cpy_r_\w+;\n){2,}"
)


def copying_at_once(text: str) -> str:
    """A function that replaces arrays in place where it may, and copies attributes side by side."""
    text = REPLACED.sub(
        r"\1    \4 = \2;\n"
        r"    if (likely(burgher_is_ours(\2, \5))) {\n        \2.items[\5] = \6;\n    } else {\n"
        r"        \4 = burgher_replaced(\2, \5, \6);\n        VEC_I64_DECREF(\3);\n        \3 = \4;\n    }\n",
        text,
    )
    text = HELD_REPLACED.sub(r"    \1 = burgher_held_replaced(\2, \6\3);\n\4\5", text)
    text = SHARED.sub(
        lambda found: (
            f"{found[1]}    if ({found[2]}.items != {found[3]}.items) {{\n"
            f"        VEC_I64_INCREF({found[2]});\n"
            f"        VEC_I64_DECREF({found[3]});\n    }}\n{found[4]}"
        ),
        text,
    )
    kinds = declared(text)

    def grouped(found: re.Match[str]) -> str:
        lines = found[0].splitlines(keepends=True)
        taken, put = lines[::2], lines[1::2]
        for load, store in zip(taken, put, strict=True):
            name = load.split(" = ")[0].strip()
            if not store.endswith(f" = {name};\n") or kinds.get(name) not in ("int64_t", "char"):
                return found[0]
        return "".join(taken + put)

    return COPIED.sub(grouped, text)


# -- all of them -----------------------------------------------------------------------------------

ENTERED = re.compile(r"^( +)(\w[\w ]*?\**) ?(retval|res|self|result) = (CPyDef_\w+\(.*\));$", re.MULTILINE)
"""Where Python calls in, or a module begins."""
ERRORS = {
    "char": "2",
    "int64_t": "-113",
    "CPyTagged": "CPY_INT_TAG",
    "PyObject *": "NULL",
    "PyObject*": "NULL",
}
"""What says that something was raised, by the type of what is returned otherwise."""


def enter(kind: str, name: str, call: str) -> str:
    """A call that ends with an error value where what is called leaves."""
    if kind.startswith("Vec"):
        error = f"(({kind}) {{ -1, NULL }})"
    elif kind.startswith("tuple_"):
        error = f"(({kind}) {{ {'-113' if kind[-1] == '8' else 'CPY_INT_TAG'} }})"
    else:
        error = ERRORS[kind]
    return f"BURGHER_ENTER({name}, ({call}), {error});"


def entering(one: Function, leaving: Set[str]) -> str:
    """A function that Python reaches unseen, or that catches exceptions: with a border wherever it calls."""
    kinds = declared(one.text)

    def border(found: re.Match[str]) -> str:
        result, call, name = found.groups()
        return f"    {enter(kinds[result], result, call)}" if name in leaving or not name else found[0]

    return re.sub(
        r"^    (cpy_r_\w+) = ((?:(CPyDef_\w+)|CPY_GET_METHOD\w*)\(.*\));(?: /\*.*\*/)?$",
        border,
        one.text,
        flags=re.MULTILINE,
    )


PARSED = re.compile(r"if \(!CPyArg_ParseStackAndKeywords(NoArgs|OneArg)(\(.*?(?:&(obj_\w+))?\))\) \{")
"""Where a function that Python calls reads its arguments."""


def read_at_once(found: re.Match[str]) -> str:
    """The same, without a call where there is nothing to sort out."""
    kind, arguments, name = found.groups()
    parse = f"!CPyArg_ParseStackAndKeywords{kind}{arguments}"
    if kind == "NoArgs":
        return f"if (unlikely(nargs != 0 || kwnames != NULL) && {parse}) {{"
    return f"if (likely(nargs == 1 && kwnames == NULL)) {name} = args[0]; else if ({parse}) {{"


def entered(text: str, leaving: Set[str]) -> str:
    """What is between the functions, with a border wherever one is called that may leave."""

    def border(found: re.Match[str]) -> str:
        indent, kind, name, call = found.groups()
        if call.split("(")[0] not in leaving:
            return found[0]
        return f"{indent}{kind} {name};\n{indent}{enter(kind.strip(), name, call)}"

    text = ENTERED.sub(border, text)
    text = PARSED.sub(read_at_once, text)
    # Python has looked at whose method it is before it calls it.
    return re.sub(r"likely\(PyObject_TypeCheck\(obj_self, \w+\)\)", "1", text)


STATE = "kernel___state___State"
READ = ("seat", "is_over")
"""What Python reads of a state all the time, and below what it calls without an argument."""
CALLED = ("legal_actions",)
WAYS = (("PyObject", "get"), ("int", "set"))
TABLES = re.compile(
    r"^static PyGetSetDef (\w+)_getseters\[\] = \{\n(?:.*\n)*?"
    r"static PyMethodDef \1_methods\[\] = \{\n(?:.*\n)*?\};\n",
    re.MULTILINE,
)
BASE = re.compile(
    r"= \(PyObject \*\)CPyType_(\w+);\n    cpy_r_r\d+ = PyTuple_Pack\(1, .*\n"
    r"(?:.*\n){1,6}?    cpy_r_r\d+ = \(PyObject \*\)CPyType_(\w+)_template;"
)
"""Where a class is made, of its base."""


def derived(sources: Iterable[str], base: str) -> set[str]:
    """The classes that have a certain one among their bases."""
    bases = [found for text in sources for found in BASE.findall(text)]
    classes: set[str] = set()
    while more := {one for above, one in bases if above in {base, *classes}} - classes:
        classes |= more
    return classes


def is_found(name: str, sources: Iterable[str]) -> bool:
    """Whether an attribute of a state can be read and written as it should."""
    return any(
        all(
            re.search(rf"^static {kind} ?\*?\n{STATE}_{way}_{name}\(.*\)\n\{{", text, re.MULTILINE)
            for kind, way in WAYS
        )
        for text in sources
        if f"\n{STATE}_{WAYS[0][1]}_{name}(" in text
    )


def found_at_once(text: str, states: set[str]) -> str:
    """What is between the functions, with what a state has in common with others said of its own class too.

    The interpreter calls at once what the class of an object itself has; else it looks through its bases at
    each call whether it may.
    """
    for name in READ:
        for kind in (f"PyObject *\n{STATE}_get_{name}(", f"int\n{STATE}_set_{name}("):
            text = text.replace(f"static {kind}", kind)
    attributes = "".join(
        f'    {{"{name}", (getter){STATE}_get_{name}, (setter){STATE}_set_{name}, NULL, NULL}},\n'
        for name in READ
    )

    def extended(found: re.Match[str]) -> str:
        if found[1] not in states:
            return found[0]
        calls = "".join(
            f"static PyObject *{found[1]}_call_{name}(PyObject *self, PyObject *nothing) {{\n"
            f"    return CPyPy_{STATE}___{name}(self, NULL, 0, NULL);\n}}\n"
            for name in CALLED
        )
        methods = "".join(
            f'    {{"{name}", {found[1]}_call_{name}, METH_NOARGS, PyDoc_STR("{name}($self)\\n--\\n\\n")}},\n'
            for name in CALLED
        )
        getters, mark, rest = found[0].partition("    {NULL}")
        middle, other, end = rest.partition("    {NULL}")
        return calls + getters + attributes + mark + middle + methods + other + end

    return TABLES.sub(extended, text)


def reached_unseen(text: str) -> set[str]:
    """The functions that are used in another way than by `ENTERED` and tables of methods."""
    rest = re.sub(r"\(CPyVTableItem\)CPyDef_\w+|^\w.*\);$", "", ENTERED.sub("", text), flags=re.MULTILINE)
    return set(re.findall(r"CPyDef_\w+", rest))


def fixed(calls: dict[str, Set[str]]) -> frozenset[str]:
    """Of functions that have something to themselves, by what they call: those that only call such again."""
    found = set(calls)
    while failing := {name for name in found if not calls[name] <= found}:
        found -= failing
    return frozenset(found)


RAISES = re.compile(r"^ +(?:PyErr_Set|CPy_AttributeError|CPy_TypeErrorTraceback).*\n(.*\n?.*)", re.MULTILINE)
"""Where something is raised, and the two lines after it."""


def raises_plainly(text: str) -> bool:
    """Whether a function raises something without leaving."""
    found = RAISES.search(text)
    while found:
        if "burgher_leave()" not in found[1]:
            return True
        found = RAISES.search(text, found.start(1))
    return False


def leaves_at_once(text: str) -> bool:
    """Whether a function is a rule, which never goes on where something that it called has raised."""
    return '("src/burgher/games/' in text and not re.search(r"CPy_AddTraceback\(.*\);\n +goto ", text)


ASKED = re.compile(
    r"^    (cpy_r_\w+) = CPY_GET_METHOD\(\w+, CPyType_\w+, \d+, "
    r"(burgher___games___([a-z]+)___\w+)Object, .*; /\* (\w+) \*/$",
    re.MULTILINE,
)
"""Where a method of a game is looked up and called: what it returns, of which class, and its name."""


def methods(functions: Iterable[Function]) -> dict[tuple[str, str], set[str]]:
    """The functions that may be meant, by game and by the name of a method."""
    found: dict[tuple[str, str], set[str]] = {}
    for one in functions:
        package, *game = one.part.split("_")
        if package == "games":
            method = re.sub(r"__[A-Za-z]\w*_glue$", "", one.name).rsplit("___", 1)[-1]
            found.setdefault((game[0], method), set()).add(one.name)
    return found


def part_of(path: Path) -> str:
    """The part of the library that a module belongs to, in C: the kernel, a game, or a game's modules.

    A compiler is quick with several parts where it takes minutes over everything at once. Functions call each
    other most within one of these.
    """
    packages = path.stem.split("___")[1:-1]
    return "_".join(packages[:2] + [name for name in packages[2:] if name == "modules"])


SHORT = 300
"""A function of fewer lines in C becomes part of another that calls it twice."""


def called_once(functions: Collection[Function]) -> set[str]:
    """The functions that are called in one place of what runs often and is compiled with them."""
    parts = {one.name: one.part for one in functions}
    callers: dict[str, list[str]] = {}
    for one in functions:
        if one.is_hot:
            for name in re.findall(r"\b(CPyDef_\w+)\(", one.text[one.text.index("\n") :]):
                if parts.get(name) == one.part:
                    callers.setdefault(name, []).append(one.name)
    lines = {one.name: one.text.count("\n") for one in functions}
    once = {
        name: names[0]
        for name, names in callers.items()
        if len(names) == 1 or (len(names) == 2 and names[0] == names[1] and lines[name] < SHORT)
    }

    def ends(name: str) -> bool:
        """Whether its only caller, that one's only caller and so on come to an end: else gcc would not."""
        seen = set()
        while name in once and name not in seen:
            seen.add(name)
            name = once[name]
        return name not in seen

    return {one.name for one in functions if one.is_hot and one.name in once and ends(one.name)}


def tightened(
    sources: dict[Path, str], is_seldom_run: Callable[[str], object], done: Collection[str] = ()
) -> dict[Path, str]:
    """What mypyc made of all modules, by file, made tighter; raises `UnknownFormError`.

    The functions that are `done` are looked at and left as they are: they are being compiled already.
    """
    pieces = {path: list(c_functions(text)) for path, text in sources.items()}
    functions: dict[str, Function] = {}
    states = derived(sources.values(), STATE)
    if states and not all(is_found(name, sources.values()) for name in READ):
        raise UnknownFormError("what Python reads of a state is not where it was")
    unseen = {
        name for parts in pieces.values() for head, text in parts if not head for name in reached_unseen(text)
    }
    for path, parts in pieces.items():
        for head, text in parts:
            if not head:
                continue
            name = name_of(head)
            is_border = name in unseen or "CPy_CatchError" in text
            is_hot = not (is_seldom_run(head) or name in done or is_border or "__State_glue" in name)
            if is_border and name in done:
                raise UnknownFormError(f"{name} needs a border and is compiled already")
            if is_hot:
                text = made_to_leave(text)
            functions[name] = Function(name, head, text, is_hot, is_border, part_of(path))
    for name, (head, body) in [*HELPERS.items(), *BEFORE.items()]:
        if name not in functions or functions[name].head != head + " {":
            raise UnknownFormError(f"{name} is not what it was")
        if name in HELPERS:
            functions[name].text = f"{head} {{\n    {body}\n}}\n"
        else:
            functions[name].text = functions[name].text.replace("{\n", "{\n" + body, 1)
    for one in functions.values():
        one.calls = called(one.text)

    hot = [one for one in functions.values() if one.is_hot]
    cannot_raise = fixed(
        {
            one.name: frozenset() if leaves_at_once(one.text) else one.calls
            for one in hot
            if not raises_plainly(one.text)
        }
    )
    changed = changed_attributes(functions.values())
    lists = fixed_lists(functions.values(), changed) if changed is not None else frozenset()
    picked = picked_attributes(functions.values(), lists)
    keeps = fixed({one.name: one.calls - NEW for one in hot if not loses_something(one.text, picked)})
    leaving = functions.keys() - fixed(
        {
            one.name: frozenset() if one.is_border else one.calls & functions.keys()
            for one in functions.values()
            if one.is_border or ("burgher_" not in one.text and "*" not in one.calls)
        }
    )
    meant = methods(functions.values())

    def answers_at_all(asked: re.Match[str]) -> bool:
        """Whether a method that is looked up cannot raise; Python may have others of states."""
        names = meant.get((asked[3], asked[4]))
        is_state = any(asked[2].endswith(f"___{name}") for name in states)
        return names is not None and not is_state and names <= cannot_raise

    for one in functions.values():
        if one.name in done:
            continue
        if one.is_border:
            one.text = entering(one, leaving)
            continue
        results = re.findall(r"^    (cpy_r_\w+) = (CPyDef_\w+)\(", one.text, re.MULTILINE)
        sure = {result for result, name in results if name in cannot_raise}
        sure |= {asked[1] for asked in ASKED.finditer(one.text) if answers_at_all(asked)}
        one.text = without_checks(one.text, sure)
        one.text = without_idle_branches(one.text)
        if one.name in keeps:
            one.text = without_holding(one)
        if one.is_hot:
            if changed is not None:
                one.text = without_holding_what_is_fixed(one, changed, lists, picked)
            one.text = copying_at_once(without_short_holding(one.text, keeps))
    for name in called_once(functions.values()):
        functions[name].text = "BURGHER_ALWAYS " + functions[name].text

    return {
        path: "".join(
            functions[name_of(head)].text
            if head
            else with_empty_constants(found_at_once(entered(text, leaving), states))
            for head, text in parts
        )
        for path, parts in pieces.items()
    }


def with_empty_constants(text: str) -> str:
    """Constant arrays that are empty before they have their value, so that any index is out of range."""
    return re.sub(
        r"^( *(?:Vec\w+ )?CPyStatic_\w+ = (?:\(Vec\w+\) )?)\{ -1, NULL \};$",
        r"\1{ 0, NULL };",
        text,
        flags=re.MULTILINE,
    )


def tighten(generated: Path, is_seldom_run: Callable[[str], object], done: Collection[str] = ()) -> str:
    """Tighten what mypyc put into a folder; return the C that goes with it, "" where nothing was changed.

    Functions that are `done` are compiled meanwhile, and stay as they are.
    """
    if version("mypy") != MYPYC:
        print(
            f"burgher: the C of mypyc {version('mypy')} is not known, so it stays as it is", file=sys.stderr
        )
        return ""
    common = generated / "burgher" / "__native_machine.c"
    header = generated / "burgher" / "__native_internal_machine.h"
    try:
        paths = [*sorted(generated.glob("__native_burgher___*.c")), common]
        changed = tightened({path: path.read_text(encoding="utf-8") for path in paths}, is_seldom_run, done)
        declarations = header.read_text(encoding="utf-8")
        if declarations.count("\n#endif") < 1:
            raise UnknownFormError("the header does not end as it did")
    except (UnknownFormError, KeyError, OSError) as error:
        print(f"burgher: mypyc's C stays as it is, because {error}", file=sys.stderr)
        return ""
    for path, text in changed.items():
        path.write_text(text, encoding="utf-8")
    end = declarations.rindex("#endif")
    # At once, for whoever reads it meanwhile: what is done can be compiled with either.
    new = header.with_suffix(".new")
    new.write_text(declarations[:end] + HEAD + declarations[end:], encoding="utf-8")
    new.replace(header)
    return BODY
