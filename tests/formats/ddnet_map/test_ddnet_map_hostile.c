/* SPDX-License-Identifier: MIT
 * Maps that are made to cost more than they should: each is answered within the memory that its size allows. */
#include "codec/pack/deflate.h"
#include "core/memory.h"
#include "machinery.h"

#include <reel/ddnet_map.h>

/* ---- a map that is being made ----------------------------------------------------------------------------------- */

enum { MOST_ITEMS = 20000, MOST_BLOCKS = 8 };

typedef struct made {
    reel_memory items, blocks, file;
    uint32_t offsets[MOST_ITEMS], block_offsets[MOST_BLOCKS], block_sizes[MOST_BLOCKS], types[32][3];
    uint32_t item_count, block_count, type_count;
} made;

static void put(reel_memory *to, const void *data, size_t size) { assert_true(memory_add(to, data, size)); }

static void put_int(reel_memory *to, uint32_t value)
{
    uint8_t bytes[4];
    reel_store_u32le(bytes, value);
    put(to, bytes, sizeof bytes);
}

static made *new_map(void)
{
    made *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->items.allocator = m->blocks.allocator = m->file.allocator = reel__memory_allocator(NULL);
    return m;
}

static void free_map(made *m)
{
    reel_memory_free(&m->items);
    reel_memory_free(&m->blocks);
    reel_memory_free(&m->file);
    free(m);
}

static void add_item(made *m, uint32_t type, uint32_t id, const int32_t *ints, size_t count)
{
    if (!m->type_count || m->types[m->type_count - 1][0] != type) {
        m->types[m->type_count][0] = type;
        m->types[m->type_count++][1] = m->item_count;
    }
    m->types[m->type_count - 1][2]++;
    assert_true(m->item_count < MOST_ITEMS);
    m->offsets[m->item_count++] = (uint32_t)m->items.size;
    put_int(&m->items, type << 16 | id);
    put_int(&m->items, (uint32_t)(4 * count));
    for (size_t i = 0; i < count; i++) put_int(&m->items, (uint32_t)ints[i]);
}

/* A block of `repeats` times the same bytes, which states `stated` bytes. */
static void add_block(made *m, const uint8_t *data, size_t size, size_t repeats, size_t stated)
{
    const reel_allocator allocator = reel__memory_allocator(NULL);
    deflater *d = reel__deflater_new_zlib(9, &allocator);
    assert_non_null(d);
    m->block_offsets[m->block_count] = (uint32_t)m->blocks.size;
    m->block_sizes[m->block_count++] = (uint32_t)stated;
    for (size_t i = 0; i < repeats; i++) assert_true(reel__deflater_add(d, data, size, i + 1 == repeats, &m->blocks));
    reel__deflater_free(d);
}

static void finish(made *m)
{
    size_t lists = 12 * m->type_count + 4 * m->item_count + 8 * m->block_count;
    size_t size = 36 + lists + m->items.size + m->blocks.size;
    put(&m->file, "DATA", 4);
    const size_t head[] = {
        4, size - 16, size - 16 - m->blocks.size, m->type_count, m->item_count, m->block_count, m->items.size, m->blocks.size
    };
    for (size_t i = 0; i < sizeof head / sizeof *head; i++) put_int(&m->file, (uint32_t)head[i]);
    for (size_t i = 0; i < m->type_count; i++)
        for (size_t k = 0; k < 3; k++) put_int(&m->file, m->types[i][k]);
    for (size_t i = 0; i < m->item_count; i++) put_int(&m->file, m->offsets[i]);
    for (size_t i = 0; i < m->block_count; i++) put_int(&m->file, m->block_offsets[i]);
    for (size_t i = 0; i < m->block_count; i++) put_int(&m->file, m->block_sizes[i]);
    put(&m->file, m->items.data, m->items.size);
    put(&m->file, m->blocks.data, m->blocks.size);
}

static void add_game_layer(made *m, uint32_t id, int32_t version, int32_t width, int32_t height)
{
    const int32_t ints[] = { 0, 2, 0, version, width, height, 1, 255, 255, 255, 255, -1, 0, -1, 0, 0, 0, 0 };
    add_item(m, 5, id, ints, sizeof ints / sizeof *ints);
}

static void add_group(made *m, uint32_t id, int32_t first, int32_t layers)
{
    const int32_t ints[] = { 1, 0, 0, 100, 100, first, layers };
    add_item(m, 4, id, ints, sizeof ints / sizeof *ints);
}

/* ---- what it costs ---------------------------------------------------------------------------------------------- */

