/* SPDX-License-Identifier: MIT
 * The toy format: schema, sniff, reader, writer, check. One file, where a real family has one file for each of them. */
#include "toy.h"

#include <reel/format.h>

enum { HEADER_BYTES = 8, ROW_BYTES = 8, STREAM_ROWS = 64 }; /* rows in one chunk of a stream */

static const char toy_magic[] = "TOY1", stream_magic[] = "TOYS";

/* ---- schema ----------------------------------------------------------------------------------------------------- */

static const reel_field point_fields[] = {
    REEL_FIELD(toy_point, "tick", tick, I32, "tick", "when it was", .flags = REEL_FIELD_TIME),
    REEL_FIELD(toy_point, "value", value, I32, "", "what it was"),
};

const reel_table toy_points = REEL_TABLE("points", "points of the play", toy_point, point_fields, 0);

static const reel_table *const tables[] = { &toy_points, NULL };

/* ---- reader ----------------------------------------------------------------------------------------------------- */

typedef struct toy_reader {
    uint32_t left; /* rows that the header promised and that were not read yet */
    bool done;
} toy_reader;

static int sniff_magic(const uint8_t *head, size_t size, const char *magic)
{
    return size >= 4 && memcmp(head, magic, 4) == 0 ? 32 : 0;
}

/* Both headers are a magic and a number. */
static reel_status open_header(reel_decoder *decoder, const char *magic, uint32_t *number)
{
    reel_status status = reel_fill(decoder, HEADER_BYTES);
    if (status < 0 || status == REEL_AGAIN) return status;
    const uint8_t *head = reel_take(&decoder->in, 4);
    if (head && memcmp(head, magic, 4) != 0)
        return reel_fail(decoder->error, REEL_UNSUPPORTED, "toy.magic", "header", 0, "does not begin with %s", magic);
    *number = reel_get_u32le(&decoder->in);
    if (decoder->in.failed)
        return reel_fail(decoder->error, REEL_TRUNCATED, "toy.header", "header", decoder->in.failed_at,
                         "the file ends within its header");
    return REEL_OK;
}

/* Moves `count` rows, which are in the window, to the chunk. */
static reel_status read_points(reel_decoder *decoder, size_t count)
{
    const uint8_t *bytes = reel_take(&decoder->in, count * ROW_BYTES);
    reel_row_list *list = reel_chunk_table(decoder->chunk, &toy_points);
    if (!list || !bytes || count == 0) return REEL_OK;
    toy_point *points = reel_row_grow(list, count, true);
    if (!points)
        return reel_fail(decoder->error, reel_build_status(decoder->chunk), "toy.points", "points", reel_offset(&decoder->in),
                         "no room for %zu points", count);
    for (size_t i = 0; i < count; i++, bytes += ROW_BYTES) {
        points[i].tick = (int32_t)reel_load_u32le(bytes);
        points[i].value = (int32_t)reel_load_u32le(bytes + 4);
    }
    return REEL_OK;
}

static int toy_sniff(const uint8_t *head, size_t size) { return sniff_magic(head, size, toy_magic); }

static reel_status toy_open(reel_decoder *decoder)
{
    toy_reader *reader = decoder->state;
    return open_header(decoder, toy_magic, &reader->left);
}

static reel_status toy_next(reel_decoder *decoder)
{
    toy_reader *reader = decoder->state;
    if (reader->done) return REEL_END;
    reel_status status = reel_fill(decoder, SIZE_MAX);
    if (status < 0 || status == REEL_AGAIN) return status;
    reader->done = true;
    /* The count may be a lie: what is there decides how much is allocated. */
    bool fits = reel_count_fits(&decoder->in, reader->left, ROW_BYTES);
    size_t whole = fits ? reader->left : reel_left(&decoder->in) / ROW_BYTES;
    status = read_points(decoder, whole);
    if (status < 0) return status;
    if (!fits)
        return reel_fail(decoder->error, REEL_TRUNCATED, "toy.count", "points", reel_offset(&decoder->in),
                         "%lu points were announced, the file ends after %zu", (unsigned long)reader->left, whole);
    if (reel_left(&decoder->in) > 0)
        return reel_fail(decoder->error, REEL_CORRUPT, "toy.trailing", "points", reel_offset(&decoder->in),
                         "%zu bytes follow the last point", reel_left(&decoder->in));
    return REEL_OK;
}

static int stream_sniff(const uint8_t *head, size_t size) { return sniff_magic(head, size, stream_magic); }

static reel_status stream_open(reel_decoder *decoder)
{
    uint32_t reserved = 0;
    reel_status status = open_header(decoder, stream_magic, &reserved);
    if (status == REEL_OK && reserved != 0)
        return reel_fail(decoder->error, REEL_UNSUPPORTED, "toy-stream.reserved", "header", 4,
                         "the reserved number is %lu, not 0", (unsigned long)reserved);
    return status;
}

