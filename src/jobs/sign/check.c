/* SPDX-License-Identifier: MIT */
#include "jobs/sign/check.h"

#if defined(REEL_WITH_SODIUM) && !defined(REEL_WITHOUT_BSOR)

#include "core/chunk.h"
#include "jobs/sign/mark.h"

#include <reel/bsor.h>

/* Whether the rows have a mark. */
static bool has_mark(const reel_format *format, const reel_chunk *chunk)
{
    const reel_table *table = reel_format_table(format, "user_data");
    size_t count = 0;
    const bsor_user_entry *rows = table ? reel_chunk_rows(chunk, table, &count) : NULL;
    for (size_t i = 0; i < count; i++)
        if (mark_is_entry(&rows[i])) return true;
    return false;
}

/* Whether the chunk has all that the file is written from: a caller may have asked for some tables. */
static bool is_whole(const reel_format *format, const reel_chunk *chunk)
{
    for (const reel_table *const *table = format->tables; *table; table++) {
        const reel_row_list *list = chunk_list(chunk, *table);
        if (!((*table)->flags & REEL_TABLE_ON_REQUEST) && !(list && list->wanted)) return false;
    }
    return true;
}

static reel_status judge_rows(reel_analysis *analysis, const reel_chunk *chunk, mark_place *place, reel_mark *mark)
{
    mark_subject subject = { .player.allocator = analysis->allocator, .level.allocator = analysis->allocator };
    const reel_verify_options how = { .struct_size = sizeof how };
    mark_evidence evidence = {
        .how = &how, .subject = &subject, .reporter = &analysis->reporter, .allocator = &analysis->allocator
    };
    reel_status status = reel_spend(analysis->budget, place->total);
    if (status < 0) return reel_fail_budget(analysis->budget, analysis->error, "mark", place->offset);
    status = mark_subject_read(&subject, chunk, &analysis->allocator) ? mark_of_place(mark, place, &evidence, analysis->error)
                                                                      : memory_fail(analysis->error);
    if (status >= 0 && !mark->problems) mark_report_good(mark, &analysis->reporter);
    mark_subject_free(&subject);
    return status;
}

/* The rows of a replay with a mark are all in one chunk. They give back the file, byte for byte, and so what the mark covers. */
static reel_status check_mark(reel_analysis *analysis, const reel_chunk *chunk)
{
    reel_error error;
    mark_place place;
    const reel_options options = { .struct_size = sizeof options, .allocator = &analysis->allocator };
    if (!has_mark(analysis->format, chunk) || !is_whole(analysis->format, chunk)) return REEL_OK;
    reel_status status = seal_begin(analysis->error);
    reel_mark *mark = status < 0 ? NULL : mark_new(&analysis->allocator);
    if (!mark) return status < 0 ? status : memory_fail(analysis->error);
    place_open(&place, analysis->format, &options, &analysis->allocator);
    status = mark_walk_rows(chunk, analysis->format, &analysis->allocator, &place, &error);
    if (status == REEL_OK && place.marks)
        status = judge_rows(analysis, chunk, &place, mark);
    else if (status != REEL_MEMORY)
        status = REEL_OK; /* rows that cannot be written are damage, which is reported already */
    else
        *analysis->error = error;
    place_close(&place);
    reel_mark_free(mark);
    return status;
}

static const reel_format *const marked_formats[] = { &reel_format_bsor, NULL };

static const reel_insight embedded_marks = {
    .id = "mark",
    .name = "mark",
    .doc = "whether an embedded mark is what its key signed",
    .formats = marked_formats,
    .state_size = 1,
    .chunk = check_mark,
};

const reel_insight *mark_check(const reel_format *format) { return format == &reel_format_bsor ? &embedded_marks : NULL; }

#else

const reel_insight *mark_check(const reel_format *format) { return (void)format, NULL; }

#endif
