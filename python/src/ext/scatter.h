/* SPDX-License-Identifier: MIT
 * Columns of Python values and buffers to rows. */
#ifndef PYREEL_SCATTER_H
#define PYREEL_SCATTER_H

#include "door.h"

/* Makes `count` rows of a table from a dictionary of columns. A column is called as a field or as a column of the table, and is a pair:
 * a memoryview of the exact type or a sequence of objects, and a buffer with a byte for each row that is not 0 if there is a value, or
 * None. `keep` is a list that holds what the rows refer to. Returns the rows, for PyMem_Free, or NULL with an exception. */
uint8_t *scatter(const reel_table *table, size_t count, PyObject *columns, PyObject *keep);

#endif
