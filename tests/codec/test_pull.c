/* SPDX-License-Identifier: MIT
 * JSON, msgpack and BSON value by value: what a cut leaves, numbers of any length, texts with odd characters. */
#include "codec/number.h"
#include "codec/pull.h"
#include "support.h"

enum { MOST_VALUES = 2000 };

/* All values of a document in order, as a reader meets them. */
typedef struct walk {
    pull_value values[MOST_VALUES];
    size_t count;
    pull_fault fault;
} walk;

static void walk_document(walk *w, pull_form form, const uint8_t *data, size_t size)
{
    static pull_reader reader;
    unsigned open = 0;
    w->count = 0;
    reel__pull_begin(&reader, form, data, size, PULL_MOST_DEPTH);
    do {
        pull_value *value = &w->values[w->count];
        if (!reel__pull_next(&reader, value)) break;
        open += value->kind == PULL_MAP || value->kind == PULL_ARRAY;
        open -= value->kind == PULL_END;
        assert_true(++w->count < MOST_VALUES);
    } while (open);
    w->fault = reader.fault;
}

/* The same value, in bytes that may lie elsewhere. */
static bool same(const pull_value *a, const pull_value *b)
{
    if (a->kind != b->kind) return false;
    switch (a->kind) {
    case PULL_BOOL:
    case PULL_UNSIGNED:
    case PULL_NEGATIVE: return a->number == b->number;
    case PULL_REAL: return memcmp(&a->real, &b->real, sizeof a->real) == 0;
    case PULL_STRING:
    case PULL_BINARY:
    case PULL_EXTENSION: return a->size == b->size && (!a->size || memcmp(a->data, b->data, a->size) == 0);
    case PULL_MAP:
    case PULL_ARRAY: return a->count == b->count;
    default: return true;
    }
}

/* Cut at each byte: fewer values, never another one, and the fault is that the bytes end. */
static void gives_only_whole_values(pull_form form, const void *data, size_t size)
{
    static walk whole, part;
    walk_document(&whole, form, data, size);
    assert_int_equal(whole.fault, PULL_OK);
    for (size_t cut = 0; cut < size; cut++) {
        uint8_t *copy = malloc(cut + 1); /* its own block, so that a read beyond it is seen */
        memcpy(copy, data, cut);
        walk_document(&part, form, copy, cut);
        if (part.fault != PULL_CUT) fail_msg("cut at %zu: fault %d", cut, part.fault);
        assert_true(part.count < whole.count);
        for (size_t i = 0; i < part.count; i++)
            if (!same(&whole.values[i], &part.values[i])) fail_msg("cut at %zu: value %zu is another", cut, i);
        free(copy);
    }
}

static void a_cut_of_json_gives_only_whole_values(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{\"attempts\":50,\"a\":-50,\"b\":1.25e+10,\"c\":1.5,\"d\":-0.0625E-2}",
        "[0,10,100,-1,-10,18446744073709551615,-9223372036854775808,1e308,1E5,12.5]",
        "[true,false,null,[true],{\"t\":true,\"f\":false,\"n\":null}]",
        "[\"text\",\"with \\\" and \\\\ and \\u00e9\\ud83d\\ude00\\n\",\"\",{\"key\":\"v\"}]",
        " { \"a\" : [ 1 , 2 ] , \"b\" : { } } ",
        "[100000000000000000000000000000000000000000000000000000000000000000000000000000000000001.5]",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t size = strlen(texts[i]);
        while (texts[i][size - 1] == ' ') size--;
        gives_only_whole_values(PULL_JSON, texts[i], size);
    }
}

static void a_cut_of_msgpack_gives_only_whole_values(void **state)
{
    (void)state;
    static const uint8_t document[] = "\x8c\xa1"
                                      "a\x05\xa1"
                                      "b\xcc\xff\xa1"
                                      "c\xcd\x12\x34\xa1"
                                      "d\xce\x12\x34\x56\x78\xa1"
                                      "e\xcf\x01\x02\x03\x04\x05\x06\x07\x08\xa1"
                                      "f\xd3\x80\x00\x00\x00\x00\x00\x00\x00\xa1"
                                      "g\xca\x3f\x80\x00\x00\xa1"
                                      "h\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00\xa1"
                                      "i\xd9\x03xyz\xa1"
                                      "j\xc4\x02\x01\x02\xa1"
                                      "k\xc7\x03\x05"
                                      "abc\xa1"
                                      "l\x93\xc0\xc2\xdc\x00\x01\xde\x00\x01\xa1m\xe0";
    gives_only_whole_values(PULL_MSGPACK, document, sizeof document - 1);
}

