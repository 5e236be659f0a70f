/* SPDX-License-Identifier: MIT
 * Maps, in a worker: one that replays are judged with, and JOB_LEVEL, what is kept of one that was uploaded. */
#include "base/fail.h"
#include "base/file_text.h"
#include "work/worker_job.h"

#include <reel/export.h>
#include <reel/format.h>
#include <reel/insight.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { HEADER_TEXT = 4 * JOB_MAP, MOST_FIELDS = 64 };

/* The hashes of a level, which are separated by slashes, in lower case. */
static void read_hashes(const reel_replay *map, char hashes[HEADER_TEXT])
{
    reel_header_text(reel_replay_chunk(map), REEL_FIELD_LEVEL, hashes, HEADER_TEXT);
    for (char *at = hashes; *at; at++)
        if (*at >= 'A' && *at <= 'Z') *at = (char)(*at - 'A' + 'a');
}

static bool has_hash(const reel_replay *map, const char *hash)
{
    char hashes[HEADER_TEXT];
    const size_t size = strlen(hash);
    read_hashes(map, hashes);
    for (const char *at = hashes; at; at = strchr(at, '/')) {
        at += *at == '/';
        if (strncmp(at, hash, size) == 0 && (!at[size] || at[size] == '/')) return true;
    }
    return false;
}

/* A map that is damaged fails. */
static reel_status load_map(const worker_job *t, reel_source source, reel_replay **map, reel_error *error)
{
    const reel_options options = { REEL_SIZED(reel_options), .flags = REEL_STRICT, .limits = t->job->limits };
    reel_status status = reel_load(source, &options, map, error);
    if (status < 0) return status;
    if (reel_replay_format(*map)->flags & REEL_FORMAT_LEVEL) return REEL_OK;
    reel_free(*map);
    *map = NULL;
    return fail(error, REEL_ARGUMENT, WORKER_OTHER_MAP, "the file is something else than a map");
}

reel_status worker_read_map(const worker_job *t, reel_replay **map, reel_error *error)
{
    struct stat info;
    *map = NULL;
    const size_t size = fstat(t->map, &info) == 0 && info.st_size > 0 ? (size_t)info.st_size : 0;
    void *bytes = size ? mmap(NULL, size, PROT_READ, MAP_PRIVATE, t->map, 0) : MAP_FAILED;
    if (bytes == MAP_FAILED) return fail(error, REEL_TRUNCATED, "server.map-empty", "it is empty");
    reel_status status = load_map(t, reel_source_memory(bytes, size), map, error);
    munmap(bytes, size);
    if (status < 0 || has_hash(*map, t->job->map)) return status;
    reel_free(*map);
    *map = NULL;
    return fail(error, REEL_ARGUMENT, WORKER_OTHER_MAP, "the file is another map");
}

bool worker_uses_map(const reel_format *format, const reel_replay *map)
{
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        const reel_format *const *played = (*insight)->formats, *const *level = (*insight)->levels;
        while (played && *played && *played != format) played++;
        while (level && *level && *level != reel_replay_format(map)) level++;
        if (played && *played && level && *level) return true;
    }
    return false;
}

/* ---- what is kept of a map ----------------------------------------------------------------------------------------- */

/* Tables and fields of levels that people are shown. */
static const char *const shown_tables[] = { "info", "difficulties", NULL };
static const char *const shown_fields[] = { "song_name", "song_sub_name",   "song_author", "mapper",  "bpm",
                                            "mode",      "difficulty",      "label",       "mappers", "requirements",
                                            "notes",     "note_jump_speed", "bombs",       "walls",   "max_score",
                                            "author",    "map_version",     "license",     "width",   "height",
                                            "groups",    "layers",          "images",      "sounds",  NULL };

static bool is_listed(const char *const *list, const char *name)
{
    while (*list && strcmp(*list, name) != 0) list++;
    return *list != NULL;
}

static reel_status write_figures(worker_job *t, const reel_replay *map)
{
    const reel_table *tables[sizeof shown_tables / sizeof *shown_tables] = { NULL };
    const char *fields[MOST_FIELDS + 1] = { NULL };
    size_t table_count = 0, count = 0;
    reel_export *export_;
    for (const char *const *name = shown_tables; *name; name++) {
        const reel_table *table = reel_format_table(reel_replay_format(map), *name);
        if (table) tables[table_count++] = table;
        for (size_t i = 0; table && i < table->field_count && count < MOST_FIELDS; i++)
            if (is_listed(shown_fields, table->fields[i].name)) fields[count++] = table->fields[i].name;
    }
    const reel_export_options how = { REEL_SIZED(reel_export_options), .flags = REEL_EXPORT_LABELS | REEL_EXPORT_CLEAN,
                                      .tables = tables, .fields = fields };
    reel_status status = reel_export_open(reel_exporter_by_id("json"), worker_sink(t), NULL, &how, &export_, &t->error);
    if (status < 0) return status;
    reel_export_chunk(export_, reel_replay_chunk(map));
    return reel_export_finish(export_, &t->error);
}

/* The first field of the header that has one of these names and is not empty. */
static void copy_header(char to[JOB_TEXT], const reel_replay *map, const char *const *names)
{
    const reel_table *const *tables = reel_chunk_tables(reel_replay_chunk(map));
    for (; *names && !*to; names++)
        for (const reel_table *const *table = tables; *table && !*to; table++) {
            char shown[JOB_TEXT];
            size_t count = 0;
            const void *row =
                (*table)->flags & REEL_TABLE_HEADER ? reel_chunk_rows(reel_replay_chunk(map), *table, &count) : NULL;
            const reel_field *field = count ? reel_table_field(*table, *names) : NULL;
            if (!field || !reel_field_present(field, row)) continue;
            const size_t size = reel_field_text(field, row, true, shown, sizeof shown);
            copy_file_text(to, JOB_TEXT, shown, size < sizeof shown ? size : sizeof shown - 1);
        }
}

/* A map that has a list of difficulties and none in it is nothing that anybody can have played. */
static bool is_empty(const reel_replay *map)
{
    size_t count = 1;
    const reel_table *table = reel_format_table(reel_replay_format(map), "difficulties");
    if (table) reel_chunk_rows(reel_replay_chunk(map), table, &count);
    return count == 0;
}

reel_status worker_level(worker_job *t)
{
    static const char *const titles[] = { "song_name", NULL }, *const authors[] = { "mapper", "author", NULL };
    char hashes[HEADER_TEXT];
    map_facts *facts = &t->result->map;
    reel_replay *map;
    size_t count = 0;
    reel_status status = load_map(t, worker_replay(t), &map, &t->error);
    if (status < 0) return status;
    copy_text(t->result->format, sizeof t->result->format, reel_format_id(reel_replay_format(map)));
    copy_text(facts->game, sizeof facts->game, reel_replay_format(map)->game);
    read_hashes(map, hashes);
    for (char *rest = hashes, *hash; count < MAP_HASHES && (hash = strtok_r(rest, "/", &rest));)
        copy_text(facts->hashes[count++], JOB_MAP, hash);
    copy_header(facts->title, map, titles);
    copy_header(facts->author, map, authors);
    status = is_empty(map) ? fail(&t->error, REEL_ARGUMENT, "server.map-empty", "the map has no difficulty")
             : count       ? write_figures(t, map)
                     : fail(&t->error, REEL_ARGUMENT, "server.map-part", "the map has no hash: send all of its files, as a zip");
    reel_free(map);
    return status;
}
