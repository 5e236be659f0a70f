/* SPDX-License-Identifier: MIT
 * The descriptor of XROR, the eXtended Reality Open Recording. */
#include "core/encoder.h"
#include "formats/xror/writer.h"

static const char *const extensions[] = { "xror", NULL };

/* What sniffing looks for at the start: a document with $schema or frames. */
enum { SNIFF_CERTAIN = 80, SNIFF_STREAM = 64, SNIFF_GUESS = 3, STREAM_MAGIC = 6 };

static bool holds(const pull_value *value, const char *text)
{
    size_t size = strlen(text);
    for (size_t i = 0; i + size <= value->size; i++)
        if (memcmp(value->data + i, text, size) == 0) return true;
    return false;
}

static bool key_is(const pull_value *name, const char *key)
{
    return name->size == strlen(key) && memcmp(name->data, key, name->size) == 0;
}

/* A document of BSON that the head cuts. Only its keys show which format it is: $schema, or frames that fpzip compressed. */
static int sniff(const uint8_t *head, size_t size)
{
    static const uint8_t stream[STREAM_MAGIC] = { 0x66, 0x70, 0x79, 0x29, 0x87, 0x0e };
    static const char *const known[] = { "$id", "info", "frames", "events", NULL };
    pull_reader reader;
    pull_value name, value;
    int guess = 0;
    reel__pull_begin(&reader, PULL_BSON, head, size, PULL_MOST_DEPTH);
    if (!reel__pull_next(&reader, &value)) return 0;
    while (reel__pull_next(&reader, &name) && name.kind != PULL_END) {
        const uint8_t *start = reader.at;
        for (const char *const *key = known; *key; key++)
            if (key_is(&name, *key)) guess = SNIFF_GUESS;
        size_t left = (size_t)(reader.end - start);
        if (name.type == BSON_BINARY && key_is(&name, "frames") && left >= 5 + STREAM_MAGIC &&
            memcmp(start + 5, stream, STREAM_MAGIC) == 0)
            return SNIFF_STREAM;
        if (key_is(&name, "$schema")) guess = SNIFF_GUESS;
        if (!reel__pull_next(&reader, &value)) break;
        if (value.kind == PULL_STRING && key_is(&name, "$schema") && holds(&value, "/xror/schema/")) return SNIFF_CERTAIN;
        if (!reel__pull_skip(&reader, &value)) break;
    }
    return guess;
}

static const reel_format_reader xror_reading = {
    .state_size = sizeof(xror_reader),
    .open = reel__xror_open,
    .next = reel__xror_next_rows,
    .close = reel__xror_close,
};

/* Of plays of Beat Saber that are converted: what the reference has options for. The rows decide in all other cases. */
static const char *const xror_writing_conventions[] = { "plain", "full", NULL };

static const reel_format_writer xror_writing = {
    .state_size = sizeof(xror_writer),
    .conventions = xror_writing_conventions,
    .finish = reel__xror_finish,
    .accepts = reel__xror_accepts,
    .end = reel__xror_end,
};

static const reel_operation xror_repairing = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "repair a damaged file",
    .apply = reel__xror_repair,
};
static const reel_operation xror_cutting = {
    .id = REEL_OPERATION_CUT,
    .doc = "keep a span of time",
    .apply = reel__xror_cut,
};
static const reel_operation xror_merging = {
    .id = REEL_OPERATION_MERGE,
    .doc = "join the parts of a recording that was cut",
    .apply = reel__xror_merge,
};
static const reel_operation xror_hiding = {
    .id = REEL_OPERATION_ANONYMISE,
    .doc = "replace what identifies the user",
    .apply = reel__xror_anonymise,
};

static const reel_operation *const xror_operations[] = { &xror_repairing, &xror_merging, &xror_cutting, &xror_hiding, NULL };

const reel_format reel_format_xror = {
    .id = "xror",
    .name = "eXtended Reality Open Recording",
    .game = "Beat Saber, Tilt Brush",
    .extensions = extensions,
    .tables = reel__xror_tables,
    .input_limit = XROR_INPUT_LIMIT,
    .sniff = sniff,
    .memory_bound = reel__xror_memory_bound,
    .reader = &xror_reading,
    .writer = REEL_WRITES(&xror_writing),
    .operations = REEL_WRITES(xror_operations),
    .check = &reel__xror_check,
#ifndef REEL_WITHOUT_BSOR
    .clean = &reel__xror_cleaning,
#endif
};
