/* SPDX-License-Identifier: MIT
 * Writes a map: the file as it was if its rows did not change, else the file with what changed; rows without a file as a new one. */
#include "core/kept.h"
#include "core/memory.h"
#include "formats/beatsaber_map/writer.h"

static const beatsaber_map_original *original_of(const reel_chunk *rows)
{
    size_t count;
    const beatsaber_map_original *row = reel_chunk_rows(rows, &beatsaber_map_originals, &count);
    return count == 1 ? row : NULL;
}

/* ---- one difficulty ----------------------------------------------------------------------------------------------- */

typedef struct writing {
    reel_encoder *e;
    const reel_chunk *staged;
    reel_decoder decoder; /* reads the file as it was */
    reel_error error;
    reel_chunk *old;
    map_reading m, walk;
    map_update update;
    char first[48]; /* the text of a file without rows */
} writing;

static reel_status read_old(writing *w, const uint8_t *text, size_t size)
{
    w->old = reel__chunk_new(reel__map_tables, NULL, UINT64_MAX, &w->e->allocator);
    if (!w->old) return reel__memory_fail(w->e->error);
    w->decoder = (reel_decoder){ .chunk = w->old, .allocator = w->e->allocator, .error = &w->error };
    w->decoder.limits.nesting = PULL_MOST_DEPTH;
    memset(&w->m, 0, sizeof w->m);
    w->m.d = &w->decoder;
    w->m.where = "";
    w->m.text.raw = text;
    w->m.text.size = size;
    return reel__map_read_difficulty(&w->m);
}

static void end_old(writing *w)
{
    if (w->m.d) reel__map_reading_end(&w->m);
    w->m.d = NULL;
    reel__chunk_free(w->old);
    w->old = NULL;
}

/* The shortest file of a version that is recognised. Without a version it has a list of version 2. */
static reel_status begin_new(writing *w, reel_string version)
{
    const unsigned form = version.size ? reel__map_form_of(version) : 2;
    static const char *const texts[] = { "{\"_version\":\"2.0.0\"}", "{\"version\":\"3.0.0\"}", "{\"version\":\"4.0.0\"}" };
    if (form < 2 || form > 4)
        return reel_fail(w->e->error, REEL_ARGUMENT, "beatsaber-map.version", "difficulties", 0,
                         "version %.*s cannot be written: 2, 3 and 4 can", (int)(version.size < 20 ? version.size : 20),
                         version.data);
    const char *text = version.size ? texts[form - 2] : "{\"_notes\":[]}";
    memcpy(w->first, text, strlen(text) + 1);
    return read_old(w, (const uint8_t *)w->first, strlen(w->first));
}

static reel_status check_rows(writing *w)
{
    for (size_t i = 0; i < MAP_LISTS; i++) {
        map_rows *r = &w->update.rows[i];
        r->table = reel__map_lists[i];
        r->old = reel_chunk_rows(w->old, r->table, &r->old_count);
        r->now = reel_chunk_rows(w->staged, r->table, &r->count);
        for (size_t k = 0; k < r->count; k++)
            if (*reel__map_difficulty(r->table, (void *)(uintptr_t)(r->now + k * r->table->row_size)))
                return reel_fail(w->e->error, REEL_ARGUMENT, "beatsaber-map.difficulty", r->table->name, 0,
                                 "row %zu of %s belongs to a difficulty that has no row", k, r->table->name);
    }
    return REEL_OK;
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

static void put_text(reel_output *out, const map_update *u)
{
    const uint8_t *raw = u->m->text.raw;
    size_t at = 0;
    for (size_t i = 0; i < u->patch_count; i++) {
        const map_patch *p = &u->patches[i];
        reel_put(out, raw + at, p->start - at);
        if (p->size) reel_put(out, u->made.data + p->from, p->size);
        at = p->end;
    }
    reel_put(out, raw + at, u->m->text.size - at);
}

static reel_status update_old(writing *w, reel_string version)
{
    map_update *u = &w->update;
    u->m = &w->m;
    u->walk = &w->walk;
    u->error = w->e->error;
    u->version = version;
    u->made.allocator = w->e->allocator;
    for (size_t i = 0; i < MAP_DATA_LISTS; i++) u->data[i].allocator = w->e->allocator;
    w->walk.d = &w->decoder;
    reel_status status = check_rows(w);
    if (status == REEL_OK) status = reel__map_update(u);
    if (status == REEL_OK) {
        sort_patches(u);
        put_text(w->e->out, u);
        status = w->e->out->status;
    }
    reel_memory_free(&u->made);
    for (size_t i = 0; i < MAP_DATA_LISTS; i++) reel_memory_free(&u->data[i]);
    return status;
}

static reel_status write_changed(writing *w, reel_bytes original)
{
    size_t count;
    const beatsaber_map_difficulty *difficulty = reel_chunk_rows(w->staged, &beatsaber_map_difficulties, &count);
    if (count != 1)
        return reel_fail(w->e->error, REEL_ARGUMENT, "beatsaber-map.difficulties", "difficulties", 0,
                         "a file of a difficulty has one row of difficulties, not %zu", count);
    reel_status status = original.size ? read_old(w, original.data, original.size) : REEL_END;
    if (status == REEL_MEMORY) {
        *w->e->error = w->error;
    } else if (status != REEL_OK) {
        end_old(w);
        status = begin_new(w, difficulty->version);
    }
    if (status == REEL_OK) status = update_old(w, difficulty->version);
    end_old(w);
    return status;
}

reel_status reel__map_finish(reel_encoder *e, const reel_chunk *staged)
{
    const beatsaber_map_original *original = original_of(staged);
    if (original && original->rows && original->rows == reel__kept_sum(staged, reel__map_tables, NULL, original->bytes)) {
        reel_put(e->out, original->bytes.data, original->bytes.size);
        return e->out->status;
    }
    writing *w = reel__memory_new(&e->allocator, sizeof *w);
    if (!w) return reel__memory_fail(e->error);
    w->e = e;
    w->staged = staged;
    const reel_status status = write_changed(w, original ? original->bytes : (reel_bytes){ NULL, 0 });
    reel__memory_drop(&e->allocator, w);
    return status;
}
