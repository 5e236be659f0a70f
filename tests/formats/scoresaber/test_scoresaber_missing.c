/* SPDX-License-Identifier: MIT
 * Null is not absent is not zero: every member and item of the decoded JSON, at every depth, is made absent, null, empty or of another type, in
 * one row and in all. Then rows have no made-up values, nothing is found that is not there, statistics of it are missing, and every edit writes
 * it back as it was. An argument is the number of cases. */
#include "json_values.h"

#include "core/memory.h"

#include <math.h>
#include <reel/beatsaber.h>
#include <reel/format.h>
#include <reel/scoresaber.h>

static size_t cases = 0;
static char case_name[320];

enum { FRAMES = 5, ROOM = 8192 };

/* ---- a play ----------------------------------------------------------------------------------------------------- */

typedef struct document {
    char text[ROOM];
    size_t size;
} document;

static void add(document *to, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int size = vsnprintf(to->text + to->size, ROOM - to->size, format, arguments);
    va_end(arguments);
    assert_true(size >= 0 && (size_t)size < ROOM - to->size);
    to->size += (size_t)size;
}

static void add_pose(document *to, char key, double x, double y)
{
    add(to, "\"%c\":{\"r\":{\"x\":0,\"y\":0,\"z\":0,\"w\":1},\"p\":{\"x\":%g,\"y\":%g,\"z\":0.25}},", key, x, y);
}

/* Two good cuts, a miss, a bad cut; frames from 1 s to 3 s. */
static void make_play(document *to)
{
    to->size = 0;
    add(to, "{\"frames\":[");
    for (int i = 0; i < FRAMES; i++) {
        add(to, "%s{", i ? "," : "");
        add_pose(to, 'h', 0, 1.5);
        add_pose(to, 'l', -0.25, 1.25 + 0.125 * i);
        add_pose(to, 'r', 0.25, 1.5 - 0.125 * i);
        add(to, "\"a\":%g,\"i\":90}", 1 + 0.5 * i);
    }
    add(to,
        "],\"info\":{\"version\":\"2.0.0\",\"hash\":\"custom_level_0123456789ABCDEF0123456789ABCDEF01234567\",\"difficulty\":7,"
        "\"mode\":\"Standard\",\"environment\":\"KDA\",\"modifiers\":[\"GN\",\"SC\"],\"noteJumpStartBeatOffset\":0.25,");
    add(to,
        "\"leftHanded\":true,\"height\":1.75,\"rr\":90.5,\"room\":{\"x\":0.5,\"y\":0.25,\"z\":-1},\"st\":2.5,\"totalScore\":345,"
        "\"extra\":[1,{\"a\":null}]},");
    add(to,
        "\"scores\":[115,115,-3,-2],\"combos\":[1,2,0,0],\"noteTime\":[1.25,1.5,2,2.5],"
        "\"noteInfos\":[\"0010\",\"1111\",\"2210\",\"3011\"],\"dynamicHeight\":[{\"h\":1.75,\"a\":0.5},{\"h\":1.5,\"a\":1.5}],"
        "\"other\":{\"deep\":[1]}}");
}

/* ---- cases ------------------------------------------------------------------------------------------------------ */

static const struct {
    const char *name, *text; /* NULL: the member is not there */
} forms[] = {
    { "absent", NULL },  { "null", "null" },           { "\"\"", "\"\"" },     { "[]", "[]" },
    { "{}", "{}" },      { "a number", "77.5" },       { "true", "true" },     { "a word", "\"x\"" },
    { "a list", "[1]" }, { "an object", "{\"a\":1}" }, { "a text", "[\"\"]" }, { "quoted", "\"7\"" },
};
enum { ABSENT, IS_NULL, FORMS = sizeof forms / sizeof *forms };

typedef struct change {
    size_t values[2]; /* the second one is NONE mostly */
    unsigned form;
    bool all; /* the values with the same path, in all rows */
} change;
#define NONE SIZE_MAX

/* Whether a value is inside another one of those that change. */
static bool is_changed(const json_value *all, const change *c, size_t number)
{
    for (size_t i = 0; i < 2; i++) {
        if (c->values[i] == NONE) continue;
        if (c->values[i] == number || (c->all && strcmp(all[c->values[i]].path, all[number].path) == 0)) return true;
    }
    return false;
}

