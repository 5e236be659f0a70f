/* SPDX-License-Identifier: MIT
 * What the files of the teehistorian format share: messages and their rows, the state of a game, the header. */
#ifndef TEEHISTORIAN_LAYOUT_H
#define TEEHISTORIAN_LAYOUT_H

#include "codec/json_dom.h"
#include "core/memory.h"

#include <reel/format.h>
#include <reel/teehistorian.h>

enum {
    TEE_MAGIC_BYTES = 16,
    TEE_HEADER_MOST = 1 << 20, /* bytes of the header's JSON; servers write up to 4 KB */
    TEE_CHUNK_MESSAGES = 4096, /* messages in a chunk: their rows stay in the processor's cache */
    TEE_CHUNK_BYTES = 1 << 18,
    TEE_FIELDS = 4,   /* most fields of a message that are described by a code */
    TEE_NUMBERS = 12, /* most numbers of a message: an input with its id and its client */
    TEE_KINDS = 24,
    TEE_TABLES = 28
};

extern const uint8_t tee_magic[TEE_MAGIC_BYTES];

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

/* A message that is a list of fields: all but those of characters, inputs and time. Codes: i number, s text with NUL, u UUID,
 * b size and bytes, r all bytes that remain, a count and texts with NUL (rows of the table of arguments). */
typedef struct tee_kind {
    const char *name;
    int id; /* TEE_EX: an extension */
    uint8_t uuid[16];
    const reel_table *table;
    uint8_t kind;        /* value of the row's kind */
    uint16_t kind_place; /* of that byte in the row; 0: it has none */
    char code[TEE_FIELDS + 1];
    uint16_t places[TEE_FIELDS]; /* of the fields in the row */
    uint8_t clients;             /* how many of the first fields are client ids */
} tee_kind;

extern const tee_kind tee_kinds[TEE_KINDS];

/* A row of any described message. */
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

/* The kind with an id and, for TEE_EX, a UUID; NULL: none. */
const tee_kind *tee_kind_of(int id, const uint8_t *uuid);
/* Whether an extension of a known kind with this payload is read as a row of that kind. */
bool tee_kind_fits(const tee_kind *kind, reel_bytes payload);
/* The kind that writes a row. */
const tee_kind *tee_kind_of_row(const reel_table *table, const void *row);
/* The first text of the row that has something in it although messages of its kind have no such field, or NULL. */
const reel_field *tee_foreign_text(const tee_kind *kind, const void *row);

/* All rows of messages begin with these three. */
typedef struct tee_place {
    uint64_t seq, offset;
    int32_t tick;
} tee_place;

static inline tee_place tee_place_of(const void *row)
{
    tee_place place;
    memcpy(&place, row, offsetof(tee_place, tick) + sizeof place.tick);
    return place;
}

/* The order of rows in a file: below 0 where `a` comes before `b`. */
static inline int tee_compare(const void *a, const void *b)
{
    tee_place one = tee_place_of(a), other = tee_place_of(b);
    if (one.tick != other.tick) return one.tick < other.tick ? -1 : 1;
    return one.seq < other.seq ? -1 : one.seq > other.seq;
}

/* What the differences in a file are differences from: the same while reading and while writing. */
typedef struct tee_world {
    int32_t tick;
    int32_t previous; /* client id of the last row of a character; INT32_MAX before the first */
    int32_t x[TEEHISTORIAN_CLIENTS], y[TEEHISTORIAN_CLIENTS];
    int32_t input[TEEHISTORIAN_CLIENTS][12]; /* ten numbers, and room to handle them four at a time */
    uint8_t alive[TEEHISTORIAN_CLIENTS], has_input[TEEHISTORIAN_CLIENTS];
} tee_world;

static inline void tee_world_begin(tee_world *world) { *world = (tee_world){ .previous = INT32_MAX }; }

static inline bool tee_is_client(int32_t cid) { return cid >= 0 && cid < TEEHISTORIAN_CLIENTS; }