/* A document with a value of every type, and its size. */
#define BSON_TEXT "\x05\0\0\0text\0"
#define BSON_EMPTY "\x05\0\0\0\0"
static const uint8_t bson_values[] = "\x01"
                                     "a\0\0\0\0\0\0\0\xf0\x3f"
                                     "\x02"
                                     "b\0" BSON_TEXT "\x03"
                                     "c\0\x0f\0\0\0\x10"
                                     "xy\0\x01\0\0\0\x0a\0\0"
                                     "\x04"
                                     "d\0\x0d\0\0\0\x08"
                                     "0\0\x01\x08"
                                     "1\0\0\0"
                                     "\x05"
                                     "e\0\x03\0\0\0\0abc"
                                     "\x06"
                                     "f\0"
                                     "\x07"
                                     "g\0"
                                     "0123456789ab"
                                     "\x09"
                                     "h\0"
                                     "01234567"
                                     "\x0a"
                                     "i\0"
                                     "\x0b"
                                     "j\0"
                                     "a.*\0i\0"
                                     "\x0c"
                                     "k\0" BSON_TEXT "0123456789ab"
                                     "\x0d"
                                     "l\0" BSON_TEXT "\x0e"
                                     "m\0" BSON_TEXT "\x0f"
                                     "n\0\x12\0\0\0" BSON_TEXT BSON_EMPTY "\x10"
                                     "o\0\xff\xff\xff\xff"
                                     "\x11"
                                     "p\0"
                                     "01234567"
                                     "\x12"
                                     "q\0\0\0\0\0\0\0\0\x80"
                                     "\x13"
                                     "r\0"
                                     "0123456789abcdef"
                                     "\x7f"
                                     "s\0"
                                     "\xff"
                                     "t\0";

/* The elements as a document, in memory that the caller frees. */
static uint8_t *bson_document(const void *elements, size_t size, size_t *whole)
{
    *whole = 4 + size + 1;
    uint8_t *document = calloc(1, *whole);
    assert_non_null(document);
    document[0] = (uint8_t)*whole;
    document[1] = (uint8_t)(*whole >> 8);
    memcpy(document + 4, elements, size);
    return document;
}

static void a_cut_of_bson_gives_only_whole_values(void **state)
{
    (void)state;
    size_t size;
    uint8_t *document = bson_document(bson_values, sizeof bson_values - 1, &size);
    gives_only_whole_values(PULL_BSON, document, size);
    free(document);
}

static void a_value_of_bson_has_its_type_and_element(void **state)
{
    (void)state;
    static pull_reader reader;
    size_t size, depth = 0, numbers = 0;
    uint8_t *document = bson_document(bson_values, sizeof bson_values - 1, &size);
    pull_value value;
    reel__pull_begin(&reader, PULL_BSON, document, size, PULL_MOST_DEPTH);
    do {
        assert_true(reel__pull_next(&reader, &value));
        depth += value.kind == PULL_MAP || value.kind == PULL_ARRAY;
        depth -= value.kind == PULL_END;
        if (value.kind == PULL_NEGATIVE) {
            assert_int_equal(value.element[0], value.type);
            assert_true((int64_t)value.number == (value.type == BSON_INT32 ? -1 : INT64_MIN));
            numbers++;
        }
        if (value.kind == PULL_BINARY) assert_memory_equal(value.data, "abc", 3);
    } while (depth);
    assert_int_equal(numbers, 2);
    free(document);
}

