/* SPDX-License-Identifier: MIT
 * The rules of the game: what they find in made matches of each format, and that recordings of real matches keep them. */
#include "support.h"

#include "core/chunk.h"

#include <math.h>
#include <reel/echo.h>

/* ---- made matches ------------------------------------------------------------------------------------------------------ */

typedef struct kind {
    const reel_format *format;
    const reel_table *frames, *players, *tables[4];
} kind;

static const kind kinds[] = {
    { &reel_format_butter, &butter_frames, &butter_players, { &butter_infos, &butter_frames, &butter_players, NULL } },
    { &reel_format_echoreplay, &echoreplay_frames, &echoreplay_players, { &echoreplay_frames, &echoreplay_players, NULL } },
    { &reel_format_milk, &milk_frames, &milk_players, { &milk_infos, &milk_frames, &milk_players, NULL } },
};
enum { BUTTER, TEXT, MILK, KINDS };

/* 20 s of play at 10 frames a second, with one player of each team. Rows are changed before the check. */
enum { FRAMES = 200, RATE = 10, PLAYERS = 2 };

typedef struct match {
    const kind *kind;
    reel_allocator allocator;
    reel_chunk *chunk;
    reel_findings *findings;
} match;

static void *add_row(const match *m, const reel_table *table)
{
    void *row = reel_row_add(reel_chunk_table(m->chunk, table));
    assert_non_null(row);
    memset(row, 0, table->row_size);
    return row;
}

static void add_frame(const match *m, uint32_t number)
{
    echo_frame *frame = add_row(m, m->kind->frames);
    *frame = (echo_frame){ .time = (double)number / RATE,
                           .frame = number,
                           .game_clock = (float)(300 - (double)number / RATE),
                           .status = ECHO_PLAYING,
                           .has = ECHO_HAS_POINTS | ECHO_HAS_DISC,
                           .blue_points = 4,
                           .orange_points = 6,
                           .disc_position = { 0, 1, 2 },
                           .paused_team = ECHO_NO_TEAM,
                           .unpaused_team = ECHO_NO_TEAM };
    if (m->kind->format == &reel_format_echoreplay) {
        echoreplay_frame *row = (echoreplay_frame *)(void *)frame;
        row->match_type = (reel_string){ "Echo_Arena", 10 };
        row->session_id = (reel_string){ "A", 1 };
    }
    for (uint8_t team = ECHO_BLUE; team <= ECHO_ORANGE; team++) {
        echo_player *player = add_row(m, m->kind->players);
        *player = (echo_player){ .time = frame->time, .frame = number, .team = team, .player = (uint8_t)(team + 1) };
    }
}

static match match_of(unsigned which)
{
    match m = { .kind = &kinds[which], .allocator = reel__memory_allocator(NULL), .findings = reel_findings_new(NULL) };
    m.chunk = reel__chunk_new(m.kind->tables, NULL, UINT64_MAX, &m.allocator);
    assert_non_null(m.chunk);
    assert_non_null(m.findings);
    if (which == BUTTER) ((butter_info *)add_row(&m, &butter_infos))->map = BUTTER_ARENA;
    if (which == MILK) add_row(&m, &milk_infos);
    for (uint32_t i = 0; i < FRAMES; i++) add_frame(&m, i);
    return m;
}

static echo_frame *frame_at(const match *m, size_t i)
{
    return (void *)(reel_chunk_table(m->chunk, m->kind->frames)->data + i * m->kind->frames->row_size);
}

static echo_player *player_at(const match *m, size_t frame, unsigned team)
{
    return (void *)(reel_chunk_table(m->chunk, m->kind->players)->data + (PLAYERS * frame + team) * m->kind->players->row_size);
}

static void check(const match *m)
{
    reel_error error;
    reel_replay *result;
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .report = reel_findings_report,
                                     .report_context = m->findings };
    if (reel_insight_run_chunk(&reel_check_echo, m->kind->format, m->chunk, &options, &result, &error) < 0)
        fail_msg("%s", error.message);
    reel_free(result);
}

static void end(match *m)
{
    reel_findings_free(m->findings);
    reel__chunk_free(m->chunk);
}

static const reel_finding *found_in(const match *m, const char *rule)
{
    for (size_t i = 0; i < reel_findings_count(m->findings); i++)
        if (strcmp(reel_findings_at(m->findings, i)->rule, rule) == 0) return reel_findings_at(m->findings, i);
    return NULL;
}

