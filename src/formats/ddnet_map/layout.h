/* SPDX-License-Identifier: MIT
 * Declarations shared by the parts of ddnet-map. docs/formats/ddnet-map.md names the rules. */
#ifndef DDNET_MAP_LAYOUT_H
#define DDNET_MAP_LAYOUT_H

#include "codec/pack/zlib.h"
#include "core/memory.h"
#include <reel/ddnet_map.h>
#include <reel/format.h>

#define MAP_INPUT_LIMIT (UINT64_C(1) << 30)

enum {
    MAP_MAGIC = 4,
    MAP_VERSION_AT = 4,
    MAP_HEAD = 36,      /* bytes before the list of types */
    MAP_SIZE_FROM = 16, /* the stated size counts the bytes after the first 16 */
    MAP_TYPE_ENTRY = 12,
    MAP_ITEM_HEAD = 8,
    MAP_STORED = 3, /* versions of the datafile */
    MAP_PACKED = 4,
    MAP_MOST_TYPES = 65536
};

/* Types of items. */
enum {
    MAP_ITEM_VERSION = 0,
    MAP_ITEM_INFO = 1,
    MAP_ITEM_IMAGE = 2,
    MAP_ITEM_ENVELOPE = 3,
    MAP_ITEM_GROUP = 4,
    MAP_ITEM_LAYER = 5,
    MAP_ITEM_POINTS = 6,
    MAP_ITEM_SOUND = 7,
    MAP_ITEM_KNOWN = 8, /* types below have tables */
    MAP_ITEM_BY_UUID = 0x8000,
    MAP_ITEM_UUIDS = 0xffff,
    MAP_UUID_TYPES = MAP_ITEM_UUIDS - MAP_ITEM_BY_UUID + 1
};

enum {
    MAP_QUAD_BYTES = 152,
    MAP_SOURCE_BYTES = 52,
    MAP_OLD_SOURCE_BYTES = 36,
    MAP_POINT_BYTES = 24,
    MAP_BEZIER_POINT_BYTES = 88
};
enum { MAP_BEZIER = 3 /* version of an envelope */ };

/* Kinds of layers by the fields of their tiles. */
enum {
    MAP_DRAWN = DDNET_MAP_GAME | DDNET_MAP_DESIGN, /* tiles with `skip` in layers of version 4 */
    MAP_FLAGGED = MAP_DRAWN | DDNET_MAP_FRONT | DDNET_MAP_SWITCH,
    MAP_NUMBERED = DDNET_MAP_TELE | DDNET_MAP_SWITCH | DDNET_MAP_TUNE,
    MAP_BY_GAME = DDNET_MAP_TELE | DDNET_MAP_SPEEDUP | DDNET_MAP_FRONT | DDNET_MAP_SWITCH | DDNET_MAP_TUNE /* of its width */
};
enum { MAP_LAYER_PACKED = 4 /* version of a layer of tiles */, MAP_TILE_BYTES_MOST = 6 };

extern const reel_table *const reel__ddnet_map_tables[];

/* ---- items (items.c) -------------------------------------------------------------------------------------------- */

enum { MAP_MOST_REFERENCES = 6, MAP_NAME_INTS = 3, MAP_ENVELOPE_NAME_INTS = 8, MAP_NAME_MOST = 4 * MAP_ENVELOPE_NAME_INTS };
enum { MAP_ITEM_MOST = 128 /* bytes of the known ints of an item */ };

/* Walks the ints of an item and the members of its row side by side, in the direction of `writes`. One description of an item serves both
 * ways, so that what is written is what would be read. */
typedef struct item_walk {
    const uint8_t *at, *end; /* reading: ints that are left */
    bool writes;
    bool ended;                  /* a part was missing: the rest is opaque */
    uint8_t ints[MAP_ITEM_MOST]; /* writing: all but the rest of the row */
    size_t used;
    int32_t references[MAP_MOST_REFERENCES]; /* blocks that the item names, in its order: found, or to be written; -1 none */
    size_t reference_count;
    char text[MAP_NAME_MOST]; /* the name that was read */
} item_walk;

/* Walks an item of one of the tables of items. The row's `present` of blocks, and texts other than the name, are the caller's. */
void reel__ddmap_walk_item(item_walk *walk, unsigned type, void *row);
/* The table of a type of item, or NULL. */
const reel_table *reel__ddmap_item_table(unsigned type);
/* The bit of `present` that says whether the item has a block, by the number of the reference; 0: none. */
uint8_t reel__ddmap_reference_bit(unsigned type, size_t reference);
/* Kind of a layer by its row. */
uint8_t reel__ddmap_kind(const ddnet_map_layer *layer);
/* Bytes of a tile of a kind up to DDNET_MAP_DESIGN. */
size_t reel__ddmap_tile_bytes(uint8_t kind);
/* Which reference of a layer names the block of its kind. */
size_t reel__ddmap_layer_reference(uint8_t kind);
/* Whether a layer of tiles has no int for the number of its block, as an item that is damaged or too short: its tiles could not be found. */
bool reel__ddmap_lacks_block(const ddnet_map_layer *layer);
/* Gives it the ints up to that one. */
void reel__ddmap_add_block_fields(ddnet_map_layer *layer);
/* Tiles of a layer; 0 if its size is not one. */
uint64_t reel__ddmap_cells(const ddnet_map_layer *layer);
/* Number of the game layer that counts, the last in the order of groups; `count` if there is none. */
size_t reel__ddmap_game_layer(const ddnet_map_layer *layers, size_t count);