/* Documents that contradict themselves: the offset of the fault. */
static void a_wrong_length_in_bson_is_broken_at_its_element(void **state)
{
    (void)state;
    static const struct {
        const char *elements;
        size_t size, at;
    } cases[] = {
        { "\x02"
          "a\0\x07\0\0\0text\0",
          12, 4 }, /* a string beyond its document */
        { "\x02"
          "a\0\0\0\0\0text\0",
          12, 4 }, /* without its NUL */
        { "\x02"
          "a\0\x04\0\0\0text\0",
          12, 4 },
        { "\x05"
          "a\0\xff\xff\xff\xff\0abc",
          11, 4 }, /* negative */
        { "\x0a"
          "a\0\x20"
          "b\0",
          6, 7 }, /* an unknown type */
        { "\x0a"
          "a\0\x03"
          "b\0\x04\0\0\0\0",
          11, 7 }, /* a document without room for its end */
        { "\x03"
          "b\0\x40\0\0\0\0",
          8, 4 }, /* beyond its parent */
        { "\x0a"
          "a\0\0\x0a"
          "b\0",
          7, 7 }, /* an end before the end */
        { "\x0f"
          "n\0\x12\0\0\0" BSON_TEXT "\x06\0\0\0\0",
          22, 4 },
    };
    static pull_reader reader;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size, depth = 0;
        uint8_t *document = bson_document(cases[i].elements, cases[i].size, &size);
        pull_value value;
        reel__pull_begin(&reader, PULL_BSON, document, size, PULL_MOST_DEPTH);
        while (reel__pull_next(&reader, &value)) {
            depth += value.kind == PULL_MAP || value.kind == PULL_ARRAY;
            depth -= value.kind == PULL_END;
            if (!depth) break;
        }
        if (reader.fault != PULL_BROKEN) fail_msg("case %zu: fault %d", i, reader.fault);
        if (reader.fault_at != document + cases[i].at) fail_msg("case %zu: at %td", i, reader.fault_at - document);
        free(document);
    }
}

/* 32 documents, the innermost empty; one more than is allowed. */
static void bson_is_bounded_in_depth(void **state)
{
    (void)state;
    enum { LEVELS = 32 };
    static pull_reader reader;
    uint8_t document[LEVELS * 8] = { 0 };
    pull_value value;
    size_t size = 0;
    for (size_t level = 0; level < LEVELS; level++) {
        size_t whole = BSON_LEAST_DOCUMENT + (LEVELS - 1 - level) * (3 + BSON_LEAST_DOCUMENT);
        document[size] = (uint8_t)whole;
        document[size + 1] = (uint8_t)(whole >> 8);
        size += 4;
        if (level + 1 < LEVELS)
            memcpy(document + size,
                   "\x03"
                   "d",
                   3);
        size += level + 1 < LEVELS ? 3 : 0;
    }
    size += LEVELS;
    reel__pull_begin(&reader, PULL_BSON, document, size, LEVELS);
    assert_true(reel__pull_next(&reader, &value) && reel__pull_skip(&reader, &value));
    assert_ptr_equal(reader.at, document + size);
    reel__pull_begin(&reader, PULL_BSON, document, size, LEVELS - 1);
    assert_false(reel__pull_next(&reader, &value) && reel__pull_skip(&reader, &value));
    assert_int_equal(reader.fault, PULL_DEEP);
}

static void a_number_alone_is_the_whole_document(void **state)
{
    (void)state;
    walk *w = malloc(sizeof *w);
    walk_document(w, PULL_JSON, (const uint8_t *)"50", 2);
    assert_int_equal(w->fault, PULL_OK);
    assert_int_equal(w->values[0].number, 50);
    free(w);
}

/* A number at the end of the bytes, as it is in the keys that an input has beside the known ones. */
static void reads_long_numbers_at_the_end_as_others_do(void **state)
{
    (void)state;
    walk *w = malloc(sizeof *w);
    for (size_t zeros = 0; zeros < 2000; zeros = zeros * 3 / 2 + 1)
        for (int form = 0; form < 8; form++) {
            char text[4200];
            size_t size = 0;
            if (form & 1) text[size++] = '-';
            if (form & 2) {
                size += (size_t)sprintf(text + size, "0.");
                for (size_t i = 0; i < zeros; i++) text[size++] = '0';
                size += (size_t)sprintf(text + size, "123456789");
            } else {
                size += (size_t)sprintf(text + size, "9007199254740993");
                if (form & 4) text[size++] = '.'; /* half way between two doubles, and then a little more */
                for (size_t i = 0; i < zeros; i++) text[size++] = '0';
                text[size++] = '1';
            }
            if (form & 4) size += (size_t)sprintf(text + size, "e%d", form & 2 ? (int)zeros - 3 : -5);
            text[size] = 0;
            double wanted;
            walk_document(w, PULL_JSON, (const uint8_t *)text, size);
            assert_int_equal(w->fault, PULL_OK);
            const pull_value *value = &w->values[0];
            if (value->kind != PULL_REAL) continue; /* short: an integer */
            if (!reel__number_read_f64(text, &wanted)) wanted = form & 1 ? -1.0 / 0.0 : 1.0 / 0.0;
            if (memcmp(&wanted, &value->real, sizeof wanted)) fail_msg("%s: %g, not %g", text, value->real, wanted);
        }
    free(w);
}

