/* SPDX-License-Identifier: MIT
 * The rows of a map, field by field. */
#include "formats/ddnet_map/layout.h"

#define KEY REEL_FIELD_KEY
#define DERIVED REEL_FIELD_DERIVED

static const reel_label kinds[] = {
    { DDNET_MAP_GAME, "game" },
    { DDNET_MAP_FRONT, "front" },
    { DDNET_MAP_TELE, "tele" },
    { DDNET_MAP_SPEEDUP, "speedup" },
    { DDNET_MAP_SWITCH, "switch" },
    { DDNET_MAP_TUNE, "tune" },
    { DDNET_MAP_DESIGN, "design" },
    { DDNET_MAP_QUADS, "quads" },
    { DDNET_MAP_SOUNDS, "sounds" },
    { DDNET_MAP_UNKNOWN, "unknown" },
    { 0, NULL },
};

#define INFO(name, type, unit, ...) REEL_FIELD(ddnet_map_info, #name, name, type, unit, __VA_ARGS__)
#define INFO_IF(name, type, bit, ...)                                                                                            \
    INFO(name, type, "", __VA_ARGS__, REEL_PRESENT_IF(ddnet_map_info, present, DDNET_MAP_HAS_##bit))
static const reel_field info_fields[] = {
    INFO(datafile_version, I32, "", "version of the datafile: 3 stores blocks as they are, 4 compresses them"),
    INFO_IF(items_version, I32, ITEMS_VERSION, "version of the items; 1"),
    INFO_IF(info_version, I32, INFO, "version of the info item; 1"),
    INFO_IF(author, STRING, AUTHOR, "author of the map"),
    INFO_IF(map_version, STRING, MAP_VERSION, "version of the map, as its author numbers it"),
    INFO_IF(credits, STRING, CREDITS, "credits of the map"),
    INFO_IF(license, STRING, LICENSE, "license of the map"),
    INFO(rest, BYTES, "", "ints of the info item after the known ones, little endian"),
    INFO(present, U8, "",
         "bit mask: 1 items_version, 2 the info item, 4 author, 8 map_version, 16 credits, 32 license, 64 a place for settings"),
    INFO(size, U64, "bytes", "size of the file, as recordings name it", .flags = DERIVED),
    INFO(crc, STRING, "", "CRC-32 of the file as 8 hex digits, as recordings name it", .flags = DERIVED),
    INFO(sha256, STRING, "", "SHA-256 of the file as 64 hex digits, as recordings name it", .flags = DERIVED | REEL_FIELD_LEVEL),
    INFO(width, I32, "", "tiles in a row of the game layer; 0 without one", .flags = DERIVED),
    INFO(height, I32, "", "rows of tiles of the game layer; 0 without one", .flags = DERIVED),
    INFO(groups, U32, "", "number of groups", .flags = DERIVED),
    INFO(layers, U32, "", "number of layers", .flags = DERIVED),
    INFO(images, U32, "", "number of images", .flags = DERIVED),
    INFO(sounds, U32, "", "number of sounds", .flags = DERIVED),
    INFO(envelopes, U32, "", "number of envelopes", .flags = DERIVED),
    INFO(settings, U32, "", "number of settings", .flags = DERIVED),
};

#define GROUP(name, type, unit, ...)                                                                                             \
    REEL_FIELD(ddnet_map_group, #name, name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(ddnet_map_group, present, DDNET_MAP_BASE))
#define CLIP(name, unit, ...)                                                                                                    \
    REEL_FIELD(ddnet_map_group, #name, name, I32, unit, __VA_ARGS__,                                                             \
               REEL_PRESENT_IF(ddnet_map_group, present, DDNET_MAP_GROUP_CLIP))
static const reel_field group_fields[] = {
    GROUP(version, I32, "", "version of the item, 1 to 3"),
    GROUP(offset_x, I32, "units", "offset, x"),
    GROUP(offset_y, I32, "units", "offset, y"),
    GROUP(parallax_x, I32, "%", "movement with the camera, x; 100 is that of the world"),
    GROUP(parallax_y, I32, "%", "movement with the camera, y"),
    GROUP(first_layer, I32, "", "number of its first layer"),
    GROUP(layers, I32, "", "number of layers"),
    CLIP(clips, "", "1 if the group is drawn in a rectangle only"),
    CLIP(clip_x, "units", "left edge of the rectangle"),
    CLIP(clip_y, "units", "top edge of the rectangle"),
    CLIP(clip_width, "units", "width of the rectangle"),
    CLIP(clip_height, "units", "height of the rectangle"),
    REEL_FIELD(ddnet_map_group, "name", name, STRING, "", "name of the group, at most 11 bytes"),
    REEL_FIELD(ddnet_map_group, "rest", rest, BYTES, "", "ints after the known ones, little endian"),
    REEL_FIELD(ddnet_map_group, "present", present, U8, "",
               "bit mask: 1 version to layers, 2 the rectangle, 4 a place for the name"),
};

#define LAYER(name, type, unit, bit, ...)                                                                                        \
    REEL_FIELD(ddnet_map_layer, #name, name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(ddnet_map_layer, present, bit))
static const reel_field layer_fields[] = {
    LAYER(type, I32, "", DDNET_MAP_BASE, "type of the layer: 2 tiles, 3 quads, 9 sounds of old maps, 10 sounds"),
    LAYER(flags, I32, "", DDNET_MAP_BASE, "1: detail, which players can turn off"),
    LAYER(version, I32, "", DDNET_MAP_LAYER_BODY, "version of the type"),
    LAYER(width, I32, "", DDNET_MAP_LAYER_TILES, "tiles in a row"),
    LAYER(height, I32, "", DDNET_MAP_LAYER_TILES, "rows of tiles"),
    LAYER(physics, I32, "", DDNET_MAP_LAYER_TILES, "1 game, 2 tele, 4 speedup, 8 front, 16 switch, 32 tune; 0 design"),
    LAYER(color, I32, "", DDNET_MAP_LAYER_TILES, "color that the image is multiplied with, 0 to 255", .components = "rgba"),
    LAYER(color_envelope, I32, "", DDNET_MAP_LAYER_TILES, "number of the envelope of the color; -1 none"),
    LAYER(color_envelope_offset, I32, "ms", DDNET_MAP_LAYER_TILES, "offset in the envelope of the color"),
    LAYER(image, I32, "", DDNET_MAP_LAYER_IMAGE, "number of the image; -1 none"),
    LAYER(sound, I32, "", DDNET_MAP_LAYER_SOUND, "number of the sound; -1 none"),
    REEL_FIELD(ddnet_map_layer, "name", name, STRING, "", "name of the layer, at most 11 bytes"),
    LAYER(block_fields, U8, "", DDNET_MAP_LAYER_TILES,
          "how many of the ints for tele, speedup, front, switch and tune are there"),
    REEL_FIELD(ddnet_map_layer, "rest", rest, BYTES, "", "ints after the known ones, little endian"),
    REEL_FIELD(ddnet_map_layer, "present", present, U8, "",
               "bit mask: 1 type and flags, 2 version, 4 a place for the name, 8 a layer of tiles, 16 image, 32 sound"),
    REEL_FIELD(ddnet_map_layer, "group", group, I32, "", "number of the group that has it; -1 none", .flags = DERIVED),
    REEL_FIELD(ddnet_map_layer, "kind", kind, U8, "", "what the layer holds", .labels = kinds, .flags = DERIVED),
    REEL_FIELD(ddnet_map_layer, "complete", complete, BOOL, "", "all its tiles, quads or sources could be read",
               .flags = DERIVED),
    REEL_FIELD(ddnet_map_layer, "count", count, U32, "", "rows of tiles, quads or sound_sources", .flags = DERIVED),
};

#define TILE(name, type, unit, ...) REEL_FIELD(ddnet_map_tile, #name, name, type, unit, __VA_ARGS__)
#define TILE_IF(name, type, unit, mask, ...) TILE(name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(ddnet_map_tile, kind, mask))
static const reel_field tile_fields[] = {
    TILE(layer, U32, "", "number of the layer", .flags = KEY),
    TILE(kind, U8, "", "kind of the layer", .labels = kinds),
    TILE(x, I32, "tiles", "column of the first tile", .flags = KEY),
    TILE(y, I32, "tiles", "row of the tiles", .flags = KEY),
    TILE(count, U32, "", "number of equal tiles side by side"),
    TILE(index, U8, "", "which tile; of tele, speedup, switch and tune layers the type"),
    TILE_IF(flags, U8, "", MAP_FLAGGED, "1 mirrored left to right, 2 top to bottom, 4 opaque, 8 turned by 90 degrees"),
    TILE_IF(number, U8, "", MAP_NUMBERED, "number of the teleporter or switch; zone of the tuning"),
    TILE_IF(delay, U8, "", DDNET_MAP_SWITCH, "delay of the switch, or what its type makes of it"),
    TILE_IF(force, U8, "", DDNET_MAP_SPEEDUP, "force of the speedup"),
    TILE_IF(max_speed, U8, "", DDNET_MAP_SPEEDUP, "highest speed that the speedup gives"),
    TILE_IF(angle, I16, "deg", DDNET_MAP_SPEEDUP, "direction of the speedup"),
};

#define QUAD(name, unit, ...) REEL_FIELD(ddnet_map_quad, #name, name, I32, unit, __VA_ARGS__)
#define FIXED "1/1024 units"
static const reel_field quad_fields[] = {
    REEL_FIELD(ddnet_map_quad, "layer", layer, U32, "", "number of the layer"),
    QUAD(corner_x, FIXED, "corners, x: top left, top right, bottom left, bottom right"),
    QUAD(corner_y, FIXED, "corners, y"),
    QUAD(pivot_x, FIXED, "center of rotation, x"),
    QUAD(pivot_y, FIXED, "center of rotation, y"),
    QUAD(color_0, "", "color of the top left corner, 0 to 255", .components = "rgba"),
    QUAD(color_1, "", "color of the top right corner", .components = "rgba"),
    QUAD(color_2, "", "color of the bottom left corner", .components = "rgba"),
    QUAD(color_3, "", "color of the bottom right corner", .components = "rgba"),
    QUAD(texture_x, "1/1024", "texture coordinates of the corners, x"),
    QUAD(texture_y, "1/1024", "texture coordinates of the corners, y"),
    QUAD(position_envelope, "", "number of the envelope of the position; -1 none"),
    QUAD(position_envelope_offset, "ms", "offset in the envelope of the position"),
    QUAD(color_envelope, "", "number of the envelope of the color; -1 none"),
    QUAD(color_envelope_offset, "ms", "offset in the envelope of the color"),
};

#define SOURCE(name, unit, ...) REEL_FIELD(ddnet_map_sound_source, #name, name, I32, unit, __VA_ARGS__)
#define SHAPE REEL_PRESENT_IF(ddnet_map_sound_source, present, DDNET_MAP_SOURCE_SHAPE)
static const reel_field source_fields[] = {
    REEL_FIELD(ddnet_map_sound_source, "layer", layer, U32, "", "number of the layer"),
    SOURCE(x, FIXED, "position, x"),
    SOURCE(y, FIXED, "position, y"),
    SOURCE(loop, "", "1 if the sound is repeated"),
    REEL_FIELD(ddnet_map_sound_source, "pan", pan, I32, "", "1 if the sound comes from its side", SHAPE),
    SOURCE(delay, "", "seconds before the sound starts"),
    SOURCE(falloff, "", "0 to 255; of old layers the distance in units at which it cannot be heard"),
    SOURCE(position_envelope, "", "number of the envelope of the position; -1 none"),
    SOURCE(position_envelope_offset, "ms", "offset in the envelope of the position"),
    SOURCE(sound_envelope, "", "number of the envelope of the volume; -1 none"),
    SOURCE(sound_envelope_offset, "ms", "offset in the envelope of the volume"),
    REEL_FIELD(ddnet_map_sound_source, "shape", shape, I32, "", "0 rectangle, 1 circle", SHAPE),
    REEL_FIELD(ddnet_map_sound_source, "width_or_radius", width_or_radius, I32, FIXED,
               "width of the rectangle, radius of the circle", SHAPE),
    REEL_FIELD(ddnet_map_sound_source, "height", height, I32, FIXED, "height of the rectangle", SHAPE),
    REEL_FIELD(ddnet_map_sound_source, "present", present, U8, "", "1 if the source has a shape: layers of type 10"),
};

#define IMAGE(name, type, unit, bit, ...)                                                                                        \
    REEL_FIELD(ddnet_map_image, #name, name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(ddnet_map_image, present, bit))
static const reel_field image_fields[] = {
    IMAGE(name, STRING, "", DDNET_MAP_MEDIA_NAME, "name of the image"),
    IMAGE(external, I32, "", DDNET_MAP_BASE, "1 if the client has the image, 0 if it is in `data`"),
    IMAGE(width, I32, "", DDNET_MAP_BASE, "width in pixels"),
    IMAGE(height, I32, "", DDNET_MAP_BASE, "height in pixels"),
    IMAGE(version, I32, "", DDNET_MAP_BASE, "version of the item, 1 or 2"),
    IMAGE(format, I32, "", DDNET_MAP_IMAGE_FORMAT, "1 RGBA, 0 RGB"),
    IMAGE(data, BYTES, "", DDNET_MAP_MEDIA_DATA, "pixels, from the top left"),
    REEL_FIELD(ddnet_map_image, "rest", rest, BYTES, "", "ints after the known ones, little endian"),
    REEL_FIELD(ddnet_map_image, "present", present, U8, "", "bit mask: 1 version to external, 2 name, 4 data, 8 format"),
};

#define SOUND(name, type, unit, bit, ...)                                                                                        \
    REEL_FIELD(ddnet_map_sound, #name, name, type, unit, __VA_ARGS__, REEL_PRESENT_IF(ddnet_map_sound, present, bit))
static const reel_field sound_fields[] = {
    SOUND(name, STRING, "", DDNET_MAP_MEDIA_NAME, "name of the sound"),
    SOUND(external, I32, "", DDNET_MAP_BASE, "1 if the client has the sound, 0 if it is in `data`"),
    SOUND(stated_size, I32, "bytes", DDNET_MAP_BASE, "what the item states as the size of `data`"),
    SOUND(version, I32, "", DDNET_MAP_BASE, "version of the item; 1"),
    SOUND(data, BYTES, "", DDNET_MAP_MEDIA_DATA, "the sound, an Opus file"),
    REEL_FIELD(ddnet_map_sound, "rest", rest, BYTES, "", "ints after the known ones, little endian"),
    REEL_FIELD(ddnet_map_sound, "present", present, U8, "", "bit mask: 1 version to stated_size, 2 name, 4 data"),
};

#define ENVELOPE(name, type, bit, ...)                                                                                           \
    REEL_FIELD(ddnet_map_envelope, #name, name, type, "", __VA_ARGS__, REEL_PRESENT_IF(ddnet_map_envelope, present, bit))
static const reel_field envelope_fields[] = {
    ENVELOPE(version, I32, DDNET_MAP_BASE, "version of the item, 1 or 2; 3 has points with tangents"),
    ENVELOPE(channels, I32, DDNET_MAP_BASE, "values of a point: 1 volume, 3 position and rotation, 4 color"),
    ENVELOPE(first_point, I32, DDNET_MAP_BASE, "number of its first row of envelope_points"),
    ENVELOPE(points, I32, DDNET_MAP_BASE, "number of points"),
    REEL_FIELD(ddnet_map_envelope, "name", name, STRING, "", "name of the envelope, at most 31 bytes"),
    ENVELOPE(synchronized, I32, DDNET_MAP_ENVELOPE_SYNCHRONIZED, "1 if it runs with the time of the round"),
    REEL_FIELD(ddnet_map_envelope, "rest", rest, BYTES, "", "ints after the known ones, little endian"),
    REEL_FIELD(ddnet_map_envelope, "present", present, U8, "",
               "bit mask: 1 version to points, 2 a place for the name, 4 synchronized"),
};

static const reel_label curves[] = {
    { 0, "step" }, { 1, "linear" }, { 2, "slow" }, { 3, "fast" }, { 4, "smooth" }, { 5, "bezier" }, { 0, NULL },
};

#define TANGENT(name, ...)                                                                                                       \
    REEL_FIELD(ddnet_map_envelope_point, #name, name, I32, "", __VA_ARGS__,                                                      \
               REEL_PRESENT_IF(ddnet_map_envelope_point, present, DDNET_MAP_POINT_TANGENTS))
static const reel_field point_fields[] = {
    REEL_FIELD(ddnet_map_envelope_point, "time", time, I32, "ms", "time in the envelope"),
    REEL_FIELD(ddnet_map_envelope_point, "curve", curve, I32, "", "how the values go on to the next point", .labels = curves),
    REEL_FIELD(ddnet_map_envelope_point, "values", values, I32, "1/1024", "values of the channels"),
    TANGENT(in_x, "incoming tangents of the channels, time"),
    TANGENT(in_y, "incoming tangents of the channels, value"),
    TANGENT(out_x, "outgoing tangents of the channels, time"),
    TANGENT(out_y, "outgoing tangents of the channels, value"),
    REEL_FIELD(ddnet_map_envelope_point, "present", present, U8, "",
               "1 if the map's points have tangents: an envelope has version 3"),
};

static const reel_field setting_fields[] = {
    REEL_FIELD(ddnet_map_setting, "text", text, STRING, "", "console line that the server runs when the map starts"),
};

static const reel_field item_fields[] = {
    REEL_FIELD(ddnet_map_item, "type", type, U16, "", "type of the item"),
    REEL_FIELD(ddnet_map_item, "id", id, U16, "", "id of the item in its type"),
    REEL_FIELD(ddnet_map_item, "data", data, BYTES, "", "ints of the item, little endian"),
    REEL_FIELD(ddnet_map_item, "uuid", uuid, UUID, "", "UUID of the type by the index of the map; nil: none", .flags = DERIVED),
};

static const reel_field original_fields[] = {
    REEL_FIELD(ddnet_map_original, "bytes", bytes, BYTES, "", "the whole file"),
    REEL_FIELD(ddnet_map_original, "rows", rows, U64, "", "checksum of the rows that were read from the file", .flags = DERIVED),
};

const reel_table ddnet_map_infos = REEL_TABLE("info", "what the map says of itself, and what names it", ddnet_map_info,
                                              info_fields, REEL_TABLE_HEADER | REEL_TABLE_ONE_ROW);
const reel_table ddnet_map_groups = REEL_TABLE("groups", "groups of layers, in drawing order", ddnet_map_group, group_fields, 0);
const reel_table ddnet_map_layers =
    REEL_TABLE("layers", "layers, in drawing order within their group", ddnet_map_layer, layer_fields, 0);
const reel_table ddnet_map_tiles = REEL_TABLE("tiles", "runs of equal tiles that are not empty", ddnet_map_tile, tile_fields, 0);
const reel_table ddnet_map_quads = REEL_TABLE("quads", "quads of the layers of quads", ddnet_map_quad, quad_fields, 0);
const reel_table ddnet_map_sound_sources =
    REEL_TABLE("sound_sources", "sources of the layers of sounds", ddnet_map_sound_source, source_fields, 0);
const reel_table ddnet_map_images = REEL_TABLE("images", "images of tiles and quads", ddnet_map_image, image_fields, 0);
const reel_table ddnet_map_sounds = REEL_TABLE("sounds", "sounds of sources", ddnet_map_sound, sound_fields, 0);
const reel_table ddnet_map_envelopes = REEL_TABLE("envelopes", "curves over time", ddnet_map_envelope, envelope_fields, 0);
const reel_table ddnet_map_envelope_points =
    REEL_TABLE("envelope_points", "points of the curves", ddnet_map_envelope_point, point_fields, 0);
const reel_table ddnet_map_settings =
    REEL_TABLE("settings", "console lines that the map sets", ddnet_map_setting, setting_fields, 0);
const reel_table ddnet_map_items = REEL_TABLE("items", "items of types without a table", ddnet_map_item, item_fields, 0);
const reel_table ddnet_map_originals = REEL_TABLE("original", "the file as it was read", ddnet_map_original, original_fields,
                                                  REEL_TABLE_LAYOUT | REEL_TABLE_ONE_ROW);

const reel_table *const reel__ddnet_map_tables[] = {
    &ddnet_map_infos,     &ddnet_map_groups,
    &ddnet_map_layers,    &ddnet_map_tiles,
    &ddnet_map_quads,     &ddnet_map_sound_sources,
    &ddnet_map_images,    &ddnet_map_sounds,
    &ddnet_map_envelopes, &ddnet_map_envelope_points,
    &ddnet_map_settings,  &ddnet_map_items,
    &ddnet_map_originals, NULL,
};
