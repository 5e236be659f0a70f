/* SPDX-License-Identifier: MIT
 * Golden files in which one element of the BSON is of another type, missing, or there twice; the sizes around it are right. */
#include "damage.h"

#include <reel/bsor.h>

enum { MOST_DEPTH = 16, LARGEST = 5000 };

typedef enum bson_type {
    DOUBLE = 1,
    TEXT = 2,
    DOCUMENT = 3,
    ARRAY = 4,
    BINARY = 5,
    BOOL = 8,
    DATE = 9,
    NOTHING = 10,
    INT32 = 16,
    INT64 = 18
} bson_type;

/* What takes the place of an element. */
static const struct {
    uint8_t type;
    size_t size;
    const char *value;
} others[] = {
    { NOTHING, 0, "" },
    { BOOL, 1, "\1" },
    { INT32, 4, "\xff\xff\xff\xff" },
    { INT32, 4, "\2\0\0\0" },
    { INT64, 8, "\0\0\0\0\0\0\0\x40" },
    { DOUBLE, 8, "\0\0\0\0\0\0\x14\x40" },             /* 5 */
    { DOUBLE, 8, "\0\0\0\0\0\0\xe0\xbf" },             /* -0.5 */
    { DOUBLE, 8, "\0\0\0\0\0\0\xf8\x7f" },             /* NaN */
    { DOUBLE, 8, "\x9c\x75\x00\x88\x3c\xe4\x37\x7e" }, /* 1e300 */
    { DATE, 8, "\1\0\0\0\0\0\0\0" },
    { TEXT, 6, "\2\0\0\0x\0" },
    { TEXT, 5, "\1\0\0\0\0" },
    { BINARY, 6, "\1\0\0\0\0x" },
    { BINARY, 5, "\0\0\0\0\4" },
    { DOCUMENT, 5, "\5\0\0\0\0" },
    { ARRAY, 5, "\5\0\0\0\0" },
    { ARRAY, 12,
      "\x0c\0\0\0\x10"
      "0\0\1\0\0\0\0" }, /* [1] */
    { ARRAY, 17,
      "\x11\0\0\0\4"
      "0\0\x09\0\0\0\x0a"
      "0\0\0\0" }, /* [[null]] */
    { DOCUMENT, 12,
      "\x0c\0\0\0\x10"
      "a\0\1\0\0\0\0" }, /* {"a": 1} */
};
enum { OTHERS = sizeof others / sizeof *others, KINDS = OTHERS + 3 };

typedef struct copy {
    const uint8_t *in;
    uint8_t out[2 * LARGEST];
    size_t size, number, target, kind; /* elements so far; which one is changed, and how */
} copy;

static uint32_t u32(const uint8_t *at) { return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24; }

static void put(copy *c, const void *data, size_t size)
{
    assert_true(c->size + size <= sizeof c->out);
    if (size) memcpy(c->out + c->size, data, size);
    c->size += size;
}

static size_t value_size(uint8_t type, const uint8_t *value)
{
    size_t first;
    switch (type) {
    case TEXT:
    case 13: /* code, and what follows, are of no use in a recording, but valid */
    case 14: return 4 + u32(value);
    case 12: return 16 + u32(value);
    case DOCUMENT:
    case ARRAY:
    case 15: return u32(value);
    case BINARY: return 5 + u32(value);
    case 11: first = strlen((const char *)value) + 1; return first + strlen((const char *)value + first) + 1;
    case BOOL: return 1;
    case INT32: return 4;
    case DOUBLE:
    case DATE:
    case 17:
    case INT64: return 8;
    case 7: return 12;
    case 19: return 16;
    default: return 0; /* null, undefined, the least and the greatest key */
    }
}

static void close_document(copy *c, size_t start)
{
    put(c, "", 1);
    for (size_t i = 0; i < 4; i++) c->out[start + i] = (uint8_t)((c->size - start) >> 8 * i);
}

/* Copies the document at `at`, with the target changed. */
static void copy_all(copy *c, size_t at)
{
    struct {
        size_t end, start;
    } open[MOST_DEPTH];
    size_t depth = 0;
    open[depth].end = at + u32(c->in + at) - 1;
    open[depth].start = c->size;
    put(c, c->in + at, 4);
    for (at += 4;;) {
        if (at == open[depth].end) {
            close_document(c, open[depth].start);
            at++;
            if (depth-- == 0) return;
            continue;
        }
        uint8_t type = c->in[at];
        size_t head = 2 + strlen((const char *)c->in + at + 1), size = value_size(type, c->in + at + head);
        bool target = c->number++ == c->target;
        if (target && c->kind < OTHERS) {
            put(c, &others[c->kind].type, 1);
            put(c, c->in + at + 1, head - 1);
            put(c, others[c->kind].value, others[c->kind].size);
        }
        if (target && c->kind == OTHERS + 1) put(c, c->in + at, head + size); /* twice */
        if (target && c->kind <= OTHERS) {                                    /* another, or none */
            at += head + size;
            continue;
        }
        size_t key = c->size + 1;
        if ((type == DOCUMENT || type == ARRAY) && depth + 1 < MOST_DEPTH) {
            put(c, c->in + at, head);
            open[++depth].end = at + head + size - 1;
            open[depth].start = c->size;
            put(c, c->in + at + head, 4);
            at += head + 4;
        } else {
            put(c, c->in + at, head + size);
            at += head + size;
        }
        if (target && c->kind == OTHERS + 2 && head > 2) c->out[key] ^= 1; /* another key */
    }
}

static size_t changed;

static void convert(const char *what, const copy *c)
{
    test_sink sink = { 0 };
    reel_error error = { .rule = "" };
    reel_status status =
        reel_convert(reel_source_memory(c->out, c->size), NULL, &reel_format_bsor, test_sink_of(&sink), NULL, &error);
    if (status == REEL_MEMORY || status == REEL_IO || (status < 0 && !*error.rule))
        fail_msg("%s to bsor: %s: %s", what, reel_status_name(status), error.message);
    assert_int_equal(sink.commits, status >= 0);
    test_sink_free(&sink);
}

static void change_elements(const specimen *file)
{
    static copy c;
    static size_t files;
    size_t length = strlen(file->name), elements, number = files++;
    if (length < 5 || strcmp(file->name + length - 5, ".xror") != 0 || u32(file->data) > file->size) return;
    c = (copy){ .in = file->data, .target = SIZE_MAX };
    copy_all(&c, 0);
    assert_int_equal(c.size, u32(file->data));
    assert_memory_equal(c.out, file->data, c.size);
    elements = c.number;
    size_t step = 1 + elements * KINDS / by_effort(20000, 1500, 400);
    while (step > 1 && KINDS % step == 0) step++;
    for (size_t target = 0; target < elements; target++)
        for (size_t kind = 0; kind < KINDS; kind++) {
            char what[200];
            if (number++ % step) continue;
            c = (copy){ .in = file->data, .target = target, .kind = kind };
            copy_all(&c, 0);
            snprintf(what, sizeof what, "%s, element %zu, change %zu", file->name, target, kind);
            reel_free(damage_read(what, c.out, c.size, number % 2));
            convert(what, &c);
            changed++;
        }
}

static void elements_of_other_types_get_an_answer(void **state)
{
    (void)state;
    each_specimen(GOLDEN, LARGEST, change_elements);
    assert_true(changed > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(elements_of_other_types_get_an_answer) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
