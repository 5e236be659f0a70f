/* SPDX-License-Identifier: MIT
 * Golden files with one value replaced: each word of a text by other words, each place of a binary file by numbers at the ends of their range
 * and by the first bytes of other values. What must hold for any bytes holds (damage.h), and a conversion of what reads takes it or says why
 * not. Flipped bits seldom make such values: a frame of NaN, a text in place of a number, the same key twice. */
#include "damage.h"

enum { LARGEST = 2500 };

typedef struct value {
    const char *bytes;
    size_t size;
    size_t replaced; /* bytes that it takes the place of, in a binary file */
} value;

#define VALUE(bytes, replaced)                                                                                                   \
    {                                                                                                                            \
        bytes, sizeof bytes - 1, replaced                                                                                        \
    }

static const value words[] = {
    VALUE("", 0),
    VALUE("null", 0),
    VALUE("true", 0),
    VALUE("false", 0),
    VALUE("0", 0),
    VALUE("-0", 0),
    VALUE("1", 0),
    VALUE("2", 0),
    VALUE("3", 0),
    VALUE("-1", 0),
    VALUE("-0.0", 0),
    VALUE("0.5", 0),
    VALUE("-7.25", 0),
    VALUE("6.0", 0),
    VALUE("4294967296", 0),
    VALUE("1e15", 0),
    VALUE("1e300", 0),
    VALUE("-1e300", 0),
    VALUE("1e999", 0),
    VALUE("9223372036854775808", 0),
    VALUE("nan", 0),
    VALUE("-inf", 0),
    VALUE("\"x\"", 0),
    VALUE("[]", 0),
    VALUE("{}", 0),
    VALUE("[1,{}]", 0),
    VALUE("7 ", 0),
    VALUE("1\r", 0),
    VALUE("0x1", 0),
    VALUE("99999999999999999999999", 0),
    VALUE("1|1", 0),
    VALUE("1 1", 0),
    VALUE("1,1", 0),
    VALUE("+1", 0),
    VALUE("\"a\\u0000\"", 0),
    VALUE("[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]", 0),
};

static const value parts[] = {
    VALUE("", 1),
    VALUE("\0", 1),
    VALUE("\1", 1),
    VALUE("\2", 1),
    VALUE("\x7f", 1),
    VALUE("\x80", 1),
    VALUE("\xff", 1),
    VALUE("\0", 0),
    VALUE("\0\0", 2),
    VALUE("\xff\x7f", 2),
    VALUE("\xff\xff\xff\xff", 4),
    VALUE("\xff\xff\xff\x7f", 4),
    VALUE("\0\0\0\0", 4),
    VALUE("\1\0\0\0", 4),
    VALUE("\2\0\0\0", 4),
    VALUE("\0\0\x80\xbf", 4),                     /* -1 */
    VALUE("\0\0\xc0\x7f", 4),                     /* NaN */
    VALUE("\0\0\x80\x7f", 4),                     /* infinity */
    VALUE("\0\0\x80\xff", 4),                     /* its negative */
    VALUE("\x7f\x96\x18\x4b", 4),                 /* 1e7 */
    VALUE("\0\0\0\0\0\0\xf0\xbf", 8),             /* -1 */
    VALUE("\0\0\0\0\0\0\xf8\x7f", 8),             /* NaN */
    VALUE("\0\0\0\0\0\0\xf0\x7f", 8),             /* infinity */
    VALUE("\x9c\x75\x00\x88\x3c\xe4\x37\x7e", 8), /* 1e300 */
    VALUE("\0\0\0\0\0\0\0\0", 8),
    VALUE("\xff\xff\xff\xff\xff\xff\xff\x7f", 8),
    VALUE("\xff\xff\xff\xff\xff\xff\xff\xff", 8),
    VALUE("\xff\xff\xff\xff\xff\xff\xff\xff\xff\1", 1), /* 2^64 - 1 of 7 bits a byte */
    VALUE("\xc0", 1),                                   /* MessagePack: nil, false, texts, lists, maps, numbers of each size */
    VALUE("\xc2", 1),
    VALUE("\xa1x", 1),
    VALUE("\xd9\1x", 1),
    VALUE("\x90", 1),
    VALUE("\x91\x80", 1),
    VALUE("\x80", 1),
    VALUE("\x81\xa1x\xc0", 1),
    VALUE("\xcd\1\1", 1),
    VALUE("\xce\xff\xff\xff\xff", 1),
    VALUE("\xcf\xff\xff\xff\xff\xff\xff\xff\xff", 1),
    VALUE("\xd3\x80\0\0\0\0\0\0\0", 1),
    VALUE("\xca\x3f\x80\0\0", 1),
    VALUE("\xcb\x7f\xf8\0\0\0\0\0\0", 1),
    VALUE("\xcb\xc0\x1d\0\0\0\0\0\0", 1),
    VALUE("\xc4\1x", 1),
};

static size_t taken, refused, others_refused, files;

static void convert(const char *what, const uint8_t *data, size_t size, const reel_format *to, uint32_t flags)
{
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = flags };
    test_allocator memory = { 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
    test_sink sink = { 0 };
    reel_error error = { .rule = "" };
    reel_status status = reel_convert(reel_source_memory(data, size), &options, to, test_sink_of(&sink), &how, &error);
    if (status == REEL_CORRUPT || status == REEL_TRUNCATED || status == REEL_MEMORY || status == REEL_IO || status > REEL_OK)
        fail_msg("%s to %s: %s: %s", what, to->id, reel_status_name(status), error.message);
    if (status < 0 && (!*error.rule || !*error.message)) fail_msg("%s to %s: no reason", what, to->id);
    if (sink.commits != (status == REEL_OK)) fail_msg("%s to %s: an output for %s", what, to->id, reel_status_name(status));
    if (memory.live) fail_msg("%s to %s: %zu bytes leaked", what, to->id, memory.live);
    if (status < 0)
        refused++;
    else
        taken++;
    test_sink_free(&sink);
}

