/* SPDX-License-Identifier: MIT
 * Values that a row has, but that mean nothing: floats that are not finite, and invalid dates. */
#ifndef CORE_VALID_H
#define CORE_VALID_H

#include "core/rows.h"

/* Whether reel_field_valid may be false for a row that has a value of the field. */
static inline bool field_can_be_invalid(const reel_field *field) { return field_is_float(field) || reel_field_is_moment(field); }

/* How many of some values of a field a row has that can be values: see reel_field_valid. */
size_t reel__field_valid_values(const reel_field *field, const void *row, size_t first, size_t count);

#endif
