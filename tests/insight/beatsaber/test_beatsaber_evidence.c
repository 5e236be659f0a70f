/* SPDX-License-Identifier: MIT
 * Whether the motion supports a play: made plays that it does, and forgeries of them; numbers that are none; and complete real plays. */
#include "moved_play.h"

#include "corpus.h"

#include <reel/file.h>
#include <reel/scoresaber.h>
#include <reel/xror.h>

static char list[1024];

static void add_rule(void *context, const reel_finding *finding)
{
    const size_t used = strlen(list);
    (void)context;
    if (strncmp(finding->rule, "beatsaber.motion-", 17) != 0) return;
    snprintf(list + used, sizeof list - used, "%s%s%s", used ? ", " : "", finding->rule + 17,
             finding->severity == REEL_ERROR ? "!" : "");
}

/* The findings about the motion; "!": errors. Static until the next call. */
static const char *findings_in(reel_source source)
{
    const reel_options options = { REEL_SIZED(reel_options), .report = add_rule };
    reel_survey survey = { REEL_SIZED(reel_survey), .flags = REEL_SURVEY_CHECK | REEL_SURVEY_EVIDENCE };
    reel_error error;
    list[0] = '\0';
    if (reel_survey_run(source, &options, &survey, &error) < 0) fail_msg("%s", error.message);
    return list;
}

static reel_memory written(const made_play *play, const reel_format *format)
{
    reel_memory memory, converted;
    reel_replay *replay = made_replay(play);
    reel_error error;
    assert_int_equal(reel_write(reel_replay_chunk(replay), &reel_format_bsor, reel_sink_memory(&memory, NULL), NULL, NULL),
                     REEL_OK);
    reel_free(replay);
    if (format == &reel_format_bsor) return memory;
    if (reel_convert(reel_source_memory(memory.data, memory.size), NULL, format, reel_sink_memory(&converted, NULL), NULL,
                     &error) < 0)
        fail_msg("%s", error.message);
    reel_memory_free(&memory);
    return converted;
}

static const char *findings_as(const made_play *play, const reel_format *format)
{
    reel_memory memory = written(play, format);
    findings_in(reel_source_memory(memory.data, memory.size));
    reel_memory_free(&memory);
    return list;
}

static const char *findings_of(const made_play *play) { return findings_as(play, &reel_format_bsor); }

/* ---- plays that the motion supports ----------------------------------------------------------------------------- */

static void motion_supports_what_it_made(void **state)
{
    (void)state;
    const made_play play = moved_play();
    const beatsaber_evidence row = moved_evidence(&play);
    assert_true(play.note_count >= 20);
    assert_int_equal(row.good_cuts, play.note_count);
    assert_int_equal(row.supported, play.note_count);
    assert_int_equal(row.same_points, play.note_count);
    assert_int_equal(row.motion_score, play.info.score);
    assert_int_equal(row.event_score, play.info.score);
    assert_true(fabsf(row.note_speed - 16) < 0.001f && fabsf(row.note_height + 0.025f) < 0.0001f);
    assert_true(row.normal_max < 0.001f && row.plane_max < 0.0001f && row.center_max < 0.0001f && row.before_max < 0.001f);
    assert_true(fabsf(row.time_rate - 1) < 0.01f);
    assert_int_equal(row.repeated_frames, 0);
    assert_string_equal(findings_of(&play), "score");
}

static void a_check_without_evidence_says_nothing(void **state)
{
    (void)state;
    made_play play = moved_play();
    const reel_options options = { REEL_SIZED(reel_options), .report = add_rule };
    play.notes[3].cut.cut_distance_to_center = 0.3f;
    reel_memory memory = written(&play, &reel_format_bsor);
    list[0] = '\0';
    assert_int_equal(reel_check(reel_source_memory(memory.data, memory.size), &options, NULL), REEL_OK);
    assert_string_equal(list, "");
    reel_memory_free(&memory);
}

static void conversions_keep_the_evidence(void **state)
{
    (void)state;
    const made_play play = moved_play();
    assert_string_equal(findings_as(&play, &reel_format_xror), "score");
    assert_string_equal(findings_as(&play, &reel_format_scoresaber), "score");
}

