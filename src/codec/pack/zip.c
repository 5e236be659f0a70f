/* SPDX-License-Identifier: MIT */
#include "codec/pack/zip.h"

#include "codec/pack/items.h"
#include "core/memory.h"

static const uint8_t local_magic[4] = { 'P', 'K', 3, 4 };

bool reel__zip_header(const uint8_t *bytes, zip_entry *entry)
{
    if (memcmp(bytes, local_magic, sizeof local_magic) != 0) return false;
    *entry = (zip_entry){ .flags = reel_load_u16le(bytes + 6),
                          .method = reel_load_u16le(bytes + 8),
                          .checksum = reel_load_u32le(bytes + 14),
                          .packed_size = reel_load_u32le(bytes + 18),
                          .size = reel_load_u32le(bytes + 22),
                          .name_size = reel_load_u16le(bytes + 26),
                          .extra_size = reel_load_u16le(bytes + 28) };
    return true;
}

/* APPNOTE 4.5.3: extra field 1 has the unpacked size, then the packed size; each only if it is all ones in the header. */
void reel__zip_extra(zip_entry *entry, const uint8_t *extra)
{
    uint64_t *const sizes[] = { &entry->size, &entry->packed_size };
    reel_cursor in = { .at = extra, .end = extra + entry->extra_size };
    while (reel_left(&in) >= 4) {
        uint16_t kind = reel_get_u16le(&in), length = reel_get_u16le(&in);
        if (reel_left(&in) < length) return;
        reel_cursor field = { .at = in.at, .end = in.at + length };
        reel_take(&in, length);
        for (size_t i = 0; i < 2 && kind == 1; i++)
            if (*sizes[i] == UINT32_MAX && reel_left(&field) >= 8) *sizes[i] = reel_get_u64le(&field);
        if (kind == 1) return;
    }
}

#ifdef REEL_WITH_ZLIB

#include <limits.h>
#include <zlib.h>

bool reel__zip_known(void) { return true; }

static void *give(void *context, unsigned items, unsigned size) { return reel__items_alloc(context, items, size); }

static void take_back(void *context, void *pointer) { reel__memory_drop(context, pointer); }

static z_stream *new_stream(reel_allocator *allocator)
{
    z_stream *stream = allocator->alloc(allocator->context, sizeof *stream);
    if (stream) *stream = (z_stream){ .zalloc = give, .zfree = take_back, .opaque = allocator };
    return stream;
}

static unsigned at_most(size_t size) { return size > UINT_MAX / 2 ? UINT_MAX / 2 : (unsigned)size; }

enum { RAW_WINDOW = -15 };

reel_status reel__zip_inflate(zip_reader *reader, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity,
                              size_t *made)
{
    z_stream *stream = reader->stream;
    *made = 0;
    if (!stream) {
        stream = new_stream(&reader->allocator);
        if (!stream) return REEL_MEMORY;
        if (inflateInit2(stream, RAW_WINDOW) != Z_OK) {
            take_back(&reader->allocator, stream);
            return REEL_MEMORY;
        }
        reader->stream = stream;
    }
    stream->next_in = (z_const Bytef *)*at; /* zlib does not write there, though the type is not const */
    stream->avail_in = at_most((size_t)(end - *at));
    stream->next_out = out;
    stream->avail_out = at_most(capacity);
    int result = inflate(stream, Z_NO_FLUSH);
    *at = stream->next_in;
    *made = (size_t)(stream->next_out - out);
    reader->checksum = (uint32_t)crc32(reader->checksum, out, (unsigned)*made);
    switch (result) {
    case Z_OK:
    case Z_BUF_ERROR: return REEL_OK;
    case Z_STREAM_END: return REEL_END;
    case Z_MEM_ERROR: return REEL_MEMORY;
    default: return REEL_CORRUPT;
    }
}

void reel__zip_reader_free(zip_reader *reader)
{
    if (!reader->stream) return;
    inflateEnd(reader->stream);
    take_back(&reader->allocator, reader->stream);
    reader->stream = NULL;
}

static void store16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)value;
    at[1] = (uint8_t)(value >> 8);
}

enum { VERSION = 20, SIZES_FOLLOW = 8, DEFLATED = 8, NO_DATE = 33 };

/* The part that the local header and the directory entry have in common. */
static void put_common(uint8_t *at, const zip_writer *w, uint64_t packed)
{
    store16(at, VERSION);
    store16(at + 2, SIZES_FOLLOW);
    store16(at + 4, DEFLATED);
    store16(at + 6, 0);
    store16(at + 8, NO_DATE); /* 1980-01-01, so that the same rows give the same bytes */
    reel_store_u32le(at + 10, packed ? w->checksum : 0);
    reel_store_u32le(at + 14, (uint32_t)packed);
    reel_store_u32le(at + 18, packed ? (uint32_t)w->size : 0);
    store16(at + 22, (unsigned)w->name.size);
    store16(at + 24, 0);
}

