/* SPDX-License-Identifier: MIT
 * xdBot's frame fixes: the positions of the players at some frames. In GDR1 they are a key with an array of maps, in GDR2 the replay
 * extension. docs/formats/gdr.md, "Conversion", has the layout. */
#include "pairs/geometrydash/gdr.h"

typedef struct fixed_player {
    float x, y, rotation;
    uint8_t rotates; /* GDR1: the map has a rotation */
} fixed_player;

typedef struct frame_fix {
    uint64_t frame;
    fixed_player players[2];
} frame_fix;

enum { FLOAT_BYTES = 4, PLAYER_BYTES = 3 * FLOAT_BYTES + 1 };
#define NAN_BITS UINT32_C(0x7fc00000)

/* ---- GDR1 to GDR2 ----------------------------------------------------------------------------------------------- */

/* Findings from reading the value. */
typedef struct fixes_seen {
    bool other;       /* there are keys or values that GDR2 cannot store */
    uint64_t rounded; /* numbers that a float cannot represent */
} fixes_seen;

static void write_float(gdr_job *g, float value)
{
    uint32_t bits = reel_float_bits(value);
    uint8_t bytes[FLOAT_BYTES] = { (uint8_t)(bits >> 24), (uint8_t)(bits >> 16), (uint8_t)(bits >> 8), (uint8_t)bits };
    reel__gdr_add(g, &g->text, bytes, sizeof bytes);
}

/* Reads the members of p1 or p2, whose map was entered. Zeros are omitted there. */
static bool read_player(gdr_job *g, fixed_player *player, fixes_seen *seen)
{
    pull_value name, value;
    while (reel__pull_next(&g->reader, &name) && name.kind != PULL_END) {
        if (!reel__pull_skip(&g->reader, &name) || !reel__pull_next(&g->reader, &value) || !reel__pull_skip(&g->reader, &value))
            return false;
        float *to = gdr_name_is(&name, "x")   ? &player->x
                    : gdr_name_is(&name, "y") ? &player->y
                    : gdr_name_is(&name, "r") ? &player->rotation
                                              : NULL;
        const bool null = value.kind == PULL_NULL; /* what writers of JSON put for NaN */
        if (!to || !(null || gdr_is_number(&value))) {
            seen->other = true;
            continue;
        }
        *to = null ? reel_float_of(NAN_BITS) : gdr_real_of(&value);
        player->rotates |= to == &player->rotation;
        seen->rounded += value.kind == PULL_REAL && value.real == value.real && (double)*to != value.real;
    }
    return g->reader.fault == PULL_OK;
}

static bool read_fix(gdr_job *g, frame_fix *fix, fixes_seen *seen)
{
    pull_value name, value;
    while (reel__pull_next(&g->reader, &name) && name.kind != PULL_END) {
        if (!reel__pull_skip(&g->reader, &name) || !reel__pull_next(&g->reader, &value)) return false;
        int player = gdr_name_is(&name, "p1") ? 0 : gdr_name_is(&name, "p2") ? 1 : -1;
        if (player >= 0 && value.kind == PULL_MAP) {
            if (!read_player(g, &fix->players[player], seen)) return false;
            continue;
        }
        if (!reel__pull_skip(&g->reader, &value)) return false;
        if (gdr_name_is(&name, "frame") && value.kind == PULL_UNSIGNED)
            fix->frame = value.number;
        else if (player < 0 || value.kind != PULL_NULL)
            seen->other = true;
    }
    return g->reader.fault == PULL_OK;
}

static void write_fix(gdr_job *g, const frame_fix *fix)
{
    reel__gdr_add_number(g, &g->text, fix->frame);
    for (size_t i = 0; i < 2; i++) {
        write_float(g, fix->players[i].x);
        write_float(g, fix->players[i].y);
        write_float(g, fix->players[i].rotation);
        reel__gdr_add(g, &g->text, &fix->players[i].rotates, 1);
    }
}

