/* SPDX-License-Identifier: MIT
 * The packed toy by itself. Its golden and bad files are made here, from recipes; with REEL_UPDATE_GOLDEN set they are written
 * again. Compressed bytes depend on the version of liblzma, so golden files are compared by their rows. */
#include "machinery.h"
#include "packed.h"

#include "codec/pack/lzma.h"
#include "core/output.h"

enum { HEADER_BYTES = 13, POINT_BYTES = 8 };

#ifdef REEL_WITH_LZMA

typedef struct packed_recipe {
    const char *name;
    uint32_t points, announced;
    const char *player, *junk, *rest; /* junk: after the stream, in its section */
    size_t cut;                       /* bytes left out at the end */
    uint32_t longer;                  /* bytes that the section's size in the header is too large */
    bool marked;                      /* the stream ends with a mark, and does not state its size */
    size_t flip;                      /* offset in the section of a byte that is inverted, 0: none */
} packed_recipe;

static const packed_recipe golden[] = {
    { "usual.toyp", 30, 30, "Player One", "", "", .cut = 0 },
    { "none.toyp", 0, 0, "", "", "", .cut = 0 },
    { "marked.toyp", 30, 30, "Player One", "", "", .marked = true },
    { "rest.toyp", 3, 3, "Three", "", "whatever this is", .cut = 0 },
};

static const packed_recipe bad[] = {
    { "header.toyp", 3, 3, "Three", "", "", .cut = 1000 },
    { "cut-section.toyp", 30, 30, "Three", "", "", .cut = 20 },
    { "long-section.toyp", 30, 30, "Three", "", "", .longer = 1000 },
    { "cut-ending.toyp", 30, 30, "Three", "", "", .cut = 2 },
    { "few-points.toyp", 30, 40, "Three", "", "", .cut = 0 },
    { "many-points.toyp", 30, 20, "Three", "", "", .cut = 0 },
    { "junk.toyp", 30, 30, "Three", "junk", "", .cut = 0 },
    { "stream.toyp", 30, 30, "Three", "", "", .flip = 60 },
    { "stream-and-ending.toyp", 30, 30, "Three", "", "", .flip = 60, .cut = 2 },
};

static const uint64_t play_id = 7700000001;

static toy_point point_of(uint32_t row) { return (toy_point){ (int32_t)row * 12, (int32_t)(row * row * 7919 % 1000) - 500 }; }

static reel_memory section_of(const packed_recipe *recipe)
{
    uint8_t plain[30 * POINT_BYTES];
    reel_memory section;
    reel_sink sink = reel_sink_memory(&section, NULL);
    reel_error error;
    reel_output out;
    assert_true(reel__output_open(&out, &sink, &section.allocator, &error));
    for (uint32_t i = 0; i < recipe->points; i++) {
        reel_store_u32le(plain + (size_t)i * POINT_BYTES, (uint32_t)point_of(i).tick);
        reel_store_u32le(plain + (size_t)i * POINT_BYTES + 4, (uint32_t)point_of(i).value);
    }
    assert_int_equal(
        reel__lzma_alone_pack(&out, plain, (size_t)recipe->points * POINT_BYTES, recipe->marked, &section.allocator, &error),
        REEL_OK);
    reel_put(&out, recipe->junk, strlen(recipe->junk));
    assert_int_equal(reel__output_flush(&out), REEL_OK);
    reel__output_close(&out, &section.allocator);
    if (recipe->flip) section.data[recipe->flip] ^= 0xff;
    return section;
}

static reel_memory file_of(const packed_recipe *recipe)
{
    uint8_t header[HEADER_BYTES] = { 1 }, ending[9];
    reel_memory file, section = section_of(recipe);
    reel_sink_memory(&file, NULL);
    reel_store_u32le(header + 1, 1077);
    reel_store_u32le(header + 5, recipe->announced);
    reel_store_u32le(header + 9, (uint32_t)section.size + recipe->longer);
    reel_store_u64le(ending, play_id);
    ending[8] = (uint8_t)strlen(recipe->player);
    assert_true(memory_add(&file, header, sizeof header) && memory_add(&file, section.data, section.size) &&
                memory_add(&file, ending, sizeof ending) && memory_add(&file, recipe->player, strlen(recipe->player)) &&
                memory_add(&file, recipe->rest, strlen(recipe->rest)));
    file.size = recipe->cut > file.size ? 6 : file.size - recipe->cut;
    reel_memory_free(&section);
    return file;
}

