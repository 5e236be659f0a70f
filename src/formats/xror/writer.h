/* SPDX-License-Identifier: MIT
 * The state of a writer of XROR. */
#ifndef XROR_WRITER_H
#define XROR_WRITER_H

#include "core/replay.h"
#include "formats/xror/bson_out.h"
#include "formats/xror/reader.h"

/* The rows of one type of event. */
typedef struct xror_slice {
    unsigned layout;
    const uint8_t *rows; /* of the table of a known type, or events */
    size_t count;
    const xror_attribute *attributes;
    size_t attribute_count;
    const xror_value *values; /* of events */
    size_t value_count;
} xror_slice;

/* Rows to write, or those of the original file, and how far they were taken. */
typedef struct xror_rows {
    const reel_chunk *chunk;
    const xror_info *info;
    const xror_device *devices;
    const xror_device_axis *axes;
    const xror_app_extension *extensions;
    const xror_event_type *types;
    const xror_other_key *others;
    size_t device_count, axis_count, extension_count, type_count, other_count;
    size_t next_axis, next_attribute, next_event, next_value;
    size_t next_rows[XROR_EVENT_LAYOUTS]; /* by the first layout of a table */
    uint32_t met_layouts;
} xror_rows;

typedef struct xror_writer {
    reel_encoder *e;
    reel_status status; /* the first failure */
    bson_out out;
    xror_rows now, old; /* of `old`, chunk is NULL if there is no original file */
    bool same_motion;
    xror_slice slice, old_slice; /* of the type of event that is being written */
    bool same_slice;
    size_t other_heads[XROR_PLACES]; /* the next row of other_keys of each place, or SIZE_MAX */
    size_t *other_next;
    size_t others_written;
    reel_string *names; /* attributes of a type of event */
    size_t name_room;
    xror_device *devices; /* with columns and roles */
    fpzip_decoder codec;
    pull_reader tree;
} xror_writer;

/* Records a failure that names a row. Returns false. */
bool reel__xror_refuse(xror_writer *w, const char *rule, const char *section, size_t row, const char *what);
/* A row_check. */
reel_status reel__xror_check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error);
reel_status reel__xror_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
/* Writes an element with a table of values, as floats if all of them are, else as doubles. The values are changed. */
void reel__xror_write_floats(xror_writer *w, const char *key, double *values, size_t rows, uint32_t columns);
double *reel__xror_new_values(xror_writer *w, const char *section, size_t rows, size_t columns);

/* Whether the rows of motion are those of the original, and the columns too. */
bool reel__xror_same_motion(const xror_writer *w);
bool reel__xror_has_motion(const xror_writer *w);
void reel__xror_write_motion(xror_writer *w);

/* Takes the rows of type of event `type`, and compares them with the original. */
void reel__xror_begin_type(xror_writer *w, uint32_t type);
void reel__xror_write_float_data(xror_writer *w, uint32_t type);
void reel__xror_write_other_data(xror_writer *w, uint32_t type);
bool reel__xror_has_other_data(const xror_writer *w);
/* Refuses rows that no type of event has. */
void reel__xror_end_types(xror_writer *w);

#endif
