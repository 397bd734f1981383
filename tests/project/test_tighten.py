"""What the build makes of mypyc's C (`building/`), and that errors are still errors."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import burgher
from building import tighten
from building.generated import UnknownFormError
from burgher.kernel.ints import BIT, ints, members_of, nth, replaced
from burgher.kernel.observing import chosen, copied, translated, write_4, write_8
from burgher.kernel.offers import action_buffer, list_offered, offer, offer_buffer, offer_three
from burgher.kernel.search import WHOLE, Evaluator, Tree

# -- one function at a time -----------------------------------------------------------------------

INDEXED = """\
int64_t CPyDef_farm___field(PyObject *cpy_r_player, int64_t cpy_r_place) {
    VecI64 cpy_r_r0;
    int64_t cpy_r_r1;
    char cpy_r_r2;
    int64_t cpy_r_r3;
    char cpy_r_r4;
    char cpy_r_r5;
    int64_t cpy_r_r6;
    CPyPtr cpy_r_r7;
    int64_t cpy_r_r10;
    int64_t cpy_r_r11;
    cpy_r_r0 = ((PlayerObject *)cpy_r_player)->_fields;
    VEC_I64_INCREF(cpy_r_r0);
    cpy_r_r1 = (int64_t)cpy_r_r0.len;
    cpy_r_r2 = (uint64_t)cpy_r_place < (uint64_t)cpy_r_r1;
    if (cpy_r_r2) goto CPyL5;
    cpy_r_r3 = cpy_r_place + cpy_r_r1;
    cpy_r_r4 = (uint64_t)cpy_r_r3 < (uint64_t)cpy_r_r1;
    if (cpy_r_r4) goto CPyL4;
    PyErr_SetNone(PyExc_IndexError);
    cpy_r_r5 = 0;
    if (unlikely(!cpy_r_r5)) {
        CPy_AddTraceback("farm.py", "field", 22, CPyStatic_farm___globals);
        goto CPyL42;
    }
    CPy_Unreachable();
CPyL4: ;
    cpy_r_r6 = cpy_r_r3;
    goto CPyL6;
CPyL5: ;
    cpy_r_r6 = cpy_r_place;
CPyL6: ;
    cpy_r_r7 = (CPyPtr)cpy_r_r0.items;
    cpy_r_r10 = *(int64_t *)cpy_r_r7;
    VEC_I64_DECREF(cpy_r_r0);
    return cpy_r_r10;
CPyL42: ;
    cpy_r_r11 = -113;
    return cpy_r_r11;
}
"""
CALLING = """\
int64_t CPyDef_farm___twice(PyObject *cpy_r_player) {
    int64_t cpy_r_r0;
    char cpy_r_r1;
    void *cpy_r_r2;
    int64_t cpy_r_r3;
    cpy_r_r0 = CPyDef_farm___field(cpy_r_player, 1);
    cpy_r_r1 = cpy_r_r0 == -113;
    if (unlikely(cpy_r_r1)) goto CPyL2;
CPyL1: ;
    cpy_r_r3 = cpy_r_r0 * 2;
    return cpy_r_r3;
CPyL2: ;
    cpy_r_r2 = PyErr_Occurred();
    if (unlikely(cpy_r_r2 != NULL)) {
        CPy_AddTraceback("farm.py", "twice", 30, CPyStatic_farm___globals);
        goto CPyL4;
    } else
        goto CPyL1;
CPyL4: ;
    return -113;
}
"""
SEATED = """\
int64_t CPyDef_farm___seat(PyObject *cpy_r_farm) {
    int64_t cpy_r_r0;
    char cpy_r_r1;
    cpy_r_r0 = ((burgher___games___granja___farm___FarmObject *)cpy_r_farm)->_seat;
    if (unlikely(cpy_r_r0 == -113) && !(((FarmObject *)cpy_r_farm)->bitmap & 1)) {
        PyErr_SetString(PyExc_AttributeError, "attribute 'seat' of 'Farm' undefined");
    }
    cpy_r_r1 = cpy_r_r0 == -113;
    if (unlikely(cpy_r_r1)) goto CPyL2;
CPyL1: ;
    return cpy_r_r0;
CPyL2: ;
    return -113;
}
"""
REPLACING = """\
char CPyDef_farm___replace(PyObject *cpy_r_player, int64_t cpy_r_place) {
    VecI64 cpy_r_r0;
    VecI64 cpy_r_r1;
    PyObject *cpy_r_r2;
    cpy_r_r0 = ((PlayerObject *)cpy_r_player)->_fields;
    cpy_r_r1 = CPyDef_ints___replaced(cpy_r_r0, cpy_r_place, 0);
    if (unlikely(cpy_r_r1.len < 0)) {
        CPy_AddTraceback("src/burgher/games/farm.py", "replace", 30, CPyStatic_farm___globals);
        goto CPyL4;
    } else
        goto CPyL3;
CPyL2: ;
    cpy_r_r2 = PyErr_Occurred();
    if (unlikely(cpy_r_r2 != NULL)) {
        CPy_AddTraceback("src/burgher/games/farm.py", "replace", 29, CPyStatic_farm___globals);
        goto CPyL4;
    } else
        goto CPyL1;
CPyL3: ;
    VEC_I64_DECREF(((PlayerObject *)cpy_r_player)->_fields);
    ((PlayerObject *)cpy_r_player)->_fields = cpy_r_r1;
    return 1;
}
"""
WRAPPER = """\
        PyObject *CPyPy_farm___twice(PyObject *self) {
            int64_t retval = CPyDef_farm___twice(arg_player);
            if (retval == -113 && PyErr_Occurred()) {
                return NULL;
            }
            return PyLong_FromLongLong(retval);
        }