static void a_saber_that_a_mod_moved_is_found(void **state)
{
    (void)state;
    const swing_grip grip = { .hilt = { 0.01, 0.02, 0 }, .ahead = space_unit((space_vec){ 0.02, -0.1, 1 }) };
    made_play play = made_new();
    moved_frames(&play);
    moved_cuts(&play, &grip);
    const beatsaber_evidence row = moved_evidence(&play);
    assert_int_equal(row.good_cuts, play.note_count);
    assert_true(play.note_count >= 42);
    assert_int_equal(row.supported, play.note_count);
}

/* With few cuts, the place where a mod put the saber cannot be fitted: that must not count against them. */
static void a_moved_saber_with_few_cuts_decides_nothing(void **state)
{
    (void)state;
    const swing_grip grip = { .hilt = { 0.01, 0.02, 0 }, .ahead = space_unit((space_vec){ 0.02, -0.1, 1 }) };
    for (size_t count = 1; count < 40; count += 3) {
        made_play play = made_new();
        moved_frames(&play);
        moved_cuts(&play, &grip);
        play.note_count = count;
        const beatsaber_evidence row = moved_evidence(&play);
        assert_int_equal(row.not_supported, 0);
        assert_int_equal(row.supported, count < 16 ? 0 : count);
        if (strchr(findings_of(&play), '!')) fail_msg("%zu cuts: %s", count, list);
    }
}

static void heights_that_are_measured_count(void **state)
{
    (void)state;
    made_play play = moved_play();
    for (int i = 0; i < 200; i++) play.heights[play.height_count++] = (bsor_height){ 1.75f, (float)i * 0.05f };
    assert_int_equal(moved_evidence(&play).supported, play.note_count);
    for (size_t i = 0; i < play.height_count; i++) play.heights[i].height = 1.2f; /* they do not, if notes do not follow them */
    assert_int_equal(moved_evidence(&play).supported, play.note_count);
}

/* The rules give the same bits on every machine and at every level of optimisation: some compilers leave out the rounding of a double that is
 * stored in a float and read again. */
static void swings_have_the_same_bits_everywhere(void **state)
{
    (void)state;
    uint32_t seed = 1, sum = 0;
    swing_frame frames[2];
    for (int i = 0; i < 1000; i++) {
        for (size_t f = 0; f < 2; f++) {
            float values[7];
            for (size_t k = 0; k < 7; k++) {
                seed = seed * 1664525u + 1013904223u;
                values[k] = (float)(seed >> 8) / 16777216.0f;
            }
            const reel_pose hand = { .position = { values[0], values[1], values[2] },
                                     .rotation = { values[3], values[4], values[5], values[6] } };
            reel__swing_take(&frames[f], &hand, &reel__swing_grip_plain, (float)f, f ? &frames[0] : NULL);
        }
        const float results[] = { frames[1].tip.x, frames[1].normal.x, frames[1].normal.y, frames[1].normal.z, frames[1].angle };
        for (size_t k = 0; k < sizeof results / sizeof *results; k++) sum = sum * 31 + reel_float_bits(results[k]);
    }
    assert_int_equal(sum, 0x2f5767ae);
}

/* ---- forgeries -------------------------------------------------------------------------------------------------- */

static void smaller_distances(made_play *play)
{
    for (size_t i = 0; i < play->note_count; i += 3) play->notes[i].cut.cut_distance_to_center *= 0.5f;
}

static void moved_points(made_play *play)
{
    for (size_t i = 0; i < play->note_count; i += 3) {
        bsor_cut *cut = &play->notes[i].cut;
        cut->cut_point.x += (reel__note_x((int)(play->notes[i].note_id / 1000 % 10)) > (double)cut->cut_point.x ? 1 : -1) *
                            cut->cut_distance_to_center * fabsf(cut->cut_normal.x);
        cut->cut_distance_to_center = 0;
    }
}

static void other_normals(made_play *play)
{
    for (size_t i = 0; i < play->note_count; i += 3) play->notes[i].cut.cut_normal.z += 0.01f;
}

static void better_swings(made_play *play)
{
    for (size_t i = 0; i < play->note_count; i++) {
        play->notes[i].cut.before_cut_rating = 1;
        play->notes[i].cut.after_cut_rating = 1.2f;
    }
}

static void shifted_frames(made_play *play)
{
    for (size_t i = 0; i < play->frame_count; i++) play->frames[i].time += 0.003f;
}

static void thinned_frames(made_play *play)
{
    for (size_t i = 0; i < play->frame_count / 2; i++) play->frames[i] = play->frames[2 * i];
    play->frame_count /= 2;
}

