/* SPDX-License-Identifier: MIT
 * Rows of the golden maps, which make_golden.py made without the library. */
#include "machinery.h"

#include <reel/ddnet_map.h>

static reel_replay *load_golden(const char *name)
{
    char path[256];
    size_t size;
    snprintf(path, sizeof path, "tests/formats/ddnet_map/golden/%s.map", name);
    uint8_t *data = read_file(project_path(path), &size);
    reel_replay *replay = load_bytes(data, size, NULL);
    free(data);
    return replay;
}

static void assert_text(reel_string text, const char *wanted)
{
    if (text.size != strlen(wanted) || (text.size && memcmp(text.data, wanted, text.size) != 0))
        fail_msg("\"%.*s\" is not \"%s\"", (int)text.size, text.data ? text.data : "", wanted);
}

/* The tile of a layer at a position; NULL: an empty one. Runs may not overlap. */
static const ddnet_map_tile *tile_at(const reel_replay *map, uint32_t layer, int32_t x, int32_t y)
{
    size_t count;
    const ddnet_map_tile *tiles = reel_rows(map, &ddnet_map_tiles, &count), *found = NULL;
    for (size_t i = 0; i < count; i++) {
        if (tiles[i].layer != layer || tiles[i].y != y || x < tiles[i].x || x >= tiles[i].x + (int32_t)tiles[i].count) continue;
        assert_null(found);
        found = &tiles[i];
    }
    return found;
}

static void assert_tile(const reel_replay *map, uint32_t layer, int32_t x, int32_t y, ddnet_map_tile wanted)
{
    const ddnet_map_tile *tile = tile_at(map, layer, x, y);
    if (!tile) fail_msg("layer %u is empty at %d, %d", layer, x, y);
    wanted.layer = layer;
    wanted.x = tile->x;
    wanted.y = y;
    wanted.count = tile->count;
    if (memcmp(tile, &wanted, sizeof wanted) != 0) fail_msg("another tile in layer %u at %d, %d", layer, x, y);
}

static void the_header_names_and_describes_the_map(void **state)
{
    (void)state;
    reel_replay *map = load_golden("usual");
    size_t count;
    const ddnet_map_info *info = reel_rows(map, &ddnet_map_infos, &count);
    assert_int_equal(count, 1);
    assert_text(info->author, "nobody");
    assert_text(info->map_version, "1.2");
    assert_text(info->credits, "thanks to Zo\xc3\xab");
    assert_text(info->license, "CC0");
    assert_int_equal(info->datafile_version, 4);
    assert_int_equal(info->items_version, 1);
    assert_int_equal(info->width, 12);
    assert_int_equal(info->height, 8);
    assert_int_equal(info->groups, 3);
    assert_int_equal(info->layers, 10);
    assert_int_equal(info->images, 2);
    assert_int_equal(info->envelopes, 2);
    assert_int_equal(info->sounds, 1);
    assert_int_equal(info->settings, 4);
    /* sha256sum and the crc32 of Python's zlib */
    assert_text(info->sha256, "2543932ee0fac3a67d83131871d174d4eaff614f227ac13da2215abd1ecdc30c");
    assert_text(info->crc, "acb15fe5");
    const ddnet_map_setting *settings = reel_rows(map, &ddnet_map_settings, &count);
    assert_int_equal(count, 4);
    assert_text(settings[0].text, "tune gravity 0.4");
    assert_text(settings[2].text, "");
    assert_text(settings[3].text, "mapbug grenade-doubleexplosion@ddnet.tw");
    reel_free(map);
}

