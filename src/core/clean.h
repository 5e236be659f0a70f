/* SPDX-License-Identifier: MIT
 * What REEL_CLEAN does to a value. */
#ifndef CORE_CLEAN_H
#define CORE_CLEAN_H

#include <reel/format.h>

/* Takes the value of a field out of a row: a float is NaN and a text empty. An integer stays as it is if no byte of the row marks just this
 * value: then reel_field_valid is false. */
void reel__clean_remove(const reel_table *table, const reel_field *field, void *row);
/* Makes those values of a float field NaN that are not finite. */
void reel__clean_infinities(const reel_field *field, void *row);

#endif
