/* SPDX-License-Identifier: MIT
 * reel_verify: a detached signature is compared with the bytes of the file, an embedded mark with those that it covers. */
#include "containers/archive.h"
#include "core/options.h"
#include "core/reader.h"
#include "jobs/sign/chain.h"
#include "jobs/sign/feed.h"
#include "jobs/sign/mark.h"

typedef struct verification {
    reel_options options;
    reel_verify_options how;
    reel_allocator allocator;
    reel_reporter reporter;
    reel_mark *mark;
} verification;

static mark_evidence evidence_of(const verification *run, const mark_subject *subject)
{
    return (mark_evidence){
        .subject = subject, .how = &run->how, .reporter = &run->reporter, .allocator = &run->allocator, .text = run->how.signature
    };
}

/* ---- embedded ------------------------------------------------------------------------------------------------------- */

static reel_status judge_place(verification *run, const mark_place *place, const reel_error *defect, reel_error *error)
{
    mark_subject subject = { .player.allocator = run->allocator, .level.allocator = run->allocator };
    bool read = !place->header || reel__mark_subject_read(&subject, reel_header(place->header), &run->allocator);
    mark_evidence evidence = evidence_of(run, place->header ? &subject : NULL);
    evidence.defect = defect;
    reel_status status = read ? reel__mark_of_place(run->mark, place, &evidence, error) : reel__memory_fail(error);
    reel__mark_subject_free(&subject);
    return status;
}

static reel_status walk_bytes(mark_feed *feed, mark_place *place, reel_error *error)
{
    reel_bytes piece;
    reel_status status;
    while ((status = reel__feed_next(feed, &piece, error)) == REEL_OK)
        if (!reel__place_add(place, piece.data, piece.size)) return reel__memory_fail(error);
    if (status < 0) return status;
    return reel__place_end(place) ? REEL_OK : reel__memory_fail(error);
}

/* A replay in a container: its rows give the file back. `defect`: what else the container has, or NULL. */
static reel_status judge_rows(verification *run, const reel_chunk *chunk, const reel_format *format, const reel_error *defect,
                              reel_error *error)
{
    mark_place place;
    reel__place_open(&place, format, &run->options, &run->allocator);
    reel_status status = reel__mark_walk_rows(chunk, format, &run->allocator, &place, error);
    if (status >= 0) status = judge_place(run, &place, defect, error);
    reel__place_close(&place);
    return status;
}

static reel_status judge_nothing(verification *run, reel_error *error)
{
    mark_evidence evidence = evidence_of(run, NULL);
    return reel__mark_judge(run->mark, &evidence, error);
}

/* ---- archives ------------------------------------------------------------------------------------------------------- */

static bool add_record(void *context, const uint8_t *record, size_t size) { return reel__chain_add(context, record, size); }

/* Reads every row by the reader that everybody reads archives with, while the chain gets the records. Stays within the memory of a reader. */
static reel_status read_records(reel_reader *reader, mark_chain *chain, bool keep, reel_error *error)
{
    const reel_chunk *chunk;
    archive_chain before = { .value = { 0 } };
    uint64_t offset = 0;
    reel_status status;
    reader->keep = keep;
    reel__archive_watch_records(reader, add_record, chain, &before, &offset);
    reel__chain_open(chain, &before, offset, &reader->allocator);
    while ((status = reel_next(reader, &chunk, error)) == REEL_OK) {
    }
    reel__chain_end(chain);
    return status < 0 ? status : REEL_OK;
}

static reel_status judge_chain(verification *run, const mark_chain *chain, const mark_subject *subject, const reel_error *defect,
                               reel_error *error)
{
    mark_evidence evidence = evidence_of(run, subject);
    evidence.defect = defect;
    return reel__chain_mark(chain, run->mark, &evidence, error);
}

