/* SPDX-License-Identifier: MIT
 * Between .echoreplay and .butter: what was meant is what is read back (the conversion itself sees to that), how far off it is, how large. */
#include "../formats/echo/twins.h"

#include <reel/echoreplay.h>
#include <reel/format.h>

#include <math.h>

static reel_memory convert_with(const uint8_t *data, size_t size, const reel_format *to, const char *compression)
{
    reel_memory memory;
    reel_error error;
    reel_setting setting = { "info.compression", compression };
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .settings = &setting, .setting_count = compression ? 1 : 0 };
    if (reel_convert(reel_source_memory(data, size), NULL, to, reel_sink_memory(&memory, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    return memory;
}

static reel_memory convert(const uint8_t *data, size_t size, const reel_format *to) { return convert_with(data, size, to, NULL); }

static reel_replay *load(const uint8_t *data, size_t size)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(data, size), NULL, &replay, &error) < 0) fail_msg("%s", error.message);
    return replay;
}

static reel_memory convert_faithfully(const uint8_t *data, size_t size)
{
    reel_memory memory;
    reel_error error;
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .convention = "faithful" };
    if (reel_convert(reel_source_memory(data, size), NULL, &reel_format_butter, reel_sink_memory(&memory, NULL), &how, &error) <
        0)
        fail_msg("%s", error.message);
    return memory;
}

static double apart(reel_vec3 a, reel_vec3 b)
{
    double x = (double)(a.x - b.x), y = (double)(a.y - b.y), z = (double)(a.z - b.z);
    return sqrt(x * x + y * y + z * z);
}

enum { MANY_FRAMES = 300 }; /* a block */

static void assert_near(const char *name, const reel_replay *from, const reel_replay *to)
{
    size_t count, others, frames;
    const echoreplay_player *a = reel_rows(from, &echoreplay_players, &count);
    const butter_player *b = reel_rows(to, &butter_players, &others);
    assert_int_equal(count, others);
    reel_rows(to, &butter_frames, &frames);
    double most = 0, sum = 0, fastest = 0, largest = 0, speed = 0;
    for (size_t i = 0; i < count; i++) {
        assert_true(a[i].common.userid == b[i].common.userid);
        assert_memory_equal(&a[i].common.stats, &b[i].common.stats, sizeof a[i].common.stats);
        most = fmax(most, apart(a[i].common.head, b[i].common.head));
        sum += apart(a[i].common.head, b[i].common.head);
        fastest = fmax(fastest, apart(a[i].common.velocity, b[i].common.velocity));
        largest = fmax(largest, largest_of(a[i].common.head));
        speed = fmax(speed, largest_of(a[i].common.velocity));
    }
    if (most > half_reach(2 * largest)) fail_msg("%s: a head is %g m off", name, most);
    if (fastest > half_reach(2 * speed)) fail_msg("%s: a velocity is %g m/s off", name, fastest);
    if (frames >= MANY_FRAMES && sum > 0.1 * half_reach(largest) * (double)count)
        fail_msg("%s: heads are %g m off on average", name, sum / (double)count);
}

/* A keyframe has halves, a frame behind it the halves of what changed, which is at most twice the largest; each corrects what the
 * one before it left. */
static bool convert_text(const char *path, const char *name)
{
    size_t size, reference, frames;
    char twin[TWIN_PATH];
    uint8_t *data = read_file(path, &size);
    reel_memory butter = convert(data, size, &reel_format_butter);
    reel_replay *from = load(data, size), *to = load(butter.data, butter.size);
    assert_near(name, from, to);
    reel_rows(to, &butter_frames, &frames);
    if (twin_butter(path, "ki300.gzip", twin)) {
        bool real = strstr(corpus_index("butter", name, "trait"), "real") && frames >= MANY_FRAMES;
        free(read_file(twin, &reference));
        printf("%s: %zu bytes, the reference's %zu: %.3f\n", name, butter.size, reference,
               (double)butter.size / (double)reference);
        if (real && butter.size > reference)
            fail_msg("%s: larger than the reference's", name); /* real motion is what it is for */
    }
    reel_free(from);
    reel_free(to);
    reel_memory_free(&butter);
    free(data);
    return true;
}

static void butter_of_a_text_is_small_and_near(void **state)
{
    (void)state;
    corpus_need("samples/butter/echoreplay");
    corpus_compared(corpus_each("samples/butter/echoreplay", ".echoreplay", convert_text), "files");
}

