/* SPDX-License-Identifier: MIT
 * reel_verify: a detached signature is compared with the bytes of the file, an embedded mark with those that it covers. */
#include "core/reader.h"
#include "jobs/sign/chain.h"
#include "jobs/sign/feed.h"
#include "jobs/sign/mark.h"

static reel_status no_memory(reel_error *error)
{
    return reel_fail(error, REEL_MEMORY, "reel.memory", "", 0, "no memory for the mark");
}

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

static reel_status judge_place(verification *run, const mark_place *place, reel_error *error)
{
    mark_subject subject = { .player.allocator = run->allocator, .level.allocator = run->allocator };
    bool read = !place->header || mark_subject_read(&subject, reel_header(place->header), &run->allocator);
    mark_evidence evidence = evidence_of(run, place->header ? &subject : NULL);
    reel_status status = read ? mark_of_place(run->mark, place, &evidence, error) : no_memory(error);
    mark_subject_free(&subject);
    return status;
}

static reel_status walk_bytes(mark_feed *feed, mark_place *place, reel_error *error)
{
    reel_bytes piece;
    reel_status status;
    while ((status = feed_next(feed, &piece, error)) == REEL_OK)
        if (!place_add(place, piece.data, piece.size)) return no_memory(error);
    if (status < 0) return status;
    return place_end(place) ? REEL_OK : no_memory(error);
}

/* A replay in a container: its rows give the file back. */
static reel_status judge_rows(verification *run, const reel_chunk *chunk, const reel_format *format, reel_error *error)
{
    mark_place place;
    place_open(&place, format, &run->options, &run->allocator);
    reel_status status = mark_walk_rows(chunk, format, &run->allocator, &place, error);
    if (status >= 0) status = judge_place(run, &place, error);
    place_close(&place);
    return status;
}

static reel_status judge_nothing(verification *run, reel_error *error)
{
    mark_evidence evidence = evidence_of(run, NULL);
    return mark_judge(run->mark, &evidence, error);
}

/* ---- archives ------------------------------------------------------------------------------------------------------- */

/* A source whose bytes a chain gets as a reader reads them. */
typedef struct mark_listener {
    mark_feed *feed;
    mark_chain *chain;
} mark_listener;

static reel_status listen_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    mark_listener *listening = context;
    reel_source source = feed_source(listening->feed);
    reel_status status = source.read(source.context, buffer, capacity, got, error);
    if (status != REEL_OK) return status;
    return chain_add(listening->chain, buffer, *got) ? REEL_OK : no_memory(error);
}

static reel_status drain(mark_listener *listening, reel_error *error)
{
    uint8_t buffer[1 << 13];
    size_t got;
    reel_status status;
    do status = listen_read(listening, buffer, sizeof buffer, &got, error);
    while (status == REEL_OK);
    return status < 0 ? status : REEL_OK;
}

static reel_status judge_chain(verification *run, const mark_chain *chain, const mark_subject *subject, reel_error *error)
{
    const mark_evidence evidence = evidence_of(run, subject);
    return mark_of_chain(run->mark, chain, &evidence, error);
}

/* A replay in a container with a hash chain. Its rows are needed only if the replay may have a mark of its own. */
static reel_status verify_archive(verification *run, mark_feed *feed, const reel_format *format, reel_error *error)
{
    static const reel_table *const none[] = { NULL };
    mark_chain chain;
    mark_listener listening = { .feed = feed, .chain = &chain };
    const reel_source source = { .context = &listening, .size = REEL_UNKNOWN_SIZE, .read = listen_read };
    bool loads = !strcmp(reel_format_id(format), PLACE_FORMAT), read = true;
    reel_replay *replay = NULL;
    reel_reader *reader = NULL;
    mark_subject subject = { .player.allocator = run->allocator, .level.allocator = run->allocator };
    reel_options options = run->options;
    options.report = NULL;
    options.tables = NULL;
    options.select = NULL;
    options.member = NULL;
    chain_open(&chain, &run->allocator);
    if (!loads) options.tables = none;
    reel_status status = loads ? reel_load(source, &options, &replay, error) : reel_open(source, &options, &reader, error);
    bool known = status == REEL_OK;
    const reel_chunk *header = known && !loads ? reel_header(reader) : NULL;
    if (known && replay) header = reel_replay_chunk(replay);
    if (header) read = mark_subject_read(&subject, header, &run->allocator);
    reel_close(reader);
    if (status != REEL_MEMORY && status != REEL_CANCELLED && status != REEL_IO)
        status = read ? drain(&listening, error) : no_memory(error);
    chain_end(&chain);
    if (status >= 0 && chain.marks)
        status = judge_chain(run, &chain, known ? &subject : NULL, error);
    else if (status >= 0 && replay && loads)
        status = judge_rows(run, reel_replay_chunk(replay), format, error);
    else if (status >= 0)
        status = judge_nothing(run, error);
    mark_subject_free(&subject);
    reel_free(replay);
    chain_close(&chain);
    return status;
}

