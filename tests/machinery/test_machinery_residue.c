/* SPDX-License-Identifier: MIT
 * Nothing comes out that did not go in: the answers of the library to a file do not depend on what memory held before. New memory, and the stack,
 * are filled with one byte and then with another; everything that the library makes of the file must be the same: rows and the gaps between their
 * fields, findings, exports, statistics, plots, conversions, archives, indexes, spools. Files are those of the project, of the corpus, and ones
 * in which texts and lists are empty, begin or end with empty items, repeat, or are long. */
#include "answers.h"
#include "machinery.h"

#include <reel/scoresaber.h>

static int pattern;
static size_t answered, different;

static void *filled_alloc(void *context, size_t size)
{
    (void)context;
    void *block = malloc(size);
    return block ? memset(block, pattern, size) : NULL;
}

static void *filled_resize(void *context, void *old, size_t old_size, size_t size)
{
    uint8_t *block = filled_alloc(context, size);
    if (block && old) {
        memcpy(block, old, old_size < size ? old_size : size);
        free(old);
    }
    return block;
}

static void filled_free(void *context, void *block)
{
    (void)context;
    free(block);
}

static const reel_allocator filled = { filled_alloc, filled_resize, filled_free, NULL };

/* MemorySanitizer sees for itself what is not initialised, and what was filled is: nothing is filled for it, and nothing is read twice. */
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define WATCHED
#endif
#endif
#ifdef WATCHED
static const bool watched = true;
#else
static const bool watched = false;
#endif

enum { STACK_BYTES = 48 << 10 };

static void *(*volatile fill)(void *, int, size_t) = memset; /* no compiler knows that nobody reads what it writes */

#if defined(__GNUC__)
__attribute__((noinline))
#endif
static void
fill_stack(void)
{
    uint8_t room[STACK_BYTES];
    fill(room, pattern, sizeof room);
}

static void compare(const char *name, const uint8_t *data, size_t size)
{
    answers one = { 0 }, other = { 0 };
    const reel_options options = machinery_options(watched ? NULL : &filled);
    void (*before_each)(void) = watched ? NULL : fill_stack;
    size_t at = 0;
    trying("%s", name);
    pattern = 0x5a;
    answers_collect(&one, data, size, &options, before_each);
    pattern = 0xa5;
    if (!watched) answers_collect(&other, data, size, &options, before_each);
    answered += one.count;
    const char *part = !watched ? answers_difference(&one, &other, &at) : NULL;
    if (part) print_message("%s: %s differs at byte %zu\n", name, part, at);
    const char *unset = answers_unset(&one, &at);
    if (unset) print_message("%s: %s has bytes that nobody set, the first at %zu\n", name, unset, at);
    different += part || unset;
    answers_free(&one);
    answers_free(&other);
}

/* ---- files as they are ------------------------------------------------------------------------------------------------- */

static size_t number, one_of;

/* The file as it is; cut, and with a byte changed, at places that follow from its number. */
static void compare_file(const specimen *file)
{
    char name[400];
    if (number++ % one_of || !file->size) return;
    compare(file->name, file->data, file->size);
    const size_t at = number * 7919 % file->size;
    snprintf(name, sizeof name, "%s, cut at %zu", file->name, at);
    compare(name, file->data, at);
    uint8_t *changed = malloc(file->size);
    assert_non_null(changed);
    memcpy(changed, file->data, file->size);
    changed[at] ^= (uint8_t)(1u << number % 8);
    snprintf(name, sizeof name, "%s, byte %zu changed", file->name, at);
    compare(name, changed, file->size);
    free(changed);
}

