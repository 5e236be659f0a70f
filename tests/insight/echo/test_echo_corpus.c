/* SPDX-License-Identifier: MIT
 * The figures of the corpus: against plain loops over the rows of each replay, against the decoded truth, and those of a .butter
 * against those of the .echoreplay that it was made from. */
#include "../../formats/echo/oracle.h"
#include "../../formats/echo/twins.h"

#include <math.h>
#include <reel/echo.h>
#include <reel/export.h>
#include <reel/milk.h>

static char place[1200];

static void same(const char *what, double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%s: %s is %.9g, not %.9g", place, what, value, wanted);
}

static reel_replay *figures_of(const char *path)
{
    reel_reader *reader;
    reel_replay *result;
    reel_error error;
    reel_insight_options how = { REEL_SIZED(reel_insight_options), .tables = reel_insight_echo.tables };
    if (reel_open_file(path, NULL, &reader, &error) < 0) fail_msg("%s: %s", path, error.message);
    if (reel_insight_run(&reel_insight_echo, reader, &how, &result, &error) < 0) fail_msg("%s: %s", path, error.message);
    reel_close(reader);
    return result;
}

static reel_replay *load(const char *path)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load_file(path, NULL, &replay, &error) < 0) fail_msg("%s: %s", path, error.message);
    return replay;
}

static const void *rows_of(const reel_replay *figures, const reel_table *table, size_t *count)
{
    return reel_rows(figures, table, count);
}

static void (*work_on)(const char *path);

static bool work_on_file(const char *path, const char *name)
{
    (void)name;
    snprintf(place, sizeof place, "%s", path);
    work_on(path);
    return true;
}

static void with_each_file(void (*work)(const char *path))
{
    corpus_need("samples/butter");
    work_on = work;
    size_t butters = corpus_each("samples/butter/butter", ".butter", work_on_file);
    corpus_compared(butters + corpus_each("samples/butter/echoreplay", ".echoreplay", work_on_file), "files");
}

/* ---- plain loops ---------------------------------------------------------------------------------------------------------- */

/* The rows of a replay of either format, seen as what they begin with. */
typedef struct plain {
    reel_replay *replay;
    const uint8_t *frame_rows, *player_rows;
    size_t frames, players, frame_size, player_size;
} plain;

static plain plain_of(const char *path)
{
    plain p = { .replay = load(path) };
    bool text = reel_replay_format(p.replay) == &reel_format_echoreplay;
    const reel_table *frames = text ? &echoreplay_frames : &butter_frames,
                     *players = text ? &echoreplay_players : &butter_players;
    p.frame_rows = reel_rows(p.replay, frames, &p.frames);
    p.player_rows = reel_rows(p.replay, players, &p.players);
    p.frame_size = frames->row_size;
    p.player_size = players->row_size;
    return p;
}

static const echo_frame *frame_at(const plain *p, size_t i) { return (const void *)(p->frame_rows + i * p->frame_size); }
static const echo_player *player_at(const plain *p, size_t i) { return (const void *)(p->player_rows + i * p->player_size); }

/* How long what frame `i` says lasts. */
static double lasts(const plain *p, size_t i)
{
    return i + 1 < p->frames ? fmin(frame_at(p, i + 1)->time - frame_at(p, i)->time, 1) : 0;
}

