/* SPDX-License-Identifier: MIT
 * fpzip: known streams, tables of every kind, cut and changed streams, headers that promise too much, and libfpzip itself as the judge
 * where its shared library is installed. */
#include "codec/fpzip_model.h"
#include "codec/sha256.h"
#include "core/memory.h"
#include "core/text.h"

#include "support.h"

#include <float.h>

#if defined(__linux__) && defined(__x86_64__) && defined(__LP64__)
#define HAS_JUDGE
#include <dlfcn.h>
#endif

enum { MOST_COLUMNS = 24, MOST_ROWS = 400, MOST_VALUES = MOST_COLUMNS * MOST_ROWS };

static const uint64_t no_limit = UINT64_MAX;

/* ---- tables ------------------------------------------------------------------------------------------------------ */

static uint64_t seed = 1;

static uint64_t chance(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static uint64_t below(uint64_t limit) { return chance() % limit; }

/* Bits of values that are unlike numbers: zeros, infinities, NaN of both kinds with payloads, denormals. */
static uint64_t odd_bits(bool wide)
{
    uint64_t sign = chance() & sign_bit(wide), payload = chance() & (quiet_bit(wide) - 1);
    switch (below(6)) {
    case 0: return sign;
    case 1: return sign | infinity_bits(wide);
    case 2: return sign | infinity_bits(wide) | quiet_bit(wide) | payload;
    case 3: return sign | infinity_bits(wide) | payload | 1;
    case 4: return sign | payload;
    default: return sign | (infinity_bits(wide) - 1);
    }
}

static uint64_t bits_of(double value, bool wide)
{
    float single = (float)value;
    uint32_t bits32;
    uint64_t bits64;
    memcpy(&bits32, &single, sizeof bits32);
    memcpy(&bits64, &value, sizeof bits64);
    return wide ? bits64 : bits32;
}

/* One value of a table of a kind: noise, small integers, slow movement, the same again, odd ones among movement. */
static uint64_t random_value(unsigned kind, uint64_t index, bool wide)
{
    static double position;
    switch (kind) {
    case 0: return chance() & all_bits(wide);
    case 1: return bits_of((double)below(7) - 3, wide);
    case 2: return bits_of(position += ((double)below(2001) - 1000) * 1e-6, wide);
    case 3: return bits_of((double)(index % 5), wide);
    case 4: return below(4) ? bits_of((double)index * 0.01, wide) : odd_bits(wide);
    default: return odd_bits(wide);
    }
}

/* A table in memory of its own size, so that a sanitizer sees what is written behind it. */
static void *new_table(const fpzip_shape *shape)
{
    size_t size = (size_t)reel__fpzip_table_size(shape);
    void *table = malloc(size ? size : 1);
    assert_non_null(table);
    return table;
}

static void *random_table(fpzip_shape *shape)
{
    *shape = (fpzip_shape){ chance() & 1, (uint32_t)below(MOST_COLUMNS + 1), (uint32_t)below(below(30) ? 40 : MOST_ROWS) };
    uint8_t *table = new_table(shape);
    unsigned kind = (unsigned)below(6);
    for (uint64_t i = 0; i < (uint64_t)shape->columns * shape->rows; i++)
        store_value(table, i, random_value(kind, i, shape->wide), shape->wide);
    return table;
}

static reel_memory encode(const fpzip_shape *shape, const void *table)
{
    reel_memory out = { .allocator = reel__memory_allocator(NULL) };
    reel_error error;
    assert_int_equal(reel__fpzip_encode(shape, table, &out, &error), REEL_OK);
    return out;
}

/* Decodes a stream in steps of `step` values and compares what is there with `expected`. */
static void expect_table(const uint8_t *data, size_t size, const fpzip_shape *shape, const void *expected, uint64_t step)
{
    static fpzip_decoder decoder;
    reel_error error;
    void *table = new_table(shape);
    assert_int_equal(reel__fpzip_start(&decoder, data, size, no_limit, &error), REEL_OK);
    assert_int_equal(decoder.shape.wide, shape->wide);
    assert_int_equal(decoder.shape.columns, shape->columns);
    assert_int_equal(decoder.shape.rows, shape->rows);
    for (uint64_t count = 0; decoder.made < decoder.values;) {
        count = count > UINT64_MAX - step ? UINT64_MAX : count + step;
        assert_int_equal(reel__fpzip_decode(&decoder, table, count, &error), REEL_OK);
        assert_true(decoder.made == (count < decoder.values ? count : decoder.values));
    }
    assert_int_equal(decoder.used, size);
    assert_memory_equal(table, expected, (size_t)reel__fpzip_table_size(shape));
    free(table);
}

static size_t bytes_of_hex(const char *hex, uint8_t *bytes)
{
    size_t size = strlen(hex) / 2;
    for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)(hex_digit(hex[2 * i]) << 4 | hex_digit(hex[2 * i + 1]));
    return size;
}