static void unescapes_pairs_and_replaces_lone_surrogates(void **state)
{
    (void)state;
    static const struct {
        const char *json, *text;
        size_t size;
    } cases[] = {
        { "\"\\ud83d\\ude00\"", "\xf0\x9f\x98\x80", 4 },
        { "\"\\ud83d\"", "\xef\xbf\xbd", 3 },
        { "\"\\ude00\"", "\xef\xbf\xbd", 3 },
        { "\"\\ud83dx\"", "\xef\xbf\xbdx", 4 },
        { "\"\\ud83d\\u0041\"",
          "\xef\xbf\xbd"
          "A",
          4 },
        { "\"\\ud83d\\uffff\"", "\xef\xbf\xbd\xef\xbf\xbf", 6 },
        { "\"\\ud83d\\ud83d\\ude00\"", "\xef\xbf\xbd\xf0\x9f\x98\x80", 7 },
        { "\"\\ud83d\\\\ude00\"", "\xef\xbf\xbd\\ude00", 9 },
        { "\"a\\u0000b\"", "a\0b", 3 },
        { "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\/\b\f\n\r\t", 8 },
    };
    walk *w = malloc(sizeof *w);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t text[64];
        walk_document(w, PULL_JSON, (const uint8_t *)cases[i].json, strlen(cases[i].json));
        assert_int_equal(w->fault, PULL_OK);
        assert_int_equal(reel__pull_unescape(&w->values[0], NULL), cases[i].size);
        assert_int_equal(reel__pull_unescape(&w->values[0], text), cases[i].size);
        assert_memory_equal(text, cases[i].text, cases[i].size);
        assert_true(cases[i].size <= w->values[0].size);
    }
    free(w);
}

/* ---- copies ------------------------------------------------------------------------------------------------------- */

typedef struct copied {
    char text[512];
    size_t size;
    uint64_t lost;
    bool whole;
} copied;

static void put_copy(void *context, const void *data, size_t size)
{
    copied *to = context;
    assert_true(to->size + size < sizeof to->text);
    memcpy(to->text + to->size, data, size);
    to->size += size;
}

static copied copy_of(pull_form from, const void *data, size_t size, pull_form form)
{
    copied to = { .size = 0 };
    static pull_reader reader;
    static push_writer writer;
    pull_value first;
    reel__pull_begin(&reader, from, data, size, PULL_MOST_DEPTH);
    reel__push_begin(&writer, form, put_copy, &to);
    assert_true(reel__pull_next(&reader, &first));
    to.whole = reel__pull_copy(&reader, &first, &writer, &to.lost);
    return to;
}