static void match_is_that_of_the_frames(const plain *p, const reel_replay *figures)
{
    size_t count;
    int goals = 0;
    double play = 0, fastest = 0;
    const echo_match *match = rows_of(figures, &echo_matches, &count);
    assert_int_equal(count, 1);
    for (size_t i = 0; i < p->frames; i++) {
        const echo_frame *f = frame_at(p, i), *before = i ? frame_at(p, i - 1) : f;
        bool paused = f->paused_state == 1 || f->paused_state == 2;
        if ((f->status == ECHO_PLAYING || f->status == ECHO_SUDDEN_DEATH) && !paused) play += lasts(p, i);
        if (f->has & ECHO_HAS_SCORE) goals += (f->blue_points > before->blue_points) + (f->orange_points > before->orange_points);
        double x = (double)f->disc_velocity.x, y = (double)f->disc_velocity.y, z = (double)f->disc_velocity.z;
        double speed = sqrt(x * x + y * y + z * z);
        if (speed <= ECHO_FASTEST_DISC) fastest = fmax(fastest, speed);
    }
    const echo_frame *last = frame_at(p, p->frames - 1);
    same("frames", match->frames, (double)p->frames, 0);
    same("duration", match->duration, last->time - frame_at(p, 0)->time, 1e-9);
    same("play_seconds", match->play_seconds, play, 1e-6);
    same("goals", match->goals, goals, 0);
    same("blue_points", (double)match->blue_points, (double)last->blue_points, 0);
    same("orange_points", (double)match->orange_points, (double)last->orange_points, 0);
    if (match->present & ECHO_MATCH_DISC) same("max_disc_speed", (double)match->max_disc_speed, fastest, 1e-4);
    (void)rows_of(figures, &echo_goals, &count);
    same("rows of goals", (double)count, goals, 0);
}

static unsigned rise(uint16_t before, uint16_t after) { return after > before ? (unsigned)after - before : 0; }

static void player_is_that_of_the_rows(const plain *p, const echo_player_sum *sum, const echo_motion *motion)
{
    const echo_player *before = NULL;
    double seconds = 0, possession = 0, distance = 0, ping = 0, rows = 0;
    unsigned stuns = 0, saves = 0, points = 0, catches = 0;
    for (size_t i = 0; i < p->players; i++) {
        const echo_player *row = player_at(p, i);
        if (row->userid != sum->userid) continue;
        seconds += lasts(p, row->frame);
        if (row->possession) possession += lasts(p, row->frame);
        ping += row->ping;
        rows++;
        if (before && before->frame + 1 == row->frame) {
            stuns += rise(before->stats.stuns, row->stats.stuns);
            saves += rise(before->stats.saves, row->stats.saves);
            points += rise(before->stats.points, row->stats.points);
            catches += rise(before->stats.catches, row->stats.catches);
            double step = row->time - before->time;
            double way = hypot(hypot((double)row->head.x - (double)before->head.x, (double)row->head.y - (double)before->head.y),
                               (double)row->head.z - (double)before->head.z);
            if (step <= 1 && (way <= 2 || way / step <= 50)) distance += way;
        }
        before = row;
    }
    same("seconds", sum->seconds, seconds, 1e-6);
    same("possession_seconds", sum->possession_seconds, possession, 1e-6);
    same("stuns", sum->stuns, stuns, 0);
    same("saves", sum->saves, saves, 0);
    same("points", sum->points, points, 0);
    same("catches", sum->catches, catches, 0);
    same("distance", motion->distance, distance, 1e-6 * fmax(1, distance));
    same("mean_ping", (double)motion->mean_ping, ping / rows, 1e-3);
}

static void compare_with_loops(const char *path)
{
    plain p = plain_of(path);
    reel_replay *figures = figures_of(path);
    size_t count, motions;
    match_is_that_of_the_frames(&p, figures);
    const echo_player_sum *players = rows_of(figures, &echo_player_sums, &count);
    const echo_motion *motion = rows_of(figures, &echo_motions, &motions);
    assert_true(count >= 6);
    assert_int_equal(motions, count);
    for (size_t i = 0; i < count; i++) player_is_that_of_the_rows(&p, &players[i], &motion[i]);
    reel_free(figures);
    reel_free(p.replay);
}

static void figures_are_those_of_plain_loops(void **state)
{
    (void)state;
    with_each_file(compare_with_loops);
}

/* ---- chunks --------------------------------------------------------------------------------------------------------------- */

static char *text_of(const reel_replay *figures)
{
    reel_memory memory;
    reel_export *out;
    reel_error error;
    reel_export_options how = { REEL_SIZED(reel_export_options) };
    if (reel_export_open(reel_exporter_by_id("json"), reel_sink_memory(&memory, NULL), NULL, &how, &out, &error) < 0)
        fail_msg("%s", error.message);
    reel_export_chunk(out, reel_replay_chunk(figures));
    if (reel_export_finish(out, &error) < 0) fail_msg("%s", error.message);
    char *text = malloc(memory.size + 1);
    assert_non_null(text);
    memcpy(text, memory.data, memory.size);
    text[memory.size] = 0;
    reel_memory_free(&memory);
    return text;
}

