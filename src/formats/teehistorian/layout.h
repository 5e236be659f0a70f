/* SPDX-License-Identifier: MIT
 * Shared declarations of the teehistorian format: messages and their rows, the state of a game, the header. */
#ifndef TEEHISTORIAN_LAYOUT_H
#define TEEHISTORIAN_LAYOUT_H

#include "codec/json_dom.h"
#include "core/memory.h"

#include <reel/format.h>
#include <reel/teehistorian.h>

enum {
    TEE_MAGIC_BYTES = 16,
    TEE_HEADER_MOST = 1 << 20, /* bytes of the header's JSON; servers write up to 4 KB */
    /* Messages in a chunk: their rows fit in the L2 cache. With half of them the lists begin below the size that glibc maps, and then
     * reuses: loading one recording after the other would fault on every page again. */
    TEE_CHUNK_MESSAGES = 4096,
    TEE_CHUNK_BYTES = 1 << 18,
    TEE_FIELDS = 4,   /* maximum number of fields in a tee_kind */
    TEE_NUMBERS = 12, /* maximum number of numbers in a message: an input with its id and client id */
    TEE_KINDS = 24,
    TEE_TABLES = 28
};

extern const uint8_t reel__tee_magic[TEE_MAGIC_BYTES];

enum {
    TEE_FINISH = -1,
    TEE_TICK_SKIP = -2,
    TEE_PLAYER_NEW = -3,
    TEE_PLAYER_OLD = -4,
    TEE_INPUT_DIFF = -5,
    TEE_INPUT_NEW = -6,
    TEE_MESSAGE = -7,
    TEE_JOIN = -8,
    TEE_DROP = -9,
    TEE_COMMAND = -10,
    TEE_EX = -11
};

/* A kind of message that is a list of fields, that is, any kind except characters, inputs and ticks. Field codes:
 *   i  number
 *   s  NUL-terminated text
 *   u  UUID
 *   b  size and bytes
 *   r  all remaining bytes
 *   a  count and NUL-terminated texts, which become rows of the arguments table */
typedef struct tee_kind {
    const char *name;
    int id; /* TEE_EX for extensions */
    uint8_t uuid[16];
    const reel_table *table;
    uint8_t kind;         /* value of the row's kind */
    uint16_t kind_offset; /* of that byte in the row; 0 if the table has no kind */
    char code[TEE_FIELDS + 1];
    uint16_t offsets[TEE_FIELDS]; /* of the fields in the row */
    uint8_t clients;              /* number of leading fields that are client ids */
} tee_kind;

extern const tee_kind reel__tee_kinds[TEE_KINDS];

/* A row of any tee_kind. */
typedef union tee_any_row {
    teehistorian_join join;
    teehistorian_drop drop;
    teehistorian_message message;
    teehistorian_command command;
    teehistorian_auth auth;
    teehistorian_client client;
    teehistorian_protocol protocol;
    teehistorian_save save;
    teehistorian_team team;
    teehistorian_practice practice;
    teehistorian_ready ready;
    teehistorian_swap swap;
    teehistorian_antibot antibot;
    teehistorian_name name;
    teehistorian_finish finish;
} tee_any_row;

/* The kind with this id and, for TEE_EX, this UUID. NULL if unknown. */
const tee_kind *reel__tee_kind_of(int id, const uint8_t *uuid);
/* Whether the payload of an extension has all fields of the kind. If not, the reader makes a row of the extensions table. */
bool reel__tee_kind_fits(const tee_kind *kind, reel_bytes payload);
/* The kind of message that a row is written as. NULL if the row's kind is unknown. */
const tee_kind *reel__tee_kind_of_row(const reel_table *table, const void *row);
/* The first text field that is not empty although the kind does not store it. NULL if there is none. */
const reel_field *reel__tee_foreign_text(const tee_kind *kind, const void *row);

/* The first members of every row that comes from a message. */
typedef struct tee_origin {
    uint64_t seq, offset;
    int32_t tick;
} tee_origin;

static inline tee_origin tee_origin_of(const void *row)
{
    tee_origin origin;
    memcpy(&origin, row, offsetof(tee_origin, tick) + sizeof origin.tick);
    return origin;
}

/* Compares rows by their order in a file: negative if `a` comes before `b`. */
static inline int tee_compare(const void *a, const void *b)
{
    tee_origin one = tee_origin_of(a), other = tee_origin_of(b);
    if (one.tick != other.tick) return one.tick < other.tick ? -1 : 1;
    return one.seq < other.seq ? -1 : one.seq > other.seq;
}

typedef struct tee_point {
    int32_t x, y;
} tee_point;

/* The state that differences refer to. The reader and the writer update it alike. */
typedef struct tee_world {
    int32_t tick;
    int32_t previous; /* client id of the last position; INT32_MAX before the first */
    tee_point at[TEEHISTORIAN_CLIENTS];
    int32_t input[TEEHISTORIAN_CLIENTS][12]; /* ten numbers, and two zeros for vectors of four */
    uint8_t alive[TEEHISTORIAN_CLIENTS], has_input[TEEHISTORIAN_CLIENTS];
} tee_world;

static inline void tee_world_begin(tee_world *world) { *world = (tee_world){ .previous = INT32_MAX }; }

static inline bool tee_is_client(int32_t cid) { return cid >= 0 && cid < TEEHISTORIAN_CLIENTS; }

