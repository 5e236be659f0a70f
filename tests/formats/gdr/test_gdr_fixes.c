/* SPDX-License-Identifier: MIT
 * Position fixes follow their inputs through every operation and every format that has them. Each generated input has a fix of its frame and
 * player; after an operation the frames and players of the fixes are those of the inputs. */
#include "truth.h"

#include <reel/format.h>
#include <reel/macros.h>

enum { MOST = 64, PLAYERS = 2 };

/* Frames and players: bit 0 of a mark is the player. */
typedef struct marks {
    int64_t at[2 * MOST];
    size_t count;
} marks;

static void add_mark(marks *list, int64_t frame, bool player2)
{
    int64_t mark = frame * PLAYERS + player2;
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] == mark) return;
    assert_true(list->count < 2 * MOST);
    list->at[list->count++] = mark;
}

static bool has_mark(const marks *list, int64_t mark)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->at[i] == mark) return true;
    return false;
}

static uint32_t seed;
static uint32_t dice(uint32_t sides)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % sides;
}

/* A macro in JSON whose frames rise; each frame has an input of one player or of both, and a fix of the same. */
static size_t make_macro(char *text, size_t room, bool rests)
{
    char fixes[8192] = "";
    size_t size = 0, fixed = 0;
    int64_t frame = dice(20);
    bool down = true;
    size += (size_t)snprintf(text, room,
                             "{\"author\":\"\",\"bot\":{\"name\":\"xdBot\",\"version\":\"v2\"},\"coins\":0,\"duration\":9.5,"
                             "\"framerate\":240.0,\"inputs\":[");
    for (size_t i = 0, count = 4 + dice(20); i < count; i++, frame += 1 + dice(30), down = !down) {
        unsigned players = 1 + dice(3);
        fixed += (size_t)snprintf(fixes + fixed, sizeof fixes - fixed, "%s{\"frame\":%lld", i ? "," : "", (long long)frame);
        for (unsigned p = 0; p < PLAYERS; p++) {
            if (!(players >> p & 1)) {
                if (rests) fixed += (size_t)snprintf(fixes + fixed, sizeof fixes - fixed, ",\"p%u\":null", p + 1);
                continue;
            }
            size += (size_t)snprintf(text + size, room - size, "%s{\"frame\":%lld,\"2p\":%s,\"btn\":1,\"down\":%s}",
                                     text[size - 1] == '[' ? "" : ",", (long long)frame, p ? "true" : "false",
                                     down ? "true" : "false");
            fixed += (size_t)snprintf(fixes + fixed, sizeof fixes - fixed, ",\"p%u\":{\"x\":%u.5,\"y\":%u.0,\"r\":1.0}", p + 1,
                                      1 + dice(100), 1 + dice(100));
        }
        fixed += (size_t)snprintf(fixes + fixed, sizeof fixes - fixed, "}");
    }
    size += (size_t)snprintf(text + size, room - size, "],\"level\":{\"id\":1,\"name\":\"\"},\"frameFixes\":[%s]}", fixes);
    assert_true(size < room && fixed < sizeof fixes);
    return size;
}

static reel_memory convert(const void *data, size_t size, const reel_format *to, const reel_convert_options *how)
{
    reel_memory made;
    reel_error error;
    reel_convert_options own = *how;
    own.struct_size = sizeof own;
    if (reel_convert(reel_source_memory(data, size), NULL, to, reel_sink_memory(&made, NULL), &own, &error) < 0)
        fail_msg("%s (%s)", error.message, error.rule);
    return made;
}

static marks inputs_of(const reel_replay *replay)
{
    size_t count;
    marks list = { .count = 0 };
    const gdr_input *rows = reel_rows(replay, &gdr_inputs, &count);
    for (size_t i = 0; i < count; i++) add_mark(&list, rows[i].frame, rows[i].player2 != 0);
    return list;
}

/* The fixes of JSON that this test made: no member but those. */
static void read_fixes(const char *text, marks *list)
{
    for (const char *at = text; (at = strstr(at, "\"frame\":")) != NULL;) {
        const char *next = strstr(at + 1, "\"frame\":"), *end = next ? next : at + strlen(at);
        long long frame = strtoll(at + 8, NULL, 10);
        for (int p = 0; p < PLAYERS; p++) {
            const char *found = strstr(at, p ? "\"p2\":{" : "\"p1\":{");
            if (found && found < end) add_mark(list, frame, p != 0);
        }
        at++;
    }
}

