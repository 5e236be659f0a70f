/* SPDX-License-Identifier: MIT
 * Files made after public bug reports, in the folder `reports` of a corpus. Its INDEX.tsv says in words what is right for each. The words
 * that can be compared are the table `answers`; a file whose answer has none of them is only printed. */
#include "reported_parts.h"
#include "reported_scoresaber.h"

#include <reel/butter.h>
#include <reel/macros.h>

#include <ctype.h>

/* ---- answers ----------------------------------------------------------------------------------------------------- */

static void expect_score(reported *file, const double *n)
{
    reel_memory made = { 0 };
    bool repairs = strstr(file->answer, "repair keeps") != NULL;
    if (repairs) expect_that(file, "not repaired", repaired(file, &made) == REEL_OK);
    bytes of = repairs ? (bytes){ made.data, made.size } : whole(file);
    expect(file, "score", value(file, of, "summary", "score", 0), n[0], 0);
    expect(file, "maximum score", value(file, of, "summary", "max_score", 0), n[1], 0);
    if (repairs) reel_memory_free(&made);
}

static void expect_rows(reported *file, const char *table, double count)
{
    reel_memory made = { 0 };
    bool repairs = strstr(file->answer, "repair keeps") != NULL;
    if (repairs) expect_that(file, "not repaired", repaired(file, &made) == REEL_OK);
    expect(file, table, value(file, repairs ? (bytes){ made.data, made.size } : whole(file), table, NULL, -1), count, 0);
    if (repairs) reel_memory_free(&made);
}

static void expect_notes(reported *file, const double *n) { expect_rows(file, "notes", n[0]); }
static void expect_frames(reported *file, const double *n) { expect_rows(file, "frames", n[0]); }

static void expect_summary(reported *file, const char *field, double should)
{
    expect(file, field, value(file, whole(file), "summary", field, 0), should, 1e-5);
}

static void expect_score_so_far(reported *file, const double *n) { expect_summary(file, "score", n[0]); }
static void expect_good_cuts(reported *file, const double *n) { expect_summary(file, "good_cuts", n[0]); }
static void expect_bombs(reported *file, const double *n) { expect_summary(file, "bombs", n[0]); }
static void expect_fail_time(reported *file, const double *n) { expect_summary(file, "fail_time", n[0]); }
static void expect_lowest(reported *file, const double *n) { expect_summary(file, "min_energy", n[0]); }
static void expect_final(reported *file, const double *n) { expect_summary(file, "final_energy", n[0]); }
static void expect_platformer(reported *file, const double *n) { (void)n, expect_summary(file, "platformer", 1); }

static void expect_no_fail(reported *file, const double *n)
{
    (void)n;
    expect_that(file, "a fail is found", isnan(value(file, whole(file), "summary", "fail_time", 0)));
}

static void expect_empty_energy(reported *file, const double *n)
{
    size_t seconds = (size_t)value(file, whole(file), "graph", NULL, -1);
    for (size_t i = 0; i < seconds; i++)
        if (value(file, whole(file), "graph", "time", (long)i) >= n[1])
            expect(file, "energy", value(file, whole(file), "graph", "energy", (long)i), n[0], 0);
    expect_summary(file, "final_energy", n[0]);
}

static void expect_full_combo(reported *file, const double *n) { (void)n, expect_summary(file, "full_combo", 1); }

static void expect_not_won(reported *file, const double *n)
{
    (void)n;
    expect_that(file, "won", value(file, whole(file), "summary", "won", 0) != 1);
    expect_that(file, "full combo", value(file, whole(file), "summary", "full_combo", 0) != 1);
}

static void expect_hands(reported *file, const double *n)
{
    for (long hand = 0; hand < 2; hand++)
        expect(file, "cuts of a hand", value(file, whole(file), "hands", "good_cuts", hand), n[0], 0);
}

static void expect_graph_zero(reported *file, const double *n)
{
    (void)n;
    double first = NAN;
    for (long i = 0; i < (long)value(file, whole(file), "graph", NULL, -1) && isnan(first); i++)
        first = value(file, whole(file), "graph", "accuracy", i);
    expect(file, "first accuracy of the graph", first, 0, 0);
}

static void expect_heart_rate(reported *file, const double *n)
{
    (void)n;
    expect_that(file, "no rows of the heart rate", value(file, whole(file), "heart_rate", NULL, -1) > 0);
}

