/* SPDX-License-Identifier: MIT
 * reel_pack and reel_unpack: a replay becomes an archive, which is proven to give back the same bytes, and the reverse. */
#include <reel/archive.h>

#include "codec/pack/stored.h"
#include "codec/pack/unpack.h"
#include "containers/archive.h"
#include "core/options.h"
#include "jobs/members.h"
#include "jobs/modelled.h"
#include "jobs/packed.h"
#include "jobs/writer.h"

enum { HEAD_SIZE = 4096, COPY_SIZE = 65536, STAGE_BYTES = 1 << 23, STAGE_ROWS = 16384 };

/* ---- sources that are read several times ---------------------------------------------------------------------------- */

/* What is packed: in memory or seekable, and how it begins. */
typedef struct pack_input {
    reel_source source;
    reel_memory loaded; /* of a source that is neither */
    uint8_t head[HEAD_SIZE];
    size_t head_size;
    reel_allocator allocator;
} pack_input;

/* A source seen by a reader that must not close it. */
static reel_source view_of(const reel_source *source)
{
    reel_source view = *source;
    view.close = NULL;
    return view;
}

static reel_status read_all(reel_source *source, uint64_t limit, reel_memory *to, reel_error *error)
{
    if (source->data) return memory_add(to, source->data, (size_t)source->size) ? REEL_OK : REEL_MEMORY;
    for (;;) {
        size_t got = 0;
        if (!reel__memory_room(to, COPY_SIZE)) return reel__memory_fail(error);
        reel_status status = source->read(source->context, to->data + to->size, COPY_SIZE, &got, error);
        if (status == REEL_END) return REEL_OK;
        if (status == REEL_AGAIN)
            return reel_fail(error, REEL_ARGUMENT, "pack.growing", "", to->size, "a file that grows cannot be packed");
        if (status < 0) return status;
        to->size += got;
        if (to->size > limit)
            return reel_fail(error, REEL_LIMIT, "reel.buffer-limit", "", limit,
                             "the file needs a buffer larger than the limit of %llu bytes", (unsigned long long)limit);
    }
}

static void close_input(pack_input *input)
{
    if (input->source.close) input->source.close(input->source.context);
    reel_memory_free(&input->loaded);
}

static reel_status read_head(pack_input *input, reel_error *error)
{
    reel_source *source = &input->source;
    input->head_size = 0;
    if (source->data) {
        input->head_size = source->size < HEAD_SIZE ? (size_t)source->size : HEAD_SIZE;
        memcpy(input->head, source->data, input->head_size);
        return REEL_OK;
    }
    reel_status status = source->seek(source->context, 0, error);
    while (status == REEL_OK && input->head_size < HEAD_SIZE) {
        size_t got = 0;
        status = source->read(source->context, input->head + input->head_size, HEAD_SIZE - input->head_size, &got, error);
        input->head_size += got;
    }
    return status < 0 ? status : REEL_OK;
}

/* Takes the source. Of an archive of several replays, the one that is wanted. */
static reel_status open_input(pack_input *input, reel_source source, const reel_options *options, const reel_allocator *allocator,
                              reel_error *error)
{
    input->source = source;
    input->allocator = *allocator;
    input->loaded = (reel_memory){ .allocator = *allocator };
    reel_status status = REEL_OK;
    if (!source.data && !source.seek) {
        status = read_all(&input->source, options->limits.buffer_bytes, &input->loaded, error);
        if (status < 0) return status;
        if (source.close) source.close(source.context);
        input->source = reel_source_memory(input->loaded.data, input->loaded.size);
    }
    status = read_head(input, error);
    if (status < 0 || !reel__members_begin(input->head, input->head_size)) return status;
    size_t named = reel__members_name_size(input->head, input->head_size);
    if (!options->member && !named) return REEL_OK;
    status = options->member ? reel__member_select(&input->source, options->member, allocator, error)
                             : reel__member_first(&input->source, named, allocator, error);
    return status < 0 ? status : read_head(input, error);
}