static marks fixes_of(const reel_replay *replay)
{
    size_t count;
    marks list = { .count = 0 };
    const gdr_extension *rows = reel_rows(replay, &gdr_extensions, &count);
    for (size_t i = 0; i < count; i++) {
        char text[16384];
        assert_true(rows[i].value.size < sizeof text);
        memcpy(text, rows[i].value.data, rows[i].value.size);
        text[rows[i].value.size] = 0;
        read_fixes(text, &list);
    }
    return list;
}

static void assert_inside(const char *what, const marks *part, const marks *whole)
{
    for (size_t i = 0; i < part->count; i++)
        if (!has_mark(whole, part->at[i]))
            fail_msg("%s: %lld of player %d has no partner", what, (long long)(part->at[i] / PLAYERS),
                     (int)(part->at[i] % PLAYERS + 1));
}

/* Applies a change to a macro in one of the formats, and compares in JSON. */
static void try_change(const char *text, size_t size, const reel_format *in, const reel_convert_options *how, const char *what,
                       bool both_ways)
{
    reel_memory start = convert(text, size, in, &(reel_convert_options){ REEL_SIZED(reel_convert_options) });
    reel_memory changed = convert(start.data, start.size, NULL, how);
    reel_memory json =
        convert(changed.data, changed.size, &reel_format_gdr1_json, &(reel_convert_options){ REEL_SIZED(reel_convert_options) });
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(json.data, json.size), NULL, &replay, NULL), REEL_OK);
    marks inputs = inputs_of(replay), fixes = fixes_of(replay);
    assert_inside(what, &fixes, &inputs);
    if (both_ways) assert_inside(what, &inputs, &fixes);
    reel_free(replay);
    reel_memory_free(&json);
    reel_memory_free(&changed);
    reel_memory_free(&start);
}

static const struct {
    const char *id, *argument;
    bool both_ways; /* false: fixes may go, but none may stay where no input is */
} operations[] = {
    { "shift", "+13", true },
    { "shift", "-40", true },
    { "shift", "-100000", true },
    { "tps", "120", true },
    { "tps", "360", true },
    { "tps", "59.94", true },
    { "stretch", "2", true },
    { "stretch", "0.5", true },
    { "stretch", "1.1", true },
    { "swap-players", NULL, true },
    { "only-p1", NULL, true },
    { "only-p2", NULL, true },
    { "to-p1", NULL, false },
    { "sort", NULL, true },
    { "flip", NULL, true },
    { "keep-last-attempt", NULL, true },
    { "drop-duplicates", NULL, true },
};

static const reel_format *const formats[] = { &reel_format_gdr1_json, &reel_format_gdr1, &reel_format_gdr2 };

static void fixes_follow_every_operation(void **state)
{
    (void)state;
    for (size_t round = 0; round < by_effort(60, 20, 6); round++) {
        char text[16384], what[128];
        seed = (uint32_t)round;
        size_t size = make_macro(text, sizeof text, round % 3 == 1);
        for (size_t f = 0; f < 3; f++) {
            for (size_t o = 0; o < sizeof operations / sizeof *operations; o++) {
                const reel_setting one = { operations[o].id, operations[o].argument };
                snprintf(what, sizeof what, "round %zu, %s, %s %s", round, formats[f]->id, one.field, one.value ? one.value : "");
                try_change(text, size, formats[f],
                           &(reel_convert_options){ REEL_SIZED(reel_convert_options), .operations = &one, .operation_count = 1 },
                           what, operations[o].both_ways);
            }
            for (int window = 0; window < 4; window++) {
                double from = dice(300), to = from + 1 + dice(300);
                snprintf(what, sizeof what, "round %zu, %s, %g to %g", round, formats[f]->id, from, to);
                try_change(text, size, formats[f],
                           &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = from,
                                                    .has_to = window % 2 == 0, .to = to },
                           what, true);
            }
        }
    }
}

