/* SPDX-License-Identifier: MIT
 * What a worker found of a map, as all rooms use it. The server does not trust it: a worker has read a hostile file. */
#ifndef SERVER_BASE_MAP_FACTS_H
#define SERVER_BASE_MAP_FACTS_H

#include "base/inspection.h"

enum { MAP_HASHES = 2 /* by which replays name one map */, MAP_FIGURES = 1 << 14 /* bytes of them */ };

/* The result of JOB_LEVEL, whose output is the figures: JSON, an object with the tables that people are shown. Texts end with a NUL. */
typedef struct map_facts {
    char hashes[MAP_HASHES][JOB_MAP]; /* in lower case; those that are empty are none */
    char game[JOB_NAME], title[JOB_TEXT], author[JOB_TEXT];
} map_facts;

/* Whether what a worker says of a map is possible. */
bool map_facts_are_sound(const map_facts *facts);

#endif
