/* Integers into other people's arrays: what `array_export.py` does, for a compiled Burgher.

   It writes what has changed and nothing else. The rows keep what was written last, and so do we, integer by
   integer and action by action: most decisions change a handful of the integers that a seat observes. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

#ifdef _MSC_VER
#include <intrin.h>
static inline unsigned lowest(uint64_t members) {
    unsigned long n;
    _BitScanForward64(&n, members);
    return (unsigned)n;
}
#else
#define lowest (unsigned)__builtin_ctzll
#endif

/* Where the compiler can make code for processors that have more than it may count on, what is there is found out
   when the library is loaded. */
#if defined(__GNUC__) && defined(__x86_64__)
#define MAY_HAVE_VECTORS
#include <immintrin.h>
#define WITH_AVX2 __attribute__((target("avx2,bmi")))
#define WITH_AVX512 __attribute__((target("avx2,bmi,avx512f,avx512bw,avx512vl")))
#endif
#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

enum { NUMBER, BITS, ONE_OF, COUNTS };

typedef struct {
    int32_t kind;
    int32_t at;     /* where its features begin in a row */
    int32_t n;      /* how many there are */
    int32_t bound;  /* the most of a number, the first of a choice */
    double factor;  /* of a number */
    int64_t group;  /* of counts: where the copies stand in `copies` */
} Step;

typedef struct {
    PyObject_HEAD
    Py_ssize_t lanes, integers, length, actions;
    Step *steps;
    int64_t *copies;
    int64_t *last; /* by lane and integer: what the rows say now */
    Py_buffer *seen, *offers;
    Py_buffer features, ends, movers, masks;
    Py_ssize_t seen_taken, offers_taken;
    Py_ssize_t seats; /* whose integers stand at the end, so many for each; 1 where they do not */
    Py_ssize_t of_seat, features_of_seat;
    int64_t *watching; /* by lane: whose row it is now */
    uint32_t *changed; /* room for a list of integers */
    uint64_t *offered; /* by lane, so many words each: the set of the actions that its mask says */
    Py_ssize_t words;
} ArrayExport;

static int take_ints(PyObject *integers, Py_buffer *into) {
    if (PyObject_GetBuffer(integers, into, PyBUF_SIMPLE) != 0)
        return -1;
    return 0;
}

/* Several arrays of integers, one for each lane; how many of them are held goes to `taken`. */
static int take_all(PyObject *arrays, Py_buffer *into, Py_ssize_t lanes, Py_ssize_t *taken) {
    for (*taken = 0; *taken < lanes; (*taken)++)
        if (take_ints(PyList_GET_ITEM(arrays, *taken), &into[*taken]) != 0)
            return -1;
    return 0;
}