reel_status reel__zip_begin(zip_writer *w, reel_string name)
{
    uint8_t header[ZIP_HEADER];
    char *copy = w->memory.allocator.alloc(w->memory.allocator.context, name.size + 1);
    if (!copy) return REEL_MEMORY;
    if (name.size) memcpy(copy, name.data, name.size);
    w->name = (reel_string){ copy, name.size < UINT16_MAX ? name.size : UINT16_MAX };
    memcpy(header, local_magic, sizeof local_magic);
    put_common(header + 4, w, 0);
    if (!memory_add(&w->memory, header, sizeof header) || !memory_add(&w->memory, w->name.data, w->name.size)) return REEL_MEMORY;
    w->stream = reel__deflater_new(w->level, &w->memory.allocator);
    return w->stream ? REEL_OK : REEL_MEMORY;
}

reel_status reel__zip_add(zip_writer *w, const void *data, size_t size)
{
    const uint8_t *at = data;
    w->size += size;
    if (w->size >= UINT32_MAX) return REEL_LIMIT;
    while (size) {
        size_t step = at_most(size);
        w->checksum = (uint32_t)crc32(w->checksum, at, (unsigned)step);
        if (!reel__deflater_add(w->stream, at, step, false, &w->memory)) return REEL_MEMORY;
        at += step;
        size -= step;
    }
    return REEL_OK;
}

reel_status reel__zip_end(zip_writer *w)
{
    if (!reel__deflater_add(w->stream, NULL, 0, true, &w->memory)) return REEL_MEMORY;
    uint64_t packed = w->packed = w->memory.size - ZIP_HEADER - w->name.size;
    uint8_t sizes[16] = { 'P', 'K', 7, 8 }, entry[46] = { 'P', 'K', 1, 2 }, end[22] = { 'P', 'K', 5, 6 };
    reel_store_u32le(sizes + 4, w->checksum);
    reel_store_u32le(sizes + 8, (uint32_t)packed);
    reel_store_u32le(sizes + 12, (uint32_t)w->size);
    if (!memory_add(&w->memory, sizes, sizeof sizes)) return REEL_MEMORY;
    uint64_t directory = w->memory.size;
    if (directory >= UINT32_MAX) return REEL_LIMIT;
    store16(entry + 4, VERSION);
    put_common(entry + 6, w, packed);
    store16(end + 8, 1);
    store16(end + 10, 1);
    reel_store_u32le(end + 12, (uint32_t)(sizeof entry + w->name.size));
    reel_store_u32le(end + 16, (uint32_t)directory);
    bool fine = memory_add(&w->memory, entry, sizeof entry) && memory_add(&w->memory, w->name.data, w->name.size) &&
                memory_add(&w->memory, end, sizeof end);
    return fine ? REEL_OK : REEL_MEMORY;
}

reel_bytes reel__zip_deflated(const zip_writer *w)
{
    if (!w->packed) return (reel_bytes){ NULL, 0 }; /* nothing was put into it */
    return (reel_bytes){ w->memory.data + ZIP_HEADER + w->name.size, (size_t)w->packed };
}

void reel__zip_writer_free(zip_writer *w)
{
    reel__deflater_free(w->stream);
    take_back(&w->memory.allocator, (char *)w->name.data);
    take_back(&w->memory.allocator, w->memory.data);
    w->stream = NULL;
    w->memory.data = NULL;
    w->name.data = NULL;
}

#else

bool reel__zip_known(void) { return false; }

reel_status reel__zip_inflate(zip_reader *reader, const uint8_t **at, const uint8_t *end, uint8_t *out, size_t capacity,
                              size_t *made)
{
    (void)reader, (void)at, (void)end, (void)out, (void)capacity;
    *made = 0;
    return REEL_UNSUPPORTED;
}

void reel__zip_reader_free(zip_reader *reader) { (void)reader; }

reel_status reel__zip_begin(zip_writer *writer, reel_string name)
{
    (void)writer, (void)name;
    return REEL_UNSUPPORTED;
}

reel_status reel__zip_add(zip_writer *writer, const void *data, size_t size)
{
    (void)writer, (void)data, (void)size;
    return REEL_UNSUPPORTED;
}

reel_status reel__zip_end(zip_writer *writer)
{
    (void)writer;
    return REEL_UNSUPPORTED;
}

reel_bytes reel__zip_deflated(const zip_writer *writer)
{
    (void)writer;
    return (reel_bytes){ NULL, 0 };
}

void reel__zip_writer_free(zip_writer *writer) { (void)writer; }

#endif
