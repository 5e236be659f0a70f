/* SPDX-License-Identifier: MIT
 * Sections of a file stand for themselves: damage in one does not hide damage in another, and one that nobody wants is not unpacked. */
#include "machinery.h"

#include <reel/format.h>

/* ---- two damaged sections --------------------------------------------------------------------------------------- */

enum { FLIP = 0x55, SMALL = 20000 };

typedef struct reading {
    reel_replay *replay; /* NULL: refused */
    finding_text findings;
} reading;

static size_t both_damaged;

static void read_as(const reel_format *format, const uint8_t *data, size_t size, reading *got)
{
    reel_options options = machinery_options(NULL);
    *got = (reading){ .replay = NULL };
    options.format = format;
    options.report = finding_text_report;
    options.report_context = &got->findings;
    if (reel_load(reel_source_memory(data, size), &options, &got->replay, NULL) < 0) got->replay = NULL;
}

static const reel_error *damage_of(const reading *got) { return got->replay ? reel_replay_damage(got->replay) : NULL; }

/* Whether a replay has all rows of the tables that a cut shortens: then its reader came to where the file was cut. */
static bool reaches(const reel_replay *replay, const reel_replay *whole, const reel_replay *cut)
{
    bool any = false;
    for (const reel_table *const *table = reel_replay_format(whole)->tables; *table; table++) {
        size_t here, all, left;
        reel_rows(replay, *table, &here);
        reel_rows(whole, *table, &all);
        reel_rows(cut, *table, &left);
        if (left == all || (*table)->flags & REEL_TABLE_LAYOUT) continue;
        if (here != all) return false;
        any = true;
    }
    return any;
}

/* Rules of damage that shows by what the end of a file has: they say nothing where it is not there. */
static const char *const comparing[] = { "ddnet-map.counts", "ddnet-map.block-number", "ddnet-map.layer-size", "bsor.event-bytes",
                                         "beatsaber-map.zip-entry" };

/* `data` has a byte that damages one section; without its last byte, another one is damaged too, as in `cut`. */
static void damage_both(const specimen *file, const uint8_t *data, size_t at, const reading *flipped, const reading *cut)
{
    static reading both;
    const reel_error *one = damage_of(flipped), *other = damage_of(cut);
    if (!strcmp(one->section, other->section)) return; /* the first damage may be what is behind it */
    for (size_t i = 0; i < sizeof comparing / sizeof *comparing; i++)
        if (!strcmp(one->rule, comparing[i])) return;
    read_as(reel_replay_format(cut->replay), data, file->size - 1, &both);
    if (!both.replay || both.findings.errors < 2 || !strstr(both.findings.text, one->rule) ||
        !strstr(both.findings.text, other->rule))
        fail_msg("%s, byte %zu and its end: %s in \"%s\" hides %s in \"%s\":\n%s", file->name, at, one->rule, one->section,
                 other->rule, other->section, both.findings.text);
    reel_free(both.replay);
    both_damaged++;
}

static void flip_and_cut(const specimen *file)
{
    static reading cut, flipped;
    const reel_options options = machinery_options(NULL);
    reel_replay *whole = load_bytes(file->data, file->size, &options);
    const reel_format *format = reel_replay_format(whole);
    cut.replay = NULL;
    if (file->size > 1 && is_unwrapped(format, file->data, file->size)) read_as(format, file->data, file->size - 1, &cut);
    uint8_t *copy = malloc(file->size + 1);
    assert_non_null(copy);
    memcpy(copy, file->data, file->size);
    const size_t stride = stride_for(file->size, by_effort(4000, 600, 60), by_effort(400, 60, 40));
    for (size_t at = 0; damage_of(&cut) && at + 1 < file->size; at += stride) {
        copy[at] ^= FLIP;
        read_as(format, copy, file->size, &flipped);
        if (damage_of(&flipped) && reaches(flipped.replay, whole, cut.replay)) damage_both(file, copy, at, &flipped, &cut);
        reel_free(flipped.replay);
        copy[at] ^= FLIP;
    }
    free(copy);
    reel_free(cut.replay);
    reel_free(whole);
}