/* JSON has no keys but strings, and neither bytes nor numbers that are not finite: what is lost is counted. */
static void what_json_cannot_hold_is_counted(void **state)
{
    (void)state;
    static const struct {
        const char *packed;
        size_t size;
        const char *json;
        uint64_t lost;
    } cases[] = {
        { "\x81\x05\xc0", 3, "{\"5\":null}", 1 },
        { "\x81\xc3\xc2", 3, "{\"1\":false}", 1 },
        { "\x81\xfd\xc3", 3, "{\"-3\":true}", 1 },
        { "\x81\xca\x3f\xc0\0\0\1", 7, "{\"1.5\":1}", 1 },
        { "\x81\xca\x7f\x80\0\0\1", 7, "{\"\":1}", 1 },
        { "\x81\xc4\1\0\xff", 5, "{\"\":-1}", 1 },
        { "\x92\xc4\3abc\xd4\1\2", 9, "[\"YWJj\",null]", 2 },
        { "\x92\x81\xa1k\x90\x80", 6, "[{\"k\":[]},{}]", 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        copied to = copy_of(PULL_MSGPACK, cases[i].packed, cases[i].size, PULL_JSON);
        char plain[sizeof to.text];
        size_t size = 0;
        for (size_t c = 0; c < to.size; c++)
            if (to.text[c] != ' ') plain[size++] = to.text[c];
        plain[size] = 0;
        if (!to.whole || strcmp(plain, cases[i].json) != 0) fail_msg("case %zu: %s", i, plain);
        assert_int_equal(to.lost, cases[i].lost);
    }
}

/* msgpack states how many items follow, so JSON that ends in the middle of one is noticed before any is written. */
static void a_cut_or_broken_copy_is_refused(void **state)
{
    (void)state;
    static const char *const broken[] = { "[1,[2,]]", "[1,{\"a\":[}]", "[1,[2,[3", "{\"a\" 1}", "[{\"a\":1,}]", "[[1 2]]" };
    copied to = copy_of(PULL_JSON, "[1,{\"a\":[2]}]", 13, PULL_MSGPACK);
    assert_true(to.whole);
    assert_memory_equal(to.text,
                        "\x92\1\x81\xa1"
                        "a\x91\2",
                        to.size);
    for (size_t i = 0; i < sizeof broken / sizeof *broken; i++)
        if (copy_of(PULL_JSON, broken[i], strlen(broken[i]), PULL_MSGPACK).whole) fail_msg("%s was copied", broken[i]);
    to = copy_of(PULL_MSGPACK, "\x92\x91\x01", 3, PULL_JSON);
    assert_false(to.whole);
}

static void numbers_in_quotes_are_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *json;
        bool number;
        pull_kind kind;
        double value;
    } cases[] = {
        { "7", true, PULL_UNSIGNED, 7 },
        { "\"1001\"", true, PULL_UNSIGNED, 1001 },
        { "\"-3\"", true, PULL_NEGATIVE, -3 },
        { "\"2.5e1\"", true, PULL_REAL, 25 },
        { "\"18446744073709551615\"", true, PULL_UNSIGNED, 18446744073709551615.0 },
        { "\"\"", false, PULL_STRING, 0 },
        { "\" 1\"", false, PULL_STRING, 0 },
        { "\"1 \"", false, PULL_STRING, 0 },
        { "\"01\"", false, PULL_STRING, 0 },
        { "\"1x\"", false, PULL_STRING, 0 },
        { "\"0x1\"", false, PULL_STRING, 0 },
        { "\"-\"", false, PULL_STRING, 0 },
        { "\"NaN\"", false, PULL_STRING, 0 },
        { "\"\\u0031\"", false, PULL_STRING, 0 },
        { "true", false, PULL_BOOL, 0 },
        { "null", false, PULL_NULL, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        pull_reader reader;
        pull_value value, number;
        reel__pull_begin(&reader, PULL_JSON, cases[i].json, strlen(cases[i].json), PULL_MOST_DEPTH);
        assert_true(reel__pull_next(&reader, &value));
        if (reel__pull_as_number(&value, &number) != cases[i].number) fail_msg("%s", cases[i].json);
        if (!cases[i].number) continue;
        assert_int_equal(number.kind, cases[i].kind);
        double got = number.kind == PULL_UNSIGNED   ? (double)number.number
                     : number.kind == PULL_NEGATIVE ? (double)(int64_t)number.number
                                                    : number.real;
        assert_true(got == cases[i].value);
    }
}

/* ---- skipping --------------------------------------------------------------------------------------------------- */

static uint64_t drawn = 5;

static unsigned draw(unsigned end)
{
    drawn = drawn * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)((drawn >> 33) % end);
}

