/* SPDX-License-Identifier: MIT
 * Macros of bots: golden files against macros.tsv, the corpus against its decoded contents, rewriting from rows alone, conversions. */
#include "corpus.h"

#include <ctype.h>
#include <math.h>
#include <reel/format.h>
#include <reel/macros.h>

static const reel_format *format_of(const reel_replay *replay) { return reel_replay_format(replay); }

static reel_replay *load_as(const char *path, const uint8_t *data, size_t size, const reel_format *format, uint32_t flags)
{
    reel_options options = { REEL_SIZED(reel_options), .format = format, .flags = flags };
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(data, size), &options, &replay, &error) < 0) fail_msg("%s: %s", path, error.message);
    return replay;
}

/* "frame:button:player2:down" of each input, with spaces between. */
static char *inputs_text(const reel_replay *replay, int player)
{
    size_t count, size = 1;
    const gdr_input *rows = reel_rows(replay, &gdr_inputs, &count);
    char *text = calloc(count + 1, 32);
    assert_non_null(text);
    for (size_t i = 0; i < count; i++) {
        if (player >= 0 && rows[i].player2 != player) continue;
        size += (size_t)snprintf(text + size - 1, 32, "%s%lld:%d:%d:%d", size > 1 ? " " : "", (long long)rows[i].frame,
                                 rows[i].button, rows[i].player2, rows[i].down);
    }
    return text;
}

static void assert_inputs(const char *path, const reel_replay *replay, const char *expected, int player)
{
    char *text = inputs_text(replay, player);
    if (strcmp(text, expected)) fail_msg("%s: inputs %.200s, not %.200s", path, text, expected);
    free(text);
}

static size_t rows_of(const reel_replay *replay, const reel_table *table)
{
    size_t count;
    reel_rows(replay, table, &count);
    return count;
}

static const gdr_info *info_of(const reel_replay *replay)
{
    size_t count;
    const gdr_info *info = reel_rows(replay, &gdr_infos, &count);
    assert_int_equal(count, 1);
    return info;
}

/* ---- golden files ----------------------------------------------------------------------------------------------- */

static tsv golden_truth(void)
{
    size_t size;
    uint8_t *bytes = read_file(project_path("tests/formats/gdr/macros.tsv"), &size);
    char *text = malloc(size + 1);
    assert_non_null(text);
    memcpy(text, bytes, size);
    text[size] = 0;
    free(bytes);
    return tsv_parse(text, size);
}

static uint8_t *golden(const char *name, size_t *size)
{
    char path[200];
    snprintf(path, sizeof path, "tests/formats/gdr/golden/%s", name);
    return read_file(project_path(path), size);
}

static void assert_events(const char *name, const reel_replay *replay, const char *expected)
{
    size_t count, size = 0;
    char text[512] = "";
    const macros_event *rows = reel_rows(replay, &macros_events, &count);
    for (size_t i = 0; i < count; i++)
        size += (size_t)snprintf(text + size, sizeof text - size, "%s%lld:%d:%lu", size ? " " : "", (long long)rows[i].frame,
                                 rows[i].kind, (unsigned long)rows[i].index);
    if (strcmp(text, expected)) fail_msg("%s: events %s, not %s", name, text, expected);
}

static void assert_seed(const char *name, const reel_replay *replay, const char *expected)
{
    size_t count;
    char text[32] = "";
    const macros_header *header = reel_rows(replay, &macros_headers, &count);
    assert_int_equal(count, 1);
    if (header->has_seed) snprintf(text, sizeof text, "%llu", (unsigned long long)header->seed);
    const macros_ending *ending = reel_rows(replay, &macros_endings, &count);
    if (count) snprintf(text, sizeof text, "%llu", (unsigned long long)ending->seed);
    if (strcmp(text, expected)) fail_msg("%s: seed %s, not %s", name, text, expected);
}

