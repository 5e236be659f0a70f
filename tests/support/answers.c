/* SPDX-License-Identifier: MIT */
#include "answers.h"

#include <reel/archive.h>
#include <reel/arrow.h>
#include <reel/export.h>
#include <reel/format.h>
#include <reel/insight.h>
#include <reel/match.h>
#include <reel/plot.h>

#include <math.h>

#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define WATCHED
#endif
#endif

/* MemorySanitizer: the offset of the first byte that was never set, or -1. The bytes count as set from then on. */
static ptrdiff_t first_unset(const void *data, size_t size)
{
#ifdef WATCHED
    ptrdiff_t unset = size ? (ptrdiff_t)__msan_test_shadow(data, size) : -1;
    if (size) __msan_unpoison(data, size);
    return unset;
#else
    (void)data, (void)size;
    return -1;
#endif
}

typedef struct collection {
    answers *all;
    const reel_options *options;
    const void *data;
    size_t size;
    void (*before_each)(void);
} collection;

static void put(answers *all, const void *data, size_t size)
{
    if (all->capacity - all->size < size) {
        all->capacity = 2 * (all->capacity + size) + 65536;
        all->data = realloc(all->data, all->capacity);
        assert_non_null(all->data);
    }
    if (size) memcpy(all->data + all->size, data, size);
    all->size += size;
}

static void begin_part(collection *c, const char *kind, const char *id, const char *more)
{
    answers *all = c->all;
    all->parts = realloc(all->parts, (all->count + 1) * sizeof *all->parts);
    assert_non_null(all->parts);
    snprintf(all->parts[all->count].name, sizeof all->parts->name, "%s %s %s", kind, id, more);
    if (c->before_each) c->before_each();
}

static void end_part(collection *c)
{
    const size_t start = c->all->count ? c->all->parts[c->all->count - 1].end : 0;
    answer_part *part = &c->all->parts[c->all->count];
    part->end = c->all->size;
    part->unset = first_unset(c->all->data + start, part->end - start);
    c->all->count++;
}

static void put_status(answers *all, reel_status status, const reel_error *error)
{
    int32_t number = status;
    put(all, &number, sizeof number);
    if (status < 0) put(all, error->message, strlen(error->message));
}

static void put_finding(void *context, const reel_finding *finding)
{
    collection *c = context;
    char text[1024];
    int size = snprintf(text, sizeof text, "%s %d %s %s %llu+%llu %llu x%llu %s\n", finding->rule, (int)finding->severity,
                        finding->section ? finding->section : "", finding->table ? finding->table->name : "",
                        (unsigned long long)finding->offset, (unsigned long long)finding->length,
                        (unsigned long long)finding->row, (unsigned long long)finding->count, finding->message);
    put(c->all, text, size < 0 || (size_t)size >= sizeof text ? sizeof text : (size_t)size);
}

static reel_options options_of(collection *c)
{
    reel_options options = *c->options;
    options.report = put_finding;
    options.report_context = c;
    return options;
}

static reel_source source_of(const collection *c) { return reel_source_memory(c->data, c->size); }

static void put_sink(collection *c, reel_status status, const reel_error *error, reel_memory *made)
{
    put_status(c->all, status, error);
    if (status != REEL_OK) return;
    put(c->all, made->data, made->size);
    reel_memory_free(made);
}

/* ---- rows ------------------------------------------------------------------------------------------------------------ */

/* Rows as they are in memory, with what is between their fields; texts instead of the pointers to them. */
static void put_rows(answers *all, const reel_table *table, const void *rows, size_t count)
{
    for (size_t r = 0; r < count; r++) {
        const uint8_t *row = (const uint8_t *)rows + r * table->row_size;
        const size_t start = all->size;
        put(all, row, table->row_size);
        for (size_t f = 0; f < table->field_count; f++) {
            const reel_field *field = &table->fields[f];
            if (field->type != REEL_STRING && field->type != REEL_BYTES) continue;
            for (size_t i = 0; i < field->count; i++) {
                const size_t offset = field->offset + i * sizeof(reel_bytes);
                reel_bytes text;
                memcpy(&text, row + offset, sizeof text);
                memset(all->data + start + offset, 0, sizeof text.data);
                put(all, text.data, text.size);
            }
        }
    }
}

