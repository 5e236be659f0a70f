/* SPDX-License-Identifier: MIT
 * What replays are of, in files of their own. */
#include "door.h"

typedef struct levels {
    PyObject_HEAD reel_levels *levels;
} levels;

static PyTypeObject *levels_type;

PyObject *levels_in(PyObject *reading, const reel_levels **found)
{
    PyObject *held = reading && PyDict_Check(reading) ? PyDict_GetItemString(reading, "levels") : NULL;
    const bool given = held && PyObject_TypeCheck(held, levels_type);
    *found = given ? ((const levels *)held)->levels : NULL;
    return given ? held : NULL;
}

reel_status level_find(const reel_levels *from, const reel_chunk *header, const reel_replay **level, reel_error *error)
{
    *level = NULL;
    const reel_status status = from ? reel_levels_find(from, header, level, error) : REEL_OK;
    return status == REEL_END ? REEL_OK : status;
}

void level_release(const reel_levels *from, const reel_replay *level)
{
    if (from && level) reel_levels_release(from, level);
}

static void levels_dealloc(PyObject *self)
{
    reel_levels_close(((levels *)self)->levels);
    PyTypeObject *type = Py_TYPE(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* Levels(path, kept): `path` is bytes; `kept` bytes, or None. */
static PyObject *levels_new(PyTypeObject *type, PyObject *args, PyObject *keywords)
{
    static char *names[] = { "path", "kept", NULL };
    const char *path, *kept = NULL;
    PyObject *file = Py_None;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "y|O:Levels", names, &path, &file)) return NULL;
    if (file != Py_None && !(kept = PyBytes_AsString(file))) return NULL;
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    levels *held = (levels *)alloc(type, 0);
    if (!held) return NULL;
    reel_error error = { 0 };
    reel_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = reel_levels_open_kept(path, kept, NULL, &held->levels, &error);
    Py_END_ALLOW_THREADS;
    if (status >= 0) return (PyObject *)held;
    Py_DECREF(held);
    return error_raise(&error);
}

static PyObject *levels_many(PyObject *self, void *closure)
{
    (void)closure;
    return PyBool_FromLong(reel_levels_are_many(((levels *)self)->levels));
}

static PyGetSetDef members[] = { { "many", levels_many, NULL, NULL, NULL }, { NULL, NULL, NULL, NULL, NULL } };
static PyType_Slot slots[] = {
    { Py_tp_new, levels_new }, { Py_tp_dealloc, levels_dealloc }, { Py_tp_getset, members }, { 0, NULL }
};
static PyType_Spec spec = { "pyreel._reel.Levels", sizeof(levels), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE, slots };

bool levels_prepare(PyObject *module)
{
    levels_type = (PyTypeObject *)PyType_FromSpec(&spec);
    return levels_type && PyModule_AddObjectRef(module, "Levels", (PyObject *)levels_type) == 0;
}
