/* SPDX-License-Identifier: MIT
 * The order of the rows of several tables: numbers, times, keys and offsets come back, and take next to nothing where a program does the
 * same again and again. */
#include "coder_trip.h"

enum { TICKS = 500, PLAYERS = 6, MEMBERS = 3, FIELDS = 5, MOST = 3 * TICKS * PLAYERS };

typedef struct event_row {
    uint64_t seq, offset;
    int32_t tick, cid, value;
} event_row;

static const reel_field event_fields[FIELDS] = {
    REEL_FIELD(event_row, "seq", seq, U64, "", "number"),
    REEL_FIELD(event_row, "offset", offset, U64, "bytes", "offset"),
    REEL_FIELD(event_row, "tick", tick, I32, "tick", "time", .flags = REEL_FIELD_TIME),
    REEL_FIELD(event_row, "cid", cid, I32, "", "whose it is"),
    REEL_FIELD(event_row, "value", value, I32, "", "a number"),
};
static const reel_table event_table = REEL_TABLE("events", "events of a program", event_row, event_fields, 0);
static const coder_role roles[FIELDS] = { CODER_SEQUENCE, CODER_OFFSET, CODER_CLOCK, CODER_KEY, CODER_VALUE };

/* Rows of three tables, and their order. */
typedef struct recording {
    coder_field fields[TRIP_FIELDS];
    coder_table table;
    event_row *rows[MEMBERS];
    coder_member members[MEMBERS];
    coder_order order;
    reel_memory bytes;
    uint64_t seq, offset;
} recording;