/* A text made of a .butter makes the same frames again. */
static bool return_from_text(const char *path, const char *name)
{
    size_t size, count, others;
    uint8_t *data = read_file(path, &size);
    reel_memory text = convert(data, size, &reel_format_echoreplay);
    reel_memory back = convert(text.data, text.size, &reel_format_butter);
    reel_replay *from = load(data, size), *to = load(back.data, back.size);
    const butter_frame *a = reel_rows(from, &butter_frames, &count), *b = reel_rows(to, &butter_frames, &others);
    assert_int_equal(count, others);
    for (size_t i = 0; i < count; i++) {
        const echo_frame *was = &a[i].common, *is = &b[i].common;
        bool same = was->recorded == is->recorded && was->status == is->status && was->inputs == is->inputs &&
                    fabsf(was->game_clock - is->game_clock) < 1e-4f;
        if (!same) fail_msg("%s: frame %zu", name, i);
        double off = apart(was->disc_position, is->disc_position);
        if (off > half_reach(2 * largest_of(was->disc_position)) + 1e-4)
            fail_msg("%s: the disc of frame %zu is %g m off", name, i, off);
    }
    const butter_entry *p = reel_rows(from, &butter_roster, &count), *q = reel_rows(to, &butter_roster, &others);
    assert_int_equal(count, others);
    for (size_t i = 0; i < count; i++) assert_true(p[i].userid == q[i].userid && p[i].number == q[i].number);
    reel_free(from);
    reel_free(to);
    reel_memory_free(&text);
    reel_memory_free(&back);
    free(data);
    return true;
}

static void text_of_a_butter_goes_back(void **state)
{
    (void)state;
    corpus_need("samples/butter/butter");
    corpus_compared(corpus_each("samples/butter/butter", ".gzip.butter", return_from_text), "files");
}

/* What another encoder made of the same text, byte for byte. */
static bool compare_faithful(const char *path, const char *name)
{
    char twin[TWIN_PATH];
    size_t size, wanted_size;
    if (!twin_butter(path, "ki300.none", twin)) return false;
    uint8_t *text = read_file(path, &size), *wanted = read_file(twin, &wanted_size);
    reel_memory packed = convert_faithfully(text, size);
    reel_memory plain = convert_with(packed.data, packed.size, NULL, "none");
    twin_same_bytes(name, plain.data, plain.size, wanted, wanted_size);
    reel_memory_free(&plain);
    reel_memory_free(&packed);
    free(wanted);
    free(text);
    return true;
}

/* Values of a .butter that went through the text are the nearest that a .butter has: none moves. */
static void bones_that_went_through_the_text_come_back(void **state)
{
    (void)state;
    size_t size, count, others;
    uint8_t *data = read_file(project_path("tests/formats/echo/golden/bones.butter"), &size);
    reel_memory text = convert(data, size, &reel_format_echoreplay), back = convert(text.data, text.size, &reel_format_butter);
    reel_replay *before = load(data, size), *after = load(back.data, back.size);
    const echo_bone *a = reel_rows(before, &butter_bones, &count), *b = reel_rows(after, &butter_bones, &others);
    assert_true(count > 0);
    assert_int_equal(count, others);
    for (size_t i = 0; i < count; i++) {
        assert_memory_equal(&a[i].position, &b[i].position, sizeof a[i].position);
        assert_memory_equal(&a[i].rotation, &b[i].rotation, sizeof a[i].rotation);
    }
    reel_free(before), reel_free(after);
    reel_memory_free(&text), reel_memory_free(&back);
    free(data);
}

static void faithful_bytes_are_the_public_encoders(void **state)
{
    (void)state;
    corpus_need("samples/butter/echoreplay");
    corpus_compared(corpus_each("samples/butter/echoreplay", ".echoreplay", compare_faithful), "files");
}

typedef struct losses {
    size_t count;
    char text[16384];
} losses;

static void collect(void *context, const reel_finding *finding)
{
    losses *all = context;
    if (strcmp(finding->rule, "convert.loss") != 0) return;
    size_t size = strlen(all->text);
    snprintf(all->text + size, sizeof all->text - size, "%s\n", finding->message);
    all->count++;
}

