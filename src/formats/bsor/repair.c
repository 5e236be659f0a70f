/* SPDX-License-Identifier: MIT
 * Repairs what other readers of BSOR fail on: wrong string lengths, bytes outside of sections, a truncated end. */
#include "core/chunk.h"
#include "core/memory.h"
#include "core/rows.h"
#include "formats/bsor/layout.h"

#include <stdlib.h>

static reel_finding repair_finding(const char *rule, const char *section, const reel_table *table, uint64_t row)
{
    return (reel_finding){
        .rule = rule, .severity = REEL_NOTE, .section = section, .offset = REEL_NO_OFFSET, .table = table, .row = row
    };
}

/* Drops rows of lengths, so that lengths are written in bytes. A text that is too long in bytes for readers keeps its length, and one that
 * is not UTF-8 its bytes. */
static void repair_lengths(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &bsor_lengths);
    bsor_length *rows = (bsor_length *)(void *)list->data;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        const char *name = rows[i].string < BSOR_STRINGS ? reel__bsor_string_field(rows[i].string)->name : "string";
        if (rows[i].bytes > BSOR_MOST_STATED || rows[i].stated == (int64_t)rows[i].bytes) {
            rows[kept++] = rows[i];
            continue;
        }
        reel_finding finding = repair_finding("repair.bsor.string-length", "info", &bsor_infos, rows[i].info);
        finding.offset = rows[i].offset;
        reel_find(&m->reporter, finding, "%s: corrected the length to %u from %d", name, rows[i].bytes, rows[i].stated);
    }
    list->count = kept;
}

/* Drops bytes that no reader can use. Returns true if the section must be dropped too. */
static bool repair_section(const reel_change *m, bsor_section *row)
{
    reel_finding finding = repair_finding("repair.bsor.section-bare", "sections", NULL, REEL_NO_ROW);
    finding.offset = row->offset;
    if (row->bare) {
        reel_find(&m->reporter, finding, "dropped section id %d at the end, which has no section", row->id);
        return true;
    }
    if (row->id >= BSOR_SECTION_IDS) {
        finding.rule = "repair.bsor.section-id";
        finding.count = finding.length = row->raw.size + 1;
        reel_find(&m->reporter, finding, "dropped %zu {byte|bytes}, from unknown section %d to the end", row->raw.size + 1,
                  row->id);
        return true;
    }
    if (row->raw.size) {
        finding.rule = "repair.bsor.trailing-bytes";
        finding.offset = row->offset + row->size;
        finding.count = finding.length = row->raw.size;
        reel_find(&m->reporter, finding, "dropped %zu {byte|bytes} after the last section", row->raw.size);
        row->raw = (reel_bytes){ NULL, 0 };
    }
    if (row->count || reel__bsor_section_kinds[row->id].count_rule) return false;
    finding.rule = "repair.bsor.section-cut";
    reel_find(&m->reporter, finding, "dropped truncated section %d (%s)", row->id, reel__bsor_section_kinds[row->id].name);
    return true;
}

/* Drops the layout if a section is missing: the writer then writes all sections in the usual order, and missing ones empty. */
static void add_missing(const reel_change *m, reel_row_list *sections, unsigned present)
{
    for (unsigned id = 0; id < BSOR_NEEDED_SECTIONS; id++) {
        if (present >> id & 1) continue;
        const char *name = reel__bsor_section_kinds[id].name;
        sections->count = 0;
        reel_find(&m->reporter,
                  repair_finding("repair.bsor.section-missing", name, reel__bsor_section_kinds[id].table, REEL_NO_ROW),
                  "added missing section %u (%s), empty", id, name);
    }
}

static void repair_sections(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &bsor_sections);
    if (!list->count) return; /* not from a file: the writer adds missing sections */
    bsor_section *rows = (bsor_section *)(void *)list->data;
    size_t kept = 0;
    unsigned present = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (repair_section(m, &rows[i])) continue;
        present |= 1u << rows[i].id;
        rows[kept++] = rows[i];
    }
    list->count = kept;
    add_missing(m, list, present);
}

