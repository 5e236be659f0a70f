/* SPDX-License-Identifier: MIT
 * reel_sign. To embed a mark, the file is put together twice: without the text of the mark, for the hash that it signs, then with it. */
#include "codec/pack/stored.h"
#include "containers/archive.h"
#include "core/options.h"
#include "core/reader.h"
#include "jobs/sign/chain.h"
#include "jobs/sign/comment.h"
#include "jobs/sign/feed.h"
#include "jobs/sign/key.h"
#include "jobs/sign/mark.h"

typedef struct signing {
    reel_options options;
    reel_sign_options how;
    reel_allocator allocator;
    const reel_key *key;
    reel_sink sink;
    reel_error *error;
} signing;

/* ---- the text of a mark --------------------------------------------------------------------------------------------- */

/* A value of the caller, or that of the header. Both may be there if they are equal. */
static reel_status choose(const signing *run, const char *given, const reel_memory *named, const char *rule, reel_string *value)
{
    *value = mark_text(named);
    if (!given) return REEL_OK;
    reel_string text = { given, strlen(given) };
    if (named->size && !reel__mark_texts_equal(text, *value))
        return reel_fail(run->error, REEL_ARGUMENT, rule, "", 0, "the header of the replay has %.*s, not %s", (int)value->size,
                         value->data, given);
    *value = text;
    return REEL_OK;
}

/* Signs a digest with what is bound to it. */
static reel_status write_mark(const signing *run, const reel_format *format, const mark_subject *subject, const uint8_t *digest,
                              reel_memory *out)
{
    bool detached = run->how.flags & REEL_SIGN_DETACHED;
    reel_mark mark = { .key = run->key->public, .time = run->how.time };
    if (format) mark.format = (reel_string){ format->id, strlen(format->id) };
    if (run->how.challenge) mark.challenge = (reel_string){ run->how.challenge, strlen(run->how.challenge) };
    if (run->how.file) mark.file = (reel_string){ run->how.file, strlen(run->how.file) };
    reel_status status = choose(run, run->how.player, &subject->player, "sign.player", &mark.player);
    if (status == REEL_OK) status = choose(run, run->how.level, &subject->level, "sign.level", &mark.level);
    if (status < 0) return status;
    reel_memory comment = { .allocator = run->allocator };
    bool written = reel__comment_write(&comment, &mark, detached);
    if (written && comment.size > MINISIGN_MOST_COMMENT)
        status = reel_fail(run->error, REEL_ARGUMENT, "sign.too-long", "", 0,
                           "player, level, challenge and file take %zu bytes of the comment, the limit is %d", comment.size,
                           (int)MINISIGN_MOST_COMMENT);
    else if (!written || !reel__minisign_write(out, digest, mark_text(&comment), &run->key->public, run->key->secret))
        status = reel__memory_fail(run->error);
    reel_memory_free(&comment);
    return status;
}

/* ---- detached ------------------------------------------------------------------------------------------------------- */

/* A file that is not a replay has neither a format nor a subject. */
static reel_status read_header(const signing *run, mark_tap *tap, const reel_format **format, mark_subject *subject)
{
    static const reel_table *const none[] = { NULL };
    reel_reader *reader;
    reel_options options = run->options;
    options.tables = none;
    options.select = NULL;
    options.index = (reel_bytes){ NULL, 0 };
    reel_status status = reel_open(reel__tap_source(tap), &options, &reader, run->error);
    if (status == REEL_UNSUPPORTED && !strcmp(run->error->rule, "reel.unknown-format")) {
        *run->error = (reel_error){ .rule = "", .section = "" };
        return REEL_OK;
    }
    if (status < 0) return status;
    *format = reel_reader_format(reader);
    if (!reel__mark_subject_read(subject, reel_header(reader), &run->allocator)) status = reel__memory_fail(run->error);
    reel_close(reader);
    return status;
}

static reel_status sign_detached(const signing *run, reel_source source)
{
    mark_tap tap;
    const reel_format *format = NULL;
    uint8_t digest[SEAL_DIGEST];
    reel_memory text = { .allocator = run->allocator };
    mark_subject subject = { .player.allocator = run->allocator, .level.allocator = run->allocator };
    reel__tap_open(&tap, source, &run->options, false);
    reel_status status = read_header(run, &tap, &format, &subject);
    if (status >= 0) status = reel__tap_finish(&tap, run->error);
    if (status >= 0) {
        reel__seal_hash_end(&tap.hash, digest, sizeof digest);
        status = write_mark(run, format, &subject, digest, &text);
    }
    if (status >= 0) status = run->sink.write(run->sink.context, text.data, text.size, run->error);
    reel__mark_subject_free(&subject);
    reel__tap_close(&tap);
    reel_memory_free(&text);
    return status;
}

