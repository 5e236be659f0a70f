/* SPDX-License-Identifier: MIT
 * XDBot 2.7: rows of any kind are written in each version and read back; what no row has stays through edits, and goes when a macro is
 * anonymised. */
#include "truth.h"

#include <reel/macros.h>

#include <math.h>

enum { MOST_INPUTS = 40, MOST_FIXES = 60 };

static uint64_t state_of_draw;

static uint32_t draw(uint32_t below)
{
    state_of_draw = state_of_draw * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state_of_draw >> 33) % below;
}

/* The rows of a macro. */
typedef struct rows {
    gdr_info info;
    macros_header header;
    gdr_input inputs[MOST_INPUTS];
    macros_time times[MOST_INPUTS];
    macros_fix fixes[MOST_FIXES];
    size_t input_count, time_count, fix_count;
} rows;

static reel_string text_of(const char *text) { return (reel_string){ text, strlen(text) }; }

static float thousandths(uint32_t below)
{
    const float whole = (float)((int32_t)draw(2 * below) - (int32_t)below);
    return whole / 1000.0f;
}

static void make_fixes(rows *r)
{
    int64_t frame = 0;
    for (size_t count = draw(MOST_FIXES - 1); r->fix_count < count;) {
        frame += draw(3) ? 1 : (int64_t)draw(50000);
        const unsigned players = 1 + draw(3); /* bit 0: the first, bit 1: the second */
        for (unsigned player = 0; player < 2; player++) {
            if (!(players >> player & 1)) continue;
            macros_fix *fix = &r->fixes[r->fix_count++];
            *fix = (macros_fix){ .frame = frame, .player2 = (uint8_t)player, .has = MACROS_FIX_POSITION | MACROS_FIX_ROTATION };
            fix->x = thousandths(draw(2) ? 200000 : 900000000);
            fix->y = draw(4) ? thousandths(3000000) : 0;
            fix->rotation = player ? 1.5f : thousandths(360000);
        }
    }
}

static void make_rows(rows *r)
{
    static const uint8_t versions[] = { 1, 2, 3, 5, 6 };
    static const char *const words[] = { "", "a", "someone", "\xc3\xa4\xe2\x82\xac", "a longer text with blanks" };
    int64_t frame = 0;
    *r = (rows){ .info.version = 2, .info.framerate = draw(2) ? 240 : 59.9375 };
    r->info.author = text_of(words[draw(5)]);
    r->info.description = text_of(words[draw(5)]);
    r->info.bot_name = text_of(words[1 + draw(4)]);
    r->info.bot_version = (int32_t)draw(4);
    r->info.duration = (float)draw(1000) / 8;
    r->header =
        (macros_header){ .seed = draw(2) ? 7 : UINT64_MAX, .version = versions[draw(5)], .flags = draw(2), .has_seed = 1 };
    r->input_count = draw(MOST_INPUTS);
    for (size_t i = 0; i < r->input_count; i++) {
        frame = draw(20) ? frame + (int64_t)draw(300) : (int64_t)draw(UINT32_MAX);
        r->inputs[i] = (gdr_input){ frame, (uint8_t)(1 + draw(3)), (uint8_t)draw(2), (uint8_t)draw(2), GDR_PLAIN, { 0 } };
    }
    bool parts = false;
    for (size_t i = 0; r->header.version >= 5 && draw(2) && i < r->input_count; i++) {
        const uint32_t part = draw(2) ? draw(1000000) : 0;
        parts |= part != 0;
        r->times[i].time = (double)(r->inputs[i].frame * 1000000 + part) / 1000000 / r->info.framerate;
        r->time_count = i + 1;
    }
    if (!parts || r->time_count != r->input_count) r->time_count = 0;
    make_fixes(r);
}

static void add(reel_writer *writer, const reel_table *table, const void *data, size_t count)
{
    reel_error error;
    if (count && reel_append(writer, table, data, count) < 0) {
        finish_unless_refused(writer, &error);
        fail_msg("%s: %s", error.rule, error.message);
    }
}

static reel_memory written(const rows *r)
{
    reel_memory made;
    reel_writer *writer;
    reel_error error;
    assert_int_equal(reel_create(reel_sink_memory(&made, NULL), &reel_format_cml, NULL, &writer, &error), REEL_OK);
    add(writer, &gdr_infos, &r->info, 1);
    add(writer, &macros_headers, &r->header, 1);
    add(writer, &gdr_inputs, r->inputs, r->input_count);
    add(writer, &macros_times, r->times, r->time_count);
    add(writer, &macros_fixes, r->fixes, r->fix_count);
    if (reel_finish(writer, &error) < 0) fail_msg("%s: %s", error.rule, error.message);
    return made;
}

static reel_replay *load_bytes(const void *data, size_t size)
{
    reel_replay *replay;
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_cml, .flags = REEL_STRICT };
    if (reel_load(reel_source_memory(data, size), &options, &replay, &error) < 0) fail_msg("%s: %s", error.rule, error.message);
    return replay;
}