"""
ASKING = """\
int64_t CPyDef_farm___asked(PyObject *cpy_r_farm, int64_t cpy_r_place) {
    VecT cpy_r_r0;
    PyObject *cpy_r_r5;
    cpy_r_r0 = ((burgher___games___granja___farm___FarmObject *)cpy_r_farm)->_questions;
    VEC_T_INCREF(cpy_r_r0);
    cpy_r_r1 = (int64_t)cpy_r_r0.len;
    cpy_r_r2 = (CPyPtr)cpy_r_r0.items;
    cpy_r_r3 = cpy_r_place * 8;
    cpy_r_r4 = cpy_r_r2 + cpy_r_r3;
    cpy_r_r5 = *(PyObject * *)cpy_r_r4;
    CPy_INCREF(cpy_r_r5);
    VEC_T_DECREF(cpy_r_r0);
    cpy_r_r6 = CPY_GET_METHOD(cpy_r_r5, CPyType_farm___Question, 0, QuestionObject, T)(cpy_r_r5);
    CPy_DECREF(cpy_r_r5);
    return cpy_r_r6;
}
"""
ASKED_ANEW = """\
char CPyDef_farm___ask(PyObject *cpy_r_farm, VecT cpy_r_questions) {
    ((burgher___games___granja___farm___FarmObject *)cpy_r_farm)->_questions = cpy_r_questions;
    return 1;
}
"""
STATE = "((burgher___games___granja___farm___FarmObject *)cpy_r_self)"
LISTING = f"""\
char CPyDef_farm___Farm_____init__(PyObject *cpy_r_self, int64_t cpy_r_players) {{
    PyObject *cpy_r_r1;
    cpy_r_r1 = PyList_New(0);
    if (unlikely(cpy_r_r1 == NULL)) {{
        CPy_AddTraceback("farm.py", "__init__", 3, CPyStatic_farm___globals);
        goto CPyL4;
    }}
    cpy_r_r2 = CPyDef_farm___Player(cpy_r_players);
    cpy_r_r3 = PyList_Append(cpy_r_r1, cpy_r_r2);
    CPy_DECREF(cpy_r_r2);
    {STATE}->_players = cpy_r_r1;
    cpy_r_r4 = {STATE}->_players;
    cpy_r_r5 = CPyList_GetItemShort(cpy_r_r4, 0);
    if (likely(Py_TYPE(cpy_r_r5) == CPyType_farm___Player))
        cpy_r_r6 = cpy_r_r5;
    else {{
        CPy_TypeErrorTraceback("farm.py", "__init__", 4, CPyStatic_farm___globals, "farm.Player", cpy_r_r5);
        goto CPyL4;
    }}
    {STATE}->_me = cpy_r_r6;
    return 1;
CPyL4: ;
    CPy_DecRef(cpy_r_r1);
    return 2;
}}
"""
TURNING = f"""\
char CPyDef_farm___give_turn(PyObject *cpy_r_self, int64_t cpy_r_seat) {{
    PyObject *cpy_r_r1;
    cpy_r_r1 = {STATE}->_players;
    cpy_r_r2 = burgher_held_item(cpy_r_r1, cpy_r_seat);
    if (likely(Py_TYPE(cpy_r_r2) == CPyType_farm___Player))
        cpy_r_r3 = cpy_r_r2;
    else {{
        CPy_TypeErrorTraceback("farm.py", "give_turn", 9, CPyStatic_farm___globals, "farm.Player", cpy_r_r2);
        goto CPyL4;
    }}
    CPy_DECREF({STATE}->_me);
    {STATE}->_me = cpy_r_r3;
    return 1;
CPyL4: ;
    return 2;
}}
"""
LOOKING = f"""\
int64_t CPyDef_farm___sow(PyObject *cpy_r_self, int64_t cpy_r_seat) {{
    PyObject *cpy_r_r1;
    PyObject *cpy_r_r2;
    cpy_r_r1 = {STATE}->_me;
    CPy_INCREF(cpy_r_r1);
    cpy_r_r2 = {STATE}->_players;
    cpy_r_r3 = burgher_held_item(cpy_r_r2, cpy_r_seat);
    if (likely(Py_TYPE(cpy_r_r3) == CPyType_farm___Player))
        cpy_r_r4 = cpy_r_r3;
    else {{
        CPy_TypeErrorTraceback("farm.py", "sow", 15, CPyStatic_farm___globals, "farm.Player", cpy_r_r3);
        goto CPyL4;
    }}
    cpy_r_r5 = CPY_GET_METHOD(cpy_r_self, CPyType_farm___Farm, 0, FarmObject, T)(cpy_r_self);
    cpy_r_r6 = CPyDef_farm___reap(cpy_r_r1, cpy_r_r4);
    CPy_DECREF(cpy_r_r1);
    CPy_DECREF(cpy_r_r4);
    return cpy_r_r6;
CPyL4: ;
    CPy_DecRef(cpy_r_r1);
    return -113;
}}
"""
KERNEL = "".join(
    f"{head}\n    return 0;\n}}\n"
    for head, _ in [*tighten.REPLACEMENTS.values(), *tighten.FAST_PATHS.values()]
)
CALLED = """\
        PyObject *CPyPy_farm___Farm___sow(PyObject *self, PyObject *const *args) {
            if (!CPyArg_ParseStackAndKeywordsOneArg(args, nargs, kwnames, &parser, &obj_field)) {
                return NULL;
            }
            if (likely(PyObject_TypeCheck(obj_self, CPyType_farm___Farm)))
                arg_self = obj_self;
        }
        PyObject *CPyPy_farm___Farm___reap(PyObject *self, PyObject *const *args) {
            if (!CPyArg_ParseStackAndKeywordsNoArgs(args, nargs, kwnames, &parser)) {
                return NULL;
            }
        }
