/* SPDX-License-Identifier: MIT
 * What messages about macros advise is run on a file that triggers each, and loses nothing but what the message says. And what operations and
 * conversions report about data that they cannot change or store. */
#include "truth.h"

#include <reel/format.h>
#include <reel/geometrydash.h>
#include <reel/insight.h>
#include <reel/macros.h>

/* The messages of what was run, in one text. */
static char said[8192];

static void keep_message(void *context, const reel_finding *finding)
{
    (void)context;
    const size_t used = strlen(said);
    snprintf(said + used, sizeof said - used, "%s: %s\n", finding->rule, finding->message);
}

typedef struct file {
    uint8_t *data;
    size_t size;
} file;

static file text_file(const char *text)
{
    file f = { malloc(strlen(text) + 1), strlen(text) };
    memcpy(f.data, text, f.size + 1);
    return f;
}

static file golden_file(const char *name)
{
    char path[128];
    file f;
    snprintf(path, sizeof path, "tests/formats/gdr/golden/%s", name);
    f.data = read_file(project_path(path), &f.size);
    return f;
}

/* Runs operations, or a conversion, or both. On success `f` becomes the output. */
static reel_status run(file *f, const char *const *operations, const reel_format *to, uint32_t flags)
{
    reel_setting list[4];
    size_t count = 0;
    for (; operations && operations[count]; count++) {
        static char words[4][64];
        snprintf(words[count], sizeof words[count], "%s", operations[count]);
        char *argument = strchr(words[count], '=');
        if (argument) *argument++ = 0;
        list[count] = (reel_setting){ words[count], argument };
    }
    reel_options options = { REEL_SIZED(reel_options), .report = keep_message };
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = list, .operation_count = count, .flags = flags };
    reel_memory made;
    reel_error error;
    said[0] = 0;
    reel_status status =
        reel_convert(reel_source_memory(f->data, f->size), &options, to, reel_sink_memory(&made, NULL), &how, &error);
    if (status < 0) {
        const size_t used = strlen(said);
        snprintf(said + used, sizeof said - used, "%s: %s\n", error.rule, error.message);
        return status;
    }
    free(f->data);
    f->data = malloc(made.size + 1);
    memcpy(f->data, made.data, made.size);
    f->size = made.size;
    reel_memory_free(&made);
    return status;
}

static reel_replay *load_file(const file *f)
{
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(f->data, f->size), NULL, &replay, NULL), REEL_OK);
    return replay;
}

static size_t rows_in(const file *f, const reel_table *table)
{
    size_t count;
    reel_replay *replay = load_file(f);
    reel_rows(replay, table, &count);
    reel_free(replay);
    return count;
}

static size_t presses_in(const file *f)
{
    size_t count, presses = 0;
    reel_replay *replay = load_file(f);
    const gdr_input *rows = reel_rows(replay, &gdr_inputs, &count);
    for (size_t i = 0; i < count; i++) presses += rows[i].down != 0;
    reel_free(replay);
    return presses;
}

/* The word after "--do " in what was said. */
static void advised(char word[32], int which)
{
    const char *at = said;
    for (int i = 0; i <= which; i++) {
        at = strstr(at, "--do ");
        if (!at) fail_msg("no advice in: %s", said);
        at += 5;
    }
    size_t size = strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789-");
    snprintf(word, 32, "%.*s", (int)size, at);
}

/* Two clicks whose release a recorder left out, and a whole one. */
static const char lost_releases[] = "240\n100 1 1 1\n140 1 1 1\n180 1 1 1\n200 0 1 1\n";

#define JSON(inputs, more)                                                                                                       \
    "{\"bot\":{\"name\":\"xdBot\",\"version\":\"1\"},\"duration\":3.5,\"framerate\":240.0,\"inputs\":[" inputs "]" more "}"
#define INPUT(frame, button, player2, down, more)                                                                                \
    "{\"2p\":" #player2 ",\"btn\":" #button ",\"down\":" #down ",\"frame\":" #frame more "}"

