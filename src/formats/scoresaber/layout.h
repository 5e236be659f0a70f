/* SPDX-License-Identifier: MIT
 * Declarations shared by the two ScoreSaber formats: the layout of the files and the functions of the descriptors. */
#ifndef SCORESABER_LAYOUT_H
#define SCORESABER_LAYOUT_H

#include <reel/format.h>
#include <reel/scoresaber.h>

#include "codec/pack/lzma.h"

/* ---- .dat ------------------------------------------------------------------------------------------------------- */

enum {
    DAT_MAGIC_BYTES = 28,
    DAT_MAGIC_WORDS = 18, /* of these, the bytes before the two emoji */
    DAT_POINTERS = 10,
    DAT_TABLE_BYTES = 4 * DAT_POINTERS,
    DAT_LEAST_POINTER = 36,           /* the first section may begin on the last, unused pointer */
    DAT_EXTENSION_MAGIC = 0x31585353, /* "SSX1" */
    DAT_EXTENSION_VERSION = 1,
    DAT_NOTE_V2_BYTES = 101,
    DAT_NOTE_V3_BYTES = 177,
};

#define DAT_MAGIC "ScoreSaber Replay \xf0\x9f\x91\x8c\xf0\x9f\xa4\xa0\r\n"
#define DAT_LZMA_MAGIC "\x5d\x00\x00\x80\x00"
enum { DAT_LZMA_MAGIC_BYTES = 5 };

#define DAT_INPUT_LIMIT (UINT64_C(64) << 20)    /* bytes of a file */
#define DAT_PAYLOAD_LIMIT (UINT64_C(128) << 20) /* maximum unpacked size, as in strict public readers */

typedef enum dat_section {
    DAT_METADATA,
    DAT_POSES,
    DAT_HEIGHTS,
    DAT_NOTES,
    DAT_SCORES,
    DAT_COMBOS,
    DAT_MULTIPLIERS,
    DAT_ENERGIES,
    DAT_EXTENSIONS,
    DAT_SECTIONS
} dat_section;

/* The layout of a section in the payload. */
typedef struct dat_kind {
    const char *name; /* of the section in findings: that of its table */
    const reel_table *table;
    uint16_t bytes_v2, bytes_v3; /* of a record; 0: not a list of records */
} dat_kind;

extern const dat_kind reel__dat_kinds[DAT_SECTIONS];

/* Properties of a version. */
typedef struct dat_version {
    bool known;    /* false: not supported */
    bool v2;       /* the short records */
    bool recorder; /* the metadata ends with three more strings */
} dat_version;
dat_version reel__dat_version_of(reel_string text);

/* Rows that consist of 4-byte words in file order are copied as a block. On big-endian machines their words are byte-swapped. */
_Static_assert(sizeof(float) == 4 && sizeof(scoresaber_pose) == 92 && sizeof(scoresaber_height) == 8 &&
                   sizeof(scoresaber_combo) == 8 && sizeof(scoresaber_multiplier) == 12 && sizeof(scoresaber_energy) == 8 &&
                   sizeof(scoresaber_keyframe) == 96 && sizeof(scoresaber_offset) == 24,
               "rows that are copied as blocks have no padding");
_Static_assert(offsetof(scoresaber_pose, left_hand) == 28 && offsetof(scoresaber_pose, right_hand) == 56 &&
                   offsetof(scoresaber_pose, fps) == 84 && offsetof(scoresaber_keyframe, right_rotation) == 36 &&
                   offsetof(scoresaber_keyframe, time) == 84,
               "poses in memory are those in the file");
/* A note: sizes of the words before and after the flag byte of the record. */
enum { NOTE_HEAD = 76, NOTE_TAIL = 100, NOTE_V2_HEAD = 20, NOTE_V2_TAIL = 36 };
_Static_assert(offsetof(scoresaber_note, event_type) == 32 && offsetof(scoresaber_note, saber_type) == 72 &&
                   offsetof(scoresaber_note, saber_speed) == NOTE_HEAD && offsetof(scoresaber_note, time_deviation) == 112 &&
                   offsetof(scoresaber_note, note_position) == 164 &&
                   offsetof(scoresaber_note, direction_ok) == NOTE_HEAD + NOTE_TAIL,
               "a note in memory is a note in the file but for its flag");

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define DAT_TURNS_WORDS 1
#else
#define DAT_TURNS_WORDS 0
#endif

/* Copies `size` bytes, a multiple of 4, between the file's byte order and the machine's. */
static inline void dat_copy_words(void *to, const void *from, size_t size)
{
#if DAT_TURNS_WORDS
    uint8_t *target = (uint8_t *)to;
    const uint8_t *origin = (const uint8_t *)from;
    for (size_t i = 0; i < size; i += 4) {
        uint8_t word[4] = { origin[i + 3], origin[i + 2], origin[i + 1], origin[i] };
        memcpy(target + i, word, 4);
    }
#else
    memcpy(to, from, size);
#endif
}

