/* SPDX-License-Identifier: MIT
 * Null is not absent, and neither is empty: each value of a document, at each depth, is made absent, null, empty, or of another type. An edit of
 * another value writes the same form back, the check of the output is no worse, and statistics are made of what is left. */
#include "support.h"

#include <math.h>
#include <reel/beatsaber.h>
#include <reel/format.h>
#include <reel/xror.h>

enum { DOUBLE = 1, TEXT = 2, DOCUMENT = 3, ARRAY = 4, BINARY = 5, BOOL = 8, DATE = 9, NOTHING = 10, INT32 = 16, INT64 = 18 };
enum form { ABSENT, NULL_VALUE, EMPTY, NUMBER, WORD, OTHER_DOCUMENT, FORMS };
enum { ROOM = 1 << 16, KEY = 200, DEEP = 16 };

static uint32_t load32(const uint8_t *at) { return reel_load_u32le(at); }

static size_t value_size(uint8_t type, const uint8_t *value)
{
    switch (type) {
    case DOUBLE:
    case DATE:
    case INT64: return 8;
    case TEXT: return 4 + (size_t)load32(value);
    case DOCUMENT:
    case ARRAY: return load32(value);
    case BINARY: return 5 + (size_t)load32(value);
    case BOOL: return 1;
    case INT32: return 4;
    default: return 0;
    }
}

/* What is done to elements, counted in the order of the file with those inside others. */
typedef struct change {
    size_t target, at;
    enum form form;
    bool done, of_list;  /* of_list: one of them is an element of an array */
    char path[KEY];      /* of the last one */
    const char *like[2]; /* paths of elements, in place of the number */
    bool all;            /* the elements like those, too: their paths differ in numbers */
} change;

/* Whether paths differ only in the numbers of elements of arrays. */
static bool are_alike(const char *a, const char *b)
{
    for (; *a && *b; a++, b++) {
        const bool both = a[-1] == '/' && *a >= '0' && *a <= '9' && *b >= '0' && *b <= '9';
        while (both && *a >= '0' && *a <= '9') a++;
        while (both && *b >= '0' && *b <= '9') b++;
        if (*a != *b) return false;
        if (!*a) return true;
    }
    return *a == *b;
}

static bool is_target(const change *c, size_t number, const char *path)
{
    for (size_t i = 0; i < 2; i++)
        if (c->like[i] && (c->all ? are_alike(c->like[i] + 1, path + 1) : strcmp(c->like[i], path) == 0)) return true;
    return number == c->target;
}

typedef struct buffer {
    uint8_t data[ROOM];
    size_t size;
} buffer;

static void add(buffer *out, const void *data, size_t size)
{
    assert_true(out->size + size <= ROOM);
    if (size) memcpy(out->data + out->size, data, size);
    out->size += size;
}

static void put_value(buffer *out, uint8_t type, const char *key, const void *value, size_t size)
{
    add(out, &type, 1);
    add(out, key, strlen(key) + 1);
    add(out, value, size);
}

/* Writes an element in another form. Returns false if it has that form already, or its type has none that is empty. */
static bool put_changed(buffer *out, uint8_t type, const char *key, enum form form)
{
    static const uint8_t empty[5] = { 5 }, no_text[5] = { 1 }, seven[4] = { 7 }, x[6] = { 2, 0, 0, 0, 'x', 0 };
    switch (form) {
    case ABSENT: return true;
    case NULL_VALUE: put_value(out, NOTHING, key, NULL, 0); return type != NOTHING;
    case EMPTY:
        if (type == TEXT) put_value(out, type, key, no_text, sizeof no_text);
        if (type == DOCUMENT || type == ARRAY) put_value(out, type, key, empty, sizeof empty);
        return type == TEXT || type == DOCUMENT || type == ARRAY;
    case NUMBER: put_value(out, INT32, key, seven, sizeof seven); return type != INT32;
    case WORD: put_value(out, TEXT, key, x, sizeof x); return type != TEXT;
    default: put_value(out, DOCUMENT, key, empty, sizeof empty); return type != DOCUMENT;
    }
}

