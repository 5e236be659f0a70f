/* SPDX-License-Identifier: MIT
 * Repair of damaged Beat Saber files: of every file that can be opened it makes one that a strict reader takes, or says that nothing can
 * be saved. */
#include "machinery.h"

#include "codec/pack/lzma.h"
#include "core/output.h"

static const char *const folders[] = { "tests/formats/scoresaber", "tests/formats/bsor" };

static size_t repaired, empty, unopened;

static bool has_rows(const uint8_t *data, size_t size)
{
    reel_replay *replay;
    size_t count = 0;
    if (reel_load(reel_source_memory(data, size), NULL, &replay, NULL) < 0) return false;
    for (const reel_table *const *table = reel_replay_format(replay)->tables; *table && !count; table++)
        if (!((*table)->flags & REEL_TABLE_LAYOUT)) reel_rows(replay, *table, &count);
    reel_free(replay);
    return count > 0;
}

static void repair(const char *what, const uint8_t *data, size_t size)
{
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    const reel_options strict = { REEL_SIZED(reel_options), .flags = REEL_STRICT };
    reel_reader *reader;
    reel_memory made;
    reel_error error;
    if (reel_open(reel_source_memory(data, size), NULL, &reader, NULL) < 0) {
        unopened++; /* its header is unknown: reel_open says why */
        return;
    }
    reel_close(reader);
    if (reel_convert(reel_source_memory(data, size), NULL, NULL, reel_sink_memory(&made, NULL), &how, &error) < 0) {
        if (!strstr(error.rule, ".nothing-left")) fail_msg("%s: %s: %s", what, error.rule, error.message);
        if (has_rows(data, size)) fail_msg("%s: there are rows, and nothing is said to be left", what);
        empty++;
        return;
    }
    reel_replay *replay;
    if (reel_load(reel_source_memory(made.data, made.size), &strict, &replay, &error) < 0)
        fail_msg("%s: what was repaired does not read: %s", what, error.message);
    reel_free(replay);
    reel_memory_free(&made);
    repaired++;
}

static void each_file(const char *kind, void (*run)(const char *what, uint8_t *data, size_t size))
{
    for (size_t f = 0; f < sizeof folders / sizeof *folders; f++) {
        char folder[256];
        snprintf(folder, sizeof folder, "%s/%s", folders[f], kind);
        file_list files = files_below(project_path(folder));
        for (size_t i = 0; i < files.count; i++) {
            size_t size;
            uint8_t *data = read_file(files.paths[i], &size);
            run(files.paths[i], data, size);
            free(data);
        }
        file_list_free(&files);
    }
}

static void run_whole(const char *what, uint8_t *data, size_t size) { repair(what, data, size); }

static void every_bad_file_is_repaired_or_has_nothing_left(void **state)
{
    (void)state;
    repaired = empty = 0;
    each_file("bad", run_whole);
    assert_true(repaired > 0);
    assert_true(empty > 0);
}

static void run_cut(const char *what, uint8_t *data, size_t size)
{
    size_t step = full_effort() ? 1 : stride_for(size, 256, 128);
    for (size_t end = 0; end < size; end += step) repair(what, data, end);
}

static void every_cut_is_repaired_or_has_nothing_left(void **state)
{
    (void)state;
    repaired = unopened = 0;
    each_file("golden", run_cut);
    assert_true(repaired > unopened / 4);
}

static void run_flip(const char *what, uint8_t *data, size_t size)
{
    size_t bits = 8 * size, step = full_effort() ? 1 : stride_for(bits, 256, 256);
    for (size_t bit = 0; bit < bits; bit += step) {
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        repair(what, data, size);
        data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
}

static void every_flip_is_repaired_or_has_nothing_left(void **state)
{
    (void)state;
    repaired = unopened = 0;
    each_file("golden", run_flip);
    assert_true(repaired > unopened);
}

enum { MAGIC_BYTES = 28 };

static reel_memory pack(const uint8_t *payload, size_t size)
{
    reel_memory memory;
    reel_error error;
    reel_sink sink = reel_sink_memory(&memory, NULL);
    reel_output out;
    const reel_allocator allocator = reel__memory_allocator(NULL);
    assert_true(reel__output_open(&out, &sink, &allocator, &error));
    assert_int_equal(reel__lzma_alone_pack(&out, payload, size, false, &allocator, &error), REEL_OK);
    assert_int_equal(reel__output_flush(&out), REEL_OK);
    reel__output_close(&out, &allocator);
    assert_int_equal(sink.commit(sink.context, &error), REEL_OK);
    return memory;
}

/* Bits of what was unpacked: those of the packed file hardly ever get there. */
static void run_payload(const char *what, uint8_t *data, size_t size)
{
    size_t head = size > MAGIC_BYTES && memcmp(data, "ScoreSaber", 10) == 0 ? MAGIC_BYTES : 0;
    if (!strstr(what, ".dat")) return;
    lzma_alone stream = { 0 };
    reel_error error;
    const reel_allocator allocator = reel__memory_allocator(NULL);
    assert_int_equal(reel__lzma_alone_start(&stream, data + head, size - head, 1 << 20, NULL, &allocator, &error), REEL_OK);
    assert_int_equal(reel__lzma_alone_more(&stream, data + head, size - head, SIZE_MAX, &error), REEL_OK);
    size_t bits = 8 * stream.size, step = full_effort() ? 7 : stride_for(bits, 256, 256);
    for (size_t bit = 0; bit < bits; bit += step) {
        stream.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        reel_memory packed = pack(stream.data, stream.size);
        repair(what, packed.data, packed.size);
        reel_memory_free(&packed);
        stream.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    reel__lzma_alone_stop(&stream);
}

static void every_flip_of_a_payload_is_repaired_or_has_nothing_left(void **state)
{
    (void)state;
    repaired = unopened = 0;
    each_file("golden", run_payload);
    assert_true(repaired > unopened);
}

static void damaged_json_keeps_its_extras_in_order(void **state)
{
    (void)state;
    static const char text[] =
        "{\"x\":[1],\"y\":\"z\",\"info\":{\"a\":1,\"version\":\"3.1.0\",\"b\":{}},\"scores\":[1,2],\"c\":0,\"frames\":[{";
    for (size_t end = 1; end < sizeof text; end++) repair("extras", (const uint8_t *)text, end);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bad_file_is_repaired_or_has_nothing_left),
        cmocka_unit_test(every_cut_is_repaired_or_has_nothing_left),
        cmocka_unit_test(every_flip_is_repaired_or_has_nothing_left),
        cmocka_unit_test(every_flip_of_a_payload_is_repaired_or_has_nothing_left),
        cmocka_unit_test(damaged_json_keeps_its_extras_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
