/* SPDX-License-Identifier: MIT
 * Columns of numbers and texts that each method is for: they come back, and take the room that the method promises. */
#include "coder_trip.h"

#include "columns/coder/rans.h"

#include <math.h>

enum { ROWS = 3000 };

typedef struct wide_row {
    uint64_t length, other;
    int64_t wide;
    double real;
    float decimal, listed;
    int32_t key, by_key, plain;
    int16_t small;
    uint8_t byte;
    reel_uuid id;
    reel_string name;
    reel_bytes data;
} wide_row;

static const reel_field wide_fields[] = {
    REEL_FIELD(wide_row, "length", length, U64, "", "sum of sizes"),
    REEL_FIELD(wide_row, "other", other, U64, "", "length and a constant"),
    REEL_FIELD(wide_row, "wide", wide, I64, "", "any number"),
    REEL_FIELD(wide_row, "real", real, F64, "", "thousandths"),
    REEL_FIELD(wide_row, "decimal", decimal, F32, "", "hundredths"),
    REEL_FIELD(wide_row, "listed", listed, F32, "", "one of few"),
    REEL_FIELD(wide_row, "key", key, I32, "", "whose row it is"),
    REEL_FIELD(wide_row, "by_key", by_key, I32, "", "moves evenly for each key"),
    REEL_FIELD(wide_row, "plain", plain, I32, "", "any number"),
    REEL_FIELD(wide_row, "small", small, I16, "", "a small number"),
    REEL_FIELD(wide_row, "byte", byte, U8, "", "a byte"),
    REEL_FIELD(wide_row, "id", id, UUID, "", "an id"),
    REEL_FIELD(wide_row, "name", name, STRING, "", "one of few"),
    REEL_FIELD(wide_row, "data", data, BYTES, "", "bytes"),
};
static const reel_table wide_table = REEL_TABLE("wide", "a column of each kind", wide_row, wide_fields, 0);

enum { LENGTH, OTHER, WIDE, REAL, DECIMAL, LISTED, KEY, BY_KEY, PLAIN, SMALL, BYTE, ID, NAME, DATA };

