/* SPDX-License-Identifier: MIT
 * Finds the ends of .butter frames and detects their layout. */
#include "formats/echo/butter/frames.h"

static const uint8_t ones[16] = { 0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4 };

static size_t count_bits(unsigned byte) { return (size_t)ones[byte & 15] + ones[byte >> 4 & 15]; }

typedef struct scanner {
    const wire_kind *kind;
    const uint8_t *at, *end;
    bool strict;
    scan_end why;
    size_t players, bones;
} scanner;

static bool end_scan(scanner *s, scan_end why)
{
    s->why = why;
    return false;
}

static inline bool skip_bytes(scanner *s, size_t size)
{
    if ((size_t)(s->end - s->at) < size) return end_scan(s, SCAN_SHORT);
    s->at += size;
    return true;
}

/* Skips a text. It is limited in length, because all frames up to the next keyframe have it. */
static bool skip_text(scanner *s)
{
    size_t left = (size_t)(s->end - s->at), most = left < LONGEST_NAME + 1 ? left : LONGEST_NAME + 1;
    const uint8_t *end = memchr(s->at, 0, most);
    if (!end) return end_scan(s, left > LONGEST_NAME ? SCAN_RULE : SCAN_SHORT);
    s->at = end + 1;
    return true;
}

/* Skips the parts before the teams. */
static bool skip_head(scanner *s, bool key)
{
    bool v3 = s->kind->layout <= BUTTER_LAYOUT_3A;
    size_t fixed = 2 + (key ? 8u : 2u) + 4;
    const uint8_t *start = s->at;
    if (!skip_bytes(s, fixed + 1)) return false;
    unsigned mask = start[fixed], status = 0;
    if (mask & 1) {
        if (!skip_bytes(s, 1)) return false;
        status = s->at[-1];
    }
    size_t size = 0;
    if (mask & (v3 ? 1 : 2)) size += s->kind->arena || !v3 ? 2 : s->kind->combat ? 4 : 0;
    if (v3 && mask & 1) size++;
    if (!skip_bytes(s, size)) return false;
    if (mask & (v3 ? 2 : 4)) {
        if (!skip_bytes(s, s->kind->layout == BUTTER_LAYOUT_3B ? 6 : 5)) return false;
        if (s->strict && s->kind->layout == BUTTER_LAYOUT_3B && s->at[-5] > 5) return end_scan(s, SCAN_RULE);
    }
    size = !v3 && mask & 8 ? 1 : 0;
    unsigned parts = v3 ? mask >> 2 : mask >> 4;
    size +=
        (parts & 1 ? 7u : 0u) + (parts & 2 ? 26u : 0u) + (parts & 4 ? 10u : 0u) + (parts & 8 ? 16u : 0u) + (parts & 16 ? 7u : 0u);
    if (parts & 32) size += 8;
    if (!skip_bytes(s, size) || (parts & 32 && !skip_text(s))) return false;
    return s->strict && status > 10 ? end_scan(s, SCAN_RULE) : true;
}

static bool skip_player(scanner *s)
{
    const wire_kind *kind = s->kind;
    if (s->end - s->at < 4) return end_scan(s, SCAN_SHORT);
    unsigned index = s->at[0], state = s->at[2];
    size_t size = 3;
    if (kind->layout <= BUTTER_LAYOUT_3A) {
        size += (state & 32 ? 14u : 0u) + (state & 64 ? (kind->arena ? 6u : 4u) : 0u);
    } else {
        bool holding = state & 64 && !(kind->layout == BUTTER_LAYOUT_2 && kind->combat);
        size += (state & 16 ? 14u : 0u) + (state & 32 ? 4u : 0u) + (holding ? 2u : 0u);
    }
    if (state & 128) size += 6;
    if (!skip_bytes(s, size + 1)) return false;
    unsigned mask = s->at[-1];
    size = 6 * count_bits(mask & 0x55) + 4 * count_bits(mask & 0xaa);
    if (kind->combat && kind->layout != BUTTER_LAYOUT_1) size++;
    s->players++;
    if (!skip_bytes(s, size)) return false;
    return s->strict && index > kind->players ? end_scan(s, SCAN_RULE) : true;
}

static bool skip_teams(scanner *s)
{
    if (!skip_bytes(s, 1)) return false;
    unsigned mask = s->at[-1];
    for (unsigned team = 0; team < 3; team++) {
        if (!skip_bytes(s, (mask >> (2 + team) & 1 ? 14u : 0u) + 1)) return false;
        unsigned count = s->at[-1];
        if (s->strict && count > 15) return end_scan(s, SCAN_RULE);
        for (unsigned i = 0; i < count; i++)
            if (!skip_player(s)) return false;
    }
    return true;
}