static void golden_files_have_the_rows_that_were_put_into_them(void **state)
{
    (void)state;
    tsv truth = golden_truth();
    for (size_t i = 0; i < truth.rows; i++) {
        size_t size;
        const char *name = tsv_cell(&truth, i, "file"), *events = tsv_cell(&truth, i, "events");
        uint8_t *data = golden(name, &size);
        reel_replay *replay = load_as(name, data, size, NULL, 0);
        if (reel_replay_damage(replay)) fail_msg("%s: %s", name, reel_replay_damage(replay)->message);
        assert_string_equal(format_of(replay)->id, tsv_cell(&truth, i, "format"));
        assert_inputs(name, replay, tsv_cell(&truth, i, "inputs"), -1);
        assert_events(name, replay, events);
        assert_seed(name, replay, tsv_cell(&truth, i, "seed"));
        if (info_of(replay)->framerate != strtod(tsv_cell(&truth, i, "fps"), NULL)) fail_msg("%s: framerate", name);
        assert_int_equal(rows_of(replay, &macros_fixes), atoi(tsv_cell(&truth, i, "fixes")));
        assert_int_equal(rows_of(replay, &gdr_physics_rows), atoi(tsv_cell(&truth, i, "physics")));
        reel_free(replay);
        free(data);
    }
    assert_true(truth.rows > 50);
    tsv_free(&truth);
}

/* RBot without fixes stores the first player's flag. It is known by the size of what was read, from any source. */
static void rbot_without_fixes_is_known_by_its_size(void **state)
{
    (void)state;
    static const uint8_t file[] = { 240, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, 1, 1 };
    reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_rbot };
    test_source stream = { .data = file, .size = sizeof file };
    reel_replay *replay = load_as("rbot", file, sizeof file, NULL, REEL_STRICT);
    assert_ptr_equal(format_of(replay), &reel_format_rbot);
    assert_inputs("rbot", replay, "7:1:0:1", -1);
    reel_free(replay);
    assert_int_equal(reel_load(test_source_of(&stream), &options, &replay, NULL), REEL_OK);
    assert_null(reel_replay_damage(replay));
    assert_inputs("rbot", replay, "7:1:0:1", -1);
    reel_free(replay);
}

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* Writes the rows without the file that is kept beside them. */
static reel_memory rewrite(const char *name, const uint8_t *data, size_t size, const reel_format *format)
{
    static const reel_table *const tables[] = { &gdr_infos,     &macros_headers, &gdr_inputs, &gdr_physics_rows,
                                                &macros_events, &macros_fixes,   NULL };
    reel_options options = { REEL_SIZED(reel_options), .format = format, .tables = tables };
    reel_replay *replay;
    reel_memory made;
    reel_error error;
    if (reel_load(reel_source_memory(data, size), &options, &replay, &error) < 0) fail_msg("%s: %s", name, error.message);
    if (reel_write(reel_replay_chunk(replay), format_of(replay), reel_sink_memory(&made, NULL), NULL, &error) < 0)
        fail_msg("%s: %s: %s", name, error.rule, error.message);
    reel_free(replay);
    return made;
}

/* Clicks of TASBot beside the frame, and not in an object of each player. */
static void clicks_of_both_players_are_read(void **state)
{
    (void)state;
    static const char text[] = "{\"fps\":240,\"macro\":[{\"frame\":3,\"player_1_click\":1,\"player_2_click\":1},"
                               "{\"frame\":9,\"player_1_click\":2,\"player_2_click\":0},"
                               "{\"frame\":17,\"player_1_click\":0,\"player_2_click\":2}]}";
    reel_replay *replay = load_as("clicks", (const uint8_t *)text, sizeof text - 1, &reel_format_tasbot, REEL_STRICT);
    assert_inputs("clicks", replay, "3:1:0:1 3:1:1:1 9:1:0:0 17:1:1:0", -1);
    reel_free(replay);
}