static void still_hands(made_play *play)
{
    for (size_t i = 1; i < play->frame_count; i++) {
        play->frames[i].left_hand = play->frames[0].left_hand;
        play->frames[i].right_hand = play->frames[0].right_hand;
    }
}

static void repeated_frames(made_play *play)
{
    for (size_t i = 300; i < 450; i++) {
        play->frames[i].left_hand = play->frames[i - 200].left_hand;
        play->frames[i].right_hand = play->frames[i - 200].right_hand;
    }
}

/* The motion of a swing, once more, of one hand. */
static void repeated_swing(made_play *play)
{
    for (size_t i = 300; i < 315; i++) play->frames[i].left_hand = play->frames[i - 123].left_hand;
}

/* All claims are a little better, each within the bounds of a cut. */
static void slightly_better(made_play *play)
{
    for (size_t i = 0; i < play->note_count; i++)
        if (play->notes[i].cut.cut_distance_to_center > 0.001f) play->notes[i].cut.cut_distance_to_center -= 0.0008f;
}

static void slightly_better_swings(made_play *play)
{
    for (size_t i = 0; i < play->note_count; i++) {
        bsor_cut *cut = &play->notes[i].cut;
        if (cut->before_cut_rating < 0.995f) cut->before_cut_rating += 0.003f;
    }
}

static void slower_clock(made_play *play)
{
    for (size_t i = 0; i < play->frame_count; i++) play->frames[i].fps = MOVED_RATE * 9 / 10;
}

/* Eight of each cut, a millionth of a second apart. */
static void copied_cuts(made_play *play)
{
    const size_t count = play->note_count;
    for (size_t i = 0; i < count; i++)
        for (int copy = 1; copy < 8; copy++) {
            bsor_note note = play->notes[i];
            note.spawn_time += 1e-6f * (float)copy;
            note.event_time += 1e-6f * (float)copy;
            play->notes[play->note_count++] = note;
        }
}

/* From a frame on, the song goes by at a part of its speed. */
static void slow_part(made_play *play)
{
    for (size_t i = 1; i < 400; i++) play->frames[play->frame_count - i].fps = MOVED_RATE * 7 / 10;
}

/* Headsets do not have 85.7 frames a second. */
static void slow_part_with_rates(made_play *play)
{
    made_play other = made_new();
    other.info = play->info;
    float time = 1;
    for (size_t i = 0; i < MADE_ROWS; i++) {
        const bool slow = i > 220;
        time += (slow ? 0.7f : 1.0f) / MOVED_RATE;
        bsor_frame *frame = made_frame(&other, time);
        frame->fps = slow ? MOVED_RATE * 10 / 7 : MOVED_RATE;
        frame->left_hand = moved_hand(0, 1 + (double)i / MOVED_RATE);
        frame->right_hand = moved_hand(1, 1 + (double)i / MOVED_RATE);
    }
    moved_cuts(&other, &reel__swing_grip_plain);
    *play = other;
}

static void cuts_again(made_play *play)
{
    const size_t count = play->note_count;
    for (size_t i = 0; i < count; i++) {
        bsor_note note = play->notes[i];
        note.event_time = play->frames[MOVED_FRAMES - 60 + i].time;
        play->notes[play->note_count++] = note;
    }
}

static void other_hands(made_play *play)
{
    for (size_t i = 0; i < play->note_count; i += 3) play->notes[i].note_id += play->notes[i].cut.saber_type ? -10 : 10;
}

static void other_arrows(made_play *play)
{
    for (size_t i = 0; i < play->note_count; i += 3) play->notes[i].note_id -= 1; /* up */
}

static void other_deviations(made_play *play)
{
    for (size_t i = 0; i < play->note_count; i += 3) play->notes[i].cut.time_deviation = 0.0f;
}

static void forgeries_are_found(void **state)
{
    (void)state;
    static const struct {
        void (*forge)(made_play *play);
        const char *rule;
    } forgeries[] = {
        { smaller_distances, "center!" }, { moved_points, "plane!" },       { other_normals, "normal!" },
        { better_swings, "before!" },     { shifted_frames, "frame!" },     { thinned_frames, "frame!" },
        { still_hands, "still!" },        { repeated_frames, "repeated!" }, { repeated_swing, "repeated!" },
        { copied_cuts, "twice!" },        { slow_part, "rate!" },           { slow_part_with_rates, "rate!" },
        { slower_clock, "rate!" },        { cuts_again, "twice!" },         { other_hands, "saber!" },
        { other_arrows, "direction!" },   { other_deviations, "time!" },
    };
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        made_play play = moved_play();
        forgeries[i].forge(&play);
        if (!strstr(findings_of(&play), forgeries[i].rule)) fail_msg("%s is not in: %s", forgeries[i].rule, list);
    }
}