static void each_kind_of_tile_has_its_fields(void **state)
{
    (void)state;
    reel_replay *map = load_golden("usual");
    assert_tile(map, 2, 2, 6, (ddnet_map_tile){ .kind = DDNET_MAP_GAME, .index = 33 });
    assert_int_equal(tile_at(map, 2, 2, 6)->count, 2);
    assert_tile(map, 2, 6, 3, (ddnet_map_tile){ .kind = DDNET_MAP_GAME, .index = 60, .flags = 9 });
    assert_tile(map, 3, 5, 4, (ddnet_map_tile){ .kind = DDNET_MAP_FRONT, .index = 9 });
    assert_tile(map, 4, 10, 1, (ddnet_map_tile){ .kind = DDNET_MAP_TELE, .index = 27, .number = 1 });
    assert_tile(map, 4, 2, 1, (ddnet_map_tile){ .kind = DDNET_MAP_TELE, .index = 31 });
    assert_tile(map, 5, 4, 3,
                (ddnet_map_tile){ .kind = DDNET_MAP_SPEEDUP, .index = 28, .force = 20, .max_speed = 10, .angle = 270 });
    assert_tile(map, 6, 7, 2, (ddnet_map_tile){ .kind = DDNET_MAP_SWITCH, .index = 22, .number = 5, .delay = 3 });
    assert_tile(map, 7, 11, 1, (ddnet_map_tile){ .kind = DDNET_MAP_TUNE, .index = 68, .number = 2 });
    assert_int_equal(tile_at(map, 7, 0, 1)->count, 12);
    assert_int_equal(tile_at(map, 7, 0, 2)->count, 1); /* a run ends with the row, though the next tile is equal */
    assert_tile(map, 1, 4, 3, (ddnet_map_tile){ .kind = DDNET_MAP_DESIGN, .index = 16, .flags = 8 });
    for (int32_t x = 0; x < 12; x++)
        for (int32_t y = 0; y < 8; y++)
            if (x == 0 || y == 0 || x == 11 || y == 7) assert_int_equal(tile_at(map, 2, x, y)->index, 1);
    assert_null(tile_at(map, 2, 1, 1));
    reel_free(map);
}

static void groups_layers_and_what_they_use(void **state)
{
    (void)state;
    reel_replay *map = load_golden("usual");
    size_t count;
    const ddnet_map_group *groups = reel_rows(map, &ddnet_map_groups, &count);
    assert_text(groups[2].name, "elevenbytes");
    assert_int_equal(groups[2].offset_x, -320);
    assert_int_equal(groups[2].clip_height, 200);
    const ddnet_map_layer *layers = reel_rows(map, &ddnet_map_layers, &count);
    assert_int_equal(layers[1].group, 0);
    assert_int_equal(layers[2].group, 1);
    assert_int_equal(layers[9].group, 2);
    assert_int_equal(layers[1].flags, 1);
    assert_int_equal(layers[5].kind, DDNET_MAP_SPEEDUP);
    assert_text(layers[5].name, "Speedup");
    assert_int_equal(layers[9].count, 0);
    const ddnet_map_quad *quads = reel_rows(map, &ddnet_map_quads, &count);
    assert_int_equal(count, 2);
    assert_int_equal(quads[1].corner_x[3], (-40 + 3) * 1024);
    assert_int_equal(quads[1].pivot_y, 7 * 1024);
    assert_int_equal(quads[1].color_3[3], 2 * 16 + 15);
    assert_int_equal(quads[0].texture_y[2], 1024);
    assert_int_equal(quads[1].position_envelope_offset, 20);
    const ddnet_map_sound_source *sources = reel_rows(map, &ddnet_map_sound_sources, &count);
    assert_int_equal(count, 2);
    assert_int_equal(sources[0].width_or_radius, 600 * 1024);
    assert_int_equal(sources[1].height, 32 * 1024);
    const ddnet_map_image *images = reel_rows(map, &ddnet_map_images, &count);
    assert_text(images[0].name, "grass_main");
    assert_int_equal(images[0].data.size, 0);
    assert_int_equal(images[1].data.size, 24);
    assert_int_equal(images[1].data.data[23], 23);
    const ddnet_map_envelope *envelopes = reel_rows(map, &ddnet_map_envelopes, &count);
    assert_text(envelopes[0].name, "platform");
    assert_int_equal(envelopes[0].synchronized, 1);
    const ddnet_map_envelope_point *points = reel_rows(map, &ddnet_map_envelope_points, &count);
    assert_int_equal(count, 3);
    assert_int_equal(points[1].values[2], 360 * 1024);
    const ddnet_map_item *items = reel_rows(map, &ddnet_map_items, &count);
    assert_int_equal(count, 2);
    static const uint8_t automapper[] = { 0x3e, 0x1b, 0x27, 0x16, 0x17, 0x8c, 0x39, 0x78,
                                          0x9b, 0xd9, 0xb1, 0x1a, 0xe0, 0x41, 0x0d, 0xd8 };
    assert_memory_equal(items[0].uuid.bytes, automapper, sizeof automapper);
    reel_free(map);
}

