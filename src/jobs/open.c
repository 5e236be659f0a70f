/* SPDX-License-Identifier: MIT
 * From bytes to a reader: looks through compression, lets the formats bid, starts the best one. */
#include "codec/pack/stored.h"
#include "codec/pack/unpack.h"
#include "codec/utf16.h"
#include "containers/archive.h"
#include "containers/spool.h"
#include "core/memory.h"
#include "core/options.h"
#include "core/reader.h"
#include "core/text.h"
#include "jobs/index.h"
#include "jobs/members.h"
#include "jobs/modelled.h"
#include "jobs/packed.h"
#include "jobs/zip_named.h"

#include <math.h>

enum { HEAD_SIZE = 4096, SNIFF_SIZE = 65536 };

static uint64_t input_limit_of(const reel_options *options, const reel_format *format)
{
    if (options->limits.input_bytes) return options->limits.input_bytes;
    return format && format->input_limit ? format->input_limit : UINT64_MAX;
}

/* The name of a stored file, in a stream. */
static reel_status pass_name(reel_cursor *head, size_t named, reel_error *error)
{
    reel_status status = reel__members_check_name(head->at, reel_left(head), 0, error);
    head->at += named;
    if (status < 0 || reel__stored_begins(head->at, reel_left(head))) return status;
    return reel_fail(error, REEL_CORRUPT, "archive.member", "", named, "the archive has the name of a replay, but no replay");
}

/* An archive of several replays becomes the one that is wanted. */
static reel_status choose_member(reel_reader *reader, reel_cursor *head, reel_error *error)
{
    reel_status status = reel__input_fill(&reader->input, head, HEAD_SIZE, error);
    if (status < 0 || !reel__members_begin(head->at, reel_left(head))) return status;
    size_t named = reel__members_name_size(head->at, reel_left(head));
    const char *word = reader->options.member;
    if (!word && !named) return REEL_OK;
    if (!word && !reel__input_moves(&reader->input)) return pass_name(head, named, error);
    status = word ? reel__member_select(&reader->input.source, word, &reader->allocator, error)
                  : reel__member_first(&reader->input.source, named, &reader->allocator, error);
    if (status < 0) return status;
    reader->options.member = NULL; /* it is the whole source from here on */
    reel_source member = reader->input.source;
    reader->input.source.close = NULL;
    reel__input_close(&reader->input);
    reel__input_open(&reader->input, member, input_limit_of(&reader->options, NULL), reader->options.limits.buffer_bytes,
                     &reader->budget, &reader->allocator);
    *head = (reel_cursor){ 0 };
    return reel__input_fill(&reader->input, head, HEAD_SIZE, error);
}

/* Another replay may follow one that is stored. */
static void report_more(reel_reader *reader, const reel_cursor *head)
{
    stored_head stored;
    uint64_t size = reader->input.source.size;
    if (!reel__stored_parse(head->at, reel_left(head), &stored) || size == REEL_UNKNOWN_SIZE) return;
    if (size - stored.size <= stored.body) return;
    const reel_reporter reporter = reel__reader_counting(reader);
    reel_find(&reporter, (reel_finding){ .rule = "archive.more", .severity = REEL_NOTE, .offset = stored.size + stored.body },
              "more replays follow in the archive; only one is read");
}

/* Finds out whether the format reads the zstd itself: the first block has to be there as a whole. */
static reel_status find_packed(reel_reader *reader, reel_cursor *head, reel_error *error)
{
    if (!reel__packed_begins(head->at, reel_left(head))) return REEL_OK;
    const reel_status status = reel__input_fill(&reader->input, head, PACKED_HEAD, error);
    if (status < 0) return status;
    const size_t size = reel_left(head);
    reader->packed_format = reel__packed_format(&reader->options, head->at, size, &reader->packed_bits);
    if (reader->packed_format || status != REEL_AGAIN || reel__packed_has_block(&reader->allocator, head->at, size))
        return REEL_OK;
    return reel_fail(error, REEL_TRUNCATED, "reel.no-header-yet", "", reader->input.end_offset,
                     "the file is still being written, and what there is of it cannot be unpacked yet");
}

