/* SPDX-License-Identifier: MIT
 * Null is not absent, and neither is empty: each value of a document, at each depth, is made absent, null, empty, or of another type. An edit of
 * another value writes the same form back, the check of the output is no worse, and statistics are made of what is left. */
#include "support.h"

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

/* What is done to the element number `target`, counted in the order of the file with those inside others. */
typedef struct change {
    size_t target, at;
    enum form form;
    bool done, of_list; /* of_list: it is an element of an array */
    char path[KEY];
} change;

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
        if (c->at++ == c->target) {
            strcpy(c->path, inner);
            c->of_list = is_list;
            c->done = put_changed(out, type, key, c->form);
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
    const reel_options options = { .report = reel_findings_report, .report_context = findings, .format = &reel_format_xror };
    const reel_status status = reel_check(reel_source_memory(data, size), &options, NULL);
    const uint64_t errors = status < 0 ? UINT64_MAX : reel_findings_total(findings, REEL_ERROR);
    reel_findings_free(findings);
    return errors;
}

static void measure(const buffer *file)
{
    reel_replay *replay, *result;
    const reel_options options = { .format = &reel_format_xror };
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    if (reel_insight_run_chunk(&reel_insight_beatsaber, &reel_format_xror, reel_replay_chunk(replay), NULL, &result, NULL) >= 0)
        reel_free(result);
    reel_free(replay);
}

/* Elements of these lists are documents. Others in their place have an empty row, which is written as a document: the finding names them. */
static bool is_no_document(const change *c)
{
    static const char *const lists[] = { "/events", "/info/hardware/devices", "/info/software/app/extensions" };
    const size_t parent = (size_t)(strrchr(c->path, '/') - c->path);
    bool found = false;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        found |= strlen(lists[i]) == parent && strncmp(lists[i], c->path, parent) == 0;
    return found && (c->form == NULL_VALUE || c->form == NUMBER || c->form == WORD);
}

/* `edited`: the path of the value that the edit changes. Returns whether the output could be compared. */
static bool edit(const buffer *file, const change *c, const char *field, const char *edited)
{
    const reel_setting set = { field, "new" };
    const reel_options options = { .format = &reel_format_xror };
    const reel_convert_options how = { .settings = &set, .setting_count = 1 };
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
    uint8_t *golden = read_file(REEL_SOURCE_DIR "/tests/formats/xror/golden/beatsaber.xror", &size);
    const size_t step = by_effort(1, 1, 3);
    for (size_t target = 0;; target += step) {
        bool more = false;
        for (enum form form = ABSENT; form < FORMS; form++) {
            static buffer file;
            change c = { .target = target, .form = form };
            file.size = 0;
            copy_document(&file, golden, "", false, &c);
            more |= c.path[0] != 0;
            if (!c.done || (c.of_list && form == ABSENT) || is_no_document(&c) || strcmp(c.path, "/info") == 0)
                continue; /* lists have no gaps */
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

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(every_form_is_written_back) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
