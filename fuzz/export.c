/* SPDX-License-Identifier: MIT
 * Exports with options that the input decides. Control bytes: an exporter, flags, a choice of table, fields by name, a span, a column
 * of origin. What is written as JSON and as JSON Lines is valid for another parser; CSV has no control characters but line ends. */
#include "support.h"

#include <reel/export.h>

#include <yyjson/yyjson.h>

enum { TEXT = 32, ONE_TABLE = 8, FROM = 16, TO = 32, FIELDS = 64, ORIGIN = 128 };

static void check_json(const void *text, size_t size)
{
    yyjson_doc *doc = yyjson_read(text, size, 0);
    require(doc != NULL, "the export is JSON");
    yyjson_doc_free(doc);
}

static void check_lines(const char *text, size_t size)
{
    while (size) {
        const char *end = memchr(text, '\n', size);
        require(end != NULL, "a line of JSON ends");
        check_json(text, (size_t)(end - text));
        size -= (size_t)(end - text) + 1;
        text = end + 1;
    }
}

static void check_export(const char *exporter, const reel_memory *made)
{
    if (strcmp(exporter, "json") == 0) check_json(made->data, made->size);
    if (strcmp(exporter, "jsonl") == 0) check_lines((const char *)made->data, made->size);
}

/* The options of the input, in the order of the control bytes. */
typedef struct wishes {
    reel_export_options options;
    const reel_table *tables[2];
    const char *fields[3];
    char texts[2][TEXT];
} wishes;

static void take_wishes(wishes *w, const reel_chunk *chunk, reel_cursor *control)
{
    uint8_t flags = reel_get_u8(control);
    const reel_table *const *tables = reel_chunk_tables(chunk);
    w->options = (reel_export_options){ REEL_SIZED(reel_export_options), .flags = flags & 7u };
    w->tables[0] = tables[reel_get_u8(control) % list_count((const void *const *)tables)];
    if (flags & ONE_TABLE) w->options.tables = w->tables;
    w->options.has_from = flags & FROM;
    w->options.has_to = flags & TO;
    if (flags & FROM) w->options.from = take_double(control);
    if (flags & TO) w->options.to = take_double(control);
    if (flags & ORIGIN) w->options.origin = "origin";
    if (!(flags & FIELDS)) return;
    uint8_t field = reel_get_u8(control);
    w->fields[0] =
        field % 2 ? w->tables[0]->fields[field % w->tables[0]->field_count].name : take_text(control, w->texts[0], TEXT);
    w->options.fields = w->fields;
}

/* Text as reel_export_origin asks for it. */
static const char *take_origin(wishes *w, reel_cursor *control)
{
    take_text(control, w->texts[1], TEXT);
    for (char *at = w->texts[1]; *at; at++)
        if (*at < ' ' || *at == '"' || *at == '\\' || *at == 0x7f) *at = '_';
    return w->texts[1];
}

static void export_chunks(reel_reader *reader, const reel_exporter *exporter, reel_cursor *control, const char *id)
{
    wishes w = { .tables = { NULL } };
    reel_memory made;
    reel_export *output;
    const reel_chunk *chunk;
    const reel_format *format = reel_reader_format(reader);
    take_wishes(&w, reel_header(reader), control);
    if (reel_export_open(exporter, reel_sink_memory(&made, NULL), format, &w.options, &output, NULL) < 0) return;
    if (w.options.origin) reel_export_origin(output, take_origin(&w, control));
    while (reel_next(reader, &chunk, NULL) == REEL_OK) reel_export_chunk(output, chunk);
    if (reel_export_finish(output, NULL) < 0) return;
    check_export(id, &made);
    reel_memory_free(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    parts input = parts_of(data, size);
    reel_options options = fuzz_options(NULL);
    reel_reader *reader;
    const char *const *ids = reel_exporter_ids();
    const char *id = ids[reel_get_u8(&input.control) % list_count((const void *const *)ids)];
    read_within_bound(input.replay.data, input.replay.size, NULL);
    if (reel_open(reel_source_memory(input.replay.data, input.replay.size), &options, &reader, NULL) < 0) return 0;
    export_chunks(reader, reel_exporter_by_id(id), &input.control, id);
    reel_close(reader);
    return 0;
}