/* Puts another source in the place of the one that it reads. `status`: what opening it returned. */
static reel_status read_through(reel_reader *reader, reel_cursor *head, reel_source outer, reel_status status, reel_error *error)
{
    if (status == REEL_END) return REEL_OK;
    if (status != REEL_OK) {
        reader->input.source.close = NULL; /* who opens it owns the inner one, also where it fails */
        return status;
    }
    reader->packed = reader->input;
    reel__input_open(&reader->input, outer, reader->packed.input_limit, reader->packed.buffer_limit, NULL, &reader->allocator);
    *head = (reel_cursor){ 0 };
    return reel__input_fill(&reader->input, head, HEAD_SIZE, error);
}

/* Puts the unpacked stream in the place of the packed one: .gz, .xz, .zst, and archives of a file's messages. */
static reel_status unwrap(reel_reader *reader, reel_cursor *head, reel_error *error)
{
    reel_source outer = { 0 };
    reel_status status = choose_member(reader, head, error);
    if (status < 0) return status;
    report_more(reader, head);
    bool modelled = !reel__modelled_are(reader->options.formats) && reel__modelled_begins(head->at, reel_left(head));
    if (modelled) {
        status = reel__modelled_open(reader->input.source, head->at, reel_left(head), &reader->options, false, &reader->budget,
                                     &reader->allocator, &outer, error);
        status = read_through(reader, head, outer, status, error);
        if (status < 0) return status;
    }
    status = find_packed(reader, head, error);
    if (status < 0 || reader->packed_format || modelled) return status;
    status =
        reel__unpack_open(reader->input.source, head->at, reel_left(head), &reader->budget, &reader->allocator, &outer, error);
    const bool unpacked = status == REEL_OK;
    status = read_through(reader, head, outer, status, error);
    return status < 0 || !unpacked ? status : find_packed(reader, head, error); /* an archive may store such a file */
}

/* With so many verified bits a format is certain: those after it are not asked. */
enum { CERTAIN_BITS = 32 };

/* Formats see the first bytes only, also of a file that is in memory as a whole. None is asked about no bytes. */
static const reel_format *best_bid(const reel_format *const *formats, const reel_cursor *head, int *bits)
{
    const reel_format *best = NULL;
    size_t size = reel_left(head) < SNIFF_SIZE ? reel_left(head) : SNIFF_SIZE;
    *bits = 0;
    for (; size && *formats && *bits < CERTAIN_BITS; formats++) {
        int bid = (*formats)->sniff ? (*formats)->sniff(head->at, size) : 0;
        if (bid > *bits) {
            *bits = bid;
            best = *formats;
        }
    }
    return best;
}

static const reel_format *const *choice(const reel_options *options)
{
    return options->formats ? options->formats : reel_formats();
}

static const reel_container *const containers[] = {
#ifndef REEL_RECORD_ONLY
    &reel__archive_container,
#endif
    &reel__spool_container,
    NULL,
};

/* The format of a replay that is in a container, and that container's reader in *facet; NULL: it is in none. */
static const reel_format *find_inside(const reel_options *options, const reel_cursor *head, const reel_format_reader **facet,
                                      int *bits)
{
    for (const reel_container *const *container = containers; *container; container++) {
        const reel_format *format = (*container)->recognise(head->at, reel_left(head), choice(options), bits);
        if (!format) continue;
        *facet = (*container)->reader(format);
        return format;
    }
    return NULL;
}

/* Takes a byte order mark off the start of a text. The rows remember it (reel_chunk.marked), so that it is written again. Formats that know
 * it themselves bid for the text with it. */
static void drop_mark(reel_reader *reader, reel_cursor *head, int *bits)
{
    const reel_format *given = reader->options.format, *const one[] = { given, NULL };
    const reel_format *const *formats = given ? one : choice(&reader->options);
    if (!text_has_mark(head->at, reel_left(head)) || best_bid(formats, head, bits)) return;
    const reel_cursor rest = { .at = head->at + sizeof text_mark, .end = head->end, .end_offset = head->end_offset };
    if (!best_bid(formats, &rest, bits)) return;
    head->at = rest.at;
    reader->marked = true;
    const reel_reporter reporter = reel__reader_counting(reader);
    reel_find(&reporter,
              (reel_finding){ .rule = "reel.byte-order-mark", .severity = REEL_NOTE, .offset = 0, .length = sizeof text_mark },
              "the text begins with a byte order mark");
}