/* The first pass counts the fixes, the second writes them. */
bool reel__gdr_fixes_to_extension(gdr_job *g, reel_bytes fixes, reel_bytes *to)
{
    pull_value value;
    fixes_seen seen = { .other = false };
    uint64_t count = 0;
    for (int pass = 0; pass < 2; pass++) {
        seen.rounded = 0;
        reel__gdr_text_begin(g, g->form);
        if (pass) reel__gdr_add_number(g, &g->text, count);
        reel__pull_begin(&g->reader, g->form, fixes.data, fixes.size, PULL_MOST_DEPTH);
        if (!reel__pull_next(&g->reader, &value) || value.kind != PULL_ARRAY) return false;
        for (count = 0; reel__pull_next(&g->reader, &value) && value.kind == PULL_MAP; count++) {
            frame_fix fix = { 0 };
            if (!read_fix(g, &fix, &seen) || seen.other) return false;
            if (pass) write_fix(g, &fix);
        }
        if (g->reader.fault != PULL_OK || value.kind != PULL_END) return false;
    }
    reel__gdr_lose(g, &gdr_extensions, "value", seen.rounded, "xdBot stores positions in 32 bits in GDR2: rounded");
    *to = reel__gdr_text_copy(g, g->job->out);
    return true;
}

/* ---- GDR2 to GDR1 ----------------------------------------------------------------------------------------------- */

/* Returns false if GDR1 cannot express the values. */
static bool decode_player(const gdr_job *g, reel_cursor *in, fixed_player *player)
{
    float values[3];
    for (size_t i = 0; i < 3; i++) {
        values[i] = reel_get_f32be(in);
        const bool null = reel_float_bits(values[i]) == NAN_BITS; /* JSON has no word for others */
        if (g->form == PULL_JSON && !null && !(values[i] - values[i] == 0)) return false;
    }
    *player = (fixed_player){ values[0], values[1], values[2], reel_get_u8(in) };
    return player->rotates <= 1 && (player->rotates || reel_float_bits(player->rotation) == 0);
}

/* Zero is omitted, but negative zero is not. */
static bool is_nonzero(float value) { return reel_float_bits(value) != 0; }

static unsigned members_of(const fixed_player *player)
{
    return (unsigned)is_nonzero(player->x) + (unsigned)is_nonzero(player->y) + (unsigned)(player->rotates != 0);
}

static void write_number(gdr_job *g, const char *name, float value)
{
    reel__push_string(&g->writer, name, strlen(name));
    if (g->form == PULL_JSON && value != value)
        reel__push_null(&g->writer);
    else
        reel__push_real(&g->writer, (double)value);
}

static void write_player(gdr_job *g, const char *name, const fixed_player *player)
{
    unsigned members = members_of(player);
    if (!members) return;
    reel__push_string(&g->writer, name, strlen(name));
    reel__push_map(&g->writer, members);
    if (player->rotates) write_number(g, "r", player->rotation);
    if (is_nonzero(player->x)) write_number(g, "x", player->x);
    if (is_nonzero(player->y)) write_number(g, "y", player->y);
    reel__push_end(&g->writer);
}

bool reel__gdr_fixes_from_extension(gdr_job *g, reel_bytes extension)
{
    if (!extension.size) return false;
    reel_cursor in = { .at = extension.data, .end = extension.data + extension.size };
    uint64_t count = reel_get_leb128(&in);
    if (in.failed || !reel_count_fits(&in, count, 1 + 2 * PLAYER_BYTES)) return false;
    reel__gdr_text_begin(g, g->form);
    reel__push_array(&g->writer, count);
    for (uint64_t i = 0; i < count; i++) {
        frame_fix fix = { .frame = reel_get_leb128(&in) };
        bool fits = decode_player(g, &in, &fix.players[0]);
        fits = decode_player(g, &in, &fix.players[1]) && fits;
        if (in.failed || !fits) return false;
        reel__push_map(&g->writer, 1u + (members_of(&fix.players[0]) != 0) + (members_of(&fix.players[1]) != 0));
        reel__push_string(&g->writer, "frame", 5);
        reel__push_integer(&g->writer, false, fix.frame);
        write_player(g, "p1", &fix.players[0]);
        write_player(g, "p2", &fix.players[1]);
        reel__push_end(&g->writer);
    }
    reel__push_end(&g->writer);
    return reel_left(&in) == 0;
}