static void fixes_are_merged_by_frame(void **state)
{
    (void)state;
    for (size_t round = 0; round < by_effort(60, 20, 6); round++) {
        char text[2][16384], what[128];
        size_t size[2];
        seed = (uint32_t)round + 1000;
        for (int i = 0; i < 2; i++) size[i] = make_macro(text[i], sizeof text[i], i == 1);
        for (size_t f = 0; f < 3; f++) {
            reel_memory other =
                convert(text[1], size[1], formats[f], &(reel_convert_options){ REEL_SIZED(reel_convert_options) });
            reel_source source = reel_source_memory(other.data, other.size);
            snprintf(what, sizeof what, "round %zu, %s, merged", round, formats[f]->id);
            try_change(text[0], size[0], formats[f],
                       &(reel_convert_options){ REEL_SIZED(reel_convert_options), .merge = &source, .merge_count = 1 }, what,
                       true);
            reel_memory_free(&other);
        }
    }
}

/* Two halves of one level: the first up to a frame, the second from there on. */
static void halves_are_joined_at_a_frame(void **state)
{
    (void)state;
    static const char part[] =
        "{\"bot\":{\"name\":\"xdBot\",\"version\":\"v2\"},\"duration\":%s,\"framerate\":240.0,\"inputs\":["
        "{\"frame\":%d,\"2p\":false,\"btn\":1,\"down\":true},{\"frame\":%d,\"2p\":false,\"btn\":1,\"down\":false}],"
        "\"frameFixes\":[{\"frame\":%d,\"p1\":{\"x\":1.0}},{\"frame\":%d,\"p1\":{\"x\":2.0}}]}";
    char text[2][1024];
    size_t count;
    snprintf(text[0], sizeof text[0], part, "1.25", 10, 300, 10, 300);
    snprintf(text[1], sizeof text[1], part, "1.375", 12, 330, 12, 330);
    reel_memory first = convert(text[0], strlen(text[0]), NULL,
                                &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_to = true, .to = 200 });
    reel_memory second = convert(text[1], strlen(text[1]), NULL,
                                 &(reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = 200 });
    reel_source source = reel_source_memory(second.data, second.size);
    reel_memory whole = convert(first.data, first.size, NULL,
                                &(reel_convert_options){ REEL_SIZED(reel_convert_options), .merge = &source, .merge_count = 1 });
    reel_replay *replay;
    assert_int_equal(reel_load(reel_source_memory(whole.data, whole.size), NULL, &replay, NULL), REEL_OK);
    marks inputs = inputs_of(replay), fixes = fixes_of(replay);
    const gdr_info_v1 *info = reel_rows(replay, &gdr_infos_v1, &count);
    assert_true(info->duration == 1.375);
    assert_int_equal(inputs.count, 2);
    assert_true(has_mark(&inputs, 10 * PLAYERS) && has_mark(&inputs, 330 * PLAYERS));
    assert_inside("halves", &inputs, &fixes);
    assert_inside("halves", &fixes, &inputs);
    reel_free(replay);
    reel_memory_free(&first);
    reel_memory_free(&second);
    reel_memory_free(&whole);
}

/* ---- the table of fixes ------------------------------------------------------------------------------------------- */

/* A text of xdBot, whose fixes are of both players at once, at each input. */
static size_t make_text(char *text, size_t room)
{
    size_t size = (size_t)snprintf(text, room, "240\n");
    int frame = (int)dice(20);
    for (size_t i = 0, count = 3 + dice(12); i < count; i++, frame += 1 + (int)dice(30)) {
        for (int p = 0; p < PLAYERS; p++)
            size += (size_t)snprintf(text + size, room - size, "%d|%d|1|%d|0|0|0|0|0|0|0|0|0|0|0|0|0\n", frame, i % 2 == 0, !p);
        size += (size_t)snprintf(text + size, room - size, "%d|0|1|1|1|%u.5|105.0|0|3.5|-80085|0.0|%u.5|205.0|0|0.0|-80085|0.0\n",
                                 frame, 1 + dice(90), 101 + dice(90));
    }
    assert_true(size < room);
    return size;
}