/* Rules that the documentation of the game's interface has are warnings; those whose thresholds come from recordings are notes. */
static reel_severity severity_of(const char *rule)
{
    static const char *const documented[] = { "echo.clock-range", "echo.clock-up", "echo.points", "echo.points-back",
                                              "echo.points-step" };
    for (size_t i = 0; i < sizeof documented / sizeof *documented; i++)
        if (strcmp(rule, documented[i]) == 0) return REEL_WARNING;
    return REEL_NOTE;
}

/* Breaks one rule in a match of each format: that one, of the tables at that row so many times, and no other is reported. */
static void breaks(void (*change)(const match *m), const char *rule, unsigned formats, uint64_t row, uint64_t count)
{
    for (unsigned which = 0; which < KINDS; which++) {
        if (!(formats >> which & 1)) continue;
        match m = match_of(which);
        change(&m);
        check(&m);
        const reel_finding *found = found_in(&m, rule);
        if (!found) fail_msg("%s: %s was not reported", m.kind->format->id, rule);
        if (reel_findings_count(m.findings) != 1) fail_msg("%s: more than %s was reported", m.kind->format->id, rule);
        assert_int_equal(found->severity, severity_of(rule));
        assert_int_equal(found->row, row);
        assert_int_equal(found->count, count);
        end(&m);
    }
}

/* The change breaks no rule. */
static void keeps(void (*change)(const match *m))
{
    for (unsigned which = 0; which < KINDS; which++) {
        match m = match_of(which);
        if (change) change(&m);
        check(&m);
        if (reel_findings_count(m.findings)) fail_msg("%s: %s", m.kind->format->id, reel_findings_at(m.findings, 0)->rule);
        end(&m);
    }
}

enum { IN_BUTTER = 1 << BUTTER, IN_TEXT = 1 << TEXT, IN_MILK = 1 << MILK, IN_ALL = IN_BUTTER | IN_TEXT | IN_MILK };

/* ---- the clock ---------------------------------------------------------------------------------------------------------- */

static void clock_beyond_its_digits(const match *m)
{
    for (size_t i = 10; i < 13; i++) frame_at(m, i)->status = ECHO_POST_MATCH;
    frame_at(m, 11)->game_clock = 6001;
    frame_at(m, 12)->game_clock = -2;
}

static void clock_wound_up(const match *m)
{
    for (size_t i = 50; i < FRAMES; i++) frame_at(m, i)->game_clock += 30;
}

static void clock_at_half_pace(const match *m)
{
    for (size_t i = 0; i < FRAMES; i++) frame_at(m, i)->game_clock = (float)(300 - (double)i / RATE / 2);
}

static void clock_in_a_pause(const match *m)
{
    for (size_t i = 50; i < FRAMES; i++) {
        frame_at(m, i)->game_clock = 295;
        frame_at(m, i)->has |= ECHO_HAS_PAUSE;
        frame_at(m, i)->paused_state = 1;
    }
}

static void clock_at_zero(const match *m)
{
    for (size_t i = 0; i < FRAMES; i++) frame_at(m, i)->game_clock = 0;
}

static void clock_of_a_new_round(const match *m)
{
    for (size_t i = 50; i < FRAMES; i++) frame_at(m, i)->game_clock += 100;
    frame_at(m, 50)->status = ECHO_ROUND_START;
}

static void a_clock_against_the_rules_is_reported(void **state)
{
    (void)state;
    breaks(clock_beyond_its_digits, "echo.clock-range", IN_ALL, 11, 2);
    breaks(clock_wound_up, "echo.clock-up", IN_ALL, 50, 1);
    breaks(clock_at_half_pace, "echo.clock-pace", IN_BUTTER | IN_TEXT, REEL_NO_ROW, 1);
    keeps(clock_in_a_pause);
    keeps(clock_at_zero);
    keeps(clock_of_a_new_round);
}

/* ---- points ------------------------------------------------------------------------------------------------------------- */

static void points_taken_back(const match *m)
{
    for (size_t i = 80; i < FRAMES; i++) frame_at(m, i)->orange_points = 3;
}

static void points_of_a_new_round(const match *m)
{
    points_taken_back(m);
    frame_at(m, 80)->status = ECHO_ROUND_START;
}

static void half_a_point(const match *m)
{
    for (size_t i = 0; i < FRAMES; i++) frame_at(m, i)->blue_points = i < 20 ? -1.0f : 4.5f;
    for (size_t i = 19; i < 21; i++) frame_at(m, i)->status = ECHO_ROUND_START;
}

static void five_points(const match *m)
{
    for (size_t i = 20; i < FRAMES; i++) frame_at(m, i)->blue_points = 9;
    frame_at(m, 18)->disc_position = (reel_vec3){ 0, 1, 3 };
}

static void goal_from_afar(const match *m)
{
    for (size_t i = 80; i < FRAMES; i++) frame_at(m, i)->blue_points = 6;
}