static void answers_to_every_file_are_the_same(void **state)
{
    (void)state;
    answered = different = number = 0;
    one_of = by_effort(1, 2, 10);
    each_specimen(GOLDEN | BAD, by_effort(1 << 20, 1 << 17, 1 << 14), compare_file);
    one_of = by_effort(1, 4, 45);
    if (corpus_path("samples")) each_specimen(CORPUS, by_effort(1 << 20, 1 << 17, 1 << 15), compare_file);
    print_message("%zu answers compared\n", answered);
    assert_enough(answered > 0);
    assert_int_equal(different, 0);
}

/* ---- texts and lists in text formats ----------------------------------------------------------------------------------- */

/* What takes the place of a value: empty, leading, trailing and repeated items, wrong types, and many of them. */
static const char *const forms[] = {
    "\"\"",
    "[]",
    "{}",
    "null",
    "[\"\"]",
    "[\"\",\"NF\"]",
    "[\"NF\",\"\"]",
    "[\"\",\"\",\"NF\",\"\",\"NF\"]",
    "[null]",
    "[[]]",
    "\",\"",
    "\",NF\"",
    "\"\\u0000\"",
    "\"a\\u00e4\\ud83d\\ude00\\ud800\"",
    "0",
    "[0]",
    "false",
    "\"a\"",
    "[1,\"\",null,{}]",
};
enum { FORMS = sizeof forms / sizeof *forms, MANY_LISTS = 4 };

/* A list of many items: empty texts, commas, numbers, empty lists. */
static char *many(size_t kind, size_t count)
{
    static const char *const items[MANY_LISTS] = { "\"\"", "\",\"", "0", "[]" };
    const size_t step = strlen(items[kind]) + 1;
    char *text = malloc(count * step + 2);
    assert_non_null(text);
    text[0] = '[';
    for (size_t i = 0; i < count; i++) {
        memcpy(text + 1 + i * step, items[kind], step - 1);
        text[(i + 1) * step] = ',';
    }
    text[count ? count * step : 1] = ']';
    text[(count ? count * step : 1) + 1] = 0;
    return text;
}

static size_t skip_string(const uint8_t *data, size_t size, size_t at)
{
    for (at++; at < size && data[at] != '"'; at++) at += data[at] == '\\';
    return at < size ? at + 1 : size;
}

/* The end of the JSON value at `at`. */
static size_t value_end(const uint8_t *data, size_t size, size_t at)
{
    size_t depth = 0;
    do {
        const uint8_t c = data[at];
        if (c == '"') {
            at = skip_string(data, size, at);
            continue;
        }
        if (c == '[' || c == '{') depth++;
        if (c == ']' || c == '}') depth--;
        at++;
        if (!depth && c != '[' && c != '{' && c != ']' && c != '}')
            while (at < size && !strchr(",]} \t\r\n", data[at])) at++;
    } while (depth && at < size);
    return at;
}

/* Where values begin: behind a colon, or behind a bracket or comma of a list. Strings that are keys are left out. */
static size_t find_values(const uint8_t *data, size_t size, size_t *starts, size_t most)
{
    size_t count = 0;
    for (size_t at = 0; at < size && count < most;) {
        if (data[at] == '"') {
            at = skip_string(data, size, at);
            continue;
        }
        const bool before = data[at] == ':' || data[at] == '[';
        for (at++; at < size && before && strchr(" \t\r\n", data[at]);) at++;
        if (before && at < size && !strchr("]}:,", data[at])) starts[count++] = at;
    }
    return count;
}

static void compare_with(const specimen *file, size_t start, size_t end, const char *form)
{
    const size_t length = strlen(form), size = file->size - (end - start) + length;
    uint8_t *data = malloc(size + 1);
    char name[400];
    assert_non_null(data);
    memcpy(data, file->data, start);
    memcpy(data + start, form, length);
    memcpy(data + start + length, file->data + end, file->size - end);
    snprintf(name, sizeof name, "%s, %.40s at %zu", file->name, form, start);
    compare(name, data, size);
    free(data);
}

static bool is_json(const specimen *file)
{
    return file->size > 2 && file->data[0] == '{' && (file->data[1] == '"' || strchr(" \r\n\t", file->data[1]));
}

