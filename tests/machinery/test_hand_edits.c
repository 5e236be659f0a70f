/* SPDX-License-Identifier: MIT
 * Text that was saved by an editor: with other line endings, without the last one, with empty lines, blanks and a byte order mark. For every
 * golden file that is text the rows are the same, with a note at most, and the bytes come back. The same of UTF-16, but that it is written
 * as UTF-8. Without its end, the last line of xBot may lack digits of its frame, and is not read. */
#include "support.h"

#include <reel/format.h>

enum {
    NO_LAST_END = 1,
    CR = 2,
    CRLF = 4, /* with CR: LF, CR and CRLF in turn */
    LINES_BEFORE = 8,
    LINES_BETWEEN = 16,
    LINES_AFTER = 32,
    BLANKS = 64,
    MARK = 128,
    EDITS = 256
};

typedef struct text {
    char *data;
    size_t size;
} text;

static void add(text *to, const char *bytes, size_t size)
{
    memcpy(to->data + to->size, bytes, size);
    to->size += size;
}

static void add_end(text *to, unsigned edit, size_t line)
{
    static const char *const ends[] = { "\n", "\r", "\r\n" };
    const unsigned kind = edit & (CR | CRLF), end = kind == (CR | CRLF) ? (unsigned)(line % 3) : kind == CR ? 1 : kind ? 2 : 0;
    add(to, ends[end], strlen(ends[end]));
}

/* The length of a line, and in *end that with its end. */
static size_t line_size(const char *at, size_t left, size_t *end)
{
    size_t size = 0;
    while (size < left && at[size] != '\n' && at[size] != '\r') size++;
    *end = size + (size < left);
    if (*end < left && at[size] == '\r' && at[*end] == '\n') ++*end;
    return size;
}

