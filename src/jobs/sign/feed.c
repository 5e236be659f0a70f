/* SPDX-License-Identifier: MIT */
#include "jobs/sign/feed.h"

#include "codec/pack/stored.h"
#include "codec/pack/unpack.h"
#include "containers/archive_record.h"
#include "core/reader.h"
#include "jobs/members.h"
#include "jobs/modelled.h"

enum { PIECE = 1 << 16, IDENTIFIED = 1 << 14, NAMED = 4096 /* as much as a reader looks at */ };

/* ---- unpacked bytes ------------------------------------------------------------------------------------------------- */

/* Passes the name of a stored file, as a reader does. */
static reel_status pass_name(mark_feed *feed, reel_error *error)
{
    const size_t left = reel_left(&feed->window) < NAMED ? reel_left(&feed->window) : NAMED;
    const size_t named = reel__members_name_size(feed->window.at, left);
    if (!named) return REEL_OK;
    reel_status status = reel__members_check_name(feed->window.at, left, 0, error);
    if (status < 0) return status;
    feed->name.allocator = feed->allocator;
    if (!memory_add(&feed->name, feed->window.at, named)) return reel__memory_fail(error);
    feed->window.at += named;
    if (feed->input.source.data) { /* is unpacked from its start */
        feed->input.source.data += named;
        feed->input.source.size -= named;
    }
    status = reel__input_fill(&feed->input, &feed->window, IDENTIFIED, error);
    if (status < 0 || reel__stored_begins(feed->window.at, reel_left(&feed->window))) return status;
    return reel_fail(error, REEL_CORRUPT, "archive.member", "", named, "the archive has the name of a replay, but no replay");
}

static reel_status unpack(mark_feed *feed, reel_error *error)
{
    reel_source outer;
    reel_status status = reel__input_fill(&feed->input, &feed->window, IDENTIFIED, error);
    if (status >= 0) status = pass_name(feed, error);
    if (status < 0) return status;
    feed->stored = reel__stored_begins(feed->window.at, reel_left(&feed->window));
    status = reel__modelled_open(feed->input.source, feed->window.at, reel_left(&feed->window), &feed->options, true,
                                 &feed->budget, &feed->allocator, &outer, error);
    if (status == REEL_END)
        status = reel__unpack_open(feed->input.source, feed->window.at, reel_left(&feed->window), &feed->budget, &feed->allocator,
                                   &outer, error);
    if (status == REEL_END) return REEL_OK;
    if (status < 0) {
        feed->input.source.close = NULL; /* reel__unpack_open owns it, also if it fails */
        return status;
    }
    feed->packed = feed->input;
    reel__input_open(&feed->input, outer, feed->packed.input_limit, feed->packed.buffer_limit, NULL, &feed->allocator);
    feed->window = (reel_cursor){ .at = NULL };
    return REEL_OK;
}

reel_status reel__feed_open(mark_feed *feed, reel_source source, const reel_options *options, reel_error *error)
{
    *feed = (mark_feed){ .options = reel__reader_raw_options(options) };
    feed->allocator = reel__memory_allocator(feed->options.allocator);
    feed->limits = feed->options.limits;
    reel_status status = REEL_OK;
    if (feed->options.member) status = reel__member_select(&source, feed->options.member, &feed->allocator, error);
    feed->options.member = NULL;
    if (status < 0) {
        if (source.close) source.close(source.context);
        return status;
    }
    feed->budget = reel__budget_of(&feed->limits, feed->options.on_progress, feed->options.progress_context);
    reel__input_open(&feed->input, source, feed->limits.input_bytes ? feed->limits.input_bytes : UINT64_MAX,
                     feed->limits.buffer_bytes, &feed->budget, &feed->allocator);
    status = unpack(feed, error);
    if (status < 0) reel__feed_close(feed);
    return status;
}

void reel__feed_close(mark_feed *feed)
{
    reel__input_close(&feed->input);
    reel_memory_free(&feed->name);
    reel__memory_drop(&feed->allocator, feed->packed.buffer); /* its source belongs to the unpacker */
}

reel_status reel__feed_identify(mark_feed *feed, const reel_format **format, bool *plain, reel_error *error)
{
    *plain = false;
    *format = feed->options.format;
    reel_status status = reel__input_fill(&feed->input, &feed->window, IDENTIFIED, error);
    size_t size = reel_left(&feed->window) < IDENTIFIED ? reel_left(&feed->window) : IDENTIFIED;
    if (status < 0) return status;
    if (reel__unpack_begins(feed->window.at, size) || reel__members_name_size(feed->window.at, size)) /* a reader unpacks once */
        return reel_fail(error, REEL_UNSUPPORTED, "reel.unknown-format", "", 0, "the file is packed twice");
    if (!*format) status = reel_identify(reel_source_memory(feed->window.at, size), &feed->options, format, NULL, error);
    if (status < 0) return status;
    *plain = size && (*format)->sniff && (*format)->sniff(feed->window.at, size) > 0;
    if (!feed->options.limits.input_bytes && (*format)->input_limit) feed->input.input_limit = (*format)->input_limit;
    return REEL_OK;
}

