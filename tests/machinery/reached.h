/* SPDX-License-Identifier: MIT
 * Inputs that reach what few others do: golden and bad files that were changed several times, bytes or rows. tests/mutation/search.py searches
 * them: it keeps those that enter a branch, or come to a border of a comparison, that no earlier one did. inputs.tsv beside the golden files
 * has them, as the numbers of their changes. */
#ifndef REEL_TEST_REACHED_H
#define REEL_TEST_REACHED_H

#include "inside.h"
#include "uses.h"

/* An input is an earlier one that is changed once more: the index of that one, or none, and the number of the change. */
typedef struct reached_input {
    size_t parent, number;
} reached_input;
enum { REACHED_DEEP = 12, REACHED_NUMBERS = 36 * 36 * 36 };
#define REACHED_NONE SIZE_MAX

typedef enum reached_kind { REACHED_BYTES, REACHED_ROWS, REACHED_KINDS } reached_kind;
extern const char *const reached_names[REACHED_KINDS];

/* A file of which inputs are made. */
typedef struct reached_file {
    const specimen *file;
    manner m;
    inside in;
    reel_replay *replay, *alone; /* NULL: its rows cannot be written */
} reached_file;

reached_file reached_open(const specimen *file);
void reached_close(reached_file *of);

/* Makes the input of these numbers, and adds what becomes of it to the answer that was begun. */
void reached_answer(const reached_file *of, reached_kind kind, const size_t *numbers, size_t count);

/* The numbers of an input and those before it, in the order of the changes: their count. */
size_t reached_path(const reached_input *inputs, size_t which, size_t numbers[REACHED_DEEP]);

/* The inputs of a kind that inputs.tsv has of a file, malloc'ed; NULL if it has none. */
reached_input *reached_list(const specimen *file, reached_kind kind, size_t *count);

#endif