static void goal_with_the_disc(const match *m)
{
    goal_from_afar(m);
    for (size_t i = 0; i < 10; i++) frame_at(m, 70 + i)->disc_position.z = -34 + (float)i / 10;
    for (size_t i = 69; i < 71; i++) frame_at(m, i)->status = ECHO_SCORE;
    for (size_t i = 79; i < 81; i++) frame_at(m, i)->status = ECHO_SCORE;
}

static void goal_soon_after_the_beginning(const match *m)
{
    for (size_t i = 20; i < FRAMES; i++) frame_at(m, i)->blue_points = 6;
}

static void goal_of_another_session(const match *m)
{
    for (size_t i = 80; i < FRAMES; i++) {
        frame_at(m, i)->blue_points = 0;
        ((echoreplay_frame *)(void *)frame_at(m, i))->session_id = (reel_string){ "B", 1 };
    }
}

static void points_against_the_rules_are_reported(void **state)
{
    (void)state;
    breaks(points_taken_back, "echo.points-back", IN_ALL, 80, 1);
    breaks(half_a_point, "echo.points", IN_ALL, 0, FRAMES);
    breaks(five_points, "echo.points-step", IN_ALL, 20, 1);
    breaks(goal_from_afar, "echo.goal-without-disc", IN_ALL, 80, 1);
    keeps(points_of_a_new_round);
    keeps(goal_with_the_disc);
    keeps(goal_soon_after_the_beginning);
}

static void another_session_begins_anew(void **state)
{
    (void)state;
    match m = match_of(TEXT);
    goal_of_another_session(&m);
    check(&m);
    assert_int_equal(reel_findings_count(m.findings), 0);
    end(&m);
}

/* ---- the disc ----------------------------------------------------------------------------------------------------------- */

static void disc_beyond_the_wall(const match *m)
{
    for (size_t i = 40; i < 43; i++) {
        frame_at(m, i)->status = ECHO_ROUND_START;
        frame_at(m, i)->disc_position.y = i == 41 ? 16 : 0;
    }
}

static void disc_too_fast(const match *m) { frame_at(m, 40)->disc_velocity = (reel_vec3){ 70, 0, 72 }; }

static void disc_elsewhere(const match *m)
{
    for (size_t i = 60; i < FRAMES; i++) frame_at(m, i)->disc_position.x = 12;
}

static void disc_brought_to_its_place(const match *m)
{
    disc_elsewhere(m);
    frame_at(m, 60)->status = ECHO_ROUND_START;
}

static void a_disc_against_the_rules_is_reported(void **state)
{
    (void)state;
    breaks(disc_beyond_the_wall, "echo.disc-position", IN_ALL, 41, 1);
    breaks(disc_too_fast, "echo.disc-speed", IN_BUTTER | IN_TEXT, 40, 1);
    breaks(disc_elsewhere, "echo.disc-jump", IN_ALL, 60, 1);
    keeps(disc_brought_to_its_place);
}

/* ---- players ------------------------------------------------------------------------------------------------------------ */

static void hand_beyond_the_wall(const match *m) { player_at(m, 30, ECHO_ORANGE)->left_hand.x = -26; }

static void player_too_fast(const match *m)
{
    for (size_t i = 30; i < 33; i++) player_at(m, i, ECHO_BLUE)->velocity.z = -51;
}

static void player_elsewhere(const match *m)
{
    for (size_t i = 30; i < FRAMES; i++) player_at(m, i, ECHO_BLUE)->head.z = 20;
}

static void player_into_the_tube(const match *m)
{
    for (size_t i = 30; i < FRAMES; i++) player_at(m, i, ECHO_BLUE)->head.z = 77;
}

static void another_in_the_place(const match *m)
{
    player_elsewhere(m);
    for (size_t i = 30; i < FRAMES; i++) player_at(m, i, ECHO_BLUE)->player = 9;
}

static void spectator_anywhere(const match *m)
{
    for (size_t i = 30; i < FRAMES; i++) {
        player_at(m, i, ECHO_BLUE)->team = ECHO_SPECTATORS;
        player_at(m, i, ECHO_BLUE)->head.z = 500;
    }
}

static void numbers_that_are_none(const match *m)
{
    player_at(m, 30, ECHO_BLUE)->head.z = NAN;
    player_at(m, 30, ECHO_BLUE)->velocity.z = NAN;
    frame_at(m, 30)->disc_position.x = NAN;
    frame_at(m, 30)->disc_velocity.x = NAN;
}

