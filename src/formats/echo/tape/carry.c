/* SPDX-License-Identifier: MIT
 * The field that carries what a capture cannot express. */
#include "formats/echo/tape/carry.h"

#include "codec/protobuf_pull.h"
#include "codec/xxh3.h"

static const proto_member members[] = {
    { .number = 1, .type = PROTO_BYTE_STRING, .offset = (uint16_t)offsetof(tape_carry, text) },
    { .number = 2, .type = PROTO_U64, .offset = (uint16_t)offsetof(tape_carry, digest) },
    { .number = 3, .type = PROTO_U32, .offset = (uint16_t)offsetof(tape_carry, container) },
    { .number = 4, .type = PROTO_BYTE_STRING, .offset = (uint16_t)offsetof(tape_carry, entry) },
    { .number = 5, .type = PROTO_BYTE_STRING, .offset = (uint16_t)offsetof(tape_carry, zip) },
};
static const proto_message list = PROTO_LIST(members);

bool reel__tape_find_carry(reel_bytes content, tape_carry *carry)
{
    proto_reader r = proto_read(content.data, content.size);
    proto_field f;
    proto_notes notes = { 0 };
    const uint8_t *broken_at;
    *carry = (tape_carry){ .digest = 0 };
    while (reel__proto_next(&r, &f))
        if (f.number == TAPE_CARRY && f.wire == PROTO_BYTES)
            return reel__proto_get(&list, f.data, f.size, carry, 0, &notes, &broken_at) && !notes.mistyped;
    return false;
}

bool reel__tape_is_carry_alone(reel_bytes content)
{
    proto_reader r = proto_read(content.data, content.size);
    proto_field f;
    tape_carry carry;
    return reel__proto_next(&r, &f) && f.number == TAPE_CARRY && r.at == r.end && reel__tape_find_carry(content, &carry) &&
           !carry.digest;
}

uint64_t reel__tape_digest_beside_carry(reel_bytes content, uint64_t header)
{
    proto_reader r = proto_read(content.data, content.size);
    proto_field f;
    uint64_t sum = header;
    const uint8_t *start = content.data;
    while (reel__proto_next(&r, &f)) {
        if (f.number != TAPE_CARRY) continue;
        if (f.start > start) sum = reel__xxh3_64(start, (size_t)(f.start - start), sum);
        start = r.at;
    }
    const size_t rest = content.size ? content.size - (size_t)(start - content.data) : 0;
    return rest ? reel__xxh3_64(start, rest, sum) : sum;
}

bool reel__tape_put_carry(reel_memory *to, const tape_carry *carry)
{
    const size_t start = proto_begin(to);
    return reel__proto_put(to, &list, carry) && reel__proto_end(to, start, TAPE_CARRY);
}
