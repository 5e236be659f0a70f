/* SPDX-License-Identifier: MIT
 * Maps as JSON. */
#ifndef SERVER_JSON_MAP_JSON_H
#define SERVER_JSON_MAP_JSON_H

#include "base/record.h"
#include "base/text.h"
#include "store/catalogue_maps.h"

/* Adds a map with its figures, which are JSON that was read once. */
void map_add_json(text *to, const map_entry *map, const char *figures);

#endif
