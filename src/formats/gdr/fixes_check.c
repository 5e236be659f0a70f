/* SPDX-License-Identifier: MIT
 * The check of position fixes: a bot that puts a player back to NaN or infinity breaks the run. Fixes are rows of macros; a key of GDR1, where
 * JSON writers put null or a text for NaN; or the replay extension of xdBot in GDR2. */
#include "formats/gdr/fixes.h"

#include "codec/pull.h"
#include "core/rules.h"
#include "formats/gdr/carry.h"

#include <reel/macros.h>

static const check_rule rule = { "gdr.fix-non-finite", REEL_WARNING,
                                 "%llu position {fix has|fixes have} a value that is NaN, infinite, null or not a number" };

typedef struct fixes_check {
    rule_count count;
    const reel_table *table; /* of the first violation */
    pull_reader reader;      /* not zeroed */
} fixes_check;

static bool is_finite(double value) { return value - value == 0; }

static void found(fixes_check *c, const reel_table *table, uint64_t row)
{
    if (!c->count.count) c->table = table;
    rule_violated(&c->count, row, REEL_NO_OFFSET);
}

/* ---- rows of macros --------------------------------------------------------------------------------------------- */

/* In JSON of Mega Hack a fix may have one of the coordinates: the other is NaN. */
static bool is_position(const macros_fix *fix, bool partial)
{
    const bool x = is_finite((double)fix->x), y = is_finite((double)fix->y);
    if (x && y) return true;
    return partial && (x ? fix->y != fix->y : y && fix->x != fix->x);
}

static void check_rows(fixes_check *c, const reel_chunk *chunk, bool partial)
{
    size_t count;
    const macros_fix *rows = reel_chunk_rows(chunk, &macros_fixes, &count);
    for (size_t i = 0; i < count; i++) {
        bool good = !(rows[i].has & MACROS_FIX_POSITION) || is_position(&rows[i], partial);
        good &= !(rows[i].has & MACROS_FIX_ROTATION) || is_finite((double)rows[i].rotation);
        good &= !(rows[i].has & MACROS_FIX_Y_VELOCITY) || is_finite(rows[i].y_velocity);
        if (!good) found(c, &macros_fixes, i);
    }
}

/* ---- the key of GDR1 -------------------------------------------------------------------------------------------- */

static bool is_number(const pull_value *value)
{
    if (value->kind == PULL_UNSIGNED || value->kind == PULL_NEGATIVE) return true;
    return value->kind == PULL_REAL && is_finite(value->real);
}

/* Reads the members of a player; false: one of them is no number. */
static bool read_player(pull_reader *reader)
{
    pull_value name, value;
    bool good = true;
    while (reel__pull_next(reader, &name) && name.kind != PULL_END) {
        if (!reel__pull_skip(reader, &name) || !reel__pull_next(reader, &value) || !reel__pull_skip(reader, &value)) return false;
        good &= is_number(&value);
    }
    return good;
}

/* Reads a fix. Players are maps; older files have their values beside the frame. */
static bool read_fix(pull_reader *reader)
{
    pull_value name, value;
    bool good = true;
    while (reel__pull_next(reader, &name) && name.kind != PULL_END) {
        const bool old = name.kind == PULL_STRING && name.size > 6 && memcmp(name.data, "player", 6) == 0;
        if (!reel__pull_skip(reader, &name) || !reel__pull_next(reader, &value)) return false;
        if (value.kind == PULL_MAP)
            good &= read_player(reader);
        else if (!reel__pull_skip(reader, &value))
            return false;
        else
            good &= old ? is_number(&value) || (value.kind == PULL_STRING && value.size)
                        : value.kind != PULL_REAL || is_finite(value.real);
    }
    return good;
}

static void check_key(fixes_check *c, reel_bytes value)
{
    pull_reader *reader = &c->reader;
    pull_value item;
    reel__pull_begin(reader, reel__gdr_form_of(value), value.data, value.size, PULL_MOST_DEPTH - 1);
    if (!reel__pull_next(reader, &item) || item.kind != PULL_ARRAY) return;
    while (reel__pull_next(reader, &item) && item.kind != PULL_END) {
        if (item.kind == PULL_MAP && !read_fix(reader)) found(c, &gdr_extensions, REEL_NO_ROW);
        if (item.kind != PULL_MAP && !reel__pull_skip(reader, &item)) return;
    }
}

static void check_keys(fixes_check *c, const reel_chunk *chunk)
{
    size_t count;
    const gdr_extension *rows = reel_chunk_rows(chunk, &gdr_extensions, &count);
    for (size_t i = 0; i < count; i++)
        if (rows[i].key.size == strlen(GDR_FIXES_KEY) && memcmp(rows[i].key.data, GDR_FIXES_KEY, rows[i].key.size) == 0)
            check_key(c, rows[i].value);
}

/* ---- the replay extension of GDR2 ------------------------------------------------------------------------------- */

static bool check_player(reel_cursor *in)
{
    bool good = true;
    for (unsigned i = 0; i < 3; i++) good &= is_finite((double)reel_get_f32be(in));
    reel_get_u8(in);
    return good;
}

static void check_extension(fixes_check *c, const reel_chunk *chunk)
{
    enum { FIX_BYTES = 1 + 2 * (3 * 4 + 1) };
    size_t count;
    gdr_carry carry;
    const gdr_info *info = reel_chunk_rows(chunk, &gdr_infos, &count);
    const size_t name = strlen(GDR_FIXES_BOT);
    if (!count || info->bot_name.size != name || memcmp(info->bot_name.data, GDR_FIXES_BOT, name) != 0) return;
    reel_bytes extension = info->replay_extension;
    if (reel__gdr_carry_find(extension, &carry)) extension = carry.before;
    if (!extension.size) return;
    reel_cursor in = { .at = extension.data, .end = extension.data + extension.size };
    const uint64_t fixes = reel_get_leb128(&in);
    if (in.failed || !reel_count_fits(&in, fixes, FIX_BYTES)) return;
    for (uint64_t i = 0; i < fixes; i++) {
        reel_get_leb128(&in);
        const bool first = check_player(&in), second = check_player(&in);
        if (in.failed) return;
        if (!first || !second) found(c, &gdr_infos, REEL_NO_ROW);
    }
}

/* ---- the whole -------------------------------------------------------------------------------------------------- */

static reel_status check_chunk(reel_analysis *a, const reel_chunk *chunk)
{
    check_rows(a->state, chunk, a->format && strcmp(a->format->id, "mhr-json") == 0);
    check_keys(a->state, chunk);
    check_extension(a->state, chunk);
    return REEL_OK;
}

static reel_status check_finish(reel_analysis *a)
{
    const fixes_check *c = a->state;
    const bool rows = c->table == &macros_fixes;
    reel__rule_report(&a->reporter, &rule, rows ? "fixes" : "header", c->table, &c->count);
    return REEL_OK;
}

const reel_insight reel__gdr_fixes_check = {
    .id = "geometrydash-fixes",
    .name = "Position fixes of macros",
    .doc = "position fixes with values that are not finite numbers",
    .state_size = sizeof(fixes_check),
    .chunk = check_chunk,
    .finish = check_finish,
};
