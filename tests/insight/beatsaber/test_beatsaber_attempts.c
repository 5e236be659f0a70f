/* SPDX-License-Identifier: MIT
 * A model of a recorder that is not reset between attempts at a song. Whatever the earlier attempts were, the figures, the pictures, the findings
 * and the operation that keeps the last attempt give what the last attempt gives alone. */
#include "made_play.h"

#include <reel/plot.h>
#include <reel/xror.h>

enum { ATTEMPTS = 3, NOTES = 40, PICTURED = 4 /* one in so many songs */ };

static uint32_t random_state;

static uint32_t below(uint32_t limit)
{
    random_state = random_state * 1664525 + 1013904223;
    return (random_state >> 8) % limit;
}

/* A song: when its notes are, and of which kind. */
typedef struct song {
    float times[NOTES];
    int32_t ids[NOTES];
    size_t count;
    float start, end; /* of the frames: practice starts anywhere */
    bool pauses;      /* in each attempt: of one in an earlier attempt alone, nothing tells where it belongs */
} song;

static song draw_song(void)
{
    song s = { .count = 2 + below(NOTES - 2), .start = below(3) ? 0.0f : 20.0f };
    float time = s.start + 2;
    for (size_t i = 0; i < s.count; i++) {
        time += 0.1f + (float)below(8) / 10;
        s.times[i] = time;
        s.ids[i] = 30000 + (int32_t)(below(4) * 1000 + below(3) * 100 + below(2) * 10 + below(9));
    }
    s.end = time + 2.5f;
    s.pauses = below(3) == 0;
    return s;
}

/* One attempt, up to `end`. */
static void record(made_play *play, const song *s, float end, float pause)
{
    for (float time = s->start + 0.01f; time < end && play->frame_count < MADE_ROWS; time += 0.2f + (float)below(10) / 100) {
        bsor_frame *frame = made_frame(play, time);
        frame->head.position.x = (float)below(1000) / 10000;
        frame->left_hand.position.y = 1 + (float)below(1000) / 1000;
        frame->right_hand.position.y = 1 + (float)below(1000) / 1000;
    }
    for (size_t i = 0; i < s->count && s->times[i] + 0.1f < end; i++) {
        const uint32_t fate = below(12);
        bsor_note *note = made_note(play, s->times[i] - 0.05f + (float)below(10) / 100, s->ids[i],
                                    fate == 0   ? BSOR_MISS
                                    : fate == 1 ? BSOR_BAD_CUT
                                                : BSOR_GOOD_CUT);
        note->spawn_time = s->times[i];
        note->cut.before_cut_rating = (float)below(100) / 80;
        note->cut.cut_point = (reel_vec3){ 0.1f, 1.2f, 1.0f };
        if (i && note->event_time < note[-1].event_time) note->event_time = note[-1].event_time;
    }
    if (s->pauses && end > s->start + 4) play->pauses[play->pause_count++] = (bsor_pause){ .duration = 4, .time = pause };
}

static void assert_same_rows(const reel_replay *a, const reel_replay *b, const reel_table *table)
{
    size_t counts[2];
    const uint8_t *rows[2] = { reel_rows(a, table, &counts[0]), reel_rows(b, table, &counts[1]) };
    if (counts[0] != counts[1]) fail_msg("%s: %zu rows, not %zu", table->name, counts[0], counts[1]);
    for (size_t i = 0; i < counts[0]; i++)
        for (size_t f = 0; f < table->field_count; f++) {
            const reel_field *field = &table->fields[f];
            if (strstr(field->name, "_row") || strstr(field->name, "findings")) continue; /* of the file */
            const uint8_t *one = rows[0] + i * table->row_size, *other = rows[1] + i * table->row_size;
            const bool present = reel_field_present(field, one);
            if (present != reel_field_present(field, other)) fail_msg("%s.%s is not as present", table->name, field->name);
            if (!present || field->type == REEL_STRING) continue;
            for (uint32_t c = 0; c < field->count; c++) {
                const double x = reel_field_number(field, one, c), y = reel_field_number(field, other, c);
                if (!(x == y || (isnan(x) && isnan(y)))) fail_msg("%s[%zu].%s: %g, not %g", table->name, i, field->name, x, y);
            }
        }
}

static reel_replay *measure(const reel_memory *file)
{
    reel_replay *replay, *result;
    reel_error error;
    assert_int_equal(reel_load(reel_source_memory(file->data, file->size), NULL, &replay, &error), REEL_OK);
    if (reel_insight_run_chunk(&reel_insight_beatsaber, reel_replay_format(replay), reel_replay_chunk(replay), NULL, &result,
                               &error) < 0)
        fail_msg("%s", error.message);
    reel_free(replay);
    return result;
}

static void assert_same_figures(const reel_memory *file, const reel_memory *alone)
{
    reel_replay *results[2] = { measure(file), measure(alone) };
    for (const reel_table *const *table = reel_insight_beatsaber.tables; *table; table++)
        assert_same_rows(results[0], results[1], *table);
    reel_free(results[0]);
    reel_free(results[1]);
}

