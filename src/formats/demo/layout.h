/* SPDX-License-Identifier: MIT
 * Declarations shared by the parts of demo. docs/formats/demo.md names the rules. */
#ifndef DEMO_LAYOUT_H
#define DEMO_LAYOUT_H

#include <reel/demo.h>
#include <reel/format.h>

#define DEMO_MAGIC "TWDEMO" /* and a 0 */

enum {
    DEMO_MAGIC_BYTES = 7,
    DEMO_FIRST_VERSION = 3,
    DEMO_MARKERS_VERSION = 4,
    DEMO_TICKS_VERSION = 5, /* another form of tick markers */
    DEMO_LAST_VERSION = 6,  /* with a SHA-256 */
    DEMO_NET_VERSION = 64,
    DEMO_MAP_NAME = 64,
    DEMO_TYPE = 8,
    DEMO_TIMESTAMP = 20,
    DEMO_MAP_SIZE_AT = 136,
    DEMO_LENGTH_AT = 152,
    DEMO_HEAD = 176,
    DEMO_MARKERS = 64,
    DEMO_MARKER_BYTES = 4 + 4 * DEMO_MARKERS,
    DEMO_UUID = 16,
    DEMO_SHA256 = 32,
    DEMO_HEAD_MOST = DEMO_HEAD + DEMO_MARKER_BYTES + DEMO_UUID + DEMO_SHA256
};

enum { DEMO_LAST_TICK = 0x6ffffffe, DEMO_KEY_EVERY = 250, DEMO_TICKS_PER_SECOND = 50 };

/* A chunk: what its first byte says. */
enum {
    DEMO_TICK = 0x80,
    DEMO_KEY = 0x40,
    DEMO_MARK_MOST = 5, /* bytes */
    DEMO_TICK_BITS = 0x3f,
    DEMO_TICK_INLINE = 0x20, /* since DEMO_TICKS_VERSION: the difference is in the five bits below */
    DEMO_SIZE_BITS = 0x1f,
    DEMO_SIZE_U8 = 30,
    DEMO_SIZE_U16 = 31,
    DEMO_CHUNK_OTHER = 0,
    DEMO_CHUNK_FULL = 1,
    DEMO_CHUNK_MESSAGE = 2,
    DEMO_CHUNK_DELTA = 3
};

enum {
    DEMO_PACKED_MOST = 65535,
    DEMO_BYTES_MOST = 65536, /* of a chunk that is unpacked, and of a snapshot */
    DEMO_INTS_MOST = DEMO_BYTES_MOST / 4,
    DEMO_ITEMS_MOST = DEMO_INTS_MOST / 2, /* an item has a place and a key */
    DEMO_EXTENDED = 0x4000,               /* the first type of extended items */
    DEMO_TYPE_MOST = 0x7fff,
    DEMO_ID_MOST = 0xffff,
    DEMO_EX = 0, /* type of the items that say what a type is */
    DEMO_EX_INTS = 4,
    DEMO_CLIENTS = 256 /* ids of which items are joined to one row */
};

/* Whether recorders write a tick itself, and not its difference to the one before. */
static inline bool demo_mark_is_absolute(int32_t version, bool started, bool key, int32_t before, int32_t tick)
{
    const int64_t step = (int64_t)tick - before, most = version < DEMO_TICKS_VERSION ? DEMO_TICK_BITS : DEMO_TICK_INLINE - 1;
    return !started || key || step > most || step < (version < DEMO_TICKS_VERSION ? 1 : 0);
}

/* ---- kinds of items --------------------------------------------------------------------------------------------- */

/* Numbers of an item that are side by side in a row, or a text. */
typedef struct demo_run {
    uint16_t offset; /* in the row */
    uint8_t ints;
    bool text;
    uint16_t mask; /* bits of `present` that it has; a run of which the bits differ from those of the first one may be missing */
} demo_run;

enum { DEMO_RUNS = 14 };

/* An item that is a row, or a part of one. */
typedef struct demo_part {
    const reel_table *table;
    uint8_t protocol; /* 6 or 7; 0: both */
    uint8_t type;     /* below DEMO_EXTENDED */
    uint8_t uuid;     /* or the number in reel__demo_uuids; DEMO_NO_UUID: none */
    bool joined;      /* with others to one row of a client */
    uint16_t present; /* offset of that byte; 0: none */
    uint16_t extra;   /* offset of numbers behind the known ones; 0: there are none */
    demo_run runs[DEMO_RUNS];
} demo_part;

enum { DEMO_PARTS = 24, DEMO_UUIDS = 16, DEMO_NO_UUID = 255, DEMO_TABLES = 20 };

typedef struct demo_uuid {
    uint8_t bytes[DEMO_UUID];
    const char *name;
} demo_uuid;

extern const demo_part reel__demo_parts[DEMO_PARTS];
extern const demo_uuid reel__demo_uuids[DEMO_UUIDS];
extern const reel_table *const reel__demo_tables[DEMO_TABLES + 1];