"""
STATES = """\
static PyObject *
kernel___state___State_get_seat(burgher___kernel___state___StateObject *self, void *closure);
static PyObject *
kernel___state___State_get_seat(burgher___kernel___state___StateObject *self, void *closure)
{
}
static int
kernel___state___State_set_seat(burgher___kernel___state___StateObject *self, PyObject *value, void *closure)
{
}
static PyObject *
kernel___state___State_get_is_over(burgher___kernel___state___StateObject *self, void *closure)
{
}
static int
kernel___state___State_set_is_over(burgher___kernel___state___StateObject *self, PyObject *value)
{
}
static PyGetSetDef farm___Farm_getseters[] = {
    {NULL}  /* Sentinel */
};
static PyMethodDef farm___Farm_methods[] = {
    {NULL}  /* Sentinel */
};
static PyGetSetDef farm___Tool_getseters[] = {
    {NULL}  /* Sentinel */
};
static PyMethodDef farm___Tool_methods[] = {
    {NULL}  /* Sentinel */
};
void made(void) {
    cpy_r_r197 = (PyObject *)CPyType_kernel___state___State;
    cpy_r_r198 = PyTuple_Pack(1, cpy_r_r197);
    cpy_r_r199 = CPyStatics[612];
    cpy_r_r200 = (PyObject *)CPyType_farm___Farm_template;
}
"""


def tightened(source: str) -> str:
    """A module's C, made tighter beside the kernel's."""
    farm, kernel = Path("farm.c"), Path("kernel.c")
    return tighten.tightened({farm: source, kernel: KERNEL}, lambda _: False)[farm]


def test_an_index_out_of_range_leaves_and_what_is_looked_at_is_not_held() -> None:
    text = tightened(INDEXED)
    assert 'burgher_leave_index_at("farm.py", "field", 22, CPyStatic_farm___globals);' in text
    assert "goto CPyL42" not in text
    assert "INCREF" not in text
    assert "DECREF" not in text


def test_a_bit_is_shifted_and_not_looked_up() -> None:
    shifting = INDEXED.replace("((PlayerObject *)cpy_r_player)->_fields", "CPyStatic_ints___BIT").replace(
        "    cpy_r_r10 = *(int64_t *)cpy_r_r7;\n",
        "    cpy_r_r8 = cpy_r_r6 * 8;\n    cpy_r_r9 = cpy_r_r7 + cpy_r_r8;\n"
        "    cpy_r_r10 = *(int64_t *)cpy_r_r9;\n",
    )
    text = tightened(shifting)
    assert "cpy_r_r1 = 62;" in text
    assert "cpy_r_r10 = (int64_t)1 << cpy_r_r6;" in text
    assert list(BIT) == [2**n for n in range(62)]


def test_nobody_asks_whether_a_function_raised_that_leaves() -> None:
    text = tightened(INDEXED + CALLING)
    assert "cpy_r_r0 == -113" not in text
    assert "goto CPyL2;" not in text


def test_what_is_compiled_already_is_looked_at_and_stays_as_it_is() -> None:
    farm, kernel = Path("farm.c"), Path("kernel.c")
    done = {"CPyDef_farm___twice"}
    text = tighten.tightened({farm: INDEXED + CALLING, kernel: KERNEL}, lambda _: False, done)[farm]
    assert text.endswith(CALLING)
    catching = CALLING.replace("    cpy_r_r3 =", "    CPy_CatchError();\n    cpy_r_r3 =")
    with pytest.raises(UnknownFormError, match="compiled already"):
        tighten.tightened({farm: INDEXED + catching, kernel: KERNEL}, lambda _: False, done)


def test_a_rule_leaves_where_what_it_called_has_raised_and_nobody_asks_whether_it_did() -> None:
    rule = CALLING.replace('"farm.py"', '"src/burgher/games/granja/farm.py"')
    rule = rule.replace("CPyDef_farm___field(cpy_r_player, 1)", "PyLong_AsLong(cpy_r_player)")
    outer = CALLING.replace("farm___field(cpy_r_player, 1)", "farm___twice(cpy_r_player)")
    text = tightened(rule + outer.replace("CPyDef_farm___twice(PyObject", "CPyDef_farm___four(PyObject"))
    inner, outer = text.split("CPyDef_farm___four(PyObject")
    assert "burgher_leave();\n    } else" in inner
    assert "cpy_r_r0 == -113" in inner
    assert "cpy_r_r0 == -113" not in outer


def test_what_is_called_in_one_place_is_part_of_it() -> None:
    text = tightened(INDEXED + CALLING)
    assert "BURGHER_ALWAYS int64_t CPyDef_farm___field(" in text
    assert "BURGHER_ALWAYS int64_t CPyDef_farm___twice(" not in text
    again = CALLING.replace("CPyDef_farm___twice(PyObject", "CPyDef_farm___four(PyObject")
    assert "BURGHER_ALWAYS" not in tightened(INDEXED + CALLING + again)


def test_what_is_short_and_called_twice_in_one_place_is_part_of_it_too() -> None:
    again = CALLING.replace("cpy_r_r0 * 2;", "CPyDef_farm___field(cpy_r_player, 2);")
    assert "BURGHER_ALWAYS int64_t CPyDef_farm___field(" in tightened(INDEXED + again)
    long = INDEXED.replace("{\n", "{\n" + "    int64_t cpy_r_r9;\n" * tighten.SHORT, 1)
    assert "BURGHER_ALWAYS" not in tightened(long + again)


def test_what_calls_only_itself_is_not_part_of_it() -> None:
    itself = CALLING.replace("farm___field(cpy_r_player, 1)", "farm___twice(cpy_r_player)")
    assert "BURGHER_ALWAYS" not in tightened(itself)


@pytest.mark.parametrize(("game", "asks"), [("games___granja", False), ("kernel", True)])
def test_nobody_asks_whether_the_state_of_a_game_has_a_seat(game: str, asks: bool) -> None:
    assert ("unlikely(cpy_r_r0 == -113)" in tightened(SEATED.replace("games___granja", game))) == asks


@pytest.mark.parametrize(("method", "asks"), [("field", False), ("twice", True), ("sow", True)])
def test_nobody_asks_whether_a_method_of_a_game_raised_that_leaves(method: str, asks: bool) -> None:
    asked = (
        "CPY_GET_METHOD(cpy_r_player, CPyType_farm___Question, 0, burgher___games___farm___QuestionObject, "
        f"int64_t (*)(PyObject *))(cpy_r_player); /* {method} */"
    )
    asking = CALLING.replace("CPyDef_farm___field(cpy_r_player, 1);", asked)
    path = Path("__native_burgher___games___farm___fields.c")
    kernel = {Path("kernel.c"): KERNEL}
    text = tighten.tightened({path: INDEXED + asking, **kernel}, lambda _: False)[path]
    assert ("unlikely(cpy_r_r1)" in text) == asks


def test_an_array_is_replaced_in_place_where_nobody_else_holds_it() -> None:
    text = tightened(REPLACING)
    assert "if (likely(burgher_is_ours(cpy_r_r0, cpy_r_place))) {" in text
    assert "goto" not in text


def test_python_calls_in_over_a_border() -> None:
    text = tightened(INDEXED + CALLING + WRAPPER)
    assert "BURGHER_ENTER(retval, (CPyDef_farm___twice(arg_player)), -113);" in text


def test_arguments_are_read_without_a_call_where_there_is_nothing_to_sort_out() -> None:
    text = tightened(CALLED)
    assert "if (likely(nargs == 1 && kwnames == NULL)) obj_field = args[0]; else if (!CPyArg_Parse" in text
    assert "if (unlikely(nargs != 0 || kwnames != NULL) && !CPyArg_Parse" in text
    assert "TypeCheck" not in text


def test_a_game_has_what_is_asked_of_every_state_in_its_own_tables() -> None:
    text = tightened(STATES)
    farm, tool = text.split("static PyGetSetDef farm___Tool_getseters")
    assert farm.count("(getter)kernel___state___State_get_is_over") == 1
    assert farm.count('{"legal_actions", farm___Farm_call_legal_actions, METH_NOARGS') == 1
    assert "legal_actions" not in tool
    assert "static PyObject *\nkernel___state___State_get_seat(" not in text


def test_states_of_another_form_are_an_unknown_form() -> None:
    with pytest.raises(UnknownFormError, match="reads of a state"):
        tightened(STATES.replace("State_set_is_over(", "State_put_is_over("))


def test_a_function_that_puts_another_object_in_place_holds_what_it_looks_at() -> None:
    losing = INDEXED.replace(
        "    VEC_I64_DECREF(cpy_r_r0);\n",
        "    ((PlayerObject *)cpy_r_player)->_fields = cpy_r_r12;\n    VEC_I64_DECREF(cpy_r_r0);\n",
    ).replace("    VecI64 cpy_r_r0;\n", "    VecI64 cpy_r_r0;\n    VecI64 cpy_r_r12;\n")
    text = tightened(losing)
    assert "VEC_I64_INCREF(cpy_r_r0);" in text
    assert "VEC_I64_DECREF(cpy_r_r0);" in text


def test_what_an_argument_holds_for_good_is_not_held() -> None:
    made = ASKED_ANEW.replace("CPyDef_farm___ask(", "CPyDef_farm___Farm_____init__(")
    given = ASKING.replace("    return cpy_r_r6;", "    return cpy_r_r5;").replace(
        "    CPy_DECREF(cpy_r_r5);\n", ""
    )
    assert "CPy_INCREF(cpy_r_r5);" in tightened(given + made), "who gets it holds it"
    text = tightened(ASKING + made + ASKED_ANEW.replace("granja", "hansa"))
    assert "INCREF" not in text
    assert "DECREF" not in text
    assert "CPY_GET_METHOD(cpy_r_r5" in text


@pytest.mark.parametrize("game", ["games___granja", "kernel"])
def test_what_may_be_replaced_is_held(game: str) -> None:
    text = tightened(ASKING + ASKED_ANEW.replace("games___granja", game))
    assert "CPy_INCREF(cpy_r_r5);" in text


def test_what_is_kept_elsewhere_too_is_counted() -> None:
    kept = ASKING.replace(
        "    return cpy_r_r6;\n", "    cpy_r_r7 = PyList_Append(cpy_r_a, cpy_r_r5);\n    return cpy_r_r6;\n"
    )
    assert "CPy_INCREF(cpy_r_r5);" in tightened(kept)


def counts_players(*sources: str) -> bool:
    """Whether `LOOKING` counts references to players, all of them or none."""
    text = tightened(LOOKING + "".join(sources)).split("CPyDef_farm___Farm_____init__")[0]
    counting = text.count("_INCREF(") + text.count("burgher_held_item(")
    assert (counting, text.count("_DECREF("), text.count("_DecRef(")) in ((0, 0, 0), (2, 2, 1))
    return counting > 0


def test_what_is_always_in_a_list_that_stays_is_not_held() -> None:
    assert not counts_players(LISTING, TURNING)
    text = tightened(LISTING + TURNING)
    assert "cpy_r_r2 = burgher_held_item(" in text
    assert f"CPy_DECREF({STATE}->_me);" in text


def test_a_turn_that_is_given_loses_nothing() -> None:
    asking = ASKING.replace("CPY_GET_METHOD(cpy_r_r5, CPyType_farm___Question, 0, QuestionObject, T)(", "C(")
    giving = asking.replace(" = C(cpy_r_r5)", " = CPyDef_farm___give_turn(cpy_r_farm, 1)") + ASKED_ANEW
    assert "INCREF" not in tightened(LISTING + TURNING + giving).split("CPyDef_farm___asked(")[1]
    other = TURNING.replace("_players", "_guests")
    assert "INCREF" in tightened(LISTING + other + giving).split("CPyDef_farm___asked(")[1]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("cpy_r_r1 = PyList_New(0);", "cpy_r_r1 = cpy_r_given;"),
        ("cpy_r_r1 = PyList_New(0);", "cpy_r_r1 = PyList_New(1);"),
        ("    CPy_DECREF(cpy_r_r2);", "    CPy_INCREF(cpy_r_r1);"),
        ("cpy_r_r4, 0);\n", "cpy_r_r4, 0);\n    cpy_r_r9 = PyList_Append(cpy_r_r1, cpy_r_r2);\n"),
        ("cpy_r_r4, 0);\n", "cpy_r_r4, 0);\n    cpy_r_r9 = CPyDef_farm___keep(cpy_r_r4);\n"),
        ("CPyL4: ;", f"CPyL4: ;\n    CPy_DECREF({STATE}->_players);"),
    ],
)
def test_a_list_that_may_change_holds_nothing_for_others(before: str, after: str) -> None:
    listing = LISTING.replace(before, after, 1)
    assert listing != LISTING
    assert counts_players(listing, TURNING)


CHANGED_LISTS = [
    f"    {STATE}->_players = cpy_r_seats;",
    f"    cpy_r_r1 = {STATE}->_players;\n    cpy_r_r2 = PyList_Append(cpy_r_r1, cpy_r_seats);",
    f"    cpy_r_r1 = {STATE}->_players;\n    cpy_r_r2 = CPyList_SetItem(cpy_r_r1, 0, cpy_r_seats);",
    f"    cpy_r_r1 = {STATE}->_players;\n    cpy_r_r2 = cpy_r_r1;",
    f"    cpy_r_r1 = {STATE}->_players;\n    return cpy_r_r1;",
    f"    cpy_r_r1 = {STATE}->_players;\n    cpy_r_r1 = cpy_r_seats;",
    f"    cpy_r_r1 = {STATE}->_players;\n    CPyTagged_Unknown(&cpy_r_r1);",
    f"""    cpy_r_r1 = {STATE}->_players;
    cpy_r_r2 = (CPyPtr)((CPyPtr)cpy_r_r1 + offsetof(PyListObject, ob_item));
    cpy_r_r3 = *(CPyPtr *)cpy_r_r2;
    *(PyObject * *)cpy_r_r3 = cpy_r_seats;""",
]


@pytest.mark.parametrize("change", CHANGED_LISTS)
def test_a_list_that_is_changed_holds_nothing_for_others(change: str) -> None:
    other = f"""\
