/* SPDX-License-Identifier: MIT
 * Compressed files: identification, consecutive members, limits. */
#include "codec/pack/unpack.h"
#include "codec/pack/stored.h"
#include "codec/pack/tee_streams.h"
#include "codec/pack/unpacker.h"
#include "core/budget.h"
#include "core/memory.h"

#ifdef REEL_WITH_ZLIB
#define GZIP &reel__unpack_gzip, reel__unpack_gzip_hint
#else
#define GZIP NULL, NULL
#endif
#ifdef REEL_WITH_LZMA
#define XZ &reel__unpack_xz
#define STORED_LZMA &reel__unpack_stored_lzma
#else
#define XZ NULL
#define STORED_LZMA NULL
#endif
#ifdef REEL_WITH_ZSTD
#define ZSTD &reel__unpack_zstd
#define STORED_ZSTD &reel__unpack_stored_zstd
#else
#define ZSTD NULL
#define STORED_ZSTD NULL
#endif
#ifdef PACK_TEE_STREAMS
#define STORED_TEE &reel__unpack_stored_streams
#else
#define STORED_TEE NULL
#endif

enum { MAGIC_SIZE = 8 };

#define ALL_BITS                                                                                                                 \
    {                                                                                                                            \
        0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff                                                                           \
    }

/* A kind of compressed file, identified by its first bytes under a mask. */
static const struct kind {
    const char *name, *library;
    const unpack_codec *codec; /* NULL: not built */
    size_t (*hint)(const uint8_t *at,
                   const uint8_t *end); /* unpacked size of a member, if it can be unpacked in one step; may be NULL */
    size_t size;
    uint8_t magic[MAGIC_SIZE], mask[MAGIC_SIZE];
    bool single; /* what follows the first member is not part of the file */
} kinds[] = {
    { "gzip", "zlib", GZIP, 3, { 0x1f, 0x8b, 0x08 }, { 0xff, 0xff, 0xff }, false },
    { "xz", "liblzma", XZ, NULL, 6, { 0xfd, '7', 'z', 'X', 'Z', 0 }, { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff }, false },
    { "zstd", "libzstd", ZSTD, NULL, 4, { 0x28, 0xb5, 0x2f, 0xfd }, { 0xff, 0xff, 0xff, 0xff }, false },
    { "zstd",
      "libzstd",
      ZSTD,
      NULL,
      4,
      { 0x50, 0x2a, 0x4d, 0x18 },
      { 0xf0, 0xff, 0xff, 0xff },
      false }, /* starts with a skippable frame */
    { "stored", "", &reel__unpack_stored, NULL, 8, STORED_MAGIC(STORED_PLAIN), ALL_BITS, true },
    { "stored zstd", "libzstd", STORED_ZSTD, NULL, 8, STORED_MAGIC(STORED_PACKED), ALL_BITS, true },
    { "stored LZMA", "liblzma", STORED_LZMA, NULL, 8, STORED_MAGIC(STORED_LZMA2), ALL_BITS, true },
    { "stored teehistorian", "libzstd", STORED_TEE, NULL, 8, STORED_MAGIC(STORED_STREAMS), ALL_BITS, true },
};

static const struct kind *kind_of(const uint8_t *head, size_t size)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        size_t same = 0;
        while (same < kinds[k].size && same < size && (head[same] & kinds[k].mask[same]) == kinds[k].magic[same]) same++;
        if (same == kinds[k].size) return &kinds[k];
    }
    return NULL;
}

bool reel__unpack_begins(const uint8_t *head, size_t size) { return kind_of(head, size) != NULL; }

enum { INPUT_SIZE = 32768, AHEAD_MOST = 16 << 20 };

/* A member that was unpacked in one step and is returned in pieces. */
typedef struct unpacked {
    uint8_t *data; /* may be NULL */
    size_t at, made;
    reel_status status; /* of that step, returned with the last piece */
} unpacked;