static uint32_t noise(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static void add(recording *r, size_t member, int32_t tick, int32_t cid, uint64_t length)
{
    r->rows[member][r->members[member].count++] = (event_row){ r->seq, r->offset, tick, cid, (int32_t)length };
    r->offset += length;
}

static recording *new_recording(void)
{
    recording *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->table = coder_table_of(&event_table, r->fields);
    for (size_t f = 0; f < FIELDS; f++) r->fields[f].role = roles[f];
    assert_true(reel__coder_set_roles(&r->table) && reel__coder_is_ordered(&r->table));
    for (size_t m = 0; m < MEMBERS; m++) {
        r->rows[m] = calloc(MOST, sizeof(event_row));
        assert_non_null(r->rows[m]);
        r->members[m] = (coder_member){ .table = &r->table, .rows = r->rows[m] };
    }
    r->bytes.allocator = r->order.memory.allocator = reel__memory_allocator(NULL);
    r->order.members = r->members;
    r->order.count = MEMBERS;
    r->seq = 1000;
    r->offset = 77;
    return r;
}

static void drop_recording(recording *r)
{
    for (size_t m = 0; m < MEMBERS; m++) free(r->rows[m]);
    reel_memory_free(&r->bytes);
    reel__coder_order_free(&r->order);
    free(r);
}

/* Ticks of a server: all players move, some press a key; a rare command has rows of its own with the same number. A mark of two bytes
 * begins every fourth tick. */
static recording *make_recording(bool regular)
{
    recording *r = new_recording();
    uint32_t state = 11;
    for (int32_t tick = 5; tick < 5 + TICKS; tick++) {
        if (tick % 4 == 0) r->seq++, r->offset += 2;
        for (int32_t cid = 0; cid < PLAYERS; cid++)
            if (regular || noise(&state) % 8) add(r, 0, tick, cid, 3), r->seq++;
        for (int32_t cid = 0; cid < PLAYERS; cid++)
            if (regular || noise(&state) % 4 == 0) add(r, 1, tick, cid, 12), r->seq++;
        if (regular || noise(&state) % 32) continue;
        add(r, 1, tick - 3, -2, 0);
        add(r, 2, tick - 3, -2, 0);
        add(r, 2, tick - 3, INT32_MIN, 40);
        r->seq++;
    }
    return r;
}

static reel_status encode_order(recording *r) { return reel__coder_encode_order(&r->order, &r->bytes, NULL); }

/* Reads the order and the blocks of a recording that was encoded; compares the fields of the members that are wanted. */
static void assert_comes_back(recording *r, uint64_t wanted, bool offsets)
{
    reel_memory blocks[MEMBERS];
    static const reel_table *tables[2] = { &event_table };
    reel_allocator allocator = reel__memory_allocator(NULL);
    recording *back = new_recording();
    const coder_options options = { .level = CODER_DEFAULT };
    for (size_t f = 0; f < FIELDS; f++)
        if (!(wanted >> f & 1)) back->fields[f].field = NULL;
    reel_cursor in = { .at = r->bytes.data, .end = r->bytes.data + r->bytes.size, .end_offset = r->bytes.size };
    reel_chunk *chunk = reel__chunk_new(tables, NULL, UINT64_MAX, &allocator);
    for (size_t m = 0; m < MEMBERS; m++) {
        blocks[m] = (reel_memory){ .allocator = allocator };
        back->members[m].count = r->members[m].count;
        back->members[m].lengths_wanted = offsets;
        assert_int_equal(
            reel__coder_encode(&r->table, r->rows[m], r->members[m].count, &r->members[m], &options, &blocks[m], NULL), REEL_OK);
    }
    assert_int_equal(reel__coder_decode_order(&back->order, &in, NULL, NULL), REEL_OK);
    assert_int_equal(reel_left(&in), 0);
    for (size_t m = 0; m < MEMBERS; m++) {
        reel_cursor block = { .at = blocks[m].data,
                              .end = blocks[m].data ? blocks[m].data + blocks[m].size : NULL,
                              .end_offset = blocks[m].size };
        assert_int_equal(reel__coder_decode(&back->table, &block, back->rows[m], back->members[m].count, &back->members[m], chunk,
                                            NULL, &allocator, NULL),
                         REEL_OK);
        assert_true(back->members[m].count == 0 || back->members[m].lengths_known == offsets);
        reel_memory_free(&blocks[m]);
    }
    if (offsets) reel__coder_place_offsets(&back->order);
    for (size_t m = 0; m < MEMBERS; m++) {
        for (size_t i = 0; offsets && i < r->members[m].count; i++)
            back->rows[m][i].offset = back->members[m].values[CODER_OFFSET][i];
        trip_compare(&event_table, (uint8_t *)r->rows[m], (uint8_t *)back->rows[m], r->members[m].count,
                     offsets ? wanted : wanted & ~UINT64_C(2));
    }
    reel__chunk_free(chunk);
    drop_recording(back);
}

static void rows_come_back_in_order(void **state)
{
    (void)state;
    for (int regular = 0; regular < 2; regular++) {
        recording *r = make_recording(regular);
        assert_int_equal(encode_order(r), REEL_OK);
        assert_comes_back(r, UINT64_MAX, true);
        assert_comes_back(r, UINT64_MAX, false);
        assert_comes_back(r, 2, true);
        assert_comes_back(r, 16, false);
        drop_recording(r);
    }
}

static void what_happens_again_and_again_takes_little(void **state)
{
    (void)state;
    recording *regular = make_recording(true), *other = make_recording(false);
    assert_int_equal(encode_order(regular), REEL_OK);
    assert_int_equal(encode_order(other), REEL_OK);
    assert_true(regular->bytes.size < 200); /* 6000 rows */
    assert_true(other->bytes.size < other->order.rows / 4);
    drop_recording(regular);
    drop_recording(other);
}

static void lengths_take_what_is_missing_into_account(void **state)
{
    (void)state;
    recording *r = make_recording(true);
    assert_int_equal(encode_order(r), REEL_OK);
    assert_int_equal(r->order.missing_bytes, 2);
    for (size_t i = 0; i < r->members[0].count; i++) assert_int_equal(r->members[0].values[CODER_OFFSET][i], 3);
    drop_recording(r);
}

static void rows_of_any_numbers_come_back(void **state)
{
    (void)state;
    static const int32_t ticks[] = { 0, INT32_MAX, INT32_MIN, -1, 1 };
    recording *r = new_recording();
    uint32_t random = 5;
    r->seq = UINT64_MAX - 3000;
    r->offset = UINT64_MAX;
    for (size_t i = 0; i < 900; i++) {
        r->seq += noise(&random) % 3;
        add(r, noise(&random) % MEMBERS, ticks[noise(&random) % 5], (int32_t)(noise(&random) % 300) * 7000000 - 1000000000,
            noise(&random));
    }
    /* of rows with one number, those of the first member come first */
    for (size_t m = 0; m < MEMBERS; m++)
        for (size_t i = 1; i < r->members[m].count; i++) assert_true(r->rows[m][i - 1].seq <= r->rows[m][i].seq);
    assert_int_equal(encode_order(r), REEL_OK);
    assert_comes_back(r, UINT64_MAX, true);
    drop_recording(r);
}

static void rows_without_an_order_are_refused(void **state)
{
    (void)state;
    recording *falling = make_recording(true), *sparse = new_recording(), *many = new_recording();
    falling->rows[0][100].seq = 3;
    assert_int_equal(encode_order(falling), REEL_END);
    for (int32_t i = 0; i < 100; i++) add(sparse, 0, i, 0, 1), sparse->seq += 4;
    assert_int_equal(encode_order(sparse), REEL_END);
    for (int32_t i = 0; i < 1100; i++) add(many, 0, i, i, 1), many->seq++;
    assert_int_equal(encode_order(many), REEL_END);
    assert_int_equal(falling->bytes.size + sparse->bytes.size + many->bytes.size, 0);
    drop_recording(falling);
    drop_recording(sparse);
    drop_recording(many);
}

/* The n-th allocation fails: no memory, or the same bytes and the same numbers. */
static void failed_allocations_of_an_order_are_reported(void **state)
{
    (void)state;
    recording *whole = make_recording(false);
    reel_status status = REEL_MEMORY;
    assert_int_equal(encode_order(whole), REEL_OK);
    for (size_t fail_at = 1; status != REEL_OK; fail_at++) {
        test_allocator count = { .fail_at = fail_at };
        recording *r = make_recording(false);
        reel_error error = { 0 };
        r->bytes.allocator = r->order.memory.allocator = test_allocator_of(&count);
        status = reel__coder_encode_order(&r->order, &r->bytes, &error);
        if (status == REEL_OK) {
            assert_memory_equal(r->bytes.data, whole->bytes.data, whole->bytes.size);
        } else {
            assert_int_equal(status, REEL_MEMORY);
            assert_string_equal(error.rule, "reel.memory");
        }
        drop_recording(r);
        assert_int_equal(count.live, 0);
    }
    status = REEL_MEMORY;
    for (size_t fail_at = 1; status != REEL_OK; fail_at++) {
        test_allocator count = { .fail_at = fail_at };
        recording *back = new_recording();
        reel_cursor in = { .at = whole->bytes.data,
                           .end = whole->bytes.data + whole->bytes.size,
                           .end_offset = whole->bytes.size };
        back->order.memory.allocator = test_allocator_of(&count);
        for (size_t m = 0; m < MEMBERS; m++) back->members[m].count = whole->members[m].count;
        status = reel__coder_decode_order(&back->order, &in, NULL, NULL);
        assert_true(status == REEL_OK || status == REEL_MEMORY);
        for (size_t m = 0; status == REEL_OK && m < MEMBERS; m++)
            for (size_t i = 0; i < whole->members[m].count; i++)
                assert_int_equal(back->members[m].values[CODER_SEQUENCE][i], whole->rows[m][i].seq);
        drop_recording(back);
        assert_int_equal(count.live, 0);
    }
    drop_recording(whole);
}

static void an_order_is_charged_to_the_budget(void **state)
{
    (void)state;
    recording *r = make_recording(true), *back = new_recording();
    reel_limits limits = { .work = 100 };
    reel_budget budget = reel__budget_of(&limits, NULL, NULL);
    reel_error error = { 0 };
    budget.next = 100; /* otherwise it looks every million steps */
    assert_int_equal(encode_order(r), REEL_OK);
    reel_cursor in = { .at = r->bytes.data, .end = r->bytes.data + r->bytes.size, .end_offset = r->bytes.size };
    for (size_t m = 0; m < MEMBERS; m++) back->members[m].count = r->members[m].count;
    assert_int_equal(reel__coder_decode_order(&back->order, &in, &budget, &error), REEL_LIMIT);
    assert_string_equal(error.rule, "reel.work-limit");
    drop_recording(back);
    drop_recording(r);
}

static reel_status decode_damaged(const recording *r, const uint8_t *data, size_t size, size_t more)
{
    recording *back = new_recording();
    reel_error error = { 0 };
    reel_cursor in = { .at = data, .end = data + size, .end_offset = size };
    for (size_t m = 0; m < MEMBERS; m++) back->members[m].count = r->members[m].count + more;
    reel_status status = reel__coder_decode_order(&back->order, &in, NULL, &error);
    if (status < 0) assert_string_equal(error.rule, "columns.corrupt");
    if (status < 0) assert_true(error.offset <= size);
    drop_recording(back);
    return status;
}

static void damage_is_found_or_gives_other_rows(void **state)
{
    (void)state;
    recording *r = make_recording(false);
    assert_int_equal(encode_order(r), REEL_OK);
    size_t size = r->bytes.size, found = 0;
    for (size_t cut = 0; cut + 4 < size; cut++) /* zeros follow the end */
        assert_int_equal(decode_damaged(r, r->bytes.data, cut, 0), REEL_CORRUPT);
    for (size_t i = 0; i < size; i++) {
        uint8_t kept = r->bytes.data[i];
        r->bytes.data[i] ^= (uint8_t)(1 << i % 8);
        found += decode_damaged(r, r->bytes.data, size, 0) == REEL_CORRUPT;
        r->bytes.data[i] = kept;
    }
    assert_true(found > size / 2);
    assert_int_equal(decode_damaged(r, r->bytes.data, size, 1), REEL_CORRUPT);
    assert_int_equal(decode_damaged(r, r->bytes.data, size, (size_t)1 << (SIZE_MAX > UINT32_MAX ? 40 : 24)),
                     REEL_CORRUPT); /* without room for them */
    drop_recording(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_come_back_in_order),
        cmocka_unit_test(what_happens_again_and_again_takes_little),
        cmocka_unit_test(lengths_take_what_is_missing_into_account),
        cmocka_unit_test(rows_of_any_numbers_come_back),
        cmocka_unit_test(rows_without_an_order_are_refused),
        cmocka_unit_test(failed_allocations_of_an_order_are_reported),
        cmocka_unit_test(an_order_is_charged_to_the_budget),
        cmocka_unit_test(damage_is_found_or_gives_other_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
