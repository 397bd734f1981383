/* What Python finds where a module should be: it leads to the module's place in the library.

   mypyc makes another for each module, and to compile them all takes as long as the rules of a game. The build adds
   a line `SHIM(name)` for each name of a module, and copies what comes of it to wherever Python looks. */

#include <Python.h>

/* Only where a module is made in steps does Python say which; the library then does them all at once. */
static PyObject *made(PyObject *spec, PyModuleDef *Py_UNUSED(definition)) {
    PyObject *dot = PyUnicode_FromString("."), *joint = PyUnicode_FromString("___"), *places = PyTuple_New(1);
    PyObject *name = PyObject_GetAttrString(spec, "name"), *library = NULL, *place = NULL, *capsule = NULL;
    PyObject *(*initialize)(void) = NULL;
    if (dot && joint && places && name) {
        /* With names to look for in it, it is found while the package around it is still being imported. */
        PyTuple_SET_ITEM(places, 0, Py_NewRef(dot));
        library = PyImport_ImportModuleLevel(LIBRARY, NULL, NULL, places, 0);
        place = library ? PyUnicode_Replace(name, dot, joint, -1) : NULL;
        Py_XSETREF(place, place ? PyUnicode_FromFormat("init_%U", place) : NULL);
        capsule = place ? PyObject_GetAttr(library, place) : NULL;
        if (capsule)
            initialize = (PyObject *(*)(void))PyCapsule_GetPointer(capsule, PyCapsule_GetName(capsule));
    }
    Py_XDECREF(dot);
    Py_XDECREF(joint);
    Py_XDECREF(places);
    Py_XDECREF(name);
    Py_XDECREF(library);
    Py_XDECREF(place);
    Py_XDECREF(capsule);
    return initialize ? initialize() : NULL;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_create, (void *)made},
#if PY_VERSION_HEX >= 0x030C0000
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};
static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "burgher", .m_slots = slots};

#define SHIM(name) PyMODINIT_FUNC PyInit_##name(void) { return PyModuleDef_Init(&definition); }
