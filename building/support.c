/* The same, where it is there once: it is compiled as a file of its own. */

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