/* Claims that are all a little better are within the bounds of each cut, and gain nothing that the motion shows. */
static void small_gains_are_not_shown(void **state)
{
    (void)state;
    static void (*const forgeries[])(made_play * play) = { slightly_better, slightly_better_swings };
    const made_play plain = moved_play();
    const beatsaber_evidence honest = moved_evidence(&plain);
    assert_int_equal(honest.support, BEATSABER_SHOWS_ALL);
    for (size_t i = 0; i < sizeof forgeries / sizeof *forgeries; i++) {
        made_play play = plain;
        forgeries[i](&play);
        const beatsaber_evidence row = moved_evidence(&play);
        assert_true(row.event_score > honest.event_score);
        assert_true(row.motion_score <= honest.motion_score && row.motion_score_most >= honest.event_score);
        if (row.event_score > honest.event_score + 40) assert_int_equal(row.support, BEATSABER_SHOWS_PART);
    }
}

/* One or two cuts that the motion contradicts may be a fault of the recording: a note, with the score. */
static void a_few_cuts_are_no_error(void **state)
{
    (void)state;
    made_play play = moved_play();
    play.notes[3].cut.cut_distance_to_center += 0.05f;
    play.notes[7].cut.cut_distance_to_center += 0.05f;
    assert_string_equal(findings_of(&play), "center, score");
    const beatsaber_evidence row = moved_evidence(&play);
    assert_int_equal(row.not_supported, 2);
    assert_int_equal(row.first_reason, BEATSABER_WRONG_CENTER);
    assert_true(row.motion_score < row.event_score);
    play.notes[9].cut.cut_distance_to_center += 0.05f;
    assert_string_equal(findings_of(&play), "center!, score");
}

/* Each claim beyond its bound, and well below it. */
static void bounds_are_tight(void **state)
{
    (void)state;
    static const struct {
        size_t member;
        float below, beyond;
        const char *rule;
    } bounds[] = {
        { offsetof(bsor_cut, cut_distance_to_center), 0.0005f, 0.002f, "center!, score" },
        { offsetof(bsor_cut, before_cut_rating), -0.002f, -0.01f, "before!, score" },
        { offsetof(bsor_cut, time_deviation), 0.00002f, 0.001f, "time!, score" },
    };
    for (size_t b = 0; b < sizeof bounds / sizeof *bounds; b++)
        for (int far = 0; far < 2; far++) {
            made_play play = moved_play();
            size_t changed = 0;
            for (size_t i = 0; i < play.note_count && changed < 3; i++) {
                float *value = (float *)(void *)((uint8_t *)&play.notes[i].cut + bounds[b].member);
                if (bounds[b].member == offsetof(bsor_cut, before_cut_rating) && *value > 1) *value = 1;
                *value += far ? bounds[b].beyond : bounds[b].below;
                changed++;
            }
            assert_string_equal(findings_of(&play), far ? bounds[b].rule : "score");
        }
}

/* ---- what cannot be decided ------------------------------------------------------------------------------------- */

static void frames_that_were_resampled_decide_nothing(void **state)
{
    (void)state;
    made_play play = moved_play();
    for (size_t i = 0; i < play.frame_count; i++) play.frames[i].time = 1.004f + (float)i / MOVED_RATE;
    assert_string_equal(findings_of(&play), "undecidable, score");
    assert_int_equal(moved_evidence(&play).undecidable, play.note_count);
    assert_int_equal(moved_evidence(&play).motion_score, 0);
    assert_int_equal(moved_evidence(&play).support, BEATSABER_SHOWS_NOTHING);
}

static void notes_off_the_grid_decide_nothing(void **state)
{
    (void)state;
    made_play play = moved_play();
    for (size_t i = 0; i < play.note_count; i++) play.notes[i].note_id += play.notes[i].cut.saber_type ? 1000 : -1000;
    assert_string_equal(findings_of(&play), "undecidable, score");
    assert_int_equal(moved_evidence(&play).first_reason, BEATSABER_OFF_GRID);
}