/* Text in UTF-16 of a format that is wanted is read as UTF-8 from here on. */
static reel_status decode_utf16(reel_reader *reader, reel_cursor *head, int *bits, reel_error *error)
{
    uint8_t text[HEAD_SIZE];
    const reel_format *given = reader->options.format, *const one[] = { given, NULL };
    const reel_format *const *formats = given ? one : choice(&reader->options);
    const utf16_order order = reel__utf16_order_of(head->at, reel_left(head));
    if (order == UTF16_NOT) return REEL_OK;
    const size_t size = reel__utf16_head(order, head->at, reel_left(head), text, sizeof text);
    const reel_cursor begins = { .at = text, .end = text + size };
    int as_it_is;
    best_bid(formats, head, &as_it_is);
    if (!best_bid(formats, &begins, bits) || *bits <= as_it_is) return REEL_OK;
    const reel_reporter reporter = reel__reader_counting(reader);
    reel_find(&reporter, (reel_finding){ .rule = "reel.utf-16", .severity = REEL_NOTE, .offset = 0 },
              "the text is in UTF-16: it is read, and would be written, as UTF-8");
    reel_source outer, inner = reader->input.source;
    reader->input.source.close = NULL; /* reel__utf16_open owns it, also where it fails */
    reel_status status =
        reel__utf16_open(inner, order, head->at, reel_left(head), &reader->budget, &reader->allocator, &outer, error);
    if (status < 0) return status;
    const uint64_t input_limit = reader->input.input_limit, buffer_limit = reader->input.buffer_limit;
    reel__input_close(&reader->input);
    reel__input_open(&reader->input, outer, input_limit, buffer_limit, NULL, &reader->allocator);
    reader->file_offset = reel__utf16_offset;
    *head = (reel_cursor){ 0 };
    status = reel__input_fill(&reader->input, head, HEAD_SIZE, error);
    return status < 0 ? status : REEL_OK;
}

/* The format of what the head begins, and the reader for it. */
static reel_status find_format(reel_reader *reader, reel_cursor *head, const reel_format **format,
                               const reel_format_reader **facet, int *bits, reel_error *error)
{
    const reel_format *given = reader->options.format;
    *bits = reader->packed_bits;
    if (reader->packed_format) {
        *format = reader->packed_format;
        *facet = (*format)->reader;
        return REEL_OK;
    }
    reel_status status = decode_utf16(reader, head, bits, error);
    if (status < 0) return status;
    drop_mark(reader, head, bits);
    if (!given && reel_left(head) == 0) return reel_fail(error, REEL_TRUNCATED, "reel.empty", "", 0, "the file is empty");
    const reel_format *inside = reel_left(head) ? find_inside(&reader->options, head, facet, bits) : NULL;
    if (inside) {
        *format = given ? given : inside;
        if (*format != inside) *facet = given->reader;
        return REEL_OK;
    }
    if (!given && reel__archive_begins(head->at, reel_left(head)))
        return reel_fail(error, REEL_UNSUPPORTED, "archive.format", "start", 0,
                         "the archive is damaged, or holds a format that this version does not support");
    bool complete;
    if (!given && reel__spool_begins(head->at, reel_left(head), &complete))
        return complete ? reel_fail(error, REEL_UNSUPPORTED, "spool.format", "head", 0,
                                    "the spool holds a format that this version does not support")
                        : reel_fail(error, REEL_TRUNCATED, "spool.head", "head", reel_offset(head),
                                    "the file ends inside the spool's header");
    *format = given ? given : best_bid(choice(&reader->options), head, bits);
    if (!*format) return reel_fail(error, REEL_UNSUPPORTED, "reel.unknown-format", "", 0, "unknown replay format");
    *facet = (*format)->reader;
    return REEL_OK;
}