/* Blocks of fixed-size records, both ways. */
void reel__ddmap_get_quad(ddnet_map_quad *quad, const uint8_t *bytes);
void reel__ddmap_put_quad(uint8_t *bytes, const ddnet_map_quad *quad);
void reel__ddmap_get_source(ddnet_map_sound_source *source, const uint8_t *bytes, bool old);
void reel__ddmap_put_source(uint8_t *bytes, const ddnet_map_sound_source *source, bool old);
void reel__ddmap_get_point(ddnet_map_envelope_point *point, const uint8_t *bytes, bool bezier);
void reel__ddmap_put_point(uint8_t *bytes, const ddnet_map_envelope_point *point, bool bezier);
void reel__ddmap_get_tile(ddnet_map_tile *tile, const uint8_t *bytes);
void reel__ddmap_put_tile(uint8_t *bytes, const ddnet_map_tile *tile);

/* ---- reading ---------------------------------------------------------------------------------------------------- */

/* An item in the file. */
typedef struct map_entry {
    uint16_t type, id;
    reel_bytes data;
} map_entry;

/* The state of a reader. The input stays where it is from `open` on. */
typedef struct map_reader {
    const uint8_t *file;
    size_t size;
    bool done, truncated;
    bool verifies; /* the original is wanted, so everything has to be read that may be damaged */
    int32_t version;
    uint32_t types, item_count, block_count;
    uint64_t item_offsets, block_offsets, block_sizes, items, blocks, end; /* offsets in the file */
    size_t item_bytes, block_bytes;
    uint32_t item_end; /* items before the first damaged one */
    reel_error damage; /* the first */
    bool damaged;
    uint32_t damages; /* number of them */
    uint64_t item_at; /* offset of the item that is being read */
    /* Of a file that is cut: rows after the first one that the cut reaches are left out, so that those that are given have their number. */
    bool info_cut, images_cut, sounds_cut, layers_cut;
    zlib_unpacker unpacker;
    uint8_t *scratch; /* a block */
    size_t scratch_size;
    uint8_t *settings; /* their block */
    size_t settings_size;
    ddnet_map_layer *layers; /* the rows, which other tables need */
    size_t layer_count;
    size_t game;     /* number of the game layer */
    uint32_t *uuids; /* by type from MAP_ITEM_BY_UUID: number of the item of the index, plus 1; NULL: no index */
} map_reader;

reel_status reel__ddnet_map_open(reel_decoder *decoder);
reel_status reel__ddnet_map_next(reel_decoder *decoder);
void reel__ddnet_map_close(reel_decoder *decoder);
uint64_t reel__ddnet_map_memory_bound(uint64_t size, const reel_limits *limits);

/* datafile.c: the head, the lists, and items by number. REEL_TRUNCATED if the lists are not all there. */
reel_status reel__ddmap_parse(reel_decoder *decoder);
/* Bytes that the head of a file announces; 0 if there are too few to tell. */
uint64_t reel__ddmap_announced(const uint8_t *bytes, size_t size);
map_entry reel__ddmap_entry(const map_reader *reader, uint32_t number);
uint64_t reel__ddmap_entry_offset(const map_reader *reader, uint32_t number);
/* Remembers the first damage in decoder->error, and reports the others. Returns REEL_OK, or what must be returned at once. */
reel_status reel__ddmap_damage(reel_decoder *decoder, reel_status status);
void reel__ddmap_find(const reel_decoder *decoder, reel_severity severity, const char *rule, const char *section, uint64_t offset,
                      const char *message);

/* Whether the cut of the file reaches a block. */
bool reel__ddmap_is_cut(const map_reader *reader, int32_t number);
/* blocks.c: the first bytes, up to `most`, of a block, in memory that the next block takes. Fewer than it states, or none: damage, which is
 * remembered. Returns REEL_OK, or what must be returned at once. */
reel_status reel__ddmap_block(reel_decoder *decoder, int32_t number, uint64_t most, reel_bytes *bytes);
/* The same of a block whose rows go to a list: it may be at the end of the memory of that list, behind the rows (*behind), so that each page is used
 * twice. Before a row reaches a byte that is still needed, reel__ddmap_block_out moves those from offset `from` on to other memory, in which all
 * bytes keep their offsets; NULL: out of memory. */
reel_status reel__ddmap_block_behind(reel_decoder *decoder, int32_t number, uint64_t most, reel_row_list *list, reel_bytes *bytes,
                                     bool *behind);
