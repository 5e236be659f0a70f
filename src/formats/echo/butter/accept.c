/* SPDX-License-Identifier: MIT
 * What a row of a .butter cannot be, whatever other rows there are. */
#include "core/encoder.h"
#include "formats/echo/butter/file.h"

#include <math.h>

reel_status reel__butter_check_text(const char *section, reel_string text, size_t longest, reel_error *error)
{
    if (text.size > longest)
        return reel_fail(error, REEL_ARGUMENT, "butter.text", section, 0, "a name has %lu bytes, more than %lu",
                         (unsigned long)text.size, (unsigned long)longest);
    if (text.size && memchr(text.data, 0, text.size))
        return reel_fail(error, REEL_ARGUMENT, "butter.text", section, 0, "a name contains a NUL, which ends texts in the file");
    return REEL_OK;
}

enum { MOST_ROUNDS = 15 }; /* of each team: they share a byte */

static reel_status check_info(const butter_info *info, reel_error *error)
{
    if (info->version < 1 || info->version > 3)
        return reel_fail(error, REEL_ARGUMENT, "butter.version", "header", 0, "writing version %u is not supported",
                         info->version);
    if (info->compression > BUTTER_ZSTD_7_DICT)
        return reel_fail(error, REEL_ARGUMENT, "butter.compression", "header", 3, "unknown compression method %u",
                         info->compression);
    if (info->blue_round_score > MOST_ROUNDS || info->orange_round_score > MOST_ROUNDS)
        return reel_fail(error, REEL_ARGUMENT, "butter.number", "header", 0, "a team has won more than %d rounds",
                         (int)MOST_ROUNDS);
    return reel__butter_check_text("header", info->client_name, LONGEST_CLIENT, error);
}

/* The largest number of a field with few bits; UINT8_MAX: any. */
static uint8_t most_of(const reel_table *table, const reel_field *field)
{
    enum { TWO_BITS = 3, FIVE_BITS = 31 };
    if (table == &butter_teams && field->offset == offsetof(echo_team, team)) return ECHO_SPECTATORS;
    if (table == &butter_frames) {
        switch (field->offset) {
        case offsetof(butter_frame, common.paused_team):
        case offsetof(butter_frame, common.unpaused_team):
        case offsetof(butter_frame, common.score_team): return TWO_BITS;
        case offsetof(butter_frame, common.goal_type): return FIVE_BITS;
        default: return UINT8_MAX;
        }
    }
    if (table != &butter_players) return UINT8_MAX;
    switch (field->offset) {
    case offsetof(butter_player, common.team): return ECHO_SPECTATORS;
    case offsetof(butter_player, common.weapon):
    case offsetof(butter_player, common.ordnance):
    case offsetof(butter_player, common.tac_mod):
    case offsetof(butter_player, common.arm): return TWO_BITS;
    default: return UINT8_MAX;
    }
}

/* Numbers that are added up from frame to frame are finite. Halves hold any, up to their largest. */
static bool is_stored(const reel_table *table, const reel_field *field, float value)
{
    const float most = 65600; /* rounds to the largest half, within what a decoder may differ */
    const size_t first = offsetof(butter_frame, common.paused_timer), end = offsetof(butter_frame, common.vr_position);
    const bool points = table == &butter_frames && (field->offset == offsetof(butter_frame, common.blue_points) ||
                                                    field->offset == offsetof(butter_frame, common.orange_points));
    if (points) return true; /* depends on the version and the map */
    if (value - value == 0)
        return table != &butter_frames || field->offset < first || field->offset >= end || fabsf(value) <= most;
    return table == &butter_frames && field->offset >= first && field->offset < end;
}

/* Whether a field of a row that is present and written has a number that a file can hold. */
static bool fits_field(const reel_table *table, const reel_field *field, const uint8_t *row)
{
    if (field->type == REEL_U8) return row[field->offset] <= most_of(table, field);
    for (size_t i = 0; field->type == REEL_F32 && i < field->count; i++) {
        float value;
        memcpy(&value, row + field->offset + i * sizeof value, sizeof value);
        if (!is_stored(table, field, value)) return false;
    }
    return true;
}

/* Whether the field holds what every field of its type may hold, present or not. Nearly all values are like that, and are not looked at twice. */
static bool surely_fits(const reel_field *field, const uint8_t *row)
{
    enum { SIGN = 0x7fffffff, PLAIN = 0x477fe000 /* 65504, the largest half */ };
    const uint8_t *place = row + field->offset;
    if (field->type == REEL_U8) return *place <= ECHO_SPECTATORS;
    if (field->type != REEL_F32) return true;
    uint32_t most = 0;
    for (size_t i = 0; i < field->count; i++) {
        uint32_t bits;
        memcpy(&bits, place + i * sizeof bits, sizeof bits);
        bits &= SIGN;
        if (bits > most) most = bits;
    }
    return most <= PLAIN;
}

static reel_status check_numbers(const reel_table *table, const uint8_t *row, size_t number, reel_error *error)
{
    const reel_field *end = table->fields + table->field_count;
    for (const reel_field *field = table->fields; field < end; field++) {
        if (surely_fits(field, row)) continue;
        if (field->flags & REEL_FIELD_DERIVED || !reel_field_present(field, row) || fits_field(table, field, row)) continue;
        return reel_fail(error, REEL_ARGUMENT, "butter.number", table->name, 0,
                         "%s of row %zu of %s is not a number that a file can hold", field->name, number, table->name);
    }
    return REEL_OK;
}

static reel_status check_row(const void *of, const reel_table *table, const void *row, size_t number, reel_error *error)
{
    (void)of;
    if (table == &butter_infos) return check_info(row, error);
    if (table == &butter_roster) return reel__butter_check_text("header", ((const butter_entry *)row)->name, LONGEST_NAME, error);
    if (table == &butter_frames) {
        const reel_status status =
            reel__butter_check_text("frames", ((const butter_frame *)row)->common.rules_changed_by, LONGEST_NAME, error);
        if (status < 0) return status;
    }
    return table->flags & REEL_TABLE_LAYOUT ? REEL_OK : check_numbers(table, row, number, error);
}

reel_status reel__butter_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error)
{
    return reel__encoder_check_rows(check_row, NULL, table, rows, count, error);
}
