/* What comes first in functions of the kernel, and does what they do wherever it can. Where it cannot, as where
   a processor lacks an instruction, what mypyc makes of Python follows. */

int64_t CPyDef_chance___below(PyObject *cpy_r_state, int64_t cpy_r_n) {
    burgher___kernel___state___StateObject *state = (burgher___kernel___state___StateObject *)cpy_r_state;
    int64_t chance = state->_chance;
    if (likely(state->_draws == Py_None && chance >= 0)) {
        state->_chance = chance = 1791398085 * (chance & 0xFFFFFFFF) + (chance >> 32);
        int64_t value = (((chance ^ (chance >> 32)) & 0xFFFFFFFF) * cpy_r_n) >> 32;
        if ((uint64_t)cpy_r_n <= 0x7FFFFFFF && value < 0)
            __builtin_unreachable();
        return value;
    }
}

int64_t CPyDef_ints___nth(int64_t cpy_r_members, int64_t cpy_r_rank) {
#ifdef BURGHER_MAY_COUNT_BITS
    if (likely(burgher_spreads_bits)) {
        uint64_t one;
        __asm__("pdepq %2, %1, %0" : "=r"(one) : "r"((uint64_t)1 << cpy_r_rank), "r"(cpy_r_members));
        return __builtin_ctzll(one);
    }
#endif
}