/* ---- advice --------------------------------------------------------------------------------------------------------- */

static void missing_releases_are_put_back(void **state)
{
    (void)state;
    static const reel_format *const formats[] = { &reel_format_macro_text, &reel_format_gdr2, &reel_format_gdr1,
                                                  &reel_format_re3,        &reel_format_xd,   &reel_format_cml };
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        char word[32];
        file f = text_file(lost_releases);
        reel_options options = { REEL_SIZED(reel_options), .report = keep_message };
        if (formats[i] != &reel_format_macro_text) assert_int_equal(run(&f, NULL, formats[i], 0), REEL_OK);
        said[0] = 0;
        assert_int_equal(reel_check(reel_source_memory(f.data, f.size), &options, NULL), REEL_OK);
        advised(word, 0);
        assert_string_equal(word, "add-releases");
        assert_int_equal(run(&f, (const char *const[]){ word, NULL }, NULL, 0), REEL_OK);
        assert_int_equal(presses_in(&f), 3);
        assert_int_equal(rows_in(&f, &gdr_inputs), 6);
        said[0] = 0;
        assert_int_equal(reel_check(reel_source_memory(f.data, f.size), &options, NULL), REEL_OK);
        assert_null(strstr(said, "press-while-held"));
        /* again it adds nothing */
        assert_int_equal(run(&f, (const char *const[]){ word, NULL }, NULL, 0), REEL_OK);
        assert_int_equal(rows_in(&f, &gdr_inputs), 6);
        free(f.data);
    }
}

/* A format that is only read has no operation to advise. */
static void nothing_is_advised_where_it_cannot_be_done(void **state)
{
    (void)state;
    file f = golden_file("plain.kd");
    reel_options options = { REEL_SIZED(reel_options), .report = keep_message };
    f.data[8] = 1, f.data[14] = 1, f.data[20] = 1, f.data[26] = 1;
    said[0] = 0;
    assert_int_equal(reel_check(reel_source_memory(f.data, f.size), &options, NULL), REEL_OK);
    assert_non_null(strstr(said, "press-while-held"));
    assert_null(strstr(said, "--do"));
    free(f.data);
}

/* A job that is refused; the advice in the message comes first, and then it is not. Inputs stay, but for those that the message names. */
typedef struct refusal {
    const char *name, *text; /* a golden file, or a text */
    const char *rule;
    const char *job; /* an operation; NULL: a conversion */
    const reel_format *to;
    size_t kept_inputs; /* 0: all */
} refusal;

static const refusal refusals[] = {
    { NULL, lost_releases, "macros.repeat", NULL, &reel_format_tasbot, 6 },
    { "events.slc", NULL, "edit.macro-rows", "shift=5", NULL, 0 },
    { "parts.cml", NULL, "edit.macro-rows", "shift=5", NULL, 0 },
    { "fixes.xd", NULL, "macros.fix-pairs", "only-p1", NULL, 0 },
    { "swift.re3", NULL, "macros.order", "swap-players", NULL, 0 },
    { NULL, JSON(INPUT(5, 1, false, true, ""), ",\"frameFixes\":[[1,2]]"), "edit.fixes", "shift=5", NULL, 0 },
    { NULL, JSON(INPUT(5, 1, false, true, "") "," INPUT(9, 1, true, true, ""), ""), "edit.both-players", "mirror", NULL, 2 },
};

static void what_a_refusal_advises_is_enough(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        const refusal *r = &refusals[i];
        char word[32];
        file f = r->text ? text_file(r->text) : golden_file(r->name);
        const size_t inputs = rows_in(&f, &gdr_inputs);
        if (run(&f, (const char *const[]){ r->job, NULL }, r->to, 0) >= 0 || !strstr(said, r->rule))
            fail_msg("refusal %zu is not %s: %s", i, r->rule, said);
        advised(word, 0);
        const bool after = strcmp(word, "sort") == 0 || strcmp(r->rule, "macros.fix-pairs") == 0;
        const char *const operations[] = { after ? r->job : word, after ? word : r->job, NULL };
        if (run(&f, operations, r->to, 0) < 0) fail_msg("refusal %zu after %s: %s", i, word, said);
        const size_t kept = rows_in(&f, &gdr_inputs);
        if (kept != (r->kept_inputs ? r->kept_inputs : inputs))
            fail_msg("%zu of %zu inputs after %s: %s", kept, inputs, word, said);
        free(f.data);
    }
}

