/* SPDX-License-Identifier: MIT
 * What records ask of a file, sound or damaged: each adds to the answer that was begun (records.h). */
#ifndef REEL_TEST_USES_H
#define REEL_TEST_USES_H

#include "copies.h"

/* What of a file says how its copies can be read. */
typedef struct manner {
    const reel_format *format;
    double first, last; /* times */
} manner;

manner manner_of(const specimen *file);

/* Reads it: the number chooses all tables, one, a span, a low limit, small pieces, or another convention. */
void use_read(const manner *m, const copy *c, size_t number);
/* Repairs it. */
void use_repaired(const copy *c);

/* Converts a file of format `from`; `to` NULL: to the same. */
void use_converted(const reel_format *from, const reel_format *to, const void *data, size_t size, reel_convert_options how);
/* An argument to try an operation with, by what it calls its own; NULL after the last one, if there are fewer than USE_ARGUMENTS. */
enum { USE_ARGUMENTS = 4 };
const char *use_argument(const reel_operation *operation, size_t which);

/* Writes the rows. `also`: what was written is converted, too: to a format that this number chooses; 0: it is not. */
void use_written(const reel_replay *replay, const char *convention, size_t also);
/* What a recorder of these rows leaves when it dies, and what is repaired of it. */
void use_spool(const reel_replay *replay);

/* Merges a file with another one of its format, which comes first or, if the number is odd, last. */
void use_merged(const specimen *with, const reel_format *format, const void *data, size_t size, size_t number);
/* Repairs, converts, merges with the original, cuts or changes a file like it, as the number says. */
void use_edited(const manner *m, const specimen *original, const void *data, size_t size, size_t number);

#endif
