"""What the build makes of mypyc's C (`tighten.py`), and that errors are still errors."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

import burgher
import tighten
from burgher.kernel.ints import ints, members_of, nth, replaced
from burgher.kernel.observing import chosen, copied, translated, write_4, write_8
from burgher.kernel.offers import action_buffer, list_offered, offer_buffer
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
KERNEL = "".join(
    f"{head} {{\n    return 0;\n}}\n" for head, _ in [*tighten.HELPERS.values(), *tighten.BEFORE.values()]
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


def test_nobody_asks_whether_a_function_raised_that_leaves() -> None:
    text = tightened(INDEXED + CALLING)
    assert "cpy_r_r0 == -113" not in text
    assert "goto CPyL2;" not in text


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
    with pytest.raises(tighten.UnknownFormError, match="reads of a state"):
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
    with pytest.raises(tighten.UnknownFormError, match="CPyDef_ints___only"):
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