static void compare_whole_with_chunks(const char *path)
{
    reel_replay *replay = load(path), *streamed = figures_of(path), *whole;
    reel_error error;
    reel_insight_options how = { REEL_SIZED(reel_insight_options), .tables = reel_insight_echo.tables };
    assert_int_equal(
        reel_insight_run_chunk(&reel_insight_echo, reel_replay_format(replay), reel_replay_chunk(replay), &how, &whole, &error),
        REEL_OK);
    char *a = text_of(streamed), *b = text_of(whole);
    assert_true(strlen(a) > 1000);
    if (strcmp(a, b) != 0) fail_msg("%s: other figures when it is read in chunks", path);
    free(a);
    free(b);
    reel_free(whole);
    reel_free(streamed);
    reel_free(replay);
}

static void figures_are_the_same_in_chunks(void **state)
{
    (void)state;
    with_each_file(compare_whole_with_chunks);
}

/* ---- truth ---------------------------------------------------------------------------------------------------------------- */

static double cell(const tsv *t, size_t row, const char *column)
{
    for (size_t i = 0; i < t->columns; i++)
        if (!strcmp(t->cells[i], column)) return strtod(tsv_at(t, row, i), NULL);
    fail_msg("%s: no column %s", place, column);
    return 0;
}

static bool truth_of(const char *stem, const char *ending, tsv *table)
{
    char name[300];
    snprintf(name, sizeof name, "expected/butter/frames/%s.ideal.%s", stem, ending);
    const char *found = corpus_path(name);
    if (found) *table = tsv_read(found);
    return found != NULL;
}

static bool compare_match(const char *stem, const reel_replay *figures)
{
    tsv frames;
    if (!truth_of(stem, "frames.tsv.gz", &frames)) return false;
    size_t count, last = frames.rows - 1;
    const echo_match *match = rows_of(figures, &echo_matches, &count);
    same("frames", match->frames, cell(&frames, last, "frame") + 1, 0);
    same("duration", match->duration, (cell(&frames, last, "time_ms") - cell(&frames, 0, "time_ms")) / 1000, 1e-9);
    same("recorded", (double)match->recorded, cell(&frames, 0, "time_ms"), 0);
    same("blue_points", (double)match->blue_points, cell(&frames, last, "blue_points"), 5e-5);
    same("orange_points", (double)match->orange_points, cell(&frames, last, "orange_points"), 5e-5);
    tsv_free(&frames);
    return true;
}

static bool compare_speed(const char *stem, const reel_replay *figures)
{
    tsv columns;
    size_t count;
    if (!truth_of(stem, "columns.tsv", &columns)) return false;
    const echo_motion *motion = rows_of(figures, &echo_motions, &count);
    double most = 0;
    for (size_t i = 0; i < count; i++) most = fmax(most, (double)motion[i].max_speed);
    for (size_t i = 0; i < columns.rows; i++) {
        if (strcmp(tsv_at(&columns, i, 1), "vel.vz") != 0) continue;
        double least = fmax(fabs(cell(&columns, i, "min")), fabs(cell(&columns, i, "max")));
        if (!(most >= least - 5e-5 && most <= 3 * least))
            fail_msg("%s: a speed of %.9g, a part of it is %.9g", place, most, least);
    }
    tsv_free(&columns);
    return true;
}

static bool compare_with_truth(const char *path, const char *name)
{
    char stem[100];
    const char *file = strrchr(name, '/') + 1;
    snprintf(place, sizeof place, "%s", path);
    snprintf(stem, sizeof stem, "%.*s", (int)(strlen(file) - strlen(".butter")), file);
    reel_replay *figures = figures_of(path);
    bool compared = compare_match(stem, figures);
    compared = compare_speed(stem, figures) || compared;
    reel_free(figures);
    return compared;
}

