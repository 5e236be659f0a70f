/* SPDX-License-Identifier: MIT
 * The packed toy. Unlike toy.c it uses the internal headers of the core and the codecs, as a format of the project may. */
#include "packed.h"

#include "codec/pack/lzma.h"
#include "core/kept.h"
#include "core/output.h"

#include <reel/format.h>

enum {
    HEADER_BYTES = 13,
    POINT_BYTES = 8,
    ENDING_BYTES = 9, /* without the name */
    LAST_MODE = 3,
    FIRST_VERSION = 1024,
    LAST_VERSION = 2047,
    MOST = (1 << 24) - 1, /* points, and bytes of a section */
    LONGEST_NAME = 255
};

/* ---- schema ----------------------------------------------------------------------------------------------------- */

static const reel_field info_fields[] = {
    REEL_FIELD(toy_info, "version", version, U32, "", "version of the game, 1024 to 2047"),
    REEL_FIELD(toy_info, "mode", mode, U8, "", "game mode, 0 to 3"),
};
static const reel_field ending_fields[] = {
    REEL_FIELD(toy_ending, "id", id, U64, "", "id of the play"),
    REEL_FIELD(toy_ending, "name", name, STRING, "", "name of the player", .flags = REEL_FIELD_PERSONAL),
};
static const reel_field original_fields[] = {
    REEL_FIELD(toy_original, "section", section, BYTES, "", "the compressed section"),
    REEL_FIELD(toy_original, "rest", rest, BYTES, "", "bytes after the name"),
    REEL_FIELD(toy_original, "sum", sum, U64, "", "checksum of the section and its points", .flags = REEL_FIELD_DERIVED),
};