static void fixes_of_a_table_follow_every_operation(void **state)
{
    (void)state;
    size_t done = 0;
    for (size_t round = 0; round < by_effort(60, 20, 6); round++) {
        char text[16384];
        seed = (uint32_t)round + 7;
        size_t size = make_text(text, sizeof text);
        for (size_t o = 0; o < sizeof operations / sizeof *operations; o++) {
            const reel_setting one = { operations[o].id, operations[o].argument };
            reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = &one, .operation_count = 1 };
            reel_memory made;
            reel_error error;
            reel_replay *replay;
            size_t count;
            if (reel_convert(reel_source_memory(text, size), NULL, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0) {
                /* a player alone or a fraction of a rate cannot be stored: refused, not written with what is wrong */
                bool may = strcmp(error.rule, "macros.fix-pairs") == 0 || strcmp(error.rule, "macros.framerate") == 0;
                if (!may) fail_msg("%s: %s", one.field, error.message);
                continue;
            }
            assert_int_equal(reel_load(reel_source_memory(made.data, made.size), NULL, &replay, NULL), REEL_OK);
            marks inputs = inputs_of(replay), fixes = { .count = 0 };
            const macros_fix *rows = reel_rows(replay, &macros_fixes, &count);
            for (size_t i = 0; i < count; i++) {
                add_mark(&fixes, rows[i].frame, rows[i].player2 != 0);
                bool second = rows[i].x > 100; /* as they were made */
                assert_int_equal(second != (strcmp(one.field, "swap-players") == 0), rows[i].player2);
            }
            assert_inside(one.field, &fixes, &inputs);
            assert_inside(one.field, &inputs, &fixes);
            done++;
            reel_free(replay);
            reel_memory_free(&made);
        }
    }
    assert_true(done > 50);
}

/* ---- layouts that another version of the bot may write --------------------------------------------------------------- */

/* Shifts the frames of a macro by 13. Returns the failure's rule, or "" and the copy. */
static const char *shift_by_13(const void *data, size_t size, reel_memory *made)
{
    static reel_error error;
    static const reel_setting shift = { "shift", "+13" };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .operations = &shift, .operation_count = 1 };
    if (reel_convert(reel_source_memory(data, size), NULL, NULL, reel_sink_memory(made, NULL), &how, &error) < 0)
        return error.rule;
    return "";
}

/* What is not a list of maps with a frame each does not follow its inputs, so they are not moved either. */
static void fixes_of_an_unknown_layout_refuse_the_operation(void **state)
{
    (void)state;
    static const struct {
        const char *fixes, *moved; /* NULL: refused */
    } cases[] = {
        { "null", "null" },
        { "[]", "[]" },
        { " [{\"frame\":7,\"p1\":{\"x\":1.5}}]", "[{\"frame\":20,\"p1\":{\"x\":1.5}}]" },
        { "[{\"p1\":null,\"frame\":7,\"other\":[1,{}]}]", "[{\"p1\":null,\"frame\":20,\"other\":[1,{}]}]" },
        { "[{\"frame\":-5,\"p2\":{}}]", "[{\"frame\":8,\"p2\":{}}]" },
        { "{}", NULL },
        { "[1]", NULL },
        { "[[]]", NULL },
        { "[{}]", NULL },
        { "[{\"p1\":{\"x\":1.5}}]", NULL },
        { "[{\"frame\":1.5}]", NULL },
        { "[{\"frame\":\"7\"}]", NULL },
        { "[{\"frame\":7,\"frame\":7}]", NULL },
        { "[{\"frame\":9223372036854775808}]", NULL },
        { "[{\"frame\":7,\"a\":0,\"b\":0,\"c\":0,\"d\":0,\"e\":0,\"f\":0,\"g\":0,\"h\":0,\"i\":0,\"j\":0,\"k\":0,\"l\":0,"
          "\"m\":0,\"n\":0,\"o\":0,\"p\":0}]",
          NULL },
    };
    static const char macro[] =
        "{\"bot\":{\"name\":\"xdBot\",\"version\":\"v2\"},\"duration\":1.0,\"framerate\":240.0,\"inputs\":["
        "{\"frame\":7,\"2p\":false,\"btn\":1,\"down\":true}],\"frameFixes\":%s}";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[1024], expected[256];
        reel_memory made;
        snprintf(text, sizeof text, macro, cases[i].fixes);
        const char *rule = shift_by_13(text, strlen(text), &made);
        if (strcmp(rule, cases[i].moved ? "" : "edit.fixes") != 0) fail_msg("%s: %s", cases[i].fixes, rule);
        if (!cases[i].moved) continue;
        snprintf(expected, sizeof expected, "\"frameFixes\":%s", cases[i].moved);
        size_t size = strlen(expected), at = 0;
        while (at + size <= made.size && memcmp(made.data + at, expected, size) != 0) at++;
        if (at + size > made.size) fail_msg("%s: %.*s", cases[i].fixes, (int)made.size, (const char *)made.data);
        reel_memory_free(&made);
    }
}