char CPyDef_farm___change(PyObject *cpy_r_self, PyObject *cpy_r_seats) {{
{change}
    return 1;
}}
"""
    assert counts_players(LISTING, TURNING, other)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"{STATE}->_me = cpy_r_r3", f"{STATE}->_me = cpy_r_seat"),
        (f"{STATE}->_me = cpy_r_r3", f"{STATE}->_me = NULL"),
        (f"    {STATE}->_me = cpy_r_r3", f"    cpy_r_r3 = cpy_r_seat;\n    {STATE}->_me = cpy_r_r3"),
        (f"cpy_r_r1 = {STATE}", f"cpy_r_r1 = {STATE.replace('self', 'other')}"),
        (f"cpy_r_r1 = {STATE}->_players", f"cpy_r_r1 = {STATE}->_guests"),
        ("    PyObject *cpy_r_r1;\n", "    cpy_r_self = cpy_r_other;\n"),
        ("burgher_held_item(", "PyList_Pop("),
        ("burgher_held_item(", "CPyList_GetItemBorrow("),
    ],
)
def test_what_may_not_be_in_a_list_is_held(before: str, after: str) -> None:
    turning = TURNING.replace(before, after)
    assert turning != TURNING
    text = tightened(LOOKING + LISTING + turning).split("CPyDef_farm___Farm_____init__")[0]
    assert "CPy_INCREF(cpy_r_r1);" in text
    assert text.count("CPy_DECREF(cpy_r_r1);") == 1


def test_a_function_that_calls_another_library_is_asked() -> None:
    foreign = CALLING.replace(
        "    return cpy_r_r3;\n", "    PyList_Append(cpy_r_a, cpy_r_b);\n    return cpy_r_r3;\n"
    )
    outer = CALLING.replace("farm___field(cpy_r_player, 1)", "farm___twice(cpy_r_player)")
    text = tightened(
        INDEXED + foreign + outer.replace("CPyDef_farm___twice(PyObject", "CPyDef_farm___four(PyObject")
    )
    assert "cpy_r_r0 == -113" in text.split("CPyDef_farm___four(PyObject")[1]


def test_a_kernel_that_is_not_what_it_was_is_an_unknown_form() -> None:
    with pytest.raises(UnknownFormError, match="CPyDef_ints___only"):
        tighten.tightened({Path("farm.c"): INDEXED}, lambda _: False)


def test_what_is_unknown_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "burgher").mkdir()
    module = tmp_path / "__native_burgher___farm.c"
    module.write_text(INDEXED)
    for name in ("__native_machine.c", "__native_internal_machine.h"):
        (tmp_path / "burgher" / name).write_text("int nothing;\n#endif\n")
    assert tighten.tighten(tmp_path, lambda _: False) == ""
    assert module.read_text() == INDEXED
    assert "stays as it is" in capsys.readouterr().err


def test_another_mypyc_is_not_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tighten, "MYPYC", "0.1")
    assert tighten.tighten(tmp_path, lambda _: False) == ""
    assert "stays as it is" in capsys.readouterr().err


# -- errors are still errors ----------------------------------------------------------------------

GAMES = [("burgundy", 2), ("granja", 2), ("hansa", 3)]


@pytest.mark.parametrize(("name", "players"), GAMES)
@pytest.mark.parametrize("action", [100_000, -100_000])
def test_an_action_that_no_game_has_is_an_index_error(name: str, players: int, action: int) -> None:
    state = burgher.load(name, players=players).deal(1)
    for _ in range(3):
        with pytest.raises(IndexError):
            state.clone().apply(action)
    state.apply(state.legal_actions()[0])


def test_an_error_comes_back_through_several_functions() -> None:
    array = ints([1, 2, 3])
    with pytest.raises(IndexError):
        replaced(array, 7, 1)
    with pytest.raises(IndexError):
        list_offered(offer_buffer(), 1000, action_buffer())
    assert list(array) == [1, 2, 3]


def test_what_is_observed_is_not_written_beyond_an_array() -> None:
    into, places = ints([0] * 10), ints([2, 0, 9])
    for at in (7, 10, 10**12):
        with pytest.raises(IndexError):
            write_4(into, at, 1, 2, 3, 4)
        with pytest.raises(IndexError):
            write_8(into, at, 1, 2, 3, 4, 5, 6, 7, 8)
        with pytest.raises(IndexError):
            translated(0x123, 4, 0, into, at)
        with pytest.raises(IndexError):
            copied(ints([1, 2, 3, 4]), 4, into, at)
        with pytest.raises(IndexError):
            chosen(into, ints([0, 1, 2, 3]), 0, 4, into, at)
    with pytest.raises(IndexError):
        chosen(ints([5, 6, 7]), places, 0, 3, into, 0)
    with pytest.raises(IndexError):
        chosen(ints([5, 6, 7]), places, 1, 3, into, 0)


def test_several_integers_are_written_at_once() -> None:
    into = ints([0] * 10)
    assert write_4(into, 1, 1, 2, 3, 4) == 5
    assert list(into) == [0, 1, 2, 3, 4, 0, 0, 0, 0, 0]
    assert write_8(into, 2, 1, 2, 3, 4, 5, 6, 7, 8) == 10
    assert list(into) == [0, 1, 1, 2, 3, 4, 5, 6, 7, 8]
    assert translated(0x2031, 5, 0xA750, into, 0) == 5
    assert list(into)[:5] == [5, 10, 0, 7, 0]
    assert chosen(ints([5, 6, 7]), ints([0, 2, 0, 1]), 1, 3, into, 4) == 7
    assert list(into)[4:7] == [7, 5, 6]


@pytest.mark.parametrize("members", [(0, 0, 0), (5, 0, 7), (0, 2**61, 0), (1, 2, 3)])
def test_three_offers_are_written_at_once(members: tuple[int, int, int]) -> None:
    one, other = offer_buffer(), offer_buffer()
    end = offer(one, 0, 3, 1)
    for n, some in enumerate(members):
        end = offer(one, end, 100 + 70 * n, some)
    assert offer_three(other, offer(other, 0, 3, 1), 100, 70, *members) == end
    assert list(one)[: end + 1] == list(other)[: end + 1]
    with pytest.raises(IndexError):
        offer_three(other, len(other) - 3, 100, 70, *members)


@pytest.mark.parametrize("count", [0, 1, 2, 5, 12, 13, 20])
def test_arrays_are_copied_of_any_length(count: int) -> None:
    into = ints([-1] * 24)
    assert copied(ints([*range(20)]), count, into, 2) == 2 + count
    assert list(into) == [-1, -1, *range(count), *[-1] * (22 - count)]


@pytest.mark.parametrize("members", [1, 0b1011, 0x3FFFFFFFFFFFFFFF, 0x2000000000000001, 0x123456789ABCDEF])
def test_each_member_of_a_set_is_found_by_its_rank(members: int) -> None:
    assert [nth(members, rank) for rank in range(members.bit_count())] == members_of(members)


def test_threads_come_back_each_to_their_own_border() -> None:
    states = [burgher.load(name, players=players).deal(1) for name, players in GAMES]
    raised: list[int] = []

    def err(thread: int) -> None:
        for n in range(200):
            try:
                states[(n + thread) % len(states)].clone().apply(100_000)
            except IndexError:
                raised.append(thread)

    threads = [threading.Thread(target=err, args=(thread,)) for thread in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(raised) == 800


class Mistaken(Evaluator):
    """Asks the kernel for what is not there, from within a search."""

    def evaluate(self, state: burgher.State, actions: list[int]) -> list[int]:
        with pytest.raises(IndexError):
            state.clone().apply(100_000)
        raise ZeroDivisionError("of its own")


def test_an_error_within_a_search_is_caught_where_it_belongs() -> None:
    game = burgher.load("burgundy", players=2)
    state = game.deal(1)
    tree = Tree(state, 2, game.search_settings, Mistaken(3000, WHOLE))
    tree.begin(state, 1)
    with pytest.raises(ZeroDivisionError, match="of its own"):
        tree.run(3)
    fresh = Tree(state, 2, game.search_settings)
    fresh.begin(state, 1)
    fresh.run(3)
    assert fresh.simulations == 3
