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
        const reel_row_list *list = reel__chunk_list(chunk, *table);
        if (!((*table)->flags & REEL_TABLE_ON_REQUEST) && !(list && list->wanted)) return false;
    }
    return true;
}

/* What judging a mark needs of a reader, or of a check. */
typedef struct mark_judge_context {
    const reel_format *format;
    reel_allocator allocator;
    reel_reporter reporter;
    reel_budget *budget;
    reel_error *error;
} mark_judge_context;

static reel_status judge_rows(mark_judge_context *run, const reel_chunk *chunk, mark_place *place, reel_mark *mark)
{
    mark_subject subject = { .player.allocator = run->allocator, .level.allocator = run->allocator };
    const reel_verify_options how = { REEL_SIZED(reel_verify_options) };
    mark_evidence evidence = { .how = &how, .subject = &subject, .reporter = &run->reporter, .allocator = &run->allocator };
    reel_status status = reel_spend(run->budget, place->total);
    if (status < 0) return reel_fail_budget(run->budget, run->error, "mark", place->offset);
    status = reel__mark_subject_read(&subject, chunk, &run->allocator) ? reel__mark_of_place(mark, place, &evidence, run->error)
                                                                       : reel__memory_fail(run->error);
    if (status >= 0 && !mark->problems) reel__mark_report_good(mark, &run->reporter);
    reel__mark_subject_free(&subject);
    return status;
}

/* The rows of a replay with a mark are all in one chunk. They give back the file, byte for byte, and so what the mark covers. */
static reel_status judge_chunk(mark_judge_context *run, const reel_chunk *chunk, reel_mark **found)
{
    reel_error error;
    mark_place place;
    const reel_options options = { REEL_SIZED(reel_options), .allocator = &run->allocator };
    *found = NULL;
    if (!has_mark(run->format, chunk) || !is_whole(run->format, chunk)) return REEL_OK;
    reel_status status = reel__seal_begin(run->error);
    reel_mark *mark = status < 0 ? NULL : reel__mark_new(&run->allocator);
    if (!mark) return status < 0 ? status : reel__memory_fail(run->error);
    reel__place_open(&place, run->format, &options, &run->allocator);
    status = reel__mark_walk_rows(chunk, run->format, &run->allocator, &place, &error);
    bool marked = status == REEL_OK && place.marks;
    if (marked)
        status = judge_rows(run, chunk, &place, mark);
    else if (status != REEL_MEMORY)
        status = REEL_OK; /* rows that cannot be written are damage, which is reported already */
    else
        *run->error = error;
    reel__place_close(&place);
    if (marked && status >= 0)
        *found = mark;
    else
        reel_mark_free(mark);
    return status;
}

static reel_status check_mark(reel_analysis *analysis, const reel_chunk *chunk)
{
    reel_mark *mark;
    mark_judge_context run = { analysis->format, analysis->allocator, analysis->reporter, analysis->budget, analysis->error };
    reel_status status = judge_chunk(&run, chunk, &mark);
    reel_mark_free(mark);
    return status;
}

reel_status reel__mark_of_chunk(reel_reader *reader, const reel_chunk *chunk, reel_mark **mark, reel_error *error)
{
    reel_error own = { .rule = "", .section = "" };
    mark_judge_context run = { reader->format, reader->allocator, reel__reader_reporter(reader), &reader->budget,
                               error ? error : &own };
    *mark = NULL;
    return reel__mark_check(reader->format) ? judge_chunk(&run, chunk, mark) : REEL_OK;
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

const reel_insight *reel__mark_check(const reel_format *format) { return format == &reel_format_bsor ? &embedded_marks : NULL; }

#else

const reel_insight *reel__mark_check(const reel_format *format) { return (void)format, NULL; }

reel_status reel__mark_of_chunk(reel_reader *reader, const reel_chunk *chunk, reel_mark **mark, reel_error *error)
{
    (void)reader, (void)chunk, (void)error;
    *mark = NULL;
    return REEL_OK;
}

#endif