/* Whether the bytes are those of a format that unpacks them itself. Leaves a source that moves behind the head. */
static reel_status find_packed(pack_input *input, const reel_options *options, bool *found, reel_error *error)
{
    reel_source view = view_of(&input->source);
    int bits;
    *found = false;
    if (!reel__packed_begins(input->head, input->head_size)) return REEL_OK;
    if (view.data) {
        *found = reel__packed_format(options, view.data, (size_t)view.size, &bits) != NULL;
        return REEL_OK;
    }
    uint8_t *head = reel__memory_new(&input->allocator, PACKED_HEAD);
    if (!head) return reel__memory_fail(error);
    reel_status status = view.seek(view.context, 0, error);
    size_t size = 0, got = 1;
    while (status == REEL_OK && size < PACKED_HEAD) {
        status = view.read(view.context, head + size, PACKED_HEAD - size, &got, error);
        if (status == REEL_OK) size += got;
    }
    *found = reel__packed_format(options, head, size, &bits) != NULL;
    reel__memory_drop(&input->allocator, head);
    return status < 0 ? status : view.seek(view.context, input->head_size, error);
}

/* The bytes of the replay from the start, decompressed, with a budget of their own. */
static reel_status open_plain(pack_input *input, const reel_options *options, reel_budget *budget, reel_source *plain,
                              reel_error *error)
{
    reel_source view = view_of(&input->source);
    *budget = reel__budget_of(&options->limits, options->on_progress, options->progress_context);
    budget->size = view.size;
    if (reel__budget_read(budget, view.data ? view.size : input->head_size) != REEL_OK)
        return reel_fail_budget(budget, error, "", 0);
    reel_status status = view.data ? REEL_OK : view.seek(view.context, input->head_size, error);
    if (status < 0) return status;
    status = reel__modelled_open(view, input->head, input->head_size, options, false, budget, &input->allocator, plain, error);
    if (status != REEL_END) return status;
    bool packed;
    status = find_packed(input, options, &packed, error);
    if (status >= 0 && !packed)
        status = reel__unpack_open(view, input->head, input->head_size, budget, &input->allocator, plain, error);
    if (status != REEL_END && !packed) return status;
    if (status < 0) return status;
    *plain = view;
    return view.data ? REEL_OK : view.seek(view.context, 0, error);
}

/* ---- hashing what passes -------------------------------------------------------------------------------------------- */

typedef struct hashing {
    reel_source inner;
    reel_sink *sink; /* where a sink passes its bytes on; NULL: they are only hashed */
    sha256 sum;
    uint64_t size;
} hashing;

static reel_status hashing_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    hashing *h = context;
    reel_status status = h->inner.read(h->inner.context, buffer, capacity, got, error);
    if (status == REEL_OK) {
        reel__sha256_add(&h->sum, buffer, *got);
        h->size += *got;
    }
    return status;
}

/* A source that hashes what is read. The caller closes h->inner. */
static reel_source hashing_source(hashing *h, reel_source inner)
{
    *h = (hashing){ .inner = inner };
    reel__sha256_begin(&h->sum);
    if (!inner.data) return (reel_source){ .context = h, .size = inner.size, .read = hashing_read };
    reel__sha256_add(&h->sum, inner.data, (size_t)inner.size);
    h->size = inner.size;
    return view_of(&inner);
}

static reel_status hashing_write(void *context, const void *data, size_t size, reel_error *error)
{
    hashing *h = context;
    reel__sha256_add(&h->sum, data, size);
    h->size += size;
    return h->sink ? h->sink->write(h->sink->context, data, size, error) : REEL_OK;
}

static reel_status hashing_commit(void *context, reel_error *error)
{
    (void)context;
    (void)error;
    return REEL_OK;
}

static void hashing_discard(void *context) { (void)context; }

/* A sink that hashes what is written. Committing `sink`, if there is one, is left to the caller. */
static reel_sink hashing_sink(hashing *h, reel_sink *sink)
{
    *h = (hashing){ .sink = sink };
    reel__sha256_begin(&h->sum);
    return (reel_sink){ .context = h, .write = hashing_write, .commit = hashing_commit, .discard = hashing_discard };
}

/* Reads the rest of the source, so that the hash is that of the file. */
static reel_status drain(hashing *h, reel_error *error)
{
    uint8_t buffer[HEAD_SIZE];
    size_t got;
    reel_status status = REEL_OK;
    while (!h->inner.data && status == REEL_OK) status = hashing_read(h, buffer, sizeof buffer, &got, error);
    return status < 0 ? status : REEL_OK;
}

static bool is_original(hashing *h, const archive_original *original)
{
    uint8_t hash[SHA256_SIZE];
    reel__sha256_end(&h->sum, hash);
    return h->size == original->size && memcmp(hash, original->hash, sizeof hash) == 0;
}

/* ---- rows to an archive --------------------------------------------------------------------------------------------- */

