/* SPDX-License-Identifier: MIT
 * Note ids, taken apart. */
#include "corpus.h"

#include <reel/bsor.h>

static bsor_note_parts parts_of(int32_t id, const char *version)
{
    return bsor_note_parts_of(id, (reel_string){ version, strlen(version) });
}

static void assert_parts(int32_t id, const char *version, int scoring, int line, int layer, int color, int direction, bool bomb)
{
    bsor_note_parts p = parts_of(id, version);
    if (p.scoring != scoring || p.line != line || p.layer != layer || p.color != color || p.direction != direction ||
        p.bomb != bomb)
        fail_msg("%d of %s: %d %d %d %d %d %d", id, version, p.scoring, p.line, p.layer, p.color, p.direction, p.bomb);
}

static void splits_small_ids(void **state)
{
    (void)state;
    assert_parts(30000, "1.29.1", 3, 0, 0, 0, 0, false);
    assert_parts(2011, "1.17.1", 0, 2, 0, 1, 1, false);
    assert_parts(91101, "1.40.0", 9, 1, 1, 0, 1, false);
    assert_parts(0, "", 0, 0, 0, 0, 0, false);
}

static void knows_bombs_of_both_platforms(void **state)
{
    (void)state;
    assert_parts(-1, "1.17.1", 0, 0, 0, -1, -1, true);
    assert_parts(99, "1.17.1", 0, 0, 1, -1, -1, true);
    assert_parts(19999, "1.27.0", 2, 0, 0, -1, -1, true);
    assert_parts(22999, "1.27.0", 2, 3, 0, -1, -1, true);
    assert_parts(20039, "1.28.0", 2, 0, 0, -1, -1, true);
    assert_parts(39, "1.17.1", 0, 0, 0, -1, -1, true);
}

static void takes_scoring_of_two_digits_from_games_that_have_it(void **state)
{
    (void)state;
    assert_parts(102011, "1.40.9", 10, 2, 0, 1, 1, false);
    assert_parts(123218, "1.41.0_9876", 12, 3, 2, 1, 8, false);
    assert_parts(102011, "1.X.X", 10, 2, 0, 1, 1, false);
    assert_parts(102011, "", 10, 2, 0, 1, 1, false);
    assert_parts(102011, "2.0.0", 10, 2, 0, 1, 1, false);
    assert_parts(102011, "1.40.8", -1, -1, -1, -1, -1, false);
    assert_parts(102011, "1.29.1_4575554838", -1, -1, -1, -1, -1, false);
}

static void refuses_large_ids_whose_parts_cannot_be(void **state)
{
    (void)state;
    assert_parts(104011, "1.41.0", -1, -1, -1, -1, -1, false);
    assert_parts(100311, "1.41.0", -1, -1, -1, -1, -1, false);
    assert_parts(100021, "1.41.0", -1, -1, -1, -1, -1, false);
    assert_parts(100019, "1.41.0", -1, -1, -1, -1, -1, false);
    assert_parts(130000, "1.41.0", -1, -1, -1, -1, -1, false);
}

static void leaves_places_of_mapping_extensions_unknown(void **state)
{
    (void)state;
    assert_parts(1530011, "1.29.1", 0, -1, -1, 1, 1, false);
    assert_parts(-1498979, "1.29.1", -1, -1, -1, -1, -1, false);
    assert_parts(INT32_MIN, "1.29.1", -1, -1, -1, -1, -1, false);
    assert_parts(31530018, "1.29.1", 3, -1, -1, 1, 8, false);
    assert_parts(INT32_MAX, "1.29.1", -1, -1, -1, 4, 7, false);
}

