/* SPDX-License-Identifier: MIT
 * Flags that the golden files and the descriptions of the fields give away: the time axis, names of players, tables of one row. A flag that is
 * missing takes something from every caller, and no reader or writer notices. */
#include "machinery.h"

#include <reel/format.h>

enum { MOST_TABLES = 2048, LARGEST = 100000 };

/* What the golden files have of a table. */
typedef struct tally {
    const reel_format *format;
    const reel_table *table;
    size_t most; /* rows of one file */
} tally;

static tally tallies[MOST_TABLES];
static size_t tally_count;

static void count_rows(const specimen *file)
{
    const reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(file->data, file->size, &options);
    const reel_format *format = reel_replay_format(replay);
    for (const reel_table *const *table = format->tables; *table && !repeats_rows(replay); table++) {
        size_t count, i = 0;
        reel_rows(replay, *table, &count);
        while (i < tally_count && (tallies[i].table != *table || tallies[i].format != format)) i++;
        assert_true(i < MOST_TABLES);
        if (i == tally_count) tallies[tally_count++] = (tally){ format, *table, 0 };
        if (count > tallies[i].most) tallies[i].most = count;
    }
    reel_free(replay);
}

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(name, *names) == 0) return true;
    return false;
}

/* A file has one header and one layout, unless the rows are those of its parts: what was cut off, what follows a part, what its pieces are. */
static void check_one_row(const tally *t)
{
    static const char *const of_parts[] = { "tails", "endings", "trailing", "metadata", "pieces", "rests", NULL };
    static const char *const late[] = { "play_settings", "controller_offsets", "ending",
                                        NULL }; /* known at the end of the file only */
    const uint32_t flags = t->table->flags;
    const bool is_apart = flags & (REEL_TABLE_HEADER | REEL_TABLE_LAYOUT), is_one = flags & REEL_TABLE_ONE_ROW;
    if (is_apart && !is_one && t->most == 1 && !is_one_of(t->table->name, of_parts))
        fail_msg("%s.%s: no golden file has a second row, but it is not flagged ONE_ROW", t->format->id, t->table->name);
    if (is_one && !is_apart && !is_one_of(t->table->name, late))
        fail_msg("%s.%s: one row, but neither HEADER nor LAYOUT", t->format->id, t->table->name);
}

static void check_fields(const tally *t)
{
    static const char *const clocks[] = { "time", "frame", "tick", NULL };
    const bool is_timed = reel_table_time(t->table) || t->table->flags & (REEL_TABLE_HEADER | REEL_TABLE_LAYOUT);
    for (size_t f = 0; f < t->table->field_count; f++) {
        const reel_field *field = &t->table->fields[f];
        const bool names =
            field->type == REEL_STRING && (strstr(field->doc, "player's name") || strstr(field->doc, "name of the player"));
        if (names && !(field->flags & REEL_FIELD_PERSONAL))
            fail_msg("%s.%s.%s is not flagged PERSONAL", t->format->id, t->table->name, field->name);
        /* attempts of OmegaBot 3 each begin at 0; the start of a ghost is what all of it is compared with, and stays in each part; an
         * envelope of a map has a clock of its own, and begins again; boxes of lights stay for the events after them */
        static const char *const apart[] = { "attempt_inputs", "starts", "envelope_points", "light_boxes", NULL };
        if (!is_timed && is_one_of(field->name, clocks) && !is_one_of(t->table->name, apart))
            fail_msg("%s.%s.%s is not flagged TIME", t->format->id, t->table->name, field->name);
    }
}

static void no_flag_is_missing(void **state)
{
    (void)state;
    each_specimen(GOLDEN, LARGEST, count_rows);
    for (size_t i = 0; i < tally_count; i++) {
        check_one_row(&tallies[i]);
        check_fields(&tallies[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(no_flag_is_missing) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