/* ---- embedded ------------------------------------------------------------------------------------------------------- */

/* The parts of a file with a mark: of the old file up to the count, the count or a new section, the entries without an old mark, the
 * mark, and the rest. */
typedef struct mark_parts {
    reel_bytes file;
    const mark_place *old;
    reel_bytes value;
} mark_parts;

typedef bool put_bytes(void *context, const void *data, size_t size);

static bool put_range(const mark_parts *parts, uint64_t from, uint64_t to, put_bytes *put, void *context)
{
    return to <= from || put(context, parts->file.data + from, (size_t)(to - from));
}

static bool put_u32(uint32_t value, put_bytes *put, void *context)
{
    uint8_t bytes[4];
    reel_store_u32le(bytes, value);
    return put(context, bytes, sizeof bytes);
}

static bool put_entry(const mark_parts *parts, put_bytes *put, void *context)
{
    size_t key = strlen(PLACE_KEY);
    return put_u32((uint32_t)key, put, context) && put(context, PLACE_KEY, key) &&
           put_u32((uint32_t)parts->value.size, put, context) && put(context, parts->value.data, parts->value.size);
}

static bool put_file(const mark_parts *parts, put_bytes *put, void *context)
{
    const mark_place *old = parts->old;
    uint64_t entries = old->count_offset + 4, gap = old->marks ? old->offset : old->entries_end;
    if (!old->user_sections)
        return put_range(parts, 0, parts->file.size, put, context) && put(context, "\x07", 1) && put_u32(1, put, context) &&
               put_entry(parts, put, context);
    return put_range(parts, 0, old->count_offset, put, context) && put_u32(old->count - old->marks + 1, put, context) &&
           put_range(parts, entries, gap, put, context) && put_range(parts, gap + old->size, old->entries_end, put, context) &&
           put_entry(parts, put, context) && put_range(parts, old->entries_end, parts->file.size, put, context);
}

static bool put_place(void *context, const void *data, size_t size) { return reel__place_add(context, data, size); }

typedef struct put_both {
    const signing *run;
    mark_place *place;
    reel_status status;
} put_both;

static bool put_sink(void *context, const void *data, size_t size)
{
    put_both *both = context;
    if (!reel__place_add(both->place, data, size)) {
        both->status = reel__memory_fail((both->run)->error);
        return false;
    }
    both->status = size ? both->run->sink.write(both->run->sink.context, data, size, both->run->error) : REEL_OK;
    return both->status >= 0;
}

static reel_status refuse_place(const signing *run, const mark_place *place)
{
    const char *why = place->user_sections > 1                      ? "it has more than one user data section"
                      : place->marks > 1                            ? "it has more than one mark"
                      : place->user_sections && !place->entries_end ? "its user data is damaged"
                      : place->user_sections && place->count - place->marks >= (uint32_t)INT32_MAX ? "its user data is full"
                      : !place->user_sections && !place->sound ? "its sections are damaged, or there are too many"
                                                               : NULL;
    if (!why) return REEL_OK;
    return reel_fail(run->error, REEL_UNSUPPORTED, "sign.no-place", "user_data",
                     place->user_sections ? place->count_offset : place->total,
                     "the file has no place for a mark: %s; use a detached signature", why);
}

/* Why the header of a file that was walked through could not be read. */
static reel_status header_failure(const signing *run, const mark_place *place)
{
    if (place->header) return REEL_OK;
    *run->error = place->error;
    return place->error.status;
}

/* Hashes the file with an empty mark, signs that, writes the file with the mark, and makes sure that what was written is what was
 * signed. */
static reel_status write_file(const signing *run, mark_parts *parts, const reel_format *format, const mark_subject *subject)
{
    mark_place plain, marked;
    reel_memory text = { .allocator = run->allocator };
    put_both both = { .run = run, .place = &marked };
    reel__place_open(&plain, format, &run->options, &run->allocator);
    reel__place_open(&marked, format, &run->options, &run->allocator);
    bool hashed = put_file(parts, put_place, &plain) && reel__place_end(&plain);
    reel_status status = hashed ? header_failure(run, &plain) : reel__memory_fail(run->error);
    if (status >= 0) status = write_mark(run, format, subject, plain.digest, &text);
    parts->value = (reel_bytes){ text.data, text.size };
    if (status >= 0 && !put_file(parts, put_sink, &both)) status = both.status;
    if (status >= 0) status = reel__place_end(&marked) ? header_failure(run, &marked) : reel__memory_fail(run->error);
    if (status >= 0 &&
        (marked.marks != 1 || memcmp(marked.digest, plain.digest, sizeof plain.digest) != 0 || marked.value.size != text.size))
        status = reel_fail(run->error, REEL_UNSUPPORTED, "sign.no-place", "user_data", marked.offset,
                           "the mark would not be found in this file; use a detached signature");
    reel__place_close(&plain);
    reel__place_close(&marked);
    reel_memory_free(&text);
    return status;
}