typedef struct unpacker {
    reel_allocator allocator;
    reel_source inner;
    const struct kind *kind;
    void *state;
    uint8_t *buffer;         /* INPUT_SIZE bytes; NULL if the input is in memory */
    const uint8_t *at, *end; /* packed bytes that were read but not consumed */
    uint64_t packed;         /* bytes read before `end` */
    uint64_t made;           /* bytes returned to the caller */
    reel_budget *budget;     /* may be NULL */
    unpacked ahead;
    uint64_t members;  /* completed */
    bool inside;       /* a member has begun */
    bool more;         /* something follows a stored file */
    reel_status ended; /* REEL_END or a failure; repeated by later calls */
    reel_error error;  /* the failure */
} unpacker;

static const char *const section = "compression";

static uint64_t packed_offset(const unpacker *u) { return u->packed - (uint64_t)(u->end - u->at); }

/* Reads more packed bytes if all were consumed. */
static reel_status refill(unpacker *u, reel_error *error)
{
    if (!u->buffer) return REEL_END;
    size_t got = 0;
    reel_status status = u->inner.read(u->inner.context, u->buffer, INPUT_SIZE, &got, error);
    if (status != REEL_OK) return status;
    u->at = u->buffer;
    u->end = u->buffer + got;
    u->packed += got;
    return reel__budget_read(u->budget, got) == REEL_OK ? REEL_OK : reel_fail_budget(u->budget, error, section, u->made);
}

static reel_status failed(unpacker *u, reel_status status)
{
    reel_error *error = &u->error;
    const char *name = u->kind->name;
    unsigned long long offset = packed_offset(u);
    switch (status) {
    case REEL_TRUNCATED:
        return reel_fail(error, status, "unpack.truncated", section, u->made, "truncated %s stream: it ends after %llu bytes",
                         name, offset);
    case REEL_LIMIT:
        return reel_fail(error, status, "unpack.memory", section, u->made, "the %s stream needs a window larger than %llu bytes",
                         name, (unsigned long long)UNPACK_WINDOW);
    case REEL_MEMORY: return reel__memory_fail(error);
    default:
        return reel_fail(error, status, "unpack.corrupt", section, u->made, "invalid %s stream near its byte %llu", name, offset);
    }
}

static void drop_ahead(unpacker *u)
{
    reel__memory_drop(&u->allocator, u->ahead.data);
    u->ahead = (unpacked){ .data = NULL };
}

/* Unpacks a member in one step, if its packed bytes are in memory and it states its size. Otherwise, or without enough memory, it is
 * unpacked piece by piece. */
static void go_ahead(unpacker *u)
{
    size_t size = u->kind->hint(u->at, u->end);
    if (!size || size > AHEAD_MOST || size > reel_unpacked_left(u->budget)) return;
    u->ahead.data = u->allocator.alloc(u->allocator.context, size);
    if (u->ahead.data) u->ahead.status = u->kind->codec->step(u->state, &u->at, u->end, u->ahead.data, size, &u->ahead.made);
}

/* What follows a stored file in an archive: nothing, or another replay, whose magic begins with the same byte. */
static reel_status end_single(unpacker *u, reel_error *error)
{
    reel_status status = u->at < u->end ? REEL_OK : refill(u, error);
    if (status != REEL_OK) return status == REEL_AGAIN ? REEL_END : status;
    u->more = true;
    return *u->at == u->kind->magic[0] ? REEL_END : failed(u, REEL_CORRUPT);
}

/* Starts the next member. Returns REEL_OK, or REEL_END after the last one. */
static reel_status next_member(unpacker *u, reel_error *error)
{
    if (u->members && u->kind->single) return end_single(u, error);
    for (;;) {
        while (u->members && u->at < u->end && *u->at == 0) u->at++;
        if (u->at < u->end) break;
        reel_status status = refill(u, error);
        if (status != REEL_OK) return status;
    }
    u->inside = true;
    reel_status status = u->kind->codec->member(u->state, UINT64_MAX);
    if (status == REEL_OK && !u->buffer && u->kind->hint) go_ahead(u);
    return status == REEL_OK ? REEL_OK : failed(u, status);
}