static uint32_t noise(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

static size_t size_of_varint(int32_t value)
{
    uint32_t size = (uint32_t)(value < 0 ? ~value : value) >> 6;
    size_t bytes = 1;
    for (; size; size >>= 7) bytes++;
    return bytes;
}

static wide_row *make_rows(void)
{
    static const char *const names[] = { "", "left", "right", "a somewhat longer name" };
    static const uint8_t bytes[] = "0123456789abcdef0123456789abcdef0123456789abcdef";
    wide_row *rows = calloc(ROWS, sizeof *rows);
    uint32_t state = 7;
    int32_t at[8] = { 0 }, speed[8] = { 0 };
    assert_non_null(rows);
    for (size_t i = 0; i < ROWS; i++) {
        wide_row *r = &rows[i];
        r->key = (int32_t)(noise(&state) % 8);
        speed[r->key] += noise(&state) % 64 == 0 ? (int32_t)(noise(&state) % 200) - 100 : 0;
        r->by_key = at[r->key] + speed[r->key];
        r->length = 2 + size_of_varint(r->by_key - at[r->key]);
        r->other = r->length + 12345;
        at[r->key] = r->by_key;
        r->wide = (int64_t)((uint64_t)noise(&state) << 40 | noise(&state));
        r->real = (double)(int32_t)(noise(&state) % 20000 - 10000) / 1000.0;
        r->decimal = (float)((double)(noise(&state) % 1000) / 100.0);
        r->listed = (float[]){ 0.1f, 0.25f, 3e8f, -7.0f }[noise(&state) % 4];
        r->plain = (int32_t)(noise(&state) << 8);
        r->small = (int16_t)(noise(&state) % 5 - 2);
        r->byte = (uint8_t)(i / 100);
        memcpy(r->id.bytes, bytes + i % 3, sizeof r->id.bytes);
        const char *name = names[noise(&state) % 4];
        r->name = (reel_string){ name, strlen(name) };
        r->data = (reel_bytes){ bytes, i % 40 };
    }
    return rows;
}

/* The table with one field, or with two. */
static size_t size_of(const wide_row *rows, size_t a, size_t b)
{
    reel_field fields[2] = { wide_fields[b], wide_fields[a] };
    bool two = a != b;
    reel_table table = wide_table;
    table.fields = two ? fields : fields + 1;
    table.field_count = two ? 2 : 1;
    return trip(&table, rows, ROWS, CODER_DEFAULT, UINT64_MAX);
}

static void numbers_of_every_type_come_back(void **state)
{
    (void)state;
    wide_row *rows = make_rows();
    for (size_t count = 1; count <= ROWS; count = count * 3 + 1) {
        trip(&wide_table, rows, count, CODER_FAST, UINT64_MAX);
        trip(&wide_table, rows, count, CODER_DEFAULT, UINT64_MAX);
    }
    for (size_t f = 0; f < wide_table.field_count; f++) trip(&wide_table, rows, ROWS, CODER_DEFAULT, UINT64_C(1) << f);
    free(rows);
}

static void extreme_numbers_come_back(void **state)
{
    (void)state;
    static const uint64_t values[] = { 0,
                                       UINT64_MAX,
                                       UINT64_C(1) << 63,
                                       INT64_MAX,
                                       UINT64_C(0x7ff0000000000001),
                                       UINT64_C(0xfff8000000001234),
                                       UINT64_C(0x7f8000017f800001),
                                       UINT64_C(0xffffffff80000000),
                                       1 };
    wide_row *rows = make_rows();
    uint32_t random = 3;
    for (size_t i = 0; i < ROWS; i++) {
        uint64_t value = values[noise(&random) % 9], second = values[noise(&random) % 9];
        rows[i].length = value;
        rows[i].other = second;
        memcpy(&rows[i].wide, &second, sizeof second);
        memcpy(&rows[i].real, &value, sizeof value);
        memcpy(&rows[i].decimal, &value, sizeof rows[i].decimal);
        memcpy(&rows[i].listed, &second, sizeof rows[i].listed);
        memcpy(&rows[i].by_key, &value, sizeof rows[i].by_key);
        memcpy(&rows[i].plain, &second, sizeof rows[i].plain);
        memcpy(&rows[i].small, &value, sizeof rows[i].small);
    }
    trip(&wide_table, rows, ROWS, CODER_FAST, UINT64_MAX);
    trip(&wide_table, rows, ROWS, CODER_DEFAULT, UINT64_MAX);
    free(rows);
}

static void a_column_takes_what_its_method_promises(void **state)
{
    (void)state;
    wide_row *rows = make_rows();
    size_t key = size_of(rows, KEY, KEY);
    assert_true(size_of(rows, BYTE, BYTE) < 150);
    assert_true(size_of(rows, REAL, REAL) < ROWS * 2);
    assert_true(size_of(rows, DECIMAL, DECIMAL) < ROWS * 3 / 2);
    assert_true(size_of(rows, LISTED, LISTED) < ROWS / 3);
    assert_true(size_of(rows, BY_KEY, KEY) - key < ROWS / 3);
    assert_true(size_of(rows, BY_KEY, BY_KEY) > ROWS);
    assert_true(size_of(rows, OTHER, LENGTH) - size_of(rows, LENGTH, LENGTH) < 40);
    assert_true(size_of(rows, NAME, NAME) < ROWS / 3);
    assert_true(size_of(rows, PLAIN, PLAIN) < ROWS * 4 + 100);
    free(rows);
}

static void lengths_follow_from_the_sizes_of_changes(void **state)
{
    (void)state;
    wide_row *rows = make_rows();
    reel_field fields[3] = { wide_fields[LENGTH], wide_fields[KEY], wide_fields[BY_KEY] };
    reel_table table = wide_table;
    table.fields = fields;
    table.field_count = 3;
    size_t with = trip(&table, rows, ROWS, CODER_DEFAULT, UINT64_MAX), without = size_of(rows, BY_KEY, KEY);
    assert_true(with - without < 60);
    free(rows);
}

/* ---- floats as games write them --------------------------------------------------------------------------------- */

typedef struct pose_row {
    uint8_t team, slot, player;
    int32_t by_player;
    float product, printed, forward[3], left[3], up[3], again[3];
} pose_row;

static const reel_field pose_fields[] = {
    REEL_FIELD(pose_row, "team", team, U8, "", "of a few players each"),
    REEL_FIELD(pose_row, "slot", slot, U8, "", "in the team"),
    REEL_FIELD(pose_row, "player", player, U8, "", "whose row it is"),
    REEL_FIELD(pose_row, "by_player", by_player, I32, "", "moves evenly for each player"),
    REEL_FIELD(pose_row, "product", product, F32, "", "thousandths as products"),
    REEL_FIELD(pose_row, "printed", printed, F32, "", "the same with eight digits"),
    REEL_FIELD(pose_row, "forward", forward, F32, "", "a unit vector"),
    REEL_FIELD(pose_row, "left", left, F32, "", "perpendicular to it"),
    REEL_FIELD(pose_row, "up", up, F32, "", "perpendicular to both"),
    REEL_FIELD(pose_row, "again", again, F32, "", "forward again, in most rows"),
};
static const reel_table pose_table = REEL_TABLE("poses", "players of two teams", pose_row, pose_fields, 0);

enum { TEAM, SLOT, PLAYER, BY_PLAYER, PRODUCT, PRINTED, FORWARD, LEFT, UP, AGAIN, PLAYERS = 6 };

static float product_of(int32_t k) { return (float)((double)k * (double)0.001f); }

/* As a game prints a float, and a reader reads the text. */
static float printed_of(int32_t k)
{
    char text[32];
    snprintf(text, sizeof text, "%.8g", (double)product_of(k));
    return strtof(text, NULL);
}

/* The rotation of a quaternion of any length: forward, left and up, rounded to thousandths. */
static void set_axes(pose_row *row, const double q[4], bool products)
{
    const double x = q[0], y = q[1], z = q[2], w = q[3], size = x * x + y * y + z * z + w * w;
    const double axes[3][3] = { { w * w + x * x - y * y - z * z, 2 * (x * y + w * z), 2 * (x * z - w * y) },
                                { 2 * (x * y - w * z), w * w - x * x + y * y - z * z, 2 * (y * z + w * x) },
                                { 2 * (x * z + w * y), 2 * (y * z - w * x), w * w - x * x - y * y + z * z } };
    float *const vectors[3] = { row->forward, row->left, row->up };
    for (int a = 0; a < 3; a++)
        for (int i = 0; i < 3; i++) {
            double scaled = 1000 * axes[a][i] / size;
            int32_t k = (int32_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
            vectors[a][i] = products ? product_of(k) : (float)((double)k / 1000);
        }
}

static pose_row *make_poses(size_t count, bool products)
{
    pose_row *rows = calloc(count, sizeof *rows);
    uint32_t state = 11;
    int32_t at[PLAYERS] = { 0 }, speed[PLAYERS] = { 0 };
    assert_non_null(rows);
    for (size_t i = 0; i < count; i++) {
        pose_row *r = &rows[i];
        r->player = (uint8_t)(i % PLAYERS);
        r->team = r->player > 3;
        r->slot = (uint8_t)(r->player % 4);
        if (noise(&state) % 64 == 0) speed[r->player] += (int32_t)(noise(&state) % 2000) - 1000;
        r->by_player = at[r->player] += speed[r->player];
        int32_t k = (int32_t)(noise(&state) % 30000) - 15000;
        r->product = product_of(k);
        r->printed = printed_of(k);
        double q[4];
        for (int c = 0; c < 4; c++) q[c] = (double)(int32_t)(noise(&state) % 1001) - 500 + (c == 3);
        set_axes(r, q, products);
        memcpy(r->again, r->forward, sizeof r->again);
        if (i % 500 == 3) r->again[i % 3] = 0.25f;
    }
    return rows;
}

/* The block of some fields of the first `count`, from `from` on. */
static size_t size_of_poses(const pose_row *rows, size_t from, size_t count)
{
    reel_table table = pose_table;
    table.fields = pose_fields + from;
    table.field_count = (uint16_t)count;
    return trip(&table, rows, ROWS, CODER_DEFAULT, UINT64_MAX);
}

static void poses_of_games_come_back_and_take_little(void **state)
{
    (void)state;
    for (int products = 0; products < 2; products++) {
        pose_row *rows = make_poses(ROWS, products);
        for (size_t count = 1; count <= ROWS; count = count * 3 + 1) trip(&pose_table, rows, count, CODER_DEFAULT, UINT64_MAX);
        trip(&pose_table, rows, ROWS, CODER_FAST, UINT64_MAX);
        for (size_t f = UP; f <= AGAIN; f++) trip(&pose_table, rows, 500, CODER_DEFAULT, UINT64_C(1) << f);
        assert_true(size_of_poses(rows, TEAM, 4) < ROWS / 4); /* the third key is the right one */
        assert_true(size_of_poses(rows, PRODUCT, 1) < ROWS * 2);
        assert_true(size_of_poses(rows, PRINTED, 1) < ROWS * 2);
        size_t two = size_of_poses(rows, FORWARD, 2), three = size_of_poses(rows, FORWARD, 3);
        assert_true(two > ROWS * 6);
        assert_true(three - two < ROWS);
        assert_true(size_of_poses(rows, FORWARD, 4) - three < 100);
        free(rows);
    }
}

static void decimals_beside_other_floats_come_back(void **state)
{
    (void)state;
    static const uint32_t odd[] = { 0x80000000, 0x7f800000, 0xff800000, 0x7fa00001, 0xffc12345, 1, 0x80000001, 0x7f7fffff };
    pose_row *rows = make_poses(ROWS, true);
    for (size_t i = 0; i < ROWS; i += 9) {
        rows[i].product = rows[i].forward[1] = reel_float_of(odd[i / 9 % 8]);
        rows[i].printed = rows[i].up[2] = product_of((1 << 24) + (int32_t)i * 12345);
        rows[i].left[0] = reel_float_of(odd[(i / 9 + 3) % 8]);
    }
    trip(&pose_table, rows, ROWS, CODER_DEFAULT, UINT64_MAX);
    for (size_t i = 0; i < ROWS; i++)
        rows[i].product = product_of((1 << 24) + (int32_t)i), rows[i].printed = printed_of(99999999 - (int32_t)i);
    trip(&pose_table, rows, ROWS, CODER_DEFAULT, UINT64_MAX);
    free(rows);
}

/* The column begins with its field, size, head and method. */
static void assert_changed(reel_memory *block, size_t at, uint8_t value, reel_status expected)
{
    reel_table table = pose_table;
    uint8_t *rows, before = block->data[at];
    reel_chunk *chunk;
    reel_error error = { 0 };
    table.fields = pose_fields + PRODUCT;
    table.field_count = 1;
    block->data[at] = value;
    assert_int_equal(trip_decode(&table, block->data, block->size, 100, UINT64_MAX, &rows, &chunk, &error), expected);
    block->data[at] = before;
    free(rows);
    reel__chunk_free(chunk);
}

static void unknown_forms_of_decimals_are_unsupported(void **state)
{
    (void)state;
    enum { HEAD = 4, METHOD, SCALE, PREDICTED };
    pose_row *rows = make_poses(100, true);
    reel_table table = pose_table;
    table.fields = pose_fields + PRODUCT;
    table.field_count = 1;
    reel_memory block = trip_encode(&table, rows, 100, NULL);
    assert_true(block.data[2] & 128);
    assert_int_equal(block.data[METHOD], 0xaa);
    assert_int_equal(block.data[SCALE] & 15, 3);
    assert_changed(&block, SCALE, block.data[SCALE], REEL_OK);
    assert_changed(&block, SCALE, 3 << 4 | 3, REEL_UNSUPPORTED);
    assert_changed(&block, SCALE, 1 << 4 | 10, REEL_CORRUPT);
    assert_changed(&block, PREDICTED, 3, REEL_UNSUPPORTED);
    assert_changed(&block, PREDICTED, 2, REEL_CORRUPT); /* a root of the first series */
    assert_changed(&block, PREDICTED, 1, REEL_CORRUPT); /* there is no column to refer to */
    assert_changed(&block, METHOD, 0xab, REEL_CORRUPT);
    assert_changed(&block, METHOD, 0xaf, REEL_UNSUPPORTED);
    reel_memory_free(&block);
    free(rows);
}

/* Frequencies for any counts: each counted symbol has one, no other has, and a table of them can be written and read. */
static void assert_frequencies(const uint32_t *counts, size_t symbols, unsigned bits)
{
    uint16_t frequencies[RANS_SYMBOLS], read[RANS_SYMBOLS];
    uint8_t bytes[RANS_TABLE_MOST(RANS_SYMBOLS) + 16] = { 0 };
    uint32_t sum = 0, counted = 0;
    reel__rans_normalise(counts, symbols, bits, frequencies);
    for (size_t s = 0; s < symbols; s++) {
        sum += frequencies[s];
        counted += counts[s] > 0;
        assert_int_equal(frequencies[s] > 0, counts[s] > 0);
    }
    assert_int_equal(sum, counted ? 1u << bits : 0);
    bit_writer out = { .at = bytes };
    reel__rans_write_table(&out, frequencies, symbols);
    bit_reader in = { .at = bytes };
    assert_true(reel__rans_read_table(&in, read, symbols, bits));
    assert_memory_equal(read, frequencies, symbols * sizeof *read);
}

static void frequencies_add_up_for_any_counts(void **state)
{
    (void)state;
    uint32_t counts[RANS_SYMBOLS] = { 0 }, random = 9;
    assert_frequencies(counts, RANS_SYMBOLS, RANS_BITS_MOST);
    for (unsigned bits = 9; bits <= RANS_BITS_MOST; bits++)
        for (int round = 0; round < 200; round++) {
            /* from all alike to one above all others, dense and sparse */
            for (size_t s = 0; s < RANS_SYMBOLS; s++)
                counts[s] = round % 3 && noise(&random) % 4 ? 0 : noise(&random) >> noise(&random) % 24;
            counts[noise(&random) % RANS_SYMBOLS] = round % 2 ? 1 : UINT32_MAX;
            if (round < 4)
                for (size_t s = 0; s < RANS_SYMBOLS; s++) counts[s] = s == (size_t)round ? 200u << 2 * round : 1u << round;
            assert_frequencies(counts, RANS_SYMBOLS, bits);
        }
    for (unsigned power = 0; power < 64; power++) assert_int_equal(reel__rans_log2(UINT64_C(1) << power), power << 8);
}

static void no_rows_take_no_bytes(void **state)
{
    (void)state;
    reel_memory block = trip_encode(&wide_table, NULL, 0, NULL);
    assert_int_equal(block.size, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_of_every_type_come_back),           cmocka_unit_test(extreme_numbers_come_back),
        cmocka_unit_test(a_column_takes_what_its_method_promises),   cmocka_unit_test(lengths_follow_from_the_sizes_of_changes),
        cmocka_unit_test(poses_of_games_come_back_and_take_little),  cmocka_unit_test(decimals_beside_other_floats_come_back),
        cmocka_unit_test(unknown_forms_of_decimals_are_unsupported), cmocka_unit_test(no_rows_take_no_bytes),
        cmocka_unit_test(frequencies_add_up_for_any_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