/* The state of a reader. */
typedef struct dat_reader {
    lzma_alone stream;
    bool keyframes; /* the oldest kind of payload */
    bool done;
    uint32_t pointers[DAT_POINTERS];
    dat_version version;
    uint64_t starts[DAT_SECTIONS + 1]; /* offsets of the sections, and of the end of the payload */
    size_t head;                       /* bytes of the file before the stream */
    uint64_t loose;                    /* bytes that no row represents */
    size_t padded;                     /* bytes at the end of the file that were never written */
} dat_reader;

reel_status reel__dat_open(reel_decoder *decoder);
reel_status reel__dat_next(reel_decoder *decoder);
void reel__dat_close(reel_decoder *decoder);
uint64_t reel__dat_memory_bound(uint64_t size, const reel_limits *limits);

bool reel__dat_is_keyframes(const uint8_t *payload, size_t size);
/* Reads a payload of key frames. */
reel_status reel__dat_read_keyframes(reel_decoder *decoder, reel_cursor in);
/* Reads the extension block. An entry of unknown layout becomes a row of bytes. */
reel_status reel__dat_read_extensions(reel_decoder *decoder, reel_cursor in);

/* Reports a warning about bytes of the file or of the payload; %llu in the message is the count. */
void reel__scoresaber_warn(const reel_decoder *decoder, const char *rule, const char *section, uint64_t offset, uint64_t length,
                           uint64_t count, const char *message);
/* Stores bytes that no other row represents, and counts them. */
void reel__dat_store_gap(reel_decoder *decoder, scoresaber_part after, const uint8_t *bytes, size_t size);
/* Whether bytes have the head of an extension block that readers skip. */
bool reel__dat_is_foreign_block(const uint8_t *bytes, size_t size);

reel_status reel__dat_finish(reel_encoder *encoder, const reel_chunk *staged);
reel_status reel__dat_repair(reel_change *change);
reel_status reel__dat_merge(reel_change *change);
extern const reel_insight reel__dat_check;

/* A payload that is being built. */
typedef struct dat_payload {
    reel_memory bytes;
    bool no_memory; /* sticky: nothing is added any more */
} dat_payload;
void reel__dat_put(dat_payload *to, const void *data, size_t size);
void reel__dat_put_u8(dat_payload *to, uint8_t value);
void reel__dat_put_i32(dat_payload *to, int32_t value);
void reel__dat_put_f32(dat_payload *to, float value);
void reel__dat_put_words(dat_payload *to, const void *words, size_t size);
void reel__dat_put_string(dat_payload *to, reel_string text);
/* Fails if rows of the extension block would be read back as other rows. */
reel_status reel__dat_check_extensions(const reel_chunk *rows, reel_error *error);
/* Whether any row belongs into an extension block. */
bool reel__dat_has_extensions(const reel_chunk *rows);
void reel__dat_put_extensions(dat_payload *to, const reel_chunk *rows);
/* Adds the bytes of the gaps after a part. */
void reel__dat_put_gap(dat_payload *to, const reel_chunk *rows, scoresaber_part after);
void reel__dat_put_keyframes(dat_payload *to, const scoresaber_keyframe *rows, size_t count);

/* Ids of the extensions that become rows. */
#define EXTENSION_SETTINGS "scoresaber.play-settings"
#define EXTENSION_PAUSES "scoresaber.pause-events"
#define EXTENSION_WALLS "scoresaber.wall-events"
#define EXTENSION_OFFSETS "scoresaber.controller-offsets"

/* Values and records that are in the file in the order of a table: record.c. Strings that were read point into the input, and `row` starts
 * zeroed. */
void reel__dat_get_field(reel_cursor *in, const reel_field *field, void *row);
void reel__dat_put_field(dat_payload *to, const reel_field *field, const void *row);
void reel__dat_get_record(reel_cursor *in, const reel_table *table, void *row);
/* Whether an extension would be read as rows of a table, since that table has none. */
bool reel__dat_reads_as_rows(const reel_chunk *rows, const scoresaber_extension *extension, const reel_table **table);
reel_status reel__dat_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
void reel__dat_put_record(dat_payload *to, const reel_table *table, const void *row);

/* Number of fields of scoresaber_infos that a version has: the last three came with the recorder strings. */
static inline size_t dat_info_fields(dat_version version) { return scoresaber_infos.field_count - (version.recorder ? 0u : 3u); }
/* The modifiers are a list of strings in the file. */
static inline bool dat_is_modifiers(const reel_field *field) { return field->offset == offsetof(scoresaber_info, modifiers); }

/* ---- the decoded JSON ------------------------------------------------------------------------------------------- */

#define DECODED_INPUT_LIMIT (UINT64_C(256) << 20) /* bytes of a file */

typedef struct decoded_reader {
    bool done;
    reel_status status;
    reel_error error;
} decoded_reader;

int reel__decoded_sniff(const uint8_t *head, size_t size);
reel_status reel__decoded_open(reel_decoder *decoder);
reel_status reel__decoded_next(reel_decoder *decoder);
uint64_t reel__decoded_memory_bound(uint64_t size, const reel_limits *limits);
reel_status reel__decoded_finish(reel_encoder *encoder, const reel_chunk *staged);
reel_status reel__decoded_repair(reel_change *change);
reel_status reel__decoded_merge(reel_change *change);
extern const reel_insight reel__decoded_check;