/* Loads the map and ends it. `rule` is what damage is called; NULL: none. Returns the number of tile rows. */
static size_t tiles_of(made *m, const char *rule, size_t most_memory)
{
    test_allocator memory = { .live = 0 };
    reel_allocator allocator = test_allocator_of(&memory);
    reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
    reel_replay *map;
    reel_error error;
    size_t count;
    finish(m);
    if (reel_load(reel_source_memory(m->file.data, m->file.size), &options, &map, &error) < 0) fail_msg("%s", error.message);
    const reel_error *damage = reel_replay_damage(map);
    if (!rule && damage) fail_msg("%s", damage->message);
    if (rule) assert_string_equal(damage ? damage->rule : "none", rule);
    reel_rows(map, &ddnet_map_tiles, &count);
    uint64_t bound = reel_memory_bound(&reel_format_ddnet_map, m->file.size, &options);
    print_message("%zu bytes: %zu runs, %zu bytes of memory\n", m->file.size, count, memory.peak);
    if (memory.peak > bound) fail_msg("%zu bytes, the bound is %llu", memory.peak, (unsigned long long)bound);
    if (memory.peak > most_memory) fail_msg("%zu bytes of memory", memory.peak);
    reel_free(map);
    assert_int_equal(memory.live, 0);
    free_map(m);
    return count;
}

enum { MIB = 1 << 20 };

static void a_large_layer_in_a_small_file_is_a_run_for_each_row(void **state)
{
    (void)state;
    static const uint8_t skips[] = { 1, 0, 255, 0 };
    enum { SIDE = 10000, TILES = SIDE * SIDE, FULL = 256 };
    made *m = new_map();
    add_block(m, skips, sizeof skips, TILES / FULL, TILES / FULL * sizeof skips);
    add_group(m, 0, 0, 1);
    add_game_layer(m, 0, 4, SIDE, SIDE);
    assert_int_equal(tiles_of(m, NULL, 8 * MIB), SIDE);
}

/* A packed layer of two columns has a row of tiles for each two tiles: 128 times as many as it has bytes of four. */
static void rows_of_a_thin_layer_are_limited_by_the_size_of_the_file(void **state)
{
    (void)state;
    static const uint8_t skips[] = { 1, 0, 255, 0 };
    enum { ROWS = 50000000, FULL = 256 };
    made *m = new_map();
    add_block(m, skips, sizeof skips, 2 * ROWS / FULL, 2 * ROWS / FULL * sizeof skips);
    add_group(m, 0, 0, 1);
    add_game_layer(m, 0, 4, 2, ROWS);
    tiles_of(m, "reel.work-limit", 256 * MIB);
}

static void alternating_tiles_are_a_run_each(void **state)
{
    (void)state;
    static const uint8_t tiles[] = { 1, 0, 0, 0, 3, 0, 0, 0 };
    enum { WIDTH = 2000, HEIGHT = 300, TILES = WIDTH * HEIGHT };
    made *m = new_map();
    add_block(m, tiles, sizeof tiles, TILES / 2, 4 * TILES);
    add_group(m, 0, 0, 1);
    add_game_layer(m, 0, 3, WIDTH, HEIGHT);
    assert_int_equal(tiles_of(m, NULL, 128 * MIB), TILES);
}

/* ---- bytes behind rows ---------------------------------------------------------------------------------------------- */

enum { BEHIND_LAYERS = 3, BEHIND_SIDE = 300, CELLS = BEHIND_SIDE * BEHIND_SIDE };

/* Tiles that pack well, in runs of about `length` up to `dense`, and of a hundred behind it: rows grow faster or slower than their bytes are read. */
static void make_tiles(uint8_t *tiles, size_t dense, size_t length, uint8_t first)
{
    for (size_t i = 0; i < CELLS; i++) {
        const size_t run = i < dense ? i / length : i / 100;
        memset(tiles + 4 * i, 0, 4);
        if (run % 3) tiles[4 * i] = (uint8_t)(first + run % 2), tiles[4 * i + 1] = run % 4 == 1;
    }
}

/* Counts the tiles that the rows of a layer state, each of which has to be that of the block. */
static size_t compare_tiles(const reel_replay *map, uint32_t layer, const uint8_t *tiles)
{
    size_t count, compared = 0;
    const ddnet_map_tile *rows = reel_rows(map, &ddnet_map_tiles, &count);
    for (size_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < rows[i].count && rows[i].layer == layer; k++, compared++) {
            const uint8_t *tile = tiles + 4 * ((size_t)rows[i].y * BEHIND_SIDE + (size_t)rows[i].x + k);
            if (tile[0] != rows[i].index || tile[1] != rows[i].flags) fail_msg("row %zu of layer %u", i, layer);
        }
    return compared;
}

/* If the n-th allocation fails, and it alone (`fail_at`; 0: none): all tiles, or an error. Returns the number of allocations. */
static size_t load_with(const made *m, size_t fail_at, const uint8_t *const tiles[BEHIND_LAYERS])
{
    test_allocator memory = { .fail_at = fail_at, .fail_once = true };
    reel_allocator allocator = test_allocator_of(&memory);
    const reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
    reel_replay *map;
    reel_error error;
    const reel_status status = reel_load(reel_source_memory(m->file.data, m->file.size), &options, &map, &error);
    if (status < 0) assert_int_equal(fail_at ? status : REEL_OK, REEL_MEMORY);
    for (uint32_t layer = 0; layer < BEHIND_LAYERS && status >= 0; layer++) {
        size_t wanted = 0;
        for (size_t i = 0; i < CELLS; i++) wanted += tiles[layer][4 * i] != 0;
        assert_int_equal(compare_tiles(map, layer, tiles[layer]), wanted);
    }
    if (status >= 0) reel_free(map);
    assert_int_equal(memory.live, 0);
    return memory.calls;
}

