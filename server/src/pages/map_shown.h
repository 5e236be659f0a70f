/* SPDX-License-Identifier: MIT
 * A map, as pages show it. */
#ifndef SERVER_PAGES_MAP_SHOWN_H
#define SERVER_PAGES_MAP_SHOWN_H

#include "base/record.h"
#include "service/request.h"
#include "store/catalogue_maps.h"

#include <yyjson.h>

/* Zeros: the server does not have the map. Texts of the figures belong to the document. */
typedef struct map_shown {
    char hash[JOB_MAP], title[CATALOGUE_TEXT], author[CATALOGUE_TEXT];
    record_list info;         /* of map_figure */
    record_list difficulties; /* of map_part, which has a list of them */
    yyjson_doc *document;
} map_shown;
extern const record map_shown_record;

/* Reads the map of this hash, which may be empty. Of one that is not there, only the hash is known. */
reel_status map_shown_read(request *request, const char *hash, map_shown *map, reel_error *error);
/* Frees what no list of it owns. */
void map_shown_free(map_shown *map);

#endif