static void rows_alone_are_written_and_read_back(void **state)
{
    (void)state;
    size_t written = 0;
    tsv truth = golden_truth();
    for (size_t i = 0; i < truth.rows; i++) {
        size_t size;
        const char *name = tsv_cell(&truth, i, "file");
        const reel_format *format = reel_format_by_id(reel_formats(), tsv_cell(&truth, i, "format"));
        if (!format->writer) continue;
        if (format == &reel_format_rbot && atoi(tsv_cell(&truth, i, "fixes")))
            continue; /* its form with fixes is packed: read only */
        uint8_t *data = golden(name, &size);
        reel_memory made = rewrite(name, data, size, format);
        reel_replay *again = load_as(name, made.data, made.size, NULL, REEL_STRICT);
        assert_ptr_equal(format_of(again), format);
        assert_inputs(name, again, tsv_cell(&truth, i, "inputs"), -1);
        assert_events(name, again, tsv_cell(&truth, i, "events"));
        assert_seed(name, again, tsv_cell(&truth, i, "seed"));
        assert_int_equal(rows_of(again, &macros_fixes), atoi(tsv_cell(&truth, i, "fixes")));
        assert_int_equal(rows_of(again, &gdr_physics_rows), atoi(tsv_cell(&truth, i, "physics")));
        reel_free(again);
        reel_memory_free(&made);
        free(data);
        written++;
    }
    assert_true(written > 10);
    tsv_free(&truth);
}

/* The sections, swifts and repeats of these files are those that Silicate makes. */
static void silicate_3_is_cut_into_the_sections_that_silicate_makes(void **state)
{
    (void)state;
    static const char *const names[] = { "swift.slc", "events.slc", "empty.slc", "repeat.slc" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t size;
        uint8_t *data = golden(names[i], &size);
        reel_memory made = rewrite(names[i], data, size, &reel_format_slc3);
        if (made.size != size || memcmp(made.data, data, size))
            fail_msg("%s is written otherwise, %zu bytes", names[i], made.size);
        reel_memory_free(&made);
        free(data);
    }
}

/* ---- conversions ------------------------------------------------------------------------------------------------ */

static reel_memory convert(const char *name, const uint8_t *data, size_t size, const reel_format *from, const reel_format *to)
{
    reel_options options = { REEL_SIZED(reel_options), .format = from };
    reel_memory made;
    reel_error error;
    reel_status status = reel_convert(reel_source_memory(data, size), &options, to, reel_sink_memory(&made, NULL), NULL, &error);
    if (status < 0) fail_msg("%s to %s: %s: %s", name, to->id, error.rule, error.message);
    return made;
}

/* The inputs of a list that are of one player. */
static char *inputs_of(const char *all, int player)
{
    char *text = calloc(1, strlen(all) + 1), *copy = malloc(strlen(all) + 1);
    assert_non_null(text);
    assert_non_null(copy);
    strcpy(copy, all);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        const char *colon = strchr(strchr(word, ':') + 1, ':');
        if (colon[1] - '0' != player) continue;
        if (text[0]) strcat(text, " ");
        strcat(text, word);
    }
    free(copy);
    return text;
}

static void assert_same_players(const char *name, const reel_replay *replay, const char *all)
{
    for (int player = 0; player < 2; player++) {
        char *wanted = inputs_of(all, player);
        assert_inputs(name, replay, wanted, player);
        free(wanted);
    }
}