static void poses_that_were_rounded_are_compared_less_closely(void **state)
{
    (void)state;
    made_play play = moved_play();
    for (size_t i = 0; i < play.frame_count; i++) {
        reel_pose *hands[] = { &play.frames[i].left_hand, &play.frames[i].right_hand };
        for (size_t h = 0; h < 2; h++) {
            float *p[] = { &hands[h]->position.x, &hands[h]->position.y, &hands[h]->position.z };
            for (size_t k = 0; k < 3; k++) *p[k] = roundf(*p[k] * 2000) / 2000;
        }
    }
    assert_string_equal(findings_of(&play), "score, rounded");
    assert_true(moved_evidence(&play).rounded);
    better_swings(&play);
    assert_non_null(strstr(findings_of(&play), "!"));
}

/* Numbers that are none anywhere, no frames, one frame, frames of one time: an answer, and no finding against the play that lacks motion. */
static void strange_numbers_are_survived(void **state)
{
    (void)state;
    static const float odd[] = { NAN, INFINITY, -INFINITY, 3e38f, -3e38f, 1e-40f, 0 };
    const made_play plain = moved_play();
    for (size_t o = 0; o < sizeof odd / sizeof *odd; o++) {
        for (size_t k = 0; k < sizeof(bsor_cut) / sizeof(float); k++) {
            made_play play = plain;
            for (size_t i = 0; i < play.note_count; i += 2)
                memcpy((uint8_t *)&play.notes[i].cut + k * sizeof(float), &odd[o], sizeof(float));
            moved_evidence(&play);
        }
        for (size_t k = 0; k < sizeof(bsor_frame) / sizeof(float); k++) {
            made_play play = plain;
            for (size_t i = 3; i < play.frame_count; i += 7)
                memcpy((uint8_t *)&play.frames[i] + k * sizeof(float), &odd[o], sizeof(float));
            moved_evidence(&play);
        }
        made_play play = plain;
        play.info.jump_distance = play.info.speed = odd[o];
        for (size_t i = 0; i < play.note_count; i++) play.notes[i].spawn_time = odd[o];
        moved_evidence(&play);
    }
    made_play play = plain;
    for (size_t count = 0; count < 3; count++) {
        play.frame_count = count;
        assert_int_equal(moved_evidence(&play).undecidable, play.note_count);
    }
    play.frame_count = plain.frame_count;
    for (size_t i = 0; i < play.frame_count; i++) play.frames[i].time = 3;
    moved_evidence(&play);
    play.note_count = 0;
    assert_int_equal(moved_evidence(&play).good_cuts, 0);
}

/* Each hand is judged by itself, and so is the head: what one of them lacks does not touch the others. */
static void hands_do_not_depend_on_each_other(void **state)
{
    (void)state;
    static const reel_quaternion none = { 0, 0, 0, 0 }, longer = { 0, 0, 0, 1.02f };
    const made_play plain = moved_play();
    for (int which = 0; which < 3; which++) {
        made_play play = plain;
        uint32_t right = 0;
        for (size_t i = 0; i < play.note_count; i++) right += play.notes[i].cut.saber_type == 1;
        for (size_t i = 0; i < play.frame_count; i++) {
            if (which < 2) play.frames[i].left_hand.rotation = which ? longer : none;
            if (which == 2) play.frames[i].left_hand.position.y = 2e6f;
        }
        const beatsaber_evidence row = moved_evidence(&play);
        assert_int_equal(row.supported, right);
        assert_int_equal(row.undecidable, play.note_count - right);
        assert_int_equal(row.odd_frames, which ? play.frame_count : 0);
        assert_string_equal(findings_of(&play), which ? "undecidable, score, values" : "undecidable, score");
    }
    made_play play = plain;
    for (size_t i = 0; i < play.frame_count; i += 2) play.frames[i].head.position.x = 2e6f;
    const beatsaber_evidence row = moved_evidence(&play);
    assert_true(row.supported > play.note_count / 4 && row.undecidable > play.note_count / 4 && !row.not_supported);
}

/* Slow notes: a cut of a note that is more than 0.15 s away has its event when the note is that near. */
static void early_cuts_have_later_events(void **state)
{
    (void)state;
    made_play play = made_new();
    moved_flight.speed = 4;
    moved_flight.distance = 6;
    moved_frames(&play);
    moved_early_cuts(&play);
    moved_flight = moved_flight_plain;
    assert_true(play.note_count > 10);
    assert_int_equal(moved_evidence(&play).supported, play.note_count);
    for (size_t i = 0; i < play.note_count; i++) play.notes[i].cut.time_deviation += 0.003f;
    assert_int_equal(moved_evidence(&play).supported, 0);
}

