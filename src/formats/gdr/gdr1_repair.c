/* SPDX-License-Identifier: MIT
 * Repairs GDR1. Invalid values are removed from the original file as well, or the writer would repeat them. */
#include "core/chunk.h"
#include "core/memory.h"
#include "formats/gdr/document.h"
#include "formats/gdr/findings.h"
#include "formats/gdr/gdr1.h"
#include "formats/gdr/operations.h"
#include "formats/gdr/repair.h"

static const char form_rule[] = "repair.gdr.form";

/* Uses the header keys that were read before the truncation. */
static reel_status adopt_cut_info(const reel_change *change)
{
    reel_row_list *infos = reel_change_rows(change->chunk, &gdr_infos_v1);
    reel_row_list *cut = reel_change_rows(change->chunk, &gdr_cut_infos);
    if (infos->count) return REEL_OK;
    gdr_info_v1 *row = reel_row_add(infos);
    if (!row) return reel__memory_fail(change->error);
    if (cut->count) *row = *(gdr_info_v1 *)(void *)cut->data;
    cut->count = 0;
    row->keys[1] |= GDR_KEY_INPUTS;
    reel__gdr_report_repair(change, "repair.gdr.cut", &gdr_infos_v1, "recovered the header from the data before the truncation");
    return REEL_OK;
}

/* ---- the original file ------------------------------------------------------------------------------------------ */

