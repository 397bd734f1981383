/* A small network of whole numbers: what `value_network.py` does, for a compiled Burgher.

   The sums of the first layer are kept, and with them the integers that they are for: from one position of a search
   to the next most integers stay as they are, and only what has changed is taken off and added. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>
#include <string.h>

/* The same loops for processors of several kinds, chosen when the library is loaded, where the compiler can do that. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && defined(__GLIBC__)
#define FOR_EACH_PROCESSOR __attribute__((target_clones("default", "avx2", "arch=x86-64-v4")))
#else
#define FOR_EACH_PROCESSOR
#endif

#define TOP 1023
#define MOST_WORTH 4095
#define MOST_SEATS 8
#define MOST_UNITS 512

enum { LOOKUP, BITS, COUNTS };

typedef struct {
    int kind;
    int64_t first; /* of a table: the value of its first entry; else the first row */
    int64_t n;
    int64_t *numbers; /* of a table: its rows; of groups: how many bits each has */
} Step;

typedef struct {
    Py_ssize_t steps;
    Step *step;
    int64_t *numbers; /* the plan itself, into which steps point */
} Plan;

static void free_plan(Plan *plan) {
    PyMem_Free(plan->step);
    PyMem_Free(plan->numbers);
}

/* A plan as steps; -1 with an exception if it is none, or needs other than so many integers and rows. */
static int read_plan(Plan *plan, PyObject *list, Py_ssize_t integers, int64_t rows) {
    Py_ssize_t end = PyList_GET_SIZE(list), at = 0;
    plan->numbers = PyMem_Calloc(end + 1, sizeof(int64_t));
    plan->step = PyMem_Calloc(end + 1, sizeof(Step));
    if (plan->numbers == NULL || plan->step == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    for (Py_ssize_t i = 0; i < end; i++) {
        plan->numbers[i] = PyLong_AsLongLong(PyList_GET_ITEM(list, i));
        if (plan->numbers[i] == -1 && PyErr_Occurred())
            return -1;
    }
    int fits = 1;
    while (at < end) {
        Step *step = &plan->step[plan->steps];
        int64_t kind = plan->numbers[at], n = at + 1 < end ? plan->numbers[at + 1] : -1, most = 0;
        int64_t more = kind == BITS ? 0 : n;
        if (kind < LOOKUP || kind > COUNTS || n < 1 || n > end || at + 3 + more > end) {
            PyErr_SetString(PyExc_ValueError,
                            "the plan of a network ends in the middle of a step, or has one that means nothing");
            return -1;
        }
        step->kind = (int)kind;
        step->n = n;
        step->first = plan->numbers[at + 2];
        step->numbers = &plan->numbers[at + 3];
        if (kind == LOOKUP) {
            for (int64_t i = 0; i < n; i++)
                if (step->numbers[i] >= most)
                    most = step->numbers[i] + 1;
        } else {
            most = step->first + n;
            fits = fits && step->first >= 0 && n <= 64;
            for (int64_t i = 0; kind == COUNTS && i < n; i++) {
                fits = fits && step->numbers[i] > 0 && step->numbers[i] < 63;
                most += step->numbers[i];
            }
        }
        fits = fits && most <= rows;
        at += 3 + more;
        plan->steps++;
    }
    if (!fits || plan->steps != integers) {
        PyErr_SetString(PyExc_ValueError, "the network is for another observation");
        return -1;
    }
    return 0;
}

static inline int64_t looked_up(const Step *step, int64_t integer) {
    int64_t which = integer < step->first ? 0 : integer - step->first;
    return step->numbers[which < step->n ? which : step->n - 1];
}

static inline int count_bits(uint64_t members) {
    int count = 0;
    for (; members; members &= members - 1)
        count++;
    return count;
}

/* -- the network ------------------------------------------------------------------------------------------------ */

typedef struct {
    PyObject_HEAD
    Plan plan;
    Py_ssize_t rows, hidden, second, seats;
    int16_t *first, *by_worth, *middle, *last;
    int32_t *bias, *middle_bias, *last_bias;
    int32_t *sums;    /* of the first layer, for the integers in `summed` */
    int64_t *summed;
    int is_summed;
    Py_buffer seen, values;
    int taken;
} ValueNetwork;

FOR_EACH_PROCESSOR
static void add_row(int32_t *restrict sums, const int16_t *restrict row, Py_ssize_t hidden) {
    for (Py_ssize_t i = 0; i < hidden; i++)
        sums[i] += row[i];
}

FOR_EACH_PROCESSOR
static void subtract_row(int32_t *restrict sums, const int16_t *restrict row, Py_ssize_t hidden) {
    for (Py_ssize_t i = 0; i < hidden; i++)
        sums[i] -= row[i];
}

static void change(ValueNetwork *self, int64_t row, int add) {
    const int16_t *weights = self->first + row * self->hidden;
    if (add)
        add_row(self->sums, weights, self->hidden);
    else
        subtract_row(self->sums, weights, self->hidden);
}

/* Add the rows of an integer, or take them off; of sets, only the members in `changed`. */
static void change_int(ValueNetwork *self, const Step *step, int64_t integer, uint64_t changed, int add) {
    if (step->kind == LOOKUP) {
        int64_t row = looked_up(step, integer);
        if (row >= 0)
            change(self, row, add);
    } else if (step->kind == BITS) {
        for (int64_t bit = 0; bit < step->n; bit++)
            if ((uint64_t)integer >> bit & changed >> bit & 1)
                change(self, step->first + bit, add);
    } else {
        int64_t row = step->first;
        uint64_t members = (uint64_t)integer;
        for (int64_t group = 0; group < step->n; group++) {
            uint64_t all = ((uint64_t)1 << step->numbers[group]) - 1;
            if (changed & all)
                change(self, row + count_bits(members & all), add);
            row += step->numbers[group] + 1;
            members >>= step->numbers[group];
            changed >>= step->numbers[group];
        }
    }
}

static void sum_up(ValueNetwork *self) {
    const int64_t *seen = self->seen.buf;
    if (!self->is_summed) {
        memcpy(self->sums, self->bias, self->hidden * sizeof(int32_t));
        for (Py_ssize_t n = 0; n < self->plan.steps; n++) {
            change_int(self, &self->plan.step[n], seen[n], ~(uint64_t)0, 1);
            self->summed[n] = seen[n];
        }
        self->is_summed = 1;
        return;
    }
    for (Py_ssize_t n = 0; n < self->plan.steps; n++) {
        uint64_t changed = (uint64_t)(seen[n] ^ self->summed[n]);
        if (changed) {
            change_int(self, &self->plan.step[n], self->summed[n], changed, 0);
            change_int(self, &self->plan.step[n], seen[n], changed, 1);
            self->summed[n] = seen[n];
        }
    }
}

FOR_EACH_PROCESSOR
static void activate(const ValueNetwork *self, const int32_t *restrict worths, int16_t *restrict units) {
    int32_t said[MOST_UNITS];
    Py_ssize_t hidden = self->hidden;
    memset(said, 0, hidden * sizeof(int32_t));
    for (Py_ssize_t seat = 0; seat < self->seats; seat++) {
        const int16_t *weights = self->by_worth + seat * hidden;
        for (Py_ssize_t i = 0; i < hidden; i++)
            said[i] += worths[seat] * weights[i];
    }
    for (Py_ssize_t i = 0; i < hidden; i++) {
        int32_t total = (self->sums[i] + (said[i] >> 8)) >> 3;
        total = total < 0 ? 0 : total;
        units[i] = (int16_t)(total > TOP ? TOP : total);
    }
}

FOR_EACH_PROCESSOR
static void dense(const int16_t *restrict units, Py_ssize_t width, const int16_t *restrict weights,
                  const int32_t *restrict bias, Py_ssize_t count, int32_t *restrict out) {
    for (Py_ssize_t n = 0; n < count; n++) {
        int32_t sum = 0;
        for (Py_ssize_t i = 0; i < width; i++)
            sum += (int32_t)units[i] * (int32_t)weights[n * width + i];
        out[n] = sum + bias[n];
    }
}

static PyObject *network_correct(ValueNetwork *self, PyObject *nothing) {
    int64_t *values = self->values.buf;
    int32_t worths[MOST_SEATS], sums[MOST_UNITS], ends[MOST_SEATS];
    int16_t units[MOST_UNITS], more[MOST_UNITS];
    sum_up(self);
    for (Py_ssize_t seat = 0; seat < self->seats; seat++) {
        int64_t worth = values[seat] >> 4;
        worths[seat] = (int32_t)(worth < -MOST_WORTH ? -MOST_WORTH : worth > MOST_WORTH ? MOST_WORTH : worth);
    }
    activate(self, worths, units);
    dense(units, self->hidden, self->middle, self->middle_bias, self->second, sums);
    for (Py_ssize_t i = 0; i < self->second; i++) {
        int32_t unit = sums[i] >> 10;
        more[i] = (int16_t)(unit < 0 ? 0 : unit > TOP ? TOP : unit);
    }
    dense(more, self->second, self->last, self->last_bias, self->seats, ends);
    for (Py_ssize_t seat = 0; seat < self->seats; seat++)
        values[seat] += ends[seat] >> 5;
    Py_RETURN_NONE;
}

static void network_dealloc(ValueNetwork *self) {
    free_plan(&self->plan);
    PyMem_Free(self->first);
    PyMem_Free(self->by_worth);
    PyMem_Free(self->middle);
    PyMem_Free(self->last);
    PyMem_Free(self->bias);
    PyMem_Free(self->middle_bias);
    PyMem_Free(self->last_bias);
    PyMem_Free(self->sums);
    PyMem_Free(self->summed);
    if (self->taken > 1)
        PyBuffer_Release(&self->values);
    if (self->taken > 0)
        PyBuffer_Release(&self->seen);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* The type of the arrays that compiled code has, `vec[i64]`; NULL, without an exception, where nothing is compiled. */
static PyTypeObject *ints_type(void) {
    static PyTypeObject *found = NULL;
    if (found != NULL)
        return found;
    PyObject *vecs = PyImport_ImportModule("librt.vecs"), *types = PyImport_ImportModule("mypy_extensions");
    PyObject *vec = vecs ? PyObject_GetAttrString(vecs, "vec") : NULL;
    PyObject *i64 = types ? PyObject_GetAttrString(types, "i64") : NULL;
    PyObject *kind = vec && i64 ? PyObject_GetItem(vec, i64) : NULL;
    PyObject *one = kind ? PyObject_CallNoArgs(kind) : NULL;
    if (one != NULL) {
        found = Py_TYPE(one);
        Py_INCREF(found);
    }
    Py_XDECREF(one);
    Py_XDECREF(kind);
    Py_XDECREF(i64);
    Py_XDECREF(vec);
    Py_XDECREF(types);
    Py_XDECREF(vecs);
    PyErr_Clear();
    return found;
}

/* Take hold of an array to write into. The arrays of compiled code say that they are for reading only, to others:
   they are ours, and of exactly that type. What anything else says is believed. */
static int take_values(PyObject *values, Py_buffer *into) {
    if (PyObject_GetBuffer(values, into, PyBUF_WRITABLE) == 0)
        return 0;
    if (!PyErr_ExceptionMatches(PyExc_BufferError))
        return -1;
    PyObject *kind, *error, *where;
    PyErr_Fetch(&kind, &error, &where);
    if (Py_TYPE(values) != ints_type()) {
        PyErr_Restore(kind, error, where);
        return -1;
    }
    Py_XDECREF(kind);
    Py_XDECREF(error);
    Py_XDECREF(where);
    return PyObject_GetBuffer(values, into, PyBUF_SIMPLE);
}

/* Numbers of a file are little-endian, whatever this machine has. */
static const unsigned char *take_16(int16_t **into, Py_ssize_t count, const unsigned char *from) {
    *into = PyMem_Calloc(count + 1, sizeof(int16_t));
    for (Py_ssize_t i = 0; *into != NULL && i < count; i++, from += 2)
        (*into)[i] = (int16_t)(from[0] | (uint16_t)from[1] << 8);
    return from;
}

static const unsigned char *take_32(int32_t **into, Py_ssize_t count, const unsigned char *from) {
    *into = PyMem_Calloc(count + 1, sizeof(int32_t));
    for (Py_ssize_t i = 0; *into != NULL && i < count; i++, from += 4)
        (*into)[i] =
            (int32_t)(from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 | (uint32_t)from[3] << 24);
    return from;
}

static PyObject *network_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *plan, *shape, *weights, *seen, *values;
    if (!PyArg_ParseTuple(args, "O!O!SOO:ValueNetwork", &PyList_Type, &plan, &PyList_Type, &shape, &weights, &seen,
                          &values))
        return NULL;
    ValueNetwork *self = (ValueNetwork *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    Py_ssize_t sizes[4] = {0, 0, 0, 0};
    for (Py_ssize_t i = 0; i < 4 && PyList_GET_SIZE(shape) == 4; i++)
        sizes[i] = PyLong_AsSsize_t(PyList_GET_ITEM(shape, i));
    if (PyErr_Occurred())
        goto failed;
    self->rows = sizes[0], self->hidden = sizes[1], self->second = sizes[2], self->seats = sizes[3];
    if (self->rows < 1 || self->rows > 1000000 || self->hidden < 1 || self->hidden > MOST_UNITS || self->second < 1 ||
        self->second > MOST_UNITS || self->seats < 1 || self->seats > MOST_SEATS) {
        PyErr_SetString(PyExc_ValueError, "a network cannot have this shape");
        goto failed;
    }
    Py_ssize_t shorts = self->rows * self->hidden + self->seats * self->hidden + self->second * self->hidden +
                        self->seats * self->second;
    if (PyBytes_GET_SIZE(weights) != 2 * shorts + 4 * (self->hidden + self->second + self->seats)) {
        PyErr_SetString(PyExc_ValueError, "a network's numbers are not as many as its shape says");
        goto failed;
    }
    if (PyObject_GetBuffer(seen, &self->seen, PyBUF_SIMPLE) != 0)
        goto failed;
    self->taken = 1;
    if (take_values(values, &self->values) != 0)
        goto failed;
    self->taken = 2;
    if (read_plan(&self->plan, plan, self->seen.len / (Py_ssize_t)sizeof(int64_t), self->rows) != 0)
        goto failed;
    if (self->seen.itemsize != sizeof(int64_t) || self->values.itemsize != sizeof(int64_t) ||
        self->values.len < self->seats * (Py_ssize_t)sizeof(int64_t)) {
        PyErr_SetString(PyExc_ValueError, "the network is for another observation");
        goto failed;
    }
    const unsigned char *from = (const unsigned char *)PyBytes_AS_STRING(weights);
    from = take_16(&self->first, self->rows * self->hidden, from);
    from = take_16(&self->by_worth, self->seats * self->hidden, from);
    from = take_32(&self->bias, self->hidden, from);
    from = take_16(&self->middle, self->second * self->hidden, from);
    from = take_32(&self->middle_bias, self->second, from);
    from = take_16(&self->last, self->seats * self->second, from);
    take_32(&self->last_bias, self->seats, from);
    self->sums = PyMem_Calloc(self->hidden, sizeof(int32_t));
    self->summed = PyMem_Calloc(self->plan.steps + 1, sizeof(int64_t));
    if (!self->first || !self->by_worth || !self->bias || !self->middle || !self->middle_bias || !self->last ||
        !self->last_bias || !self->sums || !self->summed) {
        PyErr_NoMemory();
        goto failed;
    }
    return (PyObject *)self;
failed:
    Py_DECREF(self);
    return NULL;
}

static PyMethodDef network_methods[] = {
    {"correct", (PyCFunction)network_correct, METH_NOARGS,
     "Read what the heuristic says of each seat, in hundredths of a point, and write what is to be expected."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject ValueNetworkType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "burgher.kernel.value_network.ValueNetwork",
    .tp_doc = "A network with the arrays that it reads from and writes to.",
    .tp_basicsize = sizeof(ValueNetwork),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = network_new,
    .tp_dealloc = (destructor)network_dealloc,
    .tp_methods = network_methods,
};

/* -- what it is taught by --------------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    Plan plan;
    Py_ssize_t width, count;
    Py_buffer seen, lines;
    int taken;
} FeatureWriter;

static void writer_dealloc(FeatureWriter *self) {
    free_plan(&self->plan);
    if (self->taken > 1)
        PyBuffer_Release(&self->lines);
    if (self->taken > 0)
        PyBuffer_Release(&self->seen);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

static PyObject *writer_new(PyTypeObject *type, PyObject *args, PyObject *kwargs) {
    PyObject *plan, *seen, *lines;
    Py_ssize_t rows;
    if (!PyArg_ParseTuple(args, "O!nOO:FeatureWriter", &PyList_Type, &plan, &rows, &seen, &lines))
        return NULL;
    FeatureWriter *self = (FeatureWriter *)type->tp_alloc(type, 0);
    if (self == NULL)
        return NULL;
    self->width = (rows + 7) / 8;
    if (PyObject_GetBuffer(seen, &self->seen, PyBUF_SIMPLE) != 0)
        goto failed;
    self->taken = 1;
    if (PyObject_GetBuffer(lines, &self->lines, PyBUF_WRITABLE | PyBUF_C_CONTIGUOUS) != 0)
        goto failed;
    self->taken = 2;
    if (read_plan(&self->plan, plan, self->seen.len / (Py_ssize_t)sizeof(int64_t), rows) != 0)
        goto failed;
    if (self->width < 1 || self->lines.len % self->width != 0) {
        PyErr_SetString(PyExc_ValueError,
                        "the plan is for another observation, or the array has no room for whole lines");
        goto failed;
    }
    self->count = self->lines.len / self->width;
    return (PyObject *)self;
failed:
    Py_DECREF(self);
    return NULL;
}

static inline void set_bit(unsigned char *line, int64_t row) { line[row >> 3] |= (unsigned char)(1 << (row & 7)); }

static PyObject *writer_write(FeatureWriter *self, PyObject *number) {
    Py_ssize_t which = PyLong_AsSsize_t(number);
    if (which == -1 && PyErr_Occurred())
        return NULL;
    if (which < 0 || which >= self->count) {
        PyErr_SetString(PyExc_IndexError, "there is no such line");
        return NULL;
    }
    const int64_t *seen = self->seen.buf;
    unsigned char *line = (unsigned char *)self->lines.buf + which * self->width;
    memset(line, 0, self->width);
    for (Py_ssize_t n = 0; n < self->plan.steps; n++) {
        const Step *step = &self->plan.step[n];
        if (step->kind == LOOKUP) {
            int64_t row = looked_up(step, seen[n]);
            if (row >= 0)
                set_bit(line, row);
        } else if (step->kind == BITS) {
            for (int64_t bit = 0; bit < step->n; bit++)
                if ((uint64_t)seen[n] >> bit & 1)
                    set_bit(line, step->first + bit);
        } else {
            int64_t row = step->first;
            uint64_t members = (uint64_t)seen[n];
            for (int64_t group = 0; group < step->n; group++) {
                set_bit(line, row + count_bits(members & (((uint64_t)1 << step->numbers[group]) - 1)));
                row += step->numbers[group] + 1;
                members >>= step->numbers[group];
            }
        }
    }
    Py_RETURN_NONE;
}

static PyMethodDef writer_methods[] = {
    {"write", (PyCFunction)writer_write, METH_O, "Write what is observed now into a line."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject FeatureWriterType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "burgher.kernel.value_network.FeatureWriter",
    .tp_doc = "Writes which rows observations would add as bits, a line of bytes for each.",
    .tp_basicsize = sizeof(FeatureWriter),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = writer_new,
    .tp_dealloc = (destructor)writer_dealloc,
    .tp_methods = writer_methods,
};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "value_network",
                                        .m_doc = "A small network of whole numbers.", .m_size = -1};

static int add_type(PyObject *module, const char *name, PyTypeObject *type) {
    if (PyType_Ready(type) < 0)
        return -1;
    Py_INCREF(type);
    if (PyModule_AddObject(module, name, (PyObject *)type) < 0) {
        Py_DECREF(type);
        return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit_value_network(void) {
    PyObject *module = PyModule_Create(&definition);
    if (module == NULL)
        return NULL;
    if (add_type(module, "ValueNetwork", &ValueNetworkType) < 0 ||
        add_type(module, "FeatureWriter", &FeatureWriterType) < 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