static reel_status stream_next(reel_decoder *decoder)
{
    reel_status status = reel_fill(decoder, (size_t)STREAM_ROWS * ROW_BYTES);
    if (status < 0 || status == REEL_AGAIN) return status;
    size_t left = reel_left(&decoder->in);
    size_t whole = left / ROW_BYTES < STREAM_ROWS ? left / ROW_BYTES : STREAM_ROWS;
    if (left == 0) return REEL_END;
    status = read_points(decoder, whole);
    if (status < 0) return status;
    if (whole < STREAM_ROWS && left % ROW_BYTES != 0)
        return reel_fail(decoder->error, REEL_TRUNCATED, "toy-stream.point", "points", reel_offset(&decoder->in),
                         "the file ends within a point");
    return REEL_OK;
}

/* ---- writer ----------------------------------------------------------------------------------------------------- */

static reel_status write_points(reel_encoder *encoder, const reel_chunk *chunk)
{
    size_t count;
    const toy_point *points = reel_chunk_rows(chunk, &toy_points, &count);
    for (size_t i = 0; i < count; i++) {
        reel_put_i32le(encoder->out, points[i].tick);
        reel_put_i32le(encoder->out, points[i].value);
    }
    return encoder->out->status;
}

static void write_header(reel_encoder *encoder, const char *magic, uint32_t number)
{
    reel_put(encoder->out, magic, 4);
    reel_put_u32le(encoder->out, number);
}

/* The count comes before the points, so nothing can be written before the last one is known: the library keeps the rows. */
static reel_status toy_finish(reel_encoder *encoder, const reel_chunk *staged)
{
    size_t count;
    reel_chunk_rows(staged, &toy_points, &count);
    if (count > UINT32_MAX)
        return reel_fail(encoder->error, REEL_LIMIT, "toy.count", "header", 4, "%zu points are too many", count);
    write_header(encoder, toy_magic, (uint32_t)count);
    return write_points(encoder, staged);
}

static reel_status stream_begin(reel_encoder *encoder)
{
    write_header(encoder, stream_magic, 0);
    return encoder->out->status;
}

static reel_status stream_finish(reel_encoder *encoder, const reel_chunk *staged)
{
    (void)staged;
    return encoder->out->status;
}

/* ---- check ------------------------------------------------------------------------------------------------------ */

typedef struct toy_checker {
    int32_t last;
    bool any;
} toy_checker;

static reel_status check_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    toy_checker *checker = analysis->state;
    size_t count;
    const toy_point *points = reel_chunk_rows(chunk, &toy_points, &count);
    uint64_t first = reel_chunk_first(chunk, &toy_points);
    for (size_t i = 0; i < count; i++) {
        if (checker->any && points[i].tick < checker->last) {
            reel_finding finding = { .rule = "toy.order",
                                     .severity = REEL_WARNING,
                                     .section = "points",
                                     .offset = HEADER_BYTES + (first + i) * ROW_BYTES,
                                     .length = ROW_BYTES,
                                     .table = &toy_points,
                                     .row = first + i,
                                     .count = 1 };
            reel_find(&analysis->reporter, finding, "tick %d comes after tick %d", points[i].tick, checker->last);
        }
        *checker = (toy_checker){ points[i].tick, true };
    }
    return REEL_OK;
}

static const reel_insight toy_check = {
    .id = "toy.check",
    .name = "Toy check",
    .doc = "ticks that go back",
    .state_size = sizeof(toy_checker),
    .chunk = check_chunk,
};

/* ---- the formats ------------------------------------------------------------------------------------------------ */

static const char *const toy_extensions[] = { "toy", NULL }, *const stream_extensions[] = { "toys", NULL };

static const reel_format_reader toy_reading = {
    .state_size = sizeof(toy_reader),
    .open = toy_open,
    .next = toy_next,
};

static const reel_format_writer toy_writing = {
    .finish = toy_finish,
};

const reel_format reel_format_toy = {
    .id = "toy",
    .name = "Toy",
    .game = "a toy",
    .extensions = toy_extensions,
    .tables = tables,
    .input_limit = 1u << 20,
    .sniff = toy_sniff,
    .reader = &toy_reading,
    .writer = &toy_writing,
    .check = &toy_check,
};

static const reel_format_reader toy_stream_reading = {
    .open = stream_open,
    .next = stream_next,
};

static const reel_format_writer toy_stream_writing = {
    .begin = stream_begin,
    .rows = write_points,
    .finish = stream_finish,
};

const reel_format reel_format_toy_stream = {
    .id = "toy-stream",
    .name = "Toy stream",
    .game = "a toy",
    .extensions = stream_extensions,
    .tables = tables,
    .flags = REEL_FORMAT_STREAMS,
    .sniff = stream_sniff,
    .reader = &toy_stream_reading,
    .writer = &toy_stream_writing,
    .check = &toy_check,
};