/* Copies a document with the change. */
static void copy_document(buffer *out, const uint8_t *from, const char *path, bool is_list, change *c)
{
    const size_t start = out->size;
    add(out, from, 4);
    for (const uint8_t *at = from + 4; *at;) {
        const uint8_t type = *at++;
        const char *key = (const char *)at;
        at += strlen(key) + 1;
        const size_t size = value_size(type, at);
        char inner[KEY];
        snprintf(inner, sizeof inner, "%s/%s", path, key);
        if (is_target(c, c->at++, inner)) {
            strcpy(c->path, inner);
            c->of_list |= is_list;
            c->done |= put_changed(out, type, key, c->form);
        } else if (type == DOCUMENT || type == ARRAY) {
            put_value(out, type, key, NULL, 0);
            copy_document(out, at, inner, type == ARRAY, c);
        } else {
            put_value(out, type, key, at, size);
        }
        at += size;
    }
    add(out, "", 1);
    const uint32_t whole = (uint32_t)(out->size - start);
    const uint8_t bytes[4] = { (uint8_t)whole, (uint8_t)(whole >> 8), (uint8_t)(whole >> 16), (uint8_t)(whole >> 24) };
    memcpy(out->data + start, bytes, 4);
}

/* The element with a key in a document, or NULL. */
static const uint8_t *find(const uint8_t *document, const char *wanted, uint8_t *type)
{
    for (const uint8_t *at = document + 4; *at;) {
        *type = *at++;
        const char *key = (const char *)at;
        at += strlen(key) + 1;
        if (strcmp(key, wanted) == 0) return at;
        at += value_size(*type, at);
    }
    return NULL;
}

/* Whether all values of one document are in another, in the same form. What was edited is left out. */
static bool has_all(const uint8_t *document, const uint8_t *other, const char *path, const char *edited)
{
    for (const uint8_t *at = document + 4; *at;) {
        const uint8_t type = *at++;
        uint8_t its = 0;
        const char *key = (const char *)at;
        at += strlen(key) + 1;
        const size_t size = value_size(type, at);
        char inner[KEY];
        snprintf(inner, sizeof inner, "%s/%s", path, key);
        const uint8_t *found = find(other, key, &its);
        const bool deeper = type == DOCUMENT || type == ARRAY;
        if (strcmp(inner, edited) != 0) {
            if (!found || its != type) return false;
            if (deeper ? !has_all(at, found, inner, edited) : memcmp(at, found, size) != 0) return false;
        }
        at += size;
    }
    return true;
}

static uint64_t errors_of(const void *data, size_t size)
{
    reel_findings *findings = reel_findings_new(NULL);
    const reel_options options = { REEL_SIZED(reel_options), .report = reel_findings_report, .report_context = findings,
                                   .format = &reel_format_xror };
    const reel_status status = reel_check(reel_source_memory(data, size), &options, NULL);
    const uint64_t errors = status < 0 ? UINT64_MAX : reel_findings_total(findings, REEL_ERROR);
    reel_findings_free(findings);
    return errors;
}

static void measure(const buffer *file)
{
    reel_replay *replay, *result;
    const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_xror };
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    if (reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_xror, reel_replay_chunk(replay), NULL, &result, NULL) >= 0)
        reel_free(result);
    reel_free(replay);
}

/* `edited`: the path of the value that the edit changes. Returns whether the output could be compared. */
static bool edit(const buffer *file, const change *c, const char *field, const char *edited)
{
    const reel_setting set = { field, "new" };
    const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_xror };
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .settings = &set, .setting_count = 1 };
    reel_memory made;
    reel_error error;
    if (reel_convert(reel_source_memory(file->data, file->size), &options, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0)
        return false; /* a damaged file, or one without the value: nothing is lost */
    if (!has_all(file->data, made.data, "", edited)) fail_msg("%s, form %d: an edit changes it", c->path, c->form);
    if (errors_of(made.data, made.size) > errors_of(file->data, file->size))
        fail_msg("%s, form %d: more errors", c->path, c->form);
    reel_memory_free(&made);
    return true;
}

static void every_form_is_written_back(void **state)
{
    (void)state;
    size_t size, compared = 0, refused = 0;
    uint8_t *golden = read_file(project_path("tests/formats/xror/golden/beatsaber.xror"), &size);
    const size_t step = by_effort(1, 1, 3);
    for (size_t target = 0;; target += step) {
        bool more = false;
        for (enum form form = ABSENT; form < FORMS; form++) {
            static buffer file;
            change c = { .target = target, .form = form };
            file.size = 0;
            copy_document(&file, golden, "", false, &c);
            more |= c.path[0] != 0;
            if (!c.done || (c.of_list && form == ABSENT) || strcmp(c.path, "/info") == 0) continue; /* lists have no gaps */
            measure(&file);
            const bool user = strncmp(c.path, "/info/user", 10) == 0;
            const bool done = user ? edit(&file, &c, "activity_name", "/info/software/activity/name")
                                   : edit(&file, &c, "user_name", "/info/user/name");
            compared += done;
            refused += !done;
        }
        if (!more) break;
    }
    print_message("%zu forms came back, %zu could not be edited\n", compared, refused);
    assert_true(compared > 10 * refused);
    free(golden);
}