/* Some maps carry the player: poses are relative to a place that moves, and cuts are not. */
static void carried_players_are_not_accused(void **state)
{
    (void)state;
    made_play play = moved_play();
    for (size_t i = 0; i < play.note_count; i++) {
        play.notes[i].cut.cut_point.z += 0.7f * (float)i;
        play.notes[i].cut.cut_point.y += 10 * sinf(0.1f * (float)i);
    }
    assert_null(strchr(findings_of(&play), '!'));
    const beatsaber_evidence row = moved_evidence(&play);
    assert_int_equal(row.first_reason, BEATSABER_CARRIED);
    assert_true(row.support < BEATSABER_SHOWS_ALL);
}

/* ---- real plays ------------------------------------------------------------------------------------------------- */

static uint64_t good_cuts, same_points;

static bool is_supported(const char *path, const char *name)
{
    reel_source source;
    reel_reader *reader;
    reel_replay *result;
    reel_error error;
    size_t count;
    static const reel_table *const tables[] = { &beatsaber_evidences, NULL };
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .tables = tables };
    assert_int_equal(reel_source_file(path, 0, &source, &error), REEL_OK);
    if (strchr(findings_in(source), '!')) fail_msg("%s: %s", name, list);
    assert_int_equal(reel_source_file(path, 0, &source, &error), REEL_OK);
    assert_int_equal(reel_open(source, NULL, &reader, &error), REEL_OK);
    assert_true(reel_insight_run(&reel_insight_beatsaber, reader, &options, &result, &error) >= 0);
    const beatsaber_evidence *row = reel_rows(result, &beatsaber_evidences, &count);
    assert_int_equal(count, 1);
    if (row->not_supported || row->undecidable) fail_msg("%s: %u cuts are not supported", name, row->not_supported);
    good_cuts += row->good_cuts;
    same_points += row->same_points;
    reel_free(result);
    reel_close(reader);
    return true;
}

static bool has_no_alarm(const char *path, const char *name)
{
    reel_source source;
    reel_error error;
    assert_int_equal(reel_source_file(path, 0, &source, &error), REEL_OK);
    if (strchr(findings_in(source), '!')) fail_msg("%s: %s", name, list);
    return true;
}

static void complete_plays_are_supported(void **state)
{
    (void)state;
    corpus_need("samples/bsor/plays");
    const size_t plays = corpus_each("samples/bsor/plays", ".bsor", is_supported);
    corpus_compared(plays, "complete plays");
    assert_true(same_points * 1000 >= good_cuts * 999);
}

static void no_real_file_gives_an_alarm(void **state)
{
    (void)state;
    corpus_need("samples/bsor");
    static const char *const folders[] = { "samples/bsor/clips", "samples/bsor/generated", "samples/bsor/bots",
                                           "samples/bsor/nolicence" };
    size_t files = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (corpus_find(folders[i])) files += corpus_each(folders[i], ".bsor", has_no_alarm);
    corpus_compared(files, "files without an alarm");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(motion_supports_what_it_made),
        cmocka_unit_test(a_check_without_evidence_says_nothing),
        cmocka_unit_test(conversions_keep_the_evidence),
        cmocka_unit_test(a_saber_that_a_mod_moved_is_found),
        cmocka_unit_test(a_moved_saber_with_few_cuts_decides_nothing),
        cmocka_unit_test(heights_that_are_measured_count),
        cmocka_unit_test(swings_have_the_same_bits_everywhere),
        cmocka_unit_test(forgeries_are_found),
        cmocka_unit_test(small_gains_are_not_shown),
        cmocka_unit_test(a_few_cuts_are_no_error),
        cmocka_unit_test(bounds_are_tight),
        cmocka_unit_test(frames_that_were_resampled_decide_nothing),
        cmocka_unit_test(notes_off_the_grid_decide_nothing),
        cmocka_unit_test(poses_that_were_rounded_are_compared_less_closely),
        cmocka_unit_test(hands_do_not_depend_on_each_other),
        cmocka_unit_test(early_cuts_have_later_events),
        cmocka_unit_test(carried_players_are_not_accused),
        cmocka_unit_test(strange_numbers_are_survived),
        cmocka_unit_test(complete_plays_are_supported),
        cmocka_unit_test(no_real_file_gives_an_alarm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