typedef struct packing {
    pack_input input;
    reel_options options;
    reel_archive_options how;
    reel_allocator allocator;
    reel_budget budget;
    const reel_format *format;
    archive_original original;
    reel_memory archive;
    bool again;          /* the input is an archive: its rows are packed again */
    bool modelled;       /* the archive has the messages of the file: options.formats are those of such archives */
    const char *reason;  /* why the file is stored */
    reel_choose *choose; /* of the caller, or NULL */
    void *choose_context;
    bool refused; /* by `choose` */
    reel_error *error;
} packing;

static reel_status choose(void *context, const reel_format *format, const reel_chunk *header, reel_options *options,
                          reel_error *error)
{
    packing *p = context;
    reel_status status = p->choose ? p->choose(p->choose_context, format, header, options, error) : REEL_OK;
    if (status < 0) p->refused = true;
    return status;
}

static size_t most_rows(const reel_chunk *chunk)
{
    size_t most = 0;
    for (size_t t = 0; t < chunk->count; t++)
        if (chunk->lists[t].count > most) most = chunk->lists[t].count;
    return most;
}

/* Small slices of a format that streams are gathered into larger records: what their columns have in common is stored once. */
static reel_status gather(archive_writer *writer, reel_chunk *stage, const reel_chunk *chunk, size_t rows, bool last)
{
    reel_status status = REEL_OK;
    for (size_t t = 0; chunk && t < chunk->count && status >= 0; t++)
        status = reel__chunk_append(stage, chunk->tables[t], chunk->lists[t].data, chunk->lists[t].count);
    if (status < 0) return reel__chunk_failure(stage, 0, writer->error);
    if (!last && most_rows(stage) < rows && reel__chunk_bytes(stage) < STAGE_BYTES) return REEL_OK;
    status = reel__archive_add(writer, stage);
    reel__chunk_reset(stage);
    return status;
}

static reel_status pack_rows(packing *p, reel_reader *reader, archive_writer *writer)
{
    const reel_chunk *chunk;
    const reel_format *format = reel_reader_format(reader);
    bool streams = format->flags & REEL_FORMAT_STREAMS;
    size_t rows = p->how.chunk_rows ? p->how.chunk_rows : STAGE_ROWS;
    reel_chunk *stage = reel__chunk_new(format->tables, format->tables, UINT64_MAX, &p->allocator);
    if (!stage) return reel__memory_fail(p->error);
    reel_status status;
    while ((status = reel_next(reader, &chunk, p->error)) == REEL_OK) {
        status = streams ? gather(writer, stage, chunk, rows, false) : reel__archive_add(writer, chunk);
        if (status < 0) break;
        if (p->archive.size > p->options.limits.buffer_bytes)
            status = reel_fail(p->error, REEL_LIMIT, "reel.buffer-limit", "", 0, "the archive is larger than the buffer limit");
        if (status < 0) break;
    }
    if (status >= 0) status = gather(writer, stage, NULL, rows, true);
    reel__chunk_free(stage);
    return status;
}

static bool rounds(const reel_archive_options *how) { return how->position_error > 0 || how->rotation_error > 0; }

/* The archive of the rows, in memory. */
static reel_status make_archive(packing *p, reel_reader *reader, hashing *read)
{
    archive_writer writer;
    reel_sink sink = reel_sink_memory(&p->archive, &p->allocator);
    coder_options coder = reel__archive_coder(&p->how);
    const reel_format *format = reel_reader_format(reader);
    if (!p->modelled) p->format = format;
    reel_status status = reel__archive_begin(&writer, format, p->how.id ? p->how.id : "", &coder, p->how.chunk_rows, &sink,
                                             &p->allocator, p->error);
    if (status >= 0) status = pack_rows(p, reader, &writer);
    if (status >= 0) status = drain(read, p->error);
    if (status >= 0) {
        hashing copy = *read;
        p->original = (archive_original){ .known = true, .size = read->size };
        reel__sha256_end(&copy.sum, p->original.hash);
        if (p->again) reel__archive_original_of(reader, &p->original);
        if (rounds(&p->how)) p->original.known = false;
        status = reel__archive_end(&writer, &p->original);
    }
    reel__archive_free(&writer);
    if (status < 0) sink.discard(sink.context);
    return status;
}