static void put_tables(collection *c, const char *kind, const reel_table *const *tables, const reel_replay *replay)
{
    for (const reel_table *const *table = tables; table && *table; table++) {
        size_t count;
        const void *rows = reel_rows(replay, *table, &count);
        begin_part(c, kind, (*table)->name, "rows");
        put_rows(c->all, *table, rows, count);
        end_part(c);
    }
}

static void put_arrow(collection *c, const reel_table *table, const reel_replay *replay)
{
    size_t count;
    const void *rows = reel_rows(replay, table, &count);
    struct ArrowArray array;
    reel_error error;
    const reel_arrow_options how = { REEL_SIZED(reel_arrow_options), .allocator = c->options->allocator };
    begin_part(c, "arrow", table->name, "array");
    reel_status status = reel_arrow_rows(table, rows, count, 0, &how, &array, &error);
    put_status(c->all, status, &error);
    for (int64_t i = 0; status >= 0 && i < array.n_children; i++) {
        const struct ArrowArray *column = array.children[i];
        put(c->all, &column->null_count, sizeof column->null_count);
        if (column->n_buffers && column->buffers[0]) put(c->all, column->buffers[0], ((size_t)column->length + 7) / 8);
    }
    if (status >= 0) array.release(&array);
    end_part(c);
}

/* ---- outputs ---------------------------------------------------------------------------------------------------------- */

static void put_export(collection *c, const char *id, const reel_table *only, uint32_t flags)
{
    reel_reader *reader;
    reel_export *output = NULL;
    const reel_chunk *chunk;
    reel_error error;
    reel_memory made;
    const reel_table *one[] = { only, NULL };
    const reel_export_options how = { REEL_SIZED(reel_export_options), .allocator = c->options->allocator,
                                      .tables = only ? one : NULL, .flags = flags };
    begin_part(c, "export", id, only ? only->name : "all");
    reel_status status = reel_open(source_of(c), c->options, &reader, &error);
    if (status >= 0) {
        status = reel_export_open(reel_exporter_by_id(id), reel_sink_memory(&made, c->options->allocator),
                                  reel_reader_format(reader), &how, &output, &error);
        while (status >= 0 && (status = reel_next(reader, &chunk, &error)) == REEL_OK) reel_export_chunk(output, chunk);
        if (output) status = reel_export_finish(output, &error);
        put_sink(c, status, &error, &made);
        reel_close(reader);
    }
    end_part(c);
}

static void put_conversion(collection *c, const char *name, const reel_format *to, uint32_t flags,
                           const reel_pseudonyms *pseudonyms)
{
    const reel_options options = options_of(c);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = flags, .pseudonyms = pseudonyms };
    reel_memory made;
    reel_error error;
    begin_part(c, name, to ? reel_format_id(to) : "itself", "");
    reel_status status = reel_convert(source_of(c), &options, to, reel_sink_memory(&made, options.allocator), &how, &error);
    put_sink(c, status, &error, &made);
    end_part(c);
}

static void put_written(collection *c, const reel_replay *replay)
{
    const reel_write_options how = { REEL_SIZED(reel_write_options), .allocator = c->options->allocator };
    const reel_format *format = reel_replay_format(replay);
    reel_memory made;
    reel_error error;
    begin_part(c, "write", reel_format_id(format), "");
    reel_status status =
        reel_write(reel_replay_chunk(replay), format, reel_sink_memory(&made, c->options->allocator), &how, &error);
    put_sink(c, status, &error, &made);
    end_part(c);
}

static uint64_t no_time(void) { return 0; }

/* What a recorder leaves that was killed. */
static void put_spool(collection *c, const reel_replay *replay)
{
    const reel_write_options how = { REEL_SIZED(reel_write_options), .allocator = c->options->allocator };
    reel_memory file, spool;
    reel_writer *writer;
    reel_error error;
    begin_part(c, "spool", "", "");
    reel_status status =
        reel_create(reel_sink_memory(&file, c->options->allocator), reel_replay_format(replay), &how, &writer, &error);
    put_status(c->all, status, &error);
    if (status >= 0) {
        status = reel_spool(writer, reel_sink_memory(&spool, c->options->allocator), no_time, &error);
        if (status >= 0) reel_append_chunk(writer, reel_replay_chunk(replay));
        if (status >= 0) reel_flush(writer, &error);
        reel_discard(writer);
        put_sink(c, status, &error, &spool);
    }
    end_part(c);
}

