/* SPDX-License-Identifier: MIT
 * The check of an archive's mark: the chain is computed from the records while the reader of the rows reads them. */
#include "jobs/sign/check.h"

#ifdef REEL_WITH_SODIUM

#include "containers/archive.h"
#include "jobs/sign/chain.h"

struct mark_watch {
    const reel_reader *reader;
    reel_allocator allocator;
    reel_reporter reporter;
    mark_chain chain;
    mark_subject subject;
};

static bool add_record(void *context, const uint8_t *record, size_t size)
{
    return reel__chain_add(&((mark_watch *)context)->chain, record, size);
}

reel_status reel__mark_watch_begin(mark_watch **watch, reel_reader *reader, reel_error *error)
{
    archive_chain before;
    uint64_t offset;
    *watch = NULL;
    mark_watch *fresh = reel__memory_new(&reader->allocator, sizeof *fresh);
    if (!fresh) return reel__memory_fail(error);
    fresh->allocator = reader->allocator;
    fresh->reader = reader;
    fresh->reporter = reel__reader_reporter(reader);
    if (!reel__archive_watch_records(reader, add_record, fresh, &before, &offset)) {
        reel__memory_drop(&reader->allocator, fresh);
        return REEL_OK;
    }
    *watch = fresh;
    reel__chain_open(&fresh->chain, &before, offset, &fresh->allocator);
    if (!reel__mark_subject_read(&fresh->subject, reel_header(reader), &fresh->allocator)) return reel__memory_fail(error);
    return reel__seal_begin(error);
}

reel_status reel__mark_watch_end(mark_watch *watch, reel_mark **found, reel_error *error)
{
    if (found) *found = NULL;
    if (!watch) return REEL_OK;
    reel__chain_end(&watch->chain);
    if (!watch->chain.marks) return REEL_OK;
    reel_mark *mark = reel__mark_new(&watch->allocator);
    if (!mark) return reel__memory_fail(error);
    const reel_verify_options how = { REEL_SIZED(reel_verify_options) };
    const reel_error *damage = reel_reader_damage(watch->reader);
    const mark_evidence evidence = { .how = &how,
                                     .subject = &watch->subject,
                                     .reporter = &watch->reporter,
                                     .allocator = &watch->allocator,
                                     .defect = damage ? damage : reel__archive_extra_of(watch->reader) };
    reel_status status = reel__chain_mark(&watch->chain, mark, &evidence, error);
    if (status >= 0 && !mark->problems) reel__mark_report_good(mark, &watch->reporter);
    if (found && status >= 0)
        *found = mark;
    else
        reel_mark_free(mark);
    return status;
}

void reel__mark_watch_free(mark_watch *watch)
{
    if (!watch) return;
    reel_allocator allocator = watch->allocator;
    reel__mark_subject_free(&watch->subject);
    reel__chain_close(&watch->chain);
    reel__memory_drop(&allocator, watch);
}

#else

reel_status reel__mark_watch_begin(mark_watch **watch, reel_reader *reader, reel_error *error)
{
    (void)reader, (void)error;
    *watch = NULL;
    return REEL_OK;
}

reel_status reel__mark_watch_end(mark_watch *watch, reel_mark **mark, reel_error *error)
{
    (void)watch, (void)error;
    if (mark) *mark = NULL;
    return REEL_OK;
}

void reel__mark_watch_free(mark_watch *watch) { (void)watch; }

#endif