static const packed_recipe *recipe_of(const char *name)
{
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++)
        if (strcmp(golden[i].name, name) == 0) return &golden[i];
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (strcmp(bad[i].name, name) == 0) return &bad[i];
    fail_msg("no recipe is called %s", name);
    return NULL;
}

static reel_replay *load(const reel_memory *file, finding_text *findings)
{
    reel_options options = machinery_options(NULL);
    if (findings) options.report = finding_text_report;
    options.report_context = findings;
    return load_bytes(file->data, file->size, &options);
}

static reel_memory write_rows(const reel_replay *replay)
{
    reel_memory made;
    reel_error error;
    if (reel_write(reel_replay_chunk(replay), &reel_format_toy_packed, reel_sink_memory(&made, NULL), NULL, &error) < 0)
        fail_msg("%s", error.message);
    return made;
}

static void update(const char *folder, const packed_recipe *recipe)
{
    if (!getenv("REEL_UPDATE_GOLDEN")) return;
    char path[4096];
    snprintf(path, sizeof path, "%s/%s/%s", project_path("tests/toy"), folder, recipe->name);
    reel_memory memory = file_of(recipe);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    fwrite(memory.data, 1, memory.size, file);
    fclose(file);
    reel_memory_free(&memory);
}

static void golden_files_hold_the_rows_of_their_recipes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) update("bad", &bad[i]);
    for (size_t i = 0; i < sizeof golden / sizeof *golden; i++) {
        update("golden", &golden[i]);
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", project_path("tests/toy/golden"), golden[i].name);
        size_t size, count;
        uint8_t *data = read_file(path, &size);
        reel_replay *replay = load(&(reel_memory){ .data = data, .size = size }, NULL);
        assert_ptr_equal(reel_replay_format(replay), &reel_format_toy_packed);
        assert_null(reel_replay_damage(replay));
        const toy_point *points = reel_rows(replay, &toy_points, &count);
        assert_int_equal(count, golden[i].points);
        for (uint32_t row = 0; row < count; row++) {
            assert_int_equal(points[row].tick, point_of(row).tick);
            assert_int_equal(points[row].value, point_of(row).value);
        }
        const toy_ending *ending = reel_rows(replay, &toy_endings, &count);
        assert_int_equal(count, 1);
        assert_int_equal(ending->id, play_id);
        assert_int_equal(ending->name.size, strlen(golden[i].player));
        assert_memory_equal(ending->name.data, golden[i].player, ending->name.size);
        reel_free(replay);
        free(data);
    }
}

/* Its stream is one that the writer would not make, so the bytes show whether it was kept. */
static void a_section_is_kept_until_its_points_change(void **state)
{
    (void)state;
    reel_memory file = file_of(recipe_of("marked.toyp"));
    size_t count, section = reel_load_u32le(file.data + 9);
    reel_replay *replay = load(&file, NULL);
    toy_ending *ending = (toy_ending *)(uintptr_t)reel_rows(replay, &toy_endings, &count);
    ending->id++;
    reel_memory renamed = write_rows(replay);
    assert_int_equal(renamed.size, file.size);
    assert_memory_equal(renamed.data, file.data, HEADER_BYTES + section);
    assert_memory_not_equal(renamed.data, file.data, file.size);

    toy_point *points = (toy_point *)(uintptr_t)reel_rows(replay, &toy_points, &count);
    points[1].value++;
    reel_memory moved = write_rows(replay);
    reel_replay *again = load(&moved, NULL);
    assert_int_equal(reel_load_u64le(moved.data + HEADER_BYTES + 5), 30 * POINT_BYTES); /* packed anew, with its size */
    const toy_point *changed = reel_rows(again, &toy_points, &count);
    assert_int_equal(changed[1].value, point_of(1).value + 1);
    reel_free(again);
    reel_free(replay);
    reel_memory_free(&moved);
    reel_memory_free(&renamed);
    reel_memory_free(&file);
}

static void damaged_points_do_not_hide_the_ending(void **state)
{
    (void)state;
    size_t points, endings;
    reel_memory file = file_of(recipe_of("stream.toyp"));
    reel_replay *replay = load(&file, NULL);
    reel_rows(replay, &toy_points, &points);
    const toy_ending *ending = reel_rows(replay, &toy_endings, &endings);
    assert_non_null(reel_replay_damage(replay));
    assert_string_equal(reel_replay_damage(replay)->section, "compression");
    assert_true(points > 0 && points < 30);
    assert_int_equal(endings, 1);
    assert_int_equal(ending->id, play_id);
    reel_free(replay);
    reel_memory_free(&file);
}