/* ---- known streams ----------------------------------------------------------------------------------------------- */

typedef struct vector {
    fpzip_shape shape;
    uint64_t values[6];
    const char *stream;
} vector;

/* Made with libfpzip 1.3.0. */
static const vector vectors[] = {
    { { false, 1, 1 }, { 0 }, "66707929870ef0ff0000ff000000ff000000ff000000ff007d91f000" },
    { { false, 1, 1 }, { 0x3FC00000 }, "66707929870ef0ff0000ff000000ff000000ff000000ff00f33bd3e428000000" },
    { { false, 3, 2 },
      { 0x3F800000, 0x40000000, 0x40400000, 0x40000000, 0x40800000, 0xC0D00000 },
      "66707929870ef0ff0002fd000001fe000000ff000000ff00f33bd3dc6b082600d1134c8d15cb006534b04000001d4434e00000" },
    { { false, 3, 2 },
      { 0x80000000, 0, 0x7F800000, 0x7F800000, 0x7FC00000, 0xFF800000 },
      "66707929870ef0ff0002fd000001fe000000ff000000ff007ba33e265c53538663b494a3d6000000073891800000" },
    { { true, 2, 2 },
      { 0x3FF0000000000000, 0x4000000000000000, 0x3FB999999999999A, 0xC008000000000000 },
      "66707929870ef17e8001fe000001fe000000ff000000ff00f911f400000001f91157770000000000287fce6666666785227cb3999999b1f9540000" },
};

static void known_tables_have_known_streams(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        const vector *v = &vectors[i];
        uint8_t stream[128], *table = new_table(&v->shape);
        size_t size = bytes_of_hex(v->stream, stream);
        for (uint64_t n = 0; n < (uint64_t)v->shape.columns * v->shape.rows; n++)
            store_value(table, n, v->values[n], v->shape.wide);
        reel_memory out = encode(&v->shape, table);
        assert_int_equal(out.size, size);
        assert_memory_equal(out.data, stream, size);
        expect_table(stream, size, &v->shape, table, 1);
        reel_memory_free(&out);
        free(table);
    }
}

/* A table that is long enough for the model to reach its longest period; the hash is that of libfpzip's stream. */
static void a_long_table_has_a_known_stream(void **state)
{
    (void)state;
    static const char *const hashes[2] = { "f4f35dae9864a6a5a3599f98b56913157ee303ceca9e536b250cf51c21288856",
                                           "e62f345c3f2277c043ce0d777ccd56889734af734a8bd661643e6567a18c84d1" };
    for (int wide = 0; wide < 2; wide++) {
        fpzip_shape shape = { wide, 22, 500 };
        uint8_t *table = new_table(&shape), hash[SHA256_SIZE];
        for (uint64_t i = 0; i < 22 * 500; i++) {
            double turn = (double)(i % 22) + (double)(i * i % 977) / 64;
            store_value(table, i, bits_of(i % 50 == 49 ? -turn : turn, wide), wide);
        }
        reel_memory out = encode(&shape, table);
        sha256 sha;
        reel__sha256_begin(&sha);
        reel__sha256_add(&sha, out.data, out.size);
        reel__sha256_end(&sha, hash);
        char text[2 * SHA256_SIZE + 1];
        for (size_t i = 0; i < SHA256_SIZE; i++) snprintf(text + 2 * i, 3, "%02x", hash[i]);
        assert_string_equal(text, hashes[wide]);
        expect_table(out.data, out.size, &shape, table, 1000);
        reel_memory_free(&out);
        free(table);
    }
}

