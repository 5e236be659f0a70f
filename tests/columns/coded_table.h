/* SPDX-License-Identifier: MIT
 * A table of a format for the column coders. In an archive, tables are made from the fields that it names. */
#ifndef CODED_TABLE_H
#define CODED_TABLE_H

#include "columns/coder.h"

/* All fields wanted. `fields` has room for table->field_count of them and lives as long as the result. */
static inline coder_table coder_table_of(const reel_table *table, coder_field *fields)
{
    for (size_t f = 0; f < table->field_count; f++) {
        const reel_field *field = &table->fields[f];
        fields[f] = (coder_field){ .type = field->type,
                                   .count = field->count,
                                   .pose = (field->flags & REEL_FIELD_POSE) != 0,
                                   .time = (field->flags & REEL_FIELD_TIME) != 0,
                                   .field = field };
    }
    return (coder_table){ .fields = fields, .count = table->field_count, .row_size = table->row_size };
}

#endif