static void expect_song_speed(reported *file, const double *n)
{
    (void)n;
    expect_that(file, "no song speed", value(file, whole(file), "summary", "song_speed", 0) > 0);
}

static void expect_duration(reported *file, const double *n)
{
    (void)n;
    expect_that(file, "the duration is negative", value(file, whole(file), "match", "duration", 0) >= 0);
}

static void expect_two_players(reported *file, const double *n)
{
    expect(file, "players", value(file, whole(file), "echo.player_stats", NULL, -1), 2, 0);
    for (long i = 0; i < 2; i++) expect(file, "userid", value(file, whole(file), "echo.player_stats", "userid", i), n[i], 0);
}

/* ---- findings ---------------------------------------------------------------------------------------------------- */

static void expect_severity(reported *file, const char *what, reel_severity least)
{
    expect_that(file, what, file->format && total(file->findings, least) > 0);
}

static void expect_finding(reported *file, const double *n) { (void)n, expect_severity(file, "nothing is reported", REEL_NOTE); }
static void expect_warning(reported *file, const double *n) { (void)n, expect_severity(file, "no warning", REEL_WARNING); }
static void expect_damage(reported *file, const double *n) { (void)n, expect_severity(file, "no error", REEL_ERROR); }

static void expect_nothing(reported *file, const double *n)
{
    (void)n;
    expect_that(file, "there are findings", file->format && total(file->findings, REEL_NOTE) == 0);
}

static void expect_no_error(reported *file, const double *n)
{
    (void)n;
    expect_that(file, "there are errors", file->format && total(file->findings, REEL_ERROR) == 0);
}

static void expect_refused(reported *file, const double *n)
{
    (void)n;
    expect_that(file, "accepted", !file->format || total(file->findings, REEL_ERROR) > 0);
}

static void expect_unknown(reported *file, const double *n) { (void)n, expect_that(file, "it is read", !file->format); }

/* The hash of the map is known by its 40 digits, in any case. */
static void expect_digits(reported *file, const double *n)
{
    (void)n;
    reel_replay *replay = load(file, whole(file));
    const reel_table *info = replay ? reel_format_table(reel_replay_format(replay), "info") : NULL;
    const reel_field *hash = info ? reel_table_field(info, "map_hash") : NULL;
    reel_string text = { 0 };
    if (hash) memcpy(&text, (const uint8_t *)reel_rows(replay, info, &(size_t){ 0 }) + hash->offset, sizeof text);
    char digits[41] = "";
    expect_that(file, "the hash has no 40 digits", text.size > 40);
    for (size_t i = 0; i < 40 && text.size > 40; i++) digits[i] = (char)tolower((unsigned char)text.data[i]);
    for (int wrong_one = 0; wrong_one < 2; wrong_one++) {
        if (wrong_one) digits[0] = digits[0] == '0' ? '1' : '0';
        const reel_setting expected = { "map_hash", digits };
        reel_findings *findings = reel_findings_new(NULL);
        reel_options options = options_of(file, findings);
        options.expected = &expected;
        options.expected_count = 1;
        assert_int_equal(reel_check(reel_source_memory(file->data, file->size), &options, NULL), REEL_OK);
        expect(file, "findings more than without an expected hash",
               (double)(total(findings, REEL_NOTE) - total(file->findings, REEL_NOTE)), wrong_one, 0);
        reel_findings_free(findings);
    }
    reel_free(replay);
}

/* ---- verbs ------------------------------------------------------------------------------------------------------- */

static void expect_sound_repair(reported *file, const double *n)
{
    (void)n;
    reel_memory made;
    if (repaired(file, &made) < 0) {
        expect_that(file, "not repaired", strstr(file->answer, "or it fails") != NULL);
        return;
    }
    expect(file, "errors after a repair", (double)errors_in(file, (bytes){ made.data, made.size }), 0, 0);
    reel_memory_free(&made);
}

/* Whether a text names a format, as "to gdr1" or ".butter". */
static bool names(const char *text, const reel_format *format)
{
    const size_t size = strlen(reel_format_id(format));
    for (const char *at = text; (at = strstr(at, reel_format_id(format))); at += size) {
        bool begins = at > text && (at[-1] == '.' || (at - text >= 3 && memcmp(at - 3, "to ", 3) == 0));
        if (begins && (!at[size] || !strchr("-0123456789", at[size]))) return true;
    }
    return false;
}