static void two_damaged_parts_are_two_findings(void **state)
{
    (void)state;
    static finding_text findings;
    reel_memory file = file_of(recipe_of("stream-and-ending.toyp"));
    reel_replay *replay = load(&file, &findings);
    assert_int_equal(findings.errors, 2);
    assert_non_null(strstr(findings.text, "toy-packed.ending"));
    assert_non_null(strstr(findings.text, reel_replay_damage(replay)->rule));
    assert_string_equal(reel_replay_damage(replay)->section, "compression");
    reel_free(replay);
    reel_memory_free(&file);
}

static void a_repair_adds_the_ending_that_was_cut_off(void **state)
{
    (void)state;
    static finding_text findings;
    reel_memory file = file_of(recipe_of("cut-ending.toyp")), made;
    reel_replay *replay = load(&file, NULL);
    reel_error error;
    assert_int_equal(reel_write(reel_replay_chunk(replay), &reel_format_toy_packed, reel_sink_memory(&made, NULL), NULL, &error),
                     REEL_ARGUMENT);
    assert_string_equal(error.rule, "toy-packed.rows");
    reel_free(replay);

    reel_options options = machinery_options(NULL);
    reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    findings.size = 0;
    options.report = finding_text_report;
    options.report_context = &findings;
    assert_int_equal(
        reel_convert(reel_source_memory(file.data, file.size), &options, NULL, reel_sink_memory(&made, NULL), &how, &error),
        REEL_OK);
    assert_non_null(strstr(findings.text, "repair.toy-packed.ending"));
    replay = load(&made, NULL);
    assert_null(reel_replay_damage(replay));
    size_t points, endings;
    reel_rows(replay, &toy_points, &points);
    const toy_ending *ending = reel_rows(replay, &toy_endings, &endings);
    assert_int_equal(points, 30);
    assert_int_equal(endings, 1);
    assert_int_equal(ending->id, 0);
    reel_free(replay);
    reel_memory_free(&made);
    reel_memory_free(&file);
}

/* The section of this file is damaged; nobody asked for what is in it. */
static void a_section_that_is_not_wanted_is_not_unpacked(void **state)
{
    (void)state;
    reel_memory file = file_of(recipe_of("stream.toyp"));
    const reel_table *const wanted[] = { &toy_endings, NULL };
    reel_options options = machinery_options(NULL);
    options.tables = wanted;
    reel_replay *replay = load_bytes(file.data, file.size, &options);
    size_t count;
    assert_null(reel_replay_damage(replay));
    reel_rows(replay, &toy_points, &count);
    assert_int_equal(count, 0);
    reel_rows(replay, &toy_endings, &count);
    assert_int_equal(count, 1);
    reel_free(replay);
    reel_memory_free(&file);
}

/* A file of which the first `there` bytes are there, and nothing more yet. */
typedef struct growing {
    const uint8_t *data;
    size_t there, at;
} growing;

static reel_status growing_read(void *context, void *buffer, size_t capacity, size_t *got, reel_error *error)
{
    (void)error;
    growing *file = context;
    size_t left = file->there - file->at, size = left < capacity ? left : capacity;
    if (!size) return REEL_AGAIN;
    memcpy(buffer, file->data + file->at, size);
    file->at += size;
    *got = size;
    return REEL_OK;
}

static void a_growing_file_is_waited_for_at_every_byte(void **state)
{
    (void)state;
    reel_memory file = file_of(recipe_of("usual.toyp"));
    for (size_t start = HEADER_BYTES; start < file.size; start++) {
        growing grows = { file.data, start, 0 };
        reel_source source = { .context = &grows, .size = REEL_UNKNOWN_SIZE, .read = growing_read };
        reel_options options = machinery_options(NULL);
        reel_reader *reader;
        const reel_chunk *chunk;
        reel_error error;
        size_t count;
        assert_int_equal(reel_open(source, &options, &reader, &error), REEL_OK);
        reel_chunk_rows(reel_header(reader), &toy_infos, &count);
        assert_int_equal(count, 1);
        reel_status status;
        do { /* the first chunk has the header, and later ones come when there is more */
            status = reel_next(reader, &chunk, &error);
            if (status == REEL_OK) reel_chunk_rows(chunk, &toy_points, &count);
            if (grows.there == file.size) break;
            if (status == REEL_OK) assert_int_equal(count, 0);
            assert_true(status == REEL_OK || status == REEL_AGAIN);
            grows.there++;
        } while (true);
        assert_int_equal(status, REEL_OK);
        assert_int_equal(count, 30);
        assert_int_equal(reel_next(reader, &chunk, &error), REEL_END);
        reel_close(reader);
    }
    reel_memory_free(&file);
}

