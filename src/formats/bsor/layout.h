/* SPDX-License-Identifier: MIT
 * Declarations shared by the parts of the BSOR format: the layout of the file and the functions of the descriptor. */
#ifndef BSOR_LAYOUT_H
#define BSOR_LAYOUT_H

#include "core/padding.h"
#include <reel/bsor.h>

enum {
    BSOR_MAGIC_BYTES = 4,
    BSOR_HEAD_BYTES = 5, /* magic and version */
    BSOR_VERSION = 1,
    BSOR_MOST_SECTIONS = 8,                   /* most public readers stop after these */
    BSOR_ALL_SECTIONS = 64,                   /* limit when a file is read to its end */
    BSOR_STRINGS = 16,                        /* in section 0 */
    BSOR_SCORE_AFTER = 12,                    /* index of the string before the score: difficulty */
    BSOR_NO_LENGTH_AFTER = 1 << 12 | 1 << 15, /* bits of the strings that no string follows: difficulty, modifiers */
    BSOR_MOST_STATED = 1000,                  /* longest string of section 0 that other readers accept */
    BSOR_MOST_TEXT = 65536,                   /* and the longest that is read here, if what follows fits */
    BSOR_INFO_TAIL = 21,                      /* bytes of section 0 after the last string */
};

/* The convention of reading past section 8, to the end of the file. */
#define BSOR_READ_ALL "all"

#define BSOR_MAGIC "\x69\x3d\x2d\x44"

/* Default maximum size of a file, the same as that of leaderboard servers. */
#define BSOR_INPUT_LIMIT 200000000u

typedef enum bsor_section_id {
    BSOR_INFO,
    BSOR_FRAMES,
    BSOR_NOTES,
    BSOR_WALLS,
    BSOR_HEIGHTS,
    BSOR_PAUSES,
    BSOR_OFFSETS,
    BSOR_USER_DATA,
    BSOR_SECTION_IDS
} bsor_section_id;

enum { BSOR_NEEDED_SECTIONS = BSOR_OFFSETS }; /* 0 to 5 are required, 6 and 7 are optional */

/* The layout of a section in the file. */
typedef struct bsor_section_kind {
    const char *name; /* of the section in findings and errors: that of its table */
    const reel_table *table;
    const char *count_rule; /* the rule for an invalid count; NULL: the section has no count */
    uint16_t record_bytes;  /* of each row, or the minimum; 0: strings */
    bool block;             /* rows are copied as a block of 4-byte words */
} bsor_section_kind;

extern const bsor_section_kind reel__bsor_section_kinds[BSOR_SECTION_IDS];

enum { BSOR_NOTE_BYTES = 16, BSOR_CUT_BYTES = 72, BSOR_USER_ENTRY_BYTES = 8 };

static inline bool bsor_event_has_cut(int32_t event_type) { return event_type == BSOR_GOOD_CUT || event_type == BSOR_BAD_CUT; }

/* Nearly all notes of a play are cut, so that records are passed in runs of equal size: one comparison for a run, and no record waits for
 * the type of the one before. */
enum { BSOR_RUN_NOTES = 8, BSOR_RUN_BYTES = BSOR_RUN_NOTES * (BSOR_NOTE_BYTES + BSOR_CUT_BYTES) };
_Static_assert(BSOR_GOOD_CUT == 0 && BSOR_BAD_CUT == 1, "types of events with a cut must be the two lowest");

/* Whether the records at `at`, which has BSOR_RUN_BYTES, are a run of events with a cut. */
static inline bool bsor_is_run(const uint8_t *at)
{
    bool run = true;
    for (size_t i = 0; i < BSOR_RUN_NOTES; i++) /* gcc makes single bytes of an OR of loads, but not of comparisons */
        run =
            run && reel_load_u32le(at + i * (BSOR_NOTE_BYTES + BSOR_CUT_BYTES) + offsetof(bsor_note, event_type)) <= BSOR_BAD_CUT;
    return run;
}

/* On a little-endian machine, the rows of frames, walls, heights, offsets and cuts are the bytes of the file.
 * On other machines every 4-byte word is byte-swapped. All members are such words, except the four flags at the
 * start of a cut, which are copied unchanged. */
_Static_assert(sizeof(float) == 4 && sizeof(bsor_frame) == 92 && sizeof(bsor_wall) == 16 && sizeof(bsor_height) == 8 &&
                   sizeof(bsor_controller_offsets) == 56 && sizeof(bsor_cut) == BSOR_CUT_BYTES,
               "rows that are copied as blocks have no padding");