static int take_rows(PyObject *array, Py_buffer *into, Py_ssize_t lanes, Py_ssize_t itemsize, const char *format,
                     const char *complaint) {
    if (PyObject_GetBuffer(array, into, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
        if (PyErr_ExceptionMatches(PyExc_BufferError) || PyErr_ExceptionMatches(PyExc_ValueError))
            PyErr_SetString(PyExc_ValueError, complaint);
        return -1;
    }
    if (into->itemsize != itemsize || into->len % (lanes * itemsize) != 0 ||
        (format != NULL && strcmp(into->format ? into->format : "B", format) != 0)) {
        PyBuffer_Release(into);
        PyErr_SetString(PyExc_ValueError, complaint);
        return -1;
    }
    return 0;
}

/* The plan as steps, one for each integer; -1 with an exception if it is not for so many integers. */
static int read_plan(ArrayExport *self, PyObject *plan) {
    Py_ssize_t end = PyList_GET_SIZE(plan), at = 0, integer = 0, groups = 0;
    int64_t *numbers = PyMem_Malloc((end + 1) * sizeof(int64_t));
    if (numbers == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < end; i++) {
        numbers[i] = PyLong_AsLongLong(PyList_GET_ITEM(plan, i));
        if (numbers[i] == -1 && PyErr_Occurred())
            goto failed;
        if (numbers[i] != (int32_t)numbers[i]) {
            PyErr_SetString(PyExc_ValueError, "the numbers of a plan should be small");
            goto failed;
        }
    }
    self->steps = PyMem_Calloc(self->integers + 1, sizeof(Step));
    self->copies = PyMem_Calloc(end + 1, sizeof(int64_t));
    if (self->steps == NULL || self->copies == NULL) {
        PyErr_NoMemory();
        goto failed;
    }
    self->length = 0;
    while (at + 1 < end && integer < self->integers) {
        Step *step = &self->steps[integer++];
        step->kind = (int)numbers[at];
        step->at = (int32_t)self->length;
        step->n = step->kind == NUMBER ? 1 : (int32_t)numbers[at + 1];
        if (step->n < 0)
            break;
        if (step->kind == COUNTS) {
            if (at + 2 + step->n > end)
                break;
            step->group = groups;
            memcpy(&self->copies[groups], &numbers[at + 2], step->n * sizeof(int64_t));
            groups += step->n;
            at += 2 + step->n;
        } else if (step->kind == BITS) {
            at += 2;
        } else {
            if (at + 2 >= end)
                break;
            step->bound = (int32_t)(step->kind == NUMBER ? numbers[at + 1] : numbers[at + 2]);
            step->factor = step->kind == NUMBER ? 1.0 / (double)numbers[at + 2] : 0;
            at += 3;
        }
        self->length += step->n;
    }
    if (at != end || integer != self->integers) {
        PyErr_SetString(PyExc_ValueError, "the plan is for another number of integers");
        goto failed;
    }
    PyMem_Free(numbers);
    return 0;
failed:
    PyMem_Free(numbers);
    return -1;
}

/* How many features some steps make, one after the other. */
static int64_t features_of(const Step *steps, Py_ssize_t count) {
    int64_t features = 0;
    for (Py_ssize_t n = 0; n < count; n++)
        features += steps[n].n;
    return features;
}

/* Whether two steps do the same, but with other features. */
static int is_same(const ArrayExport *self, const Step *one, const Step *other) {
    return one->kind == other->kind && one->n == other->n && one->bound == other->bound && one->factor == other->factor &&
           (one->kind != COUNTS ||
            memcmp(&self->copies[one->group], &self->copies[other->group], one->n * sizeof(int64_t)) == 0);
}

/* Note that the last integers are those of the seats, `of_seat` for each; -1 with an exception if the plan says otherwise. */
static int note_seats(ArrayExport *self, Py_ssize_t seats, Py_ssize_t of_seat) {
    Py_ssize_t first = self->integers - seats * of_seat;
    int is_so = seats > 0 && of_seat > 0 && first >= 0;
    for (Py_ssize_t n = first + of_seat; is_so && n < self->integers; n++)
        is_so = is_same(self, &self->steps[n], &self->steps[n - of_seat]);
    if (!is_so) {
        PyErr_SetString(PyExc_ValueError, "the plan should end with the same steps for each seat");
        return -1;
    }
    self->seats = seats;
    self->of_seat = of_seat;
    self->features_of_seat = features_of(self->steps + first, of_seat);
    return 0;
}

/* -1 with an exception unless an array has an integer for each lane. */
static int has_one_for_each(const ArrayExport *self, const Py_buffer *integers) {
    if (integers->len >= self->lanes * (Py_ssize_t)sizeof(int64_t))
        return 0;
    PyErr_Format(PyExc_ValueError, "there should be an integer for each of %zd lanes", self->lanes);
    return -1;
}

static void export_dealloc(ArrayExport *self) {
    while (self->seen_taken > 0)
        PyBuffer_Release(&self->seen[--self->seen_taken]);
    while (self->offers_taken > 0)
        PyBuffer_Release(&self->offers[--self->offers_taken]);
    /* Of those that were not taken there is nothing to release. */
    PyBuffer_Release(&self->features);
    PyBuffer_Release(&self->ends);
    PyBuffer_Release(&self->movers);
    PyBuffer_Release(&self->masks);
    PyMem_Free(self->watching);
    PyMem_Free(self->changed);
    PyMem_Free(self->offered);
    PyMem_Free(self->seen);
    PyMem_Free(self->offers);
    PyMem_Free(self->steps);
    PyMem_Free(self->copies);
    PyMem_Free(self->last);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *export_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *plan, *seen, *features, *offers, *ends, *masks, *movers = Py_None;
    Py_ssize_t seats = 1, of_seat = 0;
    if (!PyArg_ParseTuple(args, "O!O!OO!OO|Onn:ArrayExport", &PyList_Type, &plan, &PyList_Type, &seen, &features,
                          &PyList_Type, &offers, &ends, &masks, &movers, &seats, &of_seat))
        return NULL;
    ArrayExport *self = (ArrayExport *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->lanes = PyList_GET_SIZE(seen);
    if (self->lanes == 0 || PyList_GET_SIZE(offers) != self->lanes) {
        PyErr_SetString(PyExc_ValueError, "there should be as many lanes of offers as of observations, and one at least");
        goto failed;
    }
    self->seen = PyMem_Calloc(self->lanes, sizeof(Py_buffer));
    self->offers = PyMem_Calloc(self->lanes, sizeof(Py_buffer));
    if (self->seen == NULL || self->offers == NULL) {
        PyErr_NoMemory();
        goto failed;
    }
    if (take_all(seen, self->seen, self->lanes, &self->seen_taken) != 0 ||
        take_all(offers, self->offers, self->lanes, &self->offers_taken) != 0)
        goto failed;
    self->integers = self->seen[0].len / (Py_ssize_t)sizeof(int64_t);
    for (Py_ssize_t lane = 0; lane < self->lanes; lane++)
        if (self->seen[lane].len != self->seen[0].len) {
            PyErr_SetString(PyExc_ValueError, "there should be as many integers for every lane");
            goto failed;
        }
    if (read_plan(self, plan) != 0)
        goto failed;
    if (take_rows(features, &self->features, self->lanes, 4, "f",
                  "features should be a contiguous array of 32-bit floats, one row for each lane, to write into") != 0)
        goto failed;
    if (take_ints(ends, &self->ends) != 0 || has_one_for_each(self, &self->ends) != 0)
        goto failed;
    self->seats = 1;
    if (movers != Py_None) {
        if (take_ints(movers, &self->movers) != 0 || has_one_for_each(self, &self->movers) != 0 ||
            note_seats(self, seats, of_seat) != 0)
            goto failed;
        self->watching = PyMem_Calloc(self->lanes, sizeof(int64_t));
        if (self->watching == NULL) {
            PyErr_NoMemory();
            goto failed;
        }
    }
    if (masks != Py_None) {
        if (take_rows(masks, &self->masks, self->lanes, 1, NULL,
                      "masks should be a contiguous array of single bytes, one row for each lane, to write into") != 0)
            goto failed;
        self->actions = self->masks.len / self->lanes;
    }
    if (self->features.len != self->lanes * self->length * 4) {
        PyErr_Format(PyExc_ValueError, "features should be %zd for each of %zd lanes", self->length, self->lanes);
        goto failed;
    }
    self->words = self->actions / 64 + 2;
    self->last = PyMem_Malloc((self->lanes * self->integers + 1) * sizeof(int64_t));
    self->changed = PyMem_Calloc(self->integers + 1, sizeof(uint32_t));
    self->offered = PyMem_Calloc(self->lanes * self->words, sizeof(uint64_t));
    if (self->last == NULL || self->changed == NULL || self->offered == NULL) {
        PyErr_NoMemory();
        goto failed;
    }
    /* Rows of zeros, and the integers that would have made them. */
    memset(self->features.buf, 0, self->features.len);
    for (Py_ssize_t lane = 0; lane < self->lanes; lane++)
        for (Py_ssize_t integer = 0; integer < self->integers; integer++)
            self->last[lane * self->integers + integer] =
                self->steps[integer].kind == ONE_OF ? self->steps[integer].bound - 1 : 0;
    return (PyObject *)self;
failed:
    Py_DECREF(self);
    return NULL;
}

/* -- what has changed, and how it is written -- */

/* What there is several ways to do: by plain C, and with the processor's vectors where it has them. */
typedef struct {
    /* List the integers that differ, and say how many; one more may be written after them. */
    Py_ssize_t (*differing)(const int64_t *before, const int64_t *now, Py_ssize_t count, uint32_t *list);
    /* Exchange two rows; what is packed there may be of any kind. */
    void (*swap)(int32_t *one, int32_t *other, Py_ssize_t count);
    /* Write bits as bytes; there is a word of bits more than these need. */
    void (*write_bytes)(const uint64_t *bits, Py_ssize_t count, char *out);
} Ways;

static Py_ssize_t differing(const int64_t *before, const int64_t *now, Py_ssize_t count, uint32_t *list) {
    Py_ssize_t found = 0;
    for (Py_ssize_t n = 0; n < count; n++) {
        /* Most are as they were, and of eight at once that is seen without a branch. */
        if (n + 8 <= count) {
            uint64_t changed = 0;
            for (int more = 0; more < 8; more++)
                changed |= (uint64_t)(before[n + more] ^ now[n + more]);
            if (!changed) {
                n += 7;
                continue;
            }
        }
        if (before[n] != now[n])
            list[found++] = (uint32_t)n;
    }
    return found;
}

static void swap(int32_t *one, int32_t *other, Py_ssize_t count) {
    for (Py_ssize_t n = 0; n < count; n++) {
        int32_t here = one[n];
        one[n] = other[n];
        other[n] = here;
    }
}

static void write_bytes(const uint64_t *bits, Py_ssize_t count, char *out) {
    memset(out, 0, count);
    for (Py_ssize_t at = 0; at < count; at += 64) {
        uint64_t members = bits[at >> 6];
        if (count - at < 64)
            members &= ((uint64_t)1 << (count - at)) - 1;
        for (; members; members &= members - 1)
            out[at + lowest(members)] = 1;
    }
}

static Ways WAYS;

static const Ways BY_PLAIN_C = {differing, swap, write_bytes};

#ifdef MAY_HAVE_VECTORS
/* By a bit of what is packed below, the integer that it stands for, of 32. */
static const unsigned char PACKED[32] = {0, 16, 1, 17, 4, 20, 5, 21, 8, 24, 9, 25, 12, 28, 13, 29,
                                         2, 18, 3, 19, 6, 22, 7, 23, 10, 26, 11, 27, 14, 30, 15, 31};

/* Whether each of four integers is as it was: all ones where it is. */
WITH_AVX2 static inline __m256i as_it_was(const int64_t *before, const int64_t *now) {
    return _mm256_cmpeq_epi64(_mm256_loadu_si256((const __m256i *)before), _mm256_loadu_si256((const __m256i *)now));
}

/* Which of sixteen integers have changed, packed: two bits for each. */
WITH_AVX2 static inline uint32_t changed_of_16(const int64_t *before, const int64_t *now) {
    __m256i some = _mm256_packs_epi32(as_it_was(before, now), as_it_was(before + 4, now + 4));
    __m256i others = _mm256_packs_epi32(as_it_was(before + 8, now + 8), as_it_was(before + 12, now + 12));
    return ~(uint32_t)_mm256_movemask_epi8(_mm256_packs_epi16(some, others));
}

WITH_AVX2 static Py_ssize_t differing_avx2(const int64_t *before, const int64_t *now, Py_ssize_t count, uint32_t *list) {
    Py_ssize_t n = 0, found = 0;
    for (; n + 32 <= count; n += 32) {
        uint32_t changed = (changed_of_16(before + n, now + n) & 0x55555555) |
                           (changed_of_16(before + n + 16, now + n + 16) & 0xAAAAAAAA);
        for (; changed; changed &= changed - 1)
            list[found++] = (uint32_t)(n + PACKED[_tzcnt_u32(changed)]);
    }
    if (n + 16 <= count) {
        uint32_t changed = changed_of_16(before + n, now + n) & 0x55555555;
        for (; changed; changed &= changed - 1)
            list[found++] = (uint32_t)(n + PACKED[_tzcnt_u32(changed)]);
        n += 16;
    }
    for (; n < count; n++) {
        list[found] = (uint32_t)n;
        found += before[n] != now[n];
    }
    return found;
}

WITH_AVX2 static void swap_avx2(int32_t *one, int32_t *other, Py_ssize_t count) {
    Py_ssize_t n = 0;
    for (; n + 16 <= count; n += 16) {
        __m256i here = _mm256_loadu_si256((const __m256i *)(one + n));
        __m256i next = _mm256_loadu_si256((const __m256i *)(one + n + 8));
        _mm256_storeu_si256((__m256i *)(one + n), _mm256_loadu_si256((const __m256i *)(other + n)));
        _mm256_storeu_si256((__m256i *)(one + n + 8), _mm256_loadu_si256((const __m256i *)(other + n + 8)));
        _mm256_storeu_si256((__m256i *)(other + n), here);
        _mm256_storeu_si256((__m256i *)(other + n + 8), next);
    }
    for (; n + 4 <= count; n += 4) {
        __m128i here = _mm_loadu_si128((const __m128i *)(one + n));
        _mm_storeu_si128((__m128i *)(one + n), _mm_loadu_si128((const __m128i *)(other + n)));
        _mm_storeu_si128((__m128i *)(other + n), here);
    }
    swap(one + n, other + n, count - n);
}

/* From any bit on, the next 64. */
INLINE uint64_t bits_from(const uint64_t *bits, Py_ssize_t at) {
    unsigned shift = (unsigned)at & 63;
    return bits[at >> 6] >> shift | bits[(at >> 6) + 1] << 1 << (63 - shift);
}

/* Write 32 bits of a word, those in its lower half or those in its upper half, as so many bytes. */
WITH_AVX2 static inline void write_half(__m256i word, int64_t half, char *out) {
    const int64_t each = 0x0101010101010101;
    const __m256i byte = _mm256_setr_epi64x((half + 0) * each, (half + 1) * each, (half + 2) * each, (half + 3) * each);
    const __m256i bit = _mm256_set1_epi64x((int64_t)0x8040201008040201);
    __m256i is_set = _mm256_cmpeq_epi8(_mm256_and_si256(_mm256_shuffle_epi8(word, byte), bit), bit);
    _mm256_storeu_si256((__m256i *)out, _mm256_and_si256(is_set, _mm256_set1_epi8(1)));
}

WITH_AVX2 static inline void write_64(uint64_t bits, char *out) {
    __m256i word = _mm256_set1_epi64x((int64_t)bits);
    write_half(word, 0, out);
    write_half(word, 4, out + 32);
}

WITH_AVX2 static void write_bytes_avx2(const uint64_t *bits, Py_ssize_t count, char *out) {
    if (count < 64) {
        write_bytes(bits, count, out);
        return;
    }
    for (Py_ssize_t at = 0; at + 64 <= count; at += 64)
        write_64(bits[at >> 6], out + at);
    /* The last ones may begin among those before. */
    write_64(bits_from(bits, count - 64), out + count - 64);
}

WITH_AVX512 static Py_ssize_t differing_avx512(const int64_t *before, const int64_t *now, Py_ssize_t count,
                                               uint32_t *list) {
    Py_ssize_t found = 0;
    for (Py_ssize_t base = 0; base < count; base += 64) {
        uint64_t changed = 0;
        Py_ssize_t n = base, end = count - base < 64 ? count : base + 64;
        for (; n + 8 <= end; n += 8)
            changed |= (uint64_t)_mm512_cmpneq_epi64_mask(_mm512_loadu_si512(before + n), _mm512_loadu_si512(now + n))
                       << (n - base);
        if (n < end) {
            __mmask8 rest = (__mmask8)((1 << (end - n)) - 1);
            changed |= (uint64_t)_mm512_cmpneq_epi64_mask(_mm512_maskz_loadu_epi64(rest, before + n),
                                                          _mm512_maskz_loadu_epi64(rest, now + n))
                       << (n - base);
        }
        for (; changed; changed &= changed - 1)
            list[found++] = (uint32_t)(base + (Py_ssize_t)_tzcnt_u64(changed));
    }
    return found;
}

WITH_AVX512 static void swap_avx512(int32_t *one, int32_t *other, Py_ssize_t count) {
    Py_ssize_t n = 0;
    for (; n + 16 <= count; n += 16) {
        __m512i here = _mm512_loadu_si512(one + n), next = _mm512_loadu_si512(other + n);
        _mm512_storeu_si512(one + n, next);
        _mm512_storeu_si512(other + n, here);
    }
    if (n < count) {
        __mmask16 rest = (__mmask16)((1 << (count - n)) - 1);
        __m512i here = _mm512_maskz_loadu_epi32(rest, one + n), next = _mm512_maskz_loadu_epi32(rest, other + n);
        _mm512_mask_storeu_epi32(one + n, rest, next);
        _mm512_mask_storeu_epi32(other + n, rest, here);
    }
}

WITH_AVX512 static void write_bytes_avx512(const uint64_t *bits, Py_ssize_t count, char *out) {
    if (count < 64) {
        write_bytes(bits, count, out);
        return;
    }
    for (Py_ssize_t at = 0; at + 64 <= count; at += 64)
        _mm512_storeu_si512(out + at, _mm512_maskz_set1_epi8(bits[at >> 6], 1));
    _mm512_storeu_si512(out + count - 64, _mm512_maskz_set1_epi8(bits_from(bits, count - 64), 1));
}
#endif

/* Do things the n-th way from now on; -1 where this processor or this build does not know it. */
static int use_way(long n) {
    if (n == 0)
        WAYS = BY_PLAIN_C;
#ifdef MAY_HAVE_VECTORS
    else if (n == 1 && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"))
        WAYS = (Ways){differing_avx2, swap_avx2, write_bytes_avx2};
    else if (n == 2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi"))
        WAYS = (Ways){differing_avx512, swap_avx512, write_bytes_avx512};
#endif
    else
        return -1;
    return 0;
}

/* Write what has become of a set: as many features as have changed. */
static void write_bits(float *out, int64_t n, uint64_t changed, uint64_t now) {
    if (n < 64)
        changed &= ((uint64_t)1 << n) - 1;
    for (; changed; changed &= changed - 1) {
        unsigned bit = lowest(changed);
        out[bit] = (float)(now >> bit & 1);
    }
}

/* The same of counts: as many groups as something has changed in. */
static void write_counts(float *out, int64_t n, const int64_t *copies, uint64_t changed, uint64_t now) {
    for (int64_t group = 0; group < n && changed; group++) {
        uint64_t all = ((uint64_t)1 << copies[group]) - 1;
        if (changed & all) {
            int64_t count = 0;
            for (uint64_t some = now & all; some; some &= some - 1)
                count++;
            out[group] = (float)((double)count * (1.0 / (double)copies[group]));
        }
        changed >>= copies[group];
        now >>= copies[group];
    }
}

/* Write an integer that has changed. */
INLINE void write_int(const ArrayExport *self, const Step *step, float *out, int64_t before, int64_t now) {
    if (step->kind == ONE_OF) {
        /* Nobody could guess whether it was or is any of them: what is none goes to waste. */
        float waste;
        uint64_t was = (uint64_t)(before - step->bound), is = (uint64_t)(now - step->bound), n = (uint64_t)step->n;
        *(was < n ? out + was : &waste) = 0.0f;
        *(is < n ? out + is : &waste) = 1.0f;
    } else if (step->kind == NUMBER) {
        *out = (float)((double)(now < step->bound ? now : step->bound) * step->factor);
    } else if (step->kind == BITS) {
        write_bits(out, step->n, (uint64_t)(before ^ now), (uint64_t)now);
    } else {
        write_counts(out, step->n, &self->copies[step->group], (uint64_t)(before ^ now), (uint64_t)now);
    }
}

/* Write the integers that are listed. */
static void write_listed(const ArrayExport *self, const uint32_t *list, Py_ssize_t count, const int64_t *now,
                         int64_t *last, float *row) {
    for (const uint32_t *end = list + count; list < end; list++) {
        const Step *step = &self->steps[*list];
        write_int(self, step, row + step->at, last[*list], now[*list]);
        last[*list] = now[*list];
    }
}

/* Move what stands there of every seat forward by so many seats: what was the first's is the last's after one. */
static void turn(void *first, Py_ssize_t seats, Py_ssize_t count, int64_t steps) {
    for (int64_t step = 0; step < steps; step++)
        for (Py_ssize_t seat = 0; seat + 1 < seats; seat++)
            WAYS.swap((int32_t *)first + seat * count, (int32_t *)first + (seat + 1) * count, count);
}

/* How many seats further the one is that observes now; what is known of the seats is much the same, but stands elsewhere. */
INLINE int64_t steps_to(const ArrayExport *self, Py_ssize_t lane) {
    if (self->seats <= 1)
        return 0;
    int64_t mover = ((const int64_t *)self->movers.buf)[lane], steps = mover - self->watching[lane];
    if (steps == 0 || mover < 0 || mover >= self->seats)
        return 0;
    self->watching[lane] = mover;
    return steps < 0 ? steps + self->seats : steps;
}

/* Set a mask's byte for every action offered, and no other; an action beyond the mask is left out. */
static void write_mask(const ArrayExport *self, Py_ssize_t lane) {
    const int64_t *offers = self->offers[lane].buf;
    int64_t end = ((const int64_t *)self->ends.buf)[lane], most = self->offers[lane].len / (Py_ssize_t)sizeof(int64_t) - 3;
    uint64_t *offered = self->offered + lane * self->words;
    for (Py_ssize_t word = 0; word < self->words; word++)
        offered[word] = 0;
    for (int64_t at = 0; at < end && at <= most; at += 3) {
        uint64_t first = (uint64_t)offers[at + 1], members = (uint64_t)offers[at + 2];
        if (first < (uint64_t)self->actions) {
            offered[first >> 6] |= members << (first & 63);
            offered[(first >> 6) + 1] |= members >> 1 >> (~first & 63);
        }
    }
    WAYS.write_bytes(offered, self->actions, (char *)self->masks.buf + lane * self->actions);
}

static void write_lane(const ArrayExport *self, Py_ssize_t lane) {
    const int64_t *now = self->seen[lane].buf;
    int64_t *last = self->last + lane * self->integers, steps = steps_to(self, lane);
    float *row = (float *)self->features.buf + lane * self->length;
    if (steps != 0) {
        turn(last + self->integers - self->seats * self->of_seat, self->seats, 2 * self->of_seat, steps);
        turn(row + self->length - self->seats * self->features_of_seat, self->seats, self->features_of_seat, steps);
    }
    Py_ssize_t count = WAYS.differing(last, now, self->integers, self->changed);
    write_listed(self, self->changed, count, now, last, row);
    if (self->actions > 0)
        write_mask(self, lane);
}

static PyObject *export_write(ArrayExport *self, PyObject *const *args, Py_ssize_t nargs) {
    if (nargs != 2) {
        PyErr_SetString(PyExc_TypeError, "write takes the first lane and the one after the last");
        return NULL;
    }
    Py_ssize_t first = PyLong_AsSsize_t(args[0]), end = PyLong_AsSsize_t(args[1]);
    if (PyErr_Occurred())
        return NULL;
    for (Py_ssize_t lane = first < 0 ? 0 : first; lane < end && lane < self->lanes; lane++)
        write_lane(self, lane);
    Py_RETURN_NONE;
}

/* Whether a lane's mask, or else what it is offered, says that an action may be taken. */
static int is_offered(const ArrayExport *self, Py_ssize_t lane, uint64_t action) {
    if (self->actions > 0)
        return action < (uint64_t)self->actions &&
               self->offered[lane * self->words + (Py_ssize_t)(action >> 6)] >> (action & 63) & 1;
    const int64_t *offers = self->offers[lane].buf;
    int64_t end = ((const int64_t *)self->ends.buf)[lane], most = self->offers[lane].len / (Py_ssize_t)sizeof(int64_t) - 3;
    for (int64_t at = 0; at < end && at <= most; at += 3) {
        uint64_t which = action - (uint64_t)offers[at + 1];
        if (which < 62 && (uint64_t)offers[at + 2] >> which & 1)
            return 1;
    }
    return 0;
}

static PyObject *export_refused(ArrayExport *self, PyObject *actions) {
    Py_buffer chosen;
    if (take_ints(actions, &chosen) != 0)
        return NULL;
    Py_ssize_t lane = 0, count = chosen.len / (Py_ssize_t)sizeof(int64_t);
    if (count == self->lanes)
        while (lane < count && is_offered(self, lane, (uint64_t)((const int64_t *)chosen.buf)[lane]))
            lane++;
    PyBuffer_Release(&chosen);
    if (count != self->lanes)
        return PyErr_Format(PyExc_ValueError, "there should be an action for each of %zd lanes", self->lanes);
    return PyLong_FromSsize_t(lane < count ? lane : -1);
}

static PyMethodDef export_methods[] = {
    {"write", (PyCFunction)(void (*)(void))export_write, METH_FASTCALL,
     "Write what the integers of some lanes say now, from the first up to but not the end."},
    {"refused", (PyCFunction)export_refused, METH_O,
     "The first lane that was not offered what is chosen for it when it was written last; -1 if there is none."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject ArrayExportType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "burgher.kernel.array_export.ArrayExport",
    .tp_doc = "Carries the integers of many lanes, over and over, into arrays that are handed in once.",
    .tp_basicsize = sizeof(ArrayExport),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = export_new,
    .tp_dealloc = (destructor)export_dealloc,
    .tp_methods = export_methods,
};

#define SPREAD(type, value)                                                                                            \
    do {                                                                                                               \
        type *out = array->buf;                                                                                        \
        for (Py_ssize_t n = 0; n < count; n++)                                                                         \
            out[n] = (type)(value);                                                                                    \
    } while (0)

/* Integers, and an array of as many numbers that they are written into. */
typedef struct {
    Py_buffer integers, array;
    double factor;
} Pair;

static void pair_release(Pair *pair) {
    PyBuffer_Release(&pair->integers);
    PyBuffer_Release(&pair->array);
}

static int pair_take(Pair *pair, PyObject *integers, PyObject *array, double factor) {
    memset(pair, 0, sizeof *pair);
    pair->factor = factor;
    if (take_ints(integers, &pair->integers) != 0 ||
        PyObject_GetBuffer(array, &pair->array, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
        pair_release(pair);
        return -1;
    }
    Py_ssize_t count = pair->integers.len / (Py_ssize_t)sizeof(int64_t);
    if (pair->array.len != count * pair->array.itemsize) {
        PyErr_Format(PyExc_ValueError, "the array should have room for %zd numbers", count);
        pair_release(pair);
        return -1;
    }
    return 0;
}

static void pair_write(const Pair *pair) {
    const Py_buffer *array = &pair->array;
    const int64_t *integer = pair->integers.buf;
    const double factor = pair->factor;
    Py_ssize_t count = pair->integers.len / (Py_ssize_t)sizeof(int64_t);
    char format = array->format ? array->format[0] : 'B';
    if (format == 'f')
        SPREAD(float, (double)integer[n] * factor);
    else if (format == 'd')
        SPREAD(double, (double)integer[n] * factor);
    else if (array->itemsize == 1)
        SPREAD(int8_t, integer[n]);
    else if (array->itemsize == 2)
        SPREAD(int16_t, integer[n]);
    else if (array->itemsize == 4)
        SPREAD(int32_t, integer[n]);
    else
        SPREAD(int64_t, integer[n]);
}

static PyObject *spread(PyObject *module, PyObject *args) {
    PyObject *from, *into;
    double factor;
    Pair pair;
    if (!PyArg_ParseTuple(args, "OOd:spread", &from, &into, &factor) || pair_take(&pair, from, into, factor) != 0)
        return NULL;
    pair_write(&pair);
    pair_release(&pair);
    Py_RETURN_NONE;
}

typedef struct {
    PyObject_HEAD
    Py_ssize_t taken;
    Pair *pairs;
} Spreading;

static void spreading_dealloc(Spreading *self) {
    while (self->taken > 0)
        pair_release(&self->pairs[--self->taken]);
    PyMem_Free(self->pairs);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *spreading_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *pairs;
    if (!PyArg_ParseTuple(args, "O!:Spreading", &PyList_Type, &pairs))
        return NULL;
    Spreading *self = (Spreading *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    Py_ssize_t count = PyList_GET_SIZE(pairs);
    self->pairs = PyMem_Calloc(count + 1, sizeof(Pair));
    if (self->pairs == NULL) {
        PyErr_NoMemory();
        goto failed;
    }
    /* To take hold of an array may run Python, and that may change the list. */
    for (; self->taken < count && self->taken < PyList_GET_SIZE(pairs); self->taken++) {
        PyObject *pair = PyList_GET_ITEM(pairs, self->taken), *from, *into;
        double factor;
        Py_INCREF(pair);
        int is_taken = PyTuple_Check(pair) && PyArg_ParseTuple(pair, "OOd:Spreading", &from, &into, &factor) &&
                       pair_take(&self->pairs[self->taken], from, into, factor) == 0;
        Py_DECREF(pair);
        if (is_taken) {
            pair_write(&self->pairs[self->taken]);
        } else {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_TypeError, "each should be integers, an array and a factor");
            goto failed;
        }
    }
    return (PyObject *)self;
failed:
    Py_DECREF(self);
    return NULL;
}

static PyObject *spreading_write(Spreading *self, PyObject *nothing) {
    for (Py_ssize_t n = 0; n < self->taken; n++)
        pair_write(&self->pairs[n]);
    Py_RETURN_NONE;
}

static PyMethodDef spreading_methods[] = {
    {"write", (PyCFunction)spreading_write, METH_NOARGS, "Write what all integers say now."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject SpreadingType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "burgher.kernel.array_export.Spreading",
    .tp_doc = "Integers that are written into arrays of numbers, over and over.",
    .tp_basicsize = sizeof(Spreading),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = spreading_new,
    .tp_dealloc = (destructor)spreading_dealloc,
    .tp_methods = spreading_methods,
};

static PyObject *use(PyObject *module, PyObject *way) {
    long n = PyLong_AsLong(way);
    if (n == -1 && PyErr_Occurred())
        return NULL;
    if (use_way(n) != 0) {
        PyErr_SetString(PyExc_ValueError, "there is no such way here");
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"use", use, METH_O, "For tests: write in another way from now on: 0 by plain C, 1 with AVX2, 2 with AVX-512."},
    {"spread", spread, METH_VARARGS, "Write integers into a contiguous array of numbers."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "array_export", .m_doc = "Integers into other people's arrays.", .m_size = -1,
    .m_methods = functions};

PyMODINIT_FUNC PyInit_array_export(void) {
    if (PyType_Ready(&ArrayExportType) < 0 || PyType_Ready(&SpreadingType) < 0)
        return NULL;
    for (int way = 2; use_way(way) != 0; way--)
        ;
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    if (PyModule_AddObjectRef(module, "ArrayExport", (PyObject *)&ArrayExportType) < 0 ||
        PyModule_AddObjectRef(module, "Spreading", (PyObject *)&SpreadingType) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