/* One step of the decompressor, or the next piece of a member that was unpacked in one step. */
static reel_status step(unpacker *u, void *buffer, size_t capacity, size_t *made)
{
    unpacked *ahead = &u->ahead;
    if (!ahead->data) return u->kind->codec->step(u->state, &u->at, u->end, buffer, capacity, made);
    size_t left = ahead->made - ahead->at;
    *made = left < capacity ? left : capacity;
    if (*made) memcpy(buffer, ahead->data + ahead->at, *made);
    ahead->at += *made;
    if (ahead->at < ahead->made) return REEL_OK;
    reel_status status = ahead->status;
    drop_ahead(u);
    return status;
}

/* One step of the decompressor. REEL_OK may come with no bytes: *made is 0. */
static reel_status advance(unpacker *u, void *buffer, size_t capacity, size_t *made, reel_error *error)
{
    const uint8_t *before = u->at;
    uint64_t left = reel_unpacked_left(u->budget);
    if (left < capacity) capacity = (size_t)left + 1; /* one byte more detects that the limit is exceeded */
    reel_status status = step(u, buffer, capacity, made);
    u->made += *made;
    if (status == REEL_END) {
        u->inside = false;
        u->members++;
    } else if (status < 0) {
        return failed(u, status);
    }
    if (reel_spend_unpacked(u->budget, *made) != REEL_OK) return reel_fail_budget(u->budget, &u->error, section, u->made);
    if (*made || !u->inside || u->at != before) return REEL_OK;
    if (u->at < u->end) return failed(u, REEL_CORRUPT);
    status = refill(u, error);
    return status == REEL_END ? failed(u, REEL_TRUNCATED) : status;
}

static reel_status unpack_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    unpacker *u = context;
    reel_error inner_error = { .rule = "", .section = "" };
    *got = 0;
    while (u->ended == REEL_OK) {
        size_t made = 0;
        reel_status status = REEL_OK;
        if (!u->inside) status = next_member(u, &inner_error);
        if (status == REEL_OK) status = advance(u, buffer, capacity, &made, &inner_error);
        if (status == REEL_END || status < 0) {
            u->ended = status;
            if (u->error.status == REEL_OK) u->error = inner_error;
        }
        if (made) {
            *got = made;
            return REEL_OK;
        }
        if (status == REEL_AGAIN) return status;
    }
    if (u->ended < 0 && error) *error = u->error;
    return u->ended;
}

bool reel__unpack_has_more(const reel_source *outer)
{
    return outer->read == unpack_read && ((const unpacker *)outer->context)->more;
}

static void unpack_close(void *context)
{
    unpacker *u = context;
    reel_allocator allocator = u->allocator;
    if (u->state) u->kind->codec->stop(u->state);
    drop_ahead(u);
    if (u->inner.close) u->inner.close(u->inner.context);
    reel__memory_drop(&allocator, u->buffer);
    reel__memory_drop(&allocator, u);
}

reel_status reel__unpack_open(reel_source inner, const uint8_t *head, size_t head_size, reel_budget *budget,
                              const reel_allocator *allocator, reel_source *outer, reel_error *error)
{
    const struct kind *kind = kind_of(head, head_size);
    *outer = (reel_source){ 0 };
    if (!kind) return REEL_END;
    if (!kind->codec) {
        if (inner.close) inner.close(inner.context);
        return reel_fail(error, REEL_UNSUPPORTED, "unpack.not-built", "compression", 0,
                         "%s streams are not supported: this build has no %s", kind->name, kind->library);
    }
    unpacker *u = reel__memory_new(allocator, sizeof *u);
    if (!u) {
        if (inner.close) inner.close(inner.context);
        return reel__memory_fail(error);
    }
    *u = (unpacker){ .allocator = *allocator, .inner = inner, .kind = kind, .budget = budget };
    u->at = inner.data ? inner.data : head;
    u->packed = inner.data ? inner.size : head_size;
    u->end = u->at + u->packed;
    u->state = kind->codec->start(allocator);
    if (!inner.data) u->buffer = allocator->alloc(allocator->context, INPUT_SIZE);
    if (!u->state || (!inner.data && !u->buffer)) {
        unpack_close(u);
        return reel__memory_fail(error);
    }
    *outer = (reel_source){ .context = u, .size = REEL_UNKNOWN_SIZE, .read = unpack_read, .close = unpack_close };
    return REEL_OK;
}
