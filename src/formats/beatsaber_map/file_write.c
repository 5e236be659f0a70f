/* SPDX-License-Identifier: MIT
 * Writes the file of a difficulty: as it was, but for what changed, or a new one. */
#include "core/memory.h"
#include "core/rows.h"
#include "core/text.h"
#include "formats/beatsaber_map/writer.h"

typedef struct writing {
    const map_file_writing *job;
    reel_error *failure; /* of the encoder */
    reel_allocator allocator;
    reel_decoder decoder; /* reads the file as it was */
    reel_error error;
    reel_chunk *old;
    beatsaber_map_difficulty read;
    map_reading m, walk;
    map_update update;
    char first[48]; /* the text of a file without rows */
} writing;

static reel_status read_old(writing *w, const uint8_t *text, size_t size)
{
    w->old = reel__chunk_new(reel__bsmap_tables, NULL, UINT64_MAX, &w->allocator);
    if (!w->old) return reel__memory_fail(&w->error);
    w->decoder = (reel_decoder){ .chunk = w->old, .allocator = w->allocator, .error = &w->error };
    w->decoder.limits.nesting = PULL_MOST_DEPTH;
    memset(&w->m, 0, sizeof w->m);
    w->m.d = &w->decoder;
    w->m.where = "";
    w->m.difficulty = w->job->difficulty;
    w->m.part = w->job->part;
    w->m.text.raw = text;
    w->m.text.size = size;
    const reel_status status = reel__bsmap_read_difficulty(&w->m, &w->read);
    return reel_build_status(w->old) == REEL_MEMORY ? REEL_MEMORY : status;
}

static void end_old(writing *w)
{
    if (w->m.d) reel__bsmap_reading_end(&w->m);
    w->m.d = NULL;
    reel__chunk_free(w->old);
    w->old = NULL;
}

/* The shortest file of a version that is recognised. Without a version it has a list of version 2. */
static reel_status begin_new(writing *w, reel_string version)
{
    const unsigned form = version.size ? reel__bsmap_form_of(version) : 2;
    static const char *const texts[] = { "{\"_version\":\"2.0.0\"}", "{\"version\":\"3.0.0\"}", "{\"version\":\"4.0.0\"}" };
    if (form < 2 || form > 4)
        return reel_fail(w->failure, REEL_ARGUMENT, "beatsaber-map.version", "difficulties", 0,
                         "version %.*s cannot be written: 2, 3 and 4 can", (int)(version.size < 20 ? version.size : 20),
                         version.data);
    const char *text = version.size ? texts[form - 2] : "{\"_notes\":[]}";
    memcpy(w->first, text, strlen(text) + 1);
    return read_old(w, (const uint8_t *)w->first, strlen(w->first)) == REEL_OK ? REEL_OK : reel__memory_fail(w->failure);
}

static bool is_before(const map_patch *a, const map_patch *b) { return a->start < b->start; }

static void sort_patches(map_update *u)
{
    for (size_t i = 1; i < u->patch_count; i++) {
        const map_patch patch = u->patches[i];
        size_t at = i;
        for (; at && is_before(&patch, &u->patches[at - 1]); at--) u->patches[at] = u->patches[at - 1];
        u->patches[at] = patch;
    }
}

static bool put_text(reel_memory *to, const map_update *u, size_t mark)
{
    const uint8_t *raw = u->m->text.raw;
    size_t at = 0;
    bool all = memory_add(to, raw - mark, mark);
    for (size_t i = 0; i < u->patch_count; i++) {
        const map_patch *p = &u->patches[i];
        all &= memory_add(to, raw + at, p->start - at) && memory_add(to, p->size ? u->made.data + p->from : raw, p->size);
        at = p->end;
    }
    return all && memory_add(to, raw + at, u->m->text.size - at);
}

static reel_status update_old(writing *w, reel_memory *to, size_t mark)
{
    map_update *u = &w->update;
    u->m = &w->m;
    u->walk = &w->walk;
    u->error = w->failure;
    u->version = w->job->part == MAP_LIGHTS ? w->m.version : w->job->version;
    u->made.allocator = w->allocator;
    for (size_t i = 0; i < MAP_DATA_LISTS; i++) u->data[i].allocator = w->allocator;
    w->walk.d = &w->decoder;
    for (size_t i = 0; i < MAP_LISTS; i++) {
        map_rows *r = &u->rows[i];
        r->table = reel__bsmap_lists[i];
        r->old = reel_chunk_rows(w->old, r->table, &r->old_count);
        const map_shape *shape = reel__bsmap_list_of(w->m.form, r->table);
        const bool elsewhere = w->job->part && w->m.form == 4 && (!shape || shape->light != (w->job->part == MAP_LIGHTS));
        r->now = elsewhere ? r->old : w->job->rows[i];
        r->count = elsewhere ? r->old_count : w->job->counts[i];
    }
    reel_status status = reel__bsmap_update(u);
    sort_patches(u);
    if (status == REEL_OK && !put_text(to, u, mark)) status = reel__memory_fail(w->failure);
    reel_memory_free(&u->made);
    for (size_t i = 0; i < MAP_DATA_LISTS; i++) reel_memory_free(&u->data[i]);
    return status;
}

/* Reads groups of lights that were written, which are in the text by version, kind and box. */
static reel_status check_groups(writing *w, const reel_memory *made, size_t mark)
{
    static const reel_table *const tables[] = { &beatsaber_map_light_boxes, &beatsaber_map_light_events };
    bool same = true;
    end_old(w);
    const reel_status status = read_old(w, made->data + mark, made->size - mark);
    if (status == REEL_MEMORY) return reel__memory_fail(w->failure);
    for (size_t i = 0; i < 2; i++) {
        const size_t number = reel__bsmap_list_number(tables[i]);
        size_t count;
        const void *rows = reel_chunk_rows(w->old, tables[i], &count);
        same &= count == w->job->counts[number] && reel__rows_are_equal(tables[i], w->job->rows[number], rows, count);
    }
    if (status == REEL_OK && same) return REEL_OK;
    return reel_fail(w->failure, REEL_ARGUMENT, "beatsaber-map.field", "light_boxes", 0,
                     "version %u cannot store these groups of lights, or light_boxes and light_events disagree", w->m.form);
}

reel_status reel__bsmap_write_file(const map_file_writing *job, reel_memory *to, unsigned *form)
{
    writing *w = reel__memory_new(&job->encoder->allocator, sizeof *w);
    if (!w) return reel__memory_fail(job->encoder->error);
    w->job = job;
    w->failure = job->encoder->error;
    w->allocator = job->encoder->allocator;
    const uint8_t *text = job->original.data;
    size_t size = job->original.size, mark = text_has_mark(text, size) ? sizeof text_mark : 0;
    reel_status status = size > mark ? read_old(w, text + mark, size - mark) : REEL_END;
    if (status == REEL_MEMORY) {
        reel__memory_fail(w->failure);
    } else if (status != REEL_OK) {
        end_old(w);
        mark = 0;
        status = begin_new(w, job->version);
    }
    if (status == REEL_OK) status = update_old(w, to, mark);
    *form = w->m.form;
    if (status == REEL_OK && w->update.groups) status = check_groups(w, to, mark);
    end_old(w);
    reel__memory_drop(&job->encoder->allocator, w);
    return status;
}