/* ---- generated cases -------------------------------------------------------------------------------------------- */

enum { MOST_ELEMENTS = 1000 };
static char paths[MOST_ELEMENTS][KEY];
static size_t elements, cases;

/* Lists the elements: each is the target of a copy that leaves it out. */
static void list_elements(const uint8_t *golden)
{
    static buffer file;
    for (elements = 0;; elements++) {
        change c = { .target = elements };
        file.size = 0;
        copy_document(&file, golden, "", false, &c);
        if (!c.path[0]) return;
        assert_true(elements < MOST_ELEMENTS);
        strcpy(paths[elements], c.path);
    }
}

typedef struct found_all {
    const struct found_all *before; /* what is found without the change, or NULL */
    bool accused, type,
        events; /* more than that a member is missing; a value of another type; events are missing, which others then lack */
    char text[2048];
} found_all;

static void collect(void *context, const reel_finding *finding)
{
    static const char *const missing[] = { "xror.info",  "xror.frames",     "xror.events",       "xror.columns",   "xror.axes",
                                           "xror.names", "xror.other-rows", "xror.other-ragged", "xror.event-type" };
    found_all *all = context;
    bool expected = finding->severity == REEL_NOTE;
    for (size_t i = 0; i < sizeof missing / sizeof *missing; i++) expected |= strcmp(finding->rule, missing[i]) == 0;
    expected |= all->before && strstr(all->before->text, finding->rule);
    all->type |= strcmp(finding->rule, "xror.field-type") == 0;
    all->events |= strncmp(finding->rule, "xror.other-", 11) == 0 || strcmp(finding->rule, "xror.names") == 0 ||
                   strcmp(finding->rule, "xror.event-type") == 0;
    all->accused |= !expected && !all->type;
    const size_t size = strlen(all->text);
    snprintf(all->text + size, sizeof all->text - size, "%s: %s\n", finding->rule, finding->message);
}

static double statistic(const reel_replay *replay, const char *name)
{
    reel_replay *result;
    size_t count;
    assert_int_equal(
        reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_xror, reel_replay_chunk(replay), NULL, &result, NULL),
        REEL_OK);
    const beatsaber_summary *row = reel_rows(result, &beatsaber_summaries, &count);
    const reel_field *field = reel_table_field(&beatsaber_summaries, name);
    const double value = count && reel_field_present(field, row) ? reel_field_number(field, row, 0) : NAN;
    reel_free(result);
    return value;
}

static void expect_missing(const char *path, const reel_replay *replay, const char *what)
{
    static const struct {
        const char *path, *field;
    } measured[] = {
        { "/info/software/activity/score", "stated_score" },
        { "/info/software/activity/score", "score_difference" },
        { "/info/software/activity/jumpDistance", "jump_distance" },
        { "/info/software/activity", "stated_score" },
        { "/info/software", "stated_score" },
        { "/frames", "end_time" },
        { "/frames", "average_head_position" },
    };
    for (size_t i = 0; i < sizeof measured / sizeof *measured; i++) {
        if (strcmp(path, measured[i].path) != 0) continue;
        const double value = statistic(replay, measured[i].field);
        if (value == value) fail_msg("%s: %s is %g", what, measured[i].field, value);
    }
}

/* Texts and numbers of info that a change took away have no value; others have theirs. */
static void expect_no_made_up(const reel_replay *base, const reel_replay *changed, const char *what)
{
    size_t count, other;
    const uint8_t *was = reel_rows(base, &xror_infos, &count), *is = reel_rows(changed, &xror_infos, &other);
    if (!count || !other) return;
    for (size_t i = 0; i < xror_infos.field_count; i++) {
        const reel_field *field = &xror_infos.fields[i];
        if (strcmp(field->name, "keys") == 0 || !reel_field_present(field, is)) continue;
        bool same = reel_field_present(field, was);
        if (same && field->type == REEL_STRING) {
            reel_string a, b;
            memcpy(&a, was + field->offset, sizeof a);
            memcpy(&b, is + field->offset, sizeof b);
            same = a.size == b.size && (!a.size || memcmp(a.data, b.data, a.size) == 0);
        } else if (same) {
            same = memcmp(was + field->offset, is + field->offset, reel_type_size(field->type)) == 0;
        }
        if (!same) fail_msg("%s: %s has a value", what, field->name);
    }
}