static void tables_of_every_kind_come_back(void **state)
{
    (void)state;
    for (size_t i = 0; i < by_effort(20000, 3000, 500); i++) {
        fpzip_shape shape;
        void *table = random_table(&shape);
        reel_memory out = encode(&shape, table);
        expect_table(out.data, out.size, &shape, table, i % 3 ? 1 + below(40) : UINT64_MAX);
        reel_memory_free(&out);
        free(table);
    }
}

static void a_table_without_values_is_a_header(void **state)
{
    (void)state;
    static const fpzip_shape shapes[] = { { false, 22, 0 }, { false, 0, 1 }, { true, 0, 0 } };
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        reel_memory out = encode(&shapes[i], NULL);
        assert_int_equal(out.size, FPZIP_HEAD);
        expect_table(out.data, out.size, &shapes[i], "", 1);
        reel_memory_free(&out);
    }
}

/* ---- damage ------------------------------------------------------------------------------------------------------ */

/* A cut stream gives a prefix of the table, all that the bytes tell for sure, and the index at which it stopped. */
static void a_cut_stream_gives_the_values_before_the_cut(void **state)
{
    (void)state;
    static fpzip_decoder decoder;
    for (unsigned n = 0; n < by_effort(60, 20, 5); n++) {
        fpzip_shape shape;
        void *table = random_table(&shape);
        reel_memory out = encode(&shape, table);
        uint64_t made = 0;
        for (size_t size = 0; size < out.size; size++) {
            reel_error error;
            uint8_t *cut = malloc(size ? size : 1), *values = new_table(&shape);
            assert_non_null(cut);
            memcpy(cut, out.data, size);
            reel_status status = reel__fpzip_start(&decoder, cut, size, no_limit, &error);
            if (status == REEL_OK) status = reel__fpzip_decode(&decoder, values, UINT64_MAX, &error);
            assert_int_equal(status, REEL_TRUNCATED);
            assert_string_equal(error.rule, "fpzip.truncated");
            assert_int_equal(error.offset, size);
            assert_true(decoder.made >= made && decoder.made <= decoder.values);
            made = decoder.made;
            assert_memory_equal(values, table, (size_t)made * fpzip_value_size(&shape));
            if (size >= FPZIP_HEAD) assert_int_equal(reel__fpzip_decode(&decoder, values, 1, &error), REEL_TRUNCATED);
            free(values);
            free(cut);
        }
        reel_memory_free(&out);
        free(table);
    }
}

/* The last bytes of a stream are those that the decoder reads ahead. */
static void a_cut_counts_only_values_whose_bytes_are_there(void **state)
{
    (void)state;
    static fpzip_decoder decoder;
    fpzip_shape shape = { false, 22, 40 };
    uint8_t *table = new_table(&shape);
    for (uint64_t i = 0; i < 880; i++) store_value(table, i, bits_of((double)(i * 7919 % 101) / 8, false), false);
    reel_memory out = encode(&shape, table);
    reel_error error;
    assert_int_equal(reel__fpzip_start(&decoder, out.data, out.size - 1, no_limit, &error), REEL_OK);
    assert_int_equal(reel__fpzip_decode(&decoder, table, UINT64_MAX, &error), REEL_TRUNCATED);
    assert_true(decoder.made < 880 && decoder.made > 870);
    assert_non_null(strstr(error.message, "of 880"));
    reel_memory_free(&out);
    free(table);
}

static void bytes_behind_a_stream_are_not_used(void **state)
{
    (void)state;
    static fpzip_decoder decoder;
    uint8_t stream[200] = { 0 };
    float value;
    reel_error error;
    size_t size = bytes_of_hex(vectors[1].stream, stream);
    assert_int_equal(reel__fpzip_start(&decoder, stream, sizeof stream, no_limit, &error), REEL_OK);
    assert_int_equal(reel__fpzip_decode(&decoder, &value, UINT64_MAX, &error), REEL_OK);
    assert_int_equal(decoder.used, size);
}

static bool expected_rule(reel_status status, const char *rule)
{
    if (status == REEL_TRUNCATED) return strcmp(rule, "fpzip.truncated") == 0;
    return strncmp(rule, "fpzip.", 6) == 0 && strcmp(rule, "fpzip.truncated") != 0;
}

