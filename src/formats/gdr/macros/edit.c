/* SPDX-License-Identifier: MIT
 * Operations on macros are those of GDR. Events belong to a position in the list of inputs, and times to each input: a macro that has them
 * can be cut and stripped, other changes are refused. */
#include "core/chunk.h"
#include "core/memory.h"
#include "formats/gdr/carry.h"
#include "formats/gdr/document.h"
#include "formats/gdr/macros/macros.h"
#include "formats/gdr/operations.h"
#include "formats/gdr/repair.h"

static size_t count_of(const reel_change *change, const reel_table *table)
{
    return reel_change_rows(change->chunk, table)->count;
}

static reel_status refuse(const reel_change *change, const char *what)
{
    return reel_fail(change->error, REEL_ARGUMENT, "edit.macro-rows", what, 0,
                     "this change would separate the %s of the macro from its inputs; --do strip first drops them, with all that "
                     "they say, and position fixes and physics",
                     what);
}

/* The operation of GDR, if the macro has no rows that it would contradict. */
static reel_status apply(reel_change *change, const reel_operation *operation)
{
    if (count_of(change, &macros_events)) return refuse(change, "events");
    if (count_of(change, &macros_times)) return refuse(change, "times");
    return operation->apply(change);
}

#define CHANGE(function, id, doc, argument)                                                                                      \
    static reel_status macros_##function(reel_change *change) { return apply(change, &reel__gdr_changes[GDR_CHANGE_##function]); }
GDR_CHANGE_LIST(CHANGE)

static void drop(reel_change *change, const reel_table *table)
{
    reel_row_list *list = reel_change_rows(change->chunk, table);
    if (!list->count) return;
    reel_tally(change, "edit.stripped", REEL_NOTE, table, NULL, list->count, "dropped");
    list->count = 0;
}

static reel_status strip(reel_change *change)
{
    drop(change, &macros_events);
    drop(change, &macros_fixes);
    drop(change, &macros_times);
    drop(change, &macros_attempts);
    drop(change, &macros_tries);
    return reel__gdr_strip.apply(change);
}

static bool inside(const reel_change *change, int64_t frame)
{
    return (double)frame >= change->from && (double)frame < change->to;
}

/* Moves the events in the span forward, and sets their index to the number of inputs that are kept before them. */
static void cut_events(reel_change *change)
{
    size_t count, events, kept = 0, before = 0, at = 0;
    const gdr_input *inputs = reel_chunk_rows(change->chunk, &gdr_inputs, &count);
    reel_row_list *list = reel_change_rows(change->chunk, &macros_events);
    macros_event *rows = (macros_event *)(void *)list->data;
    events = list->count;
    for (size_t i = 0; i < events; i++) {
        for (; at < rows[i].index && at < count; at++) before += inside(change, inputs[at].frame);
        if (!inside(change, rows[i].frame)) continue;
        rows[kept] = rows[i];
        rows[kept++].index = (uint32_t)before;
    }
    list->count = kept;
    reel_tally(change, "edit.cut", REEL_NOTE, &macros_events, NULL, events - kept, "outside the time range, dropped");
}

/* Whether a time is that of a frame, to less than a millionth of one. */
static bool is_whole(double time, double rate)
{
    const double exact = time * rate, apart = exact >= 0 && exact < 9e15 ? exact - (double)(int64_t)(exact + 0.5) : 1;
    return apart < 5e-7 && apart > -5e-7;
}

/* Keeps the times of the inputs in the span, unless they say no more than the frames. */
static void cut_times(reel_change *change)
{
    size_t count, kept = 0, parts = 0;
    const gdr_info *info = reel__macro_info(change->chunk);
    const gdr_input *inputs = reel_chunk_rows(change->chunk, &gdr_inputs, &count);
    reel_row_list *list = reel_change_rows(change->chunk, &macros_times);
    macros_time *rows = (macros_time *)(void *)list->data;
    const size_t times = list->count;
    for (size_t i = 0; i < times; i++)
        if (i >= count || inside(change, inputs[i].frame)) rows[kept++] = rows[i];
    for (size_t i = 0; i < kept; i++) parts += !is_whole(rows[i].time, info ? info->framerate : 0);
    list->count = parts ? kept : 0;
    reel_tally(change, "edit.cut", REEL_NOTE, &macros_times, NULL, times - kept, "outside the time range, dropped");
}

static reel_status cut(reel_change *change)
{
    cut_times(change);
    cut_events(change);
    return reel__gdr_cut.apply(change);
}