static void figures_fit_the_decoded_truth(void **state)
{
    (void)state;
    corpus_need("samples/butter/butter");
    corpus_compared(corpus_each("samples/butter/butter", ".gzip.butter", compare_with_truth), "files");
}

/* ---- the same match in two formats ------------------------------------------------------------------------------------------ */

static void same_goals(const reel_replay *a, const reel_replay *b)
{
    size_t count, other;
    const echo_goal *one = rows_of(a, &echo_goals, &count), *two = rows_of(b, &echo_goals, &other);
    same("goals", (double)count, (double)other, 0);
    for (size_t i = 0; i < count; i++) {
        same("time of a goal", one[i].time, two[i].time, 0);
        same("team of a goal", one[i].team, two[i].team, 0);
        same("points of a goal", (double)one[i].points, (double)two[i].points, 0);
        same("round of a goal", one[i].round, two[i].round, 0);
        same("description of a goal", one[i].described, two[i].described, 0);
        same("scorer", (double)one[i].scorer_userid, (double)two[i].scorer_userid, 0);
        same("speed of a goal", (double)one[i].disc_speed, (double)two[i].disc_speed, 0.01);
        assert_int_equal(one[i].type.size, two[i].type.size);
    }
}

static void same_intervals(const reel_replay *a, const reel_replay *b)
{
    size_t count, other;
    const echo_possession *one = rows_of(a, &echo_possessions, &count), *two = rows_of(b, &echo_possessions, &other);
    same("possessions", (double)count, (double)other, 0);
    for (size_t i = 0; i < count; i++) {
        same("start of a possession", one[i].start, two[i].start, 0);
        same("end of a possession", one[i].end, two[i].end, 0);
        same("team of a possession", one[i].team, two[i].team, 0);
        same("player of a possession", (double)one[i].userid, (double)two[i].userid, 0);
    }
    const echo_stay *stay = rows_of(a, &echo_stays, &count), *twin = rows_of(b, &echo_stays, &other);
    same("stays", (double)count, (double)other, 0);
    for (size_t i = 0; i < count; i++) {
        same("start of a stay", stay[i].start, twin[i].start, 0);
        same("end of a stay", stay[i].end, twin[i].end, 0);
        same("player of a stay", (double)stay[i].userid, (double)twin[i].userid, 0);
    }
    const echo_round *round = rows_of(a, &echo_rounds, &count), *same_round = rows_of(b, &echo_rounds, &other);
    same("rounds", (double)count, (double)other, 0);
    for (size_t i = 0; i < count; i++) {
        same("start of a round", round[i].start, same_round[i].start, 0);
        same("end of a round", round[i].end, same_round[i].end, 0);
        same("play of a round", round[i].play_seconds, same_round[i].play_seconds, 1e-9);
        same("end of a round", round[i].ended_by, same_round[i].ended_by, 0);
    }
    (void)rows_of(a, &echo_pauses, &count), (void)rows_of(b, &echo_pauses, &other);
    same("pauses", (double)count, (double)other, 0);
}

/* Places of a .butter are off by up to 0.2 m in the larger maps, so that ways are longer by the noise. */
static void same_players(const reel_replay *a, const reel_replay *b)
{
    size_t count, other;
    const echo_player_sum *one = rows_of(a, &echo_player_sums, &count), *two = rows_of(b, &echo_player_sums, &other);
    same("players", (double)count, (double)other, 0);
    const echo_motion *way = rows_of(a, &echo_motions, &count), *other_way = rows_of(b, &echo_motions, &other);
    for (size_t i = 0; i < count; i++) {
        same("account", (double)one[i].userid, (double)two[i].userid, 0);
        same("saves", one[i].saves, two[i].saves, 0);
        same("points", one[i].points, two[i].points, 0);
        same("stuns", one[i].stuns, two[i].stuns, 0);
        same("possession", one[i].possession_seconds, two[i].possession_seconds, 1e-9);
        same("stunned", one[i].stunned_seconds, two[i].stunned_seconds, 1e-9);
        same("floating", way[i].floating_seconds, other_way[i].floating_seconds, 1e-9);
        same("distance", way[i].distance, other_way[i].distance, 0.02 * fmax(1, other_way[i].distance));
        same("speed", (double)way[i].max_speed, (double)other_way[i].max_speed, 0.05);
    }
}

