/* SPDX-License-Identifier: MIT
 * Keys of the outermost document in every order, whole and cut at every place: the same rows, and no frames without the devices that they
 * are of. */
#include "machinery.h"

#include <reel/xror.h>

enum { KEYS = 4, ORDERS = 24, ROOM = 16384 };

typedef struct element {
    const uint8_t *at;
    size_t size;
} element;

/* The size of what follows the name of an element. */
static size_t value_size(uint8_t type, const uint8_t *value)
{
    const size_t length = reel_load_u32le(value);
    switch (type) {
    case 3:
    case 4: return length;
    case 2: return 4 + length;
    case 5: return 5 + length;
    case 8: return 1;
    case 16: return 4;
    default: return 8;
    }
}

static void split(const uint8_t *data, element elements[KEYS])
{
    const uint8_t *at = data + 4;
    for (size_t i = 0; i < KEYS; i++) {
        const uint8_t *value = at + 1;
        assert_true(*at);
        while (*value++) continue;
        elements[i] = (element){ at, (size_t)(value - at) + value_size(*at, value) };
        at += elements[i].size;
    }
    assert_int_equal(*at, 0);
}

/* The document with its elements in order number `order`. */
static size_t arrange(const element elements[KEYS], size_t order, uint8_t *to)
{
    size_t left[KEYS] = { 0, 1, 2, 3 }, size = 4;
    for (size_t n = KEYS; n; n--) {
        size_t chosen = order % n;
        order /= n;
        memcpy(to + size, elements[left[chosen]].at, elements[left[chosen]].size);
        size += elements[left[chosen]].size;
        memmove(left + chosen, left + chosen + 1, (KEYS - 1 - chosen) * sizeof *left);
    }
    to[size++] = 0;
    reel_store_u32le(to, (uint32_t)size);
    return size;
}

static void assert_rows(const reel_replay *part, const reel_replay *whole, const reel_table *table, bool all, const char *what)
{
    size_t count, most;
    const uint8_t *rows = reel_rows(part, table, &count), *wanted = reel_rows(whole, table, &most);
    if (count > most || (all && count != most)) fail_msg("%s: %zu of %zu rows of %s", what, count, most, table->name);
    for (size_t i = 0; i < count; i++)
        if (!rows_equal(table, rows + i * table->row_size, wanted + i * table->row_size))
            fail_msg("%s: row %zu of %s", what, i, table->name);
}

static void any_order_of_keys_gives_the_same_rows(void **state)
{
    (void)state;
    static const reel_table *const tables[] = { &xror_infos, &xror_devices, &xror_frames, &xror_axes, &xror_notes, &xror_walls };
    static uint8_t made[ROOM];
    size_t size;
    uint8_t *data = read_file(project_path("tests/formats/xror/golden/beatsaber.xror"), &size);
    element elements[KEYS];
    assert_true(size < ROOM);
    split(data, elements);
    reel_replay *whole = load_bytes(data, size, NULL);
    const size_t step = (size_t)by_effort(1, 7, 41);
    for (size_t order = 0; order < ORDERS; order++) {
        assert_int_equal(arrange(elements, order, made), size);
        for (size_t cut = size; cut > 8; cut = cut > step ? cut - step : 0) {
            char what[64];
            reel_replay *part;
            snprintf(what, sizeof what, "order %zu, cut at %zu", order, cut);
            if (reel_load(reel_source_memory(made, cut), NULL, &part, NULL) < 0) continue;
            if (reel_replay_format(part) == &reel_format_xror)
                for (size_t t = cut == size ? 0 : 1; t < sizeof tables / sizeof *tables; t++)
                    assert_rows(part, whole, tables[t], cut == size, what);
            reel_free(part);
        }
    }
    reel_free(whole);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(any_order_of_keys_gives_the_same_rows) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
