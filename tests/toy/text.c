/* SPDX-License-Identifier: MIT
 * The text toy: a line reader, and the bytes of the file kept beside its rows. */
#include "text.h"

#include "codec/number.h"
#include "core/kept.h"

#include <reel/format.h>

static const char magic[] = "toy text";
enum { MAGIC_BYTES = sizeof magic - 1 };

static const reel_field spelling_fields[] = {
    REEL_FIELD(toy_spelling, "text", text, BYTES, "", "the file"),
    REEL_FIELD(toy_spelling, "sum", sum, U64, "", "checksum of the file and its points", .flags = REEL_FIELD_DERIVED),
};
const reel_table toy_spellings =
    REEL_TABLE("spelling", "the text", toy_spelling, spelling_fields, REEL_TABLE_LAYOUT | REEL_TABLE_ONE_ROW);

static const reel_table *const tables[] = { &toy_points, &toy_spellings, NULL };

static int text_sniff(const uint8_t *head, size_t size)
{
    return size >= MAGIC_BYTES && memcmp(head, magic, MAGIC_BYTES) == 0 ? 8 * MAGIC_BYTES : 0;
}

/* ---- lines ------------------------------------------------------------------------------------------------------ */

/* The next line, without what ends it. False: the rest of the file, if any, has no end of line, so it may be cut off. */
static bool next_line(reel_cursor *in, reel_string *line)
{
    size_t left = reel_left(in);
    const uint8_t *end = left ? memchr(in->at, '\n', left) : NULL;
    if (!end) return false;
    line->size = (size_t)(end - in->at);
    line->data = (const char *)reel_take(in, line->size + 1);
    if (line->size && line->data[line->size - 1] == '\r') line->size--;
    return true;
}

/* The next number of a line. The byte after the line ends it at the latest, so nothing behind the line is read. */
static bool next_number(reel_string *line, int32_t *number)
{
    int64_t value;
    while (line->size && *line->data == ' ') line->data++, line->size--;
    const char *end = line->size ? reel__number_read_i64(line->data, &value) : NULL;
    if (!end || (int32_t)value != value) return false;
    line->size -= (size_t)(end - line->data);
    line->data = end;
    *number = (int32_t)value;
    return !line->size || *line->data == ' ';
}

static bool is_blank(reel_string line)
{
    while (line.size && *line.data == ' ') line.data++, line.size--;
    return !line.size;
}

/* ---- reader ----------------------------------------------------------------------------------------------------- */

static reel_status text_open(reel_decoder *decoder)
{
    reel_status status = reel_fill(decoder, MAGIC_BYTES);
    if (status < 0 || status == REEL_AGAIN) return status;
    if (text_sniff(decoder->in.at, reel_left(&decoder->in))) return REEL_OK;
    return reel_fail(decoder->error, REEL_UNSUPPORTED, "toy-text.magic", "header", 0, "does not begin with \"%s\"", magic);
}

static reel_status read_lines(reel_decoder *decoder)
{
    reel_row_list *list = reel_chunk_table(decoder->chunk, &toy_points);
    reel_string line;
    for (bool first = true; next_line(&decoder->in, &line); first = false) {
        uint64_t at = reel_offset(&decoder->in) - line.size - 1;
        toy_point point;
        if (is_blank(line) || *line.data == '#' || (first && line.size == MAGIC_BYTES)) continue;
        if (first || !next_number(&line, &point.tick) || !next_number(&line, &point.value) || !is_blank(line))
            return reel_fail(decoder->error, REEL_CORRUPT, "toy-text.line", "points", at, "a line is not a tick and a value");
        toy_point *row = list ? reel_row_add(list) : NULL;
        if (row) *row = point;
    }
    if (!reel_left(&decoder->in)) return reel_build_status(decoder->chunk);
    return reel_fail(decoder->error, REEL_TRUNCATED, "toy-text.line", "points", reel_offset(&decoder->in),
                     "the last line does not end");
}

static reel_status text_next(reel_decoder *decoder)
{
    reel_status status = reel_fill(decoder, SIZE_MAX);
    if (status < 0 || status == REEL_AGAIN) return status;
    size_t size = reel_left(&decoder->in);
    if (!size) return REEL_END;
    reel_row_list *list = reel_chunk_table(decoder->chunk, &toy_spellings);
    toy_spelling *row = list ? reel_row_add(list) : NULL;
    if (row) row->text = reel_chunk_bytes(decoder->chunk, decoder->in.at, size);
    status = read_lines(decoder);
    reel_take(&decoder->in, reel_left(&decoder->in));
    if (row && status == REEL_OK && reel__kept_is_whole(decoder->chunk, tables))
        row->sum = reel__kept_sum(decoder->chunk, tables, NULL, row->text);
    return status;
}

/* ---- writer ----------------------------------------------------------------------------------------------------- */

/* The text as it was if it still says what the points say. Otherwise a line for each point, the same for all who write them. */
static reel_status text_finish(reel_encoder *encoder, const reel_chunk *staged)
{
    char text[NUMBER_SIZE];
    size_t count, spellings;
    const toy_point *points = reel_chunk_rows(staged, &toy_points, &count);
    const toy_spelling *kept = reel_chunk_rows(staged, &toy_spellings, &spellings);
    if (spellings == 1 && kept->sum && kept->sum == reel__kept_sum(staged, tables, NULL, kept->text)) {
        reel_put(encoder->out, kept->text.data, kept->text.size);
        return encoder->out->status;
    }
    reel_put(encoder->out, magic, MAGIC_BYTES);
    reel_put_u8(encoder->out, '\n');
    for (size_t i = 0; i < count; i++) {
        reel_put(encoder->out, text, reel__number_i64(text, points[i].tick));
        reel_put_u8(encoder->out, ' ');
        reel_put(encoder->out, text, reel__number_i64(text, points[i].value));
        reel_put_u8(encoder->out, '\n');
    }
    return encoder->out->status;
}

/* ---- the format ------------------------------------------------------------------------------------------------- */

static const char *const extensions[] = { "toyt", NULL };
static const reel_format_reader reading = { .open = text_open, .next = text_next };
static const reel_format_writer writing = { .finish = text_finish };

const reel_format reel_format_toy_text = {
    .id = "toy-text",
    .name = "Toy text",
    .game = "a toy",
    .extensions = extensions,
    .tables = tables,
    .input_limit = 1u << 20,
    .sniff = text_sniff,
    .reader = &reading,
    .writer = &writing,
};
