/* SPDX-License-Identifier: MIT
 * Which replays a query wants: the parameters file, format, game and header. A file is not opened if its name rules it out, and of a replay
 * that its header rules out only the header is read. */
#ifndef REEL_DUCKDB_WANTED_H
#define REEL_DUCKDB_WANTED_H

#include "parameters.h"

typedef struct wanted_field {
    char *name;
    char **values; /* as texts; one of them is that of the header */
    size_t count;
} wanted_field;

typedef struct wanted_replays {
    char **names; /* of replays, in results; sorted. NULL: all */
    size_t name_count;
    const reel_format **formats; /* ending with NULL; NULL: all */
    char *game;                  /* that the header must name, if its format holds several; NULL: any */
    wanted_field *fields;
    size_t field_count;
} wanted_replays;

/* The parameters, for the lists of functions. */
#define WANTED_PARAMETERS                                                                                                        \
    { "file", DUCKDB_TYPE_ANY, "only the replays of this name, or of a list of names, as in the column file" },                  \
        { "format", DUCKDB_TYPE_VARCHAR, "only replays of this format, by its id" },                                             \
        { "game", DUCKDB_TYPE_VARCHAR, "only replays of this game" },                                                            \
    {                                                                                                                            \
        "header", DUCKDB_TYPE_ANY,                                                                                               \
            "only replays with these values in their header: {'player_name': 'Zoe', 'difficulty': ['Hard', 'Expert']}"           \
    }

/* Reads them. False: the error of the binding is set. */
bool wanted_parameters(duckdb_bind_info info, wanted_replays *only);
void wanted_free(wanted_replays *only);

/* Whether the file may have a wanted replay, by its path. */
bool wanted_path(const wanted_replays *only, const char *path);
/* Whether a replay is wanted, by its name. */
bool wanted_name(const wanted_replays *only, const char *name);
/* For reel_choose, with its format or its header: fails for a replay that is not wanted. */
reel_status wanted_choose(const wanted_replays *only, const reel_format *format, const reel_chunk *header, reel_error *error);
/* Whether the header decides, or the format alone. */
bool wanted_needs_header(const wanted_replays *only);
/* Whether that was why a replay was not opened. */
bool wanted_refused(const reel_error *error);

#endif
