/* SPDX-License-Identifier: MIT
 * Whether bytes begin a capture. Neither version has a magic: the first message is looked at, through zstd. */
#include "codec/pack/block.h"
#include "core/text.h"
#include "formats/echo/tape/tape.h"

enum { PEEK = 4096, LONGEST_ID = 1024, LEAST_YEAR_2000 = 946684800 };

/* What is known of the first message. */
typedef struct first_message {
    int bits;     /* verified */
    bool whole;   /* all of it was there */
    bool version; /* it has a number of a version where a .tape has it */
    bool broken;  /* no message */
    bool nested;  /* its only field is a message */
    unsigned fields;
} first_message;

/* A field that may be cut: proto_next needs all of it. */
static bool next_cut(proto_reader *r, proto_field *f, bool *cut)
{
    uint64_t tag, size;
    proto_reader whole = *r;
    *cut = false;
    if (proto_next(&whole, f)) {
        *r = whole;
        return true;
    }
    const uint8_t *at = r->at;
    if (!proto_varint(&at, r->end, &tag) || (tag & 7) != PROTO_BYTES || !proto_varint(&at, r->end, &size)) return false;
    *f = (proto_field){ .number = (uint32_t)(tag >> 3),
                        .wire = PROTO_BYTES,
                        .value = size,
                        .data = at,
                        .size = (size_t)(r->end - at),
                        .start = r->at };
    r->at = r->end;
    *cut = true;
    return f->number != 0;
}

static bool is_stamp(const proto_field *f)
{
    proto_reader r = proto_read(f->data, f->size);
    proto_field field;
    uint64_t seconds = 0;
    while (proto_next(&r, &field)) {
        if (field.wire != PROTO_VARINT || field.number > 2) return false;
        if (field.number == 1) seconds = field.value;
    }
    return !r.broken && (seconds == 0 || seconds > LEAST_YEAR_2000 || seconds >> 63);
}

/* Ids are text of one line; other text has a line feed where messages have a tag. */
static bool is_id(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (data[i] < ' ') return false;
    return size <= LONGEST_ID && utf8_is_valid(data, size);
}

/* The fields that the headers of both versions share: an id, and when it was made; of version 2 also numbers. */
static first_message look_at(const uint8_t *at, size_t size, bool whole)
{
    first_message m = { .whole = whole };
    proto_reader r = proto_read(at, size);
    proto_field f;
    bool cut = false;
    while (r.at < r.end && !cut) {
        if (!next_cut(&r, &f, &cut)) {
            m.broken |= whole;
            break;
        }
        if (cut && whole) m.broken = true;
        m.fields++;
        switch (f.number) {
        case 1:
            m.broken |= f.wire != PROTO_BYTES || (!cut && !is_id(f.data, f.size));
            m.bits += 8;
            break;
        case 2:
            m.broken |= f.wire != PROTO_BYTES || (!cut && !is_stamp(&f));
            m.bits += 16;
            break;
        case 3:
            if (f.wire == PROTO_VARINT) m.version = true;
            m.broken |= f.wire != PROTO_VARINT && f.wire != PROTO_BYTES;
            m.bits += f.wire == PROTO_VARINT ? 16 : 8;
            break;
        case 4: m.broken |= f.wire != PROTO_BYTES; break;
        case 5:
        case 6:
        case 7: m.broken |= f.wire != PROTO_VARINT; break;
        default: m.broken |= f.number > 999; break;
        }
        if (m.broken) break;
    }
    return m;
}

/* The bits of an unpacked stream that is of a version; 0: it is not. */
static int stream_bits(const uint8_t *at, size_t size, unsigned version)
{
    const uint8_t *const end = at + size;
    uint64_t length, inner;
    if (!proto_varint(&at, end, &length) || length == 0 || length > TAPE_LONGEST_MESSAGE || at >= end || *at != 0x0a) return 0;
    const bool whole = length <= (uint64_t)(end - at);
    const uint8_t *const message = at;
    if (whole) size = (size_t)length;
    if (!whole) size = (size_t)(end - at);
    at++;
    /* An envelope has one field, a message that fills it. */
    if (proto_varint(&at, message + size, &inner) && inner == length - (uint64_t)(at - message)) {
        const first_message m = look_at(at, size - (size_t)(at - message), whole);
        if (!m.broken && m.fields && (m.version || at < message + size)) {
            if (m.version) return version == 2 ? 24 + m.bits : 0;
            if (*at == 0x0a && m.fields > 1) return version == 2 ? 16 + m.bits : 0;
        }
        if (version == 1 && whole && inner >= 8 && is_id(at, (size_t)inner)) return 12; /* an id alone */
        return 0;
    }
    if (version != 1) return 0;
    const first_message m = look_at(message, size, whole);
    return m.broken || m.version || m.fields < 2 ? 0 : 16 + m.bits;
}

static int sniff(const uint8_t *head, size_t size, unsigned version)
{
    if (size < 4 || reel_load_u32le(head) != TAPE_ZSTD_MAGIC) return size < 4 ? 0 : stream_bits(head, size, version);
    if (!block_known(BLOCK_ZSTD)) return 0;
    block_reader block = { .allocator = memory_allocator(NULL), .codec = BLOCK_ZSTD };
    int bits = 0;
    if (block_start(&block, head, size, PEEK) == REEL_OK) {
        block_unpack(&block, PEEK); /* what there is before the end, or before damage */
        if (block.made > 4) bits = stream_bits(block.buffer, block.made < PEEK ? block.made : PEEK, version);
    }
    block_free(&block);
    return bits;
}

int tape_sniff(const uint8_t *head, size_t size) { return sniff(head, size, 2); }
int nevrcap_sniff(const uint8_t *head, size_t size) { return sniff(head, size, 1); }
