/* SPDX-License-Identifier: MIT
 * Repairs what other readers of BSOR fail on: wrong string lengths, bytes outside of sections, a truncated end. */
#include "formats/bsor/layout.h"

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
        const char *name = rows[i].string < BSOR_STRINGS ? bsor_string_field(rows[i].string)->name : "string";
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
    if (row->count || bsor_section_kinds[row->id].count_rule) return false;
    finding.rule = "repair.bsor.section-cut";
    reel_find(&m->reporter, finding, "dropped truncated section %d (%s)", row->id, bsor_section_kinds[row->id].name);
    return true;
}

/* Drops the layout if a section is missing: the writer then writes all sections in the usual order, and missing ones empty. */
static void add_missing(const reel_change *m, reel_row_list *sections, unsigned present)
{
    for (unsigned id = 0; id < BSOR_NEEDED_SECTIONS; id++) {
        if (present >> id & 1) continue;
        const char *name = bsor_section_kinds[id].name;
        sections->count = 0;
        reel_find(&m->reporter, repair_finding("repair.bsor.section-missing", name, bsor_section_kinds[id].table, REEL_NO_ROW),
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

/* Drops all rows but the last of info or offsets if the layout was dropped. They came from duplicate sections, of which readers use the
 * last. */
static void drop_earlier_rows(const reel_change *m, bsor_section_id id, bool had_layout)
{
    const bsor_section_kind *kind = &bsor_section_kinds[id];
    reel_row_list *list = reel_change_rows(m->chunk, kind->table);
    size_t sections, count = list->count, size = kind->table->row_size;
    reel_chunk_rows(m->chunk, &bsor_sections, &sections);
    if (sections || count < 2) return;
    memmove(list->data, list->data + (count - 1) * size, size);
    list->count = 1;
    if (id == BSOR_INFO) drop_earlier_lengths(m, count);
    if (had_layout)
        reel_find(&m->reporter, repair_finding("repair.bsor.section-repeated", kind->name, kind->table, 0),
                  "of %zu {row|rows} of %s, kept only the last", count, kind->name);
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

reel_status bsor_repair(reel_change *m)
{
    size_t sections;
    reel_chunk_rows(m->chunk, &bsor_sections, &sections);
    repair_lengths(m);
    repair_sections(m);
    drop_earlier_rows(m, BSOR_INFO, sections > 0);
    drop_earlier_rows(m, BSOR_OFFSETS, sections > 0);
    reel_status status = repair_info(m);
    return status < 0 ? reel_fail(m->error, status, "reel.memory", "info", 0, "out of memory for the repaired rows") : REEL_OK;
}