static void compare_forms(const specimen *file)
{
    enum { MOST_VALUES = 4096 };
    static size_t starts[MOST_VALUES];
    if (!is_json(file)) return;
    const size_t count = find_values(file->data, file->size, starts, MOST_VALUES);
    const size_t step = 1 + count / by_effort(200, 24, 6);
    for (size_t i = number % step; i < count; i += step, number++) {
        const size_t end = value_end(file->data, file->size, starts[i]);
        if (end > file->size) continue;
        compare_with(file, starts[i], end, forms[number % FORMS]);
        if (number % 8) continue;
        char *list = many(number / 8 % MANY_LISTS, number % 64 ? 40 : by_effort(100000, 10000, 1000));
        compare_with(file, starts[i], end, list);
        free(list);
    }
}

static void empty_and_repeated_items_change_no_other_answer(void **state)
{
    (void)state;
    answered = different = number = 0;
    each_specimen(GOLDEN, 1 << 15, compare_forms);
    print_message("%zu answers compared\n", answered);
    assert_enough(answered > 0);
    assert_int_equal(different, 0);
}

/* ---- texts in rows, of any format -------------------------------------------------------------------------------------- */

static reel_bytes text_of(size_t kind, char *room, size_t size)
{
    static const char *const texts[] = { "", ",", ",,", ",NF", "NF,", "NF,,NF", "a", "\xff", "\n" };
    if (kind < sizeof texts / sizeof *texts) return (reel_bytes){ (const uint8_t *)texts[kind], strlen(texts[kind]) };
    memset(room, kind % 2 ? ',' : 'x', size);
    return (reel_bytes){ (const uint8_t *)room, size };
}

/* A file whose first row of a table has another text. */
static void compare_text(const specimen *file, const reel_replay *replay, const reel_table *table, const reel_field *field)
{
    static char room[100000];
    char name[400];
    size_t count;
    reel_memory made;
    const reel_row_list *rows = reel_change_rows((reel_chunk *)(uintptr_t)reel_replay_chunk(replay), table);
    reel_rows(replay, table, &count);
    if (!count) return;
    uint8_t *place = rows->data + field->offset;
    reel_bytes old;
    memcpy(&old, place, sizeof old);
    const size_t kind = number++ % 11;
    const reel_bytes text = text_of(kind, room, number % 5 ? 300 : sizeof room);
    memcpy(place, &text, sizeof text);
    snprintf(name, sizeof name, "%s with text %zu as %s.%s", file->name, kind, table->name, field->name);
    const reel_write_options how = { REEL_SIZED(reel_write_options) };
    const reel_format *format = reel_replay_format(replay);
    trying("%s", name);
    if (reel_write(reel_replay_chunk(replay), format, reel_sink_memory(&made, NULL), &how, NULL) == REEL_OK) {
        compare(name, made.data, made.size);
        reel_memory_free(&made);
    }
    memcpy(place, &old, sizeof old);
}

static void compare_texts(const specimen *file)
{
    const reel_options options = machinery_options(NULL);
    reel_replay *replay;
    if (reel_load(reel_source_memory(file->data, file->size), &options, &replay, NULL) < 0) return;
    const reel_format *format = reel_replay_format(replay);
    for (const reel_table *const *table = reel_format_tables(format); *table && reel_format_writes(format); table++)
        for (size_t f = 0; f < (*table)->field_count; f++) {
            const reel_field *field = &(*table)->fields[f];
            const bool is_text = field->type == REEL_STRING || field->type == REEL_BYTES;
            if (is_text && !((*table)->flags & REEL_TABLE_LAYOUT)) compare_text(file, replay, *table, field);
        }
    reel_free(replay);
}

static void compare_some_texts(const specimen *file)
{
    static size_t files;
    if (files++ % one_of == 0) compare_texts(file);
}