static void old_items_end_where_their_version_does(void **state)
{
    (void)state;
    reel_replay *map = load_golden("old");
    size_t count;
    const ddnet_map_layer *layers = reel_rows(map, &ddnet_map_layers, &count);
    static const uint8_t kinds[] = { DDNET_MAP_DESIGN, DDNET_MAP_GAME,   DDNET_MAP_QUADS, DDNET_MAP_TELE,   DDNET_MAP_SPEEDUP,
                                     DDNET_MAP_FRONT,  DDNET_MAP_SWITCH, DDNET_MAP_TUNE,  DDNET_MAP_SOUNDS, DDNET_MAP_UNKNOWN };
    assert_int_equal(count, sizeof kinds);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal(layers[i].kind, kinds[i]);
        assert_int_equal(layers[i].name.size, 0);
    }
    assert_int_equal(layers[3].block_fields, 1);
    assert_int_equal(layers[7].block_fields, 5);
    assert_int_equal(layers[9].rest.size, 12);
    assert_tile(map, 4, 1, 0, (ddnet_map_tile){ .kind = DDNET_MAP_SPEEDUP, .index = 28, .force = 9, .angle = -90 });
    const ddnet_map_sound_source *source = reel_rows(map, &ddnet_map_sound_sources, &count);
    assert_int_equal(count, 1);
    assert_int_equal(source->falloff, 900);
    assert_int_equal(source->present, 0);
    const ddnet_map_envelope *envelopes = reel_rows(map, &ddnet_map_envelopes, &count);
    assert_int_equal(envelopes[0].rest.size, 4);
    assert_int_equal(envelopes[1].name.size, 0);
    reel_free(map);
}

static void packed_tiles_and_the_items_of_upstream(void **state)
{
    (void)state;
    reel_replay *map = load_golden("skips");
    size_t count;
    assert_int_equal(tile_at(map, 0, 39, 0)->count, 40);
    assert_int_equal(tile_at(map, 0, 4, 1)->count, 5);
    assert_null(tile_at(map, 0, 5, 1));
    assert_null(tile_at(map, 0, 4, 16));
    assert_tile(map, 0, 5, 16, (ddnet_map_tile){ .kind = DDNET_MAP_DESIGN, .index = 5, .flags = 2 });
    assert_tile(map, 0, 39, 29, (ddnet_map_tile){ .kind = DDNET_MAP_DESIGN, .index = 5, .flags = 2 });
    assert_null(tile_at(map, 1, 0, 0));
    assert_tile(map, 1, 19, 7, (ddnet_map_tile){ .kind = DDNET_MAP_GAME, .index = 1 });
    const ddnet_map_envelope_point *points = reel_rows(map, &ddnet_map_envelope_points, &count);
    assert_int_equal(count, 1);
    assert_int_equal(points->in_x[0], 1);
    assert_int_equal(points->out_y[3], 16);
    const ddnet_map_image *image = reel_rows(map, &ddnet_map_images, &count);
    assert_int_equal(image->present & DDNET_MAP_IMAGE_FORMAT, DDNET_MAP_IMAGE_FORMAT);
    reel_free(map);
}

/* Number 7 of a tele layer of 8 by 3 tiles acts at 2, 1 of a game layer of 5 by 4. */
static void physics_layers_have_the_width_of_the_game_layer(void **state)
{
    (void)state;
    reel_replay *map = load_golden("wide");
    assert_int_equal(tile_at(map, 1, 2, 1)->count, 3);
    assert_int_equal(tile_at(map, 1, 0, 2)->count, 1);
    assert_int_equal(tile_at(map, 1, 3, 4)->number, 1);
    assert_null(tile_at(map, 1, 7, 0));
    assert_int_equal(tile_at(map, 2, 4, 0)->count, 1);
    assert_int_equal(tile_at(map, 2, 0, 1)->count, 1);
    reel_free(map);
}

static void the_last_game_layer_counts(void **state)
{
    (void)state;
    reel_replay *map = load_golden("odd");
    size_t count;
    const ddnet_map_info *info = reel_rows(map, &ddnet_map_infos, &count);
    assert_int_equal(info->height, 3);
    assert_int_equal(info->settings, 2);
    const ddnet_map_setting *settings = reel_rows(map, &ddnet_map_settings, &count);
    assert_text(settings[1].text, "sv_solo_s");
    assert_text(info->map_version, "text");
    reel_rows(map, &ddnet_map_items, &count);
    assert_int_equal(count, 3);
    reel_free(map);
}