static void assert_same_pictures(const reel_memory *file, const reel_memory *alone)
{
    static const char *const ids[] = { "paths", "timing", "cuts", "scene" };
    for (size_t p = 0; p < sizeof ids / sizeof *ids; p++) {
        const reel_memory *const files[2] = { file, alone };
        reel_memory pictures[2] = { { 0 } };
        for (int i = 0; i < 2; i++) {
            reel_replay *replay;
            reel_error error;
            assert_int_equal(reel_load(reel_source_memory(files[i]->data, files[i]->size), NULL, &replay, &error), REEL_OK);
            const reel_plot *plot = reel_plot_by_id(reel_replay_format(replay), ids[p]);
            const reel_sink sink = reel_sink_memory(&pictures[i], NULL);
            const reel_status status =
                plot ? reel_plot_draw(plot, replay, sink, NULL, &error) : reel_plot_scene(replay, NAN, sink, NULL, &error);
            if (status < 0) fail_msg("%s: %s", ids[p], error.message);
            reel_free(replay);
        }
        if (pictures[0].size != pictures[1].size || memcmp(pictures[0].data, pictures[1].data, pictures[0].size) != 0)
            fail_msg("%s is another picture", ids[p]);
        for (int i = 0; i < 2; i++) reel_memory_free(&pictures[i]);
    }
}

/* The rules that a check finds, in their order, without that of the attempts, whose count is returned. */
static uint64_t rules_of(const reel_memory *file, char *rules, size_t size)
{
    uint64_t attempts = 1;
    reel_findings *findings = reel_findings_new(NULL);
    const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
    assert_int_equal(reel_check(reel_source_memory(file->data, file->size), &options, NULL), REEL_OK);
    rules[0] = 0;
    for (size_t i = 0; i < reel_findings_count(findings); i++) {
        const reel_finding *finding = reel_findings_at(findings, i);
        if (strcmp(finding->rule, "bsor.attempts") == 0)
            attempts = finding->count;
        else
            snprintf(rules + strlen(rules), size - strlen(rules), "%s ", finding->rule);
    }
    reel_findings_free(findings);
    return attempts;
}

static reel_memory convert(const reel_memory *file, const reel_format *to, const char *operation)
{
    reel_memory made;
    reel_error error;
    const reel_setting asked = { operation, NULL };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = &asked,
                                       .operation_count = operation != NULL };
    if (reel_convert(reel_source_memory(file->data, file->size), NULL, to, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    return made;
}

static void only_the_last_attempt_counts(void **state)
{
    (void)state;
    size_t several = 0;
    for (uint32_t seed = 1; seed <= by_effort(100000, 2000, 200); seed++) {
        random_state = seed * 2654435761u;
        const song s = draw_song();
        made_play *all = malloc(sizeof *all), *alone = malloc(sizeof *alone);
        assert_true(all && alone);
        *all = *alone = made_new();
        const uint32_t earlier = below(ATTEMPTS);
        for (uint32_t i = 0; i < earlier; i++)
            record(all, &s, s.start + 2 + (s.end - s.start - 2) * (float)below(100) / 100, s.start + 3.5f - (float)i / 8);
        const uint32_t last = random_state;
        record(all, &s, s.end, s.start + 3);
        random_state = last;
        record(alone, &s, s.end, s.start + 3);
        if (all->frame_count < MADE_ROWS) {
            char rules[2][2000];
            all->info.speed = alone->info.speed = s.start > 0 ? 1.0f : 0.0f;
            all->info.start_time = alone->info.start_time = s.start;
            reel_memory files[2] = { made_file(all), made_file(alone) };
            several += earlier > 0;
            assert_same_figures(&files[0], &files[1]);
            if (seed % PICTURED == 0) assert_same_pictures(&files[0], &files[1]);
            assert_int_equal(rules_of(&files[0], rules[0], sizeof rules[0]), earlier + 1);
            assert_int_equal(rules_of(&files[1], rules[1], sizeof rules[1]), 1);
            assert_string_equal(rules[0], rules[1]);
            if (earlier) {
                reel_memory kept = convert(&files[0], NULL, "last-attempt");
                assert_int_equal(kept.size, files[1].size);
                assert_memory_equal(kept.data, files[1].data, kept.size);
                reel_memory_free(&kept);
            }
            reel_memory recordings[2] = { convert(&files[0], &reel_format_xror, NULL),
                                          convert(&files[1], &reel_format_xror, NULL) };
            assert_same_figures(&recordings[0], &recordings[1]);
            if (seed % PICTURED == 0) assert_same_pictures(&recordings[0], &recordings[1]);
            for (int i = 0; i < 2; i++) reel_memory_free(&files[i]), reel_memory_free(&recordings[i]);
        }
        free(all);
        free(alone);
    }
    assert_true(several > 0);
}

/* One attempt has nothing to drop, and a clock that jumps in the middle of a song begins no other one. */
static void what_is_no_attempt_is_kept(void **state)
{
    (void)state;
    for (int spike = 0; spike < 2; spike++) {
        made_play play = made_new();
        for (int i = 0; i < 100; i++) made_frame(&play, 0.1f * (float)i);
        for (int i = 0; i < 20; i++) made_note(&play, 2 + 0.2f * (float)i, 30000, BSOR_GOOD_CUT);
        if (spike) play.frames[60].time = 1e6f;
        reel_memory file = made_file(&play);
        char rules[2000];
        assert_int_equal(rules_of(&file, rules, sizeof rules), 1);
        assert_int_equal(made_summary(&play, NULL).notes, 20);
        reel_memory made;
        reel_error error;
        const reel_setting asked = { "last-attempt", NULL };
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = &asked, .operation_count = 1 };
        assert_int_equal(
            reel_convert(reel_source_memory(file.data, file.size), NULL, NULL, reel_sink_memory(&made, NULL), &how, &error),
            REEL_ARGUMENT);
        assert_string_equal(error.rule, "bsor.attempts");
        reel_memory_free(&file);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_the_last_attempt_counts),
        cmocka_unit_test(what_is_no_attempt_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