static void every_format_converts_to_gdr2_and_the_written_ones_back(void **state)
{
    (void)state;
    static const reel_format *const back[] = { &reel_format_slc3, &reel_format_xd, &reel_format_re3, &reel_format_macro_text,
                                               &reel_format_cml };
    tsv truth = golden_truth();
    for (size_t i = 0; i < truth.rows; i++) {
        size_t size;
        const char *name = tsv_cell(&truth, i, "file"), *inputs = tsv_cell(&truth, i, "inputs");
        uint8_t *data = golden(name, &size);
        reel_memory gdr2 = convert(name, data, size, NULL, &reel_format_gdr2);
        reel_replay *replay = load_as(name, gdr2.data, gdr2.size, &reel_format_gdr2, 0);
        assert_same_players(name, replay, inputs);
        bool platformer = false;
        size_t count;
        const gdr_input *rows = reel_rows(replay, &gdr_inputs, &count);
        for (size_t r = 0; r < count; r++) platformer |= rows[r].button != GDR_JUMP;
        assert_int_equal(info_of(replay)->platformer, platformer);
        double fps = info_of(replay)->framerate;
        if (fps != strtod(tsv_cell(&truth, i, "fps"), NULL)) fail_msg("%s: framerate of GDR2", name);
        reel_free(replay);
        bool falls = strstr(name, "two.tcm") || strstr(name, ".thyst") || strstr(name, "back.cml");
        for (size_t f = 0; f < sizeof back / sizeof *back && !falls; f++) {
            reel_memory made = convert(name, gdr2.data, gdr2.size, NULL, back[f]);
            replay = load_as(name, made.data, made.size, NULL, REEL_STRICT);
            assert_ptr_equal(format_of(replay), back[f]);
            assert_same_players(name, replay, inputs);
            reel_free(replay);
            reel_memory_free(&made);
        }
        reel_memory_free(&gdr2);
        free(data);
    }
    tsv_free(&truth);
}

static uint64_t reported; /* how often the rule of count_rule was found */

static void count_rule(void *rule, const reel_finding *finding)
{
    if (strcmp(finding->rule, rule) == 0) reported += finding->count ? finding->count : 1;
}

/* Converts to GDR2 by a convention; the first player's and the second's inputs are those expected. */
static void assert_converted(const char *name, const uint8_t *data, size_t size, const char *convention, const char *expected)
{
    char rule[] = "convert.macro.rate-change";
    reel_options options = { REEL_SIZED(reel_options), .report = count_rule, .report_context = rule };
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .convention = convention };
    reel_memory made;
    reel_error error;
    reported = 0;
    if (reel_convert(reel_source_memory(data, size), &options, &reel_format_gdr2, reel_sink_memory(&made, NULL), &how, &error) <
        0)
        fail_msg("%s: %s", name, error.message);
    reel_replay *replay = load_as(name, made.data, made.size, &reel_format_gdr2, 0);
    assert_same_players(name, replay, expected);
    assert_int_equal(reported, 1);
    reel_free(replay);
    reel_memory_free(&made);
}

static bool has_text(const void *data, size_t size, const char *text)
{
    size_t length = strlen(text);
    for (size_t i = 0; i + length <= size; i++)
        if (memcmp((const char *)data + i, text, length) == 0) return true;
    return false;
}

