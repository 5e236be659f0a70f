/* SPDX-License-Identifier: MIT
 * Recordings of every format that can be recorded, killed between and within any two appends: what reel_recover makes of the spool is a sound
 * file, but for what was not recorded. */
#define _POSIX_C_SOURCE 200809L
#include "machinery.h"
#include "moments.h"

#include <math.h>
#include <unistd.h>

static char folder[] = "recovery-XXXXXX";

static const char *in_folder(const char *name)
{
    static char paths[2][512];
    static int next;
    char *path = paths[next++ % 2];
    snprintf(path, sizeof *paths, "%s/%s", folder, name);
    return path;
}

/* ---- a recording ---------------------------------------------------------------------------------------------------- */

static uint64_t time_ms;
static bool is_playing;

/* What is appended before the play is one block of the spool, then each append is one. */
static uint64_t fast_clock(void) { return time_ms += is_playing ? 5000 : 0; }

/* The spool that a recorder leaves. Sets *sound if the recording can be finished. */
static reel_memory spool_of(const reel_format *format, const moment *moments, size_t count, bool *sound)
{
    reel_memory file, spool;
    reel_writer *writer;
    *sound = false;
    for (int finish = 1; finish >= 0; finish--) {
        assert_int_equal(reel_create(reel_sink_memory(&file, NULL), format, NULL, &writer, NULL), REEL_OK);
        if (!finish) assert_int_equal(reel_spool(writer, reel_sink_memory(&spool, NULL), fast_clock, NULL), REEL_OK);
        for (size_t i = 0, rows; i < count; i += rows) {
            rows = moments_together(&moments[i], count - i);
            is_playing = moments[i].time > -INFINITY;
            reel_append(writer, moments[i].table, moments[i].row, rows);
        }
        if (!finish) {
            reel_discard(writer);
        } else if (reel_finish(writer, NULL) == REEL_OK) {
            *sound = true;
            reel_memory_free(&file);
        }
    }
    return spool;
}

/* ---- what is recovered ---------------------------------------------------------------------------------------------- */

static size_t unnamed, recovered, empty, finished, wrong;

/* What a check says of rows that were not recorded yet: points without their events, events without their motion, an end. */
static bool is_missing(const char *rule)
{
    static const char *const rules[] = { "xror.columns", /* devices, but no motion */
                                         "bsor.score",       "bsor.few-frames",       "bsor.no-notes",
                                         "scoresaber.score", "scoresaber-json.score", "xror.score" };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        if (!strncmp(rule, rules[i], strlen(rules[i]))) return true;
    return false;
}

static bool has_rule(const reel_findings *findings, const char *rule)
{
    for (size_t i = 0; i < reel_findings_count(findings); i++)
        if (!strcmp(reel_findings_at(findings, i)->rule, rule)) return true;
    return false;
}

static reel_findings *check(reel_source source, uint32_t flags)
{
    reel_findings *findings = reel_findings_new(NULL);
    const reel_options options = { REEL_SIZED(reel_options), .flags = flags, .report = reel_findings_report,
                                   .report_context = findings };
    reel_error error = { .rule = "" };
    if (reel_check(source, &options, &error) < 0) fail_msg("%s: %s", error.rule, error.message);
    return findings;
}

/* The recovered file has no damage, and no error that the file of the whole recording does not have. */
static void check_file(const specimen *file, size_t end)
{
    reel_source source;
    assert_int_equal(reel_source_file(in_folder("back"), 0, &source, NULL), REEL_OK);
    reel_findings *back = check(source, REEL_STRICT), *whole = check(reel_source_memory(file->data, file->size), 0);
    for (size_t i = 0; i < reel_findings_count(back); i++) {
        const reel_finding *finding = reel_findings_at(back, i);
        if (finding->severity < REEL_ERROR || is_missing(finding->rule) || has_rule(whole, finding->rule)) continue;
        print_message("%s, spool of %zu bytes: %s: %s\n", file->name, end, finding->rule, finding->message);
        wrong++;
    }
    reel_findings_free(back);
    reel_findings_free(whole);
}

static void recover(const specimen *file, const reel_memory *spool, size_t end)
{
    reel_error error = { .rule = "" };
    FILE *cut = fopen(in_folder("spool"), "wb");
    assert_non_null(cut);
    assert_int_equal(fwrite(spool->data, 1, end, cut), end);
    assert_int_equal(fclose(cut), 0);
    trying("a spool of %zu bytes", end);
    const reel_status status = reel_recover(in_folder("spool"), in_folder("back"), NULL, &error);
    if (status == REEL_OK) {
        check_file(file, end);
        recovered++;
    } else if (status == REEL_END || !strcmp(error.rule, "repair.nothing-left")) { /* not a whole frame */
        empty++;
    } else if (!strcmp(error.rule, "demo.row") && strstr(error.message, "has a UUID in this file")) {
        /* Items whose type has no name have its number, which means something only with the names in layout. Recorders have no such rows. */
        assert_int_equal(access(in_folder("spool"), F_OK), 0);
        unnamed++;
    } else {
        print_message("%s, spool of %zu bytes: %s: %s\n", file->name, end, error.rule, error.message);
        wrong++;
    }
    if (status >= 0) assert_int_not_equal(access(in_folder("spool"), F_OK), 0);
    remove(in_folder("spool"));
    remove(in_folder("back"));
}

static void recover_file(const specimen *file)
{
    reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    const reel_format *format = reel_replay_format(replay);
    size_t count;
    moment *moments = moments_of(replay, &count);
    if (reel_format_by_id(NULL, format->id) == format && format->writer && !reel_replay_damage(replay) && count &&
        is_unwrapped(format, file->data, file->size)) {
        bool sound;
        reel_memory spool = spool_of(format, moments, count, &sound);
        const size_t step = stride_for(spool.size, by_effort(20000, 0, 0), by_effort(2000, 50, 10));
        for (size_t end = 0; sound && end < spool.size; end += step) recover(file, &spool, end);
        if (sound) recover(file, &spool, spool.size);
        finished += sound;
        reel_memory_free(&spool);
    }
    free(moments);
    reel_free(replay);
}

static void cut_recordings_of_every_format_are_recovered(void **state)
{
    (void)state;
    if (!mkdtemp(folder)) fail_msg("no folder");
    each_specimen(GOLDEN, by_effort(200000, 20000, 4000), recover_file);
    rmdir(folder);
    print_message("%zu recordings: %zu files, %zu without a row, %zu with items that only layout names\n", finished, recovered,
                  empty, unnamed);
    assert_enough(finished > 0 && recovered > 0 && empty > 0);
    if (wrong) fail_msg("%zu errors", wrong);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(cut_recordings_of_every_format_are_recovered) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