/* The format that is reached from most others of a game. */
static const reel_format *target_of(const reel_format *from, size_t number)
{
    static const char *const ids[][4] = { { "gdr2", "gdr1-json", "slc3", "xd" },
                                          { "bsor", "scoresaber-json", "xror", "scoresaber" },
                                          { "echoreplay", "butter", "echoreplay", "butter" } };
    for (size_t i = 0; i < sizeof ids / sizeof *ids; i++) {
        const reel_format *to = reel_format_by_id(NULL, ids[i][number % 4]);
        if (strcmp(to->game, from->game) == 0) return to == from ? NULL : to;
    }
    return NULL;
}

/* A .butter is not written back byte for byte if bytes follow its blocks: they are reported and left out. */
static void try_bytes(const char *what, const uint8_t *data, size_t size, size_t number)
{
    reel_replay *replay = damage_read(what, data, size, number % 4 == 0 && !strstr(what, ".butter with"));
    const reel_format *from = replay ? reel_replay_format(replay) : NULL, *to = from ? target_of(from, number / 3) : NULL;
    if (to && !reel_replay_damage(replay) && number % 3 == 0) convert(what, data, size, to, number & 1 ? REEL_CARRY : 0);
    reel_free(replay);
}

/* `data` with `replaced` bytes at `at` replaced. The copy has just its size, so that a read beyond it is one beyond the block. */
static void replace(const specimen *file, size_t at, size_t replaced, const value *by, size_t number)
{
    char what[256];
    size_t size = file->size - replaced + by->size;
    uint8_t *data = malloc(size ? size : 1);
    assert_non_null(data);
    memcpy(data, file->data, at);
    memcpy(data + at, by->bytes, by->size);
    memcpy(data + at + by->size, file->data + at + replaced, file->size - at - replaced);
    snprintf(what, sizeof what, "%s with %zu bytes at %zu replaced, variant %zu", file->name, replaced, at, number);
    try_bytes(what, data, size, number);
    free(data);
}

static bool is_text(const specimen *file)
{
    for (size_t i = 0; i < file->size; i++)
        if (file->data[i] < ' ' && !strchr("\t\r\n", file->data[i])) return false;
    return file->size && file->data[0];
}

static size_t word_size(const specimen *file, size_t at)
{
    const char *text = (const char *)file->data;
    size_t end = at;
    if (text[at] == '"') {
        for (end++; end < file->size && text[end] != '"';) end += text[end] == '\\' ? 2 : 1;
        return end < file->size ? end + 1 - at : 0;
    }
    while (end < file->size && !strchr("{}[]:,| \t\r\n\"", text[end])) end++;
    return end - at;
}

static size_t step_of(size_t variants) { return 1 + variants / by_effort(20000, 1000, 150); }

static void replace_words(const specimen *file)
{
    enum { WORDS = sizeof words / sizeof *words };
    size_t count = 0, number = 5 * files++; /* other values in files of one format */
    for (size_t at = 0; at < file->size; at += word_size(file, at) + 1) count += word_size(file, at) > 0;
    size_t step = step_of(count * WORDS);
    for (size_t at = 0; at < file->size; at += word_size(file, at) + 1)
        for (size_t w = 0; w < WORDS && word_size(file, at); w++)
            if (number++ % step == 0) replace(file, at, word_size(file, at), &words[w], number / step);
}

static void replace_parts(const specimen *file)
{
    enum { PARTS = sizeof parts / sizeof *parts };
    size_t number = 5 * files++, step = step_of(file->size * PARTS);
    while (step > 1 && PARTS % step == 0) step++;
    for (size_t at = 0; at < file->size; at++)
        for (size_t p = 0; p < PARTS; p++)
            if (number++ % step == 0 && at + parts[p].replaced <= file->size)
                replace(file, at, parts[p].replaced, &parts[p], number / step);
}

static void replace_values(const specimen *file)
{
    if (is_text(file))
        replace_words(file);
    else
        replace_parts(file);
}

static void any_other_value_gets_an_answer(void **state)
{
    (void)state;
    each_specimen(GOLDEN, LARGEST, replace_values);
    printf("%zu conversions taken, %zu refused\n", taken, refused);
    assert_enough(taken > refused);
}

/* ---- another format ------------------------------------------------------------------------------------------------ */

/* A caller may name the format, so a reader meets files whose magic it has not seen. */
static void read_as_others(const specimen *file)
{
    for (const reel_format *const *format = machinery_formats(); *format; format++) {
        test_allocator memory = { 0 };
        reel_allocator allocator = test_allocator_of(&memory);
        const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator, .format = *format };
        reel_replay *replay;
        reel_error error = { .rule = "" };
        reel_status status = reel_load(reel_source_memory(file->data, file->size), &options, &replay, &error);
        if (status < 0 && (status == REEL_MEMORY || status == REEL_IO || !*error.rule || !*error.message))
            fail_msg("%s as %s: %s: %s", file->name, (*format)->id, reel_status_name(status), error.message);
        others_refused += status < 0;
        reel_free(replay);
        if (memory.live) fail_msg("%s as %s: %zu bytes leaked", file->name, (*format)->id, memory.live);
    }
}

static void a_file_read_as_another_format_gets_an_answer(void **state)
{
    (void)state;
    each_specimen(GOLDEN | BAD, LARGEST, read_as_others);
    printf("%zu refused\n", others_refused);
    assert_enough(others_refused > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(any_other_value_gets_an_answer),
                                        cmocka_unit_test(a_file_read_as_another_format_gets_an_answer) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