static void what_a_repair_advises_does_what_it_says(void **state)
{
    (void)state;
    static const char back[] =
        JSON(INPUT(50, 1, false, true, "") "," INPUT(60, 1, false, false, "") "," INPUT(20, 1, false, true, ""), "");
    const size_t kept[] = { 3, 1 };
    for (int which = 0; which < 2; which++) {
        char word[32];
        file f = text_file(back);
        assert_int_equal(run(&f, NULL, NULL, REEL_REPAIR), REEL_OK);
        advised(word, which);
        assert_int_equal(run(&f, (const char *const[]){ word, NULL }, NULL, 0), REEL_OK);
        assert_int_equal(rows_in(&f, &gdr_inputs), kept[which]);
        free(f.data);
    }
}

/* ---- reports -------------------------------------------------------------------------------------------------------- */

static void data_of_inputs_is_named_by_what_moves_times(void **state)
{
    (void)state;
    static const char *const moving[] = { "shift=5", "tps=480", "stretch=2" };
    static const char *const other[] = { "flip", "swap-players", "sort", "shift=0", "stretch=1" };
    static const char text[] = JSON(INPUT(5, 1, false, true, ",\"accuracy_offset\":0.25") "," INPUT(9, 1, false, false, ""), "");
    for (size_t i = 0; i < sizeof moving / sizeof *moving; i++) {
        file json = text_file(text), tagged = golden_file("blocks.gdr2");
        assert_int_equal(run(&json, (const char *const[]){ moving[i], NULL }, NULL, 0), REEL_OK);
        assert_non_null(strstr(said, "edit.opaque-frames: kept the bot data of 1 input"));
        assert_int_equal(run(&tagged, (const char *const[]){ moving[i], NULL }, NULL, 0), REEL_OK);
        assert_non_null(strstr(said, "edit.opaque-frames: kept the bot data"));
        free(json.data);
        free(tagged.data);
    }
    for (size_t i = 0; i < sizeof other / sizeof *other; i++) {
        file json = text_file(text);
        assert_int_equal(run(&json, (const char *const[]){ other[i], NULL }, NULL, 0), REEL_OK);
        if (strstr(said, "edit.opaque-frames")) fail_msg("%s moves no time: %s", other[i], said);
        free(json.data);
    }
}

static void a_number_that_gdr2_cannot_hold_is_reported(void **state)
{
    (void)state;
    static const struct {
        const char *key, *value, *field;
        bool lost;
    } numbers[] = {
        { "duration", "1e300", "info.duration", true },     { "duration", "-1e39", "info.duration", true },
        { "duration", "1e-300", "info.duration", true },    { "duration", "2.7291666666666665", "info.duration", false },
        { "duration", "3.4e38", "info.duration", false },   { "duration", "0", "info.duration", false },
        { "seed", "8589934592", "info.seed", true },        { "coins", "-4294967296", "info.coins", true },
        { "gameVersion", "2.20745", "game_version", true }, { "gameVersion", "2.2074", "game_version", false },
        { "gameVersion", "1e9", "game_version", false },    { "version", "2.0", "info.version", true },
        { "version", "1.0", "info.version", false },
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        char text[256], loss[64];
        snprintf(text, sizeof text, "{\"framerate\":240.0,\"inputs\":[" INPUT(5, 1, false, true, "") "],\"%s\":%s}",
                 numbers[i].key, numbers[i].value);
        file f = text_file(text);
        assert_int_equal(run(&f, NULL, &reel_format_gdr2, 0), REEL_OK);
        snprintf(loss, sizeof loss, "%s is lost", numbers[i].field);
        if ((strstr(said, loss) != NULL) != numbers[i].lost) fail_msg("%s: %s: %s", numbers[i].key, numbers[i].value, said);
        reel_replay *replay = load_file(&f);
        const gdr_info *info = reel_rows(replay, &gdr_infos, &(size_t){ 0 });
        assert_true(info->duration - info->duration == 0);
        reel_free(replay);
        free(f.data);
    }
}

