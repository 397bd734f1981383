/* Integers into other people's arrays: what `array_export.py` does, for a compiled Burgher.

   It writes what has changed and nothing else. The rows keep what was written last, and so do we, integer by
   integer: most decisions change a handful of the integers that a seat observes. */

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
#define MAY_HAVE_AVX2
#include <immintrin.h>
#define WITH_AVX2 __attribute__((target("avx2,bmi")))
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
    if (read_plan(self, plan) != 0)
        goto failed;
    if (take_rows(features, &self->features, self->lanes, 4, "f",
                  "features should be a contiguous array of 32-bit floats, one row for each lane, to write into") != 0)
        goto failed;
    if (take_ints(ends, &self->ends) != 0)
        goto failed;
    self->seats = 1;
    if (movers != Py_None) {
        if (take_ints(movers, &self->movers) != 0 || note_seats(self, seats, of_seat) != 0)
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
    self->last = PyMem_Malloc((self->lanes * self->integers + 1) * sizeof(int64_t));
    if (self->last == NULL) {
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

/* The bits of every byte as numbers. */
static float BYTES[256][8];

static void fill_bytes(void) {
    for (int byte = 0; byte < 256; byte++)
        for (int bit = 0; bit < 8; bit++)
            BYTES[byte][bit] = (float)(byte >> bit & 1);
}

static void write_bits(float *out, int64_t n, uint64_t changed, uint64_t now) {
    for (; n >= 8 && changed; n -= 8, out += 8, changed >>= 8, now >>= 8)
        if (changed & 255)
            memcpy(out, BYTES[now & 255], sizeof BYTES[0]);
    for (int bit = 0; changed && bit < n; bit++)
        out[bit] = (float)(now >> bit & 1);
}

static void write_counts(float *out, int64_t n, const int64_t *copies, uint64_t members) {
    for (int64_t group = 0; group < n; group++) {
        uint64_t some = members & (((uint64_t)1 << copies[group]) - 1);
        int64_t count = 0;
        for (; some; some &= some - 1)
            count++;
        out[group] = (float)((double)count * (1.0 / (double)copies[group]));
        members >>= copies[group];
    }
}

INLINE void write_int(const ArrayExport *self, const Step *step, float *row, int64_t old, int64_t now) {
    float *out = row + step->at;
    if (step->kind == ONE_OF) {
        /* Nobody could guess whether it was or is any of them: what is none goes to waste. */
        float waste, *from = out + (old - step->bound), *to = out + (now - step->bound);
        *((uint64_t)(old - step->bound) < (uint64_t)step->n ? from : &waste) = 0.0f;
        *((uint64_t)(now - step->bound) < (uint64_t)step->n ? to : &waste) = 1.0f;
    } else if (step->kind == NUMBER) {
        *out = (float)((double)(now < step->bound ? now : step->bound) * step->factor);
    } else if (step->kind == BITS) {
        write_bits(out, step->n, (uint64_t)(old ^ now), (uint64_t)now);
    } else {
        write_counts(out, step->n, &self->copies[step->group], (uint64_t)now);
    }
}

/* Set a mask's byte for every action offered; an action beyond the mask is left out. */
INLINE void write_mask(char *mask, Py_ssize_t actions, const int64_t *offers, int64_t end) {
    memset(mask, 0, actions);
    for (int64_t at = 0; at < end; at += 3) {
        int64_t first = offers[at + 1];
        uint64_t members = (uint64_t)offers[at + 2];
        if (first + 64 > actions && first < actions)
            members &= ((uint64_t)1 << (actions - first)) - 1;
        else if (first >= actions)
            members = 0;
        for (char *out = mask + first; members; members &= members - 1)
            out[lowest(members)] = 1;
    }
}

/* Write an integer that has changed. */
INLINE void write_changed(const ArrayExport *self, Py_ssize_t integer, const int64_t *now, int64_t *last, float *row) {
    write_int(self, &self->steps[integer], row, last[integer], now[integer]);
    last[integer] = now[integer];
}

/* Write what has changed from an integer on. Most are as they were, and of eight at once that is seen without a branch. */
INLINE void write_rest(const ArrayExport *self, Py_ssize_t integer, const int64_t *now, int64_t *last, float *row) {
    for (; integer < self->integers; integer++) {
        if (integer + 8 <= self->integers) {
            uint64_t changed = 0;
            for (int n = 0; n < 8; n++)
                changed |= (uint64_t)(last[integer + n] ^ now[integer + n]);
            if (!changed) {
                integer += 7;
                continue;
            }
        }
        if (last[integer] != now[integer])
            write_changed(self, integer, now, last, row);
    }
}

/* Exchange two rows; what is packed there may be of any kind. */
INLINE void swap(int32_t *one, int32_t *other, Py_ssize_t count) {
    for (Py_ssize_t n = 0; n < count; n++) {
        int32_t here = one[n];
        one[n] = other[n];
        other[n] = here;
    }
}

/* Move what stands there of every seat forward by so many seats: what was the first's is the last's after one. */
#define TURN(swap, first, seats, count, steps)                                                                         \
    for (int64_t step = 0; step < (steps); step++)                                                                     \
        for (Py_ssize_t seat = 0; seat + 1 < (seats); seat++)                                                          \
            swap((int32_t *)(first) + seat * (count), (int32_t *)(first) + (seat + 1) * (count), count)

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

/* Where the integers of the seats begin, and their features. */
INLINE int64_t *integers_of_seats(const ArrayExport *self, int64_t *last) {
    return last + self->integers - self->seats * self->of_seat;
}

INLINE float *features_of_seats(const ArrayExport *self, float *row) {
    return row + self->length - self->seats * self->features_of_seat;
}

INLINE void write_mask_of(const ArrayExport *self, Py_ssize_t lane) {
    if (self->actions > 0)
        write_mask((char *)self->masks.buf + lane * self->actions, self->actions, self->offers[lane].buf,
                   ((const int64_t *)self->ends.buf)[lane]);
}

static void write_lane(const ArrayExport *self, Py_ssize_t lane) {
    int64_t *last = self->last + lane * self->integers, steps = steps_to(self, lane);
    float *row = (float *)self->features.buf + lane * self->length;
    if (steps != 0) {
        TURN(swap, integers_of_seats(self, last), self->seats, 2 * self->of_seat, steps);
        TURN(swap, features_of_seats(self, row), self->seats, self->features_of_seat, steps);
    }
    write_rest(self, 0, self->seen[lane].buf, last, row);
    write_mask_of(self, lane);
}

#ifdef MAY_HAVE_AVX2
/* By a bit of what is packed below, the integer that it stands for. */
static const char PACKED[32] = {0, 0, 1, 1, 4, 4, 5, 5, 8, 8, 9, 9, 12, 12, 13, 13,
                                2, 2, 3, 3, 6, 6, 7, 7, 10, 10, 11, 11, 14, 14, 15, 15};

/* Whether each of four integers is as it was: all ones where it is. */
WITH_AVX2 static inline __m256i as_it_was(const int64_t *last, const int64_t *now) {
    return _mm256_cmpeq_epi64(_mm256_loadu_si256((const __m256i *)last), _mm256_loadu_si256((const __m256i *)now));
}

WITH_AVX2 static inline void swap_avx2(int32_t *one, int32_t *other, Py_ssize_t count) {
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
    for (; n < count; n++) {
        int32_t here = one[n];
        one[n] = other[n];
        other[n] = here;
    }
}

/* Write what has changed of sixteen integers. */
WITH_AVX2 static inline void write_16(const ArrayExport *self, Py_ssize_t integer, const int64_t *now, int64_t *last,
                                      float *row) {
    const int64_t *before = last + integer, *after = now + integer;
    __m256i some = _mm256_packs_epi32(as_it_was(before, after), as_it_was(before + 4, after + 4));
    __m256i others = _mm256_packs_epi32(as_it_was(before + 8, after + 8), as_it_was(before + 12, after + 12));
    uint32_t changed = ~(uint32_t)_mm256_movemask_epi8(_mm256_packs_epi32(some, others)) & 0x55555555;
    for (; changed; changed &= changed - 1)
        write_changed(self, integer + PACKED[lowest(changed)], now, last, row);
}

/* Whether sixteen integers are as they were. */
WITH_AVX2 static inline __m256i all_as_they_were(const int64_t *last, const int64_t *now) {
    __m256i some = _mm256_and_si256(as_it_was(last, now), as_it_was(last + 4, now + 4));
    return _mm256_and_si256(some, _mm256_and_si256(as_it_was(last + 8, now + 8), as_it_was(last + 12, now + 12)));
}

/* What has changed is looked for among 32 integers at once. */
WITH_AVX2 static void write_lane_avx2(const ArrayExport *self, Py_ssize_t lane) {
    const int64_t *now = self->seen[lane].buf;
    Py_ssize_t integers = self->integers, integer = 0;
    int64_t *last = self->last + lane * integers, steps = steps_to(self, lane);
    float *row = (float *)self->features.buf + lane * self->length;
    if (steps != 0) {
        TURN(swap_avx2, integers_of_seats(self, last), self->seats, 2 * self->of_seat, steps);
        TURN(swap_avx2, features_of_seats(self, row), self->seats, self->features_of_seat, steps);
    }
    for (; integer + 32 <= integers; integer += 32) {
        __m256i some = all_as_they_were(last + integer, now + integer);
        __m256i others = all_as_they_were(last + integer + 16, now + integer + 16);
        if (_mm256_movemask_epi8(_mm256_and_si256(some, others)) != -1) {
            write_16(self, integer, now, last, row);
            write_16(self, integer + 16, now, last, row);
        }
    }
    if (integer + 16 <= integers) {
        write_16(self, integer, now, last, row);
        integer += 16;
    }
    /* The last sixteen may begin among those before. */
    if (integers >= 16 && integer < integers)
        write_16(self, integers - 16, now, last, row);
    else
        write_rest(self, integer, now, last, row);
    write_mask_of(self, lane);
}
#endif

static void (*write_one)(const ArrayExport *, Py_ssize_t) = write_lane;

static PyObject *export_write(ArrayExport *self, PyObject *const *args, Py_ssize_t nargs) {
    if (nargs != 2) {
        PyErr_SetString(PyExc_TypeError, "write takes the first lane and the one after the last");
        return NULL;
    }
    Py_ssize_t first = PyLong_AsSsize_t(args[0]), end = PyLong_AsSsize_t(args[1]);
    if (PyErr_Occurred())
        return NULL;
    for (Py_ssize_t lane = first < 0 ? 0 : first; lane < end && lane < self->lanes; lane++)
        write_one(self, lane);
    Py_RETURN_NONE;
}

static PyMethodDef export_methods[] = {
    {"write", (PyCFunction)(void (*)(void))export_write, METH_FASTCALL,
     "Write what the integers of some lanes say now, from the first up to but not the end."},
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
        type *out = array.buf;                                                                                         \
        for (Py_ssize_t n = 0; n < count; n++)                                                                         \
            out[n] = (type)(value);                                                                                    \
    } while (0)

static PyObject *spread(PyObject *module, PyObject *args) {
    PyObject *from, *into;
    double factor;
    Py_buffer integers, array;
    if (!PyArg_ParseTuple(args, "OOd:spread", &from, &into, &factor))
        return NULL;
    if (PyObject_GetBuffer(from, &integers, PyBUF_SIMPLE) != 0)
        return NULL;
    if (PyObject_GetBuffer(into, &array, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) != 0) {
        PyBuffer_Release(&integers);
        return NULL;
    }
    const int64_t *integer = integers.buf;
    Py_ssize_t count = integers.len / (Py_ssize_t)sizeof(int64_t);
    char format = array.format ? array.format[0] : 'B';
    int fits = array.len == count * array.itemsize;
    if (!fits)
        PyErr_Format(PyExc_ValueError, "the array should have room for %zd numbers", count);
    else if (format == 'f')
        SPREAD(float, (double)integer[n] * factor);
    else if (format == 'd')
        SPREAD(double, (double)integer[n] * factor);
    else if (array.itemsize == 1)
        SPREAD(int8_t, integer[n]);
    else if (array.itemsize == 2)
        SPREAD(int16_t, integer[n]);
    else if (array.itemsize == 4)
        SPREAD(int32_t, integer[n]);
    else
        SPREAD(int64_t, integer[n]);
    PyBuffer_Release(&integers);
    PyBuffer_Release(&array);
    if (!fits)
        return NULL;
    Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
    {"spread", spread, METH_VARARGS, "Write integers into a contiguous array of numbers."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "array_export", .m_doc = "Integers into other people's arrays.", .m_size = -1,
    .m_methods = functions};

PyMODINIT_FUNC PyInit_array_export(void) {
    if (PyType_Ready(&ArrayExportType) < 0)
        return NULL;
    fill_bytes();
#ifdef MAY_HAVE_AVX2
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi"))
        write_one = write_lane_avx2;
#endif
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    Py_INCREF(&ArrayExportType);
    if (PyModule_AddObject(module, "ArrayExport", (PyObject *)&ArrayExportType) < 0) {
        Py_DECREF(&ArrayExportType);
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