static void what_is_lost_is_said(void **state)
{
    (void)state;
    static const char line[] =
        "2021/11/20 21:15:03.120\t{\"sessionid\":\"892E23E2-8272-4B07-85E8-5E291AC85F93\",\"map_name\":\"mpl_arena_a\","
        "\"tournament_match\":true,\"err_code\":3,\"left_shoulder_pressed\":0.5,\"new_key\":1,\"game_status\":\"odd\","
        "\"teams\":[{\"players\":[{\"name\":\"J\xc3\xbcrgen\",\"userid\":5,\"ping\":40000}]}]}\r\n";
    reel_memory memory;
    reel_error error;
    losses all = { 0 };
    reel_options options = { REEL_SIZED(reel_options), .report = collect, .report_context = &all };
    reel_status status = reel_convert(reel_source_memory(line, sizeof line - 1), &options, &reel_format_butter,
                                      reel_sink_memory(&memory, NULL), NULL, &error);
    if (status < 0) fail_msg("%s", error.message);
    static const char *const lost[] = { "frames.tournament_match", "frames.err_code", "frames.shoulders", "frames.extra",
                                        "frames.status_text",      "players.name",    "players.ping" };
    for (size_t i = 0; i < sizeof lost / sizeof *lost; i++)
        if (!strstr(all.text, lost[i])) fail_msg("nothing was said of %s", lost[i]);
    for (const char *at = all.text; *at; at = strchr(at, '\n') + 1) { /* and nothing twice */
        char field[64];
        assert_int_equal(sscanf(at, "%62s", field), 1);
        strcat(field, " ");
        if (strchr(field, '.')) assert_null(strstr(strchr(at, '\n'), field));
    }
    reel_memory_free(&memory);
}

/* A public match states who changed the rules, which only private ones have in the target. It is lost, and said. */
static void rules_of_a_public_match_are_lost(void **state)
{
    (void)state;
    static const char *const kinds[] = { "false", "true" };
    for (size_t i = 0; i < 2; i++) {
        char line[512];
        reel_memory memory;
        reel_error error;
        losses all = { 0 };
        reel_options options = { REEL_SIZED(reel_options), .report = collect, .report_context = &all };
        const int size =
            snprintf(line, sizeof line,
                     "2021/11/20 21:15:03.120\t{\"sessionid\":\"x\",\"map_name\":\"mpl_arena_a\",\"private_match\":%s,"
                     "\"rules_changed_by\":\"someone\",\"rules_changed_at\":1647600000,"
                     "\"teams\":[{\"players\":[{\"userid\":1}]}]}\r\n",
                     kinds[i]);
        if (reel_convert(reel_source_memory(line, (size_t)size), &options, &reel_format_butter, reel_sink_memory(&memory, NULL),
                         NULL, &error) < 0)
            fail_msg("private %s: %s", kinds[i], error.message);
        assert_int_equal(strstr(all.text, "rules_changed_by is not the same when read back: it has a value in the input") != NULL,
                         i == 0);
        reel_memory_free(&memory);
    }
}

/* The API of 2018 has one position for each player: the target gets it as that of head and body. */
static void flat_poses_become_those_of_head_and_body(void **state)
{
    (void)state;
    static const char line[] =
        "2018/11/20 21:15:03.120\t{\"sessionid\":\"x\",\"map_name\":\"mpl_arena_a\",\"teams\":[{\"players\":[{\"userid\":1,"
        "\"position\":[1.5,2.5,3.5],\"lhand\":[1.0,2.0,3.0],\"rhand\":[2.0,3.0,4.0],\"forward\":[0.0,0.0,1.0],"
        "\"left\":[1.0,0.0,0.0],\"up\":[0.0,1.0,0.0]}]}]}\r\n";
    size_t count;
    reel_memory memory;
    reel_replay *replay;
    losses all = { 0 };
    reel_options options = { REEL_SIZED(reel_options), .report = collect, .report_context = &all };
    assert_int_equal(reel_convert(reel_source_memory(line, sizeof line - 1), &options, &reel_format_butter,
                                  reel_sink_memory(&memory, NULL), NULL, NULL),
                     REEL_OK);
    assert_non_null(strstr(all.text, "players.position is not the same when read back: it has a value in the input, but none"));
    assert_int_equal(reel_load(reel_source_memory(memory.data, memory.size), NULL, &replay, NULL), REEL_OK);
    const butter_player *player = reel_rows(replay, &butter_players, &count);
    assert_int_equal(count, 1);
    assert_float_equal(player->common.head.y, 2.5f, 0.01);
    assert_float_equal(player->common.body.z, 3.5f, 0.01);
    assert_float_equal(player->common.left_hand.x, 1, 0.01);
    reel_free(replay);
    reel_memory_free(&memory);
}