/* Copies the text with the change. */
static void apply(const document *from, const change *c, document *to)
{
    static json_value all[MOST_VALUES];
    const size_t count = json_values(from->text, all);
    to->size = 0;
    for (size_t at = 0; at < from->size;) {
        size_t next = NONE;
        for (size_t i = 0; i < count; i++)
            if (all[i].from >= at && is_changed(all, c, i) &&
                (next == NONE || all[i].from < all[next].from || (all[i].from == all[next].from && all[i].end > all[next].end)))
                next = i;
        if (next == NONE) {
            add(to, "%.*s", (int)(from->size - at), from->text + at);
            break;
        }
        const json_value *v = &all[next];
        const bool gone = c->form == ABSENT;
        add(to, "%.*s", (int)((gone ? v->from : v->value) - at), from->text + at);
        at = v->end;
        if (!gone)
            add(to, "%s", forms[c->form].text);
        else if (to->text[to->size - 1] == ',')
            to->size--;
        else if (from->text[at] == ',')
            at++;
    }
}

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static const reel_table *const row_tables[] = { &scoresaber_json_infos, &scoresaber_json_frames, &scoresaber_json_notes,
                                                &scoresaber_json_heights };
enum { ROW_TABLES = sizeof row_tables / sizeof *row_tables };

typedef struct found_all {
    size_t count, serious; /* all; those that are no notes */
    bool accused;          /* a rule of the game, or of the recorder */
    char text[4096];
} found_all;

static void collect(void *context, const reel_finding *finding)
{
    static const char *const values[] = { "kind",      "member",     "whole-number", "frame",   "repeated",
                                          "text",      "other-type", "not-finite",   "lengths", "note-score",
                                          "note-text", "no-events",  "level-id",     "rotation" };
    found_all *all = context;
    bool about_values = false;
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        about_values |= strncmp(finding->rule, "scoresaber-json.", 16) == 0 && strcmp(finding->rule + 16, values[i]) == 0;
    all->count++;
    all->serious += finding->severity != REEL_NOTE;
    all->accused |= !about_values && finding->severity != REEL_NOTE;
    const size_t size = strlen(all->text);
    snprintf(all->text + size, sizeof all->text - size, "%s: %s\n", finding->rule, finding->message);
}

static reel_replay *load(const void *data, size_t size)
{
    reel_replay *replay;
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_scoresaber_json };
    if (reel_load(reel_source_memory(data, size), &options, &replay, &error) < 0) fail_msg("%s: %s", case_name, error.message);
    assert_null(reel_replay_damage(replay));
    return replay;
}

static found_all check(const void *data, size_t size)
{
    found_all all = { 0 };
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_scoresaber_json, .report = collect,
                                   .report_context = &all };
    if (reel_check(reel_source_memory(data, size), &options, &error) < 0) fail_msg("%s: %s", case_name, error.message);
    return all;
}

static bool same_number(double a, double b) { return a == b || (a != a && b != b); }

/* Whether a field has the value that it has without the change, or none. */
static bool is_same_or_none(const reel_field *field, const uint8_t *was, const uint8_t *is)
{
    if (!reel_field_present(field, is)) return true;
    if (field->type == REEL_STRING) {
        reel_string a, b;
        memcpy(&a, was + field->offset, sizeof a);
        memcpy(&b, is + field->offset, sizeof b);
        return !b.size || (a.size == b.size && memcmp(a.data, b.data, a.size) == 0) ||
               strcmp(field->name, "modifiers") == 0; /* one of two may be missing */
    }
    for (size_t i = 0; i < field->count; i++) {
        const double a = reel_field_number(field, was, i), b = reel_field_number(field, is, i);
        if (b == b && !same_number(a, b)) return false;
    }
    return true;
}

/* The first field with a value that the play does not have without the change; NULL: none. A list that lost an item has other rows. */
static const char *made_up(const reel_replay *base, const reel_replay *changed)
{
    for (size_t t = 0; t < ROW_TABLES; t++) {
        size_t count, other;
        const uint8_t *was = reel_rows(base, row_tables[t], &count), *is = reel_rows(changed, row_tables[t], &other);
        for (size_t i = 0; count == other && i < count; i++)
            for (size_t f = 0; f < row_tables[t]->field_count; f++) {
                const reel_field *field = &row_tables[t]->fields[f];
                const size_t at = i * row_tables[t]->row_size;
                if (strcmp(field->name, "present") && !is_same_or_none(field, was + at, is + at)) return field->name;
            }
    }
    return NULL;
}