static reel_status embed(const signing *run, mark_feed *feed, const reel_format *format)
{
    reel_bytes file;
    mark_place old;
    mark_subject subject = { .player.allocator = run->allocator, .level.allocator = run->allocator };
    reel__place_open(&old, format, &run->options, &run->allocator);
    reel_status status = reel__feed_rest(feed, &file, run->error);
    if (status >= 0 && !(reel__place_add(&old, file.data, file.size) && reel__place_end(&old)))
        status = reel__memory_fail(run->error);
    if (status >= 0) status = header_failure(run, &old);
    if (status >= 0) status = refuse_place(run, &old);
    if (status >= 0 && !reel__mark_subject_read(&subject, reel_header(old.header), &run->allocator))
        status = reel__memory_fail(run->error);
    mark_parts parts = { .file = file, .old = &old };
    if (status >= 0) status = write_file(run, &parts, format, &subject);
    reel__mark_subject_free(&subject);
    reel__place_close(&old);
    return status;
}

/* A file that an archive stores goes back into an archive, under its name. */
static reel_status embed_stored(const signing *run, mark_feed *feed, const reel_format *format)
{
    reel_memory file, archive = { .allocator = run->allocator };
    signing inner = *run;
    inner.sink = reel_sink_memory(&file, &run->allocator);
    reel_status status = embed(&inner, feed, format);
    if (status >= 0 && reel__feed_has_more(feed))
        status = reel_fail(run->error, REEL_UNSUPPORTED, "sign.no-place", "archive", REEL_NO_OFFSET,
                           "the archive has another replay: sign each by itself");
    if (status >= 0 && !memory_add(&archive, feed->name.data, feed->name.size)) status = reel__memory_fail(run->error);
    if (status >= 0 && reel__stored_pack((reel_bytes){ file.data, file.size }, STORED_SMALL, SIZE_MAX, NULL, &archive) < 0)
        status = reel__memory_fail(run->error);
    if (status >= 0) status = run->sink.write(run->sink.context, archive.data, archive.size, run->error);
    reel_memory_free(&file);
    reel_memory_free(&archive);
    return status;
}

/* ---- archives ------------------------------------------------------------------------------------------------------- */

/* Whether a recorder's signatures, which stay where they are, are by the key that signs now. False: no memory. */
static bool compare_recorder(const signing *run, const mark_chain *chain, bool *agrees)
{
    const reel_public_key *own = &run->key->public;
    reel_public_key last;
    bool good = true;
    if (chain->marks && chain->offset < chain->end) {
        if (!reel__chain_is_by_its_key(chain, &good, &last)) return false;
        good = good && !memcmp(&last, own, sizeof last);
    }
    *agrees = good && !chain->disputed && (!chain->has_key || !memcmp(&chain->key, own, sizeof *own));
    return true;
}

static reel_status refuse_archive(const signing *run, const mark_chain *chain, const reel_error *defect)
{
    if (defect)
        return reel_fail(run->error, REEL_UNSUPPORTED, "sign.no-place", "archive", defect->offset,
                         "a signature would not cover what is in the archive: %s (%s)", defect->message, defect->rule);
    bool same = true;
    if (!compare_recorder(run, chain, &same)) return reel__memory_fail(run->error);
    if (chain->end && same) return REEL_OK;
    return reel_fail(run->error, REEL_UNSUPPORTED, "sign.no-place", "archive", chain->total, "the archive cannot be signed: %s",
                     chain->end ? "its recorder signed it with another key" : "its replay is not complete");
}

static bool add_record(void *context, const uint8_t *record, size_t size) { return reel__chain_add(context, record, size); }

