/* SPDX-License-Identifier: MIT */
#include "json/map_json.h"

#include "json/record_json.h"

#include <string.h>

#define TEXT(member) FIELD(map_entry, member, FIELD_TEXT)

static RECORD(map_record, map_entry, FIELD_AS(map_entry, "map", hash, FIELD_TEXT), TEXT(format), TEXT(game), TEXT(title),
              TEXT(author), FIELD(map_entry, size, FIELD_INT), FIELD_AS(map_entry, "received", added, FIELD_INT),
              FIELD(map_entry, pending, FIELD_BOOL));

void map_add_json(text *to, const map_entry *map, const char *figures)
{
    record_begin(to, &map_record, map);
    json_name(to, "figures");
    json_raw(to, figures, strlen(figures));
    json_end_object(to);
}
