/* SPDX-License-Identifier: MIT
 * A replay whose bytes come piece by piece: a download, or a file that still grows. */
#include "module.h"

#include <stdlib.h>

/* With so many bytes, a file of any format is identified: see reel_identify. */
enum { IDENTIFIED = 16 << 10 };

typedef struct web_stream {
    row_set rows; /* first: the current chunk */
    reading reading;
    reel_reader *reader;
    uint8_t *bytes;                /* what the reader has not read; until it is open, everything */
    size_t size, capacity, offset; /* bytes up to `offset` were read */
    size_t tried;                  /* size at the last attempt to open */
    bool ended;
} web_stream;

static reel_status stream_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    web_stream *stream = context;
    (void)error;
    *got = stream->size - stream->offset;
    if (*got == 0) return stream->ended ? REEL_END : REEL_AGAIN;
    if (*got > capacity) *got = capacity;
    memcpy(buffer, stream->bytes + stream->offset, *got);
    stream->offset += *got;
    return REEL_OK;
}

EXPORT(stream_open) web_stream *stream_open(void)
{
    web_stream *stream = calloc(1, sizeof *stream);
    if (!stream) fail_memory();
    if (!stream || !reading_take(&stream->reading)) {
        free(stream);
        return NULL;
    }
    stream->rows.clean = stream->reading.options.flags & REEL_CLEAN;
    return stream;
}

EXPORT(stream_close) void stream_close(web_stream *stream)
{
    if (!stream) return;
    reel_close(stream->reader);
    reading_free(&stream->reading);
    free(stream->bytes);
    free(stream);
}

/* Room for `size` more bytes, which the caller fills before the next call; NULL if out of memory. */
EXPORT(stream_room) uint8_t *stream_room(web_stream *stream, size_t size)
{
    if (stream->reader && stream->offset) {
        stream->size -= stream->offset;
        memmove(stream->bytes, stream->bytes + stream->offset, stream->size);
        stream->offset = 0;
    }
    if (stream->capacity - stream->size < size) {
        size_t doubled = stream->capacity < SIZE_MAX / 4 ? 2 * stream->capacity : stream->capacity;
        size_t least = stream->size + size, capacity = doubled > least ? doubled : least;
        uint8_t *bytes = least < size ? NULL : realloc(stream->bytes, capacity);
        if (!bytes) {
            fail_memory();
            return NULL;
        }
        stream->bytes = bytes;
        stream->capacity = capacity;
    }
    uint8_t *room = stream->bytes + stream->size;
    stream->size += size;
    return room;
}

/* No more bytes will come. */
EXPORT(stream_end) void stream_end(web_stream *stream) { stream->ended = true; }

/* A header may need more bytes than there are. Each attempt reads from the start, so the next one waits for an eighth more: the sum of all
 * attempts is linear in the header. */
static reel_status open_reader(web_stream *stream)
{
    if (!stream->ended && stream->size < stream->tried + stream->tried / 8 + 1) return REEL_AGAIN;
    stream->tried = stream->size;
    stream->offset = 0;
    reel_source source = { .context = stream, .size = REEL_UNKNOWN_SIZE, .read = stream_read };
    reel_status status = reel_open(source, &stream->reading.options, &stream->reader, &last_error);
    if (!stream->ended && (status == REEL_TRUNCATED || (status == REEL_UNSUPPORTED && stream->size < IDENTIFIED)))
        return REEL_AGAIN;
    if (status < 0) return status;
    stream->rows.format = reel_reader_format(stream->reader);
    stream->rows.tables = stream->rows.format->tables;
    stream->rows.chunk = reel_header(stream->reader);
    return REEL_OK;
}

/* Reads the next chunk. REEL_AGAIN: more bytes are needed; REEL_END: that was all. The rows of the last chunk are then gone. */
EXPORT(stream_next) int stream_next(web_stream *stream)
{
    reel_status status = stream->reader ? REEL_OK : open_reader(stream);
    if (status != REEL_OK) return status;
    return reel_next(stream->reader, &stream->rows.chunk, &last_error);
}

/* Whether the header was read, so that the format is known. */
EXPORT(stream_opened) bool stream_opened(const web_stream *stream) { return stream->reader != NULL; }

EXPORT(stream_damage) bool stream_damage(const web_stream *stream)
{
    const reel_error *damage = stream->reader ? reel_reader_damage(stream->reader) : NULL;
    if (damage) last_error = *damage;
    return damage != NULL;
}

/* The result is what was reported so far. */
EXPORT(stream_findings) int stream_findings(const web_stream *stream)
{
    return reel_findings_json(stream->reading.findings, result_sink(), &last_error);
}