/* Most numbers take one byte: eight of those are skipped at once. */
static bool skip_numbers(scanner *s, size_t count)
{
    while (count >= 8 && s->end - s->at >= 8 && !wire_longer(reel_load_u64le(s->at))) {
        s->at += 8;
        count -= 8;
    }
    for (; count; count--)
        if (s->at >= s->end || !skip_bytes(s, wire_signed_size(*s->at))) return end_scan(s, SCAN_SHORT);
    return true;
}

static bool skip_bones(scanner *s)
{
    if (!skip_bytes(s, 1)) return false;
    unsigned header = s->at[-1];
    if (s->strict && header && !(header & 1)) return end_scan(s, SCAN_RULE);
    if (!(header & 1)) return true;
    for (unsigned i = 0; i < header >> 1; i++) {
        if (!skip_bytes(s, 6)) return false;
        const uint8_t *mask = s->at - 6;
        size_t places = count_bits(mask[0]) + count_bits(mask[1]) + count_bits(mask[2] & 0x7f);
        size_t turns = count_bits(mask[3]) + count_bits(mask[4]) + count_bits(mask[5] & 0x7f);
        if (!skip_numbers(s, 3 * places) || !skip_bytes(s, 4 * turns)) return false;
        s->bones += WIRE_BONES;
    }
    return true;
}

static bool skip_frame(scanner *s, bool first)
{
    if (s->end - s->at < 2) return end_scan(s, SCAN_SHORT);
    unsigned magic = reel_load_u16le(s->at);
    if (magic != WIRE_KEYFRAME && magic != WIRE_DELTA) return end_scan(s, SCAN_MAGIC);
    if (first && magic != WIRE_KEYFRAME) return end_scan(s, SCAN_FIRST);
    return skip_head(s, magic == WIRE_KEYFRAME) && skip_teams(s) && skip_bones(s);
}

frame_scan reel__frames_scan(const wire_kind *kind, const uint8_t *data, size_t size, bool strict)
{
    scanner s = { .kind = kind, .at = data, .end = data + size, .strict = strict };
    frame_scan scan = { 0 };
    while (s.at < s.end) {
        if (!skip_frame(&s, scan.frames == 0)) {
            scan.end = s.why;
            return scan;
        }
        scan.frames++;
        scan.players = s.players;
        scan.bones = s.bones;
        scan.size = (size_t)(s.at - data);
    }
    return scan;
}

/* Decides by the timers of the first pause part, which are 0 in a keyframe, if the block ends within the first frames. */
static uint8_t by_pause(const wire_kind *kind, const uint8_t *data, size_t size)
{
    size_t at = 15 + (kind->arena ? 4u : kind->combat ? 6u : 2u);
    if (size < at + 6) return BUTTER_LAYOUT_3B;
    const uint8_t *p = data + at;
    bool zero = !(p[1] | p[2] | p[3] | p[4]);
    return p[0] >> 6 || (zero && p[5]) ? BUTTER_LAYOUT_3A : BUTTER_LAYOUT_3B;
}

uint8_t reel__frames_layout(const wire_kind *kind, const uint8_t *data, size_t size, bool whole, bool *sure)
{
    static const uint8_t tried[] = { BUTTER_LAYOUT_3B, BUTTER_LAYOUT_3A, BUTTER_LAYOUT_1 };
    frame_scan best = { .end = SCAN_RULE };
    uint8_t layout = BUTTER_LAYOUT_3B;
    bool tie = true;
    *sure = true;
    /* A layout whose last frame ends exactly at the end of the block is the right one. The second pass ignores the limit
     * on player numbers, which damaged files exceed. */
    for (unsigned loose = 0; loose < 2; loose++) {
        wire_kind like = *kind;
        if (loose) like.players = 255;
        for (size_t i = 0; i < sizeof tried; i++) {
            like.layout = tried[i];
            frame_scan scan = reel__frames_scan(&like, data, size, true);
            if (scan.end == SCAN_WHOLE && whole && scan.frames) return tried[i];
            if (scan.end == SCAN_WHOLE) scan.end = SCAN_SHORT; /* in an incomplete block the end proves nothing */
            if (!loose) continue;
            bool better =
                (scan.end == SCAN_SHORT) != (best.end == SCAN_SHORT) ? scan.end == SCAN_SHORT : scan.frames > best.frames;
            if (i == 0 || better) {
                tie = false;
                best = scan;
                layout = tried[i];
            } else if (scan.end == best.end && scan.frames == best.frames) {
                tie = true;
            }
        }
    }
    *sure = false;
    return tie || best.frames < 2 ? by_pause(kind, data, size) : layout;
}