enum { PACKED_FIX = 2 * (3 * 4 + 1) };

/* A macro of GDR2 with one input, on frame 7, and these bytes in the extension of its bot. */
static reel_memory make_packed(const char *bot, const void *fixes, size_t size)
{
    reel_memory memory;
    reel_writer *writer;
    reel_error error;
    const gdr_info info = {
        .version = 2, .framerate = 240, .bot_name = { bot, strlen(bot) }, .replay_extension = { fixes, size }
    };
    const gdr_input input = { .frame = 7, .button = GDR_JUMP, .down = 1 };
    assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_gdr2, NULL, &writer, &error), REEL_OK);
    reel_append(writer, &gdr_infos, &info, 1);
    reel_append(writer, &gdr_inputs, &input, 1);
    if (reel_finish(writer, &error) < 0) fail_msg("%s", error.message);
    return memory;
}

/* In GDR2: a count, then for each fix its frame and 13 bytes for each player. */
static void packed_fixes_are_counted_to_the_last_byte(void **state)
{
    (void)state;
    static const struct {
        uint8_t head[12]; /* the count, and the frame */
        size_t head_size, size;
        bool known;
    } cases[] = {
        { { 1, 7 }, 2, 2 + PACKED_FIX, true },
        { { 0 }, 1, 1, true },
        { { 1, 7 }, 2, 2 + PACKED_FIX - 1, false },
        { { 1, 7 }, 2, 2 + PACKED_FIX + 1, false },
        { { 2, 7 }, 2, 2 + PACKED_FIX, false },
        { { 0x81 }, 1, 1, false }, /* a count that goes on behind the end */
        { { 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1 },
          11,
          11 + PACKED_FIX,
          false },                                             /* a frame above 2^63 - 1 */
        { { 1, 0x87, 0x80, 0x80 }, 4, 2 + PACKED_FIX, false }, /* a frame of three bytes, and too few for the players */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t fixes[64];
        reel_memory made;
        reel_replay *replay;
        size_t count;
        memset(fixes, 0x3f, sizeof fixes);
        memcpy(fixes, cases[i].head, cases[i].head_size);
        reel_memory macro = make_packed("xdBot", fixes, cases[i].size);
        const char *rule = shift_by_13(macro.data, macro.size, &made);
        if (strcmp(rule, cases[i].known ? "" : "edit.fixes") != 0) fail_msg("case %zu: %s", i, rule);
        reel_memory_free(&macro);
        if (!cases[i].known) continue;
        assert_int_equal(reel_load(reel_source_memory(made.data, made.size), NULL, &replay, NULL), REEL_OK);
        const gdr_info *info = reel_rows(replay, &gdr_infos, &count);
        const gdr_input *inputs = reel_rows(replay, &gdr_inputs, &count);
        assert_int_equal(inputs[0].frame, 20);
        if (fixes[0]) fixes[1] = 20;
        assert_int_equal(info->replay_extension.size, cases[i].size);
        assert_memory_equal(info->replay_extension.data, fixes, cases[i].size);
        reel_free(replay);
        reel_memory_free(&made);
    }
}

/* Merges a macro into another one. Returns the failure's rule, or "" and what was made. */
static const char *merge_of(reel_bytes one, reel_bytes other, reel_memory *made)
{
    static reel_error error;
    reel_source source = reel_source_memory(other.data, other.size);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .merge = &source, .merge_count = 1 };
    if (reel_convert(reel_source_memory(one.data, one.size), NULL, NULL, reel_sink_memory(made, NULL), &how, &error) < 0)
        return error.rule;
    return "";
}

static reel_bytes make_json(char *text, size_t room, int frame, const char *fixes)
{
    int size = snprintf(text, room,
                        "{\"bot\":{\"name\":\"xdBot\",\"version\":\"v2\"},\"duration\":1.0,\"framerate\":240.0,\"inputs\":["
                        "{\"frame\":%d,\"2p\":false,\"btn\":1,\"down\":true}]%s%s}",
                        frame, fixes ? ",\"frameFixes\":" : "", fixes ? fixes : "");
    assert_true(size > 0 && (size_t)size < room);
    return (reel_bytes){ (const uint8_t *)text, (size_t)size };
}