const reel_table toy_infos = REEL_TABLE("info", "the header", toy_info, info_fields, REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
const reel_table toy_endings = REEL_TABLE("ending", "what follows the points", toy_ending, ending_fields, 0);
const reel_table toy_originals =
    REEL_TABLE("original", "encoding of the file", toy_original, original_fields, REEL_TABLE_LAYOUT | REEL_TABLE_ONE_ROW);

static const reel_table *const tables[] = { &toy_infos, &toy_points, &toy_endings, &toy_originals, NULL };

/* The tables that the section holds. */
static const reel_table *const section_tables[] = { &toy_points, NULL };

/* ---- header ----------------------------------------------------------------------------------------------------- */

typedef struct packed_header {
    toy_info info;
    uint64_t count, section; /* wider than in the file, so that the writer can check them before it narrows them */
} packed_header;

static packed_header get_header(reel_cursor *in)
{
    packed_header header = { .count = 0 };
    header.info.mode = reel_get_u8(in);
    header.info.version = reel_get_u32le(in);
    header.count = reel_get_u32le(in);
    header.section = reel_get_u32le(in);
    return header;
}

/* The number of bits that the ranges verify: a byte with 4 valid values verifies 6 bits, a u32 with 1024 verifies 22, and two u32
 * below 2^24 verify 8 each. 0: a field is out of range. */
static int header_bits(const packed_header *header)
{
    uint32_t version = header->info.version;
    if (header->info.mode > LAST_MODE || version < FIRST_VERSION || version > LAST_VERSION) return 0;
    if (header->count > MOST || header->section < LZMA_ALONE_HEAD || header->section > MOST) return 0;
    return 6 + 22 + 8 + 8;
}

static int packed_sniff(const uint8_t *head, size_t size)
{
    reel_cursor in = { .at = head, .end = head + size, .end_offset = size };
    packed_header header = get_header(&in);
    return in.failed ? 0 : header_bits(&header);
}

/* ---- reader ----------------------------------------------------------------------------------------------------- */

typedef struct packed_reader {
    packed_header header;
    lzma_alone stream;
    bool done;
} packed_reader;

static reel_status packed_open(reel_decoder *decoder)
{
    packed_reader *reader = decoder->state;
    reel_status status = reel_fill(decoder, HEADER_BYTES);
    if (status < 0 || status == REEL_AGAIN) return status;
    reader->header = get_header(&decoder->in);
    if (decoder->in.failed)
        return reel_fail(decoder->error, REEL_TRUNCATED, "toy-packed.header", "header", decoder->in.failed_at,
                         "the file ends inside its header");
    if (!header_bits(&reader->header))
        return reel_fail(decoder->error, REEL_UNSUPPORTED, "toy-packed.header", "header", 0, "a value is out of range");
    reel_row_list *list = reel_chunk_table(decoder->chunk, &toy_infos);
    toy_info *info = list ? reel_row_add(list) : NULL;
    if (info) *info = reader->header.info;
    return reel_build_status(decoder->chunk);
}

/* Whether everything but the rest is in the window. */
static bool is_complete(const reel_decoder *decoder)
{
    const packed_reader *reader = decoder->state;
    uint64_t ending = reader->header.section + ENDING_BYTES;
    size_t left = reel_left(&decoder->in);
    return left >= ending && left - ending >= decoder->in.at[ending - 1];
}

static reel_status add_points(reel_decoder *decoder, const uint8_t *bytes, size_t count)
{
    reel_row_list *list = reel_chunk_table(decoder->chunk, &toy_points);
    toy_point *points = list && count ? reel_row_grow(list, count, true) : NULL;
    for (size_t i = 0; points && i < count; i++, bytes += POINT_BYTES)
        points[i] = (toy_point){ (int32_t)reel_load_u32le(bytes), (int32_t)reel_load_u32le(bytes + 4) };
    return reel_build_status(decoder->chunk);
}

/* Adds the points that are there, then reports what is wrong. The offset of a point is in the decompressed bytes; that of damage
 * to the compression is in the file. */
static reel_status read_section(reel_decoder *decoder, reel_bytes section)
{
    packed_reader *reader = decoder->state;
    lzma_alone *stream = &reader->stream;
    if (!reel_chunk_table(decoder->chunk, &toy_points)) return REEL_OK;
    reel_status status = reel__lzma_alone_start(stream, section.data, section.size, UINT64_MAX, decoder->budget,
                                                &decoder->allocator, decoder->error);
    if (status == REEL_OK) status = reel__lzma_alone_more(stream, section.data, section.size, SIZE_MAX, decoder->error);
    size_t there = stream->size / POINT_BYTES, count = (size_t)reader->header.count, whole = there < count ? there : count;
    reel_status added = add_points(decoder, stream->data, whole);
    if (added < 0) return added;
    if (status < 0) {
        decoder->error->offset += HEADER_BYTES;
        return status;
    }
    bool complete = section.size == reader->header.section;
    if (stream->size != count * POINT_BYTES || (complete && stream->used < section.size))
        return reel_fail(decoder->error, REEL_CORRUPT, "toy-packed.count", "points", whole * POINT_BYTES,
                         "%zu points were announced; there are %zu bytes, and %zu after the LZMA stream", count, stream->size,
                         section.size - stream->used);
    return REEL_OK;
}

static reel_status read_ending(reel_decoder *decoder)
{
    toy_ending ending = { .id = reel_get_u64le(&decoder->in) };
    size_t size = reel_get_u8(&decoder->in);
    const uint8_t *name = reel_take(&decoder->in, size);
    if (decoder->in.failed)
        return reel_fail(decoder->error, REEL_TRUNCATED, "toy-packed.ending", "ending", decoder->in.failed_at,
                         "the file ends before the end of the name");
    reel_row_list *list = reel_chunk_table(decoder->chunk, &toy_endings);
    toy_ending *row = list ? reel_row_add(list) : NULL;
    if (row) {
        ending.name = reel_chunk_string(decoder->chunk, name, size);
        *row = ending;
    }
    return reel_build_status(decoder->chunk);
}

/* Keeps what the other tables cannot express. The sum is left out if points are missing: then it would be one of other rows. */
static void keep_original(reel_decoder *decoder, reel_bytes section, bool sound)
{
    reel_row_list *list = reel_chunk_table(decoder->chunk, &toy_originals);
    toy_original *row = list ? reel_row_add(list) : NULL;
    if (!row) return;
    row->section = reel_chunk_bytes(decoder->chunk, section.data, section.size);
    row->rest = reel_chunk_bytes(decoder->chunk, decoder->in.at, reel_left(&decoder->in));
    if (sound && reel__kept_is_whole(decoder->chunk, section_tables))
        row->sum = reel__kept_sum(decoder->chunk, section_tables, NULL, row->section);
}

static reel_status packed_next(reel_decoder *decoder)
{
    packed_reader *reader = decoder->state;
    if (reader->done) return REEL_END;
    reel_status status = reel_fill(decoder, SIZE_MAX);
    if (status < 0 || (status == REEL_AGAIN && !is_complete(decoder))) return status;
    reader->done = true;

    size_t left = reel_left(&decoder->in), size = reader->header.section < left ? (size_t)reader->header.section : left;
    reel_bytes section = { reel_take(&decoder->in, size), size };
    reel_status points = read_section(decoder, section);
    if (points == REEL_MEMORY || points == REEL_CANCELLED) return points;
    if (points >= 0 && size < reader->header.section)
        points = reel_fail(decoder->error, REEL_TRUNCATED, "toy-packed.section", "compression", reel_offset(&decoder->in),
                           "the file ends inside its section");
    if (size < reader->header.section) return points;

    /* Damaged points do not hide the ending. The first failure is returned, a second one is reported here. */
    reel_error first = *decoder->error;
    reel_status ending = read_ending(decoder);
    keep_original(decoder, section, points >= 0);
    if (points >= 0) return ending;
    if (ending < 0)
        reel_find(&decoder->reporter,
                  (reel_finding){ .rule = decoder->error->rule,
                                  .severity = REEL_ERROR,
                                  .section = decoder->error->section,
                                  .offset = decoder->error->offset },
                  "%s", decoder->error->message);
    *decoder->error = first;
    return points;
}

static void packed_close(reel_decoder *decoder)
{
    packed_reader *reader = decoder->state;
    reel__lzma_alone_stop(&reader->stream);
}

/* Input: a window that grows by doubling (2), the smaller one that it replaces (1), and the copies in `original` (1). Decompressed
 * bytes: the stream's buffer (1); beside it first the smaller buffer it replaces and the dictionary, later the points, which
 * are as large as the bytes that they come from (2). liblzma's own tables are below 2 MiB. */
static uint64_t packed_memory_bound(uint64_t size, const reel_limits *limits)
{
    return 4 * size + 3 * reel_unpacked_most(limits, size) + (UINT64_C(2) << 20);
}

/* ---- writer ----------------------------------------------------------------------------------------------------- */

/* The section as it was read, if the points are still those that it holds; else no bytes. */
static reel_bytes kept_section(const toy_original *original, const reel_chunk *rows)
{
    bool same = original && original->sum && original->sum == reel__kept_sum(rows, section_tables, NULL, original->section);
    return same ? original->section : (reel_bytes){ NULL, 0 };
}

static reel_status pack_points(reel_encoder *encoder, const reel_chunk *rows, reel_memory *packed)
{
    size_t count;
    const toy_point *points = reel_chunk_rows(rows, &toy_points, &count);
    reel_sink sink = reel_sink_memory(packed, &encoder->allocator);
    reel_output out;
    uint8_t *plain = reel__memory_new(&encoder->allocator, count * POINT_BYTES + 1);
    reel_status status = REEL_MEMORY;
    if (plain && reel__output_open(&out, &sink, &encoder->allocator, encoder->error)) {
        for (size_t i = 0; i < count; i++) {
            reel_store_u32le(plain + i * POINT_BYTES, (uint32_t)points[i].tick);
            reel_store_u32le(plain + i * POINT_BYTES + 4, (uint32_t)points[i].value);
        }
        status = reel__lzma_alone_pack(&out, plain, count * POINT_BYTES, false, &encoder->allocator, encoder->error);
        if (status == REEL_OK) status = reel__output_flush(&out);
        reel__output_close(&out, &encoder->allocator);
    } else {
        reel__memory_fail(encoder->error);
    }
    reel__memory_drop(&encoder->allocator, plain);
    return status;
}

static void put_file(reel_output *out, const packed_header *header, reel_bytes section, const toy_ending *ending)
{
    reel_put_u8(out, header->info.mode);
    reel_put_u32le(out, header->info.version);
    reel_put_u32le(out, (uint32_t)header->count);
    reel_put_u32le(out, (uint32_t)header->section);
    reel_put(out, section.data, section.size);
    reel_put_u64le(out, ending->id);
    reel_put_u8(out, (uint8_t)ending->name.size);
    reel_put(out, ending->name.data, ending->name.size);
}

static reel_status packed_finish(reel_encoder *encoder, const reel_chunk *staged)
{
    size_t infos, points, endings, originals;
    const toy_info *info = reel_chunk_rows(staged, &toy_infos, &infos);
    const toy_ending *ending = reel_chunk_rows(staged, &toy_endings, &endings);
    const toy_original *original = reel_chunk_rows(staged, &toy_originals, &originals);
    reel_chunk_rows(staged, &toy_points, &points);
    if (infos != 1 || endings != 1 || ending->name.size > LONGEST_NAME)
        return reel_fail(encoder->error, REEL_ARGUMENT, "toy-packed.rows", "", 0,
                         "a file has one info and one ending, with a name of at most 255 bytes");
    if (originals != 1) original = NULL;

    reel_memory packed = { 0 };
    reel_bytes section = kept_section(original, staged);
    reel_status status = section.size ? REEL_OK : pack_points(encoder, staged, &packed);
    if (packed.size) section = (reel_bytes){ packed.data, packed.size };
    packed_header header = { *info, points, section.size };
    if (status == REEL_OK && !header_bits(&header)) {
        status = reel_fail(encoder->error, REEL_ARGUMENT, "toy-packed.header", "header", 0, "a value is out of range");
    } else if (status == REEL_OK) {
        put_file(encoder->out, &header, section, ending);
        if (original) reel_put(encoder->out, original->rest.data, original->rest.size);
        status = encoder->out->status;
    }
    reel_memory_free(&packed);
    return status;
}

/* ---- repair ----------------------------------------------------------------------------------------------------- */

/* A file that was cut short has no ending, without which the writer refuses its rows. The reader puts all rows into one chunk. */
static reel_status packed_repair(reel_change *change)
{
    reel_row_list *endings = reel_change_rows(change->chunk, &toy_endings);
    if (!endings || endings->count > 0) return REEL_OK;
    if (!reel_row_add(endings)) return reel_build_status(change->chunk);
    reel_tally(change, "repair.toy-packed.ending", REEL_NOTE, &toy_endings, NULL, 1, "added, with id 0 and no name");
    return REEL_OK;
}

static const reel_operation repair = {
    .id = REEL_OPERATION_REPAIR,
    .doc = "adds the missing ending",
    .apply = packed_repair,
};

/* ---- the format ------------------------------------------------------------------------------------------------- */

static const char *const extensions[] = { "toyp", NULL };
static const reel_operation *const operations[] = { &repair, NULL };

static const reel_format_reader reading = {
    .state_size = sizeof(packed_reader),
    .open = packed_open,
    .next = packed_next,
    .close = packed_close,
};

static const reel_format_writer writing = {
    .finish = packed_finish,
};

const reel_format reel_format_toy_packed = {
    .id = "toy-packed",
    .name = "Packed toy",
    .game = "a toy",
    .extensions = extensions,
    .tables = tables,
    .input_limit = 1u << 25,
    .sniff = packed_sniff,
    .memory_bound = packed_memory_bound,
    .reader = &reading,
    .writer = &writing,
    .operations = operations,
};