/* ---- statistics ------------------------------------------------------------------------------------------------- */

static double statistic(const reel_replay *replay, const char *name)
{
    reel_replay *result;
    size_t count;
    const reel_insight_options options = { REEL_SIZED(reel_insight_options), .tables = reel_insight_beatsaber.tables };
    assert_int_equal(reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_scoresaber_json, reel_replay_chunk(replay),
                                            &options, &result, NULL),
                     REEL_OK);
    const beatsaber_summary *row = reel_rows(result, &beatsaber_summaries, &count);
    const reel_field *field = reel_table_field(&beatsaber_summaries, name);
    assert_non_null(field);
    const double value = count && reel_field_present(field, row) ? reel_field_number(field, row, 0) : NAN;
    reel_free(result);
    return value;
}

/* What is missing if a member is missing in all rows. */
static const struct {
    const char *path, *field;
} measured[] = {
    { "/info", "stated_score" },
    { "/info", "fail_time" },
    { "/info/totalScore", "stated_score" },
    { "/info/totalScore", "score_difference" },
    { "/info/st", "fail_time" },
    { "/scores", "score" },
    { "/scores", "max_combo" },
    { "/scores", "notes" },
    { "/scores/*", "score" },
    { "/frames", "average_head_position" },
    { "/frames", "end_time" },
    { "/frames/*/h", "average_head_position" },
    { "/frames/*/h/p", "average_head_position" },
    { "/frames/*/h/p/x", "average_head_position" },
    { "/frames/*/a", "average_head_position" },
};

static void expect_missing_statistics(const json_value *v, const reel_replay *replay)
{
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        if (strcmp(measured[i].path, v->path)) continue;
        const double value = statistic(replay, measured[i].field);
        if (value == value) fail_msg("%s: %s is %g", case_name, measured[i].field, value);
    }
}

/* ---- edits ------------------------------------------------------------------------------------------------------ */

static void convert(const document *text, reel_convert_options how, reel_memory *made)
{
    reel_error error;
    const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_scoresaber_json };
    how.struct_size = sizeof how;
    if (reel_convert(reel_source_memory(text->text, text->size), &options, NULL, reel_sink_memory(made, NULL), &how, &error) < 0)
        fail_msg("%s: %s", case_name, error.message);
}

static void expect_text(const reel_memory *made, const char *text, size_t size, const char *what)
{
    size_t same = 0;
    while (same < made->size && same < size && made->data[same] == (uint8_t)text[same]) same++;
    if (same == made->size && same == size) return;
    const size_t start = same < 40 ? 0 : same - 40;
    fail_msg("%s: %s: ...%.100s, not %.100s", case_name, what, (const char *)made->data + start, text + start);
}

static void expect_no_more(const reel_memory *made, const found_all *found, const char *what)
{
    const found_all after = check(made->data, made->size);
    if (after.serious > found->serious)
        fail_msg("%s: %s, there is more:\n%s\nbefore:\n%s", case_name, what, after.text, found->text);
}

/* Another member is changed: the text differs by its value alone. */
static void expect_changed_alone(const document *text, const found_all *found)
{
    static const char *const edits[][3] = { { "environment=new", "\"environment\":\"KDA\"", "\"environment\":\"new\"" },
                                            { "note_spawn_offset=3", "\"noteJumpStartBeatOffset\":0.25",
                                              "\"noteJumpStartBeatOffset\":3" } };
    for (size_t i = 0; i < sizeof edits / sizeof *edits; i++) {
        char setting[64];
        const char *at = strstr(text->text, edits[i][1]);
        if (!at) continue;
        document wanted = { .size = 0 };
        add(&wanted, "%.*s%s%.*s", (int)(at - text->text), text->text, edits[i][2],
            (int)(text->text + text->size - at) - (int)strlen(edits[i][1]), at + strlen(edits[i][1]));
        snprintf(setting, sizeof setting, "%s", edits[i][0]);
        char *value = strchr(setting, '=');
        *value++ = 0;
        const reel_setting set = { setting, value };
        reel_memory made;
        convert(text, (reel_convert_options){ REEL_SIZED(reel_convert_options), .settings = &set, .setting_count = 1 }, &made);
        expect_text(&made, wanted.text, wanted.size, edits[i][0]);
        expect_no_more(&made, found, edits[i][0]);
        reel_memory_free(&made);
    }
}