static void assert_hidden(const char *name, const void *data, size_t size, const reel_format *format, const char *secret)
{
    const reel_options options = { REEL_SIZED(reel_options), .format = format };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_ANONYMISE };
    reel_memory made;
    reel_error error;
    assert_true(has_text(data, size, secret));
    if (reel_convert(reel_source_memory(data, size), &options, format, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("%s: %s", name, error.message);
    reel_replay *before = load_as(name, data, size, format, 0), *after = load_as(name, made.data, made.size, format, 0);
    char *inputs = inputs_text(before, -1);
    assert_inputs(name, after, inputs, -1);
    assert_false(has_text(made.data, made.size, secret));
    free(inputs);
    reel_free(before);
    reel_free(after);
    reel_memory_free(&made);
}

/* What rows do not have, such as unknown keys, may name the player too. */
static void anonymised_macros_have_nothing_but_their_rows(void **state)
{
    (void)state;
    static const char json[] =
        "{\"meta\":{\"fps\":240,\"user\":\"Somebody\"},\"author\":\"Somebody\",\"events\":[{\"frame\":3,\"down\":true}]}";
    size_t size;
    uint8_t *data = golden("atoms.slc", &size);
    assert_hidden("mhr.json", json, sizeof json - 1, &reel_format_mhr_json, "Somebody");
    assert_hidden("atoms.slc", data, size, &reel_format_slc3, "abc");
    free(data);
}

static void a_change_of_the_framerate_is_reported_or_resampled_on_request(void **state)
{
    (void)state;
    size_t size;
    uint8_t *data = golden("events.slc", &size); /* from frame 320 on, 480 frames per second instead of 240 */
    assert_converted("events.slc", data, size, NULL, "5:1:0:1 9:1:0:0 400:3:1:1 401:3:1:0");
    assert_converted("events.slc", data, size, "one-rate", "5:1:0:1 9:1:0:0 360:3:1:1 361:3:1:0");
    free(data);
}

/* TCBot 2 counts frames from 0 after a restart; the rate stays. */
static void frames_after_a_restart_are_resampled_from_0(void **state)
{
    (void)state;
    static const uint8_t head[] = { 0x9f, 0x88, 0x89, 0x84, 0x9f, 0x3b, 0x1d, 0xd8, 0xcc, 0xa1, 0x86, 0x8a,
                                    0x88, 0x99, 0x84, 0,    2,    0,    2,    0,    0,    0,    0x70, 0x43 }; /* 240 */
    static const uint8_t actions[] = { 100,  0x4c, 0, 0, 0xf0, 0x43, 20, /* at frame 100: 480 frames per second; 20 more */
                                       0x45, 10,                         /* at 120: press; 10 more */
                                       0x40, 8,                          /* a restart; 8 frames after it */
                                       0x41, 0 };                        /* release */
    uint8_t file[80 + sizeof actions] = { 0 };
    memcpy(file, head, sizeof head);
    memcpy(file + 80, actions, sizeof actions);
    assert_converted("tcm", file, sizeof file, "frames", "120:1:0:1 8:1:0:0");
    assert_converted("tcm", file, sizeof file, "one-rate", "110:1:0:1 4:1:0:0");
}

/* ---- the corpus ------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    const reel_format *format;
} words[] = {
    { "slc3", &reel_format_slc3 },         { "slc2", &reel_format_slc2 },
    { "slc1", &reel_format_slc1 },         { "xd", &reel_format_xd },
    { "mhr_json", &reel_format_mhr_json }, { "mhr", &reel_format_mhr },
    { "re1", &reel_format_re1 },           { "re2", &reel_format_re2 },
    { "re3", &reel_format_re3 },           { "re4", &reel_format_re4 },
    { "ttr3", &reel_format_ttr3 },         { "ttr", &reel_format_ttr },
    { "tcm", &reel_format_tcm },           { "uv", &reel_format_uv },
    { "ybot", &reel_format_ybot },         { "zbf", &reel_format_zbf },
    { "txt", &reel_format_macro_text },    { "zr", &reel_format_zephyrus },
    { "rply", &reel_format_replaybot },    { "kd", &reel_format_kdbot },
    { "rush", &reel_format_rush },         { "ybf", &reel_format_ybot_frame },
    { "rbot", &reel_format_rbot },         { "ddhor", &reel_format_ddhor },
    { "echo_bin", &reel_format_echobot },  { "echo", &reel_format_echobot_json },
    { "tasbot", &reel_format_tasbot },     { "xbot", &reel_format_xbot },
    { "thyst", &reel_format_amethyst },    { "amethyst", &reel_format_amethyst },
    { "cml", &reel_format_cml },           { "obot2", &reel_format_omegabot2 },
    { "obot3", &reel_format_omegabot3 },   { "qb", &reel_format_qbot },
    { "gdmo21", &reel_format_gdmo21 },     { "gdmo", &reel_format_gdmo },
};

/* The format that the index calls by a word: "tcm2" is a version of tcm. */
static const reel_format *format_called(const char *word)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strncmp(word, words[i].name, strlen(words[i].name)) == 0) return words[i].format;
    return NULL;
}

static const char *after(const char *json, const char *key)
{
    char quoted[64];
    snprintf(quoted, sizeof quoted, "\"%s\": ", key);
    const char *found = strstr(json, quoted);
    return found ? found + strlen(quoted) : NULL;
}

