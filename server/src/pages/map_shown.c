/* SPDX-License-Identifier: MIT */
#include "pages/map_shown.h"

#include "base/fail.h"
#include "json/report.h"

#include <stdio.h>
#include <string.h>

enum { MOST_DIFFICULTIES = 50 };

typedef struct map_figure {
    const char *name, *text, *number;
} map_figure;
static RECORD(figure_record, map_figure, FIELD(map_figure, name, FIELD_STRING), FIELD(map_figure, text, FIELD_STRING),
              FIELD(map_figure, number, FIELD_NUMBER));

typedef struct map_part {
    record_list values;
} map_part;
static RECORD(part_record, map_part, FIELD_OF(map_part, values, FIELD_LIST, &figure_record));

RECORD(map_shown_record, map_shown, FIELD(map_shown, hash, FIELD_TEXT), FIELD(map_shown, title, FIELD_TEXT),
       FIELD(map_shown, author, FIELD_TEXT), FIELD_OF(map_shown, info, FIELD_LIST, &figure_record),
       FIELD_OF(map_shown, difficulties, FIELD_LIST, &part_record));

/* What is unknown or empty is left out. */
static void read_figures(yyjson_val *object, record_list *to)
{
    yyjson_val *key, *value;
    size_t i, count;
    if (!yyjson_is_obj(object)) return;
    yyjson_obj_foreach(object, i, count, key, value)
    {
        const map_figure one = { yyjson_get_str(key), yyjson_get_str(value), yyjson_get_raw(value) };
        if (one.number || (one.text && *one.text)) record_list_copy(to, &figure_record, &one);
    }
}

static void read_difficulties(yyjson_val *array, record_list *to)
{
    yyjson_val *each;
    size_t i, count;
    if (!yyjson_is_arr(array)) return;
    yyjson_arr_foreach(array, i, count, each)
    {
        map_part *part = to->count < MOST_DIFFICULTIES ? record_list_add(to, &part_record) : NULL;
        if (part) read_figures(each, &part->values);
    }
}

static void read_map(void *context, const map_entry *map, const char *figures)
{
    map_shown *to = context;
    reel_error ignored;
    snprintf(to->title, sizeof to->title, "%s", map->title);
    snprintf(to->author, sizeof to->author, "%s", map->author);
    if (json_document_read(figures, strlen(figures), &to->document, &ignored) < 0) return;
    yyjson_val *root = yyjson_doc_get_root(to->document);
    read_figures(yyjson_obj_get(root, "info"), &to->info);
    read_difficulties(yyjson_obj_get(root, "difficulties"), &to->difficulties);
}

reel_status map_shown_read(request *r, const char *hash, map_shown *map, reel_error *error)
{
    if (!hash || !*hash) return REEL_OK;
    snprintf(map->hash, sizeof map->hash, "%s", hash);
    const reel_status status = map_get(r->server->catalogue, hash, read_map, map, error);
    if (status >= 0 && record_failed(&map_shown_record, map)) return fail(error, REEL_MEMORY, "server.memory", "out of memory");
    return status < 0 ? status : REEL_OK;
}

void map_shown_free(map_shown *map)
{
    yyjson_doc_free(map->document);
    map->document = NULL;
}
