/* SPDX-License-Identifier: MIT
 * Columns of one name have one type in all tables of a game, so that tables join and can be put below each other. */
#ifndef COLUMNS_SHARED_TYPE_H
#define COLUMNS_SHARED_TYPE_H

#include <reel/reel.h>

#include <stdbool.h>
#include <stddef.h>

/* The type of a field's columns where names are shared: that of the field, or a wider one. Text, of an integer: the names of an enumeration. */
reel_type reel__shared_type(const reel_field *field);

/* Converts `count` numbers, each `step` bytes after the one before; the pairs of types are those that reel__shared_type chooses. An integer of 64
 * bits without a sign is at most INT64_MAX then. A NaN of 32 bits keeps them. */
void reel__shared_numbers(uint8_t *to, reel_type to_type, const uint8_t *from, reel_type from_type, size_t step, size_t count);

#endif
