/* SPDX-License-Identifier: MIT */
#include "core/valid.h"

#include "core/rows.h"

#include <math.h>

/* A clock that was not set counts from the beginning of 1970. */
static bool is_date(const reel_field *field, const void *row)
{
    int64_t moment;
    return reel_field_moment(field, row, &moment) && moment;
}

size_t reel__field_valid_values(const reel_field *field, const void *row, size_t first, size_t count)
{
    if (!reel_field_present(field, row)) return 0;
    if (reel_field_is_moment(field)) return is_date(field, row) ? count : 0;
    if (!field_is_float(field)) return count;
    size_t valid = 0;
    for (size_t i = first; i < first + count; i++) valid += isfinite(reel_field_number(field, row, i)) != 0;
    return valid;
}

bool reel_field_valid(const reel_field *field, const void *row)
{
    return reel__field_valid_values(field, row, 0, field->count) != 0;
}