static void players_against_the_rules_are_reported(void **state)
{
    (void)state;
    breaks(hand_beyond_the_wall, "echo.position", IN_ALL, 30 * PLAYERS + ECHO_ORANGE, 1);
    breaks(player_too_fast, "echo.speed", IN_ALL, 30 * PLAYERS, 3);
    breaks(player_elsewhere, "echo.jump", IN_ALL, 30 * PLAYERS, 1);
    keeps(player_into_the_tube);
    keeps(another_in_the_place);
    keeps(spectator_anywhere);
    keeps(numbers_that_are_none);
}

static void a_sound_match_has_no_finding(void **state)
{
    (void)state;
    keeps(NULL);
}

/* ---- files -------------------------------------------------------------------------------------------------------------- */

static void a_file_is_checked_by_the_rules(void **state)
{
    (void)state;
    static const char line[] =
        "2021/11/20 21:15:03.120\t{\"sessionid\":\"A\",\"match_type\":\"Echo_Arena\",\"game_clock\":-50}\r\n";
    reel_findings *findings = reel_findings_new(NULL);
    reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
    reel_error error;
    if (reel_check(reel_source_memory(line, sizeof line - 1), &options, &error) < 0) fail_msg("%s", error.message);
    assert_int_equal(reel_findings_count(findings), 1);
    assert_string_equal(reel_findings_at(findings, 0)->rule, "echo.clock-range");
    reel_findings_free(findings);
}

/* Rules that a file breaks, and a sum over their rows. */
typedef struct broken {
    size_t rules;
    uint64_t rows;
} broken;

static broken broken_in(const char *path)
{
    broken all = { 0 };
    size_t size;
    uint8_t *data = read_file(path, &size);
    reel_findings *findings = reel_findings_new(NULL);
    reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings };
    reel_error error;
    reel_status status = reel_check(reel_source_memory(data, size), &options, &error);
    if (status < 0 && status != REEL_UNSUPPORTED) fail_msg("%s: %s", path, error.message);
    for (size_t i = 0; i < reel_findings_count(findings); i++) {
        const reel_finding *found = reel_findings_at(findings, i);
        if (strncmp(found->rule, "echo.", 5) != 0) continue;
        if (found->severity != severity_of(found->rule)) fail_msg("%s: %s: %s", path, found->rule, found->message);
        all.rules++;
        all.rows += 1000 * found->row + found->count;
    }
    reel_findings_free(findings);
    free(data);
    return all;
}

static void recordings_of_the_game_keep_the_rules(void **state)
{
    (void)state;
    const char *folder = corpus_path("samples/butter/milk");
    if (!folder) skip();
    file_list list = files_below(folder);
    for (size_t i = 0; i < list.count; i++)
        if (broken_in(list.paths[i]).rules) fail_msg("%s breaks a rule", list.paths[i]);
    print_message("%zu recordings\n", list.count);
    file_list_free(&list);
}

/* "…/butter/STEM.x.butter" to "…/echoreplay/STEM.echoreplay". False: there is no such file. */
static bool text_of(const char *path, char *to, size_t size)
{
    const char *name = strrchr(path, '/') + 1, *dot = strchr(name, '.');
    const char *folder = corpus_path("samples/butter/echoreplay");
    snprintf(to, size, "%s/%.*s.echoreplay", folder ? folder : "", (int)(dot ? dot - name : 0), name);
    FILE *file = fopen(to, "rb");
    if (file) fclose(file);
    return file != NULL;
}

static void a_butter_breaks_the_rules_of_the_text_that_it_was_made_from(void **state)
{
    (void)state;
    const char *folder = corpus_path("samples/butter/butter");
    if (!folder) skip();
    file_list list = files_below(folder);
    size_t compared = 0;
    for (size_t i = 0; i < list.count; i++) {
        char text[1200];
        if (!text_of(list.paths[i], text, sizeof text)) continue;
        broken a = broken_in(list.paths[i]), b = broken_in(text);
        if (a.rules != b.rules || a.rows != b.rows) fail_msg("%s does not break the rules that %s does", list.paths[i], text);
        compared++;
    }
    print_message("%zu files compared\n", compared);
    file_list_free(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sound_match_has_no_finding),
        cmocka_unit_test(a_clock_against_the_rules_is_reported),
        cmocka_unit_test(points_against_the_rules_are_reported),
        cmocka_unit_test(another_session_begins_anew),
        cmocka_unit_test(a_disc_against_the_rules_is_reported),
        cmocka_unit_test(players_against_the_rules_are_reported),
        cmocka_unit_test(a_file_is_checked_by_the_rules),
        cmocka_unit_test(recordings_of_the_game_keep_the_rules),
        cmocka_unit_test(a_butter_breaks_the_rules_of_the_text_that_it_was_made_from),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