/* The rows are kept only if the replay may have a mark of its own; otherwise the last chunk of a format that is read at once has its header. */
static reel_status judge_archive(verification *run, reel_reader *reader, reel_error *error)
{
    const reel_format *format = reader->format;
    bool embeds = !strcmp(reel_format_id(format), PLACE_FORMAT), streams = format->flags & REEL_FORMAT_STREAMS;
    mark_chain chain;
    mark_subject subject;
    bool known = reel__mark_subject_read(&subject, reel_header(reader), &run->allocator);
    reel_status status = known ? read_records(reader, &chain, embeds || !streams, error) : reel__memory_fail(error);
    if (!known) {
        reel__mark_subject_free(&subject);
        return status;
    }
    if (status >= 0 && !streams) {
        reel__mark_subject_free(&subject);
        if (!reel__mark_subject_read(&subject, reader->chunk, &run->allocator)) status = reel__memory_fail(error);
    }
    const reel_error *defect = reel_reader_damage(reader);
    if (!defect) defect = reel__archive_extra_of(reader);
    if (status >= 0 && chain.marks)
        status = judge_chain(run, &chain, &subject, defect, error);
    else if (status >= 0)
        status = embeds ? judge_rows(run, reader->chunk, format, defect, error) : judge_nothing(run, error);
    reel__mark_subject_free(&subject);
    reel__chain_close(&chain);
    return status;
}

/* Options for reading all of a replay, whatever a caller wants to read of it. */
static reel_options whole_options(const verification *run)
{
    reel_options options = run->options;
    options.report = NULL;
    options.tables = NULL;
    options.select = NULL;
    options.member = NULL;
    options.has_from = options.has_to = false;
    options.flags &= ~(uint32_t)REEL_STRICT;
    options.index = (reel_bytes){ NULL, 0 };
    return options;
}

static reel_status verify_archive(verification *run, mark_feed *feed, reel_error *error)
{
    reel_reader *reader;
    const reel_options options = whole_options(run);
    reel_status status = reel_open(reel__feed_source(feed), &options, &reader, error);
    if (status >= 0) status = judge_archive(run, reader, error);
    reel_close(reader);
    return status;
}

/* Another container, which has no place for a mark, but the replay in it may have one. */
static reel_status verify_contained(verification *run, mark_feed *feed, const reel_format *format, reel_error *error)
{
    reel_replay *replay;
    const reel_options options = whole_options(run);
    reel_status status = reel_load(reel__feed_source(feed), &options, &replay, error);
    if (status < 0) return status;
    status = judge_rows(run, reel_replay_chunk(replay), format, reel_replay_damage(replay), error);
    reel_free(replay);
    return status;
}

/* What follows a file that an archive stores. */
static const reel_error *more_in_feed(const mark_feed *feed)
{
    static const reel_error more = {
        .status = REEL_UNSUPPORTED, .rule = "archive.more", .section = "", .message = "another replay"
    };
    return reel__feed_has_more(feed) ? &more : NULL;
}

static reel_status verify_plain(verification *run, mark_feed *feed, const reel_format *format, reel_error *error)
{
    mark_place place;
    reel__place_open(&place, format, &run->options, &run->allocator);
    reel_status status = walk_bytes(feed, &place, error);
    if (status >= 0) status = judge_place(run, &place, more_in_feed(feed), error);
    reel__place_close(&place);
    return status;
}

static reel_status verify_embedded(verification *run, reel_source source, reel_error *error)
{
    mark_feed feed;
    const reel_format *format;
    bool plain;
    reel_status status = reel__feed_open(&feed, source, &run->options, error);
    if (status < 0) return status;
    status = reel__feed_identify(&feed, &format, &plain, error);
    if (status < 0) {
        reel__feed_close(&feed);
        return status;
    }
    bool embeds = !strcmp(reel_format_id(format), PLACE_FORMAT);
    if (reel__feed_is_archive(&feed))
        status = verify_archive(run, &feed, error);
    else if (!embeds)
        status = judge_nothing(run, error);
    else
        status = plain ? verify_plain(run, &feed, format, error) : verify_contained(run, &feed, format, error);
    reel__feed_close(&feed);
    return status;
}