/* The members of the outermost object, in the order in which they are written. */
typedef enum decoded_part {
    DECODED_FRAMES,
    DECODED_INFO,
    DECODED_SCORES, /* the four lists of notes: values of the first four fields of scoresaber_json_notes, in that order */
    DECODED_COMBOS,
    DECODED_TIMES,
    DECODED_NOTES,
    DECODED_HEIGHTS,
    DECODED_PARTS,
    DECODED_LISTS = DECODED_NOTES - DECODED_SCORES + 1
} decoded_part;
typedef struct decoded_part_key {
    reel_string key;
    const reel_table *table; /* of its rows; its name is the section in findings */
} decoded_part_key;
extern const decoded_part_key reel__decoded_parts[DECODED_PARTS];
/* Returns DECODED_PARTS if the outermost object has no such key. */
decoded_part reel__decoded_find_part(reel_string key);

/* The members of "info", in the order in which they are written: the first fields of scoresaber_json_infos. */
enum { DECODED_INFO_KEYS = 13 };
extern const reel_string reel__decoded_info_keys[DECODED_INFO_KEYS];
#define DECODED_SPAWN_OFFSET_KEY "noteJumpStartBeatOffset"
/* The field with this key, or NULL. */
const reel_field *reel__decoded_find_info_field(reel_string key);
/* modifiers is an array of strings in JSON, or a single one. */
static inline bool decoded_is_modifiers(const reel_field *field)
{
    return field->offset == offsetof(scoresaber_json_info, modifiers);
}
/* Whether the reader accepts a JSON value for a field of info. */
bool reel__decoded_fits(const reel_field *field, reel_string json);

/* A member of a frame, a pose or a height. All their keys are one letter. */
typedef enum decoded_kind { DECODED_POSE, DECODED_VECTOR, DECODED_NUMBER, DECODED_WHOLE } decoded_kind;
typedef struct decoded_member {
    char key;
    decoded_kind kind;
    uint8_t count;   /* VECTOR: components */
    bool optional;   /* the reader accepts an object without it */
    uint16_t offset; /* in the row, or in the pose */
} decoded_member;
enum { DECODED_FRAME_MEMBERS = 5, DECODED_POSE_MEMBERS = 2, DECODED_HEIGHT_MEMBERS = 2 };
extern const decoded_member reel__decoded_frame_members[DECODED_FRAME_MEMBERS], reel__decoded_pose_members[DECODED_POSE_MEMBERS],
    reel__decoded_height_members[DECODED_HEIGHT_MEMBERS];
extern const char reel__decoded_components[5]; /* "xyzw": the keys of a vector */

/* A frame as the published decoder writes it: 22 numbers and then fps, each preceded by the same text in every frame. Made from the
 * tables above, once for a file. */
enum { DECODED_FRAME_NUMBERS = 22, DECODED_FRAME_TEXT_BYTES = 400 };
typedef struct decoded_frame_form {
    char text[DECODED_FRAME_TEXT_BYTES];
    uint16_t
        starts[DECODED_FRAME_NUMBERS + 2]; /* text[starts[i]] up to text[starts[i + 1]] is before number i; fps is the last */
    uint16_t offsets[DECODED_FRAME_NUMBERS + 1]; /* of the numbers in scoresaber_json_frame */
} decoded_frame_form;
void reel__decoded_frame_form_make(decoded_frame_form *form);
/* Fails if rows would be read back as other rows. */
reel_status reel__decoded_check_rows(const reel_chunk *rows, reel_error *error);
reel_status reel__decoded_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);

/* ---- the original file ------------------------------------------------------------------------------------------ */

/* Stores the bytes of a file that was read completely and a checksum of its rows, if that table is requested. */
void reel__original_store(reel_decoder *decoder, const reel_table *const *tables, const uint8_t *bytes, size_t size,
                          uint64_t loose);
/* The original file if the rows are unchanged, otherwise size 0. */
reel_bytes reel__original_of(const reel_chunk *rows, const reel_table *const *tables);
/* Fails with `rule` if a row has a value for a field that it marks as missing: the value could not be written. */
reel_status reel__check_absent(const reel_table *table, const void *row, size_t number, const char *rule, reel_error *error);
/* Whether there are any rows, or the original of a file without rows. */
bool reel__has_content(const reel_chunk *rows, const reel_table *const *tables);
/* The original file, whether or not rows changed. */
reel_bytes reel__original_bytes(const reel_chunk *rows);
/* Drops the original of a file with unused bytes and reports `rule`. The file is then written from its rows. */
void reel__original_repair(reel_change *change, const char *rule);
/* Reports that a repair dropped bytes, unless there are none. */
void reel__report_dropped_bytes(const reel_change *change, const char *rule, uint64_t bytes);

extern const reel_table *const reel__dat_tables[], *const reel__decoded_tables[];

#endif