/* A session that lists its teams twice has more players than a frame can name: those that are written are those that are read. */
static void what_has_no_room_in_a_frame_is_lost(void **state)
{
    (void)state;
    static const char line[] = "2021/11/20 21:15:03.120\t{\"sessionid\":\"x\",\"map_name\":\"mpl_arena_a\","
                               "\"teams\":[{\"players\":[{\"userid\":1}]},{\"players\":[{\"userid\":2}]}],"
                               "\"teams\":[{\"players\":[{\"userid\":3}]}]}\r\n";
    for (size_t i = 0; i < 2; i++) {
        reel_memory memory;
        reel_error error;
        losses all = { 0 };
        size_t count;
        reel_options options = { REEL_SIZED(reel_options), .report = collect, .report_context = &all };
        if (i)
            memory = convert_faithfully((const uint8_t *)line, sizeof line - 1);
        else if (reel_convert(reel_source_memory(line, sizeof line - 1), &options, &reel_format_butter,
                              reel_sink_memory(&memory, NULL), NULL, &error) < 0)
            fail_msg("%s", error.message);
        assert_true(i || strstr(all.text, "players.slot is lost"));
        reel_replay *replay = load(memory.data, memory.size);
        const butter_player *players = reel_rows(replay, &butter_players, &count);
        assert_int_equal(count, 2);
        assert_true(i || players[1].common.userid == 2); /* the public encoder takes players without a name for one */
        reel_free(replay);
        reel_memory_free(&memory);
    }
}

static void a_text_without_frames_is_refused(void **state)
{
    (void)state;
    static const char line[] = "2021/11/20 21:15:03.120\t{\"err_code\":-6}\r\n";
    reel_memory memory;
    reel_error error;
    assert_int_equal(reel_convert(reel_source_memory(line, sizeof line - 1), NULL, &reel_format_butter,
                                  reel_sink_memory(&memory, NULL), NULL, &error),
                     REEL_CORRUPT);
    assert_string_equal(error.rule, "echoreplay.no-frames");
}

/* ---- rounding --------------------------------------------------------------------------------------------------- */

typedef struct errors {
    char text[16384];
    uint64_t heads;
    bool uncompared;
    char lost[256]; /* by a number that does not fit */
} errors;

static void collect_errors(void *context, const reel_finding *finding)
{
    errors *all = context;
    size_t size = strlen(all->text);
    all->uncompared |= strcmp(finding->rule, "convert.rounded") == 0 || strcmp(finding->rule, "convert.unverified") == 0;
    if (strstr(finding->message, "no room")) snprintf(all->lost, sizeof all->lost, "%s", finding->message);
    if (strcmp(finding->rule, "convert.error") != 0) return;
    snprintf(all->text + size, sizeof all->text - size, "%s\n", finding->message);
    if (strstr(finding->message, "players.head:")) all->heads = finding->count;
}

/* Line `i` of a text: a disc, and a player unless `players` is false. */
static size_t spell_line(char *line, size_t size, unsigned i, bool players)
{
    int written =
        snprintf(line, size,
                 "2021/11/20 21:%02u:%02u.%03u\t{\"sessionid\":\"x\",\"map_name\":\"mpl_arena_a\",\"disc\":{\"position\":"
                 "[%u.0017,1.5,2.25]},\"teams\":[{\"players\":[%s%s]}]}\r\n",
                 i / 1000 / 60, i / 1000 % 60, i % 1000, i % 7, players ? "{\"userid\":5,\"name\":\"A\"," : "",
                 players ? "\"head\":{\"position\":[3.0013,0.5,0.25]}}" : "");
    assert_in_range(written, 1, size - 1);
    return (size_t)written;
}

static reel_memory spell_lines(unsigned count, bool players)
{
    reel_memory text = { .data = malloc(count * 300u) };
    assert_non_null(text.data);
    for (unsigned i = 0; i < count; i++) text.size += spell_line((char *)text.data + text.size, 300, i, players);
    return text;
}

static reel_memory convert_reporting(const reel_memory *text, errors *all, test_allocator *use)
{
    reel_memory memory;
    reel_error error;
    reel_allocator allocator = use ? test_allocator_of(use) : (reel_allocator){ 0 };
    reel_options options = { REEL_SIZED(reel_options), .report = collect_errors, .report_context = all,
                             .allocator = use ? &allocator : NULL };
    if (reel_convert(reel_source_memory(text->data, text->size), &options, &reel_format_butter, reel_sink_memory(&memory, NULL),
                     NULL, &error) < 0)
        fail_msg("%s", error.message);
    return memory;
}