/* ---- detached ------------------------------------------------------------------------------------------------------- */

/* The header of a file that has changed may be anything: it is then not compared. */
static bool read_subject(verification *run, mark_tap *tap, mark_subject *subject, bool *known)
{
    static const reel_table *const none[] = { NULL };
    reel_reader *reader;
    reel_options options = run->options;
    options.tables = none;
    options.select = NULL;
    options.report = NULL;
    options.index = (reel_bytes){ NULL, 0 };
    *known = reel_open(reel__tap_source(tap), &options, &reader, NULL) == REEL_OK;
    if (!*known) return true;
    bool read = reel__mark_subject_read(subject, reel_header(reader), &run->allocator);
    reel_close(reader);
    return read;
}

static reel_status verify_detached(verification *run, reel_source source, reel_error *error)
{
    mark_tap tap;
    minisign_signature signature;
    uint8_t digest[SEAL_DIGEST];
    bool known = false;
    mark_subject subject = { .player.allocator = run->allocator, .level.allocator = run->allocator };
    reel_status status = reel__minisign_read(run->how.signature, &signature, error);
    reel__tap_open(&tap, source, &run->options, status == REEL_OK && signature.legacy);
    if (status >= 0 && !read_subject(run, &tap, &subject, &known)) status = reel__memory_fail(error);
    if (status >= 0) status = reel__tap_finish(&tap, error);
    if (status >= 0) {
        mark_evidence evidence = evidence_of(run, known ? &subject : NULL);
        reel__seal_hash_end(&tap.hash, digest, sizeof digest);
        evidence.digest = digest;
        evidence.content = (reel_bytes){ tap.kept.data, tap.kept.size };
        status = reel__mark_judge(run->mark, &evidence, error);
    }
    reel__mark_subject_free(&subject);
    reel__tap_close(&tap);
    return status;
}

reel_status reel_can_embed_mark(reel_source source, const reel_options *options, bool *embeds, reel_error *error)
{
    mark_feed feed;
    const reel_format *format;
    bool plain;
    *embeds = false;
    reel_status status = reel__feed_open(&feed, source, options, error);
    if (status < 0) return status;
    status = reel__feed_identify(&feed, &format, &plain, error);
    if (status >= 0) *embeds = reel__feed_is_archive(&feed) || (plain && !strcmp(reel_format_id(format), PLACE_FORMAT));
    reel__feed_close(&feed);
    return status < 0 ? status : REEL_OK;
}

reel_status reel_verify(reel_source source, const reel_options *options, const reel_verify_options *given, reel_mark **mark,
                        reel_error *error)
{
    verification run;
    reel_error own;
    if (!error) error = &own;
    *error = (reel_error){ .rule = "", .section = "" };
    reel__memory_options(&run.options, sizeof run.options, options);
    reel__memory_options(&run.how, sizeof run.how, given);
    run.allocator = reel__memory_allocator(run.options.allocator);
    run.reporter = (reel_reporter){ run.options.report, run.options.report_context };
    *mark = NULL;
    reel_status status = reel__limited_are_known(run.options.struct_size, &run.options.limits, error);
    if (status >= 0) status = reel__options_are_known(run.how.struct_size, error);
    if (status >= 0) status = reel__seal_begin(error);
    run.mark = status < 0 ? NULL : reel__mark_new(&run.allocator);
    if (status >= 0 && !run.mark) status = reel__memory_fail(error);
    if (status < 0) {
        if (source.close) source.close(source.context);
        return status;
    }
    status = run.how.signature.size ? verify_detached(&run, source, error) : verify_embedded(&run, source, error);
    if (status >= 0) {
        *mark = run.mark;
        return REEL_OK;
    }
    reel_mark_free(run.mark);
    return status;
}