enum { TEE_HELD_ARGUMENTS = 64, TEE_HELD_TEXT = 4096 }; /* more than a server's command line can have */

/* Arguments that wait for their command, which is in a later batch. */
typedef struct tee_held {
    tee_origin of;
    int32_t cid;
    size_t seen;        /* arguments so far */
    size_t count, size; /* stored arguments, and their bytes in `text` */
    bool any, too_many; /* arguments are waiting; some did not fit */
    uint16_t ends[TEE_HELD_ARGUMENTS];
    char text[TEE_HELD_TEXT];
} tee_held;

/* Appends arguments of one command. Sets held->too_many if they do not fit. */
void reel__tee_hold(tee_held *held, const teehistorian_argument *arguments, size_t count);

/* State of a repair between chunks. */
typedef struct tee_repairer {
    tee_world world;
    tee_held held;
    bool is_version_1;
} tee_repairer;

typedef struct tee_writer {
    tee_world world;
    tee_held held;
    bool begun, ended, finished; /* wrote the header; got an ending row; wrote FINISH */
} tee_writer;

/* The UUID of a name in the game's namespace: version 3 (MD5). */
void reel__tee_uuid_of_name(const void *name, size_t size, uint8_t uuid[16]);
/* The same for the concatenation of two texts. */
void reel__tee_uuid_of_parts(const void *first, size_t first_size, const void *second, size_t second_size, uint8_t uuid[16]);

/* ---- the header ------------------------------------------------------------------------------------------------- */

enum { /* oddities of a header, as bits */
       TEE_HEADER_DUPLICATE_KEY = 1 << 0,
       TEE_HEADER_VERSION_NOT_STRING = 1 << 1,
       TEE_HEADER_MISSING_KEYS = 1 << 2,
       TEE_HEADER_NOT_UTF8 = 1 << 3,
       TEE_HEADER_PREV_NULL = 1 << 4
};

/* Known keys that a header states, one bit each, so that one without a value is not left out when the header is written anew. */
typedef struct tee_stated {
    uint32_t keys, nulls; /* `nulls`: those whose value is null */
} tee_stated;

typedef struct tee_header {
    teehistorian_header row;
    tee_stated stated;
    teehistorian_value *values; /* strings point into `json` and `printed` */
    size_t count;
    uint32_t odd;
    json_pool json;
    memory_arena printed; /* JSON of values that are not strings */
    reel_allocator allocator;
} tee_header;

/* Parses the JSON of a header. Returns REEL_OK, REEL_MEMORY, or REEL_CORRUPT with *rule and *message set. Call reel__tee_header_free in any
 * case. */
reel_status reel__tee_header_read(tee_header *header, const void *text, size_t size, const reel_limits *limits,
                                  const reel_allocator *allocator, const char **rule, const char **message);
void reel__tee_header_free(tee_header *header);
/* The first key whose value differs from the rows', or "header_values" if a list differs. NULL if nothing differs. */
const char *reel__tee_header_difference(const tee_header *header, const teehistorian_header *row,
                                        const teehistorian_value *values, size_t count);
/* The same to memory, which the caller frees. */
reel_status reel__tee_header_compose(const reel_allocator *allocator, const teehistorian_header *row,
                                     const teehistorian_value *values, size_t count, const tee_stated *stated, reel_memory *made,
                                     reel_error *error);

/* ---- the parts of the format ------------------------------------------------------------------------------------ */

extern const reel_table *const reel__tee_tables[TEE_TABLES + 1];
extern const reel_operation reel__tee_merge, reel__tee_cut, reel__tee_anonymise, reel__tee_version, reel__tee_client,
    reel__tee_scrub;
extern const reel_insight reel__tee_check;
reel_status reel__tee_open(reel_decoder *decoder);
reel_status reel__tee_next(reel_decoder *decoder);
void reel__tee_close(reel_decoder *decoder);
/* reel__tee_next, but stops at the end of the requested span. */
reel_status reel__tee_next_of_window(reel_decoder *decoder);
reel_status reel__tee_snapshot(const reel_decoder *decoder, reel_output *out, double *time);
reel_status reel__tee_restore(reel_decoder *decoder, reel_cursor *bytes);
uint64_t reel__tee_memory_bound(uint64_t size, const reel_limits *limits);
/* Whether a row is one of the usual ones, which need no further check: a server records many positions and inputs. */
static inline bool tee_is_usual(const reel_table *table, const void *row)
{
    if (table == &teehistorian_inputs) return ((const teehistorian_input *)row)->kind <= TEEHISTORIAN_DIFF;
    if (table != &teehistorian_positions) return false;
    const teehistorian_position *p = row;
    if (p->kind == TEEHISTORIAN_DIFF) return tee_is_client(p->cid);
    return p->kind == 0 || p->kind == TEEHISTORIAN_NEW || p->kind == TEEHISTORIAN_OLD;
}
/* Why a row can be in no file, and the rule; NULL: it can. */
const char *reel__tee_row_fault(const reel_table *table, const void *row, const char **rule);
reel_status reel__tee_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
reel_status reel__tee_rows(reel_encoder *encoder, const reel_chunk *batch);
reel_status reel__tee_finish(reel_encoder *encoder, const reel_chunk *staged);
reel_status reel__tee_repair(reel_change *change);

#endif