const uint8_t *reel__ddmap_block_out(reel_decoder *decoder, reel_bytes bytes, size_t from);
/* The same, whole and with the life of the chunk; empty if it is damaged. */
reel_status reel__ddmap_block_lasting(reel_decoder *decoder, int32_t number, reel_bytes *bytes);
/* A block as the lists describe it. */
typedef struct map_block {
    uint64_t at;      /* offset in the file */
    reel_bytes bytes; /* as they are in the file; fewer than `whole` if the file is cut */
    uint64_t whole;
    uint64_t stated; /* unpacked bytes */
} map_block;
/* False: there is no such block, or its lists are damaged. */
bool reel__ddmap_find_block(const map_reader *reader, int32_t number, map_block *block);

/* Tiles in a row of a layer: physics layers are read with the width of the game layer (NULL: none), whatever theirs is. */
int32_t reel__ddmap_pitch(const ddnet_map_layer *layer, const ddnet_map_layer *game);

/* items.c: a row of an item, whose texts point into the walk or the input. */
void reel__ddmap_get_item(item_walk *walk, const map_entry *entry, void *row);
/* blocks.c: text of a block, up to its 0. Sets `bit` of *present if it is not empty. */
reel_status reel__ddmap_text_block(reel_decoder *decoder, int32_t number, const char *section, reel_string *text,
                                   uint8_t *present, uint8_t bit);
/* read_items.c: rows of everything but the header. */
reel_status reel__ddmap_read_items(reel_decoder *decoder);
/* read_tiles.c: rows of what the block of a layer holds. Sets the count and whether it is complete. */
reel_status reel__ddmap_read_tiles(reel_decoder *decoder, uint32_t number, ddnet_map_layer *layer, int32_t block);
reel_status reel__ddmap_read_records(reel_decoder *decoder, uint32_t number, ddnet_map_layer *layer, int32_t block);

/* ---- writing ---------------------------------------------------------------------------------------------------- */

/* A datafile that is being built (build.c). */
typedef struct map_build {
    reel_allocator allocator;
    bool packs;
    bool no_memory;    /* sticky */
    reel_memory types; /* entries */
    reel_memory item_offsets, items, block_offsets, block_sizes, blocks;
    uint32_t type_count, item_count, block_count;
    int32_t last_type; /* -1: none */
    struct deflater *deflater;
    uint64_t block_size; /* unpacked, of the block that is being built */
} map_build;

void reel__ddmap_build_begin(map_build *build, const reel_allocator *allocator, int32_t version);
void reel__ddmap_build_free(map_build *build);
/* Begins an item; its ints are then added to build->items until it ends. Items of a type follow each other. */
void reel__ddmap_build_item(map_build *build, unsigned type, uint16_t id);
void reel__ddmap_build_item_end(map_build *build);
/* A block in pieces. Returns the number of the block. */
void reel__ddmap_build_block(map_build *build);
void reel__ddmap_build_add(map_build *build, const void *data, size_t size);
int32_t reel__ddmap_build_block_end(map_build *build);
int32_t reel__ddmap_build_whole_block(map_build *build, const void *data, size_t size);
/* Writes the file. */
reel_status reel__ddmap_build_write(map_build *build, reel_encoder *encoder);

reel_status reel__ddnet_map_finish(reel_encoder *encoder, const reel_chunk *staged);
reel_status reel__ddnet_map_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
reel_status reel__ddnet_map_repair(reel_change *change);
/* accept.c, refuse.c: rows that can be in no file, and what only the whole file shows. */
reel_status reel__ddmap_check_rows(const reel_chunk *staged, reel_error *error);
reel_status reel__ddmap_check_all(const reel_encoder *encoder, const reel_chunk *staged);
/* Number of the game layer that counts, by the rows of groups; the number of layers if there is none. */
size_t reel__ddmap_write_game_layer(const reel_chunk *staged);
/* Rows of tiles that a map can have: each is compared with the one before it, so they are passed in order. */
typedef struct map_tile_check {
    const ddnet_map_layer *layers;
    size_t layer_count, game;
    const ddnet_map_layer *layer; /* of the last row; NULL: none */
    uint8_t kind;
    uint64_t pitch, cells, next; /* of it; the next free tile */
} map_tile_check;
map_tile_check reel__ddmap_check_tiles_of(const reel_chunk *staged);
/* What is wrong with row `i`; NULL: nothing. */
const char *reel__ddmap_tile_fault(map_tile_check *check, const ddnet_map_tile *rows, size_t i);
/* The same for items without a table. `info` is that of the map, or NULL. */
typedef struct map_item_check {
    const ddnet_map_info *info;
    uint16_t last;
    uint8_t seen[(UINT16_MAX + 1) / 8];
} map_item_check;
const char *reel__ddmap_item_fault(map_item_check *check, const ddnet_map_item *item);
/* The order of types among the rows of items: the lowest come first. -1: the type has a table. */
int reel__ddmap_item_rank(uint16_t type);
/* write_tiles.c: the blocks of a layer of tiles, from rows. */
int32_t reel__ddmap_put_tiles(map_build *build, const ddnet_map_layer *layer, uint8_t kind, int32_t pitch,
                              const ddnet_map_tile *rows, size_t count);
int32_t reel__ddmap_put_empty_tiles(map_build *build, const ddnet_map_layer *layer);

extern const reel_insight reel__ddnet_map_check;

#endif
