/* SPDX-License-Identifier: MIT
 * In a worker: what people are shown of a replay. Which map was played is found by the flags of fields. What has no flag is found by the names
 * of fields, which are all in one list here, as docs/decisions.md says of tables about files. */
#include "base/file_text.h"
#include "base/json_write.h"
#include "work/board.h"
#include "work/worker_job.h"

#include <math.h>
#include <reel/export.h>
#include <reel/plot.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = 64 /* fields of headers */, LONGEST = 300, LONGEST_DETAIL = 20 /* ids and hashes are longer */ };

/* What a field is that has no flag for it. */
typedef enum meaning { MEANS_NOTHING, MEANS_TITLE, MEANS_AUTHOR, MEANS_MODIFIERS, MEANS_HEADSET, MEANS_ACCURACY } meaning;

/* The same in docs/server.md. */
static const struct {
    const char *name;
    meaning meaning;
} names[] = {
    { "song_name", MEANS_TITLE },     { "activity_name", MEANS_TITLE }, { "level_name", MEANS_TITLE },
    { "map_name", MEANS_TITLE },      { "map", MEANS_TITLE },           { "mapper", MEANS_AUTHOR },
    { "modifiers", MEANS_MODIFIERS }, { "headset", MEANS_HEADSET },     { "accuracy", MEANS_ACCURACY },
};

static meaning meaning_of(const reel_field *field)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, field->name) == 0) return names[i].meaning;
    return MEANS_NOTHING;
}

/* ---- for an upload ------------------------------------------------------------------------------------- */

/* A value, truncated to whole characters of UTF-8. */
static size_t field_value(const reel_field *field, const void *row, char *to, size_t size)
{
    char shown[LONGEST + 1];
    size_t length = reel_field_present(field, row) ? reel_field_text(field, row, true, shown, sizeof shown) : 0;
    if (length >= sizeof shown) length = sizeof shown - 1;
    copy_file_text(to, size, shown, length);
    return strlen(to);
}

static bool is_id(const char *value)
{
    size_t size = strlen(value);
    return size > LONGEST_DETAIL || strspn(value, "0123456789") == size;
}

static void add_detail(char *to, const char *value)
{
    size_t used = strlen(to), size = strlen(value);
    if (used + size + sizeof ", " > JOB_TEXT) return;
    if (used) strcat(to, ", ");
    strcat(to, value);
}

static void note_field(inspection *result, const reel_field *field, const void *row)
{
    char value[JOB_TEXT];
    const meaning means = meaning_of(field);
    char *const to[] = { [MEANS_NOTHING] = NULL,
                         [MEANS_TITLE] = result->title,
                         [MEANS_AUTHOR] = result->author,
                         [MEANS_MODIFIERS] = result->modifiers,
                         [MEANS_HEADSET] = result->headset,
                         [MEANS_ACCURACY] = NULL };
    if ((!to[means] && !(field->flags & REEL_FIELD_LEVEL)) || !field_value(field, row, value, sizeof value)) return;
    if (to[means] && !*to[means])
        memcpy(to[means], value, sizeof value);
    else if (!to[means] && !is_id(value))
        add_detail(result->detail, value);
}

void worker_note_accuracy(inspection *result, const reel_table *table, const void *row)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (meaning_of(field) != MEANS_ACCURACY || !reel_field_present(field, row)) continue;
        double accuracy = reel_field_number(field, row, 0);
        if (!isfinite(accuracy)) continue;
        result->has_accuracy = 1;
        result->accuracy = accuracy;
    }
}

void worker_describe_level(inspection *result, const reel_format *format, const reel_chunk *header)
{
    for (const reel_table *const *table = reel_chunk_tables(header); *table; table++) {
        size_t count = 0;
        const void *row = (*table)->flags & REEL_TABLE_HEADER ? reel_chunk_rows(header, *table, &count) : NULL;
        for (size_t i = 0; count && i < (*table)->field_count; i++) note_field(result, &(*table)->fields[i], row);
    }
    char game[JOB_TEXT];
    const size_t size = reel_replay_game(format, header, game, sizeof game); /* or another program's name, or any text */
    if (size && size < sizeof game && reel_format_has_game(format, game)) copy_text(result->game, sizeof result->game, game);
    order_codes(result->modifiers);
}

/* ---- the replay, for a page --------------------------------------------------------------------------------------- */

/* A value as CSV shows it. */
static bool show_value(const reel_field *field, const void *row, char value[LONGEST + 4])
{
    char shown[LONGEST + 1];
    if (!reel_field_present(field, row) || field->flags & REEL_FIELD_DERIVED || field->type == REEL_BYTES) return false;
    size_t size = reel_field_text(field, row, true, shown, sizeof shown);
    copy_file_text(value, LONGEST, shown, size < sizeof shown ? size : sizeof shown - 1);
    if (size >= LONGEST) strcat(value, "\xe2\x80\xa6");
    return size > 0;
}

/* The headers that have one row. */
static void add_header(text *to, const reel_chunk *chunk)
{
    unsigned shown = 0;
    for (const reel_table *const *table = reel_chunk_tables(chunk); *table; table++) {
        size_t count = 0;
        const void *row = (*table)->flags & REEL_TABLE_HEADER ? reel_chunk_rows(chunk, *table, &count) : NULL;
        for (size_t i = 0; count == 1 && i < (*table)->field_count && shown < MOST_SHOWN; i++) {
            char value[LONGEST + 4];
            const reel_field *field = &(*table)->fields[i];
            if (!show_value(field, row, value)) continue;
            int64_t us = 0;
            bool moment = reel_field_moment(field, row, &us);
            json_begin_object(to, NULL);
            json_member_string(to, "name", field->name);
            json_member_string(to, "unit", moment ? "" : field->unit);
            json_member_string(to, "value", value);
            json_name(to, "moment");
            if (moment && us > 0)
                json_int(to, us / 1000);
            else
                json_null(to);
            json_end_object(to);
            shown++;
        }
    }
}

/* The plots that have something to draw. */
static void add_plots(text *to, const reel_replay *replay)
{
    const reel_format *format = reel_replay_format(replay);
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++) {
        reel_memory picture = { .size = 0 };
        reel_error ignored;
        if (reel_plot_by_id(format, (*plot)->id) != *plot) continue;
        reel_status status = reel_plot_draw(*plot, replay, reel_sink_memory(&picture, NULL), NULL, &ignored);
        reel_memory_free(&picture);
        if (status != REEL_OK) continue;
        json_begin_object(to, NULL);
        json_member_string(to, "id", (*plot)->id);
        json_member_string(to, "name", (*plot)->name);
        json_member_string(to, "doc", (*plot)->doc);
        json_end_object(to);
    }
}

reel_status worker_facts(worker_job *t)
{
    reel_replay *replay;
    text facts = { .data = NULL };
    reel_status status =
        reel_load(worker_replay(t), &(reel_options){ REEL_SIZED(reel_options), .limits = t->job->limits }, &replay, &t->error);
    if (status < 0) return status;
    copy_text(t->result->format, sizeof t->result->format, reel_format_id(reel_replay_format(replay)));
    json_begin_object(&facts, NULL);
    json_begin_array(&facts, "header");
    add_header(&facts, reel_replay_chunk(replay));
    json_end_array(&facts);
    json_begin_array(&facts, "plots");
    add_plots(&facts, replay);
    json_end_array(&facts);
    json_end_object(&facts);
    status = worker_send(t, &facts);
    reel_free(replay);
    return status;
}