/* Keys that are left out for 0 or an empty text: without them the play had no modifiers, or did not fail; and a type of event without its tables
 * has no events. That may contradict the rest. */
static bool says_none(const change *c)
{
    static const char *const keys[] = { "/info/software/activity/modifiers", "/info/software/activity/failTime" };
    bool none = c->like[1] && strstr(c->like[0], "Data") && strstr(c->like[1], "Data");
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
            none |= c->like[i] && strncmp(keys[k], c->like[i], strlen(c->like[i])) == 0;
    return none;
}

static bool try_case(const uint8_t *golden, const change *wanted, const reel_replay *base, const found_all *before)
{
    static buffer file;
    char what[3 * KEY];
    change c = *wanted;
    found_all found = { .before = before };
    file.size = 0;
    copy_document(&file, golden, "", false, &c);
    if (!c.done || (c.of_list && c.form == ABSENT)) return false; /* lists have no gaps */
    snprintf(what, sizeof what, "%s and %s, form %d in %s", c.like[0], c.like[1] ? c.like[1] : "none", c.form,
             c.all ? "all" : "one");
    trying("%s", what);
    const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_xror, .report = collect,
                                   .report_context = &found };
    reel_replay *replay = NULL;
    reel_error error;
    if (reel_check(reel_source_memory(file.data, file.size), &options, &error) < 0) {
        if (c.form <= NULL_VALUE && strcmp(error.rule, "xror.not-xror") != 0) fail_msg("%s: %s", what, error.message);
        return false; /* damage, as a table of another type is */
    }
    if (c.form <= NULL_VALUE && ((found.accused && !found.events && !says_none(&c)) || (found.type && !c.of_list)))
        fail_msg("%s:\n%s", what, found.text);
    assert_int_equal(reel_load(reel_source_memory(file.data, file.size),
                               &(reel_options){ REEL_SIZED(reel_options), .format = &reel_format_xror }, &replay, NULL),
                     REEL_OK);
    if (c.form <= NULL_VALUE) expect_missing(c.like[0], replay, what);
    if (c.form <= NULL_VALUE) expect_no_made_up(base, replay, what);
    reel_free(replay);
    bool info = false, user = false;
    for (size_t i = 0; i < 2; i++) info |= c.like[i] && (strcmp(c.like[i], "/info") == 0);
    for (size_t i = 0; i < 2; i++) user |= c.like[i] && strncmp(c.like[i], "/info/user", 10) == 0;
    strcpy(c.path, what);
    if (!info && !user) edit(&file, &c, "user_name", "/info/user/name");
    return true;
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
    size_t size, tried = 0;
    uint8_t *golden = read_file(project_path("tests/formats/xror/golden/beatsaber.xror"), &size);
    reel_replay *base;
    found_all found = { .text = "" };
    const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_xror, .report = collect,
                                   .report_context = &found };
    assert_int_equal(reel_check(reel_source_memory(golden, size), &options, NULL), REEL_OK);
    assert_int_equal(reel_load(reel_source_memory(golden, size), NULL, &base, NULL), REEL_OK);
    list_elements(golden);
    const size_t count = cases ? cases : by_effort(20000, 2000, 500);
    for (size_t i = 0; i < count; i++) {
        change c = { .target = SIZE_MAX, .form = (enum form)draw(FORMS), .all = draw(2) != 0 };
        c.like[0] = paths[draw(elements)];
        c.like[1] = draw(4) ? NULL : paths[draw(elements)];
        tried += try_case(golden, &c, base, &found);
    }
    print_message("%zu elements, %zu of %zu cases\n", elements, tried, count);
    assert_true(tried > count / 3);
    reel_free(base);
    free(golden);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_form_is_written_back),
                                        cmocka_unit_test(whatever_is_missing_stays_missing) };
    if (argc > 1) cases = (size_t)strtoull(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