/* Whatever a stream has, decoding ends inside its buffers with a value, or with what is wrong and where. */
static void a_changed_stream_ends_with_values_or_an_error(void **state)
{
    (void)state;
    static fpzip_decoder decoder;
    enum { LIMIT = 1 << 20 };
    size_t corrupt = 0;
    for (size_t n = 0; n < by_effort(60000, 6000, 1000); n++) {
        fpzip_shape shape;
        void *table = random_table(&shape);
        reel_memory out = encode(&shape, table);
        size_t from = n % 4 ? 24 : 0;
        for (size_t i = 0; i <= below(4); i++) out.data[from + below(out.size - from)] = (uint8_t)chance();
        reel_error error = { .rule = "" };
        reel_status status = reel__fpzip_start(&decoder, out.data, out.size, LIMIT, &error);
        if (status == REEL_OK) {
            void *values = new_table(&decoder.shape);
            status = reel__fpzip_decode(&decoder, values, UINT64_MAX, &error);
            assert_true(decoder.used <= out.size && decoder.made <= decoder.values);
            assert_true((status == REEL_OK) == (decoder.made == decoder.values));
            free(values);
        }
        if (status != REEL_OK) assert_true(expected_rule(status, error.rule));
        corrupt += status == REEL_CORRUPT;
        reel_memory_free(&out);
        free(table);
    }
    assert_true(corrupt > 0);
}

/* ---- headers ----------------------------------------------------------------------------------------------------- */

typedef struct head {
    uint32_t magic, version, mode, type, precision, columns, rows, depth, fields;
} head;

/* A range coder of its own that writes a header, and zeros behind it. */
static size_t write_head(const head *h, uint8_t *to)
{
    const uint32_t parts[][2] = {
        { 8, h->magic },
        { 8, 'p' },
        { 8, 'z' },
        { 8, 0 },
        { 16, h->version },
        { 8, h->mode },
        { 1, h->type },
        { 7, h->precision },
        { 16, h->columns & 0xFFFF },
        { 16, h->columns >> 16 },
        { 16, h->rows & 0xFFFF },
        { 16, h->rows >> 16 },
        { 16, h->depth & 0xFFFF },
        { 16, h->depth >> 16 },
        { 16, h->fields & 0xFFFF },
        { 16, h->fields >> 16 },
    };
    uint32_t low = 0, range = UINT32_MAX;
    size_t size = 0;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        range >>= parts[i][0];
        low += range * parts[i][1];
        for (; (low ^ (low + range)) < 1u << 24; low <<= 8, range <<= 8) to[size++] = (uint8_t)(low >> 24);
        if (range >= 1u << 16) continue;
        for (int n = 0; n < 2; n++, low <<= 8) to[size++] = (uint8_t)(low >> 24);
        range = 0 - low;
    }
    for (int n = 0; n < 4; n++, low <<= 8) to[size++] = (uint8_t)(low >> 24);
    return size;
}

typedef struct refusal {
    head head;
    reel_status status;
    const char *rule;
} refusal;

static const refusal refusals[] = {
    { { 'f', 0x110, 1, 0, 0, 2, 0, 1, 1 }, REEL_OK, "" },
    { { 'f', 0x110, 1, 0, 32, 2, 1, 1, 1 }, REEL_OK, "" },
    { { 'f', 0x110, 1, 1, 64, 2, 1, 1, 1 }, REEL_OK, "" },
    { { 'g', 0x110, 1, 0, 0, 2, 2, 1, 1 }, REEL_CORRUPT, "fpzip.magic" },
    { { 'f', 0x111, 1, 0, 0, 2, 2, 1, 1 }, REEL_UNSUPPORTED, "fpzip.version" },
    { { 'f', 0x110, 4, 0, 0, 2, 2, 1, 1 }, REEL_UNSUPPORTED, "fpzip.mode" },
    { { 'f', 0x110, 1, 0, 16, 2, 2, 1, 1 }, REEL_UNSUPPORTED, "fpzip.precision" },
    { { 'f', 0x110, 1, 1, 32, 2, 2, 1, 1 }, REEL_UNSUPPORTED, "fpzip.precision" },
    { { 'f', 0x110, 1, 0, 0, 2, 2, 2, 1 }, REEL_UNSUPPORTED, "fpzip.shape" },
    { { 'f', 0x110, 1, 0, 0, 2, 2, 1, 0 }, REEL_UNSUPPORTED, "fpzip.shape" },
    { { 'f', 0x110, 1, 0, 0, 1024, 1024, 1, 1 }, REEL_CORRUPT, "fpzip.size" },
    { { 'f', 0x110, 1, 0, 0, 65537, 65537, 1, 1 }, REEL_LIMIT, "fpzip.limit" },
    { { 'f', 0x110, 1, 0, 0, UINT32_MAX, UINT32_MAX, 1, 1 }, REEL_LIMIT, "fpzip.limit" },
    { { 'f', 0x110, 1, 1, 0, UINT32_MAX, UINT32_MAX, 1, 1 }, REEL_LIMIT, "fpzip.limit" },
};