/* The first and the last frame of all inputs and events; false: there are none. */
static bool find_span(const reel_chunk *chunk, int64_t *first, int64_t *last)
{
    size_t count, events;
    const gdr_input *inputs = reel_chunk_rows(chunk, &gdr_inputs, &count);
    const macros_event *rows = reel_chunk_rows(chunk, &macros_events, &events);
    *first = INT64_MAX;
    *last = INT64_MIN;
    for (size_t i = 0; i < count + events; i++) {
        const int64_t frame = i < count ? inputs[i].frame : rows[i - count].frame;
        if (frame < *first) *first = frame;
        if (frame > *last) *last = frame;
    }
    return count + events > 0;
}

/* A part of the same macro that comes after this one: its events belong to its own inputs, which come after all of these. */
static reel_status join(reel_change *change)
{
    int64_t first, last, next, end;
    size_t count, more;
    reel_chunk_rows(change->chunk, &gdr_inputs, &count);
    const macros_event *from = reel_chunk_rows(change->other, &macros_events, &more);
    if (find_span(change->chunk, &first, &last) && find_span(change->other, &next, &end) && next <= last)
        return reel_fail(
            change->error, REEL_ARGUMENT, "edit.macro-rows", "events", 0,
            "the events of a macro belong to places between its inputs; only one that begins after the last frame of the "
            "other can be joined to it");
    const reel_status status = reel__gdr_merge.apply(change);
    macros_event *rows = status < 0 ? NULL : reel_row_grow(reel_change_rows(change->chunk, &macros_events), more, true);
    if (status >= 0 && !rows) return reel__memory_fail(change->error);
    for (size_t i = 0; rows && i < more; i++) {
        rows[i] = from[i];
        rows[i].index += (uint32_t)count;
    }
    return status;
}

/* Text has members that are in no row. Those of the first macro stay. */
static void report_text(const reel_change *change)
{
    const reel_bytes text = reel__gdr_document_of(change->other);
    size_t at = text.size >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    while (at < text.size && memchr(" \t\r\n", text.data[at], 4)) at++;
    if (at < text.size && text.data[at] == '{')
        reel_tally(change, "edit.merge-dropped", REEL_NOTE, &gdr_documents, "data", 1,
                   "of the text of the other macro only what rows have is taken");
}

static reel_status merge(reel_change *change)
{
    size_t more;
    report_text(change);
    reel_chunk_rows(change->other, &macros_events, &more);
    return more || count_of(change, &macros_events) ? join(change) : apply(change, &reel__gdr_merge);
}

/* Whether the inputs with the events between them never go backward. */
static bool is_rising(const reel_change *change)
{
    size_t count, events, event = 0;
    int64_t before = 0;
    const gdr_input *inputs = reel_chunk_rows(change->chunk, &gdr_inputs, &count);
    const macros_event *rows = reel_chunk_rows(change->chunk, &macros_events, &events);
    for (size_t i = 0; i <= count; i++) {
        for (; event < events && (rows[event].index <= i || i == count); before = rows[event++].frame)
            if (rows[event].frame < before) return false;
        if (i == count) break;
        if (inputs[i].frame < before) return false;
        before = inputs[i].frame;
    }
    return true;
}

/* Padding that the file ends with goes. Text is kept without it; another file is written from its rows. */
static void drop_padding(const reel_change *change)
{
    reel_row_list *documents = reel_change_rows(change->chunk, &gdr_documents);
    gdr_document *row = documents->count ? (gdr_document *)(void *)documents->data : NULL;
    size_t size = row ? reel__macros_data_size(row->data.data, row->data.size) : 0;
    if (!row || size == row->data.size) return;
    if (reel__macros_text_head(row->data.data, size).size)
        row->data.size = size;
    else
        documents->count = 0;
    reel__gdr_report_repair(change, "repair.macro-padding", NULL, "dropped padding behind the macro");
}

/* A recording that was cut may lack times: an input is then at the beginning of its frame. */
static reel_status repair_times(reel_change *change)
{
    size_t count;
    const gdr_info *info = reel__macro_info(change->chunk);
    const gdr_input *inputs = reel_chunk_rows(change->chunk, &gdr_inputs, &count);
    reel_row_list *list = reel_change_rows(change->chunk, &macros_times);
    const size_t times = list->count;
    if (!times || times == count || !info || !reel__macros_rate_is_valid(info->framerate)) return REEL_OK;
    if (times > count) list->count = count;
    for (size_t i = times; i < count; i++) {
        macros_time *row = reel_row_add(list);
        if (!row) return reel__chunk_failure(change->chunk, 0, change->error);
        *row = (macros_time){ inputs[i].frame, (double)inputs[i].frame / info->framerate };
    }
    reel_tally(change, "repair.macro-times", REEL_NOTE, &macros_times, NULL, times > count ? times - count : count - times,
               times > count ? "dropped: they belong to no input" : "added: the inputs are at the beginning of their frames");
    return REEL_OK;
}