/* Another container, which has no place for a mark, but the replay in it may have one. */
static reel_status verify_contained(verification *run, mark_feed *feed, const reel_format *format, reel_error *error)
{
    reel_replay *replay;
    reel_options options = run->options;
    options.report = NULL;
    options.tables = NULL;
    options.select = NULL;
    reel_status status = reel_load(feed_source(feed), &options, &replay, error);
    if (status < 0) return status;
    status = judge_rows(run, reel_replay_chunk(replay), format, error);
    reel_free(replay);
    return status;
}

static reel_status verify_plain(verification *run, mark_feed *feed, const reel_format *format, reel_error *error)
{
    mark_place place;
    place_open(&place, format, &run->options, &run->allocator);
    reel_status status = walk_bytes(feed, &place, error);
    if (status >= 0) status = judge_place(run, &place, error);
    place_close(&place);
    return status;
}

static reel_status verify_embedded(verification *run, reel_source source, reel_error *error)
{
    mark_feed feed;
    const reel_format *format;
    bool plain;
    reel_status status = feed_open(&feed, source, &run->options, error);
    if (status < 0) return status;
    status = feed_identify(&feed, &format, &plain, error);
    if (status < 0) {
        feed_close(&feed);
        return status;
    }
    bool embeds = !strcmp(reel_format_id(format), PLACE_FORMAT);
    if (feed_is_archive(&feed))
        status = verify_archive(run, &feed, format, error);
    else if (!embeds)
        status = judge_nothing(run, error);
    else
        status = plain ? verify_plain(run, &feed, format, error) : verify_contained(run, &feed, format, error);
    feed_close(&feed);
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
    *known = reel_open(tap_source(tap), &options, &reader, NULL) == REEL_OK;
    if (!*known) return true;
    bool read = mark_subject_read(subject, reel_header(reader), &run->allocator);
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
    reel_status status = minisign_read(run->how.signature, &signature, error);
    tap_open(&tap, source, &run->options, status == REEL_OK && signature.legacy);
    if (status >= 0 && !read_subject(run, &tap, &subject, &known)) status = no_memory(error);
    if (status >= 0) status = tap_finish(&tap, error);
    if (status >= 0) {
        mark_evidence evidence = evidence_of(run, known ? &subject : NULL);
        seal_hash_end(&tap.hash, digest, sizeof digest);
        evidence.digest = digest;
        evidence.content = (reel_bytes){ tap.kept.data, tap.kept.size };
        status = mark_judge(run->mark, &evidence, error);
    }
    mark_subject_free(&subject);
    tap_close(&tap);
    return status;
}

reel_status reel_can_embed_mark(reel_source source, const reel_options *options, bool *embeds, reel_error *error)
{
    mark_feed feed;
    const reel_format *format;
    bool plain;
    *embeds = false;
    reel_status status = feed_open(&feed, source, options, error);
    if (status < 0) return status;
    status = feed_identify(&feed, &format, &plain, error);
    if (status >= 0) *embeds = feed_is_archive(&feed) || (plain && !strcmp(reel_format_id(format), PLACE_FORMAT));
    feed_close(&feed);
    return status < 0 ? status : REEL_OK;
}

reel_status reel_verify(reel_source source, const reel_options *options, const reel_verify_options *given, reel_mark **mark,
                        reel_error *error)
{
    verification run;
    reel_error own;
    if (!error) error = &own;
    *error = (reel_error){ .rule = "", .section = "" };
    memory_options(&run.options, sizeof run.options, options, options ? options->struct_size : 0);
    memory_options(&run.how, sizeof run.how, given, given ? given->struct_size : 0);
    run.options.struct_size = sizeof run.options;
    run.allocator = memory_allocator(run.options.allocator);
    run.reporter = (reel_reporter){ run.options.report, run.options.report_context };
    *mark = NULL;
    reel_status status = seal_begin(error);
    run.mark = status < 0 ? NULL : mark_new(&run.allocator);
    if (status >= 0 && !run.mark) status = no_memory(error);
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