static void rows_of_each_version_read_back(void **state)
{
    (void)state;
    rows r;
    for (size_t i = 0, cases = by_effort(20000, 4000, 500); i < cases; i++) {
        size_t count;
        make_rows(&r);
        reel_memory made = written(&r);
        reel_replay *replay = load_bytes(made.data, made.size);
        const gdr_info *info = reel_rows(replay, &gdr_infos, &count);
        assert_int_equal(info->author.size, r.info.author.size);
        assert_int_equal(info->bot_version, r.info.bot_version);
        assert_true(info->framerate == r.info.framerate && info->duration == r.info.duration);
        const macros_header *header = reel_rows(replay, &macros_headers, &count);
        assert_true(header->seed == r.header.seed && header->version == r.header.version && header->flags == r.header.flags);
        const gdr_input *inputs = reel_rows(replay, &gdr_inputs, &count);
        assert_int_equal(count, r.input_count);
        for (size_t n = 0; n < count; n++) {
            const gdr_input *a = &inputs[n], *b = &r.inputs[n];
            if (a->frame != b->frame || a->button != b->button || a->player2 != b->player2 || a->down != b->down)
                fail_msg("case %zu, input %zu: frame %lld", i, n, (long long)b->frame);
        }
        const macros_time *times = reel_rows(replay, &macros_times, &count);
        assert_int_equal(count, r.time_count);
        for (size_t t = 0; t < count; t++) assert_true(times[t].time == r.times[t].time);
        const macros_fix *fixes = reel_rows(replay, &macros_fixes, &count);
        assert_int_equal(count, r.fix_count);
        for (size_t f = 0; f < count; f++) {
            const macros_fix *a = &fixes[f], *b = &r.fixes[f];
            if (a->frame != b->frame || a->player2 != b->player2 || a->x != b->x || a->y != b->y || a->rotation != b->rotation)
                fail_msg("case %zu, fix %zu: frame %lld, %f", i, f, (long long)b->frame, (double)b->x);
        }
        reel_free(replay);
        reel_memory_free(&made);
    }
}

static bool contains(const reel_memory *bytes, const char *text)
{
    for (size_t i = 0; i + strlen(text) <= bytes->size; i++)
        if (memcmp(bytes->data + i, text, strlen(text)) == 0) return true;
    return false;
}

static reel_memory edited(const char *name, const reel_setting *operation, const reel_setting *setting, uint32_t flags)
{
    char path[128];
    size_t size;
    reel_memory made;
    reel_error error;
    snprintf(path, sizeof path, "tests/formats/gdr/golden/%s", name);
    uint8_t *data = read_file(project_path(path), &size);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options),     .operations = operation,
                                       .operation_count = operation != NULL, .settings = setting,
                                       .setting_count = setting != NULL,     .flags = flags };
    if (reel_convert(reel_source_memory(data, size), NULL, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0)
        fail_msg("%s: %s: %s", name, error.rule, error.message);
    free(data);
    return made;
}

static void what_no_row_has_stays_until_a_macro_is_anonymised(void **state)
{
    (void)state;
    const reel_setting shift = { "shift", "5" }, author = { "author", "nobody" };
    reel_memory moved = edited("plain.cml", &shift, NULL, 0), named = edited("plain.cml", NULL, &author, 0);
    reel_memory hidden = edited("plain.cml", NULL, NULL, REEL_ANONYMISE);
    assert_true(contains(&moved, "level") && contains(&moved, "2.7") && contains(&moved, "someone"));
    assert_true(contains(&named, "level") && contains(&named, "2.7") && contains(&named, "nobody"));
    assert_false(contains(&hidden, "level") || contains(&hidden, "someone"));
    reel_memory_free(&moved);
    reel_memory_free(&named);
    reel_memory_free(&hidden);
}

static void times_must_fit_the_frames(void **state)
{
    (void)state;
    rows r;
    do make_rows(&r);
    while (!r.time_count);
    const struct {
        double change;
        uint32_t version;
    } wrong[] = { { 1, 6 }, { -1000, 6 }, { 1e-8, 6 }, { (double)NAN, 6 }, { 0, 3 } };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        rows changed = r;
        changed.times[0].time += wrong[i].change;
        changed.header.version = wrong[i].version;
        reel_memory made;
        reel_writer *writer;
        reel_error error;
        assert_int_equal(reel_create(reel_sink_memory(&made, NULL), &reel_format_cml, NULL, &writer, NULL), REEL_OK);
        add(writer, &gdr_infos, &changed.info, 1);
        add(writer, &macros_headers, &changed.header, 1);
        add(writer, &gdr_inputs, changed.inputs, changed.input_count);
        add(writer, &macros_times, changed.times, changed.time_count);
        assert_int_equal(reel_finish(writer, &error), REEL_ARGUMENT);
        assert_string_equal(error.rule, "macros.time");
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_of_each_version_read_back),
        cmocka_unit_test(what_no_row_has_stays_until_a_macro_is_anonymised),
        cmocka_unit_test(times_must_fit_the_frames),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