static void put_archive(collection *c, reel_archive_options how)
{
    reel_packed packed;
    reel_memory made;
    reel_error error;
    how.struct_size = sizeof how;
    begin_part(c, "pack", how.stored ? "stored" : how.level == REEL_ARCHIVE_FAST ? "fast" : "usual", "");
    reel_status status =
        reel_pack(source_of(c), c->options, &how, reel_sink_memory(&made, c->options->allocator), &packed, &error);
    put_sink(c, status, &error, &made);
    end_part(c);
}

static void put_index(collection *c)
{
    reel_memory made;
    reel_error error;
    begin_part(c, "index", "", "");
    reel_status status = reel_index(source_of(c), c->options, 2, reel_sink_memory(&made, c->options->allocator), &error);
    put_sink(c, status, &error, &made);
    end_part(c);
}

static void put_hash(collection *c)
{
    uint8_t hash[REEL_HASH_SIZE] = { 0 };
    reel_error error;
    begin_part(c, "hash", "", "");
    reel_status status = reel_content_hash(source_of(c), c->options, hash, &error);
    put_status(c->all, status, &error);
    put(c->all, hash, sizeof hash);
    end_part(c);
}

static void put_fingerprint(collection *c, const reel_replay *replay)
{
    reel_motion *motion = NULL;
    reel_error error;
    const reel_motion_options how = { REEL_SIZED(reel_motion_options), .allocator = c->options->allocator };
    if (!reel_motion_supports(reel_replay_format(replay))) return;
    begin_part(c, "fingerprint", "", "");
    reel_status status = reel_motion_of(replay, &how, &motion, &error);
    put_status(c->all, status, &error);
    if (status >= 0) {
        reel_bytes print = reel_motion_fingerprint(motion);
        put(c->all, print.data, print.size);
    }
    reel_motion_free(motion);
    end_part(c);
}

static void put_insight(collection *c, const reel_insight *insight, const reel_replay *replay)
{
    reel_replay *result = NULL;
    reel_error error;
    const reel_insight_options how = { REEL_SIZED(reel_insight_options), .allocator = c->options->allocator,
                                       .report = put_finding, .report_context = c };
    if (!reel_insight_takes(insight, reel_replay_format(replay))) return;
    begin_part(c, "insight", insight->id, "findings");
    reel_status status =
        reel_insight_run_chunk(insight, reel_replay_format(replay), reel_replay_chunk(replay), &how, &result, &error);
    put_status(c->all, status, &error);
    end_part(c);
    if (status >= 0) put_tables(c, insight->id, insight->tables, result);
    reel_free(result);
}

static void put_plots(collection *c, const reel_replay *replay)
{
    const reel_plot_options how = { REEL_SIZED(reel_plot_options), .allocator = c->options->allocator };
    reel_memory made;
    reel_error error;
    for (const reel_plot *const *plot = reel_plots(); *plot; plot++) {
        if (reel_plot_by_id(reel_replay_format(replay), (*plot)->id) != *plot) continue;
        begin_part(c, "plot", (*plot)->id, "");
        reel_status status = reel_plot_draw(*plot, replay, reel_sink_memory(&made, c->options->allocator), &how, &error);
        put_sink(c, status, &error, &made);
        end_part(c);
    }
    begin_part(c, "plot", "scene", "");
    reel_status status = reel_plot_scene(replay, (double)NAN, reel_sink_memory(&made, c->options->allocator), &how, &error);
    put_sink(c, status, &error, &made);
    end_part(c);
    begin_part(c, "plot", "report", "");
    status = reel_plot_report(replay, reel_sink_memory(&made, c->options->allocator), &how, &error);
    put_sink(c, status, &error, &made);
    end_part(c);
}

