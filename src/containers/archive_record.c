/* SPDX-License-Identifier: MIT */
#include "containers/archive_record.h"
#include "codec/pack/block.h"
#include "codec/xxh3.h"
#include "core/budget.h"

const uint8_t reel__archive_magic[ARCHIVE_MAGIC] = { 0x89, 'r', 'e', 'e', 'l', 'a', '\r', '\n' };

enum {
    HEAD_VERSION = 8,
    HEAD_REQUIRED = 12,
    HEAD_CHECK = 20,
    PART_STORED = 0,
    PART_ZSTD = 1,
    PART_LEVEL = 19,
    LEAST_PACKED = 128
};

static uint32_t head_check(const uint8_t *head) { return (uint32_t)reel__xxh3_64(head, HEAD_CHECK, 0); }

void reel__archive_put_head(uint8_t head[ARCHIVE_HEAD])
{
    memset(head, 0, ARCHIVE_HEAD);
    memcpy(head, reel__archive_magic, ARCHIVE_MAGIC);
    reel_store_u32le(head + HEAD_VERSION, ARCHIVE_VERSION);
    reel_store_u32le(head + HEAD_CHECK, head_check(head));
}

bool reel__archive_begins(const uint8_t *bytes, size_t size)
{
    return size >= ARCHIVE_MAGIC && memcmp(bytes, reel__archive_magic, ARCHIVE_MAGIC) == 0;
}

reel_status reel__archive_check_head(const uint8_t head[ARCHIVE_HEAD], uint64_t offset, reel_error *error)
{
    if (!reel__archive_begins(head, ARCHIVE_HEAD) || reel_load_u32le(head + HEAD_CHECK) != head_check(head))
        return reel_fail(error, REEL_CORRUPT, "archive.head", "head", offset, "the head of the archive is damaged");
    uint32_t version = reel_load_u32le(head + HEAD_VERSION), required = reel_load_u32le(head + HEAD_REQUIRED);
    if (version != ARCHIVE_VERSION)
        return reel_fail(error, REEL_UNSUPPORTED, "archive.version", "head", offset + HEAD_VERSION,
                         "archives of version %u are not supported", (unsigned)version);
    if (required)
        return reel_fail(error, REEL_UNSUPPORTED, "archive.feature", "head", offset + HEAD_REQUIRED,
                         "the archive uses features that this version does not support: bits %x", (unsigned)required);
    return REEL_OK;
}

static uint8_t flags_of(uint8_t kind) { return kind >= RECORD_SIGNATURE ? RECORD_OPTIONAL : 0; }

bool reel__record_parse(const uint8_t head[RECORD_HEAD], archive_record *record)
{
    *record = (archive_record){
        .kind = head[0], .flags = head[1], .size = reel_load_u32le(head + 4), .checksum = reel_load_u64le(head + 8)
    };
    bool flagged = record->kind > RECORD_KNOWN || record->flags == flags_of(record->kind);
    return head[0] != 0 && head[0] < reel__archive_magic[0] && flagged && head[2] == 0 && head[3] == 0;
}

/* The head before the checksum is the seed: a record is sound only with its kind and size. */
static uint64_t checksum_of(const uint8_t *bytes, size_t size)
{
    return reel__xxh3_64(bytes + RECORD_HEAD, size, reel_load_u64le(bytes));
}

bool reel__record_is_sound(const archive_record *record, const uint8_t *bytes)
{
    return checksum_of(bytes, record->size) == record->checksum;
}

uint64_t reel__record_sum(uint64_t sum, const uint8_t *record) { return reel__xxh3_64(record + 8, 8, sum); }

bool reel__record_begin(reel_memory *block)
{
    static const uint8_t room[RECORD_HEAD] = { 0 };
    block->size = 0;
    return memory_add(block, room, RECORD_HEAD);
}

bool reel__record_seal(reel_memory *block, record_kind kind)
{
    size_t size = block->size - RECORD_HEAD;
    if (size > UINT32_MAX) return false;
    memset(block->data, 0, RECORD_HEAD);
    block->data[0] = (uint8_t)kind;
    block->data[1] = flags_of((uint8_t)kind);
    reel_store_u32le(block->data + 4, (uint32_t)size);
    reel_store_u64le(block->data + 8, checksum_of(block->data, size));
    return true;
}

bool reel__record_tail(reel_memory *block, uint64_t distance)
{
    return reel__record_begin(block) && reel__payload_u64(block, distance) && reel__record_seal(block, RECORD_TAIL);
}