/* Reads all of an archive in memory, as who verifies it will. */
static reel_status read_archive(const signing *run, reel_bytes file, mark_chain *chain, const reel_format **format,
                                mark_subject *subject)
{
    reel_reader *reader;
    const reel_chunk *chunk;
    archive_chain before = { .value = { 0 } };
    uint64_t offset = 0;
    reel_options options = run->options;
    options.member = NULL;
    options.tables = NULL;
    options.select = NULL;
    options.has_from = options.has_to = false;
    options.flags &= ~(uint32_t)REEL_STRICT;
    options.index = (reel_bytes){ NULL, 0 };
    reel_status status = reel_open(reel_source_memory(file.data, file.size), &options, &reader, run->error);
    if (status < 0) return status;
    *format = reel_reader_format(reader);
    reel__archive_watch_records(reader, add_record, chain, &before, &offset);
    reel__chain_open(chain, &before, offset, &run->allocator);
    if (!reel__mark_subject_read(subject, reel_header(reader), &run->allocator)) status = reel__memory_fail(run->error);
    while (status >= 0 && (status = reel_next(reader, &chunk, run->error)) == REEL_OK) {
    }
    const reel_error *damage = reel_reader_damage(reader);
    if (status >= 0) status = refuse_archive(run, chain, damage ? damage : reel__archive_extra_of(reader));
    reel_close(reader);
    return status;
}

/* The new signature follows the END record, in place of an old one. */
static reel_status write_archive(const signing *run, reel_bytes file, const mark_chain *chain, const reel_memory *text)
{
    reel_memory record = { .allocator = run->allocator };
    uint64_t rest = chain->rest ? chain->rest : file.size;
    bool made = reel__record_begin(&record) && memory_add(&record, text->data, text->size) &&
                reel__record_seal(&record, RECORD_SIGNATURE);
    reel_status status =
        made ? run->sink.write(run->sink.context, file.data, (size_t)chain->end, run->error) : reel__memory_fail(run->error);
    if (status >= 0) status = run->sink.write(run->sink.context, record.data, record.size, run->error);
    if (status >= 0 && rest < file.size)
        status = run->sink.write(run->sink.context, file.data + rest, (size_t)(file.size - rest), run->error);
    reel_memory_free(&record);
    return status;
}

static reel_status sign_archive(const signing *run, mark_feed *feed)
{
    reel_bytes file;
    mark_chain chain = { .text.allocator = run->allocator };
    const reel_format *format = NULL;
    uint8_t digest[SEAL_DIGEST];
    reel_memory text = { .allocator = run->allocator };
    mark_subject subject = { .player.allocator = run->allocator, .level.allocator = run->allocator };
    reel_status status = reel__feed_rest(feed, &file, run->error);
    if (status >= 0) status = read_archive(run, file, &chain, &format, &subject);
    reel__chain_digest(&chain.chain, digest);
    if (status >= 0) status = write_mark(run, format, &subject, digest, &text);
    if (status >= 0) status = write_archive(run, file, &chain, &text);
    reel__mark_subject_free(&subject);
    reel_memory_free(&text);
    reel__chain_close(&chain);
    return status;
}

static reel_status sign_embedded(const signing *run, reel_source source)
{
    mark_feed feed;
    const reel_format *format;
    bool plain;
    reel_status status = reel__feed_open(&feed, source, &run->options, run->error);
    if (status < 0) return status;
    status = reel__feed_identify(&feed, &format, &plain, run->error);
    bool archive = status >= 0 && reel__feed_is_archive(&feed);
    if (status >= 0 && !archive && !(plain && !strcmp(format->id, PLACE_FORMAT)))
        status = reel_fail(run->error, REEL_UNSUPPORTED, "sign.no-place", "", 0,
                           "a replay of %s cannot hold a mark; use a detached signature", format->name);
    if (status >= 0 && archive)
        status = sign_archive(run, &feed);
    else if (status >= 0)
        status = (feed.stored ? embed_stored : embed)(run, &feed, format);
    reel__feed_close(&feed);
    return status;
}

reel_status reel_sign(reel_source source, const reel_options *options, const reel_key *key, const reel_sign_options *how,
                      reel_sink sink, reel_error *error)
{
    reel_error own;
    signing run = { .key = key, .sink = sink, .error = error };
    if (!error) run.error = &own;
    *run.error = (reel_error){ .rule = "", .section = "" };
    reel__memory_options(&run.options, sizeof run.options, options);
    reel__memory_options(&run.how, sizeof run.how, how);
    run.allocator = reel__memory_allocator(run.options.allocator);
    reel_status status = reel__limited_are_known(run.options.struct_size, &run.options.limits, run.error);
    if (status >= 0) status = reel__options_are_known(run.how.struct_size, run.error);
    if (status >= 0) status = reel__seal_begin(run.error);
    if (status < 0) {
        if (source.close) source.close(source.context);
    } else {
        status = run.how.flags & REEL_SIGN_DETACHED ? sign_detached(&run, source) : sign_embedded(&run, source);
    }
    if (status >= 0) return sink.commit(sink.context, run.error);
    sink.discard(sink.context);
    return status;
}