/* A reader over the source, unpacked, with its head in the window. Owns the source, also where it fails. */
static reel_status reader_over(reel_source source, const reel_options *given, reel_reader **reader, reel_error *error)
{
    reel_options options = reel__reader_options(given);
    reel_allocator allocator = reel__memory_allocator(options.allocator);
    reel_reader *fresh = reel__memory_new(&allocator, sizeof *fresh);
    *reader = NULL;
    if (error) *error = (reel_error){ .rule = "", .section = "" }; /* a source may fail without setting it */
    reel_status known = reel__limited_are_known(options.struct_size, &options.limits, error);
    if (!fresh || known < 0) {
        reel__memory_drop(&allocator, fresh);
        if (source.close) source.close(source.context);
        return known < 0 ? known : reel__memory_fail(error);
    }
    fresh->allocator = allocator;
    fresh->options = options;
    fresh->budget = reel__budget_of(&options.limits, options.on_progress, options.progress_context);
    reel__input_open(&fresh->input, source, input_limit_of(&options, NULL), options.limits.buffer_bytes, &fresh->budget,
                     &allocator);
    reel_status status = unwrap(fresh, &fresh->decoder.in, error);
    if (status < 0) {
        if (error) error->status = status;
        reel_close(fresh);
        return status;
    }
    *reader = fresh;
    return REEL_OK;
}

reel_status reel_identify(reel_source source, const reel_options *options, const reel_format **format, int *bits,
                          reel_error *error)
{
    reel_reader *reader;
    const reel_format *found = NULL;
    const reel_format_reader *facet = NULL;
    int verified = 0;
    reel_status status = reader_over(source, options, &reader, error);
    if (status == REEL_OK) status = find_format(reader, &reader->decoder.in, &found, &facet, &verified, error);
    reel_close(reader);
    if (format) *format = status == REEL_OK ? found : NULL;
    if (bits) *bits = status == REEL_OK ? verified : 0;
    return status;
}

/* Asks the caller about the replay; `header` is NULL before it is read. */
static reel_status choose(reel_reader *reader, const reel_format *format, const reel_chunk *header, reel_error *error)
{
    reel_options *options = &reader->options;
    if (!options->choose) return REEL_OK;
    reel_status status = options->choose(options->choose_context, format, header, options, error);
    if (!options->has_from) options->from = -INFINITY;
    if (!options->has_to) options->to = INFINITY;
    reader->decoder.from = options->from;
    reader->decoder.to = options->to;
    return status;
}

reel_status reel_open(reel_source source, const reel_options *options, reel_reader **reader, reel_error *error)
{
    reel_error own;
    if (!error) error = &own;
    reel_status status = reader_over(source, options, reader, error);
    if (status < 0) return status;
    reel_reader *fresh = *reader;
    const reel_format *format = NULL;
    const reel_format_reader *facet = NULL;
    int bits = 0;
    status = find_format(fresh, &fresh->decoder.in, &format, &facet, &bits, error);
    if (status == REEL_OK) {
        fresh->options.limits.input_bytes = fresh->input.input_limit = input_limit_of(&fresh->options, format);
        uint64_t size = fresh->input.source.size;
        if (size != REEL_UNKNOWN_SIZE && size > fresh->input.input_limit)
            status = reel_fail(error, REEL_LIMIT, "reel.input-limit", "", 0, "the file has %llu {byte|bytes}, the limit is %llu",
                               (unsigned long long)size, (unsigned long long)fresh->input.input_limit);
    }
    if (status == REEL_OK) status = reel__zip_choose(fresh, error);
    if (status == REEL_OK) status = choose(fresh, format, NULL, error);
    if (status == REEL_OK) status = reel__reader_start(fresh, format, facet, error);
    if (status == REEL_OK) status = choose(fresh, format, fresh->chunk, error);
    if (status == REEL_OK && (status = reel__index_enter(fresh, fresh->options.index)) < 0)
        reel__reader_failure(fresh, status, error);
    fresh->options.index = (reel_bytes){ NULL, 0 }; /* was borrowed */
    if (status < 0) {
        reel_close(fresh);
        *reader = NULL;
    }
    return status;
}