/* "[[12, 1, 0, 1], …]" as inputs_text has it. */
static char *inputs_in(const char *json)
{
    const char *at = after(json, "inputs");
    size_t size = 0;
    char *text = calloc(1, strlen(json) + 1);
    assert_non_null(text);
    assert_non_null(at);
    for (at++; *at == '[' || *at == ','; at++) {
        if (*at == ',') continue;
        long long v[4];
        int used = 0;
        if (sscanf(at, "[%lld, %lld, %lld, %lld]%n", &v[0], &v[1], &v[2], &v[3], &used) != 4) fail_msg("inputs at %.40s", at);
        size += (size_t)sprintf(text + size, "%s%lld:%lld:%lld:%lld", size ? " " : "", v[0], v[1], v[2], v[3]);
        at += used - 1;
        while (at[1] == ' ' || at[1] == ',') at++;
    }
    return text;
}

static void rule_of(const char *json, char *rule, size_t size)
{
    char code[64] = "";
    const char *at = after(json, "code");
    assert_non_null(at);
    sscanf(at, "\"%63[A-Z0-9_]\"", code);
    snprintf(rule, size, "macros.%s", code);
    for (char *c = rule; *c; c++) *c = *c == '_' ? '-' : (char)tolower((unsigned char)*c);
}

static void assert_error(const char *name, const char *json, const uint8_t *data, size_t size, const reel_format *format)
{
    char rule[80];
    reel_options options = { REEL_SIZED(reel_options), .format = format };
    reel_replay *replay;
    reel_error error;
    reel_status status = reel_load(reel_source_memory(data, size), &options, &replay, &error);
    const reel_error *damage = status < 0 ? &error : reel_replay_damage(replay);
    const char *offset = after(json, "offset");
    rule_of(json, rule, sizeof rule);
    if (!damage) fail_msg("%s: no damage, not %s", name, rule);
    if (strcmp(damage->rule, rule)) fail_msg("%s: %s, not %s", name, damage->rule, rule);
    if (offset && isdigit((unsigned char)*offset) && strtoull(offset, NULL, 10) != damage->offset)
        fail_msg("%s: %s at %llu", name, rule, (unsigned long long)damage->offset);
    reel_free(replay);
}

static size_t objects_in(const char *json, const char *key)
{
    size_t count = 0;
    const char *at = after(json, key);
    for (; at && *at && *at != ']'; at++) count += *at == '{';
    return count;
}

/* "[[50, "death", "77"], [60, "tps", 480.0], …]": a frame or a time, a kind, and a seed, a rate or null. */
static void assert_sample_events(const char *name, const char *json, const reel_replay *replay)
{
    static const char *const kinds[] = { "", "restart", "restart_full", "death", "tps", "bugpoint", "skip" };
    const char *at = after(json, "events");
    size_t count, row = 0;
    const macros_event *rows = reel_rows(replay, &macros_events, &count);
    double start, fps = rows_of(replay, &macros_times) ? info_of(replay)->framerate : 1;
    char kind[32], value[64], own[64];
    int used = 0;
    for (; at && sscanf(at + 1, "[%lf, \"%31[a-z_]\", %63[^]]]%n", &start, kind, value, &used) == 3; at += 1 + used, row++) {
        if (row == count) fail_msg("%s: %zu events", name, count);
        snprintf(own, sizeof own, "null");
        if (rows[row].has_seed) snprintf(own, sizeof own, "\"%llu\"", (unsigned long long)rows[row].seed);
        if (rows[row].kind == MACROS_TPS) snprintf(own, sizeof own, "%.1f", rows[row].tps);
        if ((int64_t)(start * fps + 1e-6) != rows[row].frame || strcmp(kinds[rows[row].kind], kind) || strcmp(own, value))
            fail_msg("%s: event %zu is %s %s, not %s %s", name, row, kinds[rows[row].kind], own, kind, value);
        at += at[1 + used] == ',';
    }
    assert_int_equal(row, count);
}

/* Whether the number of that name, in the object that begins at `json`, is `value`, or missing. */
static bool is_number(const char *json, const char *key, double value)
{
    const char *at = after(json, key), *end = strchr(json, '}');
    return !at || at > end || strtod(at, NULL) == value;
}