_Static_assert(offsetof(bsor_frame, fps) == 4 && offsetof(bsor_frame, head) == 8 && offsetof(bsor_frame, left_hand) == 36 &&
                   offsetof(bsor_frame, right_hand) == 64 && offsetof(reel_pose, rotation) == 12,
               "a frame in memory is a frame in the file");
_Static_assert(offsetof(bsor_cut, saber_speed) == 4 && offsetof(bsor_cut, saber_direction) == 8 &&
                   offsetof(bsor_cut, saber_type) == 20 && offsetof(bsor_cut, cut_point) == 32 &&
                   offsetof(bsor_cut, cut_normal) == 44 && offsetof(bsor_cut, cut_distance_to_center) == 56 &&
                   offsetof(bsor_cut, after_cut_rating) == 68,
               "a cut in memory is a cut in the file");
_Static_assert(offsetof(bsor_note, event_time) == 4 && offsetof(bsor_note, spawn_time) == 8 &&
                   offsetof(bsor_note, event_type) == 12 && offsetof(bsor_note, cut) == BSOR_NOTE_BYTES &&
                   offsetof(bsor_note, has_cut) == BSOR_NOTE_BYTES + BSOR_CUT_BYTES,
               "a note in memory starts with a note in the file");
_Static_assert(offsetof(bsor_wall, energy) == 4 && offsetof(bsor_wall, time) == 8 && offsetof(bsor_wall, spawn_time) == 12 &&
                   offsetof(bsor_height, time) == 4 && offsetof(bsor_controller_offsets, right) == 28,
               "walls, heights and offsets in memory are those in the file");

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
#define BSOR_TURNS_WORDS 1
#else
#define BSOR_TURNS_WORDS 0
#endif