/* Values that are lost or changed are reported. */
static void expect_losses(reported *file, const double *n)
{
    (void)n;
    const reel_format *to = NULL;
    for (const reel_format *const *format = reel_formats(); *format; format++)
        if (names(file->condition, *format) || names(file->answer, *format)) to = *format;
    reel_memory made;
    reel_findings *findings = reel_findings_new(NULL);
    if (!to || changed(file, to, (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = 0 }, findings, &made) < 0) {
        expect_that(file, "not converted", false);
    } else {
        /* what loses nothing has no loss to report */
        bytes of = { made.data, made.size };
        bool same = value(file, of, "geometrydash.summary", "inputs", 0) ==
                        value(file, whole(file), "geometrydash.summary", "inputs", 0) &&
                    value(file, of, "geometrydash.summary", "last_frame", 0) ==
                        value(file, whole(file), "geometrydash.summary", "last_frame", 0);
        expect_that(file, "no loss is reported", same || total(findings, REEL_WARNING) > 0);
        reel_memory_free(&made);
    }
    reel_findings_free(findings);
}

/* The converted file has the notes, and is accused of nothing. */
static void expect_converted_notes(reported *file, const double *n)
{
    reel_memory made;
    if (changed(file, reel_format_by_id(NULL, "bsor"), (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = 0 },
                NULL, &made) < 0) {
        expect_that(file, "not converted", false);
        return;
    }
    bytes of = { made.data, made.size };
    expect(file, "notes", value(file, of, "notes", NULL, -1), n[0], 0);
    expect(file, "good cuts", value(file, of, "summary", "good_cuts", 0), n[0], 0);
    expect(file, "errors", (double)errors_in(file, of), 0, 0);
    reel_memory_free(&made);
}

/* The largest time of any row. */
static double last_time(const reported *file)
{
    reel_replay *replay = load(file, whole(file));
    double last = 0;
    for (const reel_table *const *table = replay ? reel_format_tables(reel_replay_format(replay)) : NULL; table && *table;
         table++) {
        size_t rows;
        const reel_field *time = reel_table_time(*table);
        const uint8_t *row = reel_rows(replay, *table, &rows);
        for (size_t i = 0; time && i < rows; i++) last = fmax(last, reel_field_number(time, row + i * (*table)->row_size, 0));
    }
    reel_free(replay);
    return last;
}

/* Cuts at many times have no error that the file does not have. */
static void expect_sound_cuts(reported *file, const double *n)
{
    (void)n;
    enum { CUTS = 12 };
    const double last = last_time(file);
    expect_that(file, "it has no end", last > 0);
    for (int from = 0; from < CUTS && last > 0; from++) {
        for (int to = from + 1; to <= CUTS; to++) {
            reel_memory made;
            const reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = true, .has_to = true,
                                               .from = last * from / CUTS, .to = last * to / CUTS };
            if (changed(file, NULL, how, NULL, &made) < 0) continue;
            expect(file, "errors of a cut", (double)errors_in(file, (bytes){ made.data, made.size }), 0, 0);
            reel_memory_free(&made);
        }
    }
}

/* The last input is at twice its frame. */
static void expect_stretched(reported *file, const double *n)
{
    (void)n;
    const reel_setting twice = { "stretch", "2" };
    reel_memory made;
    if (changed(file, NULL,
                (reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &twice, .operation_count = 1 }, NULL,
                &made) < 0) {
        expect_that(file, "not stretched", false);
        return;
    }
    bytes of = { made.data, made.size };
    expect(file, "last frame", value(file, of, "summary", "last_frame", 0),
           2 * value(file, whole(file), "summary", "last_frame", 0), 0);
    expect(file, "duration", value(file, of, "summary", "duration", 0), 2 * value(file, whole(file), "summary", "duration", 0),
           1e-3);
    reel_memory_free(&made);
}

static void expect_anonymous(reported *file, const double *n)
{
    (void)n;
    reel_memory made;
    if (changed(file, NULL, (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE }, NULL, &made) <
        0) {
        expect_that(file, "not anonymised", false);
        return;
    }
    for (size_t i = 0; i + 6 <= made.size; i++) expect_that(file, "a name is left", memcmp(made.data + i, "SECRET", 6) != 0);
    bool has_game = false;
    for (size_t i = 0; i + 9 <= made.size; i++) has_game |= memcmp(made.data + i, "game_uuid", 9) == 0;
    expect_that(file, "the id of the game is gone", has_game);
    expect(file, "errors", (double)errors_in(file, (bytes){ made.data, made.size }), 0, 0);
    reel_memory_free(&made);
}