/* REEL_AGAIN: rather than the rows of its format, the archive has the messages of the file. */
static reel_status archive_rows(packing *p)
{
    reel_source plain = { 0 };
    hashing read;
    reel_reader *reader;
    reel_status status = open_plain(&p->input, &p->options, &p->budget, &plain, p->error);
    if (status < 0) return status;
    status = reel_open(hashing_source(&read, plain), &p->options, &reader, p->error);
    if (status >= 0) {
        p->format = p->modelled ? p->format : reel_reader_format(reader);
        const bool other = !p->modelled && !p->again && !rounds(&p->how) && reel__modelled_as(p->format);
        if (!p->how.stored) status = other ? REEL_AGAIN : make_archive(p, reader, &read); /* else it was opened for `choose` */
        reel_close(reader);
    }
    if (plain.close) plain.close(plain.context);
    return status;
}

/* ---- rows to a file ------------------------------------------------------------------------------------------------- */

/* Writes the file of which a reader of an archive has the rows, and compares it with what the archive says about it. */
static reel_status write_file(reel_reader *reader, reel_sink *sink, const reel_allocator *allocator, reel_error *error)
{
    hashing written;
    reel_writer *writer;
    const reel_chunk *chunk;
    reel_status status =
        reel_create(hashing_sink(&written, sink), reel_reader_format(reader),
                    &(reel_write_options){ REEL_SIZED(reel_write_options), .allocator = allocator }, &writer, error);
    if (status < 0) return status;
    while ((status = reel_next(reader, &chunk, error)) == REEL_OK)
        if (reel_append_chunk(writer, chunk) < 0) break;
    if (status < 0) {
        reel_discard(writer);
        return status;
    }
    status = reel_finish(writer, error);
    archive_original original;
    if (status < 0 || !reel__archive_original_of(reader, &original) || !original.known) return status;
    if (is_original(&written, &original)) return REEL_OK;
    return reel_fail(error, REEL_LOSS, "unpack.differs", "", 0, "the unpacked file differs from the one that was packed");
}

/* Whether the archive gives back the file. */
static reel_status prove(packing *p)
{
    reel_options options = { REEL_SIZED(reel_options),
                             .flags = REEL_STRICT,
                             .allocator = &p->allocator,
                             .limits = p->options.limits,
                             .formats = p->options.formats,
                             .on_progress = p->options.on_progress,
                             .progress_context = p->options.progress_context };
    options.limits.input_bytes = UINT64_MAX;
    reel_reader *reader;
    reel_status status = reel_open(reel_source_memory(p->archive.data, p->archive.size), &options, &reader, p->error);
    if (status < 0) return status;
    status = write_file(reader, NULL, &p->allocator, p->error);
    reel_close(reader);
    return status;
}

/* ---- packing -------------------------------------------------------------------------------------------------------- */

static bool is_unknown(const reel_error *error)
{
    return !strcmp(error->rule, "reel.unknown-format") || !strcmp(error->rule, "reel.empty");
}

static bool is_fatal(const packing *p, reel_status status)
{
    return status == REEL_MEMORY || status == REEL_IO || status == REEL_CANCELLED || (status < 0 && p->refused) ||
           (status < 0 && p->how.only_replays && is_unknown(p->error));
}

/* Packs the rows, if the file can be made from them again. REEL_END: it has to be stored; p->reason says why. */
static reel_status try_rows(packing *p)
{
    bool asks = p->choose || p->how.only_replays;
    reel_status status = p->how.stored && !asks ? REEL_END : archive_rows(p);
    if (status == REEL_AGAIN) {
        p->modelled = true;
        p->options.formats = reel__modelled_as(p->format);
        p->options.choose = NULL;
        status = archive_rows(p);
    }
    if (is_fatal(p, status) || (status < 0 && rounds(&p->how))) return status;
    if (p->how.stored) return REEL_END;
    if (status >= 0 && !p->format->writer) status = REEL_UNSUPPORTED;
    if (status < 0) {
        p->reason = p->format && !p->format->writer ? "the format cannot be written"
                    : status == REEL_UNSUPPORTED    ? "unknown format"
                                                    : "the replay is damaged";
        reel_memory_free(&p->archive);
        return REEL_END;
    }
    if (rounds(&p->how)) return REEL_OK;
    status = prove(p);
    if (is_fatal(p, status)) return status;
    if (status >= 0) return REEL_OK;
    p->reason = status == REEL_LIMIT ? "an archive of its rows would unpack to more than its size allows"
                                     : "its rows do not give back the same bytes";
    reel_memory_free(&p->archive);
    return REEL_END;
}