enum { TEE_HELD_ARGUMENTS = 64, TEE_HELD_TEXT = 4096 }; /* more than the line of a server's command has */

/* Arguments whose command comes with a later batch. */
typedef struct tee_held {
    tee_place of;
    int32_t cid;
    size_t seen, count, size; /* arguments; those of them that are here, and their bytes */
    bool any, too_many;       /* there are some; more than there is room for */
    uint16_t ends[TEE_HELD_ARGUMENTS];
    char text[TEE_HELD_TEXT];
} tee_held;

/* Keeps arguments of one command, behind those that are held; without room for all of them held->too_many. */
void tee_hold(tee_held *held, const teehistorian_argument *arguments, size_t count);

/* What a repair knows of the rows before a chunk. */
typedef struct tee_repairer {
    tee_world world;
    tee_held held;
} tee_repairer;

typedef struct tee_writer {
    tee_world world;
    tee_held held;
    bool begun, ended, finished; /* the header is out; the end is decided; FINISH is out */
} tee_writer;

/* The UUID of a name in the game's namespace: version 3, of MD5. */
void tee_uuid_of_name(const void *name, size_t size, uint8_t uuid[16]);
/* Of two texts, one behind the other. */
void tee_uuid_of_parts(const void *first, size_t first_size, const void *second, size_t second_size, uint8_t uuid[16]);

/* ---- the header ------------------------------------------------------------------------------------------------- */

enum { /* what is odd in a header, as bits */
       TEE_HEADER_DUPLICATE_KEY = 1 << 0,
       TEE_HEADER_VERSION_NOT_STRING = 1 << 1,
       TEE_HEADER_MISSING_KEYS = 1 << 2,
       TEE_HEADER_NOT_UTF8 = 1 << 3,
       TEE_HEADER_PREV_NULL = 1 << 4
};

typedef struct tee_header {
    teehistorian_header row;
    teehistorian_value *values; /* strings point into `json` and `printed` */
    size_t count;
    uint32_t odd;
    json_pool json;
    memory_arena printed; /* texts of values that are no texts */
    reel_allocator allocator;
} tee_header;

/* Reads a header's JSON. REEL_OK, or REEL_CORRUPT with *rule and *message, or REEL_MEMORY. Free it in any case. */
reel_status tee_header_read(tee_header *header, const void *text, size_t size, const reel_limits *limits,
                            const reel_allocator *allocator, const char **rule, const char **message);
void tee_header_free(tee_header *header);
/* The first key whose value is not that of the rows, "header_values" for the lists; NULL: the header says what the rows say. */
const char *tee_header_difference(const tee_header *header, const teehistorian_header *row, const teehistorian_value *values,
                                  size_t count);
/* Writes the header as a server does, without the NUL. */
void tee_header_write(reel_output *out, const teehistorian_header *row, const teehistorian_value *values, size_t count);
/* Seconds since 1970 of a start_time in either style; INT64_MIN: it is none. */
int64_t tee_unix_time(reel_string text);

/* ---- the parts of the format ------------------------------------------------------------------------------------ */

extern const reel_table *const tee_tables[TEE_TABLES + 1];
extern const reel_operation tee_cut, tee_anonymise, tee_version, tee_client, tee_scrub;
extern const reel_insight tee_check;
reel_status tee_open(reel_decoder *decoder);
reel_status tee_next(reel_decoder *decoder);
void tee_close(reel_decoder *decoder);
/* tee_next, up to the end of the window that is wanted. */
reel_status tee_next_of_window(reel_decoder *decoder);
reel_status tee_snapshot(const reel_decoder *decoder, reel_output *out, double *time);
reel_status tee_restore(reel_decoder *decoder, reel_cursor *bytes);
uint64_t tee_memory_bound(uint64_t size, const reel_limits *limits);
reel_status tee_rows(reel_encoder *encoder, const reel_chunk *batch);
reel_status tee_finish(reel_encoder *encoder, const reel_chunk *staged);
reel_status tee_repair(reel_change *change);

#endif
