/* SPDX-License-Identifier: MIT
 * Reads XROR. The document is walked when the file is opened, without its events; tables of floats and events are read by next.
 * docs/formats/xror.md names the rules. */
#include "formats/xror/reader.h"

#include "core/kept.h"
#include "core/memory.h"
#include "core/padding.h"

enum { MOST_DEPTH = 32 };

uint64_t reel__xror_memory_bound(uint64_t size, const reel_limits *limits)
{
    /* A value of a table takes at least 4 bytes unpacked, and becomes a row of 48 or 72 bytes besides itself; a table with one column has a
     * row of frames for each of them. An empty cell has 3 bytes in an array of cells, and becomes a row of 72 in a table that doubles.
     * To that add the copy of the file, its strings, and the input buffer, which grows by doubling. */
    uint64_t unpacked = reel_unpacked_most(limits, size);
    return 28 * unpacked + 96 * size + 4 * size + sizeof(xror_reader) + 65536;
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

static void record_fault(xror_reader *r)
{
    const pull_reader *tree = &r->tree;
    uint64_t at = xror_offset(r, tree->fault_at ? tree->fault_at : tree->at);
    const char *section = "";
    if (tree->fault == PULL_DEEP)
        reel__xror_damaged(r, REEL_LIMIT, "xror.nesting", section, at, "documents are nested too deeply");
    else if (tree->fault == PULL_CUT)
        reel__xror_damaged(r, REEL_TRUNCATED, "xror.truncated", section, at, "the file ends inside the document");
    else if (tree->fault == PULL_BROKEN)
        reel__xror_damaged(r, REEL_CORRUPT, "xror.syntax", section, at, "invalid BSON");
}

static void report_missing(const xror_reader *r)
{
    static const struct {
        const char *rule, *key;
        reel_severity severity;
    } wanted[] = { { "xror.info", "info", REEL_ERROR },
                   { "xror.frames", "frames", REEL_ERROR },
                   { "xror.events", "events", REEL_NOTE } };
    const bool has[] = { r->has[XROR_INFO] || r->tree.fault, r->has_frames, r->has_events };
    for (size_t i = 0; i < sizeof has / sizeof *has; i++)
        if (!has[i])
            reel_find(
                &r->d->reporter,
                (reel_finding){
                    .rule = wanted[i].rule, .severity = wanted[i].severity, .section = wanted[i].key, .offset = REEL_NO_OFFSET },
                "%s is missing", wanted[i].key);
}

static void report_trailing(const xror_reader *r)
{
    uint64_t left = (uint64_t)(r->tree.end - r->tree.at);
    if (r->tree.fault || !left) return;
    reel_find(&r->d->reporter,
              (reel_finding){ .rule = "xror.trailing",
                              .severity = REEL_WARNING,
                              .offset = xror_offset(r, r->tree.at),
                              .length = left,
                              .count = left },
              "%llu {byte|bytes} after the document", (unsigned long long)left);
}

/* Adds the rows that describe the recording. A header that the file cuts has none. */
static reel_status add_header(xror_reader *r)
{
    reel_chunk *chunk = r->d->chunk;
    reel_row_list *infos = reel_chunk_table(chunk, &xror_infos);
    xror_info *info = r->has[XROR_INFO] || !r->tree.fault ? reel_row_add(infos) : NULL;
    if (info) *info = r->info;
    reel__xror_find_roles(r->devices, r->device_count, r->axes, r->axis_count);
    reel_row_list *devices = reel_chunk_table(chunk, &xror_devices), *axes = reel_chunk_table(chunk, &xror_device_axes);
    xror_device *device_rows = devices && r->device_count ? reel_row_grow(devices, r->device_count, true) : NULL;
    if (device_rows) memcpy(device_rows, r->devices, r->device_count * sizeof *r->devices);
    xror_device_axis *axis_rows = axes && r->axis_count ? reel_row_grow(axes, r->axis_count, true) : NULL;
    if (axis_rows) memcpy(axis_rows, r->axes, r->axis_count * sizeof *r->axes);
    return reel_build_status(chunk);
}

/* Why rows could not be built, or REEL_OK. */
static reel_status build_status(const xror_reader *r)
{
    reel_status status = reel_build_status(r->d->chunk);
    if (status == REEL_OK && r->no_memory) return reel__memory_fail(r->d->error);
    return status;
}

/* Whether what was found at the end is padding. Documents end with zeros, but with fewer; and cells of events repeat themselves, but in pieces
 * that are shorter than a block. In a document that is whole, only a long run of zeros is: it ends a table that was not written. */
enum { ZEROS_LEAST = 128 };

static bool is_padding(const padding *found, bool whole)
{
    enum { MOST_ENDS = MOST_DEPTH / 2, BLOCK_LEAST = 256 };
    if (found->period > 1) return !whole && found->period >= BLOCK_LEAST;
    return found->size >= (whole ? ZEROS_LEAST : MOST_ENDS);
}

/* Zeros that end a document belong to it, also if more follow it: the ends of what is nested, and of a last number. */
static void leave_document(const xror_reader *r, const uint8_t *end, padding *found)
{
    const size_t behind = (size_t)(r->start + r->size - end);
    if (found->period == 1 && found->size > behind && found->size - behind < PADDING_LEAST) found->size = behind;
}

/* Ends the input where padding starts: zeros end a document, and a table decodes to rows with them. A cut document is read up to there. */
static void end_at_padding(xror_reader *r)
{
    padding found = reel__padding_of_file(r->start, r->size);
    if (!found.size) return; /* nearly always: walking the document would be a third of what its header costs */
    pull_reader tree;
    pull_value top;
    reel__pull_begin(&tree, PULL_BSON, r->start, r->size, MOST_DEPTH);
    bool ends = reel__pull_next(&tree, &top) && reel__pull_skip(&tree, &top);
    const bool whole = ends && tree.at == tree.end;
    if (!is_padding(&found, whole)) return;
    if (ends && !whole) leave_document(r, tree.at, &found);
    r->padded = found.size;
    r->size -= found.size;
    reel__padding_report(&r->d->reporter, "xror.padding", "", r->size, &found);
}

reel_status reel__xror_open(reel_decoder *d)
{
    xror_reader *r = d->state;
    reel_status status = reel_fill(d, SIZE_MAX);
    if (status < 0 || status == REEL_AGAIN) return status;
    r->d = d;
    r->start = d->in.at;
    r->size = reel_left(&d->in);
    if (r->size) end_at_padding(r);
    bool copies = xror_wants(r, &xror_documents) || xror_wants(r, &xror_other_keys);
    if (copies && r->size && !(r->copy = reel_chunk_bytes(d->chunk, r->start, r->size).data)) return reel_build_status(d->chunk);
    reel__pull_begin(&r->tree, PULL_BSON, r->start, r->size, d->limits.nesting < MOST_DEPTH ? d->limits.nesting : MOST_DEPTH);
    reel__xror_read_document(r);
    if ((status = build_status(r)) < 0) return status;
    record_fault(r);
    if (!r->tree.fault && !r->has[XROR_INFO] && !r->has_frames && !r->has_events)
        return reel_fail(d->error, REEL_UNSUPPORTED, "xror.not-xror", "", 0, "the document has none of info, frames and events");
    report_missing(r);
    report_trailing(r);
    return add_header(r);
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static const struct {
    check_rule rule;
    const char *section;
} rules[XROR_RULES] = {
    [XROR_RULE_UTF8] = { { "xror.utf8", REEL_WARNING, "%llu {text is|texts are} not UTF-8" }, "" },
    [XROR_RULE_BOOL] = { { "xror.bool", REEL_WARNING, "%llu {boolean is|booleans are} neither 0 nor 1" }, "" },
    [XROR_RULE_KEY_TWICE] = { { "xror.key-twice", REEL_WARNING, "%llu {key is|keys are} repeated; the first one counts" }, "" },
    [XROR_RULE_AXES] = { { "xror.axes", REEL_ERROR, "%llu {device or axis has|devices or axes have} no proper name of an axis" },
                         "info" },
    [XROR_RULE_NAMES] = { { "xror.names", REEL_WARNING,
                            "%llu {type of event has|types of events have} more or fewer names than values" },
                          "events" },
    [XROR_RULE_OTHER_ROWS] = { { "xror.other-rows", REEL_ERROR,
                                 "%llu {type of event has|types of events have} other numbers of rows in otherData and "
                                 "floatData" },
                               "events" },
    [XROR_RULE_OTHER_RAGGED] = { { "xror.other-ragged", REEL_ERROR,
                                   "%llu {row of otherData is|rows of otherData are} not an array, or not as long as the first" },
                                 "events" },
    [XROR_RULE_TABLE_RAW] = { { "xror.table-raw", REEL_NOTE, "%llu {table is|tables are} not compressed" }, "" },
    [XROR_RULE_TABLE_EMPTY] = { { "xror.table-empty", REEL_NOTE, "%llu {table has|tables have} no bytes" }, "" },
    [XROR_RULE_TABLE_PADDING] = { { "xror.table-padding", REEL_NOTE,
                                    "%llu {row|rows} of -1, which the writer added because of a fault of its codec" },
                                  "" },
    [XROR_RULE_TABLE_SLACK] = { { "xror.table-slack", REEL_WARNING, "%llu {byte|bytes} after the last value of a table" }, "" },
    [XROR_RULE_EVENT_TYPE] = { { "xror.event-type", REEL_ERROR, "%llu {type of event is|types of events are} not a document" },
                               "events" },
};

static void report_wrong_types(const xror_reader *r)
{
    const rule_count *found = &r->rules[XROR_RULE_FIELD_TYPE];
    if (found->count)
        reel_find(&r->d->reporter,
                  (reel_finding){ .rule = "xror.field-type",
                                  .severity = REEL_WARNING,
                                  .offset = found->offset,
                                  .row = found->row,
                                  .count = found->count },
                  "%llu {value has|values have} the wrong type, first that of \"%s\"", (unsigned long long)found->count,
                  r->wrong_key);
}

static void add_document(xror_reader *r)
{
    reel_row_list *list = reel_chunk_table(r->d->chunk, &xror_documents);
    xror_document *row = list && r->copy ? reel_row_add(list) : NULL;
    if (!row) return;
    row->data = (reel_bytes){ r->copy, r->size };
    if (reel__kept_is_whole(r->d->chunk, reel__xror_tables))
        row->sum = reel__kept_sum(r->d->chunk, reel__xror_tables, NULL, row->data);
}

reel_status reel__xror_next_rows(reel_decoder *d)
{
    xror_reader *r = d->state;
    if (!r->start) return REEL_END;
    reel_status status = reel_spend(d->budget, r->size);
    if (status < 0) return reel_fail_budget(d->budget, d->error, "", 0);
    reel__xror_read_motion(r);
    reel__xror_read_events(r);
    r->no_memory |= !reel__xror_add_motion(r);
    d->in.at = d->in.end;
    r->start = NULL;
    if ((status = build_status(r)) < 0) return status;
    for (size_t i = 0; i < XROR_RULES; i++)
        if (rules[i].rule.id) reel__rule_report(&d->reporter, &rules[i].rule, rules[i].section, NULL, &r->rules[i]);
    report_wrong_types(r);
    if (r->padded && r->damage.status == REEL_OK)
        reel__xror_damaged(r, REEL_CORRUPT, "xror.padding", "", r->size, "the file ends with padding after the document");
    if (r->damage.status == REEL_OK) {
        add_document(r);
        return reel_build_status(d->chunk);
    }
    *d->error = r->damage;
    return r->damage.status;
}

void reel__xror_close(reel_decoder *d)
{
    xror_reader *r = d->state;
    if (!r->d) return;
    reel__xror_floats_free(r, &r->motion);
    reel__memory_drop(&d->allocator, r->devices);
    reel__memory_drop(&d->allocator, r->axes);
    reel__memory_drop(&d->allocator, r->names);
    reel__memory_drop(&d->allocator, r->stroke_times);
}