/* ---- attempts, walls, loaded runs ------------------------------------------------------------------------------------ */

static void expect_last_attempt(reported *file, const double *n)
{
    (void)n;
    const reel_setting keep = { "last-attempt", NULL };
    const double score = value(file, whole(file), "summary", "score", 0);
    reel_memory made;
    expect_severity(file, "nothing is reported", REEL_NOTE);
    expect(file, "score", score, value(file, whole(file), "info", "score", 0), 0);
    if (changed(file, NULL, (reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &keep, .operation_count = 1 },
                NULL, &made) < 0) {
        expect_that(file, "the last attempt is not kept", false);
        return;
    }
    bytes of = { made.data, made.size };
    expect(file, "score of the last attempt", value(file, of, "summary", "score", 0), score, 0);
    expect(file, "errors of the last attempt", (double)errors_in(file, of), 0, 0);
    reel_memory_free(&made);
}

static void expect_open_wall(reported *file, const double *n)
{
    (void)n;
    expect_that(file, "the energy at the end is stated", isnan(value(file, whole(file), "summary", "final_energy", 0)));
    const long events = (long)value(file, whole(file), "scored_events", NULL, -1);
    expect_that(file, "the energy after the wall is stated",
                isnan(value(file, whole(file), "scored_events", "energy", events - 1)));
    expect_that(file, "the energy before the wall is missing", value(file, whole(file), "scored_events", "energy", 0) > 0);
}

static void expect_won_or_unknown(reported *file, const double *n)
{
    (void)n;
    expect_that(file, "not won", value(file, whole(file), "summary", "won", 0) != 0);
}

static void expect_no_warning(reported *file, const double *n)
{
    (void)n;
    expect_that(file, "there are warnings", file->format && total(file->findings, REEL_WARNING) == 0);
}

static void expect_loaded_run(reported *file, const double *n)
{
    for (long i = 0, count = (long)value(file, whole(file), "finishes", NULL, -1); i < count; i++) {
        expect(file, "finish time", value(file, whole(file), "ddnet.finishes", "finish_time", i), n[0], 0);
        expect_that(file, "a start is stated", isnan(value(file, whole(file), "ddnet.finishes", "start_tick", i)));
    }
    expect_nothing(file, n);
}

static void expect_implied_clients(reported *file, const double *n)
{
    (void)n;
    enum { IMPLIED = 2 };
    expect(file, "sessions", value(file, whole(file), "sessions", NULL, -1), 3, 0);
    for (long i = 0; i < 3; i++) expect(file, "start", value(file, whole(file), "sessions", "start", i), IMPLIED, 0);
    for (long i = 0, count = (long)value(file, whole(file), "ddnet.commands", NULL, -1); i < count; i++)
        expect_that(file, "a level is stated", isnan(value(file, whole(file), "ddnet.commands", "level", i)));
}

/* Of # cuts, all are compared with the motion, and agree with it. */
static void expect_all_supported(reported *file, const double *n)
{
    expect(file, "cuts that are supported", value(file, whole(file), "evidence", "supported", 0), n[0], 0);
    expect(file, "cuts that cannot be compared", value(file, whole(file), "evidence", "undecidable", 0), n[1] - n[0], 0);
}

/* ---- recordings of Echo VR --------------------------------------------------------------------------------------------- */

/* How often a text is in the bytes. */
static size_t times_in(bytes of, const char *text)
{
    size_t count = 0;
    const size_t size = strlen(text);
    for (size_t i = 0; i + size <= of.size; i++) count += memcmp(of.data + i, text, size) == 0;
    return count;
}

/* What an anonymised recording has as often as before. */
static void expect_kept(reported *file, const char *const *texts)
{
    reel_memory made;
    if (changed(file, NULL, (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE }, NULL, &made) <
        0) {
        expect_that(file, "it cannot be anonymised", false);
        return;
    }
    const bytes of = { made.data, made.size };
    for (; *texts; texts++) expect(file, *texts, (double)times_in(of, *texts), (double)times_in(whole(file), *texts), 0);
    expect(file, "errors when anonymised", (double)errors_in(file, of), 0, 0);
    reel_memory_free(&made);
}

