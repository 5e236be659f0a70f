/* SPDX-License-Identifier: MIT
 * Rows that were read back, compared with those that were meant. */
#include "formats/echo/common/schema.h"
#include "formats/echo/tape/write.h"

#define AXIS_ERROR 1e-6 /* of a direction that goes through a quaternion of floats */

static reel_status fail_value(reel_encoder *e, const reel_table *table, const char *field, uint32_t frame)
{
    return reel_fail(e->error, REEL_ARGUMENT, "tape.value", table->name, 0,
                     "%s.%s of frame %lu cannot be written: a capture has no place for it, or it contradicts another value",
                     table->name, field, (unsigned long)frame);
}

static bool is_default(const reel_field *field, const uint8_t *row)
{
    const bool team = field->labels == reel__echo_teams && row[field->offset] == ECHO_NO_TEAM;
    return team || reel__field_is_zero(field, row);
}

/* In rows that were made by hand, a value of nothing may be missing in the message. Gives them the keys of what is read back; NULL, or the field
 * that has a value that is not. */
static const reel_field *settle_keys(const reel_table *table, uint8_t *meant, const uint8_t *got)
{
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        const bool derived = field->flags & REEL_FIELD_DERIVED;
        if (derived || !field->present_mask || !reel_field_present(field, meant) || reel_field_present(field, got)) continue;
        if (!is_default(field, meant)) return field;
    }
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].present_mask) meant[table->fields[i].present_offset] = got[table->fields[i].present_offset];
    return NULL;
}

static const reel_field *odd_field(const reel_table *table, uint8_t *meant, const uint8_t *got, bool by_hand)
{
    const reel_field *field = by_hand ? settle_keys(table, meant, got) : NULL;
    return field ? field : reel__row_difference(table, meant, got, 0, AXIS_ERROR);
}

/* Compares completed rows, which it may change, with those that were read back. `given`: whether a row was made by hand. */
static reel_status compare_rows(reel_encoder *e, const reel_table *table, const void *meant, size_t count, const void *given,
                                size_t from_line, const char *number, uint32_t frame)
{
    const tape_writer *w = e->state;
    const reel_row_list *back = reel__chunk_list(w->back, table);
    uint8_t *a = (uint8_t *)(uintptr_t)meant;
    const uint8_t *b = back->data, *row = given;
    if (count != back->count) return fail_value(e, table, number, frame);
    for (size_t i = 0; i < count; i++, a += table->row_size, b += table->row_size, row += table->row_size) {
        const reel_field *field = odd_field(table, a, b, !row[from_line]);
        if (field) return fail_value(e, table, field->name, frame);
    }
    return REEL_OK;
}

/* The name of a team has a key, which the row has to have with it. */
reel_status reel__tape_check_names(reel_encoder *e, const line_rows *rows)
{
    for (size_t i = 0; i < rows->team_count; i++)
        if (rows->teams[i].from_line && !rows->teams[i].name.size != !(rows->teams[i].keys & ECHO_KEY_TEAM_NAME))
            return fail_value(e, &echoreplay_teams, "keys", rows->frame->common.frame);
    return REEL_OK;
}

reel_status reel__tape_compare_frame(reel_encoder *e, const line_rows *whole, const line_rows *given)
{
    const uint32_t n = given->frame->common.frame;
    reel_status status =
        compare_rows(e, &echoreplay_frames, whole->frame, 1, given->frame, offsetof(echoreplay_frame, from_line), "frame", n);
    if (status == REEL_OK)
        status = compare_rows(e, &echoreplay_teams, whole->teams, whole->team_count, given->teams,
                              offsetof(echoreplay_team, from_line), "team", n);
    if (status == REEL_OK)
        status = compare_rows(e, &echoreplay_players, whole->players, whole->player_count, given->players,
                              offsetof(echoreplay_player, from_line), "team", n);
    if (status == REEL_OK)
        status = compare_rows(e, &echoreplay_bones, whole->bones, whole->bone_count, given->bones, offsetof(echo_bone, from_line),
                              "bone", n);
    return status;
}

bool reel__tape_is_exact(const tape_writer *w, const line_rows *rows)
{
    const struct {
        const reel_table *table;
        const void *rows;
        size_t count;
    } all[] = { { &echoreplay_frames, rows->frame, 1 },
                { &echoreplay_teams, rows->teams, rows->team_count },
                { &echoreplay_players, rows->players, rows->player_count },
                { &echoreplay_bones, rows->bones, rows->bone_count } };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const reel_row_list *back = reel__chunk_list(w->back, all[i].table);
        if (back->count != all[i].count || !reel__rows_are_equal(all[i].table, all[i].rows, back->data, all[i].count))
            return false;
    }
    return true;
}

/* A key that was taken away has to take the value with it: a row says one thing. */
reel_status reel__tape_check_removed(reel_encoder *e, const line_rows *rows)
{
    const tape_writer *w = e->state;
    const reel_table *table;
    const reel_field *field = reel__session_half_removed(rows, w->back, &table);
    return field ? fail_value(e, table, field->name, rows->frame->common.frame) : REEL_OK;
}