/* ---- all --------------------------------------------------------------------------------------------------------------- */

static void put_replay(collection *c, const reel_replay *replay)
{
    const reel_format *format = reel_replay_format(replay);
    const char *const *id;
    put_tables(c, reel_format_id(format), reel_format_tables(format), replay);
    for (const reel_table *const *table = reel_format_tables(format); *table; table++) {
        put_arrow(c, *table, replay);
        for (id = reel_exporter_ids(); *id; id++) put_export(c, *id, *table, REEL_EXPORT_LABELS);
    }
    put_export(c, "json", NULL, REEL_EXPORT_PRETTY);
    put_written(c, replay);
    put_spool(c, replay);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) put_insight(c, *insight, replay);
    put_plots(c, replay);
    put_fingerprint(c, replay);
}

void answers_collect(answers *all, const void *data, size_t size, const reel_options *options, void (*before_each)(void))
{
    collection c = { .all = all, .options = options, .data = data, .size = size, .before_each = before_each };
    reel_options checked = options_of(&c);
    reel_replay *replay = NULL;
    reel_error error;
    begin_part(&c, "check", "", "");
    reel_status status = reel_check(source_of(&c), &checked, &error);
    put_status(all, status, &error);
    end_part(&c);
    begin_part(&c, "load", "", "");
    status = reel_load(source_of(&c), &checked, &replay, &error);
    put_status(all, status, &error);
    end_part(&c);
    if (status < 0) return;
    put_replay(&c, replay);
    put_conversion(&c, "convert", NULL, 0, NULL);
    put_conversion(&c, "repair", NULL, REEL_REPAIR, NULL);
    put_conversion(&c, "anonymise", NULL, REEL_ANONYMISE, NULL);
    put_conversion(&c, "pseudonymise", NULL, 0,
                   &(reel_pseudonyms){ REEL_SIZED(reel_pseudonyms), .key = "sixteen bytes or more", .key_size = 21,
                                       .times = REEL_BLUR, .bodies = REEL_BLUR, .devices = REEL_BLUR });
    for (const reel_format *const *to = reel_formats(); *to; to++)
        if (*to != reel_replay_format(replay)) put_conversion(&c, "convert", *to, 0, NULL);
    put_archive(&c, (reel_archive_options){ REEL_SIZED(reel_archive_options), .level = 0 });
    put_archive(&c, (reel_archive_options){ REEL_SIZED(reel_archive_options), .level = REEL_ARCHIVE_FAST, .chunk_rows = 7 });
    put_archive(&c, (reel_archive_options){ REEL_SIZED(reel_archive_options), .stored = true });
    put_index(&c);
    put_hash(&c);
    reel_free(replay);
}

static size_t start_of(const answers *all, size_t part) { return part ? all->parts[part - 1].end : 0; }

const char *answers_difference(const answers *a, const answers *b, size_t *at)
{
    *at = 0;
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        const uint8_t *one = a->data + start_of(a, i), *other = b->data + start_of(b, i);
        size_t size = a->parts[i].end - start_of(a, i), other_size = b->parts[i].end - start_of(b, i);
        if (strcmp(a->parts[i].name, b->parts[i].name)) return a->parts[i].name;
        for (*at = 0; *at < size && *at < other_size; ++*at)
            if (one[*at] != other[*at]) return a->parts[i].name;
        if (size != other_size) return a->parts[i].name;
    }
    return a->count == b->count ? NULL : "the number of parts";
}

const char *answers_find(const answers *all, const char *mark)
{
    const size_t length = strlen(mark);
    for (size_t i = 0; i < all->count; i++)
        for (size_t at = start_of(all, i); at + length <= all->parts[i].end; at++)
            if (memcmp(all->data + at, mark, length) == 0) return all->parts[i].name;
    return NULL;
}

const char *answers_unset(const answers *all, size_t *at)
{
    for (size_t i = 0; i < all->count; i++) {
        *at = (size_t)all->parts[i].unset;
        if (all->parts[i].unset >= 0) return all->parts[i].name;
    }
    return NULL;
}

void answers_free(answers *all)
{
    free(all->data);
    free(all->parts);
    *all = (answers){ 0 };
}