/* Copies `size` bytes, a multiple of 4, between the file's byte order and the machine's. */
static inline void bsor_copy_words(void *to, const void *from, size_t size)
{
#if BSOR_TURNS_WORDS
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

/* A note record with its cut: 22 words, of which the fifth is four flag bytes. */
static inline void bsor_copy_note(void *to, const void *from)
{
    bsor_copy_words(to, from, BSOR_NOTE_BYTES + BSOR_CUT_BYTES);
    if (BSOR_TURNS_WORDS) memcpy((uint8_t *)to + BSOR_NOTE_BYTES, (const uint8_t *)from + BSOR_NOTE_BYTES, 4);
}

/* Length of the UTF-8 character at `at`: 1 to 4 bytes, or 0 if it is invalid or exceeds `left` bytes. */
size_t reel__bsor_character(const uint8_t *at, size_t left);

/* The length of a string in the units that some writers count. */
typedef struct bsor_text_size {
    size_t points, units; /* code points, UTF-16 units */
    bool valid;           /* valid UTF-8 */
} bsor_text_size;
bsor_text_size reel__bsor_measure(const void *text, size_t size);
/* The number of bytes at the start that are ASCII, in words of eight. */
size_t reel__bsor_ascii_words(const uint8_t *at, size_t size);

/* Reads "major.minor.patch" and returns the number of components parsed, 0 to 3. The others are 0. */
int reel__bsor_version_of(reel_string text, int numbers[3]);

/* Whether a good cut is that of a chain link whose scoring type was not recorded: only links have a cut that was never filled. */
bool reel__bsor_is_bare_link(const bsor_note *note, reel_string game_version);

/* clean.c: what cuts may hold. */
#define BSOR_RATING_MOST 10.0f /* ten full swings in one cut */
/* Whether the game sets all values of a cut. For bad cuts and chain links, some are arbitrary. */
bool reel__bsor_cut_is_set(const bsor_note *note, int scoring);
/* Whether a cut that the game does not set is visibly uninitialised memory. */
bool reel__bsor_cut_is_garbage(const bsor_cut *cut);
extern const reel_operation reel__bsor_cleaning;

/* Number of the first frame at `time` or later; `count` if there is none. Frames must be sorted. */
size_t reel__bsor_frame_from(const bsor_frame *frames, size_t count, float time);
/* How many frames each time has, if all have as many and these differ: the players of a room. Else 1. */
size_t reel__bsor_avatars(const bsor_frame *frames, size_t count);
/* Keeps the frames of the player whose sabers made the cuts. */
reel_status reel__bsor_one_avatar(reel_change *change);

/* Whether another attempt begins with a frame. */
bool reel__bsor_is_restart(const bsor_frame *frames, size_t count, size_t row);
/* merge.c */
reel_status reel__bsor_merge(reel_change *change);
/* Keeps the rows of the last attempt. */
reel_status reel__bsor_last_attempt(reel_change *change);

/* The fields of the strings of section 0: by index in file order, below BSOR_STRINGS, or the one after another; NULL after the last. */
const reel_field *reel__bsor_string_field(size_t number);
const reel_field *reel__bsor_next_string(const reel_field *field);
/* The address of such a string in a row. */
reel_string *reel__bsor_info_string(bsor_info *info, const reel_field *field);

/* Notes that were read to rows when padding was looked for, so that a play is not fetched from memory twice. */
typedef struct bsor_taken {
    const uint8_t *at, *end; /* the first record, NULL: none were taken; the end of the input */
    const uint8_t *next;     /* the end of the last record that is whole and of a known type */
    const bsor_note *rows;   /* behind the rows that the table has */
    size_t done;
} bsor_taken;

/* The state of a reader. */
typedef struct bsor_reader {
    unsigned sections; /* number read so far */
    unsigned whole;    /* bit mask of the section ids that were read completely */
    uint8_t last_id;
    bool frames_follow; /* the section that is read now is one of frames that go to their rows past the buffer */
    padding padded;     /* the end of the file that was never written */
    bsor_taken taken;
    reel_error skipped;  /* the first invalid bytes between notes; what follows them is read */
    bool deferred, done; /* deferred: opening has already read the whole file, with this status */
    reel_status status;
    reel_error error;
} bsor_reader;

/* The padding at the end of decoder->in, which begins with a section, if it contradicts the format; size 0: none. `before` are the bytes before,
 * which were read without trouble: the padding may start in them. Takes the notes on the way. */
padding reel__bsor_find_padding(reel_decoder *decoder, const padded_bytes *before, unsigned most);
/* Reads up to `count` notes at `at` to rows behind those of the table, which reel__bsor_read_notes adds to it if it finds the same input.
 * Sets *done to their number, and returns their end. Takes none if they are not wanted, or more than the limit. */
const uint8_t *reel__bsor_take_notes(reel_decoder *decoder, const uint8_t *at, uint32_t count, uint32_t *done);

/* Buffers at least `size` bytes. Returns REEL_END if the file has fewer. */
reel_status reel__bsor_fill_at_least(reel_decoder *decoder, size_t size);
/* Fails because the file ends inside `what`, which starts at `offset`. */
reel_status reel__bsor_fail_truncated(reel_decoder *decoder, bsor_section_id section, uint64_t offset, const char *what);
/* Fails because the file ends inside row `row` of `count`, which starts at `offset`. */
reel_status reel__bsor_fail_rows(reel_decoder *decoder, bsor_section_id section, uint64_t offset, uint32_t row, uint32_t count);
/* Reads the count of a section. A count that no file within the limits can hold is corrupt. One that only this file cannot hold means that
 * the file is truncated, which is reported after the rows that it has. */
reel_status reel__bsor_read_count(reel_decoder *decoder, bsor_section_id id, uint32_t *count);
reel_status reel__bsor_read_info(reel_decoder *decoder, bsor_section *section);
reel_status reel__bsor_read_notes(reel_decoder *decoder, bsor_section *section);
/* Whether the sections from `at` on, after those that were read and notes, are all that a file needs, each once, to its end. Costs
 * constant time beside the entries of user data that are walked, which `entries` counts down; at 0 it does not know, and says no. */
bool reel__bsor_sections_follow(const reel_cursor *in, const uint8_t *at, const bsor_reader *reader, size_t *entries);
/* Fails if the file was not written to the end of section 0: a header that the damage cuts is not returned. */
reel_status reel__bsor_check_info_end(reel_decoder *decoder);

reel_status reel__bsor_open(reel_decoder *decoder);
reel_status reel__bsor_next(reel_decoder *decoder);
uint64_t reel__bsor_memory_bound(uint64_t size, const reel_limits *limits);
/* Refuses notes and entries of user data that the layout has no place for. */
reel_status reel__bsor_accepts(const reel_table *table, const void *rows, size_t count, reel_error *error);
reel_status reel__bsor_finish(reel_encoder *encoder, const reel_chunk *staged);
reel_status reel__bsor_repair(reel_change *change);
extern const reel_insight reel__bsor_check;

#endif