/* What precedes a stored file in an archive of several: a head and a record with its id. */
static bool put_name(reel_memory *to, const char *id)
{
    uint8_t head[ARCHIVE_HEAD];
    reel_memory record = { .allocator = to->allocator };
    reel__archive_put_head(head);
    bool fits = reel__record_begin(&record) && reel__payload_text(&record, id, strlen(id)) &&
                reel__record_seal(&record, RECORD_NAME) && memory_add(to, head, sizeof head) &&
                memory_add(to, record.data, record.size);
    reel_memory_free(&record);
    return fits;
}

static stored_effort stored_effort_of(const packing *p, bool plainly)
{
    if (plainly) return STORED_AS_IS;
    return p->how.level == REEL_ARCHIVE_DEFAULT ? STORED_SMALL : STORED_FAST;
}

/* The fast level is about reading: storing a large file is not tried if its rows are much smaller. */
#define COMPARED_SIZE (UINT64_C(1) << 20)

/* Whether the stored file may be smaller than the archive of its rows. */
static bool is_worth_storing(const packing *p, reel_bytes file)
{
    if (stored_effort_of(p, false) == STORED_SMALL) return reel__stored_may_be_smaller(file, p->archive.size, &p->allocator);
    return file.size <= COMPARED_SIZE || p->archive.size >= file.size / 4 * 3;
}

/* The stored form replaces the archive of rows if that is missing or larger. */
static reel_status store(packing *p)
{
    reel_source plain = { 0 };
    reel_memory file = { .allocator = p->allocator }, stored = { .allocator = p->allocator };
    bool plainly = false;
    reel_status status = open_plain(&p->input, &p->options, &p->budget, &plain, p->error);
    if (status < 0) return status;
    status = read_all(&plain, p->options.limits.buffer_bytes, &file, p->error);
    if (plain.close) plain.close(plain.context);
    if (status == REEL_TRUNCATED || status == REEL_CORRUPT || status == REEL_LIMIT || status == REEL_UNSUPPORTED) {
        plainly = true; /* its compression is damaged: it is kept as it is */
        file.size = 0;
        reel_source view = view_of(&p->input.source);
        status = view.data ? REEL_OK : view.seek(view.context, 0, p->error);
        if (status >= 0) status = read_all(&view, p->options.limits.buffer_bytes, &file, p->error);
    }
    p->original.size = status >= 0 ? file.size : 0;
    if (status >= 0 && p->archive.data && !is_worth_storing(p, (reel_bytes){ file.data, file.size })) {
        reel_memory_free(&file);
        return REEL_OK;
    }
    if (status >= 0 && p->how.named && p->how.id && !put_name(&stored, p->how.id)) status = REEL_MEMORY;
    /* What is read directly was not counted, and a step a byte of each method would be beyond the limit for a large file. */
    reel__budget_grant(&p->budget, STORED_METHODS * (uint64_t)file.size);
    if (status >= 0)
        status = reel__stored_pack((reel_bytes){ file.data, file.size }, stored_effort_of(p, plainly),
                                   p->archive.data ? p->archive.size : SIZE_MAX, &p->budget, &stored);
    reel_memory_free(&file);
    if (status < 0) {
        reel_memory_free(&stored);
        if (status == REEL_CANCELLED) return reel_fail_budget(&p->budget, p->error, "", 0);
        return status == REEL_MEMORY ? reel__memory_fail(p->error) : status;
    }
    if (p->archive.data && p->archive.size <= stored.size) {
        reel_memory_free(&stored);
        return REEL_OK;
    }
    if (p->archive.data) p->reason = "its bytes are smaller than its rows";
    reel_memory_free(&p->archive);
    p->archive = stored;
    return REEL_END;
}

static reel_status pack_all(packing *p, bool *stored)
{
    reel_status status = try_rows(p);
    if (status < 0) return status;
    if (status == REEL_OK && (rounds(&p->how) || p->again)) return REEL_OK;
    status = store(p);
    *stored = status == REEL_END;
    return status;
}

static reel_status put_archive(const reel_memory *archive, reel_sink *sink, reel_error *error)
{
    reel_status status = sink->write(sink->context, archive->data, archive->size, error);
    if (status >= 0) return sink->commit(sink->context, error);
    sink->discard(sink->context);
    return status;
}