static reel_status repair(reel_change *change)
{
    drop_padding(change);
    reel__gdr_repair_rate(change);
    reel__gdr_repair_extras(change);
    const reel_status status = repair_times(change);
    if (status < 0) return status;
    return REEL_OK;
}

/* Several lists in one damaged file can make frames go backward, which Silicate 3 cannot store. */
static reel_status repair_events(reel_change *change)
{
    const reel_status status = repair(change);
    if (status < 0) return status;
    if (is_rising(change)) return REEL_OK;
    reel_row_list *events = reel_change_rows(change->chunk, &macros_events);
    if (events->count) {
        reel_tally(change, "repair.macro-order", REEL_WARNING, &macros_events, NULL, events->count,
                   "dropped: frames go backward");
        events->count = 0;
    }
    reel_tally(change, "repair.macro-order", REEL_NOTE, &gdr_inputs, NULL, 1, "sorted by frame");
    return reel__gdr_changes[GDR_CHANGE_sort_inputs].apply(change);
}

/* Converts all frames to the first framerate, and drops the changes of the rate. */
static reel_status one_rate(reel_change *change)
{
    size_t count, kept = 0;
    const gdr_info *info = reel__macro_info(change->chunk);
    reel_chunk_rows(change->chunk, &gdr_inputs, &count);
    reel_row_list *list = reel_change_rows(change->chunk, &macros_events), *rows = reel_change_rows(change->chunk, &gdr_inputs);
    if (!info || !reel__macros_rate_is_valid(info->framerate)) return REEL_OK;
    if (count_of(change, &macros_fixes))
        return reel_fail(change->error, REEL_ARGUMENT, "edit.macro-rows", "fixes", 0,
                         "position fixes cannot be converted to one framerate");
    gdr_input *inputs = (gdr_input *)(void *)rows->data;
    macros_event *events = (macros_event *)(void *)list->data;
    macros_clock clock = { .first = info->framerate, .rate = info->framerate };
    for (size_t i = 0; i < count; i++) {
        reel__macros_clock_pass(&clock, events, list->count, i);
        inputs[i].frame = reel__macros_clock_frame(&clock, inputs[i].frame);
    }
    clock = (macros_clock){ .first = info->framerate, .rate = info->framerate };
    for (size_t i = 0; i < list->count; i++) {
        macros_event event = events[i];
        event.frame = reel__macros_clock_frame(&clock, event.frame);
        reel__macros_clock_pass(&clock, events, i + 1, UINT64_MAX);
        if (event.kind != MACROS_TPS) events[kept++] = event;
    }
    reel_tally(change, "edit.one-rate", REEL_NOTE, &macros_events, NULL, list->count - kept,
               "dropped: all frames are at the first rate now");
    list->count = kept;
    return REEL_OK;
}

#define OPERATION(function, id_, doc_, argument_) { .id = id_, .doc = doc_, .argument = argument_, .apply = macros_##function },
static const reel_operation changes[GDR_CHANGES] = { GDR_CHANGE_LIST(OPERATION) };
static const reel_operation stripping = { .id = "strip",
                                          .doc = "drop bot data: events, position fixes, physics",
                                          .apply = strip };
static const reel_operation cutting = { .id = REEL_OPERATION_CUT, .doc = "keep a span of time", .apply = cut };
static const reel_operation merging = { .id = REEL_OPERATION_MERGE, .doc = "merge another macro", .apply = merge };
static const reel_operation resampling = { .id = "one-rate",
                                           .doc = "convert all frames to the first framerate",
                                           .apply = one_rate };
static const reel_operation repairing = { .id = REEL_OPERATION_REPAIR, .doc = "repair a damaged file", .apply = repair };
static const reel_operation repairing_events = { .id = REEL_OPERATION_REPAIR,
                                                 .doc = "repair a damaged file",
                                                 .apply = repair_events };

#define ADDRESS(function, ...) &changes[GDR_CHANGE_##function],
#define SHARED GDR_CHANGE_LIST(ADDRESS) & stripping, &cutting, &merging, &reel__gdr_anonymise
const reel_operation *const reel__macros_operations[] = { SHARED, &repairing, NULL };
const reel_operation *const reel__macros_slc3_operations[] = { SHARED, &resampling, &repairing_events, NULL };
