/* SPDX-License-Identifier: MIT
 * The header of a demo: fixed places, then markers of the timeline since version 4, and the SHA-256 of the map since version 6. */
#include "core/text.h"
#include "formats/demo/layout.h"

enum { VERSION_AT = 7, NET_AT = 8, MAP_AT = 72, SIZE_AT = 136, CRC_AT = 140, TYPE_AT = 144, LENGTH_AT = 152, TIMESTAMP_AT = 156 };

/* In front of the SHA-256. Without it the map follows. */
static const uint8_t sha256_uuid[DEMO_UUID] = { 0x6b, 0xe6, 0xda, 0x4a, 0xce, 0xbd, 0x38, 0x0c,
                                                0x9b, 0x5b, 0x12, 0x89, 0xc8, 0x42, 0xd7, 0x80 };

bool reel__demo_is_extension(reel_bytes bytes)
{
    return memcmp(bytes.data, sha256_uuid, bytes.size < DEMO_UUID ? bytes.size : DEMO_UUID) == 0;
}

static reel_string read_text(demo_header *header, const uint8_t *bytes, size_t room)
{
    const uint8_t *end = memchr(bytes, 0, room);
    const size_t size = end ? (size_t)(end - bytes) : room;
    header->odd_text |= !end || !reel__utf8_is_valid(bytes, size);
    return (reel_string){ (const char *)bytes, size };
}

bool reel__demo_header_read(demo_header *header, const uint8_t *bytes, size_t size)
{
    memset(header, 0, sizeof *header);
    if (size < DEMO_HEAD) return false;
    demo_info *info = &header->info;
    info->version = bytes[VERSION_AT];
    info->net_version = read_text(header, bytes + NET_AT, DEMO_NET_VERSION);
    info->map_name = read_text(header, bytes + MAP_AT, DEMO_MAP_NAME);
    info->map_size = reel_load_u32be(bytes + SIZE_AT);
    hex_text(header->crc, bytes + CRC_AT, 4);
    info->map_crc = (reel_string){ header->crc, sizeof header->crc };
    info->recorder = read_text(header, bytes + TYPE_AT, DEMO_TYPE);
    info->length = reel_load_u32be(bytes + LENGTH_AT);
    info->timestamp = read_text(header, bytes + TIMESTAMP_AT, DEMO_TIMESTAMP);
    header->size = DEMO_HEAD;
    if (info->version < DEMO_MARKERS_VERSION) return true;
    if (size < DEMO_HEAD + DEMO_MARKER_BYTES) return false;
    const uint32_t count = reel_load_u32be(bytes + DEMO_HEAD);
    header->markers = count > INT32_MAX ? 0 : count > DEMO_MARKERS ? DEMO_MARKERS : count;
    for (size_t i = 0; i < DEMO_MARKERS; i++) header->ticks[i] = (int32_t)reel_load_u32be(bytes + DEMO_HEAD + 4 + 4 * i);
    header->size += DEMO_MARKER_BYTES;
    if (info->version < DEMO_LAST_VERSION) return true;
    const uint8_t *extension = bytes + header->size;
    const size_t left = size - header->size;
    if (!left) return true;
    if (!reel__demo_is_extension((reel_bytes){ extension, left })) return true;
    if (left < DEMO_UUID + DEMO_SHA256) return false;
    hex_text(header->sha256, extension + DEMO_UUID, DEMO_SHA256);
    info->map_sha256 = (reel_string){ header->sha256, sizeof header->sha256 };
    header->size += DEMO_UUID + DEMO_SHA256;
    return true;
}

static uint8_t *put_text(uint8_t *to, reel_string text, size_t room)
{
    memset(to, 0, room);
    if (text.size) memcpy(to, text.data, text.size);
    return to + room;
}

static uint8_t *put_u32be(uint8_t *to, uint32_t value)
{
    for (unsigned i = 0; i < 4; i++) to[i] = (uint8_t)(value >> (24 - 8 * i) & 0xff);
    return to + 4;
}

static uint8_t *put_hex(uint8_t *to, reel_string text)
{
    for (size_t i = 0; i + 1 < text.size; i += 2) *to++ = (uint8_t)(hex_digit(text.data[i]) << 4 | hex_digit(text.data[i + 1]));
    return to;
}

size_t reel__demo_header_write(const demo_info *info, const demo_marker *markers, size_t count, uint8_t bytes[DEMO_HEAD_MOST])
{
    uint8_t *to = put_text(bytes, (reel_string){ DEMO_MAGIC, DEMO_MAGIC_BYTES }, DEMO_MAGIC_BYTES);
    *to++ = (uint8_t)info->version;
    to = put_text(to, info->net_version, DEMO_NET_VERSION);
    to = put_text(to, info->map_name, DEMO_MAP_NAME);
    to = put_u32be(to, info->map_size);
    to = put_hex(to, info->map_crc);
    to = put_text(to, info->recorder, DEMO_TYPE);
    to = put_u32be(to, info->length);
    to = put_text(to, info->timestamp, DEMO_TIMESTAMP);
    if (info->version >= DEMO_MARKERS_VERSION) {
        to = put_u32be(to, (uint32_t)count);
        for (size_t i = 0; i < DEMO_MARKERS; i++) to = put_u32be(to, i < count ? (uint32_t)markers[i].tick : 0);
    }
    if (info->map_sha256.size) {
        memcpy(to, sha256_uuid, DEMO_UUID);
        to = put_hex(to + DEMO_UUID, info->map_sha256);
    }
    return (size_t)(to - bytes);
}

/* ---- rows that can be written ----------------------------------------------------------------------------------- */

static bool fits(reel_string text, size_t most) { return text.size <= most && !(text.size && memchr(text.data, 0, text.size)); }

static bool is_hex(reel_string text, size_t size)
{
    if (text.size != size) return false;
    for (size_t i = 0; i < size; i++)
        if (hex_digit(text.data[i]) < 0 || (text.data[i] >= 'A' && text.data[i] <= 'F')) return false;
    return true;
}

const char *reel__demo_info_fault(const demo_info *info)
{
    if (info->version < DEMO_FIRST_VERSION || info->version > DEMO_LAST_VERSION) return "versions 3 to 6 can be written";
    if (!fits(info->net_version, DEMO_NET_VERSION)) return "net_version has at most 64 bytes, none of them 0";
    if (!fits(info->map_name, DEMO_MAP_NAME)) return "the name of the map has at most 64 bytes, none of them 0";
    if (!fits(info->recorder, DEMO_TYPE)) return "the recorder has at most 8 bytes, none of them 0";
    if (!fits(info->timestamp, DEMO_TIMESTAMP)) return "the timestamp has at most 20 bytes, none of them 0";
    if (!is_hex(info->map_crc, 8)) return "the CRC-32 of the map has 8 lower-case hex digits";
    if (info->map_sha256.size && (info->version < DEMO_LAST_VERSION || !is_hex(info->map_sha256, (size_t)2 * DEMO_SHA256)))
        return "the SHA-256 of the map has 64 lower-case hex digits in version 6, or is empty";
    return NULL;
}