/* The number of a UUID in reel__demo_uuids, or DEMO_NO_UUID. */
uint8_t reel__demo_known_uuid(const uint8_t uuid[DEMO_UUID]);
/* The fixed size in ints of a type in a delta; -1: the delta states it. */
int reel__demo_fixed_size(bool seven, unsigned type);
/* What the programs call a type below DEMO_EXTENDED, or NULL. */
const char *reel__demo_type_name(bool seven, unsigned type);
/* The part that an item is, or NULL: `uuid` is a number in reel__demo_uuids, or DEMO_NO_UUID for a type. */
const demo_part *reel__demo_part_of(bool seven, unsigned type, uint8_t uuid);

static inline uint32_t demo_key(unsigned type, unsigned id) { return (uint32_t)type << 16 | id; }
static inline unsigned demo_key_type(uint32_t key) { return key >> 16; }
static inline unsigned demo_key_id(uint32_t key) { return key & 0xffff; }

/* ---- the game --------------------------------------------------------------------------------------------------- */

/* What a chunk says of a snapshot. */
typedef struct demo_op {
    uint32_t key, at; /* the first of its numbers in `ints` */
    uint16_t size;
    uint16_t table; /* number of its row's table, and of the row in the snapshot: for writing */
    uint32_t row;
    bool raw; /* its row has the number of the type */
} demo_op;

/* In `removed`: its row has the number of the type. For writing. */
#define DEMO_RAW_REMOVAL UINT32_C(0x80000000)

typedef struct demo_frame {
    bool full, odd; /* odd: no recorder writes it so */
    size_t removed_count, count, used;
    demo_op ops[DEMO_ITEMS_MOST];
    uint32_t removed[DEMO_INTS_MOST];
    int32_t ints[DEMO_INTS_MOST];
} demo_frame;

typedef struct demo_node {
    uint32_t key, at;
    uint16_t size;
    bool removed, stated; /* by the chunk that is applied */
} demo_node;

/* A type of extended items. */
typedef struct demo_extended {
    uint16_t type; /* 0: none */
    uint8_t known; /* number in reel__demo_uuids */
    uint8_t uuid[DEMO_UUID];
} demo_extended;

enum { DEMO_EXTENDED_MOST = 64, DEMO_NODES = 2 * DEMO_ITEMS_MOST, DEMO_ARENA = 4 * DEMO_INTS_MOST };

/* The items of a snapshot, sorted by their keys. */
typedef struct demo_world {
    size_t count, high, free_count; /* nodes in use, ever used, and free again */
    size_t ints_used, bytes;        /* of the arena; size of the snapshot as the game counts it */
    size_t extended_count;
    demo_extended extended[DEMO_EXTENDED_MOST];
    uint8_t extended_of[DEMO_TYPE_MOST + 1 - DEMO_EXTENDED]; /* number in `extended`, from 1 */
    uint16_t order[DEMO_NODES], unused[DEMO_NODES];
    demo_node nodes[DEMO_NODES];
    int32_t ints[DEMO_ARENA];
} demo_world;

void reel__demo_world_begin(demo_world *world);
/* The item of a key, or NULL. */
const demo_node *reel__demo_world_find(const demo_world *world, uint32_t key);
/* Applies what a chunk says. In a delta, `differences` says that the numbers of `frame` are differences; they become values. False: it is
 * impossible, such as an item that a difference states twice, and the world is empty now. */
bool reel__demo_world_apply(demo_world *world, demo_frame *frame, bool differences);
/* Registers a type, if neither its number nor its UUID has one. */
void reel__demo_world_name(demo_world *world, unsigned type, const uint8_t uuid[DEMO_UUID]);
/* Forgets the type of a number. */
void reel__demo_world_forget(demo_world *world, unsigned type);
/* The extended type of a number, or of a UUID; NULL: none. */
const demo_extended *reel__demo_world_type(const demo_world *world, unsigned type);
const demo_extended *reel__demo_world_uuid(const demo_world *world, const uint8_t uuid[DEMO_UUID]);
/* A number that no type has. */
unsigned reel__demo_world_free_type(const demo_world *world);

static inline void demo_uuid_of_ints(const int32_t *ints, uint8_t uuid[DEMO_UUID])
{
    for (unsigned i = 0; i < DEMO_UUID; i++) uuid[i] = (uint8_t)((uint32_t)ints[i / 4] >> (24 - 8 * (i % 4)) & 0xff);
}

/* ---- chunks ----------------------------------------------------------------------------------------------------- */

/* The bytes of a chunk between its two codes. */
typedef struct demo_unpacked {
    size_t count; /* numbers */
    size_t size;
    bool plain; /* each number has its shortest form */
    uint8_t bytes[DEMO_BYTES_MOST];
} demo_unpacked;

/* Unpacks a chunk to numbers. Returns NULL, or what is wrong with it. */
const char *reel__demo_unpack(demo_unpacked *unpacked, int32_t ints[DEMO_INTS_MOST], reel_bytes packed);
/* Reads the first `count` numbers of `frame->ints` as a whole snapshot, or as a difference. Returns NULL, or what is wrong. */
const char *reel__demo_parse(demo_frame *frame, size_t count, bool full, bool seven);
/* Writes the numbers of a chunk. Returns how many there are; 0: too many. */
size_t reel__demo_compose(const demo_frame *frame, const demo_world *before, bool seven, int32_t to[DEMO_INTS_MOST]);