static void empty_and_long_texts_change_no_other_answer(void **state)
{
    (void)state;
    answered = different = number = 0;
    one_of = by_effort(1, 2, 13);
    each_specimen(GOLDEN, by_effort(1 << 17, 1 << 15, 1 << 13), compare_some_texts);
    print_message("%zu answers compared\n", answered);
    assert_enough(answered > 0);
    assert_int_equal(different, 0);
}

/* ---- one file after another -------------------------------------------------------------------------------------------- */

#define MARK "MARK-of-another-client-7f3a"

/* Memory of the C library that held a file full of marks, and was freed. */
static void leave_marks(void)
{
    enum { BLOCKS = 64 };
    void *blocks[BLOCKS];
    for (size_t i = 0; i < BLOCKS; i++) {
        const size_t size = (size_t)16 << i % 13;
        char *block = malloc(size);
        assert_non_null(block);
        for (size_t at = 0; at + sizeof MARK <= size; at += sizeof MARK - 1) memcpy(block + at, MARK, sizeof MARK - 1);
        blocks[i] = block;
    }
    for (size_t i = 0; i < BLOCKS; i++) free(blocks[i]);
}

static void find_no_mark(const specimen *file)
{
    answers all = { 0 };
    const reel_options options = machinery_options(NULL);
    if (number++ % one_of) return;
    leave_marks();
    answers_collect(&all, file->data, file->size, &options, leave_marks);
    const char *part = answers_find(&all, MARK);
    if (part) {
        print_message("%s: a mark of another file is in %s\n", file->name, part);
        different++;
    }
    answered += all.count;
    answers_free(&all);
}

/* A decoded ScoreSaber file whose modifiers begin with thousands of empty texts: once they gave the caller what memory held. */
static void empty_modifiers_show_no_other_file(void **state)
{
    (void)state;
    enum { COUNT = 8000 };
    static const char start[] = "{\"frames\":[],\"info\":{\"version\":\"3.0.0\",\"modifiers\":[";
    static const char end[] = "\"NF\"]},\"noteTime\":[],\"noteInfos\":[]}";
    char *data = malloc(sizeof start + sizeof end + (size_t)COUNT * 3);
    size_t size = sizeof start - 1, count;
    assert_non_null(data);
    memcpy(data, start, size);
    for (size_t i = 0; i < COUNT; i++, size += 3) memcpy(data + size, "\"\",", 3);
    memcpy(data + size, end, sizeof end - 1);
    size += sizeof end - 1;
    leave_marks();
    const reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(data, size, &options);
    const scoresaber_json_info *info = reel_rows(replay, &scoresaber_json_infos, &count);
    assert_int_equal(count, 1);
    assert_int_equal(info->modifiers.size, COUNT + 2);
    for (size_t i = 0; i < COUNT; i++) assert_int_equal(info->modifiers.data[i], ',');
    assert_memory_equal(info->modifiers.data + COUNT, "NF", 2);
    reel_free(replay);
    compare("empty modifiers", (const uint8_t *)data, size);
    free(data);
}

static void no_answer_has_marks_of_another_file(void **state)
{
    (void)state;
    answered = different = number = 0;
    one_of = by_effort(1, 3, 20);
    if (watched) { /* a mark that is left would be a byte that nobody set, which compare() finds in the same files */
        print_message("left to MemorySanitizer\n");
        return;
    }
    each_specimen(GOLDEN | BAD, by_effort(1 << 20, 1 << 17, 1 << 14), find_no_mark);
    print_message("%zu answers searched\n", answered);
    assert_int_equal(different, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(empty_modifiers_show_no_other_file),
        cmocka_unit_test(answers_to_every_file_are_the_same),
        cmocka_unit_test(empty_and_repeated_items_change_no_other_answer),
        cmocka_unit_test(empty_and_long_texts_change_no_other_answer),
        cmocka_unit_test(no_answer_has_marks_of_another_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