static void expect_flat_poses(reported *file, const double *n)
{
    static const char *const keys[] = { "\"position\":[", "\"lhand\":[", "\"rhand\":[", "\"forward\":[",
                                        "\"left\":[",     "\"up\":[",    NULL };
    reel_findings *losses = reel_findings_new(NULL);
    reel_memory made;
    expect_nothing(file, n);
    expect_that(file, "no position", !isnan(value(file, whole(file), "players", "position", 0)));
    expect_that(file, "a head is stated", isnan(value(file, whole(file), "players", "head", 0)));
    expect_that(file, "no motion", value(file, whole(file), "echo.motion", "distance", 0) > 0);
    expect_kept(file, keys);
    if (changed(file, &reel_format_butter, (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = 0 }, losses,
                &made) == REEL_OK) {
        expect_that(file, "no loss is reported", total(losses, REEL_WARNING) > 0);
        expect_that(file, "no motion after a conversion",
                    value(file, (bytes){ made.data, made.size }, "echo.motion", "distance", 0) > 0);
        reel_memory_free(&made);
    }
    reel_findings_free(losses);
}

static void expect_frames_and_a_note(reported *file, const double *n)
{
    expect_frames(file, n);
    expect(file, "notes", (double)total(file->findings, REEL_NOTE), 1, 0);
    expect(file, "warnings", (double)total(file->findings, REEL_WARNING), 0, 0);
}

static void expect_missing_disc(reported *file, const double *n)
{
    static const char *const forms[] = { "\"disc\":null", "\"disc\":{", NULL };
    size_t missing = 0;
    for (long i = 0, count = (long)value(file, whole(file), "frames", NULL, -1); i < count; i++)
        missing += isnan(value(file, whole(file), "frames", "disc_position", i)) != 0;
    expect(file, "frames without a disc", (double)missing, 1, 0);
    expect_nothing(file, n);
    expect_kept(file, forms);
}

static void expect_nothing_present(reported *file, const double *n)
{
    static const char *const frame_fields[] = { "vr_position", "paused_state", "throw_arm_speed", "score_team" };
    static const char *const nulls[] = { "null", NULL };
    (void)n;
    for (size_t i = 0; i < sizeof frame_fields / sizeof *frame_fields; i++)
        expect_that(file, frame_fields[i], isnan(value(file, whole(file), "frames", frame_fields[i], 0)));
    expect(file, "pauses", value(file, whole(file), "echo.pauses", NULL, -1), 0, 0);
    expect(file, "throws", value(file, whole(file), "echo.throws", NULL, -1), 0, 0);
    expect_kept(file, nulls);
}

/* ---- macros ---------------------------------------------------------------------------------------------------------- */

static void expect_no_platformer(reported *file, const double *n)
{
    (void)n;
    expect_summary(file, "platformer", 0);
    static const reel_format *const macros[] = { &reel_format_gdr2, &reel_format_gdr1, MACROS_FORMATS };
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++) {
        reel_memory made;
        if (!reel_format_writes(macros[i])) continue;
        if (changed(file, macros[i], (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = 0 }, NULL, &made) < 0) {
            expect_that(file, reel_format_id(macros[i]), false);
            continue;
        }
        expect(file, "presses", value(file, (bytes){ made.data, made.size }, "geometrydash.summary", "presses", 0),
               value(file, whole(file), "geometrydash.summary", "presses", 0), 0);
        reel_memory_free(&made);
    }
}

static void expect_clicks(reported *file, const double *n)
{
    const reel_setting add = { "add-releases", NULL };
    reel_memory made;
    expect_summary(file, "presses", n[0]);
    for (size_t i = 0; i < reel_findings_count(file->findings); i++)
        expect_that(file, "clicks are dropped", !strstr(reel_findings_at(file->findings, i)->message, "drop-repeats"));
    if (changed(file, NULL, (reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &add, .operation_count = 1 },
                NULL, &made) < 0) {
        expect_that(file, "no releases are added", false);
        return;
    }
    bytes of = { made.data, made.size };
    expect(file, "presses", value(file, of, "geometrydash.summary", "presses", 0), n[0], 0);
    expect(file, "releases", value(file, of, "geometrydash.summary", "releases", 0), n[0], 0);
    expect(file, "errors", (double)errors_in(file, of), 0, 0);
    reel_memory_free(&made);
}