/* A value whose heads are those of `shape`: numbers and texts of the same size, maps and arrays of the same values. */
static size_t put_shaped(uint8_t *to, unsigned shape, unsigned depth)
{
    static const uint8_t heads[] = { 0x05, 0xc3, 0xca, 0xcb, 0xcd, 0xd0, 0xa3, 0xa1, 0xbf, 0xff, 0xd9, 0xd6 };
    static const uint8_t sizes[] = { 1, 1, 5, 9, 3, 2, 4, 2, 32, 1, 6, 6 };
    const unsigned items = shape % 5, nested = depth ? shape % 3 : 2;
    size_t size = 1;
    to[0] = (uint8_t)((nested ? 0x90 : 0x80) | items);
    if (nested < 2) {
        for (unsigned i = 0; i < items << !nested; i++) size += put_shaped(to + size, shape / 3 + 7 * i, depth - 1);
        return size;
    }
    const unsigned kind = shape % (shape % 29 ? 10 : 12); /* the last two have a size, or a type, after the first byte */
    for (size_t i = 1; i < sizes[kind]; i++) to[i] = (uint8_t)draw(256);
    to[0] = heads[kind];
    if (kind == 10) to[1] = 4;
    return sizes[kind];
}

/* Skipping ends where reading every value does, or fails for the same reason. */
static void skips_as_it_reads(const uint8_t *data, size_t size, unsigned most_depth)
{
    static pull_reader reading, skipping;
    pull_value value;
    unsigned open = 0;
    reel__pull_begin(&reading, PULL_MSGPACK, data, size, most_depth);
    reel__pull_begin(&skipping, PULL_MSGPACK, data, size, most_depth);
    bool read = true, skipped = reel__pull_next(&skipping, &value) && reel__pull_skip(&skipping, &value);
    do {
        read = reel__pull_next(&reading, &value);
        open += read && (value.kind == PULL_MAP || value.kind == PULL_ARRAY);
        open -= read && value.kind == PULL_END;
    } while (read && open);
    assert_int_equal(read, skipped);
    assert_int_equal(reading.fault, skipping.fault);
    if (read) assert_ptr_equal(reading.at, skipping.at);
    if (read) assert_int_equal(reading.depth, skipping.depth);
}

static void items_of_a_shape_are_skipped_as_they_are_read(void **state)
{
    (void)state;
    enum { ITEMS = 60, ROOM = ITEMS * 16384 };
    uint8_t *data = malloc(ROOM);
    for (size_t turn = 0; turn < by_effort(30000, 5000, 1000); turn++) {
        const unsigned shapes[3] = { draw(400), draw(400), draw(400) }, change = 1 + draw(30), count = 1 + draw(ITEMS);
        size_t size = 3;
        data[0] = 0xdc;
        data[1] = 0;
        data[2] = (uint8_t)count;
        for (unsigned i = 0, now = 0; i < count; i++) {
            if (draw(change) == 0) now = draw(3);
            size += put_shaped(data + size, shapes[now], 3);
        }
        skips_as_it_reads(data, size, PULL_MOST_DEPTH);
        skips_as_it_reads(data, size, 1 + draw(4));
        const size_t cut = draw((unsigned)size);
        uint8_t *copy = malloc(cut + 1); /* its own block, so that a read beyond it is seen */
        memcpy(copy, data, cut);
        skips_as_it_reads(copy, cut, PULL_MOST_DEPTH);
        if (cut > 3) copy[3 + draw((unsigned)cut - 3)] ^= (uint8_t)(1u << draw(8));
        skips_as_it_reads(copy, cut, PULL_MOST_DEPTH);
        free(copy);
    }
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_in_quotes_are_numbers),
        cmocka_unit_test(a_cut_of_json_gives_only_whole_values),
        cmocka_unit_test(a_cut_of_msgpack_gives_only_whole_values),
        cmocka_unit_test(a_cut_of_bson_gives_only_whole_values),
        cmocka_unit_test(a_value_of_bson_has_its_type_and_element),
        cmocka_unit_test(a_wrong_length_in_bson_is_broken_at_its_element),
        cmocka_unit_test(bson_is_bounded_in_depth),
        cmocka_unit_test(a_number_alone_is_the_whole_document),
        cmocka_unit_test(reads_long_numbers_at_the_end_as_others_do),
        cmocka_unit_test(unescapes_pairs_and_replaces_lone_surrogates),
        cmocka_unit_test(what_json_cannot_hold_is_counted),
        cmocka_unit_test(a_cut_or_broken_copy_is_refused),
        cmocka_unit_test(items_of_a_shape_are_skipped_as_they_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
