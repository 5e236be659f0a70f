/* SPDX-License-Identifier: MIT
 * Text of single values. */
#ifndef EXPORT_VALUE_H
#define EXPORT_VALUE_H

#include "codec/base64.h"
#include "codec/number.h"
#include "codec/text_form.h"
#include "core/rows.h"

#include <reel/format.h>

/* Maximum size of the text of a value of any type except STRING and BYTES. */
#define SCALAR_SIZE NUMBER_SIZE

/* Writes the text of such a value as in CSV. Returns its length. */
size_t reel__scalar_text(char *buffer, reel_type type, const void *value);
/* Returns true if JSON has that text without quotes: not for UUIDs, NaN and infinities. */
bool reel__scalar_is_bare(reel_type type, const void *value);
/* Writes `count` F32 values, at least one, separated by commas. With `quotes`, NaN and infinities are quoted. This is the fast path:
 * most values of replays are floats. */
void reel__put_floats(reel_output *out, const uint8_t *slot, size_t count, bool quotes);
/* The moment of a field as text; 0 if there is none. */
size_t reel__moment_value(char *buffer, const reel_field *field, const void *row);
/* The enumeration name of an integer value, or NULL. */
const char *reel__scalar_label(const reel_field *field, const void *value);

#endif