static void a_header_is_refused_for_what_is_wrong_in_it(void **state)
{
    (void)state;
    static fpzip_decoder decoder;
    enum { LIMIT = 1 << 28 };
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        uint8_t stream[64];
        reel_error error = { .rule = "" };
        size_t size = write_head(&refusals[i].head, stream);
        assert_int_equal(reel__fpzip_start(&decoder, stream, size, LIMIT, &error), refusals[i].status);
        assert_string_equal(error.rule, refusals[i].rule);
        if (refusals[i].status != REEL_OK)
            assert_int_equal(reel__fpzip_decode(&decoder, stream, UINT64_MAX, &error), refusals[i].status);
    }
}

/* As the library of the format's authors leaves it for no frames: the end of the coder is missing, and zeros follow. */
static void an_unfinished_empty_table_is_read(void **state)
{
    (void)state;
    static fpzip_decoder decoder;
    uint8_t stream[96] = { 0 };
    reel_error error;
    write_head(&(head){ 'f', 0x110, 1, 0, 0, 0, 1, 1, 1 }, stream);
    memset(stream + 24, 0, sizeof stream - 24);
    assert_int_equal(reel__fpzip_start(&decoder, stream, sizeof stream, no_limit, &error), REEL_OK);
    assert_int_equal(decoder.values, 0);
    assert_int_equal(decoder.used, FPZIP_HEAD);
}

/* ---- sums and memory ---------------------------------------------------------------------------------------------- */

static void doubles_are_added_as_the_standard_says(void **state)
{
    (void)state;
#if FLT_EVAL_METHOD == 0
    for (size_t i = 0; i < by_effort(3000000, 300000, 30000); i++) {
        uint64_t bits[2], sum;
        double a, b;
        bits[0] = i % 8 ? chance() : odd_bits(true);
        bits[1] = i % 5 ? chance() : odd_bits(true);
        if (i % 3) /* near each other, so that bits cancel */
            bits[1] = bits[0] ^ (bits[1] >> (1 + below(63))) ^ (chance() & sign_bit(true));
        memcpy(&a, &bits[0], sizeof a);
        memcpy(&b, &bits[1], sizeof b);
        double c = a + b;
        memcpy(&sum, &c, sizeof sum);
        uint64_t got = reel__fpzip_add_doubles(bits[0], bits[1]);
        if (bits_are_nan(sum, true))
            assert_true(bits_are_nan(got, true));
        else if (c != 0)
            assert_true(got == sum);
        else
            assert_true((got & ~sign_bit(true)) == 0);
    }
#else
    print_message("[  note  ] this machine does not add doubles as doubles: nothing to compare with\n");
    skip();
#endif
}

static void encoding_survives_failing_allocations(void **state)
{
    (void)state;
    fpzip_shape shape = { false, 300, 40 };
    float *table = new_table(&shape);
    for (size_t i = 0; i < 12000; i++) table[i] = (float)(i * i % 1009);
    reel_status status = REEL_MEMORY;
    for (size_t n = 1; status == REEL_MEMORY; n++) {
        test_allocator counted = { .fail_at = n };
        reel_memory out = { .allocator = test_allocator_of(&counted) };
        reel_error error;
        status = reel__fpzip_encode(&shape, table, &out, &error);
        if (status != REEL_OK) assert_int_equal(out.size, 0);
        reel_memory_free(&out);
        assert_int_equal(counted.live, 0);
    }
    assert_int_equal(status, REEL_OK);
    free(table);
}

/* ---- the judge ---------------------------------------------------------------------------------------------------- */

#ifdef HAS_JUDGE