static void expect_read(reported *file, const double *n)
{
    if (strcmp(file->answer, "read") != 0) return; /* the whole answer */
    expect_that(file, "no inputs", value(file, whole(file), "geometrydash.summary", "inputs", 0) > 0);
    expect_no_error(file, n);
}

/* Words of an answer, with `#` for a number, and what they mean. */
typedef struct answer {
    const char *words;
    void (*expect)(reported *file, const double *numbers);
    bool last; /* what follows in the table says less about the same thing */
} answer;

static const answer answers[] = {
    { "# whole notes", expect_notes, false },
    { "score so far #", expect_score_so_far, false },
    { "#, full combo", expect_full_combo, false },
    { "# good cuts", expect_good_cuts, false },
    { "# bombs", expect_bombs, false },
    { "# cuts a hand", expect_hands, false },
    { ": # frames", expect_frames, false },
    { "frames, # notes", expect_notes, false },
    { ": # notes", expect_notes, false },
    { "# of #", expect_score, false },
    { "energy # from # s", expect_empty_energy, false },
    { "fail_time #", expect_fail_time, false },
    { "no fail", expect_no_fail, false },
    { "lowest #", expect_lowest, false },
    { "final #", expect_final, false },
    { "graph accuracy 0", expect_graph_zero, false },
    { "heart rate as rows", expect_heart_rate, false },
    { "song speed as a field", expect_song_speed, false },
    { "won and full_combo are not true", expect_not_won, false },
    { "duration not negative", expect_duration, false },
    { "# and #, two players", expect_two_players, false },
    { "platformer true", expect_platformer, false },
    { "# notes keep", expect_converted_notes, false },
    { "the 40 digits matches", expect_digits, false },
    { "every cut passes check", expect_sound_cuts, false },
    { "doubles the time", expect_stretched, false },
    { "anonymise leaves no text", expect_anonymous, false },
    { "each lost or changed value reported", expect_losses, true },
    { "losses of both steps reported", expect_losses, true },
    { "every operation moves fixes", expect_moving_fixes, true },
    { "inputs and fixes of a before # and of b after", expect_halves, true },
    { "both can be reached", expect_both_entries, true },
    { "the frames can be recovered", expect_recovered, false },
    { "conversions of the player's own", expect_own_frames, false },
    { "modified score and rank by a chosen convention", expect_modified_scores, false },
    { "said with the offset", expect_offset, false },
    { "repair's output has no error", expect_sound_repair, false },
    { "repair writes", expect_sound_repair, false },
    { "unknown format is right", expect_unknown, true },
    { "not accepted", expect_refused, true },
    { "refused by", expect_refused, true },
    { "no error", expect_no_error, false },
    { "no finding", expect_nothing, true },
    { "a warning", expect_warning, true },
    { "warnings", expect_warning, true },
    { "damage", expect_damage, true },
    { "a note", expect_finding, true },
    { "a finding", expect_finding, true },
    { "finding;", expect_finding, true },
    { "found;", expect_finding, true },
    { "said;", expect_finding, true },
    { "reported", expect_finding, true },
    { NULL, NULL, false },
};

/* Those of the folder reports-2026-11. */
static const answer answers_2026[] = {
    /* ScoreSaber */
    { "# walls; score #", expect_walls, false },
    { "max combo #; no finding", expect_combo, false },
    { "max combo #; no finding", expect_no_plain_finding, true },
    { "score #; a BSOR made of it has its notes in order of time", expect_order, true },
    { "frames of the BSOR and the XROR equal those of the .dat", expect_same_frames, false },
    { "the motion supports # of # cuts before and after", expect_supported, true },
    { "no finding; score not halved; NF is not carried to BSOR", expect_no_plain_finding, false },
    { "no finding; score not halved; NF is not carried to BSOR", expect_unused_nf, true },
    { "a pause of # s; began and ended as dates; BSOR pause #", expect_pause, true },
    { "conversion to .dat keeps the id", expect_id, true },
    /* attempts, walls, practice, loaded runs, recorders */
    { "figures are those of the last attempt", expect_last_attempt, true },
    { "energy after the wall is null", expect_open_wall, false },
    { "won is true or null", expect_won_or_unknown, false },
    { "wall is null, not 0; no finding", expect_nothing, true },
    { "no warning", expect_no_warning, true },
    { "ms of the room", expect_no_error, true },
    { "said as what it is, no error", expect_no_error, true },
    { "# s; start missing", expect_loaded_run, true },
    { "three implied sessions; a note", expect_finding, false },
    { "three implied sessions", expect_implied_clients, true },
    { "# of # cuts supported; time of the cut", expect_all_supported, true },
    { "# of # cuts decided", expect_all_supported, true },
    /* recordings of Echo VR */
    { "the poses are read from there", expect_flat_poses, true },
    { "# frames, one note", expect_frames_and_a_note, true },
    { "the same rows: missing values", expect_missing_disc, true },
    { "null is not present", expect_nothing_present, true },
    /* macros */
    { "not a platformer level; converts to every macro format", expect_no_platformer, true },
    { "# clicks; an operation puts the releases back", expect_clicks, true },
    { "read", expect_read, false },
    { NULL, NULL, false },
};