enum { DEMO_NUMBERS_ROOM = 5 * DEMO_INTS_MOST, DEMO_PACK_ROOM = (DEMO_NUMBERS_ROOM + 1) * 15 / 8 + 3 };

/* Packs numbers, or the bytes of numbers, into `packed` and returns how many bytes it took. `old`: as encoders before 20.0 do. */
size_t reel__demo_pack(const int32_t *ints, size_t count, uint8_t bytes[DEMO_NUMBERS_ROOM], uint8_t packed[DEMO_PACK_ROOM],
                       bool old);
size_t reel__demo_pack_bytes(const uint8_t *bytes, size_t count, uint8_t packed[DEMO_PACK_ROOM], bool old);

/* ---- rows ------------------------------------------------------------------------------------------------------- */

/* The first members of the rows of a chunk. */
typedef struct demo_origin {
    uint64_t seq;
    int32_t tick;
} demo_origin;

static inline demo_origin demo_origin_of(const void *row)
{
    demo_origin origin;
    memcpy(&origin.seq, row, sizeof origin.seq);
    memcpy(&origin.tick, (const uint8_t *)row + offsetof(demo_snapshot, tick), sizeof origin.tick);
    return origin;
}

/* Negative if the origin `a` comes before `b`. */
static inline int demo_compare(demo_origin a, demo_origin b)
{
    if (a.seq != b.seq) return a.seq < b.seq ? -1 : 1;
    return a.tick < b.tick ? -1 : a.tick > b.tick;
}

/* Which row of a snapshot has the items of a client so far, by the table. */
typedef struct demo_slots {
    uint32_t row[3][DEMO_CLIENTS]; /* from 1: number in the snapshot */
    uint16_t parts[3][DEMO_CLIENTS];
} demo_slots;

/* Adds the rows of a snapshot to a chunk, in the order of the frame, and the order itself if the rows alone do not give it. */
reel_status reel__demo_add_rows(reel_chunk *chunk, const demo_world *world, const demo_frame *frame, bool seven,
                                demo_origin origin);
/* Adds the items of a row to a frame. Returns NULL, or what is wrong with the row. */
const char *reel__demo_add_items(demo_frame *frame, demo_slots *slots, demo_world *world, bool seven, const reel_table *table,
                                 const void *row, uint32_t number);
/* Ends a frame that was made of rows: a number of a type may not have a UUID as well. Returns NULL, or what is wrong. */
const char *reel__demo_end_items(demo_frame *frame, const demo_world *world);
/* Forgets the types that removals of a snapshot take away, in front of its other rows: they may name the types anew. */
void reel__demo_forget_types(demo_world *world, const uint8_t *row, const uint8_t *end, demo_origin origin);

/* The values of a message that follow from its bytes. */
void reel__demo_message_values(demo_message *row, bool seven);

/* ---- the parts of the format ------------------------------------------------------------------------------------ */

/* A header. Strings point into its bytes. */
typedef struct demo_header {
    demo_info info;
    size_t markers;
    int32_t ticks[DEMO_MARKERS];
    size_t size;
    bool odd_text;
    char crc[8], sha256[2 * DEMO_SHA256];
} demo_header;

/* Reads a header of at least DEMO_HEAD_MOST bytes, or all of the file. False: it ends too soon. */
bool reel__demo_header_read(demo_header *header, const uint8_t *bytes, size_t size);
/* Writes it. Returns the number of bytes. */
size_t reel__demo_header_write(const demo_info *info, const demo_marker *markers, size_t count, uint8_t bytes[DEMO_HEAD_MOST]);
/* Whether a header would go on with bytes that follow it. */
bool reel__demo_is_extension(reel_bytes bytes);
const char *reel__demo_info_fault(const demo_info *info);

static inline bool demo_is_seven(reel_string net_version)
{
    return net_version.size >= 3 && memcmp(net_version.data, "0.7", 3) == 0;
}

/* Whether a header without more behind it could have lost the SHA-256. */
static inline bool demo_may_lack_hash(const demo_info *info)
{
    return info->version == DEMO_LAST_VERSION && !info->map_sha256.size;
}

reel_status reel__demo_open(reel_decoder *decoder);
reel_status reel__demo_next(reel_decoder *decoder);
reel_status reel__demo_snapshot(const reel_decoder *decoder, reel_output *out, double *time);
reel_status reel__demo_restore(reel_decoder *decoder, reel_cursor *bytes);
uint64_t reel__demo_memory_bound(uint64_t size, const reel_limits *limits);
reel_status reel__demo_rows(reel_encoder *encoder, const reel_chunk *batch);
reel_status reel__demo_finish(reel_encoder *encoder, const reel_chunk *staged);
reel_status reel__demo_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
extern const reel_operation reel__demo_repair, reel__demo_cut;

#endif
