/* SPDX-License-Identifier: MIT
 * Repairs by writing the file from its rows, which are unchanged. A damaged file has no original; that of a file with unused bytes is
 * dropped. */
#include "core/chunk.h"
#include "formats/scoresaber/layout.h"

/* There is nothing to write if the damage precedes all rows. */
static reel_status fail_empty(const reel_change *m, const char *rule)
{
    return reel_fail(m->error, REEL_CORRUPT, rule, "", 0, "nothing to recover: no rows before the damage");
}

/* Reports the dropped bytes only if there is no original, as after damage: otherwise reel__original_repair does. */
static void drop_gaps(const reel_change *m, const char *rule)
{
    reel_row_list *list = reel_change_rows(m->chunk, &scoresaber_gaps),
                  *originals = reel_change_rows(m->chunk, &scoresaber_originals);
    uint64_t bytes = 0;
    const scoresaber_gap *gaps = (const scoresaber_gap *)(const void *)list->data;
    for (size_t i = 0; i < list->count; i++) bytes += gaps[i].bytes.size;
    list->count = 0;
    if (originals->count != 1) reel__report_dropped_bytes(m, rule, bytes);
}

/* Extensions that would be read as rows of a table, whose own rows the damage cut. */
static void drop_stray_extensions(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &scoresaber_extensions);
    scoresaber_extension *rows = (scoresaber_extension *)(void *)list->data;
    size_t kept = 0;
    const reel_table *table;
    for (size_t i = 0; i < list->count; i++)
        if (!reel__dat_reads_as_rows(m->chunk, &rows[i], &table)) rows[kept++] = rows[i];
    reel_tally(m, "repair.scoresaber.extension", REEL_WARNING, &scoresaber_extensions, NULL, list->count - kept,
               "would be read as rows of another table, dropped");
    list->count = kept;
}

reel_status reel__dat_repair(reel_change *m)
{
    if (!reel__has_content(m->chunk, reel__dat_tables)) return fail_empty(m, "repair.scoresaber.nothing-left");
    static const char rule[] = "repair.scoresaber.loose-bytes";
    drop_gaps(m, rule);
    reel__original_repair(m, rule);
    drop_stray_extensions(m);
    return REEL_OK;
}

/* Adds the row of a truncated info, so that its extras can be written. */
static reel_status add_info(const reel_change *m)
{
    static const char object[] = "info";
    size_t count, infos;
    const scoresaber_json_extra *extras = reel_chunk_rows(m->chunk, &scoresaber_json_extras, &count);
    reel_chunk_rows(m->chunk, &scoresaber_json_infos, &infos);
    bool any = false;
    for (size_t i = 0; i < count && !infos && !any; i++)
        any = extras[i].object.size == sizeof object - 1 && memcmp(extras[i].object.data, object, sizeof object - 1) == 0;
    if (!any) return REEL_OK;
    if (!reel_row_add(reel_change_rows(m->chunk, &scoresaber_json_infos))) return reel__chunk_failure(m->chunk, 0, m->error);
    reel_find(&m->reporter,
              (reel_finding){ .rule = "repair.scoresaber-json.info-cut",
                              .severity = REEL_NOTE,
                              .section = "info",
                              .offset = REEL_NO_OFFSET,
                              .table = &scoresaber_json_infos,
                              .row = 0 },
              "the info is truncated: only members without a field of their own are left");
    return REEL_OK;
}

reel_status reel__decoded_repair(reel_change *m)
{
    if (!reel__has_content(m->chunk, reel__decoded_tables)) return fail_empty(m, "repair.scoresaber-json.nothing-left");
    reel__original_repair(m, "repair.scoresaber-json.loose-values");
    return add_info(m);
}