/* A pause releases all buttons. That makes no platformer, and hinders no conversion. */
static void releases_alone_make_no_platformer(void **state)
{
    (void)state;
    static const reel_format *const formats[] = { &reel_format_gdr2, &reel_format_gdr1, MACROS_FORMATS };
    static const char *const texts[] = {
        JSON(INPUT(5, 1, false, true, "") "," INPUT(9, 1, false, false, "") "," INPUT(9, 2, false, false,
                                                                                      "") "," INPUT(9, 3, false, false, ""),
             ""),
        JSON(INPUT(5, 1, false, true, "") "," INPUT(9, 1, false, false, "") "," INPUT(9, 2, true, false, ""), ""),
    };
    size_t converted = 0;
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
            if (!formats[i]->writer) continue;
            file f = text_file(texts[t]);
            reel_replay *stats, *replay;
            size_t count;
            if (run(&f, NULL, formats[i], 0) < 0) fail_msg("%s: %s", formats[i]->id, said);
            assert_int_equal(presses_in(&f), 1);
            const size_t inputs = rows_in(&f, &gdr_inputs);
            if ((inputs < 4 - t) != (strstr(said, "inputs.button is lost") != NULL)) fail_msg("%s: %s", formats[i]->id, said);
            replay = load_file(&f);
            assert_int_equal(reel_insight_run_chunk(&reel_insight_geometrydash, reel_replay_format(replay),
                                                    reel_replay_chunk(replay), NULL, &stats, NULL),
                             REEL_OK);
            const geometrydash_summary *summary = reel_rows(stats, &geometrydash_summaries, &count);
            if (summary->platformer) fail_msg("%s is a platformer", formats[i]->id);
            const gdr_info *info = reel_rows(replay, &gdr_infos, &count);
            assert_true(!count || !info->platformer);
            reel_free(stats);
            reel_free(replay);
            free(f.data);
            converted++;
        }
    }
    assert_true(converted > 20);
    file f = text_file(JSON(INPUT(5, 2, false, true, "") "," INPUT(9, 2, false, false, ""), ""));
    assert_int_equal(run(&f, NULL, &reel_format_gdr2, 0), REEL_OK);
    assert_int_equal(rows_in(&f, &gdr_inputs), 2);
    free(f.data);
}

/* The caller's words are at fault for a wrong operation, the macro for a row that the target cannot hold. */
static void a_macro_that_cannot_be_stored_is_a_loss(void **state)
{
    (void)state;
    file f = text_file(JSON(INPUT(5, 2, false, true, "") "," INPUT(9, 2, false, false, ""), ""));
    assert_int_equal(run(&f, NULL, &reel_format_mhr, 0), REEL_LOSS);
    assert_non_null(strstr(said, "macros.button"));
    assert_int_equal(run(&f, (const char *const[]){ "no-such", NULL }, NULL, 0), REEL_ARGUMENT);
    free(f.data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_releases_are_put_back),
        cmocka_unit_test(nothing_is_advised_where_it_cannot_be_done),
        cmocka_unit_test(what_a_refusal_advises_is_enough),
        cmocka_unit_test(what_a_repair_advises_does_what_it_says),
        cmocka_unit_test(data_of_inputs_is_named_by_what_moves_times),
        cmocka_unit_test(a_number_that_gdr2_cannot_hold_is_reported),
        cmocka_unit_test(releases_alone_make_no_platformer),
        cmocka_unit_test(a_macro_that_cannot_be_stored_is_a_loss),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
