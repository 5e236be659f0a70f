/* SPDX-License-Identifier: MIT
 * Whether bytes begin a capture. Neither version has a magic: the first message is looked at, through zstd. */
#include "codec/pack/block.h"
#include "core/text.h"
#include "formats/echo/tape/tape.h"

enum {
    PEEK = 4096,
    LONG_PEEK = 128 << 10,
    LONGEST_START = 20, /* of a field: its tag, and a size or a number */
    LONGEST_ID = 1024,
    LEAST_YEAR_2000 = 946684800
};

/* What is known of the first message. */
typedef struct first_message {
    int bits;     /* verified */
    bool whole;   /* all of it was there */
    bool version; /* it has a number of a version where a .tape has it */
    bool broken;  /* no message */
    bool arena;   /* it has what only a .tape has */
    unsigned fields;
} first_message;

/* A field that may be cut: reel__proto_next needs all of it. */
static bool next_cut(proto_reader *r, proto_field *f, bool *cut)
{
    uint64_t tag, size;
    proto_reader whole = *r;
    *cut = false;
    if (reel__proto_next(&whole, f)) {
        *r = whole;
        return true;
    }
    const uint8_t *at = r->at;
    if (!reel__proto_varint(&at, r->end, &tag) || (tag & 7) != PROTO_BYTES || !reel__proto_varint(&at, r->end, &size))
        return false;
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
    while (reel__proto_next(&r, &field)) {
        if (field.number <= 2 && field.wire != PROTO_VARINT) return false;
        if (field.number == 1) seconds = field.value;
    }
    return !r.broken && (seconds == 0 || seconds >= LEAST_YEAR_2000 || seconds >> 63);
}

/* Ids are text of one line; other text has a line feed where messages have a tag. */
static bool is_id(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (data[i] < ' ') return false;
    return size <= LONGEST_ID && reel__utf8_is_valid(data, size);
}

/* One field that the headers of both versions share: an id, and when it was made; of version 2 also numbers. */
static void look_at_field(first_message *m, const proto_field *f, bool cut)
{
    const bool is_text = f->wire == PROTO_BYTES;
    m->fields++;
    switch (f->number) {
    case 1:
        m->broken |= !is_text || (!cut && !is_id(f->data, f->size));
        m->bits += 8;
        break;
    case 2:
        m->broken |= !is_text || (!cut && !is_stamp(f));
        m->bits += 16;
        break;
    case 3:
        if (f->wire == PROTO_VARINT) m->version = true;
        m->broken |= f->wire != PROTO_VARINT && !is_text;
        m->bits += f->wire == PROTO_VARINT ? 16 : 8;
        break;
    case 4: m->broken |= !is_text; break;
    case 5:
    case 6:
    case 7: m->broken |= f->wire != PROTO_VARINT; break;
    case HEADER_ARENA:
        m->broken |= !is_text;
        m->arena = true;
        break;
    default: break; /* a later one */
    }
}

static void look_at(first_message *m, const uint8_t *at, size_t size, bool whole)
{
    proto_reader r = proto_read(at, size);
    proto_field f;
    bool cut = false;
    while (r.at < r.end && !cut && !m->broken) {
        if (!next_cut(&r, &f, &cut)) {
            m->broken |= whole || r.end - r.at > LONGEST_START;
            return;
        }
        m->broken |= cut && whole;
        look_at_field(m, &f, cut);
    }
}

/* The bits of an envelope with a header; 0: it is none. The header may be in several parts. */
static int envelope_bits(const uint8_t *at, size_t size, bool whole)
{
    first_message m = { .whole = whole };
    proto_reader r = proto_read(at, size);
    proto_field f;
    bool cut = false, any = false;
    while (r.at < r.end && !cut && !m.broken) {
        if (!next_cut(&r, &f, &cut)) {
            if (whole || r.end - r.at > LONGEST_START) return 0;
            break;
        }
        if ((cut && whole) || f.number == ENVELOPE_FRAME || f.number == ENVELOPE_FOOTER) return 0;
        if (f.number != ENVELOPE_HEADER) continue; /* a later one */
        if (f.wire != PROTO_BYTES) return 0;
        any = true;
        look_at(&m, f.data, f.size, !cut);
    }
    if (!any || m.broken) return 0;
    return m.version ? 24 + m.bits : m.fields > 1 && (m.arena || m.bits >= 16) ? 16 + m.bits : 0;
}

/* The bits of an unpacked stream that is of a version; 0: it is not. */
static int stream_bits(const uint8_t *at, size_t size, unsigned version)
{
    const uint8_t *const end = at + size;
    uint64_t length;
    proto_field f;
    if (!reel__proto_varint(&at, end, &length) || length == 0 || length > TAPE_LONGEST_MESSAGE || at >= end) return 0;
    const bool whole = length <= (uint64_t)(end - at);
    size = whole ? (size_t)length : (size_t)(end - at);
    const int second = envelope_bits(at, size, whole);
    if (second) return version == 2 ? second : 0;
    if (version != 1) return 0;
    first_message m = { .whole = whole };
    look_at(&m, at, size, whole);
    if (m.broken || m.version || m.arena || m.bits < (whole ? 8 : 24)) return 0; /* the start of one has an id and a time */
    if (m.fields > 1) return 16 + m.bits;
    proto_reader r = proto_read(at, size);
    return whole && reel__proto_next(&r, &f) && f.number == 1 && f.size >= 8 ? 12 : 0; /* an id alone */
}

static int sniff(const uint8_t *head, size_t size, unsigned version)
{
    if (size < 4 || reel_load_u32le(head) != TAPE_ZSTD_MAGIC) return size < 4 ? 0 : stream_bits(head, size, version);
    if (!reel__block_known(BLOCK_ZSTD)) return 0;
    int bits = 0;
    bool more = true;
    for (size_t most = PEEK; more && !bits && most <= LONG_PEEK; most *= LONG_PEEK / PEEK) {
        block_reader block = { .allocator = reel__memory_allocator(NULL), .codec = BLOCK_ZSTD };
        more = reel__block_start(&block, head, size, most) == REEL_OK;
        if (more) {
            reel__block_unpack(&block, most); /* what there is before the end, or before damage */
            more = block.made >= most;
            if (block.made > 4) bits = stream_bits(block.buffer, more ? most : block.made, version);
        }
        reel__block_free(&block);
    }
    return bits;
}

int reel__tape_sniff(const uint8_t *head, size_t size) { return sniff(head, size, 2); }
int reel__nevrcap_sniff(const uint8_t *head, size_t size) { return sniff(head, size, 1); }