static void a_header_that_is_not_complete_yet_is_no_damage(void **state)
{
    (void)state;
    reel_memory file = file_of(recipe_of("usual.toyp"));
    for (size_t there = 1; there < HEADER_BYTES; there++) {
        growing grows = { file.data, there, 0 };
        reel_source source = { .context = &grows, .size = REEL_UNKNOWN_SIZE, .read = growing_read };
        reel_options options = machinery_options(NULL);
        options.format = &reel_format_toy_packed;
        reel_reader *reader;
        reel_error error;
        assert_int_equal(reel_open(source, &options, &reader, &error), REEL_TRUNCATED);
        assert_string_equal(error.rule, "reel.no-header-yet");
    }
    reel_memory_free(&file);
}

static void a_field_out_of_its_range_is_another_format(void **state)
{
    (void)state;
    static const struct {
        size_t at;
        uint32_t last, beyond;
    } ranges[] = { { 1, 2047, 2048 }, { 1, 1024, 1023 }, { 5, 0xffffff, 0x1000000 }, { 9, 0xffffff, 0x1000000 }, { 9, 13, 12 } };
    reel_memory file = file_of(recipe_of("usual.toyp"));
    assert_true(reel_format_toy_packed.sniff(file.data, file.size) > 32);
    assert_int_equal(reel_format_toy_packed.sniff(file.data, HEADER_BYTES - 1), 0);
    for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++) {
        uint32_t old = reel_load_u32le(file.data + ranges[i].at);
        reel_store_u32le(file.data + ranges[i].at, ranges[i].last);
        assert_true(reel_format_toy_packed.sniff(file.data, file.size) > 0);
        reel_store_u32le(file.data + ranges[i].at, ranges[i].beyond);
        assert_int_equal(reel_format_toy_packed.sniff(file.data, file.size), 0);
        reel_store_u32le(file.data + ranges[i].at, old);
    }
    file.data[0] = 4;
    assert_int_equal(reel_format_toy_packed.sniff(file.data, file.size), 0);
    reel_memory_free(&file);
}

#else

/* The ending is read, the points are reported as missing, and the file cannot be written without them. */
static void without_liblzma_the_points_are_damage(void **state)
{
    (void)state;
    size_t size, count;
    uint8_t *data = read_file(project_path("tests/toy/golden/usual.toyp"), &size);
    reel_options options = machinery_options(NULL);
    reel_replay *replay = load_bytes(data, size, &options);
    assert_non_null(reel_replay_damage(replay));
    assert_int_equal(reel_replay_damage(replay)->status, REEL_UNSUPPORTED);
    assert_string_equal(reel_replay_damage(replay)->rule, "unpack.not-built");
    assert_false(is_readable(data, size));
    reel_rows(replay, &toy_points, &count);
    assert_int_equal(count, 0);
    reel_rows(replay, &toy_endings, &count);
    assert_int_equal(count, 1);
    reel_memory made;
    reel_error error;
    assert_int_equal(reel_write(reel_replay_chunk(replay), &reel_format_toy_packed, reel_sink_memory(&made, NULL), NULL, &error),
                     REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "unpack.not-built");
    reel_free(replay);
    free(data);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
#ifdef REEL_WITH_LZMA
        cmocka_unit_test(golden_files_hold_the_rows_of_their_recipes),
        cmocka_unit_test(a_section_is_kept_until_its_points_change),
        cmocka_unit_test(damaged_points_do_not_hide_the_ending),
        cmocka_unit_test(two_damaged_parts_are_two_findings),
        cmocka_unit_test(a_repair_adds_the_ending_that_was_cut_off),
        cmocka_unit_test(a_section_that_is_not_wanted_is_not_unpacked),
        cmocka_unit_test(a_growing_file_is_waited_for_at_every_byte),
        cmocka_unit_test(a_header_that_is_not_complete_yet_is_no_damage),
        cmocka_unit_test(a_field_out_of_its_range_is_another_format),
#else
        cmocka_unit_test(without_liblzma_the_points_are_damage),
#endif
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
