/* SPDX-License-Identifier: MIT
 * The extension module pyreel._reel. */
#include "door.h"

static const struct {
    const char *name;
    long value;
} constants[] = {
    { "ARROW_PLAIN", REEL_ARROW_PLAIN },     { "ARROW_BYTES", REEL_ARROW_BYTES },   { "ARROW_LISTS", REEL_ARROW_LISTS },
    { "ARROW_STRUCTS", REEL_ARROW_STRUCTS }, { "ARROW_LABELS", REEL_ARROW_LABELS }, { "ARROW_MOMENTS", REEL_ARROW_MOMENTS },
    { "ARROW_CLEAN", REEL_ARROW_CLEAN },
};

#define KEYWORDS(function) (PyCFunction)(void (*)(void)) function, METH_VARARGS | METH_KEYWORDS

static PyMethodDef methods[] = { { "closest", py_closest, METH_VARARGS, NULL },
                                 { "around", py_around, METH_VARARGS, NULL },
                                 { "moment", py_moment, METH_VARARGS, NULL },
                                 { "schema_json", py_schema_json, METH_NOARGS, NULL },
                                 { "head", KEYWORDS(py_head), NULL },
                                 { "load", KEYWORDS(py_load), NULL },
                                 { "damage", KEYWORDS(py_damage), NULL },
                                 { "check", KEYWORDS(py_check), NULL },
                                 { "convert", KEYWORDS(py_convert), NULL },
                                 { "policy", py_policy, METH_VARARGS, NULL },
                                 { "stats", KEYWORDS(py_stats), NULL },
                                 { "plots", py_plots, METH_VARARGS, NULL },
                                 { "plot", KEYWORDS(py_plot), NULL },
                                 { "schema", KEYWORDS(py_schema), NULL },
                                 { "stream", KEYWORDS(py_stream), NULL },
                                 { "scan", KEYWORDS(py_scan), NULL },
                                 { "empty", py_empty, METH_VARARGS, NULL },
                                 { "no_rows", py_no_rows, METH_VARARGS, NULL },
                                 { "members", py_members, METH_VARARGS, NULL },
                                 { "survey", KEYWORDS(py_survey), NULL },
                                 { NULL, NULL, 0, NULL } };

static const char error_doc[] =
    "A file that cannot be read or written as asked.\n\n"
    "``status`` is one of io, truncated, corrupt, unsupported, limit, argument, loss and cancelled; ``rule`` is the id of the\n"
    "violated rule (\"bsor.frame-count\"), ``section`` the part of the file, ``offset`` the byte in the (decompressed) file, "
    "and\n"
    "``path`` the file, if there is one.";

static bool prepare(PyObject *module)
{
    PyObject *defaults = Py_BuildValue("{sO}", "path", Py_None);
    ReelError = defaults ? PyErr_NewExceptionWithDoc("pyreel.ReelError", error_doc, PyExc_Exception, defaults) : NULL;
    Py_XDECREF(defaults);
    if (!ReelError || PyModule_AddObjectRef(module, "ReelError", ReelError) < 0) return false;
    if (PyModule_AddStringConstant(module, "version", reel_version()) < 0) return false;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (PyModule_AddIntConstant(module, constants[i].name, constants[i].value) < 0) return false;
    return call_main_thread(module) && values_prepare() && rows_prepare(module) && writer_prepare(module) &&
           levels_prepare(module);
}

/* The objects above are static, so an interpreter of its own (PEP 684) is refused by Python. */
PyMODINIT_FUNC PyInit__reel(void)
{
    static struct PyModuleDef definition = { PyModuleDef_HEAD_INIT, "pyreel._reel", NULL, -1, methods, NULL, NULL, NULL, NULL };
    PyObject *module = PyModule_Create(&definition);
    if (module && !prepare(module)) Py_CLEAR(module);
    return module;
}
