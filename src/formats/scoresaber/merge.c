/* SPDX-License-Identifier: MIT
 * Joins the parts of a play that was cut: each begins after the frames of the one before. */
#include "core/chunk.h"
#include "core/memory.h"
#include "core/rows.h"
#include "formats/scoresaber/layout.h"

static reel_status refuse(const reel_change *change, const char *section, const char *message)
{
    return reel_fail(change->error, REEL_ARGUMENT, "edit.merge", section, 0, "%s", message);
}

/* Whether the headers are those of one play; `score` is the field that states that of the part, or NULL. */
static reel_status check_headers(const reel_change *change, const reel_table *table, const char *score)
{
    size_t own, more;
    const uint8_t *info = reel_chunk_rows(change->chunk, table, &own), *other = reel_chunk_rows(change->other, table, &more);
    if (own != more || own > 1) return refuse(change, "info", "one part has a header, the other has none");
    for (size_t f = 0; f < table->field_count && own; f++) {
        const reel_field *field = &table->fields[f];
        const bool is_score = score && strcmp(field->name, score) == 0;
        if (!is_score && (reel_field_present(field, info) != reel_field_present(field, other) ||
                          (reel_field_present(field, info) && !reel__field_values_equal(field, info, other))))
            return reel_fail(change->error, REEL_ARGUMENT, "edit.merge", "info", 0,
                             "%s differs: only parts of one play can be joined", field->name);
    }
    return REEL_OK;
}

static double time_of(const reel_table *table, const uint8_t *rows, size_t row)
{
    return reel_field_number(reel_table_time(table), rows + row * table->row_size, 0);
}

static reel_status check_order(const reel_change *change, const reel_table *table)
{
    size_t own, more;
    const uint8_t *rows = reel_chunk_rows(change->chunk, table, &own), *others = reel_chunk_rows(change->other, table, &more);
    if (own && more && !(time_of(table, others, 0) >= time_of(table, rows, own - 1)))
        return refuse(change, "frames", "the frames begin before those of the part before end: join parts in their order");
    return REEL_OK;
}

static void append(const reel_change *change, const reel_table *table)
{
    size_t count;
    const void *rows = reel_chunk_rows(change->other, table, &count);
    void *room = count ? reel_row_grow(reel_change_rows(change->chunk, table), count, true) : NULL;
    if (!room) return;
    memcpy(room, rows, count * table->row_size);
    reel__chunk_own_texts(change->chunk, table, room, count);
}

/* Rows that a part must have in common with the one before. */
static void keep_own(const reel_change *change, const reel_table *table)
{
    size_t own, more;
    const void *rows = reel_chunk_rows(change->chunk, table, &own), *others = reel_chunk_rows(change->other, table, &more);
    if (own != more || !reel__rows_are_equal(table, rows, others, own))
        reel_tally(change, "edit.merge-dropped", REEL_WARNING, table, NULL, more, "of the other part, dropped: they differ");
}

static reel_status done(const reel_change *change)
{
    return reel_build_status(change->chunk) < 0 ? reel__chunk_failure(change->chunk, 0, change->error) : REEL_OK;
}

reel_status reel__dat_merge(reel_change *change)
{
    static const reel_table *const appended[] = { &scoresaber_poses,    &scoresaber_heights, &scoresaber_notes,
                                                  &scoresaber_scores,   &scoresaber_combos,  &scoresaber_multipliers,
                                                  &scoresaber_energies, &scoresaber_pauses,  &scoresaber_walls,
                                                  &scoresaber_keyframes };
    static const reel_table *const common[] = { &scoresaber_play_settings_rows, &scoresaber_offsets, &scoresaber_extensions,
                                                &scoresaber_gaps };
    reel_status status = check_headers(change, &scoresaber_infos, NULL);
    if (status >= 0) status = check_order(change, &scoresaber_poses);
    if (status >= 0) status = check_order(change, &scoresaber_keyframes);
    if (status < 0) return status;
    for (size_t t = 0; t < sizeof appended / sizeof *appended; t++) append(change, appended[t]);
    for (size_t t = 0; t < sizeof common / sizeof *common; t++) keep_own(change, common[t]);
    return done(change);
}

/* Walls come last in the lists. */
static reel_status move_walls(const reel_change *change)
{
    reel_row_list *list = reel_change_rows(change->chunk, &scoresaber_json_notes);
    scoresaber_json_note *rows = (scoresaber_json_note *)(void *)list->data;
    scoresaber_json_note *sorted = list->count ? reel__memory_new(&change->allocator, list->count * sizeof *sorted) : NULL;
    size_t made = 0;
    if (!list->count) return REEL_OK;
    if (!sorted) return reel__memory_fail(change->error);
    for (int walls = 0; walls < 2; walls++)
        for (size_t i = 0; i < list->count; i++)
            if ((rows[i].score == SCORESABER_JSON_WALL) == walls) sorted[made++] = rows[i];
    memcpy(rows, sorted, made * sizeof *rows);
    reel__memory_drop(&change->allocator, sorted);
    return REEL_OK;
}

/* The texts of appended notes are in the memory of the other part. */
static void copy_texts(const reel_change *change, size_t first)
{
    reel_row_list *list = reel_change_rows(change->chunk, &scoresaber_json_notes);
    scoresaber_json_note *rows = (scoresaber_json_note *)(void *)list->data;
    for (size_t i = first; i < list->count; i++)
        if (rows[i].note.size) rows[i].note = reel_chunk_string(change->chunk, rows[i].note.data, rows[i].note.size);
}

reel_status reel__decoded_merge(reel_change *change)
{
    static const reel_table *const appended[] = { &scoresaber_json_frames, &scoresaber_json_notes, &scoresaber_json_heights };
    reel_status status = check_headers(change, &scoresaber_json_infos, "total_score");
    if (status >= 0) status = check_order(change, &scoresaber_json_frames);
    if (status < 0) return status;
    size_t own;
    reel_chunk_rows(change->chunk, &scoresaber_json_notes, &own);
    for (size_t t = 0; t < sizeof appended / sizeof *appended; t++) append(change, appended[t]);
    copy_texts(change, own);
    keep_own(change, &scoresaber_json_extras);
    status = move_walls(change);
    return status < 0 ? status : done(change);
}