/* Drops the lengths of all infos but the last, which is now row 0. */
static void drop_earlier_lengths(const reel_change *m, size_t infos)
{
    reel_row_list *list = reel_change_rows(m->chunk, &bsor_lengths);
    bsor_length *rows = (bsor_length *)(void *)list->data;
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (rows[i].info != infos - 1) continue;
        rows[kept] = rows[i];
        rows[kept++].info = 0;
    }
    list->count = kept;
}

/* Whether a row says anything: padding that was read as a section does not. */
static bool has_content(const reel_table *table, const uint8_t *row)
{
    for (size_t f = 0; f < table->field_count; f++)
        if (!reel__field_is_zero(&table->fields[f], row)) return true;
    return false;
}

/* Drops all rows but one of info or offsets if the layout was dropped. They came from duplicate sections. Readers use the last: here it is
 * the last with content. */
static void drop_earlier_rows(const reel_change *m, bsor_section_id id, bool had_layout)
{
    const bsor_section_kind *kind = &reel__bsor_section_kinds[id];
    reel_row_list *list = reel_change_rows(m->chunk, kind->table);
    size_t sections, count = list->count, size = kind->table->row_size, last = count;
    reel_chunk_rows(m->chunk, &bsor_sections, &sections);
    if (sections || count < 2) return;
    while (last && !has_content(kind->table, list->data + (last - 1) * size)) last--;
    if (last == 0) last = count;
    memmove(list->data, list->data + (last - 1) * size, size);
    list->count = 1;
    if (id == BSOR_INFO) drop_earlier_lengths(m, last);
    if (had_layout)
        reel_find(&m->reporter, repair_finding("repair.bsor.section-repeated", kind->name, kind->table, 0),
                  "of %zu {row|rows} of %s, kept only the last with content", count, kind->name);
}

/* ---- repeated sections without content -------------------------------------------------------------------------- */

/* Whether a section has rows that say something. `row`: of its first row. */
static bool section_has_content(const reel_change *m, const bsor_section *section, size_t row)
{
    const bsor_section_kind *kind = &reel__bsor_section_kinds[section->id];
    size_t count;
    const uint8_t *rows = reel_chunk_rows(m->chunk, kind->table, &count);
    if (kind->count_rule) return section->count > 0;
    return row < count && has_content(kind->table, rows + row * kind->table->row_size);
}

static void drop_row(const reel_change *m, const reel_table *table, size_t row)
{
    reel_row_list *list = reel_change_rows(m->chunk, table);
    if (row >= list->count) return;
    list->count--;
    memmove(list->data + row * table->row_size, list->data + (row + 1) * table->row_size, (list->count - row) * table->row_size);
}

/* Drops the sections of one id that say nothing, if another one does: most readers use the last. */
static void drop_empty_repeats(const reel_change *m, bsor_section_id id)
{
    reel_row_list *list = reel_change_rows(m->chunk, &bsor_sections);
    bsor_section *rows = (bsor_section *)(void *)list->data;
    const bsor_section_kind *kind = &reel__bsor_section_kinds[id];
    size_t with_content = 0, row = 0, kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (rows[i].id != id || rows[i].bare) continue;
        with_content += section_has_content(m, &rows[i], row);
        row += rows[i].count;
    }
    row = 0;
    for (size_t i = 0; i < list->count; i++) {
        bool same = rows[i].id == id && !rows[i].bare;
        if (!same || !with_content || section_has_content(m, &rows[i], row)) {
            row += same ? rows[i].count : 0;
            rows[kept++] = rows[i];
            continue;
        }
        reel_finding finding = repair_finding("repair.bsor.section-repeated", kind->name, kind->table, REEL_NO_ROW);
        finding.offset = rows[i].offset;
        reel_find(&m->reporter, finding, "dropped a repeated section %d (%s) without content", id, kind->name);
        if (!kind->count_rule) drop_row(m, kind->table, row);
    }
    list->count = kept;
}

/* ---- notes that were recorded twice ----------------------------------------------------------------------------- */

typedef struct twin {
    uint32_t spawn, id, row;
} twin;

static int by_note(const void *a, const void *b)
{
    const twin *x = a, *y = b;
    if (x->spawn != y->spawn) return x->spawn < y->spawn ? -1 : 1;
    if (x->id != y->id) return x->id < y->id ? -1 : 1;
    return (x->row > y->row) - (x->row < y->row);
}