/* What is written from rows alone is another file with the same rows, which every reader of datafiles takes. */
static void maps_are_written_from_their_rows(void **state)
{
    (void)state;
    static const char *const names[] = { "usual", "least", "stored", "old", "skips", "odd", "wide" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        reel_replay *map = load_golden(names[i]);
        reel_memory memory;
        reel_writer *writer;
        reel_error error;
        assert_int_equal(reel_create(reel_sink_memory(&memory, NULL), &reel_format_ddnet_map, NULL, &writer, &error), REEL_OK);
        for (const reel_table *const *table = reel_chunk_tables(reel_replay_chunk(map)); *table; table++) {
            size_t count;
            const void *rows = reel_rows(map, *table, &count);
            if (*table != &ddnet_map_originals) assert_int_equal(reel_append(writer, *table, rows, count), REEL_OK);
        }
        if (reel_finish(writer, &error) < 0) fail_msg("%s: %s", names[i], error.message);
        reel_replay *again = load_bytes(memory.data, memory.size, NULL);
        assert_null(reel_replay_damage(again));
        assert_same_replay(map, again, false, names[i]);
        reel_free(again);
        reel_free(map);
        reel_memory_free(&memory);
    }
}

/* The design layer of skips.map becomes one of teleporters, whose item has no int for their block. A repair adds it; without, nobody could read
 * back the tiles. */
static void a_layer_without_a_place_for_its_block_gets_one(void **state)
{
    enum { PHYSICS = 428, FLAG = DDNET_MAP_TELE };
    (void)state;
    size_t size, count;
    reel_memory memory;
    reel_replay *map;
    reel_error error;
    uint8_t *data = read_file(project_path("tests/formats/ddnet_map/golden/skips.map"), &size);
    data[PHYSICS] ^= FLAG;
    map = load_bytes(data, size, NULL);
    assert_non_null(reel_replay_damage(map));
    const ddnet_map_layer *layers = reel_rows(map, &ddnet_map_layers, &count);
    assert_int_equal(layers[0].kind, DDNET_MAP_TELE);
    assert_int_equal(layers[0].block_fields, 0);
    const reel_own_rows own = { &ddnet_map_layers, layers, 1 };
    reel_replay *alone;
    assert_int_equal(reel_replay_of_rows(&reel_format_ddnet_map, &own, 1, NULL, &alone, NULL), REEL_OK);
    assert_int_equal(reel_write(reel_replay_chunk(alone), &reel_format_ddnet_map, reel_sink_memory(&memory, NULL), NULL, &error),
                     REEL_ARGUMENT);
    assert_string_equal(error.rule, "ddnet-map.row");
    reel_free(alone);
    reel_free(map);
    const reel_convert_options how = { REEL_SIZED(reel_convert_options), .flags = REEL_REPAIR };
    if (reel_convert(reel_source_memory(data, size), NULL, NULL, reel_sink_memory(&memory, NULL), &how, &error) < 0)
        fail_msg("%s", error.message);
    map = load_bytes(memory.data, memory.size, NULL);
    assert_null(reel_replay_damage(map));
    layers = reel_rows(map, &ddnet_map_layers, &count);
    assert_int_equal(count, 2);
    assert_int_equal(layers[0].kind, DDNET_MAP_TELE);
    assert_int_equal(layers[0].block_fields, 1);
    reel_free(map);
    reel_memory_free(&memory);
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_header_names_and_describes_the_map),
        cmocka_unit_test(each_kind_of_tile_has_its_fields),
        cmocka_unit_test(groups_layers_and_what_they_use),
        cmocka_unit_test(old_items_end_where_their_version_does),
        cmocka_unit_test(packed_tiles_and_the_items_of_upstream),
        cmocka_unit_test(physics_layers_have_the_width_of_the_game_layer),
        cmocka_unit_test(the_last_game_layer_counts),
        cmocka_unit_test(maps_are_written_from_their_rows),
        cmocka_unit_test(a_layer_without_a_place_for_its_block_gets_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
