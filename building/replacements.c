/* Functions of the kernel, as a C programmer would write them: they take the place of what mypyc makes of Python.
   What they call stands in support.h. */

int64_t CPyDef_ints___only(int64_t cpy_r_single) {
    return cpy_r_single ? __builtin_ctzll(cpy_r_single) : 0;
}

int64_t CPyDef_ints___size(int64_t cpy_r_members) {
    return burgher_size(cpy_r_members);
}

int64_t CPyDef_observing___copied(
    VecI64 cpy_r_source, int64_t cpy_r_count, VecI64 cpy_r_into, int64_t cpy_r_at) {
    return burgher_copied(cpy_r_source, cpy_r_count, cpy_r_into, cpy_r_at);
}

int64_t CPyDef_observing___chosen(
    VecI64 cpy_r_source, VecI64 cpy_r_places, int64_t cpy_r_first, int64_t cpy_r_count, VecI64 cpy_r_into,
    int64_t cpy_r_at) {
    return burgher_chosen(cpy_r_source, cpy_r_places, cpy_r_first, cpy_r_count, cpy_r_into, cpy_r_at);
}

int64_t CPyDef_observing___translated(
    int64_t cpy_r_row, int64_t cpy_r_count, int64_t cpy_r_codes, VecI64 cpy_r_into, int64_t cpy_r_at) {
    return burgher_translated(cpy_r_row, cpy_r_count, cpy_r_codes, cpy_r_into, cpy_r_at);
}

int64_t CPyDef_packed___spread(
    int64_t cpy_r_numbers, int64_t cpy_r_places, VecI64 cpy_r_into, int64_t cpy_r_end) {
    return burgher_spread(cpy_r_numbers, cpy_r_places, cpy_r_into, cpy_r_end);
}

int64_t CPyDef_observing___write_4(
    VecI64 cpy_r_into, int64_t cpy_r_at, int64_t cpy_r_a, int64_t cpy_r_b, int64_t cpy_r_c, int64_t cpy_r_d) {
    int64_t *at = burgher_room(cpy_r_into, cpy_r_at, 4);
    at[0] = cpy_r_a;
    at[1] = cpy_r_b;
    at[2] = cpy_r_c;
    at[3] = cpy_r_d;
    return cpy_r_at + 4;
}

int64_t CPyDef_observing___write_8(
    VecI64 cpy_r_into, int64_t cpy_r_at, int64_t cpy_r_a, int64_t cpy_r_b, int64_t cpy_r_c, int64_t cpy_r_d,
    int64_t cpy_r_e, int64_t cpy_r_f, int64_t cpy_r_g, int64_t cpy_r_h) {
    int64_t *at = burgher_room(cpy_r_into, cpy_r_at, 8);
    at[0] = cpy_r_a;
    at[1] = cpy_r_b;
    at[2] = cpy_r_c;
    at[3] = cpy_r_d;
    at[4] = cpy_r_e;
    at[5] = cpy_r_f;
    at[6] = cpy_r_g;
    at[7] = cpy_r_h;
    return cpy_r_at + 8;
}

int64_t CPyDef_offers___offer(
    VecI64 cpy_r_into, int64_t cpy_r_end, int64_t cpy_r_first, int64_t cpy_r_members) {
    return burgher_offer(cpy_r_into, cpy_r_end, cpy_r_first, cpy_r_members);
}

int64_t CPyDef_offers___offer_three(
    VecI64 cpy_r_into, int64_t cpy_r_end, int64_t cpy_r_first, int64_t cpy_r_apart, int64_t cpy_r_one,
    int64_t cpy_r_two, int64_t cpy_r_three) {
    return burgher_offer_three(
        cpy_r_into, cpy_r_end, cpy_r_first, cpy_r_apart, cpy_r_one, cpy_r_two, cpy_r_three);
}

char CPyDef_offers___is_offered(VecI64 cpy_r_offers, int64_t cpy_r_end, int64_t cpy_r_action) {
    return burgher_is_offered(cpy_r_offers, cpy_r_end, cpy_r_action);
}

int64_t CPyDef_offers___nth_offered(VecI64 cpy_r_offers, int64_t cpy_r_rank) {
    return burgher_nth_offered(cpy_r_offers, cpy_r_rank);
}

PyObject *CPyDef_kernel___state___listed(VecI64 cpy_r_offers, int64_t cpy_r_end) {
    return burgher_listed(CPyStatic_kernel___state____NUMBERS, cpy_r_offers, cpy_r_end);
}

char CPyDef_ints___copy_ints(VecI64 cpy_r_target, VecI64 cpy_r_source) {
    burgher_copy(cpy_r_target, cpy_r_source);
    return 1;
}

char CPyDef_ints___same(VecI64 cpy_r_one, VecI64 cpy_r_other) {
    return burgher_same(cpy_r_one, cpy_r_other);
}