static void agrees_with_the_vectors(void **state)
{
    (void)state;
    const char *path = corpus_path("expected/bsor/noteid_vectors.tsv");
    if (!path) skip();
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[512];
    size_t vectors = 0;
    assert_non_null(fgets(line, sizeof line, file));
    while (fgets(line, sizeof line, file)) {
        char *columns[8] = { line };
        for (int i = 1; i < 8; i++) {
            columns[i] = strchr(columns[i - 1], '\t');
            assert_non_null(columns[i]);
            *columns[i]++ = 0;
        }
        bsor_note_parts parts = parts_of((int32_t)strtol(columns[0], NULL, 10), columns[1]);
        vectors++;
        assert_int_equal(parts.bomb, strstr(columns[7], "bomb") && !strstr(columns[7], "bot"));
        if (!*columns[2]) { /* the place is unknown */
            assert_true(parts.line == -1 && parts.layer == -1);
            continue;
        }
        int direction = (int)strtol(columns[6], NULL, 10);
        const int expected[] = { (int)strtol(columns[2], NULL, 10), (int)strtol(columns[3], NULL, 10),
                                 (int)strtol(columns[4], NULL, 10), (int)strtol(columns[5], NULL, 10),
                                 direction == 9 ? -1 : direction };
        const int found[] = { parts.scoring, parts.line, parts.layer, parts.color, parts.direction };
        if (memcmp(expected, found, sizeof found) != 0) fail_msg("id %s of game %s", columns[0], columns[1]);
    }
    fclose(file);
    corpus_compared(vectors, "note ids");
}

/* Every position, color and rotation of Mapping Extensions: no note is a bomb, the scoring type is right, and the color is that of the
 * saber, once one note of the map is known to be rotated. */
static void rotated_notes_are_known_by_their_cuts(void **state)
{
    (void)state;
    const reel_string version = { "1.40.8", 6 };
    size_t known = 0, all = 0;
    for (int scoring = 1; scoring <= 12; scoring++)
        for (int place = 0; place < 24; place++)
            for (int direction = 1000; direction <= 2360; direction += direction == 1360 ? 640 : 1) {
                int line = place % 4, layer = place / 4 % 3, color = place / 12;
                bsor_note note = { .note_id = scoring * 10000 + line * 1000 + layer * 100 + color * 10 + direction,
                                   .event_type = BSOR_GOOD_CUT,
                                   .has_cut = 1,
                                   .cut = { .saber_type = color, .saber_type_ok = 1 } };
                all++;
                known += bsor_note_is_rotated(&note, version);
                bsor_note_parts parts = bsor_note_parts_in(&note, version, true);
                if (parts.bomb || parts.color != color || (scoring < 10 && parts.scoring != scoring))
                    fail_msg("id %d: color %d, scoring %d", note.note_id, parts.color, parts.scoring);
                note.event_type = BSOR_BAD_CUT;
                note.cut.saber_type = 1 - color;
                note.cut.saber_type_ok = 0;
                parts = bsor_note_parts_in(&note, version, true);
                if (parts.bomb || (parts.line < 0 && parts.color != color)) fail_msg("id %d, bad cut", note.note_id);
            }
    assert_true(known > all / 2);
}

/* A note on the grid is read as before, whatever its cut: a cut with the wrong saber stays one. */
static void notes_on_the_grid_keep_their_digits(void **state)
{
    (void)state;
    const reel_string version = { "1.40.8", 6 };
    for (int place = 0; place < 4 * 3 * 2 * 9; place++) {
        int line = place % 4, layer = place / 4 % 3, color = place / 12 % 2, direction = place / 24;
        bsor_note note = { .note_id = 30000 + line * 1000 + layer * 100 + color * 10 + direction,
                           .has_cut = 1,
                           .cut = { .saber_type = 1 - color, .saber_type_ok = 1 } };
        assert_false(bsor_note_is_rotated(&note, version));
        bsor_note_parts parts = bsor_note_parts_in(&note, version, false);
        assert_true(parts.line == line && parts.layer == layer && parts.color == color && parts.direction == direction);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotated_notes_are_known_by_their_cuts),
        cmocka_unit_test(notes_on_the_grid_keep_their_digits),
        cmocka_unit_test(splits_small_ids),
        cmocka_unit_test(knows_bombs_of_both_platforms),
        cmocka_unit_test(takes_scoring_of_two_digits_from_games_that_have_it),
        cmocka_unit_test(refuses_large_ids_whose_parts_cannot_be),
        cmocka_unit_test(leaves_places_of_mapping_extensions_unknown),
        cmocka_unit_test(agrees_with_the_vectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