/* As fpzip.h of version 1.3 has it. */
typedef struct judge_stream {
    int type, precision, columns, rows, depth, fields;
} judge_stream;

static struct {
    judge_stream *(*read_from)(const void *);
    int (*read_header)(judge_stream *);
    size_t (*read)(judge_stream *, void *);
    void (*read_close)(judge_stream *);
    judge_stream *(*write_to)(void *, size_t);
    int (*write_header)(judge_stream *);
    size_t (*write)(judge_stream *, const void *);
    void (*write_close)(judge_stream *);
} judge;

static bool judge_load(void)
{
    static const char *const names[] = { "fpzip_read_from_buffer", "fpzip_read_header",  "fpzip_read",  "fpzip_read_close",
                                         "fpzip_write_to_buffer",  "fpzip_write_header", "fpzip_write", "fpzip_write_close" };
    void *library = dlopen("libfpzip.so.1", RTLD_NOW | RTLD_LOCAL), *found[8];
    for (size_t i = 0; library && i < 8; i++) {
        found[i] = dlsym(library, names[i]);
        assert_non_null(found[i]);
    }
    if (library) memcpy(&judge, found, sizeof judge);
    return library != NULL;
}

static size_t judge_encode(const fpzip_shape *shape, const void *table, uint8_t *to, size_t capacity)
{
    judge_stream *s = judge.write_to(to, capacity);
    *s = (judge_stream){ shape->wide, 0, (int)shape->columns, (int)shape->rows, 1, 1 };
    assert_int_not_equal(judge.write_header(s), 0);
    size_t size = judge.write(s, table);
    judge.write_close(s);
    return size;
}

static void judge_decode(const uint8_t *data, void *table)
{
    judge_stream *s = judge.read_from(data);
    assert_int_not_equal(judge.read_header(s), 0);
    assert_int_not_equal(judge.read(s, table), 0);
    judge.read_close(s);
}

static void streams_and_tables_are_those_of_libfpzip(void **state)
{
    (void)state;
    enum { CAPACITY = 12 * MOST_VALUES + 1024 };
    static uint8_t theirs[CAPACITY];
    static double values[MOST_VALUES];
    if (!judge_load()) {
        print_message("[  note  ] libfpzip.so.1 is not installed (Debian: libfpzip1): not compared with it\n");
        skip();
    }
    size_t count = by_effort(120000, 5000, 500);
    for (size_t i = 0; i < count; i++) {
        fpzip_shape shape;
        void *table = random_table(&shape);
        if (shape.columns && shape.rows) {
            reel_memory out = encode(&shape, table);
            size_t size = judge_encode(&shape, table, theirs, sizeof theirs);
            assert_int_equal(out.size, size);
            assert_memory_equal(out.data, theirs, size);
            expect_table(theirs, size, &shape, table, UINT64_MAX);
            judge_decode(out.data, values);
            assert_memory_equal(values, table, (size_t)reel__fpzip_table_size(&shape));
            reel_memory_free(&out);
        }
        free(table);
    }
    print_message("[  note  ] %zu tables compared with libfpzip, both ways\n", count);
}

#else

static void streams_and_tables_are_those_of_libfpzip(void **state)
{
    (void)state;
    print_message("[  note  ] libfpzip is compared with on x86-64 Linux only: other machines give it other NaN\n");
    skip();
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_tables_have_known_streams),
        cmocka_unit_test(a_long_table_has_a_known_stream),
        cmocka_unit_test(tables_of_every_kind_come_back),
        cmocka_unit_test(a_table_without_values_is_a_header),
        cmocka_unit_test(a_cut_stream_gives_the_values_before_the_cut),
        cmocka_unit_test(a_cut_counts_only_values_whose_bytes_are_there),
        cmocka_unit_test(bytes_behind_a_stream_are_not_used),
        cmocka_unit_test(a_changed_stream_ends_with_values_or_an_error),
        cmocka_unit_test(a_header_is_refused_for_what_is_wrong_in_it),
        cmocka_unit_test(an_unfinished_empty_table_is_read),
        cmocka_unit_test(doubles_are_added_as_the_standard_says),
        cmocka_unit_test(encoding_survives_failing_allocations),
        cmocka_unit_test(streams_and_tables_are_those_of_libfpzip),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