static void assert_sample_fixes(const char *name, const char *json, const reel_replay *replay)
{
    size_t count;
    const macros_fix *rows = reel_rows(replay, &macros_fixes, &count);
    const char *at = after(json, "fixes");
    assert_int_equal(count, objects_in(json, "fixes"));
    for (size_t i = 0; i < count; i++, at++) {
        at = strchr(at, '{');
        bool same = is_number(at, "frame", (double)rows[i].frame) && is_number(at, "player2", rows[i].player2) &&
                    is_number(at, "x", (double)rows[i].x) && is_number(at, "y", (double)rows[i].y) &&
                    is_number(at, "rotation", (double)rows[i].rotation) && is_number(at, "y_velocity", rows[i].y_velocity);
        if (!same) fail_msg("%s: fix %zu", name, i);
    }
}

static void assert_contents(const char *name, const char *json, const uint8_t *data, size_t size, const reel_format *format)
{
    reel_replay *replay = load_as(name, data, size, NULL, 0);
    char *inputs = inputs_in(json), seed[40] = "";
    const char *stated = after(json, "seed");
    if (format_of(replay) != format) fail_msg("%s: taken for %s", name, format_of(replay)->id);
    assert_inputs(name, replay, inputs, -1);
    if (info_of(replay)->framerate != strtod(after(json, "fps"), NULL)) fail_msg("%s: framerate", name);
    if (stated && sscanf(stated, "\"%39[0-9]\"", seed) == 1) assert_seed(name, replay, seed);
    assert_sample_events(name, json, replay);
    assert_sample_fixes(name, json, replay);
    if (after(json, "physics")) assert_int_equal(rows_of(replay, &gdr_physics_rows), objects_in(json, "physics"));
    reel_memory gdr2 = convert(name, data, size, NULL, &reel_format_gdr2);
    reel_replay *converted = load_as(name, gdr2.data, gdr2.size, &reel_format_gdr2, 0);
    assert_same_players(name, converted, inputs);
    if (info_of(converted)->framerate != info_of(replay)->framerate) fail_msg("%s: framerate of GDR2", name);
    reel_free(converted);
    reel_memory_free(&gdr2);
    reel_free(replay);
    free(inputs);
}

static bool compare_sample(const char *path, const char *name)
{
    char truth[600];
    size_t size, json_size;
    const reel_format *format = format_called(corpus_index("macros", name, "format"));
    snprintf(truth, sizeof truth, "expected/macros/%s.json", name);
    char *json = corpus_text(truth, &json_size);
    if (!format) printf("%s: a format that is not supported\n", name);
    if (!json || !format) {
        free(json);
        return false;
    }
    uint8_t *data = read_file(path, &size);
    if (strstr(json, "\"verdict\": \"error\""))
        assert_error(name, json, data, size, format);
    else
        assert_contents(name, json, data, size, format);
    free(data);
    free(json);
    return true;
}

static void samples_have_their_decoded_contents(void **state)
{
    (void)state;
    corpus_need("samples/macros");
    corpus_compared(corpus_each("samples/macros", "", compare_sample), "macros");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_files_have_the_rows_that_were_put_into_them),
        cmocka_unit_test(rbot_without_fixes_is_known_by_its_size),
        cmocka_unit_test(clicks_of_both_players_are_read),
        cmocka_unit_test(rows_alone_are_written_and_read_back),
        cmocka_unit_test(silicate_3_is_cut_into_the_sections_that_silicate_makes),
        cmocka_unit_test(every_format_converts_to_gdr2_and_the_written_ones_back),
        cmocka_unit_test(anonymised_macros_have_nothing_but_their_rows),
        cmocka_unit_test(a_change_of_the_framerate_is_reported_or_resampled_on_request),
        cmocka_unit_test(frames_after_a_restart_are_resampled_from_0),
        cmocka_unit_test(samples_have_their_decoded_contents),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
