/* SPDX-License-Identifier: MIT
 * Writes a map: the file as it was if its rows did not change, else the file with what changed; rows without a file as a new one. */
#include "core/kept.h"
#include "core/memory.h"
#include "core/rows.h"
#include "core/text.h"
#include "formats/beatsaber_map/package.h"
#include "formats/beatsaber_map/writer.h"

static const beatsaber_map_original *original_of(const reel_chunk *rows)
{
    size_t count;
    const beatsaber_map_original *row = reel_chunk_rows(rows, &beatsaber_map_originals, &count);
    return count == 1 ? row : NULL;
}

/* ---- one difficulty ----------------------------------------------------------------------------------------------- */

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
    w->old = reel__chunk_new(reel__map_tables, NULL, UINT64_MAX, &w->allocator);
    if (!w->old) return reel__memory_fail(&w->error);
    w->decoder = (reel_decoder){ .chunk = w->old, .allocator = w->allocator, .error = &w->error };
    w->decoder.limits.nesting = PULL_MOST_DEPTH;
    memset(&w->m, 0, sizeof w->m);
    w->m.d = &w->decoder;
    w->m.where = "";
    w->m.difficulty = w->job->difficulty;
    w->m.text.raw = text;
    w->m.text.size = size;
    return reel__map_read_difficulty(&w->m, &w->read);
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
        return reel_fail(w->failure, REEL_ARGUMENT, "beatsaber-map.version", "difficulties", 0,
                         "version %.*s cannot be written: 2, 3 and 4 can", (int)(version.size < 20 ? version.size : 20),
                         version.data);
    const char *text = version.size ? texts[form - 2] : "{\"_notes\":[]}";
    memcpy(w->first, text, strlen(text) + 1);
    return read_old(w, (const uint8_t *)w->first, strlen(w->first));
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
    u->version = w->job->version;
    u->made.allocator = w->allocator;
    for (size_t i = 0; i < MAP_DATA_LISTS; i++) u->data[i].allocator = w->allocator;
    w->walk.d = &w->decoder;
    for (size_t i = 0; i < MAP_LISTS; i++) {
        map_rows *r = &u->rows[i];
        r->table = reel__map_lists[i];
        r->old = reel_chunk_rows(w->old, r->table, &r->old_count);
        r->now = w->job->rows[i];
        r->count = w->job->counts[i];
    }
    reel_status status = reel__map_update(u);
    sort_patches(u);
    if (status == REEL_OK && !put_text(to, u, mark)) status = reel__memory_fail(w->failure);
    reel_memory_free(&u->made);
    for (size_t i = 0; i < MAP_DATA_LISTS; i++) reel_memory_free(&u->data[i]);
    return status;
}

reel_status reel__map_write_file(const map_file_writing *job, reel_memory *to)
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
        *w->failure = w->error;
    } else if (status != REEL_OK) {
        end_old(w);
        mark = 0;
        status = begin_new(w, job->version);
    }
    if (status == REEL_OK) status = update_old(w, to, mark);
    end_old(w);
    reel__memory_drop(&job->encoder->allocator, w);
    return status;
}

/* ---- a lone file -------------------------------------------------------------------------------------------------- */

static reel_status fail_count(reel_error *error, const char *rule, const char *table, size_t row, const char *why)
{
    return reel_fail(error, REEL_ARGUMENT, rule, table, 0, "row %zu of %s: %s", row, table, why);
}

/* A file of a difficulty does not say what it is called. */
static reel_status check_lone(const reel_encoder *e, const reel_chunk *staged)
{
    size_t count;
    const beatsaber_map_difficulty *row = reel_chunk_rows(staged, &beatsaber_map_difficulties, &count);
    if (count != 1)
        return reel_fail(e->error, REEL_ARGUMENT, "beatsaber-map.difficulties", "difficulties", 0,
                         "a file of a difficulty has one row of difficulties, not %zu", count);
    beatsaber_map_difficulty only = { .version = row->version };
    if (!reel__rows_are_equal(&beatsaber_map_difficulties, row, &only, 1))
        return fail_count(e->error, "beatsaber-map.info", "difficulties", 0, "Info.dat says that, which is another file");
    reel_chunk_rows(staged, &beatsaber_map_infos, &count);
    if (count) return fail_count(e->error, "beatsaber-map.info", "info", 0, "Info.dat says that, which is another file");
    for (size_t i = 0; i < MAP_LISTS; i++) {
        const reel_table *table = reel__map_lists[i];
        const uint8_t *rows = reel_chunk_rows(staged, table, &count);
        for (size_t k = 0; k < count; k++)
            if (*reel__map_difficulty(table, (void *)(uintptr_t)(rows + k * table->row_size)))
                return fail_count(e->error, "beatsaber-map.difficulty", table->name, k, "its difficulty has no row");
    }
    return REEL_OK;
}

static reel_status write_lone(reel_encoder *e, const reel_chunk *staged, reel_bytes original)
{
    size_t count;
    reel_memory made = { .allocator = e->allocator };
    reel_status status = check_lone(e, staged);
    if (status != REEL_OK) return status;
    const beatsaber_map_difficulty *difficulty = reel_chunk_rows(staged, &beatsaber_map_difficulties, &count);
    map_file_writing job = { .encoder = e, .staged = staged, .original = original, .version = difficulty->version };
    for (size_t i = 0; i < MAP_LISTS; i++) job.rows[i] = reel_chunk_rows(staged, reel__map_lists[i], &job.counts[i]);
    status = reel__map_write_file(&job, &made);
    if (status == REEL_OK) {
        reel_put(e->out, made.data, made.size);
        status = e->out->status;
    }
    reel_memory_free(&made);
    return status;
}

reel_status reel__map_finish(reel_encoder *e, const reel_chunk *staged)
{
    const beatsaber_map_original *row = original_of(staged);
    const reel_bytes original = row ? row->bytes : (reel_bytes){ NULL, 0 };
    if (row && row->rows && row->rows == reel__kept_sum(staged, reel__map_tables, NULL, row->bytes)) {
        reel_put(e->out, original.data, original.size);
        return e->out->status;
    }
    if (reel__package_begins(original.data, original.size)) return reel__map_write_level(e, staged, original);
    if (original.size && reel__map_is_info(original.data, original.size))
        return reel_fail(e->error, REEL_ARGUMENT, "beatsaber-map.info", "info", 0,
                         "rows of info and difficulties cannot be changed");
    return write_lone(e, staged, original);
}