/* Drops bytes before and after the outermost map. */
static void repair_ends(const reel_change *change, pull_form form, gdr_document *document, pull_reader *reader)
{
    reel_bytes whole = document->data;
    size_t mark = form == PULL_JSON && whole.size >= 3 && memcmp(whole.data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    pull_value map;
    reel__pull_begin(reader, form, whole.data + mark, whole.size - mark, PULL_MOST_DEPTH);
    if (!reel__pull_next(reader, &map) || !reel__pull_skip(reader, &map)) return;
    document->data = (reel_bytes){ whole.data + mark, (size_t)(reader->at - whole.data) - mark };
    if (document->data.size != whole.size)
        reel__gdr_report_repair(change, form_rule, NULL, "dropped data before or after the outermost object");
}

enum { MOST_MAPS = 16 }; /* the outermost one, and those of bot and level, which may repeat; others are copied as they are */

/* A copy of the file without values of the wrong type and without keys that are not strings. It is made in two passes, as msgpack states the number of pairs before them. */
typedef struct gdr1_cleaner {
    pull_form form;
    gdr1_writer *tools;
    reel_memory copy;
    bool counting, no_memory;
    uint64_t pairs[MOST_MAPS]; /* of each map, in the order of the file */
    uint64_t dropped;
} gdr1_cleaner;

static void put_bytes(void *context, const void *data, size_t size)
{
    gdr1_cleaner *c = context;
    if (!memory_add(&c->copy, data, size)) c->no_memory = true;
}

static bool is_good_input(pull_reader *reader, const pull_value *map)
{
    pull_value name, value;
    bool good = true, framed = false;
    if (map->kind != PULL_MAP) return false;
    while (reel__pull_next(reader, &name) && name.kind != PULL_END) {
        unsigned key = reel__gdr1_find_input_key(&name);
        if (!reel__pull_skip(reader, &name) || !reel__pull_next(reader, &value) || !reel__pull_skip(reader, &value)) break;
        framed |= key == GDR1_FRAME && value.kind != PULL_NULL;
        good &= key == GDR1_INPUT_KEYS || value.kind == PULL_NULL || reel__gdr1_fits_input(key, &value);
    }
    return good && framed;
}

/* Whether the rows have all that the inputs of the file say. */
static bool are_good_inputs(const gdr1_cleaner *c, const pull_value *array, size_t size)
{
    pull_reader *reader = &c->tools->inner;
    pull_value value;
    bool good = true;
    if (array->kind != PULL_ARRAY) return array->kind == PULL_NULL;
    reel__pull_begin(reader, c->form, array->start, size, PULL_MOST_DEPTH);
    if (!reel__pull_next(reader, &value)) return false;
    while (good && reel__pull_next(reader, &value) && value.kind != PULL_END) good = is_good_input(reader, &value);
    return good;
}

static bool is_good(const gdr1_cleaner *c, const gdr1_key *key, const pull_value *value, size_t size)
{
    if (!key || value->kind == PULL_NULL) return true;
    if (key->kind == GDR1_INPUTS) return are_good_inputs(c, value, size);
    return key->kind == GDR1_GROUP ? value->kind == PULL_MAP : reel__gdr1_fits_scalar(key, value);
}

static void copy_pairs(gdr1_cleaner *c, reel_bytes document)
{
    pull_reader *reader = &c->tools->reader;
    push_writer *to = &c->tools->tree;
    pull_value name, value;
    unsigned group = GDR1_TOP;
    size_t map = 0, maps = 1;
    reel__pull_begin(reader, c->form, document.data, document.size, PULL_MOST_DEPTH);
    if (!reel__pull_next(reader, &value)) return;
    if (!c->counting) reel__push_map(to, c->pairs[0]);
    while (reel__pull_next(reader, &name)) {
        if (name.kind == PULL_END) {
            if (!c->counting) reel__push_end(to);
            if (group == GDR1_TOP) return;
            group = GDR1_TOP;
            map = 0;
            continue;
        }
        const gdr1_key *key = name.kind == PULL_STRING ? reel__gdr1_find_key(group, name.data, name.size) : NULL;
        if (!reel__pull_skip(reader, &name)) return;
        size_t name_size = (size_t)(reader->at - name.start);
        if (!reel__pull_next(reader, &value)) return;
        bool enters = key && key->kind == GDR1_GROUP && value.kind == PULL_MAP && maps < MOST_MAPS;
        if (!enters && !reel__pull_skip(reader, &value)) return;
        size_t size = (size_t)(reader->at - value.start);
        bool good = enters || (name.kind == PULL_STRING && is_good(c, key, &value, size));
        if (c->counting) c->pairs[map] += good;
        if (c->counting) c->dropped += !good;
        if (good && !c->counting) reel__push_raw(to, name.start, name_size);
        if (good && !c->counting && !enters) reel__push_raw(to, value.start, size);
        if (!enters) continue;
        group = key->inner;
        map = maps++;
        if (!c->counting) reel__push_map(to, c->pairs[map]);
    }
}

/* Removes what rows cannot have: values of a wrong type, and the inputs if one of them is not one. The writer then writes them from rows. */
static reel_status repair_values(const reel_change *change, pull_form form, gdr_document *document)
{
    gdr1_cleaner c = { .form = form, .tools = change->state, .copy.allocator = change->allocator, .counting = true };
    copy_pairs(&c, document->data);
    if (!c.dropped) return REEL_OK;
    c.counting = false;
    reel__push_begin(&c.tools->tree, form, put_bytes, &c);
    copy_pairs(&c, document->data);
    document->data = reel_chunk_bytes(change->chunk, c.copy.data, c.copy.size);
    reel_memory_free(&c.copy);
    if (c.no_memory) return reel__memory_fail(change->error);
    if (reel_build_status(change->chunk) < 0) return reel__chunk_failure(change->chunk, 0, change->error);
    reel__gdr_report_rows(&change->reporter, "repair.gdr.values", REEL_NOTE, &gdr_infos_v1, REEL_NO_ROW, c.dropped,
                          "dropped %llu {value|values} of a wrong type, or whose key is not a string");
    gdr_info_v1 *info = reel__macro_info_v1(change->chunk);
    if (info && !(info->keys[0] & GDR_KEY_FRAMERATE))
        info->framerate = 0; /* repaired below, so that the file states what is assumed */
    if (info) info->keys[0] |= GDR_KEY_FRAMERATE;
    return REEL_OK;
}

static reel_status repair_document(const reel_change *change, pull_form form)
{
    reel_row_list *documents = reel_change_rows(change->chunk, &gdr_documents);
    gdr_document *document = documents && documents->count ? (gdr_document *)(void *)documents->data : NULL;
    if (!document || !document->data.size) return REEL_OK;
    repair_ends(change, form, document, &((gdr1_writer *)change->state)->reader);
    return repair_values(change, form, document);
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

/* A frame before the start becomes the start, so that the button stays held. A frame or a button that cannot exist says nothing. */
static reel_status repair_inputs(const reel_change *change)
{
    macro m;
    uint64_t early = 0, first, dropped;
    reel_status status = reel__macro_load(&m, change, 0);
    if (status >= 0) status = reel__macro_mark(&m);
    for (size_t i = 0; status >= 0 && i < m.count; i++) {
        gdr_input *in = &m.items[i].input;
        early += in->frame < 0;
        if (in->frame < 0) in->frame = 0;
        m.marks[i] = in->frame == INT64_MAX || in->button > GDR_RIGHT;
    }
    if (status >= 0) {
        dropped = reel__macro_remove_marked(&m, &first);
        reel__gdr_report_rows(&change->reporter, "repair.gdr.input", REEL_NOTE, &gdr_inputs, REEL_NO_ROW, early,
                              "moved %llu {input|inputs} from before the start to frame 0");
        reel__gdr_report_rows(&change->reporter, "repair.gdr.input", REEL_WARNING, &gdr_inputs, first, dropped,
                              "dropped %llu {input|inputs} with a frame or a button that does not exist");
        if (early || dropped) status = reel__macro_store(&m);
    }
    reel__macro_end(&m);
    return status;
}

/* A number outside of its range becomes what the game's 32 bits keep of it; a level id becomes 0, unknown. */
static void repair_numbers(const reel_change *change, gdr_info_v1 *info)
{
    int64_t *const numbers[] = { &info->seed, &info->coins };
    bool wide = false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        int64_t number = (int32_t)(uint32_t)(uint64_t)*numbers[i];
        wide |= number != *numbers[i];
        *numbers[i] = number;
    }
    if (wide)
        reel__gdr_report_repair(change, "repair.gdr.number", &gdr_infos_v1,
                                "reduced a seed or coins to the 32 bits that the game has");
    if (info->level_id >= 0 && info->level_id <= UINT32_MAX) return;
    info->level_id = 0;
    reel__gdr_report_repair(change, "repair.gdr.level-id", &gdr_infos_v1, "replaced an invalid level id by 0, unknown");
}

static reel_status repair_v1(reel_change *change, pull_form form)
{
    reel_status status = adopt_cut_info(change);
    if (status >= 0) status = repair_document(change, form);
    reel__gdr_repair_extras(change);
    if (status >= 0) status = repair_inputs(change);
    if (status < 0) return status;
    gdr_info_v1 *info = reel__macro_info_v1(change->chunk);
    if (info) repair_numbers(change, info);
    reel__gdr_repair_rate(change);
    reel__gdr_report_order(change);
    return REEL_OK;
}

reel_status reel__gdr1_repair(reel_change *change) { return repair_v1(change, PULL_MSGPACK); }
reel_status reel__gdr1_json_repair(reel_change *change) { return repair_v1(change, PULL_JSON); }