static bool same_note(const twin *a, const twin *b) { return a->spawn == b->spawn && a->id == b->id; }

/* A cut that was recorded has a point: no note is at the player's origin. */
static bool has_cut_point(const bsor_note *note)
{
    const reel_vec3 *point = &note->cut.cut_point;
    return note->has_cut && (point->x != 0 || point->y != 0 || point->z != 0);
}

/* Marks with has_cut = DROPPED the notes of a group that are not kept: all but the first with a cut point if `all`, else those whose cut was
 * not recorded although that of another was. Returns their number. */
enum { DROPPED = 2 };

static size_t mark_twins(bsor_note *notes, const twin *group, size_t count, bool all)
{
    size_t best = 0, dropped = 0;
    while (best < count && !has_cut_point(&notes[group[best].row])) best++;
    if (best == count) best = 0;
    bool known = has_cut_point(&notes[group[best].row]);
    for (size_t i = 0; i < count; i++) {
        bsor_note *note = &notes[group[i].row];
        bool empty = note->has_cut && !has_cut_point(note);
        if (i == best || !(all || (known && empty))) continue;
        note->has_cut = DROPPED;
        dropped++;
    }
    return dropped;
}

/* Some builds of a mod recorded each note twice, one of the two without its cut. A server takes a replay for such a one if it has 1.8 times
 * the notes of its map; here the notes with an id and spawn time of their own stand for the map. In other files only the twins without a cut
 * go: two links of a chain may well have one id and one time. */
static reel_status drop_twins(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &bsor_notes);
    bsor_note *notes = (bsor_note *)(void *)list->data;
    size_t count = list->count, distinct = 1, dropped = 0, kept = 0;
    bsor_attempt last;
    if (count < 2 || bsor_attempts(m->chunk, &last) > 1) return REEL_OK; /* the notes of several attempts are the same, too */
    twin *twins = reel__memory_new(&m->allocator, count * sizeof *twins);
    if (!twins) return reel__memory_fail(m->error);
    for (size_t i = 0; i < count; i++)
        twins[i] = (twin){ reel_float_bits(notes[i].spawn_time), (uint32_t)notes[i].note_id, (uint32_t)i };
    qsort(twins, count, sizeof *twins, by_note);
    for (size_t i = 1; i < count; i++) distinct += !same_note(&twins[i - 1], &twins[i]);
    bool doubled = count * 10 >= distinct * 18;
    for (size_t i = 0, size; i < count; i += size) {
        for (size = 1; i + size < count && same_note(&twins[i], &twins[i + size]);) size++;
        if (size > 1) dropped += mark_twins(notes, &twins[i], size, doubled);
    }
    reel__memory_drop(&m->allocator, twins);
    for (size_t i = 0; i < count; i++)
        if (notes[i].has_cut != DROPPED) notes[kept++] = notes[i];
    list->count = kept;
    reel_tally(m, "repair.bsor.note-twice", REEL_NOTE, &bsor_notes, NULL, dropped, "recorded twice, dropped");
    return REEL_OK;
}

/* Adds an empty info: a truncated recording may not have one yet. */
static reel_status repair_info(const reel_change *m)
{
    reel_row_list *list = reel_change_rows(m->chunk, &bsor_infos);
    if (list->count) return REEL_OK;
    if (!reel_row_add(list)) return reel_build_status(m->chunk);
    reel_find(&m->reporter, repair_finding("repair.bsor.info-absent", "info", &bsor_infos, 0),
              "added missing info, with empty texts and zeros");
    return REEL_OK;
}

reel_status reel__bsor_repair(reel_change *m)
{
    size_t sections;
    reel_chunk_rows(m->chunk, &bsor_sections, &sections);
    for (bsor_section_id id = BSOR_INFO; id < BSOR_SECTION_IDS; id++) drop_empty_repeats(m, id);
    repair_lengths(m);
    repair_sections(m);
    drop_earlier_rows(m, BSOR_INFO, sections > 0);
    drop_earlier_rows(m, BSOR_OFFSETS, sections > 0);
    reel_status status = drop_twins(m);
    if (status < 0) return status;
    status = repair_info(m);
    return status < 0 ? reel__chunk_failure(m->chunk, 0, m->error) : REEL_OK;
}