/* A part of the play: each of its frames is one of the original, in the order of it. */
static void expect_cut(const document *text, const found_all *found)
{
    static json_value before[MOST_VALUES], after[MOST_VALUES];
    reel_memory made;
    document cut = { .size = 0 };
    convert(text,
            (reel_convert_options){ REEL_SIZED(reel_convert_options), .has_from = true, .from = 1.5, .has_to = true, .to = 2.75 },
            &made);
    add(&cut, "%.*s", (int)made.size, (const char *)made.data);
    expect_no_more(&made, found, "cut");
    reel_memory_free(&made);
    const size_t count = json_values(text->text, before), left = json_values(cut.text, after);
    size_t at = 0;
    for (size_t i = 0; i < left; i++) {
        if (strcmp(after[i].path, "/frames/*") && strcmp(after[i].path, "/dynamicHeight/*")) continue;
        const size_t size = after[i].end - after[i].value;
        while (at < count && (before[at].end - before[at].value != size || strcmp(before[at].path, after[i].path) != 0 ||
                              memcmp(text->text + before[at].value, cut.text + after[i].value, size) != 0))
            at++;
        if (at++ == count) fail_msg("%s: cut, %.*s is new", case_name, (int)size, cut.text + after[i].value);
    }
}

static void expect_edits(const document *text, const found_all *found)
{
    reel_memory made;
    convert(text, (reel_convert_options){ REEL_SIZED(reel_convert_options) }, &made);
    expect_text(&made, text->text, text->size, "a copy");
    reel_memory_free(&made);
    expect_changed_alone(text, found);
    expect_cut(text, found);
    convert(text, (reel_convert_options){ REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR }, &made);
    expect_no_more(&made, found, "repaired");
    reel_memory_free(&made);
}

/* ---- all of it -------------------------------------------------------------------------------------------------- */

static void try_case(const document *play, const json_value *all, const change *c, const reel_replay *base)
{
    static document text;
    const json_value *v = &all[c->values[0]];
    snprintf(case_name, sizeof case_name, "%s and %s: %s in %s", v->path, c->values[1] == NONE ? "none" : all[c->values[1]].path,
             forms[c->form].name, c->all ? "all rows" : "one row");
    trying("%s", case_name);
    apply(play, c, &text);
    const found_all found = check(text.text, text.size);
    reel_replay *replay = load(text.text, text.size);
    const char *field = c->form <= IS_NULL ? made_up(base, replay) : NULL;
    const bool of_list = v->item || (c->values[1] != NONE && all[c->values[1]].item); /* the items after it move up */
    if (field && !(of_list && c->form == ABSENT)) fail_msg("%s: %s has a value", case_name, field);
    if (c->form <= IS_NULL && found.accused && !(of_list && c->form == ABSENT)) fail_msg("%s:\n%s", case_name, found.text);
    if (c->form <= IS_NULL && c->all) expect_missing_statistics(v, replay);
    if (c->form <= IS_NULL && c->values[1] == NONE && found.count > 2) fail_msg("%s: one cause:\n%s", case_name, found.text);
    expect_edits(&text, &found);
    reel_free(replay);
}

static uint64_t drawn;
static size_t draw(size_t below)
{
    drawn = drawn * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (size_t)(drawn >> 33) % below;
}

static void whatever_is_missing_stays_missing(void **state)
{
    (void)state;
    static document play;
    static json_value all[MOST_VALUES];
    make_play(&play);
    snprintf(case_name, sizeof case_name, "the play");
    const size_t values = json_values(play.text, all), count = cases ? cases : by_effort(20000, 4000, 1000);
    const found_all found = check(play.text, play.size);
    if (found.count) fail_msg("%s", found.text);
    reel_replay *base = load(play.text, play.size);
    for (size_t i = 0; i < count; i++) {
        change c = { .form = (unsigned)draw(FORMS), .all = draw(2) != 0 };
        c.values[0] = draw(values);
        c.values[1] = draw(4) ? NONE : draw(values);
        if (c.values[1] == c.values[0]) c.values[1] = NONE;
        try_case(&play, all, &c, base);
    }
    printf("%zu values, %zu cases\n", values, count);
    reel_free(base);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(whatever_is_missing_stays_missing) };
    if (argc > 1) cases = (size_t)strtoull(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