/* Whether `words` are at `text`; takes the numbers. */
static bool words_at(const char *words, const char *text, double *numbers)
{
    for (; *words; words++) {
        if (*words != '#') {
            if (*words != *text++) return false;
            continue;
        }
        char *end;
        if (*text < '0' || *text > '9') return false;
        *numbers++ = strtod(text, &end);
        text = end;
    }
    return true;
}

static bool has_words(const char *words, const char *text, double *numbers)
{
    for (const char *at = text; *at; at++)
        if ((at == text || *words != '#' || !strchr("0123456789.", at[-1])) && words_at(words, at, numbers)) return true;
    return false;
}

/* "repair's output has no error" says nothing about the file itself. */
static bool is_of_repair(const char *words, const char *text)
{
    return !strcmp(words, "no error") && strstr(text, "output has no error") != NULL;
}

static size_t compare(reported *file, const answer *known)
{
    size_t compared = 0;
    for (; known->words; known++) {
        double numbers[2] = { 0, 0 };
        if (!has_words(known->words, file->answer, numbers) || is_of_repair(known->words, file->answer)) continue;
        compared++;
        known->expect(file, numbers);
        if (known->last) break;
    }
    return compared;
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

static size_t files, answered, wrong;

static void compare_file(const char *folder, const char *names, const char *name, const char *condition, const char *right,
                         const answer *known)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    const char *found = corpus_path(path);
    if (!found) return;
    size_t size;
    uint8_t *data = read_file(found, &size);
    reported file = { .name = name,
                      .condition = condition,
                      .answer = right,
                      .folder = folder,
                      .names = names,
                      .data = data,
                      .size = size,
                      .findings = reel_findings_new(NULL) };
    trying_with(name);
    reel_options options = options_of(&file, file.findings);
    if (reel_identify(reel_source_memory(data, size), &options, &file.format, NULL, NULL) < 0 ||
        reel_check(reel_source_memory(data, size), &options, NULL) < 0)
        file.format = NULL;
    size_t compared = compare(&file, known);
    files++;
    answered += compared > 0;
    if (!compared) print_message("only in words: %s: %s\n", name, right);
    if (*file.problem) print_error("%s: %s; right is: %s\n", name, file.problem, right);
    wrong += *file.problem != 0;
    reel_findings_free(file.findings);
    free(data);
}

static void compare_folder(const char *folder, const answer *known)
{
    tsv index;
    char path[512];
    files = answered = wrong = 0;
    snprintf(path, sizeof path, "%s/INDEX.tsv", folder);
    if (!corpus_find(path)) {
        print_message("the corpus has no %s: no reported file is compared\n", path);
        skip();
    }
    assert_true(corpus_table(path, &index));
    for (size_t row = 0; row < index.rows; row++) {
        char names[512];
        snprintf(names, sizeof names, "%s", tsv_at(&index, row, 0));
        for (const char *name = strtok(names, " "); name; name = strtok(NULL, " "))
            compare_file(folder, tsv_at(&index, row, 0), name, tsv_at(&index, row, 1), tsv_at(&index, row, 2), known);
    }
    tsv_free(&index);
    print_message("%zu of %zu reported files have an answer that can be compared\n", answered, files);
    corpus_compared(answered, "reported files");
    assert_int_equal(wrong, 0);
    assert_true(answered > 0);
}

static void reported_files_have_the_right_answers(void **state)
{
    (void)state;
    compare_folder("reports", answers);
}

static void later_reported_files_have_the_right_answers(void **state)
{
    (void)state;
    compare_folder("reports-2026-11", answers_2026);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(reported_files_have_the_right_answers),
                                        cmocka_unit_test(later_reported_files_have_the_right_answers) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
