/* SPDX-License-Identifier: MIT
 * Repairs what other readers of macros fail on. Inputs are not sorted: only the player knows which attempt counts (see the operations
 * sort and keep-last-attempt). */
#include "formats/gdr/document.h"
#include "formats/gdr/gdr1.h"
#include "formats/gdr/gdr2.h"
#include "formats/gdr/macro.h"

static void report_repair(const reel_change *change, const char *rule, const reel_table *table, const char *message)
{
    gdr_report_rows(&change->reporter, rule, REEL_NOTE, table, REEL_NO_ROW, 1, message);
}

/* Reports inputs out of order, which are kept. */
static void report_order(const reel_change *change)
{
    size_t count, back = 0, last[2] = { SIZE_MAX, SIZE_MAX };
    const gdr_input *inputs = reel_chunk_rows(change->chunk, &gdr_inputs, &count);
    for (size_t i = 0; i < count; i++) {
        size_t *before = &last[inputs[i].player2 != 0];
        back += *before != SIZE_MAX && inputs[i].frame < inputs[*before].frame;
        *before = i;
    }
    gdr_report_rows(&change->reporter, "repair.gdr.order", REEL_WARNING, &gdr_inputs, REEL_NO_ROW, back,
                    "kept %llu {input|inputs} earlier than the previous one: edit with sort or keep-last-attempt to fix");
}

static bool is_finite(double value) { return value - value == 0; }

static double length_of(const reel_chunk *chunk, double framerate)
{
    size_t count;
    int64_t last = 0;
    const gdr_input *inputs = reel_chunk_rows(chunk, &gdr_inputs, &count);
    for (size_t i = 0; i < count; i++)
        if (inputs[i].frame > last) last = inputs[i].frame;
    return (double)last / framerate;
}

static void repair_text(const reel_change *change, const reel_field *field, gdr_info *info)
{
    uint8_t *slot = (uint8_t *)info + field->offset;
    reel_string text;
    memcpy(&text, slot, sizeof text);
    if (text.size <= GDR2_MOST_STRING) return;
    for (text.size = GDR2_MOST_STRING; text.size && ((uint8_t)text.data[text.size] & 0xc0) == 0x80;) text.size--;
    memcpy(slot, &text, sizeof text);
    report_repair(change, "repair.gdr.string-too-long", &gdr_infos, "truncated a text to the 65535 bytes that readers accept");
}

static void repair_info(const reel_change *change, gdr_info *info)
{
    if (info->version != GDR2_VERSION) report_repair(change, "repair.gdr.version", &gdr_infos, "changed the version to 2");
    if (info->low_detail > 1 || info->platformer > 1)
        report_repair(change, "repair.gdr.bool", &gdr_infos, "changed booleans to 0 or 1");
    info->version = GDR2_VERSION;
    info->low_detail = info->low_detail != 0;
    info->platformer = info->platformer != 0;
    if (!is_finite(info->framerate) || info->framerate <= 0) {
        info->framerate = 240;
        report_repair(change, "repair.gdr.framerate", &gdr_infos, "replaced an invalid framerate by 240");
    }
    if (!is_finite((double)info->duration)) {
        info->duration = (float)length_of(change->chunk, info->framerate);
        report_repair(change, "repair.gdr.duration", &gdr_infos, "replaced an invalid duration by the time of the last input");
    }
    for (size_t i = 0; i < gdr_infos.field_count; i++)
        if (gdr_infos.fields[i].type == REEL_STRING) repair_text(change, &gdr_infos.fields[i], info);
}

reel_status gdr2_repair(reel_change *change)
{
    reel_row_list *documents = reel_change_rows(change->chunk, &gdr_documents);
    if (documents->count) {
        documents->count = 0;
        report_repair(change, "repair.gdr.form", NULL, "corrected non-minimal numbers, wrong counts and bytes after the end");
    }
    gdr_info *info = macro_info(change->chunk);
    if (info) repair_info(change, info);
    report_order(change);
    return REEL_OK;
}

/* ---- GDR1 ------------------------------------------------------------------------------------------------------- */

/* Uses the header keys that were read before the truncation. */
static reel_status adopt_cut_info(const reel_change *change)
{
    reel_row_list *infos = reel_change_rows(change->chunk, &gdr_infos_v1);
    reel_row_list *cut = reel_change_rows(change->chunk, &gdr_cut_infos);
    if (infos->count) return REEL_OK;
    gdr_info_v1 *row = reel_row_add(infos);
    if (!row) return reel_fail(change->error, REEL_MEMORY, "reel.memory", "header", 0, "out of memory for the header");
    if (cut->count) *row = *(gdr_info_v1 *)(void *)cut->data;
    cut->count = 0;
    row->keys[1] |= GDR_KEY_INPUTS;
    report_repair(change, "repair.gdr.cut", &gdr_infos_v1, "recovered the header from the data before the truncation");
    return REEL_OK;
}

/* Drops bytes before and after the outermost map. */
static void repair_ends(const reel_change *change, pull_form form, pull_reader *reader)
{
    reel_row_list *documents = reel_change_rows(change->chunk, &gdr_documents);
    if (!documents || !documents->count) return;
    gdr_document *row = (gdr_document *)(void *)documents->data;
    reel_bytes whole = row->data;
    if (!whole.size) return;
    size_t mark = form == PULL_JSON && whole.size >= 3 && memcmp(whole.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    pull_value map;
    pull_begin(reader, form, whole.data + mark, whole.size - mark, PULL_MOST_DEPTH);
    if (!pull_next(reader, &map) || !pull_skip(reader, &map)) return;
    row->data = (reel_bytes){ whole.data + mark, (size_t)(reader->at - whole.data) - mark };
    if (row->data.size != whole.size)
        report_repair(change, "repair.gdr.form", NULL, "dropped data before or after the outermost object");
}

static reel_status repair_v1(reel_change *change, pull_form form)
{
    reel_status status = adopt_cut_info(change);
    if (status < 0) return status;
    repair_ends(change, form, change->state);
    gdr_info_v1 *info = macro_info_v1(change->chunk);
    if (info && (info->level_id < 0 || info->level_id > UINT32_MAX)) {
        info->level_id = 0;
        report_repair(change, "repair.gdr.level-id", &gdr_infos_v1, "replaced an invalid level id by 0, unknown");
    }
    report_order(change);
    return REEL_OK;
}

reel_status gdr1_repair(reel_change *change) { return repair_v1(change, PULL_MSGPACK); }
reel_status gdr1_json_repair(reel_change *change) { return repair_v1(change, PULL_JSON); }