static void damage_does_not_hide_that_of_another_section(void **state)
{
    (void)state;
    each_specimen(GOLDEN, SMALL, flip_and_cut);
    print_message("%zu files with two damaged sections\n", both_damaged);
    assert_enough(both_damaged > 0);
}

/* ---- sections that nobody wants --------------------------------------------------------------------------------- */

enum { MOST_TABLES = 512 };

/* Of the files of a format that have something packed: how many a table was read from, and from how many without unpacking. */
typedef struct tally {
    const reel_format *format;
    const reel_table *table;
    size_t files, free_of_it;
} tally;

static tally tallies[MOST_TABLES];
static size_t tally_count;

static tally *tally_of(const reel_format *format, const reel_table *table)
{
    size_t i = 0;
    while (i < tally_count && (tallies[i].format != format || tallies[i].table != table)) i++;
    assert_true(i < MOST_TABLES);
    if (i == tally_count) tallies[tally_count++] = (tally){ .format = format, .table = table };
    return &tallies[i];
}

/* Whether tables (NULL: those of a usual reading) can be read if nothing may be unpacked. */
static bool reads_without_unpacking(const specimen *file, const reel_table *const *tables)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    reel_error error;
    options.limits.unpacked_bytes = 1;
    options.tables = tables;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, &error) < 0) return false;
    const bool whole = !reel_replay_damage(replay);
    reel_free(replay);
    return whole;
}

static void read_each_table(const specimen *file)
{
    const reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(file->data, file->size, &options);
    const reel_format *format = reel_replay_format(replay);
    const bool sound = !reel_replay_damage(replay);
    reel_free(replay);
    if (!sound || !is_unwrapped(format, file->data, file->size) || reads_without_unpacking(file, NULL)) return;
    for (const reel_table *const *table = format->tables; *table; table++) {
        const reel_table *const wanted[] = { *table, NULL };
        tally *seen = tally_of(format, *table);
        seen->files++;
        seen->free_of_it += reads_without_unpacking(file, wanted);
    }
}

/* Formats of which not all is packed, and their tables that always are. In others the header is, or the file as a whole. */
static const struct {
    const char *format, *packed[8];
} partly[] = {
    { "ddnet-map", { "layers", "tiles", "original" } },
    { "toy-packed", { "points" } },
    { "xror", { "frames", "axes", "points", "strokes", "document" } },
};

static bool is_listed(const tally *seen, bool *always)
{
    for (size_t i = 0; i < sizeof partly / sizeof *partly; i++) {
        if (strcmp(partly[i].format, seen->format->id)) continue;
        for (size_t k = 0; k < 8 && partly[i].packed[k]; k++) *always |= !strcmp(partly[i].packed[k], seen->table->name);
        return true;
    }
    return false;
}

static void a_section_that_is_not_wanted_is_not_unpacked(void **state)
{
    (void)state;
    each_specimen(GOLDEN, SMALL, read_each_table);
    size_t free_ones = 0;
    for (size_t i = 0; i < tally_count; i++) {
        const tally *seen = &tallies[i];
        bool always = false;
        const bool listed = is_listed(seen, &always);
        free_ones += seen->free_of_it > 0;
        if ((seen->free_of_it > 0) != (listed && !always))
            fail_msg("%s.%s was read from %zu files with something packed, from %zu without unpacking", seen->format->id,
                     seen->table->name, seen->files, seen->free_of_it);
    }
    print_message("%zu tables need no section that is packed\n", free_ones);
    assert_enough(free_ones > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(damage_does_not_hide_that_of_another_section),
                                        cmocka_unit_test(a_section_that_is_not_wanted_is_not_unpacked) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
