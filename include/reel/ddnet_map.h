/* SPDX-License-Identifier: MIT
 *
 * ddnet-map, the maps of DDNet and Teeworlds: layers of tiles, quads and sounds in groups, with images, envelopes and settings.
 * docs/formats/ddnet-map.md is the specification, with what real files do differently. A tile has 32 units of the world; tiles count
 * from the top left, x to the right, y downwards.
 *
 * The rows are the items of the file in their order. An item names another by its number, which is the number of its row.
 */
#ifndef REEL_DDNET_MAP_H
#define REEL_DDNET_MAP_H

#include <reel/reel.h>

#ifdef __cplusplus
extern "C" {
#endif

REEL_API extern const reel_format reel_format_ddnet_map;

enum { DDNET_MAP_TILE = 32 /* units of the world */ };

/* Bits of `present` that the items have in common. An item whose ints are too few for DDNET_MAP_BASE has all of them in `rest`. */
enum { DDNET_MAP_BASE = 1 << 0 };

/* ---- the map ---------------------------------------------------------------------------------------------------- */

/* Bits of ddnet_map_info.present. */
enum {
    DDNET_MAP_HAS_ITEMS_VERSION = 1 << 0,
    DDNET_MAP_HAS_INFO = 1 << 1, /* the map has an info item */
    DDNET_MAP_HAS_AUTHOR = 1 << 2,
    DDNET_MAP_HAS_MAP_VERSION = 1 << 3,
    DDNET_MAP_HAS_CREDITS = 1 << 4,
    DDNET_MAP_HAS_LICENSE = 1 << 5,
    DDNET_MAP_HAS_SETTINGS = 1 << 6 /* the info item has a place for settings */
};

/* One row. The numbers after `rest` are computed while reading. */
typedef struct ddnet_map_info {
    int32_t datafile_version; /* 3: blocks are stored as they are; 4: they are compressed */
    int32_t items_version;    /* 1 */
    int32_t info_version;     /* 1 */
    reel_string author, map_version, credits, license;
    reel_bytes rest;       /* ints of the info item after the known ones */
    uint8_t present;       /* DDNET_MAP_HAS_... */
    uint64_t size;         /* bytes of the file */
    reel_string crc;       /* CRC-32 of the file, 8 lower-case hex digits, as recordings name it */
    reel_string sha256;    /* 64 lower-case hex digits */
    int32_t width, height; /* tiles of the game layer */
    uint32_t groups, layers, images, sounds, envelopes, settings; /* numbers of rows */
} ddnet_map_info;

/* Bits of ddnet_map_group.present. */
enum { DDNET_MAP_GROUP_CLIP = 1 << 1, DDNET_MAP_GROUP_NAME = 1 << 2 };

typedef struct ddnet_map_group {
    int32_t version;
    int32_t offset_x, offset_y;     /* units */
    int32_t parallax_x, parallax_y; /* 100: moves with the world */
    int32_t first_layer, layers;    /* the layers of the group */
    int32_t clips;                  /* 1: the group is drawn in the rectangle only */
    int32_t clip_x, clip_y, clip_width, clip_height;
    reel_string name; /* at most 11 bytes; empty: none */
    reel_bytes rest;
    uint8_t present;
} ddnet_map_group;

/* ---- layers ----------------------------------------------------------------------------------------------------- */

typedef enum ddnet_map_kind {
    DDNET_MAP_UNKNOWN = 0,
    DDNET_MAP_GAME = 1,
    DDNET_MAP_TELE = 2,
    DDNET_MAP_SPEEDUP = 4,
    DDNET_MAP_FRONT = 8,
    DDNET_MAP_SWITCH = 16,
    DDNET_MAP_TUNE = 32,
    DDNET_MAP_DESIGN = 64, /* tiles that are only drawn */
    DDNET_MAP_QUADS = 128,
    DDNET_MAP_SOUNDS = 129
} ddnet_map_kind;

/* Types of layers in the file. */
enum { DDNET_MAP_TYPE_TILES = 2, DDNET_MAP_TYPE_QUADS = 3, DDNET_MAP_TYPE_SOUNDS_OLD = 9, DDNET_MAP_TYPE_SOUNDS = 10 };

/* Bits of ddnet_map_layer.present. */
enum {
    DDNET_MAP_LAYER_BODY = 1 << 1, /* the ints of its type are there */
    DDNET_MAP_LAYER_NAME = 1 << 2,
    DDNET_MAP_LAYER_TILES = 1 << 3, /* it is a layer of tiles */
    DDNET_MAP_LAYER_IMAGE = 1 << 4, /* it is a layer of tiles or quads */
    DDNET_MAP_LAYER_SOUND = 1 << 5  /* it is a layer of sounds */
};

typedef struct ddnet_map_layer {
    int32_t type;    /* DDNET_MAP_TYPE_... */
    int32_t flags;   /* 1: detail, which players can turn off */
    int32_t version; /* of the type */
    int32_t width, height;
    int32_t physics; /* ddnet_map_kind of a physics layer; 0: design */
    int32_t color[4];
    int32_t color_envelope, color_envelope_offset;
    int32_t image;        /* -1: none */
    int32_t sound;        /* -1: none */
    reel_string name;     /* at most 11 bytes */
    uint8_t block_fields; /* how many of the five ints for tele, speedup, front, switch and tune are there */
    reel_bytes rest;
    uint8_t present;
    int32_t group;    /* that has it; -1: none */
    uint8_t kind;     /* ddnet_map_kind */
    uint8_t complete; /* 1: all its tiles, quads or sources could be read */
    uint32_t count;   /* how many rows of tiles, quads or sound_sources it has */
} ddnet_map_layer;

/* Equal tiles side by side in a layer. Empty tiles have no row: index 0 in game, front and design layers, all zeros in the others.
 * Physics layers have the width of the game layer, as in the game. Sorted by layer, y and x. */
typedef struct ddnet_map_tile {
    uint32_t layer; /* number of the layer */
    int32_t x, y;   /* the first tile */
    uint32_t count;
    int16_t angle;     /* speedup: degrees */
    uint8_t kind;      /* ddnet_map_kind of the layer, up to DDNET_MAP_DESIGN */
    uint8_t index;     /* which tile; of tele, speedup, switch and tune its type */
    uint8_t flags;     /* not of tele, speedup and tune: 1 mirrored left to right, 2 top to bottom, 8 turned by 90 degrees */
    uint8_t number;    /* tele, switch: number; tune: zone */
    uint8_t delay;     /* switch */
    uint8_t force;     /* speedup */
    uint8_t max_speed; /* speedup */
    uint8_t reserved[3];
} ddnet_map_tile;

typedef struct ddnet_map_quad {
    uint32_t layer;
    int32_t corner_x[4], corner_y[4]; /* top left, top right, bottom left, bottom right; 1/1024 unit */
    int32_t pivot_x, pivot_y;
    int32_t color_0[4], color_1[4], color_2[4], color_3[4]; /* of the corners: red, green, blue, alpha */
    int32_t texture_x[4], texture_y[4];                     /* of the corners: 1/1024 of the image */
    int32_t position_envelope, position_envelope_offset;    /* -1: none; ms */
    int32_t color_envelope, color_envelope_offset;
} ddnet_map_quad;

/* Bits of ddnet_map_sound_source.present. */
enum { DDNET_MAP_SOURCE_SHAPE = 1 << 0 /* a source of a layer of type 10 */ };

typedef struct ddnet_map_sound_source {
    uint32_t layer;
    int32_t x, y; /* 1/1024 unit */
    int32_t loop;
    int32_t pan;     /* louder on the side where it is */
    int32_t delay;   /* seconds before the first time */
    int32_t falloff; /* 0 to 255; of old layers the distance in units */
    int32_t position_envelope, position_envelope_offset;
    int32_t sound_envelope, sound_envelope_offset;
    int32_t shape; /* 0 rectangle, 1 circle */
    int32_t width_or_radius, height;
    uint8_t present;
} ddnet_map_sound_source;

/* ---- what layers use -------------------------------------------------------------------------------------------- */

/* Bits of `present` of images and sounds. */
enum { DDNET_MAP_MEDIA_NAME = 1 << 1, DDNET_MAP_MEDIA_DATA = 1 << 2, DDNET_MAP_IMAGE_FORMAT = 1 << 3 };

typedef struct ddnet_map_image {
    int32_t version;
    int32_t width, height;
    int32_t external; /* 1: the client has the image */
    int32_t format;   /* 1 RGBA, 0 RGB */
    reel_string name;
    reel_bytes data; /* pixels */
    reel_bytes rest;
    uint8_t present;
} ddnet_map_image;

typedef struct ddnet_map_sound {
    int32_t version;
    int32_t external;
    int32_t stated_size; /* what the item says of `data` */
    reel_string name;
    reel_bytes data; /* an Opus file */
    reel_bytes rest;
    uint8_t present;
} ddnet_map_sound;

/* Bits of ddnet_map_envelope.present. */
enum { DDNET_MAP_ENVELOPE_NAME = 1 << 1, DDNET_MAP_ENVELOPE_SYNCHRONIZED = 1 << 2 };

/* A curve of time. */
typedef struct ddnet_map_envelope {
    int32_t version;
    int32_t channels; /* 1 volume, 3 position and rotation, 4 color */
    int32_t first_point, points;
    int32_t synchronized; /* 1: with the time of the round */
    reel_string name;     /* at most 31 bytes */
    reel_bytes rest;
    uint8_t present;
} ddnet_map_envelope;

/* Bits of ddnet_map_envelope_point.present. */
enum { DDNET_MAP_POINT_TANGENTS = 1 << 0 /* all points of a map that has an envelope of version 3 */ };

typedef struct ddnet_map_envelope_point {
    int32_t time;      /* ms */
    int32_t curve;     /* 0 step, 1 linear, 2 slow, 3 fast, 4 smooth, 5 bezier */
    int32_t values[4]; /* 1/1024 */
    int32_t in_x[4], in_y[4], out_x[4], out_y[4];
    uint8_t present;
} ddnet_map_envelope_point;

/* A console line that the server runs when the map starts. */
typedef struct ddnet_map_setting {
    reel_string text;
} ddnet_map_setting;

/* An item of a type that has no table. */
typedef struct ddnet_map_item {
    uint16_t type, id;
    reel_bytes data; /* its ints, little endian */
    reel_uuid uuid;  /* of a type from 0x8000 on, by the map's index of UUIDs; nil: none */
} ddnet_map_item;

/* Layout: the file, which is written again if the rows are those that were read. */
typedef struct ddnet_map_original {
    reel_bytes bytes;
    uint64_t rows; /* checksum of the rows */
} ddnet_map_original;

REEL_API extern const reel_table ddnet_map_infos, ddnet_map_groups, ddnet_map_layers, ddnet_map_tiles, ddnet_map_quads,
    ddnet_map_sound_sources, ddnet_map_images, ddnet_map_sounds, ddnet_map_envelopes, ddnet_map_envelope_points,
    ddnet_map_settings, ddnet_map_items, ddnet_map_originals;

#ifdef __cplusplus
}
#endif

#endif