static bool compare_with_text(const char *path, const char *name)
{
    (void)name;
    char text[TWIN_PATH];
    if (!twin_text(path, text)) return false;
    reel_replay *source = figures_of(text);
    snprintf(place, sizeof place, "%s", path);
    reel_replay *figures = figures_of(path);
    same_goals(figures, source);
    same_intervals(figures, source);
    same_players(figures, source);
    reel_free(figures);
    reel_free(source);
    return true;
}

static void a_butter_has_the_figures_of_its_echoreplay(void **state)
{
    (void)state;
    corpus_need("samples/butter/butter");
    corpus_compared(corpus_each("samples/butter/butter", ".butter", compare_with_text), "files");
}

/* Whether a text has the motion of a recording: as many frames, and the same players by name. */
static bool same_motion(const reel_replay *milk, const reel_replay *text)
{
    size_t count, other, frames, others;
    const echo_match *match = rows_of(milk, &echo_matches, &frames), *made = rows_of(text, &echo_matches, &others);
    if (!frames || !others || match->frames != made->frames) return false;
    const echo_player_sum *sum = rows_of(milk, &echo_player_sums, &count), *other_sum = rows_of(text, &echo_player_sums, &other);
    bool same = count == other && count > 0;
    for (size_t i = 0; same && i < count; i++)
        same =
            sum[i].name.size == other_sum[i].name.size && memcmp(sum[i].name.data, other_sum[i].name.data, sum[i].name.size) == 0;
    return same;
}

static const char *milk_path;

static bool compare_with_milk(const char *path, const char *name)
{
    (void)name;
    reel_replay *milk = figures_of(milk_path), *made = figures_of(path);
    bool same_play = same_motion(milk, made);
    if (same_play) {
        size_t count, other;
        snprintf(place, sizeof place, "%s", milk_path);
        const echo_motion *way = rows_of(milk, &echo_motions, &count), *other_way = rows_of(made, &echo_motions, &other);
        const echo_player_sum *sum = rows_of(milk, &echo_player_sums, &count),
                              *other_sum = rows_of(made, &echo_player_sums, &other);
        for (size_t i = 0; i < count; i++) {
            assert_int_equal(sum[i].team, other_sum[i].team);
            same("distance", way[i].distance, other_way[i].distance, 0.05 * other_way[i].distance);
            same("possession", sum[i].possession_seconds, other_sum[i].possession_seconds, 0.3);
        }
        const echo_match *match = rows_of(milk, &echo_matches, &count);
        assert_int_equal(match->mode, ECHO_MODE_ARENA);
        assert_int_equal(match->present & (ECHO_MATCH_DISC | ECHO_MATCH_SPEED), ECHO_MATCH_DISC);
    }
    reel_free(milk);
    reel_free(made);
    return same_play;
}

static bool compare_with_texts(const char *path, const char *name)
{
    (void)name;
    reel_replay *replay;
    if (reel_load_file(path, NULL, &replay, NULL) == REEL_UNSUPPORTED) return false; /* the later layout */
    reel_free(replay);
    milk_path = path;
    return corpus_each("samples/butter/echoreplay", ".echoreplay", compare_with_milk) > 0;
}

/* A text was made of a recording's motion. */
static void a_milk_has_the_motion_of_what_was_made_of_it(void **state)
{
    (void)state;
    corpus_need("samples/butter/milk");
    corpus_compared(corpus_each("samples/butter/milk", ".milk", compare_with_texts), "recordings");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(figures_are_those_of_plain_loops),
        cmocka_unit_test(figures_are_the_same_in_chunks),
        cmocka_unit_test(figures_fit_the_decoded_truth),
        cmocka_unit_test(a_butter_has_the_figures_of_its_echoreplay),
        cmocka_unit_test(a_milk_has_the_motion_of_what_was_made_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
