/* SPDX-License-Identifier: MIT
 * Repairs what other readers of macros fail on. Inputs are not sorted: only the player knows which attempt counts (see the operations
 * sort and keep-last-attempt). */
#include "formats/gdr/repair.h"
#include "formats/gdr/gdr2.h"
#include "formats/gdr/operations.h"

void reel__gdr_report_repair(const reel_change *change, const char *rule, const reel_table *table, const char *message)
{
    reel__gdr_report_rows(&change->reporter, rule, REEL_NOTE, table, REEL_NO_ROW, 1, message);
}

void reel__gdr_report_order(const reel_change *change)
{
    size_t count, back = 0, last[2] = { SIZE_MAX, SIZE_MAX };
    const gdr_input *inputs = reel_chunk_rows(change->chunk, &gdr_inputs, &count);
    for (size_t i = 0; i < count; i++) {
        size_t *before = &last[inputs[i].player2 != 0];
        back += *before != SIZE_MAX && inputs[i].frame < inputs[*before].frame;
        *before = i;
    }
    reel__gdr_report_rows(
        &change->reporter, "repair.gdr.order", REEL_WARNING, &gdr_inputs, REEL_NO_ROW, back,
        "kept %llu {input|inputs} earlier than the previous one: --do sort puts all in order, --do keep-last-attempt drops "
        "abandoned attempts");
}

void reel__gdr_repair_rate(const reel_change *change)
{
    gdr_info *info = reel__macro_info(change->chunk);
    gdr_info_v1 *info_v1 = reel__macro_info_v1(change->chunk);
    if (reel__macro_framerate(change->chunk) > 0) return;
    if (info) info->framerate = GDR_USUAL_RATE;
    if (info_v1) info_v1->framerate = GDR_USUAL_RATE;
    if (info_v1) info_v1->keys[0] |= GDR_KEY_FRAMERATE;
    reel__gdr_report_repair(change, "repair.gdr.framerate", info ? &gdr_infos : &gdr_infos_v1,
                            "replaced an invalid framerate by 240");
}

static size_t repair_extra(const reel_change *change, gdr_extra extra, const reel_table *table)
{
    reel_row_list *inputs = reel_change_rows(change->chunk, &gdr_inputs), *rows = reel_change_rows(change->chunk, table);
    size_t marked = 0, kept = rows ? rows->count : 0, changed = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        gdr_input *input = (gdr_input *)(void *)inputs->data + i;
        if (input->extra != extra || marked++ < kept) continue;
        input->extra = GDR_PLAIN;
        changed++;
    }
    if (kept <= marked) return changed;
    rows->count = marked;
    return kept - marked;
}

void reel__gdr_repair_extras(const reel_change *change)
{
    const size_t changed = repair_extra(change, GDR_PHYSICS, &gdr_physics_rows) + repair_extra(change, GDR_BLOCK, &gdr_blocks);
    reel__gdr_report_rows(&change->reporter, "repair.gdr.extra", REEL_NOTE, &gdr_inputs, REEL_NO_ROW, changed,
                          "dropped data of %llu {input|inputs} that was recorded in part");
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
    reel__gdr_report_repair(change, "repair.gdr.string-too-long", &gdr_infos,
                            "truncated a text to the 65535 bytes that readers accept");
}

static void repair_info(const reel_change *change, gdr_info *info)
{
    if (info->version != GDR2_VERSION)
        reel__gdr_report_repair(change, "repair.gdr.version", &gdr_infos, "changed the version to 2");
    if (info->low_detail > 1 || info->platformer > 1)
        reel__gdr_report_repair(change, "repair.gdr.bool", &gdr_infos, "changed booleans to 0 or 1");
    info->version = GDR2_VERSION;
    info->low_detail = info->low_detail != 0;
    info->platformer = info->platformer != 0;
    reel__gdr_repair_rate(change);
    if (!is_finite((double)info->duration) || info->duration < 0) {
        info->duration = (float)length_of(change->chunk, info->framerate);
        reel__gdr_report_repair(change, "repair.gdr.duration", &gdr_infos,
                                "replaced an invalid duration by the time of the last input");
    }
    for (size_t i = 0; i < gdr_infos.field_count; i++)
        if (gdr_infos.fields[i].type == REEL_STRING) repair_text(change, &gdr_infos.fields[i], info);
}

reel_status reel__gdr2_repair(reel_change *change)
{
    reel_row_list *documents = reel_change_rows(change->chunk, &gdr_documents);
    if (documents->count) {
        documents->count = 0;
        reel__gdr_report_repair(change, "repair.gdr.form", NULL,
                                "corrected non-minimal numbers, wrong counts and bytes after the end");
    }
    gdr_info *info = reel__macro_info(change->chunk);
    if (info) repair_info(change, info);
    reel__gdr_repair_extras(change);
    reel__gdr_report_order(change);
    return REEL_OK;
}
