/* SPDX-License-Identifier: MIT
 * What messages advise: each operation that a finding names is run on a file that has the finding. It removes what the message says, the finding
 * is gone, and every row that stays was there before. */
#include "support.h"

#include <reel/bsor.h>
#include <reel/format.h>
#include <reel/scoresaber.h>

enum { FRAMES = 60, NOTES = 12 };

typedef struct play {
    bsor_frame frames[4 * FRAMES];
    bsor_note notes[2 * NOTES];
    size_t frame_count, note_count;
} play;

static void add_frame(play *p, float time, float place)
{
    bsor_frame *frame = &p->frames[p->frame_count++];
    *frame = (bsor_frame){ .time = time, .fps = 90 };
    frame->head.position = (reel_vec3){ place, 1.7f, 0.01f * (float)p->frame_count };
    frame->left_hand.position = frame->right_hand.position = (reel_vec3){ place, 1, 0.02f * (float)p->frame_count };
    frame->head.rotation.w = frame->left_hand.rotation.w = frame->right_hand.rotation.w = 1;
}

static void add_notes(play *p)
{
    for (int i = 0; i < NOTES; i++)
        p->notes[p->note_count++] = (bsor_note){ .note_id = 30000 + i % 2 * 10,
                                                 .event_time = 1 + 0.25f * (float)i,
                                                 .spawn_time = 1 + 0.25f * (float)i,
                                                 .has_cut = 1,
                                                 .cut = { .speed_ok = 1,
                                                          .direction_ok = 1,
                                                          .saber_type_ok = 1,
                                                          .saber_speed = 10,
                                                          .saber_type = i % 2,
                                                          .cut_point = { 0, 1, 0.5f },
                                                          .before_cut_rating = 1,
                                                          .after_cut_rating = 1 } };
}

static void make_avatars(play *p)
{
    for (int i = 0; i < FRAMES; i++)
        for (int avatar = 0; avatar < 3; avatar++) add_frame(p, 0.1f + 0.1f * (float)i, 4 * (float)avatar);
    add_notes(p);
}

static void make_attempts(play *p)
{
    for (int attempt = 0; attempt < 2; attempt++) {
        for (int i = 0; i < FRAMES; i++) add_frame(p, 0.1f + 0.1f * (float)i, (float)attempt);
        add_notes(p);
    }
}

static const struct advice {
    const char *rule, *operation;
    void (*make)(play *play);
    size_t frames, notes; /* that stay */
} advices[] = {
    { "bsor.avatars", "one-avatar", make_avatars, FRAMES, NOTES },
    { "bsor.attempts", "last-attempt", make_attempts, FRAMES, NOTES },
};

static reel_memory write_play(const play *p)
{
    const bsor_info info = { .game_version = { "1.40.8_7379", 11 },
                             .mod_version = { "0.9.34", 6 },
                             .timestamp = { "1760000000", 10 },
                             .platform = { "steam", 5 },
                             .map_hash = { "00112233445566778899AABBCCDDEEFF00112233", 40 },
                             .player_name = { "Sample", 6 },
                             .score = 9775 }; /* of NOTES full cuts */
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_bsor, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &bsor_infos, &info, 1);
    reel_append(writer, &bsor_frames, p->frames, p->frame_count);
    reel_append(writer, &bsor_notes, p->notes, p->note_count);
    assert_int_equal(reel_finish(writer, &error), REEL_OK);
    return memory;
}

/* The message of a rule in the findings of a check, or NULL. `errors` receives how many errors there are. */
static char *message_of(const reel_memory *file, const char *rule, uint64_t *errors)
{
    char *message = NULL;
    reel_findings *findings = reel_findings_new(NULL);
    const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
    assert_int_equal(reel_check(reel_source_memory(file->data, file->size), &options, NULL), REEL_OK);
    for (size_t i = 0; i < reel_findings_count(findings); i++)
        if (strcmp(reel_findings_at(findings, i)->rule, rule) == 0) message = strdup(reel_findings_at(findings, i)->message);
    *errors = reel_findings_total(findings, REEL_ERROR);
    reel_findings_free(findings);
    return message;
}

