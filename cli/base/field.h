/* SPDX-License-Identifier: MIT
 * Values of fields as text, and text as a sink. */
#ifndef REEL_CLI_FIELD_H
#define REEL_CLI_FIELD_H

#include "base/text.h"

#include <reel/export.h>

/* Appends the value of a field as text, of any length. */
void field_text(struct text *text, const reel_field *field, const void *row, bool labels);

/* A sink that appends to a text. It never fails: see struct text. */
reel_sink text_sink(struct text *text);

#endif