reel_status reel_pack(reel_source source, const reel_options *given, const reel_archive_options *how, reel_sink sink,
                      reel_packed *packed, reel_error *error)
{
    reel_error own;
    bool stored = false;
    packing p = { .options = reel__reader_raw_options(given), .error = error };
    if (!error) p.error = &own;
    reel__memory_options(&p.how, sizeof p.how, how);
    p.allocator = reel__memory_allocator(p.options.allocator);
    p.archive.allocator = p.allocator;
    p.options.flags |= REEL_STRICT | REEL_COMPACT_LAYOUT;
    p.options.tables = NULL;
    p.options.select = NULL;
    p.options.has_from = p.options.has_to = false;
    p.choose = p.options.choose;
    p.choose_context = p.options.choose_context;
    p.options.choose = choose;
    p.options.choose_context = &p;
    reel_report *report = p.options.report;
    p.options.report = NULL; /* packing says nothing about the replay: reel_check does */
    reel_status status = reel__options_are_known(p.how.struct_size, p.error);
    if (status >= 0) status = reel__limited_are_known(p.options.struct_size, &p.options.limits, p.error);
    if (status >= 0)
        status = open_input(&p.input, source, &p.options, &p.allocator, p.error);
    else if (source.close)
        source.close(source.context);
    p.options.member = NULL;
    p.again = reel__archive_begins(p.input.head, p.input.head_size) && !reel__modelled_begins(p.input.head, p.input.head_size);
    if (status >= 0) status = pack_all(&p, &stored);
    if (packed) *packed = (reel_packed){ p.format, stored, stored ? p.reason : NULL, p.original.size, p.archive.size };
    if (status >= 0 && stored && p.reason && report)
        reel_find(&(reel_reporter){ report, p.options.report_context },
                  (reel_finding){ .rule = "pack.stored", .severity = REEL_NOTE, .offset = REEL_NO_OFFSET }, "stored as it is: %s",
                  p.reason);
    if (status >= 0)
        status = put_archive(&p.archive, &sink, p.error);
    else
        sink.discard(sink.context);
    close_input(&p.input);
    reel_memory_free(&p.archive);
    return status < 0 ? status : REEL_OK;
}

/* ---- unpacking ------------------------------------------------------------------------------------------------------ */

static reel_status copy_plain(pack_input *input, const reel_options *options, reel_sink *sink, reel_error *error)
{
    reel_source plain = { 0 };
    reel_budget budget;
    uint8_t buffer[HEAD_SIZE];
    size_t got = 0;
    reel_status status = open_plain(input, options, &budget, &plain, error);
    if (status < 0) return status;
    while ((status = plain.read(plain.context, buffer, sizeof buffer, &got, error)) == REEL_OK)
        if ((status = sink->write(sink->context, buffer, got, error)) < 0) break;
    if (plain.close) plain.close(plain.context);
    return status;
}

static reel_status unpack_rows(pack_input *input, const reel_options *options, reel_sink *sink, const reel_allocator *allocator,
                               reel_error *error)
{
    reel_source view = view_of(&input->source);
    reel_status status = view.data ? REEL_OK : view.seek(view.context, 0, error);
    if (status < 0) return status;
    reel_reader *reader;
    status = reel_open(view, options, &reader, error);
    if (status < 0) return status;
    if (reel__archive_is_rounded(reader))
        status = reel_fail(error, REEL_UNSUPPORTED, "unpack.rounded", "", 0,
                           "the file cannot be unpacked: its poses were rounded; use reel convert for a file with rounded poses");
    else
        status = write_file(reader, sink, allocator, error);
    reel_close(reader);
    return status;
}

reel_status reel_unpack(reel_source source, const reel_options *given, reel_sink sink, reel_error *error)
{
    reel_error own;
    if (!error) error = &own;
    reel_options options = reel__reader_raw_options(given);
    options.flags |= REEL_STRICT;
    options.tables = NULL;
    options.select = NULL;
    options.has_from = options.has_to = false;
    options.limits.input_bytes = options.limits.input_bytes ? options.limits.input_bytes : UINT64_MAX;
    reel_allocator allocator = reel__memory_allocator(options.allocator);
    pack_input input;
    reel_status status = open_input(&input, source, &options, &allocator, error);
    options.member = NULL;
    const reel_format *const *models = status >= 0 ? reel__modelled_begins(input.head, input.head_size) : NULL;
    if (models) options.formats = models;
    if (status >= 0 && reel__stored_begins(input.head, input.head_size))
        status = copy_plain(&input, &options, &sink, error);
    else if (status >= 0 && reel__archive_begins(input.head, input.head_size))
        status = unpack_rows(&input, &options, &sink, &allocator, error);
    else if (status >= 0)
        status = reel_fail(error, REEL_UNSUPPORTED, "unpack.no-archive", "", 0, "this is not an archive");
    if (status >= 0)
        status = sink.commit(sink.context, error);
    else
        sink.discard(sink.context);
    close_input(&input);
    return status;
}