static text edited(const text *from, unsigned edit)
{
    text to = { malloc(16 * from->size + 64), 0 };
    size_t lines = 0, end, at = from->size >= 3 && memcmp(from->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    if (edit & MARK) add(&to, "\xef\xbb\xbf", 3);
    for (size_t i = 0; edit & LINES_BEFORE && i < 2; i++) add_end(&to, edit, i);
    for (; at < from->size; at += end, lines++) {
        size_t size = line_size(from->data + at, from->size - at, &end);
        add(&to, from->data + at, size);
        if (edit & BLANKS) add(&to, lines % 2 ? " \t" : "  ", 2);
        if (at + end == from->size && edit & NO_LAST_END && !(edit & LINES_AFTER)) break;
        add_end(&to, edit, lines);
        if (edit & LINES_BETWEEN && lines % 2) add_end(&to, edit, lines + 1);
    }
    for (size_t i = 0; edit & LINES_AFTER && i < 3; i++) add_end(&to, edit, i);
    return to;
}

static bool is_text(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (data[i] < ' ' && data[i] != '\n' && data[i] != '\r' && data[i] != '\t') return false;
    return size > 0;
}

static void count_finding(void *context, const reel_finding *finding)
{
    uint64_t *worse = context;
    if (finding->severity > REEL_NOTE) ++*worse;
}

static reel_replay *load(const char *data, size_t size, uint64_t *worse, reel_error *error)
{
    reel_replay *replay;
    *worse = 0;
    const reel_options options = { REEL_SIZED(reel_options), .report = count_finding, .report_context = worse };
    return reel_load(reel_source_memory(data, size), &options, &replay, error) < 0 ? NULL : replay;
}

/* Counts differences, but for those of JSON that is kept as it is spelled. */
static bool count_difference(void *context, const reel_difference *difference)
{
    size_t *count = context;
    const char *table = difference->table->name, *field = difference->field ? difference->field->name : "row";
    if (!strcmp(table, "blocks") && !strcmp(field, "data")) return true;
    if (!(*count)++) print_error("%s.%s differs\n", table, field);
    return true;
}

/* 1 for a format without inputs. */
static size_t input_count(const reel_replay *replay)
{
    size_t count = 1;
    for (const reel_table *const *table = reel_replay_format(replay)->tables; *table; table++)
        if (!strcmp((*table)->name, "inputs")) reel_rows(replay, *table, &count);
    return count;
}

static void assert_written(const reel_replay *replay, const text *as)
{
    reel_memory made;
    assert_int_equal(reel_write(reel_replay_chunk(replay), reel_replay_format(replay), reel_sink_memory(&made, NULL), NULL, NULL),
                     REEL_OK);
    assert_int_equal(made.size, as->size);
    assert_memory_equal(made.data, as->data, as->size);
    reel_memory_free(&made);
}

static void assert_same(const char *path, const reel_replay *whole, uint64_t worse, const text *from, unsigned edit)
{
    reel_error error = { 0 };
    uint64_t found, all;
    size_t differences = 0;
    text to = edited(from, edit);
    reel_replay *replay = load(to.data, to.size, &found, &error);
    if (!replay) fail_msg("%s with %#x: %s", path, edit, error.message);
    if (reel_replay_format(replay) != reel_replay_format(whole))
        fail_msg("%s with %#x is %s", path, edit, reel_replay_format(replay)->id);
    if (reel_replay_damage(replay)) fail_msg("%s with %#x: %s", path, edit, reel_replay_damage(replay)->message);
    if (found != worse) fail_msg("%s with %#x: %u findings, not %u", path, edit, (unsigned)found, (unsigned)worse);
    assert_int_equal(reel_diff(whole, replay, false, count_difference, &differences, &all, NULL), REEL_OK);
    if (differences) fail_msg("%s with %#x: %u differences", path, edit, (unsigned)differences);
    if (reel_replay_format(replay)->writer) assert_written(replay, &to);
    reel_free(replay);
    free(to.data);
}

static bool may_lack_digits(const reel_replay *whole, unsigned edit)
{
    return strcmp(reel_replay_format(whole)->id, "xbot") == 0 && edit & NO_LAST_END && !(edit & LINES_AFTER);
}

/* All rows but the last input, and a truncated file. */
static void assert_cut(const char *path, const reel_replay *whole, const text *from, unsigned edit)
{
    reel_error error = { 0 };
    uint64_t found;
    text to = edited(from, edit);
    reel_replay *replay = load(to.data, to.size, &found, &error);
    if (!replay) fail_msg("%s with %#x: %s", path, edit, error.message);
    const reel_error *damage = reel_replay_damage(replay);
    if (!damage || damage->status != REEL_TRUNCATED) fail_msg("%s with %#x is not truncated", path, edit);
    assert_int_equal(input_count(replay) + 1, input_count(whole));
    reel_free(replay);
    free(to.data);
}

/* ---- UTF-16 ----------------------------------------------------------------------------------------------------- */

enum { UTF16_MARK = 1, UTF16_BIG_END = 2, UTF16_KINDS = 4 };

static void add_unit(text *to, unsigned kind, unsigned unit)
{
    const char bytes[2][2] = { { (char)(unit & 0xff), (char)(unit >> 8) }, { (char)(unit >> 8), (char)(unit & 0xff) } };
    add(to, bytes[kind & UTF16_BIG_END ? 1 : 0], 2);
}

static text utf16_of(const text *from, unsigned kind)
{
    text to = { malloc(2 * from->size + 2), 0 };
    size_t step;
    if (kind & UTF16_MARK) add_unit(&to, kind, 0xfeff);
    for (size_t at = from->size >= 3 && memcmp(from->data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; at < from->size;
         at += step ? step : 1) {
        uint32_t code = reel_utf8(from->data + at, from->size - at, &step);
        if (code < 0x10000) {
            add_unit(&to, kind, code);
            continue;
        }
        add_unit(&to, kind, 0xd800 + ((code - 0x10000) >> 10));
        add_unit(&to, kind, 0xdc00 + (code & 0x3ff));
    }
    return to;
}

/* Offsets of findings, in the order in which they are reported. */
typedef struct offsets {
    uint64_t at[64], worse;
    size_t count;
    bool utf16;
} offsets;

static void keep_offset(void *context, const reel_finding *finding)
{
    offsets *kept = context;
    if (!strcmp(finding->rule, "reel.utf-16")) {
        kept->utf16 = true;
        return;
    }
    if (strstr(finding->rule, "byte-order-mark")) return;
    if (kept->count < sizeof kept->at / sizeof *kept->at) kept->at[kept->count++] = finding->offset;
}

/* The offset in the text in UTF-16 of a byte of that in UTF-8. */
static uint64_t utf16_offset_of(const text *from, unsigned kind, uint64_t offset)
{
    text part = { from->data, offset < from->size ? (size_t)offset : from->size };
    text made = utf16_of(&part, kind);
    free(made.data);
    return made.size;
}

static void assert_utf16(const char *path, const reel_replay *whole, const text *from, unsigned kind)
{
    offsets plain = { .count = 0 }, found = { .count = 0 };
    size_t differences = 0;
    uint64_t all;
    reel_error error = { 0 };
    reel_replay *replay;
    text to = utf16_of(from, kind);
    reel_options options = { REEL_SIZED(reel_options), .report = keep_offset, .report_context = &plain };
    assert_int_equal(reel_check(reel_source_memory(from->data, from->size), &options, NULL), REEL_OK);
    options.report_context = &found;
    if (reel_check(reel_source_memory(to.data, to.size), &options, &error) < 0) fail_msg("%s in UTF-16: %s", path, error.message);
    assert_true(found.utf16 && !plain.utf16);
    if (plain.count != found.count) fail_msg("%s in UTF-16: %zu findings, not %zu", path, found.count, plain.count);
    for (size_t i = 0; i < plain.count; i++) {
        uint64_t expected = plain.at[i] == REEL_NO_OFFSET ? REEL_NO_OFFSET : utf16_offset_of(from, kind, plain.at[i]);
        bool start = plain.at[i] == 0 && found.at[i] == 0; /* of the file, or of the text behind the mark */
        if (found.at[i] != expected && !start)
            fail_msg("%s in UTF-16: a finding at %u, not %u", path, (unsigned)found.at[i], (unsigned)expected);
    }
    options = (reel_options){ REEL_SIZED(reel_options) };
    assert_int_equal(reel_load(reel_source_memory(to.data, to.size), &options, &replay, NULL), REEL_OK);
    assert_ptr_equal(reel_replay_format(replay), reel_replay_format(whole));
    assert_int_equal(reel_diff(whole, replay, false, count_difference, &differences, &all, NULL), REEL_OK);
    if (differences) fail_msg("%s in UTF-16: %zu differences", path, differences);
    text written = { from->data, from->size };
    if (from->size >= 3 && memcmp(from->data, "\xef\xbb\xbf", 3) == 0) written = (text){ from->data + 3, from->size - 3 };
    if (reel_replay_format(replay)->writer) assert_written(replay, &written);
    reel_free(replay);
    free(to.data);
}

static bool is_utf8(const text *from)
{
    size_t step = 1;
    for (size_t at = 0; at < from->size && step; at += step) reel_utf8(from->data + at, from->size - at, &step);
    return step != 0;
}

/* ---- files ------------------------------------------------------------------------------------------------------ */

static size_t try_file(const char *path)
{
    uint64_t worse;
    text from;
    uint8_t *data = read_file(path, &from.size);
    from.data = (char *)data;
    reel_error error;
    reel_replay *whole = is_text(data, from.size) ? load(from.data, from.size, &worse, &error) : NULL;
    /* A framerate alone is a macro of several formats: its empty lines tell which. */
    bool used = whole && !reel_replay_damage(whole) && input_count(whole) != 0;
    trying_with(path);
    for (unsigned edit = 0; used && edit < EDITS; edit++)
        if (may_lack_digits(whole, edit))
            assert_cut(path, whole, &from, edit);
        else
            assert_same(path, whole, worse, &from, edit);
    for (unsigned kind = 0; used && is_utf8(&from) && kind < UTF16_KINDS; kind++) assert_utf16(path, whole, &from, kind);
    reel_free(whole);
    free(data);
    return used;
}

static void edited_text_has_the_same_rows(void **state)
{
    (void)state;
    static const char *const folders[] = { "tests/formats/gdr/golden", "tests/formats/echo/golden",
                                           "tests/formats/scoresaber/golden" };
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        size_t count = 0;
        file_list files = files_below(project_path(folders[f]));
        for (size_t i = 0; i < files.count; i++) count += try_file(files.paths[i]);
        print_message("%s: %zu files of text, each with %d edits\n", folders[f], count, (int)EDITS);
        assert_true(count > 0);
        file_list_free(&files);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(edited_text_has_the_same_rows) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