static void rows_are_those_of_tiles_whose_bytes_are_behind_them(void **state)
{
    (void)state;
    static uint8_t bytes[BEHIND_LAYERS][4 * CELLS];
    const uint8_t *const tiles[BEHIND_LAYERS] = { bytes[0], bytes[1], bytes[2] };
    for (size_t dense = 0; dense <= CELLS; dense += CELLS / 6)
        for (size_t length = 1; length <= 16; length *= 2) {
            made *m = new_map();
            for (size_t layer = 0; layer < BEHIND_LAYERS; layer++) {
                make_tiles(bytes[layer], layer == 1 ? CELLS - dense : dense, length, (uint8_t)(10 * layer + 1));
                add_block(m, bytes[layer], sizeof bytes[layer], 1, sizeof bytes[layer]);
            }
            add_group(m, 0, 0, BEHIND_LAYERS);
            add_game_layer(m, 0, 3, BEHIND_SIDE, BEHIND_SIDE);
            for (int32_t layer = 1; layer < BEHIND_LAYERS; layer++) {
                const int32_t ints[] = { 0, 2, 0, 3, BEHIND_SIDE, BEHIND_SIDE, 0, 255, 255, 255, 255, -1, 0, -1, layer, 0, 0, 0 };
                add_item(m, 5, (uint32_t)layer, ints, sizeof ints / sizeof *ints);
            }
            finish(m);
            const size_t calls = load_with(m, 0, tiles);
            for (size_t at = 1; at <= calls && length == 2; at++) load_with(m, at, tiles);
            free_map(m);
        }
}

/* ---- many layers ------------------------------------------------------------------------------------------------------ */

/* Many layers that unpack one block. */
static void a_block_of_many_layers_is_limited_as_if_each_had_its_own(void **state)
{
    (void)state;
    static const uint8_t skips[] = { 0, 0, 255, 0 };
    enum { SIDE = 8192, FULL = 256, LAYERS = 500 };
    made *m = new_map();
    add_block(m, skips, sizeof skips, SIDE * SIDE / FULL, SIDE * SIDE / FULL * sizeof skips);
    add_group(m, 0, 0, LAYERS);
    for (uint32_t i = 0; i < LAYERS; i++) add_game_layer(m, i, 4, SIDE, SIDE);
    assert_int_equal(tiles_of(m, "unpack.limit", 8 * MIB), 0);
}

/* Groups that all claim all layers: each layer is given to one of them, once. */
static void groups_that_claim_all_layers_cost_no_more(void **state)
{
    (void)state;
    static const uint8_t tiles[] = { 1, 0, 0, 0 };
    enum { EACH = 9000 };
    made *m = new_map();
    add_block(m, tiles, sizeof tiles, 4, 4 * sizeof tiles);
    for (uint32_t i = 0; i < EACH; i++) add_group(m, i, 0, EACH);
    for (uint32_t i = 0; i < EACH; i++) add_game_layer(m, i, 3, 2, 2);
    assert_int_equal(tiles_of(m, NULL, 64 * MIB), 2 * EACH);
}

/* An image that states 2 GiB takes no memory before its bytes are known to be able to make them. */
static void a_block_that_states_too_much_takes_no_memory(void **state)
{
    (void)state;
    static const uint8_t zero[1] = { 0 };
    made *m = new_map();
    const int32_t image[] = { 1, 20000, 20000, 0, -1, 0 };
    add_block(m, zero, sizeof zero, 1000, INT32_MAX);
    add_item(m, 2, 0, image, sizeof image / sizeof *image);
    tiles_of(m, "ddnet-map.block-size", MIB);
}

/* 64 MiB of zeros in 64 KB are more than a file of that size may unpack to. */
static void zeros_are_limited_by_the_size_of_the_file(void **state)
{
    (void)state;
    static const uint8_t zeros[65536] = { 0 };
    made *m = new_map();
    const int32_t image[] = { 1, 4096, 4096, 0, -1, 0 };
    add_block(m, zeros, sizeof zeros, 1024, 1024 * sizeof zeros);
    add_item(m, 2, 0, image, sizeof image / sizeof *image);
    tiles_of(m, "unpack.limit", MIB);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_large_layer_in_a_small_file_is_a_run_for_each_row),
        cmocka_unit_test(rows_of_a_thin_layer_are_limited_by_the_size_of_the_file),
        cmocka_unit_test(alternating_tiles_are_a_run_each),
        cmocka_unit_test(rows_are_those_of_tiles_whose_bytes_are_behind_them),
        cmocka_unit_test(a_block_of_many_layers_is_limited_as_if_each_had_its_own),
        cmocka_unit_test(groups_that_claim_all_layers_cost_no_more),
        cmocka_unit_test(a_block_that_states_too_much_takes_no_memory),
        cmocka_unit_test(zeros_are_limited_by_the_size_of_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