bool reel__feed_is_archive(const mark_feed *feed) { return reel__archive_begins(feed->window.at, reel_left(&feed->window)); }

bool reel__feed_has_more(const mark_feed *feed) { return reel__unpack_has_more(&feed->input.source); }

/* A source that failed by its content after some bytes. */
static reel_status end_of(const mark_feed *feed, reel_error *error)
{
    if (!feed->input.failure.status) return REEL_END;
    if (error) *error = feed->input.failure;
    return feed->input.failure.status;
}

reel_status reel__feed_next(mark_feed *feed, reel_bytes *piece, reel_error *error)
{
    reel_status status = reel__input_fill(&feed->input, &feed->window, PIECE, error);
    *piece = (reel_bytes){ NULL, 0 };
    if (status < 0) return status;
    size_t left = reel_left(&feed->window);
    if (!left) return end_of(feed, error);
    *piece = (reel_bytes){ feed->window.at, left < PIECE ? left : PIECE };
    feed->window.at += piece->size;
    if (reel_spend(&feed->budget, piece->size) >= 0) return REEL_OK;
    return reel_fail_budget(&feed->budget, error, "", reel_offset(&feed->window));
}

reel_status reel__feed_rest(mark_feed *feed, reel_bytes *rest, reel_error *error)
{
    reel_status status = reel__input_fill(&feed->input, &feed->window, SIZE_MAX, error);
    *rest = (reel_bytes){ feed->window.at, reel_left(&feed->window) };
    if (status == REEL_END || status == REEL_AGAIN)
        status = end_of(feed, error) == REEL_END ? REEL_OK : feed->input.failure.status;
    return status;
}

static reel_status feed_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    mark_feed *feed = context;
    reel_bytes piece;
    reel_status status = reel__feed_next(feed, &piece, error);
    if (status != REEL_OK) return status;
    *got = piece.size < capacity ? piece.size : capacity;
    memcpy(buffer, piece.data, *got);
    feed->window.at -= piece.size - *got;
    return REEL_OK;
}

reel_source reel__feed_source(mark_feed *feed)
{
    return (reel_source){ .context = feed, .size = REEL_UNKNOWN_SIZE, .read = feed_read };
}

/* ---- hashed bytes --------------------------------------------------------------------------------------------------- */

void reel__tap_open(mark_tap *tap, reel_source source, const reel_options *given, bool keeps)
{
    reel_options options = reel__reader_raw_options(given);
    *tap = (mark_tap){ .inner = source, .keeps = keeps, .keep_limit = options.limits.buffer_bytes };
    tap->kept.allocator = reel__memory_allocator(options.allocator);
    tap->budget = reel__budget_of(&options.limits, options.on_progress, options.progress_context);
    tap->budget.size = source.size;
    reel__seal_hash_begin(&tap->hash, SEAL_DIGEST);
}

static reel_status read_inner(mark_tap *tap, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    if (!tap->inner.data) return tap->inner.read(tap->inner.context, buffer, capacity, got, error);
    uint64_t left = tap->inner.size - tap->at;
    if (!left) return REEL_END;
    *got = left < capacity ? (size_t)left : capacity;
    memcpy(buffer, tap->inner.data + tap->at, *got);
    return REEL_OK;
}

static reel_status keep(mark_tap *tap, const void *data, size_t size, reel_error *error)
{
    if (!tap->keeps) return REEL_OK;
    if (tap->kept.size + size > tap->keep_limit)
        return reel_fail(error, REEL_LIMIT, "reel.buffer-limit", "", tap->at,
                         "a legacy signature needs the file in memory, which is larger than the limit of %llu bytes",
                         (unsigned long long)tap->keep_limit);
    return memory_add(&tap->kept, data, size) ? REEL_OK : reel__memory_fail(error);
}

static reel_status tap_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    mark_tap *tap = context;
    if (tap->ended) return REEL_END;
    if (tap->status < 0) {
        if (error) *error = tap->error;
        return tap->status;
    }
    *got = 0;
    reel_status status = read_inner(tap, buffer, capacity, got, &tap->error);
    if (status == REEL_OK) status = keep(tap, buffer, *got, &tap->error);
    if (status == REEL_OK) {
        reel__seal_hash_add(&tap->hash, buffer, *got);
        tap->at += *got;
        if (reel__budget_read(&tap->budget, *got) < 0) status = reel_fail_budget(&tap->budget, &tap->error, "", tap->at);
    }
    if (status > 0) tap->ended = true;
    if (status >= 0) return status;
    tap->status = status;
    if (error) *error = tap->error;
    return status;
}

reel_source reel__tap_source(mark_tap *tap) { return (reel_source){ .context = tap, .size = tap->inner.size, .read = tap_read }; }

reel_status reel__tap_finish(mark_tap *tap, reel_error *error)
{
    uint8_t buffer[1 << 13];
    size_t got;
    reel_status status;
    do status = tap_read(tap, buffer, sizeof buffer, &got, error);
    while (status == REEL_OK);
    return status < 0 ? status : REEL_OK;
}

void reel__tap_close(mark_tap *tap)
{
    if (tap->inner.close) tap->inner.close(tap->inner.context);
    reel_memory_free(&tap->kept);
}