/* 3.0013 m is stored as 3 + 0/256 m: the nearest value of the grid. The disc stays on its grid value as well. */
static void what_the_writer_rounds_is_reported(void **state)
{
    (void)state;
    errors all = { .heads = 0 };
    reel_memory text = spell_lines(7, true);
    reel_memory butter = convert_reporting(&text, &all, NULL);
    assert_non_null(strstr(all.text, "players.head: error at most 1.3 mm, 1.3 on average"));
    assert_non_null(strstr(all.text, "frames.disc_position: error at most 1.7 mm, 1.7 on average"));
    assert_int_equal(all.heads, 7);
    assert_false(all.uncompared); /* rounded values are compared as well, with what the writer stored */
    reel_memory_free(&butter);
    free(text.data);
}

/* A .butter counts to 255. */
static void a_number_that_does_not_fit_is_reported(void **state)
{
    (void)state;
    errors all = { .heads = 0 };
    char line[] =
        "2021/11/20 21:00:00.000\t{\"sessionid\":\"x\",\"map_name\":\"mpl_arena_a\",\"teams\":[{\"players\":[{\"userid\":5,"
        "\"name\":\"A\",\"stats\":{\"possession_time\":1.0,\"points\":300,\"saves\":1,\"goals\":2,\"stuns\":3,\"passes\":0,"
        "\"catches\":0,\"steals\":0,\"blocks\":0,\"interceptions\":0,\"assists\":0,\"shots_taken\":4}}]}]}\r\n";
    const reel_memory text = { .data = (uint8_t *)line, .size = sizeof line - 1 };
    reel_memory butter = convert_reporting(&text, &all, NULL);
    assert_string_equal(all.lost, "players.points: the target format has no room for the number");
    reel_memory_free(&butter);
}

/* Rows read from a .butter are not rounded again: writing them anew reports nothing and keeps every position. */
static void rows_of_a_butter_are_not_rounded(void **state)
{
    (void)state;
    errors all = { .heads = 0 };
    size_t size, count;
    uint8_t *data = read_file(project_path("tests/formats/echo/golden/arena.butter"), &size);
    reel_memory memory;
    reel_error error;
    reel_options options = { REEL_SIZED(reel_options), .report = collect_errors, .report_context = &all };
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .has_from = true, .from = 0.04 };
    if (reel_convert(reel_source_memory(data, size), &options, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    reel_replay *from = load(data, size), *to = load(memory.data, memory.size);
    const butter_frame *a = reel_rows(from, &butter_frames, &count), *b = reel_rows(to, &butter_frames, &count);
    assert_true(count > 0);
    assert_memory_equal(&a[2].common.disc_position, &b[0].common.disc_position, sizeof a->common.disc_position);
    assert_string_equal(all.text, "");
    reel_free(from);
    reel_free(to);
    reel_memory_free(&memory);
    free(data);
}

/* Blocks are encoded as soon as they are complete, also if nobody is in the match: the rows of 6000 frames would be some 5 MB. */
static void converting_holds_one_block_of_rows(void **state)
{
    (void)state;
    size_t peaks[2];
    for (unsigned i = 0; i < 2; i++) {
        errors all = { .heads = 0 };
        test_allocator use = { .fail_at = 0 };
        reel_memory text = spell_lines(i ? 7500 : 3000, false);
        reel_memory butter = convert_reporting(&text, &all, &use);
        peaks[i] = use.peak;
        assert_int_equal(use.live, 0);
        reel_memory_free(&butter);
        free(text.data);
    }
    size_t growth = peaks[1] > peaks[0] ? peaks[1] - peaks[0] : 0, rows = 4500 * (sizeof(butter_frame) + 3 * sizeof(echo_team));
    if (growth > rows / 10) fail_msg("4500 more frames take %zu bytes more, their rows are %zu", growth, rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(butter_of_a_text_is_small_and_near),         cmocka_unit_test(text_of_a_butter_goes_back),
        cmocka_unit_test(faithful_bytes_are_the_public_encoders),     cmocka_unit_test(what_is_lost_is_said),
        cmocka_unit_test(rules_of_a_public_match_are_lost),           cmocka_unit_test(flat_poses_become_those_of_head_and_body),
        cmocka_unit_test(what_has_no_room_in_a_frame_is_lost),        cmocka_unit_test(a_text_without_frames_is_refused),
        cmocka_unit_test(what_the_writer_rounds_is_reported),         cmocka_unit_test(rows_of_a_butter_are_not_rounded),
        cmocka_unit_test(converting_holds_one_block_of_rows),         cmocka_unit_test(a_number_that_does_not_fit_is_reported),
        cmocka_unit_test(bones_that_went_through_the_text_come_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