/* All rows of the output are rows of the input, in their order. */
static void assert_rows_stay(const reel_replay *before, const reel_replay *after, const reel_table *table, size_t count)
{
    size_t had, has, at = 0;
    const uint8_t *old_rows = reel_rows(before, table, &had), *rows = reel_rows(after, table, &has);
    assert_int_equal(has, count);
    for (size_t i = 0; i < has; i++, at++) {
        while (at < had && memcmp(old_rows + at * table->row_size, rows + i * table->row_size, table->row_size) != 0) at++;
        if (at == had) fail_msg("row %zu of %s was not there before", i, table->name);
    }
}

static void advice_loses_only_what_it_says(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++) {
        const struct advice *a = &advices[i];
        static play p;
        char words[80];
        uint64_t errors_before, errors_after;
        p = (play){ .frame_count = 0 };
        a->make(&p);
        reel_memory file = write_play(&p), made;
        char *message = message_of(&file, a->rule, &errors_before);
        snprintf(words, sizeof words, "'reel edit --do %s'", a->operation);
        if (!message || !strstr(message, words))
            fail_msg("%s: no advice %s in: %s", a->rule, words, message ? message : "nothing");
        free(message);
        const reel_setting asked = { a->operation, NULL };
        const reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = &asked, .operation_count = 1 };
        reel_error error;
        if (reel_convert(reel_source_memory(file.data, file.size), NULL, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0)
            fail_msg("%s: %s", a->operation, error.message);
        assert_null(message_of(&made, a->rule, &errors_after));
        assert_true(errors_after <= errors_before);
        reel_replay *before, *after;
        assert_int_equal(reel_load(reel_source_memory(file.data, file.size), NULL, &before, &error), REEL_OK);
        assert_int_equal(reel_load(reel_source_memory(made.data, made.size), NULL, &after, &error), REEL_OK);
        assert_rows_stay(before, after, &bsor_frames, a->frames);
        assert_rows_stay(before, after, &bsor_notes, a->notes);
        reel_free(before);
        reel_free(after);
        reel_memory_free(&file);
        reel_memory_free(&made);
    }
}

static uint64_t left_out;

static void count_left_out(void *context, const reel_finding *finding)
{
    (void)context;
    if (strcmp(finding->rule, "convert.loss") == 0 && strstr(finding->message, "earlier attempts")) left_out += finding->count;
}

/* A format of one play gets the one that statistics are of, and the rest is reported. */
static void conversions_take_the_last_attempt(void **state)
{
    (void)state;
    const struct {
        const reel_format *to;
        const reel_table *frames, *notes;
    } targets[] = { { &reel_format_scoresaber, &scoresaber_poses, &scoresaber_notes },
                    { &reel_format_scoresaber_json, &scoresaber_json_frames, &scoresaber_json_notes } };
    static play p;
    p = (play){ .frame_count = 0 };
    make_attempts(&p);
    reel_memory file = write_play(&p), made;
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        const reel_options options = { REEL_SIZED(reel_options), .report = count_left_out };
        reel_replay *replay;
        reel_error error;
        size_t frames, notes;
        uint64_t errors;
        left_out = 0;
        if (reel_convert(reel_source_memory(file.data, file.size), &options, targets[i].to, reel_sink_memory(&made, NULL), NULL,
                         &error) < 0)
            fail_msg("%s", error.message);
        assert_int_equal(left_out, FRAMES + NOTES);
        assert_int_equal(reel_load(reel_source_memory(made.data, made.size), NULL, &replay, &error), REEL_OK);
        reel_rows(replay, targets[i].frames, &frames);
        reel_rows(replay, targets[i].notes, &notes);
        assert_int_equal(frames, FRAMES);
        assert_int_equal(notes, NOTES);
        assert_null(message_of(&made, "beatsaber.score-mismatch", &errors));
        assert_int_equal(errors, 0);
        reel_free(replay);
        reel_memory_free(&made);
    }
    reel_memory_free(&file);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(advice_loses_only_what_it_says),
                                        cmocka_unit_test(conversions_take_the_last_attempt) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