static void fixes_are_merged_into_a_macro_without_any(void **state)
{
    (void)state;
    static const struct {
        const char *one, *other, *merged; /* NULL: refused */
    } cases[] = {
        { NULL, "[{\"frame\":9}]", "\"frameFixes\":[{\"frame\":9}]" },
        { "null", "[{\"frame\":9}]", "\"frameFixes\":[{\"frame\":9}]" },
        { "[{\"frame\":7}]", NULL, "\"frameFixes\":[{\"frame\":7}]" },
        { "[{\"frame\":7},{\"frame\":11}]", "[{\"frame\":9},{\"frame\":11,\"p2\":{}}]",
          "\"frameFixes\":[{\"frame\":7},{\"frame\":9},{\"frame\":11},{\"frame\":11,\"p2\":{}}]" },
        { "[{\"frame\":7}]", "[7]", NULL },
        { "[7]", "[{\"frame\":7}]", NULL },
        { NULL, "{}", NULL },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char one[512], other[512];
        reel_memory made;
        const reel_bytes first = make_json(one, sizeof one, 7, cases[i].one),
                         second = make_json(other, sizeof other, 9, cases[i].other);
        const char *rule = merge_of(first, second, &made);
        if (strcmp(rule, cases[i].merged ? "" : "edit.fixes") != 0) fail_msg("case %zu: %s", i, rule);
        if (!cases[i].merged) continue;
        size_t size = strlen(cases[i].merged), at = 0;
        while (at + size <= made.size && memcmp(made.data + at, cases[i].merged, size) != 0) at++;
        if (at + size > made.size) fail_msg("case %zu: %.*s", i, (int)made.size, (const char *)made.data);
        reel_memory_free(&made);
    }
}

/* GDR2 has the fixes where each bot has its own: only the same bot, which has nothing there yet, can take them. */
static void packed_fixes_are_merged_into_a_macro_of_the_same_bot(void **state)
{
    (void)state;
    uint8_t fixes[2 + PACKED_FIX] = { 1, 9 };
    memset(fixes + 2, 0x3f, PACKED_FIX);
    static const struct {
        const char *bot, *own;
        size_t own_size, size; /* of the extension, and of that after merging */
    } cases[] = {
        { "xdBot", "", 0, sizeof fixes }, { "xdBot", "\0", 1, sizeof fixes }, { "other", "", 0, 0 }, { "other", "\1\2", 2, 2 }
    };
    reel_memory other = make_packed("xdBot", fixes, sizeof fixes);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reel_memory one = make_packed(cases[i].bot, cases[i].own, cases[i].own_size), made;
        reel_replay *replay;
        size_t count;
        assert_string_equal(merge_of((reel_bytes){ one.data, one.size }, (reel_bytes){ other.data, other.size }, &made), "");
        assert_int_equal(reel_load(reel_source_memory(made.data, made.size), NULL, &replay, NULL), REEL_OK);
        const gdr_info *info = reel_rows(replay, &gdr_infos, &count);
        assert_int_equal(info->replay_extension.size, cases[i].size);
        if (cases[i].size == sizeof fixes) assert_memory_equal(info->replay_extension.data, fixes, sizeof fixes);
        reel_rows(replay, &gdr_inputs, &count);
        assert_int_equal(count, 2);
        reel_free(replay);
        reel_memory_free(&made);
        reel_memory_free(&one);
    }
    reel_memory_free(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixes_follow_every_operation),
        cmocka_unit_test(fixes_are_merged_by_frame),
        cmocka_unit_test(halves_are_joined_at_a_frame),
        cmocka_unit_test(fixes_of_a_table_follow_every_operation),
        cmocka_unit_test(fixes_of_an_unknown_layout_refuse_the_operation),
        cmocka_unit_test(packed_fixes_are_counted_to_the_last_byte),
        cmocka_unit_test(fixes_are_merged_into_a_macro_without_any),
        cmocka_unit_test(packed_fixes_are_merged_into_a_macro_of_the_same_bot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