bool reel__payload_number(reel_memory *block, uint64_t value)
{
    uint8_t bytes[10];
    size_t size = 0;
    for (; value >= 0x80; value >>= 7) bytes[size++] = (uint8_t)(value | 0x80);
    bytes[size++] = (uint8_t)value;
    return memory_add(block, bytes, size);
}

bool reel__payload_u64(reel_memory *block, uint64_t value)
{
    uint8_t bytes[8];
    reel_store_u64le(bytes, value);
    return memory_add(block, bytes, sizeof bytes);
}

bool reel__payload_text(reel_memory *block, const void *text, size_t size)
{
    return reel__payload_number(block, size) && memory_add(block, text, size);
}

reel_string reel__payload_get_text(reel_cursor *in)
{
    uint64_t size = reel_get_leb128(in);
    if (in->failed) return (reel_string){ NULL, 0 };
    const uint8_t *text = reel_take(in, size > SIZE_MAX ? SIZE_MAX : (size_t)size);
    return (reel_string){ (const char *)text, text ? (size_t)size : 0 };
}

bool reel__payload_stored(reel_memory *block, const reel_memory *bytes)
{
    return memory_add(block, &(uint8_t){ PART_STORED }, 1) && reel__payload_text(block, bytes->data, bytes->size);
}

bool reel__payload_part(reel_memory *block, const reel_memory *bytes)
{
    reel_memory packed = { .allocator = block->allocator };
    reel_status status = REEL_END; /* not packed */
    if (bytes->size >= LEAST_PACKED)
        status = reel__block_pack(BLOCK_ZSTD, PART_LEVEL, bytes->data, bytes->size, &block->allocator, &packed);
    bool smaller = status == REEL_OK && packed.size < bytes->size;
    uint8_t method = smaller ? PART_ZSTD : PART_STORED;
    const reel_memory *chosen = smaller ? &packed : bytes;
    bool done = status != REEL_MEMORY && memory_add(block, &method, 1) && reel__payload_text(block, chosen->data, chosen->size);
    reel_memory_free(&packed);
    return done;
}

static reel_status unpack_part(reel_bytes packed, reel_budget *budget, const reel_allocator *allocator, reel_memory *bytes)
{
    block_reader block = { .allocator = *allocator, .codec = BLOCK_ZSTD, .budget = budget };
    reel_status status = reel__block_start(&block, packed.data, packed.size, SIZE_MAX);
    if (status == REEL_OK) status = reel__block_unpack(&block, SIZE_MAX);
    bool added = status != REEL_END || memory_add(bytes, block.buffer, block.made);
    reel__block_free(&block);
    if (!added) return REEL_MEMORY;
    return status == REEL_END ? REEL_OK : status < 0 ? status : REEL_CORRUPT;
}

reel_status reel__payload_get_part(reel_cursor *in, reel_budget *budget, const reel_allocator *allocator, reel_memory *bytes,
                                   reel_error *error)
{
    uint64_t offset = reel_offset(in);
    *bytes = (reel_memory){ .allocator = *allocator };
    uint8_t method = reel_get_u8(in);
    reel_string part = reel__payload_get_text(in);
    if (in->failed) return reel_fail(error, REEL_CORRUPT, "archive.part", "record", offset, "a part is larger than its record");
    if (method > PART_ZSTD)
        return reel_fail(error, REEL_UNSUPPORTED, "archive.method", "record", offset, "unknown compression method %d", method);
    reel_status status;
    if (method == PART_ZSTD)
        status = unpack_part((reel_bytes){ (const uint8_t *)part.data, part.size }, budget, allocator, bytes);
    else
        status = memory_add(bytes, part.data, part.size) ? REEL_OK : REEL_MEMORY;
    if (status == REEL_OK && !bytes->size) status = REEL_CORRUPT; /* each part begins with a count */
    if (status == REEL_OK) return REEL_OK;
    reel_memory_free(bytes);
    if (status == REEL_TRUNCATED) status = REEL_CORRUPT;
    if (budget && budget->status == status) return reel_fail_budget(budget, error, "record", offset);
    return reel_fail(error, status, "archive.part", "record", offset, "a compressed part of a record cannot be read: %s",
                     reel_status_name(status));
}

void reel__archive_chain_add(archive_chain *chain, const uint8_t *record, size_t size)
{
    if (size < RECORD_HEAD || record[0] < RECORD_START || record[0] > RECORD_END) return;
    if (record[0] == RECORD_START) memset(chain->value, 0, sizeof chain->value);
    sha256 sha;
    reel__sha256_begin(&sha);
    reel__sha256_add(&sha, chain->value, sizeof chain->value);
    reel__sha256_add(&sha, record, size);
    reel__sha256_end(&sha, chain->value);
}
